//! The core of a set on the integer grid, and the exact predicates on points and edges.
//!
//! A core is a list of edges; a point is one edge of length zero. Edges of an area have the
//! interior on their left: the outline runs positively, holes negatively. All predicates are
//! textbook signs of 2×2 determinants; the one of degree four compares a squared distance to a line
//! with a squared radius without dividing.

use core::cmp::Ordering;

use crate::scalar::Scalar;

/// What the rings mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A line through the points of ring 0.
    Open,
    /// The same, closed.
    Closed,
    /// A filled outline with holes.
    Solid,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Point<S> {
    pub(crate) x: S,
    pub(crate) y: S,
}

impl<S: Scalar> Point<S> {
    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self { x: self.x.sub(&other.x), y: self.y.sub(&other.y) }
    }
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { x: self.x.add(&other.x), y: self.y.add(&other.y) }
    }
    pub(crate) fn negated(&self) -> Self {
        Self { x: S::zero().sub(&self.x), y: S::zero().sub(&self.y) }
    }
    pub(crate) fn cross(&self, other: &Self) -> S::Quad {
        S::quad_sub(&self.x.mul(&other.y), &self.y.mul(&other.x))
    }
    pub(crate) fn dot(&self, other: &Self) -> S::Quad {
        S::quad_add(&self.x.mul(&other.x), &self.y.mul(&other.y))
    }
    pub(crate) fn turn(&self, other: &Self) -> Ordering {
        S::sign(&self.cross(other))
    }
}

/// The side of p on the line from a to b: `Greater` is left.
pub(crate) fn side<S: Scalar>(a: &Point<S>, b: &Point<S>, p: &Point<S>) -> Ordering {
    b.minus(a).turn(&p.minus(a))
}

/// A closed segment from p to q with its box.
#[derive(Clone, Debug)]
pub(crate) struct Edge<S> {
    pub(crate) p: Point<S>,
    pub(crate) q: Point<S>,
    lo: Point<S>,
    hi: Point<S>,
}

impl<S: Scalar> Edge<S> {
    pub(crate) fn new(p: Point<S>, q: Point<S>) -> Self {
        let lo = Point { x: (&p.x).min(&q.x).clone(), y: (&p.y).min(&q.y).clone() };
        let hi = Point { x: (&p.x).max(&q.x).clone(), y: (&p.y).max(&q.y).clone() };
        Self { p, q, lo, hi }
    }

    pub(crate) fn along(&self) -> Point<S> {
        self.q.minus(&self.p)
    }

    /// Returns `true` if the boxes grown by r leave a gap: then the edges are farther apart than r.
    pub(crate) fn clear_of(&self, other: &Self, r: &S) -> bool {
        self.lo.x.sub(&other.hi.x) > *r
            || other.lo.x.sub(&self.hi.x) > *r
            || self.lo.y.sub(&other.hi.y) > *r
            || other.lo.y.sub(&self.hi.y) > *r
    }

    /// Returns `true` if the closed segments share a point.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        if self.clear_of(other, &S::zero()) {
            return false;
        }
        let straddles = |e: &Self, f: &Self| {
            let (s, t) = (side(&e.p, &e.q, &f.p), side(&e.p, &e.q, &f.q));
            s == Ordering::Equal || s != t
        };
        straddles(self, other) && straddles(other, self)
    }

    /// Returns `true` if the segments cross at a point that is interior to both, at an angle.
    pub(crate) fn crosses(&self, other: &Self) -> bool {
        let opposite = |e: &Self, f: &Self| {
            let s = side(&e.p, &e.q, &f.p);
            s != Ordering::Equal && s == side(&e.p, &e.q, &f.q).reverse()
        };
        !self.clear_of(other, &S::zero()) && opposite(self, other) && opposite(other, self)
    }

    /// Returns `true` if the closed segment contains the point.
    pub(crate) fn has(&self, p: &Point<S>) -> bool {
        self.lo.x <= p.x
            && p.x <= self.hi.x
            && self.lo.y <= p.y
            && p.y <= self.hi.y
            && side(&self.p, &self.q, p) == Ordering::Equal
    }

    /// The order of the two directions if the edges are collinear and share more than a point:
    /// `Greater` for the same direction, `Less` for opposite ones.
    pub(crate) fn shares_stretch(&self, other: &Self) -> Option<Ordering> {
        let (d, e) = (self.along(), other.along());
        if side(&self.p, &self.q, &other.p) != Ordering::Equal
            || side(&self.p, &self.q, &other.q) != Ordering::Equal
        {
            return None;
        }
        let length = d.dot(&d);
        let (t, u) = (d.dot(&other.p.minus(&self.p)), d.dot(&other.q.minus(&self.p)));
        let (from, to) = if t < u { (t, u) } else { (u, t) };
        (S::sign(&to) == Ordering::Greater && from < length && from != to)
            .then(|| S::sign(&d.dot(&e)))
    }

    /// Compares the squared distance from p with `r2`.
    pub(crate) fn distance_cmp(&self, p: &Point<S>, r2: &S::Quad) -> Ordering {
        let (d, from_p, from_q) = (self.along(), p.minus(&self.p), p.minus(&self.q));
        if S::sign(&d.dot(&from_p)) != Ordering::Greater {
            from_p.dot(&from_p).cmp(r2)
        } else if S::sign(&d.dot(&from_q)) != Ordering::Less {
            from_q.dot(&from_q).cmp(r2)
        } else {
            S::cmp_square(&d.cross(&from_p), r2, &d.dot(&d))
        }
    }
}

