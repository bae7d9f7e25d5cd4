//! The legs of a slide: how far each goes, and where in `f32` it ends.
//!
//! A leg is a cast that stops where interiors would meet. Of the `f32` positions next to its end the
//! farthest is taken at which the shape overlaps nothing and to which nothing is in the way. A leg
//! that cannot move by a bit has a blocker that touches; then the velocity is chosen again.

use smallvec::SmallVec;

use crate::math::exact::two_sum;
use crate::math::{Aabb, Affine, DVec2, Vec2, greater};
use crate::shape::{Placed, Shape};
use crate::world::slide::blockers::{Blockers, Leg, Met, is_in};
use crate::world::slide::velocity::{Ground, Plane, Planes};
use crate::world::slide::{Footing, Pace, Response, Slid, Slide, SlideEnd, SlideTouch};
use crate::world::{Core, Key};

/// The most choices of a velocity at one place.
const CHOICES: u32 = 12;

/// The positions along each axis next to the end of a leg; others make up for the other axis.
const NEAREST: usize = 4;

/// The most pushes out of an overlap.
const PUSHES: usize = 8;

/// Ledges up to this many units in the last place of the mover's coordinates are no ledges: tiles
/// that are placed one by one under a turn are uneven by that.
const LEDGE: f64 = 16.0;

/// What stops a leg within this many units in the last place of its start touches there: rounding
/// leaves a mover as far from what it rests on.
const NEAR: f64 = 2.0;

/// How far a probe for a floor leans to where the mover goes, as a part of its length.
const LEAN: f64 = 1.0 / 64.0;

/// How far below its feet a mover finds its floor, in units in the last place.
const PROBE: f64 = 4.0;

/// Where the mover is.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    local: Affine,
    world: Affine,
    pub(super) placed: Placed,
}

impl Pose {
    /// Where a collider is in its world.
    fn new(core: &Core, slot: usize, placed: &Placed) -> Self {
        let (local, world) = (core.slots.local(slot), core.slots.worlds[slot]);
        Self { local, world, placed: placed.clone() }
    }

    fn place(&self) -> Vec2 {
        Vec2::new(self.world.tx, self.world.ty)
    }

    pub(super) fn position(&self) -> DVec2 {
        DVec2::from(self.place())
    }
}

/// What a leg did.
pub(super) struct Gone {
    /// The part of the leg.
    part: f64,
    met: Option<Met>,
    moved: DVec2,
}

pub(super) struct Mover<'a> {
    pub(super) core: &'a Core,
    pub(super) slot: usize,
    shape: &'a Shape,
    pub(super) slide: &'a Slide,
    ground: Ground,
    pub(super) blockers: Blockers<'a>,
    pub(super) slid: &'a mut Slid,
    /// Where the slide began.
    pub(super) start: &'a Placed,
    pub(super) pose: Pose,
    /// The time that is spent, in [0, 1].
    time: f64,
}

