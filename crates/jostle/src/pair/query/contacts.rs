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
//! is touched at all is exact there. Cost: O(log n + k·(k + m)), for k edges near the other shape
//! of m vertices.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::math::{Aabb, DVec2, greater, lesser, sort::sort_by};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::query::{closest, contact::Contact};
use crate::pair::{bodies, canonical_order};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Placed, Sidedness};

/// Places closer than this, relative to the coordinates, are one: roundings of `f32` vertices.
const TIE: f64 = 4.0 * f32::EPSILON as f64;
/// Edges near the other shape that need no allocation.
const FEW: usize = 24;

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
    /// where the face is only touched, and the middle of the stretch that lies on the face. The
    /// deepest comes first, of equal ones the one with the lesser point by x, then y. Swapping
    /// exchanges the sides. One-sided chains have contacts on their left alone.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let room = [(0., 0.), (40., 0.), (40., -20.), (60., -20.), (60., 9.), (0., 9.)];
    /// let room = Shape::polygon(room)?.place(Affine::IDENTITY)?;
    /// // Two pixels in the wall and a quarter in the floor; y is down.
    /// let hero = Shape::rect_half((4.0, 8.0))?.place(Affine::at(38.0, -7.75))?;
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
    /// nothing once the list is large enough, unless both are concave, more than 24 edges are near
    /// or a compound is put together of shapes that are not convex.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let mut found = Vec::new();
    /// a.contacts_into(&a.moved((1.5, 0.0)), &mut found);
    /// assert_eq!((found.len(), found[0].depth), (1, 0.5));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contacts_into(&self, other: &Self, found: &mut Vec<Contact>) {
        found.clear();
        let convex = [self, other].map(|placed| placed.body.is_convex());
        if convex != [true; 2] && !self.overlaps(other) {
            return;
        }
        let unbounded = |body: &Body| matches!(body, Body::HalfPlane(_));
        if convex != [true; 2] && !unbounded(&self.body) && !unbounded(&other.body) {
            // Of two concave shapes the one with fewer edges is taken apart.
            let edges = |placed: &Self| placed.body.parts().iter().map(edge_count).sum::<usize>();
            let flip = match convex {
                [true, false] => true,
                [false, true] => false,
                _ => {
                    let order = edges(other).cmp(&edges(self));
                    order.then_with(|| canonical_order::order(self, other)) == Ordering::Greater
                }
            };
            let (whole, other) = if flip { (other, self) } else { (self, other) };
            Faces::new(whole, other).contacts(flip, found);
        }
        if found.is_empty() {
            found.extend(self.contact(other));
        }
        let key = |c: &Contact| (-c.depth, c.point.x, c.point.y);
        sort_by(found, |p, q| key(p).partial_cmp(&key(q)).unwrap_or(Ordering::Equal));
    }
}

fn edge_count(body: &Body) -> usize {
    if let Body::Core(core) = body { core.edge_count() } else { 1 }
}

/// An edge, with the inside on its left.
#[derive(Clone, Copy, Default)]
struct Face {
    ends: [DVec2; 2],
    normal: DVec2,
    radius: f64,
    part: usize,
    edge: usize,
    /// How deep the other shape is behind it, and which of the edge that stretch is, if it is
    /// touched: distances from the first end.
    depth: f64,
    stretch: [f64; 2],
    touched: bool,
}

impl Face {
    fn along(&self) -> DVec2 {
        self.normal.left()
    }

    fn length(&self) -> f64 {
        (self.ends[1] - self.ends[0]).dot(self.along())
    }

    /// The height of a point over the edge, its radius left aside.
    fn height(&self, p: DVec2) -> f64 {
        (p - self.ends[0]).dot(self.normal)
    }

    fn is_collinear(&self, other: &Self, tie: f64) -> bool {
        let level = |end| (self.height(end) + other.radius - self.radius).abs() <= tie;
        self.normal.dot(other.normal) > 0.0 && other.ends.into_iter().all(level)
    }
}

/// The edges of a concave body near another.
struct Faces<'a> {
    whole: &'a Placed,
    other: &'a Placed,
    base: DVec2,
    /// The other's box.
    bounds: DAabb,
    tie: f64,
    few: [Face; FEW],
    count: usize,
    many: Vec<Face>,
}

