//! sepax2d: separating axes on shapes that are where they are.

use crate::contest::Side;
use crate::pairs::inputs::{Form, Pair, Pose};
use sepax2d::prelude::*;

/// The kinds that the pairs are of; statically known to each loop, as a program has it.
enum Both {
    Parallelograms(Vec<(Parallelogram, Parallelogram)>),
    CircleParallelograms(Vec<(Circle, Parallelogram)>),
    Capsules(Vec<(Capsule, Capsule)>),
    Polygons(Vec<(Polygon, Polygon)>),
}

pub(crate) struct Pairs(Both);

fn parallelogram(half: [f32; 2], pose: &Pose) -> Parallelogram {
    let [x, y] = half;
    let (low, u, v) =
        (pose.apply([-x, -y]), pose.turned([2.0 * x, 0.0]), pose.turned([0.0, 2.0 * y]));
    Parallelogram::new(low.into(), u.into(), v.into())
}

fn polygon(points: &[[f32; 2]], pose: &Pose) -> Polygon {
    let corners = points.iter().map(|p| pose.turned(*p).into()).collect();
    Polygon::from_vertices(pose.at.into(), corners)
}

fn capsule(x: f32, radius: f32, pose: &Pose) -> Capsule {
    Capsule::new(pose.at.into(), pose.turned([x, 0.0]).into(), radius)
}

macro_rules! each {
    ($both:expr, $out:expr, |$a:ident, $b:ident| $ask:expr) => {
        match $both {
            Both::Parallelograms(of) => {
                of.iter().zip($out).for_each(|(($a, $b), out)| *out = $ask);
            }
            Both::CircleParallelograms(of) => {
                of.iter().zip($out).for_each(|(($a, $b), out)| *out = $ask);
            }
            Both::Capsules(of) => of.iter().zip($out).for_each(|(($a, $b), out)| *out = $ask),
            Both::Polygons(of) => of.iter().zip($out).for_each(|(($a, $b), out)| *out = $ask),
        }
    };
}

impl Pairs {
    pub(crate) fn new(pairs: &[Pair]) -> Self {
        let rects = pairs.iter().filter_map(|p| match (&p.a.0, &p.b.0) {
            (Form::Rect(a), Form::Rect(b)) => {
                Some((parallelogram(*a, &p.a.1), parallelogram(*b, &p.b.1)))
            }
            _ => None,
        });
        let circles = pairs.iter().filter_map(|p| match (&p.a.0, &p.b.0) {
            (Form::Circle(r), Form::Rect(b)) => {
                Some((Circle::new(p.a.1.at.into(), *r), parallelogram(*b, &p.b.1)))
            }
            _ => None,
        });
        let capsules = pairs.iter().filter_map(|p| match (&p.a.0, &p.b.0) {
            (Form::Capsule(x, r), Form::Capsule(y, s)) => {
                Some((capsule(*x, *r, &p.a.1), capsule(*y, *s, &p.b.1)))
            }
            _ => None,
        });
        let polygons = pairs.iter().filter_map(|p| match (&p.a.0, &p.b.0) {
            (Form::Convex(a), Form::Convex(b)) => Some((polygon(a, &p.a.1), polygon(b, &p.b.1))),
            _ => None,
        });
        Self(match pairs.first().map(|p| (&p.a.0, &p.b.0)) {
            Some((Form::Rect(_), _)) => Both::Parallelograms(rects.collect()),
            Some((Form::Circle(_), _)) => Both::CircleParallelograms(circles.collect()),
            Some((Form::Capsule(..), _)) => Both::Capsules(capsules.collect()),
            _ => Both::Polygons(polygons.collect()),
        })
    }

    pub(crate) fn overlaps(&self) -> Side<'_, bool> {
        Side::peer("sepax2d sat_overlap", |hits| {
            each!(&self.0, hits, |a, b| sat_overlap(a, b));
        })
    }

    /// The shift that separates: depth and normal in one.
    pub(crate) fn contacts(&self) -> Side<'_, f32> {
        let length = |(x, y): (f32, f32)| (x * x + y * y).sqrt();
        Side::peer("sepax2d sat_collision", move |depths| {
            each!(&self.0, depths, |a, b| length(sat_collision(a, b)));
        })
    }
}
