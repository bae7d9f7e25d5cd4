//! Worlds: colliders with events, queries, snapshots and journals.
//!
//! A world of the library carries no data here: Python's objects stay in a map beside it, under
//! its keys, so that a step can run without the GIL.

mod batch;
mod edit;
mod event;
mod filter;
mod inspect;
mod motion;
mod query;
mod state;

use std::collections::HashMap;
use std::mem::take;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use jostle::world::TouchPolicy;
use jostle::{Key, Layers, World as Core, broad};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::error::Refusal;
use crate::words::Word;

pub(crate) use event::Event;
pub(crate) use filter::Filter;
pub(crate) use inspect::{DebugDraw, StepOptions, WhyNot, WorldStats};
pub(crate) use motion::{CastFound, Footing, Slid, Slide, SlideTouch};
pub(crate) use query::{Nearest, NearestPair, WorldRayHit};
pub(crate) use state::Replay;

/// Colliders that move; each step reports which began to touch, still touch and ended.
///
/// Keys are integers that are never given twice. Edits are seen by the next query without a step. Sets of
/// layers are integers whose bit n is layer n; an `enum.IntFlag` serves well.
///
/// `broad_phase` is "auto", "brute", "sweep" or "tree"; `touching` is "counts", or "ignored" for worlds in
/// which shapes that only touch do not meet.
///
/// A world may be passed between threads. A call while another thread edits or steps the world raises
/// RuntimeError and changes nothing; queries may run side by side.
///
/// >>> from jostle import Shape, World
/// >>> world = World()
/// >>> hero = world.add(Shape.circle(6), data="hero")
/// >>> coin = world.add(Shape.circle(4), (8, 0), data="coin", sensor=True)
/// >>> [(event.kind, event.data_a, event.data_b) for event in world.step()]
/// [('enter', 'hero', 'coin')]
#[pyclass(frozen, weakref, module = "jostle")]
pub struct World {
    inner: RwLock<Inner>,
}

#[derive(Default)]
struct Inner {
    core: Core,
    data: HashMap<Key, Py<PyAny>>,
    /// The data of colliders that left while they touched something, until the world emits their exits.
    departed: HashMap<Key, Py<PyAny>>,
    /// How large the world was when a step was last found to have room.
    roomy: usize,
}

const BUSY: &str = "this world is in use: another thread edits or steps it, or a filter that runs \
                    in one of its queries tries to edit it";
const BROKEN: &str = "a fault in jostle stopped an edit of this world half way; restore a snapshot \
                      into a new world, and please report the fault";

fn unlocked<T>(lock: Result<T, TryLockError<T>>) -> PyResult<T> {
    lock.map_err(|error| {
        PyRuntimeError::new_err(match error {
            TryLockError::WouldBlock => BUSY,
            TryLockError::Poisoned(_) => BROKEN,
        })
    })
}

impl World {
    fn read(&self) -> PyResult<RwLockReadGuard<'_, Inner>> {
        unlocked(self.inner.try_read())
    }

    fn write(&self) -> PyResult<RwLockWriteGuard<'_, Inner>> {
        unlocked(self.inner.try_write())
    }

    fn with_core(core: Core) -> Self {
        Self { inner: RwLock::new(Inner { core, ..Inner::default() }) }
    }
}

impl Inner {
    /// The data of a collider that lives or has just left.
    fn data<'py>(&self, py: Python<'py>, key: Key) -> Bound<'py, PyAny> {
        let data = self.data.get(&key).or_else(|| self.departed.get(&key));
        data.map_or_else(|| py.None().into_bound(py), |data| data.bind(py).clone())
    }
}

/// Reads a key; 0 is none.
pub(crate) fn key(bits: u64) -> PyResult<Key> {
    Key::from_bits(bits)
        .ok_or_else(|| Refusal::new("key", "key", "no collider has the key 0").into())
}

pub(crate) fn layers(bits: u64) -> Layers {
    Layers::from_bits(bits)
}

pub(crate) const ALL: u64 = u64::MAX;

fn broad_phase(name: &str) -> PyResult<Box<dyn broad::BroadPhase>> {
    broad::named(name).ok_or_else(|| {
        let known = broad::NAMES.join(", ");
        let sentence = format!("broad_phase is {name:?}, not one of {known}");
        Refusal::new("word", "broad_phase", sentence).into()
    })
}

#[pymethods]
impl World {
    #[new]
    #[pyo3(signature = (
        *,
        broad_phase: "jostle.types.BroadPhase" = "auto",
        touching: "jostle.types.TouchPolicy" = "counts"))]
    fn new(broad_phase: &str, touching: &str) -> PyResult<Self> {
        let core = Core::with_broad_phase(self::broad_phase(broad_phase)?);
        Ok(Self::with_core(core.with_touch_policy(TouchPolicy::parse(touching)?)))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A world in use is no garbage.
        let Ok(inner) = self.inner.try_read() else { return Ok(()) };
        inner.data.values().chain(inner.departed.values()).try_for_each(|data| visit.call(data))
    }

    fn __clear__(&self) {
        let Ok(mut inner) = self.inner.try_write() else { return };
        let gone = (take(&mut inner.data), take(&mut inner.departed));
        // Finalizers may use the world.
        drop(inner);
        drop(gone);
    }
}
