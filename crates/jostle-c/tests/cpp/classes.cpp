// The C++ classes: the library's words, owners, errors both ways, events as a range.
#include <jostle/jostle.hpp>

#include <algorithm>
#include <thread>

#include "../c/check.h"

using namespace jostle;

static void words_are_those_of_the_library() {
  const Shape ship = Shape::polygon({{0, -20}, {14, 16}, {0, 8}, {-14, 16}});
  const Placed a = ship.place(Affine::at(120, 80).rotated(0.4F).scaled(1.5F, -1).pivoted(0, 4));
  const Affine belt = Affine::at(10, 0).skewed(0.2F, 0);
  const Placed b = Shape::circle(24).place(Affine::at(150, 90).scaled(2, 1).under(belt));
  CHECK(a.overlaps(b) && jostle::overlaps(a, b) && a.verdict(b) == Verdict::overlapping);
  const std::optional<Contact> contact = a.contact(b);
  CHECK(contact && a.moved(contact->push_a()).gap(b).depth() < 1e-3F);
  CHECK(a.contacts(b).at(0).depth > 0);
  CHECK(a.candidate_count(b, 9) > 1 && a.candidate_count(b, 9) <= 4 && a.candidate_count(b, 1) == 1);
  CHECK(a.relation(b) != Relation::apart && a.test_until(b).hit && a.test_until(b, Level::bounds).level == Level::bounds);
  CHECK(!a.crossings(b).empty() && a.region(b)->area > 0 && a.region(b)->rings.size() >= 1);
  CHECK(a.manifold(b)->begin() != a.manifold(b)->end());
  CHECK(a.why(b).find("\"overlapping\"") != std::string::npos);
  CHECK(ship.kind() == "polygon" && Shape::from_json(ship.to_json()).to_json() == ship.to_json());
  CHECK(a.ray({0, 80}, {400, 0}) && !a.ray({0, 0}, {0, -5}) && a.contains_point({120, 80}));
  {
    const Placed bar = Shape::rect_half({2, 0.25F}).place(Affine()), post = Shape::circle(0.5F).place(Affine::at(0, 2));
    CHECK(bar.cast(post, {0, 4})->fraction == 0.3125F && !bar.cast(post, {4, 0}, {Stop::overlapping}));
    const Motion spin = Motion().turning_degrees(90), lifted = spin.under(Motion::by(0, -9));
    CHECK(bar.sweep(post, spin)->certain && !bar.sweep(post, lifted) && bar.sweep(post, spin, spin.about({0, 0})) == std::nullopt);
    CHECK(lifted.at(Affine(), 1).ty == -9 && lifted.under(Motion::by(1, 0)).at(Affine(), 1).tx == 1);
    CHECK(Motion::between(Affine(), Affine::at(3, 4), 0).at(Affine(), 1).ty == 4);
  }
  CHECK(!Shape::half_plane({0, 1}, 0).place().area() && !Shape::half_plane({0, 1}, 0).place().oriented_bounds());
  CHECK(bounds_of({a, b})->overlaps(a.bounds()) && !bounds_of({}));
  CHECK(intersect_lines({Vec2{0, 0}, Vec2{1, 0}}, {Vec2{3, 3}, Vec2{3, 2}})->point.x == 3);
  CHECK(Interval(0, 2).intersection({1, 5})->length() == 1 && !Aabb({0, 0}, {1, 1}).intersection(Aabb({2, 2}, {3, 3})));
  CHECK(Affine::from_json(belt.to_json()).to_matrix() == belt.to_matrix() && belt.inverse());
  CHECK(Shape::rect_half({2, 1}).place().corners()->at(2) == Vec2(2, 1) && Shape::rect_half({2, 1}).place().edge(1));
  CHECK(Shape::grid_of_tiles(2, 1, {2, 2}, {Shape::triangle({0, 0}, {1, 0}, {0, 1})}, {Cell::full, 0}).place().area() == 6.0F);
  CHECK(Shape::mask(2, 1, {3}).place().perimeter() == 6.0F && Shape::chain({{0, 0}, {1, 0}}).place().area() == 0.0F);
  CHECK(weld({Shape::rect_half({1, 1}).place(), Shape::rect_half({1, 1}).place(Affine::at(2, 0))}).shapes.size() == 1);
  std::function<std::array<double, 2>(double, double)> dot = [](double, double) { return std::array<double, 2>{1, 0}; };
  CHECK(Shape::custom(dot).place().contains_point({1, 0}));
}

