//! Which diagonals cut one ring into the fewest convex pieces?
//!
//! Method: dynamic programming over the parts that a diagonal (i, k) cuts off, i < k, with a reflex
//! corner at one end at least (J. M. Keil, "Decomposing a polygon into simpler components", 1985;
//! Keil and Snoeyink 2002). Of each part it keeps the fewest diagonals, and for those the narrowest
//! base pieces: the neighbor of i and the neighbor of k in the piece along the diagonal, pairs of
//! which none is narrower at both ends. A base piece is a fan of triangles at its reflex end; a
//! triangle joins the base piece behind it if both corners stay convex.
//!
//! The ring may run along bridges twice. Where three vertices lie on one line a fan may hide behind
//! the middle one: then the ring is halved by some diagonal, and what it falls into may be a piece
//! or two more than the least. The pairs are scanned, not popped from a deque as in the paper:
//! lists are short, and answers stay in place for walking them back.

use super::visible::{Corner, edges_of, sees};
use super::{OPTIMAL, cross};
use crate::Point;

const NONE: u32 = u32::MAX;

/// A base piece: its neighbors of i and k, the last triangle's third corner, and the base piece
/// that this triangle joins.
#[derive(Clone, Copy)]
struct Base {
    a: u16,
    b: u16,
    third: u16,
    joined: u32,
}

#[derive(Clone, Default)]
struct Part {
    /// Diagonals inside; `None` if the base is no diagonal.
    cost: Option<u32>,
    bases: Vec<Base>,
}

impl Part {
    fn offer(&mut self, cost: u32, base: Base) {
        let best = self.cost.unwrap_or(NONE);
        if cost > best {
            return;
        }
        if cost < best {
            self.cost = Some(cost);
            self.bases.clear();
        }
        if self.bases.iter().any(|other| other.a >= base.a && other.b <= base.b) {
            return;
        }
        self.bases.retain(|other| other.a > base.a || other.b < base.b);
        self.bases.push(base);
    }
}

/// Cuts a ring of positive area; `None` if it crosses itself.
pub(super) fn partition(ring: &[Point]) -> Option<Vec<Vec<Point>>> {
    let n = ring.len();
    let Some(first) = (0..n).find(|i| Corner::of(ring, *i).is_reflex()) else {
        return Some(vec![ring.to_vec()]);
    };
    if n <= OPTIMAL {
        let ring: Vec<Point> = (0..n).map(|i| ring[(first + i) % n]).collect();
        if let Some(pieces) = Table::new(&ring).cut() {
            return Some(pieces);
        }
    }
    let (one, other) = halve(ring)?;
    let mut all = partition(&one)?;
    all.extend(partition(&other)?);
    Some(all)
}

/// Two rings of about the same length, cut by a diagonal at a reflex corner.
fn halve(ring: &[Point]) -> Option<(Vec<Point>, Vec<Point>)> {
    let n = ring.len();
    let edges: Vec<[Point; 2]> = edges_of(ring).collect();
    let reflex: Vec<usize> = (0..n).filter(|i| Corner::of(ring, *i).is_reflex()).collect();
    // The most even cut first, over all reflex corners.
    for off in 0..=n / 2 {
        for i in &reflex {
            for length in [n / 2 - off, n / 2 + off] {
                if length < 2 || length > n - 2 {
                    continue;
                }
                let k = (i + length) % n;
                if sees(Corner::of(ring, *i), Corner::of(ring, k), &edges) {
                    let one = (0..=length).map(|s| ring[(i + s) % n]).collect();
                    let other = (length..=n).map(|s| ring[(i + s) % n]).collect();
                    return Some((one, other));
                }
            }
        }
    }
    None
}

struct Table<'a> {
    ring: &'a [Point],
    reflex: Vec<bool>,
    parts: Vec<Part>,
}

impl<'a> Table<'a> {
    /// The first corner must be reflex.
    fn new(ring: &'a [Point]) -> Self {
        let n = ring.len();
        let corners: Vec<Corner> = (0..n).map(|i| Corner::of(ring, i)).collect();
        let reflex: Vec<bool> = corners.iter().map(|c| c.is_reflex()).collect();
        let edges: Vec<[Point; 2]> = edges_of(ring).collect();
        let mut table = Self { ring, reflex, parts: vec![Part::default(); n * n] };
        for i in 0..n - 1 {
            table.parts[i * n + i + 1].cost = Some(0);
        }
        for length in 2..n {
            for i in 0..n - length {
                let k = i + length;
                let whole = length == n - 1;
                let candidate = table.reflex[i] || table.reflex[k];
                if whole || (candidate && sees(corners[i], corners[k], &edges)) {
                    table.fill(i, k);
                }
            }
        }
        table
    }

    fn part(&self, i: usize, k: usize) -> &Part {
        &self.parts[i * self.ring.len() + k]
    }

    /// Finds the best of the part behind (i, k), from all third corners of the triangle on it.
    fn fill(&mut self, i: usize, k: usize) {
        let mut part = Part::default();
        for j in i + 1..k {
            let (Some(left), Some(right)) = (self.part(i, j).cost, self.part(j, k).cost) else {
                continue;
            };
            // A side that is an edge of the ring needs no diagonal.
            let (cut_left, cut_right) = (u32::from(j > i + 1), u32::from(k > j + 1));
            let cost = left + right + cut_left + cut_right;
            let third = j as u16;
            part.offer(cost, Base { a: third, b: third, third, joined: NONE });
            // The fan is at i, or else at k: the triangle may join what is behind (i, j), (j, k).
            if self.reflex[i] && cut_left == 1 {
                for (joined, base) in (0..).zip(&self.part(i, j).bases) {
                    if self.turns(base.b.into(), j, k) && self.turns(k, i, base.a.into()) {
                        part.offer(cost - 1, Base { a: base.a, b: third, third, joined });
                    }
                }
            } else if !self.reflex[i] && cut_right == 1 {
                for (joined, base) in (0..).zip(&self.part(j, k).bases) {
                    if self.turns(i, j, base.a.into()) && self.turns(base.b.into(), k, i) {
                        part.offer(cost - 1, Base { a: third, b: base.b, third, joined });
                    }
                }
            }
        }
        let at = i * self.ring.len() + k;
        self.parts[at] = part;
    }

    /// Returns `true` if three corners turn left or go straight on.
    fn turns(&self, a: usize, b: usize, c: usize) -> bool {
        cross(self.ring[a], self.ring[b], self.ring[c]) >= 0
    }

    /// Walks the choices back.
    fn cut(&self) -> Option<Vec<Vec<Point>>> {
        let mut pieces = Vec::new();
        let mut open = vec![(0, self.ring.len() - 1)];
        while let Some((mut i, mut k)) = open.pop() {
            let mut corners = vec![i, k];
            let mut choice = 0;
            while k > i + 1 {
                let base = *self.part(i, k).bases.get(choice)?;
                let j = usize::from(base.third);
                corners.push(j);
                let (fan, rest) = if self.reflex[i] { ((i, j), (j, k)) } else { ((j, k), (i, j)) };
                open.push(rest);
                if base.joined == NONE {
                    open.push(fan);
                    break;
                }
                choice = base.joined as usize;
                (i, k) = fan;
            }
            corners.sort_unstable();
            if corners.len() > 2 {
                pieces.push(corners.into_iter().map(|i| self.ring[i]).collect());
            }
        }
        Some(pieces)
    }
}
