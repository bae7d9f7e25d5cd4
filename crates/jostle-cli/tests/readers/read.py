#!/usr/bin/env python3
"""Reads what `jostle trace` wrote, and compares it with jostle's own JSON.

With the real tool: `tsx` by Tiled (converted to JSON by the program itself), `h` by gcc, `svg` by
nothing but an XML parser, `tres` by godot_parser where that package is there. From their documented
forms: `libgdx`, `rube`, and `tres` where it is not. Usage: read.py DIR
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

folder = sys.argv[1]
counts = {}


def area(points):
    return sum(x * v - y * u for (x, y), (u, v) in zip(points, points[1:] + points[:1])) / 2


def same(tool, name, found, want):
    """Compares sets of polygons as sets of point sets, and their areas."""
    key = lambda polygons: sorted(sorted((round(256 * x, 3), round(256 * y, 3)) for x, y in p) for p in polygons)
    if key(found) != key(want):
        sys.exit(f"{tool}: {name} differs\n{key(found)[:3]}\n{key(want)[:3]}")
    if abs(sum(abs(area(p)) for p in found) - sum(abs(area(p)) for p in want)) > 1e-6:
        sys.exit(f"{tool}: {name} has another area")
    counts[tool] = counts.get(tool, 0) + len(found)


def frames(stem):
    """The frames of jostle's own form, by the names that other forms have."""
    form = json.load(open(os.path.join(folder, stem + ".hitbox.json")))
    listed = [(f["name"], f"{stem}-{f['name']}", f) for f in form.get("frames", [])]
    return listed or [(stem, stem, form)]


def rings(form):
    return [ring["points"] for ring in form["rings"]]


def pairs(flat):
    return list(zip(flat[::2], flat[1::2]))


