"""jostle for arcade 3: hit boxes by jostle's tracer, and sprites and sprite lists with real outlines.

`TracedHitBox` is a hit box algorithm for textures: `arcade.load_texture(path, hit_box_algorithm=TracedHitBox())`.
arcade's hit box is one outline without holes; `placed`, `check_for_collision`, `check_for_collision_with_list` and
`SpriteWorld` know all of it, with holes and islands, flipped and turned as the texture is. Of textures with another
algorithm they use the hit box. A sprite that gets another texture keeps its hit box, here as in arcade, until you call
its `sync_hit_box_to_texture`.

As in arcade, y runs up and angles are degrees, clockwise. Shapes that only touch do not collide here.
"""

from collections.abc import Iterable
from math import radians
from typing import Any
from weakref import WeakKeyDictionary

import numpy

try:
    import arcade
    from arcade.hitbox import HitBoxAlgorithm
except ImportError as error:  # pragma: no cover
    raise ImportError("jostle.arcade needs arcade 3: pip install arcade") from error

from PIL.Image import Image

from . import _sprites, trace
from ._native import Affine, Placed, Shape, World

__all__ = [
    "SpriteWorld", "TracedHitBox", "check_for_collision", "check_for_collision_with_list", "draw", "placed",
    "texture_shape",
]  # fmt: skip

Points = tuple[tuple[float, float], ...]


class TracedHitBox(HitBoxAlgorithm):
    """A hit box algorithm: the largest outer ring of the traced outline, at most `max_error` pixels off.

    `alpha` is the least alpha of a solid pixel.
    """

    def __init__(self, *, max_error: float = 0.75, alpha: int = 128) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.max_error = max_error
        self.alpha = alpha
        self._cache_name += f"|max_error={max_error}|alpha={alpha}"

    def trace(self, image: Image) -> trace.Hitbox:
        """Traces a picture, with holes and islands."""
        return trace.hitbox(image, max_error=self.max_error, alpha=self.alpha)

    def calculate(self, image: Image, **kwargs: Any) -> Points:
        """Returns the points of the largest outer ring, around the middle of the picture, y up."""
        rings = [ring.points for ring in self.trace(image).outline if not ring.hole]
        if not rings:
            return tuple(self.create_bounding_box(image))
        ring = max(rings, key=lambda points: abs(_area(points)))
        return tuple((x - image.width / 2, image.height / 2 - y) for x, y in ring)


def _area(points: list[tuple[float, float]]) -> float:
    following = points[1:] + points[:1]
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, following, strict=True))


#: Textures that are flipped or turned share their picture, which is traced once for each algorithm.
_pictures: WeakKeyDictionary[Any, dict[str, Shape | None]] = WeakKeyDictionary()

#: Where the corners of a picture are, in the order of arcade's vertices: upper left, upper right, lower left, lower right.
_CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))


def _traced_picture(texture: Any, algorithm: TracedHitBox) -> Shape | None:
    known = _pictures.setdefault(texture.image_data, {})
    if algorithm.cache_name not in known:
        known[algorithm.cache_name] = algorithm.trace(texture.image).shape
    return known[algorithm.cache_name]


def _turn(texture: Any) -> Affine:
    """The map from a picture to what a flipped or turned texture draws of it, around the middle."""
    there = dict(zip(texture._vertex_order, _CORNERS, strict=True))
    (x, y), (u, v), (s, t) = there[0], there[1], there[2]
    return Affine((u - x) / 2, (v - y) / 2, (x - s) / 2, (y - t) / 2)


def _traced(texture: Any) -> Shape | None:
    algorithm = texture.hit_box_algorithm
    if not isinstance(algorithm, TracedHitBox):
        return Shape.polygon(texture.hit_box_points)
    traced = _traced_picture(texture, algorithm)
    if traced is None:
        return Shape.polygon(texture.hit_box_points)
    # From pixels, y down, to the middle of the picture, y up.
    width, height = texture.image.size
    middle = Affine(1, 0, 0, -1, -width / 2, height / 2)
    return Shape.compound([(traced, middle.under(_turn(texture)))])


_textures = _sprites.Traced(_traced)
_boxes: WeakKeyDictionary[Any, tuple[Any, Shape]] = WeakKeyDictionary()


def texture_shape(texture: arcade.Texture) -> Shape:
    """Returns the shape of a texture around its middle, y up; traced once."""
    shape = _textures(texture)
    assert shape is not None
    return shape


def _shape(sprite: Any) -> Shape:
    texture, points = sprite.texture, sprite.hit_box.points
    if texture is not None and points is texture.hit_box_points:
        return texture_shape(texture)
    # A hit box that was set by hand.
    known = _boxes.get(sprite)
    if known is None or known[0] is not points:
        known = _boxes[sprite] = (points, Shape.polygon(points))
    return known[1]


def _row(sprite: Any) -> _sprites.Row:
    x, y = sprite.position
    sx, sy = sprite.scale
    return x, y, radians(-sprite.angle), sx, sy


def placed(sprite: arcade.BasicSprite) -> Placed:
    """Places a sprite's outline where it is drawn."""
    return _shape(sprite).place(_sprites.affine(_row(sprite)))


def check_for_collision(sprite1: arcade.BasicSprite, sprite2: arcade.BasicSprite) -> bool:
    """Returns True if the outlines of two sprites overlap."""
    return placed(sprite1).overlaps_interior(placed(sprite2))


def check_for_collision_with_list(sprite: arcade.BasicSprite, sprite_list: Iterable[Any]) -> list[Any]:
    """Lists the sprites of a list whose outline overlaps that of a sprite.

    For many calls in a frame a SpriteWorld is faster.
    """
    own, found = placed(sprite), []
    x, y = sprite.position
    # Half the diagonal of a sprite reaches all of its picture, however it is turned.
    reach = numpy.hypot(*sprite.size) / 2
    for other in sprite_list:
        ox, oy = other.position
        far = reach + (other.width + other.height) / 2
        if other is not sprite and abs(x - ox) <= far and abs(y - oy) <= far and own.overlaps_interior(placed(other)):
            found.append(other)
    return found


class SpriteWorld(_sprites.SpriteWorld[Any]):
    """A world of sprites of arcade."""

    _shape = staticmethod(_shape)
    _row = staticmethod(_row)


def draw(thing: "World | SpriteWorld | Placed | arcade.BasicSprite", color: Any = None, line_width: float = 1) -> None:
    """Draws outlines in the current window: of a world with its contacts, or of a sprite or placed shape."""
    if isinstance(thing, SpriteWorld):
        thing = thing.world
    if isinstance(thing, World):
        drawn = thing.draw()
        for (x0, y0, x1, y1), paint in zip(drawn.lines.tolist(), drawn.colors.tolist(), strict=True):
            arcade.draw_line(x0, y0, x1, y1, color or tuple(paint), line_width)
        return
    shape = thing if isinstance(thing, Placed) else placed(thing)
    for outline in shape.outline():
        points = outline.points + outline.points[:1] if outline.closed else outline.points
        arcade.draw_line_strip(points, color or (209, 36, 47, 255), line_width)
