// Questions about objects of other libraries: `jostle::overlaps(a, b)` for any two types that
// `jostle::Collides` is specialized for. `sfml.hpp` and `sdl.hpp` specialize it for theirs. Specialize
// it for your own types with `shape` and `transform`, or with `box` if the object is a rectangle under
// a transform.
#ifndef JOSTLE_OBJECTS_HPP
#define JOSTLE_OBJECTS_HPP

#include <jostle/shape.hpp>

#include <cmath>

namespace jostle {

// A rectangle in its own frame, and the transform from there to the world.
struct LocalBox : JostleLocalBox {
  LocalBox(const Aabb &local_, const Affine &transform_) : JostleLocalBox{local_, transform_} {}
};

// How a type is seen as a shape. A specialisation has either
//   static LocalBox box(const T &);                       a rectangle, or
//   static Shape shape(const T &); static Affine transform(const T &);
template <class T, class = void>
struct Collides;

namespace detail {
template <class T, class = void>
struct IsBox : std::false_type {};
template <class T>
struct IsBox<T, std::void_t<decltype(Collides<T>::box(std::declval<const T &>()))>> : std::true_type {};

template <class A, class B>
inline constexpr bool boxes = IsBox<A>::value &&IsBox<B>::value;

inline double size(double x) { return std::fabs(x); }

// A parallelogram: a middle and two half sides.
struct Sides {
  double x, y, ux, uy, vx, vy, reach;

  explicit Sides(const JostleLocalBox &of) {
    const JostleAffine &m = of.transform;
    const double mx = 0.5 * (double(of.local.min.x) + double(of.local.max.x));
    const double my = 0.5 * (double(of.local.min.y) + double(of.local.max.y));
    const double hx = double(of.local.max.x) - mx, hy = double(of.local.max.y) - my;
    ux = m.a * hx, uy = m.b * hx, vx = m.c * hy, vy = m.d * hy;
    x = m.a * mx + m.c * my + m.tx, y = m.b * mx + m.d * my + m.ty;
    reach = size(ux) + size(uy) + size(vx) + size(vy) + size(m.a * mx) + size(m.c * my) +
            size(m.b * mx) + size(m.d * my) + size(m.tx) + size(m.ty);
  }
};

// The gap from one parallelogram to another that is (dx, dy) away, along the normal of its side
// (ux, uy), and the error of that. The other half side lies `across` the side.
struct Side {
  double gap, doubt;

