//! Which pairs of a scene touch: the first step of its world.
//!
//! Rows come out in the order of the file, and so do the two of a row.

use crate::scene::Cast;
use jostle::{Contact, Manifold, Placed, Relation};

/// A pair that touches; `a` comes before `b` in the file.
pub(crate) struct Found {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) relation: Relation,
    pub(super) contact: Option<Contact>,
    pub(super) manifold: Option<Manifold>,
}

/// Steps the world and lists the pairs that touch and that no layer keeps apart.
pub(crate) fn find(cast: &mut Cast) -> Vec<Found> {
    // Whether they began to touch or still do does not matter here.
    let _ = cast.world.step();
    touching(cast)
}

/// The pairs that touched at the last step.
pub(crate) fn touching(cast: &Cast) -> Vec<Found> {
    let world = &cast.world;
    let mut found: Vec<Found> = world
        .pairs()
        .filter_map(|touch| {
            let [first, second] = [touch.a, touch.b].map(|key| world.data(key).copied());
            let (a, b) = (first?.min(second?), first?.max(second?));
            let [pa, pb] = [a, b].map(|index| world.placed(cast.colliders[index]));
            let (pa, pb) = (pa?, pb?);
            // The step has the contact of the pair in the order of the keys.
            let ordered = first == Some(a);
            let contact = if ordered { touch.contact().copied() } else { pa.contact(pb) };
            let (relation, manifold) = (pa.relation(pb), pa.manifold(pb));
            Some(Found { a, b, relation, contact, manifold })
        })
        .collect();
    found.sort_by_key(|pair| (pair.a, pair.b));
    found
}

/// The colliders as they are in the world.
pub(crate) fn placed(cast: &Cast) -> Vec<Placed> {
    cast.colliders.iter().filter_map(|key| cast.world.placed(*key).cloned()).collect()
}
