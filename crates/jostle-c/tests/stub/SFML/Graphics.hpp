// The part of SFML 3's interface that sfml.hpp uses, with as much behind it as its test needs: Debian
// has 2.5, and other names came with 3 (rectangles of position and size, scoped enums, angles).
#ifndef STUB_SFML_GRAPHICS_HPP
#define STUB_SFML_GRAPHICS_HPP
#include <SFML/Config.hpp>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sf {
template <class T>
struct Vector2 {
  T x{}, y{};
  constexpr Vector2() = default;
  constexpr Vector2(T x_, T y_) : x(x_), y(y_) {}
};
using Vector2f = Vector2<float>;
using Vector2u = Vector2<unsigned>;
template <class T>
struct Rect {
  Vector2<T> position, size;
  constexpr Rect() = default;
  constexpr Rect(Vector2<T> p, Vector2<T> s) : position(p), size(s) {}
};
using FloatRect = Rect<float>;
class Angle {
 public:
  constexpr float asRadians() const { return radians_; }
  friend constexpr Angle radians(float r);

 private:
  float radians_ = 0;
};
constexpr Angle radians(float r) {
  Angle a;
  a.radians_ = r;
  return a;
}
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  constexpr Color() = default;
  constexpr Color(std::uint8_t r_, std::uint8_t g_, std::uint8_t b_, std::uint8_t a_ = 255) : r(r_), g(g_), b(b_), a(a_) {}
};
struct Vertex {
  Vector2f position;
  Color color;
  Vector2f texCoords;
};
enum class PrimitiveType { Points, Lines, LineStrip, Triangles };
class Transform {
 public:
  constexpr const float *getMatrix() const { return m_.data(); }
  Transform &operator*=(const Transform &) { return *this; }
  std::array<float, 16> m_{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
};
class View {
 public:
  Vector2f getCenter() const { return {50, 50}; }
  Vector2f getSize() const { return {100, 100}; }
};
struct RenderStates {
  Transform transform;
};
class RenderTarget;
class Drawable {
 public:
  virtual ~Drawable() = default;

 protected:
  friend class RenderTarget;
  virtual void draw(RenderTarget &target, RenderStates states) const = 0;
};
class RenderTarget {
 public:
  void draw(const Drawable &d, const RenderStates &states = {}) { d.draw(*this, states); }
  void draw(const Vertex *, std::size_t count, PrimitiveType, const RenderStates & = {}) { drawn += count; }
  const View &getView() const { return view_; }
  std::size_t drawn = 0;

 private:
  View view_;
};
class Transformable {
 public:
  virtual ~Transformable() = default;
  void setPosition(Vector2f p) { position_ = p; }
  void setRotation(Angle a) { rotation_ = a; }
  void setScale(Vector2f s) { scale_ = s; }
  void setOrigin(Vector2f o) { origin_ = o; }
  Vector2f getPosition() const { return position_; }
  Angle getRotation() const { return rotation_; }
  Vector2f getScale() const { return scale_; }
  Vector2f getOrigin() const { return origin_; }
  const Transform &getTransform() const {
    const float c = std::cos(rotation_.asRadians()), s = std::sin(rotation_.asRadians());
    float *m = transform_.m_.data();
    m[0] = c * scale_.x, m[1] = s * scale_.x, m[4] = -s * scale_.y, m[5] = c * scale_.y;
    m[12] = position_.x - m[0] * origin_.x - m[4] * origin_.y;
    m[13] = position_.y - m[1] * origin_.x - m[5] * origin_.y;
    return transform_;
  }

 private:
  Vector2f position_, scale_{1, 1}, origin_;
  Angle rotation_;
  mutable Transform transform_;
};
class Shape : public Drawable, public Transformable {
 public:
  virtual std::size_t getPointCount() const = 0;
  virtual Vector2f getPoint(std::size_t index) const = 0;
  float getOutlineThickness() const { return 0; }
  FloatRect getLocalBounds() const { return {{0, 0}, size_}; }

 protected:
  void draw(RenderTarget &, RenderStates) const override {}
  Vector2f size_;
};
class RectangleShape : public Shape {
 public:
  explicit RectangleShape(Vector2f size) { size_ = size; }
  std::size_t getPointCount() const override { return 4; }
  Vector2f getPoint(std::size_t i) const override { return {i == 1 || i == 2 ? size_.x : 0, i > 1 ? size_.y : 0}; }
};
class CircleShape : public Shape {
 public:
  explicit CircleShape(float radius, std::size_t points = 30) : radius_(radius), points_(points) { size_ = {2 * radius, 2 * radius}; }
  float getRadius() const { return radius_; }
  std::size_t getPointCount() const override { return points_; }
  Vector2f getPoint(std::size_t i) const override {
    const float angle = 6.2831853F * static_cast<float>(i) / static_cast<float>(points_);
    return {radius_ + radius_ * std::sin(angle), radius_ - radius_ * std::cos(angle)};
  }

 private:
  float radius_;
  std::size_t points_;
};
class Image {
 public:
  Image(Vector2u size, const std::uint8_t *pixels) : size_(size), pixels_(pixels, pixels + size.x * size.y * 4) {}
  Vector2u getSize() const { return size_; }
  const std::uint8_t *getPixelsPtr() const { return pixels_.data(); }

 private:
  Vector2u size_;
  std::vector<std::uint8_t> pixels_;
};
class Texture {
 public:
  explicit Texture(const Image &image) : image_(image) {}
  Image copyToImage() const { return image_; }

 private:
  Image image_;
};
}  // namespace sf
#endif
