"""Joins of tables that are larger than one machine, on Ray Data.

    import ray, jostle.ray
    ray.init()                                   # one machine; or the address of a cluster
    left, right = ray.data.read_parquet("a.parquet"), ray.data.read_parquet("b.parquet")
    jostle.ray.join(left, right, "contacts").write_parquet("pairs")

The plane is cut into tiles by a sample of both tables (`jostle.Cuts`). Each row goes to the tiles that its box
meets, Ray brings the rows of a tile together, and a tile is joined in one call. A pair belongs to one tile, so none
comes twice, and the result is that of `PlacedList.join` and of the program `jostle join`, bit for bit. What Ray lost with a
machine it computes again.
"""

import warnings
from typing import Any, Literal, TypeAlias

import numpy

try:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
    import ray.data
except ImportError as error:  # pragma: no cover
    raise ImportError("jostle.ray needs Ray Data: pip install 'ray[data]'") from error

from ._error import JostleError
from ._native import Cuts, PlacedList

__all__ = ["bad_rows", "join"]

Form: TypeAlias = Literal["json", "bytes", "boxes"]
Question: TypeAlias = Literal["overlaps", "contains", "contacts", "within", "nearest"]

_SIDES = ("min_x", "min_y", "max_x", "max_y")
#: The columns of answers, each with its field and, for points, its place there.
_ANSWERS: dict[str, dict[str, tuple[str, int | None]]] = {
    "overlaps": {},
    "contains": {},
    "contacts": {
        "depth": ("depth", None),
        "normal_x": ("normal", 0),
        "normal_y": ("normal", 1),
        "x": ("point", 0),
        "y": ("point", 1),
    },
    "within": {
        "separation": ("separation", None),
        "normal_x": ("normal", 0),
        "normal_y": ("normal", 1),
        "left_x": ("on_a", 0),
        "left_y": ("on_a", 1),
        "right_x": ("on_b", 0),
        "right_y": ("on_b", 1),
    },
    "nearest": {"distance": ("distance", None)},
}
#: Rows of both tables that decide how the plane is cut: the least, and how many for each tile.
_SAMPLE, _EACH = 100_000, 20
#: The most partitions of a shuffle; one may hold several tiles.
_PARTS = 4096


def _columns(form: Form, shape: str) -> list[str]:
    return list(_SIDES) if form == "boxes" else [shape]


class _Reader:
    """Places the rows of batches."""

    def __init__(self, form: Form, shape: str, id: str, skip: bool = False) -> None:
        self.form, self.shape, self.id, self.skip = form, shape, id, skip

    def _placed(self, rows: Any) -> PlacedList:
        if self.form == "boxes":
            return PlacedList.boxes(rows.select(_SIDES).combine_chunks())
        column = rows.column(self.shape)
        return PlacedList.from_json(column) if self.form == "json" else PlacedList.from_bytes(column)

    def bad(self, rows: Any) -> list[tuple[int, JostleError]]:
        """The numbers of rows that are no shapes, and their faults."""
        found: list[tuple[int, JostleError]] = []
        start = 0
        while start < len(rows):
            try:
                self._placed(rows.slice(start))
                break
            except JostleError as error:
                number = error.path.partition("]")[0].partition("[")[2]
                if not number.isdigit():
                    raise
                start += int(number)
                found.append((start, error))
                start += 1
        return found

    def good(self, rows: Any) -> Any:
        """The rows that count: without those that are skipped."""
        bad = [number for number, _ in self.bad(rows)] if self.skip else []
        return rows.take(pyarrow.array(numpy.delete(numpy.arange(len(rows)), bad))) if bad else rows

    def placed(self, rows: Any) -> PlacedList:
        try:
            return self._placed(rows)
        except JostleError as error:
            for number, fault in self.bad(rows)[:1]:
                name = rows.column(self.id)[number].as_py()
                raise JostleError(f"the row of {self.id} {name}: {fault}", fault.kind, fault.path) from error
            raise

    def bounds(self, rows: Any) -> numpy.ndarray[Any, Any]:
        if self.form == "boxes":
            return numpy.column_stack([rows.column(side).to_numpy() for side in _SIDES]).astype(numpy.float32)
        return self.placed(rows).bounds()


def bad_rows(
    table: "ray.data.Dataset", *, form: Form = "json", shape: str = "shape", id: str = "id"
) -> "ray.data.Dataset":
    """Lists the rows that are no shapes: a dataset of the columns `id` and `error`.

    These are the rows that `join` fails for, and leaves out with `on_error="skip"`.
    """
    reader = _Reader(form, shape, id)

    def faults(rows: Any) -> Any:
        bad = reader.bad(rows)
        ids = rows.column(id).take(pyarrow.array([number for number, _ in bad], pyarrow.int64()))
        return pyarrow.table({"id": ids, "error": pyarrow.array([str(error) for _, error in bad], pyarrow.string())})

    return table.map_batches(faults, batch_format="pyarrow")


