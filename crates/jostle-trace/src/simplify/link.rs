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
//! (collapse and search) wins part of that back. Rings are solved one by one: edges that cross are
//! found later. Cost: O(corners · candidates · corners of the longest edge), times a few laps.

use super::chain::{Chain, P, cross, dist2, dot, sub};
use super::draft::whole;

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

/// The chain's corners with their candidates.
struct Field<'c> {
    chain: &'c Chain,
    /// Corners of one lap.
    corners: usize,
    /// Corner points.
    points: Vec<P>,
    choices: Vec<[P; CHOICES]>,
    limit: f64,
    limit2: f64,
    /// As in `Rules`.
    sign: f64,
}

/// Directions from a point: everything until the first corner farther away than the distance.
#[derive(Clone, Copy)]
struct Cone {
    right: P,
    left: P,
    any: bool,
}

impl Cone {
    /// Keeps the directions in which a ray from the apex comes within `limit` of it; false if none
    /// is left. `d` goes from the apex to the corner.
    fn narrow(&mut self, d: P, limit: f64, limit2: f64) -> bool {
        let dd = dot(d, d);
        if dd <= limit2 {
            return true;
        }
        let s = (dd - limit2).sqrt();
        let right = [d[0] * s + d[1] * limit, d[1] * s - d[0] * limit];
        let left = [d[0] * s - d[1] * limit, d[1] * s + d[0] * limit];
        if self.any {
            *self = Self { right, left, any: false };
            return true;
        }
        // Both cones are narrower than a half turn, so what they share is one cone.
        let new = Self { right, left, any: false };
        let right = if self.holds(new.right) {
            new.right
        } else if new.holds(self.right) {
            self.right
        } else {
            return false;
        };
        let left = if self.holds(new.left) { new.left } else { self.left };
        *self = Self { right, left, any: false };
        true
    }

    fn holds(&self, d: P) -> bool {
        self.any || cross(self.right, d) >= 0.0 && cross(d, self.left) >= 0.0
    }
}

impl<'c> Field<'c> {
    fn new(chain: &'c Chain, limit: f64, sign: f64) -> Self {
        let corners = chain.corners.len();
        let points: Vec<P> = chain.corners.iter().map(|&i| chain.point(i)).collect();
        let choices = (0..corners)
            .map(|i| {
                let normal = chain.normal(chain.corners[i]);
                let mut set = [points[i]; CHOICES];
                for (slot, share) in set.iter_mut().zip(SHARES) {
                    let (r, t) = (share[0] * limit, share[1] * limit);
                    let e = [
                        points[i][0] + normal[0] * r - normal[1] * t,
                        points[i][1] + normal[1] * r + normal[0] * t,
                    ];
                    let e = whole(e);
                    // Of the sides, only one may hold vertices.
                    let e = if sign == 0.0 || share[0] * sign <= 0.0 { e } else { points[i] };
                    if dist2(e, points[i]) <= limit * limit {
                        *slot = e;
                    }
                }
                set
            })
            .collect();
        Self { chain, corners, points, choices, limit, limit2: limit * limit, sign }
    }

    /// The fewest edges from the choices at corner `from` that `open` names to every choice up to
    /// `laps` laps later, with the state that each comes from.
    #[expect(
        clippy::needless_range_loop,
        reason = "they are places along the chain, not only indices"
    )]
    fn solve(
        &self,
        from: usize,
        open: &[bool; CHOICES],
        steps: usize,
    ) -> Vec<[(u32, u32); CHOICES]> {
        let n = self.corners;
        let mut best = vec![[(NEVER, NEVER); CHOICES]; steps + 1];
        for (slot, &o) in best[0].iter_mut().zip(open) {
            if o {
                slot.0 = 0;
            }
        }
        for i in 0..steps {
            let least = best[i].iter().map(|s| s.0).min().unwrap_or(NEVER);
            if least == NEVER {
                continue;
            }
            for a in 0..CHOICES {
                let count = best[i][a].0;
                if count > least {
                    continue;
                }
                let p = self.choices[(from + i) % n][a];
                let mut cone = Cone { right: [0.0; 2], left: [0.0; 2], any: true };
                let mut far2 = 0.0;
                let state = (i * CHOICES + a) as u32;
                // An edge never owns a whole lap.
                for j in i + 1..=steps.min(i + n - 1) {
                    let c = self.points[(from + j) % n];
                    let d = sub(c, p);
                    if !cone.narrow(d, self.limit, self.limit2) {
                        break;
                    }
                    let dd = dot(d, d);
                    if dd > far2 {
                        far2 = dd;
                    }
                    if best[j].iter().all(|s| s.0 <= count + 1) {
                        continue;
                    }
                    for b in 0..CHOICES {
                        if best[j][b].0 <= count + 1 {
                            continue;
                        }
                        let q = self.choices[(from + j) % n][b];
                        let u = sub(q, p);
                        if cone.holds(u)
                            && (dot(u, u) >= far2 || self.reaches(from, i, j, u, p, q))
                            && self.beside(from, i, j, u, p)
                        {
                            best[j][b] = (count + 1, state);
                        }
                    }
                }
            }
        }
        best
    }

    /// Returns `true` if no corner from i to j lies too far beyond the end q of an edge from p.
    fn reaches(&self, from: usize, i: usize, j: usize, u: P, p: P, q: P) -> bool {
        let uu = dot(u, u);
        (i + 1..=j).all(|k| {
            let c = self.points[(from + k) % self.corners];
            let t = dot(sub(c, p), u);
            t <= uu || dist2(c, q) <= self.limit2
        })
    }

    /// Returns `true` if all corners from i to j are on the side of the edge that the rules ask
    /// for.
    fn beside(&self, from: usize, i: usize, j: usize, u: P, p: P) -> bool {
        self.sign == 0.0
            || (i..=j).all(|k| {
                let c = self.points[(from + k) % self.corners];
                cross(u, sub(c, p)) * self.sign >= 0.0
            })
    }

    /// The states on the way to a state, the first one first.
    fn way(&self, best: &[[(u32, u32); CHOICES]], end: (usize, usize)) -> Vec<(usize, usize)> {
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

    /// Goes once round from one choice at one corner.
    fn close(&self, from: usize, choice: usize) -> Option<Vec<(usize, usize)>> {
        let mut open = [false; CHOICES];
        open[choice] = true;
        let best = self.solve(from, &open, self.corners);
        if best[self.corners][choice].0 == NEVER {
            return None;
        }
        let mut path = self.way(&best, (self.corners, choice));
        path.pop();
        for state in &mut path {
            state.0 = (state.0 + from) % self.corners;
        }
        Some(path)
    }
}

/// The vertices and anchors of a ring of few vertices within `limit` units of the chain, in the
/// order of the chain; `None` if no ring of three or more was found.
pub(super) fn fewest(chain: &Chain, limit: f64, sign: f64) -> Option<Vec<(P, u32)>> {
    // A little less, so that rounding in the cones breaks no rule.
    let limit = limit * (1.0 - 1e-9);
    let field = Field::new(chain, limit, sign);
    let n = field.corners;
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
    // Begin at the lowest corner, as the chain does.
    let start = (0..ring.len()).min_by_key(|&k| ring[k].0)?;
    ring.rotate_left(start);
    Some(ring.iter().map(|&(i, c)| (field.choices[i][c], field.chain.corners[i])).collect())
}
