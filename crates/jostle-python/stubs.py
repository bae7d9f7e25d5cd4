#!/usr/bin/env python3
"""Writes python/jostle/_native.pyi from the raw stubs that maturin takes out of the built library.

    maturin develop --release --generate-stubs   # writes the raw stubs over the file
    python3 stubs.py                             # completes them
    python3 stubs.py --check RAW                 # fails if the completed RAW is not the file

PyO3 writes annotations of its own and those in signatures, which it quotes and does not import.
"""

import re
import sys
from pathlib import Path

STUB = Path(__file__).parent / "python/jostle/_native.pyi"
IMPORTS = """import collections.abc
import typing

import numpy
import numpy.typing

import jostle.types
"""


def completed(raw: str) -> str:
    lines = []
    for line in raw.splitlines():
        if re.match(r"\s*def ", line):
            line = re.sub(r'(: |-> )"([^"]*)"', r"\1\2", line)
            # A function that takes None too is one whose default is None.
            line = re.sub(r"(: (?!None)[^=,()|]*(?:\[[^=]*?\])?) = None", r"\1 | None = None", line)
            line = line.replace("| None | None", "| None").replace("typing.Any | None", "typing.Any")
        line = line.replace("Final[tuple]", "Final[tuple[str, ...]]")
        line = line.replace("-> tuple[type, tuple[object, ...]]", "-> tuple[type, tuple[typing.Any, ...]]")
        lines.append(line)
    text = "\n".join(lines) + "\n"
    return text.replace("from _typeshed", IMPORTS + "\nfrom _typeshed", 1)


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "--check":
        if completed(Path(sys.argv[2]).read_text()) != STUB.read_text():
            sys.exit(f"{STUB.name} is not that of the sources; write it again as {sys.argv[0]} says")
    else:
        STUB.write_text(completed(STUB.read_text()))


if __name__ == "__main__":
    main()
