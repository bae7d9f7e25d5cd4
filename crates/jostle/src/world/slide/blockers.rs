//! What may be in the way of a slide, gathered once, and the first of it on a leg.
//!
//! Most colliders near a mover only touch the box that it sweeps, as the tiles of a floor do. A
//! comparison of boxes leaves them out: where boxes share no interior, interiors do not meet.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::math::{Aabb, DVec2, Vec2, exact::two_sum, greater, sort::sort_by};
use crate::pair::casting::straight::CornerNormal;
use crate::pair::mesh::verdict::FEW_CELLS;
use crate::pair::query::Hit;
use crate::shape::body::core::RectFrame;
use crate::shape::{Body, Placed, bvh::box_bvh::DAabb};
use crate::world::slide::Response;
use crate::world::slide::moving::Moving;
use crate::world::storage::{ENABLED, SENSOR};
use crate::world::{Core, Filter, Key};

/// A mover that lies up to this deep in the side of a one-way blocker stands on it; in units in the last place.
const STANDS: f64 = 4.0;

/// A leg ends where the bracket of a hit starts, if the bracket is narrower than this.
const NARROW: f32 = 1.0 / (1 << 16) as f32;

/// A collider that may be in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocker {
    pub(super) key: Key,
    pub(super) bounds: Aabb,
    /// The distance kept from it.
    skin: f32,
    /// `None` until it is asked about.
    response: Option<Response>,
    told: bool,
    /// The direction against which it blocks, if it blocks against one only.
    one_way: Option<DVec2>,
    /// One-way, and the mover is in it or has passed it.
    is_open: bool,
    /// A platform that moved since the last slide of the mover.
    has_moved: bool,
}

/// A contact on a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) key: Key,
    pub(super) response: Response,
    pub(super) fraction: f64,
    pub(super) point: DVec2,
    /// Outward of the blocker.
    pub(super) normal: DVec2,
}

/// What a leg is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// It moves, and reports what it crosses.
    Real,
    Probe,
    /// A probe for what bears the mover.
    Floor,
}

/// Lists that slides use again.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    pub(super) blockers: Vec<Blocker>,
    hits: Vec<(usize, Hit)>,
    /// Where each straight way ended.
    pub(super) path: Vec<Vec2>,
    /// The platforms that moved since the last slide, near the mover.
    pub(super) moving: Vec<Moving>,
}

/// Room is no part of an answer.
impl PartialEq for Room {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

pub(super) struct Blockers<'a> {
    core: &'a Core,
    own: (usize, Key),
    allows: &'a dyn Fn(Key) -> bool,
    respond: &'a mut dyn FnMut(Key) -> Response,
    pub(super) room: Room,
    /// The platform that shoves the mover now.
    pub(super) carrier: Option<Key>,
    /// A platform takes the mover along, with all others that move.
    pub(super) is_carried: bool,
}

impl<'a> Blockers<'a> {
    pub(super) fn new(
        core: &'a Core,
        own: (usize, Key),
        allows: &'a dyn Fn(Key) -> bool,
        respond: &'a mut dyn FnMut(Key) -> Response,
        room: Room,
    ) -> Self {
        let mut all = Self { core, own, allows, respond, room, carrier: None, is_carried: false };
        all.room.blockers.clear();
        all
    }

    /// Gathers what a box meets, sorted by key; what was asked about stays so. `start` is where the
    /// slide began, and `ulp` the unit in the last place there.
    pub(super) fn gather(
        &mut self,
        bounds: Aabb,
        (start, ulp): (&Placed, f64),
        (placed, skin): (&Placed, f32),
    ) {
        let before = self.room.blockers.len();
        let (core, own, allows) = (self.core, self.own.0, self.allows);
        let blockers = &mut self.room.blockers;
        core.visit_near(bounds, &Filter::ANY, |key, other| {
            let at = key.slot();
            if core.may_meet(own, at)
                && allows(key)
                && blockers[..before].iter().all(|b| b.key != key)
            {
                let is_sensor = core.slots.metas[at].has(SENSOR);
                let response = is_sensor.then_some(Response::Cross);
                let skin = if skin > 0.0 {
                    let separation = placed.gap(other).separation;
                    if separation < skin { greater(separation.into(), 0.0) as f32 } else { skin }
                } else {
                    0.0
                };
                let listed = core.slots.platforms.get(at);
                let one_way = listed.and_then(|p| p.direction(&core.slots.worlds[at]));
                let before = listed.and_then(|p| core.slots.placed_before(p, own));
                let has_moved = before.is_some();
                let is_open = one_way.is_some_and(|side| {
                    has_entered(start, before.as_ref().unwrap_or(other), side, ulp)
                });
                let bounds = other.bounds();
                blockers.push(Blocker {
                    key,
                    bounds,
                    skin,
                    response,
                    told: false,
                    one_way,
                    is_open,
                    has_moved,
                });
            }
        });
        sort_by(blockers, |a, b| a.key.cmp(&b.key));
    }

