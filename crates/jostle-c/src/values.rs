//! Values: numbers of a known layout that are passed by copy, and the words that C states as
//! numbers.

use jostle as j;

/// A vector or a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// Along the x axis.
    pub x: f32,
    /// Along the y axis.
    pub y: f32,
}

/// A rotation by its cosine and sine.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    /// The cosine.
    pub cos: f32,
    /// The sine.
    pub sin: f32,
}

/// An affine map: x' = a·x + c·y + tx, y' = b·x + d·y + ty, in the order of PixiJS and the canvas.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// x of the image of the x axis.
    pub a: f32,
    /// y of the image of the x axis.
    pub b: f32,
    /// x of the image of the y axis.
    pub c: f32,
    /// y of the image of the y axis.
    pub d: f32,
    /// x of the image of the origin.
    pub tx: f32,
    /// y of the image of the origin.
    pub ty: f32,
}

/// The parts of a transform, which compose as in PixiJS; angles in radians. Begin with
/// `jostle_transform_parts_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformParts {
    /// Where the pivot comes to lie.
    pub position: Vec2,
    /// The angle, x toward y.
    pub rotation: f32,
    /// The factors along x and y; 1 leaves as it is.
    pub scale: Vec2,
    /// The skew angles.
    pub skew: Vec2,
    /// The local point that is put at the position.
    pub pivot: Vec2,
}

/// A closed axis-aligned box.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Aabb {
    /// The smallest coordinates.
    pub min: Vec2,
    /// The largest coordinates.
    pub max: Vec2,
}

/// A closed range of numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub min: f32,
    /// The upper end.
    pub max: f32,
}

/// A box turned in any direction.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// The middle.
    pub center: Vec2,
    /// Half the lengths along the turned axes.
    pub half: Vec2,
    /// The direction of its x axis.
    pub rot: Rot,
}

/// The signed distance between two shapes; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Above 0 apart, 0 touching, below 0 overlapping; −∞ if no translation separates.
    pub separation: f32,
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// The point of a that is nearest to b, or deepest inside it.
    pub on_a: Vec2,
    /// The point of b.
    pub on_b: Vec2,
}

/// A contact of two shapes that touch or overlap; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Contact {
    /// Unit vector from a to b: the way b has to go.
    pub normal: Vec2,
    /// Length of the push; 0 when touching, infinite when no translation separates.
    pub depth: f32,
    /// The middle between the witness points.
    pub point: Vec2,
    /// The point of a that lies deepest in b.
    pub on_a: Vec2,
    /// The point of b that lies deepest in a.
    pub on_b: Vec2,
}

/// Where a point stands to a shape; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// The point of the closed shape that is nearest: the point itself, when it is inside.
    pub point: Vec2,
    /// Above 0 outside, 0 on the boundary, below 0 inside.
    pub separation: f32,
    /// Unit vector from the shape toward the point; inside, the shortest way out.
    pub normal: Vec2,
}

/// Where a ray hits; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Fraction of the translation, in [0, 1].
    pub fraction: f32,
    /// The point hit.
    pub point: Vec2,
    /// Unit outward normal.
    pub normal: Vec2,
}

/// A point where two boundaries meet.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Where, in the world.
    pub point: Vec2,
    /// The edge of a.
    pub edge_a: u32,
    /// How far along that edge, from 0 to 1.
    pub fraction_a: f32,
    /// The edge of b.
    pub edge_b: u32,
    /// How far along that edge.
    pub fraction_b: f32,
}

/// A point common to two segments or lines.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineCrossing {
    /// Where they cross.
    pub point: Vec2,
    /// The place on a as a fraction from its first point to its second.
    pub on_a: f32,
    /// The place on b as a fraction from its first point to its second.
    pub on_b: f32,
}

/// A point of a contact manifold.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldPoint {
    /// The middle between the two surfaces, along the normal.
    pub point: Vec2,
    /// How far the surfaces lie in each other there.
    pub depth: f32,
    /// What meets here, in 52 bits: a's feature in the upper 26, b's in the lower, each twice its
    /// number, plus one for an edge.
    pub id: u64,
}

/// Where two shapes rest on each other: one or two points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// Unit vector from a to b.
    pub normal: Vec2,
    /// The points; where there is one, the second repeats it.
    pub points: [ManifoldPoint; 2],
    /// How many points there are.
    pub count: u32,
}

/// How far a staged test goes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The closed boxes around both.
    Bounds = 0,
    /// A vertex of one inside the other.
    Corners = 1,
    /// The exact verdict.
    Exact = 2,
}

/// The result of a staged test.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedTest {
    /// The answer after that stage.
    pub hit: bool,
    /// True if no later stage can change the answer.
    pub certain: bool,
    /// The stage that decided, or the last one that was run.
    pub level: Level,
}

/// The sign of the exact separation of two closed sets.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The sets share no point.
    Separated = 0,
    /// They share points of their boundaries only.
    Touching = 1,
    /// Their interiors share a point.
    Overlapping = 2,
}

