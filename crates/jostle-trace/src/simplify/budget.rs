//! Keeps a budget of vertices when no edge may collapse any more.
//!
//! A collapse moves a vertex, and in a narrow bay or between rings it may find no free place.
//! Taking one vertex out always is possible: a ring of more than three has an ear, and where
//! another ring lies in every ear, that one may go as a whole. Method: the cheapest vertex whose
//! neighbors see each other, again and again. Cost: O(vertices²) runs; hardly any outline comes
//! here.

use super::draft::Draft;
use super::goal::Target;
use super::topology::Topology;

/// Takes vertices and rings out of a valid draft until there are few enough, or none may go.
pub(super) fn clip(draft: &mut Draft<'_>, target: &Target) {
    let mut topology = Topology::new(draft);
    while target.wants_fewer(draft) {
        if !without_vertex(draft, &mut topology) && !without_ring(draft, &mut topology) {
            return;
        }
    }
}

fn without_vertex(draft: &mut Draft<'_>, topology: &mut Topology) -> bool {
    let mut ears: Vec<(f64, u32, f64)> = Vec::new();
    for v in draft.living() {
        let node = draft.node(v);
        let before = draft.node(node.prev);
        let ends = (before.p, draft.node(node.next).p);
        let run = (before.at, before.span + node.span);
        if draft.rings[node.ring as usize].count > 3
            && let Some(area) = draft.edge(draft.chain(v), ends, run, f64::INFINITY)
        {
            ears.push((area - before.area - node.area, v, area));
        }
    }
    ears.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let free = ears.iter().find(|ear| {
        let node = draft.node(ear.1);
        topology.may_replace(draft, node.prev, node.next, None)
    });
    let Some(&(_, v, area)) = free else { return false };
    let (a, d) = (draft.node(v).prev, draft.node(v).next);
    topology.unlist(draft, a, d);
    draft.remove(v, area);
    topology.list(draft, a, d);
    true
}

fn without_ring(draft: &mut Draft<'_>, topology: &mut Topology) -> bool {
    let may = (0..draft.rings.len() as u32).filter(|&r| draft.may_drop(r));
    let cheapest = may.min_by(|&r, &s| draft.drop_cost(r).total_cmp(&draft.drop_cost(s)));
    let Some(r) = cheapest else { return false };
    topology.remove_ring(draft, r);
    draft.drop_ring(r);
    true
}
