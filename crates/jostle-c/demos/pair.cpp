// Two sprites of SFML that turn: the snippet's three levels as lamps, the polygons that their textures
// become, and the push that parts them.
//
//   arrows move   Q and E turn   L next level of detail   P push out   Space asks (prints a line)
//
// The lamps at the top left are the levels 0, 1 and 2, red where the level states that they collide; the
// polygons are red where they overlap, which is asked exactly.
#include <jostle/sfml.hpp>

#include <SFML/Window.hpp>

#include <cmath>
#include <cstdio>

namespace {

const sf::Color red(209, 36, 47), green(26, 127, 55);

// A star with a hole, drawn here so that the demo needs no file.
sf::Image star(unsigned size, int rays, sf::Color color) {
  sf::Image image;
  image.create(size, size, sf::Color::Transparent);
  const float half = float(size) / 2;
  for (unsigned y = 0; y < size; ++y) {
    for (unsigned x = 0; x < size; ++x) {
      const float dx = float(x) + 0.5F - half, dy = float(y) + 0.5F - half;
      const float away = std::hypot(dx, dy), wave = std::cos(std::atan2(dy, dx) * float(rays));
      if (away < half * (0.72F + 0.25F * wave) && away > half * 0.2F) {
        image.setPixel(x, y, color);
      }
    }
  }
  return image;
}

struct Thing {
  sf::Texture texture;
  sf::Sprite sprite;
  std::vector<jostle::Outline> outlines;  // one for each level of detail, traced once

  Thing(const sf::Image &image, sf::Vector2f at) {
    texture.loadFromImage(image);
    for (const jostle::Detail detail : {jostle::Detail::less, jostle::Detail::more, jostle::Detail::optimal}) {
      outlines.emplace_back(image, detail);
    }
    sprite.setTexture(texture);
    const sf::Vector2u size = image.getSize();
    sprite.setOrigin(float(size.x) / 2, float(size.y) / 2);
    sprite.setPosition(at);
  }

  // The polygon of the texture where the sprite is.
  jostle::Outline outline(std::size_t detail) const {
    jostle::Outline outline = outlines[detail];
    outline.setOrigin(sprite.getOrigin());
    outline.setPosition(sprite.getPosition());
    outline.setRotation(sprite.getRotation());
    return outline;
  }
};

}  // namespace

int main() {
  sf::RenderWindow window(sf::VideoMode(640, 480), "jostle: a pair");
  window.setPosition(sf::Vector2i(0, 0));
  window.setFramerateLimit(60);
  Thing a(star(128, 5, sf::Color(240, 200, 90)), sf::Vector2f(200, 240));
  Thing b(star(160, 7, sf::Color(120, 180, 230)), sf::Vector2f(420, 240));
  std::size_t detail = 2;
  const auto say = [&](const char *what) {
    const jostle::Outline one = a.outline(detail), two = b.outline(detail);
    std::printf("%s x %.2f levels %d %d %d polygons %d vertices %zu depth %.3f\n", what, double(a.sprite.getPosition().x),
                collision::areColliding(a.sprite, b.sprite, 0), collision::areColliding(a.sprite, b.sprite, 1),
                collision::areColliding(a.sprite, b.sprite, 2), jostle::overlaps(one, two), one.report().vertices,
                double(jostle::gap(one, two).depth()));
    std::fflush(stdout);
  };
  say("begins");
  while (window.isOpen()) {
    sf::Event event;
    while (window.pollEvent(event)) {
      if (event.type == sf::Event::Closed) window.close();
      if (event.type != sf::Event::KeyPressed) continue;
      switch (event.key.code) {
        case sf::Keyboard::Left: a.sprite.move(-10, 0); break;
        case sf::Keyboard::Right: a.sprite.move(10, 0); break;
        case sf::Keyboard::Up: a.sprite.move(0, -10); break;
        case sf::Keyboard::Down: a.sprite.move(0, 10); break;
        case sf::Keyboard::Q: a.sprite.rotate(-9); break;
        case sf::Keyboard::E: a.sprite.rotate(9); break;
        case sf::Keyboard::L: detail = (detail + 1) % 3; break;
        case sf::Keyboard::P:
          if (const auto contact = jostle::contact(a.outline(detail), b.outline(detail))) {
            a.sprite.move(contact->push_a().as<sf::Vector2f>());
          }
          break;
        case sf::Keyboard::Escape: window.close(); break;
        default: break;
      }
      say("now");
    }
    jostle::Outline one = a.outline(detail), two = b.outline(detail);
    const sf::Color color = jostle::overlaps(one, two) ? red : green;
    one.set_color(color);
    two.set_color(color);
    window.clear(sf::Color(246, 248, 250));
    window.draw(a.sprite);
    window.draw(b.sprite);
    window.draw(one);
    window.draw(two);
    for (int level = 0; level < 3; ++level) {
      sf::RectangleShape lamp(sf::Vector2f(24, 24));
      lamp.setPosition(float(16 + 32 * level), 16);
      lamp.setFillColor(collision::areColliding(a.sprite, b.sprite, level) ? red : green);
      window.draw(lamp);
    }
    window.display();
  }
  return 0;
}
