//! A tile of a grid: which parts of the cell's sides it covers, and its edges inside.
//!
//! Method: corners are rounded to steps of a cell, the outline is brought into normal form again
//! and its edges are cut where it touches itself (`arrange`). Frame: steps, (0, 0) to (n, n) in a
//! cell, area on the left of every edge. Error: none after the rounding.

use alloc::vec::Vec;
use core::fmt;

use crate::math::{DVec2, Vec2};
use crate::shape::Shape;
use crate::shape::kinds::tile_grid::STEPS;
use crate::shape::outline::arrangement::{arrange, links};
use crate::shape::outline::normalize;

/// Why a shape cannot be a tile of a grid.
///
/// ```
/// use jostle::{Shape, ShapeError, shape::{TileCell, TileFault}};
/// let disc = Shape::circle(0.5)?;
/// let made = Shape::grid_of_tiles(1, 1, (8.0, 8.0), [disc], [TileCell::Tile(0)]);
/// let Err(ShapeError::Tile { tile: 0, cell: Some([0, 0]), fault }) = made else { unreachable!() };
/// assert_eq!(fault, TileFault::Kind("circle"));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TileFault {
    /// There is no tile of that number.
    Missing,
    /// It is neither a polygon nor a rectangle, but of this kind.
    Kind(&'static str),
    /// It has a radius.
    Rounded,
    /// It leaves the cell.
    Outside,
    /// It has no area in steps of 1/4096 of a cell.
    NoArea,
    /// Its edges cross in steps of 1/4096 of a cell.
    Crossing,
    /// An edge of it has the same on both sides.
    Fold,
}

impl fmt::Display for TileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("does not exist"),
            Self::Kind(kind) => write!(f, "is a {kind}; a tile is a polygon or a rect"),
            Self::Rounded => f.write_str("has a radius, which tiles do not have"),
            Self::Outside => f.write_str("leaves the cell from (0, 0) to (1, 1)"),
            Self::NoArea => f.write_str("has no area in steps of 1/4096 of the cell"),
            Self::Crossing => f.write_str("crosses itself in steps of 1/4096 of the cell"),
            Self::Fold => f.write_str("has an edge with the same on both sides"),
        }
    }
}

/// A side of a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Border {
    Top,
    Right,
    Bottom,
    Left,
}

/// What a tile has on one side of its cell, counted along x or y.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cover {
    /// The stretches that it covers.
    pub(crate) runs: Vec<[u32; 2]>,
    /// All its corners there.
    pub(crate) marks: Vec<u32>,
}

impl Cover {
    pub(crate) fn holds(&self, from: u32, to: u32) -> bool {
        self.runs.iter().any(|[s, t]| *s <= from && to <= *t)
    }
}

/// See the module docs.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// As it was given.
    pub(crate) shape: Shape,
    steps: u32,
    sides: [Cover; 4],
    /// Edges that do not lie on a side.
    pub(crate) inner: Vec<[[u32; 2]; 2]>,
}

impl Tile {
    pub(crate) fn new(shape: Shape) -> Result<Self, TileFault> {
        let rings = rings(&shape)?;
        let (outer, holes) = rings.split_first().ok_or(TileFault::NoArea)?;
        let holes: Vec<&[Vec2]> = holes.iter().map(|hole| &hole[..]).collect();
        let rings = normalize::normalise(outer, &holes).map_err(|_| TileFault::Crossing)?.rings;
        if rings.iter().any(|ring| ring.len() < 3) {
            return Err(TileFault::NoArea);
        }
        let graph = arrange(&links(&rings)).map_err(|_| TileFault::Crossing)?;
        let step = |i: u32| {
            let p = graph.points[i as usize];
            [p.x as u32, p.y as u32]
        };
        let mut tile = Self { shape, steps: STEPS, sides: Default::default(), inner: Vec::new() };
        for piece in &graph.pieces {
            let [below, above] = [piece.below[0] != 0, piece.above[0] != 0];
            if below == above {
                return Err(TileFault::Fold);
            }
            let (lo, hi) = (step(piece.lo), step(piece.hi));
            tile.add(if above { [lo, hi] } else { [hi, lo] });
        }
        for side in &mut tile.sides {
            side.marks.sort_unstable();
            side.marks.dedup();
        }
        tile.steps = tile.coarsest();
        Ok(tile)
    }

    fn add(&mut self, edge: [[u32; 2]; 2]) {
        let sides = [Border::Top, Border::Right, Border::Bottom, Border::Left];
        let mut inside = true;
        for side in sides {
            let (axis, at) = match side {
                Border::Top => (1, 0),
                Border::Right => (0, STEPS),
                Border::Bottom => (1, STEPS),
                Border::Left => (0, 0),
            };
            let on = edge.map(|p| p[axis] == at);
            let [p, q] = edge.map(|p| p[1 - axis]);
            let cover = &mut self.sides[side as usize];
            cover.marks.extend([p, q].into_iter().zip(on).filter(|(_, on)| *on).map(|(p, _)| p));
            if on == [true, true] {
                cover.runs.push([p.min(q), p.max(q)]);
                inside = false;
            }
        }
        if inside {
            self.inner.push(edge);
        }
    }

    /// The fewest steps, a power of two, that hold all corners.
    fn coarsest(&self) -> u32 {
        let marks = self.sides.iter().flat_map(|side| side.marks.iter().copied());
        let all = marks.chain(self.inner.iter().flatten().flatten().copied());
        STEPS >> (all.fold(STEPS, |bits, x| bits | x)).trailing_zeros()
    }

    /// Steps along a side of the cell.
    pub(crate) fn steps(&self) -> u32 {
        self.steps
    }

    /// Returns the tile in another number of steps a side.
    pub(crate) fn in_steps(mut self, steps: u32) -> Self {
        let by = STEPS / steps;
        for side in &mut self.sides {
            side.marks.iter_mut().for_each(|mark| *mark /= by);
            side.runs.iter_mut().flatten().for_each(|end| *end /= by);
        }
        self.inner.iter_mut().flatten().flatten().for_each(|x| *x /= by);
        Self { steps, ..self }
    }

    pub(crate) fn side(&self, side: Border) -> &Cover {
        &self.sides[side as usize]
    }
}

/// The outline in steps, rounded.
fn rings(shape: &Shape) -> Result<Vec<Vec<Vec2>>, TileFault> {
    let rings: Vec<Vec<DVec2>> = match shape {
        Shape::Polygon(p) if p.radius == 0.0 => {
            p.rings().iter().map(|ring| ring.iter().copied().map(DVec2::from).collect()).collect()
        }
        Shape::Rect(r) if r.radius == 0.0 => {
            let u = DVec2::new(r.rot.cos.into(), r.rot.sin.into());
            let (x, y) = (u * f64::from(r.half.x), u.left() * f64::from(r.half.y));
            let c = DVec2::from(r.center);
            [[c - x - y, c + x - y, c + x + y, c - x + y].into()].into()
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
