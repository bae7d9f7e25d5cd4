//! Nearest queries: to a point, and between two colliders.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::math::{Aabb, Vec2};
use crate::pair::query::{Closest, Gap};
use crate::world::query::{GROUP, ResultLists};
use crate::world::{Filter, Key, World};

/// A collider near a point.
///
/// ```
/// use jostle::{Collider, Filter, Shape, Vec2, World};
/// let mut world = World::new();
/// world.add(Collider::new((), Shape::circle(1.0)?).at(4.0, 0.0))?;
/// let near = world.nearest((0.0, 0.0), 1, &Filter::ANY)[0];
/// assert_eq!((near.distance, near.point), (3.0, Vec2::new(3.0, 0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// Whose it is.
    pub key: Key,
    /// From the point to the collider; 0 inside.
    pub distance: f32,
    /// The nearest point of the collider: the point itself, where it is inside.
    pub point: Vec2,
    /// Unit vector from the collider to the point; inside, the shortest way out.
    pub normal: Vec2,
}

/// The two colliders that are nearest to each other.
///
/// ```
/// use jostle::{Collider, Filter, Shape, World};
/// let mut world = World::new();
/// for x in [0.0, 10.0, 13.0] {
///     world.add(Collider::new(x, Shape::circle(1.0)?).at(x, 0.0))?;
/// }
/// assert_eq!(world.nearest_pair(&Filter::ANY).unwrap().gap.separation, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestPair {
    /// The one with the lesser key.
    pub a: Key,
    /// The other.
    pub b: Key,
    /// The gap from a to b.
    pub gap: Gap,
}

/// The square of a bound on a distance that is an `f32`: all that rounds to it lies within.
fn square_of(distance: f32) -> f64 {
    let far = f64::from(distance.next_up());
    far * far
}

