//! Which diagonals cut one ring into the fewest convex pieces?
//!
//! Method: dynamic programming over the parts that a diagonal (i, k) cuts off, i < k, with a reflex
//! corner at one end at least (J. M. Keil, "Decomposing a polygon into simpler components", 1985;
//! Keil and J. Snoeyink, "On the time bound for convex decomposition of simple polygons", 2002). Of
//! each part it keeps the fewest diagonals, and for those the narrowest base pieces: the neighbor of
//! i and the neighbor of k in the piece along the diagonal, pairs of which none is narrower at both
//! ends. A base piece is a fan of triangles at its reflex end; a triangle joins the base piece behind
//! it if both corners stay convex. The pairs are scanned, not popped from a deque as in the paper:
//! lists are short, and answers stay in place for walking them back.
//!
//! Where three vertices lie on one line a fan may hide behind the middle one: then there may be no
//! answer, or one with a piece or two more than the least. Error: none. Cost: the pairs of corners
//! that see each other, a reflex one among them, times what both see.

use super::cross;
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

/// What lies behind a pair: diagonals inside, and a stretch of all base pieces.
#[derive(Clone, Copy)]
struct Part {
    cost: u32,
    first: u32,
    end: u32,
}

struct Table<'a> {
    ring: &'a [Point],
    reflex: &'a [bool],
    /// The number of the part behind each pair, [`NONE`] without one.
    numbers: Vec<u32>,
    parts: Vec<Part>,
    bases: Vec<Base>,
    /// For each corner the later ones to which it has a part, and that part.
    later: Vec<Vec<(u16, u32)>>,
}

/// Cuts a ring of positive area into pieces, each given by its triangles. The first corner must be
/// reflex; `seen` has the corners that each reflex corner sees, without its neighbors.
pub(super) fn partition(
    ring: &[Point],
    reflex: &[bool],
    seen: &[Vec<u16>],
) -> Option<Vec<Vec<[u32; 3]>>> {
    let n = ring.len();
    let mut table = Table {
        ring,
        reflex,
        numbers: vec![NONE; n * n],
        parts: Vec::new(),
        bases: Vec::new(),
        later: vec![Vec::new(); n],
    };
    for i in 0..n - 1 {
        table.push(i, i + 1, 0);
    }
    let mut pairs: Vec<(usize, usize)> = vec![(n - 1, 0)];
    for (i, seen) in seen.iter().enumerate() {
        for k in seen.iter().map(|k| usize::from(*k)) {
            let first = i.min(k);
            if k > i || !reflex[k] {
                pairs.push((i.abs_diff(k), first));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    for (length, i) in pairs {
        table.fill(i, i + length);
    }
    table.cut()
}

impl Table<'_> {
    fn push(&mut self, i: usize, k: usize, cost: u32) {
        let number = self.parts.len() as u32;
        self.numbers[i * self.ring.len() + k] = number;
        self.later[i].push((k as u16, number));
        let end = self.bases.len() as u32;
        self.parts.push(Part { cost, first: end, end });
    }

    fn part(&self, i: usize, k: usize) -> Option<Part> {
        self.parts.get(self.numbers[i * self.ring.len() + k] as usize).copied()
    }

    fn bases(&self, part: Part) -> &[Base] {
        &self.bases[part.first as usize..part.end as usize]
    }

    /// Finds the best of the part behind (i, k), from all third corners of the triangle on it.
    fn fill(&mut self, i: usize, k: usize) {
        let mut best = Best { cost: NONE, bases: Vec::new() };
        for &(third, number) in &self.later[i] {
            let j = usize::from(third);
            if j >= k {
                continue;
            }
            let (left, Some(right)) = (self.parts[number as usize], self.part(j, k)) else {
                continue;
            };
            // A side that is an edge of the ring needs no diagonal.
            let (cut_left, cut_right) = (u32::from(j > i + 1), u32::from(k > j + 1));
            let cost = left.cost + right.cost + cut_left + cut_right;
            if cost > best.cost.saturating_add(1) {
                continue;
            }
            best.offer(cost, Base { a: third, b: third, third, joined: NONE });
            // The fan is at i, or else at k: the triangle may join what is behind (i, j), (j, k).
            if self.reflex[i] && cut_left == 1 {
                for (joined, base) in (0..).zip(self.bases(left)) {
                    if self.turns(base.b.into(), j, k) && self.turns(k, i, base.a.into()) {
                        best.offer(cost - 1, Base { a: base.a, b: third, third, joined });
                    }
                }
            } else if !self.reflex[i] && cut_right == 1 {
                for (joined, base) in (0..).zip(self.bases(right)) {
                    if self.turns(i, j, base.a.into()) && self.turns(base.b.into(), k, i) {
                        best.offer(cost - 1, Base { a: third, b: base.b, third, joined });
                    }
                }
            }
        }
        if best.cost != NONE {
            self.push(i, k, best.cost);
            self.bases.extend(best.bases);
            if let Some(part) = self.parts.last_mut() {
                part.end = self.bases.len() as u32;
            }
        }
    }

    /// Returns `true` if three corners turn left or go straight on.
    fn turns(&self, a: usize, b: usize, c: usize) -> bool {
        cross(self.ring[a], self.ring[b], self.ring[c]) >= 0
    }

    /// Walks the choices back.
    fn cut(&self) -> Option<Vec<Vec<[u32; 3]>>> {
        let mut pieces = Vec::new();
        let mut open = vec![(0, self.ring.len() - 1)];
        while let Some((mut i, mut k)) = open.pop() {
            let mut piece = Vec::new();
            let mut choice = 0;
            while k > i + 1 {
                let base = *self.bases(self.part(i, k)?).get(choice)?;
                let j = usize::from(base.third);
                piece.push([i as u32, j as u32, k as u32]);
                let (fan, rest) = if self.reflex[i] { ((i, j), (j, k)) } else { ((j, k), (i, j)) };
                open.push(rest);
                if base.joined == NONE {
                    open.push(fan);
                    break;
                }
                choice = base.joined as usize;
                (i, k) = fan;
            }
            if !piece.is_empty() {
                pieces.push(piece);
            }
        }
        Some(pieces)
    }
}

/// The best of a part so far.
struct Best {
    cost: u32,
    bases: Vec<Base>,
}

impl Best {
    fn offer(&mut self, cost: u32, base: Base) {
        if cost > self.cost {
            return;
        }
        if cost < self.cost {
            self.cost = cost;
            self.bases.clear();
        }
        if self.bases.iter().any(|other| other.a >= base.a && other.b <= base.b) {
            return;
        }
        self.bases.retain(|other| other.a > base.a || other.b < base.b);
        self.bases.push(base);
    }
}
