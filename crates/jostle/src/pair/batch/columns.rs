//! Placed shapes as structures of arrays: by class, eight in a block, in `f32`.
//!
//! A block holds a row for each number that the formulas of a class need: the place of a point; the
//! center, half extents and direction of a rectangle; the vertices of a polygon relative to its
//! origin. Shapes of class [`CoreClass::Other`], and those whose numbers do not fit, are tested one
//! by one.

use alloc::vec::Vec;
use core::ops::Range;

use crate::math::DVec2;
use crate::math::simd::WIDTH;
use crate::pair::class::CoreClass;
use crate::pair::filter::numbers::{octagon, point, quad, rect, segment};
use crate::pair::sat8::MAX_COORDINATE;
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Core, Placed};

/// One number of eight shapes. Aligned, so that no register's load crosses a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Row(pub(super) [f32; WIDTH]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

/// The rows of a block of each class.
pub(super) const COLUMNS: [usize; CoreClass::COUNT] = [3, 6, 9, 11, MAX_COLUMNS, 0];
pub(super) const MAX_COLUMNS: usize = 19;

/// Writes the numbers of a core to a lane of a block of its class. Returns `false` if they do not
/// fit.
#[inline(always)]
pub(super) fn load(core: &Core, class: CoreClass, block: &mut [Row], lane: usize) -> bool {
    #[inline(always)]
    fn set<const N: usize>(block: &mut [Row], lane: usize, numbers: [f32; N]) -> bool {
        for (row, number) in block.iter_mut().zip(numbers) {
            row.0[lane % WIDTH] = number;
        }
        true
    }
    match (class, &core.vertices) {
        (CoreClass::Point, _) => set(block, lane, point(core)),
        (CoreClass::Rect, Vertices::Rect(frame)) => {
            core.plain && set(block, lane, rect(core, frame))
        }
        (CoreClass::Segment, Vertices::Thin(ends)) => {
            let (numbers, exact) = segment(core, ends);
            exact && set(block, lane, numbers)
        }
        (CoreClass::Quad, Vertices::Four(ring)) => set(block, lane, quad(core, [ring.x, ring.y])),
        (CoreClass::Quad, Vertices::Rect(frame)) => {
            let corners = frame.corners().map(DVec2::round);
            set(block, lane, quad(core, [corners.map(|v| v.x), corners.map(|v| v.y)]))
        }
        (CoreClass::Octagon, Vertices::Eight(ring)) => set(block, lane, octagon(core, ring)),
        _ => false,
    }
}

/// The place of a shape: its class in the upper bits, its index in the class in the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeRef(u32);

impl ShapeRef {
    pub(super) const NONE: Self = Self::new(CoreClass::Other, 0);
    const CLASS_BIT: u32 = 29;

    const fn new(class: CoreClass, at: usize) -> Self {
        Self(((class as u32) << Self::CLASS_BIT) | at as u32)
    }

    #[inline(always)]
    pub(super) fn class(self) -> CoreClass {
        CoreClass::ALL[(self.0 >> Self::CLASS_BIT) as usize % CoreClass::COUNT]
    }

    #[inline(always)]
    fn at(self) -> usize {
        (self.0 & ((1 << Self::CLASS_BIT) - 1)) as usize
    }
}

/// Some shapes of one class.
pub(super) enum Selection<'s> {
    /// The shapes of a range of blocks.
    Blocks(Range<usize>),
    /// Up to eight.
    Refs(&'s [ShapeRef]),
}

/// The blocks of one class.
#[derive(Clone, Debug, Default)]
struct Blocks {
    rows: Vec<Row>,
    count: usize,
}

/// Placed shapes in columns, for queries of many pairs at once.
///
/// Every result has the bits of the query of one pair: the filter decides eight pairs at a time,
/// and the pairs that it leaves undecided are tested one by one. Building the columns costs about
/// as much as one test of each shape, so a batch pays if each shape is in several pairs.
///
/// ```
/// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
/// let ball = Shape::circle(1.0)?;
/// let mut placed = Vec::new();
/// for x in 0..100 {
///     placed.push(ball.place(Affine::at(1.5 * x as f32, 0.0))?);
/// }
/// let columns = ShapeBatch::new(&placed);
/// let pairs: Vec<[u32; 2]> = (1..100).map(|i| [0, i]).collect();
/// let mut hits = HitMask::new();
/// columns.overlaps_pairs(&pairs, &mut hits)?;
/// assert_eq!(hits.ones().collect::<Vec<_>>(), [0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ShapeBatch<'a> {
    pub(super) shapes: Vec<Option<&'a Placed>>,
    pub(super) refs: Vec<ShapeRef>,
    /// The class of all shapes, if they have one class.
    pub(super) uniform: Option<CoreClass>,
    blocks: [Blocks; CoreClass::COUNT],
}

