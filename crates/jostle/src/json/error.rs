//! Errors of JSON forms, with their places.

use alloc::{format, string::String};
use core::fmt;

use crate::ErrorKind;

/// Reports why a JSON form cannot be read: the place, the kind and a sentence.
///
/// ```
/// let error = jostle::Affine::from_json(&serde_json::json!({"scale": [1, "2"]})).unwrap_err();
/// assert_eq!(error.path(), "scale[1]");
/// assert_eq!(error.to_string(), "scale[1]: expected a number, found the text \"2\"");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct JsonError {
    pub(super) path: String,
    pub(super) kind: ErrorKind,
    pub(super) message: String,
}

impl JsonError {
    /// Returns the place, such as `points[3][1]`; empty for the value itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the kind of the fault; that of a shape which its constructor refuses is that of its own fault.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the sentence without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Puts the place below an outer one: `points[3]` within `a` is `a.points[3]`.
    ///
    /// ```
    /// let error = jostle::Affine::from_json(&serde_json::json!({"turn": 1})).unwrap_err();
    /// assert_eq!(error.within("a.transform").path(), "a.transform.turn");
    /// ```
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        let is_key = !(outer.is_empty() || self.path.is_empty() || self.path.starts_with('['));
        self.path = format!("{outer}{}{}", if is_key { "." } else { "" }, self.path);
        self
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

impl core::error::Error for JsonError {}
