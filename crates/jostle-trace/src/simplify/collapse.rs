//! Which edge goes next?
//!
//! Method: edges collapse to one free vertex each, the cheapest first. Where the vertex may lie
//! follows B. Kronenfeld, L. Stanislawski, B. Buttenfield and T. Brockmeyer, "Simplification of
//! polylines by segment collapse: minimizing areal displacement while preserving area"
//! (International Journal of Cartography 6, 2020): on the line that keeps the area, where it meets
//! an edge next to the collapsed one. The cost is not theirs: it is the growth of the area between
//! draft and exact outline, so errors do not hide in one another. A ring that may go is an entry as
//! well, at its cost for each vertex that goes with it.
//!
//! Where vertices are free, entries begin with a guess of their cost. They are looked at when they
//! come up, and again only when they come up after a change near them (which nearly always makes a
//! collapse dearer), so a collapse costs about two evaluations, and many entries none. Cost:
//! O(n log n) heap steps and runs of O(chain points of three edges) each. Ties fall by node number:
//! the order is the same everywhere.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::draft::Draft;
use super::goal::Target;
use super::place::Place;
use super::topology::Topology;

/// The candidate of one node's edge.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    place: Place,
    delta: f64,
    stamp: u32,
    state: State,
}

/// Where a candidate stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not in the heap: there is none, or it was refused.
    Out,
    /// In the heap, and current.
    Fresh,
    /// In the heap, but something near it changed since.
    Stale,
}

/// A heap of candidate collapses.
#[derive(Debug)]
pub(super) struct Collapser {
    /// Keys of costs, then of nodes or rings, then stamps, in one number: `entry` makes them.
    heap: BinaryHeap<Reverse<u128>>,
    candidates: Vec<Candidate>,
}

/// Entries from here up are rings.
const RING: u32 = 1 << 31;

/// Maps numbers to keys of the same order.
pub(super) fn key(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// What is entered in the heap.
fn entry(cost: f64, v: u32, stamp: u32) -> u128 {
    u128::from(key(cost)) << 64 | u128::from(v) << 32 | u128::from(stamp)
}

const NOTHING: Candidate = Candidate {
    place: Place { e: [0.0; 2], step: 0, before: 0.0, after: 0.0 },
    delta: 0.0,
    stamp: 0,
    state: State::Out,
};

impl Collapser {
    pub(super) fn new(draft: &Draft<'_>, target: &Target) -> Self {
        let mut new = Self {
            heap: BinaryHeap::with_capacity(draft.vertices * 2),
            candidates: vec![NOTHING; draft.nodes.len()],
        };
        let room = target.room(draft);
        for v in draft.living() {
            new.enter(draft, v, room);
        }
        for r in 0..draft.rings.len() as u32 {
            new.push_ring(draft, r);
        }
        new
    }

    /// Looks for the candidate of a node; one that costs `room` is too dear, and stays so, for
    /// errors only grow.
    fn push(&mut self, draft: &Draft<'_>, v: u32, room: f64) {
        let slot = &mut self.candidates[v as usize];
        slot.stamp += 1;
        slot.state = State::Out;
        if draft.rings[draft.node(v).ring as usize].count <= 3 {
            return;
        }
        if let Some((delta, place)) = draft.collapse(v, room) {
            slot.delta = delta;
            slot.place = place;
            slot.state = State::Fresh;
            self.heap.push(Reverse(entry(delta, v, slot.stamp)));
        }
    }

    /// Enters a node at about what its candidate will cost, for most are never looked at; under
    /// rules, where that means little, as `push` does.
    fn enter(&mut self, draft: &Draft<'_>, v: u32, room: f64) {
        if !draft.rules.free() {
            self.push(draft, v, room);
            return;
        }
        let slot = &mut self.candidates[v as usize];
        slot.stamp += 1;
        slot.state = State::Out;
        if draft.rings[draft.node(v).ring as usize].count > 3 {
            slot.state = State::Stale;
            self.heap.push(Reverse(entry(draft.guess(v), v, slot.stamp)));
        }
    }

    fn push_ring(&mut self, draft: &Draft<'_>, r: u32) {
        if draft.may_drop(r) {
            let count = draft.rings[r as usize].count;
            let each = draft.drop_cost(r) / f64::from(count);
            self.heap.push(Reverse(entry(each, RING | r, count)));
        }
    }

    fn touch(&mut self, draft: &Draft<'_>, v: u32, room: f64) {
        match self.candidates[v as usize].state {
            State::Out => self.push(draft, v, room),
            State::Fresh => self.candidates[v as usize].state = State::Stale,
            State::Stale => {}
        }
    }

    /// Collapses until the target has no room for the next one.
    pub(super) fn run(
        &mut self,
        draft: &mut Draft<'_>,
        target: &Target,
        mut topology: Option<&mut Topology>,
    ) {
        while target.wants_fewer(draft) {
            let Some(Reverse(next)) = self.heap.pop() else { return };
            let (v, stamp) = ((next >> 32) as u32, next as u32);
            if v >= RING {
                let r = v - RING;
                if !draft.may_drop(r) {
                    continue;
                }
                let ring = draft.rings[r as usize];
                if ring.count != stamp {
                    self.push_ring(draft, r);
                } else if target.allows(draft, draft.drop_cost(r)) {
                    if let Some(topology) = topology.as_deref_mut() {
                        topology.remove_ring(draft, r);
                    }
                    let mut node = ring.first;
                    for _ in 0..ring.count {
                        self.candidates[node as usize].stamp += 1;
                        self.candidates[node as usize].state = State::Out;
                        node = draft.node(node).next;
                    }
                    draft.drop_ring(r);
                    if let Some(parent) = ring.parent {
                        self.push_ring(draft, parent);
                    }
                }
                continue;
            }
            let candidate = self.candidates[v as usize];
            if candidate.stamp != stamp || candidate.state == State::Out {
                continue;
            }
            if candidate.state == State::Stale {
                self.push(draft, v, target.room(draft));
                continue;
            }
            self.candidates[v as usize].state = State::Out;
            if draft.rings[draft.node(v).ring as usize].count <= 3 {
                continue;
            }
            if !target.allows(draft, candidate.delta) {
                return;
            }
            if candidate.delta > draft.price {
                draft.price = candidate.delta;
            }
            let (a, c) = (draft.node(v).prev, draft.node(v).next);
            let d = draft.node(c).next;
            if let Some(topology) = topology.as_deref_mut() {
                if !topology.may_replace(draft, a, d, Some(candidate.place.e)) {
                    continue;
                }
                topology.unlist(draft, a, d);
                draft.merge(v, &candidate.place);
                topology.list(draft, a, d);
            } else {
                draft.merge(v, &candidate.place);
            }
            self.candidates[c as usize].stamp += 1;
            self.candidates[c as usize].state = State::Out;
            let room = target.room(draft);
            self.push(draft, v, room);
            for near in [draft.node(a).prev, a, d] {
                self.touch(draft, near, room);
            }
        }
    }
}
