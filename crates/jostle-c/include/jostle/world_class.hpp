// The class `jostle::World`; included by `world.hpp`.
#ifndef JOSTLE_WORLD_CLASS_HPP
#define JOSTLE_WORLD_CLASS_HPP

#include <jostle/world.hpp>

namespace jostle {

// A world is not freed while another thread is in a call on it: end or join such threads first. The
// destructor cannot wait for them, and leaves the world to the end of the process.
class World {
 public:
  using PairFilter = std::function<bool(Key a, std::uint64_t data_a, Key b, std::uint64_t data_b)>;

  // `broad_phase` is "auto", "brute", "sweep" or "tree".
  explicit World(TouchPolicy touching = TouchPolicy::counts, const char *broad_phase = "auto",
                 Status *status = nullptr) {
    JostleWorld world{0};
    detail::answered(jostle_world_new(broad_phase, static_cast<int>(touching), &world), status);
    held_ = Held(world);
  }
  explicit World(JostleWorld world) : held_(world) {}
  JostleWorld get() const noexcept { return held_.get(); }

  void set_method(BuiltinMethod method) {
    detail::answered(jostle_world_set_method(get(), static_cast<int>(method)));
  }
  void set_step_options(const StepOptions &options) {
    const JostleStepOptions own{static_cast<int>(options.solids), static_cast<int>(options.sensors), options.stays};
    detail::answered(jostle_world_set_step_options(get(), own));
  }
  StepOptions step_options() const {
    const auto own = whole<JostleStepOptions>(jostle_world_step_options);
    return {static_cast<PairDetail>(own.solids), static_cast<PairDetail>(own.sensors), own.stays};
  }
  // It must be symmetric, always give the same answer, and not throw.
  void set_pair_filter(PairFilter allows) {
    auto next = std::make_unique<PairFilter>(std::move(allows));
    const auto call = [](Key a, std::uint64_t data_a, Key b, std::uint64_t data_b, void *user) noexcept {
      return (*static_cast<PairFilter *>(user))(a, data_a, b, data_b);
    };
    detail::answered(jostle_world_set_pair_filter(get(), call, next.get()));
    pair_filter_ = std::move(next);
  }
  void clear_pair_filter() {
    detail::answered(jostle_world_set_pair_filter(get(), nullptr, nullptr));
    pair_filter_.reset();
  }

