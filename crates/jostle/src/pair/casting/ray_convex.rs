//! The entry of a way into a small convex core that it clearly crosses: all edges clipped at once,
//! in lanes.
//!
//! Returns what [`ray_body`](crate::pair::casting::ray_body) returns, bit for bit, for ways that
//! need no exact verdict: the start lies beyond the line of an edge, and the middle of the chord,
//! or the end of the way, lies within the lines of all edges, both by more than the error.
//!
//! Frame: relative to the core's origin. Error: with u = 2^-53, V the sum of the coordinates of the
//! largest vertex, and S that of V, the start and the way, a vertex errs by 3u of itself and an
//! edge, which is at most 2V, by 6uV. A height is three roundings of a product of an edge and S,
//! and its difference takes four more: 26uVS together. [`ERROR`] is four times that.

use core::array::from_fn;

use crate::math::{DVec2, by_tree, greater, lesser};
use crate::pair::casting::ray_body::{Crossing, RaySegment};
use crate::shape::body::core::Vertices;
use crate::shape::{Core, Kind};

/// In units of the product of sizes; see the module docs.
const ERROR: f64 = 64.0 * f64::EPSILON;

/// The rounding of a point to `f32`, in units of the coordinates, and more.
const ROUNDING: f64 = f32::EPSILON as f64;

/// An entry, and the edge nearest to it if no other edge is close.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) crossing: Crossing,
    pub(crate) edge: Option<u32>,
}

/// Returns the entry into a small sharp convex core, or `None` if it takes a verdict.
#[inline]
pub(crate) fn clear_entry(core: &Core, track: &RaySegment) -> Option<Entry> {
    if core.radius > 0.0 || core.kind != Kind::Convex {
        return None;
    }
    let (p, way) = (track.from(core.origin), track.way);
    let near = ROUNDING * (DVec2::from(track.origin).reach() + way.reach());
    match &core.vertices {
        Vertices::Eight(ring) => of_lanes([ring.x, ring.y].map(|v| v.map(f64::from)), p, way, near),
        Vertices::Four(ring) => of_lanes([ring.x, ring.y].map(|v| v.map(f64::from)), p, way, near),
        Vertices::Rect(frame) => {
            let corners = frame.corners();
            of_lanes([corners.map(|v| v.x), corners.map(|v| v.y)], p, way, near)
        }
        _ => None,
    }
}

/// `near` is how far rounding moves the point of entry.
#[inline(always)]
fn of_lanes<const N: usize>(
    [x, y]: [[f64; N]; 2],
    p: DVec2,
    way: DVec2,
    near: f64,
) -> Option<Entry> {
    let (mut ex, mut ey) = ([0.0; N], [0.0; N]);
    let (mut left, mut rate, mut at) = ([0.0; N], [0.0; N], [0.0; N]);
    for i in 0..N {
        // Differences of the vertices as they are, as `enter` has them.
        let next = if i + 1 == N { 0 } else { i + 1 };
        (ex[i], ey[i]) = (x[next] - x[i], y[next] - y[i]);
    }
    for i in 0..N {
        // Lanes beyond the last vertex repeat the first, and its edge.
        let none = ex[i] == 0.0 && ey[i] == 0.0;
        (ex[i], ey[i]) = if none { (ex[0], ey[0]) } else { (ex[i], ey[i]) };
    }
    for i in 0..N {
        left[i] = ey[i] * (x[i] - p.x) - ex[i] * (y[i] - p.y);
        rate[i] = ey[i] * way.x - ex[i] * way.y;
        at[i] = left[i] / rate[i];
    }
    let enters: [f64; N] = from_fn(|i| if rate[i] < 0.0 { at[i] } else { f64::NEG_INFINITY });
    let leaves: [f64; N] = from_fn(|i| if rate[i] > 0.0 { at[i] } else { f64::INFINITY });
    let (entry, exit) = (by_tree(enters, greater), by_tree(leaves, lesser));
    let mut mask = 0_u32;
    for (i, at) in enters.iter().enumerate() {
        mask |= u32::from(*at == entry) << i;
    }
    let edge = mask.trailing_zeros() as usize % N;
    let middle = (entry + exit) * 0.5;
    let place = if middle < 1.0 { middle } else { 1.0 };
    let far = |v: DVec2| v.x.abs() + v.y.abs();
    let reaches: [f64; N] = from_fn(|i| greater(x[i].abs(), y[i].abs()));
    let size = 2.0 * by_tree(reaches, greater);
    let error = ERROR * size * (size + far(p) + far(way));
    let heights: [f64; N] = from_fn(|i| left[i] - place * rate[i]);
    let least = by_tree(heights, lesser);
    if !(place > 0.0 && least > error && left[edge] < -error) {
        return None;
    }
    let normal = DVec2::new(ey[edge], -ex[edge]).unit()?;
    // An edge is nearest if the entry is four times as far from the lines of all others as rounding
    // can move it from its own. Lanes that repeat the edge do not count.
    let (mut is_clear, mut own) = (true, 0.0);
    for i in 0..N {
        let room = 8.0 * near * (ex[i].abs() + ey[i].abs());
        own = if i == edge { room } else { own };
        let same = (left[i] == left[edge]) & (rate[i] == rate[edge]);
        is_clear &= same | (left[i] - entry * rate[i] > room + error);
    }
    let edge = (is_clear & (own > 4.0 * error)).then_some(edge as u32);
    Some(Entry { crossing: Crossing { at: entry, normal }, edge })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::answer::Verdict;
    use crate::pair::casting::ray_body::{enter, verdict_of};
    use crate::pair::query::touching_parts::nearest_edge;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::shape::Body;

    #[test]
    fn a_clear_entry_is_the_one_that_verdicts_find() {
        let (kinds, mut random) = (kinds(), Random(17));
        let (mut clear, mut edges, mut all) = (0, 0, 0);
        for _ in 0..2000 {
            for (_, shape) in &kinds {
                let shape = shape.place(random.affine()).unwrap();
                let Body::Core(core) = &shape.body else { continue };
                let [from, to] = [random.affine(), random.affine()];
                let (from, to) = (from.transform_point((0.0, 0.0)), to.transform_point((0.0, 0.0)));
                let track = RaySegment::new(from, to - from);
                let entered = enter(&shape.body, &track);
                let outside = verdict_of(&shape.body, &track.start()) == Verdict::Separated;
                if core.kind == Kind::Convex && core.radius == 0.0 && core.mesh().is_none() {
                    all += usize::from(entered.is_some() && outside);
                }
                let Some(Entry { crossing, edge }) = clear_entry(core, &track) else { continue };
                let Crossing { at, normal } = crossing;
                let found = entered.unwrap();
                assert!(outside && (at, normal) == (found.at, found.normal), "{shape:?} {track:?}");
                if let Some(edge) = edge {
                    let point = (DVec2::from(track.origin) + track.way * at).round();
                    assert_eq!(nearest_edge(&shape.body, point), (0, edge), "{shape:?} {track:?}");
                    edges += 1;
                }
                clear += 1;
            }
        }
        assert!(clear > 500 && all - clear < all / 20, "{clear} of {all}");
        assert!(edges > clear / 2, "{edges} of {clear}");
    }
}
