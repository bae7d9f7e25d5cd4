//! How far does the outline's region reach from the solid pixels, and they from it?
//!
//! Method: the two directed Hausdorff distances between the regions, not their boundaries, by best
//! first branch and bound over pixels and convex parts of pixels. Distance to one solid pixel, or
//! to one edge, is a convex function, so over a convex part it is greatest at a corner of the part:
//! the least of these greatest values over a few near pixels (edges) bounds the part from above,
//! and the true distance at any corner bounds the answer from below. Parts are cut where two
//! features are as far, or in halves, until no bound exceeds the best by more than [`TOLERANCE`].
//! Most pixels on the boundary are settled by their four neighbors or their own edge. Whole pixels,
//! if there are many, start as blocks of 64 × 64. Frame: pixels. Error: the answers are upper
//! bounds, at most [`TOLERANCE`] too large (and a few 2^-50 of the picture's side from rounding).
//! Cost: the pixels crossed. Rejected: a distance transform of the whole picture (5 ms a megapixel
//! each way, and only as fine as its grid).

use super::frame::{Frame, Piece};
use super::near::{Edges, Near, Pixels, farthest, segment_distance};
use super::part::{Part, parts};
use super::{below, greater, lesser};
use std::collections::BinaryHeap;

/// By how much an answer may exceed the truth, in pixels.
const TOLERANCE: f64 = 1.0 / 16384.0;

/// Up to this number of whole pixels are tested one by one; more start in blocks.
const FEW: u64 = 4096;

/// To the left, to the right, up and down.
const SIDES: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The number of pixels beyond its neighbors that may bound a part.
const FAR: i64 = 3;

/// A region whose farthest point from the features is sought.
#[derive(Clone, Debug)]
enum Region {
    /// Pixels of a set in the square of this side from this corner.
    Block { at: [u32; 2], side: u32 },
    /// All of a convex part; whether it was cut between two features last.
    Part(Part, bool),
}

struct Waiting {
    bound: f64,
    region: Region,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

struct Search<'a, N> {
    frame: &'a Frame,
    near: &'a N,
    /// Whole pixels that belong to the region.
    whole: Vec<u64>,
    /// The greatest distance of a point of the region that is known.
    best: f64,
    /// The greatest bound among the regions that were dropped as near enough.
    bound: f64,
    heap: BinaryHeap<Waiting>,
}

impl<'a, N: Near> Search<'a, N> {
    fn new(frame: &'a Frame, near: &'a N, whole: Vec<u64>) -> Self {
        Self { frame, near, whole, best: 0.0, bound: 0.0, heap: BinaryHeap::new() }
    }

    /// Settles a bound or keeps the region for later.
    fn put(&mut self, bound: f64, region: Region) {
        if bound <= self.best + TOLERANCE {
            self.bound = greater(self.bound, bound);
        } else {
            self.heap.push(Waiting { bound, region });
        }
    }

    /// Bounds the distance over a convex part from above, and raises the best by its corners when
    /// they are points of the region.
    fn bound_of(&mut self, part: &Part, belongs: bool) -> f64 {
        let mut bound = f64::INFINITY;
        let middle = part.middle();
        // The middle first: its nearest feature settles most parts.
        for (index, &p) in [&middle].into_iter().chain(part.corners()).enumerate() {
            let Some((distance, feature)) = self.near.nearest(p) else { return f64::INFINITY };
            if belongs && index > 0 {
                self.best = greater(self.best, distance);
            }
            let most = part.corners().iter().map(|&q| self.near.distance(feature, q));
            bound = lesser(bound, most.fold(0.0, greater));
            if bound <= self.best {
                break;
            }
        }
        bound
    }

    fn add(&mut self, part: Part) {
        self.add_cut(part, false);
    }

    fn add_cut(&mut self, part: Part, between: bool) {
        let bound = self.bound_of(&part, true);
        self.put(bound, Region::Part(part, between));
    }

