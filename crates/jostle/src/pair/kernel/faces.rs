//! The faces and corners that a shape shows in a direction: what a contact can rest on.
//!
//! A face is an edge whose outward normal lies within [`FACING`] of the direction and that faces it
//! clearly better than its neighbours; a corner is a vertex from which the outline falls away on
//! both sides without a face. A convex shape shows exactly one of either. Where two neighbouring
//! edges face almost equally well, their common vertex stands for both, so that a motion cannot make
//! the choice jump from one to the other.
//!
//! Points are relative to a base, moved out by the radius. O(n).

use alloc::vec::Vec;

use crate::math::{D2, lesser};
use crate::shape::vertices::LANES;
use crate::shape::{Body, Core, Curved, Kind};

/// Largest sine between a face's normal and the direction: 14.5°, below the half angle between the
/// faces of a regular 12-gon.
const FACING: f64 = 0.25;
/// An edge that faces better than its neighbour by less than this sine shares its vertex with it.
const CLEARLY: f64 = 0.02;
/// A side of a curved shape is flat where its support points jump within this angle either way.
const FLAT: f64 = 1e-3;

/// A face or corner along a direction u; `left` and `right` are seen along u.left().
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// The ends by their coordinate along u.left(): smaller, larger. Equal for a corner.
    pub(crate) ends: [D2; 2],
    /// The vertices at the ends.
    pub(crate) vertices: [u32; 2],
    /// The edge; none for a corner.
    pub(crate) edge: Option<u32>,
    /// A half-plane's face has no ends.
    pub(crate) endless: bool,
}

/// Faces, of which most shapes show one; only more need memory of their own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faces {
    first: Option<Face>,
    more: Vec<Face>,
}

