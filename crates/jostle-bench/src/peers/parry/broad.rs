//! parry2d's tree of boxes.

use crate::broad::worlds::World;
use crate::broad::{Contestant, flags, report};
use jostle::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

pub(super) fn parry_box(b: Aabb) -> parry2d::bounding_volume::Aabb {
    parry2d::bounding_volume::Aabb::new(
        Vector::new(b.min.x, b.min.y),
        Vector::new(b.max.x, b.max.y),
    )
}

/// parry2d's tree, kept from frame to frame: updated, refitted and rotated, then joined with
/// itself.
struct ParryAll {
    tree: Bvh,
    workspace: BvhWorkspace,
}

impl Contestant for ParryAll {
    fn name(&self) -> String {
        "parry2d Bvh".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        for &id in &world.moved {
            self.tree.insert_or_update_partially(parry_box(world.boxes[id as usize]), id, 0.0);
        }
        self.tree.optimize_incremental(&mut self.workspace);
        self.tree.refit(&mut self.workspace);
        let mut pair = |a, b| out.push((a, b));
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut pair);
    }
}

/// parry2d's tree where few move: updated up to the first box that is large enough, queried for each.
struct ParryFew {
    tree: Bvh,
    workspace: BvhWorkspace,
    moved: Vec<bool>,
}

impl Contestant for ParryFew {
    fn name(&self) -> String {
        "parry2d Bvh".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        for &id in &world.moved {
            self.tree.insert(parry_box(world.boxes[id as usize]), id);
        }
        self.tree.optimize_incremental(&mut self.workspace);
        for &id in &world.moved {
            for met in self.tree.intersect_aabb(&parry_box(world.boxes[id as usize])) {
                report(id, met, &self.moved, out);
            }
        }
    }
}

/// The tree of a world, driven for how much of it moves.
pub(crate) fn contestant(world: &World) -> Box<dyn Contestant> {
    let leaves: Vec<_> = world.boxes.iter().map(|b| parry_box(*b)).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let workspace = BvhWorkspace::default();
    if world.everybody_moves() {
        Box::new(ParryAll { tree, workspace })
    } else {
        Box::new(ParryFew { tree, workspace, moved: flags(world) })
    }
}
