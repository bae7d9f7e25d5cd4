//! rstar: an R*-tree, loaded in bulk in every frame where all move; boxes replaced where few do.

use crate::broad::worlds::World;
use crate::broad::{Contestant, flags, report};
use crate::contest::Side;
use crate::rays::Scene;
use jostle::Aabb;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, PointDistance, RTree};

type Entry = GeomWithData<Rectangle<[f32; 2]>, u32>;

fn entry(id: u32, b: Aabb) -> Entry {
    GeomWithData::new(Rectangle::from_corners([b.min.x, b.min.y], [b.max.x, b.max.y]), id)
}

struct All;

impl Contestant for All {
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

struct Few {
    tree: RTree<Entry>,
    /// Their boxes when the tree was updated.
    known: Vec<Aabb>,
    moved: Vec<bool>,
}

impl Contestant for Few {
    fn name(&self) -> String {
        "rstar".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        for &id in &world.moved {
            let known = &mut self.known[id as usize];
            self.tree.remove(&entry(id, *known));
            *known = world.boxes[id as usize];
            self.tree.insert(entry(id, *known));
        }
        for &id in &world.moved {
            let b = world.boxes[id as usize];
            let around = AABB::from_corners([b.min.x, b.min.y], [b.max.x, b.max.y]);
            for met in self.tree.locate_in_envelope_intersecting(around) {
                report(id, met.data, &self.moved, out);
            }
        }
    }
}

pub(crate) fn contestant(world: &World) -> Box<dyn Contestant> {
    if world.everybody_moves() {
        return Box::new(All);
    }
    let boxes = world.boxes.iter().enumerate();
    let tree = RTree::bulk_load(boxes.map(|(id, b)| entry(id as u32, *b)).collect());
    Box::new(Few { tree, known: world.boxes.clone(), moved: flags(world) })
}

/// A tree for nearest queries.
pub(crate) struct Still {
    tree: RTree<Entry>,
    points: Vec<[f32; 2]>,
}

impl Still {
    pub(crate) fn new(scene: &Scene) -> Self {
        let boxes = scene.boxes.iter().enumerate();
        let tree = RTree::bulk_load(boxes.map(|(id, b)| entry(id as u32, *b)).collect());
        Self { tree, points: scene.points.clone() }
    }

    pub(crate) fn nearest(&self) -> Side<'_, f32> {
        Side::peer("rstar nearest_neighbor", |far| {
            for (point, far) in self.points.iter().zip(far) {
                let found = self.tree.nearest_neighbor(*point);
                *far = found.map_or(f32::INFINITY, |e| e.geom().distance_2(point).sqrt());
            }
        })
    }
}

/// A tree of boxes that is filled and emptied.
pub(crate) struct Filled(RTree<Entry>, Vec<Entry>);

impl Filled {
    /// Loads all in bulk.
    pub(crate) fn new(boxes: &[Aabb]) -> Self {
        let all: Vec<_> = (0..).zip(boxes).map(|(id, b)| entry(id, *b)).collect();
        Self(RTree::bulk_load(all.clone()), all)
    }

    /// The number of pairs that overlap.
    pub(crate) fn pairs(&self) -> usize {
        let all = self.0.intersection_candidates_with_other_tree(&self.0);
        all.filter(|(a, b)| a.data < b.data).count()
    }

    /// Removes one after the other.
    pub(crate) fn remove_all(&mut self) {
        for one in &self.1 {
            self.0.remove(one);
        }
    }
}
