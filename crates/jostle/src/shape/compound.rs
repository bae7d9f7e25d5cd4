//! Several shapes as one: the closed union of the parts.

use alloc::vec::Vec;

use super::{Body, Place, Shape, ShapeError, check};
use crate::math::Affine;

/// A union of shapes; see [`Shape::compound`].
#[derive(Clone, Debug)]
pub struct Compound {
    pub(crate) parts: Vec<(Shape, Affine)>,
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
    /// let tile = Shape::rect((1.0, 1.0))?;
    /// let two = Shape::compound([(tile.clone(), Affine::at(-1.0, 0.0)), (tile, Affine::at(1.0, 0.0))])?;
    /// let ball = Shape::circle(0.5)?.place(Affine::IDENTITY)?;
    /// assert!(two.place(Affine::IDENTITY)?.contains(&ball));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn compound(parts: impl IntoIterator<Item = (Self, Affine)>) -> Result<Self, ShapeError> {
        let parts: Vec<_> = parts.into_iter().collect();
        if parts.is_empty() {
            return Err(ShapeError::Empty { what: Place::field("parts") });
        }
        for (i, (_, local)) in parts.iter().enumerate() {
            let names = [".a", ".b", ".c", ".d", ".tx", ".ty"];
            for (value, name) in local.to_matrix().into_iter().zip(names) {
                check::number(value, Place::item("parts", i).axis(name))?;
            }
        }
        Ok(Self::Compound(Compound { parts }))
    }
}

impl Compound {
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let mut bodies = Vec::with_capacity(self.parts.len());
        for (shape, local) in &self.parts {
            bodies.push(shape.lower(&local.under(m))?);
        }
        Ok(union(bodies))
    }
}

impl Shape {
    /// For each piece that the placed shape consists of, the number of its part.
    pub(crate) fn owners(&self, m: &Affine) -> Vec<u32> {
        let Self::Compound(compound) = self else { return Vec::from([0]) };
        let mut owners = Vec::with_capacity(compound.parts.len());
        for (number, (shape, local)) in (0..).zip(&compound.parts) {
            let pieces = match shape.lower(&local.under(m)) {
                Ok(Body::Union(pieces)) => pieces.len(),
                _ => 1,
            };
            owners.extend(core::iter::repeat_n(number, pieces));
        }
        owners
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
