"""The truth as data: the records of cases/ at the root of the repository, as given and swapped."""

import json
import math
from pathlib import Path

import pytest

import jostle
from jostle import Affine, Shape

CASES = Path(__file__).parents[3] / "cases"
ULP = 2.0**-23
KNOWN = {
    "point": lambda s: {"type": "point", "at": s["p"]},
    "obb": lambda s: {"type": "rect", "center": s["center"], "half": s["half"], "radians": s["angle"]},
    "rounded_polygon": lambda s: {"type": "polygon", "points": s["points"], "radius": s["radius"]},
    "polyline": lambda s: {"type": "chain", "points": s["points"]},
    "polygon_with_holes": lambda s: {"type": "polygon", "points": s["outer"], "holes": s.get("holes") or []},
    "segment": lambda s: {key: s[key] for key in ("type", "a", "b")},
    "circle": lambda s: {key: s[key] for key in ("type", "center", "radius")},
    "capsule": lambda s: {key: s[key] for key in ("type", "a", "b", "radius")},
}


def form(shape, own):
    return shape if own else KNOWN.get(shape["type"], lambda s: {"type": "polygon", "points": s["points"]})(shape)


def place(shape, parents, own):
    bare = form(shape, own)
    map_ = Affine.from_json(bare.get("transform", {}))
    for parent in parents or []:
        map_ = map_.under(Affine.from_json(parent))
    return Shape.from_json({key: value for key, value in bare.items() if key != "transform"}).place(map_)


def largest(value, key=""):
    if key in ("angle", "degrees", "radians") or value is None or isinstance(value, (str, bool)):
        return 0
    if isinstance(value, (int, float)):
        return abs(value)
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return max((largest(entry, inner) for inner, entry in items), default=0)


class Asked:
    """A record, its shapes as they are placed, and how far an answer may be off."""

    def __init__(self, record, expected, a, b, *, exact, size, swapped):
        self.record, self.expected, self.a, self.b, self.swapped = record, expected, a, b, swapped
        self.exact, self.slack = exact, (2 if exact else 8) * ULP * size

    def flag(self, got, key):
        assert self.expected.get(key) in (None, got), (key, got)

    def number(self, got, key):
        want = self.expected.get(key)
        if isinstance(want, (int, float)):
            assert abs(got - want) <= self.slack, (key, got, want)
            assert not self.exact or ((got == 0) == (want == 0) and got * want >= 0), (key, got, want)

    def point(self, got, want):
        assert want is None or largest([got[0] - want[0], got[1] - want[1]]) <= self.slack, (got, want)

    def normal(self, got):
        assert abs(math.hypot(*got) - 1) <= 1e-6, got
        turn = -1 if self.swapped else 1
        cone, any_, one = (self.expected.get(key) for key in ("normals_cone", "normals_any", "normal"))
        wanted = [(want, 0) for want in [*(any_ if isinstance(any_, list) else []), *([one] if one else [])]]
        if cone:
            wanted.append((cone["center"], 2 * math.sin(cone["half_angle"] / 2)))
        assert not wanted or any(math.dist(got, [turn * x, turn * y]) <= 1e-5 + far for (x, y), far in wanted), got

    def signs(self):
        """All questions about the pair give the same verdict."""
        sign = {"separated": 1, "touching": 0, "overlapping": -1}[self.a.verdict(self.b)]
        separation = self.a.gap(self.b).separation
        assert (separation > 0) - (separation < 0) == sign
        assert (self.a.contact(self.b) is not None) == (sign < 1) == self.a.overlaps(self.b)
        assert self.b.gap(self.a).separation == separation

    def intersects(self):
        self.flag(self.a.overlaps(self.b), "inclusive")
        self.flag(self.a.overlaps_interior(self.b), "exclusive")
        self.signs()

    def overlaps(self):
        self.flag(self.a.overlaps(self.b), "hit")

    def overlaps_interior(self):
        self.flag(self.a.overlaps_interior(self.b), "hit")

    def contains(self):
        self.flag(self.a.contains(self.b), "inclusive")
        self.flag(self.a.contains(self.b), "hit")

    def relation(self):
        found = self.a.relation(self.b)
        self.flag({"a_in_b": "b_in_a", "b_in_a": "a_in_b"}.get(found, found) if self.swapped else found, "relation")

    def gap(self):
        gap = self.a.gap(self.b)
        self.signs()
        self.flag(self.a.overlaps(self.b), "overlap_inclusive")
        for got, key in [(gap.separation, "separation"), (gap.distance, "distance"), (gap.depth, "depth")]:
            self.number(got, key)
        on_a, on_b = (gap.on_b, gap.on_a) if self.swapped else (gap.on_a, gap.on_b)
        self.point(on_a, self.expected.get("on_a"))
        self.point(on_b, self.expected.get("on_b"))
        self.normal(gap.normal)
        if math.isfinite(gap.separation):  # else no translation separates them, and there are no such places
            self.witnesses(gap)

    def witnesses(self, gap):
        """Each witness lies on its shape, and they are a separation apart along the normal."""
        slack = 2 * self.slack + 4 * ULP * largest([*gap.on_a, *gap.on_b])
        for shape, at in [(self.a, gap.on_a), (self.b, gap.on_b)]:
            assert shape.gap(Shape.point(at).place()).distance <= slack, gap
        for p, q, n in zip(gap.on_a, gap.on_b, gap.normal, strict=True):
            assert abs(q - p - n * gap.separation) <= slack, gap

    contact = distance = gap

    def manifold(self):
        """It is that of the contact: the same normal, the same depth."""
        found, contact = self.a.manifold(self.b), self.a.contact(self.b)
        deepest = max(point.depth for point in found.points)
        assert (found.normal, deepest) == (contact.normal, contact.depth)
        self.number(deepest, "depth")
        self.normal(found.normal)

    def bounds(self):
        self.box(self.a.bounds)

    def common_bounds(self):
        p, q = self.a.bounds, self.b.bounds
        (left, low), (right, high) = map(max, p.min, q.min), map(min, p.max, q.max)
        if left > right or low > high:
            assert self.expected is None
        else:
            self.box(jostle.Aabb((left, low), (right, high)))

    def box(self, box):
        for got, want in [(box.min, self.expected["min"]), (box.max, self.expected["max"])]:
            self.point(got, want)

    def test(self):
        found = self.a.test_until(self.b, self.record["level"])
        for key in ("hit", "certain", "level"):
            self.flag(getattr(found, key), key)

    def area(self):
        assert math.isclose(self.a.area, self.expected["area"], rel_tol=self.expected.get("relative", 4 * ULP))

    def crossings(self):
        found = self.a.crossings(self.b)
        assert all(0 <= c.fraction_a <= 1 and 0 <= c.fraction_b <= 1 and all(map(math.isfinite, c.point)) for c in found)
        assert self.expected.get("count") in (None, len(found)), found

    def oriented_bounds(self):
        box = self.a.bounds
        middle = [(low + high) / 2 for low, high in zip(box.min, box.max, strict=True)]
        assert Shape.polygon(self.a.oriented_bounds().corners).place().contains_point(middle)

    def ray(self):
        ray = self.record.get("ray") or {"origin": self.record["origin"], "dir": self.record["translation"], "max": 1}
        origin, far = ray["origin"], 4096 if ray["max"] is None else ray["max"]
        way = [far * entry for entry in ray["dir"]]
        self.slack = self.slack / math.hypot(*ray["dir"]) + ULP * max(self.expected.get("t") or 0, 1)
        solid = self.a.ray(origin, way)
        self.flag(self.a.contains_point(origin), "start_inside")
        self.flag(solid is not None, "hit")
        if solid:
            self.number(solid.fraction * far, "t")
            if not self.expected.get("start_inside"):
                self.normal(solid.normal)
        # A start on the boundary is the first boundary point; the records differ on that.
        if self.expected.get("hollow_t") is not None and self.a.overlaps_interior(Shape.point(origin).place()):
            self.number(self.a.ray(origin, way, "exit").fraction * far, "hollow_t")

    raycast = ray


