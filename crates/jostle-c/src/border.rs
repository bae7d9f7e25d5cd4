//! Checks the arguments of C calls once: pointers, lists, texts and words.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::status::{Answer, Refusal, Status};

fn null(what: &str) -> Refusal {
    Refusal::new(Status::Null, format!("{what} is a null pointer, or not aligned"))
}

/// A place to write an answer to; checked before the call does anything.
///
/// # Safety
/// `out` is null or may be written.
pub(crate) unsafe fn out<'a, T>(out: *mut T, what: &str) -> Answer<&'a mut MaybeUninit<T>> {
    if out.is_null() || !out.is_aligned() {
        return Err(null(what));
    }
    // SAFETY: not null, aligned, and writable by the caller's promise; nothing is read from it.
    Ok(unsafe { &mut *out.cast::<MaybeUninit<T>>() })
}

/// A value behind a pointer.
///
/// # Safety
/// `at` is null or points at a `T` that nothing changes meanwhile.
pub(crate) unsafe fn given<'a, T>(at: *const T, what: &str) -> Answer<&'a T> {
    if at.is_null() || !at.is_aligned() {
        return Err(null(what));
    }
    // SAFETY: not null, aligned, and a `T` by the caller's promise.
    Ok(unsafe { &*at })
}

/// A list; null is an empty one.
///
/// # Safety
/// `at` is null or points at `count` values that nothing changes meanwhile.
pub(crate) unsafe fn list<'a, T>(at: *const T, count: usize, what: &str) -> Answer<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if at.is_null() || !at.is_aligned() {
        return Err(null(what));
    }
    if count > isize::MAX as usize / size_of::<T>().max(1) {
        let message = format!("{what} has {count} entries, more than memory can hold");
        return Err(Refusal::new(Status::TooMany, message));
    }
    // SAFETY: not null, aligned, of a size that can be, and there by the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts(at, count) })
}

/// A text of a length.
///
/// # Safety
/// As [`list`].
pub(crate) unsafe fn text<'a>(at: *const c_char, length: usize, what: &str) -> Answer<&'a str> {
    // SAFETY: passed on.
    let bytes = unsafe { list(at.cast::<u8>(), length, what)? };
    core::str::from_utf8(bytes)
        .map_err(|error| Refusal::new(Status::Utf8, format!("{what} is not UTF-8: {error}")))
}

/// A buffer of the caller's for answers of which there may be many.
pub(crate) struct Buffer<'a, T> {
    room: &'a mut [MaybeUninit<T>],
    count: &'a mut MaybeUninit<usize>,
}

impl<'a, T: Copy> Buffer<'a, T> {
    /// # Safety
    /// `at` is null or may be written `capacity` times; `count` is null or may be written.
    pub(crate) unsafe fn new(
        at: *mut T,
        capacity: usize,
        count: *mut usize,
        what: &str,
    ) -> Answer<Self> {
        // SAFETY: passed on.
        let count = unsafe { out(count, "count")? };
        let room = if capacity == 0 {
            &mut []
        } else {
            if at.is_null() || !at.is_aligned() {
                return Err(null(what));
            }
            let most = isize::MAX as usize / size_of::<T>().max(1);
            // SAFETY: not null, aligned, of a size that can be, writable by the caller's promise.
            unsafe { core::slice::from_raw_parts_mut(at.cast(), capacity.min(most)) }
        };
        Ok(Self { room, count })
    }

    /// Writes as many as there is room for, and how many there are.
    pub(crate) fn fill(self, answers: impl ExactSizeIterator<Item = T>) -> Answer {
        let (found, room) = (answers.len(), self.room.len());
        self.count.write(found);
        for (place, answer) in self.room.iter_mut().zip(answers) {
            place.write(answer);
        }
        if found > room {
            let message = format!("there are {found}, and the buffer has room for {room}");
            return Err(Refusal::new(Status::Room, message));
        }
        Ok(())
    }
}

/// Reads a number that stands for a word: one of the values of the header's enums.
pub(crate) fn word<T: Copy>(number: i32, words: &[T], what: &str) -> Answer<T> {
    usize::try_from(number).ok().and_then(|n| words.get(n).copied()).ok_or_else(|| {
        let message = format!("{number} is no {what}: they are 0 to {}", words.len() - 1);
        Refusal::new(Status::Word, message)
    })
}
