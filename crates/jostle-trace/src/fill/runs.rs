//! Which pixels of one kind hang together?
//!
//! Method: runs along rows, found from the bits where a pixel differs from the one before, joined
//! to the runs of the row above by union-find (Rosenfeld and Pfaltz, *Sequential operations in
//! digital picture processing*, 1966, by runs). Error: none. Cost: words plus runs.

use crate::Mask;

/// Neighboring pixels of one kind in a row.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) row: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// What is known of a connected set of runs, kept with its first run.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) area: u64,
    /// True if it reaches the edge of the picture.
    pub(super) at_edge: bool,
}

/// The connected parts of the solid pixels or of the empty ones.
pub(super) struct Parts {
    pub(super) runs: Vec<Run>,
    /// For each run the first run of its part.
    pub(super) first: Vec<u32>,
    /// By first runs.
    pub(super) parts: Vec<Part>,
}

/// Which pixels are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Solid,
    Empty,
}

impl Parts {
    /// Finds the parts; a corner joins two pixels when `reach` is 1, and does not when it is 0.
    pub(super) fn new(mask: &Mask, kind: Kind, reach: u32) -> Self {
        let mut found = Self { runs: Vec::new(), first: Vec::new(), parts: Vec::new() };
        let mut above = 0;
        for row in 0..mask.height() {
            let begin = found.runs.len();
            found.row(mask, kind, row);
            found.join(above, begin, reach);
            above = begin;
        }
        found.sum(mask);
        found
    }

    fn row(&mut self, mask: &Mask, kind: Kind, row: u32) {
        let (flip, width) = (if kind == Kind::Empty { u64::MAX } else { 0 }, mask.width());
        let mut before = 0;
        let mut start = None;
        for (index, &word) in mask.row(row).iter().enumerate() {
            let base = index as u32 * 64;
            let keep = if width - base >= 64 { u64::MAX } else { (1 << (width - base)) - 1 };
            let word = (word ^ flip) & keep;
            let mut turns = word ^ (word << 1 | before);
            before = word >> 63;
            while turns != 0 {
                let at = base + turns.trailing_zeros();
                turns &= turns - 1;
                start = match start {
                    None => Some(at),
                    Some(start) => {
                        self.runs.push(Run { row, start, end: at });
                        None
                    }
                };
            }
        }
        if let Some(start) = start {
            self.runs.push(Run { row, start, end: width });
        }
        self.first.extend(self.first.len() as u32..self.runs.len() as u32);
    }

    /// Joins the runs from `begin` with those of the row above, from `above` to `begin`.
    fn join(&mut self, mut above: usize, begin: usize, reach: u32) {
        for run in begin..self.runs.len() {
            let Run { start, end, .. } = self.runs[run];
            while above < begin && self.runs[above].end + reach <= start {
                above += 1;
            }
            let mut other = above;
            while other < begin && self.runs[other].start < end + reach {
                let (a, b) = (self.root(run as u32), self.root(other as u32));
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                self.first[high as usize] = low;
                other += 1;
            }
        }
    }

    fn root(&mut self, run: u32) -> u32 {
        let mut at = run;
        while self.first[at as usize] != at {
            let next = self.first[at as usize];
            self.first[at as usize] = self.first[next as usize];
            at = next;
        }
        at
    }

    fn sum(&mut self, mask: &Mask) {
        self.parts = vec![Part { area: 0, at_edge: false }; self.runs.len()];
        for index in 0..self.runs.len() {
            let root = self.root(index as u32);
            self.first[index] = root;
            let run = self.runs[index];
            let part = &mut self.parts[root as usize];
            part.area += u64::from(run.end - run.start);
            part.at_edge |= run.start == 0 || run.end == mask.width();
            part.at_edge |= run.row == 0 || run.row + 1 == mask.height();
        }
    }
}
