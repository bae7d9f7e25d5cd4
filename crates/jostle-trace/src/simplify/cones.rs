//! In which directions may an edge leave its start?
//!
//! Both cones are narrowed corner by corner, each in O(1), and answer for all corners so far.

use super::chain::{P, cross, dot};

/// Directions from a point in which a ray comes within a distance of every corner: everything until
/// the first corner farther away than that.
#[derive(Clone, Copy, Default)]
pub(super) struct Cone {
    right: P,
    left: P,
    /// False until then.
    bounded: bool,
}

impl Cone {
    /// Keeps the directions in which a ray from the apex comes within `limit` of a corner; false if
    /// none is left. `d` goes from the apex to the corner.
    pub(super) fn narrow(&mut self, d: P, limit: f64, limit2: f64) -> bool {
        let dd = dot(d, d);
        if dd <= limit2 {
            return true;
        }
        let s = (dd - limit2).sqrt();
        let right = [d[0] * s + d[1] * limit, d[1] * s - d[0] * limit];
        let left = [d[0] * s - d[1] * limit, d[1] * s + d[0] * limit];
        if !self.bounded {
            *self = Self { right, left, bounded: true };
            return true;
        }
        // Both cones are narrower than a half turn, so what they share is one cone.
        let new = Self { right, left, bounded: true };
        let right = if self.holds(new.right) {
            new.right
        } else if new.holds(self.right) {
            self.right
        } else {
            return false;
        };
        let left = if self.holds(new.left) { new.left } else { self.left };
        *self = Self { right, left, bounded: true };
        true
    }

    pub(super) fn holds(&self, d: P) -> bool {
        !self.bounded || cross(self.right, d) >= 0.0 && cross(d, self.left) >= 0.0
    }
}

/// The corners seen from a point, as the cone of at most a half turn that they span: from `right` to
/// `left`, with `inner` between them if they are opposite. Zero vectors where there are none yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    right: P,
    left: P,
    inner: P,
}

impl Span {
    /// Takes in a corner; false if no line through the point has all corners on one side.
    pub(super) fn add(&mut self, d: P) -> bool {
        let (from_right, to_left) = (cross(self.right, d), cross(d, self.left));
        if self.right == [0.0; 2] {
            (self.right, self.left) = (d, d);
        } else if self.inner == [0.0; 2] && cross(self.right, self.left) == 0.0 {
            // All corners so far lie on one line, on one side of the point or on both.
            let both = dot(self.right, self.left) < 0.0;
            if from_right == 0.0 {
                if !both && dot(self.right, d) < 0.0 {
                    self.left = d;
                }
            } else if both {
                self.inner = d;
                if from_right < 0.0 {
                    (self.right, self.left) = (self.left, self.right);
                }
            } else if from_right > 0.0 {
                self.left = d;
            } else {
                self.right = d;
            }
        } else if from_right >= 0.0 && to_left < 0.0 {
            if from_right == 0.0 {
                self.inner = self.left;
            }
            self.left = d;
        } else if from_right < 0.0 && to_left >= 0.0 {
            if to_left == 0.0 {
                self.inner = self.right;
            }
            self.right = d;
        } else if from_right < 0.0 {
            return false;
        }
        true
    }

    /// Returns `true` if all corners are on the side `sign` of the line along a direction, or on it.
    pub(super) fn is_beside(&self, u: P, sign: f64) -> bool {
        [self.right, self.left, self.inner].iter().all(|d| cross(u, *d) * sign >= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_says_what_all_corners_say() {
        let mut state = 1_u64;
        let mut next = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        let (mut yes, mut none) = (0, 0);
        for _ in 0..20_000 {
            let (mut span, mut corners) = (Span::default(), Vec::new());
            let turn = next(8);
            for _ in 0..1 + next(6) {
                // Few values, so that many lie on one line with the point, or opposite each other.
                let mut d = [next(7) as f64 - 3.0, next(7) as f64 - 3.0];
                if turn < 6 && d[1] < 0.0 {
                    d[1] = 0.0;
                }
                corners.push(d);
                let lines =
                    (-9..=9).flat_map(|x| (-9..=9).map(move |y| [f64::from(x), f64::from(y)]));
                let all = |u: &P, sign: f64| corners.iter().all(|d| cross(*u, *d) * sign >= 0.0);
                let mut lines = lines.filter(|u| *u != [0.0; 2]);
                if !span.add(d) {
                    assert!(!lines.any(|u| all(&u, 1.0)), "{corners:?}");
                    none += 1;
                    break;
                }
                for u in lines {
                    for sign in [1.0, -1.0] {
                        assert_eq!(span.is_beside(u, sign), all(&u, sign), "{corners:?} {u:?}");
                        yes += usize::from(all(&u, sign));
                    }
                }
            }
        }
        assert!(yes > 100_000 && none > 1_000);
    }
}
