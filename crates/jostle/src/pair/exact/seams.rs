//! Overlap with a union of which every part only touches: along a seam, or from both sides.
//!
//! A line in the seam of two solids runs through the interior of their union, and two lines that
//! end on either side of a third cross it together. Parts are polygons without radius and lines.
//! Everything is evaluated in exact numbers; only pairs that exactly touch reach this.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::{Exact, ExactNum, NVec2};
use crate::math::sort::sort_by;
use crate::math::winding::crossing;
use crate::pair::exact::edge_pairs::near_edges;
use crate::pair::exact::predicates::{EdgeRelation, Pair, Side};
use crate::pair::exact::touching::{Sector, cover_all, tangent_sector};
use crate::shape::{Body, Core};

type Point = NVec2<Exact>;

/// How far along an edge its neighborhood is probed: 2^-60 of its length.
const STEP: f64 = 1.0 / (1_u64 << 60) as f64;

/// Returns `true` if two bodies whose parts only touch overlap as unions.
pub(crate) fn joined_overlap(a: &Body, b: &Body) -> bool {
    let (mut pa, mut pb) = (Vec::new(), Vec::new());
    sharp_cores(a, &mut pa);
    sharp_cores(b, &mut pb);
    runs_in_seam(&pa, &pb) || runs_in_seam(&pb, &pa) || crossed_together(&pa, &pb)
}

fn sharp_cores<'a>(body: &'a Body, out: &mut Vec<&'a Core>) {
    match body {
        Body::Core(core) if core.radius == 0.0 => out.push(core),
        Body::Union(parts) => parts.iter().for_each(|part| sharp_cores(part, out)),
        _ => {}
    }
}

/// Lines against lines: the tangent sectors of all pairs of parts.
fn crossed_together(a: &[&Core], b: &[&Core]) -> bool {
    let mut sectors: Vec<Sector> = Vec::new();
    for pa in a.iter().filter(|p| !p.is_solid()) {
        for pb in b.iter().filter(|p| !p.is_solid()) {
            let pair = Pair { a: pa, b: pb };
            near_edges(pair, |i, j| {
                if pair.meet(pair.edge(Side::A, i), pair.edge(Side::B, j)) == EdgeRelation::Touch {
                    sectors.extend(tangent_sector(pair, i, j));
                }
                true
            });
        }
    }
    cover_all(&sectors)
}

/// Returns `true` if a line or point among `thin` runs through the interior of the solids' union.
fn runs_in_seam(solids: &[&Core], thin: &[&Core]) -> bool {
    if thin.iter().all(|c| c.is_solid()) {
        return false;
    }
    let solids: Vec<Solid> = solids.iter().filter(|c| c.is_solid()).map(|c| Solid::of(c)).collect();
    solids.len() > 1
        && thin.iter().filter(|c| !c.is_solid()).any(|line| {
            let near: Vec<&Solid> =
                solids.iter().filter(|s| s.bounds.overlaps(line.bounds())).collect();
            near.len() > 1
                && (0..line.edge_count())
                    .any(|i| edge_in_seam(&near, line.edge(i).map(|v| at(line, v))))
        })
}

fn edge_in_seam(solids: &[&Solid], [u, v]: [Point; 2]) -> bool {
    if sign(v.minus(u).dot(v.minus(u))) == Ordering::Equal {
        return point_inside(solids, u);
    }
    let mut cuts: Vec<Point> = [u, v].into();
    for solid in solids {
        let vertices = solid.edges.iter().map(|[p, _]| *p);
        cuts.extend(vertices.filter(|p| on_segment(*p, [u, v])));
    }
    let e = v.minus(u);
    sort_by(&mut cuts, |p, q| sign(p.minus(*q).dot(e)));
    cuts.windows(2).any(|piece| match *piece {
        [p, q] if sign(q.minus(p).dot(e)) == Ordering::Greater => {
            let sum = p.plus(q);
            let half = Exact::of(0.5);
            let m = NVec2 { x: sum.x.times(half), y: sum.y.times(half) };
            both_sides(solids, m, e)
        }
        _ => false,
    })
}

/// Returns `true` if all directions out of a point lead into the solids: both sides of every edge
/// there.
fn point_inside(solids: &[&Solid], p: Point) -> bool {
    let mut directions = 0;
    let inside = solids.iter().flat_map(|s| &s.edges).all(|[u, v]| {
        if !on_segment(p, [*u, *v]) {
            return true;
        }
        [*u, *v].into_iter().all(|end| {
            let e = end.minus(p);
            if sign(e.dot(e)) == Ordering::Equal {
                return true;
            }
            directions += 1;
            let step = NVec2 { x: e.x.times(Exact::of(STEP)), y: e.y.times(Exact::of(STEP)) };
            both_sides(solids, p.plus(step), e)
        })
    });
    inside && directions > 0
}

fn both_sides(solids: &[&Solid], m: Point, e: Point) -> bool {
    let left = e.left();
    [left, left.left().left()].into_iter().all(|step| solids.iter().any(|s| s.beside(m, step)))
}

/// A polygon in exact world coordinates.
struct Solid {
    edges: Vec<[Point; 2]>,
    bounds: crate::math::Aabb,
}

impl Solid {
    fn of(core: &Core) -> Self {
        let edges = (0..core.edge_count()).map(|i| core.edge(i).map(|v| at(core, v))).collect();
        Self { edges, bounds: core.bounds() }
    }

    /// Returns `true` if the solid lies at `m` after an infinitesimal step: the winding number by a
    /// ray along the step.
    fn beside(&self, m: Point, step: Point) -> bool {
        let mut winding = 0;
        for [p, q] in &self.edges {
            let (p, q) = (p.minus(m), q.minus(m));
            let below = sign(step.cross(p)) != Ordering::Greater;
            let above = sign(step.cross(q)) == Ordering::Greater;
            winding += crossing(below, above, || sign(p.cross(q.minus(p))));
        }
        winding != 0
    }
}

fn at(core: &Core, i: usize) -> Point {
    let o = core.origin;
    let origin = NVec2 { x: Exact::of(f64::from(o.x)), y: Exact::of(f64::from(o.y)) };
    origin.plus(core.exact_offset(i))
}

fn on_segment(p: Point, [u, v]: [Point; 2]) -> bool {
    sign(v.minus(u).cross(p.minus(u))) == Ordering::Equal
        && sign(p.minus(u).dot(p.minus(v))) != Ordering::Greater
}

fn sign(x: Exact) -> Ordering {
    x.sign().unwrap_or(Ordering::Equal)
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
