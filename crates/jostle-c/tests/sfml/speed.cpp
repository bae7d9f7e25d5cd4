// A million pairs of sf::RectangleShape, by the snippet's method and by collision::areColliding, in one
// program: nanoseconds a pair, and every pair on which they differ. Three crowds: any two of a wide
// scene, any two of a crowded one, and the pairs that a broad phase leaves (their boxes meet).
#include <jostle/sfml.hpp>

#include <algorithm>
#include <ctime>
#include <random>

#include "method.hpp"

namespace {

struct Row {
  const char *about;
  std::vector<std::pair<int, int>> pairs;
};

template <class Ask>
double nanoseconds(const Row &row, std::vector<char> &answers, Ask ask) {
  double best = 1e30;
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();  // of this program alone, since machines are busy
    for (std::size_t i = 0; i < row.pairs.size(); ++i) {
      answers[i] = ask(row.pairs[i].first, row.pairs[i].second);
    }
    const double took = 1e9 * double(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, took / double(row.pairs.size()));
  }
  return best;
}

}  // namespace

int main() {
  constexpr int count = 100, million = 1000000;
  std::mt19937 random(7);
  std::uniform_real_distribution<float> unit(0, 1);
  std::vector<sf::RectangleShape> shapes;
  const auto spread = [&](float side) {
    shapes.clear();
    for (int i = 0; i < count; ++i) {
      sf::RectangleShape r(sf::Vector2f(20 + 80 * unit(random), 20 + 80 * unit(random)));
      r.setOrigin(r.getSize() * 0.5F);
      r.setPosition(side * unit(random), side * unit(random));
      r.setRotation(360 * unit(random));
      r.setScale(0.5F + unit(random), 0.5F + unit(random));
      (void)r.getInverseTransform();  // computed once a frame in a game: not what is measured
      shapes.push_back(r);
    }
  };
  const auto any_two = [&] { return std::pair<int, int>(int(random() % count), int(random() % count)); };
  bool sound = true;
  int differ = 0;
  std::printf("%-46s %9s %9s %7s %9s %7s\n", "a million pairs of sf::RectangleShape", "snippet", "jostle", "times", "hits", "differ");
  const struct { const char *about; float side; bool met; } crowds[] = {
      {"any two of a wide scene, 4000 px", 4000, false},
      {"any two of a crowd, 300 px", 300, false},
      {"boxes meet: what a broad phase leaves", 300, true}};
  for (const auto &crowd : crowds) {
    spread(crowd.side);
    Row row{crowd.about, {}};
    while (int(row.pairs.size()) < million) {
      const auto pair = any_two();
      if (pair.first != pair.second &&
          (!crowd.met || method::areColliding(shapes[std::size_t(pair.first)], shapes[std::size_t(pair.second)], 0))) {
        row.pairs.push_back(pair);
      }
    }
    const auto at = [&](int i) -> const sf::RectangleShape & { return shapes[std::size_t(i)]; };
    std::vector<char> theirs(million), ours(million);
    const double snippet = nanoseconds(row, theirs, [&](int a, int b) { return method::areColliding(at(a), at(b)); });
    const double jostle = nanoseconds(row, ours, [&](int a, int b) { return collision::areColliding(at(a), at(b)); });
    int different = 0;
    for (std::size_t i = 0; i < row.pairs.size(); ++i) {
      if (theirs[i] != ours[i]) {
        ++different;
        const float gap = jostle::gap(at(row.pairs[i].first), at(row.pairs[i].second)).separation;
        const bool rounding = gap < 1e-3F && gap > -1e-3F;
        sound = sound && rounding && (gap <= 0) == (ours[i] != 0);
        std::printf("  pair %zu: the snippet says %d, jostle %d; the exact separation is %g px\n", i, theirs[i], ours[i], double(gap));
      }
    }
    differ += different;
    std::printf("%-46s %6.1f ns %6.1f ns %6.1fx %9td %7d\n", crowd.about, snippet, jostle, snippet / jostle,
                std::count(ours.begin(), ours.end(), 1), different);
  }
  if (!sound) {
    std::puts("a difference is more than rounding of the snippet's");
    return 1;
  }
  std::printf("speed: 3 passed (%d of 3000000 answers differ, each within 1e-3 px of touching)\n", differ);
  return 0;
}
