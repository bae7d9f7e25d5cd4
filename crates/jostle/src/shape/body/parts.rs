//! The parts of a shape as the user made them: those of a compound, the cells of a tile grid.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine};
use crate::shape::{Body, Shape};

impl Shape {
    /// Returns `true` if it is made of parts of the user's, which reports name.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self, Self::Compound(_) | Self::Grid(_))
    }

    /// The part of each piece; `None` if all are part 0.
    fn owners(&self, m: &Affine, body: &Body) -> Option<Arc<[u32]>> {
        match self {
            Self::Compound(compound) => Some(compound.owners(m, body.parts().len())),
            _ => None,
        }
    }

    /// The number of the part to which a piece of the placed shape belongs; `None` where the parts
    /// are not pieces but cells.
    pub(crate) fn part_of(&self, m: &Affine, body: &Body, piece: usize) -> Option<u32> {
        let is_grid = matches!(self, Self::Grid(_));
        (!is_grid).then(|| owner(self.owners(m, body).as_deref(), piece))
    }

    /// What of the placed shape may meet a box, with the numbers of the parts.
    pub(crate) fn parts_near<'a>(
        &self,
        m: &Affine,
        body: &'a Body,
        bounds: Aabb,
    ) -> Vec<(u32, Cow<'a, Body>)> {
        if let Self::Grid(grid) = self {
            let cells = grid.cells_near(m, bounds).into_iter();
            return cells.map(|(cell, body)| (cell, Cow::Owned(body))).collect();
        }
        let owners = self.owners(m, body);
        let near = body.parts().iter().enumerate().filter(|(_, p)| p.bounds().overlaps(bounds));
        near.map(|(piece, body)| (owner(owners.as_deref(), piece), Cow::Borrowed(body))).collect()
    }
}

fn owner(owners: Option<&[u32]>, piece: usize) -> u32 {
    owners.and_then(|all| all.get(piece).or(all.last())).copied().unwrap_or(0)
}
