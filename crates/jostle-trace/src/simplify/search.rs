//! Can a vertex be saved, or put to better use elsewhere?
//!
//! Method: local search from a relaxed draft. A *removal* collapses an edge and relaxes what is
//! left around it; an *insertion* splits an edge and relaxes its ends. Each is tried on the draft
//! and undone, which gives its true price; then, as long as it pays: remove where there is room in
//! the goal; else insert where the error falls most and remove where it grows least, if that lowers
//! the error. A try touches a window of a few nodes, so prices elsewhere stay true.

use std::collections::BTreeSet;

use super::chain::P;
use super::collapse::key;
use super::draft::{Draft, Loopy, Node};
use super::goal::Target;
use super::relax::{Care, relax, sweep};
use super::slide::slide;
use super::topology::{Path, Topology};

/// The part of a draft that a try may change, as it was.
struct Window {
    before: u32,
    nodes: Vec<(u32, Node)>,
    points: Vec<P>,
    first: u32,
    last: u32,
    ring: (u32, Loopy),
    error: f64,
    solid: f64,
    vertices: usize,
    total: usize,
}

/// What to try at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Try {
    /// Collapse the edge that starts there.
    Remove,
    /// Split it.
    Insert,
}

impl Window {
    /// Notes the nodes from `reach` before `v` to `reach` after the end of its edge, fewer in a
    /// small ring, so that the first and the last stay two different nodes.
    fn new(draft: &Draft<'_>, v: u32, reach: u32) -> Self {
        let node = draft.node(v);
        let ring = (node.ring, draft.rings[node.ring as usize]);
        let mut reach = reach;
        // From first to last there are 2 reach + 2 nodes.
        while reach > 1 && 2 * reach + 2 > ring.1.count {
            reach -= 1;
        }
        let (mut first, mut last) = (v, node.next);
        for _ in 0..reach {
            first = draft.node(first).prev;
            last = draft.node(last).next;
        }
        let (mut nodes, mut points) = (Vec::with_capacity(10), Vec::with_capacity(10));
        let mut at = first;
        loop {
            nodes.push((at, *draft.node(at)));
            points.push(draft.node(at).p);
            if at == last && nodes.len() > 1 {
                break;
            }
            at = draft.node(at).next;
        }
        Self {
            before: draft.node(first).prev,
            nodes,
            points,
            first,
            last,
            ring,
            error: draft.error,
            solid: draft.solid,
            vertices: draft.vertices,
            total: draft.nodes.len(),
        }
    }

    /// Puts everything back.
    fn undo(&self, draft: &mut Draft<'_>) {
        draft.nodes.truncate(self.total);
        for &(v, node) in &self.nodes {
            draft.nodes[v as usize] = node;
        }
        draft.rings[self.ring.0 as usize] = self.ring.1;
        draft.error = self.error;
        draft.solid = self.solid;
        draft.vertices = self.vertices;
    }

    /// Relaxes the nodes strictly inside of the window, `rounds` times.
    fn settle(&self, draft: &mut Draft<'_>, care: &Care) {
        for _ in 0..care.sweeps {
            let mut any = false;
            let mut v = draft.node(self.first).next;
            while v != self.last {
                any |= relax(draft, v, care, None);
                if draft.rules.sign != 0.0 && draft.node(v).next != self.last {
                    any |= slide(draft, v, care);
                }
                v = draft.node(v).next;
            }
            if !any {
                return;
            }
        }
    }

    /// Keeps the change if no edges cross by it, and undoes it otherwise.
    fn keep(&self, draft: &mut Draft<'_>, topology: &mut Topology) -> bool {
        let mut new = Vec::with_capacity(self.points.len() + 1);
        let mut v = self.first;
        loop {
            new.push(draft.node(v).p);
            if v == self.last && new.len() > 1 {
                break;
            }
            v = draft.node(v).next;
        }
        let gone: Vec<u32> = self.nodes[..self.nodes.len() - 1].iter().map(|n| n.0).collect();
        let path = Path { before: self.before, gone: &gone, old: &self.points, d: self.last };
        if !topology.free(draft, &path, &new) {
            self.undo(draft);
            return false;
        }
        topology.unlist_path(&gone, &self.points);
        topology.list(draft, self.first, self.last);
        true
    }
}

/// A draft under search, with the prices of all tries.
struct Search<'d, 'a> {
    draft: &'d mut Draft<'a>,
    topology: Topology,
    care: Care,
    /// What a removal or insertion at each node changes the error by.
    prices: Vec<[f64; 2]>,
    /// The nodes in order.
    order: [BTreeSet<(u64, u32)>; 2],
}

/// Nodes about a changed one whose prices may have changed.
const REACH: u32 = 2;

