//! Ray queries, thin or thick: the first hit, all hits, or any hit.

use alloc::vec::Vec;

use crate::broad::SweptBox;
use crate::math::{Affine, DVec2, Vec2};
use crate::pair::query::ray::{PreparedRay, RayHitWithEdge};
use crate::pair::query::{Hit, Inside, Meet, RayHit};
use crate::shape::{Placed, Shape};
use crate::world::query::along::{Along, Way};
use crate::world::query::{ResultLists, list_query};
use crate::world::{Core, Filter, Key, World};

/// A ray from `origin` over `translation`, thin or thick; world frame.
///
/// A thick ray is the cast of a disc, with the same fractions: see [`Placed::cast`].
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
    #[must_use]
    pub fn between(from: impl Into<Vec2>, to: impl Into<Vec2>) -> Self {
        let from = from.into();
        Self::new(from, to.into() - from)
    }

    /// Makes a thin ray of a length in a direction, which may have any length but 0.
    #[must_use]
    pub fn toward(from: impl Into<Vec2>, direction: impl Into<Vec2>, length: f32) -> Self {
        Self::new(from, direction.into().normalize() * length)
    }

    /// Sets what happens where the ray starts inside a shape.
    #[must_use]
    pub fn inside(self, inside: Inside) -> Self {
        Self { inside, ..self }
    }

    /// Gives the ray a radius: a disc is swept along it.
    #[must_use]
    pub fn thick(self, radius: f32) -> Self {
        Self { radius, ..self }
    }
}

/// A ray that is ready for shapes; a thick one is a disc that moves.
pub(super) enum Ready {
    Thin(PreparedRay),
    Disc(Placed),
}

impl Along for Ray {
    type Ready = Ready;
    type Hit = RayHitWithEdge;
    type Found = WorldRayHit;

    fn ready(&self) -> Option<(Ready, Way)> {
        let Self { origin, translation, inside, radius } = *self;
        let thin = PreparedRay::new(origin, translation, inside)?;
        let ready = if radius == 0.0 {
            Ready::Thin(thin)
        } else {
            Ready::Disc(Shape::circle(radius).and_then(|s| s.place(Affine::at(origin))).ok()?)
        };
        let half = Vec2::new(radius, radius);
        Some((ready, Way::Straight(SweptBox { origin, translation, half })))
    }

    fn meet(&self, ready: &Ready, placed: &Placed) -> Option<RayHitWithEdge> {
        match ready {
            Ready::Thin(ray) => ray.hit(placed),
            Ready::Disc(disc) => {
                let rules = Meet { inside: self.inside, ..Meet::TOUCH };
                let Hit { fraction, normal, point, .. } =
                    disc.cast(placed, self.translation, rules)?;
                let normal = Vec2::ZERO - normal;
                let hit = RayHit { fraction, point, normal };
                Some(RayHitWithEdge { hit, edge: None, at: fraction.into() })
            }
        }
    }

    fn fraction(hit: &RayHitWithEdge) -> f32 {
        hit.hit.fraction
    }

    fn found(&self, core: &Core, key: Key, found: &RayHitWithEdge) -> WorldRayHit {
        let RayHit { fraction, point: on, normal } = found.hit;
        let (part, edge) = core.part_and_edge(key, on, found.edge);
        // The middle of a disc that meets the shape there.
        let point = match f64::from(self.radius) {
            0.0 => on,
            _ if fraction == 0.0 => self.origin,
            radius => (DVec2::from(on) + DVec2::from(normal) * radius).round(),
        };
        WorldRayHit { key, fraction, point, normal, part, edge }
    }

    fn rank(found: &WorldRayHit) -> (f32, Key) {
        (found.fraction, found.key)
    }
}

/// What a ray hit, and where; world frame.
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

/// # Cast rays
impl<T> World<T> {
    /// Finds what a ray meets first; of several at the same fraction the one with the least key.
    #[must_use]
    pub fn ray_first(&self, ray: &Ray, filter: &Filter<'_, T>) -> Option<WorldRayHit> {
        self.ask(filter, |core, filter| core.first_along(ray, filter))
    }

    /// Casts like [`World::ray_first`], for many rays; the list has one result for each.
    pub fn ray_first_each(
        &self,
        rays: &[Ray],
        filter: &Filter<'_, T>,
        found: &mut Vec<Option<WorldRayHit>>,
    ) {
        self.ask(filter, |core, filter| core.first_along_each(rays, filter, found));
    }

    list_query! {
        /// Finds all that a ray meets, each collider where it is hit first, sorted by fraction, then by
        /// key.
        pub fn ray_all(ray: &Ray) -> Vec<WorldRayHit>;
        pub fn ray_all_into("&jostle::Ray::new((0.0, 0.0), (1.0, 0.0))");
        pub fn ray_all_each(rays: &[Ray], |ray|);
        Core::all_along(ray)
    }

    /// Returns `true` if a ray meets anything.
    #[must_use]
    pub fn ray_any(&self, ray: &Ray, filter: &Filter<'_, T>) -> bool {
        self.ask(filter, |core, filter| core.any_along(ray, filter))
    }

    /// Returns `true` if nothing that passes the filter lies between two points: a line of sight.
    /// Touching blocks. Leave the two that look at each other out, by layers or by key.
    ///
    /// ```
    /// use jostle::{Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// world.add(Collider::new("wall", Shape::rect_size((1.0, 4.0))?).at((5.0, 0.0)))?;
    /// assert!(!world.line_of_sight((0.0, 0.0), (9.0, 0.0), &Filter::ANY));
    /// assert!(world.line_of_sight((0.0, 0.0), (9.0, 9.0), &Filter::ANY));
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
    pub fn ray_any_each(&self, rays: &[Ray], filter: &Filter<'_, T>, found: &mut Vec<bool>) {
        found.clear();
        found.extend(rays.iter().map(|ray| self.ray_any(ray, filter)));
    }
}
