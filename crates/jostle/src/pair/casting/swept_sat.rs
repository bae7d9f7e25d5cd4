//! SAT for two convex rings of up to eight vertices of which one moves straight.
//!
//! Method: over the line of each edge of one ring, the height of the other's nearest vertex changes
//! at a constant rate, so there is a time at which the other enters the half-plane or leaves it. The
//! rings meet from the last entry on, if it comes before the first exit (Ericson, "Real-Time
//! Collision Detection", §5.5.8). With radii the lines are moved out, and the line that is entered
//! last counts where the contact lies on its edge, else the circle around the end that is nearer.
//!
//! `f64` with its error selects the lines that may count; [`straight`](super::straight) compares
//! these exactly. A doubt is left to the ring of the difference.
//!
//! Frame: a's origin at the start. Cost: 2(n + m)·max(n, m) products.

use core::array::from_fn;

use smallvec::SmallVec;

use crate::math::exact::double_double::Corner;
use crate::math::{DVec2, greater, lesser};
use crate::pair::casting::straight::{Clip, Edge, Line, Passage, Vertex};
use crate::pair::sat::ERROR;
use crate::pair::sat::ring::Ring;

/// How well a place must be known to choose between a line and a circle, relative to the radius: both
/// are met at the same time but for the square of it.
const FLAT: f64 = 1e-9;

/// The answer to a cast.
pub(super) enum Swept {
    /// They do not meet.
    Apart,
    Met(Passage),
    InDoubt,
}

impl From<Option<Passage>> for Swept {
    fn from(passage: Option<Passage>) -> Self {
        passage.map_or(Self::Apart, Self::Met)
    }
}

/// Finds when a ring on the way of `line` meets another that lies at `shift`.
pub(super) fn swept(a: &[Corner], b: &[Corner], shift: &Corner, line: &Line) -> Swept {
    let rings = Rings { a, b, shift, line };
    let most = a.len().max(b.len());
    let is_thin = line.radius == 0.0 && a.len() < 3 && b.len() < 3;
    let found = match most {
        1 if line.radius > 0.0 => rings.rounded(&Faces::new()),
        0..=4 if !is_thin => rings.swept(&lanes::<4>(a), &lanes::<4>(b)),
        5..=8 => rings.swept(&lanes::<8>(a), &lanes::<8>(b)),
        _ => None,
    };
    found.unwrap_or(Swept::InDoubt)
}

/// The corners and edges of a ring; places beyond the last repeat the first.
fn lanes<const N: usize>(ring: &[Corner]) -> Ring<f64, N> {
    let at = |i: usize| ring[if i < ring.len() { i } else { 0 }].at;
    let edge = |i: usize| if i < ring.len() { at(i + 1) - at(i) } else { at(1) - at(0) };
    let reach = ring.iter().map(|corner| corner.at.reach()).fold(0.0, greater);
    Ring { at: from_fn(at), edges: from_fn(edge), radius: 0.0, reach }
}

struct Rings<'a> {
    a: &'a [Corner],
    b: &'a [Corner],
    shift: &'a Corner,
    line: &'a Line,
}

/// An edge of one ring and the height of the other over its line, times its length.
#[derive(Clone, Copy)]
struct Face {
    is_of_b: bool,
    /// The vertex at which the edge starts.
    start: usize,
    height: f64,
    /// How much of the height the way takes.
    taken: f64,
    /// The error of both.
    error: f64,
}

type Faces = SmallVec<[Face; 16]>;

impl Face {
    /// Bounds the time at which the line is reached.
    fn time(&self) -> [f64; 2] {
        let at = self.height / self.taken;
        let off = 2.0 * self.error * (1.0 + at.abs()) / self.taken.abs();
        [at - off, at + off]
    }
}

