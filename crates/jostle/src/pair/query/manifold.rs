//! Contact manifolds: one or two contact points with names that stay from step to step.
//!
//! Method: along the normal of the contact each shape has a face or a vertex
//! ([`support_features`]). The manifold is the stretch that two faces share, and its ends are the
//! points, as with the reference and incident edges of Erin Catto ("Fast and Simple Physics using
//! Sequential Impulses", GDC 2006). Unlike there no face is the reference: each end of the stretch
//! is named by features of both shapes (whose vertex ends it, on which edge of the other), so the
//! names do not depend on a choice between two equal faces. Ends closer than [`TIE`] of the size
//! count as one vertex on another. For concave shapes all pairs of faces within the depth are
//! clipped in this way, and the two points furthest apart are kept.
//!
//! Frame: world, computed relative to a's origin in the canonical order of the pair. Cost: O(n + m)
//! and the pairs of faces in reach.
//! Perf: two rectangles, and two polygons of five to eight vertices, are clipped in the frame of
//! their face ([`rects`], [`octagons`]), 1.5 times as fast. Selections replace branches, which
//! random normals would mispredict.

mod clip_ends;
mod grid_faces;
mod octagons;
mod rects;
pub(crate) mod support_features;

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::{DVec2, Vec2, greater, lesser};
use crate::pair::answer::Verdict;
use crate::pair::answer::{GapF64, Want};
use crate::pair::bodies::placed_gap;
use crate::pair::canonical_order;
use crate::pair::convex;
use crate::pair::convex::RectPair;
use crate::pair::curved::view;
use crate::pair::query::contact::Contact;
use crate::pair::sat::octagons::EdgeDecision;
use crate::pair::sat::polygons;
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Core, Placed};
use grid_faces::faces_toward;
use support_features::{Face, Faces, lone_face};

/// A part of a shape that takes part in a contact; numbers count through all parts of a union.
///
/// ```
/// use jostle::query::Feature;
/// assert_ne!(Feature::Vertex(1), Feature::Edge(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// A vertex, or the whole of a circle or curved shape.
    Vertex(u32),
    /// An edge; the line of a half-plane.
    Edge(u32),
}

/// Names a contact point by what meets there; independent of positions.
///
/// ```
/// use jostle::query::{Feature, FeatureId};
/// let id = FeatureId { a: Feature::Edge(2), b: Feature::Vertex(0) };
/// assert_eq!(id.flipped().a, Feature::Vertex(0));
/// assert_ne!(id.to_bits(), id.flipped().to_bits());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureId {
    /// The feature of a.
    pub a: Feature,
    /// The feature of b.
    pub b: Feature,
}

impl FeatureId {
    /// Returns the name with the sides exchanged: what the swapped pair reports.
    ///
    /// ```
    /// use jostle::query::{Feature, FeatureId};
    /// let id = FeatureId { a: Feature::Edge(2), b: Feature::Vertex(0) };
    /// assert_eq!(id.flipped().flipped(), id);
    /// ```
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { a: self.b, b: self.a }
    }

    /// Packs the name into 52 bits, which a JavaScript number holds: a's feature in the upper 26,
    /// b's in the lower, each twice its number, plus one for an edge.
    ///
    /// Distinct for shapes of fewer than 2²⁵ vertices.
    ///
    /// ```
    /// use jostle::query::{Feature, FeatureId};
    /// let id = FeatureId { a: Feature::Vertex(1), b: Feature::Edge(3) };
    /// assert_eq!(id.to_bits(), (2 << 26) + 7);
    /// ```
    #[must_use]
    pub fn to_bits(self) -> u64 {
        let half = |f| match f {
            Feature::Vertex(i) => u64::from(i) << 1,
            Feature::Edge(i) => (u64::from(i) << 1) | 1,
        };
        let low = (1 << 26) - 1;
        ((half(self.a) & low) << 26) | (half(self.b) & low)
    }
}

/// A point of a contact manifold.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// let m = a.manifold(&a.moved((1.0, 0.0))).unwrap();
/// assert_eq!((m.points()[0].point, m.points()[0].depth), (Vec2::new(0.5, 0.0), 1.0));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ManifoldPoint {
    /// The middle between the two surfaces, along the normal.
    pub point: Vec2,
    /// The depth there; 0 if the shapes only touch.
    #[cfg_attr(feature = "serde", serde(with = "crate::math::infinite_as_null::depth"))]
    pub depth: f32,
    /// The features that meet here.
    pub id: FeatureId,
}

