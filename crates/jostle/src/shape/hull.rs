use crate::math::Vec2;
use alloc::vec::Vec;
pub(crate) fn hull(points: &[Vec2]) -> Vec<Vec2> {
    points.to_vec()
}
