//! Shapes in their own local frame, and placing them.

use core::ffi::c_char;
use std::sync::Arc;

use jostle as j;

use crate::border::{given, list, out, text, word};
use crate::numbers::parsed;
use crate::pair::{Placed, keep_placed};
use crate::status::{Answer, Refusal, Status, guard};
use crate::table::Table;
use crate::texts::{Bytes, keep_text};
use crate::values::{Affine, ChainEnds, Rot, Sidedness, Vec2, points};

/// A shape; free it with `jostle_shape_free`. An id of 0 is none. Objects that were made from it stay
/// when it is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The handle.
    pub id: u64,
}

/// Points of one ring, as an argument.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// The points.
    pub points: *const Vec2,
    /// How many there are.
    pub count: usize,
}

/// A part of a compound.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// What.
    pub shape: Shape,
    /// Where, in the frame of the compound.
    pub transform: Affine,
}

static SHAPES: Table<Arc<j::Shape>> = Table::new("shape");

pub(crate) fn keep(shape: j::Shape) -> Answer<Shape> {
    keep_shared(Arc::new(shape))
}

pub(crate) fn keep_shared(shape: Arc<j::Shape>) -> Answer<Shape> {
    Ok(Shape { id: SHAPES.keep(shape)? })
}

pub(crate) fn shared(shape: Shape) -> Answer<Arc<j::Shape>> {
    SHAPES.read(shape.id).map(|held| held.clone())
}

/// Writes the shape that a constructor makes.
pub(crate) unsafe fn made<E>(
    out_shape: *mut Shape,
    make: impl FnOnce() -> Result<j::Shape, E>,
) -> Status
where
    Refusal: From<E>,
{
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(out_shape, "out_shape")? };
        to.write(keep(make()?)?);
        Ok(())
    })
}

/// Makes a point.
///
/// # Safety
/// `out_shape` is null or may be written; this holds of all constructors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_point(at: Vec2, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::point(at)) }
}

/// Makes a closed segment.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_segment(a: Vec2, b: Vec2, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::segment(a, b)) }
}

/// Makes a disc around the origin.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_circle(radius: f32, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::circle(radius)) }
}

/// Makes a disc.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_circle_at(
    center: Vec2,
    radius: f32,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::circle_at(center, radius)) }
}

/// Makes a segment thickened by a radius.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_capsule(
    a: Vec2,
    b: Vec2,
    radius: f32,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::capsule(a, b, radius)) }
}

/// Makes an upright rectangle around the origin from its half extents.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_rect_half(half: Vec2, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::rect_half(half)) }
}

/// Makes an upright rectangle around the origin from its width and height.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_rect_size(size: Vec2, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::rect_size(size)) }
}

/// Makes a rectangle from its center, its half extents and its rotation.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_rect_half_at(
    center: Vec2,
    half: Vec2,
    rot: Rot,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::rect_half_at(center, half, rot.into())) }
}

/// Makes an ellipse around the origin from its half axes.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_ellipse(radii: Vec2, out_shape: *mut Shape) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::ellipse(radii)) }
}

/// Makes an ellipse from its middle, its half axes and its rotation.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_ellipse_at(
    center: Vec2,
    radii: Vec2,
    rot: Rot,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::ellipse_at(center, radii, rot.into())) }
}

/// Makes the half-plane of all points p with normal · p ≤ offset.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_half_plane(
    normal: Vec2,
    offset: f32,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::half_plane(normal, offset)) }
}

/// Makes a triangle.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_triangle(
    a: Vec2,
    b: Vec2,
    c: Vec2,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || j::Shape::triangle(a, b, c)) }
}

