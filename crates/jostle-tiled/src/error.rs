//! Faults of a map, as one sentence with its file and place.

use std::fmt;
use std::path::{Path, PathBuf};

/// Reports a map that cannot be read: the file, the place in it and the fault.
///
/// ```
/// let error = jostle_tiled::Map::from_text("<map tilewidth='ten'/>", "level.tmx").unwrap_err();
/// assert_eq!(error.place(), "line 1");
/// assert!(error.message().starts_with("tilewidth of <map> is \"ten\""), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct MapError {
    file: Option<PathBuf>,
    place: String,
    message: String,
}

impl MapError {
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: None, place: place.into(), message: message.into() }
    }

    /// Names the file, unless a file further in was already named.
    pub(crate) fn in_file(mut self, file: &Path) -> Self {
        self.file.get_or_insert_with(|| file.to_owned());
        self
    }

    /// States which file names the one that this is about.
    pub(crate) fn named_by(mut self, file: &Path) -> Self {
        self.message = format!("{} (named by {})", self.message, file.display());
        self
    }

    /// Puts the place below an outer one.
    pub(crate) fn within(mut self, outer: &str) -> Self {
        if self.file.is_none() {
            let inner = std::mem::take(&mut self.place);
            let comma = if inner.is_empty() || outer.is_empty() { "" } else { ", " };
            self.place = format!("{outer}{comma}{inner}");
        }
        self
    }

    /// Returns the file, where it is another than the one that was asked for.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns the place, such as `line 7` or `layer "ground", cell 3, 4`; it may be empty.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns the sentence without file and place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}: ", file.display())?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)
    }
}

/// States where a text stops being JSON, or stops being what was expected.
impl From<serde_json::Error> for MapError {
    fn from(error: serde_json::Error) -> Self {
        let text = error.to_string();
        // The position moves to the place; the sentence keeps the rest.
        let sentence =
            text.rsplit_once(" at line ").map_or(text.as_str(), |(sentence, _)| sentence);
        let place = match error.line() {
            0 => String::new(),
            line => format!("line {line}, column {}", error.column()),
        };
        Self::new(place, sentence)
    }
}
