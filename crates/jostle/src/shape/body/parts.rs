//! The parts of a shape as the user made them: those of a compound, the cells of a tile grid.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine};
use crate::shape::{Body, Shape};

/// What names the parts of a placed shape.
pub(crate) enum Owners {
    /// It is its own part 0.
    One,
    /// The number of the part for each piece.
    Listed(Arc<[u32]>),
    /// Parts are the cells of a grid.
    Cells,
}

impl Owners {
    fn of(&self, piece: usize) -> u32 {
        match self {
            Self::Listed(all) => all.get(piece).or(all.last()).copied().unwrap_or(0),
            Self::One | Self::Cells => 0,
        }
    }
}

impl Shape {
    /// Returns `true` if it is made of parts of the user's, which reports name.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self, Self::Compound(_) | Self::Grid(_))
    }

    fn owners(&self, m: &Affine, body: &Body) -> Owners {
        match self {
            Self::Compound(compound) => Owners::Listed(compound.owners(m, body.parts().len())),
            Self::Grid(_) => Owners::Cells,
            _ => Owners::One,
        }
    }

    /// The number of the part to which a piece of the placed shape belongs; `None` where the parts
    /// are not pieces but cells.
    pub(crate) fn part_of(&self, m: &Affine, body: &Body, piece: usize) -> Option<u32> {
        let owners = self.owners(m, body);
        (!matches!(owners, Owners::Cells)).then(|| owners.of(piece))
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
        near.map(|(piece, body)| (owners.of(piece), Cow::Borrowed(body))).collect()
    }
}
