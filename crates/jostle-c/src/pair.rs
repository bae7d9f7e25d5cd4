//! Placed shapes, and every question about a pair of them.

use jostle as j;
use jostle::query::OverlapMethod;

use crate::border::{Buffer, extent, finite, list, out, vec2, word};
use crate::rings::{Rings, keep_outline, keep_region};
use crate::shape::{Shape, keep};
use crate::status::{Answer, Refusal, Status, guard};
use crate::table::{Reading, Table};
use crate::texts::{Bytes, keep_text};
use crate::values::{
    Aabb, BuiltinMethod, Closest, Contact, Crossing, Gap, Inside, Interval, Level, Manifold,
    OrientedBox, RayHit, Relation, StagedTest, Vec2, Verdict,
};

/// A shape in the world, ready for every question; free it with `jostle_placed_free`. An id of 0 is
/// none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The handle.
    pub id: u64,
}

static PLACED: Table<j::Placed> = Table::new("placed shape");

pub(crate) fn keep_placed(placed: j::Placed) -> Answer<Placed> {
    Ok(Placed { id: PLACED.keep(placed)? })
}

pub(crate) fn read_placed(placed: Placed) -> Answer<Reading<'static, j::Placed>> {
    PLACED.read(placed.id)
}

/// Answers a question about one shape; `None` is `NONE`.
unsafe fn one<A, T>(
    placed: Placed,
    to: *mut T,
    what: &str,
    ask: impl FnOnce(&j::Placed) -> Answer<Option<A>>,
) -> Status
where
    T: From<A>,
{
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(to, what)? };
        to.write(ask(&*read_placed(placed)?)?.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Answers a question about two shapes; `None` is `NONE`.
unsafe fn two<A, T>(
    a: Placed,
    b: Placed,
    to: *mut T,
    what: &str,
    ask: impl FnOnce(&j::Placed, &j::Placed) -> Option<A>,
) -> Status
where
    T: From<A>,
{
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(to, what)? };
        let (a, b) = (read_placed(a)?, read_placed(b)?);
        to.write(ask(&a, &b).ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Returns `true` if two shapes share a point; touching counts.
///
/// # Safety
/// `out_hit` is null or may be written; this holds for all answers below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps(a: Placed, b: Placed, out_hit: *mut bool) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_hit, "out_hit", |a, b| Some(a.overlaps(b))) }
}

/// Returns `true` if the interiors of two shapes share a point: the strict reading.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps_interior(
    a: Placed,
    b: Placed,
    out_hit: *mut bool,
) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_hit, "out_hit", |a, b| Some(a.overlaps_interior(b))) }
}

/// Returns `true` if two shapes are separated, touching or overlapping, exactly.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_verdict(a: Placed, b: Placed, out_verdict: *mut Verdict) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_verdict, "out_verdict", |a, b| Some(a.verdict(b))) }
}

/// Tests two shapes stage by stage, no further than `level`, a `JostleLevel`; touching counts.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_test_until(
    a: Placed,
    b: Placed,
    level: i32,
    out_test: *mut StagedTest,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_test, "out_test")? };
        let level = word(level, Level::WORDS, "JostleLevel")?;
        to.write(read_placed(a)?.test_until(&*read_placed(b)?, level).into());
        Ok(())
    })
}

/// Returns `true` if two shapes collide by a method, a `JostleBuiltinMethod`.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_hit(
    a: Placed,
    b: Placed,
    method: i32,
    out_hit: *mut bool,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_hit, "out_hit")? };
        let method = word(method, BuiltinMethod::WORDS, "JostleBuiltinMethod")?;
        to.write(method.hit(&*read_placed(a)?, &*read_placed(b)?));
        Ok(())
    })
}

/// Reports how two shapes lie to each other.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_relation(
    a: Placed,
    b: Placed,
    out_relation: *mut Relation,
) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_relation, "out_relation", |a, b| Some(a.relation(b))) }
}

