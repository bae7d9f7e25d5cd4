//! Files as bounded text: read, and unpacked where gzip packed them.

use crate::error::MapError;
use flate2::read::MultiGzDecoder;
use jostle::json::limits::MAX_BYTES;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Reads a text file of at most [`MAX_BYTES`]; gzip is unpacked, and a name that is not there is
/// tried with `.gz` behind it, because distributions pack examples that way.
///
/// # Errors
/// The file cannot be read, is too long or no UTF-8 text. The error does not name the file.
pub fn read_text(path: &Path) -> Result<String, MapError> {
    let file = File::open(path).or_else(|error| {
        let mut packed = PathBuf::from(path).into_os_string();
        packed.push(".gz");
        File::open(packed).map_err(|_| error)
    });
    read_text_from(file.map_err(|error| MapError::new("", error.to_string()))?)
}

/// Reads a text like [`read_text`] from anything, such as standard input.
///
/// ```
/// assert_eq!(jostle_tiled::read_text_from(&b"<map/>"[..]).unwrap(), "<map/>");
/// ```
///
/// # Errors
/// As [`read_text`].
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
        let message = format!("more than {} MiB, the limit for one file", MAX_BYTES >> 20);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bounded(MultiGzDecoder::new(&bytes[..]))
    } else {
        Ok(bytes)
    }
}
