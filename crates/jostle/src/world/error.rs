//! Errors of worlds.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::shape::ShapeError;
use crate::world::Key;
use crate::world::key::{MAX_SLOTS, Numbers, Said, Sentence};

/// The reason for which a world refused a call and stayed as it was.
///
/// ```
/// use jostle::{Affine, Collider, Shape, World, WorldError};
/// let mut world = World::new();
/// let key = world.add(Collider::new((), Shape::circle(1.0).unwrap())).unwrap();
/// let error = world.set_transform(key, Affine::at((f32::NAN, 0.0))).unwrap_err();
/// assert!(matches!(error, WorldError::Shape { .. }));
/// assert_eq!(world.transform(key), Some(Affine::IDENTITY));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are described with their variant")]
pub enum WorldError {
    /// The world has no collider of that key: it was removed, or it is one of another world.
    Unknown { key: Key },
    /// A shape cannot be placed there: a number that is not finite, or a result that does not fit.
    /// Without a key it was to be added.
    Shape { key: Option<Key>, error: ShapeError },
    /// The collider is a group, which has no shape that could move.
    Group { key: Key },
    /// A collider would be below itself: `parent` is `key` or below it.
    Cycle { key: Key, parent: Key },
    /// The world has given all the keys it has, or holds as many colliders as it can.
    Full,
    /// One of many is refused; `index` counts from 0.
    At { index: usize, error: Box<WorldError> },
}

impl WorldError {
    /// Returns the sentence with a number for each key: for programs that show keys as numbers, as
    /// those in other languages do.
    ///
    /// ```
    /// use jostle::{Key, World};
    /// let mut world = World::<()>::new();
    /// let error = world.set_team(Key::from_bits(99).unwrap(), 1).unwrap_err();
    /// assert_eq!(error.describe(Key::to_bits), "no collider has the key 99");
    /// ```
    #[must_use]
    pub fn describe(&self, number: impl Fn(Key) -> u64) -> String {
        self.with_numbers(&number)
    }

    pub(crate) fn at(self, index: usize) -> Self {
        Self::At { index, error: Box::new(self) }
    }
}

impl Sentence for WorldError {
    fn say(&self, f: &mut fmt::Formatter<'_>, numbers: Numbers<'_>) -> fmt::Result {
        let said = |key: &Key| Said(*key, numbers);
        match self {
            Self::Unknown { key } => write!(f, "no collider has the key {}", said(key)),
            Self::Shape { key: Some(key), error } => write!(f, "{}: {error}", said(key)),
            Self::Shape { key: None, error } => write!(f, "{error}"),
            Self::Group { key } => write!(f, "{} is a group, it has no shape", said(key)),
            Self::Cycle { key, parent } => {
                let (key, parent) = (said(key), said(parent));
                write!(f, "{parent} is {key} itself or below it, so it cannot be its parent")
            }
            Self::Full => write!(
                f,
                "the world is full: {MAX_SLOTS} colliders at a time, {} over its life",
                u32::MAX
            ),
            Self::At { index, error } => {
                write!(f, "item {index}: ")?;
                error.say(f, numbers)
            }
        }
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f, None)
    }
}

impl core::error::Error for WorldError {}

/// The shape of a collider that is to be added cannot be made.
impl From<ShapeError> for WorldError {
    fn from(error: ShapeError) -> Self {
        Self::Shape { key: None, error }
    }
}
