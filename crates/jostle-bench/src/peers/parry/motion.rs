//! parry2d on shapes that move.

use super::mesh;
use crate::Failure;
use crate::motion::{Case, Form};
use parry2d::math::{Pose, Rotation, Vector};
use parry2d::query::{self, NonlinearRigidMotion, ShapeCastOptions};
use parry2d::shape::SharedShape;

fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}

fn shape(form: &Form) -> Option<SharedShape> {
    Some(match form {
        Form::Rect([x, y], _) => SharedShape::cuboid(*x, *y),
        Form::Circle(radius) => SharedShape::ball(*radius),
        Form::Capsule(p, q, radius) => SharedShape::capsule(vector(*p), vector(*q), *radius),
        Form::Convex(points) => {
            SharedShape::convex_polyline(points.iter().map(|p| vector(*p)).collect())?
        }
        Form::Star(points) => SharedShape::new(mesh(points)?),
    })
}

fn pose((form, at): &(Form, [f32; 2])) -> Pose {
    let turn = match form {
        Form::Rect(_, rot) => Rotation { re: rot.cos, im: rot.sin },
        _ => Rotation { re: 1.0, im: 0.0 },
    };
    Pose::from_parts(vector(*at), turn)
}

struct Ready {
    shapes: [SharedShape; 2],
    poses: [Pose; 2],
    by: Vector,
    motions: [NonlinearRigidMotion; 2],
}

/// All cases, with shapes and motions made.
pub(crate) struct Moving(Vec<Ready>);

impl Moving {
    pub(crate) fn new(cases: &[(Case, f64)]) -> Result<Self, Failure> {
        let ready = |(case, _): &(Case, f64)| {
            let (p, q) = (pose(&case.a), pose(&case.b));
            let (by, turn) = (vector(case.by), case.degrees.to_radians());
            Some(Ready {
                shapes: [shape(&case.a.0)?, shape(&case.b.0)?],
                poses: [p, q],
                by,
                motions: [
                    NonlinearRigidMotion::new(p, Vector::ZERO, by, turn),
                    NonlinearRigidMotion::constant_position(q),
                ],
            })
        };
        let all = cases.iter().map(ready).collect::<Option<_>>();
        Ok(Self(all.ok_or("parry2d refuses a shape")?))
    }

    pub(crate) fn cast(&self, i: usize) -> f32 {
        let Ready { shapes: [a, b], poses: [p, q], by, .. } = &self.0[i];
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let hit = query::cast_shapes(p, *by, &*a.0, q, Vector::ZERO, &*b.0, options);
        hit.ok().flatten().map_or(f32::INFINITY, |hit| hit.time_of_impact)
    }

    pub(crate) fn sweep(&self, i: usize) -> f32 {
        let Ready { shapes: [a, b], motions: [m, n], .. } = &self.0[i];
        let hit = query::cast_shapes_nonlinear(m, &*a.0, n, &*b.0, 0.0, 1.0, true);
        hit.ok().flatten().map_or(f32::INFINITY, |hit| hit.time_of_impact)
    }
}
