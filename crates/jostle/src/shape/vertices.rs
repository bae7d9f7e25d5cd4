//! Where a core keeps its vertices: in the core itself up to eight of them, behind a pointer else.
//!
//! Offsets from the core's origin. A polygon's are `f32` numbers, so eight fit in 64 bytes, x and y
//! in two lanes that kernels read as they are; a rectangle's corners are not stored at all but made
//! of its frame. One or two may be any `f64`.

use alloc::sync::Arc;
use core::ops::Deref;

use crate::math::{D2, Rot, Vec2};

/// How many vertices a convex ring keeps in place.
pub(crate) const LANES: usize = 8;

/// The rectangle behind four (or, flat, two) corner offsets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) half: Vec2,
    pub(crate) rot: Rot,
}

impl Frame {
    /// The direction of the local x axis, as stored: not quite of length 1.
    pub(crate) fn axis(&self) -> D2 {
        D2::new(f64::from(self.rot.cos), f64::from(self.rot.sin))
    }

    /// A side of the four in positive order, from the corner of both smallest coordinates on; exact.
    pub(crate) fn side(&self, i: usize) -> D2 {
        let u = self.axis();
        let (x, y) = (2.0 * f64::from(self.half.x), 2.0 * f64::from(self.half.y));
        match i {
            0 => u * x,
            1 => u.left() * y,
            2 => u * -x,
            _ => u.left() * -y,
        }
    }

    /// The corners in positive order, rounded to `f64`.
    pub(crate) fn corners(&self) -> [D2; 4] {
        let x = self.axis() * f64::from(self.half.x);
        let y = self.axis().left() * f64::from(self.half.y);
        [-x - y, x - y, x + y, y - x]
    }

    /// How far the rectangle reaches along x and y.
    pub(crate) fn extent(&self) -> D2 {
        let (half, u) = (D2::from(self.half), self.axis());
        let (c, s) = (u.x.abs(), u.y.abs());
        D2::new(half.x * c + half.y * s, half.x * s + half.y * c)
    }

    /// Whether the stored direction has a length within 2^-21 of 1, as the filter assumes.
    #[inline]
    pub(crate) fn is_nearly_unit(&self) -> bool {
        let Rot { cos, sin } = self.rot;
        (cos * cos + sin * sin - 1.0).abs() <= 1.0 / (1 << 21) as f32
    }

    /// Whether the sides lie along the axes, so that the corners are exact.
    pub(crate) fn is_upright(&self) -> bool {
        self.rot.sin == 0.0 || self.rot.cos == 0.0
    }

    /// The corners of the smallest and the largest (y, x). By the sides, which are exact: rounding
    /// may hide a small tilt of the corners.
    pub(crate) fn lowest_and_highest(&self) -> [usize; 2] {
        let upward = [0, 1, 2, 3].map(|i| is_upward(self.side(i)));
        [true, false].map(|up| {
            (0..4).find(|i| upward[*i] == up && upward[(i + 3) % 4] != up).unwrap_or_default()
        })
    }
}

/// Whether a direction's angle lies in [0, π).
pub(crate) fn is_upward(e: D2) -> bool {
    e.y > 0.0 || (e.y == 0.0 && e.x > 0.0)
}

/// Up to eight vertices with `f32` coordinates; the lanes beyond them repeat the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Small {
    pub(crate) x: [f32; LANES],
    pub(crate) y: [f32; LANES],
    pub(crate) len: u8,
}

impl Small {
    /// None for an empty list and for more than eight.
    pub(crate) fn new(vertices: &[Vec2]) -> Option<Self> {
        let first = vertices.first()?;
        if vertices.len() > LANES {
            return None;
        }
        let mut small =
            Self { x: [first.x; LANES], y: [first.y; LANES], len: vertices.len() as u8 };
        for (i, v) in vertices.iter().enumerate() {
            (small.x[i], small.y[i]) = (v.x, v.y);
        }
        Some(small)
    }

    /// None where a coordinate is no `f32` number, too.
    fn exact(vertices: &[D2]) -> Option<Self> {
        let mut rounded = [Vec2::ZERO; LANES];
        let rounded = rounded.get_mut(..vertices.len())?;
        for (r, v) in rounded.iter_mut().zip(vertices) {
            *r = v.round();
            if D2::from(*r) != *v {
                return None;
            }
        }
        Self::new(rounded)
    }

    pub(crate) fn at(&self, i: usize) -> D2 {
        D2::new(f64::from(self.x[i]), f64::from(self.y[i]))
    }

    /// The order of the vertices turned round.
    pub(crate) fn reversed(&self) -> Self {
        let last = usize::from(self.len) - 1;
        let at = |i: usize| if i <= last { last - i } else { last };
        let lane = |v: &[f32; LANES]| [0, 1, 2, 3, 4, 5, 6, 7].map(|i| v[at(i)]);
        Self { x: lane(&self.x), y: lane(&self.y), len: self.len }
    }

    /// The smallest and the largest of the coordinates.
    pub(crate) fn span(&self) -> [D2; 2] {
        let [x0, x1] = ends(&self.x);
        let [y0, y1] = ends(&self.y);
        [D2::new(x0, y0), D2::new(x1, y1)]
    }
}

/// The smallest and the largest of eight numbers, by a fixed tree.
fn ends(v: &[f32; LANES]) -> [f64; 2] {
    let (mut low, mut high) = (*v, *v);
    for half in [4, 2, 1] {
        for i in 0..half {
            low[i] = if low[i + half] < low[i] { low[i + half] } else { low[i] };
            high[i] = if high[i + half] > high[i] { high[i + half] } else { high[i] };
        }
    }
    [f64::from(low[0]), f64::from(high[0])]
}

/// See the file's head.
#[derive(Clone, Debug)]
pub(crate) enum Vertices {
    /// The first so many of two.
    Thin([D2; 2], usize),
    /// Four corners of a rectangle, or two of a flat one.
    Rect(Frame),
    Small(Small),
    Many(Arc<[D2]>),
}

impl Vertices {
    /// A strictly convex ring, or a mesh's vertices.
    pub(crate) fn of(vertices: &[D2]) -> Self {
        match vertices {
            [] => Self::Thin([D2::ZERO; 2], 1),
            [v] => Self::Thin([*v; 2], 1),
            [v, w] => Self::Thin([*v, *w], 2),
            _ => Small::exact(vertices).map_or_else(|| Self::Many(vertices.into()), Self::Small),
        }
    }
}

/// A view of vertex offsets as a slice; made on demand where they are not stored as such.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offsets<'a> {
    Made([D2; LANES], usize),
    Stored(&'a [D2]),
}

impl Deref for Offsets<'_> {
    type Target = [D2];

    fn deref(&self) -> &[D2] {
        match self {
            Self::Made(all, len) => all.get(..*len).unwrap_or(all),
            Self::Stored(all) => all,
        }
    }
}

impl<'a, T: AsRef<[D2]> + ?Sized> From<&'a T> for Offsets<'a> {
    fn from(all: &'a T) -> Self {
        Self::Stored(all.as_ref())
    }
}
