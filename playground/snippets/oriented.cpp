#include <jostle/jostle.hpp>

#include <cassert>

using namespace jostle;

int main() {
  const Placed a = Shape::rect_half({50, 20}).place(Affine().rotated(degrees_to_radians(30)));
  const Placed b = Shape::rect_half({30, 30}).place(Affine::at(70, 0).rotated(degrees_to_radians(-10)));

  const std::optional<Contact> contact = a.contact(b);
  assert(contact);
  const Vec2 push = contact->push_b();  // moves b out of a
  assert(!a.overlaps(b.moved({1.001F * push.x, 1.001F * push.y})));
}
