//! Random pairs of nasty shapes of every kind: ulp-apart, slivers, needles, nearly parallel edges,
//! twelve decades of scale, 1e7 units from the origin, shared edges, vertex on vertex, mirrored,
//! skewed. The same seed gives the same bits on every machine.
//!
//! Random bits: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014
//! (SplitMix64).
#![expect(
    clippy::disallowed_methods,
    reason = "angles are drawn in f64; libm gives the same bits on every machine"
)]

use std::f64::consts::TAU;

use jostle::{Aabb, Affine, Shape};

use crate::spec::{Kind, Pair, Spec, Subject};

/// A stream of random bits.
///
/// ```
/// assert_eq!(jostle_testing::Rng::new(7).bits(), jostle_testing::Rng::new(7).bits());
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts the stream of a seed.
    ///
    /// ```
    /// assert_ne!(jostle_testing::Rng::new(7).bits(), jostle_testing::Rng::new(8).bits());
    /// ```
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 bits.
    ///
    /// ```
    /// let mut rng = jostle_testing::Rng::new(7);
    /// assert_ne!(rng.bits(), rng.bits());
    /// ```
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (self.bits() >> 11) as f64 / 9_007_199_254_740_992.0 * (hi - lo)
    }

    fn signed(&mut self) -> f64 {
        self.between(-1.0, 1.0)
    }

    fn direction(&mut self) -> [f32; 2] {
        let angle = self.between(0.0, TAU);
        [libm::cos(angle) as f32, libm::sin(angle) as f32]
    }
}

/// Where local numbers are rounded to: 1/64 of the unit, or any `f32`.
#[derive(Clone, Copy)]
struct Space {
    grid: bool,
}

impl Space {
    fn snap(self, x: f64) -> f32 {
        let x = if self.grid { libm::rint(x * 64.0) / 64.0 } else { x };
        x as f32 + 0.0
    }

    fn point(self, x: f64, y: f64) -> [f32; 2] {
        [self.snap(x), self.snap(y)]
    }

    fn extent(self, rng: &mut Rng, most: f64) -> f32 {
        let x = match rng.below(12) {
            0 => 0.0,
            1 => most * libm::exp2(rng.between(-12.0, 0.0)),
            _ => most * rng.between(0.1, 1.0),
        };
        self.snap(x)
    }

    fn any(self, rng: &mut Rng, size: f64) -> [f32; 2] {
        self.point(rng.signed() * size, rng.signed() * size)
    }

    fn radius(self, rng: &mut Rng, most: f64) -> f32 {
        let r = self.snap(most * rng.between(0.05, 1.0));
        if r > 1.0 / 64.0 { r } else { 1.0 / 64.0 }
    }
}

/// Draws a pair of the two kinds; the same arguments give the same bits.
///
/// ```
/// use jostle_testing::{Kind, Rng, pair};
/// let case = |seed| pair(&mut Rng::new(seed), Kind::Holed, Kind::Custom);
/// assert_eq!(case(3).a, case(3).a);
/// ```
#[must_use]
pub fn pair(rng: &mut Rng, kind_a: Kind, kind_b: Kind) -> Pair {
    loop {
        if let Some(pair) = attempt(rng, kind_a, kind_b) {
            return pair;
        }
    }
}

fn attempt(rng: &mut Rng, kind_a: Kind, kind_b: Kind) -> Option<Pair> {
    let space = Space { grid: rng.one_in(2) };
    let a = spec(rng, space, kind_a, 1.0);
    let related = kind_a == kind_b && rng.one_in(4);
    let size = if space.grid || rng.one_in(2) { 1.0 } else { libm::exp10(rng.between(-3.0, 3.0)) };
    let b = if related { a.clone() } else { spec(rng, space, kind_b, size) };
    let a = Subject { spec: a, matrix: linear(rng, space, kind_a) };
    let mut b = Subject { spec: b, matrix: linear(rng, space, kind_b) };
    if related && rng.one_in(2) {
        b.matrix = a.matrix;
        nudge(rng, &mut b.matrix);
    }
    let pair = Pair::new(a, b)?;
    let pair = together(rng, space, pair)?;
    let far = match rng.below(6) {
        0 => [1e7, -1e7],
        1 => space.any(rng, 100.0),
        _ => [0.0; 2],
    };
    // Twelve decades of scale, by powers of two so that grids stay grids.
    let power = if rng.one_in(2) { 0 } else { rng.below(40) as i32 - 20 };
    let k = libm::exp2(f64::from(power)) as f32;
    pair.map(|s| {
        let moved = Subject { matrix: s.affine().moved(far).to_matrix(), ..s.clone() };
        moved.scaled(k)
    })
}