/// The contact of two shapes: one or two points.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
/// let crate_ = Shape::rect_half((2.0, 1.0))?.place(Affine::at(5.0, 0.75))?;
/// let m = floor.manifold(&crate_).unwrap();
/// assert_eq!(m.normal, Vec2::new(0.0, 1.0));
/// assert_eq!(m.points().len(), 2);
/// assert!(m.points().iter().all(|p| p.depth == 0.25));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manifold {
    /// Unit vector from a to b, the contact's.
    pub normal: Vec2,
    points: [ManifoldPoint; 2],
    len: usize,
}

impl Manifold {
    /// Returns the points, one or two: by x, or by y along a steep face; the swapped pair has them
    /// in the same order.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.manifold(&a.moved((0.5, 1.5))).unwrap().points().len(), 2);
    /// assert_eq!(a.manifold(&a.moved((2.0, 2.0))).unwrap().points().len(), 1);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        self.points.get(..self.len).unwrap_or(&self.points)
    }

    /// With one point or two.
    #[cfg(feature = "serde")]
    pub(crate) fn of(normal: Vec2, points: &[ManifoldPoint]) -> Option<Self> {
        let (one, other) = (points.first()?, points.last()?);
        (points.len() <= 2).then_some(Self { normal, points: [*one, *other], len: points.len() })
    }

    /// With the sides exchanged, where `yes` states it.
    #[inline(always)]
    fn flipped_if(mut self, yes: bool) -> Self {
        let sign = if yes { -1.0 } else { 1.0 };
        self.normal = (DVec2::from(self.normal) * sign).round();
        for p in &mut self.points {
            let FeatureId { a, b } = p.id;
            p.id.a = select_unpredictable(yes, b, a);
            p.id.b = select_unpredictable(yes, a, b);
        }
        self
    }
}

impl Placed {
    /// Finds the contact manifold of two shapes, or `None` when they are apart.
    ///
    /// The normal is that of [`Placed::contact`], and the largest depth is its depth. Two points
    /// where faces lie on each other: within 14.5° of the normal and over more than 1/200 of the
    /// smaller size; else one. Curved sides give one. A second point whose surfaces just fail to
    /// meet, by less than 1/200 of the size, is kept with depth 0, so that a resting shape does not
    /// lose it to rounding. Where no translation separates, the one point has infinite depth.
    ///
    /// Names depend on the place alone and not on the past, so somewhere they have to change: where
    /// another way out becomes the shortest, or an end of a face passes an end of the other. A
    /// motion by 1e-3 of the smaller size does the latter for 0.2 % of random contacts, and between
    /// convex shapes it changes names at most once: they do not flicker.
    ///
    /// ```
    /// use jostle::{Affine, Shape, query::Feature};
    /// let a = Shape::rect_half((4.0, 1.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at(0.0, 1.5))?;
    /// let m = a.manifold(&b).unwrap();
    /// // Both lower corners of b on the upper edge of a.
    /// assert!(m.points().iter().all(|p| p.id.a == Feature::Edge(2) && p.depth == 0.5));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn manifold(&self, other: &Self) -> Option<Manifold> {
        if let Some(pair) = RectPair::from_placed(self, other) {
            if pair.verdict == Verdict::Separated {
                return None;
            }
            if let Some(found) = rects::clip_to_reference_face(self, other, &pair) {
                return Some(found);
            }
        }
        from_faces(self, other)
    }
}

/// The manifold of any two shapes.
#[inline(always)]
fn from_faces(a: &Placed, b: &Placed) -> Option<Manifold> {
    if polygons::OCTAGON_FAST_PATH
        && let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body)
        && let (Vertices::Eight(_), Vertices::Eight(_)) = (&p.vertices, &q.vertices)
    {
        return of_eights((a, p), (b, q));
    }
    let Some(raw) = convex::gap_if_certain(a, b, Want::Contact) else {
        return not_direct(a, b);
    };
    if raw.verdict == Verdict::Separated {
        return None;
    }
    // In canonical order, selected without a branch that would be mispredicted.
    let turned = canonical_order::order(a, b) == Ordering::Greater;
    let (first, second) = (select_unpredictable(turned, b, a), select_unpredictable(turned, a, b));
    Some(in_order(first, second, raw.flipped_if(turned)).flipped_if(turned))
}