static void all_pairs_are_found_in_one_call() {
  std::vector<Placed> balls, boxes;
  for (int i = 0; i < 100; ++i) {
    balls.push_back(Shape::circle(1).place(Affine::at(1.5F * float(i), 0)));
    boxes.push_back(Shape::rect_half({1, 1}).place(Affine::at(1.5F * float(i), float(i % 3))));
  }
  const std::vector<Pair> meet = pairs(balls), also = pairs_between(balls, boxes);
  const std::vector<PairContact> touch = pair_contacts(balls), other = pair_contacts_between(balls, boxes);
  std::size_t one = 0, two = 0;
  for (std::uint32_t a = 0; a < 100; ++a) {
    for (std::uint32_t b = 0; b < 100; ++b) {
      if (a < b && balls[a].overlaps(balls[b])) {
        CHECK(meet[one].a == a && meet[one].b == b && touch[one].pair.b == b);
        CHECK(touch[one].contact.depth == balls[a].contact(balls[b])->depth);
        ++one;
      }
      if (balls[a].overlaps(boxes[b])) {
        CHECK(also[two].a == a && also[two].b == b && other[two].pair.a == a);
        ++two;
      }
    }
  }
  CHECK(meet.size() == one && touch.size() == one && also.size() == two && other.size() == two && two > 200);
  CHECK(pairs({}).empty());
  Pair pair = {0, 0};
  std::size_t count = 0;
  const JostlePlaced three[3] = {balls[0].get(), balls[0].get(), balls[0].get()};
  CHECK(jostle_pairs(three, 3, &pair, 1, &count) == JOSTLE_STATUS_ROOM && count == 3 && pair.b == 1);
}

static void objects_own_what_they_hold() {
  Shape one = Shape::circle(1);
  Shape two = one;
  Placed placed = one.place();
  one = Shape::rect_half({5, 5});
  CHECK(two.kind() == "circle" && one.kind() == "rect" && placed.area() > 3);
  Shape moved = std::move(two);
  CHECK(two.empty() && moved.kind() == "circle");  // NOLINT: what a moved-from shape is, is the test
  Placed copy = placed;
  placed = Placed();
  CHECK(copy.overlaps(copy) && placed.empty());
  Status status = Status::ok;
  CHECK(two.place({}, &status).empty() && status == Status::handle);
}

static void errors_are_exceptions_or_codes() {
  bool thrown = false;
  try {
    Shape::circle(-1);
  } catch (const Error &error) {
    thrown = error.status() == Status::negative && std::string(error.what()) == "radius is -1, which is negative";
  }
  CHECK(thrown);
  Status status = Status::ok;
  CHECK(Shape::polygon({{0, 0}, {2, 2}, {2, 0}, {0, 2}}, &status).empty() && status == Status::crossing);
  CHECK(last_error_message().find("crosses") != std::string::npos);
  World world;
  world.remove(77, &status);
  CHECK(status == Status::key);
  CHECK(!Shape::circle(1, &status).empty() && status == Status::ok);
}

static void events_are_a_range_and_the_world_may_be_edited_meanwhile() {
  World world;
  const Layers hero_layer = layer_bit(0), coin_layer = layer_bit(1);
  const Key hero = world.add(Collider(Shape::circle(8)).layer(hero_layer).data(1));
  for (int i = 0; i < 3; ++i) {
    world.add(Collider(Shape::circle(4)).at(4.0F * float(i), 0).layer(coin_layer).sees(hero_layer).sensor().data(std::uint64_t(10 + i)));
  }
  CHECK(world.size() == 4);
  const Events events = world.step();
  CHECK(events.size() == 3 && std::all_of(events.begin(), events.end(), [](const Event &e) { return e.is_enter(); }));
  for (const Event &event : events) {
    CHECK(event.a() == hero && event.push_a() == Vec2());
    world.remove(event.b());
  }
  std::uint64_t sum = 0;
  for (const Event &event : world.step()) {
    CHECK(event.is_exit() && event.reason == ExitReason::removed);
    sum += event.data_b;
  }
  CHECK(sum == 33 && world.step().empty());
}

static Collider made() { return Collider(Shape::circle(2)).layer(1); }

