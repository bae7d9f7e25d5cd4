//! The grounds of platformers, each in several representations.

pub(crate) mod hills;
pub(crate) mod machines;
pub(crate) mod tiles;

use jostle_oracle::r#gen::Rng;

use super::op::Op;

/// The key of the first piece of ground.
pub(crate) const GROUND: u64 = 100;

/// A ground.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// The same set, made of other colliders; the first has no grids and masks.
    pub(crate) forms: Vec<(&'static str, Vec<Op>)>,
    /// Places for the middle of a mover, in the air.
    pub(crate) starts: Vec<[f32; 2]>,
    /// What is below this has left the level.
    pub(crate) bottom: f32,
}

/// The same list in another order.
pub(crate) fn shuffled<T>(rng: &mut Rng, mut list: Vec<T>) -> Vec<T> {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i as u64 + 1) as usize);
    }
    list
}

/// Insertions with the keys of the ground.
pub(crate) fn inserts(
    forms: impl IntoIterator<Item = (super::form::Form, super::form::Matrix)>,
) -> Vec<Op> {
    let all = forms.into_iter().enumerate();
    all.map(|(i, (form, matrix))| Op::insert(GROUND + i as u64, form, matrix)).collect()
}
