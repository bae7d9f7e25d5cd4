//! Box2D on shapes that move: convex ones of at most eight corners.
#![expect(
    clippy::disallowed_methods,
    reason = "a peer gets the rotation at the end as any program has it"
)]

use super::vector;
use crate::motion::{Case, Form};
use boxdd_sys::ffi;

/// The corners and the radius about the shape's own origin, rotation left out.
fn proxy(form: &Form) -> Option<ffi::b2ShapeProxy> {
    let (points, radius) = match form {
        Form::Rect([x, y], _) => (vec![[-x, -y], [*x, -y], [*x, *y], [-x, *y]], 0.0),
        Form::Circle(radius) => (vec![[0.0; 2]], *radius),
        Form::Capsule(p, q, radius) => (vec![*p, *q], *radius),
        Form::Convex(points) => (points.clone(), 0.0),
        Form::Star(_) => return None,
    };
    let points: Vec<_> = points.into_iter().map(vector).collect();
    // SAFETY: the points live until the call returns, which copies them.
    Some(unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius) })
}

fn turn(form: &Form) -> ffi::b2Rot {
    match form {
        Form::Rect(_, rot) => ffi::b2Rot { c: rot.cos, s: rot.sin },
        _ => ffi::b2Rot { c: 1.0, s: 0.0 },
    }
}

fn times(a: ffi::b2Rot, b: ffi::b2Rot) -> ffi::b2Rot {
    ffi::b2Rot { c: a.c * b.c - a.s * b.s, s: a.s * b.c + a.c * b.s }
}

/// A vector seen in a turned frame.
fn seen(q: ffi::b2Rot, [x, y]: [f32; 2]) -> ffi::b2Vec2 {
    vector([q.c * x + q.s * y, q.c * y - q.s * x])
}

struct Ready {
    cast: ffi::b2ShapeCastPairInput,
    sweep: ffi::b2TOIInput,
}

/// All cases, ready to be asked.
pub(crate) struct Moving(Vec<Ready>);

impl Moving {
    /// Nothing where Box2D has no such shapes.
    pub(crate) fn new(cases: &[(Case, f64)]) -> Option<Self> {
        let ready = |(case, _): &(Case, f64)| {
            let (mover, other) = (proxy(&case.a.0)?, proxy(&case.b.0)?);
            let (q, r) = (turn(&case.a.0), turn(&case.b.0));
            let off = [case.a.1[0] - case.b.1[0], case.a.1[1] - case.b.1[1]];
            // B moves, seen from A.
            let back = ffi::b2Rot { c: r.c, s: -r.s };
            let cast = ffi::b2ShapeCastPairInput {
                proxyA: other,
                proxyB: mover,
                transform: ffi::b2Transform { p: seen(r, off), q: times(back, q) },
                translationB: seen(r, case.by),
                maxFraction: 1.0,
                canEncroach: false,
            };
            let (s, c) = case.degrees.to_radians().sin_cos();
            let end = [case.a.1[0] + case.by[0], case.a.1[1] + case.by[1]];
            let path = |from: [f32; 2], to: [f32; 2], q1, q2| ffi::b2Sweep {
                localCenter: vector([0.0; 2]),
                c1: vector(from),
                c2: vector(to),
                q1,
                q2,
            };
            let sweep = ffi::b2TOIInput {
                proxyA: mover,
                proxyB: other,
                sweepA: path(case.a.1, end, q, times(ffi::b2Rot { c, s }, q)),
                sweepB: path(case.b.1, case.b.1, r, r),
                maxFraction: 1.0,
            };
            Some(Ready { cast, sweep })
        };
        cases.iter().map(ready).collect::<Option<_>>().map(Self)
    }

    pub(crate) fn cast(&self, i: usize) -> f32 {
        // SAFETY: the input lives until the call returns.
        let hit = unsafe { ffi::b2ShapeCast(&self.0[i].cast) };
        if hit.hit { hit.fraction } else { f32::INFINITY }
    }

    pub(crate) fn sweep(&self, i: usize) -> f32 {
        // SAFETY: the input lives until the call returns.
        let hit = unsafe { ffi::b2TimeOfImpact(&self.0[i].sweep) };
        if hit.state == ffi::b2TOIState_b2_toiStateHit { hit.fraction } else { f32::INFINITY }
    }
}