  // Edits.
  Key add(const Collider &collider, Status *status = nullptr) {
    const JostleCollider own = collider.get();
    Key key = 0;
    detail::answered(jostle_world_add(get(), &own, &key), status);
    return key;
  }
  std::vector<Key> add_all(const std::vector<Collider> &colliders, Status *status = nullptr) {
    std::vector<JostleCollider> list;
    for (const Collider &collider : colliders) {
      list.push_back(collider.get());
    }
    std::vector<Key> keys(list.size());
    if (!detail::answered(jostle_world_add_all(get(), list.data(), list.size(), keys.data()), status)) {
      keys.clear();
    }
    return keys;
  }
  void remove(Key key, Status *status = nullptr) { edit(jostle_world_remove(get(), key), status); }
  void remove_with(Key key, Children children, Status *status = nullptr) {
    edit(jostle_world_remove_with(get(), key, static_cast<int>(children)), status);
  }
  void set_transform(Key key, const Affine &map, Status *status = nullptr) {
    edit(jostle_world_set_transform(get(), key, map), status);
  }
  void set_transforms(const std::vector<Key> &keys, const std::vector<Affine> &maps,
                      Status *status = nullptr) {
    const std::size_t count = keys.size() < maps.size() ? keys.size() : maps.size();
    edit(jostle_world_set_transforms(get(), keys.data(), maps.data(), count), status);
  }
  void apply_transform(Key key, const Affine &map, Status *status = nullptr) {
    edit(jostle_world_apply_transform(get(), key, map), status);
  }
  void move_by(Key key, Vec2 offset, Status *status = nullptr) {
    edit(jostle_world_move_by(get(), key, offset), status);
  }
  void set_shape(Key key, const Shape &shape, Status *status = nullptr) {
    edit(jostle_world_set_shape(get(), key, shape.get()), status);
  }
  void set_parent(Key key, Key parent, Status *status = nullptr) {
    edit(jostle_world_set_parent(get(), key, parent), status);
  }
  void set_layers(Key key, Layers layer, Layers sees, Status *status = nullptr) {
    edit(jostle_world_set_layers(get(), key, layer, sees), status);
  }
  void set_team(Key key, std::uint32_t team, Status *status = nullptr) {
    edit(jostle_world_set_team(get(), key, team), status);
  }
  void set_data(Key key, std::uint64_t data, Status *status = nullptr) {
    edit(jostle_world_set_data(get(), key, data), status);
  }
  void set_one_way(Key key, std::optional<Vec2> direction, Status *status = nullptr) {
    edit(jostle_world_set_one_way(get(), key, direction ? &*direction : nullptr), status);
  }
  void set_platform(Key key, bool platform, Status *status = nullptr) {
    edit(jostle_world_set_platform(get(), key, platform), status);
  }
  // Moves a collider along floors and walls; `respond` takes a key and its data. It may ask the world and not
  // edit it; if it throws, nothing has moved.
  Slid slide(Key key, const Slide &slide, const std::function<Response(Key, std::uint64_t)> &respond = {},
             Status *status = nullptr) {
    return slid(jostle_world_slide, key, slide, respond, status);
  }
  // Computes what a slide would do, and moves nothing.
  Slid slide_try(Key key, const Slide &slide, const std::function<Response(Key, std::uint64_t)> &respond = {},
                 Status *status = nullptr) const {
    return slid(jostle_world_slide_try, key, slide, respond, status);
  }
  void make_sensor(Key key, Status *status = nullptr) { edit(jostle_world_make_sensor(get(), key), status); }
  void make_solid(Key key, Status *status = nullptr) { edit(jostle_world_make_solid(get(), key), status); }
  void set_detail(Key key, PairDetail how, Status *status = nullptr) {
    edit(jostle_world_set_detail(get(), key, static_cast<int>(how)), status);
  }
  void enable(Key key, Status *status = nullptr) { edit(jostle_world_enable(get(), key), status); }
  void disable(Key key, Status *status = nullptr) { edit(jostle_world_disable(get(), key), status); }
  std::vector<Key> weld(Layers layers, Status *status = nullptr) {
    std::vector<Key> keys(size());
    std::size_t count = 0;
    detail::answered(jostle_world_weld(get(), layers, keys.data(), keys.size(), &count), status);
    keys.resize(count);
    return keys;
  }

  // Steps.
  Events step() {
    const JostleEvent *first = nullptr;
    std::size_t count = 0;
    detail::answered(jostle_world_step(get(), &first, &count));
    return Events(whole<JostleEvents>(jostle_world_events));
  }

