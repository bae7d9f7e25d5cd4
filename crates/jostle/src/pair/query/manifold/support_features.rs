//! The support features of a shape in a direction: the faces and vertices that a contact can rest
//! on.
//!
//! A face is an edge whose outward normal lies within [`FACING`] of the direction and that faces it
//! clearly better than its neighbors. A vertex is a feature if the outline falls away on both sides
//! without a face. A convex shape has exactly one of either. If two neighboring edges face almost
//! equally well, their common vertex stands for both, so that a motion cannot make the choice jump
//! between them.
//!
//! Frame: relative to a base, moved out by the radius. Cost: O(n).

use alloc::vec;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

use crate::math::{DVec2, lesser, sort::sort_by};
use crate::pair::sat::rects::inverse_root;
use crate::shape::body::storage::{RectFrame, Vertices};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Curved, Kind};

/// Largest sine between a face's normal and the direction: 14.5°, below the half angle between the
/// faces of a regular 12-gon.
const FACING: f64 = 0.25;
/// An edge that faces better than its neighbor by less than this sine shares its vertex with it.
const CLEARLY: f64 = 0.02;
/// Of an edge between two that face almost as well, the end it starts at stands for it up to this
/// ratio of their sines: regular outlines have equal ones, and no common ratio is near it.
const UNEVEN: f64 = 1.1;
/// A side of a curved shape is flat if its support points jump within this angle either way.
const FLAT: f64 = 1e-3;

/// A face or corner along a direction u.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// The ends by their coordinate along u.left(): smaller, larger. Equal for a corner.
    pub(crate) ends: [DVec2; 2],
    pub(crate) vertices: [u32; 2],
    /// `None` for a corner.
    pub(crate) edge: Option<u32>,
    /// A half-plane's face has no ends.
    pub(crate) endless: bool,
}

impl Face {
    /// Exchanges the ends, for the opposite direction.
    pub(crate) fn reverse(&mut self) {
        self.ends.reverse();
        self.vertices.reverse();
    }

    /// With the ends in their order along u.left().
    fn sorted(mut self, u: DVec2) -> Self {
        if self.ends[1].dot(u.left()) < self.ends[0].dot(u.left()) {
            self.reverse();
        }
        self
    }
}

/// Visits all faces and corners of a body along the unit direction `u`; vertices and edges of a
/// union are numbered through. Of a large outline it visits those in the window alone.
pub(crate) fn faces(
    body: &Body,
    base: DVec2,
    u: DVec2,
    window: DAabb,
    visit: &mut dyn FnMut(Face),
) {
    if let Some(face) = lone_face(body, base, u) {
        return visit(face);
    }
    match body {
        Body::Core(core) => of_any(core, core.origin - base, u, window, visit),
        Body::Curved(_) | Body::HalfPlane(_) => {}
        Body::Union(parts) => {
            let (mut vertex, mut edge) = (0, 0);
            for part in parts {
                faces(part, base, u, window, &mut |face| {
                    let vertices = face.vertices.map(|v| vertex + v);
                    visit(Face { vertices, edge: face.edge.map(|e| edge + e), ..face });
                });
                let (vertices, edges) = match part {
                    Body::Core(core) => (core.vertex_count(), core.edge_count()),
                    _ => (1, 1),
                };
                (vertex, edge) = (vertex + vertices as u32, edge + edges as u32);
            }
        }
    }
}

/// Returns the one face or corner of a convex body along the unit direction `u`; `None` for concave
/// ones, if two edges face the direction almost equally well, and if a half-plane does not.
#[inline(always)]
pub(crate) fn lone_face(body: &Body, base: DVec2, u: DVec2) -> Option<Face> {
    if let Body::Core(core) = body
        && let (Vertices::Rect(frame), Kind::Convex) = (&core.vertices, core.kind)
    {
        return Some(View::new(core, base, u).rect(frame));
    }
    lone_other(body, base, u)
}

#[inline(never)]
fn lone_other(body: &Body, base: DVec2, u: DVec2) -> Option<Face> {
    match body {
        Body::Core(core) => View::new(core, base, u).lone_face(core),
        Body::Curved(curved) => Some(corner(curved.origin - base + middle_of_side(curved, u), 0)),
        Body::HalfPlane(plane) => {
            let n = DVec2::from(plane.normal);
            let unit = n.unit().filter(|n| n.cross(u).abs() <= FACING && n.dot(u) > 0.0)?;
            let p = n * ((f64::from(plane.offset) - n.dot(base)) / n.dot(n));
            let ends = [p + unit.left(), p - unit.left()];
            Some(Face { ends, vertices: [0; 2], edge: Some(0), endless: true }.sorted(u))
        }
        Body::Union(_) => None,
    }
}

