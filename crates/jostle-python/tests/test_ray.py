"""Joins on Ray Data: complete and equal, bit for bit, to one machine, also when a machine dies."""

import os
import pathlib
import sys
import threading
import time

import numpy
import pytest

from jostle import JostleError, PlacedList

# What Ray and its libraries warn of is not ours.
pytestmark = pytest.mark.filterwarnings("ignore")
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
ray = pytest.importorskip("ray")

import pyarrow  # noqa: E402

import jostle.ray  # noqa: E402

# Workers cannot import the tests.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

RANDOM = numpy.random.default_rng(7)
ROWS = int(os.environ.get("JOSTLE_RAY_ROWS", "2000"))


def boxes(count: int) -> numpy.ndarray:
    size = count**0.5
    corners = RANDOM.uniform(0, size, (count, 2))
    # A third crowd in a corner.
    corners[: count // 3] /= 20
    return numpy.hstack([corners, corners + RANDOM.uniform(0, 1.5, (count, 2))]).astype(numpy.float32)


LEFT, RIGHT = boxes(ROWS), boxes(ROWS)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    from ray.cluster_utils import Cluster

    memory = 150 << 20
    head = {"num_cpus": 1, "object_store_memory": memory, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1, object_store_memory=memory)
    ray.init(address=cluster.address, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield cluster
    ray.shutdown()
    cluster.shutdown()


def table(bounds: numpy.ndarray, form: str) -> pyarrow.Table:
    columns = {"id": numpy.arange(len(bounds)) * 10}
    if form == "boxes":
        columns |= {side: bounds[:, i] for i, side in enumerate(["min_x", "min_y", "max_x", "max_y"])}
    else:
        text = '{{"type":"polygon","points":[[{0},{1}],[{2},{1}],[{2},{3}],[{0},{3}]]}}'
        columns["shape"] = [text.format(*row) for row in bounds.tolist()]
    return pyarrow.table(columns)


def expected(question: str, **options: float) -> numpy.ndarray:
    return PlacedList.boxes(LEFT).join(PlacedList.boxes(RIGHT), question, **options)


def check(found: "ray.data.Dataset", rows: numpy.ndarray, columns: dict[str, tuple[str, int | None]]) -> None:
    frame = found.to_pandas()
    assert frame["left"].tolist() == (rows["pair"][:, 0] * 10).tolist()
    assert frame["right"].tolist() == (rows["pair"][:, 1] * 10).tolist()
    assert list(frame.columns) == ["left", "right", *columns]
    for name, (field, place) in columns.items():
        numbers = rows[field] if place is None else rows[field][:, place]
        assert frame[name].to_numpy().tobytes() == numpy.ascontiguousarray(numbers).tobytes()


# By hand, with any number of rows: in CI the other tests join in as many ways as its time allows.
@pytest.mark.skipif("JOSTLE_RAY_ROWS" not in os.environ, reason="JOSTLE_RAY_ROWS is not set")
@pytest.mark.parametrize(
    ("question", "options", "form"),
    [
        ("overlaps", {}, "boxes"),
        ("contains", {}, "json"),
        ("contacts", {}, "boxes"),
        ("within", {"distance": 0.25}, "json"),
    ],
)
def test_the_result_is_that_of_one_machine(cluster, question, options, form):
    left, right = (ray.data.from_arrow(table(bounds, form)).repartition(4) for bounds in (LEFT, RIGHT))
    found = jostle.ray.join(left, right, question, form=form, tile_rows=ROWS, **options)
    check(found, expected(question, **options), jostle.ray._ANSWERS[question])


def test_a_node_that_is_killed_while_it_runs_changes_nothing(cluster, tmp_path):
    doomed = cluster.add_node(num_cpus=1, object_store_memory=150 << 20)
    marks = pathlib.Path(tmp_path)

    def slow(bounds: numpy.ndarray, side: str):
        def read(rows: dict[str, numpy.ndarray]) -> pyarrow.Table:
            time.sleep(0.3)
            first = int(rows["id"][0])
            (marks / f"{side}-{first}-{ray.get_runtime_context().get_node_id()}").touch()
            return table(bounds, "boxes").take(pyarrow.array(rows["id"]))

        return ray.data.range(len(bounds), override_num_blocks=8).map_batches(read, batch_size=None)

    died: list[int] = []

    def kill() -> None:
        # When it has done a part of the work.
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            done = [mark for mark in marks.iterdir() if mark.name.endswith(doomed.node_id)]
            if len(done) >= 2:
                died.append(len(list(marks.iterdir())))
                cluster.remove_node(doomed, allow_graceful=False)
                return
            time.sleep(0.02)

    killer = threading.Thread(target=kill)
    killer.start()
    tables, near = (slow(LEFT, "left"), slow(RIGHT, "right")), {"distance": 0.25}
    found = jostle.ray.join(*tables, "within", form="boxes", tile_rows=ROWS, **near)
    check(found, expected("within", **near), jostle.ray._ANSWERS["within"])
    killer.join()
    assert died, "no node was killed"


def test_the_nearest_rows_are_those_of_one_machine_and_bad_rows_are_left_out_and_listed(cluster, monkeypatch):
    # A sample from which only bounds follow.
    monkeypatch.setattr(jostle.ray, "_SAMPLE", 50)
    bad = pyarrow.table({"id": [1, 3], "shape": ['{"type":"blob"}', "no"]})
    left = ray.data.from_arrow(pyarrow.concat_tables([bad.slice(0, 1), table(LEFT[:200], "json"), bad.slice(1)]))
    right = ray.data.from_arrow(table(RIGHT[:200], "json"))
    with pytest.warns(UserWarning, match="2 rows of the left and 0 of the right are no shapes"):
        found = jostle.ray.join(left, right, "nearest", count=3, tile_rows=200, on_error="skip")
    nearest = PlacedList.boxes(LEFT[:200]).join(PlacedList.boxes(RIGHT[:200]), "nearest", count=3)
    assert len(nearest) == 600
    check(found, nearest, jostle.ray._ANSWERS["nearest"])
    listed = jostle.ray.bad_rows(left).to_pandas()
    assert listed["id"].tolist() == [1, 3]
    assert "blob" in listed["error"][0]


def test_bad_rows_and_arguments_are_named(cluster):
    good = ray.data.from_arrow(table(LEFT[:20], "json"))
    bad = ray.data.from_arrow(pyarrow.table({"id": [5, 6], "shape": ['{"type":"point"}', '{"type":"blob"}']}))
    with pytest.raises(Exception, match="the row of id 6"):
        jostle.ray.join(good, bad).materialize()
    with pytest.raises(JostleError, match="not one of"):
        jostle.ray.join(good, good, "nearer")
    with pytest.raises(JostleError, match="from 0"):
        jostle.ray.join(good, good, "within", distance=-1)
    for name in ("tile_rows", "count"):
        with pytest.raises(JostleError, match=f"{name} is 0, not 1 or more"):
            jostle.ray.join(good, good, **{name: 0})
    with pytest.raises(JostleError, match="on_error"):
        jostle.ray.join(good, good, on_error="ignore")
