//! Vectors, ranges, boxes and affine maps: functions of values, which cannot fail.

use jostle as j;

use crate::border::{all_finite, list, out, text};
use crate::status::{Answer, Refusal, Status, guard, value};
use crate::texts::{Bytes, keep_text};
use crate::values::{Aabb, Affine, Interval, Rot, TransformParts, Vec2};
use core::ffi::c_char;

const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

/// Returns a·b.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_vec2_dot(a: Vec2, b: Vec2) -> f32 {
    value(0.0, || j::Vec2::from(a).dot(b))
}

/// Returns the cross product: above 0 where b turns from a toward y.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_vec2_cross(a: Vec2, b: Vec2) -> f32 {
    value(0.0, || j::Vec2::from(a).cross(b))
}

/// Returns the length.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_vec2_length(v: Vec2) -> f32 {
    value(0.0, || j::Vec2::from(v).length())
}

/// Projects a vector onto an axis of any length; zero where the axis is.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_vec2_project_onto(v: Vec2, axis: Vec2) -> Vec2 {
    value(ZERO, || j::Vec2::from(v).project_onto(axis).into())
}

/// Returns the rotation by an angle in radians, x toward y.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_rot_from_radians(angle: f32) -> Rot {
    value(Rot { cos: 1.0, sin: 0.0 }, || j::Rot::from_radians(angle).into())
}

/// Returns the rotation by an angle in degrees; multiples of 90 are exact.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_rot_from_degrees(angle: f32) -> Rot {
    value(Rot { cos: 1.0, sin: 0.0 }, || j::Rot::from_degrees(angle).into())
}

/// Turns degrees into radians, as files do.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_degrees_to_radians(degrees: f32) -> f32 {
    value(0.0, || j::degrees_to_radians(degrees))
}

/// Exchanges the ends of a range that has them the wrong way round.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_sorted(range: Interval) -> Interval {
    value(range, || j::Interval::from(range).sorted().into())
}

/// Returns `true` if two ranges share a number; touching counts.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_overlaps(a: Interval, b: Interval) -> bool {
    value(false, || j::Interval::from(a).overlaps(b.into()))
}

/// Returns the range from the least to the greatest end of two.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_union(a: Interval, b: Interval) -> Interval {
    value(a, || j::Interval::from(a).union(b.into()).into())
}

/// Extends a range until it holds a number.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_extend(range: Interval, number: f32) -> Interval {
    value(range, || j::Interval::from(range).extend(number).into())
}

/// Returns the number of a range that is nearest to a number.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_clamp(range: Interval, number: f32) -> f32 {
    value(number, || j::Interval::from(range).clamp(number))
}

/// Writes the intersection of two ranges; `NONE` if they have none.
///
/// # Safety
/// `out_common` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_interval_intersection(
    a: Interval,
    b: Interval,
    out_common: *mut Interval,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_common, "out_common")? };
        to.write(j::Interval::from(a).intersection(b.into()).ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Returns the length of a range.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_interval_length(range: Interval) -> f32 {
    value(0.0, || j::Interval::from(range).length())
}

/// Makes the box between two corners, in any order.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_new(a: Vec2, b: Vec2) -> Aabb {
    value(Aabb { min: a, max: b }, || j::Aabb::new(a, b).into())
}

/// Returns `true` if two boxes share a point; touching counts.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_overlaps(a: Aabb, b: Aabb) -> bool {
    value(false, || j::Aabb::from(a).overlaps(b.into()))
}

/// Returns `true` if the interiors of two boxes share a point, as SFML and PixiJS have it.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_overlaps_interior(a: Aabb, b: Aabb) -> bool {
    value(false, || j::Aabb::from(a).overlaps_interior(b.into()))
}

/// Writes the intersection of two boxes; `NONE` if they have none.
///
/// # Safety
/// `out_common` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_aabb_intersection(
    a: Aabb,
    b: Aabb,
    out_common: *mut Aabb,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_common, "out_common")? };
        to.write(j::Aabb::from(a).intersection(b.into()).ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Returns the box around two boxes.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_union(a: Aabb, b: Aabb) -> Aabb {
    value(a, || j::Aabb::from(a).union(b.into()).into())
}

/// Returns `true` if a box holds a point, boundary included.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_contains(bounds: Aabb, point: Vec2) -> bool {
    value(false, || j::Aabb::from(bounds).contains(point))
}

/// Returns the middle of a box.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_center(bounds: Aabb) -> Vec2 {
    value(ZERO, || j::Aabb::from(bounds).center().into())
}

/// Returns half the sides of a box.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_aabb_half_extents(bounds: Aabb) -> Vec2 {
    value(ZERO, || j::Aabb::from(bounds).half_extents().into())
}

/// Returns the map that moves by (x, y); `jostle_affine_at(0, 0)` changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_at(x: f32, y: f32) -> Affine {
    value(Affine::IDENTITY, || j::Affine::at((x, y)).into())
}

/// Returns the parts of a transform that changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_transform_parts_default() -> TransformParts {
    j::TransformParts::default().into()
}

/// Makes a map from the parts of a transform, as PixiJS composes them.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_from_parts(parts: TransformParts) -> Affine {
    value(Affine::IDENTITY, || j::Affine::from_parts(parts.into()).into())
}