impl<'a> ShapeBatch<'a> {
    /// Lays out shapes; their numbers in questions about pairs are their places in the list.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::ShapeBatch};
    /// let all = [Shape::circle(1.0)?.place(Affine::IDENTITY)?];
    /// assert_eq!(ShapeBatch::new(&all).len(), 1);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn new(shapes: &'a [Placed]) -> Self {
        Self::default().refill(shapes.iter().map(Some))
    }

    /// Lays out other shapes in the same room; a place may be empty, and what is not there overlaps
    /// nothing.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::ShapeBatch};
    /// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let columns = ShapeBatch::default().refill([Some(&ball), None]);
    /// assert_eq!(columns.len(), 2);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn refill<'b>(
        mut self,
        shapes: impl IntoIterator<Item = Option<&'b Placed>>,
    ) -> ShapeBatch<'b> {
        self.shapes.clear();
        // Nothing is left to be mapped; collecting in place keeps the room.
        let room = self.shapes.into_iter().map(|_| None).collect();
        let Self { mut refs, mut blocks, .. } = self;
        refs.clear();
        for Blocks { rows, count } in &mut blocks {
            rows.clear();
            *count = 0;
        }
        let mut new = ShapeBatch { shapes: room, refs, uniform: None, blocks };
        let (mut first, mut uniform) = (None, true);
        for shape in shapes {
            let place = new.push(shape).unwrap_or(ShapeRef::NONE);
            uniform &= *first.get_or_insert(place.class()) == place.class();
            new.shapes.push(shape);
            new.refs.push(place);
        }
        new.uniform = first.filter(|class| uniform && *class != CoreClass::Other);
        new
    }

    /// Returns how many shapes there are, empty places included.
    ///
    /// ```
    /// assert_eq!(jostle::batch::ShapeBatch::new(&[]).len(), 0);
    /// ```
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Returns `true` if there is no shape at all.
    ///
    /// ```
    /// assert!(jostle::batch::ShapeBatch::new(&[]).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Stores the numbers of a shape, or returns `None` if formulas cannot use it.
    #[inline(always)]
    fn push(&mut self, shape: Option<&Placed>) -> Option<ShapeRef> {
        let (Body::Core(core), bounds) = (&shape?.body, shape?.bounds()) else { return None };
        let far = [bounds.min, bounds.max, core.origin].map(|v| [v.x, v.y]);
        if far.as_flattened().iter().any(|end| end.abs() > MAX_COORDINATE) {
            return None;
        }
        let class = match CoreClass::new(core) {
            // Rounded, or its direction is not of length 1: its corners serve.
            CoreClass::Rect if !core.plain => CoreClass::Quad,
            class => class,
        };
        let (Blocks { rows, count }, columns) =
            (&mut self.blocks[class as usize], COLUMNS[class as usize]);
        let (at, block) = (*count, *count / WIDTH * columns);
        rows.resize(block + columns, Row::ZERO);
        let stored = load(core, class, &mut rows[block..], at % WIDTH);
        *count += usize::from(stored);
        stored.then_some(ShapeRef::new(class, at))
    }

    /// Returns the rows of blocks, or gathers shapes into a block in `room`.
    pub(super) fn rows<'s>(
        &'s self,
        class: CoreClass,
        selection: &Selection<'_>,
        room: &'s mut [Row; MAX_COLUMNS],
    ) -> &'s [Row] {
        let (rows, columns) = (&self.blocks[class as usize].rows, COLUMNS[class as usize]);
        match selection {
            Selection::Blocks(blocks) => &rows[blocks.start * columns..blocks.end * columns],
            Selection::Refs(refs) => {
                for (lane, place) in refs.iter().enumerate() {
                    let block = &rows[place.at() / WIDTH * columns..][..columns];
                    for (to, from) in room.iter_mut().zip(block) {
                        to.0[lane] = from.0[place.at() % WIDTH];
                    }
                }
                &room[..columns]
            }
        }
    }
}
