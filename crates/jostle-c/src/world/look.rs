//! Reads a world: its colliders, and the results of its last step.

use jostle as j;

use super::step::{PairDetail, StepOptions, TouchPair};
use super::{Key, World, known, read};
use crate::border::{Buffer, out};
use crate::pair::{Placed, keep_placed};
use crate::shape::{Shape, keep_shared};
use crate::status::{Answer, Refusal, Status, guard};
use crate::texts::{Bytes, keep_text};
use crate::values::{Aabb, Affine};

/// Counts of a world and of its last step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldStats {
    /// Colliders and groups in the world.
    pub colliders: usize,
    /// Pairs that touched at the last step.
    pub pairs: usize,
    /// Steps so far.
    pub steps: u64,
    /// Colliders that had changed at the last step.
    pub moved: usize,
    /// Pairs whose boxes meet that the last step looked at.
    pub candidates: usize,
    /// Pairs of which the last step asked the exact shapes.
    pub tested: usize,
    /// Enters of the last step.
    pub entered: usize,
    /// Exits of the last step.
    pub exited: usize,
}

/// Asks about the whole world.
unsafe fn whole<T>(
    world: World,
    to: *mut T,
    what: &str,
    ask: impl FnOnce(&j::World<u64>) -> T,
) -> Status {
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(to, what)? };
        to.write(ask(&read(world)?.world));
        Ok(())
    })
}

/// Asks about a collider that is there; `None` is `NONE`.
pub(super) unsafe fn one<T>(
    world: World,
    key: Key,
    to: *mut T,
    what: &str,
    ask: impl FnOnce(&j::World<u64>, j::Key) -> Answer<Option<T>>,
) -> Status {
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(to, what)? };
        let held = read(world)?;
        let key = known(&held.world, key)?;
        to.write(ask(&held.world, key)?.ok_or(Refusal::NONE)?);
        Ok(())
    })
}

/// Needs a list.
unsafe fn many<T: Copy>(
    world: World,
    [to, count]: [*mut T; 2],
    capacity: usize,
    what: &str,
    ask: impl FnOnce(&j::World<u64>) -> Answer<Vec<T>>,
) -> Status {
    guard(|| {
        // SAFETY: passed on; the second pointer is that of the count.
        let buffer = unsafe { Buffer::new(to, capacity, count.cast(), what)? };
        buffer.fill(ask(&read(world)?.world)?.into_iter())
    })
}

fn bits(keys: Vec<j::Key>) -> Vec<Key> {
    keys.into_iter().map(j::Key::to_bits).collect()
}

/// Counts colliders and groups.
///
/// # Safety
/// `out_count` is null or may be written; this holds for all answers below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_len(world: World, out_count: *mut usize) -> Status {
    // SAFETY: passed on.
    unsafe { whole(world, out_count, "out_count", j::World::len) }
}

/// Returns `true` if the key is of a collider or group of this world.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_contains(
    world: World,
    key: Key,
    out_found: *mut bool,
) -> Status {
    let ask = |world: &j::World<u64>| j::Key::from_bits(key).is_some_and(|k| world.contains(k));
    // SAFETY: passed on.
    unsafe { whole(world, out_found, "out_found", ask) }
}

/// Lists all keys, sorted.
///
/// # Safety
/// `out_keys` is null or may be written `capacity` times; `out_count` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_keys(
    world: World,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = [out_keys, out_count.cast()];
    // SAFETY: passed on.
    unsafe { many(world, to, capacity, "out_keys", |world| Ok(bits(world.keys()))) }
}

/// Writes the data of a collider.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_data(world: World, key: Key, out_data: *mut u64) -> Status {
    // SAFETY: passed on.
    unsafe { one(world, key, out_data, "out_data", |world, key| Ok(world.data(key).copied())) }
}

/// Writes the shape of a collider, which the caller frees; `NONE` for a group.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_shape(
    world: World,
    key: Key,
    out_shape: *mut Shape,
) -> Status {
    let ask = |world: &j::World<u64>, key| world.shape(key).cloned().map(keep_shared).transpose();
    // SAFETY: passed on.
    unsafe { one(world, key, out_shape, "out_shape", ask) }
}

