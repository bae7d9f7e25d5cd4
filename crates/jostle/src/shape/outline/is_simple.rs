//! A test that a ring neither crosses nor touches itself.
//!
//! Method: a ring that is all visible from one point is simple, which takes an orientation an edge.
//! For other rings with few edges, all pairs with overlapping boxes are tested, eight at a time.
//! For more edges it is a plane sweep (M. I. Shamos and D. Hoey, "Geometric intersection problems",
//! 1976) over the vertices in lexicographic order. In a ring every vertex begins two edges, ends
//! two, or replaces one by another, and only a vertex that begins two needs a search in the status.
//! Two edges that become neighbors are in order at the sweep line, so they stay apart if the end
//! that comes first is still on its side: one orientation for each pair of neighbors. The status is
//! a list of short lists; an edge stores its own.
//!
//! `false` is no proof: everything that touches, or only seems to, goes through `arrangement`,
//! which finds the fault. Error: none; orientations are exact. Cost: O(n log n) orientations, and
//! O(n √n) moved numbers at worst.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::exact::orient2d::{lexicographic, orient2d};
use crate::math::simd::{F32x8, Kernel, WIDTH, dispatch};
use crate::math::sort::{ordered, sort_by};
use crate::math::{DVec2, Vec2};

/// Up to this number of edges, all pairs are tested.
const FEW: usize = 160;
/// So often a point goes around a ring, at most, until it sees all of it.
const ROUNDS: usize = 4;

/// Returns `true` if the edges of a ring of at least three vertices, none repeated in a row or
/// straight, meet nowhere but each and the next in the vertex between; `false` where that is not
/// clear.
#[inline(never)]
pub(crate) fn is_simple(ring: &[Vec2]) -> bool {
    is_star(ring) || if ring.len() <= FEW { dispatch(AllPairs { ring }) } else { sweep(ring) }
}

/// Returns `true` if there is a point around which the vertices of a positive ring go once, each
/// step a turn to the left by less than half a round: then the distance from there is a function of
/// the angle, and nothing meets. `false` where no such point is at hand.
fn is_star(ring: &[Vec2]) -> bool {
    let sum = ring.iter().fold(DVec2::ZERO, |sum, p| sum + DVec2::from(*p));
    let mean = sum * (1.0 / ring.len() as f64);
    sees_all(mean.round(), ring) || nearby_view(mean, ring).is_some_and(|at| sees_all(at, ring))
}

/// Exact. As a rule the first few vertices of what is no star say so.
fn sees_all(at: Vec2, ring: &[Vec2]) -> bool {
    let Some(mut last) = ring.last() else { return false };
    // Whether a vertex is at an angle below half a round; every round comes there once.
    let upper = |p: &Vec2| p.y > at.y || (p.y == at.y && p.x > at.x);
    let mut rounds = 0;
    for p in ring {
        if orient2d(at, *last, *p) != Ordering::Greater {
            return false;
        }
        rounds += u32::from(upper(p) && !upper(last));
        last = p;
    }
    rounds == 1
}

/// A point near another that is to the left of all edges, as far as rounding shows: it is mirrored
/// in the edges that it is to the right of, one after the other (T. S. Motzkin and I. J.
/// Schoenberg, "The relaxation method for linear inequalities", 1954). None where more than a few
/// of them are.
fn nearby_view(mut at: DVec2, ring: &[Vec2]) -> Option<Vec2> {
    let mut last = DVec2::from(*ring.last()?);
    let (mut moves, mut seen) = (0, 0);
    // A few edges are compared with each other faster.
    let most = (ring.len() / 8).clamp(2, 16);
    for _ in 0..ROUNDS {
        let before = moves;
        for p in ring {
            let p = DVec2::from(*p);
            let e = p - last;
            let height = e.cross(at - last);
            if height < 0.0 {
                at -= e.left() * (2.0 * height / e.dot(e));
                moves += 1;
                if moves > most + seen / 8 {
                    return None;
                }
            }
            seen += 1;
            last = p;
        }
        if moves == before {
            break;
        }
    }
    Some(at.round())
}

/// All pairs of edges, by their boxes.
struct AllPairs<'a> {
    ring: &'a [Vec2],
}

