//! Triangulation of the area between edges.
//!
//! Method: the plane sweep of S. Hertel and K. Mehlhorn ("Fast triangulation of simple polygons",
//! 1983). Between two neighboring edges of the status lies a chain of vertices, the right border of
//! the part that is already triangulated. A new vertex makes a triangle with every chain edge that
//! it strictly sees. If two areas merge, their chains wait for the next vertex, which sees the
//! merging vertex because nothing lies between. Vertices may have any degree.
//!
//! Input is a planar graph (see `arrangement`). Sign: triangles turn x toward y, and all have area.
//! Error: none. Cost: O(n log n).

use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{Vec2, exact::orient2d::orient2d, sort::sort_by};
use crate::shape::outline::arrangement::Key;

/// An edge of the boundary, from its lexicographically smaller end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wall {
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    /// True if the area lies above (and not below).
    pub(crate) filled_above: bool,
}

/// Fills the area with triangles of vertex indices; points are sorted lexicographically.
pub(crate) fn triangulate(points: &[Vec2], mut walls: Vec<Wall>) -> Vec<[u32; 3]> {
    let far = |wall: &Wall| points[wall.hi as usize];
    sort_by(&mut walls, |a, b| {
        let at = points[a.lo as usize];
        a.lo.cmp(&b.lo).then_with(|| orient2d(at, far(a), far(b)).reverse())
    });
    let mut sweep = Sweep {
        points,
        status: BTreeMap::new(),
        areas: Vec::new(),
        triangles: Vec::with_capacity(walls.len()),
        ended: Vec::new(),
    };
    let mut next = 0;
    for p in 0..points.len() as u32 {
        let first = next;
        while walls.get(next).is_some_and(|wall| wall.lo == p) {
            next += 1;
        }
        sweep.event(p, &walls[first..next]);
    }
    sweep.triangles
}

/// The open area between a wall and the next one above: its left border, from the wall below to the
/// wall above. After a merge it is two chains that share the merging vertex.
#[derive(Debug)]
struct Area {
    chain: VecDeque<u32>,
    upper: Option<VecDeque<u32>>,
}

struct Sweep<'a> {
    points: &'a [Vec2],
    /// The walls that the sweep line meets, with the number of the area above each.
    status: BTreeMap<Key, usize>,
    areas: Vec<Option<Area>>,
    triangles: Vec<[u32; 3]>,
    ended: Vec<Key>,
}

impl Sweep<'_> {
    fn event(&mut self, p: u32, leaving: &[Wall]) {
        let at = self.points[p as usize];
        let probe = Key::probe(at);
        self.ended.clear();
        let range = self.status.range(probe..).map(|(key, _)| *key);
        self.ended.extend(range.take_while(|key| key.contains(at)));
        if self.ended.is_empty() && leaving.is_empty() {
            return;
        }
        let outer = self.status.range(..probe).next_back().map(|(_, number)| *number);
        let outer_area = outer.and_then(|number| self.areas[number].take());
        let (below, above) = if self.ended.is_empty() {
            outer_area.map_or((None, None), |area| {
                let (below, above) = self.split(area, p);
                (Some(below), Some(above))
            })
        } else {
            let mut top = None;
            for i in 0..self.ended.len() {
                if let Some(closed) = top.take() {
                    self.close(closed, p);
                }
                let number = self.status.remove(&self.ended[i]);
                top = number.and_then(|number| self.areas[number].take());
            }
            (
                outer_area.map(|area| self.end_above(area, p)),
                top.map(|area| self.end_below(area, p)),
            )
        };
        let lowest = match (leaving.last(), below, above) {
            (None, Some(chain), upper) => Some(Area { chain, upper }),
            (last, below, above) => {
                for wall in leaving {
                    let key = Key { a: at, b: self.points[wall.hi as usize] };
                    let start = Area { chain: VecDeque::from([p]), upper: None };
                    self.insert(key, wall.filled_above.then_some(start));
                }
                if let (Some(wall), Some(chain)) = (last, above) {
                    let key = Key { a: at, b: self.points[wall.hi as usize] };
                    self.insert(key, Some(Area { chain, upper: None }));
                }
                below.map(|chain| Area { chain, upper: None })
            }
        };
        if let Some(number) = outer {
            self.areas[number] = lowest;
        }
    }

    fn insert(&mut self, wall: Key, above: Option<Area>) {
        self.status.insert(wall, self.areas.len());
        self.areas.push(above);
    }

    /// Ends the area in a point where both its walls meet.
    fn close(&mut self, area: Area, p: u32) {
        self.fan(&area.chain, p);
        if let Some(upper) = area.upper {
            self.fan(&upper, p);
        }
    }

    /// Takes in a point on the wall above.
    fn end_above(&mut self, area: Area, p: u32) -> VecDeque<u32> {
        if let Some(upper) = area.upper {
            self.fan(&upper, p);
        }
        self.push_top(area.chain, p)
    }

    /// Takes in a point on the wall below.
    fn end_below(&mut self, area: Area, p: u32) -> VecDeque<u32> {
        let Some(upper) = area.upper else { return self.push_bottom(area.chain, p) };
        self.fan(&area.chain, p);
        self.push_bottom(upper, p)
    }

    /// Takes in a point between the walls, which cuts the area in two.
    fn split(&mut self, area: Area, p: u32) -> (VecDeque<u32>, VecDeque<u32>) {
        if let Some(upper) = area.upper {
            return (self.push_top(area.chain, p), self.push_bottom(upper, p));
        }
        // The newest vertex is at one of the ends, and the new one sees it.
        match (area.chain.front(), area.chain.back()) {
            (Some(&front), Some(&back)) if front > back => {
                (VecDeque::from([front, p]), self.push_bottom(area.chain, p))
            }
            (_, Some(&back)) => (self.push_top(area.chain, p), VecDeque::from([p, back])),
            _ => (VecDeque::from([p]), VecDeque::from([p])),
        }
    }

    fn push_top(&mut self, mut chain: VecDeque<u32>, p: u32) -> VecDeque<u32> {
        while let (Some(&b), Some(&a)) = (chain.back(), chain.iter().nth_back(1)) {
            if !self.emit(a, p, b) {
                break;
            }
            chain.pop_back();
        }
        chain.push_back(p);
        chain
    }

    fn push_bottom(&mut self, mut chain: VecDeque<u32>, p: u32) -> VecDeque<u32> {
        while let (Some(&a), Some(&b)) = (chain.front(), chain.get(1)) {
            if !self.emit(a, p, b) {
                break;
            }
            chain.pop_front();
        }
        chain.push_front(p);
        chain
    }

    fn fan(&mut self, chain: &VecDeque<u32>, p: u32) {
        for (&a, &b) in chain.iter().zip(chain.iter().skip(1)) {
            self.emit(a, p, b);
        }
    }

    /// Adds the triangle of a chain edge and a point to its right; `false` if the point does not
    /// see the edge.
    fn emit(&mut self, a: u32, p: u32, b: u32) -> bool {
        let [from, at, to] = [a, p, b].map(|i| self.points[i as usize]);
        let seen = orient2d(from, at, to) == Ordering::Greater;
        if seen {
            self.triangles.push([a, p, b]);
        }
        seen
    }
}
