//! Signed separation of two curved convex sets.
//!
//! Method: with C = a − (b + offset) the separation is −min h_C(u) over unit u, and the minimizing
//! u is the normal from a to b. Branch and bound over the direction: an evaluated direction gives
//! an upper bound. On an arc of directions whose ends have support points s₁ and s₂, and whose
//! radius of curvature is at least ρ, the set minus a disc of radius ρ is convex, so h(u) ≥ max((s₁
//! − ρu₁)·u, (s₂ − ρu₂)·u) + ρ, whose minimum has a closed form. This is the dual of the expanding
//! polytope (G. van den Bergen, "Proximity queries and penetration depth computation on 3D game
//! objects", 2001).
//!
//! Frame and sign: a's frame, `offset` is b's origin in it; below 0 they overlap. Error: `lo` and
//! `hi` hold the true value and are about 50 EPSILON of the coordinates apart; 10⁻⁴ of the size if
//! a user's support function has many equally good directions. Cost: 9 to 14 support points as a
//! rule.

use alloc::vec::Vec;

use crate::math::{DVec2, greater, lesser};
use crate::pair::curved::EPSILON;
use crate::pair::curved::support_map::{
    ConvexSet, ROUNDING, RoundedHull, finite_support, right, strictly_between, tamed_roundness,
};

/// The most directions of one pair; then the bracket is returned as wide as it is.
const BUDGET: usize = 400;

/// Gap at which the search stops, in units of EPSILON times the coordinates' size.
const CLOSED: f64 = 4.0;

/// How far a support point may sit from the exact one along a curved boundary, in units of EPSILON
/// times the radius of curvature: the error of its direction.
const TURNED: f64 = 8.0;

/// First lean of the direction in a search for the other end of a face: 2⁻²⁶, the root of EPSILON,
/// at which a point off the face is off by a rounding error only.
const LEAN: f64 = 1.490_116_119_384_765_6e-8;

/// Signed separation of two convex sets, in a's frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bracket {
    /// Certified bounds: `lo ≤ separation ≤ hi`.
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) separation: f64,
    /// Unit vector from a to b.
    pub(crate) normal: DVec2,
    /// The nearest points, or the deepest.
    pub(crate) on_a: DVec2,
    pub(crate) on_b: DVec2,
}

/// Finds the signed separation of `a` and `b + offset`.
///
/// Among equally good directions +x comes first, then −x, +y, −y, then the first found.
pub(crate) fn bracket(a: &impl ConvexSet, b: &impl ConvexSet, offset: DVec2) -> Bracket {
    let axes = [DVec2::X, DVec2::new(-1.0, 0.0), DVec2::new(0.0, 1.0), DVec2::new(0.0, -1.0)];
    let points = axes.map(|u| (u, finite_support(a, u), finite_support(b, -u)));
    let reach = |(_, p, q): &(DVec2, DVec2, DVec2)| p.reach() + q.reach() + offset.reach();
    let size = points.iter().map(reach).fold(0.0, greater);
    let tolerance = CLOSED * EPSILON * size;
    let mut search = Search {
        a,
        b,
        offset,
        size,
        tolerance,
        floor: f64::INFINITY,
        arcs: Vec::with_capacity(24),
    };
    search.run(points.map(|(u, on_a, on_b)| search.join(u, on_a, on_b)))
}

/// Finds the point of the boundary of `set` closest to `point`, as `on_a`; the separation is the
/// point's signed distance and the normal is the outward one.
pub(crate) fn closest(set: &impl ConvexSet, point: DVec2) -> Bracket {
    bracket(set, &RoundedHull::new(&[], [0.0; 4]), point)
}

/// One evaluated direction of C.
#[derive(Clone, Copy)]
struct Probe {
    u: DVec2,
    /// Support point and value of C.
    s: DVec2,
    h: f64,
    /// Radius of curvature at `u`, from below.
    rho: f64,
}

/// The directions between two probes, counter-clockwise.
struct Arc {
    from: Probe,
    to: Probe,
    /// No direction of the arc has a support value below this, which is attained at `at`.
    low: f64,
    at: DVec2,
    /// Splits in a row that left more than half of the arc.
    stalls: u8,
}

