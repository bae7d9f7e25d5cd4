//! *What touches what in 2D, where, and how do I get them apart?*
//!
#![doc = include_str!("../front.svg")]
//!
//! jostle is a collision-detection library for 2D games and simulations that do not want a physics
//! engine. It answers questions about two shapes, and keeps a world of colliders that reports
//! enter, stay and exit. Every shape works with every other shape, under any affine transform.
//! Verdicts are exact and the same on every machine. It has no bodies, mass, gravity or time step;
//! what moves, moves by your calls.
//!
//! # Shape → place → ask
//!
//! A [`Shape`] is a closed set of points in its own frame. [`Shape::place`] applies a transform and
//! returns a [`Placed`] shape. Every question is a method of [`Placed`].
//!
//! ```
//! use jostle::{Affine, Shape};
//! let crate_shape = Shape::rect_size((40.0, 20.0))?;
//! let ball = Shape::circle(12.0)?;
//! let a = crate_shape.place(Affine::at((100.0, 50.0)).rotated(0.3))?;
//! let b = ball.place(Affine::at((118.0, 62.0)))?;
//! if let Some(contact) = a.contact(&b) {
//!     let apart = a.moved(contact.push_a()); // the shortest way out
//!     assert!(apart.gap(&b).depth() < 1e-3);
//! }
//! # Ok::<(), jostle::ShapeError>(())
//! ```
//!
//! # All pairs, without a world
//!
//! [`pairs`] finds the shapes that overlap in a list. [`Pairs`] does so in each frame without
//! allocating.
//!
//! ```
//! use jostle::{Affine, Shape};
//! let coin = Shape::circle(4.0)?;
//! let place = |i| coin.place(Affine::at((i as f32 * 6.0, 0.0)));
//! let coins = (0..4).map(place).collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(jostle::pairs(&coins), [[0, 1], [1, 2], [2, 3]]);
//! # Ok::<(), jostle::ShapeError>(())
//! ```
//!
//! # A world in a loop
//!
//! A [`World`] keeps colliders and finds the pairs that touch. Edits are visible to the next query
//! without a step. A step returns what changed since the last step, with one exit for every enter.
//!
//! ```
//! use jostle::{Affine, Collider, Event, Filter, Ray, Shape, World};
//! jostle::layers! { HERO, SOLID, COIN }
//! let mut world = World::new();
//! let hero = world.add(Collider::new("hero", Shape::circle(6.0)?).layer(HERO))?;
//! let coin = Collider::new("coin", Shape::circle(4.0)?).at((30.0, 0.0)).layer(COIN).sees(HERO);
//! world.add(coin.sensor())?;
//! for frame in 0..4 {
//!     world.set_transform(hero, Affine::at((frame as f32 * 8.0, 0.0)))?;
//!     for event in world.step() {
//!         if let Event::Enter(touch) = event {
//!             world.remove(touch.b); // the next step still emits its exit
//!         }
//!     }
//! }
//! assert_eq!(world.len(), 1);
//! assert!(world.ray_first(&Ray::new((-9.0, 0.0), (90.0, 0.0)), &Filter::ANY).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which one do I want?
//!
//! | you have | use |
//! | --- | --- |
//! | two shapes | methods of [`Placed`] |
//! | a list that is new in each frame | [`pairs`], [`Pairs`] |
//! | things that stay, move and are asked by ray or point | [`World`] without steps |
//! | the same, and you want enter, stay and exit | [`World::step`] in each frame |
//!
//! The [`guide`] has a chapter on each, on layers, heroes that walk and jump, bullets, levels, hitboxes,
//! rollback and speed. In Bevy use `bevy_jostle`, in macroquad `jostle-macroquad`; with other vectors a
//! feature below. `jostle-tiled` reads maps of Tiled and LDtk, `jostle-trace` makes hitboxes of pictures,
//! `jostle-testing` has the laws that every pair obeys.
//!
//! # I want to …
//!
//! | I want to … | call |
//! | --- | --- |
//! | test whether two shapes meet | [`Placed::overlaps`], [`Placed::overlaps_interior`], [`Placed::verdict`] |
//! | push one out of the other | [`Placed::contact`], then [`Contact::push_a`] or [`Contact::push_b`] |
//! | get two contact points for a solver | [`Placed::manifold`] |
//! | measure the distance | [`Placed::gap`], [`Placed::closest`] for a point |
//! | test whether one contains the other | [`Placed::contains`], [`Placed::relation`] |
//! | find where the boundaries cross, or the common area | [`Placed::crossings`], [`Placed::region`] |
//! | cast a ray at one shape | [`Placed::ray`] |
//! | see the proof of a verdict | [`Placed::why`], with the types of [`proof`] |
//! | make one outline of neighboring tiles | [`shape::weld`], [`Shape::grid`] |
//! | find all pairs in a list | [`pairs`], [`pairs_between`], [`Pairs`] |
//! | find all pairs of two tables that do not fit in memory | the crate `jostle-join` |
//! | get events of a whole scene | [`World::step`] |
//! | compute less, or leave out stays | [`World::set_step_options`], [`Collider::detail`] |
//! | get the contact or gap of two colliders | [`World::contact`], [`World::gap`] |
//! | find what lies under the mouse | [`World::at_point`] |
//! | find what a laser hits first | [`World::ray_first`], [`World::ray_all`], [`World::ray_any`] |
//! | find what a shape or a box touches | [`World::overlapping`], [`World::overlapping_aabb`] |
//! | find the nearest colliders | [`World::nearest`] |
//! | know whether one place is seen from another | [`World::line_of_sight`] |
//! | move a hero along floors, slopes and walls | [`World::slide`] |
//! | know what a shape will hit on its way | [`World::cast_first`], [`Placed::cast`], [`Placed::sweep`] |
//! | make a one-way deck, or a lift that carries | [`Collider::one_way`], [`Collider::platform`] |
//! | move a collider, or push it out | [`World::set_position`], [`World::move_by`] with [`TouchPair::push`] |
//! | move many, some of which may be bad | [`World::set_transforms`], [`World::set_transforms_lossy`] |
//! | change everything of a collider | [`World::replace`] |
//! | choose which pairs count | [`Layers`], [`Collider::team`], [`World::set_pair_filter`] |
//! | know why a pair reports nothing | [`World::why_not`] |
//! | save, restore or replay | [`World::snapshot`], [`World::restore`], [`World::record`] |
//! | draw everything | [`World::draw`], [`World::draw_with`], with the types of [`debug`] |
//!
//! Two shapes with eight vertices or fewer cost a constant. A convex polygon of n vertices costs
//! O(n). Concave outlines test the edges whose boxes meet; the contact of two concave outlines is
//! the slowest question of all.
//!
//! # Conventions
//!
//! - Lengths are in your unit and angles in radians. Positive angles turn x toward y. That is
//!   clockwise where y points down, as on screens.
//! - A shape is closed: touching counts as overlap. `overlaps_interior` is the strict form.
//! - The normal of a contact points from a to b. `push_a` moves a, and `push_b` moves b.
//! - The first polygon ring is the outer boundary. Any orientation works.
//! - Coordinates are stored as `f32`. Answers are computed in `f64` and rounded once.
//!
//! # Features
//!
//! | feature | effect |
//! | --- | --- |
//! | `std` (default) | detects SIMD at run time; without it the crate is `no_std` with `alloc` |
//! | `serde` | the JSON form (`jostle::json`) and serde for answers and events |
//! | `rayon` | `World::step_parallel` and `World::set_transforms_parallel`, with the same events |
//! | `glam-027` … `glam-034` | conversions to and from the vectors and maps of that version of glam |
//! | `mint`, `bytemuck` | the same for mint; values as plain bytes |
//!
//! Every point is an `impl Into<Vec2>`: with its feature a vector of glam goes in as it is, and
//! `Vec2` becomes one by `into`. [`Error`] holds any error of the library; [`prelude`] has a dozen
//! names and no vector.
//!
//! Debug builds are slow. Add `[profile.dev.package.jostle]` with `opt-level = 3` to your manifest.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_methods, reason = "unit tests compare with plain functions")
)]

