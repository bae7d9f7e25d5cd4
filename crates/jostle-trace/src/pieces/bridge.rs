//! Over which bridges do holes join the ring around them?
//!
//! Method: hole by hole, the one that a shortest bridge reaches first. A bridge joins two vertices
//! that see each other, or one point that both rings pass. For outlines of up to 128 vertices the
//! six shortest bridges and the six that make most corners convex are each tried to the end, with
//! shortest bridges for the holes that are left, and the one that leads to the fewest pieces stays.
//! Exact; O(h · c · pieces) for h holes and c candidates, beside O(n² · n) for what sees what.
//! Rejected: the rightmost vertex of each hole to what is right of it (D. Eberly's way for
//! triangulation), which cuts well-placed corners as often as it serves them.

use super::cross;
use super::merge::merge;
use super::partition::partition;
use super::visible::{Corner, edges_of, sees};
use crate::Point;

/// Larger outlines take the shortest bridges.
const TRIED: usize = 128;
/// Candidates of each sort.
const CANDIDATES: usize = 6;

/// From vertex `from` of a solid's ring to vertex `to` of a hole.
#[derive(Clone, Copy, Debug)]
struct Bridge {
    solid: usize,
    from: usize,
    hole: usize,
    to: usize,
    square: i64,
    /// How many of the corners at its ends stay reflex.
    reflex: usize,
}

/// What is joined already, and the holes that are left.
#[derive(Clone)]
struct Joining {
    solids: Vec<Vec<Point>>,
    holes: Vec<Vec<Point>>,
}

/// Convex pieces of an outer ring, first, with its holes.
pub(super) fn solid(mut rings: Vec<Vec<Point>>) -> Option<Vec<Vec<Point>>> {
    if rings.is_empty() {
        return Some(Vec::new());
    }
    let vertices: usize = rings.iter().map(Vec::len).sum();
    let mut joining = Joining { solids: vec![rings.remove(0)], holes: rings };
    while !joining.holes.is_empty() {
        let all = joining.bridges();
        let mut best = *all.iter().min_by_key(|b| (b.square, b.reflex))?;
        if vertices <= TRIED && best.square > 0 {
            let mut mine: Vec<Bridge> =
                all.iter().filter(|b| b.hole == best.hole).copied().collect();
            mine.sort_by_key(|b| (b.square, b.reflex));
            let mut tried: Vec<Bridge> = mine.iter().take(CANDIDATES).copied().collect();
            mine.sort_by_key(|b| (b.reflex, b.square));
            tried.extend(mine.iter().take(CANDIDATES));
            let count = |b: &Bridge| joining.completed(*b).map_or(usize::MAX, |p| p.len());
            best = tried.into_iter().min_by_key(count)?;
        }
        joining.join(best);
    }
    joining.pieces()
}

impl Joining {
    /// The pieces after this bridge and the shortest ones for all other holes.
    fn completed(&self, first: Bridge) -> Option<Vec<Vec<Point>>> {
        let mut rest = self.clone();
        rest.join(first);
        while !rest.holes.is_empty() {
            let next = rest.bridges().into_iter().min_by_key(|b| (b.square, b.reflex))?;
            rest.join(next);
        }
        rest.pieces()
    }

    fn pieces(&self) -> Option<Vec<Vec<Point>>> {
        let mut all = Vec::new();
        for solid in &self.solids {
            all.extend(partition(solid)?);
        }
        Some(merge(all))
    }

    /// All bridges from solids to holes.
    fn bridges(&self) -> Vec<Bridge> {
        let rings = self.solids.iter().chain(&self.holes);
        let edges: Vec<[Point; 2]> = rings.flat_map(|ring| edges_of(ring)).collect();
        let mut all = Vec::new();
        for (index, hole) in self.holes.iter().enumerate() {
            for to in 0..hole.len() {
                let b = Corner::of(hole, to);
                for (solid, ring) in self.solids.iter().enumerate() {
                    for from in 0..ring.len() {
                        let a = Corner::of(ring, from);
                        let touch = a.at == b.at && fits(a, b);
                        if !touch && !sees(a, b, &edges) {
                            continue;
                        }
                        let [dx, dy] = [0, 1].map(|k| i64::from(b.at[k]) - i64::from(a.at[k]));
                        let square = dx * dx + dy * dy;
                        let left = reflex_left(a, b.at) + reflex_left(b, a.at);
                        let reflex = if touch { 0 } else { left };
                        all.push(Bridge { solid, from, hole: index, to, square, reflex });
                    }
                }
            }
        }
        all
    }

    fn join(&mut self, bridge: Bridge) {
        let hole = self.holes.remove(bridge.hole);
        let ring = joined(&self.solids[bridge.solid], &hole, bridge);
        self.solids.remove(bridge.solid);
        self.solids.extend(unpinched(ring));
    }
}

/// The rings into which a ring falls at points that it passes twice with solid between the
/// passages: there the solid hangs together by a point, and no diagonal is needed.
fn unpinched(ring: Vec<Point>) -> Vec<Vec<Point>> {
    let mut order: Vec<usize> = (0..ring.len()).collect();
    order.sort_unstable_by_key(|i| (ring[*i], *i));
    for (k, i) in order.iter().enumerate() {
        for j in order[k + 1..].iter().take_while(|j| ring[**j] == ring[*i]) {
            let (a, b) = (Corner::of(&ring, *i), Corner::of(&ring, *j));
            if a.opens_to(b.before) || a.opens_to(b.after) {
                let one = ring[*i..*j].to_vec();
                let other = [&ring[*j..], &ring[..*i]].concat();
                return [unpinched(one), unpinched(other)].concat();
            }
        }
    }
    vec![ring]
}

/// Returns `true` if the hole at a common point lies within the solid's cone at this passage of the
/// ring.
fn fits(ring: Corner, hole: Corner) -> bool {
    let turned = |p: Point| {
        if ring.is_reflex() {
            !(cross(ring.at, p, ring.after) > 0 && cross(p, ring.at, ring.before) > 0)
        } else {
            cross(ring.at, p, ring.before) >= 0 && cross(p, ring.at, ring.after) >= 0
        }
    };
    turned(hole.before) && turned(hole.after)
}

/// How many corners stay reflex at one end when a cut to a point leaves there.
fn reflex_left(corner: Corner, to: Point) -> usize {
    let Corner { before, at, after } = corner;
    usize::from(cross(before, at, to) < 0) + usize::from(cross(to, at, after) < 0)
}

/// The ring that goes over the bridge, around the hole and back.
fn joined(ring: &[Point], hole: &[Point], bridge: Bridge) -> Vec<Point> {
    let Bridge { from, to, square, .. } = bridge;
    let mut all = ring[..=from].to_vec();
    let around = (0..=hole.len()).map(|s| hole[(to + s) % hole.len()]);
    if square == 0 {
        // The common point is there already: once around, back to it.
        all.extend(around.skip(1));
    } else {
        all.extend(around);
        all.push(ring[from]);
    }
    all.extend(&ring[from + 1..]);
    all
}
