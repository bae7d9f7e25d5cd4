//! One convex set and a point or a ray: closed forms in `f64` that decide nearly all questions.
//!
//! A convex core is a ring of vertices thickened by a radius, and so is an ellipse or a skewed
//! capsule in coordinates that make it round: along the two axes of its rim, each scaled by the
//! other semi-axis. So one body serves a circle, a capsule, a rectangle, a polygon, their rounded
//! and their skewed forms. What is not certain is `None`, and the exact way decides it.
//!
//! Method: the edge whose line the point lies furthest in front of, and from there along the
//! boundary to the nearest edge. [`ray`] has the rays, [`disc`] discs on their way.
//!
//! Frame: relative to the body's origin, positions subtracted first. Error: [`ERROR`] times the sum
//! of all coordinates bounds a distance. Cost: O(n); a curved set of more than eight vertices
//! allocates.

use core::hint::select_unpredictable;

use smallvec::SmallVec;

use crate::math::{DVec2, greater, sqrt};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::convex;
use crate::pair::curved::ellipse;
use crate::pair::sat::points_segments::{points, segment_and_point};
use crate::pair::sat::{Separation, polygons};
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::body::storage::LANES;
use crate::shape::{Body, Core, Curved, Kind};

/// In units of the coordinates that enter; see the module docs.
const ERROR: f64 = 64.0 * f64::EPSILON;

pub(crate) mod disc;
pub(crate) mod ray;

/// Room for the vertices of a ring that are not stored as such.
type Room = [DVec2; LANES];

/// A convex set as a ring and a radius, in coordinates of its own.
struct RoundRing<'a> {
    /// In positive order; one vertex of a disc, two of a capsule, none of a rectangle without radius.
    ring: &'a [DVec2],
    /// The half extents of a rectangle.
    half: Option<DVec2>,
    radius: f64,
    /// A point's own coordinates are its products with these, which are square to each other.
    axes: [DVec2; 2],
    /// The length of the longer axis.
    scale: f64,
    /// Bounds the set's own coordinates.
    size: f64,
    is_curve: bool,
}

impl<'a> RoundRing<'a> {
    /// Returns `None` for a set of which only the support function is known.
    #[inline(always)]
    fn of_curved(curved: &Curved, room: &'a mut SmallVec<Room>) -> Option<Self> {
        let hull = curved.rounded_hull()?;
        let rim = hull.rim;
        let axes = [rim.long * rim.b, rim.long.left() * rim.a];
        let mut reach = 0.0;
        for v in &hull.vertices {
            room.push(DVec2::new(axes[0].dot(*v), axes[1].dot(*v)));
            reach = greater(reach, v.reach());
        }
        // What the axes may be off by, and the bracket's doubt: it has the same verdict.
        let size = 4.0 * rim.a * (2.0 * reach + rim.a);
        let radius = rim.a * rim.b;
        let set = Self { ring: room, half: None, radius, axes, scale: rim.a, size, is_curve: true };
        set.is_clearly_convex().then_some(set)
    }

    /// False where rounding may have bent the ring inward or brought two vertices into one place.
    #[inline(always)]
    fn is_clearly_convex(&self) -> bool {
        let least = ERROR * self.size;
        (0..self.ring.len()).all(|i| {
            let ([u, v], [_, w]) = (self.edge(i), self.edge(self.after(i)));
            let (e, f) = (v - u, w - v);
            match self.ring.len() {
                1 => true,
                2 => spread(e) > least,
                _ => e.cross(f) > least * (spread(e) + spread(f)),
            }
        })
    }

    #[inline(always)]
    fn new(ring: &'a [DVec2], radius: f64) -> Self {
        let reach = ring.iter().fold(0.0, |most, v| greater(most, v.reach()));
        let axes = [DVec2::X, DVec2::X.left()];
        let size = 2.0 * reach + radius;
        Self { ring, half: None, radius, axes, scale: 1.0, size, is_curve: false }
    }

    /// Without a ring.
    #[inline(always)]
    fn rect(frame: &RectFrame, radius: f32) -> Self {
        let axis = frame.axis();
        let square = axis.dot(axis);
        let (half, scale) = (DVec2::from(frame.half) * square, sqrt(square));
        let radius = f64::from(radius) * scale;
        let (axes, size) = ([axis, axis.left()], 2.0 * half.reach() + radius);
        Self { ring: &[], half: Some(half), radius, axes, scale, size, is_curve: false }
    }

    /// Returns `None` for what is not convex.
    #[inline(always)]
    fn of_core(core: &'a Core, room: &'a mut Room) -> Option<Self> {
        let ring: &[DVec2] = match (&core.vertices, core.kind) {
            (Vertices::Thin(two), Kind::Point) => &two[..1],
            (Vertices::Thin(two), Kind::Segment) if two[0] != two[1] => two,
            (Vertices::Rect(frame), Kind::Convex) => {
                let set = Self::rect(frame, core.radius);
                let DVec2 { x, y } = set.half?;
                let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
                for (own, (x, y)) in room.iter_mut().zip(corners) {
                    *own = DVec2::new(x, y);
                }
                return Some(Self { ring: &room[..4], ..set });
            }
            (Vertices::Four(ring), Kind::Convex) => ring.fill(room),
            (Vertices::Eight(ring), Kind::Convex) => ring.fill(room),
            (Vertices::Many(ring, _), Kind::Convex) => ring,
            _ => return None,
        };
        Some(Self::new(ring, core.radius.into()))
    }

