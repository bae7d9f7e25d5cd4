#include <jostle/jostle.hpp>

#include <cassert>
#include <vector>

using namespace jostle;

int main() {
  const Shape ball = Shape::circle(1);
  World world;
  std::vector<Key> keys;
  std::vector<Affine> there;
  for (int i = 0; i < 10000; ++i) {
    const float x = float(i % 100), y = float(i / 100);
    keys.push_back(world.add(Collider(ball).at(3 * x, 3 * y)));
    there.push_back(Affine::at(1.5F * x, 3 * y));
  }

  world.set_transforms(keys, there);  // all in one call
  assert(world.step().size() == 9900);
  assert(world.nearest({0, 0}, 3).size() == 3);
}