    /// Takes up pixels that edges cross, `(bound, column, row)`, those of the greatest bounds
    /// first, until no bound exceeds the best; `wanted` states which side of the edges is the
    /// region.
    fn add_crossed(&mut self, mut open: Vec<(f64, u32, u32)>, wanted: bool) {
        let order = |a: &(f64, u32, u32), b: &(f64, u32, u32)| {
            a.0.total_cmp(&b.0).then((b.2, b.1).cmp(&(a.2, a.1)))
        };
        // The greatest alone first: it settles most of the others before they are sorted.
        let greatest = open.iter().copied().max_by(order);
        let mut pieces = Vec::new();
        let mut take = |search: &mut Self, (_, column, row): (f64, u32, u32)| {
            let here = |piece: &&Piece| (piece.first..piece.end).contains(&column);
            pieces.clear();
            let frame = search.frame;
            pieces.extend(frame.pieces(row).iter().filter(here).copied());
            let inside = frame.bit(&frame.corners[0], i64::from(column), i64::from(row));
            parts(column, row, &pieces, inside, wanted, |part| search.add(part));
        };
        if let Some(greatest) = greatest {
            take(self, greatest);
        }
        open.retain(|cell| cell.0 > self.best);
        open.sort_by(|a, b| order(b, a));
        for cell in open {
            if cell.0 <= self.best {
                break;
            }
            take(self, cell);
        }
    }

    /// Takes up the whole pixels: one by one if they are few, else in blocks.
    fn add_whole(&mut self) {
        let count: u64 = self.whole.iter().map(|w| u64::from(w.count_ones())).sum();
        if count <= FEW {
            self.add_few();
            return;
        }
        for top in (0..self.frame.rows).step_by(64) {
            for word in 0..self.frame.stride as u32 {
                self.add_block([word * 64, top], 64);
            }
        }
    }

    fn add_few(&mut self) {
        // The nearest feature of the last pixel is often the nearest here, too.
        let mut hint = None;
        for index in 0..self.whole.len() {
            let mut word = self.whole[index];
            while word != 0 {
                let column = (index % self.frame.stride * 64) as u32 + word.trailing_zeros();
                let row = (index / self.frame.stride) as u32;
                word &= word - 1;
                if self.near.glance(column, row) <= self.best {
                    continue;
                }
                let part = Part::square([column, row], 1);
                let most = |feature: N::Feature| {
                    let away = part.corners().iter().map(|&q| self.near.distance(feature, q));
                    away.fold(0.0, greater)
                };
                if hint.is_some_and(|feature| most(feature) <= self.best) {
                    continue;
                }
                hint = self.near.nearest(part.middle()).map(|n| n.1);
                if hint.is_none_or(|feature| most(feature) > self.best) {
                    self.add(part);
                }
            }
        }
    }

    fn add_block(&mut self, at: [u32; 2], side: u32) {
        if !self.any(at, side) {
            return;
        }
        let part = Part::square(at, side);
        if side == 1 {
            self.add(part);
        } else {
            let bound = self.bound_of(&part, false);
            self.put(bound, Region::Block { at, side });
        }
    }

    /// Returns `true` if the block has a pixel of the set.
    fn any(&self, [x, y]: [u32; 2], side: u32) -> bool {
        let bits = if side == 64 { u64::MAX } else { ((1 << side) - 1) << (x % 64) };
        (y..(y + side).min(self.frame.rows))
            .any(|row| self.whole[row as usize * self.frame.stride + x as usize / 64] & bits != 0)
    }

    /// Cuts a part where two features are as far: the one nearest to its middle, and the one
    /// nearest to the corner that is farthest from the first. What is farthest from both is on that
    /// line.
    fn parted(&self, part: &Part) -> Option<[Part; 2]> {
        let near = self.near;
        let (_, first) = near.nearest(part.middle())?;
        let away = part.corners().iter().map(|&q| (near.distance(first, q), q));
        let (most, corner) = away.max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (least, second) = near.nearest(corner)?;
        if most - least <= TOLERANCE {
            return None;
        }
        part.cut(|p| near.distance(first, p) - near.distance(second, p))
    }