impl<'a> Faces<'a> {
    fn new(whole: &'a Placed, other: &'a Placed) -> Self {
        let (base, Aabb { min, max }) = (whole.body.anchor(), other.bounds());
        let bounds = DAabb { min: DVec2::from(min) - base, max: DVec2::from(max) - base };
        let unbounded = !other.bounds().is_finite();
        let size = if unbounded { 0.0 } else { greater(bounds.min.reach(), bounds.max.reach()) };
        let (tie, few, many) = (TIE * (size + base.reach()), [Face::default(); FEW], Vec::new());
        let mut faces = Self { whole, other, base, bounds, tie, few, count: 0, many };
        for (part, body) in whole.body.parts().iter().enumerate() {
            match body {
                Body::Core(core) => faces.add_edges(part, core),
                Body::HalfPlane(plane) => {
                    let Some(normal) = DVec2::from(plane.normal).unit() else { continue };
                    let n = DVec2::from(plane.normal);
                    let foot = n * ((f64::from(plane.offset) - n.dot(base)) / n.dot(n));
                    let far = normal.left() * (foot.reach() + 4.0 * size);
                    let ends = [foot - far, foot + far];
                    faces.push(Face { ends, normal, part, ..Face::default() });
                }
                _ => {}
            }
        }
        faces
    }

    fn add_edges(&mut self, part: usize, core: &Core) {
        let (o, radius) = (DVec2::from(core.origin) - self.base, f64::from(core.radius));
        let near = self.bounds.moved(-o).grown(radius + self.tie);
        let middle = (self.bounds.min + self.bounds.max) * 0.5;
        core.edges_near(near, &mut |edge| {
            let mut ends = core.edge(edge).map(|v| o + core.offset(v));
            let left = (ends[1] - ends[0]).cross(middle - ends[0]) > 0.0;
            if !core.is_solid() && (core.sided == Sidedness::Left || left) {
                ends.reverse();
            }
            let normal = -(ends[1] - ends[0]).left().unit().unwrap_or_default();
            self.push(Face { ends, normal, radius, part, edge, ..Face::default() });
            true
        });
    }

    fn push(&mut self, face: Face) {
        if let Some(place) = self.few.get_mut(self.count) {
            *place = face;
            self.count += 1;
        } else {
            if self.many.is_empty() {
                self.many.extend(self.few);
            }
            self.many.push(face);
        }
    }

