//! Where everything is, as the calls of a run state it, and what a mover must not enter.

use std::collections::BTreeMap;

use super::form::Matrix;
use super::game::Answer;
use super::op::{Ask, Body, Op};
use super::plane::{P, Rounded, unit, wide};

/// A map in `f64`.
pub(crate) type Wide = [f64; 6];

/// A collider on its way.
#[derive(Clone, Debug)]
pub(crate) struct Tracked {
    pub(crate) body: Body,
    /// Its transform in the frame of its parent at the last step.
    pub(crate) before: Matrix,
    /// Where it lies in the order of insertion.
    order: usize,
    /// Its last slide: what was asked and where it ended.
    pub(crate) last: Option<(Ask, Answer)>,
}

/// What a mover must not enter.
#[derive(Clone, Debug)]
pub(crate) struct Obstacle {
    pub(crate) key: u64,
    /// For the origin of the mover.
    pub(crate) around: Rounded,
    /// The coordinates that rounding depends on.
    pub(crate) reach: f64,
    /// The direction of the side that blocks, if only one does.
    pub(crate) one_way: Option<P>,
    /// One-way, and the mover is in it.
    pub(crate) is_open: bool,
}

/// The pieces of a collider for a mover, at a transform.
type Cached = (Wide, Vec<Rounded>, Vec<f64>);

/// All colliders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Track {
    pub(crate) bodies: BTreeMap<u64, Tracked>,
    /// By mover and collider.
    cache: BTreeMap<(u64, u64), Cached>,
}

fn under(m: &Wide, n: &Wide) -> Wide {
    let map = |x: f64, y: f64| [m[0] * x + m[2] * y, m[1] * x + m[3] * y];
    let ([a, b], [c, d], [x, y]) = (map(n[0], n[1]), map(n[2], n[3]), map(n[4], n[5]));
    [a, b, c, d, x + m[4], y + m[5]]
}

fn inverse(m: &Wide) -> Wide {
    let det = m[0] * m[3] - m[1] * m[2];
    let [a, b, c, d] = [m[3] / det, -m[1] / det, -m[2] / det, m[0] / det];
    [a, b, c, d, -(a * m[4] + c * m[5]), -(b * m[4] + d * m[5])]
}

impl Track {
    /// Notes a call and its answer.
    pub(crate) fn note(&mut self, op: &Op, answer: Option<&Answer>) {
        match op {
            Op::Insert { key, body } => {
                let (body, before) = (body.clone(), body.matrix);
                let order = self.bodies.len();
                self.bodies.insert(*key, Tracked { body, before, order, last: None });
            }
            Op::Set { key, matrix } => {
                if let Some(one) = self.bodies.get_mut(key) {
                    one.body.matrix = *matrix;
                    // What is put somewhere has no past.
                    one.last = None;
                }
            }
            Op::Slide { key, ask } => {
                if let (Some(one), Some(answer)) = (self.bodies.get_mut(key), answer) {
                    one.body.matrix = answer.local;
                    one.last = Some((ask.clone(), answer.clone()));
                }
            }
            Op::Step => {
                for one in self.bodies.values_mut() {
                    one.before = one.body.matrix;
                }
            }
        }
    }

    /// Where a collider is in the world: now, or at the last step.
    pub(crate) fn world(&self, key: u64, is_now: bool) -> Option<Wide> {
        let one = self.bodies.get(&key)?;
        let local = if is_now { one.body.matrix } else { one.before }.map(f64::from);
        match one.body.parent {
            Some(parent) => Some(under(&self.world(parent, is_now)?, &local)),
            None => Some(local),
        }
    }

    /// The convex pieces of a mover about its origin.
    pub(crate) fn core(&self, key: u64) -> Vec<Rounded> {
        let Some(form) = self.bodies.get(&key).and_then(|one| one.body.form.as_ref()) else {
            return Vec::new();
        };
        let [a, b, c, d, ..] = self.world(key, true).unwrap_or_default();
        form.placed(&[a, b, c, d, 0.0, 0.0])
    }

