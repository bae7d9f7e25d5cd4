//! Puts one pair to jostle and compares every answer with the oracle's.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jostle::{Affine, Placed, Shape, ShapeError};
use jostle_oracle::{Case, Order, Set, Verdict};

use crate::proof::{self, Proofs};

/// One wrong answer.
pub(crate) struct Finding {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

/// The answer of the oracle, and the difference of jostle's.
pub(crate) struct Report {
    pub(crate) verdict: Verdict,
    /// How many of the two containments hold.
    pub(crate) contained: u64,
    /// How many of them the oracle leaves open.
    pub(crate) undecided: u64,
    /// The certificates that were checked, by kind.
    pub(crate) proofs: Proofs,
    pub(crate) findings: Vec<Finding>,
}

/// A polygon's rings and radius, and jostle's shape of them.
type Built = (Vec<Vec<[f32; 2]>>, f32, Shape);

/// The polygons that jostle built last: the pairs of a batch share their two shapes, and cutting an
/// outline into parts costs more than all questions about it.
#[derive(Default)]
pub(crate) struct Judge {
    built: VecDeque<Built>,
}

/// How many polygons are remembered.
const REMEMBERED: usize = 4;

impl Judge {
    fn polygon(&mut self, rings: &[Vec<[f32; 2]>], radius: f32) -> Result<&Shape, ShapeError> {
        let same = |(r, s, _): &Built| r == rings && s.to_bits() == radius.to_bits();
        let found = self.built.iter().position(same);
        if found.is_none() {
            let holes = rings[1..].iter().cloned();
            let shape = Shape::polygon_with_holes(rings[0].clone(), holes)?.with_radius(radius)?;
            self.built.truncate(REMEMBERED - 1);
            self.built.push_front((rings.to_vec(), radius, shape));
        }
        Ok(&self.built[found.unwrap_or(0)].2)
    }

    /// Builds jostle's shape from the same numbers.
    pub(crate) fn placed(&mut self, set: &Set) -> Result<Placed, ShapeError> {
        let (shape, transform) = self.shape(set)?;
        shape.place(transform)
    }

