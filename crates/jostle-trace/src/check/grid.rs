//! Which edges pass near a place?
//!
//! Method: square cells, each with the list of edges that meet the closed cell, found row of cells
//! by row by whole-number division rounded outward. Frame: units (1/256 px) as the edges are given.
//! Error: none (a cell may list an edge that just misses it). Cost: cells that the edges pass.

/// Edges by cells.
pub(super) struct Grid {
    /// The side of a cell in units.
    pub(super) side: i64,
    /// The first column and row of cells, counted from the origin.
    pub(super) low: [i64; 2],
    columns: i64,
    rows: i64,
    starts: Vec<u32>,
    edges: Vec<u32>,
}

impl Grid {
    /// Sorts edges into cells whose side suits their number and spread.
    pub(super) fn new(edges: &[[[i64; 2]; 2]]) -> Self {
        let mut low = [i64::MAX; 2];
        let mut high = [i64::MIN; 2];
        let mut length = 0;
        for [a, b] in edges {
            for axis in 0..2 {
                low[axis] = low[axis].min(a[axis]).min(b[axis]);
                high[axis] = high[axis].max(a[axis]).max(b[axis]);
                length += (a[axis] - b[axis]).abs();
            }
        }
        if edges.is_empty() {
            (low, high) = ([0; 2], [0; 2]);
        }
        // About the mean length of an edge, and no more cells than 4 for an edge.
        let mut side = 1024;
        let cells = |side: i64| {
            let [w, h] = [0, 1].map(|i| high[i].div_euclid(side) - low[i].div_euclid(side) + 1);
            w * h
        };
        let count = edges.len() as i64;
        while side * count < length || cells(side) > 4 * count + 16 {
            side *= 2;
        }
        let low = low.map(|v| v.div_euclid(side));
        let [columns, rows] = [0, 1].map(|i| high[i].div_euclid(side) - low[i] + 1);
        let mut grid = Self { side, low, columns, rows, starts: Vec::new(), edges: Vec::new() };
        let mut starts = vec![0u32; (columns * rows) as usize + 2];
        for &edge in edges {
            grid.cells_of(edge, |cell| starts[cell + 2] += 1);
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut sorted = vec![0; starts[starts.len() - 1] as usize];
        for (index, &edge) in edges.iter().enumerate() {
            grid.cells_of(edge, |cell| {
                sorted[starts[cell + 1] as usize] = index as u32;
                starts[cell + 1] += 1;
            });
        }
        starts.pop();
        (grid.starts, grid.edges) = (starts, sorted);
        grid
    }

    fn cells_of(&self, [a, b]: [[i64; 2]; 2], mut take: impl FnMut(usize)) {
        let (top, bottom) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let (dx, dy) = (bottom[0] - top[0], bottom[1] - top[1]);
        let side = self.side;
        for row in top[1].div_euclid(side)..=bottom[1].div_euclid(side) {
            let (mut left, mut right) = (top[0].min(bottom[0]), top[0].max(bottom[0]));
            if dy != 0 && dx != 0 {
                let at = |y: i64| {
                    let away = match (y - top[1]).checked_mul(dx) {
                        Some(number) => number.div_euclid(dy),
                        // Only edges of a million pixels come here.
                        None => {
                            let number = i128::from(y - top[1]) * i128::from(dx);
                            number.div_euclid(i128::from(dy)) as i64
                        }
                    };
                    away + top[0]
                };
                let ends = [at((row * side).max(top[1])), at(((row + 1) * side).min(bottom[1]))];
                left = left.max(ends[0].min(ends[1]));
                right = right.min(ends[0].max(ends[1]) + 1);
            }
            let line = (row - self.low[1]) * self.columns - self.low[0];
            for column in left.div_euclid(side)..=right.div_euclid(side) {
                if column - self.low[0] < self.columns {
                    take((line + column) as usize);
                }
            }
        }
    }

    /// The lists of all cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|w| &self.edges[w[0] as usize..w[1] as usize])
    }

    /// Gives the edges of all cells at or to the left of the cell that holds (x, y).
    pub(super) fn leftward(&self, [x, y]: [i64; 2], mut take: impl FnMut(u32)) {
        let column = x.div_euclid(self.side) - self.low[0];
        let row = y.div_euclid(self.side) - self.low[1];
        for column in 0..=column {
            self.cell([column, row]).iter().for_each(|&edge| take(edge));
        }
    }

    fn cell(&self, [column, row]: [i64; 2]) -> &[u32] {
        if !(0..self.columns).contains(&column) || !(0..self.rows).contains(&row) {
            return &[];
        }
        let at = (row * self.columns + column) as usize;
        &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// How many rings of cells around `home` it takes to see all cells.
    pub(super) fn farthest(&self, home: [i64; 2]) -> i64 {
        let [x, y] = home;
        x.abs().max((self.columns - x).abs()).max(y.abs()).max((self.rows - y).abs())
    }

    /// Gives the edges of all cells `step` cells away from `home`.
    pub(super) fn ring(&self, home: [i64; 2], step: i64, mut take: impl FnMut(u32)) {
        let [x, y] = home;
        for row in (y - step).max(0)..=(y + step).min(self.rows - 1) {
            let whole = (row - y).abs() == step;
            if whole {
                for column in (x - step).max(0)..=(x + step).min(self.columns - 1) {
                    self.cell([column, row]).iter().for_each(|&edge| take(edge));
                }
            } else {
                for column in [x - step, x + step] {
                    self.cell([column, row]).iter().for_each(|&edge| take(edge));
                }
            }
        }
    }
}