impl Search<'_, '_> {
    /// Makes a change around node `v` and leaves it made.
    fn make(&mut self, v: u32, what: Try) -> Option<Window> {
        let window = Window::new(self.draft, v, REACH);
        match what {
            Try::Remove => {
                if window.ring.1.count <= 3 {
                    return None;
                }
                let (_, place) = self.draft.collapse(v, f64::INFINITY)?;
                self.draft.merge(v, &place);
            }
            Try::Insert => {
                let place = self.draft.split(v)?;
                self.draft.insert(v, &place);
            }
        }
        window.settle(self.draft, &self.care);
        Some(window)
    }

    /// Finds the price of a change.
    fn price(&mut self, v: u32, what: Try) -> f64 {
        let before = self.draft.error;
        match self.make(v, what) {
            Some(window) => {
                let price = self.draft.error - before;
                window.undo(self.draft);
                price
            }
            None => f64::INFINITY,
        }
    }

    fn note(&mut self, v: u32, what: Try, price: f64) {
        let i = what as usize;
        let old = std::mem::replace(&mut self.prices[v as usize][i], price);
        self.order[i].remove(&(key(old), v));
        if price < f64::INFINITY {
            self.order[i].insert((key(price), v));
        }
    }

    /// Finds the prices of all tries around a change again.
    fn renew(&mut self, window: &Window) {
        self.prices.resize(self.draft.nodes.len(), [f64::INFINITY; 2]);
        for &(v, _) in &window.nodes {
            if !self.draft.node(v).alive {
                self.note(v, Try::Remove, f64::INFINITY);
                self.note(v, Try::Insert, f64::INFINITY);
            }
        }
        let (mut v, mut last) = (window.first, window.last);
        for _ in 0..REACH {
            v = self.draft.node(v).prev;
            last = self.draft.node(last).next;
        }
        let count = self.draft.rings[window.ring.0 as usize].count;
        for _ in 0..count {
            self.renew_at(v);
            if v == last {
                break;
            }
            v = self.draft.node(v).next;
        }
    }

    fn renew_at(&mut self, v: u32) {
        for what in [Try::Remove, Try::Insert] {
            let price = self.price(v, what);
            self.note(v, what, price);
        }
    }

    /// Makes a change for good, if it may be made and leaves the error at `most` or less.
    fn commit(&mut self, v: u32, what: Try, most: Most<'_>) -> bool {
        if let Some(window) = self.make(v, what) {
            let fits = match most {
                Most::Target(target) => target.allows(self.draft, 0.0),
                Most::Error(most) => self.draft.error <= most,
            };
            if !fits {
                window.undo(self.draft);
            } else if window.keep(self.draft, &mut self.topology) {
                self.renew(&window);
                return true;
            }
        }
        self.note(v, what, f64::INFINITY);
        false
    }
}

/// Improves a valid draft within its target.
pub(super) fn improve(draft: &mut Draft<'_>, target: &Target) {
    let mut topology = Topology::new(draft);
    let care = Care { first: 64.0, fitted: 16.0, last: 8.0, sweeps: 6 };
    sweep(draft, &care, Some(&mut topology));
    let total = draft.nodes.len();
    let mut search = Search {
        draft,
        topology,
        care: Care { first: 48.0, fitted: 0.0, last: 6.0, sweeps: 2 },
        prices: vec![[f64::INFINITY; 2]; total],
        order: [BTreeSet::new(), BTreeSet::new()],
    };
    for v in search.draft.living() {
        search.renew_at(v);
    }
    let mut budget = 40 * search.draft.vertices + 1000;
    while budget > 0 {
        budget -= 1;
        let Some(&(_, v)) = search.order[0].first() else { break };
        let price = search.prices[v as usize][0];
        if search.draft.vertices > target.enough && target.allows(search.draft, price) {
            search.commit(v, Try::Remove, Most::Target(target));
            continue;
        }
        if !target.allows(search.draft, 0.0) {
            let Some(&(_, u)) = search.order[1].first() else { break };
            if search.prices[u as usize][1] >= 0.0 {
                break;
            }
            search.commit(u, Try::Insert, Most::Error(search.draft.error));
            continue;
        }
        // No room: would a vertex elsewhere pay for this one?
        let Some(&(_, u)) = search.order[1].first() else { break };
        let gain = search.prices[u as usize][1];
        let error = search.draft.error;
        let least = 2e-4 * error + 16.0;
        if gain + price >= -least {
            break;
        }
        if !search.commit(u, Try::Insert, Most::Error(error)) {
            continue;
        }
        let count = search.draft.vertices;
        while let Some(&(_, v)) = search.order[0].first() {
            if search.prices[v as usize][0] >= error - least - search.draft.error {
                break;
            }
            if search.commit(v, Try::Remove, Most::Error(error - least)) {
                break;
            }
        }
        if search.draft.vertices == count {
            // The vertex did not pay: take the cheapest one back out, and stop there.
            let Some(&(_, v)) = search.order[0].first() else { break };
            search.commit(v, Try::Remove, Most::Target(target));
            break;
        }
    }
}

/// A bound on the error.
#[derive(Clone, Copy)]
enum Most<'t> {
    Target(&'t Target),
    Error(f64),
}
