"""What is refused changes nothing: every method of a world, with every argument wrong in turn."""

import inspect
import json
import math

import numpy
import pytest

import jostle
from jostle import Affine, Aabb, Filter, Footing, JostleError, Motion, PlacedList, Shape, Slide, World, trace

NAN = math.nan
BALL = Shape.circle(2)


class Ours(Exception):
    pass


def fails(*_):
    raise Ours


#: What no call can want, and what some take.
BAD = [
    None, NAN, math.inf, -1, 0, 0.5, 2**60, 2**80, True, "", "1", (), [], {}, object(), (NAN, 0), (0, math.inf), fails,
    numpy.array([NAN, 0]), numpy.array([[NAN, 0.0]]), numpy.array([0.5]), Affine(NAN), Motion.by(NAN, 0),
    Aabb((1, 0), (0, 1)), Aabb((NAN, 0), (1, 1)), Filter(only=fails),
]  # fmt: skip


def filled():
    world = World()
    group = world.add(None, (1, 1), data="group")
    a = world.add(BALL, layer=1, sees=3, parent=group, data="a")
    b = world.add(BALL, (2, 1), layer=2, data="b")
    world.add(Shape.rect_half((50, 1)), (0, 9), detail="near")
    world.set_platform(b, True)
    world.step()
    gone = world.add(BALL)
    world.remove(gone)
    return world, group, a, b, gone


def methods(world, group, a, b):
    placed = BALL.place((1, 1))
    rays = numpy.array([[0.0, 0], [1, 1]]), numpy.array([[9.0, 0], [9, 9]])
    asked = Filter(layers=3, except_=[b], only=lambda key, data: True)
    slide = Slide((3, 9), up=(0, -1), footing=Footing(b, (0, 0)))
    listed = PlacedList([placed])
    return {
        "add": ((BALL, (3, 4)), {"parent": group, "layer": 1, "sees": 2, "team": 1, "detail": "near", "data": "new"}),
        "add_all": ((BALL, [[0, 0], [1, 1]], ["x", "y"]), {"layer": 1, "team": 1}),
        "apply_transform": ((a, Affine.at(1, 0)), {}),
        "at_point": (((1, 1), asked), {}),
        "at_point_each": ((rays[0], asked), {}),
        "cast_all": ((placed, (9, 0)), {"stop": "overlapping", "inside": "skip", "skin": 0.1, "filter": asked}),
        "cast_first": ((placed, Motion.by(9, 0)), {"stop": "overlapping", "inside": "skip", "skin": 0.1}),
        "cast_key": ((a, (9, 0)), {"filter": asked}),
        "children": ((group,), {}),
        "closest": ((a, (1, 1)), {}),
        "contact": ((a, b), {}),
        "contacts_of": ((placed, asked), {}),
        "contained_in": ((placed, asked), {}),
        "contained_in_each": ((listed, asked), {}),
        "data": ((a,), {}),
        "detail": ((a,), {}),
        "draw": ((Aabb((0, 0), (9, 9)),), {"tolerance": 0.1}),
        "gap": ((a, b), {}),
        "is_enabled": ((a,), {}),
        "is_sensor": ((a,), {}),
        "layer": ((a,), {}),
        "nearest": (((1, 1), 2, asked), {}),
        "nearest_each": ((rays[0], 2, asked), {}),
        "nearest_pair": ((asked,), {}),
        "overlapping": ((placed, asked), {}),
        "overlapping_aabb": ((Aabb((0, 0), (9, 9)), asked), {}),
        "overlapping_aabb_each": (([[0, 0, 1, 1]], asked), {}),
        "overlapping_each": ((listed, asked), {}),
        "overlaps": ((a, b), {}),
        "parent": ((a,), {}),
        "placed": ((a,), {}),
        "ray_all": (((0, 0), (9, 0)), {"inside": "skip", "radius": 1, "filter": asked}),
        "ray_all_each": (rays, {"inside": "skip", "radius": 1, "filter": asked}),
        "ray_any": (((0, 0), (9, 0)), {"inside": "skip", "radius": 1, "filter": asked}),
        "ray_any_each": (rays, {"inside": "skip", "radius": 1, "filter": asked}),
        "ray_first": (((0, 0), (9, 0)), {"inside": "skip", "radius": 1, "filter": asked}),
        "ray_first_each": (rays, {"inside": "skip", "radius": 1, "filter": asked}),
        "remove": ((a, "release"), {}),
        "restore": ((world.snapshot(), None), {}),
        "sees": ((a,), {}),
        "set_broad_phase": (("tree",), {}),
        "set_data": ((a, "other"), {}),
        "set_detail": ((a, "near"), {}),
        "set_enabled": ((a, False), {}),
        "set_layers": ((a, 1, 2), {}),
        "set_one_way": ((a, (0, -1)), {}),
        "set_parent": ((b, group), {}),
        "set_platform": ((a, True), {}),
        "set_sensor": ((a, True), {}),
        "set_shape": ((a, Shape.circle(1)), {}),
        "set_step_options": ((), {"solids": "touch", "sensors": "near", "stays": False}),
        "set_team": ((a, 3), {}),
        "set_transform": ((a, (1, 1)), {}),
        "set_transforms": (([a, b], [[1, 1], [2, 2]]), {}),
        "shape": ((a,), {}),
        "slide": ((a, slide, lambda key, data: "slide"), {}),
        "slide_try": ((a, slide, lambda key, data: "slide"), {}),
        "subtree_bounds": ((group,), {}),
        "team": ((a,), {}),
        "touching": ((a,), {}),
        "transform": ((a,), {}),
        "transforms": (([a, b],), {}),
        "why_not": ((a, b), {}),
        "world_transform": ((a,), {}),
    }


