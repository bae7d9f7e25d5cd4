//! Which ring, and which place on it, is which in the next frame?
//!
//! Method: rings are matched within their parents, nearest middles first. Places are matched by
//! dynamic time warping (H. Sakoe and S. Chiba, "Dynamic programming algorithm optimization for
//! spoken word recognition", 1978) between the columns of the frame before and samples of the new
//! outline, both moved to their middles; the samples begin where a plain rotation fits best. A
//! stretch of samples that no column stands for becomes columns of its own, which stand still
//! before.
//!
//! Cost: O(columns · samples) a frame. Rejected: equal shares of the length, which slide along as
//! soon as a limb grows.

use super::contour::Contour;
use crate::Ring;

/// Samples of one outline, at most.
pub(super) const SAMPLES: usize = 160;
/// Columns of a frame alone, at most.
pub(super) const ALONE: usize = 2048;
/// Columns of one track, at most: beyond, new stretches get none.
const COLUMNS: usize = 480;
/// A stretch of its own has this number of samples in a row without a column.
const STRETCH: usize = 3;

/// One ring through all frames.
#[derive(Clone, Debug)]
pub(super) struct Track {
    pub(super) contours: Vec<Contour>,
    /// Columns in the order of the ring: their place on the outline in every frame.
    pub(super) columns: Vec<Vec<u32>>,
}

impl Track {
    /// Starts with a given number of columns at most.
    pub(super) fn new(contour: Contour, most: usize) -> Self {
        let columns = samples(&contour, most).into_iter().map(|place| vec![place]).collect();
        Self { contours: vec![contour], columns }
    }

    /// The places of some columns in a frame, moved so that no two are the same where that can be.
    pub(super) fn places(&self, columns: &[usize], frame: usize) -> Vec<u32> {
        let length = self.contours[frame].points.len();
        let count = columns.len();
        let place = |i: usize| self.columns[columns[i]][frame] as usize;
        if count == 0 || length < count {
            return (0..count).map(|i| (i * length / count.max(1)) as u32).collect();
        }
        // Unrolled from the first: onward at least one step each, and room for those that follow.
        let first = place(0);
        let mut last = 0;
        (0..count)
            .map(|i| {
                let own = (place(i) + length - first) % length;
                // A column that stands on the first one's place from behind is at the end.
                let own = if i > 0 && own < last { last + 1 } else { own };
                let own = if i > 0 { own.max(last + 1).min(length - (count - i)) } else { 0 };
                last = own;
                ((own + first) % length) as u32
            })
            .collect()
    }

    /// Aligns the next frame's outline.
    pub(super) fn add(&mut self, contour: Contour) {
        let samples = samples(&contour, SAMPLES);
        let Some(old) = self.contours.last() else { return };
        let frame = self.contours.len() - 1;
        let mine: Vec<Place> = self.columns.iter().map(|c| Place::of(old, c[frame])).collect();
        let size = contour.area.sqrt();
        let theirs: Vec<Place> = samples.iter().map(|s| Place::of(&contour, *s)).collect();
        let shift = best_rotation(&mine, &theirs, size);
        let theirs: Vec<Place> =
            (0..theirs.len()).map(|j| theirs[(j + shift) % theirs.len()]).collect();
        let at = |j: usize| samples[(j + shift) % samples.len()];
        let mut columns: Vec<Vec<u32>> = Vec::with_capacity(self.columns.len());
        let path = warped(&mine, &theirs, size);
        let mut k = 0;
        while k < path.len() {
            let (i, j) = path[k];
            // All samples that this column stands for: it takes the nearest, long stretches stay.
            let run = path[k..].iter().take_while(|step| step.0 == i).count();
            let best = (j..j + run).min_by(|p, q| {
                mine[i].cost(theirs[*p], size).total_cmp(&mine[i].cost(theirs[*q], size))
            });
            let best = best.unwrap_or(j);
            for s in j..j + run {
                let stands = s == best;
                let room = self.columns.len() + columns.len() < 2 * COLUMNS;
                if stands || (run > STRETCH && room && self.columns.len() < COLUMNS) {
                    let mut column = self.columns[i].clone();
                    column.push(at(s));
                    columns.push(column);
                }
            }
            k += run;
        }
        self.columns = columns;
        self.contours.push(contour);
    }
}

/// Evenly spread places on an outline.
fn samples(contour: &Contour, most: usize) -> Vec<u32> {
    let length = contour.points.len();
    let count = length.min(most);
    (0..count).map(|i| (i * length / count) as u32).collect()
}

/// A place seen from the middle of its ring, and the direction in which the ring goes there.
#[derive(Clone, Copy)]
struct Place {
    at: [f64; 2],
    along: [f64; 2],
}

