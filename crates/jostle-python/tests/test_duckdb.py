import json

import numpy
import pytest

duckdb = pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

import jostle.duckdb  # noqa: E402
from jostle import PlacedList, Shape  # noqa: E402


@pytest.fixture
def connection():
    connection = duckdb.connect()
    jostle.duckdb.register(connection)
    return connection


def circle(x, y, radius):
    return json.dumps({"type": "circle", "radius": radius, "transform": {"position": [x, y]}})


def test_functions_answer_as_single_shapes_do(connection):
    a, b = circle(0, 0, 1), circle(1.5, 0, 1)
    ask = f"select jostle_overlaps('{a}', '{b}'), jostle_gap('{a}', '{b}'), jostle_contact('{a}', '{b}'), jostle_bounds('{b}')"
    overlaps, gap, contact, bounds = connection.execute(ask).fetchall()[0]
    assert overlaps and gap == -0.5
    assert contact == {"normal_x": 1, "normal_y": 0, "depth": 0.5, "x": 0.75, "y": 0}
    assert bounds == {"min_x": 0.5, "min_y": -1, "max_x": 2.5, "max_y": 1}
    far = circle(9, 0, 1)
    assert connection.execute(f"select jostle_contact('{a}', '{far}'), jostle_gap(null, '{a}')").fetchall()[0] == (None, None)
    some = f"select jostle_contact(x, '{a}') from (values (null), ('{b}'), (null), ('{far}')) t(x)"
    assert [row[0] and row[0]["depth"] for row in connection.sql(some).fetchall()] == [None, 0.5, None, None]
    assert connection.execute(f"select jostle_contains('{circle(0, 0, 3)}', '{a}')").fetchall()[0] == (True,)


def test_two_parquet_files_are_joined_in_one_query(connection, tmp_path):
    rng = numpy.random.default_rng(13)
    tables, lists = {}, {}
    for name, count in [("a", 3000), ("b", 2500)]:
        rows = (rng.integers(1, 6000, (count, 3)) / [64, 64, 4096]).astype("f4")
        lists[name] = PlacedList.circles(rows)
        tables[name] = [(i, circle(*row)) for i, row in enumerate(rows.tolist())]
        connection.execute("create or replace table t (id int, shape varchar)")
        connection.executemany("insert into t values (?, ?)", tables[name])
        connection.execute(
            "copy (select *, unnest(jostle_bounds(shape)) from t) to '%s' (format parquet)" % (tmp_path / f"{name}.parquet")
        )
    query = f"""
        select a.id, b.id from '{tmp_path}/a.parquet' a join '{tmp_path}/b.parquet' b
        on a.min_x <= b.max_x and b.min_x <= a.max_x and a.min_y <= b.max_y and b.min_y <= a.max_y
        where jostle_overlaps(a.shape, b.shape) order by all
    """
    found = connection.sql(query).fetchall()
    assert [list(pair) for pair in found] == lists["a"].pairs(lists["b"]).tolist() and len(found) > 100


def test_shapes_may_be_bytes():
    connection = duckdb.connect()
    jostle.duckdb.register(connection, form="bytes")
    shape = Shape.polygon([(0, 0), (4, 0), (0, 4)]).to_bytes()
    assert connection.execute("select jostle_bounds(?::blob)", [shape]).fetchall()[0][0]["max_x"] == 4


def test_what_is_no_shape_is_an_error_of_the_query(connection):
    for text, said in [("{", "EOF"), ('{"type": "cube"}', "cube"), ('{"type": "circle", "radius": -1}', "negative")]:
        with pytest.raises(duckdb.InvalidInputException, match=said):
            connection.sql(f"select jostle_bounds('{text}')").fetchall()
