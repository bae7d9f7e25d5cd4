//! Worlds and their edits.
//!
//! A world is behind a number. While it asks a function of JavaScript's (a filter), it can be asked
//! but not edited: an edit then is refused as busy.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use jostle::broad::{Auto, Brute, Tree};
use jostle::{
    Affine, Children, Collider, Event, Key, Layers, Shape, TouchPolicy, World, WorldError,
    query::BuiltinMethod,
    world::{Detail, StepOptions},
};

use crate::buffers::{Kind, REFUSED, at_index, input, input_floats, input_numbers, out, refuse};
use crate::calls::j_allows;
use crate::keys;
use crate::refusals::{refuse_bytes, refuse_edit, refuse_key};
use crate::state::Slab;

/// A world, its last events, and the tag of its keys, which is learned from the first of them.
#[derive(Debug, Default)]
pub(crate) struct Held {
    pub(crate) world: World<()>,
    pub(crate) events: Vec<Event<()>>,
    /// Counts the edits that were done, and the steps that changed something.
    pub(crate) revision: u64,
    /// Where the last slide that was computed ends.
    pub(crate) slid: Cell<Affine>,
    tag: u64,
}

impl Held {
    /// The collider of a number; `None` for numbers of nothing.
    pub(crate) fn key(&self, number: f64) -> Option<Key> {
        keys::internal(number, self.tag).filter(|key| self.world.contains(*key))
    }

    /// Tells the keys that the world has given, and learns its tag from them.
    fn given(&mut self, keys: &[Key]) -> u32 {
        self.learn(keys);
        numbers(keys)
    }

    pub(crate) fn learn(&mut self, keys: &[Key]) {
        self.tag = keys.first().map_or(self.tag, |key| keys::world(*key));
    }
}

pub(crate) fn numbers(keys: &[Key]) -> u32 {
    out(|out| out.extend(keys.iter().map(|key| keys::external(*key))))
}

type Shared = Rc<RefCell<Held>>;

thread_local! {
    static WORLDS: RefCell<Slab<Shared>> = const { RefCell::new(Slab::new()) };
    /// The bytes of the last shape that was given, and the shape: many in a row are the same.
    static LAST: RefCell<Option<(Vec<u8>, Arc<Shape>)>> = const { RefCell::new(None) };
}

fn find(world: u32) -> Option<Shared> {
    WORLDS.with_borrow(|worlds| worlds.get(world).cloned())
}

/// Looks at a world.
pub(crate) fn look<R>(world: u32, look: impl FnOnce(&Held) -> R) -> Option<R> {
    let held = find(world)?;
    held.try_borrow().ok().map(|held| look(&held))
}

/// For calls that return a number.
pub(crate) fn ask(world: u32, answer: impl FnOnce(&Held) -> u32) -> u32 {
    look(world, answer).unwrap_or_else(busy)
}

/// Edits a world.
pub(crate) fn edit(world: u32, edit: impl FnOnce(&mut Held) -> u32) -> u32 {
    let Some(held) = find(world) else { return REFUSED };
    held.try_borrow_mut().map_or_else(
        |_| busy(),
        |mut held| {
            let answer = edit(&mut held);
            held.revision = held.revision.wrapping_add(u64::from(answer != REFUSED));
            answer
        },
    )
}

/// Edits a collider.
pub(crate) fn edit_one(
    world: u32,
    key: f64,
    change: impl FnOnce(&mut World<()>, Key) -> Result<(), WorldError>,
) -> u32 {
    edit(world, |held| match held.key(key) {
        Some(key) => change(&mut held.world, key).map_or_else(|error| refuse_edit(&error), |()| 0),
        None => refuse_key(key, None),
    })
}

#[cold]
#[inline(never)]
fn busy() -> u32 {
    let asking = "the world is asking a function of yours (a filter, or what a slide asks)";
    refuse(Kind::Busy, 0, None, &format!("{asking}; edit it afterwards"))
}

/// The full world of JavaScript's keys.
fn full(index: Option<usize>) -> u32 {
    let (most, ever) = (keys::MAX_SLOTS, u32::MAX);
    let sentence = format!("the world is full: {most} colliders at a time, {ever} over its life");
    refuse(Kind::Full, 0, index, &sentence)
}

