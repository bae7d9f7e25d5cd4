//! The first contact of two bodies that move, piece by piece.
//!
//! Method: both bodies as convex pieces. Two pieces without curves on a straight way meet in a
//! closed form ([`straight`]); all others by conservative advancement ([`turning`]). Each pair is
//! looked at up to the earliest contact that is known. Pieces whose swept boxes are apart are left
//! out.
//!
//! Frame: relative to the anchor of b. Cost: O(p · q) boxes of pieces, then the pairs that may meet.

use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::motion::{Bounds, Path};
use crate::math::{DVec2, Motion, greater, lesser};
use crate::pair::casting::straight::{Passage, difference, passage, passage_of_plane};
use crate::pair::casting::turning::{Mover, Pair};
use crate::pair::penetration::pieces::{Piece, Pieces, Plane};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Placed};

/// The first contact of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstContact {
    /// `Greater` if they are apart at the start.
    pub(crate) start: Ordering,
    /// When they meet, for the order of contacts.
    pub(crate) at: f64,
    /// No contact before the first; a contact up to the second where `is_certain`.
    pub(crate) bracket: [f32; 2],
    pub(crate) is_certain: bool,
    /// Unit, from a to b.
    pub(crate) normal: DVec2,
    /// A point of b, in the world.
    pub(crate) point: DVec2,
}

/// What counts as a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Interiors only.
    pub(crate) strict: bool,
    /// How far b is grown.
    pub(crate) skin: f64,
    /// Of b only the boundary counts.
    pub(crate) hollow: bool,
}

/// Finds the first contact of a body that moves straight by `way` relative to another.
pub(crate) fn cast(a: &Body, b: &Body, way: DVec2, rules: Rules) -> Option<FirstContact> {
    if let (Body::Core(p), Body::Core(q), false) = (a, b, rules.hollow)
        && let (None, None) = (p.mesh(), q.mesh())
    {
        return cast_cores(p, q, way, rules);
    }
    let motion = Motion::translation(way);
    Search::new((a, &motion), (b, &Motion::NONE), Some(way), rules).run()
}

/// Returns `false` if the boxes of two shapes on their paths are surely apart.
pub(crate) fn may_meet(a: (&Placed, &Motion), b: (&Placed, &Motion), skin: f64) -> bool {
    let region = |(placed, by): (&Placed, &Motion)| {
        let anchor = placed.body.anchor();
        let bounds = DAabb::from(placed.bounds());
        region(&Path::new(by, anchor, DVec2::ZERO), bounds, 1.0)
    };
    let (a, b) = (region(a).grown(skin), region(b));
    !(a.is_finite() && b.is_finite()) || a.overlaps(b)
}

/// Finds the first contact of two bodies on their paths.
pub(crate) fn sweep(
    a: (&Body, &Motion),
    b: (&Body, &Motion),
    rules: Rules,
) -> Option<FirstContact> {
    Search::new(a, b, None, rules).run()
}

fn cast_cores(a: &Core, b: &Core, way: DVec2, rules: Rules) -> Option<FirstContact> {
    let shift = DVec2::from(b.origin) - DVec2::from(a.origin);
    let radius = f64::from(a.radius) + f64::from(b.radius) + rules.skin;
    let (p, q) = (a.offsets(), b.offsets());
    let apart = DAabb::of([DVec2::ZERO, way]).grown(radius * (1.0 + 4.0 * f64::EPSILON));
    let (own, other) = (a.whole(), b.whole().moved(shift));
    let span = DAabb { min: apart.min + own.min, max: apart.max + own.max };
    if !span.overlaps(other) {
        return None;
    }
    let ring = difference(&p, &q, shift);
    let met = passage(&ring, radius, way, rules.strict)?;
    let n = met.normal;
    let p = (p.iter().map(|v| *v + way * met.at), n * a.radius.into());
    let q = (q.iter().map(|v| *v + shift), -n * b.radius.into());
    Some(FirstContact::of_passage(&met, DVec2::from(a.origin) + opposite(p, q, n)))
}

impl FirstContact {
    fn of_passage(met: &Passage, point: DVec2) -> Self {
        let Passage { start, at, bracket, normal } = *met;
        Self { start, at, bracket, is_certain: true, normal, point }
    }
}

/// The point of b opposite a where the two touch along a normal. Both are given by their corners and
/// the vector that their round parts add there.
fn opposite(
    (a, round_a): (impl Iterator<Item = DVec2>, DVec2),
    (b, round_b): (impl Iterator<Item = DVec2>, DVec2),
    normal: DVec2,
) -> DVec2 {
    let across = normal.left();
    let ((_, low, high), (level, to, from)) = (face(a, normal), face(b, -normal));
    // Seen from b, left is right.
    let (from, to) = (-from, -to);
    let shift = round_a.dot(across) - round_b.dot(across);
    let (low, high) = (low + shift, high + shift);
    let middle = (greater(low, from) + lesser(high, to)) * 0.5;
    normal * -level + across * lesser(greater(middle, from), to) + round_b
}

