//! A point, or a line along itself, across lines that meet in a vertex: it crosses them together, but
//! none of them.
//!
//! Of the lines that end exactly on the way, one comes from its right and another goes to its left, from
//! the same point or from both ends of lines along the way. A one-sided line counts where the way goes
//! against its front; one that the mover follows up to the vertex of such a chain goes on behind the next
//! one. Cost: O(n) for the lines of a along the way, each with the lines of b near it.

use smallvec::SmallVec;

use crate::math::DVec2;
use crate::math::exact::double_double::Corner;
use crate::pair::casting::first_contact::{FirstContact, ROUNDING, Rules, pass};
use crate::pair::casting::straight::{CornerNormal, Edge, Line, Vertex};
use crate::pair::exact::predicates::{self, cross, edge};
use crate::shape::body::storage::Corners;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Sidedness};

/// Returns the earlier of `found` and the first crossing of a vertex: of b by a line of a, or the reverse.
pub(super) fn first_crossing(
    [a, b]: [&Body; 2],
    way: DVec2,
    rules: Rules,
    found: Option<FirstContact>,
) -> Option<FirstContact> {
    let seen_from_b = |found: FirstContact| {
        let point = found.point + way * found.at;
        FirstContact { normal: -found.normal, point, ..found }
    };
    let crossings = [crossing(a, b, way, rules), crossing(b, a, -way, rules).map(seen_from_b)];
    found.into_iter().chain(crossings.into_iter().flatten()).reduce(earlier)
}

/// The cores of a body that are points and lines without a radius.
fn lines(body: &Body) -> impl Iterator<Item = &Core> {
    body.parts().iter().filter_map(|part| match part {
        Body::Core(core) if core.radius == 0.0 && !core.is_solid() => Some(core),
        _ => None,
    })
}

/// The first crossing of a vertex of b by a line of a along itself.
fn crossing(a: &Body, b: &Body, way: DVec2, rules: Rules) -> Option<FirstContact> {
    let mut first: Option<FirstContact> = None;
    lines(b).next()?;
    for core in lines(a) {
        for i in 0..core.edge_count() {
            let line = Line { radius: 0.0, way, strict: false, corner: CornerNormal::Steep };
            let [from, to] = core.edge(i).map(|v| core.corner(v));
            let edge = Edge { from, to };
            if line.turn(&edge).is_eq() {
                let front = if edge.way().dot(way) < 0.0 { from } else { to };
                let track = Track { core, ends: core.edge(i), front, line, rules };
                let found = track.crossing(b);
                first =
                    first.into_iter().chain(found).reduce(|p, q| if q.at < p.at { q } else { p });
            }
        }
    }
    first
}

/// An edge that goes along itself, or a point.
struct Track<'a> {
    core: &'a Core,
    ends: [usize; 2],
    front: Corner,
    line: Line,
    rules: Rules,
}

/// An end of a line that lies on the way.
struct End<'a> {
    core: &'a Core,
    edge: usize,
    vertex: usize,
    /// The line goes to the left of the way from there; a one-sided one begins there.
    is_left: bool,
    /// The way goes against a front of the line.
    is_against: bool,
    /// It is one-sided and goes back along the way.
    is_along: bool,
}

/// The ends of lines that lie on the way, and the lines of two sides that lie on it.
#[derive(Default)]
struct Ends<'a> {
    all: SmallVec<[End<'a>; 8]>,
    along: SmallVec<[predicates::Edge<'a>; 4]>,
}

impl Ends<'_> {
    /// Returns `true` if lines along the way lead from one end to another, of lines of two sides.
    fn are_joined(&self, p: &End<'_>, q: &End<'_>) -> bool {
        let (mut reached, mut rest) = (SmallVec::<[_; 8]>::new(), self.along.clone());
        if self.along.is_empty() || [p, q].iter().any(|end| end.is_one_sided()) {
            return false;
        }
        reached.push((p.core, p.vertex));
        while let Some(v) = reached.pop() {
            if predicates::same(v, (q.core, q.vertex)) {
                return true;
            }
            rest.retain(|[from, to]| {
                let other = match [*from, *to].map(|end| predicates::same(v, end)) {
                    [true, _] => Some(*to),
                    [_, true] => Some(*from),
                    _ => None,
                };
                reached.extend(other);
                other.is_none()
            });
        }
        false
    }
}

