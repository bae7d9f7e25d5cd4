//! How two convex pieces meet on a straight way, if one of them has a curve: where the line of the way
//! enters their Minkowski difference, by support points ([`line_enter`]).
//!
//! [`turning`](super::turning) decides grazes, starts in touch and custom support functions.
//!
//! Frame: that of the pieces. Error: the bracket holds the true time. Its ends are off by the rounding of
//! `f64` across the boundary, so it is wider if the way meets the boundary at a low angle. Cost: about
//! 20 support points.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::pair::boundary::pieces::{Piece, Pieces};
use crate::pair::casting::first_contact::{FirstContact, Rules, opposite, round_down, round_up};
use crate::pair::curved::line::{line_enter, line_exit};
use crate::pair::curved::support_map::ConvexSet;

/// How far corners of one face may lie apart along a normal of a curve's contact, relative to the size.
const FLAT: f64 = 1e-6;

type Part<'a> = (&'a Pieces<'a>, &'a Piece);

/// The Minkowski difference b − a, grown by a skin.
struct GrownDifference<'a>([Part<'a>; 2], f64);

impl ConvexSet for GrownDifference<'_> {
    fn probe(&self, direction: DVec2) -> (DVec2, f64) {
        let Self([a, b], skin) = self;
        let u = direction.unit().unwrap_or(DVec2::X);
        let ((on_a, round_a), (on_b, round_b)) = (a.probe(-u), b.probe(u));
        (on_b - on_a + u * *skin, round_a + round_b + skin)
    }

    fn reach(&self) -> f64 {
        self.0.iter().map(|part| part.1.bounds.reach()).sum()
    }
}

/// Finds when piece a on its way meets piece b; the outer `None` where that is in doubt, the inner if they
/// do not. The point is relative to the base of the pieces.
#[allow(clippy::option_option, reason = "whether it is known, and whether they meet")]
pub(super) fn pass_curved(
    (a, b): (Part<'_>, Part<'_>),
    way: DVec2,
    rules: Rules,
) -> Option<Option<FirstContact>> {
    if way == DVec2::ZERO || [a, b].iter().any(|part| part.support_error() > 0.0) {
        return None;
    }
    let set = GrownDifference([a, b], rules.skin);
    let Some(enter) = line_enter(&set, DVec2::ZERO, way) else { return Some(None) };
    if enter.lo > 1.0 {
        return Some(None);
    }
    if enter.lo <= 0.0 {
        let is_past = line_exit(&set, DVec2::ZERO, way).is_some_and(|exit| exit.hi < 0.0);
        return is_past.then_some(None);
    }
    if enter.grazes || enter.hi > 1.0 {
        return None;
    }
    let (at, normal) = (enter.fraction, -enter.normal);
    let corners_a = a.0.ring(a.1).iter().map(|v| *v + way * at);
    let corners_b = b.0.ring(b.1).iter().copied();
    let (round_a, round_b) = (a.0.round(a.1, normal), b.0.round(b.1, -normal));
    let (point, is_face) = opposite((corners_a, round_a), (corners_b, round_b), normal, FLAT);
    Some(Some(FirstContact {
        start: Ordering::Greater,
        at,
        bracket: [round_down(enter.lo), round_up(enter.hi)],
        is_certain: true,
        normal,
        point,
        is_face,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::answer::Want;
    use crate::pair::casting::straight::CornerNormal;
    use crate::pair::curved::separation::bracket;
    use crate::pair::curved::support_map::View;
    use crate::pair::test_shapes::{Random, placed};
    use crate::shape::Body;

    #[test]
    fn curves_are_apart_before_the_bracket_and_overlap_after_it_and_few_are_in_doubt() {
        let mut random = Random(97);
        let (mut met, mut missed, mut doubts) = (0, 0, 0);
        for turn in 0..40 {
            let (strict, corner) = (turn % 2 == 0, CornerNormal::Steep);
            let rules = Rules { strict, corner, skin: 0.0, hollow: false, ends_at_start: false };
            for (_, a) in placed(&mut random) {
                for (_, b) in placed(&mut random) {
                    let [x, y] = [random.within(-9.0, 9.0), random.within(-9.0, 9.0)];
                    let (a, b) = (a.moved((x, y)).body, &b.body);
                    let (Some(view_a), Some(view_b)) = (View::of_body(&a), View::of_body(b)) else {
                        continue;
                    };
                    if ![&a, b].iter().any(|body| matches!(body, Body::Curved(_)))
                        || view_a.support_error() + view_b.support_error() > 0.0
                    {
                        continue;
                    }
                    let base = b.anchor();
                    let pieces = [&a, b].map(|body| {
                        let mut pieces = Pieces::new(base);
                        pieces.add(body, None);
                        pieces
                    });
                    let parts = [&pieces[0], &pieces[1]].map(|pieces| (pieces, &pieces.all[0]));
                    let way = DVec2::new((-1.5 * x).into(), random.within(-9.0, 9.0).into());
                    let Some(found) = pass_curved((parts[0], parts[1]), way, rules) else {
                        doubts += 1;
                        continue;
                    };
                    let offset = base - a.anchor();
                    let gap_at = |t: f64| bracket(&view_a, &view_b, offset - way * t, Want::Gap);
                    let Some(found) = found else {
                        missed += 1;
                        let apart = (0..=64).all(|k| gap_at(f64::from(k) / 64.0).hi > 0.0);
                        assert!(apart, "{a:?} {b:?} {way:?}");
                        continue;
                    };
                    met += 1;
                    let [from, to] = found.bracket.map(f64::from);
                    let near = 1e-9 / way.length();
                    assert!(gap_at(from - near).hi > 0.0, "{a:?} {b:?} {way:?} {found:?}");
                    assert!(gap_at(to + near).lo < 0.0, "{a:?} {b:?} {way:?} {found:?}");
                    assert!(to - from <= 4.0 * f64::from(f32::EPSILON), "{a:?} {b:?} {found:?}");
                    // The normal separates them there.
                    let off = found.normal - gap_at(from - 1e-6).normal;
                    assert!(off.length() < 1e-2, "{off:?} {a:?} {b:?} {way:?} {found:?}");
                }
            }
        }
        assert!(met > 1000 && missed > 1000 && doubts < met, "{met} {missed} {doubts}");
    }
}
