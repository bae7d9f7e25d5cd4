//! What does the simplified outline look like at this moment, and what does it cost?
//!
//! The rings of a draft are circular lists of nodes. A node is a vertex; it stores the chain point
//! it is anchored at, how much chain the edge to the next node owns, and the area between the two
//! (`chain`). The draft keeps the sums, so that a goal is compared in O(1) after every change.

use super::chain::{Chain, P, cross, real};
use super::place::Place;
use super::pool::Places;
use crate::{Outline, Ring};

/// A vertex and the edge to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Where the vertex is: whole numbers.
    pub(super) p: P,
    pub(super) prev: u32,
    pub(super) next: u32,
    pub(super) ring: u32,
    /// The chain point that the vertex is anchored at.
    pub(super) at: u32,
    /// Pieces of chain that the edge to the next vertex owns.
    pub(super) span: u32,
    /// Twice the area between that edge and its chain.
    pub(super) area: f64,
    pub(super) alive: bool,
}

/// A ring of the draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loopy {
    /// One of its living nodes.
    pub(super) first: u32,
    /// Its living nodes.
    pub(super) count: u32,
    /// True if it is still part of the outline.
    pub(super) alive: bool,
    pub(super) hole: bool,
    pub(super) parent: Option<u32>,
    /// Living rings right inside it.
    pub(super) children: u32,
    /// Twice the area that changes color when the ring goes after all rings in it.
    pub(super) net: f64,
    /// Twice the area that its dropped children already count for.
    pub(super) inside: f64,
}

/// What every edge must keep besides costing little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Square of the allowed distance in units; infinite if any distance is.
    pub(super) limit2: f64,
    /// 1 if the chain must lie on the solid side of its edge, -1 if on the empty one, else 0.
    pub(super) sign: f64,
}

impl Rules {
    pub(super) fn free(&self) -> bool {
        self.limit2 == f64::INFINITY && self.sign == 0.0
    }
}

/// How much of the exact outline to put back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The corners of some edges.
    Edges,
    /// Whole rings.
    Rings,
}

/// The simplified outline while it is being made.
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    pub(super) chains: &'a [Chain],
    pub(super) rules: Rules,
    pub(super) nodes: Vec<Node>,
    pub(super) rings: Vec<Loopy>,
    /// Twice the area where the draft and the mask differ, at most.
    pub(super) error: f64,
    /// Twice the solid area of the draft.
    pub(super) solid: f64,
    /// Living nodes of living rings.
    pub(super) vertices: usize,
    pub(super) living_rings: usize,
    /// What the last vertex that went added to the error.
    pub(super) price: f64,
    /// True if the outline that it began with crosses itself where nothing else is left.
    pub(super) is_in_conflict: bool,
}

impl<'a> Draft<'a> {
    /// The outline with the vertices given for each of its rings.
    pub(super) fn new(
        outline: &Outline,
        chains: &'a [Chain],
        rules: Rules,
        places: &[Places],
    ) -> Self {
        let total = places.iter().map(Vec::len).sum();
        let mut draft = Self {
            chains,
            rules,
            nodes: Vec::with_capacity(total),
            rings: Vec::with_capacity(outline.rings.len()),
            error: 0.0,
            solid: 0.0,
            vertices: 0,
            living_rings: outline.rings.len(),
            price: 0.0,
            is_in_conflict: false,
        };
        for (r, (ring, places)) in outline.rings.iter().zip(places).enumerate() {
            let exact = ring.doubled_area() as f64;
            draft.rings.push(Loopy {
                first: 0,
                count: 0,
                alive: true,
                hole: ring.hole,
                parent: ring.parent.map(|p| p as u32),
                children: 0,
                net: if exact < 0.0 { -exact } else { exact },
                inside: 0.0,
            });
            draft.set_ring(r as u32, places);
        }
        // Children stand after their parents, so the nets of a subtree are summed from the end.
        for r in (0..draft.rings.len()).rev() {
            if let Some(p) = draft.rings[r].parent {
                let net = draft.rings[r].net;
                draft.rings[p as usize].net -= net;
                draft.rings[p as usize].children += 1;
            }
        }
        draft
    }

    /// Replaces the nodes of ring `r` by vertices with their anchors, which follow the chain round.
    pub(super) fn set_ring(&mut self, r: u32, places: &[(P, u32)]) {
        self.clear_ring(r);
        let chain = &self.chains[r as usize];
        let base = self.nodes.len() as u32;
        let n = places.len();
        for (i, &(p, at)) in places.iter().enumerate() {
            let (q, to) = places[(i + 1) % n];
            let span = if to >= at { to - at } else { to + chain.len as u32 - at };
            // Most edges to begin with are the chain's own.
            let own = span == 1 && p == chain.point(at) && q == chain.point(at + 1);
            let area = if own { 0.0 } else { chain.area(p, q, at, span, f64::INFINITY) };
            self.error += area;
            self.solid += cross(p, q);
            self.nodes.push(Node {
                p,
                prev: base + ((i + n - 1) % n) as u32,
                next: base + ((i + 1) % n) as u32,
                ring: r,
                at,
                span,
                area,
                alive: true,
            });
        }
        let ring = &mut self.rings[r as usize];
        ring.first = base;
        ring.count = n as u32;
        self.vertices += n;
    }

