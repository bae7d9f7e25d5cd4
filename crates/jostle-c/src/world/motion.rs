//! Shapes that move through a world, and colliders that slide along floors and walls.

use std::cell::RefCell;
use std::ffi::c_void;

use jostle as j;
use jostle::world as jw;

use super::query::found;
use super::{Asked, Filter, Key, World, edit::edit, known, look::one, read, write};
use crate::border::{given, out, word};
use crate::motion::{Meet, Motion, read_meet, read_motion};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Refusal, Status, guard};
use crate::values::Vec2;

/// What a cast met; world frame.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastFound {
    /// The collider.
    pub key: Key,
    /// No contact with it before this fraction of the motion.
    pub fraction: f32,
    /// A contact lies in [fraction, latest] where `certain`.
    pub latest: f32,
    /// False if it comes nearer than the tolerance, but no contact was proven.
    pub certain: bool,
    /// A point of the collider's boundary at the contact.
    pub point: Vec2,
    /// Unit normal there, outward of the collider.
    pub normal: Vec2,
    /// The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
    pub part: u32,
    /// The number of the edge of that part that is nearest.
    pub edge: u32,
}

impl From<j::CastFound> for CastFound {
    fn from(f: j::CastFound) -> Self {
        Self {
            key: f.key.to_bits(),
            fraction: f.fraction,
            latest: f.latest,
            certain: f.certain,
            point: f.point.into(),
            normal: f.normal.into(),
            part: f.part,
            edge: f.edge,
        }
    }
}

/// Asks with a cast.
///
/// # Safety
/// `by` and `meet` are null or may be read.
unsafe fn cast<A>(
    shape: Placed,
    by: *const Motion,
    meet: *const Meet,
    ask: impl FnOnce(&j::Cast<'_>) -> A,
) -> Answer<A> {
    // SAFETY: passed on.
    let (motion, meet) = unsafe { (read_motion(by)?, read_meet(meet)?) };
    let shape = read_placed(shape)?;
    Ok(ask(&j::Cast { shape: &shape, motion, meet }))
}

/// Finds what a shape that moves meets first; `NONE` if nothing. All else stands still.
///
/// # Safety
/// `by` is null (no motion) or may be read with its parents, `meet` is null (any shared point) or may
/// be read, `filter` is null or points at a filter, and `out_found` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_cast_first(
    world: World,
    shape: Placed,
    by: *const Motion,
    meet: *const Meet,
    filter: *const Filter,
    out_found: *mut CastFound,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_found, "out_found")?, Asked::new(filter)?) };
        let held = read(world)?;
        let ask = |cast: &j::Cast<'_>| held.world.cast_first(cast, &asked.filter());
        // SAFETY: the same.
        let found = unsafe { cast(shape, by, meet, ask)? };
        to.write(found.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Finds all that a shape that moves meets, in the order in which it meets them.
///
/// # Safety
/// As `jostle_world_cast_first`; `out_found` is null or may be written `capacity` times, `out_count`
/// once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_cast_all(
    world: World,
    shape: Placed,
    by: *const Motion,
    meet: *const Meet,
    filter: *const Filter,
    out_found: *mut CastFound,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_found, capacity, out_count);
    // SAFETY: passed on.
    unsafe {
        found(world, filter, to, |world, f| cast(shape, by, meet, |cast| world.cast_all(cast, f)))
    }
}

/// Returns whether a shape that moves meets anything.
///
/// # Safety
/// As `jostle_world_cast_first`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_cast_any(
    world: World,
    shape: Placed,
    by: *const Motion,
    meet: *const Meet,
    filter: *const Filter,
    out_hit: *mut bool,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_hit, "out_hit")?, Asked::new(filter)?) };
        let held = read(world)?;
        let ask = |cast: &j::Cast<'_>| held.world.cast_any(cast, &asked.filter());
        // SAFETY: the same.
        to.write(unsafe { cast(shape, by, meet, ask)? });
        Ok(())
    })
}

/// Finds what a collider would meet first if it moved; `NONE` if nothing. Layers, teams and the pair
/// filter decide as for pairs.
///
/// # Safety
/// As `jostle_world_cast_first`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_cast_key(
    world: World,
    key: Key,
    by: *const Motion,
    filter: *const Filter,
    out_found: *mut CastFound,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_found, "out_found")?, Asked::new(filter)?) };
        // SAFETY: the same.
        let motion = unsafe { read_motion(by)? };
        let held = read(world)?;
        let key = known(&held.world, key)?;
        let found = held.world.cast_key(key, motion, &asked.filter())?;
        to.write(found.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// How a slide on a floor counts its speed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A slope takes what a projection on it takes.
    Project = 0,
    /// As long on slopes as on the level.
    Keep = 1,
    /// The level part stays.
    Level = 2,
}

const PACES: &[jw::Pace] = &[jw::Pace::Project, jw::Pace::Keep, jw::Pace::Level];

