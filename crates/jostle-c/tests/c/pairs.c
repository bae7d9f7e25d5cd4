/* Every shape and every question about a pair, once, with the answer known. */
#include <jostle/jostle.h>

#include <math.h>
#include <string.h>

#include "check.h"

static JostleVec2 at(float x, float y) {
  JostleVec2 p;
  p.x = x;
  p.y = y;
  return p;
}

static JostlePlaced put(JostleShape shape, float x, float y) {
  JostlePlaced placed = {0};
  JostleAffine map = jostle_affine_at(x, y);
  CHECK(jostle_shape_place(shape, &map, &placed) == JOSTLE_STATUS_OK);
  CHECK(jostle_shape_free(shape) == JOSTLE_STATUS_OK);
  return placed;
}

static void diamond(double x, double y, double *out, void *user) {
  double size = *(double *)user;
  out[0] = fabs(x) > fabs(y) ? (x > 0 ? size : -size) : 0.0;
  out[1] = fabs(x) > fabs(y) ? 0.0 : (y > 0 ? size : -size);
}

static void every_kind_of_shape_is_made(void) {
  static double size = 2.0;
  JostleVec2 square[4], hole[4];
  JostlePoints holes;
  JostlePart parts[2];
  JostleShape s[18], tile = {0};
  const char *kinds[18] = {"point",   "segment", "circle", "circle",   "capsule", "rect",
                           "rect",    "ellipse", "ellipse", "half_plane", "polygon", "polygon",
                           "polygon", "polygon", "chain",  "compound", "mask",    "grid"};
  uint64_t words[2] = {3, 1};
  int32_t cells[2] = {JOSTLE_CELL_FULL, 0};
  const char *kind = NULL, *text = NULL;
  const char *json = "{\"type\":\"circle\",\"radius\":3,\"transform\":{\"position\":[5,0]}}";
  JostleAffine map;
  JostleBytes bytes = {0};
  size_t length = 0, i;
  float area = 0;
  bool hit = false;
  square[0] = at(0, 0), square[1] = at(4, 0), square[2] = at(4, 4), square[3] = at(0, 4);
  hole[0] = at(1, 1), hole[1] = at(3, 1), hole[2] = at(3, 3), hole[3] = at(1, 3);
  holes.points = hole, holes.count = 4;
  CHECK(!jostle_shape_point(at(1, 2), &s[0]));
  CHECK(!jostle_shape_segment(at(0, 0), at(1, 0), &s[1]));
  CHECK(!jostle_shape_circle(1, &s[2]));
  CHECK(!jostle_shape_circle_at(at(1, 1), 1, &s[3]));
  CHECK(!jostle_shape_capsule(at(0, 0), at(4, 0), 1, &s[4]));
  CHECK(!jostle_shape_rect_half(at(2, 1), &s[5]));
  CHECK(!jostle_shape_rect_half_at(at(0, 0), at(2, 1), jostle_rot_from_degrees(90), &s[6]));
  CHECK(!jostle_shape_ellipse(at(2, 1), &s[7]));
  CHECK(!jostle_shape_ellipse_at(at(0, 0), at(2, 1), jostle_rot_from_radians(1), &s[8]));
  CHECK(!jostle_shape_half_plane(at(0, 1), 0, &s[9]));
  CHECK(!jostle_shape_triangle(at(0, 0), at(1, 0), at(0, 1), &s[10]));
  CHECK(!jostle_shape_polygon(square, 4, &s[11]));
  CHECK(!jostle_shape_polygon_with_holes(square, 4, &holes, 1, &s[12]));
  CHECK(!jostle_shape_hull(square, 4, &s[13]));
  CHECK(!jostle_shape_chain(square, 4, JOSTLE_CHAIN_ENDS_CLOSED, JOSTLE_SIDEDNESS_LEFT, &s[14]));
  parts[0].shape = s[2], parts[0].transform = jostle_affine_at(0, 0);
  parts[1].shape = s[5], parts[1].transform = jostle_affine_at(9, 0);
  CHECK(!jostle_shape_compound(parts, 2, &s[15]));
  CHECK(!jostle_shape_mask(2, 2, words, 2, &s[16]));
  CHECK(!jostle_shape_grid(2, 2, at(8, 8), words, 2, &s[17]));
  for (i = 0; i < 18; ++i) {
    CHECK(!jostle_shape_kind(s[i], &kind) && strcmp(kind, kinds[i]) == 0);
  }
  CHECK(!jostle_shape_to_json(s[2], &bytes) && !jostle_bytes_data(bytes, &text, &length));
  CHECK(strcmp(text, "{\"center\":[0,0],\"radius\":1,\"type\":\"circle\"}") == 0 && strlen(text) == length);
  CHECK(!jostle_bytes_free(bytes) && jostle_bytes_free(bytes) == JOSTLE_STATUS_HANDLE);
  for (i = 0; i < 18; ++i) {
    JostlePlaced placed = put(s[i], 0, 0);
    CHECK(i == 9 ? jostle_area(placed, &area) == JOSTLE_STATUS_NONE
                 : jostle_area(placed, &area) == JOSTLE_STATUS_OK);
    CHECK(i != 12 || area == 12.0F);
    CHECK(!jostle_placed_free(placed));
  }
  CHECK(!jostle_shape_triangle(at(0, 0), at(1, 0), at(0, 1), &tile));
  CHECK(!jostle_shape_grid_of_tiles(2, 1, at(2, 2), &tile, 1, cells, 2, &s[0]));
  cells[0] = 70000;
  CHECK(jostle_shape_grid_of_tiles(2, 1, at(2, 2), &tile, 1, cells, 2, &s[1]) == JOSTLE_STATUS_TILE);
  CHECK(!jostle_shape_with_radius(tile, 1, &s[1]) && !jostle_shape_free(s[1]) && !jostle_shape_free(tile));
  CHECK(!jostle_shape_from_json_with_transform(json, strlen(json), &s[1], &map) && map.tx == 5);
  CHECK(!jostle_shape_custom(diamond, &size, &s[2]));
  CHECK(jostle_shape_to_json(s[2], &bytes) == JOSTLE_STATUS_CUSTOM);
  {
    JostlePlaced grid = put(s[0], 0, 0), ball = put(s[1], 5, 0), own = put(s[2], 0, 0), copy = {0};
    CHECK(!jostle_area(grid, &area) && area == 6.0F);
    CHECK(!jostle_overlaps(own, ball, &hit) && hit); /* 2 + 3 */
    CHECK(!jostle_placed_moved(ball, at(0.25F, 0), &copy));
    CHECK(!jostle_overlaps(own, copy, &hit) && !hit);
    jostle_placed_free(grid), jostle_placed_free(ball), jostle_placed_free(own), jostle_placed_free(copy);
  }
}

