//! How far apart are two rectangles, or a disc and a rectangle, without their corners?
//!
//! Two rectangles: the four axes of both frames at once, each a distance of centres less the two
//! reaches (Gottschalk, Lin and Manocha, "OBBTree", SIGGRAPH 1996, §5, in the plane); a point: its
//! coordinates in the rectangle's frame (Ericson, "Real-Time Collision Detection", §5.1.4). The stored
//! cosine and sine need not have length 1: with N their squared length, lengths along an axis come
//! out times √N, and half extents enter times N, so the set is the stored one.
//!
//! Frame: relative to a's centre, positions subtracted first. Sign: above 0 apart. Error: a projection of
//! the centres errs by 3u of |dx| + |dy| with u = 2^-53, a reach by 4u of the half extents; [`ERROR`],
//! which is shared with [`super::separating`], is four times that. Some 8 ns for the axes. Tried and
//! rejected: choosing face and order without branches, 58 ns a distance beside 57 where no branch can be
//! guessed, and 48 beside 37 where all can.

use super::separating::{ERROR, Separation};
use crate::math::{D2, greater, sqrt};
use crate::shape::core::Frame;

/// A rectangle as kernels want it.
#[derive(Clone, Copy)]
struct Boxed {
    /// The local x axis as stored.
    u: D2,
    half: D2,
    /// The squared length of `u`, and one over its length.
    square: f64,
    inverse: f64,
}

impl Boxed {
    #[inline(always)]
    fn new(frame: &Frame) -> Self {
        let u = frame.axis();
        let square = u.dot(u);
        Self { u, half: D2::from(frame.half), square, inverse: inverse_root(square) }
    }

    /// The same with its y axis as x.
    #[inline(always)]
    fn turned(self) -> Self {
        Self { u: self.u.left(), half: D2::new(self.half.y, self.half.x), ..self }
    }
}

/// 1 / √n, by its series where n is 1 but for the rounding of a cosine and a sine: the next term is
/// below 2^-60 there.
#[inline(always)]
pub(super) fn inverse_root(n: f64) -> f64 {
    let x = n - 1.0;
    if x.abs() < 1e-5 { 1.0 - x * (0.5 - x * (0.375 - x * 0.3125)) } else { 1.0 / sqrt(n) }
}

/// The signed distances along the two axes of `own`, times the length of its stored axis.
#[inline(always)]
fn along(own: &Boxed, other: &Boxed, d: D2) -> [f64; 2] {
    let (cos, sin) = (own.u.dot(other.u).abs(), own.u.cross(other.u).abs());
    [
        own.u.dot(d).abs() - (own.half.x * own.square + other.half.x * cos + other.half.y * sin),
        own.u.cross(d).abs() - (own.half.y * own.square + other.half.x * sin + other.half.y * cos),
    ]
}

/// The separation as far as faces show it, which is its sign always; none for the rest where corners
/// are the nearest to each other.
#[inline(always)]
pub(crate) fn rects(a: &Frame, b: &Frame, d: D2) -> Faces {
    let (a, b) = (Boxed::new(a), Boxed::new(b));
    let [ax, ay] = along(&a, &b, d).map(|s| s * a.inverse);
    let [bx, by] = along(&b, &a, d).map(|s| s * b.inverse);
    let error = ERROR * (d.reach() + a.half.x + a.half.y + b.half.x + b.half.y);
    let of_a = greater(ax, ay);
    let of_b = greater(bx, by);
    let separation = greater(of_a, of_b);
    Faces {
        a,
        b,
        d,
        separation,
        error,
        of_a: of_a >= of_b,
        x: if of_a >= of_b { ax >= ay } else { bx >= by },
    }
}

/// Two rectangles and the axis along which they are the furthest apart.
#[derive(Clone, Copy)]
pub(crate) struct Faces {
    a: Boxed,
    b: Boxed,
    d: D2,
    pub(crate) separation: f64,
    pub(crate) error: f64,
    /// Whether the axis is one of a's, and whether it is the x axis.
    of_a: bool,
    x: bool,
}

impl Faces {
    /// The whole answer; none where the nearest features are two corners.
    #[inline(always)]
    pub(crate) fn answer(&self) -> Option<Separation> {
        if self.of_a {
            self.on_face(self.a, self.b, self.d)
        } else {
            let s = self.on_face(self.b, self.a, -self.d)?;
            // Seen from b: turned round and moved to a's centre.
            let (core_a, core_b) = (s.core_b + self.d, s.core_a + self.d);
            Some(Separation { normal: -s.normal, core_a, core_b, ..s })
        }
    }

    /// `d` goes from the centre of `own` to that of the other.
    #[inline(always)]
    fn on_face(&self, own: Boxed, other: Boxed, d: D2) -> Option<Separation> {
        let own = if self.x { own } else { own.turned() };
        let (cos, sin) = (own.u.dot(other.u), own.u.cross(other.u));
        let sign = if own.u.dot(d) < 0.0 { -1.0 } else { 1.0 };
        // The other's corner that is nearest along the face; of an edge that lies in the face's
        // direction the middle, and how far it goes on to both sides.
        let (mut middle, mut spread) = (sign * own.u.cross(d), 0.0);
        let (x, y) = (other.half.x * sin, other.half.y * cos);
        if 2.0 * other.half.x * cos.abs() <= self.error {
            spread += x.abs();
        } else {
            middle -= if cos < 0.0 { -x } else { x };
        }
        if 2.0 * other.half.y * sin.abs() <= self.error {
            spread += y.abs();
        } else {
            middle += if sin < 0.0 { -y } else { y };
        }
        let end = own.half.y * own.square;
        let (low, high) = (middle - spread, middle + spread);
        if self.separation > -self.error && (low > end || high < -end) {
            return None;
        }
        let t = greater(low, -end);
        let t = if t < end { t } else { end };
        let normal = own.u * (sign * own.inverse);
        let core_a = own.u * (sign * own.half.x) + own.u.left() * (sign * t / own.square);
        let core_b = core_a + normal * self.separation;
        let Self { separation, error, .. } = *self;
        Some(Separation { separation, error, normal, core_a, core_b })
    }
}

/// A rectangle, which is taken for a, and a point `d` from its centre.
#[inline(always)]
pub(crate) fn rect_and_point(frame: &Frame, d: D2, radius: f64) -> Separation {
    let own = Boxed::new(frame);
    let (x, y) = (own.u.dot(d), own.u.cross(d));
    let out = D2::new(x.abs() - own.half.x * own.square, y.abs() - own.half.y * own.square);
    let error = ERROR * (d.reach() + own.half.x + own.half.y + radius);
    let face = greater(out.x, out.y) * own.inverse;
    let signed = |v: f64, by: f64| if v < 0.0 { -by } else { by };
    let (u, w) = (own.u * own.inverse, own.u.left() * own.inverse);
    let mut distance = face;
    let mut normal = if out.x >= out.y { u * signed(x, 1.0) } else { w * signed(y, 1.0) };
    if out.x > 0.0 && out.y > 0.0 {
        let length = sqrt(out.x * out.x + out.y * out.y);
        // Beyond the error only a corner is further away than the line of an edge.
        if length * own.inverse > face + error {
            distance = length * own.inverse;
            normal = u * signed(x, out.x / length) + w * signed(y, out.y / length);
        }
    }
    let core_a = d - normal * distance;
    Separation { separation: distance - radius, error, normal, core_a, core_b: d }
}
