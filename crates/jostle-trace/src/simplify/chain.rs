//! How far is an edge from the piece of the exact outline that it stands for?
//!
//! A ring of the exact outline is a *chain*: its corners, with long edges cut so that no two points
//! are far apart. Every edge of a simplified ring owns a run of chain points, from the one that its
//! start is anchored at to the one that its end is anchored at, and the runs of a ring cover its
//! chain once. Edge and run, joined at the ends by the links from vertex to anchor, make a closed
//! loop w, and the winding number of the simplified ring minus that of the exact one is the sum of
//! the loops' winding numbers. Two facts follow, and both kinds of goal rest on them:
//!
//! - *area*: the area where simplified and exact region differ is at most Σ ∫|w|, and equal to it
//!   unless loops overlap with opposite signs;
//! - *distance*: a loop whose chain points all lie within eps of its edge stays inside the edge's
//!   capsule, which is convex, so a point where the regions differ is within eps of an edge; and on
//!   the perpendicular through such a point the chain or a link is met within eps, so it is within
//!   eps of the exact outline too.
//!
//! Frame: 1/256 px, x right, y down, solid on the side where `cross(edge, x - start)` is positive.
//! Error: coordinates are whole numbers below 2^25, so the signs of all cross products are exact in
//! `f64`; an area is a sum of such products and of shares of them, each rounded once.
//! Cost: O(points of the run).

use crate::{Point, Ring};

/// A vector or point in 1/256 px whose numbers are whole unless said otherwise.
pub(super) type P = [f64; 2];

/// The most pieces of an edge of the ring.
const MOST_PIECES: i32 = 8;

pub(super) fn cross(a: P, b: P) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(super) fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn sub(a: P, b: P) -> P {
    #[cfg(test)]
    super::tests::count();
    [a[0] - b[0], a[1] - b[1]]
}

pub(super) fn dist2(a: P, b: P) -> f64 {
    let d = sub(a, b);
    dot(d, d)
}

pub(super) fn real(p: Point) -> P {
    [f64::from(p[0]), f64::from(p[1])]
}

/// The chain of one ring, written down twice so that every run is a slice.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Points of two laps and the first point again.
    points: Vec<P>,
    /// Sum of the cross products of consecutive points up to each point, about the first point.
    sums: Vec<f64>,
    /// Chain index of every corner of the ring, in order.
    pub(super) corners: Vec<u32>,
    /// Points of one lap.
    pub(super) len: usize,
}

impl Chain {
    /// Cuts the edges of a ring into pieces of at most `longest` units, unless that makes too many:
    /// an anchor near to its vertex makes the sum of areas a closer bound, at the cost of longer
    /// runs.
    pub(super) fn new(ring: &Ring, longest: i32) -> Self {
        let n = ring.points.len();
        let mut points = Vec::with_capacity(4 * n + 1);
        let mut corners = Vec::with_capacity(n);
        for i in 0..n {
            let (a, b) = (ring.points[i], ring.points[(i + 1) % n]);
            corners.push(points.len() as u32);
            let reach = (b[0] - a[0]).abs().max((b[1] - a[1]).abs());
            let pieces = ((reach + longest - 1) / longest).min(MOST_PIECES);
            points.push(real(a));
            for k in 1..pieces {
                let at = |c: usize| {
                    let d = i64::from(b[c] - a[c]) * i64::from(k) / i64::from(pieces);
                    f64::from(a[c]) + d as f64
                };
                points.push([at(0), at(1)]);
            }
        }
        let len = points.len();
        for i in 0..=len {
            points.push(points[i]);
        }
        let origin = points[0];
        let mut sums = Vec::with_capacity(points.len());
        let mut sum = 0.0;
        sums.push(0.0);
        for pair in points.windows(2) {
            sum += cross(sub(pair[0], origin), sub(pair[1], origin));
            sums.push(sum);
        }
        Self { points, sums, corners, len }
    }

    /// The points of the run that starts at `at` and spans `span` pieces.
    pub(super) fn run(&self, at: u32, span: u32) -> &[P] {
        &self.points[at as usize..=(at + span) as usize]
    }

    pub(super) fn point(&self, at: u32) -> P {
        self.points[at as usize]
    }