/// Turns by radians before the map, x toward y.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_rotated(map: Affine, radians: f32) -> Affine {
    value(map, || j::Affine::from(map).rotated(radians).into())
}

/// Turns by a rotation before the map.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_rotated_by(map: Affine, rot: Rot) -> Affine {
    value(map, || j::Affine::from(map).rotated_by(rot.into()).into())
}

/// Scales before the map.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_scaled(map: Affine, sx: f32, sy: f32) -> Affine {
    value(map, || j::Affine::from(map).scaled(sx, sy).into())
}

/// Skews by radians before the map, as PixiJS does.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_skewed(map: Affine, kx: f32, ky: f32) -> Affine {
    value(map, || j::Affine::from(map).skewed(kx, ky).into())
}

/// Puts the local point (x, y) where the map had put the origin.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_pivoted(map: Affine, x: f32, y: f32) -> Affine {
    value(map, || j::Affine::from(map).pivoted((x, y)).into())
}

/// Puts a map below a parent: first the map, then the parent.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_under(map: Affine, parent: Affine) -> Affine {
    value(map, || j::Affine::from(map).under(&parent.into()).into())
}

/// Moves after the map.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_moved(map: Affine, offset: Vec2) -> Affine {
    value(map, || j::Affine::from(map).moved(offset).into())
}

/// Maps a point.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_transform_point(map: Affine, point: Vec2) -> Vec2 {
    value(point, || j::Affine::from(map).transform_point(point).into())
}

/// Maps a vector: without the translation.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_transform_vector(map: Affine, vector: Vec2) -> Vec2 {
    value(vector, || j::Affine::from(map).transform_vector(vector).into())
}

/// Writes the inverse map; `NONE` if there is none that finite floats hold.
///
/// # Safety
/// `out_inverse` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_affine_inverse(map: Affine, out_inverse: *mut Affine) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_inverse, "out_inverse")? };
        to.write(j::Affine::from(map).inverse().ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Returns `true` if all six numbers are finite.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_affine_is_finite(map: Affine) -> bool {
    value(false, || j::Affine::from(map).is_finite())
}

/// Reads the JSON form of a transform.
///
/// # Safety
/// `json` is null or points at `length` bytes; `out_map` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_affine_from_json(
    json: *const c_char,
    length: usize,
    out_map: *mut Affine,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (json, to) = unsafe { (text(json, length, "json")?, out(out_map, "out_map")?) };
        to.write(j::Affine::from_json(&parsed(json)?)?.into());
        Ok(())
    })
}

/// Writes the JSON form of a transform.
///
/// # Safety
/// `out_json` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_affine_to_json(map: Affine, out_json: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_json, "out_json")? };
        to.write(keep_text(j::Affine::from(map).to_json().to_string())?);
        Ok(())
    })
}

/// Reads JSON within the library's limits.
pub(crate) fn parsed(json: &str) -> Answer<serde_json::Value> {
    if json.len() > j::json::limits::MAX_BYTES {
        let message = format!(
            "the text has {} bytes; {} may be read",
            json.len(),
            j::json::limits::MAX_BYTES
        );
        return Err(Refusal::new(Status::TooMany, message));
    }
    Ok(serde_json::from_str(json)?)
}

/// Writes the four corners of a turned box, in positive order.
///
/// # Safety
/// `out_corners` is null or may be written four times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_oriented_box_corners(
    turned: crate::values::OrientedBox,
    out_corners: *mut Vec2,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_corners.cast::<[Vec2; 4]>(), "out_corners")? };
        to.write(j::query::OrientedBox::from(turned).corners().map(Vec2::from));
        Ok(())
    })
}

/// Projects an edge on an axis: the range of p·axis over its points.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_project_edge(from: Vec2, to: Vec2, axis: Vec2) -> Interval {
    value(Interval::default(), || j::query::project_edge([from.into(), to.into()], axis).into())
}

/// Writes a point that two closed segments share; `NONE` if there is none.
///
/// # Safety
/// `a` and `b` are null or point at two points each; `out_crossing` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_intersect_segments(
    a: *const Vec2,
    b: *const Vec2,
    out_crossing: *mut crate::values::LineCrossing,
) -> Status {
    // SAFETY: passed on.
    unsafe { lines(a, b, out_crossing, j::query::intersect_segments) }
}

/// Writes where the infinite lines through two pairs of points cross; `NONE` if they are
/// parallel.
///
/// # Safety
/// As `jostle_intersect_segments`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_intersect_lines(
    a: *const Vec2,
    b: *const Vec2,
    out_crossing: *mut crate::values::LineCrossing,
) -> Status {
    // SAFETY: passed on.
    unsafe { lines(a, b, out_crossing, j::query::intersect_lines) }
}

unsafe fn lines(
    a: *const Vec2,
    b: *const Vec2,
    out_crossing: *mut crate::values::LineCrossing,
    ask: fn([j::Vec2; 2], [j::Vec2; 2]) -> Option<j::query::LineCrossing>,
) -> Status {
    guard(|| {
        // SAFETY: by the callers' promises.
        let (a, b) = unsafe { (list(a, 2, "a")?, list(b, 2, "b")?) };
        // SAFETY: the same.
        let to = unsafe { out(out_crossing, "out_crossing")? };
        let (a, b) = (all_finite(a, "a")?, all_finite(b, "b")?);
        to.write(ask([a[0], a[1]], [b[0], b[1]]).ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}
