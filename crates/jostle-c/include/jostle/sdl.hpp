// jostle for SDL programs: questions about SDL's rectangles, points and surfaces, as they are.
//
//   jostle::overlaps(player, wall)                 SDL_Rect, SDL_FRect, SDL_Point, SDL_FPoint
//   jostle::contact(player, wall)->push_a()
//   jostle::trace_surface(surface)                 a hitbox from pixels
//
// SDL2 and SDL3 alike: include SDL before this header, or SDL3 is taken if it is there. Rectangles
// are closed sets from (x, y) to (x + w, y + h), so those that share an edge touch, and touching
// counts; `jostle::overlaps_interior` is what SDL_HasIntersection means.
#ifndef JOSTLE_SDL_HPP
#define JOSTLE_SDL_HPP

#if !defined(SDL_MAJOR_VERSION)
#if __has_include(<SDL3/SDL.h>)
#include <SDL3/SDL.h>
#else
#include <SDL.h>
#endif
#endif

#include <jostle/jostle.hpp>

#include <algorithm>

namespace jostle {

namespace detail {
template <class R>
LocalBox sdl_box(const R &r) {
  const Vec2 at(static_cast<float>(r.x), static_cast<float>(r.y));
  return {Aabb(at, at + Vec2(static_cast<float>(r.w), static_cast<float>(r.h))), Affine()};
}
}  // namespace detail

template <>
struct Collides<SDL_Rect> {
  static LocalBox box(const SDL_Rect &r) { return detail::sdl_box(r); }
};
template <>
struct Collides<SDL_FRect> {
  static LocalBox box(const SDL_FRect &r) { return detail::sdl_box(r); }
};
template <>
struct Collides<SDL_Point> {
  static Shape shape(const SDL_Point &p) { return Shape::point(p); }
  static Affine transform(const SDL_Point &) { return {}; }
};
template <>
struct Collides<SDL_FPoint> {
  static Shape shape(const SDL_FPoint &p) { return Shape::point(p); }
  static Affine transform(const SDL_FPoint &) { return {}; }
};

// Traces the solid pixels of a surface of any format; nothing where none is solid, or where SDL
// cannot convert it.
inline std::optional<Hitbox> trace_surface(SDL_Surface *surface, const Tracing &tracing = {},
                                           Status *status = nullptr) {
#if SDL_MAJOR_VERSION >= 3
  SDL_Surface *rgba = SDL_ConvertSurface(surface, SDL_PIXELFORMAT_RGBA32);
#else
  SDL_Surface *rgba = SDL_ConvertSurfaceFormat(surface, SDL_PIXELFORMAT_RGBA32, 0);
#endif
  if (rgba == nullptr) {
    return std::nullopt;
  }
  const std::size_t width = std::size_t(rgba->w) * 4;
  std::vector<std::uint8_t> pixels(width * std::size_t(rgba->h));
  for (int y = 0; y < rgba->h; ++y) {
    const auto *row = static_cast<const std::uint8_t *>(rgba->pixels) + std::ptrdiff_t(y) * rgba->pitch;
    std::copy(row, row + width, pixels.begin() + std::ptrdiff_t(width) * y);
  }
  const auto columns = std::uint32_t(rgba->w), rows = std::uint32_t(rgba->h);
#if SDL_MAJOR_VERSION >= 3
  SDL_DestroySurface(rgba);
#else
  SDL_FreeSurface(rgba);
#endif
  return trace(pixels.data(), columns, rows, tracing, status);
}

}  // namespace jostle

#endif
