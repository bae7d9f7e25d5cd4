#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  const Shape plank = Shape::rect_half({40, 2});
  const float turn = degrees_to_radians(45);
  const Placed a = plank.place(Affine().rotated(turn));
  const Placed b = plank.place(Affine::at(10, -10).rotated(turn));

  const StagedTest boxes = a.test_until(b, Level::bounds);
  assert(boxes.hit && !boxes.certain);
  assert(!a.test_until(b).hit);
}
