#!/usr/bin/env python3
"""jostle beside shapely 2, pymunk 7, pygame's masks and arcade's sprite lists: same answers, then times.

    pip install ./crates/jostle-python shapely 'pymunk>=7' pygame-ce && python crates/jostle-python/bench.py
    pip install ./crates/jostle-python arcade && python crates/jostle-python/bench.py    # arcade wants pymunk 6

Each row runs jostle and its peer by turns and prints the medians of the CPU's time and of its ratios; peers that are
not installed are left out. A row that jostle loses is printed like the others. arcade needs a screen, or `xvfb-run`.
"""

import math
import os
import statistics
import sys
import time

import numpy

from jostle import PlacedList, Shape, World

ROUNDS = int(os.environ.get("ROUNDS", "9"))
RNG = numpy.random.default_rng(12)


def row(name, ours, theirs, count, unit="item"):
    """Times two functions by turns and prints the medians of their times and of their ratios."""
    times = [[], []]
    for _ in range(ROUNDS):
        for side, call in enumerate((ours, theirs)):
            start = time.process_time()
            call()
            times[side].append((time.process_time() - start) / count * 1e9)
    ratio = statistics.median(b / a for a, b in zip(*times, strict=True))
    own, other = (statistics.median(side) for side in times)
    lost = "" if ratio > 1 else "lost"
    print(f"| {name} | {own:,.0f} | {other:,.0f} | {ratio:.1f} | {unit} | {lost} |", flush=True)


def head(peer):
    print(f"\n{peer}\n\n| question | jostle, ns | peer, ns | peer / jostle | per | |\n|---|---:|---:|---:|---|---|")


def boxes(count, span, side):
    corner = RNG.uniform(0, span, (count, 2)).astype("f4")
    return numpy.hstack([corner, corner + RNG.uniform(0.2, side, (count, 2)).astype("f4")]).astype("f4")


def stars(count, span, points):
    """Concave outlines: rings with every other vertex drawn in."""
    angles = numpy.arange(points) * (2 * math.pi / points)
    radii = numpy.where(numpy.arange(points) % 2, 1.0, RNG.uniform(0.4, 0.9, (count, 1)))
    middle = RNG.uniform(0, span, (count, 1, 2))
    ring = numpy.stack([radii * numpy.cos(angles), radii * numpy.sin(angles)], axis=-1)
    return (middle + ring).astype("f4")


def shapely_rows():
    try:
        import shapely
    except ImportError:
        return
    head(f"shapely {shapely.__version__} (GEOS {shapely.geos_version_string}), arrays")
    n = 100_000
    a, b = boxes(n, 3, 2), boxes(n, 3, 2)
    ours = [PlacedList.boxes(x) for x in (a, b)]
    theirs = [shapely.box(*x.T.astype("f8")) for x in (a, b)]
    rows_of(shapely, "boxes", ours, theirs, n)
    row("boxes: made from an array", lambda: PlacedList.boxes(a), lambda: shapely.box(*a.T.astype("f8")), n)
    for points in (8, 32):
        n = 20_000
        a, b = stars(n, 3, points), stars(n, 3, points)
        offsets = numpy.arange(n + 1) * points
        ours = [PlacedList.polygons(x.reshape(-1, 2), offsets) for x in (a, b)]
        theirs = [shapely.polygons(x.astype("f8")) for x in (a, b)]
        for x in theirs:
            shapely.prepare(x)
        rows_of(shapely, f"concave, {points} points", ours, theirs, n)
        row(
            f"concave, {points} points: made from an array",
            lambda a=a, offsets=offsets: PlacedList.polygons(a.reshape(-1, 2), offsets),
            lambda a=a: shapely.polygons(a.astype("f8")),
            n,
        )
    n = 100_000
    a = boxes(n, 300, 2)
    ours, theirs = PlacedList.boxes(a), shapely.box(*a.T.astype("f8"))
    pairs_row(shapely, "all pairs of 100,000 boxes", ours, theirs, n)
    n = 20_000
    a = stars(n, 150, 16)
    ours = PlacedList.polygons(a.reshape(-1, 2), numpy.arange(n + 1) * 16)
    pairs_row(shapely, "all pairs of 20,000 concave outlines", ours, shapely.polygons(a.astype("f8")), n)


