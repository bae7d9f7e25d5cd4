"""
The native part of jostle; import the package `jostle` instead.
"""

import collections.abc
import typing

import numpy
import numpy.typing

import jostle.types

from _typeshed import SupportsGetItem
from typing import Any, Final, SupportsFloat, SupportsIndex, final

__all__ = ["Aabb", "Affine", "CastFound", "Closest", "Contact", "Crossing", "Cuts", "DebugDraw", "Event", "Filter", "Footing", "Gap", "Hit", "Hitbox", "LineCrossing", "Manifold", "ManifoldPoint", "Motion", "Nearest", "NearestPair", "OrientedBox", "Outline", "Placed", "PlacedList", "RayHit", "Region", "RegionPolygon", "Replay", "Report", "Ring", "Shape", "Slid", "Slide", "SlideTouch", "StagedTest", "StepOptions", "WeldGroup", "WeldReport", "WhyNot", "World", "WorldRayHit", "WorldStats", "bounds_of", "decode", "degrees_to_radians", "intersect_lines", "intersect_segments", "pairs", "pairs_between", "project_edge", "to_arrow", "trace", "weld"]

@final
class Aabb:
    """
    An axis-aligned box from `min` to `max`, both (x, y).
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, min: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], max: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Aabb: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def center(self, /) -> tuple[float, float]:
        """
        The middle.
        """
    def contains(self, /, point: jostle.types.Point) -> bool:
        """
        Returns True if a point lies in the closed box.
        """
    @property
    def half_extents(self, /) -> tuple[float, float]:
        """
        Half the width and half the height.
        """
    def intersection(self, /, other: Aabb) -> Aabb | None:
        """
        Returns the common box, or None.
        """
    @property
    def max(self, /) -> tuple[float, float]:
        """
        The largest coordinates.
        """
    @property
    def min(self, /) -> tuple[float, float]:
        """
        The smallest coordinates.
        """
    def overlaps(self, /, other: Aabb) -> bool:
        """
        Returns True if the closed boxes share a point.
        """
    def overlaps_interior(self, /, other: Aabb) -> bool:
        """
        Returns True if the open boxes share a point: touching does not count.
        """
    @property
    def size(self, /) -> tuple[float, float]:
        """
        Width and height.
        """
    def union(self, /, other: Aabb) -> Aabb:
        """
        Returns the smallest box around both.
        """

@final
class Affine:
    """
    An affine map: position, rotation, scale, skew and pivot, or a matrix; x' = a·x + c·y + tx and
    y' = b·x + d·y + ty. Positive angles turn x toward y.

    >>> import jostle
    >>> jostle.Affine.at(3, 4).scaled(2, 2).transform_point((1, 0))
    (5.0, 4.0)
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, a: SupportsFloat | SupportsIndex = 1.0, b: SupportsFloat | SupportsIndex = 0.0, c: SupportsFloat | SupportsIndex = 0.0, d: SupportsFloat | SupportsIndex = 1.0, tx: SupportsFloat | SupportsIndex = 0.0, ty: SupportsFloat | SupportsIndex = 0.0) -> Affine:
        """
        Makes a map of the six numbers of its matrix; without arguments the identity.
        """
    def __reduce__(self, /) -> tuple[type, tuple[float, float, float, float, float, float]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def at(x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex) -> Affine:
        """
        Makes the translation to (x, y).
        """
    @staticmethod
    def from_json(form: jostle.types.Json) -> Affine:
        """
        Reads the JSON form, as a dict of parts or of a matrix.

        Raises JostleError, which names the place and the fault.
        """
    @staticmethod
    def from_parts(position: jostle.types.Point = ..., rotation: float = 0.0, scale: jostle.types.Point = ..., skew: jostle.types.Point = ..., pivot: jostle.types.Point = ...) -> Affine:
        """
        Makes a map of its parts, which compose as in PixiJS; angles are radians.
        """
    def inverse(self, /) -> Affine | None:
        """
        Returns the inverse, or None for a map that flattens.
        """
    def is_finite(self, /) -> bool:
        """
        Returns True if all six numbers are finite.
        """
    def moved(self, /, offset: jostle.types.Point) -> Affine:
        """
        Returns the map followed by a translation.
        """
    def pivoted(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the map that puts the local point (x, y) where the origin was.
        """
    def rotated(self, /, radians: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the map with its own frame turned by an angle in radians, x toward y.
        """
    def rotated_degrees(self, /, degrees: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the map with its own frame turned by degrees; multiples of 90 are exact.
        """
    def scaled(self, /, sx: SupportsFloat | SupportsIndex, sy: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the map with its own frame scaled; negative factors mirror.
        """
    def skewed(self, /, kx: SupportsFloat | SupportsIndex, ky: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the map with its own frame skewed by two angles in radians.
        """
    def to_json(self, /) -> jostle.types.Json:
        """
        Writes the JSON form, as a dict.
        """
    def to_matrix(self, /) -> tuple[float, float, float, float, float, float]:
        """
        Returns the matrix (a, b, c, d, tx, ty).
        """
    def transform_point(self, /, point: jostle.types.Point) -> tuple[float, float]:
        """
        Maps a point.
        """
    def transform_vector(self, /, vector: jostle.types.Point) -> tuple[float, float]:
        """
        Maps a vector: without the translation.
        """
    def under(self, /, parent: Affine) -> Affine:
        """
        Returns the map below a parent.
        """

@final
class CastFound:
    """
    A collider that a moving shape met; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, key: SupportsIndex, fraction: SupportsFloat | SupportsIndex, latest: SupportsFloat | SupportsIndex, certain: bool, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], part: SupportsIndex, edge: SupportsIndex) -> CastFound: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def certain(self, /) -> bool:
        """
        False if the shapes come nearer than the tolerance, but no contact was proven.
        """
    @property
    def edge(self, /) -> int:
        """
        The number of the edge of that part.
        """
    @property
    def fraction(self, /) -> float:
        """
        No contact with it before this fraction of the motion; rounded down.
        """
    @property
    def key(self, /) -> int:
        """
        The key of the collider.
        """
    @property
    def latest(self, /) -> float:
        """
        A contact lies between `fraction` and this where `certain`; rounded up.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit outward normal of the collider there.
        """
    @property
    def part(self, /) -> int:
        """
        The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        A point of the collider's boundary at the contact.
        """

@final
class Closest:
    """
    The place of a point relative to a shape; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], separation: SupportsFloat | SupportsIndex, normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Closest: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit vector from the shape toward the point; inside, the shortest way out.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        The point of the closed shape nearest to the query point: itself, if it is inside.
        """
    @property
    def separation(self, /) -> float:
        """
        Above 0 outside, 0 on the boundary, below 0 inside.
        """

@final
class Contact:
    """
    A contact of two shapes that touch or overlap; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], depth: SupportsFloat | SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], on_a: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], on_b: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Contact: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> float:
        """
        Length of the push; 0 when touching, infinite when no translation separates.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit vector from a to b: the way b has to go.
        """
    @property
    def on_a(self, /) -> tuple[float, float]:
        """
        The point of a that lies deepest in b.
        """
    @property
    def on_b(self, /) -> tuple[float, float]:
        """
        The point of b that lies deepest in a.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        The middle between the witness points.
        """
    @property
    def push_a(self, /) -> tuple[float, float]:
        """
        The translation that moves a out of b; zero where nothing separates.
        """
    @property
    def push_b(self, /) -> tuple[float, float]:
        """
        The translation that moves b out of a; zero where nothing separates.
        """

@final
class Crossing:
    """
    A point where two boundaries meet.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], edge_a: SupportsIndex, fraction_a: SupportsFloat | SupportsIndex, edge_b: SupportsIndex, fraction_b: SupportsFloat | SupportsIndex) -> Crossing: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def edge_a(self, /) -> int:
        """
        The number of the edge of a.
        """
    @property
    def edge_b(self, /) -> int:
        """
        The number of the edge of b.
        """
    @property
    def fraction_a(self, /) -> float:
        """
        How far along that edge, from 0 to 1.
        """
    @property
    def fraction_b(self, /) -> float:
        """
        How far along that edge.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        Where, in the world.
        """

