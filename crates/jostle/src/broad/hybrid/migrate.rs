//! The moves of boxes between the sweep and the tree.

use crate::broad::BroadPhase;
use crate::broad::hybrid::{Auto, FEW_MOVE};
use crate::math::{Aabb, reserve_eighth};

/// A swept box goes to the tree after this many calls of `pairs` without a move.
const STILL_FRAMES: u32 = 16;
/// Fewer moving boxes of the tree stay there.
const MIGRATION_THRESHOLD: usize = 16;
/// If one in this many of all boxes moves, the moving boxes go to the sweep at once.
const PROMOTE_THRESHOLD: usize = 4;

impl Auto {
    /// Begins a call of `pairs`: notes what moved, moves boxes between sweep and tree, and updates
    /// the lists. Returns whether the set of swept boxes changed.
    pub(super) fn migrate(&mut self, moved: &[u32]) -> bool {
        self.moves.begin(self.boxes.all().len());
        self.tree_movers.clear();
        if moved == self.swept && !self.index.left {
            for id in moved {
                self.moves.note(*id);
            }
            return false;
        }
        self.note_moves(moved);
        let changed = self.demote() | self.promote();
        if changed {
            let room = self.unclassed() - self.tree.len();
            let Self { boxes, tree, classes, swept, .. } = self;
            swept.clear();
            reserve_eighth(swept, room);
            let ids = boxes.iter().map(|(id, _)| id);
            swept.extend(ids.filter(|id| !tree.has(*id) && classes.of(*id) == 0));
        }
        changed
    }

    /// Notes what moved, and divides those in the tree into those that are to be swept and others.
    fn note_moves(&mut self, moved: &[u32]) {
        let len = self.unclassed();
        let Self { boxes, tree, moves, going, tree_movers, .. } = self;
        going.clear();
        let sweeps_all = self.sweeps_all && moved.len() * FEW_MOVE >= len;
        let crowd = moved.len().saturating_sub(self.newcomers) * PROMOTE_THRESHOLD > len;
        for &id in moved {
            let mover = moves.note(id) == 1 || crowd;
            if !tree.has(id) {
                continue;
            }
            if mover && !self.sweeps_all && boxes.get(id).is_some_and(Aabb::is_finite) {
                going.push(id);
            } else {
                tree_movers.push(id);
            }
        }
        if sweeps_all && tree.len() > 0 {
            let finite = boxes.iter().filter(|(id, bounds)| bounds.is_finite() && tree.has(*id));
            going.extend(finite.map(|(id, _)| id));
            tree_movers.retain(|id| !boxes.all()[*id as usize].is_finite());
        }
    }

    /// Moves boxes that stood still for long to the tree. Returns whether any left the sweep.
    fn demote(&mut self) -> bool {
        let Self { boxes, index, swept, moves, sweeps_all, tree, .. } = self;
        for &id in &*swept {
            if index.has(id) && !*sweeps_all && moves.age(id) >= STILL_FRAMES {
                tree.insert(id, boxes.all()[id as usize]);
                index.remove(id);
            }
        }
        index.left
    }

    /// Moves those that go from the tree to the swept ones; returns whether there are any.
    fn promote(&mut self) -> bool {
        let Self { tree, swept, moves, going, tree_movers, .. } = self;
        if going.len() + swept.len() < MIGRATION_THRESHOLD {
            tree_movers.extend(going.drain(..).filter(|id| moves.age(*id) == 0));
            tree_movers.sort_unstable();
        }
        going.iter().for_each(|id| tree.remove(*id));
        // If all move, they were inserted here and may never come back.
        if !going.is_empty() && swept.capacity() == 0 {
            tree.trim();
        }
        !going.is_empty()
    }
}
