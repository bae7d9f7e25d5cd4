//! Queries: what is where.

use jostle::{Inside, Key, Ray};
use pyo3::prelude::*;

use super::filter::questions;
use super::{Filter, World, key};
use crate::answers::{Aabb, Closest, Contact, Gap, Pair, pair};
use crate::args::{Point, extent};
use crate::placed::Placed;
use crate::record::record;
use crate::words::Word;

record! {
    /// What a ray hit, and where; world frame.
    WorldRayHit {
        /// The key of the collider.
        key: u64,
        /// Fraction of the translation, from 0 to 1.
        fraction: f32,
        /// Where the ray is then: of a thick one its middle.
        point: Pair,
        /// Unit outward normal there.
        normal: Pair,
        /// The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
        part: u32,
        /// The number of the edge of that part.
        edge: u32,
    }
}

impl From<jostle::WorldRayHit> for WorldRayHit {
    fn from(hit: jostle::WorldRayHit) -> Self {
        let jostle::WorldRayHit { key, fraction, point, normal, part, edge } = hit;
        let (point, normal) = (pair(point), pair(normal));
        Self { key: key.to_bits(), fraction, point, normal, part, edge }
    }
}

record! {
    /// A collider near a point.
    Nearest {
        /// Its key.
        key: u64,
        /// The distance; 0 if it contains the point.
        distance: f32,
        /// Its point that is nearest.
        point: Pair,
        /// Unit vector from it toward the point.
        normal: Pair,
    }
}

impl From<jostle::Nearest> for Nearest {
    fn from(n: jostle::Nearest) -> Self {
        let (point, normal) = (pair(n.point), pair(n.normal));
        Self { key: n.key.to_bits(), distance: n.distance, point, normal }
    }
}

record! {
    /// The two colliders of a world that are nearest to each other.
    NearestPair {
        /// The key of the collider that was added first.
        a: u64,
        /// The key of the other.
        b: u64,
        /// Their gap.
        gap: Gap,
    }
}

pub(super) fn bits(keys: Vec<Key>) -> Vec<u64> {
    keys.into_iter().map(Key::to_bits).collect()
}

fn ray(origin: Point, translation: Point, inside: &str, radius: f32) -> PyResult<Ray> {
    let (origin, translation) = (origin.finite("origin")?, translation.finite("translation")?);
    let radius = extent(radius, "radius")?;
    Ok(Ray::new(origin, translation).inside(Inside::parse(inside)?).thick(radius))
}

questions! {
    /// Lists the keys of the colliders that contain a point, sorted.
    fn at_point(self, py, filter, point: Point as "jostle.types.Point") -> Vec<u64> {
        let point = point.finite("point")?;
        self.ask(py, filter, |world, filter| bits(world.at_point(point, filter)))
    }

    /// Lists the keys of the colliders that share a point with a placed shape, sorted.
    fn overlapping(self, py, filter, shape: &Placed) -> Vec<u64> {
        self.ask(py, filter, |world, filter| bits(world.overlapping(&shape.core, filter)))
    }

    /// Lists the keys of the colliders that share a point with a box, sorted.
    fn overlapping_aabb(self, py, filter, bounds: Aabb as "Aabb") -> Vec<u64> {
        let bounds = bounds.checked("bounds")?;
        self.ask(py, filter, |world, filter| bits(world.overlapping_aabb(bounds, filter)))
    }

    /// Lists the keys of the colliders that lie in a placed shape, sorted.
    fn contained_in(self, py, filter, shape: &Placed) -> Vec<u64> {
        self.ask(py, filter, |world, filter| bits(world.contained_in(&shape.core, filter)))
    }

    /// Lists the contacts of a placed shape with the colliders, one for each face, sorted by key.
    fn contacts_of(self, py, filter, shape: &Placed) -> Vec<(u64, Contact)> {
        let found = self.ask(py, filter, |world, filter| world.contacts_of(&shape.core, filter))?;
        Ok(found.into_iter().map(|(key, contact)| (key.to_bits(), contact.into())).collect())
    }

    /// Finds what a ray from `origin` over `translation` hits first, or None. `radius` sweeps a disc.
    fn ray_first(self, py, filter,
        origin: Point as "jostle.types.Point", translation: Point as "jostle.types.Point";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> Option<WorldRayHit> {
        let ray = ray(origin, translation, inside, radius)?;
        let hit = self.ask(py, filter, |world, filter| world.ray_first(&ray, filter))?;
        Ok(hit.map(WorldRayHit::from))
    }

    /// Lists all that a ray hits, sorted by fraction.
    fn ray_all(self, py, filter,
        origin: Point as "jostle.types.Point", translation: Point as "jostle.types.Point";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> Vec<WorldRayHit> {
        let ray = ray(origin, translation, inside, radius)?;
        let hits = self.ask(py, filter, |world, filter| world.ray_all(&ray, filter))?;
        Ok(hits.into_iter().map(WorldRayHit::from).collect())
    }

    /// Returns True if a ray hits something.
    fn ray_any(self, py, filter,
        origin: Point as "jostle.types.Point", translation: Point as "jostle.types.Point";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> bool {
        let ray = ray(origin, translation, inside, radius)?;
        self.ask(py, filter, |world, filter| world.ray_any(&ray, filter))
    }

    /// Lists the colliders nearest to a point, nearest first.
    fn nearest(self, py, filter,
        point: Point as "jostle.types.Point", count: usize as "int" = 1
    ) -> Vec<Nearest> {
        let point = point.finite("point")?;
        let found = self.ask(py, filter, |world, filter| world.nearest(point, count, filter))?;
        Ok(found.into_iter().map(Nearest::from).collect())
    }

    /// Finds the two colliders that are nearest to each other; None for fewer than two.
    fn nearest_pair(self, py, filter) -> Option<NearestPair> {
        let found = self.ask_each(py, filter, |world, filter| world.nearest_pair(filter))?;
        Ok(found.map(|jostle::world::NearestPair { a, b, gap }| NearestPair {
            a: a.to_bits(),
            b: b.to_bits(),
            gap: gap.into(),
        }))
    }
}

#[pymethods]
impl World {
    /// Returns True if two colliders share a point; None if one is not there or has no shape.
    fn overlaps(&self, a: u64, b: u64) -> PyResult<Option<bool>> {
        Ok(self.read()?.core.overlaps(key(a)?, key(b)?))
    }

    /// Finds the contact of two colliders; None where they are apart, not there or have no shape.
    fn contact(&self, a: u64, b: u64) -> PyResult<Option<Contact>> {
        Ok(self.read()?.core.contact(key(a)?, key(b)?).map(Contact::from))
    }

    /// Measures the gap of two colliders; None if one is not there or has no shape.
    fn gap(&self, a: u64, b: u64) -> PyResult<Option<Gap>> {
        Ok(self.read()?.core.gap(key(a)?, key(b)?).map(Gap::from))
    }

    /// Finds the point of a collider that is nearest to a point; None if it is not there or has no shape.
    #[pyo3(signature = (key: "int", point: "jostle.types.Point"))]
    fn closest(&self, key: u64, point: Point) -> PyResult<Option<Closest>> {
        Ok(self.read()?.core.closest(super::key(key)?, point.finite("point")?).map(Closest::from))
    }
}