    /// The vertices of ring `r` with their anchors.
    pub(super) fn places(&self, r: u32) -> Vec<(P, u32)> {
        let mut places = Vec::with_capacity(self.rings[r as usize].count as usize);
        let mut v = self.rings[r as usize].first;
        for _ in 0..self.rings[r as usize].count {
            places.push((self.node(v).p, self.node(v).at));
            v = self.node(v).next;
        }
        places
    }

    /// Puts the exact outline's corners back in place of the edges of the nodes named, or of the
    /// whole rings that they are in. An edge that has none to put back passes the order on to both
    /// its neighbors.
    pub(super) fn restore(&mut self, bad: &[u32], starts: &Outline, scope: Scope) {
        let mut open = vec![false; self.nodes.len()];
        for &v in bad {
            let node = *self.node(v);
            open[v as usize] = true;
            if self.corners(v).is_empty() {
                open[node.prev as usize] = true;
                open[node.next as usize] = true;
            }
        }
        let mut rings: Vec<u32> = bad.iter().map(|&v| self.node(v).ring).collect();
        rings.sort_unstable();
        rings.dedup();
        for r in rings {
            let points = &starts.rings[r as usize].points;
            let corners = &self.chains[r as usize].corners;
            let mut places = Vec::new();
            if scope == Scope::Rings {
                places.extend(points.iter().zip(corners).map(|(&p, &at)| (real(p), at)));
            } else {
                let mut v = self.rings[r as usize].first;
                for _ in 0..self.rings[r as usize].count {
                    let node = self.node(v);
                    let corner = corners.binary_search(&node.at);
                    match corner {
                        Ok(i) if open[v as usize] && open[node.prev as usize] => {
                            places.push((real(points[i]), node.at));
                        }
                        _ => places.push((node.p, node.at)),
                    }
                    if open[v as usize] {
                        places
                            .extend(self.corners(v).iter().map(|&i| (real(points[i]), corners[i])));
                    }
                    v = node.next;
                }
            }
            self.set_ring(r, &places);
        }
    }

    /// The numbers of the corners strictly between the anchors of node `v` and the next one.
    fn corners(&self, v: u32) -> Vec<usize> {
        let node = self.node(v);
        let chain = &self.chains[node.ring as usize];
        let (from, to) = (node.at as usize, (node.at + node.span) as usize);
        let n = chain.corners.len();
        let first = chain.corners.partition_point(|&c| c as usize <= from);
        (first..first + n)
            .take_while(|&i| {
                let lap = if i >= n { chain.len } else { 0 };
                chain.corners[i % n] as usize + lap < to
            })
            .map(|i| i % n)
            .collect()
    }

    /// Takes the nodes of a ring away, and what they count for.
    fn clear_ring(&mut self, r: u32) {
        let ring = self.rings[r as usize];
        let mut v = ring.first;
        for _ in 0..ring.count {
            let node = self.nodes[v as usize];
            self.error -= node.area;
            self.solid -= cross(node.p, self.nodes[node.next as usize].p);
            self.nodes[v as usize].alive = false;
            v = node.next;
        }
        self.vertices -= ring.count as usize;
        self.rings[r as usize].count = 0;
    }

    pub(super) fn node(&self, v: u32) -> &Node {
        &self.nodes[v as usize]
    }

