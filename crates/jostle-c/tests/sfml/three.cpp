// sfml.hpp against the interface of SFML 3 (`tests/stub`).
#include <jostle/sfml.hpp>

#include "../c/check.h"

int main() {
  sf::RectangleShape bar(sf::Vector2f(80, 20)), other(sf::Vector2f(10, 10));
  sf::CircleShape ball(10);
  other.setPosition(sf::Vector2f(80, 0));
  CHECK(jostle::overlaps(bar, other) && !jostle::overlaps_interior(bar, other) && !collision::areColliding(bar, other));
  other.setRotation(sf::radians(0.5F));
  CHECK(collision::areColliding(bar, other) && jostle::contact(bar, other));
  ball.setPosition(sf::Vector2f(70, 15));
  CHECK(jostle::overlaps(ball, bar) && jostle::shape_of(ball).kind() == "circle");
  const std::vector<std::uint8_t> pixels(8 * 8 * 4, 255);
  const sf::Image image(sf::Vector2u(8, 8), pixels.data());
  jostle::Outline outline(image), again(sf::Texture(image), jostle::Detail::exact), of_bar(bar);
  CHECK(outline.getLocalBounds().size.x == 8 && jostle::overlaps(outline, bar) && !again.empty() && !of_bar.empty());
  jostle::World world;
  world.add(jostle::Collider(outline));
  world.add(jostle::Collider(bar));
  CHECK(world.step().size() == 1);
  sf::RenderTarget target;
  target.draw(outline);
  target.draw(jostle::Debug(world));
  CHECK(target.drawn >= 5 + 16);
  return checks_done("sfml 3 objects");
}