    pub(super) fn is_own(&self, key: Key) -> bool {
        self.own.1 == key
    }

    /// Returns `true` if a collider that was perhaps not gathered may block.
    pub(super) fn may_block(&mut self, key: Key) -> bool {
        let slot = key.slot();
        let meta = &self.core.slots.metas[slot];
        meta.has(ENABLED)
            && !meta.has(SENSOR)
            && self.core.may_meet(self.own.0, slot)
            && (self.allows)(key)
    }

    pub(super) fn placed(&self, key: Key) -> Option<&'a Placed> {
        self.core.slots.placed(key.slot())
    }

    /// Returns `true` if a collider blocks; asks about it if it has not been asked about.
    fn blocks(&mut self, i: usize) -> bool {
        !matches!(self.response(i), Response::Cross | Response::Ignore)
    }

    fn response(&mut self, i: usize) -> Response {
        let Blocker { key, response, .. } = self.room.blockers[i];
        let response = response.unwrap_or_else(|| (self.respond)(key));
        self.room.blockers[i].response = Some(response);
        response
    }

    /// Returns `true` for a platform that does not block now, because it moves the mover.
    fn goes_along(&self, blocker: &Blocker) -> bool {
        self.carrier == Some(blocker.key) || self.is_carried && blocker.has_moved
    }

    /// The first blocker of a shape that goes straight; those within the length `tie` of it count as
    /// met at once. Calls `cross` with what it crosses before.
    pub(super) fn first(
        &mut self,
        shape: &Placed,
        way: DVec2,
        leg: Leg,
        tie: f64,
        mut cross: impl FnMut(Met),
    ) -> Option<Met> {
        let start = DAabb::from(shape.bounds());
        let swept = start.join(start.moved(way));
        let mut hits = core::mem::take(&mut self.room.hits);
        hits.clear();
        for (i, blocker) in self.room.blockers.iter().enumerate() {
            let is_passed = blocker.is_open
                || self.goes_along(blocker)
                || match blocker.response {
                    Some(Response::Ignore) => true,
                    Some(Response::Cross) => blocker.told || leg != Leg::Real,
                    _ => false,
                };
            if is_passed || !may_overlap(swept.grown(blocker.skin.into()), blocker.bounds) {
                continue;
            }
            let Some(other) = self.placed(blocker.key) else { continue };
            let corner =
                if leg == Leg::Floor { CornerNormal::Steep } else { CornerNormal::Shallow };
            let hit = shape.probe(other, way, blocker.skin, corner);
            let settle = |hit: Hit| {
                if hit.certain && hit.latest - hit.fraction < NARROW {
                    return Some(hit);
                }
                settled(shape, other, way, hit).or(Some(hit).filter(|hit| hit.certain))
            };
            if let Some(hit) = hit.and_then(settle) {
                hits.push((i, hit));
            }
        }
        // Blockers are in the order of their keys.
        let order = |a: &(usize, Hit), b: &(usize, Hit)| {
            a.1.fraction.total_cmp(&b.1.fraction).then(a.0.cmp(&b.0))
        };
        sort_by(&mut hits, order);
        let mut first: Option<Met> = None;
        let mut tied = SmallVec::<[Met; 4]>::new();
        for (i, hit) in &hits {
            let out = unit(-DVec2::from(hit.normal));
            if let Some(one_way) = self.room.blockers[*i].one_way
                && !(is_within_60(out, one_way) && way.dot(one_way) < 0.0)
            {
                self.room.blockers[*i].is_open |= leg == Leg::Real;
                continue;
            }
            let met = Met {
                key: self.room.blockers[*i].key,
                response: self.response(*i),
                fraction: hit.fraction.into(),
                point: hit.point.into(),
                normal: out,
            };
            match met.response {
                Response::Ignore => {}
                Response::Cross if leg == Leg::Real => {
                    self.room.blockers[*i].told = true;
                    cross(met);
                }
                Response::Cross => {}
                _ => match first {
                    Some(first) if (met.fraction - first.fraction) * way.length() > tie => break,
                    _ => {
                        first = first.or(Some(met));
                        tied.push(met);
                    }
                },
            }
        }
        self.room.hits = hits;
        if tied.len() > 1 { self.passable(shape, way, &tied, tie) } else { first }
    }

    /// Of several blockers that are met at once the one along whose side the rest of the way is free of
    /// the others; of several such, or if there is none, the one that the way goes into the most. At a
    /// seam of two tiles a corner meets the face of one and the corner of the other, whose normal might
    /// lie across that face.
    fn passable(&self, shape: &Placed, way: DVec2, tied: &[Met], tie: f64) -> Option<Met> {
        let first = *tied.first()?;
        let steep = |p: &&Met, q: &&Met| way.dot(p.normal).total_cmp(&way.dot(q.normal));
        let sides: SmallVec<[Met; 4]> = tied
            .iter()
            .filter(|met| !tied.iter().any(|other| self.hides(other, met, (shape, way, tie))))
            .copied()
            .collect();
        if let [side] = sides[..] {
            return Some(side);
        }
        let there = Placed::new(shape.body.moved(way * first.fraction));
        let frees = |met: &&Met| {
            let along = way - met.normal * way.dot(met.normal);
            along == DVec2::ZERO
                || tied.iter().filter(|other| other.key != met.key).all(|other| {
                    let Some(other) = self.placed(other.key) else { return true };
                    there.probe(other, along, 0.0, CornerNormal::Shallow).is_none()
                })
        };
        let free = sides.iter().filter(frees).min_by(steep);
        free.or_else(|| sides.iter().min_by(steep)).copied()
    }

    /// Returns `true` if a blocker stands for another: for one of the same face that is upright but for
    /// rounding, or for a corner in line with its face, which stops nothing that goes along the face.
    fn hides(&self, met: &Met, other: &Met, (shape, way, tie): (&Placed, DVec2, f64)) -> bool {
        let along = met.normal.dot(other.normal);
        if met.key == other.key || along < 0.999 {
            return false;
        }
        if along > 1.0 - 1e-9 {
            let tilt = |met: &Met| (met.normal.x * met.normal.y).abs();
            let order = tilt(met).total_cmp(&tilt(other));
            let order = order.then(way.dot(met.normal).total_cmp(&way.dot(other.normal)));
            return order.then(met.key.cmp(&other.key)).is_lt();
        }
        let is_face =
            |met: &Met| self.placed(met.key).is_some_and(|placed| shape.meets_face(placed, way));
        let is_in_line = (other.point - met.point).dot(met.normal).abs() <= tie;
        is_in_line && is_face(met) && !is_face(other)
    }

    /// Returns `true` if a shape is in no blocker, exactly.
    pub(super) fn is_free(&mut self, shape: &Placed) -> bool {
        self.deepest(shape, false, |_, _| Some(0.0)).is_none()
    }

    /// The same for the end of an exact way on which nothing blocks: a cast of what has straight
    /// edges proves that its end is free.
    pub(super) fn is_free_after(&mut self, shape: &Placed, is_exact: bool) -> bool {
        let is_proven = is_exact && casts_are_exact(shape) && !shape.body.is_thin();
        self.deepest(shape, is_proven, |_, _| Some(0.0)).is_none()
    }

    /// The blocker in which a shape is with the least value of a measure; `is_proven` leaves out those
    /// of which a cast proved that it is in none.
    pub(super) fn deepest(
        &mut self,
        shape: &Placed,
        is_proven: bool,
        measure: impl Fn(&Placed, &Placed) -> Option<f32>,
    ) -> Option<Key> {
        let (bounds, is_thin) = (DAabb::from(shape.bounds()), shape.body.is_thin());
        let mut best: Option<(f32, Key)> = None;
        for i in 0..self.room.blockers.len() {
            let blocker = self.room.blockers[i];
            let Blocker { key, bounds: other, one_way, is_open, .. } = blocker;
            if !is_open
                && !self.goes_along(&blocker)
                && (may_overlap(bounds, other) || is_thin && bounds.overlaps(other.into()))
                && let Some(other) = self.placed(key)
                && (is_thin || has_cells_in(other, bounds))
                && !(is_proven && one_way.is_none() && casts_are_exact(other))
                && is_in(shape, other)
                && one_way.is_none_or(|one_way| {
                    let contact = shape.contact(other);
                    contact.is_some_and(|c| is_within_60(-DVec2::from(c.normal), one_way))
                })
                && self.blocks(i)
                && let Some(depth) = measure(shape, other)
                && best.is_none_or(|(least, _)| depth < least)
            {
                best = Some((depth, key));
            }
        }
        best.map(|(_, key)| key)
    }
}

