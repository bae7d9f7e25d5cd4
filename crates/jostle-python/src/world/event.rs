//! Steps, and the events that they return.

use std::mem::take;

use jostle::{Event as CoreEvent, Exit, TouchPair};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple, PyType};
use pyo3::{PyTraverseError, PyVisit};

use super::{Inner, World};
use crate::answers::{Contact, Pair};
use crate::arrays::{Field, Row, structured};
use crate::room::{Boxes, check};
use crate::words::Word;

/// One pair's news of a step; a is the collider that was added first.
///
/// The stream of a pair is enter, stay, ..., stay, exit, again and again: one exit for every enter, for any
/// reason. An exit carries the data of both, also if one was removed.
#[pyclass(frozen, module = "jostle")]
pub struct Event {
    kind: String,
    a: u64,
    b: u64,
    data_a: Py<PyAny>,
    data_b: Py<PyAny>,
    seen_by: String,
    sensor: bool,
    contact: Option<Contact>,
    parts: Vec<(u32, u32)>,
    reason: Option<String>,
}

#[pymethods]
impl Event {
    #[new]
    #[pyo3(signature = (
        kind: "jostle.types.EventKind",
        a: "int",
        b: "int",
        data_a: "typing.Any" = None,
        data_b: "typing.Any" = None,
        seen_by: "jostle.types.SeenBy" = String::from("both"),
        sensor: "bool" = false,
        contact: "Contact | None" = None,
        parts: "list[tuple[int, int]]" = Vec::new(),
        reason: "jostle.types.ExitReason | None" = None))]
    #[expect(clippy::too_many_arguments, reason = "one for each field")]
    fn new(
        py: Python<'_>,
        kind: String,
        a: u64,
        b: u64,
        data_a: Option<Py<PyAny>>,
        data_b: Option<Py<PyAny>>,
        seen_by: String,
        sensor: bool,
        contact: Option<Contact>,
        parts: Vec<(u32, u32)>,
        reason: Option<String>,
    ) -> Self {
        let [data_a, data_b] = [data_a, data_b].map(|data| data.unwrap_or_else(|| py.None()));
        Self { kind, a, b, data_a, data_b, seen_by, sensor, contact, parts, reason }
    }

    /// "enter", "stay" or "exit".
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The key of the collider that was added first.
    #[getter]
    fn a(&self) -> u64 {
        self.a
    }

    /// The key of the other.
    #[getter]
    fn b(&self) -> u64 {
        self.b
    }

    /// The data of a.
    #[getter]
    fn data_a(&self, py: Python<'_>) -> Py<PyAny> {
        self.data_a.clone_ref(py)
    }

    /// The data of b.
    #[getter]
    fn data_b(&self, py: Python<'_>) -> Py<PyAny> {
        self.data_b.clone_ref(py)
    }

    /// The direction of seeing: "a" sees the other, "b" does, or "both".
    #[getter]
    fn seen_by(&self) -> &str {
        &self.seen_by
    }

    /// True if one of them is a sensor.
    #[getter]
    fn sensor(&self) -> bool {
        self.sensor
    }

    /// The contact that the step computed; None for exits, sensors and colliders of detail "touch".
    #[getter]
    fn contact(&self) -> Option<Contact> {
        self.contact.clone()
    }

    /// The parts that touch if a compound or a tile grid takes part, as pairs of their numbers.
    #[getter]
    fn parts(&self) -> Vec<(u32, u32)> {
        self.parts.clone()
    }

    /// Why the pair of an exit does not touch any more; None for other events.
    #[getter]
    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// True if the pair began to touch.
    #[getter]
    fn is_enter(&self) -> bool {
        self.kind == "enter"
    }

    /// The translation that moves a out of b; zero for sensors and without a contact.
    #[getter]
    fn push_a(&self) -> Pair {
        self.push().map_or((0.0, 0.0), Contact::push_a)
    }

    /// The translation that moves b out of a; zero for sensors and without a contact.
    #[getter]
    fn push_b(&self) -> Pair {
        self.push().map_or((0.0, 0.0), Contact::push_b)
    }

    #[classattr]
    #[pyo3(name = "__match_args__")]
    fn match_args(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, ["kind", "a", "b", "data_a", "data_b"])
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.fields(py)?.eq(other.fields(py)?)
    }

    #[pyo3(signature = () -> "tuple[type, tuple[object, ...]]")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>(), self.fields(py)?))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let more = match (&self.reason, &self.contact) {
            (Some(reason), _) => format!(", reason={reason:?}"),
            (None, Some(contact)) => format!(", depth={:?}", contact.depth),
            (None, None) => String::new(),
        };
        let [a, b] = [&self.data_a, &self.data_b].map(|data| data.bind(py).repr());
        Ok(format!("<Event {} {} and {}{more}>", self.kind, a?, b?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.data_a)?;
        visit.call(&self.data_b)
    }
}

