"""Hitboxes from pictures: an outline with holes and islands, few vertices, and an error that is measured.

>>> import numpy
>>> from jostle import trace
>>> y, x = numpy.mgrid[0:32, 0:32]
>>> disc = (x - 15.5) ** 2 + (y - 15.5) ** 2 < 225
>>> hitbox = trace.hitbox(disc, max_error=1)
>>> hitbox.report.deviation_outward <= 1 and hitbox.report.vertices < 20
True
>>> hitbox.shape.place((100, 50)).contains_point((116, 66))
True
"""

import sys
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import numpy
import numpy.typing

from ._error import JostleError
from ._native import Hitbox, Report, Ring
from ._native import decode as _decode
from ._native import trace as _trace
from .types import Connectivity, Edges, Effort, Fill, Side

if TYPE_CHECKING:
    import PIL.Image
    import pygame

__all__ = ["Hitbox", "Options", "Report", "Ring", "frames", "hitbox", "preview"]

#: An array of shape (height, width, 4), (height, width, 3) or (height, width); a picture of PIL or a surface of
#: pygame; bytes of a file; or a path.
Picture: TypeAlias = "numpy.typing.NDArray[Any] | PIL.Image.Image | pygame.Surface | bytes | str | PathLike[str]"


class Options(TypedDict, total=False):
    """How to trace; what is left out has the value in brackets."""

    alpha: int  #: the least alpha of a solid pixel [128]
    ignored: list[str]  #: colors that are empty, "RRGGBB" or "RRGGBBAA", with "~TOLERANCE" or not [none]
    max_error: float | None  #: the most pixels that the outline may be off [exact]
    iou: float | None  #: the least area in common, as a share of the union
    max_area_error: float | None  #: the most area that may differ, as a share of the mask's
    max_vertices: int | None  #: the most vertices
    side: Side  #: "cover" leaves no solid pixel out, "inside" takes no empty pixel in ["free"]
    connectivity: Connectivity  #: whether pixels that share a corner belong together ["four"]
    min_area: int  #: parts of fewer pixels are dropped [0]
    fill: Fill  #: empty pixels that become solid: "holes", or "bays" too ["none"]
    effort: Effort  #: "fast" or ["best"]
    edges: Edges  #: "alpha" runs between pixels where the alpha has the edge ["pixels"]
    pieces: int | str | None  #: convex pieces: None, "any", or the most vertices of each [None]
    fit: bool  #: the shape may be a circle, rectangle, capsule, ellipse or hull [False]
    pivot: tuple[float, float]  #: the point that the frame is placed by [(0, 0)]


def _surface(picture: Any) -> "numpy.typing.NDArray[Any] | None":
    """The pixels of a surface of pygame; None for other objects."""
    pygame = sys.modules.get("pygame")
    if pygame is None or not isinstance(picture, pygame.Surface):
        return None
    width, height = picture.get_size()
    return numpy.frombuffer(pygame.image.tobytes(picture, "RGBA"), numpy.uint8).reshape(height, width, 4)


def _alphas(picture: "numpy.typing.NDArray[Any]") -> "numpy.typing.NDArray[numpy.uint8]":
    """The alpha of each pixel: whole numbers from 0 to 255, or shares of it from 0 to 1."""
    shares = picture.dtype.kind == "f"
    most = 1 if shares else 255
    if picture.dtype.kind not in "iuf" or not ((picture >= 0) & (picture <= most)).all():
        raise JostleError(
            f"picture is an array of {picture.dtype} of two dimensions, not of truth values, of an alpha from 0 to 255 "
            "in whole numbers, or of one from 0 to 1 in others",
            "wrong_length",
            "picture",
        )
    return numpy.rint(picture * 255).astype(numpy.uint8) if shares else picture.astype(numpy.uint8)


def _pixels(picture: Picture) -> numpy.typing.NDArray[Any]:
    if isinstance(picture, (str, PathLike)):
        picture = Path(fspath(picture)).read_bytes()
    if isinstance(picture, bytes):
        return _decode(picture)[0][0]
    if (pixels := _surface(picture)) is not None:
        picture = pixels
    if not isinstance(picture, numpy.ndarray):  # PIL, or anything that has its method
        if not hasattr(picture, "convert"):
            raise TypeError(f"a picture is an array, bytes, a path, or a picture of PIL or pygame, not {type(picture)}")
        picture = numpy.asarray(picture.convert("RGBA"))
    if picture.ndim == 2:
        if picture.dtype == numpy.bool_:
            return numpy.ascontiguousarray(picture)
        opaque = numpy.zeros((*picture.shape, 4), numpy.uint8)
        opaque[..., 3] = _alphas(picture)
        return opaque
    if picture.ndim != 3 or picture.shape[2] not in (3, 4) or picture.dtype != numpy.uint8:
        raise JostleError(
            f"picture is an array of {picture.dtype} of shape {picture.shape}, not of bytes of shape "
            "(height, width, 4), (height, width, 3) or (height, width)",
            "wrong_length",
            "picture",
        )
    if picture.shape[2] == 3:
        return numpy.dstack([picture, numpy.full(picture.shape[:2], 255, numpy.uint8)])
    return numpy.ascontiguousarray(picture)


def hitbox(picture: Picture, **options: Unpack[Options]) -> Hitbox:
    """Traces a picture. Of an animation it traces the first frame; see `frames`.

    An array of two dimensions is a mask of truth values, or the alpha of each pixel: whole numbers from 0 to 255, or
    others from 0 to 1.

    Raises JostleError for pictures that cannot be read and goals that cannot be reached, and OSError for paths.
    """
    return _trace(_pixels(picture), **options)


def frames(picture: bytes | str | PathLike[str]) -> list[tuple[numpy.typing.NDArray[numpy.uint8], int]]:
    """Decodes a picture file: for each frame an array of shape (height, width, 4) and its milliseconds.

    Reads PNG, APNG, GIF, WebP and the files of Aseprite.
    """
    return _decode(picture if isinstance(picture, bytes) else Path(fspath(picture)).read_bytes())


def preview(picture: Picture, hitbox: Hitbox, scale: int = 4) -> "PIL.Image.Image":
    """Draws the outline of a hitbox over its picture, enlarged; needs pillow."""
    from PIL import Image, ImageDraw

    pixels = _pixels(picture)
    if pixels.dtype == numpy.bool_:
        pixels = numpy.where(pixels[..., None], numpy.array([140, 149, 159, 255], numpy.uint8), numpy.uint8(0))
    image = Image.fromarray(pixels).resize((pixels.shape[1] * scale, pixels.shape[0] * scale), Image.Resampling.NEAREST)
    page = Image.new("RGBA", image.size, "white")
    page.alpha_composite(image)
    draw = ImageDraw.Draw(page)
    for ring in hitbox.outline:
        points = [(x * scale, y * scale) for x, y in ring.points]
        draw.line([*points, points[0]], fill="#0969da" if ring.hole else "#d1242f", width=2)
    return page
