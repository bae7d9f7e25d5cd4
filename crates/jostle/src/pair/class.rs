//! The class of a core: which formulas serve it.
//!
//! Single pairs, batches and the step of a world use this one classification. A class follows from
//! the storage and the kind of a core. Formulas that need more, such as a direction of length 1,
//! check that themselves.

use crate::shape::body::core::Vertices;
use crate::shape::{Body, Core};

/// See the module's head. Pairs of classes are served in this order, the later class first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub(crate) enum CoreClass {
    /// One vertex: a point or a disc.
    Point,
    /// A rectangle, stored by its half extents and its direction.
    Rect,
    /// Two vertices: a segment or a capsule.
    Segment,
    /// A convex polygon of three or four vertices.
    Quad,
    /// A convex polygon of five to eight vertices.
    Octagon,
    /// Everything else: more vertices, concave outlines, chains, and bodies that are no cores.
    Other,
}

impl CoreClass {
    pub(crate) const COUNT: usize = Self::ALL.len();
    pub(crate) const ALL: [Self; 6] =
        [Self::Point, Self::Rect, Self::Segment, Self::Quad, Self::Octagon, Self::Other];

    /// Reads the class from a table, because a branch on it would be mispredicted.
    #[inline(always)]
    pub(crate) fn new(core: &Core) -> Self {
        const NONE: CoreClass = CoreClass::Other;
        // By storage, then by kind: point, segment, convex, polygon, chain.
        const TABLE: [[CoreClass; 5]; 5] = [
            [CoreClass::Point, CoreClass::Segment, NONE, NONE, NONE],
            [CoreClass::Point, CoreClass::Segment, CoreClass::Rect, NONE, NONE],
            [CoreClass::Point, NONE, CoreClass::Quad, NONE, NONE],
            [CoreClass::Point, NONE, CoreClass::Octagon, NONE, NONE],
            [CoreClass::Point, NONE, NONE, NONE, NONE],
        ];
        let storage = match &core.vertices {
            Vertices::Thin(_) => 0,
            Vertices::Rect(_) => 1,
            Vertices::Four(_) => 2,
            Vertices::Eight(_) => 3,
            _ => 4,
        };
        TABLE[storage][core.kind as usize % 5]
    }

    #[inline(always)]
    pub(crate) fn of_body(body: &Body) -> Self {
        match body {
            Body::Core(core) => Self::new(core),
            _ => Self::Other,
        }
    }
}
