//! Refusals, as `jostle.JostleError`.

use std::fmt::Display;

use jostle::json::JsonError;
use jostle::world::{ReplayError, SnapshotError};
use jostle::{ErrorKind, Key, ShapeError, WorldError};
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
        let path = match &error {
            ShapeError::NotFinite { what, .. }
            | ShapeError::Negative { what, .. }
            | ShapeError::NotPositive { what, .. }
            | ShapeError::Empty { what }
            | ShapeError::NothingSolid { what }
            | ShapeError::ZeroDirection { what }
            | ShapeError::WrongLength { what, .. }
            | ShapeError::TooMany { what, .. }
            | ShapeError::Overflow { what } => what.to_string(),
            ShapeError::Tile { tile, .. } => format!("tiles[{tile}]"),
            ShapeError::Crossing { ring_a: 0, edge_a, .. } => format!("points[{edge_a}]"),
            ShapeError::Crossing { ring_a, edge_a, .. } => {
                format!("holes[{}][{edge_a}]", ring_a - 1)
            }
            ShapeError::HoleOutside { hole, vertex } => format!("holes[{hole}][{vertex}]"),
            _ => String::new(),
        };
        Self::new(error.kind().as_str(), path, error)
    }
}

impl From<WorldError> for Refusal {
    fn from(error: WorldError) -> Self {
        match error {
            WorldError::At { index, error } => Self::from(*error).at(index),
            WorldError::Shape { ref error, .. } => Self::from(error.clone()),
            _ => {
                let kind = error.kind();
                let path = match kind {
                    ErrorKind::Key => "key",
                    ErrorKind::Cycle => "parent",
                    _ => "",
                };
                Self::new(kind.as_str(), path, error.describe(Key::to_bits))
            }
        }
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Self {
        Self::new(error.kind().as_str(), error.path(), &error)
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::new(ErrorKind::Json.as_str(), "", error)
    }
}

impl From<SnapshotError> for Refusal {
    fn from(error: SnapshotError) -> Self {
        Self::new(error.kind().as_str(), "", error.describe(Key::to_bits))
    }
}

impl From<ReplayError> for Refusal {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::World(error) => error.into(),
            _ => {
                let kind = error.kind();
                let path = if kind == ErrorKind::Key { "key" } else { "" };
                Self::new(kind.as_str(), path, error)
            }
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
            TraceError::TooLarge { .. } => Self::new(ErrorKind::TooMany.as_str(), "", error),
            _ => Self::new("trace", "", error),
        }
    }
}

/// Turns a refusal of the library into an exception.
pub(crate) fn refused(error: impl Into<Refusal>) -> PyErr {
    error.into().into()
}
