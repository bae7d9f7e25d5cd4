// jostle for SFML programs: questions about SFML's own objects, as they are.
//
//   jostle::overlaps(sprite, text)                 any two with getTransform() and getLocalBounds()
//   jostle::contact(ship, rock)->push_a()          circles, rectangles and polygons as drawn
//   collision::areColliding(a, b, level)           the snippet of SFML's wiki, by its old name
//   jostle::Outline(image, jostle::Detail::more)   a hitbox from pixels that is drawn, turned, moved
//   window.draw(jostle::Debug(world))              a world, to look at
//
// Questions are about the drawn object: a shape with its outline, everything else by its local
// bounds. SFML 2.5, 2.6 and 3 are supported. Frames and units are SFML's: pixels, y down.
#ifndef JOSTLE_SFML_HPP
#define JOSTLE_SFML_HPP

#include <jostle/jostle.hpp>

#include <SFML/Config.hpp>
#include <SFML/Graphics.hpp>

#include <cmath>

namespace jostle {

class Outline;

namespace detail {

#if SFML_VERSION_MAJOR >= 3
inline constexpr sf::PrimitiveType sf_lines = sf::PrimitiveType::Lines;
inline constexpr sf::PrimitiveType sf_strip = sf::PrimitiveType::LineStrip;
inline Vec2 corner(const sf::FloatRect &r) { return r.position; }
inline Vec2 extent(const sf::FloatRect &r) { return r.size; }
#else
inline constexpr sf::PrimitiveType sf_lines = sf::Lines;
inline constexpr sf::PrimitiveType sf_strip = sf::LineStrip;
inline Vec2 corner(const sf::FloatRect &r) { return {r.left, r.top}; }
inline Vec2 extent(const sf::FloatRect &r) { return {r.width, r.height}; }
#endif

inline sf::Vertex vertex(Vec2 at, sf::Color color) {
  sf::Vertex v;
  v.position = sf::Vector2f(at.x, at.y);
  v.color = color;
  return v;
}

// SFML keeps a 4 × 4 matrix for the graphics card.
inline Affine affine(const sf::Transform &transform) {
  const float *m = transform.getMatrix();
  return Affine::from_matrix(m[0], m[1], m[4], m[5], m[12], m[13]);
}

inline LocalBox local_box(const sf::FloatRect &bounds, const sf::Transform &transform) {
  const Vec2 a = corner(bounds), b = a + extent(bounds);
  JostleAabb box = {a, b};
  if (b.x < a.x || b.y < a.y) {
    box = Aabb(a, b);  // SFML allows negative sizes
  }
  return {box, affine(transform)};
}

// What every object of SFML that stands somewhere has, and the user's own may have.
template <class T, class = void>
struct IsObject : std::false_type {};
template <class T>
struct IsObject<T, std::void_t<decltype(sf::Transform(std::declval<const T &>().getTransform())),
                               decltype(sf::FloatRect(std::declval<const T &>().getLocalBounds()))>>
    : std::true_type {};

template <class T>
inline constexpr bool is_outline = std::is_base_of_v<Outline, T>;
template <class T>
inline constexpr bool is_polygonal = std::is_base_of_v<sf::Shape, T> && !std::is_base_of_v<sf::RectangleShape, T>;

// The corners of a shape as drawn: those of the fill, or of the outline around it, which SFML joins
// with mitres.
inline std::vector<Vec2> corners_of(const sf::Shape &shape) {
  const std::size_t count = shape.getPointCount();
  const float thickness = shape.getOutlineThickness();
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) {
    points.emplace_back(shape.getPoint(i));
  }
  if (!(thickness > 0.0F) || count < 3) {
    return points;
  }
  Vec2 middle;
  for (const Vec2 &p : points) {
    middle += p * (1.0F / static_cast<float>(count));
  }
  std::vector<Vec2> outer;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 p = points[i], before = points[(i + count - 1) % count], after = points[(i + 1) % count];
    const auto normal = [&](Vec2 from, Vec2 to) {
      const Vec2 edge = to - from;
      const float length = edge.length();
      const Vec2 n = length > 0.0F ? Vec2(-edge.y, edge.x) * (1.0F / length) : Vec2();
      return n.dot(middle - p) > 0.0F ? -n : n;
    };
    const Vec2 n1 = normal(before, p), n2 = normal(p, after);
    const float factor = 1.0F + n1.dot(n2);
    outer.push_back(factor > 0.0F ? p + (n1 + n2) * (thickness / factor) : p);
  }
  return outer;
}

}  // namespace detail