    /// The answer: no point of the region is farther from the features.
    fn finish(mut self) -> f64 {
        while let Some(Waiting { bound, region }) = self.heap.pop() {
            if bound <= self.best + TOLERANCE || bound == f64::INFINITY {
                self.bound = greater(self.bound, bound);
                break;
            }
            match region {
                Region::Block { at: [x, y], side } => {
                    let half = side / 2;
                    for (dx, dy) in [(0, 0), (half, 0), (0, half), (half, half)] {
                        self.add_block([x + dx, y + dy], half);
                    }
                }
                Region::Part(part, was_cut) => {
                    // Every second time in halves at least: only those are sure to become small.
                    let parted = if was_cut { None } else { self.parted(&part) };
                    let between = parted.is_some();
                    let Some(parts) = parted.or_else(|| part.halves()) else {
                        self.bound = greater(self.bound, bound);
                        continue;
                    };
                    for part in parts {
                        self.add_cut(part, between);
                    }
                }
            }
        }
        greater(self.bound, self.best)
    }
}

/// The greatest distance of a point of the outline's region from the solid pixels; infinite if
/// there are none to be near to.
pub(super) fn outward(frame: &Frame, corners: impl Iterator<Item = [f64; 2]>) -> f64 {
    let whole = (0..frame.solid.len())
        .map(|i| !frame.solid[i] & !frame.crossed[i] & frame.corners[0][i])
        .collect();
    let pixels = Pixels::new(frame);
    let mut search = Search::new(frame, &pixels, whole);
    let mut open = Vec::new();
    for corner in corners {
        let [column, row] = corner.map(below);
        let (x, y) = (corner[0] - column as f64, corner[1] - row as f64);
        let solid = sides(frame, column, row);
        // Hardly any is farther than one that was measured, and most show that at a glance.
        let near = frame.bit(&frame.solid, column, row)
            || (0..4).any(|side| solid[side] && [x, 1.0 - x, y, 1.0 - y][side] <= search.best);
        if !near {
            let distance = pixels.nearest(corner).map_or(f64::INFINITY, |n| n.0);
            search.best = greater(search.best, distance);
        }
    }
    // Next to a solid pixel no point is farther than 1.
    let settled = search.best >= 1.0;
    let wanted = |word: usize| {
        let empty = frame.crossed[word] & !frame.solid[word];
        if settled && empty != 0 { empty & !frame.beside(&frame.solid, word) } else { empty }
    };
    each_crossed(frame, wanted, |column, row, pieces| {
        let (inside, count) = corner_points(frame, column, row, true);
        let ends = pieces.iter().flat_map(|piece| piece.within(column));
        // How far the part reaches from the left, right, upper and lower side of the pixel, and the
        // sum of how far it reaches from two sides that meet.
        let mut reach = [0.0f64; 4];
        let mut sums = [0.0f64; 4];
        for p in inside[..count].iter().copied().chain(ends) {
            let (x, y) = (p[0] - f64::from(column), p[1] - f64::from(row));
            let from = [x, 1.0 - x, y, 1.0 - y];
            for side in 0..4 {
                reach[side] = greater(reach[side], from[side]);
                sums[side] = greater(sums[side], from[side % 2] + from[2 + side / 2]);
            }
        }
        // Each neighbor, if solid, bounds how far the part is from solid pixels.
        let beside = sides(frame, i64::from(column), i64::from(row));
        let mut bound = f64::INFINITY;
        for side in 0..4 {
            if beside[side] {
                bound = lesser(bound, reach[side]);
            }
            // The nearer of two is no farther away than they are on average.
            if beside[side % 2] && beside[2 + side / 2] {
                bound = lesser(bound, sums[side] / 2.0);
            }
        }
        if bound > search.best {
            for (x, y, dx, dy) in [(0, 2, -1, -1), (1, 2, 1, -1), (0, 3, -1, 1), (1, 3, 1, 1)] {
                if frame.bit(&frame.solid, i64::from(column) + dx, i64::from(row) + dy) {
                    bound = lesser(bound, (reach[x] * reach[x] + reach[y] * reach[y]).sqrt());
                }
            }
        }
        // Solid pixels farther away in the row and the column.
        for step in 1..=FAR {
            for (side, (dx, dy)) in SIDES.into_iter().enumerate() {
                let away = step as f64 + reach[side];
                if bound > search.best && away < bound {
                    let (x, y) = (i64::from(column), i64::from(row));
                    if frame.bit(&frame.solid, x + dx * (step + 1), y + dy * (step + 1)) {
                        bound = away;
                    }
                }
            }
        }
        if bound > search.best {
            open.push((bound, column, row));
        }
    });
    search.add_crossed(open, true);
    search.add_whole();
    search.finish()
}

