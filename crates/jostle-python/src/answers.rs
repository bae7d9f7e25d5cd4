//! What questions answer.

use jostle::query;
use jostle::{Aabb as Box, Vec2};
use pyo3::prelude::*;

use crate::args::Point;
use crate::error::Refusal;
use crate::record::record;
use crate::words::Word;

/// A point or vector as Python sees it.
pub(crate) type Pair = (f32, f32);

pub(crate) fn pair(v: Vec2) -> Pair {
    (v.x, v.y)
}

pub(crate) fn vector((x, y): Pair) -> Vec2 {
    Vec2::new(x, y)
}

fn pairs(points: &[Vec2]) -> Vec<Pair> {
    points.iter().copied().map(pair).collect()
}

record! {
    /// An axis-aligned box from `min` to `max`, both (x, y).
    Aabb {
        /// The smallest coordinates.
        min: Pair,
        /// The largest coordinates.
        max: Pair,
    }
}

#[pymethods]
impl Aabb {
    /// The middle.
    #[getter]
    fn center(&self) -> Pair {
        pair(self.core().center())
    }

    /// Half the width and half the height.
    #[getter]
    fn half_extents(&self) -> Pair {
        pair(self.core().half_extents())
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> Pair {
        (self.max.0 - self.min.0, self.max.1 - self.min.1)
    }

    /// Returns True if the closed boxes share a point.
    fn overlaps(&self, other: &Self) -> bool {
        self.core().overlaps(other.core())
    }

    /// Returns True if the open boxes share a point: touching does not count.
    fn overlaps_interior(&self, other: &Self) -> bool {
        self.core().overlaps_interior(other.core())
    }

    /// Returns the common box, or None.
    fn intersection(&self, other: &Self) -> Option<Self> {
        self.core().intersection(other.core()).map(Self::from)
    }

    /// Returns the smallest box around both.
    fn union(&self, other: &Self) -> Self {
        self.core().union(other.core()).into()
    }

    /// Returns True if a point lies in the closed box.
    #[pyo3(signature = (point: "jostle.types.Point"))]
    fn contains(&self, point: Point) -> bool {
        self.core().contains(point.0)
    }
}

impl Aabb {
    pub(crate) fn core(&self) -> Box {
        Box { min: vector(self.min), max: vector(self.max) }
    }

    /// The box of a question.
    pub(crate) fn checked(&self, name: &str) -> PyResult<Box> {
        check_box(self.core(), name)?;
        Ok(self.core())
    }
}

/// Refuses a box with NaN or that ends before it begins; it may be infinite.
pub(crate) fn check_box(Box { min, max }: Box, name: &str) -> Result<(), Refusal> {
    for (axis, low, high) in [("x", min.x, max.x), ("y", min.y, max.y)] {
        let sides = format!("{name} goes from {axis} = {low} to {high}");
        if low.is_nan() || high.is_nan() {
            return Err(Refusal::new("not_finite", name, format!("{sides}, which is no number")));
        }
        if low > high {
            let sentence = format!("{sides}: it ends before it begins");
            return Err(Refusal::new("negative", name, sentence));
        }
    }
    Ok(())
}

impl From<Box> for Aabb {
    fn from(b: Box) -> Self {
        Self { min: pair(b.min), max: pair(b.max) }
    }
}

record! {
    /// A contact of two shapes that touch or overlap; world frame.
    Contact {
        /// Unit vector from a to b: the way b has to go.
        normal: Pair,
        /// Length of the push; 0 when touching, infinite when no translation separates.
        depth: f32,
        /// The middle between the witness points.
        point: Pair,
        /// The point of a that lies deepest in b.
        on_a: Pair,
        /// The point of b that lies deepest in a.
        on_b: Pair,
    }
}

#[pymethods]
impl Contact {
    /// The translation that moves a out of b; zero where nothing separates.
    #[getter]
    pub(crate) fn push_a(&self) -> Pair {
        pair(self.core().push_a())
    }

    /// The translation that moves b out of a; zero where nothing separates.
    #[getter]
    pub(crate) fn push_b(&self) -> Pair {
        pair(self.core().push_b())
    }
}

impl Contact {
    fn core(&self) -> query::Contact {
        query::Contact {
            normal: vector(self.normal),
            depth: self.depth,
            point: vector(self.point),
            on_a: vector(self.on_a),
            on_b: vector(self.on_b),
        }
    }
}

impl From<query::Contact> for Contact {
    fn from(c: query::Contact) -> Self {
        let [normal, point, on_a, on_b] = [c.normal, c.point, c.on_a, c.on_b].map(pair);
        Self { normal, depth: c.depth, point, on_a, on_b }
    }
}

record! {
    /// The signed distance between two shapes; world frame.
    Gap {
        /// Above 0 apart, 0 touching, below 0 overlapping; -inf where no translation separates.
        separation: f32,
        /// Unit vector from a to b.
        normal: Pair,
        /// The witness point on a: nearest to b, or deepest inside it.
        on_a: Pair,
        /// The witness point on b.
        on_b: Pair,
    }
}

#[pymethods]
impl Gap {
    /// The distance: 0 where the shapes touch or overlap.
    #[getter]
    fn distance(&self) -> f32 {
        if self.separation > 0.0 { self.separation } else { 0.0 }
    }

