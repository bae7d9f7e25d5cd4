//! Where a point is that moves: legs, innermost first, each a turn and a stretch about a pivot that
//! goes straight.

use super::interval::Interval;

pub(crate) type Vector = [Interval; 2];

/// One leg of a motion, in plain numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Leg {
    /// What the pivot moves by.
    pub translation: [f32; 2],
    /// The turn, x toward y.
    pub degrees: f64,
    /// The pivot at time 0, in the world.
    pub pivot: [f32; 2],
    /// The factors reached at time 1 along x and y.
    pub scale: [f32; 2],
}

/// A leg about a base, and numbers that bound it.
#[derive(Clone, Debug)]
struct Part {
    pivot: Vector,
    translation: Vector,
    turns: Interval,
    growth: Vector,
}

/// A motion about a base.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    parts: Vec<Part>,
}

/// The maps of all legs at one time: linear parts with their derivatives, and how far the pivots are.
pub(crate) struct Pose<'a> {
    path: &'a Path,
    maps: Vec<[[Vector; 2]; 2]>,
    t: f64,
}

/// A vector that moves: where it is at a time, and its derivative there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track {
    pub(crate) at: Vector,
    pub(crate) rate: Vector,
}

pub(crate) fn plus([a, b]: Vector, [c, d]: Vector) -> Vector {
    [a + c, b + d]
}

pub(crate) fn minus([a, b]: Vector, [c, d]: Vector) -> Vector {
    [a - c, b - d]
}

pub(crate) fn dot([a, b]: Vector, [c, d]: Vector) -> Interval {
    a * c + b * d
}

pub(crate) fn times([a, b]: Vector, k: Interval) -> Vector {
    [a * k, b * k]
}

pub(crate) fn length(v: Vector) -> Interval {
    (v[0].square() + v[1].square()).sqrt()
}

/// A matrix by rows.
fn apply(m: &[Vector; 2], v: Vector) -> Vector {
    m.map(|row| dot(row, v))
}

impl Leg {
    /// A leg that does nothing.
    pub const NONE: Self =
        Self { translation: [0.0; 2], degrees: 0.0, pivot: [0.0; 2], scale: [1.0; 2] };

    pub(crate) fn is_rigid(&self) -> bool {
        self.scale == [1.0; 2]
    }
}

impl Path {
    pub(crate) fn new(legs: &[Leg], base: [f32; 2]) -> Self {
        let point = |p: [f32; 2]| p.map(|x| Interval::of(x.into()));
        let exact = |p: [f32; 2], q: [f32; 2]| {
            if p == q { [Interval::ZERO; 2] } else { minus(point(p), point(q)) }
        };
        let part = |leg: &Leg| Part {
            pivot: exact(leg.pivot, base),
            translation: point(leg.translation),
            turns: match leg.degrees {
                0.0 => Interval::ZERO,
                degrees => Interval::of(degrees).over(360.0),
            },
            growth: leg.scale.map(|s| match s {
                1.0 => Interval::ZERO,
                s => Interval::of(s.into()) - Interval::of(1.0),
            }),
        };
        Self { parts: legs.iter().map(part).collect() }
    }

    pub(crate) fn pose(&self, t: f64) -> Pose<'_> {
        let time = Interval::of(t);
        let one = Interval::of(1.0);
        let map = |part: &Part| {
            let [gx, gy] = part.growth;
            let still = [one + gx * time, one + gy * time];
            let [c, s] = (part.turns * time).turn();
            let w = part.turns.radians();
            // The turn by rows, and its derivative.
            let turn = [[c, -s], [s, c]];
            let swing = [[-(s * w), -(c * w)], [c * w, -(s * w)]];
            let scaled = |m: [Vector; 2], [x, y]: Vector| m.map(|[a, b]| [a * x, b * y]);
            let (grown, grows) = (scaled(swing, still), scaled(turn, part.growth));
            [scaled(turn, still), [plus(grown[0], grows[0]), plus(grown[1], grows[1])]]
        };
        Pose { path: self, maps: self.parts.iter().map(map).collect(), t }
    }

    /// Upper bounds of speed and acceleration of what starts at a point (or, `free`, of a vector
    /// that only turns and stretches).
    pub(crate) fn bounds(&self, from: Vector, free: bool) -> [f64; 2] {
        // Rounding of the few operations here is far below this.
        const SPARE: f64 = 1.0 + 1e-12;
        let [mut speed, mut acceleration] = [0.0; 2];
        for part in &self.parts {
            let w = part.turns.most() * core::f64::consts::TAU;
            let growth = part.growth[0].most().max(part.growth[1].most());
            let size = 1.0 + growth;
            let arm = if free { from } else { minus(from, part.pivot) };
            let arm = length(arm).hi + speed;
            let drift = if free { 0.0 } else { length(part.translation).hi };
            let first = w * size + growth;
            let second = w * w * size + 2.0 * w * growth;
            acceleration = second * arm + 2.0 * first * speed + size * acceleration;
            speed = drift + first * arm + size * speed;
        }
        [speed * SPARE, acceleration * SPARE]
    }
}

impl Pose<'_> {
    /// Where a point of the start is.
    pub(crate) fn point(&self, start: Vector) -> Track {
        let still = Track { at: start, rate: [Interval::ZERO; 2] };
        self.path.parts.iter().zip(&self.maps).fold(still, |track, (part, maps)| {
            let arm = minus(track.at, part.pivot);
            let turned = map(maps, &Track { at: arm, rate: track.rate });
            let drift = times(part.translation, Interval::of(self.t));
            Track {
                at: plus(plus(part.pivot, drift), turned.at),
                rate: plus(part.translation, turned.rate),
            }
        })
    }

    /// Where a vector of the start points.
    pub(crate) fn vector(&self, start: Vector) -> Track {
        let still = Track { at: start, rate: [Interval::ZERO; 2] };
        self.maps.iter().fold(still, |track, maps| map(maps, &track))
    }
}

fn map([linear, rate]: &[[Vector; 2]; 2], track: &Track) -> Track {
    let turned = plus(apply(rate, track.at), apply(linear, track.rate));
    Track { at: apply(linear, track.at), rate: turned }
}
