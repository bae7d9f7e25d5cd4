//! Validation of an outline, and its unique normal form.
//!
//! The set: the area that the outer ring winds around (nonzero), less the open area that any hole
//! winds around, and all edges except those surrounded by area or by one other hole.
//!
//! Normal form, bit for bit the same for every rotation and reversal of the input: no repeated or
//! straight vertices (fold tips stay); the outer ring first, positive; all others negative and
//! sorted; each from its lexicographically smallest vertex; winding number 1 in the area and 0
//! elsewhere; edges with the same on both sides run once each way. Rings that do not touch
//! themselves keep their edges. All others, and holes that overlap, are drawn again from the pieces
//! of their edges (`arrangement`, `face_tracing`), so that rings touch at vertices but never cross.
//!
//! Only a proper crossing of two edges, or a hole outside, is a fault. Error: none; every decision
//! is exact. Cost: O(n) for a convex ring, else O((n + touches) log n).

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::orient2d::{lexicographic, orient2d};
use crate::math::{Vec2, positive_zero, sort::sort_by, winding::crossing};
use crate::shape::error::ShapeError;
use crate::shape::outline::arrangement::{Arrangement, Crossing, Link, PerClass, Piece, arrange};
use crate::shape::outline::face_tracing::{Arc, circuits};
use crate::shape::outline::is_simple::is_simple;

/// Rings in normal form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outline {
    /// The outer ring, then all others; a segment has two vertices, a point one.
    pub(crate) rings: Vec<Vec<Vec2>>,
    /// True if this is one strictly convex ring with area.
    pub(crate) convex: bool,
    /// True if there is area.
    pub(crate) solid: bool,
}

impl Outline {
    pub(crate) fn new(rings: Vec<Vec<Vec2>>, solid: bool) -> Self {
        let convex = matches!(&rings[..], [ring] if is_convex(ring.len(), |i| ring[i]));
        Self { rings, convex, solid }
    }
}

/// Checks finite rings and brings them into normal form. An outer ring without vertices is no ring.
///
/// # Errors
/// `Crossing` or `HoleOutside`. If two edges cross at a straight vertex, the edge that leads there
/// is named; the vertex of a hole outside is outside itself, or its edge or area is.
pub(crate) fn normalize(outer: &[Vec2], holes: &[&[Vec2]]) -> Result<Outline, ShapeError> {
    Ok(normalized(outer, holes)?.0)
}

/// The same, and whether it is one ring that is known to meet itself nowhere.
pub(crate) fn normalized(outer: &[Vec2], holes: &[&[Vec2]]) -> Result<(Outline, bool), ShapeError> {
    if holes.is_empty()
        && let Some(outline) = plain(outer)
    {
        return Ok((outline, true));
    }
    nested(outer, holes)
}

/// The same for rings that are not one which is plain.
#[inline(never)]
fn nested(outer: &[Vec2], holes: &[&[Vec2]]) -> Result<(Outline, bool), ShapeError> {
    let input = Input::new(outer, holes);
    let mut rings: Vec<Ring> = core::iter::once(&outer)
        .chain(holes)
        .zip(&input.first_edge)
        .map(|(points, first)| Ring::new(points, *first))
        .collect();
    let crossed = |crossing| input.crossing(crossing);
    let mut graph = arrange(&links(&rings[..1], &rings[1..])).map_err(crossed)?;
    let mut outer: Vec<Ring> = rings.drain(..1).collect();
    let mut holes = rings;
    let nodes: usize = outer.iter().chain(&holes).map(|ring| ring.nodes.len()).sum();
    let mut solid = graph.pieces.iter().any(|piece| is_border(piece, |w| w[0] != 0));
    if !is_plain(&graph, nodes) {
        outer = outer[0].redrawn(Inside::Dropped).map_err(crossed)?;
        let mut redrawn = Vec::new();
        for (i, hole) in holes.iter().enumerate() {
            if let [node] = hole.nodes[..]
                && !encloses(&outer, node.at)
            {
                return Err(ShapeError::HoleOutside { hole: i, vertex: 0 });
            }
            redrawn.extend(hole.redrawn(Inside::Kept).map_err(crossed)?);
        }
        holes = redrawn;
        if !holes.is_empty() {
            graph = arrange(&links(&outer, &holes)).map_err(crossed)?;
        }
    }
    if !holes.is_empty() {
        input.check_holes(&graph, &outer, &holes)?;
        solid = graph.pieces.iter().any(|piece| is_border(piece, is_solid));
    }
    let mut rings: Vec<Vec<Vec2>> = outer.iter().map(|ring| ring.points().collect()).collect();
    rings.extend(removed_area(&graph, &holes));
    Ok((finish(rings, solid), false))
}

