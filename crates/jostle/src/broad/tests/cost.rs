//! What a step may cost: nothing for those that do not move.

use super::super::{BroadPhase, Tree};
use super::worlds::{Rng, WORLDS, nudged};
use alloc::vec::Vec;

#[test]
fn unmoved_boxes_cost_nothing_in_a_tree() {
    let few: Vec<u32> = (0..50).map(|i| i * 7).collect();
    let visited = |n: usize| {
        let rng = &mut Rng::new(3);
        let boxes = WORLDS[0].1(rng, n);
        let mut tree = Tree::new();
        for (id, bounds) in boxes.iter().enumerate() {
            tree.insert(id as u32, *bounds);
        }
        let all: Vec<u32> = (0..n as u32).collect();
        tree.pairs(&all, &mut Vec::new());
        for id in &few {
            tree.set(*id, nudged(rng, boxes[*id as usize]));
        }
        tree.pairs(&few, &mut Vec::new());
        tree.visited()
    };
    let (small, large) = (visited(2_000), visited(16_000));
    assert!(small > 50 && large < small * 2, "{small} nodes, then {large}");
    let mut tree = Tree::new();
    tree.insert(0, WORLDS[0].1(&mut Rng::new(1), 1)[0]);
    tree.pairs(&[], &mut Vec::new());
    assert_eq!(tree.visited(), 0);
}
