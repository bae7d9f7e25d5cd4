//! Errors of constructors: the value, its place, and the fault.

use core::fmt;

/// Refuses a shape or a placement and names the value and its place.
///
/// ```
/// use jostle::{Shape, ShapeError};
/// let error = Shape::circle(-1.0).unwrap_err();
/// assert_eq!(error.to_string(), "radius is -1, which is negative");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// The value, such as `center.x` or `points[3].y`.
        what: ValuePath,
        /// The number.
        value: f32,
    },
    /// A radius or an extent is below zero.
    Negative {
        /// The value.
        what: ValuePath,
        /// The number.
        value: f32,
    },
    /// A size is zero or below.
    NotPositive {
        /// The value.
        what: ValuePath,
        /// The number.
        value: f32,
    },
    /// A tile of a grid cannot be one.
    Tile {
        /// The number of the tile.
        tile: usize,
        /// Column and row of the first cell that is this tile.
        cell: Option<[usize; 2]>,
        /// Why.
        fault: TileFault,
    },
    /// A list of points or parts is empty.
    Empty {
        /// The list.
        what: ValuePath,
    },
    /// A mask or a grid has cells, but none is solid.
    NothingSolid {
        /// Its cells.
        what: ValuePath,
    },
    /// A direction has length zero.
    ZeroDirection {
        /// The value.
        what: ValuePath,
    },
    /// Two edges of an outline properly cross.
    Crossing {
        /// Ring of the first edge: 0 is the outer ring, 1 the first hole.
        ring_a: usize,
        /// First edge: from this vertex to the next.
        edge_a: usize,
        /// Ring of the second edge.
        ring_b: usize,
        /// Second edge.
        edge_b: usize,
    },
    /// A hole reaches outside the outer ring.
    HoleOutside {
        /// The hole, from 0.
        hole: usize,
        /// The vertex at or next to which it leaves.
        vertex: usize,
    },
    /// The shape has no core to thicken, so it cannot have a radius.
    NoCore {
        /// The kind of the shape.
        kind: &'static str,
    },
    /// A list does not have the length that the size requires.
    WrongLength {
        /// The list.
        what: ValuePath,
        /// The number of its items.
        found: usize,
        /// The number that it should have.
        expected: usize,
    },
    /// There is more of something than a shape may have.
    TooMany {
        /// The items.
        what: ValuePath,
        /// Their number.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// Placing a finite shape gave a number beyond the range of `f32`.
    Overflow {
        /// The value.
        what: ValuePath,
    },
}

/// The place of a value in an argument: a name and up to two indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePath {
    /// The name of the field, such as `center.x` or `points`.
    pub name: &'static str,
    /// Position in a list.
    pub index: Option<usize>,
    /// Position in the list within that list (a vertex of a hole).
    pub inner: Option<usize>,
    /// The coordinate, such as `.x`; empty when there is none.
    pub axis: &'static str,
}

impl ValuePath {
    pub(crate) const fn field(name: &'static str) -> Self {
        Self { name, index: None, inner: None, axis: "" }
    }

    pub(crate) const fn item(name: &'static str, index: usize) -> Self {
        Self { name, index: Some(index), inner: None, axis: "" }
    }

    /// The place of an item in the list that this names.
    pub(crate) const fn at(self, i: usize) -> Self {
        if self.index.is_none() {
            Self { index: Some(i), ..self }
        } else {
            Self { inner: Some(i), ..self }
        }
    }

    pub(crate) const fn axis(self, axis: &'static str) -> Self {
        Self { axis, ..self }
    }
}

impl fmt::Display for ValuePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for i in [self.index, self.inner].into_iter().flatten() {
            write!(f, "[{i}]")?;
        }
        f.write_str(self.axis)
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { what, value } => {
                write!(f, "{what} is {value}, which is not a finite number")
            }
            Self::Negative { what, value } => write!(f, "{what} is {value}, which is negative"),
            Self::NotPositive { what, value } => {
                write!(f, "{what} is {value}, which is not above 0")
            }
            Self::Tile { tile, cell: Some([column, row]), fault } => {
                write!(f, "tiles[{tile}], the cell in column {column} of row {row}, {fault}")
            }
            Self::Tile { tile, cell: None, fault } => write!(f, "tiles[{tile}] {fault}"),
            Self::Empty { what } => write!(f, "{what} is empty; at least one is needed"),
            Self::NothingSolid { what } => {
                write!(f, "{what} has no solid cell; at least one is needed")
            }
            Self::ZeroDirection { what } => write!(f, "{what} is the zero vector"),
            Self::Crossing { ring_a, edge_a, ring_b, edge_b } => write!(
                f,
                "edge {edge_a} of ring {ring_a} properly crosses edge {edge_b} of ring {ring_b}"
            ),
            Self::HoleOutside { hole, vertex } => {
                write!(f, "holes[{hole}] leaves the outer ring at vertex {vertex}")
            }
            Self::NoCore { kind } => write!(f, "a {kind} cannot be given a radius"),
            Self::WrongLength { what, found, expected } => {
                write!(f, "{what} has {found} entries; the size asks for {expected}")
            }
            Self::TooMany { what, found, limit } => {
                write!(f, "{what} is {found}, which is more than {limit}")
            }
            Self::Overflow { what } => {
                write!(f, "placing the shape takes {what} beyond the range of 32-bit floats")
            }
        }
    }
}

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

impl core::error::Error for ShapeError {}
