//! Into which triangles does the solid between rings fall?
//!
//! Method: the plane sweep of S. Hertel and K. Mehlhorn ("Fast triangulation of simple polygons",
//! 1983). Between two neighboring edges of the status lies the area that is still open, with a chain
//! of vertices to its left: what is triangulated already ends there. A vertex makes a triangle with
//! every edge of the chain that it strictly sees. Where two areas merge, both chains wait for the
//! next vertex, which sees the merging one. An edge that a vertex of another ring touches is cut
//! there. Neighbors in the status are tested for a crossing (M. I. Shamos and D. Hoey, 1976).
//!
//! Frame: "above" is left of an edge from its smaller end, which is where positive area turns x
//! toward y. Error: none. Cost: O(n log n).

use super::cross;
use crate::Point;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

/// An edge from its smaller end, with the solid above it or below.
#[derive(Clone, Copy, Debug)]
struct Wall {
    lo: u32,
    hi: u32,
    filled_above: bool,
}

/// Returns triangles of positive area that fill the solid to the left of all edges, as indices
/// of sorted points; `None` if edges cross or run along each other.
pub(super) fn triangulate(points: &[Point], edges: &[[u32; 2]]) -> Option<Vec<[u32; 3]>> {
    let wall = |&[a, b]: &[u32; 2]| Wall { lo: a.min(b), hi: a.max(b), filled_above: a < b };
    let mut walls: Vec<Wall> = edges.iter().map(wall).collect();
    walls.sort_unstable_by_key(|wall| wall.lo);
    let mut sweep = Sweep {
        points,
        status: BTreeMap::new(),
        areas: Vec::with_capacity(walls.len()),
        triangles: Vec::with_capacity(walls.len()),
    };
    let mut rest = walls.as_slice();
    for p in 0..points.len() as u32 {
        let (starting, later) = rest.split_at(rest.partition_point(|wall| wall.lo == p));
        rest = later;
        sweep.event(p, starting.to_vec())?;
    }
    Some(sweep.triangles)
}

/// A segment from its smaller end, ordered from below. A probe is a point, right below what passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    a: Point,
    b: Point,
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        if other.a > self.a {
            return other.cmp(self).reverse();
        }
        let side = |point| cross(other.a, other.b, point).cmp(&0);
        match side(self.a) {
            Ordering::Equal if self.a == self.b => Ordering::Less,
            Ordering::Equal => side(self.b),
            side => side,
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Key {
    /// Returns `true` if the inner part of one passes the inner part of the other.
    fn crosses(self, other: Self) -> bool {
        let sides =
            |a: Self, b: Self| cross(a.a, a.b, b.a).signum() * cross(a.a, a.b, b.b).signum();
        sides(self, other) < 0 && sides(other, self) < 0
    }
}

/// A chain of vertices, from the wall below to the wall above.
type Chain = VecDeque<u32>;

/// The open area between a wall and the next one above: the chain to its left. After a merge there
/// are two that share the merging vertex.
struct Area {
    chain: Chain,
    upper: Option<Chain>,
}

struct Sweep<'a> {
    points: &'a [Point],
    /// The walls that the sweep line meets, each with the number of the area above it.
    status: BTreeMap<Key, (Wall, usize)>,
    areas: Vec<Option<Area>>,
    triangles: Vec<[u32; 3]>,
}

