//! Files as bounded text: read, and unpacked where gzip packed them.

use crate::error::MapError;
use flate2::read::MultiGzDecoder;
use jostle::json::limits::MAX_BYTES;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Which files another file may name: links are followed first, and what is no regular file, such
/// as a named pipe that never ends, is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// All that the program may read: for files of your own.
    #[default]
    Anywhere,
    /// Those below a folder: for files of others.
    Below(PathBuf),
}

impl Reach {
    /// Returns the files below the folder that a file is in.
    ///
    /// ```
    /// use jostle_tiled::Reach;
    /// assert_eq!(Reach::beside("maps/level.tmx"), Reach::Below("maps".into()));
    /// ```
    pub fn beside(file: impl AsRef<Path>) -> Self {
        let folder = file.as_ref().parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::Below(folder.unwrap_or(Path::new(".")).to_owned())
    }

    /// Opens a file.
    ///
    /// # Errors
    /// It is not there, out of reach or no regular file.
    pub fn open(&self, path: &Path) -> io::Result<File> {
        let whole = path.canonicalize()?;
        if let Self::Below(folder) = self
            && !whole.starts_with(folder.canonicalize()?)
        {
            let folder = folder.display().to_string();
            let why = format!("it lies outside of the folder {folder:?}; --allow-outside reads it");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        // Before it is opened: that of a pipe waits for whatever writes to it.
        if !whole.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no regular file"));
        }
        File::open(whole)
    }

    /// Reads a text file of at most [`MAX_BYTES`]; gzip is unpacked, and a name that is not there is
    /// tried with `.gz` behind it, because distributions pack examples that way.
    ///
    /// # Errors
    /// The file cannot be opened or read, is too long or no UTF-8 text. The error does not name it.
    pub fn read_text(&self, path: &Path) -> Result<String, MapError> {
        let file = self.open(path).or_else(|error| {
            let mut packed = PathBuf::from(path).into_os_string();
            packed.push(".gz");
            self.open(Path::new(&packed)).map_err(|_| error)
        });
        read_text_from(file.map_err(|error| MapError::new("", error.to_string()))?)
    }
}

/// Reads a file that the caller names, and what it makes of its text; errors name the file.
pub(crate) fn load<T>(
    path: &Path,
    make: impl FnOnce(&str) -> Result<T, MapError>,
) -> Result<T, MapError> {
    let made = Reach::Anywhere.read_text(path).and_then(|text| make(&text));
    made.map_err(|error| error.in_file(path))
}

/// Reads a text like [`Reach::read_text`] from anything, such as standard input.
///
/// ```
/// assert_eq!(jostle_tiled::read_text_from(&b"<map/>"[..]).unwrap(), "<map/>");
/// ```
///
/// # Errors
/// As [`Reach::read_text`].
pub fn read_text_from(reader: impl Read) -> Result<String, MapError> {
    let bytes = bounded(reader).and_then(unpack);
    let bytes = bytes.map_err(|error| MapError::new("", error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        MapError::new(format!("byte {at}"), "this is not UTF-8 text")
    })
}

fn bounded(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MAX_BYTES {
        return Err(too_long());
    }
    Ok(bytes)
}

fn too_long() -> io::Error {
    let message = format!("more than {} MiB, the limit for one file", MAX_BYTES >> 20);
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        // The end states the length of the last member, so that most of what is too long need not be
        // unpacked for that.
        let stated = bytes.last_chunk().map_or(0, |four| u32::from_le_bytes(*four));
        if stated as usize > MAX_BYTES {
            return Err(too_long());
        }
        bounded(MultiGzDecoder::new(&bytes[..]))
    } else {
        Ok(bytes)
    }
}
