#!/usr/bin/env python3
"""Writes a C program that calls every function of the header that takes a world, with each argument wrong in turn, and
checks that what is refused leaves the world as it was: `refused.py jostle.h >refused.c`."""
import re
import sys

# What is right, and what is wrong, by the type of an argument, or by its name where that decides.
VALUES = {
    "JostleWorld": ("world", ["(JostleWorld){0}", "(JostleWorld){UINT64_MAX}", "freed"]),
    "JostleKey": ("a", ["0", "UINT64_MAX", "gone", "foreign"]),
    "JostleKey b": ("b", ["0", "UINT64_MAX", "gone", "foreign"]),
    "JostleKey parent": ("group", ["UINT64_MAX", "gone", "foreign", "a"]),
    "const JostleKey *": ("keys", ["NULL", "keys_gone"]),
    "JostleShape": ("shape", ["(JostleShape){UINT64_MAX}", "shape_freed"]),
    "JostlePlaced": ("placed", ["(JostlePlaced){0}", "(JostlePlaced){UINT64_MAX}"]),
    "const JostlePlaced *": ("&placed", ["NULL", "&(JostlePlaced){0}"]),
    "JostleVec2": ("vec(1, 1)", ["vec(NAN, 0)", "vec(0, INFINITY)"]),
    "const JostleVec2 *": ("points", ["NULL", "points_nan"]),
    "JostleAffine": ("jostle_affine_at(1, 1)", ["jostle_affine_at(NAN, 0)", "jostle_affine_at(0, INFINITY)"]),
    "const JostleAffine *": ("maps", ["NULL", "maps_nan"]),
    "JostleAabb": ("box", ["box_nan"]),
    "const JostleAabb *": ("&box", ["NULL", "&box_nan"]),
    "JostleStepOptions": ("steps", ["(JostleStepOptions){9, 0, true}", "(JostleStepOptions){0, -1, true}"]),
    "JostleRespond": ("NULL", ["no_response"]),
    "JostlePairFilter": ("never", []),
    "void *": ("NULL", []),
    "const void *": ("saved", ["NULL", "garbage"]),
    "size_t length": ("saved_length", ["0", "7"]),
    "size_t count": ("count", ["SIZE_MAX"]),
    "size_t": ("8", []),
    "float": ("1", ["NAN", "INFINITY"]),
    "int32_t": ("0", ["-1", "99"]),
    "uint64_t": ("3", []),
    "uint32_t": ("3", []),
    "bool": ("true", []),
}
# Structs: how one is made, and what is set to be wrong.
STRUCTS = {
    "JostleRay": ("jostle_ray_new(vec(0, 0), vec(9, 0))", ["origin.x = NAN", "translation.y = INFINITY", "radius = -1", "radius = NAN", "inside = 9"]),
    "JostleCollider": ("ball", ["shape.id = UINT64_MAX", "transform.tx = NAN", "parent = gone", "parent = foreign", "detail = 9"]),
    "JostleFilter": ("jostle_filter_any()", ["except_count = 3"]),
    "JostleMotion": ("jostle_motion_by(9, 0)", ["translation.x = NAN", "radians = NAN", "degrees = INFINITY", "scale.y = NAN", "start.a = NAN", "pivot.x = NAN", "parent = &value"]),
    "JostleMeet": ("jostle_meet_default()", ["stop = 9", "inside = -1", "skin = -1", "skin = NAN"]),
    "JostleSlide": ("jostle_slide_by(9, 0)", ["by.x = NAN", "up.y = NAN", "max_slope = NAN", "step = -1", "snap = NAN", "skin = -1", "pace = 9"]),
    "JostleDebugDrawOptions": ("jostle_debug_draw_options_default()", ["tolerance = -1", "tolerance = NAN"]),
}
# What ends the world is no call that could be refused for another reason than the world.
LEFT_OUT = {"jostle_world_free"}