/// How far corners reach along a unit vector, and the stretch of the furthest to its left.
fn face(corners: impl Iterator<Item = DVec2>, u: DVec2) -> (f64, f64, f64) {
    let (mut top, mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY);
    let mut size = 0.0;
    for v in corners {
        let (along, side) = (v.dot(u), v.dot(u.left()));
        size = greater(size, v.reach());
        let same = 1e-6 * size;
        if along > top + same {
            (top, low, high) = (along, side, side);
        } else if along >= top - same {
            (top, low, high) = (greater(top, along), lesser(low, side), greater(high, side));
        }
    }
    (top, low, high)
}

struct Search<'a> {
    a: Pieces<'a>,
    b: Pieces<'a>,
    paths: [Path; 2],
    way: Option<DVec2>,
    rules: Rules,
    base: DVec2,
    best: Option<FirstContact>,
}

impl<'a> Search<'a> {
    fn new(
        (a, by_a): (&'a Body, &Motion),
        (b, by_b): (&'a Body, &Motion),
        way: Option<DVec2>,
        rules: Rules,
    ) -> Self {
        let base = b.anchor();
        let paths = [(a, by_a), (b, by_b)].map(|(body, by)| Path::new(by, body.anchor(), base));
        let mut search = Self {
            a: Pieces::default(),
            b: Pieces::default(),
            paths,
            way,
            rules,
            base,
            best: None,
        };
        let (box_a, box_b) = (DAabb::from(a.bounds()), DAabb::from(b.bounds()));
        let [of_a, of_b] = [box_a, box_b].map(|bounds| bounds.moved(-base));
        let near = |bounds: DAabb| Some(bounds.grown(rules.skin * 1.5)).filter(|b| b.is_finite());
        // Where nothing of the other turns, only the pieces near its way are looked at.
        let still_b = by_b.straight() == Some(DVec2::ZERO);
        let region = region(&search.paths[0], of_a, 1.0);
        search.b.add(b, base, near(region).filter(|_| still_b));
        let window = way.and_then(|way| near(of_b.join(of_b.moved(-way))));
        search.a.add(a, base, window);
        if rules.hollow {
            search.b = Pieces::default();
            search.b.add_boundary(b, base, near(region).filter(|_| still_b));
        }
        search
    }

    fn run(mut self) -> Option<FirstContact> {
        let all = |pieces: &Pieces<'_>, path: &Path| {
            let regions = pieces.all.iter().map(|piece| region(path, piece.bounds, 1.0));
            regions.collect::<SmallVec<[DAabb; 16]>>()
        };
        let regions = [all(&self.a, &self.paths[0]), all(&self.b, &self.paths[1])];
        let skin = self.rules.skin;
        for i in 0..self.a.all.len() {
            for j in 0..self.b.all.len() {
                if regions[0][i].grown(skin).overlaps(regions[1][j]) {
                    self.offer_pair(i, j);
                }
            }
            for j in 0..self.b.planes.len() {
                self.offer_plane(i, j, false);
            }
        }
        for i in 0..self.a.planes.len() {
            for j in 0..self.b.all.len() {
                self.offer_plane(j, i, true);
            }
        }
        self.best
    }

    fn until(&self) -> f64 {
        self.best.map_or(1.0, |best| f64::from(best.bracket[1]))
    }

    fn offer(&mut self, found: FirstContact) {
        let way = self.way.unwrap_or_default();
        let better = self.best.is_none_or(|best| {
            let earlier = found.at < best.at;
            let steeper = found.normal.dot(way) > best.normal.dot(way);
            earlier || found.at == best.at && steeper
        });
        if better {
            self.best = Some(found);
        }
    }

    fn offer_pair(&mut self, i: usize, j: usize) {
        let (p, q) = (&self.a.all[i], &self.b.all[j]);
        let found = match self.way {
            Some(way) if p.curve.is_none() && q.curve.is_none() => self.pass(p, q, way),
            _ => self.approach((&self.a, p), (&self.b, q)),
        };
        let found = found.filter(|found| self.is_met(p, q, found));
        if let Some(found) = found {
            self.offer(found);
        }
    }

    /// A pair of pieces without curves on a straight way.
    fn pass(&self, p: &Piece, q: &Piece, way: DVec2) -> Option<FirstContact> {
        let (a, b) = (self.a.ring(p), self.b.ring(q));
        let ring = difference(a, b, DVec2::ZERO);
        let met = passage(&ring, p.radius + q.radius + self.rules.skin, way, self.rules.strict)?;
        let n = met.normal;
        let a = (a.iter().map(|v| *v + way * met.at), n * p.radius);
        let on_b = opposite(a, (b.iter().copied(), -n * q.radius), n);
        Some(FirstContact::of_passage(&met, on_b + self.base))
    }

    /// A pair of pieces by conservative advancement.
    fn approach<'p>(
        &'p self,
        (a, p): (&'p Pieces<'_>, &'p Piece),
        (b, q): (&'p Pieces<'_>, &'p Piece),
    ) -> Option<FirstContact> {
        let (a, b) = (mover(a, p, &self.paths[0]), mover(b, q, &self.paths[1]));
        let size = a.size() + b.size();
        let pair = Pair { a, b, size, skin: self.rules.skin };
        let until = self.until();
        let found = pair.first_contact(0.0, until, self.rules.strict)?;
        let latest = found.witness.or_else(|| pair.first_overlap(found.time, until));
        let n = found.normal;
        let surface = |m: &Mover<'p>, u: DVec2| {
            let (corners, round) = m.surface(found.time, u);
            (corners.into_iter(), round)
        };
        let point = opposite(surface(&pair.a, n), surface(&pair.b, -n), n);
        Some(FirstContact {
            start: if found.time > 0.0 { Ordering::Greater } else { Ordering::Equal },
            at: found.time,
            bracket: [round_down(found.time), latest.map_or(1.0, round_up)],
            is_certain: found.witness.is_some(),
            normal: found.normal,
            point: point + self.base,
        })
    }

    /// Returns `true` if a contact counts for the one-sided edges that take part.
    fn is_met(&self, p: &Piece, q: &Piece, found: &FirstContact) -> bool {
        let t = f64::from(found.bracket[0]);
        let [a, b] = [0, 1].map(|i| self.paths[i].pose(t));
        let at = found.point - self.base;
        let velocity = |pose: &crate::math::motion::Pose| pose.velocity(at);
        let relative = velocity(&a) - velocity(&b);
        let meets = |pieces: &Pieces<'_>,
                     piece: &Piece,
                     other: (&Pieces<'_>, &Piece),
                     normal: DVec2,
                     way: DVec2| {
            let Some(left) = piece.only_left else { return true };
            // What straddles the edge at the start is free of it.
            let (pieces_of_other, other) = other;
            let u = pieces.ring(piece)[0];
            let reach = pieces_of_other.support(other, -left);
            let size = reach.reach() + u.reach() + other.radius;
            let straddles = (reach - u).dot(left) < -1e-9 * size && found.start.is_le();
            normal.dot(left) > 0.0 && way.dot(left) < 0.0 && !straddles
        };
        meets(&self.b, q, (&self.a, p), -found.normal, relative)
            && meets(&self.a, p, (&self.b, q), found.normal, -relative)
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
                if flip {
                    self.approach((&wide, slab), (pieces, piece))
                } else {
                    self.approach((pieces, piece), (&wide, slab))
                }
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
        let region = region(&self.paths[own], piece.bounds, 1.0);
        let middle = (region.min + region.max) * 0.5;
        let height = plane.normal.dot(middle) - plane.offset;
        let foot = middle - plane.normal * height;
        let across = (region.max - region.min).length();
        let travel = self.paths[other].bounds(foot, across).speed;
        let round = pieces.curvature(piece, plane.normal) + self.rules.skin;
        let wide = 2.0 * (across + travel + height.abs() + round);
        let (x, y) = (plane.normal.left() * wide, plane.normal * wide);
        let mut slab = Pieces::default();
        let ring = [foot + x, foot + x - y * 2.0, foot - x - y * 2.0, foot - x];
        slab.add_ring(&ring.map(|v| v));
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
    let radius = piece.radius + rules.skin;
    passage_of_plane([base - deepest, n.left()], radius, way, rules.strict)
}

fn mover<'a>(pieces: &'a Pieces<'a>, piece: &'a Piece, path: &'a Path) -> Mover<'a> {
    let DAabb { min, max } = piece.bounds;
    let (center, reach) = ((min + max) * 0.5, (max - min).length() * 0.5);
    Mover { pieces, piece, path, bounds: path.bounds(center, reach) }
}

impl Mover<'_> {
    fn size(&self) -> f64 {
        let DAabb { min, max } = self.piece.bounds;
        greater(min.reach(), max.reach()) + self.bounds.speed
    }
}

/// A box around what moves along a path up to a time, given its box at the start.
pub(crate) fn region(path: &Path, bounds: DAabb, until: f64) -> DAabb {
    let DAabb { min, max } = bounds;
    let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    let (center, reach) = ((min + max) * 0.5, (max - min).length() * 0.5);
    let Bounds { acceleration, .. } = path.bounds(center, reach);
    let parts = path.parts();
    let step = until / parts as f64;
    let boxes = (0..=parts).map(|i| {
        let pose = path.pose(step * i as f64);
        DAabb::of_points(&corners.map(|v| pose.point(v)))
    });
    // A point is at most this far from the chord of a part.
    let sagitta = acceleration * step * step * 0.125;
    let all = boxes.reduce(DAabb::join).unwrap_or(bounds);
    all.grown(sagitta + 16.0 * f64::EPSILON * (min.reach() + max.reach()))
}

fn round_down(t: f64) -> f32 {
    let near = t as f32;
    if f64::from(near) > t { near.next_down() } else { near }
}

fn round_up(t: f64) -> f32 {
    let near = t as f32;
    if f64::from(near) < t { near.next_up() } else { near }
}