/// A turn so small that edges become nearly parallel, or nothing.
fn nudge(rng: &mut Rng, matrix: &mut [f32; 6]) {
    if rng.one_in(2) {
        let angle = libm::exp10(rng.between(-7.0, -2.0)) as f32;
        *matrix = Affine::from_matrix(*matrix).rotated(angle).to_matrix();
    }
}

fn linear(rng: &mut Rng, space: Space, kind: Kind) -> [f32; 6] {
    let sheared = matches!(kind, Kind::ShearedCircle | Kind::ShearedCapsule | Kind::ShearedRounded);
    let base = Affine::IDENTITY;
    let m = if sheared {
        let (x, y) = (space.snap(rng.between(0.5, 2.0)), space.snap(rng.between(0.25, 1.0)));
        let skew = space.snap(rng.signed());
        Affine::from_matrix([x, 0.0, skew, -y, 0.0, 0.0])
    } else if space.grid {
        match rng.below(6) {
            0 => Affine::from_matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
            1 => base.scaled(-1.0, 1.0),
            2 => base.scaled(2.0, 2.0),
            _ => base,
        }
    } else {
        let turned = base.rotated(rng.between(-4.0, 4.0) as f32);
        match rng.below(8) {
            0 => turned.scaled(1.0, -1.0),
            1 => turned.scaled(rng.between(0.1, 3.0) as f32, rng.between(0.1, 3.0) as f32),
            2 => turned.skewed(rng.signed() as f32, rng.signed() as f32),
            3 => turned.scaled(3.0, 3.0),
            _ => turned,
        }
    };
    m.to_matrix()
}

/// Moves b to somewhere that matters relative to a.
fn together(rng: &mut Rng, space: Space, pair: Pair) -> Option<Pair> {
    let (a, b) = (pair.pa.bounds(), pair.pb.bounds());
    let half = |lo: f32, hi: f32| if hi.is_finite() { f64::from(hi - lo) * 0.5 } else { 1.0 };
    let reach_x = half(a.min.x, a.max.x) + half(b.min.x, b.max.x);
    let reach = [reach_x, half(a.min.y, a.max.y) + half(b.min.y, b.max.y)];
    let place = |pair: &Pair, by: [f32; 2]| {
        let b = Subject { matrix: pair.b.affine().moved(by).to_matrix(), ..pair.b.clone() };
        Pair::new(pair.a.clone(), b)
    };
    let spread = reach.map(|r| space.snap(rng.signed() * r * 1.1));
    match rng.below(8) {
        // The same place, as long as it is drawn.
        0 => Some(pair),
        // Boxes that touch along one axis.
        1 => place(&pair, [reach[0] as f32, spread[1]]),
        // A vertex of one on a vertex of the other.
        2 => {
            let vertex = |rng: &mut Rng, s: &Subject| {
                let i = rng.below(s.spec.points.len().max(1));
                s.affine().transform_point(s.spec.at(i))
            };
            let (p, q) = (vertex(rng, &pair.a), vertex(rng, &pair.b));
            place(&pair, [p.x - q.x, p.y - q.y])
        }
        // Within a few ulp of touching.
        3 | 4 => {
            let near = place(&pair, spread)?;
            let gap = near.pa.gap(&near.pb);
            if !gap.separation.is_finite() {
                return Some(near);
            }
            let ulps = (rng.below(5) as f32 - 2.0) * f32::EPSILON;
            let by = -gap.separation * (1.0 + ulps);
            place(&near, [gap.normal.x * by, gap.normal.y * by])
        }
        // Anywhere near.
        _ => place(&pair, spread),
    }
}

