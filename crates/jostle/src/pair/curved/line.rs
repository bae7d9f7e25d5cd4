//! Entry and exit of a line and a curved convex set.
//!
//! Method: the crossing lies between the chord of two support points on either side of the line and
//! the support lines seen so far. Each step computes one more support point: square to the chord,
//! which ends the search on a straight edge, or in the direction that the crossing's place on the
//! chord suggests, which converges on a curve. The lower bound is that of G. van den Bergen, "Ray
//! casting against general convex objects with application to continuous collision detection"
//! (2004). The closed form, which undoes M, magnifies rounding by the axis ratio: `round_ring` has it
//! for lines that are far enough from a tangent.
//!
//! Frame: the set's own. Error: `lo` and `hi` hold the true fraction. A line that meets the set
//! within rounding counts as meeting it. Cost: about 20 support points on an ellipse, 60 if the
//! line meets it at a low angle, twice that if it grazes.

use crate::math::{DVec2, greater, lesser};
use crate::pair::curved::support_map::{ConvexSet, ROUNDING, right, strictly_between};

/// The most support points of one crossing.
const STEPS: usize = 96;

/// Halvings of the angle between a line that grazes and a support line: to the root of EPSILON, at
/// which the place is known best.
const FINEST_TURN: u32 = 26;

/// A place where a line crosses the boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    /// Certified bounds: `lo ≤ fraction ≤ hi`.
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) fraction: f64,
    /// Outward unit normal of the boundary there.
    pub(crate) normal: DVec2,
    /// True where the line may touch the set only.
    pub(crate) grazes: bool,
}

/// Finds where the line `origin + t · direction` enters the set, t of any sign; `None` when it
/// misses or the direction is zero.
pub(crate) fn line_enter(
    set: &impl ConvexSet,
    origin: DVec2,
    direction: DVec2,
) -> Option<Crossing> {
    let length = direction.length();
    let ahead = direction.unit()?;
    let approach = Approach::run(set, origin, ahead)?;
    let hi = match approach.hi {
        Some(hi) => hi,
        // The line grazes the set: it enters no later than the support lines behind let it leave.
        None => -Approach::run(set, origin, -ahead)?.lo,
    };
    // Where the line passes by within rounding the two may have crossed.
    let lo = lesser(approach.lo, hi);
    let along = lesser(greater(approach.along, lo), hi);
    let normal = DVec2::new(approach.normal.x + 0.0, approach.normal.y + 0.0);
    let grazes = approach.hi.is_none();
    Some(Crossing { lo: lo / length, hi: hi / length, fraction: along / length, normal, grazes })
}

/// Finds where the line `origin + t · direction` leaves the set; as [`line_enter`] otherwise.
pub(crate) fn line_exit(set: &impl ConvexSet, origin: DVec2, direction: DVec2) -> Option<Crossing> {
    let back = line_enter(set, origin, -direction)?;
    Some(Crossing { lo: -back.hi, hi: -back.lo, fraction: -back.fraction, ..back })
}

/// One evaluated direction; the support point is relative to the line's origin and resolved along
/// the line and across it, to the left.
#[derive(Clone, Copy)]
struct Probe {
    u: DVec2,
    along: f64,
    across: f64,
}

/// What is known of the place where a line enters, in lengths along it.
struct Approach {
    ahead: DVec2,
    /// Rounding error of one support value.
    rounding: f64,
    /// The latest crossing of a support line, rounding taken off.
    lo: f64,
    /// The same as computed, with its normal.
    along: f64,
    normal: DVec2,
    /// The latest support points that are left and right of the line beyond doubt.
    left: Option<Probe>,
    right: Option<Probe>,
    /// The entry is not after this; none while one side is in doubt.
    hi: Option<f64>,
}

