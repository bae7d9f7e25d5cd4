//! Which edges of a draft cross or touch others, and which rings lie in the wrong one?
//!
//! Collapsing without looking around is several times as fast as looking, and hardly ever goes
//! wrong; so the draft is looked over once at the end, and only what is wrong is made again with
//! care.
//!
//! Method: edges sorted by their upper end, with a list of those that reach the current height;
//! every new edge is compared with the list. Nesting: at the upper end of each ring the edges to
//! the left are counted by ring. Exact, for the numbers are whole (see `chain`). Cost: O(n log n +
//! pairs of edges that share a height).

use super::chain::{P, cross, sub};
use super::draft::Draft;
use super::topology::{fold, meet};

/// An edge by its upper and lower height.
pub(super) struct Edge {
    top: f64,
    bottom: f64,
    left: f64,
    right: f64,
    a: P,
    b: P,
    node: u32,
    ring: u32,
}

impl Edge {
    pub(super) fn new(a: P, b: P, node: u32, ring: u32) -> Self {
        let (top, bottom) = if a[1] <= b[1] { (a[1], b[1]) } else { (b[1], a[1]) };
        let (left, right) = if a[0] <= b[0] { (a[0], b[0]) } else { (b[0], a[0]) };
        Self { top, bottom, left, right, a, b, node, ring }
    }
}

/// The nodes whose edges are in conflict, in order, all those of a ring that lies wrong; empty if
/// the draft is valid.
pub(super) fn conflicts(draft: &Draft<'_>) -> Vec<u32> {
    let mut bad = vec![false; draft.rings.len()];
    let mut nodes = Vec::new();
    let mut edges = Vec::with_capacity(draft.vertices);
    for (r, ring) in draft.rings.iter().enumerate().filter(|(_, r)| r.alive) {
        let mut area = 0.0;
        let mut v = ring.first;
        for _ in 0..ring.count {
            let (a, next) = (draft.node(v).p, draft.node(v).next);
            let b = draft.node(next).p;
            area += cross(a, b);
            edges.push(Edge::new(a, b, v, r as u32));
            v = next;
        }
        bad[r] = ring.count < 3 || (area < 0.0) != ring.hole || area == 0.0;
    }
    let meets = |e: &Edge, f: &Edge| {
        let hit = if draft.node(f.node).next == e.node {
            fold(f.a, e.a, e.b)
        } else if draft.node(e.node).next == f.node {
            fold(e.a, f.a, f.b)
        } else {
            meet(e.a, e.b, f.a, f.b)
        };
        if hit {
            nodes.extend([e.node, f.node]);
        }
    };
    let lies = |r: u32, mut about: Vec<u32>| {
        let mut should = Vec::new();
        let mut up = draft.rings[r as usize].parent;
        while let Some(p) = up {
            if draft.rings[p as usize].alive {
                should.push(p);
            }
            up = draft.rings[p as usize].parent;
        }
        should.sort_unstable();
        if about != should {
            about.extend(should);
            about.push(r);
            for ring in about {
                bad[ring as usize] = true;
            }
        }
    };
    sweep(&mut edges, meets, lies);
    nodes.extend(edges.iter().filter(|e| bad[e.ring as usize]).map(|e| e.node));
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Shows all pairs of edges whose boxes meet, and the rings about every ring in order of number,
/// where there is more than one ring. Sorts the edges.
pub(super) fn sweep(
    edges: &mut [Edge],
    mut meets: impl FnMut(&Edge, &Edge),
    mut lies: impl FnMut(u32, Vec<u32>),
) {
    edges.sort_unstable_by(|e, f| e.top.total_cmp(&f.top).then(e.node.cmp(&f.node)));
    let many = edges.iter().any(|e| e.ring != edges[0].ring);
    // The topmost vertex of each ring, the leftmost of equals.
    let mut tops: Vec<(f64, f64, u32)> = Vec::new();
    if many {
        let corner = |e: &Edge| if (e.a[1], e.a[0]) < (e.b[1], e.b[0]) { e.a } else { e.b };
        tops.extend(edges.iter().map(|e| (corner(e)[1], corner(e)[0], e.ring)));
        tops.sort_unstable_by(|s, t| {
            s.2.cmp(&t.2).then(s.0.total_cmp(&t.0)).then(s.1.total_cmp(&t.1))
        });
        tops.dedup_by_key(|t| t.2);
        tops.sort_unstable_by(|s, t| s.0.total_cmp(&t.0).then(s.2.cmp(&t.2)));
    }
    let mut active: Vec<usize> = Vec::new();
    let mut next_top = 0;
    for (i, e) in edges.iter().enumerate() {
        while next_top < tops.len() && tops[next_top].0 < e.top {
            lies(tops[next_top].2, about(edges, &active, tops[next_top]));
            next_top += 1;
        }
        active.retain(|&j| edges[j].bottom >= e.top);
        for &j in &active {
            let f = &edges[j];
            if f.right >= e.left && e.right >= f.left {
                meets(e, f);
            }
        }
        active.push(i);
    }
    for &top in &tops[next_top..] {
        lies(top.2, about(edges, &active, top));
    }
}

/// The rings that hold the topmost point of a ring, in order.
fn about(edges: &[Edge], active: &[usize], (y, x, r): (f64, f64, u32)) -> Vec<u32> {
    let mut crossed: Vec<u32> = Vec::new();
    for e in active.iter().map(|&j| &edges[j]) {
        if e.ring == r || (e.a[1] > y) == (e.b[1] > y) || e.left > x {
            continue;
        }
        let (a, b) = if e.a[1] < e.b[1] { (e.a, e.b) } else { (e.b, e.a) };
        // y runs down: from a down to b, the point to the right of the edge has a negative turn.
        if cross(sub(b, a), sub([x, y], a)) < 0.0 {
            crossed.push(e.ring);
        }
    }
    crossed.sort_unstable();
    crossed.chunk_by(|a, b| a == b).filter(|same| same.len() % 2 == 1).map(|same| same[0]).collect()
}
