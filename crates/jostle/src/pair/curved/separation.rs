//! Signed separation of two convex sets given by their support functions.
//!
//! Method: with C = a − (b + offset) the separation is −min h(u), h the support function of C, and
//! the minimizing unit u is the normal from a to b. Newton's steps on the circle of curvature find
//! a minimum. Arcs of directions are split until none can hold a smaller value: on an arc whose
//! ends have support points s₁ and s₂, and whose radius of curvature is at least ρ, C minus a disc
//! of radius ρ is convex, so h(u) ≥ max((s₁ − ρu₁)·u, (s₂ − ρu₂)·u) + ρ, whose minimum has a closed
//! form. This is the dual of the expanding polytope (G. van den Bergen, "Proximity queries and
//! penetration depth computation on 3D game objects", 2001).
//!
//! Frame and sign: a's frame, `offset` is b's origin in it; below 0 they overlap. Error: `lo` and
//! `hi` hold the true value and are about 50 EPSILON of the coordinates apart; 10⁻⁴ of the size if
//! a user's support function has many equally good directions. Cost: 6 to 10 support points, 1 to 5
//! for a verdict.

use crate::math::{DVec2, greater, lesser};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::curved::support_map::{ConvexSet, ROUNDING, View, right, strictly_between};

/// After this number of directions, arcs shorter than [`SHORT`] are left as they are.
const PATIENCE: usize = 128;
const SHORT: f64 = 0.025;

/// Directions that then are looked at next to the best: both arcs shrink to 1e-9.
const POLISH: usize = 48;

/// Gap at which the search stops, in units of EPSILON times the coordinates' size.
const CLOSED: f64 = 4.0;

/// A verdict that is this many times the rounding off 0 ends the search: a search to the end gives
/// the same one.
const CERTAIN: f64 = 4.0;

/// How far a support point may sit from the exact one along a curved boundary, in units of EPSILON
/// times the radius of curvature: the error of its direction.
const TURNED: f64 = 8.0;

/// How far a point of a face may seem to lie off it, relative to its distance along it.
const FLAT: f64 = 6e-8;

/// What a direction is turned by to see the other end of a face.
const TURN: f64 = 1e-6;

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

impl Bracket {
    pub(crate) fn verdict(&self) -> Verdict {
        if self.lo > 0.0 {
            Verdict::Separated
        } else if self.hi < 0.0 {
            Verdict::Overlapping
        } else {
            Verdict::Touching
        }
    }

    pub(crate) fn gap(self) -> GapF64 {
        let verdict = self.verdict();
        let Self { separation, normal, on_a, on_b, .. } = self;
        GapF64 { verdict, separation, normal, on_a, on_b }
    }
}

/// Finds the signed separation of `a` and `b + offset`, or a bound of it that is enough for what is
/// wanted.
///
/// Of equally good directions the one toward b comes first, +x if both have one middle.
pub(crate) fn bracket(
    a: &impl ConvexSet,
    b: &impl ConvexSet,
    offset: DVec2,
    want: Want,
) -> Bracket {
    let (extent_a, extent_b) = (a.extent(), b.extent());
    let (reach_a, reach_b) = (extent_a.reach(), extent_b.reach());
    let size = reach_a + reach_b + offset.reach();
    let error = a.support_error() * reach_a + b.support_error() * reach_b;
    let rounding = ROUNDING * f64::EPSILON * size + error;
    let middles = (extent_b.min + extent_b.max) - (extent_a.min + extent_a.max);
    let first = (offset + middles * 0.5).unit().unwrap_or(DVec2::X);
    let probe = Probe::new(a, b, offset, first);
    let certain = CERTAIN * rounding;
    Search {
        a,
        b,
        offset,
        size,
        tolerance: CLOSED * f64::EPSILON * size,
        rounding,
        apart: if want == Want::Gap { f64::NEG_INFINITY } else { -certain },
        enough: if want == Want::Verdict { certain } else { f64::INFINITY },
        best: probe,
        before: Probe { u: DVec2::ZERO, ..probe },
        after: Probe { u: DVec2::ZERO, ..probe },
        floor: f64::INFINITY,
        count: 4,
    }
    .run()
}

