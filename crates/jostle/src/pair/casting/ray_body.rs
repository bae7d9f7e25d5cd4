//! Crossings of a straight way with the boundary of a body.
//!
//! Method: the verdict and the edge predicates decide exactly if there is a crossing; its place is
//! then constructed in `f64`. Convex outlines are clipped (Cyrus and Beck, "Generalized two- and
//! three-dimensional clipping", 1978). Rounded outlines use the outermost crossings with their arcs
//! and moved-out edges, curved sets their certified bracket. Meshes are walked along the way up to
//! their first hit: turns in `f64` with an error bound decide an edge, exact ones where those are in doubt. If
//! `f64` misses a graze that the exact test found, the point of nearest approach is returned.
//!
//! Frame: the body's, positions subtracted first. Fractions are of the way as given. Error: about
//! 1e-15 of the size across the boundary. Cost: O(n) for convex bodies, without allocation; of meshes the nodes
//! and edges on the way up to the first hit.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::{DVec2, Vec2, lesser, sort::sort_by, sqrt, winding::sign};
use crate::pair::answer::{Verdict, Want};
use crate::pair::curved::line::{self, line_enter, line_exit};
use crate::pair::curved::separation::bracket;
use crate::pair::curved::support_map::View;
use crate::pair::exact::predicates::{
    Edge, EdgeRelation, distance, edge, edges, meet, near, orient,
};
use crate::pair::mesh::distance::edge_distance;
use crate::pair::{bodies, convex, half_plane};
use crate::shape::{Body, Core, HalfPlane, Kind, Sidedness};

/// Fractions this close count as one place, at which the better normal is taken.
const SAME_PLACE: f64 = 1e-12;

/// What lies this far behind the first crossing of a mesh changes nothing about it.
const BEHIND: f64 = 64.0 * SAME_PLACE;

/// What lies this near to the end of an edge, relative to the coordinates, may be nearer to the next.
const AT_END: f64 = 1e-6;

/// A closed segment from a point to point + way, the sum never rounded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RaySegment {
    pub(crate) origin: Vec2,
    pub(crate) way: DVec2,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossing {
    pub(crate) at: f64,
    /// Unit; outward of an area, against the way of a line.
    pub(crate) normal: DVec2,
}

impl RaySegment {
    pub(crate) fn new(origin: Vec2, translation: Vec2) -> Self {
        Self { origin, way: DVec2::from(translation) }
    }

    pub(crate) fn start(&self) -> Core {
        Core::point(self.origin.into(), 0.0)
    }

    /// The whole of it: a segment, or a point where the way is zero.
    pub(crate) fn path(&self) -> Core {
        if self.way == DVec2::ZERO {
            self.start()
        } else {
            Core::offset_segment(self.origin.into(), DVec2::ZERO, self.way, 0.0)
        }
    }

    pub(crate) fn from(&self, origin: DVec2) -> DVec2 {
        DVec2::from(self.origin) - origin
    }

    /// Unit vector against the way; −x for a way without length.
    fn back(&self) -> DVec2 {
        -self.way.unit().unwrap_or(DVec2::X)
    }

    /// The fraction at which the way comes nearest to a point relative to its start.
    fn fraction_of(&self, p: DVec2) -> f64 {
        let square = self.way.dot(self.way);
        if square > 0.0 { p.dot(self.way) / square } else { 0.0 }
    }

    fn clamped(&self, c: Crossing) -> Crossing {
        Crossing { at: clamp(c.at), normal: c.normal }
    }
}

pub(crate) fn verdict_of(body: &Body, core: &Core) -> Verdict {
    match body {
        Body::Core(own) => bodies::core_verdict(own, core, Verdict::Overlapping),
        _ => bodies::verdict(body, &Body::Core(core.clone())),
    }
}

