//! The smallest rotated box around a shape, and the upright box around several.
//!
//! Method: the smallest box around a convex polygon has a side along one of its edges (H. Freeman,
//! R. Shapira, CACM 18(7), 1975), and rotating calipers (G. Toussaint, "Solving geometric problems
//! with the rotating calipers", MELECON 1983) carry the other three sides from edge to edge. With a
//! radius, the same directions are tried on the hull of the core. Curved shapes are flattened for
//! the directions, the axes of ellipses added, and measured by their support functions.
//! Frame: the world; offsets around the shape's origin.
//! Error: the box is rounded outward and holds the shape. A curved shape may get one up to 1e-4
//! larger than the smallest.
//! Cost: O(n log n) for the hull, O(n) for the calipers.

use alloc::vec::Vec;

use crate::math::{Aabb, DVec2, Rot, Vec2, greater, round_finite, sort::sort_by};
use crate::pair::{bodies::span, boundary::polygonize::rings};
use crate::shape::{Body, Placed, outline::hull::hull_f64};

/// How finely curves are flattened for the directions to try, relative to the size.
const FLATTENED: f64 = 1e-5;

/// A rectangle in any direction; world frame.
///
/// Its corners are center ± half.x·(cos, sin) ± half.y·(−sin, cos).
///
/// ```
/// use jostle::{Rot, Vec2, query::OrientedBox};
/// let b = OrientedBox { center: Vec2::ZERO, half: Vec2::new(2.0, 1.0), rot: Rot::from_degrees(90.0) };
/// assert_eq!(b.corners()[0], Vec2::new(1.0, -2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OrientedBox {
    /// The middle.
    pub center: Vec2,
    /// Half the lengths along the turned x and y axes.
    pub half: Vec2,
    /// The direction of its x axis.
    pub rot: Rot,
}

impl OrientedBox {
    /// Returns the corners in positive order, from that of both smallest coordinates in the box's
    /// own frame.
    ///
    /// ```
    /// use jostle::{Rot, Vec2, query::OrientedBox};
    /// let b = OrientedBox { center: Vec2::X, half: Vec2::new(2.0, 1.0), rot: Rot::IDENTITY };
    /// assert_eq!(b.corners()[2], Vec2::new(3.0, 1.0));
    /// ```
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        self.exact_corners().map(DVec2::round)
    }

    fn fits(&self) -> bool {
        self.exact_corners().iter().all(|c| c.reach() <= f64::from(f32::MAX))
    }

    fn exact_corners(&self) -> [DVec2; 4] {
        let x = DVec2::new(f64::from(self.rot.cos), f64::from(self.rot.sin));
        let (h, w) = (x * f64::from(self.half.x), x.left() * f64::from(self.half.y));
        let c = DVec2::from(self.center);
        [c - h - w, c + h - w, c + h + w, c - h + w]
    }
}

impl Placed {
    /// Finds the smallest box in any direction that holds the shape; `None` for an unbounded one.
    ///
    /// Among boxes of equal area the one least turned from the axes; the longer side may be either.
    /// Upright where the corners of the smallest would leave the range of `f32`.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let plank = Shape::rect_half((4.0, 1.0))?.place(Affine::at((3.0, 3.0)).rotated(0.5))?;
    /// let b = plank.oriented_bounds().unwrap();
    /// assert_eq!(b.center, Vec2::new(3.0, 3.0));
    /// assert!((b.half.x * b.half.y - 4.0).abs() < 1e-5);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn oriented_bounds(&self) -> Option<OrientedBox> {
        let bounds = self.bounds();
        if !bounds.max.is_finite() {
            return None;
        }
        let base = self.body.anchor();
        let mut points = Vec::new();
        gather(&self.body, base, FLATTENED * bounds.longest_side(), &mut points);
        let corners: Vec<DVec2> = hull_f64(&points).into_iter().map(|i| points[i]).collect();
        // The axes come first, so that a tie leaves the box upright.
        let mut best: Option<(f64, DVec2)> = None;
        let mut directions = Vec::from([DVec2::X]);
        directions.extend(self.body.parts().iter().filter_map(axis));
        let next = corners.iter().cycle().skip(1);
        directions.extend(corners.iter().zip(next).filter_map(|(p, q)| (*q - *p).unit()));
        let pad = match &self.body {
            Body::Core(core) => 2.0 * f64::from(core.radius),
            _ => 0.0,
        };
        // The corners furthest along a direction and its quarter turns, carried on as it turns.
        let height = |i: usize, u: DVec2| corners[i % corners.len()].dot(u);
        let mut at = quarter_turns(DVec2::X).map(|u| {
            let higher = |i: usize, j: usize| if height(j, u) > height(i, u) { j } else { i };
            (0..corners.len()).reduce(higher).unwrap_or(0)
        });
        let by_angle = |p: &DVec2, q: &DVec2| first_quarter(*p).y.total_cmp(&first_quarter(*q).y);
        sort_by(&mut directions[1..], by_angle);
        for u in directions.into_iter().map(first_quarter) {
            let area = if let Body::Curved(_) = self.body {
                let [x, y] = [u, u.left()].map(|u| span(&self.body, base, u));
                (x[1] - x[0]) * (y[1] - y[0])
            } else {
                for (i, u) in at.iter_mut().zip(quarter_turns(u)) {
                    let last = *i + corners.len();
                    while *i < last && height(*i + 1, u) >= height(*i, u) {
                        *i += 1;
                    }
                }
                let [e, n, w, s] = at.map(|i| corners[i % corners.len()]);
                ((e - w).dot(u) + pad) * ((n - s).dot(u.left()) + pad)
            };
            // A part in a million million is rounding, not a smaller box.
            if best.is_none_or(|(least, _)| area < least * (1.0 - 1e-12)) {
                best = Some((area, u));
            }
        }
        let u = best?.1.round();
        let half = Vec2::new(f32::MAX, f32::MAX);
        let everything = OrientedBox { center: Vec2::ZERO, half, rot: Rot::IDENTITY };
        let rots = [Rot { cos: u.x, sin: u.y }, Rot::IDENTITY];
        let boxes = rots.into_iter().map(|rot| around(&self.body, base, rot));
        Some(boxes.into_iter().find(OrientedBox::fits).unwrap_or(everything))
    }
}