@final
class Cuts:
    """
    Areas that cut the plane, for joins by parts: each gets the items whose boxes meet it, and
    `PlacedList.join` with `area` then finds each pair once.

    `bounds` are boxes of a sample, rows of x_min, y_min, x_max, y_max; an area is cut until those that meet it
    are at most `most`. Crowded places get small areas.

    >>> from jostle import Cuts
    >>> cuts = Cuts([[x, 0, x + 0.5, 1] for x in range(100)], 30)
    >>> len(cuts.areas())
    4
    >>> rows, areas = cuts.assign([[10, 0, 30, 1]])
    >>> rows.tolist(), areas.tolist()
    ([0, 0], [0, 1])
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, bounds: jostle.types.Array, most: float, costs: numpy.typing.ArrayLike | None = None) -> Cuts: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    def areas(self, /) -> numpy.typing.NDArray[numpy.float32]:
        """
        Returns the areas, rows of x_min, y_min, x_max, y_max; the outer ones have no end.
        """
    def assign(self, /, bounds: jostle.types.Array, reach: float = 0.0) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
        """
        Finds the areas that boxes meet, grown by `reach`, which is the distance of "within" for the left list:
        the numbers of boxes, and of an area for each.
        """

@final
class DebugDraw:
    """
    Lines and texts that show a world.
    """
    def __repr__(self, /) -> str: ...
    @property
    def colors(self, /) -> Any:
        """
        Red, green, blue and alpha of each line, from 0 to 255.
        """
    @property
    def lines(self, /) -> Any:
        """
        Rows of x and y of the start, x and y of the end.
        """
    @property
    def texts(self, /) -> list[tuple[tuple[float, float], str]]:
        """
        Texts and their places.
        """

@final
class Event:
    """
    One pair's news of a step; a is the collider that was added first.

    The stream of a pair is enter, stay, ..., stay, exit, again and again: one exit for every enter, for any
    reason. An exit carries the data of both, also if one was removed.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, other: object, /) -> bool: ...
    def __new__(cls, /, kind: jostle.types.EventKind, a: int, b: int, data_a: typing.Any = None, data_b: typing.Any = None, seen_by: jostle.types.SeenBy = ..., sensor: bool = False, contact: Contact | None = None, parts: list[tuple[int, int]] = ..., reason: jostle.types.ExitReason | None = None) -> Event: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def a(self, /) -> int:
        """
        The key of the collider that was added first.
        """
    @property
    def b(self, /) -> int:
        """
        The key of the other.
        """
    @property
    def contact(self, /) -> Contact | None:
        """
        The contact that the step computed; None for exits, sensors and colliders of detail "touch".
        """
    @property
    def data_a(self, /) -> Any:
        """
        The data of a.
        """
    @property
    def data_b(self, /) -> Any:
        """
        The data of b.
        """
    @property
    def is_enter(self, /) -> bool:
        """
        True if the pair began to touch.
        """
    @property
    def kind(self, /) -> str:
        """
        "enter", "stay" or "exit".
        """
    @property
    def parts(self, /) -> list[tuple[int, int]]:
        """
        The parts that touch if a compound or a tile grid takes part, as pairs of their numbers.
        """
    @property
    def push_a(self, /) -> tuple[float, float]:
        """
        The translation that moves a out of b; zero for sensors and without a contact.
        """
    @property
    def push_b(self, /) -> tuple[float, float]:
        """
        The translation that moves b out of a; zero for sensors and without a contact.
        """
    @property
    def reason(self, /) -> str | None:
        """
        Why the pair of an exit does not touch any more; None for other events.
        """
    @property
    def seen_by(self, /) -> str:
        """
        The direction of seeing: "a" sees the other, "b" does, or "both".
        """
    @property
    def sensor(self, /) -> bool:
        """
        True if one of them is a sensor.
        """

@final
class Filter:
    """
    Which colliders a query sees: those on some of the layers, without those in `except_`, and of them those
    for which `only(key, data)` returns a true value.
    """
    def __new__(cls, /, *, layers: int = ..., except_: collections.abc.Iterable[int] | None = None, only: collections.abc.Callable[[int, typing.Any], object] | None = None) -> Filter: ...
    def __repr__(self, /) -> str: ...

@final
class Footing:
    """
    What a collider stands on, for its next slide.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, key: SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Footing: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def key(self, /) -> int:
        """
        The key of the floor.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        Where the collider stands, in the frame of the floor's shape.
        """

@final
class Gap:
    """
    The signed distance between two shapes; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, separation: SupportsFloat | SupportsIndex, normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], on_a: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], on_b: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Gap: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> float:
        """
        The depth: 0 where the shapes touch or are apart.
        """
    @property
    def distance(self, /) -> float:
        """
        The distance: 0 where the shapes touch or overlap.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit vector from a to b.
        """
    @property
    def on_a(self, /) -> tuple[float, float]:
        """
        The witness point on a: nearest to b, or deepest inside it.
        """
    @property
    def on_b(self, /) -> tuple[float, float]:
        """
        The witness point on b.
        """
    @property
    def separation(self, /) -> float:
        """
        Above 0 apart, 0 touching, below 0 overlapping; -inf where no translation separates.
        """

@final
class Hit:
    """
    The first contact of shapes that move; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, fraction: SupportsFloat | SupportsIndex, latest: SupportsFloat | SupportsIndex, certain: bool, normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Hit: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def certain(self, /) -> bool:
        """
        False if the shapes come nearer than the tolerance, but no contact was proven.
        """
    @property
    def fraction(self, /) -> float:
        """
        No contact before this fraction of the motion; rounded down.
        """
    @property
    def latest(self, /) -> float:
        """
        A contact lies between `fraction` and this where `certain`; rounded up.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit normal from a to b at the contact.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        A point of b's boundary at the contact.
        """
    def safe(self, /, shape: Shape, start: Affine, motion: Motion | jostle.types.Point, other: Placed) -> float | None:
        """
        Returns the largest fraction found, up to this hit's, at which the rounded pose of the moving shape does
        not overlap `other`; None if not even the start is free.
        """

@final
class Hitbox:
    """
    A traced picture; y runs down, pixel (x, y) is the unit square from (x, y).
    """
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None:
        """
        Draws the outline and its pieces for a notebook.
        """
    def export(self, /, format: str, name: str = "sprite") -> list[tuple[str, str]]:
        """
        Writes the hitbox as files, pairs of a name and a text. `format` is "json", "svg", "phaser", "tsx",
        "tres", "libgdx", "rube", "pixi", "ron" or "h"; `name` is the picture's without its ending.
        """
    @property
    def fit(self, /) -> str | None:
        """
        The kind of the simple shape, if one was requested and is good enough.
        """
    @property
    def outline(self, /) -> list[Ring]:
        """
        The rings of the outline.
        """
    @property
    def pieces(self, /) -> list[list[tuple[float, float]]]:
        """
        Convex pieces that make up the outline; empty unless requested.
        """
    @property
    def pivot(self, /) -> tuple[float, float]:
        """
        The point in pixels that the frame is placed by.
        """
    @property
    def report(self, /) -> Report:
        """
        The measured numbers.
        """
    @property
    def shape(self, /) -> Shape | None:
        """
        The outline as a shape in pixels; None if nothing is solid.
        """
    @property
    def size(self, /) -> tuple[int, int]:
        """
        Width and height of the picture.
        """
    def to_pivot(self, /) -> Affine:
        """
        Returns the map from pixels to the frame whose origin is the pivot; put it under the sprite's transform.
        """
    def with_pivot(self, /, x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex) -> Hitbox:
        """
        Returns the hitbox with another pivot.
        """

@final
class LineCrossing:
    """
    The point that two lines or segments share.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], on_a: SupportsFloat | SupportsIndex, on_b: SupportsFloat | SupportsIndex) -> LineCrossing: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def on_a(self, /) -> float:
        """
        The place on a as a fraction from its first point to its second.
        """
    @property
    def on_b(self, /) -> float:
        """
        The place on b, as a fraction.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        The crossing.
        """

@final
class Manifold:
    """
    The contact of two shapes: one or two points.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], points: SupportsGetItem[int, ManifoldPoint]) -> Manifold: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit vector from a to b, the contact's.
        """
    @property
    def points(self, /) -> list[ManifoldPoint]:
        """
        One point or two, by x, or by y along a steep face.
        """

