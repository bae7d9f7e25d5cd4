//! Box2D's mover: planes of contact, solved, and a cast along what they leave.

use super::{vector, world::Still};
use crate::slides::{Level, MOVER};
use boxdd_sys::ffi;
use core::ffi::c_void;
use jostle::Aabb;

pub(crate) struct Movers {
    ground: Still,
}

/// The planes that a mover touches.
struct Planes {
    all: [ffi::b2CollisionPlane; 8],
    count: usize,
}

unsafe extern "C" fn collect(
    _: ffi::b2ShapeId,
    plane: *const ffi::b2PlaneResult,
    context: *mut c_void,
) -> bool {
    // SAFETY: the context is the `Planes` of the call, and the plane lives while it runs.
    let (planes, found) = unsafe { (&mut *context.cast::<Planes>(), &*plane) };
    if planes.count < planes.all.len() {
        planes.all[planes.count] = ffi::b2CollisionPlane {
            plane: found.plane,
            pushLimit: f32::MAX,
            push: 0.0,
            clipVelocity: true,
        };
        planes.count += 1;
    }
    true
}

impl Movers {
    pub(crate) fn new(level: &Level) -> Self {
        let tile = |[x, y]: [f32; 2]| Aabb::new((x - 0.5, y - 0.5), (x + 0.5, y + 0.5));
        Self { ground: Still::new(&level.tiles().map(tile).collect::<Vec<_>>()) }
    }

    /// The loop of Box2D's own sample: up to five times planes, solver and cast.
    pub(crate) fn slide(&self, [x, y]: [f32; 2], by: [f32; 2]) -> [f32; 2] {
        let [half, radius] = MOVER;
        let capsule =
            ffi::b2Capsule { center1: vector([0.0, -half]), center2: vector([0.0, half]), radius };
        let target = [x + by[0], y + by[1]];
        let mut at = [x, y];
        for _ in 0..5 {
            // SAFETY: an all-zero plane is a plane; the world, capsule and planes outlive the calls.
            unsafe {
                let mut planes = Planes { all: core::mem::zeroed(), count: 0 };
                let filter = ffi::b2DefaultQueryFilter();
                let (world, origin) = (self.ground.world, vector(at));
                let context = (&raw mut planes).cast();
                ffi::b2World_CollideMover(world, origin, &capsule, filter, Some(collect), context);
                let rest = vector([target[0] - at[0], target[1] - at[1]]);
                let count = planes.count as i32;
                let solved = ffi::b2SolvePlanes(rest, planes.all.as_mut_ptr(), count).translation;
                let part = ffi::b2World_CastMover(world, origin, &capsule, solved, filter);
                let step = [solved.x * part, solved.y * part];
                at = [at[0] + step[0], at[1] + step[1]];
                if step[0] * step[0] + step[1] * step[1] < 0.01 * 0.01 {
                    break;
                }
            }
        }
        at
    }
}