/// Counts the pairs of edges whose boxes overlap, up to a limit, before a question is asked that takes
/// time in proportion to them; two convex parts are one pair.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_candidate_count(
    a: Placed,
    b: Placed,
    limit: usize,
    out_count: *mut usize,
) -> Status {
    let count = |a: &j::Placed, b: &j::Placed| Some(a.candidate_count(b, limit));
    // SAFETY: passed on.
    unsafe { two(a, b, out_count, "out_count", count) }
}

/// Returns `true` if b lies in a, boundary contact allowed.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contains(a: Placed, b: Placed, out_hit: *mut bool) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_hit, "out_hit", |a, b| Some(a.contains(b))) }
}

/// Returns `true` if a shape holds a point, boundary included.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contains_point(
    placed: Placed,
    point: Vec2,
    out_hit: *mut bool,
) -> Status {
    let ask = |placed: &j::Placed| Ok(Some(placed.contains_point(vec2(point, "point")?)));
    // SAFETY: passed on.
    unsafe { one(placed, out_hit, "out_hit", ask) }
}

/// Measures the signed separation of two shapes, with normal and witness points.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_gap(a: Placed, b: Placed, out_gap: *mut Gap) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_gap, "out_gap", |a, b| Some(a.gap(b))) }
}

/// Finds the contact of two shapes; `NONE` when they are apart.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contact(a: Placed, b: Placed, out_contact: *mut Contact) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_contact, "out_contact", |a, b| a.contact(b)) }
}

/// Finds the contacts of two shapes, one for each face that they touch, the deepest first; none
/// when they are apart.
///
/// # Safety
/// `out_contacts` is null or may be written `capacity` times; `out_count` is null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contacts(
    a: Placed,
    b: Placed,
    out_contacts: *mut Contact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let buffer = unsafe { Buffer::new(out_contacts, capacity, out_count, "out_contacts")? };
        let found = read_placed(a)?.contacts(&*read_placed(b)?);
        buffer.fill(found.into_iter().map(Contact::from))
    })
}

/// Returns the translation that moves a out of b; zero if nothing separates.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_contact_push_a(contact: Contact) -> Vec2 {
    crate::status::value(Vec2::default(), || j::Contact::from(contact).push_a().into())
}

/// Returns the translation that moves b out of a; zero if nothing separates.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_contact_push_b(contact: Contact) -> Vec2 {
    crate::status::value(Vec2::default(), || j::Contact::from(contact).push_b().into())
}

/// Finds the contact manifold of two shapes; `NONE` when they are apart.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_manifold(
    a: Placed,
    b: Placed,
    out_manifold: *mut Manifold,
) -> Status {
    // SAFETY: passed on.
    unsafe { two(a, b, out_manifold, "out_manifold", |a, b| a.manifold(b)) }
}

/// Finds the points where two boundaries cross or touch, in order along a.
///
/// # Safety
/// `out_crossings` is null or may be written `capacity` times; `out_count` is null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_crossings(
    a: Placed,
    b: Placed,
    out_crossings: *mut Crossing,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let buffer = unsafe { Buffer::new(out_crossings, capacity, out_count, "out_crossings")? };
        let found = read_placed(a)?.crossings(&*read_placed(b)?);
        buffer.fill(found.into_iter().map(Crossing::from))
    })
}

/// Cuts out the area that two shapes have in common, and measures it; `NONE` if it is unbounded.
/// A tolerance of 0 flattens curves within 2e-6 of the size. `out_rings` may be null.
///
/// # Safety
/// `out_area` and `out_rings` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_region(
    a: Placed,
    b: Placed,
    tolerance: f32,
    out_area: *mut f32,
    out_rings: *mut Rings,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let area = unsafe { out(out_area, "out_area")? };
        let found = read_placed(a)?
            .region(&*read_placed(b)?, extent(tolerance, "tolerance")?)
            .ok_or(Refusal::NONE)?;
        area.write(found.area());
        if !out_rings.is_null() {
            // SAFETY: the same.
            unsafe { out(out_rings, "out_rings")? }.write(keep_region(found)?);
        }
        Ok(())
    })
}

