//! The blocks of memory through which numbers go in and out.
//!
//! `IN` holds what JavaScript wrote before a call; `OUT` (numbers), `FLOATS`, `BYTES` what the last
//! call left. All are read by JavaScript before its next call. The lengths of all and their places
//! are behind `j_out`, `j_floats`, `j_bytes`.

#![cfg_attr(
    not(all(feature = "collide", feature = "trace")),
    allow(dead_code, reason = "each module of the package uses a part")
)]

use std::cell::{Cell, RefCell};

use jostle::Vec2;

thread_local! {
    /// The allocator aligns to eight bytes, so JavaScript's views of numbers are aligned.
    static IN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUT: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    static FLOATS: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FAULT: Cell<[f64; 3]> = const { Cell::new([0.0; 3]) };
}

/// The result of a call that failed.
pub(crate) const REFUSED: u32 = u32::MAX;

/// Kinds of faults, as `js/error.js` counts them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Limit = 2,
    Shape = 3,
    Place = 4,
    Key = 5,
    Cycle = 6,
    Full = 7,
    Busy = 8,
    Snapshot = 9,
    Trace = 10,
}

/// Makes room for `bytes` of input and reports where.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_room(bytes: u32) -> *mut u8 {
    IN.with_borrow_mut(|room| {
        if room.len() < bytes as usize {
            room.resize((bytes as usize).next_power_of_two(), 0);
        }
        room.as_mut_ptr()
    })
}

/// The place of the numbers of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_out() -> *const f64 {
    OUT.with_borrow(Vec::as_ptr)
}

/// The place of the floats of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_floats() -> *const f32 {
    FLOATS.with_borrow(Vec::as_ptr)
}

/// The place of the bytes of the last answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_bytes() -> *const u8 {
    BYTES.with_borrow(Vec::as_ptr)
}

/// How many bytes the last answer has.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_bytes_len() -> u32 {
    BYTES.with_borrow(|bytes| bytes.len() as u32)
}

/// The last fault: leaves its kind, place and index among the numbers, its sentence in the bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_fault() {
    let numbers = FAULT.get();
    out(|out| out.extend_from_slice(&numbers));
}

/// Reads the first `length` bytes of the input. Nothing that may call JavaScript happens in `read`.
pub(crate) fn input<R>(length: u32, read: impl FnOnce(&[u8]) -> R) -> R {
    IN.with_borrow(|bytes| read(bytes.get(..length as usize).unwrap_or(bytes)))
}

/// Reads numbers of the input, from a byte on.
pub(crate) fn input_numbers(start: u32, count: u32) -> Vec<f64> {
    IN.with_borrow(|bytes| {
        let (numbers, _) = bytes.get(start as usize..).unwrap_or_default().as_chunks::<8>();
        numbers.iter().take(count as usize).map(|number| f64::from_le_bytes(*number)).collect()
    })
}

/// Reads 32-bit floats of the input, from a byte on.
pub(crate) fn input_floats(start: u32, count: u32) -> Vec<f32> {
    IN.with_borrow(|bytes| {
        let (floats, _) = bytes.get(start as usize..).unwrap_or_default().as_chunks::<4>();
        floats.iter().take(count as usize).map(|float| f32::from_le_bytes(*float)).collect()
    })
}

/// Writes the numbers of an answer; returns how many there are.
pub(crate) fn out(write: impl FnOnce(&mut Vec<f64>)) -> u32 {
    OUT.with_borrow_mut(|out| {
        out.clear();
        write(out);
        out.len() as u32
    })
}

/// Writes the floats of an answer.
pub(crate) fn floats(write: impl FnOnce(&mut Vec<f32>)) -> u32 {
    FLOATS.with_borrow_mut(|floats| {
        floats.clear();
        write(floats);
        floats.len() as u32
    })
}

/// Writes the bytes of an answer.
pub(crate) fn bytes(write: impl FnOnce(&mut Vec<u8>)) -> u32 {
    BYTES.with_borrow_mut(|bytes| {
        bytes.clear();
        write(bytes);
        bytes.len() as u32
    })
}

/// Notes a fault.
pub(crate) fn refuse(kind: Kind, at: usize, index: Option<usize>, text: &str) -> u32 {
    let index = index.map_or(-1.0, |index| index as f64);
    FAULT.set([f64::from(kind as u8), at as f64, index]);
    bytes(|bytes| bytes.extend_from_slice(text.as_bytes()));
    REFUSED
}

/// Returns which of many the last fault is about.
pub(crate) fn at_index(index: usize) -> u32 {
    let [kind, at, _] = FAULT.get();
    FAULT.set([kind, at, index as f64]);
    REFUSED
}

/// Appends a point.
pub(crate) fn point(out: &mut Vec<f64>, v: Vec2) {
    out.extend([f64::from(v.x), f64::from(v.y)]);
}