static void every_question_about_a_pair_is_answered(void) {
  JostleShape rect = {0}, copy = {0}, disc = {0};
  JostlePlaced a, b, far, c;
  JostleGap gap;
  JostleContact contact;
  JostleManifold manifold;
  JostleCrossing crossings[8];
  JostleRelation relation;
  size_t candidates;
  JostleVerdict verdict;
  JostleStagedTest test;
  JostleRayHit ray;
  JostleClosest closest;
  JostleAabb box;
  JostleOrientedBox turned;
  JostleVec2 corners[4], ends[2], point;
  JostleInterval range;
  JostleRings rings = {0};
  JostleRing ring;
  JostleBytes why = {0};
  const char *text;
  float number;
  size_t count = 0, length;
  bool hit = false;
  CHECK(!jostle_shape_rect_half(at(1, 1), &rect) && !jostle_shape_clone(rect, &copy));
  CHECK(!jostle_shape_circle(1, &disc));
  a = put(rect, 0, 0), b = put(copy, 1.5F, 0.25F), far = put(disc, 9, 0);
  CHECK(!jostle_overlaps(a, b, &hit) && hit);
  CHECK(!jostle_overlaps_interior(a, far, &hit) && !hit);
  CHECK(!jostle_verdict(a, b, &verdict) && verdict == JOSTLE_VERDICT_OVERLAPPING);
  CHECK(!jostle_test_until(a, far, JOSTLE_LEVEL_EXACT, &test) && !test.hit && test.certain && test.level == JOSTLE_LEVEL_BOUNDS);
  CHECK(!jostle_hit(a, b, JOSTLE_BUILTIN_METHOD_CIRCLES, &hit) && hit);
  CHECK(!jostle_relation(a, a, &relation) && relation == JOSTLE_RELATION_SAME);
  CHECK(!jostle_candidate_count(a, b, 9, &candidates) && candidates == 1);
  CHECK(!jostle_candidate_count(a, far, 9, &candidates) && candidates == 0);
  CHECK(!jostle_contains(a, b, &hit) && !hit);
  CHECK(!jostle_contains_point(a, at(1, 1), &hit) && hit);
  CHECK(!jostle_gap(a, far, &gap) && gap.separation == 7 && gap.normal.x == 1);
  CHECK(!jostle_contact(a, b, &contact) && contact.depth == 0.5F && jostle_contact_push_a(contact).x == -0.5F &&
        jostle_contact_push_b(contact).x == 0.5F);
  CHECK(jostle_contact(a, far, &contact) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_contacts(a, b, &contact, 1, &count) && count == 1 && contact.depth == 0.5F);
  CHECK(!jostle_contacts(a, far, &contact, 1, &count) && count == 0);
  CHECK(!jostle_manifold(a, b, &manifold) && manifold.count == 2 && manifold.points[0].depth == 0.5F);
  CHECK(jostle_crossings(a, b, crossings, 1, &count) == JOSTLE_STATUS_ROOM && count == 2);
  CHECK(!jostle_crossings(a, b, crossings, 8, &count) && count == 2 && crossings[0].fraction_a <= 1);
  CHECK(!jostle_region(a, b, 0, &number, &rings) && number == 0.875F);
  CHECK(!jostle_rings_count(rings, &count) && count == 1);
  CHECK(!jostle_rings_get(rings, 0, &ring) && ring.count == 4 && ring.kind == JOSTLE_RING_KIND_CLOSED);
  CHECK(jostle_rings_get(rings, 1, &ring) == JOSTLE_STATUS_NONE && !jostle_rings_free(rings));
  CHECK(jostle_rings_count(rings, &count) == JOSTLE_STATUS_HANDLE);
  CHECK(!jostle_ray(far, at(0, 0), at(16, 0), JOSTLE_INSIDE_HIT, &ray) && ray.fraction == 0.5F);
  CHECK(jostle_ray(far, at(9, 0), at(16, 0), JOSTLE_INSIDE_SKIP, &ray) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_closest(a, at(3, 0), &closest) && closest.separation == 2);
  {
    JostleHit hit;
    JostleMeet into = {JOSTLE_STOP_OVERLAPPING, JOSTLE_INSIDE_SKIP, 0};
    JostleMotion spin = jostle_motion_by(0, 0), lift = jostle_motion_by(0, 5);
    JostleAffine moved;
    spin.degrees = 90;
    spin.parent = &lift;
    CHECK(!jostle_motion_at(&spin, jostle_affine_at(1, 2), 1, &moved) && moved.ty == 7 && moved.a == 0 && moved.b == 1);
    CHECK(!jostle_cast(a, far, at(16, 0), NULL, &hit) && hit.certain && hit.normal.x == 1 && hit.fraction > 0);
    CHECK(jostle_cast(a, far, at(-16, 0), NULL, &hit) == JOSTLE_STATUS_NONE);
    CHECK(jostle_cast(a, b, at(-16, 0), &into, &hit) == JOSTLE_STATUS_NONE);
    into.skin = -1;
    CHECK(jostle_cast(a, b, at(1, 0), &into, &hit) == JOSTLE_STATUS_NEGATIVE);
    lift = jostle_motion_by(16, 0);
    CHECK(!jostle_sweep(a, far, &spin, NULL, NULL, &hit) && hit.latest >= hit.fraction);
    lift.parent = &lift;
    CHECK(jostle_sweep(a, far, &spin, NULL, NULL, &hit) == JOSTLE_STATUS_TOO_MANY);
  }
  CHECK(!jostle_why(a, b, &why) && !jostle_bytes_data(why, &text, &length) && strstr(text, "\"overlapping\""));
  CHECK(!jostle_bytes_free(why));
  CHECK(!jostle_bounds(b, &box) && box.min.x == 0.5F && box.max.y == 1.25F);
  {
    JostlePlaced both[2];
    both[0] = a, both[1] = far;
    CHECK(!jostle_bounds_of(both, 2, &box) && box.max.x == 10);
    CHECK(jostle_bounds_of(both, 0, &box) == JOSTLE_STATUS_NONE);
  }
  CHECK(!jostle_oriented_bounds(a, &turned) && turned.half.x == 1 && !jostle_oriented_box_corners(turned, corners));
  CHECK(!jostle_corners(a, corners) && corners[2].x == 1 && jostle_corners(far, corners) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_edge(a, 1, ends) && ends[0].x == 1 && jostle_edge(a, 4, ends) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_project(a, at(2, 0), &range) && range.min == -2 && range.max == 2);
  CHECK(!jostle_perimeter(a, &number) && number == 8 && !jostle_centroid(b, &point) && point.x == 1.5F);
  CHECK(!jostle_outline(a, 0, box, &rings) && !jostle_rings_free(rings));
  CHECK(!jostle_placed_clone(a, &c) && !jostle_placed_free(c));
  {
    JostlePlaced tiles[3];
    JostleWeldGroup welds[3];
    size_t of[3], made = 0;
    tiles[0] = a;
    CHECK(!jostle_placed_moved(a, at(2, 0), &tiles[1]) && !jostle_placed_moved(a, at(50, 0), &tiles[2]));
    CHECK(!jostle_weld(tiles, 3, welds, of, &made) && made == 1 && of[0] == 0 && of[1] == 0 && of[2] == JOSTLE_UNWELDED);
    CHECK(!jostle_shape_free(welds[0].shape) && !jostle_placed_free(tiles[1]) && !jostle_placed_free(tiles[2]));
  }
  CHECK(!jostle_placed_free(a) && !jostle_placed_free(b) && !jostle_placed_free(far));
}

