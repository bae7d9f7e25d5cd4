use super::*;

#[test]
fn a_path_ends_at_its_transform_within_the_bounds_of_speed_and_acceleration() {
    let starts = [
        Affine::at((3.0, -1.0)).scaled(2.0, 0.5),
        Affine::at((-2.0, 5.0)).rotated(0.5).skewed(0.25, -0.125).scaled(0.25, -3.0),
    ];
    let ends = [Affine::at((1.0, 1.0)).scaled(0.125, 4.0), Affine::IDENTITY.rotated(2.0)];
    for (then, now) in starts.iter().flat_map(|then| ends.iter().map(move |now| (then, now))) {
        for turn in [0.0, 0.75, -9.0] {
            let motion = Motion::between(then, now, turn);
            let found = motion.at(then, 1.0).to_matrix();
            let pairs = found.into_iter().zip(now.to_matrix());
            assert!(pairs.into_iter().all(|(f, n)| (f - n).abs() < 1e-5), "{found:?} {now:?}");

            let carried = motion.under(&Motion::by(7.0, 2.0).turning(turn).about((9.0, 0.0)));
            let path = Path::new(&carried, DVec2::new(3.0, 1.0), DVec2::ZERO);
            let (center, reach) = (DVec2::new(1.0, 2.0), 1.5);
            let bounds = path.bounds(center, reach);
            for p in [[1.5, 0.0], [-1.5, 0.0], [0.0, 1.5], [0.9, -1.2]] {
                let p = center + DVec2::new(p[0], p[1]);
                let step = 1.0 / 256.0;
                let at = |i: i32| path.pose(f64::from(i) * step).point(p);
                let jerk = |t: f64| {
                    let [p, q] = [t, t + step].map(|t| path.acceleration(t, p));
                    (q - p).length() / step
                };
                for i in 1..256 {
                    let now = path.acceleration(f64::from(i) * step, p);
                    let bend = (at(i + 1) + at(i - 1) - at(i) * 2.0) * (1.0 / (step * step));
                    let slack = bounds.jerk * step + 1e-6;
                    assert!((now - bend).length() <= slack, "{now:?} {bend:?} {bounds:?}");
                    assert!(jerk(f64::from(i) * step) <= bounds.jerk * 1.0001 + 1e-6);
                    let speed = (at(i + 1) - at(i)).length() / step;
                    let bend = at(i + 1) + at(i - 1) - at(i) * 2.0;
                    let acceleration = bend.length() / (step * step);
                    assert!(speed <= bounds.speed * 1.0001, "{speed} of {bounds:?}");
                    assert!(acceleration <= bounds.acceleration * 1.0001 + 1e-6, "{bounds:?}");
                }
            }
        }
    }
}
