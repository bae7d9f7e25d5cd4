//! Is every ring of an outline simple, does none cross another, and is the nesting as it states?
//!
//! Method: all pairs of edges that share a grid cell, by exact orientation tests on whole numbers;
//! where two rings share a point, the order of their four directions around it distinguishes
//! touching from crossing. The parent of a ring is found from a ray to the left of its first point
//! in reading order, slightly below it: the rings that the ray meets an odd number of times hold it,
//! and the least of these is the parent. Error: none. Cost: pairs of neighbors, and for nesting the
//! edges in the rows of cells of the rings' first points.

use super::grid::Grid;
use crate::{Outline, Point};
use std::collections::BTreeSet;

/// What is wrong with an outline; all zero for a sound one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Validity {
    /// Rings of fewer than three points, with a repeated point or a spike, or that meet themselves.
    pub broken_rings: usize,
    /// Pairs of rings that cross, or share a stretch of boundary.
    pub crossings: usize,
    /// Rings whose orientation is not that of their kind.
    pub turned_rings: usize,
    /// Rings whose parent is not the ring right around them, or is of the same kind, or comes after
    /// them.
    pub misplaced_rings: usize,
    /// Pairs of rings that share points and do not cross, which is allowed.
    pub touches: usize,
}

impl Validity {
    /// Returns `true` if nothing is wrong.
    ///
    /// ```
    /// use jostle_trace::{Connectivity, Mask, outline, validity};
    /// let mask = Mask::from_fn(2, 2, |x, y| x == y);
    /// let found = validity(&outline(&mask, Connectivity::Four));
    /// assert!(found.is_sound() && found.touches == 1);
    /// ```
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.broken_rings + self.crossings + self.turned_rings + self.misplaced_rings == 0
    }
}

/// Checks rings, crossings, orientation and nesting exactly.
///
/// ```
/// use jostle_trace::{Outline, Ring, validity};
/// let bow = Ring { points: vec![[0, 0], [9, 9], [9, 0], [0, 9]], hole: false, parent: None };
/// assert_eq!(validity(&Outline { rings: vec![bow] }).broken_rings, 1);
/// ```
#[must_use]
pub fn validity(outline: &Outline) -> Validity {
    let table = Table::new(outline);
    let mut broken = vec![false; outline.rings.len()];
    for (ring, broken) in outline.rings.iter().zip(&mut broken) {
        *broken = ring.points.len() < 3;
    }
    let (mut crossings, mut touches) = (BTreeSet::new(), BTreeSet::new());
    for cell in table.grid.cells() {
        for (i, &e) in cell.iter().enumerate() {
            for &f in &cell[i + 1..] {
                let (e, f) = (&table.edges[e as usize], &table.edges[f as usize]);
                let pair = (e.ring.min(f.ring), e.ring.max(f.ring));
                match (meeting(e, f), e.ring == f.ring) {
                    (Meeting::Apart, _) => {}
                    (Meeting::Cross, true) => broken[e.ring] = true,
                    (Meeting::At(p), true) => {
                        let neighbors = (e.next == f.index && e.ends[1] == p)
                            || (f.next == e.index && f.ends[1] == p);
                        broken[e.ring] |= !neighbors;
                    }
                    (Meeting::Cross, false) => drop(crossings.insert(pair)),
                    (Meeting::At(p), false) if table.cross_at(p, e, f) => {
                        crossings.insert(pair);
                    }
                    (Meeting::At(_), false) => drop(touches.insert(pair)),
                }
            }
        }
    }
    for edge in &table.edges {
        broken[edge.ring] |= edge.ends[0] == edge.ends[1];
    }
    let mut found = Validity {
        broken_rings: broken.iter().filter(|&&b| b).count(),
        crossings: crossings.len(),
        touches: touches.difference(&crossings).count(),
        ..Validity::default()
    };
    for (index, ring) in outline.rings.iter().enumerate() {
        found.turned_rings += usize::from((ring.doubled_area() < 0) != ring.hole);
        let parent = table.parent(outline, index);
        let kind = parent.map_or(ring.hole, |p| outline.rings[p].hole == ring.hole);
        let late = ring.parent.is_some_and(|p| p >= index);
        found.misplaced_rings += usize::from(ring.parent != parent || kind || late);
    }
    found
}

/// One edge and its place in its ring.
struct Edge {
    ends: [[i64; 2]; 2],
    ring: usize,
    index: usize,
    next: usize,
    previous: usize,
}

struct Table {
    edges: Vec<Edge>,
    grid: Grid,
}

enum Meeting {
    Apart,
    /// Properly, or along a stretch.
    Cross,
    /// In one point that is an end of one of them.
    At([i64; 2]),
}

