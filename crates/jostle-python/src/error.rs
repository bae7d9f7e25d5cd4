//! Refusals, as `jostle.JostleError`.

use std::fmt::Display;

use jostle::json::{JsonError, JsonErrorKind};
use jostle::world::{ReplayError, SnapshotError};
use jostle::{Key, ShapeError, WorldError};
use jostle_trace::TraceError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

/// Why something was refused: the kind, the place of the value, and a sentence.
#[derive(Debug)]
pub(crate) struct Refusal {
    kind: &'static str,
    path: String,
    message: String,
}

impl Refusal {
    pub(crate) fn new(kind: &'static str, path: impl Display, message: impl Display) -> Self {
        Self { kind, path: path.to_string(), message: message.to_string() }
    }

    /// Puts the place below item `index` of a list.
    pub(crate) fn at(self, index: usize) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        let path = format!("[{index}]{dot}{}", self.path);
        Self { message: format!("item {index}: {}", self.message), path, ..self }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        Python::attach(|py| {
            let class = CLASS.import(py, "jostle._error", "JostleError");
            let made =
                class.and_then(|class| class.call1((refusal.message, refusal.kind, refusal.path)));
            made.map_or_else(|error| error, PyErr::from_value)
        })
    }
}

impl From<ShapeError> for Refusal {
    fn from(error: ShapeError) -> Self {
        let (kind, path) = match &error {
            ShapeError::NotFinite { what, .. } => ("not_finite", what.to_string()),
            ShapeError::Negative { what, .. } => ("negative", what.to_string()),
            ShapeError::NotPositive { what, .. } => ("not_positive", what.to_string()),
            ShapeError::Empty { what } => ("empty", what.to_string()),
            ShapeError::ZeroDirection { what } => ("zero_direction", what.to_string()),
            ShapeError::WrongLength { what, .. } => ("wrong_length", what.to_string()),
            ShapeError::TooMany { what, .. } => ("too_many", what.to_string()),
            ShapeError::Overflow { what } => ("overflow", what.to_string()),
            ShapeError::Tile { tile, .. } => ("tile", format!("tiles[{tile}]")),
            ShapeError::Crossing { ring_a: 0, edge_a, .. } => {
                ("crossing", format!("points[{edge_a}]"))
            }
            ShapeError::Crossing { ring_a, edge_a, .. } => {
                ("crossing", format!("holes[{}][{edge_a}]", ring_a - 1))
            }
            ShapeError::HoleOutside { hole, vertex } => {
                ("hole_outside", format!("holes[{hole}][{vertex}]"))
            }
            ShapeError::NoCore { .. } => ("no_core", String::new()),
            _ => ("shape", String::new()),
        };
        Self::new(kind, path, error)
    }
}

impl From<WorldError> for Refusal {
    fn from(error: WorldError) -> Self {
        match error {
            WorldError::At { index, error } => Self::from(*error).at(index),
            WorldError::Shape { ref error, .. } => Self::from(error.clone()),
            WorldError::Unknown { .. } => Self::new("key", "key", error.describe(Key::to_bits)),
            WorldError::Cycle { .. } => Self::new("cycle", "parent", error.describe(Key::to_bits)),
            WorldError::Full => Self::new("full", "", error),
            _ => Self::new("world", "", error.describe(Key::to_bits)),
        }
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Self {
        let kind = match error.kind() {
            JsonErrorKind::Number => "not_finite",
            JsonErrorKind::Limit => "too_many",
            JsonErrorKind::Shape => "shape",
            _ => "form",
        };
        Self::new(kind, error.path(), &error)
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::new("form", "", error)
    }
}

impl From<SnapshotError> for Refusal {
    fn from(error: SnapshotError) -> Self {
        Self::new("snapshot", "", error.describe(Key::to_bits))
    }
}

impl From<ReplayError> for Refusal {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::World(error) => error.into(),
            ReplayError::UnknownKey { .. } => Self::new("key", "key", error),
            _ => Self::new("journal", "", error),
        }
    }
}

impl From<TraceError> for Refusal {
    fn from(error: TraceError) -> Self {
        match error {
            TraceError::Shape(error) => error.into(),
            TraceError::Goal { what, .. } => Self::new("goal", what, error),
            TraceError::UnknownPicture | TraceError::Picture { .. } => {
                Self::new("picture", "", error)
            }
            TraceError::TooLarge { .. } => Self::new("too_many", "", error),
            _ => Self::new("trace", "", error),
        }
    }
}

/// Turns a refusal of the library into an exception.
pub(crate) fn refused(error: impl Into<Refusal>) -> PyErr {
    error.into().into()
}
