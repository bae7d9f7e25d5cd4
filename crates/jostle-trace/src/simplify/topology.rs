//! May this change be made without rings crossing each other or themselves?
//!
//! A grid of cells lists the edges that pass through each.

use super::chain::{P, cross, sub};
use super::draft::Draft;

/// The edges of a draft by place. An edge is named by the node that it starts at.
#[derive(Debug)]
pub(super) struct Topology {
    origin: P,
    cell: f64,
    columns: usize,
    rows: usize,
    cells: Vec<Vec<u32>>,
}

/// The sign of the turn from a to b to c.
fn turn(a: P, b: P, c: P) -> f64 {
    cross(sub(b, a), sub(c, a))
}

/// Returns `true` if the box about a and b holds c, which lies on their line.
fn between(a: P, b: P, c: P) -> bool {
    let inside = |i: usize| (a[i] <= c[i] && c[i] <= b[i]) || (b[i] <= c[i] && c[i] <= a[i]);
    inside(0) && inside(1)
}

/// Returns `true` if the closed segments ab and cd share a point.
pub(super) fn meet(a: P, b: P, c: P, d: P) -> bool {
    let (t1, t2) = (turn(a, b, c), turn(a, b, d));
    if t1 * t2 > 0.0 {
        return false;
    }
    let (t3, t4) = (turn(c, d, a), turn(c, d, b));
    if t3 * t4 > 0.0 {
        return false;
    }
    if t1 * t2 < 0.0 && t3 * t4 < 0.0 {
        return true;
    }
    (t1 == 0.0 && between(a, b, c))
        || (t2 == 0.0 && between(a, b, d))
        || (t3 == 0.0 && between(c, d, a))
        || (t4 == 0.0 && between(c, d, b))
}

/// Returns `true` if the segments ab and bd share more than b.
pub(super) fn fold(a: P, b: P, d: P) -> bool {
    let (u, v) = (sub(a, b), sub(d, b));
    cross(u, v) == 0.0 && u[0] * v[0] + u[1] * v[1] >= 0.0
}

/// Returns `true` if x is inside the polygon, by the even-odd rule; on its boundary either may come
/// out.
fn inside(polygon: &[P], x: P) -> bool {
    let mut odd = false;
    let n = polygon.len();
    for i in 0..n {
        let (a, b) = (polygon[i], polygon[(i + 1) % n]);
        if (a[1] > x[1]) != (b[1] > x[1]) && (turn(a, b, x) > 0.0) == (b[1] > a[1]) {
            odd = !odd;
        }
    }
    odd
}