/// Returns the box that holds all shapes: the bounds of a group. `None` for no shapes, everything
/// where a half-plane is among them.
#[must_use]
pub fn bounds_of<'a>(shapes: impl IntoIterator<Item = &'a Placed>) -> Option<Aabb> {
    shapes.into_iter().map(Placed::bounds).reduce(Aabb::union)
}

fn quarter_turns(u: DVec2) -> [DVec2; 4] {
    [u, u.left(), -u, -u.left()]
}

/// The direction that spans the same box with an angle in [0, 90°).
fn first_quarter(u: DVec2) -> DVec2 {
    quarter_turns(u).into_iter().find(|v| v.x > 0.0 && v.y >= 0.0).unwrap_or(DVec2::X)
}

/// The longer axis of an ellipse.
fn axis(part: &Body) -> Option<DVec2> {
    let Body::Curved(curved) = part else { return None };
    Some(curved.rounded_hull()?.rim.long)
}

/// Points whose hull, with the largest radius, has the directions that count.
fn gather(body: &Body, base: DVec2, tolerance: f64, out: &mut Vec<DVec2>) {
    let flattened = || rings(body, base, tolerance, None).into_iter().flatten();
    match body {
        Body::Core(core) => {
            let o = core.origin - base;
            out.extend(core.offsets().iter().map(|v| o + *v));
        }
        // The radii of its parts may differ.
        Body::Union(parts) if parts.iter().any(is_round) => {
            out.extend(flattened());
            let is_thin = |p: &&Body| matches!(p, Body::Core(core) if !core.is_area());
            parts.iter().filter(is_thin).for_each(|part| gather(part, base, tolerance, out));
        }
        Body::Union(parts) => parts.iter().for_each(|part| gather(part, base, tolerance, out)),
        _ => out.extend(flattened()),
    }
}

fn is_round(body: &Body) -> bool {
    !matches!(body, Body::Core(core) if core.radius == 0.0)
}

/// The box in a direction, rounded outward.
fn around(body: &Body, base: DVec2, rot: Rot) -> OrientedBox {
    let x = DVec2::new(f64::from(rot.cos), f64::from(rot.sin));
    // The stored pair is not exactly a unit vector: coordinates in the box are p·x / x².
    let square = x.dot(x);
    let axes = [x, x.left()];
    let spans = axes.map(|u| span(body, base, u).map(|s| s / square));
    let middle =
        x * ((spans[0][0] + spans[0][1]) * 0.5) + x.left() * ((spans[1][0] + spans[1][1]) * 0.5);
    let center = (base + middle).round();
    let off = DVec2::from(center) - base;
    let half = |i: usize| {
        let c = off.dot(axes[i]) / square;
        let reach = greater(spans[i][1] - c, c - spans[i][0]);
        // A few roundings of f64 lie between this and the exact number.
        let slack = 16.0 * f64::EPSILON * (reach + base.reach() + off.reach());
        let exact =
            reach == 0.0 || (reach as f32 as f64 == reach && (rot.sin == 0.0 || rot.cos == 0.0));
        let h = if exact { reach } else { reach + slack };
        let rounded = round_finite(h);
        if f64::from(rounded) < h { rounded.next_up() } else { rounded }
    };
    OrientedBox { center, half: Vec2::new(half(0), half(1)), rot }
}

#[cfg(test)]
mod tests;
