//! parry2d's concrete types, asked about a point or a ray.

use super::concave::line;
use super::mesh;
use super::pairs::{pose, vector};
use crate::Failure;
use crate::alone::Question;
use crate::contest::Side;
use crate::scene::Form;
use parry2d::math::{Pose, Vector};
use parry2d::query::{PointQuery, Ray, RayCast};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid, PolylineFlags, RoundShape, SupportMap};
use std::hint::black_box;
use std::rc::Rc;

/// Those who answer a question.
type Sides<'a> = Vec<Side<'a, f32>>;

/// Whether the shape with a radius around it holds the point, the fraction of the ray, and the signed distance.
pub(crate) fn alone<'a>(
    form: &Form,
    radius: f32,
    asked: &[Question],
) -> Result<[Sides<'a>; 3], Failure> {
    let polygon = |points: &[[f32; 2]]| {
        let points = points.iter().map(|p| vector(*p)).collect();
        ConvexPolygon::from_convex_polyline(points).ok_or("parry2d refuses a polygon")
    };
    Ok(match form {
        Form::Circle(radius) => sides(NAMES, Ball::new(*radius), asked),
        Form::Rect([x, y]) if radius > 0.0 => {
            round(Cuboid::new(Vector::new(*x, *y)), radius, asked)
        }
        Form::Rect([x, y]) => sides(NAMES, Cuboid::new(Vector::new(*x, *y)), asked),
        Form::Capsule([x, radius]) => sides(NAMES, Capsule::new_x(*x, *radius), asked),
        Form::Convex(points) if radius > 0.0 => round(polygon(points)?, radius, asked),
        Form::Convex(points) => sides(NAMES, polygon(points)?, asked),
        Form::Outline { ring, .. } => {
            let mut line = line(ring);
            line.set_flags(PolylineFlags::ORIENTED);
            let mut all = sides(NAMES, line, asked);
            let [inside, ray, _] =
                sides(TRIANGLES, mesh(ring).ok_or("parry2d refuses an outline")?, asked);
            all[0].extend(inside);
            all[1].extend(ray);
            all
        }
    })
}

type Asked = (Pose, Vector, Ray);
type Ready<S> = Rc<(S, Vec<Asked>)>;

fn ready<S>(shape: S, asked: &[Question]) -> Ready<S> {
    let each = asked.iter().map(|q| {
        let (from, by) = q.ray;
        (pose(&q.pose), vector(q.point), Ray::new(vector(from), vector(by)))
    });
    Rc::new((shape, each.collect()))
}

fn side<'a, S: 'a>(
    name: &'static str,
    all: &Ready<S>,
    ask: impl Fn(&S, &Asked) -> f32 + 'a,
) -> Side<'a, f32> {
    let all = Rc::clone(all);
    Side::peer(name, move |answers: &mut [f32]| {
        for (question, answer) in all.1.iter().zip(answers) {
            *answer = ask(&all.0, question);
        }
    })
}

fn distance(shape: &impl PointQuery, at: &Pose, p: Vector) -> f32 {
    let found = black_box(shape.project_point(at, p, false));
    let far = (found.point - p).length();
    if found.is_inside { -far } else { far }
}

fn fraction(shape: &impl RayCast, at: &Pose, ray: &Ray) -> f32 {
    let hit = black_box(shape.cast_ray_and_get_normal(at, ray, 1.0, true));
    hit.map_or(f32::INFINITY, |hit| hit.time_of_impact)
}

const NAMES: [&str; 3] =
    ["parry2d contains_point", "parry2d cast_ray_and_get_normal", "parry2d project_point"];
const TRIANGLES: [&str; 3] = ["parry2d TriMesh"; 3];

fn sides<'a, S: PointQuery + RayCast + 'a>(
    names: [&'static str; 3],
    shape: S,
    asked: &[Question],
) -> [Sides<'a>; 3] {
    let all = ready(shape, asked);
    [
        vec![side(names[0], &all, |s, (at, p, _)| f32::from(s.contains_point(at, *p)))],
        vec![side(names[1], &all, |s, (at, _, ray)| fraction(s, at, ray))],
        vec![side(names[2], &all, |s, (at, p, _)| distance(s, at, *p))],
    ]
}

/// Points by the core, which is faster than by the rounded shape.
fn round<'a, S>(inner_shape: S, border_radius: f32, asked: &[Question]) -> [Sides<'a>; 3]
where
    S: PointQuery + SupportMap + Clone + 'a,
    RoundShape<S>: RayCast,
{
    let all = ready(RoundShape { inner_shape, border_radius }, asked);
    let off = |s: &RoundShape<S>, at: &Pose, p| distance(&s.inner_shape, at, p) - s.border_radius;
    [
        vec![side("parry2d project_point of the core", &all, move |s, (at, p, _)| {
            f32::from(off(s, at, *p) <= 0.0)
        })],
        vec![side("parry2d RoundShape", &all, |s, (at, _, ray)| fraction(s, at, ray))],
        vec![side("parry2d project_point of the core", &all, move |s, (at, p, _)| off(s, at, *p))],
    ]
}
