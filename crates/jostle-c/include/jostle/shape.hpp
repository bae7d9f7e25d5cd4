// Shapes, placed shapes, and every question about one or two of them.
#ifndef JOSTLE_SHAPE_HPP
#define JOSTLE_SHAPE_HPP

#include <jostle/values.hpp>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace jostle {

class Placed;

// Lines and rings of points: what `outline`, `region` and tracing answer with.
class Rings {
 public:
  struct Ring {
    std::vector<Vec2> points;
    JostleRingKind kind;  // open, closed, or a hole in the closed one before it
  };

  Rings() = default;
  explicit Rings(JostleRings rings) {
    detail::Owned<JostleRings, jostle_rings_free> owned(rings);
    JostleRing ring{};
    for (std::size_t i = 0; detail::answered(jostle_rings_get(rings, i, &ring)); ++i) {
      all_.push_back({std::vector<Vec2>(ring.points, ring.points + ring.count), ring.kind});
    }
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  std::size_t size() const { return all_.size(); }
  const Ring &operator[](std::size_t i) const { return all_[i]; }

 private:
  std::vector<Ring> all_;
};

// The area that two shapes have in common.
struct Region {
  float area = 0.0F;
  Rings rings;
};

// A cell of a tile grid.
struct Cell {
  static constexpr int empty = JOSTLE_CELL_EMPTY;
  static constexpr int full = JOSTLE_CELL_FULL;
};

// A shape in its own frame: a closed set of points. Cheap to copy.
class Shape {
 public:
  Shape() = default;  // none
  explicit Shape(JostleShape shape) : held_(shape) {}
  Shape(Shape &&) noexcept = default;
  Shape &operator=(Shape &&) noexcept = default;
  Shape(const Shape &other) { *this = other; }
  Shape &operator=(const Shape &other) {
    JostleShape copy{0};
    if (!other.empty()) {
      detail::answered(jostle_shape_clone(other.get(), &copy));
    }
    held_ = Held(copy);
    return *this;
  }
  ~Shape() = default;

  bool empty() const noexcept { return held_.empty(); }
  JostleShape get() const noexcept { return held_.get(); }