impl Sweep<'_> {
    fn key(&self, wall: &Wall) -> Key {
        Key { a: self.points[wall.lo as usize], b: self.points[wall.hi as usize] }
    }

    fn event(&mut self, p: u32, mut starting: Vec<Wall>) -> Option<()> {
        let at = self.points[p as usize];
        let probe = Key { a: at, b: at };
        let up = self.status.range(probe..).map(|(key, (wall, number))| (*key, *wall, *number));
        let ended: Vec<(Key, Wall, usize)> =
            up.take_while(|(key, ..)| cross(key.a, key.b, at) == 0).collect();
        // What only touches here goes on from here.
        let touching = ended.iter().filter(|(_, wall, _)| wall.hi != p);
        starting.extend(touching.map(|(_, wall, _)| Wall { lo: p, ..*wall }));
        starting.sort_unstable_by_key(|wall| self.key(wall));
        let outer = self.status.range(..probe).next_back().map(|(_, (_, number))| *number);
        let outer_area = outer.and_then(|number| self.areas[number].take());
        let (below, above) = if ended.is_empty() {
            outer_area.map_or((None, None), |area| {
                let (below, above) = self.split(area, p);
                (Some(below), Some(above))
            })
        } else {
            let mut top = None;
            for (key, _, number) in &ended {
                if let Some(closed) = top.take() {
                    self.close(&closed, p);
                }
                self.status.remove(key);
                top = self.areas[*number].take();
            }
            let below = outer_area.map(|area| self.end_above(area, p));
            (below, top.map(|area| self.end_below(area, p)))
        };
        if self.meet(probe, &starting) {
            return None;
        }
        let lowest = self.start(p, &starting, below, above);
        if let Some(number) = outer {
            self.areas[number] = lowest;
        }
        Some(())
    }

    /// Returns `true` if walls that start here cross the next ones or each other, or run along each
    /// other.
    fn meet(&self, probe: Key, starting: &[Wall]) -> bool {
        let starting: Vec<Key> = starting.iter().map(|wall| self.key(wall)).collect();
        let below = self.status.range(..probe).next_back().map(|(key, _)| *key);
        let above = self.status.range(probe..).next().map(|(key, _)| *key);
        let ends = [below, starting.first().copied(), starting.last().copied(), above];
        let ends: Vec<Key> = ends.into_iter().flatten().collect();
        starting.windows(2).any(|two| two[0].cmp(&two[1]) == Ordering::Equal)
            || ends.windows(2).any(|two| two[0].crosses(two[1]))
    }

    /// Puts walls into the status; returns the area below them.
    fn start(
        &mut self,
        p: u32,
        starting: &[Wall],
        below: Option<Chain>,
        above: Option<Chain>,
    ) -> Option<Area> {
        let Some(last) = starting.last() else {
            return below.map(|chain| Area { chain, upper: above });
        };
        for wall in starting {
            let area = Area { chain: Chain::from([p]), upper: None };
            self.insert(*wall, wall.filled_above.then_some(area));
        }
        if let Some(chain) = above {
            self.insert(*last, Some(Area { chain, upper: None }));
        }
        below.map(|chain| Area { chain, upper: None })
    }

    fn insert(&mut self, wall: Wall, above: Option<Area>) {
        self.status.insert(self.key(&wall), (wall, self.areas.len()));
        self.areas.push(above);
    }

    /// Ends an area in a point where both its walls meet.
    fn close(&mut self, area: &Area, p: u32) {
        self.fan(&area.chain, p);
        area.upper.iter().for_each(|upper| self.fan(upper, p));
    }

    /// Takes in a point on the wall above.
    fn end_above(&mut self, area: Area, p: u32) -> Chain {
        area.upper.iter().for_each(|upper| self.fan(upper, p));
        self.push_top(area.chain, p)
    }

    /// Takes in a point on the wall below.
    fn end_below(&mut self, area: Area, p: u32) -> Chain {
        let Some(upper) = area.upper else { return self.push_bottom(area.chain, p) };
        self.fan(&area.chain, p);
        self.push_bottom(upper, p)
    }

    /// Takes in a point between the walls, which cuts the area in two.
    fn split(&mut self, area: Area, p: u32) -> (Chain, Chain) {
        if let Some(upper) = area.upper {
            return (self.push_top(area.chain, p), self.push_bottom(upper, p));
        }
        // The newest vertex is at one of the ends, and the new one sees it.
        match (area.chain.front(), area.chain.back()) {
            (Some(&front), Some(&back)) if front > back => {
                (Chain::from([front, p]), self.push_bottom(area.chain, p))
            }
            (_, Some(&back)) => (self.push_top(area.chain, p), Chain::from([p, back])),
            _ => (Chain::from([p]), Chain::from([p])),
        }
    }

    fn push_top(&mut self, mut chain: Chain, p: u32) -> Chain {
        while let (Some(&b), Some(&a)) = (chain.back(), chain.iter().nth_back(1)) {
            if !self.emit(a, p, b) {
                break;
            }
            chain.pop_back();
        }
        chain.push_back(p);
        chain
    }

    fn push_bottom(&mut self, mut chain: Chain, p: u32) -> Chain {
        while let (Some(&a), Some(&b)) = (chain.front(), chain.get(1)) {
            if !self.emit(a, p, b) {
                break;
            }
            chain.pop_front();
        }
        chain.push_front(p);
        chain
    }

    fn fan(&mut self, chain: &Chain, p: u32) {
        for (&a, &b) in chain.iter().zip(chain.iter().skip(1)) {
            self.emit(a, p, b);
        }
    }

    /// Adds the triangle of an edge of a chain and a point to its right; `false` if the point does
    /// not see the edge.
    fn emit(&mut self, a: u32, p: u32, b: u32) -> bool {
        let [from, at, to] = [a, p, b].map(|i| self.points[i as usize]);
        let seen = cross(from, at, to) > 0;
        if seen {
            self.triangles.push([a, p, b]);
        }
        seen
    }
}
