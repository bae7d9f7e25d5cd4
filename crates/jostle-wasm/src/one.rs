//! Questions about one placed shape, and about lines.

use jostle::{
    Aabb, Inside, Interval, Vec2,
    query::{LineCrossing, intersect_lines, intersect_segments, project_edge},
    shape::ChainEnds,
};

use crate::buffers::{REFUSED, input_floats, out, point};
use crate::pair::points;
use crate::placed::with;

fn ask(number: u32, answer: impl FnOnce(&jostle::Placed, &mut Vec<f64>)) -> u32 {
    with(number, |placed| out(|out| answer(placed, out))).unwrap_or(REFUSED)
}

/// 1 or 0.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contains_point(shape: u32, x: f32, y: f32) -> u32 {
    with(shape, |placed| u32::from(placed.contains_point((x, y)))).unwrap_or(REFUSED)
}

/// Five numbers: separation, point, normal.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_closest(shape: u32, x: f32, y: f32) -> u32 {
    ask(shape, |placed, out| {
        let closest = placed.closest((x, y));
        out.push(f64::from(closest.separation));
        points(out, &[closest.point, closest.normal]);
    })
}

pub(crate) fn inside_of(code: u32) -> Inside {
    match code {
        1 => Inside::Skip,
        2 => Inside::Exit,
        _ => Inside::Hit,
    }
}

/// No numbers, or five: fraction, point, normal.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_ray(shape: u32, x: f32, y: f32, dx: f32, dy: f32, inside: u32) -> u32 {
    ask(shape, |placed, out| {
        if let Some(hit) = placed.ray((x, y), (dx, dy), inside_of(inside)) {
            out.push(f64::from(hit.fraction));
            points(out, &[hit.point, hit.normal]);
        }
    })
}

/// No numbers for everything, or four: min, max.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_bounds(shape: u32) -> u32 {
    ask(shape, |placed, out| bounds(out, placed.bounds()))
}

pub(crate) fn bounds(out: &mut Vec<f64>, bounds: Aabb) {
    if bounds != Aabb::UNBOUNDED {
        points(out, &[bounds.min, bounds.max]);
    }
}

/// No numbers for an unbounded shape, or four: area, perimeter, centroid.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_measures(shape: u32) -> u32 {
    ask(shape, |placed, out| {
        let (Some(area), Some(perimeter), Some(centroid)) =
            (placed.area(), placed.perimeter(), placed.centroid())
        else {
            return;
        };
        out.extend([area, perimeter].map(f64::from));
        point(out, centroid);
    })
}

/// No numbers for an unbounded shape, or fourteen: center, half, rot, four corners.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_oriented_bounds(shape: u32) -> u32 {
    ask(shape, |placed, out| {
        let Some(found) = placed.oriented_bounds() else { return };
        points(out, &[found.center, found.half, Vec2::new(found.rot.cos, found.rot.sin)]);
        points(out, &found.corners());
    })
}

/// No numbers, or eight.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_corners(shape: u32) -> u32 {
    ask(shape, |placed, out| {
        if let Some(corners) = placed.corners() {
            points(out, &corners);
        }
    })
}

/// Two numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_project(shape: u32, x: f32, y: f32) -> u32 {
    ask(shape, |placed, out| range(out, placed.project((x, y))))
}

fn range(out: &mut Vec<f64>, range: Interval) {
    out.extend([range.min, range.max].map(f64::from));
}

/// The edge is in the input; two numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_project_edge(x: f32, y: f32) -> u32 {
    let edge = lines()[0];
    out(|out| range(out, project_edge(edge, (x, y))))
}

/// For each line 1 if it is closed, the count of its points, and these. The window is in the
/// input.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_outline(shape: u32, tolerance: f32) -> u32 {
    let [min, max] = lines()[0];
    ask(shape, |placed, out| {
        for line in placed.outline(tolerance, Aabb::new(min, max)) {
            let closed = line.ends == ChainEnds::Closed;
            out.extend([f64::from(u8::from(closed)), line.points.len() as f64]);
            points(out, &line.points);
        }
    })
}

/// Two pairs of points in the input.
fn lines() -> [[Vec2; 2]; 2] {
    let n = input_floats(0, 8);
    let at = |i: usize| {
        Vec2::new(n.get(i).copied().unwrap_or(0.0), n.get(i + 1).copied().unwrap_or(0.0))
    };
    [[at(0), at(2)], [at(4), at(6)]]
}

/// No numbers, or four: point, on a, on b. The segments (or, for 1, lines) are in the input.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_intersect(endless: u32) -> u32 {
    let [a, b] = lines();
    let found = if endless == 1 { intersect_lines(a, b) } else { intersect_segments(a, b) };
    out(|out| {
        if let Some(LineCrossing { point: at, on_a, on_b }) = found {
            point(out, at);
            out.extend([on_a, on_b].map(f64::from));
        }
    })
}
