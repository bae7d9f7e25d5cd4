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

from typing import Any, Literal, TypeAlias

import numpy

try:
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
    import ray.data
except ImportError as error:  # pragma: no cover
    raise ImportError("jostle.ray needs Ray Data: pip install 'ray[data]'") from error

from ._error import JostleError
from ._native import Cuts, PlacedList

__all__ = ["join"]

Form: TypeAlias = Literal["json", "bytes", "boxes"]
Question: TypeAlias = Literal["overlaps", "contains", "contacts", "within"]

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
}
#: Rows of both tables that decide how the plane is cut: the least, and how many for each tile.
_SAMPLE, _EACH = 100_000, 20
#: The most partitions of a shuffle; one may hold several tiles.
_PARTS = 4096


def _columns(form: Form, shape: str) -> list[str]:
    return list(_SIDES) if form == "boxes" else [shape]


class _Reader:
    """Places the rows of batches."""

    def __init__(self, form: Form, shape: str, id: str) -> None:
        self.form, self.shape, self.id = form, shape, id

    def placed(self, rows: Any) -> PlacedList:
        try:
            if self.form == "boxes":
                return PlacedList.boxes(rows.select(_SIDES).combine_chunks())
            column = rows.column(self.shape)
            return PlacedList.from_json(column) if self.form == "json" else PlacedList.from_bytes(column)
        except JostleError as error:
            number = error.path.partition("]")[0].lstrip("[")
            if not number.isdigit():
                raise
            name = rows.column(self.id)[int(number)].as_py()
            raise JostleError(f"the row of {self.id} {name}: {error}", error.kind, error.path) from error

    def bounds(self, rows: Any) -> numpy.ndarray[Any, Any]:
        if self.form == "boxes":
            return numpy.column_stack([rows.column(side).to_numpy() for side in _SIDES]).astype(numpy.float32)
        return self.placed(rows).bounds()


def _sample(table: "ray.data.Dataset", reader: _Reader, share: float) -> numpy.ndarray[Any, Any]:
    def some(rows: Any) -> Any:
        # By chance, which shows in the tiles and not in the result.
        chosen = numpy.random.default_rng(0).random(len(rows)) < share
        bounds = reader.bounds(rows.filter(pyarrow.array(chosen)))
        return pyarrow.table({side: bounds[:, i] for i, side in enumerate(_SIDES)})

    found = table.map_batches(some, batch_format="pyarrow").to_pandas()
    return found[list(_SIDES)].to_numpy(numpy.float32) if len(found) else numpy.empty((0, 4), numpy.float32)


def join(
    left: "ray.data.Dataset",
    right: "ray.data.Dataset",
    question: Question = "overlaps",
    *,
    distance: float = 0.0,
    form: Form = "json",
    shape: str = "shape",
    id: str = "id",
    tile_rows: int = 100_000,
) -> "ray.data.Dataset":
    """Joins two datasets: all pairs of rows for which a question has an answer, sorted.

    Both have a column `id` of distinct values, and the column `shape`: the JSON form of a shape, or with
    `form="bytes"` what `Shape.to_bytes` writes; with `form="boxes"` the columns min_x, min_y, max_x and max_y
    instead. `question` is "overlaps", "contains" (left contains right), "contacts" or "within" a `distance`.

    The result has the columns `left` and `right`, which are ids; for contacts depth, normal_x, normal_y, x and y; for
    "within" separation, normal_x, normal_y, left_x, left_y, right_x and right_y. A task places the rows of one tile,
    `tile_rows` about. A row that is no shape fails the join with its id.

    Raises JostleError for a question that there is not, and for numbers out of range.
    """
    answers = _ANSWERS.get(question)
    if answers is None:
        known = ", ".join(f'"{name}"' for name in _ANSWERS)
        raise JostleError(f'question is "{question}", not one of {known}', "word", "question")
    if not 0 <= distance < float("inf"):
        raise JostleError(f"distance is {distance}, not a finite number from 0", "negative", "distance")
    if tile_rows < 1:
        raise JostleError(f"tile_rows is {tile_rows}, not 1 or more", "not_positive", "tile_rows")
    reader = _Reader(form, shape, id)
    reach = distance if question == "within" else 0.0
    count = left.count() + right.count()
    share = min(1.0, max(_SAMPLE, _EACH * count / tile_rows) / max(count, 1))
    sample = numpy.concatenate([_sample(table, reader, share) for table in (left, right)])
    cuts = Cuts(sample, max(tile_rows * share, 1.0))
    areas, columns = cuts.areas(), _columns(form, shape)

    def tiles(rows: Any, side: int) -> Any:
        numbers, tiles = cuts.assign(reader.bounds(rows), reach if side == 0 else 0.0)
        dealt = rows.select([id, *columns]).take(pyarrow.array(numbers))
        dealt = dealt.append_column("_tile", pyarrow.array(tiles))
        return dealt.append_column("_side", pyarrow.array(numpy.full(len(tiles), side, numpy.int8)))

    def joined(rows: Any) -> Any:
        side = rows.column("_side").to_numpy()
        lefts, rights = (rows.filter(pyarrow.array(side == number)) for number in (0, 1))
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
    return pairs.sort(["left", "right"])
