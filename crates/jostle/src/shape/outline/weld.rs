//! Welding: neighboring tiles become one outline, and chains that meet one chain.
//!
//! Method: solids that share a stretch of edge, once each way, belong together. Their edges are cut
//! at all vertices that lie on them (`arrangement`), and edges with area on one side only are drawn
//! as rings (`face_tracing`). Chains are joined where exactly two ends are one point.
//!
//! Of neighbors that cross, pairs are taken out first, in order of their numbers.
//!
//! Frame: world. Error: none; shapes that would need rounding or a new vertex are left as they are.
//! Cost: O(n log n) and the pairs of edges whose boxes meet.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::orient2d::{cross_properly, lexicographic, orient2d};
use crate::math::{DVec2, Vec2, sort::sort_by};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::outline::arrangement::{Link, arrange};
use crate::shape::outline::face_tracing::{circuits, connected};
use crate::shape::{
    Body, ChainEnds, Core, Placed, Shape, Sidedness,
    body::core::Kind,
    outline::normalize::{extend_arcs, is_straight},
};

/// Several shapes as one.
///
/// ```
/// use jostle::{Affine, Shape, shape::weld};
/// let tile = Shape::rect_half((1.0, 1.0))?;
/// let tiles = [tile.place(Affine::at((1.0, 0.0)))?, tile.place(Affine::at((3.0, 0.0)))?];
/// assert_eq!(weld(&tiles).welds[0].from, [0, 1]);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeldGroup {
    /// The outline or the chain, in the world's frame.
    pub shape: Shape,
    /// The numbers of the shapes that it replaces, in order.
    pub from: Vec<usize>,
}

/// Why a shape was left as it is.
///
/// ```
/// use jostle::{Affine, Shape, shape::{WeldSkip, weld}};
/// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// assert_eq!(weld(&[ball]).left, [(0, WeldSkip::Kind)]);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeldSkip {
    /// It is neither a polygon, rectangle, chain nor segment, or it has a radius.
    Kind,
    /// The place of a vertex is no pair of `f32` numbers, so that rounding would move it.
    Rounded,
    /// It has no neighbor.
    Alone,
    /// An edge properly crosses one of the shape of this number.
    Crosses(usize),
    /// It has an edge with nothing on either side, which an outline cannot keep.
    Fold,
}

/// The result of [`weld`] on a list of shapes.
///
/// ```
/// assert!(jostle::shape::weld(&[]).welds.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct WeldReport {
    /// The new shapes, by the first of those that they replace.
    pub welds: Vec<WeldGroup>,
    /// The shapes that stay as they are, and why, in order.
    pub left: Vec<(usize, WeldSkip)>,
}

/// Welds neighboring tiles into one outline each, and chains that meet end to end into one chain
/// each, so that nothing snags on what was a seam.
///
/// Tiles are rectangles and polygons without a radius, convex or not; they are neighbors where they
/// share a stretch of edge, vertex on vertex or not. A weld is their closed union, with holes where
/// it surrounds something. Chains and segments are joined where exactly two ends are one point,
/// one-sided ones only along their direction. All is exact: what could be welded only by rounding
/// is left as it is, and listed with the reason.
///
/// ```
/// use jostle::{Affine, Shape, Vec2, shape::weld};
/// let tile = Shape::rect_half((8.0, 8.0))?;
/// let tiles = [8.0, 24.0, 40.0].map(|x| tile.place(Affine::at((x, 8.0))));
/// let tiles: Vec<_> = tiles.into_iter().collect::<Result<_, _>>()?;
/// let welded = weld(&tiles);
/// let floor = welded.welds[0].shape.place(Affine::IDENTITY)?;
/// assert_eq!((welded.welds.len(), floor.perimeter()), (1, Some(128.0)));
/// // A box in the corner of the seam is pushed up, not sideways.
/// let hero = Shape::rect_half((1.0, 1.0))?.place(Affine::at((16.5, -0.5)))?;
/// assert_eq!(floor.contact(&hero).unwrap().normal, Vec2::new(0.0, -1.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[must_use]
pub fn weld(shapes: &[Placed]) -> WeldReport {
    let mut out = WeldReport::default();
    let mut tiles = Vec::new();
    let mut chains = Vec::new();
    for (number, placed) in shapes.iter().enumerate() {
        if let Err(why) = sort_in(number, placed, &mut tiles, &mut chains) {
            out.left.push((number, why));
        }
    }
    weld_tiles(&tiles, &mut out);
    weld_chains(&chains, &mut out);
    sort_by(&mut out.welds, |a, b| a.from.cmp(&b.from));
    sort_by(&mut out.left, |a, b| a.0.cmp(&b.0));
    out
}

/// A solid: edges with the area on their left.
struct Tile {
    number: usize,
    edges: Vec<[Vec2; 2]>,
}

struct Chain {
    number: usize,
    points: Vec<Vec2>,
    sided: Sidedness,
}