  static Shape point(Vec2 at, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_point(at, out); });
  }
  static Shape segment(Vec2 a, Vec2 b, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_segment(a, b, out); });
  }
  static Shape circle(float radius, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_circle(radius, out); });
  }
  static Shape circle_at(Vec2 center, float radius, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_circle_at(center, radius, out); });
  }
  static Shape capsule(Vec2 a, Vec2 b, float radius, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_capsule(a, b, radius, out); });
  }
  static Shape rect_half(Vec2 half, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_rect_half(half, out); });
  }
  // From the width and the height.
  static Shape rect_size(Vec2 size, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_rect_size(size, out); });
  }
  static Shape rect_half_at(Vec2 center, Vec2 half, Rot rot = {}, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_rect_half_at(center, half, rot, out); });
  }
  static Shape ellipse(Vec2 radii, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_ellipse(radii, out); });
  }
  static Shape ellipse_at(Vec2 center, Vec2 radii, Rot rot = {}, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_ellipse_at(center, radii, rot, out); });
  }
  static Shape half_plane(Vec2 normal, float offset, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_half_plane(normal, offset, out); });
  }
  static Shape triangle(Vec2 a, Vec2 b, Vec2 c, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) { return jostle_shape_triangle(a, b, c, out); });
  }
  static Shape polygon(const std::vector<Vec2> &outline, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_polygon(outline.data(), outline.size(), out);
    });
  }
  static Shape polygon_with_holes(const std::vector<Vec2> &outer,
                                  const std::vector<std::vector<Vec2>> &holes,
                                  Status *status = nullptr) {
    std::vector<JostlePoints> lists;
    for (const std::vector<Vec2> &hole : holes) {
      lists.push_back({hole.data(), hole.size()});
    }
    return made(status, [&](JostleShape *out) {
      return jostle_shape_polygon_with_holes(outer.data(), outer.size(), lists.data(), lists.size(), out);
    });
  }
  static Shape hull(const std::vector<Vec2> &points, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_hull(points.data(), points.size(), out);
    });
  }
  static Shape chain(const std::vector<Vec2> &line, ChainEnds ends = ChainEnds::open, Sidedness sided = Sidedness::both,
                     Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_chain(line.data(), line.size(), static_cast<int>(ends),
                                static_cast<int>(sided), out);
    });
  }
  static Shape compound(const std::vector<std::pair<Shape, Affine>> &parts, Status *status = nullptr) {
    std::vector<JostlePart> list;
    for (const std::pair<Shape, Affine> &part : parts) {
      list.push_back({part.first.get(), part.second});
    }
    return made(status, [&](JostleShape *out) {
      return jostle_shape_compound(list.data(), list.size(), out);
    });
  }
  // Rows of 64-bit words, as `Shape::mask` of the library.
  static Shape mask(std::uint32_t width, std::uint32_t height, const std::vector<std::uint64_t> &words,
                    Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_mask(width, height, words.data(), words.size(), out);
    });
  }
  static Shape grid(std::uint32_t columns, std::uint32_t rows, Vec2 cell,
                    const std::vector<std::uint64_t> &words, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_grid(columns, rows, cell, words.data(), words.size(), out);
    });
  }
  // Cells are `Cell::empty`, `Cell::full` or the number of a tile.
  static Shape grid_of_tiles(std::uint32_t columns, std::uint32_t rows, Vec2 cell,
                             const std::vector<Shape> &tiles, const std::vector<std::int32_t> &cells,
                             Status *status = nullptr) {
    std::vector<JostleShape> list;
    for (const Shape &tile : tiles) {
      list.push_back(tile.get());
    }
    return made(status, [&](JostleShape *out) {
      return jostle_shape_grid_of_tiles(columns, rows, cell, list.data(), list.size(), cells.data(),
                                        cells.size(), out);
    });
  }
  // A convex, bounded set by its support function, which must outlive all that is made of it, may be
  // called on any thread that asks, and must not throw.
  static Shape custom(std::function<std::array<double, 2>(double, double)> &support,
                      Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_custom(
          [](double x, double y, double *to, void *user) noexcept {
            const auto &own = *static_cast<std::function<std::array<double, 2>(double, double)> *>(user);
            const std::array<double, 2> found = own(x, y);
            to[0] = found[0];
            to[1] = found[1];
          },
          &support, out);
    });
  }
  static Shape from_json(const std::string &json, Status *status = nullptr) {
    return made(status, [&](JostleShape *out) {
      return jostle_shape_from_json(json.data(), json.size(), out);
    });
  }
  static std::pair<Shape, Affine> from_json_with_transform(const std::string &json,
                                                           Status *status = nullptr) {
    Affine map;
    Shape shape = made(status, [&](JostleShape *out) {
      return jostle_shape_from_json_with_transform(json.data(), json.size(), out, &map);
    });
    return {std::move(shape), map};
  }

  std::string to_json(Status *status = nullptr) const {
    JostleBytes json{0};
    return detail::answered(jostle_shape_to_json(get(), &json), status) ? detail::text_of(json) : "";
  }
  Shape with_radius(float radius, Status *status = nullptr) const {
    return made(status, [&](JostleShape *out) { return jostle_shape_with_radius(get(), radius, out); });
  }
  std::string kind() const {
    const char *word = "";
    detail::answered(jostle_shape_kind(get(), &word));
    return word;
  }
  inline Placed place(const Affine &transform = {}, Status *status = nullptr) const;

 private:
  using Held = detail::Owned<JostleShape, jostle_shape_free>;

  template <class Make>
  static Shape made(Status *status, Make make) {
    JostleShape shape{0};
    detail::answered(make(&shape), status);
    return Shape(shape);
  }

  Held held_;
};

// A shape in the world, ready for every question.
class Placed {
 public:
  Placed() = default;  // none
  explicit Placed(JostlePlaced placed) : held_(placed) {}
  Placed(Placed &&) noexcept = default;
  Placed &operator=(Placed &&) noexcept = default;
  Placed(const Placed &other) { *this = other; }
  Placed &operator=(const Placed &other) {
    JostlePlaced copy{0};
    if (!other.empty()) {
      detail::answered(jostle_placed_clone(other.get(), &copy));
    }
    held_ = detail::Owned<JostlePlaced, jostle_placed_free>(copy);
    return *this;
  }
  ~Placed() = default;

  bool empty() const noexcept { return held_.empty(); }
  JostlePlaced get() const noexcept { return held_.get(); }

