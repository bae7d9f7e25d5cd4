/* The part of SDL3's interface that sdl.hpp uses, for tests where SDL3 is not to be had. */
#ifndef STUB_SDL3_H
#define STUB_SDL3_H
#include <cstdint>
#include <cstdlib>
#include <cstring>
#define SDL_MAJOR_VERSION 3
struct SDL_Rect { int x, y, w, h; };
struct SDL_FRect { float x, y, w, h; };
struct SDL_Point { int x, y; };
struct SDL_FPoint { float x, y; };
enum SDL_PixelFormat { SDL_PIXELFORMAT_RGBA32 };
struct SDL_Surface { int flags; SDL_PixelFormat format; int w, h, pitch; void *pixels; };
inline SDL_Surface *SDL_CreateSurface(int w, int h, SDL_PixelFormat format) {
  const int pitch = w * 4 + 8; /* rows need not follow each other */
  return new SDL_Surface{0, format, w, h, pitch, std::calloc(std::size_t(h), std::size_t(pitch))};
}
inline SDL_Surface *SDL_ConvertSurface(SDL_Surface *from, SDL_PixelFormat format) {
  SDL_Surface *to = SDL_CreateSurface(from->w, from->h, format);
  std::memcpy(to->pixels, from->pixels, std::size_t(from->h) * std::size_t(from->pitch));
  return to;
}
inline void SDL_DestroySurface(SDL_Surface *surface) {
  std::free(surface->pixels);
  delete surface;
}
#endif
