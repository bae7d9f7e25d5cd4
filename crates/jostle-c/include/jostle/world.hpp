// Worlds: colliders that live, and the pairs of them that touch.
#ifndef JOSTLE_WORLD_HPP
#define JOSTLE_WORLD_HPP

#include <jostle/objects.hpp>

#include <exception>
#include <iterator>

namespace jostle {

using Key = JostleKey;  // 0 is none

// Sets of layers are 64 bits.
using Layers = std::uint64_t;
inline constexpr Layers all_layers = JOSTLE_ALL_LAYERS;
constexpr Layers layer_bit(unsigned number) { return number < 64U ? Layers{1} << number : 0U; }

enum class TouchPolicy { counts = JOSTLE_TOUCH_POLICY_COUNTS, ignored = JOSTLE_TOUCH_POLICY_IGNORED };
enum class Children {
  remove = JOSTLE_CHILDREN_REMOVE,
  release = JOSTLE_CHILDREN_RELEASE,
  adopt = JOSTLE_CHILDREN_ADOPT
};
// How much a step computes of a pair; `standard` is that of the step options.
enum class PairDetail {
  standard = JOSTLE_PAIR_DETAIL_DEFAULT,
  touch = JOSTLE_PAIR_DETAIL_TOUCH,
  near = JOSTLE_PAIR_DETAIL_NEAR,
  push = JOSTLE_PAIR_DETAIL_PUSH
};
enum class EventKind { enter = JOSTLE_EVENT_KIND_ENTER, stay = JOSTLE_EVENT_KIND_STAY, exit = JOSTLE_EVENT_KIND_EXIT };
enum class ExitReason {
  none = JOSTLE_EXIT_REASON_NONE,
  removed = JOSTLE_EXIT_REASON_REMOVED,
  disabled = JOSTLE_EXIT_REASON_DISABLED,
  filtered = JOSTLE_EXIT_REASON_FILTERED,
  reshaped = JOSTLE_EXIT_REASON_RESHAPED,
  separated = JOSTLE_EXIT_REASON_SEPARATED
};
enum class SeenBy { a = JOSTLE_SEEN_BY_A, b = JOSTLE_SEEN_BY_B, both = JOSTLE_SEEN_BY_BOTH };
enum class WhyNot {
  unknown = JOSTLE_WHY_NOT_UNKNOWN,
  same = JOSTLE_WHY_NOT_SAME,
  disabled = JOSTLE_WHY_NOT_DISABLED,
  no_shape = JOSTLE_WHY_NOT_NO_SHAPE,
  team = JOSTLE_WHY_NOT_TEAM,
  layers = JOSTLE_WHY_NOT_LAYERS,
  filter = JOSTLE_WHY_NOT_FILTER,
  apart = JOSTLE_WHY_NOT_APART,
  nothing = JOSTLE_WHY_NOT_NOTHING
};

using WorldStats = JostleWorldStats;
using Nearest = JostleNearest;
using WorldRayHit = JostleWorldRayHit;
using NearestPair = JostleNearestPair;
// A contact from a shape to a collider.
using ColliderContact = JostleColliderContact;
using DebugLine = JostleDebugLine;
using DebugText = JostleDebugText;

// What the steps of a world compute and report.
struct StepOptions {
  PairDetail solids = PairDetail::push;
  PairDetail sensors = PairDetail::touch;
  bool stays = true;
};

// Which parts of a world are drawn; of the default those that are true here.
struct DebugDrawOptions {
  bool outlines = true;
  bool boxes = false;
  bool contacts = true;
  bool normals = true;
  bool nodes = false;
  bool keys = false;
  float tolerance = 0.0F;

