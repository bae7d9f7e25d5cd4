"""A world that two threads use raises, and is never damaged."""

import threading

import numpy
import pytest

from jostle import PlacedList, Shape, World


def crowd(count, broad_phase="auto"):
    world = World(broad_phase=broad_phase)
    rows = numpy.random.default_rng(5).uniform(0, count**0.5, (count, 2)).astype("f4")
    return world, world.add_all(Shape.circle(1), rows), rows


def test_an_edit_while_another_thread_steps_raises_and_changes_nothing():
    world, keys, rows = crowd(4000, "brute")
    busy, done = 0, threading.Event()

    def steps():
        for _ in range(6):
            world.set_transforms(keys, rows)
            while True:
                try:
                    world.step_array()
                    break
                except RuntimeError:  # the other thread was first
                    continue
        done.set()

    thread = threading.Thread(target=steps)
    thread.start()
    while not done.is_set():
        try:
            world.set_transform(int(keys[0]), rows[0])
        except RuntimeError as error:
            assert "in use" in str(error)
            busy += 1
    thread.join()
    assert busy > 0, "no step was caught at work"
    twin, twin_keys, _ = crowd(4000)
    twin.step()
    twin.set_transforms(twin_keys, rows)
    twin.step()
    assert world.stats().pairs == twin.stats().pairs > 0


def test_queries_run_side_by_side_without_the_gil():
    world, _, rows = crowd(5000)
    wanted = world.nearest_each(rows, 4)
    found = []
    threads = [threading.Thread(target=lambda: found.append(world.nearest_each(rows, 4))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all((one == wanted).all() for one in found)


def test_the_gil_is_released_while_lists_are_compared():
    rows = numpy.random.default_rng(6).uniform(0, 60, (60_000, 2)).astype("f4")
    balls = PlacedList.place(Shape.circle(1), rows)
    ticks, done = 0, threading.Event()

    def compare():
        balls.contacts()
        done.set()

    thread = threading.Thread(target=compare)
    thread.start()
    while not done.is_set():
        ticks += 1
    thread.join()
    assert ticks > 100


@pytest.mark.parametrize("name", ["step", "step_array", "snapshot", "keys"])
def test_a_filter_cannot_step_the_world_that_it_filters(name):
    from jostle import Filter

    world, _, _ = crowd(10)
    seen = []

    def only(key, data):
        try:
            getattr(world, name)()
        except RuntimeError:
            seen.append("refused")
        return True

    world.nearest((0, 0), 3, Filter(only=only))
    assert bool(seen) == name.startswith("step")
