//! Ways out of half-planes for a bounded shape.
//!
//! Half-planes leave the translations of b in a convex polygon free. The candidates are its
//! corners, the feet on its sides, and, if other pieces bar these, the ends of the ways that lead
//! on from there without coming back to a half-plane. A way out is found if the polygon is
//! unbounded. In a bounded one a way that needs a turn may be missed. O(k³) for k half-planes.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{DVec2, greater, lesser};
use crate::pair::boundary::convex_pieces::{Hull, Pieces, Plane};
use crate::pair::penetration::overlap_interval::ROUNDING;
use crate::pair::penetration::separating_lp::Side;
use crate::pair::penetration::way_out;

/// The condition of each half-plane on a translation of b.
fn free_sides(a: &Pieces, b: &Pieces) -> Vec<Side> {
    let side = |plane: &Plane, hulls: &[Hull], normal: DVec2| {
        let n = plane.normal;
        let lowest = hulls.iter().map(|h| h.least(n).dot(n)).fold(f64::INFINITY, lesser);
        (!hulls.is_empty()).then(|| Side { normal, depth: plane.offset - lowest })
    };
    let of_a = a.planes.iter().filter_map(|p| side(p, &b.hulls, p.normal));
    of_a.chain(b.planes.iter().filter_map(|p| side(p, &a.hulls, -p.normal))).collect()
}

/// Ways out of half-planes: their normals, the ways between two, the corners and feet of the
/// polygon that they leave free, and from there past the other pieces.
pub(crate) fn past_planes(a: &Pieces, b: &Pieces, most: usize, out: &mut Vec<DVec2>) {
    let sides = free_sides(a, b);
    let Some(first) = sides.first() else { return };
    let size = sides.iter().map(|f| f.depth.abs()).fold(0.0, greater);
    let mut places = Vec::new();
    for (i, p) in sides.iter().enumerate() {
        out.extend([p.normal, -p.normal, p.normal.left(), -p.normal.left()]);
        places.push(p.normal * p.depth);
        for q in &sides[..i] {
            if let Some(between) = (p.normal - q.normal).left().unit() {
                out.extend([between, -between]);
            }
            let det = p.normal.cross(q.normal);
            if det != 0.0 {
                let n = q.normal * p.depth - p.normal * q.depth;
                places.push(-n.left() * (1.0 / det));
            }
        }
        if out.len() + places.len() > most {
            break;
        }
    }
    places.retain(|t| {
        let slack = ROUNDING * (size + t.reach());
        t.reach().is_finite() && sides.iter().all(|f| f.depth - f.normal.dot(*t) <= slack)
    });
    out.extend(places.iter().filter_map(|t| t.unit()));
    // On from there, never back to a half-plane.
    let mut onward = vec![first.normal];
    for (i, p) in sides.iter().enumerate() {
        onward.extend([p.normal.left(), -p.normal.left()]);
        onward.extend(sides[..i].iter().filter_map(|q| (p.normal + q.normal).unit()));
    }
    onward.retain(|u| sides.iter().all(|f| f.normal.dot(*u) >= -ROUNDING));
    for t in places {
        for u in &onward {
            if out.len() > most {
                return;
            }
            let way = way_out(a, b, t, *u, f64::INFINITY);
            out.extend(way.and_then(|way| (t + *u * way.depth).unit()));
        }
    }
}
