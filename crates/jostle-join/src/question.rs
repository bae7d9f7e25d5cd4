//! What a join asks of a pair.

use jostle::Placed;
use jostle::query::{Contact, Gap};

/// What a join asks of two rows whose boxes meet.
///
/// ```
/// use jostle_join::Question;
/// use jostle::{Affine, Placed, Shape};
/// struct SameArea; // a question of your own
/// impl Question for SameArea {
///     type Answer = f32;
///     fn ask(&self, left: &Placed, right: &Placed) -> Option<f32> {
///         left.area().filter(|area| right.area() == Some(*area))
///     }
/// }
/// let ball = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
/// assert!(SameArea.ask(&ball, &ball).is_some());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
pub trait Question: Sync {
    /// What a row of the result states about its pair.
    type Answer: Copy + Send;

    /// Returns the farthest that two boxes may be apart in x or y if the question is to be asked.
    fn reach(&self) -> f32 {
        0.0
    }

    /// Answers for a pair; `None` leaves it out.
    fn ask(&self, left: &Placed, right: &Placed) -> Option<Self::Answer>;
}

/// Asks which rows share a point: [`Placed::overlaps`].
///
/// ```
/// use jostle_join::Overlaps;
/// let none: &[jostle::Placed] = &[];
/// assert!(jostle_join::join(none, none, &Overlaps, 0).is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Overlaps;

/// Asks for the contacts of rows that share a point: [`Placed::contact`].
///
/// ```
/// use jostle::{Affine, Shape};
/// use jostle_join::Contacts;
/// let ball = Shape::circle(1.0)?;
/// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at((1.5, 0.0)))?]);
/// assert_eq!(jostle_join::join(&a[..], &b[..], &Contacts, 1 << 20)[0].answer.depth, 0.5);
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contacts;

/// Asks which rows of the left table contain a row of the right: [`Placed::contains`].
///
/// ```
/// use jostle::{Affine, Shape};
/// use jostle_join::Contains;
/// let [large, small] = [4.0, 1.0].map(|r| Shape::circle(r).unwrap().place(Affine::IDENTITY).unwrap());
/// assert_eq!(jostle_join::join(&[large][..], &[small][..], &Contains, 1 << 20).len(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Contains;

/// Asks for the gaps of rows that are at most a distance apart: [`Placed::gap`]. The distance is
/// not below 0.
///
/// ```
/// use jostle::{Affine, Shape};
/// use jostle_join::Within;
/// let ball = Shape::circle(1.0)?;
/// let (a, b) = ([ball.place(Affine::IDENTITY)?], [ball.place(Affine::at((5.0, 0.0)))?]);
/// assert_eq!(jostle_join::join(&a[..], &b[..], &Within(3.0), 1 << 20)[0].answer.separation, 3.0);
/// assert!(jostle_join::join(&a[..], &b[..], &Within(2.9), 1 << 20).is_empty());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Within(
    /// The distance.
    pub f32,
);

impl Question for Overlaps {
    type Answer = ();

    fn ask(&self, left: &Placed, right: &Placed) -> Option<()> {
        left.overlaps(right).then_some(())
    }
}

impl Question for Contacts {
    type Answer = Contact;

    fn ask(&self, left: &Placed, right: &Placed) -> Option<Contact> {
        left.contact(right)
    }
}

impl Question for Contains {
    type Answer = ();

    fn ask(&self, left: &Placed, right: &Placed) -> Option<()> {
        left.contains(right).then_some(())
    }
}

impl Question for Within {
    type Answer = Gap;

    fn reach(&self) -> f32 {
        self.0
    }

    fn ask(&self, left: &Placed, right: &Placed) -> Option<Gap> {
        Some(left.gap(right)).filter(|gap| gap.separation <= self.0)
    }
}
