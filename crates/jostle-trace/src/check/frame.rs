//! Which pixels does an outline cross, and which corners of them lie in it?
//!
//! Method: every edge is cut at the lines between pixel rows by whole-number stepping (quotient and
//! remainder, as Bresenham's line does), so which pixels it crosses is exact. Where an edge passes
//! the upper or lower line of a row it toggles one bit; a running exclusive-or along the row then
//! computes for every pixel whether its corners, seen from inside the pixel, lie in the outline
//! (even-odd rule). Frame: the picture, enlarged to hold the outline, in pixels from its own top
//! left corner. Error: bits are exact; coordinates of cuts are rounded once. Cost: rows that each
//! edge passes, plus words.

use super::{greater, lesser};
use crate::{Mask, Outline, UNITS_PER_PIXEL};

const UNITS: i64 = UNITS_PER_PIXEL as i64;

/// What one edge does in one pixel row, in the direction of the ring, in pixels of the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) from: [f64; 2],
    pub(super) to: [f64; 2],
    /// The pixels whose open squares it crosses: from `first` to before `end`.
    pub(super) first: u32,
    pub(super) end: u32,
}

impl Piece {
    /// The part in the pixel of column `column`, by its two ends.
    pub(super) fn within(&self, column: u32) -> [[f64; 2]; 2] {
        let (left, right) = (f64::from(column), f64::from(column) + 1.0);
        [self.at(self.from, left, right), self.at(self.to, left, right)]
    }

    /// The end `end`, moved along the piece into the strip from `left` to `right`.
    fn at(&self, end: [f64; 2], left: f64, right: f64) -> [f64; 2] {
        let x = end[0].clamp(left, right);
        if x == end[0] {
            return end;
        }
        let ([ax, ay], [bx, by]) = (self.from, self.to);
        let y = ay + (x - ax) / (bx - ax) * (by - ay);
        [x, y.clamp(lesser(ay, by), greater(ay, by))]
    }
}

/// The picture and the outline on one grid of pixels.
pub(super) struct Frame {
    /// The frame's top left corner, in pixels of the picture; never positive.
    pub(super) origin: [i64; 2],
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Words a row.
    pub(super) stride: usize,
    pub(super) solid: Vec<u64>,
    /// Pixels whose open square an edge crosses.
    pub(super) crossed: Vec<u64>,
    /// Those of them that more than one piece crosses.
    pub(super) shared: Vec<u64>,
    /// Pixels whose upper left, upper right, lower left, lower right corner lies in the outline.
    pub(super) corners: [Vec<u64>; 4],
    pieces: Vec<Piece>,
    /// Where the pieces of each row begin.
    starts: Vec<u32>,
}

impl Frame {
    /// Lays outline and mask on one grid; `None` if the outline leaves the picture so far that the
    /// grid would be more than 4 pictures and 64 million pixels.
    pub(super) fn new(outline: &Outline, mask: &Mask) -> Option<Self> {
        let mut low = [0i64, 0];
        let mut high = [i64::from(mask.width()), i64::from(mask.height())];
        for point in outline.rings.iter().flat_map(|r| &r.points) {
            for axis in 0..2 {
                let at = i64::from(point[axis]);
                low[axis] = low[axis].min(at.div_euclid(UNITS));
                high[axis] = high[axis].max(-(-at).div_euclid(UNITS));
            }
        }
        low[0] = low[0].div_euclid(64) * 64;
        let (columns, rows) = (high[0] - low[0] + 1, high[1] - low[1]);
        let picture = i64::from(mask.width()) * i64::from(mask.height());
        if columns.checked_mul(rows)? > 4 * picture + (1 << 26) {
            return None;
        }
        let stride = columns as usize / 64 + 1;
        let words = stride * rows as usize;
        let mut solid = vec![0; words];
        for y in 0..mask.height() {
            let at = (i64::from(y) - low[1]) as usize * stride + (-low[0] / 64) as usize;
            let row = mask.row(y);
            solid[at..at + row.len()].copy_from_slice(row);
        }
        let mut frame = Self {
            origin: low,
            columns: columns as u32,
            rows: rows as u32,
            stride,
            solid,
            crossed: vec![0; words],
            shared: vec![0; words],
            corners: [vec![0; words], vec![0; words], vec![0; words], vec![0; words]],
            pieces: Vec::new(),
            starts: Vec::new(),
        };
        frame.cut(outline);
        frame.fill();
        Some(frame)
    }

