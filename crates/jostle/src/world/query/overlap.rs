//! Overlap queries: at a point, in a box, touching a shape, inside a shape.

use alloc::vec::Vec;

use crate::math::{Aabb, Vec2};
use crate::shape::Placed;
use crate::world::query::{ResultLists, list_query};
use crate::world::{Core, Filter, Key, World};

/// # Ask what is at a place
impl<T> World<T> {
    list_query! {
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
        pub fn at_point(point: impl Into<Vec2>) -> Vec<Key>;
        pub fn at_point_into("(0.0, 0.0)");
        pub fn at_point_each(points: &[Vec2], |&point|);
        Core::list_at_point(point.into())
    }

    list_query! {
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
        pub fn overlapping_aabb(bounds: Aabb) -> Vec<Key>;
        pub fn overlapping_aabb_into("jostle::Aabb::UNBOUNDED");
        pub fn overlapping_aabb_each(boxes: &[Aabb], |&bounds|);
        Core::list_overlapping_aabb(bounds)
    }

    list_query! {
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
        pub fn overlapping(shape: &Placed) -> Vec<Key>;
        pub fn overlapping_into("&jostle::Aabb::UNBOUNDED.to_placed()?");
        pub fn overlapping_each(shapes: &[Placed], |shape|);
        Core::list_overlapping(shape)
    }

    list_query! {
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
        pub fn contained_in(shape: &Placed) -> Vec<Key>;
        pub fn contained_in_into("&jostle::Aabb::UNBOUNDED.to_placed()?");
        pub fn contained_in_each(shapes: &[Placed], |shape|);
        Core::list_contained_in(shape)
    }
}

impl Core {
    fn list_at_point(&self, point: Vec2, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        found.clear();
        if point.is_finite() {
            let accepts = |placed: &Placed| placed.contains_point(point);
            self.gather(Aabb::new(point, point), filter, &accepts, found);
        }
    }

    fn list_overlapping_aabb(&self, bounds: Aabb, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        found.clear();
        let Ok(shape) = bounds.to_placed() else { return };
        // What lies within the box needs no test of shapes.
        let holds = |b: Aabb| bounds.contains(b.min) && bounds.contains(b.max);
        let accepts = |placed: &Placed| holds(placed.bounds()) || placed.overlaps(&shape);
        self.gather(shape.bounds(), filter, &accepts, found);
    }

    fn list_overlapping(&self, shape: &Placed, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        self.gather(shape.bounds(), filter, &|placed| placed.overlaps(shape), found);
    }

    fn list_contained_in(&self, shape: &Placed, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        self.gather(shape.bounds(), filter, &|placed| shape.contains(placed), found);
    }
}
