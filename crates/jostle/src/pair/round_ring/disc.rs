//! What a disc on a straight way does with one convex set: a ray of its middle at the grown set.

use core::cmp::Ordering;

use super::RoundRing;
use super::ray::{Met, is_missed};
use crate::math::DVec2;
use crate::pair::casting::first_contact::{FirstContact, Rules};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::shape::{Body, Core, Kind};

/// Finds the first contact of a body that moves by `way` with another, of which one is a disc and the
/// other a convex core; the outer `None` if that is in doubt, as every graze and every start in touch
/// is, the inner if they do not meet.
#[allow(clippy::option_option, reason = "whether it is known, and whether they meet")]
#[inline]
pub(crate) fn clear_cast(
    a: &Body,
    b: &Body,
    way: DVec2,
    rules: Rules,
) -> Option<Option<FirstContact>> {
    let (Body::Core(a), Body::Core(b)) = (a, b) else { return None };
    match (a.kind, b.kind) {
        (Kind::Point, _) if b.is_convex() => of_disc(a, b, way, rules.skin),
        (_, Kind::Point) if a.is_convex() => {
            let found = of_disc(b, a, -way, rules.skin)?;
            Some(found.map(|found| {
                let normal = -found.normal;
                let point = b.origin - normal * f64::from(b.radius);
                FirstContact { normal, point, ..found }
            }))
        }
        _ => None,
    }
}

#[allow(clippy::option_option, reason = "as above")]
#[inline]
fn of_disc(disc: &Core, core: &Core, way: DVec2, skin: f64) -> Option<Option<FirstContact>> {
    let (middle, ring) = (disc.origin - core.origin, core.offsets());
    let radius = f64::from(disc.radius) + f64::from(core.radius) + skin;
    // Which of its corners a point meets is decided exactly.
    if radius == 0.0 || matches!(ring[..], [v, w] if v == w) {
        return None;
    }
    let set = RoundRing::new(&ring, radius);
    let (own, chord) = set.chord([middle, way])?;
    let Some([enter, leave]) = chord.filter(|[enter, leave]| !is_missed(enter, leave)) else {
        return Some(None);
    };
    // False for what overflowed, too.
    if !(enter.high < leave.low && enter.low > 0.0 && enter.high < 1.0) {
        return None;
    }
    let near = enter.at as f32;
    let before = if f64::from(near) < enter.at { near } else { near.next_down() };
    let bracket = [before, before.next_up()];
    let is_between = f64::from(bracket[0]) < enter.low && enter.high < f64::from(bracket[1]);
    let crossing = set.crossing(&own, &enter).filter(|_| is_between)?;
    let (at, normal) = (crossing.at, -crossing.normal);
    // The corner of the core, or the foot of the middle on its edge, moved out by its radius.
    let (corner, is_face) = match enter.met {
        Met::Disc(i) => (ring[i], false),
        Met::Edge(i) => {
            let [u, v] = set.edge(i);
            (nearest_on_segment(middle + way * at, u, v), true)
        }
        Met::Nothing => return None,
    };
    let point = core.origin + corner - normal * f64::from(core.radius);
    let start = Ordering::Greater;
    Some(Some(FirstContact { start, at, bracket, is_certain: true, normal, point, is_face }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::casting::{moving, straight::CornerNormal};
    use crate::pair::test_shapes::{Random, kinds};
    use crate::{Affine, Shape};

    #[test]
    fn a_disc_meets_a_convex_core_as_any_two_do_and_is_rarely_in_doubt() {
        let mut random = Random(67);
        let (mut met, mut doubts, mut all) = (0, 0, 0);
        for turn in 0..600 {
            // Every fourth on a lattice of eighths, where many only graze.
            let lattice = turn % 4 == 0;
            let mut within = |low: f32, high: f32| {
                let x = random.within(low, high);
                if lattice { libm::roundf(8.0 * x) / 8.0 } else { x }
            };
            let skin = if turn % 3 == 0 { 0.25 } else { 0.0 };
            let (strict, corner) = (turn % 2 == 0, CornerNormal::Steep);
            let rules = Rules { strict, corner, skin, hollow: false, ends_at_start: false };
            for (_, shape) in kinds() {
                let at = Affine::at((within(-6.0, 6.0), within(-6.0, 6.0)));
                let disc = Shape::circle(within(0.1, 2.0) + 0.125).unwrap().place(at).unwrap().body;
                let (x, y, angle) = (within(-2.0, 2.0), within(-2.0, 2.0), within(-3.0, 3.0));
                let turned = Affine::at((x, y)).rotated(if lattice { 0.0 } else { angle });
                let other = shape.place(turned).unwrap().body;
                let to = DVec2::new(within(-2.0, 2.0).into(), within(-2.0, 2.0).into());
                let way = to - disc.anchor();
                if !matches!(&other, Body::Core(core) if core.is_convex()) {
                    continue;
                }
                for (a, b, way) in [(&disc, &other, way), (&other, &disc, -way)] {
                    let want = moving::cast(a, b, way, rules);
                    let is_counted = !lattice && want.is_none_or(|want| want.start.is_gt());
                    all += usize::from(is_counted);
                    let Some(found) = clear_cast(a, b, way, rules) else {
                        doubts += usize::from(is_counted);
                        continue;
                    };
                    assert_eq!(found.is_some(), want.is_some(), "{a:?} {b:?} {way:?}");
                    let (Some(found), Some(want)) = (found, want) else { continue };
                    met += 1;
                    assert_eq!(found.bracket, want.bracket, "{a:?} {b:?} {way:?}");
                    assert_eq!((found.start, found.is_face), (want.start, want.is_face));
                    let off =
                        (found.normal - want.normal).length() + (found.point - want.point).length();
                    assert!(off < 1e-9, "{off}: {a:?} {b:?} {way:?}");
                }
            }
        }
        assert!(met > 2_000 && doubts * 1000 < all, "{met} met, {doubts} of {all} in doubt");
    }
}
