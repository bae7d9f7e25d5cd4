#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  const Placed a = Shape::polygon({{0, -62}, {56, 56}, {0, 18}, {-56, 56}}).place();
  const Placed b = Shape::circle(20).place(Affine().rotated(degrees_to_radians(30)).scaled(2, 1));  // an ellipse

  assert(a.relation(b) == Relation::overlapping);
  assert(a.gap(b).separation < 0 && a.contact(b));
  assert(a.region(b)->area > 1000);
  assert(a.crossings(b).size() == 6);
}