  JostleDebugDrawOptions c() const { return {outlines, boxes, contacts, normals, nodes, keys, tolerance}; }
};

struct DebugDraw {
  std::vector<DebugLine> lines;
  std::vector<DebugText> texts;
};

// A ray from `origin` over `translation`, thin or thick.
struct Ray : JostleRay {
  Ray(Vec2 origin_, Vec2 translation_) : JostleRay(jostle_ray_new(origin_, translation_)) {}
  Ray starting(Inside how) const {
    Ray ray = *this;
    ray.inside = static_cast<int>(how);
    return ray;
  }
  Ray thick(float radius_) const {
    Ray ray = *this;
    ray.radius = radius_;
    return ray;
  }
};

using CastFound = JostleCastFound;
using SlideTouch = JostleSlideTouch;

// What a slide is asked to do: set the fields that differ.
struct Slide : JostleSlide {
  Slide(Vec2 by_) : JostleSlide(jostle_slide_by(by_.x, by_.y)) {}
};

enum class Response {
  slide = JOSTLE_RESPONSE_SLIDE,
  stop = JOSTLE_RESPONSE_STOP,
  bounce = JOSTLE_RESPONSE_BOUNCE,
  cross = JOSTLE_RESPONSE_CROSS,
  ignore = JOSTLE_RESPONSE_IGNORE
};

// What a slide did; a normal of (0, 0) is none. `met` has what it met: it is this object's own.
struct Slid : JostleSlid {
  Slid() : JostleSlid{} {}
  std::vector<SlideTouch> met;
};

using PartPair = JostlePartPair;

// Two colliders that touch. `parts` is this object's own.
struct TouchPair : JostleTouchPair {
  std::vector<PartPair> parts;

  TouchPair(const JostleTouchPair &touch) : JostleTouchPair(touch), parts(touch.parts, touch.parts + touch.part_count) {
    JostleTouchPair::parts = nullptr;
  }
  std::optional<Contact> contact() const {
    return has_contact ? std::optional<Contact>(JostleTouchPair::contact) : std::nullopt;
  }
  Vec2 push_a() const { return jostle_touch_pair_push_a(*this); }
  Vec2 push_b() const { return jostle_touch_pair_push_b(*this); }
};

// One pair's news of a step: exactly one exit for every enter.
struct Event {
  EventKind kind;
  ExitReason reason;
  TouchPair touch;
  std::uint64_t data_a, data_b;

  Event(const JostleEvent &e)
      : kind(static_cast<EventKind>(e.kind)),
        reason(static_cast<ExitReason>(e.reason)),
        touch(e.touch),
        data_a(e.data_a),
        data_b(e.data_b) {}
  Key a() const { return touch.a; }
  Key b() const { return touch.b; }
  bool is_enter() const { return kind == EventKind::enter; }
  bool is_stay() const { return kind == EventKind::stay; }
  bool is_exit() const { return kind == EventKind::exit; }
  Vec2 push_a() const { return touch.push_a(); }
  Vec2 push_b() const { return touch.push_b(); }
};

// The events of a step, in order. They stay as long as this object or a copy of it, past later steps and
// past the world, which may be edited while they are read. A range of C++20.
class Events {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Event;
    using difference_type = std::ptrdiff_t;
    using pointer = const Event *;
    using reference = Event;
    Iterator() = default;
    explicit Iterator(const JostleEvent *at) : at_(at) {}
    Event operator*() const { return Event(*at_); }
    Iterator &operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(Iterator a, Iterator b) { return a.at_ == b.at_; }
    friend bool operator!=(Iterator a, Iterator b) { return a.at_ != b.at_; }

   private:
    const JostleEvent *at_ = nullptr;
  };

  Events() = default;
  explicit Events(JostleEvents kept) : kept_(std::make_shared<Kept>(kept)) {
    detail::answered(jostle_events_data(kept, &first_, &count_));
  }
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(count_ == 0 ? first_ : first_ + count_); }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Event operator[](std::size_t i) const { return Event(first_[i]); }

 private:
  using Kept = detail::Owned<JostleEvents, jostle_events_free>;
  std::shared_ptr<const Kept> kept_;
  const JostleEvent *first_ = nullptr;
  std::size_t count_ = 0;
};

// Describes a collider: `Collider(shape).at(5, 0).layer(coin).sees(hero).sensor()`.
class Collider {
 public:
  explicit Collider(Shape shape) : shape_(std::move(shape)) {}
  // Any object that jostle can see: its shape and where it is now.
  template <class T, class = decltype(Collides<T>{})>
  explicit Collider(const T &object) : Collider(shape_of(object)) {
    if constexpr (detail::IsBox<T>::value) {
      own_.transform = Collides<T>::box(object).transform;
    } else {
      own_.transform = Collides<T>::transform(object);
    }
  }
  static Collider group() { return Collider(Shape()); }

