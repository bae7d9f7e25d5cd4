//! The stretch that the faces of two shapes share; its ends are the points of a manifold.
//!
//! No face is the reference: each end is named by features of both shapes (whose vertex ends it, on
//! which edge of the other), so the names do not depend on a choice between two equal faces. Ends
//! closer than [`TIE`] of the size count as one vertex on another.
//!
//! Frame: relative to a's origin, along the tangent and the normal of the contact.

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use crate::math::{DVec2, Vec2, greater, lesser, round_finite};
use crate::pair::query::manifold::support_features::{Face, faces, lone_face};
use crate::pair::query::manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
use crate::pair::{answer::GapF64, query::contact::Contact};
use crate::shape::{Placed, bvh::box_bvh::DAabb};

/// Ends of faces closer than this, relative to the smaller size, count as the same place.
const TIE: f64 = 5e-3;
/// The least distance that counts as the same place, relative to the larger size.
const POINT: f64 = 1e-6;
/// Faces steeper than this have their points in the order of y; no common angle is near it.
const STEEP: f64 = 0.37;

/// Pairs of faces that are clipped; of more the manifold is the contact's point.
const MOST_PAIRS: usize = 1 << 22;

#[derive(Clone, Copy)]
struct Candidate {
    /// Its coordinate along the tangent.
    at: f64,
    /// How far a and b reach along the normal there.
    top: f64,
    bottom: f64,
    id: FeatureId,
}

impl Candidate {
    fn depth(&self) -> f64 {
        self.top - self.bottom
    }
}

impl Face {
    /// Returns the vertex at an end if this face ends there, else the edge.
    #[inline(always)]
    fn feature(&self, end: usize, ends_here: bool) -> Feature {
        let goes_on = self.edge.is_some() & !ends_here;
        let edge = self.edge.unwrap_or_default();
        let number = select_unpredictable(goes_on, edge, self.vertices[end]);
        if goes_on { Feature::Edge(number) } else { Feature::Vertex(number) }
    }
}

/// The candidates furthest along the tangent both ways, and the deepest.
struct Extremes {
    first: Candidate,
    last: Candidate,
    deepest: Candidate,
}

/// What two stretches share; its second end is before the first if they share nothing.
#[inline(always)]
fn common_stretch(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let low = if a[0] > b[0] { a[0] } else { b[0] };
    let high = if a[1] < b[1] { a[1] } else { b[1] };
    [low, high]
}

impl Extremes {
    /// Of candidates at one place, to within `tie`, the deeper counts: a seam of parts lies below their
    /// face. Where faces meet end to end the one that is known stays.
    fn update(&mut self, c: Candidate, tie: f64, is_end: bool) {
        let is_first = |o: &Candidate, sense: f64| {
            let ahead = (o.at - c.at) * sense;
            let is_deeper = || (c.depth(), ahead) > (o.depth(), 0.0);
            ahead > tie || !is_end && ahead >= -tie && is_deeper()
        };
        self.first = if is_first(&self.first, 1.0) { c } else { self.first };
        self.last = if is_first(&self.last, -1.0) { c } else { self.last };
        self.deepest = if c.depth() > self.deepest.depth() { c } else { self.deepest };
    }
}

/// Returns the manifold of two shapes that meet, in canonical order, with its sides exchanged if
/// `flip`.
#[inline(always)]
pub(crate) fn manifold((a, b): (&Placed, &Placed), raw: GapF64, flip: bool) -> Manifold {
    let clip = Clip::new(a, b, raw, flip);
    if let Some(of_a) = lone_face(&a.body, clip.base, clip.raw.normal)
        && let Some(mut of_b) = lone_face(&b.body, clip.base, -clip.raw.normal)
    {
        of_b.reverse();
        match clip.clip_faces(&of_a, &of_b) {
            Some((p, Some(q))) if clip.is_contact(&p) & clip.is_contact(&q) => {
                return clip.two(&p, &q);
            }
            Some((p, None)) if clip.is_contact(&p) => return clip.one(clip.contact_point(), p.id),
            _ => {}
        }
    }
    clip.clip_all(a, b)
}

pub(crate) struct Clip {
    raw: GapF64,
    flip: bool,
    normal: Vec2,
    depth: f32,
    base: DVec2,
    tangent: DVec2,
    merge_distance: f64,
    /// Places this close are one but for rounding.
    tie: f64,
    concave: bool,
}

