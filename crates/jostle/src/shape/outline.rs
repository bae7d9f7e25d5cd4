use crate::math::Vec2;
use alloc::vec::Vec;
pub(crate) struct Outline {
    pub(crate) rings: Vec<Vec<Vec2>>,
    pub(crate) convex: bool,
}
pub(crate) enum OutlineFault {
    ProperCrossing { ring_a: usize, edge_a: usize, ring_b: usize, edge_b: usize },
    HoleOutside { hole: usize, vertex: usize },
}
pub(crate) fn normalise(outer: &[Vec2], holes: &[&[Vec2]]) -> Result<Outline, OutlineFault> {
    let mut o: Vec<Vec2> = outer.to_vec();
    let a: f64 = (0..o.len())
        .map(|i| {
            let p = o[i];
            let q = o[(i + 1) % o.len()];
            p.x as f64 * q.y as f64 - p.y as f64 * q.x as f64
        })
        .sum();
    if a < 0.0 {
        o.reverse();
    }
    let d: Vec<crate::math::D2> = o.iter().map(|v| (*v).into()).collect();
    let convex = super::ring::is_convex(&d) && holes.is_empty();
    let mut rings = alloc::vec![o];
    for h in holes {
        rings.push(h.to_vec());
    }
    Ok(Outline { rings, convex })
}
