//! The signed separation of two bodies of any class.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::bodies::curved::{self, least};
use crate::pair::bodies::verdict;
use crate::pair::canonical_order::order;
use crate::pair::convex;
use crate::pair::curved::support_map::ConvexSet;
use crate::pair::curved::view;
use crate::pair::half_plane;
use crate::pair::half_plane::PlaneDistance;
use crate::pair::mesh::distance::edge_distance;
use crate::pair::mesh::grid_window;
use crate::pair::penetration;
use crate::pair::penetration::Push;
use crate::shape::{Body, Placed};

/// The answer for all pairs.
#[inline(never)]
pub(crate) fn any(a: &Placed, b: &Placed) -> GapF64 {
    let order = order(a, b);
    let same =
        order == Ordering::Equal || (a.bounds() == b.bounds() && a.contains(b) && b.contains(a));
    let mut raw = match order {
        Ordering::Greater => bodies(&b.body, &a.body).flipped(),
        _ => bodies(&a.body, &b.body),
    };
    if !a.bounds().overlaps(b.bounds()) {
        raw.verdict = Verdict::Separated;
    }
    if same { equal_sets(&a.body, raw) } else { raw }
}

/// Neither of two equal sets comes first: the same normal both ways, along x where that is as short
/// a way out as any.
#[inline(never)]
fn equal_sets(body: &Body, raw: GapF64) -> GapF64 {
    if raw.verdict == Verdict::Touching || raw.separation == f64::NEG_INFINITY {
        return GapF64 { normal: DVec2::X, ..raw };
    }
    let n = raw.normal;
    if n != DVec2::X && support_width(body, DVec2::X) <= -raw.separation * (1.0 + 1e-12) {
        let half = DVec2::X * (raw.separation * -0.5);
        let middle = (raw.on_a + raw.on_b) * 0.5;
        return GapF64 { normal: DVec2::X, on_a: middle + half, on_b: middle - half, ..raw };
    }
    let canonical = if (n.x, n.y) < (0.0, 0.0) { raw.flipped() } else { raw };
    GapF64 { verdict: raw.verdict, ..canonical }
}

/// The extent of a body along a unit direction, which is what two copies must be moved by.
fn support_width(body: &Body, u: DVec2) -> f64 {
    view(body).map_or(f64::INFINITY, |view| (view.support(u) - view.support(-u)).dot(u))
}

/// The answer for two bodies in this order.
pub(crate) fn bodies(a: &Body, b: &Body) -> GapF64 {
    if let (Body::Core(a), Body::Core(b)) = (a, b)
        && let Some(gap) = convex::gap(a, b)
    {
        return gap;
    }
    general_case(a, b)
}

/// All pairs but two convex cores.
#[inline(never)]
fn general_case(a: &Body, b: &Body) -> GapF64 {
    let verdict = verdict::bodies(a, b);
    let gap = if matches!(a, Body::HalfPlane(_)) || matches!(b, Body::HalfPlane(_)) {
        planes(a, b)
    } else if view(a).is_some() && view(b).is_some() {
        curved::nearest_pieces(a, b)
    } else if verdict == Verdict::Overlapping {
        overlapping(a, b)
    } else {
        apart(a, b)
    };
    GapF64 { verdict, ..gap }
}

/// At least one half-plane; the other body, of any class, is measured along its normal.
fn planes(a: &Body, b: &Body) -> GapF64 {
    let (Body::HalfPlane(plane), other) = (a, b) else {
        return planes(b, a).flipped();
    };
    let verdict = Verdict::Touching;
    match other {
        Body::Core(core) => below(half_plane::core_below(plane, core)),
        Body::Curved(curved) => below(half_plane::curved_below(plane, curved)),
        Body::Union(parts) => least(parts.iter().map(|part| planes(a, part))),
        Body::HalfPlane(second) => {
            let normal = DVec2::from(plane.normal).unit().unwrap_or(DVec2::X);
            let on = |p: &crate::shape::HalfPlane| {
                let n = DVec2::from(p.normal);
                n * (f64::from(p.offset) / n.dot(n))
            };
            let (on_a, on_b) = (on(plane), on(second));
            let separation = match half_plane::opposed(plane, second) {
                Some(_) => (on_b - on_a).dot(normal),
                None => f64::NEG_INFINITY,
            };
            GapF64 { verdict, separation, normal, on_a, on_b }
        }
    }
}

fn below(b: PlaneDistance) -> GapF64 {
    GapF64 {
        verdict: Verdict::Touching,
        separation: b.separation,
        normal: b.normal,
        on_a: b.deepest - b.normal * b.separation,
        on_b: b.deepest,
    }
}

/// The nearest of all parts; the shapes are apart or touch.
fn apart(a: &Body, b: &Body) -> GapF64 {
    match (a, b) {
        (Body::Union(parts), _) => least(parts.iter().map(|part| bodies(part, b))),
        (_, Body::Union(parts)) => least(parts.iter().map(|part| bodies(a, part))),
        (Body::Core(a), Body::Core(b)) => edge_distance(a, b),
        _ => curved::nearest_pieces(a, b),
    }
}

/// A push out of the overlap, from the convex pieces of both.
fn overlapping(a: &Body, b: &Body) -> GapF64 {
    let base = a.anchor();
    let push = push(a, b, base);
    let on_a = base + push.on_a;
    let on_b = if push.depth.is_finite() { on_a - push.normal * push.depth } else { on_a };
    GapF64 {
        verdict: Verdict::Overlapping,
        separation: -push.depth,
        normal: push.normal,
        on_a,
        on_b,
    }
}

/// A push for b out of a, relative to `base`.
fn push(a: &Body, b: &Body, base: DVec2) -> Push {
    let near = grid_window::within(a, b, |a, b| {
        let push = penetration::push(a, b, base);
        (push, push.depth)
    });
    near.unwrap_or_else(|| penetration::push(a, b, base))
}
