//! A tile of a grid: its edges, and its outline.
//!
//! Method: corners are rounded to steps of a cell, the outline is brought into normal form again
//! and its edges are cut where it touches itself (`arrange`). Frame: steps, (0, 0) to (n, n) in a
//! cell, area on the left of every edge. Error: none after the rounding.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{DVec2, Vec2};
use crate::shape::body::core::RectFrame;
use crate::shape::kinds::tile_grid::STEPS;
use crate::shape::kinds::tile_grid::outline::{Edge, traced};
use crate::shape::outline::arrangement::{Piece, arrange, links};
use crate::shape::outline::normalize;
use crate::shape::placing::region::Region;
use crate::shape::{Shape, TileFault};

#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// As it was given.
    pub(crate) shape: Shape,
    /// Every vertex on one is an end of it.
    pub(crate) edges: Vec<Edge>,
    pub(crate) outline: Arc<Region>,
}

impl Tile {
    /// Makes a tile of a shape and its edges in [`STEPS`], for cells of `steps` a side.
    pub(crate) fn new(shape: Shape, mut edges: Vec<Edge>, steps: u32) -> Self {
        edges.iter_mut().flatten().flatten().for_each(|x| *x /= STEPS / steps);
        let outline = Arc::new(Region::new(traced(&edges)));
        Self { shape, edges, outline }
    }
}

/// The edges of a shape in [`STEPS`] a side.
pub(crate) fn edges(shape: &Shape) -> Result<Vec<Edge>, TileFault> {
    let rings = rings(shape)?;
    let (outer, holes) = rings.split_first().ok_or(TileFault::NoArea)?;
    let holes: Vec<&[Vec2]> = holes.iter().map(|hole| &hole[..]).collect();
    let rings = normalize::normalize(outer, &holes).map_err(|_| TileFault::Crossing)?.rings;
    if rings.iter().any(|ring| ring.len() < 3) {
        return Err(TileFault::NoArea);
    }
    let graph = arrange(&links(&rings)).map_err(|_| TileFault::Crossing)?;
    let step = |i: u32| {
        let p = graph.points[i as usize];
        [p.x as u32, p.y as u32]
    };
    let edge = |piece: &Piece| {
        let [below, above] = [piece.below[0] != 0, piece.above[0] != 0];
        let (lo, hi) = (step(piece.lo), step(piece.hi));
        if below == above {
            return Err(TileFault::Fold);
        }
        Ok(if above { [lo, hi] } else { [hi, lo] })
    };
    graph.pieces.iter().map(edge).collect()
}

/// The outline in steps, rounded.
fn rings(shape: &Shape) -> Result<Vec<Vec<Vec2>>, TileFault> {
    let rings: Vec<Vec<DVec2>> = match shape {
        Shape::Polygon(p) if p.radius == 0.0 => {
            p.rings().iter().map(|ring| ring.iter().copied().map(DVec2::from).collect()).collect()
        }
        Shape::Rect(r) if r.radius == 0.0 => {
            let frame = RectFrame { half: r.half, rot: r.rot };
            [frame.corners().map(|v| DVec2::from(r.center) + v).into()].into()
        }
        Shape::Polygon(_) | Shape::Rect(_) => return Err(TileFault::Rounded),
        other => return Err(TileFault::Kind(other.kind())),
    };
    let most = f64::from(STEPS);
    let step = |x: f64| {
        let x = libm::rint(x * most);
        if (0.0..=most).contains(&x) { Ok(x as f32) } else { Err(TileFault::Outside) }
    };
    let ring =
        |ring: &Vec<DVec2>| ring.iter().map(|p| Ok(Vec2::new(step(p.x)?, step(p.y)?))).collect();
    rings.iter().map(ring).collect()
}
