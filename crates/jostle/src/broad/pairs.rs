//! All pairs of placed shapes that overlap, for programs that keep no world.
//!
//! Method: the boxes of all shapes go through one sweep and prune ([`sap`](crate::broad::sap)),
//! and unbounded shapes are paired with all others. The candidates are sorted by a counting sort,
//! and decided in that order, which reads the shapes almost sequentially. Nothing depends on
//! earlier calls except the memory that is used again.
//!
//! Cost: O(n + p) for n shapes with p candidates, and n candidates for each unbounded shape.

use crate::broad::parallel::Threads;
use crate::broad::sap::{Items, Strips};
use crate::math::Aabb;
use crate::pair::query::Contact;
use crate::shape::Placed;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Returns the pairs of shapes that overlap, each once, as (smaller index, larger index), sorted;
/// touching counts.
///
/// Exact: the pairs are those of [`Placed::overlaps`]. Cost: O(n + p) for n bounded shapes with p
/// pairs of boxes that overlap. [`Pairs`] computes the same without allocating in each frame.
///
/// ```
/// use jostle::{Affine, Shape};
/// let coin = Shape::circle(4.0)?;
/// let mut coins = Vec::new();
/// for x in [0.0, 20.0, 8.0, 21.0] {
///     coins.push(coin.place(Affine::at(x, 0.0))?);
/// }
/// assert_eq!(jostle::pairs(&coins), [[0, 2], [1, 3]]);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[must_use]
pub fn pairs<P: Borrow<Placed>>(shapes: &[P]) -> Vec<[u32; 2]> {
    let mut pairs = Pairs::new();
    pairs.overlapping(shapes);
    pairs.pairs
}

/// Returns the pairs of a shape of `a` and a shape of `b` that overlap, as their indices in the two
/// lists, sorted; touching counts.
///
/// Cost: that of [`pairs`] for both lists together.
///
/// ```
/// use jostle::{Affine, Shape};
/// let bullets = [Shape::circle(1.0)?.place(Affine::at(5.0, 0.0))?];
/// let crate_shape = Shape::rect_half((2.0, 2.0))?;
/// let crates = [crate_shape.place(Affine::IDENTITY)?, crate_shape.place(Affine::at(8.0, 0.0))?];
/// assert_eq!(jostle::pairs_between(&bullets, &crates), [[0, 1]]);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[must_use]
pub fn pairs_between<P: Borrow<Placed>, Q: Borrow<Placed>>(a: &[P], b: &[Q]) -> Vec<[u32; 2]> {
    let mut pairs = Pairs::new();
    pairs.overlapping_between(a, b);
    pairs.pairs
}

/// Finds pairs of placed shapes that overlap, and keeps its memory from one call to the next.
///
/// For programs that place everything in each frame. The answers are those of [`Placed::overlaps`]
/// and [`Placed::contact`], sorted by the indices of the shapes. A call allocates nothing once an
/// earlier one was as large.
///
/// ```
/// use jostle::{Affine, Pairs, Placed, Shape};
/// let tile = Shape::rect_half((1.0, 1.0))?;
/// let (mut pairs, mut placed) = (Pairs::new(), Vec::<Placed>::new());
/// for frame in 0..3 {
///     placed.clear();
///     placed.push(tile.place(Affine::at(frame as f32, 0.0))?);
///     placed.push(tile.place(Affine::at(4.0, 0.0))?);
///     let found = pairs.overlapping(&placed);
///     assert_eq!(found.len(), usize::from(frame == 2)); // they touch
/// }
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    strips: Strips,
    boxes: Vec<Aabb>,
    /// The indices of shapes with finite bounds.
    bounded: Vec<u32>,
    candidates: Vec<(u32, u32)>,
    sorted: Vec<(u32, u32)>,
    ends: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    contacts: Vec<PairContact>,
}

/// Two shapes that touch, and their contact from the first to the second.
///
/// ```
/// use jostle::{Affine, Pairs, Shape};
/// let ball = Shape::circle(1.0)?;
/// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(1.5, 0.0))?];
/// let mut pairs = Pairs::new();
/// let found = pairs.contacts(&balls)[0];
/// assert_eq!((found.pair, found.contact.depth), ([0, 1], 0.5));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// The indices of the two shapes.
    pub pair: [u32; 2],
    /// Their contact, as [`Placed::contact`] of the first with the second.
    pub contact: Contact,
}