/// Makes a world. `broad` counts the names of `jostle::broad::NAMES`, `method` is 0 for the exact
/// one, else 1 + the kind of `Detect`; `strict` ignores pairs that only touch.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_world(broad: u32, method: u32, strict: u32) -> u32 {
    let world = if broad == 0 { World::new() } else { over(broad) };
    let world = world.with_touch_policy(if strict == 1 {
        TouchPolicy::Ignored
    } else {
        TouchPolicy::Counts
    });
    let world = if method == 0 { world } else { decided(world, method) };
    let held = Held { world, ..Held::default() };
    WORLDS.with_borrow_mut(|worlds| worlds.put(Rc::new(RefCell::new(held))))
}

/// A world over another broad phase than the default, which few pages want and all others load
/// later.
#[inline(never)]
fn over(broad: u32) -> World<()> {
    match broad {
        1 => World::with_broad_phase(Brute::new()),
        2 => World::with_broad_phase(Auto::sweeping_all()),
        _ => World::with_broad_phase(Tree::new()),
    }
}

/// The world with a method of its own.
#[inline(never)]
fn decided(mut world: World<()>, method: u32) -> World<()> {
    world.set_method(match method {
        1 => BuiltinMethod::Bounds,
        2 => BuiltinMethod::Circles,
        3 => BuiltinMethod::Corners,
        _ => BuiltinMethod::Exact,
    });
    world
}

/// Drops a world.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_world_drop(world: u32) {
    WORLDS.with_borrow_mut(|worlds| worlds.drop(world));
}

/// The shape in `length` bytes of the input; `None` if there are none.
fn shape(begin: u32, length: u32) -> Result<Option<Arc<Shape>>, u32> {
    if length == 0 {
        return Ok(None);
    }
    input(begin + length, |bytes| {
        let bytes = bytes.get(begin as usize..).unwrap_or_default();
        LAST.with_borrow_mut(|last| {
            if let Some((known, shape)) = last
                && known == bytes
            {
                return Ok(Some(shape.clone()));
            }
            let shape = Arc::new(Shape::from_bytes(bytes).map_err(|error| refuse_bytes(&error))?);
            *last = Some((bytes.to_vec(), shape.clone()));
            Ok(Some(shape))
        })
    })
}

/// What a collider starts with, as numbers: parent (0 for none), team, flags (1 sensor, 2 disabled,
/// 4 platform, 8 one-way, 16 times the detail), layer and sees as two halves each, the low one first,
/// and the direction of one that is one-way.
struct Start<'a>(&'a [f64]);

/// How many numbers that is.
const START: u32 = 9;

impl Start<'_> {
    fn at(&self, i: usize) -> f64 {
        self.0.get(i).copied().unwrap_or_default()
    }

    fn layers(&self, i: usize) -> Layers {
        layers(self.at(i) as u32, self.at(i + 1) as u32)
    }

    fn collider(
        &self,
        parent: Option<Key>,
        shape: Option<Arc<Shape>>,
        m: [f32; 6],
    ) -> Collider<()> {
        let mut made = shape.map_or_else(|| Collider::group(()), |shape| Collider::new((), shape));
        made = made
            .transform(Affine::from_matrix(m))
            .team(self.at(1) as u32)
            .layer(self.layers(3))
            .sees(self.layers(5));
        if let Some(parent) = parent {
            made = made.parent(parent);
        }
        let flags = self.at(2) as u32;
        if flags & 1 > 0 {
            made = made.sensor();
        }
        if flags & 2 > 0 {
            made = made.disabled();
        }
        if flags & 4 > 0 {
            made = made.platform();
        }
        if flags & 8 > 0 {
            made = made.one_way((self.at(7) as f32, self.at(8) as f32));
        }
        match detail(flags >> 4) {
            Some(detail) => made.detail(detail),
            None => made,
        }
    }

    /// The parent, refused where it is none; the item is that of the list.
    fn parent(&self, held: &Held, item: Option<usize>) -> Result<Option<Key>, u32> {
        let parent = self.at(0);
        if parent == 0.0 {
            return Ok(None);
        }
        held.key(parent).map(Some).ok_or_else(|| refuse_key(parent, item))
    }
}

