//! Verdict and signed separation of two bodies of any class.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{DVec2, greater};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::boundary::convex_pieces::core_hulls;
use crate::pair::curved::separation::{Bracket, bracket};
use crate::pair::curved::support_map::ConvexSet;
use crate::pair::curved::{View, view};
use crate::pair::exact::touching::joined_overlap;
use crate::pair::half_plane::PlaneDistance;
use crate::pair::mesh::{self, distance::edge_distance};
use crate::pair::{canonical_order, convex, half_plane, penetration};
use crate::shape::{Body, Core, HalfPlane, Placed};

pub(crate) fn verdict(a: &Body, b: &Body) -> Verdict {
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => core_verdict(a, b),
        (Body::Union(parts), other) | (other, Body::Union(parts)) => {
            let verdict = union_verdict(parts, other);
            if verdict == Verdict::Touching && joined_overlap(a, b) {
                Verdict::Overlapping
            } else {
                verdict
            }
        }
        (Body::HalfPlane(plane), other) | (other, Body::HalfPlane(plane)) => {
            half_plane::verdict(plane, other)
        }
        // Brackets are computed in one order, so that swapping cannot move them.
        (Body::Curved(_), _) | (_, Body::Curved(_)) => match canonical_order::bodies(a, b) {
            Ordering::Greater => curved_verdict(b, a),
            _ => curved_verdict(a, b),
        },
    }
}

/// The strongest verdict of the parts.
fn union_verdict(parts: &[Body], other: &Body) -> Verdict {
    let bounds = other.bounds();
    let mut best = Verdict::Separated;
    for part in parts.iter().filter(|part| part.bounds().overlaps(bounds)) {
        best = best.max(verdict(part, other));
        if best == Verdict::Overlapping {
            break;
        }
    }
    best
}

/// Two cores: the ladder if both are convex.
pub(crate) fn core_verdict(a: &Core, b: &Core) -> Verdict {
    convex::verdict(a, b).unwrap_or_else(|| mesh::verdict::verdict(a, b, verdict))
}

/// The answer for all pairs.
#[inline(never)]
pub(crate) fn placed_gap(a: &Placed, b: &Placed) -> GapF64 {
    let order = canonical_order::order(a, b);
    let same =
        order == Ordering::Equal || (a.bounds() == b.bounds() && a.contains(b) && b.contains(a));
    let mut raw = match order {
        Ordering::Greater => gap(&b.body, &a.body).flipped(),
        _ => gap(&a.body, &b.body),
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
pub(crate) fn gap(a: &Body, b: &Body) -> GapF64 {
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
    let verdict = verdict(a, b);
    let gap = if matches!(a, Body::HalfPlane(_)) || matches!(b, Body::HalfPlane(_)) {
        planes(a, b)
    } else if view(a).is_some() && view(b).is_some() {
        nearest_pieces(a, b)
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
            let on = |p: &HalfPlane| {
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
        (Body::Union(parts), _) => least(parts.iter().map(|part| gap(part, b))),
        (_, Body::Union(parts)) => least(parts.iter().map(|part| gap(a, part))),
        (Body::Core(a), Body::Core(b)) => edge_distance(a, b),
        _ => nearest_pieces(a, b),
    }
}

/// A push out of the overlap, from the convex pieces of both.
fn overlapping(a: &Body, b: &Body) -> GapF64 {
    let base = a.anchor();
    let push = penetration::push(a, b, base);
    let on_a = base + push.on_a;
    let on_b = if push.depth.is_finite() { on_a - push.normal * push.depth } else { on_a };
    let verdict = Verdict::Overlapping;
    GapF64 { verdict, separation: -push.depth, normal: push.normal, on_a, on_b }
}

/// Calls `visit` with every convex piece of a body that is no union, relative to the body's own origin.
pub(crate) fn for_each_view(body: &Body, visit: &mut dyn FnMut(&View<'_>)) {
    if let Some(view) = view(body) {
        return visit(&view);
    }
    if let Body::Core(core) = body {
        core_hulls(core, core.origin.into(), |hull| visit(&View::Hull(hull.rounded())));
    }
}

/// The brackets of all pairs of pieces of two bodies that are no unions.
pub(crate) fn brackets(a: &Body, b: &Body) -> Vec<Bracket> {
    let offset = b.anchor() - a.anchor();
    let mut found = Vec::new();
    for_each_view(a, &mut |va| {
        for_each_view(b, &mut |vb| {
            let mut bracket = bracket(va, vb, offset);
            let error = greater(va.support_error(), vb.support_error());
            let slack = error * (bracket.on_a.reach() + bracket.on_b.reach());
            (bracket.lo, bracket.hi) = (bracket.lo - slack, bracket.hi + slack);
            found.push(bracket);
        });
    });
    found
}

fn curved_verdict(a: &Body, b: &Body) -> Verdict {
    let of = |bracket: &Bracket| {
        if bracket.lo > 0.0 {
            Verdict::Separated
        } else if bracket.hi < 0.0 {
            Verdict::Overlapping
        } else {
            Verdict::Touching
        }
    };
    brackets(a, b).iter().map(of).max().unwrap_or(Verdict::Separated)
}

/// The nearest, or for one convex piece each the deepest, pair of pieces.
pub(crate) fn nearest_pieces(a: &Body, b: &Body) -> GapF64 {
    let gap = |Bracket { separation, normal, on_a, on_b, .. }| GapF64 {
        verdict: Verdict::Touching,
        separation,
        normal,
        on_a,
        on_b,
    };
    least(brackets(a, b).into_iter().map(gap)).moved(a.anchor())
}

/// The gap with the least separation, the first of equal ones.
fn least(gaps: impl Iterator<Item = GapF64>) -> GapF64 {
    let lesser = |p: GapF64, q: GapF64| if q.separation < p.separation { q } else { p };
    gaps.reduce(lesser).unwrap_or(GapF64::APART)
}