  // The contents of the world.
  std::size_t size() const { return whole<std::size_t>(jostle_world_len); }
  bool empty() const { return size() == 0; }
  bool contains(Key key) const {
    bool found = false;
    detail::answered(jostle_world_contains(get(), key, &found));
    return found;
  }
  std::vector<Key> keys() const {
    return list<Key>([&](Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_keys(get(), to, room, count);
    });
  }
  std::uint64_t data(Key key) const { return *one<std::uint64_t>(key, jostle_world_data); }
  Shape shape(Key key) const { return Shape(one<JostleShape>(key, jostle_world_shape).value_or(JostleShape{0})); }
  Placed placed(Key key) const {
    return Placed(one<JostlePlaced>(key, jostle_world_placed).value_or(JostlePlaced{0}));
  }
  Affine transform(Key key) const { return *one<JostleAffine>(key, jostle_world_transform); }
  Affine world_transform(Key key) const { return *one<JostleAffine>(key, jostle_world_world_transform); }
  std::optional<Key> parent(Key key) const { return one<Key>(key, jostle_world_parent); }
  std::vector<Key> children(Key key) const {
    return list<Key>([&](Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_children(get(), key, to, room, count);
    });
  }
  std::optional<Aabb> subtree_bounds(Key key) const { return one<JostleAabb>(key, jostle_world_subtree_bounds); }
  Layers layer(Key key) const { return *one<Layers>(key, jostle_world_layer); }
  Layers sees(Key key) const { return *one<Layers>(key, jostle_world_sees); }
  std::uint32_t team(Key key) const { return *one<std::uint32_t>(key, jostle_world_team); }
  PairDetail detail(Key key) const { return static_cast<PairDetail>(*one<std::int32_t>(key, jostle_world_detail)); }
  bool is_sensor(Key key) const { return *one<bool>(key, jostle_world_is_sensor); }
  bool is_platform(Key key) const { return *one<bool>(key, jostle_world_is_platform); }
  std::optional<Vec2> one_way(Key key) const {
    const auto found = one<JostleVec2>(key, jostle_world_one_way);
    return found ? std::optional<Vec2>(*found) : std::nullopt;
  }
  bool is_enabled(Key key) const { return *one<bool>(key, jostle_world_is_enabled); }
  std::vector<TouchPair> touching(Key key) const {
    return touches([&](JostleTouchPair *to, std::size_t room, std::size_t *count) {
      return jostle_world_touching(get(), key, to, room, count);
    });
  }
  std::vector<TouchPair> pairs() const {
    return touches([&](JostleTouchPair *to, std::size_t room, std::size_t *count) {
      return jostle_world_pairs(get(), to, room, count);
    });
  }
  std::vector<Key> changed() const {
    return list<Key>([&](Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_changed(get(), to, room, count);
    });
  }
  WorldStats stats() const { return whole<JostleWorldStats>(jostle_world_stats); }
  std::size_t heap_bytes() const { return whole<std::size_t>(jostle_world_heap_bytes); }
  std::uint64_t hash() const { return whole<std::uint64_t>(jostle_world_hash); }
  // The rule that keeps two colliders apart, and the sentence for it.
  std::pair<WhyNot, std::string> why_not(Key a, Key b) const {
    JostleWhyNot rule{};
    JostleBytes sentence{0};
    detail::answered(jostle_world_why_not(get(), a, b, &rule, &sentence));
    return {static_cast<WhyNot>(rule), detail::text_of(sentence)};
  }

