//! Checks the arguments of C calls once: pointers, lists, texts and words.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use jostle as j;

use crate::status::{Answer, Refusal, Status};
use crate::values::{Aabb, Affine, Vec2};
use crate::world::query::Ray;

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

/// Numbers of an argument, with the words that lead from its name to each.
pub(crate) trait Numbers: Copy {
    /// True if they may be infinite, as those of the box around a half-plane are.
    const MAY_BE_INFINITE: bool = false;
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)>;
}

impl Numbers for f32 {
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)> {
        [("", *self)]
    }
}

impl Numbers for Vec2 {
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)> {
        [(".x", self.x), (".y", self.y)]
    }
}

impl Numbers for Affine {
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)> {
        let Self { a, b, c, d, tx, ty } = *self;
        [(".a", a), (".b", b), (".c", c), (".d", d), (".tx", tx), (".ty", ty)]
    }
}

impl Numbers for Ray {
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)> {
        let Self { origin, translation, radius, .. } = *self;
        let origin = [(".origin.x", origin.x), (".origin.y", origin.y)];
        let translation = [(".translation.x", translation.x), (".translation.y", translation.y)];
        origin.into_iter().chain(translation).chain([(".radius", radius)])
    }
}

impl Numbers for Aabb {
    const MAY_BE_INFINITE: bool = true;
    fn numbers(&self) -> impl IntoIterator<Item = (&'static str, f32)> {
        let Self { min, max } = *self;
        [(".min.x", min.x), (".min.y", min.y), (".max.x", max.x), (".max.y", max.y)]
    }
}

/// Refuses NaN, and what is infinite, with its place; of a list it is that of the index.
pub(crate) fn check<T: Numbers>(value: &T, name: &'static str, index: Option<usize>) -> Answer {
    let wrong = |n: f32| n.is_nan() || n.is_infinite() && !T::MAY_BE_INFINITE;
    value.numbers().into_iter().find(|(_, n)| wrong(*n)).map_or(Ok(()), |(axis, value)| {
        let what = j::shape::ValuePath { name, index, inner: None, axis };
        Err(j::ShapeError::NotFinite { what, value }.into())
    })
}

/// An argument that is [checked](check), as the library has it.
pub(crate) fn finite<T: Numbers + Into<A>, A>(value: T, name: &'static str) -> Answer<A> {
    check(&value, name, None)?;
    Ok(value.into())
}

/// A point or a vector that is [checked](check).
pub(crate) fn vec2(value: Vec2, name: &'static str) -> Answer<j::Vec2> {
    finite(value, name)
}

/// The same for a list.
pub(crate) fn all_finite<T: Numbers + Into<A>, A>(
    list: &[T],
    name: &'static str,
) -> Answer<Vec<A>> {
    let own = |(index, value): (usize, &T)| {
        check(value, name, Some(index))?;
        Ok((*value).into())
    };
    list.iter().enumerate().map(own).collect()
}

/// A length, which is not below 0.
pub(crate) fn extent(value: f32, name: &'static str) -> Answer<f32> {
    check(&value, name, None)?;
    if value < 0.0 {
        let what = j::shape::ValuePath { name, index: None, inner: None, axis: "" };
        return Err(j::ShapeError::Negative { what, value }.into());
    }
    Ok(value)
}

/// Reads a number that stands for a word: one of the values of the header's enums.
pub(crate) fn word<T: Copy>(number: i32, words: &[T], what: &str) -> Answer<T> {
    usize::try_from(number).ok().and_then(|n| words.get(n).copied()).ok_or_else(|| {
        let message = format!("{number} is no {what}: they are 0 to {}", words.len() - 1);
        Refusal::new(Status::Word, message)
    })
}