@final
class ManifoldPoint:
    """
    A point of a contact manifold.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], depth: SupportsFloat | SupportsIndex, id: SupportsIndex) -> ManifoldPoint: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def depth(self, /) -> float:
        """
        The depth there; 0 if the shapes only touch.
        """
    @property
    def id(self, /) -> int:
        """
        What meets here, in 52 bits: the same number as long as the same features meet.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        The middle between the two surfaces, along the normal.
        """

@final
class Motion:
    """
    How a shape moves from time 0 to time 1.

    >>> from jostle import Motion, Shape
    >>> blade, post = Shape.rect_half((4, 0.1)).place(), Shape.circle(0.5).place((0, 3))
    >>> 0.2 < blade.sweep(post, Motion().turning_degrees(360)).fraction < 0.25
    True
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /) -> Motion:
        """
        Makes a motion that stays.
        """
    def __reduce__(self, /) -> tuple[object, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _from_text(text: str) -> Motion:
        """
        Reads what pickle keeps of a motion.
        """
    def about(self, /, point: jostle.types.Point) -> Motion:
        """
        Returns the motion that turns and scales about a point of the world, given at time 0.
        """
    def at(self, /, start: Affine, t: SupportsFloat | SupportsIndex) -> Affine:
        """
        Returns the transform at time `t` of what `start` places at time 0.
        """
    @staticmethod
    def between(then: Affine, now: Affine, radians: float = 0.0) -> Motion:
        """
        Makes the motion from one transform to another, that turns by `radians` on the way.
        """
    @staticmethod
    def by(x: SupportsFloat | SupportsIndex, y: SupportsFloat | SupportsIndex) -> Motion:
        """
        Makes a translation by (x, y).
        """
    def is_finite(self, /) -> bool:
        """
        Returns True if all numbers are finite.
        """
    def scaling(self, /, sx: SupportsFloat | SupportsIndex, sy: SupportsFloat | SupportsIndex) -> Motion:
        """
        Returns the motion with factors of scale that are reached at time 1.
        """
    def starting_at(self, /, start: Affine) -> Motion:
        """
        Returns the motion of a shape whose transform at time 0 is `start`: its axes are those that scale.
        """
    def turning(self, /, radians: SupportsFloat | SupportsIndex) -> Motion:
        """
        Returns the motion with a turn by `radians` on the way, x toward y: any number of turns.
        """
    def turning_degrees(self, /, degrees: SupportsFloat | SupportsIndex) -> Motion:
        """
        Returns the motion with a turn by `degrees` on the way; multiples of 90 are exact.
        """
    def under(self, /, parent: Motion) -> Motion:
        """
        Returns the motion under a parent that moves too.
        """

@final
class Nearest:
    """
    A collider near a point.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, key: SupportsIndex, distance: SupportsFloat | SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> Nearest: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def distance(self, /) -> float:
        """
        The distance; 0 if it contains the point.
        """
    @property
    def key(self, /) -> int:
        """
        Its key.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit vector from it toward the point.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        Its point that is nearest.
        """

@final
class NearestPair:
    """
    The two colliders of a world that are nearest to each other.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, a: SupportsIndex, b: SupportsIndex, gap: Gap) -> NearestPair: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def a(self, /) -> int:
        """
        The key of the collider that was added first.
        """
    @property
    def b(self, /) -> int:
        """
        The key of the other.
        """
    @property
    def gap(self, /) -> Gap:
        """
        Their gap.
        """

@final
class OrientedBox:
    """
    The smallest box around a shape, turned.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, center: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], half: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], rot: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> OrientedBox: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def center(self, /) -> tuple[float, float]:
        """
        The middle.
        """
    @property
    def corners(self, /) -> list[tuple[float, float]]:
        """
        The four corners in positive order.
        """
    @property
    def half(self, /) -> tuple[float, float]:
        """
        Half the lengths along the turned x and y axes.
        """
    @property
    def rot(self, /) -> tuple[float, float]:
        """
        The direction of its x axis, as (cosine, sine).
        """

@final
class Outline:
    """
    A polyline to draw.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, points: SupportsGetItem[int, tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]], closed: bool) -> Outline: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def closed(self, /) -> bool:
        """
        True if the last point is joined to the first.
        """
    @property
    def points(self, /) -> list[tuple[float, float]]:
        """
        The points.
        """

