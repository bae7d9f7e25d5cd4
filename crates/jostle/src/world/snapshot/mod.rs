//! The whole state of a world as bytes, and back: for saved games, rollback and bug reports.
//!
//! Version 1, little-endian: `jostle`, 0x1A, `w`; the version as `u32`; the length of the body and
//! its hash as `u64`; the body: all from which the next step and all later keys follow. World
//! transforms, placed shapes and the broad phase are made again from it, to the same bits. Default
//! details and step options are zero bits, as in snapshots from before there were any; so are
//! colliders that are neither platforms nor one-way.
//!
//! Reading checks every count against the bytes that are left, every link, and every shape by its
//! constructor, and changes nothing before all of it is found to be sound.

pub(crate) mod data;
mod slides;

use alloc::{boxed::Box, collections::BTreeMap, string::String, sync::Arc, vec::Vec};
use core::fmt;
use core::mem::{swap, take};

use crate::broad::Brute;
use crate::math::{Vec2, sort::sort_by};
use crate::pair::query::Gap;
use crate::shape::codec::{Fault, Reader, What, Writer};
use crate::shape::{Shape, ShapeError, place_option};
use crate::world::hierarchy::NONE;
use crate::world::key::{MAX_SLOTS, Numbers, Said, Sentence};
use crate::world::open_pairs::{Pair, Parts};
use crate::world::platform::{PLACES, Platform, check_direction};
use crate::world::snapshot::slides::{read_place, read_slides};
use crate::world::state_hash::{Hash, contact_numbers};
use crate::world::storage::{ENABLED, LISTED, MOVED, RESHAPED, SENSOR, Slots, UserData};
use crate::world::{
    Core, Detail, Key, Layers, Pack, SeenBy, StepOptions, TouchPolicy, World, WorldStats,
};

const MAGIC: [u8; 8] = *b"jostle\x1aw";
const VERSION: u32 = 1;
const HEADER: usize = 28;
/// The flags that outlive a snapshot; the others follow from the state.
const KEPT: u32 = ENABLED | SENSOR | MOVED | RESHAPED;

/// Reports why bytes are no snapshot, or a world has none. `at` counts bytes from the start.
///
/// ```
/// use jostle::{World, world::SnapshotError};
/// assert_eq!(World::<()>::new().restore(b"PNG"), Err(SnapshotError::NotASnapshot));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the fields are described with their variant")]
pub enum SnapshotError {
    /// The bytes do not begin as a snapshot does.
    NotASnapshot,
    /// The snapshot is of another version of the form; this library reads version 1.
    Version { found: u32 },
    /// There are fewer or more bytes behind the header than it announces.
    Length { found: u64, expected: u64 },
    /// The bytes are not those that were written: their hash differs.
    Damaged,
    /// The bytes hold what no world can be.
    Invalid { at: usize, what: &'static str },
    /// The bytes hold a shape that cannot be made or placed.
    Shape { at: usize, error: ShapeError },
    /// The data of a collider cannot be read.
    Data { at: usize },
    /// A collider has a custom shape, which is code and has no bytes.
    Custom { key: Key },
}

impl SnapshotError {
    /// Returns the sentence with a number for each key, as [`WorldError::describe`] does.
    ///
    /// ```
    /// use jostle::{Key, world::SnapshotError};
    /// let error = SnapshotError::Custom { key: Key::from_bits(99).unwrap() };
    /// assert_eq!(error.describe(Key::to_bits), "99 has a custom shape, which has no bytes");
    /// ```
    ///
    /// [`WorldError::describe`]: crate::WorldError::describe
    #[must_use]
    pub fn describe(&self, number: impl Fn(Key) -> u64) -> String {
        self.with_numbers(&number)
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say(f, None)
    }
}

impl Sentence for SnapshotError {
    fn say(&self, f: &mut fmt::Formatter<'_>, numbers: Numbers<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => f.write_str("these bytes are no snapshot of a world"),
            Self::Version { found } => {
                write!(f, "the snapshot has version {found}; version {VERSION} is known here")
            }
            Self::Length { found, expected } => {
                write!(f, "the snapshot should have {expected} bytes and has {found}")
            }
            Self::Damaged => f.write_str("the snapshot is damaged: its hash differs"),
            Self::Invalid { at, what } => write!(f, "byte {at}: {what}"),
            Self::Shape { at, error } => write!(f, "byte {at}: {error}"),
            Self::Data { at } => write!(f, "byte {at}: the data of a collider cannot be read"),
            Self::Custom { key } => {
                write!(f, "{} has a custom shape, which has no bytes", Said(*key, numbers))
            }
        }
    }
}