  // Queries, which see every edit before them.
  std::vector<Key> at_point(Vec2 point, const Filter &filter = {}) const {
    return query<Key>(filter, [&](const JostleFilter *f, Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_at_point(get(), point, f, to, room, count);
    });
  }
  std::vector<Key> overlapping_aabb(const Aabb &box, const Filter &filter = {}) const {
    return query<Key>(filter, [&](const JostleFilter *f, Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_overlapping_aabb(get(), box, f, to, room, count);
    });
  }
  std::vector<Key> overlapping(const Placed &shape, const Filter &filter = {}) const {
    return query<Key>(filter, [&](const JostleFilter *f, Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_overlapping(get(), shape.get(), f, to, room, count);
    });
  }
  std::vector<Key> contained_in(const Placed &shape, const Filter &filter = {}) const {
    return query<Key>(filter, [&](const JostleFilter *f, Key *to, std::size_t room, std::size_t *count) {
      return jostle_world_contained_in(get(), shape.get(), f, to, room, count);
    });
  }
  std::vector<ColliderContact> contacts_of(const Placed &shape, const Filter &filter = {}) const {
    return query<ColliderContact>(filter, [&](const JostleFilter *f, ColliderContact *to, std::size_t room, std::size_t *count) {
      return jostle_world_contacts_of(get(), shape.get(), f, to, room, count);
    });
  }
  std::optional<WorldRayHit> ray_first(const Ray &ray, const Filter &filter = {}) const {
    return single<WorldRayHit>(filter, [&](const JostleFilter *f, WorldRayHit *to) {
      return jostle_world_ray_first(get(), ray, f, to);
    });
  }
  std::vector<WorldRayHit> ray_all(const Ray &ray, const Filter &filter = {}) const {
    return query<WorldRayHit>(filter, [&](const JostleFilter *f, WorldRayHit *to, std::size_t room, std::size_t *count) {
      return jostle_world_ray_all(get(), ray, f, to, room, count);
    });
  }
  bool ray_any(const Ray &ray, const Filter &filter = {}) const {
    return *single<bool>(filter, [&](const JostleFilter *f, bool *to) {
      return jostle_world_ray_any(get(), ray, f, to);
    });
  }
  std::optional<CastFound> cast_first(const Placed &shape, const Motion &by, const Meet &meet = {},
                                      const Filter &filter = {}) const {
    const JostleMeet rules = meet.c();
    return single<CastFound>(filter, [&](const JostleFilter *f, CastFound *to) {
      return jostle_world_cast_first(get(), shape.get(), &by.c(), &rules, f, to);
    });
  }
  std::vector<CastFound> cast_all(const Placed &shape, const Motion &by, const Meet &meet = {},
                                  const Filter &filter = {}) const {
    const JostleMeet rules = meet.c();
    return query<CastFound>(filter, [&](const JostleFilter *f, CastFound *to, std::size_t room, std::size_t *count) {
      return jostle_world_cast_all(get(), shape.get(), &by.c(), &rules, f, to, room, count);
    });
  }
  bool cast_any(const Placed &shape, const Motion &by, const Meet &meet = {}, const Filter &filter = {}) const {
    const JostleMeet rules = meet.c();
    return *single<bool>(filter, [&](const JostleFilter *f, bool *to) {
      return jostle_world_cast_any(get(), shape.get(), &by.c(), &rules, f, to);
    });
  }
  std::optional<CastFound> cast_key(Key key, const Motion &by, const Filter &filter = {}) const {
    return single<CastFound>(filter, [&](const JostleFilter *f, CastFound *to) {
      return jostle_world_cast_key(get(), key, &by.c(), f, to);
    });
  }
  std::vector<Nearest> nearest(Vec2 point, std::size_t most, const Filter &filter = {}) const {
    return query<Nearest>(filter, [&](const JostleFilter *f, Nearest *to, std::size_t room, std::size_t *count) {
      return jostle_world_nearest(get(), point, most, f, to, room, count);
    });
  }
  std::optional<NearestPair> nearest_pair(const Filter &filter = {}) const {
    return single<NearestPair>(filter, [&](const JostleFilter *f, NearestPair *to) {
      return jostle_world_nearest_pair(get(), f, to);
    });
  }
  // About colliders by their keys, whatever the rules of pairs are; nothing for a group.
  std::optional<bool> overlaps(Key a, Key b) const { return of_two<bool>(a, b, jostle_world_overlaps); }
  std::optional<Contact> contact(Key a, Key b) const { return of_two<JostleContact>(a, b, jostle_world_contact); }
  std::optional<Gap> gap(Key a, Key b) const { return of_two<JostleGap>(a, b, jostle_world_gap); }
  std::optional<Closest> closest(Key key, Vec2 point) const {
    JostleClosest found{};
    return detail::answered(jostle_world_closest(get(), key, point, &found)) ? std::optional<Closest>(found) : std::nullopt;
  }

  // Queries by the many.
  ResultLists<Key> at_point_each(const std::vector<Vec2> &points, const Filter &filter = {}) const {
    return batch<Key>(points.size(), filter, [&](auto... to) {
      return jostle_world_at_point_each(get(), points.data(), points.size(), to...);
    });
  }
  ResultLists<Key> overlapping_aabb_each(const std::vector<Aabb> &boxes, const Filter &filter = {}) const {
    return batch<Key>(boxes.size(), filter, [&](auto... to) {
      return jostle_world_overlapping_aabb_each(get(), boxes.data(), boxes.size(), to...);
    });
  }
  ResultLists<Key> overlapping_each(const std::vector<Placed> &shapes, const Filter &filter = {}) const {
    const std::vector<JostlePlaced> all = detail::handles(shapes);
    return batch<Key>(all.size(), filter, [&](auto... to) {
      return jostle_world_overlapping_each(get(), all.data(), all.size(), to...);
    });
  }
  ResultLists<Key> contained_in_each(const std::vector<Placed> &shapes, const Filter &filter = {}) const {
    const std::vector<JostlePlaced> all = detail::handles(shapes);
    return batch<Key>(all.size(), filter, [&](auto... to) {
      return jostle_world_contained_in_each(get(), all.data(), all.size(), to...);
    });
  }
  ResultLists<Nearest> nearest_each(const std::vector<Vec2> &points, std::size_t most, const Filter &filter = {}) const {
    return batch<Nearest>(points.size(), filter, [&](auto... to) {
      return jostle_world_nearest_each(get(), points.data(), points.size(), most, to...);
    });
  }
  ResultLists<WorldRayHit> ray_all_each(const std::vector<Ray> &rays, const Filter &filter = {}) const {
    return batch<WorldRayHit>(rays.size(), filter, [&](auto... to) {
      return jostle_world_ray_all_each(get(), rays.data(), rays.size(), to...);
    });
  }
  // A key of 0 stands for a ray that meets nothing.
  std::vector<WorldRayHit> ray_first_each(const std::vector<Ray> &rays, const Filter &filter = {}) const {
    std::vector<WorldRayHit> found(rays.size());
    called(filter, [&](const JostleFilter *f) {
      return jostle_world_ray_first_each(get(), rays.data(), rays.size(), f, found.data());
    });
    return found;
  }
  std::vector<bool> ray_any_each(const std::vector<Ray> &rays, const Filter &filter = {}) const {
    const auto hits = std::make_unique<bool[]>(rays.size());
    called(filter, [&](const JostleFilter *f) {
      return jostle_world_ray_any_each(get(), rays.data(), rays.size(), f, hits.get());
    });
    return std::vector<bool>(hits.get(), hits.get() + rays.size());
  }

