//! Overlap with a union of which every part only touches: along a seam, or from both sides.
//!
//! A line in the seam of two solids runs through the interior of their union, and two lines that
//! end on either side of a third cross it together. Parts are polygons without radius and lines.
//! Only pairs that exactly touch reach this.

use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::pair::exact::edge_pairs::contacts;
use crate::pair::exact::locate::{both_ways, lies_left};
use crate::pair::exact::predicates::{Edge, ExactPoint, Vertex, along, edge, on_edge, same};
use crate::pair::exact::touching::{Sector, cover_all, tangent_sector};
use crate::shape::{Body, Core};

/// How far along an edge its neighborhood is probed: 2^-60 of its length.
const STEP: f64 = 1.0 / (1_u64 << 60) as f64;

/// Returns `true` if two bodies whose parts only touch overlap as unions.
pub(crate) fn joined_overlap(a: &Body, b: &Body) -> bool {
    let (a, b) = (sharp_cores(a), sharp_cores(b));
    runs_in_seam(&a, &b) || runs_in_seam(&b, &a) || crossed_together(&a, &b)
}

fn sharp_cores(body: &Body) -> Vec<&Core> {
    let sharp = |part| match part {
        &Body::Core(ref core) if core.radius == 0.0 => Some(core),
        _ => None,
    };
    body.parts().iter().filter_map(sharp).collect()
}

/// Lines against lines: the tangent sectors of all pairs of parts.
fn crossed_together(a: &[&Core], b: &[&Core]) -> bool {
    let mut sectors: Vec<Sector> = Vec::new();
    for pa in a.iter().filter(|p| !p.is_solid()) {
        for pb in b.iter().filter(|p| !p.is_solid()) {
            let contacts = contacts(pa, pb).unwrap_or_default();
            let found =
                contacts.iter().filter_map(|(i, j)| tangent_sector(edge(pa, *i), edge(pb, *j)));
            sectors.extend(found);
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
        near.len() > 1 && (0..line.edge_count()).any(|i| edge_in_seam(&near, edge(line, i)))
    })
}

fn edges<'a>(solids: &[&'a Core]) -> impl Iterator<Item = Edge<'a>> {
    solids.iter().flat_map(|solid| (0..solid.edge_count()).map(|i| edge(solid, i)))
}

fn edge_in_seam(solids: &[&Core], line: Edge<'_>) -> bool {
    if same(line[0], line[1]) {
        return point_inside(solids, line[0]);
    }
    let mut cuts: Vec<Vertex<'_>> = line.into();
    cuts.extend(edges(solids).map(|[p, _]| p).filter(|p| on_edge(*p, line)));
    sort_by(&mut cuts, |p, q| along(line, *p, *q));
    cuts.windows(2).any(|piece| match *piece {
        [p, q] => !same(p, q) && both_sides(solids, ExactPoint::Between(p, q, 0.5), line),
        _ => false,
    })
}

/// Returns `true` if all directions out of a point lead into the solids: both sides of every edge
/// there.
fn point_inside(solids: &[&Core], p: Vertex<'_>) -> bool {
    let mut ends = edges(solids).filter(|e| on_edge(p, *e)).flatten().filter(|end| !same(p, *end));
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
        let parts = spots.map(|(x, y)| (tile.clone(), Affine::at(x, y)));
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
}
