//! Puts casts and sweeps to jostle and compares every answer with what is proven.
#![expect(clippy::disallowed_methods, reason = "measures carry a tolerance")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use jostle::{Affine, Hit, Meet, Motion, Placed, Shape, ShapeError, Stop};
use jostle_oracle::r#gen::{Cast, Move};
use jostle_oracle::motion::{Body, Known, Leg, Straight, Sweep};
use jostle_oracle::{Case, Set, Verdict};

use crate::judge::{Finding, Judge};

/// The counts and findings of one pair.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) hits: u64,
    pub(crate) uncertain: u64,
    /// Uncertain hits of what is proven to stay apart.
    pub(crate) alarms: u64,
    /// Questions that the proofs leave open.
    pub(crate) open: u64,
    /// Exact grazes that a step of `f64` decides.
    pub(crate) grazes: u64,
    /// Hits of fast bodies that are farther than what slow ones are allowed.
    pub(crate) fast: u64,
    /// The greatest distance at a hit, relative to the reach.
    pub(crate) gap: f64,
    pub(crate) findings: Vec<Finding>,
}

impl Report {
    pub(crate) fn wrong(&mut self, kind: &'static str, detail: String) {
        self.findings.push(Finding { kind, detail });
    }
}

/// One step of `f32`, relative.
const EPS: f64 = f32::EPSILON as f64;

/// The distance at a hit that is allowed, relative to the reach.
const NEAR: f64 = 8.0 * EPS;

/// What speed adds to it, relative to the way.
const SPENT: f64 = 1.0 / (1 << 25) as f64;

/// How far points and normals may be off, relative to the reach.
const OFF: f64 = 1.0 / 4096.0;

/// A number of the oracle's as the legs of a motion.
fn motion(legs: &[Leg]) -> Motion {
    let one = |leg: &Leg| {
        let [x, y] = leg.translation;
        let [sx, sy] = leg.scale;
        Motion::by(x, y).turning_degrees(leg.degrees).about(leg.pivot).scaling(sx, sy)
    };
    let mut motions = legs.iter().map(one);
    let first = motions.next().unwrap_or(Motion::NONE);
    motions.fold(first, |inner, outer| inner.under(&outer))
}

fn placed(judge: &mut Judge, body: &Body) -> Result<Placed, ShapeError> {
    match body {
        Body::Set(set) => judge.placed(set),
        Body::Ellipse { center: [x, y], axes: [[a, b], [c, d]] } => {
            Shape::circle(1.0)?.place(Affine::from_matrix([*a, *b, *c, *d, *x, *y]))
        }
        Body::HalfPlane { normal, offset } => {
            Shape::half_plane(*normal, *offset)?.place(Affine::IDENTITY)
        }
        Body::Union(sets) => {
            let part = |set: &Set| match set {
                Set::Rect { center: [x, y], half, .. } => {
                    Shape::rect_half(*half).map(|shape| (shape, Affine::at([*x, *y])))
                }
                _ => unreachable!("unions are of rectangles"),
            };
            Shape::compound(sets.iter().map(part).collect::<Result<Vec<_>, _>>()?)?
                .place(Affine::IDENTITY)
        }
    }
}

/// What both sides say about one rule.
struct Question<'q> {
    word: &'static str,
    straight: &'q Straight,
    sweep: &'q Sweep,
    start: Verdict,
    hit: Option<Hit>,
}

/// Compares casts of exact sets, both rules.
pub(crate) fn cast(judge: &mut Judge, cast: &Cast) -> Report {
    let mut report = Report::default();
    let Cast { a, b, way, skin } = cast;
    let (pa, pb) = match (judge.placed(a), judge.placed(b)) {
        (Ok(pa), Ok(pb)) => (pa, pb),
        (pa, pb) => {
            for error in [pa.err(), pb.err()].into_iter().flatten() {
                report.wrong("refused", error.to_string());
            }
            return report;
        }
    };
    let straight = Straight::new(a, b, *way, *skin);
    let legs = [Leg { translation: *way, ..Leg::NONE }];
    let (body_a, body_b) = (Body::Set(a.clone()), Body::Set(b.clone()));
    let sweep = Sweep::new((&body_a, &legs), (&body_b, &[]), *skin);
    let start = straight.start();
    for (word, meet) in [("touching", Meet::TOUCH), ("overlapping", Meet::OVERLAP)] {
        let rules = Meet { skin: *skin, ..meet };
        let Ok(hit) = catch_unwind(AssertUnwindSafe(|| pa.cast(&pb, *way, rules))) else {
            report.wrong("panic", word.to_owned());
            continue;
        };
        let question = Question { word, straight: &straight, sweep: &sweep, start, hit };
        let before = report.findings.len();
        match meet.stop {
            Stop::Touching => question.touching(&mut report),
            Stop::Overlapping => question.overlapping(&mut report),
        }
        if report.findings.len() > before && question.is_graze() {
            report.findings.truncate(before);
            report.grazes += 1;
        }
        if let Some(hit) = hit {
            report.hits += 1;
            report.uncertain += u64::from(!hit.certain);
            if !hit.certain {
                report.wrong("uncertain", format!("{word} {hit:?}"));
            }
            if hit.fraction > 0.0 {
                plausible(&mut report, &sweep, *skin, &hit);
            }
        }
    }
    report
}

