//! Many pairs at once: which of them overlap, and how.
//!
//! A [`ShapeBatch`] stores placed shapes by class, eight in a block. Its methods test pairs in
//! chunks. A chunk is sorted by the classes of the two shapes, so that one register holds eight
//! pairs. Pairs that the `f32` filter leaves undecided, and shapes without a class (concave
//! outlines, ellipses, unions, half-planes), are decided one by one. Answers have the bits of
//! single questions.
//!
//! ```
//! use jostle::batch::{HitMask, ShapeBatch};
//! use jostle::{Affine, Shape};
//! let ball = Shape::circle(1.0)?;
//! let balls = [0.0, 1.5, 9.0].map(|x| ball.place(Affine::at(x, 0.0)).unwrap());
//! let mut hits = HitMask::new();
//! ShapeBatch::new(&balls).overlaps_pairs(&[[0, 1], [0, 2]], &mut hits)?;
//! assert_eq!(hits.ones().collect::<Vec<_>>(), [0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
mod dispatch;
mod formulas;
mod grouped_contacts;
mod hit_mask;

use alloc::vec::Vec;
use core::fmt;

pub use columns::ShapeBatch;
pub(crate) use grouped_contacts::{GroupResult, PairClass};
pub use hit_mask::HitMask;

use crate::math::ones;
use crate::pair::answer::Verdict;
use crate::pair::query::Contact;
use crate::shape::Placed;
use dispatch::{Contacts, Pairs};
use formulas::{CHUNK, ChunkResult};

/// A pair names a shape that is not in the list.
///
/// ```
/// use jostle::batch::{HitMask, ShapeBatch};
/// let error = ShapeBatch::new(&[]).overlaps_pairs(&[[0, 7]], &mut HitMask::new()).unwrap_err();
/// assert_eq!(error.to_string(), "pair 0 names shape 0, but there are 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairError {
    /// The pair's number.
    pub pair: usize,
    /// The number that it names.
    pub shape: u32,
    /// Returns the number of shapes.
    pub len: usize,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair, shape, len } = self;
        write!(f, "pair {pair} names shape {shape}, but there are {len}")
    }
}

impl core::error::Error for PairError {}

