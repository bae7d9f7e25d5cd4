//! How much of each of four pixels lies on the solid side of a line that passes between their
//! centers?
//!
//! Method: the square between four pixel centers, one quarter of each pixel, is cut by the line
//! from one of its sides to another; polygon areas by the shoelace sum after clipping at the two
//! middle lines. Frame: the square is [0, 1]², y down, quarters in reading order. Error: 2^-50.

/// A line through a square: where it comes in and where it goes out, with a bend or without.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// On which sides it comes in and goes out, as unit steps from the middle of the square.
    pub(super) sides: [[i32; 2]; 2],
    /// How far along its side each end lies, from −1/2 to 1/2, in the direction of x or y.
    pub(super) along: [f64; 2],
    /// From 0, straight, to 1: for a turn, the corner that the ends' two axes make (below 0, toward
    /// the pixel that it goes around); else a quarter of a pixel across.
    pub(super) bend: f64,
}

impl Path {
    /// Returns `true` if it goes out by a side next to the one it comes in by.
    pub(super) fn turns(&self) -> bool {
        let [[ax, ay], [bx, by]] = self.sides;
        ax * bx + ay * by == 0
    }

    fn end(&self, which: usize) -> [f64; 2] {
        let [x, y] = self.sides[which].map(|v| 0.5 + 0.5 * f64::from(v));
        if self.sides[which][0] == 0 {
            [x + self.along[which], y]
        } else {
            [x, y + self.along[which]]
        }
    }

    /// The point where it bends, if it does.
    pub(super) fn bend_point(&self) -> Option<[f64; 2]> {
        if self.bend == 0.0 {
            return None;
        }
        let (a, b) = (self.end(0), self.end(1));
        let middle = [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0);
        let down = self.sides[0][0] == 0;
        if !self.turns() {
            let mut bend = middle;
            let axis = usize::from(!down);
            bend[axis] = (middle[axis] + self.bend / 4.0).clamp(1.0 / 64.0, 63.0 / 64.0);
            return Some(bend);
        }
        let corner = if down { [a[0], b[1]] } else { [b[0], a[1]] };
        Some([0, 1].map(|axis| middle[axis] + self.bend * (corner[axis] - middle[axis])))
    }

    /// The area in each quarter to the right hand of the path, less what it is when the path runs
    /// along the middle lines.
    pub(super) fn surplus(&self) -> [f64; 4] {
        let (a, b) = (self.end(0), self.end(1));
        let [[ax, ay], [bx, by]] = self.sides;
        // Right of the way in, seen along it: (−(−ay), −ax) turned from the inward step (−ax, −ay).
        let right = [ay, -ax];
        let corner = |x: i32, y: i32| [0.5 + 0.5 * f64::from(x), 0.5 + 0.5 * f64::from(y)];
        let quarter = |x: i32, y: i32| ((y + 1) / 2 * 2 + (x + 1) / 2) as usize;
        let mut points = [[0.0; 2]; 6];
        let mut count = 0;
        let mut put = |p: [f64; 2]| {
            points[count] = p;
            count += 1;
        };
        put(a);
        if let Some(bend) = self.bend_point() {
            put(bend);
        }
        put(b);
        let mut surplus = [0.0; 4];
        let sign;
        if self.turns() {
            // Around one corner, which is on the right when it goes out by the right side.
            put(corner(ax + bx, ay + by));
            sign = if [bx, by] == right { 1.0 } else { -1.0 };
            surplus[quarter(ax + bx, ay + by)] = -0.25 * sign;
        } else {
            put(corner(bx + right[0], by + right[1]));
            put(corner(ax + right[0], ay + right[1]));
            sign = 1.0;
            surplus[quarter(bx + right[0], by + right[1])] = -0.25;
            surplus[quarter(ax + right[0], ay + right[1])] = -0.25;
        }
        let areas = quarters(&points[..count]);
        for (surplus, area) in surplus.iter_mut().zip(areas) {
            *surplus += sign * area;
        }
        surplus
    }
}

/// The areas of a polygon in the four quarters.
fn quarters(points: &[[f64; 2]]) -> [f64; 4] {
    let whole = area(points).abs();
    let (mut left, mut top, mut both) = ([[0.0; 2]; 12], [[0.0; 2]; 12], [[0.0; 2]; 12]);
    let count = clip(points, 0, &mut left);
    let left = &left[..count];
    let both_count = clip(left, 1, &mut both);
    let count = clip(points, 1, &mut top);
    let (left, top) = (area(left).abs(), area(&top[..count]).abs());
    let both = area(&both[..both_count]).abs();
    [both, top - both, left - both, whole - left - top + both]
}

fn area(points: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    let mut before = points.last().copied().unwrap_or_default();
    for &p in points {
        sum += before[0] * p[1] - before[1] * p[0];
        before = p;
    }
    sum / 2.0
}

/// Keeps the part where the coordinate is at most 1/2.
fn clip(points: &[[f64; 2]], axis: usize, kept: &mut [[f64; 2]; 12]) -> usize {
    let mut count = 0;
    let mut before = points.last().copied().unwrap_or_default();
    for &p in points {
        let (a, b) = (before[axis] - 0.5, p[axis] - 0.5);
        if (a < 0.0 && b > 0.0) || (a > 0.0 && b < 0.0) {
            let t = a / (a - b);
            kept[count] = [0, 1].map(|axis| before[axis] + t * (p[axis] - before[axis]));
            count += 1;
        }
        if b <= 0.0 {
            kept[count] = p;
            count += 1;
        }
        before = p;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_lines_have_no_surplus() {
        let sides = [[0, -1], [1, 0], [0, 1], [-1, 0]];
        for a in sides {
            for b in sides {
                if a == b {
                    continue;
                }
                let mut path = Path { sides: [a, b], along: [0.0; 2], bend: 0.0 };
                path.bend = if path.turns() { 1.0 } else { 0.0 };
                assert_eq!(path.surplus(), [0.0; 4], "{path:?}");
            }
        }
    }

    #[test]
    fn a_moved_line_gives_what_it_takes() {
        // From the left side to the right side, solid to the right hand, which is below.
        let path = Path { sides: [[-1, 0], [1, 0]], along: [-0.25, -0.25], bend: 0.0 };
        assert_eq!(path.surplus(), [0.125, 0.125, 0.0, 0.0]);
        let back = Path { sides: [[1, 0], [-1, 0]], along: [-0.25, -0.25], bend: 0.0 };
        assert_eq!(back.surplus(), [-0.125, -0.125, 0.0, 0.0]);
    }

    #[test]
    fn a_straight_turn_cuts_its_corner() {
        // In by the left side, out by the bottom: the lower left corner is on the right hand.
        let path = Path { sides: [[-1, 0], [0, 1]], along: [0.0; 2], bend: 0.0 };
        assert_eq!(path.surplus(), [0.0, 0.0, -0.125, 0.0]);
        let other = Path { sides: [[0, 1], [-1, 0]], along: [0.0; 2], bend: 0.0 };
        assert_eq!(other.surplus(), [0.0, 0.0, 0.125, 0.0]);
    }
}
