//! A pixel mask: the closed union of its solid pixels.
//!
//! Pixel (i, j) is the closed unit square from (i, j) to (i + 1, j + 1), y as the picture has it.
//! The union of squares is a polygon of several outlines with holes (`trace` walks them), so a
//! placed mask is that polygon: every question has the polygon's answer, without inner seams. Under
//! a map that keeps pixels upright and exact, it also remembers its grid (`aligned`), where the
//! verdict on two masks of one grid is read off the bits, and so is where a point lies.
//!
//! Cost of making one: O(words + l) for outlines of length l.

mod aligned;
#[cfg(test)]
mod tests;
mod trace;

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Affine, Vec2};
use crate::shape::outline::normalize::Outline;
use crate::shape::placing::region::Region;
use crate::shape::{Body, Polygon, Shape, ShapeError, ValuePath, validate};
pub(crate) use aligned::AlignedPixels;
pub(crate) use trace::Bits;

/// Pixels a side, at most: every corner is then an exact `f32` with room for exact steps.
pub(crate) const MAX_SIDE: u32 = 1 << 14;
pub(crate) const MAX_CORNERS: usize = 1 << 20;

/// A pixel mask; see [`Shape::mask`].
#[derive(Clone, Debug)]
pub struct Mask {
    pub(crate) bits: Arc<Bits>,
    outline: Polygon,
}

impl Shape {
    /// Makes a pixel mask from rows of 64-bit words: the closed union of its solid pixels.
    ///
    /// Pixel (i, j) is the closed unit square from (i, j), so the picture's top left corner is the
    /// origin. It is solid if bit `i % 64` of word `i / 64` of row `j` is 1; a row has
    /// `width.div_ceil(64)` words, and bits beyond the width are not looked at. Pixels that share
    /// no more than a corner touch there.
    ///
    /// # Errors
    /// No pixel is solid, a side is longer than 16,384, there are not as many words as the size
    /// requires, or the outline has more than 1,048,576 corners.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// // ##.
    /// // .#.
    /// let step = Shape::mask(3, 2, [0b011, 0b010])?;
    /// let a = step.place(Affine::at((10.0, 10.0)))?;
    /// assert_eq!(a.area(), Some(3.0));
    /// assert!(a.contains_point((11.5, 11.5)) && !a.contains_point((10.5, 11.5)));
    /// assert!(!a.overlaps_interior(&step.place(Affine::at((9.0, 11.0)))?));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn mask(
        width: u32,
        height: u32,
        words: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ShapeError> {
        validate::at_most(MAX_SIDE as usize, width as usize, "width")?;
        validate::at_most(MAX_SIDE as usize, height as usize, "height")?;
        let bits = Bits::new(width, height, words)?;
        let corners = bits.corners();
        if corners == 0 {
            return Err(ShapeError::NothingSolid { what: ValuePath::field("rows") });
        }
        validate::at_most(MAX_CORNERS, corners, "corners")?;
        let point = |[x, y]: [u32; 2]| Vec2::new(x as f32, y as f32);
        let rings = bits.rings();
        let rings: Vec<Vec<Vec2>> =
            rings.into_iter().map(|ring| ring.into_iter().map(point).collect()).collect();
        let outline = Polygon::new(Region::new(Outline::new(rings, true)));
        Ok(Self::Mask(Mask { bits: Arc::new(bits), outline }))
    }
}

impl Mask {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let mut body = self.outline.lower(m)?;
        if let (Body::Core(core), Some(grid)) = (&mut body, AlignedPixels::of(&self.bits, m)) {
            core.edit_mesh(|mesh| mesh.grid = Some(grid));
        }
        Ok(body)
    }
}