  Collider &at(float x, float y) { return transform(Affine::at(x, y)); }
  Collider &transform(const Affine &map) { return set(own_.transform, JostleAffine(map)); }
  Collider &parent(Key key) { return set(own_.parent, key); }
  Collider &layer(Layers layers) { return set(own_.layer, layers); }
  Collider &sees(Layers layers) { return set(own_.sees, layers); }
  Collider &team(std::uint32_t number) { return set(own_.team, number); }
  Collider &data(std::uint64_t data) { return set(own_.data, data); }
  Collider &sensor() { return set(own_.sensor, true); }
  Collider &detail(PairDetail how) { return set(own_.detail, static_cast<std::int32_t>(how)); }
  Collider &disabled() { return set(own_.disabled, true); }
  Collider &moved(Vec2 by) { return transform(Affine(own_.transform).moved(by)); }
  // The struct of C; its shape is this object's.
  JostleCollider get() const {
    JostleCollider own = own_;
    own.shape = shape_.get();
    return own;
  }

 private:
  template <class T>
  Collider &set(T &field, T value) {
    field = value;
    return *this;
  }

  Shape shape_;
  JostleCollider own_ = jostle_collider_default();
};

// Narrows a query. A function that throws ends the query, and the exception goes on to its caller.
class Filter {
 public:
  using Predicate = std::function<bool(Key, std::uint64_t data)>;

  Filter() = default;
  Filter &layers(Layers layers) {
    layers_ = layers;
    return *this;
  }
  Filter &except(std::vector<Key> keys) {
    except_ = std::move(keys);
    return *this;
  }
  Filter &only(Predicate predicate) {
    only_ = std::move(predicate);
    return *this;
  }

 private:
  friend class World;
  struct Call {
    const Filter *filter;
    std::exception_ptr thrown;
  };

  static bool says(Key key, std::uint64_t data, void *user) noexcept {
    Call &call = *static_cast<Call *>(user);
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    try {
      return !call.thrown && call.filter->only_(key, data);
    } catch (...) {
      call.thrown = std::current_exception();
      return false;
    }
#else
    return call.filter->only_(key, data);
#endif
  }

  JostleFilter own(Call &call) const {
    return {layers_, except_.data(), except_.size(), only_ ? says : nullptr, &call};
  }

  Layers layers_ = all_layers;
  std::vector<Key> except_;
  Predicate only_;
};

// Answers to many questions: `batch[i]` to question i.
template <class T>
class ResultLists {
 public:
  struct Answers {
    const T *first;
    std::size_t count;
    const T *begin() const { return first; }
    const T *end() const { return first + count; }
    std::size_t size() const { return count; }
  };
  // Goes from question to question.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Answers;
    using difference_type = std::ptrdiff_t;
    using pointer = const Answers *;
    using reference = Answers;
    Iterator() = default;
    Iterator(const ResultLists *of, std::size_t question) : of_(of), question_(question) {}
    Answers operator*() const { return (*of_)[question_]; }
    Iterator &operator++() {
      ++question_;
      return *this;
    }
    Iterator operator++(int) { return Iterator(of_, question_++); }
    friend bool operator==(Iterator a, Iterator b) { return a.question_ == b.question_; }
    friend bool operator!=(Iterator a, Iterator b) { return a.question_ != b.question_; }

   private:
    const ResultLists *of_ = nullptr;
    std::size_t question_ = 0;
  };

  std::size_t size() const { return ends_.size(); }
  Answers operator[](std::size_t question) const {
    const std::size_t start = question == 0 ? 0 : ends_[question - 1];
    return {all_.data() + start, ends_[question] - start};
  }
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  friend class World;
  std::vector<T> all_;
  std::vector<std::size_t> ends_;
};

}  // namespace jostle

#include <jostle/world_class.hpp>

#endif
