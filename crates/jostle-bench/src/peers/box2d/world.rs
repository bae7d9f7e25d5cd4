//! Box2D's worlds: bodies that a step of no time finds the contacts of, and rays.

use super::{polygon, rect, vector};
use crate::scene::{Body, Form, Pose};
use boxdd_sys::ffi;
use jostle::Aabb;

pub(crate) struct World {
    world: ffi::b2WorldId,
    bodies: Vec<ffi::b2BodyId>,
}

fn empty_world() -> ffi::b2WorldId {
    // SAFETY: the definition is Box2D's own but for gravity, and lives until the call returns.
    unsafe {
        let mut def = ffi::b2DefaultWorldDef();
        def.gravity = vector([0.0, 0.0]);
        ffi::b2CreateWorld(&def)
    }
}

impl World {
    /// The pieces of outlines must have eight corners or fewer.
    pub(crate) fn new(bodies: &[Body], poses: &[Pose]) -> Self {
        let world = empty_world();
        // SAFETY: definitions and shapes live until the calls return; ids are of this world.
        let add = |(body, pose): (&Body, &Pose)| unsafe {
            let mut def = ffi::b2DefaultBodyDef();
            // Contacts are for dynamic bodies only.
            def.type_ = ffi::b2BodyType_b2_dynamicBody;
            def.enableSleep = false;
            def.position = vector(pose.at);
            def.rotation = turn(pose);
            let id = ffi::b2CreateBody(world, &def);
            let mut shape = ffi::b2DefaultShapeDef();
            shape.enableContactEvents = true;
            (shape.filter.categoryBits, shape.filter.maskBits) =
                (body.layer.into(), body.sees.into());
            match &*body.form {
                Form::Circle(radius) => {
                    let circle = ffi::b2Circle { center: vector([0.0, 0.0]), radius: *radius };
                    ffi::b2CreateCircleShape(id, &shape, &circle);
                }
                Form::Rect(half) => {
                    ffi::b2CreatePolygonShape(id, &shape, &rect(*half));
                }
                Form::Capsule([long, radius]) => {
                    let (center1, center2) = (vector([-long, 0.0]), vector([*long, 0.0]));
                    let capsule = ffi::b2Capsule { center1, center2, radius: *radius };
                    ffi::b2CreateCapsuleShape(id, &shape, &capsule);
                }
                // No more than eight corners a shape.
                Form::Convex(ring) => {
                    for start in (1..ring.len() - 1).step_by(6) {
                        let part = &ring[start..ring.len().min(start + 7)];
                        let part: Vec<_> = ring[..1].iter().chain(part).copied().collect();
                        ffi::b2CreatePolygonShape(id, &shape, &polygon(&part));
                    }
                }
                Form::Outline { pieces, .. } => {
                    for piece in pieces {
                        ffi::b2CreatePolygonShape(id, &shape, &polygon(piece));
                    }
                }
            }
            id
        };
        Self { world, bodies: bodies.iter().zip(poses).map(add).collect() }
    }

    /// The bytes that the library states it holds.
    pub(crate) fn bytes(&self) -> usize {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_GetCounters(self.world).byteCount as usize }
    }

    /// The numbers of pairs that began and ceased to touch.
    pub(crate) fn frame(&mut self, poses: &[Pose], moved: &[usize]) -> [usize; 2] {
        // SAFETY: bodies and world are alive; the events are read before the next step.
        unsafe {
            for i in moved {
                let pose = &poses[*i];
                ffi::b2Body_SetTransform(self.bodies[*i], vector(pose.at), turn(pose));
            }
            ffi::b2World_Step(self.world, 0.0, 1);
            let events = ffi::b2World_GetContactEvents(self.world);
            [events.beginCount as usize, events.endCount as usize]
        }
    }
}

fn turn(pose: &Pose) -> ffi::b2Rot {
    ffi::b2Rot { c: pose.rot.cos, s: pose.rot.sin }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: made by `new`, destroyed once.
        unsafe { ffi::b2DestroyWorld(self.world) };
    }
}

/// Boxes that stand still, for rays.
pub(crate) struct Still {
    pub(super) world: ffi::b2WorldId,
}

impl Still {
    pub(crate) fn new(boxes: &[Aabb]) -> Self {
        let world = empty_world();
        for b in boxes {
            let (middle, half) = (b.center(), b.half_extents());
            // SAFETY: as in `World::new`.
            unsafe {
                let mut def = ffi::b2DefaultBodyDef();
                def.position = vector([middle.x, middle.y]);
                let body = ffi::b2CreateBody(world, &def);
                let shape = ffi::b2DefaultShapeDef();
                ffi::b2CreatePolygonShape(body, &shape, &rect([half.x, half.y]));
            }
        }
        Self { world }
    }

    /// The fraction at which a ray meets something first; shapes around its start do not count.
    pub(crate) fn ray(&self, origin: [f32; 2], translation: [f32; 2]) -> Option<f32> {
        // SAFETY: the world is alive.
        let hit = unsafe {
            let filter = ffi::b2DefaultQueryFilter();
            ffi::b2World_CastRayClosest(self.world, vector(origin), vector(translation), filter)
        };
        hit.hit.then_some(hit.fraction)
    }

    /// The fraction at which a disc meets something first.
    pub(crate) fn disc(&self, radius: f32, origin: [f32; 2], translation: [f32; 2]) -> f32 {
        let mut first = f32::INFINITY;
        // SAFETY: the world is alive, and so is `first` until the call returns.
        unsafe {
            let at = vector([0.0; 2]);
            let proxy = ffi::b2MakeProxy(&at, 1, radius);
            let filter = ffi::b2DefaultQueryFilter();
            let (from, by) = (vector(origin), vector(translation));
            let found = (&raw mut first).cast();
            ffi::b2World_CastShape(self.world, from, &proxy, by, filter, Some(nearer), found);
        }
        first
    }
}

/// Keeps the fraction and needs nearer ones only.
unsafe extern "C" fn nearer(
    _: ffi::b2ShapeId,
    _: ffi::b2Pos,
    _: ffi::b2Vec2,
    fraction: f32,
    context: *mut core::ffi::c_void,
) -> f32 {
    // SAFETY: the context is the number that `disc` hands over.
    unsafe { *context.cast::<f32>() = fraction };
    fraction
}

impl Drop for Still {
    fn drop(&mut self) {
        // SAFETY: made by `new`, destroyed once.
        unsafe { ffi::b2DestroyWorld(self.world) };
    }
}
