//! The contacts of a shape with colliders, face by face.

use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::pair::query::Contact;
use crate::shape::Placed;
use crate::world::{Filter, Key, World};

/// # Ask for contacts
impl<T> World<T> {
    /// Finds the contacts of a shape, which need not be in the world, with colliders: those of
    /// [`Placed::contacts`], from the shape to the collider. Sorted by key, then as there.
    #[must_use]
    pub fn contacts_of(&self, shape: &Placed, filter: &Filter<'_, T>) -> Vec<(Key, Contact)> {
        let mut found = Vec::new();
        self.contacts_of_into(shape, filter, &mut found);
        found
    }

    /// Queries like [`World::contacts_of`], into a list that is emptied first.
    ///
    /// ```
    /// use jostle::{Affine, Filter, Shape, World};
    /// let hero = Shape::circle(4.0)?.place(Affine::IDENTITY)?;
    /// let mut found = Vec::new();
    /// World::<()>::new().contacts_of_into(&hero, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contacts_of_into(
        &self,
        shape: &Placed,
        filter: &Filter<'_, T>,
        found: &mut Vec<(Key, Contact)>,
    ) {
        found.clear();
        self.ask(filter, |core, filter| {
            core.visit_near(shape.bounds(), filter, |key, placed| {
                shape.each_contact(placed, &mut |contact| found.push((key, contact)));
            });
        });
        // What is equal stays in its order.
        sort_by(found, |p, q| p.0.cmp(&q.0));
    }
}
