//! Ray queries, thin or thick: the first hit, all hits, or any hit.

use alloc::vec::Vec;
use core::{array::from_fn, cmp::Ordering, slice::from_ref};

use crate::math::{DVec2, Vec2, sort::sort_by};
use crate::pair::query::ray::{PreparedRay, RayHitWithEdge};
use crate::pair::query::{Inside, RayHit};
use crate::pair::{query::hit_edge::nearest_edge, query::touching_parts::Named};
use crate::shape::Placed;
use crate::world::query::{GROUP, ResultLists};
use crate::world::{Core, Filter, Key, World, storage::PARTS};

/// A ray from `origin` over `translation`, thin or thick; world frame.
///
/// A thick ray is exact: it meets a shape where its middle meets the shape grown by the radius. Of
/// a one-sided chain it meets the edges that have its origin on their left.
///
/// ```
/// use jostle::{Inside, Ray};
/// let ray = Ray::new((0.0, 0.0), (10.0, 0.0)).inside(Inside::Skip).thick(0.5);
/// assert_eq!((ray.radius, ray.inside), (0.5, Inside::Skip));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec2,
    /// From its start to its end.
    pub translation: Vec2,
    /// What happens where it starts inside a shape.
    pub inside: Inside,
    /// Half its thickness; 0 for a line. Less than 0 or not finite finds nothing.
    pub radius: f32,
}

impl Ray {
    /// Makes a thin ray that hits the shapes it starts in.
    ///
    /// ```
    /// assert_eq!(jostle::Ray::new((0.0, 0.0), (1.0, 0.0)).radius, 0.0);
    /// ```
    #[must_use]
    pub fn new(origin: impl Into<Vec2>, translation: impl Into<Vec2>) -> Self {
        let (origin, translation) = (origin.into(), translation.into());
        Self { origin, translation, inside: Inside::Hit, radius: 0.0 }
    }

    /// Makes a thin ray from one point to another.
    ///
    /// ```
    /// use jostle::Ray;
    /// assert_eq!(Ray::between((1.0, 1.0), (4.0, 5.0)), Ray::new((1.0, 1.0), (3.0, 4.0)));
    /// ```
    #[must_use]
    pub fn between(from: impl Into<Vec2>, to: impl Into<Vec2>) -> Self {
        let from = from.into();
        Self::new(from, to.into() - from)
    }

    /// Makes a thin ray of a length in a direction, which may have any length but 0.
    ///
    /// ```
    /// use jostle::Ray;
    /// assert_eq!(Ray::toward((1.0, 1.0), (0.0, 9.0), 5.0), Ray::new((1.0, 1.0), (0.0, 5.0)));
    /// ```
    #[must_use]
    pub fn toward(from: impl Into<Vec2>, direction: impl Into<Vec2>, length: f32) -> Self {
        Self::new(from, direction.into().normalize() * length)
    }

    /// Sets what happens where the ray starts inside a shape.
    ///
    /// ```
    /// use jostle::{Inside, Ray};
    /// assert_eq!(Ray::new((0., 0.), (1., 0.)).inside(Inside::Exit).inside, Inside::Exit);
    /// ```
    #[must_use]
    pub fn inside(self, inside: Inside) -> Self {
        Self { inside, ..self }
    }

    /// Gives the ray a radius: a disc is swept along it.
    ///
    /// ```
    /// assert_eq!(jostle::Ray::new((0., 0.), (1., 0.)).thick(2.0).radius, 2.0);
    /// ```
    #[must_use]
    pub fn thick(self, radius: f32) -> Self {
        Self { radius, ..self }
    }

    /// Returns the prepared ray, or `None` if it finds nothing.
    fn prepare(&self) -> Option<PreparedRay> {
        let sound = self.radius >= 0.0 && self.radius.is_finite();
        PreparedRay::new(self.origin, self.translation, self.inside).filter(|_| sound)
    }

    fn against(&self, ray: &PreparedRay, placed: &Placed) -> Option<RayHitWithEdge> {
        if self.radius == 0.0 {
            return ray.hit(placed);
        }
        let hit = ray.hit(&placed.grown(self.radius, self.origin)?)?;
        Some(RayHitWithEdge { edge: None, ..hit })
    }
}

