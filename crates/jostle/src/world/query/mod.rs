//! Queries of a world: at a point, in a box, touching or inside a shape, along a ray or the way of a
//! shape, nearest, and about colliders by key.
//!
//! The broad phase finds the boxes, the exact shapes decide. Results are sorted, by key or as the
//! query documents, so they do not depend on the broad phase. Points, boxes and rays with numbers
//! that are not finite find nothing.

mod along;

// In the order of the page of `World`.
mod by_key;

mod overlap;

mod ray;

mod cast;

mod nearest;

mod contacts;

mod results;

pub use cast::{Cast, CastFound};
pub use nearest::{Nearest, NearestPair};
pub use ray::{Ray, WorldRayHit};
pub use results::ResultLists;

use crate::math::Aabb;
use crate::shape::Placed;
use crate::world::{Core, Filter, Key, storage::ENABLED};
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The number of queries of a batch that run together.
const GROUP: usize = 16;

impl Core {
    /// A collider that is enabled and passes the filter.
    pub(crate) fn asked(&self, slot: usize, filter: &Filter<'_, ()>) -> Option<(Key, &Placed)> {
        let meta = self.slots.meta(slot)?;
        if meta.serial == 0 || !meta.has(ENABLED) {
            return None;
        }
        let key = Key::new(self.id, meta.serial, slot as u32);
        if filter.passes(key, meta.layer) { Some((key, self.slots.placed(slot)?)) } else { None }
    }

    /// Lists the colliders whose box shares a point with `bounds` and whose shape `accepts`, sorted.
    fn gather(
        &self,
        bounds: Aabb,
        filter: &Filter<'_, ()>,
        accepts: &dyn Fn(&Placed) -> bool,
        found: &mut Vec<Key>,
    ) {
        found.clear();
        self.visit_near(bounds, filter, |key, placed| {
            if accepts(placed) {
                found.push(key);
            }
        });
        sort(found);
    }

    /// Visits the colliders whose box shares a point with `bounds`, in no order.
    fn visit_near(
        &self,
        bounds: Aabb,
        filter: &Filter<'_, ()>,
        mut visit: impl FnMut(Key, &Placed),
    ) {
        let mut visit = |slot: u32| {
            if let Some((key, placed)) = self.asked(slot as usize, filter) {
                visit(key, placed);
            }
            ControlFlow::Continue(())
        };
        for slot in &self.slots.unbounded {
            let _ = visit(*slot);
        }
        self.broad.overlapping(bounds, &mut visit);
    }
}

/// Sorts keys: a few of them by insertion, as the standard library does where it is not built for size.
fn sort(keys: &mut [Key]) {
    const FEW: usize = 20;
    if keys.len() > FEW {
        return keys.sort_unstable();
    }
    for end in 1..keys.len() {
        let (key, mut at) = (keys[end], end);
        while at > 0 && key < keys[at - 1] {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
    }
}