def _sample(
    tables: "tuple[ray.data.Dataset, ray.data.Dataset]", reader: _Reader, share: float
) -> list[tuple[numpy.ndarray[Any, Any], int]]:
    """The boxes of some rows of both tables, and how many rows of each are skipped."""

    def some(rows: Any, side: int) -> Any:
        # By chance, which shows in the tiles and not in the result. Rows that may be skipped are all read.
        good = reader.good(rows)
        chosen = numpy.random.default_rng(0).random(len(good)) < share
        bounds = reader.bounds(good.filter(pyarrow.array(chosen)))
        # A last row for those that are skipped.
        found = {name: numpy.append(bounds[:, i], numpy.float32(0)) for i, name in enumerate(_SIDES)}
        count = len(found[_SIDES[0]])
        found["_bad"] = numpy.append(numpy.full(count - 1, -1), len(rows) - len(good))
        return pyarrow.table(found | {"_side": numpy.full(count, side)})

    def sampled(side: int) -> "ray.data.Dataset":
        return tables[side].map_batches(lambda rows: some(rows, side), batch_format="pyarrow")

    found, samples = sampled(0).union(sampled(1)).to_pandas(), []
    for side in (0, 1):
        rows = found[found["_side"] == side] if len(found) else found
        if not len(rows):
            samples.append((numpy.empty((0, 4), numpy.float32), 0))
            continue
        boxes = rows["_bad"] < 0
        samples.append((rows[boxes][list(_SIDES)].to_numpy(numpy.float32), int(rows["_bad"][~boxes].sum())))
    return samples