impl core::error::Error for SnapshotError {}

impl From<Fault> for SnapshotError {
    fn from(fault: Fault) -> Self {
        fault_at(fault, HEADER)
    }
}

/// What is wrong with bytes that begin at `start`.
fn fault_at(Fault { at, what }: Fault, start: usize) -> SnapshotError {
    let at = at + start;
    match what {
        What::Word(what) => SnapshotError::Invalid { at, what },
        What::Shape(error) => SnapshotError::Shape { at, error },
    }
}

impl Shape {
    /// Writes the shape as bytes, bit for bit, as snapshots hold it; `None` for a custom shape,
    /// which is code, and for a compound that holds one.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut out = Writer::default();
        out.shape(self).then_some(out.bytes)
    }

    /// Reads a shape that [`to_bytes`](Self::to_bytes) wrote, through the constructors.
    ///
    /// # Errors
    /// The bytes are no shape: [`SnapshotError::Invalid`] or [`SnapshotError::Shape`], with the
    /// place counted from the first byte; a refused shape's place is where it begins.
    ///
    /// ```
    /// let error = jostle::Shape::from_bytes(&[99]).unwrap_err();
    /// assert!(matches!(error, jostle::world::SnapshotError::Invalid { at: 0, .. }));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut reader = Reader::new(bytes);
        let shape = reader.shape().map_err(|fault| fault_at(fault, 0))?;
        match reader.left() {
            0 => Ok(shape),
            _ => Err(fault_at(reader.fault("more bytes than the shape has"), 0)),
        }
    }

    /// Appends the shape as bytes for [`unpack`](Self::unpack); `false` for a custom shape, which is
    /// code, and for a compound that holds one.
    pub fn pack_into(&self, out: &mut Vec<u8>) -> bool {
        let mut writer = Writer { bytes: core::mem::take(out) };
        let packed = writer.proven_shape(self);
        *out = writer.bytes;
        packed
    }

    /// Reads a shape that [`pack_into`](Self::pack_into) wrote; `None` where the bytes are none.
    ///
    /// For a program that puts checked shapes aside and reads them back: it believes the bytes that
    /// the edges of an outline do not cross, a proof that takes most of the time of
    /// [`from_bytes`](Self::from_bytes). Bytes from elsewhere may make an outline whose answers are
    /// wrong.
    #[must_use]
    pub fn unpack(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        reader.proven_shape().ok().filter(|_| reader.left() == 0)
    }
}

