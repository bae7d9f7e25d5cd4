//! The legs of a slide: how far each goes, and where in `f32` it ends.
//!
//! A leg is a cast that stops where interiors would meet. Of the `f32` positions next to its end the
//! farthest is taken at which the shape overlaps nothing and to which nothing is in the way. A leg
//! that cannot move by a bit has a blocker that touches; then the velocity is chosen again.

use crate::math::{Aabb, Affine, DVec2, Vec2, greater};
use crate::shape::{Placed, Shape};
use crate::world::slide::blockers::{Blockers, Leg, Met};
use crate::world::slide::velocity::{Ground, Plane, Planes};
use crate::world::slide::{Footing, Pace, Response, Slid, Slide, SlideEnd, SlideTouch};
use crate::world::{Core, Key};

/// The most choices of a velocity at one place.
const CHOICES: u32 = 12;

/// The most pushes out of an overlap.
const PUSHES: usize = 8;

/// Ledges up to this many units in the last place of the mover's coordinates are no ledges: tiles
/// that are placed one by one under a turn are uneven by that.
const LEDGE: f64 = 16.0;

/// What stops a leg within this many units in the last place of its start touches there: rounding
/// leaves a mover as far from what it rests on.
const NEAR: f64 = 2.0;

/// How far below its feet a mover finds its floor, in units in the last place.
const PROBE: f64 = 4.0;

/// Where the mover is.
#[derive(Clone, Debug)]
pub(super) struct Pose {
    local: Affine,
    pub(super) world: Affine,
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
    pub(super) moved: DVec2,
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

    /// A unit in the last place of the mover's coordinates.
    pub(super) fn ulp(&self) -> f64 {
        let Aabb { min, max } = self.pose.placed.bounds();
        let reach = greater(DVec2::from(min).reach(), DVec2::from(max).reach());
        (if reach.is_finite() { reach } else { self.pose.position().reach() })
            * f64::from(f32::EPSILON)
    }

    /// Gathers what any leg may meet.
    pub(super) fn gather(&mut self, asked: DVec2) {
        let Slide { step, snap, skin, pace, .. } = *self.slide;
        let longest = if pace == Pace::Level { 4.0 } else { 1.0 };
        let reach = asked.length() * longest + f64::from(step + snap + skin) + 64.0 * self.ulp();
        let Aabb { min, max } = self.pose.placed.bounds();
        let by = DVec2::new(reach, reach);
        let bounds = Aabb::outward(DVec2::from(min) - by, DVec2::from(max) + by);
        self.blockers.gather(bounds, self.start, (&self.pose.placed, skin));
    }

