"""Questions whose answers have no room raise MemoryError, and the interpreter goes on."""

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

SCRIPT = """
import resource, numpy
from jostle import PlacedList, Shape, World
boxes = PlacedList.boxes([[0, 0, 1, 1]] * 25_000)
world = World()
world.add_all(Shape.circle(1), numpy.zeros((25_000, 2)))
resource.setrlimit(resource.RLIMIT_AS, (2_500_000_000, 2_500_000_000))
calls = [boxes.pairs, lambda: boxes.pairs(boxes), boxes.contacts, lambda: boxes.join(boxes, memory=10_000_000)]
calls += [lambda: boxes.join(boxes, "contacts"), world.step, world.step_array]
for call in calls:
    try:
        call()
    except MemoryError as error:
        assert "pairs of boxes meet" in str(error), error
    else:
        raise SystemExit("no MemoryError")
assert world.stats().steps == 0
few = boxes.take(range(300))
assert len(few.pairs()) == 300 * 299 // 2 and len(few.join(few)) == 300 * 300
"""


def test_what_has_no_room_is_a_memory_error():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
