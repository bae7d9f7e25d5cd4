//! All pairs of shapes in a list, or between two lists, that overlap.

use std::cell::RefCell;

use jostle as j;

use crate::border::{Buffer, list};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Status, guard};
use crate::table::Reading;
use crate::values::Contact;

/// Two shapes by their places in a list, or in two.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The place of one.
    pub a: u32,
    /// The place of the other.
    pub b: u32,
}

/// Two shapes that touch, and their contact from a to b.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// The places of the two shapes.
    pub pair: Pair,
    /// Their contact.
    pub contact: Contact,
}

impl From<[u32; 2]> for Pair {
    fn from([a, b]: [u32; 2]) -> Self {
        Self { a, b }
    }
}

impl From<&j::PairContact> for PairContact {
    fn from(found: &j::PairContact) -> Self {
        Self { pair: found.pair.into(), contact: found.contact.into() }
    }
}

std::thread_local! {
    /// The memory of the calls of a thread.
    static PAIRS: RefCell<j::Pairs> = RefCell::default();
}

fn held(shapes: &[Placed]) -> Answer<Vec<Reading<'static, j::Placed>>> {
    shapes.iter().map(|shape| read_placed(*shape)).collect()
}

fn views<'h>(held: &'h [Reading<'static, j::Placed>]) -> Vec<&'h j::Placed> {
    held.iter().map(|shape| &**shape).collect()
}

/// Answers about one list; shapes may be in it more than once.
unsafe fn within<T: Copy>(
    shapes: (*const Placed, usize),
    (out, capacity, count): (*mut T, usize, *mut usize),
    find: impl FnOnce(&mut j::Pairs, &[&j::Placed], Buffer<'_, T>) -> Answer,
) -> Status {
    guard(|| {
        // SAFETY: by the callers' promises.
        let (shapes, buffer) = unsafe {
            (list(shapes.0, shapes.1, "shapes")?, Buffer::new(out, capacity, count, "out")?)
        };
        let held = held(shapes)?;
        PAIRS.with_borrow_mut(|pairs| find(pairs, &views(&held), buffer))
    })
}

/// Answers about two lists.
unsafe fn between<T: Copy>(
    (a, b): ((*const Placed, usize), (*const Placed, usize)),
    (out, capacity, count): (*mut T, usize, *mut usize),
    find: impl FnOnce(&mut j::Pairs, &[&j::Placed], &[&j::Placed], Buffer<'_, T>) -> Answer,
) -> Status {
    guard(|| {
        // SAFETY: by the callers' promises.
        let (a, b, buffer) = unsafe {
            (list(a.0, a.1, "a")?, list(b.0, b.1, "b")?, Buffer::new(out, capacity, count, "out")?)
        };
        let (a, b) = (held(a)?, held(b)?);
        PAIRS.with_borrow_mut(|pairs| find(pairs, &views(&a), &views(&b), buffer))
    })
}

/// Finds the pairs of shapes in a list that overlap, each once, as (smaller place, larger place),
/// sorted; touching counts.
///
/// # Safety
/// `shapes` is null or points at `count` handles; `out_pairs` is null or may be written `capacity`
/// times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_pairs(
    shapes: *const Placed,
    count: usize,
    out_pairs: *mut Pair,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    // SAFETY: passed on.
    unsafe {
        within((shapes, count), (out_pairs, capacity, out_count), |pairs, shapes, out| {
            out.fill(pairs.overlapping(shapes).iter().map(|pair| Pair::from(*pair)))
        })
    }
}

/// Finds the pairs of a shape of `a` and a shape of `b` that overlap, sorted; touching counts.
///
/// # Safety
/// `a` and `b` are null or point at `a_count` and `b_count` handles; `out_pairs` is null or may be
/// written `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_pairs_between(
    a: *const Placed,
    a_count: usize,
    b: *const Placed,
    b_count: usize,
    out_pairs: *mut Pair,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    // SAFETY: passed on.
    unsafe {
        between(
            ((a, a_count), (b, b_count)),
            (out_pairs, capacity, out_count),
            |pairs, a, b, out| {
                out.fill(pairs.overlapping_between(a, b).iter().map(|pair| Pair::from(*pair)))
            },
        )
    }
}

/// Finds the pairs of shapes in a list that touch, with their contacts, sorted.
///
/// # Safety
/// `shapes` is null or points at `count` handles; `out_contacts` is null or may be written
/// `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_pair_contacts(
    shapes: *const Placed,
    count: usize,
    out_contacts: *mut PairContact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    // SAFETY: passed on.
    unsafe {
        within((shapes, count), (out_contacts, capacity, out_count), |pairs, shapes, out| {
            out.fill(pairs.contacts(shapes).iter().map(PairContact::from))
        })
    }
}

/// Finds the pairs of a shape of `a` and a shape of `b` that touch, with their contacts, sorted.
///
/// # Safety
/// `a` and `b` are null or point at `a_count` and `b_count` handles; `out_contacts` is null or may
/// be written `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_pair_contacts_between(
    a: *const Placed,
    a_count: usize,
    b: *const Placed,
    b_count: usize,
    out_contacts: *mut PairContact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let out = (out_contacts, capacity, out_count);
    // SAFETY: passed on.
    unsafe {
        between(((a, a_count), (b, b_count)), out, |pairs, a, b, out| {
            out.fill(pairs.contacts_between(a, b).iter().map(PairContact::from))
        })
    }
}
