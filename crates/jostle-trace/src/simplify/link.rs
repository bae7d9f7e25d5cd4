//! What is the ring with the fewest vertices that stays within a distance of its chain?
//!
//! Method: dynamic programme over the corners of the chain, after H. Imai and M. Iri, "Polygonal
//! approximations of a curve" (1988), but with free vertices in place of the chain's own: each
//! corner has candidates within the distance, along the chain's normal there. An edge from a
//! candidate may go to one at a later corner if every corner in between is within the distance of
//! it; the directions that allow it are a cone, narrowed corner by corner, and a run ends where it
//! is empty. The ring is closed by going round from the vertices of a first, open solution and
//! keeping the best.
//!
//! The grid of candidates costs a few per cent of vertices against free ones; what follows
//! (collapse and search) wins part of that back. Corners nearer to each other than an eighth of the
//! distance share their candidates. Rings are solved one by one: edges that cross are found later.
//!
//! Cost: corners with candidates times candidates times corners of the longest edge, times a few
//! laps: whether an edge suits all corners it passes is known from what `cones` keeps, and from a
//! tree of boxes (`spans`). So the cost falls with the distance once that is above a few pixels.

use super::chain::{Chain, P, dist2, dot, sub};
use super::cones::{Cone, Span};
use super::draft::whole;
use super::spans::{End, Spans};

/// Candidates at a corner.
const CHOICES: usize = 17;

/// How far along the normal they are, as shares of the distance.
const SHARES: [[f64; 2]; CHOICES] = [
    [0.0, 0.0],
    [0.33, 0.0],
    [-0.33, 0.0],
    [0.66, 0.0],
    [-0.66, 0.0],
    [0.98, 0.0],
    [-0.98, 0.0],
    [0.0, 0.5],
    [0.0, -0.5],
    [0.5, 0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
    [0.8, 0.5],
    [0.8, -0.5],
    [-0.8, 0.5],
    [-0.8, -0.5],
];

/// Laps round from different vertices.
const TRIES: usize = 3;

const NEVER: u32 = u32::MAX;

/// Corners with candidates are this share of the distance apart, along the chain.
const APART: f64 = 0.125;

/// On a short chain there are this many of them, or all corners.
const FEWEST: f64 = 48.0;

/// The chain's corners, and candidates at some of them.
struct Field<'c> {
    chain: &'c Chain,
    /// Corner points of one lap.
    points: Vec<P>,
    spans: Spans,
    /// The corners that have candidates, the first one always.
    stops: Vec<usize>,
    choices: Vec<[P; CHOICES]>,
    limit: f64,
    limit2: f64,
    /// As in `Rules`.
    sign: f64,
}

/// What all corners seen from a point allow, and the farthest of them.
#[derive(Default)]
struct Seen {
    cone: Cone,
    span: Span,
    far: P,
    far2: f64,
}

/// The fewest edges to a state, and the state that the last of them comes from.
type Reached = (u32, u32);

impl<'c> Field<'c> {
    fn new(chain: &'c Chain, limit: f64, sign: f64) -> Self {
        let points: Vec<P> = chain.corners.iter().map(|&i| chain.point(i)).collect();
        let stops = stops(&points, limit);
        let choices = |&corner: &usize| {
            let at = points[corner];
            let normal = chain.normal(chain.corners[corner]);
            SHARES.map(|share| {
                let (r, t) = (share[0] * limit, share[1] * limit);
                let e = whole([
                    at[0] + normal[0] * r - normal[1] * t,
                    at[1] + normal[1] * r + normal[0] * t,
                ]);
                // Of the sides, only one may hold vertices.
                let allowed = sign == 0.0 || share[0] * sign <= 0.0;
                if allowed && dist2(e, at) <= limit * limit { e } else { at }
            })
        };
        let choices = stops.iter().map(choices).collect();
        let spans = Spans::new(&points);
        Self { chain, points, spans, stops, choices, limit, limit2: limit * limit, sign }
    }

    /// The corner of a stop, counted on over laps.
    fn corner(&self, stop: usize) -> usize {
        let m = self.stops.len();
        self.stops[stop % m] + self.points.len() * (stop / m)
    }

    fn choice(&self, stop: usize, choice: usize) -> P {
        self.choices[stop % self.stops.len()][choice]
    }

    /// The fewest edges from the choices at stop `from` that `open` names to every choice up to
    /// `steps` stops later, with the state that each comes from.
    fn solve(&self, from: usize, open: &[bool; CHOICES], steps: usize) -> Vec<[Reached; CHOICES]> {
        let mut best = vec![[(NEVER, NEVER); CHOICES]; steps + 1];
        for (slot, &o) in best[0].iter_mut().zip(open) {
            if o {
                slot.0 = 0;
            }
        }
        for i in 0..steps {
            let least = best[i].iter().map(|s| s.0).min().unwrap_or(NEVER);
            for a in 0..CHOICES {
                if least < NEVER && best[i][a].0 == least {
                    self.go_on(from, (i, a), &mut best);
                }
            }
        }
        best
    }

