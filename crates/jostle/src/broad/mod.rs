//! Broad phases: structures that find the pairs of boxes that overlap.
//!
//! A broad phase sees ids and boxes, never shapes. [`Auto`] is the default and needs no tuning.
//! Pass another one to [`World::with_broad_phase`](crate::World::with_broad_phase), by value or by
//! [`named`]. A structure of your own implements [`BroadPhase`]; the example `grid_broad_phase` is
//! one. All structures pass one conformance suite against [`Brute`], which tests every pair.
//!
//! ```
//! use jostle::{Aabb, broad::{BroadPhase, Brute}};
//! let (mut broad, mut pairs) = (Brute::new(), Vec::new());
//! broad.insert(0, Aabb::new((0.0, 0.0), (2.0, 2.0)));
//! broad.insert(1, Aabb::new((2.0, 2.0), (3.0, 3.0)));
//! broad.pairs(&[0, 1], &mut pairs);
//! assert_eq!(pairs, [(0, 1)]);
//! ```

mod box_table;
mod brute;
mod bvh;
mod hybrid;
mod pairs;
pub(crate) mod parallel;
mod sap;
#[cfg(test)]
mod tests;

use crate::math::{Aabb, Vec2};
use alloc::{boxed::Box, vec::Vec};
use core::ops::ControlFlow;

pub use brute::Brute;
pub use bvh::dynamic::Tree;
pub use hybrid::Auto;
pub use pairs::{PairContact, Pairs, pairs, pairs_between};

/// A box whose middle moves along a segment, or for half extents of zero a ray.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SweptBox {
    pub origin: Vec2,
    pub translation: Vec2,
    pub half: Vec2,
}

/// The highest class that [`BroadPhase::set_class`] takes.
pub const CLASSES: u32 = 31;

/// Finds boxes that share points, among boxes that come, move and go.
///
/// Eight methods are required: `insert`, `remove`, `update`, `pairs`, `overlapping`,
/// `cast_segment`, `nearest` and `len`. The others have defaults, which a structure overrides to be
/// faster or to show more of itself.
///
/// Ids are small dense integers that the caller chooses (slots of a world). An id is in at most
/// once. Boxes are closed: boxes that only touch share a point. Infinite sides are allowed. A box
/// with NaN holds no point. Queries see every change at once.
pub trait BroadPhase: Send + Sync {
    /// Adds a box. Moves the box if the id is in already.
    fn insert(&mut self, id: u32, bounds: Aabb);

    /// Adds boxes of ids that are not in, each id once.
    fn insert_all(&mut self, boxes: &[(u32, Aabb)]) {
        for (id, bounds) in boxes {
            self.insert(*id, *bounds);
        }
    }

    /// Puts an id, which is in or not, into a class from 1 to [`CLASSES`], or into none with 0.
    ///
    /// [`pairs`](Self::pairs) may leave out pairs of boxes of one class, and pairs of this class and
    /// one whose bit is in `apart` (class 1 has bit 1). Queries find all. A class is apart from all
    /// that any call has named for it, and an id keeps its class, until [`clear`](Self::clear). By
    /// default nothing happens: a structure may list such pairs. One that overrides this overrides
    /// `clear`, too.
    fn set_class(&mut self, id: u32, class: u32, apart: u32) {
        let _ = (id, class, apart);
    }

    /// Removes a box. Does nothing if the id is not in.
    fn remove(&mut self, id: u32);

    /// Moves a box that is in. Rebuilds nothing.
    fn update(&mut self, id: u32, bounds: Aabb);

