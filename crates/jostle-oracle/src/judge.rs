//! Puts one pair to jostle and compares every answer with the oracle's.

use std::panic::{AssertUnwindSafe, catch_unwind};

use jostle::{Affine, Placed, Shape, ShapeError};
use jostle_oracle::{Set, Verdict, contains, verdict};

/// One answer that is not what it should be.
pub(crate) struct Finding {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

/// What the oracle says, and how jostle differs.
pub(crate) struct Report {
    pub(crate) verdict: Verdict,
    /// How many of the two containments hold.
    pub(crate) contained: u64,
    /// How many of them the oracle leaves open.
    pub(crate) undecided: u64,
    pub(crate) findings: Vec<Finding>,
}

/// Builds jostle's shape from the same numbers.
fn placed(set: &Set) -> Result<Placed, ShapeError> {
    match set {
        Set::Circle { center, radius } => {
            Shape::circle(*radius)?.place(Affine::at(center[0], center[1]))
        }
        Set::Capsule { a, b, radius: 0.0 } => Shape::segment(*a, *b)?.place(Affine::IDENTITY),
        Set::Capsule { a, b, radius } => Shape::capsule(*a, *b, *radius)?.place(Affine::IDENTITY),
        Set::Rect { center, half, rot: [c, s], radius } => Shape::rect(*half)?
            .rounded(*radius)?
            .place(Affine::from_matrix([*c, *s, -*s, *c, center[0], center[1]])),
        Set::Polygon { origin, rings, radius } => {
            let points = |ring: &[[f32; 2]]| ring.to_vec();
            let holes = rings[1..].iter().map(|ring| points(ring));
            Shape::polygon_with_holes(points(&rings[0]), holes)?
                .rounded(*radius)?
                .place(Affine::at(origin[0], origin[1]))
        }
        Set::Chain { origin, points, closed } => {
            let ends = if *closed { jostle::Ends::Closed } else { jostle::Ends::Open };
            Shape::chain(points.iter().copied(), ends, jostle::Sided::Both)?
                .place(Affine::at(origin[0], origin[1]))
        }
    }
}

fn translated(verdict: jostle::Verdict) -> Verdict {
    match verdict {
        jostle::Verdict::Separated => Verdict::Separated,
        jostle::Verdict::Touching => Verdict::Touching,
        jostle::Verdict::Overlapping => Verdict::Overlapping,
    }
}

/// Compares verdicts, containment and certificates, both ways round.
pub(crate) fn judge(a: &Set, b: &Set) -> Report {
    let exact = verdict(a, b);
    let held = [contains(a, b), contains(b, a)];
    let mut report = Report {
        verdict: exact,
        contained: held.iter().filter(|h| **h == Some(true)).count() as u64,
        undecided: held.iter().filter(|h| h.is_none()).count() as u64,
        findings: Vec::new(),
    };
    let (pa, pb) = match (placed(a), placed(b)) {
        (Ok(pa), Ok(pb)) => (pa, pb),
        (pa, pb) => {
            for error in [pa.err(), pb.err()].into_iter().flatten() {
                report.findings.push(Finding { kind: "refused", detail: error.to_string() });
            }
            return report;
        }
    };
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let mut findings = Vec::new();
        for (p, q, order) in [(&pa, &pb, "a, b"), (&pb, &pa, "b, a")] {
            let said = translated(p.verdict(q));
            if said != exact {
                let detail = format!("({order}) said {said:?}, exact {exact:?}");
                findings.push(Finding { kind: "verdict", detail });
            }
        }
        for (p, q, exact, order) in [(&pa, &pb, held[0], "a, b"), (&pb, &pa, held[1], "b, a")] {
            let said = p.contains(q);
            if exact.is_some_and(|exact| exact != said) {
                let detail = format!("({order}) said {said}");
                findings.push(Finding { kind: "contains", detail });
            }
        }
        findings
    }));
    match asked {
        Ok(findings) => report.findings.extend(findings),
        Err(_) => report.findings.push(Finding { kind: "panic", detail: String::new() }),
    }
    report
}
