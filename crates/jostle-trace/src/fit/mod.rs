//! Is a circle, a rectangle, a capsule, an ellipse or a hull good enough?
//!
//! Method: the first and second moments of the solid pixels give a first guess of each kind, whose
//! second moments and area are the mask's; a compass search (R. Hooke and T. A. Jeeves, "Direct
//! search", 1961) then moves center, sizes and turn for the largest IoU, and where a deviation is
//! bounded and still too large, for the smallest deviation. What is accepted is what the checker
//! measures on a drawing of the shape (`form`), less what the drawing may be off.
//!
//! Kinds are tried from the simplest on: circle, rectangle, capsule, ellipse, hull. Frame: pixels,
//! x right, y down. Cost: some hundreds of IoU measurements a kind that does not fit at once.
//! Rejected: algebraic fits of the outline's points, which serve noise on a boundary and not area.

mod form;
mod search;
#[cfg(test)]
mod tests;

use jostle::{Shape, Vec2};

use crate::{
    Connectivity, Goal, Mask, Measured, Outline, Ring, Side, UNITS_PER_PIXEL, measure, outline,
};
use form::Form;

/// The kinds of simple shapes, from the simplest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Simple {
    /// A disc.
    Circle,
    /// A rectangle, turned or not.
    Rect,
    /// A thick segment.
    Capsule,
    /// An ellipse, turned or not.
    Ellipse,
    /// The convex hull of the solid pixels.
    Hull,
}

impl Simple {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Self; 5] = [Self::Circle, Self::Rect, Self::Capsule, Self::Ellipse, Self::Hull];
}

/// A simple shape in the place of an outline.
#[derive(Clone, Debug)]
pub struct Fit {
    /// What it is.
    pub kind: Simple,
    /// The shape in pixels.
    pub shape: Shape,
    /// A drawing of it in straight lines.
    pub outline: Outline,
    /// How far the drawing may lie from the shape, in pixels.
    pub drawn_within: f64,
    /// The checker's numbers for the drawing.
    pub measured: Measured,
}

impl Fit {
    /// Sets the least IoU that the shape itself can have.
    #[must_use]
    pub fn iou(&self) -> f64 {
        let ring = self.outline.rings.first().map_or(&[][..], |ring| &ring.points);
        let units = f64::from(UNITS_PER_PIXEL);
        let length: f64 = (0..ring.len())
            .map(|i| {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                let [dx, dy] = [0, 1].map(|k| f64::from(b[k] - a[k]) / units);
                (dx * dx + dy * dy).sqrt()
            })
            .sum();
        let area = self.outline.doubled_area() as f64 / (2.0 * units * units);
        // The symmetric difference grows by no more than a band around the drawing's edge.
        let band = 2.0 * length * self.drawn_within / area;
        let iou = self.measured.iou - 2.0 * band;
        if iou > 0.0 { iou } else { 0.0 }
    }

    /// Sets the largest deviation that the shape itself can have, in pixels.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.measured.deviation() + self.drawn_within
    }

    /// Returns `true` if the shape itself is within the bounds of a goal; its vertices are not
    /// counted. A goal without bounds needs the mask itself.
    #[must_use]
    pub fn meets(&self, goal: &Goal) -> bool {
        let least = match (goal.min_iou, goal.max_deviation, goal.max_area_error) {
            (None, None, None) => 1.0,
            (share, _, None) => share.unwrap_or(0.0),
            // What differs is at most (1 - IoU) of the union, which is at most the mask over the
            // IoU.
            (share, _, Some(error)) => {
                let own = 1.0 / (1.0 + error);
                if share.is_some_and(|share| share > own) { share.unwrap_or(own) } else { own }
            }
        };
        let exact = self.drawn_within == 0.0;
        let sided = match goal.side {
            Side::Free => true,
            Side::Cover => exact && self.measured.uncovered == 0,
            Side::Inside => exact && self.measured.overrun == 0,
        };
        self.measured.validity.is_sound()
            && sided
            && self.iou() >= least
            && goal.max_deviation.is_none_or(|most| self.deviation() <= most)
    }
}

/// Finds the simplest shape that is good enough under the bounds of a goal; `None` where none is,
/// and for a mask without solid pixels.
///
/// ```
/// use jostle_trace::{Goal, Mask, Simple, fit};
/// let at = |v: u32| f64::from(v) + 0.5 - 32.0;
/// let disc = Mask::from_fn(64, 64, |x, y| at(x) * at(x) + at(y) * at(y) < 30.0 * 30.0);
/// let found = fit(&disc, &Goal::iou(0.97)).unwrap();
/// assert_eq!((found.kind, found.shape.kind()), (Simple::Circle, "circle"));
/// assert!(found.iou() >= 0.97);
/// ```
#[must_use]
pub fn fit(mask: &Mask, goal: &Goal) -> Option<Fit> {
    Simple::ALL.into_iter().filter_map(|kind| best_of(kind, mask, goal)).find(|fit| fit.meets(goal))
}

/// Finds the best shape of one kind, whether it is good enough or not; `None` for a mask without
/// solid pixels.
///
/// ```
/// use jostle_trace::{Goal, Mask, Simple, best_of};
/// let ell = Mask::from_fn(10, 10, |x, y| x < 5 || y < 5);
/// let rect = best_of(Simple::Rect, &ell, &Goal::iou(0.97)).unwrap();
/// assert!(rect.measured.iou > 0.7 && !rect.meets(&Goal::iou(0.97)));
/// ```
#[must_use]
pub fn best_of(kind: Simple, mask: &Mask, goal: &Goal) -> Option<Fit> {
    let made = |shape: Shape, outline: Outline, drawn_within: f64| {
        let measured = measure(&outline, mask);
        Fit { kind, shape, outline, drawn_within, measured }
    };
    if kind == Simple::Hull {
        let rings = outline(mask, Connectivity::Four).rings;
        let corners = rings.iter().filter(|r| !r.hole).flat_map(|r| r.points.iter().copied());
        let points = form::hull(corners.collect());
        let pixels = |p: &[i32; 2]| Vec2::from(p.map(|v| v as f32 / UNITS_PER_PIXEL as f32));
        let shape = Shape::hull(points.iter().map(pixels)).ok()?;
        return (points.len() > 2).then(|| made(shape, drawing(points), 0.0));
    }
    let found = search::best(kind, mask, None)?;
    let done = |form: &Form| {
        let (points, within) = form.drawn(kind, form::FINE);
        Some(made(form.shape(kind)?, drawing(points), within))
    };
    let first = done(&found)?;
    let far = goal.max_deviation.is_some_and(|most| first.deviation() > most);
    if !far || first.meets(goal) {
        return Some(first);
    }
    let second = done(&search::best(kind, mask, Some(found))?)?;
    Some(if second.deviation() < first.deviation() { second } else { first })
}

fn drawing(points: Vec<crate::Point>) -> Outline {
    Outline { rings: vec![Ring { points, hole: false, parent: None }] }
}