/// # Save and restore
impl<T: Pack> World<T> {
    /// Writes the whole state as bytes; the pair filter and a method of the user's own are code and
    /// stay with the world.
    ///
    /// # Errors
    /// A collider has a custom shape.
    ///
    /// ```
    /// use jostle::{Affine, Collider, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new(7_u32, Shape::circle(1.0).unwrap())).unwrap();
    /// let saved = world.snapshot().unwrap();
    /// world.set_transform(key, Affine::at((5.0, 0.0))).unwrap();
    /// world.restore(&saved).unwrap();
    /// assert_eq!((world.transform(key), world.data(key)), (Some(Affine::IDENTITY), Some(&7)));
    /// ```
    pub fn snapshot(&self) -> Result<Vec<u8>, SnapshotError> {
        let mut out = Writer::default();
        out.u8(self.core.id);
        let ignored = self.core.pairing.touching == TouchPolicy::Ignored;
        out.u8(u8::from(ignored) | self.step_options().to_bits() << 1);
        out.u32(self.core.slots.serial);
        // Numbered by first use: addresses differ from run to run.
        let mut numbers = BTreeMap::new();
        let (mut shapes, mut slots) = (Writer::default(), Writer::default());
        for slot in 0..self.core.slots.len() {
            let mut number = NONE;
            if let Some(shape) = &self.core.slots.shapes[slot] {
                let next = numbers.len() as u32;
                number = *numbers.entry(Arc::as_ptr(shape)).or_insert(next);
                if number == next && !shapes.shape(shape) {
                    let key = self.core.key(slot).unwrap_or(Key::NOBODY);
                    return Err(SnapshotError::Custom { key });
                }
            }
            self.write_slot(slot, number, &mut slots);
        }
        out.u32(numbers.len() as u32);
        out.bytes.extend_from_slice(&shapes.bytes);
        out.u32(self.core.slots.len() as u32);
        out.bytes.extend_from_slice(&slots.bytes);
        out.u32(self.core.slots.free.len() as u32);
        self.core.slots.free.iter().for_each(|slot| out.u32(*slot));
        self.write_steps(&mut out);
        Ok(sealed(&out.bytes))
    }

    fn write_slot(&self, slot: usize, shape: u32, out: &mut Writer) {
        let meta = &self.core.slots.metas[slot];
        out.u32(meta.serial);
        if meta.serial == 0 {
            return;
        }
        let listed = self.core.slots.platforms.get(slot);
        let platform = u8::from(listed.is_some_and(|p| p.is_platform)) << 6;
        let one_way = u8::from(listed.is_some_and(|p| p.one_way.is_some())) << 7;
        let detail = Detail::number(meta.detail) << 4;
        out.u8((meta.flags & KEPT) as u8 | detail | platform | one_way);
        out.u64(meta.layer.to_bits());
        out.u64(meta.sees.to_bits());
        out.u32(meta.team);
        out.u32(self.core.slots.family.parent(slot));
        out.affine(self.core.slots.local(slot));
        out.u32(shape);
        if let Some(listed) = listed {
            out.vec2(listed.one_way.unwrap_or_default());
            out.affine(listed.before);
            for (time, place) in listed.seen {
                out.u64(time);
                out.affine(place);
            }
        }
        write_data(self.user.values[slot].as_ref(), out);
    }

    fn write_steps(&self, out: &mut Writer) {
        let open = &self.core.steps.open;
        out.u32(open.list.len() as u32);
        for pair in &open.list {
            out.u64(pair.order());
            pair.slots.iter().for_each(|slot| out.u32(*slot));
            out.u8(pair.seen_by as u8);
            out.u8(u8::from(pair.sensor));
            let contact = pair.contact();
            out.u8(u8::from(contact.is_some()));
            contact.iter().flat_map(contact_numbers).for_each(|number| out.f32(number));
            let parts = open.parts_of(pair);
            out.u8(u8::from(parts.is_some()));
            if let Some(parts) = parts {
                out.u32(parts.len() as u32);
                parts.as_flattened().iter().for_each(|part| out.u32(*part));
            }
        }
        out.u32(self.user.departed.len() as u32);
        // In the order of keys, whatever order they left in.
        let mut departed: Vec<&(Key, T)> = self.user.departed.iter().collect();
        sort_by(&mut departed, |a, b| a.0.cmp(&b.0));
        for (key, data) in departed {
            out.u64(key.to_bits());
            write_data(Some(data), out);
        }
        let changed = self.core.steps.changed(self.core.id);
        out.u32(changed.len() as u32);
        changed.iter().for_each(|key| out.u64(key.to_bits()));
        self.core.slots.platforms.write_slides(out);
        let WorldStats { steps, moved, candidates, tested, entered, exited, .. } =
            self.core.steps.totals;
        out.u64(steps);
        [moved, candidates, tested, entered, exited].iter().for_each(|n| out.u64(*n as u64));
    }

