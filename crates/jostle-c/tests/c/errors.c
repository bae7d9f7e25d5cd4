/* Wrong handles, keys, pointers, numbers and words give statuses with sentences, and change nothing. */
#include <jostle/jostle.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "check.h"

static int says(const char *words) { return strstr(jostle_last_error_message(), words) != NULL; }

static JostleShape circle(float radius) {
  JostleShape shape = {0};
  CHECK(jostle_shape_circle(radius, &shape) == JOSTLE_STATUS_OK);
  return shape;
}

static void freed_handles_find_nothing(void) {
  JostleShape shape = circle(1.0F), next = {0};
  JostlePlaced a = {0}, b = {0}, none = {0};
  bool hit = false;
  CHECK(jostle_shape_place(shape, NULL, &a) == JOSTLE_STATUS_OK);
  CHECK(jostle_shape_free(shape) == JOSTLE_STATUS_OK);
  CHECK(jostle_shape_free(shape) == JOSTLE_STATUS_HANDLE && says("freed"));
  CHECK(jostle_shape_place(shape, NULL, &b) == JOSTLE_STATUS_HANDLE);
  next = circle(2.0F); /* takes the same slot */
  CHECK(jostle_shape_place(shape, NULL, &b) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_overlaps(a, none, &hit) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_overlaps(a, a, &hit) == JOSTLE_STATUS_OK && hit);
  CHECK(jostle_placed_free(a) == JOSTLE_STATUS_OK);
  CHECK(jostle_overlaps(a, a, &hit) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_placed_free(a) == JOSTLE_STATUS_HANDLE);
  a.id = UINT64_MAX;
  CHECK(jostle_overlaps(a, a, &hit) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_shape_free(next) == JOSTLE_STATUS_OK);
}

static void freed_worlds_find_nothing(void) {
  JostleWorld world = {0};
  JostleCollider ball = jostle_collider_default();
  JostleKey key = 0;
  const JostleEvent *events = NULL;
  size_t count = 0;
  ball.shape = circle(1.0F);
  CHECK(jostle_world_new(NULL, JOSTLE_TOUCH_POLICY_COUNTS, &world) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_add(world, &ball, &key) == JOSTLE_STATUS_OK && key != 0);
  CHECK(jostle_world_free(world) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_free(world) == JOSTLE_STATUS_HANDLE && says("world"));
  CHECK(jostle_world_add(world, &ball, &key) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_world_step(world, &events, &count) == JOSTLE_STATUS_HANDLE);
  CHECK(jostle_world_len(world, &count) == JOSTLE_STATUS_HANDLE);
  jostle_shape_free(ball.shape);
}

static void wrong_keys_find_nothing(void) {
  JostleWorld one = {0}, other = {0};
  JostleCollider ball = jostle_collider_default();
  JostleKey key = 0, foreign = 0;
  JostleAffine map;
  uint64_t hash = 0, after = 0;
  ball.shape = circle(1.0F);
  CHECK(jostle_world_new("tree", JOSTLE_TOUCH_POLICY_COUNTS, &one) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_new("sweep", JOSTLE_TOUCH_POLICY_COUNTS, &other) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_add(one, &ball, &key) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_add(other, &ball, &foreign) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_hash(one, &hash) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_set_transform(one, foreign, jostle_affine_at(1, 1)) == JOSTLE_STATUS_KEY && says("key"));
  CHECK(jostle_world_set_transform(one, 0, jostle_affine_at(1, 1)) == JOSTLE_STATUS_KEY);
  CHECK(jostle_world_transform(one, UINT64_MAX, &map) == JOSTLE_STATUS_KEY);
  CHECK(jostle_world_set_parent(one, key, key) == JOSTLE_STATUS_CYCLE);
  map = jostle_affine_at(3, 3);
  CHECK(jostle_world_set_transforms(one, &foreign, &map, 1) == JOSTLE_STATUS_KEY);
  CHECK(jostle_world_hash(one, &after) == JOSTLE_STATUS_OK && after == hash);
  CHECK(jostle_world_remove(one, key) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_remove(one, key) == JOSTLE_STATUS_KEY);
  ball.parent = key;
  CHECK(jostle_world_add(one, &ball, &key) == JOSTLE_STATUS_KEY);
  jostle_world_free(one);
  jostle_world_free(other);
  jostle_shape_free(ball.shape);
}

