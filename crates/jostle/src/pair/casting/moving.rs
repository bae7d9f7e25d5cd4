//! The first contact of two bodies that move, piece by piece.
//!
//! Method: both bodies as convex pieces. Two pieces without curves on a straight way meet in a
//! closed form ([`straight`]); all others by conservative advancement ([`turning`]). Each pair is
//! looked at up to the earliest contact that is known. Pieces whose swept boxes are apart are left
//! out.
//!
//! Frame: relative to the anchor of b. Cost: that of [`near_pairs`](crate::shape::bvh::near_pairs), then
//! the pairs that may meet before the first contact.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::motion::Path;
use crate::math::{DVec2, Motion, greater, lesser, sqrt};
use crate::pair::boundary::pieces::{Piece, Pieces, Plane};
use crate::pair::casting::boxes_on_path::{Window, region};
use crate::pair::casting::by_support::pass_curved;
use crate::pair::casting::first_contact::{
    FirstContact, ROUNDING, Rules, entry_of_boxes, entry_of_line, opposite, pass, round_down,
    round_up,
};
use crate::pair::casting::frame::Framed;
use crate::pair::casting::joint::first_crossing;
use crate::pair::casting::one_sided::{Way, is_from_left, is_one_sided};
use crate::pair::casting::seam::{is_on_seam, pass_along};
use crate::pair::casting::straight::{Passage, passage_of_plane};
use crate::pair::casting::turning::{Mover, Pair, Solid};
use crate::pair::curved::support_map::ConvexSet;
use crate::pair::half_plane;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::bvh::near_pairs::{Boxes, NearPairs};
use crate::shape::{Body, Core};

/// Finds the first contact of a body that moves straight by `way` relative to another.
pub(crate) fn cast(a: &Body, b: &Body, way: DVec2, rules: Rules) -> Option<FirstContact> {
    if let (Body::Core(p), Body::Core(q), false) = (a, b, rules.hollow)
        && let (None, None) = (p.mesh(), q.mesh())
    {
        return cast_cores(p, q, way, rules);
    }
    let base = base_of(a, b);
    let by = [Motion::translation(way), Motion::NONE];
    let paths = [Path::new(&by[0], a.anchor(), base), Path::new(&by[1], b.anchor(), base)];
    let found = Search::new([a, b], base, paths, Some(way), rules).run();
    if rules.strict && rules.skin == 0.0 && !rules.hollow {
        return first_crossing([a, b], way, rules, found);
    }
    found
}

pub(crate) fn sweep(
    (a, by_a): (&Body, &Motion),
    (b, by_b): (&Body, &Motion),
    rules: Rules,
) -> Option<FirstContact> {
    let base = near_base_of(a, b);
    let paths = [(a, by_a), (b, by_b)].map(|(body, by)| Path::new(by, body.anchor(), base));
    let framed = Framed::new([a, b], paths, base);
    let found = match (a, b) {
        (Body::Core(p), Body::Core(q))
            if p.mesh().is_none() && q.mesh().is_none() && !rules.hollow =>
        {
            sweep_cores([p, q], base, &framed.paths, rules)
        }
        _ => Search::new([a, b], base, framed.paths.clone(), None, rules).run(),
    };
    Some(framed.in_world(found?, base))
}

fn sweep_cores(
    cores: [&Core; 2],
    base: DVec2,
    [by_a, by_b]: &[Path; 2],
    rules: Rules,
) -> Option<FirstContact> {
    let [ring, other] = cores.map(|core| {
        let shift = core.origin - base;
        core.offsets().iter().map(|v| *v + shift).collect::<SmallVec<[DVec2; 8]>>()
    });
    let solid = |ring, core: &Core| Solid { ring, radius: core.radius.into(), curve: None };
    let (p, q) =
        (Mover::new(solid(&ring, cores[0]), by_a), Mover::new(solid(&other, cores[1]), by_b));
    let found = advance(&Pair::new(p, q, rules.skin), rules, [0.0, 1.0])?;
    Some(FirstContact { point: found.point + base, ..found })
}