impl Question<'_> {
    /// Returns `true` if what is asked hangs on less than a few steps of `f64`: where the answer or the
    /// first contact is, or at the end of the way.
    fn is_graze(&self) -> bool {
        let size = 256.0 * f64::EPSILON * (self.sweep.reach + self.sweep.speed);
        let at = |t: f64| self.sweep.distance(t).abs() <= size;
        let known = self.sweep.first_contact(1.0);
        at(1.0)
            || at(0.0)
            || known.open > 0 && at(known.clear_until)
            || self.hit.is_some_and(|hit| at(hit.fraction.into()) || at(hit.latest.into()))
    }

    fn touching(&self, report: &mut Report) {
        let Self { word, straight, start, hit, .. } = self;
        let Some(hit) = hit else {
            if *start != Verdict::Separated || straight.until(1.0) != Verdict::Separated {
                report.wrong("missed", format!("{word}, {start:?} at the start"));
            }
            return;
        };
        let said = format!("{word} {hit:?}");
        if *start != Verdict::Separated {
            if (hit.fraction, hit.latest) != (0.0, 0.0) {
                report.wrong("late", format!("{said}, {start:?} at the start"));
            }
            return;
        }
        if straight.until(hit.latest) == Verdict::Separated {
            let kind =
                if straight.until(1.0) == Verdict::Separated { "false hit" } else { "early" };
            report.wrong(kind, said.clone());
        }
        let before = hit.fraction.next_down();
        let late = straight.until(hit.fraction) == Verdict::Overlapping
            || hit.fraction > 0.0 && straight.until(before) != Verdict::Separated;
        // Of two lines only the time before is known.
        if late && !(straight.is_thin() && straight.until(before) == Verdict::Separated) {
            report.wrong("late", said.clone());
        }
        self.tight(report, said);
    }

    fn overlapping(&self, report: &mut Report) {
        let Self { word, straight, start, hit, .. } = self;
        let whole = (*start).max(straight.until(1.0));
        let Some(hit) = hit else {
            if whole == Verdict::Overlapping {
                report.wrong("missed", format!("{word}, {start:?} at the start"));
            }
            return;
        };
        let said = format!("{word} {hit:?}");
        // A point or a line that runs through the end of a line counts.
        let least = if straight.is_thin() { Verdict::Touching } else { Verdict::Overlapping };
        if whole < least {
            report.wrong("false hit", said.clone());
        }
        if *start == Verdict::Overlapping {
            if (hit.fraction, hit.latest) != (0.0, 0.0) {
                report.wrong("late", format!("{said}, overlapping at the start"));
            }
            return;
        }
        if straight.until(hit.fraction) == Verdict::Overlapping && !straight.is_thin() {
            report.wrong("late", said.clone());
        }
        let met = straight.until(hit.latest.next_up());
        if met < least && hit.latest < 1.0 {
            report.wrong("early", said.clone());
        }
        self.tight(report, said);
    }

    fn tight(&self, report: &mut Report, said: String) {
        if let Some(hit) = self.hit
            && !(hit.latest == hit.fraction || hit.latest == hit.fraction.next_up())
        {
            report.wrong("wide", said);
        }
    }
}

/// Compares a sweep, both rules.
pub(crate) fn sweep(judge: &mut Judge, scene: &Move) -> Report {
    let mut report = Report::default();
    let Move { bodies: [a, b], legs, skin } = scene;
    let (pa, pb) = match (placed(judge, a), placed(judge, b)) {
        (Ok(pa), Ok(pb)) => (pa, pb),
        (pa, pb) => {
            for error in [pa.err(), pb.err()].into_iter().flatten() {
                report.wrong("refused", error.to_string());
            }
            return report;
        }
    };
    let sweep = Sweep::new((a, &legs[0]), (b, &legs[1]), *skin);
    let start = match (a, b) {
        (Body::Set(a), Body::Set(b)) if *skin == 0.0 => Case::new(a, b).verdict(),
        // What intervals leave open here may be told by jostle, which other checks judge.
        _ if *skin == 0.0 => match pa.verdict(&pb) {
            jostle::Verdict::Separated => Verdict::Separated,
            jostle::Verdict::Touching => Verdict::Touching,
            jostle::Verdict::Overlapping => Verdict::Overlapping,
        },
        _ if pa.gap(&pb).separation > *skin => Verdict::Separated,
        _ => Verdict::Touching,
    };
    let known = (start == Verdict::Separated).then(|| sweep.first_contact(1.0));
    let by = [motion(&legs[0]), motion(&legs[1])];
    for (word, meet) in [("touching", Meet::TOUCH), ("overlapping", Meet::OVERLAP)] {
        let rules = Meet { skin: *skin, ..meet };
        let asked = catch_unwind(AssertUnwindSafe(|| pa.sweep(&pb, &by[0], &by[1], rules)));
        let Ok(hit) = asked else {
            report.wrong("panic", word.to_owned());
            continue;
        };
        report.hits += u64::from(hit.is_some());
        report.uncertain += u64::from(hit.is_some_and(|hit| !hit.certain));
        match known {
            Some(known) => swept(&mut report, word, (&sweep, *skin), known, hit),
            None if meet.stop == Stop::Touching || start == Verdict::Overlapping => {
                if hit.map(|hit| hit.fraction) != Some(0.0) && *skin == 0.0 {
                    report.wrong("late", format!("{word}, {start:?} at the start, {hit:?}"));
                }
            }
            None => report.open += 1,
        }
    }
    report
}

