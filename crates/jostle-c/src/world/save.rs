//! Keeping a world: snapshots of its state, and journals of its calls.

use core::ffi::c_void;

use jostle as j;

use super::{World, read, write};
use crate::border::{list, out};
use crate::status::{Answer, Refusal, Status, guard};
use crate::texts::{Bytes, keep_bytes, keep_text};

/// Writes the whole state as bytes; the pair filter is code and stays with the world.
///
/// # Safety
/// `out_bytes` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_snapshot(world: World, out_bytes: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_bytes, "out_bytes")? };
        to.write(keep_bytes(read(world)?.world.snapshot()?)?);
        Ok(())
    })
}

/// Puts a world back into the state of a snapshot; keys of that state find their colliders again.
///
/// # Safety
/// `bytes` is null or points at `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_restore(
    world: World,
    bytes: *const c_void,
    length: usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let bytes = unsafe { list(bytes.cast::<u8>(), length, "bytes")? };
        Ok(write(world)?.world.restore(bytes)?)
    })
}

/// Begins to note the calls that change a world.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_record(world: World) -> Status {
    guard(|| {
        write(world)?.world.record();
        Ok(())
    })
}

/// Calls as JSON, one a line.
fn lines(ops: impl IntoIterator<Item = j::world::Op>) -> Answer<String> {
    let mut text = String::new();
    for op in ops {
        let custom = || Refusal::new(Status::Custom, "a custom shape is code and has no JSON form");
        text.push_str(&op.to_json().ok_or_else(custom)?.to_string());
        text.push('\n');
    }
    Ok(text)
}

/// Ends recording and writes the journal, one JSON object a line.
///
/// # Safety
/// `out_lines` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_take_journal(world: World, out_lines: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_lines, "out_lines")? };
        to.write(keep_text(lines(write(world)?.world.take_journal())?)?);
        Ok(())
    })
}

/// Writes the journal since the last call, and continues to record.
///
/// # Safety
/// `out_lines` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_drain_journal(world: World, out_lines: *mut Bytes) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_lines, "out_lines")? };
        let ops: Vec<j::world::Op> = write(world)?.world.drain_journal().collect();
        to.write(keep_text(lines(ops)?)?);
        Ok(())
    })
}
