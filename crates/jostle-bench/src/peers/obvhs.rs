//! obvhs: a static tree of boxes, built again for every frame, or once for rays.

use crate::broad::Contestant;
use crate::broad::worlds::World;
use crate::contest::Side;
use crate::rays::Scene;
use glam::Vec3A;
use jostle::Aabb;
use obvhs::BvhBuildParams;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use obvhs::ray::RayHit;
use std::time::Duration;

/// How far boxes reach to both sides of the plane for rays. One within the plane meets a flat box
/// for an instant only in this arithmetic, the one at its start, so nothing further on would be
/// found.
const THICK: f32 = 1.0;

/// obvhs is three-dimensional; these boxes are flat.
pub(crate) fn flat(b: Aabb) -> obvhs::aabb::Aabb {
    obvhs::aabb::Aabb::new(Vec3A::new(b.min.x, b.min.y, 0.0), Vec3A::new(b.max.x, b.max.y, 0.0))
}

pub(crate) fn build(boxes: &[obvhs::aabb::Aabb], with: BvhBuildParams) -> Bvh2 {
    let mut spent = Duration::ZERO;
    build_bvh2(boxes, with, &mut spent)
}

pub(crate) struct Tree;

impl Contestant for Tree {
    fn name(&self) -> String {
        "obvhs Bvh2".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        let boxes: Vec<_> = world.boxes.iter().map(|b| flat(*b)).collect();
        let tree = build(&boxes, BvhBuildParams::fastest_build());
        for (id, own) in boxes.iter().enumerate() {
            let id = id as u32;
            tree.aabb_traverse(*own, |tree, node| {
                let node = &tree.nodes[node as usize];
                for at in node.first_index..node.first_index + node.prim_count {
                    let met = tree.primitive_indices[at as usize];
                    if met > id && boxes[met as usize].intersect_aabb(own) {
                        out.push((id, met));
                    }
                }
                true
            });
        }
    }
}

/// A tree of the best quality, for rays.
pub(crate) struct Still {
    tree: Bvh2,
    boxes: Vec<obvhs::aabb::Aabb>,
    rays: Vec<obvhs::ray::Ray>,
}

impl Still {
    pub(crate) fn new(scene: &Scene) -> Self {
        let thick = |b: &Aabb| {
            let (min, max) =
                (Vec3A::new(b.min.x, b.min.y, -THICK), Vec3A::new(b.max.x, b.max.y, THICK));
            obvhs::aabb::Aabb::new(min, max)
        };
        let boxes: Vec<_> = scene.boxes.iter().map(thick).collect();
        let tree = build(&boxes, BvhBuildParams::slow_build());
        // In the order of the tree, as its documentation advises.
        let ordered = tree.primitive_indices.iter().map(|at| boxes[*at as usize]).collect();
        let ray = |(from, by): &([f32; 2], [f32; 2])| {
            let [from, by] = [from, by].map(|v| Vec3A::new(v[0], v[1], 0.0));
            obvhs::ray::Ray::new(from, by, 0.0, 1.0)
        };
        Self { tree, boxes: ordered, rays: scene.rays.iter().map(ray).collect() }
    }

    pub(crate) fn rays(&self) -> Side<'_, f32> {
        Side::peer("obvhs Bvh2::ray_traverse", |hits| {
            for (ray, hit) in self.rays.iter().zip(hits) {
                let mut found = RayHit::none();
                let leaf = |ray: &obvhs::ray::Ray, at: usize| self.boxes[at].intersect_ray(ray);
                let met = self.tree.ray_traverse(*ray, &mut found, leaf);
                // The fraction at which a box around the start was entered lies behind it.
                let at = if found.t > 0.0 { found.t } else { 0.0 };
                *hit = if met { at } else { f32::INFINITY };
            }
        })
    }
}
