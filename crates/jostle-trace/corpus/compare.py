#!/usr/bin/env python3
"""Compares jostle's tracer with what people use, on the corpus, in one run; prints Markdown.

    fetch.py CACHE [--cc0] && compare.py CACHE [--cc0] [--rounds N] [--skip-best]

Needs numpy, pillow, opencv-python-headless, scikit-image and vtracer (a tracer of potrace's kind, as
polygons), and cargo for jostle's side and imageproc's (`cargo build --release -p jostle-bench --bin trace`; `--binary FILE` takes a ready one).

Every outline, whoever made it, is measured by the same checker: IoU by exact area coverage, at
alpha >= 128. Rivals have their tolerance swept over 0, 0.2 * 1.12^k up to 16 px, and the fewest
vertices that reach the goal count, sprite by sprite, which is kind to them: jostle gets one try.
Means and reach are over the sprites that reach the goal; `reach` is how many do. Times are
processor time of one thread, the least of N rounds. A row that jostle loses is printed like one it
wins.

`--bounds FILE` ends with status 1 when one of jostle's figures is worse than the file says (a figure
that misses sprites, or its bound, counts as worse than any). Times are printed and held to nothing.
"""
import argparse
import csv
import importlib.metadata
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import time

import cv2
import hertel
import numpy
import skimage
import vtracer
from PIL import Image
from skimage import measure as skimage_measure

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCES = [0.0] + [0.2 * 1.12**k for k in range(39) if 0.2 * 1.12**k <= 16]
ATLAS_SIDE = 2048


class Sprite:
    def __init__(self, cache, path, row):
        self.path = str(cache / path)
        self.alpha = numpy.asarray(Image.open(cache / path).convert("RGBA"))[:, :, 3].copy()
        self.mask = (self.alpha >= 128).astype(numpy.uint8)
        self.padded = numpy.pad(self.mask, 1)
        self.soft = float(row["soft_share"]) > 0.1
        self.one_ring = row["islands8"] == "1" and row["holes"] == "0"
        if int(self.mask.sum()) != int(row["opaque_px"]):
            sys.exit(f"{path}: not the table's mask")


# --- rivals: a sprite in, rings of {"hole", "points"} in pixels out ---


def opencv(sprite, mode=cv2.CHAIN_APPROX_SIMPLE):
    contours, tree = cv2.findContours(sprite.mask, cv2.RETR_CCOMP, mode)
    return [
        {"hole": tree[0][i][3] >= 0, "points": contour[:, 0, :].astype(float) + 0.5}
        for i, contour in enumerate(contours)
    ]


def marching(field, level):
    rings = []
    for line in skimage_measure.find_contours(numpy.pad(field.astype(float), 1), level):
        rings.append({"hole": False, "points": line[:-1, ::-1] - 0.5})
    for ring in rings:
        ring["area"] = area(ring["points"])
    if rings:
        outer = max(rings, key=lambda ring: abs(ring["area"]))["area"] > 0
        for ring in rings:
            ring["hole"] = (ring["area"] > 0) != outer
    return rings


def potrace_like(sprite):
    """Paths between pixels with their steps taken out, as in Selinger's potrace; one answer, no bound."""
    height, width = sprite.mask.shape
    ink, paper = (0, 0, 0, 255), (255, 255, 255, 255)
    pixels = [ink if solid else paper for solid in sprite.mask.ravel()]
    svg = vtracer.convert_pixels_to_svg(
        pixels, size=(width, height), colormode="binary", mode="polygon", filter_speckle=0
    )
    rings = []
    for d, x, y in re.findall(r'<path d="([^"]*)"[^>]*translate\(([-\d.]+),([-\d.]+)\)', svg):
        # A path is an outer ring and its holes.
        for place, ring in enumerate(filter(str.strip, d.split("Z"))):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", ring)]
            points = numpy.array(numbers).reshape(-1, 2) + [float(x), float(y)]
            rings.append({"hole": place > 0, "points": points})
    return rings


def area(points):
    x, y = points[:, 0], points[:, 1]
    return float(numpy.dot(x, numpy.roll(y, -1)) - numpy.dot(y, numpy.roll(x, -1)))


def simplified(rings, tolerance):
    """Douglas-Peucker on closed rings; rings that become less than a triangle are dropped."""
    result = []
    for ring in rings:
        points = ring["points"]
        if tolerance > 0:
            points = cv2.approxPolyDP(points.astype(numpy.float32), tolerance, True)[:, 0, :]
        if len(points) >= 3:
            result.append({"hole": bool(ring["hole"]), "points": points.astype(float).tolist()})
    return result


