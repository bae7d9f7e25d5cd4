//! rapier2d, collision detection only.

use super::{CAPSULE, CIRCLE, Pose, RECT, TRIANGLE};
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

fn pose([x, y, turn]: Pose) -> rapier2d::math::Pose {
    rapier2d::math::Pose::new(Vector::new(x, y), turn)
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
