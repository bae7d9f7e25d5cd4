//! Files as bounded text: read, and unpacked where gzip packed them.

use crate::problem::Problem;
use flate2::read::MultiGzDecoder;
use jostle::json::limits::MAX_BYTES;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Reads a file, or standard input for `-`; a gzip file is unpacked, and a name that is not there
/// is tried with `.gz` behind it, because distributions pack examples that way.
pub(crate) fn read(path: &Path) -> Result<String, Problem> {
    let bytes = if path == Path::new("-") {
        bounded(io::stdin().lock())
    } else {
        open(path).and_then(bounded)
    };
    let bytes = bytes.and_then(unpack).map_err(|error| Problem::new("", error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Problem::new(format!("byte {at}"), "this is not UTF-8 text")
    })
}

fn open(path: &Path) -> io::Result<File> {
    File::open(path).or_else(|error| {
        let mut packed = PathBuf::from(path).into_os_string();
        packed.push(".gz");
        File::open(packed).map_err(|_| error)
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
