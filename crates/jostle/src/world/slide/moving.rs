//! Where platforms were for a mover, and on which way they came from there.

use crate::math::{Affine, DVec2, Motion, Vec2, atan2, greater};
use crate::shape::Placed;
use crate::world::Key;
use crate::world::platform::{Platform, Pressed};
use crate::world::slide::{Slid, SlideEnd};
use crate::world::storage::Slots;

impl Slots {
    /// Where a platform was when a mover slid last, or at the last step if it never did; where it was
    /// before it began to press the mover. What the parents of the mover did since is added, so that
    /// what moves with them has not moved.
    pub(crate) fn before(&self, platform: &Platform, mover: usize) -> Affine {
        let Some(last) = self.platforms.last_slide(mover) else { return platform.before };
        let slot = platform.slot as usize;
        let is_of = |p: &&Pressed| p.key.slot() == slot && self.metas[slot].is_of(p.key);
        let [.., (_, oldest)] = platform.seen;
        let before = match last.pressed.iter().find(is_of) {
            Some(pressed) => pressed.before,
            None => {
                let seen = platform.seen.iter().find(|(time, _)| *time <= last.time);
                seen.map_or(oldest, |(_, place)| *place)
            }
        };
        let (now, above) = (self.worlds[slot], self.above(mover));
        if last.above == above || last.parent != self.parent_serial(mover) {
            return before;
        }
        let Some(back) = last.above.inverse() else { return before };
        let before = before.under(&back).under(&above);
        if is_rounded(&before, &now, &[last.above, above]) { now } else { before }
    }

    /// The shape of a platform where it was before; `None` if it is still there.
    pub(crate) fn placed_before(&self, platform: &Platform, mover: usize) -> Option<Placed> {
        let slot = platform.slot as usize;
        let shape = self.shapes[slot].as_deref()?;
        let before = self.before(platform, mover);
        if before == self.worlds[slot] { None } else { shape.place(before).ok() }
    }

    /// Where the parent of a slot is in the world.
    pub(crate) fn above(&self, slot: usize) -> Affine {
        let parent = self.family.parent(slot) as usize;
        self.worlds.get(parent).copied().unwrap_or(Affine::IDENTITY)
    }

    /// The serial number of the parent of a slot; 0 for none.
    pub(crate) fn parent_serial(&self, slot: usize) -> u32 {
        self.meta(self.family.parent(slot) as usize).map_or(0, |meta| meta.serial)
    }
}

/// Returns `true` if two transforms differ by no more than the rounding of products with others.
fn is_rounded(a: &Affine, b: &Affine, others: &[Affine; 2]) -> bool {
    let all = [*a, *b, others[0], others[1]].map(|m| m.to_matrix().map(f64::from));
    let is_near = |i: usize| {
        // The entries of a matrix have one size, those of a translation another.
        let own = if i < 4 { 0..4 } else { 4..6 };
        let sizes = all.iter().flat_map(|m| &m[own.clone()]).map(|v| v.abs());
        let size = sizes.fold(0.0, greater);
        (all[0][i] - all[1][i]).abs() <= 16.0 * f64::from(f32::EPSILON) * size
    };
    (0..6).all(is_near)
}

/// The way of a platform in the world since the last slide of the mover; the shorter turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) then: Affine,
    pub(super) now: Affine,
    pub(super) turn: f64,
}

impl Way {
    pub(super) fn new(then: Affine, now: Affine) -> Self {
        let [u, v] = [then, now].map(|m| m.linear(Vec2::X));
        Self { then, now, turn: atan2(u.cross(v), u.dot(v)) }
    }

    /// Where the platform is at a part of the time; the ends are exact.
    fn at(&self, t: f64) -> Affine {
        match t {
            0.0 => self.then,
            1.0 => self.now,
            _ => self.swing().at(&self.then, t as f32),
        }
    }

    /// The turn about the point that is at one place before and after.
    fn swing(&self) -> Motion {
        let [p, q] = [self.then, self.now].map(|m| m.to_matrix().map(f64::from));
        let [a, b, c, d, x, y] = core::array::from_fn(|i| q[i] - p[i]);
        let scale = 1.0 / (a * d - b * c);
        let still = DVec2::new(c * y - d * x, b * x - a * y) * scale;
        let (x, y) =
            (p[0] * still.x + p[2] * still.y + p[4], p[1] * still.x + p[3] * still.y + p[5]);
        let Vec2 { x: tx, y: ty } = DVec2::new(x, y).round();
        if !(tx.is_finite() && ty.is_finite()) {
            return Motion::between(&self.then, &self.now, self.turn);
        }
        let [then, now] = [self.then, self.now].map(|m| Affine { tx, ty, ..m });
        Motion::between(&then, &now, self.turn)
    }

    pub(super) fn piece(&self, from: f64, to: f64) -> Self {
        Self { then: self.at(from), now: self.at(to), turn: self.turn * (to - from) }
    }

    /// How far a point of the platform's frame goes.
    pub(super) fn of_point(&self, point: Vec2) -> DVec2 {
        let at = |m: &Affine| DVec2::new(m.tx.into(), m.ty.into()) + m.linear(point);
        at(&self.now) - at(&self.then)
    }
}

/// A platform that moved since the last slide of a mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub(super) key: Key,
    pub(super) way: Way,
    /// The mover stands on it.
    pub(super) carries: bool,
    /// It blocks the mover, and where it is one-way the mover was not in it.
    pub(super) shoves: bool,
    /// The direction of the side that blocks, where it was.
    pub(super) one_way: Option<DVec2>,
    /// The direction in which it shoved the mover last.
    pub(super) shoved: Option<DVec2>,
}

impl Moving {
    /// The platforms that press a mover which a slide left stuck. One-way ones let it through.
    pub(super) fn pressing(slid: &Slid) -> impl Iterator<Item = Pressed> + '_ {
        let is_stuck = slid.end == SlideEnd::Stuck;
        let presses = move |m: &&Self| is_stuck && m.shoved.is_some() && m.one_way.is_none();
        let pressed = |m: &Self| Pressed { key: m.key, before: m.way.then };
        slid.room.moving.iter().filter(presses).map(pressed)
    }
}
