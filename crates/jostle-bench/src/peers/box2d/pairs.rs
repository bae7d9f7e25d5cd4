//! Box2D on pairs: its distance function, and the manifold functions that its worlds use.

use super::{polygon, rect, vector};
use crate::contest::Side;
use crate::pairs::inputs::{Form, Pair, Pose};
use boxdd_sys::ffi;

/// A shape as a proxy for distances, and as what its own manifold function takes.
struct Ready {
    proxy: ffi::b2ShapeProxy,
    shape: Manifolds,
    pose: Pose,
}

enum Manifolds {
    Polygon(ffi::b2Polygon),
    Circle(ffi::b2Circle),
    Capsule(ffi::b2Capsule),
}

fn proxy(points: &[ffi::b2Vec2], radius: f32) -> ffi::b2ShapeProxy {
    // SAFETY: the points live until the call returns, which copies them.
    unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius) }
}

fn ready((form, pose): &(Form, Pose)) -> Ready {
    let of =
        |p: ffi::b2Polygon| (proxy(&p.vertices[..p.count as usize], 0.0), Manifolds::Polygon(p));
    let (proxy, shape) = match form {
        Form::Rect(half) => of(rect(*half)),
        Form::Convex(points) => of(polygon(points)),
        Form::Circle(radius) => {
            let center = vector([0.0, 0.0]);
            let circle = ffi::b2Circle { center, radius: *radius };
            (proxy(&[center], *radius), Manifolds::Circle(circle))
        }
        Form::Capsule(x, radius) => {
            let ends = [vector([-x, 0.0]), vector([*x, 0.0])];
            let [center1, center2] = ends;
            let capsule = ffi::b2Capsule { center1, center2, radius: *radius };
            (proxy(&ends, *radius), Manifolds::Capsule(capsule))
        }
    };
    Ready { proxy, shape, pose: *pose }
}

/// Where b is, seen from a.
fn seen(a: &Pose, b: &Pose) -> ffi::b2Transform {
    let (p, [c, s]) = a.relative(b);
    ffi::b2Transform { p: vector(p), q: ffi::b2Rot { c, s } }
}

fn distance(a: &Ready, b: &Ready) -> ffi::b2DistanceOutput {
    let input = ffi::b2DistanceInput {
        proxyA: a.proxy,
        proxyB: b.proxy,
        transform: seen(&a.pose, &b.pose),
        useRadii: true,
    };
    let mut cache = ffi::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };
    // SAFETY: both live until the call returns; no simplexes are requested.
    unsafe { ffi::b2ShapeDistance(&input, &mut cache, core::ptr::null_mut(), 0) }
}

/// The least separation of the points of a manifold, if it has any.
fn separation(m: &ffi::b2LocalManifold) -> Option<f32> {
    let points = &m.points[..m.pointCount as usize];
    points.iter().map(|p| p.separation).reduce(|a, b| if b < a { b } else { a })
}

fn manifold(a: &Ready, b: &Ready) -> ffi::b2LocalManifold {
    let xf = seen(&a.pose, &b.pose);
    // SAFETY: all shapes live until the calls return.
    unsafe {
        match (&a.shape, &b.shape) {
            (Manifolds::Polygon(p), Manifolds::Polygon(q)) => ffi::b2CollidePolygons(p, q, xf),
            (Manifolds::Capsule(p), Manifolds::Capsule(q)) => ffi::b2CollideCapsules(p, q, xf),
            (Manifolds::Circle(p), Manifolds::Polygon(q)) => {
                ffi::b2CollidePolygonAndCircle(q, p, seen(&b.pose, &a.pose))
            }
            _ => core::mem::zeroed(),
        }
    }
}

pub(crate) struct Pairs(Vec<(Ready, Ready)>);

impl Pairs {
    pub(crate) fn new(pairs: &[Pair]) -> Self {
        Self(pairs.iter().map(|p| (ready(&p.a), ready(&p.b))).collect())
    }

    fn each<A>(&self, answers: &mut [A], ask: impl Fn(&Ready, &Ready) -> A) {
        for ((a, b), answer) in self.0.iter().zip(answers) {
            *answer = ask(a, b);
        }
    }

    pub(crate) fn overlaps(&self) -> Vec<Side<'_, bool>> {
        let mut sides = vec![
            Side::peer("Box2D b2ShapeDistance", |hits: &mut [bool]| {
                self.each(hits, |a, b| distance(a, b).distance <= 0.0);
            }),
            Side::peer("Box2D b2Collide…", |hits: &mut [bool]| {
                self.each(hits, |a, b| separation(&manifold(a, b)).is_some_and(|s| s <= 0.0));
            }),
        ];
        if self.0.iter().all(|(a, _)| matches!(a.shape, Manifolds::Capsule(_))) {
            sides.push(Side::peer("Box2D b2SegmentDistance", |hits: &mut [bool]| {
                self.each(hits, segments_meet);
            }));
        }
        sides
    }

    pub(crate) fn contacts(&self) -> Vec<Side<'_, f32>> {
        vec![Side::peer("Box2D b2Collide…", |depths: &mut [f32]| {
            self.each(depths, |a, b| match separation(std::hint::black_box(&manifold(a, b))) {
                Some(s) if s < 0.0 => -s,
                _ => 0.0,
            });
        })]
    }

    pub(crate) fn distances(&self) -> Side<'_, f32> {
        Side::peer("Box2D b2ShapeDistance", |far| {
            self.each(far, |a, b| std::hint::black_box(&distance(a, b)).distance);
        })
    }
}

/// Capsules by the distance of their axes.
fn segments_meet(a: &Ready, b: &Ready) -> bool {
    let (Manifolds::Capsule(p), Manifolds::Capsule(q)) = (&a.shape, &b.shape) else { return false };
    let xf = seen(&a.pose, &b.pose);
    let put = |v: ffi::b2Vec2| ffi::b2Vec2 {
        x: xf.q.c * v.x - xf.q.s * v.y + xf.p.x,
        y: xf.q.s * v.x + xf.q.c * v.y + xf.p.y,
    };
    // SAFETY: the arguments are numbers.
    let between =
        unsafe { ffi::b2SegmentDistance(p.center1, p.center2, put(q.center1), put(q.center2)) };
    let reach = p.radius + q.radius;
    between.distanceSquared <= reach * reach
}