def rows_of(shapely, name, ours, theirs, n):
    (p, q), (s, t) = ours, theirs
    assert (p.overlaps(q) == shapely.intersects(s, t)).all()
    row(f"{name}: overlaps", lambda: p.overlaps(q), lambda: shapely.intersects(s, t), n)
    assert numpy.allclose(p.distances(q), shapely.distance(s, t), atol=1e-5)
    row(f"{name}: distance", lambda: p.distances(q), lambda: shapely.distance(s, t), n)
    assert (p.contains(q) == shapely.covers(s, t)).all()
    row(f"{name}: contains", lambda: p.contains(q), lambda: shapely.covers(s, t), n)


def pairs_row(shapely, name, ours, theirs, n):
    def tree():
        found = shapely.STRtree(theirs).query(theirs, predicate="intersects")
        return found[:, found[0] < found[1]]

    def ordered(pairs):
        return pairs[numpy.lexsort((pairs[:, 1], pairs[:, 0]))].tolist()

    assert ordered(tree().T) == ordered(ours.pairs())
    row(name, ours.pairs, tree, n)


def pymunk_rows():
    try:
        import pymunk
    except ImportError:
        return
    if int(pymunk.version.split(".")[0]) < 7:
        return
    head(f"pymunk {pymunk.version}, 2,000 circles and boxes, one call a question")
    space, world = pymunk.Space(), World()
    for i, (x, y) in enumerate(RNG.uniform(0, 400, (2000, 2)).astype("f4").tolist()):
        body = pymunk.Body(body_type=pymunk.Body.STATIC)
        body.position = x, y
        shape = pymunk.Circle(body, 4) if i % 2 else pymunk.Poly.create_box(body, (8, 6))
        space.add(body, shape)
        world.add(Shape.circle(4) if i % 2 else Shape.rect_size((8, 6)), data=shape, at=(x, y))
    space.step(1e-9)
    points = [tuple(p) for p in RNG.uniform(0, 400, (500, 2)).astype("f4").tolist()]
    ends = [tuple(p) for p in RNG.uniform(0, 400, (500, 2)).astype("f4").tolist()]
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, ends, strict=True)]
    # Questions in one call come from arrays.
    starts, translations = numpy.array(points, "f4"), numpy.array(ways, "f4")
    any_ = pymunk.ShapeFilter()
    for point in points:
        theirs = {info.shape for info in space.point_query(point, 0, any_)}
        assert {world.data(key) for key in world.at_point(point)} == theirs
    n = len(points)
    row("at a point", lambda: [world.at_point(p) for p in points], lambda: [space.point_query(p, 0, any_) for p in points], n, "call")
    row("nearest", lambda: [world.nearest(p) for p in points], lambda: [space.point_query_nearest(p, 1e9, any_) for p in points], n, "call")
    rays = list(zip(points, ways, strict=True))
    segments = list(zip(points, ends, strict=True))
    same = sum(
        getattr(space.segment_query_first(a, b, 0, any_), "shape", None) is (world.data(hit.key) if (hit := world.ray_first(a, w)) else None)
        for a, b, w in zip(points, ends, ways, strict=True)
    )
    print(f"rays: {same} of {n} first hits are the same (pymunk leaves out what holds the start)", file=sys.stderr)
    row("first hit of a ray", lambda: [world.ray_first(*r) for r in rays], lambda: [space.segment_query_first(*s, 0, any_) for s in segments], n, "call")
    row(
        "first hits of 500 rays",
        lambda: world.ray_first_each(starts, translations),
        lambda: [space.segment_query_first(*s, 0, any_) for s in segments],
        n,
    )
    row("500 points, in one call", lambda: world.at_point_each(starts), lambda: [space.point_query(p, 0, any_) for p in points], n)
    ball, body = Shape.circle(9), pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    circle = pymunk.Circle(body, 9)

    def shapes():
        for p in points:
            body.position = p
            space.shape_query(circle)

    row("what a circle touches (pymunk: with contacts)", lambda: [world.contacts_of(ball.place(p)) for p in points], shapes, n, "call")