/// The heights of a ring that lies at `d` over the edges of another that moves by `way`, and how
/// much of them the way takes.
#[inline(always)]
fn heights<const N: usize>(
    own: &Ring<f64, N>,
    other: &Ring<f64, N>,
    (d, way): (DVec2, DVec2),
    radius: f64,
) -> [[f64; N]; 2] {
    let (mut high, mut taken) = ([f64::NEG_INFINITY; N], [0.0; N]);
    let (ex, ey) = (own.edges.map(|e| e.x), own.edges.map(|e| e.y));
    for DVec2 { x, y } in other.at {
        for (high, (ex, ey)) in high.iter_mut().zip(ex.iter().zip(&ey)) {
            *high = greater(*high, ex * y - ey * x);
        }
    }
    for i in 0..N {
        let edge = own.edges[i];
        let moved = if radius > 0.0 { radius * edge.length() } else { 0.0 };
        high[i] = edge.cross(own.at[i] - d) - high[i] - moved;
        taken[i] = way.cross(edge);
    }
    [high, taken]
}

impl<'a> Rings<'a> {
    /// `None` if it is in doubt.
    fn swept<const N: usize>(&self, p: &Ring<f64, N>, q: &Ring<f64, N>) -> Option<Swept> {
        let Line { way, radius, .. } = *self.line;
        let d = self.shift.at;
        let slack = ERROR * (p.reach + q.reach + d.reach() + way.reach() + radius);
        let mut faces = Faces::new();
        for (is_of_b, own, other, sign) in [(false, p, q, 1.0), (true, q, p, -1.0)] {
            let count = if is_of_b { self.b.len() } else { self.a.len() };
            if count == 1 {
                continue;
            }
            let [high, taken] = heights(own, other, (d * sign, way * sign), radius);
            for start in 0..count {
                let error = slack * (own.edges[start].x.abs() + own.edges[start].y.abs());
                let (height, taken) = (high[start], taken[start]);
                if height > error && height - taken > error {
                    return Some(Swept::Apart);
                }
                faces.push(Face { is_of_b, start, height, taken, error });
            }
        }
        if radius > 0.0 { self.rounded(&faces) } else { self.clipped(&faces) }
    }

    /// Without radii: the half-planes that may be entered last or left first.
    fn clipped(&self, faces: &Faces) -> Option<Swept> {
        let (mut enter, mut exit) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
        for face in faces {
            let time = face.time();
            if face.taken > 4.0 * face.error {
                enter = [greater(enter[0], time[0]), greater(enter[1], time[1])];
            } else if face.taken < -4.0 * face.error {
                exit = [lesser(exit[0], time[0]), lesser(exit[1], time[1])];
            }
        }
        if enter[0] > exit[1] {
            return Some(Swept::Apart);
        }
        let has_exit = !(enter[0] > 0.0 && enter[1] < exit[0]);
        let mut clip = Clip::default();
        for face in faces {
            let [first, last] = face.time();
            let may_count = if face.taken > 4.0 * face.error {
                last >= enter[0]
            } else if face.taken < -4.0 * face.error {
                has_exit && first <= exit[1]
            } else {
                face.height > -8.0 * face.error
            };
            if may_count {
                let (own, _) = self.own_and_other(face);
                let u = self.vertex(face, &own[face.start], self.support(face));
                if clip.add(self.line, u, self.edge_of_difference(face)).is_none() {
                    return Some(Swept::Apart);
                }
            }
        }
        clip.is_entered().then(|| clip.passage(self.line).into())
    }