/// Returns `true` for a set whose corners are `f64` numbers, of which casts are exact.
fn casts_are_exact(placed: &Placed) -> bool {
    matches!(&placed.body, Body::Core(core) if core.frame().is_none_or(RectFrame::is_upright))
}

/// Returns `true` if a mover may not be where it is: interiors meet, or both have none and they share
/// a point. A point or a line on a line has no side, so that nothing would stop it there.
pub(super) fn is_in(shape: &Placed, other: &Placed) -> bool {
    shape.overlaps_interior(other)
        || shape.body.is_thin() && other.body.is_thin() && shape.overlaps(other)
}

/// Returns `true` for a mover inside a one-way blocker, which lets it pass then. A mover that rounding alone
/// has put into the side that blocks is not inside: two children of one ship are rounded apart.
pub(super) fn has_entered(mover: &Placed, other: &Placed, one_way: DVec2, ulp: f64) -> bool {
    mover.overlaps_interior(other)
        && mover.contact(other).is_none_or(|contact| {
            f64::from(contact.depth) > STANDS * ulp
                || !is_within_60(-DVec2::from(contact.normal), one_way)
        })
}

/// A rounded normal as a unit vector, since a projection along another would leave a part of a long
/// way; upright if it is so but for its rounding.
fn unit(normal: DVec2) -> DVec2 {
    const LEVEL: f64 = 1.0 / (1 << 26) as f64;
    let level = |v: f64| if v.abs() < LEVEL { 0.0 } else { v };
    let normal = DVec2::new(level(normal.x), level(normal.y));
    normal.unit().unwrap_or(normal)
}

