//! rapier2d, collision detection only: whole frames, and questions to its tree.

mod still;

pub(crate) use still::{Line, Movers, Still};

use crate::scene::{Body, Form, Pose};
use rapier2d::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
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

fn vectors(ring: &[[f32; 2]]) -> Vec<Vector> {
    ring.iter().map(|[x, y]| Vector::new(*x, *y)).collect()
}

/// Concave outlines are compounds of their pieces, which have the same area exactly; without pieces they are
/// lines.
fn shape_of(form: &Form) -> SharedShape {
    let convex = |ring: &Vec<[f32; 2]>| {
        SharedShape::convex_polyline(vectors(ring)).expect("the points of a convex polygon")
    };
    match form {
        Form::Circle(radius) => SharedShape::ball(*radius),
        Form::Rect([x, y]) => SharedShape::cuboid(*x, *y),
        Form::Capsule([long, radius]) => SharedShape::capsule_x(*long, *radius),
        Form::Convex(ring) => match vectors(ring)[..] {
            [a, b, c] => SharedShape::triangle(a, b, c),
            _ => convex(ring),
        },
        Form::Outline { ring, pieces } if pieces.is_empty() => {
            let count = ring.len() as u32;
            let edges = (0..count).map(|i| [i, (i + 1) % count]).collect();
            SharedShape::polyline(vectors(ring), Some(edges))
        }
        Form::Outline { pieces, .. } => {
            let at = rapier2d::math::Pose::identity();
            SharedShape::compound(pieces.iter().map(|piece| (at, convex(piece))).collect())
        }
    }
}

/// What rapier2d has for bodies.
pub(crate) fn colliders(bodies: &[Body], poses: &[Pose]) -> Vec<ColliderBuilder> {
    let mut shapes: HashMap<*const Form, SharedShape> = HashMap::new();
    let all = bodies.iter().zip(poses).map(|(body, at)| {
        let shape = shapes.entry(Arc::as_ptr(&body.form));
        let shape = shape.or_insert_with(|| shape_of(&body.form)).clone();
        let [layer, sees] = [body.layer, body.sees].map(Group::from_bits_truncate);
        let groups = InteractionGroups::new(layer, sees, InteractionTestMode::And);
        ColliderBuilder::new(shape)
            .position(pose(*at))
            .sensor(body.sensor)
            .collision_groups(groups)
            .active_collision_types(ActiveCollisionTypes::all())
            .active_events(ActiveEvents::COLLISION_EVENTS)
    });
    all.collect()
}

impl Rapier {
    pub(crate) fn new(bodies: &[Body], poses: &[Pose]) -> Self {
        Self::of(colliders(bodies, poses))
    }

    pub(crate) fn of(all: Vec<ColliderBuilder>) -> Self {
        let mut colliders = ColliderSet::new();
        let handles = all.into_iter().map(|one| colliders.insert(one)).collect();
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

    /// The numbers of pairs that began and ceased to touch.
    pub(crate) fn frame(&mut self, poses: &[Pose], moved: &[usize]) -> [usize; 2] {
        for i in moved {
            if let Some(collider) = self.colliders.get_mut(self.handles[*i]) {
                collider.set_position(pose(poses[*i]));
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

    fn ask(&self) -> QueryPipeline<'_> {
        let (bodies, colliders) = (&self.bodies, &self.colliders);
        let dispatcher = self.narrow.query_dispatcher();
        self.broad.as_query_pipeline(dispatcher, bodies, colliders, QueryFilter::new())
    }

    /// The numbers of colliders at points and in boxes.
    pub(crate) fn count(&self, points: &[[f32; 2]], boxes: &[jostle::Aabb]) -> [usize; 2] {
        let query = self.ask();
        let at_point = |[x, y]: &[f32; 2]| query.intersect_point(Vector::new(*x, *y)).count();
        let in_box = |bounds: &jostle::Aabb| {
            let (center, half) = (bounds.center(), bounds.half_extents());
            let at = rapier2d::math::Pose::translation(center.x, center.y);
            query.intersect_shape(at, &Cuboid::new(Vector::new(half.x, half.y))).count()
        };
        [points.iter().map(at_point).sum(), boxes.iter().map(in_box).sum()]
    }

    /// The number of rays that hit, and the sum of their fractions, rounded.
    pub(crate) fn rays(&self, rays: &[jostle::Ray]) -> [usize; 2] {
        let (query, mut hits, mut sum) = (self.ask(), 0, 0.0);
        for ray in rays {
            let (from, by) = (ray.origin, ray.translation);
            let ray = Ray::new(Vector::new(from.x, from.y), Vector::new(by.x, by.y));
            if let Some((_, at)) = query.cast_ray(&ray, 1.0, true) {
                hits += 1;
                sum += at;
            }
        }
        [hits, sum.round() as usize]
    }

    /// The number of pairs that touch, each of which pushes both apart.
    pub(crate) fn pushes(&self, push: &mut [[f32; 2]]) -> usize {
        let mut touching = 0;
        for pair in self.narrow.contact_pairs().filter(|pair| pair.has_any_active_contact()) {
            touching += 1;
            let (a, b) = (pair.collider1.into_raw_parts().0, pair.collider2.into_raw_parts().0);
            if let Some((manifold, point)) = pair.find_deepest_contact() {
                let by = manifold.data.normal * point.dist;
                for (i, by) in [(a, by), (b, -by)] {
                    push[i as usize][0] += by.x;
                    push[i as usize][1] += by.y;
                }
            }
        }
        touching
    }

    /// Removes everything, and looks at what that ends.
    pub(crate) fn remove_all(&mut self) -> [usize; 2] {
        let Self { colliders, islands, bodies, .. } = self;
        for handle in self.handles.drain(..) {
            colliders.remove(handle, islands, bodies, &mut SoftBodySet::new(), false);
        }
        self.frame(&[], &[])
    }
}