impl End<'_> {
    fn is_one_sided(&self) -> bool {
        self.core.sided == Sidedness::Left
    }
}

impl Track<'_> {
    fn crossing(&self, b: &Body) -> Option<FirstContact> {
        let mut ends = Ends::default();
        lines(b).for_each(|core| self.add_ends(core, &mut ends));
        let of_right = ends.all.iter().filter(|end| !end.is_left);
        let pairs =
            of_right.flat_map(|p| ends.all.iter().filter(|q| q.is_left).map(move |q| (p, q)));
        let crossed = pairs.filter_map(|(p, q)| {
            if predicates::same((p.core, p.vertex), (q.core, q.vertex)) {
                return self.pass(p).filter(|found| is_crossed(p, q, found.start.is_eq()));
            }
            if !ends.are_joined(p, q) {
                return None;
            }
            let both = [p, q].map(|end| self.pass(end).filter(|found| found.start.is_gt()));
            let [Some(p_found), Some(q_found)] = both else { return None };
            Some(if q_found.at > p_found.at { q_found } else { p_found })
        });
        crossed.reduce(earlier)
    }

    /// When the edge comes to the end of a line; `None` if it does not, or covers it at the start.
    fn pass(&self, end: &End<'_>) -> Option<FirstContact> {
        let (own, other) = (self.core.origin, end.core.origin);
        let [u, v] = self.ends.map(|v| self.core.offset(v));
        let ring = if u == v { &[u][..] } else { &[u, v] };
        let rings = [ring, &[end.core.offset(end.vertex)]];
        let rings = rings.map(|at| (Corners { at, rests: &[] }, 0.0));
        let rules = Rules { strict: false, ..self.rules };
        let found = pass(rings, [own, other], self.line.way, rules)?;
        let normal = self.line.way.unit()?;
        // What ends there only touches.
        let counts = !found.start.is_lt() && found.bracket[0] < 1.0;
        counts.then_some(FirstContact { normal, ..found })
    }

    /// Adds the ends of the lines of a core that lie on the way.
    fn add_ends<'b>(&self, core: &'b Core, ends: &mut Ends<'b>) {
        let shift = Corner::difference(core.origin, self.core.origin);
        let from = self.front.at - shift.at;
        let slack = ROUNDING * (from.reach() + self.line.way.reach() + core.reach());
        let near = DAabb::of([from, from + self.line.way]).grown(slack);
        let side = |v: usize| self.line.side(&Vertex::new(core.corner(v), shift, self.front));
        let is_one_sided = core.sided == Sidedness::Left;
        core.edges_near(near, &mut |i| {
            let [from, to] = core.edge(i);
            let edge = Edge { from: core.corner(from), to: core.corner(to) };
            let turn = self.line.turn(&edge);
            for (vertex, other, is_start) in [(from, to, true), (to, from, false)] {
                if side(vertex).is_ne() {
                    continue;
                }
                if turn.is_eq() && !is_one_sided {
                    ends.along.push(predicates::edge(core, i));
                    break;
                }
                let is_ahead = (edge.way().dot(self.line.way) > 0.0) == is_start;
                let is_left = if is_one_sided { is_start } else { side(other).is_gt() };
                let is_against = turn.is_gt() || turn.is_lt() && !is_one_sided;
                let is_along = turn.is_eq() && !is_ahead;
                ends.all.push(End { core, edge: i, vertex, is_left, is_against, is_along });
            }
            true
        });
    }
}

/// Returns `true` if a way crosses the corner of two lines. What starts at a one-sided corner that does
/// not stick out need not go against both.
fn is_crossed(p: &End<'_>, q: &End<'_>, is_start: bool) -> bool {
    let [own, next] = [p, q].map(|end| edge(end.core, end.edge));
    let is_through = p.is_against && (q.is_against || q.is_along) || p.is_along && q.is_against;
    let is_one_sided = [p, q].iter().all(|end| end.is_one_sided());
    let goes_in = || (p.is_against || q.is_against) && is_one_sided && cross(own, next).is_gt();
    is_through || is_start && goes_in()
}

fn earlier(p: FirstContact, q: FirstContact) -> FirstContact {
    if q.at < p.at { q } else { p }
}
