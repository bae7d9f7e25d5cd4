#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  World world;
  world.add(Collider(Shape::rect_half({60, 10})).at(60, 50));
  const Key lift = world.add(Collider(Shape::rect_half({20, 4})).at(140, 44));
  world.set_platform(lift, true);
  const Key hero = world.add(Collider(Shape::capsule({0, -5}, {0, 5}, 6)).at(20, 20));

  float fall = 0;
  JostleFooting footing{};
  for (int frame = 0; frame < 80; frame++) {
    if (frame >= 70) world.set_transform(lift, Affine::at(140, 44 - 2 * static_cast<float>(frame - 69)));
    Slide slide({frame < 60 ? 2.0F : 0.0F, fall += 0.5F});
    slide.up = {0, -1};
    slide.step = 5;
    slide.snap = 6;
    slide.footing = footing;
    const Slid slid = world.slide(hero, slide);
    if (slid.floor.y < 0) fall = 0;
    footing = slid.footing;
    world.step();
  }
  // Carried up by the lift.
  assert(world.transform(hero).tx == 140 && world.transform(hero).ty < 10);
}
