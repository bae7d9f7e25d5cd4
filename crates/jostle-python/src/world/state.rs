//! Snapshots, hashes, journals and their replay.

use std::collections::HashMap;
use std::mem::take;
use std::sync::Mutex;

use jostle::json::LayerNames;
use jostle::world::{Op, Replay as CoreReplay};
use jostle::{Event as CoreEvent, Key};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes, PyDict};

use super::{BUSY, Inner, World, broad_phase, key};
use crate::error::{Refusal, refused};
use crate::json;

impl Inner {
    fn all_data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (key, data) in self.data.iter().chain(&self.departed) {
            all.set_item(key.to_bits(), data)?;
        }
        Ok(all)
    }
}

#[pymethods]
impl World {
    /// Writes the state of the world as bytes: colliders, pairs and keys, but no data.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.read()?.core.snapshot().map_err(refused)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Returns the data of all colliders by their keys.
    #[pyo3(signature = () -> "dict[int, typing.Any]")]
    fn all_data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.read()?.all_data(py)
    }

    /// Puts the world back into the state of a snapshot, of this world or of another. `data` is what `all_data`
    /// returned then; without it colliders keep the data that this world has for their keys.
    ///
    /// Raises JostleError for bytes that are no snapshot, and changes nothing.
    #[pyo3(signature = (snapshot: "bytes", data: "dict[int, typing.Any] | None" = None))]
    fn restore(&self, snapshot: &[u8], data: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut given = None;
        if let Some(data) = data {
            let one = |(bits, data): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok((key(bits.extract()?)?, data.unbind()))
            };
            given = Some(data.iter().map(one).collect::<PyResult<HashMap<_, _>>>()?);
        }
        // Finalizers may use the world, so what left is dropped when it is free again.
        let mut _left: Vec<(Key, Py<PyAny>)> = Vec::new();
        let inner = &mut *self.write()?;
        inner.core.restore(snapshot).map_err(refused)?;
        let old = take(&mut inner.data).into_iter().chain(take(&mut inner.departed));
        let mut all: HashMap<Key, Py<PyAny>> = HashMap::new();
        match given {
            Some(given) => {
                _left = old.collect();
                all = given;
            }
            None => all.extend(old),
        }
        let departed = inner.core.pairs().flat_map(|pair| [pair.a, pair.b]);
        let departed: Vec<Key> = departed.filter(|key| !inner.core.contains(*key)).collect();
        for (key, data) in all {
            if inner.core.contains(key) {
                inner.data.insert(key, data);
            } else if departed.contains(&key) {
                inner.departed.insert(key, data);
            } else {
                _left.push((key, data));
            }
        }
        Ok(())
    }

    /// Returns a hash of the state, the same on every machine; data does not count.
    fn hash(&self) -> PyResult<u64> {
        Ok(self.read()?.core.hash())
    }

    /// Begins to record all edits and steps.
    fn record(&self) -> PyResult<()> {
        self.write()?.core.record();
        Ok(())
    }

    /// Ends recording and returns the journal: one line of JSON for each call, as `jostle replay` reads it.
    fn take_journal(&self) -> PyResult<String> {
        lines(&self.write()?.core.take_journal())
    }

    /// Returns what was recorded since the last call, and goes on recording.
    fn drain_journal(&self) -> PyResult<String> {
        lines(&self.write()?.core.drain_journal().collect::<Vec<_>>())
    }

    #[pyo3(signature = () -> "tuple[object, tuple[bytes, dict[int, typing.Any], str]]")]
    #[expect(clippy::type_complexity, reason = "the form that pickle demands")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Bound<'py, PyDict>, String))> {
        let restored = py.get_type::<Self>().getattr("_restored")?;
        let inner = self.read()?;
        let bytes = PyBytes::new(py, &inner.core.snapshot().map_err(refused)?);
        Ok((restored, (bytes, inner.all_data(py)?, inner.core.broad_phase().name().into())))
    }

    /// Makes the world that was pickled.
    #[staticmethod]
    #[pyo3(signature = (snapshot: "bytes", data: "dict[int, typing.Any]", broad: "str"))]
    fn _restored(snapshot: &[u8], data: &Bound<'_, PyDict>, broad: &str) -> PyResult<Self> {
        let world = Self::with_core(jostle::World::with_broad_phase(broad_phase(broad)?));
        world.restore(snapshot, Some(data))?;
        Ok(world)
    }
}

fn lines(ops: &[Op]) -> PyResult<String> {
    let mut text = String::new();
    for (i, op) in ops.iter().enumerate() {
        let missing = || Refusal::new("custom", "", "a custom shape has no JSON form").at(i);
        text += &op.to_json().ok_or_else(missing)?.to_string();
        text.push('\n');
    }
    Ok(text)
}

/// Does the calls of a journal again, to the same hash.
///
/// >>> from jostle import Replay, Shape, World
/// >>> world = World()
/// >>> world.record()
/// >>> _ = world.add(Shape.circle(1))
/// >>> _ = world.step()
/// >>> replay = Replay()
/// >>> for line in world.take_journal().splitlines():
/// ...     _ = replay.apply(line)
/// >>> replay.hash() == world.hash()
/// True
#[pyclass(frozen, module = "jostle")]
pub struct Replay {
    state: Mutex<(CoreReplay, LayerNames)>,
}

#[pymethods]
impl Replay {
    #[new]
    fn new() -> Self {
        Self { state: Mutex::default() }
    }

    /// Does one call, a line of JSON or the dict that it reads as. A step returns its events as dicts, with the
    /// journal's numbers for keys; other calls return None.
    ///
    /// Raises JostleError for a line that is no call, or one that the world refuses.
    #[pyo3(signature = (op: "str | jostle.types.Json") -> "list[jostle.types.Json] | None")]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        op: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let form = match op.extract::<&str>() {
            Ok(text) => serde_json::from_str(text).map_err(refused)?,
            Err(_) => json::read(op)?,
        };
        let mut state = self.state.try_lock().map_err(|_| PyRuntimeError::new_err(BUSY))?;
        let (replay, names) = &mut *state;
        let done = names.attempt(|names| {
            let op = Op::from_json(&form, names).map_err(refused)?;
            replay.apply(&op).map_err(refused)
        });
        let Some(events) = done? else { return Ok(None) };
        let form = |event: &CoreEvent<u64>| {
            let mut form = serde_json::to_value(event).map_err(refused)?;
            let [a, b] = replay.key_numbers(event);
            (form["a"], form["b"]) = (a.into(), b.into());
            json::write(py, &form)
        };
        events.iter().map(form).collect::<PyResult<_>>().map(Some)
    }

    /// Returns a hash of the state of the world.
    fn hash(&self) -> PyResult<u64> {
        let state = self.state.try_lock().map_err(|_| PyRuntimeError::new_err(BUSY))?;
        Ok(state.0.world().hash())
    }
}