/// Twice the area of triangle abc; its sign is the side.
fn turn(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i128 {
    let product = |p: i64, q: i64| i128::from(p) * i128::from(q);
    product(b[0] - a[0], c[1] - a[1]) - product(b[1] - a[1], c[0] - a[0])
}

fn meeting(e: &Edge, f: &Edge) -> Meeting {
    let ([a, b], [c, d]) = (e.ends, f.ends);
    for axis in 0..2 {
        let apart = a[axis].max(b[axis]) < c[axis].min(d[axis])
            || c[axis].max(d[axis]) < a[axis].min(b[axis]);
        if apart {
            return Meeting::Apart;
        }
    }
    let sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)].map(i128::signum);
    if sides[0] * sides[1] > 0 || sides[2] * sides[3] > 0 {
        return Meeting::Apart;
    }
    if sides == [0; 4] {
        // On one line with bounds that meet: in one point only if the bounds' common part is one.
        let [low, high] = [0, 1].map(|axis| {
            let low = a[axis].min(b[axis]).max(c[axis].min(d[axis]));
            (low, a[axis].max(b[axis]).min(c[axis].max(d[axis])))
        });
        let point = low.0 == low.1 && high.0 == high.1;
        return if point { Meeting::At([low.0, high.0]) } else { Meeting::Cross };
    }
    let ends = [(sides[0], c), (sides[1], d), (sides[2], a), (sides[3], b)];
    ends.iter().find(|end| end.0 == 0).map_or(Meeting::Cross, |end| Meeting::At(end.1))
}

impl Table {
    fn new(outline: &Outline) -> Self {
        let mut edges = Vec::with_capacity(outline.vertices());
        let wide = |p: Point| p.map(i64::from);
        for (ring, traced) in outline.rings.iter().enumerate() {
            let (n, begin) = (traced.points.len(), edges.len());
            for i in 0..n {
                edges.push(Edge {
                    ends: [wide(traced.points[i]), wide(traced.points[(i + 1) % n])],
                    ring,
                    index: begin + i,
                    next: begin + (i + 1) % n,
                    previous: begin + (i + n - 1) % n,
                });
            }
        }
        let ends: Vec<_> = edges.iter().map(|e| e.ends).collect();
        Self { grid: Grid::new(&ends), edges }
    }

    /// Where the ring of an edge comes from and goes to at a point of the edge.
    fn around(&self, p: [i64; 2], edge: &Edge) -> [[i64; 2]; 2] {
        if p == edge.ends[0] {
            [self.edges[edge.previous].ends[0], edge.ends[1]]
        } else if p == edge.ends[1] {
            [edge.ends[0], self.edges[edge.next].ends[1]]
        } else {
            edge.ends
        }
    }

    /// Returns `true` if the rings of two edges change sides at a point of both.
    fn cross_at(&self, p: [i64; 2], e: &Edge, f: &Edge) -> bool {
        let [from, to] = self.around(p, e);
        let sides = self.around(p, f).map(|q| within(p, to, from, q));
        sides[0] != sides[1]
    }

    /// The ring right around ring `index`.
    fn parent(&self, outline: &Outline, index: usize) -> Option<usize> {
        let points = &outline.rings[index].points;
        let first = *points.iter().min_by_key(|p| (p[1], p[0]))?;
        let at = points.iter().position(|&p| p == first)?;
        let n = points.len();
        let wide = |p: Point| p.map(i64::from);
        let p = wide(first);
        // The edge by which the ring goes down on its left side.
        let (a, b) = (wide(points[(at + 1) % n]), wide(points[(at + n - 1) % n]));
        let left = if turn(p, a, b) > 0 { b } else { a };
        let mut met = Vec::new();
        self.grid.leftward(p, |edge| met.push(edge));
        met.sort_unstable();
        met.dedup();
        let mut holders: Vec<usize> = Vec::new();
        for edge in met {
            let edge = &self.edges[edge as usize];
            let [a, b] = edge.ends;
            let (top, bottom) = if a[1] < b[1] { (a, b) } else { (b, a) };
            if edge.ring == index || top[1] > p[1] || bottom[1] <= p[1] {
                continue;
            }
            let side = turn(top, bottom, p);
            let is_left = side < 0 || (side == 0 && turn(p, bottom, left) < 0);
            if is_left {
                holders.push(edge.ring);
            }
        }
        holders.sort_unstable();
        let odd = holders.chunk_by(|a, b| a == b).filter(|c| c.len() % 2 == 1).map(|c| c[0]);
        odd.min_by_key(|&ring| outline.rings[ring].doubled_area().abs())
    }
}

/// Returns `true` if direction p→q lies strictly between p→u and p→v, turning from x toward y.
fn within(p: [i64; 2], u: [i64; 2], v: [i64; 2], q: [i64; 2]) -> bool {
    if turn(p, u, v) > 0 {
        turn(p, u, q) > 0 && turn(p, q, v) > 0
    } else {
        !(turn(p, v, q) >= 0 && turn(p, q, u) >= 0)
    }
}
