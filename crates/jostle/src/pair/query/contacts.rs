//! The contacts of two shapes, one for each face that is touched.
//!
//! Method: of a pair with a concave member, the boundary of that member is looked at edge by edge.
//! An edge is a contact where the other shape's furthest point behind it has its foot on the edge
//! and is nearer to it than to any other edge (the cells of the Voronoi diagram of the boundary;
//! Ericson, "Real-Time Collision Detection", §9.5.2, has them outside). A corner is a contact where
//! neither of its edges is. Edges are those near the other's box, found by the tree.
//!
//! Frame: relative to the concave shape's anchor; normals from it to the other, exchanged at the
//! end. Error: of `f64`; places closer than [`TIE`] of the coordinates are one, and whether an edge
//! is touched at all is exact there. Cost: O(u + log n + k·(m + p·log k)), for k edges near the other
//! shape of m vertices in p convex parts, and u parts of the union.

use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Ordering;

use smallvec::SmallVec;

use crate::math::{DVec2, greater, lesser, sort::sort_by};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::query::{closest, contact::Contact};
use crate::pair::{bodies, canonical_order};
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::{Body, Core, Placed, Sidedness};
use parts_around::PartsAround;

/// Places closer than this, relative to the coordinates, are one: roundings of `f32` vertices.
const TIE: f64 = 4.0 * f32::EPSILON as f64;
/// As many edges near the other shape need no allocation.
const FEW: usize = 24;

/// The outward normal at a corner that the other shape holds, and how deep that holds it.
type Corner = Option<(DVec2, f64)>;

impl Placed {
    /// Finds the contacts of two shapes, one for each face that they touch; none if they are apart.
    ///
    /// Where both are convex that is the one of [`Placed::contact`]. Else the faces are the edges
    /// and corners of the concave shape. An edge is touched where the other shape's furthest points
    /// behind it have their foot on it, and one of them is no nearer to another edge: so a wall and
    /// its floor are two contacts, while the side of a ledge under a box that stands on the ledge
    /// is none. A corner is touched if it is in the other shape and neither of its edges is
    /// touched; its normal is that of the other shape there. Edges on one line with one normal are
    /// one face, and inner seams of grids, masks and compounds are none. The pushes of all contacts
    /// together separate the shapes face by face; [`Placed::contact`] is one push that separates
    /// the whole, and stands in where a shape went through the other past every face.
    ///
    /// A contact has the outward normal of its face from a to b, the depth along it, which is 0
    /// where the face is only touched, and the middle of a stretch that lies on the face. The
    /// deepest comes first, of equal ones the one with the lesser point by x, then y. Swapping
    /// exchanges the sides. One-sided chains have contacts on their left alone.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let room = [(0., 0.), (40., 0.), (40., -20.), (60., -20.), (60., 9.), (0., 9.)];
    /// let room = Shape::polygon(room)?.place(Affine::IDENTITY)?;
    /// // Two pixels in the wall and a quarter in the floor; y is down.
    /// let hero = Shape::rect_half((4.0, 8.0))?.place(Affine::at((38.0, -7.75)))?;
    /// let touched: Vec<_> = hero.contacts(&room).iter().map(|c| (c.normal, c.depth)).collect();
    /// assert_eq!(touched, [(Vec2::X, 2.0), (Vec2::Y, 0.25)]);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn contacts(&self, other: &Self) -> Vec<Contact> {
        let mut found = Vec::new();
        self.contacts_into(other, &mut found);
        found
    }

    /// Finds the contacts like [`Placed::contacts`], into a list that is emptied first. Allocates
    /// nothing once the list is large enough, unless both are concave, more than 24 edges or parts
    /// are near or a compound has parts that are not convex.
    pub fn contacts_into(&self, other: &Self, found: &mut Vec<Contact>) {
        found.clear();
        self.each_contact(other, &mut |contact| found.push(contact));
    }

    pub(crate) fn each_contact(&self, other: &Self, visit: &mut dyn FnMut(Contact)) {
        let convex = [self, other].map(|placed| placed.body.is_convex());
        let unbounded = [self, other].iter().any(|p| matches!(p.body, Body::HalfPlane(_)));
        if convex == [true; 2] || unbounded {
            return self.contact(other).into_iter().for_each(visit);
        }
        if !self.overlaps(other) {
            return;
        }
        // Of two concave shapes the smaller is taken apart.
        let [first, second] = [self, other].map(|placed| placed.bounds().longest_side());
        let flip = match convex {
            [false, false] if first == second => canonical_order::order(self, other).is_gt(),
            [false, false] => first < second,
            [first, _] => first,
        };
        let (whole, rest) = if flip { (other, self) } else { (self, other) };
        let mut faces = Faces::new(whole, rest, flip);
        faces.find();
        let found = &mut faces.found;
        if found.is_empty() {
            return self.contact(other).into_iter().for_each(visit);
        }
        let key = |c: &Contact| (-c.depth, c.point.x, c.point.y);
        sort_by(found, |p, q| key(p).partial_cmp(&key(q)).unwrap_or(Ordering::Equal));
        found.iter().copied().for_each(visit);
    }
}

