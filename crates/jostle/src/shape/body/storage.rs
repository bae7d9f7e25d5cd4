//! The storage of vertices: up to four in the core itself, more behind a pointer.
//!
//! Vertices are offsets from the core's origin. Those of a polygon are `f32` numbers, x and y in
//! two arrays that kernels load as lanes; the corners of a rectangle are not stored but computed
//! from its frame. One or two vertices may be any `f64`. Four fit in the 32 bytes that these two
//! take.
//! Perf: eight in place would make a placed shape 112 bytes instead of 72, and verdicts out of
//! cache 1.25 times as long.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::ops::Deref;

use crate::math::exact::double_double::Corner;
use crate::math::simd::{F32Lanes, F32x4, Four};
use crate::math::{Aabb, Affine, DVec2, MAX_TERM, Rot, Vec2, by_tree, greater, lesser};
use crate::shape::body::mesh::Mesh;
use crate::shape::bvh::box_bvh::DAabb;

/// The most vertices of a convex ring that kernels take at once.
pub(crate) const LANES: usize = 8;

/// The rectangle behind four corner offsets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(8))]
pub(crate) struct RectFrame {
    pub(crate) half: Vec2,
    pub(crate) rot: Rot,
}

impl RectFrame {
    /// The direction of the local x axis, as stored: not quite of length 1.
    pub(crate) fn axis(&self) -> DVec2 {
        DVec2::new(f64::from(self.rot.cos), f64::from(self.rot.sin))
    }

    /// The corners in positive order, rounded to `f64`.
    pub(crate) fn corners(&self) -> [DVec2; 4] {
        self.exact_corners().map(|corner| corner.at)
    }

    pub(crate) fn exact_corners(&self) -> [Corner; 4] {
        let x = self.axis() * f64::from(self.half.x);
        let y = self.axis().left() * f64::from(self.half.y);
        // Perf: `map` over an array of these is not inlined, 1,000 instructions.
        let corner = Corner::difference;
        [corner(-x, y), corner(x, y), corner(x, -y), corner(y, x)]
    }

    pub(crate) fn is_solid(&self) -> bool {
        self.half.x > 0.0 && self.half.y > 0.0
    }

    /// The reach of the rectangle along x and y.
    pub(crate) fn extent(&self) -> DVec2 {
        let (half, u) = (DVec2::from(self.half), self.axis());
        let (c, s) = (u.x.abs(), u.y.abs());
        DVec2::new(half.x * c + half.y * s, half.x * s + half.y * c)
    }

    /// Returns the box around it at a center, rounded outward, or `None` if it is a point or the
    /// box needs the exact computation.
    #[inline(always)]
    pub(crate) fn bounds_around(&self, o: DVec2) -> Option<Aabb> {
        let DVec2 { x: wide, y: high } = self.extent();
        if self.is_upright() {
            let (x, y) = (o.x as f32, o.y as f32);
            let (w, h) = (wide as f32, high as f32);
            let exact = (f64::from(w) == wide)
                & (f64::from(h) == high)
                & (f64::from(x) == o.x)
                & (f64::from(y) == o.y);
            let (from, by) = (Four::load([-x, -y, x, y]), Four::load([w, h, w, h]));
            return Aabb::reaching_sums(from, by).filter(|_| exact);
        }
        let far = greater(wide, high);
        let slack = rounding(o.reach() + far);
        let reach = [wide - o.x, high - o.y, o.x + wide, o.y + high].map(|x| x + slack);
        // By the numbers and not by the sums, for which it would have to wait; false for a NaN.
        let fits = |v: f64| v.abs() < f64::from(MAX_TERM);
        ((far > 0.0) & fits(far) & fits(o.x) & fits(o.y)).then(|| Aabb::reaching(reach))
    }

    /// Returns `true` if the stored direction has a length within 2^-21 of 1, as the filter
    /// assumes.
    #[inline]
    pub(crate) fn is_nearly_unit(&self) -> bool {
        let Rot { cos, sin } = self.rot;
        (cos * cos + sin * sin - 1.0).abs() <= 1.0 / (1 << 21) as f32
    }

    /// Returns `true` if the sides lie along the axes, so that the corners are exact.
    pub(crate) fn is_upright(&self) -> bool {
        self.rot.sin == 0.0 || self.rot.cos == 0.0
    }
}