// Sprites, texts, rectangles, and whatever else has a transform and local bounds.
template <class T>
struct Collides<T, std::enable_if_t<detail::IsObject<T>::value && !detail::is_polygonal<T> && !detail::is_outline<T>>> {
  static LocalBox box(const T &object) {
    return detail::local_box(object.getLocalBounds(), object.getTransform());
  }
};

// Circles are circles, and ellipses under a non-uniform scale. With fewer than a dozen points, as SFML
// makes triangles and hexagons, they are the drawn polygon. Convex shapes are polygons.
template <class T>
struct Collides<T, std::enable_if_t<detail::IsObject<T>::value && detail::is_polygonal<T>>> {
  static Shape shape(const T &object) {
    if constexpr (std::is_base_of_v<sf::CircleShape, T>) {
      if (object.getPointCount() >= 12) {
        const float radius = object.getRadius(), around = object.getOutlineThickness();
        return Shape::circle_at({radius, radius}, around > 0.0F ? radius + around : radius);
      }
    }
    return Shape::polygon(detail::corners_of(object));
  }
  static Affine transform(const T &object) { return detail::affine(object.getTransform()); }
};

// A hitbox that is drawn, turned, scaled and moved: from pixels, points or a shape of SFML.
class Outline : public sf::Drawable, public sf::Transformable {
 public:
  // From the solid pixels of an image, with less or more detail; nothing where none is solid.
  explicit Outline(const sf::Image &image, Detail detail = Detail::optimal,
                   const std::vector<sf::Color> &ignored = {})
      : Outline(image, tracing(detail, ignored)) {}
  explicit Outline(const sf::Texture &texture, Detail detail = Detail::optimal,
                   const std::vector<sf::Color> &ignored = {})
      : Outline(texture.copyToImage(), detail, ignored) {}
  Outline(const sf::Image &image, const Tracing &how) {
    const sf::Vector2u size = image.getSize();
    if (std::optional<Hitbox> hitbox = trace(image.getPixelsPtr(), size.x, size.y, how)) {
      shape_ = std::move(hitbox->shape);
      rings_ = std::move(hitbox->rings);
      report_ = hitbox->report;
    }
  }
  // From the vertices of a polygon, of any winding, convex or not.
  explicit Outline(const std::vector<sf::Vector2f> &points)
      : Outline(Shape::polygon(std::vector<Vec2>(points.begin(), points.end()))) {}
  // From a shape of jostle, or of SFML, where it stands.
  explicit Outline(Shape shape) : shape_(std::move(shape)) { rings_ = shape_.place().outline(); }
  template <class T, std::enable_if_t<std::is_base_of_v<sf::Shape, T>, int> = 0>
  explicit Outline(const T &shape) : Outline(shape_of(shape)) {
    setOrigin(shape.getOrigin());
    setPosition(shape.getPosition());
    setRotation(shape.getRotation());
    setScale(shape.getScale());
  }

  bool empty() const { return shape_.empty(); }
  const Shape &shape() const { return shape_; }
  const Rings &rings() const { return rings_; }
  const JostleReport &report() const { return report_; }
  sf::Color color() const { return color_; }
  void set_color(sf::Color color) { color_ = color; }

  sf::FloatRect getLocalBounds() const {
    if (empty()) {
      return sf::FloatRect();
    }
    const Aabb box = shape_.place().bounds();
    const Vec2 low = box.min, size = Vec2(box.max) - low;
    return sf::FloatRect(low.as<sf::Vector2f>(), size.as<sf::Vector2f>());
  }

 private:
  static Tracing tracing(Detail detail, const std::vector<sf::Color> &ignored) {
    Tracing how;
    how.detail = detail;
    for (const sf::Color &c : ignored) {
      how.ignored.push_back({{c.r, c.g, c.b, c.a}, false, 0});
    }
    return how;
  }

  void draw(sf::RenderTarget &target, sf::RenderStates states) const override {
    states.transform *= getTransform();
    std::vector<sf::Vertex> line;
    for (const Rings::Ring &ring : rings_) {
      line.clear();
      for (const Vec2 &p : ring.points) {
        line.push_back(detail::vertex(p, color_));
      }
      if (ring.kind != JOSTLE_RING_KIND_OPEN) {
        line.push_back(detail::vertex(ring.points.front(), color_));
      }
      target.draw(line.data(), line.size(), detail::sf_strip, states);
    }
  }