/// Returns `true` if a unit normal is within 60 degrees of a unit direction.
pub(super) fn is_within_60(normal: DVec2, direction: DVec2) -> bool {
    normal.dot(direction) >= 0.5 - f64::from(f32::EPSILON)
}

/// Returns `false` for boxes that share no interior: what lies in them does not overlap.
fn may_overlap(a: DAabb, b: Aabb) -> bool {
    let b = DAabb::from(b);
    a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y
}

/// Returns `false` for a large tile grid of which no cell shares interior with a box of `f32` numbers.
fn has_cells_in(grid: &Placed, bounds: DAabb) -> bool {
    let Body::Core(core) = &grid.body else { return true };
    let (DVec2 { x, y }, DAabb { min, max }) = (core.origin, bounds);
    let is_exact = |from: f64, to: f64| two_sum(from, -to).1 == 0.0;
    let Some(field) = core.field().filter(|_| {
        is_exact(min.x, x) && is_exact(min.y, y) && is_exact(max.x, x) && is_exact(max.y, y)
    }) else {
        return true;
    };
    let (own, mut found) = (bounds.moved(-core.origin), false);
    let is_few = field.parts(Some(own), FEW_CELLS, &mut |ring| {
        let DAabb { min, max } = DAabb::of_points(ring);
        found |= min.x < own.max.x && own.min.x < max.x && min.y < own.max.y && own.min.y < max.y;
    });
    found || !is_few
}

/// A hit that was not proven, or whose time is known to a wide bracket only: where on the way the shape
/// does overlap, at one of eight places. Between them it is free but for that tolerance.
fn settled(shape: &Placed, other: &Placed, way: DVec2, hit: Hit) -> Option<Hit> {
    let at = |t: f64| Placed::new(shape.body.moved(way * t));
    let overlaps = |t: f64| at(t).overlaps_interior(other);
    let first = (1..=8).map(|k| f64::from(k) / 8.0).find(|t| overlaps(*t))?;
    let (mut low, mut high) = (first - 0.125, first);
    for _ in 0..24 {
        let middle = (low + high) * 0.5;
        if overlaps(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    let normal = at(high).contact(other).map_or(hit.normal, |contact| contact.normal);
    Some(Hit { fraction: low as f32, latest: high as f32, normal, certain: true, ..hit })
}
