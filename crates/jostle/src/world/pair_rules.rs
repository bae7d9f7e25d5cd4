//! The rules of a world for pairs: a test on shapes, and a filter on colliders.

use alloc::boxed::Box;
use core::fmt;

use crate::analysis::OverlapMethod;
use crate::world::{Key, StepOptions};

/// Whether two colliders that only touch, boundary to boundary, are a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TouchPolicy {
    /// They are: shapes are closed.
    #[default]
    Counts,
    /// They are not: interiors have to share a point, as
    /// [`overlaps_interior`](crate::Placed::overlaps_interior) has it.
    Ignored,
}

/// One side of a pair, as a filter sees it.
///
/// ```
/// use jostle::{Collider, Shape, World, world::PairMember};
/// let mut world = World::new();
/// let ball = |team| Shape::circle(1.0).map(|shape| Collider::new(team, shape));
/// world.set_pair_filter(|a: &PairMember<'_, u8>, b: &PairMember<'_, u8>| a.data != b.data);
/// world.add_all([ball(1)?, ball(1)?, ball(2)?])?;
/// assert_eq!(world.step().len(), 2, "the two of one team form no pair");
/// # Ok::<(), jostle::Error>(())
/// ```
#[derive(Debug)]
pub struct PairMember<'a, T> {
    /// The collider.
    pub key: Key,
    /// Its data.
    pub data: &'a T,
}

pub(crate) type Allows<T> = dyn Fn(&PairMember<'_, T>, &PairMember<'_, T>) -> bool + Send + Sync;

/// The rules of a world but for its pair filter.
#[derive(Default)]
pub(crate) struct Pairing {
    pub(crate) touching: TouchPolicy,
    pub(crate) method: Option<Box<dyn OverlapMethod + Send + Sync>>,
    pub(crate) options: StepOptions,
}

impl fmt::Debug for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pairing").field("touching", &self.touching).finish_non_exhaustive()
    }
}