/// Adds colliders, all or none; tells their keys.
fn add_all(held: &mut Held, colliders: impl IntoIterator<Item = Collider<()>>) -> u32 {
    let added = match held.world.add_all(colliders) {
        Ok(added) => added,
        Err(error) => return refuse_edit(&error),
    };
    if let Some(index) = added.iter().position(|key| keys::slot(*key) >= keys::MAX_SLOTS) {
        for key in added.iter().rev() {
            held.world.remove(*key);
        }
        return full(Some(index));
    }
    held.given(&added)
}

/// Adds colliders, all or none. In the input for each the length of its shape in bytes as a number,
/// the six of its matrix, those of [`Start`], and the bytes of its shape, up to a multiple of eight;
/// no bytes for a group. The keys are among the numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_add(world: u32, count: u32) -> u32 {
    edit(world, |held| {
        let mut colliders = Vec::with_capacity(count as usize);
        let mut begin = 0;
        for index in 0..count as usize {
            let n = input_numbers(begin, 7 + START);
            let (length, m, start) = (n[0] as u32, &n[1..7], Start(&n[7..]));
            begin += 8 * (7 + START);
            let Ok(shape) = shape(begin, length) else { return at_index(index) };
            begin += length.next_multiple_of(8);
            let parent = match start.parent(held, Some(index)) {
                Ok(parent) => parent,
                Err(refused) => return refused,
            };
            let matrix = std::array::from_fn(|i| m[i] as f32);
            colliders.push(start.collider(parent, shape, matrix));
        }
        add_all(held, colliders)
    })
}

/// Adds many colliders that start alike, all or none: in the input shapes, lengths and matrices as
/// for a list, behind them the numbers of [`Start`]. One shape serves for all. The keys are the
/// numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_add_each(world: u32, shapes: u32, start: u32, count: u32) -> u32 {
    let forms: Vec<Arc<Shape>> = match crate::list::shapes_in(shapes, start) {
        Ok(forms) => forms.into_iter().map(Arc::new).collect(),
        Err(refused) => return refused,
    };
    let matrices = input_floats(start + 8 * shapes, 6 * count);
    let numbers = input_numbers(start + 8 * shapes + 24 * count, START);
    let start = Start(&numbers);
    edit(world, |held| {
        let parent = match start.parent(held, None) {
            Ok(parent) => parent,
            Err(refused) => return refused,
        };
        let shape = |index| forms.get(if forms.len() == 1 { 0 } else { index }).cloned();
        let matrices = matrices.as_chunks::<6>().0.iter().enumerate();
        let colliders = matrices.map(|(index, m)| start.collider(parent, shape(index), *m));
        add_all(held, colliders)
    })
}

/// Removes a collider: 0 all below it too, 1 releases them, 2 has them adopted. Returns 0 if there was
/// none, else one more than the numbers it writes: the keys of those that left while they touched
/// something, whose exits are told by the next step.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_remove(world: u32, key: f64, children: u32) -> u32 {
    let children = match children {
        1 => Children::Release,
        2 => Children::Adopt,
        _ => Children::Remove,
    };
    edit(world, |held| {
        let Some(key) = held.key(key) else { return 0 };
        let mut below = vec![key];
        let mut next = 0;
        while let Some(key) = below.get(next).copied() {
            below.extend(held.world.children(key));
            next += 1;
        }
        below.retain(|key| !held.world.touching(*key).is_empty());
        if held.world.remove_with(key, children).is_none() {
            return 0;
        }
        below.retain(|key| !held.world.contains(*key));
        numbers(&below) + 1
    })
}

fn matrix(numbers: &[f32]) -> Affine {
    Affine::from_matrix(numbers.try_into().unwrap_or_default())
}

/// Sets a transform, or composes with it where `compose` is 1; the matrix is in the input.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_transform(world: u32, key: f64, compose: u32) -> u32 {
    let map = matrix(&input_floats(0, 6));
    edit_one(world, key, |world, key| {
        if compose == 1 { world.apply_transform(key, &map) } else { world.set_transform(key, map) }
    })
}

