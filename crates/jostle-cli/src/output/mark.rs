//! How a file shows that jostle wrote it: by a sentence in it, or by a form that no other program writes.

use flate2::Crc;
use gif::{AnyExtension, Encoder, EncodingError};
use jostle_trace::GENERATOR;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Longer files are not searched: hitboxes and pictures are shorter.
const LONGEST: u64 = 256 << 20;
/// What is before the first chunk of a PNG file that may hold text: its signature, and the header.
const PNG_HEAD: usize = 8 + 25;
/// The label of a comment in a GIF file.
const GIF_COMMENT: u8 = 0xFE;

/// Returns whether jostle wrote a file.
pub(super) fn is_ours(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST).read_to_end(&mut bytes)?;
    let marked = bytes.windows(GENERATOR.len()).any(|part| part == GENERATOR.as_bytes());
    Ok(marked || has_own_form(&bytes))
}

/// JSON that has no place for a sentence: the frames of a run, reports of hitboxes, and the lists for `PixiJS`.
fn has_own_form(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n');
    let objects = lines.map(|line| serde_json::from_slice::<Map<String, Value>>(line).ok());
    // A report has a line with an error for an input that failed.
    let mut objects =
        objects.skip_while(|object| object.as_ref().is_some_and(|o| has(o, &["error"])));
    let Some(Some(first)) = objects.next() else { return false };
    has(&first, &["events", "frame", "hash"])
        || has(&first, &["events", "frame", "hash", "slides"])
        || has(&first, &["height", "input", "name", "pieces", "report", "width"])
        || !first.is_empty()
            && first.values().all(|value| {
                value.as_object().is_some_and(|area| has(area, &["anchor", "polygons"]))
            })
}

fn has(object: &Map<String, Value>, keys: &[&str]) -> bool {
    object.len() == keys.len() && keys.iter().all(|key| object.contains_key(*key))
}

/// A PNG file with the sentence.
pub(crate) fn marked_png(mut png: Vec<u8>) -> Vec<u8> {
    let mut chunk = b"tEXtSoftware\0".to_vec();
    chunk.extend(GENERATOR.as_bytes());
    let length = chunk.len() as u32 - 4;
    let mut sum = Crc::new();
    sum.update(&chunk);
    let chunk = [&length.to_be_bytes()[..], &chunk, &sum.sum().to_be_bytes()].concat();
    png.splice(PNG_HEAD..PNG_HEAD, chunk);
    png
}

/// Writes the sentence into a GIF file.
pub(crate) fn comment_of_gif<W: Write>(encoder: &mut Encoder<W>) -> Result<(), EncodingError> {
    encoder.write_raw_extension(AnyExtension(GIF_COMMENT), &[GENERATOR.as_bytes()])
}