  // Drawing, snapshots, journals.
  DebugDraw draw(const DebugDrawOptions &drawing = {}, const Aabb &window = {}) const {
    const JostleDebugDrawOptions own = drawing.c();
    DebugDraw sketch;
    std::size_t lines = 0, texts = 0;
    for (;;) {
      const JostleStatus status =
          jostle_world_draw(get(), &own, window, sketch.lines.data(), sketch.lines.size(), &lines,
                            sketch.texts.data(), sketch.texts.size(), &texts);
      sketch.lines.resize(lines);
      sketch.texts.resize(texts);
      if (status != JOSTLE_STATUS_ROOM) {
        detail::answered(status);
        return sketch;
      }
    }
  }
  std::string snapshot(Status *status = nullptr) const { return text(jostle_world_snapshot, status); }
  void restore(const std::string &bytes, Status *status = nullptr) {
    edit(jostle_world_restore(get(), bytes.data(), bytes.size()), status);
  }
  void record() { edit(jostle_world_record(get()), nullptr); }
  std::string take_journal(Status *status = nullptr) { return text(jostle_world_take_journal, status); }
  std::string drain_journal(Status *status = nullptr) { return text(jostle_world_drain_journal, status); }

 private:
  using Held = detail::Owned<JostleWorld, jostle_world_free>;

  // What a slide calls: the function, and what it threw, which must not cross C.
  struct Asking {
    const std::function<Response(Key, std::uint64_t)> *respond;
    std::exception_ptr thrown;
    // No response: then nothing moves.
    static constexpr std::int32_t refused = -1;