/// Two shapes of five to eight vertices, whose contact names their faces.
#[inline(never)]
fn of_eights(a: (&Placed, &Core), b: (&Placed, &Core)) -> Option<Manifold> {
    let (bounds_a, bounds_b) = (a.0.bounds(), b.0.bounds());
    if !bounds_a.overlaps(bounds_b) {
        return None;
    }
    let turned = canonical_order::cores(a.1, b.1) == Ordering::Greater;
    let ((first, p), (second, q)) = if turned { (b, a) } else { (a, b) };
    if bounds_a != bounds_b {
        match polygons::eights(p, q) {
            Some(EdgeDecision::Apart) => return None,
            Some(EdgeDecision::ReferenceEdge(ahead)) => {
                let radius = f64::from(p.radius) + f64::from(q.radius);
                let separation = ahead.separation - radius;
                if separation > ahead.error {
                    return None;
                }
                if radius == 0.0
                    && separation < -ahead.error
                    && let Some(found) = octagons::clip_to_reference_face(
                        p.origin,
                        &ahead,
                        merge_distance(first, second),
                    )
                {
                    return Some(found.flipped_if(turned));
                }
            }
            None => {}
        }
    }
    not_direct(a.0, b.0)
}

/// The remaining pairs, in canonical order, because equal sets have the same normal both ways.
#[inline(never)]
fn not_direct(a: &Placed, b: &Placed) -> Option<Manifold> {
    if !a.bounds().overlaps(b.bounds()) {
        return None;
    }
    let turned = canonical_order::order(a, b) == Ordering::Greater;
    let (a, b) = if turned { (b, a) } else { (a, b) };
    let raw = placed_gap(a, b);
    (raw.verdict != Verdict::Separated).then(|| in_order(a, b, raw).flipped_if(turned))
}

/// Ends of faces closer than this, relative to the smaller size, count as the same place.
const TIE: f64 = 5e-3;
/// The least size that counts for that, relative to the larger size.
const POINT: f64 = 1e-6;
/// Faces steeper than this have their points in the order of y; no common angle is near it.
const STEEP: f64 = 0.37;

/// A possible point of the manifold.
#[derive(Clone, Copy)]
struct Candidate {
    /// Place along the tangent.
    at: f64,
    /// How far a and b reach along the normal there.
    top: f64,
    bottom: f64,
    id: FeatureId,
}

impl Face {
    /// What meets at an end: its vertex where this face ends there, else the edge.
    #[inline(always)]
    fn name(&self, k: usize, ends: bool) -> Feature {
        let edge = self.edge.is_some() & !ends;
        let number = if edge { self.edge.unwrap_or_default() } else { self.vertices[k] };
        if edge { Feature::Edge(number) } else { Feature::Vertex(number) }
    }
}

impl Candidate {
    fn depth(&self) -> f64 {
        self.top - self.bottom
    }
}

/// The answer for two shapes that meet.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn in_order(a: &Placed, b: &Placed, raw: GapF64) -> Manifold {
    let cores = match (&a.body, &b.body) {
        (Body::Core(first), Body::Core(second)) => Some((first, second)),
        _ => None,
    };
    let contact = Contact::from(raw.rounded());
    let convex = |body: &Body| view(body).is_some() || matches!(body, Body::HalfPlane(_));
    let concave = !(convex(&a.body) && convex(&b.body));
    let tangent = raw.normal.left();
    let clip = Clip {
        raw: &raw,
        base: a.body.anchor(),
        tangent,
        merge_distance: merge_distance(a, b),
        concave,
    };
    if let Some((first, second)) = cores
        && let Some(of_a) = lone_face(first, clip.base, raw.normal)
        && let Some(mut of_b) = lone_face(second, clip.base, -raw.normal)
    {
        of_b.reverse();
        if let Some(found) = clip.of_two(&of_a, &of_b, &contact) {
            return found;
        }
    }
    clip.clip_all(a, b, contact)
}

/// Ends closer than this are the same place.
fn merge_distance(a: &Placed, b: &Placed) -> f64 {
    let (sa, sb) = (a.bounds().longest_side(), b.bounds().longest_side());
    let finite = |s: f64| if s.is_finite() { s } else { 0.0 };
    // A point has no size; what rounding does on the other shape is still the same place.
    TIE * greater(finite(lesser(sa, sb)), POINT * greater(finite(sa), finite(sb)))
}

/// The depth of the other of two points, which is no more than the contact's.
#[inline(always)]
fn clamp_depth(depth: f64, most: f32) -> f32 {
    let depth = DVec2::new(depth, 0.0).round().x;
    let depth = if depth > 0.0 { depth } else { 0.0 };
    if depth > most { most } else { depth }
}

/// The name of a single point, of those at both ends: two vertices where an end is near, else a
/// corner on an edge.
#[inline(always)]
fn prefer_vertex_id(first: FeatureId, last: FeatureId) -> FeatureId {
    let sharp = matches!((last.a, last.b), (Feature::Vertex(_), Feature::Vertex(_)));
    if sharp { last } else { first }
}

