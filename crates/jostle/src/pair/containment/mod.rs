//! Containment: if all of b lies in a, exactly for cores.
//!
//! Convex containers: every vertex of b with its disc, by Minkowski cancellation (X ⊕ r ⊂ Y ⊕ s
//! with Y convex holds if X ⊂ Y ⊕ (s − r), or X ⊕ (r − s) ⊂ Y). Other containers: no piece of b's
//! boundary leaves a, and no piece of a's boundary lies inside b. Pieces are cut at contacts, which
//! are all vertices if nothing properly crosses, so each test is exact. Concave containers with a
//! radius: the same test after the radii cancel, if that proves it, else [`Squares`], which agrees
//! with rational arithmetic unless the boundaries come within a few ulp of `f64` of each other.

pub(crate) mod by_clipping;
pub(crate) mod clip_far_edges;
pub(crate) mod quadtree;

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::DVec2;
use crate::math::sort::sort_by;
use crate::pair::boundary::convex_pieces::core_hulls;
use crate::pair::curved::separation::bracket;
use crate::pair::curved::separation::closest;
use crate::pair::curved::support_map::{ConvexSet, RoundedHull};
use crate::pair::curved::{core_view, curved_view};
use crate::pair::exact::edge_pairs::{meeting_edges, near_edges};
use crate::pair::exact::predicates::{
    EdgeRelation, ExactPoint, Location, Pair, RadiusComparison, Side, SideOfLine, Vertex,
};
use crate::shape::{Body, Core, Kind};
use quadtree::Squares;

pub(crate) fn of_core(a: &Core, b: &Core) -> bool {
    let pair = Pair { a, b };
    if a.is_convex() {
        return (0..b.vertex_count()).all(|i| holds_disc(pair, (Side::B, i)));
    }
    if a.radius == 0.0 {
        return if b.radius == 0.0 {
            mesh_holds(pair)
        } else {
            mesh_holds_round(pair, RadiusComparison::Of(Side::B))
        };
    }
    rounded_mesh_holds(pair)
}

/// A concave container with a radius.
///
/// What both have of the radius cancels, but only one way: if A ⊕ (r_a − r_b) holds B, or A holds
/// B ⊕ (r_b − r_a), then a holds b. Where b reaches into a notch that is narrower than b's radius,
/// or lies over several parts, squares decide.
#[inline(never)]
fn rounded_mesh_holds(pair: Pair<'_>) -> bool {
    let Pair { a, b } = pair;
    let squares = Squares::new(pair);
    if squares.probe() || !(0..b.vertex_count()).all(|i| disc_meets_mesh(pair, (Side::B, i))) {
        return false;
    }
    if b.kind == Kind::Point && b.radius == 0.0 {
        return true;
    }
    if b.radius <= a.radius {
        if mesh_holds(pair) || in_one_edge(pair) {
            return true;
        }
    } else if mesh_holds_round(pair, RadiusComparison::Difference) {
        return true;
    }
    if in_one_part(a, b) {
        return true;
    }
    let held = match b.mesh() {
        None => squares.holds(),
        // A set is held if its convex parts are.
        Some(_) => {
            let mut held = Some(true);
            b.convex_parts(&mut |part| {
                if held == Some(true) {
                    held = Squares::new(Pair { a, b: &convex_part(b, &part) }).holds();
                }
            });
            held
        }
    };
    held.unwrap_or_else(|| {
        crate::pair::containment::by_clipping::holds(&Body::Core(a.clone()), &Body::Core(b.clone()))
    })
}

/// A convex part of an outline, or an edge of a chain, with the radius.
fn convex_part(core: &Core, ring: &[DVec2]) -> Core {
    match *ring {
        [v, w] => Core::offset_segment(core.origin, v, w, core.radius),
        _ => Core::convex(core.origin, ring, core.radius),
    }
}

/// Returns `true` if the disc along a single edge of a rounded outline holds b.
fn in_one_edge(pair: Pair<'_>) -> bool {
    (0..pair.a.edge_count()).any(|i| {
        let edge = pair.edge(Side::A, i);
        let near = |j| {
            pair.distance((Side::B, j), edge, RadiusComparison::Difference) != Ordering::Greater
        };
        (0..pair.b.vertex_count()).all(near)
    })
}

/// Returns `true` if a single convex part of a rounded outline holds b.
fn in_one_part(a: &Core, b: &Core) -> bool {
    let mut held = false;
    a.convex_parts(&mut |part| {
        let part = convex_part(a, &part);
        held |=
            !held && (0..b.vertex_count()).all(|i| holds_disc(Pair { a: &part, b }, (Side::B, i)));
    });
    held
}

