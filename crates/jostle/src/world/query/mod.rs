//! Queries of a world: at a point, in a box, touching or inside a shape, along a ray or the way of a
//! shape, nearest, and about colliders by key.
//!
//! The broad phase finds the boxes, the exact shapes decide. Results are sorted, by key or as the
//! query documents, so they do not depend on the broad phase. Points, boxes and rays with numbers
//! that are not finite find nothing.

mod along;

// In the order of the page of `World`.
mod by_key;

mod overlap;

mod ray;

mod cast;

mod nearest;

mod contacts;

mod results;

pub use cast::{Cast, CastFound};
pub use nearest::{Nearest, NearestPair};
pub use ray::{Ray, WorldRayHit};
pub use results::ResultLists;

use crate::math::{Aabb, sort::sort_integers};
use crate::shape::Placed;
use crate::world::{Core, Filter, Key, storage::ENABLED};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// Makes the three forms of a query that answers with a list, of a function of [`Core`]: a new list,
/// a list that is used again, and one list for each of many questions.
macro_rules! list_query {
    (
        $(#[$doc:meta])*
        pub fn $query:ident($question:ident: $one:ty) -> Vec<$found:ty>;
        pub fn $into:ident($sample:literal);
        pub fn $each:ident($questions:ident: $many:ty, |$pattern:pat_param|);
        Core::$list:ident($argument:expr)
    ) => {
        $(#[$doc])*
        #[must_use]
        pub fn $query(&self, $question: $one, filter: &Filter<'_, T>) -> Vec<$found> {
            let mut found = Vec::new();
            self.$into($question, filter, &mut found);
            found
        }

        #[doc = concat!("Asks [`World::", stringify!($query), "`], and empties and fills a list.")]
        ///
        /// ```
        /// let (world, mut found) = (jostle::World::<()>::new(), Vec::new());
        #[doc = concat!("world.", stringify!($into), "(", $sample, ", &jostle::Filter::ANY, &mut found);")]
        /// assert!(found.is_empty());
        /// # Ok::<(), jostle::ShapeError>(())
        /// ```
        pub fn $into(&self, $question: $one, filter: &Filter<'_, T>, found: &mut Vec<$found>) {
            self.ask(filter, |core, filter| core.$list($argument, filter, found));
        }

        #[doc = concat!("Asks [`World::", stringify!($query), "`] many questions.")]
        ///
        /// ```
        /// let (world, mut lists) = (jostle::World::<()>::new(), jostle::world::ResultLists::default());
        #[doc = concat!("world.", stringify!($each), "(&[], &jostle::Filter::ANY, &mut lists);")]
        /// assert!(lists.is_empty());
        /// ```
        pub fn $each(&self, $questions: $many, filter: &Filter<'_, T>, lists: &mut ResultLists<$found>) {
            lists.fill($questions, |$pattern, found| self.$into($question, filter, found));
        }
    };
}
use list_query;

/// The number of queries of a batch that run together.
const GROUP: usize = 16;

impl Core {
    /// A collider that is enabled and passes the filter.
    pub(crate) fn asked(&self, slot: usize, filter: &Filter<'_, ()>) -> Option<(Key, &Placed)> {
        let meta = self.slots.meta(slot)?;
        if meta.serial == 0 || !meta.has(ENABLED) {
            return None;
        }
        let key = Key::new(self.id, meta.serial, slot as u32);
        if filter.passes(key, meta.layer) { Some((key, self.slots.placed(slot)?)) } else { None }
    }

    /// Lists the colliders whose box shares a point with `bounds` and whose shape `accepts`, sorted.
    fn gather(
        &self,
        bounds: Aabb,
        filter: &Filter<'_, ()>,
        accepts: &dyn Fn(&Placed) -> bool,
        found: &mut Vec<Key>,
    ) {
        found.clear();
        self.visit_near(bounds, filter, |key, placed| {
            if accepts(placed) {
                found.push(key);
            }
        });
        sort_integers(found);
    }

    /// Visits the colliders whose box shares a point with `bounds`, in no order.
    pub(crate) fn visit_near(
        &self,
        bounds: Aabb,
        filter: &Filter<'_, ()>,
        mut visit: impl FnMut(Key, &Placed),
    ) {
        let mut visit = |slot: u32| {
            if let Some((key, placed)) = self.asked(slot as usize, filter) {
                visit(key, placed);
            }
            ControlFlow::Continue(())
        };
        for slot in &self.slots.unbounded {
            let _ = visit(*slot);
        }
        self.broad.overlapping(bounds, &mut visit);
    }
}