    #[inline(always)]
    fn own(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.axes[0].dot(v), self.axes[1].dot(v))
    }

    /// The ends of edge i.
    #[inline(always)]
    fn edge(&self, i: usize) -> [DVec2; 2] {
        [self.ring[i], self.ring[self.after(i)]]
    }

    #[inline(always)]
    fn after(&self, i: usize) -> usize {
        if i + 1 == self.ring.len() { 0 } else { i + 1 }
    }

    #[inline(always)]
    fn before(&self, i: usize) -> usize {
        if i == 0 { self.ring.len() - 1 } else { i - 1 }
    }

    /// Returns the signed separation of a point `d` from the origin; the lengths and points are those
    /// of the set's own coordinates.
    #[inline(always)]
    fn separation(&self, d: DVec2) -> Separation {
        self.separation_of(self.own(d), ERROR * (self.size + self.scale * d.reach()))
    }

    /// The same for a point in the set's own coordinates, with the error of a distance.
    #[inline(always)]
    fn separation_of(&self, p: DVec2, error: f64) -> Separation {
        let near = match *self.ring {
            [v] => Separation { core_a: v, core_b: p, ..points(p - v, self.radius) },
            [v, w] => segment_and_point([v, w], p, self.radius),
            _ => return self.of_edges(p, error),
        };
        Separation { error, ..near }
    }

    /// The separation of a point and a ring with an interior.
    #[inline(never)]
    fn of_edges(&self, p: DVec2, error: f64) -> Separation {
        // The edge that the point is furthest in front of.
        let n = self.ring.len();
        let (mut height, mut edge, mut u) = (f64::NEG_INFINITY, 0, self.ring[n - 1]);
        for (i, v) in self.ring.iter().enumerate() {
            let e = *v - u;
            let out = (p - u).cross(e);
            let key = out.abs() * (out / e.dot(e));
            edge = select_unpredictable(key > height, i, edge);
            height = greater(height, key);
            u = *v;
        }
        edge = self.before(edge);
        let inside = height <= 0.0;
        // Beyond a sharp corner all edges may be nearly in line with a point far away.
        let error = if sqrt(height.abs()) > error { error } else { f64::INFINITY };
        // Along the boundary the distance falls to its minimum.
        let turns = if inside { 0 } else { n };
        let beyond = |edge: usize, back: bool| {
            let [u, v] = self.edge(edge);
            if back { (p - u).dot(v - u) < 0.0 } else { (p - v).dot(v - u) > 0.0 }
        };
        for back in [true, false] {
            for _ in 0..turns {
                let next = if back { self.before(edge) } else { self.after(edge) };
                if !beyond(edge, back) || beyond(next, !back) {
                    break;
                }
                edge = next;
            }
        }
        let near = segment_and_point(self.edge(edge), p, 0.0);
        let sign = select_unpredictable(inside, -1.0, 1.0);
        let separation = near.separation * sign - self.radius;
        Separation { separation, error, normal: near.normal * sign, ..near }
    }
}

/// The sum of both coordinates' sizes.
#[inline(always)]
fn spread(v: DVec2) -> f64 {
    v.x.abs() + v.y.abs()
}

/// Returns whether a body holds a point, if that is certain. The ladder of verdicts has a first step for
/// a core with many edges.
#[inline(always)]
pub(crate) fn clearly_holds(body: &Body, p: DVec2) -> Option<bool> {
    let near = match body {
        Body::Core(core) => polygons::to_point(core, p - core.origin, f64::from(core.radius))?,
        Body::Curved(curved) => to_curve(curved, p)?,
        Body::HalfPlane(_) | Body::Union(_) => return None,
    };
    (near.separation.abs() > near.error).then_some(near.separation < 0.0)
}

#[inline(never)]
fn to_curve(curved: &Curved, p: DVec2) -> Option<Separation> {
    Some(RoundRing::of_curved(curved, &mut SmallVec::new())?.separation(p - curved.origin))
}

/// Returns the gap of a body and a point, if that is certain and has a closed form.
#[inline(always)]
pub(crate) fn clear_gap(body: &Body, p: DVec2) -> Option<GapF64> {
    let Body::Core(core) = body else { return to_ellipse(body, p) };
    let d = p - core.origin;
    let near = match polygons::to_point(core, d, f64::from(core.radius)) {
        Some(near) => near,
        None => to_ring(core, d)?,
    };
    let verdict = convex::verdict_if_certain(near.separation, near.error)?;
    Some(convex::with_radii(core.origin, [core.radius, 0.0], near, verdict))
}

#[inline(never)]
fn to_ring(core: &Core, d: DVec2) -> Option<Separation> {
    Some(RoundRing::of_core(core, &mut [DVec2::ZERO; LANES])?.separation(d))
}

#[inline(never)]
fn to_ellipse(body: &Body, p: DVec2) -> Option<GapF64> {
    let Body::Curved(curved) = body else { return None };
    let (d, hull) = (p - curved.origin, curved.rounded_hull()?);
    let [middle] = hull.vertices[..] else { return None };
    let side = to_curve(curved, p)?;
    let verdict = convex::verdict_if_certain(side.separation, side.error)?;
    let (separation, normal, on_a) = ellipse::nearest(&hull.rim, d - middle)?;
    let agrees = (separation > 0.0) == (verdict == Verdict::Separated);
    let on_a = curved.origin + middle + on_a;
    agrees.then_some(GapF64 { verdict, separation, normal, on_a, on_b: p })
}

#[cfg(test)]
mod tests;