/// An edge, with the inside on its left.
#[derive(Clone, Copy)]
struct Face {
    ends: [DVec2; 2],
    /// Zero for a point.
    normal: DVec2,
    radius: f64,
    part: usize,
    edge: usize,
    one_sided: bool,
    touched: Option<Touched>,
}

/// How deep the other shape is behind an edge, and where: distances from the first end.
#[derive(Clone, Copy)]
struct Touched {
    depth: f64,
    from: f64,
    to: f64,
}

impl Touched {
    /// Both as one; of stretches with a gap between them the longer.
    fn join(self, o: Self, tie: f64) -> Self {
        let depth = greater(self.depth, o.depth);
        if greater(self.from, o.from) - lesser(self.to, o.to) > tie {
            let longer = if o.to - o.from > self.to - self.from { o } else { self };
            return Self { depth, ..longer };
        }
        Self { depth, from: lesser(self.from, o.from), to: greater(self.to, o.to) }
    }
}

impl Face {
    /// How far along the edge a point lies, and how high over it, the radius left aside.
    fn place(&self, p: DVec2) -> [f64; 2] {
        let w = p - self.ends[0];
        [w.dot(self.normal.left()), w.dot(self.normal)]
    }

    fn is_collinear(&self, other: &Self, tie: f64) -> bool {
        let level = |p| (self.place(p)[1] + other.radius - self.radius).abs() <= tie;
        self.normal.dot(other.normal) > 0.0 && other.ends.into_iter().all(level)
    }
}

/// How much of an edge other parts of the union cover.
#[derive(Clone, Copy)]
enum Cover {
    None,
    Partly,
    All,
}

/// The edges of a concave shape near another, and the contacts found so far.
struct Faces<'a> {
    whole: &'a Placed,
    other: &'a Placed,
    flip: bool,
    base: DVec2,
    bounds: DAabb,
    tie: f64,
    all: SmallVec<[Face; FEW]>,
    /// The boxes of more than a few edges.
    tree: Option<BoxTree>,
    most_radius: f64,
    /// How much of each edge other parts of the union cover; `None` if not asked yet.
    covers: SmallVec<[Cell<Option<Cover>>; FEW]>,
    /// What was found at the corners of each edge.
    corners: SmallVec<[[Cell<Option<Corner>>; 2]; FEW]>,
    parts: PartsAround<'a>,
    found: SmallVec<[Contact; FEW]>,
}

impl<'a> Faces<'a> {
    fn new(whole: &'a Placed, other: &'a Placed, flip: bool) -> Self {
        let base = whole.body.anchor();
        let bounds = DAabb::relative(other.bounds(), base);
        let size = bounds.reach() + base.reach();
        let tie = if size.is_finite() { TIE * size } else { TIE * base.reach() };
        let mut faces = Self {
            whole,
            other,
            flip,
            base,
            bounds,
            tie,
            all: SmallVec::new(),
            tree: None,
            most_radius: 0.0,
            covers: SmallVec::new(),
            corners: SmallVec::new(),
            parts: PartsAround::default(),
            found: SmallVec::new(),
        };
        for (part, body) in whole.body.parts().iter().enumerate() {
            if let Body::Core(core) = body {
                faces.add_edges(part, core);
            }
        }
        faces.corners.resize(faces.all.len(), [const { Cell::new(None) }; 2]);
        let boxes = faces.all.iter().map(|face| DAabb::of(face.ends));
        if let ([_, _, ..], Some(around)) = (whole.body.parts(), boxes.clone().reduce(DAabb::join))
        {
            let around = around.grown(faces.most_radius + 4.0 * tie);
            faces.parts = PartsAround::new(&whole.body, base, around);
            faces.covers.resize(faces.all.len(), const { Cell::new(None) });
        }
        if faces.all.len() > FEW {
            faces.tree = Some(BoxTree::new(boxes));
        }
        faces
    }