/// The outline of one ring that meets itself nowhere, as most do; none if it may.
fn plain(points: &[Vec2]) -> Option<Outline> {
    let mut ring: Vec<Vec2> = Vec::with_capacity(points.len());
    let mut last = points.last()?;
    for p in points {
        if p != last {
            ring.push(Vec2::new(positive_zero(p.x), positive_zero(p.y)));
        }
        last = p;
    }
    // Without turns, a ring goes straight on or back over itself.
    if !always_turns(&ring) {
        ring = without_straight(&ring, |p| *p);
        if !always_turns(&ring) {
            return None;
        }
    }
    start(&mut ring, |p| *p, |ring| ring[1..].reverse());
    let convex = is_convex(ring.len(), |i| ring[i]);
    if !convex && !is_simple(&ring) {
        return None;
    }
    Some(Outline { rings: alloc::vec![ring], convex, solid: true })
}

/// Returns `true` if a ring turns at every vertex, to either side; then it has three at least.
pub(super) fn always_turns(ring: &[Vec2]) -> bool {
    let &[.., mut before, mut last] = ring else { return false };
    ring.iter().all(|p| {
        let turns = orient2d(before, last, *p) != Ordering::Equal;
        (before, last) = (last, *p);
        turns
    })
}

/// Returns a ring without the vertices at which it goes straight on.
#[inline(never)]
fn without_straight<T: Copy>(ring: &[T], at: impl Fn(&T) -> Vec2) -> Vec<T> {
    let n = ring.len();
    let p = |i: usize| at(&ring[i % n]);
    let corners = (0..n).filter(|i| !is_straight(p(i + n - 1), p(*i), p(i + 1)));
    corners.map(|i| ring[i]).collect()
}

/// Rotates a ring to the smallest vertex, and has it turned round where it is negative there.
fn start<T>(ring: &mut [T], at: impl Fn(&T) -> Vec2, turn: impl FnOnce(&mut [T])) {
    let mut least = (0, ring.first().map_or(Vec2::ZERO, &at));
    for (i, p) in ring.iter().enumerate() {
        let p = at(p);
        if p.x < least.1.x || (p.x == least.1.x && p.y < least.1.y) {
            least = (i, p);
        }
    }
    ring.rotate_left(least.0);
    if let [first, .., last] = &*ring
        && orient2d(at(last), at(first), at(&ring[1])) == Ordering::Less
    {
        turn(ring);
    }
}

/// Simplifies and sorts rings that are in normal form otherwise.
fn finish(mut rings: Vec<Vec<Vec2>>, solid: bool) -> Outline {
    for ring in &mut rings {
        *ring = without_straight(ring, |p| *p);
    }
    let by_points = |a: &Vec<Vec2>, b: &Vec<Vec2>| {
        let pairs = a.iter().zip(b).map(|(a, b)| lexicographic(*a, *b));
        pairs.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
    };
    if let Some((_, others)) = rings.split_first_mut() {
        sort_by(others, by_points);
    }
    Outline::new(rings, solid)
}

/// Returns `true` if the middle point is strictly between its neighbors.
pub(crate) fn is_straight(a: Vec2, b: Vec2, c: Vec2) -> bool {
    // Rarely, a turn is straight.
    orient2d(a, b, c) == Ordering::Equal && {
        let order = lexicographic(a, b);
        order != Ordering::Equal && order == lexicographic(b, c)
    }
}

/// Returns `true` if a ring of n vertices turns strictly left at every vertex, once around.
pub(crate) fn is_convex(n: usize, vertex: impl Fn(usize) -> Vec2) -> bool {
    let at = |i: usize| vertex(if i < n { i } else { i - n });
    let order = |i: usize| lexicographic(at(i), at(i + 1));
    n >= 3
        && (0..n).all(|i| orient2d(at(i), at(i + 1), at(i + 2)) == Ordering::Greater)
        && (0..n).filter(|i| order(*i) != order(if i + 1 < n { i + 1 } else { 0 })).count() == 2
}

/// Returns `true` if the rings neither touch themselves nor each other.
fn is_plain(graph: &Arrangement, nodes: usize) -> bool {
    nodes == graph.points.len()
        && nodes == graph.pieces.len()
        && graph.pieces.iter().all(|piece| piece.count[0] + piece.count[1] == 1)
}