    pub(super) fn chain(&self, v: u32) -> &'a Chain {
        &self.chains[self.nodes[v as usize].ring as usize]
    }

    /// What the error grows by when ring `r` is dropped.
    pub(super) fn drop_cost(&self, r: u32) -> f64 {
        let ring = &self.rings[r as usize];
        let mut cost = ring.net - ring.inside;
        let mut v = ring.first;
        for _ in 0..ring.count {
            cost -= self.node(v).area;
            v = self.node(v).next;
        }
        cost
    }

    /// Returns `true` if ring `r` may be dropped: nothing lies in it, and no rule needs it.
    pub(super) fn may_drop(&self, r: u32) -> bool {
        let ring = &self.rings[r as usize];
        ring.alive
            && ring.children == 0
            && self.living_rings > 1
            && self.rules.limit2 == f64::INFINITY
            && (self.rules.sign == 0.0 || (self.rules.sign > 0.0) == ring.hole)
    }

    /// Drops ring `r`.
    pub(super) fn drop_ring(&mut self, r: u32) {
        self.clear_ring(r);
        let ring = self.rings[r as usize];
        self.error += ring.net - ring.inside;
        self.rings[r as usize].alive = false;
        self.living_rings -= 1;
        if let Some(p) = ring.parent {
            let parent = &mut self.rings[p as usize];
            parent.children -= 1;
            parent.inside += ring.net;
        }
    }

    /// Replaces node `b` and the next one by `place`, in the slot of `b`.
    pub(super) fn merge(&mut self, b: u32, place: &Place) {
        let c = self.node(b).next;
        let d = self.node(c).next;
        let span = self.node(b).span + self.node(c).span + self.node(self.node(b).prev).span;
        self.unlink(c);
        self.put(b, place, span);
        debug_assert_eq!(self.node(b).next, d);
    }

    /// Takes node `v` out of its ring; the edge over it has the area given.
    pub(super) fn remove(&mut self, v: u32, area: f64) {
        let node = *self.node(v);
        self.unlink(v);
        let before = &mut self.nodes[node.prev as usize];
        self.error += area - before.area;
        before.span += node.span;
        before.area = area;
    }

    /// Takes node `v` out of its ring; its run goes to the node before, whose area is left stale.
    fn unlink(&mut self, v: u32) {
        let node = self.nodes[v as usize];
        let (p, n) = (node.prev, node.next);
        let (a, b) = (self.node(p).p, self.node(n).p);
        self.solid += cross(a, b) - cross(a, node.p) - cross(node.p, b);
        self.error -= node.area;
        self.nodes[v as usize].alive = false;
        self.nodes[p as usize].next = n;
        self.nodes[n as usize].prev = p;
        let ring = &mut self.rings[node.ring as usize];
        ring.count -= 1;
        ring.first = p;
        self.vertices -= 1;
    }

    /// Moves node `v` to `place` in the `span` pieces between its neighbors' anchors.
    pub(super) fn put(&mut self, v: u32, place: &Place, span: u32) {
        let node = *self.node(v);
        let (a, b) = (self.node(node.prev).p, self.node(node.next).p);
        self.solid += cross(a, place.e) + cross(place.e, b) - cross(a, node.p) - cross(node.p, b);
        self.error += place.area() - node.area - self.node(node.prev).area;
        let at = self.node(node.prev).at;
        let mid = self.chains[node.ring as usize].step(at, place.step);
        let p = &mut self.nodes[node.prev as usize];
        p.span = place.step;
        p.area = place.before;
        let v = &mut self.nodes[v as usize];
        v.p = place.e;
        v.at = mid;
        v.span = span - place.step;
        v.area = place.after;
    }

    /// Puts a new node into the edge that starts at `v`, and returns its number.
    pub(super) fn insert(&mut self, v: u32, place: &Place) -> u32 {
        let node = *self.node(v);
        let new = self.nodes.len() as u32;
        let (a, b) = (node.p, self.node(node.next).p);
        self.solid += cross(a, place.e) + cross(place.e, b) - cross(a, b);
        self.error += place.area() - node.area;
        self.nodes.push(Node {
            p: place.e,
            prev: v,
            next: node.next,
            ring: node.ring,
            at: self.chains[node.ring as usize].step(node.at, place.step),
            span: node.span - place.step,
            area: place.after,
            alive: true,
        });
        self.nodes[node.next as usize].prev = new;
        let v = &mut self.nodes[v as usize];
        v.next = new;
        v.span = place.step;
        v.area = place.before;
        self.rings[node.ring as usize].count += 1;
        self.vertices += 1;
        new
    }

    /// The living nodes, ring by ring.
    pub(super) fn living(&self) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.vertices);
        for ring in self.rings.iter().filter(|r| r.alive) {
            let mut v = ring.first;
            for _ in 0..ring.count {
                all.push(v);
                v = self.node(v).next;
            }
        }
        all
    }

    /// The outline as it is now, and the numbers of the rings that were dropped.
    pub(super) fn outline(&self) -> (Outline, Vec<usize>) {
        let (mut rings, mut dropped) = (Vec::new(), Vec::new());
        let mut names = vec![None; self.rings.len()];
        for (r, ring) in self.rings.iter().enumerate() {
            if !ring.alive {
                dropped.push(r);
                continue;
            }
            names[r] = Some(rings.len());
            let mut points = Vec::with_capacity(ring.count as usize);
            let mut v = ring.first;
            for _ in 0..ring.count {
                let p = self.node(v).p;
                points.push([p[0] as i32, p[1] as i32]);
                v = self.node(v).next;
            }
            let parent = ring.parent.and_then(|p| names[p as usize]);
            rings.push(Ring { points, hole: ring.hole, parent });
        }
        (Outline { rings }, dropped)
    }
}

/// The point of whole numbers next to `p`.
pub(super) fn whole(p: P) -> P {
    // Above 2^52 an f64 has no places for fractions, so the sum is rounded to a whole number.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    [p[0] + SHIFT - SHIFT, p[1] + SHIFT - SHIFT]
}
