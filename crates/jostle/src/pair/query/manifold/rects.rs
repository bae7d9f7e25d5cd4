//! Where two rectangles rest on each other: the clipping of [`super`] as the face that counts sees
//! it, where the own side is upright and the other's side or corner follows from one cosine and one
//! sine.

use core::hint::select_unpredictable;

use crate::math::simd::F64x2;
use crate::math::simd::{from_lanes, to_lanes};
use crate::math::{DVec2, greater, lesser};
use crate::pair::convex::RectPair;
use crate::pair::query::contact::Contact;
use crate::pair::query::manifold::clip_ends::{End, Names, Place, feature, mask, named};
use crate::pair::query::manifold::support_features::FACING;
use crate::pair::query::manifold::{
    Feature, FeatureId, Manifold, ManifoldPoint, merge_distance, prefer_vertex_id,
};
use crate::pair::sat::rects::ReferenceFace;
use crate::shape::Placed;

/// Returns the manifold of two rectangles that certainly overlap, or `None` if their faces share
/// nothing.
#[inline(always)]
pub(crate) fn clip_to_reference_face(a: &Placed, b: &Placed, pair: &RectPair) -> Option<Manifold> {
    let sight = pair.faces.sight();
    let on = On { pair, merge_distance: merge_distance(a, b), sight };
    if on.shows_corner() { on.corner() } else { on.side() }
}

/// What the face that counts sees, and how near ends are the same place.
struct On<'p> {
    pair: &'p RectPair,
    sight: ReferenceFace,
    merge_distance: f64,
}

/// A corner or a side of the other, by their numbers in its own frame.
struct Shown {
    right: bool,
    up: bool,
}

/// The number, negated unless it is to be positive: computed, since what is chosen becomes a
/// branch.
#[inline(always)]
fn signed(positive: bool, x: f64) -> f64 {
    f64::from_bits(x.to_bits() ^ (u64::from(!positive) << 63))
}

impl On<'_> {
    /// Returns `true` if no side of the other lies nearly along the face: see
    /// [`crate::pair::query::manifold::support_features`].
    #[inline(always)]
    fn shows_corner(&self) -> bool {
        let DVec2 { x, y } = self.sight.turn;
        let (x, y) = (x * x, y * y);
        lesser(x, y) > FACING * FACING * (x + y)
    }

    /// The own side, and the corners before and after it.
    #[inline(always)]
    fn side_number(&self) -> [u32; 3] {
        let ReferenceFace { y, behind, .. } = self.sight;
        let side = (1 + u32::from(y) + 2 * u32::from(behind)) & 3;
        [side, side, (side + 1) & 3]
    }

    /// The quarter of the other's own frame that is nearest to the face.
    #[inline(always)]
    fn shown(&self) -> Shown {
        let turn = self.sight.turn;
        Shown { right: turn.x < 0.0, up: turn.y > 0.0 }
    }

    #[inline(always)]
    fn one(&self, [low, high]: [FeatureId; 2]) -> Option<Manifold> {
        let contact = Contact::from(self.pair.gap()?.rounded());
        let id = prefer_vertex_id(low, high);
        let one = ManifoldPoint { point: contact.point, depth: contact.depth, id };
        Some(Manifold { normal: contact.normal, points: [one; 2], len: 1 })
    }

    /// The other rests on a corner.
    #[inline(always)]
    fn corner(&self) -> Option<Manifold> {
        let (&ReferenceFace { end, center, turn, half, on_b, .. }, merge_distance) =
            (&self.sight, self.merge_distance);
        let Shown { right, up } = self.shown();
        let at = center.y + signed(right, half.x * turn.y) + signed(up, half.y * turn.x);
        let [side, before, after] = self.side_number();
        let number = u32::from(right) ^ (3 * u32::from(up));
        // From one end to the corner, and from there to the other.
        let (from, to) = (at + end, end - at);
        let other = Feature::Vertex(number);
        let low = named(on_b, feature(from <= merge_distance, before, side), other);
        let high = named(on_b, feature(to <= merge_distance, after, side), other);
        if lesser(from, to) >= -merge_distance { self.one([low, high]) } else { None }
    }

    /// The other rests on a side, on two points; `None` if it is one, which is rare.
    #[inline(always)]
    fn side(&self) -> Option<Manifold> {
        let (
            &ReferenceFace { u, inverse, front, end, center, turn, half, on_b, .. },
            merge_distance,
        ) = (&self.sight, self.merge_distance);
        let Shown { right, up } = self.shown();
        // The side's middle, and from there to its upper end.
        let of_x = turn.x * turn.x > turn.y * turn.y;
        let to_x = turn * signed(right, half.x);
        let to_y = turn.left() * signed(up, half.y);
        let [out, on] = mask(!of_x).swap_where([to_lanes(to_x), to_lanes(to_y)]).map(from_lanes);
        let middle = center + out;
        let on = DVec2::new(signed(on.y >= 0.0, on.x), on.y.abs());
        let (first, last) = (middle.y - on.y, middle.y + on.y);
        let (low, high) = (greater(-end, first), lesser(end, last));
        if high - low <= merge_distance {
            return None;
        }
        let second = of_x ^ select_unpredictable(of_x, right, up);
        let shown = 2 * u32::from(second) + u32::from(of_x);
        let [side, before, after] = self.side_number();
        let names = Names {
            edges: [side, shown],
            own: [before, after],
            other: [(shown + 1) & 3, shown],
            of_b: on_b,
        };
        let ids = names.at([end + first, end - last], merge_distance);
        let slope = on.x / on.y;
        let surface = |at: f64| middle.x + (at - middle.y) * slope;
        let levels = [low, high].map(surface);
        let depths = levels.map(|level| (front - level) * inverse);
        if lesser(depths[0], depths[1]) < -merge_distance {
            return None;
        }
        // No caller needs the points of the contact.
        let contact = self.pair.gap()?.rounded();
        let square = inverse * inverse;
        let end = |at: f64, level: f64, depth: f64, id| End {
            at: at * square,
            level: 0.5 * (front + level) * square,
            depth,
            id,
        };
        let ends =
            [end(low, levels[0], depths[0], ids[0]), end(high, levels[1], depths[1], ids[1])];
        let place = Place { origin: self.pair.origin(on_b), along: u.left(), out: u };
        Some(place.manifold(ends, &contact))
    }
}