fn spec(rng: &mut Rng, space: Space, kind: Kind, size: f64) -> Spec {
    let center = |rng: &mut Rng| {
        if rng.one_in(2) { [0.0; 2] } else { space.any(rng, size) }
    };
    let two = |rng: &mut Rng| {
        let p = [0; 4].map(|_| rng.signed() * size);
        let q = match rng.below(8) {
            0 => [p[0], p[3]],
            1 => [p[2], p[1]],
            2 => [p[0], p[1]],
            _ => [p[2], p[3]],
        };
        vec![space.point(p[0], p[1]), space.point(q[0], q[1])]
    };
    match kind {
        Kind::Point => Spec::new(kind, vec![center(rng)]),
        Kind::Segment => Spec::new(kind, two(rng)),
        Kind::Circle | Kind::ShearedCircle => {
            Spec { radius: space.radius(rng, size), ..Spec::new(kind, vec![center(rng)]) }
        }
        Kind::Capsule | Kind::ShearedCapsule => {
            Spec { radius: space.radius(rng, size * 0.5), ..Spec::new(kind, two(rng)) }
        }
        Kind::Rect | Kind::RoundedRect | Kind::Ellipse => {
            let half = [0; 2].map(|_| space.extent(rng, size));
            let turn = if space.grid || rng.one_in(3) {
                [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]][rng.below(3)]
            } else {
                rng.direction()
            };
            let is_rounded = kind == Kind::RoundedRect;
            let radius = if is_rounded { space.radius(rng, size * 0.5) } else { 0.0 };
            Spec { half, turn, radius, ..Spec::new(kind, vec![center(rng)]) }
        }
        Kind::Triangle | Kind::Convex | Kind::RoundedConvex | Kind::ShearedRounded => {
            let (n, radius) = match kind {
                Kind::Triangle => (3, 0.0),
                Kind::Convex => (3 + rng.below(30), 0.0),
                _ => (3 + rng.below(10), space.radius(rng, size * 0.3)),
            };
            Spec { radius, ..Spec::new(kind, convex(rng, space, size, n)) }
        }
        Kind::Concave => Spec::new(kind, star(rng, space, size)),
        Kind::RoundedConcave => {
            let holes = if rng.one_in(3) { vec![square(space, 0.25 * size)] } else { Vec::new() };
            let points =
                if holes.is_empty() { star(rng, space, size) } else { square(space, size) };
            Spec { radius: space.radius(rng, size * 0.1), holes, ..Spec::new(kind, points) }
        }
        Kind::Holed => {
            let points = if rng.one_in(2) {
                square(space, size)
            } else {
                let n = 6 + rng.below(10);
                around(rng, space, n, size, 0.7)
            };
            Spec { holes: vec![square(space, 0.25 * size)], ..Spec::new(kind, points) }
        }
        Kind::HalfPlane => {
            let normal = if rng.one_in(2) {
                [[1.0, 0.0], [0.0, -1.0], [3.0, 4.0], [-0.5, 0.0]][rng.below(4)]
            } else {
                rng.direction()
            };
            let radius = space.snap(rng.signed() * size);
            Spec { radius, ..Spec::new(kind, vec![normal]) }
        }
        Kind::OpenChain | Kind::ClosedChain | Kind::LeftChain => {
            let n = 2 + rng.below(7);
            Spec::new(kind, (0..n).map(|_| space.any(rng, size)).collect())
        }
        Kind::Compound => {
            use Kind::{Capsule, Circle, Concave, Ellipse, Rect, Segment, Triangle};
            let kinds = [Rect, Circle, Concave, Capsule, Triangle, Segment, Ellipse];
            let n = 2 + rng.below(3);
            let part = |rng: &mut Rng| {
                let kind = kinds[rng.below(kinds.len())];
                let [x, y] = space.any(rng, size);
                let matrix = [1.0, 0.0, 0.0, 1.0, x, y];
                Subject { spec: spec(rng, space, kind, size * 0.6), matrix }
            };
            Spec { parts: (0..n).map(|_| part(rng)).collect(), ..Spec::new(kind, Vec::new()) }
        }
        Kind::Mask => mask(rng, space, size),
        Kind::Grid => grid(rng, space, size),
        Kind::Custom => {
            let n = 1 + rng.below(6);
            let points = convex(rng, space, size, n);
            let radius = if rng.one_in(2) { 0.0 } else { space.radius(rng, size * 0.5) };
            Spec { radius, ..Spec::new(kind, points) }
        }
    }
}

/// Solid, sparse or checkered pixels, wider than a word at times.
fn mask(rng: &mut Rng, space: Space, size: f64) -> Spec {
    let sides = [0; 2].map(|_| 1 + rng.below(7));
    let wide = rng.one_in(8);
    let (width, height) = if wide { (60 + rng.below(10), 1 + rng.below(2)) } else { sides.into() };
    let way = rng.below(4);
    let mut points = Vec::new();
    // On the grid a power of two, so that masks of one size share their grid.
    let pixel = if space.grid { 0.25 } else { (size * rng.between(0.05, 0.4)) as f32 };
    for y in 0..height {
        for x in 0..width {
            let solid = match way {
                0 => true,
                1 => (x + y) % 2 == 0,
                2 => !rng.one_in(3),
                _ => rng.one_in(3),
            };
            if solid || (x, y) == (width - 1, height - 1) {
                points.push([x as f32 * pixel, y as f32 * pixel]);
            }
        }
    }
    Spec { half: [pixel; 2], ..Spec::new(Kind::Mask, points) }
}

