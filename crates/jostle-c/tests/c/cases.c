/* The repository's cases through C: every record of cases/, asked as given and with the arguments
 * swapped. Arguments: the files. */
#include <jostle/jostle.h>

#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static const char *id;
static int judged, refused, unclear;

#define JUDGE(what)                                     \
  do {                                                  \
    if (!(what)) {                                      \
      fprintf(stderr, "%s: %s\n", id, #what);           \
      ++checks_failed;                                  \
    } else {                                            \
      ++checks_passed;                                  \
    }                                                   \
  } while (0)

static const cJSON *get(const cJSON *of, const char *key) { return cJSON_GetObjectItemCaseSensitive(of, key); }
static float number(const cJSON *v) { return (float)v->valuedouble; }
static JostleVec2 point(const cJSON *v) {
  JostleVec2 p;
  p.x = number(cJSON_GetArrayItem(v, 0));
  p.y = number(cJSON_GetArrayItem(v, 1));
  return p;
}

static JostleVec2 *points(const cJSON *list, size_t *count) {
  const cJSON *item;
  JostleVec2 *all = malloc(sizeof *all * ((size_t)cJSON_GetArraySize(list) + 1));
  *count = 0;
  cJSON_ArrayForEach(item, list) { all[(*count)++] = point(item); }
  return all;
}

static double largest(const cJSON *v) {
  double most = 0;
  const cJSON *item;
  if (cJSON_IsNumber(v)) {
    return fabs(v->valuedouble);
  }
  cJSON_ArrayForEach(item, v) {
    const int angle = item->string && (!strcmp(item->string, "angle") || !strcmp(item->string, "degrees") || !strcmp(item->string, "radians"));
    const double here = angle ? 0 : largest(item);
    most = here > most ? here : most;
  }
  return most;
}

/* A shape in the form of known.json. */
static JostleStatus known_shape(const cJSON *v, JostleShape *shape) {
  const char *type = get(v, "type")->valuestring;
  size_t count = 0;
  JostleStatus status;
  JostleVec2 *list;
  if (!strcmp(type, "point")) return jostle_shape_point(point(get(v, "p")), shape);
  if (!strcmp(type, "segment")) return jostle_shape_segment(point(get(v, "a")), point(get(v, "b")), shape);
  if (!strcmp(type, "circle")) return jostle_shape_circle_at(point(get(v, "center")), number(get(v, "radius")), shape);
  if (!strcmp(type, "capsule")) return jostle_shape_capsule(point(get(v, "a")), point(get(v, "b")), number(get(v, "radius")), shape);
  if (!strcmp(type, "obb")) return jostle_shape_rect_half_at(point(get(v, "center")), point(get(v, "half")), jostle_rot_from_radians(number(get(v, "angle"))), shape);
  if (!strcmp(type, "polygon_with_holes")) {
    const cJSON *holes = get(v, "holes"), *hole;
    JostlePoints lists[8];
    size_t n = 0, i;
    cJSON_ArrayForEach(hole, holes) {
      lists[n].points = points(hole, &lists[n].count);
      ++n;
    }
    list = points(get(v, "outer"), &count);
    status = jostle_shape_polygon_with_holes(list, count, lists, n, shape);
    for (i = 0; i < n; ++i) free((void *)lists[i].points);
    free(list);
    return status;
  }
  list = points(get(v, "points"), &count);
  if (!strcmp(type, "polyline")) {
    status = jostle_shape_chain(list, count, JOSTLE_CHAIN_ENDS_OPEN, JOSTLE_SIDEDNESS_BOTH, shape);
  } else {
    status = jostle_shape_polygon(list, count, shape);
    if (!status && !strcmp(type, "rounded_polygon")) {
      JostleShape plain = *shape;
      status = jostle_shape_with_radius(plain, number(get(v, "radius")), shape);
      jostle_shape_free(plain);
    }
  }
  free(list);
  return status;
}

/* A shape in the library's own form, with its transform and those of its parents. */
static JostleStatus own_placed(const cJSON *v, const cJSON *parents, JostlePlaced *placed) {
  JostleShape shape = {0};
  JostleAffine map, above;
  const cJSON *parent;
  char *text = cJSON_PrintUnformatted(v);
  JostleStatus status = jostle_shape_from_json_with_transform(text, strlen(text), &shape, &map);
  cJSON_free(text);
  if (status) return status;
  cJSON_ArrayForEach(parent, parents) {
    text = cJSON_PrintUnformatted(parent);
    CHECK(!jostle_affine_from_json(text, strlen(text), &above));
    cJSON_free(text);
    map = jostle_affine_under(map, above);
  }
  status = jostle_shape_place(shape, &map, placed);
  jostle_shape_free(shape);
  return status;
}

static int is(const cJSON *expected, const char *key, bool got) {
  const cJSON *want = get(expected, key);
  return !want || cJSON_IsNull(want) || cJSON_IsTrue(want) == got;
}

static int near_to(const cJSON *expected, const char *key, double got, double slack) {
  const cJSON *want = get(expected, key);
  return !cJSON_IsNumber(want) || fabs(got - want->valuedouble) <= slack;
}

static double off(const cJSON *unit, JostleVec2 n) {
  return hypot(n.x - cJSON_GetArrayItem(unit, 0)->valuedouble, n.y - cJSON_GetArrayItem(unit, 1)->valuedouble);
}

static int right_normal(const cJSON *expected, JostleVec2 n) {
  const cJSON *any = get(expected, "normals_any"), *one = get(expected, "normal"), *cone = get(expected, "normals_cone"), *want;
  int asked = 0;
  if (cone && off(get(cone, "center"), n) <= 2 * sin(get(cone, "half_angle")->valuedouble / 2) + 1e-5) return 1;
  if (cJSON_IsArray(any)) {
    cJSON_ArrayForEach(want, any) {
      asked = 1;
      if (off(want, n) <= 1e-5) return 1;
    }
  }
  if (cJSON_IsArray(one)) {
    asked = 1;
    if (off(one, n) <= 1e-5) return 1;
  }
  return !asked;
}

static void ask(const cJSON *record, const cJSON *expected, JostlePlaced a, JostlePlaced b, double slack) {
  const char *query = get(record, "query")->valuestring;
  bool hit = false, strict = false;
  JostleVerdict verdict;
  JostleGap gap, back;
  JostleContact contact;
  JostleRelation relation;
  JostleStagedTest test;
  JostleAabb bounds;
  float area = 0;
  size_t count = 0;
  if (b.id) {
    JUDGE(!jostle_overlaps(a, b, &hit) && !jostle_overlaps_interior(a, b, &strict) && !jostle_verdict(a, b, &verdict));
    JUDGE(!jostle_gap(a, b, &gap) && !jostle_gap(b, a, &back) && gap.separation == back.separation);
    JUDGE((gap.separation > 0) == (verdict == JOSTLE_VERDICT_SEPARATED) && (gap.separation < 0) == (verdict == JOSTLE_VERDICT_OVERLAPPING));
    JUDGE((jostle_contact(a, b, &contact) == JOSTLE_STATUS_OK) == hit);
  }
  if (!strcmp(query, "intersects")) {
    JUDGE(is(expected, "inclusive", hit) && is(expected, "exclusive", strict));
  } else if (!strcmp(query, "overlaps")) {
    JUDGE(is(expected, "hit", hit));
  } else if (!strcmp(query, "overlaps_interior")) {
    JUDGE(is(expected, "hit", strict));
  } else if (!strcmp(query, "contains")) {
    JUDGE(!jostle_contains(a, b, &hit) && is(expected, "inclusive", hit) && is(expected, "hit", hit));
  } else if (!strcmp(query, "distance") || !strcmp(query, "contact") || !strcmp(query, "gap")) {
    JUDGE(near_to(expected, "separation", gap.separation, slack) && near_to(expected, "distance", gap.separation > 0 ? gap.separation : 0, slack));
    JUDGE(near_to(expected, "depth", gap.separation < 0 ? -gap.separation : 0, slack) && is(expected, "overlap_inclusive", hit));
    JUDGE(right_normal(expected, gap.normal));
  } else if (!strcmp(query, "manifold")) {
    /* The manifold is that of the contact: the same normal, the same depth. */
    JostleManifold manifold;
    float deepest = 0;
    uint32_t i;
    JUDGE(!jostle_manifold(a, b, &manifold) && !jostle_contact(a, b, &contact));
    for (i = 0; i < manifold.count; i++)
      if (manifold.points[i].depth > deepest) deepest = manifold.points[i].depth;
    JUDGE(manifold.normal.x == contact.normal.x && manifold.normal.y == contact.normal.y && deepest == contact.depth);
    JUDGE(near_to(expected, "depth", deepest, slack) && right_normal(expected, manifold.normal));
  } else if (!strcmp(query, "relation")) {
    const char *words[6] = {"same", "a_in_b", "b_in_a", "overlapping", "touching", "apart"};
    JUDGE(!jostle_relation(a, b, &relation) && !strcmp(words[relation], get(expected, "relation")->valuestring));
  } else if (!strcmp(query, "test")) {
    const char *words[3] = {"bounds", "corners", "exact"};
    const char *level = get(record, "level")->valuestring;
    int stop = !strcmp(level, "bounds") ? 0 : !strcmp(level, "corners") ? 1 : 2;
    JUDGE(!jostle_test_until(a, b, stop, &test) && is(expected, "hit", test.hit) && is(expected, "certain", test.certain));
    JUDGE(!strcmp(words[test.level], get(expected, "level")->valuestring));
  } else if (!strcmp(query, "bounds")) {
    JUDGE(!jostle_bounds(a, &bounds) && fabs(bounds.min.x - number(cJSON_GetArrayItem(get(expected, "min"), 0))) <= slack &&
          fabs(bounds.max.y - number(cJSON_GetArrayItem(get(expected, "max"), 1))) <= slack);
  } else if (!strcmp(query, "common_bounds")) {
    JostleAabb other, common;
    JUDGE(!jostle_bounds(a, &bounds) && !jostle_bounds(b, &other));
    JUDGE((jostle_aabb_intersection(bounds, other, &common) == JOSTLE_STATUS_NONE) == cJSON_IsNull(expected));
  } else if (!strcmp(query, "area")) {
    const cJSON *relative = get(expected, "relative");
    const double want = get(expected, "area")->valuedouble;
    JUDGE(!jostle_area(a, &area) && fabs(area - want) <= (relative ? relative->valuedouble : 4 * FLT_EPSILON) * want);
  } else if (!strcmp(query, "crossings")) {
    const cJSON *want = get(expected, "count");
    JostleStatus status = jostle_crossings(a, b, NULL, 0, &count);
    JUDGE((status == JOSTLE_STATUS_ROOM || status == JOSTLE_STATUS_OK) && (!want || count == (size_t)want->valueint));
  } else if (!strcmp(query, "oriented_bounds")) {
    JostleOrientedBox turned;
    JUDGE(!jostle_oriented_bounds(a, &turned) && isfinite(turned.center.x) && isfinite(turned.half.y));
  } else if (!strcmp(query, "raycast") || !strcmp(query, "ray")) {
    const cJSON *ray = get(record, "ray"), *max = ray ? get(ray, "max") : NULL, *t = get(expected, "t");
    JostleVec2 origin = point(ray ? get(ray, "origin") : get(record, "origin"));
    JostleVec2 way = point(ray ? get(ray, "dir") : get(record, "translation"));
    const double times = !ray ? 1 : cJSON_IsNumber(max) ? max->valuedouble : 4096, length = hypot(way.x, way.y);
    JostleRayHit found;
    JostleStatus status;
    way.x = (float)(way.x * times), way.y = (float)(way.y * times);
    status = jostle_ray(a, origin, way, JOSTLE_INSIDE_HIT, &found);
    JUDGE(is(expected, "hit", status == JOSTLE_STATUS_OK));
    JUDGE(status || !cJSON_IsNumber(t) || fabs(found.fraction * times - t->valuedouble) <= slack / length + FLT_EPSILON * fabs(t->valuedouble));
  } else {
    fprintf(stderr, "%s: no such query: %s\n", id, query);
    ++checks_failed;
  }
  ++judged;
}

static void run(const cJSON *record, int own) {
  const cJSON *expected = get(record, "expected"), *rounded = get(record, "expected_f32");
  const cJSON *a = get(record, "a"), *b = get(record, "b"), *exact = get(record, "f32_exact"), *margin = get(record, "margin");
  JostlePlaced pa = {0}, pb = {0};
  JostleStatus status;
  double size = fmax(fmax(largest(a), largest(b)), largest(get(record, "ray")));
  int is_exact = own || cJSON_IsTrue(exact);
  id = get(record, "id")->valuestring;
  if (rounded && !cJSON_IsNull(rounded)) {
    expected = rounded, is_exact = 1;
  }
  if (!is_exact && cJSON_IsNumber(margin) && fabs(margin->valuedouble) <= 16 * FLT_EPSILON * size) {
    ++unclear;
    return;
  }
  if (own) {
    status = own_placed(a, get(record, "parents_a"), &pa);
    if (!status && b) status = own_placed(b, get(record, "parents_b"), &pb);
    size += largest(get(record, "parents_a")) + largest(get(record, "parents_b"));
  } else {
    JostleShape shape = {0};
    status = known_shape(a, &shape);
    if (!status) status = jostle_shape_place(shape, NULL, &pa), jostle_shape_free(shape);
    if (!status && cJSON_IsObject(b)) {
      status = known_shape(b, &shape);
      if (!status) status = jostle_shape_place(shape, NULL, &pb), jostle_shape_free(shape);
    }
  }
  if (status) {
    ++refused;
    JUDGE(status == JOSTLE_STATUS_CROSSING && strlen(jostle_last_error_message()) > 0);
  } else {
    ask(record, expected, pa, pb, (is_exact ? 4 : 8) * FLT_EPSILON * size);
  }
  if (pa.id) CHECK(!jostle_placed_free(pa));
  if (pb.id) CHECK(!jostle_placed_free(pb));
}

int main(int count, char **files) {
  int i;
  for (i = 1; i < count; ++i) {
    FILE *file = fopen(files[i], "rb");
    char *text;
    long length;
    cJSON *all;
    const cJSON *record;
    int before = judged, records = 0;
    if (!file || fseek(file, 0, SEEK_END) || (length = ftell(file)) < 0) {
      fprintf(stderr, "%s cannot be read\n", files[i]);
      return 2;
    }
    rewind(file);
    text = malloc((size_t)length + 1);
    text[fread(text, 1, (size_t)length, file)] = 0;
    fclose(file);
    all = cJSON_Parse(text);
    CHECK(cJSON_IsArray(all));
    cJSON_ArrayForEach(record, all) {
      ++records;
      run(record, strstr(files[i], "known") == NULL);
    }
    printf("%s: %d records, %d judged\n", strrchr(files[i], '/') ? strrchr(files[i], '/') + 1 : files[i], records, judged - before);
    cJSON_Delete(all);
    free(text);
  }
  printf("%d refused with a status, %d too close to rounding to judge\n", refused, unclear);
  CHECK(count > 1 && refused <= 2 && unclear <= 30);
  return checks_done("cases");
}
