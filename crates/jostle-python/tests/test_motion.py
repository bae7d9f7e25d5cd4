"""Casts and slides through a world."""

import pickle

import pytest

from jostle import Filter, JostleError, Motion, Shape, Slide, World


def room():
    world = World()
    hero = world.add(Shape.rect_half((1, 1)), data="hero")
    floor = world.add(Shape.rect_half((50, 1)), data="floor", at=(0, 4))
    return world, hero, floor


def test_casts_find_what_a_shape_meets_on_its_way():
    world, hero, floor = room()
    wall = world.add(Shape.rect_half((1, 2)), data="wall", at=(10, 0))
    ball = Shape.circle(1).place()
    found = world.cast_first(ball, (16, 0), filter=Filter(except_=[hero]))
    assert (found.key, found.fraction, found.normal) == (wall, 0.5, (-1.0, 0.0))
    assert pickle.loads(pickle.dumps(found)) == found
    keys = [hit.key for hit in world.cast_all(ball, Motion.by(16, 0), filter=Filter(except_=[hero, floor]))]
    assert keys == [wall]
    assert world.cast_key(hero, (16, 0)).key == wall
    assert world.cast_key(hero, (0, -16)) is None
    with pytest.raises(JostleError):
        world.cast_key(hero, (float("nan"), 0))


def test_a_slide_ends_on_the_floor_and_goes_on_along_it():
    world, hero, floor = room()
    tried = world.slide_try(hero, Slide((3, 9), up=(0, -1)))
    assert world.transform(hero).to_matrix()[4:] == (0.0, 0.0)
    slid = world.slide(hero, Slide((3, 9), up=(0, -1)))
    assert slid == tried and pickle.loads(pickle.dumps(slid)) == slid
    assert (slid.moved, slid.floor, slid.end) == ((3.0, 2.0), (0.0, -1.0), "done")
    assert [touch.key for touch in slid.touches] == [floor] and slid.footing.key == floor
    assert world.transform(hero).to_matrix()[4:] == (3.0, 2.0)


def test_a_function_decides_what_blocks_and_its_exception_moves_nothing():
    world, hero, _ = room()
    seen = []

    def respond(key, data):
        seen.append((data, world.overlaps(key, hero)))
        return "ignore"

    assert world.slide(hero, (0, 9), respond).moved == (0.0, 9.0)
    assert seen == [("floor", False)]
    world.set_transform(hero, (0, 0))
    with pytest.raises(ZeroDivisionError):
        world.slide(hero, (0, 9), lambda key, data: 1 // 0)
    with pytest.raises(JostleError, match="not one of"):
        world.slide(hero, (0, 9), lambda key, data: "fly")
    assert world.transform(hero).to_matrix()[4:] == (0.0, 0.0)


def test_decks_let_jumps_through_and_platforms_carry():
    world, hero, floor = room()
    world.set_one_way(floor, (0, -1))
    world.set_transform(hero, (0, 8))
    assert world.slide(hero, (0, -9)).moved == (0.0, -9.0)
    assert world.slide(hero, (0, 9)).moved == (0.0, 3.0)
    world.set_one_way(floor, None)
    with pytest.raises(JostleError):
        world.set_one_way(floor, (0, 0))
    world.set_platform(floor, True)
    slide = Slide((0, 1), up=(0, -1))
    footing = world.slide(hero, slide).footing
    world.step()
    world.set_transform(floor, (3, 24))
    assert world.slide(hero, Slide((0, 1), up=(0, -1), footing=footing)).carried == (3.0, 20.0)
    assert pickle.loads(pickle.dumps(slide)) == slide


@pytest.mark.parametrize("platforms_first", [True, False])
def test_a_platform_carries_whether_it_moves_before_the_slide_or_after_it(platforms_first):
    world, hero, floor = room()
    world.set_platform(floor, True)
    footing = world.slide(hero, Slide((0, 9), up=(0, -1))).footing
    for frame in range(1, 9):
        if platforms_first:
            world.set_transform(floor, (5 * frame, 4))
        slid = world.slide(hero, Slide((0, 9), up=(0, -1), footing=footing))
        footing = slid.footing
        seen = frame if platforms_first else frame - 1
        assert world.transform(hero).to_matrix()[4:] == (5.0 * seen, 2.0)
        if not platforms_first:
            world.set_transform(floor, (5 * frame, 4))
        world.step()
