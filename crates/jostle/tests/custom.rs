//! Shapes that are known by a support function alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jostle::shape::SupportMap;
use jostle::{Affine, Meet, Motion, Rot, Shape, Vec2};

/// The hull of the unit disc and a tip, with the number of support points that were asked for.
struct Drop {
    tip: [f64; 2],
    asked: Arc<AtomicUsize>,
    /// Whether support points are rounded to `f32`.
    rounds: bool,
}

impl SupportMap for Drop {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let length = (x * x + y * y).sqrt();
        if self.tip[0] * x + self.tip[1] * y > length {
            self.tip
        } else if self.rounds {
            [x / length, y / length].map(|x| f64::from(x as f32))
        } else {
            [x / length, y / length]
        }
    }
}

/// Returns the most support points that a gap took, and the most that a witness was off.
fn gaps_of_points_near_the_disc(rounds: bool) -> (usize, f32) {
    let asked = Arc::new(AtomicUsize::new(0));
    let drop = Shape::custom(Drop { tip: [-4.0, 1.5], asked: asked.clone(), rounds });
    let drop = drop.place(Affine::IDENTITY).unwrap();
    let (mut most, mut furthest) = (0, 0.0);
    for turn in 0_u8..64 {
        // Away from the tip, so that the line between the middles is not the shortest.
        let rot = Rot::from_radians(f32::from(turn) * 0.02 - 0.64);
        for distance in [0.5, 0.97, 0.999, 1.0, 1.0001, 1.02, 3.0] {
            let reach = 1.0 + distance;
            let at = Vec2::new(rot.cos, rot.sin) * reach as f32;
            let point = Shape::point(at).unwrap().place(Affine::IDENTITY).unwrap();
            asked.store(0, Ordering::Relaxed);
            let gap = drop.gap(&point);
            most = most.max(asked.load(Ordering::Relaxed));
            assert!((f64::from(gap.separation) - distance).abs() < 1e-6, "{rot:?}: {gap:?}");
            let off = (gap.on_a - at / reach as f32).length();
            furthest = if off > furthest { off } else { furthest };
        }
    }
    (most, furthest)
}

#[test]
fn a_circle_about_as_far_away_as_its_radius_takes_few_support_points() {
    let (most, off) = gaps_of_points_near_the_disc(false);
    assert!(most < 200 && off < 1e-6, "{most} {off:e}");
}

#[test]
fn support_points_in_f32_shift_witnesses_along_the_boundary() {
    let (most, off) = gaps_of_points_near_the_disc(true);
    assert!(most < 400 && off < 1e-3, "{most} {off:e}");
}

/// The ellipse with the half axes 4 and 0.5.
struct Ellipse(Arc<AtomicUsize>);

impl SupportMap for Ellipse {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        self.0.fetch_add(1, Ordering::Relaxed);
        let length = (16.0 * x * x + 0.25 * y * y).sqrt();
        [16.0 * x / length, 0.25 * y / length]
    }
}

#[test]
fn a_sweep_takes_about_ten_distances() {
    let asked = Arc::new(AtomicUsize::new(0));
    let blade = Shape::custom(Ellipse(asked.clone())).place(Affine::IDENTITY).unwrap();
    for (degrees, height) in [(45.0, 1.0), (45.0, 2.0), (90.0, 1.0), (90.0, 3.0), (180.0, 3.9_f32)]
    {
        let floor = Shape::rect_half((20.0, 1.0)).unwrap();
        let floor = floor.place(Affine::at((0.0, height + 1.0))).unwrap();
        asked.store(0, Ordering::Relaxed);
        let _ = blade.gap(&floor);
        let one = asked.swap(0, Ordering::Relaxed);
        let spin = Motion::NONE.turning_degrees(degrees);
        let hit = blade.sweep(&floor, spin, Motion::NONE, Meet::TOUCH);
        let all = asked.load(Ordering::Relaxed);
        // Near the contact a distance takes up to twice as many.
        assert!(hit.is_some_and(|hit| hit.certain) && all < 20 * one, "{one} {all} {hit:?}");
    }
}