/// What two bodies are looked at relative to. A half-plane has no place of its own.
fn base_of(a: &Body, b: &Body) -> DVec2 {
    if matches!(b, Body::HalfPlane(_)) { a.anchor() } else { b.anchor() }
}

/// The same for what turns, whose distances err by a part of the coordinates: the middle of a body that
/// lies far from its own place.
fn near_base_of(a: &Body, b: &Body) -> DVec2 {
    let base = base_of(a, b);
    let body = if matches!(b, Body::HalfPlane(_)) { a } else { b };
    let bounds = DAabb::from(body.bounds()).moved(-base);
    let middle = (bounds.min + bounds.max) * 0.5;
    let is_far = middle.length() > FAR * (bounds.max - bounds.min).length();
    if bounds.is_finite() && is_far { base + middle } else { base }
}

fn cast_cores(a: &Core, b: &Core, way: DVec2, rules: Rules) -> Option<FirstContact> {
    let (p, q) = (a.offsets(), b.offsets());
    let ends = [(p.corners(), a.radius.into()), (q.corners(), b.radius.into())];
    pass(ends, [a.origin, b.origin], way, rules)
}

/// A body is far from its own place if that is more than this many diameters away.
const FAR: f64 = 4.0;

/// Contacts with a one-sided edge from behind, after which a pair of pieces is taken as free of it.
const MOST_MEETINGS: usize = 64;

/// A cast along a mesh of more edges looks at its way part by part.
const MANY_EDGES: usize = 64;

/// The length of a part, in mean distances of edges.
const EDGES_PER_PART: f64 = 2.0;

/// The most parts of a way.
const MOST_PARTS: f64 = 64.0;

/// Pieces of each shape for which a motion is looked at in one part.
const PIECES_PER_PART: usize = 64;

struct Search<'a> {
    a: Pieces<'a>,
    b: Pieces<'a>,
    paths: [Path; 2],
    way: Option<DVec2>,
    rules: Rules,
    base: DVec2,
    bodies: [&'a Body; 2],
    best: Option<FirstContact>,
}

