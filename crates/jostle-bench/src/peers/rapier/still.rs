//! What stands still, for a query pipeline and for the character controller.

use super::{pose, shape_of, vectors};
use crate::contest::Side;
use crate::rays::Scene;
use crate::scene::{self, Body};
use crate::slides::{Level, MOVER};
use rapier2d::control::KinematicCharacterController;
use rapier2d::math::{IVector, Pose};
use rapier2d::parry::query::{self, DefaultQueryDispatcher, PersistentQueryDispatcher};
use rapier2d::prelude::*;
use std::hint::black_box;

fn translation([x, y]: [f32; 2]) -> Pose {
    Pose::translation(x, y)
}

/// Cuboids that stand still, for a query pipeline.
pub(crate) struct Still {
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    rays: Vec<Ray>,
    points: Vec<Vector>,
}

impl Still {
    pub(crate) fn new(scene: &Scene) -> Self {
        let vector = |[x, y]: [f32; 2]| Vector::new(x, y);
        let cuboid = |b: &jostle::Aabb| {
            let (middle, half) = (b.center(), b.half_extents());
            ColliderBuilder::cuboid(half.x, half.y).translation(Vector::new(middle.x, middle.y))
        };
        Self {
            rays: scene.rays.iter().map(|(p, d)| Ray::new(vector(*p), vector(*d))).collect(),
            points: scene.points.iter().map(|p| vector(*p)).collect(),
            ..Self::of(scene.boxes.iter().map(cuboid))
        }
    }

    fn of(all: impl IntoIterator<Item = ColliderBuilder>) -> Self {
        let mut still = Self {
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            rays: Vec::new(),
            points: Vec::new(),
        };
        for collider in all {
            still.colliders.insert(collider);
        }
        // A step fills the tree; without colliders that may meet it finds no pairs.
        CollisionPipeline::new().step(
            0.0,
            &mut IslandManager::new(),
            &mut still.broad,
            &mut still.narrow,
            &mut still.bodies,
            &mut still.colliders,
            &(),
            &(),
        );
        still
    }

    fn ask(&self) -> QueryPipeline<'_> {
        let (bodies, colliders) = (&self.bodies, &self.colliders);
        let dispatcher = self.narrow.query_dispatcher();
        self.broad.as_query_pipeline(dispatcher, bodies, colliders, QueryFilter::new())
    }

    pub(crate) fn rays(&self) -> Side<'_, f32> {
        Side::peer("rapier2d QueryPipeline::cast_ray", |hits| {
            let pipeline = self.ask();
            for (ray, hit) in self.rays.iter().zip(hits) {
                *hit = pipeline.cast_ray(ray, 1.0, true).map_or(f32::INFINITY, |(_, at)| at);
            }
        })
    }

    /// Discs of a radius along all rays.
    pub(crate) fn discs(&self, radius: f32) -> Side<'_, f32> {
        Side::peer("rapier2d QueryPipeline::cast_shape", move |hits| {
            let pipeline = self.ask();
            let (ball, options) =
                (Ball::new(radius), query::ShapeCastOptions::with_max_time_of_impact(1.0));
            for (ray, hit) in self.rays.iter().zip(hits) {
                let at = rapier2d::math::Pose::translation(ray.origin.x, ray.origin.y);
                let found = pipeline.cast_shape(&at, ray.dir, &ball, options);
                *hit = found.map_or(f32::INFINITY, |(_, hit)| hit.time_of_impact);
            }
        })
    }

    pub(crate) fn nearest(&self) -> Side<'_, f32> {
        Side::peer("rapier2d QueryPipeline::project_point", |far| {
            let pipeline = self.ask();
            for (point, far) in self.points.iter().zip(far) {
                let found = pipeline.project_point(*point, f32::MAX, true);
                *far = found.map_or(f32::INFINITY, |(_, on)| (on.point - *point).length());
            }
        })
    }
}

