//! parry2d's concrete types, asked about a point or a ray.

use super::pairs::{pose, vector};
use crate::Failure;
use crate::alone::Question;
use crate::contest::Side;
use crate::pairs::inputs::Form;
use parry2d::math::{Pose, Vector};
use parry2d::query::{PointQuery, Ray, RayCast};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid};
use std::hint::black_box;
use std::rc::Rc;

/// Whether the shape holds the point, the fraction of the ray, and the signed distance.
pub(crate) fn alone<'a>(form: &Form, asked: &[Question]) -> Result<[Side<'a, f32>; 3], Failure> {
    Ok(match form {
        Form::Circle(radius) => sides(Ball::new(*radius), asked),
        Form::Rect([x, y]) => sides(Cuboid::new(Vector::new(*x, *y)), asked),
        Form::Capsule(x, radius) => sides(Capsule::new_x(*x, *radius), asked),
        Form::Convex(points) => {
            let points = points.iter().map(|p| vector(*p)).collect();
            let shape = ConvexPolygon::from_convex_polyline(points);
            sides(shape.ok_or("parry2d refuses a polygon")?, asked)
        }
    })
}

type Asked = (Pose, Vector, Ray);

fn sides<'a, S: PointQuery + RayCast + 'a>(shape: S, asked: &[Question]) -> [Side<'a, f32>; 3] {
    let each = asked.iter().map(|q| {
        let (from, by) = q.ray;
        (pose(&q.pose), vector(q.point), Ray::new(vector(from), vector(by)))
    });
    let all: Rc<(S, Vec<Asked>)> = Rc::new((shape, each.collect()));
    let side = |name, ask: fn(&S, &Asked) -> f32| {
        let all = Rc::clone(&all);
        Side::peer(name, move |answers: &mut [f32]| {
            for (question, answer) in all.1.iter().zip(answers) {
                *answer = ask(&all.0, question);
            }
        })
    };
    [
        side("parry2d contains_point", |s, (at, p, _)| f32::from(s.contains_point(at, *p))),
        side("parry2d cast_ray_and_get_normal", |s, (at, _, ray)| {
            let hit = black_box(s.cast_ray_and_get_normal(at, ray, 1.0, true));
            hit.map_or(f32::INFINITY, |hit| hit.time_of_impact)
        }),
        side("parry2d project_point", |s, (at, p, _)| {
            let found = black_box(s.project_point(at, *p, false));
            let far = (found.point - *p).length();
            if found.is_inside { -far } else { far }
        }),
    ]
}