/// Sets many transforms: the keys in the input as numbers, behind them the matrices as floats.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_transforms(world: u32, count: u32) -> u32 {
    edit(world, |held| {
        let all: Result<Vec<(Key, Affine)>, (usize, f64)> = input(32 * count, |bytes| {
            let (keys, maps) = bytes.split_at_checked(8 * count as usize).unwrap_or_default();
            let maps = maps.as_chunks::<4>().0.as_chunks::<6>().0;
            let keys = keys.as_chunks::<8>().0.iter().map(|key| f64::from_le_bytes(*key));
            keys.zip(maps)
                .enumerate()
                .map(|(index, (number, map))| {
                    let key = held.key(number).ok_or((index, number))?;
                    Ok((key, Affine::from_matrix(map.map(f32::from_le_bytes))))
                })
                .collect()
        });
        match all {
            Ok(all) => {
                held.world.set_transforms(&all).map_or_else(|error| refuse_edit(&error), |()| 0)
            }
            Err((index, number)) => refuse_key(number, Some(index)),
        }
    })
}

/// Sets a shape: its bytes in the input, none for a group.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_shape(world: u32, key: f64, length: u32) -> u32 {
    let shape = match shape(0, length) {
        Ok(shape) => shape,
        Err(refused) => return refused,
    };
    edit_one(world, key, |world, key| match shape {
        Some(shape) => world.set_shape(key, shape),
        None => world.remove_shape(key),
    })
}

/// Sets a parent; 0 for none. A fault of the key is at index 0, one of the parent at 1.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_parent(world: u32, key: f64, parent: f64) -> u32 {
    edit(world, |held| {
        let Some(own) = held.key(key) else { return refuse_key(key, Some(0)) };
        let above = match Start(&[parent]).parent(held, Some(1)) {
            Ok(above) => above,
            Err(refused) => return refused,
        };
        held.world.set_parent(own, above).map_or_else(|error| refuse_edit(&error), |()| 0)
    })
}

/// Sets layers: two halves each, the low one first.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_layers(
    world: u32,
    key: f64,
    l0: u32,
    l1: u32,
    s0: u32,
    s1: u32,
) -> u32 {
    edit_one(world, key, |world, key| world.set_layers(key, layers(l0, l1), layers(s0, s1)))
}

/// A set of layers from its halves.
pub(crate) fn layers(low: u32, high: u32) -> Layers {
    Layers::from_bits(u64::from(low) | u64::from(high) << 32)
}

/// Sets a team.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_team(world: u32, key: f64, team: u32) -> u32 {
    edit_one(world, key, |world, key| world.set_team(key, team))
}

/// The detail of a number; 0 is none.
fn detail(number: u32) -> Option<Detail> {
    [None, Some(Detail::Touch), Some(Detail::Near), Some(Detail::Push)][number as usize % 4]
}

/// The number of a detail.
pub(crate) fn detail_number(detail: Option<Detail>) -> u8 {
    detail.map_or(0, |detail| 1 + detail as u8)
}

/// Sets what steps compute and report: the details of solids and sensors, 0 for those of the start,
/// and 1 for stays.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_step_options(
    world: u32,
    solids: u32,
    sensors: u32,
    stays: u32,
) -> u32 {
    edit(world, |held| {
        let start = StepOptions::default();
        held.world.set_step_options(StepOptions {
            solids: detail(solids).unwrap_or(start.solids),
            sensors: detail(sensors).unwrap_or(start.sensors),
            stays: stays == 1,
        });
        0
    })
}

/// 0 makes it solid, 1 a sensor, 2 enables, 3 disables; 4 and more set the detail, 4 to none.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_flag(world: u32, key: f64, what: u32) -> u32 {
    edit_one(world, key, |world, key| match what {
        0 => world.set_sensor(key, false),
        1 => world.set_sensor(key, true),
        2 => world.set_enabled(key, true),
        3 => world.set_enabled(key, false),
        _ => world.set_detail(key, detail(what - 4)),
    })
}

/// Has pairs filtered by JavaScript's function, or no longer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_pair_filter(world: u32, on: u32) -> u32 {
    edit(world, |held| {
        if on == 0 {
            held.world.clear_pair_filter();
            return 0;
        }
        held.world.set_pair_filter(move |a, b| {
            j_allows(world, keys::external(a.key), keys::external(b.key)) == 1
        });
        0
    })
}

/// Welds; the new keys are among the numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_weld(world: u32, low: u32, high: u32) -> u32 {
    edit(world, |held| match held.world.weld(layers(low, high)) {
        Ok(keys) => held.given(&keys),
        Err(error) => refuse_edit(&error),
    })
}