fn swept(
    report: &mut Report,
    word: &str,
    (sweep, skin): (&Sweep, f32),
    known: Known,
    hit: Option<Hit>,
) {
    let Known { clear_until, meets_at, open } = known;
    let Some(hit) = hit else {
        match meets_at {
            Some(t) => report.wrong("missed", format!("{word}, they meet at {t}")),
            None => report.open += u64::from(open > 0),
        }
        return;
    };
    let said = || format!("{word} {hit:?}, {known:?}");
    let [fraction, latest] = [hit.fraction, hit.latest].map(f64::from);
    if let Some(t) = meets_at.filter(|t| *t < fraction) {
        let by = (fraction - t) * sweep.speed / sweep.reach;
        report.wrong("late", format!("by up to {by:.1e} of the reach: {}", said()));
    }
    if hit.certain && (open == 0 || clear_until > latest) {
        report.wrong("false certainty", said());
    }
    if !hit.certain && open == 0 {
        report.alarms += 1;
    }
    if meets_at.is_none() && open > 0 {
        report.open += 1;
    }
    let gap = sweep.distance(fraction);
    let rounding = EPS * sweep.speed * fraction;
    if sweep.reach > 0.0 {
        report.gap = report.gap.max((gap - rounding) / sweep.reach);
    }
    if gap > NEAR * sweep.reach + rounding {
        // Within what is documented: 2^-26 of the size, which holds the way.
        report.fast += 1;
    }
    // Half-planes are looked at as slabs, some ways long, about the world's origin.
    let place = f64::from(hit.point.x).abs().max(f64::from(hit.point.y).abs());
    let slab = if sweep.has_plane() { 8.0 * (sweep.speed + place) } else { 0.0 };
    if gap > NEAR * sweep.reach + SPENT * (sweep.speed + slab) + rounding {
        report.wrong("early", format!("a distance of {:e}: {}", gap / sweep.reach, said()));
    }
    plausible(report, sweep, skin, &hit);
}

/// Checks that a point lies on both and that a normal parts them.
fn plausible(report: &mut Report, sweep: &Sweep, skin: f32, hit: &Hit) {
    let t = f64::from(hit.fraction);
    let place = f64::from(hit.point.x).abs().max(f64::from(hit.point.y).abs());
    let near = OFF * sweep.reach + EPS * (sweep.speed + place) + f64::from(f32::from_bits(4));
    let length = hit.normal.length();
    if (length - 1.0).abs() > 1e-5 {
        report.wrong("normal", format!("length {length}: {hit:?}"));
    }
    let off = sweep.off(t, [hit.point.x, hit.point.y]);
    // The point is one of b itself, not of the skin.
    let [off_a, off_b] = if sweep.is_flipped { [off[1], off[0]] } else { off };
    if !(off_a <= near + f64::from(skin) && off_b <= near) {
        report.wrong("point", format!("{off:?} off, allowed {near}: {hit:?}"));
    }
    let parted =
        [1.0, -1.0].map(|k| sweep.parted_by(t, [hit.normal.x * k, hit.normal.y * k], near));
    let ahead = parted[usize::from(sweep.is_flipped)];
    if ahead < -near || ahead.is_nan() {
        report
            .wrong("normal", format!("they overlap by {ahead} along it, allowed {near}: {hit:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_oracle::r#gen::{casts, moves};

    fn run(reports: impl Iterator<Item = (u64, Report)>) -> u64 {
        let (mut hits, mut odd) = (0, 0);
        for (i, report) in reports {
            for finding in &report.findings {
                // Ends of lines that lie 1e-38 apart: the time is right, the place is not.
                let is_place = ["normal", "point"].contains(&finding.kind);
                assert!(is_place, "{i}: {} {}", finding.kind, finding.detail);
                odd += 1;
            }
            hits += report.hits;
        }
        assert!(odd <= hits / 100, "{odd} places of {hits}");
        hits
    }

    #[test]
    fn a_share_of_casts_is_right() {
        let mut judge = Judge::default();
        let all = (0..200).flat_map(|i| casts(3, i).into_iter().map(move |c| (i, c)));
        assert!(run(all.map(|(i, c)| (i, cast(&mut judge, &c)))) > 1000);
    }

    #[test]
    fn a_share_of_sweeps_is_right() {
        let mut judge = Judge::default();
        assert!(run((0..400).map(|i| (i, sweep(&mut judge, &moves(3, i))))) > 200);
    }
}
