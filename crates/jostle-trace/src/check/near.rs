//! How far is a point from the nearest solid pixel, and from the nearest edge?
//!
//! Method: pixels by rows outward from the point, with bit scans left and right in each, until a
//! row is farther than the best; edges by rings of grid cells outward, until a ring is farther. Both are convex
//! sets, which is what the search of deviations needs. Frame: pixels of the frame. Error: 2^-52 of
//! the coordinates. Cost: the rows (cells) within the distance that is found.

use super::frame::Frame;
use super::grid::Grid;
use super::{below, greater};

/// A set of convex features.
pub(super) trait Near {
    /// One convex feature.
    type Feature: Copy;

    /// The feature nearest to `p` and its distance; `None` if there is no feature.
    fn nearest(&self, p: [f64; 2]) -> Option<(f64, Self::Feature)>;

    /// The distance of `p` from one feature.
    fn distance(&self, feature: Self::Feature, p: [f64; 2]) -> f64;

    /// A distance that no point of pixel (column, row) exceeds, if one is seen at a glance.
    fn glance(&self, _column: u32, _row: u32) -> f64 {
        f64::INFINITY
    }
}

/// The solid pixels.
pub(super) struct Pixels<'a> {
    frame: &'a Frame,
    /// True if a row has any.
    any: Vec<bool>,
}

impl<'a> Pixels<'a> {
    pub(super) fn new(frame: &'a Frame) -> Self {
        let any = frame.solid.chunks(frame.stride).map(|row| row.iter().any(|&w| w != 0));
        Self { frame, any: any.collect() }
    }

    /// The solid pixels of a row that are nearest to column `column`, at it or to either side, no
    /// farther than `reach` words.
    fn beside(&self, row: usize, column: i64, reach: f64) -> [Option<u32>; 2] {
        let words = &self.frame.solid[row * self.frame.stride..][..self.frame.stride];
        let column = column.clamp(0, self.frame.columns as i64 - 1) as usize;
        let (word, bit) = (column / 64, column % 64);
        let reach = if reach < 1e9 { reach as usize / 64 + 1 } else { words.len() };
        let mut left = None;
        let mut set = words[word] & (u64::MAX >> (63 - bit));
        for step in 0..=reach.min(word) {
            if set != 0 {
                left = Some(((word - step) * 64) as u32 + 63 - set.leading_zeros());
                break;
            }
            set = if step < word { words[word - step - 1] } else { 0 };
        }
        let mut right = None;
        let mut set = words[word] & (u64::MAX << bit);
        for step in 0..=reach {
            if set != 0 {
                right = Some(((word + step) * 64) as u32 + set.trailing_zeros());
                break;
            }
            set = words.get(word + step + 1).copied().unwrap_or(0);
        }
        [left, right]
    }
}

impl Near for Pixels<'_> {
    type Feature = [u32; 2];

    fn nearest(&self, p: [f64; 2]) -> Option<(f64, [u32; 2])> {
        let mut best = f64::INFINITY;
        let mut found = None;
        let home = below(p[1]);
        let rows = i64::from(self.frame.rows);
        for step in 0..=rows.max(home + 1) {
            let mut nearer = false;
            let both = [home - step, home + step];
            for &row in &both[usize::from(step == 0)..] {
                let away = greater(0.0, greater(row as f64 - p[1], p[1] - (row + 1) as f64));
                if away >= best {
                    continue;
                }
                nearer = true;
                if !(0..rows).contains(&row) || !self.any[row as usize] {
                    continue;
                }
                let beside = self.beside(row as usize, below(p[0]), best);
                for column in beside.into_iter().flatten() {
                    let feature = [column, row as u32];
                    let aside = greater(f64::from(column) - p[0], p[0] - f64::from(column) - 1.0);
                    if aside >= best {
                        continue;
                    }
                    let distance = self.distance(feature, p);
                    if distance < best {
                        (best, found) = (distance, Some(feature));
                    }
                }
            }
            // A point on the line between two rows is as near to the row above.
            if !nearer && step > 0 {
                break;
            }
        }
        found.map(|feature| (best, feature))
    }

    fn distance(&self, [column, row]: [u32; 2], p: [f64; 2]) -> f64 {
        let away = |at: f64, low: f64| greater(0.0, greater(low - at, at - low - 1.0));
        let (dx, dy) = (away(p[0], f64::from(column)), away(p[1], f64::from(row)));
        if dx == 0.0 || dy == 0.0 { dx + dy } else { (dx * dx + dy * dy).sqrt() }
    }

    fn glance(&self, column: u32, row: u32) -> f64 {
        let solid = |dx: i64, dy: i64| {
            self.frame.bit(&self.frame.solid, i64::from(column) + dx, i64::from(row) + dy)
        };
        let beside = solid(-1, 0) || solid(1, 0) || solid(0, -1) || solid(0, 1);
        if beside { 1.0 } else { f64::INFINITY }
    }
}