static void a_collider_is_a_value() {
  World world;
  const auto kept = Collider(Shape::circle(2)).at(1, 2);
  std::vector<Collider> many;
  for (int i = 0; i < 3; ++i) {
    many.push_back(Collider(Shape::circle(1)).at(float(i), 9));
  }
  Collider copy = Collider(Shape::rect_half({1, 1}));
  {
    const Collider gone = made();
    copy = gone;
  }
  const Collider twin(copy), moved = std::move(many[0]);
  many[0] = kept;
  CHECK(world.contains(world.add(kept)) && world.add_all(many).size() == 3 && world.add(made()) != 0);
  CHECK(world.add(copy) != 0 && world.add(twin) != 0 && world.add(moved) != 0 && world.size() == 8);
  CHECK(world.shape(world.add(twin)).kind() == "circle");
}

static void events_outlive_later_steps_and_their_world() {
  Events kept, first;
  std::vector<Event> copied;
  {
    World world;
    const Shape pair = Shape::compound({{Shape::circle(1), Affine()}, {Shape::circle(1), Affine::at(1, 0)}});
    world.add(Collider(pair).data(5));
    const Key other = world.add(Collider(Shape::circle(1)).data(6));
    first = world.step();
    world.remove(other);
    kept = world.step();
    copied.assign(first.begin(), first.end());
  }
  CHECK(first.size() == 1 && first[0].is_enter() && first[0].data_a == 5);
  CHECK(kept.size() == 1 && kept[0].is_exit() && kept[0].data_b == 6);
  first = Events();
  CHECK(copied.at(0).touch.parts.size() == 2 && copied[0].touch.parts[1].a == 1);
}

static void numbers_that_are_none_are_refused() {
  World world;
  const Key key = world.add(Collider(Shape::circle(1)));
  const Placed placed = Shape::circle(1).place();
  const Vec2 nan(NAN, 0);
  const auto refused = [](auto call) {
    try {
      call();
    } catch (const Error &error) {
      return error.status() == Status::not_finite;
    }
    return false;
  };
  CHECK(refused([&] { placed.moved(nan); }) && refused([&] { placed.closest(nan); }) && refused([&] { placed.contains_point(nan); }));
  CHECK(refused([&] { world.ray_first({nan, {1, 0}}); }) && refused([&] { world.ray_any(Ray({0, 0}, {1, 0}).thick(NAN)); }));
  CHECK(refused([&] { world.nearest(nan, 1); }) && refused([&] { world.at_point(nan); }) && refused([&] { world.closest(key, nan); }));
  Aabb box({0, 0}, {1, 1});
  box.max.x = NAN;
  CHECK(refused([&] { world.overlapping_aabb(box); }) && refused([&] { world.cast_first(placed, Motion(nan)); }));
  // The box of everything is one.
  CHECK(world.overlapping_aabb(Aabb({-INFINITY, -INFINITY}, {INFINITY, INFINITY})).size() == 1);
}

static void options_begin_with_their_defaults() {
  const DebugDrawOptions drawing;
  const JostleDebugDrawOptions start = jostle_debug_draw_options_default(), own = drawing.c();
  CHECK(own.outlines == start.outlines && own.boxes == start.boxes && own.contacts == start.contacts && own.normals == start.normals);
  CHECK(own.nodes == start.nodes && own.keys == start.keys && own.tolerance == start.tolerance);
  const JostleMeet rules = Meet().c(), none = jostle_meet_default();
  CHECK(rules.stop == none.stop && rules.inside == none.inside && rules.skin == none.skin);
  const JostleTransformParts parts = jostle_transform_parts_default();
  CHECK(Affine::from_parts(TransformParts()).to_matrix() == Affine(jostle_affine_from_parts(parts)).to_matrix() && parts.scale.y == 1);
  CHECK(Ignored().rgba[3] == 0 && Tracing().alpha == jostle_trace_default().alpha);
  World world;
  world.add(Collider(Shape::circle(1)));
  CHECK(!world.draw().lines.empty());
}

static void a_slide_that_throws_moves_nothing() {
  World world;
  const Key hero = world.add(Collider(Shape::circle(1))), group = world.add(Collider::group());
  const Key wall = world.add(Collider(Shape::rect_half({1, 9})).at(5, 0));
  const std::uint64_t hash = world.hash();
  bool thrown = false;
  try {
    world.slide(hero, Vec2{9, 0}, [](Key, std::uint64_t) -> Response { throw 1; });
  } catch (int) {
    thrown = true;
  }
  CHECK(thrown && world.hash() == hash);
  float met = 0;
  world.slide(hero, Vec2{9, 0}, [&](Key key, std::uint64_t) {
    met = world.transform(key).tx;
    Status status{};
    world.remove(wall, &status);
    CHECK(status == Status::busy);
    return Response::slide;
  });
  CHECK(met == 5 && world.transform(hero).tx == 3);
  Status status{};
  world.slide(group, Vec2{1, 0}, {}, &status);
  CHECK(status == Status::key && last_error_message() == std::to_string(group) + " is a group, it has no shape");
}