    fn all(&self) -> &[Face] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }

    fn contacts(mut self, flip: bool, found: &mut Vec<Contact>) {
        let other = self.other;
        for part in other.body.parts() {
            match part {
                Body::Core(core) if !core.is_convex() => core.convex_parts(&mut |ring| {
                    self.touch(&Body::Core(match ring {
                        [v, w] => Core::offset_segment(core.origin, *v, *w, core.radius),
                        ring => Core::convex(core.origin, ring, core.radius),
                    }));
                }),
                Body::HalfPlane(_) => self.add_whole(&self.whole.body, part, flip, found),
                convex => self.touch(convex),
            }
        }
        for part in self.whole.body.parts() {
            if matches!(part, Body::Curved(_)) {
                self.add_whole(part, &other.body, flip, found);
            }
        }
        for (i, face) in self.all().iter().enumerate().filter(|(_, face)| face.touched) {
            let on_one_line = |f: &&Face| f.touched && face.is_collinear(f, self.tie);
            if self.all()[..i].iter().any(|f| on_one_line(&f)) {
                continue;
            }
            let (mut stretch, mut depth) = (face.stretch, face.depth);
            for f in self.all()[i + 1..].iter().filter(on_one_line) {
                let from = (f.ends[0] - face.ends[0]).dot(face.along());
                let [low, high] = f.stretch.map(|s| from + s);
                stretch = [lesser(stretch[0], low), greater(stretch[1], high)];
                depth = greater(depth, f.depth);
            }
            let middle = face.along() * (0.5 * (stretch[0] + stretch[1]));
            let at = face.ends[0] + middle + face.normal * face.radius;
            self.add((at, face.normal, depth), flip, found);
        }
        for face in self.all() {
            let next = self.all().iter().find(|f| f.part == face.part && f.ends[0] == face.ends[1]);
            let before =
                self.all().iter().any(|f| f.part == face.part && f.ends[1] == face.ends[0]);
            self.add_corner([Some(face), next], flip, found);
            if !before {
                self.add_corner([None, Some(face)], flip, found);
            }
        }
    }

    /// Marks the edges that a convex part of the other shape touches.
    fn touch(&mut self, part: &Body) {
        for i in 0..self.all().len() {
            let Some((depth, stretch)) = self.touches(i, part) else { continue };
            let few = self.many.is_empty();
            let face = if few { &mut self.few[i] } else { &mut self.many[i] };
            let known = if face.touched { (face.depth, face.stretch) } else { (depth, stretch) };
            face.depth = greater(known.0, depth);
            face.stretch = [lesser(known.1[0], stretch[0]), greater(known.1[1], stretch[1])];
            face.touched = true;
        }
    }

    /// The depth of a convex body behind an edge, and the stretch of the edge at which it is that
    /// deep, if the edge is touched.
    fn touches(&self, i: usize, other: &Body) -> Option<(f64, [f64; 2])> {
        let face = &self.all()[i];
        let (lowest, [from, to]) = self.lowest(face, other);
        let (low, high) = (greater(from, 0.0), lesser(to, face.length()));
        let depth = face.radius - lowest;
        if face.normal == DVec2::ZERO || high - low < -self.tie || depth < -self.tie {
            return None;
        }
        let part = &self.whole.body.parts()[face.part];
        let thin = matches!(part, Body::Core(core) if !core.is_solid());
        if depth <= self.tie || thin {
            let verdict = match part {
                Body::Core(core) => {
                    let [v, w] = core.edge(face.edge).map(|v| core.offset(v));
                    let edge = Core::offset_segment(core.origin, v, w, core.radius);
                    bodies::verdict(&Body::Core(edge), other)
                }
                whole => bodies::verdict(whole, other),
            };
            if verdict == Verdict::Separated {
                return None;
            }
        }
        let corner = |end: usize| {
            let touching = |f: &&Face| f.part == face.part && f.ends[1 - end] == face.ends[end];
            let next = self.all().iter().find(touching);
            let corner =
                self.corner(if end == 1 { [Some(face), next] } else { [next, Some(face)] });
            corner.is_some_and(|(_, shallower)| shallower < depth - self.tie)
        };
        let at = |s: f64| face.ends[0] + face.along() * s + face.normal * lowest;
        let owned = [0.5 * (low + high), low, high].into_iter().any(|s| self.owns(i, at(s), depth));
        (owned && !corner(0) && !corner(1)).then_some((greater(depth, 0.0), [low, high]))
    }

    /// The least height of a convex body over an edge, and where along the edge it is.
    fn lowest(&self, face: &Face, other: &Body) -> (f64, [f64; 2]) {
        let Body::Core(core) = other else {
            let Body::Curved(curved) = other else { return (f64::INFINITY, [0.0; 2]) };
            let p = DVec2::from(curved.origin) - self.base + curved.support_offset(-face.normal);
            return (face.height(p), [(p - face.ends[0]).dot(face.along()); 2]);
        };
        let start = DVec2::from(core.origin) - self.base - face.ends[0];
        let (mut lowest, mut range) = (f64::INFINITY, [0.0; 2]);
        for v in core.offsets().iter() {
            let (height, at) = ((start + *v).dot(face.normal), (start + *v).dot(face.along()));
            if height < lowest - self.tie {
                range = [at; 2];
            } else if height <= lowest + self.tie {
                range = [lesser(range[0], at), greater(range[1], at)];
            }
            lowest = lesser(lowest, height);
        }
        (lowest - f64::from(core.radius), range)
    }

    /// Returns `true` if a point behind an edge is no nearer to another part of the boundary.
    fn owns(&self, i: usize, p: DVec2, depth: f64) -> bool {
        let face = &self.all()[i];
        if self.is_inside(face, p + face.normal * depth) {
            return false;
        }
        let from = p - face.normal * face.height(p);
        let others = self.all().iter().filter(|f| f.normal != DVec2::ZERO);
        !others.filter(|f| !f.is_collinear(face, self.tie)).any(|f| {
            // An edge between the point and its foot.
            let [u, v] = f.ends.map(|end| (end - p).dot(face.along()));
            let k = u / (u - v);
            let crossing = f.ends[0] + (f.ends[1] - f.ends[0]) * k;
            let height = face.height(crossing);
            let between = u * v < 0.0
                && height < -self.tie
                && (crossing - p).dot(face.normal) > self.tie
                && (crossing - from).dot(face.normal) < -self.tie;
            let near = nearest_on_segment(p, f.ends[0], f.ends[1]);
            let distance = (p - near).length();
            let out = f.height(p) > self.tie;
            let other = f.radius + if out { -distance } else { distance };
            let nearer = other >= 0.0 && other < depth - self.tie;
            (between && !self.is_inside(f, crossing))
                || (nearer && !self.is_inside(f, near + f.normal * f.radius))
        })
    }

    /// Returns `true` if a point of an edge's boundary is covered by another part of the union.
    fn is_inside(&self, face: &Face, p: DVec2) -> bool {
        self.is_covered(face.part, p + face.normal * (2.0 * self.tie))
    }

    fn is_covered(&self, own: usize, p: DVec2) -> bool {
        let parts = self.whole.body.parts();
        let at = (self.base + p).round();
        parts.len() > 1
            && parts.iter().enumerate().any(|(k, part)| {
                let near = k != own && part.bounds().contains(at);
                near && closest::raw(part, at).verdict != Verdict::Separated
            })
    }

    /// The outward normal at a corner that the other shape holds, and how deep it holds it.
    fn corner(&self, [before, after]: [Option<&Face>; 2]) -> Option<(DVec2, f64)> {
        let (face, end) = before.map(|f| (f, 1)).or(after.map(|f| (f, 0)))?;
        let at = face.ends[end];
        let turn = |(p, q): (&Face, &Face)| p.normal.cross(q.normal);
        let reach = face.radius + self.tie;
        let is_flat = before.zip(after).is_some_and(|pair| turn(pair) <= 0.0);
        if is_flat || !self.bounds.grown(reach).overlaps(DAabb { min: at, max: at }) {
            return None;
        }
        let gap = closest::raw(&self.other.body, (self.base + at).round());
        let (normal, depth) = (-gap.normal, face.radius - gap.separation);
        let slack = TIE;
        let ahead = before.is_none_or(|f| f.along().dot(normal) >= -slack);
        let behind = after.is_none_or(|f| f.along().dot(normal) <= slack);
        let left = |f: &Face| {
            let part = &self.whole.body.parts()[f.part];
            let one_sided = matches!(part, Body::Core(core) if core.sided == Sidedness::Left);
            !one_sided || f.normal.dot(normal) > slack
        };
        let shown = ahead && behind && [before, after].into_iter().flatten().all(left);
        let touched = depth > 0.0 || (gap.verdict != Verdict::Separated && depth >= 0.0);
        (touched && shown && !self.is_covered(face.part, at)).then_some((normal, depth))
    }

    fn add_corner(&self, faces: [Option<&Face>; 2], flip: bool, found: &mut Vec<Contact>) {
        if faces.into_iter().flatten().any(|f| f.touched) {
            return;
        }
        let Some((normal, depth)) = self.corner(faces) else { return };
        let [before, after] = faces;
        let Some(at) = before.map(|f| f.ends[1]).or(after.map(|f| f.ends[0])) else { return };
        let radius = before.or(after).map_or(0.0, |f| f.radius);
        self.add((at + normal * radius, normal, depth), flip, found);
    }

    /// Adds a contact at a point of the boundary, unless one with its line is there.
    fn add(&self, (at, normal, depth): (DVec2, DVec2, f64), flip: bool, found: &mut Vec<Contact>) {
        let verdict = if depth > 0.0 { Verdict::Overlapping } else { Verdict::Touching };
        let (on_a, on_b) = (self.base + at, self.base + at - normal * depth);
        let gap = GapF64 { verdict, separation: -depth, normal, on_a, on_b }.flipped_if(flip);
        let contact = Contact::from(gap.rounded());
        let level = |c: &Contact| (DVec2::from(c.on_a) - gap.on_a).dot(normal).abs() <= self.tie;
        let same = |c: &Contact| (DVec2::from(c.normal) - gap.normal).reach() <= TIE && level(c);
        if !found.iter().any(same) {
            found.push(contact);
        }
    }

    /// Adds the one contact of two bodies of which one has no edges.
    fn add_whole(&self, a: &Body, b: &Body, flip: bool, found: &mut Vec<Contact>) {
        if bodies::verdict(a, b) != Verdict::Separated {
            found.push(Contact::from(bodies::gap(a, b).flipped_if(flip).rounded()));
        }
    }
}

#[cfg(test)]
mod tests;