@final
class Placed:
    """
    A shape under a transform, ready for questions; world frame.

    Touching counts everywhere but in `overlaps_interior`. Verdicts are exact; numbers are computed in 64 bits
    and rounded once to 32.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[object, tuple[Shape, Affine]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None:
        """
        Draws the shape for a notebook.
        """
    @property
    def area(self, /) -> float | None:
        """
        The area; None for unbounded shapes.
        """
    @property
    def bounds(self, /) -> Aabb:
        """
        The smallest axis-aligned box, rounded outward; infinite for half-planes.
        """
    def candidate_count(self, /, other: Placed, limit: int) -> int:
        """
        Counts the pairs of edges whose boxes overlap, up to a limit, before a question is asked that takes time in
        proportion to them; two convex parts are one pair.
        """
    def cast(self, /, other: Placed, translation: jostle.types.Point, *, stop: jostle.types.Stop = "touching", inside: jostle.types.Inside = "hit", skin: float = 0.0) -> Hit | None:
        """
        Finds when this shape, moved straight by `translation`, first meets another; None proves that they do
        not meet.

        `stop` is "touching", or "overlapping" where sliding along does not count; `inside` decides about a start
        in an overlap; the other is grown by `skin`.
        """
    @property
    def centroid(self, /) -> tuple[float, float] | None:
        """
        The center of the area; None for unbounded shapes.
        """
    def closest(self, /, point: jostle.types.Point) -> Closest:
        """
        Finds the point of the shape that is nearest to a point, with the signed distance.
        """
    def contact(self, /, other: Placed) -> Contact | None:
        """
        Finds the contact, or None where the shapes are apart. `push_a` moves this shape out of the other.
        """
    def contacts(self, /, other: Placed) -> list[Contact]:
        """
        Finds one contact for each face that the shapes touch at.
        """
    def contains(self, /, other: Placed) -> bool:
        """
        Returns True if the other shape is a subset of this one.
        """
    def contains_point(self, /, point: jostle.types.Point) -> bool:
        """
        Returns True if a point lies in the closed shape.
        """
    def corners(self, /) -> list[tuple[float, float]] | None:
        """
        Returns the corners of a rectangle without a radius; None for other shapes.
        """
    def crossings(self, /, other: Placed) -> list[Crossing]:
        """
        Lists the points where the boundaries cross.
        """
    def edge(self, /, number: int) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """
        Returns the ends of the edge with this number; None if there is none.
        """
    def gap(self, /, other: Placed) -> Gap:
        """
        Measures the signed separation, with normal and witness points.
        """
    def manifold(self, /, other: Placed) -> Manifold | None:
        """
        Finds one or two contact points for a solver, or None where the shapes are apart.
        """
    def moved(self, /, offset: jostle.types.Point) -> Placed:
        """
        Places the same shape with its transform moved by an offset.

        Raises JostleError if that leaves the range of 32-bit floats.
        """
    def oriented_bounds(self, /) -> OrientedBox | None:
        """
        Returns the smallest box of any direction; None for unbounded shapes.
        """
    def outline(self, /, tolerance: float = 0.0, window: Aabb | None = None) -> list[Outline]:
        """
        Returns polylines to draw. Curves are flattened within `tolerance`, a length; half-planes are cut off
        at `window`.
        """
    def overlaps(self, /, other: Placed) -> bool:
        """
        Returns True if the shapes share a point: touching counts.
        """
    def overlaps_interior(self, /, other: Placed) -> bool:
        """
        Returns True if the interiors share a point: touching does not count.
        """
    @property
    def perimeter(self, /) -> float | None:
        """
        The length of the boundary; None for unbounded shapes.
        """
    def project(self, /, axis: jostle.types.Point) -> tuple[float, float]:
        """
        Returns the least and greatest dot product of the shape's points with an axis.
        """
    def ray(self, /, origin: jostle.types.Point, translation: jostle.types.Point, inside: jostle.types.Inside = "hit") -> RayHit | None:
        """
        Finds where the ray from `origin` over `translation` first hits the shape, or None.

        `inside` decides about a ray that starts inside: "hit" answers fraction 0, "skip" leaves the shape out,
        "exit" finds the first boundary point.
        """
    def region(self, /, other: Placed, tolerance: float = 0.0) -> Region | None:
        """
        Cuts out the common area; None where it is unbounded. Curves are flattened within `tolerance`, a
        length; 0 stands for 2e-6 of the smaller shape's size.
        """
    def relation(self, /, other: Placed) -> jostle.types.Relation:
        """
        Returns the first that holds of "same", "a_in_b", "b_in_a", "overlapping", "touching" and "apart".
        """
    @property
    def shape(self, /) -> Shape:
        """
        The shape that was placed.
        """
    def sweep(self, /, other: Placed, motion: Motion | jostle.types.Point, other_motion: Motion | jostle.types.Point | None = None, *, stop: jostle.types.Stop = "touching", inside: jostle.types.Inside = "hit", skin: float = 0.0) -> Hit | None:
        """
        Finds when this shape first meets another while both move, each by a Motion or a translation; None proves
        that they do not meet. The arguments are those of `cast`.
        """
    def test_until(self, /, other: Placed, level: jostle.types.Level = "exact") -> StagedTest:
        """
        Tests up to a stage: boxes, corners in the other, or exactly.
        """
    @property
    def transform(self, /) -> Affine:
        """
        The transform that it was placed under.
        """
    def verdict(self, /, other: Placed) -> jostle.types.Verdict:
        """
        Returns "separated", "touching" or "overlapping".
        """
    def why(self, /, other: Placed) -> jostle.types.Json:
        """
        Returns a proof of the verdict that exact arithmetic can check, as a dict.
        """

@final
class PlacedList:
    """
    Many placed shapes in one object, for questions about all of them in one call.

    Calls that take a second list compare item i with item i of the other; a list of length 1 stands for as
    many as needed. `pairs` and `contacts` compare all with all. The GIL is released while they run.

    >>> import numpy
    >>> from jostle import PlacedList, Shape
    >>> balls = PlacedList.place(Shape.circle(1), numpy.array([[0, 0], [1.5, 0], [9, 9]]))
    >>> balls.pairs().tolist()
    [[0, 1]]
    """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, placed: collections.abc.Iterable[Placed] | None = None) -> PlacedList:
        """
        Makes a list of placed shapes.
        """
    def __reduce__(self, /) -> tuple[object, tuple[object, ...]]: ...
    def __repr__(self, /) -> str: ...
    def areas(self, /) -> numpy.typing.NDArray[numpy.float32]:
        """
        The area of each; NaN for unbounded shapes.
        """
    def bounds(self, /) -> numpy.typing.NDArray[numpy.float32]:
        """
        The smallest box of each, rows of x_min, y_min, x_max, y_max.
        """
    @staticmethod
    def boxes(bounds: jostle.types.Array) -> PlacedList:
        """
        Places axis-aligned boxes: rows of x_min, y_min, x_max, y_max.
        """
    @staticmethod
    def circles(circles: jostle.types.Array) -> PlacedList:
        """
        Places circles: rows of x, y and radius.
        """
    def contacts(self, /, other: PlacedList | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the contacts of all pairs that share a point, of this list or of this and another: a structured
        array with the field `pair` and the fields of Contact, sorted by pair.
        """
    def contacts_each(self, /, other: PlacedList) -> numpy.typing.NDArray[typing.Any]:
        """
        Returns a structured array with the fields of Contact, one row for each item; all are NaN where the
        two are apart.
        """
    def contains(self, /, other: PlacedList) -> numpy.typing.NDArray[numpy.bool]:
        """
        Returns an array of truth values: True where item i contains item i of the other list.
        """
    def distances(self, /, other: PlacedList) -> numpy.typing.NDArray[numpy.float32]:
        """
        Returns the distance of item i to item i of the other list; 0 where they share a point.
        """
    @staticmethod
    def from_bytes(shapes: collections.abc.Iterable[bytes] | jostle.types.Arrow) -> PlacedList:
        """
        Places shapes from the bytes that `Shape.to_bytes` writes, where those have them: an iterable, or a column
        of Arrow.

        Raises JostleError; its `path` begins with the number of the bytes.
        """
    @staticmethod
    def from_json(forms: collections.abc.Iterable[str] | jostle.types.Arrow) -> PlacedList:
        """
        Places shapes from their JSON forms, texts that may have a "transform" key beside the shape's own: an
        iterable, or a column of Arrow.

        Raises JostleError; its `path` begins with the number of the text.
        """
    def gaps(self, /, other: PlacedList) -> numpy.typing.NDArray[typing.Any]:
        """
        Returns a structured array with the fields of Gap, one row for each item.
        """
    def join(self, /, other: PlacedList, question: jostle.types.Question = "overlaps", *, distance: float = 0.0, count: int = 1, memory: int = ..., threads: int | None = 0, area: tuple[float, float, float, float] | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Joins this list with another by tiles: all pairs for which a question has an answer, sorted.

        `question` is "overlaps", "contains" (this contains the other), "contacts", "within" a `distance`, or
        "nearest", which finds `count` items of the other list for each of this. Returns a structured array with
        the field `pair` and, for contacts, the fields of Contact; for "within" those of Gap; for "nearest"
        `distance`, nearest first. At most `memory` bytes of placed shapes are copied at a time, on at most `threads`
        threads, 0 or None for all of the machine; neither shows in the result. The result itself is not in `memory`:
        where there is hardly room for it, it raises MemoryError. The GIL is released.

        With `area`, (x_min, y_min, x_max, y_max), it finds the pairs that belong to a part of the plane, such as
        `Cuts` makes; not for "nearest".
        """
    def overlaps(self, /, other: PlacedList) -> numpy.typing.NDArray[numpy.bool]:
        """
        Returns an array of truth values: True where item i shares a point with item i of the other list.
        """
    def overlaps_interior(self, /, other: PlacedList) -> numpy.typing.NDArray[numpy.bool]:
        """
        Returns an array of truth values: True where the interiors share a point.
        """
    def pairs(self, /, other: PlacedList | None = None) -> numpy.typing.NDArray[numpy.uint32]:
        """
        Finds all pairs that share a point, of this list or of this and another: an array of shape (m, 2),
        sorted.
        """
    @staticmethod
    def place(shapes: Shape | collections.abc.Iterable[Shape], transforms: jostle.types.Array) -> PlacedList:
        """
        Places shapes: one shape for all rows, or one for each; `transforms` has the shape (n, 2) for positions,
        (n, 3) for x, y and radians, (n, 5) with two factors of scale, or (n, 6) for matrices.
        """
    @staticmethod
    def polygons(points: jostle.types.Array, offsets: numpy.typing.ArrayLike) -> PlacedList:
        """
        Places polygons without holes from all their points, and where each begins: `offsets` has one entry
        more than there are polygons, and polygon i has the points from offsets[i] to offsets[i + 1].
        """
    def take(self, /, numbers: numpy.typing.ArrayLike) -> PlacedList:
        """
        Returns the list of the items with these numbers, in their order; or, of an array of truth values, one for
        each item, those where it is True.

        Raises JostleError for a number outside the list, and for numbers that are not whole.
        """
    def total_bounds(self, /) -> Aabb | None:
        """
        The smallest box around all; None for an empty list.
        """

@final
class RayHit:
    """
    A hit of a ray; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, fraction: SupportsFloat | SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> RayHit: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def fraction(self, /) -> float:
        """
        Fraction of the translation, from 0 to 1.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit outward normal there.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        The point hit.
        """

@final
class Region:
    """
    The area that two shapes have in common.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, area: SupportsFloat | SupportsIndex, polygons: SupportsGetItem[int, RegionPolygon]) -> Region: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def area(self, /) -> float:
        """
        The area; 0 for an empty region.
        """
    @property
    def polygons(self, /) -> list[RegionPolygon]:
        """
        The polygons that make up the region.
        """

@final
class RegionPolygon:
    """
    One connected piece of a region.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, points: SupportsGetItem[int, tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]], holes: SupportsGetItem[int, SupportsGetItem[int, tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]]]) -> RegionPolygon: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def holes(self, /) -> list[list[tuple[float, float]]]:
        """
        Rings, each implicitly closed.
        """
    @property
    def points(self, /) -> list[tuple[float, float]]:
        """
        The outer ring, implicitly closed.
        """

@final
class Replay:
    """
    Does the calls of a journal again, to the same hash.

    >>> from jostle import Replay, Shape, World
    >>> world = World()
    >>> world.record()
    >>> _ = world.add(Shape.circle(1))
    >>> _ = world.step()
    >>> replay = Replay()
    >>> for line in world.take_journal().splitlines():
    ...     _ = replay.apply(line)
    >>> replay.hash() == world.hash()
    True
    """
    def __new__(cls, /) -> Replay: ...
    def apply(self, /, op: str | jostle.types.Json) -> list[jostle.types.Json] | None:
        """
        Does one call, a line of JSON or the dict that it reads as. A step returns its events as dicts, with the
        journal's numbers for keys; other calls return None.

        Raises JostleError for a line that is no call, or one that the world refuses.
        """
    def hash(self, /) -> int:
        """
        Returns a hash of the state of the world.
        """

@final
class Report:
    """
    Measured numbers of a hitbox, against the mask that it was traced from.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, rings: SupportsIndex, vertices: SupportsIndex, iou: SupportsFloat | SupportsIndex, soft_iou: SupportsFloat | SupportsIndex, deviation_outward: SupportsFloat | SupportsIndex, deviation_inward: SupportsFloat | SupportsIndex, area_error: SupportsFloat | SupportsIndex, milliseconds: SupportsFloat | SupportsIndex) -> Report: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def area_error(self, /) -> float:
        """
        The area where outline and mask differ, as a share of the mask's area.
        """
    @property
    def deviation_inward(self, /) -> float:
        """
        The farthest that the mask's region reaches from the outline's, in pixels.
        """
    @property
    def deviation_outward(self, /) -> float:
        """
        The farthest that the outline's region reaches from the mask's, in pixels.
        """
    @property
    def iou(self, /) -> float:
        """
        Area of the intersection of outline and mask over that of their union.
        """
    @property
    def milliseconds(self, /) -> float:
        """
        The time that tracing took.
        """
    @property
    def rings(self, /) -> int:
        """
        Rings of the outline, holes included.
        """
    @property
    def soft_iou(self, /) -> float:
        """
        The same with each pixel's alpha as its share.
        """
    @property
    def vertices(self, /) -> int:
        """
        Points of all rings.
        """

@final
class Ring:
    """
    A closed line of an outline, in pixels.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, points: SupportsGetItem[int, tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]], hole: bool, parent: SupportsIndex | None) -> Ring: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def hole(self, /) -> bool:
        """
        True if the inside of the ring is empty.
        """
    @property
    def parent(self, /) -> int | None:
        """
        The number of the ring that this one lies in; None for a ring that lies in none.
        """
    @property
    def points(self, /) -> list[tuple[float, float]]:
        """
        The points.
        """