/// How two shapes lie to each other: the first that holds, from the top.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Equal sets of points.
    Same = 0,
    /// a is a subset of b.
    AInB = 1,
    /// b is a subset of a.
    BInA = 2,
    /// They overlap, neither holds the other.
    Overlapping = 3,
    /// They share boundary points only.
    Touching = 4,
    /// They share no point.
    Apart = 5,
}

/// The rule for a ray that starts inside a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// The shape is solid: fraction 0 and the shallowest way out.
    Hit = 0,
    /// The shape is left out.
    Skip = 1,
    /// The shape is hollow: the first boundary point.
    Exit = 2,
}

/// What stops a moving shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Any shared point of the closed sets, as for rays.
    Touching = 0,
    /// Shared points of the interiors, as movement wants it.
    Overlapping = 1,
}

/// True if a chain leads from its last point back to its first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainEnds {
    /// It does not.
    Open = 0,
    /// It does.
    Closed = 1,
}

/// Which side of a chain's edges has normals, pushes and ray hits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sidedness {
    /// Both.
    Both = 0,
    /// Only the left of each edge from a to b (x toward y).
    Left = 1,
}

/// A method to detect collisions that can be swapped for another.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltinMethod {
    /// The boxes around both overlap; touching counts.
    Bounds = 0,
    /// The circles around both overlap; touching counts.
    Circles = 1,
    /// A vertex or center of one lies in the other.
    Corners = 2,
    /// The shapes share a point.
    Exact = 3,
}

/// The library's types by their names alone, for the macros below.
mod names {
    pub(super) use jostle::query::{BuiltinMethod, Crossing, LineCrossing, OrientedBox};
    pub(super) use jostle::shape::{ChainEnds, Sidedness};
    pub(super) use jostle::*;
}

/// Both ways between a struct and the library's, field by field.
macro_rules! same_fields {
    ($($name:ident { $($field:ident),+ })+) => {$(
        impl From<names::$name> for $name {
            fn from(v: names::$name) -> Self {
                Self { $($field: v.$field.into()),+ }
            }
        }

        impl From<$name> for names::$name {
            fn from(v: $name) -> Self {
                Self { $($field: v.$field.into()),+ }
            }
        }
    )+};
}

same_fields! {
    Vec2 { x, y }
    Rot { cos, sin }
    Affine { a, b, c, d, tx, ty }
    TransformParts { position, rotation, scale, skew, pivot }
    Aabb { min, max }
    Interval { min, max }
    OrientedBox { center, half, rot }
    Gap { separation, normal, on_a, on_b }
    Contact { normal, depth, point, on_a, on_b }
    Closest { point, separation, normal }
    RayHit { fraction, point, normal }
    Crossing { point, edge_a, fraction_a, edge_b, fraction_b }
    LineCrossing { point, on_a, on_b }
}

/// From the library's word to C's, and the list by which C's number is read.
macro_rules! same_words {
    ($($name:ident { $($word:ident),+ })+) => {$(
        impl From<names::$name> for $name {
            fn from(word: names::$name) -> Self {
                match word { $(names::$name::$word => Self::$word),+ }
            }
        }

        impl $name {
            /// The library's words in the order of the numbers.
            #[allow(dead_code, reason = "some words are only ever told, not asked for")]
            pub(crate) const WORDS: &[names::$name] = &[$(names::$name::$word),+];
        }
    )+};
}

same_words! {
    Level { Bounds, Corners, Exact }
    Verdict { Separated, Touching, Overlapping }
    Relation { Same, AInB, BInA, Overlapping, Touching, Apart }
    Inside { Hit, Skip, Exit }
    Stop { Touching, Overlapping }
    ChainEnds { Open, Closed }
    Sidedness { Both, Left }
    BuiltinMethod { Bounds, Circles, Corners, Exact }
}

impl From<j::query::StagedTest> for StagedTest {
    fn from(test: j::query::StagedTest) -> Self {
        Self { hit: test.hit, certain: test.certain, level: test.level.into() }
    }
}

impl From<j::Manifold> for Manifold {
    fn from(manifold: j::Manifold) -> Self {
        let points = manifold.points();
        let point = |i: usize| {
            let p = points[i.min(points.len() - 1)];
            ManifoldPoint { point: p.point.into(), depth: p.depth, id: p.id.to_bits() }
        };
        Self {
            normal: manifold.normal.into(),
            points: [point(0), point(1)],
            count: points.len() as u32,
        }
    }
}

impl Affine {
    /// The map that changes nothing.
    pub(crate) const IDENTITY: Self = Self { a: 1.0, b: 0.0, c: 0.0, d: 1.0, tx: 0.0, ty: 0.0 };
}

/// The points of a list as the library's.
pub(crate) fn points(list: &[Vec2]) -> impl ExactSizeIterator<Item = j::Vec2> + '_ {
    list.iter().map(|p| j::Vec2::from(*p))
}
