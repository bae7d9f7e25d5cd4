//! The boundary of a shape as lines to draw.
//!
//! Method: the rings of the shape if it is convex, a chain or without radius; else the overlay's
//! union of its parts, so that inner seams do not show. Curves are flattened from inside.
//! Frame: the world; computed around the shape's own origin. Error: the tolerance.

use alloc::vec::Vec;

use crate::analysis::region::{flatness, rounded_ring};
use crate::math::{Aabb, DVec2, Vec2};
use crate::pair::boundary::polygonize::rings;
use crate::pair::curved::flatten::visit_chords;
use crate::pair::curved::support_map::View;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::clipping::{Op, OverlayPolygon, overlay};
use crate::shape::{Body, ChainEnds, Core, Kind, Placed};

/// How finely curves are flattened where no tolerance is given, relative to the size.
const TOLERANCE: f64 = 1e-4;

/// One line of a shape's boundary; world frame.
///
/// ```
/// use jostle::{Aabb, Affine, Shape, shape::ChainEnds};
/// let s = Shape::segment((0.0, 0.0), (1.0, 0.0))?.place(Affine::IDENTITY)?;
/// let lines = s.outline(0.0, Aabb::UNBOUNDED);
/// assert_eq!((lines.len(), lines[0].points.len(), lines[0].ends), (1, 2, ChainEnds::Open));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outline {
    /// The points along it; a single one for a point.
    pub points: Vec<Vec2>,
    /// True if a line leads from the last point back to the first.
    pub ends: ChainEnds,
}

impl Placed {
    /// Lists the lines of the boundary, curves flattened within `tolerance`.
    ///
    /// Outer rings turn x toward y, holes the other way. The inner seams of a compound are left
    /// out; its points and lines are listed whole, also where they run inside another part. The
    /// boundary of a half-plane is drawn across `window` and beyond; nothing of it where the window
    /// is unbounded. A tolerance of 0, less, or NaN stands for 1e-4 of the size.
    ///
    /// ```
    /// use jostle::{Aabb, Affine, Shape};
    /// let tile = Shape::rect_half((1.0, 1.0))?;
    /// let two = Shape::compound([(tile.clone(), Affine::IDENTITY), (tile, Affine::at((2.0, 0.0)))])?;
    /// let lines = two.place(Affine::IDENTITY)?.outline(0.0, Aabb::UNBOUNDED);
    /// assert_eq!((lines.len(), lines[0].points.len()), (1, 4));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn outline(&self, tolerance: f32, window: Aabb) -> Vec<Outline> {
        let base = self.body.anchor();
        let mut out = Vec::new();
        let mut solid: Vec<&Body> = Vec::new();
        let mut has_plane = false;
        for part in self.body.parts() {
            match part {
                Body::Core(core) if !core.is_area() => thin(core, &mut out),
                Body::HalfPlane(_) if !window.longest_side().is_finite() => {}
                _ => solid.push(part),
            }
            has_plane |= matches!(part, Body::HalfPlane(_)) && window.longest_side().is_finite();
        }
        let bounds = solid.iter().filter(|p| !matches!(p, Body::HalfPlane(_))).map(|p| p.bounds());
        let bounds = has_plane.then_some(window).into_iter().chain(bounds).reduce(Aabb::union);
        let Some(bounds) = bounds else { return out };
        let size = bounds.longest_side();
        let tolerance = flatness(tolerance, TOLERANCE, size);
        // Half-planes are cut well outside of all that is shown, and the cut is not drawn.
        let shown = DAabb::relative(bounds, base).grown(size);
        let DAabb { min: low, max: high } = shown;
        let of_part = |part: &&Body| rings(part, base, tolerance, Some(shown));
        let all: Vec<_> = solid.iter().flat_map(of_part).collect();
        if let [Body::Core(_) | Body::Curved(_)] = solid[..]
            && all.len() == 1
        {
            push_ring(&all[0], base, &mut out);
            return out;
        }
        let cut = |p: DVec2, q: DVec2| {
            has_plane
                && ((p.x == q.x && (p.x == low.x || p.x == high.x))
                    || (p.y == q.y && (p.y == low.y || p.y == high.y)))
        };
        let joined = overlay(&all, &[], Op::Union);
        let rings = joined.iter().flat_map(OverlayPolygon::rings);
        rings.for_each(|ring| push_open(ring, cut, base, &mut out));
        out
    }

    /// Calls `visit` with the sides of the lines that [`outline`](Self::outline) lists. Allocates
    /// nothing for convex shapes, sharp outlines and sharp chains.
    pub(crate) fn visit_outline(
        &self,
        tolerance: f32,
        window: Aabb,
        visit: &mut dyn FnMut(Vec2, Vec2),
    ) {
        let tolerance_f64 = flatness(tolerance, TOLERANCE, self.bounds().longest_side());
        let origin = self.body.anchor();
        let mut chord = |p: DVec2, q: DVec2| visit((origin + p).round(), (origin + q).round());
        match (&self.body, View::of_body(&self.body)) {
            (Body::Core(core), _) if core.radius == 0.0 => {
                core.sides().for_each(|[p, q]| chord(p, q));
            }
            (_, Some(view)) => visit_chords(&view, tolerance_f64, None, chord),
            _ => {
                for Outline { points, ends } in self.outline(tolerance, window) {
                    points.windows(2).for_each(|side| visit(side[0], side[1]));
                    match points[..] {
                        [at] => visit(at, at),
                        [first, .., last] if ends == ChainEnds::Closed => visit(last, first),
                        _ => {}
                    }
                }
            }
        }
    }
}

fn push_ring(ring: &[DVec2], base: DVec2, out: &mut Vec<Outline>) {
    let points = rounded_ring(ring, base);
    if !points.is_empty() {
        out.push(Outline { points, ends: ChainEnds::Closed });
    }
}

/// A ring without the sides that are cuts.
fn push_open(
    ring: &[DVec2],
    cut: impl Fn(DVec2, DVec2) -> bool,
    base: DVec2,
    out: &mut Vec<Outline>,
) {
    let n = ring.len();
    let is_cut = |i: usize| cut(ring[i % n], ring[(i + 1) % n]);
    let Some(first) = (0..n).find(|i| is_cut(*i)) else { return push_ring(ring, base, out) };
    let all: Vec<usize> = (first + 1..=first + n).collect();
    for line in all.split_inclusive(|i| is_cut(*i)).filter(|line| line.len() > 1) {
        let mut points: Vec<Vec2> = line.iter().map(|i| (base + ring[i % n]).round()).collect();
        points.dedup();
        out.push(Outline { points, ends: ChainEnds::Open });
    }
}

/// A point, a segment, a chain, or an outline without area.
fn thin(core: &Core, out: &mut Vec<Outline>) {
    let at = |i: usize| (core.origin + core.offset(i)).round();
    if core.kind == Kind::Polygon {
        let edges = (0..core.edge_count()).map(|i| core.edge(i).map(at).into());
        return out.extend(edges.map(|points| Outline { points, ends: ChainEnds::Open }));
    }
    let n = core.vertex_count();
    let closed = core.edge_count() == n && n > 2;
    let ends = if closed { ChainEnds::Closed } else { ChainEnds::Open };
    out.push(Outline { points: (0..n).map(at).collect(), ends });
}

#[cfg(test)]
mod tests;