    /// Tries all edges from one state.
    fn go_on(&self, from: usize, (i, a): (usize, usize), best: &mut [[Reached; CHOICES]]) {
        let n = self.points.len();
        let count = best[i][a].0 + 1;
        let state = (i * CHOICES + a) as u32;
        let p = self.choice(from + i, a);
        let first = self.corner(from + i);
        let mut corner = first;
        let mut seen = Seen::default();
        if self.sign != 0.0 {
            seen.span.add(sub(self.points[first % n], p));
        }
        // An edge never owns a whole lap.
        for j in i + 1..best.len().min(i + self.stops.len()) {
            while corner < self.corner(from + j) {
                corner += 1;
                if !self.pass(sub(self.points[corner % n], p), &mut seen) {
                    return;
                }
            }
            for (b, slot) in best[j].iter_mut().enumerate() {
                if slot.0 <= count {
                    continue;
                }
                let u = sub(self.choice(from + j, b), p);
                if seen.cone.holds(u)
                    && (self.sign == 0.0 || seen.span.is_beside(u, self.sign))
                    && self.reaches((first, corner), p, u, &seen)
                {
                    *slot = (count, state);
                }
            }
        }
    }

    /// Takes in a corner; false if no direction suits all.
    fn pass(&self, d: P, seen: &mut Seen) -> bool {
        let dd = dot(d, d);
        if dd > seen.far2 {
            (seen.far, seen.far2) = (d, dd);
        }
        seen.cone.narrow(d, self.limit, self.limit2) && (self.sign == 0.0 || seen.span.add(d))
    }

    /// Returns `true` if no corner after the first up to the last lies too far beyond the end of an
    /// edge.
    fn reaches(&self, (first, last): (usize, usize), p: P, u: P, seen: &Seen) -> bool {
        let uu = dot(u, u);
        if uu >= seen.far2 {
            return true;
        }
        if dot(seen.far, u) > uu && dist2(seen.far, u) > self.limit2 {
            return false;
        }
        let n = self.points.len();
        let end = End { p, u, uu, limit2: self.limit2 };
        let (low, high) = ((first + 1) % n, (last + 1) % n);
        if low < high {
            self.spans.all_end(low, high, &end)
        } else {
            self.spans.all_end(low, n, &end) && self.spans.all_end(0, high, &end)
        }
    }

    /// The states on the way to a state, the first one first.
    fn way(&self, best: &[[Reached; CHOICES]], end: (usize, usize)) -> Vec<(usize, usize)> {
        let mut path = vec![end];
        let mut at = end;
        while at.0 > 0 {
            let back = best[at.0][at.1].1 as usize;
            at = (back / CHOICES, back % CHOICES);
            path.push(at);
        }
        path.reverse();
        path
    }

    /// Goes once round from one choice at one stop.
    fn close(&self, from: usize, choice: usize) -> Option<Vec<(usize, usize)>> {
        let mut open = [false; CHOICES];
        open[choice] = true;
        let lap = self.stops.len();
        let best = self.solve(from, &open, lap);
        if best[lap][choice].0 == NEVER {
            return None;
        }
        let mut path = self.way(&best, (lap, choice));
        path.pop();
        for state in &mut path {
            state.0 = (state.0 + from) % lap;
        }
        Some(path)
    }
}

/// The corners that have candidates: all of them, unless they are close for the distance.
fn stops(points: &[P], limit: f64) -> Vec<usize> {
    let after = points.iter().cycle().skip(1);
    let lengths: Vec<f64> = points.iter().zip(after).map(|(a, b)| dist2(*a, *b).sqrt()).collect();
    let around: f64 = lengths.iter().sum();
    let (coarse, fine) = (APART * limit, around / FEWEST);
    let apart = if fine < coarse { fine } else { coarse };
    let mut since = apart;
    let mut stops = Vec::new();
    for (corner, length) in lengths.iter().enumerate() {
        if since >= apart {
            stops.push(corner);
            since = 0.0;
        }
        since += length;
    }
    stops
}

/// The vertices and anchors of a ring of few vertices within `limit` units of the chain, in the
/// order of the chain; `None` if no ring of three or more was found.
pub(super) fn fewest(chain: &Chain, limit: f64, sign: f64) -> Option<Vec<(P, u32)>> {
    // A little less, so that rounding in the cones breaks no rule.
    let limit = limit * (1.0 - 1e-9);
    let field = Field::new(chain, limit, sign);
    let n = field.stops.len();
    // A lap and a half, open, shows where good vertices are once the start is forgotten.
    let steps = n + n / 2;
    let best = field.solve(0, &[true; CHOICES], steps);
    let end = (0..CHOICES).min_by_key(|&b| best[steps][b].0)?;
    if best[steps][end].0 == NEVER {
        return None;
    }
    let path = field.way(&best, (steps, end));
    let mut found: Option<Vec<(usize, usize)>> = None;
    let later: Vec<_> = path.iter().filter(|s| s.0 >= n / 4 && s.0 < n + n / 4).collect();
    for t in 0..TRIES.min(later.len()) {
        let &&(i, choice) = &later[later.len() * t / TRIES];
        if let Some(ring) = field.close(i % n, choice)
            && ring.len() >= 3
            && found.as_ref().is_none_or(|f| ring.len() < f.len())
        {
            found = Some(ring);
        }
    }
    let mut ring = found?;
    // Begin at the lowest stop, as the chain does.
    let start = (0..ring.len()).min_by_key(|&k| ring[k].0)?;
    ring.rotate_left(start);
    Some(
        ring.iter()
            .map(|&(i, c)| (field.choices[i][c], field.chain.corners[field.stops[i]]))
            .collect(),
    )
}
