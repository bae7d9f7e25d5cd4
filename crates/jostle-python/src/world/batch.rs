//! Many questions in one call, from arrays to arrays. The GIL is released while they run.

use jostle::world::ResultLists;
use jostle::{Aabb, Inside, Key, Ray, Vec2};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use super::filter::questions;
use super::{Filter, World};
use crate::args::{extent, finite_points, same_length, whole};
use crate::arrays::{Answered, Row, structured};
use crate::placed_list::PlacedList;
use crate::room::{Boxes, check, reserve};
use crate::words::Word;

impl World {
    /// Checks that there is room for the answers to questions about what these boxes meet.
    fn room<R>(&self, filter: Option<&Filter>, asked: &Boxes<'_>) -> PyResult<()> {
        // What a function of Python lets pass, nobody knows before.
        let Some(layers) = Filter::passes(filter) else { return Ok(()) };
        let inner = self.read()?;
        let each = 4 * size_of::<Answered<R>>();
        check(asked, Some(&Boxes::on(&inner.core, layers)), each)
    }

    /// Asks many questions, and returns the answers beside the numbers of their questions.
    fn lists<'py, R>(
        &self,
        py: Python<'py>,
        filter: Option<&Filter>,
        ask: impl FnOnce(&jostle::World, &jostle::Filter<'_, ()>, &mut ResultLists<R>) + Send,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        R: Row + Copy + Send,
        ResultLists<R>: Default,
    {
        let lists = self.ask_each(py, filter, |world, filter| {
            let mut lists = ResultLists::default();
            ask(world, filter, &mut lists);
            lists
        })?;
        let numbered = (0..).zip(lists.iter());
        structured(py, numbered.flat_map(|(i, list)| list.iter().map(move |one| Answered(i, *one))))
    }
}

/// Rays from rows of points, and a rule for those that start inside.
fn rays(
    origins: &Bound<'_, PyAny>,
    translations: &Bound<'_, PyAny>,
    inside: &str,
    radius: f32,
) -> PyResult<Vec<Ray>> {
    let inside = Inside::parse(inside)?;
    let radius = extent(radius, "radius")?;
    let origins = finite_points(origins, "origins")?;
    let translations = finite_points(translations, "translations")?;
    same_length("translations", translations.len(), origins.len())?;
    let ray = |(o, t): (Vec2, Vec2)| Ray::new(o, t).inside(inside).thick(radius);
    Ok(origins.into_iter().zip(translations).map(ray).collect())
}

/// The box that a ray passes.
fn around(ray: &Ray) -> Aabb {
    let end = ray.origin + ray.translation;
    let reach = Vec2::new(ray.radius, ray.radius);
    Aabb { min: ray.origin.min(end) - reach, max: ray.origin.max(end) + reach }
}

questions! {
    /// Finds what each of many rays hits first: a structured array with `key`, `question` (the number of the
    /// ray) and the fields of WorldRayHit. Rays that hit nothing have no row.
    fn ray_first_each(self, py, filter,
        origins: &Bound<'py, PyAny> as "jostle.types.Array",
        translations: &Bound<'py, PyAny> as "jostle.types.Array";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let rays = rays(origins, translations, inside, radius)?;
        let mut found = Vec::new();
        let out = &mut found;
        self.ask_each(py, filter, |world, filter| world.ray_first_each(&rays, filter, out))?;
        let numbered = (0..).zip(found);
        structured(py, numbered.filter_map(|(i, hit)| Some(Answered(i, hit?))))
    }

    /// Finds all that each of many rays hits: a structured array as of `ray_first_each`.
    fn ray_all_each(self, py, filter,
        origins: &Bound<'py, PyAny> as "jostle.types.Array",
        translations: &Bound<'py, PyAny> as "jostle.types.Array";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let rays = rays(origins, translations, inside, radius)?;
        self.room::<jostle::WorldRayHit>(filter, &Boxes::by(rays.len(), |i| around(&rays[i])))?;
        self.lists(py, filter, |world, filter, out| world.ray_all_each(&rays, filter, out))
    }

    /// Finds the colliders nearest to each of many points: a structured array with `key`, `question` (the
    /// number of the point) and the fields of Nearest.
    fn nearest_each(self, py, filter,
        points: &Bound<'py, PyAny> as "jostle.types.Array", count: usize as "int" = 1
    ) -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let points = finite_points(points, "points")?;
        if Filter::passes(filter).is_some() {
            let found = points.len() as f64 * count.min(self.read()?.core.len()) as f64;
            reserve(found, 4 * size_of::<Answered<jostle::Nearest>>())?;
        }
        self.lists(py, filter, |world, filter, out| world.nearest_each(&points, count, filter, out))
    }

