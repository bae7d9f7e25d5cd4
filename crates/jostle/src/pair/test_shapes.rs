//! Shapes of all kinds, for the tests of this layer.

use alloc::vec;
use alloc::vec::Vec;

pub(crate) use crate::math::Random;
use crate::{
    Affine, Placed, Rot, Shape, Vec2,
    math::DVec2,
    pair::exact::edge_pairs::nearest_on_segment,
    shape::{ChainEnds, Core, Kind, Sidedness, SupportMap},
};

impl Random {
    pub(crate) fn affine(&mut self) -> Affine {
        let (x, y) = (self.within(-2.0, 2.0), self.within(-2.0, 2.0));
        Affine::at((x, y)).rotated(self.within(-3.0, 3.0))
    }

    /// A star-shaped outline around the origin, concave as a rule.
    pub(crate) fn star(&mut self, n: usize) -> Vec<Vec2> {
        (0..n)
            .map(|i| {
                let turn = Rot::from_degrees(360.0 * (i as f32 + self.within(0.1, 0.9)) / n as f32);
                let r = self.within(0.5, 2.0);
                Vec2::new(turn.cos * r, turn.sin * r)
            })
            .collect()
    }

    pub(crate) fn convex(&mut self, n: usize) -> Shape {
        let points = (0..n).map(|_| Vec2::new(self.within(-2.0, 2.0), self.within(-2.0, 2.0)));
        Shape::hull(points.collect::<Vec<_>>()).unwrap()
    }
}

#[derive(Debug)]
struct Lens;

impl SupportMap for Lens {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        // The disc of radius 1, cut off at |y| = 1/2.
        let l = libm::sqrt(x * x + y * y);
        let side = libm::sqrt(0.75);
        if (y / l).abs() <= 0.5 { [x / l, y / l] } else { [side.copysign(x), 0.5_f64.copysign(y)] }
    }
}

/// One of every kind, sizes about 1 to 3.
pub(crate) fn kinds() -> Vec<(&'static str, Shape)> {
    let rect = Shape::rect_half((1.5, 0.5)).unwrap();
    let ell = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)];
    let square = |h: f32| vec![(-h, -h), (h, -h), (h, h), (-h, h)];
    vec![
        ("point", Shape::point((0.25, 0.5)).unwrap()),
        ("segment", Shape::segment((-1., -0.5), (1., 0.75)).unwrap()),
        ("circle", Shape::circle(1.0).unwrap()),
        ("capsule", Shape::capsule((-1., 0.), (1., 0.), 0.5).unwrap()),
        ("rect", rect.clone()),
        ("rounded rect", rect.clone().with_radius(0.25).unwrap()),
        ("ellipse", Shape::ellipse((1.5, 0.75)).unwrap()),
        ("convex", Shape::polygon([(0., 0.), (2., 0.5), (1.5, 2.), (-0.5, 1.5)]).unwrap()),
        ("concave", Shape::polygon(ell).unwrap()),
        ("rounded concave", Shape::polygon(ell).unwrap().with_radius(0.25).unwrap()),
        ("holed", Shape::polygon_with_holes(square(1.5), [square(0.75)]).unwrap()),
        ("chain", Shape::chain(ell, ChainEnds::Open, Sidedness::Both).unwrap()),
        ("ring", Shape::chain(ell, ChainEnds::Closed, Sidedness::Left).unwrap()),
        ("half-plane", Shape::half_plane((0.5, 1.0), 0.25).unwrap()),
        (
            "compound",
            Shape::compound([
                (rect.clone(), Affine::IDENTITY),
                (rect, Affine::at((0., 1.0))),
                (Shape::circle(0.75).unwrap(), Affine::at((1.5, 0.5))),
            ])
            .unwrap(),
        ),
        ("mask", Shape::mask(4, 3, [0b0111, 0b0101, 0b1011]).unwrap()),
        ("custom", Shape::custom(Lens)),
    ]
}

/// Every kind, placed plainly, turned, and under a skew.
pub(crate) fn placed(random: &mut Random) -> Vec<(&'static str, Placed)> {
    let mut all = Vec::new();
    for (name, shape) in kinds() {
        all.push((name, shape.place(random.affine()).unwrap()));
        all.push((name, shape.place(random.affine().skewed(0.3, -0.2).scaled(1.2, 0.7)).unwrap()));
    }
    all
}

/// The separation of two convex cores by all edges and all vertices, and what it may be off.
pub(crate) fn plain_separation(a: &Core, b: &Core) -> (f64, f64) {
    let d = b.origin - a.origin;
    let ring = |core: &Core, base: DVec2| -> Vec<(DVec2, DVec2)> {
        let v = core.offsets();
        let side = |i: usize| match core.frame() {
            Some(frame) if core.kind == Kind::Convex => {
                let (u, half) = (frame.axis(), DVec2::from(frame.half) * 2.0);
                let sides = [u * half.x, u.left() * half.y];
                if i < 2 { sides[i] } else { -sides[i - 2] }
            }
            _ => v[(i + 1) % v.len()] - v[i],
        };
        (0..v.len()).map(|i| (base + v[i], side(i))).collect()
    };
    let (p, q) = (ring(a, DVec2::ZERO), ring(b, d));
    let (mut face, mut near) = (f64::NEG_INFINITY, f64::INFINITY);
    for (own, other) in [(&p, &q), (&q, &p)] {
        for (start, edge) in own {
            let points = || other.iter().map(|(v, _)| *v);
            let nearest = points().map(|v| nearest_on_segment(v, *start, *start + *edge) - v);
            near = nearest.map(|way| way.length()).fold(near, f64::min);
            if let Some(unit) = edge.unit() {
                let heights = points().map(|v| (v - *start).cross(unit));
                face = face.max(heights.fold(f64::INFINITY, f64::min));
            }
        }
    }
    let error = 64.0 * f64::EPSILON * (d.reach() + a.reach() + b.reach());
    let separation = if face > 0.0 || p.len() + q.len() == 2 { near } else { face };
    (separation - f64::from(a.radius) - f64::from(b.radius), error)
}