START = r"""/* Written by refused.py: every function that takes a world refuses what is wrong, and changes nothing then. */
#include <jostle/jostle.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

static JostleWorld world, freed;
static JostleKey a, b, group, gone, foreign, keys[2], keys_gone[2];
static JostleShape shape, shape_freed;
static JostlePlaced placed;
static JostleCollider ball;
static JostleVec2 points[2], points_nan[2];
static JostleAffine maps[2], maps_nan[2];
static JostleAabb box, box_nan;
static JostleStepOptions steps;
static char *saved;
static size_t saved_length;
static const char garbage[] = "nothing of a world";
static size_t refused;

static JostleVec2 vec(float x, float y) {
  JostleVec2 made;
  made.x = x;
  made.y = y;
  return made;
}
static int32_t no_response(JostleKey key, uint64_t data, void *user) {
  (void)key, (void)data, (void)user;
  return 77;
}
static bool never(JostleKey one, uint64_t data_one, JostleKey other, uint64_t data_other, void *user) {
  (void)one, (void)data_one, (void)other, (void)data_other, (void)user;
  return false;
}

/* The world as bytes, or whether it still has those. */
static int same(void) {
  JostleBytes bytes = {0};
  const char *data = NULL;
  size_t length = 0;
  int is_same = 1;
  if (jostle_world_snapshot(world, &bytes) || jostle_bytes_data(bytes, &data, &length)) return 0;
  if (saved == NULL) {
    saved = malloc(length);
    saved_length = length;
    if (saved != NULL) memcpy(saved, data, length);
  } else {
    is_same = length == saved_length && memcmp(saved, data, length) == 0;
  }
  jostle_bytes_free(bytes);
  return is_same;
}
static void told(JostleStatus status, const char *call) {
  bool found = false;
  if (status == JOSTLE_STATUS_OK || status == JOSTLE_STATUS_NONE) {
    /* It was right after all. */
    CHECK(!jostle_world_set_pair_filter(world, NULL, NULL) && !jostle_world_set_step_options(world, steps));
    CHECK(!jostle_world_restore(world, saved, saved_length));
    return;
  }
  ++refused;
  if (!same() || jostle_world_contains(world, a, &found) || !found || strstr(jostle_last_error_message(), "Key(") ||
      status == JOSTLE_STATUS_FAULT || jostle_last_error_message()[0] == 0) {
    fprintf(stderr, "%s: status %d: %s\n", call, (int)status, jostle_last_error_message());
    CHECK(0);
    jostle_world_restore(world, saved, saved_length);
  } else {
    CHECK(1);
  }
}
static JostleKey added(JostleWorld to, JostleKey parent, bool is_group, float x) {
  JostleCollider collider = ball;
  JostleKey key = 0;
  collider.parent = parent;
  collider.transform = jostle_affine_at(x, 0);
  if (is_group) collider.shape.id = 0;
  CHECK(!jostle_world_add(to, &collider, &key));
  return key;
}
static void filled(void) {
  const JostleEvent *events = NULL;
  JostleWorld other = {0};
  size_t count = 0;
  CHECK(!jostle_world_new(NULL, 0, &world) && !jostle_world_new(NULL, 0, &other) && !jostle_world_new(NULL, 0, &freed));
  CHECK(!jostle_world_free(freed));
  CHECK(!jostle_shape_circle(2, &shape) && !jostle_shape_circle(1, &shape_freed) && !jostle_shape_free(shape_freed));
  CHECK(!jostle_shape_place(shape, NULL, &placed));
  ball = jostle_collider_default();
  ball.shape = shape;
  group = added(world, 0, true, 1);
  a = added(world, group, false, 1);
  b = added(world, 0, false, 3);
  gone = added(world, 0, false, 30);
  foreign = added(other, 0, false, 0);
  CHECK(!jostle_world_remove(world, gone));
  CHECK(!jostle_world_step(world, &events, &count) && count == 1);
  keys[0] = keys_gone[0] = a, keys[1] = b, keys_gone[1] = gone;
  maps[0] = maps[1] = maps_nan[0] = jostle_affine_at(1, 2), maps_nan[1] = jostle_affine_at(1, NAN);
  points[0] = points_nan[0] = vec(1, 1), points[1] = vec(2, 2), points_nan[1] = vec(NAN, 0);
  box = box_nan = jostle_aabb_new(vec(-9, -9), vec(9, 9));
  box_nan.max.x = NAN;
  steps = jostle_step_options_default();
  CHECK(same());
}
"""


