//! rapier2d, collision detection only: whole frames, and questions to its tree.

use crate::contest::Side;
use crate::frames::{CAPSULE, CIRCLE, Pose, RECT, TRIANGLE};
use crate::rays::Scene;
use rapier2d::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what begins and what ceases to touch.
#[derive(Default)]
struct Counts {
    started: AtomicUsize,
    stopped: AtomicUsize,
}

impl EventHandler for Counts {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        let count = if event.started() { &self.started } else { &self.stopped };
        count.fetch_add(1, Ordering::Relaxed);
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }
}

pub(crate) struct Rapier {
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    handles: Vec<ColliderHandle>,
}

fn pose(Pose { at: [x, y], rot, .. }: Pose) -> rapier2d::math::Pose {
    let turn = rapier2d::math::Rotation { re: rot.cos, im: rot.sin };
    rapier2d::math::Pose::from_parts(Vector::new(x, y), turn)
}

impl Rapier {
    pub(crate) fn new(poses: &[Pose]) -> Self {
        let mut colliders = ColliderSet::new();
        let [a, b, c] = TRIANGLE.map(|[x, y]| Vector::new(x, y));
        let handles = poses
            .iter()
            .enumerate()
            .map(|(i, at)| {
                let shape = match i % 4 {
                    0 => ColliderBuilder::ball(CIRCLE),
                    1 => ColliderBuilder::cuboid(RECT[0], RECT[1]),
                    2 => ColliderBuilder::capsule_x(CAPSULE[0], CAPSULE[1]),
                    _ => ColliderBuilder::triangle(a, b, c),
                };
                let collider = shape
                    .position(pose(*at))
                    .active_collision_types(ActiveCollisionTypes::all())
                    .active_events(ActiveEvents::COLLISION_EVENTS);
                colliders.insert(collider)
            })
            .collect();
        Self {
            pipeline: CollisionPipeline::new(),
            islands: IslandManager::new(),
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders,
            handles,
        }
    }

    pub(crate) fn frame(&mut self, poses: &[Pose]) -> [usize; 2] {
        for (handle, at) in self.handles.iter().zip(poses) {
            if let Some(collider) = self.colliders.get_mut(*handle) {
                collider.set_position(pose(*at));
            }
        }
        let counts = Counts::default();
        self.pipeline.step(
            0.0,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &counts,
        );
        [counts.started.into_inner(), counts.stopped.into_inner()]
    }
}

/// Cuboids that stand still, to be asked through a query pipeline.
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
        let mut still = Self {
            broad: BroadPhaseBvh::new(),
            narrow: NarrowPhase::new(),
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            rays: scene.rays.iter().map(|(p, d)| Ray::new(vector(*p), vector(*d))).collect(),
            points: scene.points.iter().map(|p| vector(*p)).collect(),
        };
        for b in &scene.boxes {
            let (middle, half) = (b.center(), b.half_extents());
            let at = Vector::new(middle.x, middle.y);
            still.colliders.insert(ColliderBuilder::cuboid(half.x, half.y).translation(at));
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