/// Where a point lies in a solid core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Inside,
    Boundary,
    Outside,
}

/// A core and its radius.
#[derive(Clone, Debug)]
pub(crate) struct Outline<S> {
    pub(crate) edges: Vec<Edge<S>>,
    /// True if the edges enclose an area that belongs to the set.
    pub(crate) area: bool,
    pub(crate) convex: bool,
    pub(crate) radius: S,
    /// The diagonal of the box of the core.
    pub(crate) bounds: Edge<S>,
}

impl<S: Scalar> Outline<S> {
    pub(crate) fn new(kind: Kind, mut rings: Vec<Vec<Point<S>>>, radius: S) -> Self {
        for ring in &mut rings {
            ring.dedup();
            while kind != Kind::Open && ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
        }
        let bounds = bounds_of(rings.iter().flatten());
        let turn = if kind == Kind::Solid { winding(&rings[0]) } else { Ordering::Equal };
        if turn == Ordering::Equal {
            return Self::thin(kind, &rings, radius, bounds);
        }
        let mut edges = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for (index, ring) in rings.iter_mut().enumerate() {
            let wanted = if index == 0 { Ordering::Greater } else { Ordering::Less };
            match winding(ring) {
                // A slit takes nothing away from a closed set.
                Ordering::Equal => continue,
                found if found != wanted => ring.reverse(),
                _ => {}
            }
            push_closed(&mut edges, ring);
        }
        let convex = rings.len() == 1
            && (0..edges.len()).all(|i| {
                edges[i].along().turn(&edges[(i + 1) % edges.len()].along()) != Ordering::Less
            });
        Self { edges, area: true, convex, radius, bounds }
    }

    pub(crate) fn moved(&self, by: &Point<S>) -> Self {
        let moved = |e: &Edge<S>| Edge::new(e.p.plus(by), e.q.plus(by));
        let (edges, bounds) = (self.edges.iter().map(moved).collect(), moved(&self.bounds));
        Self { edges, bounds, radius: self.radius.clone(), ..*self }
    }

    fn thin(kind: Kind, rings: &[Vec<Point<S>>], radius: S, bounds: Edge<S>) -> Self {
        let mut edges = Vec::new();
        for ring in rings {
            if ring.len() == 1 {
                edges.push(Edge::new(ring[0].clone(), ring[0].clone()));
            } else if kind == Kind::Open || ring.len() == 2 {
                edges.extend(ring.windows(2).map(|w| Edge::new(w[0].clone(), w[1].clone())));
            } else {
                push_closed(&mut edges, ring);
            }
        }
        // A connected set on one line is the segment between its ends.
        let first = edges[0].clone();
        let d = first.along();
        let on_line = |p: &Point<S>| side(&first.p, &first.q, p) == Ordering::Equal;
        if edges.len() > 1 && edges.iter().all(|e| on_line(&e.p) && on_line(&e.q)) {
            let key = |p: &&Point<S>| d.dot(&p.minus(&first.p));
            let ends = || edges.iter().flat_map(|e| [&e.p, &e.q]);
            if let (Some(p), Some(q)) = (ends().min_by_key(key), ends().max_by_key(key)) {
                edges = vec![Edge::new(p.clone(), q.clone())];
            }
        }
        let convex = edges.len() == 1;
        Self { edges, area: false, convex, radius, bounds }
    }

    /// Where half of the doubled point lies; only for areas.
    pub(crate) fn place_of_half(&self, doubled: &Point<S>) -> Place {
        let mut turns = 0;
        for edge in &self.edges {
            let (p, q) = (edge.p.plus(&edge.p), edge.q.plus(&edge.q));
            let (above_p, above_q) = (p.y <= doubled.y, q.y <= doubled.y);
            if !above_p && !above_q || p.y < doubled.y && q.y < doubled.y {
                continue;
            }
            let s = side(&p, &q, doubled);
            if s == Ordering::Equal && Edge::new(p, q).has(doubled) {
                return Place::Boundary;
            }
            match (above_p, above_q) {
                (true, false) if s == Ordering::Greater => turns += 1,
                (false, true) if s == Ordering::Less => turns -= 1,
                _ => {}
            }
        }
        if turns == 0 { Place::Outside } else { Place::Inside }
    }

