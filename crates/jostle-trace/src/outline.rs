//! The outline of a mask: rings of points, which of them are holes, and what lies in what.

/// How many units of a [`Point`] a pixel is wide: whole numbers keep every decision exact and the
/// same on every machine, and every point is an exact `f32`.
pub const UNITS_PER_PIXEL: i32 = 256;

/// A point in 1/256 of a pixel: x right, y down, (0, 0) the picture's top left corner.
pub type Point = [i32; 2];

/// A closed ring, without its first point again at its end.
///
/// Solid is on the same side all along it: an outer ring has positive area by the shoelace sum with
/// x right and y down (so it runs clockwise on the screen), a hole has negative area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// At least three points of a traced ring.
    pub points: Vec<Point>,
    /// True if the inside of the ring is empty.
    pub hole: bool,
    /// The ring that this one lies in, right above it in the nesting: a hole's outer ring, or the
    /// hole that an island lies in; `None` for a ring that lies in none.
    pub parent: Option<usize>,
}

impl Ring {
    /// Twice the signed area in square units (1/65536 of a square pixel); exact.
    #[must_use]
    pub fn doubled_area(&self) -> i64 {
        let n = self.points.len();
        (0..n)
            .map(|i| {
                let ([ax, ay], [bx, by]) = (self.points[i], self.points[(i + 1) % n]);
                i64::from(ax) * i64::from(by) - i64::from(ay) * i64::from(bx)
            })
            .sum()
    }
}

/// All rings of a picture; a parent stands before its children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Outer rings, holes, islands in holes, and so on.
    pub rings: Vec<Ring>,
}

impl Outline {
    /// Points of all rings together.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.rings.iter().map(|r| r.points.len()).sum()
    }

    /// Twice the solid area in square units; exact.
    #[must_use]
    pub fn doubled_area(&self) -> i64 {
        self.rings.iter().map(Ring::doubled_area).sum()
    }
}
