//! Overlap of sets whose boundaries touch but nowhere properly cross.
//!
//! Solids: the boundary of one is cut at its contacts with the other. Between cuts the status does
//! not change, so the middle of each piece next to a contact decides exactly: it lies in the other
//! solid, or along its boundary with both solids on the same side. Lines: two unions of segments
//! still meet after every small translation if the tangent cones at the origin of their Minkowski
//! differences together cover all directions.
//!
//! Unions of which every part only touches: a line in the seam of two solids runs through the
//! interior of their union, and two lines that end on either side of a third cross it together.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::sort::sort_by;
use crate::pair::exact::edge_pairs::contacts;
use crate::pair::exact::locate::{Location, both_ways, has_ring_inside, lies_left, locate};
use crate::pair::exact::predicates::{
    Edge, EdgeRelation, ExactPoint, Vertex, along, cross, dot, edge, edges, meet, on_edge, same,
};
use crate::shape::{Body, Core};

/// How far along an edge its neighborhood is probed: 2^-60 of its length.
const STEP: f64 = 1.0 / (1_u64 << 60) as f64;

/// Contacts are pairs (edge of a, edge of b) that share a point.
pub(crate) fn overlaps_at_contacts(a: &Core, b: &Core, contacts: &[(usize, usize)]) -> bool {
    boundary_enters(a, b, contacts) || boundary_enters(b, a, &flipped(contacts))
}

/// Returns `true` if there are more contacts than edges, so that many edges share a vertex, and the
/// edge of a in the last one shows an overlap: that ends a search of all pairs of these edges.
pub(crate) fn overlaps_where_many_meet(a: &Core, b: &Core, found: &[(usize, usize)]) -> bool {
    let Some((i, _)) = found.last().filter(|_| found.len() == a.edge_count() + b.edge_count())
    else {
        return false;
    };
    let (ends, mut contacts) = (edge(a, *i), Vec::new());
    let d = a.origin - b.origin;
    let margin = 8.0 * f64::EPSILON * (d.reach() + a.reach() + b.reach());
    let none_crosses = b.edges_near(a.edge_bounds(*i).moved(d).grown(margin), &mut |j| {
        let relation = meet(ends, edge(b, j));
        if relation == EdgeRelation::Touch {
            contacts.push((*i, j));
        }
        relation != EdgeRelation::Cross
    });
    !none_crosses || boundary_enters(a, b, &contacts)
}

/// The contacts as pairs (edge of b, edge of a).
pub(crate) fn flipped(contacts: &[(usize, usize)]) -> Vec<(usize, usize)> {
    contacts.iter().map(|(i, j)| (*j, *i)).collect()
}

/// Returns `true` if some piece of the boundary of a core bounds or lies in area that it has in
/// common with a solid.
fn boundary_enters(core: &Core, solid: &Core, contacts: &[(usize, usize)]) -> bool {
    let outside = |ends: Edge<'_>, m: ExactPoint<'_>| match locate(solid, m) {
        Location::Outside => true,
        Location::Inside => false,
        Location::Boundary => {
            let [left, right] = both_ways(ends).map(|way| {
                lies_left(solid, m, way) && (!core.is_solid() || lies_left(core, m, way))
            });
            if core.is_solid() { !left && !right } else { !left || !right }
        }
    };
    solid.is_solid()
        && (!every_piece(core, solid, contacts, outside) || has_ring_inside(core, solid))
}

/// Returns `true` if all pieces of the edges of a core in `contacts` pass a test, which gets the
/// edge and the middle of the piece.
pub(crate) fn every_piece(
    core: &Core,
    other: &Core,
    contacts: &[(usize, usize)],
    test: impl Fn(Edge<'_>, ExactPoint<'_>) -> bool,
) -> bool {
    let mut contacts = Vec::from(contacts);
    sort_by(&mut contacts, Ord::cmp);
    contacts.chunk_by(|p, q| p.0 == q.0).all(|own| {
        let i = own[0].0;
        cuts_of(core, other, i, own).windows(2).all(|cut| {
            same(cut[0], cut[1]) || test(edge(core, i), ExactPoint::Between(cut[0], cut[1], 0.5))
        })
    })
}

/// The ends of an edge of a core and all vertices that lie on it, in order along it; the contacts are
/// those of this edge.
pub(crate) fn cuts_of<'a>(
    core: &'a Core,
    other: &'a Core,
    i: usize,
    contacts: &[(usize, usize)],
) -> Vec<Vertex<'a>> {
    let ends = edge(core, i);
    let mut cuts = Vec::from(ends);
    for (_, j) in contacts {
        cuts.extend(edge(other, *j).into_iter().filter(|v| on_edge(*v, ends)));
    }
    if core.mesh().is_some() {
        // An outline may touch itself.
        core.edges_near(core.edge_bounds(i), &mut |k| {
            let own = edge(core, k).into_iter().filter(|v| ends.iter().all(|end| end.1 != v.1));
            cuts.extend(own.filter(|v| on_edge(*v, ends)));
            true
        });
    }
    sort_by(&mut cuts, |p, q| along(ends, *p, *q));
    cuts
}

