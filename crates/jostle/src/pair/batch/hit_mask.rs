//! Many answers, a bit each.

use alloc::vec::Vec;

use crate::math::ones;

/// One bit for each question of a batch, in the order of the questions.
///
/// ```
/// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
/// let tile = Shape::rect_half((1.0, 1.0))?;
/// let row = [0.0, 2.0, 9.0].map(|x| tile.place(Affine::at(x, 0.0)));
/// let [a, b, c] = row;
/// let row = [a?, b?, c?];
/// let mut hits = HitMask::new();
/// ShapeBatch::new(&row).overlaps_zip(&ShapeBatch::new(&row), &mut hits);
/// assert_eq!((hits.len(), hits.count()), (3, 3));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitMask {
    words: Vec<u64>,
    len: usize,
}

impl HitMask {
    /// Makes an empty list.
    ///
    /// ```
    /// assert!(jostle::batch::HitMask::new().is_empty());
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { words: Vec::new(), len: 0 }
    }

    /// Makes the list `len` long, all bits off; room is used again.
    pub(super) fn reset(&mut self, len: usize) {
        self.words.clear();
        self.words.resize(len.div_ceil(64), 0);
        self.len = len;
    }

    /// Sets the 64 answers from `at` · 64 on; those beyond the last stay off.
    pub(super) fn set_word(&mut self, at: usize, word: u64) {
        let inside = self.len.saturating_sub(at * 64);
        let word = if inside < 64 { word & ((1 << inside) - 1) } else { word };
        if let Some(place) = self.words.get_mut(at) {
            *place = word;
        }
    }

    /// Returns how many answers there are.
    ///
    /// ```
    /// assert_eq!(jostle::batch::HitMask::new().len(), 0);
    /// ```
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there is no answer at all.
    ///
    /// ```
    /// assert!(jostle::batch::HitMask::default().is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns `true` if the answer at `at` is yes; no beyond the last.
    ///
    /// ```
    /// assert!(!jostle::batch::HitMask::new().get(3));
    /// ```
    #[must_use]
    pub fn get(&self, at: usize) -> bool {
        at < self.len && self.words[at / 64] >> (at % 64) & 1 == 1
    }

    /// Counts the answers that are yes.
    ///
    /// ```
    /// assert_eq!(jostle::batch::HitMask::new().count(), 0);
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the bits, 64 a word, the first answer lowest; bits beyond the last answer are off.
    ///
    /// ```
    /// assert!(jostle::batch::HitMask::new().words().is_empty());
    /// ```
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Lists the numbers of the answers that are yes, ascending.
    ///
    /// ```
    /// use jostle::{Affine, Shape, batch::{HitMask, ShapeBatch}};
    /// let ball = Shape::circle(1.0)?;
    /// let (a, b) = (ball.place(Affine::IDENTITY)?, ball.place(Affine::at(9.0, 0.0))?);
    /// let all = [a, b];
    /// let mut hits = HitMask::new();
    /// ShapeBatch::new(&all).overlaps_pairs(&[[0, 1], [1, 1]], &mut hits)?;
    /// assert_eq!(hits.ones().collect::<Vec<_>>(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(at, word)| ones(*word).map(move |bit| at * 64 + bit))
    }
}
