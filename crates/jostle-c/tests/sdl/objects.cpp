// SDL's rectangles, points and surfaces as colliders; built against SDL2, and against the interface of
// SDL3 (`tests/stub`).
#include <jostle/sdl.hpp>

#include "../c/check.h"

static void rectangles_and_points_can_be_asked_about() {
  const SDL_Rect floor = {0, 100, 640, 20};
  const SDL_FRect hero = {10.0F, 84.5F, 16.0F, 16.0F}, beside = {26.0F, 84.5F, 4.0F, 4.0F};
  const SDL_Point inside = {5, 110};
  const SDL_FPoint outside = {5.0F, 99.0F};
  CHECK(jostle::overlaps(floor, hero) && jostle::overlaps(hero, beside) && !jostle::overlaps_interior(hero, beside));
  CHECK(jostle::contact(hero, floor)->push_a() == jostle::Vec2(0, -0.5F));
  CHECK(jostle::overlaps(floor, inside) && !jostle::overlaps(floor, outside));
  CHECK(jostle::contains(floor, inside) && jostle::relation(hero, hero) == jostle::Relation::same);
  CHECK(jostle::gap(floor, outside).separation == 1);
  jostle::World world;
  world.add(jostle::Collider(floor));
  world.add(jostle::Collider(hero));
  CHECK(world.step().size() == 1);
}

static void surfaces_become_hitboxes() {
#if SDL_MAJOR_VERSION >= 3
  SDL_Surface *surface = SDL_CreateSurface(32, 16, SDL_PIXELFORMAT_RGBA32);
#else
  SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, 32, 16, 32, SDL_PIXELFORMAT_ARGB8888);
#endif
  for (int y = 0; y < 16; ++y) {
    auto *row = reinterpret_cast<std::uint32_t *>(static_cast<char *>(surface->pixels) + y * surface->pitch);
    for (int x = 0; x < 32; ++x) {
      row[x] = x >= 8 && x < 24 ? 0xffffffffU : 0U;
    }
  }
  const auto hitbox = jostle::trace_surface(surface);
  CHECK(hitbox && hitbox->report.vertices == 4 && hitbox->shape.place().area() == 256.0F);
  CHECK(hitbox->shape.place().bounds().min.x == 8);
#if SDL_MAJOR_VERSION >= 3
  SDL_DestroySurface(surface);
#else
  SDL_FreeSurface(surface);
#endif
}

int main(int, char **) {
  rectangles_and_points_can_be_asked_about();
  surfaces_become_hitboxes();
  return checks_done(SDL_MAJOR_VERSION >= 3 ? "sdl3 objects" : "sdl2 objects");
}
