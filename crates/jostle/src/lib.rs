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
    FormError, FormErrorKind, LayerNames, MAX_BYTES, MAX_DEPTH, MAX_SHAPES, MAX_VERTICES, number,
};
pub use math::{Aabb, Affine, Parts, Range, Rot, Vec2, degrees_to_radians};
pub use shape::{
    Capsule, Cell, Chain, Circle, Compound, Custom, Ellipse, Ends, Grid, HalfPlane, Mask, Place,
    Placed, Point, Polygon, Rect, Segment, Shape, ShapeError, Sided, Support, TileFault, Unwelded,
    Weld, Welded, weld,
};

pub use pair::{
    Axis, Bits, Closest, Columns, Contact, Crossing, Detect, EdgeAxis, ExactCorner, ExactPoint,
    Feature, FeatureId, Gap, Inside, Level, LineCrossing, Manifold, ManifoldPoint, Method,
    OrientedBox, Outline, PairError, PartProof, Proof, RayHit, Region, RegionPolygon, Relation,
    Test, Verdict, Why, bounds_of, intersect_lines, intersect_segments, project_edge,
};

pub use world::{
    Batch, Children, Collider, Drawing, Event, Filter, Key, Label, Layers, Member, Near,
    NearestPair, Op, Pack, Paint, Parting, Ray, RayFound, Reason, Replay, ReplayError, SeenBy,
    Sketch, SnapshotError, Stroke, Totals, Touch, Touching, WhyNot, World, WorldError,
};

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
