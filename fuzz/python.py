"""Buffers of any type, shape, stride, offset and order into the calls of the Python package that take arrays.

    python fuzz/python.py MINUTES [SEED] [CASE]

A call answers, or raises an error that it documents, and leaves its input as it was. The number of the case is printed
before an error that is another one; with it as CASE the case runs alone. A crash prints its trace and the number, too.
"""

import faulthandler
import random
import sys
import time
import warnings

import numpy
from jostle import JostleError, PlacedList, Shape, World

try:
    import pyarrow
except ImportError:
    pyarrow = None

TYPES = ["f4", "f8", "f2", ">f4", ">f8", "i1", "u1", "i4", ">i2", "u8", "i8", "?", "c8", "O", "S3", "U2", "M8[s]"]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, 1e-45, 1e30, 3.4e38, -3.4e38, float("inf"), float("nan"), 16777217.0]
# The last is of `memoryview`, which has no rows of two dimensions.
ERRORS = (JostleError, TypeError, ValueError, OverflowError, NotImplementedError)
COLUMNS = [0, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7]


def array(rng, columns=COLUMNS):
    """An array, often a view of a larger one: reversed, strided, transposed, broadcast, unaligned or read-only."""
    rows = rng.choice([0, 1, 2, 3, 3, 5, 9, 70])
    shape = rng.choice([(rows,), (rows, rng.choice(columns)), (rows, rng.choice(columns)), (rows, 2, 2), ()])
    size = int(numpy.prod(shape, dtype=int))
    kind = rng.choice(TYPES) if rng.random() < 0.5 else "f4"
    numbers = [rng.choice(SPECIAL) if rng.random() < 0.1 else rng.randint(-20, 20) / 2 for _ in range(size)]
    with numpy.errstate(all="ignore"):
        try:
            made = numpy.array(numbers, "f8").astype(kind).reshape(shape)
        except (ValueError, TypeError, OverflowError):
            made = numpy.zeros(shape, kind)
    for _ in range(rng.randint(0, 2)):
        match rng.randint(0, 6):
            case 0:
                made = made[::-1] if made.ndim else made
            case 1:
                made = made[::2] if made.ndim else made
            case 2:
                made = made.T
            case 3:
                made = numpy.asfortranarray(made)
            case 4:
                made = numpy.broadcast_to(made, (rng.randint(0, 4), *made.shape[1:])) if len(made.shape) and made.shape[0] == 1 else made
            case 5 if made.dtype != object:
                # One byte off.
                memory = numpy.zeros(made.nbytes + 1, "u1")
                memory[1:] = numpy.frombuffer(made.tobytes(), "u1")
                made = memory[1:].view(made.dtype).reshape(made.shape) if made.nbytes else made
            case 6:
                made.flags.writeable = False
    return made


def given(rng):
    """An array, or the same as a list, a buffer or a column of Arrow."""
    made = array(rng)
    match rng.randint(0, 9):
        case 0:
            return made.tolist()
        case 1 if made.dtype.kind in "fiu" and made.dtype.isnative and made.size:
            return memoryview(numpy.ascontiguousarray(made))
        case 2 | 3 if pyarrow and made.ndim == 2 and made.dtype.kind in "fiu" and made.dtype.isnative and made.itemsize > 2:
            flat = pyarrow.array(numpy.ascontiguousarray(made).ravel())
            if rng.random() < 0.5 and made.shape[1]:
                column = pyarrow.FixedSizeListArray.from_arrays(flat, made.shape[1])
                return column[rng.randint(0, 2) :] if rng.random() < 0.5 else pyarrow.chunked_array([column, column[1:]])
            names = [str(i) for i in range(made.shape[1])]
            return pyarrow.table([pyarrow.array(numpy.ascontiguousarray(made[:, i])) for i in range(made.shape[1])], names)
    return made


def keys(rng, known):
    some = [rng.choice([*known.tolist(), 0, 1 << 63, 5]) for _ in range(rng.randint(0, 5))]
    return numpy.array(some, "u8") if rng.random() < 0.7 else given(rng)


def case(seed):
    rng = random.Random(seed)
    world, lists = World(), [PlacedList.circles([[0, 0, 1], [1, 0, 2]])]
    known = world.add_all(Shape.circle(1), [[0, 0], [3, 1], [5, 5]])
    shape = rng.choice([Shape.circle(1), Shape.polygon([(0, 0), (4, 0), (0, 3)]), Shape.mask([[True, False], [True, True]])])
    a, b = given(rng), given(rng)
    calls = [
        lambda: lists.append(PlacedList.place(shape, a)),
        lambda: lists.append(PlacedList.boxes(a)),
        lambda: lists.append(PlacedList.circles(a)),
        lambda: lists.append(PlacedList.polygons(a, b)),
        lambda: lists.append(lists[0].take(a)),
        lambda: lists.append(PlacedList.from_bytes(a)),
        lambda: lists.append(PlacedList.from_json(a)),
        lambda: Shape.polygon(a),
        lambda: Shape.polygon(a, [b]),
        lambda: Shape.hull(a),
        lambda: Shape.chain(a),
        lambda: Shape.mask(a),
        lambda: world.add_all(shape, a),
        lambda: world.set_transforms(keys(rng, known), b),
        lambda: world.transforms(keys(rng, known)),
        lambda: world.ray_first_each(a, b),
        lambda: world.ray_all_each(a, b),
        lambda: world.ray_any_each(a, b),
        lambda: world.nearest_each(a, rng.randint(0, 4)),
        lambda: world.at_point_each(a),
        lambda: world.overlapping_aabb_each(a),
        lambda: world.restore(a.tobytes() if isinstance(a, numpy.ndarray) else b""),
        lambda: world.step_array(),
    ]
    for call in rng.sample(calls, 8):
        before = [v.tobytes() if isinstance(v, numpy.ndarray) else None for v in (a, b)]
        try:
            call()
        except ERRORS:
            pass
        after = [v.tobytes() if isinstance(v, numpy.ndarray) else None for v in (a, b)]
        assert before == after, "a call changes its input"
    p, q = rng.choice(lists), rng.choice(lists)
    for name in ["overlaps", "contains", "distances", "gaps", "contacts_each", "pairs", "contacts", "join"]:
        try:
            answer = getattr(p, name)(q)
        except ERRORS:
            continue
        assert isinstance(answer, numpy.ndarray) and answer.flags.owndata | (answer.base is not None)
    assert len(p.bounds()) == len(p) == len(p.areas())


def main():
    minutes, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    faulthandler.enable()
    warnings.simplefilter("ignore")
    number, end = 0, time.monotonic() + 60 * minutes
    if len(sys.argv) > 3:
        return case((seed << 32) + int(sys.argv[3]))
    while time.monotonic() < end:
        # A crash leaves the number on the line.
        print(f"\rcase {number}", end="", flush=True)
        case((seed << 32) + number)
        number += 1
    print(f"\r{number} cases of seed {seed} in {minutes:g} minutes: no finding")


main()
