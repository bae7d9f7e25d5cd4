//! The region that two shapes have in common.
//!
//! Method: both become rings ([`polygonize`](crate::pair::boundary::polygonize)), curves flattened
//! from inside within a tolerance, and are clipped (`shape/clipping`). The exact verdict has the
//! last word: without a common interior the region is empty.
//! Frame: relative to the middle of the common bounds, so that an offset costs no digits.
//! Error: straight outlines have the error of the clipping; curved ones at most the tolerance times
//! the length of the flattened boundary.

use alloc::vec::Vec;

use crate::analysis::crossings::base;
use crate::math::{Aabb, DVec2, Vec2, lesser, round_finite};
use crate::pair::{answer::Verdict, boundary::polygonize::rings, half_plane, mesh::verdict::near};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::clipping::{Op, OverlayPolygon, area, overlay};
use crate::shape::{Body, Placed};

/// The default tolerance, relative to the smaller shape: circles then lack 6e-6 of their area.
const TOLERANCE: f64 = 2e-6;

/// The same, relative to the thickness of a round part: a needle keeps its width.
const THIN: f64 = 1e-3;

/// The area that two shapes have in common; world frame.
///
/// # Guarantees
/// The area is that of the polygons before their points are rounded to `f32`. Outer rings turn x
/// toward y, holes the other way; no ring has fewer than three points or the same point twice in
/// a row.
///
/// ```
/// use jostle::{Affine, Shape};
/// let a = Shape::rect_half((2.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 2.0))?.place(Affine::IDENTITY)?;
/// let region = a.region(&b, 0.0).unwrap();
/// assert_eq!((region.area(), region.polygons().len()), (4.0, 1));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Region {
    polygons: Vec<RegionPolygon>,
    area: f32,
}

/// One connected piece of a region.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RegionPolygon {
    /// The outer ring, implicitly closed.
    pub points: Vec<Vec2>,
    /// Rings, each implicitly closed.
    pub holes: Vec<Vec<Vec2>>,
}

impl Region {
    /// Returns the area; 0 for an empty region.
    ///
    /// ```
    /// assert_eq!(jostle::query::Region::default().area(), 0.0);
    /// ```
    #[must_use]
    pub fn area(&self) -> f32 {
        self.area
    }

    /// Returns the polygons that make up the region.
    #[must_use]
    pub fn polygons(&self) -> &[RegionPolygon] {
        &self.polygons
    }

    /// Turns the region into its polygons.
    #[must_use]
    pub fn into_polygons(self) -> Vec<RegionPolygon> {
        self.polygons
    }
}

impl Placed {
    /// Cuts out the area that two shapes have in common; `None` where it is unbounded.
    ///
    /// Empty for shapes that are apart or only touch, and for points and lines. Curves are
    /// flattened from inside within `tolerance`, a length; 0, less, or NaN stands for 2e-6 of the
    /// smaller shape's size, for rounded shapes at most 1e-3 of the radius.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
    /// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let half = ball.region(&floor, 0.0).unwrap().area();
    /// assert!((half - core::f32::consts::FRAC_PI_2).abs() < 2e-5);
    /// assert!(floor.region(&floor, 0.0).is_none());
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn region(&self, other: &Self, tolerance: f32) -> Option<Region> {
        if self.verdict(other) != Verdict::Overlapping {
            return Some(Region::default());
        }
        let base = base(self, other);
        let window = DAabb::relative(window(self, other)?, base);
        let smaller = lesser(self.bounds().longest_side(), other.bounds().longest_side());
        let coarse = TOLERANCE * lesser(smaller, (window.max - window.min).reach());
        let flat = |part: &Body| flatness(tolerance, 1.0, lesser(coarse, THIN * half_width(part)));
        let rings = |body: &Body, other: &Self| -> Vec<_> {
            let near = near(body, other.bounds());
            let parts = near.iter().flat_map(|body| body.parts());
            parts.flat_map(|part| rings(part, base, flat(part), Some(window))).collect()
        };
        let (a, b) = (rings(&self.body, other), rings(&other.body, self));
        let polygons = overlay(&a, &b, Op::Intersection);
        let area = round_finite(area(&polygons));
        let polygons = polygons.iter().filter_map(|p| rounded(p, base)).collect();
        Some(Region { polygons, area })
    }
}

/// The tolerance in use: as given, or a part of the size.
pub(crate) fn flatness(tolerance: f32, part: f64, size: f64) -> f64 {
    if tolerance > 0.0 && tolerance.is_finite() { f64::from(tolerance) } else { part * size }
}

/// Half the least width of what is round about a part, ∞ if nothing is or it is not known.
fn half_width(part: &Body) -> f64 {
    match part {
        Body::Core(core) if core.radius > 0.0 => core.radius.into(),
        Body::Curved(curved) => curved.rounded_hull().map_or(f64::INFINITY, |hull| hull.rim.b),
        _ => f64::INFINITY,
    }
}

/// Returns a box that holds all common area of the parts of two shapes, or `None` without any.
fn window(a: &Placed, b: &Placed) -> Option<Aabb> {
    let mut all: Option<Aabb> = None;
    for p in a.body.parts() {
        for q in b.body.parts() {
            if let (Body::HalfPlane(p), Body::HalfPlane(q)) = (p, q) {
                // Two half-planes have unbounded area in common or none.
                if half_plane::opposed(p, q).is_none_or(|slack| slack < 0) {
                    return None;
                }
            } else if let Some(common) = p.bounds().intersection(q.bounds()) {
                all = Some(all.map_or(common, |w| w.union(common)));
            }
        }
    }
    all
}

fn rounded(polygon: &OverlayPolygon, base: DVec2) -> Option<RegionPolygon> {
    let points = rounded_ring(&polygon.outer, base);
    let holes = polygon.holes.iter().map(|h| rounded_ring(h, base)).filter(|h| h.len() > 2);
    (points.len() > 2).then(|| RegionPolygon { points, holes: holes.collect() })
}

/// A ring in the world, without points that rounding made equal to their predecessor.
pub(crate) fn rounded_ring(ring: &[DVec2], base: DVec2) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = ring.iter().map(|p| (base + *p).round()).collect();
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

#[cfg(test)]
mod tests;