/// What becomes of edges that have their ring's area on both sides.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Dropped,
    Kept,
}

/// A vertex and the edge that starts there.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Vec2,
    bare: bool,
    source: u32,
}

/// A closed ring, from its smallest vertex; positive, if it does not touch itself.
#[derive(Clone, Debug)]
struct Ring {
    nodes: Vec<Node>,
}

impl Ring {
    /// Takes in a caller's ring, without repeated and straight vertices.
    fn new(points: &[Vec2], first_edge: usize) -> Self {
        let n = points.len();
        let at =
            |i: usize| Vec2::new(positive_zero(points[i % n].x), positive_zero(points[i % n].y));
        let node = |i| Node { at: at(i), bare: false, source: (first_edge + i) as u32 };
        let mut nodes: Vec<Node> = (0..n).filter(|i| at(*i) != at(i + 1)).map(node).collect();
        if nodes.is_empty() && n > 0 {
            nodes.push(node(0));
        }
        nodes = without_straight(&nodes, |node| node.at);
        start(&mut nodes, |node| node.at, Self::turn);
        Self { nodes }
    }

    /// Turns a ring round, from the same first vertex.
    fn turn(nodes: &mut [Node]) {
        let sources: Vec<u32> = nodes.iter().map(|node| node.source).collect();
        nodes[1..].reverse();
        for (node, source) in nodes.iter_mut().zip(sources.iter().rev()) {
            node.source = *source;
        }
    }

    fn points(&self) -> impl Iterator<Item = Vec2> {
        self.nodes.iter().map(|node| node.at)
    }

    fn links(&self, class: usize) -> impl Iterator<Item = Link> {
        let pairs = self.nodes.iter().zip(self.nodes.iter().cycle().skip(1));
        pairs.filter(|(a, b)| a.at != b.at).map(move |(a, b)| Link {
            a: a.at,
            b: b.at,
            class,
            bare: a.bare,
            source: a.source,
        })
    }

    /// Returns rings with the same area and edges and no winding number but 0 and 1.
    fn redrawn(&self, inside: Inside) -> Result<Vec<Self>, Crossing> {
        let graph = arrange(&self.links(0).collect::<Vec<_>>())?;
        if self.nodes.len() < 2 || is_plain(&graph, self.nodes.len()) {
            return Ok(alloc::vec![self.clone()]);
        }
        let mut arcs = Vec::new();
        for piece in &graph.pieces {
            let (below, above) = (piece.below[0] != 0, piece.above[0] != 0);
            if below && above && inside == Inside::Dropped {
                continue;
            }
            extend_arcs(&mut arcs, piece, below, above);
        }
        let node = |arc: &Arc| Node {
            at: graph.points[arc.from as usize],
            bare: arc.bare,
            source: arc.source,
        };
        let ring = |circuit: &Vec<Arc>| Self { nodes: circuit.iter().map(node).collect() };
        Ok(circuits(&graph.points, arcs).iter().map(ring).collect())
    }
}

/// Directs a piece so that the area is on its left; if it is on both sides or on neither, both
/// ways.
pub(crate) fn extend_arcs(arcs: &mut Vec<Arc>, piece: &Piece, below: bool, above: bool) {
    let Piece { lo, hi, source, .. } = *piece;
    let bare = !below && !above;
    if above || bare {
        arcs.push(Arc { from: lo, to: hi, bare, source });
    }
    if below || bare {
        arcs.push(Arc { from: hi, to: lo, bare, source });
    }
}

fn links(outer: &[Ring], holes: &[Ring]) -> Vec<Link> {
    let mut links = Vec::new();
    for (class, rings) in [outer, holes].into_iter().enumerate() {
        for ring in rings {
            links.extend(ring.links(class));
        }
    }
    links
}

/// Returns `true` if a point belongs to the closed set that the rings wind around.
fn encloses(rings: &[Ring], point: Vec2) -> bool {
    let mut winding = 0;
    for link in rings.iter().flat_map(|ring| ring.links(0)) {
        let side = orient2d(link.a, link.b, point);
        let order = lexicographic(link.a, point);
        if side == Ordering::Equal && order != lexicographic(link.b, point) {
            return true;
        }
        winding += crossing(link.a.y <= point.y, link.b.y > point.y, || side);
    }
    winding != 0 || rings.iter().flat_map(Ring::points).any(|vertex| vertex == point)
}