impl Topology {
    pub(super) fn new(draft: &Draft<'_>) -> Self {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let living = draft.living();
        for &v in &living {
            let p = draft.node(v).p;
            for i in 0..2 {
                if p[i] < low[i] {
                    low[i] = p[i];
                }
                if p[i] > high[i] {
                    high[i] = p[i];
                }
            }
        }
        if living.is_empty() {
            (low, high) = ([0.0; 2], [0.0; 2]);
        }
        let size = [high[0] - low[0] + 1.0, high[1] - low[1] + 1.0];
        // As many cells as edges, but none below two pixels.
        let fair = (size[0] * size[1] / (living.len() + 1) as f64).sqrt();
        let cell = if fair < 512.0 { 512.0 } else { fair };
        let (columns, rows) = ((size[0] / cell) as usize + 1, (size[1] / cell) as usize + 1);
        let mut new =
            Self { origin: low, cell, columns, rows, cells: vec![Vec::new(); columns * rows] };
        for v in living {
            new.add(draft.node(v).p, draft.node(draft.node(v).next).p, v);
        }
        new
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.origin[0]) / self.cell) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.origin[1]) / self.cell) as usize).min(self.rows - 1)
    }

    /// Calls `see` with every cell that the segment may pass through.
    fn walk(&self, a: P, b: P, mut see: impl FnMut(usize)) {
        let (a, b) = if a[1] <= b[1] { (a, b) } else { (b, a) };
        let (r0, r1) = (self.row(a[1]), self.row(b[1]));
        for r in r0..=r1 {
            // The part of the segment in this row, a little wider than rounding could need.
            let (top, bottom) = (
                self.origin[1] + r as f64 * self.cell - 1.0,
                self.origin[1] + (r + 1) as f64 * self.cell + 1.0,
            );
            let at = |y: f64, end: P| {
                if b[1] > a[1] {
                    a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]))
                } else {
                    end[0]
                }
            };
            let x0 = if r == r0 { a[0] } else { at(top, a) };
            let x1 = if r == r1 { b[0] } else { at(bottom, b) };
            let (x0, x1) = if x0 <= x1 { (x0, x1) } else { (x1, x0) };
            for c in self.column(x0 - 1.0)..=self.column(x1 + 1.0) {
                see(r * self.columns + c);
            }
        }
    }

    fn add(&mut self, a: P, b: P, v: u32) {
        let mut cells = std::mem::take(&mut self.cells);
        self.walk(a, b, |cell| cells[cell].push(v));
        self.cells = cells;
    }

    fn take(&mut self, a: P, b: P, v: u32) {
        let mut cells = std::mem::take(&mut self.cells);
        self.walk(a, b, |cell| {
            if let Some(i) = cells[cell].iter().position(|&e| e == v) {
                cells[cell].swap_remove(i);
            }
        });
        self.cells = cells;
    }

    /// Forgets the edges from node `a` on to node `d`.
    pub(super) fn unlist(&mut self, draft: &Draft<'_>, a: u32, d: u32) {
        let mut v = a;
        while v != d {
            let next = draft.node(v).next;
            self.take(draft.node(v).p, draft.node(next).p, v);
            v = next;
        }
    }

    /// Notes the edges from node `a` on to node `d`.
    pub(super) fn list(&mut self, draft: &Draft<'_>, a: u32, d: u32) {
        let mut v = a;
        while v != d {
            let next = draft.node(v).next;
            self.add(draft.node(v).p, draft.node(next).p, v);
            v = next;
        }
    }

    /// Forgets a whole ring.
    pub(super) fn remove_ring(&mut self, draft: &Draft<'_>, r: u32) {
        let ring = draft.rings[r as usize];
        let mut v = ring.first;
        for _ in 0..ring.count {
            let next = draft.node(v).next;
            self.take(draft.node(v).p, draft.node(next).p, v);
            v = next;
        }
    }

    /// Forgets given edges, by their points.
    pub(super) fn unlist_path(&mut self, nodes: &[u32], points: &[P]) {
        for (pair, &v) in points.windows(2).zip(nodes) {
            self.take(pair[0], pair[1], v);
        }
    }

    /// Returns `true` if the nodes strictly between `a` and `d` may give way to `e`, or to nothing:
    /// the new edges meet no others but at their ends, and no vertex lies in the area swept over.
    pub(super) fn may_replace(&self, draft: &Draft<'_>, a: u32, d: u32, e: Option<P>) -> bool {
        let (pa, pd) = (draft.node(a).p, draft.node(d).p);
        let (mut old, mut gone) = ([pa; 8], [a; 8]);
        let mut n = 0;
        let mut v = a;
        while v != d {
            if n == 7 {
                return false;
            }
            gone[n] = v;
            v = draft.node(v).next;
            n += 1;
            old[n] = draft.node(v).p;
        }
        let path = Path { before: draft.node(a).prev, gone: &gone[..n], old: &old[..=n], d };
        match e {
            Some(e) => self.free(draft, &path, &[pa, e, pd]),
            None => self.free(draft, &path, &[pa, pd]),
        }
    }

    /// Returns `true` if a path of edges may give way to `new`, which has the same ends.
    pub(super) fn free(&self, draft: &Draft<'_>, path: &Path<'_>, new: &[P]) -> bool {
        let edges = new.len() - 1;
        for i in 0..edges {
            if new[i] == new[i + 1] || (i > 0 && fold(new[i - 1], new[i], new[i + 1])) {
                return false;
            }
            for j in 2..=i {
                if meet(new[i], new[i + 1], new[i - j], new[i - j + 1]) {
                    return false;
                }
            }
        }
        // The old path there and the new one back; the ends are in it twice, which does no harm.
        let mut swept = [new[0]; 24];
        let size = path.old.len() + new.len();
        if size > swept.len() {
            return false;
        }
        swept[..path.old.len()].copy_from_slice(path.old);
        for (slot, &p) in swept[path.old.len()..size].iter_mut().zip(new.iter().rev()) {
            *slot = p;
        }
        let swept = &swept[..size];
        let (mut low, mut high) = (swept[0], swept[0]);
        for p in swept {
            for i in 0..2 {
                if p[i] < low[i] {
                    low[i] = p[i];
                }
                if p[i] > high[i] {
                    high[i] = p[i];
                }
            }
        }
        let (start, end) = (new[0], new[edges]);
        for r in self.row(low[1])..=self.row(high[1]) {
            for c in self.column(low[0])..=self.column(high[0]) {
                for &x in &self.cells[r * self.columns + c] {
                    if path.gone.contains(&x) {
                        continue;
                    }
                    let node = draft.node(x);
                    let (p, q) = (node.p, draft.node(node.next).p);
                    if x != path.d && inside(swept, p) {
                        return false;
                    }
                    for k in 0..edges {
                        let (s, t) = (new[k], new[k + 1]);
                        let hit = if x == path.before && k == 0 {
                            // In a ring whose last edge is the one before, both ends touch it.
                            fold(p, start, t) || (x == path.d && edges == 1)
                        } else if x == path.d && k + 1 == edges {
                            fold(s, end, q)
                        } else {
                            meet(s, t, p, q)
                        };
                        if hit {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }
}

/// A path of edges in a ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<'p> {
    /// The node before the path's first.
    pub(super) before: u32,
    /// The nodes that its edges start at.
    pub(super) gone: &'p [u32],
    /// Its points.
    pub(super) old: &'p [P],
    /// The node that it ends at.
    pub(super) d: u32,
}