/// What a ray hit, and where; world frame.
///
/// ```
/// use jostle::{Collider, Filter, Ray, Shape, Vec2, World};
/// let mut world = World::new();
/// let wall = world.add(Collider::new((), Shape::rect_half((1.0, 5.0))?).at((9.0, 0.0)))?;
/// let hit = world.ray_first(&Ray::new((0.0, 1.0), (16.0, 0.0)), &Filter::ANY).unwrap();
/// assert_eq!((hit.key, hit.fraction, hit.point), (wall, 0.5, Vec2::new(8.0, 1.0)));
/// assert_eq!((hit.normal, hit.part, hit.edge), (Vec2::new(-1.0, 0.0), 0, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldRayHit {
    /// The collider that it hit.
    pub key: Key,
    /// Fraction of the translation, in [0, 1].
    pub fraction: f32,
    /// Where the ray is then: of a thick one its middle.
    pub point: Vec2,
    /// Unit outward normal there; see [`RayHit::normal`].
    pub normal: Vec2,
    /// The number of the part of a compound, of several that meet there the first; of a tile grid
    /// the cell's, row · columns + column; 0 for other shapes.
    pub part: u32,
    /// The number of the edge of that part (of a grid, of its whole outline) that is nearest to
    /// where the ray hit it, of several the first; 0 for shapes without edges.
    pub edge: u32,
}

/// The order of hits: by fraction, then by key.
fn order(a: (Key, f32), b: (Key, f32)) -> Ordering {
    a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))
}

/// Keeps the first of two hits; returns the fraction up to which others count.
fn keep(best: &mut Option<(Key, RayHitWithEdge)>, key: Key, found: &RayHitWithEdge) -> f32 {
    let fraction = found.hit.fraction;
    let is_before = |(other, old): &(Key, RayHitWithEdge)| {
        order((*other, old.hit.fraction), (key, fraction)).is_lt()
    };
    if !best.as_ref().is_some_and(is_before) {
        *best = Some((key, *found));
    }
    // One step on, so that what rounds to the same fraction is tested too.
    let bound = best.as_ref().map_or(fraction, |(_, first)| first.hit.fraction).next_up();
    if bound < 1.0 { bound } else { 1.0 }
}

