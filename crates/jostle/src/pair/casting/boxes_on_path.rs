//! Boxes around what moves along a path.

use crate::math::motion::{Bounds, Path, Pose};
use crate::math::{DVec2, Motion};
use crate::pair::casting::first_contact::ROUNDING;
use crate::shape::Placed;
use crate::shape::bvh::box_bvh::DAabb;

/// Returns `false` if two shapes on their paths are surely apart.
pub(crate) fn may_meet(a: (&Placed, &Motion), b: (&Placed, &Motion), skin: f64) -> bool {
    let mover = |(placed, by): (&Placed, &Motion)| {
        let path = Path::new(by, placed.body.anchor(), DVec2::ZERO);
        (path, DAabb::from(placed.bounds()))
    };
    let ((path_a, box_a), (path_b, box_b)) = (mover(a), mover(b));
    if !(box_a.is_finite() && box_b.is_finite()) {
        return true;
    }
    let disc = |path: &Path, bounds: DAabb| {
        let (way, radius) = path.disc([bounds.min, bounds.max])?;
        Some(DAabb::of(way).grown(radius + ROUNDING * bounds.max.reach()))
    };
    // The discs about the pivots need no sine, and the first distance ends most of what they let by.
    if let (Some(a), Some(b)) = (disc(&path_a, box_a), disc(&path_b, box_b)) {
        return a.grown(skin).overlaps(b);
    }
    region(&path_a, box_a).grown(skin).overlaps(region(&path_b, box_b))
}

/// A part of a path.
pub(super) struct Window {
    ends: [Pose; 2],
    length: f64,
}

impl Window {
    pub(super) fn new(path: &Path, from: f64, to: f64) -> Self {
        Self { ends: [path.pose(from), path.pose(to)], length: to - from }
    }

    /// A box around what moves, given its box at the start of the whole path.
    pub(super) fn region(&self, path: &Path, bounds: DAabb) -> DAabb {
        let DAabb { min, max } = bounds;
        let (center, half) = ((min + max) * 0.5, (max - min) * 0.5);
        let Bounds { acceleration, .. } = path.bounds(center, half.length());
        // A point is at most this far from the chord of its way.
        let sagitta = acceleration * self.length * self.length * 0.125;
        let [p, q] = self.ends.map(|pose| {
            let [a, b, c, d] = pose.linear;
            let x = a.abs() * half.x + c.abs() * half.y;
            let half = DVec2::new(x, b.abs() * half.x + d.abs() * half.y);
            let middle = pose.point(center);
            DAabb { min: middle - half, max: middle + half }
        });
        p.join(q).grown(sagitta + ROUNDING * (min.reach() + max.reach() + p.max.reach()))
    }
}

/// A box around what moves along a path, given its box at the start.
pub(crate) fn region(path: &Path, bounds: DAabb) -> DAabb {
    let parts = path.parts();
    let window = |k: usize| {
        let [from, to] = [k, k + 1].map(|k| k as f64 / parts as f64);
        Window::new(path, from, to).region(path, bounds)
    };
    (0..parts).map(window).reduce(DAabb::join).unwrap_or(bounds)
}