def _reaching(
    bounds: numpy.ndarray[Any, Any], sample: numpy.ndarray[Any, Any], count: int
) -> numpy.ndarray[Any, Any]:
    """Boxes grown so far that each meets the boxes of the `count` rows that are nearest to it.

    A shape reaches all sides of its box, so two are no farther apart than their boxes and the diagonals of these.
    Of fewer rows than `count` in the sample nothing follows.
    """

    def diagonals(boxes: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
        sides = boxes[:, 2:].astype(float) - boxes[:, :2]
        lengths: numpy.ndarray[Any, Any] = numpy.hypot(sides[:, 0], sides[:, 1])
        return lengths

    outward = numpy.array([-1, -1, 1, 1], numpy.float32)
    if len(sample) < count:
        everywhere: numpy.ndarray[Any, Any] = numpy.full_like(bounds, numpy.inf) * outward
        return everywhere
    # Half-planes have no end, and may be near to all.
    finite = numpy.isfinite(bounds).all(axis=1)
    near = PlacedList.boxes(numpy.where(finite[:, None], bounds, 0)).join(PlacedList.boxes(sample), "nearest", count=count)
    far = near["distance"] + diagonals(sample)[near["pair"][:, 1]]
    reach = numpy.maximum.reduceat(far, numpy.arange(0, len(far), count)) if len(far) else far
    # With room for rounding.
    room = 1e-6 * numpy.abs(bounds).max(axis=1, initial=0)
    grown = bounds + ((reach + diagonals(bounds)) * (1 + 1e-6) + room)[:, None] * outward
    return numpy.where(finite[:, None], grown, bounds).astype(numpy.float32)


def _merged(count: int) -> Any:
    """Returns what keeps the nearest rows of each left one, of those that tiles have found."""

    def merged(rows: Any) -> Any:
        columns = [rows.column(name).to_numpy() for name in ("right", "distance", "left")]
        order = numpy.lexsort(columns)
        right, distance, left = (column[order] for column in columns)
        fresh = numpy.ones(len(left), bool)
        fresh[1:] = (left[1:] != left[:-1]) | (right[1:] != right[:-1]) | (distance[1:] != distance[:-1])
        order, left = order[fresh], left[fresh]
        starts = numpy.flatnonzero(numpy.concatenate([[True], left[1:] != left[:-1]])) if len(left) else left
        sizes = numpy.diff(numpy.append(starts, len(left)))
        rank = numpy.arange(len(left)) - numpy.repeat(starts, sizes)
        return rows.take(pyarrow.array(order[rank < count]))

    return merged


def join(
    left: "ray.data.Dataset",
    right: "ray.data.Dataset",
    question: Question = "overlaps",
    *,
    distance: float = 0.0,
    count: int = 1,
    form: Form = "json",
    shape: str = "shape",
    id: str = "id",
    tile_rows: int = 100_000,
    on_error: Literal["fail", "skip"] = "fail",
) -> "ray.data.Dataset":
    """Joins two datasets: all pairs of rows for which a question has an answer, sorted.

    Both have a column `id` of distinct values, and the column `shape`: the JSON form of a shape, or with
    `form="bytes"` what `Shape.to_bytes` writes; with `form="boxes"` the columns min_x, min_y, max_x and max_y
    instead. `question` is "overlaps", "contains" (left contains right), "contacts", "within" a `distance`, or
    "nearest", which finds the `count` rows of the right that are nearest to each of the left; the smaller id is
    the nearer one of two at one distance.

    The result has the columns `left` and `right`, which are ids; for contacts depth, normal_x, normal_y, x and y; for
    "within" separation, normal_x, normal_y, left_x, left_y, right_x and right_y; for "nearest" distance. A task
    places the rows of one tile, `tile_rows` about.

    A row that is no shape fails the join with its id. With `on_error="skip"` such rows are left out; a warning
    states how many, and `bad_rows` lists them.

    Raises JostleError for a question that there is not, and for numbers out of range.
    """
    answers = _ANSWERS.get(question)
    if answers is None:
        words = ", ".join(f'"{name}"' for name in _ANSWERS)
        raise JostleError(f'question is "{question}", not one of {words}', "word", "question")
    if not 0 <= distance < float("inf"):
        raise JostleError(f"distance is {distance}, not a finite number from 0", "negative", "distance")
    if tile_rows < 1:
        raise JostleError(f"tile_rows is {tile_rows}, not 1 or more", "not_positive", "tile_rows")
    if count < 1:
        raise JostleError(f"count is {count}, not 1 or more", "not_positive", "count")
    if on_error not in ("fail", "skip"):
        raise JostleError(f'on_error is "{on_error}", not "fail" or "skip"', "word", "on_error")
    reader = _Reader(form, shape, id, on_error == "skip")
    reach = distance if question == "within" else 0.0
    total = left.count() + right.count()
    share = min(1.0, max(_SAMPLE, _EACH * total / tile_rows) / max(total, 1))
    (lefts, bad_left), (rights, bad_right) = _sample((left, right), reader, share)
    if bad_left or bad_right:
        text = f"{bad_left} rows of the left and {bad_right} of the right are no shapes and are skipped"
        warnings.warn(f"jostle.ray.join: {text}; bad_rows lists them", stacklevel=2)
    cuts = Cuts(numpy.concatenate([lefts, rights]), max(tile_rows * share, 1.0))
    areas, columns = cuts.areas(), _columns(form, shape)
    nearest = question == "nearest"
    # From half-planes, which are near to all, no bound follows.
    known = rights[numpy.isfinite(rights).all(axis=1)]

    def tiles(rows: Any, side: int) -> Any:
        rows = reader.good(rows)
        bounds = reader.bounds(rows)
        if nearest and side == 0:
            bounds = _reaching(bounds, known, count)
        numbers, tiles = cuts.assign(bounds, reach if side == 0 else 0.0)
        dealt = rows.select([id, *columns]).take(pyarrow.array(numbers))
        dealt = dealt.append_column("_tile", pyarrow.array(tiles))
        return dealt.append_column("_side", pyarrow.array(numpy.full(len(tiles), side, numpy.int8)))

    def joined(rows: Any) -> Any:
        side = rows.column("_side").to_numpy()
        lefts, rights = (rows.filter(pyarrow.array(side == number)) for number in (0, 1))
        if nearest:
            # Of two at one distance the first is the nearer one.
            rights = rights.sort_by(id)
            found = reader.placed(lefts).join(reader.placed(rights), "nearest", count=count)
        else:
            area = tuple(areas[rows.column("_tile")[0].as_py()].tolist())
            found = reader.placed(lefts).join(reader.placed(rights), question, distance=distance, area=area)
        pair = found["pair"].astype(numpy.int64)
        result = {"left": lefts.column(id).take(pyarrow.array(pair[:, 0]))}
        result["right"] = rights.column(id).take(pyarrow.array(pair[:, 1]))
        for name, (field, place) in answers.items():
            numbers = found[field] if place is None else found[field][:, place]
            result[name] = pyarrow.array(numpy.ascontiguousarray(numbers))
        return pyarrow.table(result)

    def dealt(table: "ray.data.Dataset", side: int) -> "ray.data.Dataset":
        return table.map_batches(lambda rows: tiles(rows, side), batch_format="pyarrow")

    both = dealt(left, 0).union(dealt(right, 1))
    # A partition for each tile, and not the 200 of Ray, which are tasks as well for small tables.
    parts = min(len(areas), _PARTS)
    both.context.default_hash_shuffle_parallelism = parts
    pairs = both.groupby("_tile", num_partitions=parts).map_groups(joined, batch_format="pyarrow")
    pairs.context.default_hash_shuffle_parallelism = parts
    if not nearest:
        return pairs.sort(["left", "right"])
    # A left row may be in several tiles, each with the nearest of its own; sorted by it, its rows are in one block.
    return pairs.sort("left").map_batches(_merged(count), batch_format="pyarrow", batch_size=None)