/// Finds where the ray from `origin` over `translation` first hits a shape; `NONE` if it does
/// not. `inside` is a `JostleInside`.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_ray(
    placed: Placed,
    origin: Vec2,
    translation: Vec2,
    inside: i32,
    out_hit: *mut RayHit,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_hit, "out_hit")? };
        let inside = word(inside, Inside::WORDS, "JostleInside")?;
        let from = vec2(origin, "origin")?;
        let by = vec2(translation, "translation")?;
        let hit = read_placed(placed)?.ray(from, by, inside);
        to.write(hit.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Finds the point of a shape that is nearest to a point, with the signed distance.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_closest(
    placed: Placed,
    point: Vec2,
    out_closest: *mut Closest,
) -> Status {
    let ask = |placed: &j::Placed| Ok(Some(placed.closest(vec2(point, "point")?)));
    // SAFETY: passed on.
    unsafe { one(placed, out_closest, "out_closest", ask) }
}

/// Proves the verdict about two shapes: writes a separating axis, a common point, or what stands
/// for them, as JSON in the form of the library's `Why`.
///
/// # Safety
/// `out_json` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_why(a: Placed, b: Placed, out_json: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_json, "out_json")? };
        let why = read_placed(a)?.why(&*read_placed(b)?);
        to.write(keep_text(serde_json::to_string(&why)?)?);
        Ok(())
    })
}

/// Writes the box around a shape, rounded outward; infinite for a half-plane.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_bounds(placed: Placed, out_bounds: *mut Aabb) -> Status {
    // SAFETY: passed on.
    unsafe { one(placed, out_bounds, "out_bounds", |placed| Ok(Some(placed.bounds()))) }
}

/// Writes the box around several shapes; `NONE` for none.
///
/// # Safety
/// `shapes` is null or points at `count` handles; `out_bounds` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_bounds_of(
    shapes: *const Placed,
    count: usize,
    out_bounds: *mut Aabb,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (shapes, to) =
            unsafe { (list(shapes, count, "shapes")?, out(out_bounds, "out_bounds")?) };
        let held: Vec<_> = shapes.iter().map(|s| read_placed(*s)).collect::<Answer<_>>()?;
        to.write(j::query::bounds_of(held.iter().map(|s| &**s)).ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Writes the smallest box in any direction that holds a shape; `NONE` for an unbounded one.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_oriented_bounds(
    placed: Placed,
    out_box: *mut OrientedBox,
) -> Status {
    // SAFETY: passed on.
    unsafe { one(placed, out_box, "out_box", |placed| Ok(placed.oriented_bounds())) }
}

/// Writes the four corners of a placed rectangle in the order of its own frame; `NONE` for others.
///
/// # Safety
/// `out_corners` is null or may be written four times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_corners(placed: Placed, out_corners: *mut Vec2) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_corners.cast::<[Vec2; 4]>(), "out_corners")? };
        to.write(read_placed(placed)?.corners().ok_or(Refusal::NONE)?.map(Vec2::from));
        Ok(())
    })
}

/// Writes the two ends of an edge of a placed rectangle: 0 to 3 for the sides toward −y, +x, +y and
/// −x of its own frame; `NONE` beyond, and for others.
///
/// # Safety
/// `out_ends` is null or may be written twice.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_edge(placed: Placed, number: usize, out_ends: *mut Vec2) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_ends.cast::<[Vec2; 2]>(), "out_ends")? };
        to.write(read_placed(placed)?.edge(number).ok_or(Refusal::NONE)?.map(Vec2::from));
        Ok(())
    })
}

/// Projects a shape on an axis: the range of p·axis over its points.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_project(
    placed: Placed,
    axis: Vec2,
    out_range: *mut Interval,
) -> Status {
    let ask = |placed: &j::Placed| Ok(Some(placed.project(vec2(axis, "axis")?)));
    // SAFETY: passed on.
    unsafe { one(placed, out_range, "out_range", ask) }
}

/// Measures the area; `NONE` for an unbounded shape.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_area(placed: Placed, out_area: *mut f32) -> Status {
    // SAFETY: passed on.
    unsafe { one(placed, out_area, "out_area", |placed| Ok(placed.area())) }
}