def functions(header):
    """Names and arguments, as pairs of type and name, of the functions that take a world."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    for name, inside in re.findall(r"\bJostleStatus (jostle_\w+)\(([^;{}]*)\);", text):
        arguments = [re.match(r"(.*?)(\w+)$", re.sub(r"\s+", " ", one).strip()).groups() for one in inside.split(",")]
        arguments = [(kind.strip(), called) for kind, called in arguments]
        if "JostleWorld" in [kind for kind, _ in arguments] and name not in LEFT_OUT:
            yield name, arguments


def declared(kind):
    """A place for one value of a struct."""
    return kind.removeprefix("const ").removesuffix(" *")


def right(kind, name):
    """An argument that is right, and lines before the call."""
    struct = declared(kind)
    if name.startswith("out_"):
        return name, [f"static {kind.removesuffix('*').strip()} {name}[64];"]
    if struct in STRUCTS:
        return (f"&{name}_value" if "*" in kind else f"{name}_value"), [f"{struct} {name}_value = {STRUCTS[struct][0]};"]
    if kind not in VALUES and f"{kind} {name}" not in VALUES:
        sys.exit(f"refused.py has no value for {kind} {name}")
    return VALUES.get(f"{kind} {name}", VALUES.get(kind))[0], []


def wrong(kind, name):
    """What is wrong in its place, each with lines before the call."""
    struct = declared(kind)
    if name.startswith("out_"):
        return [("NULL", [])]
    if struct in STRUCTS:
        made, faults = STRUCTS[struct]
        pointer = "*" in kind
        found = [("NULL", [])] if pointer else []
        for fault in faults:
            lines = [f"{struct} value = {made};", f"value.{fault};"]
            if "start" in fault:
                lines.append("value.has_start = true;")
            if "pivot" in fault:
                lines.append("value.has_pivot = true;")
            found.append(("&value" if pointer else "value", lines))
        return found
    return [(value, []) for value in VALUES.get(f"{kind} {name}", VALUES.get(kind))[1]]


def main():
    print(START)
    names = []
    for name, arguments in functions(open(sys.argv[1], encoding="utf8").read()):
        names.append(name)
        print(f"static void {name.removeprefix('jostle_')}(void) {{")
        # Lists have one entry where there is one placed shape or box to list.
        few = any(kind in ("const JostlePlaced *", "const JostleAabb *", "const JostleRay *", "const JostleCollider *") for kind, _ in arguments)
        print(f"  const size_t count = {1 if few else 2};\n  const size_t before = refused;\n  (void)count;")
        for at, (kind, called) in enumerate(arguments):
            for value, lines in wrong(kind, called):
                call, before = [], list(lines)
                for i, argument in enumerate(arguments):
                    good, needed = right(*argument)
                    call.append(value if i == at else good)
                    before += [] if i == at else needed
                print("  {\n    " + "\n    ".join(before))
                print(f'    told({name}({", ".join(call)}), "{name}, {called} = {value} {" ".join(lines)}");\n  }}')
        print("  CHECK(refused > before);\n}")
    print("int main(void) {\n  filled();")
    for name in names:
        print(f"  {name.removeprefix('jostle_')}();")
    print(f'  CHECK(refused > {5 * len(names)});\n  free(saved);\n  return checks_done("refused");\n}}')


main()
