import array
import random

import numpy
import pytest

from jostle import Affine, JostleError, Placed, PlacedList, Shape, World


def test_lists_answer_as_single_shapes_do():
    rng = numpy.random.default_rng(7)
    polygon = Shape.polygon([(0, -2), (1.4, 1.6), (0, 0.8), (-1.4, 1.6)])
    transforms = rng.uniform(-4, 4, (300, 3)).astype("f4")
    a = PlacedList.place(polygon, transforms)
    singles = [polygon.place(Affine.at(x, y).rotated(r)) for x, y, r in transforms]
    boxes = (rng.integers(-256, 256, (300, 4)) / 64).astype("f4")
    boxes = numpy.hstack([numpy.minimum(boxes[:, :2], boxes[:, 2:]), numpy.maximum(boxes[:, :2], boxes[:, 2:])])
    b = PlacedList.boxes(boxes)
    others = [Shape.rect_half_at((box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2).place() for box in boxes]
    pairs = list(zip(singles, others, strict=True))
    assert a.overlaps(b).tolist() == [p.overlaps(q) for p, q in pairs]
    assert a.overlaps_interior(b).tolist() == [p.overlaps_interior(q) for p, q in pairs]
    assert b.contains(a).tolist() == [q.contains(p) for p, q in pairs]
    assert a.gaps(b)["separation"].tolist() == [p.gap(q).separation for p, q in pairs]
    assert a.distances(b).tolist() == [p.gap(q).distance for p, q in pairs]
    contacts = a.contacts_each(b)
    for row, (p, q) in zip(contacts, pairs, strict=True):
        contact = p.contact(q)
        assert numpy.isnan(row["depth"]) if contact is None else row["depth"] == contact.depth
        assert contact is None or tuple(row["on_b"]) == contact.on_b
    assert a.pairs().tolist() == [[i, j] for i in range(300) for j in range(i + 1, 300) if singles[i].overlaps(singles[j])]
    assert len(a.pairs(b)) == len(a.contacts(b)) and (a.contacts(b)["pair"] == a.pairs(b)).all()
    assert a.bounds()[5].tolist() == [*singles[5].bounds.min, *singles[5].bounds.max]
    assert a.areas() == pytest.approx([p.area for p in singles])
    assert a.overlaps(PlacedList([others[0]])).tolist() == [p.overlaps(others[0]) for p in singles]
    assert len(a) == 300 and a.total_bounds().overlaps(b.total_bounds()) and PlacedList().total_bounds() is None


def test_polygons_come_from_points_and_offsets():
    points = numpy.float32([[0, 0], [2, 0], [0, 2], [5, 5], [7, 5], [7, 7], [5, 7]])
    polygons = PlacedList.polygons(points, [0, 3, 7])
    assert polygons.areas().tolist() == [2, 4]
    assert PlacedList.circles([[0, 0, 1]]).pairs(polygons).tolist() == [[0, 0]]


@pytest.mark.parametrize("columns", [2, 3, 5, 6])
def test_transforms_have_two_three_five_or_six_columns(columns):
    rows = numpy.float32([[1, 2], [3, 4]])
    if columns == 3:
        rows = numpy.hstack([rows, [[0.5], [1]]])
    if columns == 5:
        rows = numpy.hstack([rows, [[0.5, 2, 1], [1, -1, 1]]])
    if columns == 6:
        rows = numpy.hstack([numpy.tile(numpy.float32([1, 0, 0, 1]), (2, 1)), rows])
    world = World()
    keys = world.add_all(Shape.circle(1), rows, data=["a", "b"])
    assert keys.dtype == numpy.uint64 and [world.data(int(key)) for key in keys] == ["a", "b"]
    assert world.transform(int(keys[1])).to_matrix()[4:] == (3, 4)
    if columns == 5:
        assert world.transform(int(keys[1])) == Affine.at(3, 4).rotated(1).scaled(-1, 1)
    world.set_transforms(keys[::-1], rows)
    assert world.transforms(keys)[:, 4:].tolist() == [[3, 4], [1, 2]]


def test_inputs_may_be_anything_that_numpy_takes():
    wanted = PlacedList.circles(numpy.float32([[1, 2, 3], [4, 5, 6]])).bounds()
    flat = array.array("f", range(1, 7))
    for given in [
        [[1, 2, 3], [4, 5, 6]],
        memoryview(flat).cast("B").cast("f", (2, 3)),
        numpy.arange(1.0, 7).reshape(2, 3),
        numpy.asfortranarray(numpy.float32([[1, 2, 3], [4, 5, 6]])),
        numpy.float32([[1, 0, 2, 0, 3], [9] * 5, [4, 0, 5, 0, 6]])[::2, ::2],
    ]:
        assert (PlacedList.circles(given).bounds() == wanted).all()
    assert len(PlacedList.circles(numpy.zeros((0, 3)))) == 0


def test_steps_are_arrays_too():
    world, twin = World(), World()
    rows = numpy.random.default_rng(1).uniform(0, 30, (200, 2)).astype("f4")
    keys = [w.add_all(Shape.circle(1), rows) for w in (world, twin)]
    numbers = {int(key): i for ks in keys for i, key in enumerate(ks)}
    for _ in range(3):
        events, table = world.step(), twin.step_array()
        assert [("enter", "stay", "exit")[k] for k in table["kind"]] == [event.kind for event in events]
        assert [numbers[event.a] for event in events] == [numbers[int(key)] for key in table["a"]]
        for event, row in zip(events, table, strict=True):
            assert event.contact is None or (tuple(row["normal"]), row["depth"]) == (event.contact.normal, event.contact.depth)
            assert event.kind != "exit" or (numpy.isnan(row["depth"]) and row["reason"] == 5)
        rows += numpy.float32([0.5, 0]) * (numpy.arange(200)[:, None] % 2)
        for w, ks in zip((world, twin), keys, strict=True):
            w.set_transforms(ks, rows)
    assert table.flags.writeable and len(table)


def test_batches_of_questions_answer_as_single_ones_do():
    random.seed(3)
    world = World()
    world.add_all(Shape.circle(1), numpy.random.default_rng(2).uniform(0, 30, (100, 2)))
    points = numpy.random.default_rng(3).uniform(0, 30, (50, 2)).astype("f4")
    ways = numpy.random.default_rng(4).uniform(-20, 20, (50, 2)).astype("f4")
    first = world.ray_first_each(points, ways, inside="skip")
    single = [world.ray_first(p, w, inside="skip") for p, w in zip(points, ways, strict=True)]
    assert first["question"].tolist() == [i for i, hit in enumerate(single) if hit]
    assert first["key"].tolist() == [hit.key for hit in single if hit]
    every = world.ray_all_each(points, ways)
    assert len(every) == sum(len(world.ray_all(p, w)) for p, w in zip(points, ways, strict=True))
    assert world.ray_any_each(points, ways).tolist() == [world.ray_any(p, w) for p, w in zip(points, ways, strict=True)]
    near = world.nearest_each(points, 3)
    assert near["key"].tolist() == [n.key for p in points for n in world.nearest(p, 3)]
    assert near["question"].tolist() == [i for i in range(50) for _ in range(3)]
    inside = world.at_point_each(points)
    assert inside["key"].tolist() == [key for p in points for key in world.at_point(p)]
    shapes = PlacedList.place(Shape.circle(3), points)
    singles = [Shape.circle(3).place(p) for p in points]
    assert world.overlapping_each(shapes)["key"].tolist() == [key for s in singles for key in world.overlapping(s)]
    assert world.contained_in_each(shapes)["key"].tolist() == [key for s in singles for key in world.contained_in(s)]
    boxed = world.overlapping_aabb_each(shapes.bounds())
    assert boxed["key"].tolist() == [key for s in singles for key in world.overlapping_aabb(s.bounds)]


def test_what_is_placed_in_a_world_is_a_placed_shape():
    world = World()
    key = world.add(Shape.circle(1), at=(2, 3))
    assert isinstance(world.placed(key), Placed) and world.placed(key) == world.shape(key).place((2, 3))


def test_joins_answer_as_all_pairs_do_in_any_memory():
    rng = numpy.random.default_rng(11)
    a = PlacedList.circles(rng.uniform(0.1, 60, (900, 3)) * [1, 1, 0.05])
    b = PlacedList.boxes(numpy.tile(rng.uniform(0, 60, (700, 2)), 2) + [0, 0, 2, 1])
    wanted = a.pairs(b)
    for memory in (0, 10_000, 1 << 30):
        assert a.join(b, memory=memory)["pair"].tolist() == wanted.tolist()
        assert (a.join(b, "contacts", memory=memory)["depth"] == a.contacts(b)["depth"]).all()
        near = a.join(b, "within", distance=2.5, memory=memory)
        assert len(near) > len(wanted) and near["separation"].max() <= 2.5
    inside = a.join(b, "contains")["pair"]
    assert {tuple(pair) for pair in inside.tolist()} <= {tuple(pair) for pair in wanted.tolist()}
    for refused in ({"question": "near"}, {"question": "within", "distance": -1}, {"question": "within", "distance": numpy.nan}):
        with pytest.raises(JostleError):
            a.join(b, **refused)


def test_lists_are_read_from_texts_and_bytes_and_reordered():
    forms = ['{"type": "circle", "radius": 2}', '{"type": "point", "at": [5, 0], "transform": {"position": [1, 0]}}']
    read = PlacedList.from_json(forms)
    assert read.bounds().tolist() == [[-2, -2, 2, 2], [6, 0, 6, 0]]
    assert read.take([1, 0, 1]).bounds()[:, 0].tolist() == [6, -2, 6]
    assert PlacedList.from_bytes([Shape.circle(2).to_bytes()]).bounds().tolist() == [[-2, -2, 2, 2]]
    for call, path in [
        (lambda: PlacedList.from_json([forms[0], '{"type": "circle", "radius": "x"}']), "[1].radius"),
        (lambda: PlacedList.from_bytes([b""]), "[0]"),
        (lambda: read.take([0, 2]), "numbers[1]"),
        (lambda: read.take([-1]), "numbers[0]"),
    ]:
        with pytest.raises(JostleError) as caught:
            call()
        assert caught.value.path == path


def test_an_outline_placed_again_and_again_has_the_bits_of_one_placed_once():
    hook = [(0, 0), (8, 0), (8, 8), (5, 8), (5, 3), (0, 3)]
    shapes = [Shape.polygon(hook), Shape.chain(hook), Shape.mask(numpy.eye(9, dtype=bool)), Shape.hull(hook)]
    balls = [Shape.circle(0.7).place(at) for at in numpy.random.default_rng(3).uniform(-9, 9, (50, 2)).tolist()]
    for shape in shapes:
        for at in [(0.1, -3.3), (-0.0, 1e-30), (4097.3, 5)]:
            often, once = PlacedList([shape.place(at)]), PlacedList.place(shape, [at])
            around = PlacedList([ball.moved(at) for ball in balls])
            assert often.bounds().tobytes() == once.bounds().tobytes()
            assert often.gaps(around).tobytes() == once.gaps(around).tobytes()
        with pytest.raises(JostleError):
            shape.place((1e38, 0)).moved((3.4e38, 0))
        with pytest.raises(JostleError):
            shape.place((float("nan"), 0))
