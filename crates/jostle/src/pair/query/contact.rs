//! The contact of two shapes: its point, its depth, and the push that separates them.

use crate::math::{DVec2, Vec2, positive_zero};
use crate::pair::answer::{GapF64, Verdict, Want};
use crate::pair::bodies::span;
use crate::pair::query::{closest, gap::Gap};
use crate::pair::{bodies::placed_gap, convex};
use crate::shape::Placed;

/// A contact of two shapes that touch or overlap; world frame.
///
/// ```
/// use jostle::{Affine, Shape, Vec2};
/// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((1.5, 0.25)))?;
/// let c = a.contact(&b).unwrap();
/// assert_eq!((c.depth, c.push_b()), (0.5, Vec2::new(0.5, 0.0)));
/// assert!(!a.overlaps_interior(&b.moved(c.push_b())));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Unit vector from a to b: the way b has to go.
    pub normal: Vec2,
    /// Length of the push; 0 when touching, infinite when no translation separates.
    pub depth: f32,
    /// The middle between the witness points.
    pub point: Vec2,
    /// The point of a that lies deepest in b.
    pub on_a: Vec2,
    /// The point of b that lies deepest in a.
    pub on_b: Vec2,
}

impl Contact {
    /// Returns the translation that moves a out of b; zero where nothing separates.
    #[must_use]
    pub fn push_a(&self) -> Vec2 {
        (-DVec2::from(self.push_b())).round()
    }

    /// Returns the translation that moves b out of a; zero where nothing separates.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// let b = Shape::circle(1.0)?.place(Affine::at((1.5, 0.0)))?;
    /// assert_eq!(a.contact(&b).unwrap().push_b(), Vec2::new(0.5, 0.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn push_b(&self) -> Vec2 {
        if self.depth.is_finite() {
            (DVec2::from(self.normal) * f64::from(self.depth)).round()
        } else {
            Vec2::ZERO
        }
    }
}

impl From<Gap> for Contact {
    fn from(gap: Gap) -> Self {
        // The middle of two numbers is in their range.
        let DVec2 { x, y } = (DVec2::from(gap.on_a) + DVec2::from(gap.on_b)) * 0.5;
        let point = Vec2::new(positive_zero(x as f32), positive_zero(y as f32));
        let Gap { normal, on_a, on_b, .. } = gap;
        Self { normal, depth: gap.depth(), point, on_a, on_b }
    }
}

impl Placed {
    /// Finds the contact of two shapes, or `None` when they are apart.
    ///
    /// The same answer as [`Placed::gap`], seen as a push: for convex pairs the shortest, where a
    /// concave shape takes part one that separates. Touching gives depth 0 and no push. One push
    /// separates the whole: where a hero leans on a wall and stands on its floor it may be
    /// slanted. [`Placed::contacts`] has one contact for each of these faces, to distinguish them,
    /// and [`Placed::manifold`] two points on one face, to keep a box from tilting.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::circle(1.0)?.place(Affine::IDENTITY)?;
    /// assert!(a.contact(&a.moved((2.0, 0.0))).is_some_and(|c| c.depth == 0.0));
    /// assert!(a.contact(&a.moved((2.5, 0.0))).is_none());
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn contact(&self, other: &Self) -> Option<Contact> {
        let mut gap = Gap::NOWHERE;
        self.gap_if_touching(other, &mut gap).then(|| gap.into())
    }

    /// Returns `true` if there is a contact, and writes its gap in place: a copy would wait for the
    /// writes (a store-forwarding stall).
    pub(crate) fn gap_if_touching(&self, other: &Self, gap: &mut Gap) -> bool {
        let raw = match convex::gap_if_certain(self, other, Want::Contact) {
            Some(raw) => raw,
            None => return general_case(self, other, gap),
        };
        let touching = raw.verdict != Verdict::Separated;
        if touching {
            *gap = raw.rounded();
        }
        touching
    }

    /// Like [`Self::gap_if_touching`]; the gap is that of [`tangent_gap`] unless both are convex, so
    /// that their contact is cheap.
    pub(crate) fn near_gap_if_touching(&self, other: &Self, gap: &mut Gap) -> bool {
        if self.body.is_convex() && other.body.is_convex() {
            return self.gap_if_touching(other, gap);
        }
        let touching = self.overlaps(other);
        if touching {
            *gap = tangent_gap(self, other).map_or_else(|| self.gap(other), GapF64::rounded);
        }
        touching
    }
}

/// Returns the gap of two shapes that touch, the larger one taken for the half-plane of its tangent
/// at the boundary point that is nearest to the middle of the other's box; `None` if both are
/// unbounded. Both witness points are on the normal through that boundary point.
fn tangent_gap(a: &Placed, b: &Placed) -> Option<GapF64> {
    let flip = a.bounds().longest_side() < b.bounds().longest_side();
    let (large, small) = if flip { (b, a) } else { (a, b) };
    let middle = small.bounds().is_finite().then(|| small.bounds().center())?;
    let near = closest::raw(&large.body, middle);
    let ([lowest, _], on_a) = (span(&small.body, near.on_a, near.normal), near.on_a);
    let verdict = if lowest < 0.0 { Verdict::Overlapping } else { Verdict::Touching };
    let on_b = if lowest < 0.0 { on_a + near.normal * lowest } else { on_a };
    Some(GapF64 { verdict, separation: lowest, on_b, ..near }.flipped_if(flip))
}

#[inline(never)]
fn general_case(a: &Placed, b: &Placed, gap: &mut Gap) -> bool {
    let raw = placed_gap(a, b, Want::Contact);
    *gap = raw.rounded();
    raw.verdict != Verdict::Separated
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::test_shapes::{Random, placed};

    #[test]
    fn near_gaps_touch_where_the_shapes_do_and_exchange_with_them() {
        let (mut tangents, mut random) = (0, Random(7));
        for _ in 0..6 {
            let all = placed(&mut random);
            for (i, (name, a)) in all.iter().enumerate() {
                for (other, b) in &all[i + 1..] {
                    let (mut near, mut back) = (Gap::NOWHERE, Gap::NOWHERE);
                    let touching = a.near_gap_if_touching(b, &mut near);
                    assert_eq!(touching, a.overlaps(b), "{name} {other}");
                    if !touching {
                        continue;
                    }
                    assert!(near.separation <= 0.0, "{name} {other} {near:?}");
                    assert!((near.normal.length() - 1.0).abs() < 1e-6, "{name} {other} {near:?}");
                    assert!(near.on_a.is_finite() && near.on_b.is_finite(), "{name} {other}");
                    if a.body.is_convex() && b.body.is_convex() {
                        assert_eq!(Contact::from(near), a.contact(b).unwrap(), "{name} {other}");
                    } else if a.bounds().longest_side() != b.bounds().longest_side() {
                        assert!(b.near_gap_if_touching(a, &mut back));
                        assert_eq!(back.separation, near.separation, "{name} {other}");
                        assert_eq!(back.on_a, near.on_b, "{name} {other}");
                        tangents += 1;
                    }
                }
            }
        }
        assert!(tangents > 100, "{tangents}");
    }
}