/// The first place at which the way meets the closed body, which does not hold its start in an
/// area; `None` exactly when it meets it nowhere, or a one-sided chain on the wrong side only. With it the edge
/// of a mesh that is surely the nearest to that place.
pub(crate) fn enter(body: &Body, track: &RaySegment) -> Option<(Crossing, Option<u32>)> {
    let mut first = EarliestHit::new(track, -1.0);
    match body {
        Body::Union(parts) => {
            let met = parts.iter().filter_map(|part| enter(part, track));
            met.for_each(|(met, _)| first.update(met));
        }
        Body::Curved(curved) => {
            let met = verdict_of(body, &track.path()) != Verdict::Separated;
            let found =
                || line_enter(&View::of_curved(curved), track.from(curved.origin), track.way);
            return met.then(|| (curve_crossing(body, track, found()), None));
        }
        Body::Core(core) if core.mesh().is_some() => {
            let is_met =
                core.radius == 0.0 || verdict_of(body, &track.path()) != Verdict::Separated;
            let (met, place) = is_met.then(|| first_of_mesh(core, track, -1.0)).flatten()?;
            return Some((met, place.and_then(|place| clear_edge(core, track, &met, place))));
        }
        _ => chords(body, track, &mut |[entry, _]| first.update(track.clamped(entry))),
    }
    Some((first.best?, None))
}

/// The place at which the way leaves a body that is no union and, with a radius, convex; the start
/// lies in the interior. `None` when the end does too.
pub(crate) fn leave(body: &Body, track: &RaySegment) -> Option<Crossing> {
    let ends_inside = match body {
        Body::Core(core) if core.mesh().is_some() => {
            return first_of_mesh(core, track, 1.0).map(|(met, _)| met);
        }
        Body::Core(core) => ends_inside(core, track),
        Body::HalfPlane(plane) => {
            let path = track.path();
            half_plane::disc_sign(plane, &path, path.vertex_count() - 1, 0.0) == Ordering::Less
        }
        Body::Curved(curved) => {
            let end = track.from(curved.origin) + track.way;
            let (set, point) = (View::of_curved(curved), View::rounded(&[], 0.0));
            bracket(&set, &point, end, Want::Verdict).hi < 0.0
        }
        Body::Union(_) => true,
    };
    if ends_inside {
        return None;
    }
    if let Body::Curved(curved) = body {
        let found = line_exit(&View::of_curved(curved), track.from(curved.origin), track.way);
        return Some(curve_crossing(body, track, found));
    }
    let mut last = None;
    chords(body, track, &mut |[_, exit]| last = Some(track.clamped(exit)));
    last
}

/// Calls `visit` with the first and the last point of every stretch of the way's line in a convex
/// part of the body that the way meets, and of the way on an edge of a mesh without radius.
pub(crate) fn chords(body: &Body, track: &RaySegment, visit: &mut dyn FnMut([Crossing; 2])) {
    match body {
        Body::Core(core) if core.mesh().is_some() && core.radius == 0.0 => {
            mesh_chords(core, track, &mut |_, ends| {
                visit(ends);
                1.0
            });
        }
        Body::Union(parts) => parts.iter().for_each(|part| chords(part, track, visit)),
        _ if verdict_of(body, &track.path()) == Verdict::Separated => {}
        Body::Core(core) if core.mesh().is_some() => {
            let mut missed = true;
            mesh_chords(core, track, &mut |_, ends| {
                missed = false;
                visit(ends);
                1.0
            });
            if missed {
                visit([nearest(body, track); 2]);
            }
        }
        Body::Core(core) => visit(chord(core, track).unwrap_or_else(|| [nearest(body, track); 2])),
        Body::HalfPlane(plane) => visit([plane_crossing(plane, track); 2]),
        Body::Curved(curved) => {
            let (view, p) = (View::of_curved(curved), track.from(curved.origin));
            if let Some(entry) = line_enter(&view, p, track.way)
                && let Some(exit) = line_exit(&view, p, track.way)
            {
                visit([entry, exit].map(|c| Crossing { at: c.fraction, normal: c.normal }));
            }
        }
    }
}

/// The certified place of a crossing with a curve, or the point of nearest approach.
fn curve_crossing(body: &Body, track: &RaySegment, found: Option<line::Crossing>) -> Crossing {
    track.clamped(match found {
        Some(c) => Crossing { at: c.lo, normal: c.normal },
        None => nearest(body, track),
    })
}

/// The earliest of some crossings; among those at one place the one whose normal lies most along
/// `sense` times the way.
pub(crate) struct EarliestHit {
    along: DVec2,
    pub(crate) best: Option<Crossing>,
}