    /// Appends every unordered pair of ids whose closed boxes share a point and of which at least
    /// one is in `moved`: each pair once, as (smaller id, larger id).
    ///
    /// The order of the pairs is a function of the calls so far. `moved` is sorted and holds no id
    /// twice; ids that are not in are skipped. A structure rebuilds here what has degraded. It
    /// allocates nothing when warm.
    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>);

    /// Calls `visit` with every id whose closed box shares a point with `bounds`, in any order,
    /// until it returns `Break`.
    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>);

    /// Calls `visit` with ids whose box, grown by `half` along each axis, meets the closed segment
    /// from `origin` to `origin + fraction · translation`, nearer ones roughly first.
    ///
    /// The fraction starts at 1. `visit` returns the new fraction, never above the last; a negative
    /// one stops. Conservative: rounding may add ids, but never loses one.
    fn cast_segment(&self, swept: SweptBox, visit: &mut dyn FnMut(u32) -> f32);

    /// Calls `visit` with ids whose box may lie within the bound of `from` (a point is a box of
    /// size 0), nearer ones roughly first.
    ///
    /// The bound is a squared distance and starts at infinity. `visit` returns the new bound, never
    /// above the last; a negative one stops. Conservative, as [`cast_segment`](Self::cast_segment).
    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64);

    /// Returns the number of boxes.
    fn len(&self) -> usize;

    /// Returns the name under which [`named`] finds this kind.
    fn name(&self) -> &'static str {
        "custom"
    }

    /// Returns true if there is no box.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all boxes, and forgets all classes if [`set_class`](Self::set_class) has kept any.
    fn clear(&mut self) {
        let mut ids = Vec::new();
        self.overlapping(Aabb::UNBOUNDED, &mut |id| {
            ids.push(id);
            ControlFlow::Continue(())
        });
        for id in ids {
            self.remove(id);
        }
    }

    /// Calls [`update`](Self::update) for each box of some lists, in order. Several lists, whose ids
    /// ascend, may be updated on the threads of the current `rayon` pool.
    fn update_all(&mut self, lists: &[&[(u32, Aabb)]]) {
        for (id, bounds) in lists.iter().copied().flatten() {
            self.update(*id, *bounds);
        }
    }

    /// Finds [`pairs`](Self::pairs) on the threads of the current `rayon` pool. The concatenation
    /// of the lists, of which there is at least one, is what `pairs` appends.
    #[cfg(feature = "rayon")]
    fn pairs_parallel(&mut self, moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>) {
        if let Some(first) = lists.first_mut() {
            self.pairs(moved, first);
        }
    }

    /// Casts many segments. `visit` also gets the index of the segment; a negative fraction stops
    /// that segment only. `prefetch` may be called with ids that are visited soon.
    fn cast_segments(
        &self,
        swept: &[SweptBox],
        prefetch: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        let _ = prefetch;
        for (index, swept) in swept.iter().enumerate() {
            self.cast_segment(*swept, &mut |id| visit(index, id));
        }
    }

    /// Calls [`nearest`](Self::nearest) for many boxes. `visit` also gets the index of the box.
    fn nearest_each(
        &self,
        from: &[Aabb],
        prefetch: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        let _ = prefetch;
        for (index, from) in from.iter().enumerate() {
            self.nearest(*from, &mut |id| visit(index, id));
        }
    }

    /// Returns the bytes of heap that the structure holds, or 0 if it does not count them.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Calls `visit` with the boxes of the inner structure and their depth, for debug drawing.
    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32)) {
        let _ = visit;
    }
}

/// Lets worlds take a broad phase by value or by [`named`].
impl<B: BroadPhase + 'static> From<B> for Box<dyn BroadPhase> {
    fn from(broad: B) -> Self {
        Box::new(broad)
    }
}

/// Prints the name alone: printing the contents would add 20 kB to wasm packages.
impl core::fmt::Debug for dyn BroadPhase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// Puts two ids into their order.
#[inline]
fn pair(a: u32, b: u32) -> (u32, u32) {
    if a < b { (a, b) } else { (b, a) }
}

fn heap_bytes<T>(list: &Vec<T>) -> usize {
    list.capacity() * size_of::<T>()
}

/// Makes the list that everything that iterates over the kinds reads.
macro_rules! kinds {
    ($($name:literal => $make:expr,)*) => {
        /// The names that [`named`] accepts.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Makes an empty broad phase by its name; `None` for a name that is not in [`NAMES`].
        #[must_use]
        pub fn named(name: &str) -> Option<Box<dyn BroadPhase>> {
            match name {
                $($name => Some(Box::new($make)),)*
                _ => None,
            }
        }
    };
}

kinds! {
    "auto" => Auto::new(),
    "brute" => Brute::new(),
    "sweep" => Auto::sweeping_all(),
    "tree" => Tree::new(),
}
