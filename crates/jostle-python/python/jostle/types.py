"""Names of types for annotations; importing it is never necessary."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy.typing

from ._native import Affine


class _Pair(Protocol):
    """Anything with two numbers by index, such as a vector of another library."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...


Number: TypeAlias = SupportsFloat | SupportsIndex
#: A point or vector: (x, y), a list, an array, or a vector of pygame, pyglet or pymunk.
Point: TypeAlias = tuple[Number, Number] | Sequence[float] | _Pair
#: Points: an iterable of them, or an array of shape (n, 2).
Points: TypeAlias = Iterable[Point] | numpy.typing.ArrayLike
#: Where something is placed: an affine map, or a position.
Transform: TypeAlias = Affine | Point


class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None, /) -> tuple[object, object]: ...


class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...


#: A column or table with the PyCapsule interface of Arrow: of pyarrow, polars, DuckDB and others.
Arrow: TypeAlias = _ArrowArray | _ArrowStream
#: An array of NumPy, what NumPy makes one of, buffers among it, or rows of numbers in Arrow.
Array: TypeAlias = numpy.typing.ArrayLike | Arrow
#: What `json.loads` returns.
Json: TypeAlias = Any

Verdict: TypeAlias = Literal["separated", "touching", "overlapping"]
Relation: TypeAlias = Literal["same", "a_in_b", "b_in_a", "overlapping", "touching", "apart"]
Inside: TypeAlias = Literal["hit", "skip", "exit"]
Stop: TypeAlias = Literal["touching", "overlapping"]
Level: TypeAlias = Literal["bounds", "corners", "exact"]
ChainEnds: TypeAlias = Literal["open", "closed"]
Sidedness: TypeAlias = Literal["both", "left"]
Detail: TypeAlias = Literal["touch", "near", "push"]
TouchPolicy: TypeAlias = Literal["counts", "ignored"]
BroadPhase: TypeAlias = Literal["auto", "brute", "sweep", "tree"]
Children: TypeAlias = Literal["remove", "release", "adopt"]
EventKind: TypeAlias = Literal["enter", "stay", "exit"]
SeenBy: TypeAlias = Literal["a", "b", "both"]
ExitReason: TypeAlias = Literal["removed", "disabled", "filtered", "reshaped", "separated"]
Question: TypeAlias = Literal["overlaps", "contains", "contacts", "within", "nearest"]
Response: TypeAlias = Literal["slide", "stop", "bounce", "cross", "ignore"]
Pace: TypeAlias = Literal["project", "keep", "level"]
Side: TypeAlias = Literal["free", "cover", "inside"]
Connectivity: TypeAlias = Literal["four", "eight"]
Fill: TypeAlias = Literal["none", "holes", "bays"]
Effort: TypeAlias = Literal["fast", "best"]
Edges: TypeAlias = Literal["pixels", "alpha"]