/// Returns `true` if the disc around one vertex of b lies in the convex a.
fn holds_disc(pair: Pair<'_>, p: Vertex) -> bool {
    let (ra, rb) = (pair.a.radius, pair.b.radius);
    let edges = || (0..pair.a.edge_count()).map(|i| pair.edge(Side::A, i));
    let solid = pair.a.kind == Kind::Convex;
    if ra >= rb {
        let inside = || {
            edges().all(|[u, v]| {
                pair.orient(ExactPoint::At(u), ExactPoint::At(v), ExactPoint::At(p))
                    != Ordering::Less
            })
        };
        let near = || {
            edges().any(|e| pair.distance(p, e, RadiusComparison::Difference) != Ordering::Greater)
        };
        return (solid && inside()) || near();
    }
    solid
        && edges()
            .all(|e| pair.outside_line(p, e, RadiusComparison::Difference) != Ordering::Greater)
}

/// Returns `true` if a vertex of b, without its radius, lies in a rounded outline.
fn disc_meets_mesh(pair: Pair<'_>, p: Vertex) -> bool {
    pair.locate(ExactPoint::At(p), Side::A) != Location::Outside
        || (0..pair.a.edge_count()).any(|i| {
            pair.distance(p, pair.edge(Side::A, i), RadiusComparison::Of(Side::A))
                != Ordering::Greater
        })
}

/// A rounded core in an outline without radius: the core keeps its distance from every edge.
fn mesh_holds_round(pair: Pair<'_>, radius: RadiusComparison) -> bool {
    if !pair.a.is_solid() {
        return false;
    }
    let mut clear = true;
    near_edges(pair, |i, j| {
        let (ea, eb) = (pair.edge(Side::A, i), pair.edge(Side::B, j));
        let near = |p, e| pair.distance(p, e, radius) == Ordering::Less;
        let meets = pair.meet(ea, eb) != EdgeRelation::Apart;
        clear =
            !(meets || near(ea[0], eb) || near(ea[1], eb) || near(eb[0], ea) || near(eb[1], ea));
        clear
    });
    clear && rings_inside(pair) && !shows_a_ring(pair)
}

fn rings_inside(pair: Pair<'_>) -> bool {
    pair.b
        .ring_starts()
        .all(|v| pair.locate(ExactPoint::At((Side::B, v)), Side::A) != Location::Outside)
}

/// Returns `true` if some ring of a runs through the inside of b.
fn shows_a_ring(pair: Pair<'_>) -> bool {
    pair.b.is_solid()
        && pair
            .a
            .ring_starts()
            .any(|v| pair.locate(ExactPoint::At((Side::A, v)), Side::B) == Location::Inside)
}

/// Both without radius (or with it left aside): b in the outline or line a.
fn mesh_holds(pair: Pair<'_>) -> bool {
    let solid = pair.a.is_solid();
    if pair.b.is_solid() && !solid {
        return false;
    }
    let mut contacts: Vec<(usize, usize)> = Vec::new();
    let mut crossed = false;
    meeting_edges(pair, |i, j, meet| {
        match meet {
            EdgeRelation::Apart => {}
            EdgeRelation::Touch => contacts.push((i, j)),
            EdgeRelation::Cross => crossed |= solid,
        }
        !crossed
    });
    if crossed {
        return false;
    }
    if !solid {
        return covered_by_line(pair, &contacts);
    }
    let turned: Vec<_> = contacts.iter().map(|(i, j)| (*j, *i)).collect();
    rings_inside(pair)
        && !shows_a_ring(pair)
        && every_piece(pair, Side::B, &turned, |ends, m| match pair.locate(m, Side::A) {
            Location::Outside => false,
            Location::Inside => true,
            Location::Boundary => same_side(pair, ends, m),
        })
        && (!pair.b.is_solid()
            || every_piece(pair, Side::A, &contacts, |ends, m| match pair.locate(m, Side::B) {
                Location::Inside => [SideOfLine::Left, SideOfLine::Right]
                    .into_iter()
                    .all(|hand| pair.beside(m, ends, hand, Side::A)),
                Location::Outside => true,
                Location::Boundary => same_side(pair, ends, m),
            }))
}

/// Along a common stretch, a is solid wherever b is.
fn same_side(pair: Pair<'_>, ends: [Vertex; 2], m: ExactPoint) -> bool {
    [SideOfLine::Left, SideOfLine::Right]
        .into_iter()
        .all(|hand| !pair.beside(m, ends, hand, Side::B) || pair.beside(m, ends, hand, Side::A))
}

/// Returns `true` if every edge of the thin b is covered by edges of the thin a.
fn covered_by_line(pair: Pair<'_>, contacts: &[(usize, usize)]) -> bool {
    (0..pair.b.edge_count()).all(|j| {
        let turned: Vec<_> =
            contacts.iter().filter(|(_, k)| *k == j).map(|(i, _)| (j, *i)).collect();
        let cuts = crate::pair::exact::touching::cuts_of(pair, Side::B, j, &turned);
        let covers = |p: Vertex, q: Vertex| {
            turned.iter().any(|(_, i)| {
                let edge = pair.edge(Side::A, *i);
                pair.on_edge(ExactPoint::At(p), edge) && pair.on_edge(ExactPoint::At(q), edge)
            })
        };
        cuts.windows(2).all(|piece| match *piece {
            [p, q] => covers(p, q),
            _ => true,
        })
    })
}