def numbers(text):
    return [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", text)]


def tiled(stem):
    """Tiled itself reads the tileset and writes it as JSON."""
    with tempfile.TemporaryDirectory() as out:
        source = os.path.abspath(os.path.join(folder, stem + ".hitbox.tsx"))
        target = os.path.join(out, "out.tsj")
        done = subprocess.run(
            ["tiled", "--export-tileset", "json", source, target],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, timeout=60)
        if not os.path.exists(target):
            sys.exit(f"tiled: {stem}: {done.stderr.decode()}")
        tileset = json.load(open(target))
    tiles = {tile["id"]: tile for tile in tileset.get("tiles", [])}
    for index, (_, name, form) in enumerate(frames(stem)):
        objects = tiles.get(index, {}).get("objectgroup", {}).get("objects", [])
        found = [[(o["x"] + p["x"], o["y"] + p["y"]) for p in o["polygon"]] for o in objects]
        hollow = any(ring["hole"] for ring in form["rings"])
        same("tiled", name, found, form["pieces"] if hollow else rings(form))


def identifier(name):
    id = re.sub(r"[^A-Za-z0-9]", "_", name)
    return "_" + id if id[:1].isdigit() else id


def header(stem):
    """A C program includes the header and prints what it finds."""
    lists = ""
    for _, name, form in frames(stem):
        id = identifier(name)
        for what in ("ring", "piece"):
            if form[what + "s"]:
                lists += (f'p("{id} {what}", {id}_{what}_count, {id}_{what}_lengths, '
                          f"{id}_{what}_points);\n")
    program = f"""
#include <stdio.h>
#include "{os.path.abspath(os.path.join(folder, stem + '.hitbox.h'))}"
static void p(const char *name, int count, const int *lengths, const float (*points)[2]) {{
    for (int i = 0, k = 0; i < count; i++) {{
        printf("%s", name);
        for (int j = 0; j < lengths[i]; j++, k++) printf(" %.17g %.17g", points[k][0], points[k][1]);
        printf("\\n");
    }}
}}
int main(void) {{ {lists} return 0; }}
"""
    with tempfile.TemporaryDirectory() as out:
        source, binary = os.path.join(out, "a.c"), os.path.join(out, "a")
        open(source, "w").write(program)
        subprocess.run(["gcc", "-std=c99", "-Wall", "-Wno-unused", "-Werror", source, "-o", binary],
                       check=True)
        text = subprocess.run([binary], capture_output=True, check=True).stdout.decode()
    found = {}
    for line in text.splitlines():
        id, what, *rest = line.split()
        found.setdefault((id, what), []).append(pairs([float(n) for n in rest]))
    for _, name, form in frames(stem):
        id = identifier(name)
        same("gcc", name, found.get((id, "ring"), []), rings(form))
        same("gcc", name, found.get((id, "piece"), []), form["pieces"])


def godot(stem):
    """godot_parser where there is one, else the documented text form."""
    path = os.path.join(folder, stem + ".hitbox.tres")
    try:
        from godot_parser import load
    except ImportError:
        tool, text = "tres (own importer)", open(path).read()
        shapes = dict(re.findall(r'\[sub_resource type="ConvexPolygonShape2D" id="(\w+)"\]\n'
                                 r"points = PackedVector2Array\((.*)\)\n", text))
        shapes = {id: pairs(numbers(points)) for id, points in shapes.items()}
    else:
        tool, file = "godot_parser", load(path)
        shapes = {s.header.attributes["id"]: pairs(list(s.properties["points"].args))
                  for s in file.find_all("sub_resource")}
    want = [piece for _, _, form in frames(stem) for piece in form["pieces"]]
    same(tool, stem, list(shapes.values()), want)


def libgdx(stem):
    bodies = json.load(open(os.path.join(folder, stem + ".libgdx.json")))["rigidBodies"]
    bodies = {body["name"]: body for body in bodies}
    for name, _, form in frames(stem):
        width, height = form["image"]["width"], form["image"]["height"]
        back = lambda points: [(p["x"] * width, height - p["y"] * width) for p in points]
        found = [back(points) for points in bodies[name]["polygons"]]
        same("libgdx (own importer)", name, found, form["pieces"])
        outer = [ring["points"] for ring in form["rings"] if not ring["hole"]]
        shapes = [back(shape["vertices"]) for shape in bodies[name]["shapes"]]
        same("libgdx (own importer)", name, shapes, outer)


def rube(stem):
    bodies = json.load(open(os.path.join(folder, stem + ".rube.json")))["body"]
    bodies = {body["name"]: body for body in bodies}
    for name, _, form in frames(stem):
        px, py = form["origin"]["pivot"]
        found = []
        for fixture in bodies[name]["fixture"]:
            vertices = fixture["polygon"]["vertices"]
            points = list(zip(vertices["x"], vertices["y"]))
            if area(points) <= 0:
                sys.exit(f"rube: {name} winds clockwise, which Box2D does not take")
            found.append([(x + px, py - y) for x, y in points])
        same("rube (own importer)", name, found, form["pieces"])


def svg(stem):
    for _, name, form in frames(stem):
        root = ElementTree.parse(os.path.join(folder, name + ".hitbox.svg")).getroot()
        paths = {path.get("id"): path.get("d") for path in root}
        found = [pairs(numbers(part)) for part in paths["outline"].split("Z")[:-1]]
        same("svg (own importer)", name, found, rings(form))


stems = [os.path.basename(p)[:-len(".hitbox.tres")] for p in glob.glob(os.path.join(folder, "*.hitbox.tres"))]
if not stems:
    sys.exit("nothing to read")
readers = [godot, libgdx, rube, svg]
readers += [tiled] if shutil.which("tiled") else print("note: there is no tiled here") or []
readers += [header] if shutil.which("gcc") else print("note: there is no gcc here") or []
for stem in sorted(stems):
    for reader in readers:
        reader(stem)
for tool, count in sorted(counts.items()):
    print(f"{tool}: {count} polygons agree")
