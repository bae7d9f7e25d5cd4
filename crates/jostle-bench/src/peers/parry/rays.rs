//! parry2d's tree, for rays and points.

use super::broad::parry_box;
use crate::contest::Side;
use crate::rays::Scene;
use parry2d::bounding_volume::Aabb;
use parry2d::math::Vector;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::{PointQuery, Ray, RayCast};

pub(crate) struct Still {
    tree: Bvh,
    boxes: Vec<Aabb>,
    rays: Vec<Ray>,
    points: Vec<Vector>,
}

impl Still {
    pub(crate) fn new(scene: &Scene) -> Self {
        let boxes: Vec<_> = scene.boxes.iter().map(|b| parry_box(*b)).collect();
        let vector = |[x, y]: [f32; 2]| Vector::new(x, y);
        Self {
            tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes),
            boxes,
            rays: scene.rays.iter().map(|(p, d)| Ray::new(vector(*p), vector(*d))).collect(),
            points: scene.points.iter().map(|p| vector(*p)).collect(),
        }
    }

    pub(crate) fn rays(&self) -> Side<'_, f32> {
        Side::peer("parry2d Bvh::cast_ray", |hits| {
            for (ray, hit) in self.rays.iter().zip(hits) {
                let leaf = |id: u32, most| self.boxes[id as usize].cast_local_ray(ray, most, true);
                *hit = self.tree.cast_ray(ray, 1.0, leaf).map_or(f32::INFINITY, |(_, at)| at);
            }
        })
    }

    pub(crate) fn nearest(&self) -> Side<'_, f32> {
        Side::peer("parry2d Bvh::project_point", |far| {
            for (point, far) in self.points.iter().zip(far) {
                let leaf =
                    |id: u32, _| Some(self.boxes[id as usize].project_local_point(*point, true));
                let found = self.tree.project_point(*point, f32::MAX, leaf);
                *far = found.map_or(f32::INFINITY, |(_, (far, _))| far);
            }
        })
    }
}