/// The greatest distance of a point of the solid pixels from the outline's region; infinite if the
/// outline has none.
pub(super) fn inward(frame: &Frame, edges: &[[[i64; 2]; 2]]) -> f64 {
    let whole = (0..frame.solid.len())
        .map(|i| frame.solid[i] & !frame.crossed[i] & !frame.corners[0][i])
        .collect();
    let near = Edges::new(edges);
    let mut search = Search::new(frame, &near, whole);
    let mut open = Vec::new();
    // A pixel that one piece crosses, all corners inside, has nothing outside.
    let wanted = |word: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner: usize| frame.corners[corner][word]);
        frame.crossed[word] & frame.solid[word] & (!(a & b & c & d) | frame.shared[word])
    };
    each_crossed(frame, wanted, |column, row, pieces| {
        let (outside, count) = corner_points(frame, column, row, false);
        let outside = &outside[..count];
        let bound = if let [piece] = pieces {
            // The piece goes on beyond the pixel, which is nearer still.
            farthest([piece.from, piece.to], outside)
        } else {
            let within = |piece: &Piece| piece.within(column);
            let most = |piece: &Piece| {
                let points = outside.iter().copied();
                let points = points.chain(pieces.iter().flat_map(within));
                points.map(|p| segment_distance(within(piece), p)).fold(0.0, greater)
            };
            pieces.iter().map(most).fold(f64::INFINITY, lesser)
        };
        if bound > 0.0 {
            open.push((bound, column, row));
        }
    });
    search.add_crossed(open, false);
    search.add_whole();
    search.finish()
}

/// Returns `true` if the pixels to the left, to the right, above and below are solid.
fn sides(frame: &Frame, column: i64, row: i64) -> [bool; 4] {
    SIDES.map(|(dx, dy)| frame.bit(&frame.solid, column + dx, row + dy))
}

/// The corners of a pixel that lie in the outline as seen from inside the pixel, or those that do
/// not, and how many they are.
fn corner_points(frame: &Frame, column: u32, row: u32, inside: bool) -> ([[f64; 2]; 4], usize) {
    let word = row as usize * frame.stride + column as usize / 64;
    let held = frame.held(word, column % 64);
    let (left, top) = (f64::from(column), f64::from(row));
    let (mut points, mut count) = ([[0.0; 2]; 4], 0);
    for (corner, held) in held.into_iter().enumerate() {
        if held == inside {
            points[count] = [left + (corner % 2) as f64, top + (corner / 2) as f64];
            count += 1;
        }
    }
    (points, count)
}

/// Gives every pixel that edges cross and that is wanted, by words, with the pieces of edges in it.
fn each_crossed(
    frame: &Frame,
    wanted: impl Fn(usize) -> u64,
    mut take: impl FnMut(u32, u32, &[Piece]),
) {
    let mut open = vec![0; frame.stride];
    // Pixels that several pieces cross, each with the number of a piece.
    let mut cells: Vec<(u32, u32)> = Vec::new();
    let mut here: Vec<Piece> = Vec::new();
    for row in 0..frame.rows {
        let pieces = frame.pieces(row);
        let base = row as usize * frame.stride;
        let mut any = 0;
        for (at, open) in open.iter_mut().enumerate() {
            *open = wanted(base + at);
            any |= *open;
        }
        if any == 0 {
            continue;
        }
        for (index, piece) in pieces.iter().enumerate() {
            for column in piece.first..piece.end {
                let (word, bit) = (column as usize / 64, column % 64);
                if open[word] >> bit & 1 == 0 {
                    continue;
                }
                if frame.shared[base + word] >> bit & 1 == 0 {
                    take(column, row, std::slice::from_ref(piece));
                } else {
                    cells.push((column, index as u32));
                }
            }
        }
        cells.sort_unstable();
        for cell in cells.chunk_by(|a, b| a.0 == b.0) {
            here.clear();
            here.extend(cell.iter().map(|&(_, index)| pieces[index as usize]));
            take(cell[0].0, row, &here);
        }
        cells.clear();
    }
}
