//! What a world holds of the user's own type: the data of its colliders, by slot, and the filter
//! that reads it. All else of a world is the same code for every type.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use crate::world::{Key, PairMember};

type Allows<T> = dyn Fn(&PairMember<'_, T>, &PairMember<'_, T>) -> bool + Send + Sync;

/// See the module docs.
pub(crate) struct UserData<T> {
    pub(crate) values: Vec<Option<T>>,
    /// The data of colliders that were removed since the last step while in open pairs.
    pub(crate) departed: Vec<(Key, T)>,
    pub(crate) pair_filter: Option<Box<Allows<T>>>,
}

impl<T> Default for UserData<T> {
    fn default() -> Self {
        Self { values: Vec::new(), departed: Vec::new(), pair_filter: None }
    }
}

impl<T: fmt::Debug> fmt::Debug for UserData<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.values).finish()
    }
}

impl<T> UserData<T> {
    /// Returns the data of a live collider.
    pub(crate) fn of(&self, key: Key) -> Option<&T> {
        self.values.get(key.slot())?.as_ref()
    }

    pub(crate) fn put(&mut self, slot: usize, data: T) {
        if self.values.len() <= slot {
            self.values.resize_with(slot + 1, || None);
        }
        self.values[slot] = Some(data);
    }

    /// Returns `true` if the pair filter lets two live colliders meet.
    pub(crate) fn allows(&self, a: Key, b: Key) -> bool {
        let member = |key| Some(PairMember { key, data: self.of(key)? });
        let allowed = |allows: &Allows<T>| Some(allows(&member(a)?, &member(b)?));
        self.pair_filter.as_deref().is_none_or(|allows| allowed(allows) == Some(true))
    }
}
