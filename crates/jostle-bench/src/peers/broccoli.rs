//! broccoli: a tree that is built again in every frame.

use crate::broad::Contestant;
use crate::broad::worlds::World;

pub(crate) struct Broccoli;

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
