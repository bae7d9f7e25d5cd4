use crate::math::Vec2;
use alloc::vec::Vec;
pub(crate) fn decompose(rings: &[Vec<Vec2>]) -> Option<Vec<Vec<u32>>> {
    let _ = rings;
    None
}