/// Measures the length of the boundary; `NONE` for an unbounded shape.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_perimeter(placed: Placed, out_length: *mut f32) -> Status {
    // SAFETY: passed on.
    unsafe { one(placed, out_length, "out_length", |placed| Ok(placed.perimeter())) }
}

/// Finds the centroid; `NONE` for an unbounded shape.
///
/// # Safety
/// As `jostle_overlaps`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_centroid(placed: Placed, out_point: *mut Vec2) -> Status {
    // SAFETY: passed on.
    unsafe { one(placed, out_point, "out_point", |placed| Ok(placed.centroid())) }
}
/// Lists the lines of the boundary, curves flattened within `tolerance` (0 stands for 1e-4 of the
/// size); half-planes are drawn across `window`.
///
/// # Safety
/// `out_rings` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_outline(
    placed: Placed,
    tolerance: f32,
    window: Aabb,
    out_rings: *mut Rings,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_rings, "out_rings")? };
        let (tolerance, window) = (extent(tolerance, "tolerance")?, finite(window, "window")?);
        to.write(keep_outline(read_placed(placed)?.outline(tolerance, window))?);
        Ok(())
    })
}
/// Makes a copy of a placed shape, moved by a vector.
///
/// # Safety
/// `out_placed` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_placed_moved(
    placed: Placed,
    offset: Vec2,
    out_placed: *mut Placed,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_placed, "out_placed")? };
        let moved = read_placed(placed)?.moved(vec2(offset, "offset")?);
        to.write(keep_placed(moved)?);
        Ok(())
    })
}
/// Makes a copy of a placed shape.
///
/// # Safety
/// `out_placed` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_placed_clone(placed: Placed, out_placed: *mut Placed) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_placed, "out_placed")? };
        let copy = read_placed(placed)?.clone();
        to.write(keep_placed(copy)?);
        Ok(())
    })
}
/// Frees a placed shape.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_placed_free(placed: Placed) -> Status {
    guard(|| PLACED.take(placed.id).map(drop))
}
/// A shape that `jostle_weld` made.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct WeldGroup {
    /// The outline or the chain, in the world's frame; the caller frees it.
    pub shape: Shape,
    /// The number of the first shape that it replaces.
    pub first: usize,
}
/// A shape that takes part in no weld, in the list of `jostle_weld`.
pub const UNWELDED: usize = usize::MAX;

/// Welds neighboring tiles into one outline each, and chains that meet end to end into one each.
/// Writes the new shapes, and for each of the `count` shapes the number of the weld that replaces
/// it, or `JOSTLE_UNWELDED`. There are never more welds than shapes.
///
/// # Safety
/// `shapes` is null or points at `count` handles; `out_welds` and `out_of` are null or may be
/// written `count` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_weld(
    shapes: *const Placed,
    count: usize,
    out_welds: *mut WeldGroup,
    out_of: *mut usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let shapes = unsafe { list(shapes, count, "shapes")? };
        // SAFETY: the same.
        let buffer = unsafe { Buffer::new(out_welds, count, out_count, "out_welds")? };
        let mut number = 0_usize;
        // SAFETY: the same.
        let of = unsafe { Buffer::new(out_of, count, &raw mut number, "out_of")? };
        let held = shapes.iter().map(|s| read_placed(*s).map(|s| s.clone()));
        let held = held.collect::<Answer<Vec<j::Placed>>>()?;
        let welded = j::shape::weld(&held);
        let mut replaced = vec![UNWELDED; count];
        let mut welds = Vec::with_capacity(welded.welds.len());
        for (number, weld) in welded.welds.into_iter().enumerate() {
            for from in &weld.from {
                replaced[*from] = number;
            }
            let first = weld.from.first().copied().unwrap_or(UNWELDED);
            welds.push(WeldGroup { shape: keep(weld.shape)?, first });
        }
        of.fill(replaced.into_iter())?;
        buffer.fill(welds.into_iter())
    })
}