  bool overlaps(const Placed &b) const { return *two<bool>(b, jostle_overlaps); }
  bool overlaps_interior(const Placed &b) const { return *two<bool>(b, jostle_overlaps_interior); }
  Verdict verdict(const Placed &b) const {
    return static_cast<Verdict>(*two<JostleVerdict>(b, jostle_verdict));
  }
  StagedTest test_until(const Placed &b, Level level = Level::exact) const {
    JostleStagedTest found{};
    detail::answered(jostle_test_until(get(), b.get(), static_cast<int>(level), &found));
    return found;
  }
  bool hit(const Placed &b, BuiltinMethod method) const {
    bool found = false;
    detail::answered(jostle_hit(get(), b.get(), static_cast<int>(method), &found));
    return found;
  }
  Relation relation(const Placed &b) const {
    return static_cast<Relation>(*two<JostleRelation>(b, jostle_relation));
  }
  std::size_t candidate_count(const Placed &b, std::size_t limit) const {
    std::size_t found = 0;
    detail::answered(jostle_candidate_count(get(), b.get(), limit, &found));
    return found;
  }
  bool contains(const Placed &b) const { return *two<bool>(b, jostle_contains); }
  bool contains_point(Vec2 point) const {
    bool found = false;
    detail::answered(jostle_contains_point(get(), point, &found));
    return found;
  }
  Gap gap(const Placed &b) const { return *two<JostleGap>(b, jostle_gap); }
  std::optional<Contact> contact(const Placed &b) const { return two<JostleContact>(b, jostle_contact); }
  std::optional<Manifold> manifold(const Placed &b) const {
    return two<JostleManifold>(b, jostle_manifold);
  }
  std::vector<Crossing> crossings(const Placed &b) const {
    return many<Crossing>(b, jostle_crossings);
  }
  // One for each face that is touched, the deepest first.
  std::vector<Contact> contacts(const Placed &b) const {
    const std::vector<JostleContact> found = many<JostleContact>(b, jostle_contacts);
    return {found.begin(), found.end()};
  }
  // Nothing where the common area is unbounded.
  std::optional<Region> region(const Placed &b, float tolerance = 0.0F) const {
    float area = 0.0F;
    JostleRings rings{0};
    if (!detail::answered(jostle_region(get(), b.get(), tolerance, &area, &rings))) {
      return std::nullopt;
    }
    return Region{area, Rings(rings)};
  }
  std::optional<RayHit> ray(Vec2 origin, Vec2 translation, Inside inside = Inside::hit) const {
    RayHit found;
    if (!detail::answered(jostle_ray(get(), origin, translation, static_cast<int>(inside), &found))) {
      return std::nullopt;
    }
    return found;
  }
  // When this shape, moved straight, first meets another; nothing proves that it does not.
  std::optional<Hit> cast(const Placed &b, Vec2 translation, const Meet &meet = {}) const {
    Hit found;
    const JostleMeet rules = meet.c();
    if (!detail::answered(jostle_cast(get(), b.get(), translation, &rules, &found))) {
      return std::nullopt;
    }
    return found;
  }
  // The same while both move.
  std::optional<Hit> sweep(const Placed &b, const Motion &by_self, const Motion &by_other = {}, const Meet &meet = {}) const {
    Hit found;
    const JostleMeet rules = meet.c();
    if (!detail::answered(jostle_sweep(get(), b.get(), &by_self.c(), &by_other.c(), &rules, &found))) {
      return std::nullopt;
    }
    return found;
  }
  Closest closest(Vec2 point) const {
    Closest found{};
    detail::answered(jostle_closest(get(), point, &found));
    return found;
  }
  // The proof of the verdict as JSON.
  std::string why(const Placed &b) const { return detail::text_of(*two<JostleBytes>(b, jostle_why)); }

  Aabb bounds() const { return *one<JostleAabb>(jostle_bounds); }
  std::optional<OrientedBox> oriented_bounds() const {
    return one<JostleOrientedBox>(jostle_oriented_bounds);
  }
  std::optional<std::array<Vec2, 4>> corners() const {
    std::array<Vec2, 4> found;
    if (!detail::answered(jostle_corners(get(), found.data()))) {
      return std::nullopt;
    }
    return found;
  }
  std::optional<std::array<Vec2, 2>> edge(std::size_t number) const {
    std::array<Vec2, 2> found;
    if (!detail::answered(jostle_edge(get(), number, found.data()))) {
      return std::nullopt;
    }
    return found;
  }
  Interval project(Vec2 axis) const {
    Interval found;
    detail::answered(jostle_project(get(), axis, &found));
    return found;
  }
  std::optional<float> area() const { return one<float>(jostle_area); }
  std::optional<float> perimeter() const { return one<float>(jostle_perimeter); }
  std::optional<Vec2> centroid() const { return one<JostleVec2>(jostle_centroid); }
  Rings outline(float tolerance = 0.0F, const Aabb &window = {}) const {
    JostleRings rings{0};
    detail::answered(jostle_outline(get(), tolerance, window, &rings));
    return Rings(rings);
  }
  Placed moved(Vec2 offset) const {
    JostlePlaced placed{0};
    detail::answered(jostle_placed_moved(get(), offset, &placed));
    return Placed(placed);
  }

