//! parry2d on pairs: the public queries, and the functions behind them where they are public too.

use crate::Failure;
use crate::contest::Side;
use crate::pairs::inputs::{Form, Pair, Pose as At};
use parry2d::math::{Pose, Rotation, Vector};
use parry2d::query::{
    self, ClosestPoints, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher,
};
use parry2d::shape::{Ball, Cuboid, SharedShape};
use std::hint::black_box;

pub(super) fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}

pub(super) fn pose(at: &At) -> Pose {
    Pose::from_parts(vector(at.at), Rotation { re: at.rot.cos, im: at.rot.sin })
}

fn shape(form: &Form) -> Option<SharedShape> {
    Some(match form {
        Form::Rect([x, y]) => SharedShape::cuboid(*x, *y),
        Form::Circle(radius) => SharedShape::ball(*radius),
        Form::Capsule(x, radius) => SharedShape::capsule_x(*x, *radius),
        Form::Convex(points) => match &points.iter().map(|p| vector(*p)).collect::<Vec<_>>()[..] {
            [a, b, c] => SharedShape::triangle(*a, *b, *c),
            more => SharedShape::convex_polyline(more.to_vec())?,
        },
    })
}

type Manifold = ContactManifold<(), ()>;

pub(crate) struct Pairs {
    shapes: Vec<(SharedShape, SharedShape)>,
    poses: Vec<(Pose, Pose)>,
    /// The same, where both are rectangles.
    cuboids: Vec<(Cuboid, Cuboid)>,
    /// True if the first is a circle.
    ball: bool,
}

/// The depth of the deepest point.
fn deepest(manifold: &Manifold) -> f32 {
    let depths = manifold.points.iter().map(|p| -p.dist);
    depths.fold(0.0, |a, b| if b > a { b } else { a })
}

impl Pairs {
    pub(crate) fn new(pairs: &[Pair]) -> Result<Self, Failure> {
        let shapes = pairs.iter().map(|p| Some((shape(&p.a.0)?, shape(&p.b.0)?)));
        let shapes = shapes.collect::<Option<_>>().ok_or("parry2d refuses a shape")?;
        let cuboids = pairs.iter().filter_map(|p| match (&p.a.0, &p.b.0) {
            (Form::Rect(a), Form::Rect(b)) => {
                Some((Cuboid::new(vector(*a)), Cuboid::new(vector(*b))))
            }
            _ => None,
        });
        Ok(Self {
            shapes,
            poses: pairs.iter().map(|p| (pose(&p.a.1), pose(&p.b.1))).collect(),
            cuboids: cuboids.collect(),
            ball: pairs.iter().any(|p| matches!(p.a.0, Form::Circle(_))),
        })
    }

    pub(crate) fn overlaps(&self) -> Vec<Side<'_, bool>> {
        let mut sides = vec![Side::peer("parry2d intersection_test", |hits: &mut [bool]| {
            for (((a, b), (p, q)), hit) in self.shapes.iter().zip(&self.poses).zip(hits) {
                *hit = query::intersection_test(p, &*a.0, q, &*b.0).is_ok_and(|i| i.intersecting);
            }
        })];
        if !self.cuboids.is_empty() {
            sides.push(Side::peer("parry2d cuboid_cuboid", |hits: &mut [bool]| {
                for (((a, b), (p, q)), hit) in self.cuboids.iter().zip(&self.poses).zip(hits) {
                    let seen = p.inv_mul(q);
                    *hit = query::details::intersection_test_cuboid_cuboid(&seen, a, b);
                }
            }));
        }
        sides
    }

    pub(crate) fn contacts(&self) -> Vec<Side<'_, f32>> {
        let mut sides = vec![
            Side::peer("parry2d contact", |depths: &mut [f32]| {
                for (((a, b), (p, q)), depth) in self.shapes.iter().zip(&self.poses).zip(depths) {
                    let found = query::contact(p, &*a.0, q, &*b.0, 0.0);
                    *depth = match black_box(&found) {
                        Ok(Some(c)) => -c.dist,
                        _ => 0.0,
                    };
                }
            }),
            Side::peer("parry2d contact_manifold", |depths: &mut [f32]| {
                for (((a, b), (p, q)), depth) in self.shapes.iter().zip(&self.poses).zip(depths) {
                    let mut manifold = Manifold::new();
                    let seen = p.inv_mul(q);
                    let done = DefaultQueryDispatcher.contact_manifold_convex_convex(
                        &seen,
                        &*a.0,
                        &*b.0,
                        None,
                        None,
                        0.0,
                        &mut manifold,
                    );
                    *depth = if done.is_ok() { deepest(black_box(&manifold)) } else { f32::NAN };
                }
            }),
        ];
        if !self.cuboids.is_empty() {
            sides.push(Side::peer("parry2d manifold_cuboid_cuboid", |depths: &mut [f32]| {
                for (((a, b), (p, q)), depth) in self.cuboids.iter().zip(&self.poses).zip(depths) {
                    let mut manifold = Manifold::new();
                    let seen = p.inv_mul(q);
                    query::details::contact_manifold_cuboid_cuboid(&seen, a, b, 0.0, &mut manifold);
                    *depth = deepest(black_box(&manifold));
                }
            }));
        }
        if self.ball {
            sides.push(Side::peer("parry2d manifold_convex_ball", |depths: &mut [f32]| {
                for (((ball, other), (p, q)), depth) in
                    self.shapes.iter().zip(&self.poses).zip(depths)
                {
                    let mut manifold = Manifold::new();
                    let seen = q.inv_mul(p);
                    let ball: &Ball = match ball.as_ball() {
                        Some(ball) => ball,
                        None => continue,
                    };
                    query::details::contact_manifold_convex_ball(
                        &seen,
                        &*other.0,
                        ball,
                        None,
                        None,
                        0.0,
                        &mut manifold,
                        false,
                    );
                    *depth = deepest(black_box(&manifold));
                }
            }));
        }
        sides
    }

    pub(crate) fn distances(&self) -> Vec<Side<'_, f32>> {
        vec![Side::peer("parry2d closest_points", |far: &mut [f32]| {
            for (((a, b), (p, q)), far) in self.shapes.iter().zip(&self.poses).zip(far) {
                *far = match black_box(&query::closest_points(p, &*a.0, q, &*b.0, f32::MAX)) {
                    Ok(ClosestPoints::WithinMargin(p, q)) => (*q - *p).length(),
                    Ok(ClosestPoints::Intersecting) => 0.0,
                    _ => f32::NAN,
                };
            }
        })]
    }
}
