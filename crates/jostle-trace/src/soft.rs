//! Where does the edge run inside the pixels, as the alpha gradient tells?
//!
//! Method: the rings of the mask fix what hangs together; every unit of pixel edge becomes one point
//! on the line between the centres of its two pixels, as in marching squares (Lorensen and Cline,
//! *Marching cubes*, 1987, in the plane). Alpha is coverage, so the point is not where alpha read as
//! samples would cross one half but where the covered shares of both pixels end: `a + b − 1` pixels
//! beyond the pixel edge, which is exact for every straight edge within 45° of that pixel edge. A
//! corner between fully solid and fully empty pixels stays a corner. Between four pixel centres two
//! lines at most pass, from one side to a neighbouring side each, and no point lies on a centre: so
//! rings are simple and never meet. Frame: pixels as in the mask. Error: measured by
//! [`crate::soft_iou`]. Cost: the boundary's pixels.
//! Rejected: the linear crossing of one half (a smaller soft IoU on anti-aliased sprites).

use crate::{Connectivity, Mask, Outline, Point, Ring, UNITS_PER_PIXEL, outline};

/// The farthest that a point may lie from its pixel edge: short of the pixel's centre.
const FARTHEST: i32 = UNITS_PER_PIXEL / 2 - 1;
/// Alpha from which a pixel at a corner counts as fully solid; 255 less this, as fully empty.
const FULL: u8 = 250;

/// Traces the mask with edges between pixel edges, where the alpha gradient has them.
///
/// `alpha` has a value for every pixel by rows; missing ones are 255 for solid pixels and 0 for
/// empty ones. A pixel that is empty by its colour should have alpha 0 here. The rings and their
/// order are those of [`outline`]; no two of them meet.
///
/// ```
/// use jostle_trace::{Connectivity, Mask, soften};
/// let mask = Mask::from_fn(3, 1, |x, _| x < 2);
/// let traced = soften(&mask, &[255, 191, 0], Connectivity::Four);
/// let right = traced.rings[0].points.iter().map(|p| p[0]).max();
/// assert_eq!(right, Some(2 * 256 - 64));
/// ```
#[must_use]
pub fn soften(mask: &Mask, alpha: &[u8], connectivity: Connectivity) -> Outline {
    let mut traced = outline(mask, connectivity);
    let picture = Alpha { mask, alpha };
    for ring in &mut traced.rings {
        let points = picture.slide(&ring.points);
        *ring = Ring { points: without_straight(points), ..ring.clone() };
    }
    traced
}

struct Alpha<'a> {
    mask: &'a Mask,
    alpha: &'a [u8],
}

impl Alpha<'_> {
    fn at(&self, x: i32, y: i32) -> u8 {
        if x < 0 || y < 0 || x as u32 >= self.mask.width() || y as u32 >= self.mask.height() {
            return 0;
        }
        let index = y as usize * self.mask.width() as usize + x as usize;
        let hard = if self.mask.get(x as u32, y as u32) { 255 } else { 0 };
        self.alpha.get(index).copied().unwrap_or(hard)
    }

    /// The points of one ring of pixel corners, moved.
    fn slide(&self, corners: &[Point]) -> Vec<Point> {
        let mut points = Vec::new();
        let n = corners.len();
        // How far the last unit before a corner was moved, in x and y.
        let mut moved = [0, 0];
        let mut open: Option<Point> = None;
        for i in 0..n {
            let [a, b] = [corners[i], corners[(i + 1) % n]].map(|p| p.map(|v| v / UNITS_PER_PIXEL));
            let step = [(b[0] - a[0]).signum(), (b[1] - a[1]).signum()];
            let count = (b[0] - a[0]).abs() + (b[1] - a[1]).abs();
            // Solid lies to the right hand.
            let side = [-step[1], step[0]];
            for k in 0..count {
                let from = [a[0] + k * step[0], a[1] + k * step[1]];
                // Twice the middle of the unit, from which both pixels are half a pixel away.
                let middle = [0, 1].map(|axis| 2 * from[axis] + step[axis]);
                let pixel = |sign: i32| {
                    let [x, y] = [0, 1].map(|axis| (middle[axis] + sign * side[axis] - 1) / 2);
                    let below = [0, 1].map(|axis| middle[axis] + sign * side[axis] < 1);
                    if below[0] || below[1] { 0 } else { self.at(x, y) }
                };
                let sum = i32::from(pixel(1)) + i32::from(pixel(-1)) - 255;
                let out = (sum * UNITS_PER_PIXEL / 255).clamp(-FARTHEST, FARTHEST);
                let slid = [0, 1].map(|axis| -side[axis] * out);
                if k == 0 && i > 0 && self.sharp(a) {
                    points.push(
                        [0, 1].map(|axis| a[axis] * UNITS_PER_PIXEL + moved[axis] + slid[axis]),
                    );
                }
                if k == 0 && i == 0 {
                    open = Some(slid);
                }
                let half = UNITS_PER_PIXEL / 2;
                points.push([0, 1].map(|axis| middle[axis] * half + slid[axis]));
                moved = slid;
            }
        }
        let first = corners[0].map(|v| v / UNITS_PER_PIXEL);
        if let (Some(slid), true) = (open, self.sharp(first)) {
            points.push([0, 1].map(|axis| corners[0][axis] + moved[axis] + slid[axis]));
        }
        points
    }

    /// Whether all four pixels around a corner are fully solid or fully empty, and it is one.
    fn sharp(&self, [x, y]: Point) -> bool {
        let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)].map(|(dx, dy)| self.at(x + dx, y + dy));
        let solid = around.iter().filter(|&&a| a >= FULL).count();
        let empty = around.iter().filter(|&&a| a <= 255 - FULL).count();
        solid + empty == 4 && solid != 2
    }
}

