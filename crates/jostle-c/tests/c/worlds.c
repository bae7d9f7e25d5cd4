/* Every call about a world, with the answer known. */
#include <jostle/jostle.h>

#include <string.h>

#include "check.h"

static JostleVec2 at(float x, float y) {
  JostleVec2 p;
  p.x = x;
  p.y = y;
  return p;
}

static JostleShape ball, box;

static JostleKey add(JostleWorld world, JostleShape shape, float x, float y, uint64_t data) {
  JostleCollider collider = jostle_collider_default();
  JostleKey key = 0;
  collider.shape = shape;
  collider.transform = jostle_affine_at(x, y);
  collider.data = data;
  CHECK(!jostle_world_add(world, &collider, &key) && key != 0);
  return key;
}

static JostleWorld fresh(const char *broad) {
  JostleWorld world = {0};
  CHECK(!jostle_world_new(broad, JOSTLE_TOUCH_POLICY_COUNTS, &world));
  return world;
}

static const JostleEvent *events;
static size_t event_count;

static void step(JostleWorld world) { CHECK(!jostle_world_step(world, &events, &event_count)); }

static void every_enter_has_one_exit_with_its_reason_and_data(void) {
  const char *phases[4] = {"auto", "brute", "sweep", "tree"};
  int i;
  for (i = 0; i < 4; ++i) {
    JostleWorld world = fresh(phases[i]);
    JostleKey a = add(world, ball, 0, 0, 7), b = add(world, box, 1.5F, 0, 8);
    step(world);
    CHECK(event_count == 1 && events[0].kind == JOSTLE_EVENT_KIND_ENTER && events[0].touch.a == a && events[0].touch.b == b);
    CHECK(events[0].touch.has_contact && events[0].touch.contact.depth == 0.5F && events[0].data_b == 8);
    CHECK(jostle_touch_pair_push_a(events[0].touch).x == -0.5F && jostle_touch_pair_push_b(events[0].touch).x == 0.5F);
    CHECK(events[0].touch.seen_by == JOSTLE_SEEN_BY_BOTH && events[0].reason == JOSTLE_EXIT_REASON_NONE);
    CHECK(!jostle_world_move_by(world, a, jostle_touch_pair_push_a(events[0].touch)));
    step(world);
    CHECK(event_count == 1 && events[0].kind == JOSTLE_EVENT_KIND_STAY && events[0].touch.contact.depth == 0);
    CHECK(!jostle_world_remove(world, b));
    step(world);
    CHECK(event_count == 1 && events[0].kind == JOSTLE_EVENT_KIND_EXIT && events[0].reason == JOSTLE_EXIT_REASON_REMOVED);
    CHECK(events[0].data_a == 7 && events[0].data_b == 8);
    step(world);
    CHECK(event_count == 0 && !jostle_world_free(world));
  }
}

static void parts_of_compounds_are_named(void) {
  JostleWorld world = fresh(NULL);
  JostlePart parts[2];
  JostleShape both = {0};
  parts[0].shape = parts[1].shape = ball;
  parts[0].transform = jostle_affine_at(0, 0), parts[1].transform = jostle_affine_at(10, 0);
  CHECK(!jostle_shape_compound(parts, 2, &both));
  add(world, both, 0, 0, 1), add(world, ball, 10.5F, 0, 2);
  step(world);
  CHECK(event_count == 1 && events[0].touch.part_count == 1);
  CHECK(events[0].touch.parts[0].a == 1 && events[0].touch.parts[0].b == 0);
  jostle_shape_free(both), jostle_world_free(world);
}

