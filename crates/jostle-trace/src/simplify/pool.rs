//! Which of many known good vertices make the best ring together?
//!
//! Method: the vertices of several solutions, and the corners of the chain, are a pool in the order
//! of the chain; every pair not too far apart is an edge with its exact area. Shortest paths once
//! round through that graph, at a price for each vertex, are the best rings that the pool can make;
//! the price is bisected until the error of all rings together is what the goal has room for. (For
//! the trade of error against vertices by one price see J.-C. Perez and E. Vidal 1994, and A.
//! Kolesnikov and P. Fränti, "Polygonal approximation of closed discrete curves", Pattern
//! Recognition 40, 2007, also for the fixed start of a closed one.)
//!
//! Cost: O(pool · pool vertices within the longest edge) areas, then as many additions a bisection.

use super::chain::{P, dist2};
use super::draft::Draft;

/// Vertices of a ring with the chain points that they are anchored at.
pub(super) type Places = Vec<(P, u32)>;

/// The pool of one ring as a graph.
#[derive(Debug)]
pub(super) struct Graph {
    /// The first one is where rings begin and end.
    entries: Places,
    /// From, to (the first one again is the number of entries), area; in the order of `from`.
    edges: Vec<(u32, u32, f64)>,
}

impl Graph {
    /// Makes the graph of ring `r`: rings begin at `start`; edges cost at most `cap`.
    #[expect(
        clippy::needless_range_loop,
        reason = "they are places along the chain, not only indices"
    )]
    pub(super) fn new(draft: &Draft<'_>, r: u32, start: (P, u32), pool: &Places, cap: f64) -> Self {
        let chain = &draft.chains[r as usize];
        let len = chain.len as u32;
        let after = |at: u32| if at >= start.1 { at - start.1 } else { at + len - start.1 };
        let mut entries: Vec<(u32, P)> = pool
            .iter()
            .filter(|e| e.1 != start.1 && dist2(e.0, chain.point(e.1)) <= draft.rules.limit2)
            .map(|e| (after(e.1), e.0))
            .collect();
        entries.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then(a.1[0].total_cmp(&b.1[0])).then(a.1[1].total_cmp(&b.1[1]))
        });
        entries.dedup();
        entries.insert(0, (0, start.0));
        let n = entries.len();
        let mut edges = Vec::with_capacity(n * 16);
        for i in 0..n {
            let (from, p) = entries[i];
            let at = chain.step(start.1, from);
            // Entries since the last edge that was not too dear, and how far round that was.
            let (mut over, mut last) = (0, from);
            for j in i + 1..=n {
                let (to, q) = if j == n { (len, start.0) } else { entries[j] };
                if to == from || (i == 0 && j == n) {
                    continue;
                }
                match draft.edge(chain, (p, q), (at, to - from), cap * 1.001) {
                    Some(area) if area <= cap => {
                        edges.push((i as u32, j as u32, area));
                        (over, last) = (0, to);
                    }
                    _ => over += 1,
                }
                if over > 6 && to > last + 4 {
                    break;
                }
            }
        }
        let entries = entries.iter().map(|e| (e.1, chain.step(start.1, e.0))).collect();
        Self { entries, edges }
    }

    /// The best ring at a price, with its error; `None` if there is no way round.
    fn best(&self, price: f64) -> Option<(Vec<u32>, f64)> {
        let n = self.entries.len();
        let mut best = vec![(f64::INFINITY, 0u32, 0.0); n + 1];
        best[0] = (0.0, 0, 0.0);
        for &(from, to, area) in &self.edges {
            let (cost, _, error) = best[from as usize];
            let cost = cost + area + price;
            if cost < best[to as usize].0 {
                best[to as usize] = (cost, from, error + area);
            }
        }
        if best[n].0 == f64::INFINITY {
            return None;
        }
        let mut way = Vec::new();
        let mut at = n;
        while at > 0 {
            at = best[at].1 as usize;
            way.push(at as u32);
        }
        way.reverse();
        Some((way, best[n].2))
    }
}

/// What the chosen rings must keep together.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    /// An error; the fewest vertices are wanted.
    Error(f64),
    /// A number of vertices; the least error is wanted.
    Vertices(usize),
}

/// The best rings that keep the bound together, ring by ring, and the price at which they are the
/// best; `None` for a ring that the pool does not close.
pub(super) fn choose(graphs: &[Graph], bound: Bound, guess: f64) -> (Vec<Option<Places>>, f64) {
    // Dear vertices make errors large, cheap ones make vertices many.
    let dear = |price: f64| {
        let ways: Vec<_> = graphs.iter().map(|g| g.best(price)).collect();
        let fits = match bound {
            Bound::Error(most) => ways.iter().flatten().map(|w| w.1).sum::<f64>() <= most,
            Bound::Vertices(most) => ways.iter().flatten().map(|w| w.0.len()).sum::<usize>() > most,
        };
        (ways, !fits)
    };
    let (mut low, mut high) = (0.0, guess * 4.0 + 1.0);
    let end = match bound {
        Bound::Error(_) => low,
        Bound::Vertices(_) => high,
    };
    let mut kept = (dear(end).0, end);
    for step in 0..12 {
        let price = if step == 0 { guess } else { (low + high) * 0.5 };
        let (ways, is_dear) = dear(price);
        if is_dear {
            high = price;
        } else {
            low = price;
        }
        if is_dear == matches!(bound, Bound::Vertices(_)) {
            kept = (ways, price);
        }
        if high - low < guess * 0.01 {
            break;
        }
    }
    let places = kept
        .0
        .into_iter()
        .zip(graphs)
        .map(|(way, graph)| {
            let (way, _) = way?;
            if way.len() < 3 {
                return None;
            }
            let mut places: Places = way.iter().map(|&i| graph.entries[i as usize]).collect();
            let first = (0..places.len()).min_by_key(|&k| places[k].1)?;
            places.rotate_left(first);
            Some(places)
        })
        .collect();
    (places, kept.1)
}