 private:
  template <class T>
  std::optional<T> one(JostleStatus (*ask)(JostlePlaced, T *)) const {
    T found{};
    return detail::answered(ask(get(), &found)) ? std::optional<T>(found) : std::nullopt;
  }
  template <class T>
  std::optional<T> two(const Placed &b, JostleStatus (*ask)(JostlePlaced, JostlePlaced, T *)) const {
    T found{};
    return detail::answered(ask(get(), b.get(), &found)) ? std::optional<T>(found) : std::nullopt;
  }
  template <class T>
  std::vector<T> many(const Placed &b, JostleStatus (*ask)(JostlePlaced, JostlePlaced, T *, std::size_t, std::size_t *)) const {
    std::vector<T> found(16);
    for (;;) {
      std::size_t count = 0;
      const JostleStatus status = ask(get(), b.get(), found.data(), found.size(), &count);
      found.resize(count);
      if (status != JOSTLE_STATUS_ROOM) {
        detail::answered(status);
        return found;
      }
    }
  }

  detail::Owned<JostlePlaced, jostle_placed_free> held_;
};

inline Placed Shape::place(const Affine &transform, Status *status) const {
  JostlePlaced placed{0};
  detail::answered(jostle_shape_place(get(), &transform, &placed), status);
  return Placed(placed);
}

namespace detail {
inline std::vector<JostlePlaced> handles(const std::vector<Placed> &shapes) {
  std::vector<JostlePlaced> all;
  for (const Placed &shape : shapes) {
    all.push_back(shape.get());
  }
  return all;
}
}  // namespace detail

inline std::optional<Aabb> bounds_of(const std::vector<Placed> &shapes) {
  const std::vector<JostlePlaced> all = detail::handles(shapes);
  Aabb found;
  if (!detail::answered(jostle_bounds_of(all.data(), all.size(), &found))) {
    return std::nullopt;
  }
  return found;
}

// Many pairs in one call: of shapes in one list by their places, or of each a[i] and b[i].
using Pair = JostlePair;
using PairContact = JostlePairContact;

namespace detail {
// Asks for as many as there was room for last, and again where there are more.
template <class T, class Ask>
std::vector<T> found(std::size_t guess, Ask ask) {
  std::vector<T> all(guess);
  std::size_t count = 0;
  JostleStatus status = ask(all.data(), all.size(), &count);
  if (status == JOSTLE_STATUS_ROOM) {
    all.resize(count);
    status = ask(all.data(), all.size(), &count);
  }
  answered(status);
  all.resize(count);
  return all;
}
template <class T, class Ask>
std::vector<T> found_within(const std::vector<Placed> &shapes, Ask ask) {
  const std::vector<JostlePlaced> all = handles(shapes);
  return found<T>(2 * all.size(), [&](auto... to) { return ask(all.data(), all.size(), to...); });
}
template <class T, class Ask>
std::vector<T> found_between(const std::vector<Placed> &a, const std::vector<Placed> &b, Ask ask) {
  const std::vector<JostlePlaced> one = handles(a), two = handles(b);
  return found<T>(one.size() + two.size(), [&](auto... to) {
    return ask(one.data(), one.size(), two.data(), two.size(), to...);
  });
}
}  // namespace detail

// The pairs of shapes in a list that overlap, each once, sorted; touching counts.
inline std::vector<Pair> pairs(const std::vector<Placed> &shapes) {
  return detail::found_within<Pair>(shapes, jostle_pairs);
}
// The pairs of a shape of `a` and a shape of `b` that overlap, sorted.
inline std::vector<Pair> pairs_between(const std::vector<Placed> &a, const std::vector<Placed> &b) {
  return detail::found_between<Pair>(a, b, jostle_pairs_between);
}
// The pairs that touch, with their contacts.
inline std::vector<PairContact> pair_contacts(const std::vector<Placed> &shapes) {
  return detail::found_within<PairContact>(shapes, jostle_pair_contacts);
}
inline std::vector<PairContact> pair_contacts_between(const std::vector<Placed> &a,
                                                      const std::vector<Placed> &b) {
  return detail::found_between<PairContact>(a, b, jostle_pair_contacts_between);
}

// The shapes that `weld` made, and what they replace.
struct WeldReport {
  std::vector<Shape> shapes;
  // For each shape that was given, the number of the weld that replaces it, or `unwelded`.
  std::vector<std::size_t> of;
  static constexpr std::size_t unwelded = JOSTLE_UNWELDED;
};

inline WeldReport weld(const std::vector<Placed> &shapes) {
  const std::vector<JostlePlaced> all = detail::handles(shapes);
  std::vector<JostleWeldGroup> welds(all.size());
  WeldReport found;
  found.of.resize(all.size());
  std::size_t count = 0;
  detail::answered(jostle_weld(all.data(), all.size(), welds.data(), found.of.data(), &count));
  for (std::size_t i = 0; i < count; ++i) {
    found.shapes.emplace_back(welds[i].shape);
  }
  return found;
}

}  // namespace jostle

#endif
