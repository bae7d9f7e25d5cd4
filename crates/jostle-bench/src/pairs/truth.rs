//! Who is right: the oracle, which shares no code with jostle, on the sets that the numbers mean.

use super::inputs::{Form, Pair, Pose};
use jostle_oracle::{Set, Verdict, measure, verdict};

/// The exact set of points. Corners are the origin plus offsets that are rounded once.
fn set((form, pose): &(Form, Pose)) -> Set {
    let offsets = |points: &[[f32; 2]]| points.iter().map(|p| pose.turned(*p)).collect();
    match form {
        Form::Rect(half) => Set::Rect {
            center: pose.at,
            half: *half,
            rot: [pose.rot.cos, pose.rot.sin],
            radius: 0.0,
        },
        Form::Circle(radius) => Set::Circle { center: pose.at, radius: *radius },
        Form::Capsule(x, radius) => Set::Polygon {
            origin: pose.at,
            rings: vec![offsets(&[[-x, 0.0], [*x, 0.0]])],
            radius: *radius,
        },
        Form::Convex(points) => {
            Set::Polygon { origin: pose.at, rings: vec![offsets(points)], radius: 0.0 }
        }
    }
}

fn sets(pair: &Pair) -> (Set, Set) {
    (set(&pair.a), set(&pair.b))
}

/// How many answers of each side are wrong. If all sides agree the oracle is not run: it would take
/// them all to err alike.
pub(crate) fn wrong_verdicts(pairs: &[Pair], answers: &[&[bool]]) -> Vec<usize> {
    let mut wrong = vec![0; answers.len()];
    for (i, pair) in pairs.iter().enumerate() {
        let said = answers.iter().map(|of| of[i]);
        if said.clone().all(|hit| hit) || !said.clone().any(|hit| hit) {
            continue;
        }
        let (a, b) = sets(pair);
        let truth = verdict(&a, &b) != Verdict::Separated;
        said.zip(&mut wrong).for_each(|(hit, wrong)| *wrong += usize::from(hit != truth));
    }
    wrong
}

/// Distances and depths are right within this; sizes are about 1.
pub(crate) const CLOSE: f64 = 1e-3;

/// How many distances of each side are off by more than [`CLOSE`].
pub(crate) fn wrong_distances(pairs: &[Pair], answers: &[&[f32]]) -> Vec<usize> {
    off(pairs, answers, measure::distance)
}

/// How many depths of each side are off by more than [`CLOSE`].
pub(crate) fn wrong_depths(pairs: &[Pair], answers: &[&[f32]]) -> Vec<usize> {
    off(pairs, answers, measure::convex_depth)
}

fn off(pairs: &[Pair], answers: &[&[f32]], truth: fn(&Set, &Set) -> f64) -> Vec<usize> {
    let mut wrong = vec![0; answers.len()];
    for (i, pair) in pairs.iter().enumerate() {
        let (a, b) = sets(pair);
        let truth = truth(&a, &b);
        for (of, wrong) in answers.iter().zip(&mut wrong) {
            let right = (f64::from(of[i]) - truth).abs() <= CLOSE;
            *wrong += usize::from(!right);
        }
    }
    wrong
}
