//! Lists of points that a question answers with: outlines and regions.

use jostle as j;

use crate::border::out;
use crate::status::{Answer, Refusal, Status, guard};
use crate::table::Table;
use crate::values::Vec2;

/// Lines and rings of points that a call made; free it with `jostle_rings_free`. An id of 0 is
/// none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rings {
    /// The handle.
    pub id: u64,
}

/// The kind of a list of points.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RingKind {
    /// A line from the first point to the last; a single point is one.
    Open = 0,
    /// A closed line, or the outer ring of an area; without its first point again at the end.
    Closed = 1,
    /// The ring of a hole in the closed ring that stands before it.
    Hole = 2,
}

/// A list of points; valid until its `JostleRings` is freed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// The points.
    pub points: *const Vec2,
    /// How many there are.
    pub count: usize,
    /// Their kind.
    pub kind: RingKind,
}

type Held = Vec<(Box<[Vec2]>, RingKind)>;
static RINGS: Table<Held> = Table::new("list of rings");

fn held(points: impl IntoIterator<Item = j::Vec2>) -> Box<[Vec2]> {
    points.into_iter().map(Vec2::from).collect()
}

pub(crate) fn keep_outline(lines: Vec<j::query::Outline>) -> Answer<Rings> {
    let kind = |ends| match ends {
        j::shape::ChainEnds::Open => RingKind::Open,
        j::shape::ChainEnds::Closed => RingKind::Closed,
    };
    let rings = lines.into_iter().map(|line| (held(line.points), kind(line.ends))).collect();
    Ok(Rings { id: RINGS.keep(rings)? })
}

pub(crate) fn keep_region(region: j::query::Region) -> Answer<Rings> {
    let mut rings = Held::new();
    for polygon in region.into_polygons() {
        rings.push((held(polygon.points), RingKind::Closed));
        rings.extend(polygon.holes.into_iter().map(|hole| (held(hole), RingKind::Hole)));
    }
    Ok(Rings { id: RINGS.keep(rings)? })
}

/// Rings of a traced outline; a hole follows its outer ring.
pub(crate) fn keep_traced(outline: &jostle_trace::Outline) -> Answer<Rings> {
    let unit = jostle_trace::UNITS_PER_PIXEL as f32;
    let ring = |ring: &jostle_trace::Ring, kind| {
        let points = ring.points.iter();
        let points = points.map(|[x, y]| Vec2 { x: *x as f32 / unit, y: *y as f32 / unit });
        (points.collect::<Box<[Vec2]>>(), kind)
    };
    let mut rings = Held::new();
    for (index, outer) in outline.rings.iter().enumerate().filter(|(_, ring)| !ring.hole) {
        rings.push(ring(outer, RingKind::Closed));
        let holes = outline.rings.iter().filter(|r| r.hole && r.parent == Some(index));
        rings.extend(holes.map(|hole| ring(hole, RingKind::Hole)));
    }
    Ok(Rings { id: RINGS.keep(rings)? })
}

/// Writes how many rings there are.
///
/// # Safety
/// `out_count` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_rings_count(rings: Rings, out_count: *mut usize) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        unsafe { out(out_count, "out_count")? }.write(RINGS.read(rings.id)?.len());
        Ok(())
    })
}

/// Writes a ring by its number; `NONE` past the last.
///
/// # Safety
/// `out_ring` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_rings_get(
    rings: Rings,
    number: usize,
    out_ring: *mut Ring,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_ring, "out_ring")? };
        let held = RINGS.read(rings.id)?;
        let (points, kind) = held.get(number).ok_or(Refusal::NONE)?;
        to.write(Ring { points: points.as_ptr(), count: points.len(), kind: *kind });
        Ok(())
    })
}

/// Frees rings.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_rings_free(rings: Rings) -> Status {
    guard(|| RINGS.take(rings.id).map(drop))
}