impl Clip {
    #[inline(always)]
    pub(crate) fn new(a: &Placed, b: &Placed, raw: GapF64, flip: bool) -> Self {
        let gap = raw.rounded();
        let (sa, sb) = (a.bounds().longest_side(), b.bounds().longest_side());
        let finite = |s: f64| if s.is_finite() { s } else { 0.0 };
        // A point has no size; what rounding does on the other shape is still the same place.
        let rounding = POINT * greater(finite(sa), finite(sb));
        Self {
            raw,
            flip,
            normal: (DVec2::from(gap.normal) * if flip { -1.0 } else { 1.0 }).round(),
            depth: gap.depth(),
            base: a.body.anchor(),
            tangent: raw.normal.left(),
            merge_distance: greater(TIE * finite(lesser(sa, sb)), rounding),
            tie: rounding,
            concave: !(a.body.is_convex() && b.body.is_convex()),
        }
    }

    /// Further away than the depth there is nothing to rest on.
    fn reach(&self) -> f64 {
        2.0 * (self.raw.separation.abs() + self.merge_distance)
    }

    /// Clips all faces that either has within the depth.
    #[inline(never)]
    pub(crate) fn clip_all(&self, a: &Placed, b: &Placed) -> Manifold {
        let raw = &self.raw;
        let reach = self.reach();
        let (mut on_a, mut on_b) = (Vec::new(), Vec::new());
        let near = |of: &Placed| DAabb::relative(of.bounds(), self.base).grown(reach);
        faces(&a.body, self.base, raw.normal, near(b), &mut |face| on_a.push(face));
        faces(&b.body, self.base, -raw.normal, near(a), &mut |face| on_b.push(face));
        on_b.iter_mut().for_each(Face::reverse);
        let few = on_a.len().saturating_mul(on_b.len()) <= MOST_PAIRS;
        let mut extremes: Option<Extremes> = None;
        let keep = |extremes: &mut Option<Extremes>, c: Candidate, is_end: bool| {
            if self.is_contact(&c) {
                let extremes = extremes.get_or_insert(Extremes { first: c, last: c, deepest: c });
                let tie = if is_end { self.merge_distance } else { self.tie };
                extremes.update(c, tie, is_end);
            }
        };
        // Where faces meet end to end comes last: it may be an end of what others share.
        let mut places = Vec::new();
        let on_a_few = on_a.iter().filter(|_| few);
        for (fa, fb) in on_a_few.flat_map(|fa| on_b.iter().map(move |fb| (fa, fb))) {
            match self.clip_faces(fa, fb) {
                Some((p, Some(q))) => {
                    [p, q].into_iter().for_each(|c| keep(&mut extremes, c, false));
                }
                Some((p, None)) => {
                    places.push((p, common_stretch(self.stretch(fa), self.stretch(fb))))
                }
                None => {}
            }
        }
        for (c, [low, high]) in places {
            // A narrow face that goes on where others end has an end of its own.
            let joins = |p: f64, q: f64| (p - q).abs() <= self.tie;
            let goes_on =
                |known: &Extremes| joins(high, known.first.at) || joins(low, known.last.at);
            if high - low > self.tie && extremes.as_ref().is_some_and(goes_on) {
                for at in [low, high] {
                    keep(&mut extremes, Candidate { at, ..c }, false);
                }
            } else {
                keep(&mut extremes, c, true);
            }
        }
        if let Some(Extremes { first, last, deepest }) = extremes.filter(|_| self.depth.is_finite())
        {
            if last.at - first.at > self.merge_distance {
                return self.two(&first, &last);
            }
            let point = if self.concave { self.point(&deepest) } else { self.contact_point() };
            return self.one(point, deepest.id);
        }
        let a = self.nearest(a, raw.on_a - self.base, false);
        let b = self.nearest(b, raw.on_b - self.base, true);
        self.one(self.contact_point(), FeatureId { a, b })
    }

    /// Returns the ends of the stretch that two faces share, one if it is a point, without branches
    /// on the direction. `None` if they share nothing.
    #[inline(always)]
    fn clip_faces(&self, fa: &Face, fb: &Face) -> Option<(Candidate, Option<Candidate>)> {
        let (a, b) = (self.stretch(fa), self.stretch(fb));
        let [low, high] = common_stretch(a, b);
        if low - high > self.merge_distance || !low.is_finite() || !high.is_finite() {
            return None;
        }
        // The end that comes first from outside: the larger of the lows, the smaller of the highs.
        let id = |k: usize, ends_a: bool| {
            let near = (a[k] - b[k]).abs() <= self.merge_distance;
            FeatureId { a: fa.feature(k, near | ends_a), b: fb.feature(k, near | !ends_a) }
        };
        let (first, last) = (id(0, a[0] > b[0]), id(1, a[1] < b[1]));
        let (top, bottom) = (|at| self.height(fa, at), |at| self.height(fb, at));
        if high - low > self.merge_distance {
            let p = Candidate { at: low, top: top(low), bottom: bottom(low), id: first };
            let q = Candidate { at: high, top: top(high), bottom: bottom(high), id: last };
            return Some((p, Some(q)));
        }
        // A vertex at either end of the stretch names it, whichever shape comes first. Of two vertices
        // of one shape the first counts.
        let id = FeatureId { a: first.a.min(last.a), b: first.b.min(last.b) };
        let at = 0.5 * (low + high);
        Some((Candidate { at, top: top(at), bottom: bottom(at), id }, None))
    }

