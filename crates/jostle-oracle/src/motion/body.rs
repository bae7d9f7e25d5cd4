//! Bodies as convex pieces, each the hull of a few corners with something round about it.
//!
//! Outlines with many corners, and all that are not convex, are their edges: bodies that are apart at
//! the start meet first where edges meet.

use super::interval::Interval;
use super::path::{Leg, Path, Pose, Track, Vector, minus, plus};
use crate::set::Set;

/// The bodies that move.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// One of the exact sets.
    Set(Set),
    /// The image of the unit disc: { center + x·axes₀ + y·axes₁ : x² + y² ≤ 1 }.
    Ellipse {
        /// The middle.
        center: [f32; 2],
        /// The columns of the map.
        axes: [[f32; 2]; 2],
    },
    /// All p with normal · p ≤ offset.
    HalfPlane {
        /// Outward; of any length.
        normal: [f32; 2],
        /// Where the line is.
        offset: f32,
    },
    /// The union of sets.
    Union(Vec<Set>),
}

/// What is around the corners of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    Disc(Interval),
    /// The image of the unit disc, by columns.
    Image([Vector; 2]),
}

#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) corners: Vec<Vector>,
    pub(super) round: Round,
    /// Grown by this at any time, whatever stretches.
    pub(super) skin: Interval,
    pub(super) speed: f64,
    pub(super) acceleration: f64,
}

/// A half-plane that moves straight.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    pub(super) normal: Vector,
    pub(super) offset: Interval,
    pub(super) drift: Vector,
    pub(super) skin: Interval,
}

/// A body on its path, about a base.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub(super) pieces: Vec<Piece>,
    pub(super) planes: Vec<Plane>,
    pub(super) path: Path,
}

/// What is around the corners, at one time.
pub(super) enum PosedRound {
    Disc(Interval),
    Image([Track; 2]),
}

/// A piece at one time.
pub(super) struct Posed {
    pub(super) corners: Vec<Track>,
    pub(super) round: PosedRound,
    pub(super) skin: Interval,
    /// A disc around all of it.
    pub(super) center: [f64; 2],
    pub(super) reach: f64,
}

fn number(x: f32) -> Interval {
    Interval::of(x.into())
}

fn point(p: [f32; 2], base: [f32; 2]) -> Vector {
    [0, 1].map(|i| if p[i] == base[i] { Interval::ZERO } else { number(p[i]) - number(base[i]) })
}

impl Body {
    /// The point about which coordinates are small.
    pub(super) fn base(&self) -> [f32; 2] {
        match self {
            Self::Set(set) => base(set),
            Self::Ellipse { center, .. } => *center,
            Self::HalfPlane { .. } => [0.0; 2],
            Self::Union(sets) => base(&sets[0]),
        }
    }

    /// Returns `true` if only edges without radius bound it.
    #[must_use]
    pub fn is_sharp(&self) -> bool {
        let sharp = |set: &Set| match set {
            Set::Circle { radius, .. }
            | Set::Capsule { radius, .. }
            | Set::Rect { radius, .. }
            | Set::Polygon { radius, .. } => *radius == 0.0,
            Set::Chain { .. } => true,
        };
        match self {
            Self::Set(set) => sharp(set),
            Self::Union(sets) => sets.iter().all(sharp),
            Self::Ellipse { .. } => false,
            Self::HalfPlane { .. } => true,
        }
    }
}

fn base(set: &Set) -> [f32; 2] {
    match set {
        Set::Circle { center, .. } | Set::Rect { center, .. } => *center,
        Set::Capsule { a, .. } => *a,
        Set::Polygon { origin, .. } | Set::Chain { origin, .. } => *origin,
    }
}

/// The most corners that a piece has.
const CORNERS: usize = 4;

impl Mover {
    pub(super) fn new(body: &Body, legs: &[Leg], base: [f32; 2], skin: f32) -> Self {
        let path = Path::new(legs, base);
        let skin = number(skin);
        let rigid = legs.iter().all(Leg::is_rigid);
        let mut mover = Self { pieces: Vec::new(), planes: Vec::new(), path };
        match body {
            Body::Set(set) => mover.add(set, base, skin, rigid),
            Body::Union(sets) => sets.iter().for_each(|set| mover.add(set, base, skin, rigid)),
            Body::Ellipse { center, axes } => {
                let columns = axes.map(|axis| axis.map(number));
                mover.push(vec![point(*center, base)], Round::Image(columns), skin);
            }
            Body::HalfPlane { normal, offset } => {
                let normal = normal.map(number);
                let at = base.map(number);
                let offset = number(*offset) - (normal[0] * at[0] + normal[1] * at[1]);
                let drift = legs
                    .iter()
                    .fold([Interval::ZERO; 2], |sum, leg| plus(sum, leg.translation.map(number)));
                mover.planes.push(Plane { normal, offset, drift, skin });
            }
        }
        mover
    }