    /// Makes the world what it was when the snapshot was written: keys, open pairs and all that
    /// follows are the same. The broad phase, the pair filter and the method are those of this
    /// world. A recording starts over.
    ///
    /// # Errors
    /// The bytes are no sound snapshot; nothing has changed then.
    ///
    /// ```
    /// let saved = jostle::World::<u8>::new().snapshot().unwrap();
    /// jostle::World::<u8>::with_broad_phase(jostle::broad::Brute::new()).restore(&saved).unwrap();
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let Some(header) = bytes.get(..HEADER).filter(|b| b.starts_with(&MAGIC)) else {
            return Err(SnapshotError::NotASnapshot);
        };
        let (body, mut header) = (&bytes[HEADER..], Reader::new(&header[MAGIC.len()..]));
        let (version, length, sum) = (header.u32()?, header.u64()?, header.u64()?);
        if version != VERSION {
            return Err(SnapshotError::Version { found: version });
        }
        if length != body.len() as u64 {
            return Err(SnapshotError::Length { found: body.len() as u64, expected: length });
        }
        if Hash::of(body) != sum {
            return Err(SnapshotError::Damaged);
        }
        let mut reader = Reader::new(body);
        let id = reader.u8()?;
        let settings = reader.u8()?;
        let options = StepOptions::from_bits(settings >> 1)
            .ok_or_else(|| reader.fault("settings that are not known"))?;
        let (mut core, mut user) = (Core::new(id, Box::new(Brute::new())), UserData::NONE);
        let parents = read_slots(&mut reader, &mut core.slots, &mut user)?;
        core.hang_all(&reader, &parents)?;
        let mut fresh = Self { core, user };
        fresh.read_steps(&mut reader)?;
        if reader.left() > 0 {
            return Err(reader.fault("bytes behind the end").into());
        }
        let Self { core, user } = &mut fresh;
        core.pairing = take(&mut self.core.pairing);
        core.pairing.touching =
            [TouchPolicy::Counts, TouchPolicy::Ignored][usize::from(settings & 1)];
        core.pairing.options = options;
        user.pair_filter = self.user.pair_filter.take();
        swap(&mut core.broad, &mut self.core.broad);
        core.fill_broad_phase();
        let recording = self.core.journal.is_some();
        *self = fresh;
        if recording {
            self.record();
        }
        Ok(())
    }
    fn read_steps(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let open = &mut self.core.steps.open;
        for _ in 0..reader.count(20)? {
            let (pair, parts) = read_pair(reader, self.core.slots.len())?;
            if open.list.last().is_some_and(|last| last.order() >= pair.order()) {
                return Err(reader.fault("pairs that are not sorted").into());
            }
            open.parts.extend(parts.map(|parts| (pair.order(), parts)));
            open.push(pair);
        }
        self.user.departed = list(reader, 12, |r| Ok((read_key(r)?, read_data(r)?)))?;
        sort_by(&mut self.user.departed, |a, b| a.0.cmp(&b.0));
        for pair in &self.core.steps.open.list {
            let known = |key: Key| {
                let departed = &self.user.departed;
                self.contains(key) || departed.binary_search_by_key(&key, |(k, _)| *k).is_ok()
            };
            if !pair.keys(self.core.id).into_iter().all(known) {
                return Err(reader.fault("a pair of colliders that never lived").into());
            }
        }
        self.core.steps.forget_order();
        let mut changed = list(reader, 8, |r| Ok(read_key(r)?))?;
        changed.sort_unstable();
        changed.dedup();
        self.core.steps.changed = changed.into();
        let (time, slides) = read_slides(reader, &self.core)?;
        self.core.slots.platforms.time = time;
        self.core.slots.platforms.slides = slides;
        self.core.steps.totals.steps = reader.u64()?;
        let mut number = || reader.u64().map(|n| n as usize);
        let totals = &mut self.core.steps.totals;
        (totals.moved, totals.candidates, totals.tested) = (number()?, number()?, number()?);
        (totals.entered, totals.exited) = (number()?, number()?);
        Ok(())
    }
}

