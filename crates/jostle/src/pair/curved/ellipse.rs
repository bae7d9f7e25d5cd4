//! The boundary point of an ellipse that is nearest to a point.
//!
//! Method: it is (a²x / (a² + t), b²y / (b² + t)) for the largest t that puts it on the ellipse, with
//! t > 0 outside. The inverse of its norm in the ellipse is nearly straight in t, and Newton's steps
//! on that never pass t (J. Moré and D. Sorensen, "Computing a trust region step", 1983).
//!
//! Frame: the ellipse's center. Cost: 3 to 5 steps; `None` after [`STEPS`], and for a point so near
//! to the longer axis that it may have two nearest points.

use crate::math::{DVec2, greater, sqrt};
use crate::shape::body::principal_axes::PrincipalAxes;

const STEPS: usize = 12;

/// A step this small, in units of s, is the last: the error is about its square.
const LAST: f64 = 1e-9;

/// Returns the signed distance, the outward unit normal and the point.
pub(crate) fn nearest(rim: &PrincipalAxes, d: DVec2) -> Option<(f64, DVec2, DVec2)> {
    let (x, y) = (rim.long.dot(d), rim.long.cross(d));
    let (p, q) = (rim.a * x.abs(), rim.b * y.abs());
    // From s = b² + t the sum a² + t keeps its digits, too.
    let (b, more) = (rim.b * rim.b, (rim.a - rim.b) * (rim.a + rim.b));
    let mut s = greater(p - more, q);
    for _ in 0..STEPS {
        let (u, v) = (1.0 / (s + more), 1.0 / s);
        let (m, n) = (p * u, q * v);
        let (m, n) = (m * m, n * n);
        let step = (m + n) * (sqrt(m + n) - 1.0) / (m * u + n * v);
        s += step;
        if step.abs() <= LAST * s {
            let normal = DVec2::new(x / (s + more), y / s);
            let (length, point) =
                (normal.length(), DVec2::new((b + more) * normal.x, b * normal.y));
            let seen = |v: DVec2| rim.long * v.x + rim.long.left() * v.y;
            let distance = (s - b) * length;
            let is_clear = length > 0.0 && distance.abs() < f64::MAX;
            return is_clear.then(|| (distance, seen(normal / length), seen(point)));
        }
    }
    None
}