    fn add(&mut self, set: &Set, base: [f32; 2], skin: Interval, rigid: bool) {
        let place = |origin: &[f32; 2], v: &[f32; 2]| plus(point(*origin, base), v.map(number));
        let (rings, closed, radius): (Vec<Vec<Vector>>, bool, f32) = match set {
            Set::Circle { center, radius } => (vec![vec![point(*center, base)]], false, *radius),
            Set::Capsule { a, b, radius } => {
                (vec![vec![point(*a, base), point(*b, base)]], false, *radius)
            }
            Set::Rect { center, half, rot: [c, s], radius } => {
                let [x, y] = half.map(number);
                let (c, s) = (number(*c), number(*s));
                let (u, v) = ([x * c, x * s], [-(y * s), y * c]);
                let at = point(*center, base);
                let (more, less) = (plus(at, u), minus(at, u));
                let ring = vec![minus(less, v), minus(more, v), plus(more, v), plus(less, v)];
                (vec![ring], true, *radius)
            }
            Set::Polygon { origin, rings, radius } => {
                let ring = |ring: &Vec<[f32; 2]>| ring.iter().map(|v| place(origin, v)).collect();
                (rings.iter().map(ring).collect(), true, *radius)
            }
            Set::Chain { origin, points, closed } => {
                (vec![points.iter().map(|v| place(origin, v)).collect()], *closed, 0.0)
            }
        };
        let radius = number(radius);
        // A disc stays one under rigid motions only.
        let round = if rigid || radius == Interval::ZERO {
            Round::Disc(radius)
        } else {
            Round::Image([[radius, Interval::ZERO], [Interval::ZERO, radius]])
        };
        let whole = matches!(set, Set::Rect { .. });
        for ring in rings {
            if ring.len() <= 2 || whole && ring.len() <= CORNERS {
                self.push(ring, round, skin);
                continue;
            }
            let last = if closed { ring.len() } else { ring.len() - 1 };
            for i in 0..last {
                self.push(vec![ring[i], ring[(i + 1) % ring.len()]], round, skin);
            }
        }
    }

    fn push(&mut self, corners: Vec<Vector>, round: Round, skin: Interval) {
        let [mut speed, mut acceleration] = [0.0_f64; 2];
        for corner in &corners {
            let [v, a] = self.path.bounds(*corner, false);
            speed = speed.max(v);
            acceleration = acceleration.max(a);
        }
        if let Round::Image(columns) = round {
            for column in columns {
                let [v, a] = self.path.bounds(column, true);
                speed += v;
                acceleration += a;
            }
        }
        self.pieces.push(Piece { corners, round, skin, speed, acceleration });
    }

    /// How far the corners lie from the base at the start, and the most that a point travels.
    pub(super) fn extent(&self) -> [f64; 2] {
        let far = |v: &Vector| v[0].most().hypot(v[1].most());
        self.pieces.iter().fold([0.0, 0.0], |[reach, speed], piece| {
            let corners = piece.corners.iter().map(far).fold(0.0, f64::max);
            let round = match piece.round {
                Round::Disc(r) => r.hi,
                Round::Image([x, y]) => far(&x).max(far(&y)),
            };
            [f64::max(reach, corners + round), f64::max(speed, piece.speed)]
        })
    }
}

impl Piece {
    pub(super) fn posed(&self, pose: &Pose<'_>) -> Posed {
        let corners: Vec<Track> = self.corners.iter().map(|v| pose.point(*v)).collect();
        let (round, wide) = match self.round {
            Round::Disc(r) => (PosedRound::Disc(r), r.hi),
            Round::Image(columns) => {
                let columns = columns.map(|v| pose.vector(v));
                let far = |t: &Track| t.at[0].most().hypot(t.at[1].most());
                let wide = far(&columns[0]).hypot(far(&columns[1]));
                (PosedRound::Image(columns), wide)
            }
        };
        let mids = || corners.iter().map(|t| t.at.map(Interval::mid));
        let n = corners.len() as f64;
        let sum = mids().fold([0.0; 2], |s, v| [s[0] + v[0], s[1] + v[1]]);
        let center = sum.map(|x| x / n);
        let far = |v: [f64; 2]| (v[0] - center[0]).hypot(v[1] - center[1]);
        let reach = mids().map(far).fold(0.0, f64::max) + wide + self.skin.hi;
        Posed { corners, round, skin: self.skin, center, reach }
    }
}