/// The directions from that of one edge to that of another, counter-clockwise, at most half a turn.
type Sector<'a> = [Edge<'a>; 2];

/// Returns `true` if two unions of segments that touch meet after every small translation.
pub(crate) fn thin_crossing(a: &Core, b: &Core, contacts: &[(usize, usize)]) -> bool {
    let mut sectors = Vec::new();
    add_sectors(a, b, contacts, &mut sectors);
    cover_all(&sectors)
}

fn add_sectors<'a>(
    a: &'a Core,
    b: &'a Core,
    contacts: &[(usize, usize)],
    out: &mut Vec<Sector<'a>>,
) {
    out.extend(contacts.iter().filter_map(|(i, j)| tangent_sector(edge(a, *i), edge(b, *j))));
}

/// Returns `true` if closed sectors together cover all directions. O(n log n): counter-clockwise from
/// the start of the first, a sector that begins beyond all ends before it leaves a gap.
fn cover_all(sectors: &[Sector<'_>]) -> bool {
    let Some([first, _]) = sectors.first() else { return false };
    let order = |p: &Edge<'_>, q: &Edge<'_>| counter_clockwise(*first, *p, *q);
    let wraps = |[start, end]: &Sector<'_>| order(end, start).is_lt();
    let farther = |reach, end| if order(reach, end).is_lt() { end } else { reach };
    let past_first = sectors.iter().filter(|sector| wraps(sector)).map(|[_, end]| end);
    let mut reach = past_first.fold(first, farther);
    let mut sorted = Vec::from_iter(sectors);
    sort_by(&mut sorted, |p, q| order(&p[0], &q[0]));
    for sector in sorted {
        if order(reach, &sector[0]).is_lt() {
            return false;
        }
        if wraps(sector) {
            return true;
        }
        reach = farther(reach, &sector[1]);
    }
    false
}

/// The order of two directions by their angles from a third, in [0, 2π).
fn counter_clockwise(from: Edge<'_>, p: Edge<'_>, q: Edge<'_>) -> Ordering {
    let is_left = |v: Edge<'_>| match cross(from, v) {
        Ordering::Equal => dot(from, v).is_gt(),
        side => side.is_gt(),
    };
    is_left(q).cmp(&is_left(p)).then_with(|| cross(q, p))
}

/// The tangent cone at the origin of the difference of two edges that touch, counter-clockwise;
/// `None` where it is no wider than a line.
fn tangent_sector<'a>(ea: Edge<'a>, eb: Edge<'a>) -> Option<Sector<'a>> {
    let turned = |[u, v]: Edge<'a>| [v, u];
    if cross(ea, eb).is_eq() {
        return None;
    }
    // Which way the touching point may move along an edge; `None` is both ways.
    let free = |ends: Edge<'a>, other: Edge<'a>| {
        if on_edge(ends[0], other) {
            Some(ends)
        } else {
            on_edge(ends[1], other).then(|| turned(ends))
        }
    };
    // Moves of b's point minus moves of a's point.
    let from_b = free(eb, ea);
    let from_a = free(ea, eb).map(turned);
    let left = |p: Edge<'a>, q: Edge<'a>| cross(p, q).is_gt();
    let half_plane = |line: Edge<'a>, g: Edge<'a>| {
        if left(line, g) { [line, turned(line)] } else { [turned(line), line] }
    };
    match (from_a, from_b) {
        (Some(g), Some(h)) => Some(if left(g, h) { [g, h] } else { [h, g] }),
        (Some(g), None) => Some(half_plane(eb, g)),
        (None, Some(h)) => Some(half_plane(ea, h)),
        // Neither end takes part: the edges properly cross, which is found before.
        (None, None) => None,
    }
}

/// Returns `true` if two bodies whose parts only touch overlap as unions.
pub(crate) fn joined_overlap(a: &Body, b: &Body) -> bool {
    let (a, b) = (sharp_cores(a), sharp_cores(b));
    runs_in_seam(&a, &b) || runs_in_seam(&b, &a) || crossed_together(&a, &b)
}

fn sharp_cores(body: &Body) -> Vec<&Core> {
    let parts = body.parts().iter().filter_map(|part| match part {
        Body::Core(core) if core.radius == 0.0 => Some(core),
        _ => None,
    });
    parts.collect()
}

/// Lines against lines: the tangent sectors of all pairs of parts.
fn crossed_together(a: &[&Core], b: &[&Core]) -> bool {
    let mut sectors = Vec::new();
    for pa in a.iter().filter(|p| !p.is_solid()) {
        for pb in b.iter().filter(|p| !p.is_solid()) {
            add_sectors(pa, pb, &contacts(pa, pb).unwrap_or_default(), &mut sectors);
        }
    }
    cover_all(&sectors)
}