#if __cplusplus >= 202002L
#include <ranges>
static_assert(std::ranges::input_range<Events> && std::ranges::input_range<ResultLists<Key>>);
#endif

static void steps_do_what_the_options_state() {
  World world;
  const Key a = world.add(Collider(Shape::circle(2))), b = world.add(Collider(Shape::circle(1)).at(2, 0).sensor());
  CHECK(!world.step()[0].touch.contact() && world.contact(a, b)->depth == 1 && world.overlaps(a, b) == true);
  CHECK(world.gap(a, b)->separation == -1 && world.closest(a, {5, 0})->separation == 3);
  world.set_detail(b, PairDetail::push);
  CHECK(world.detail(b) == PairDetail::push && world.detail(a) == PairDetail::standard && world.step()[0].touch.contact()->depth == 1);
  StepOptions options = world.step_options();
  CHECK(options.solids == PairDetail::push && options.sensors == PairDetail::touch && options.stays);
  options.stays = false;
  world.set_step_options(options);
  CHECK(world.step().empty() && world.pairs().size() == 1 && !world.step_options().stays);
  const Key c = world.add(Collider(Shape::circle(1)).at(0, 2).detail(PairDetail::touch));
  CHECK(world.step().size() == 1 && !world.touching(c)[0].contact());
}

static void worlds_answer_and_remember() {
  World world(TouchPolicy::ignored, "tree");
  const Key a = world.add(Collider(Shape::rect_half({1, 1})).data(5));
  const std::vector<Key> more = world.add_all({Collider(Shape::rect_half({1, 1})).at(2, 0), Collider(Shape::circle(1)).at(9, 0)});
  CHECK(world.step().empty() && more.size() == 2);
  world.record();
  world.move_by(more[0], {-0.5F, 0});
  CHECK(world.at_point({0.75F, 0}).size() == 2 && world.overlapping_aabb({{-9, -9}, {99, 9}}).size() == 3);
  CHECK(world.ray_first({{-5, 0}, {50, 0}})->key == a && world.ray_all({{-5, 0}, {50, 0}}).size() == 3);
  CHECK(world.ray_any(Ray({-5, 5}, {50, 0}).thick(4.5F)) && !world.ray_first({{0, 5}, {1, 0}}));
  CHECK(world.nearest({8, 0}, 1)[0].key == more[1] && world.nearest_pair()->gap.separation < 0);
  CHECK(world.overlapping(Shape::circle(1).place()).size() == 2 && world.contained_in(Shape::circle(30).place()).size() == 3);
  CHECK(world.at_point_each({{0, 0}, {50, 0}})[1].size() == 0 && world.overlapping_aabb_each({{{0, 0}, {1, 1}}})[0].size() == 2);
  {
    World level;
    const Key hero = level.add(Collider(Shape::rect_half({1, 1})));
    const Key floor = level.add(Collider(Shape::rect_half({50, 1})).at(0, 4));
    Slide fall({3, 9});
    fall.up = {0, -1};
    CHECK(level.slide_try(hero, fall).moved.y == 2 && level.transform(hero).ty == 0);
    const Slid slid = level.slide(hero, fall, [&](Key met, std::uint64_t) { return met == floor ? Response::slide : Response::ignore; });
    CHECK(slid.moved.x == 3 && slid.moved.y == 2 && slid.floor.y == -1 && slid.footing.key == floor && slid.met.size() == 1);
    CHECK(level.cast_key(hero, Motion::by(0, -5))->fraction == 0 && !level.cast_any(Shape::circle(1).place(), Motion::by(0, -5), {Stop::overlapping}, Filter().except({hero})));
    CHECK(level.cast_first(Shape::circle(1).place(Affine::at(30, 0)), Motion::by(0, 8))->fraction == 0.25F);
    CHECK(level.cast_all(Shape::circle(1).place(Affine::at(30, 0)), Motion::by(0, 8)).size() == 1);
    level.set_one_way(floor, Vec2{0, -1});
    level.set_platform(floor, true);
    CHECK(level.one_way(floor)->y == -1 && level.is_platform(floor) && !level.one_way(hero));
    bool thrown = false;
    try {
      level.slide(hero, fall, [](Key, std::uint64_t) -> Response { throw 1; });
    } catch (int) {
      thrown = true;
    }
    CHECK(thrown);
    fall.step = -1;
    Status status{};
    level.slide(hero, fall, {}, &status);
    CHECK(status != Status{});
  }
  CHECK(world.ray_first_each({{{-5, 0}, {50, 0}}})[0].key == a && world.ray_any_each({{{-5, 9}, {50, 0}}})[0] == false);
  CHECK(world.nearest_each({{0, 0}}, 2)[0].size() == 2 && world.ray_all_each({{{-5, 0}, {50, 0}}})[0].size() == 3);
  CHECK(world.overlapping_each({Shape::circle(1).place()})[0].size() == 2 && world.contained_in_each({Shape::circle(1).place()})[0].size() == 0);
  CHECK(world.at_point({0, 0}, Filter().only([](Key, std::uint64_t data) { return data == 5; })).size() == 1);
  CHECK(world.at_point({0, 0}, Filter().except({a})).empty());
  bool thrown = false;
  try {
    world.at_point({0, 0}, Filter().only([](Key, std::uint64_t) -> bool { throw std::runtime_error("mine"); }));
  } catch (const std::runtime_error &error) {
    thrown = std::string(error.what()) == "mine";
  }
  CHECK(thrown);
  world.step();
  CHECK(world.pairs().size() == 1 && world.touching(a)[0].contact()->depth > 0 && world.changed().size() == 2);
  CHECK(world.stats().pairs == 1 && world.heap_bytes() > 0 && world.why_not(a, more[1]).first == WhyNot::apart);
  CHECK(world.draw({true, true, true, true, true, true, 0}).lines.size() > 8);
  const DebugDrawOptions fine = {true, false, false, false, false, false, 0.01F}, rough = {true, false, false, false, false, false, 0.5F};
  CHECK(world.draw(fine).lines.size() > world.draw(rough).lines.size());
  const std::string saved = world.snapshot();
  const std::uint64_t hash = world.hash();
  CHECK(!world.drain_journal().empty());
  world.remove(a);
  world.restore(saved);
  CHECK(world.hash() == hash && world.contains(a) && world.data(a) == 5);
  const Key group = world.add(Collider::group());
  world.set_parent(a, group);
  world.set_transform(group, Affine::at(100, 0));
  CHECK(world.world_transform(a).tx == 100 && world.transform(a).tx == 0 && world.parent(a) == group && !world.parent(group));
  CHECK(world.children(group) == std::vector<Key>{a} && world.subtree_bounds(group)->min.x == 99);
  world.set_pair_filter([](Key, std::uint64_t, Key, std::uint64_t) { return false; });
  CHECK(world.step().size() == 1);
  world.clear_pair_filter();
  Replay replay;
  replay.apply(R"({"op":"insert","key":4,"shape":{"type":"circle","radius":1}})");
  replay.apply(R"({"op":"insert","key":5,"shape":{"type":"circle","radius":1}})");
  const Events told = replay.apply(R"({"op":"step"})");
  CHECK(told.size() == 1 && told[0].data_a == 4 && replay.world().size() == 2 && replay.key(4));
}

