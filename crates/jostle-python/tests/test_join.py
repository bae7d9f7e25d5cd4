"""Joins: the same pairs whatever the limits, by areas, and columns of Arrow in and out."""

import pickle

import numpy
import pyarrow
import pytest

from jostle import Affine, Cuts, JostleError, Motion, PlacedList, Shape, to_arrow

RANDOM = numpy.random.default_rng(28)


def boxes(count: int, size: float = 60.0) -> numpy.ndarray:
    corners = RANDOM.uniform(0, size, (count, 2))
    return numpy.hstack([corners, corners + RANDOM.uniform(0, 3, (count, 2))]).astype(numpy.float32)


LEFT, RIGHT = boxes(800), boxes(700)
QUESTIONS = [("overlaps", {}), ("contains", {}), ("contacts", {}), ("within", {"distance": 0.5})]


@pytest.mark.parametrize(("question", "options"), [*QUESTIONS, ("nearest", {"count": 3})])
def test_no_memory_limit_and_no_number_of_threads_shows(question, options):
    left, right = PlacedList.boxes(LEFT), PlacedList.boxes(RIGHT)
    whole = left.join(right, question, **options, threads=1)
    assert len(whole) > 30
    for memory, threads in [(0, 1), (10_000, 3), (1 << 30, 4)]:
        part = left.join(right, question, **options, memory=memory, threads=threads)
        assert part.tobytes() == whole.tobytes()


@pytest.mark.parametrize(("question", "options"), QUESTIONS)
def test_areas_find_each_pair_once(question, options):
    whole = PlacedList.boxes(LEFT).join(PlacedList.boxes(RIGHT), question, **options)
    cuts = pickle.loads(pickle.dumps(Cuts(numpy.concatenate([LEFT, RIGHT]), 100)))
    assert len(cuts) == len(cuts.areas()) > 16
    dealt = [cuts.assign(LEFT, options.get("distance", 0.0)), cuts.assign(RIGHT)]
    found = []
    for number, area in enumerate(cuts.areas()):
        lefts, rights = (rows[areas == number] for rows, areas in dealt)
        left, right = PlacedList.boxes(LEFT[lefts]), PlacedList.boxes(RIGHT[rights])
        part = left.join(right, question, **options, area=tuple(area.tolist()))
        part["pair"] = numpy.column_stack([lefts[part["pair"][:, 0]], rights[part["pair"][:, 1]]])
        found.append(part)
    joined = numpy.concatenate(found)
    order = numpy.lexsort((joined["pair"][:, 1], joined["pair"][:, 0]))
    assert joined[order].tobytes() == whole.tobytes()


def test_the_nearest_are_those_of_all_distances():
    found = PlacedList.boxes(LEFT[:50]).join(PlacedList.boxes(RIGHT), "nearest", count=4)
    for i in range(50):
        gap = numpy.maximum(RIGHT[:, :2] - LEFT[i, 2:], LEFT[i, :2] - RIGHT[:, 2:]).clip(0)
        nearest = numpy.argsort(numpy.hypot(*gap.astype(float).T), kind="stable")[:4]
        rows = found[found["pair"][:, 0] == i]
        assert rows["pair"][:, 1].tolist() == nearest.tolist()


def test_questions_and_distances_are_checked():
    left = PlacedList.boxes(LEFT)
    with pytest.raises(JostleError, match="not one of"):
        left.join(left, "touches")
    with pytest.raises(JostleError, match="from 0"):
        left.join(left, "within", distance=-1)
    with pytest.raises(JostleError, match="another area"):
        left.join(left, "nearest", area=(0, 0, 1, 1))


def test_columns_of_arrow_are_read_like_arrays():
    rows = numpy.float32([[0, 0, 0.5], [3, 0, 1], [9, 9, 2]])
    lists = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.ravel()), 3)
    columns = [pyarrow.array(rows[:, i]) for i in range(3)]
    forms = [
        rows.tolist(),
        memoryview(rows),
        lists,
        lists.cast(pyarrow.list_(pyarrow.float64(), 3)),
        pyarrow.chunked_array([lists[:1], lists[1:]]),
        pyarrow.concat_arrays([lists, lists])[3:],
        pyarrow.record_batch(columns, ["x", "y", "radius"]),
        pyarrow.table(columns, ["x", "y", "radius"]),
    ]
    for form in forms:
        bounds = PlacedList.circles(form).bounds()
        assert bounds.tolist() == PlacedList.circles(rows).bounds().tolist(), form
    with pytest.raises(JostleError, match=r"not \(n, 3\)"):
        PlacedList.circles(pyarrow.record_batch(columns[:2], ["x", "y"]))
    with pytest.raises(JostleError, match="null in row 1"):
        PlacedList.circles(pyarrow.table({"x": [1.0, None], "y": [0, 1], "r": [1, 1]}))
    with pytest.raises(JostleError, match="Int64 in Arrow"):
        PlacedList.circles(pyarrow.array([1, 2]))


def test_shapes_come_from_columns_of_texts_and_bytes():
    shapes = [Shape.circle(1), Shape.rect_half((1, 2)), Shape.polygon([(0, 0), (4, 0), (0, 4)])]
    texts = ['{"type":"circle","radius":1}', '{"type":"rect","half":[1,2]}', '{"type":"polygon","points":[[0,0],[4,0],[0,4]]}']
    expected = PlacedList(shape.place() for shape in shapes).bounds().tolist()
    data = [shape.to_bytes() for shape in shapes]
    for kind in [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]:
        assert PlacedList.from_json(pyarrow.array(texts, kind)).bounds().tolist() == expected
    for kind in [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()]:
        assert PlacedList.from_bytes(pyarrow.chunked_array([pyarrow.array(data, kind)])).bounds().tolist() == expected
    assert PlacedList.from_json(texts).bounds().tolist() == expected
    with pytest.raises(JostleError) as error:
        PlacedList.from_json(pyarrow.array([texts[0], None]))
    assert error.value.path == "[1]"


def test_answers_become_columns_of_arrow():
    left = PlacedList.boxes(LEFT)
    for answers in [left.contacts(), left.join(left, "nearest", count=2), left.gaps(left)]:
        batch = pyarrow.record_batch(to_arrow(answers))
        assert batch.schema.names == list(answers.dtype.names)
        for name in answers.dtype.names:
            assert batch.column(name).to_pylist() == answers[name].tolist()
    with pytest.raises(TypeError, match="structured"):
        to_arrow(numpy.zeros(3))


def test_motions_pickle():
    turn = Motion.by(4, 1).turning(7.5).about((1, 0.1)).scaling(2, 0.5).starting_at(Affine.at(3, 4))
    carried = turn.under(Motion.between(Affine(), Affine.at(1, 2).rotated(0.3), 0.3))
    for motion in [Motion(), turn, carried]:
        copy = pickle.loads(pickle.dumps(motion))
        assert copy == motion
        assert copy.at(Affine.at(1, 1), 0.7) == motion.at(Affine.at(1, 1), 0.7)
    with pytest.raises(JostleError, match="not finite"):
        pickle.dumps(Motion.by(float("inf"), 0))
