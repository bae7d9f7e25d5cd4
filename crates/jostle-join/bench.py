#!/usr/bin/env python3
"""Joins of the same tables by `jostle join`, by jostle in Python, in one process and on Ray, and by SedonaDB, DuckDB and
shapely: time, memory, and whether the pairs are equal.

    python3 bench.py FOLDER [--boxes 10000000] [--outlines 1000000] [--memory 1024] [--join PROGRAM] [--only NAME]

A contender is a process of its own that reads two Parquet files and writes the pairs as Parquet, sorted for
jostle, in any order by the others. Boxes: about one partner each. Outlines: traced sprites in 512 forms, turned,
scaled and placed at random, each row with its own points. jostle gets the bytes of its shapes, the others WKB of the
same coordinates. A contender that is not installed has its error in its row. Needs numpy, pyarrow and jostle, and of
the others those that are there: ray[data] and psutil, sedonadb, duckdb with its extension spatial, shapely.

Ray has two workers on this machine. Its processor time is that of all its processes, but for the last third of a
second of those that it ends on its way.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

SIDES = ("min_x", "min_y", "max_x", "max_y")


def make_boxes(path: pathlib.Path, rows: int, seed: int) -> None:
    import numpy
    import pyarrow
    import pyarrow.parquet

    random = numpy.random.default_rng(seed)
    corner = random.uniform(0, rows**0.5, (rows, 2)).astype(numpy.float32)
    sides = numpy.hstack([corner, corner + random.uniform(0, 1, (rows, 2)).astype(numpy.float32)])
    table = pyarrow.table({name: sides[:, i] for i, name in enumerate(SIDES)})
    pyarrow.parquet.write_table(table, path)


def traced() -> list:
    """The outlines of sprites with bites and spikes, as the tracer finds them."""
    import numpy
    from jostle import trace

    random, found = numpy.random.default_rng(5), []
    y, x = numpy.mgrid[0:48, 0:48] - 23.5
    angle, radius = numpy.arctan2(y, x), numpy.hypot(x, y)
    while len(found) < 512:
        waves = sum(random.uniform(0, 4) * numpy.sin(k * angle + random.uniform(0, 6.3)) for k in range(2, 8))
        pixels = numpy.zeros((48, 48, 4), numpy.uint8)
        pixels[..., 3] = 255 * (radius < 14 + waves)
        ring = trace.hitbox(pixels, max_error=0.5).outline[0]
        found.append(numpy.array(ring.points, float) - 24)
    return found


def make_outlines(path: pathlib.Path, rows: int, seed: int) -> None:
    import numpy
    import pyarrow
    import pyarrow.parquet
    import shapely
    from jostle import Shape

    forms, random = traced(), numpy.random.default_rng(seed)
    size, schema = rows**0.5 * 20, pyarrow.schema([("shape", pyarrow.binary()), ("wkb", pyarrow.binary())])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        for start in range(0, rows, 50_000):
            shapes, polygons = [], []
            for _ in range(min(50_000, rows - start)):
                turn, scale = random.uniform(0, 6.3), random.uniform(0.3, 0.7)
                c, s = numpy.cos(turn) * scale, numpy.sin(turn) * scale
                points = forms[random.integers(len(forms))] @ [[c, s], [-s, c]] + random.uniform(0, size, 2)
                points = points.astype(numpy.float32)
                try:
                    shapes.append(Shape.polygon(points).to_bytes())
                except ValueError:
                    # Rounding made two edges cross.
                    points = numpy.float32([[0, 0], [1, 0], [0, 1]]) + points[0]
                    shapes.append(Shape.polygon(points).to_bytes())
                polygons.append(shapely.Polygon(points.astype(float)))
            writer.write_table(pyarrow.table([shapes, list(shapely.to_wkb(polygons))], schema=schema))


def run_sedona(kind: str, a: str, b: str, out: str, memory: int) -> None:
    import warnings

    warnings.simplefilter("ignore")
    import sedonadb

    connection = sedonadb.connect()
    connection.options.memory_limit = f"{memory}M"
    for name, path in (("l", a), ("r", b)):
        connection.read_parquet(path).to_view(f"file_{name}")
        shape = "ST_GeomFromWKB(wkb)" if kind == "outlines" else f"ST_MakeEnvelope({', '.join(f'CAST({s} AS DOUBLE)' for s in SIDES)})"
        connection.sql(f"select id, {shape} g from file_{name}").to_view(name)
    connection.sql('select l.id as "left", r.id as "right" from l join r on ST_Intersects(l.g, r.g)').to_parquet(out)


def run_duckdb(kind: str, a: str, b: str, out: str, memory: int) -> None:
    import duckdb

    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "memory_limit": f"{memory}MB"})
    try:
        import duckdb_extension_spatial

        files = pathlib.Path(duckdb_extension_spatial.__file__).parent.rglob("spatial.duckdb_extension")
        connection.load_extension(str(next(files)))
    except ImportError:
        connection.load_extension("spatial")
    connection.execute(f"set temp_directory = '{out}.tmp'")
    shape = "ST_GeomFromWKB(wkb)" if kind == "outlines" else f"ST_MakeEnvelope({', '.join(SIDES)})"
    tables = [f"(select id, {shape} g from '{path}')" for path in (a, b)]
    query = f'select l.id as "left", r.id as "right" from {tables[0]} l join {tables[1]} r on ST_Intersects(l.g, r.g)'
    connection.execute(f"copy ({query}) to '{out}' (format parquet)")


def run_shapely(kind: str, a: str, b: str, out: str, memory: int) -> None:
    import pyarrow
    import pyarrow.parquet
    import shapely

    def read(path: str) -> object:
        if kind == "outlines":
            return shapely.from_wkb(pyarrow.parquet.read_table(path, columns=["wkb"]).column("wkb").to_numpy())
        table = pyarrow.parquet.read_table(path, columns=list(SIDES))
        return shapely.box(*(table.column(side).to_numpy() for side in SIDES))

    left, right = shapely.STRtree(read(b)).query(read(a), predicate="intersects")
    pyarrow.parquet.write_table(pyarrow.table({"left": left, "right": right}), out)


def run_list(kind: str, a: str, b: str, out: str, memory: int) -> None:
    import pyarrow
    import pyarrow.parquet
    from jostle import PlacedList

    def read(path: str) -> PlacedList:
        if kind == "outlines":
            return PlacedList.from_bytes(pyarrow.parquet.read_table(path, columns=["shape"]).column("shape"))
        return PlacedList.boxes(pyarrow.parquet.read_table(path, columns=list(SIDES)).combine_chunks())

    pairs = read(a).join(read(b), memory=memory << 20)["pair"]
    pyarrow.parquet.write_table(pyarrow.table({"left": pairs[:, 0], "right": pairs[:, 1]}), out)


def run_ray(kind: str, a: str, b: str, out: str, memory: int) -> None:
    import shutil
    import threading

    import jostle.ray
    import psutil
    import ray

    shutil.rmtree(out, ignore_errors=True)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=memory << 20)
    ray.data.DataContext.get_current().enable_progress_bars = False
    columns = ["id", "shape"] if kind == "outlines" else ["id", *SIDES]
    left, right = (ray.data.read_parquet(path, columns=columns) for path in (a, b))
    form = "bytes" if kind == "outlines" else "boxes"
    # Ray ends workers on its way and does not count what they spent, so each is asked now and then.
    spent: dict[int, float] = {}
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.3):
            note()

    def note() -> None:
        for process in [own, *own.children(recursive=True)]:
            try:
                spent[process.pid] = sum(process.cpu_times()[:2])
            except psutil.NoSuchProcess:
                pass

    own, watcher = psutil.Process(), threading.Thread(target=watch)
    watcher.start()
    jostle.ray.join(left, right, form=form).write_parquet(out)
    done.set()
    watcher.join()
    note()
    pathlib.Path(f"{out}.cpu").write_text(str(sum(spent.values())))


PEERS = {"PlacedList": run_list, "Ray": run_ray, "SedonaDB": run_sedona, "DuckDB": run_duckdb, "shapely": run_shapely}


def digest(path: str) -> str:
    """The number of pairs, and a hash of them sorted."""
    import hashlib

    import numpy
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    left, right = (table.column(name).to_numpy().astype(numpy.int64) for name in ("left", "right"))
    return f"{len(left)} {hashlib.sha256(numpy.sort(left << 32 | right)).hexdigest()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--boxes", type=int, default=10_000_000)
    parser.add_argument("--outlines", type=int, default=1_000_000)
    parser.add_argument("--memory", type=int, default=1024, help="in MiB")
    parser.add_argument("--join", default="jostle-join", help="the program")
    parser.add_argument("--only", action="append", help="a contender")
    parser.add_argument("--python", action="append", default=[], metavar="NAME=PROGRAM", help="another Python for a peer")
    parser.add_argument("--run", nargs=5, help=argparse.SUPPRESS)
    parser.add_argument("--make", nargs=4, help=argparse.SUPPRESS)
    parser.add_argument("--digest", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        name, kind, a, b, out = options.run
        return PEERS[name](kind, a, b, out, options.memory)
    if options.make:
        kind, file, rows, seed = options.make
        {"boxes": make_boxes, "outlines": make_outlines}[kind](pathlib.Path(file), int(rows), int(seed))
        return add_ids(pathlib.Path(file))
    if options.digest:
        return print(digest(options.digest))

    def here(*arguments: str) -> str:
        # In a process of its own: the memory of this one would be counted for those that it starts.
        command = [sys.executable, __file__, str(options.folder), *arguments]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    pythons = dict(word.split("=", 1) for word in options.python)
    options.folder.mkdir(parents=True, exist_ok=True)
    for kind, rows in [("boxes", options.boxes), ("outlines", options.outlines)]:
        if not rows:
            continue
        files = [options.folder / f"{kind}-{rows}-{side}.parquet" for side in "ab"]
        for seed, file in enumerate(files):
            if not file.exists():
                here("--make", kind, str(file), str(rows), str(seed))
        print(f"\n### {rows:,} {kind} and {rows:,}, {options.memory} MiB\n")
        print("| | seconds | CPU seconds | peak MiB | rows per second | pairs | |\n|---|---:|---:|---:|---:|---:|---|")
        known = None
        for name in ["jostle", *PEERS]:
            if options.only and name not in options.only:
                continue
            out = str(options.folder / f"{kind}-{name}.parquet")
            pathlib.Path(f"{out}.cpu").unlink(missing_ok=True)
            command = [options.join, *map(str, files), "--memory", f"{options.memory}M", "--quiet", "--out", out]
            if name != "jostle":
                python = pythons.get(name, sys.executable)
                arguments = ["--memory", str(options.memory), "--run", name, kind, *map(str, files), out]
                command = [python, __file__, str(options.folder), *arguments]
            start = time.perf_counter()
            process = subprocess.Popen(command, stderr=subprocess.PIPE)
            error = process.stderr.read().decode(errors="replace")
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            if status != 0:
                last = error.strip().splitlines()[-1:] or [f"status {status}"]
                print(f"| {name} | {seconds:.1f} | | {usage.ru_maxrss >> 10:,} | | | {last[0][:120]} |", flush=True)
                continue
            found = here("--digest", out)
            known = known or found
            same = "" if found == known else "other pairs"
            cpu, noted = usage.ru_utime + usage.ru_stime, pathlib.Path(f"{out}.cpu")
            if noted.exists():
                cpu = float(noted.read_text())
            print(f"| {name} | {seconds:.1f} | {cpu:.1f} | {usage.ru_maxrss >> 10:,} | {2 * rows / seconds:,.0f} | {int(found.split()[0]):,} | {same} |", flush=True)


def add_ids(path: pathlib.Path) -> None:
    """Numbers the rows: peers have no other name for a row."""
    import numpy
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    table = table.append_column("id", pyarrow.array(numpy.arange(len(table))))
    pyarrow.parquet.write_table(table, path)


if __name__ == "__main__":
    main()
