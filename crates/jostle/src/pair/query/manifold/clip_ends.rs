//! The ends of the stretch that two faces share, with their names, and the points of a manifold.

use core::hint::select_unpredictable;

use crate::math::simd::{F64Lanes, Two};
use crate::math::{DVec2, lesser};
use crate::pair::query::gap::Gap;
use crate::pair::query::manifold::{
    Feature, FeatureId, Manifold, ManifoldPoint, clamp_depth, in_reading_order,
};

/// What the own face and the other have at the ends of what they share.
pub(crate) struct Names {
    /// The edges.
    pub(crate) edges: [u32; 2],
    /// The vertices at the lower and the upper end, by places along the own face.
    pub(crate) own: [u32; 2],
    pub(crate) other: [u32; 2],
    /// True if the own face is b's.
    pub(crate) of_b: bool,
}

/// The name of a face's end, or of the edge that goes on there.
#[inline(always)]
pub(crate) fn feature(is_vertex: bool, vertex: u32, edge: u32) -> Feature {
    let number = select_unpredictable(is_vertex, vertex, edge);
    if is_vertex { Feature::Vertex(number) } else { Feature::Edge(number) }
}

#[inline(always)]
pub(crate) fn named(of_b: bool, own: Feature, other: Feature) -> FeatureId {
    FeatureId {
        a: select_unpredictable(of_b, other, own),
        b: select_unpredictable(of_b, own, other),
    }
}

impl Names {
    /// The names at both ends, from how far the own face goes on there beyond the other's.
    #[inline(always)]
    pub(crate) fn at(&self, beyond: [f64; 2], tie: f64) -> [FeatureId; 2] {
        let Self { edges: [own, other], of_b, .. } = *self;
        [0, 1].map(
            #[inline(always)]
            |k: usize| {
                let near = beyond[k].abs() <= tie;
                let within = beyond[k] >= 0.0;
                let of_own = feature(near | !within, self.own[k], own);
                named(of_b, of_own, feature(near | within, self.other[k], other))
            },
        )
    }
}

/// An end, in the frame of the own face.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// How far along the face, and halfway between both surfaces, in units of the frame.
    pub(crate) at: f64,
    pub(crate) level: f64,
    pub(crate) depth: f64,
    pub(crate) id: FeatureId,
}

/// The own face's frame: its point, the way along it, and the way out of it.
pub(crate) struct Place {
    pub(crate) origin: DVec2,
    pub(crate) along: DVec2,
    pub(crate) out: DVec2,
}

impl Place {
    /// The points at the lower end and the upper one, of which the deeper has the contact's own
    /// depth.
    #[inline(always)]
    pub(crate) fn manifold(&self, ends: [End; 2], contact: &Gap) -> Manifold {
        let Self { origin, along, out } = *self;
        let depths = ends.map(|end| end.depth);
        let deeper = usize::from(depths[1] > depths[0]);
        let mut told = [contact.depth(); 2];
        told[deeper ^ 1] = clamp_depth(lesser(depths[0], depths[1]), contact.depth());
        let first = usize::from(!in_reading_order(along));
        let points = [first, first ^ 1].map(
            #[inline(always)]
            |k| {
                let End { at, level, id, .. } = ends[k];
                let point = (origin + (out * level + along * at)).round();
                ManifoldPoint { point, depth: told[k], id }
            },
        );
        Manifold { normal: contact.normal, points, len: 2 }
    }
}

/// All bits or none.
#[inline(always)]
pub(crate) fn mask(yes: bool) -> Two {
    Two::splat(f64::from_bits(u64::from(yes).wrapping_neg()))
}