static void every_edit_is_seen_at_once(void) {
  JostleWorld world = fresh(NULL);
  JostleCollider group = jostle_collider_default(), two[2];
  JostleKey keys[4], parent = 0, found[8], child, other = 0;
  JostleAffine map, maps[2];
  JostleShape shape = {0};
  JostlePlaced placed = {0};
  JostleAabb bounds;
  JostleWhyNot rule;
  JostleBytes sentence = {0};
  const char *text;
  uint64_t number;
  uint32_t team;
  size_t count = 0, length;
  bool yes = false;
  CHECK(!jostle_world_add(world, &group, &parent));
  child = add(world, ball, 5, 0, 1);
  CHECK(!jostle_world_set_parent(world, child, parent) && !jostle_world_set_transform(world, parent, jostle_affine_at(10, 0)));
  CHECK(!jostle_world_transform(world, child, &map) && map.tx == 5);
  CHECK(!jostle_world_world_transform(world, child, &map) && map.tx == 15);
  CHECK(!jostle_world_parent(world, child, &other) && other == parent);
  CHECK(jostle_world_parent(world, parent, &other) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_world_children(world, parent, found, 8, &count) && count == 1 && found[0] == child);
  CHECK(!jostle_world_subtree_bounds(world, parent, &bounds) && bounds.max.x == 16);
  CHECK(jostle_world_shape(world, parent, &shape) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_world_shape(world, child, &shape) && !jostle_shape_free(shape));
  CHECK(!jostle_world_placed(world, child, &placed) && !jostle_contains_point(placed, at(15, 0), &yes) && yes);
  CHECK(!jostle_placed_free(placed) && !jostle_world_apply_transform(world, child, jostle_affine_at(0, 3)));
  CHECK(!jostle_world_at_point(world, at(15, 3), NULL, found, 8, &count) && count == 1 && found[0] == child);
  CHECK(!jostle_world_set_shape(world, child, box) && !jostle_world_set_data(world, child, 99));
  CHECK(!jostle_world_data(world, child, &number) && number == 99);
  CHECK(!jostle_world_set_layers(world, child, 1, 2) && !jostle_world_layer(world, child, &number) && number == 1);
  CHECK(!jostle_world_sees(world, child, &number) && number == 2);
  CHECK(!jostle_world_set_team(world, child, 4) && !jostle_world_team(world, child, &team) && team == 4);
  CHECK(!jostle_world_make_sensor(world, child) && !jostle_world_is_sensor(world, child, &yes) && yes);
  CHECK(!jostle_world_make_solid(world, child) && !jostle_world_is_sensor(world, child, &yes) && !yes);
  CHECK(!jostle_world_disable(world, child) && !jostle_world_is_enabled(world, child, &yes) && !yes);
  CHECK(!jostle_world_at_point(world, at(15, 3), NULL, found, 8, &count) && count == 0);
  CHECK(!jostle_world_enable(world, child) && !jostle_world_is_enabled(world, child, &yes) && yes);
  two[0] = two[1] = jostle_collider_default();
  two[0].shape = two[1].shape = ball, two[1].transform = jostle_affine_at(50, 0), two[1].team = 4;
  CHECK(!jostle_world_add_all(world, two, 2, keys) && keys[0] < keys[1]);
  CHECK(!jostle_world_why_not(world, child, keys[1], &rule, &sentence) && rule == JOSTLE_WHY_NOT_TEAM);
  CHECK(!jostle_bytes_data(sentence, &text, &length) && strstr(text, "team 4") && !jostle_bytes_free(sentence));
  CHECK(!jostle_world_why_not(world, keys[0], keys[1], &rule, NULL) && rule == JOSTLE_WHY_NOT_APART);
  maps[0] = jostle_affine_at(1, 0), maps[1] = jostle_affine_at(2, 0);
  CHECK(!jostle_world_set_transforms(world, keys, maps, 2));
  CHECK(!jostle_world_why_not(world, keys[0], keys[1], &rule, NULL) && rule == JOSTLE_WHY_NOT_NOTHING);
  two[1].shape.id = UINT64_MAX;
  CHECK(jostle_world_add_all(world, two, 2, keys + 2) == JOSTLE_STATUS_HANDLE);
  CHECK(strstr(jostle_last_error_message(), "colliders[1]") != NULL);
  CHECK(!jostle_world_len(world, &count) && count == 4 && !jostle_world_contains(world, child, &yes) && yes);
  CHECK(jostle_world_keys(world, found, 1, &count) == JOSTLE_STATUS_ROOM && count == 4 && found[0] == parent);
  CHECK(!jostle_world_remove_with(world, parent, JOSTLE_CHILDREN_RELEASE));
  CHECK(!jostle_world_world_transform(world, child, &map) && map.tx == 15);
  CHECK(!jostle_world_free(world));
}

static bool odd(JostleKey key, uint64_t data, void *user) {
  (void)key;
  ++*(int *)user;
  return data % 2 == 1;
}

