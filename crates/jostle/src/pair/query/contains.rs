//! Does one shape hold all of another?

use core::cmp::Ordering;

use crate::math::{DVec2, Vec2, greater};
use crate::pair::exact::locate::in_core;
use crate::pair::{
    answer::Verdict, bodies, canonical_order::order, containment, half_plane,
    round_ring::clearly_holds,
};
use crate::shape::bvh::box_bvh::BoxTree;
use crate::shape::{Body, Core, HalfPlane, Placed};

impl Placed {
    /// Returns `true` if `other` is a subset of this shape; boundary contact is allowed.
    ///
    /// Exact for points, segments, circles, capsules, rectangles, polygons with holes, chains and
    /// half-planes. Within a millionth of the size of `other` where the container is a concave
    /// rounded outline or a union of which no single part holds `other`, and where ellipses and
    /// custom shapes take part. No vertex lies outside, exactly.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let room = Shape::rect_half((4.0, 4.0))?.place(Affine::IDENTITY)?;
    /// let ball = Shape::circle(1.0)?.place(Affine::at((3.0, 0.0)))?;
    /// assert!(room.contains(&ball) && !ball.contains(&room));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        if let Body::Core(core) = &other.body
            && let Some(point) = core.sharp_point()
        {
            return holds_point(&self.body, point);
        }
        if order(self, other) == Ordering::Equal {
            return true;
        }
        let (b, o) = (self.bounds(), other.bounds());
        // Both boxes are rounded outward, by a slack of f64 and to f32, so a subset may stick out.
        let ends = [b.min, b.max, o.min, o.max].map(|v| DVec2::from(v).reach());
        let size = ends.into_iter().filter(|r| r.is_finite()).fold(0.0, greater);
        let slack = 32.0 * f64::EPSILON * size;
        let wide = |a: f32, b: f32| {
            a <= b || f64::from(a) <= f64::from(b.next_up().next_up()) + slack && a.is_finite()
        };
        let fits = wide(b.min.x, o.min.x)
            && wide(b.min.y, o.min.y)
            && wide(o.max.x, b.max.x)
            && wide(o.max.y, b.max.y);
        // The verdict has the last word where a tolerance took part.
        fits && body_holds(&self.body, &other.body) && self.verdict(other) != Verdict::Separated
    }

    /// Returns `true` if a point lies in the closed shape; a point that is not finite lies in none.
    #[must_use]
    pub fn contains_point(&self, point: impl Into<Vec2>) -> bool {
        let p = point.into();
        holds_point(&self.body, p.into())
    }
}

/// Returns `true` if a closed body holds a point; what is not finite lies in none.
pub(crate) fn holds_point(body: &Body, p: DVec2) -> bool {
    let near = clearly_holds(body, p);
    near.unwrap_or_else(|| p.x.is_finite() && p.y.is_finite() && holds_point_exactly(body, p))
}

#[inline(never)]
fn holds_point_exactly(body: &Body, p: DVec2) -> bool {
    let point = Core::point(p, 0.0);
    match body {
        Body::Core(core) if core.mesh().is_some() => in_core(core, (&point, 0)),
        Body::Union(parts) => parts.iter().any(|part| holds_point(part, p)),
        // A curve's verdict may be in doubt beyond its box, where that of placed shapes is not.
        Body::Curved(curved) if !curved.bounds().overlaps(point.bounds()) => false,
        _ => bodies::verdict(body, &Body::Core(point)) != Verdict::Separated,
    }
}

fn body_holds(a: &Body, b: &Body) -> bool {
    match (a, b) {
        (Body::Union(parts), Body::Union(others)) => {
            let tree = BoxTree::new(parts.iter().map(|part| part.bounds().into()));
            others.iter().all(|other| {
                let near = tree.overlapping(other.bounds().into()).map(|i| parts[i].clone());
                in_union(&Body::Union(near.collect()), other)
            })
        }
        (_, Body::Union(parts)) => parts.iter().all(|part| body_holds(a, part)),
        (Body::Union(_), _) => in_union(a, b),
        (Body::HalfPlane(plane), _) => in_half_plane(plane, b),
        (_, Body::HalfPlane(_)) => false,
        (Body::Core(a), Body::Core(b)) => containment::of_core(a, b),
        (Body::Core(_) | Body::Curved(_), Body::Core(_) | Body::Curved(_)) => {
            containment::of_curved(a, b)
        }
    }
}

/// Returns `true` if a body that is no union lies in a union: in one of its parts, or in several
/// together within the tolerance.
fn in_union(union: &Body, b: &Body) -> bool {
    let parts = union.parts();
    parts.iter().any(|part| body_holds(part, b))
        || (containment::holds_vertices(parts, b) && containment::by_clipping::holds(union, b))
}

/// Returns `true` if a body that is no union lies within a half-plane.
#[inline(never)]
fn in_half_plane(plane: &HalfPlane, other: &Body) -> bool {
    // The complement, a half-plane turned round.
    let n = plane.normal;
    let outside = HalfPlane { normal: Vec2::new(-n.x, -n.y), offset: -plane.offset };
    match other {
        Body::Core(core) => (0..core.vertex_count())
            .all(|i| half_plane::disc_sign(plane, core, i, -core.radius) != Ordering::Greater),
        Body::Curved(curved) => half_plane::curved_below(&outside, curved).lo >= 0.0,
        Body::HalfPlane(other) => {
            half_plane::opposed(&outside, other).is_some_and(|slack| slack >= 0)
        }
        Body::Union(_) => false,
    }
}

#[cfg(test)]
mod tests;
