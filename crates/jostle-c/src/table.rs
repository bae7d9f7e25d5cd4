//! Finds the object of a handle, and nothing once the object is freed.
//!
//! A handle is a slot number and a generation in one integer. Slots live in chunks that are never
//! given back, so a stale handle always has a slot to look into, finds another generation there,
//! and is refused: nothing of a freed object is ever read. Each slot has its own lock, and calls
//! only try it: readers share it, the code that changes or frees the object has it alone, and nothing
//! waits, so a call out of a callback is refused instead of hanging. The generation lies beside the
//! lock, because a stale handle must not hold the lock of the slot's next object.
//!
//! Cost: two atomic operations a handle and call; 32 bytes a slot and the object. A slot is not used
//! again after 2³¹ objects. Rejected: pointers with a magic word, which read freed memory, and one
//! lock for all objects, which threads share.

use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::sync::{TryLockError, TryLockResult};

use crate::status::{Answer, Refusal, Status};

/// Slots of the first chunk; each further one has twice as many as the one before.
const FIRST: u32 = 64;
/// Chunks, enough for 2³¹ objects.
const CHUNKS: usize = 25;

/// All objects of one kind.
pub(crate) struct Table<T> {
    kind: &'static str,
    chunks: [OnceLock<Box<[Slot<T>]>>; CHUNKS],
    /// Slots that were used and can be again.
    free: Mutex<Vec<u32>>,
    /// Slots that were ever used.
    used: AtomicU32,
}

struct Slot<T> {
    /// Odd while there is an object, even before and after; changed only under the exclusive lock.
    generation: AtomicU32,
    object: RwLock<Option<T>>,
}

impl<T> Table<T> {
    pub(crate) const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            chunks: [const { OnceLock::new() }; CHUNKS],
            free: Mutex::new(Vec::new()),
            used: AtomicU32::new(0),
        }
    }

    /// Keeps an object and returns its handle, which is not 0.
    pub(crate) fn keep(&self, object: T) -> Answer<u64> {
        let full = || Refusal::new(Status::TooMany, format!("there are too many {}s", self.kind));
        let again = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let index = match again {
            Some(index) => index,
            None => {
                let next = |used: u32| (locate(used).0 < CHUNKS).then_some(used + 1);
                self.used
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, next)
                    .map_err(|_| full())?
            }
        };
        let (chunk, at) = locate(index);
        let slots = self.chunks[chunk].get_or_init(|| {
            let empty = || Slot { generation: AtomicU32::new(0), object: RwLock::new(None) };
            (0..FIRST << chunk).map(|_| empty()).collect()
        });
        let slot = &slots[at];
        // Only a handle that is used while it is freed can be looking here, and leaves at once.
        let mut held = slot.object.write().unwrap_or_else(PoisonError::into_inner);
        *held = Some(object);
        let generation = slot.generation.fetch_add(1, Ordering::Release) + 1;
        Ok(u64::from(generation) << 32 | u64::from(index))
    }

    /// The slot whose generation is the handle's.
    fn slot(&self, handle: u64) -> Answer<&Slot<T>> {
        let (chunk, at) = locate(handle as u32);
        let slots = self.chunks.get(chunk).and_then(OnceLock::get);
        let slot = slots.and_then(|slots| slots.get(at)).filter(|slot| slot.is_of(handle));
        slot.ok_or_else(|| self.nothing())
    }

    fn nothing(&self) -> Refusal {
        let message = format!("the handle is of no {}: it was freed, or never given", self.kind);
        Refusal::new(Status::Handle, message)
    }

    fn tried<G>(&self, lock: TryLockResult<G>) -> Answer<G> {
        match lock {
            Ok(guard) => Ok(guard),
            // A panic was caught at the border; the library's own types stay sound.
            Err(TryLockError::Poisoned(guard)) => Ok(guard.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let message = format!("the {} is in use by another call", self.kind);
                Err(Refusal::new(Status::Busy, message))
            }
        }
    }

    /// Reads an object.
    pub(crate) fn read(&self, handle: u64) -> Answer<Reading<'_, T>> {
        let slot = self.slot(handle)?;
        let held = self.tried(slot.object.try_read())?;
        // Asked again under the lock: it may have been freed between.
        if held.is_some() && slot.is_of(handle) { Ok(Reading(held)) } else { Err(self.nothing()) }
    }

    /// Changes an object.
    pub(crate) fn write(&self, handle: u64) -> Answer<Writing<'_, T>> {
        let slot = self.slot(handle)?;
        let held = self.tried(slot.object.try_write())?;
        if held.is_some() && slot.is_of(handle) { Ok(Writing(held)) } else { Err(self.nothing()) }
    }

    /// Frees an object and hands it out.
    pub(crate) fn take(&self, handle: u64) -> Answer<T> {
        let slot = self.slot(handle)?;
        let mut held = self.write(handle)?.0;
        let object = held.take();
        let next = slot.generation.fetch_add(1, Ordering::Release).wrapping_add(1);
        drop(held);
        if next != 0 {
            self.free.lock().unwrap_or_else(PoisonError::into_inner).push(handle as u32);
        }
        object.ok_or_else(|| self.nothing())
    }
}

