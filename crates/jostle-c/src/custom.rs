//! Convex shapes of the caller's own, by a support function.

use core::ffi::c_void;

use jostle as j;

use crate::shape::{Shape, made};
use crate::status::{Answer, Refusal, Status};

/// Returns a point of a convex, bounded set that lies furthest along `(x, y)`: writes it to
/// `out_point`, two doubles. It may be called on any thread that asks, must answer the same always,
/// and must not throw.
pub type SupportMap =
    Option<unsafe extern "C" fn(x: f64, y: f64, out_point: *mut f64, user: *mut c_void)>;

/// A support function of the caller's with the pointer that it is called with.
struct Foreign {
    support: unsafe extern "C" fn(f64, f64, *mut f64, *mut c_void),
    user: *mut c_void,
}

// SAFETY: the caller promises that the function may be called on any thread.
unsafe impl Send for Foreign {}
// SAFETY: the same.
unsafe impl Sync for Foreign {}

impl core::fmt::Debug for Foreign {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Foreign")
    }
}

impl j::shape::SupportMap for Foreign {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let mut point = [0.0; 2];
        // SAFETY: the caller gave the function for this, and `point` has room for two doubles.
        unsafe { (self.support)(x, y, point.as_mut_ptr(), self.user) };
        point
    }
}

/// Makes a convex shape of the caller's own from its support function.
///
/// # Safety
/// `support` may be called with `user` as long as the shape, or anything made of it, lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_shape_custom(
    support: SupportMap,
    user: *mut c_void,
    out_shape: *mut Shape,
) -> Status {
    let make = || -> Answer<_> {
        let missing = || Refusal::new(Status::Null, "support is a null pointer");
        Ok(j::Shape::custom(Foreign { support: support.ok_or_else(missing)?, user }))
    };
    // SAFETY: passed on.
    unsafe { made(out_shape, make) }
}