/// What a slide does about a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// It blocks; the slide goes on along it.
    Slide = 0,
    /// It ends the slide.
    Stop = 1,
    /// It mirrors the rest of the slide.
    Bounce = 2,
    /// It is reported and does not block.
    Cross = 3,
    /// It is not there.
    Ignore = 4,
}

const RESPONSES: &[jw::Response] = &[
    jw::Response::Slide,
    jw::Response::Stop,
    jw::Response::Bounce,
    jw::Response::Cross,
    jw::Response::Ignore,
];

/// How a slide ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideEnd {
    /// All time is spent.
    Done = 0,
    /// A response stopped it.
    Stopped = 1,
    /// It began in an overlap from which pushes did not free it; nothing moved.
    Stuck = 2,
    /// The legs were used up, at a place free of all blockers.
    OutOfLegs = 3,
}

/// What a character stands on: given to the next slide, it is taken along.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footing {
    /// The collider; 0 is none.
    pub key: Key,
    /// The point in its frame.
    pub point: Vec2,
}

/// What a slide is asked to do; `jostle_slide_by` fills it in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Slide {
    /// The translation asked for.
    pub by: Vec2,
    /// Away from the ground; (0, 0): seen from above, everything is a wall.
    pub up: Vec2,
    /// The steepest floor, in radians from the level.
    pub max_slope: f32,
    /// The highest ledge that is stepped over.
    pub step: f32,
    /// How far below a floor may lie that is followed downhill.
    pub snap: f32,
    /// The distance kept from others, for looks; 0 is exact.
    pub skin: f32,
    /// A `JostlePace`.
    pub pace: i32,
    /// The most straight parts of the way.
    pub legs: u32,
    /// What it stood on after the last slide.
    pub footing: Footing,
}

/// Something that a slide met.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideTouch {
    /// The collider.
    pub key: Key,
    /// A `JostleResponse`.
    pub response: i32,
    /// The part of the slide before it, in [0, 1].
    pub fraction: f32,
    /// A point of the collider.
    pub point: Vec2,
    /// Unit normal, outward of the collider.
    pub normal: Vec2,
}

/// What a slide did; world frame. A normal of (0, 0) is none.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Slid {
    /// The whole way.
    pub moved: Vec2,
    /// The part that pushed it out of an overlap at the start.
    pub pushed: Vec2,
    /// The part that a platform carried it.
    pub carried: Vec2,
    /// What is left of what was asked for.
    pub left: Vec2,
    /// How high it stepped.
    pub stepped: f32,
    /// How far it was put down to a floor.
    pub snapped: f32,
    /// The normal of the floor that it stands on.
    pub floor: Vec2,
    /// The normal of a wall that it touches.
    pub wall: Vec2,
    /// The normal of a ceiling that it touches.
    pub ceiling: Vec2,
    /// What it stands on, for the next slide.
    pub footing: Footing,
    /// A `JostleSlideEnd`.
    pub end: i32,
    /// What it met, in order; until the next slide on this thread.
    pub touches: *const SlideTouch,
    /// How many there are.
    pub touch_count: usize,
}

/// Answers what a slide does about a collider, a `JostleResponse`; it must not throw.
pub type Respond = Option<unsafe extern "C" fn(key: Key, data: u64, user: *mut c_void) -> i32>;

thread_local! {
    static TOUCHES: RefCell<Vec<SlideTouch>> = const { RefCell::new(Vec::new()) };
}

fn slid(slid: &jw::Slid) -> Slid {
    let (touches, touch_count) = TOUCHES.with_borrow_mut(|all| {
        all.clear();
        all.extend(slid.touches.iter().map(|touch| SlideTouch {
            key: touch.key.to_bits(),
            response: RESPONSES.iter().position(|r| *r == touch.response).unwrap_or(0) as i32,
            fraction: touch.fraction,
            point: touch.point.into(),
            normal: touch.normal.into(),
        }));
        (all.as_ptr(), all.len())
    });
    let normal = |normal: Option<j::Vec2>| normal.unwrap_or_default().into();
    let none = Footing { key: 0, point: Vec2::default() };
    Slid {
        moved: slid.moved.into(),
        pushed: slid.pushed.into(),
        carried: slid.carried.into(),
        left: slid.left.into(),
        stepped: slid.stepped,
        snapped: slid.snapped,
        floor: normal(slid.floor),
        wall: normal(slid.wall),
        ceiling: normal(slid.ceiling),
        footing: slid.footing.map_or(none, |footing| Footing {
            key: footing.key.to_bits(),
            point: footing.point.into(),
        }),
        end: match slid.end {
            jw::SlideEnd::Done => SlideEnd::Done,
            jw::SlideEnd::Stopped => SlideEnd::Stopped,
            jw::SlideEnd::Stuck => SlideEnd::Stuck,
            jw::SlideEnd::OutOfLegs => SlideEnd::OutOfLegs,
        } as i32,
        touches,
        touch_count,
    }
}