  Shape shape_;
  Rings rings_;
  JostleReport report_{};
  sf::Color color_ = sf::Color(26, 127, 55);
};

// An outline, or a class that is derived from it.
template <class T>
struct Collides<T, std::enable_if_t<detail::is_outline<T>>> {
  static Shape shape(const Outline &outline) { return outline.shape(); }
  static Affine transform(const Outline &outline) { return detail::affine(outline.getTransform()); }
};

// Draws a world: outlines, contacts and whatever else is asked for.
class Debug : public sf::Drawable {
 public:
  explicit Debug(const World &world, DebugDrawOptions drawing = {})
      : world_(world), drawing_(drawing) {}

 private:
  void draw(sf::RenderTarget &target, sf::RenderStates states) const override {
    const sf::View &view = target.getView();
    const Vec2 center = view.getCenter(), half = Vec2(view.getSize()) * 0.5F;
    const DebugDraw sketch = world_.draw(drawing_, Aabb(center - half, center + half));
    std::vector<sf::Vertex> lines;
    for (const DebugLine &stroke : sketch.lines) {
      const sf::Color color(stroke.rgba[0], stroke.rgba[1], stroke.rgba[2], stroke.rgba[3]);
      lines.push_back(detail::vertex(stroke.from, color));
      lines.push_back(detail::vertex(stroke.to, color));
    }
    target.draw(lines.data(), lines.size(), detail::sf_lines, states);
  }

  const World &world_;
  DebugDrawOptions drawing_;
};

namespace detail {

// The box around a rectangle, bit for bit as SFML's `transformRect` rounds it: sums of rounded
// products grow with each product, so the outermost corner is found side by side.
struct Bounds {
  float left, top, width, height;

  explicit Bounds(const LocalBox &of) {
    const JostleAffine &m = of.transform;
    const auto side = [](float x, float y, float low_x, float high_x, float low_y, float high_y, float offset,
                         float &start, float &size) {
      const float a = x * low_x, b = x * high_x, c = y * low_y, d = y * high_y;
      // Each choice has a comparison of its own: compilers then take minima and maxima, not branches.
      const float low = ((a < b ? a : b) + (c < d ? c : d)) + offset;
      const float high = ((b < a ? a : b) + (d < c ? c : d)) + offset;
      start = low;
      size = high - low;
    };
    side(m.a, m.c, of.local.min.x, of.local.max.x, of.local.min.y, of.local.max.y, m.tx, left, width);
    side(m.b, m.d, of.local.min.x, of.local.max.x, of.local.min.y, of.local.max.y, m.ty, top, height);
  }

  // As `sf::FloatRect::intersects`: touching is none, and without a size there is nothing to overlap.
  bool intersects(const Bounds &o) const {
    const float right = left + width, other_right = o.left + o.width;
    const float bottom = top + height, other_bottom = o.top + o.height;
    const int across = (left > o.left ? left : o.left) < (right < other_right ? right : other_right);
    const int down = (top > o.top ? top : o.top) < (bottom < other_bottom ? bottom : other_bottom);
    return (across & down) != 0;
  }
};

}  // namespace detail

}  // namespace jostle

namespace collision {

// Whether the local rectangles of two objects overlap under their transforms, by the meaning of the
// snippet in SFML's wiki: level 0 stops after the global bounds, which have to overlap and not only
// touch; 1 after the question whether a corner of one is in the other; 2, and any negative level,
// asks exactly, and there touching counts. Three things are not the snippet's: local bounds need not
// begin at (0, 0), the right and bottom edges belong to a rectangle, and the last level is exact.
// False where a transform is not finite.
template <class A, class B>
bool areColliding(const A &a, const B &b, int level = -1) {
  const jostle::LocalBox one = jostle::detail::local_box(a.getLocalBounds(), a.getTransform());
  const jostle::LocalBox two = jostle::detail::local_box(b.getLocalBounds(), b.getTransform());
  if (!jostle::detail::Bounds(one).intersects(jostle::detail::Bounds(two))) {
    return false;
  }
  if (level == 0) {
    return true;
  }
  if (level == 1) {
    JostleStagedTest test{};
    return jostle_box_test_until(&one, &two, JOSTLE_LEVEL_CORNERS, &test) == JOSTLE_STATUS_OK && test.hit;
  }
  const int clear = jostle::detail::overlap_clearly(one, two);
  bool hit = clear > 0;
  return clear != 0 ? hit : jostle_box_overlaps(&one, &two, &hit) == JOSTLE_STATUS_OK && hit;
}

}  // namespace collision

#endif
