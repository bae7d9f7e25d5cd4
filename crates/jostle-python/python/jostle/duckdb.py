"""Functions of SQL for DuckDB: shapes in columns, asked in whole vectors.

    import duckdb, jostle.duckdb
    connection = duckdb.connect()
    jostle.duckdb.register(connection)
    connection.sql("select jostle_overlaps(a.shape, b.shape) from 'a.parquet' a, 'b.parquet' b")

A shape is the text of its JSON form, with or without a "transform" key; with `form="bytes"` it is a BLOB, as
`Shape.to_bytes` writes it, already where it belongs. NULL gives NULL; what is no shape is an error of the query.

| function | answer |
| --- | --- |
| `jostle_overlaps(a, b)` | BOOLEAN: they share a point |
| `jostle_contains(a, b)` | BOOLEAN: b is a subset of a |
| `jostle_gap(a, b)` | FLOAT: above 0 apart, 0 touching, below 0 overlapping |
| `jostle_contact(a, b)` | STRUCT of `normal_x`, `normal_y`, `depth`, `x`, `y`; NULL where they are apart |
| `jostle_bounds(a)` | STRUCT of `min_x`, `min_y`, `max_x`, `max_y` |

A join is fast where boxes are compared first, which DuckDB does with an index of its own: keep the bounds in columns.
"""

from typing import Any, Literal

import numpy

try:
    import duckdb
    import pyarrow  # type: ignore[import-untyped, unused-ignore]
except ImportError as error:  # pragma: no cover
    raise ImportError("jostle.duckdb needs DuckDB and pyarrow: pip install duckdb pyarrow") from error

from ._native import PlacedList

__all__ = ["register"]

_BOUNDS = ("min_x", "min_y", "max_x", "max_y")
_CONTACT = ("normal_x", "normal_y", "depth", "x", "y")


def _struct(names: tuple[str, ...], columns: list[Any], missing: Any = None) -> Any:
    arrays = [pyarrow.array(numpy.ascontiguousarray(column)) for column in columns]
    mask = None if missing is None else pyarrow.array(missing)
    return pyarrow.StructArray.from_arrays(arrays, names, mask=mask)


def register(connection: "duckdb.DuckDBPyConnection", *, form: Literal["json", "bytes"] = "json") -> None:
    """Makes the functions of this module known to a connection."""
    read = PlacedList.from_json if form == "json" else PlacedList.from_bytes
    column = {"json": "VARCHAR", "bytes": "BLOB"}[form]

    def placed(shapes: Any) -> PlacedList:
        # The same shape comes in many rows of a join; each is read once.
        coded = shapes.combine_chunks().dictionary_encode()
        known = read(coded.dictionary.to_pylist())  # type: ignore[operator, unused-ignore]
        return known.take(coded.indices.to_numpy(zero_copy_only=False))

    def overlaps(a: Any, b: Any) -> Any:
        return pyarrow.array(placed(a).overlaps(placed(b)))

    def contains(a: Any, b: Any) -> Any:
        return pyarrow.array(placed(a).contains(placed(b)))

    def gap(a: Any, b: Any) -> Any:
        return pyarrow.array(numpy.ascontiguousarray(placed(a).gaps(placed(b))["separation"]))

    def contact(a: Any, b: Any) -> Any:
        # It may answer NULL, so DuckDB hands over the rows that are NULL, too.
        there = a.is_valid().to_numpy() & b.is_valid().to_numpy()
        found = placed(a.filter(pyarrow.array(there))).contacts_each(placed(b.filter(pyarrow.array(there))))
        rows = numpy.full(len(there), numpy.nan, found.dtype)
        rows[there] = found
        depth, normal, point = rows["depth"], rows["normal"], rows["point"]
        columns = [normal[:, 0], normal[:, 1], depth, point[:, 0], point[:, 1]]
        return _struct(_CONTACT, columns, numpy.isnan(depth))

    def bounds(a: Any) -> Any:
        return _struct(_BOUNDS, list(placed(a).bounds().T))

    def fields(names: tuple[str, ...]) -> str:
        return f"STRUCT({', '.join(f'{name} FLOAT' for name in names)})"

    create: Any = connection.create_function
    for function, count, answer in [
        (overlaps, 2, "BOOLEAN"),
        (contains, 2, "BOOLEAN"),
        (gap, 2, "FLOAT"),
        (contact, 2, fields(_CONTACT)),
        (bounds, 1, fields(_BOUNDS)),
    ]:
        name = f"jostle_{function.__name__}"
        nulls = "special" if function is contact else "default"
        create(name, function, [column] * count, answer, type="arrow", null_handling=nulls)
