//! On which piece and which edge of a shape does a point of its boundary lie?

use super::kernel::edges::nearest_on_segment;
use crate::math::{D2, Vec2};
use crate::shape::tree::Bounds;
use crate::shape::{Body, Core};

/// The piece and the edge whose line, at the radius of the piece, is nearest to a point; of several
/// the first. O(edges); O(log edges) in a large outline without radius.
pub(crate) fn nearest_edge(body: &Body, point: Vec2) -> (usize, u32) {
    let mut best = (f64::INFINITY, 0, 0);
    for (piece, body) in body.parts().iter().enumerate() {
        let (off, edge) = match body {
            Body::Core(core) if core.radius == 0.0 => sharp_edge(core, point),
            Body::Core(core) => round_edge(core, point),
            other => (super::closest::raw(other, point).separation.abs(), 0),
        };
        if off < best.0 {
            best = (off, piece, edge);
        }
    }
    (best.1, best.2)
}

/// The distance from an edge, without the radius.
fn distance(core: &Core, edge: usize, p: D2) -> f64 {
    let [v, w] = core.edge(edge).map(|i| core.offset(i));
    (p - nearest_on_segment(p, v, w)).length()
}

fn round_edge(core: &Core, point: Vec2) -> (f64, u32) {
    let p = D2::from(point) - D2::from(core.origin);
    let mut best = (f64::INFINITY, 0);
    for edge in 0..core.edge_count() {
        let off = (distance(core, edge, p) - f64::from(core.radius)).abs();
        if off < best.0 {
            best = (off, edge as u32);
        }
    }
    best
}

fn sharp_edge(core: &Core, point: Vec2) -> (f64, u32) {
    let p = D2::from(point) - D2::from(core.origin);
    let mut best = (f64::INFINITY, u32::MAX);
    core.edges_nearer(Bounds::of([p, p]), f64::INFINITY, &mut |edge| {
        let off = distance(core, edge, p);
        if off < best.0 || off == best.0 && (edge as u32) < best.1 {
            best = (off, edge as u32);
        }
        // Edges just as near are looked at too: the first of them counts.
        (best.0 * best.0).next_up() * (1.0 + 4.0 * f64::EPSILON)
    });
    best
}