impl EarliestHit {
    pub(crate) fn new(track: &RaySegment, sense: f64) -> Self {
        Self { along: track.way * sense, best: None }
    }

    pub(crate) fn update(&mut self, c: Crossing) {
        let Some(best) = &mut self.best else {
            self.best = Some(c);
            return;
        };
        let together = (c.at - best.at).abs() <= SAME_PLACE;
        let steeper = c.normal.dot(self.along) > best.normal.dot(self.along);
        let better = if together { steeper } else { c.at < best.at };
        if better {
            best.normal = c.normal;
        }
        if c.at < best.at {
            best.at = c.at;
        }
    }
}

/// Held to [0, 1].
pub(crate) fn clamp(t: f64) -> f64 {
    if t > 0.0 { lesser(t, 1.0) } else { 0.0 }
}

/// The point of nearest approach, for grazes.
fn nearest(body: &Body, track: &RaySegment) -> Crossing {
    let path = track.path();
    let gap = match body {
        Body::Core(core) => convex::gap(core, &path).unwrap_or_else(|| edge_distance(core, &path)),
        _ => bodies::curved_gap(body, &Body::Core(path), Want::Gap),
    };
    Crossing { at: track.fraction_of(gap.on_b - track.origin.into()), normal: gap.normal }
}

fn plane_crossing(plane: &HalfPlane, track: &RaySegment) -> Crossing {
    let n = DVec2::from(plane.normal);
    let rate = n.dot(track.way);
    let left = f64::from(plane.offset) - n.dot(track.origin.into());
    let at = if rate == 0.0 { 0.0 } else { clamp(left / rate) };
    Crossing { at, normal: n.unit().unwrap_or(DVec2::X) }
}

/// Returns `true` if the end of the way lies in the interior of a convex core.
fn ends_inside(core: &Core, track: &RaySegment) -> bool {
    let path = track.path();
    let [_, end] = edge(&path, 0);
    let mut edges = edges(core);
    let inside = |[u, v]: Edge<'_>| orient(u, v, end) == Ordering::Greater;
    if core.kind == Kind::Convex && edges.clone().all(inside) {
        return true;
    }
    let near = |e| distance(end, e, [core.radius, 0.0]) == Ordering::Less;
    core.radius > 0.0 && edges.any(near)
}

/// Where the line of the way enters and leaves a convex core that it meets; `None` where `f64` does
/// not see that it does.
fn chord(core: &Core, track: &RaySegment) -> Option<[Crossing; 2]> {
    let (p, r) = (track.from(core.origin), f64::from(core.radius));
    match core.kind {
        _ if r > 0.0 => thick_chord(core.sides(), core.kind == Kind::Convex, r, p, track.way),
        Kind::Convex => clip(core.sides(), p, track.way),
        Kind::Segment => {
            let (own, path) = (edge(core, 0), track.path());
            let path = edge(&path, 0);
            Some(edge_crossing(own, path, crossing_hand(own, path), false))
        }
        _ => {
            let at = clamp(track.fraction_of(core.offset(0) - p));
            Some([Crossing { at, normal: track.back() }; 2])
        }
    }
}

/// Clips the line p + t·way to a convex ring in positive order.
fn clip(edges: impl Iterator<Item = [DVec2; 2]>, p: DVec2, way: DVec2) -> Option<[Crossing; 2]> {
    let none = Crossing { at: f64::NEG_INFINITY, normal: DVec2::X };
    let (mut entry, mut exit) = (none, Crossing { at: f64::INFINITY, ..none });
    for [u, v] in edges {
        let e = v - u;
        let out = DVec2::new(e.y, -e.x);
        let (rate, left) = (out.dot(way), out.dot(u - p));
        if rate < 0.0 {
            let at = left / rate;
            if at > entry.at {
                entry = Crossing { at, normal: out };
            }
        } else if rate > 0.0 {
            let at = left / rate;
            if at < exit.at {
                exit = Crossing { at, normal: out };
            }
        }
    }
    let unit = |c: Crossing| Some(Crossing { at: c.at, normal: c.normal.unit()? });
    if entry.at > exit.at || !entry.at.is_finite() || !exit.at.is_finite() {
        return None;
    }
    Some([unit(entry)?, unit(exit)?])
}

