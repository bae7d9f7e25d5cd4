//! The checks of every constructor: finite, not negative, not empty.

use alloc::vec::Vec;

use crate::math::{Affine, DVec2, Rot, Vec2, positive_zero};
use crate::shape::error::{ShapeError, ValuePath};

pub(crate) fn number(value: f32, what: ValuePath) -> Result<f32, ShapeError> {
    if value.is_finite() {
        Ok(positive_zero(value))
    } else {
        Err(ShapeError::NotFinite { what, value })
    }
}

pub(crate) fn extent(value: f32, what: ValuePath) -> Result<f32, ShapeError> {
    let value = number(value, what)?;
    if value < 0.0 { Err(ShapeError::Negative { what, value }) } else { Ok(value) }
}

pub(crate) fn point(value: Vec2, what: ValuePath) -> Result<Vec2, ShapeError> {
    Ok(Vec2::new(number(value.x, what.axis(".x"))?, number(value.y, what.axis(".y"))?))
}

/// The most points that memory is reserved for in advance.
const PROMISED: usize = 1 << 16;

/// Checks a list of points, without a branch for each.
pub(crate) fn points<P: Into<Vec2>>(
    points: impl IntoIterator<Item = P>,
    list: ValuePath,
) -> Result<Vec<Vec2>, ShapeError> {
    let points = points.into_iter();
    let mut all = Vec::with_capacity(points.size_hint().0.min(PROMISED));
    all.extend(points.map(Into::into));
    if let Some(i) = all.iter().position(|p: &Vec2| !p.is_finite()) {
        point(all[i], list.at(i))?;
    }
    if all.is_empty() { Err(ShapeError::Empty { what: list }) } else { Ok(all) }
}

pub(crate) fn extents(value: Vec2, what: ValuePath) -> Result<Vec2, ShapeError> {
    Ok(Vec2::new(extent(value.x, what.axis(".x"))?, extent(value.y, what.axis(".y"))?))
}

pub(crate) fn at_most(limit: usize, found: usize, name: &'static str) -> Result<(), ShapeError> {
    let what = ValuePath::field(name);
    if found > limit { Err(ShapeError::TooMany { what, found, limit }) } else { Ok(()) }
}

/// Takes as many items as a size requires.
pub(crate) fn exactly<T>(
    expected: usize,
    items: impl IntoIterator<Item = T>,
    name: &'static str,
) -> Result<Vec<T>, ShapeError> {
    // One more than expected shows that there are too many.
    let items: Vec<T> = items.into_iter().take(expected + 1).collect();
    let (what, found) = (ValuePath::field(name), items.len());
    if found == expected {
        Ok(items)
    } else {
        Err(ShapeError::WrongLength { what, found, expected })
    }
}

/// A local point in the world: the translation plus an offset that is rounded to `f32`. The sum is
/// one of `f64`, so that equal steps of the translation are equal steps of the point.
pub(crate) fn placed(m: &Affine, local: Vec2) -> Result<DVec2, ShapeError> {
    let at = at_once(m, local);
    in_world(at)
}

/// The same, infinite beyond the range.
#[inline(always)]
pub(crate) fn at_once(m: &Affine, local: Vec2) -> DVec2 {
    m.origin() + if local == Vec2::ZERO { DVec2::ZERO } else { offset(m, local) }
}

#[inline(always)]
fn to_f32(p: DVec2) -> Vec2 {
    Vec2::new(positive_zero(p.x as f32), positive_zero(p.y as f32))
}

/// An offset from the placed origin, rounded once; infinite beyond the range.
pub(crate) fn offset(m: &Affine, local: Vec2) -> DVec2 {
    to_f32(m.linear(local)).into()
}

/// Checks many offsets without a branch for each.
pub(crate) fn in_range(offsets: &[DVec2]) -> Result<(), ShapeError> {
    let out = offsets.iter().fold(false, |out, v| out | !(v.x.is_finite() && v.y.is_finite()));
    if out { Err(ShapeError::Overflow { what: ValuePath::field("position") }) } else { Ok(()) }
}

pub(crate) fn rounded(p: DVec2) -> Result<Vec2, ShapeError> {
    in_world(p).map(to_f32)
}

/// A place whose coordinates `f32` can round.
pub(crate) fn in_world(p: DVec2) -> Result<DVec2, ShapeError> {
    let beyond = ShapeError::Overflow { what: ValuePath::field("position") };
    if to_f32(p).is_finite() { Ok(p) } else { Err(beyond) }
}

pub(crate) fn rotation(rot: Rot) -> Result<Rot, ShapeError> {
    let what = ValuePath::field("rotation");
    let cos = number(rot.cos, what.axis(".cos"))?;
    let sin = number(rot.sin, what.axis(".sin"))?;
    if cos == 0.0 && sin == 0.0 {
        return Err(ShapeError::ZeroDirection { what });
    }
    Ok(Rot { cos, sin })
}

/// Two ends in one order, so that naming them the other way round is the same set bit for bit.
pub(crate) fn ordered(a: Vec2, b: Vec2) -> (Vec2, Vec2) {
    if (b.x, b.y) < (a.x, a.y) { (b, a) } else { (a, b) }
}
