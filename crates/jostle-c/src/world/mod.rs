//! Worlds: colliders that live. One file for edits, one for looking, one for steps, and so on.

pub mod batch;
pub mod draw;
pub mod edit;
pub mod look;
pub mod motion;
pub mod query;
pub mod replay;
pub mod save;
pub mod step;

use core::ffi::{c_char, c_void};
use std::sync::Arc;

use jostle as j;

use crate::border::{given, list, out, word};
use crate::shape::Shape;
use crate::status::{Answer, Refusal, Status, guard};
use crate::table::{Reading, Table, Writing};
use crate::values::{Affine, BuiltinMethod};

/// A world; free it with `jostle_world_free`. An id of 0 is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// The handle.
    pub id: u64,
}

/// Names a collider of one world: a key is never used again. 0 is none. Keys of a world
/// sort in the order in which its colliders were added.
pub type Key = u64;

/// Every layer, and colliders on no layer: for `layers` and `sees`.
pub const ALL_LAYERS: u64 = u64::MAX;

/// True if two colliders that only touch, boundary to boundary, are a pair.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TouchPolicy {
    /// They are: shapes are closed.
    Counts = 0,
    /// They are not: interiors have to share a point.
    Ignored = 1,
}

/// What becomes of the children when their parent is removed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Children {
    /// All below are removed with it.
    Remove = 0,
    /// Its children stay where they are in the world, without a parent.
    Release = 1,
    /// Its children go to its own parent and keep their transforms.
    Adopt = 2,
}

/// Describes a collider that is to be added; begin with `jostle_collider_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Collider {
    /// Its shape, which is kept; an id of 0 makes a group.
    pub shape: Shape,
    /// From its own frame to that of its parent or the world.
    pub transform: Affine,
    /// Its parent; 0 is none.
    pub parent: Key,
    /// The layers that it is on, as bits.
    pub layer: u64,
    /// The layers that it sees, as bits; with all or none the other decides.
    pub sees: u64,
    /// The caller's own; events carry it.
    pub data: u64,
    /// Colliders of one team never meet; 0 is none.
    pub team: u32,
    /// True if it takes no push.
    pub sensor: bool,
    /// True if it meets nothing and no query finds it.
    pub disabled: bool,
    /// A `JostlePairDetail`: what steps compute of its pairs.
    pub detail: i32,
}

/// Narrows a query; a null pointer stands for all that is enabled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Only what these layers see.
    pub layers: u64,
    /// Keys that are left out.
    pub except: *const Key,
    /// How many there are.
    pub except_count: usize,
    /// Only those that this accepts, if it is set; it must not throw.
    pub only: Option<unsafe extern "C" fn(key: Key, data: u64, user: *mut c_void) -> bool>,
    /// Given to `only`.
    pub user: *mut c_void,
}

/// A world with the events of its last step.
pub(crate) struct Held {
    pub(crate) world: j::World<u64>,
    pub(crate) news: Arc<step::News>,
}

static WORLDS: Table<Held> = Table::new("world");

pub(crate) fn keep_world(world: j::World<u64>) -> Answer<World> {
    Ok(World { id: WORLDS.keep(Held { world, news: Arc::default() })? })
}

fn read(world: World) -> Answer<Reading<'static, Held>> {
    WORLDS.read(world.id)
}

fn write(world: World) -> Answer<Writing<'static, Held>> {
    WORLDS.write(world.id)
}

fn no_such(key: Key) -> Refusal {
    Refusal::new(Status::Key, format!("no collider has the key {key}"))
}

/// A key that finds something.
fn known(world: &j::World<u64>, key: Key) -> Answer<j::Key> {
    own_key(key).ok().filter(|key| world.contains(*key)).ok_or_else(|| no_such(key))
}

/// A key as the library has it; 0 is refused.
fn own_key(key: Key) -> Answer<j::Key> {
    j::Key::from_bits(key).ok_or_else(|| no_such(key))
}

/// A function of a key and its data.
type Says<'a> = Box<dyn Fn(j::Key, &u64) -> bool + 'a>;

/// A filter with its borrowed lists.
struct Asked<'a> {
    layers: j::Layers,
    except: Vec<j::Key>,
    only: Option<Says<'a>>,
}

impl<'a> Asked<'a> {
    /// # Safety
    /// `filter` is null or points at a filter whose list and function are valid.
    unsafe fn new(filter: *const Filter) -> Answer<Self> {
        if filter.is_null() {
            return Ok(Self { layers: j::Layers::ALL, except: Vec::new(), only: None });
        }
        // SAFETY: by the promise above.
        let filter = unsafe { given(filter, "filter")? };
        // SAFETY: the same.
        let except = unsafe { list(filter.except, filter.except_count, "filter.except")? };
        let user = filter.user;
        let only = filter.only.map(|only| {
            // SAFETY: the same: the function may be called with `user`.
            let says = move |key: j::Key, data: &u64| unsafe { only(key.to_bits(), *data, user) };
            Box::new(says) as Says<'a>
        });
        Ok(Self {
            layers: j::Layers::from_bits(filter.layers),
            except: except.iter().filter_map(|key| j::Key::from_bits(*key)).collect(),
            only,
        })
    }