impl Kernel for AllPairs<'_> {
    type Answer = bool;

    #[inline(always)]
    fn run<L: F32x8>(self) -> bool {
        let (ring, n) = (self.ring, self.ring.len());
        // Boxes as columns of low x, low y, high x and high y; there is nothing at infinity.
        let mut columns = [[[f32::INFINITY; WIDTH]; 4]; FEW / WIDTH];
        let mut last = ring[n - 1];
        // Edge i ends at vertex i.
        for (i, p) in ring.iter().enumerate() {
            let (column, lane) = (&mut columns[i / WIDTH], i % WIDTH);
            let sorted = |a: f32, b: f32| if b < a { [b, a] } else { [a, b] };
            [column[0][lane], column[2][lane]] = sorted(last.x, p.x);
            [column[1][lane], column[3][lane]] = sorted(last.y, p.y);
            last = *p;
        }
        let edge = |i: usize| [ring[if i == 0 { n - 1 } else { i - 1 }], ring[i]];
        for i in 0..n - 2 {
            let own = columns[i / WIDTH].map(|side| L::splat(side[i % WIDTH]));
            // The next edge is a neighbor, and so is the last of the first.
            let first = i + 2;
            for (block, column) in
                columns.iter().enumerate().take(n.div_ceil(WIDTH)).skip(first / WIDTH)
            {
                let [low_x, low_y, high_x, high_y] = [0, 1, 2, 3].map(|k| L::load(&column[k]));
                let out = low_x.gt(own[2]).or(own[0].gt(high_x));
                let out = out.or(low_y.gt(own[3])).or(own[1].gt(high_y));
                let mut near = !out.mask();
                if block == first / WIDTH {
                    near &= u8::MAX << (first % WIDTH);
                }
                while near != 0 {
                    let j = block * WIDTH + near.trailing_zeros() as usize;
                    near &= near - 1;
                    if j + 1 == n && i == 0 {
                        continue;
                    }
                    if !apart(edge(i), edge(j)) {
                        return false;
                    }
                }
            }
        }
        // Neighbors that run back over each other.
        (0..n).all(|i| {
            let [p, q] = edge(i);
            orient2d(p, q, ring[if i + 1 == n { 0 } else { i + 1 }]) != Ordering::Equal
        })
    }
}

