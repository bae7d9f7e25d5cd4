"""The truth as data: the records of cases/ at the root of the repository, as given and swapped."""

import json
import math
from pathlib import Path

import pytest

import jostle
from jostle import Affine, Placed, Shape

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


def verdicts(a: Placed, b: Placed, query, expected):
    overlaps, interior = a.overlaps(b), a.overlaps_interior(b)
    wanted = {
        "intersects": [(overlaps, "inclusive"), (interior, "exclusive")],
        "overlaps": [(overlaps, "hit")],
        "overlaps_interior": [(interior, "hit")],
        "relation": [(a.relation(b), "relation")],
    }.get(query, [(overlaps, "overlap_inclusive")])
    for got, key in wanted:
        assert expected.get(key) in (None, got), (key, got)
    gap = a.gap(b)
    sign = {"separated": 1, "touching": 0, "overlapping": -1}[a.verdict(b)]
    assert (gap.separation > 0) - (gap.separation < 0) == sign
    assert (a.contact(b) is not None) == (sign < 1) == overlaps


def judge(record, own):
    """Returns the number of questions that were asked."""
    expected = record.get("expected_f32") or record["expected"]
    exact = own or "expected_f32" in record or record.get("f32_exact") is True
    size = max(largest(record["a"]), largest(record.get("b")), largest(record.get("transform")), 1e-30)
    margin = record.get("margin")
    if not exact and (margin is None or abs(margin) <= 16 * ULP * size):
        return 0
    if "b" not in record or expected is None or record["query"] not in (
        "intersects", "overlaps", "overlaps_interior", "relation", "gap", "contact", "distance", "contains",
    ):
        return 0
    try:
        a, b = (place(record[side], record.get(f"parents_{side}"), own) for side in "ab")
    except jostle.JostleError:
        assert any(tag.startswith("self-intersecting") for tag in record.get("tags", []))
        return 0
    if record["query"] == "contains":
        wanted = expected.get("inclusive", expected.get("hit"))
        assert wanted in (None, a.contains(b))
        return 1
    verdicts(a, b, record["query"], expected)
    gap = a.gap(b)
    slack = (2 if exact else 8) * ULP * size * (4 if own else 1)
    for got, key in [(gap.separation, "separation"), (gap.distance, "distance"), (gap.depth, "depth")]:
        if isinstance(expected.get(key), (int, float)):
            assert math.isclose(got, expected[key], abs_tol=slack, rel_tol=4 * ULP), (key, got, expected[key])
    swapped = b.gap(a)
    assert swapped.separation == gap.separation
    if a.relation(b) != "same":  # two equal sets have one normal, whichever is a
        assert (swapped.on_a, swapped.on_b) == (gap.on_b, gap.on_a)
    if record["query"] != "relation":
        verdicts(b, a, record["query"], expected)
    return 1


@pytest.mark.parametrize(("name", "own", "least"), [("known", False, 300), ("roots", True, 30), ("edges", True, 30)])
def test_records_get_the_right_answer(name, own, least):
    asked = 0
    for record in json.loads((CASES / f"{name}.json").read_text()):
        try:
            asked += judge(record, own)
        except AssertionError as error:
            raise AssertionError(f"{record['id']}: {error}") from error
    assert asked >= least