/// Makes a solid polygon, convex or concave, of any winding.
///
/// # Safety
/// `outline` is null or points at `count` points; `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_polygon(
    outline: *const Vec2,
    count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        Ok(j::Shape::polygon(points(unsafe { list(outline, count, "outline")? }))?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes a solid polygon with holes.
///
/// # Safety
/// `outer` is null or points at `count` points, `holes` is null or at `hole_count` lists of points;
/// `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_polygon_with_holes(
    outer: *const Vec2,
    count: usize,
    holes: *const Points,
    hole_count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        let (outer, holes) =
            unsafe { (list(outer, count, "outer")?, list(holes, hole_count, "holes")?) };
        // SAFETY: the same.
        let ring = |hole: &Points| unsafe { list(hole.points, hole.count, "holes[i].points") };
        let holes: Vec<&[Vec2]> = holes.iter().map(ring).collect::<Answer<_>>()?;
        Ok(j::Shape::polygon_with_holes(points(outer), holes.into_iter().map(points))?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes the convex hull of points.
///
/// # Safety
/// As `jostle_shape_polygon`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_hull(
    all: *const Vec2,
    count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        Ok(j::Shape::hull(points(unsafe { list(all, count, "all")? }))?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes a hollow line. `ends` is a `JostleChainEnds`, `sided` a `JostleSidedness`.
///
/// # Safety
/// As `jostle_shape_polygon`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_chain(
    line: *const Vec2,
    count: usize,
    ends: i32,
    sided: i32,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        let (ends, sided) = (
            word(ends, ChainEnds::WORDS, "JostleChainEnds")?,
            word(sided, Sidedness::WORDS, "JostleSidedness")?,
        );
        // SAFETY: by the promise above.
        Ok(j::Shape::chain(points(unsafe { list(line, count, "line")? }), ends, sided)?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes the union of shapes.
///
/// # Safety
/// `parts` is null or points at `count` parts; `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_compound(
    parts: *const Part,
    count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        let parts = unsafe { list(parts, count, "parts")? };
        let part = |p: &Part| Ok(((*shared(p.shape)?).clone(), p.transform.into()));
        let parts: Vec<(j::Shape, j::Affine)> = parts.iter().map(part).collect::<Answer<_>>()?;
        Ok(j::Shape::compound(parts)?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes a pixel mask from rows of 64-bit words: pixel (i, j) is solid if bit i % 64 of word i / 64
/// of row j is 1; a row has ⌈width / 64⌉ words.
///
/// # Safety
/// `words` is null or points at `word_count` words; `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_mask(
    width: u32,
    height: u32,
    words: *const u64,
    word_count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        let words = unsafe { list(words, word_count, "words")? };
        Ok(j::Shape::mask(width, height, words.iter().copied())?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Makes a tile grid of empty and full cells from rows of 64-bit words, as `jostle_shape_mask` has
/// its pixels; cell (i, j) spans from (i, j) to (i + 1, j + 1) times the size `cell`.
///
/// # Safety
/// As `jostle_shape_mask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_grid(
    columns: u32,
    rows: u32,
    cell: Vec2,
    words: *const u64,
    word_count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        let words = unsafe { list(words, word_count, "words")? };
        Ok(j::Shape::grid(columns, rows, cell, words.iter().copied())?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// A cell of `jostle_shape_grid_of_tiles` that holds nothing.
pub const CELL_EMPTY: i32 = -2;
/// A cell of `jostle_shape_grid_of_tiles` that is full.
pub const CELL_FULL: i32 = -1;

/// Makes a tile grid from tiles and what each cell is, row by row: `JOSTLE_CELL_EMPTY`,
/// `JOSTLE_CELL_FULL` or the number of a tile. Tiles are in units of the cell, from (0, 0) to (1,
/// 1).
///
/// # Safety
/// `tiles` is null or points at `tile_count` shapes, `cells` is null or at `cell_count` numbers;
/// `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_grid_of_tiles(
    columns: u32,
    rows: u32,
    cell: Vec2,
    tiles: *const Shape,
    tile_count: usize,
    cells: *const i32,
    cell_count: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        let (tiles, cells) =
            unsafe { (list(tiles, tile_count, "tiles")?, list(cells, cell_count, "cells")?) };
        let tile = |tile: &Shape| Ok((*shared(*tile)?).clone());
        let tiles: Vec<j::Shape> = tiles.iter().map(tile).collect::<Answer<_>>()?;
        let what = |(at, number): (usize, &i32)| match *number {
            CELL_EMPTY => Ok(j::shape::TileCell::Empty),
            CELL_FULL => Ok(j::shape::TileCell::Full),
            n => u16::try_from(n).map(j::shape::TileCell::Tile).map_err(|_| {
                Refusal::new(Status::Tile, format!("cells[{at}] is {n}, which is no tile"))
            }),
        };
        let cells: Vec<j::shape::TileCell> =
            cells.iter().enumerate().map(what).collect::<Answer<_>>()?;
        Ok(j::Shape::grid_of_tiles(columns, rows, cell, tiles, cells)?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Reads the JSON form of a shape.
///
/// # Safety
/// `json` is null or points at `length` bytes; `out_shape` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_from_json(
    json: *const c_char,
    length: usize,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        // SAFETY: by the promise above.
        Ok(j::Shape::from_json(&parsed(unsafe { text(json, length, "json")? })?)?)
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}

/// Reads the JSON form of a shape that may have a `transform` beside its own keys.
///
/// # Safety
/// As `jostle_shape_from_json`; `out_transform` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_from_json_with_transform(
    json: *const c_char,
    length: usize,
    out_shape: *mut Shape,
    out_transform: *mut Affine,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (json, to) = unsafe { (text(json, length, "json")?, out(out_shape, "out_shape")?) };
        // SAFETY: the same.
        let map = unsafe { out(out_transform, "out_transform")? };
        let (shape, transform) = j::Shape::from_json_with_transform(&parsed(json)?)?;
        to.write(keep(shape)?);
        map.write(transform.into());
        Ok(())
    })
}

/// Writes the JSON form of a shape.
///
/// # Safety
/// `out_json` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_to_json(shape: Shape, out_json: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_json, "out_json")? };
        let custom = || Refusal::new(Status::Custom, "a custom shape is code and has no JSON form");
        let json = shared(shape)?.to_json().ok_or_else(custom)?;
        to.write(keep_text(json.to_string())?);
        Ok(())
    })
}

/// Makes a shape thickened by a radius, in the place of the radius that it has.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_with_radius(
    shape: Shape,
    radius: f32,
    out_shape: *mut Shape,
) -> Status {
    // SAFETY: passed on.
    unsafe { made(out_shape, || -> Answer<_> { Ok(shared(shape)?.with_radius(radius)?) }) }
}