    fn add_edges(&mut self, part: usize, core: &Core) {
        let (o, radius) = (core.origin - self.base, f64::from(core.radius));
        let middle = (self.bounds.min + self.bounds.max) * 0.5;
        let one_sided = core.sided == Sidedness::Left;
        self.most_radius = greater(self.most_radius, radius);
        core.edges_near(self.bounds.moved(-o).grown(radius + self.tie), &mut |edge| {
            let mut ends = core.edge(edge).map(|v| o + core.offset(v));
            let left = (ends[1] - ends[0]).cross(middle - ends[0]) > 0.0;
            if !core.is_solid() && (one_sided || left) {
                ends.reverse();
            }
            let normal = -(ends[1] - ends[0]).left().unit().unwrap_or_default();
            self.all.push(Face { ends, normal, radius, part, edge, one_sided, touched: None });
            true
        });
    }

    fn find(&mut self) {
        for part in self.other.body.parts() {
            match part {
                Body::Core(core) if !core.is_convex() => {
                    core.convex_parts(&mut |part| self.touch(&Body::Core(part)));
                }
                Body::HalfPlane(_) => self.add_edgeless(&self.whole.body, part),
                convex => self.touch(convex),
            }
        }
        for part in self.whole.body.parts().iter().filter(|part| !matches!(part, Body::Core(_))) {
            self.add_edgeless(part, &self.other.body);
        }
        for i in 0..self.all.len() {
            let (before, after) = self.all.split_at(i);
            let Some((face, after)) = after.split_first() else { break };
            let in_line = |f: &&Face| f.touched.is_some() && face.is_collinear(f, self.tie);
            if let Some(touched) = face.touched.filter(|_| !before.iter().any(|f| in_line(&f))) {
                let moved = |f: &Face| {
                    let [from, _] = face.place(f.ends[0]);
                    f.touched.map(|t| Touched { from: from + t.from, to: from + t.to, ..t })
                };
                let all = after.iter().filter(in_line).filter_map(moved);
                let Touched { depth, from, to } = all.fold(touched, |all, t| all.join(t, self.tie));
                let at = face.ends[0] + face.normal.left() * (0.5 * (from + to));
                self.add(at + face.normal * face.radius, face.normal, depth);
            }
        }
        for (i, end) in (0..self.all.len()).flat_map(|i| [(i, 0), (i, 1)]) {
            let face = self.all[i];
            if face.touched.is_some() {
                continue;
            }
            let next = self.around(&face, end).next();
            // Two edges share a corner; that of the first is enough.
            let (seen, touched) =
                (end == 0 && next.is_some(), next.is_some_and(|f| f.touched.is_some()));
            if !seen
                && !touched
                && let Some((normal, depth)) = self.corner(i, end)
            {
                self.add(face.ends[end] + normal * face.radius, normal, depth);
            }
        }
    }

    fn touch(&mut self, part: &Body) {
        let tie = self.tie;
        for i in 0..self.all.len() {
            if let Some(touched) = self.touched(i, part) {
                let known = &mut self.all[i].touched;
                *known = Some(known.map_or(touched, |known| known.join(touched, tie)));
            }
        }
    }

    fn touched(&self, i: usize, other: &Body) -> Option<Touched> {
        let face = &self.all[i];
        let (lowest, [start, end]) = self.lowest(face, other)?;
        let (from, to) = (greater(start, 0.0), lesser(end, face.place(face.ends[1])[0]));
        let depth = face.radius - lowest;
        if to - from < -self.tie || depth < -self.tie {
            return None;
        }
        let Body::Core(core) = &self.whole.body.parts()[face.part] else { return None };
        if depth <= self.tie || !core.is_solid() {
            let [v, w] = core.edge(face.edge).map(|v| core.offset(v));
            let edge = Core::offset_segment(core.origin, v, w, core.radius);
            if bodies::verdict(&Body::Core(edge), other) == Verdict::Separated {
                return None;
            }
        }
        let at = |s: f64| face.ends[0] + face.normal.left() * s + face.normal * lowest;
        let middle = 0.5 * (from + to);
        // At the end of a side rounding decides what lies beyond.
        let beyond = |s: f64| at(self.off_ends(s, [start, end])) - face.normal * (2.0 * self.tie);
        let is_outer = |s: f64| self.is_outer(beyond(s)) && self.owns(i, at(s), depth);
        let owned = [middle, from, to].into_iter().find(|s| is_outer(*s))?;
        let (from, to) = if owned == middle { (from, to) } else { (owned, owned) };
        let shallower = |end| self.corner(i, end).is_some_and(|(_, d)| d < depth - self.tie);
        (!shallower(0) && !shallower(1)).then_some(Touched { depth: greater(depth, 0.0), from, to })
    }

