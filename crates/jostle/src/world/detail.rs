//! What a step computes of the pairs that touch, and what it reports.

use crate::world::journal::{Op, number};
use crate::world::{Key, World, WorldError};

/// How much a step computes of a pair that touches.
///
/// | one has a detail of its own | both have | neither, and one is a sensor | neither, both solid |
/// | --- | --- | --- | --- |
/// | that one | the greater | [`StepOptions::sensors`] | [`StepOptions::solids`] |
///
/// A world that decides by another method than the exact one computes no contacts.
/// [`World::contact`] computes one on demand.
///
/// ```
/// use jostle::{Collider, Shape, World, world::Detail};
/// let (mut world, ball) = (World::new(), Shape::circle(1.0).unwrap());
/// let coin = Collider::new("coin", ball).sensor();
/// world.add_all([coin.clone(), coin.detail(Detail::Push)]).unwrap();
/// assert!(world.step()[0].touch().unwrap().contact().is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Detail {
    /// That the two touch. There is no contact.
    Touch,
    /// A contact with the nearest boundary: the contact of [`Detail::Push`] if both shapes are
    /// convex. Otherwise the larger shape counts as a half-plane: that of the tangent at its
    /// boundary point nearest to the middle of the other's box. A bullet gets where it hit and the
    /// way back out; other parts of a concave outline may still overlap after the push.
    Near,
    /// The contact of [`Placed::contact`](crate::Placed::contact), whose push separates.
    Push,
}

impl Detail {
    /// Returns the number of a detail in snapshots and hashes; 0 is none.
    pub(crate) fn number(detail: Option<Self>) -> u8 {
        detail.map_or(0, |detail| 1 + detail as u8)
    }

    pub(crate) fn of_number(number: u8) -> Option<Self> {
        [None, Some(Self::Touch), Some(Self::Near), Some(Self::Push)][usize::from(number & 3)]
    }
}

/// What the steps of a world compute and report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct StepOptions {
    /// The detail of pairs of two solids; at first [`Detail::Push`].
    pub solids: Detail,
    /// The detail of pairs with a sensor; at first [`Detail::Touch`].
    pub sensors: Detail,
    /// True if steps report stays, as they do at first. Enters and exits are always reported.
    pub stays: bool,
}

impl Default for StepOptions {
    fn default() -> Self {
        Self { solids: Detail::Push, sensors: Detail::Touch, stays: true }
    }
}

/// The bits of the default options.
const START: u8 = 3 | 1 << 2 | 1 << 4;

impl StepOptions {
    /// Returns the options as five bits, which are 0 for the default.
    pub(crate) fn to_bits(self) -> u8 {
        let [solids, sensors] = [self.solids, self.sensors].map(|d| Detail::number(Some(d)));
        START ^ (solids | sensors << 2 | u8::from(self.stays) << 4)
    }

    pub(crate) fn from_bits(bits: u8) -> Option<Self> {
        let bits = START ^ bits;
        let [solids, sensors] = [bits, bits >> 2].map(Detail::of_number);
        (bits >> 5 == 0).then_some(Self {
            solids: solids?,
            sensors: sensors?,
            stays: bits >> 4 == 1,
        })
    }
}

/// # Set how much steps compute
impl<T> World<T> {
    /// Returns what steps compute and report.
    #[must_use]
    pub fn step_options(&self) -> StepOptions {
        self.core.pairing.options
    }

    /// Sets what steps compute and report: the next step decides all pairs again.
    pub fn set_step_options(&mut self, options: StepOptions) {
        self.core.pairing.options = options;
        self.core.move_everything();
        self.core.note(|| Op::SetStepOptions { options });
    }

    /// Returns the detail of a collider; `None` if it has none of its own, and for a stale key.
    #[must_use]
    pub fn detail(&self, key: Key) -> Option<Detail> {
        self.core.slots.metas[self.core.slot(key)?].detail
    }

    /// Gives a collider a detail of its own, or none: the options of the world hold then.
    ///
    /// # Errors
    /// The key is unknown.
    ///
    /// ```
    /// use jostle::{Collider, World, world::Detail};
    /// let mut world = World::new();
    /// let key = world.add(Collider::group(())).unwrap();
    /// world.set_detail(key, Some(Detail::Push)).unwrap();
    /// assert_eq!(world.detail(key), Some(Detail::Push));
    /// ```
    pub fn set_detail(&mut self, key: Key, detail: Option<Detail>) -> Result<(), WorldError> {
        self.core
            .edit(key, Op::SetDetail { key: number(key), detail }, &|meta| meta.detail = detail)
    }
}