impl Approach {
    fn run(set: &impl ConvexSet, origin: DVec2, ahead: DVec2) -> Option<Self> {
        let ask = |u: DVec2| {
            let s = set.support(u) - origin;
            Probe { u, along: s.dot(ahead), across: s.dot(ahead.left()) }
        };
        let [first, back, last] = [ahead.left(), -ahead, right(ahead)].map(ask);
        let size = [first, back, last].iter().fold(origin.reach(), |size, probe| {
            greater(size, probe.along.abs() + probe.across.abs() + origin.reach())
        });
        let rounding = ROUNDING * f64::EPSILON * (size + set.reach());
        if first.across < -rounding || last.across > rounding {
            return None;
        }
        let mut known = Self {
            ahead,
            rounding,
            lo: f64::NEG_INFINITY,
            along: f64::NEG_INFINITY,
            normal: -ahead,
            left: None,
            right: None,
            hi: None,
        };
        for probe in [first, last, back] {
            known.learn(probe);
        }

        let (mut above, mut below) = if back.across >= 0.0 { (back, last) } else { (first, back) };
        let (mut stalls, mut close) = (0, 0);
        for step in 0..STEPS {
            if close > 2 || known.hi.is_some_and(|hi| hi - known.lo <= 2.5 * rounding) {
                break;
            }
            let Some(u) = next(&above, &below, ahead, step, stalls) else { break };
            let probe = ask(u);
            known.learn(probe);
            close += usize::from(known.hi.is_some() && probe.across.abs() <= rounding);
            let whole = (above.u - below.u).length();
            if probe.across >= 0.0 {
                above = probe;
            } else {
                below = probe;
            }
            stalls = if (above.u - below.u).length() > 0.75 * whole { stalls + 1 } else { 0 };
        }
        if known.hi.is_none() {
            // The line grazes one side or both. The support lines that are turned a little against
            // it meet it close before the graze, those that are turned less anywhere.
            let grazed = [first, last].into_iter().filter(|side| side.across.abs() <= rounding);
            for side in grazed {
                for u in (1..=FINEST_TURN)
                    .filter_map(|k| (side.u - ahead * (1.0 / (1_u64 << k) as f64)).unit())
                {
                    known.learn(ask(u));
                }
            }
        }
        Some(known)
    }

    fn learn(&mut self, probe: Probe) {
        let facing = -probe.u.dot(self.ahead);
        if facing > 4.0 * f64::EPSILON {
            // Where the probe's support line meets the line, seen from its support point.
            let slope = probe.u.dot(self.ahead.left()) / facing;
            let along = probe.along - probe.across * slope;
            if along > self.along {
                (self.along, self.normal) = (along, probe.u);
            }
            let turned = probe.across.abs() * (4.0 * f64::EPSILON / (facing * facing));
            self.lo = greater(self.lo, along - self.rounding / facing - turned);
        }
        if probe.across > self.rounding {
            self.left = Some(probe);
        } else if probe.across < -self.rounding {
            self.right = Some(probe);
        }
        // The true line passes the true support point on one side or the other; there a chord to a
        // point beyond doubt is met no further than its slope carries the distance across.
        let (Some(left), Some(right)) = (self.left, self.right) else { return };
        let off = probe.across.abs() + self.rounding;
        let carried = |end: Probe| {
            let rise = (end.across - probe.across).abs() - self.rounding;
            let run = greater(end.along - probe.along, 0.0);
            if rise > 0.0 { run * lesser(off / rise, 1.0) } else { run }
        };
        let bound = match probe.across {
            across if across > self.rounding => carried(right),
            across if across < -self.rounding => carried(left),
            _ => greater(carried(left), carried(right)),
        };
        let hi = probe.along + bound + self.rounding;
        self.hi = Some(self.hi.map_or(hi, |known| lesser(known, hi)));
    }
}

