//! Which convex parts do edges cut a pixel into?
//!
//! Method: trapezoids. Between two neighboring heights at which edge pieces begin, end or leave the
//! pixel, the pieces that span the strip are sorted from left to right; every second gap is inside.
//! Frame: pixels. Error: cut coordinates are rounded once. Cost: pieces squared, in the few pixels
//! that need it.

use super::frame::Piece;
use super::{greater, lesser};

/// The most corners that a part keeps: one of up to 6 cut once more, then by axis-parallel lines on
/// four sides, has at most 11.
const CORNERS: usize = 12;

/// A part of more corners is only cut by axis-parallel lines.
const FEW: usize = 6;

/// Steps toward the place where an edge is cut.
const STEPS: usize = 4;

/// A convex polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    points: [[f64; 2]; CORNERS],
    count: usize,
}

impl Part {
    fn new(points: &[[f64; 2]]) -> Self {
        let mut part = Self { points: [[0.0; 2]; CORNERS], count: 0 };
        for &p in points {
            part.push(p);
        }
        part
    }

    fn push(&mut self, p: [f64; 2]) {
        let repeated = self.count > 0 && self.points[self.count - 1] == p;
        if !repeated && self.count < CORNERS {
            self.points[self.count] = p;
            self.count += 1;
        }
    }

    /// The square of `side` pixels from (x, y).
    pub(super) fn square([x, y]: [u32; 2], side: u32) -> Self {
        let [left, right] = [x, x + side].map(f64::from);
        let [top, bottom] = [y, y + side].map(f64::from);
        Self::new(&[[left, top], [right, top], [right, bottom], [left, bottom]])
    }

    pub(super) fn corners(&self) -> &[[f64; 2]] {
        &self.points[..self.count]
    }

    fn bounds(&self) -> [[f64; 2]; 2] {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in self.corners() {
            for axis in 0..2 {
                low[axis] = lesser(low[axis], p[axis]);
                high[axis] = greater(high[axis], p[axis]);
            }
        }
        [low, high]
    }

    /// The middle of its bounds.
    pub(super) fn middle(&self) -> [f64; 2] {
        let [low, high] = self.bounds();
        [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
    }

    /// Cuts it across its longer side; `None` if it is too small to have a middle.
    pub(super) fn halves(&self) -> Option<[Self; 2]> {
        let [low, high] = self.bounds();
        let axis = usize::from(high[1] - low[1] > high[0] - low[0]);
        let middle = (low[axis] + high[axis]) / 2.0;
        let apart = low[axis] < middle && middle < high[axis];
        apart.then(|| [1.0, -1.0].map(|side| self.clipped(axis, middle, side)))
    }

    /// Cuts it from where one edge has a value of zero to where another has, into the corners of
    /// negative and of positive values; `None` if there are no two such edges.
    pub(super) fn cut(&self, value: impl Fn([f64; 2]) -> f64) -> Option<[Self; 2]> {
        if self.count > FEW {
            return None;
        }
        let empty = Self { points: [[0.0; 2]; CORNERS], count: 0 };
        let mut parts = [empty; 2];
        let mut cuts = 0;
        for i in 0..self.count {
            let (mut a, mut b) = (self.points[i], self.points[(i + 1) % self.count]);
            let (mut at_a, mut at_b) = (value(a), value(b));
            parts[0].push_if(a, at_a <= 0.0);
            parts[1].push_if(a, at_a >= 0.0);
            if !((at_a < 0.0 && at_b > 0.0) || (at_a > 0.0 && at_b < 0.0)) {
                continue;
            }
            cuts += 1;
            let mut middle = a;
            for _ in 0..STEPS {
                let t = at_a / (at_a - at_b);
                middle = [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]));
                let here = value(middle);
                if here == 0.0 {
                    break;
                }
                if (here < 0.0) == (at_a < 0.0) {
                    (a, at_a) = (middle, here);
                } else {
                    (b, at_b) = (middle, here);
                }
            }
            parts.iter_mut().for_each(|part| part.push(middle));
        }
        (cuts == 2).then_some(parts)
    }

    fn push_if(&mut self, p: [f64; 2], wanted: bool) {
        if wanted {
            self.push(p);
        }
    }

    /// The part where `side * (p[axis] - at) <= 0`.
    fn clipped(&self, axis: usize, at: f64, side: f64) -> Self {
        let mut kept = Self { points: [[0.0; 2]; CORNERS], count: 0 };
        for i in 0..self.count {
            let (a, b) = (self.points[i], self.points[(i + 1) % self.count]);
            let [da, db] = [a, b].map(|p| side * (p[axis] - at));
            if da <= 0.0 {
                kept.push(a);
            }
            if (da < 0.0 && db > 0.0) || (da > 0.0 && db < 0.0) {
                let t = da / (da - db);
                let other = 1 - axis;
                let mut p = [at; 2];
                p[other] = a[other] + t * (b[other] - a[other]);
                kept.push(p);
            }
        }
        kept
    }
}

/// Gives the convex parts of pixel (column, row) that lie inside the edges, or outside them.
///
/// `corner` reports whether the pixel's upper left corner, seen from inside the pixel, lies inside.
pub(super) fn parts(
    column: u32,
    row: u32,
    pieces: &[Piece],
    corner: bool,
    wanted: bool,
    mut take: impl FnMut(Part),
) {
    let (left, right) = (f64::from(column), f64::from(column) + 1.0);
    let (top, bottom) = (f64::from(row), f64::from(row) + 1.0);
    // Pieces from top to bottom: whole, and the part in this pixel.
    let mut spans: Vec<[[[f64; 2]; 2]; 2]> = Vec::with_capacity(pieces.len());
    let mut heights = vec![top, bottom];
    for piece in pieces {
        let within = piece.within(column);
        heights.extend(within.map(|p| p[1]));
        let down = piece.from[1] < piece.to[1];
        let turned = |[a, b]: [[f64; 2]; 2]| if down { [a, b] } else { [b, a] };
        spans.push([turned([piece.from, piece.to]), turned(within)]);
    }
    heights.sort_by(f64::total_cmp);
    heights.dedup();
    let mut across: Vec<[f64; 2]> = Vec::new();
    for strip in heights.windows(2) {
        let (high, low) = (strip[0], strip[1]);
        let middle = (high + low) / 2.0;
        // Pieces that come in through the left side above this strip turn its left end over.
        let mut inside = corner;
        across.clear();
        for &[[a, b], [p, q]] in &spans {
            if lesser(a[0], b[0]) <= left && left < greater(a[0], b[0]) {
                let y = if p[0] <= q[0] { p[1] } else { q[1] };
                inside ^= y < middle;
            }
            if p[1] <= high && q[1] >= low && p[1] < q[1] {
                let x =
                    |y: f64| (p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0])).clamp(left, right);
                across.push([x(high), x(low)]);
            }
        }
        across.sort_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])));
        across.push([right, right]);
        let mut from = [left, left];
        for &to in &across {
            if inside == wanted && from != to {
                take(Part::new(&[[from[0], high], [to[0], high], [to[1], low], [from[1], low]]));
            }
            inside = !inside;
            from = to;
        }
    }
}