impl<T> World<T> {
    /// Finds the `count` colliders nearest to a point, sorted by distance, then by key.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let ball = std::sync::Arc::new(Shape::circle(1.0)?);
    /// let row = (0..9).map(|i| Collider::new(i, ball.clone()).at(i as f32 * 5.0, 0.0));
    /// let keys = world.add_all(row)?;
    /// let near = world.nearest((12.0, 0.0), 2, &Filter::ANY);
    /// assert_eq!(near.iter().map(|n| n.key).collect::<Vec<_>>(), [keys[2], keys[3]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        count: usize,
        filter: &Filter<'_, T>,
    ) -> Vec<Nearest> {
        let mut found = Vec::new();
        self.nearest_into(point, count, filter, &mut found);
        found
    }

    /// Finds the nearest like [`World::nearest`], appending to a list.
    ///
    /// ```
    /// use jostle::{Filter, World};
    /// let mut found = Vec::new();
    /// World::<()>::new().nearest_into((0.0, 0.0), 3, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// ```
    pub fn nearest_into(
        &self,
        point: impl Into<Vec2>,
        count: usize,
        filter: &Filter<'_, T>,
        found: &mut Vec<Nearest>,
    ) {
        let point = point.into();
        if count == 0 || !point.is_finite() {
            return;
        }
        let start = found.len();
        let mut bound = f64::INFINITY;
        let mut visit = |slot: u32| {
            bound = self.nearer(slot, (point, filter), found, (start, count), bound);
            bound
        };
        for slot in &self.slots.unbounded {
            visit(*slot);
        }
        self.broad.nearest(Aabb::new(point, point), &mut visit);
    }

    /// Inserts a collider into the nearest `count` found from `start` on, if it is one of them;
    /// returns the new bound.
    fn nearer(
        &self,
        slot: u32,
        (point, filter): (Vec2, &Filter<'_, T>),
        found: &mut Vec<Nearest>,
        (start, count): (usize, usize),
        bound: f64,
    ) -> f64 {
        let Some((key, placed)) = self.asked(slot as usize, filter) else { return bound };
        let Closest { point: on, separation, normal } = placed.closest(point);
        let distance = if separation > 0.0 { separation } else { 0.0 };
        let before = |n: &Nearest| (n.distance, n.key) < (distance, key);
        let last = start.saturating_add(count - 1);
        if let Some(furthest) = found.get(last) {
            if before(furthest) {
                return bound;
            }
            found.truncate(last);
        }
        let place = start + found[start..].partition_point(before);
        found.insert(place, Nearest { key, distance, point: on, normal });
        found.get(last).map_or(bound, |last| square_of(last.distance))
    }

    /// Finds the nearest like [`World::nearest`], for many points.
    ///
    /// ```
    /// use jostle::{Filter, Vec2, World, world::ResultLists};
    /// let mut batch = ResultLists::default();
    /// World::<()>::new().nearest_each(&[Vec2::ZERO], 3, &Filter::ANY, &mut batch);
    /// assert!(batch[0].is_empty());
    /// ```
    pub fn nearest_each(
        &self,
        points: &[Vec2],
        count: usize,
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Nearest>,
    ) {
        batch.fill_together(points, GROUP, |points, lists| {
            let mut bounds = [f64::INFINITY; GROUP];
            let mut one = |i: usize, slot: u32| {
                let asked = (points[i], filter);
                bounds[i] = self.nearer(slot, asked, &mut lists[i], (0, count), bounds[i]);
                bounds[i]
            };
            // Queries that find nothing are skipped.
            let (mut from, mut numbers, mut asked) = ([Aabb::UNBOUNDED; GROUP], [0; GROUP], 0);
            for (i, point) in points.iter().enumerate() {
                if count > 0 && point.is_finite() {
                    for slot in &self.slots.unbounded {
                        one(i, *slot);
                    }
                    (from[asked], numbers[asked]) = (Aabb::new(*point, *point), i);
                    asked += 1;
                }
            }
            let expect = |slot: u32| self.slots.prefetch(slot as usize);
            let mut visit = |number: usize, slot| one(numbers[number], slot);
            self.broad.nearest_each(&from[..asked], &expect, &mut visit);
        });
    }

    /// Finds the two colliders with the least distance, which is 0 for all that touch; of several
    /// pairs the one with the least keys. Filters of pairs do not count.
    ///
    /// ```
    /// use jostle::{Filter, World};
    /// assert_eq!(World::<()>::new().nearest_pair(&Filter::ANY), None);
    /// ```
    #[must_use]
    pub fn nearest_pair(&self, filter: &Filter<'_, T>) -> Option<NearestPair> {
        let mut best: Option<NearestPair> = None;
        for a in self.keys() {
            let Some((_, placed)) = self.asked(a.slot(), filter) else { continue };
            let limit = best.map_or(f32::INFINITY, |b| b.gap.distance());
            if limit == 0.0 {
                break;
            }
            let mut bound = if best.is_some() { square_of(limit) } else { f64::INFINITY };
            let mut own: Option<NearestPair> = None;
            let mut visit = |slot: u32| {
                let Some((b, other)) = self.asked(slot as usize, filter) else { return bound };
                if b <= a {
                    return bound;
                }
                let gap = placed.gap(other);
                let key = |p: &NearestPair| (p.gap.distance(), p.b);
                if own.is_none_or(|o| (gap.distance(), b) < key(&o)) {
                    own = Some(NearestPair { a, b, gap });
                    let near = square_of(gap.distance());
                    bound = if near < bound { near } else { bound };
                }
                bound
            };
            for slot in &self.slots.unbounded {
                visit(*slot);
            }
            let mut each = |slot: u32| {
                visit(slot);
                ControlFlow::Continue(())
            };
            if self.slots.unbounded.binary_search(&(a.slot() as u32)).is_ok() {
                self.broad.overlapping(Aabb::UNBOUNDED, &mut each);
            } else {
                self.broad.nearest(placed.bounds(), &mut visit);
            }
            if let Some(own) = own
                && best.is_none_or(|b| own.gap.distance() < b.gap.distance())
            {
                best = Some(own);
            }
        }
        best
    }
}
