#!/usr/bin/env python3
"""Writes platformer.tmj, the map that the playground opens on, and the tiles that Tiled shows it with,
platformer.png. Needs Python alone: `python3 examples/tiled/platformer.py`.

In the rows below `#` is a full tile, `/` and `\\` are slopes of 45 degrees, `ab` and `cd` flatter ones that rise and
fall, `-` is a deck that holds from above only. Letters of objects: `@` the hero, `o` a coin, `B` a crate.
"""
import json
import os
import struct
import sys
import zlib

TILE = 20
ROWS = """
................................................................
................................................................
................................................................
...........................................................o.o..
............................................o....o........------
..........o.o...................................................
.........-----..................................................
.............................o................................B.
......o..............o.....----........o..................../###
.....---............---...............--.................../####
.@..............................B.o......................./#####
............................ab####cd...................../######
#####\\..o./######........##########################\\oo/#########
#################........#######################################
#################........#######################################
################################################################
""".split()
WIDTH, HEIGHT = len(ROWS[0]), len(ROWS)
# What a letter of a tile is: its number in the tileset, and whether it is flipped from left to right.
TILES = {"#": (1, False), "/": (2, False), "\\": (2, True), "a": (3, False), "b": (4, False),
         "c": (4, True), "d": (3, True), "-": (5, False)}
FLIPPED = 1 << 31
# The outline of each tile, in twentieths of it.
SHAPES = [
    [(0, 0), (20, 0), (20, 20), (0, 20)],
    [(0, 20), (20, 0), (20, 20)],
    [(0, 20), (20, 10), (20, 20)],
    [(0, 10), (20, 0), (20, 20), (0, 20)],
    [(0, 0), (20, 0), (20, 5), (0, 5)],
]
NAMES = ["full", "slope", "flat slope, low", "flat slope, high", "deck"]


def inside(points, x, y):
    """Whether a point lies in a convex polygon of positive turn."""
    return all((bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
               for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]))


def picture():
    """The tiles side by side, as PNG."""
    def pixel(x, y):
        if not inside(SHAPES[x // TILE], x % TILE + 0.5, y + 0.5):
            return (0, 0, 0, 0)
        return (59, 110, 168, 255) if x // TILE == 4 else (92, 100, 112, 255)

    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(TILE * len(SHAPES))) for y in range(TILE))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    size = struct.pack(">IIBBBBB", TILE * len(SHAPES), TILE, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", zlib.compress(rows, 9))
            + chunk(b"IEND", b""))


def outline(number, points):
    """The collision shape of a tile: a rectangle where it is one."""
    (x, y), (right, bottom) = points[0], points[2]
    form = {"id": 1, "name": "", "rotation": 0, "type": "", "visible": True}
    if len(points) == 4 and points[1][1] == y:
        form |= {"x": x, "y": y, "width": right - x, "height": bottom - y}
    else:
        form |= {"x": x, "y": y, "width": 0, "height": 0,
                 "polygon": [{"x": px - x, "y": py - y} for px, py in points]}
    group = {"draworder": "index", "name": "", "objects": [form], "opacity": 1, "type": "objectgroup",
             "visible": True, "x": 0, "y": 0}
    return {"id": number, "type": NAMES[number], "objectgroup": group}


def prop(name, value):
    kind = {bool: "bool", str: "string"}.get(type(value), "float")
    return {"name": name, "type": kind, "value": value}


class Layers:
    def __init__(self):
        self.all = []
        self.objects = 0

    def tiles(self, name, letters, *properties):
        def cell(letter):
            number, flipped = TILES[letter] if letter in letters else (0, False)
            return number + (FLIPPED if flipped else 0)

        self.all.append({"id": len(self.all) + 1, "name": name, "type": "tilelayer", "x": 0, "y": 0, "width": WIDTH,
                         "height": HEIGHT, "opacity": 1, "visible": True, "properties": list(properties),
                         "data": [cell(letter) for row in ROWS for letter in row]})

    def things(self, name, objects):
        self.all.append({"id": len(self.all) + 1, "name": name, "type": "objectgroup", "draworder": "topdown",
                         "x": 0, "y": 0, "opacity": 1, "visible": True, "objects": objects})

    def thing(self, kind, middle, size, *properties, **more):
        """An object by its middle."""
        self.objects += 1
        (x, y), (width, height) = middle, size
        made = {"id": self.objects, "name": kind, "type": kind, "x": x - width / 2, "y": y - height / 2, "width": width,
                "height": height, "rotation": 0, "visible": True, **more}
        return made | ({"properties": list(properties)} if properties else {})