static void pixels_become_hitboxes() {
  std::vector<std::uint8_t> rgba(16 * 16 * 4, 255);
  const std::optional<Hitbox> box = trace(rgba.data(), 16, 16);
  CHECK(box && box->report.vertices == 4 && box->rings[0].points.size() == 4 && box->shape.place().area() == 256.0F);
  std::fill(rgba.begin(), rgba.end(), std::uint8_t(0));
  CHECK(!trace(rgba.data(), 16, 16));
}

static void readers_share_a_world_across_threads() {
  World world;
  for (int i = 0; i < 100; ++i) {
    world.add(Collider(Shape::circle(1)).at(3.0F * float(i), 0));
  }
  std::vector<std::thread> threads;
  std::array<int, 4> found{};
  for (std::size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 500; ++i) {
        found[t] += int(world.at_point({3.0F * float(i % 100), 0}).size());
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(found == (std::array<int, 4>{500, 500, 500, 500}));
}

int main() {
  words_are_those_of_the_library();
  all_pairs_are_found_in_one_call();
  objects_own_what_they_hold();
  errors_are_exceptions_or_codes();
  events_are_a_range_and_the_world_may_be_edited_meanwhile();
  a_collider_is_a_value();
  events_outlive_later_steps_and_their_world();
  numbers_that_are_none_are_refused();
  options_begin_with_their_defaults();
  a_slide_that_throws_moves_nothing();
  steps_do_what_the_options_state();
  worlds_answer_and_remember();
  pixels_become_hitboxes();
  readers_share_a_world_across_threads();
  return checks_done("classes");
}
