//! Nearest queries: to a point, and between two colliders.

use alloc::vec::Vec;
use core::{array::from_fn, slice::from_mut};

use crate::math::{Aabb, Vec2};
use crate::pair::query::{Closest, Gap};
use crate::world::query::{GROUP, ResultLists};
use crate::world::{Core, Filter, Key, World};

/// A collider near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nearest {
    /// The collider.
    pub key: Key,
    /// From the point to the collider; 0 inside.
    pub distance: f32,
    /// The nearest point of the collider: the point itself, where it is inside.
    pub point: Vec2,
    /// Unit vector from the collider to the point; inside, the shortest way out.
    pub normal: Vec2,
}

/// The two colliders that are nearest to each other.
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

/// # Ask what is nearest
impl<T> World<T> {
    /// Finds the `count` colliders nearest to a point, sorted by distance, then by key.
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

    /// Finds the nearest like [`World::nearest`], into a list that is emptied first.
    pub fn nearest_into(
        &self,
        point: impl Into<Vec2>,
        count: usize,
        filter: &Filter<'_, T>,
        found: &mut Vec<Nearest>,
    ) {
        found.clear();
        let points = [point.into()];
        self.ask(filter, |core, filter| core.find_nearest(&points, count, filter, from_mut(found)));
    }

    /// Finds the nearest like [`World::nearest`], for many points.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().nearest_each(&[], 3, &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn nearest_each(
        &self,
        points: &[Vec2],
        count: usize,
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<Nearest>,
    ) {
        self.ask(filter, |core, filter| {
            batch.fill_groups(points, GROUP, |points, lists| {
                core.find_nearest(points, count, filter, lists);
            });
        });
    }

    /// Finds the two colliders with the least distance, which is 0 for all that touch; of several
    /// pairs the one with the least keys. Filters of pairs do not count.
    #[must_use]
    pub fn nearest_pair(&self, filter: &Filter<'_, T>) -> Option<NearestPair> {
        self.ask(filter, Core::nearest_pair)
    }
}

impl Core {
    /// Finds the nearest of up to `GROUP` points. Each list gets up to `count` results.
    fn find_nearest(
        &self,
        points: &[Vec2],
        count: usize,
        filter: &Filter<'_, ()>,
        lists: &mut [Vec<Nearest>],
    ) {
        // Points that find nothing are the origin here, and stop at once.
        let sound = |i: usize| Some(*points.get(i)?).filter(|p| count > 0 && p.is_finite());
        let mut bounds: [f64; GROUP] = from_fn(|i| sound(i).map_or(-1.0, |_| f64::INFINITY));
        let mut visit = |i: usize, slot: u32| {
            if bounds[i] >= 0.0 {
                let asked = (points[i], filter);
                bounds[i] = self.nearer(slot, asked, &mut lists[i], count, bounds[i]);
            }
            bounds[i]
        };
        for slot in &self.slots.unbounded {
            (0..points.len()).for_each(|i| _ = visit(i, *slot));
        }
        let from: [Aabb; GROUP] = from_fn(|i| {
            let point = sound(i).unwrap_or_default();
            Aabb::new(point, point)
        });
        let prefetch = |slot: u32| self.slots.prefetch(slot as usize);
        self.broad.nearest_each(&from[..points.len()], &prefetch, &mut visit);
    }

    /// Inserts a collider into the nearest `count` found so far, if it is one of them;
    /// returns the new bound.
    fn nearer(
        &self,
        slot: u32,
        (point, filter): (Vec2, &Filter<'_, ()>),
        found: &mut Vec<Nearest>,
        count: usize,
        bound: f64,
    ) -> f64 {
        let Some((key, placed)) = self.asked(slot as usize, filter) else { return bound };
        let Closest { point: on, separation, normal } = placed.closest(point);
        let distance = if separation > 0.0 { separation } else { 0.0 };
        let before = |n: &Nearest| (n.distance, n.key) < (distance, key);
        let last = count - 1;
        if let Some(furthest) = found.get(last) {
            if before(furthest) {
                return bound;
            }
            found.truncate(last);
        }
        let place = found.partition_point(before);
        found.insert(place, Nearest { key, distance, point: on, normal });
        found.get(last).map_or(bound, |last| square_of(last.distance))
    }

    fn nearest_pair(&self, filter: &Filter<'_, ()>) -> Option<NearestPair> {
        let mut best: Option<NearestPair> = None;
        let rank = |pair: &NearestPair| (pair.gap.distance(), pair.a, pair.b);
        for a in self.keys_of(0..self.slots.len()) {
            let Some((_, placed)) = self.asked(a.slot(), filter) else { continue };
            if best.is_some_and(|best| best.gap.distance() == 0.0) {
                break;
            }
            let mut visit = |slot: u32| {
                let other = self.asked(slot as usize, filter);
                if let Some((b, other)) = other.filter(|(b, _)| *b > a) {
                    let pair = NearestPair { a, b, gap: placed.gap(other) };
                    if best.is_none_or(|best| rank(&pair) < rank(&best)) {
                        best = Some(pair);
                    }
                }
                best.map_or(f64::INFINITY, |best| square_of(best.gap.distance()))
            };
            if self.slots.unbounded.binary_search(&(a.slot() as u32)).is_ok() {
                (0..self.slots.len() as u32).for_each(|slot| _ = visit(slot));
            } else {
                self.slots.unbounded.iter().for_each(|slot| _ = visit(*slot));
                self.broad.nearest(placed.bounds(), &mut visit);
            }
        }
        best
    }
}

/// The square of a bound on a distance that is an `f32`: all that rounds to it lies within.
fn square_of(distance: f32) -> f64 {
    let far = f64::from(distance.next_up());
    far * far
}