/// Writes the name of the kind of a shape, as its JSON form has it; the text is for good.
///
/// # Safety
/// `out_kind` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_kind(shape: Shape, out_kind: *mut *const c_char) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_kind, "out_kind")? };
        let kind = shared(shape)?.kind();
        let words = [
            c"point",
            c"segment",
            c"circle",
            c"capsule",
            c"rect",
            c"ellipse",
            c"half_plane",
            c"polygon",
            c"chain",
            c"compound",
            c"mask",
            c"grid",
            c"custom",
        ];
        let word = words.iter().find(|word| word.to_bytes() == kind.as_bytes());
        to.write(word.map_or(c"".as_ptr(), |word| word.as_ptr()));
        Ok(())
    })
}

/// Puts a shape into the world: scale and skew are baked in.
///
/// # Safety
/// `transform` is null, for the map that changes nothing, or points at a map; `out_placed` is null
/// or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_place(
    shape: Shape,
    transform: *const Affine,
    out_placed: *mut Placed,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_placed, "out_placed")? };
        let map = if transform.is_null() {
            Affine::IDENTITY
        } else {
            // SAFETY: the same.
            unsafe { *given(transform, "transform")? }
        };
        let placed = SHAPES.read(shape.id)?.place(map.into())?;
        to.write(keep_placed(placed)?);
        Ok(())
    })
}

/// Makes another handle of the same shape, to be freed by itself.
///
/// # Safety
/// As `jostle_shape_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_clone(shape: Shape, out_shape: *mut Shape) -> Status {
    guard(|| {
        // SAFETY: passed on.
        let to = unsafe { out(out_shape, "out_shape")? };
        to.write(keep_shared(shared(shape)?)?);
        Ok(())
    })
}

/// Frees a shape.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_shape_free(shape: Shape) -> Status {
    guard(|| SHAPES.take(shape.id).map(drop))
}