/// The support point along u; on a flat side its middle, since rounding in u would choose an end.
fn middle_of_side(curved: &Curved, u: DVec2) -> DVec2 {
    let [p, q] = [FLAT, -FLAT].map(|turn| curved.support_offset(u + u.left() * turn));
    let middle = (p + q) * 0.5;
    middle + u * (curved.support_offset(u) - middle).dot(u)
}

fn corner(p: DVec2, vertex: usize) -> Face {
    Face { ends: [p; 2], vertices: [vertex as u32; 2], edge: None, endless: false }
}

struct View {
    o: DVec2,
    u: DVec2,
    radius: f64,
}

impl View {
    fn new(core: &Core, base: DVec2, u: DVec2) -> Self {
        Self { o: core.origin - base, u, radius: f64::from(core.radius) }
    }

    fn lone_face(&self, core: &Core) -> Option<Face> {
        match (&core.vertices, core.kind) {
            (_, Kind::Point) => Some(self.corner(core.offset(0), 0)),
            (_, Kind::Segment) => Some(self.segment([core.offset(0), core.offset(1)])),
            (Vertices::Four(ring), Kind::Convex) => self.ring(ring.len(), |i| ring.at(i)),
            (Vertices::Eight(ring), Kind::Convex) => self.ring(ring.len(), |i| ring.at(i)),
            (Vertices::Many(ring, _), Kind::Convex) => self.ring(ring.len(), |i| ring[i]),
            _ => None,
        }
    }

    fn corner(&self, offset: DVec2, vertex: usize) -> Face {
        corner(self.o + offset + self.u * self.radius, vertex)
    }

    /// An edge between two vertices, in the order along u.left().
    #[inline(always)]
    fn edge(&self, [p, q]: [(DVec2, usize); 2], edge: usize, normal: DVec2) -> Face {
        Face {
            ends: [self.o + p.0 + normal * self.radius, self.o + q.0 + normal * self.radius],
            vertices: [p.1 as u32, q.1 as u32],
            edge: Some(edge as u32),
            endless: false,
        }
    }

    fn segment(&self, [p, q]: [DVec2; 2]) -> Face {
        let along = (q - p).dot(self.u.left());
        let [p, q] = if along < 0.0 { [(q, 1), (p, 0)] } else { [(p, 0), (q, 1)] };
        let out = -(q.0 - p.0).left();
        match out.unit() {
            Some(normal) if normal.cross(self.u).abs() <= FACING => self.edge([p, q], 0, normal),
            _ if p.0.dot(self.u) > q.0.dot(self.u) => self.corner(p.0, p.1),
            _ => self.corner(q.0, q.1),
        }
    }

    /// A rectangle's side is always clear of the two across. Which it is depends on the direction
    /// alone, and no branch predicts it.
    #[inline(always)]
    fn rect(&self, frame: &RectFrame) -> Face {
        let (x, y) = (frame.axis(), frame.axis().left());
        let (along_x, along_y) = (x.dot(self.u), y.dot(self.u));
        let [half_x, half_y] = [x * f64::from(frame.half.x), y * f64::from(frame.half.y)];
        let at = |right: bool, up: bool| {
            let sign = |positive: bool| if positive { 1.0 } else { -1.0 };
            half_x * sign(right) + half_y * sign(up)
        };
        let (square_x, square_y) = (along_x * along_x, along_y * along_y);
        // Corners and sides are numbered from the lower left corner on, in positive order.
        // The sine, without its root.
        let corner = lesser(square_x, square_y) > FACING * FACING * (square_x + square_y);
        let (right, up) = (along_x > 0.0, along_y > 0.0);
        let of_x = square_x > square_y;
        let out = (of_x & right) | (!of_x & up);
        let second = out ^ of_x;
        let side = 2 * u32::from(second) + u32::from(of_x);
        let number = u32::from(right) ^ (3 * u32::from(up));
        // Of a side from the corner before it on to the one after it.
        let either = |of_corner: bool, of_side: bool| (corner & of_corner) | (!corner & of_side);
        let ends = [
            at(either(right, out), either(up, second)),
            at(either(right, !second), either(up, out)),
        ];
        let mut moved = DVec2::ZERO;
        if self.radius > 0.0 {
            let normal = if of_x { x } else { y } * if out { 1.0 } else { -1.0 };
            let normal = normal * inverse_root(x.dot(x));
            moved = if corner { self.u } else { normal } * self.radius;
        }
        let first = select_unpredictable(corner, number, side);
        let last = select_unpredictable(corner, number, (side + 1) & 3);
        Face {
            ends: ends.map(|offset| self.o + offset + moved),
            vertices: [first, last],
            edge: if corner { None } else { Some(side) },
            endless: false,
        }
    }