    #[inline(always)]
    fn stretch(&self, f: &Face) -> [f64; 2] {
        let endless = [f64::NEG_INFINITY, f64::INFINITY];
        let ends = [f.ends[0].dot(self.tangent), f.ends[1].dot(self.tangent)];
        if f.endless { endless } else { ends }
    }

    /// The height of a face along the normal at a place of the tangent.
    #[inline(always)]
    fn height(&self, f: &Face, at: f64) -> f64 {
        let [p, q] = f.ends;
        let (s, e) = (p.dot(self.tangent), q.dot(self.tangent) - p.dot(self.tangent));
        let k = (at - s) / if e > 0.0 { e } else { f64::INFINITY };
        // An endless face is a line; others end at their ends.
        let k = if f.endless { k } else { lesser(greater(k, 0.0), 1.0) };
        (p + (q - p) * k).dot(self.raw.normal)
    }

    /// Returns `true` if the surfaces meet at a candidate, and within the depth of the contact.
    #[inline(always)]
    fn is_contact(&self, c: &Candidate) -> bool {
        let tall = self.concave && c.depth() > -self.raw.separation + self.merge_distance;
        c.depth() >= -self.merge_distance && !tall
    }

    fn contact_point(&self) -> Vec2 {
        Contact::from(self.raw.rounded()).point
    }

    /// In the order of the caller, without a branch.
    #[inline(always)]
    fn named(&self, FeatureId { a, b }: FeatureId) -> FeatureId {
        FeatureId {
            a: select_unpredictable(self.flip, b, a),
            b: select_unpredictable(self.flip, a, b),
        }
    }

    fn one(&self, point: Vec2, id: FeatureId) -> Manifold {
        let one = ManifoldPoint { point, depth: self.depth, id: self.named(id) };
        Manifold { normal: self.normal, points: [one; 2], len: 1 }
    }

    /// The deeper of two points gets the depth of the contact, rounding and overhang aside, and the
    /// other no more than that.
    #[inline(always)]
    fn two(&self, p: &Candidate, q: &Candidate) -> Manifold {
        let most = self.depth;
        let clamped = |c: &Candidate| {
            let depth = round_finite(c.depth());
            let depth = if depth > 0.0 { depth } else { 0.0 };
            if depth > most { most } else { depth }
        };
        let mut depths = [clamped(p), clamped(q)];
        depths[usize::from(p.depth() < q.depth())] = most;
        let DVec2 { x, y } = self.tangent;
        let steep = x.abs() < STEEP * y.abs();
        let first = usize::from(select_unpredictable(steep, y, x) <= 0.0);
        let ends = [p, q];
        let point = |k: usize| {
            let (c, depth): (&Candidate, _) = (ends[k], depths[k]);
            ManifoldPoint { point: self.point(c), depth, id: self.named(c.id) }
        };
        let points = [point(first), point(first ^ 1)];
        Manifold { normal: self.normal, points, len: 2 }
    }

    #[inline(always)]
    fn point(&self, c: &Candidate) -> Vec2 {
        let at = self.tangent * c.at + self.raw.normal * (0.5 * (c.top + c.bottom));
        (self.base + at).round()
    }

    /// Returns the feature nearest to a witness; of several in the same place the first, however
    /// the witness was rounded. The window around it grows until nothing beyond is nearer.
    fn nearest(&self, of: &Placed, p: DVec2, is_b: bool) -> Feature {
        let (whole, u) = (DAabb::relative(of.bounds(), self.base), self.raw.normal);
        let mut reach = self.reach();
        loop {
            let window = DAabb::of([p; 2]).grown(reach);
            let mut best: Option<(f64, Feature)> = None;
            faces(&of.body, self.base, if is_b { -u } else { u }, window, &mut |mut f| {
                if is_b {
                    f.reverse();
                }
                for k in 0..2 {
                    let far = (f.ends[k] - p).length();
                    if best.is_none_or(|(least, _)| far + self.merge_distance < least) {
                        best = Some((far, f.feature(k, !f.endless)));
                    }
                }
            });
            match best {
                Some((far, feature)) if far + self.merge_distance < reach => return feature,
                // All of it, or nothing that a window bounds.
                _ if window.holds(whole) || !(reach > 0.0 && reach.is_finite()) => {
                    return best.map_or(Feature::Vertex(0), |(_, f)| f);
                }
                _ => reach *= 8.0,
            }
        }
    }
}
