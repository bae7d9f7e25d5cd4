"""Objects print, compare, pickle, match and draw; help reads well."""

import copy
import inspect
import math
import pickle
import pydoc
from xml.etree import ElementTree

import numpy
import pytest

import jostle
from jostle import Aabb, Affine, Contact, Event, Placed, PlacedList, Shape, World

A = Shape.rect_size((4, 2)).place(Affine.at(1, 0.1).rotated(0.3))
B = Shape.circle(1.5).place((2, 0))


def answers():
    world = World()
    key = world.add(Shape.circle(1), data="a")
    other = world.add(Shape.circle(1), data="b", at=(1, 0))
    yield from world.step()
    yield from [
        A, B, A.shape, A.transform, A.bounds, A.contact(B), A.gap(B), A.manifold(B), A.region(B), A.crossings(B),
        A.closest((9, 9)), A.ray((-9, 0), (20, 0)), A.oriented_bounds(), A.outline(), A.test_until(B),
        world.stats(), world.step_options(), world.why_not(key, other), world.nearest((0, 0), 2), world.nearest_pair(),
        world.ray_first((-9, 0), (20, 0)), jostle.intersect_lines(((0, 0), (1, 0)), ((0, 0), (0, 1))),
        jostle.weld([Shape.rect_size((2, 2)).place((x, 0)) for x in (1, 3)]),
    ]


@pytest.mark.parametrize("answer", [*answers()], ids=lambda answer: type(answer).__name__)
def test_answers_pickle_copy_compare_and_print(answer):
    for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)):
        assert again == answer and not again != answer and repr(again) == repr(answer)
    assert answer != 7 and len(repr(answer)) > 5


def lists():
    square, turned = Shape.rect_size((2, 1)), [[0, 0, 0.5], [3, 1, 1]]
    ring = [[0, 0], [4, 0], [4, 4], [1, 1]]
    yield from [
        PlacedList(), PlacedList([A, B]), PlacedList.place(square, turned), PlacedList.place([square, B.shape], turned),
        PlacedList.boxes([[0, 0, 1, 2], [-1, 0.1, 1, 3e38]]), PlacedList.circles([[1, 2, 3]]),
        PlacedList.polygons([*ring, *ring[:3]], [0, 4, 7]), PlacedList.from_bytes([B.shape.to_bytes()]),
        PlacedList.from_json(['{"type": "mask", "rows": ["##", "#."], "transform": {"degrees": 30}}']),
        PlacedList.place(square, turned).take([1, 0]), PlacedList.boxes([[0, 0, 1, 2], [5, 6, 7, 8]]).take([1]),
    ]


@pytest.mark.parametrize("items", [*lists()], ids=str)
def test_lists_pickle(items):
    again = pickle.loads(pickle.dumps(items))
    assert len(again) == len(items) and (again.bounds() == items.bounds()).all()
    assert numpy.array_equal(again.areas(), items.areas())
    assert again.contacts(PlacedList([A, B])).tobytes() == items.contacts(PlacedList([A, B])).tobytes()


def test_a_shape_that_is_placed_many_times_is_pickled_once():
    star = Shape.polygon([(math.cos(i) * (2 + i % 2), math.sin(i) * (2 + i % 2)) for i in range(6)])
    once, often = (len(pickle.dumps(PlacedList.place(star, numpy.zeros((n, 2))))) for n in (1, 100))
    assert often - once < 100 * 25


def test_answers_print_as_they_are_made_and_match_by_position():
    contact = A.contact(B)
    assert eval(repr(contact)) == contact and eval(repr(A.gap(B)), vars(jostle)) == A.gap(B)
    match contact:
        case Contact(normal, depth):
            assert depth == contact.depth and normal == contact.normal
    assert repr(Aabb((0, 0.1), (1, 2))) == "Aabb(min=(0.0, 0.1), max=(1.0, 2.0))"
    assert repr(B) == "<Placed circle center=[0,0], radius=1.5 at (2.0, 0.0)>"
    assert repr(Affine.at(0.1, 2)) == "Affine(1.0, 0.0, 0.0, 1.0, 0.1, 2.0)"
    many = Shape.chain([(i, i % 2) for i in range(10_000)])
    assert len(repr(many)) < 200


def test_fields_of_answers_cannot_be_set():
    with pytest.raises(AttributeError):
        A.contact(B).depth = 3


def test_shapes_hash_by_their_numbers():
    assert len({Shape.circle(1), Shape.circle(1.0), Shape.circle(2)}) == 2
    assert Shape.circle(1) != Shape.ellipse((1, 1))
    assert Shape.from_bytes(A.shape.to_bytes()) == A.shape == Shape.from_json(A.shape.to_json())


def test_pictures_are_well_formed():
    world = World()
    world.add_all(Shape.circle(3), [[0, 0], [4, 0], [40, 9]])
    world.add(Shape.half_plane((0, 1), -2), sensor=True)
    world.step()
    for shape in [A.shape, A, Shape.half_plane((0, 1), 0), Shape.point((1, 1)), Shape.segment((0, 0), (0, 0)), world, World()]:
        root = ElementTree.fromstring(shape._repr_svg_())
        assert root.tag.endswith("svg") and float(root.attrib["width"]) > 0, shape


@pytest.mark.parametrize("name", jostle.__all__)
def test_everything_has_a_docstring(name):
    thing = getattr(jostle, name)
    assert inspect.getdoc(thing) and pydoc.render_doc(thing)
    if inspect.isclass(thing):
        assert thing.__module__.startswith("jostle") and "_native" not in thing.__module__
        for method, value in vars(thing).items():
            if not method.startswith("_"):
                assert inspect.getdoc(value), f"{name}.{method}"


def test_placed_shapes_know_where_they_come_from():
    assert isinstance(A, Placed) and A.shape.place(A.transform) == A
    moved = A.moved((3, 0))
    assert moved.transform == A.transform.moved((3, 0)) and moved != A


def test_events_are_made_by_hand_too():
    event = Event("exit", 1, 2, "hero", reason="removed")
    assert (event.data_a, event.reason, event.push_a) == ("hero", "removed", (0, 0)) and not event.is_enter