    /// Of a strictly convex ring the edge that faces best or else the vertex furthest along u, the
    /// first of equal ones. The angles between u and the normals grow from the best edge on both ways round, so no
    /// other edge can be clear of its neighbors. `None` if a neighbor faces u almost as well.
    #[inline(always)]
    fn ring(&self, n: usize, at: impl Fn(usize) -> DVec2) -> Option<Face> {
        let u = self.u;
        let (mut top, mut height) = (0, at(0).dot(u));
        for i in 1..n {
            let next = at(i).dot(u);
            (top, height) = if next > height { (i, next) } else { (top, height) };
        }
        let next = |i: usize| if i + 1 == n { 0 } else { i + 1 };
        let previous = |i: usize| if i == 0 { n - 1 } else { i - 1 };
        // The outward normal of an edge, as long as the edge, how far it points along u, and across.
        let turned = |i: usize| {
            let out = -(at(next(i)) - at(i)).left();
            (out, out.dot(u), out.cross(u))
        };
        let square = |x: f64| x * x;
        let (before, after) = (turned(previous(top)), turned(top));
        // Smaller sines compared without roots.
        let turns_less = |p: (DVec2, f64, f64), q: (DVec2, f64, f64)| {
            square(p.2) * q.0.dot(q.0) < square(q.2) * p.0.dot(p.0)
        };
        let first = after.1 > 0.0 && (before.1 <= 0.0 || turns_less(after, before));
        let (best, (out, along, across)) =
            if first { (top, after) } else { (previous(top), before) };
        let length = out.length();
        let sine = across.abs() / length;
        if along <= 0.0 || length == 0.0 || sine > FACING {
            return Some(self.corner(at(top), top));
        }
        let as_well = |i: usize| {
            let (other, along, across) = turned(i);
            along > 0.0 && square(across) <= square(sine + CLEARLY) * other.dot(other)
        };
        if as_well(previous(best)) || as_well(next(best)) {
            return None;
        }
        // In positive order an edge goes along u.left().
        let ends = [best, next(best)].map(|v| (at(v), v));
        let normal = if self.radius > 0.0 { out * (1.0 / length) } else { DVec2::ZERO };
        Some(self.edge(ends, best, normal))
    }
}

/// How far along an outline a face looks: a corner that two edges share hides the ends of both, unless
/// one of the edges next to these faces the direction as well.
const NEIGHBORS: usize = 3;

/// The edges of a core in a window with their neighbors; all of an outline of which most are.
fn edges_in(core: &Core, window: DAabb) -> Vec<usize> {
    let mut edges = core.edges_in(Some(window));
    for _ in 0..NEIGHBORS {
        if edges.len() > core.edge_count() / 8 {
            return core.edges_in(None);
        }
        let mut ends: Vec<usize> = edges.iter().flat_map(|i| core.edge(*i)).collect();
        sort_by(&mut ends, Ord::cmp);
        // Where the outline goes on.
        for lone in ends.chunk_by(|v, w| v == w).filter(|same| same.len() == 1) {
            edges.extend(core.edges_in(Some(DAabb::of([core.offset(lone[0]); 2]))));
        }
        sort_by(&mut edges, Ord::cmp);
        edges.dedup();
    }
    edges
}