extern crate alloc;

mod analysis;
pub mod broad;
mod error;
pub mod guide;
#[cfg(feature = "serde")]
pub mod json;
mod math;
mod pair;
pub mod shape;
pub mod world;

pub use broad::{PairContact, Pairs, pairs, pairs_between};
pub use error::Error;
pub use math::{Aabb, Affine, Interval, Motion, Rot, TransformParts, Vec2, degrees_to_radians};
pub use query::{
    Closest, Contact, Gap, Hit, Inside, Level, Manifold, ManifoldPoint, Meet, RayHit, Relation,
    Stop, Verdict,
};
#[doc(inline)]
pub use shape::{ErrorKind, Placed, Shape, ShapeError};
#[doc(inline)]
pub use world::{
    Cast, CastFound, Children, Collider, Event, Exit, ExitReason, Filter, Key, Layers, Nearest,
    Pace, Ray, Response, SeenBy, Slid, Slide, SlideEnd, TouchPair, TouchPolicy, WhyNot, World,
    WorldError, WorldRayHit,
};

/// What most programs use, for `use jostle::prelude::*`. It has no vector, so that it goes beside
/// the prelude of an engine; vectors convert by `into`.
///
/// ```
/// use jostle::prelude::*;
/// let mut world = World::new();
/// world.add(Collider::new("coin", Shape::circle(4.0)?).at((9.0, 0.0)))?;
/// assert!(world.ray_any(&Ray::between((0.0, 0.0), (9.0, 0.0)), &Filter::ANY));
/// # Ok::<(), jostle::Error>(())
/// ```
pub mod prelude {
    pub use crate::{
        Aabb, Affine, Collider, Event, Filter, Key, Layers, Placed, Ray, Shape, World, layers,
    };
}