def wrong(args, named, more):
    for i in range(len(args)):
        for value in [*BAD, *more]:
            yield (*args[:i], value, *args[i + 1 :]), named
    for name in named:
        for value in [*BAD, *more]:
            yield args, {**named, name: value}


def test_every_method_that_refuses_leaves_the_world_as_it_was():
    world, group, a, b, gone = filled()
    calls = methods(world, group, a, b)
    takes_nothing = set()
    for name, member in inspect.getmembers(World):
        if not name.startswith("_") and callable(member):
            takes = [p for p in inspect.signature(member).parameters if p != "self"]
            if name not in calls and not takes:
                takes_nothing.add(name)
    public = {name for name, member in inspect.getmembers(World) if not name.startswith("_") and callable(member)}
    assert public - takes_nothing == set(calls)
    saved, data = world.snapshot(), {key: world.data(key) for key in world.keys()}
    refused, changed = 0, []
    for name, (args, named) in calls.items():
        for call, options in wrong(args, named, [gone]):
            try:
                getattr(world, name)(*call, **options)
            except (JostleError, TypeError, OverflowError, Ours, ValueError) as error:
                refused += 1
                same = world.snapshot() == saved and a in world and {key: world.data(key) for key in world.keys()} == data
                if not same or "Key(" in str(error):
                    changed.append((name, call, options, str(error)))
                    world.restore(saved, data)
                continue
            world.set_step_options()
            world.set_broad_phase("auto")
            world.restore(saved, data)
    assert changed == []
    assert refused > 2000, refused


def test_lines_of_a_journal_that_are_refused_leave_the_replay_as_it_was():
    world = World()
    world.record()
    group = world.add(None, (1, 1))
    a = world.add(BALL, parent=group, layer=1, sees=2)
    b = world.add(BALL)
    world.set_transform(a, (1, 1))
    world.set_shape(b, BALL)
    world.set_parent(b, group)
    world.set_layers(a, 1, 2)
    world.set_team(a, 1)
    world.set_sensor(b, True)
    world.set_detail(a, "near")
    world.set_one_way(b, (0, -1))
    world.set_platform(a, True)
    world.set_step_options(solids="touch")
    world.set_enabled(a, False)
    world.set_enabled(a, True)
    world.step()
    world.remove(group, "release")
    lines = [json.loads(line) for line in world.take_journal().splitlines()]
    # Names that a line gives before it is refused would move those of later lines.
    named = {"op": "set_layers", "key": 2, "layer": ["named"], "sees": [0]}
    lines.insert(-1, named)
    wrong = [{**line, key: bad} for line in lines for key in line for bad in (99, -1, "eat", None, [NAN, 1], {"x": 0})]
    wrong += [{**line, "layer": ["given", 61]} for line in wrong if line["op"] in ("insert", "set_layers")]
    # No collider has these numbers at any time.
    wrong = [{**line, **{key: 77 for key in ("key", "parent") if line.get(key) in (1, 2, 3)}} for line in wrong]

    def refuses(replay, line):
        try:
            replay.apply(line)
        except JostleError:
            return True
        return False

    wrong = [line for line in wrong if refuses(jostle.Replay(), line)]

    def played(mistakes):
        replay = jostle.Replay()
        for line in lines:
            before = replay.hash()
            for mistake in mistakes:
                assert refuses(replay, mistake) and replay.hash() == before, mistake
            replay.apply(line)
        return replay.hash()

    assert len(wrong) > 300 and played(wrong) == played([])


@pytest.mark.parametrize(
    ("call", "path"),
    [
        (lambda: BALL.place().contains_point((NAN, 0)), "point.x"),
        (lambda: BALL.place().closest((0, math.inf)), "point.y"),
        (lambda: BALL.place().ray((0, 0), (NAN, 0)), "translation.x"),
        (lambda: BALL.place().project((0, NAN)), "axis.y"),
        (lambda: BALL.place().cast(BALL.place(), (NAN, 0)), "translation.x"),
        (lambda: BALL.place().cast(BALL.place(), (1, 0), skin=NAN), "skin"),
        (lambda: BALL.place().region(BALL.place(), NAN), "tolerance"),
        (lambda: jostle.intersect_lines(((0, 0), (1, NAN)), ((0, 0), (1, 1))), "a.y"),
        (lambda: World().at_point((NAN, 0)), "point.x"),
        (lambda: World().nearest((NAN, 0)), "point.x"),
        (lambda: World().ray_first((0, NAN), (1, 0)), "origin.y"),
        (lambda: World().ray_any((0, 0), (1, 0), radius=NAN), "radius"),
        (lambda: World().cast_first(BALL.place(), (NAN, 0)), "motion.x"),
        (lambda: World().at_point_each([[0, 0], [0, NAN]]), "points[1].y"),
        (lambda: World().ray_first_each([[0, 0]], [[math.inf, 0]]), "translations[0].x"),
        (lambda: World().overlapping_aabb(Aabb((0, 0), (NAN, 1))), "bounds"),
        (lambda: PlacedList.boxes([[0, 0, 1, 1], [0, 0, math.inf, 1]]), "[1].x_max"),
    ],
)
def test_numbers_that_are_none_are_refused_with_their_place(call, path):
    with pytest.raises(JostleError) as caught:
        call()
    assert (caught.value.kind, caught.value.path) == ("not_finite", path), str(caught.value)