impl Faces {
    pub(crate) fn push(&mut self, face: Face) {
        if self.first.is_none() {
            self.first = Some(face);
        } else {
            self.more.push(face);
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Face> {
        self.first.iter().chain(&self.more)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Face> {
        self.first.iter_mut().chain(&mut self.more)
    }
}

/// All faces and corners that a body shows along the unit direction `u`; vertices and edges of a
/// union are numbered through.
pub(crate) fn faces(body: &Body, base: D2, u: D2) -> Faces {
    let mut out = Faces::default();
    gather(body, base, u, (0, 0), &mut out);
    out
}

fn gather(body: &Body, base: D2, u: D2, first: (u32, u32), out: &mut Faces) {
    match body {
        Body::Core(core) => of_core(core, D2::from(core.origin) - base, u, first, out),
        Body::Curved(curved) => {
            out.push(corner(D2::from(curved.origin) - base + middle_of_side(curved, u), first.0));
        }
        Body::HalfPlane(plane) => {
            let n = D2::from(plane.normal);
            let slack = f64::from(plane.offset) - n.dot(base);
            if let Some(unit) = n.unit()
                && unit.cross(u).abs() <= FACING
                && unit.dot(u) > 0.0
            {
                let p = n * (slack / n.dot(n));
                let along = -unit.left();
                let ends = order([p - along, p + along], u).0;
                let vertices = [first.0; 2];
                out.push(Face { ends, vertices, edge: Some(first.1), endless: true });
            }
        }
        Body::Union(parts) => {
            let (mut vertex, mut edge) = first;
            for part in parts {
                gather(part, base, u, (vertex, edge), out);
                let (v, e) = counts(part);
                (vertex, edge) = (vertex + v, edge + e);
            }
        }
    }
}

/// The support point along u; on a flat side its middle, since rounding in u would choose an end.
fn middle_of_side(curved: &Curved, u: D2) -> D2 {
    let [p, q] = [FLAT, -FLAT].map(|turn| curved.support_offset(u + u.left() * turn));
    let middle = (p + q) * 0.5;
    middle + u * (curved.support_offset(u) - middle).dot(u)
}

fn counts(body: &Body) -> (u32, u32) {
    match body {
        Body::Core(core) => (core.vertex_count() as u32, core.edge_count() as u32),
        _ => (1, 1),
    }
}

fn corner(p: D2, vertex: u32) -> Face {
    Face { ends: [p; 2], vertices: [vertex; 2], edge: None, endless: false }
}

/// The two points by their place along u.left(), and whether they were turned round.
fn order([p, q]: [D2; 2], u: D2) -> ([D2; 2], bool) {
    let side = u.left();
    if q.dot(side) < p.dot(side) { ([q, p], true) } else { ([p, q], false) }
}

fn of_core(core: &Core, o: D2, u: D2, (vertex, edge): (u32, u32), out: &mut Faces) {
    let radius = f64::from(core.radius);
    // A rectangle's corners are computed, so all at once.
    let offsets = core.offsets();
    let at = |i: usize| o + offsets[i];
    if core.kind == Kind::Point {
        out.push(corner(at(0) + u * radius, vertex));
        return;
    }
    // How far each edge turns away from the direction, on the side that faces it.
    let turned = |i: usize| {
        let [p, q] = core.edge(i).map(at);
        let out = -(q - p).left();
        let back = out.dot(u) < 0.0;
        if core.is_solid() && back {
            return None;
        }
        let n = if back { -out.unit()? } else { out.unit()? };
        (n.dot(u) > 0.0).then(|| (n.cross(u).abs(), n))
    };
    let mut room =
        ([None; LANES], [[None; 2]; LANES], [false; LANES], Vec::new(), Vec::new(), Vec::new());
    let (edges, vertices) = (core.edge_count(), core.vertex_count());
    let sines = slice_of(&mut room.0, &mut room.3, edges);
    for (i, sine) in sines.iter_mut().enumerate() {
        *sine = turned(i);
    }
    let around = slice_of(&mut room.1, &mut room.4, vertices);
    neighbours(core, around);
    let (sines, around) = (&*sines, &*around);
    let clear = |i: usize, sine: f64| {
        core.edge(i).iter().all(|v| {
            around[*v]
                .iter()
                .flatten()
                .all(|j| *j == i || sines[*j].is_none_or(|(other, _)| other > sine + CLEARLY))
        })
    };
    let faces =
        |i: usize| sines[i].filter(|(sine, _)| *sine <= FACING && clear(i, *sine)).map(|(_, n)| n);
    let covered = slice_of(&mut room.2, &mut room.5, vertices);
    // Of two edges in one line, almost, the end that they share: rounding in the direction would
    // choose any.
    for v in 0..covered.len() {
        let [Some(i), Some(j)] = around[v] else { continue };
        let (Some((si, _)), Some((sj, _))) = (sines[i], sines[j]) else { continue };
        let (best, next) = if si < sj { (i, sj) } else { (j, si) };
        let least = lesser(si, sj);
        let nearest_of_all = |w: usize| {
            let other = around[w].iter().flatten().filter(|k| ![i, j].contains(k));
            other.filter_map(|k| sines[*k]).all(|(s, _)| s > next)
        };
        let shared = least <= CLEARLY && next <= least + CLEARLY;
        if shared && core.edge(best).into_iter().all(nearest_of_all) {
            for k in [i, j] {
                core.edge(k).into_iter().for_each(|w| covered[w] = true);
            }
            out.push(corner(at(v) + u * radius, vertex + v as u32));
        }
    }
    for i in 0..core.edge_count() {
        let Some(n) = faces(i) else { continue };
        let [p, q] = core.edge(i);
        covered[p] = true;
        covered[q] = true;
        let (ends, flipped) = order([at(p) + n * radius, at(q) + n * radius], u);
        let [v, w] = if flipped { [q, p] } else { [p, q] };
        let vertices = [vertex + v as u32, vertex + w as u32];
        out.push(Face { ends, vertices, edge: Some(edge + i as u32), endless: false });
    }
    let highest = |v: usize| {
        let rim = around[v].iter().flatten().all(|i| {
            let [p, q] = core.edge(*i);
            let other = if p == v { q } else { p };
            (at(other) - at(v)).dot(u) <= 0.0
        });
        rim && (!core.is_solid() || convex_at(core, v, &around[v]))
    };
    for v in (0..covered.len()).filter(|v| !covered[*v]) {
        if highest(v) {
            out.push(corner(at(v) + u * radius, vertex + v as u32));
        }
    }
}

/// So many values: in place where they are few, on the heap else.
fn slice_of<'r, T: Copy + Default>(
    few: &'r mut [T; LANES],
    many: &'r mut Vec<T>,
    len: usize,
) -> &'r mut [T] {
    if len > LANES {
        many.resize(len, T::default());
        return many;
    }
    &mut few[..len]
}

/// Writes up to two edges at each vertex.
fn neighbours(core: &Core, around: &mut [[Option<usize>; 2]]) {
    for i in 0..core.edge_count() {
        for v in core.edge(i) {
            let slots: &mut [Option<usize>; 2] = &mut around[v];
            if slots[0].is_none() {
                slots[0] = Some(i);
            } else {
                slots[1] = Some(i);
            }
        }
    }
}

/// Whether the solid's corner sticks out.
fn convex_at(core: &Core, v: usize, edges: &[Option<usize>; 2]) -> bool {
    let along = |i: &usize| {
        let [p, q] = core.edge(*i);
        (p == v, core.offset(q) - core.offset(p))
    };
    let mut both = edges.iter().flatten().map(along);
    match (both.next(), both.next()) {
        (Some((true, out)), Some((_, into))) | (Some((_, into)), Some((_, out))) => {
            into.cross(out) > 0.0
        }
        _ => true,
    }
}