/// Finds the point of the boundary of `set` closest to `point`, as `on_a`; the separation is the
/// point's signed distance and the normal is the outward one.
pub(crate) fn closest(set: &impl ConvexSet, point: DVec2) -> Bracket {
    bracket(set, &View::rounded(&[], 0.0), point, Want::Gap)
}

/// One evaluated direction of C.
#[derive(Clone, Copy)]
struct Probe {
    u: DVec2,
    on_a: DVec2,
    on_b: DVec2,
    /// Support value of C.
    h: f64,
    /// Radii of curvature of a and b, from below.
    rho: [f64; 2],
}

impl Probe {
    #[inline]
    fn new(a: &impl ConvexSet, b: &impl ConvexSet, offset: DVec2, u: DVec2) -> Self {
        let ((on_a, round_a), (on_b, round_b)) = (a.probe(u), b.probe(-u));
        let h = (on_a - on_b - offset).dot(u);
        Self { u, on_a, on_b, h, rho: [round_a, round_b] }
    }

    fn roundness(&self) -> f64 {
        self.rho[0] + self.rho[1]
    }
}

struct Search<'s, A, B> {
    a: &'s A,
    b: &'s B,
    offset: DVec2,
    /// A bound of the coordinates that go into a support value.
    size: f64,
    /// Gap that counts as closed.
    tolerance: f64,
    /// The error of a support value.
    rounding: f64,
    /// A support value below this ends the search.
    apart: f64,
    /// Arcs without a support value below this are not looked into.
    enough: f64,
    best: Probe,
    /// The nearest directions to both sides of the best.
    before: Probe,
    after: Probe,
    /// No direction of an arc that was given up has a support value below this.
    floor: f64,
    count: usize,
}

