//! Carrying: what platforms that moved do to a mover before it slides.
//!
//! The time since the last slide of the mover passes in pieces in which nothing turns far. In each,
//! the platform under its feet takes the mover along, and then each platform shoves it out of its way,
//! along the normal at which they meet.

use alloc::vec::Vec;
use core::f64::consts::PI;

use crate::math::{DVec2, Motion, greater};
use crate::pair::query::Meet;
use crate::world::Key;
use crate::world::slide::blockers::{Leg, has_entered, is_within_60};
use crate::world::slide::mover::{Mover, Pose};
use crate::world::slide::moving::{Moving, Way};

/// The farthest that anything turns in a piece.
const TURN: f64 = PI / 18.0;

/// Up to this far above a platform, in units in the last place, a mover stands on it.
const GAP: f64 = 4.0;

impl Mover<'_> {
    /// Takes the mover along with its platform, and out of the way of all that moved.
    pub(super) fn carry(&mut self) {
        let mut moving = core::mem::take(&mut self.blockers.room.moving);
        self.list_moving(&mut moving);
        let turn = moving.iter().map(|m| m.way.turn.abs()).fold(0.0, greater);
        let pieces = if moving.is_empty() { 0.0 } else { greater(libm::ceil(turn / TURN), 1.0) };
        let (gap, carrier) = (GAP * self.ulp(), moving.iter().find(|m| m.carries).copied());
        for number in 0..pieces as u32 {
            let [from, to] = [number, number + 1].map(|n| f64::from(n) / pieces);
            let before = self.pose.clone();
            if let (Some(footing), Some(carrier)) = (self.slide.footing, carrier) {
                self.blockers.is_carried = true;
                self.travel(carrier.way.piece(from, to).of_point(footing.point));
                self.blockers.is_carried = false;
            }
            for platform in moving.iter_mut().filter(|m| m.shoves) {
                self.shove(platform, &platform.way.piece(from, to), &before);
            }
        }
        // The gap above its platform was small where it was made, and may be large here.
        if carrier.is_some_and(|carrier| carrier.shoves)
            && let Some(up) = self.slide.up.and_then(|up| DVec2::from(up).unit())
        {
            self.travel(up * -gap);
        }
        self.blockers.room.moving = moving;
    }

    fn list_moving(&mut self, moving: &mut Vec<Moving>) {
        moving.clear();
        let slots = &self.core.slots;
        for platform in slots.platforms.iter() {
            let slot = platform.slot as usize;
            let (before, now) = (slots.before(platform, self.slot), slots.worlds[slot]);
            let Some(key) = self.core.key(slot).filter(|_| before != now) else { continue };
            let carries = self.slide.footing.is_some_and(|footing| footing.key == key);
            let one_way = platform.direction(&before);
            let was = || slots.placed_before(platform, self.slot);
            let was_in = one_way.is_some_and(|side| {
                was().is_some_and(|p| has_entered(self.start, &p, side, self.ulp()))
            });
            let shoves = !was_in && !self.blockers.is_own(key) && self.blockers.may_block(key);
            let way = Way::new(before, now);
            moving.push(Moving { key, way, carries, shoves, one_way, shoved: None });
        }
    }

    fn travel(&mut self, by: DVec2) {
        if by == DVec2::ZERO {
            return;
        }
        let before = self.pose.position();
        self.gather(by);
        self.advance(by, Leg::Real);
        let carried = DVec2::from(self.slid.carried) + self.pose.position() - before;
        self.slid.carried = carried.round();
    }

    /// Moves the mover out of the way of a platform, along the normal at which they meet; `before` is
    /// where the mover was when the platform began.
    fn shove(&mut self, platform: &mut Moving, way: &Way, before: &Pose) -> Option<()> {
        let shape = self.core.slots.shapes[platform.key.slot()].as_deref()?;
        let there = || shape.place(way.now).ok();
        // What carried it all the way does not meet it.
        if platform.carries && !self.pose.placed.overlaps_interior(&there()?) {
            return None;
        }
        let motion = Motion::between(&way.then, &way.now, way.turn);
        let own = self.pose.position() - before.position();
        let (here, own_motion) = (shape.place(way.then).ok()?, Motion::translation(own));
        let hit = here.sweep(&before.placed, &motion, own_motion, Meet::OVERLAP)?;
        let normal = DVec2::from(hit.normal);
        let faces = platform.one_way.is_none_or(|one_way| is_within_60(normal, one_way));
        if !faces || !(hit.fraction > 0.0 || hit.certain) {
            return None;
        }
        let met = motion.at(&way.then, hit.fraction).inverse()?.transform_point(hit.point);
        let end = DVec2::new(way.now.tx.into(), way.now.ty.into()) + way.now.linear(met);
        let rest = own * (1.0 - f64::from(hit.fraction));
        let along = (end - DVec2::from(hit.point) - rest).dot(normal);
        // A sweep knows the time and the point of a turn's contact within its tolerance only, and what
        // turns may reach farther than the point that met.
        let (end_of_way, turns) = (there()?, way.turn != 0.0);
        let push = |mover: &Self, goes: fn(DVec2, DVec2) -> bool| {
            let contact = mover.pose.placed.contact(&end_of_way).filter(|_| turns)?;
            goes(contact.normal.into(), normal).then(|| DVec2::from(contact.push_a()))
        };
        let first = push(self, |inward, normal| is_within_60(-inward, normal));
        let first = first.or_else(|| (along > 0.0).then_some(normal * along))?;
        platform.shoved = Some(normal);
        self.blockers.carrier = Some(platform.key);
        self.travel(first);
        let rest = push(self, |inward, normal| !is_within_60(inward, normal));
        rest.into_iter().for_each(|rest| self.travel(rest));
        self.blockers.carrier = None;
        Some(())
    }

    /// Returns `true` if a push goes through something because a platform presses: out of that platform
    /// on the side to which it goes, or that way out of what stands. What is pressed so is stuck.
    pub(super) fn is_pressed_through(&self, key: Key, push: DVec2) -> bool {
        let shoves = || self.blockers.room.moving.iter().filter_map(|m| Some((m.key, m.shoved?)));
        match shoves().find(|(platform, _)| *platform == key) {
            Some((_, normal)) => is_within_60(-push, normal),
            None => shoves().any(|(_, normal)| is_within_60(push, normal)),
        }
    }
}
