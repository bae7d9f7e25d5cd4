//! Many pairs at once: which of them overlap, and how.
//!
//! Pairs are taken by the chunk. Within one they are sorted by the classes of their shapes, which is a
//! counting sort of bytes, so that kernels ([`filter`](crate::pair::filter::formulas)) look at eight pairs of the same classes at
//! a time, in registers that are chosen at run time. Lists in which all shapes have one class need no
//! sorting. What a kernel leaves in doubt, and pairs with a shape of no class, are asked one by one.
//! Contacts of discs and rectangles are found in `f64` as many at a time on x86-64 and aarch64
//! ([`touches`](crate::pair::sat8)); else, those that are not surely apart one by one.
//!
//! Cost: 1 to 15 ns a pair by class where shapes are near in memory, contacts in lanes 5 to 10; nothing is
//! allocated but the answers' room. Tried and lost: the contacts of capsules and small rings in [`lots`] of eight
//! here, too, since bringing their numbers together takes what lanes save (capsules 36 ns a pair and 37, all
//! kinds on a grid 180 and 189; triangles 51 and 37).

mod dispatch;
mod grouped_contacts;
mod hit_mask;
mod run;
mod soa;

use alloc::vec::Vec;
use core::fmt;

pub(crate) use grouped_contacts::{GroupResult, PairClass};
pub use hit_mask::HitMask;
pub use soa::ShapeBatch;

use crate::pair::query::Contact;
use crate::pair::query::verdict::Verdict;
use crate::shape::Placed;
use dispatch::{Asked, CHUNK, ChunkResult, Contacts};

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
    /// How many shapes there are.
    pub len: usize,
}

impl fmt::Display for PairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pair, shape, len } = self;
        write!(f, "pair {pair} names shape {shape}, but there are {len}")
    }
}

impl core::error::Error for PairError {}

/// Which sense of overlapping is asked for.
#[derive(Clone, Copy)]
enum Sense {
    Closed,
    Interior,
}

impl ShapeBatch<'_> {
    /// Says of each shape whether it overlaps the one at the same place of `other`; touching counts.
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
        self.answer(other, Asked::Each { first: 0, len: self.both(other) }, Sense::Closed, hits);
    }

    /// Says of each shape whether it shares more than boundary with the one at the same place of
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
        self.answer(other, Asked::Each { first: 0, len: self.both(other) }, Sense::Interior, hits);
    }

    /// Says of each pair of these shapes whether they overlap; touching counts.
    ///
    /// Pairs that are near to each other in the list should be near in the list of shapes, too: this is
    /// bound by memory.
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
        self.answer(self, Asked::Pairs(pairs), Sense::Closed, hits);
        Ok(())
    }

    /// Says of each pair of these shapes whether they share more than boundary.
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
        self.answer(self, Asked::Pairs(pairs), Sense::Interior, hits);
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
        self.contacts(other, Asked::Each { first: 0, len: self.both(other) }, found);
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
        self.contacts(self, Asked::Pairs(pairs), found);
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

    fn answer(&self, other: &ShapeBatch<'_>, asked: Asked<'_>, sense: Sense, hits: &mut HitMask) {
        hits.reset(asked.len());
        for (at, chunk) in asked.chunks().enumerate() {
            let ChunkResult { separated, overlapping } =
                dispatch::classify_pairs(self, other, chunk, None);
            for (word, (separated, overlapping)) in
                separated.into_iter().zip(overlapping).enumerate()
            {
                let mut yes = overlapping;
                for bit in ones(!(separated | overlapping)) {
                    let Some(pair) = chunk.pair(self, other, word * 64 + bit) else { break };
                    yes |= u64::from(sense.holds(pair)) << bit;
                }
                hits.set_word(at * (CHUNK / 64) + word, yes);
            }
        }
    }

    fn contacts(&self, other: &ShapeBatch<'_>, asked: Asked<'_>, found: &mut Vec<(u32, Contact)>) {
        found.clear();
        let mut contacts = Contacts::NONE;
        for (at, chunk) in asked.chunks().enumerate() {
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
                    } else if let Some((Some(a), Some(b))) = chunk.pair(self, other, within) {
                        found.extend(a.contact(b).map(|contact| (number, contact)));
                    }
                }
            }
        }
    }
}

impl Sense {
    #[inline(never)]
    fn holds(self, (a, b): (Option<&Placed>, Option<&Placed>)) -> bool {
        let Some((a, b)) = a.zip(b) else { return false };
        let verdict = a.verdict(b);
        match self {
            Self::Closed => verdict != Verdict::Separated,
            Self::Interior => verdict == Verdict::Overlapping,
        }
    }
}

/// The numbers of the bits that are on, ascending.
#[inline]
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests;
