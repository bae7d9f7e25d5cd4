//! Many pairs in one call. Answers of yes and no are bits: pair i is bit i % 64 of word i / 64.

use jostle as j;

use crate::border::{Buffer, list};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Refusal, Status, guard};
use crate::table::Reading;
use crate::values::Contact;

/// Two shapes by their places in a list.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The place of one.
    pub a: u32,
    /// The place of the other.
    pub b: u32,
}

/// The contact of a pair in a list of pairs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairContact {
    /// Which pair.
    pub pair: u32,
    /// Its contact from a to b.
    pub contact: Contact,
}

type Held = Vec<Reading<'static, j::Placed>>;

fn held(shapes: &[Placed]) -> Answer<Held> {
    shapes.iter().map(|shape| read_placed(*shape)).collect()
}

fn columns(held: &Held) -> j::batch::ShapeBatch<'_> {
    j::batch::ShapeBatch::default().refill(held.iter().map(|shape| Some(&**shape)))
}

fn own(pairs: &[Pair]) -> Vec<[u32; 2]> {
    pairs.iter().map(|pair| [pair.a, pair.b]).collect()
}

impl From<j::batch::PairError> for Refusal {
    fn from(error: j::batch::PairError) -> Self {
        Self::new(Status::TooMany, error.to_string())
    }
}

fn told(found: Vec<(u32, j::Contact)>) -> impl ExactSizeIterator<Item = PairContact> {
    found.into_iter().map(|(pair, contact)| PairContact { pair, contact: contact.into() })
}

/// Bits for pairs of shapes in a list.
unsafe fn in_pairs(
    shapes: (*const Placed, usize),
    pairs: (*const Pair, usize),
    out_words: *mut u64,
    ask: impl FnOnce(
        &j::batch::ShapeBatch<'_>,
        &[[u32; 2]],
        &mut j::batch::HitMask,
    ) -> Result<(), j::batch::PairError>,
) -> Status {
    guard(|| {
        let mut number = 0_usize;
        // SAFETY: by the callers' promises.
        let (shapes, pairs, words) = unsafe {
            (
                list(shapes.0, shapes.1, "shapes")?,
                list(pairs.0, pairs.1, "pairs")?,
                Buffer::new(out_words, pairs.1.div_ceil(64), &raw mut number, "out_words")?,
            )
        };
        let held = held(shapes)?;
        let mut bits = j::batch::HitMask::new();
        ask(&columns(&held), &own(pairs), &mut bits)?;
        words.fill(bits.words().iter().copied())
    })
}

/// Tests many pairs of shapes in a list for a common point; touching counts.
///
/// # Safety
/// `shapes` is null or points at `count` handles, `pairs` is null or at `pair_count` pairs;
/// `out_words` is null or may be written ⌈pair_count / 64⌉ times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps_pairs(
    shapes: *const Placed,
    count: usize,
    pairs: *const Pair,
    pair_count: usize,
    out_words: *mut u64,
) -> Status {
    let ask = |c: &j::batch::ShapeBatch<'_>, pairs: &[[u32; 2]], bits: &mut j::batch::HitMask| {
        c.overlaps_pairs(pairs, bits)
    };
    // SAFETY: passed on.
    unsafe { in_pairs((shapes, count), (pairs, pair_count), out_words, ask) }
}

/// Tests many pairs of shapes in a list for a common interior point.
///
/// # Safety
/// `shapes` is null or points at `count` handles, `pairs` is null or at `pair_count` pairs;
/// `out_words` is null or may be written ⌈pair_count / 64⌉ times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps_interior_pairs(
    shapes: *const Placed,
    count: usize,
    pairs: *const Pair,
    pair_count: usize,
    out_words: *mut u64,
) -> Status {
    let ask = |c: &j::batch::ShapeBatch<'_>, pairs: &[[u32; 2]], bits: &mut j::batch::HitMask| {
        c.overlaps_interior_pairs(pairs, bits)
    };
    // SAFETY: passed on.
    unsafe { in_pairs((shapes, count), (pairs, pair_count), out_words, ask) }
}

/// Bits for each `a[i]` and `b[i]`.
unsafe fn in_turn(
    (a, b): (*const Placed, *const Placed),
    count: usize,
    out_words: *mut u64,
    ask: impl FnOnce(&j::batch::ShapeBatch<'_>, &j::batch::ShapeBatch<'_>, &mut j::batch::HitMask),
) -> Status {
    guard(|| {
        let mut number = 0_usize;
        // SAFETY: by the callers' promises.
        let (a, b, words) = unsafe {
            (
                list(a, count, "a")?,
                list(b, count, "b")?,
                Buffer::new(out_words, count.div_ceil(64), &raw mut number, "out_words")?,
            )
        };
        let (a, b) = (held(a)?, held(b)?);
        let mut bits = j::batch::HitMask::new();
        ask(&columns(&a), &columns(&b), &mut bits);
        words.fill(bits.words().iter().copied())
    })
}

/// Tests each `a[i]` and `b[i]` for a common point; touching counts.
///
/// # Safety
/// `a` and `b` are null or point at `count` handles each; `out_words` is null or may be written
/// ⌈count / 64⌉ times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps_zip(
    a: *const Placed,
    b: *const Placed,
    count: usize,
    out_words: *mut u64,
) -> Status {
    // SAFETY: passed on.
    unsafe { in_turn((a, b), count, out_words, |a, b, bits| a.overlaps_zip(b, bits)) }
}

/// Tests each `a[i]` and `b[i]` for a common interior point.
///
/// # Safety
/// `a` and `b` are null or point at `count` handles each; `out_words` is null or may be written
/// ⌈count / 64⌉ times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_overlaps_interior_zip(
    a: *const Placed,
    b: *const Placed,
    count: usize,
    out_words: *mut u64,
) -> Status {
    // SAFETY: passed on.
    unsafe { in_turn((a, b), count, out_words, |a, b, bits| a.overlaps_interior_zip(b, bits)) }
}

/// Finds the contacts of many pairs of shapes in a list, if they meet, in order.
///
/// # Safety
/// `shapes` is null or points at `count` handles, `pairs` is null or at `pair_count` pairs;
/// `out_contacts` is null or may be written `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contacts_pairs(
    shapes: *const Placed,
    count: usize,
    pairs: *const Pair,
    pair_count: usize,
    out_contacts: *mut PairContact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (shapes, pairs, buffer) = unsafe {
            (
                list(shapes, count, "shapes")?,
                list(pairs, pair_count, "pairs")?,
                Buffer::new(out_contacts, capacity, out_count, "out_contacts")?,
            )
        };
        let held = held(shapes)?;
        let mut found = Vec::new();
        columns(&held).contacts_pairs(&own(pairs), &mut found)?;
        buffer.fill(told(found))
    })
}

/// Finds the contacts of each `a[i]` and `b[i]`, if they meet, in order.
///
/// # Safety
/// `a` and `b` are null or point at `count` handles each; `out_contacts` is null or may be written
/// `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_contacts_zip(
    a: *const Placed,
    b: *const Placed,
    count: usize,
    out_contacts: *mut PairContact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (a, b, buffer) = unsafe {
            (
                list(a, count, "a")?,
                list(b, count, "b")?,
                Buffer::new(out_contacts, capacity, out_count, "out_contacts")?,
            )
        };
        let (a, b) = (held(a)?, held(b)?);
        let mut found = Vec::new();
        columns(&a).contacts_zip(&columns(&b), &mut found);
        buffer.fill(told(found))
    })
}
