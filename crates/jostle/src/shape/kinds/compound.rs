//! Several shapes as one: the closed union of the parts; and the parts of shapes as the user made
//! them, which are also the cells of a tile grid.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter::repeat_n;

use crate::math::{Aabb, Affine};
use crate::shape::{Body, Shape, ShapeError, ValuePath, validate};

/// A union of shapes; see [`Shape::compound`].
#[derive(Clone, Debug)]
pub struct Compound {
    pub(crate) parts: Vec<(Shape, Affine)>,
    /// For each shape that is no compound, of all levels, the number of its part here.
    owners: Arc<[u32]>,
}

impl Shape {
    /// Makes the closed union of shapes, each with its own place in the compound.
    ///
    /// Inner seams are not boundary.
    ///
    /// # Errors
    /// There are no parts, or a map holds a number that is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let tile = Shape::rect_half((1.0, 1.0))?;
    /// let two = Shape::compound([(tile.clone(), Affine::at((-1.0, 0.0))), (tile, Affine::at((1.0, 0.0)))])?;
    /// let ball = Shape::circle(0.5)?.place(Affine::IDENTITY)?;
    /// assert!(two.place(Affine::IDENTITY)?.contains(&ball));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn compound(parts: impl IntoIterator<Item = (Self, Affine)>) -> Result<Self, ShapeError> {
        let parts: Vec<_> = parts.into_iter().collect();
        if parts.is_empty() {
            return Err(ShapeError::Empty { what: ValuePath::field("parts") });
        }
        for (i, (_, local)) in parts.iter().enumerate() {
            let names = [".a", ".b", ".c", ".d", ".tx", ".ty"];
            for (value, name) in local.to_matrix().into_iter().zip(names) {
                validate::number(value, ValuePath::item("parts", i).axis(name))?;
            }
        }
        let shapes = |(shape, _): &(Self, Affine)| match shape {
            Self::Compound(inner) => inner.owners.len(),
            _ => 1,
        };
        let owners = (0..).zip(&parts).flat_map(|(i, part)| repeat_n(i, shapes(part))).collect();
        Ok(Self::Compound(Compound { parts, owners }))
    }
}

impl Compound {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let mut bodies = Vec::with_capacity(self.parts.len());
        for (shape, local) in &self.parts {
            bodies.push(shape.lower(&local.under(m))?);
        }
        Ok(union(bodies))
    }
}

/// One body of many; nested unions are flattened.
pub(crate) fn union(bodies: Vec<Body>) -> Body {
    let mut flat = Vec::with_capacity(bodies.len());
    for body in bodies {
        match body {
            Body::Union(parts) => flat.extend(parts),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.swap_remove(0) } else { Body::Union(flat) }
}

impl Shape {
    /// Returns `true` if it is made of parts of the user's, which reports name.
    pub(crate) fn has_parts(&self) -> bool {
        matches!(self, Self::Compound(_) | Self::Grid(_))
    }

    /// The part of each piece of the placed shape; `None` if all are part 0.
    fn owners(&self, m: &Affine, body: &Body) -> Option<Arc<[u32]>> {
        let Self::Compound(Compound { parts, owners }) = self else { return None };
        // Every shape is at least one piece; only flattened ones fall into several.
        if body.parts().len() == owners.len() {
            return Some(owners.clone());
        }
        let owned = |(number, (shape, local)): (u32, &(Self, Affine))| {
            let placed = shape.lower(&local.under(m));
            repeat_n(number, placed.map_or(1, |body| body.parts().len()))
        };
        Some((0..).zip(parts).flat_map(owned).collect())
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
