// Values: the C structs with the library's words as members. All may be copied, and each is the C
// struct of its name, so they go through the C functions as they are.
#ifndef JOSTLE_VALUES_HPP
#define JOSTLE_VALUES_HPP

#include <jostle/error.hpp>

#include <array>
#include <memory>
#include <cstdint>
#include <optional>
#include <type_traits>

namespace jostle {

namespace detail {
// Points of other libraries: anything with an x and a y.
template <class T, class = void>
struct HasXY : std::false_type {};
template <class T>
struct HasXY<T, std::void_t<decltype(std::declval<const T &>().x), decltype(std::declval<const T &>().y)>>
    : std::true_type {};
}  // namespace detail

// A vector or a point; made of any other library's, too.
struct Vec2 : JostleVec2 {
  constexpr Vec2() : JostleVec2{0.0F, 0.0F} {}
  constexpr Vec2(float x_, float y_) : JostleVec2{x_, y_} {}
  constexpr Vec2(JostleVec2 v) : JostleVec2(v) {}
  template <class T, std::enable_if_t<detail::HasXY<T>::value && !std::is_base_of_v<JostleVec2, T>, int> = 0>
  constexpr Vec2(const T &v) : JostleVec2{static_cast<float>(v.x), static_cast<float>(v.y)} {}

  // As a point of another library: `push.as<sf::Vector2f>()`.
  template <class T>
  constexpr T as() const {
    return T{x, y};
  }

