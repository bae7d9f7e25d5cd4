//! Many placed shapes in columns, and questions about many pairs at once.

use std::cell::RefCell;

use jostle::{
    Affine, Contact, Placed, Shape,
    batch::{HitMask, PairError, ShapeBatch},
};

use crate::buffers::{
    Kind, REFUSED, at_index, bytes, floats, input, input_floats, input_numbers, out, refuse,
};
use crate::refusals::refuse_bytes;
use crate::state::Slab;

self_cell::self_cell!(
    /// Shapes and the columns that look at them.
    struct List {
        owner: Vec<Placed>,
        #[covariant]
        dependent: ShapeBatch,
    }
);

thread_local! {
    static LISTS: RefCell<Slab<List>> = const { RefCell::new(Slab::new()) };
}

/// Places shapes: in the input the bytes of all `shapes` behind each other; from `start` on the
/// length of each in bytes, as numbers; then six floats of a matrix for each of `count`. One shape
/// serves for all.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_list(shapes: u32, start: u32, count: u32) -> u32 {
    let lengths = input_numbers(start, shapes);
    let matrices = input_floats(start + 8 * shapes, 6 * count);
    let mut begin = 0;
    let mut forms = Vec::with_capacity(lengths.len());
    for (index, length) in lengths.iter().enumerate() {
        let end = begin + *length as usize;
        let read =
            input(end as u32, |bytes| Shape::from_bytes(bytes.get(begin..).unwrap_or_default()));
        match read {
            Ok(shape) => forms.push(shape),
            Err(error) => {
                refuse_bytes(&error);
                return at_index(index);
            }
        }
        begin = end;
    }
    let mut placed = Vec::with_capacity(count as usize);
    for (index, matrix) in matrices.as_chunks::<6>().0.iter().enumerate() {
        let Some(shape) = forms.get(if forms.len() == 1 { 0 } else { index }) else { break };
        match shape.place(Affine::from_matrix(*matrix)) {
            Ok(one) => placed.push(one),
            Err(error) => return refuse(Kind::Place, 0, Some(index), 0.0, &error.to_string()),
        }
    }
    let list = List::new(placed, |placed| ShapeBatch::new(placed));
    LISTS.with_borrow_mut(|lists| lists.put(list))
}

/// Drops a list.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_unlist(number: u32) {
    LISTS.with_borrow_mut(|lists| lists.drop(number));
}

/// What is asked: each of a with its like in b, or (b is no list) the pairs of a in the input.
fn ask<R>(
    a: u32,
    b: u32,
    count: u32,
    each: impl FnOnce(&ShapeBatch<'_>, &ShapeBatch<'_>) -> R,
    pairs: impl FnOnce(&ShapeBatch<'_>, &[[u32; 2]]) -> Result<R, PairError>,
) -> Option<R> {
    LISTS.with_borrow(|lists| {
        let one = lists.get(a)?.borrow_dependent();
        if let Some(other) = lists.get(b) {
            return Some(each(one, other.borrow_dependent()));
        }
        let wanted: Vec<[u32; 2]> = input(8 * count, |bytes| {
            let (numbers, _) = bytes.as_chunks::<4>();
            let (both, _) = numbers.as_chunks::<2>();
            both.iter().map(|pair| pair.map(u32::from_le_bytes)).collect()
        });
        match pairs(one, &wanted) {
            Ok(answer) => Some(answer),
            Err(PairError { pair, shape, len }) => {
                refuse(Kind::Limit, shape as usize, Some(pair), len as f64, "");
                None
            }
        }
    })
}

/// A byte for each pair: 1 if it overlaps, with their interiors if `interior` is 1.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_overlaps_many(a: u32, b: u32, count: u32, interior: u32) -> u32 {
    let strict = interior == 1;
    let asked = ask(
        a,
        b,
        count,
        |a, b| {
            let mut hits = HitMask::new();
            if strict {
                a.overlaps_interior_zip(b, &mut hits);
            } else {
                a.overlaps_zip(b, &mut hits);
            }
            (hits, a.len().min(b.len()))
        },
        |all, pairs| {
            let mut hits = HitMask::new();
            if strict {
                all.overlaps_interior_pairs(pairs, &mut hits)?;
            } else {
                all.overlaps_pairs(pairs, &mut hits)?;
            }
            Ok((hits, pairs.len()))
        },
    );
    let Some((hits, len)) = asked else { return REFUSED };
    bytes(|out| write(&hits, len, out))
}

fn write(hits: &HitMask, len: usize, out: &mut Vec<u8>) {
    out.resize(len.next_multiple_of(8), 0);
    for (bytes, word) in out.chunks_mut(64).zip(hits.words()) {
        for (eight, bits) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes()) {
            *eight = spread(bits);
        }
    }
    out.truncate(len);
}

/// A byte for each bit, the lowest first.
fn spread(bits: u8) -> [u8; 8] {
    // Bit k of the seven moves 7k places up, which brings no other to the foot of a byte.
    let low = u64::from(bits & 0x7f) * 0x0002_0408_1020_4081;
    ((low | u64::from(bits >> 7) << 56) & 0x0101_0101_0101_0101).to_le_bytes()
}

/// The numbers of the pairs that touch, among the numbers; thirteen floats of the contact of each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contacts_many(a: u32, b: u32, count: u32) -> u32 {
    let asked = ask(
        a,
        b,
        count,
        |a, b| {
            let mut found = Vec::new();
            a.contacts_zip(b, &mut found);
            found
        },
        |all, pairs| {
            let mut found = Vec::new();
            all.contacts_pairs(pairs, &mut found)?;
            Ok(found)
        },
    );
    let Some(found) = asked else { return REFUSED };
    floats(|floats| found.iter().for_each(|(_, contact)| write_contact(contact, floats)));
    out(|out| out.extend(found.iter().map(|(pair, _)| f64::from(*pair))))
}

fn write_contact(contact: &Contact, floats: &mut Vec<f32>) {
    floats.extend([contact.normal.x, contact.normal.y, contact.depth]);
    for v in [contact.point, contact.on_a, contact.on_b, contact.push_a(), contact.push_b()] {
        floats.extend([v.x, v.y]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_spread_to_bytes_in_their_order() {
        for bits in 0..=u8::MAX {
            assert_eq!(spread(bits), core::array::from_fn(|k| bits >> k & 1));
        }
    }
}