    /// Returns `true` if a mover was in a collider when the world last stepped, but for rounding. What
    /// the parent of the mover did since is no motion of either.
    pub(crate) fn was_in(&self, mover: u64, key: u64, from: P, depth: f64) -> bool {
        let (Some(one), Some(other)) = (self.bodies.get(&mover), self.bodies.get(&key)) else {
            return false;
        };
        let (Some(before), Some(form)) = (self.world(key, false), &other.body.form) else {
            return false;
        };
        let last = one.last.as_ref().map_or(from, |(_, last)| last.to.map(f64::from));
        let frames = one.body.parent.and_then(|parent| {
            Some([self.world(parent, true)?, inverse(&self.world(parent, false)?)])
        });
        let (place, before) = match frames {
            Some([now, back]) => (from, under(&now, &under(&back, &before))),
            None => (last, before),
        };
        let core = self.core(mover);
        let pieces = form.placed(&before);
        let mut pairs = pieces.iter().flat_map(|piece| core.iter().map(move |c| piece.around(c)));
        pairs.any(|around| around.side(place).distance < -depth)
    }

    /// What a mover must not enter near a way, of the colliders that `choose` takes.
    pub(crate) fn obstacles(
        &mut self,
        mover: u64,
        (p, q, by): (P, P, f64),
        choose: impl Fn(&Tracked) -> bool,
    ) -> Vec<Obstacle> {
        let keys: Vec<u64> = self.bodies.keys().copied().filter(|key| *key != mover).collect();
        let mut all = Vec::new();
        for key in keys {
            if self.bodies.get(&key).is_some_and(&choose) {
                self.cached(mover, key);
                let one_way = self.direction(key);
                let Some((_, pieces, reaches)) = self.cache.get(&(mover, key)) else { continue };
                let near = pieces.iter().zip(reaches).filter(|(k, _)| k.is_near(p, q, by));
                all.extend(near.map(|(k, reach)| Obstacle {
                    key,
                    around: k.clone(),
                    reach: *reach,
                    one_way,
                    is_open: false,
                }));
            }
        }
        all
    }

    /// The direction of a one-way collider in the world.
    fn direction(&self, key: u64) -> Option<P> {
        let [x, y] = self.bodies.get(&key)?.body.one_way.map(wide)?;
        let [a, b, c, d, ..] = self.world(key, true)?;
        Some(unit([a * x + c * y, b * x + d * y]))
    }

    fn cached(&mut self, mover: u64, key: u64) {
        let Some(world) = self.world(key, true) else { return };
        if self.cache.get(&(mover, key)).is_some_and(|(at, ..)| *at == world) {
            return;
        }
        let Some(form) = self.bodies.get(&key).and_then(|one| one.body.form.as_ref()) else {
            return;
        };
        let core = self.core(mover);
        let (mut around, mut reaches) = (Vec::new(), Vec::new());
        let is_upright = world[1] == 0.0 && world[2] == 0.0;
        for piece in form.placed(&world) {
            // What is turned is rounded where it is placed; what is upright is where it was put.
            let reach = if is_upright { 0.0 } else { piece.reach() };
            for part in &core {
                around.push(piece.around(part));
                reaches.push(reach);
            }
        }
        self.cache.insert((mover, key), (world, around, reaches));
    }

    /// Returns `true` if a mover overlaps nothing, with room for its last digits.
    pub(crate) fn is_free(&mut self, mover: u64) -> bool {
        let Some([.., x, y]) = self.world(mover, true) else { return false };
        let place = [x, y];
        let size = self.size(mover);
        let all = self.obstacles(mover, (place, place, size), |one| one.body.form.is_some());
        all.iter().all(|o| o.around.side(place).distance >= 0.0)
    }

    /// How far the points of a mover lie from its origin.
    pub(crate) fn size(&self, mover: u64) -> f64 {
        self.core(mover).iter().map(Rounded::reach).fold(0.0, f64::max)
    }

    /// The calls that make the present state: all as it was at the last step, and what changed since.
    pub(crate) fn calls(&self) -> Vec<Op> {
        let mut all: Vec<(&u64, &Tracked)> = self.bodies.iter().collect();
        all.sort_by_key(|(_, one)| one.order);
        let insert = |(key, one): &(&u64, &Tracked)| Op::Insert {
            key: **key,
            body: Body { matrix: one.before, ..one.body.clone() },
        };
        let mut ops: Vec<Op> = all.iter().map(insert).collect();
        ops.push(Op::Step);
        let changed = all.iter().filter(|(_, one)| one.before != one.body.matrix);
        ops.extend(changed.map(|(key, one)| Op::Set { key: **key, matrix: one.body.matrix }));
        ops
    }
}