/// Returns `true` if one side of a piece is in the area and the other is not.
fn is_border(piece: &Piece, inside: impl Fn(PerClass) -> bool) -> bool {
    inside(piece.below) != inside(piece.above)
}

/// Returns `true` if a place with these winding numbers is in the area.
fn is_solid(winding: PerClass) -> bool {
    winding[0] > 0 && winding[1] == 0
}

/// Returns the rings of what the holes remove, negative.
fn removed_area(graph: &Arrangement, holes: &[Ring]) -> Vec<Vec<Vec2>> {
    let on_holes = || graph.pieces.iter().filter(|piece| piece.count[1] > 0);
    let superfluous = |piece: &Piece| {
        let in_another_hole = piece.above[1] > piece.own;
        in_another_hole || is_solid(piece.below) && is_solid(piece.above)
    };
    let mut removed: Vec<Vec<Vec2>> = Vec::new();
    if on_holes().any(|piece| superfluous(piece) || piece.below[1] > 1 || piece.above[1] > 1) {
        let mut arcs = Vec::new();
        for piece in on_holes().filter(|piece| !superfluous(piece)) {
            extend_arcs(&mut arcs, piece, piece.below[1] > 0, piece.above[1] > 0);
        }
        let point = |arc: &Arc| graph.points[arc.from as usize];
        let drawn = circuits(&graph.points, arcs);
        removed.extend(drawn.iter().map(|circuit| circuit.iter().map(point).collect()));
    } else {
        let with_edges = holes.iter().filter(|ring| ring.nodes.len() > 1);
        removed.extend(with_edges.map(|ring| ring.points().collect()));
    }
    for ring in &mut removed {
        ring[1..].reverse();
    }
    removed
}

/// The caller's rings, whose edges are numbered one ring after the other.
struct Input<'a> {
    rings: Vec<&'a [Vec2]>,
    first_edge: Vec<usize>,
}

impl<'a> Input<'a> {
    fn new(outer: &'a [Vec2], holes: &[&'a [Vec2]]) -> Self {
        let rings: Vec<_> = core::iter::once(outer).chain(holes.iter().copied()).collect();
        let first_edge = rings.iter().scan(0, |sum, ring| {
            let first = *sum;
            *sum += ring.len();
            Some(first)
        });
        Self { first_edge: first_edge.collect(), rings }
    }

    /// Returns the ring and the edge in it.
    fn place(&self, source: u32) -> (usize, usize) {
        let source = source as usize;
        let ring = self.first_edge.partition_point(|first| *first <= source).saturating_sub(1);
        (ring, source - self.first_edge[ring])
    }

    fn crossing(&self, Crossing(a, b): Crossing) -> ShapeError {
        let [a, b] = [a, b].map(|source| self.place(source));
        let [(ring_a, edge_a), (ring_b, edge_b)] = if a < b { [a, b] } else { [b, a] };
        ShapeError::Crossing { ring_a, edge_a, ring_b, edge_b }
    }

    /// Names the hole of an edge, and an end of it that is outside if one is.
    fn outside(&self, source: u32, outer: &[Ring]) -> ShapeError {
        let (ring, edge) = self.place(source);
        let n = self.rings[ring].len();
        let ends = [edge, (edge + 1) % n];
        let vertex = ends.into_iter().find(|i| !encloses(outer, self.rings[ring][*i]));
        ShapeError::HoleOutside { hole: ring.saturating_sub(1), vertex: vertex.unwrap_or(edge) }
    }

    fn check_holes(
        &self,
        graph: &Arrangement,
        outer: &[Ring],
        holes: &[Ring],
    ) -> Result<(), ShapeError> {
        let edge_outside =
            |piece: &&Piece| piece.count[0] == 0 && piece.below[0] == 0 && piece.above[0] == 0;
        if let Some(piece) = graph.pieces.iter().find(edge_outside) {
            return Err(self.outside(piece.source, outer));
        }
        let area_outside =
            |piece: &&Piece| [piece.below, piece.above].iter().any(|w| w[0] == 0 && w[1] > 0);
        if let Some(piece) = graph.pieces.iter().find(area_outside) {
            let ends = [piece.lo, piece.hi].map(|i| graph.points[i as usize]);
            let around =
                |hole: &&Ring| ends.iter().all(|p| encloses(core::slice::from_ref(hole), *p));
            let culprit = holes.iter().find(around).and_then(|hole| hole.nodes.first());
            return Err(self.outside(culprit.map_or(piece.source, |node| node.source), outer));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