class Jostle:
    """jostle's side, imageproc's, and the checker, by one binary."""

    def __init__(self, binary, listing):
        self.binary, self.listing = binary, listing

    def lines(self, *words, feed=None):
        command = [str(self.binary), *map(str, words)]
        done = subprocess.run(command, input=feed, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: {done.stderr}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def rings(self, word):
        outlines = self.lines(word, self.listing)
        for rings in outlines:
            for ring in rings:
                ring["points"] = numpy.array(ring["points"], dtype=float).reshape(-1, 2)
        return outlines

    def measure(self, asked):
        feed = "".join(json.dumps(line) + "\n" for line in asked)
        return self.lines("measure", feed=feed)


def sweep(jostle, sprites, outlines):
    """What the checker says of every tolerance: a list a sprite."""
    asked = []
    for sprite, rings in zip(sprites, outlines):
        for tolerance in TOLERANCES:
            asked.append({"path": sprite.path, "rings": simplified(rings, tolerance)})
    answers = jostle.measure(asked)
    n = len(TOLERANCES)
    return [answers[i : i + n] for i in range(0, len(answers), n)]


def fewest(answers, key, target):
    reached = [a["vertices"] for a in answers if a[key] >= target and a["vertices"] > 0]
    return min(reached, default=None)


def reach(swept, key, target):
    found = [fewest(answers, key, target) for answers in swept]
    return [v for v in found if v is not None]


def mean(values):
    values = list(values)
    return statistics.fmean(values) if values else math.nan


def summary(values, total):
    if not values:
        return f"0 of {total}"
    return f"{mean(values):.1f} ({statistics.median(values):g}), {len(values)} of {total}"


# --- the table ---


class Table:
    def __init__(self):
        self.rows = []
        self.figures = {}

    def add(self, goal, rivals, jostle, wanted, figure=None):
        """`wanted` says what the project asks of itself, and whether this run has it; `figure` is
        what a file of bounds may hold: (value, "most" or "least")."""
        self.rows.append((goal, rivals, jostle, wanted))
        if figure is not None:
            self.figures[goal] = figure

    def worse_than(self, file):
        """Says which figures are worse than a file of `goal, most|least, bound` allows."""
        worse = 0
        with open(file, newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                bound = float(row["bound"])
                value, kind = self.figures.get(row["goal"], (math.nan, row["kind"]))
                kept = value <= bound if kind == "most" else value >= bound
                worse += not kept
                print(f"{'kept' if kept else 'WORSE'}: {row['goal']}: {value:.4g}, "
                      f"at {row['kind']} {bound:g}")
        return worse

    def show(self):
        print("| goal | rivals | jostle | asked, had |\n| --- | --- | --- | --- |")
        for row in self.rows:
            print("| " + " | ".join(row) + " |")


def at_most(value, limit, more=True):
    return f"≤ {limit:g}: {'yes' if value <= limit and more else 'no'}"


def atlas_of(sprites, folder):
    """One picture of 2048 x 2048 of the corpus over and over, by shelves."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = numpy.zeros((ATLAS_SIDE, ATLAS_SIDE), dtype=numpy.uint8)
    x = y = shelf = count = 0
    while True:
        alpha = sprites[count % len(sprites)].alpha
        h, w = alpha.shape
        if x + w > ATLAS_SIDE:
            x, y, shelf = 0, y + shelf + 1, 0
        if y + h > ATLAS_SIDE:
            break
        picture[y : y + h, x : x + w] = alpha
        x, shelf, count = x + w + 1, max(shelf, h), count + 1
    white = numpy.full_like(picture, 255)
    Image.fromarray(numpy.dstack([white, white, white, picture])).save(folder / "atlas.png")
    (folder / "paths.txt").write_text("atlas.png\n", encoding="utf-8")
    atlas = Sprite.__new__(Sprite)
    atlas.mask = (picture >= 128).astype(numpy.uint8)
    atlas.alpha = picture
    return atlas, count, folder / "paths.txt"


def clock(run, sprites, turns=5):
    """The least of five, as jostle's side takes it."""
    least = math.inf
    for _ in range(turns):
        start = time.thread_time()
        for sprite in sprites:
            run(sprite)
        least = min(least, (time.thread_time() - start) * 1e3)
    return least


def times(jostle, sprites, atlas, atlas_list, rounds):
    """The least milliseconds of each, all taking turns."""
    least = {}

    def note(name, value):
        least[name] = min(least.get(name, math.inf), value)

    def full(sprite):
        contours, _ = cv2.findContours(sprite.mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            cv2.approxPolyDP(contour, 0.75, True)

    for turn in range(rounds):
        for place, pictures, listing in [
            ("sprites", sprites, jostle.listing),
            ("atlas", [atlas], atlas_list),
        ]:
            contours = lambda s: cv2.findContours(s.mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
            note(f"{place} OpenCV", clock(contours, pictures))
            note(f"{place} OpenCV all", clock(full, pictures))
            if turn == 0:
                lines = lambda s: skimage_measure.find_contours(s.mask.astype(float), 0.5)
                note(f"{place} skimage", clock(lines, pictures, 1))
            answer = jostle.lines("time", listing, 5)[0]
            for key, value in answer.items():
                note(f"{place} {key}", value)
    return least


def soundness(jostle, sprites, outlines, swept, target):
    """How many of a rival's best outlines for a target have broken or crossing rings."""
    asked = []
    for sprite, rings, answers in zip(sprites, outlines, swept):
        goal = fewest(answers, "iou", target)
        for tolerance, answer in zip(TOLERANCES, answers):
            if goal is not None and answer["vertices"] == goal and answer["iou"] >= target:
                rings = simplified(rings, tolerance)
                asked.append({"path": sprite.path, "rings": rings, "deviation": True})
                break
    return sum(not answer["sound"] for answer in jostle.measure(asked))


def main():
    parser = argparse.ArgumentParser(description="Compares tracers on the corpus.")
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--cc0", action="store_true", help="only the sprites in the public domain")
    parser.add_argument("--binary", type=pathlib.Path, help="a ready jostle-bench `trace`")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--skip-best", action="store_true", help="leave out the slow effort")
    parser.add_argument("--bounds", type=pathlib.Path, help="fail where a figure is worse")
    options = parser.parse_args()
    cache = options.cache.resolve()
    with open(HERE / "sprites.tsv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    rows = [row for row in rows if not options.cc0 or row["package"] == "arcade"]
    paths = [pathlib.Path("sprites") / r["package"] / r["path_in_package"] for r in rows]
    listing = cache / ("compare-cc0.txt" if options.cc0 else "compare.txt")
    listing.write_text("\n".join(map(str, paths)) + "\n", encoding="utf-8")
    sprites = [Sprite(cache, path, row) for path, row in zip(paths, rows)]
    binary = options.binary
    if binary is None:
        build = ["cargo", "build", "--release", "-p", "jostle-bench", "--bin", "trace",
                 "--no-default-features"]
        built = subprocess.run(
            [*build, "--message-format=json"], cwd=HERE, check=True, capture_output=True, text=True
        )
        messages = map(json.loads, built.stdout.splitlines())
        binary = [m["executable"] for m in messages if m.get("executable")][-1]
    cv2.setNumThreads(1)
    jostle = Jostle(binary, listing)
    table = Table()
    rivals_of(jostle, sprites, table, options, cache)
    if options.bounds is not None and table.worse_than(options.bounds) > 0:
        sys.exit(1)


def rivals_of(jostle, sprites, table, options, cache):
    total = len(sprites)
    pixels = sum(sprite.mask.size for sprite in sprites)
    exact = jostle.rings("exact")
    outlines = {
        "pixel edges + RDP": exact,
        "OpenCV + RDP": [opencv(sprite) for sprite in sprites],
        "imageproc + RDP": jostle.rings("imageproc"),
        "skimage, mask + RDP": [marching(sprite.mask, 0.5) for sprite in sprites],
        "skimage, alpha + RDP": [marching(sprite.alpha, 127.5) for sprite in sprites],
        "vtracer's polygons + RDP": [potrace_like(sprite) for sprite in sprites],
    }
    swept = {name: sweep(jostle, sprites, rings) for name, rings in outlines.items()}
    runs = {}

    def run(goal, effort="fast", pick=lambda index: True):
        if effort == "best" and options.skip_best:
            return None
        key = (goal, effort)
        if key not in runs:
            runs[key] = jostle.lines("simplify", jostle.listing, goal, effort)
        return [line for index, line in enumerate(runs[key]) if pick(index)]

    print(f"# jostle's tracer and others on {total} sprites, {pixels / 1e6:.2f} Mpx\n")
    print(
        f"OpenCV {cv2.__version__}, skimage {skimage.__version__}, imageproc 0.25, "
        f"vtracer {importlib.metadata.version('vtracer')}.\n"
    )
    print("Vertices are mean (median), then how many sprites reach the goal.\n")

    for target, asked in [(0.97, (28, 24.5)), (0.99, (77, 68))]:
        rivals = [
            f"{name}: {summary(reach(answers, 'iou', target), total)}"
            for name, answers in swept.items()
        ]
        for effort, limit in zip(["fast", "best"], asked):
            lines = run(f"iou={target}", effort)
            if lines is None:
                continue
            good = [line["vertices"] for line in lines if line["iou"] >= target]
            wanted = at_most(mean(good), limit, len(good) == total)
            goal = f"vertices at IoU ≥ {target}, {effort}"
            value = mean(good) if len(good) == total else math.inf
            table.add(goal, "<br>".join(rivals), summary(good, total), wanted, (value, "most"))
            rivals = ["as above"]

    for pixel, limit, step in [(0.75, 32, 4), (1, 24.5, 4), (1.5, 18.5, 4), (1, 25.5, 1)]:
        pick = lambda index: index % step == 0
        chosen = [index for index in range(total) if pick(index)]
        asked = [
            {"path": sprites[i].path, "rings": simplified(exact[i], pixel), "deviation": True}
            for i in chosen
        ]
        answers = jostle.measure(asked)
        over = sum(max(a["outward"], a["inward"]) > pixel for a in answers)
        rival = f"pixel edges + RDP: {mean(a['vertices'] for a in answers):.1f}, {over} over the bound"
        for effort in ["fast", "best"]:
            lines = run(f"deviation={pixel}", effort, pick)
            if lines is None:
                continue
            over = sum(max(line["outward"], line["inward"]) > pixel for line in lines)
            value = mean(line["vertices"] for line in lines)
            which = "all" if step == 1 else f"every {step}th sprite"
            table.add(
                f"vertices at deviation ≤ {pixel} px, {which}, {effort}",
                rival,
                f"{value:.1f}, {over} over the bound",
                at_most(value, limit, over == 0),
                (value if over == 0 else math.inf, "most"),
            )

    broken = [
        f"{name}: {soundness(jostle, sprites, outlines[name], answers, 0.97)} / "
        f"{soundness(jostle, sprites, outlines[name], answers, 0.99)}"
        for name, answers in swept.items()
    ]
    bad = [sum(not line["sound"] for line in run(f"iou={target}")) for target in (0.97, 0.99)]
    wanted = at_most(sum(bad), 0)
    table.add("outlines with broken or crossing rings at IoU 0.97 / 0.99", "<br>".join(broken),
              f"{bad[0]} / {bad[1]}", wanted, (sum(bad), "most"))

    conservative(run, table)
    softness(jostle, sprites, swept, outlines, table)
    convex_pieces(run, jostle, sprites, exact, swept["pixel edges + RDP"], table)
    speeds(jostle, sprites, table, options, cache, run)
    table.show()


def convex_pieces(run, jostle, sprites, exact, answers, table):
    """Sprites of one ring: jostle's pieces, and Hertel and Mehlhorn's of the same outlines and of
    Douglas and Peucker's."""
    effort = "best" if run("iou=0.97", "best") else "fast"
    lines = run("iou=0.97", effort)
    own, same, plain, spent = [], [], [], []
    for index, sprite in enumerate(sprites):
        if not sprite.one_ring:
            continue
        line = lines[index]
        own.append(line["pieces"] or math.inf)
        spent.append(line["pieces_ms"])
        same += [hertel.pieces(ring["points"]) for ring in line["outline"]]
        goal = fewest(answers[index], "iou", 0.97)
        for tolerance, answer in zip(TOLERANCES, answers[index]):
            if answer["vertices"] == goal and answer["iou"] >= 0.97:
                rings = simplified(exact[index], tolerance)
                plain += [hertel.pieces(ring["points"]) for ring in rings]
                break
    same, plain = ([count for count in counts if count] for counts in (same, plain))
    table.add(
        f"convex pieces at 0.97, {len(own)} sprites of one ring, {effort}",
        f"Hertel–Mehlhorn, same outlines: {mean(same):.2f}<br>"
        f"on pixel edges + RDP: {mean(plain):.2f}",
        f"{mean(own):.2f}, median {statistics.median(spent):.2f} ms",
        at_most(mean(own), 4.7),
        (mean(own), "most"),
    )


def conservative(run, table):
    for side, limit, count in [("cover", 28, "uncovered"), ("inside", 32, "overrun")]:
        for effort in ["fast", "best"]:
            lines = run(f"iou=0.95,{side}", effort, lambda index: index % 2 == 0)
            if lines is None:
                continue
            good = [line for line in lines if line["iou"] >= 0.95]
            violated = sum(line[count] for line in lines)
            value = mean(line["vertices"] for line in good)
            table.add(
                f"vertices at IoU ≥ 0.95, {side}, every 2nd sprite, {effort}",
                "none offers it",
                f"{value:.1f}, {len(good)} of {len(lines)}, {violated} pixels violated",
                at_most(value, limit, violated == 0 and len(good) == len(lines)),
                (value if violated == 0 and len(good) == len(lines) else math.inf, "most"),
            )


def softness(jostle, sprites, swept, outlines, table):
    chosen = [index for index, sprite in enumerate(sprites) if sprite.soft]
    softs = jostle.rings("soft")
    own = sweep(jostle, [sprites[i] for i in chosen], [softs[i] for i in chosen])
    raw = {name: [answers[i][0]["soft_iou"] for i in chosen] for name, answers in swept.items()}
    raws = [f"{name}: {statistics.median(values):.3f}" for name, values in raw.items()]
    value = statistics.median(answers[0]["soft_iou"] for answers in own)
    verdict = f"≥ 0.984: {'yes' if value >= 0.984 else 'no'}"
    table.add(f"median soft IoU of the outline as traced, {len(chosen)} soft sprites",
              "<br>".join(raws), f"{value:.3f}", verdict, (value, "least"))
    for target, wanted in [(0.97, 83), (0.98, 71)]:
        rivals = []
        for name, answers in swept.items():
            good = reach([answers[i] for i in chosen], "soft_iou", target)
            rivals.append(f"{name}: {summary(good, len(chosen))}")
        good = reach(own, "soft_iou", target)
        verdict = f"≥ {wanted}: {'yes' if len(good) >= wanted else 'no'}"
        table.add(f"vertices at soft IoU ≥ {target}, jostle's soft outline + RDP",
                  "<br>".join(rivals), summary(good, len(chosen)), verdict,
                  (len(good), "least"))


def speeds(jostle, sprites, table, options, cache, run):
    atlas, count, atlas_list = atlas_of(sprites, cache / "atlas")
    least = times(jostle, sprites, atlas, atlas_list, options.rounds)
    for place, limit in [("sprites", 0.6), ("atlas", 1.2)]:
        mega = least[f"{place} pixels"] / 1e6
        per = {name: least[f"{place} {name}"] / mega
               for name in ("OpenCV", "skimage", "imageproc_ms", "outline_ms")}
        table.add(
            f"mask to rings, {place}" + (f" ({count} in 2048²)" if place == "atlas" else ""),
            f"OpenCV {per['OpenCV']:.2f}<br>imageproc {per['imageproc_ms']:.2f}<br>"
            f"skimage {per['skimage']:.0f} ms/Mpx",
            f"{per['outline_ms']:.2f} ms/Mpx, {least[f'{place} corners']} corners",
            at_most(per["outline_ms"], limit),
        )
    mega = least["sprites pixels"] / 1e6
    checks = ", ".join(f"{name} {least[f'sprites {name}_ms'] / mega:.2f}"
                       for name in ("iou", "deviation", "validity", "soft"))
    table.add("checker on exact outlines, and soft outline", "none offers it",
              f"{checks} ms/Mpx", "")
    for effort, limit in [("fast", 15), ("best", 400)]:
        lines = run("iou=0.97", effort)
        if lines is None:
            continue
        turns = [lines] + [jostle.lines("simplify", jostle.listing, "iou=0.97", effort)
                           for _ in range(1, options.rounds)]
        total = {key: sum(min(line[key] for line in same) for same in zip(*turns)) / mega
                 for key in ("trace_ms", "simplify_ms", "check_ms")}
        value = sum(total.values())
        table.add(
            f"whole pipeline at 0.97, {effort}",
            f"OpenCV findContours + approxPolyDP {least['sprites OpenCV all'] / mega:.2f} ms/Mpx",
            f"{value:.1f} ms/Mpx: trace {total['trace_ms']:.2f}, simplify "
            f"{total['simplify_ms']:.1f}, check {total['check_ms']:.2f}",
            at_most(value, limit),
        )


if __name__ == "__main__":
    main()
