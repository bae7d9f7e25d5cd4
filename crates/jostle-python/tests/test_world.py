import enum
import gc
import json
import pickle
import weakref

import pytest

from jostle import Aabb, Affine, Filter, JostleError, Replay, Shape, World

BALL = Shape.circle(1)


class Layer(enum.IntFlag):
    HERO = enum.auto()
    SOLID = enum.auto()
    COIN = enum.auto()


def kinds(events):
    return [(event.kind, event.data_a, event.data_b, event.reason) for event in events]


def test_every_enter_has_one_exit_with_the_data_of_both():
    world = World()
    a = world.add(BALL, data="a")
    b = world.add(BALL, data={"name": "b"}, at=(1.5, 0))
    (enter,) = world.step()
    assert (enter.kind, enter.a, enter.b, enter.contact.depth) == ("enter", a, b, 0.5)
    assert enter.push_a == (-0.5, 0) and enter.is_enter
    assert kinds(world.step()) == [("stay", "a", {"name": "b"}, None)]
    assert world.remove(b) == {"name": "b"} and b not in world and world.remove(b) is None
    assert kinds(world.step()) == [("exit", "a", {"name": "b"}, "removed")]
    assert world.step() == []


def test_reasons_of_exits():
    for edit, reason in [
        (lambda w, k: w.set_enabled(k, False), "disabled"),
        (lambda w, k: w.set_team(k, 3), "filtered"),
        (lambda w, k: w.set_shape(k, Shape.point((9, 9))), "reshaped"),
        (lambda w, k: w.set_transform(k, Affine.at(9, 0)), "separated"),
    ]:
        world = World()
        world.add(BALL, data="a", team=3)
        key = world.add(BALL, data="b")
        world.step()
        edit(world, key)
        assert kinds(world.step()) == [("exit", "a", "b", reason)]


def test_layers_are_one_way_and_why_not_says_so():
    world = World()
    hero = world.add(BALL, layer=Layer.HERO, sees=Layer.SOLID | Layer.COIN)
    coin = world.add(BALL, layer=Layer.COIN, sees=0, sensor=True)
    other = world.add(BALL, layer=Layer.COIN, sees=0)
    events = world.step()
    assert [(e.a, e.b, e.seen_by, e.sensor) for e in events] == [
        (hero, coin, "a", True), (hero, other, "a", False),
    ]
    assert events[0].contact is None and events[0].push_a == (0, 0)
    assert world.why_not(coin, other).kind == "layers"
    assert "neither sees" in world.why_not(coin, other).message
    world.set_transform(hero, (5, 0))
    assert world.why_not(hero, coin).gap.separation == 3
    assert (world.layer(hero), world.sees(coin), world.team(hero), world.is_sensor(coin)) == (1, 0, 0, True)


def test_parents_move_children_and_removal_decides_about_them():
    world = World()
    ship = world.add(None, data="ship", at=(10, 0))
    gun = world.add(BALL, data="gun", at=(1, 0), parent=ship)
    world.add(BALL, data="rock", at=(11, 0))
    assert kinds(world.step()) == [("enter", "gun", "rock", None)]
    assert world.parent(gun) == ship and world.children(ship) == [gun]
    world.set_transform(ship, (50, 0))
    assert world.world_transform(gun) == Affine.at(51, 0) and world.transform(gun) == Affine.at(1, 0)
    assert world.placed(gun).bounds == Aabb((50, -1), (52, 1)) == world.subtree_bounds(ship)
    assert kinds(world.step())[0][3] == "separated"
    world.remove(ship, "release")
    assert gun in world and world.parent(gun) is None and world.data(gun) == "gun"
    group = world.add(None)
    world.set_parent(gun, group)
    world.set_transform(gun, (11, 0))
    world.step()
    world.remove(group)
    assert gun not in world and kinds(world.step()) == [("exit", "gun", "rock", "removed")]


def test_queries_are_current_and_filtered():
    world = World()
    keys = [world.add(BALL, data=i, at=(4 * i, 0), layer=1 << i) for i in range(4)]
    hit = world.ray_first((-9, 0), (90, 0))
    assert (hit.key, hit.point, hit.normal) == (keys[0], (-1, 0), (-1, 0))
    assert [h.key for h in world.ray_all((-9, 0), (90, 0))] == keys
    assert world.ray_any((0, 5), (9, 0)) is False and world.ray_any((0, 5), (9, 0), radius=4.5)
    assert world.at_point((4, 1)) == [keys[1]]
    assert [n.key for n in world.nearest((9, 0), 2)] == [keys[2], keys[3]]
    assert world.overlapping(Shape.rect_size((9, 1)).place()) == keys[:2]
    assert world.overlapping_aabb(Aabb((-9, -1), (9, 1))) == keys[:3]
    assert world.contained_in(Shape.circle(5).place()) == keys[:2]
    assert [key for key, _ in world.contacts_of(Shape.circle(4).place())] == keys[:2]
    pair = world.nearest_pair()
    assert (pair.a, pair.b, pair.gap.separation) == (keys[0], keys[1], 2)
    assert world.gap(keys[0], keys[2]).separation == 6 and world.contact(keys[0], keys[1]) is None
    assert world.overlaps(keys[0], keys[0]) is True and world.closest(keys[0], (3, 0)).point == (1, 0)
    world.set_transform(keys[0], (0, 50))
    assert world.ray_first((-9, 0), (90, 0)).key == keys[1]
    only = Filter(layers=0b1110, except_=[keys[1]], only=lambda key, data: data != 2)
    assert world.ray_first((-9, 0), (90, 0), filter=only).key == keys[3]
    assert [n.key for n in world.nearest((0, 0), 9, only)] == [keys[3]]


