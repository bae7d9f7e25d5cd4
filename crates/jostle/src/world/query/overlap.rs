//! Overlap queries: at a point, in a box, touching a shape, inside a shape.

use alloc::vec::Vec;
use core::cell::LazyCell;

use crate::math::{Aabb, DVec2, Vec2};
use crate::shape::body::core::Vertices;
use crate::shape::{Body, Placed};
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
        pub fn overlapping_aabb(bounds: Aabb) -> Vec<Key>;
        pub fn overlapping_aabb_into("jostle::Aabb::UNBOUNDED");
        pub fn overlapping_aabb_each(boxes: &[Aabb], |&bounds|);
        Core::list_overlapping_aabb(bounds)
    }

    list_query! {
        /// Finds the colliders that share a point with a shape, which need not be in the world.
        pub fn overlapping(shape: &Placed) -> Vec<Key>;
        pub fn overlapping_into("&jostle::Aabb::UNBOUNDED.to_placed()?");
        pub fn overlapping_each(shapes: &[Placed], |shape|);
        Core::list_overlapping(shape)
    }

    list_query! {
        /// Finds the colliders that lie inside a shape, boundary contact allowed.
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
        let side = |side: f32| side.clamp(f32::MIN, f32::MAX);
        let [p, q] = [bounds.min, bounds.max].map(|v| Vec2::new(side(v.x), side(v.y)));
        if !p.is_finite() || !q.is_finite() {
            return;
        }
        let bounds = Aabb::new(p, q);
        // Few queries need it as a shape. What lies within the box needs no test of shapes either.
        let shape = LazyCell::new(|| bounds.to_placed().ok());
        let holds = |b: Aabb| bounds.contains(b.min) && bounds.contains(b.max);
        let overlaps = |placed: &Placed| shape.as_ref().is_some_and(|shape| placed.overlaps(shape));
        let accepts = |placed: &Placed| {
            upright_meets(placed, bounds)
                .unwrap_or_else(|| holds(placed.bounds()) || overlaps(placed))
        };
        self.gather(bounds, filter, &accepts, found);
    }

    fn list_overlapping(&self, shape: &Placed, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        self.gather(shape.bounds(), filter, &|placed| placed.overlaps(shape), found);
    }

    fn list_contained_in(&self, shape: &Placed, filter: &Filter<'_, ()>, found: &mut Vec<Key>) {
        self.gather(shape.bounds(), filter, &|placed| shape.contains(placed), found);
    }
}

/// Returns whether an upright rectangle shares a point with a box; `None` for other shapes, and where
/// a side of one lies on a side of the other but for the rounding of a sum.
#[inline]
fn upright_meets(placed: &Placed, bounds: Aabb) -> Option<bool> {
    let Body::Core(core) = &placed.body else { return None };
    let Vertices::Rect(frame) = &core.vertices else { return None };
    let DVec2 { x: cos, y: sin } = frame.axis();
    let exact = (sin == 0.0 && cos.abs() == 1.0) || (cos == 0.0 && sin.abs() == 1.0);
    if !exact || core.radius != 0.0 {
        return None;
    }
    let (origin, reach) = (core.origin, frame.extent());
    let (min, max) = (DVec2::from(bounds.min), DVec2::from(bounds.max));
    let (low, high) = (origin - reach, origin + reach);
    let meets = low.x < max.x && high.x > min.x && low.y < max.y && high.y > min.y;
    let apart = low.x > max.x || high.x < min.x || low.y > max.y || high.y < min.y;
    (meets || apart).then_some(meets)
}

#[cfg(test)]
mod tests {
    use super::upright_meets;
    use crate::math::{Aabb, Affine, Vec2};
    use crate::shape::Shape;
    use crate::world::{Collider, Filter, World};

    #[test]
    fn a_box_from_any_corner_to_the_other_finds_the_same_and_one_of_no_numbers_finds_nothing() {
        let mut world = World::new();
        let shapes =
            [Shape::rect_half((1.0, 1.0)), Shape::circle(1.0)].map(|s| s.expect("it has a size"));
        let keys = shapes.map(|shape| world.add(Collider::new((), shape)).expect("it fits"));
        let (far, inf) = (f32::INFINITY, Vec2::new(f32::INFINITY, f32::NEG_INFINITY));
        for (min, max) in
            [((-2.0, -2.0), (0.5, 0.5)), ((0.5, -2.0), (-2.0, 0.5)), ((-far, 0.0), (far, 0.0))]
        {
            let (min, max) = (Vec2::from(min), Vec2::from(max));
            for bounds in [Aabb { min, max }, Aabb { min: max, max: min }] {
                assert_eq!(world.overlapping_aabb(bounds, &Filter::ANY), keys, "{bounds:?}");
            }
        }
        assert_eq!(world.overlapping_aabb(Aabb { min: inf, max: -inf }, &Filter::ANY), keys);
        for x in [f32::NAN, 3.0] {
            let bounds = Aabb { min: Vec2::new(x, -2.0), max: Vec2::new(4.0, 2.0) };
            assert_eq!(world.overlapping_aabb(bounds, &Filter::ANY), []);
        }
    }

    #[test]
    fn an_upright_rectangle_meets_a_box_as_shapes_do_or_is_left_to_them() {
        let (mut decided, mut left) = (0, 0);
        for turn in [0.0, 90.0, 180.0, 270.0, 45.0] {
            for i in -40..=40_i8 {
                for j in [-16_i8, -15, 0, 3, 16] {
                    let at = (f32::from(i) * 0.25, f32::from(j) * 0.25);
                    let shape = Shape::rect_half((2.0, 1.5)).expect("it has a size");
                    let map = Affine::at(at).rotated_by(crate::Rot::from_degrees(turn));
                    let placed = shape.place(map).expect("it fits");
                    let bounds = Aabb::new((-3.0, -2.0), (3.0, 2.5));
                    let want = placed.overlaps(&bounds.to_placed().expect("it is finite"));
                    match upright_meets(&placed, bounds) {
                        Some(found) => {
                            assert_eq!(found, want, "{turn} {at:?}");
                            decided += 1;
                        }
                        None => left += 1,
                    }
                }
            }
        }
        assert!(decided > 1400 && left > 500, "{decided} {left}");
    }
}
