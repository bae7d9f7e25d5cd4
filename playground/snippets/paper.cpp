#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  const Shape paper = Shape::rect_half({0.00005F, 45}); // a ten-thousandth thick
  World world;
  const Key first = world.add(Collider(paper).at(100, 0));
  world.add(Collider(paper).at(200, 0));

  // A shot of 400,000 pixels in a frame meets both, in order.
  const auto met = world.cast_all(Shape::circle(6).place(), Motion::by(400'000, 0));
  assert(met.size() == 2 && met[0].key == first && met[0].certain);

  // A bar of 160 pixels makes a turn beside a sheet: its poses before and after do not touch it.
  const Placed bar = Shape::rect_half({4, 80}).place();
  const Placed sheet = paper.place(Affine::at(74, 0));
  const auto hit = bar.sweep(sheet, Motion().turning_degrees(360), Motion());
  assert(hit && hit->certain && hit->fraction > 0.17F && hit->fraction < 0.19F);
}
