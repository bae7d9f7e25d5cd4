"""Questions whose answers have no room raise MemoryError, and the interpreter goes on."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

SCRIPT = """
import resource, numpy
from jostle import Filter, PlacedList, Shape, World, pairs, pairs_between
boxes = PlacedList.boxes([[0, 0, 1, 1]] * 25_000)
world = World()
world.add_all(Shape.circle(1), numpy.zeros((25_000, 2)))
some, points = [Shape.circle(1).place()] * 25_000, numpy.zeros((25_000, 2))
resource.setrlimit(resource.RLIMIT_AS, (2_500_000_000, 2_500_000_000))
calls = [boxes.pairs, lambda: boxes.pairs(boxes), boxes.contacts, lambda: boxes.join(boxes, memory=10_000_000)]
calls += [lambda: boxes.join(boxes, "contacts"), world.step, world.step_array]
calls += [lambda: pairs(some), lambda: pairs_between(some, some), lambda: boxes.join(boxes, "nearest", count=2**60)]
calls += [lambda: world.overlapping_each(boxes), lambda: world.overlapping_aabb_each(boxes.bounds())]
calls += [lambda: world.contained_in_each(boxes), lambda: world.at_point_each(points), lambda: world.draw(tolerance=1e-30)]
calls += [lambda: world.ray_all_each(points, points + 1), lambda: world.nearest_each(points, 2**60)]
for call in calls:
    try:
        call()
    except MemoryError as error:
        assert "answers may need some" in str(error), error
    else:
        raise SystemExit("no MemoryError")
assert world.stats().steps == 0
# None of these is asked for, and none of those meets another.
assert len(world.at_point_each(points, Filter(layers=2))) == 0
apart = World()
apart.add_all(Shape.circle(1), points[:12_000], layer=1, sees=2)
assert apart.step() == []
few = boxes.take(range(300))
assert len(few.pairs()) == 300 * 299 // 2 and len(few.join(few)) == 300 * 300
"""


def test_what_has_no_room_is_a_memory_error():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
