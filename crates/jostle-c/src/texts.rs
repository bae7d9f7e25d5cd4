//! Texts and bytes that the library makes: the caller reads them in place and frees them.

use core::ffi::c_char;

use crate::border::out;
use crate::status::{Answer, Status, guard};
use crate::table::Table;

/// Bytes or a text that a call made; free it with `jostle_bytes_free`. An id of 0 is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The handle.
    pub id: u64,
}

static BYTES: Table<Box<[u8]>> = Table::new("text");

pub(crate) fn keep_bytes(mut bytes: Vec<u8>) -> Answer<Bytes> {
    bytes.push(0);
    Ok(Bytes { id: BYTES.keep(bytes.into_boxed_slice())? })
}

pub(crate) fn keep_text(text: String) -> Answer<Bytes> {
    keep_bytes(text.into_bytes())
}

/// Writes where the bytes are and how many; a zero byte follows them. They stay there until they
/// are freed.
///
/// # Safety
/// `out_data` and `out_length` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_bytes_data(
    bytes: Bytes,
    out_data: *mut *const c_char,
    out_length: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (data, length) =
            unsafe { (out(out_data, "out_data")?, out(out_length, "out_length")?) };
        let held = BYTES.read(bytes.id)?;
        data.write(held.as_ptr().cast());
        length.write(held.len() - 1);
        Ok(())
    })
}

/// Frees bytes.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_bytes_free(bytes: Bytes) -> Status {
    guard(|| BYTES.take(bytes.id).map(drop))
}
