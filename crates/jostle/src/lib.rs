//! What touches what in 2D, where, and how to get them apart.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "unit tests compare with plain functions")
)]

extern crate alloc;

pub mod broad;
#[cfg(feature = "serde")]
mod json;
mod math;
mod pair;
mod shape;
#[cfg(feature = "testing")]
pub mod testing;
mod world;

#[cfg(feature = "serde")]
pub use json::{
    JsonError, JsonErrorKind, LayerNames, MAX_BYTES, MAX_DEPTH, MAX_SHAPES, MAX_VERTICES, number,
};
pub use math::{Aabb, Affine, Interval, Rot, TransformParts, Vec2, degrees_to_radians};
pub use shape::{
    Capsule, Chain, ChainEnds, Circle, Compound, Custom, Ellipse, Grid, HalfPlane, Mask, Placed,
    Point, Polygon, Rect, Segment, Shape, ShapeError, Sidedness, SupportMap, TileCell, TileFault,
    ValuePath, WeldGroup, WeldReport, WeldSkip, weld,
};

pub use pair::{
    BuiltinMethod, Closest, Contact, Crossing, EdgeAxis, ExactCorner, ExactPoint, Feature,
    FeatureId, Gap, HitMask, Inside, Level, LineCrossing, Manifold, ManifoldPoint, OrientedBox,
    Outline, OverlapMethod, PairError, PartProof, Proof, ProvenVerdict, RayHit, Region,
    RegionPolygon, Relation, SeparatingAxis, ShapeBatch, StagedTest, Verdict, bounds_of,
    intersect_lines, intersect_segments, project_edge,
};

pub use world::{
    Children, Collider, DebugColor, DebugDraw, DebugDrawOptions, DebugLine, DebugText, Event, Exit,
    ExitReason, Filter, Key, Layers, Nearest, NearestPair, Op, Pack, PairMember, Ray, Replay,
    ReplayError, ResultLists, SeenBy, SnapshotError, TouchPair, TouchPolicy, WhyNot, World,
    WorldError, WorldRayHit, WorldStats,
};

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