impl<A: ConvexSet, B: ConvexSet> Search<'_, A, B> {
    fn run(mut self) -> Bracket {
        let east = self.best;
        if east.h < self.apart {
            return self.answer();
        }
        let [north, west, south] = [east.u.left(), -east.u, -east.u.left()].map(|u| self.probe(u));
        for probe in [west, north, south] {
            if probe.h < self.best.h {
                self.best = probe;
            }
        }
        if self.enough == f64::INFINITY {
            self.descend(-self.best.u.left(), self.best.u.left());
        }
        self.refine(&east, &north, 0);
        self.refine(&north, &west, 0);
        self.refine(&west, &south, 0);
        self.refine(&south, &east, 0);
        let lowest = lesser(self.best.h - self.tolerance, self.floor);
        if self.enough < f64::INFINITY && self.best.h >= self.apart && lowest < self.enough {
            return bracket(self.a, self.b, self.offset, Want::Gap);
        }
        if self.floor < f64::INFINITY {
            self.polish();
        }
        self.answer()
    }

    /// Halves the arcs on both sides of the best direction, where some arc was given up.
    fn polish(&mut self) {
        for step in 0..POLISH {
            let end = if step % 2 == 0 { self.before } else { self.after };
            let Some(u) = (end.u + self.best.u).unit() else { return };
            let probe = self.probe(u);
            let is_better = probe.h < self.best.h;
            let (inner, outer) = if is_better { (probe, self.best) } else { (self.best, probe) };
            self.best = inner;
            *if is_better == (step % 2 == 0) { &mut self.after } else { &mut self.before } = outer;
        }
    }

    /// The support point of C.
    fn support(&self, at: &Probe) -> DVec2 {
        at.on_a - at.on_b - self.offset
    }

    fn probe(&self, u: DVec2) -> Probe {
        Probe::new(self.a, self.b, self.offset, u)
    }

    /// Takes Newton's steps from the best direction while they pay and stay between two others, and
    /// one beyond the digits of the value. Not with a support function of the user's own: its
    /// radius of curvature is not known, and with 0 for it the steps around a circle as far away as
    /// its radius swing from side to side millions of times.
    fn descend(&mut self, from: DVec2, to: DVec2) {
        if self.a.support_error() + self.b.support_error() > 0.0 {
            return;
        }
        while self.best.h >= self.apart
            && self.count < PATIENCE
            && let Some((u, gain)) = self.newton(&self.best)
            && strictly_between(u, from, to)
        {
            let last = gain <= self.tolerance;
            let probe = self.probe(u);
            self.count += 1;
            if probe.h > self.best.h + if last { 0.5 * self.tolerance } else { -self.tolerance } {
                break;
            }
            self.best = probe;
            if last {
                break;
            }
        }
    }

    /// Newton's next direction from a probe and the gain that it promises; `None` if the support
    /// value has no minimum ahead, as seen from the circle of curvature.
    fn newton(&self, at: &Probe) -> Option<(DVec2, f64)> {
        let rho = at.roundness();
        let center = self.support(at) - at.u * rho;
        let length = center.length();
        let noise = self.tolerance + TURNED * f64::EPSILON * rho;
        if center.dot(at.u) >= 0.0 || length <= noise {
            return None;
        }
        let u = -center / length;
        let off = u - at.u;
        Some((u, 0.5 * length * off.dot(off)))
    }

    /// Looks for better directions between two, counter-clockwise. `stalls` counts the splits in a
    /// row that left most of the arc.
    fn refine(&mut self, from: &Probe, to: &Probe, stalls: u8) {
        if self.best.h < self.apart {
            return;
        }
        if strictly_between(self.best.u, from.u, to.u) {
            let best = self.best;
            self.refine(from, &best, stalls);
            self.refine(&best, to, stalls);
            return;
        }
        if from.u == self.best.u && self.after.u != from.u {
            self.after = *to;
        }
        if to.u == self.best.u && self.before.u != to.u {
            self.before = *from;
        }
        let goal = lesser(self.best.h - self.tolerance, self.enough);
        let Some((low, at)) = self.bound(from, to, goal) else { return };
        let whole = (to.u - from.u).length();
        let patient = self.count < PATIENCE || whole > SHORT;
        let inside = |u: &DVec2| strictly_between(*u, from.u, to.u);
        let middle = || (from.u + to.u).unit().filter(inside);
        let next = [self.edge_normal(from, to), Some(at)].into_iter().flatten().find(inside);
        let next = next.filter(|_| stalls < 2).or_else(middle);
        let Some(u) = next.filter(|_| patient) else {
            self.floor = lesser(self.floor, low);
            return;
        };
        let probe = self.probe(u);
        self.count += 1;
        // Not for a rounding error: of equally good directions the first stays.
        if probe.h < self.best.h - 0.5 * self.tolerance {
            self.best = probe;
            if self.enough == f64::INFINITY {
                self.descend(from.u, to.u);
            }
        }
        // Of the points of a sharp hull's edge, the one on the arc's side.
        let nearest = |end: &Probe| {
            let flat = |p: DVec2, q: DVec2| (p - q).dot(u).abs() <= self.tolerance;
            let pick = |rho: f64, p, q| if rho == 0.0 && flat(p, q) { q } else { p };
            let on_a = pick(probe.rho[0], probe.on_a, end.on_a);
            Probe { on_a, on_b: pick(probe.rho[1], probe.on_b, end.on_b), ..probe }
        };
        let (left, right) = (nearest(from), nearest(to));
        if self.best.u == u && (left.on_a, left.on_b) != (right.on_a, right.on_b) {
            (self.before, self.after) = (left, right);
        }
        for (from, to) in [(from, &left), (&right, to)] {
            let long = (to.u - from.u).length() > 0.75 * whole;
            self.refine(from, to, if long { stalls + 1 } else { 0 });
        }
    }

    /// Returns the least value that the bound allows between two directions, and where, or `None`
    /// if that is not below `goal`.
    fn bound(&self, from: &Probe, to: &Probe, goal: f64) -> Option<(f64, DVec2)> {
        let rho = self.a.roundness((from.u, from.rho[0]), (to.u, to.rho[0]))
            + self.b.roundness((-from.u, from.rho[1]), (-to.u, to.rho[1]));
        let (s1, s2) = (self.support(from), self.support(to));
        if rho <= self.size {
            // The chord of C without the disc is further from the origin than needed: the closed
            // form without roots, for arcs with digits to spare.
            let (p, q) = (s1 - from.u * rho, s2 - to.u * rho);
            let (area, need) = (p.cross(q) - 16.0 * self.tolerance * self.size, goal - rho);
            let (chord, inward) = (q - p, from.h >= rho && to.h >= rho);
            let far = need <= 0.0 || area * area >= need * need * chord.dot(chord);
            if inward && area >= 0.0 && far {
                return None;
            }
        }
        // A support point that is exact for a slightly turned direction is moved back against the
        // bound, so that the bound holds for the direction as written. Only a flat curve, one of
        // radius above the sets' size, needs it: ROUNDING covers the rest.
        let turned = |p: &Probe| TURNED * f64::EPSILON * greater(p.roundness() - self.size, 0.0);
        let s1 = s1 - from.u.left() * turned(from);
        let s2 = s2 + to.u.left() * turned(to);
        // Written with the difference of directions, the disc costs no digits however large it is.
        let value = |s: DVec2, end: DVec2, u: DVec2| {
            let off = u - end;
            s.dot(u) + 0.5 * rho * off.dot(off)
        };
        let normal = right((s2 - s1) - (to.u - from.u) * rho);
        let inside = strictly_between(normal, from.u, to.u);
        let middle = if inside { normal } else { from.u + to.u }.unit().unwrap_or(from.u);
        let (mut low, mut at) = (goal, None);
        let mut offer = |value: f64, u: DVec2| {
            if value < low {
                (low, at) = (value, Some(u));
            }
        };
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
        at.map(|at| (low, at))
    }

    /// Returns the normal of the chord between the vertices of a sharp hull at the ends of an arc.
    fn edge_normal(&self, from: &Probe, to: &Probe) -> Option<DVec2> {
        let chord = |i: usize, error: f64, chord: DVec2| {
            let sharp = error == 0.0 && from.rho[i] == 0.0 && to.rho[i] == 0.0;
            if sharp { right(chord).unit() } else { None }
        };
        chord(0, self.a.support_error(), to.on_a - from.on_a)
            .or_else(|| chord(1, self.b.support_error(), from.on_b - to.on_b))
    }

    fn answer(self) -> Bracket {
        let (separation, normal) = (-self.best.h, self.best.u);
        let found = lesser(self.best.h - self.tolerance, self.enough);
        let floor = if self.best.h < self.apart { f64::NEG_INFINITY } else { found };
        let (on_a, on_b) = self.witnesses();
        Bracket {
            lo: separation - self.rounding,
            hi: self.rounding - lesser(self.floor, floor),
            separation,
            normal: DVec2::new(normal.x + 0.0, normal.y + 0.0),
            on_a,
            on_b: on_b + self.offset,
        }
    }

    /// Finds the points of the two faces in the best direction that lie opposite each other.
    ///
    /// The support function returns one end of a straight face; the neighboring direction has the
    /// other, and the two are mixed. Along a curve the points are moved by what rounding turned the
    /// direction.
    fn witnesses(&self) -> (DVec2, DVec2) {
        let Self { best, tolerance, .. } = self;
        let across = best.u.left();
        let side = self.support(best).dot(across);
        let mix = |other: Probe, tolerance: f64| {
            let far = self.support(&other);
            let (way, lost) = (far.dot(across) - side, best.h - far.dot(best.u));
            let is_flat = way.abs() >= side.abs() && lost <= FLAT * way.abs() + tolerance;
            let part = -side / way;
            let at = |p: DVec2, q: DVec2| p + (q - p) * part;
            is_flat.then(|| (at(best.on_a, other.on_a), at(best.on_b, other.on_b)))
        };
        let [round_a, round_b] = best.rho;
        let neighbor = if side < 0.0 { self.after } else { self.before };
        // No neighbor is near where its arc was given up at once: then one is made.
        let turned = || {
            let toward = across * if side < 0.0 { TURN } else { -TURN };
            let is_off = side * side > 2.0 * tolerance * (round_a + round_b);
            let u = (best.u + toward).unit().filter(|_| is_off)?;
            mix(self.probe(u), self.rounding)
        };
        let mixed =
            if side.abs() > *tolerance { mix(neighbor, *tolerance).or_else(turned) } else { None };
        let (mut on_a, mut on_b) = mixed.unwrap_or((best.on_a, best.on_b));
        if round_a + round_b > 0.0 {
            let miss = (on_a - on_b - self.offset - best.u * best.h) / (round_a + round_b);
            (on_a, on_b) = (on_a - miss * round_a, on_b + miss * round_b);
        }
        (on_a, on_b)
    }
}