    fn filter(&self) -> j::Filter<'_, u64> {
        let filter = j::Filter::ANY.layers(self.layers).except(&self.except);
        match &self.only {
            Some(only) => filter.only(&**only),
            None => filter,
        }
    }
}

/// Returns a collider without a shape at the origin, on no layer, seeing everything.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_collider_default() -> Collider {
    Collider {
        shape: Shape { id: 0 },
        transform: Affine::IDENTITY,
        parent: 0,
        layer: 0,
        sees: ALL_LAYERS,
        data: 0,
        team: 0,
        sensor: false,
        disabled: false,
        detail: step::PairDetail::Default as i32,
    }
}

/// Returns the filter that leaves nothing out.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_filter_any() -> Filter {
    Filter {
        layers: ALL_LAYERS,
        except: core::ptr::null(),
        except_count: 0,
        only: None,
        user: core::ptr::null_mut(),
    }
}

/// Makes an empty world. `broad_phase` is its name (`"auto"`, `"brute"`, `"sweep"`,
/// `"tree"`) or null for `"auto"`; `touching` is a `JostleTouchPolicy`.
///
/// # Safety
/// `broad_phase` is null or points at a text that ends with a zero byte; `out_world` is null or may
/// be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_new(
    broad_phase: *const c_char,
    touching: i32,
    out_world: *mut World,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_world, "out_world")? };
        let world = empty(broad_phase)?;
        let words = [j::TouchPolicy::Counts, j::TouchPolicy::Ignored];
        let touching = word(touching, &words, "JostleTouchPolicy")?;
        to.write(keep_world(world.with_touch_policy(touching))?);
        Ok(())
    })
}

/// An empty world with a broad phase by its name.
fn empty(broad_phase: *const c_char) -> Answer<j::World<u64>> {
    let name = if broad_phase.is_null() {
        "auto"
    } else {
        // SAFETY: not null, and a text that ends by the callers' promises.
        let name = unsafe { core::ffi::CStr::from_ptr(broad_phase) };
        name.to_str().map_err(|_| Refusal::new(Status::Utf8, "broad_phase is not UTF-8"))?
    };
    let Some(broad) = j::broad::named(name) else {
        let names = j::broad::NAMES.join(", ");
        let message = format!("{name:?} is no broad phase; there are {names}");
        return Err(Refusal::new(Status::Word, message));
    };
    Ok(j::World::with_broad_phase(broad))
}

/// Frees a world with all colliders and events.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_free(world: World) -> Status {
    guard(|| WORLDS.take(world.id).map(drop))
}

/// Decides about the world's pairs by another method, a `JostleBuiltinMethod`, from the next step
/// on. Touches have contacts only by the exact one.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_method(world: World, method: i32) -> Status {
    guard(|| {
        let method = word(method, BuiltinMethod::WORDS, "JostleBuiltinMethod")?;
        write(world)?.world.set_method(method);
        Ok(())
    })
}

/// True if two colliders may be a pair, by their keys and data. It must be symmetric and always
/// give the same answer, may be called on any thread that steps, and must not throw.
pub type PairFilter = Option<
    unsafe extern "C" fn(a: Key, data_a: u64, b: Key, data_b: u64, user: *mut c_void) -> bool,
>;

/// Keeps pairs apart by a function of the caller's own, asked after layers and teams; a null
/// function takes it away.
///
/// # Safety
/// `allows` may be called with `user` until it is replaced or the world is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_set_pair_filter(
    world: World,
    allows: PairFilter,
    user: *mut c_void,
) -> Status {
    struct User(*mut c_void);
    // SAFETY: the caller promises that the function may be called on any thread.
    unsafe impl Send for User {}
    // SAFETY: the same.
    unsafe impl Sync for User {}
    impl User {
        fn pointer(&self) -> *mut c_void {
            self.0
        }
    }
    guard(|| {
        let mut held = write(world)?;
        let Some(allows) = allows else {
            held.world.clear_pair_filter();
            return Ok(());
        };
        let user = User(user);
        held.world.set_pair_filter(move |a, b| {
            let (key_a, key_b) = (a.key.to_bits(), b.key.to_bits());
            // SAFETY: by the promise above.
            unsafe { allows(key_a, *a.data, key_b, *b.data, user.pointer()) }
        });
        Ok(())
    })
}
