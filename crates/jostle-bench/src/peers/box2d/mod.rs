//! Box2D v3, the C library itself: pairs, trees, worlds and rays.
//!
//! The only unsafe code of the bench are these calls and those of `sfml.rs`: the safe bindings
//! check the arguments of every call, which is not what Box2D costs where it is used. Every call
//! gets pointers to live values of this frame, or ids that its own functions made.
#![expect(unsafe_code, reason = "a C library is called as it is")]

mod broad;
mod motion;
mod movers;
mod pairs;
mod world;

pub(crate) use broad::Tree;
pub(crate) use motion::Moving;
pub(crate) use movers::Movers;
pub(crate) use pairs::Pairs;
pub(crate) use world::{Still, World};

use boxdd_sys::ffi;

pub(super) fn vector([x, y]: [f32; 2]) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

/// A convex polygon with normals, as Box2D prepares it once.
pub(super) fn polygon(points: &[[f32; 2]]) -> ffi::b2Polygon {
    let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
    // SAFETY: the points and the hull live until the calls return.
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        ffi::b2MakePolygon(&hull, 0.0)
    }
}

pub(super) fn rect([x, y]: [f32; 2]) -> ffi::b2Polygon {
    // SAFETY: the arguments are numbers.
    unsafe { ffi::b2MakeBox(x, y) }
}
