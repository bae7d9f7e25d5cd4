//! JSON forms as Python's own dicts and lists.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::prelude::*;
use serde_json::Value;

use crate::error::refused;

/// Reads a form from what `json.dumps` takes.
pub(crate) fn read(form: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = form.py().import("json")?.call_method1("dumps", (form,))?.extract()?;
    serde_json::from_str(&text).map_err(refused)
}

/// Writes a form as `json.loads` returns it.
pub(crate) fn write<'py>(py: Python<'py>, form: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (form.to_string(),))
}

pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
