//! A world that is driven by a journal.

use core::ffi::c_char;
use std::sync::Arc;

use jostle as j;

use super::step::{Event, Events, News, keep_events};
use super::{Key, World, empty, keep_world};
use crate::border::{out, text};
use crate::numbers::parsed;
use crate::status::{Refusal, Status, guard};
use crate::table::Table;

/// A world that is driven by a journal; free it with `jostle_replay_free`. An id of 0 is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The handle.
    pub id: u64,
}

struct Held {
    replay: j::world::Replay,
    names: j::json::LayerNames,
    news: Arc<News>,
}

static REPLAYS: Table<Held> = Table::new("replay");

/// Makes a replay with an empty world of a broad phase, as `jostle_world_new` has it.
///
/// # Safety
/// As `jostle_world_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_replay_new(
    broad_phase: *const c_char,
    out_replay: *mut Replay,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_replay, "out_replay")? };
        let replay = j::world::Replay::in_world(empty(broad_phase)?);
        let held = Held { replay, names: j::json::LayerNames::default(), news: Arc::default() };
        to.write(Replay { id: REPLAYS.keep(held)? });
        Ok(())
    })
}

/// Does one call of a journal, a line of JSON. A step writes its events, whose data are the numbers
/// of the journal, and which stay until the next step; all other calls answer `NONE`. `out_events`
/// and `out_count` may be null.
///
/// # Safety
/// `line` is null or points at `length` bytes; `out_events` and `out_count` are null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_replay_apply(
    replay: Replay,
    line: *const c_char,
    length: usize,
    out_events: *mut *const Event,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let line = unsafe { text(line, length, "line")? };
        let mut held = REPLAYS.write(replay.id)?;
        let Held { replay, names, news } = &mut *held;
        let line = parsed(line)?;
        let done = names.attempt(|names| -> Result<_, Refusal> {
            Ok(replay.apply(&j::world::Op::from_json(&line, names)?)?)
        });
        let events = done?.ok_or(Refusal::NONE)?;
        let world = replay.world();
        News::fresh(news).keep(events, |key| world.data(key).copied().unwrap_or(0));
        if !out_events.is_null() {
            // SAFETY: the same.
            unsafe { out(out_events, "out_events")? }.write(news.told().as_ptr());
        }
        if !out_count.is_null() {
            // SAFETY: the same.
            unsafe { out(out_count, "out_count")? }.write(news.told().len());
        }
        Ok(())
    })
}

/// Keeps the events of the last step, as `jostle_world_events` does.
///
/// # Safety
/// `out_events` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_replay_events(replay: Replay, out_events: *mut Events) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_events, "out_events")? };
        to.write(keep_events(&REPLAYS.read(replay.id)?.news)?);
        Ok(())
    })
}

/// Writes the key of a number of the journal; `NONE` while no collider has it.
///
/// # Safety
/// `out_key` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_replay_key(
    replay: Replay,
    number: u64,
    out_key: *mut Key,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_key, "out_key")? };
        let key = REPLAYS.read(replay.id)?.replay.key(number).ok_or(Refusal::NONE)?;
        to.write(key.to_bits());
        Ok(())
    })
}

/// Makes a world of the caller's own in the state that the replay's is in; its colliders have their
/// numbers of the journal as data.
///
/// # Safety
/// `out_world` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_replay_world(replay: Replay, out_world: *mut World) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_world, "out_world")? };
        let saved = REPLAYS.read(replay.id)?.replay.world().snapshot()?;
        let mut world = j::World::new();
        world.restore(&saved)?;
        to.write(keep_world(world)?);
        Ok(())
    })
}

/// Frees a replay.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_replay_free(replay: Replay) -> Status {
    guard(|| REPLAYS.take(replay.id).map(drop))
}