impl<'a> Search<'a> {
    /// Perf: not inlined it is copied, 5 kB.
    #[inline(always)]
    fn new(
        [a, b]: [&'a Body; 2],
        base: DVec2,
        paths: [Path; 2],
        way: Option<DVec2>,
        rules: Rules,
    ) -> Self {
        let mut search = Self {
            a: Pieces::new(base),
            b: Pieces::new(base),
            paths,
            way,
            rules,
            base,
            bodies: [a, b],
            best: None,
        };
        let of_b = DAabb::from(b.bounds()).moved(-base);
        let window = way.and_then(|way| search.near(of_b.join(of_b.moved(-way))));
        search.a.add(a, window);
        if way.is_none() {
            search.gather([0.0, 1.0]);
        }
        search
    }

    /// Collects the pieces of b near the way of a in a part of it. Where the other turns, all.
    fn gather(&mut self, [from, to]: [f64; 2]) {
        let of_a = DAabb::from(self.bodies[0].bounds()).moved(-self.base);
        let region = match self.way {
            Some(way) => {
                let ends = of_a.moved(way * from).join(of_a.moved(way * to));
                Some(ends.grown(ROUNDING * (of_a.max.reach() + way.reach())))
            }
            None => self.paths[1].is_still().then(|| region(&self.paths[0], of_a)),
        };
        let region = region.and_then(|region| self.near(region));
        self.b.clear();
        if self.rules.hollow {
            self.b.add_boundary(self.bodies[1], region);
        } else {
            self.b.add(self.bodies[1], region);
        }
    }

    /// A box with the skin, `None` if it is not finite.
    fn near(&self, bounds: DAabb) -> Option<DAabb> {
        Some(bounds.grown(self.rules.skin * 1.5)).filter(|bounds| bounds.is_finite())
    }

    fn run(&mut self) -> Option<FirstContact> {
        match self.way {
            Some(way) => self.run_straight(way),
            None => self.run_in_windows(),
        }
        self.best
    }

    /// Looks at one part of the way after the other, up to the first that has a contact.
    fn run_straight(&mut self, way: DVec2) {
        let grown = |p: &Piece| p.bounds.grown(self.rules.skin + ROUNDING * p.bounds.max.reach());
        let of_a = self.a.all.iter().map(grown).collect::<Boxes>();
        let parts = self.parts(way);
        for k in 0..parts {
            let [from, to] = [k, k + 1].map(|k| k as f64 / parts as f64);
            self.gather([from, to]);
            if k == 0 {
                self.offer_planes();
            }
            let of_b = self.b.all.iter().map(|q| q.bounds).collect::<Boxes>();
            self.offer_pairs([&of_a, &of_b], 0.0, |p, q| entry_of_boxes(p, q, way));
            if self.until() < to {
                return;
            }
        }
    }

    /// The number of parts for a way along a large mesh. A part is as long as the mover, and at least a few
    /// edges, as if these filled the box of the mesh evenly.
    fn parts(&self, way: DVec2) -> usize {
        let Body::Core(core) = self.bodies[1] else { return 1 };
        if core.mesh().is_none_or(|mesh| mesh.edges.len() <= MANY_EDGES) {
            return 1;
        }
        let of_a = DAabb::from(self.bodies[0].bounds());
        let edges = core.edge_count() as f64;
        let whole = core.whole();
        let spacing = EDGES_PER_PART * (whole.max - whole.min).length() / sqrt(edges);
        let parts = way.length() / greater((of_a.max - of_a.min).length(), spacing);
        (1.0 + lesser(parts, MOST_PARTS)) as usize
    }

    /// All pairs in one part of the motion after the other, up to the first with a contact.
    fn run_in_windows(&mut self) {
        self.offer_planes();
        let pairs = self.a.all.len() * self.b.all.len();
        let parts = self.paths.iter().map(Path::parts).max().filter(|_| pairs > 1).unwrap_or(1);
        // Of many pieces most meet late.
        let parts = parts * (1 + sqrt(pairs as f64) as usize / PIECES_PER_PART);
        let [all_a, all_b] = [self.a.bounds(), self.b.bounds()];
        for k in 0..parts {
            let [from, to] = [k, k + 1].map(|k| k as f64 / parts as f64);
            if from > self.until() {
                return;
            }
            let windows = [0, 1].map(|i| Window::new(&self.paths[i], from, to));
            let skin = self.rules.skin;
            let region = |search: &Self, i: usize, bounds: DAabb| {
                windows[i].region(&search.paths[i], bounds)
            };
            if !region(self, 0, all_a).grown(skin).overlaps(region(self, 1, all_b)) {
                continue;
            }
            let of_a = self.a.all.iter().map(|p| region(self, 0, p.bounds).grown(skin));
            let of_a = of_a.collect::<Boxes>();
            let of_b = self.b.all.iter().map(|q| region(self, 1, q.bounds)).collect::<Boxes>();
            self.offer_pairs([&of_a, &of_b], from, |p, q| p.overlaps(q).then_some(from));
            if self.best.is_some_and(|best| best.at <= to) {
                return;
            }
        }
    }

    /// Offers the pairs of pieces whose boxes meet, about in the order in which they do.
    fn offer_pairs(
        &mut self,
        boxes: [&[DAabb]; 2],
        from: f64,
        entry: impl Fn(DAabb, DAabb) -> Option<f64>,
    ) {
        let mut pairs = NearPairs::new(boxes, entry);
        while let Some((i, j)) = pairs.next(self.until(), |i, j| self.entry_of_edge(i, j)) {
            self.offer_pair(i, j, from);
            let stops = |best: FirstContact| self.rules.stop_at(best.start);
            if self.rules.ends_at_start && self.best.is_some_and(stops) {
                return;
            }
        }
    }

    /// When a piece comes to the line of an edge of the boundary: a body within a ring of edges meets
    /// all their boxes early. 0 for other pieces, `None` if it does not.
    fn entry_of_edge(&self, i: usize, j: usize) -> Option<f64> {
        let Some(way) = self.way.filter(|_| self.rules.hollow) else { return Some(0.0) };
        let (p, q) = (&self.a.all[i], &self.b.all[j]);
        match self.b.ring(q) {
            [u, v] if p.curve.is_none() => {
                entry_of_line((self.a.ring(p), p.radius + self.rules.skin), [*u, *v], way)
            }
            _ => Some(0.0),
        }
    }

    fn offer_planes(&mut self) {
        for j in 0..self.b.planes.len() {
            (0..self.a.all.len()).for_each(|i| self.offer_plane(i, j, false));
        }
        for j in 0..self.a.planes.len() {
            (0..self.b.all.len()).for_each(|i| self.offer_plane(i, j, true));
        }
        for i in 0..self.a.planes.len() {
            for j in 0..self.b.planes.len() {
                let found = self.pass_planes(&self.a.planes[i], &self.b.planes[j]);
                found.into_iter().for_each(|found| self.offer(found));
            }
        }
    }

    /// Two half-planes, which are apart only while they face each other.
    fn pass_planes(&self, a: &Plane, b: &Plane) -> Option<FirstContact> {
        let turns = self.paths.iter().any(|path| path.turns() > 0.0 || !path.is_rigid());
        let n = a.normal;
        let way = self.way.unwrap_or_default();
        let (gap, rate) = (-b.offset - a.offset - self.rules.skin, n.dot(way));
        let slack = ROUNDING * (a.offset.abs() + b.offset.abs());
        let at = if turns || half_plane::opposed(&a.exact, &b.exact).is_none() {
            0.0
        } else if rate > 0.0 && gap <= rate {
            greater(gap - slack, 0.0) / rate
        } else {
            return None;
        };
        Some(FirstContact {
            start: if at > 0.0 { Ordering::Greater } else { Ordering::Equal },
            at,
            bracket: [
                round_down(at),
                round_up(at + 2.0 * slack / greater(rate, f64::MIN_POSITIVE)),
            ],
            is_certain: !turns,
            normal: n,
            point: self.base + b.normal * b.offset,
            is_face: true,
        })
    }

    fn until(&self) -> f64 {
        self.best.map_or(1.0, |best| f64::from(best.bracket[1]))
    }

    fn offer(&mut self, found: FirstContact) {
        let way = self.way.unwrap_or_default();
        // Of those at one time an overlap at the start, then what is no seam, then the steepest.
        let better = self.best.is_none_or(|best| {
            if found.at != best.at || found.start != best.start || found.normal == best.normal {
                return found.at < best.at || found.at == best.at && found.start < best.start;
            }
            let [of_found, of_best] =
                [&found, &best].map(|contact| is_on_seam(self.bodies, contact, way));
            let is_steeper = found.normal.dot(way) > best.normal.dot(way);
            !of_found && of_best || of_found == of_best && is_steeper
        });
        if better {
            self.best = Some(found);
        }
    }

    fn offer_pair(&mut self, i: usize, j: usize, from: f64) {
        let (p, q) = (&self.a.all[i], &self.b.all[j]);
        let found = match self.way {
            Some(way) if p.curve.is_none() && q.curve.is_none() => {
                let ((o, a), (base, b)) = (self.a.corners(p), self.b.corners(q));
                let rings = [(a, p.radius), (b, q.radius)];
                let pass = |rules: Rules| pass(rings, [o, base], way, rules);
                // What straddles a one-sided edge at the start is free of it.
                let straddles = || {
                    let inner = pass(Rules { strict: true, ..self.rules });
                    inner.is_some_and(|inner| inner.start.is_lt())
                };
                pass(self.rules)
                    .or_else(|| pass_along(self.bodies, rings, [o, base], way, self.rules))
                    .filter(|found| self.is_met(p, q, found, None))
                    .filter(|found| !(is_one_sided(p, q) && found.start.is_lt() && straddles()))
            }
            Some(way) if !is_one_sided(p, q) => {
                let met = pass_curved(((&self.a, p), (&self.b, q)), way, self.rules);
                let met = met.map(|met| met.map(|met| self.in_world(met)));
                met.unwrap_or_else(|| self.first_met(p, q, from))
            }
            _ => self.first_met(p, q, from),
        };
        if let Some(found) = found {
            self.offer(found);
        }
    }

    fn in_world(&self, found: FirstContact) -> FirstContact {
        FirstContact { point: found.point + self.base, ..found }
    }

    /// The first contact from a time on that counts. Pieces that met a one-sided edge from behind are
    /// free of it until they have parted, as those are that overlap where a part of the path begins.
    fn first_met(&self, p: &Piece, q: &Piece, mut from: f64) -> Option<FirstContact> {
        let pair = self.pair((&self.a, p), (&self.b, q));
        for _ in 0..MOST_MEETINGS {
            let found = self.approach(&pair, from)?;
            let is_new = || found.start.is_gt() || from == 0.0 && !pair.overlaps_at(0.0);
            if !is_one_sided(p, q) || (self.is_met(p, q, &found, Some(&pair)) && is_new()) {
                return Some(found);
            }
            from = pair.first_gap(found.at, self.until())?;
        }
        None
    }

    fn pair<'p>(
        &'p self,
        (a, p): (&'p Pieces<'_>, &'p Piece),
        (b, q): (&'p Pieces<'_>, &'p Piece),
    ) -> Pair<'p> {
        let [path_a, path_b] = &self.paths;
        let lefts = [p, q].map(|piece| piece.side.map(|side| side.left));
        let [p, q] = [(a, p, path_a), (b, q, path_b)].map(|(pieces, piece, path)| {
            let (ring, curve) = (pieces.ring(piece), pieces.curve(piece));
            Mover::new(Solid { ring, radius: piece.radius, curve }, path)
        });
        Pair { lefts, ..Pair::new(p, q, self.rules.skin) }
    }

    /// A pair of pieces by conservative advancement.
    fn approach(&self, pair: &Pair<'_>, from: f64) -> Option<FirstContact> {
        Some(self.in_world(advance(pair, self.rules, [from, self.until()])?))
    }

    /// Returns `true` if a contact counts for the one-sided edges that take part.
    fn is_met(&self, p: &Piece, q: &Piece, found: &FirstContact, pair: Option<&Pair<'_>>) -> bool {
        if !is_one_sided(p, q) {
            return true;
        }
        let t = f64::from(found.bracket[0]);
        let [a, b] = [0, 1].map(|i| self.paths[i].pose(t));
        let at = found.point - self.base;
        let way = self.way.unwrap_or_else(|| a.velocity(at) - b.velocity(at));
        // Of faces on each other not the middle counts, but what goes in the most.
        let closes = pair.map(|pair| pair.closes(t, found.normal));
        let ways = [way, -way].map(|way| match self.way {
            Some(_) => Way::Straight(way),
            None => Way::Turning(way, closes.unwrap_or(false)),
        });
        let (p, q) = ((&self.a, p, &a), (&self.b, q, &b));
        is_from_left(q, p, -found.normal, ways[0]) && is_from_left(p, q, found.normal, ways[1])
    }

    /// Piece i of one body against plane j of the other; `flip` if the plane is a's.
    fn offer_plane(&mut self, i: usize, j: usize, flip: bool) {
        let (pieces, planes) = if flip { (&self.b, &self.a) } else { (&self.a, &self.b) };
        let (piece, plane) = (&pieces.all[i], &planes.planes[j]);
        let found = match self.way {
            Some(way) if piece.curve.is_none() => {
                let way = if flip { -way } else { way };
                pass_plane(pieces, piece, plane, way, self.rules).map(|met| {
                    let on_piece = pieces.support(piece, met.normal);
                    // b's contact: of the piece, or of the plane opposite it.
                    let on_plane = on_piece + way * met.at + met.normal * self.rules.skin;
                    let point = if flip { on_piece } else { on_plane };
                    let met = if flip { Passage { normal: -met.normal, ..met } } else { met };
                    FirstContact::of_passage(&met, point + self.base)
                })
            }
            _ => {
                let wide = self.slab(pieces, piece, plane, flip);
                let slab = &wide.all[0];
                let (slab, piece) = ((&wide, slab), (pieces, piece));
                let pair = if flip { self.pair(slab, piece) } else { self.pair(piece, slab) };
                self.approach(&pair, 0.0)
            }
        };
        if let Some(found) = found {
            self.offer(found);
        }
    }

    /// The part of a half-plane that a piece can reach, as a rectangle.
    fn slab(
        &self,
        pieces: &Pieces<'_>,
        piece: &Piece,
        plane: &Plane,
        flip: bool,
    ) -> Pieces<'static> {
        let (own, other) = if flip { (1, 0) } else { (0, 1) };
        let region = region(&self.paths[own], piece.bounds);
        let middle = (region.min + region.max) * 0.5;
        let height = plane.normal.dot(middle) - plane.offset;
        let foot = middle - plane.normal * height;
        let across = (region.max - region.min).length();
        let travel = self.paths[other].bounds(foot, across).speed;
        let round = pieces.curvature(piece, plane.normal) + self.rules.skin;
        let wide = 2.0 * (across + travel + height.abs() + round);
        let (x, y) = (plane.normal.left() * wide, plane.normal * wide);
        let mut slab = Pieces::new(self.base);
        let ring = [foot + x, foot + x - y * 2.0, foot - x - y * 2.0, foot - x];
        slab.add_ring(&ring);
        slab
    }
}

