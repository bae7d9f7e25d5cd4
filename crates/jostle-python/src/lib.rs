//! The native part of the Python package `jostle`: classes over the library, in its words.

mod affine;
mod answers;
mod args;
mod arrays;
mod arrow;
mod error;
mod join;
mod json;
mod motion;
mod pairs;
mod placed;
mod placed_list;
mod record;
mod room;
mod shape;
mod svg;
mod trace;
mod words;
mod world;

/// The native part of jostle; import the package `jostle` instead.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::affine::Affine;
    #[pymodule_export]
    use crate::answers::{
        Aabb, Closest, Contact, Crossing, Gap, LineCrossing, Manifold, ManifoldPoint, OrientedBox,
        Outline, RayHit, Region, RegionPolygon, StagedTest,
    };
    #[pymodule_export]
    use crate::arrow::to_arrow;
    #[pymodule_export]
    use crate::join::Cuts;
    #[pymodule_export]
    use crate::motion::{Hit, Motion};
    #[pymodule_export]
    use crate::pairs::{
        WeldGroup, WeldReport, bounds_of, degrees_to_radians, intersect_lines, intersect_segments,
        pairs, pairs_between, project_edge, weld,
    };
    #[pymodule_export]
    use crate::placed::Placed;
    #[pymodule_export]
    use crate::placed_list::PlacedList;
    #[pymodule_export]
    use crate::shape::Shape;
    #[pymodule_export]
    use crate::trace::{Hitbox, Report, Ring, decode, trace};
    #[pymodule_export]
    use crate::world::{
        CastFound, DebugDraw, Event, Filter, Footing, Nearest, NearestPair, Replay, Slid, Slide,
        SlideTouch, StepOptions, WhyNot, World, WorldRayHit, WorldStats,
    };
}