    /// With radii: the line that is entered last, or the circle around an end of it.
    fn rounded(&self, faces: &Faces) -> Option<Swept> {
        let line = self.line;
        let mut best: Option<(f64, &Face)> = None;
        for face in faces {
            let at = face.height / face.taken;
            if face.taken > 4.0 * face.error {
                best = if best.is_none_or(|(last, _)| at > last) { Some((at, face)) } else { best };
            } else if face.taken > -4.0 * face.error && face.height > -8.0 * face.error {
                return None;
            }
        }
        // Near the corner of two lines the circle is as good, but not if the place has few digits.
        let is_vague = |face: &Face, at: f64| {
            let [first, last] = face.time();
            let off = (last - first) * line.way.reach();
            face.taken > 4.0 * face.error && last >= at && off > line.radius * FLAT
        };
        if best.is_some_and(|(at, _)| faces.iter().any(|face| is_vague(face, at))) {
            return None;
        }
        let corner = match best {
            None if faces.is_empty() => Vertex::new(&self.b[0], self.shift, &self.a[0]),
            None => return None,
            Some((at, face)) => {
                let (own, other) = self.own_and_other(face);
                let (e, origin) = (self.edge(face).way(), own[face.start].at);
                // The ends of what lies on the line of the edge, and of what is nearest to it.
                let ends = |ring: &[Corner], sense: f64| {
                    let height = |v: &Corner| e.cross(v.at - origin) * sense;
                    let top = ring.iter().map(height).fold(f64::NEG_INFINITY, greater);
                    let mut ends = [(f64::INFINITY, 0), (f64::NEG_INFINITY, 0)];
                    for (i, v) in ring.iter().enumerate() {
                        let along = e.dot(v.at - origin);
                        if height(v) >= top - face.error {
                            ends[0] = if along < ends[0].0 { (along, i) } else { ends[0] };
                            ends[1] = if along > ends[1].0 { (along, i) } else { ends[1] };
                        }
                    }
                    ends.map(|(_, i)| i)
                };
                let ([first, last], [least, most]) = (ends(own, -1.0), ends(other, 1.0));
                let low = self.vertex(face, &own[first], most);
                let high = self.vertex(face, &own[last], least);
                let edge = self.edge_of_difference(face);
                let (ahead, [from, to]) = (edge.way(), face.time());
                let along = line.way.dot(ahead);
                let off = ERROR * line.way.reach() * ahead.reach() + along.abs() * (to - from);
                if off > line.radius * ahead.length() * FLAT {
                    return None;
                }
                if along * at < low.at.dot(ahead) {
                    low
                } else if along * at > high.at.dot(ahead) {
                    high
                } else {
                    let enter = line.entry_of_line(low, edge);
                    return enter.is_ahead().then(|| line.passage(enter, None).into());
                }
            }
        };
        let Some([enter, _]) = line.with_circle(corner, DVec2::X) else {
            return Some(Swept::Apart);
        };
        enter.is_ahead().then(|| line.passage(enter, None).into())
    }

    fn own_and_other(&self, face: &Face) -> (&'a [Corner], &'a [Corner]) {
        if face.is_of_b { (self.b, self.a) } else { (self.a, self.b) }
    }

    fn edge(&self, face: &Face) -> Edge<'a> {
        let (own, _) = self.own_and_other(face);
        let next = if face.start + 1 == own.len() { 0 } else { face.start + 1 };
        Edge { from: &own[face.start], to: &own[next] }
    }

    /// The edge of the difference: those of −a run against those of a.
    fn edge_of_difference(&self, face: &Face) -> Edge<'a> {
        let Edge { from, to } = self.edge(face);
        if face.is_of_b { Edge { from, to } } else { Edge { from: to, to: from } }
    }

    /// The vertex of the other that is nearest to the line of an edge.
    fn support(&self, face: &Face) -> usize {
        let (edge, (_, other)) = (self.edge(face), self.own_and_other(face));
        (1..other.len()).fold(0, |best, j| {
            let way = Edge { from: &other[best], to: &other[j] };
            if edge.turn(&way).is_gt() { j } else { best }
        })
    }

    /// The vertex of the difference for a corner of the face's ring and vertex j of the other.
    fn vertex(&self, face: &Face, own: &'a Corner, j: usize) -> Vertex<'a> {
        match face.is_of_b {
            true => Vertex::new(own, self.shift, &self.a[j]),
            false => Vertex::new(&self.b[j], self.shift, own),
        }
    }
}
