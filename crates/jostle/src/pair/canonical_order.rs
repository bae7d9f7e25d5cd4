//! One canonical order of a pair, so that swapping the arguments cannot change a bit.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Curved, Kind, Placed};

/// The order in which a pair is computed: by what the shapes are, then by where they are relative
/// to each other. Equal only for copies of one shape at one place.
pub(crate) fn order(a: &Placed, b: &Placed) -> Ordering {
    bodies(&a.body, &b.body)
}

pub(crate) fn bodies(a: &Body, b: &Body) -> Ordering {
    let rank = |body: &Body| match body {
        Body::Core(_) => 0,
        Body::Curved(_) => 1,
        Body::HalfPlane(_) => 2,
        Body::Union(_) => 3,
    };
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => cores(a, b),
        (Body::Curved(a), Body::Curved(b)) => curves(a, b),
        (Body::HalfPlane(a), Body::HalfPlane(b)) => {
            vectors(a.normal.into(), b.normal.into()).then(a.offset.total_cmp(&b.offset))
        }
        (Body::Union(a), Body::Union(b)) => {
            a.len().cmp(&b.len()).then_with(|| first_difference(a.iter().zip(b), bodies))
        }
        _ => rank(a).cmp(&rank(b)),
    }
}

fn vectors(a: DVec2, b: DVec2) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

#[inline(never)]
fn lists(a: &[DVec2], b: &[DVec2]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| first_difference(a.iter().zip(b), |a, b| vectors(*a, *b)))
}

fn first_difference<T>(
    pairs: impl IntoIterator<Item = (T, T)>,
    compare: impl Fn(T, T) -> Ordering,
) -> Ordering {
    let orders = pairs.into_iter().map(|(a, b)| compare(a, b));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// By what differs most often first; one comparison decides nearly all pairs.
#[inline]
pub(crate) fn cores(a: &Core, b: &Core) -> Ordering {
    if a.kind != b.kind {
        return a.kind.cmp(&b.kind);
    }
    if a.radius != b.radius {
        return a.radius.total_cmp(&b.radius);
    }
    let offsets = match (&a.vertices, &b.vertices) {
        (Vertices::Thin(_), Vertices::Thin(_)) if a.kind == Kind::Point => Ordering::Equal,
        (Vertices::Thin(a), Vertices::Thin(b)) => {
            vectors(a[0], b[0]).then_with(|| vectors(a[1], b[1]))
        }
        (Vertices::Rect(a), Vertices::Rect(b)) => {
            let numbers = |f: &RectFrame| [f.half.x, f.half.y, f.rot.cos, f.rot.sin];
            numbers_in_turn(numbers(a), numbers(b))
        }
        (Vertices::Four(a), Vertices::Four(b)) if a.len() == b.len() => {
            numbers_in_turn(a.x, b.x).then_with(|| numbers_in_turn(a.y, b.y))
        }
        (Vertices::Eight(a), Vertices::Eight(b)) if a.len() == b.len() => {
            numbers_in_turn(a.x, b.x).then_with(|| numbers_in_turn(a.y, b.y))
        }
        // Chains keep the order they were given in, which must not show.
        (Vertices::Mesh(..), Vertices::Mesh(..)) if a.kind == Kind::Chain => {
            let numbers = |DAabb { min, max }: DAabb| [min.x, min.y, max.x, max.y];
            let boxes = numbers_in_turn(numbers(a.whole()), numbers(b.whole()));
            boxes.then_with(|| lists(&a.offsets(), &b.offsets()))
        }
        _ => lists(&a.offsets(), &b.offsets()),
    };
    offsets.then_with(|| {
        let numbers = |c: &Core| [c.origin.x, c.origin.y];
        numbers_in_turn(numbers(a), numbers(b))
    })
}

/// By the first that differ.
#[inline(always)]
pub(super) fn numbers_in_turn<T: PartialOrd, const N: usize>(a: [T; N], b: [T; N]) -> Ordering {
    let differing = a.iter().zip(&b).find(|(a, b)| a != b);
    differing.and_then(|(a, b)| a.partial_cmp(b)).unwrap_or(Ordering::Equal)
}

#[inline(never)]
fn curves(a: &Curved, b: &Curved) -> Ordering {
    let forms = match (a.rounded_hull(), b.rounded_hull()) {
        (Some(p), Some(q)) => {
            numbers_in_turn(p.disc, q.disc).then_with(|| lists(&p.vertices, &q.vertices))
        }
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        // Users' shapes have nothing to compare but what they answer.
        _ => first_difference(
            [DVec2::X, DVec2::X.left(), -DVec2::X, -DVec2::X.left()]
                .map(|u| (a.support_offset(u), b.support_offset(u))),
            vectors,
        ),
    };
    forms.then_with(|| vectors(a.origin, b.origin))
}
