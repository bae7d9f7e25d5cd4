//! Lists of placed shapes, and their pairs that overlap.

use std::cell::RefCell;

use jostle::{Affine, Contact, PairContact, Pairs, Placed, Shape};

use crate::buffers::{Kind, at_index, floats, input, input_floats, input_numbers, out, refuse};
use crate::refusals::refuse_bytes;
use crate::state::Slab;

thread_local! {
    static LISTS: RefCell<Slab<Vec<Placed>>> = const { RefCell::new(Slab::new()) };
    /// The memory of the calls.
    static PAIRS: RefCell<Pairs> = RefCell::default();
}

/// Reads shapes: in the input the bytes of all behind each other; from `start` on the length of each
/// in bytes, as numbers.
pub(crate) fn shapes_in(shapes: u32, start: u32) -> Result<Vec<Shape>, u32> {
    let mut begin = 0;
    let mut forms = Vec::with_capacity(shapes as usize);
    for (index, length) in input_numbers(start, shapes).iter().enumerate() {
        let end = begin + *length as usize;
        let read =
            input(end as u32, |bytes| Shape::from_bytes(bytes.get(begin..).unwrap_or_default()));
        match read {
            Ok(shape) => forms.push(shape),
            Err(error) => {
                refuse_bytes(&error);
                return Err(at_index(index));
            }
        }
        begin = end;
    }
    Ok(forms)
}

/// Places shapes: in the input the bytes of all `shapes` behind each other; from `start` on the
/// length of each in bytes, as numbers; then six floats of a matrix for each of `count`. One shape
/// serves for all.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_list(shapes: u32, start: u32, count: u32) -> u32 {
    let forms = match shapes_in(shapes, start) {
        Ok(forms) => forms,
        Err(refused) => return refused,
    };
    let matrices = input_floats(start + 8 * shapes, 6 * count);
    let mut placed = Vec::with_capacity(count as usize);
    for (index, matrix) in matrices.as_chunks::<6>().0.iter().enumerate() {
        let Some(shape) = forms.get(if forms.len() == 1 { 0 } else { index }) else { break };
        match shape.place(Affine::from_matrix(*matrix)) {
            Ok(one) => placed.push(one),
            Err(error) => return refuse(Kind::Place, 0, Some(index), &error.to_string()),
        }
    }
    LISTS.with_borrow_mut(|lists| lists.put(placed))
}

/// Drops a list.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_unlist(number: u32) {
    LISTS.with_borrow_mut(|lists| lists.drop(number));
}

fn write_pairs(pairs: impl Iterator<Item = [u32; 2]>) -> u32 {
    out(|out| out.extend(pairs.flatten().map(f64::from)))
}

fn write_contacts(found: &[PairContact]) -> u32 {
    floats(|floats| found.iter().for_each(|found| write_contact(&found.contact, floats)));
    write_pairs(found.iter().map(|found| found.pair))
}

/// The pairs of a list that overlap, or, where b is a list, those of a shape of a and one of b: two
/// numbers for each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_list_pairs(a: u32, b: u32) -> u32 {
    with_lists(a, b, |pairs, a, b| {
        let found = match b {
            Some(b) => pairs.overlapping_between(a, b),
            None => pairs.overlapping(a),
        };
        write_pairs(found.iter().copied())
    })
}

/// Like [`j_list_pairs`] for those that touch, with thirteen floats of the contact of each.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_pair_contacts(a: u32, b: u32) -> u32 {
    with_lists(a, b, |pairs, a, b| {
        write_contacts(match b {
            Some(b) => pairs.contacts_between(a, b),
            None => pairs.contacts(a),
        })
    })
}

fn with_lists(
    a: u32,
    b: u32,
    find: impl FnOnce(&mut Pairs, &[Placed], Option<&[Placed]>) -> u32,
) -> u32 {
    LISTS.with_borrow(|lists| {
        let list = |number| lists.get(number).map(Vec::as_slice);
        PAIRS.with_borrow_mut(|pairs| find(pairs, list(a).unwrap_or_default(), list(b)))
    })
}

fn write_contact(contact: &Contact, floats: &mut Vec<f32>) {
    floats.extend([contact.normal.x, contact.normal.y, contact.depth]);
    for v in [contact.point, contact.on_a, contact.on_b, contact.push_a(), contact.push_b()] {
        floats.extend([v.x, v.y]);
    }
}