impl Place {
    fn of(contour: &Contour, place: u32) -> Self {
        let n = contour.points.len();
        let i = place as usize;
        let reach = 3.min(n / 4).max(1);
        let (p, q) = (contour.points[(i + n - reach) % n], contour.points[(i + reach) % n]);
        let d = [q[0] - p[0], q[1] - p[1]];
        let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
        let along = if length > 0.0 { d.map(|v| v / length) } else { [0.0; 2] };
        let own = contour.points[i];
        Self { at: [own[0] - contour.middle[0], own[1] - contour.middle[1]], along }
    }

    /// Squared distance, and as much again for a turn as for an eighth of the size.
    fn cost(self, other: Self, size: f64) -> f64 {
        let (dx, dy) = (self.at[0] - other.at[0], self.at[1] - other.at[1]);
        let turn = 1.0 - self.along[0] * other.along[0] - self.along[1] * other.along[1];
        dx * dx + dy * dy + turn * size * size / 64.0
    }
}

/// The rotation of their order with which they lie nearest to mine.
fn best_rotation(mine: &[Place], theirs: &[Place], size: f64) -> usize {
    let (n, m) = (mine.len(), theirs.len());
    let score = |shift: usize| -> f64 {
        (0..n).map(|i| mine[i].cost(theirs[(i * m / n + shift) % m], size)).sum()
    };
    let scores: Vec<f64> = (0..m).map(score).collect();
    (0..m).min_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap_or(0)
}

/// The cheapest way through both, from the first of each to the last of each: pairs in order.
fn warped(mine: &[Place], theirs: &[Place], size: f64) -> Vec<(usize, usize)> {
    let (n, m) = (mine.len(), theirs.len());
    let mut way = vec![0_u8; n * m];
    let mut above: Vec<f64> = Vec::new();
    for i in 0..n {
        let mut row: Vec<f64> = Vec::with_capacity(m);
        for j in 0..m {
            let own = mine[i].cost(theirs[j], size);
            let options = [
                if i > 0 && j > 0 { above[j - 1] } else { f64::INFINITY },
                if i > 0 { above[j] } else { f64::INFINITY },
                if j > 0 { row[j - 1] } else { f64::INFINITY },
            ];
            let mut best = 0;
            for k in 1..3 {
                if options[k] < options[best] {
                    best = k;
                }
            }
            way[i * m + j] = best as u8;
            row.push(own + if i + j == 0 { 0.0 } else { options[best] });
        }
        above = row;
    }
    let (mut i, mut j) = (n.saturating_sub(1), m.saturating_sub(1));
    let mut path = vec![(i, j)];
    while i + j > 0 {
        match way[i * m + j] {
            0 => (i, j) = (i - 1, j - 1),
            1 => i -= 1,
            _ => j -= 1,
        }
        path.push((i, j));
    }
    path.reverse();
    path
}

/// For each ring of the frame before, which of the next frame's it is; `None` if there are other
/// numbers of rings somewhere in the nesting.
pub(super) fn matched(before: &[Ring], next: &[Ring]) -> Option<Vec<usize>> {
    if before.len() != next.len() {
        return None;
    }
    let facts = |rings: &[Ring]| -> Vec<([f64; 2], f64)> {
        rings.iter().map(|ring| (middle(ring), (ring.doubled_area().abs() as f64).sqrt())).collect()
    };
    let (mine, theirs) = (facts(before), facts(next));
    let mut order: Vec<Option<usize>> = vec![None; before.len()];
    // Parents come before their children.
    for i in 0..before.len() {
        if order[i].is_some() {
            continue;
        }
        let parent = before[i].parent;
        let family: Vec<usize> =
            (0..before.len()).filter(|k| before[*k].parent == parent).collect();
        let theirs_of = match parent {
            Some(parent) => Some(order[parent]?),
            None => None,
        };
        let others: Vec<usize> = (0..next.len()).filter(|k| next[*k].parent == theirs_of).collect();
        if family.len() != others.len() {
            return None;
        }
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for a in &family {
            for b in &others {
                let ((p, r), (q, s)) = (mine[*a], theirs[*b]);
                let (dx, dy, size) = (p[0] - q[0], p[1] - q[1], r - s);
                pairs.push((dx * dx + dy * dy + size * size, *a, *b));
            }
        }
        pairs.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
        let mut taken = vec![false; next.len()];
        for (_, a, b) in pairs {
            if order[a].is_none() && !taken[b] {
                order[a] = Some(b);
                taken[b] = true;
            }
        }
    }
    order.into_iter().collect()
}

/// The middle of the box of a ring, in 1/256 px.
fn middle(ring: &Ring) -> [f64; 2] {
    [0, 1].map(|k| {
        let low = ring.points.iter().map(|p| p[k]).min().unwrap_or(0);
        let high = ring.points.iter().map(|p| p[k]).max().unwrap_or(0);
        (f64::from(low) + f64::from(high)) * 0.5
    })
}
