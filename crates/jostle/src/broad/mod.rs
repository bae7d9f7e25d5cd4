//! Which boxes may meet: structures that spare the pair functions most of their work.
//!
//! A broad phase knows ids and boxes, never shapes. [`Auto`] needs no tuning; the others are
//! chosen by value or by [`named`], or brought by the user. All of them pass one conformance suite against [`Brute`], which looks at everything.
//!
//! ```
//! use jostle::broad::{BroadPhase, Brute};
//! use jostle::Aabb;
//!
//! let mut broad = Brute::new();
//! broad.insert(0, Aabb::new((0.0, 0.0), (2.0, 2.0)));
//! broad.insert(1, Aabb::new((2.0, 2.0), (3.0, 3.0)));
//! broad.insert(2, Aabb::new((9.0, 9.0), (9.0, 9.0)));
//! let mut pairs = Vec::new();
//! broad.pairs(&[0, 1, 2], &mut pairs);
//! assert_eq!(pairs, [(0, 1)]);
//! ```

mod box_table;
mod brute;
mod bvh;
mod dyn_box;
mod hybrid;
mod id_set;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod sap;
mod sweep;
#[cfg(test)]
mod tests;

use crate::math::{Aabb, Vec2};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub use brute::Brute;
pub use bvh::dynamic::Tree;
pub use hybrid::Auto;
pub use sweep::Sweep;

/// Finds the boxes that share points, among boxes that come, move and go.
///
/// Ids are small dense integers chosen by the caller (slots of a world); an id is in at most once.
/// Boxes are closed: those that only touch share a point. Infinite sides are allowed, NaN is not:
/// a box with NaN holds no point. Queries see every change at once.
pub trait BroadPhase: Send + Sync {
    /// Returns the name under which [`named`] knows this kind.
    fn name(&self) -> &'static str;

    /// Adds a box; an id that is in already is moved instead.
    fn insert(&mut self, id: u32, bounds: Aabb);

    /// Forgets an id; nothing happens if it is not in.
    fn remove(&mut self, id: u32);

    /// Moves a box that is in. Leaves every query exact at once, and rebuilds nothing.
    fn update(&mut self, id: u32, bounds: Aabb);

    /// Appends every unordered pair of ids whose closed boxes share a point and of which at least
    /// one is in `moved`: each pair once, as (smaller id, larger id), in an order that is a function
    /// of the calls so far and good for memory locality but otherwise unspecified.
    ///
    /// `moved` is sorted ascending, without repetition; ids that are not in are skipped. This is
    /// also the moment to rebuild what has degraded. Allocates nothing after warm-up.
    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>);

    /// Does as [`set`](Self::set) for many boxes, in order.
    fn update_all(&mut self, boxes: &[(u32, Aabb)]) {
        for (id, bounds) in boxes {
            self.update(*id, *bounds);
        }
    }

    /// Does as [`set`](Self::set) for lists of boxes on the threads of the current `rayon` pool, if it can;
    /// their ids ascend.
    #[cfg(feature = "rayon")]
    fn update_parallel(&mut self, lists: &[&[(u32, Aabb)]]) {
        for list in lists {
            self.update_all(list);
        }
    }

    /// Does as [`pairs`](Self::pairs) on the threads of the current `rayon` pool, if it can; the lists, of
    /// which there is at least one, are what `pairs` would append, in order.
    #[cfg(feature = "rayon")]
    fn pairs_parallel(&mut self, moved: &[u32], lists: &mut Vec<Vec<(u32, u32)>>) {
        if let Some(first) = lists.first_mut() {
            self.pairs(moved, first);
        }
    }

    /// Calls `visit` with every id whose closed box shares a point with `bounds`, in any order,
    /// until it returns `Break`.
    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>);

    /// Calls `visit` with ids whose box, grown by `radius` on all sides, meets the closed segment
    /// from `origin` to `origin + fraction · translation`, nearer ones roughly first.
    ///
    /// The fraction starts at 1; `visit` returns the new largest fraction of interest in [0, 1],
    /// never above the last; a negative one stops. Conservative: ids whose box is missed by a
    /// rounding may be visited, none that is met in real arithmetic is left out.
    fn cast_segment(
        &self,
        origin: Vec2,
        translation: Vec2,
        radius: f32,
        visit: &mut dyn FnMut(u32) -> f32,
    );

    /// Does as [`along`](Self::along) for many ways (origin, translation and radius), of which `visit`
    /// gets the number; the fraction is of that way, and a negative one stops only that way. `expect`
    /// may be called with ids a while before they are visited, to ask for the memory they need.
    fn cast_segments(
        &self,
        ways: &[(Vec2, Vec2, f32)],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f32,
    ) {
        let _ = expect;
        for (number, (origin, translation, radius)) in ways.iter().enumerate() {
            self.cast_segment(*origin, *translation, *radius, &mut |id| visit(number, id));
        }
    }

    /// Calls `visit` with ids whose box may lie within the bound of `from` (a point is a box of
    /// size 0), nearer ones roughly first.
    ///
    /// The bound is a squared distance; it starts at infinity, and `visit` returns the new one,
    /// never above the last; a negative one stops. Conservative as [`along`](Self::along).
    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64);

    /// Does as [`nearest`](Self::nearest) for many boxes, as [`along_each`](Self::along_each) does for
    /// ways.
    fn nearest_each(
        &self,
        from: &[Aabb],
        expect: &dyn Fn(u32),
        visit: &mut dyn FnMut(usize, u32) -> f64,
    ) {
        let _ = expect;
        for (number, from) in from.iter().enumerate() {
            self.nearest(*from, &mut |id| visit(number, id));
        }
    }

    /// Returns the number of boxes in.
    fn len(&self) -> usize;

    /// Says whether no box is in.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes of heap held.
    fn heap_bytes(&self) -> usize;

    /// Calls `visit` with the boxes of the inner structure and their depth, for debug drawing.
    fn visit_nodes(&self, visit: &mut dyn FnMut(Aabb, u32));

    /// Makes a new empty one of the same kind and settings.
    fn boxed_empty(&self) -> Box<dyn BroadPhase>;
}

/// By name alone: what each holds would be 20 kB of code in packages for pages.
impl core::fmt::Debug for dyn BroadPhase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// Makes the list that everything that iterates over the kinds reads.
macro_rules! kinds {
    ($($name:literal => $make:expr,)*) => {
        /// The names that [`named`] knows.
        pub const NAMES: &[&str] = &[$($name),*];

        /// Makes an empty broad phase by its name; `None` for a name that is not in [`NAMES`].
        ///
        /// ```
        /// use jostle::broad::{NAMES, named};
        /// assert!(NAMES.iter().all(|name| named(name).is_some_and(|b| b.name() == *name)));
        /// assert!(named("magic").is_none());
        /// ```
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
    "sweep" => Sweep::new(),
    "tree" => Tree::new(),
}
