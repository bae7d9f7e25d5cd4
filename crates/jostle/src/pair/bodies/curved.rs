//! Pairs of bodies with a curved one: certified brackets over the convex pieces of both.

use alloc::vec::Vec;

use crate::math::greater;
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::boundary::convex_pieces::core_hulls;
use crate::pair::curved::separation::{Bracket, bracket};
use crate::pair::curved::{View, view};
use crate::shape::Body;

/// Calls `visit` with every convex piece, relative to the body's own origin.
pub(crate) fn for_each_view(body: &Body, visit: &mut dyn FnMut(&View<'_>)) {
    if let Some(view) = view(body) {
        return visit(&view);
    }
    match body {
        Body::Core(core) => {
            core_hulls(core, core.origin.into(), |hull| visit(&View::Hull(hull.rounded())));
        }
        Body::Curved(_) | Body::HalfPlane(_) => {}
        Body::Union(parts) => parts.iter().for_each(|part| for_each_view(part, visit)),
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

pub(crate) fn verdict(a: &Body, b: &Body) -> Verdict {
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
pub(super) fn least(gaps: impl Iterator<Item = GapF64>) -> GapF64 {
    let lesser = |p: GapF64, q: GapF64| if q.separation < p.separation { q } else { p };
    gaps.reduce(lesser).unwrap_or(GapF64::APART)
}