impl ShapeBatch<'_> {
    /// Computes for each shape if it overlaps the one at the same place of `other`; touching
    /// counts.
    ///
    /// As many answers as the shorter list has shapes; nothing is allocated beyond their room.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
    /// let ball = Shape::circle(1.0)?;
    /// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at(2.0, 0.0))?]);
    /// let mut hits = HitMask::new();
    /// ShapeBatch::new(&a).overlaps_zip(&ShapeBatch::new(&b), &mut hits);
    /// assert!(hits.get(0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlaps_zip(&self, other: &ShapeBatch<'_>, hits: &mut HitMask) {
        self.answer(other, Pairs::Zip { first: 0, len: self.both(other) }, Verdict::Touching, hits);
    }

    /// Computes for each shape if it shares more than boundary with the one at the same place of
    /// `other`: [`Placed::overlaps_interior`].
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
    /// let ball = Shape::circle(1.0)?;
    /// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at(2.0, 0.0))?]);
    /// let mut hits = HitMask::new();
    /// ShapeBatch::new(&a).overlaps_interior_zip(&ShapeBatch::new(&b), &mut hits);
    /// assert!(!hits.get(0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlaps_interior_zip(&self, other: &ShapeBatch<'_>, hits: &mut HitMask) {
        self.answer(
            other,
            Pairs::Zip { first: 0, len: self.both(other) },
            Verdict::Overlapping,
            hits,
        );
    }

    /// Computes for each pair of these shapes if they overlap; touching counts.
    ///
    /// Pairs that are near to each other in the list should be near in the list of shapes, too:
    /// this is bound by memory.
    ///
    /// # Errors
    /// A pair names a shape that is not there.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
    /// let ball = Shape::circle(1.0)?;
    /// let all = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(2.0, 0.0))?];
    /// let mut hits = HitMask::new();
    /// ShapeBatch::new(&all).overlaps_pairs(&[[0, 1]], &mut hits)?;
    /// assert!(hits.get(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlaps_pairs(&self, pairs: &[[u32; 2]], hits: &mut HitMask) -> Result<(), PairError> {
        self.check(pairs)?;
        self.answer(self, Pairs::Listed(pairs), Verdict::Touching, hits);
        Ok(())
    }

    /// Computes for each pair of these shapes if they share more than boundary.
    ///
    /// # Errors
    /// A pair names a shape that is not there.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
    /// let ball = Shape::circle(1.0)?;
    /// let all = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(2.0, 0.0))?];
    /// let mut hits = HitMask::new();
    /// ShapeBatch::new(&all).overlaps_interior_pairs(&[[0, 1]], &mut hits)?;
    /// assert!(!hits.get(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlaps_interior_pairs(
        &self,
        pairs: &[[u32; 2]],
        hits: &mut HitMask,
    ) -> Result<(), PairError> {
        self.check(pairs)?;
        self.answer(self, Pairs::Listed(pairs), Verdict::Overlapping, hits);
        Ok(())
    }

    /// Finds the contacts of shapes with those at the same places of `other`, with their places,
    /// ascending; `found` is emptied first, and its room is used again.
    ///
    /// Each contact is that of [`Placed::contact`], bit for bit.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::ShapeBatch};
    /// let ball = Shape::circle(1.0)?;
    /// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at(1.5, 0.0))?]);
    /// let mut found = Vec::new();
    /// ShapeBatch::new(&a).contacts_zip(&ShapeBatch::new(&b), &mut found);
    /// assert_eq!((found[0].0, found[0].1.depth), (0, 0.5));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contacts_zip(&self, other: &ShapeBatch<'_>, found: &mut Vec<(u32, Contact)>) {
        self.contacts(other, Pairs::Zip { first: 0, len: self.both(other) }, found);
    }

    /// Finds the contacts of pairs of these shapes, with the pairs' numbers, ascending; `found` is
    /// emptied first, and its room is used again.
    ///
    /// # Errors
    /// A pair names a shape that is not there.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::ShapeBatch};
    /// let ball = Shape::circle(1.0)?;
    /// let all = [ball.place(Affine::IDENTITY)?, ball.place(Affine::at(1.5, 0.0))?];
    /// let mut found = Vec::new();
    /// ShapeBatch::new(&all).contacts_pairs(&[[0, 1]], &mut found)?;
    /// assert_eq!(found[0].1, all[0].contact(&all[1]).unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts_pairs(
        &self,
        pairs: &[[u32; 2]],
        found: &mut Vec<(u32, Contact)>,
    ) -> Result<(), PairError> {
        self.check(pairs)?;
        self.contacts(self, Pairs::Listed(pairs), found);
        Ok(())
    }

    fn both(&self, other: &ShapeBatch<'_>) -> usize {
        self.len().min(other.len())
    }

    fn check(&self, pairs: &[[u32; 2]]) -> Result<(), PairError> {
        let highest = pairs.iter().fold(0, |high, [a, b]| high.max(*a).max(*b));
        let len = self.len();
        if pairs.is_empty() || (highest as usize) < len {
            return Ok(());
        }
        let missing = |i: &u32| *i as usize >= len;
        let mut faults = pairs
            .iter()
            .enumerate()
            .filter_map(|(pair, ends)| Some((pair, *ends.iter().find(|i| missing(i))?)));
        faults.next().map_or(Ok(()), |(pair, shape)| Err(PairError { pair, shape, len }))
    }

    fn answer(&self, other: &ShapeBatch<'_>, pairs: Pairs<'_>, least: Verdict, hits: &mut HitMask) {
        hits.reset(pairs.len());
        for (at, chunk) in pairs.chunks().enumerate() {
            let ChunkResult { separated, overlapping } =
                dispatch::classify_pairs(self, other, chunk, None);
            for (word, (separated, overlapping)) in
                separated.into_iter().zip(overlapping).enumerate()
            {
                let mut yes = overlapping;
                for bit in ones(!(separated | overlapping)) {
                    let Some(pair) = chunk.shapes(self, other, word * 64 + bit) else { break };
                    yes |= u64::from(reaches(pair, least)) << bit;
                }
                hits.set_word(at * (CHUNK / 64) + word, yes);
            }
        }
    }

    fn contacts(&self, other: &ShapeBatch<'_>, pairs: Pairs<'_>, found: &mut Vec<(u32, Contact)>) {
        found.clear();
        let mut contacts = Contacts::NONE;
        for (at, chunk) in pairs.chunks().enumerate() {
            let ChunkResult { separated, overlapping } =
                dispatch::classify_pairs(self, other, chunk, Some(&mut contacts));
            found.reserve(chunk.len());
            for (word, (separated, overlapping)) in
                separated.into_iter().zip(overlapping).enumerate()
            {
                for bit in ones(!separated) {
                    let within = word * 64 + bit;
                    if within >= chunk.len() {
                        break;
                    }
                    let number = (at * CHUNK + within) as u32;
                    if overlapping >> bit & 1 == 1 {
                        found.push((number, contacts.at(within)));
                    } else if let Some((Some(a), Some(b))) = chunk.shapes(self, other, within) {
                        found.extend(a.contact(b).map(|contact| (number, contact)));
                    }
                }
            }
        }
    }
}

/// Returns `true` if the verdict of a pair is at least the given one.
#[inline(never)]
fn reaches((a, b): (Option<&Placed>, Option<&Placed>), least: Verdict) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.verdict(b) >= least)
}

#[cfg(test)]
mod tests;
