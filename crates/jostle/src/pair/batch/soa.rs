//! Placed shapes as structures of arrays: by class, eight in a block, in `f32`.
//!
//! A kernel needs a few numbers of a shape: the place of a point, the center, half extents and
//! direction of a rectangle, the vertices of a polygon relative to its origin. A block holds the
//! numbers of eight shapes of one class, so that a kernel reads eight pairs at once. Shapes of
//! class [`CoreClass::Other`], and rectangles whose stored direction is not nearly of length 1, are
//! tested one by one.

use alloc::vec::Vec;
use core::ops::Range;

use crate::math::DVec2;
use crate::math::simd::{F32Chunk, WIDTH};
use crate::pair::class::CoreClass;
use crate::pair::sat8::MAX_COORDINATE;
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Placed};

/// The numbers of eight shapes side by side. Aligned, so that no register's load crosses a line of
/// the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Block<const COLUMNS: usize>(pub(super) [[f32; WIDTH]; COLUMNS]);

impl<const COLUMNS: usize> Block<COLUMNS> {
    pub(super) const ZERO: Self = Self([[0.0; WIDTH]; COLUMNS]);

    /// Puts the numbers of a shape in a lane.
    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, numbers: [f32; COLUMNS]) {
        for (column, number) in self.0.iter_mut().zip(numbers) {
            column[lane % WIDTH] = number;
        }
    }

    /// The numbers of some of the shapes. By references first (`each_ref`) they go through memory,
    /// and two octagons took 23 ns in place of 13; filled by a loop, two quadrilaterals took 5.8 in
    /// place of 4.5.
    #[inline(always)]
    pub(super) fn read<P: F32Chunk>(&self, part: usize) -> [P; COLUMNS] {
        core::array::from_fn(
            #[inline(always)]
            |i| P::read(&self.0[i], part),
        )
    }
}

/// The place of a shape: its class in the upper bits, its index in the class in the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeRef(u32);

const CLASS_BIT: u32 = 29;

impl ShapeRef {
    pub(super) const NOWHERE: Self = Self(0);

    fn new(class: CoreClass, at: usize) -> Self {
        Self(((class as u32) << CLASS_BIT) | at as u32)
    }

    #[inline(always)]
    pub(super) fn class(self) -> CoreClass {
        CoreClass::ALL[(self.0 >> CLASS_BIT) as usize % CoreClass::COUNT]
    }

    #[inline(always)]
    pub(super) fn at(self) -> usize {
        (self.0 & ((1 << CLASS_BIT) - 1)) as usize
    }
}

/// Some shapes of one class.
pub(super) enum Of<'s> {
    /// The shapes of a range of blocks.
    Row(Range<usize>),
    /// Up to eight.
    Gathered(&'s [ShapeRef]),
}

/// The blocks of one class.
#[derive(Clone, Debug)]
pub(super) struct Blocks<const COLUMNS: usize> {
    blocks: Vec<Block<COLUMNS>>,
    count: usize,
}

impl<const COLUMNS: usize> Default for Blocks<COLUMNS> {
    fn default() -> Self {
        Self { blocks: Vec::new(), count: 0 }
    }
}

impl<const COLUMNS: usize> Blocks<COLUMNS> {
    fn clear(&mut self) {
        self.blocks.clear();
        self.count = 0;
    }

    /// Adds a shape and states at which place.
    fn push(&mut self, numbers: [f32; COLUMNS]) -> usize {
        let (at, lane) = (self.count, self.count % WIDTH);
        if lane == 0 {
            self.blocks.push(Block::ZERO);
        }
        let Some(block) = self.blocks.last_mut() else { return at };
        block.set(lane, numbers);
        self.count += 1;
        at
    }

