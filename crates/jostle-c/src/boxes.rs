//! Two rectangles as host libraries have them, in one call without an object: a local rectangle and
//! a matrix each.

use jostle as j;

use crate::border::{given, out, word};
use crate::pair::{Placed, keep_placed};
use crate::status::{Answer, Status, guard};
use crate::values::{Aabb, Affine, Contact, Gap, Level, Relation, StagedTest};

/// A rectangle under a transform: what an object of SFML gives by `getLocalBounds` and
/// `getTransform`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBox {
    /// The rectangle in its own frame.
    pub local: Aabb,
    /// From that frame to the world.
    pub transform: Affine,
}

fn placed(of: &LocalBox) -> Answer<j::Placed> {
    let j::Aabb { min, max } = of.local.into();
    // In 64 bits, so that the middle of a box that does not begin at 0 is rounded once.
    let middle = |a: f32, b: f32| ((f64::from(a) + f64::from(b)) * 0.5) as f32;
    let half = |a: f32, b: f32| ((f64::from(b) - f64::from(a)) * 0.5) as f32;
    let center = j::Vec2::new(middle(min.x, max.x), middle(min.y, max.y));
    let half = j::Vec2::new(half(min.x, max.x), half(min.y, max.y));
    let shape = j::Shape::rect_half_at(center, half, j::Rot::IDENTITY)?;
    Ok(shape.place(of.transform.into())?)
}

unsafe fn both<T>(
    a: *const LocalBox,
    b: *const LocalBox,
    to: *mut T,
    ask: impl FnOnce(&j::Placed, &j::Placed) -> Answer<T>,
) -> Status {
    guard(|| {
        // SAFETY: by the promises below: each is null or valid.
        let (a, b, to) = unsafe { (given(a, "a")?, given(b, "b")?, out(to, "out")?) };
        to.write(ask(&placed(a)?, &placed(b)?)?);
        Ok(())
    })
}

/// Puts a rectangle into the world.
///
/// # Safety
/// `of` is null or points at a box; `out_placed` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_place(of: *const LocalBox, out_placed: *mut Placed) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (of, to) = unsafe { (given(of, "of")?, out(out_placed, "out_placed")?) };
        to.write(keep_placed(placed(of)?)?);
        Ok(())
    })
}

/// Returns `true` if two rectangles share a point; touching counts.
///
/// # Safety
/// `a` and `b` are null or point at boxes; `out_hit` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_overlaps(
    a: *const LocalBox,
    b: *const LocalBox,
    out_hit: *mut bool,
) -> Status {
    // SAFETY: passed on.
    unsafe { both(a, b, out_hit, |a, b| Ok(a.overlaps(b))) }
}

/// Returns `true` if the interiors of two rectangles share a point.
///
/// # Safety
/// As `jostle_box_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_overlaps_interior(
    a: *const LocalBox,
    b: *const LocalBox,
    out_hit: *mut bool,
) -> Status {
    // SAFETY: passed on.
    unsafe { both(a, b, out_hit, |a, b| Ok(a.overlaps_interior(b))) }
}

/// Tests two rectangles stage by stage, no further than `level`, a `JostleLevel`.
///
/// # Safety
/// As `jostle_box_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_test_until(
    a: *const LocalBox,
    b: *const LocalBox,
    level: i32,
    out_test: *mut StagedTest,
) -> Status {
    let ask = |a: &j::Placed, b: &j::Placed| {
        Ok(a.test_until(b, word(level, Level::WORDS, "JostleLevel")?).into())
    };
    // SAFETY: passed on.
    unsafe { both(a, b, out_test, ask) }
}

/// Reports how two rectangles lie to each other.
///
/// # Safety
/// As `jostle_box_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_relation(
    a: *const LocalBox,
    b: *const LocalBox,
    out_relation: *mut Relation,
) -> Status {
    // SAFETY: passed on.
    unsafe { both(a, b, out_relation, |a, b| Ok(a.relation(b).into())) }
}

/// Finds the contact of two rectangles; `NONE` when they are apart.
///
/// # Safety
/// As `jostle_box_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_contact(
    a: *const LocalBox,
    b: *const LocalBox,
    out_contact: *mut Contact,
) -> Status {
    let ask =
        |a: &j::Placed, b: &j::Placed| Ok(a.contact(b).ok_or(crate::status::Refusal::NONE)?.into());
    // SAFETY: passed on.
    unsafe { both(a, b, out_contact, ask) }
}

/// Measures the signed separation of two rectangles.
///
/// # Safety
/// As `jostle_box_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_box_gap(
    a: *const LocalBox,
    b: *const LocalBox,
    out_gap: *mut Gap,
) -> Status {
    // SAFETY: passed on.
    unsafe { both(a, b, out_gap, |a, b| Ok(a.gap(b).into())) }
}