/// Adds a shape to the tiles or the chains.
fn sort_in(
    number: usize,
    placed: &Placed,
    tiles: &mut Vec<Tile>,
    chains: &mut Vec<Chain>,
) -> Result<(), WeldSkip> {
    let Body::Core(core) = &placed.body else { return Err(WeldSkip::Kind) };
    if core.radius > 0.0 || core.kind == Kind::Point {
        return Err(WeldSkip::Kind);
    }
    let points = exact_points(core).ok_or(WeldSkip::Rounded)?;
    if core.is_solid() {
        let edges = (0..core.edge_count()).map(|i| core.edge(i).map(|v| points[v]));
        tiles.push(Tile { number, edges: edges.collect() });
        return Ok(());
    }
    if core.kind == Kind::Polygon {
        return Err(WeldSkip::Fold);
    }
    let closed = core.edge_count() == points.len() && points.len() > 2;
    if closed {
        return Err(WeldSkip::Alone);
    }
    chains.push(Chain { number, points, sided: core.sided });
    Ok(())
}

/// The vertices in the world, if all of them are `f32` numbers.
fn exact_points(core: &Core) -> Option<Vec<Vec2>> {
    let turned = core.frame().is_some_and(|frame| !frame.is_upright());
    let o = core.origin;
    let exact = |v: &DVec2| {
        let p = (o + *v).round();
        let back = DVec2::from(p) - o;
        (back == *v && DVec2::from(p) == o + *v).then_some(p)
    };
    if turned { None } else { core.offsets().iter().map(exact).collect() }
}

fn weld_tiles(tiles: &[Tile], out: &mut WeldReport) {
    let edges = Edges::new(tiles);
    let joined = edges.joined();
    let mut crosses = alloc::vec![None; tiles.len()];
    for group in connected(tiles.len(), joined.iter().copied()) {
        edges.mark_crossing(tiles, &group, &mut crosses);
    }
    let stay = joined.into_iter().filter(|(i, j)| crosses[*i].or(crosses[*j]).is_none());
    for group in connected(tiles.len(), stay) {
        let number = |i: &usize| tiles[*i].number;
        let numbers: Vec<usize> = group.iter().map(number).collect();
        let why = if let [i] = group[..] {
            crosses[i].as_ref().map_or(WeldSkip::Alone, |j| WeldSkip::Crosses(number(j)))
        } else if let Some(shape) = union(tiles, &group) {
            out.welds.push(WeldGroup { shape, from: numbers });
            continue;
        } else {
            WeldSkip::Fold
        };
        out.left.extend(numbers.into_iter().map(|number| (number, why)));
    }
}

/// All edges, each with its tile.
struct Edges {
    all: Vec<(usize, [Vec2; 2])>,
    tree: BoxTree,
}

impl Edges {
    fn new(tiles: &[Tile]) -> Self {
        let each = tiles.iter().enumerate();
        let all = each.flat_map(|(i, tile)| tile.edges.iter().map(move |edge| (i, *edge)));
        let all: Vec<(usize, [Vec2; 2])> = all.collect();
        let tree = BoxTree::new(all.iter().map(|(_, edge)| bounds(edge)));
        Self { all, tree }
    }

    /// The edges whose boxes meet the box of one.
    fn near(&self, edge: &[Vec2; 2]) -> impl Iterator<Item = &(usize, [Vec2; 2])> {
        let near = self.tree.overlapping(bounds(edge)).map(|k| &self.all[k]);
        #[cfg(test)]
        let near = near.inspect(|_| tests::count(1));
        near
    }

    /// The pairs of tiles that share a stretch of edge, each once each way, the smaller first.
    fn joined(&self) -> Vec<(usize, usize)> {
        let pairs = self.all.iter().flat_map(|(i, edge)| {
            let joins = move |(j, other): &&_| i < j && back_to_back(edge, other);
            self.near(edge).filter(joins).map(move |(j, _)| (*i, *j))
        });
        pairs.collect()
    }

    /// Marks tiles of a group with others of it that they cross: the first with the first that it
    /// crosses, and so on among those that are left.
    fn mark_crossing(&self, tiles: &[Tile], group: &[usize], crosses: &mut [Option<usize>]) {
        for i in group {
            if group.len() == 1 || crosses[*i].is_some() {
                continue;
            }
            let own = tiles[*i].edges.iter();
            let crossing = own.flat_map(|edge| {
                let later = self.near(edge).filter(|(j, _)| i <= j && crosses[*j].is_none());
                let crossing = later.filter(|(_, [r, s])| cross_properly(edge[0], edge[1], *r, *s));
                crossing.map(|(j, _)| *j).filter(|j| group.binary_search(j).is_ok())
            });
            if let Some(j) = crossing.min() {
                crosses[*i] = Some(j);
                crosses[j] = Some(*i);
            }
        }
    }
}

fn bounds(edge: &[Vec2; 2]) -> DAabb {
    DAabb::of(edge.map(DVec2::from))
}