/// # Cast rays
impl<T> World<T> {
    /// Finds what a ray meets first; of several at the same fraction the one with the least key.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Ray, Shape, World};
    /// let mut world = World::new();
    /// world.add(Collider::new("far", Shape::circle(1.0)?).at((9.0, 0.0)))?;
    /// let near = world.add(Collider::new("near", Shape::circle(1.0)?).at((5.0, 0.5)))?;
    /// let ray = Ray::new((0.0, -1.0), (20.0, 0.0)).thick(0.5);
    /// assert_eq!(world.ray_first(&ray, &Filter::ANY).unwrap().key, near);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ray_first(&self, ray: &Ray, filter: &Filter<'_, T>) -> Option<WorldRayHit> {
        self.ask(filter, |core, filter| core.ray_first(ray, filter))
    }

    /// Casts like [`World::ray_first`], for many rays; the list has one result for each.
    ///
    /// ```
    /// use jostle::{Filter, Ray, World};
    /// let mut found = Vec::new();
    /// let rays = [Ray::new((0.0, 0.0), (1.0, 0.0))];
    /// World::<()>::new().ray_first_each(&rays, &Filter::ANY, &mut found);
    /// assert_eq!(found, [None]);
    /// ```
    pub fn ray_first_each(
        &self,
        rays: &[Ray],
        filter: &Filter<'_, T>,
        found: &mut Vec<Option<WorldRayHit>>,
    ) {
        self.ask(filter, |core, filter| core.ray_first_each(rays, filter, found));
    }

    /// Finds all that a ray meets, each collider where it is hit first, sorted by fraction, then by
    /// key.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Ray, Shape, World};
    /// let mut world = World::new();
    /// for x in [9.0, 5.0] {
    ///     world.add(Collider::new(x, Shape::circle(1.0)?).at((x, 0.0)))?;
    /// }
    /// let hits = world.ray_all(&Ray::new((0.0, 0.0), (16.0, 0.0)), &Filter::ANY);
    /// assert_eq!(hits.iter().map(|h| h.fraction).collect::<Vec<_>>(), [0.25, 0.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ray_all(&self, ray: &Ray, filter: &Filter<'_, T>) -> Vec<WorldRayHit> {
        let mut found = Vec::new();
        self.ray_all_into(ray, filter, &mut found);
        found
    }

    /// Casts like [`World::ray_all`], into a list that is emptied first.
    ///
    /// ```
    /// use jostle::{Filter, Ray, World};
    /// let mut found = Vec::new();
    /// let ray = Ray::new((0.0, 0.0), (1.0, 0.0));
    /// World::<()>::new().ray_all_into(&ray, &Filter::ANY, &mut found);
    /// assert!(found.is_empty());
    /// ```
    pub fn ray_all_into(&self, ray: &Ray, filter: &Filter<'_, T>, found: &mut Vec<WorldRayHit>) {
        self.ask(filter, |core, filter| core.ray_all(ray, filter, found));
    }

    /// Casts like [`World::ray_all`], for many rays.
    ///
    /// ```
    /// let mut batch = jostle::world::ResultLists::default();
    /// jostle::World::<()>::new().ray_all_each(&[], &jostle::Filter::ANY, &mut batch);
    /// assert!(batch.is_empty());
    /// ```
    pub fn ray_all_each(
        &self,
        rays: &[Ray],
        filter: &Filter<'_, T>,
        batch: &mut ResultLists<WorldRayHit>,
    ) {
        batch.fill(rays, |ray, found| self.ray_all_into(ray, filter, found));
    }

    /// Returns `true` if a ray meets anything.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Ray, Shape, World};
    /// let mut world = World::new();
    /// world.add(Collider::new((), Shape::circle(1.0)?).at((5.0, 0.0)))?;
    /// assert!(world.ray_any(&Ray::new((0.0, 0.0), (9.0, 0.0)), &Filter::ANY));
    /// assert!(!world.ray_any(&Ray::new((0.0, 2.0), (9.0, 0.0)), &Filter::ANY));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ray_any(&self, ray: &Ray, filter: &Filter<'_, T>) -> bool {
        self.ask(filter, |core, filter| core.ray_any(ray, filter))
    }

    /// Returns `true` if nothing that passes the filter lies between two points: a line of sight.
    /// Touching blocks. Leave the two that look at each other out, by layers or by key.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Shape, World};
    /// jostle::layers! { GUARD, WALL }
    /// let mut world = World::new();
    /// let guard = world.add(Collider::new("guard", Shape::circle(1.0)?).layer(GUARD))?;
    /// world.add(Collider::new("wall", Shape::rect_size((1.0, 4.0))?).at((5.0, 0.0)).layer(WALL))?;
    /// assert!(!world.line_of_sight((0.0, 0.0), (9.0, 0.0), &WALL.into()));
    /// assert!(world.line_of_sight((0.0, 0.0), (9.0, 9.0), &Filter::ANY.except(&[guard])));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn line_of_sight(
        &self,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        filter: &Filter<'_, T>,
    ) -> bool {
        let ray = Ray::between(from, to);
        ray.origin.is_finite() && ray.translation.is_finite() && !self.ray_any(&ray, filter)
    }

    /// Casts like [`World::ray_any`], for many rays; the list has one result for each.
    ///
    /// ```
    /// use jostle::{Filter, Ray, World};
    /// let mut seen = Vec::new();
    /// let rays = [Ray::new((0.0, 0.0), (1.0, 0.0))];
    /// World::<()>::new().ray_any_each(&rays, &Filter::ANY, &mut seen);
    /// assert_eq!(seen, [false]);
    /// ```
    pub fn ray_any_each(&self, rays: &[Ray], filter: &Filter<'_, T>, found: &mut Vec<bool>) {
        found.clear();
        found.extend(rays.iter().map(|ray| self.ray_any(ray, filter)));
    }
}

impl Core {
    fn ray_first(&self, ray: &Ray, filter: &Filter<'_, ()>) -> Option<WorldRayHit> {
        let mut best = None;
        self.cast::<1>(from_ref(ray), filter, |_, key, hit| keep(&mut best, key, hit));
        best.map(|(key, hit)| self.found(ray, key, &hit))
    }