/// Where the line p + t·way first enters and last leaves edges thickened by a radius; of the edges
/// of a solid ring only the outer sides are tested.
fn thick_chord(
    edges: impl Iterator<Item = [DVec2; 2]>,
    solid: bool,
    r: f64,
    p: DVec2,
    way: DVec2,
) -> Option<[Crossing; 2]> {
    let length = way.length();
    let ahead = way.unit()?;
    let mut found: Option<[Crossing; 2]> = None;
    let mut keep = |along: f64, normal: DVec2| {
        let c = Crossing { at: along / length, normal };
        let [entry, exit] = found.get_or_insert([c, c]);
        if c.at < entry.at {
            *entry = c;
        }
        if c.at > exit.at {
            *exit = c;
        }
    };
    for [u, v] in edges {
        for c in [u, v] {
            let h = ahead.cross(c - p);
            if h.abs() <= r {
                let (along, root) = (ahead.dot(c - p), sqrt((r - h) * (r + h)));
                for s in [along - root, along + root] {
                    keep(s, (p + ahead * s - c).unit().unwrap_or(-ahead));
                }
            }
            if solid || u == v {
                // The next edge of the ring begins where this one ends.
                break;
            }
        }
        let e = v - u;
        let Some(right) = DVec2::new(e.y, -e.x).unit() else { continue };
        for n in [right, -right].into_iter().take(if solid { 1 } else { 2 }) {
            let rate = n.dot(ahead);
            if rate == 0.0 {
                continue;
            }
            let s = (n.dot(u - p) + r) / rate;
            let foot = (p + ahead * s - u).dot(e);
            if foot >= 0.0 && foot <= e.dot(e) {
                keep(s, n);
            }
        }
    }
    found
}

/// The first and the last common point of an edge and the way, which meet with a hand.
///
/// The normal is the edge's right where it bounds a solid, else it faces the start.
fn edge_crossing(edge: Edge<'_>, path: Edge<'_>, turn: Ordering, solid: bool) -> [Crossing; 2] {
    let [[u, v], [p, end]] = [edge, path].map(|ends| ends.map(|v| near(v, edge[0].0.origin)));
    let (e, way) = (v - u, end - p);
    let right = DVec2::new(e.y, -e.x).unit();
    let back = -way.unit().unwrap_or(DVec2::X);
    let fraction = |q: DVec2| {
        let square = way.dot(way);
        if square > 0.0 { clamp((q - p).dot(way) / square) } else { 0.0 }
    };
    if turn == Ordering::Equal {
        let (s, t) = (fraction(u), fraction(v));
        let (low, high) = if t < s { (t, s) } else { (s, t) };
        let normal = if solid { right.unwrap_or(back) } else { back };
        return [Crossing { at: low, normal }, Crossing { at: high, normal }];
    }
    let right = right.unwrap_or(back);
    let normal = if solid || turn == Ordering::Greater { right } else { -right };
    // Where the two are nearly parallel the place on the edge is held to the edge.
    let det = way.cross(e);
    let on_edge = (u - p).cross(way) / det;
    let at = if (0.0..=1.0).contains(&on_edge) {
        clamp((u - p).cross(e) / det)
    } else {
        fraction(if on_edge > 1.0 { v } else { u })
    };
    [Crossing { at, normal }; 2]
}

/// `Greater` where the way crosses an edge from its right to its left, `Equal` where it runs along;
/// for two that meet, whose ends therefore do not lie on one side.
pub(crate) fn crossing_hand([u, v]: Edge<'_>, [start, end]: Edge<'_>) -> Ordering {
    orient(u, v, end).cmp(&orient(u, v, start))
}

/// The edge of a sharp mesh at a place of its tree, if where the way met it is well within it.
fn clear_edge(core: &Core, track: &RaySegment, met: &Crossing, place: usize) -> Option<u32> {
    let edge = core.tree().filter(|_| core.radius == 0.0)?.edge(place);
    let p = track.from(core.origin) + track.way * met.at;
    let room = AT_END * (core.reach() + core.origin.reach());
    core.ends(edge).iter().all(|v| (*v - p).reach() > room).then_some(edge as u32)
}