def judge(record, own):
    """Returns the number of questions that were asked."""
    expected = record.get("expected_f32") or record["expected"]
    exact = own or "expected_f32" in record or record.get("f32_exact") is True
    sides = [(record[side], record.get(f"parents_{side}")) for side in "ab" if side in record]
    size = max(largest(list(record.values())) if own else largest([shape for shape, _ in sides]), 1e-30)
    margin = record.get("margin")
    if not exact and margin is not None and abs(margin) <= 16 * ULP * size:
        return 0
    try:
        placed = [place(shape, parents, own) for shape, parents in sides]
    except jostle.JostleError:
        assert any(tag.startswith("self-intersecting") for tag in record.get("tags", []))
        return 0
    orders = [(False, placed)]
    if len(placed) == 2 and record["query"] != "contains":
        orders.append((True, placed[::-1]))
    for swapped, (a, *b) in orders:
        asked = Asked(record, expected, a, b[0] if b else None, exact=exact, size=size, swapped=swapped)
        getattr(asked, record["query"])()
    return len(orders)


@pytest.mark.parametrize(
    ("name", "own", "least"), [("known", False, 600), ("roots", True, 90), ("edges", True, 90), ("faults", True, 58)]
)
def test_records_get_the_right_answer(name, own, least):
    asked = 0
    for record in json.loads((CASES / f"{name}.json").read_text()):
        try:
            asked += judge(record, own)
        except AssertionError as error:
            raise AssertionError(f"{record['id']}: {error}") from error
    assert asked >= least


def test_a_wrong_expectation_is_noticed():
    sides = {"a": {"type": "circle", "radius": 1}, "b": {"type": "point", "at": [3, 0]}}
    with pytest.raises(AssertionError):
        judge({"id": "x", "query": "overlaps", **sides, "expected": {"hit": True}}, True)
