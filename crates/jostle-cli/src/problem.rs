//! Faults of an input, as one sentence with its file and place.

use jostle::WorldError;
use jostle_tiled::MapError;
use std::fmt;
use std::path::Path;

/// Reports bad input: the file, the place in it and the fault.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct Problem {
    file: String,
    place: String,
    message: String,
}

impl Problem {
    /// Makes a report whose file is not known yet; `place` may be empty.
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: String::new(), place: place.into(), message: message.into() }
    }

    /// Returns the refusal of a world, without its keys, which no file has.
    pub(crate) fn of_world(place: impl Into<String>, error: &WorldError) -> Self {
        match error {
            WorldError::Shape { error, .. } => Self::new(place, error.to_string()),
            other => Self::new(place, other.to_string()),
        }
    }

    /// Names the file, unless a file further in was already named.
    #[must_use]
    pub fn in_file(mut self, file: &Path) -> Self {
        if self.file.is_empty() {
            self.file = file.display().to_string();
        }
        self
    }

    /// States which file names the one that this is about.
    pub(crate) fn named_by(mut self, file: &Path) -> Self {
        self.message = format!("{} (named by {})", self.message, file.display());
        self
    }

    /// Puts the place below an outer one.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        if self.file.is_empty() {
            let inner = std::mem::take(&mut self.place);
            let comma = if inner.is_empty() || outer.is_empty() { "" } else { ", " };
            self.place = format!("{outer}{comma}{inner}");
        }
        self
    }

    /// Returns the place, such as `colliders[3].parent` or `line 7`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns the sentence without file and place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<MapError> for Problem {
    fn from(error: MapError) -> Self {
        let problem = Self::new(error.place(), error.message());
        match error.file() {
            Some(file) => problem.in_file(file),
            None => problem,
        }
    }
}

/// States where a text stops being JSON, or stops being what was expected.
impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        MapError::from(error).into()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in [&self.file, &self.place] {
            if !part.is_empty() {
                write!(f, "{part}: ")?;
            }
        }
        f.write_str(&self.message)
    }
}
