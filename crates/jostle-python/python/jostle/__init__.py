"""What touches what in 2D, where, and how to get them apart.

Three steps: make a shape once, place it under a transform, and ask.

>>> from jostle import Affine, Shape
>>> ship = Shape.polygon([(0, -20), (14, 16), (0, 8), (-14, 16)])
>>> rock = Shape.circle(12)
>>> a, b = ship.place(Affine.at(100, 50).rotated(0.4)), rock.place((118, 62))
>>> contact = a.contact(b)
>>> apart = a.moved(contact.push_a)
>>> round(apart.gap(b).depth, 3)
0.0

`World` keeps colliders and reports, at each step, which pairs began to touch, still touch and ended.
`PlacedList` and the calls of worlds that end in `_each` take and return arrays.

Lengths are in your unit, angles in radians unless a name says degrees; positive angles turn x toward y. A shape
is a closed set of points, so touching counts. Numbers are stored as 32-bit floats. What is refused raises
`JostleError`, a ValueError with the kind of the fault and the place of the value.

The modules `jostle.trace`, `jostle.pygame`, `jostle.arcade`, `jostle.duckdb` and `jostle.ray` are imported by name; all
but the first need the package of their name.
"""

from importlib.metadata import version as _version

from ._error import JostleError
from ._native import (
    Aabb,
    Affine,
    CastFound,
    Closest,
    Contact,
    Crossing,
    Cuts,
    DebugDraw,
    Event,
    Filter,
    Footing,
    Gap,
    Hit,
    LineCrossing,
    Manifold,
    ManifoldPoint,
    Motion,
    Nearest,
    NearestPair,
    OrientedBox,
    Outline,
    Placed,
    PlacedList,
    RayHit,
    Region,
    RegionPolygon,
    Replay,
    Shape,
    Slid,
    Slide,
    SlideTouch,
    StagedTest,
    StepOptions,
    WeldGroup,
    WeldReport,
    WhyNot,
    World,
    WorldRayHit,
    WorldStats,
    bounds_of,
    degrees_to_radians,
    intersect_lines,
    intersect_segments,
    pairs,
    pairs_between,
    project_edge,
    to_arrow,
    weld,
)

__version__ = _version("jostle")

__all__ = [
    "Aabb",
    "Affine",
    "CastFound",
    "Closest",
    "Contact",
    "Crossing",
    "Cuts",
    "DebugDraw",
    "Event",
    "Filter",
    "Footing",
    "Gap",
    "Hit",
    "JostleError",
    "LineCrossing",
    "Manifold",
    "ManifoldPoint",
    "Motion",
    "Nearest",
    "NearestPair",
    "OrientedBox",
    "Outline",
    "Placed",
    "PlacedList",
    "RayHit",
    "Region",
    "RegionPolygon",
    "Replay",
    "Shape",
    "Slid",
    "Slide",
    "SlideTouch",
    "StagedTest",
    "StepOptions",
    "WeldGroup",
    "WeldReport",
    "WhyNot",
    "World",
    "WorldRayHit",
    "WorldStats",
    "bounds_of",
    "degrees_to_radians",
    "intersect_lines",
    "intersect_segments",
    "pairs",
    "pairs_between",
    "project_edge",
    "to_arrow",
    "weld",
]