static void queries_answer_one_by_one_and_by_the_many(void) {
  JostleWorld world = fresh(NULL);
  JostleKey keys[5], found[16];
  JostleRay rays[2];
  JostleWorldRayHit hits[8];
  JostleNearest near[8];
  JostleNearestPair pair;
  JostleVec2 points[3];
  JostleAabb boxes[2];
  JostlePlaced shapes[2];
  JostleShape big = {0};
  JostleFilter filter = jostle_filter_any();
  JostleAffine here = jostle_affine_at(0, 0);
  size_t ends[3], count = 0;
  bool seen[2], yes = false;
  int i, asked = 0;
  for (i = 0; i < 5; ++i) {
    keys[i] = add(world, ball, 10.0F * (float)i, 0, (uint64_t)i);
  }
  rays[0] = jostle_ray_new(at(-8, 0), at(64, 0)), rays[1] = jostle_ray_new(at(-8, 9), at(64, 0));
  points[0] = at(0, 0), points[1] = at(5, 5), points[2] = at(20, 0.5F);
  CHECK(!jostle_world_at_point_each(world, points, 3, NULL, ends, found, 16, &count));
  CHECK(count == 2 && ends[0] == 1 && ends[1] == 1 && ends[2] == 2 && found[1] == keys[2]);
  boxes[0] = jostle_aabb_new(at(9, -1), at(21, 1)), boxes[1] = jostle_aabb_new(at(90, 90), at(91, 91));
  CHECK(!jostle_world_overlapping_aabb(world, boxes[0], NULL, found, 16, &count) && count == 2);
  CHECK(!jostle_world_overlapping_aabb_each(world, boxes, 2, NULL, ends, found, 16, &count) && count == 2 && ends[1] == 2);
  CHECK(!jostle_shape_circle(12, &big) && !jostle_shape_place(big, &here, &shapes[0]) && !jostle_placed_clone(shapes[0], &shapes[1]));
  CHECK(!jostle_world_overlapping(world, shapes[0], NULL, found, 16, &count) && count == 2);
  CHECK(!jostle_world_contained_in(world, shapes[0], NULL, found, 16, &count) && count == 2);
  CHECK(!jostle_world_overlapping_each(world, shapes, 2, NULL, ends, found, 16, &count) && count == 4 && ends[0] == 2);
  CHECK(!jostle_world_contained_in_each(world, shapes, 2, NULL, ends, found, 16, &count) && count == 4);
  CHECK(!jostle_world_ray_first(world, rays[0], NULL, hits) && hits[0].key == keys[0] && hits[0].point.x == -1);
  CHECK(jostle_world_ray_first(world, rays[1], NULL, hits) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_world_ray_all(world, rays[0], NULL, hits, 8, &count) && count == 5 && hits[4].key == keys[4]);
  CHECK(!jostle_world_ray_any(world, rays[1], NULL, &yes) && !yes);
  rays[1].radius = 8.5F;
  CHECK(!jostle_world_ray_any(world, rays[1], NULL, &yes) && yes);
  rays[1].radius = 0;
  CHECK(!jostle_world_ray_first_each(world, rays, 2, NULL, hits) && hits[0].key == keys[0] && hits[1].key == 0);
  CHECK(!jostle_world_ray_any_each(world, rays, 2, NULL, seen) && seen[0] && !seen[1]);
  CHECK(!jostle_world_ray_all_each(world, rays, 2, NULL, ends, hits, 8, &count) && count == 5 && ends[1] == 5);
  rays[0].inside = 44;
  CHECK(jostle_world_ray_any(world, rays[0], NULL, &yes) == JOSTLE_STATUS_WORD);
  CHECK(!jostle_world_nearest(world, at(19, 0), 2, NULL, near, 8, &count) && count == 2 && near[0].key == keys[2] && near[0].distance == 0);
  CHECK(!jostle_world_nearest_each(world, points, 3, 1, NULL, ends, near, 8, &count) && count == 3 && ends[2] == 3);
  CHECK(!jostle_world_nearest_pair(world, NULL, &pair) && pair.gap.separation == 8);
  filter.except = keys, filter.except_count = 1, filter.only = odd, filter.user = &asked;
  CHECK(!jostle_world_overlapping_aabb(world, jostle_aabb_new(at(-90, -9), at(90, 9)), &filter, found, 16, &count));
  CHECK(count == 2 && found[0] == keys[1] && found[1] == keys[3] && asked == 4);
  jostle_placed_free(shapes[0]), jostle_placed_free(shapes[1]), jostle_shape_free(big), jostle_world_free(world);
}

static bool never(JostleKey a, uint64_t data_a, JostleKey b, uint64_t data_b, void *user) {
  (void)a, (void)data_a, (void)b, (void)data_b, (void)user;
  return false;
}

