use alloc::vec::Vec;

use crate::math::{Affine, DVec2};
use crate::pair::boundary::convex_pieces::{CURVED, Pieces, pieces};
use crate::pair::penetration::{MOST_DIRECTIONS, directions, meeting_pairs, search, way_out};
use crate::shape::{Placed, Shape, ShapeError};

struct Rng(u64);

impl Rng {
    fn bits(&mut self) -> u64 {
        crate::math::splitmix(&mut self.0)
    }
}

/// A mask of runs, so that its pieces are boxes of many sizes.
fn mask(rng: &mut Rng, side: u32) -> Result<Shape, ShapeError> {
    let mut row = u64::MAX;
    let rows: Vec<u64> = (0..side)
        .map(|_| {
            row = if rng.bits().is_multiple_of(3) { rng.bits() | rng.bits() } else { row };
            row
        })
        .collect();
    Shape::mask(side, side, rows)
}

/// The shortest way out over all candidates, the same ones over and over.
fn over_all(a: &Pieces, b: &Pieces) -> f64 {
    let all = directions(a, b, &meeting_pairs(a, b), MOST_DIRECTIONS);
    let ways = all.into_iter().filter_map(|u| way_out(a, b, DVec2::ZERO, u, f64::INFINITY));
    ways.map(|way| way.depth)
        .fold(f64::INFINITY, |least, end| if end < least { end } else { least })
}

fn both(a: &Placed, b: &Placed) -> (Pieces, Pieces) {
    let base = a.body.anchor();
    (pieces(&a.body, base, CURVED), pieces(&b.body, base, CURVED))
}

#[test]
fn masks_leave_by_the_way_that_all_candidates_together_find() -> Result<(), ShapeError> {
    let rng = &mut Rng(7);
    for round in 0..60 {
        let side = 4 + (rng.bits() % 9) as u32;
        let (a, b) = (mask(rng, side)?, mask(rng, side)?);
        let turned = [Affine::IDENTITY, Affine::IDENTITY.rotated(0.1 * round as f32)][round % 2];
        let shift = (rng.bits() % 8) as f32 * 0.75;
        let (a, b) = (a.place(turned)?, b.place(Affine::at(shift, 1.5).rotated(0.3 * shift))?);
        let (pa, pb) = both(&a, &b);
        let (depth, slow) = (search(&pa, &pb).depth, over_all(&pa, &pb));
        assert!((depth - slow).abs() <= 1e-5 * slow, "{round}: {depth} against {slow}");
    }
    Ok(())
}

#[test]
fn what_a_rounded_push_leaves_beside_a_touching_corner_is_as_shallow_as_it_is()
-> Result<(), ShapeError> {
    // A line that rests on a tip and reaches into a slope by a rounding: along the line it would
    // have to leave the tip first.
    let tip = Shape::polygon([(0.0, 0.0), (-0.25, -0.5), (0.25, -0.5)])?;
    let slope = Shape::polygon([(-0.25, 1.0), (0.25, 0.25), (0.25, 1.0)])?;
    let parts = [(tip, Affine::IDENTITY), (slope, Affine::IDENTITY)];
    let a = Shape::compound(parts)?.place(Affine::IDENTITY)?;
    let deep = 1.0 / 1048576.0;
    let hook = [(-0.5, 0.0), (0.03125 + deep, 0.0), (0.03125 + deep, 0.578125)];
    let b = Shape::chain(hook, crate::shape::ChainEnds::Open, crate::shape::Sidedness::Both)?
        .place(Affine::IDENTITY)?;
    let gap = a.gap(&b);
    assert!(gap.depth() > 0.0 && gap.depth() < 8.0 * deep, "{gap:?}");
    Ok(())
}