    /// The pieces of row `row`.
    pub(super) fn pieces(&self, row: u32) -> &[Piece] {
        let (start, end) = (self.starts[row as usize], self.starts[row as usize + 1]);
        &self.pieces[start as usize..end as usize]
    }

    /// Every edge of the outline, in units from the frame's corner.
    pub(super) fn edges(&self, outline: &Outline) -> Vec<[[i64; 2]; 2]> {
        let mut edges = Vec::with_capacity(outline.vertices());
        for ring in &outline.rings {
            let n = ring.points.len();
            for i in 0..n {
                let ends = [ring.points[i], ring.points[(i + 1) % n]];
                edges.push(
                    ends.map(|p| [0, 1].map(|axis| i64::from(p[axis]) - self.origin[axis] * UNITS)),
                );
            }
        }
        edges
    }

    fn cut(&mut self, outline: &Outline) {
        let edges = self.edges(outline);
        let mut count = vec![0u32; self.rows as usize + 2];
        for [a, b] in &edges {
            let [low, high] = rows_of(a[1].min(b[1]), a[1].max(b[1]));
            for row in low..high {
                count[row as usize + 2] += 1;
            }
        }
        for i in 1..count.len() {
            count[i] += count[i - 1];
        }
        let nothing = Piece { from: [0.0; 2], to: [0.0; 2], first: 0, end: 0 };
        self.pieces = vec![nothing; count[count.len() - 1] as usize];
        // `count[row + 1]` runs from the start of row `row` to the start of the next.
        for &[a, b] in &edges {
            self.cut_edge(a, b, &mut count);
        }
        count.pop();
        self.starts = count;
    }

    fn cut_edge(&mut self, a: [i64; 2], b: [i64; 2], next: &mut [u32]) {
        let unit = |v: i64| v as f64 / UNITS as f64;
        let mut put = |row: i64, piece: Piece| {
            let at = &mut next[row as usize + 1];
            self.pieces[*at as usize] = piece;
            *at += 1;
            for column in piece.first..piece.end {
                let word = row as usize * self.stride + column as usize / 64;
                let bit = 1 << (column % 64);
                self.shared[word] |= self.crossed[word] & bit;
                self.crossed[word] |= bit;
            }
        };
        if a[1] == b[1] {
            // On a line between rows it crosses no pixel; within a row it does.
            for row in rows_of(a[1], a[1])[0]..rows_of(a[1], a[1])[1] {
                let (low, high) = (a[0].min(b[0]), a[0].max(b[0]));
                let (first, end) = (low.div_euclid(UNITS), -(-high).div_euclid(UNITS));
                let (from, to) = (a.map(unit), b.map(unit));
                put(row, Piece { from, to, first: first as u32, end: end as u32 });
            }
            return;
        }
        let down = a[1] < b[1];
        let (top, bottom) = if down { (a, b) } else { (b, a) };
        let (dx, dy) = (bottom[0] - top[0], bottom[1] - top[1]);
        let divisor = UNITS * dy;
        // x at the line y as quotient and remainder of pixels.
        let exact = |y: i64| {
            let number = top[0] * dy + (y - top[1]) * dx;
            (number.div_euclid(divisor), number.rem_euclid(divisor))
        };
        let step = ((UNITS * dx).div_euclid(divisor), (UNITS * dx).rem_euclid(divisor));
        let [low, high] = rows_of(top[1], bottom[1]);
        let mut upper = (top[0].div_euclid(UNITS), top[0].rem_euclid(UNITS) * dy);
        let mut upper_y = top[1];
        for row in low..high {
            let line = (row + 1) * UNITS;
            let lower_y = line.min(bottom[1]);
            let lower = if lower_y - upper_y == UNITS {
                let carry = i64::from(upper.1 + step.1 >= divisor);
                (upper.0 + step.0 + carry, upper.1 + step.1 - carry * divisor)
            } else {
                exact(lower_y)
            };
            let ceiling = |x: (i64, i64)| x.0 + i64::from(x.1 > 0);
            let (left, right) = if dx < 0 { (lower, upper) } else { (upper, lower) };
            let number = |x: (i64, i64)| x.0 as f64 + x.1 as f64 / divisor as f64;
            let ends = [[number(upper), unit(upper_y)], [number(lower), unit(lower_y)]];
            let [from, to] = if down { ends } else { [ends[1], ends[0]] };
            let first = left.0 as u32;
            let end = (ceiling(right) as u32).max(first);
            put(row, Piece { from, to, first, end });
            let words = row as usize * self.stride;
            let mut toggle = |corner: usize, column: i64| {
                self.corners[corner][words + column as usize / 64] ^= 1 << (column % 64);
            };
            if upper_y == row * UNITS {
                toggle(0, ceiling(upper));
                toggle(1, upper.0);
            }
            if lower_y == line {
                toggle(2, ceiling(lower));
                toggle(3, lower.0);
            }
            (upper, upper_y) = (lower, lower_y);
        }
    }