/// Finds the faces of any core: edges are tested, and those that face u better than their neighbors
/// count.
fn of_any(core: &Core, o: DVec2, u: DVec2, window: DAabb, visit: &mut dyn FnMut(Face)) {
    let view = View { o, u, radius: f64::from(core.radius) };
    let edges = edges_in(core, window.moved(-o).grown(view.radius));
    let mut vertices: Vec<usize> = edges.iter().flat_map(|i| core.edge(*i)).collect();
    sort_by(&mut vertices, Ord::cmp);
    vertices.dedup();
    let all = core.offsets();
    let offsets: Vec<DVec2> = vertices.iter().map(|v| all[*v]).collect();
    // From here on vertices and edges go by their places in these lists.
    let place = |v: usize| vertices.binary_search(&v).unwrap_or_default();
    let ends: Vec<[usize; 2]> = edges.iter().map(|i| core.edge(*i).map(place)).collect();
    let mut around = vec![[None; 2]; vertices.len()];
    for (i, ends) in ends.iter().enumerate() {
        for v in ends {
            let slot = usize::from(around[*v][0].is_some());
            around[*v][slot] = Some(i);
        }
    }
    // How far each edge turns away from the direction, on the side that faces it, and its normal.
    let turned = |ends: &[usize; 2]| {
        let [p, q] = ends.map(|v| o + offsets[v]);
        let out = -(q - p).left();
        let back = out.dot(u) < 0.0;
        if core.is_solid() && back {
            return None;
        }
        let n = if back { -out.unit()? } else { out.unit()? };
        (n.dot(u) > 0.0).then(|| (n.cross(u).abs(), n))
    };
    let turns: Vec<_> = ends.iter().map(turned).collect();
    let mut covered = vec![false; around.len()];
    // Of two edges in one line, almost, the end that they share: rounding in the direction would
    // choose any.
    for (v, edges) in around.iter().enumerate() {
        let [Some(i), Some(j)] = *edges else { continue };
        let (Some((si, _)), Some((sj, _))) = (turns[i], turns[j]) else { continue };
        let (best, next) = if si < sj { (i, sj) } else { (j, si) };
        let least = lesser(si, sj);
        let (own, others) = if ends[best][0] == v { (1.0, UNEVEN) } else { (UNEVEN, 1.0) };
        let nearest_of_all = |w: usize| {
            let other = around[w].iter().flatten().filter(|k| ![i, j].contains(k));
            other.filter_map(|k| turns[*k]).all(|(s, _)| s * others > next * own)
        };
        let shared = least <= CLEARLY && next <= least + CLEARLY;
        if shared && ends[best].into_iter().all(nearest_of_all) {
            for w in [i, j].into_iter().flat_map(|k| ends[k]) {
                covered[w] = true;
            }
            visit(view.corner(offsets[v], vertices[v]));
        }
    }
    for (i, turn) in turns.iter().enumerate() {
        let Some((sine, normal)) = *turn else { continue };
        let is_clear = |v: usize| {
            let other = around[v].iter().flatten().filter(|j| **j != i);
            other.filter_map(|j| turns[*j]).all(|(other, _)| other > sine + CLEARLY)
        };
        let [p, q] = ends[i];
        if sine > FACING || !is_clear(p) || !is_clear(q) {
            continue;
        }
        (covered[p], covered[q]) = (true, true);
        let both = [p, q].map(|v| (offsets[v], vertices[v]));
        visit(view.edge(both, edges[i], normal).sorted(u));
    }
    for (v, around) in around.iter().enumerate().filter(|(v, _)| !covered[*v]) {
        let falls = |i: &usize| {
            let [p, q] = ends[*i];
            let other = offsets[if p == v { q } else { p }];
            ((o + other) - (o + offsets[v])).dot(u) <= 0.0
        };
        // Along the edges there, and whether they begin there.
        let mut both = around.iter().flatten().map(|i| {
            let [p, q] = ends[*i];
            (p == v, offsets[q] - offsets[p])
        });
        let sticks_out = match (both.next(), both.next()) {
            (Some((true, out)), Some((_, into))) | (Some((_, into)), Some((_, out))) => {
                into.cross(out) > 0.0
            }
            _ => true,
        };
        if around.iter().flatten().all(falls) && (!core.is_solid() || sticks_out) {
            visit(view.corner(offsets[v], vertices[v]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::math::Rot;
    use crate::pair::test_shapes::Random;

    const EVERYWHERE: DAabb = DAabb {
        min: DVec2::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
        max: DVec2::new(f64::INFINITY, f64::INFINITY),
    };

    /// What is found by looking at all edges.
    fn slowly(core: &Core, o: DVec2, u: DVec2) -> Vec<Face> {
        let mut out = Vec::new();
        of_any(core, o, u, EVERYWHERE, &mut |face| out.push(face));
        out
    }

    #[test]
    fn a_ring_shows_what_looking_at_all_edges_finds() {
        let mut random = Random(11);
        let (mut edges, mut corners) = (0, 0);
        for turn in 0..40_000_u32 {
            let n = 3 + turn % 12;
            let shape = if turn % 9 == 0 {
                Shape::segment((-1.0, 0.3), (random.within(-0.5, 1.0), 0.8))
            } else if turn % 5 == 0 {
                Shape::rect_half((random.within(0.1, 1.9), 1.0))
            } else {
                Shape::hull((0..n).map(|i| {
                    let turn = 360.0 * i as f32 / n as f32 + random.within(-9.0, 9.0);
                    let rot = Rot::from_degrees(turn);
                    (1.5 * rot.cos, rot.sin)
                }))
            };
            let round = if turn % 7 == 0 { 0.3 } else { 0.0 };
            let placed = shape.unwrap().with_radius(round).unwrap().place(random.affine()).unwrap();
            let Body::Core(core) = &placed.body else { panic!("a ring is a core") };
            let base = DVec2::new(0.25, -3.0);
            let o = core.origin - base;
            let free = Rot::from_degrees(random.within(-180.0, 180.0));
            let free = DVec2::new(f64::from(free.cos), f64::from(free.sin));
            // Along a normal, too, exactly and nearly.
            let [p, q] = core.edge(turn as usize % core.edge_count()).map(|i| core.offset(i));
            let normal = -(q - p).left();
            for u in [free, normal, normal + normal.left() * 1e-9, normal + normal.left() * 0.02] {
                let u = u.unit().unwrap();
                let slow = slowly(core, o, u);
                let mut quick = Vec::new();
                faces(&placed.body, base, u, EVERYWHERE, &mut |face| quick.push(face));
                assert_eq!(quick.len(), slow.len(), "{core:?} along {u:?}");
                for (p, q) in quick.iter().zip(slow.iter()) {
                    let names = |f: &Face| (f.vertices, f.edge, f.endless);
                    assert_eq!(names(p), names(q), "{core:?} along {u:?}");
                    let far = [0, 1].map(|k| (p.ends[k] - q.ends[k]).length());
                    assert!(far.iter().all(|d| *d < 1e-14), "{core:?} along {u:?}: {far:?}");
                }
                edges += usize::from(slow.iter().all(|f| f.edge.is_some()));
                corners += usize::from(slow.iter().all(|f| f.edge.is_none()));
            }
        }
        assert!(edges > 50_000 && corners > 10_000, "{edges} {corners}");
    }

    #[test]
    fn a_window_shows_what_looking_at_all_edges_finds_in_it() {
        let mut random = Random(12);
        let mut seen = 0;
        for turn in 0..80_u32 {
            let ring = random.star(100 + 5 * turn as usize);
            // With edges that turn little, so that corners stand for both.
            let fine =
                |v: &crate::Vec2| (v.x, if turn.is_multiple_of(2) { v.y } else { 0.02 * v.y });
            let shape = Shape::polygon(ring.iter().map(fine)).unwrap();
            let round = if turn % 3 == 0 { 0.1 } else { 0.0 };
            let placed = shape.with_radius(round).unwrap().place(random.affine()).unwrap();
            let base = DVec2::new(0.25, -3.0);
            for _ in 0..20 {
                let turn = Rot::from_degrees(random.within(-180.0, 180.0));
                let u = DVec2::new(turn.cos.into(), turn.sin.into()).unit().unwrap();
                let at =
                    DVec2::new(random.within(-4.0, 4.0).into(), random.within(-1.0, 7.0).into());
                let window = DAabb::of([at; 2]).grown(random.within(0.05, 0.4).into());
                let gathered = |within: DAabb| {
                    let mut found = Vec::new();
                    faces(&placed.body, base, u, within, &mut |face| {
                        if DAabb::of(face.ends).overlaps(window) {
                            found.push((face.vertices, face.edge, face.ends.map(|v| [v.x, v.y])));
                        }
                    });
                    found
                };
                let (all, near) = (gathered(EVERYWHERE), gathered(window));
                assert_eq!(near, all, "{turn:?} {window:?}");
                seen += all.len();
            }
        }
        assert!(seen > 300, "{seen}");
    }
}
