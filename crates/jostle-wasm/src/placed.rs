//! Placed shapes and how they come to be: bytes and a matrix.
//!
//! The numbers 0 and 1 are for shapes that are asked about once; JavaScript writes them again for
//! each call. All others are kept until they are dropped.

use std::cell::RefCell;

use jostle::{Affine, Placed, Rot, Shape, Vec2};

use crate::buffers::{Kind, bytes, input, input_floats, out, point, refuse};
use crate::refusals::{refuse_bytes, refuse_place};
use crate::state::Slab;

thread_local! {
    static PLACED: RefCell<Slab<Placed>> = const { RefCell::new(Slab::new()) };
}

/// How many numbers are not given out.
const OWN: u32 = 2;

/// Places the shape in the input under a matrix, under the number `number`, or a new one where that
/// is 2 or more; returns the number.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_place(
    number: u32,
    length: u32,
    a: f32,
    b: f32,
    c: f32,
    d: f32,
    x: f32,
    y: f32,
) -> u32 {
    let shape = match input(length, Shape::from_bytes) {
        Ok(shape) => shape,
        Err(error) => return refuse_bytes(&error),
    };
    match shape.place(Affine::from_matrix([a, b, c, d, x, y])) {
        Ok(placed) => keep(number, placed),
        Err(error) => refuse_place(&error),
    }
}

/// Drops a placed shape.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_unplace(number: u32) {
    PLACED.with_borrow_mut(|all| all.drop(number));
}

/// The bytes of the convex hull of the points in the input.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_hull(numbers: u32) -> u32 {
    let points = input_floats(0, numbers);
    match Shape::hull(points.as_chunks::<2>().0.iter().copied()) {
        Ok(shape) => bytes(|bytes| bytes.extend(shape.to_bytes().unwrap_or_default())),
        Err(error) => refuse(Kind::Shape, 0, None, &error.to_string()),
    }
}

/// The matrix of a transform in parts. Kinds of angles: 0 none, 1 degrees, 2 radians.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_matrix(
    x: f32,
    y: f32,
    turn: f32,
    turn_kind: u32,
    skew_x: f32,
    skew_y: f32,
    skew_kind: u32,
    scale_x: f32,
    scale_y: f32,
    pivot_x: f32,
    pivot_y: f32,
) {
    let m = Affine::at((x, y))
        .rotated_by(rot(turn, turn_kind))
        .skewed_by([rot(skew_x, skew_kind), rot(skew_y, skew_kind)])
        .scaled(scale_x, scale_y)
        .pivoted((pivot_x, pivot_y));
    out(|out| out.extend(m.to_matrix().map(f64::from)));
}

fn rot(angle: f32, kind: u32) -> Rot {
    match kind {
        1 => Rot::from_degrees(angle),
        2 => Rot::from_radians(angle),
        _ => Rot::IDENTITY,
    }
}

/// The first matrix within the frame of the second.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_under(
    a: f32,
    b: f32,
    c: f32,
    d: f32,
    x: f32,
    y: f32,
    outer_a: f32,
    outer_b: f32,
    outer_c: f32,
    outer_d: f32,
    outer_x: f32,
    outer_y: f32,
) {
    let inner = Affine::from_matrix([a, b, c, d, x, y]);
    let outer = Affine::from_matrix([outer_a, outer_b, outer_c, outer_d, outer_x, outer_y]);
    out(|out| out.extend(inner.under(&outer).to_matrix().map(f64::from)));
}

/// The cosine and sine of an angle in degrees (1) or radians (2).
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_rot(angle: f32, kind: u32) {
    let rot = rot(angle, kind);
    out(|out| point(out, Vec2::new(rot.cos, rot.sin)));
}

/// Keeps a placed shape under a number, as `j_place` states.
pub(crate) fn keep(number: u32, placed: Placed) -> u32 {
    PLACED.with_borrow_mut(|all| {
        if number < OWN {
            all.set(number, placed);
            return number;
        }
        while all.len() < OWN as usize {
            all.reserve_one();
        }
        all.put(placed)
    })
}

/// Looks at a placed shape.
pub(crate) fn with<R>(number: u32, look: impl FnOnce(&Placed) -> R) -> Option<R> {
    PLACED.with_borrow(|all| all.get(number).map(look))
}

/// Looks at two.
pub(crate) fn with_both<R>(a: u32, b: u32, look: impl FnOnce(&Placed, &Placed) -> R) -> Option<R> {
    PLACED.with_borrow(|all| Some(look(all.get(a)?, all.get(b)?)))
}
