//! Adding, changing and removing colliders.

use std::sync::Arc;

use jostle::world::{Children, Detail};
use jostle::{Affine as Map, Collider, Key, Shape as CoreShape};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use super::{ALL, Inner, World, key, layers};
use crate::affine::{Affine, map_or_position};
use crate::args::{
    Point, TRANSFORM_COLUMNS, same_length, table, transform as read_transform, whole,
};
use crate::error::{Refusal, refused};
use crate::placed_list;
use crate::shape::Shape;
use crate::words::Word;

impl Inner {
    fn subtree(&self, key: Key, all: &mut Vec<Key>) {
        let start = all.len();
        all.push(key);
        let mut next = start;
        while let Some(key) = all.get(next).copied() {
            all.extend(self.core.children(key));
            next += 1;
        }
    }

    fn edit(&mut self, edit: impl FnOnce(&mut jostle::World) -> Edited) -> PyResult<()> {
        edit(&mut self.core).map_err(refused)
    }
}

type Edited = Result<(), jostle::WorldError>;

#[pymethods]
impl World {
    /// Adds a collider and returns its key. Without a shape it is a group: a transform for others to be below.
    ///
    /// `at` is a position or an Affine, in the frame of the parent. `data` is any object of yours; events and
    /// answers return it. The collider is on the layers of `layer`, none at first, and meets what it sees or what
    /// sees it. Two of one team above 0 never meet. A sensor reports events and has no contact. `detail` is
    /// "touch", "near" or "push": how much of a contact steps compute.
    ///
    /// Raises JostleError if the shape cannot be placed there or the parent is not in this world.
    #[pyo3(signature = (
        shape: "Shape | None",
        at: "jostle.types.Transform" = None,
        *,
        data: "typing.Any" = None,
        parent: "int | None" = None,
        layer: "int" = 0,
        sees: "int" = ALL,
        team: "int" = 0,
        sensor: "bool" = false,
        enabled: "bool" = true,
        detail: "jostle.types.Detail | None" = None))]
    #[expect(clippy::too_many_arguments, reason = "the properties of a collider")]
    fn add(
        &self,
        shape: Option<&Shape>,
        at: Option<&Bound<'_, PyAny>>,
        data: Option<Py<PyAny>>,
        parent: Option<u64>,
        layer: u64,
        sees: u64,
        team: u32,
        sensor: bool,
        enabled: bool,
        detail: Option<&str>,
    ) -> PyResult<u64> {
        let mut collider = match shape {
            Some(shape) => Collider::new((), shape.0.clone()),
            None => Collider::group(()),
        };
        collider = collider.layer(layers(layer)).sees(layers(sees)).team(team);
        collider = collider.transform(at.map_or(Ok(Map::IDENTITY), map_or_position)?);
        if let Some(parent) = parent {
            collider = collider.parent(key(parent)?);
        }
        if let Some(detail) = detail {
            collider = collider.detail(Detail::parse(detail)?);
        }
        collider = if sensor { collider.sensor() } else { collider };
        collider = if enabled { collider } else { collider.disabled() };
        let mut inner = self.write()?;
        let key = inner.core.add(collider).map_err(refused)?;
        if let Some(data) = data {
            inner.data.insert(key, data);
        }
        Ok(key.to_bits())
    }

    /// Adds a collider for each row of transforms and returns their keys, an array of 64-bit integers.
    ///
    /// `shapes` is one shape for all or one for each row; `transforms` has the shape (n, 2) for positions,
    /// (n, 3) for x, y and radians, (n, 5) with two factors of scale, or (n, 6) for matrices. `data` has one
    /// object for each row. Adds all or, where it raises JostleError, none.
    #[pyo3(signature = (
        shapes: "Shape | collections.abc.Iterable[Shape]",
        transforms: "jostle.types.Array",
        data: "collections.abc.Iterable[typing.Any] | None" = None,
        *,
        layer: "int" = 0,
        sees: "int" = ALL,
        team: "int" = 0,
        sensor: "bool" = false) -> "numpy.typing.NDArray[numpy.uint64]")]
    #[expect(clippy::too_many_arguments, reason = "the properties of a collider")]
    fn add_all<'py>(
        &self,
        py: Python<'py>,
        shapes: &Bound<'py, PyAny>,
        transforms: &Bound<'py, PyAny>,
        data: Option<&Bound<'py, PyAny>>,
        layer: u64,
        sees: u64,
        team: u32,
        sensor: bool,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let rows = table(transforms, "transforms", TRANSFORM_COLUMNS)?;
        let rows = rows.as_array();
        let shapes: Vec<Arc<CoreShape>> = placed_list::shapes(shapes, rows.nrows())?;
        let mut objects = Vec::new();
        if let Some(data) = data {
            objects = data.try_iter()?.map(|item| Ok(item?.unbind())).collect::<PyResult<_>>()?;
            same_length("data", objects.len(), rows.nrows())?;
        }
        let colliders = shapes.into_iter().zip(rows.rows()).map(|(shape, row)| {
            let collider = Collider::new((), shape).transform(read_transform(row));
            let collider = collider.layer(layers(layer)).sees(layers(sees)).team(team);
            if sensor { collider.sensor() } else { collider }
        });
        let mut inner = self.write()?;
        let keys = inner.core.add_all(colliders).map_err(refused)?;
        inner.data.extend(keys.iter().copied().zip(objects));
        let bits: Vec<u64> = keys.into_iter().map(Key::to_bits).collect();
        Ok(bits.into_pyarray(py))
    }

    /// Removes a collider and returns its data. `children` decides about those below it: "remove" them,
    /// "release" them where they are, or let its parent "adopt" them. The next step reports its exits.
    ///
    /// Returns None, and does nothing, if the world has no collider of this key.
    #[pyo3(signature = (key: "int", children: "jostle.types.Children" = "remove") -> "typing.Any")]
    fn remove(&self, py: Python<'_>, key: u64, children: &str) -> PyResult<Option<Py<PyAny>>> {
        let (key, children) = (super::key(key)?, Children::parse(children)?);
        // Finalizers may use the world, so what leaves is dropped when it is free again.
        let (mut own, mut left, mut below) = (None, Vec::new(), Vec::new());
        let inner = &mut *self.write()?;
        inner.subtree(key, &mut below);
        let touches = |key: &Key| !inner.core.touching(*key).is_empty();
        let touching: Vec<bool> = below.iter().map(touches).collect();
        inner.core.remove_with(key, children);
        for (gone, touches) in below.into_iter().zip(touching) {
            if inner.core.contains(gone) {
                continue;
            }
            let Some(data) = inner.data.remove(&gone) else { continue };
            if touches {
                inner.departed.insert(gone, data.clone_ref(py));
            }
            if gone == key {
                own = Some(data);
            } else {
                left.push(data);
            }
        }
        Ok(own)
    }

    /// Sets the transform of a collider, in the frame of its parent: an Affine or a position.
    #[pyo3(signature = (key: "int", transform: "jostle.types.Transform"))]
    fn set_transform(&self, key: u64, transform: &Bound<'_, PyAny>) -> PyResult<()> {
        let (key, map) = (super::key(key)?, map_or_position(transform)?);
        self.write()?.edit(|world| world.set_transform(key, map))
    }

    /// Sets the transforms of many colliders: an array of keys, and rows as those of `add_all`. Sets all or,
    /// where it raises JostleError, none.
    #[pyo3(signature = (keys: "numpy.typing.ArrayLike", transforms: "jostle.types.Array"))]
    fn set_transforms(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        transforms: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let keys = whole::<u64>(keys, "keys", "uint64")?;
        let rows = table(transforms, "transforms", TRANSFORM_COLUMNS)?;
        let (keys, rows) = (keys.as_array(), rows.as_array());
        same_length("transforms", rows.nrows(), keys.len())?;
        let all = keys.iter().zip(rows.rows()).enumerate().map(|(i, (bits, row))| {
            let zero = || Refusal::new("key", "key", "no collider has the key 0").at(i);
            Ok((Key::from_bits(*bits).ok_or_else(zero)?, read_transform(row)))
        });
        let all: Vec<(Key, Map)> = all.collect::<Result<_, Refusal>>()?;
        let mut inner = self.write()?;
        let core = &mut inner.core;
        py.detach(|| core.set_transforms(&all)).map_err(refused)
    }

    /// Applies a map to where a collider is in the world.
    fn apply_transform(&self, key: u64, map: &Affine) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.apply_transform(key, &map.0))
    }

    /// Puts a collider below another, or below none; its own transform stays.
    #[pyo3(signature = (key: "int", parent: "int | None"))]
    fn set_parent(&self, key: u64, parent: Option<u64>) -> PyResult<()> {
        let (key, parent) = (super::key(key)?, parent.map(super::key).transpose()?);
        self.write()?.edit(|world| world.set_parent(key, parent))
    }

    /// Gives a collider another shape, or none.
    #[pyo3(signature = (key: "int", shape: "Shape | None"))]
    fn set_shape(&self, key: u64, shape: Option<&Shape>) -> PyResult<()> {
        let (key, shape) = (super::key(key)?, shape.map(|shape| shape.0.clone()));
        self.write()?.edit(|world| match shape {
            Some(shape) => world.set_shape(key, shape),
            None => world.remove_shape(key),
        })
    }

    /// Sets the layers that a collider is on and those that it sees.
    #[pyo3(signature = (key: "int", layer: "int", sees: "int"))]
    fn set_layers(&self, key: u64, layer: u64, sees: u64) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.set_layers(key, layers(layer), layers(sees)))
    }

    /// Sets the team; two of one team above 0 never meet.
    #[pyo3(signature = (key: "int", team: "int"))]
    fn set_team(&self, key: u64, team: u32) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.set_team(key, team))
    }

    /// Makes a collider a sensor, or solid again.
    #[pyo3(signature = (key: "int", sensor: "bool"))]
    fn set_sensor(&self, key: u64, sensor: bool) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.set_sensor(key, sensor))
    }

    /// Lets a collider take part, or takes it out of all pairs and queries; it keeps its key.
    #[pyo3(signature = (key: "int", enabled: "bool"))]
    fn set_enabled(&self, key: u64, enabled: bool) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.set_enabled(key, enabled))
    }

    /// Lets a collider stop the slides of others only against a direction, such as (0, -1) for a deck that one
    /// jumps through from below where y goes down; None stops all again. Events and queries see no difference.
    #[pyo3(signature = (key: "int", direction: "jostle.types.Point | None"))]
    fn set_one_way(&self, key: u64, direction: Option<Point>) -> PyResult<()> {
        let (key, direction) = (super::key(key)?, direction.map(|point| point.0));
        self.write()?.edit(|world| world.set_one_way(key, direction))
    }

    /// Lets a collider carry those that stand on it when they slide, or not any more.
    #[pyo3(signature = (key: "int", platform: "bool"))]
    fn set_platform(&self, key: u64, platform: bool) -> PyResult<()> {
        let key = super::key(key)?;
        self.write()?.edit(|world| world.set_platform(key, platform))
    }

    /// Sets how much of a contact steps compute for a collider; None follows the options of the step.
    #[pyo3(signature = (key: "int", detail: "jostle.types.Detail | None"))]
    fn set_detail(&self, key: u64, detail: Option<&str>) -> PyResult<()> {
        let (key, detail) = (super::key(key)?, detail.map(Detail::parse).transpose()?);
        self.write()?.edit(|world| world.set_detail(key, detail))
    }

    /// Gives a collider another object as its data.
    #[pyo3(signature = (key: "int", data: "typing.Any"))]
    fn set_data(&self, key: u64, data: Py<PyAny>) -> PyResult<()> {
        let key = super::key(key)?;
        let mut inner = self.write()?;
        if !inner.core.contains(key) {
            return Err(refused(jostle::WorldError::Unknown { key }));
        }
        let old = inner.data.insert(key, data);
        // Its finalizer may use the world.
        drop(inner);
        drop(old);
        Ok(())
    }
}
