//! Where could one vertex stand in for others, and what would it cost?
//!
//! The candidates for a collapsed edge lie on the line that keeps the area (see `collapse`), where
//! it meets the edges next to it; under rules, where those edges meet each other, and the ends of
//! the collapsed edge. The candidates for a split are the chain's points farthest from the edge.
//! The areas themselves decide which is best, not the geometry. Cost: O(points of the
//! runs).

use super::chain::{Chain, P, cross, dist2, sub};
use super::draft::{Draft, whole};

/// The trusted share of an estimate: an estimate that is too high is tried too late.
/// Measured at 0.5, 0.7, 1 and 1.4: the first two have the fewest vertices, and the second looks at
/// fewer.
const CAUTION: f64 = 0.7;

/// A vertex that could stand in for others: where, how far into their chain, and the areas of the
/// edges before and after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) e: P,
    pub(super) step: u32,
    pub(super) before: f64,
    pub(super) after: f64,
}

impl Place {
    pub(super) fn area(&self) -> f64 {
        self.before + self.after
    }
}

impl Draft<'_> {
    /// The area of the edge from `p` to `q`, unless it breaks a rule; some area of at least `bar`
    /// if it is not below that.
    pub(super) fn edge(
        &self,
        chain: &Chain,
        (p, q): (P, P),
        (at, span): (u32, u32),
        bar: f64,
    ) -> Option<f64> {
        if self.rules.limit2 < f64::INFINITY && !chain.within(p, q, at, span, self.rules.limit2) {
            return None;
        }
        if self.rules.sign != 0.0
            && (!chain.beside(p, q, at, span, self.rules.sign)
                || chain.signed(p, q, at, span) * self.rules.sign > 0.0)
        {
            return None;
        }
        Some(chain.area(p, q, at, span, bar))
    }

    /// Returns `true` if the edge that starts at `v` breaks no rule.
    pub(super) fn keeps_rules(&self, v: u32) -> bool {
        let node = self.node(v);
        let q = self.node(node.next).p;
        dist2(node.p, self.chain(v).point(node.at)) <= self.rules.limit2
            && self.edge(self.chain(v), (node.p, q), (node.at, node.span), 0.0).is_some()
    }

    /// Tries `e` as the one vertex between `p` and `q`, over a run; `None` if it breaks a rule or
    /// costs at least `bar`.
    #[inline]
    pub(super) fn place(
        &self,
        chain: &Chain,
        (p, q): (P, P),
        (at, span): (u32, u32),
        e: P,
        bar: f64,
    ) -> Option<Place> {
        let step = chain.nearest(e, at, span);
        self.place_at(chain, (p, q), (at, span), e, step, bar)
    }

    /// Does as `place` with the anchor given.
    #[inline]
    pub(super) fn place_at(
        &self,
        chain: &Chain,
        (p, q): (P, P),
        (at, span): (u32, u32),
        e: P,
        step: u32,
        bar: f64,
    ) -> Option<Place> {
        let mid = chain.step(at, step);
        if self.rules.limit2 < f64::INFINITY && dist2(chain.point(mid), e) > self.rules.limit2 {
            return None;
        }
        let before = self.edge(chain, (p, e), (at, step), bar)?;
        if before >= bar {
            return None;
        }
        let room = bar - before;
        let after = self.edge(chain, (e, q), (mid, span - step), room)?;
        (after < room).then_some(Place { e, step, before, after })
    }

    /// The vertex that best replaces nodes `b` and the next one, and what the error grows by; none
    /// if that is `most` or more.
    pub(super) fn collapse(&self, b: u32, most: f64) -> Option<(f64, Place)> {
        let nb = self.node(b);
        let na = self.node(nb.prev);
        let nc = self.node(nb.next);
        let d = self.node(nc.next).p;
        let (a, b, c) = (na.p, nb.p, nc.p);
        let chain = &self.chains[nb.ring as usize];
        let run = (na.at, na.span + nb.span + nc.span);
        let old = na.area + nb.area + nc.area;
        let mut best: Option<Place> = None;
        let consider = |best: &mut Option<Place>, e: P| {
            let bar = best.map_or(most + old, |p| p.area());
            if let Some(place) = self.place(chain, (a, d), run, e, bar) {
                *best = Some(place);
            }
        };
        let w = sub(d, a);
        let mid = [(b[0] + c[0]) * 0.5, (b[1] + c[1]) * 0.5];
        let reach = dist2(a, b) + dist2(b, c) + dist2(c, d);
        let near = |e: P| dist2(e, mid) <= 4.0 * reach;
        let mut tried = false;
        if self.rules.sign == 0.0 {
            let want = chain.signed(a, d, run.0, run.1);
            let (on_ab, on_dc) = (cross(sub(b, a), w), cross(sub(c, d), w));
            // Of the two, the paper states which is the better one; under rules it may not be
            // allowed.
            let first = on_first(on_ab, on_dc, want);
            let either = !self.rules.free();
            if on_ab != 0.0 && (first || either) {
                let e = toward(a, b, want / on_ab);
                if near(e) {
                    tried = true;
                    consider(&mut best, whole(e));
                }
            }
            if on_dc != 0.0 && (!first || either) {
                let e = toward(d, c, want / on_dc);
                if near(e) {
                    tried = true;
                    consider(&mut best, whole(e));
                }
            }
        } else {
            let (u, v) = (sub(b, a), sub(d, c));
            let turn = cross(u, v);
            if turn != 0.0 {
                let e = toward(a, b, cross(sub(c, a), v) / turn);
                if near(e) {
                    for e in around(e) {
                        consider(&mut best, e);
                    }
                }
            }
        }
        // If the place that keeps the area costs too much, these nearly always do.
        if !tried || !self.rules.free() {
            consider(&mut best, b);
            consider(&mut best, c);
            consider(&mut best, whole(mid));
        }
        best.map(|place| (place.area() - old, place))
    }

    /// Estimates the growth of the error in `collapse`, without a walk along the run; if
    /// vertices are free. What lies between the two edges and the three that they replace is known
    /// from their ends. How much of it adds to what already lies between the three and the run is
    /// not, and taken as for two errors that do not depend on each other.
    pub(super) fn guess(&self, b: u32) -> f64 {
        let nb = self.node(b);
        let (na, nc) = (self.node(nb.prev), self.node(nb.next));
        let ends = [na.p, nb.p, nc.p, self.node(nc.next).p];
        let old = na.area + nb.area + nc.area;
        let want = self.chains[nb.ring as usize].signed(
            ends[0],
            ends[3],
            na.at,
            na.span + nb.span + nc.span,
        );
        let [a, b, c, d] = ends;
        let w = sub(d, a);
        let (on_ab, on_dc) = (cross(sub(b, a), w), cross(sub(c, d), w));
        let (a, b, c, d, on) =
            if on_first(on_ab, on_dc, want) { (a, b, c, d, on_ab) } else { (d, c, b, a, on_dc) };
        if on == 0.0 {
            return 0.0;
        }
        let e = toward(a, b, want / on);
        let u = sub(d, e);
        let (to_b, to_c) = (cross(u, sub(b, e)), cross(u, sub(c, e)));
        if to_b * to_c >= 0.0 {
            return 0.0;
        }
        let share = to_b / (to_b - to_c);
        let moved = share * cross(sub(e, b), sub(c, b)).abs()
            + (1.0 - share) * cross(sub(b, c), sub(d, c)).abs();
        CAUTION * ((old * old + moved * moved).sqrt() - old)
    }

    /// The vertex that best splits the edge that starts at `v`.
    pub(super) fn split(&self, v: u32) -> Option<Place> {
        let node = self.node(v);
        let (p, q) = (node.p, self.node(node.next).p);
        let chain = &self.chains[node.ring as usize];
        let u = sub(q, p);
        // The chain points that lie farthest to either side.
        let (mut low, mut high) = ((0.0, None), (0.0, None));
        for (k, &c) in chain.run(node.at, node.span).iter().enumerate() {
            let h = cross(u, sub(c, p));
            if h < low.0 {
                low = (h, Some((c, k)));
            }
            if h > high.0 {
                high = (h, Some((c, k)));
            }
        }
        let mut best: Option<Place> = None;
        for (e, k) in [low.1, high.1].into_iter().flatten() {
            if e == p || e == q {
                continue;
            }
            let bar = best.map_or(f64::INFINITY, |b| b.area());
            let run = (node.at, node.span);
            if let Some(place) = self.place_at(chain, (p, q), run, e, k as u32, bar) {
                best = Some(place);
            }
        }
        best
    }
}

/// Returns `true` if the vertex that keeps the area is better on the first edge than on the last.
fn on_first(on_ab: f64, on_dc: f64, want: f64) -> bool {
    if on_ab * on_dc > 0.0 { on_ab.abs() > on_dc.abs() } else { on_ab * want > 0.0 }
}

fn toward(a: P, b: P, t: f64) -> P {
    [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
}

/// The four points of whole numbers about `p`.
pub(super) fn around(p: P) -> [P; 4] {
    let (x0, y0) = (p[0].floor() + 0.0, p[1].floor() + 0.0);
    let (x1, y1) = (p[0].ceil() + 0.0, p[1].ceil() + 0.0);
    [[x0, y0], [x1, y0], [x0, y1], [x1, y1]]
}