    /// The chain index `at + by`, brought back into the first lap.
    pub(super) fn step(&self, at: u32, by: u32) -> u32 {
        let to = at as usize + by as usize;
        (if to >= self.len { to - self.len } else { to }) as u32
    }

    /// Twice the area between the edge from `p` to `q` and its run, both sides counted; some area
    /// of at least `bar` if it is not below that.
    pub(super) fn area(&self, p: P, q: P, at: u32, span: u32, bar: f64) -> f64 {
        let u = sub(q, p);
        let [first, rest @ ..] = self.run(at, span) else { return 0.0 };
        let mut before = sub(*first, p);
        let mut height = cross(u, before);
        let (mut total, mut side) = (0.0, height);
        // The doubled area between `p` and the run so far, both as it stands and as it stood where
        // the run last crossed the edge's line.
        let (mut fan, mut mark) = (0.0, 0.0);
        // Written without branches: crossings come too irregularly to be foreseen.
        for &c in rest {
            let x = sub(c, p);
            let h = cross(u, x);
            let turn = cross(before, x);
            // Where it crosses, `height` is zero or has the opposite sign of `h`; elsewhere this
            // may be any number or none, and is left out.
            let here = fan + turn * (height / (height - h));
            let part = (here - mark).abs();
            let crosses = h * side < 0.0;
            total += if crosses { part } else { 0.0 };
            mark = if crosses { here } else { mark };
            if total >= bar {
                return total;
            }
            fan += turn;
            side = if h == 0.0 { side } else { h };
            before = x;
            height = h;
        }
        // The link from the last anchor to `q`.
        total + (fan + cross(before, u) - mark).abs()
    }

    /// Twice the signed area of the run closed by the links and the edge from `q` back to `p`.
    pub(super) fn signed(&self, p: P, q: P, at: u32, span: u32) -> f64 {
        let o = self.points[0];
        let (p, q) = (sub(p, o), sub(q, o));
        let (a, b) = (at as usize, (at + span) as usize);
        let (first, last) = (sub(self.points[a], o), sub(self.points[b], o));
        self.sums[b] - self.sums[a] + cross(p, first) + cross(last, q) + cross(q, p)
    }

    /// Returns `true` if all points of the run lie within √`limit2` of the edge.
    pub(super) fn within(&self, p: P, q: P, at: u32, span: u32, limit2: f64) -> bool {
        let u = sub(q, p);
        let uu = dot(u, u);
        self.run(at, span).iter().all(|&c| {
            let x = sub(c, p);
            let t = dot(u, x);
            if t <= 0.0 {
                dot(x, x) <= limit2
            } else if t >= uu {
                dist2(c, q) <= limit2
            } else {
                let h = cross(u, x);
                h * h <= limit2 * uu
            }
        })
    }

    /// Returns `true` if all points of the run lie on the side `sign` of the edge's line, or on it.
    pub(super) fn beside(&self, p: P, q: P, at: u32, span: u32, sign: f64) -> bool {
        let u = sub(q, p);
        self.run(at, span).iter().all(|&c| cross(u, sub(c, p)) * sign >= 0.0)
    }

    /// The direction across the chain at a point, toward the solid side, of length 1: from the
    /// points about three pixels before and after it.
    pub(super) fn normal(&self, at: u32) -> P {
        let here = self.point(at);
        let far = |mut k: usize, ahead: usize| {
            for _ in 0..self.len {
                k = (k + ahead) % self.len;
                if dist2(self.points[k], here) >= 768.0 * 768.0 {
                    break;
                }
            }
            self.points[k]
        };
        let d = sub(far(at as usize, 1), far(at as usize, self.len - 1));
        let l = dot(d, d).sqrt();
        if l > 0.0 { [-d[1] / l, d[0] / l] } else { [0.0, 1.0] }
    }

    /// The step into the run that comes closest to `e`; the first of equals.
    pub(super) fn nearest(&self, e: P, at: u32, span: u32) -> u32 {
        let (mut best, mut closest) = (0, f64::INFINITY);
        for (k, &c) in self.run(at, span).iter().enumerate() {
            let d = dist2(c, e);
            if d < closest {
                closest = d;
                best = k as u32;
            }
        }
        best
    }
}