/// Chooses the next direction between those of the chord's ends; none when they are neighbors.
fn next(above: &Probe, below: &Probe, ahead: DVec2, step: usize, stalls: u32) -> Option<DVec2> {
    // Counter-clockwise: the facing side runs from above the line to below it.
    let inside = |u: &DVec2| strictly_between(*u, above.u, below.u);
    if stalls < 2 {
        let chosen = if step.is_multiple_of(2) {
            let (along, across) = (below.along - above.along, below.across - above.across);
            right(ahead * along + ahead.left() * across).unit()
        } else {
            let rise = above.across - below.across;
            let part = if rise > 0.0 { above.across / rise } else { 0.5 };
            (above.u * (1.0 - part) + below.u * part).unit()
        };
        if let Some(u) = chosen.filter(inside) {
            return Some(u);
        }
    }
    (above.u + below.u).unit().filter(inside)
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;
    use crate::pair::curved::support_map::View;
    use crate::{Affine, Shape};

    #[test]
    fn lines_cross_flat_sides_exactly_and_touching_counts() {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(x, y)| DVec2::new(x, y));
        let hull = View::rounded(&corners, 0.0);
        let hit = line_enter(&hull, DVec2::new(-3.0, 0.3), DVec2::new(4.0, 0.0)).expect("crosses");
        assert_eq!((hit.fraction, hit.normal), (0.5, DVec2::new(-1.0, 0.0)));
        let out = line_exit(&hull, DVec2::new(-3.0, 0.3), DVec2::new(4.0, 0.0)).expect("crosses");
        assert_eq!((out.fraction, out.normal), (1.0, DVec2::X));
        for y in [1.0, -1.0] {
            let hit =
                line_enter(&hull, DVec2::new(-3.0, y), DVec2::new(4.0, 0.0)).expect("runs along");
            let out =
                line_exit(&hull, DVec2::new(-3.0, y), DVec2::new(4.0, 0.0)).expect("runs along");
            assert!((hit.fraction - 0.5).abs() < 1e-14 && (out.fraction - 1.0).abs() < 1e-14);
        }
        assert!(line_enter(&hull, DVec2::new(-3.0, 1.0 + 1e-12), DVec2::X).is_none());
        assert!(line_enter(&hull, DVec2::new(-3.0, 0.0), DVec2::ZERO).is_none());
        let disc = View::rounded(&[], 1.0);
        let hit = line_enter(&disc, DVec2::new(-3.0, 1.0), DVec2::X).expect("grazes");
        assert!(hit.lo <= 3.0 && 3.0 <= hit.hi, "{hit:?}");
        let diagonal =
            line_enter(&hull, DVec2::new(-3.0, -1.0), DVec2::new(2.0, 2.0)).expect("corner");
        assert!((diagonal.fraction - 1.0).abs() < 1e-14 && diagonal.lo <= 1.0);
    }

    /// Counts the support points that are computed.
    struct Counted<'a>(View<'a>, Cell<usize>);

    impl ConvexSet for Counted<'_> {
        fn probe(&self, direction: DVec2) -> (DVec2, f64) {
            self.1.set(self.1.get() + 1);
            self.0.probe(direction)
        }
    }

    #[test]
    fn a_line_enters_an_ellipse_after_few_support_points() {
        let ellipse = Shape::ellipse((3.0, 1.0)).unwrap().place(Affine::IDENTITY).unwrap();
        let set = Counted(View::of_body(&ellipse.body).unwrap(), Cell::new(0));
        let mut lines = 0;
        for k in 0..64 {
            let y = -0.9 + 1.8 * f64::from(k) / 64.0;
            for slope in [-0.5, -0.1, 0.0, 0.2, 0.7] {
                let (origin, way) = (DVec2::new(-6.0, y - 6.0 * slope), DVec2::new(1.0, slope));
                assert!(line_enter(&set, origin, way).is_some());
                lines += 1;
            }
        }
        let mean = set.1.get() as f64 / f64::from(lines);
        // About 20, and up to 60 where the angle is low.
        assert!(mean < 32.0, "{mean}");
    }
}