impl<T> Slot<T> {
    fn is_of(&self, handle: u64) -> bool {
        u64::from(self.generation.load(Ordering::Acquire)) == handle >> 32
    }
}

/// The chunk of a slot, and its place there.
fn locate(index: u32) -> (usize, usize) {
    let shifted = u64::from(index) + u64::from(FIRST);
    let chunk = shifted.ilog2() - FIRST.ilog2();
    (chunk as usize, (shifted - (u64::from(FIRST) << chunk)) as usize)
}

/// An object that is being read.
pub(crate) struct Reading<'t, T>(RwLockReadGuard<'t, Option<T>>);

/// An object that is being changed.
pub(crate) struct Writing<'t, T>(RwLockWriteGuard<'t, Option<T>>);

impl<T> core::ops::Deref for Reading<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().expect("checked when it was found")
    }
}

impl<T> core::ops::Deref for Writing<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0.as_ref().expect("checked when it was found")
    }
}

impl<T> core::ops::DerefMut for Writing<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0.as_mut().expect("checked when it was found")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freed_and_invented_handles_find_nothing() {
        let table = Table::new("number");
        let first = table.keep(7).unwrap();
        assert_eq!(*table.read(first).unwrap(), 7);
        assert_eq!(table.take(first).unwrap(), 7);
        let second = table.keep(8).unwrap();
        assert_eq!(second as u32, first as u32, "the slot is used again");
        for wrong in [0, first, second + 1, u64::MAX, u64::MAX - 1, 1 << 32 | 0x7fff_ffff] {
            assert_eq!(table.read(wrong).err().map(|r| r.status), Some(Status::Handle));
            assert_eq!(table.take(wrong).err().map(|r| r.status), Some(Status::Handle));
        }
        assert_eq!(*table.read(second).unwrap(), 8);
    }

    #[test]
    fn readers_share_and_nobody_waits() {
        let table = Table::new("number");
        let handle = table.keep(1).unwrap();
        let (one, two) = (table.read(handle).unwrap(), table.read(handle).unwrap());
        assert_eq!(*one + *two, 2);
        assert_eq!(table.write(handle).err().map(|r| r.status), Some(Status::Busy));
        drop((one, two));
        *table.write(handle).unwrap() = 5;
        assert_eq!(table.take(handle).unwrap(), 5);
    }

    #[test]
    fn chunks_follow_each_other_without_a_hole() {
        let mut expected = (0, 0);
        for index in 0..5_000 {
            assert_eq!(locate(index), expected);
            expected.1 += 1;
            if expected.1 == (FIRST as usize) << expected.0 {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(locate(u32::MAX).0 >= CHUNKS);
    }

    #[test]
    fn threads_that_keep_and_free_at_once_get_their_own_objects() {
        let table = Table::new("number");
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..20_000 {
                        let handle = table.keep(thread * 100_000 + i).unwrap();
                        assert_eq!(table.take(handle).unwrap(), thread * 100_000 + i);
                        // Another thread may have the slot by now, and must not notice this.
                        assert_eq!(
                            table.read(handle).err().map(|r| r.status),
                            Some(Status::Handle)
                        );
                        assert_eq!(
                            table.take(handle).err().map(|r| r.status),
                            Some(Status::Handle)
                        );
                    }
                });
            }
        });
    }
}