@final
class Shape:
    """
    A shape: a closed set of points in its own frame, without a place.

    Make one by a static method, place it under a transform, and ask the placed shape. Lengths are in your
    unit, angles in radians. Points are pairs of numbers; lists of points may be arrays of shape (n, 2).
    Constructors raise JostleError for numbers that are not finite, negative sizes, empty lists and outlines
    that cross themselves.

    >>> from jostle import Affine, Shape
    >>> ball = Shape.circle(5).place(Affine.at(3, 4))
    >>> wall = Shape.rect_size((2, 40)).place((9, 0))
    >>> ball.overlaps(wall)
    True
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[object, tuple[bytes]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None:
        """
        Draws the shape for a notebook.
        """
    @staticmethod
    def capsule(a: jostle.types.Point, b: jostle.types.Point, radius: float) -> Shape:
        """
        Makes a capsule: all points within a radius of the segment from a to b.
        """
    @staticmethod
    def chain(points: jostle.types.Points, *, ends: jostle.types.ChainEnds = "open", sided: jostle.types.Sidedness = "both") -> Shape:
        """
        Makes a hollow line through points, which may cross itself. With `sided="left"` rays hit it and
        contacts push out of it only from the left of each edge.
        """
    @staticmethod
    def circle(radius: SupportsFloat | SupportsIndex) -> Shape:
        """
        Makes a circle around the origin; radius 0 is a point.
        """
    @staticmethod
    def circle_at(center: jostle.types.Point, radius: float) -> Shape:
        """
        Makes a circle around a center.
        """
    @staticmethod
    def compound(parts: collections.abc.Iterable[Shape | tuple[Shape, jostle.types.Transform]]) -> Shape:
        """
        Makes the union of shapes: an iterable of shapes, or of pairs of a shape and its transform.
        """
    @staticmethod
    def ellipse(radii: jostle.types.Point) -> Shape:
        """
        Makes an ellipse around the origin from its radii along x and y.
        """
    @staticmethod
    def ellipse_at(center: jostle.types.Point, radii: jostle.types.Point, radians: float = 0.0) -> Shape:
        """
        Makes an ellipse around a center, turned by an angle in radians.
        """
    @staticmethod
    def from_bytes(bytes: bytes) -> Shape:
        """
        Reads the bytes that `to_bytes` writes.
        """
    @staticmethod
    def from_json(form: jostle.types.Json) -> Shape:
        """
        Reads the JSON form, a dict such as {"type": "circle", "radius": 2}.

        Raises JostleError, which names the place and the fault.
        """
    @staticmethod
    def grid(solid: numpy.typing.ArrayLike, cell: jostle.types.Point) -> Shape:
        """
        Makes a tile grid: an array of truth values, one for each cell, row by row, and the size of a cell.
        """
    @staticmethod
    def grid_of_tiles(cells: numpy.typing.ArrayLike, cell: jostle.types.Point, tiles: collections.abc.Iterable[Shape]) -> Shape:
        """
        Makes a tile grid of tiles, which are shapes within the unit square. `cells` is an array of integers,
        row by row: 0 is empty, 1 full, and 2 + i the tile i.
        """
    @staticmethod
    def half_plane(normal: jostle.types.Point, offset: float) -> Shape:
        """
        Makes a half-plane: all points p with normal · p ≤ offset.
        """
    @staticmethod
    def hull(points: jostle.types.Points) -> Shape:
        """
        Makes the smallest convex polygon around points.
        """
    @property
    def kind(self, /) -> str:
        """
        The kind of the shape, such as "circle".
        """
    @staticmethod
    def mask(solid: numpy.typing.ArrayLike) -> Shape:
        """
        Makes the union of the solid pixels of a picture: an array of truth values, one row after the other.
        Pixel (x, y) is the unit square from (x, y).
        """
    def place(self, /, transform: jostle.types.Transform | None = None) -> Placed:
        """
        Places the shape: `transform` is an Affine or a position.

        Raises JostleError if the transform is not finite or takes the shape out of the range of 32-bit floats.
        """
    @staticmethod
    def point(at: jostle.types.Point) -> Shape:
        """
        Makes a point.
        """
    @staticmethod
    def polygon(points: jostle.types.Points, holes: collections.abc.Iterable[jostle.types.Points] | None = None) -> Shape:
        """
        Makes a solid polygon, convex or concave, of either winding, with holes or without.

        Raises JostleError where two edges cross or a hole leaves the outline; `path` names the edge.
        """
    @staticmethod
    def rect_half(half: jostle.types.Point) -> Shape:
        """
        Makes a rectangle around the origin from half its width and half its height.
        """
    @staticmethod
    def rect_half_at(center: jostle.types.Point, half: jostle.types.Point, radians: float = 0.0) -> Shape:
        """
        Makes a rectangle around a center, turned by an angle in radians.
        """
    @staticmethod
    def rect_size(size: jostle.types.Point) -> Shape:
        """
        Makes a rectangle around the origin from width and height.
        """
    @staticmethod
    def segment(a: jostle.types.Point, b: jostle.types.Point) -> Shape:
        """
        Makes a line segment from a to b.
        """
    def to_bytes(self, /) -> bytes:
        """
        Writes the shape as bytes, bit for bit.
        """
    def to_json(self, /) -> jostle.types.Json:
        """
        Writes the JSON form, as a dict.
        """
    @staticmethod
    def triangle(a: jostle.types.Point, b: jostle.types.Point, c: jostle.types.Point) -> Shape:
        """
        Makes a triangle.
        """
    def with_radius(self, /, radius: SupportsFloat | SupportsIndex) -> Shape:
        """
        Returns the shape thickened by a radius: rounded rectangles and polygons, capsules of segments.
        """

@final
class Slid:
    """
    What a slide did; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, moved: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], pushed: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], carried: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], left: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], stepped: SupportsFloat | SupportsIndex, snapped: SupportsFloat | SupportsIndex, floor: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex] | None, wall: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex] | None, ceiling: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex] | None, touches: SupportsGetItem[int, SlideTouch], footing: Footing | None, end: str) -> Slid: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def carried(self, /) -> tuple[float, float]:
        """
        The part that its platform moved it.
        """
    @property
    def ceiling(self, /) -> tuple[float, float] | None:
        """
        The normal of the last ceiling that blocked it.
        """
    @property
    def end(self, /) -> str:
        """
        Why it ended: "done", "stopped", "stuck" in an overlap, or "out_of_legs".
        """
    @property
    def floor(self, /) -> tuple[float, float] | None:
        """
        The normal of the floor on which it ends.
        """
    @property
    def footing(self, /) -> Footing | None:
        """
        What it stands on; pass it to the next slide.
        """
    @property
    def left(self, /) -> tuple[float, float]:
        """
        What was asked for the time that was not spent.
        """
    @property
    def moved(self, /) -> tuple[float, float]:
        """
        From the start to the end, all included.
        """
    @property
    def pushed(self, /) -> tuple[float, float]:
        """
        The part that pushed it out of an overlap.
        """
    @property
    def snapped(self, /) -> float:
        """
        How far it was put down on a floor.
        """
    @property
    def stepped(self, /) -> float:
        """
        How far it went up over ledges.
        """
    @property
    def touches(self, /) -> list[SlideTouch]:
        """
        All that it met, in order.
        """
    @property
    def wall(self, /) -> tuple[float, float] | None:
        """
        The normal of the last wall that blocked it; if two block it in one place, of the one that faces the motion more.
        """

