"""A world of sprites, for the modules of pygame and arcade."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

import numpy

from ._native import Affine, Event, Filter, Shape, World

T = TypeVar("T")

#: x, y, radians, and two factors of scale.
Row = tuple[float, float, float, float, float]


def affine(row: Row) -> Affine:
    """The map of a row."""
    x, y, radians, sx, sy = row
    return Affine.at(x, y).rotated(radians).scaled(sx, sy)


class SpriteWorld(Generic[T]):
    """A world whose colliders are sprites.

    `sync` reads where all sprites are. Then `collisions` and `collides` answer for any number of sprites, and
    `step` reports which pairs began to touch, still touch and ended, with the sprites as the events' data.
    """

    #: The world itself, for all other queries.
    world: World

    def __init__(self, sprites: Iterable[T] = (), **options: Any) -> None:
        self.world = World()
        self._keys: dict[T, int] = {}
        self._shapes: dict[T, Shape | None] = {}
        self._rows: dict[T, Row] = {}
        for sprite in sprites:
            self.add(sprite, **options)

    @staticmethod
    def _shape(sprite: Any) -> Shape | None:
        raise NotImplementedError

    @staticmethod
    def _row(sprite: Any) -> Row:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, sprite: T) -> bool:
        return sprite in self._keys

    def key(self, sprite: T) -> int:
        """Returns the key of a sprite; raises KeyError for one that was not added."""
        return self._keys[sprite]

    def add(self, sprite: T, **options: Any) -> int:
        """Adds a sprite and returns its key; `options` are those of `World.add`. One that is in stays as it is."""
        if sprite not in self._keys:
            shape, row = self._shape(sprite), self._row(sprite)
            self._keys[sprite] = self.world.add(shape, data=sprite, at=affine(row), **options)
            self._shapes[sprite], self._rows[sprite] = shape, row
        return self._keys[sprite]

    def remove(self, sprite: T) -> None:
        """Removes a sprite; the next step reports its exits. One that is not in is left alone."""
        key = self._keys.pop(sprite, None)
        if key is not None:
            del self._shapes[sprite], self._rows[sprite]
            self.world.remove(key)

    def sync(self) -> None:
        """Reads position, angle, scale and picture of all sprites."""
        shape_of, row_of = self._shape, self._row
        keys: list[int] = []
        rows: list[Row] = []
        for sprite, key in self._keys.items():
            if (shape := shape_of(sprite)) is not self._shapes[sprite]:
                self.world.set_shape(key, shape)
                self._shapes[sprite] = shape
            if (row := row_of(sprite)) != self._rows[sprite]:
                self._rows[sprite] = row
                keys.append(key)
                rows.append(row)
        if keys:
            self.world.set_transforms(numpy.array(keys, numpy.uint64), numpy.array(rows, numpy.float32))

    def step(self) -> list[Event]:
        """Syncs and does a step of the world."""
        self.sync()
        return self.world.step()

    def collisions(self, sprite: T) -> list[T]:
        """Lists the other sprites whose interior shares a point with a sprite, in the order of adding."""
        key = self._keys[sprite]
        placed = self.world.placed(key)
        if placed is None:
            return []
        near = self.world.overlapping(placed, Filter(except_=[key]))
        there = ((other, self.world.placed(other)) for other in near)
        return [self.world.data(other) for other, shape in there if shape and placed.overlaps_interior(shape)]

    def collides(self, sprite: T) -> bool:
        """Returns True if another sprite's interior shares a point with a sprite."""
        return bool(self.collisions(sprite))


class Traced:
    """Shapes of pictures, traced once each."""

    def __init__(self, trace: Callable[[Any], Shape | None]) -> None:
        import weakref

        self._trace = trace
        self._known: weakref.WeakKeyDictionary[Any, Shape | None] = weakref.WeakKeyDictionary()

    def __call__(self, picture: Any) -> Shape | None:
        if picture not in self._known:
            self._known[picture] = self._trace(picture)
        return self._known[picture]