/// The ring without the points that lie on the line between their neighbours.
fn without_straight(points: Vec<Point>) -> Vec<Point> {
    let n = points.len();
    let mut kept: Vec<Point> = Vec::with_capacity(n);
    for i in 0..n {
        let before = kept.last().copied().unwrap_or(points[n - 1]);
        let (here, after) = (points[i], points[(i + 1) % n]);
        let [a, b] = [[here, before], [after, here]]
            .map(|[p, q]| [0, 1].map(|axis| i64::from(p[axis]) - i64::from(q[axis])));
        if a[0] * b[1] != a[1] * b[0] {
            kept.push(here);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{soft_iou, validity};

    /// The exact coverage of pixels by the half-plane `x·c + y·s <= d`, by close samples.
    fn half_plane(width: u32, c: f64, s: f64, d: f64) -> Vec<u8> {
        let mut alpha = Vec::new();
        for y in 0..width {
            for x in 0..width {
                let inside = (0..4096).filter(|i| {
                    let px = f64::from(x) + (f64::from(i % 64) + 0.5) / 64.0;
                    let py = f64::from(y) + (f64::from(i / 64) + 0.5) / 64.0;
                    px * c + py * s <= d
                });
                alpha.push((inside.count() as f64 / 4096.0 * 255.0).round() as u8);
            }
        }
        alpha
    }

    fn mask_of(alpha: &[u8], width: u32) -> Mask {
        let height = alpha.len() as u32 / width;
        Mask::from_fn(width, height, |x, y| alpha[(y * width + x) as usize] >= 128)
    }

    #[test]
    fn straight_edges_are_found_within_a_tenth_of_a_pixel() {
        for step in 0..32 {
            // Directions all around, without a sine.
            let t = f64::from(step) * 0.3 - 4.65;
            let (c, s) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
            let d = 10.0 * (c + s) + f64::from(step) * 0.03;
            let alpha = half_plane(20, c, s, d);
            let traced = soften(&mask_of(&alpha, 20), &alpha, Connectivity::Four);
            assert!(validity(&traced).is_sound());
            for p in traced.rings.iter().flat_map(|r| &r.points) {
                let [x, y] = p.map(|v| f64::from(v) / 256.0);
                if [x, y].iter().all(|v| (2.0..18.0).contains(v)) {
                    assert!((x * c + y * s - d).abs() < 0.1, "{c} {s} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn random_alpha_gives_sound_rings_that_never_meet() {
        let mut state = 1u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            (state >> 56) as u8
        };
        for round in 0..400 {
            let (width, height) = (1 + u32::from(next()) % 12, 1 + u32::from(next()) % 12);
            let hard = round % 3 == 0;
            let alpha: Vec<u8> = (0..width * height)
                .map(|_| if hard { [0, 255, 130][usize::from(next()) % 3] } else { next() })
                .collect();
            for connectivity in [Connectivity::Four, Connectivity::Eight] {
                let traced = soften(&mask_of(&alpha, width), &alpha, connectivity);
                let found = validity(&traced);
                assert!(found.is_sound() && found.touches == 0, "{found:?} {width} {alpha:?}");
            }
        }
    }

    #[test]
    fn hard_pixels_keep_their_corners() {
        let mask = Mask::from_fn(6, 5, |x, y| x > 0 && y > 0 && x < 4 && y < 4);
        let soft = soften(&mask, &[], Connectivity::Four);
        let mut expected = outline(&mask, Connectivity::Four).rings[0].points.clone();
        expected.rotate_left(1);
        assert_eq!(soft.rings[0].points, expected);
    }

    #[test]
    fn a_disc_comes_out_with_a_soft_iou_near_one() {
        let mut alpha = Vec::new();
        for y in 0..40 {
            for x in 0..40 {
                let inside = (0..1024).filter(|i| {
                    let px = f64::from(x) - 20.3 + (f64::from(i % 32) + 0.5) / 32.0;
                    let py = f64::from(y) - 19.8 + (f64::from(i / 32) + 0.5) / 32.0;
                    px * px + py * py <= 225.0
                });
                alpha.push((inside.count() as f64 / 1024.0 * 255.0).round() as u8);
            }
        }
        let traced = soften(&mask_of(&alpha, 40), &alpha, Connectivity::Four);
        assert!(soft_iou(&traced, 40, 40, &alpha) > 0.997);
    }
}
