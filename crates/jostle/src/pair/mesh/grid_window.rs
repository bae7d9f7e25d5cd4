//! What of a large tile grid can matter to the other shape: the cells around it.
//!
//! A push out of the cells around the other shape is one out of the grid if it ends among them;
//! else more of them are looked at. Cost: O(cells around), in place of O(all).

use crate::math::{Aabb, D2, Vec2, greater, lesser};
use crate::pair::exact::predicates::Pair;
use crate::pair::penetration;
use crate::pair::penetration::Push;
use crate::pair::query::manifold::support_features::{Face, Faces, faces};
use crate::shape::bvh::box_bvh::Bounds;
use crate::shape::kinds::tile_grid::Near;
use crate::shape::{Body, Core};

/// The least first reach of a push, relative to the larger size.
const FIRST: f64 = 1.0 / 1024.0;

/// The core of a large tile grid.
fn field_of(body: &Body) -> Option<&Core> {
    match body {
        Body::Core(core) if core.field().is_some() => Some(core),
        _ => None,
    }
}

/// The part of a body within `reach` of a box.
pub(crate) fn near(body: &Body, bounds: Aabb, reach: f64) -> Near<Body> {
    let Body::Core(core) = body else { return Near::Whole };
    if core.field().is_none() { Near::Whole } else { cut(core, bounds, reach) }
}

/// The part of a large tile grid.
#[inline(never)]
fn cut(core: &Core, bounds: Aabb, reach: f64) -> Near<Body> {
    let Some(field) = core.field().filter(|_| bounds.is_finite() && reach.is_finite()) else {
        return Near::Whole;
    };
    let o = D2::from(core.origin);
    let bounds = Bounds { min: D2::from(bounds.min) - o, max: D2::from(bounds.max) - o };
    field.near(core.origin, bounds.grown(reach))
}

/// Two cores, of which one is cut down to what is near the other.
pub(crate) fn cores(pair: Pair<'_>) -> Option<[Body; 2]> {
    let [a, b] = [pair.a, pair.b];
    if a.field().is_none() && b.field().is_none() {
        return None;
    }
    let [a, b] = [a, b].map(|core| Body::Core(core.clone()));
    match (near(&a, b.bounds(), 0.0), near(&b, a.bounds(), 0.0)) {
        (Near::Part(one), Near::Part(other)) => Some([one, other]),
        (Near::Part(one), Near::Whole) => Some([one, b]),
        (Near::Whole, Near::Part(other)) => Some([a, other]),
        _ => None,
    }
}

/// A push for b out of a, relative to `base`.
pub(crate) fn push(a: &Body, b: &Body, base: D2) -> Push {
    let extent = |body: &Body| {
        let bounds = body.bounds();
        (D2::from(bounds.max) - D2::from(bounds.min)).reach()
    };
    let sizes = [extent(a), extent(b)];
    // A point has no size; it does not lie deeper than the grid's own cells at first.
    let mut reach = greater(lesser(sizes[0], sizes[1]), greater(sizes[0], sizes[1]) * FIRST);
    loop {
        let (of_a, of_b) = (near(a, b.bounds(), reach), near(b, a.bounds(), reach));
        if matches!((&of_a, &of_b), (Near::Whole, Near::Whole)) {
            return penetration::push(a, b, base);
        }
        let [near_a, near_b] = [(&of_a, a), (&of_b, b)].map(|(near, whole)| match near {
            Near::Part(part) => part,
            _ => whole,
        });
        let found = penetration::push(near_a, near_b, base);
        if found.depth <= reach {
            return found;
        }
        reach *= 4.0;
    }
}

/// What `ask` answers about the cells around a point, once its distance, the second answer, ends
/// among them; `None` where there is nothing to leave out.
pub(crate) fn within<T>(body: &Body, point: Vec2, ask: impl Fn(&Body) -> (T, f64)) -> Option<T> {
    if !matches!(body, Body::Core(core) if core.field().is_some()) {
        return None;
    }
    let bounds = body.bounds();
    let mut reach = (D2::from(bounds.max) - D2::from(bounds.min)).reach() * FIRST;
    loop {
        match near(body, Aabb::new(point, point), reach) {
            Near::Part(part) => {
                let (answer, distance) = ask(&part);
                if distance <= reach {
                    return Some(answer);
                }
            }
            Near::Nothing => {}
            Near::Whole => return None,
        }
        reach *= 4.0;
    }
}

/// Adds the faces that a body shows along `u` to the other, which is no further away than `reach`.
#[inline]
pub(crate) fn faces_toward(
    body: &Body,
    other: &Body,
    base: D2,
    (u, reach): (D2, f64),
    out: &mut Faces,
) {
    // Only large tile grids are cut down; the box of the other is not made for anything else.
    match field_of(body) {
        Some(whole) => of_field(whole, body, other, base, (u, reach), out),
        None => faces(body, base, u, out),
    }
}

fn of_field(
    whole: &Core,
    body: &Body,
    other: &Body,
    base: D2,
    (u, reach): (D2, f64),
    out: &mut Faces,
) {
    let Near::Part(part) = near(body, other.bounds(), reach) else {
        return faces(body, base, u, out);
    };
    let Body::Core(core) = &part else { return faces(body, base, u, out) };
    let mut all = Faces::default();
    faces(&part, base, u, &mut all);
    for mut face in all.iter().copied() {
        if renumber(&mut face, core, whole).is_some() {
            out.push(face);
        }
    }
}

/// Gives a face of a part the numbers it has in the whole; `None` where the part was cut off.
fn renumber(face: &mut Face, part: &Core, whole: &Core) -> Option<()> {
    if let Some(edge) = face.edge {
        let ends = part.edge(edge as usize).map(|v| part.offsets()[v]);
        let number = edge_along(whole, ends)?;
        face.edge = Some(number as u32);
        // An end that was cut off is out of reach; the edge's own end is as good.
        let [from, to] = whole.edge(number);
        let turned = part.edge(edge as usize)[0] as u32 != face.vertices[0];
        face.vertices = if turned { [to as u32, from as u32] } else { [from as u32, to as u32] };
        return Some(());
    }
    let at = part.offsets()[face.vertices[0] as usize];
    let mut found = None;
    whole.edges_near(Bounds::of([at, at]), &mut |i| {
        found = whole.edge(i).into_iter().find(|v| whole.offsets()[*v] == at);
        found.is_none()
    });
    face.vertices = [found? as u32; 2];
    Some(())
}

/// The edge of the whole on which a stretch of it lies.
fn edge_along(whole: &Core, [p, q]: [D2; 2]) -> Option<usize> {
    let middle = (p + q) * 0.5;
    let mut found = None;
    whole.edges_near(Bounds::of([middle, middle]), &mut |i| {
        let [u, v] = whole.edge(i).map(|k| whole.offsets()[k]);
        // Both are differences of points of one lattice: exact, but for the products.
        let e = v - u;
        let off =
            |x: D2| (x - u).cross(e).abs() <= 4.0 * f64::EPSILON * (x - u).reach() * e.reach();
        if off(p) && off(q) && e.dot(q - p) > 0.0 {
            found = Some(i);
        }
        found.is_none()
    });
    found
}