    /// The least height of a convex body over an edge, and where along the edge that is.
    fn lowest(&self, face: &Face, other: &Body) -> Option<(f64, [f64; 2])> {
        if face.normal == DVec2::ZERO {
            return None;
        }
        let (o, core) = match other {
            Body::Core(core) => (core.origin - self.base, core),
            Body::Curved(curved) => {
                let support = curved.support_offset(-face.normal);
                let [at, height] = face.place(curved.origin - self.base + support);
                return Some((height, [at; 2]));
            }
            _ => return None,
        };
        let (mut lowest, mut range) = (f64::INFINITY, [0.0; 2]);
        for v in core.offsets().iter() {
            let [at, height] = face.place(o + *v);
            if height < lowest - self.tie {
                range = [at; 2];
            } else if height <= lowest + self.tie {
                range = [lesser(range[0], at), greater(range[1], at)];
            }
            lowest = lesser(lowest, height);
        }
        Some((lowest - f64::from(core.radius), range))
    }

    /// Returns `true` if the other shape does not go on at a point beyond one of its parts: seams of parts
    /// are no sides.
    fn is_outer(&self, beyond: DVec2) -> bool {
        let point = || Body::Core(Core::point(self.base + beyond, 0.0));
        self.other.body.is_convex() || !bodies::share_point(&self.other.body, &point())
    }

    /// A place on a stretch, moved off its ends by more than rounding does.
    fn off_ends(&self, s: f64, [from, to]: [f64; 2]) -> f64 {
        let room = lesser(2.0 * self.tie, 0.5 * (to - from));
        lesser(greater(s, from + room), to - room)
    }

    /// Returns `true` if a point behind edge i is no nearer to another part of the boundary, and sees
    /// the edge.
    fn owns(&self, i: usize, p: DVec2, depth: f64) -> bool {
        let face = &self.all[i];
        let [along, height] = face.place(p);
        let is_before = |j: usize| {
            let f = &self.all[j];
            if f.is_collinear(face, self.tie) {
                return false;
            }
            let [[u, low], [v, high]] = f.ends.map(|end| face.place(end));
            let k = (along - u) / (v - u);
            let at = low + (high - low) * k;
            // The end of an edge may be a seam of two in line.
            let slack = if self.covers.is_empty() { 0.0 } else { self.tie / (v - u).abs() };
            let is_beside = k > -slack && k < 1.0 + slack;
            let between = is_beside && at > height + self.tie && at < -self.tie;
            let near = nearest_on_segment(p, f.ends[0], f.ends[1]);
            let sign = if f.place(p)[1] > self.tie { -1.0 } else { 1.0 };
            let other = f.radius + sign * (p - near).length();
            let nearer = other >= 0.0 && other < depth - self.tie;
            (between && !self.is_covered(j, f.ends[0] + (f.ends[1] - f.ends[0]) * k))
                || (nearer && !self.is_covered(j, near + f.normal * f.radius))
        };
        if self.is_covered(i, p + face.normal * depth) {
            return false;
        }
        // On the edge itself nothing is nearer.
        if depth <= self.tie {
            return true;
        }
        // Farther ones are neither nearer nor between the point and the edge.
        let near = DAabb::of([p, p]).grown(greater(depth, self.most_radius) + self.tie);
        match &self.tree {
            Some(tree) => !tree.overlapping(near).any(is_before),
            None => !(0..self.all.len()).any(is_before),
        }
    }

