//! All pairs of placed shapes that overlap, for programs that keep no world.
//!
//! Method: the boxes of all shapes go through one sweep and prune ([`sap`](crate::broad::sap)),
//! and unbounded shapes are paired with all others. The candidates are decided one by one, and those
//! that overlap are sorted. Nothing depends on earlier calls except the
//! memory that is used again.
//!
//! Cost: O(n + p) for n shapes with p candidates, and n candidates for each unbounded shape.

use crate::broad::parallel::Threads;
use crate::broad::sap::{Items, Strips};
use crate::math::{Aabb, sort::sort_in_buckets};
use crate::pair::query::Contact;
use crate::shape::Placed;
use alloc::vec::Vec;
use core::{borrow::Borrow, iter::once};

/// Returns the pairs of shapes that overlap, each once, as (smaller index, larger index), sorted;
/// touching counts.
///
/// Exact: the pairs are those of [`Placed::overlaps`]. Cost: O(n + p) for n bounded shapes with p
/// pairs of boxes that overlap. [`Pairs`] computes the same without allocating in each frame.
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
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    boxes: BoxPairs,
    /// The pairs that overlap, before they are sorted.
    hits: Vec<[u32; 2]>,
    ends: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    contacts: Vec<PairContact>,
}

/// Two shapes that touch, and their contact from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// The indices of the two shapes.
    pub pair: [u32; 2],
    /// Their contact, as [`Placed::contact`] of the first with the second.
    pub contact: Contact,
}

impl Pairs {
    /// Makes one without memory.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the pairs of shapes that overlap, as [`pairs`] returns them.
    ///
    /// ```
    /// use jostle::{Affine, Pairs, Shape};
    /// let ball = Shape::circle(1.0)?;
    /// let balls = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at((2.0, 0.0)))?];
    /// assert_eq!(Pairs::new().overlapping(&balls), [[0, 1]]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlapping<P: Borrow<Placed>>(&mut self, shapes: &[P]) -> &[[u32; 2]] {
        self.find(shapes, shapes, false);
        &self.pairs
    }

    /// Finds the pairs of a shape of `a` and one of `b` that overlap, as [`pairs_between`] returns
    /// them.
    pub fn overlapping_between<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[[u32; 2]] {
        self.find(a, b, true);
        &self.pairs
    }

    /// Finds the pairs of shapes that touch, with their contacts.
    pub fn contacts<P: Borrow<Placed>>(&mut self, shapes: &[P]) -> &[PairContact] {
        self.find(shapes, shapes, false);
        self.contacts_of_pairs(shapes, shapes)
    }

    /// Finds the pairs of a shape of `a` and one of `b` that touch, with their contacts.
    pub fn contacts_between<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[PairContact] {
        self.find(a, b, true);
        self.contacts_of_pairs(a, b)
    }

    /// Finds the pairs that overlap. If `between`, a pair is one of each list; otherwise both lists
    /// are one.
    fn find<P: Borrow<Placed>, Q: Borrow<Placed>>(&mut self, a: &[P], b: &[Q], between: bool) {
        let Self { boxes, hits, pairs, ends, .. } = self;
        let others = between.then(|| b.iter().map(|shape| shape.borrow().bounds()));
        boxes.find(a.iter().map(|shape| shape.borrow().bounds()), others);
        hits.clear();
        hits.resize(boxes.pairs.len(), [0; 2]);
        // Without a branch on the verdict, which would be mispredicted.
        let mut count = 0;
        for &(i, j) in &boxes.pairs {
            let hit = a[i as usize].borrow().overlaps(b[j as usize].borrow());
            hits[count] = [i, j];
            count += usize::from(hit);
        }
        let key = |[i, j]: &[u32; 2]| u64::from(*i) << 32 | u64::from(*j);
        sort_in_buckets(once(&hits[..count]), key, pairs, ends);
    }

    fn contacts_of_pairs<P: Borrow<Placed>, Q: Borrow<Placed>>(
        &mut self,
        a: &[P],
        b: &[Q],
    ) -> &[PairContact] {
        self.contacts.clear();
        for pair @ [i, j] in &self.pairs {
            let contact = a[*i as usize].borrow().contact(b[*j as usize].borrow());
            self.contacts.extend(contact.map(|contact| PairContact { pair: *pair, contact }));
        }
        &self.contacts
    }
}

/// Finds the pairs of boxes that share a point, in one list or between two. Keeps its memory.
#[derive(Clone, Debug, Default)]
struct BoxPairs {
    strips: Strips,
    boxes: Vec<Aabb>,
    /// The indices of finite boxes.
    bounded: Vec<u32>,
    /// The result, as indices in the lists, in no order.
    pairs: Vec<(u32, u32)>,
}

impl BoxPairs {
    /// Finds the pairs of boxes of one list, or of a box of `first` and one of `second`. A box that
    /// is not finite is paired with all others.
    fn find(
        &mut self,
        first: impl Iterator<Item = Aabb>,
        second: Option<impl Iterator<Item = Aabb>>,
    ) {
        let Self { strips, boxes, bounded, pairs, .. } = self;
        boxes.clear();
        boxes.extend(first);
        let between = second.is_some();
        // Those of the second list follow.
        let start = if between { boxes.len() as u32 } else { 0 };
        boxes.extend(second.into_iter().flatten());
        let counts = |a: u32, b: u32| !between || (a < start) != (b < start);
        pairs.clear();
        bounded.clear();
        bounded.extend(0..boxes.len() as u32);
        if boxes.iter().any(|bounds| !bounds.is_finite()) {
            bounded.retain(|id| boxes[*id as usize].is_finite());
            for (id, _) in (0..).zip(&*boxes).filter(|(_, bounds)| !bounds.is_finite()) {
                // Two of them are a pair of the smaller one.
                let others = (0..).zip(&*boxes).filter(|(other, b)| b.is_finite() || id < *other);
                let all = others.map(|(other, _)| (id.min(other), id.max(other)));
                pairs.extend(all.filter(|(a, b)| counts(*a, *b)));
            }
        }
        let items = Items { ids: bounded, boxes };
        strips.run(Threads::One, items, counts, core::slice::from_mut(pairs));
        pairs.iter_mut().for_each(|(_, other)| *other -= start);
    }
}