def level():
    layers = Layers()
    layers.tiles("ground", "#/\\abcd", prop("jostle.layer", "ground"), prop("jostle.sees", ""))
    layers.tiles("decks", "-", prop("jostle.layer", "deck"), prop("jostle.sees", ""), prop("jostle.one_way", True))
    thing = layers.thing
    objects = []
    for row, text in enumerate(ROWS):
        for column, letter in enumerate(text):
            middle = ((column + 0.5) * TILE, (row + 0.5) * TILE)
            if letter == "@":
                objects.append(thing("hero", middle, (0, 0), point=True))
            elif letter == "o":
                objects.append(thing("coin", middle, (10, 10), ellipse=True))
            elif letter == "B":
                objects.append(thing("crate", (middle[0], middle[1] + 1), (18, 18)))
    # Flush with the ground on both sides of the pit.
    lift = (prop("travel_x", 108.0), prop("seconds", 4.0))
    objects.append(thing("lift", (17 * TILE + 26, 12 * TILE + 5), (52, 10), *lift))
    # Turns, so that one has to leave it in time. Below all that follow there is room to stand.
    objects.append(thing("lift", (44 * TILE, 164), (92, 8), prop("degrees_per_second", 24.0)))
    objects.append(thing("rock", (49.5 * TILE, 166), (64, 64), prop("degrees_per_second", 20.0), ellipse=True))
    # Up to the deck over the plateau.
    lift = (prop("travel_y", -125.0), prop("seconds", 4.0))
    objects.append(thing("lift", (54.5 * TILE, 209), (40, 8), *lift))
    layers.things("things", objects)
    tileset = {"firstgid": 1, "name": "platformer", "image": "platformer.png", "imagewidth": TILE * len(SHAPES),
               "imageheight": TILE, "margin": 0, "spacing": 0, "tilewidth": TILE, "tileheight": TILE,
               "columns": len(SHAPES), "tilecount": len(SHAPES),
               "tiles": [outline(number, points) for number, points in enumerate(SHAPES)]}
    return {"type": "map", "version": "1.8", "tiledversion": "1.8.2", "orientation": "orthogonal",
            "renderorder": "right-down", "compressionlevel": -1, "infinite": False, "width": WIDTH, "height": HEIGHT,
            "tilewidth": TILE, "tileheight": TILE, "nextlayerid": len(layers.all) + 1,
            "nextobjectid": layers.objects + 1, "tilesets": [tileset], "layers": layers.all}


def text(value, depth=0):
    """JSON that reads well: what fits into a line is one, and a row of the map too."""
    line = json.dumps(value)
    if len(line) <= 100 or not isinstance(value, (dict, list)):
        return line
    pad = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        inner = ("," + pad).join(f"{json.dumps(key)}: {text(each, depth + 1)}" for key, each in value.items())
        return f"{{{pad}{inner}{pad[:-1]}}}"
    if all(isinstance(each, int) for each in value):
        parts = [", ".join(map(str, value[i:i + WIDTH])) for i in range(0, len(value), WIDTH)]
    else:
        parts = [text(each, depth + 1) for each in value]
    return f"[{pad}{(',' + pad).join(parts)}{pad[:-1]}]"


if __name__ == "__main__":
    assert all(len(row) == WIDTH for row in ROWS), [len(row) for row in ROWS]
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "platformer.tmj"), "w") as file:
        file.write(text(level()) + "\n")
    with open(os.path.join(folder, "platformer.png"), "wb") as file:
        file.write(picture())