static void steps_can_be_looked_at_filtered_and_drawn(void) {
  JostleWorld world = fresh(NULL), strict = {0};
  JostleKey a = add(world, box, 0, 0, 1), b = add(world, box, 2, 0, 2), keys[4];
  JostleTouchPair touches[4];
  JostleWorldStats totals;
  JostleDebugLine lines[64];
  JostleDebugText texts[8];
  JostleDebugDrawOptions all = {true, true, true, true, true, true, 0};
  JostleAabb window = jostle_aabb_new(at(0, 0), at(9, 9));
  size_t count = 0, line_count = 0, text_count = 0;
  step(world);
  CHECK(!jostle_world_touching(world, a, touches, 4, &count) && count == 1 && touches[0].b == b);
  CHECK(!jostle_world_pairs(world, touches, 4, &count) && count == 1 && touches[0].has_contact);
  CHECK(!jostle_world_changed(world, keys, 4, &count) && count == 2 && keys[0] == a);
  CHECK(!jostle_world_stats(world, &totals) && totals.pairs == 1 && totals.entered == 1 && totals.steps == 1);
  CHECK(!jostle_world_heap_bytes(world, &count) && count > 0);
  CHECK(!jostle_world_draw(world, NULL, window, lines, 64, &line_count, texts, 8, &text_count) && line_count == 11 && text_count == 0);
  CHECK(jostle_world_draw(world, &all, window, NULL, 0, &line_count, NULL, 0, &text_count) == JOSTLE_STATUS_ROOM);
  CHECK(line_count > 10 && text_count == 2);
  CHECK(!jostle_world_draw(world, &all, window, lines, 64, &line_count, texts, 8, &text_count) && strlen((char *)texts[0].text) > 0);
  CHECK(lines[line_count - 1].rgba[3] > 0);
  CHECK(!jostle_world_set_pair_filter(world, never, NULL));
  step(world);
  CHECK(event_count == 1 && events[0].reason == JOSTLE_EXIT_REASON_FILTERED);
  CHECK(!jostle_world_set_pair_filter(world, NULL, NULL) && !jostle_world_set_transform(world, b, jostle_affine_at(1, 2.5F)));
  step(world);
  CHECK(event_count == 0);
  CHECK(!jostle_world_set_method(world, JOSTLE_BUILTIN_METHOD_CIRCLES));
  step(world);
  CHECK(event_count == 0); /* boxes that are apart are never asked about */
  CHECK(!jostle_world_new(NULL, JOSTLE_TOUCH_POLICY_IGNORED, &strict));
  add(strict, box, 0, 0, 1), add(strict, box, 2, 0, 2);
  step(strict);
  CHECK(event_count == 0);
  jostle_world_free(world), jostle_world_free(strict);
}

static void steps_compute_and_report_what_the_options_state(void) {
  JostleWorld world = fresh(NULL);
  JostleKey a = add(world, box, 0, 0, 1), b = add(world, ball, 1.5F, 0, 2), c, far = add(world, ball, 9, 0, 4);
  JostleCollider sensor = jostle_collider_default();
  JostleStepOptions options = jostle_step_options_default();
  JostleContact contact;
  JostleClosest closest;
  JostleGap gap;
  int32_t detail = -1;
  bool yes = true;
  step(world);
  CHECK(event_count == 1 && events[0].touch.has_contact);
  CHECK(options.solids == JOSTLE_PAIR_DETAIL_PUSH && options.sensors == JOSTLE_PAIR_DETAIL_TOUCH && options.stays);
  sensor.shape = ball, sensor.sensor = true;
  CHECK(!jostle_world_add(world, &sensor, &c));
  step(world);
  CHECK(event_count == 3 && events[0].kind == JOSTLE_EVENT_KIND_STAY && !events[1].touch.has_contact);
  CHECK(!jostle_world_set_detail(world, c, JOSTLE_PAIR_DETAIL_NEAR) && !jostle_world_detail(world, c, &detail) && detail == JOSTLE_PAIR_DETAIL_NEAR);
  CHECK(!jostle_world_detail(world, a, &detail) && detail == JOSTLE_PAIR_DETAIL_DEFAULT);
  CHECK(jostle_world_set_detail(world, c, 4) == JOSTLE_STATUS_WORD && jostle_world_detail(world, 77, &detail) == JOSTLE_STATUS_KEY);
  step(world);
  CHECK(event_count == 3 && events[1].touch.has_contact);
  options.stays = false, options.solids = JOSTLE_PAIR_DETAIL_TOUCH;
  CHECK(!jostle_world_set_step_options(world, options));
  options.stays = true;
  CHECK(!jostle_world_step_options(world, &options) && !options.stays && options.solids == JOSTLE_PAIR_DETAIL_TOUCH);
  options.sensors = -1;
  CHECK(jostle_world_set_step_options(world, options) == JOSTLE_STATUS_WORD);
  step(world);
  CHECK(event_count == 0);
  CHECK(!jostle_world_contact(world, a, b, &contact) && contact.depth == 0.5F);
  CHECK(jostle_world_contact(world, a, far, &contact) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_world_overlaps(world, a, far, &yes) && !yes);
  CHECK(!jostle_world_gap(world, a, far, &gap) && gap.separation == 7);
  CHECK(!jostle_world_closest(world, far, at(0, 0), &closest) && closest.separation == 8);
  CHECK(jostle_world_gap(world, a, 77, &gap) == JOSTLE_STATUS_KEY);
  jostle_world_free(world);
}

