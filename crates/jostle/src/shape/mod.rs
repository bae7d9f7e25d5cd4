//! Shapes, their parameters and their errors: what [`Shape`] is made of.
//!
//! [`Shape`] has one constructor for each kind. This module holds the kinds themselves, the words
//! that constructors take, and [`weld`], which joins neighboring tiles into outlines.
//!
//! ```
//! use jostle::shape::{ChainEnds, Sidedness};
//! use jostle::{Affine, Shape};
//! let hill = [(0.0, 0.0), (10.0, -4.0), (20.0, 0.0)];
//! let ground = Shape::chain(hill, ChainEnds::Open, Sidedness::Both)?.place(Affine::IDENTITY)?;
//! let ball = Shape::circle(3.0)?.place(Affine::at((10.0, -6.0)))?;
//! assert!(ground.overlaps(&ball));
//! # Ok::<(), jostle::ShapeError>(())
//! ```

pub(crate) mod body;
pub(crate) mod bvh;
pub(crate) mod clipping;
pub(crate) mod codec;
pub(crate) mod decomposition;
mod error;
mod error_kind;
pub(crate) mod kinds;
pub(crate) mod outline;
mod placed;
pub(crate) mod placing;
pub(crate) mod validate;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use body::core::Sidedness;
pub(crate) use body::core::{Core, Kind};
pub(crate) use body::curved::Curved;
pub use error::{ShapeError, TileFault, ValuePath};
pub use error_kind::ErrorKind;
pub use kinds::capsule::Capsule;
pub use kinds::chain::{Chain, ChainEnds};
pub use kinds::circle::Circle;
pub use kinds::compound::Compound;
pub use kinds::custom::{Custom, SupportMap};
pub use kinds::ellipse::Ellipse;
pub use kinds::half_plane::HalfPlane;
pub use kinds::mask::Mask;
pub use kinds::point::Point;
pub use kinds::polygon::Polygon;
pub use kinds::rect::Rect;
pub use kinds::segment::Segment;
pub use kinds::tile_grid::{Grid, TileCell};
pub use outline::weld::{WeldGroup, WeldReport, WeldSkip, weld};
pub use placed::Placed;
pub(crate) use placing::update::{check_affine, place_option};

use crate::math::{Aabb, Affine};
use crate::shape::body::storage::{InlineRing, LANES};
use crate::shape::kinds::capsule;

/// A shape in its own local frame: a closed set of points.
///
/// Made by the constructors below, put into the world by [`Shape::place`].
///
/// ```
/// use jostle::{Affine, Shape};
/// let ship = Shape::polygon([(0.0, -20.0), (14.0, 16.0), (0.0, 8.0), (-14.0, 16.0)])?;
/// let a = ship.place(Affine::at((120.0, 80.0)).rotated(0.4).scaled(1.5, -1.0).pivoted((0.0, 4.0)))?;
/// let b = Shape::circle(24.0)?.place(Affine::at((130.0, 90.0)).scaled(2.0, 1.0))?;
/// assert!(a.overlaps(&b));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A single point.
    Point(Point),
    /// A closed segment.
    Segment(Segment),
    /// A disc.
    Circle(Circle),
    /// A segment thickened by a radius.
    Capsule(Capsule),
    /// A rectangle, turned or not, rounded or not.
    Rect(Rect),
    /// An ellipse.
    Ellipse(Ellipse),
    /// A half-plane.
    HalfPlane(HalfPlane),
    /// A solid polygon, concave or not, with holes or not, rounded or not.
    Polygon(Polygon),
    /// A hollow line.
    Chain(Chain),
    /// The union of shapes.
    Compound(Compound),
    /// The union of the solid pixels of a picture.
    Mask(Mask),
    /// The union of the cells of a tile grid.
    Grid(Grid),
    /// A user's own convex shape.
    Custom(Custom),
}

/// The placed form of a shape; the layers above see only this.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Straight edges and a radius.
    Core(Core),
    /// Convex, with sides that are neither.
    Curved(Curved),
    /// Unbounded.
    HalfPlane(HalfPlane),
    /// The union of at least two bodies, none of them a union.
    Union(Vec<Body>),
}

impl Shape {
    /// Puts the shape into the world; scale and skew are baked in.
    ///
    /// Never fails for finite input but where a result leaves the range of `f32`; a map that
    /// flattens gives the segment or point that is left.
    ///
    /// # Errors
    /// The map holds a number that is not finite, or the placed shape does not fit finite `f32`s.
    pub fn place(&self, affine: Affine) -> Result<Placed, ShapeError> {
        // The fast path takes no map that is not finite.
        match self.place_fast(&affine, || None) {
            Some((core, bounds)) => Ok(Placed::of_core(core, bounds)),
            None => self.place_general(&affine),
        }
    }

