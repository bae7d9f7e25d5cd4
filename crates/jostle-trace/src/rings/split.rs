//! How is a ring that comes back to a vertex cut into rings that do not?
//!
//! Method: a walk with a stack; on coming back to a vertex that is on the stack, what lies above it
//! is a ring of its own. At such a vertex the two visits both come in along one axis and both go
//! out along the other, so each cut ring has a corner there and the alternation of horizontal and
//! vertical edges stays. Error: none. Cost: linear in the ring.

use super::{COLUMN, DIAGONAL, Loop, NONE, Tracer};

/// What the walks share: where each touching vertex lies on the stack.
#[derive(Default)]
pub(super) struct Cuts {
    /// By the even node of a touching vertex; empty until the first is met.
    depth: Vec<u32>,
    stack: Vec<u32>,
    happened: bool,
}

impl Cuts {
    /// Returns `true` if any ring was cut, so that the loops are out of order.
    pub(super) fn happened(&self) -> bool {
        self.happened
    }
}

/// Follows the ring whose first vertex is `start`, cutting it where it comes back.
pub(super) fn follow(tracer: &mut Tracer, cuts: &mut Cuts, start: u32) {
    if cuts.depth.is_empty() {
        cuts.depth = vec![NONE; tracer.nodes.len()];
    }
    cuts.stack.clear();
    let hole = tracer.nodes[start as usize].x & super::SOLID == 0;
    let mut node = start;
    // Outer rings leave their first vertex to the right, holes downward.
    let mut vertical = hole;
    loop {
        if tracer.nodes[node as usize].x & DIAGONAL != 0 {
            // The two nodes of a touching vertex are 2k + 1 and 2k + 2.
            let vertex = (node + 1) & !1;
            let depth = cuts.depth[vertex as usize];
            if depth == NONE {
                cuts.depth[vertex as usize] = cuts.stack.len() as u32;
            } else {
                cuts.happened = true;
                take(tracer, cuts, depth as usize, vertical);
            }
        }
        cuts.stack.push(node);
        node = if vertical { tracer.nodes[node as usize].across } else { node ^ 1 };
        vertical = !vertical;
        if node == start {
            break;
        }
    }
    take(tracer, cuts, 0, hole);
}

/// Takes the ring off the stack that lies from `depth` to its top, the first edge of which is
/// vertical or not.
fn take(tracer: &mut Tracer, cuts: &mut Cuts, depth: usize, vertical: bool) {
    let id = tracer.loops.len() as u32;
    let nodes = &cuts.stack[depth..];
    let place = |node: u32| {
        let node = tracer.nodes[node as usize];
        (node.y, node.x & COLUMN)
    };
    let count = nodes.len();
    let at = (0..count).min_by_key(|&i| place(nodes[i])).unwrap_or(0);
    let (first, next) = (nodes[at], nodes[(at + 1) % count]);
    // The first vertex in reading order is left by the top edge of an outer ring, or by the left
    // edge of a hole.
    let hole = place(first).0 != place(next).0;
    let begin = tracer.points.len();
    for i in 0..count {
        let node = nodes[(at + i) % count];
        let point = tracer.point(node);
        tracer.points.push(point);
    }
    for (i, &node) in nodes.iter().enumerate() {
        if (i % 2 == 0) == vertical {
            let other = tracer.nodes[node as usize].across;
            tracer.ring[node as usize] = id;
            tracer.ring[other as usize] = id;
        }
        // A vertex below the cut stays on the stack under the walk's next node there.
        if i > 0 && tracer.nodes[node as usize].x & DIAGONAL != 0 {
            cuts.depth[((node + 1) & !1) as usize] = NONE;
        }
    }
    if depth == 0 && tracer.nodes[nodes[0] as usize].x & DIAGONAL != 0 {
        cuts.depth[((nodes[0] + 1) & !1) as usize] = NONE;
    }
    cuts.stack.truncate(depth);
    let end = tracer.points.len();
    tracer.loops.push(Loop { start: begin, end, hole, first });
}