/// How far a side may be off where sums round, and the corners of a turned rectangle: an ulp of
/// `f64` each.
#[inline(always)]
pub(crate) fn rounding(size: f64) -> f64 {
    4.0 * f64::EPSILON * size
}

/// Up to N vertices with `f32` coordinates, none twice; the lanes beyond them repeat the first.
///
/// Their number is not kept, and all that [`Vertices`] holds is at multiples of 8: else the
/// compiler builds every core in pieces and reads it back across them, which was 14 of 64 ns when a
/// circle was placed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(8))]
pub(crate) struct InlineRing<const N: usize> {
    pub(crate) x: [f32; N],
    pub(crate) y: [f32; N],
}

impl<const N: usize> InlineRing<N> {
    /// Returns `None` for an empty list, for more than N, and if a coordinate is no `f32` number.
    pub(crate) fn new<V: Copy + Into<DVec2>>(vertices: &[V]) -> Option<Self> {
        Self::padded((*vertices.first()?).into(), vertices)
    }

    /// Returns the vertices of a list of any length, N by N; those beyond the last repeat the first.
    pub(crate) fn lanes<L: FromIterator<Self>>(vertices: &[DVec2]) -> Option<L> {
        let first = vertices.first().copied().unwrap_or_default();
        vertices.chunks(N).map(|chunk| Self::padded(first, chunk)).collect()
    }

    /// The same with another vertex in the lanes beyond the list.
    fn padded<V: Copy + Into<DVec2>>(filler: DVec2, vertices: &[V]) -> Option<Self> {
        let mut small = Self { x: [filler.x as f32 + 0.0; N], y: [filler.y as f32 + 0.0; N] };
        for (i, v) in vertices.iter().enumerate() {
            let v: DVec2 = (*v).into();
            *small.x.get_mut(i)? = v.x as f32 + 0.0;
            small.y[i] = v.y as f32 + 0.0;
            if small.at(i) != v {
                return None;
            }
        }
        Some(small)
    }

    #[inline(always)]
    pub(crate) fn at(&self, i: usize) -> DVec2 {
        DVec2::new(f64::from(self.x[i]), f64::from(self.y[i]))
    }

    /// The vertices under the linear part of a map, each coordinate rounded once; of more lanes than
    /// N the first.
    #[inline(always)]
    pub(crate) fn under<const M: usize>(&self, m: &Affine) -> InlineRing<M> {
        let [a, b, c, d] = [m.a, m.b, m.c, m.d].map(f64::from);
        let mut ring = InlineRing { x: [0.0; M], y: [0.0; M] };
        for i in 0..M {
            let (x, y) = (f64::from(self.x[i]), f64::from(self.y[i]));
            ring.x[i] = (a * x + c * y) as f32 + 0.0;
            ring.y[i] = (b * x + d * y) as f32 + 0.0;
        }
        ring
    }

    /// The smallest and the largest of the coordinates.
    pub(crate) fn span(&self) -> DAabb {
        DAabb {
            min: Vec2::new(by_tree(self.x, lesser), by_tree(self.y, lesser)).into(),
            max: Vec2::new(by_tree(self.x, greater), by_tree(self.y, greater)).into(),
        }
    }

    #[inline(always)]
    pub(crate) fn bounds_around(&self, origin: Vec2) -> Option<Aabb> {
        let ([x, more_x @ ..], [y, more_y @ ..]) = (self.x.as_chunks().0, self.y.as_chunks().0)
        else {
            return None;
        };
        let [x, y] = [*x, *y].map(Four::load);
        let (mut low, mut high) = ([x, y], [x, y]);
        for (x, y) in more_x.iter().zip(more_y) {
            let [x, y] = [*x, *y].map(Four::load);
            (low, high) = ([low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]);
        }
        // By halves: both coordinates, then both ends of both.
        let ([p, q], [r, s]) = (low[0].zip(low[1]), high[0].zip(high[1]));
        let [p, q] = (Four::splat(0.0) - p.min(q)).zip(r.max(s));
        let [left, right, down, up] = p.max(q).numbers();
        let from = Four::load([-origin.x, -origin.y, origin.x, origin.y]);
        Aabb::reaching_sums(from, Four::load([left, down, right, up]))
    }

