"""jostle for pygame-ce: rects, masks, surfaces and sprites as they are, with real outlines.

`placed` makes a placed shape of a Rect, an FRect, a Mask or a Sprite, and every question of `jostle.Placed` is there.
`spritecollide`, `spritecollideany`, `groupcollide` and `collide_outline` stand for the functions of `pygame.sprite`
with their names; `SpriteWorld` reports enter, stay and exit for whole groups. `draw` shows what they see.

A sprite's outline is, in this order: its attribute `hitbox`, a `jostle.Shape` or a `jostle.trace.Hitbox` in pixels of
the picture before it was turned, with the attributes `angle` (degrees, as `pygame.transform.rotate` turns) and `scale`
if the sprite has them; its attribute `mask`; and else its `image`. Without a picture it is its `rect`. Pictures and masks
are traced once: after drawing on one, give the sprite a copy. As in pygame, shapes that only touch do not collide here.
"""

from collections.abc import Callable, Iterable
from math import radians
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import numpy

try:
    import pygame
except ImportError as error:  # pragma: no cover
    raise ImportError("jostle.pygame needs pygame-ce: pip install pygame-ce") from error

from . import _sprites, trace
from ._error import JostleError
from ._native import Affine, Placed, Shape, World

__all__ = [
    "SpriteWorld", "collide_outline", "draw", "groupcollide", "mask_shape", "placed", "spritecollide",
    "spritecollideany", "surface_shape",
]  # fmt: skip

#: What may be placed.
Thing: TypeAlias = "pygame.Rect | pygame.FRect | pygame.mask.Mask | pygame.sprite.Sprite | Placed"

#: How far, in pixels, a traced outline may be off.
MAX_ERROR = 0.75


def _truths(mask: pygame.mask.Mask) -> "numpy.typing.NDArray[numpy.bool]":
    drawn = mask.to_surface(setcolor="white", unsetcolor="black")
    return pygame.surfarray.array_red(drawn).T > 0


def _traced_mask(mask: pygame.mask.Mask) -> Shape | None:
    return Shape.mask(_truths(mask)) if mask.count() else None


def _traced_surface(surface: pygame.Surface) -> Shape | None:
    mask = pygame.mask.from_surface(surface)
    return trace.hitbox(_truths(mask), max_error=MAX_ERROR).shape if mask.count() else None


_masks: WeakKeyDictionary[Any, tuple[pygame.mask.Mask, Shape | None]] = WeakKeyDictionary()
_surfaces = _sprites.Traced(_traced_surface)


def mask_shape(mask: pygame.mask.Mask) -> Shape:
    """Makes the shape of a mask: the union of its pixels.

    Raises JostleError for a mask without a pixel.
    """
    return Shape.mask(_truths(mask))


def surface_shape(surface: pygame.Surface) -> Shape | None:
    """Traces what is visible of a surface, by its alpha or its color key, to within `MAX_ERROR` pixels, once.

    Returns None for a surface on which nothing is visible.
    """
    return _surfaces(surface)


def _centered(hitbox: trace.Hitbox) -> Shape | None:
    if hitbox.shape is None:
        return None
    width, height = hitbox.size
    return Shape.compound([(hitbox.shape, Affine.at(-width / 2, -height / 2))])


_hitboxes = _sprites.Traced(_centered)


def _sprite_shape(sprite: Any) -> Shape | None:
    hitbox = getattr(sprite, "hitbox", None)
    if isinstance(hitbox, trace.Hitbox):
        return _hitboxes(hitbox)
    if isinstance(hitbox, Shape):
        return hitbox
    mask = getattr(sprite, "mask", None)
    if mask is not None:
        known = _masks.get(sprite)  # masks themselves take no weak references
        if known is None or known[0] is not mask:
            known = _masks[sprite] = (mask, _traced_mask(mask))
        return known[1]
    image = getattr(sprite, "image", None)
    if image is not None:
        return _surfaces(image)
    return Shape.rect_half_at((sprite.rect.w / 2, sprite.rect.h / 2), (sprite.rect.w / 2, sprite.rect.h / 2))


def _sprite_row(sprite: Any) -> _sprites.Row:
    rect = sprite.rect
    if getattr(sprite, "hitbox", None) is None:
        return rect.x, rect.y, 0.0, 1.0, 1.0
    x, y = rect.center
    scale = getattr(sprite, "scale", 1.0)
    sx, sy = scale if isinstance(scale, (tuple, list)) else (scale, scale)
    return x, y, radians(-getattr(sprite, "angle", 0.0)), sx, sy


