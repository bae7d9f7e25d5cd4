//! Why a join stops early, as one sentence with the file.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Argument(String),
    #[error("{}: {message}", file.display())]
    File { file: PathBuf, message: String },
    #[error("{}: row {row}: {message}", file.display())]
    Row { file: PathBuf, row: u64, message: String },
}

impl Failure {
    pub(crate) fn file(file: &Path, message: impl ToString) -> Self {
        Self::File { file: file.to_owned(), message: message.to_string() }
    }
}

/// Names the file of a fault.
pub(crate) trait At<T> {
    fn at(self, file: &Path) -> Result<T, Failure>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, file: &Path) -> Result<T, Failure> {
        self.map_err(|error| Failure::file(file, error))
    }
}