impl Pairs {
    /// Makes one without memory.
    ///
    /// ```
    /// assert!(jostle::Pairs::new().overlapping::<jostle::Placed>(&[]).is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the pairs of shapes that overlap, as [`pairs`] returns them.
    ///
    /// ```
    /// use jostle::{Affine, Pairs, Shape};
    /// let ball = Shape::circle(1.0)?;
    /// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(2.0, 0.0))?];
    /// assert_eq!(Pairs::new().overlapping(&balls), [[0, 1]]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlapping<P: Borrow<Placed>>(&mut self, shapes: &[P]) -> &[[u32; 2]] {
        self.candidates(shapes, shapes, false);
        self.overlapping_candidates(shapes, shapes)
    }

    /// Finds the pairs of a shape of `a` and one of `b` that overlap, as [`pairs_between`] returns
    /// them.
    ///
    /// ```
    /// use jostle::{Affine, Pairs, Shape};
    /// let ball = Shape::circle(1.0)?;
    /// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(2.0, 0.0))?];
    /// assert_eq!(Pairs::new().overlapping_between(&balls, &balls[1..]), [[0, 0], [1, 0]]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlapping_between<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[[u32; 2]] {
        self.candidates(a, b, true);
        self.overlapping_candidates(a, b)
    }

    /// Finds the pairs of shapes that touch, with their contacts.
    ///
    /// ```
    /// use jostle::{Affine, Pairs, Shape};
    /// let ball = Shape::circle(1.0)?;
    /// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(1.5, 0.0))?];
    /// for found in Pairs::new().contacts(&balls) {
    ///     let [a, b] = found.pair.map(|i| &balls[i as usize]);
    ///     assert_eq!(Some(found.contact), a.contact(b));
    /// }
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contacts<P: Borrow<Placed>>(&mut self, shapes: &[P]) -> &[PairContact] {
        self.candidates(shapes, shapes, false);
        self.contacts_of_candidates(shapes, shapes)
    }

    /// Finds the pairs of a shape of `a` and one of `b` that touch, with their contacts.
    ///
    /// ```
    /// use jostle::{Affine, Pairs, Shape, Vec2};
    /// let ball = Shape::circle(1.0)?;
    /// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(1.5, 0.0))?];
    /// let mut pairs = Pairs::new();
    /// let found = pairs.contacts_between(&balls[1..], &balls[..1])[0];
    /// assert_eq!((found.pair, found.contact.normal), ([0, 0], Vec2::new(-1.0, 0.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contacts_between<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[PairContact] {
        self.candidates(a, b, true);
        self.contacts_of_candidates(a, b)
    }

    /// Finds the pairs whose boxes overlap, sorted. If `between`, a pair is one of each list, and
    /// the boxes of `b` follow those of `a`; otherwise both lists are one.
    fn candidates<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
        between: bool,
    ) {
        let Self { strips, boxes, bounded, candidates, .. } = self;
        boxes.clear();
        boxes.extend(a.iter().map(|shape| shape.borrow().bounds()));
        // The first index that a second shape may have.
        let mut second = 0;
        if between {
            second = boxes.len() as u32;
            boxes.extend(b.iter().map(|shape| shape.borrow().bounds()));
        }
        let counts = |a: u32, b: u32| !between || (a < second) != (b < second);
        bounded.clear();
        candidates.clear();
        for (id, bounds) in (0..).zip(&*boxes) {
            if bounds.is_finite() {
                bounded.push(id);
            }
        }
        if bounded.len() < boxes.len() {
            for (id, _) in (0..).zip(&*boxes).filter(|(_, bounds)| !bounds.is_finite()) {
                for other in 0..boxes.len() as u32 {
                    let is_first = boxes[other as usize].is_finite() || id < other;
                    if is_first && counts(id, other) {
                        candidates.push((id.min(other), id.max(other)));
                    }
                }
            }
        }
        let items = Items { ids: bounded, boxes };
        strips.run(Threads::One, items, counts, core::slice::from_mut(candidates));
        self.sort(second);
    }

    /// Sorts the candidates by both indices, and makes the second ones indices of their own list.
    fn sort(&mut self, second: u32) {
        let Self { boxes, candidates, sorted, ends, .. } = self;
        sorted.clear();
        sorted.resize(candidates.len(), (0, 0));
        by_key(candidates, sorted, ends, boxes.len(), |(_, b)| *b);
        for (_, b) in &mut *sorted {
            *b -= second;
        }
        by_key(sorted, candidates, ends, boxes.len(), |(a, _)| *a);
    }

    fn overlapping_candidates<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[[u32; 2]] {
        self.pairs.clear();
        for (i, j) in &self.candidates {
            if a[*i as usize].borrow().overlaps(b[*j as usize].borrow()) {
                self.pairs.push([*i, *j]);
            }
        }
        &self.pairs
    }

    fn contacts_of_candidates<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[PairContact] {
        self.contacts.clear();
        for (i, j) in &self.candidates {
            if let Some(contact) = a[*i as usize].borrow().contact(b[*j as usize].borrow()) {
                self.contacts.push(PairContact { pair: [*i, *j], contact });
            }
        }
        &self.contacts
    }
}

/// Sorts pairs by a key below `count`; equal ones stay in their order.
fn by_key(
    from: &[(u32, u32)],
    to: &mut [(u32, u32)],
    ends: &mut Vec<u32>,
    count: usize,
    key: impl Fn(&(u32, u32)) -> u32,
) {
    ends.clear();
    ends.resize(count, 0);
    from.iter().for_each(|pair| ends[key(pair) as usize] += 1);
    let mut sum = 0;
    for end in &mut *ends {
        sum += core::mem::replace(end, sum);
    }
    for pair in from {
        let end = &mut ends[key(pair) as usize];
        to[*end as usize] = *pair;
        *end += 1;
    }
}
