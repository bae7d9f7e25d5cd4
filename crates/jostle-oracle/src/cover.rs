//! Whether b lies in closed a, by squares: a quadtree over b's box.
//!
//! A square that keeps clear of b, or lies in a whole, is done. One whose middle lies in b but not
//! in a, or around which a disc keeps clear of a while it meets b, disproves. The others are cut in
//! four, down to one unit of the integer grid; what is undecided there, or after too many squares,
//! stays open. That happens where the boundaries of both touch.
//!
//! Lines without a radius are cut in halves instead, each of which the disc along one edge of a may
//! hold exactly, boundary and all.

use core::cmp::Ordering;

use crate::outline::{Edge, Outline, Place, Point};
use crate::scalar::Scalar;

/// How many squares are looked at.
const MOST: usize = 20_000;

/// Returns `true` if the closed disc lies in closed a; `true` is certain, `false` may be a gap in
/// the method.
pub(crate) fn holds_disc<S: Scalar>(a: &Outline<S>, c: &Point<S>, r: &S) -> bool {
    let spare = a.radius.sub(r);
    if spare >= S::zero() && a.within(c, &spare) {
        return true;
    }
    if !a.area || a.place(c) != Place::Inside {
        return false;
    }
    let need = r.sub(&a.radius);
    if need <= S::zero() {
        return true;
    }
    let square = need.mul(&need);
    a.edges.iter().all(|e| e.distance_cmp(c, &square) != Ordering::Less)
}

/// How often a line is halved, at most.
const HALVINGS: usize = 1000;

/// Returns `true` if every edge of the thin b lies in a.
fn holds_lines<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Option<bool> {
    let r2 = a.radius.mul(&a.radius);
    let near = |e: &Edge<S>, p: &Point<S>| e.distance_cmp(p, &r2) != Ordering::Greater;
    let middle = |p: &Point<S>, q: &Point<S>| {
        let sum = p.plus(q);
        Some(Point { x: sum.x.half()?, y: sum.y.half()? })
    };
    let mut left: Vec<Edge<S>> = b.edges.clone();
    let mut halved = 0;
    while let Some(e) = left.pop() {
        if !a.within(&e.p, &a.radius) || !a.within(&e.q, &a.radius) {
            return Some(false);
        }
        let along_one = a.edges.iter().any(|f| near(f, &e.p) && near(f, &e.q));
        if along_one || a.area && a.core_has_edge(&e) {
            continue;
        }
        halved += 1;
        let m = middle(&e.p, &e.q).filter(|_| halved < HALVINGS)?;
        left.push(Edge::new(e.p, m.clone()));
        left.push(Edge::new(m, e.q));
    }
    Some(true)
}

pub(crate) fn holds<S: Scalar>(a: &Outline<S>, b: &Outline<S>) -> Option<bool> {
    if !b.area && b.radius == S::zero() {
        return holds_lines(a, b);
    }
    let corner = |p: &Point<S>, r: &S| Point { x: p.x.sub(r), y: p.y.sub(r) };
    let low = corner(&b.bounds.p, &b.radius);
    let size = b.bounds.along();
    let twice = b.radius.add(&b.radius);
    let need = (&size.x).max(&size.y).add(&twice);
    // halves[i] is half the side of a square of level i.
    let mut halves = vec![S::one()];
    while halves[halves.len() - 1].add(&halves[halves.len() - 1]) < need {
        halves.push(halves[halves.len() - 1].add(&halves[halves.len() - 1]));
    }
    let last = halves.len() - 1;
    let h = &halves[last];
    let mut squares = vec![(Point { x: low.x.add(h), y: low.y.add(h) }, last)];
    let mut next = 0;
    while let Some((c, level)) = squares.get(next).cloned() {
        next += 1;
        let h = &halves[level];
        // At least h·√2.
        let reach = h.add(halves.get(level.wrapping_sub(1)).unwrap_or(h));
        if !b.within(&c, &b.radius.add(&reach)) || holds_disc(a, &c, &reach) {
            continue;
        }
        if !a.within(&c, &a.radius.add(&reach))
            || b.within(&c, &b.radius) && !a.within(&c, &a.radius)
        {
            return Some(false);
        }
        if level == 0 || squares.len() > MOST {
            return None;
        }
        let q = &halves[level - 1];
        let (left, right, under, over) = (c.x.sub(q), c.x.add(q), c.y.sub(q), c.y.add(q));
        for (x, y) in [(&left, &under), (&right, &under), (&left, &over), (&right, &over)] {
            squares.push((Point { x: x.clone(), y: y.clone() }, level - 1));
        }
    }
    Some(true)
}
