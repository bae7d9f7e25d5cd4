//! Overlap queries: at a point, in a box, touching a shape, inside a shape.

use alloc::vec::Vec;

use crate::math::{Aabb, Vec2};
use crate::shape::Placed;
use crate::world::{Filter, Key, World, query::ResultLists};

/// # Ask what is at a place
impl<T> World<T> {
    /// Finds the colliders that hold a point, boundaries included.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// assert_eq!(world.at_point((1.0, 0.0), &Filter::ANY), [key], "the boundary is part of it");
    /// assert!(world.at_point((0.9, 0.9), &Filter::ANY).is_empty(), "its box is not");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_point(&self, point: impl Into<Vec2>, filter: &Filter<'_, T>) -> Vec<Key> {
        let mut found = Vec::new();
        self.at_point_into(point, filter, &mut found);
        found
    }

    /// Queries like [`World::at_point`], into a list that is emptied first.
    ///
    /// ```
    /// let mut found = Vec::new();
    /// jostle::World::<()>::new().at_point_into((0.0, 0.0), &jostle::Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// ```
    pub fn at_point_into(
        &self,
        point: impl Into<Vec2>,
        filter: &Filter<'_, T>,
        found: &mut Vec<Key>,
    ) {
        let point = point.into();
        found.clear();
        if point.is_finite() {
            let accepts = |placed: &Placed| placed.contains_point(point);
            let bounds = Aabb::new(point, point);
            self.ask(filter, |core, filter| core.gather(bounds, filter, &accepts, found));
        }
    }

    /// Queries like [`World::at_point`], for many points.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().at_point_each(&[], &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn at_point_each(
        &self,
        points: &[Vec2],
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Key>,
    ) {
        batch.fill(points, |point, found| self.at_point_into(*point, filter, found));
    }

    /// Finds the colliders that share a point with a closed box.
    ///
    /// ```
    /// use jostle::{Aabb, Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// let near = Aabb::new((1.0, -1.0), (2.0, 1.0));
    /// assert_eq!(world.overlapping_aabb(near, &Filter::ANY), [key]);
    /// let corner = Aabb::new((0.9, 0.9), (2.0, 2.0));
    /// assert!(world.overlapping_aabb(corner, &Filter::ANY).is_empty(), "only its box reaches in");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlapping_aabb(&self, bounds: Aabb, filter: &Filter<'_, T>) -> Vec<Key> {
        let mut found = Vec::new();
        self.overlapping_aabb_into(bounds, filter, &mut found);
        found
    }

    /// Queries like [`World::overlapping_aabb`], into a list that is emptied first.
    ///
    /// ```
    /// use jostle::{Aabb, Filter, World};
    /// let mut found = Vec::new();
    /// World::<()>::new().overlapping_aabb_into(Aabb::UNBOUNDED, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// ```
    pub fn overlapping_aabb_into(
        &self,
        bounds: Aabb,
        filter: &Filter<'_, T>,
        found: &mut Vec<Key>,
    ) {
        found.clear();
        let Ok(shape) = bounds.to_placed() else { return };
        // What lies within the box needs no test of shapes.
        let holds = |b: Aabb| bounds.contains(b.min) && bounds.contains(b.max);
        let accepts = |placed: &Placed| holds(placed.bounds()) || placed.overlaps(&shape);
        self.ask(filter, |core, filter| core.gather(shape.bounds(), filter, &accepts, found));
    }

    /// Queries like [`World::overlapping_aabb`], for many boxes.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().overlapping_aabb_each(&[], &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn overlapping_aabb_each(
        &self,
        boxes: &[Aabb],
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Key>,
    ) {
        batch.fill(boxes, |bounds, found| self.overlapping_aabb_into(*bounds, filter, found));
    }

    /// Finds the colliders that share a point with a shape, which need not be in the world.
    ///
    /// ```
    /// use jostle::{Affine, Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// let blast = Shape::circle(4.0)?.place(Affine::at((5.0, 0.0)))?;
    /// assert_eq!(world.overlapping(&blast, &Filter::ANY), [key]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlapping(&self, shape: &Placed, filter: &Filter<'_, T>) -> Vec<Key> {
        let mut found = Vec::new();
        self.overlapping_into(shape, filter, &mut found);
        found
    }

    /// Queries like [`World::overlapping`], into a list that is emptied first.
    ///
    /// ```
    /// use jostle::{Affine, Filter, Shape, World};
    /// let blast = Shape::circle(4.0)?.place(Affine::IDENTITY)?;
    /// let mut found = Vec::new();
    /// World::<()>::new().overlapping_into(&blast, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn overlapping_into(&self, shape: &Placed, filter: &Filter<'_, T>, found: &mut Vec<Key>) {
        let accepts = |placed: &Placed| placed.overlaps(shape);
        self.ask(filter, |core, filter| core.gather(shape.bounds(), filter, &accepts, found));
    }

    /// Queries like [`World::overlapping`], for many shapes.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().overlapping_each(&[], &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn overlapping_each(
        &self,
        shapes: &[Placed],
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Key>,
    ) {
        batch.fill(shapes, |shape, found| self.overlapping_into(shape, filter, found));
    }

    /// Finds the colliders that lie inside a shape, boundary contact allowed.
    ///
    /// ```
    /// use jostle::{Affine, Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// world.add(Collider::new((), Shape::circle(1.0)?).at((3.0, 0.0)))?;
    /// let room = Shape::rect_half((3.0, 3.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(world.contained_in(&room, &Filter::ANY), [key]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contained_in(&self, shape: &Placed, filter: &Filter<'_, T>) -> Vec<Key> {
        let mut found = Vec::new();
        self.contained_in_into(shape, filter, &mut found);
        found
    }

    /// Queries like [`World::contained_in`], into a list that is emptied first.
    ///
    /// ```
    /// use jostle::{Affine, Filter, Shape, World};
    /// let room = Shape::rect_half((3.0, 3.0))?.place(Affine::IDENTITY)?;
    /// let mut found = Vec::new();
    /// World::<()>::new().contained_in_into(&room, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn contained_in_into(&self, shape: &Placed, filter: &Filter<'_, T>, found: &mut Vec<Key>) {
        let accepts = |placed: &Placed| shape.contains(placed);
        self.ask(filter, |core, filter| core.gather(shape.bounds(), filter, &accepts, found));
    }

    /// Queries like [`World::contained_in`], for many shapes.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().contained_in_each(&[], &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn contained_in_each(
        &self,
        shapes: &[Placed],
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Key>,
    ) {
        batch.fill(shapes, |shape, found| self.contained_in_into(shape, filter, found));
    }
}