/// Writes a copy of the shape of a collider as it is in the world, which the caller frees; `NONE`
/// for a group.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_placed(
    world: World,
    key: Key,
    out_placed: *mut Placed,
) -> Status {
    let ask = |world: &j::World<u64>, key| world.placed(key).cloned().map(keep_placed).transpose();
    // SAFETY: passed on.
    unsafe { one(world, key, out_placed, "out_placed", ask) }
}

/// Writes the transform of a collider, in the frame of its parent or the world.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_transform(
    world: World,
    key: Key,
    out_transform: *mut Affine,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.transform(key).map(Affine::from));
    // SAFETY: passed on.
    unsafe { one(world, key, out_transform, "out_transform", ask) }
}

/// Writes the transform of a collider in the world, those of all its parents included.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_world_transform(
    world: World,
    key: Key,
    out_transform: *mut Affine,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.world_transform(key).map(Affine::from));
    // SAFETY: passed on.
    unsafe { one(world, key, out_transform, "out_transform", ask) }
}

/// Writes the parent of a collider; `NONE` for one without.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_parent(
    world: World,
    key: Key,
    out_parent: *mut Key,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.parent(key).map(j::Key::to_bits));
    // SAFETY: passed on.
    unsafe { one(world, key, out_parent, "out_parent", ask) }
}

/// Lists the children of a collider, sorted; not those below them.
///
/// # Safety
/// As `jostle_world_keys`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_children(
    world: World,
    key: Key,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let ask = |world: &j::World<u64>| Ok(bits(world.children(known(world, key)?)));
    // SAFETY: passed on.
    unsafe { many(world, [out_keys, out_count.cast()], capacity, "out_keys", ask) }
}

/// Writes the box around a collider and all below it; `NONE` if there is no shape.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_subtree_bounds(
    world: World,
    key: Key,
    out_bounds: *mut Aabb,
) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.subtree_bounds(key).map(Aabb::from));
    // SAFETY: passed on.
    unsafe { one(world, key, out_bounds, "out_bounds", ask) }
}

/// Writes the layers that a collider is on, as bits.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_layer(world: World, key: Key, out_layer: *mut u64) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.layer(key).map(j::Layers::to_bits));
    // SAFETY: passed on.
    unsafe { one(world, key, out_layer, "out_layer", ask) }
}

/// Writes the layers that a collider sees, as bits.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_sees(world: World, key: Key, out_sees: *mut u64) -> Status {
    let ask = |world: &j::World<u64>, key| Ok(world.sees(key).map(j::Layers::to_bits));
    // SAFETY: passed on.
    unsafe { one(world, key, out_sees, "out_sees", ask) }
}

/// Writes the team of a collider; 0 is none.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_team(world: World, key: Key, out_team: *mut u32) -> Status {
    // SAFETY: passed on.
    unsafe { one(world, key, out_team, "out_team", |world, key| Ok(world.team(key))) }
}

/// Returns the detail of a collider, a `JostlePairDetail`.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_detail(
    world: World,
    key: Key,
    out_detail: *mut i32,
) -> Status {
    let detail = |world: &j::World<u64>, key| PairDetail::from(world.detail(key)) as i32;
    // SAFETY: passed on.
    unsafe { one(world, key, out_detail, "out_detail", |world, key| Ok(Some(detail(world, key)))) }
}

/// Returns what the steps of a world compute and report.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_step_options(
    world: World,
    out_options: *mut StepOptions,
) -> Status {
    // SAFETY: passed on.
    unsafe { whole(world, out_options, "out_options", |world| world.step_options().into()) }
}

/// Returns `true` if a collider is a sensor.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_is_sensor(
    world: World,
    key: Key,
    out_sensor: *mut bool,
) -> Status {
    // SAFETY: passed on.
    unsafe { one(world, key, out_sensor, "out_sensor", |world, key| Ok(world.is_sensor(key))) }
}

/// Returns `true` if a collider is enabled.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_is_enabled(
    world: World,
    key: Key,
    out_enabled: *mut bool,
) -> Status {
    // SAFETY: passed on.
    unsafe { one(world, key, out_enabled, "out_enabled", |world, key| Ok(world.is_enabled(key))) }
}

