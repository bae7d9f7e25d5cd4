//! The steps of a grid in the world, and the body of its outline.
//!
//! The images of a cell's sides are rounded to 27 bits, the same last bit for both along each axis
//! of the world. An offset, up to 2^24 steps along each, is then exact in `f64`: all vertices of a
//! line of the grid lie exactly on a line. The rounding moves a vertex by at most 2^-27 of the
//! grid's size along that axis, a quarter of what rounding it to `f32` would. A map whose rounded
//! sides are parallel flattens the grid to segments.

use alloc::sync::Arc;
use core::cmp::Ordering;

use crate::math::exact::{Exact, ExactNum, NVec2};
use crate::math::{Affine, DVec2, Vec2, greater};
use crate::shape::kinds::tile_grid::Map;
use crate::shape::placing::reclassify;
use crate::shape::placing::region::Region;
use crate::shape::{Body, Core, ShapeError};

/// The step of a column and the step of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice {
    column: DVec2,
    row: DVec2,
    /// The sign of the angle from one to the other.
    turn: Ordering,
    /// What gives the column and the row of a place, as dot products with it; not finite where the grid
    /// is flat.
    inverse: [DVec2; 2],
}

impl Lattice {
    pub(crate) fn new(m: &Affine, map: &Map) -> Self {
        let [u, v] = [m.linear(Vec2::new(map.cell.x, 0.0)), m.linear(Vec2::new(0.0, map.cell.y))];
        let ([a, c], [b, d]) = (short([u.x, v.x]), short([u.y, v.y]));
        let part = 1.0 / f64::from(map.steps);
        let (column, row) = (DVec2::new(a, b) * part, DVec2::new(c, d) * part);
        let turn = NVec2::<Exact>::of(column).cross(NVec2::of(row)).sign();
        let turn = turn.unwrap_or(Ordering::Equal);
        let (u, v) = (column * f64::from(map.steps), row * f64::from(map.steps));
        let part = 1.0 / u.cross(v);
        let inverse = [-v.left() * part, u.left() * part];
        Self { column, row, turn, inverse }
    }

    /// Returns `true` if the world sees the grid's columns and rows the other way round.
    pub(crate) fn is_mirrored(&self) -> bool {
        self.turn == Ordering::Less
    }

    /// The offset of a point in steps; exact.
    pub(crate) fn offset(&self, p: Vec2) -> DVec2 {
        self.column * f64::from(p.x) + self.row * f64::from(p.y)
    }

    /// Columns and rows from the origin to a place, with a bound on the error of each; not finite
    /// where the grid is flat.
    #[inline]
    pub(crate) fn cell_of(&self, p: DVec2) -> [(f64, f64); 2] {
        let along = |axis: DVec2| {
            let (x, y) = (p.x * axis.x, p.y * axis.y);
            (x + y, 16.0 * f64::EPSILON * (x.abs() + y.abs()))
        };
        [along(self.inverse[0]), along(self.inverse[1])]
    }

    /// The most cells along a row or a column that a unit along an axis of the world crosses.
    #[inline]
    pub(crate) fn cells_per_unit(&self) -> f64 {
        greater(self.inverse[0].reach(), self.inverse[1].reach())
    }

    /// Returns `true` if the grid keeps its area.
    pub(crate) fn is_flat(&self) -> bool {
        self.turn == Ordering::Equal
    }

    /// The placed outline of cells, whose place is `at` steps.
    pub(crate) fn body(
        &self,
        origin: DVec2,
        outline: &Arc<Region>,
        at: Vec2,
    ) -> Result<Body, ShapeError> {
        if self.turn == Ordering::Equal {
            return reclassify::flattened(origin, outline, |p| self.offset(p + at), 0.0);
        }
        let offsets = outline.offsets(self.is_mirrored(), |p| self.offset(p + at));
        Ok(Body::Core(if outline.convex {
            Core::convex(origin, &offsets, 0.0)
        } else {
            reclassify::meshed(outline, origin, &offsets, self.is_mirrored(), 0.0)
        }))
    }
}

/// Rounds two numbers to 27 bits of the larger.
fn short(pair: [f64; 2]) -> [f64; 2] {
    let [p, q] = pair.map(f64::abs);
    let larger = if p > q { p } else { q };
    let (_, exponent) = libm::frexp(larger);
    let unit = libm::ldexp(1.0, 27 - exponent);
    pair.map(|x| libm::rint(x * unit) / unit + 0.0)
}
