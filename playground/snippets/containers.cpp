#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  World world;
  const Key arm = world.add(Collider::group().transform(Affine::at(100, 0).rotated(degrees_to_radians(90))));
  const Key pod = world.add(Collider(Shape::circle(5)).at(40, 0).parent(arm));

  assert(world.at_point({100, 40}).at(0) == pod);
  world.set_transform(arm, Affine::at(100, 0));
  assert(world.at_point({140, 0}).at(0) == pod);
}