  float dot(Vec2 other) const { return jostle_vec2_dot(*this, other); }
  float cross(Vec2 other) const { return jostle_vec2_cross(*this, other); }
  float length() const { return jostle_vec2_length(*this); }
  Vec2 project_onto(Vec2 axis) const { return jostle_vec2_project_onto(*this, axis); }

  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator-(Vec2 a) { return {-a.x, -a.y}; }
  friend constexpr Vec2 operator*(Vec2 a, float k) { return {a.x * k, a.y * k}; }
  friend constexpr bool operator==(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
  friend constexpr bool operator!=(Vec2 a, Vec2 b) { return !(a == b); }
  Vec2 &operator+=(Vec2 b) { return *this = *this + b; }
  Vec2 &operator-=(Vec2 b) { return *this = *this - b; }
};
static_assert(sizeof(Vec2) == sizeof(JostleVec2), "lists of points go to C as they are");

struct Rot : JostleRot {
  constexpr Rot() : JostleRot{1.0F, 0.0F} {}
  constexpr Rot(JostleRot rot) : JostleRot(rot) {}
  static Rot from_radians(float angle) { return jostle_rot_from_radians(angle); }
  static Rot from_degrees(float angle) { return jostle_rot_from_degrees(angle); }
};

inline float degrees_to_radians(float degrees) { return jostle_degrees_to_radians(degrees); }

// The parts of a transform, which compose as in PixiJS.
struct TransformParts {
  Vec2 position;
  float rotation = 0.0F;
  Vec2 scale{1.0F, 1.0F};
  Vec2 skew;
  Vec2 pivot;
};

struct Affine : JostleAffine {
  constexpr Affine() : JostleAffine{1.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F} {}
  constexpr Affine(JostleAffine map) : JostleAffine(map) {}
  static Affine at(float x, float y) { return jostle_affine_at(x, y); }
  static Affine at(Vec2 p) { return jostle_affine_at(p.x, p.y); }
  static constexpr Affine from_matrix(float a, float b, float c, float d, float tx, float ty) {
    return JostleAffine{a, b, c, d, tx, ty};
  }
  static Affine from_parts(const TransformParts &p) {
    return jostle_affine_from_parts({p.position, p.rotation, p.scale, p.skew, p.pivot});
  }
  static Affine from_json(const std::string &json, Status *status = nullptr) {
    Affine map;
    detail::answered(jostle_affine_from_json(json.data(), json.size(), &map), status);
    return map;
  }
  std::string to_json() const {
    JostleBytes json{0};
    detail::answered(jostle_affine_to_json(*this, &json));
    return detail::text_of(json);
  }
  constexpr std::array<float, 6> to_matrix() const { return {a, b, c, d, tx, ty}; }
  Affine rotated(float radians) const { return jostle_affine_rotated(*this, radians); }
  Affine rotated_by(Rot rot) const { return jostle_affine_rotated_by(*this, rot); }
  Affine scaled(float sx, float sy) const { return jostle_affine_scaled(*this, sx, sy); }
  Affine skewed(float kx, float ky) const { return jostle_affine_skewed(*this, kx, ky); }
  Affine pivoted(float x, float y) const { return jostle_affine_pivoted(*this, x, y); }
  Affine under(const Affine &parent) const { return jostle_affine_under(*this, parent); }
  Affine moved(Vec2 offset) const { return jostle_affine_moved(*this, offset); }
  Vec2 transform_point(Vec2 point) const { return jostle_affine_transform_point(*this, point); }
  Vec2 transform_vector(Vec2 vector) const { return jostle_affine_transform_vector(*this, vector); }
  std::optional<Affine> inverse() const {
    Affine map;
    if (!detail::answered(jostle_affine_inverse(*this, &map))) {
      return std::nullopt;
    }
    return map;
  }
  bool is_finite() const { return jostle_affine_is_finite(*this); }
};

struct Interval : JostleInterval {
  constexpr Interval() : JostleInterval{0.0F, 0.0F} {}
  constexpr Interval(float min_, float max_) : JostleInterval{min_, max_} {}
  constexpr Interval(JostleInterval range) : JostleInterval(range) {}
  Interval sorted() const { return jostle_interval_sorted(*this); }
  bool overlaps(Interval other) const { return jostle_interval_overlaps(*this, other); }
  Interval union_with(Interval other) const { return jostle_interval_union(*this, other); }
  Interval extend(float number) const { return jostle_interval_extend(*this, number); }
  float clamp(float number) const { return jostle_interval_clamp(*this, number); }
  std::optional<Interval> intersection(Interval other) const {
    Interval range;
    if (!detail::answered(jostle_interval_intersection(*this, other, &range))) {
      return std::nullopt;
    }
    return range;
  }
  float length() const { return jostle_interval_length(*this); }
};

struct Aabb : JostleAabb {
  constexpr Aabb() : JostleAabb{{0.0F, 0.0F}, {0.0F, 0.0F}} {}
  constexpr Aabb(JostleAabb box) : JostleAabb(box) {}
  Aabb(Vec2 a, Vec2 b) : JostleAabb(jostle_aabb_new(a, b)) {}
  bool overlaps(const Aabb &other) const { return jostle_aabb_overlaps(*this, other); }
  bool overlaps_interior(const Aabb &other) const {
    return jostle_aabb_overlaps_interior(*this, other);
  }
  std::optional<Aabb> intersection(const Aabb &other) const {
    Aabb box;
    if (!detail::answered(jostle_aabb_intersection(*this, other, &box))) {
      return std::nullopt;
    }
    return box;
  }
  Aabb union_with(const Aabb &other) const { return jostle_aabb_union(*this, other); }
  bool contains(Vec2 point) const { return jostle_aabb_contains(*this, point); }
  Vec2 center() const { return jostle_aabb_center(*this); }
  Vec2 half_extents() const { return jostle_aabb_half_extents(*this); }
};

struct OrientedBox : JostleOrientedBox {
  OrientedBox(JostleOrientedBox box) : JostleOrientedBox(box) {}
  std::array<Vec2, 4> corners() const {
    std::array<Vec2, 4> found;
    detail::answered(jostle_oriented_box_corners(*this, found.data()));
    return found;
  }
};

enum class Level { bounds = JOSTLE_LEVEL_BOUNDS, corners = JOSTLE_LEVEL_CORNERS, exact = JOSTLE_LEVEL_EXACT };
enum class BuiltinMethod {
  bounds = JOSTLE_BUILTIN_METHOD_BOUNDS,
  circles = JOSTLE_BUILTIN_METHOD_CIRCLES,
  corners = JOSTLE_BUILTIN_METHOD_CORNERS,
  exact = JOSTLE_BUILTIN_METHOD_EXACT
};
enum class Inside { hit = JOSTLE_INSIDE_HIT, skip = JOSTLE_INSIDE_SKIP, exit = JOSTLE_INSIDE_EXIT };
enum class Stop { touching = JOSTLE_STOP_TOUCHING, overlapping = JOSTLE_STOP_OVERLAPPING };
enum class ChainEnds { open = JOSTLE_CHAIN_ENDS_OPEN, closed = JOSTLE_CHAIN_ENDS_CLOSED };
enum class Sidedness { both = JOSTLE_SIDEDNESS_BOTH, left = JOSTLE_SIDEDNESS_LEFT };
enum class Verdict {
  separated = JOSTLE_VERDICT_SEPARATED,
  touching = JOSTLE_VERDICT_TOUCHING,
  overlapping = JOSTLE_VERDICT_OVERLAPPING
};
enum class Relation {
  same = JOSTLE_RELATION_SAME,
  a_in_b = JOSTLE_RELATION_A_IN_B,
  b_in_a = JOSTLE_RELATION_B_IN_A,
  overlapping = JOSTLE_RELATION_OVERLAPPING,
  touching = JOSTLE_RELATION_TOUCHING,
  apart = JOSTLE_RELATION_APART
};

struct StagedTest {
  bool hit;
  bool certain;
  Level level;
  StagedTest(JostleStagedTest t) : hit(t.hit), certain(t.certain), level(static_cast<Level>(t.level)) {}
};

struct Gap : JostleGap {
  Gap(JostleGap gap) : JostleGap(gap) {}
  float distance() const { return separation > 0.0F ? separation : 0.0F; }
  float depth() const { return separation < 0.0F ? -separation : 0.0F; }
};

struct Contact : JostleContact {
  Contact(JostleContact contact) : JostleContact(contact) {}
  Vec2 push_a() const { return jostle_contact_push_a(*this); }
  Vec2 push_b() const { return jostle_contact_push_b(*this); }
};

// What counts as a contact of moving shapes.
struct Meet {
  Stop stop = Stop::touching;
  Inside inside = Inside::hit;
  float skin = 0.0F;

