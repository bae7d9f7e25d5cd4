//! The numbers of cores that formulas read: the origin, and the radius except for rectangles, then
//! what the class needs.

use crate::math::{DVec2, Vec2};
use crate::shape::Core;
use crate::shape::body::core::{InlineRing, RectFrame};

#[inline(always)]
pub(crate) fn point(core: &Core) -> [f32; 3] {
    [core.origin.x, core.origin.y, core.radius]
}

/// Half extents and direction.
#[inline(always)]
pub(crate) fn rect(core: &Core, RectFrame { half, rot }: &RectFrame) -> [f32; 6] {
    [core.origin.x, core.origin.y, half.x, half.y, rot.cos, rot.sin]
}

/// The x of both ends, their y, and the rest of the second end, which may be the sum of two `f32`
/// numbers. Returns `false` if the ends are not exactly these or are one.
#[inline(always)]
pub(crate) fn segment(core: &Core, [v, w]: &[DVec2; 2]) -> ([f32; 9], bool) {
    let (p, q) = (rounded(*v), rounded(*w));
    let rest = rounded(*w - DVec2::from(q));
    let exact = (DVec2::from(p) == *v) & (DVec2::from(q) + DVec2::from(rest) == *w);
    let [x, y, radius] = point(core);
    ([x, y, radius, p.x, q.x, p.y, q.y, rest.x, rest.y], exact & (v != w))
}

/// The x of up to four vertices, then their y.
#[inline(always)]
pub(crate) fn quad(core: &Core, [[a, b, c, d], [e, f, g, h]]: [[f32; 4]; 2]) -> [f32; 11] {
    let [x, y, radius] = point(core);
    [x, y, radius, a, b, c, d, e, f, g, h]
}

/// The x of up to eight vertices, then their y.
#[inline(always)]
pub(crate) fn octagon(core: &Core, ring: &InlineRing<8>) -> [f32; 19] {
    let mut numbers = [0.0; 19];
    numbers[..3].copy_from_slice(&point(core));
    numbers[3..11].copy_from_slice(&ring.x);
    numbers[11..].copy_from_slice(&ring.y);
    numbers
}

/// Rounds an offset to `f32`.
#[inline(always)]
pub(crate) fn rounded(v: DVec2) -> Vec2 {
    Vec2::new(v.x as f32, v.y as f32)
}