/// The first crossing of a mesh, of those at one place as [`EarliestHit`] has it for a sense: without a
/// radius of the way with an edge, else of its entries into thickened edges. With it the place of the edge
/// in the tree, if no other was met up to there.
fn first_of_mesh(core: &Core, track: &RaySegment, sense: f64) -> Option<(Crossing, Option<usize>)> {
    let is_entry = sense < 0.0;
    let mut found = SmallVec::<[(usize, [Crossing; 2]); 8]>::new();
    let mut until = 1.0;
    mesh_chords(core, track, &mut |place, ends| {
        let ends = if is_entry { ends.map(|c| track.clamped(c)) } else { ends };
        until = lesser(until, ends[0].at + BEHIND);
        found.push((place, ends));
        until
    });
    if found.is_empty() && core.radius > 0.0 {
        let body = Body::Core(core.clone());
        return Some((track.clamped(nearest(&body, track)), None));
    }
    let at = found.iter().map(|(_, ends)| ends[0].at).fold(f64::INFINITY, lesser);
    let mut together = found.iter().filter(|(_, ends)| ends[0].at <= at + BEHIND);
    let place = together.next().filter(|_| together.next().is_none()).map(|(place, _)| *place);
    // Of equal ones the first in the order of the edges, in whichever order they came.
    sort_by(&mut found, |p, q| p.0.cmp(&q.0));
    let mut first = EarliestHit::new(track, sense);
    let count = if is_entry { 1 } else { 2 };
    found.iter().flat_map(|(_, ends)| ends.iter().take(count)).for_each(|c| first.update(*c));
    Some((first.best?, place))
}

/// The stretches of the way in the edges of a mesh that it meets, thickened by the radius, with the places
/// of the edges, about in the order of the way. `visit` returns the fraction up to which others count.
fn mesh_chords(
    core: &Core,
    track: &RaySegment,
    visit: &mut dyn FnMut(usize, [Crossing; 2]) -> f64,
) {
    let Some(tree) = core.tree() else { return };
    let (p, r) = (track.from(core.origin), f64::from(core.radius));
    let reach = p.reach() + track.way.reach() + core.reach();
    let half = if r > 0.0 { r + 8.0 * f64::EPSILON * reach } else { 0.0 };
    let (path, mut until) = (track.path(), 1.0);
    let path = edge(&path, 0);
    tree.along([p, track.way], DVec2::new(half, half), &mut |place| {
        let i = tree.edge(place);
        let found = if r > 0.0 {
            let own = core::iter::once(core.ends(i));
            let found = thick_chord(own, false, r, p, track.way);
            found.filter(|[entry, exit]| entry.at <= 1.0 && exit.at >= 0.0)
        } else {
            let clear = clear_hand(core.ends(i).map(|v| v - p), track.way, reach);
            let turn = clear.unwrap_or_else(|| {
                #[cfg(test)]
                tests::count();
                let own = edge(core, i);
                (meet(own, path) != EdgeRelation::Apart).then(|| crossing_hand(own, path))
            });
            let moves = track.way != DVec2::ZERO;
            turn.filter(|turn| core.sided == Sidedness::Both || !moves || turn.is_lt())
                .map(|turn| edge_crossing(edge(core, i), path, turn, core.is_solid()))
        };
        if let Some(ends) = found {
            until = visit(place, ends);
        }
        until
    });
}

/// How a way from the origin crosses an edge, as [`crossing_hand`] has it, `None` within if they are apart;
/// `None` where that is in doubt in `f64`. Coordinates are at most `reach`, and err as in `orient`.
#[allow(clippy::option_option, reason = "whether it is known, and whether they meet")]
fn clear_hand([u, v]: [DVec2; 2], way: DVec2, reach: f64) -> Option<Option<Ordering>> {
    let doubt = 128.0 * f64::EPSILON * reach * reach;
    let sides = |[s, t]: [f64; 2]| match () {
        () if s > doubt && t > doubt || s < -doubt && t < -doubt => Some(false),
        () => (s > doubt && t < -doubt || s < -doubt && t > doubt).then_some(true),
    };
    let e = v - u;
    let meets = sides([way.cross(u), way.cross(v)])? && sides([u.cross(e), (u - way).cross(e)])?;
    Some(meets.then(|| sign(e.cross(way))))
}

#[cfg(test)]
mod tests;
