//! Convex outlines that stay convex wherever they are placed: most polygons of games.
//!
//! Placing rounds each vertex to `f32`, and what rounding has bent must be classified again.
//! Whether it can have bent anything is a question about the local outline and the map, not about
//! each vertex. Let r be the largest coordinate of the outline, c·r² the smallest cross product of
//! two edges that follow each other, m the largest entry of the map and D its determinant. Placed
//! exactly, the smallest cross product is |D|·c·r². A placed coordinate is at most 2mr and errs by
//! at most δ = 2^-24 · 2mr (what `f64` and the rounding of very small numbers add is less than
//! another part in a thousand of that, for mr above [`LEAST`]); a coordinate of an edge is at most
//! 4mr and errs by 2δ, so a cross product errs by 4·(2δ)·(4mr) + 2·(2δ)² < 2^-17.9 · m²r². Where
//! |D|·c exceeds 2^-17 · m², all turns stay left on the way from the exact to the rounded outline,
//! so it is strictly convex and runs around once, as the local one does.
//!
//! Eight lanes at once, no branch for each vertex.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::math::{Aabb, Affine, DVec2, Vec2, greater, lesser};
use crate::shape::body::core::{InlineRing, Vertices};
use crate::shape::body::storage::LANES;
use crate::shape::placing::similarity::turning;

const BENDS: f64 = 1.0 / 131_072.0;
/// Smaller shapes round as numbers near 0 do.
const LEAST: f64 = 1e-30;
/// Larger ones may leave the range of `f32`.
const MOST: f64 = 1e38;

/// A convex outline in positive order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StableConvex {
    /// The vertices in lanes, as they are and turned round.
    ring: Lanes,
    mirrored: Lanes,
    len: usize,
    reach: f64,
    /// The smallest cross product of edges that follow each other, over the square of the reach.
    turn: f64,
}

type Lanes = SmallVec<[InlineRing<LANES>; 1]>;

impl StableConvex {
    pub(crate) fn of(rings: &[Vec<Vec2>], convex: bool) -> Option<Self> {
        let [outline] = rings else { return None };
        if !convex || outline.len() < 3 {
            return None;
        }
        let mut vertices: Vec<DVec2> = outline.iter().copied().map(DVec2::from).collect();
        let n = vertices.len();
        let at = |i: usize| vertices[i % n];
        let reach = (0..n).fold(0.0, |r, i| greater(r, at(i).reach()));
        let turn = (0..n)
            .map(|i| (at(i + 1) - at(i)).cross(at(i + 2) - at(i + 1)))
            .fold(f64::INFINITY, lesser);
        let turn = turn / (reach * reach);
        let ring = InlineRing::lanes(&vertices)?;
        vertices.reverse();
        let mirrored = InlineRing::lanes(&vertices)?;
        (turn > BENDS).then_some(Self { ring, mirrored, len: n, reach, turn })
    }

    /// The outline under the linear part of a map, each coordinate rounded once, and its box around
    /// the origin, or `None` if rounding might bend it. Its memory may be that of `lend`,
    /// which is called when nothing can fail any more.
    #[inline(always)]
    pub(crate) fn placed(
        &self,
        m: &Affine,
        lend: impl FnOnce() -> Option<Box<InlineRing<LANES>>>,
    ) -> Option<(Vertices, Aabb)> {
        let from = self.side(m)?;
        let [lanes] = from else { return self.placed_in_lanes(from, m) };
        let origin = m.origin().round();
        if self.len <= 4 {
            let ring: InlineRing<4> = lanes.under(m);
            let bounds = ring.bounds_around(origin)?;
            return Some((Vertices::Four(ring), bounds));
        }
        let ring = lanes.under(m);
        let bounds = ring.bounds_around(origin)?;
        let ring = match lend() {
            Some(mut kept) => {
                *kept = ring;
                kept
            }
            None => Box::new(ring),
        };
        Some((Vertices::Eight(ring), bounds))
    }