impl Core {
    /// Hangs everything below its parent, given slot and parent, and places it, parents first.
    fn hang_all(&mut self, reader: &Reader<'_>, parents: &[[u32; 2]]) -> Result<(), SnapshotError> {
        for &[slot, parent] in parents {
            if self.key(parent as usize).is_none() {
                return Err(reader.fault("a parent that does not live").into());
            }
            let local = self.slots.worlds[slot as usize];
            self.slots.family.hang(slot as usize, parent, local);
        }
        let is_root =
            |slot: &usize| self.key(*slot).is_some() && self.slots.family.parent(*slot) == NONE;
        let roots = (0..self.slots.len()).filter(is_root);
        let order: Vec<usize> = roots.flat_map(|root| self.slots.subtree(root)).collect();
        for &slot in &order {
            let world = self.under(self.slots.local(slot), self.slots.family.parent(slot));
            let shape = self.slots.shapes[slot].take();
            let at = reader.at() + HEADER;
            let placed = place_option(shape.as_deref(), world)
                .map_err(|error| SnapshotError::Shape { at, error })?;
            let changes = self.slots.metas[slot].flags & (MOVED | RESHAPED);
            self.put_shape(slot, shape);
            self.put(slot, world, placed);
            self.sync(slot);
            // That marked the slot as moved and listed it; the snapshot states what it was.
            let meta = &mut self.slots.metas[slot];
            meta.flags = meta.flags & !(MOVED | RESHAPED) | changes;
            if !meta.has(MOVED) {
                meta.flags &= !LISTED;
                self.slots.moved.pop();
            }
        }
        if order.len() != self.slots.live() {
            return Err(reader.fault("parents that go in a circle").into());
        }
        Ok(())
    }
}

/// Puts the header of a body before it.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut all = Writer { bytes: MAGIC.to_vec() };
    all.u32(VERSION);
    all.u64(body.len() as u64);
    all.u64(Hash::of(body));
    all.bytes.extend_from_slice(body);
    all.bytes
}

/// Reads as many values as a count before them states; each takes at least `size` bytes.
fn list<'r, V>(
    reader: &mut Reader<'r>,
    size: usize,
    read: impl Fn(&mut Reader<'r>) -> Result<V, SnapshotError>,
) -> Result<Vec<V>, SnapshotError> {
    (0..reader.count(size)?).map(|_| read(reader)).collect()
}

fn write_data<T: Pack>(data: Option<&T>, out: &mut Writer) {
    let mut bytes = Vec::new();
    data.into_iter().for_each(|data| data.pack(&mut bytes));
    out.u32(bytes.len() as u32);
    out.bytes.extend_from_slice(&bytes);
}

fn read_key(reader: &mut Reader<'_>) -> Result<Key, Fault> {
    Key::from_bits(reader.u64()?).ok_or_else(|| reader.fault("the key 0"))
}

fn read_data<T: Pack>(reader: &mut Reader<'_>) -> Result<T, SnapshotError> {
    let length = reader.u32()? as usize;
    let at = reader.at() + HEADER;
    T::unpack(reader.slice(length)?).ok_or(SnapshotError::Data { at })
}

