//! The pairs that games ask about most, rectangles and discs, answered where the question is asked.
//!
//! From the two cores to the rounded numbers nothing passes through memory and no branch depends on what
//! nobody can guess: which of the two comes first, which of four axes it is, on which side. What is in
//! doubt, or nearest by corners, is left to the general way ([`crate::pair::query::gap`]), whose numbers these are.

use core::cmp::Ordering;
use core::hint::select_unpredictable;

use crate::math::simd::{F32Lanes, F32x4, F64Lanes, Four, Two, WidenToF64};
use crate::math::{D2, Vec2};
use crate::pair::canonical_order;
use crate::pair::query::gap::{Asked, Raw, measured};
use crate::pair::query::verdict::Verdict;
use crate::pair::sat::polygons;
use crate::pair::sat::rects;
use crate::pair::sat::rects::{Faces, vector};
use crate::shape::body::core::{Frame, Vertices};
use crate::shape::{Body, Core, Kind, Placed};

/// The answer for two cores with different bounds; none where they are not convex, large, or in doubt.
#[inline(always)]
pub(crate) fn answer(a: &Placed, b: &Placed, asked: Asked) -> Option<Raw> {
    let (Body::Core(core_a), Body::Core(core_b)) = (&a.body, &b.body) else { return None };
    if a.bounds() == b.bounds() {
        return None;
    }
    let bounds = (a.bounds(), b.bounds());
    let (a, b) = (core_a, core_b);
    match (&a.vertices, &b.vertices) {
        (Vertices::Rect(f), Vertices::Rect(g)) if a.plain & b.plain => {
            let pair = Rects::new((a, f), (b, g))?;
            if pair.verdict == Verdict::Separated && asked != Asked::Gap {
                return Some(Raw::APART);
            }
            let far = pair.faces.separation + pair.faces.error;
            let turned = pair.turned.mask() != 0;
            pair.raw().or_else(|| between_corners(a, b, turned, far))
        }
        (Vertices::Rect(f), Vertices::Thin(..)) if a.plain & (b.kind == Kind::Point) => {
            disc_and_rect(b, (a, f), asked).map(Raw::flipped)
        }
        (Vertices::Thin(..), Vertices::Rect(g)) if b.plain & (a.kind == Kind::Point) => {
            disc_and_rect(a, (b, g), asked)
        }
        _ if asked != Asked::Gap && !bounds.0.overlaps(bounds.1) => Some(Raw::APART),
        _ => {
            let order = canonical_order::cores(a, b);
            let later = order == Ordering::Greater;
            let (first, second) =
                (select_unpredictable(later, b, a), select_unpredictable(later, a, b));
            let near = match asked {
                Asked::Gap => polygons::separation(first, second)?,
                _ => polygons::depth(first, second)?,
            };
            let verdict = decided(near.separation, near.error)?;
            if verdict == Verdict::Separated && asked != Asked::Gap {
                return Some(Raw::APART);
            }
            Some(measured(first, second, near, verdict).turned(later))
        }
    }
}

/// Two plain rectangles that are surely apart or surely meet.
pub(crate) struct Rects {
    pub(crate) verdict: Verdict,
    pub(crate) faces: Faces,
    /// Whether b comes before a.
    pub(crate) turned: Two,
    places: [Two; 2],
}

impl Rects {
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn new((a, f): (&Core, &Frame), (b, g): (&Core, &Frame)) -> Option<Self> {
        let (f, g) = (rects::numbers(f), rects::numbers(g));
        let turned = Two::splat(f64::from_bits(comes_later((f, a.origin), (g, b.origin))?));
        let (p, q) = (two(a), two(b));
        let faces = rects::plain_rects(f, g, q - p, turned);
        let verdict = decided(faces.separation, faces.error)?;
        Some(Self { verdict, faces, turned, places: [p, q] })
    }

    /// The two that these shapes are, if they are and not in one place.
    #[inline(always)]
    pub(crate) fn of(a: &Placed, b: &Placed) -> Option<Self> {
        let (Body::Core(p), Body::Core(q)) = (&a.body, &b.body) else { return None };
        let (Vertices::Rect(f), Vertices::Rect(g)) = (&p.vertices, &q.vertices) else {
            return None;
        };
        let plain = p.plain & q.plain && a.bounds() != b.bounds();
        if plain { Self::new((p, f), (q, g)) } else { None }
    }

    /// The center of b, or of a.
    #[inline(always)]
    pub(crate) fn origin(&self, of_b: bool) -> D2 {
        let [p, q] = self.places.map(vector);
        D2::new(select_unpredictable(of_b, q.x, p.x), select_unpredictable(of_b, q.y, p.y))
    }

    /// None where the nearest features are two corners.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn raw(&self) -> Option<Raw> {
        let Self { verdict, faces, turned, places: [p, q] } = self;
        let [normal, on_a, on_b] = faces.in_order(*turned)?;
        let origin = turned.select(*q, *p);
        let [normal, on_a, on_b] = [normal, on_a + origin, on_b + origin].map(vector);
        Some(Raw { verdict: *verdict, separation: faces.separation, normal, on_a, on_b })
    }
}

#[inline(always)]
fn two(core: &Core) -> Two {
    Four::load([core.origin.x, core.origin.y, 0.0, 0.0]).to_f64().halves()[0]
}

/// All bits where the first number that differs is the larger one of a, else none; computed, since what
/// is chosen becomes a branch.
#[inline(always)]
fn comes_later((a, p): (Four, Vec2), (b, q): (Four, Vec2)) -> Option<u64> {
    let (same, above) = (a.eq(b).mask(), a.gt(b).mask());
    if same == 15 {
        // Where all are of one size, this is so of all.
        let order = canonical_order::numbers_in_turn([p.x, p.y], [q.x, q.y]);
        let later = u64::from(order == Ordering::Greater).wrapping_neg();
        return (order != Ordering::Equal).then_some(later);
    }
    let first = (same + 1) & !same;
    Some(((-i64::from(above & first)) >> 8) as u64)
}

/// The answer about two rectangles that are surely apart, where the nearest features are two corners: further
/// than `far`, which faces show; none else.
#[inline(never)]
fn between_corners(a: &Core, b: &Core, turned: bool, far: f64) -> Option<Raw> {
    let (first, second) = if turned { (b, a) } else { (a, b) };
    let near = polygons::rect_corners(first, second)?;
    let raw = measured(first, second, near, Verdict::Separated).turned(turned);
    (near.separation > far).then_some(raw)
}

/// The disc is the first.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn disc_and_rect(disc: &Core, (rect, frame): (&Core, &Frame), asked: Asked) -> Option<Raw> {
    let (center, radius) = (D2::from(disc.origin), f64::from(disc.radius));
    let near = rects::rect_and_point(frame, center - D2::from(rect.origin), radius);
    let verdict = decided(near.separation, near.error)?;
    if verdict == Verdict::Separated && asked != Asked::Gap {
        return Some(Raw::APART);
    }
    let (separation, normal) = (near.separation, -near.normal);
    let d = D2::from(rect.origin) - center;
    let (on_a, on_b) = (normal * radius + center, near.core_a + d + center);
    Some(Raw { verdict, separation, normal, on_a, on_b })
}

/// The verdict that a separation beyond its error stands for.
#[inline(always)]
pub(super) fn decided(separation: f64, error: f64) -> Option<Verdict> {
    let apart = separation > 0.0;
    let verdict = select_unpredictable(apart, Verdict::Separated, Verdict::Overlapping);
    (separation.abs() > error).then_some(verdict)
}
