//! The signed separation of two convex sets, without a line of the kernels.
//!
//! It is the largest of −h_A(u) − h_B(−u) over all directions u, where h are support functions about
//! a common origin (Ericson, "Real-Time Collision Detection", 2005, §9.1). Directions are sampled all
//! round, and every local maximum is refined by thirds, in `f64`. Between samples Δ apart at most Δ²
//! of the larger size is lost. O(n) for n vertices, times 2,048 directions.
#![expect(
    clippy::disallowed_methods,
    reason = "an oracle shares no code with what it judges, the crate's own functions included"
)]

use std::f64::consts::TAU;

use crate::spec::{Kind, Pair, Subject};

const SAMPLES: usize = 2048;
/// Steps by thirds: (2/3)^60 of 2π / 2048 is far below an ulp.
const STEPS: usize = 60;

/// Finds the signed separation of two convex shapes and the direction from a to b along which it
/// lies; `None` if one is not convex, or unbounded.
///
/// Off by at most about 1e-5 of the larger size, and by the rounding of placed centers.
///
/// ```
/// use jostle_testing::{Kind, Pair, Spec, Subject, separation};
/// let disc = |x| Subject {
///     spec: Spec { radius: 1.0, ..Spec::new(Kind::Circle, vec![[0.0, 0.0]]) },
///     matrix: [1.0, 0.0, 0.0, 1.0, x, 0.0],
/// };
/// let (apart, [x, _]) = separation(&Pair::new(disc(0.0), disc(5.0)).unwrap()).unwrap();
/// assert!((apart - 3.0).abs() < 1e-9 && x > 0.999);
/// ```
#[must_use]
pub fn separation(pair: &Pair) -> Option<(f64, [f64; 2])> {
    let bounded = |s: &Subject| s.spec.kind.is_convex() && s.spec.kind != Kind::HalfPlane;
    if !bounded(&pair.a) || !bounded(&pair.b) {
        return None;
    }
    let base = [f64::from(pair.b.matrix[4]), f64::from(pair.b.matrix[5])];
    let along = |angle: f64| {
        let u = [libm::cos(angle), libm::sin(angle)];
        -support(&pair.a, base, u) - support(&pair.b, base, [-u[0], -u[1]])
    };
    let step = TAU / SAMPLES as f64;
    let samples: [f64; SAMPLES] = std::array::from_fn(|i| along(i as f64 * step));
    let mut best = (f64::NEG_INFINITY, 0.0);
    for i in 0..SAMPLES {
        let (before, after) = (samples[(i + SAMPLES - 1) % SAMPLES], samples[(i + 1) % SAMPLES]);
        if samples[i] < before || samples[i] < after {
            continue;
        }
        let (mut low, mut high) = ((i as f64 - 1.0) * step, (i as f64 + 1.0) * step);
        for _ in 0..STEPS {
            let third = (high - low) / 3.0;
            if along(low + third) < along(high - third) {
                low += third;
            } else {
                high -= third;
            }
        }
        let angle = (low + high) * 0.5;
        let value = along(angle);
        if value > best.0 {
            best = (value, angle);
        }
    }
    Some((best.0, [libm::cos(best.1), libm::sin(best.1)]))
}

/// The largest u·(p − base) over the points p of a placed convex shape.
fn support(subject: &Subject, base: [f64; 2], u: [f64; 2]) -> f64 {
    let [a, b, c, d, tx, ty] = subject.matrix.map(f64::from);
    // u as the local frame sees it.
    let v = [a * u[0] + b * u[1], c * u[0] + d * u[1]];
    let dot = |p: [f32; 2], w: [f64; 2]| f64::from(p[0]) * w[0] + f64::from(p[1]) * w[1];
    let spec = &subject.spec;
    let heights = spec.points.iter().map(|p| dot(*p, v));
    let mut most = heights.fold(f64::NEG_INFINITY, |most, s| if s > most { s } else { most });
    let length = |w: [f64; 2]| libm::hypot(w[0], w[1]);
    let [cos, sin] = spec.turn.map(f64::from);
    // v along the two axes of a rectangle or an ellipse.
    let axes = [cos * v[0] + sin * v[1], cos * v[1] - sin * v[0]];
    let half = spec.half.map(f64::from);
    most += match spec.kind {
        Kind::Rect | Kind::RoundedRect => half[0] * axes[0].abs() + half[1] * axes[1].abs(),
        Kind::Ellipse => length([half[0] * axes[0], half[1] * axes[1]]),
        _ => 0.0,
    };
    most += f64::from(spec.radius) * length(v);
    most + (tx - base[0]) * u[0] + (ty - base[1]) * u[1]
}