    /// The depth: 0 where the shapes touch or are apart.
    #[getter]
    fn depth(&self) -> f32 {
        if self.separation < 0.0 { -self.separation } else { 0.0 }
    }
}

impl From<query::Gap> for Gap {
    fn from(gap: query::Gap) -> Self {
        let [normal, on_a, on_b] = [gap.normal, gap.on_a, gap.on_b].map(pair);
        Self { separation: gap.separation, normal, on_a, on_b }
    }
}

record! {
    /// A point of a contact manifold.
    ManifoldPoint {
        /// The middle between the two surfaces, along the normal.
        point: Pair,
        /// The depth there; 0 if the shapes only touch.
        depth: f32,
        /// What meets here, in 52 bits: the same number as long as the same features meet.
        id: u64,
    }
}

record! {
    /// The contact of two shapes: one or two points.
    Manifold {
        /// Unit vector from a to b, the contact's.
        normal: Pair,
        /// One point or two, by x, or by y along a steep face.
        points: Vec<ManifoldPoint>,
    }
}

impl From<query::Manifold> for Manifold {
    fn from(m: query::Manifold) -> Self {
        let point = |p: &query::ManifoldPoint| ManifoldPoint {
            point: pair(p.point),
            depth: p.depth,
            id: p.id.to_bits(),
        };
        Self { normal: pair(m.normal), points: m.points().iter().map(point).collect() }
    }
}

record! {
    /// A hit of a ray; world frame.
    RayHit {
        /// Fraction of the translation, from 0 to 1.
        fraction: f32,
        /// The point hit.
        point: Pair,
        /// Unit outward normal there.
        normal: Pair,
    }
}

impl From<query::RayHit> for RayHit {
    fn from(hit: query::RayHit) -> Self {
        Self { fraction: hit.fraction, point: pair(hit.point), normal: pair(hit.normal) }
    }
}

record! {
    /// The place of a point relative to a shape; world frame.
    Closest {
        /// The point of the closed shape nearest to the query point: itself, if it is inside.
        point: Pair,
        /// Above 0 outside, 0 on the boundary, below 0 inside.
        separation: f32,
        /// Unit vector from the shape toward the point; inside, the shortest way out.
        normal: Pair,
    }
}

impl From<query::Closest> for Closest {
    fn from(c: query::Closest) -> Self {
        Self { point: pair(c.point), separation: c.separation, normal: pair(c.normal) }
    }
}

record! {
    /// A point where two boundaries meet.
    Crossing {
        /// Where, in the world.
        point: Pair,
        /// The number of the edge of a.
        edge_a: u32,
        /// How far along that edge, from 0 to 1.
        fraction_a: f32,
        /// The number of the edge of b.
        edge_b: u32,
        /// How far along that edge.
        fraction_b: f32,
    }
}

impl From<query::Crossing> for Crossing {
    fn from(c: query::Crossing) -> Self {
        let query::Crossing { point, edge_a, fraction_a, edge_b, fraction_b } = c;
        Self { point: pair(point), edge_a, fraction_a, edge_b, fraction_b }
    }
}

record! {
    /// One connected piece of a region.
    RegionPolygon {
        /// The outer ring, implicitly closed.
        points: Vec<Pair>,
        /// Rings, each implicitly closed.
        holes: Vec<Vec<Pair>>,
    }
}

record! {
    /// The area that two shapes have in common.
    Region {
        /// The area; 0 for an empty region.
        area: f32,
        /// The polygons that make up the region.
        polygons: Vec<RegionPolygon>,
    }
}

impl From<query::Region> for Region {
    fn from(region: query::Region) -> Self {
        let polygon = |p: &query::RegionPolygon| RegionPolygon {
            points: pairs(&p.points),
            holes: p.holes.iter().map(|hole| pairs(hole)).collect(),
        };
        Self { area: region.area(), polygons: region.polygons().iter().map(polygon).collect() }
    }
}

record! {
    /// The answer of a test in stages.
    StagedTest {
        /// True if the shapes meet, as far as the stage can decide.
        hit: bool,
        /// True if no later stage can decide otherwise.
        certain: bool,
        /// The stage that decided.
        level: String,
    }
}

impl From<query::StagedTest> for StagedTest {
    fn from(test: query::StagedTest) -> Self {
        Self { hit: test.hit, certain: test.certain, level: test.level.word().into() }
    }
}

record! {
    /// The smallest box around a shape, turned.
    OrientedBox {
        /// The middle.
        center: Pair,
        /// Half the lengths along the turned x and y axes.
        half: Pair,
        /// The direction of its x axis, as (cosine, sine).
        rot: Pair,
    }
}

#[pymethods]
impl OrientedBox {
    /// The four corners in positive order.
    #[getter]
    fn corners(&self) -> Vec<Pair> {
        let rot = jostle::Rot { cos: self.rot.0, sin: self.rot.1 };
        let (center, half) = (vector(self.center), vector(self.half));
        pairs(&query::OrientedBox { center, half, rot }.corners())
    }
}

impl From<query::OrientedBox> for OrientedBox {
    fn from(b: query::OrientedBox) -> Self {
        Self { center: pair(b.center), half: pair(b.half), rot: (b.rot.cos, b.rot.sin) }
    }
}

record! {
    /// The point that two lines or segments share.
    LineCrossing {
        /// The crossing.
        point: Pair,
        /// The place on a as a fraction from its first point to its second.
        on_a: f32,
        /// The place on b, as a fraction.
        on_b: f32,
    }
}

impl From<query::LineCrossing> for LineCrossing {
    fn from(c: query::LineCrossing) -> Self {
        Self { point: pair(c.point), on_a: c.on_a, on_b: c.on_b }
    }
}

record! {
    /// A polyline to draw.
    Outline {
        /// The points.
        points: Vec<Pair>,
        /// True if the last point is joined to the first.
        closed: bool,
    }
}

impl From<query::Outline> for Outline {
    fn from(outline: query::Outline) -> Self {
        let closed = outline.ends == jostle::shape::ChainEnds::Closed;
        Self { points: pairs(&outline.points), closed }
    }
}
