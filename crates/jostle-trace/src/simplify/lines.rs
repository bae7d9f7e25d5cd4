//! Where along a chain should one straight line end and the next begin?
//!
//! Method: dynamic programme over the chain's points, each stretch fitted by the line of least
//! squares, in the manner of J.-C. Perez and E. Vidal, "Optimum polygonal approximation of
//! digitized curves" (1994), with lines that need not pass through the chain's points. Sums of
//! moments up to each point give the squares of any stretch in O(1), and the area between stretch
//! and line follows from those: steps that are spread evenly about a line have a mean distance of
//! √3/2 of its root mean square. The vertices are where neighboring lines cross. It is an estimate
//! all along: what comes out is a start for the exact search, a different one from what collapsing
//! edge by edge finds.
//!
//! Cost: O(points · points of the longest stretch).

use super::chain::{Chain, P, cross, dist2, sub};
use super::draft::whole;
use super::slide::rounded;

/// Moments of the chain up to a point, in pixels about the ring's first point.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    l: f64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

/// A stretch's line: a point of it and its direction, in pixels.
#[derive(Clone, Copy, Debug)]
struct Line {
    p: P,
    u: P,
}

pub(super) struct Lines<'c> {
    chain: &'c Chain,
    origin: P,
    sums: Vec<Moments>,
}

const UNIT: f64 = 256.0;

impl<'c> Lines<'c> {
    pub(super) fn new(chain: &'c Chain) -> Self {
        let origin = chain.point(0);
        let mut sums = Vec::with_capacity(2 * chain.len + 1);
        let mut s = Moments::default();
        sums.push(s);
        for pair in chain.run(0, 2 * chain.len as u32).windows(2) {
            let px = |p: P| [(p[0] - origin[0]) / UNIT, (p[1] - origin[1]) / UNIT];
            let (a, b) = (px(pair[0]), px(pair[1]));
            let l = dist2(a, b).sqrt();
            s.l += l;
            s.x += l * (a[0] + b[0]) * 0.5;
            s.y += l * (a[1] + b[1]) * 0.5;
            s.xx += l * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 3.0;
            s.yy += l * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 3.0;
            s.xy += l * (2.0 * (a[0] * a[1] + b[0] * b[1]) + a[0] * b[1] + a[1] * b[0]) / 6.0;
            sums.push(s);
        }
        Self { chain, origin, sums }
    }

    /// Length, center and second moments about it of the stretch from point i to point j.
    fn moments(&self, i: usize, j: usize) -> (f64, P, [f64; 3]) {
        let (a, b) = (&self.sums[i], &self.sums[j]);
        let l = b.l - a.l;
        let (x, y) = ((b.x - a.x) / l, (b.y - a.y) / l);
        let second = [b.xx - a.xx - l * x * x, b.xy - a.xy - l * x * y, b.yy - a.yy - l * y * y];
        (l, [x, y], second)
    }

    /// The area between a stretch and its line, estimated from the squares, in px².
    fn cost(&self, i: usize, j: usize) -> f64 {
        let (l, _, [xx, xy, yy]) = self.moments(i, j);
        let half = (xx - yy) * 0.5;
        let spread = (half * half + xy * xy).sqrt();
        let squares = (xx + yy) * 0.5 - spread;
        if squares <= 0.0 || spread <= 0.0 {
            return 0.0;
        }
        let slant = 1.0 + (if xy < 0.0 { -xy } else { xy }) / spread;
        // √3/2 · root mean square · extent along the line.
        (0.75 * squares * l / slant).sqrt()
    }

    fn line(&self, i: usize, j: usize) -> Line {
        let (_, p, [xx, xy, yy]) = self.moments(i, j);
        let half = (xx - yy) * 0.5;
        let spread = (half * half + xy * xy).sqrt();
        // The direction of the larger moment, from the half of it that does not cancel.
        let u = if half >= 0.0 { [half + spread, xy] } else { [xy, spread - half] };
        Line { p, u }
    }

