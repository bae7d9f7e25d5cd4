//! rapier2d, collision detection only: whole frames, and questions to its tree.

use crate::contest::Side;
use crate::large::{BOX, Lidar};
use crate::rays::Scene;
use crate::scene::{Body, Form, Pose};
use crate::slides::{Level, MOVER};
use rapier2d::control::KinematicCharacterController;
use rapier2d::math::IVector;
use rapier2d::parry::query;
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

/// Concave outlines are compounds of their pieces, which have the same area exactly.
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
        Form::Outline { pieces, .. } => {
            let at = rapier2d::math::Pose::identity();
            SharedShape::compound(pieces.iter().map(|piece| (at, convex(piece))).collect())
        }
    }
}

impl Rapier {
    pub(crate) fn new(bodies: &[Body], poses: &[Pose]) -> Self {
        let mut colliders = ColliderSet::new();
        let mut shapes: HashMap<*const Form, SharedShape> = HashMap::new();
        let handles = bodies
            .iter()
            .zip(poses)
            .map(|(body, at)| {
                let shape = shapes.entry(Arc::as_ptr(&body.form));
                let shape = shape.or_insert_with(|| shape_of(&body.form)).clone();
                let [layer, sees] = [body.layer, body.sees].map(Group::from_bits_truncate);
                let groups = InteractionGroups::new(layer, sees, InteractionTestMode::And);
                let collider = ColliderBuilder::new(shape)
                    .position(pose(*at))
                    .sensor(body.sensor)
                    .collision_groups(groups)
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

    /// The numbers of colliders at points and in boxes.
    pub(crate) fn count(&self, points: &[[f32; 2]], boxes: &[jostle::Aabb]) -> [usize; 2] {
        let (bodies, colliders) = (&self.bodies, &self.colliders);
        let dispatcher = self.narrow.query_dispatcher();
        let query = self.broad.as_query_pipeline(dispatcher, bodies, colliders, QueryFilter::new());
        let at_point = |[x, y]: &[f32; 2]| query.intersect_point(Vector::new(*x, *y)).count();
        let in_box = |bounds: &jostle::Aabb| {
            let (center, half) = (bounds.center(), bounds.half_extents());
            let at = rapier2d::math::Pose::translation(center.x, center.y);
            query.intersect_shape(at, &Cuboid::new(Vector::new(half.x, half.y))).count()
        };
        [points.iter().map(at_point).sum(), boxes.iter().map(in_box).sum()]
    }
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

    /// Outlines as closed polylines, and boxes, for rays among them.
    pub(crate) fn lidar(scene: &Lidar) -> Self {
        let vector = |[x, y]: [f32; 2]| Vector::new(x, y);
        let outline = |ring: &Vec<[f32; 2]>| {
            let count = ring.len() as u32;
            let edges = (0..count).map(|i| [i, (i + 1) % count]).collect();
            ColliderBuilder::polyline(vectors(ring), Some(edges))
        };
        let tile = |at: &[f32; 2]| ColliderBuilder::cuboid(BOX[0], BOX[1]).translation(vector(*at));
        let all = scene.outlines.iter().map(outline).chain(scene.boxes.iter().map(tile));
        let rays = scene.rays.iter().map(|(p, d)| Ray::new(vector(*p), vector(*d))).collect();
        Self { rays, ..Self::of(all) }
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

/// A line of many vertices, for distances.
pub(crate) struct Line(Polyline);

impl Line {
    pub(crate) fn new(line: &[[f32; 2]]) -> Self {
        Self(Polyline::new(vectors(line), None))
    }

    pub(crate) fn distance(&self, [x, y]: [f32; 2], radius: f32) -> f32 {
        let at = rapier2d::math::Pose::translation(x, y);
        let still = rapier2d::math::Pose::identity();
        query::distance(&still, &self.0, &at, &Ball::new(radius))
            .map_or(f32::NAN, |found| found.distance)
    }
}

/// Ground for the character controller.
pub(crate) struct Movers {
    still: Still,
    controller: KinematicCharacterController,
    shape: Capsule,
}

impl Movers {
    /// Tiles, or one collider of voxels.
    pub(crate) fn new(level: &Level, voxels: bool) -> Self {
        let cell = |[x, y]: [f32; 2]| IVector::new(x.floor() as i32, y.floor() as i32);
        let still = if voxels {
            let cells: Vec<_> = level.tiles().map(cell).collect();
            Still::of([ColliderBuilder::voxels(Vector::new(1.0, 1.0), &cells)])
        } else {
            let tile =
                |[x, y]: [f32; 2]| ColliderBuilder::cuboid(0.5, 0.5).translation(Vector::new(x, y));
            Still::of(level.tiles().map(tile))
        };
        let [half, radius] = MOVER;
        let controller = KinematicCharacterController::default();
        Self { still, controller, shape: Capsule::new_y(half, radius) }
    }

    pub(crate) fn slide(&self, [x, y]: [f32; 2], [dx, dy]: [f32; 2]) -> [f32; 2] {
        let (at, by) = (rapier2d::math::Pose::translation(x, y), Vector::new(dx, dy));
        let queries = self.still.ask();
        let gone = self.controller.move_shape(1.0 / 60.0, &queries, &self.shape, &at, by, |_| ());
        [x + gone.translation.x, y + gone.translation.y]
    }
}