def pygame_rows():
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError:
        return
    import jostle.pygame as jp

    head(f"pygame-ce {pygame.version.ver}, masks of 64 x 64 pixels, one call a question")
    masks = []
    for _ in range(20):
        surface = pygame.Surface((64, 64), pygame.SRCALPHA)
        radius = int(RNG.integers(16, 30))
        pygame.draw.circle(surface, "white", (32, 32), radius, int(RNG.integers(3, 14)))
        masks.append(pygame.mask.from_surface(surface))
    shapes = [jp.mask_shape(mask) for mask in masks]
    offsets = RNG.integers(-60, 60, (400, 2)).tolist()
    asked = [(masks[i % 20], masks[(7 * i + 3) % 20], tuple(offset)) for i, offset in enumerate(offsets)]
    placed = [(shapes[i % 20].place(), shapes[(7 * i + 3) % 20].place(o)) for i, o in enumerate(offsets)]
    assert [p.overlaps_interior(q) for p, q in placed] == [a.overlap(b, o) is not None for a, b, o in asked]
    n = len(asked)
    row("masks: overlap", lambda: [p.overlaps_interior(q) for p, q in placed], lambda: [a.overlap(b, o) for a, b, o in asked], n, "call")
    row(
        "masks: placed and asked",
        lambda: [p.overlaps_interior(s.place(o)) for (p, _), s, o in zip(placed, [shapes[(7 * i + 3) % 20] for i in range(n)], offsets, strict=True)],
        lambda: [a.overlap(b, o) for a, b, o in asked],
        n,
        "call",
    )


def arcade_rows():
    try:
        import arcade
        import PIL.Image
    except ImportError:
        return
    import jostle.arcade as ja

    head(f"arcade {arcade.version.VERSION}, 2,000 turned sprites, each against the list")
    arcade.Window(320, 200, visible=False)
    texture = arcade.Texture(PIL.Image.new("RGBA", (12, 12), "white"))
    plain, hashed = arcade.SpriteList(), arcade.SpriteList(use_spatial_hash=True)
    for x, y in RNG.uniform(0, 1200, (2000, 2)):
        angle = float(RNG.uniform(0, 360))
        for list_ in (plain, hashed):
            list_.append(arcade.Sprite(texture, center_x=x, center_y=y, angle=angle))
    number = {sprite: i % 2000 for i, sprite in enumerate([*plain, *hashed])}
    world = ja.SpriteWorld(plain)

    def ours():
        for sprite in plain:  # all have moved
            sprite.center_x += 0.001
        world.sync()
        return [world.collisions(sprite) for sprite in plain]

    def theirs(list_, method=0):
        return [arcade.check_for_collision_with_list(sprite, list_, method) for sprite in list_]

    same = [sorted(number[s] for s in hits) for hits in theirs(hashed)]
    assert [sorted(number[s] for s in hits) for hits in ours()] == same and sum(map(len, same)) > 100
    global ROUNDS
    rounds, ROUNDS = ROUNDS, max(3, ROUNDS // 3)
    row("2,000 sprites, no index of arcade's", ours, lambda: theirs(plain, 3), 2000, "sprite")
    ROUNDS = rounds
    row("2,000 sprites, arcade's spatial hash (which reads nothing that moved)", ours, lambda: theirs(hashed, 1), 2000, "sprite")
    world.sync()
    row("the same, none moved", lambda: [world.collisions(s) for s in plain], lambda: theirs(hashed, 1), 2000, "sprite")
    single = plain[7]
    row(
        "one sprite against the list, no index",
        lambda: ja.check_for_collision_with_list(single, plain),
        lambda: arcade.check_for_collision_with_list(single, plain, 3),
        2000,
        "sprite of the list",
    )


def scalar_rows():
    """What a call costs beyond the least that a call into the module costs."""
    import timeit

    a, b = Shape.rect_size((4, 2)).place((0, 0)), Shape.rect_size((4, 2)).place((1, 1))
    world = World()
    key = world.add(Shape.circle(1))
    names = {"a": a, "b": b, "w": world, "p": (1.0, 2.0), "k": key, "s": Shape.circle(1), "f": PlacedList()}
    calls = {
        "empty call: len(PlacedList())": "f.__len__()",
        "a.overlaps(b)": "a.overlaps(b)",
        "a.gap(b)": "a.gap(b)",
        "a.contact(b)": "a.contact(b)",
        "a.contains_point(p)": "a.contains_point(p)",
        "shape.place(p)": "s.place(p)",
        "world.set_transform(k, p)": "w.set_transform(k, p)",
        "world.at_point(p)": "w.at_point(p)",
        "world.ray_first(p, p)": "w.ray_first(p, p)",
    }
    print("\nsingle calls\n\n| call | ns | over the empty call |\n|---|---:|---:|")
    empty = None
    for name, code in calls.items():
        best = statistics.median(timeit.repeat(code, globals=names, number=50_000, repeat=9, timer=time.process_time)) / 50_000 * 1e9
        empty = best if empty is None else empty
        print(f"| `{name}` | {best:.0f} | {best - empty:.0f} |", flush=True)


if __name__ == "__main__":
    scalar_rows()
    shapely_rows()
    pymunk_rows()
    pygame_rows()
    arcade_rows()