    /// Pushes the mover out of what it overlaps, least first; `false` if it is stuck.
    fn push_out(&mut self, asked: DVec2) -> bool {
        let from = self.pose.position();
        for _ in 0..PUSHES {
            let depth = |own: &Placed, other: &Placed| Some(own.contact(other)?.depth);
            let Some(key) = self.blockers.deepest(&self.pose.placed, depth) else { return true };
            let Some(other) = self.blockers.placed(key) else { return false };
            let Some(contact) = self.pose.placed.contact(other) else { return false };
            let push = DVec2::from(contact.push_a());
            let along = push.unit().unwrap_or(-DVec2::from(contact.normal));
            if self.is_pressed_through(key, along) {
                return false;
            }
            // Rounding may leave an overlap; then a little more.
            let free =
                (0..6).map(|k| along * (self.ulp() * f64::from((1 << k) - 1))).find_map(|more| {
                    let pose = self.pose_at(self.pose.position() + push + more)?;
                    (!pose.placed.overlaps_interior(other)).then_some(pose)
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
            let above = core.slots.worlds[parent as usize].inverse()?;
            let by = above.linear((to - self.pose.position()).round());
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
            self.note(&met);
            match met.response {
                Response::Stop => {
                    self.slid.end = SlideEnd::Stopped;
                    break;
                }
                Response::Bounce => {
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
            touch_plane(&mut planes, met.normal, is_blocked);
        }
        let mut floor = self.floor_within(PROBE * self.ulp());
        if floor.is_none() && was_on_floor && self.ground.height(asked) <= 0.0 {
            floor = self.snap();
        }
        if let Some(floor) = floor {
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

    /// Goes to the farthest free position next to an end; `false` if there is none.
    fn settle(&mut self, end: DVec2, way: DVec2, met: Option<Met>) -> bool {
        let from = self.pose.position();
        let near = end.round();
        // Steps around 0 would lead nowhere, and past corners by less than casts see.
        let rounded = |x: f32| if x.is_subnormal() { 0.0 } else { x };
        let ahead = |x: f32, way: f64| rounded(if way > 0.0 { x.next_up() } else { x.next_down() });
        let behind = |x: f32, way: f64| ahead(x, -way);
        let choices = |near: f32, end: f64, way: f64, from: f64| {
            if way == 0.0 {
                return [from as f32; 4];
            }
            let back = behind(near, way);
            if met.is_some() {
                let on = ahead(near, way);
                return [near, on, ahead(on, way), back];
            }
            // The nearest, one on, and two back.
            let on = if f64::from(near) * way < end * way { ahead(near, way) } else { near };
            [near, on, back, behind(back, way)]
        };
        let xs = choices(near.x, end.x, way.x, from.x);
        let ys = choices(near.y, end.y, way.y, from.y);
        let mut all = [(0.0, DVec2::ZERO); 16];
        for (i, place) in all.iter_mut().enumerate() {
            let to = DVec2::new(xs[i / 4].into(), ys[i % 4].into());
            *place = ((to - from).dot(way), to);
        }
        match met {
            // Those that press on the blocker the most come first, then the nearest.
            Some(Met { normal, .. }) => crate::math::sort::sort_by(&mut all, |p, q| {
                let nearness = |to: DVec2| (to - end).dot(to - end);
                let deep = p.1.dot(normal).total_cmp(&q.1.dot(normal));
                deep.then(nearness(p.1).total_cmp(&nearness(q.1)))
            }),
            // The nearest position comes first, then the others by how far they are.
            None => crate::math::sort::sort_by(&mut all[1..], |p, q| q.0.total_cmp(&p.0)),
        }
        // At its end already: what does not press on the blocker would only drift along it.
        let stays = (end - from).length() <= 2.0 * self.ulp();
        let drifts = |to: DVec2| stays && met.is_some_and(|met| (to - from).dot(met.normal) >= 0.0);
        let mut last = None;
        for (along, to) in all {
            if along > 0.0 && last != Some(to) && !drifts(to) {
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
        let way = pose.placed.body.anchor() - self.pose.placed.body.anchor();
        let is_free = self.first(way, leg, 1.0).is_none() && self.blockers.is_free(&pose.placed);
        if is_free {
            self.blockers.room.path.push(pose.place());
            self.pose = pose;
        }
        is_free
    }

    /// What blocks first on a way, which is the last part of a leg.
    fn first(&mut self, way: DVec2, leg: Leg, part: f64) -> Option<Met> {
        let (time, touches) = (self.time, &mut self.slid.touches);
        self.blockers.first(&self.pose.placed, way, leg, |met| {
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

    /// The floor within a distance below, and where its touching begins.
    fn floor_within(&mut self, distance: f64) -> Option<Met> {
        let down = -self.ground.up?;
        let met = self.first(down * distance, Leg::Probe, 1.0)?;
        self.ground.is_floor(met.normal).then_some(met)
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

    /// Puts a mover down on a floor that it left without going up.
    fn snap(&mut self) -> Option<Met> {
        let (up, below) = (self.ground.up?, f64::from(self.slide.snap));
        if below == 0.0 {
            return None;
        }
        self.floor_within(below)?;
        let moved = self.advance(up * -below, Leg::Real).moved;
        self.slid.snapped = -moved.dot(up) as f32;
        self.floor_within(PROBE * self.ulp())
    }

    /// Notes the floor at the end.
    fn stand(&mut self, floor: &Met) {
        self.slid.floor = Some(floor.normal.round());
        let frame = self.core.slots.worlds[floor.key.slot()];
        let point = frame.inverse().map(|back| back.transform_point(floor.point.round()));
        self.slid.footing = point.map(|point| Footing { key: floor.key, point });
    }

    /// Notes what blocked.
    fn note(&mut self, met: &Met) {
        let normal = met.normal.round();
        if self.ground.is_ceiling(met.normal) {
            self.slid.ceiling = Some(normal);
        } else if !self.ground.is_floor(met.normal) {
            self.slid.wall = Some(normal);
        }
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