/// Returns `true` if points along this direction come in the order of the manifold.
#[inline(always)]
fn in_reading_order(DVec2 { x, y }: DVec2) -> bool {
    if x.abs() < STEEP * y.abs() { y > 0.0 } else { x > 0.0 }
}

/// The candidates furthest along the tangent both ways, and the deepest.
#[derive(Default)]
struct Kept {
    first: Option<Candidate>,
    last: Option<Candidate>,
    deepest: Option<Candidate>,
}

impl Kept {
    fn offer(&mut self, c: Candidate) {
        if self.first.is_none_or(|old| c.at < old.at) {
            self.first = Some(c);
        }
        if self.last.is_none_or(|old| c.at > old.at) {
            self.last = Some(c);
        }
        if self.deepest.is_none_or(|old| c.depth() > old.depth()) {
            self.deepest = Some(c);
        }
    }
}

/// What faces are clipped with.
struct Clip<'a> {
    raw: &'a GapF64,
    base: DVec2,
    tangent: DVec2,
    merge_distance: f64,
    concave: bool,
}

impl Clip<'_> {
    /// The answer from a face that each shows, both with ends, without a branch that a direction
    /// decides; `None` if they share nothing.
    #[inline(always)]
    fn of_two(&self, fa: &Face, fb: &Face, contact: &Contact) -> Option<Manifold> {
        let (n, t) = (self.raw.normal, self.tangent);
        let (a, b) = (fa.ends.map(|p| p.dot(t)), fb.ends.map(|p| p.dot(t)));
        let low = if a[0] > b[0] { a[0] } else { b[0] };
        let high = if a[1] < b[1] { a[1] } else { b[1] };
        let height = |f: &Face, [s, end]: [f64; 2], at: f64| {
            let ([p, q], e) = (f.ends, end - s);
            let k = (at - s) / if e > 0.0 { e } else { f64::INFINITY };
            let k = if k > 0.0 { k } else { 0.0 };
            (p + (q - p) * if k < 1.0 { k } else { 1.0 }).dot(n)
        };
        let id = |k: usize, of_a: bool| {
            let near = (a[k] - b[k]).abs() <= self.merge_distance;
            FeatureId { a: fa.name(k, near | of_a), b: fb.name(k, near | !of_a) }
        };
        let (first, last) = (id(0, a[0] > b[0]), id(1, a[1] < b[1]));
        if high - low > self.merge_distance {
            let tops = [height(fa, a, low), height(fa, a, high)];
            let bottoms = [height(fb, b, low), height(fb, b, high)];
            let p = Candidate { at: low, top: tops[0], bottom: bottoms[0], id: first };
            let q = Candidate { at: high, top: tops[1], bottom: bottoms[1], id: last };
            let both = p.depth() >= -self.merge_distance && q.depth() >= -self.merge_distance;
            return both.then(|| self.two(&p, &q, contact));
        }
        let at = 0.5 * (low + high);
        if low - high > self.merge_distance
            || height(fa, a, at) - height(fb, b, at) < -self.merge_distance
        {
            return None;
        }
        let id = prefer_vertex_id(first, last);
        let one = ManifoldPoint { point: contact.point, depth: contact.depth, id };
        Some(Manifold { normal: contact.normal, points: [one; 2], len: 1 })
    }

    /// The answer from all faces that either shows.
    #[inline(never)]
    fn clip_all(&self, a: &Placed, b: &Placed, contact: Contact) -> Manifold {
        let raw = self.raw;
        // Further away than the depth there is nothing to rest on.
        let reach = 2.0 * (raw.separation.abs() + self.merge_distance);
        let (mut on_a, mut on_b) = (Faces::default(), Faces::default());
        faces_toward(&a.body, &b.body, self.base, (raw.normal, reach), &mut on_a);
        faces_toward(&b.body, &a.body, self.base, (-raw.normal, reach), &mut on_b);
        on_b.iter_mut().for_each(Face::reverse);
        let mut kept = Kept::default();
        for fa in on_a.iter() {
            for fb in on_b.iter() {
                self.share(fa, fb, &mut kept);
            }
        }
        self.answer(&kept, contact, [&on_a, &on_b])
    }

    /// Offers the ends of the stretch that two faces share.
    #[inline(always)]
    fn share(&self, fa: &Face, fb: &Face, kept: &mut Kept) {
        let ends = |f: &Face| {
            let endless = [f64::NEG_INFINITY, f64::INFINITY];
            if f.endless { endless } else { f.ends.map(|p| p.dot(self.tangent)) }
        };
        let (a, b) = (ends(fa), ends(fb));
        let low = if a[0] > b[0] { a[0] } else { b[0] };
        let high = if a[1] < b[1] { a[1] } else { b[1] };
        if low - high > self.merge_distance || !low.is_finite() || !high.is_finite() {
            return;
        }
        let id = |k: usize| {
            let near = (a[k] - b[k]).abs() <= self.merge_distance;
            // The end that comes first from outside: the larger of the lows, the smaller of the
            // highs.
            let of_a = if k == 0 { a[0] > b[0] } else { a[1] < b[1] };
            FeatureId { a: fa.name(k, near || of_a), b: fb.name(k, near || !of_a) }
        };
        if high - low > self.merge_distance {
            self.offer(fa, fb, low, id(0), kept);
            self.offer(fa, fb, high, id(1), kept);
        } else {
            self.offer(fa, fb, 0.5 * (low + high), prefer_vertex_id(id(0), id(1)), kept);
        }
    }

    #[inline(always)]
    fn offer(&self, fa: &Face, fb: &Face, at: f64, id: FeatureId, kept: &mut Kept) {
        let (n, t) = (self.raw.normal, self.tangent);
        let height = |f: &Face| {
            let [p, q] = f.ends;
            let (s, e) = (p.dot(t), q.dot(t) - p.dot(t));
            let k = if e > 0.0 { (at - s) / e } else { 0.0 };
            // An endless face is a line; others end at their ends.
            let k = if f.endless { k } else { k.clamp(0.0, 1.0) };
            (p + (q - p) * k).dot(n)
        };
        let c = Candidate { at, top: height(fa), bottom: height(fb), id };
        let tall = self.concave && c.depth() > -self.raw.separation + self.merge_distance;
        if c.depth() >= -self.merge_distance && !tall {
            kept.offer(c);
        }
    }

    #[inline(always)]
    fn point(&self, c: &Candidate) -> Vec2 {
        let at = self.tangent * c.at + self.raw.normal * (0.5 * (c.top + c.bottom));
        (self.base + at).round()
    }

    /// Two points, of which the deeper has the contact's own depth, rounding and overhang aside.
    #[inline(always)]
    fn two(&self, p: &Candidate, q: &Candidate, contact: &Contact) -> Manifold {
        let shallow = |c: &Candidate| clamp_depth(c.depth(), contact.depth);
        let first = p.depth() >= q.depth();
        let dp = if first { contact.depth } else { shallow(p) };
        let dq = if first { shallow(q) } else { contact.depth };
        let of = |c: &Candidate, depth| ManifoldPoint { point: self.point(c), depth, id: c.id };
        let points = if in_reading_order(self.tangent) {
            [of(p, dp), of(q, dq)]
        } else {
            [of(q, dq), of(p, dp)]
        };
        Manifold { normal: contact.normal, points, len: 2 }
    }

    fn answer(&self, kept: &Kept, contact: Contact, faces: [&Faces; 2]) -> Manifold {
        let finite = contact.depth.is_finite();
        let both =
            kept.first.zip(kept.last).filter(|(p, q)| finite && q.at - p.at > self.merge_distance);
        if let Some((p, q)) = both {
            return self.two(&p, &q, &contact);
        }
        let lone = kept.deepest.as_ref().filter(|_| finite);
        let point = match lone {
            Some(c) if self.concave => self.point(c),
            _ => contact.point,
        };
        let id = lone.map_or_else(|| self.nearest(faces), |c| c.id);
        let one = ManifoldPoint { point, depth: contact.depth, id };
        Manifold { normal: contact.normal, points: [one; 2], len: 1 }
    }

    /// The features nearest to the witnesses, where no faces share a stretch.
    fn nearest(&self, [on_a, on_b]: [&Faces; 2]) -> FeatureId {
        let nearest = |faces: &Faces, p: DVec2| {
            let mut best: Option<(f64, Feature)> = None;
            for f in faces.iter() {
                for k in 0..2 {
                    let far = (f.ends[k] - p).length();
                    // Of those in the same place the first, however the witness was rounded.
                    if best.is_none_or(|(least, _)| far + self.merge_distance < least) {
                        let endless = f.edge.filter(|_| f.endless).map(Feature::Edge);
                        best = Some((far, endless.unwrap_or(Feature::Vertex(f.vertices[k]))));
                    }
                }
            }
            best.map_or(Feature::Vertex(0), |(_, f)| f)
        };
        FeatureId {
            a: nearest(on_a, self.raw.on_a - self.base),
            b: nearest(on_b, self.raw.on_b - self.base),
        }
    }
}

#[cfg(test)]
mod tests;