static void a_world_is_kept_by_snapshots_and_journals(void) {
  JostleWorld world = fresh("sweep"), copy = fresh("tree"), again = {0};
  JostleBytes saved = {0}, journal = {0};
  JostleReplay replay = {0};
  const char *bytes, *line;
  size_t length, count = 0;
  uint64_t hash = 0, other = 0;
  JostleKey a, key = 0;
  CHECK(!jostle_world_record(world));
  a = add(world, ball, 0, 0, 5), add(world, ball, 1, 0, 6);
  step(world);
  CHECK(!jostle_world_hash(world, &hash) && !jostle_world_snapshot(world, &saved));
  CHECK(!jostle_bytes_data(saved, &bytes, &length) && !jostle_world_restore(copy, bytes, length));
  CHECK(!jostle_world_hash(copy, &other) && other == hash);
  CHECK(jostle_world_restore(copy, bytes, length - 1) == JOSTLE_STATUS_SNAPSHOT && !jostle_bytes_free(saved));
  CHECK(!jostle_world_drain_journal(world, &journal) && !jostle_bytes_data(journal, &bytes, &length));
  CHECK(!jostle_replay_new("sweep", &replay));
  for (line = bytes; line < bytes + length;) {
    const char *end = memchr(line, '\n', (size_t)(bytes + length - line));
    JostleStatus status = jostle_replay_apply(replay, line, (size_t)(end - line), &events, &count);
    CHECK(status == (strstr(line, "\"step\"") == strchr(line, ':') + 1 ? JOSTLE_STATUS_OK : JOSTLE_STATUS_NONE));
    line = end + 1;
  }
  CHECK(count == 1 && events[0].kind == JOSTLE_EVENT_KIND_ENTER && events[0].data_a == 1 && !jostle_bytes_free(journal));
  CHECK(!jostle_replay_world(replay, &again) && !jostle_world_len(again, &count) && count == 2);
  CHECK(!jostle_replay_key(replay, 1, &key) && jostle_replay_key(replay, 9, &key) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_world_remove(world, a) && !jostle_world_take_journal(world, &journal) && !jostle_bytes_free(journal));
  jostle_replay_free(replay), jostle_world_free(world), jostle_world_free(copy), jostle_world_free(again);
}

static void neighbors_are_welded(void) {
  JostleWorld world = fresh(NULL);
  JostleKey keys[4];
  size_t count = 0;
  add(world, box, 0, 0, 1), add(world, box, 2, 0, 2), add(world, box, 40, 0, 3);
  CHECK(!jostle_world_weld(world, JOSTLE_ALL_LAYERS, keys, 4, &count) && count == 1);
  CHECK(!jostle_world_len(world, &count) && count == 2);
  jostle_world_free(world);
}

int main(void) {
  CHECK(!jostle_shape_circle(1, &ball) && !jostle_shape_rect_half(at(1, 1), &box));
  every_enter_has_one_exit_with_its_reason_and_data();
  parts_of_compounds_are_named();
  every_edit_is_seen_at_once();
  queries_answer_one_by_one_and_by_the_many();
  steps_can_be_looked_at_filtered_and_drawn();
  steps_compute_and_report_what_the_options_state();
  a_world_is_kept_by_snapshots_and_journals();
  neighbors_are_welded();
  CHECK(!jostle_shape_free(ball) && !jostle_shape_free(box));
  return checks_done("worlds");
}