static void null_pointers_are_told(void) {
  JostleShape shape = circle(1.0F);
  JostlePlaced placed = {0};
  JostleWorld world = {0};
  JostleVec2 point = {0, 0};
  size_t count = 0;
  const JostleEvent *events = NULL;
  CHECK(jostle_shape_circle(1.0F, NULL) == JOSTLE_STATUS_NULL && says("out_shape"));
  CHECK(jostle_shape_polygon(NULL, 3, &shape) == JOSTLE_STATUS_NULL && says("outline"));
  CHECK(jostle_shape_from_json(NULL, 5, &shape) == JOSTLE_STATUS_NULL);
  CHECK(jostle_shape_place(shape, NULL, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_shape_place(shape, NULL, &placed) == JOSTLE_STATUS_OK);
  CHECK(jostle_overlaps(placed, placed, NULL) == JOSTLE_STATUS_NULL && says("out_hit"));
  CHECK(jostle_gap(placed, placed, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_crossings(placed, placed, NULL, 4, &count) == JOSTLE_STATUS_NULL);
  CHECK(jostle_crossings(placed, placed, NULL, 0, NULL) == JOSTLE_STATUS_NULL && says("count"));
  CHECK(jostle_world_new(NULL, 0, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_world_new(NULL, 0, &world) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_add(world, NULL, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_world_step(world, NULL, &count) == JOSTLE_STATUS_NULL);
  CHECK(jostle_world_step(world, &events, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_world_at_point(world, point, NULL, NULL, 3, &count) == JOSTLE_STATUS_NULL);
  CHECK(jostle_shape_custom(NULL, NULL, &shape) == JOSTLE_STATUS_NULL);
  CHECK(jostle_trace_rgba(NULL, 2, 2, NULL, &shape, NULL, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_box_overlaps(NULL, NULL, NULL) == JOSTLE_STATUS_NULL);
  CHECK(jostle_intersect_lines(NULL, NULL, NULL) == JOSTLE_STATUS_NULL);
  jostle_world_free(world);
  jostle_placed_free(placed);
  jostle_shape_free(shape);
}

static void numbers_that_are_none_are_told(void) {
  JostleShape shape = {77};
  JostlePlaced placed = {0};
  JostleVec2 bad[3] = {{0, 0}, {1, NAN}, {0, 1}};
  JostleVec2 bow[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}};
  JostleAffine map = jostle_affine_at(0, 0);
  JostleWorld world = {0};
  JostleCollider ball = jostle_collider_default();
  JostleKey key = 0;
  JostleRayHit hit;
  JostleVec2 zero = {0, 0}, nan = {NAN, 0}, at = {1, 0};
  JostleLocalBox box;
  JostleClosest near;
  JostleInterval range;
  JostlePlaced moved = {0};
  JostleHit cast;
  JostleMotion motion = jostle_motion_by(1, 0);
  JostleLineCrossing crossing;
  JostleRay rays[2];
  bool hits[2];
  float area = 0;
  size_t end = 0;
  bool found = true;
  CHECK(jostle_shape_circle(NAN, &shape) == JOSTLE_STATUS_NOT_FINITE && says("radius is NaN"));
  CHECK(jostle_shape_circle(-2.0F, &shape) == JOSTLE_STATUS_NEGATIVE && says("-2"));
  CHECK(jostle_shape_circle(INFINITY, &shape) == JOSTLE_STATUS_NOT_FINITE);
  CHECK(jostle_shape_polygon(bad, 3, &shape) == JOSTLE_STATUS_NOT_FINITE && says("points[1].y"));
  CHECK(jostle_shape_polygon(bow, 4, &shape) == JOSTLE_STATUS_CROSSING);
  CHECK(jostle_shape_polygon(bow, 0, &shape) == JOSTLE_STATUS_EMPTY);
  CHECK(jostle_shape_half_plane(zero, 1, &shape) == JOSTLE_STATUS_ZERO_DIRECTION);
  CHECK(jostle_shape_mask(1u << 20, 1, NULL, 0, &shape) == JOSTLE_STATUS_TOO_MANY);
  CHECK(jostle_shape_mask(4, 4, NULL, 0, &shape) == JOSTLE_STATUS_WRONG_LENGTH);
  CHECK(shape.id == 77); /* nothing was written */
  shape = circle(FLT_MAX);
  map = jostle_affine_scaled(map, 8, 8);
  CHECK(jostle_shape_place(shape, &map, &placed) == JOSTLE_STATUS_OVERFLOW);
  map.a = NAN;
  CHECK(jostle_shape_place(shape, &map, &placed) == JOSTLE_STATUS_NOT_FINITE && placed.id == 0);
  CHECK(jostle_world_new(NULL, 0, &world) == JOSTLE_STATUS_OK);
  ball.shape = shape;
  ball.transform = map;
  CHECK(jostle_world_add(world, &ball, &key) == JOSTLE_STATUS_NOT_FINITE && key == 0);
  ball.transform = jostle_affine_at(0, 0);
  CHECK(jostle_world_add(world, &ball, &key) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_set_transform(world, key, map) == JOSTLE_STATUS_NOT_FINITE);
  CHECK(jostle_shape_place(shape, NULL, &placed) == JOSTLE_STATUS_OK);
  CHECK(jostle_ray(placed, nan, zero, JOSTLE_INSIDE_HIT, &hit) == JOSTLE_STATUS_NOT_FINITE && says("origin.x is NaN, which is not a finite number"));
  CHECK(jostle_ray(placed, zero, nan, JOSTLE_INSIDE_HIT, &hit) == JOSTLE_STATUS_NOT_FINITE && says("translation.x"));
  CHECK(jostle_closest(placed, nan, &near) == JOSTLE_STATUS_NOT_FINITE && says("point.x"));
  CHECK(jostle_contains_point(placed, nan, &found) == JOSTLE_STATUS_NOT_FINITE);
  CHECK(jostle_project(placed, nan, &range) == JOSTLE_STATUS_NOT_FINITE && says("axis.x"));
  CHECK(jostle_placed_moved(placed, nan, &moved) == JOSTLE_STATUS_NOT_FINITE && says("offset.x") && moved.id == 0);
  CHECK(jostle_cast(placed, placed, nan, NULL, &cast) == JOSTLE_STATUS_NOT_FINITE);
  CHECK(jostle_region(placed, placed, NAN, &area, NULL) == JOSTLE_STATUS_NOT_FINITE && says("tolerance"));
  CHECK(jostle_region(placed, placed, -1, &area, NULL) == JOSTLE_STATUS_NEGATIVE);
  motion.radians = NAN;
  CHECK(jostle_sweep(placed, placed, &motion, NULL, NULL, &cast) == JOSTLE_STATUS_NOT_FINITE && says("motion.radians"));
  CHECK(jostle_intersect_lines(bad, bow, &crossing) == JOSTLE_STATUS_NOT_FINITE && says("a[1].y"));
  rays[0] = rays[1] = jostle_ray_new(zero, at);
  rays[1].translation.y = INFINITY;
  CHECK(jostle_world_ray_any_each(world, rays, 2, NULL, hits) == JOSTLE_STATUS_NOT_FINITE && says("rays[1].translation.y is inf"));
  CHECK(jostle_world_at_point_each(world, bad, 2, NULL, &end, &key, 1, &end) == JOSTLE_STATUS_NOT_FINITE && says("points[1].y"));
  box.local.min = zero;
  box.local.max.x = box.local.max.y = 1;
  box.transform = map;
  CHECK(jostle_box_overlaps(&box, &box, &found) == JOSTLE_STATUS_NOT_FINITE);
  jostle_placed_free(placed);
  jostle_world_free(world);
  jostle_shape_free(shape);
}

static void words_that_are_none_are_told(void) {
  JostleShape shape = circle(1.0F), chain = {0};
  JostlePlaced placed = {0};
  JostleWorld world = {0};
  JostleStagedTest test;
  JostleVec2 line[2] = {{0, 0}, {1, 0}};
  const char *journal = "{\"op\":\"enable\",\"key\":7}";
  JostleReplay replay = {0};
  CHECK(jostle_shape_place(shape, NULL, &placed) == JOSTLE_STATUS_OK);
  CHECK(jostle_test_until(placed, placed, 3, &test) == JOSTLE_STATUS_WORD && says("JostleLevel"));
  CHECK(jostle_test_until(placed, placed, -1, &test) == JOSTLE_STATUS_WORD);
  CHECK(jostle_shape_chain(line, 2, 5, 0, &chain) == JOSTLE_STATUS_WORD);
  CHECK(jostle_world_new("magic", 0, &world) == JOSTLE_STATUS_WORD && says("magic"));
  CHECK(jostle_world_new("auto", 9, &world) == JOSTLE_STATUS_WORD);
  CHECK(jostle_shape_from_json("{\"type\":\"circle\",\"radios\":1}", 28, &chain) == JOSTLE_STATUS_JSON &&
        says("radios"));
  CHECK(jostle_shape_from_json("{", 1, &chain) == JOSTLE_STATUS_JSON);
  CHECK(jostle_shape_from_json("\xff\xfe", 2, &chain) == JOSTLE_STATUS_UTF8);
  CHECK(jostle_replay_new(NULL, &replay) == JOSTLE_STATUS_OK);
  CHECK(jostle_replay_apply(replay, journal, strlen(journal), NULL, NULL) == JOSTLE_STATUS_KEY);
  CHECK(jostle_replay_free(replay) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_new(NULL, 0, &world) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_restore(world, "nothing", 7) == JOSTLE_STATUS_SNAPSHOT);
  CHECK(jostle_world_restore(world, NULL, 0) == JOSTLE_STATUS_SNAPSHOT);
  jostle_world_free(world);
  jostle_placed_free(placed);
  jostle_shape_free(shape);
}

/* Plays lines, of which the first ones are refused, and returns the hash of the world. */
static uint64_t played(const char *const *lines, size_t count, size_t refused) {
  JostleReplay replay = {0};
  JostleWorld world = {0};
  uint64_t hash = 0;
  size_t i;
  CHECK(!jostle_replay_new(NULL, &replay));
  for (i = 0; i < count; ++i) {
    JostleStatus status = jostle_replay_apply(replay, lines[i], strlen(lines[i]), NULL, NULL);
    CHECK((status == JOSTLE_STATUS_NONE) == (i >= refused));
    CHECK(jostle_replay_world(replay, NULL) == JOSTLE_STATUS_NULL && jostle_replay_events(replay, NULL) == JOSTLE_STATUS_NULL);
  }
  CHECK(!jostle_replay_world(replay, &world) && !jostle_world_hash(world, &hash));
  CHECK(!jostle_replay_free(replay) && !jostle_world_free(world));
  return hash;
}

static void a_refused_line_leaves_a_replay_as_it_was(void) {
  static const char *const lines[] = {
      "{",
      "{\"op\":\"enable\",\"key\":7}",
      "{\"op\":\"set_layers\",\"key\":7,\"layer\":[\"given\",62]}",
      "{\"op\":\"insert\",\"key\":1,\"layer\":[\"given\"],\"sees\":[99]}",
      "{\"op\":\"insert\",\"key\":1,\"layer\":[\"given\"],\"parent\":7}",
      "{\"op\":\"world\",\"touching\":\"ignored\"}",
      "{\"op\":\"insert\",\"key\":1,\"layer\":[\"hero\",\"coin\"],\"shape\":{\"type\":\"circle\",\"radius\":1}}",
  };
  CHECK(played(lines, 7, 5) == played(lines + 5, 2, 0));
}

static JostleStatus tried;
static JostleWorld caller;

static bool meddles(JostleKey key, uint64_t data, void *user) {
  (void)user;
  (void)data;
  tried = jostle_world_remove(caller, key);
  return true;
}

static void callbacks_cannot_change_the_world_that_calls_them(void) {
  JostleCollider ball = jostle_collider_default();
  JostleFilter filter = jostle_filter_any();
  JostleKey key = 0, found[4];
  JostleVec2 origin = {0, 0};
  size_t count = 0;
  ball.shape = circle(1.0F);
  filter.only = meddles;
  CHECK(jostle_debug_draw_options_default().outlines && jostle_meet_default().skin == 0 && jostle_transform_parts_default().scale.x == 1);
  CHECK(jostle_world_new(NULL, 0, &caller) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_add(caller, &ball, &key) == JOSTLE_STATUS_OK);
  CHECK(jostle_world_at_point(caller, origin, &filter, found, 4, &count) == JOSTLE_STATUS_OK);
  CHECK(tried == JOSTLE_STATUS_BUSY && count == 1 && found[0] == key);
  jostle_world_free(caller);
  jostle_shape_free(ball.shape);
}

int main(void) {
  CHECK(strcmp(jostle_last_error_message(), "") == 0);
  freed_handles_find_nothing();
  freed_worlds_find_nothing();
  wrong_keys_find_nothing();
  null_pointers_are_told();
  numbers_that_are_none_are_told();
  words_that_are_none_are_told();
  a_refused_line_leaves_a_replay_as_it_was();
  callbacks_cannot_change_the_world_that_calls_them();
  return checks_done("errors");
}