/// A line of many vertices.
pub(crate) struct Line(Polyline);

impl Line {
    pub(crate) fn new(line: &[[f32; 2]]) -> Self {
        Self(Polyline::new(vectors(line), None))
    }

    pub(crate) fn distance(&self, at: [f32; 2], radius: f32) -> f32 {
        let (still, ball) = (Pose::identity(), Ball::new(radius));
        let found = query::distance(&still, &self.0, &translation(at), &ball);
        found.map_or(f32::NAN, |found| found.distance)
    }

    pub(crate) fn contact(&self, at: [f32; 2], radius: f32) -> bool {
        let (still, ball) = (Pose::identity(), Ball::new(radius));
        black_box(query::contact(&still, &self.0, &translation(at), &ball, 0.0))
            .is_ok_and(|found| found.is_some())
    }

    pub(crate) fn manifold(&self, at: [f32; 2], radius: f32) -> bool {
        let (ball, mut found, mut room) = (Ball::new(radius), Vec::new(), None);
        let done = DefaultQueryDispatcher.contact_manifolds(
            &translation(at),
            &self.0,
            &ball,
            0.0,
            &mut found,
            &mut room,
        );
        let found: &Vec<query::ContactManifold<(), ()>> = black_box(&found);
        done.is_ok() && found.iter().any(|manifold| !manifold.points.is_empty())
    }
}

/// Ground for the character controller.
pub(crate) struct Movers {
    still: Still,
    controller: KinematicCharacterController,
    shape: SharedShape,
}

impl Movers {
    fn of(all: impl IntoIterator<Item = ColliderBuilder>, shape: SharedShape) -> Self {
        let controller = KinematicCharacterController::default();
        Self { still: Still::of(all), controller, shape }
    }

    /// Tiles, or one collider of voxels.
    pub(crate) fn new(level: &Level, voxels: bool) -> Self {
        let cell = |[x, y]: [f32; 2]| IVector::new(x.floor() as i32, y.floor() as i32);
        let [half, radius] = MOVER;
        let mover = SharedShape::capsule_y(half, radius);
        if voxels {
            let cells: Vec<_> = level.tiles().map(cell).collect();
            Self::of([ColliderBuilder::voxels(Vector::new(1.0, 1.0), &cells)], mover)
        } else {
            let tile =
                |[x, y]: [f32; 2]| ColliderBuilder::cuboid(0.5, 0.5).translation(Vector::new(x, y));
            Self::of(level.tiles().map(tile), mover)
        }
    }

    /// One line, for discs.
    pub(crate) fn on_line(line: &[[f32; 2]], radius: f32) -> Self {
        let line = ColliderBuilder::polyline(vectors(line), None);
        Self::of([line], SharedShape::ball(radius))
    }

    /// Bodies as seen from above, for discs.
    pub(crate) fn among(bodies: &[Body], poses: &[scene::Pose], radius: f32) -> Self {
        let body = |(body, at): (&Body, &scene::Pose)| {
            ColliderBuilder::new(shape_of(&body.form)).position(pose(*at))
        };
        let from_above = KinematicCharacterController {
            snap_to_ground: None,
            max_slope_climb_angle: std::f32::consts::PI,
            min_slope_slide_angle: std::f32::consts::PI,
            ..KinematicCharacterController::default()
        };
        let all = Self::of(bodies.iter().zip(poses).map(body), SharedShape::ball(radius));
        Self { controller: from_above, ..all }
    }

    pub(crate) fn slide(&self, [x, y]: [f32; 2], [dx, dy]: [f32; 2]) -> [f32; 2] {
        let (at, by) = (translation([x, y]), Vector::new(dx, dy));
        let queries = self.still.ask();
        let gone = self.controller.move_shape(1.0 / 60.0, &queries, &*self.shape, &at, by, |_| ());
        [x + gone.translation.x, y + gone.translation.y]
    }
}