static void numbers_have_their_functions(void) {
  JostleInterval a, b, common;
  JostleAabb one, two, shared;
  JostleAffine map = jostle_affine_rotated(jostle_affine_at(3, 4), 0), back;
  JostleTransformParts parts;
  JostleBytes json = {0};
  JostleVec2 line[2], other[2];
  JostleLineCrossing cross;
  const char *text;
  size_t length;
  a.min = 0, a.max = 2, b.min = 2, b.max = 5;
  CHECK(jostle_interval_overlaps(a, b) && jostle_interval_union(a, b).max == 5 && jostle_interval_length(b) == 3);
  CHECK(!jostle_interval_intersection(a, b, &common) && common.min == 2 && jostle_interval_clamp(a, 9) == 2);
  CHECK(jostle_interval_extend(a, -1).min == -1 && jostle_interval_sorted(b).min == 2);
  one = jostle_aabb_new(at(2, 2), at(0, 0)), two = jostle_aabb_new(at(2, 0), at(4, 2));
  CHECK(jostle_aabb_overlaps(one, two) && !jostle_aabb_overlaps_interior(one, two));
  CHECK(!jostle_aabb_intersection(one, two, &shared) && shared.min.x == 2 && jostle_aabb_union(one, two).max.x == 4);
  CHECK(jostle_aabb_contains(one, at(2, 2)) && jostle_aabb_center(one).x == 1 && jostle_aabb_half_extents(one).y == 1);
  CHECK(jostle_vec2_dot(at(1, 2), at(3, 4)) == 11 && jostle_vec2_cross(at(1, 0), at(0, 1)) == 1);
  CHECK(jostle_vec2_length(at(3, 4)) == 5 && jostle_vec2_project_onto(at(3, 4), at(2, 0)).x == 3);
  CHECK(jostle_affine_transform_point(map, at(1, 1)).x == 4 && jostle_affine_transform_vector(map, at(1, 1)).x == 1);
  CHECK(!jostle_affine_inverse(map, &back) && back.tx == -3 && jostle_affine_is_finite(map));
  map = jostle_affine_scaled(map, 0, 1);
  CHECK(jostle_affine_inverse(map, &back) == JOSTLE_STATUS_NONE);
  map = jostle_affine_under(jostle_affine_moved(jostle_affine_at(1, 0), at(1, 0)), jostle_affine_at(5, 5));
  CHECK(map.tx == 7 && jostle_affine_pivoted(map, 7, 5).tx == 0);
  CHECK(jostle_affine_skewed(map, 0, 0).a == 1 && jostle_affine_rotated_by(map, jostle_rot_from_degrees(90)).b == 1);
  parts.position = at(1, 2), parts.rotation = 0, parts.scale = at(2, 2), parts.skew = at(0, 0), parts.pivot = at(1, 0);
  CHECK(jostle_affine_from_parts(parts).tx == -1 && fabsf(jostle_degrees_to_radians(180) - 3.14159265F) < 1e-6F);
  CHECK(!jostle_affine_to_json(map, &json) && !jostle_bytes_data(json, &text, &length));
  CHECK(!jostle_affine_from_json(text, length, &back) && memcmp(&back, &map, sizeof map) == 0);
  CHECK(!jostle_bytes_free(json));
  line[0] = at(0, 0), line[1] = at(4, 4), other[0] = at(0, 2), other[1] = at(8, 2);
  CHECK(!jostle_intersect_segments(line, other, &cross) && cross.on_a == 0.5F && cross.on_b == 0.25F);
  other[0] = at(5, 0), other[1] = at(5, 1);
  CHECK(jostle_intersect_segments(line, other, &cross) == JOSTLE_STATUS_NONE);
  CHECK(!jostle_intersect_lines(line, other, &cross) && cross.point.x == 5);
  CHECK(jostle_project_edge(line[0], line[1], at(1, 0)).max == 4);
}