def _placed(thing: Any) -> Placed | None:
    if isinstance(thing, Placed):
        return thing
    if isinstance(thing, (pygame.Rect, pygame.FRect)):
        return Shape.rect_size((abs(thing.w), abs(thing.h))).place((thing.x + thing.w / 2, thing.y + thing.h / 2))
    if isinstance(thing, pygame.mask.Mask):
        shape = _traced_mask(thing)
        return shape.place() if shape else None
    shape = _sprite_shape(thing)
    return shape.place(_sprites.affine(_sprite_row(thing))) if shape else None


def placed(thing: Thing) -> Placed:
    """Places a rect, a mask (at the origin) or a sprite; a placed shape stays as it is.

    A sprite whose `hitbox` is a Shape has that shape's origin in the middle of its rect.

    Raises JostleError for a mask or sprite on which nothing is visible.
    """
    made = _placed(thing)
    if made is None:
        raise JostleError("nothing is visible, so there is no outline", "empty", "thing")
    return made


def _collide(left: Placed | None, right: Any) -> bool:
    there = _placed(right)
    return left is not None and there is not None and left.overlaps_interior(there)


def collide_outline(left: Any, right: Any) -> bool:
    """Returns True if the outlines of two sprites overlap; serves as `collided` of pygame's own functions."""
    return _collide(_placed(left), right)


def _near(sprite: Any, group: Iterable[Any]) -> Iterable[Any]:
    # Outlines may reach past the rect by their error.
    rect = sprite.rect.inflate(4, 4)
    return (other for other in group if rect.colliderect(other.rect))


def spritecollide(sprite: Any, group: Any, dokill: bool = False) -> list[Any]:
    """Lists the sprites of a group whose outline overlaps that of a sprite; `dokill` removes them from all groups."""
    own = _placed(sprite)
    found = [other for other in _near(sprite, group) if _collide(own, other)]
    if dokill:
        for other in found:
            other.kill()
    return found


def spritecollideany(sprite: Any, group: Any) -> Any | None:
    """Returns the first sprite of a group whose outline overlaps that of a sprite, or None."""
    own = _placed(sprite)
    return next((other for other in _near(sprite, group) if _collide(own, other)), None)


def groupcollide(groupa: Any, groupb: Any, dokilla: bool = False, dokillb: bool = False) -> dict[Any, list[Any]]:
    """Finds the sprites of one group that overlap sprites of another: a dict from the first to lists of the others."""
    found: dict[Any, list[Any]] = {}
    placed_b = [(other, there) for other in groupb if (there := _placed(other))]
    for sprite in groupa:
        own = _placed(sprite)
        if own and (hits := [other for other, there in placed_b if own.overlaps_interior(there)]):
            found[sprite] = hits
    if dokilla:
        for sprite in found:
            sprite.kill()
    if dokillb:
        for other in {other for hits in found.values() for other in hits}:
            other.kill()
    return found


class SpriteWorld(_sprites.SpriteWorld[Any]):
    """A world of sprites of pygame."""

    _shape = staticmethod(_sprite_shape)
    _row = staticmethod(_sprite_row)


def draw(
    surface: pygame.Surface,
    thing: "World | SpriteWorld | Thing",
    color: Any = None,
    *,
    offset: tuple[float, float] = (0, 0),
    width: int = 1,
) -> None:
    """Draws outlines onto a surface: of a world with its contacts, or of anything that can be placed.

    `offset` is added to all places, as a camera does. A world has colors of its own.
    """
    dx, dy = offset
    if isinstance(thing, SpriteWorld):
        thing = thing.world
    if isinstance(thing, World):
        drawn = thing.draw()
        for (x0, y0, x1, y1), paint in zip(drawn.lines.tolist(), drawn.colors.tolist(), strict=True):
            pygame.draw.line(surface, color or paint, (x0 + dx, y0 + dy), (x1 + dx, y1 + dy), width)
        return
    made = _placed(thing)
    for outline in made.outline() if made else []:
        points = [(x + dx, y + dy) for x, y in outline.points]
        if len(points) > 1:
            pygame.draw.lines(surface, color or "red", outline.closed, points, width)


#: The type of `collided` of pygame's functions, for annotations.
Collided: TypeAlias = Callable[[Any, Any], bool]