    pub(crate) fn place(&self, p: &Point<S>) -> Place {
        self.place_of_half(&p.plus(p))
    }

    /// Returns `true` if the closed core contains the point.
    pub(crate) fn core_has(&self, p: &Point<S>) -> bool {
        if self.area {
            self.place(p) != Place::Outside
        } else {
            self.edges.iter().any(|e| e.has(p))
        }
    }

    /// Returns `true` if the point is in the core, or compares its distance to it as asked with
    /// `r`.
    pub(crate) fn within(&self, p: &Point<S>, r: &S) -> bool {
        let r2 = r.mul(r);
        self.edges.iter().any(|e| e.distance_cmp(p, &r2) != Ordering::Greater) || self.core_has(p)
    }

    /// Cuts the edge at the vertices of the core that lie on it: the ends of the pieces, in order.
    pub(crate) fn cuts(&self, edge: &Edge<S>) -> Vec<Point<S>> {
        let d = edge.along();
        let mut cuts = vec![edge.p.clone(), edge.q.clone()];
        cuts.extend(self.edges.iter().flat_map(|e| [&e.p, &e.q]).filter(|v| edge.has(v)).cloned());
        cuts.sort_by_key(|v| d.dot(&v.minus(&edge.p)));
        cuts.dedup();
        cuts
    }

    /// The doubled middles of the pieces, and the doubled ends.
    pub(crate) fn samples(&self, edge: &Edge<S>) -> Vec<Point<S>> {
        let cuts = self.cuts(edge);
        let middles = cuts.windows(2).map(|w| w[0].plus(&w[1]));
        middles.chain([edge.p.plus(&edge.p), edge.q.plus(&edge.q)]).collect()
    }

    /// Returns `true` if a point of the edge lies in the open interior; only for areas.
    ///
    /// If nothing crosses properly, the edge meets the boundary in vertices of either and in shared
    /// stretches only, so each piece between vertices is inside, outside or on the boundary whole.
    pub(crate) fn interior_meets(&self, edge: &Edge<S>) -> bool {
        if edge.clear_of(&self.bounds, &S::zero()) {
            return false;
        }
        self.edges.iter().any(|e| e.crosses(edge))
            || self.samples(edge).iter().any(|m| self.place_of_half(m) == Place::Inside)
    }

    /// Returns `true` if the closed core contains the whole edge.
    pub(crate) fn core_has_edge(&self, edge: &Edge<S>) -> bool {
        if self.area {
            !self.edges.iter().any(|e| e.crosses(edge))
                && self.samples(edge).iter().all(|m| self.place_of_half(m) != Place::Outside)
        } else if edge.p == edge.q {
            self.core_has(&edge.p)
        } else {
            let cuts = self.cuts(edge);
            cuts.windows(2).all(|w| self.edges.iter().any(|e| e.has(&w[0]) && e.has(&w[1])))
        }
    }
}

fn push_closed<S: Scalar>(edges: &mut Vec<Edge<S>>, ring: &[Point<S>]) {
    for (i, p) in ring.iter().enumerate() {
        edges.push(Edge::new(p.clone(), ring[(i + 1) % ring.len()].clone()));
    }
}

/// The sign of a ring's area.
pub(crate) fn winding<S: Scalar>(ring: &[Point<S>]) -> Ordering {
    let mut sum: Option<S::Quad> = None;
    for w in ring.get(1..).unwrap_or(&[]).windows(2) {
        let part = w[0].minus(&ring[0]).cross(&w[1].minus(&ring[0]));
        sum = Some(sum.map_or(part.clone(), |s| S::quad_add(&s, &part)));
    }
    sum.map_or(Ordering::Equal, |s| S::sign(&s))
}

fn bounds_of<'a, S: Scalar + 'a>(points: impl Iterator<Item = &'a Point<S>> + Clone) -> Edge<S> {
    let zero = S::zero();
    let x = || points.clone().map(|p| &p.x);
    let y = || points.clone().map(|p| &p.y);
    let lo = Point { x: x().min().unwrap_or(&zero).clone(), y: y().min().unwrap_or(&zero).clone() };
    let hi = Point { x: x().max().unwrap_or(&zero).clone(), y: y().max().unwrap_or(&zero).clone() };
    Edge::new(lo, hi)
}
