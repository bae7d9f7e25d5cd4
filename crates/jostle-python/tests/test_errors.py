import pickle

import numpy
import pytest

import jostle
from jostle import Affine, JostleError, PlacedList, Shape, World

NAN = float("nan")
REFUSED = [
    (lambda: Shape.circle(-1), "negative", "radius"),
    (lambda: Shape.circle_at((0, NAN), 1), "not_finite", "center.y"),
    (lambda: Shape.circle(1e39), "not_finite", "radius"),
    (lambda: Shape.polygon([(0, 0), (1, 0), (float("inf"), 1)]), "not_finite", "points[2].x"),
    (lambda: Shape.polygon([(0, 0), (2, 2), (2, 0), (0, 2)]), "crossing", "points[0]"),
    (lambda: Shape.polygon([(0, 0), (2, 0), (0, 2)], [[(5, 5), (6, 5), (5, 6)]]), "hole_outside", "holes[0][2]"),
    (lambda: Shape.polygon([]), "empty", "points"),
    (lambda: Shape.half_plane((0, 0), 1), "zero_direction", "normal"),
    (lambda: Shape.mask([[0, 0]]), "empty", "rows"),
    (lambda: Shape.mask([1, 0]), "wrong_length", "solid"),
    (lambda: Shape.grid([[1]], (0, 1)), "not_positive", "cell.x"),
    (lambda: Shape.grid_of_tiles([[7]], (1, 1), []), "tile", None),
    (lambda: Shape.ellipse((1, 2)).with_radius(1), "no_core", ""),
    (lambda: Shape.circle(3e38).place(Affine().scaled(2, 2)), "overflow", None),
    (lambda: Shape.circle(1).place((NAN, 0)), "not_finite", None),
    (lambda: Shape.circle(1).place().test_until(Shape.circle(1).place(), "magic"), "word", "level"),
    (lambda: Shape.chain([(0, 0)], ends="shut"), "word", "ends"),
    (lambda: Shape.from_json({"type": "circle", "radius": "big"}), "form", "radius"),
    (lambda: Shape.from_json({"type": "polygon", "points": [[0, 0], [1e39, 0]]}), "not_finite", "points[1][0]"),
    (lambda: Shape.from_bytes(b"nonsense"), "snapshot", ""),
    (lambda: Affine.from_json({"turn": 1}), "form", "turn"),
    (lambda: PlacedList.place(Shape.circle(1), [[1, 2, 3, 4]]), "wrong_length", "transforms"),
    (lambda: PlacedList.place([Shape.circle(1)], [[1, 2], [3, 4]]), "wrong_length", "shapes"),
    (lambda: PlacedList.circles([[0, 0, 1], [0, 0, -1]]), "negative", "[1].radius"),
    (lambda: PlacedList.polygons([[0, 0]], [0, 9]), "wrong_length", "offsets[0]"),
    (lambda: PlacedList.boxes([[0, 0, 1, 1]] * 2).overlaps(PlacedList.boxes([[0, 0, 1, 1]] * 3)), "wrong_length", "other"),
    (lambda: World(broad_phase="magic"), "word", "broad_phase"),
    (lambda: World().set_transform(77, (0, 0)), "key", "key"),
    (lambda: World().set_transform(0, (0, 0)), "key", "key"),
    (lambda: World().add(Shape.circle(1), parent=5), "key", "key"),
    (lambda: World().restore(b"nonsense"), "snapshot", ""),
    (lambda: jostle.Replay().apply('{"op": "fly"}'), "form", "op"),
    (lambda: jostle.Replay().apply("{"), "json", ""),
]


@pytest.mark.parametrize("case", range(len(REFUSED)))
def test_what_is_refused_names_kind_and_place(case):
    call, kind, path = REFUSED[case]
    with pytest.raises(JostleError) as caught:
        call()
    error = caught.value
    assert isinstance(error, ValueError) and str(error)
    assert (error.kind, error.path) == (kind, error.path if path is None else path), str(error)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.kind, copy.path) == (str(error), error.kind, error.path)


def test_wrong_types_are_type_errors():
    for call in [
        lambda: Shape.circle("1"),
        lambda: Shape.circle(),
        lambda: Shape.circle(1).place(7),
        lambda: Shape.circle(1).place().overlaps(Shape.circle(1)),
        lambda: World().add("circle"),
        lambda: PlacedList([1, 2]),
        lambda: Shape.compound([1]),
    ]:
        with pytest.raises(TypeError):
            call()


def test_refused_edits_change_nothing():
    world = World()
    keys = world.add_all(Shape.circle(1), [[0, 0], [5, 0]])
    before = world.hash()
    with pytest.raises(JostleError) as caught:
        world.set_transforms(keys, numpy.float32([[1, 1], [numpy.nan, 0]]))
    assert caught.value.kind == "not_finite" and caught.value.path.startswith("[1]")
    with pytest.raises(JostleError):
        world.add_all(Shape.circle(1), [[0, 0], [numpy.inf, 0]])
    with pytest.raises(JostleError):
        world.set_parent(int(keys[0]), int(keys[0]))
    assert world.hash() == before and len(world) == 2