    /// How many vertices there are, in what [`Vertices`] holds: more than half of N.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        // Both coordinates at once, since most rings fill their lanes.
        let last = N - 1;
        if (self.x[last] != self.x[0]) | (self.y[last] != self.y[0]) {
            return N;
        }
        let half = N / 2 + 1;
        (half..last).fold(half, |len, i| {
            len + usize::from((self.x[i] != self.x[0]) | (self.y[i] != self.y[0]))
        })
    }

    pub(crate) fn offsets(&self) -> Offsets<'static> {
        let mut all = [DVec2::ZERO; LANES];
        let len = self.fill(&mut all).len();
        Offsets::Made(all, len)
    }

    /// Writes the vertices into the first places.
    #[inline(always)]
    pub(crate) fn fill<'a>(&self, all: &'a mut [DVec2; LANES]) -> &'a [DVec2] {
        for (i, v) in all.iter_mut().enumerate().take(N) {
            *v = self.at(i);
        }
        &all[..self.len()]
    }
}

/// Eight vertices in one line of memory, so that a ring that is not in the cache is waited for
/// once. Pages, whose allocator would need 1 kB for it, do without.
#[derive(Clone, Debug)]
#[cfg_attr(not(target_arch = "wasm32"), repr(align(64)))]
pub(crate) struct CacheLine(pub(crate) InlineRing<LANES>);

impl Deref for CacheLine {
    type Target = InlineRing<LANES>;

    #[inline(always)]
    fn deref(&self) -> &InlineRing<LANES> {
        &self.0
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Vertices {
    /// A segment's; a point's is the first.
    Thin([DVec2; 2]),
    /// Four corners of a rectangle with area.
    Rect(RectFrame),
    /// A strictly convex ring of three or four.
    Four(InlineRing<4>),
    /// One of five to eight.
    Eight(Box<CacheLine>),
    /// A strictly convex ring of more, also in lanes; without these if a number is no `f32`.
    Many(Arc<[DVec2]>, Arc<[InlineRing<LANES>]>),
    /// Lines that are no convex ring.
    Mesh(Arc<[DVec2]>, Arc<Mesh>),
}

impl Vertices {
    /// A point, a segment, or a strictly convex ring.
    pub(crate) fn of(vertices: &[DVec2]) -> Self {
        match vertices {
            [] => Self::Thin([DVec2::ZERO; 2]),
            [v] => Self::Thin([*v; 2]),
            [v, w] => Self::Thin([*v, *w]),
            ring => match (InlineRing::new(ring), InlineRing::new(ring)) {
                (Some(four), _) => Self::Four(four),
                (_, Some(eight)) => Self::Eight(Box::new(CacheLine(eight))),
                _ => Self::Many(vertices.into(), InlineRing::lanes(ring).unwrap_or_default()),
            },
        }
    }
}

/// A view of vertex offsets as a slice; made on demand where they are not stored as such.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offsets<'a> {
    Made([DVec2; LANES], usize),
    /// The corners of a rectangle, and what rounding left out of them.
    Rect([DVec2; 4], [DVec2; 4]),
    Stored(&'a [DVec2]),
}

/// The corners of a convex ring: rounded, and what rounding left out, which is nothing without rests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners<'a> {
    pub(crate) at: &'a [DVec2],
    pub(crate) rests: &'a [DVec2],
}

impl Corners<'_> {
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Corner {
        Corner { at: self.at[i], rest: self.rests.get(i).copied().unwrap_or_default() }
    }
}

impl Offsets<'_> {
    pub(crate) fn corners(&self) -> Corners<'_> {
        let rests: &[DVec2] = if let Self::Rect(_, rests) = self { rests } else { &[] };
        Corners { at: self, rests }
    }
}

impl Deref for Offsets<'_> {
    type Target = [DVec2];

    fn deref(&self) -> &[DVec2] {
        match self {
            Self::Made(all, len) => all.get(..*len).unwrap_or(all),
            Self::Rect(all, _) => all,
            Self::Stored(all) => all,
        }
    }
}

impl<'a, T: AsRef<[DVec2]> + ?Sized> From<&'a T> for Offsets<'a> {
    fn from(all: &'a T) -> Self {
        Self::Stored(all.as_ref())
    }
}
