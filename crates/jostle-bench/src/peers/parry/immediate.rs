//! parry2d without a world: a tree of boxes, built again in each frame, and a test of each pair.

use crate::scene::{Body, Form, Pose};
use parry2d::math;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry2d::query::{details::intersection_test_cuboid_cuboid, intersection_test};
use parry2d::shape::{Cuboid, Shape as _};

pub(crate) struct Rectangles {
    cuboids: Vec<Cuboid>,
    at: Vec<math::Pose>,
    workspace: BvhWorkspace,
}

fn pose(Pose { at: [x, y], rot, .. }: &Pose) -> math::Pose {
    let turn = math::Rotation { re: rot.cos, im: rot.sin };
    math::Pose::from_parts(math::Vector::new(*x, *y), turn)
}

impl Rectangles {
    /// Bodies that are no rectangles are left out.
    pub(crate) fn new(bodies: &[Body]) -> Self {
        let cuboid = |body: &Body| match *body.form {
            Form::Rect([x, y]) => Some(Cuboid::new(math::Vector::new(x, y))),
            _ => None,
        };
        let cuboids = bodies.iter().filter_map(cuboid).collect();
        Self { cuboids, at: Vec::new(), workspace: BvhWorkspace::default() }
    }

    /// The number of pairs that overlap, by a loop over all.
    pub(crate) fn all_pairs(&self, poses: &[Pose]) -> usize {
        let at: Vec<_> = poses.iter().map(pose).collect();
        let all: Vec<_> = self.cuboids.iter().zip(&at).collect();
        let meet = |(a, p): &(&Cuboid, &math::Pose), (b, q): &(&Cuboid, &math::Pose)| {
            intersection_test_cuboid_cuboid(&p.inv_mul(q), a, b)
        };
        let later = |i: usize| all[i + 1..].iter().filter(|b| meet(&all[i], b)).count();
        (0..all.len()).map(later).sum()
    }

    /// The number of pairs that overlap, by a tree.
    pub(crate) fn frame(&mut self, poses: &[Pose]) -> usize {
        self.at.clear();
        self.at.extend(poses.iter().map(pose));
        let boxes: Vec<_> =
            self.cuboids.iter().zip(&self.at).map(|(c, at)| c.compute_aabb(at)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
        let (cuboids, at, mut hits) = (&self.cuboids, &self.at, 0);
        tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
            let (a, b) = (a as usize, b as usize);
            let test = intersection_test(&at[a], &cuboids[a], &at[b], &cuboids[b]);
            hits += usize::from(test.is_ok_and(|test| test.intersecting));
        });
        hits
    }
}