/// Reads the slots, and returns which of them has which parent.
fn read_slots<T: Pack>(
    reader: &mut Reader<'_>,
    slots: &mut Slots,
    user: &mut UserData<T>,
) -> Result<Vec<[u32; 2]>, SnapshotError> {
    let mut parents = Vec::new();
    let last_serial = reader.u32()?;
    let shapes: Vec<Arc<Shape>> = list(reader, 1, |r| Ok(Arc::new(r.shape()?)))?;
    let count = reader.count(4)?;
    if count > MAX_SLOTS {
        return Err(reader.fault("more colliders than a world holds").into());
    }
    let mut serials = Vec::new();
    for _ in 0..count {
        let serial = reader.u32()?;
        slots.grow();
        user.values.push(None);
        let slot = slots.len() - 1;
        if serial == 0 {
            continue;
        }
        if serial > last_serial {
            return Err(reader.fault("a serial number that was not given yet").into());
        }
        serials.push(serial);
        let meta = &mut slots.metas[slot];
        meta.serial = serial;
        let flags = reader.u8()?;
        (meta.flags, meta.detail) = (u32::from(flags) & KEPT, Detail::of_number(flags >> 4 & 3));
        meta.layer = Layers::from_bits(reader.u64()?);
        meta.sees = Layers::from_bits(reader.u64()?);
        slots.metas[slot].team = reader.u32()?;
        let parent = reader.u32()?;
        // Its own transform, until it is known where that is in the world.
        slots.worlds[slot] = reader.affine()?;
        if parent != NONE {
            parents.push([slot as u32, parent]);
        }
        let shape = reader.u32()?;
        if shape != NONE {
            let shape = shapes.get(shape as usize);
            let shape = shape.ok_or_else(|| reader.fault("a shape that is not there"))?;
            slots.shapes[slot] = Some(shape.clone());
        }
        if flags >> 6 != 0 {
            let (direction, before) = (reader.vec2()?, reader.affine()?);
            let one_way = (flags >> 7 != 0).then_some(direction);
            if check_direction(one_way, "one_way").is_err() || !before.is_finite() {
                return Err(reader.fault("a platform that cannot be").into());
            }
            let mut seen = [(0, before); PLACES];
            for (time, place) in &mut seen {
                (*time, *place) = (reader.u64()?, read_place(reader)?);
            }
            let (slot, is_platform) = (slot as u32, flags >> 6 & 1 != 0);
            slots.platforms.put(Platform { slot, one_way, is_platform, before, seen });
        }
        user.values[slot] = Some(read_data(reader)?);
    }
    serials.sort_unstable();
    if serials.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(reader.fault("a serial number given twice").into());
    }
    slots.free = list(reader, 4, |r| Ok(r.u32()?))?;
    let mut sorted = slots.free.clone();
    sorted.sort_unstable();
    let empty = (0..count as u32).filter(|slot| slots.metas[*slot as usize].serial == 0);
    if !sorted.into_iter().eq(empty) {
        return Err(reader.fault("a list of free slots that is not theirs").into());
    }
    slots.serial = last_serial;
    Ok(parents)
}

fn read_pair(
    reader: &mut Reader<'_>,
    slots: usize,
) -> Result<(Pair, Option<Parts>), SnapshotError> {
    let (order, a, b) = (reader.u64()?, reader.u32()?, reader.u32()?);
    let [first, second] = [(order >> 32) as u32, order as u32];
    if a as usize >= slots || b as usize >= slots || first == 0 || first >= second {
        return Err(reader.fault("a pair that cannot be").into());
    }
    let seen_by = [SeenBy::A, SeenBy::B, SeenBy::Both].get(usize::from(reader.u8()?)).copied();
    let seen_by = seen_by.ok_or_else(|| reader.fault("a pair that nobody sees"))?;
    let sensor = reader.truth()?;
    let mut gap = None;
    if reader.truth()? {
        let mut numbers = [0.0; 9];
        for number in &mut numbers {
            *number = reader.f32()?;
        }
        let [x, y, depth, _, _, on_a @ .., bx, by] = numbers;
        let (normal, on_b) = (Vec2::new(x, y), Vec2::new(bx, by));
        let read = Gap { separation: -depth, normal, on_a: on_a.into(), on_b };
        if contact_numbers(&read.into()).map(f32::to_bits) != numbers.map(f32::to_bits) {
            return Err(reader.fault("a contact that cannot be").into());
        }
        gap = Some(read);
    }
    let mut parts = None;
    if reader.truth()? {
        parts = Some(list(reader, 8, |r| Ok([r.u32()?, r.u32()?]))?.into());
    }
    Ok((Pair { serials: [first, second], slots: [a, b], seen_by, sensor, gap }, parts))
}

#[cfg(test)]
mod tests;
