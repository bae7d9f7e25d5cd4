//! The peers, each driven the way its documentation says is right for the case.

use crate::Contestant;
use crate::worlds::World;
use jostle::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

fn parry_box(b: Aabb) -> parry2d::bounding_volume::Aabb {
    parry2d::bounding_volume::Aabb::new(
        Vector::new(b.min.x, b.min.y),
        Vector::new(b.max.x, b.max.y),
    )
}

fn everybody_moves(world: &World) -> bool {
    world.moved.len() == world.boxes.len()
}

/// Reports what a box that moved meets: each pair once.
fn report(id: u32, met: u32, moved: &[bool], out: &mut Vec<(u32, u32)>) {
    if met > id || (met < id && !moved[met as usize]) {
        out.push(if id < met { (id, met) } else { (met, id) });
    }
}

fn flags(world: &World) -> Vec<bool> {
    let mut moved = vec![false; world.boxes.len()];
    world.moved.iter().for_each(|id| moved[*id as usize] = true);
    moved
}

/// parry2d's tree, kept from frame to frame: updated, refitted and rotated, then joined with itself.
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

/// parry2d's tree where few move: updated up to the first box that is large enough, asked for each.
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

/// broccoli builds its tree in every frame.
struct Broccoli;

impl Contestant for Broccoli {
    fn name(&self) -> String {
        "broccoli".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        let boxes = world.boxes.iter().enumerate();
        let mut boxes: Vec<_> = boxes
            .map(|(id, b)| {
                broccoli::bbox(broccoli::rect(b.min.x, b.max.x, b.min.y, b.max.y), id as u32)
            })
            .collect();
        let mut tree = broccoli::Tree::new(&mut boxes);
        tree.find_colliding_pairs(|a, b| {
            out.push((*a.unpack_inner(), *b.unpack_inner()));
        });
    }
}

type Entry = GeomWithData<Rectangle<[f32; 2]>, u32>;

fn entry(id: u32, b: Aabb) -> Entry {
    GeomWithData::new(Rectangle::from_corners([b.min.x, b.min.y], [b.max.x, b.max.y]), id)
}

/// rstar builds its tree in every frame, where all move.
struct RstarAll;

impl Contestant for RstarAll {
    fn name(&self) -> String {
        "rstar".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        let boxes = world.boxes.iter().enumerate();
        let tree = RTree::bulk_load(boxes.map(|(id, b)| entry(id as u32, *b)).collect());
        for (a, b) in tree.intersection_candidates_with_other_tree(&tree) {
            if a.data < b.data {
                out.push((a.data, b.data));
            }
        }
    }
}

pub(crate) fn all(world: &World) -> Vec<Box<dyn Contestant>> {
    let leaves: Vec<_> = world.boxes.iter().map(|b| parry_box(*b)).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
    let workspace = BvhWorkspace::default();
    if everybody_moves(world) {
        vec![Box::new(ParryAll { tree, workspace }), Box::new(Broccoli), Box::new(RstarAll)]
    } else {
        vec![Box::new(ParryFew { tree, workspace, moved: flags(world) })]
    }
}