  Side(double ux, double uy, double across, const Sides &other, double dx, double dy, double slack)
      : gap(size(ux * dy - uy * dx) - across - size(ux * other.uy - uy * other.ux) -
            size(ux * other.vy - uy * other.vx)),
        doubt(slack * (size(ux) + size(uy))) {}
  int parts() const { return gap > doubt; }
  int meets() const { return gap < -doubt; }
};

// Whether two rectangles overlap: 1 yes, -1 they are apart, 0 where the library has to decide, since
// the sets that it places are rounded to floats. Separating axes in double, all four without a branch;
// the slack is sixteen roundings of a float, more than placing makes (a test counts that it never
// disagrees).
inline int overlap_clearly(const JostleLocalBox &one, const JostleLocalBox &two) {
  const Sides a(one), b(two);
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double slack = 16.0 / 16777216.0 * (a.reach + b.reach);
  const double area_a = size(a.ux * a.vy - a.uy * a.vx), area_b = size(b.ux * b.vy - b.uy * b.vx);
  const Side p(a.ux, a.uy, area_a, b, dx, dy, slack), q(a.vx, a.vy, area_a, b, dx, dy, slack);
  const Side r(b.ux, b.uy, area_b, a, dx, dy, slack), s(b.vx, b.vy, area_b, a, dx, dy, slack);
  const int apart = p.parts() | q.parts() | r.parts() | s.parts();
  const int meet = p.meets() & q.meets() & r.meets() & s.meets();
  return meet - apart;
}

template <class Answer>
std::optional<Answer> ask_boxes(const LocalBox &a, const LocalBox &b,
                                JostleStatus (*ask)(const JostleLocalBox *, const JostleLocalBox *, Answer *)) {
  Answer found{};
  return answered(ask(&a, &b, &found)) ? std::optional<Answer>(found) : std::nullopt;
}
}  // namespace detail

// Whether two rectangles share a point; touching counts. Exact; the clear cases, all but one in
// thousands, take a few nanoseconds and no call.
inline bool overlaps(const LocalBox &a, const LocalBox &b) {
  const int clear = detail::overlap_clearly(a, b);
  return clear != 0 ? clear > 0 : *detail::ask_boxes<bool>(a, b, jostle_box_overlaps);
}

template <>
struct Collides<LocalBox> {
  static LocalBox box(const LocalBox &of) { return of; }
};

// An object below a parent: `jostle::overlaps(jostle::under(gun, ship), rock)`.
template <class T>
struct Under {
  const T &object;
  Affine parent;
};

template <class T>
Under<T> under(const T &object, const Affine &parent) {
  return {object, parent};
}

template <class T>
struct Collides<Under<T>, std::enable_if_t<detail::IsBox<T>::value>> {
  static LocalBox box(const Under<T> &of) {
    const LocalBox own = Collides<T>::box(of.object);
    return {own.local, Affine(own.transform).under(of.parent)};
  }
};
template <class T>
struct Collides<Under<T>, std::enable_if_t<!detail::IsBox<T>::value>> {
  static Shape shape(const Under<T> &of) { return Collides<T>::shape(of.object); }
  static Affine transform(const Under<T> &of) {
    return Collides<T>::transform(of.object).under(of.parent);
  }
};

// The shape of an object in its own frame.
template <class T>
Shape shape_of(const T &object) {
  if constexpr (detail::IsBox<T>::value) {
    const Aabb local = Collides<T>::box(object).local;
    return Shape::rect_half_at(local.center(), local.half_extents());
  } else {
    return Collides<T>::shape(object);
  }
}

// An object as it stands in the world.
template <class T>
Placed place(const T &object) {
  if constexpr (detail::IsBox<T>::value) {
    const LocalBox box = Collides<T>::box(object);
    JostlePlaced placed{0};
    detail::answered(jostle_box_place(&box, &placed));
    return Placed(placed);
  } else {
    return Collides<T>::shape(object).place(Collides<T>::transform(object));
  }
}
inline const Placed &place(const Placed &placed) { return placed; }

// The questions, each by the word that it has on `Placed`.
template <class A, class B>
bool overlaps(const A &a, const B &b) {
  if constexpr (detail::boxes<A, B>) {
    return overlaps(Collides<A>::box(a), Collides<B>::box(b));
  } else {
    return place(a).overlaps(place(b));
  }
}
template <class A, class B>
bool overlaps_interior(const A &a, const B &b) {
  if constexpr (detail::boxes<A, B>) {
    const LocalBox one = Collides<A>::box(a), two = Collides<B>::box(b);
    const int clear = detail::overlap_clearly(one, two);
    return clear != 0 ? clear > 0 : *detail::ask_boxes<bool>(one, two, jostle_box_overlaps_interior);
  } else {
    return place(a).overlaps_interior(place(b));
  }
}
template <class A, class B>
StagedTest test_until(const A &a, const B &b, Level level = Level::exact) {
  if constexpr (detail::boxes<A, B>) {
    const LocalBox one = Collides<A>::box(a), two = Collides<B>::box(b);
    JostleStagedTest found{};
    detail::answered(jostle_box_test_until(&one, &two, static_cast<int>(level), &found));
    return found;
  } else {
    return place(a).test_until(place(b), level);
  }
}
template <class A, class B>
std::optional<Contact> contact(const A &a, const B &b) {
  if constexpr (detail::boxes<A, B>) {
    return detail::ask_boxes<JostleContact>(Collides<A>::box(a), Collides<B>::box(b), jostle_box_contact);
  } else {
    return place(a).contact(place(b));
  }
}
template <class A, class B>
Gap gap(const A &a, const B &b) {
  if constexpr (detail::boxes<A, B>) {
    return *detail::ask_boxes<JostleGap>(Collides<A>::box(a), Collides<B>::box(b), jostle_box_gap);
  } else {
    return place(a).gap(place(b));
  }
}
template <class A, class B>
Relation relation(const A &a, const B &b) {
  return place(a).relation(place(b));
}
template <class A, class B>
bool contains(const A &a, const B &b) {
  return place(a).contains(place(b));
}
template <class A>
bool contains_point(const A &a, Vec2 point) {
  return place(a).contains_point(point);
}
template <class A, class B>
std::optional<Manifold> manifold(const A &a, const B &b) {
  return place(a).manifold(place(b));
}
template <class A, class B>
std::vector<Contact> contacts(const A &a, const B &b) {
  return place(a).contacts(place(b));
}
template <class A, class B>
std::vector<Crossing> crossings(const A &a, const B &b) {
  return place(a).crossings(place(b));
}
template <class A, class B>
std::optional<Region> region(const A &a, const B &b, float tolerance = 0.0F) {
  return place(a).region(place(b), tolerance);
}

}  // namespace jostle

#endif