@final
class Slide:
    """
    What a slide is asked to do; world frame.

    `by` is the translation. With `up`, away from the ground, what is no steeper than `max_slope` radians is a
    floor; without it everything is a wall, as seen from above. `step` is the highest ledge that is stepped over,
    `snap` how far below a floor may lie that is followed downhill, `skin` the distance kept from others. `pace` is
    "project", "keep" or "level": how speed counts on slopes. `footing` is that of the last slide, so that
    platforms carry; `legs` is how often the way may bend.

    >>> from jostle import Slide
    >>> Slide((3, 9), up=(0, -1))
    Slide((3.0, 9.0), up=(0.0, -1.0))
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, by: jostle.types.Point, *, up: jostle.types.Point | None = None, max_slope: float = ..., step: float = 0.0, snap: float = 0.0, skin: float = 0.0, pace: jostle.types.Pace = "project", footing: Footing | None = None, legs: int = 8) -> Slide: ...
    def __reduce__(self, /) -> tuple[object, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _from_text(text: str) -> Slide:
        """
        Reads what pickle keeps of a slide.
        """

@final
class SlideTouch:
    """
    Something that a slide met.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, key: SupportsIndex, response: str, fraction: SupportsFloat | SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex]) -> SlideTouch: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def fraction(self, /) -> float:
        """
        The part of the time that was spent before, from 0 to 1.
        """
    @property
    def key(self, /) -> int:
        """
        The key of the collider.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Its unit outward normal there.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        A point of its boundary.
        """
    @property
    def response(self, /) -> str:
        """
        What it did: "slide", "stop", "bounce" or "cross".
        """

@final
class StagedTest:
    """
    The answer of a test in stages.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, hit: bool, certain: bool, level: str) -> StagedTest: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def certain(self, /) -> bool:
        """
        True if no later stage can decide otherwise.
        """
    @property
    def hit(self, /) -> bool:
        """
        True if the shapes meet, as far as the stage can decide.
        """
    @property
    def level(self, /) -> str:
        """
        The stage that decided.
        """

@final
class StepOptions:
    """
    How much steps compute: a detail for solids and for sensors, and whether to report stays.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, solids: str, sensors: str, stays: bool) -> StepOptions: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def sensors(self, /) -> str:
        """
        "touch", "near" or "push".
        """
    @property
    def solids(self, /) -> str:
        """
        "touch", "near" or "push".
        """
    @property
    def stays(self, /) -> bool:
        """
        True if pairs that still touch are reported.
        """

@final
class WeldGroup:
    """
    Several shapes as one.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, shape: Shape, replaces: SupportsGetItem[int, SupportsIndex]) -> WeldGroup: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def replaces(self, /) -> list[int]:
        """
        The numbers of the shapes that it replaces, in order.
        """
    @property
    def shape(self, /) -> Shape:
        """
        The outline or the chain, in the world's frame.
        """

@final
class WeldReport:
    """
    What `weld` made, and what it left.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, welds: SupportsGetItem[int, WeldGroup], left: SupportsGetItem[int, tuple[SupportsIndex, str]]) -> WeldReport: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def left(self, /) -> list[tuple[int, str]]:
        """
        The number of each shape that was left, and why.
        """
    @property
    def welds(self, /) -> list[WeldGroup]:
        """
        The shapes made.
        """