    static std::int32_t answer(Key key, std::uint64_t data, void *user) {
      auto &asking = *static_cast<Asking *>(user);
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
      if (asking.thrown) {
        return refused;
      }
      try {
        return static_cast<std::int32_t>((*asking.respond)(key, data));
      } catch (...) {
        asking.thrown = std::current_exception();
        return refused;
      }
#else
      return static_cast<std::int32_t>((*asking.respond)(key, data));
#endif
    }
  };
  using Slides = JostleStatus (*)(JostleWorld, Key, const JostleSlide *, JostleRespond, void *, JostleSlid *);
  Slid slid(Slides call, Key key, const Slide &slide, const std::function<Response(Key, std::uint64_t)> &respond,
            Status *status) const {
    Asking asking{&respond, nullptr};
    Slid found{};
    const JostleStatus done = call(get(), key, &slide, respond ? &Asking::answer : nullptr, &asking, &found);
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    if (asking.thrown) {
      std::rethrow_exception(asking.thrown);
    }
#endif
    if (detail::answered(done, status)) {
      found.met.assign(found.touches, found.touches + found.touch_count);
      found.touches = found.met.data();
    }
    return found;
  }
  static void edit(JostleStatus done, Status *status) { detail::answered(done, status); }
  template <class T>
  T whole(JostleStatus (*ask)(JostleWorld, T *)) const {
    T found{};
    detail::answered(ask(get(), &found));
    return found;
  }
  template <class T>
  std::optional<T> one(Key key, JostleStatus (*ask)(JostleWorld, Key, T *)) const {
    T found{};
    return detail::answered(ask(get(), key, &found)) ? std::optional<T>(found) : std::nullopt;
  }
  template <class T>
  std::optional<T> of_two(Key a, Key b, JostleStatus (*ask)(JostleWorld, Key, Key, T *)) const {
    T found{};
    return detail::answered(ask(get(), a, b, &found)) ? std::optional<T>(found) : std::nullopt;
  }
  std::string text(JostleStatus (*ask)(JostleWorld, JostleBytes *), Status *status) const {
    JostleBytes bytes{0};
    return detail::answered(ask(get(), &bytes), status) ? detail::text_of(bytes) : std::string();
  }
  template <class T, class Ask>
  std::vector<T> list(Ask ask) const {
    std::vector<T> found(32);
    for (;;) {
      std::size_t count = 0;
      const JostleStatus status = ask(found.data(), found.size(), &count);
      found.resize(count);
      if (status != JOSTLE_STATUS_ROOM) {
        detail::answered(status);
        return found;
      }
    }
  }
  template <class Ask>
  std::vector<TouchPair> touches(Ask ask) const {
    const std::vector<JostleTouchPair> found = list<JostleTouchPair>(ask);
    return std::vector<TouchPair>(found.begin(), found.end());
  }
  // Calls with a filter; exceptions of the filter reach the caller.
  template <class Ask>
  bool called(const Filter &filter, Ask ask) const {
    Filter::Call call{&filter, nullptr};
    const JostleFilter own = filter.own(call);
    const JostleStatus status = ask(&own);
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    if (call.thrown) {
      std::rethrow_exception(call.thrown);
    }
#endif
    return detail::answered(status);
  }
  template <class T, class Ask>
  std::vector<T> query(const Filter &filter, Ask ask) const {
    std::vector<T> found;
    called(filter, [&](const JostleFilter *own) {
      JostleStatus status = JOSTLE_STATUS_OK;
      found = std::vector<T>(32);
      for (;;) {
        std::size_t count = 0;
        status = ask(own, found.data(), found.size(), &count);
        found.resize(count);
        if (status != JOSTLE_STATUS_ROOM) {
          return status;
        }
      }
    });
    return found;
  }
  template <class T, class Ask>
  std::optional<T> single(const Filter &filter, Ask ask) const {
    T found{};
    const bool answer = called(filter, [&](const JostleFilter *own) { return ask(own, &found); });
    return answer ? std::optional<T>(found) : std::nullopt;
  }
  template <class T, class Ask>
  ResultLists<T> batch(std::size_t questions, const Filter &filter, Ask ask) const {
    ResultLists<T> batch;
    batch.ends_.resize(questions);
    batch.all_.resize(questions + 16);
    called(filter, [&](const JostleFilter *own) {
      for (;;) {
        std::size_t count = 0;
        const JostleStatus status = ask(own, batch.ends_.data(), batch.all_.data(), batch.all_.size(), &count);
        batch.all_.resize(count);
        if (status != JOSTLE_STATUS_ROOM) {
          return status;
        }
      }
    });
    return batch;
  }

  Held held_;
  std::unique_ptr<PairFilter> pair_filter_;
};

// A world that is driven by a journal.
class Replay {
 public:
  explicit Replay(const char *broad_phase = "auto") {
    JostleReplay replay{0};
    detail::answered(jostle_replay_new(broad_phase, &replay));
    held_ = Held(replay);
  }
  // Does one call; a step answers with its events.
  Events apply(const std::string &line, Status *status = nullptr) {
    JostleEvents kept{0};
    if (!detail::answered(jostle_replay_apply(held_.get(), line.data(), line.size(), nullptr, nullptr), status)) {
      return {};
    }
    detail::answered(jostle_replay_events(held_.get(), &kept));
    return Events(kept);
  }
  std::optional<Key> key(std::uint64_t number) const {
    Key key = 0;
    return detail::answered(jostle_replay_key(held_.get(), number, &key)) ? std::optional<Key>(key) : std::nullopt;
  }
  World world() const {
    JostleWorld world{0};
    detail::answered(jostle_replay_world(held_.get(), &world));
    return World(world);
  }

 private:
  using Held = detail::Owned<JostleReplay, jostle_replay_free>;
  Held held_;
};

}  // namespace jostle

#endif