/// Cells, full or with a slope, a notch or a small box, on a grid of their own.
fn grid(rng: &mut Rng, space: Space, size: f64) -> Spec {
    const TILES: [&[[f32; 2]]; 5] = [
        &[[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]],
        &[[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        &[[0.0, 1.0], [1.0, 0.5], [1.0, 1.0]],
        &[[0.0, 0.0], [0.5, 0.5], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        &[[0.25, 0.0], [0.75, 0.0], [0.75, 0.5], [0.25, 0.5]],
    ];
    let Spec { points, half, .. } = mask(rng, space, size);
    // A power of two, so that the corners of tiles come out of the size as they went in.
    let cell = libm::exp2(libm::rint(libm::log2(f64::from(half[0])))) as f32;
    let points: Vec<[f32; 2]> =
        points.iter().map(|p| p.map(|x| libm::rintf(x / half[0]) * cell)).collect();
    let tile = |rng: &mut Rng| match rng.below(10) {
        k if k < TILES.len() => TILES[k].iter().map(|p| p.map(|x| x * cell)).collect(),
        _ => Vec::new(),
    };
    let holes = points.iter().map(|_| tile(rng)).collect();
    Spec { half: [cell; 2], holes, ..Spec::new(Kind::Grid, points) }
}

/// n points on an ellipse, which may be a needle.
fn convex(rng: &mut Rng, space: Space, size: f64, n: usize) -> Vec<[f32; 2]> {
    let squash = match rng.below(6) {
        0 => libm::exp2(rng.between(-12.0, -4.0)),
        _ => rng.between(0.2, 1.0),
    };
    let at = space.any(rng, size * 0.5);
    let phase = rng.between(0.0, TAU);
    let lean = rng.between(0.0, TAU);
    let (sin, cos) = (libm::sin(lean), libm::cos(lean));
    let mut points: Vec<[f32; 2]> = (0..n)
        .map(|i| {
            let t = phase + (i as f64 + rng.signed() * 0.3) / n as f64 * TAU;
            let (x, y) = (size * libm::cos(t), size * squash * libm::sin(t));
            let p = space.point(x * cos - y * sin, x * sin + y * cos);
            [p[0] + at[0], p[1] + at[1]]
        })
        .collect();
    if n > 3 {
        // Rounding to the grid may have made notches.
        let hull = Shape::hull(points.iter().copied()).and_then(|h| h.place(Affine::IDENTITY));
        let outline = hull.map(|hull| hull.outline(0.0, Aabb::UNBOUNDED));
        if let Ok([ring]) = outline.as_deref() {
            points = ring.points.iter().map(|p| p.to_array()).collect();
        }
    }
    points
}

/// A concave outline around the origin, or a comb, or a sliver with a notch.
fn star(rng: &mut Rng, space: Space, size: f64) -> Vec<[f32; 2]> {
    if rng.one_in(4) {
        let depth = rng.between(0.1, 0.9);
        let floor = 0.5 - depth;
        let xs = [-1.0, 1.0, 1.0, 0.5, 0.5, -0.5, -0.5, -1.0];
        let ys = [-0.5, -0.5, 0.5, 0.5, floor, floor, 0.5, 0.5];
        return xs.into_iter().zip(ys).map(|(x, y)| space.point(x * size, y * size)).collect();
    }
    let n = 4 + rng.below(20);
    let inner = rng.between(0.2, 0.8);
    around(rng, space, n, size, inner)
}

fn around(rng: &mut Rng, space: Space, n: usize, size: f64, inner: f64) -> Vec<[f32; 2]> {
    (0..n)
        .map(|i| {
            let t = (i as f64 + rng.signed() * 0.3) / n as f64 * TAU;
            let r = size * rng.between(inner, 1.0);
            space.point(r * libm::cos(t), r * libm::sin(t))
        })
        .collect()
}

fn square(space: Space, half: f64) -> Vec<[f32; 2]> {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[x, y]: [f64; 2]| space.point(x * half, y * half))
        .to_vec()
}
