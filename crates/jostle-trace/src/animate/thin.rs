//! In which order can columns go?
//!
//! Method: the column whose absence adds least to the area between sides and outlines, as a share
//! of the frame's area, squared and summed over all frames, goes first (the collapse of M.
//! Visvalingam and J. D. Whyatt, 1993, with fitted lines and many frames in place of triangles).
//! O(c² + c · frames) for c columns.

use super::align::Track;

/// The order in which columns go, over all tracks.
pub(super) struct Order {
    gone: Vec<(usize, usize)>,
    all: usize,
    /// The most that every outline has room for, and what is left when all have gone that can.
    pub(super) most: usize,
    pub(super) least: usize,
}

impl Order {
    /// The columns of each track when a given number are left in all.
    pub(super) fn kept(&self, tracks: &[Track], vertices: usize) -> Vec<Vec<usize>> {
        let mut out: Vec<Vec<bool>> = tracks.iter().map(|t| vec![true; t.columns.len()]).collect();
        for (track, column) in &self.gone[..self.all.saturating_sub(vertices).min(self.gone.len())]
        {
            out[*track][*column] = false;
        }
        let kept = |(_, column): (bool, usize)| column;
        out.into_iter()
            .map(|all| all.into_iter().zip(0..).filter(|(is, _)| *is).map(kept).collect())
            .collect()
    }
}

/// A track with what is left of its columns in a ring.
struct Left {
    before: Vec<usize>,
    after: Vec<usize>,
    cost: Vec<f64>,
    count: usize,
}

pub(super) fn order(tracks: &[Track]) -> Order {
    let frames = tracks.first().map_or(0, |t| t.contours.len());
    let area = |f: usize| tracks.iter().map(|t| t.contours[f].area).sum::<f64>();
    let areas: Vec<f64> = (0..frames).map(area).collect();
    let mut left: Vec<Left> = tracks
        .iter()
        .map(|track| {
            let n = track.columns.len();
            let before = (0..n).map(|c| (c + n - 1) % n).collect();
            let after = (0..n).map(|c| (c + 1) % n).collect();
            let mut left = Left { before, after, cost: vec![0.0; n], count: n };
            for c in 0..n {
                left.cost[c] = cost(track, &left, c, &areas);
            }
            left
        })
        .collect();
    let all: usize = left.iter().map(|l| l.count).sum();
    // No more columns than the shortest outline has places.
    let room = |t: &Track| t.contours.iter().map(|c| c.points.len()).min().unwrap_or(0);
    let rooms: Vec<usize> = tracks.iter().map(room).collect();
    let mut must: usize = left.iter().zip(&rooms).map(|(l, r)| l.count.saturating_sub(*r)).sum();
    let most = all - must;
    let mut gone = Vec::new();
    loop {
        let mut best: Option<(f64, usize, usize)> = None;
        let free = |(k, one): &(usize, &Left)| one.count > if must > 0 { rooms[*k] } else { 3 };
        for (k, one) in left.iter().enumerate().filter(free) {
            for (c, cost) in one.cost.iter().enumerate() {
                if best.is_none_or(|(least, ..)| *cost < least) {
                    best = Some((*cost, k, c));
                }
            }
        }
        let Some((cost_of_best, k, c)) = best else { break };
        if cost_of_best == f64::INFINITY {
            break;
        }
        let one = &mut left[k];
        let (b, a) = (one.before[c], one.after[c]);
        (one.after[b], one.before[a]) = (a, b);
        one.cost[c] = f64::INFINITY;
        one.count -= 1;
        gone.push((k, c));
        must = must.saturating_sub(1);
        for near in [b, a] {
            let new = cost(&tracks[k], &left[k], near, &areas);
            left[k].cost[near] = new;
        }
    }
    Order { least: all - gone.len(), most, all, gone }
}

/// What the absence of a column adds, over all frames.
fn cost(track: &Track, left: &Left, c: usize, areas: &[f64]) -> f64 {
    let (b, a) = (left.before[c], left.after[c]);
    let mut sum = 0.0;
    for (f, area) in areas.iter().enumerate() {
        let [p, q, r] = [b, c, a].map(|c| track.columns[c][f]);
        let contour = &track.contours[f];
        let added = contour.error(p, r) - contour.error(p, q) - contour.error(q, r);
        let share = added / area;
        sum += if share > 0.0 { share * share } else { 0.0 };
    }
    sum
}