/// Questions about placed shapes: one question, one file.
///
/// Each is a method of [`Placed`], or a function on points. Their results are the
/// types of this module; the most common ones are also at the root of the crate.
///
/// ```
/// use jostle::query::intersect_segments;
/// use jostle::{Affine, Shape};
/// let a = Shape::rect_half((2.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((2.0, 1.0))?.place(Affine::at((3.0, 1.0)))?;
/// assert_eq!(a.crossings(&b).len(), 2);
/// assert_eq!(a.region(&b, 0.1).unwrap().area(), 1.0);
/// let [p, q] = [[(0.0, 0.0), (2.0, 2.0)], [(0.0, 2.0), (2.0, 0.0)]].map(|s| s.map(Into::into));
/// assert!(intersect_segments(p, q).is_some());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub mod query {
    pub use crate::analysis::{
        BuiltinMethod, Crossing, Level, LineCrossing, OrientedBox, Outline, OverlapMethod, Region,
        RegionPolygon, StagedTest, bounds_of, intersect_lines, intersect_segments, project_edge,
    };
    pub use crate::pair::query::{
        Closest, Contact, Feature, FeatureId, Gap, Hit, Inside, Manifold, ManifoldPoint, Meet,
        RayHit, Relation, Stop, Verdict,
    };
}

/// Verdicts with certificates that exact arithmetic can check; see [`Placed::why`].
pub mod proof {
    pub use crate::analysis::proof::axis::SeparatingAxis;
    pub use crate::analysis::why::{
        EdgeAxis, ExactCorner, ExactPoint, PartProof, Proof, ProvenVerdict,
    };
}

/// Lines and texts that show a world; see [`World::draw`].
pub mod debug {
    pub use crate::world::debug_draw::{
        DebugColor, DebugDraw, DebugDrawOptions, DebugLine, DebugText,
    };
}

/// The README's program runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
