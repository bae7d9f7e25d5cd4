#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  const Layers fixed = layer_bit(0);
  World world;
  world.add(Collider(Shape::circle(60)).layer(fixed));
  const Key moving = world.add(Collider(Shape::circle(60)).at(300, 0).sees(fixed));

  world.set_transform(moving, Affine::at(100, 0));
  for (const Event &event : world.step()) {
    assert(event.is_enter() && event.push_b() == Vec2(20, 0));
  }
  world.set_transform(moving, Affine::at(300, 0));
  for (const Event &event : world.step()) {
    assert(event.is_exit() && event.reason == ExitReason::separated);
  }
}