static void boxes_need_no_object(void) {
  JostleLocalBox a, b;
  JostleStagedTest test;
  JostleGap gap;
  JostleContact contact;
  JostleRelation relation;
  JostlePlaced placed = {0};
  bool hit = false;
  a.local = jostle_aabb_new(at(0, 0), at(2, 2)), b.local = jostle_aabb_new(at(-1, -1), at(1, 1));
  a.transform = jostle_affine_at(0, 0), b.transform = jostle_affine_at(3, 1);
  CHECK(!jostle_box_overlaps(&a, &b, &hit) && hit);
  CHECK(!jostle_box_overlaps_interior(&a, &b, &hit) && !hit);
  CHECK(!jostle_box_test_until(&a, &b, JOSTLE_LEVEL_EXACT, &test) && test.hit);
  CHECK(!jostle_box_relation(&a, &b, &relation) && relation == JOSTLE_RELATION_TOUCHING);
  CHECK(!jostle_box_contact(&a, &b, &contact) && contact.depth == 0);
  CHECK(!jostle_box_gap(&a, &b, &gap) && gap.separation == 0);
  b.transform.tx = 4;
  CHECK(jostle_box_contact(&a, &b, &contact) == JOSTLE_STATUS_NONE && !jostle_box_place(&b, &placed));
  CHECK(!jostle_placed_free(placed));
}