struct Search<'s, A, B> {
    a: &'s A,
    b: &'s B,
    offset: DVec2,
    /// A bound of the coordinates that go into a support value.
    size: f64,
    /// Gap that counts as closed.
    tolerance: f64,
    /// No direction outside the open arcs has a support value below this.
    floor: f64,
    arcs: Vec<Arc>,
}

impl<A: ConvexSet, B: ConvexSet> Search<'_, A, B> {
    fn run(&mut self, axes: [Probe; 4]) -> Bracket {
        let [east, west, north, south] = axes;
        let better = |p: Probe, q: Probe| if q.h < p.h { q } else { p };
        let mut best = axes.into_iter().fold(east, better);
        self.floor = best.h;
        for (from, to) in [(east, north), (north, west), (west, south), (south, east)] {
            self.open(from, to, 0, best.h);
        }
        for _ in axes.len()..BUDGET {
            let lows = self.arcs.iter().enumerate().map(|(i, arc)| (arc.low, i));
            let lowest = lows.reduce(|p, q| if q.0 < p.0 { q } else { p });
            let Some((low, next)) = lowest else { break };
            if low >= best.h - self.tolerance {
                break;
            }
            let arc = self.arcs.swap_remove(next);
            let Some(u) = self.split(&arc) else {
                // Two directions without a third between them: nothing is left to refine.
                self.floor = lesser(self.floor, arc.low);
                continue;
            };
            let probe = self.probe(u);
            best = better(best, probe);
            let whole = (arc.to.u - arc.from.u).length();
            for (from, to) in [(arc.from, probe), (probe, arc.to)] {
                let long = (to.u - from.u).length() > 0.75 * whole;
                self.open(from, to, if long { arc.stalls + 1 } else { 0 }, best.h);
            }
        }
        let floor = self.arcs.iter().map(|arc| arc.low).fold(self.floor, lesser);
        self.answer(self.polish(best), floor)
    }

    fn probe(&self, u: DVec2) -> Probe {
        self.join(u, finite_support(self.a, u), finite_support(self.b, -u))
    }

    fn join(&self, u: DVec2, on_a: DVec2, on_b: DVec2) -> Probe {
        let s = on_a - on_b - self.offset;
        Probe { u, s, h: s.dot(u), rho: self.roundness(u, u) }
    }

    fn roundness(&self, from: DVec2, to: DVec2) -> f64 {
        tamed_roundness(self.a, from, to) + tamed_roundness(self.b, -from, -to)
    }

    /// Bounds an arc and keeps it if it may still hold something better than `best`.
    fn open(&mut self, from: Probe, to: Probe, stalls: u8, best: f64) {
        let rho = self.roundness(from.u, to.u);
        // A support point that is exact for a slightly turned direction is moved back against the
        // bound, so that the bound holds for the direction as written. Only a flat curve, one of
        // radius above the sets' size, needs it: ROUNDING covers the rest.
        let turned = |rho: f64| TURNED * EPSILON * greater(rho - self.size, 0.0);
        let s1 = from.s - from.u.left() * turned(from.rho);
        let s2 = to.s + to.u.left() * turned(to.rho);
        // Written with the difference of directions, the disc costs no digits however large it is.
        let value = |s: DVec2, end: DVec2, u: DVec2| {
            let off = u - end;
            s.dot(u) + 0.5 * rho * off.dot(off)
        };
        let edge = (s2 - s1) - (to.u - from.u) * rho;
        let normal = right(edge);
        let inside = strictly_between(normal, from.u, to.u);
        let middle = if inside { normal } else { from.u + to.u }.unit().unwrap_or(from.u);
        let (mut low, mut at) = (from.h, from.u);
        let mut offer = |value: f64, u: DVec2| {
            if value < low {
                (low, at) = (value, u);
            }
        };
        offer(to.h, to.u);
        offer(value(s1, from.u, middle), middle);
        offer(value(s2, to.u, middle), middle);
        // The least value over all directions, where it falls into the half that the end rules.
        for (s, end, begin, finish) in [(s1, from.u, from.u, middle), (s2, to.u, middle, to.u)] {
            let toward = end * rho - s;
            if strictly_between(toward, begin, finish)
                && let Some(u) = toward.unit()
            {
                offer(value(s, end, u), u);
            }
        }
        if low < best - self.tolerance {
            self.arcs.push(Arc { from, to, low, at, stalls });
        } else {
            self.floor = lesser(self.floor, low);
        }
    }

    /// Chooses the direction to evaluate next inside an arc; none when the arc is too narrow.
    fn split(&self, arc: &Arc) -> Option<DVec2> {
        let (from, to) = (arc.from.u, arc.to.u);
        if arc.stalls < 2 {
            let end = if arc.to.h < arc.from.h { arc.to } else { arc.from };
            if let Some((u, gain)) = self.newton(end)
                && gain > self.tolerance
                && strictly_between(u, from, to)
            {
                return Some(u);
            }
            if strictly_between(arc.at, from, to) {
                return Some(arc.at);
            }
        }
        (from + to).unit().filter(|&u| strictly_between(u, from, to))
    }

    /// Newton's next direction from a probe and the gain that it promises; `None` if the support
    /// value has no minimum ahead, as seen from the circle of curvature.
    fn newton(&self, at: Probe) -> Option<(DVec2, f64)> {
        let center = at.s - at.u * at.rho;
        let length = center.length();
        let noise = self.tolerance + TURNED * EPSILON * at.rho;
        if center.dot(at.u) >= 0.0 || length <= noise {
            return None;
        }
        let u = (-center).unit()?;
        let off = u - at.u;
        Some((u, 0.5 * length * off.dot(off)))
    }

    /// Refines the direction beyond the digits of the value.
    fn polish(&self, best: Probe) -> Probe {
        if let Some((u, gain)) = self.newton(best)
            && gain <= 2.0 * self.tolerance
        {
            let probe = self.probe(u);
            if probe.h <= best.h + 0.5 * self.tolerance {
                return probe;
            }
        }
        best
    }

    fn answer(&self, best: Probe, floor: f64) -> Bracket {
        let (separation, rounding) = (-best.h, ROUNDING * EPSILON * self.size);
        let (on_a, on_b) = self.witnesses(best);
        Bracket {
            lo: separation - rounding,
            hi: greater(separation, -floor) + rounding,
            separation,
            normal: DVec2::new(best.u.x + 0.0, best.u.y + 0.0),
            on_a,
            on_b: on_b + self.offset,
        }
    }

    /// Finds the points of the two faces in the best direction that lie opposite each other.
    ///
    /// The support function returns one end of a straight face; the other is found by leaning the
    /// direction a little to the side where the origin lies, and the two are mixed.
    fn witnesses(&self, best: Probe) -> (DVec2, DVec2) {
        let across = best.u.left();
        let mut near = (finite_support(self.a, best.u), finite_support(self.b, -best.u));
        let mut side = (near.0 - near.1 - self.offset).dot(across);
        let toward = if side < 0.0 { across } else { -across };
        let mut lean = LEAN;
        for _ in 0..5 {
            if side.abs() <= self.tolerance {
                break;
            }
            let u = best.u + toward * lean;
            let far = (finite_support(self.a, u), finite_support(self.b, -u));
            let s = far.0 - far.1 - self.offset;
            let other = s.dot(across);
            // Leaning too far leaves the face; what is off it by more than the lean is no witness.
            if best.h - s.dot(best.u) > 4.0 * lean * (side - other).abs() + self.tolerance {
                break;
            }
            if (other < 0.0) != (side < 0.0) {
                let part = side / (side - other);
                return (mix(near.0, far.0, part), mix(near.1, far.1, part));
            }
            if other.abs() < side.abs() {
                (near, side) = (far, other);
            }
            lean *= 8.0;
        }
        near
    }
}

fn mix(a: DVec2, b: DVec2, part: f64) -> DVec2 {
    a + (b - a) * part
}
