//! The moves of boxes between the sweep and the tree.

use crate::broad::BroadPhase;
use crate::broad::hybrid::{Auto, FEW_MOVE};
use crate::math::{Aabb, reserve_eighth};

/// A swept box goes to the tree after this many calls of `pairs` without a move.
const STILL_FRAMES: u32 = 16;
/// Fewer moving boxes of the tree stay there.
const MIGRATION_THRESHOLD: usize = 16;
/// If more than one in this many of all boxes moves, all are swept.
const MOST_MOVE: usize = 3;

impl Auto {
    /// Begins a call of `pairs`: notes what moved, moves boxes between sweep and tree, and updates
    /// the lists. Returns whether the set of swept boxes changed.
    pub(super) fn migrate(&mut self, moved: &[u32]) -> bool {
        self.moves.begin(self.boxes.all().len());
        self.tree_movers.clear();
        self.tree.settle();
        if moved == self.swept && !self.index.left {
            for id in moved {
                self.moves.note(*id);
            }
            return false;
        }
        if !self.note_moves(moved) {
            self.demote();
        }
        let changed = self.promote() | self.index.left;
        if changed {
            // What went to the sweep must not leave a skeleton.
            self.tree.settle();
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
    /// Returns whether all boxes are to be swept.
    fn note_moves(&mut self, moved: &[u32]) -> bool {
        let len = self.unclassed();
        let Self { boxes, tree, moves, going, tree_movers, .. } = self;
        going.clear();
        let all = if self.sweeps_all {
            moved.len() * FEW_MOVE >= len
        } else {
            moved.len().saturating_sub(self.newcomers) * MOST_MOVE > len
        };
        for &id in moved {
            let mover = moves.note(id) == 1 || all;
            if tree.has(id) {
                let is_swept = mover && boxes.get(id).is_some_and(Aabb::is_finite);
                if is_swept { &mut *going } else { &mut *tree_movers }.push(id);
            }
        }
        if all && tree.len() > going.len() + tree_movers.len() {
            let finite = boxes.iter().filter(|(id, bounds)| bounds.is_finite() && tree.has(*id));
            going.clear();
            going.extend(finite.map(|(id, _)| id));
        }
        all
    }

    /// Moves boxes that stood still for long to the tree.
    fn demote(&mut self) {
        let Self { boxes, index, swept, moves, tree, still, .. } = self;
        still.clear();
        let is_still = |id: &u32| index.has(*id) && moves.age(*id) >= STILL_FRAMES;
        still.extend(swept.iter().copied().filter(is_still));
        still.iter().for_each(|id| index.remove(*id));
        tree.take_in(still.iter().map(|id| (*id, boxes.all()[*id as usize])));
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
