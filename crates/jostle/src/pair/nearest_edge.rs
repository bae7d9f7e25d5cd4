//! On which piece and which edge of a shape does a point of its boundary lie?

use super::crossings::parts;
use crate::math::{D2, Vec2, greater, lesser};
use crate::shape::{Body, Core, Placed};

impl Placed {
    /// The piece and the edge whose line, at the radius of the piece, is nearest to a point; of
    /// several the first. O(edges).
    pub(crate) fn nearest_edge(&self, point: Vec2) -> (usize, u32) {
        let mut best = (f64::INFINITY, 0, 0);
        for (piece, body) in parts(&self.body).iter().enumerate() {
            let (off, edge) = match body {
                Body::Core(core) => edge_of_core(core, point),
                other => (super::closest::raw(other, point).separation.abs(), 0),
            };
            if off < best.0 {
                best = (off, piece, edge);
            }
        }
        (best.1, best.2)
    }
}

fn edge_of_core(core: &Core, point: Vec2) -> (f64, u32) {
    let p = D2::from(point) - D2::from(core.origin);
    let mut best = (f64::INFINITY, 0);
    for (number, [i, j]) in (0..core.edge_count()).map(|e| core.edge(e)).enumerate() {
        let (v, w) = (core.offsets()[i], core.offsets()[j]);
        let along = w - v;
        let square = along.dot(along);
        let t = if square > 0.0 { (p - v).dot(along) / square } else { 0.0 };
        let foot = v + along * lesser(greater(t, 0.0), 1.0);
        let off = ((p - foot).length() - f64::from(core.radius)).abs();
        if off < best.0 {
            best = (off, number as u32);
        }
    }
    best
}