    /// Finds the colliders that contain each of many points: a structured array with `key` and `question`.
    fn at_point_each(self, py, filter,
        points: &Bound<'py, PyAny> as "jostle.types.Array"
    ) -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let points = finite_points(points, "points")?;
        self.room::<Key>(filter, &Boxes::by(points.len(), |i| Aabb { min: points[i], max: points[i] }))?;
        self.lists(py, filter, |world, filter, out| world.at_point_each(&points, filter, out))
    }

    /// Finds the colliders that share a point with each shape of a list: a structured array with `key` and
    /// `question`.
    fn overlapping_each(self, py, filter, shapes: &PlacedList as "PlacedList") -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let shapes = shapes.items();
        self.room::<Key>(filter, &Boxes::of(shapes))?;
        self.lists(py, filter, |world, filter, out| world.overlapping_each(shapes, filter, out))
    }

    /// Finds the colliders that share a point with each of many boxes, rows of x_min, y_min, x_max, y_max: a
    /// structured array with `key` and `question`.
    fn overlapping_aabb_each(self, py, filter,
        boxes: &Bound<'py, PyAny> as "jostle.types.Array"
    ) -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let bounds = crate::join::boxes(boxes, "boxes")?;
        self.room::<Key>(filter, &Boxes::by(bounds.len(), |i| bounds[i]))?;
        self.lists(py, filter, |world, filter, out| {
            world.overlapping_aabb_each(&bounds, filter, out)
        })
    }

    /// Finds the colliders that lie in each shape of a list: a structured array with `key` and `question`.
    fn contained_in_each(self, py, filter, shapes: &PlacedList as "PlacedList") -> Bound<'py, PyAny> as "numpy.typing.NDArray[typing.Any]" {
        let shapes = shapes.items();
        self.room::<Key>(filter, &Boxes::of(shapes))?;
        self.lists(py, filter, |world, filter, out| world.contained_in_each(shapes, filter, out))
    }

    /// Returns an array of truth values: True for each ray that hits something.
    fn ray_any_each(self, py, filter,
        origins: &Bound<'py, PyAny> as "jostle.types.Array",
        translations: &Bound<'py, PyAny> as "jostle.types.Array";
        inside: &str as "jostle.types.Inside" = "hit", radius: f32 as "float" = 0.0
    ) -> Bound<'py, PyArray1<bool>> as "numpy.typing.NDArray[numpy.bool]" {
        let rays = rays(origins, translations, inside, radius)?;
        let mut found = Vec::new();
        let out = &mut found;
        self.ask_each(py, filter, |world, filter| world.ray_any_each(&rays, filter, out))?;
        Ok(found.into_pyarray(py))
    }
}

#[pymethods]
impl World {
    /// Returns the matrices of many colliders, rows of a, b, c, d, tx, ty, in the frames of their parents; NaN
    /// where the world has no such collider.
    #[pyo3(signature = (keys: "numpy.typing.ArrayLike") -> "numpy.typing.NDArray[numpy.float32]")]
    fn transforms<'py>(
        &self,
        py: Python<'py>,
        keys: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let keys = whole::<u64>(keys, "keys", "uint64")?;
        let keys = keys.as_array();
        let inner = self.read()?;
        let matrix = |bits: &u64| {
            let map = Key::from_bits(*bits).and_then(|key| inner.core.transform(key));
            map.map_or([f32::NAN; 6], jostle::Affine::to_matrix)
        };
        let numbers: Vec<f32> = keys.iter().flat_map(matrix).collect();
        let table = Array2::from_shape_vec((keys.len(), 6), numbers);
        Ok(table.unwrap_or_default().into_pyarray(py))
    }
}