impl<'a> Mover<'a> {
    /// `None` for the slot of a group.
    pub(super) fn new(
        core: &'a Core,
        (slot, shape): (usize, &'a Shape),
        slide: &'a Slide,
        allows: &'a dyn Fn(Key) -> bool,
        respond: &'a mut dyn FnMut(Key) -> Response,
        slid: &'a mut Slid,
    ) -> Option<Self> {
        let mut touches = core::mem::take(&mut slid.touches);
        touches.clear();
        let room = core::mem::take(&mut slid.room);
        *slid = Slid { touches, ..Slid::default() };
        let start = core.slots.placed(slot)?;
        let pose = Pose::new(core, slot, start);
        let blockers = Blockers::new(core, (slot, core.key(slot)?), allows, respond, room);
        let ground = Ground::new(slide);
        Some(Self { core, slot, shape, slide, ground, blockers, slid, start, pose, time: 0.0 })
    }

    /// Runs the slide and returns the transform at its end.
    pub(super) fn run(mut self) -> Affine {
        let (asked, start) = (DVec2::from(self.slide.by), self.pose.position());
        self.carry();
        // The path is that of the slide itself, after all pushes.
        self.blockers.room.path.clear();
        self.gather(asked);
        if self.push_out(asked) {
            self.go(asked);
        } else {
            self.pose = Pose::new(self.core, self.slot, self.start);
            (self.slid.pushed, self.slid.carried) = (Vec2::ZERO, Vec2::ZERO);
            self.slid.end = SlideEnd::Stuck;
        }
        self.slid.moved = (self.pose.position() - start).round();
        let rest = if self.slid.end == SlideEnd::Stuck { 1.0 } else { 1.0 - self.time };
        self.slid.left = (asked * rest).round();
        self.slid.room = core::mem::take(&mut self.blockers.room);
        self.pose.local
    }

    /// How far the mover, moved by a vector, reaches from 0 along x and along y, by its position and
    /// its bounds. A small part of the larger is the least, since nearer to 0 distances are rounded more than
    /// positions, and a smaller one of what is asked, so that ways from far to next to 0 are exact.
    fn reach(&self, by: DVec2) -> DVec2 {
        let (Aabb { min, max }, at) = (self.pose.placed.bounds(), self.pose.place());
        let reach = |ends: [f32; 3], by: f64| {
            let finite = ends.into_iter().filter(|end| end.is_finite());
            let ends = finite.map(|end| (f64::from(end) + by).abs());
            ends.fold(f32::MIN_POSITIVE.into(), greater)
        };
        let (x, y) = (reach([min.x, max.x, at.x], by.x), reach([min.y, max.y, at.y], by.y));
        let asked = DVec2::from(self.slide.by).reach() * f64::from(f32::EPSILON);
        let least = greater(greater(x, y) / 4096.0, asked);
        DVec2::new(greater(x, least), greater(y, least))
    }

    /// A unit in the last place of the mover's coordinates.
    pub(super) fn ulp(&self) -> f64 {
        self.reach(DVec2::ZERO).reach() * f64::from(f32::EPSILON)
    }

    /// The powers of two of which the coordinates of the mover, moved by a vector, are multiples along x
    /// and along y. Its position has finer ones near 0, but its far side has not.
    fn units(&self, by: DVec2) -> DVec2 {
        const EXPONENT: u64 = 0x7FF << 52;
        let DVec2 { x, y } = self.reach(by) * f64::from(f32::EPSILON);
        DVec2::new(f64::from_bits(x.to_bits() & EXPONENT), f64::from_bits(y.to_bits() & EXPONENT))
    }

    /// Gathers what any leg may meet.
    pub(super) fn gather(&mut self, asked: DVec2) {
        let Slide { step, snap, skin, pace, .. } = *self.slide;
        let longest = if pace == Pace::Level { 4.0 } else { 1.0 };
        let reach = asked.length() * longest + f64::from(step + snap + skin) + 64.0 * self.ulp();
        let Aabb { min, max } = self.pose.placed.bounds();
        let by = DVec2::new(reach, reach);
        let bounds = Aabb::outward(DVec2::from(min) - by, DVec2::from(max) + by);
        let start = (self.start, self.ulp());
        self.blockers.gather(bounds, start, (&self.pose.placed, skin));
    }

    /// Pushes the mover out of what it overlaps, least first; `false` if it is stuck.
    fn push_out(&mut self, asked: DVec2) -> bool {
        let from = self.pose.position();
        for _ in 0..PUSHES {
            let depth = |own: &Placed, other: &Placed| Some(own.contact(other)?.depth);
            let Some(key) = self.blockers.deepest(&self.pose.placed, false, depth) else {
                return true;
            };
            let Some(other) = self.blockers.placed(key) else { return false };
            let Some(contact) = self.pose.placed.contact(other) else { return false };
            let push = DVec2::from(contact.push_a());
            let mut along = push.unit().unwrap_or(-DVec2::from(contact.normal));
            if push == DVec2::ZERO && self.ground.up.unwrap_or(-asked).dot(along) < 0.0 {
                // Lines on lines leave to either side.
                along = -along;
            }
            if self.is_pressed_through(key, along) {
                return false;
            }
            // Rounding may leave an overlap; then a little more.
            let free =
                (0..6).map(|k| along * (self.ulp() * f64::from((1 << k) - 1))).find_map(|more| {
                    let pose = self.pose_at(self.pose.position() + push + more)?;
                    (!is_in(&pose.placed, other)).then_some(pose)
                });
            let Some(pose) = free else { return false };
            self.pose = pose;
            self.slid.pushed = (self.pose.position() - from).round();
            self.gather(asked);
        }
        self.blockers.is_free(&self.pose.placed)
    }

    /// The pose at a position, rounded as the world rounds it.
    fn pose_at(&self, to: DVec2) -> Option<Pose> {
        let Vec2 { x: tx, y: ty } = to.round();
        let (core, slot) = (self.core, self.slot);
        let (mut local, mut world) = (self.pose.local, Affine { tx, ty, ..self.pose.world });
        if core.slots.family.local(slot).is_some() {
            let parent = core.slots.family.parent(slot);
            let above = core.slots.worlds[parent as usize];
            // The place before rounding: counted from the rounded one, some positions would never be reached.
            let here = DVec2::new(above.tx.into(), above.ty.into())
                + above.linear(Vec2::new(local.tx, local.ty));
            let by = above.inverse()?.linear((to - here).round());
            let place = DVec2::new(local.tx.into(), local.ty.into()) + by;
            let Vec2 { x: tx, y: ty } = place.round();
            local = Affine { tx, ty, ..local };
            world = core.under(local, parent);
        } else {
            local = world;
        }
        let before = Some((&self.pose.placed, &self.pose.world));
        let placed = self.shape.replace_moved(before, world).ok()?;
        Some(Pose { local, world, placed })
    }

    /// Spends the time on legs.
    fn go(&mut self, mut asked: DVec2) {
        self.blockers.room.path.push(self.pose.place());
        let mut planes = self.floor_below(asked);
        let mut was_on_floor = !planes.is_empty();
        let (mut legs, mut choices, mut has_moved) = (0, 0, false);
        while self.time < 1.0 && asked != DVec2::ZERO {
            if legs == self.slide.legs {
                self.slid.end = SlideEnd::OutOfLegs;
                break;
            }
            if has_moved {
                let met = core::mem::replace(&mut planes, self.floor_below(asked));
                met.iter().for_each(|plane| touch_plane(&mut planes, plane.normal, false));
                has_moved = false;
            }
            let rest = asked * (1.0 - self.time);
            let way = self.ground.velocity(rest, &planes);
            if way == DVec2::ZERO || choices == CHOICES {
                self.time = 1.0;
                break;
            }
            let gone = self.advance(way, Leg::Real);
            self.time += gone.part * (1.0 - self.time);
            let is_blocked = gone.moved.length() <= NEAR * self.ulp();
            if !is_blocked {
                (legs, choices, has_moved) = (legs + 1, 0, true);
                planes.clear();
            }
            let Some(met) = gone.met else {
                if gone.part < 1.0 && is_blocked {
                    self.time = 1.0;
                }
                continue;
            };
            choices += 1;
            was_on_floor |= self.ground.is_floor(met.normal);
            self.report(&met);
            match met.response {
                Response::Stop => {
                    self.note_side(&met, is_blocked);
                    self.slid.end = SlideEnd::Stopped;
                    break;
                }
                Response::Bounce => {
                    self.note_side(&met, is_blocked);
                    let into = asked.dot(met.normal);
                    if into < 0.0 {
                        asked -= met.normal * (2.0 * into);
                    }
                    (planes, legs) = (Planes::new(), legs + u32::from(is_blocked));
                    continue;
                }
                _ => {}
            }
            if was_on_floor && !self.ground.is_floor(met.normal) && self.step_over(asked) {
                (legs, choices, has_moved) = (legs + 1, 0, true);
                planes.clear();
                continue;
            }
            self.note_side(&met, is_blocked);
            touch_plane(&mut planes, met.normal, is_blocked);
        }
        let presses = self.ground.height(asked) <= 0.0
            && (asked != DVec2::ZERO || self.slid.carried != Vec2::ZERO);
        if let Some(floor) = self.floor_at_end(presses, was_on_floor) {
            self.stand(&floor);
        }
    }

    /// Goes along a way as far as nothing blocks.
    pub(super) fn advance(&mut self, way: DVec2, leg: Leg) -> Gone {
        let start = self.pose.position();
        let size = way.length();
        let mut met;
        // Once more where the fraction of a long way is coarser than the position.
        let mut rest = way;
        for _ in 0..4 {
            let before = self.pose.position();
            // Mostly nothing is in the way, not even of the rounded end.
            if self.go_to(before + rest, leg) {
                return Gone { part: 1.0, ..self.gone(start, way, None) };
            }
            met = self.first(rest, leg, rest.length() / size);
            let end = rest * met.map_or(1.0, |met: Met| met.fraction);
            if !self.settle(before + end, rest, met) && met.is_none() {
                // No position next to the end is free: one before it may be.
                let back = rest.unit().unwrap_or_default() * (8.0 * self.ulp());
                self.settle(before + end - back, rest, None);
                return self.gone(start, way, None);
            }
            let moved = self.pose.position() - before;
            let Some(met) = met else { return Gone { part: 1.0, ..self.gone(start, way, None) } };
            let coarse = rest.length() * f64::from(f32::EPSILON) > self.ulp();
            if moved == DVec2::ZERO || !coarse {
                return self.gone(start, way, Some(met));
            }
            rest = way * (1.0 - (self.pose.position() - start).dot(way) / (size * size));
            if rest.dot(way) <= 0.0 {
                return self.gone(start, way, Some(met));
            }
        }
        let met = self.first(rest, Leg::Probe, 1.0);
        self.gone(start, way, met)
    }

    fn gone(&self, start: DVec2, way: DVec2, met: Option<Met>) -> Gone {
        let moved = self.pose.position() - start;
        let part = moved.dot(way) / way.dot(way);
        Gone { part: if part < 1.0 { greater(part, 0.0) } else { 1.0 }, met, moved }
    }

    /// Goes to the farthest free position next to an end, in steps of [`Self::units`]; `false` if
    /// there is none.
    fn settle(&mut self, end: DVec2, way: DVec2, met: Option<Met>) -> bool {
        let from = self.pose.position();
        let units = self.units(end - from);
        // Where none of the nearest is free, a coordinate makes up for the other, which may be coarser.
        let choices = |end: f64, way: f64, from: f64, [unit, other]: [f64; 2]| {
            let near = libm::round(end / unit) * unit;
            let step = if way > 0.0 { unit } else { -unit };
            let further = if met.is_some() { 2.0 } else { -2.0 };
            let mut all: SmallVec<[f64; 8]> =
                SmallVec::from_slice(&[near, near + step, near - step, near + step * further]);
            if way == 0.0 {
                all = SmallVec::from_slice(&[from]);
            } else if other > unit {
                all.extend([-2.0, -1.0, 1.0, 2.0].map(|n| near + n * other));
            }
            all
        };
        let xs = choices(end.x, way.x, from.x, [units.x, units.y]);
        let ys = choices(end.y, way.y, from.y, [units.y, units.x]);
        let (xs, ys) = (xs.iter().enumerate(), ys.iter().enumerate());
        let place = |(i, x): (usize, &f64), (j, y): (usize, &f64)| {
            let to = DVec2::new(*x, *y);
            (i.max(j) >= NEAREST, (to - from).dot(way), to)
        };
        let mut all: SmallVec<[(bool, f64, DVec2); 32]> =
            xs.flat_map(|x| ys.clone().map(move |y| place(x, y))).collect();
        match met {
            // Those that press on the blocker the most come first, then the nearest; of others the nearest.
            Some(Met { normal, .. }) => crate::math::sort::sort_by(&mut all, |p, q| {
                let nearness = |to: DVec2| (to - end).dot(to - end);
                let deepest = |p: &(bool, f64, DVec2)| if p.0 { 0.0 } else { p.2.dot(normal) };
                let deep = deepest(p).total_cmp(&deepest(q));
                let near = nearness(p.2).total_cmp(&nearness(q.2));
                p.0.cmp(&q.0).then(deep).then(near).then(q.1.total_cmp(&p.1))
            }),
            // The nearest position comes first, then the others by how far they are.
            None => crate::math::sort::sort_by(&mut all[1..], |p, q| {
                p.0.cmp(&q.0).then(q.1.total_cmp(&p.1))
            }),
        }
        // At its end already: what does not press on the blocker would only drift along it.
        let stays = (end - from).length() <= 2.0 * self.ulp();
        let drifts = |to: DVec2| stays && met.is_some_and(|met| (to - from).dot(met.normal) >= 0.0);
        // Where only corners touch, a free position may lie past the side that is met.
        let is_past = |to: DVec2| {
            let known = |met: Met| met.fraction * way.length() * f64::from(f32::EPSILON);
            let unit = |n: DVec2| units.x * n.x.abs() + units.y * n.y.abs();
            met.is_some_and(|met| (end - to).dot(met.normal) > known(met) + unit(met.normal) / 16.0)
        };
        let mut last = None;
        for (_, along, to) in all {
            if along > 0.0 && last != Some(to) && !drifts(to) && !is_past(to) {
                last = Some(to);
                if self.go_to(to, Leg::Probe) {
                    return true;
                }
            }
        }
        false
    }

    /// Goes to a position if it is free and nothing is in the way.
    fn go_to(&mut self, to: DVec2, leg: Leg) -> bool {
        let Some(pose) = self.pose_at(to) else { return false };
        if pose.place() == self.pose.place() {
            return true;
        }
        // The way between the sets as they are placed.
        let (from, end) = (self.pose.placed.body.anchor(), pose.placed.body.anchor());
        let way = end - from;
        let is_exact = [(end.x, from.x), (end.y, from.y)]
            .iter()
            .all(|(to, from)| two_sum(*to, -from).1 == 0.0);
        let is_free = self.first(way, leg, 1.0).is_none()
            && self.blockers.is_free_after(&pose.placed, is_exact);
        if is_free {
            self.blockers.room.path.push(pose.place());
            self.pose = pose;
        }
        is_free
    }

    /// What blocks first on a way, which is the last part of a leg.
    fn first(&mut self, way: DVec2, leg: Leg, part: f64) -> Option<Met> {
        let (time, tie) = (self.time, NEAR * self.ulp());
        let touches = &mut self.slid.touches;
        self.blockers.first(&self.pose.placed, way, leg, tie, |met| {
            let spent = time + (1.0 - part * (1.0 - met.fraction)) * (1.0 - time);
            touches.push(touch(&met, spent));
        })
    }

    /// The floor that touches, unless the asked goes up.
    fn floor_below(&mut self, asked: DVec2) -> Planes {
        let mut planes = Planes::new();
        if self.ground.up.is_some()
            && self.ground.height(asked) <= 0.0
            && let Some(met) = self.floor_within(PROBE * self.ulp())
        {
            planes.push(Plane { normal: met.normal, again: 0 });
        }
        planes
    }

    /// The floor within a distance below, and where its touching begins. Of two that are met at once,
    /// as in a valley, the one that the level motion goes into; so mirrored worlds do the same.
    fn floor_within(&mut self, distance: f64) -> Option<Met> {
        let down = -self.ground.up?;
        let level = self.ground.level(DVec2::from(self.slide.by)).unit().unwrap_or_default();
        // A steep side that touches as well may be met first; the floor is what is met along it.
        let mut floor = |way: DVec2| {
            let (way, near) = (way * distance, PROBE * self.ulp());
            let mut met = self.first(way, Leg::Floor, 1.0)?;
            if !self.ground.is_floor(met.normal) && met.fraction * way.length() <= near {
                let along = way - met.normal * way.dot(met.normal);
                met = self.first(along, Leg::Floor, 1.0)?;
            }
            self.ground.is_floor(met.normal).then_some(met)
        };
        let found = floor(down)?;
        if level.dot(found.normal) <= 0.0 {
            return Some(found);
        }
        let rising = floor(down + level * LEAN).filter(|met| level.dot(met.normal) < 0.0);
        rising.or(Some(found))
    }

    /// Steps over what blocks on a floor: up, on and down to a floor; `false` leaves all as it was.
    fn step_over(&mut self, asked: DVec2) -> bool {
        let Some(up) = self.ground.up else { return false };
        let rest = self.ground.level(asked * (1.0 - self.time));
        let height = greater(self.slide.step.into(), LEDGE * self.ulp());
        if self.ground.height(asked) > 0.0 || rest == DVec2::ZERO {
            return false;
        }
        let (before, told) = (self.pose.clone(), self.slid.touches.len());
        let legs = self.blockers.room.path.len();
        let lifted = self.advance(up * height, Leg::Probe).moved.dot(up);
        let on = self.advance(rest, Leg::Probe);
        let far_enough = on.moved.dot(rest) > 2.0 * self.ulp() * rest.length();
        let below = lifted + 2.0 * self.ulp();
        let floor = if far_enough { self.floor_within(below) } else { None };
        let landed = floor.is_some_and(|_| {
            self.advance(up * -below, Leg::Probe);
            self.floor_within(PROBE * self.ulp()).is_some()
        });
        if !landed {
            self.pose = before;
            self.slid.touches.truncate(told);
            self.blockers.room.path.truncate(legs);
            return false;
        }
        self.time += on.part * (1.0 - self.time);
        let risen = (self.pose.position() - before.position()).dot(up);
        self.slid.stepped += greater(risen, 0.0) as f32;
        true
    }

    /// The floor on which a slide ends. One that left a floor without going up is put back: on a
    /// floor within the snap distance, or within a ledge, so that what rounding leaves below its feet
    /// does not grow from frame to frame.
    fn floor_at_end(&mut self, presses: bool, was_on_floor: bool) -> Option<Met> {
        let (up, probe) = (self.ground.up?, PROBE * self.ulp());
        let floor = self.floor_within(probe);
        let is_near = |floor: Met| floor.fraction * probe <= self.ulp();
        if !presses || floor.map_or(!was_on_floor, is_near) {
            return floor;
        }
        let below = greater(self.slide.snap.into(), LEDGE * self.ulp());
        self.floor_within(below)?;
        let moved = self.advance(up * -below, Leg::Real).moved;
        if floor.is_none() {
            self.slid.snapped = -moved.dot(up) as f32;
        }
        self.floor_within(PROBE * self.ulp()).or(floor)
    }

    /// Notes the floor at the end.
    fn stand(&mut self, floor: &Met) {
        self.slid.floor = Some(floor.normal.round());
        let frame = self.core.slots.worlds[floor.key.slot()];
        let point = frame.inverse().map(|back| back.transform_point(floor.point.round()));
        self.slid.footing = point.map(|point| Footing { key: floor.key, point });
    }

    /// Notes a wall or a ceiling. If several block in one place, it keeps the one that faces the asked motion
    /// most.
    fn note_side(&mut self, met: &Met, is_blocked: bool) {
        let side = if self.ground.is_ceiling(met.normal) {
            &mut self.slid.ceiling
        } else if !self.ground.is_floor(met.normal) {
            &mut self.slid.wall
        } else {
            return;
        };
        let normal = met.normal.round();
        if !is_blocked
            || side.is_none_or(|before| self.slide.by.dot(normal) < self.slide.by.dot(before))
        {
            *side = Some(normal);
        }
    }

    /// Reports what blocked.
    fn report(&mut self, met: &Met) {
        let normal = met.normal.round();
        let found = touch(met, self.time);
        let same = |t: &SlideTouch| t.key == met.key && t.normal == normal;
        if !self.slid.touches.iter().any(same) {
            self.slid.touches.push(found);
        }
    }
}

/// Adds the face that blocks; again, if it blocked its own tangent.
fn touch_plane(planes: &mut Planes, normal: DVec2, again: bool) {
    match planes.iter_mut().find(|p| p.normal.dot(normal) > 1.0 - 1e-9) {
        Some(plane) => plane.again += u32::from(again),
        None => planes.push(Plane { normal, again: 0 }),
    }
}

fn touch(met: &Met, time: f64) -> SlideTouch {
    let (point, normal) = (met.point.round(), met.normal.round());
    SlideTouch { key: met.key, response: met.response, fraction: time as f32, point, normal }
}
