//! The outline of one ring in one frame, pixel side by pixel side, and lines through its stretches.
//!
//! Places are the ends of pixel sides, so that all of them together are the outline itself. Lines
//! go through the middles of sides, which lie as much outside of a slanted edge as inside. Prefix
//! sums of the middles' coordinates and products give the best line through any stretch in O(1) (as
//! P. Selinger, "Potrace: a polygon-based tracing algorithm", 2003, §2.3.1, has them).

use crate::{Point, Ring, UNITS_PER_PIXEL};

const UNITS: f64 = UNITS_PER_PIXEL as f64;

/// See the file's head.
#[derive(Clone, Debug)]
pub(super) struct Contour {
    /// Starts of pixel sides in pixels, in the order of the ring.
    pub(super) points: Vec<[f64; 2]>,
    /// Sums over the sides before each, of their middles: x, y, xx, xy, yy, around the middle of
    /// the ring.
    sums: Vec<[f64; 5]>,
    pub(super) middle: [f64; 2],
    pub(super) area: f64,
}

/// A line through a stretch of points.
#[derive(Clone, Copy, Debug)]
struct Line {
    through: [f64; 2],
    along: [f64; 2],
    /// The sum of the squared distances of the points.
    off: f64,
    count: f64,
}

impl Contour {
    pub(super) fn of(ring: &Ring) -> Self {
        let n = ring.points.len();
        let mut points = Vec::new();
        for i in 0..n {
            let (a, b) = (ring.points[i], ring.points[(i + 1) % n]);
            let length = (b[0] - a[0]).abs().max((b[1] - a[1]).abs()) / UNITS_PER_PIXEL;
            let step = [(b[0] - a[0]).signum(), (b[1] - a[1]).signum()].map(f64::from);
            let start = a.map(|v| f64::from(v) / UNITS);
            points.extend((0..length).map(|k| {
                let t = f64::from(k);
                [start[0] + step[0] * t, start[1] + step[1] * t]
            }));
        }
        let count = points.len().max(1) as f64;
        let sum = points.iter().fold([0.0; 2], |s, p| [s[0] + p[0], s[1] + p[1]]);
        let middle = sum.map(|s| s / count);
        let mut sums = vec![[0.0; 5]];
        let mut so_far = [0.0; 5];
        for (i, p) in points.iter().enumerate() {
            let q = points[(i + 1) % points.len()];
            let (x, y) = ((p[0] + q[0]) * 0.5 - middle[0], (p[1] + q[1]) * 0.5 - middle[1]);
            for (s, v) in so_far.iter_mut().zip([x, y, x * x, x * y, y * y]) {
                *s += v;
            }
            sums.push(so_far);
        }
        let area = ring.doubled_area().abs() as f64 / (2.0 * UNITS * UNITS);
        Self { points, sums, middle, area }
    }

    /// Steps from one place to another, onward.
    pub(super) fn steps(&self, from: u32, to: u32) -> usize {
        let n = self.points.len();
        (to as usize + n - from as usize) % n
    }

    /// The area by which a straight line from place to place differs from the outline, about.
    pub(super) fn error(&self, from: u32, to: u32) -> f64 {
        let line = self.line(from, to);
        (line.off * line.count).sqrt()
    }

    /// The line nearest to the middles of the sides from one place to another.
    fn line(&self, from: u32, to: u32) -> Line {
        let (i, j) = (from as usize, to as usize);
        let n = self.points.len();
        let mut s = [0.0; 5];
        for (k, s) in s.iter_mut().enumerate() {
            *s = self.sums[j][k] - self.sums[i][k];
            if j < i {
                *s += self.sums[n][k];
            }
        }
        let count = self.steps(from, to).max(1) as f64;
        let (x, y) = (s[0] / count, s[1] / count);
        let (xx, xy, yy) = (s[2] / count - x * x, s[3] / count - x * y, s[4] / count - y * y);
        let (mean, off) = ((xx + yy) * 0.5, (xx - yy) * 0.5);
        let root = (off * off + xy * xy).sqrt();
        let less = if mean > root { mean - root } else { 0.0 };
        let through = [x + self.middle[0], y + self.middle[1]];
        let (p, q) = (self.points[i], self.points[j]);
        let mut along = if root > 0.0 {
            let c = (1.0 + off / root) * 0.5;
            let s = (1.0 - off / root) * 0.5;
            let c = if c > 0.0 { c.sqrt() } else { 0.0 };
            let s = if s > 0.0 { s.sqrt() } else { 0.0 };
            [c, if xy < 0.0 { -s } else { s }]
        } else {
            [1.0, 0.0]
        };
        if along[0] * (q[0] - p[0]) + along[1] * (q[1] - p[1]) < 0.0 {
            along = along.map(|v| -v);
        }
        Line { through, along, off: less * count, count }
    }

    /// A polygon whose sides are the lines between successive places.
    pub(super) fn polygon(&self, places: &[u32]) -> Vec<Point> {
        let n = places.len();
        let lines: Vec<Line> = (0..n).map(|i| self.line(places[i], places[(i + 1) % n])).collect();
        let vertex = |i: usize| {
            let (before, after) = (lines[(i + n - 1) % n], lines[i]);
            let own = self.points[places[i] as usize];
            meeting(before, after, own).map(|v| (v * UNITS).round() as i32)
        };
        (0..n).map(vertex).collect()
    }
}

/// Fewer points do not make a line that could be trusted.
const TRUSTED: f64 = 3.0;

/// Where two lines meet, if that is near the place between them; else a point between its feet.
fn meeting(before: Line, after: Line, own: [f64; 2]) -> [f64; 2] {
    let foot = |line: Line| {
        if line.count < TRUSTED {
            return own;
        }
        let d = [own[0] - line.through[0], own[1] - line.through[1]];
        let t = d[0] * line.along[0] + d[1] * line.along[1];
        [line.through[0] + line.along[0] * t, line.through[1] + line.along[1] * t]
    };
    let (p, q) = (foot(before), foot(after));
    let fallback = [(p[0] + q[0]) * 0.5, (p[1] + q[1]) * 0.5];
    if before.count < TRUSTED || after.count < TRUSTED {
        return fallback;
    }
    let (u, v) = (before.along, after.along);
    let cross = u[0] * v[1] - u[1] * v[0];
    // Lines nearly the same meet anywhere.
    if cross.abs() < 0.1 {
        return fallback;
    }
    let d = [after.through[0] - before.through[0], after.through[1] - before.through[1]];
    let t = (d[0] * v[1] - d[1] * v[0]) / cross;
    let met = [before.through[0] + u[0] * t, before.through[1] + u[1] * t];
    let (dx, dy) = (met[0] - own[0], met[1] - own[1]);
    let shorter = if before.count < after.count { before.count } else { after.count };
    let most = 1.0 + 0.25 * shorter;
    if dx * dx + dy * dy <= most * most { met } else { fallback }
}