    /// The line along the stretch from point `from` to point `to`, moved to where it touches it.
    fn moved(&self, line: Line, from: usize, to: usize, sign: f64) -> Line {
        let run = self.chain.run(from as u32, (to - from) as u32);
        let along = sub(run[run.len() - 1], run[0]);
        let forward = line.u[0] * along[0] + line.u[1] * along[1] >= 0.0;
        let u = if forward { line.u } else { [-line.u[0], -line.u[1]] };
        let mut least = f64::INFINITY;
        let mut touch = run[0];
        for &c in run {
            let h = cross(u, sub(c, run[0])) * sign;
            if h < least {
                (least, touch) = (h, c);
            }
        }
        Line { p: [(touch[0] - self.origin[0]) / UNIT, (touch[1] - self.origin[1]) / UNIT], u }
    }

    /// The points where stretches end, from `start` round, each vertex being worth `price` px².
    #[expect(
        clippy::needless_range_loop,
        reason = "they are places along the chain, not only indices"
    )]
    fn breaks(&self, start: usize, price: f64) -> Vec<usize> {
        let n = self.chain.len;
        let mut best = vec![(f64::INFINITY, 0u32); n + 1];
        best[0].0 = 0.0;
        for i in 0..n {
            let here = best[i].0 + price;
            let mut over = 0;
            for j in i + 1..=n {
                if j == n && i == 0 {
                    break;
                }
                let cost = self.cost(start + i, start + j);
                if here + cost < best[j].0 {
                    best[j] = (here + cost, i as u32);
                }
                // Costs grow with the stretch but for small dips.
                over = if cost > 4.0 * price { over + 1 } else { 0 };
                if over > 3 {
                    break;
                }
            }
        }
        let mut at = n;
        let mut breaks = Vec::new();
        while at > 0 {
            at = best[at].1 as usize;
            breaks.push(start + at);
        }
        breaks.reverse();
        breaks
    }

    /// The vertices and anchors of a ring whose edges are the lines, in the order of the chain.
    /// With a `sign` (see `Rules`) the lines touch their stretches from the side that is allowed.
    pub(super) fn ring(&self, start: usize, price: f64, sign: f64) -> Option<Vec<(P, u32)>> {
        let n = self.chain.len;
        let breaks = self.breaks(start, price);
        let m = breaks.len();
        if m < 3 {
            return None;
        }
        let lines: Vec<Line> = (0..m)
            .map(|k| {
                let (from, to) = (breaks[k], if k + 1 < m { breaks[k + 1] } else { breaks[0] + n });
                let line = self.line(from, to);
                if sign == 0.0 { line } else { self.moved(line, from, to, sign) }
            })
            .collect();
        let mut places: Vec<(P, u32)> = (0..m)
            .map(|k| {
                let at = (breaks[k] % n) as u32;
                let here = self.chain.point(at);
                let here = [(here[0] - self.origin[0]) / UNIT, (here[1] - self.origin[1]) / UNIT];
                let (a, b) = (lines[(k + m - 1) % m], lines[k]);
                let turn = cross(a.u, b.u);
                let t = cross(sub(b.p, a.p), b.u) / turn;
                let mut e = [a.p[0] + a.u[0] * t, a.p[1] + a.u[1] * t];
                // Lines that hardly turn cross anywhere: then the mean of the two nearest points.
                if turn == 0.0 || dist2(e, here) > 2.25 {
                    let foot = |l: Line| {
                        let uu = l.u[0] * l.u[0] + l.u[1] * l.u[1];
                        let d = sub(here, l.p);
                        let t = if uu > 0.0 { (d[0] * l.u[0] + d[1] * l.u[1]) / uu } else { 0.0 };
                        [l.p[0] + l.u[0] * t, l.p[1] + l.u[1] * t]
                    };
                    let (f, g) = (foot(a), foot(b));
                    e = [(f[0] + g[0]) * 0.5, (f[1] + g[1]) * 0.5];
                }
                let units = |p: P| [p[0] * UNIT + self.origin[0], p[1] * UNIT + self.origin[1]];
                let both = [(units(a.p), a.u), (units(b.p), b.u)];
                let aside = if sign == 0.0 { None } else { rounded(units(e), both, sign) };
                (aside.unwrap_or(whole(units(e))), at)
            })
            .collect();
        let first = (0..m).min_by_key(|&k| places[k].1)?;
        places.rotate_left(first);
        Some(places)
    }
}
