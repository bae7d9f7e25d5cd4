#!/usr/bin/env python3
"""Fetches the sprites of sprites.tsv from the packages that hold them.

    fetch.py CACHE              all 200 sprites
    fetch.py CACHE --cc0        the 90 that are in the public domain (Kenney's, from PyPI arcade)
    fetch.py CACHE --verify     also decode each and compare with the list (needs Pillow and numpy)

A sprite lands at CACHE/sprites/PACKAGE/PATH_IN_PACKAGE, and CACHE/paths.txt lists them in the order
of the table, one path a line relative to CACHE. Packages are fetched by their ordinary clients (pip,
apt-get, npm), each once: a second run only checks. Every file must have the size and the SHA-256 that
the table gives. No sprite is part of this repository; only those from arcade are CC0, the others keep
their own licences.
"""
import argparse
import csv
import hashlib
import pathlib
import shutil
import struct
import subprocess
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CC0 = "arcade"
# The status where a package cannot be fetched; 1 is for sprites that are not the table's.
UNREACHABLE = 3


def table():
    with open(HERE / "sprites.tsv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def run(command, cwd):
    print("$", " ".join(command), file=sys.stderr)
    try:
        subprocess.run(command, cwd=cwd, check=True, stdout=sys.stderr)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"not fetched: {error}", file=sys.stderr)
        sys.exit(UNREACHABLE)


def found(folder, pattern):
    return next(iter(sorted(folder.glob(pattern))), None)


def archive(row, folder):
    """The package file of `row`, fetched into `folder` unless it is there."""
    name, version = row["package"], row["version"]
    pattern, command = {
        "PyPI": (
            f"{name}-{version}-*.whl",
            [sys.executable, "-m", "pip", "download", "--no-deps", f"{name}=={version}"],
        ),
        "Debian": (f"{name}_{version}_*.deb", ["apt-get", "download", f"{name}={version}"]),
        "npm": (f"{name}-{version}.tgz", ["npm", "pack", "--silent", f"{name}@{version}"]),
    }[row["source"]]
    if found(folder, pattern) is None:
        run(command, folder)
    file = found(folder, pattern)
    if file is None:
        sys.exit(f"{' '.join(command)} left no {pattern}")
    return file


def extract(file, rows, into):
    """Takes the files of `rows` out of one package, and nothing else."""
    wanted = {row["path_in_package"] for row in rows}
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as box:
            for name in wanted:
                save(into / name, box.open(name))
        return
    unpacked = None
    if file.suffix == ".deb":
        unpacked = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", file], stdout=subprocess.PIPE)
        box = tarfile.open(fileobj=unpacked.stdout, mode="r|")
    else:
        box = tarfile.open(file, mode="r|*")
    with box:
        for member in box:
            name = member.name.removeprefix("./")
            if member.isfile() and name in wanted:
                save(into / name, box.extractfile(member))
    if unpacked and unpacked.wait() != 0:
        sys.exit(f"dpkg-deb failed on {file}")


def save(path, stream):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "wb") as file:
        shutil.copyfileobj(stream, file)


def fault(row, path):
    """What is wrong with one sprite's bytes, or None."""
    if not path.is_file():
        return "missing"
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != row["sha256"]:
        return "other bytes than the table's"
    size = struct.unpack(">II", data[16:24])
    if size != (int(row["width"]), int(row["height"])):
        return f"size {size}"
    return None


def measure(path):
    """Opaque pixels, 8-connected islands, holes and soft share, counted the plain way."""
    import numpy
    from PIL import Image

    alpha = numpy.asarray(Image.open(path).convert("RGBA"))[:, :, 3]
    solid = numpy.pad(alpha >= 128, 1)
    pixels = int(solid.sum())
    share = numpy.count_nonzero((alpha > 0) & (alpha < 255)) / max(1, pixels)
    return pixels, components(solid, 8), components(~solid, 4) - 1, share


def components(grid, ways):
    """Connected components of the true cells of `grid`, by flood fill."""
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)] if ways == 8 else []
    left = {(int(y), int(x)) for y, x in zip(*grid.nonzero())}
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            y, x = todo.pop()
            for dy, dx in steps:
                if (y + dy, x + dx) in left:
                    left.remove((y + dy, x + dx))
                    todo.append((y + dy, x + dx))
    return count


def main():
    parser = argparse.ArgumentParser(description="Fetches the sprites of sprites.tsv.")
    parser.add_argument("cache", type=pathlib.Path)
    parser.add_argument("--cc0", action="store_true", help="only the sprites in the public domain")
    parser.add_argument("--verify", action="store_true", help="decode each and recount the columns")
    options = parser.parse_args()
    rows = [row for row in table() if not options.cc0 or row["package"] == CC0]
    packages, sprites = options.cache / "packages", options.cache / "sprites"
    packages.mkdir(parents=True, exist_ok=True)
    for name in dict.fromkeys(row["package"] for row in rows):
        own = [row for row in rows if row["package"] == name]
        if all(fault(row, sprites / name / row["path_in_package"]) is None for row in own):
            continue
        extract(archive(own[0], packages), own, sprites / name)
    faults = 0
    paths = []
    for row in rows:
        path = sprites / row["package"] / row["path_in_package"]
        wrong = fault(row, path)
        if wrong is None and options.verify:
            pixels, islands, holes, soft = measure(path)
            listed = [int(row[key]) for key in ("opaque_px", "islands8", "holes")]
            if [pixels, islands, holes] != listed or abs(soft - float(row["soft_share"])) > 1e-3:
                wrong = f"counts {pixels} {islands} {holes} {soft:.4f}, the table's {listed}"
        if wrong:
            faults += 1
            print(f"{path}: {wrong}", file=sys.stderr)
        paths.append(str(path.relative_to(options.cache)))
    (options.cache / "paths.txt").write_text("\n".join(paths) + "\n", encoding="utf-8")
    print(f"{len(rows)} sprites, {faults} faults, listed in {options.cache / 'paths.txt'}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