    fn ray_first_each(
        &self,
        rays: &[Ray],
        filter: &Filter<'_, ()>,
        found: &mut Vec<Option<WorldRayHit>>,
    ) {
        found.clear();
        for rays in rays.chunks(GROUP) {
            let mut best: [Option<(Key, RayHitWithEdge)>; GROUP] = [None; GROUP];
            self.cast::<GROUP>(rays, filter, |i, key, hit| keep(&mut best[i], key, hit));
            let best = rays.iter().zip(best);
            found.extend(best.map(|(ray, best)| best.map(|(key, hit)| self.found(ray, key, &hit))));
        }
    }

    fn ray_all(&self, ray: &Ray, filter: &Filter<'_, ()>, found: &mut Vec<WorldRayHit>) {
        found.clear();
        self.cast::<1>(from_ref(ray), filter, |_, key, hit| {
            found.push(self.found(ray, key, hit));
            1.0
        });
        let by_key =
            |a: &WorldRayHit, b: &WorldRayHit| order((a.key, a.fraction), (b.key, b.fraction));
        sort_by(found, by_key);
    }

    fn ray_any(&self, ray: &Ray, filter: &Filter<'_, ()>) -> bool {
        let mut any = false;
        self.cast::<1>(from_ref(ray), filter, |_, _, _| {
            any = true;
            -1.0
        });
        any
    }

    /// Casts up to `N` rays. Calls `visit` with the number of the ray and every hit up to the
    /// fraction that it returned last for that ray; below 0 stops the ray.
    fn cast<const N: usize>(
        &self,
        rays: &[Ray],
        filter: &Filter<'_, ()>,
        mut visit: impl FnMut(usize, Key, &RayHitWithEdge) -> f32,
    ) {
        let prepared: [Option<PreparedRay>; N] = from_fn(|i| rays.get(i)?.prepare());
        let mut bounds: [f32; N] = from_fn(|i| if prepared[i].is_some() { 1.0 } else { -1.0 });
        let mut one = |i: usize, slot: u32| {
            if bounds[i] >= 0.0
                && let Some(ray) = &prepared[i]
                && let Some((key, placed)) = self.asked(slot as usize, filter)
                && let Some(hit) = rays[i].against(ray, placed)
            {
                bounds[i] = visit(i, key, &hit);
            }
            bounds[i]
        };
        for slot in &self.slots.unbounded {
            (0..rays.len()).for_each(|i| _ = one(i, *slot));
        }
        if let [Ray { origin, translation, radius, .. }] = *rays {
            if prepared[0].is_some() {
                self.broad.cast_segment(origin, translation, radius, &mut |slot| one(0, slot));
            }
            return;
        }
        // Rays that find nothing are points here, and stop at once.
        let segments: [_; N] = from_fn(|i| match rays.get(i) {
            Some(ray) if prepared[i].is_some() => (ray.origin, ray.translation, ray.radius),
            _ => (Vec2::ZERO, Vec2::ZERO, 0.0),
        });
        let prefetch = |slot: u32| self.slots.prefetch(slot as usize);
        self.broad.cast_segments(&segments[..rays.len()], &prefetch, &mut one);
    }

    fn found(&self, ray: &Ray, key: Key, found: &RayHitWithEdge) -> WorldRayHit {
        let RayHit { fraction, point, normal } = found.hit;
        // The point where a thick ray touches the shape itself.
        let on = (DVec2::from(point) - DVec2::from(normal) * f64::from(ray.radius)).round();
        let slot = key.slot();
        let has_parts = self.slots.meta(slot).is_some_and(|meta| meta.has(PARTS));
        // Only parts need the shape, which lies elsewhere in memory.
        let shape = self.slots.shapes.get(slot).and_then(Option::as_deref).filter(|_| has_parts);
        let (part, edge) = match (shape, self.slots.placed(slot)) {
            (Some(shape), Some(placed)) => {
                Named::new(shape, &self.slots.worlds[slot], placed).part_at(on)
            }
            (None, Some(placed)) => {
                (0, found.edge.unwrap_or_else(|| nearest_edge(&placed.body, on).1))
            }
            _ => (0, 0),
        };
        WorldRayHit { key, fraction, point, normal, part, edge }
    }
}
