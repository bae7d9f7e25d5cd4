//! Results of many queries in two plain lists.

use alloc::vec::Vec;

/// The answers to many questions, each a list, in the order of the questions.
///
/// Its room is used again by the next batch.
///
/// ```
/// use jostle::{Collider, Filter, Shape, Vec2, World, world::ResultLists};
/// let mut world = World::new();
/// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
/// let mut batch = ResultLists::default();
/// world.at_point_each(&[Vec2::ZERO, Vec2::new(5.0, 0.0)], &Filter::ANY, &mut batch);
/// assert_eq!((batch.len(), &batch[0], &batch[1]), (2, &[key][..], &[][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ResultLists<R> {
    items: Vec<R>,
    ends: Vec<usize>,
    /// Room for the results of queries that run together.
    together: Vec<Vec<R>>,
}

impl<R> Default for ResultLists<R> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new(), together: Vec::new() }
    }
}

impl<R: PartialEq> PartialEq for ResultLists<R> {
    fn eq(&self, other: &Self) -> bool {
        (&self.items, &self.ends) == (&other.items, &other.ends)
    }
}

impl<R: Eq> Eq for ResultLists<R> {}

impl<R> ResultLists<R> {
    /// Counts the answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there was no query.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the answer to a question, by its number; `None` past the last.
    ///
    /// ```
    /// assert_eq!(jostle::world::ResultLists::<u8>::default().get(0), None);
    /// ```
    #[must_use]
    pub fn get(&self, question: usize) -> Option<&[R]> {
        let end = *self.ends.get(question)?;
        let start = question.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.items.get(start..end)
    }

    /// Iterates over the answers in the order of the questions.
    pub fn iter(&self) -> impl Iterator<Item = &[R]> + '_ {
        (0..self.len()).filter_map(|question| self.get(question))
    }

    pub(crate) fn fill<Q>(&mut self, questions: &[Q], mut answer: impl FnMut(&Q, &mut Vec<R>)) {
        self.fill_groups(questions, 1, |questions, lists| answer(&questions[0], &mut lists[0]));
    }

    /// Runs the queries in groups of at most `size`, whose lists come in empty.
    pub(crate) fn fill_groups<Q>(
        &mut self,
        questions: &[Q],
        size: usize,
        mut answer: impl FnMut(&[Q], &mut [Vec<R>]),
    ) {
        self.items.clear();
        self.ends.clear();
        self.together.resize_with(self.together.len().max(size), Vec::new);
        for group in questions.chunks(size) {
            let lists = &mut self.together[..group.len()];
            answer(group, lists);
            for list in lists {
                self.items.append(list);
                self.ends.push(self.items.len());
            }
        }
    }
}

impl<R> core::ops::Index<usize> for ResultLists<R> {
    type Output = [R];
    fn index(&self, question: usize) -> &[R] {
        self.get(question).unwrap_or_default()
    }
}