/// A piece against the half-plane of the other body, on the piece's straight way relative to it.
fn pass_plane(
    pieces: &Pieces<'_>,
    piece: &Piece,
    plane: &Plane,
    way: DVec2,
    rules: Rules,
) -> Option<Passage> {
    let n = DVec2::from(plane.exact.normal);
    let base = plane.normal * plane.offset;
    // The corner that comes first, seen from the line of the plane.
    let mut ring = pieces.ring(piece).iter();
    let first = *ring.next()?;
    let deepest = ring.fold(first, |best, v| if v.dot(n) < best.dot(n) { *v } else { best });
    let line = rules.line(piece.radius, way);
    passage_of_plane([base - deepest, n.left()], &line)
}

/// Finds the first contact of two movers in a range of times, the point about their base.
fn advance(pair: &Pair<'_>, rules: Rules, [from, until]: [f64; 2]) -> Option<FirstContact> {
    let found = pair.first_contact(from, until, rules.strict)?;
    // Without a witness the doubt ends where they surely overlap, or are surely apart again.
    let (mut overlap, mut apart) = (found.witness, None);
    if overlap.is_none() {
        apart = pair.first_gap(found.time, until);
        overlap = pair.first_overlap(found.time, apart.unwrap_or(until));
    }
    let surface = |m: &Mover<'_>, u: DVec2| {
        let (corners, round) = m.surface(found.time, u);
        (corners.into_iter(), round)
    };
    let n = found.distance.normal;
    // What is within the tolerance may still be apart.
    let is_apart = found.time > from || found.distance.lo > 0.0;
    let (point, is_face) = opposite(surface(&pair.a, n), surface(&pair.b, -n), n, 1e-6);
    Some(FirstContact {
        start: if is_apart { Ordering::Greater } else { Ordering::Equal },
        at: found.time,
        bracket: [round_down(found.time), overlap.or(apart).map_or(1.0, round_up)],
        is_certain: overlap.is_some(),
        normal: n,
        point,
        is_face,
    })
}

impl<'a> Mover<'a> {
    pub(super) fn new(solid: Solid<'a>, path: &'a Path) -> Self {
        let is_rigid = path.is_rigid();
        let DAabb { min, max } = DAabb::of_points(solid.ring);
        let mut reach = (max - min).length() * 0.5;
        let round = match solid.curve {
            None => solid.radius,
            Some(curve) => curve.extent().reach() * 1.5,
        };
        if !is_rigid || solid.curve.is_some() {
            reach += round;
        }
        let bounds = path.bounds((min + max) * 0.5, reach);
        Self { solid, path, bounds, is_rigid, reach: greater(min.reach(), max.reach()) + round }
    }
}
