//! Shapes that move: motions, casts and sweeps of pairs.

use std::ffi::c_void;

use jostle as j;

use crate::border::{check, extent, finite, given, out, vec2, word};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Refusal, Status, guard};
use crate::values::{Affine, Inside, Stop, Vec2};

/// How a shape moves during one frame. `jostle_motion_by` fills it in; then set what else happens.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The way.
    pub translation: Vec2,
    /// The turn on the way, x toward y: any number of turns, of both signs.
    pub radians: f64,
    /// The same in degrees, of which multiples of 90 are exact; added to the radians.
    pub degrees: f64,
    /// Factors that are reached at time 1, along the axes of `start`; 1 leaves as it is.
    pub scale: Vec2,
    /// The point of the world, at time 0, about which it turns, if `has_pivot`; else the origin of
    /// `start`, and without that of the placed shape.
    pub pivot: Vec2,
    /// The transform of the shape at time 0, if `has_start`.
    pub start: Affine,
    /// The transform at time 1, if `has_end` and `has_start`; translation and scale do not count
    /// then.
    pub end: Affine,
    /// True if `pivot` counts.
    pub has_pivot: bool,
    /// True if `start` counts.
    pub has_start: bool,
    /// True if `end` counts.
    pub has_end: bool,
    /// The `JostleMotion` of what carries the shape, or null.
    pub parent: *const c_void,
}

/// What counts as a contact of moving shapes; begin with `jostle_meet_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Meet {
    /// A `JostleStop`.
    pub stop: i32,
    /// A `JostleInside`: the rule for a start in an overlap.
    pub inside: i32,
    /// The width by which b is grown, at least 0.
    pub skin: f32,
}

/// The first contact of shapes that move; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// No contact before this fraction of the motion.
    pub fraction: f32,
    /// A contact lies in [fraction, latest] where `certain`.
    pub latest: f32,
    /// False if the shapes come nearer than the tolerance, but no contact was proven.
    pub certain: bool,
    /// Unit normal from a to b at the contact.
    pub normal: Vec2,
    /// A point of b's boundary at the contact.
    pub point: Vec2,
}

impl From<j::Hit> for Hit {
    fn from(hit: j::Hit) -> Self {
        let j::Hit { fraction, latest, certain, normal, point } = hit;
        Self { fraction, latest, certain, normal: normal.into(), point: point.into() }
    }
}

/// The most motions that carry one another.
const DEEPEST: usize = 64;

/// Reads a motion; null is none.
///
/// # Safety
/// Null, or a motion whose parents may be read.
pub(crate) unsafe fn read_motion(motion: *const Motion) -> Answer<j::Motion> {
    let (mut legs, mut next) = (Vec::new(), motion);
    while !next.is_null() {
        if legs.len() == DEEPEST {
            let message = format!("motion.parent: more than {DEEPEST} motions carry one another");
            return Err(Refusal::new(Status::TooMany, message));
        }
        // SAFETY: by the promise above.
        let motion = unsafe { given(next, "motion")? };
        legs.push(motion.read()?);
        next = motion.parent.cast();
    }
    let outermost = legs.pop().unwrap_or(j::Motion::NONE);
    Ok(legs.into_iter().rfold(outermost, |parent, own| own.under(&parent)))
}

impl Motion {
    fn read(&self) -> Answer<j::Motion> {
        let turn = self.radians + self.degrees.to_radians();
        check(&(turn as f32), "motion.radians", None)?;
        let start: j::Affine = finite(self.start, "motion.start")?;
        let motion = if self.has_start && self.has_end {
            j::Motion::between(&start, &finite(self.end, "motion.end")?, turn)
        } else {
            let by = vec2(self.translation, "motion.translation")?;
            let scale = vec2(self.scale, "motion.scale")?;
            let motion = j::Motion::by(by.x, by.y).scaling(scale.x, scale.y);
            let exact = self.radians == 0.0;
            let motion =
                if exact { motion.turning_degrees(self.degrees) } else { motion.turning(turn) };
            if self.has_start { motion.starting_at(&start) } else { motion }
        };
        let pivot = vec2(self.pivot, "motion.pivot")?;
        Ok(if self.has_pivot { motion.about(pivot) } else { motion })
    }
}

/// Reads the rules; null is any shared point.
///
/// # Safety
/// Null, or rules that may be read.
pub(crate) unsafe fn read_meet(meet: *const Meet) -> Answer<j::Meet> {
    if meet.is_null() {
        return Ok(j::Meet::TOUCH);
    }
    // SAFETY: by the promise above.
    let Meet { stop, inside, skin } = *unsafe { given(meet, "meet")? };
    let stop = word(stop, Stop::WORDS, "JostleStop")?;
    let inside = word(inside, Inside::WORDS, "JostleInside")?;
    Ok(j::Meet { stop, inside, skin: extent(skin, "meet.skin")? })
}

/// Returns the rules by which any shared point is a contact.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_meet_default() -> Meet {
    Meet { stop: Stop::Touching as i32, inside: Inside::Hit as i32, skin: 0.0 }
}

/// Returns a translation by (x, y), without a turn.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_motion_by(x: f32, y: f32) -> Motion {
    Motion {
        translation: Vec2 { x, y },
        radians: 0.0,
        degrees: 0.0,
        scale: Vec2 { x: 1.0, y: 1.0 },
        pivot: Vec2::default(),
        start: Affine::IDENTITY,
        end: Affine::IDENTITY,
        has_pivot: false,
        has_start: false,
        has_end: false,
        parent: std::ptr::null(),
    }
}

/// Computes the transform at a time in [0, 1] of what `start` places at time 0.
///
/// # Safety
/// `motion` is null (none) or may be read with its parents; `out_transform` is null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_motion_at(
    motion: *const Motion,
    start: Affine,
    t: f32,
    out_transform: *mut Affine,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, motion) = unsafe { (out(out_transform, "out_transform")?, read_motion(motion)?) };
        to.write(motion.at(&finite(start, "start")?, finite(t, "t")?).into());
        Ok(())
    })
}

/// Finds when a, moved straight by `translation`, first meets b; `NONE` if it does not. `meet` may be
/// null: any shared point.
///
/// # Safety
/// `meet` is null or may be read; `out_hit` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_cast(
    a: Placed,
    b: Placed,
    translation: Vec2,
    meet: *const Meet,
    out_hit: *mut Hit,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, meet) = unsafe { (out(out_hit, "out_hit")?, read_meet(meet)?) };
        let by = vec2(translation, "translation")?;
        let found = read_placed(a)?.cast(&*read_placed(b)?, by, meet);
        to.write(found.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Finds when a first meets b while both move; `NONE` if they do not. A null motion is none.
///
/// # Safety
/// The motions are null or may be read with their parents, `meet` is null or may be read, and
/// `out_hit` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_sweep(
    a: Placed,
    b: Placed,
    by_a: *const Motion,
    by_b: *const Motion,
    meet: *const Meet,
    out_hit: *mut Hit,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, meet) = unsafe { (out(out_hit, "out_hit")?, read_meet(meet)?) };
        // SAFETY: the same.
        let (by_a, by_b) = unsafe { (read_motion(by_a)?, read_motion(by_b)?) };
        let found = read_placed(a)?.sweep(&*read_placed(b)?, by_a, by_b, meet);
        to.write(found.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}