    /// Turns the toggled bits into sets of pixels.
    fn fill(&mut self) {
        for corner in &mut self.corners {
            for row in corner.chunks_mut(self.stride) {
                let mut carry = 0;
                for word in row {
                    for shift in [1, 2, 4, 8, 16, 32] {
                        *word ^= *word << shift;
                    }
                    *word ^= carry;
                    carry = 0u64.wrapping_sub(*word >> 63);
                }
            }
        }
    }

    /// Bit `column` of row `row` of `plane`; 0 outside.
    pub(super) fn bit(&self, plane: &[u64], column: i64, row: i64) -> bool {
        let inside = (0..i64::from(self.columns)).contains(&column)
            && (0..i64::from(self.rows)).contains(&row);
        inside && plane[row as usize * self.stride + column as usize / 64] >> (column % 64) & 1 == 1
    }

    /// The pixels of word `at` that share an edge with a pixel of `plane`.
    pub(super) fn beside(&self, plane: &[u64], at: usize) -> u64 {
        let word = |at: usize| plane.get(at).copied().unwrap_or(0);
        let column = at % self.stride;
        let before = if column > 0 { word(at - 1) } else { 0 };
        let after = if column + 1 < self.stride { word(at + 1) } else { 0 };
        let above = if at >= self.stride { word(at - self.stride) } else { 0 };
        let across = word(at) << 1 | before >> 63 | word(at) >> 1 | after << 63;
        across | above | word(at + self.stride)
    }

    /// Which corners of the pixel at a bit of a word lie in the outline.
    pub(super) fn held(&self, word: usize, bit: u32) -> [bool; 4] {
        [0, 1, 2, 3].map(|corner| self.corners[corner][word] >> bit & 1 == 1)
    }

    /// Pixels outside the mask that the outline enters, and solid pixels that it does not hold
    /// whole; exact.
    pub(super) fn wrong_pixels(&self) -> (u64, u64) {
        let (mut overrun, mut uncovered) = (0, 0);
        for (i, (&solid, &crossed)) in self.solid.iter().zip(&self.crossed).enumerate() {
            let inside = self.corners[0][i];
            overrun += u64::from((!solid & (crossed | inside)).count_ones());
            uncovered += u64::from((solid & (crossed | !inside)).count_ones());
        }
        (overrun, uncovered)
    }
}

/// The rows whose open strip the span from `top` to `bottom` meets, end exclusive.
fn rows_of(top: i64, bottom: i64) -> [i64; 2] {
    [top.div_euclid(UNITS), -(-bottom).div_euclid(UNITS)]
}
