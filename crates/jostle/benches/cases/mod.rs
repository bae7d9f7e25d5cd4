//! The pairs that are measured, as plain numbers, so that peers get the same.

/// A shape around its own origin.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Rect([f32; 2]),
    Circle(f32),
    /// From (−x, 0) to (x, 0), and the radius.
    Capsule(f32, f32),
    Convex(Vec<[f32; 2]>),
    /// Concave.
    Star(Vec<[f32; 2]>),
}

/// Where it is: x, y, and the angle in radians.
pub(crate) type At = [f32; 3];

pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) a: Form,
    pub(crate) b: Form,
    /// Half of the pairs or so overlap; most of the others are near.
    pub(crate) pairs: Vec<(At, At)>,
}

/// xorshift64*, so that every run and every peer has the same pairs.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40) as f32 / 16_777_216.0
    }
}

/// `n` points on a circle; every second one drawn in to `inner`.
fn ring(n: usize, outer: f32, inner: f32) -> Vec<[f32; 2]> {
    let point = |i: usize| {
        let turn = jostle::Rot::from_degrees(360.0 * i as f32 / n as f32);
        let r = if i.is_multiple_of(2) { outer } else { inner };
        [r * turn.cos, r * turn.sin]
    };
    (0..n).map(point).collect()
}

/// How many pairs a case has.
pub(crate) const PAIRS: usize = 1024;

pub(crate) fn all() -> Vec<Case> {
    let rect = Form::Rect([1.0, 0.7]);
    let circle = Form::Circle(0.9);
    let capsule = Form::Capsule(0.8, 0.4);
    let triangle = Form::Convex(ring(3, 1.1, 1.1));
    let eight = Form::Convex(ring(8, 1.0, 1.0));
    let star = Form::Star(ring(10, 1.2, 0.5));
    let forms = [
        ("rect-rect", rect.clone(), rect.clone()),
        ("circle-circle", circle.clone(), circle.clone()),
        ("circle-rect", circle, rect),
        ("capsule-capsule", capsule.clone(), capsule),
        ("triangle-triangle", triangle.clone(), triangle),
        ("convex8-convex8", eight.clone(), eight),
        ("star-star", star.clone(), star),
    ];
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut at = |reach: f32| {
        let mut next = |k: f32| (random.unit() - 0.5) * k;
        [next(reach), next(reach), next(core::f32::consts::TAU)]
    };
    let mut case = |(name, a, b)| {
        let pairs = (0..PAIRS).map(|_| (at(20.0), at(3.6)));
        // b lies within a few sizes of a, wherever a is.
        let pairs = pairs.map(|(p, q)| (p, [p[0] + q[0], p[1] + q[1], q[2]])).collect();
        Case { name, a, b, pairs }
    };
    forms.into_iter().map(&mut case).collect()
}
