#!/usr/bin/env python3
"""Draws the sprites beside it. Needs Python alone: `python3 examples/art/draw.py`.

Each sprite is a function from a point to a color; a pixel is the mean of 8 x 8 points, so that
edges are soft, or the middle point alone for pixel art.
"""
import json
import math
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
NOTHING = (0, 0, 0, 0)


def png(name, width, height, pixel):
    rows = b"".join(
        b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height)
    )
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(rows, 9)))
        file.write(chunk(b"IEND", b""))


def soft(shape, n=8):
    """The mean of n x n points a pixel."""
    def pixel(x, y):
        total = [0, 0, 0, 0]
        for j in range(n):
            for i in range(n):
                r, g, b, a = shape(x + (i + 0.5) / n, y + (j + 0.5) / n)
                for k, v in enumerate((r * a, g * a, b * a, a)):
                    total[k] += v
        if total[3] == 0:
            return NOTHING
        color = [round(v / total[3]) for v in total[:3]]
        return (*color, round(total[3] / n / n))
    return pixel


def gear(x, y):
    """A wheel with twelve teeth and five holes."""
    u, v = x - 48, y - 48
    r, turn = math.hypot(u, v), math.atan2(v, u)
    rim = 38 + 5 * max(-1, min(1, 2.5 * math.cos(12 * turn)))
    if r > rim or r < 8:
        return NOTHING
    near = round(turn / (math.tau / 5)) * math.tau / 5
    if math.hypot(u - 20 * math.cos(near), v - 20 * math.sin(near)) < 6.5:
        return NOTHING
    return (110, 118, 129, 255) if r < 30 else (140, 149, 159, 255)


def rocks(x, y):
    """Three islands, one inside the bay of another."""
    u, v = x - 30, y - 34
    turn = math.atan2(v, u)
    r = 24 + 3 * math.sin(3 * turn + 1) + 2 * math.sin(7 * turn)
    bay = math.hypot(x - 46, y - 24) < 14
    if math.hypot(u, v) < r and not bay:
        return (148, 107, 72, 255)
    if math.hypot(x - 46, y - 24) < 8:
        return (191, 148, 106, 255)
    if math.hypot(x - 68, y - 50) < 6 + math.sin(4 * math.atan2(y - 50, x - 68)):
        return (148, 107, 72, 255)
    return NOTHING


SHIP = """
................
.......##.......
.......##.......
......#oo#......
......#oo#......
.....##oo##.....
.....######.....
....########....
#...###++###...#
##.####++####.##
################
################
#.###.####.###.#
#..##..##..##..#
....#..##..#....
.......##.......
"""
COLORS = {".": NOTHING, "#": (57, 73, 171, 255), "o": (129, 212, 250, 255), "+": (255, 183, 77, 255)}


def ship(x, y):
    return COLORS[SHIP.split()[y][x]]


def coach(x, y):
    """A railway coach from the side, as long as its box."""
    wheel = min(math.hypot(x - at, y - 51) for at in (34, 66, 194, 226))
    if wheel < 8.5:
        return (69, 76, 86, 255) if wheel > 3.5 else (208, 215, 222, 255)
    if (x < 6 or x > 254) and 38 <= y < 44:
        return (69, 76, 86, 255)
    corner = max(math.hypot(max(12 - x, 0, x - 248), max(10 - y, 0)) - 6, 0)
    if not 6 <= x < 254 or y >= 48 or corner > 0:
        return NOTHING
    if y < 8:
        return (87, 96, 106, 255)
    if 14 <= y < 30 and 14 <= (x - 3) % 28 + 8 < 30 and 16 < x < 244:
        return (255, 248, 197, 255) if y > 15 else (154, 132, 66, 255)
    if 34 <= y < 37:
        return (246, 248, 250, 255)
    return (9, 105, 218, 255) if y < 34 else (5, 80, 174, 255)


def raft(x, y):
    """Five logs side by side, held by two planks."""
    log, across = divmod(y, 10.4)
    short = 2.5 * ((3 * log) % 4)
    if any(abs(x - at) < 8 for at in (52, 198)) and 2 < y < 50:
        nail = any(math.hypot(x - at, across - 5.2) < 1.8 for at in (52, 198))
        return (66, 50, 30, 255) if nail else (200, 156, 90, 255)
    end = 5.2 * math.sqrt(max(1 - ((across - 5.2) / 5.2) ** 2, 0))
    if not short + 5 - end <= x <= 245 - short + end:
        return NOTHING
    bark = 0.75 + 0.25 * math.sin(math.pi * across / 10.4) + 0.05 * math.sin(x / 7 + 2 * log) * math.sin(2.3 * across)
    return (*(min(255, round(v * bark)) for v in (172, 110, 58)), 255)


def walker(frame):
    """A walking figure, one of four positions of its legs."""
    swing = [0, 5, 0, -5][frame]
    def leg(x, y, to):
        along = (y - 20) / 10
        return 0 <= along <= 1 and abs(x - 16 - to * along) < 2.2
    def shape(x, y):
        if math.hypot(x - 16, y - 7) < 5:
            return (255, 204, 153, 255)
        if abs(x - 16) < 4.5 and 11 <= y < 21:
            return (46, 125, 50, 255)
        if leg(x, y, swing) or leg(x, y, -swing):
            return (62, 39, 35, 255)
        return NOTHING
    return shape


def walk():
    """Four frames, trimmed and packed side by side, with their places in a JSON file."""
    full = [[soft(walker(f))(x, y) for y in range(32) for x in range(32)] for f in range(4)]
    frames, packed, left = {}, [], 1
    for index, pixels in enumerate(full):
        seen = [(k // 32, k % 32) for k, p in enumerate(pixels) if p[3]]
        y0, y1 = min(y for y, _ in seen), max(y for y, _ in seen) + 1
        x0, x1 = min(x for _, x in seen), max(x for _, x in seen) + 1
        # `pixels` is row by row: y first.
        def at(x, y, pixels=pixels):
            return pixels[y * 32 + x]
        packed.append((left, x0, y0, x1 - x0, y1 - y0, at))
        box = {"w": x1 - x0, "h": y1 - y0}
        frames[f"walk-{index}"] = {
            "frame": {"x": left, "y": 1, **box},
            "rotated": False,
            "trimmed": True,
            "spriteSourceSize": {"x": x0, "y": y0, **box},
            "sourceSize": {"w": 32, "h": 32},
            "pivot": {"x": 0.5, "y": 0.9375},
            "duration": 120,
        }
        left += box["w"] + 1
    height = max(h for *_, h, _ in packed) + 2
    def pixel(x, y):
        for start, x0, y0, w, h, at in packed:
            if start <= x < start + w and 1 <= y < 1 + h:
                return at(x - start + x0, y - 1 + y0)
        return NOTHING
    png("walk.png", left, height, pixel)
    meta = {"image": "walk.png", "size": {"w": left, "h": height}, "scale": "1",
            "frameTags": [{"name": "step", "from": 0, "to": 1, "direction": "forward"}]}
    with open(os.path.join(HERE, "walk.json"), "w") as file:
        json.dump({"frames": frames, "meta": meta}, file, indent=1)
        file.write("\n")


png("gear.png", 96, 96, soft(gear))
png("coach.png", 260, 60, soft(coach, 4))
png("raft.png", 250, 52, soft(raft, 4))
png("rocks.png", 80, 64, soft(rocks))
png("ship.png", 16, 16, ship)
walk()