/// Returns `true` if a line or point among `thin` runs through the interior of the solids' union.
fn runs_in_seam(solids: &[&Core], thin: &[&Core]) -> bool {
    thin.iter().filter(|c| !c.is_solid()).any(|line| {
        let bounds = line.bounds();
        let near = solids.iter().filter(|s| s.is_solid() && s.bounds().overlaps(bounds));
        let near: Vec<&Core> = near.copied().collect();
        near.len() > 1 && edges(line).any(|edge| edge_in_seam(&near, edge))
    })
}

fn edge_in_seam(solids: &[&Core], line: Edge<'_>) -> bool {
    if same(line[0], line[1]) {
        return point_inside(solids, line[0]);
    }
    let mut cuts: Vec<Vertex<'_>> = line.into();
    cuts.extend(
        solids.iter().flat_map(|solid| edges(solid)).map(|[p, _]| p).filter(|p| on_edge(*p, line)),
    );
    sort_by(&mut cuts, |p, q| along(line, *p, *q));
    cuts.windows(2).any(|piece| match *piece {
        [p, q] => !same(p, q) && both_sides(solids, ExactPoint::Between(p, q, 0.5), line),
        _ => false,
    })
}

/// Returns `true` if all directions out of a point lead into the solids: both sides of every edge
/// there.
fn point_inside(solids: &[&Core], p: Vertex<'_>) -> bool {
    let mut ends = solids
        .iter()
        .flat_map(|solid| edges(solid))
        .filter(|e| on_edge(p, *e))
        .flatten()
        .filter(|end| !same(p, *end));
    let inside = |end| both_sides(solids, ExactPoint::Between(p, end, STEP), [p, end]);
    ends.next().is_some_and(&inside) && ends.all(inside)
}

fn both_sides(solids: &[&Core], m: ExactPoint<'_>, line: Edge<'_>) -> bool {
    both_ways(line).into_iter().all(|way| solids.iter().any(|solid| lies_left(solid, m, way)))
}

#[cfg(test)]
mod tests {
    use crate::{
        Affine, Placed, Shape, Verdict,
        shape::{ChainEnds, Sidedness},
    };

    /// The first tiles of a square of four.
    fn square(count: usize) -> Placed {
        let tile = Shape::rect_half((1.0, 1.0)).unwrap();
        let spots = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        let parts = spots.map(|(x, y)| (tile.clone(), Affine::at((x, y))));
        place(Shape::compound(parts.into_iter().take(count)).unwrap())
    }

    fn place(shape: Shape) -> Placed {
        shape.place(Affine::IDENTITY).unwrap()
    }

    #[test]
    fn a_segment_in_a_seam_lies_in_the_interior_of_the_union() {
        let seam = place(Shape::segment((0.0, -1.5), (0.0, -0.5)).unwrap());
        assert_eq!(square(4).verdict(&seam), Verdict::Overlapping);
        let edge = place(Shape::segment((2.0, -1.5), (2.0, -0.5)).unwrap());
        assert_eq!(square(4).verdict(&edge), Verdict::Touching);
    }

    #[test]
    fn a_point_where_four_tiles_meet_is_inside_but_where_three_meet_it_is_not() {
        let point = place(Shape::point((0.0, 0.0)).unwrap());
        assert_eq!(square(4).verdict(&point), Verdict::Overlapping);
        assert_eq!(square(3).verdict(&point), Verdict::Touching);
    }

    #[test]
    fn two_segments_that_end_on_either_side_of_a_line_cross_it_together() {
        let half = |y: f32| (Shape::segment((0.0, 0.0), (0.0, y)).unwrap(), Affine::IDENTITY);
        let line = place(
            Shape::chain([(-1.0, 0.0), (0.5, 0.0), (1.0, 0.0)], ChainEnds::Open, Sidedness::Both)
                .unwrap(),
        );
        let both = place(Shape::compound([half(1.0), half(-1.0)]).unwrap());
        let one = place(Shape::compound([half(1.0), half(2.0)]).unwrap());
        assert_eq!(both.verdict(&line), Verdict::Overlapping);
        assert_eq!(line.verdict(&both), Verdict::Overlapping);
        assert_eq!(one.verdict(&line), Verdict::Touching);
    }

    #[test]
    fn petals_of_one_vertex_overlap_themselves_and_touch_those_in_their_gaps() {
        let petals = |first: u16| {
            let rim = |i: u16| crate::Rot::from_degrees(f32::from(i) * 2.25);
            let ends = |i: u16| [rim(i), rim(i + 1)].map(|r| [r.cos, r.sin]);
            let petal = |i: u16| [[0.0; 2]].into_iter().chain(ends(first + 4 * i));
            place(Shape::polygon((0..40).flat_map(petal)).unwrap())
        };
        // 6,400 pairs of edges touch, more than there are edges.
        let (own, gaps) = (petals(0), petals(2));
        assert_eq!(own.verdict(&petals(0)), Verdict::Overlapping);
        assert_eq!(own.verdict(&gaps), Verdict::Touching);
        assert_eq!(own.verdict(&petals(1)), Verdict::Touching);
        assert!(own.overlaps(&gaps) && !own.overlaps_interior(&gaps));
        assert_eq!(own.verdict(&gaps.moved((0.001, 0.0))), Verdict::Overlapping);
    }
}
