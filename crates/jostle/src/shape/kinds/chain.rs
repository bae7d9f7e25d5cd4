//! A hollow line of segments, open or closed.

use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Vec2, positive_zero};
use crate::shape::body::core::{Kind, Mesh, Sidedness};
use crate::shape::placing::reclassify;
use crate::shape::{Body, Core, Shape, ShapeError, ValuePath, validate};

/// True if a chain returns to its first point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ChainEnds {
    /// It ends at its last point.
    #[default]
    Open,
    /// An edge leads from the last point to the first.
    Closed,
}

/// A hollow line; see [`Shape::chain`].
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub(crate) points: Vec<Vec2>,
    pub(crate) ends: ChainEnds,
    pub(crate) sided: Sidedness,
}

impl Shape {
    /// Makes a hollow line through the points; it may cross itself.
    ///
    /// `Sidedness::Left` restricts normals, pushes and ray hits to the left of each edge (x toward
    /// y) and changes nothing else.
    ///
    /// # Errors
    /// No points, or a coordinate that is not finite.
    ///
    /// ```
    /// use jostle::{Affine, Shape, shape::{ChainEnds, Sidedness}};
    /// let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    /// let ring = Shape::chain(square, ChainEnds::Closed, Sidedness::Both)?.place(Affine::IDENTITY)?;
    /// assert!(!ring.contains_point((2.0, 2.0)) && ring.contains_point((0.0, 2.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn chain<P: Into<Vec2>>(
        points: impl IntoIterator<Item = P>,
        ends: ChainEnds,
        sided: Sidedness,
    ) -> Result<Self, ShapeError> {
        let mut kept: Vec<Vec2> = Vec::new();
        for p in validate::points(points, ValuePath::field("points"))? {
            if kept.last() != Some(&p) {
                kept.push(Vec2::new(positive_zero(p.x), positive_zero(p.y)));
            }
        }
        while ends == ChainEnds::Closed && kept.len() > 1 && kept.first() == kept.last() {
            kept.pop();
        }
        Ok(Self::Chain(Chain { points: kept, ends, sided }))
    }
}

impl Chain {
    #[inline(never)]
    pub(crate) fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        let origin = m.origin();
        // A chain of two points is a segment, whose ends have one order.
        let two = match self.points[..] {
            [a, b] if self.sided == Sidedness::Both => {
                Some(<[Vec2; 2]>::from(validate::ordered(a, b)))
            }
            _ => None,
        };
        let points = two.as_ref().map_or(&self.points[..], |two| &two[..]);
        let mut offsets: Vec<DVec2> = Vec::with_capacity(points.len());
        for p in points {
            let v = validate::offset(m, *p);
            if offsets.last() != Some(&v) {
                offsets.push(v);
            }
        }
        validate::in_range(&offsets)?;
        // Under a mirror the left of a→b becomes the right, which is the left of b→a.
        if m.determinant() < 0.0 && two.is_none() {
            offsets.reverse();
        }
        let n = offsets.len() as u32;
        match offsets[..] {
            [v] => return reclassify::point(origin, v, 0.0),
            [v, w] if self.sided == Sidedness::Both => {
                return Ok(Body::Core(Core::offset_segment(origin, v, w, 0.0)));
            }
            _ => {}
        }
        let closed = self.ends == ChainEnds::Closed && n > 2;
        let count = if closed { n } else { n - 1 };
        let edges: Vec<[u32; 2]> = (0..count).map(|i| [i, (i + 1) % n]).collect();
        let mesh = Mesh::new((&offsets, edges), [0].into(), None, None, false);
        Ok(Body::Core(Core::meshed(origin, Kind::Chain, &offsets, mesh, self.sided, 0.0)))
    }
}
