//! The moves of boxes between the sweep and the tree.

use crate::broad::bvh::dynamic::Item;
use crate::broad::hybrid::halves::Halves;
use crate::broad::hybrid::{Auto, BroadPhase};
use crate::math::{Aabb, reserve_eighth};
use alloc::vec::Vec;

/// A swept box goes to the tree after this many calls of `pairs` without a move.
const STILL_FRAMES: u8 = 16;
/// Fewer moving boxes of the tree stay there.
const MIGRATION_THRESHOLD: usize = 16;
/// If one in this many of all boxes moves, the moving boxes go to the sweep at once.
const PROMOTE_THRESHOLD: usize = 4;
/// If one in this many boxes of the tree changes, the tree is rebuilt.
const BULK_THRESHOLD: usize = 3;

impl Auto {
    /// Moves boxes between sweep and tree, and updates the lists. Returns whether the set of swept
    /// boxes changed.
    pub(crate) fn migrate(&mut self, moved: &[u32]) -> bool {
        let left = self.demote();
        let came = self.promote(moved);
        if came {
            self.merge();
            // Where all went at once, the lists of who goes and who stays are not soon needed
            // again.
            if self.going.len() == self.swept.len() && self.tree_pairs.is_empty() {
                (self.going, self.tree_pairs) = (Vec::new(), Vec::new());
            }
        }
        left || came
    }

    /// Updates the lists if exactly the swept boxes moved.
    pub(crate) fn no_migration(&mut self) {
        self.idle.fill(0);
        self.tree_pairs.clear();
    }

    /// Moves boxes that stood still for long to the tree, and drops boxes that were removed.
    /// Returns whether there were any.
    fn demote(&mut self) -> bool {
        let before = self.swept.len();
        let Self { members: Halves { slots, loose, tree }, swept, idle, moved, items, .. } = self;
        items.clear();
        swept.retain(|id| {
            if !loose.has(*id) {
                return false;
            }
            let idle = &mut idle[*id as usize];
            *idle = if moved.has(*id) { 0 } else { *idle + 1 };
            if *idle < STILL_FRAMES {
                return true;
            }
            if let Some(bounds) = slots.get(*id) {
                items.push(Item { bounds, id: *id });
            }
            loose.remove(*id);
            false
        });
        if items.len() * BULK_THRESHOLD > tree.len() {
            tree.take_in(items);
        } else {
            for item in items.iter() {
                tree.insert(item.id, item.bounds);
            }
        }
        self.swept.len() < before
    }

    /// Collects in `going` those in the tree that are to be swept from now on and takes them out of
    /// it; the other moved ones of the tree are in `tree_pairs`. Returns whether any go.
    fn promote(&mut self, moved: &[u32]) -> bool {
        let Self { members, before, newcomers, tree_pairs, going, idle, .. } = self;
        let Halves { slots, tree, .. } = members;
        tree_pairs.clear();
        going.clear();
        let crowd = moved.len().saturating_sub(*newcomers) * PROMOTE_THRESHOLD > slots.len();
        for &id in moved.iter().filter(|id| tree.has(**id)) {
            let mover = crowd || before.has(id);
            if mover && slots.get(id).is_some_and(Aabb::is_finite) {
                going.push(id);
            } else {
                tree_pairs.push(id);
            }
        }
        if going.len() + self.swept.len() < MIGRATION_THRESHOLD {
            tree_pairs.append(going);
            tree_pairs.sort_unstable();
        }
        if going.len() * BULK_THRESHOLD > tree.len() {
            tree.remove_many(going);
            // Where all move they were all inserted here, and may never come back.
            if idle.is_empty() {
                tree.trim();
            }
        } else {
            for id in going.iter() {
                tree.remove(*id);
            }
        }
        !going.is_empty()
    }

    /// Adds those that go to those that are swept.
    fn merge(&mut self) {
        let Self { swept, going, spare, idle, .. } = self;
        if let Some(last) = going.last()
            && idle.len() <= *last as usize
        {
            idle.resize(*last as usize + 1, 0);
        }
        spare.clear();
        reserve_eighth(spare, swept.len() + going.len());
        let mut old = swept.iter().copied().peekable();
        for &id in going.iter() {
            idle[id as usize] = 0;
            while let Some(smaller) = old.next_if(|other| *other < id) {
                spare.push(smaller);
            }
            spare.push(id);
        }
        spare.extend(old);
        core::mem::swap(swept, spare);
    }
}