impl Slide {
    fn read(&self) -> Answer<jw::Slide> {
        let slide = jw::Slide::by(self.by.x, self.by.y);
        let is_flat = self.up == Vec2::default();
        let point = self.footing.point.into();
        Ok(jw::Slide {
            up: (!is_flat).then(|| self.up.into()),
            max_slope: self.max_slope,
            step: self.step,
            snap: self.snap,
            skin: self.skin,
            pace: word(self.pace, PACES, "JostlePace")?,
            legs: self.legs,
            footing: j::Key::from_bits(self.footing.key).map(|key| jw::Footing { key, point }),
            ..slide
        })
    }
}

/// Returns a slide by (x, y) seen from above, with the values that the library begins with.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_slide_by(x: f32, y: f32) -> Slide {
    let slide = jw::Slide::by(x, y);
    Slide {
        by: Vec2 { x, y },
        up: Vec2::default(),
        max_slope: slide.max_slope,
        step: slide.step,
        snap: slide.snap,
        skin: slide.skin,
        pace: 0,
        legs: slide.legs,
        footing: Footing { key: 0, point: Vec2::default() },
    }
}

/// Computes a slide. Without a function all block; what is no response refuses the slide.
///
/// # Safety
/// `slide` is null or may be read, and `respond` may be called with `user`.
unsafe fn slide_try(
    world: &j::World<u64>,
    key: j::Key,
    slide: *const Slide,
    respond: Respond,
    user: *mut c_void,
) -> Answer<jw::Slid> {
    // SAFETY: by the promise above.
    let slide = unsafe { given(slide, "slide")?.read()? };
    let mut refused = None;
    let slid = world.slide_try(key, &slide, |other| {
        let Some(respond) = respond else { return jw::Response::Slide };
        if refused.is_some() {
            return jw::Response::Stop;
        }
        // SAFETY: the same.
        let answer = unsafe { respond(other.key.to_bits(), *other.data, user) };
        word(answer, RESPONSES, "JostleResponse").unwrap_or_else(|refusal| {
            refused = Some(refusal);
            jw::Response::Stop
        })
    });
    refused.map_or_else(|| Ok(slid?), Err)
}

/// Moves a collider along floors and walls. At the end it overlaps no blocker, exactly. Without
/// `respond` all block. The function may ask the world and not edit it; if it answers what is no
/// response, nothing moves.
///
/// # Safety
/// `slide` may be read, `respond` may be called with `user`, and `out_slid` is null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_slide(
    world: World,
    key: Key,
    slide: *const Slide,
    respond: Respond,
    user: *mut c_void,
    out_slid: *mut Slid,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_slid, "out_slid")? };
        let (key, done) = {
            let held = read(world)?;
            let key = known(&held.world, key)?;
            // SAFETY: the same.
            (key, unsafe { slide_try(&held.world, key, slide, respond, user)? })
        };
        let mut held = write(world)?;
        if held.world.transform(key) != Some(done.transform) {
            held.world.set_transform(key, done.transform)?;
        }
        to.write(slid(&done));
        Ok(())
    })
}

/// Computes what `jostle_world_slide` would do, and moves nothing.
///
/// # Safety
/// As `jostle_world_slide`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_slide_try(
    world: World,
    key: Key,
    slide: *const Slide,
    respond: Respond,
    user: *mut c_void,
    out_slid: *mut Slid,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_slid, "out_slid")? };
        let held = read(world)?;
        let key = known(&held.world, key)?;
        // SAFETY: the same.
        to.write(slid(&unsafe { slide_try(&held.world, key, slide, respond, user)? }));
        Ok(())
    })
}

/// Makes a collider block what comes against a direction only; null makes it block from all sides.
///
/// # Safety
/// `direction` is null or may be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_set_one_way(
    world: World,
    key: Key,
    direction: *const Vec2,
) -> Status {
    let direction = if direction.is_null() {
        None
    } else {
        // SAFETY: by the promise above.
        match unsafe { given(direction, "direction") } {
            Ok(direction) => Some(j::Vec2::from(*direction)),
            Err(refusal) => return guard(|| Err(refusal)),
        }
    };
    edit(world, key, |world, key| world.set_one_way(key, direction))
}

/// Makes a collider take along what stands on it when it moves, or no more.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_platform(world: World, key: Key, platform: bool) -> Status {
    edit(world, key, |world, key| world.set_platform(key, platform))
}

/// Returns the direction out of which a collider blocks; `NONE` if from all sides.
///
/// # Safety
/// `out_direction` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_one_way(
    world: World,
    key: Key,
    out_direction: *mut Vec2,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.one_way(key).map(Vec2::from));
    // SAFETY: passed on.
    unsafe { one(world, key, out_direction, "out_direction", ask) }
}

/// Returns `true` if a collider takes along what stands on it.
///
/// # Safety
/// `out_platform` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_is_platform(
    world: World,
    key: Key,
    out_platform: *mut bool,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.is_platform(key));
    // SAFETY: passed on.
    unsafe { one(world, key, out_platform, "out_platform", ask) }
}