/// The edges of an outline.
pub(super) struct Edges {
    ends: Vec<[[f64; 2]; 2]>,
    grid: Grid,
}

impl Edges {
    pub(super) fn new(edges: &[[[i64; 2]; 2]]) -> Self {
        let ends = edges.iter().map(|e| e.map(|p| p.map(|v| v as f64 / 256.0))).collect();
        Self { ends, grid: Grid::new(edges) }
    }
}

impl Near for Edges {
    type Feature = u32;

    fn nearest(&self, p: [f64; 2]) -> Option<(f64, u32)> {
        let mut best = f64::INFINITY;
        let mut found = None;
        let side = self.grid.side as f64 / 256.0;
        let home = p.map(|v| below(v / side));
        let home = [home[0] - self.grid.low[0], home[1] - self.grid.low[1]];
        for step in 0..=self.grid.farthest(home) {
            // Everything in this ring of cells is at least so far away.
            if (step as f64 - 1.0) * side > best {
                break;
            }
            self.grid.ring(home, step, |edge| {
                let distance = self.distance(edge, p);
                if distance < best {
                    (best, found) = (distance, Some(edge));
                }
            });
        }
        found.map(|edge| (best, edge))
    }

    fn distance(&self, edge: u32, p: [f64; 2]) -> f64 {
        segment_distance(self.ends[edge as usize], p)
    }
}

/// The distance of a point from a segment.
pub(super) fn segment_distance([a, b]: [[f64; 2]; 2], p: [f64; 2]) -> f64 {
    let (d, q) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length = d[0] * d[0] + d[1] * d[1];
    let along = q[0] * d[0] + q[1] * d[1];
    let [x, y] = if along <= 0.0 || length == 0.0 {
        q
    } else if along >= length {
        [p[0] - b[0], p[1] - b[1]]
    } else {
        return (q[0] * d[1] - q[1] * d[0]).abs() / length.sqrt();
    };
    if x == 0.0 || y == 0.0 { x.abs() + y.abs() } else { (x * x + y * y).sqrt() }
}

/// The greatest distance of some points from a segment; 0 for none.
pub(super) fn farthest([a, b]: [[f64; 2]; 2], points: &[[f64; 2]]) -> f64 {
    let d = [b[0] - a[0], b[1] - a[1]];
    let length = d[0] * d[0] + d[1] * d[1];
    // Twice the greatest triangle over the segment, and the square of the greatest distance from an
    // end.
    let (mut beside, mut beyond) = (0.0, 0.0);
    for &p in points {
        let q = [p[0] - a[0], p[1] - a[1]];
        let along = q[0] * d[0] + q[1] * d[1];
        if along > 0.0 && along < length {
            beside = greater(beside, (q[0] * d[1] - q[1] * d[0]).abs());
        } else {
            let end = if along > 0.0 { [p[0] - b[0], p[1] - b[1]] } else { q };
            beyond = greater(beyond, end[0] * end[0] + end[1] * end[1]);
        }
    }
    // One root if there is one kind of point, as nearly always.
    let beside = if beside > 0.0 { beside / length.sqrt() } else { 0.0 };
    if beyond > 0.0 { greater(beside, beyond.sqrt()) } else { beside }
}
