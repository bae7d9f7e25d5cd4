//! Triangles side by side, and which of their common sides are cuts.
//!
//! Method: three half-edges for each triangle, counterclockwise where x turns toward y. A half-edge
//! is open where both its triangles belong to one piece, so pieces are what open half-edges join.
//! Error: none. Cost: O(n log n).

use super::cross;
use crate::Point;

pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Mesh {
    pub(super) points: Vec<Point>,
    /// The vertex at which each half-edge starts.
    pub(super) origin: Vec<u32>,
    /// The half-edge on the other side; [`NONE`] along the outline.
    pub(super) twin: Vec<u32>,
    /// True where both sides belong to one piece.
    pub(super) open: Vec<bool>,
}

pub(super) fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

pub(super) fn prev(h: u32) -> u32 {
    if h.is_multiple_of(3) { h + 2 } else { h - 1 }
}

/// The half-edges on the other side of each of the corners of triangles.
pub(super) fn twins(origin: &[u32]) -> Vec<u32> {
    let end = |h: usize| origin[next(h as u32) as usize];
    let key = |h: usize| (origin[h].min(end(h)), origin[h].max(end(h)), h as u32);
    let mut keys: Vec<(u32, u32, u32)> = (0..origin.len()).map(key).collect();
    keys.sort_unstable();
    let mut twin = vec![NONE; origin.len()];
    for two in keys.windows(2) {
        let ((a, b, g), (c, d, h)) = (two[0], two[1]);
        if (a, b) == (c, d) {
            (twin[g as usize], twin[h as usize]) = (h, g);
        }
    }
    twin
}

impl Mesh {
    pub(super) fn new(points: Vec<Point>, triangles: &[[u32; 3]]) -> Self {
        let origin: Vec<u32> = triangles.iter().flatten().copied().collect();
        let twin = twins(&origin);
        let open = vec![false; origin.len()];
        Self { points, origin, twin, open }
    }

    pub(super) fn at(&self, h: u32) -> Point {
        self.points[self.origin[h as usize] as usize]
    }

    pub(super) fn twin(&self, h: u32) -> Option<u32> {
        let twin = self.twin[h as usize];
        (twin != NONE).then_some(twin)
    }

    /// The square of the length of an edge.
    pub(super) fn square(&self, h: u32) -> i64 {
        let (a, b) = (self.at(h), self.at(next(h)));
        let [dx, dy] = [0, 1].map(|k| i64::from(b[k]) - i64::from(a[k]));
        dx * dx + dy * dy
    }

    /// From a half-edge on the boundary of a piece, the next one along it.
    pub(super) fn onward(&self, h: u32) -> u32 {
        let mut edge = next(h);
        while self.open[edge as usize] {
            edge = next(self.twin[edge as usize]);
        }
        edge
    }

    /// The one before along the boundary of the piece.
    fn back(&self, h: u32) -> u32 {
        let mut edge = prev(h);
        while self.open[edge as usize] {
            edge = prev(self.twin[edge as usize]);
        }
        edge
    }

    /// How many corners of the solid are reflex.
    pub(super) fn reflex_corners(&self) -> usize {
        let walls = (0..self.origin.len() as u32).filter(|h| self.twin(*h).is_none());
        let is_reflex = |wall: &u32| {
            let mut before = prev(*wall);
            while let Some(twin) = self.twin(before) {
                before = prev(twin);
            }
            cross(self.at(before), self.at(*wall), self.at(next(*wall))) < 0
        };
        walls.filter(is_reflex).count()
    }

    pub(super) fn set_open(&mut self, h: u32, open: bool) {
        self.open[h as usize] = open;
        if let Some(twin) = self.twin(h) {
            self.open[twin as usize] = open;
        }
    }

    /// One half-edge of each cut.
    pub(super) fn cuts(&self) -> impl Iterator<Item = u32> + '_ {
        let all = 0..self.origin.len() as u32;
        all.filter(|h| self.twin(*h).is_some_and(|twin| twin > *h) && !self.open[*h as usize])
    }

    /// Takes back every cut whose two pieces are convex together, longest first.
    pub(super) fn merge(&mut self) {
        let mut cuts: Vec<(i64, u32)> = self.cuts().map(|h| (-self.square(h), h)).collect();
        cuts.sort_unstable();
        for (_, h) in cuts {
            let Some(twin) = self.twin(h) else { continue };
            let stays_convex = |h: u32, twin: u32| {
                let (from, to) = (self.back(h), next(self.onward(twin)));
                cross(self.at(from), self.at(h), self.at(to)) >= 0
            };
            if stays_convex(h, twin) && stays_convex(twin, h) {
                self.set_open(h, true);
            }
        }
    }

    /// The boundaries of the pieces.
    pub(super) fn pieces(&self) -> Vec<Vec<Point>> {
        let mut seen = self.open.clone();
        let mut pieces = Vec::new();
        for start in 0..self.origin.len() as u32 {
            let mut piece = Vec::new();
            let mut h = start;
            while !seen[h as usize] {
                seen[h as usize] = true;
                piece.push(self.at(h));
                h = self.onward(h);
            }
            if !piece.is_empty() {
                pieces.push(piece);
            }
        }
        pieces
    }
}
