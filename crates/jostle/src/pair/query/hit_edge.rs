//! The piece and the edge of a shape that a point of its boundary lies on.

use crate::math::{DVec2, Vec2};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::sat::soa::{Lanes, Loaded};
use crate::shape::{Body, Core, Kind, bvh::box_bvh::DAabb};

/// Distances that differ by more than this part of the coordinates differ by more than rounding.
const ROOM: f64 = 1e-10;

/// The piece and the edge whose line, at the radius of the piece, is nearest to a point; of several
/// the first. O(edges); O(log edges) in a large outline without radius.
pub(crate) fn nearest_edge(body: &Body, point: Vec2) -> (usize, u32) {
    if let Body::Core(core) = body
        && core.radius == 0.0
        && let Some(edge) = clear_edge(core, DVec2::from(point) - DVec2::from(core.origin))
    {
        return (0, edge);
    }
    let mut best = (f64::INFINITY, 0, 0);
    for (piece, body) in body.parts().iter().enumerate() {
        let (off, edge) = match body {
            Body::Core(core) if core.radius == 0.0 => sharp_edge(core, point),
            Body::Core(core) => round_edge(core, point),
            other => (crate::pair::query::closest::raw(other, point).separation.abs(), 0),
        };
        if off < best.0 {
            best = (off, piece, edge);
        }
    }
    (best.1, best.2)
}

/// The distance from an edge, without the radius.
fn distance([v, w]: [DVec2; 2], p: DVec2) -> f64 {
    (p - nearest_on_segment(p, v, w)).length()
}

fn round_edge(core: &Core, point: Vec2) -> (f64, u32) {
    let (p, all) = (DVec2::from(point) - DVec2::from(core.origin), core.offsets());
    let mut best = (f64::INFINITY, 0);
    for edge in 0..core.edge_count() {
        let off = (distance(core.edge(edge).map(|i| all[i]), p) - f64::from(core.radius)).abs();
        if off < best.0 {
            best = (off, edge as u32);
        }
    }
    best
}

/// The edge of a small convex core that is nearest by more than rounding takes.
fn clear_edge(core: &Core, p: DVec2) -> Option<u32> {
    if core.kind != Kind::Convex {
        return None;
    }
    match Loaded::new(core)? {
        Loaded::Four(ring) => clear_edge_of(&ring, p),
        Loaded::Eight(ring) => clear_edge_of(&ring, p),
    }
}

/// Returns `true` if the lesser of two squared distances is so by more than rounding takes, for
/// coordinates of this size: the distances differ by [`ROOM`] of it where the squares do by twice
/// that times what the distances can be together, and where one is twice the other and not small
/// itself.
#[inline(always)]
fn is_clear([best, second]: [f64; 2], size: f64) -> bool {
    let room = ROOM * size;
    (second > 4.0 * best + room * room) | (second > best + 8.0 * room * size)
}

#[inline(always)]
fn clear_edge_of<const N: usize>(ring: &Lanes<N>, p: DVec2) -> Option<u32> {
    let mut squares = [0.0; N];
    for (i, square) in squares.iter_mut().enumerate() {
        let (ex, ey, x, y) = (ring.ex[i], ring.ey[i], p.x - ring.x[i], p.y - ring.y[i]);
        let t = (x * ex + y * ey) / (ex * ex + ey * ey);
        let t = if t > 0.0 { t } else { 0.0 };
        let t = if t < 1.0 { t } else { 1.0 };
        let (x, y) = (x - t * ex, y - t * ey);
        *square = x * x + y * y;
    }
    // Lanes beyond the last vertex repeat the first edge, which is then never clear.
    let (mut best, mut second, mut edge) = (f64::INFINITY, f64::INFINITY, 0);
    for (i, square) in squares.into_iter().enumerate() {
        let nearer = square < best;
        let other = if nearer { best } else { square };
        second = if other < second { other } else { second };
        (best, edge) = if nearer { (square, i as u32) } else { (best, edge) };
    }
    is_clear([best, second], ring.reach + p.reach()).then_some(edge)
}

fn sharp_edge(core: &Core, point: Vec2) -> (f64, u32) {
    let (p, all) = (DVec2::from(point) - DVec2::from(core.origin), core.offsets());
    let mut best = (f64::INFINITY, u32::MAX);
    core.edges_nearer(DAabb::of([p, p]), f64::INFINITY, &mut |edge| {
        let off = distance(core.edge(edge).map(|i| all[i]), p);
        if off < best.0 || off == best.0 && (edge as u32) < best.1 {
            best = (off, edge as u32);
        }
        // Edges just as near are looked at too: the first of them counts.
        (best.0 * best.0).next_up() * (1.0 + 4.0 * f64::EPSILON)
    });
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::test_shapes::{Random, kinds};
    use crate::{Affine, Shape};

    #[test]
    fn an_edge_that_is_clearly_nearest_is_the_one_that_all_distances_show() {
        let (kinds, mut random) = (kinds(), Random(23));
        let (mut clear, mut all) = (0, 0);
        for _ in 0..500 {
            for (_, shape) in &kinds {
                let shape = shape.place(random.affine()).unwrap();
                let Body::Core(core) = &shape.body else { continue };
                if core.radius > 0.0 || core.kind != Kind::Convex {
                    continue;
                }
                let point = random.affine().transform_point((0.0, 0.0));
                let on = shape.closest(point).point;
                let found = clear_edge(core, DVec2::from(on) - DVec2::from(core.origin));
                all += 1;
                if let Some(edge) = found {
                    assert_eq!(edge, sharp_edge(core, on).1, "{core:?} {on:?}");
                    clear += 1;
                }
            }
        }
        assert!(clear * 2 > all && clear < all, "{clear} of {all}");
    }

    #[test]
    fn of_edges_just_as_near_it_is_the_first() {
        let tile = Shape::rect_half((1.0, 1.0)).unwrap().place(Affine::at(4.0, 0.0)).unwrap();
        for (corner, edge) in [((3.0, -1.0), 0), ((5.0, -1.0), 0), ((5.0, 1.0), 1), ((3.0, 1.0), 2)]
        {
            assert_eq!(nearest_edge(&tile.body, corner.into()), (0, edge));
        }
        assert_eq!(nearest_edge(&tile.body, Vec2::new(4.0, 0.0)), (0, 0));
        assert_eq!(nearest_edge(&tile.body, Vec2::new(3.0, 0.5)), (0, 3));
    }
}
