//! Numbers and frames: the bottom layer, without shapes.

use alloc::vec::Vec;

mod aabb;
mod affine;
mod convert;
pub(crate) mod exact;
#[cfg(feature = "serde")]
pub(crate) mod infinite_as_null;
mod interval;
pub(crate) mod lazy;
pub(crate) mod motion;
mod ops;
#[cfg(test)]
mod random;
pub(crate) mod simd;
pub(crate) mod sort;
mod vec2;
pub(crate) mod winding;

pub use aabb::Aabb;
pub(crate) use aabb::MAX_TERM;
pub use affine::{Affine, TransformParts};
pub(crate) use convert::from;
pub use interval::Interval;
pub use motion::Motion;
pub use ops::{Rot, degrees_to_radians};
pub(crate) use ops::{
    atan2, by_tree, direction, greater, hypot, lesser, min_max, sqrt, turned_by, unit_turn,
};
#[cfg(test)]
pub(crate) use random::{Random, splitmix};
pub use vec2::Vec2;
pub(crate) use vec2::{DVec2, positive_zero, round_finite};

/// Returns about half of `n` in whole subtrees of eight children a node, whose leaves hold `fill`: so cut again
/// and again, every `fill` in a row, eight times as many and so on stay together.
pub(crate) fn half_of_subtrees(n: usize, fill: usize) -> usize {
    let mut subtree = fill;
    while subtree * simd::WIDTH < n {
        subtree *= simd::WIDTH;
    }
    n.div_ceil(subtree).div_ceil(2) * subtree
}

/// Returns the numbers of the bits that are set, ascending.
#[inline(always)]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then_some(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// Reserves room for a number of items, and for an eighth more if the list has to grow: a list that
/// doubles holds up to twice the memory that it needs.
#[inline]
pub(crate) fn reserve_eighth<T>(list: &mut Vec<T>, count: usize) {
    if list.capacity() < count {
        list.reserve_exact(count + count / 8 - list.len());
    }
}