    /// Returns `true` if another part of the union lies before a point of edge i.
    fn is_covered(&self, i: usize, p: DVec2) -> bool {
        if self.covers.is_empty() {
            return false;
        }
        let (face, known) = (&self.all[i], &self.covers[i]);
        let outside = |p| self.parts.hold(p + face.normal * (2.0 * self.tie), face.part);
        let cover = known.get().unwrap_or_else(|| {
            let clear = self.parts.stay_away(face.ends, face.radius + 3.0 * self.tie, face.part);
            let middle = (face.ends[0] + face.ends[1]) * 0.5 + face.normal * face.radius;
            match clear {
                true if outside(middle) => Cover::All,
                true => Cover::None,
                false => Cover::Partly,
            }
        });
        known.set(Some(cover));
        let length = face.place(face.ends[1])[0];
        let along = face.place(p)[0];
        let p = p + face.normal.left() * (self.off_ends(along, [0.0, length]) - along);
        match cover {
            Cover::All => true,
            Cover::None => false,
            Cover::Partly => outside(p),
        }
    }

    /// The edges on the other side of a corner: one, unless the outline touches itself there.
    fn around(&self, face: &Face, end: usize) -> impl Iterator<Item = &Face> {
        let (part, at) = (face.part, face.ends[end]);
        let scanned = if self.tree.is_some() { 0 } else { self.all.len() };
        let found = self.tree.iter().flat_map(move |tree| tree.overlapping(DAabb::of([at; 2])));
        let shares = move |f: &&Face| f.part == part && f.ends[1 - end] == at;
        let all = found.chain(0..scanned).map(|i| &self.all[i]);
        all.filter(shares).filter(|f| f.normal != DVec2::ZERO)
    }

    fn corner(&self, i: usize, end: usize) -> Corner {
        let known = &self.corners[i][end];
        let corner = known.get().unwrap_or_else(|| self.find_corner(&self.all[i], end));
        known.set(Some(corner));
        corner
    }

    fn find_corner(&self, face: &Face, end: usize) -> Corner {
        let (at, next) = (face.ends[end], self.around(face, end).next());
        let sign = if end == 1 { 1.0 } else { -1.0 };
        let inner = next.is_some_and(|f| face.normal.cross(f.normal) * sign <= 0.0);
        let near = self.bounds.grown(face.radius + self.tie).overlaps(DAabb::of([at; 2]));
        // First the test that mostly costs less.
        let hold = |p: DVec2| self.parts.hold(p, face.part);
        // Beyond one of its edges and within the other: on a seam rounding decides about the corner itself.
        let covered = || match next.filter(|_| face.radius == 0.0) {
            Some(f) => {
                let aside = (face.normal - f.normal) * (2.0 * self.tie);
                hold(at + aside) || hold(at - aside)
            }
            None => hold(at),
        };
        let many = matches!(self.other.body, Body::Union(_));
        if inner || !near || self.around(face, end).nth(1).is_some() || many && covered() {
            return None;
        }
        let gap = closest::raw(&self.other.body, (self.base + at).round());
        let (normal, depth) = (-gap.normal, face.radius - gap.separation);
        // Both edges fall away from the normal.
        let falls = |f: &Face, sign: f64| {
            let seen = !f.one_sided || f.normal.dot(normal) > TIE;
            seen && f.normal.left().dot(normal) * sign >= -TIE
        };
        let outward = falls(face, sign) && next.is_none_or(|f| falls(f, -sign));
        let held = depth >= 0.0 || gap.verdict != Verdict::Separated;
        (held && outward && (many || !covered())).then_some((normal, greater(depth, 0.0)))
    }

    /// Adds a contact at a point of the boundary, unless one is on its line.
    fn add(&mut self, at: DVec2, normal: DVec2, depth: f64) {
        let verdict = if depth > 0.0 { Verdict::Overlapping } else { Verdict::Touching };
        let (on_a, on_b) = (self.base + at, self.base + at - normal * depth);
        let gap = GapF64 { verdict, separation: -depth, normal, on_a, on_b }.flipped_if(self.flip);
        let own = |c: &Contact| DVec2::from(if self.flip { c.on_b } else { c.on_a });
        let level = |c: &Contact| (own(c) - self.base - at).dot(normal).abs() <= self.tie;
        let same = |c: &Contact| (DVec2::from(c.normal) - gap.normal).reach() <= TIE && level(c);
        if !self.found.iter().any(same) {
            self.found.push(gap.rounded().into());
        }
    }

    /// Adds the one contact of two bodies of which one has no edges.
    fn add_edgeless(&mut self, a: &Body, b: &Body) {
        if bodies::verdict(a, b) != Verdict::Separated {
            self.found.push(bodies::gap(a, b).flipped_if(self.flip).rounded().into());
        }
    }
}

mod parts_around;
#[cfg(test)]
mod tests;
