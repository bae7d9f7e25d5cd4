// Rectangles under SFML's transforms, tested in three stages: boxes around them, corners of one in
// the other, separating axes in the frame of each. Written from the description of the method.

#include <SFML/Graphics/Rect.hpp>
#include <SFML/Graphics/Transformable.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace {

struct Box : sf::Transformable {
    sf::Vector2f size;

    sf::FloatRect getLocalBounds() const { return {0.f, 0.f, size.x, size.y}; }

    sf::FloatRect getGlobalBounds() const { return getTransform().transformRect(getLocalBounds()); }
};

struct Corners {
    sf::Vector2f at[4];
};

Corners corners(const sf::Transform& transform, const sf::Vector2f& size) {
    return {{transform.transformPoint(0.f, 0.f), transform.transformPoint(size.x, 0.f),
             transform.transformPoint(size.x, size.y), transform.transformPoint(0.f, size.y)}};
}

// Whether a corner of a lies in b.
bool cornerInside(const Box& a, const Box& b) {
    const Corners points = corners(a.getTransform(), a.size);
    const sf::Transform& back = b.getInverseTransform();
    const sf::FloatRect local = b.getLocalBounds();
    for (const sf::Vector2f& point : points.at)
        if (local.contains(back.transformPoint(point))) return true;
    return false;
}

// Whether an axis of b, seen in b's frame, separates a from it. Touching does not.
bool axisSeparates(const Box& a, const Box& b) {
    const Corners seen = corners(b.getInverseTransform() * a.getTransform(), a.size);
    bool left = true, right = true, above = true, below = true;
    for (const sf::Vector2f& point : seen.at) {
        left = left && point.x < 0.f;
        right = right && point.x > b.size.x;
        above = above && point.y < 0.f;
        below = below && point.y > b.size.y;
    }
    return left || right || above || below;
}

bool colliding(const Box& a, const Box& b) {
    if (!a.getGlobalBounds().intersects(b.getGlobalBounds())) return false;
    if (cornerInside(a, b) || cornerInside(b, a)) return true;
    return !axisSeparates(a, b) && !axisSeparates(b, a);
}

Box box(const float* numbers) {
    Box made;
    made.size = {numbers[0], numbers[1]};
    made.setOrigin(numbers[0] / 2.f, numbers[1] / 2.f);
    made.setPosition(numbers[2], numbers[3]);
    made.setRotation(numbers[4]);
    return made;
}

using Pairs = std::vector<std::pair<Box, Box>>;

}  // namespace

extern "C" void* jostle_bench_sfml_new(const float* numbers, std::size_t count) {
    Pairs* pairs = new Pairs;
    pairs->reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        pairs->emplace_back(box(numbers + 10 * i), box(numbers + 10 * i + 5));
    return pairs;
}

extern "C" void jostle_bench_sfml_overlaps(void* pairs, unsigned char* hits) {
    for (const auto& [a, b] : *static_cast<Pairs*>(pairs)) *hits++ = colliding(a, b);
}

extern "C" void jostle_bench_sfml_delete(void* pairs) {
    delete static_cast<Pairs*>(pairs);
}