impl Event {
    fn push(&self) -> Option<&Contact> {
        self.contact.as_ref().filter(|_| !self.sensor)
    }

    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let first = (&self.kind, self.a, self.b, &self.data_a, &self.data_b);
        let rest = (&self.seen_by, self.sensor, self.contact.clone(), self.parts.clone());
        let first = first.into_pyobject(py)?;
        let rest = rest.into_pyobject(py)?;
        let all = first.add(rest)?.add((self.reason.as_deref(),))?;
        Ok(all.cast_into()?)
    }

    fn of_touch(py: Python<'_>, kind: &str, touch: &TouchPair, inner: &Inner) -> Self {
        Self {
            kind: kind.into(),
            a: touch.a.to_bits(),
            b: touch.b.to_bits(),
            data_a: inner.data(py, touch.a).unbind(),
            data_b: inner.data(py, touch.b).unbind(),
            seen_by: touch.seen_by.word().into(),
            sensor: touch.sensor,
            contact: touch.contact().copied().map(Contact::from),
            parts: touch.parts().iter().map(|part| (*part).into()).collect(),
            reason: None,
        }
    }

    fn of_exit(py: Python<'_>, exit: &Exit<()>, inner: &Inner) -> Self {
        Self {
            kind: "exit".into(),
            a: exit.a.to_bits(),
            b: exit.b.to_bits(),
            data_a: inner.data(py, exit.a).unbind(),
            data_b: inner.data(py, exit.b).unbind(),
            seen_by: exit.seen_by.word().into(),
            sensor: exit.sensor,
            contact: None,
            parts: Vec::new(),
            reason: Some(exit.reason.word().into()),
        }
    }

    pub(super) fn touching(py: Python<'_>, touch: &TouchPair, inner: &Inner) -> Self {
        Self::of_touch(py, "stay", touch, inner)
    }
}

/// An event as a row of numbers.
impl Row for CoreEvent<()> {
    fn fields() -> Vec<Field> {
        let mut fields = vec![("a", "u8", 1), ("b", "u8", 1)];
        fields.extend(["kind", "reason", "seen_by"].map(|name| (name, "u1", 1)));
        fields.push(("sensor", "?", 1));
        fields.extend(<Option<jostle::Contact>>::fields());
        fields
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.keys().iter().for_each(|key| out.extend_from_slice(&key.to_bits().to_ne_bytes()));
        let (kind, reason, seen_by, sensor) = match self {
            Self::Enter(t) => (0, 0, t.seen_by, t.sensor),
            Self::Stay(t) => (1, 0, t.seen_by, t.sensor),
            Self::Exit(exit) => (2, exit.reason as u8 + 1, exit.seen_by, exit.sensor),
        };
        out.extend([kind, reason, seen_by as u8, u8::from(sensor)]);
        self.touch().and_then(TouchPair::contact).copied().write(out);
    }
}

/// What a step needs for a pair of boxes, before it looks at layers.
const OF_A_CANDIDATE: usize = 2 * size_of::<(u32, u32)>();
/// What it needs for one that may meet: the pairs that touch now and did before, events and their rows.
const OF_A_STEP: usize = 4 * size_of::<CoreEvent<()>>() + 64;

impl Inner {
    /// Checks that there is room for a step, `each` bytes for a pair: of a world that grew by a quarter since it was
    /// last checked, in colliders or in pairs of boxes that meet, so that usual steps pay nothing for it.
    fn check_room(&mut self, each: usize) -> PyResult<()> {
        let size = self.core.len() + self.core.stats().candidates;
        if size > self.roomy {
            check(&Boxes::of_world(&self.core), None, OF_A_CANDIDATE)?;
            check(&Boxes::that_meet(&self.core), None, each)?;
            self.roomy = size + size / 4;
        }
        Ok(())
    }
}

#[pymethods]
impl World {
    /// Finds what began to touch, still touches and ended since the last step: a sorted list of events.
    ///
    /// The world may be edited while the list is read. The GIL is released while the step runs.
    fn step(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
        // Finalizers may use the world, so what left is dropped when it is free again.
        let mut _left = Default::default();
        let inner = &mut *self.write()?;
        inner.check_room(OF_A_STEP + size_of::<Event>())?;
        let core = &mut inner.core;
        let events = py.detach(|| core.step());
        let event = |event: &CoreEvent<()>| match event {
            CoreEvent::Enter(touch) => Event::of_touch(py, "enter", touch, inner),
            CoreEvent::Stay(touch) => Event::of_touch(py, "stay", touch, inner),
            CoreEvent::Exit(exit) => Event::of_exit(py, exit, inner),
        };
        let events = events.iter().map(event).collect();
        _left = take(&mut inner.departed);
        Ok(events)
    }

    /// Does a step and returns its events as a structured array: the keys `a` and `b`; `kind`, which is 0 for
    /// enter, 1 for stay and 2 for exit; `reason`, 0 but for exits, 1 removed, 2 disabled, 3 filtered,
    /// 4 reshaped, 5 separated; `seen_by`, 0 a, 1 b, 2 both; `sensor`; and the fields of Contact, which are NaN
    /// where there is none.
    #[pyo3(signature = () -> "numpy.typing.NDArray[typing.Any]")]
    fn step_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut _left = Default::default();
        let inner = &mut *self.write()?;
        inner.check_room(OF_A_STEP)?;
        let core = &mut inner.core;
        let events = py.detach(|| core.step());
        _left = take(&mut inner.departed);
        structured(py, events)
    }
}
