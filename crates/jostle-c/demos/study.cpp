// The collision study for SDL2: one shape stands in the middle, another jumps to a random place and
// rotation every half second; both are red while they collide and green while they do not.
//
//   C circles   R rectangles (at the start)   Space starts and stops   O outline   M next method
//
// `study [SEED]`. Prints a line for each change of state, and for each stop where the shapes are.
#include <SDL.h>

#include <jostle/sdl.hpp>

#include <cstdio>
#include <random>

namespace {

constexpr int width = 640, height = 480;
constexpr Uint32 jump_every = 500;  // milliseconds
const SDL_Color red = {209, 36, 47, 255}, green = {26, 127, 55, 255}, dark = {31, 35, 40, 255};

enum class Kind { circles, rectangles };

// A way to say whether two shapes collide: one can be swapped for another without touching the rest.
struct Method {
  const char *name;
  bool (*hit)(const jostle::Placed &a, const jostle::Placed &b);
};
const Method methods[] = {
    {"exact", [](const jostle::Placed &a, const jostle::Placed &b) { return a.overlaps(b); }},
    {"circles", [](const jostle::Placed &a, const jostle::Placed &b) { return a.hit(b, jostle::BuiltinMethod::circles); }},
    {"bounds", [](const jostle::Placed &a, const jostle::Placed &b) { return a.hit(b, jostle::BuiltinMethod::bounds); }},
    {"deep", [](const jostle::Placed &a, const jostle::Placed &b) { return a.gap(b).depth() > 8; }},  // one's own
};

// A body with a shape that sits beside its middle: the shape's place is the body's place plus the
// offset, turned by the body. The shape itself stays upright, and so does its child beside it.
struct Body {
  jostle::Vec2 position;
  float rotation = 0;
  jostle::Vec2 offset, child_offset;

  jostle::Affine frame() const { return jostle::Affine::at(position).rotated(rotation); }
  jostle::Vec2 center() const { return frame().transform_point(offset); }
  jostle::Vec2 child() const { return frame().transform_point(offset + child_offset); }
};

const jostle::Vec2 box_half{45, 30}, child_half{12, 12};
constexpr float radius = 40;

struct Study {
  Kind kind = Kind::rectangles;
  std::size_t method = 0;
  bool moving = true, outlined = false, colliding = false;
  SDL_Color color = green;
  Body still{{width / 2.0F, height / 2.0F}, 0, {0, 0}, {0, 0}};
  Body jumper{{120, 120}, 0, {30, 0}, {70, 0}};
  std::mt19937 random;

  jostle::Placed placed(const Body &body) const {
    const jostle::Shape shape = kind == Kind::circles ? jostle::Shape::circle(radius) : jostle::Shape::rect_half(box_half);
    return shape.place(jostle::Affine::at(body.center()));
  }

  // Color and state begin again when the shapes are others.
  void become(Kind next) {
    kind = next;
    colliding = false;
    color = green;
  }

  void jump() {
    std::uniform_real_distribution<float> unit(0, 1);
    jumper.position = {80 + (width - 160) * unit(random), 80 + (height - 160) * unit(random)};
    jumper.rotation = 6.2831853F * unit(random);
  }

  // The color changes only in the frame in which the state does.
  void look() {
    const bool now = methods[method].hit(placed(still), placed(jumper));
    if (now != colliding) {
      colliding = now;
      color = now ? red : green;
      say(now ? "collides" : "parts");
    }
  }

  void say(const char *what) const {
    const jostle::Vec2 a = still.center(), b = jumper.center();
    std::printf("%s %s %s a %.3f %.3f b %.3f %.3f\n", what, kind == Kind::circles ? "circles" : "rectangles",
                methods[method].name, double(a.x), double(a.y), double(b.x), double(b.y));
    std::fflush(stdout);
  }
};

void draw_circle(SDL_Renderer *to, jostle::Vec2 at, float r, SDL_Color color) {
  constexpr int steps = 64;
  std::vector<SDL_Vertex> all;
  const auto rim = [&](int i) {
    const jostle::Rot turn = jostle::Rot::from_degrees(360.0F * float(i) / steps);
    return SDL_Vertex{{at.x + r * turn.cos, at.y + r * turn.sin}, color, {0, 0}};
  };
  for (int i = 0; i < steps; ++i) {
    all.push_back({{at.x, at.y}, color, {0, 0}});
    all.push_back(rim(i));
    all.push_back(rim(i + 1));
  }
  SDL_RenderGeometry(to, nullptr, all.data(), int(all.size()), nullptr, 0);
}

void draw_box(SDL_Renderer *to, jostle::Vec2 at, jostle::Vec2 half, SDL_Color color) {
  const SDL_FRect rect = {at.x - half.x, at.y - half.y, 2 * half.x, 2 * half.y};
  SDL_SetRenderDrawColor(to, color.r, color.g, color.b, color.a);
  SDL_RenderFillRectF(to, &rect);
}

void draw(SDL_Renderer *to, const Study &study) {
  SDL_SetRenderDrawColor(to, 246, 248, 250, 255);
  SDL_RenderClear(to);
  for (const Body *body : {&study.still, &study.jumper}) {
    const jostle::Vec2 rim(3, 3);
    if (study.kind == Kind::circles) {
      if (study.outlined) draw_circle(to, body->center(), radius + rim.x, dark);
      draw_circle(to, body->center(), radius, study.color);
    } else {
      if (study.outlined) draw_box(to, body->center(), box_half + rim, dark);
      draw_box(to, body->center(), box_half, study.color);
    }
  }
  draw_box(to, study.jumper.child(), child_half, dark);
  SDL_RenderPresent(to);
}

}  // namespace

int main(int count, char **arguments) {
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    std::fprintf(stderr, "SDL: %s\n", SDL_GetError());
    return 1;
  }
  SDL_Window *window = SDL_CreateWindow("jostle: the study", 0, 0, width, height, 0);
  SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_SOFTWARE);
  if (window == nullptr || renderer == nullptr) {
    std::fprintf(stderr, "SDL: %s\n", SDL_GetError());
    return 1;
  }
  Study study;
  study.random.seed(count > 1 ? unsigned(std::strtoul(arguments[1], nullptr, 10)) : std::random_device()());
  study.say("begins");
  Uint32 jumped = SDL_GetTicks();
  for (bool open = true; open;) {
    SDL_Event event;
    while (SDL_PollEvent(&event) != 0) {
      if (event.type == SDL_QUIT) open = false;
      if (event.type != SDL_KEYDOWN || event.key.repeat != 0) continue;
      switch (event.key.keysym.sym) {
        case SDLK_c: study.become(Kind::circles); break;
        case SDLK_r: study.become(Kind::rectangles); break;
        case SDLK_o: study.outlined = !study.outlined; break;
        case SDLK_m: study.method = (study.method + 1) % std::size(methods); break;
        case SDLK_SPACE: study.moving = !study.moving; break;
        case SDLK_ESCAPE: open = false; break;
        default: continue;
      }
      study.look();
      study.say(study.moving ? "moves" : "stands");
    }
    if (study.moving && SDL_GetTicks() - jumped >= jump_every) {
      study.jump();
      jumped = SDL_GetTicks();
    }
    study.look();
    draw(renderer, study);
    SDL_Delay(8);
  }
  SDL_DestroyRenderer(renderer);
  SDL_DestroyWindow(window);
  SDL_Quit();
  return 0;
}