/// Returns `true` if two edges run along each other, in opposite directions, over more than a
/// point.
fn back_to_back([p, q]: &[Vec2; 2], [r, s]: &[Vec2; 2]) -> bool {
    let order = lexicographic(*p, *q);
    if order != lexicographic(*s, *r)
        || [r, s].into_iter().any(|v| orient2d(*p, *q, *v) != Ordering::Equal)
    {
        return false;
    }
    let (low, high) = if order == Ordering::Less { (p, q) } else { (q, p) };
    let (from, to) = if order == Ordering::Less { (s, r) } else { (r, s) };
    lexicographic(*from, *high) == Ordering::Less && lexicographic(*low, *to) == Ordering::Less
}

/// The union of tiles that belong together, if it has no fold.
fn union(tiles: &[Tile], group: &[usize]) -> Option<Shape> {
    let mut links = Vec::new();
    for i in group {
        let own = tiles[*i].edges.iter();
        links.extend(own.map(|[a, b]| Link::new(*a, *b, *i as u32)));
    }
    #[cfg(test)]
    tests::count(links.len());
    let graph = arrange(&links).ok()?;
    let mut arcs = Vec::new();
    for piece in &graph.pieces {
        match (piece.below[0] != 0, piece.above[0] != 0) {
            (true, true) => {}
            (false, false) => return None,
            (below, above) => extend_arcs(&mut arcs, piece, below, above),
        }
    }
    let points = &graph.points;
    let mut outer = Vec::new();
    let mut holes: Vec<Vec<Vec2>> = Vec::new();
    for circuit in circuits(points, arcs) {
        let ring: Vec<Vec2> = circuit.iter().map(|arc| points[arc.from as usize]).collect();
        // The first ring starts at the smallest vertex of all: one group has one outer ring.
        if outer.is_empty() { outer = ring } else { holes.push(ring) }
    }
    Shape::polygon_with_holes(outer, holes).ok()
}

/// An end of a chain: its number in the list, and whether it is its last point.
type Tip = (usize, bool);

fn weld_chains(chains: &[Chain], out: &mut WeldReport) {
    let partners = partners(chains);
    let partner = |(i, last): Tip| partners[i][usize::from(last)];
    let mut used = alloc::vec![false; chains.len()];
    for start in 0..chains.len() {
        if used[start] {
            continue;
        }
        // Back to where the line begins, or once around.
        let mut head = (start, false);
        let mut ends = ChainEnds::Open;
        while let Some((i, last)) = partner(head) {
            if i == start {
                ends = ChainEnds::Closed;
                head = (start, false);
                break;
            }
            head = (i, !last);
        }
        let mut points: Vec<Vec2> = Vec::new();
        let mut from = Vec::new();
        let mut next = Some(head);
        while let Some((i, last)) = next.filter(|(i, _)| !used[*i]) {
            used[i] = true;
            from.push(chains[i].number);
            let own = &chains[i].points;
            if last {
                points.extend(own.iter().rev())
            } else {
                points.extend(own)
            }
            next = partner((i, !last));
        }
        points.dedup();
        if ends == ChainEnds::Closed {
            points.pop();
        }
        sort_by(&mut from, Ord::cmp);
        match Shape::chain(without_straight(&points, ends), ends, chains[start].sided) {
            Ok(shape) if from.len() > 1 => out.welds.push(WeldGroup { shape, from }),
            _ => out.left.extend(from.into_iter().map(|number| (number, WeldSkip::Alone))),
        }
    }
}

/// For both ends of every chain the end of another that is joined to it.
fn partners(chains: &[Chain]) -> Vec<[Option<Tip>; 2]> {
    let mut places: Vec<([u32; 2], Tip)> = Vec::new();
    for (i, chain) in chains.iter().enumerate() {
        let ends = [(chain.points.first(), false), (chain.points.last(), true)];
        for (p, last) in ends.into_iter().filter_map(|(p, last)| Some((p?, last))) {
            places.push(([p.x, p.y].map(f32::to_bits), (i, last)));
        }
    }
    sort_by(&mut places, |a, b| a.0.cmp(&b.0));
    let mut partners = alloc::vec![[None; 2]; chains.len()];
    for tips in places.chunk_by(|a, b| a.0 == b.0) {
        // Where three lines meet none of them goes on.
        let [(_, p), (_, q)] = *tips else { continue };
        let (a, b) = (&chains[p.0], &chains[q.0]);
        let onward = a.sided == Sidedness::Both || p.1 != q.1;
        if p.0 != q.0 && a.sided == b.sided && onward {
            partners[p.0][usize::from(p.1)] = Some(q);
            partners[q.0][usize::from(q.1)] = Some(p);
        }
    }
    partners
}

/// The points without those that lie straight between their neighbors.
fn without_straight(points: &[Vec2], ends: ChainEnds) -> Vec<Vec2> {
    let n = points.len();
    let is_end = |i: usize| ends == ChainEnds::Open && (i == 0 || i + 1 == n);
    let at = |i: usize| points[i % n];
    let corners = (0..n).filter(|i| is_end(*i) || !is_straight(at(i + n - 1), at(*i), at(i + 1)));
    corners.map(at).collect()
}

#[cfg(test)]
mod tests;
