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
    ///
    /// ```
    /// use jostle::{Affine, Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let floor = world.add(Collider::new((), Shape::rect_half((50.0, 8.0))?).at((0.0, 8.0)))?;
    /// let wall = world.add(Collider::new((), Shape::rect_half((8.0, 50.0))?).at((30.0, 0.0)))?;
    /// let hero = Shape::capsule((0.0, -4.0), (0.0, 4.0), 6.0)?.place(Affine::at((17.0, -9.75)))?;
    /// let found = world.contacts_of(&hero, &Filter::ANY);
    /// assert_eq!([found[0].0, found[1].0], [floor, wall]);
    /// assert!(found[0].1.normal.y > 0.7, "it stands");
    /// # Ok::<(), jostle::Error>(())
    /// ```
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