/// Returns `true` if all pieces of the edges in `contacts` pass a test, which is given the middle.
fn every_piece(
    pair: Pair<'_>,
    side: Side,
    contacts: &[(usize, usize)],
    test: impl Fn([Vertex; 2], ExactPoint) -> bool,
) -> bool {
    let mut touched: Vec<usize> = contacts.iter().map(|(i, _)| *i).collect();
    sort_by(&mut touched, Ord::cmp);
    touched.dedup();
    touched.into_iter().all(|edge| {
        let ends = pair.edge(side, edge);
        let cuts = crate::pair::exact::touching::cuts_of(pair, side, edge, contacts);
        cuts.windows(2).all(|piece| match *piece {
            [p, q] => pair.same(p, q) || test(ends, ExactPoint::Mid(p, q)),
            _ => true,
        })
    })
}

/// At least one of the two is curved; doubt is `false`.
#[inline(never)]
pub(crate) fn of_curved(a: &Body, b: &Body) -> bool {
    let offset = b.anchor() - a.anchor();
    match (a, b) {
        (Body::Core(a), Body::Curved(b)) if a.is_convex() => {
            holds_convex(&core_view(a), &curved_view(b), offset)
        }
        (Body::Core(a), Body::Curved(b)) if a.radius == 0.0 => {
            outline_holds(a, &curved_view(b), offset)
        }
        (Body::Curved(a), Body::Curved(b)) => {
            holds_convex(&curved_view(a), &curved_view(b), offset)
        }
        (Body::Curved(a), Body::Core(b)) if b.is_convex() => {
            holds_convex(&curved_view(a), &core_view(b), offset)
        }
        (Body::Curved(a), Body::Core(b)) => {
            let mut all = true;
            core_hulls(b, b.origin.into(), |hull| {
                let r = hull.radius;
                let view = RoundedHull::new(&hull.vertices, [r, 0.0, 0.0, r]);
                all &= holds_convex(&curved_view(a), &view, offset);
            });
            all
        }
        _ => crate::pair::containment::by_clipping::holds(a, b),
    }
}

/// A convex curved set in a polygon: it keeps off every edge, and one of its points is inside.
fn outline_holds(a: &Core, b: &impl ConvexSet, offset: DVec2) -> bool {
    if !a.is_solid() {
        return false;
    }
    let clear = (0..a.edge_count()).all(|i| {
        let ends = a.edge(i).map(|v| a.offset(v));
        let edge = RoundedHull::new(&ends, [0.0; 4]);
        bracket(&edge, b, offset).lo > 0.0
    });
    let p = offset + b.support(DVec2::X);
    let point = Core::point(p.round(), 0.0);
    let home = a.translated(crate::math::Vec2::ZERO);
    let pair = Pair { a: &home, b: &point };
    clear && pair.locate(ExactPoint::At((Side::B, 0)), Side::A) == Location::Inside
}

/// Directions in which the support functions are compared before the worst is refined.
const DIRECTIONS: usize = 720;
/// What is left of doubt after refining, relative to the size.
const DOUBT: f64 = 1e-9;

/// Convex in convex: the support function of b exceeds that of a nowhere. A point of b is compared
/// by its certified distance.
fn holds_convex(a: &impl ConvexSet, b: &impl ConvexSet, offset: DVec2) -> bool {
    let excess = |u: DVec2| (offset + b.support(u) - a.support(u)).dot(u);
    let step = crate::math::unit_turn(DIRECTIONS as u64);
    let turn = |u: DVec2, s: DVec2| DVec2::new(u.x * s.x - u.y * s.y, u.x * s.y + u.y * s.x);
    let (mut u, mut worst, mut at, mut size) = (DVec2::X, f64::NEG_INFINITY, DVec2::X, 0.0_f64);
    for _ in 0..DIRECTIONS {
        let e = excess(u);
        let reach = (offset + b.support(u)).reach();
        if reach > size {
            size = reach;
        }
        if e > worst {
            (worst, at) = (e, u);
        }
        // Corners of b stand out between directions: each support point is tested by itself.
        if closest(a, offset + b.support(u)).lo > DOUBT * size {
            return false;
        }
        u = turn(u, step).unit().unwrap_or(DVec2::X);
    }
    // Counted in 64 bits: `usize` is too narrow for it on 32-bit targets.
    let mut width = DIRECTIONS as u64;
    while width < 1_u64 << 40 {
        width *= 2;
        let s = crate::math::unit_turn(width);
        for v in [turn(at, s), turn(at, DVec2::new(s.x, -s.y))] {
            let e = excess(v);
            if e > worst {
                (worst, at) = (e, v);
            }
        }
    }
    worst <= DOUBT * size
}

/// Returns `true` if the parts of a union together hold a body that no single part holds.
pub(crate) fn of_union(a: &Body, b: &Body) -> bool {
    crate::pair::containment::by_clipping::holds(a, b)
}