    /// Returns a row of blocks, or gathers shapes from anywhere into `room`. Lanes beyond the last
    /// shape keep their old numbers.
    pub(super) fn row<'s>(
        &'s self,
        of: &Of<'_>,
        room: &'s mut [Block<COLUMNS>; 1],
    ) -> &'s [Block<COLUMNS>] {
        match of {
            Of::Row(blocks) => &self.blocks[blocks.clone()],
            Of::Gathered(stands) => {
                for (lane, stand) in stands.iter().enumerate() {
                    let block = &self.blocks[stand.at() / WIDTH];
                    for (to, from) in room[0].0.iter_mut().zip(&block.0) {
                        to[lane] = from[stand.at() % WIDTH];
                    }
                }
                room
            }
        }
    }
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
    pub(super) stands: Vec<ShapeRef>,
    /// The class of all shapes, if they have one class.
    pub(super) uniform: Option<CoreClass>,
    pub(super) points: Blocks<3>,
    pub(super) rects: Blocks<6>,
    pub(super) segments: Blocks<7>,
    pub(super) quads: Blocks<11>,
    pub(super) octagons: Blocks<19>,
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
        let mut new = ShapeBatch {
            shapes: room,
            stands: self.stands,
            uniform: None,
            points: self.points,
            rects: self.rects,
            segments: self.segments,
            quads: self.quads,
            octagons: self.octagons,
        };
        new.stands.clear();
        new.points.clear();
        new.rects.clear();
        new.segments.clear();
        new.quads.clear();
        new.octagons.clear();
        let (mut first, mut uniform) = (None, true);
        for shape in shapes {
            let stand = new.stand(shape);
            uniform &= *first.get_or_insert(stand.class()) == stand.class();
            new.shapes.push(shape);
            new.stands.push(stand);
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

    #[inline(always)]
    fn stand(&mut self, shape: Option<&Placed>) -> ShapeRef {
        let (Some(Body::Core(core)), Some(bounds)) =
            (shape.map(|shape| &shape.body), shape.map(Placed::bounds))
        else {
            return ShapeRef::new(CoreClass::Other, 0);
        };
        let ([x, y], r) = ([core.origin.x, core.origin.y], core.radius);
        let far = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y, x, y];
        if far.iter().any(|end| end.abs() > MAX_COORDINATE) {
            return ShapeRef::new(CoreClass::Other, 0);
        }
        match (CoreClass::new(core), &core.vertices) {
            (CoreClass::Point, _) => ShapeRef::new(CoreClass::Point, self.points.push([x, y, r])),
            (CoreClass::Rect, Vertices::Rect(frame)) if core.plain => {
                let (half, rot) = (frame.half, frame.rot);
                let at = self.rects.push([x, y, half.x, half.y, rot.cos, rot.sin]);
                ShapeRef::new(CoreClass::Rect, at)
            }
            (CoreClass::Segment, _) => {
                let [v, w] = [core.offset(0), core.offset(1)].map(DVec2::round);
                ShapeRef::new(CoreClass::Segment, self.segments.push([x, y, r, v.x, w.x, v.y, w.y]))
            }
            // A rounded rectangle, or one whose direction is not of length 1.
            (CoreClass::Rect, _) => {
                let corners = core.offsets();
                let [p, q, s, t] = [0, 1, 2, 3].map(|i| corners[i].round());
                let numbers = [x, y, r, p.x, q.x, s.x, t.x, p.y, q.y, s.y, t.y];
                ShapeRef::new(CoreClass::Quad, self.quads.push(numbers))
            }
            (CoreClass::Quad, Vertices::Four(small)) => {
                let ([a, b, c, d], [e, f, g, h]) = (small.x, small.y);
                let numbers = [x, y, r, a, b, c, d, e, f, g, h];
                ShapeRef::new(CoreClass::Quad, self.quads.push(numbers))
            }
            (CoreClass::Octagon, Vertices::Eight(small)) => {
                let mut numbers = [0.0; 19];
                numbers[..3].copy_from_slice(&[x, y, r]);
                numbers[3..11].copy_from_slice(&small.x);
                numbers[11..].copy_from_slice(&small.y);
                ShapeRef::new(CoreClass::Octagon, self.octagons.push(numbers))
            }
            _ => ShapeRef::new(CoreClass::Other, 0),
        }
    }
}