    /// Builds jostle's shape and its transform.
    pub(crate) fn shape(&mut self, set: &Set) -> Result<(Shape, Affine), ShapeError> {
        Ok(match set {
            Set::Circle { center, radius } => (Shape::circle(*radius)?, Affine::at(*center)),
            Set::Capsule { a, b, radius: 0.0 } => (Shape::segment(*a, *b)?, Affine::IDENTITY),
            Set::Capsule { a, b, radius } => (Shape::capsule(*a, *b, *radius)?, Affine::IDENTITY),
            Set::Rect { center, half, rot: [c, s], radius } => {
                let rotation = Affine::from_matrix([*c, *s, -*s, *c, center[0], center[1]]);
                (Shape::rect_half(*half)?.with_radius(*radius)?, rotation)
            }
            Set::Polygon { origin, rings, radius } => {
                (self.polygon(rings, *radius)?.clone(), Affine::at(*origin))
            }
            Set::Chain { origin, points, closed } => {
                let ends = if *closed {
                    jostle::shape::ChainEnds::Closed
                } else {
                    jostle::shape::ChainEnds::Open
                };
                let sides = jostle::shape::Sidedness::Both;
                (Shape::chain(points.iter().copied(), ends, sides)?, Affine::at(*origin))
            }
        })
    }
}

fn translated(verdict: jostle::Verdict) -> Verdict {
    match verdict {
        jostle::Verdict::Separated => Verdict::Separated,
        jostle::Verdict::Touching => Verdict::Touching,
        jostle::Verdict::Overlapping => Verdict::Overlapping,
    }
}

/// Sizes that differ by more than this leave the envelope of what holds within a tolerance.
const ENVELOPE: f32 = (1 << 20) as f32;
/// The tolerance, relative to the size of what is held.
const TOLERANCE: f32 = 1e-6;

/// Returns `true` if an answer about containment in a rounded polygon is right for a radius that differs
/// by the tolerance, or if the sizes are outside of the envelope.
fn is_within_tolerance([a, b]: [&Set; 2], placed: [&Placed; 2], said: bool) -> bool {
    let Set::Polygon { origin, rings, radius } = a else { return false };
    if *radius == 0.0 {
        return false;
    }
    let [size_a, size_b] = placed.map(|placed| {
        let size = placed.bounds().size();
        if size.x > size.y { size.x } else { size.y }
    });
    let step = if said { TOLERANCE * size_b } else { -TOLERANCE * size_b };
    let radius = radius + step;
    let other = Set::Polygon { origin: *origin, rings: rings.clone(), radius };
    let is_right = || radius >= 0.0 && jostle_oracle::contains(&other, b) == Some(said);
    (size_b > 0.0 && size_a > ENVELOPE * size_b) || is_right()
}

impl Judge {
    /// Compares verdicts, containment and certificates, both ways round.
    pub(crate) fn judge(&mut self, a: &Set, b: &Set) -> Report {
        let case = Case::new(a, b);
        let exact = case.verdict();
        let held = [Order::Given, Order::Swapped].map(|order| case.contains(order));
        let mut report = Report {
            verdict: exact,
            contained: held.iter().filter(|h| **h == Some(true)).count() as u64,
            undecided: held.iter().filter(|h| h.is_none()).count() as u64,
            proofs: Proofs::default(),
            findings: Vec::new(),
        };
        let (pa, pb) = match (self.placed(a), self.placed(b)) {
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
            let mut proofs = Proofs::default();
            let ways = [(&pa, &pb, Order::Given, "a, b"), (&pb, &pa, Order::Swapped, "b, a")];
            for ((p, q, order, word), held) in ways.into_iter().zip(held) {
                let mut wrong = |kind, detail| {
                    findings.push(Finding { kind, detail: format!("({word}) {detail}") });
                };
                let said = translated(p.verdict(q));
                if said != exact {
                    wrong("verdict", format!("said {said:?}, exact {exact:?}"));
                }
                let said = p.contains(q);
                let sets = if matches!(order, Order::Given) { [a, b] } else { [b, a] };
                if held.is_some_and(|held| held != said) && !is_within_tolerance(sets, [p, q], said)
                {
                    wrong("contains", format!("said {said}"));
                }
                let why = p.why(q);
                if translated(why.verdict) != exact {
                    wrong("why", format!("said {:?}, exact {exact:?}", why.verdict));
                } else if let Err(flaw) = proof::check(&case, order, exact, &why.proof, &mut proofs)
                {
                    wrong("proof", format!("{flaw}: {:?}", why.proof));
                }
            }
            (findings, proofs)
        }));
        match asked {
            Ok((findings, proofs)) => {
                report.findings.extend(findings);
                report.proofs = proofs;
            }
            Err(_) => report.findings.push(Finding { kind: "panic", detail: String::new() }),
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_oracle::r#gen::{Class, Numbers, batch};

    fn run(numbers: Numbers, batches: u64) -> Proofs {
        let mut proofs = Proofs::default();
        let mut judge = Judge::default();
        for classes in Class::pairs() {
            for index in 0..batches {
                for (a, b) in batch(numbers, classes, 11, index) {
                    let report = judge.judge(&a, &b);
                    let first = report.findings.first();
                    assert!(first.is_none(), "{} {a:?} {b:?}", first.map_or("", |f| &f.detail));
                    proofs.add(&report.proofs);
                }
            }
        }
        proofs
    }

    #[test]
    fn every_kind_of_proof_occurs_on_a_grid_and_holds() {
        let proofs = run(Numbers::Grid, 40);
        assert!(proofs.axes > 1000 && proofs.points > 1000, "{proofs:?}");
        assert!(proofs.edges > 50 && proofs.meetings > 100, "{proofs:?}");
    }

    #[test]
    fn proofs_over_the_whole_range_of_f32_hold() {
        let proofs = run(Numbers::Wide, 30);
        assert!(proofs.axes > 1000 && proofs.points > 1000 && proofs.split > 0, "{proofs:?}");
    }
}