@final
class WhyNot:
    """
    The first rule that keeps two colliders from touching.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, kind: str, message: str, gap: Gap | None) -> WhyNot: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def gap(self, /) -> Gap | None:
        """
        Their gap where they are apart.
        """
    @property
    def kind(self, /) -> str:
        """
        "unknown", "same", "disabled", "no_shape", "team", "layers", "filter", "apart" or "nothing".
        """
    @property
    def message(self, /) -> str:
        """
        A sentence.
        """

@final
class World:
    """
    Colliders that move; each step reports which began to touch, still touch and ended.

    Keys are integers that are never given twice. Edits are seen by the next query without a step. Sets of
    layers are integers whose bit n is layer n; an `enum.IntFlag` serves well.

    `broad_phase` is "auto", "brute", "sweep" or "tree"; `touching` is "counts", or "ignored" for worlds in
    which shapes that only touch do not meet.

    A world may be passed between threads. A call while another thread edits or steps the world raises
    RuntimeError and changes nothing; queries may run side by side.

    >>> from jostle import Shape, World
    >>> world = World()
    >>> hero = world.add(Shape.circle(6), data="hero")
    >>> coin = world.add(Shape.circle(4), (8, 0), data="coin", sensor=True)
    >>> [(event.kind, event.data_a, event.data_b) for event in world.step()]
    [('enter', 'hero', 'coin')]
    """
    def __bool__(self, /) -> bool: ...
    def __contains__(self, key: SupportsIndex, /) -> bool:
        """
        True if a collider of this key is in the world.
        """
    def __len__(self, /) -> int: ...
    def __new__(cls, /, *, broad_phase: jostle.types.BroadPhase = "auto", touching: jostle.types.TouchPolicy = "counts") -> World: ...
    def __reduce__(self, /) -> tuple[object, tuple[bytes, dict[int, typing.Any], str]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        Draws the world for a notebook.
        """
    @staticmethod
    def _restored(snapshot: bytes, data: dict[int, typing.Any], broad: str) -> World:
        """
        Makes the world that was pickled.
        """
    def add(self, /, shape: Shape | None, at: jostle.types.Transform | None = None, *, data: typing.Any = None, parent: int | None = None, layer: int = 0, sees: int = ..., team: int = 0, sensor: bool = False, enabled: bool = True, detail: jostle.types.Detail | None = None) -> int:
        """
        Adds a collider and returns its key. Without a shape it is a group: a transform for others to be below.

        `at` is a position or an Affine, in the frame of the parent. `data` is any object of yours; events and
        answers return it. The collider is on the layers of `layer`, none at first, and meets what it sees or what
        sees it. Two of one team above 0 never meet. A sensor reports events and has no contact. `detail` is
        "touch", "near" or "push": how much of a contact steps compute.

        Raises JostleError if the shape cannot be placed there or the parent is not in this world.
        """
    def add_all(self, /, shapes: Shape | collections.abc.Iterable[Shape], transforms: jostle.types.Array, data: collections.abc.Iterable[typing.Any] | None = None, *, layer: int = 0, sees: int = ..., team: int = 0, sensor: bool = False) -> numpy.typing.NDArray[numpy.uint64]:
        """
        Adds a collider for each row of transforms and returns their keys, an array of 64-bit integers.

        `shapes` is one shape for all or one for each row; `transforms` has the shape (n, 2) for positions,
        (n, 3) for x, y and radians, (n, 5) with two factors of scale, or (n, 6) for matrices. `data` has one
        object for each row. Adds all or, where it raises JostleError, none.
        """
    def all_data(self, /) -> dict[int, typing.Any]:
        """
        Returns the data of all colliders by their keys.
        """
    def apply_transform(self, /, key: SupportsIndex, map: Affine) -> None:
        """
        Applies a map to where a collider is in the world.
        """
    def at_point(self, /, point: jostle.types.Point, filter: Filter | None = None) -> list[int]:
        """
        Lists the keys of the colliders that contain a point, sorted.
        """
    def at_point_each(self, /, points: jostle.types.Array, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the colliders that contain each of many points: a structured array with `key` and `question`.
        """
    @property
    def broad_phase(self, /) -> str:
        """
        The name of the broad phase.
        """
    def cast_all(self, /, shape: Placed, motion: Motion | jostle.types.Point, *, stop: jostle.types.Stop = "touching", inside: jostle.types.Inside = "hit", skin: float = 0.0, filter: Filter | None = None) -> list[CastFound]:
        """
        Lists all that a placed shape meets on its way, sorted by fraction; the arguments are those of `cast_first`.
        """
    def cast_first(self, /, shape: Placed, motion: Motion | jostle.types.Point, *, stop: jostle.types.Stop = "touching", inside: jostle.types.Inside = "hit", skin: float = 0.0, filter: Filter | None = None) -> CastFound | None:
        """
        Finds what a placed shape, moved by a Motion or a translation, meets first; None proves that it meets
        nothing. The other arguments are those of `Placed.cast`.
        """
    def cast_key(self, /, key: int, motion: Motion | jostle.types.Point, filter: Filter | None = None) -> CastFound | None:
        """
        Finds what a collider, moved by a Motion or a translation, meets first of what it may be a pair with.
        """
    def changed(self, /) -> list[int]:
        """
        Lists the keys of the colliders that the last step found moved or changed.
        """
    def children(self, /, key: SupportsIndex) -> list[int]:
        """
        Lists the keys of the children of a collider.
        """
    def closest(self, /, key: int, point: jostle.types.Point) -> Closest | None:
        """
        Finds the point of a collider that is nearest to a point; None if it is not there or has no shape.
        """
    def contact(self, /, a: SupportsIndex, b: SupportsIndex) -> Contact | None:
        """
        Finds the contact of two colliders; None where they are apart, not there or have no shape.
        """
    def contacts_of(self, /, shape: Placed, filter: Filter | None = None) -> list[tuple[int, Contact]]:
        """
        Lists the contacts of a placed shape with the colliders, one for each face, sorted by key.
        """
    def contained_in(self, /, shape: Placed, filter: Filter | None = None) -> list[int]:
        """
        Lists the keys of the colliders that lie in a placed shape, sorted.
        """
    def contained_in_each(self, /, shapes: PlacedList, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the colliders that lie in each shape of a list: a structured array with `key` and `question`.
        """
    def data(self, /, key: int) -> typing.Any:
        """
        Returns the data of a collider; None if it has none, or is not there.
        """
    def detail(self, /, key: int) -> jostle.types.Detail | None:
        """
        Returns the detail of a collider; None if it follows the options of the step.
        """
    def drain_journal(self, /) -> str:
        """
        Returns what was recorded since the last call, and goes on recording.
        """
    def draw(self, /, window: Aabb | None = None, *, outlines: bool = True, boxes: bool = False, contacts: bool = True, normals: bool = True, nodes: bool = False, keys: bool = False, tolerance: float = 0.0) -> DebugDraw:
        """
        Returns lines and texts that show the world. Half-planes are cut off at `window`, by default the box
        around all other colliders; `tolerance`, a length, is how far drawn curves may be off.
        """
    def gap(self, /, a: SupportsIndex, b: SupportsIndex) -> Gap | None:
        """
        Measures the gap of two colliders; None if one is not there or has no shape.
        """
    def hash(self, /) -> int:
        """
        Returns a hash of the state, the same on every machine; data does not count.
        """
    def heap_bytes(self, /) -> int:
        """
        Returns the bytes of memory that the world holds, without Python's objects.
        """
    def is_enabled(self, /, key: SupportsIndex) -> bool | None:
        """
        Returns True if a collider is not disabled.
        """
    def is_sensor(self, /, key: SupportsIndex) -> bool | None:
        """
        Returns True if a collider is a sensor.
        """
    def keys(self, /) -> list[int]:
        """
        Lists the keys of all colliders and groups, in the order in which they were added.
        """
    def layer(self, /, key: SupportsIndex) -> int | None:
        """
        Returns the layers that a collider is on.
        """
    def nearest(self, /, point: jostle.types.Point, count: int = 1, filter: Filter | None = None) -> list[Nearest]:
        """
        Lists the colliders nearest to a point, nearest first.
        """
    def nearest_each(self, /, points: jostle.types.Array, count: int = 1, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the colliders nearest to each of many points: a structured array with `key`, `question` (the
        number of the point) and the fields of Nearest.
        """
    def nearest_pair(self, /, filter: Filter | None = None) -> NearestPair | None:
        """
        Finds the two colliders that are nearest to each other; None for fewer than two.
        """
    def overlapping(self, /, shape: Placed, filter: Filter | None = None) -> list[int]:
        """
        Lists the keys of the colliders that share a point with a placed shape, sorted.
        """
    def overlapping_aabb(self, /, bounds: Aabb, filter: Filter | None = None) -> list[int]:
        """
        Lists the keys of the colliders that share a point with a box, sorted.
        """
    def overlapping_aabb_each(self, /, boxes: jostle.types.Array, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the colliders that share a point with each of many boxes, rows of x_min, y_min, x_max, y_max: a
        structured array with `key` and `question`.
        """
    def overlapping_each(self, /, shapes: PlacedList, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds the colliders that share a point with each shape of a list: a structured array with `key` and
        `question`.
        """
    def overlaps(self, /, a: SupportsIndex, b: SupportsIndex) -> bool | None:
        """
        Returns True if two colliders share a point; None if one is not there or has no shape.
        """
    def pairs(self, /) -> list[Event]:
        """
        Lists all pairs that touched at the last step, as events of kind "stay".
        """
    def parent(self, /, key: SupportsIndex) -> int | None:
        """
        Returns the key of the parent of a collider.
        """
    def placed(self, /, key: SupportsIndex) -> Placed | None:
        """
        Returns the placed shape of a collider.
        """
    def ray_all(self, /, origin: jostle.types.Point, translation: jostle.types.Point, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> list[WorldRayHit]:
        """
        Lists all that a ray hits, sorted by fraction.
        """
    def ray_all_each(self, /, origins: jostle.types.Array, translations: jostle.types.Array, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds all that each of many rays hits: a structured array as of `ray_first_each`.
        """
    def ray_any(self, /, origin: jostle.types.Point, translation: jostle.types.Point, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> bool:
        """
        Returns True if a ray hits something.
        """
    def ray_any_each(self, /, origins: jostle.types.Array, translations: jostle.types.Array, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> numpy.typing.NDArray[numpy.bool]:
        """
        Returns an array of truth values: True for each ray that hits something.
        """
    def ray_first(self, /, origin: jostle.types.Point, translation: jostle.types.Point, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> WorldRayHit | None:
        """
        Finds what a ray from `origin` over `translation` hits first, or None. `radius` sweeps a disc.
        """
    def ray_first_each(self, /, origins: jostle.types.Array, translations: jostle.types.Array, *, inside: jostle.types.Inside = "hit", radius: float = 0.0, filter: Filter | None = None) -> numpy.typing.NDArray[typing.Any]:
        """
        Finds what each of many rays hits first: a structured array with `key`, `question` (the number of the
        ray) and the fields of WorldRayHit. Rays that hit nothing have no row.
        """
    def record(self, /) -> None:
        """
        Begins to record all edits and steps.
        """
    def remove(self, /, key: int, children: jostle.types.Children = "remove") -> typing.Any:
        """
        Removes a collider and returns its data. `children` decides about those below it: "remove" them,
        "release" them where they are, or let its parent "adopt" them. The next step reports its exits.

        Returns None, and does nothing, if the world has no collider of this key.
        """
    def restore(self, /, snapshot: bytes, data: dict[int, typing.Any] | None = None) -> None:
        """
        Puts the world back into the state of a snapshot, of this world or of another. `data` is what `all_data`
        returned then; without it colliders keep the data that this world has for their keys.

        Raises JostleError for bytes that are no snapshot, and changes nothing.
        """
    def sees(self, /, key: SupportsIndex) -> int | None:
        """
        Returns the layers that a collider sees.
        """
    def set_broad_phase(self, /, name: jostle.types.BroadPhase) -> None:
        """
        Replaces the broad phase.
        """
    def set_data(self, /, key: int, data: typing.Any) -> None:
        """
        Gives a collider another object as its data.
        """
    def set_detail(self, /, key: int, detail: jostle.types.Detail | None) -> None:
        """
        Sets how much of a contact steps compute for a collider; None follows the options of the step.
        """
    def set_enabled(self, /, key: int, enabled: bool) -> None:
        """
        Lets a collider take part, or takes it out of all pairs and queries; it keeps its key.
        """
    def set_layers(self, /, key: int, layer: int, sees: int) -> None:
        """
        Sets the layers that a collider is on and those that it sees.
        """
    def set_one_way(self, /, key: int, direction: jostle.types.Point | None) -> None:
        """
        Lets a collider stop the slides of others only against a direction, such as (0, -1) for a deck that one
        jumps through from below where y goes down; None stops all again. Events and queries see no difference.
        """
    def set_parent(self, /, key: int, parent: int | None) -> None:
        """
        Puts a collider below another, or below none; its own transform stays.
        """
    def set_platform(self, /, key: int, platform: bool) -> None:
        """
        Lets a collider carry those that stand on it when they slide, or not any more.
        """
    def set_sensor(self, /, key: int, sensor: bool) -> None:
        """
        Makes a collider a sensor, or solid again.
        """
    def set_shape(self, /, key: int, shape: Shape | None) -> None:
        """
        Gives a collider another shape, or none.
        """
    def set_step_options(self, /, *, solids: jostle.types.Detail = "push", sensors: jostle.types.Detail = "touch", stays: bool = True) -> None:
        """
        Sets how much steps compute.
        """
    def set_team(self, /, key: int, team: int) -> None:
        """
        Sets the team; two of one team above 0 never meet.
        """
    def set_transform(self, /, key: int, transform: jostle.types.Transform) -> None:
        """
        Sets the transform of a collider, in the frame of its parent: an Affine or a position.
        """
    def set_transforms(self, /, keys: numpy.typing.ArrayLike, transforms: jostle.types.Array) -> None:
        """
        Sets the transforms of many colliders: an array of keys, and rows as those of `add_all`. Sets all or,
        where it raises JostleError, none.
        """
    def shape(self, /, key: SupportsIndex) -> Shape | None:
        """
        Returns the shape of a collider.
        """
    def slide(self, /, key: int, slide: Slide | jostle.types.Point, respond: collections.abc.Callable[[int, typing.Any], jostle.types.Response] | None = None) -> Slid:
        """
        Moves a collider as far as others let it, along them where they block: by a Slide or a translation.

        `respond` is called with the key and the data of each other collider that it meets, and returns "slide",
        "stop", "bounce", "cross" or "ignore"; without it all are slid along. It may ask the world and not edit
        it. At the end the collider overlaps no blocker, exactly.

        >>> from jostle import Shape, Slide, World
        >>> world = World()
        >>> hero, floor = world.add(Shape.rect_half((1, 1))), world.add(Shape.rect_half((50, 1)), at=(0, 4))
        >>> slid = world.slide(hero, Slide((3, 9), up=(0, -1)))
        >>> slid.moved, slid.floor
        ((3.0, 2.0), (0.0, -1.0))
        """
    def slide_try(self, /, key: int, slide: Slide | jostle.types.Point, respond: collections.abc.Callable[[int, typing.Any], jostle.types.Response] | None = None) -> Slid:
        """
        Computes what `slide` would do, and moves nothing.
        """
    def snapshot(self, /) -> bytes:
        """
        Writes the state of the world as bytes: colliders, pairs and keys, but no data.
        """
    def stats(self, /) -> WorldStats:
        """
        Returns counts of the world and of its last step.
        """
    def step(self, /) -> list[Event]:
        """
        Finds what began to touch, still touches and ended since the last step: a sorted list of events.

        The world may be edited while the list is read. The GIL is released while the step runs.
        """
    def step_array(self, /) -> numpy.typing.NDArray[typing.Any]:
        """
        Does a step and returns its events as a structured array: the keys `a` and `b`; `kind`, which is 0 for
        enter, 1 for stay and 2 for exit; `reason`, 0 but for exits, 1 removed, 2 disabled, 3 filtered,
        4 reshaped, 5 separated; `seen_by`, 0 a, 1 b, 2 both; `sensor`; and the fields of Contact, which are NaN
        where there is none.
        """
    def step_options(self, /) -> StepOptions:
        """
        Returns how much steps compute.
        """
    def subtree_bounds(self, /, key: SupportsIndex) -> Aabb | None:
        """
        Returns the box around a collider and all below it.
        """
    def take_journal(self, /) -> str:
        """
        Ends recording and returns the journal: one line of JSON for each call, as `jostle replay` reads it.
        """
    def team(self, /, key: SupportsIndex) -> int | None:
        """
        Returns the team of a collider.
        """
    def touch_policy(self, /) -> jostle.types.TouchPolicy:
        """
        Returns "counts", or "ignored" where shapes that only touch do not meet.
        """
    def touching(self, /, key: SupportsIndex) -> list[Event]:
        """
        Lists the pairs of one collider that touched at the last step, as events of kind "stay".
        """
    def transform(self, /, key: SupportsIndex) -> Affine | None:
        """
        Returns the transform of a collider in the frame of its parent.
        """
    def transforms(self, /, keys: numpy.typing.ArrayLike) -> numpy.typing.NDArray[numpy.float32]:
        """
        Returns the matrices of many colliders, rows of a, b, c, d, tx, ty, in the frames of their parents; NaN
        where the world has no such collider.
        """
    def why_not(self, /, a: SupportsIndex, b: SupportsIndex) -> WhyNot:
        """
        Returns the first rule that keeps two colliders from touching, with a sentence.
        """
    def world_transform(self, /, key: SupportsIndex) -> Affine | None:
        """
        Returns the transform of a collider in the world.
        """

@final
class WorldRayHit:
    """
    What a ray hit, and where; world frame.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, key: SupportsIndex, fraction: SupportsFloat | SupportsIndex, point: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], normal: tuple[SupportsFloat | SupportsIndex, SupportsFloat | SupportsIndex], part: SupportsIndex, edge: SupportsIndex) -> WorldRayHit: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def edge(self, /) -> int:
        """
        The number of the edge of that part.
        """
    @property
    def fraction(self, /) -> float:
        """
        Fraction of the translation, from 0 to 1.
        """
    @property
    def key(self, /) -> int:
        """
        The key of the collider.
        """
    @property
    def normal(self, /) -> tuple[float, float]:
        """
        Unit outward normal there.
        """
    @property
    def part(self, /) -> int:
        """
        The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
        """
    @property
    def point(self, /) -> tuple[float, float]:
        """
        Where the ray is then: of a thick one its middle.
        """

@final
class WorldStats:
    """
    Counts of a world and of its last step.
    """
    __match_args__: Final[tuple[str, ...]]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, colliders: SupportsIndex, pairs: SupportsIndex, steps: SupportsIndex, moved: SupportsIndex, candidates: SupportsIndex, tested: SupportsIndex, entered: SupportsIndex, exited: SupportsIndex) -> WorldStats: ...
    def __reduce__(self, /) -> tuple[type, tuple[typing.Any, ...]]: ...
    def __repr__(self, /) -> str: ...
    @property
    def candidates(self, /) -> int:
        """
        Pairs of boxes that overlap.
        """
    @property
    def colliders(self, /) -> int:
        """
        Colliders and groups.
        """
    @property
    def entered(self, /) -> int:
        """
        Pairs that began to touch.
        """
    @property
    def exited(self, /) -> int:
        """
        Pairs that ended.
        """
    @property
    def moved(self, /) -> int:
        """
        Colliders that had moved.
        """
    @property
    def pairs(self, /) -> int:
        """
        Pairs that touch.
        """
    @property
    def steps(self, /) -> int:
        """
        Steps done.
        """
    @property
    def tested(self, /) -> int:
        """
        Pairs of shapes that were tested.
        """

def bounds_of(shapes: collections.abc.Iterable[Placed]) -> Aabb | None:
    """
    Returns the smallest box around placed shapes; None for no shapes.
    """

def decode(file: bytes) -> list[tuple[numpy.typing.NDArray[numpy.uint8], int]]:
    """
    Decodes a picture file, PNG, APNG, GIF, WebP or Aseprite: for each frame an array of shape (height, width,
    4) and its duration in milliseconds.
    """

def degrees_to_radians(degrees: SupportsFloat | SupportsIndex) -> float:
    """
    Turns degrees into radians.
    """

def intersect_lines(a: tuple[jostle.types.Point, jostle.types.Point], b: tuple[jostle.types.Point, jostle.types.Point]) -> LineCrossing | None:
    """
    Finds the point that the lines through two pairs of points share, or None for parallel lines.
    """

def intersect_segments(a: tuple[jostle.types.Point, jostle.types.Point], b: tuple[jostle.types.Point, jostle.types.Point]) -> LineCrossing | None:
    """
    Finds a point that two closed segments share, each a pair of points, or None.
    """

def pairs(shapes: collections.abc.Iterable[Placed]) -> list[tuple[int, int]]:
    """
    Finds the pairs of placed shapes that share a point, as pairs of their numbers, sorted.

    For thousands of shapes a PlacedList is faster.
    """

def pairs_between(a: collections.abc.Iterable[Placed], b: collections.abc.Iterable[Placed]) -> list[tuple[int, int]]:
    """
    Finds the pairs of a shape of `a` and one of `b` that share a point, as pairs of their numbers, sorted.
    """

def project_edge(edge: tuple[jostle.types.Point, jostle.types.Point], axis: jostle.types.Point) -> tuple[float, float]:
    """
    Returns the least and greatest dot product of the points of a segment with an axis.
    """

def to_arrow(answers: numpy.typing.NDArray[typing.Any]) -> jostle.types.Arrow:
    """
    Makes a record batch of Arrow of the fields of a structured array that a call returned. It has the
    PyCapsule interface, so `pyarrow.record_batch`, `polars.DataFrame` and DuckDB take it without a copy.

    >>> from jostle import PlacedList, to_arrow
    >>> to_arrow(PlacedList.boxes([[0, 0, 1, 1]]).contacts(PlacedList.boxes([[1, 0, 2, 1]]))).num_rows
    1
    """

def trace(picture: numpy.typing.NDArray[numpy.uint8] | numpy.typing.NDArray[numpy.bool], *, alpha: int = 128, ignored: collections.abc.Sequence[str] = ..., max_error: float | None = None, iou: float | None = None, max_area_error: float | None = None, max_vertices: int | None = None, side: jostle.types.Side = "free", connectivity: jostle.types.Connectivity = "four", min_area: int = 0, fill: jostle.types.Fill = "none", effort: jostle.types.Effort = "best", edges: jostle.types.Edges = "pixels", pieces: int | str | None = None, fit: bool = False, pivot: tuple[float, float] = ...) -> Hitbox:
    """
    Traces a picture: an array of shape (height, width, 4) of bytes, red, green, blue and alpha. A picture of
    truth values has the shape (height, width).
    """

def weld(shapes: collections.abc.Iterable[Placed]) -> WeldReport:
    """
    Replaces neighbors by their exact union, and leaves what it cannot weld exactly, with the reason.
    """