def test_an_exception_in_a_filter_is_the_answer():
    world = World()
    world.add_all(BALL, [[0, 0], [3, 0]])
    with pytest.raises(ZeroDivisionError):
        world.nearest((0, 0), 2, Filter(only=lambda key, data: 1 / 0))
    with pytest.raises(RuntimeError, match="in use"):
        world.nearest((0, 0), 2, Filter(only=lambda key, data: world.remove(key)))
    assert len(world) == 2
    assert world.nearest((0, 0), 1, Filter(only=lambda key, data: world.layer(key) == 0))


def test_snapshots_go_back_and_forth():
    world = World(broad_phase="tree")
    a, b = world.add(BALL, data=["a"]), world.add(BALL, data=["b"], at=(1, 0))
    world.step()
    bytes_, data, before = world.snapshot(), world.all_data(), world.hash()
    copy = pickle.loads(pickle.dumps(world))
    assert copy.hash() == before and copy.data(a) == ["a"] and copy.broad_phase == "tree"
    world.remove(b)
    world.step()
    assert world.hash() != before
    world.restore(bytes_, data)
    assert world.hash() == before and world.data(b) == ["b"] and kinds(world.step())[0][0] == "stay"
    world.remove(b)
    mid = pickle.loads(pickle.dumps(world))
    assert kinds(mid.step()) == kinds(world.step()) == [("exit", ["a"], ["b"], "removed")]
    other = World()
    other.restore(bytes_)
    assert other.hash() == before and other.data(a) is None
    with pytest.raises(JostleError) as caught:
        world.restore(bytes_[:-1] + b"x")
    assert caught.value.kind == "snapshot"


def test_journals_replay_to_the_same_hash():
    world = World()
    world.record()
    keys = [world.add(BALL, at=(1.5 * i, 0)) for i in range(5)]
    world.step()
    head = world.drain_journal()
    world.set_transform(keys[1], (0, 9))
    world.remove(keys[4])
    world.step()
    journal = head + world.take_journal()
    assert json.loads(journal.splitlines()[0])["op"] == "world"
    replay = Replay()
    told = [replay.apply(line) for line in journal.splitlines()]
    assert replay.hash() == world.hash()
    assert [event["kind"] for event in told[-1]].count("exit") == 3


def test_step_options_and_details():
    world = World(touching="ignored")
    assert world.touch_policy() == "ignored"
    world.add(BALL)
    key = world.add(BALL, at=(2, 0), detail="touch")
    assert world.step() == []
    world.set_transform(key, (1.5, 0))
    world.set_step_options(stays=False, solids="near")
    assert [event.kind for event in world.step()] == ["enter"] and world.step() == []
    assert world.step_options().solids == "near" and world.detail(key) == "touch"
    assert len(world.touching(key)) == len(world.pairs()) == 1
    assert world.stats().pairs == 1 and world.heap_bytes() > 0
    world.set_broad_phase("sweep")
    assert world.broad_phase == "sweep"


def test_a_world_draws_itself():
    world = World()
    world.add_all(BALL, [[0, 0], [1, 0]])
    world.step()
    drawn = world.draw(keys=True, boxes=True)
    assert drawn.lines.shape[1] == 4 and drawn.colors.shape == (len(drawn.lines), 4)
    assert [text for _, text in drawn.texts] == ["1", "2"]


def test_data_in_a_circle_is_collected_and_finalizers_may_use_the_world():
    class Thing:
        def __init__(self, world):
            self.world = world

        def __del__(self):
            done.append(len(self.world))

    done = []
    world = World()
    keys = [world.add(BALL, data=Thing(world), at=(i, 0)) for i in range(3)]
    world.remove(keys[2])
    assert done == [2]
    world.set_data(keys[1], None)
    assert done == [2, 2]
    events = world.step()
    world.remove(keys[0])
    assert done == [2, 2]
    del events
    world.step()
    assert done == [2, 2, 1]
    world.add(BALL, data=Thing(world))
    gone = weakref.ref(world)
    del world
    gc.collect()
    assert gone() is None and len(done) == 4