    /// Places the four most common kinds and returns their bounds. Special maps and numbers,
    /// such as one that is not finite, return `None`; `place_general` handles them, which
    /// also finds the words for what is wrong. The memory of a polygon may be that of `lend`.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn place_fast(
        &self,
        affine: &Affine,
        lend: impl FnOnce() -> Option<Box<InlineRing<LANES>>>,
    ) -> Option<(Core, Aabb)> {
        match self {
            Self::Circle(s) => s.at_once(affine),
            Self::Rect(s) => s.at_once(affine),
            Self::Capsule(s) => s.at_once(affine),
            Self::Polygon(s) => s.at_once(affine, lend),
            _ => None,
        }
    }

    #[inline(never)]
    fn place_general(&self, affine: &Affine) -> Result<Placed, ShapeError> {
        check_affine(affine)?;
        let placed = Placed::new(self.lower(affine)?);
        if placed.body.fits() {
            Ok(placed)
        } else {
            Err(ShapeError::Overflow { what: ValuePath::field("bounds") })
        }
    }

    /// Thickens the shape by a radius: the set of points within `radius` of it.
    ///
    /// Replaces the radius that the shape has; 0 takes it away.
    ///
    /// # Errors
    /// The radius is negative or not finite, or the shape is not one of point, segment, circle,
    /// capsule, rectangle and polygon.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let pill = Shape::rect_half((2.0, 1.0))?.with_radius(0.5)?.place(Affine::IDENTITY)?;
    /// assert!(pill.contains_point((2.5, 0.0)) && !pill.contains_point((2.5, 1.5)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn with_radius(&self, radius: f32) -> Result<Self, ShapeError> {
        let radius = validate::extent(radius, ValuePath::field("radius"))?;
        Ok(match self {
            Self::Point(p) => Self::Circle(Circle { center: p.at, radius }),
            Self::Circle(c) => Self::Circle(Circle { radius, ..*c }),
            Self::Segment(s) => Self::Capsule(Capsule { a: s.a, b: s.b, radius }),
            Self::Capsule(c) => Self::Capsule(Capsule { radius, ..*c }),
            Self::Rect(r) => Self::Rect(Rect { radius, ..*r }),
            Self::Polygon(p) => Self::Polygon(Polygon { radius, ..p.clone() }),
            _ => return Err(ShapeError::NoCore { kind: self.kind() }),
        })
    }

    /// Names the kind of the shape, as its JSON form does.
    ///
    /// ```
    /// assert_eq!(jostle::Shape::circle(1.0)?.kind(), "circle");
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Point(_) => "point",
            Self::Segment(_) => "segment",
            Self::Circle(_) => "circle",
            Self::Capsule(_) => "capsule",
            Self::Rect(_) => "rect",
            Self::Ellipse(_) => "ellipse",
            Self::HalfPlane(_) => "half_plane",
            Self::Polygon(_) => "polygon",
            Self::Chain(_) => "chain",
            Self::Compound(_) => "compound",
            Self::Mask(_) => "mask",
            Self::Grid(_) => "grid",
            Self::Custom(_) => "custom",
        }
    }

    /// Returns the bounds that the shape has when it is placed by a map; for most outlines in a
    /// fraction of the time of [`place`](Self::place).
    ///
    /// # Errors
    /// As [`place`](Self::place).
    pub fn placed_bounds(&self, map: Affine) -> Result<Aabb, ShapeError> {
        let quick = if let Self::Polygon(polygon) = self { polygon.bounds(&map) } else { None };
        quick.map_or_else(|| Ok(self.place(map)?.bounds()), Ok)
    }

    /// The kinds that worlds rarely hold are not compiled into this: web pages load them later.
    fn lower(&self, m: &Affine) -> Result<Body, ShapeError> {
        match self {
            Self::Point(s) => capsule::lower(m, [s.at; 2], 0.0),
            Self::Segment(s) => capsule::lower(m, [s.a, s.b], 0.0),
            Self::Circle(s) => capsule::lower(m, [s.center; 2], s.radius),
            Self::Capsule(s) => capsule::lower(m, [s.a, s.b], s.radius),
            Self::Rect(s) => s.lower(m),
            Self::Ellipse(s) => s.lower(m),
            Self::HalfPlane(s) => s.lower(m),
            Self::Polygon(s) => s.lower(m),
            Self::Chain(s) => s.lower(m),
            Self::Compound(s) => s.lower(m),
            Self::Mask(s) => s.lower(m),
            Self::Grid(s) => s.lower(m),
            Self::Custom(s) => s.lower(m),
        }
    }
}