static void pixels_become_shapes(void) {
  unsigned char rgba[8 * 8 * 4];
  JostleTracing wish = jostle_trace_default();
  JostleIgnored white = {{255, 255, 255, 255}, true, 4};
  JostleShape shape = {0};
  JostleRings rings = {0};
  JostleReport report;
  size_t count = 0;
  int i;
  for (i = 0; i < 64; ++i) { /* a frame of two pixels around white */
    int x = i % 8, y = i / 8, hole = x > 1 && x < 6 && y > 1 && y < 6;
    memset(rgba + 4 * i, hole ? 255 : 10, 3);
    rgba[4 * i + 3] = 255;
  }
  CHECK(!jostle_trace_rgba(rgba, 8, 8, NULL, &shape, NULL, &report) && report.vertices == 4 && report.iou == 1);
  CHECK(!jostle_shape_free(shape));
  wish.ignored = &white, wish.ignored_count = 1;
  CHECK(!jostle_trace_rgba(rgba, 8, 8, &wish, &shape, &rings, &report) && report.rings == 2);
  CHECK(!jostle_rings_count(rings, &count) && count == 2 && !jostle_rings_free(rings) && !jostle_shape_free(shape));
  wish.fill = JOSTLE_FILL_HOLES, wish.detail = JOSTLE_DETAIL_LESS;
  CHECK(!jostle_trace_rgba(rgba, 8, 8, &wish, &shape, NULL, &report) && report.rings == 1 && !jostle_shape_free(shape));
  wish.detail = 9;
  CHECK(jostle_trace_rgba(rgba, 8, 8, &wish, &shape, NULL, &report) == JOSTLE_STATUS_WORD);
  for (i = 0; i < 64; ++i) {
    rgba[4 * i + 3] = 0;
  }
  CHECK(jostle_trace_rgba(rgba, 8, 8, NULL, &shape, NULL, NULL) == JOSTLE_STATUS_NONE);
  CHECK(jostle_trace_rgba(rgba, 0, 8, NULL, &shape, NULL, NULL) == JOSTLE_STATUS_TRACE);
}

int main(void) {
  every_kind_of_shape_is_made();
  every_question_about_a_pair_is_answered();
  numbers_have_their_functions();
  boxes_need_no_object();
  pixels_become_shapes();
  return checks_done("pairs");
}
