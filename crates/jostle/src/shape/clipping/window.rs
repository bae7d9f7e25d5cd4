//! The part of rings that lies in a window.
//!
//! Method: one slab at a time, as Sutherland and Hodgman do ("Reentrant polygon clipping", CACM 17,
//! 1974). A path outside the slab is replaced by the straight way along the slab's side, which
//! changes no winding number in the slab, so the nonzero rule survives cutting.
//!
//! Error: where an edge crosses a side, the other coordinate is a quotient of an exact sum (an
//! expansion after Shewchuk, "Adaptive precision floating-point arithmetic", 1997) and is off by 2
//! ulp of its own size, however long the edge is compared to the window.

use crate::math::exact::{two_product, two_sum};
use crate::math::{DVec2, greater, lesser};
use crate::shape::bvh::box_bvh::DAabb;
use alloc::vec::Vec;

/// The bounding box of all vertices; `None` without vertices.
pub(crate) fn around<'a>(rings: impl IntoIterator<Item = &'a Vec<DVec2>>) -> Option<DAabb> {
    let boxes = rings.into_iter().filter(|ring| !ring.is_empty());
    boxes.map(|ring| DAabb::of_points(ring)).reduce(DAabb::join)
}

/// The common part of two windows, if it has area.
pub(crate) fn common(a: DAabb, b: DAabb) -> Option<DAabb> {
    let w = a.intersection(b);
    (w.min.x < w.max.x && w.min.y < w.max.y).then_some(w)
}

/// Returns `true` if a grid over the first window would have at least three binary digits more
/// along an axis.
pub(crate) fn is_much_smaller(a: DAabb, b: DAabb) -> bool {
    let (here, there) = (a.max - a.min, b.max - b.min);
    here.x * 8.0 <= there.x || here.y * 8.0 <= there.y
}

/// The rings, cut to the window; rings without area in it are mostly left out.
pub(crate) fn clip_rings(rings: &[Vec<DVec2>], window: DAabb) -> Vec<Vec<DVec2>> {
    let turned =
        |ring: Vec<DVec2>| ring.into_iter().map(|p| DVec2::new(p.y, p.x)).collect::<Vec<_>>();
    rings
        .iter()
        .map(|ring| {
            let tall = slab(ring, window.min.x, window.max.x);
            turned(slab(&turned(tall), window.min.y, window.max.y))
        })
        .filter(|ring| ring.len() >= 3)
        .collect()
}

/// The part of a ring with x in `[lo, hi]`.
fn slab(ring: &[DVec2], lo: f64, hi: f64) -> Vec<DVec2> {
    if ring.iter().all(|p| lo <= p.x && p.x <= hi) {
        return ring.to_vec();
    }
    let on_side = |x: f64| x == lo || x == hi;
    // Three in a row on one side: the middle one is only a detour outside.
    let skips = |a: DVec2, b: DVec2, c: DVec2| on_side(b.x) && a.x == b.x && b.x == c.x;
    let mut out: Vec<DVec2> = Vec::new();
    let mut push = |p: DVec2| {
        if let [.., a, b] = out[..]
            && skips(a, b, p)
        {
            out.pop();
        }
        out.push(p);
    };
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        push(DVec2::new(lesser(greater(a.x, lo), hi), a.y));
        let (first, second) = if a.x < b.x { (lo, hi) } else { (hi, lo) };
        for side in [first, second] {
            if (a.x < side && side < b.x) || (b.x < side && side < a.x) {
                push(DVec2::new(side, y_at(a, b, side)));
            }
        }
    }
    let mut start = 0;
    while out.len() - start >= 3 {
        let (n, first, last) = (out.len(), out[start], out[out.len() - 1]);
        if skips(out[n - 2], last, first) {
            out.pop();
        } else if skips(last, first, out[start + 1]) {
            start += 1;
        } else {
            break;
        }
    }
    out.drain(..start);
    if out.len() < 3 { Vec::new() } else { out }
}

/// Where the edge from `a` to `b` crosses the vertical line at `x`, strictly between them:
/// (a.y · (b.x − x) + b.y · (x − a.x)) / (b.x − a.x), the sum exact.
fn y_at(a: DVec2, b: DVec2, x: f64) -> f64 {
    let mut sum = [0.0; 8];
    let mut len = 0;
    for (y, (high, low)) in [(a.y, two_sum(b.x, -x)), (b.y, two_sum(x, -a.x))] {
        for factor in [high, low] {
            let (high, low) = two_product(y, factor);
            for term in [low, high] {
                let mut carry = term;
                for part in &mut sum[..len] {
                    (carry, *part) = two_sum(carry, *part);
                }
                sum[len] = carry;
                len += 1;
            }
        }
    }
    let y = sum.iter().sum::<f64>() / (b.x - a.x);
    let (low, high) = if a.y < b.y { (a.y, b.y) } else { (b.y, a.y) };
    lesser(greater(y, low), high)
}
