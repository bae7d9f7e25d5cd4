//! When a body that lies within a round convex one comes to its boundary.
//!
//! Method: a hull of discs lies within a convex set as long as all of its discs do. How far one of
//! them is from the boundary is the depth of its center in the set, less its radius. On a straight way
//! the least of these is a concave function of the time, so halving finds its root; on other ways it
//! is a safe step, divided by the speed. Frame: relative to the anchor of b. Error: 2^-26 of the size.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::motion::Path;
use crate::math::{DVec2, Motion, lesser};
use crate::pair::boundary::pieces::Pieces;
use crate::pair::casting::first_contact::{FirstContact, round_down, round_up};
use crate::pair::casting::turning::{Mover, Pair, STEP, Solid, TOLERANCE};
use crate::shape::Body;

/// The halvings after which a time is known to the last digit of an `f32`.
const HALVINGS: u32 = 48;

/// The most steps on a way that turns.
const BUDGET: usize = 4096;

/// A body within another, each on its path.
pub(crate) struct Leaving<'a> {
    own: Pieces<'a>,
    other: Pieces<'a>,
    paths: [Path; 2],
    base: DVec2,
    skin: f64,
    is_straight: bool,
}

/// How far a body is from the boundary around it, and where it comes nearest.
#[derive(Clone, Copy)]
struct Room {
    depth: f64,
    /// Outward.
    normal: DVec2,
    point: DVec2,
}

impl<'a> Leaving<'a> {
    /// `None` if b is concave, or a has a curve.
    pub(crate) fn new(
        (a, by_a): (&'a Body, &Motion),
        (b, by_b): (&'a Body, &Motion),
        skin: f64,
    ) -> Option<Self> {
        let base = b.anchor();
        let (mut own, mut other) = (Pieces::new(base), Pieces::new(base));
        own.add(a, None);
        other.add(b, None);
        let is_known = own.planes.is_empty() && own.all.iter().all(|piece| piece.curve.is_none());
        if !is_known || !other.planes.is_empty() || other.all.len() != 1 {
            return None;
        }
        let paths = [(a, by_a), (b, by_b)].map(|(body, by)| Path::new(by, body.anchor(), base));
        let is_straight = by_a.straight().is_some() && by_b.straight().is_some();
        Some(Self { own, other, paths, base, skin, is_straight })
    }

    /// Returns `true` if the body lies within the other at the start, off its boundary.
    pub(crate) fn is_within(&self) -> bool {
        self.discs().iter().all(|disc| disc.room(0.0).depth > 0.0)
    }

    /// Finds when the body first comes to the boundary.
    pub(crate) fn first(&self) -> Option<FirstContact> {
        let discs = self.discs();
        let (at, to) = if self.is_straight { root(&discs) } else { advance(&discs) }?;
        let Room { normal, point, .. } = least(&discs, at);
        let point = point + self.base;
        let bracket = [round_down(at), to.map_or(1.0, round_up)];
        let is_certain = to.is_some();
        let (start, is_face) = (Ordering::Greater, false);
        Some(FirstContact { start, at, bracket, is_certain, normal, point, is_face })
    }

    fn discs(&self) -> SmallVec<[Disc<'_>; 8]> {
        let [path_a, path_b] = &self.paths;
        let around = &self.other.all[0];
        let curve = self.other.curve(around);
        let solid = Solid { ring: self.other.ring(around), radius: around.radius, curve };
        let around = Mover::new(solid, path_b);
        let all = self.own.all.iter().flat_map(|p| {
            self.own.ring(p).chunks(1).map(move |ring| {
                let center = Mover::new(Solid { ring, radius: 0.0, curve: None }, path_a);
                Disc { pair: Pair::new(center, around, self.skin), radius: p.radius }
            })
        });
        all.collect()
    }
}

/// A disc of the hull, and what lies around it.
struct Disc<'a> {
    pair: Pair<'a>,
    radius: f64,
}

impl Disc<'_> {
    fn room(&self, t: f64) -> Room {
        let (center, depth, normal) = self.pair.depth_at(t);
        Room { depth: depth - self.radius, normal, point: center + normal * depth }
    }
}

fn least(discs: &[Disc<'_>], t: f64) -> Room {
    let first = discs[0].room(t);
    discs[1..]
        .iter()
        .map(|disc| disc.room(t))
        .fold(first, |best, room| if room.depth < best.depth { room } else { best })
}

/// The last time within and the first beyond, of a straight way.
fn root(discs: &[Disc<'_>]) -> Option<(f64, Option<f64>)> {
    if least(discs, 1.0).depth > 0.0 {
        return None;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        (low, high) = if least(discs, middle).depth > 0.0 { (middle, high) } else { (low, middle) };
    }
    Some((low, Some(high)))
}

/// The same of a way that turns; the second is not known where it does not leave soon.
fn advance(discs: &[Disc<'_>]) -> Option<(f64, Option<f64>)> {
    let near = |disc: &Disc<'_>| TOLERANCE * disc.pair.size;
    let mut t = 0.0;
    for _ in 0..BUDGET {
        let mut step = f64::INFINITY;
        for disc in discs {
            let room = disc.room(t).depth;
            step = lesser(step, if room > near(disc) { room / disc.pair.speed() } else { 0.0 });
        }
        if t + step >= 1.0 {
            return None;
        }
        if step == 0.0 {
            break;
        }
        t += step;
    }
    let ahead = (0..24).map(|k| lesser(t + f64::from(1 << k) * STEP, 1.0));
    let mut beyond = ahead.filter(|t| least(discs, *t).depth < 0.0);
    Some((t, beyond.next()))
}