  JostleMeet c() const { return {static_cast<int>(stop), static_cast<int>(inside), skin}; }
};

// How a shape moves during one frame.
class Motion {
 public:
  Motion() : Motion(Vec2{0.0F, 0.0F}) {}
  Motion(Vec2 translation) : motion_(jostle_motion_by(translation.x, translation.y)) {}
  static Motion by(float x, float y) { return Vec2{x, y}; }
  // From one transform to another, with a turn of `radians` on the way.
  static Motion between(const Affine &then, const Affine &now, double radians) {
    Motion motion = Motion().turning(radians).starting_at(then);
    motion.motion_.end = now;
    motion.motion_.has_end = true;
    return motion;
  }
  Motion turning(double radians) const {
    Motion motion = *this;
    motion.motion_.radians = radians;
    motion.motion_.degrees = 0.0;
    return motion;
  }
  Motion turning_degrees(double degrees) const {
    Motion motion = *this;
    motion.motion_.radians = 0.0;
    motion.motion_.degrees = degrees;
    return motion;
  }
  Motion about(Vec2 pivot) const {
    Motion motion = *this;
    motion.motion_.pivot = pivot;
    motion.motion_.has_pivot = true;
    return motion;
  }
  Motion scaling(float sx, float sy) const {
    Motion motion = *this;
    motion.motion_.scale = {sx, sy};
    return motion;
  }
  Motion starting_at(const Affine &start) const {
    Motion motion = *this;
    motion.motion_.start = start;
    motion.motion_.has_start = true;
    return motion;
  }
  // Carried by a parent that moves too, outside of all that carries it so far.
  Motion under(const Motion &parent) const {
    Motion motion = *this;
    motion.parent_ = std::make_shared<const Motion>(parent_ ? parent_->under(parent) : parent);
    motion.motion_.parent = &motion.parent_->motion_;
    return motion;
  }
  Affine at(const Affine &start, float t) const {
    Affine found = start;
    detail::answered(jostle_motion_at(&motion_, start, t, &found));
    return found;
  }
  // The struct of C; it points into this object's parents.
  const JostleMotion &c() const { return motion_; }

 private:
  JostleMotion motion_;
  // Keeps what the struct points to; shared, so that copies may outlive this.
  std::shared_ptr<const Motion> parent_;
};

using Hit = JostleHit;
using Closest = JostleClosest;
using RayHit = JostleRayHit;
using Crossing = JostleCrossing;
using LineCrossing = JostleLineCrossing;
using ManifoldPoint = JostleManifoldPoint;

struct Manifold : JostleManifold {
  Manifold(JostleManifold manifold) : JostleManifold(manifold) {}
  const ManifoldPoint *begin() const { return JostleManifold::points; }
  const ManifoldPoint *end() const { return JostleManifold::points + count; }
};

inline Interval project_edge(Vec2 from, Vec2 to, Vec2 axis) {
  return jostle_project_edge(from, to, axis);
}

inline std::optional<LineCrossing> intersect_segments(const std::array<Vec2, 2> &a,
                                                      const std::array<Vec2, 2> &b) {
  LineCrossing found;
  if (!detail::answered(jostle_intersect_segments(a.data(), b.data(), &found))) {
    return std::nullopt;
  }
  return found;
}

inline std::optional<LineCrossing> intersect_lines(const std::array<Vec2, 2> &a,
                                                   const std::array<Vec2, 2> &b) {
  LineCrossing found;
  if (!detail::answered(jostle_intersect_lines(a.data(), b.data(), &found))) {
    return std::nullopt;
  }
  return found;
}

}  // namespace jostle

#endif