def test_keys_are_named_as_python_has_them():
    world = World()
    a = world.add(BALL)
    b = world.add(BALL, parent=a)
    group = world.add(None)
    with pytest.raises(JostleError, match=f"no collider has the key {b + 1}"):
        world.set_team(b + 1, 1)
    with pytest.raises(JostleError, match="no collider has the key 0"):
        world.set_team(0, 1)
    with pytest.raises(JostleError, match=f"{b} is {a} itself or below it"):
        world.set_parent(a, b)
    with pytest.raises(JostleError, match=f"{group} is a group, it has no shape"):
        world.slide(group, (1, 0))
    assert world.why_not(a, group).message == f"{group} is a group, it has no shape"
    assert repr(Filter(except_=[a])).endswith(f"except_=[{a}]>")


def test_boxes_that_end_before_they_begin_are_refused():
    for row in ([10, 0, 5, 6], [0, 10, 5, 6]):
        with pytest.raises(JostleError, match=r"item 1: .*ends before it begins") as caught:
            PlacedList.boxes([[0, 0, 1, 1], row])
        assert (caught.value.kind, caught.value.path) == ("negative", "[1].the box")
    with pytest.raises(JostleError, match="ends before it begins"):
        World().overlapping_aabb(Aabb((5, 0), (1, 1)))
    with pytest.raises(JostleError, match="ends before it begins"):
        World().overlapping_aabb_each([[5, 0, 1, 1]])


def test_taking_is_by_whole_numbers_or_by_truth():
    five = PlacedList.boxes([[i, 0, i + 0.5, 1] for i in range(5)])
    taken = five.take(numpy.array([False, True, False, True, True]))
    assert taken.bounds()[:, 0].tolist() == [1, 3, 4]
    assert five.take([True, False, False, False, False]).bounds()[:, 0].tolist() == [0]
    assert len(five.take([])) == 0 and five.take([4, 0]).bounds()[:, 0].tolist() == [4, 0]
    with pytest.raises(JostleError, match="numbers has the shape|1 rows; 5"):
        five.take([True])
    for wrong in ([1.9], numpy.float32([1]), numpy.array([1 + 0j])):
        with pytest.raises(JostleError, match="not whole"):
            five.take(wrong)
    with pytest.raises(JostleError, match="offsets has numbers of the type float64, not whole ones"):
        PlacedList.polygons([[0, 0], [1, 0], [0, 1]], [0, 1.5, 3])
    with pytest.raises(JostleError, match="not whole"):
        World().set_transforms([1.5], [[0, 0]])


def test_a_position_is_not_taken_for_data():
    world = World()
    key = world.add(BALL, (3, 4), data="ball")
    assert world.transform(key) == Affine.at(3, 4) and world.data(key) == "ball"
    assert world.transform(world.add(BALL, at=(5, 6))) == Affine.at(5, 6)
    with pytest.raises(TypeError):
        world.add(BALL, "ball")


def test_alphas_are_bytes_or_shares():
    whole = trace.hitbox(numpy.ones((8, 8), bool)).shape
    assert trace.hitbox(numpy.ones((8, 8), float)).shape == whole
    assert trace.hitbox(numpy.full((8, 8), 255)).shape == whole
    assert trace.hitbox(numpy.full((8, 8), 0.4)).shape is None and trace.hitbox(numpy.ones((8, 8), int)).shape is None
    for wrong in (numpy.full((8, 8), 1.5), numpy.full((8, 8), NAN), numpy.full((8, 8), 256), numpy.full((8, 8), -1), numpy.ones((8, 8), complex)):
        with pytest.raises(JostleError, match="picture is an array of"):
            trace.hitbox(wrong)
    with pytest.raises(TypeError, match="a picture is an array"):
        trace.hitbox(7)


def test_threads_are_no_more_than_there_is_work_and_machine():
    few = PlacedList.boxes([[0, 0, 1, 1]] * 2)
    for threads in (0, None, 1, 300, 10**9):
        assert len(few.join(few, threads=threads)) == 4
    with pytest.raises(JostleError, match="threads is -1, which is negative") as caught:
        few.join(few, threads=-1)
    assert (caught.value.kind, caught.value.path) == ("negative", "threads")