/// Lists what touched a collider at the last step, sorted by the key of the other.
///
/// # Safety
/// `out_touches` is null or may be written `capacity` times; `out_count` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_touching(
    world: World,
    key: Key,
    out_touches: *mut TouchPair,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let ask = |world: &j::World<u64>| {
        Ok(world.touching(known(world, key)?).iter().map(TouchPair::without_parts).collect())
    };
    // SAFETY: passed on.
    unsafe { many(world, [out_touches, out_count.cast()], capacity, "out_touches", ask) }
}

/// Lists the pairs that touched at the last step, sorted.
///
/// # Safety
/// As `jostle_world_touching`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_pairs(
    world: World,
    out_touches: *mut TouchPair,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let ask =
        |world: &j::World<u64>| Ok(world.pairs().map(|t| TouchPair::without_parts(&t)).collect());
    // SAFETY: passed on.
    unsafe { many(world, [out_touches, out_count.cast()], capacity, "out_touches", ask) }
}

/// Lists the colliders of which a pair began or ended at the last step, sorted, gone ones included.
///
/// # Safety
/// As `jostle_world_keys`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_changed(
    world: World,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let ask = |world: &j::World<u64>| Ok(bits(world.changed().to_vec()));
    // SAFETY: passed on.
    unsafe { many(world, [out_keys, out_count.cast()], capacity, "out_keys", ask) }
}

/// Counts of a world and of its last step.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_stats(world: World, out_totals: *mut WorldStats) -> Status {
    let ask = |world: &j::World<u64>| {
        let t = world.stats();
        WorldStats {
            colliders: t.colliders,
            pairs: t.pairs,
            steps: t.steps,
            moved: t.moved,
            candidates: t.candidates,
            tested: t.tested,
            entered: t.entered,
            exited: t.exited,
        }
    };
    // SAFETY: passed on.
    unsafe { whole(world, out_totals, "out_totals", ask) }
}

/// Counts the bytes on the heap that a world holds, but for those behind shapes.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_heap_bytes(world: World, out_bytes: *mut usize) -> Status {
    // SAFETY: passed on.
    unsafe { whole(world, out_bytes, "out_bytes", j::World::heap_bytes) }
}

/// Returns a number for the whole state, the same for the same state on every machine.
///
/// # Safety
/// As `jostle_world_len`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_hash(world: World, out_hash: *mut u64) -> Status {
    // SAFETY: passed on.
    unsafe { whole(world, out_hash, "out_hash", j::World::hash) }
}

/// What keeps two colliders apart; the first that holds, in this order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// The world has no such collider.
    Unknown = 0,
    /// Both are one collider.
    Same = 1,
    /// One is disabled.
    Disabled = 2,
    /// One is a group.
    NoShape = 3,
    /// Both are in one team.
    Team = 4,
    /// Neither sees the other.
    Layers = 5,
    /// The pair filter rejects the pair.
    Filter = 6,
    /// The shapes are apart, or only touch in a world that ignores that.
    Apart = 7,
    /// Nothing: they are a pair at the next step.
    Nothing = 8,
}

/// Returns which rule keeps two colliders apart, as a word and as a sentence; `out_sentence` may be
/// null.
///
/// # Safety
/// `out_rule` and `out_sentence` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_why_not(
    world: World,
    a: Key,
    b: Key,
    out_rule: *mut WhyNot,
    out_sentence: *mut Bytes,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let rule = unsafe { out(out_rule, "out_rule")? };
        let why = read(world)?.world.why_not(super::own_key(a)?, super::own_key(b)?);
        if !out_sentence.is_null() {
            // SAFETY: the same.
            unsafe { out(out_sentence, "out_sentence")? }
                .write(keep_text(why.describe(j::Key::to_bits))?);
        }
        rule.write(match why {
            j::WhyNot::Unknown { .. } => WhyNot::Unknown,
            j::WhyNot::Same => WhyNot::Same,
            j::WhyNot::Disabled { .. } => WhyNot::Disabled,
            j::WhyNot::NoShape { .. } => WhyNot::NoShape,
            j::WhyNot::Team { .. } => WhyNot::Team,
            j::WhyNot::Layers { .. } => WhyNot::Layers,
            j::WhyNot::Filter => WhyNot::Filter,
            j::WhyNot::Apart { .. } => WhyNot::Apart,
            j::WhyNot::Nothing => WhyNot::Nothing,
            _ => return Err(Refusal::new(Status::Fault, "a rule without a word")),
        });
        Ok(())
    })
}