    /// The same for more than eight vertices.
    #[inline(never)]
    fn placed_in_lanes(&self, from: &[InlineRing<LANES>], m: &Affine) -> Option<(Vertices, Aabb)> {
        let origin = m.origin().round();
        let lanes: Arc<[InlineRing<LANES>]> = from.iter().map(|lanes| lanes.under(m)).collect();
        let boxes = lanes.iter().map(|lanes| lanes.bounds_around(origin));
        let bounds = boxes.reduce(|a, b| Some(a?.union(b?)))??;
        let vertices = (0..self.len).map(|i| lanes[i / LANES].at(i % LANES)).collect();
        Some((Vertices::Many(vertices, lanes), bounds))
    }

    /// The lanes whose order is positive under a map that surely bends nothing.
    #[inline(always)]
    fn side(&self, m: &Affine) -> Option<&[InlineRing<LANES>]> {
        let [a, b, c, d] = m.columns();
        let mut from = &self.ring;
        let mut norm = greater(a.abs(), b.abs());
        // Where the map turns, no turn of the outline gets smaller: the determinant is a² + b².
        if turning(m).is_none() {
            norm = greater(norm, greater(c.abs(), d.abs()));
            let determinant = a * d - b * c;
            let straight = determinant.abs() * self.turn > BENDS * (norm * norm);
            if !straight {
                return None;
            }
            if determinant < 0.0 {
                from = &self.mirrored;
            }
        }
        let size = norm * self.reach;
        (size > LEAST && size < MOST).then_some(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Rot;
    use crate::shape::outline::normalize;

    fn ring(n: usize, wide: f32) -> Vec<Vec2> {
        let point = |i: usize| {
            let turn = Rot::from_degrees(360.0 * i as f32 / n as f32);
            Vec2::new(wide * turn.cos, turn.sin)
        };
        (0..n).map(point).collect()
    }

    fn placed(outline: &[Vec2], m: &Affine) -> Option<Vec<DVec2>> {
        let stable = StableConvex::of(&[outline.to_vec()], true)?;
        let lanes = stable.side(m)?.iter().map(|lanes| lanes.under::<LANES>(m)).collect::<Lanes>();
        Some((0..outline.len()).map(|i| lanes[i / LANES].at(i % LANES)).collect())
    }

    #[test]
    fn what_is_called_sturdy_stays_convex_down_to_the_bound() {
        let mut sturdy = 0;
        for n in (3..=8).chain([12, 17, 64]) {
            for step in 0..400 {
                let wide = 1.05_f32.powi(step);
                for m in [
                    Affine::IDENTITY.rotated(0.1 * step as f32),
                    Affine::IDENTITY.scaled(1.0, -1.0),
                ] {
                    if let Some(ring) = placed(&ring(n, wide), &m) {
                        let convex = normalize::is_convex(ring.len(), |i| ring[i].round());
                        assert!(convex, "{n} {wide}");
                        sturdy += 1;
                    }
                }
            }
        }
        assert!(sturdy > 1000, "{sturdy}");
    }

    #[test]
    fn maps_that_flatten_are_left_to_the_careful_way() {
        let flat = Affine::IDENTITY.scaled(1.0, 1e-7);
        assert!(placed(&ring(5, 1.0), &flat).is_none());
        assert!(placed(&ring(5, 1.0), &Affine::IDENTITY.scaled(0.0, 1.0)).is_none());
        assert!(placed(&ring(5, 1.0), &Affine::IDENTITY.scaled(1e-38, 1e-38)).is_none());
        assert!(placed(&ring(5, 1.0), &Affine::IDENTITY.scaled(3e38, 3e38)).is_none());
    }

    #[test]
    fn lanes_round_as_single_points_do() {
        let m = Affine::at((3.0, 4.0)).rotated(0.7).scaled(1.5, -0.3);
        let outline = ring(7, 2.0);
        let got = placed(&outline, &m).unwrap();
        let want: Vec<DVec2> = outline.iter().rev().map(|p| m.linear(*p).round().into()).collect();
        assert_eq!(got, want);
    }
}