/// Returns `true` if two closed segments are clearly apart: both ends of one strictly on one side
/// of the other.
#[inline(always)]
fn apart([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let same = |p: Ordering, q: Ordering| p == q && p != Ordering::Equal;
    same(orient2d(a, b, c), orient2d(a, b, d)) || same(orient2d(c, d, a), orient2d(c, d, b))
}

/// The vertices in lexicographic order; none if two are the same.
fn in_order(ring: &[Vec2]) -> Option<Vec<u32>> {
    let key = |(i, p): (u64, &Vec2)| u64::from(ordered(p.x)) << 32 | i;
    let mut keys: Vec<u64> = (0..).zip(ring).map(key).collect();
    keys.sort_unstable();
    let mut order: Vec<u32> = keys.iter().map(|key| *key as u32).collect();
    let at = |i: &u32| ring[*i as usize];
    for run in order.chunk_by_mut(|i, j| at(i).x == at(j).x) {
        if run.len() > 1 {
            sort_by(run, |i, j| lexicographic(at(i), at(j)));
            if run.windows(2).any(|two| at(&two[0]) == at(&two[1])) {
                return None;
            }
        }
    }
    Some(order)
}

fn sweep(ring: &[Vec2]) -> bool {
    swept(ring).is_some()
}

/// The status at the end of the sweep, if there is one.
fn swept(ring: &[Vec2]) -> Option<Status> {
    let order = in_order(ring)?;
    let mut next = ring.iter().skip(1).chain(ring.first());
    let edges = ring.iter().map(|a| {
        let b = next.next().unwrap_or(a);
        if lexicographic(*a, *b) == Ordering::Greater { [*b, *a] } else { [*a, *b] }
    });
    let mut status = Status::new(edges.collect());
    // Edge i starts at vertex i.
    for i in order {
        let (out, into) = (i, if i == 0 { ring.len() as u32 - 1 } else { i - 1 });
        status.pass(ring[i as usize], into, out)?;
    }
    Some(status)
}

/// The edges that the sweep line meets, from below to above.
struct Status {
    /// From the lexicographically smaller end.
    edges: Vec<[Vec2; 2]>,
    /// Short lists of edges; those that are in use are never empty.
    lists: Vec<Vec<u32>>,
    /// The lists in use, from below to above, and where in that order each is.
    order: Vec<u32>,
    place: Vec<u32>,
    /// The list of each edge.
    list_of: Vec<u32>,
    /// The length at which a list is cut in two.
    most: usize,
    /// How many edges were compared with a point.
    #[cfg(test)]
    compared: core::cell::Cell<usize>,
}

/// A place in the order of lists, and one in that list.
type Spot = (usize, usize);

impl Status {
    fn new(edges: Vec<[Vec2; 2]>) -> Self {
        let mut most = 32;
        while most * most < edges.len() {
            most *= 2;
        }
        let list_of = alloc::vec![0; edges.len()];
        Self {
            edges,
            lists: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            list_of,
            most,
            #[cfg(test)]
            compared: core::cell::Cell::default(),
        }
    }

    /// Moves the sweep over a vertex and its two edges. Returns `None` if something may touch.
    fn pass(&mut self, at: Vec2, into: u32, out: u32) -> Option<()> {
        let far = |edge: u32| {
            let [low, high] = self.edges[edge as usize];
            if low == at { (true, high) } else { (false, low) }
        };
        let ((into_starts, p), (out_starts, q)) = (far(into), far(out));
        match (into_starts, out_starts) {
            (true, true) => {
                let pair = match orient2d(at, p, q) {
                    Ordering::Greater => [into, out],
                    Ordering::Less => [out, into],
                    Ordering::Equal => return None,
                };
                let spot = self.find(at)?;
                self.check(self.before(spot), Some(pair[0]))?;
                self.check(Some(pair[1]), self.at(spot))?;
                self.insert(spot, pair);
            }
            (false, false) => {
                if orient2d(at, p, q) == Ordering::Equal {
                    return None;
                }
                let (first, second) = (self.spot(into)?, self.spot(out)?);
                let [low, high] = if first < second { [first, second] } else { [second, first] };
                if self.after(low) != self.at(high) {
                    return None;
                }
                self.check(self.before(low), self.after(high))?;
                // The upper one first: it does not move the lower.
                self.remove(high);
                self.remove(low);
            }
            _ => {
                let (old, new) = if into_starts { (out, into) } else { (into, out) };
                let spot = self.spot(old)?;
                self.check(self.before(spot), Some(new))?;
                self.check(Some(new), self.after(spot))?;
                let list = self.order[spot.0];
                self.lists[list as usize][spot.1] = new;
                self.list_of[new as usize] = list;
            }
        }
        Some(())
    }

    /// Checks that two neighbors keep their order until the first of them ends.
    fn check(&self, below: Option<u32>, above: Option<u32>) -> Option<()> {
        let (Some(below), Some(above)) = (below, above) else { return Some(()) };
        let ([a, b], [c, d]) = (self.edges[below as usize], self.edges[above as usize]);
        let kept = match lexicographic(b, d) {
            Ordering::Less => orient2d(c, d, b) == Ordering::Less,
            Ordering::Greater => orient2d(a, b, d) == Ordering::Greater,
            Ordering::Equal => true,
        };
        kept.then_some(())
    }

    /// The first place above a point; none if the point lies on an edge.
    fn find(&self, point: Vec2) -> Option<Spot> {
        let mut clear = true;
        let mut is_below = |edge: u32| {
            let [low, high] = self.edges[edge as usize];
            let side = orient2d(low, high, point);
            #[cfg(test)]
            self.compared.set(self.compared.get() + 1);
            clear &= side != Ordering::Equal;
            side == Ordering::Greater
        };
        let lists = self.order.partition_point(|list| is_below(self.lists[*list as usize][0]));
        let spot = match lists.checked_sub(1) {
            None => (0, 0),
            Some(list) => {
                let own = &self.lists[self.order[list] as usize];
                (list, own.partition_point(|edge| is_below(*edge)))
            }
        };
        clear.then_some(spot)
    }

    fn list(&self, place: usize) -> Option<&[u32]> {
        Some(&self.lists[*self.order.get(place)? as usize])
    }

    /// The edge at a place, or the first of the next list.
    fn at(&self, (place, i): Spot) -> Option<u32> {
        let own = self.list(place)?.get(i);
        own.or_else(|| self.list(place + 1)?.first()).copied()
    }

    fn after(&self, (place, i): Spot) -> Option<u32> {
        self.at((place, i + 1))
    }

    fn before(&self, (place, i): Spot) -> Option<u32> {
        if i > 0 {
            return self.list(place)?.get(i - 1).copied();
        }
        self.list(place.checked_sub(1)?)?.last().copied()
    }

    /// Where an edge is.
    fn spot(&self, edge: u32) -> Option<Spot> {
        let list = self.list_of[edge as usize];
        let i = self.lists[list as usize].iter().position(|e| *e == edge)?;
        Some((self.place[list as usize] as usize, i))
    }

    fn insert(&mut self, (place, i): Spot, pair: [u32; 2]) {
        if self.order.is_empty() {
            self.open(0, Vec::new());
        }
        let list = self.order[place];
        for edge in pair {
            self.list_of[edge as usize] = list;
        }
        let own = &mut self.lists[list as usize];
        own.splice(i..i, pair);
        if own.len() > self.most {
            let upper = own.split_off(own.len() / 2);
            self.open(place + 1, upper);
        }
    }

    /// Takes a new list into use.
    fn open(&mut self, place: usize, edges: Vec<u32>) {
        let list = self.lists.len() as u32;
        for edge in &edges {
            self.list_of[*edge as usize] = list;
        }
        self.lists.push(edges);
        self.place.push(0);
        self.order.insert(place, list);
        self.renumber(place);
    }

    fn renumber(&mut self, from: usize) {
        for (place, list) in self.order.iter().enumerate().skip(from) {
            self.place[*list as usize] = place as u32;
        }
    }

    fn remove(&mut self, (place, i): Spot) {
        let own = &mut self.lists[self.order[place] as usize];
        own.remove(i);
        if own.is_empty() {
            self.order.remove(place);
            self.renumber(place);
        }
    }
}

#[cfg(test)]
mod tests;
