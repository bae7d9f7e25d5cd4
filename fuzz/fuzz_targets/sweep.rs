//! Two shapes that move: casts, sweeps and slides answer, in bounds and by the laws, alone and in a world.
#![no_main]

use jostle::{Inside, Meet, Motion, Pace, Slide, Stop, Vec2};
use jostle_fuzz::bytes::Numbers;
use jostle_fuzz::{Bytes, laws, shapes};
use libfuzzer_sys::fuzz_target;

fn motion(bytes: &mut Bytes<'_>, numbers: Numbers) -> Motion {
    let by = shapes::vec2(bytes, numbers);
    let motion = Motion::by(by.x, by.y);
    // Some dozen turns at most: the work grows with them.
    let motion = match bytes.below(4) {
        0 => motion,
        1 => motion.turning_degrees(f64::from(bytes.byte() as i8) * 7.5),
        2 => motion.turning_degrees(f64::from(bytes.byte() as i8) * 100.0),
        _ => motion.turning(bytes.raw().clamp(-40.0, 40.0)),
    };
    let motion = match bytes.below(4) {
        0 => motion.about(shapes::vec2(bytes, numbers)),
        1 => motion.scaling(bytes.number(numbers), bytes.number(numbers)),
        _ => motion,
    };
    // Not at 0, which is what follows the last byte.
    if bytes.below(4) == 1 { self::motion(bytes, numbers).under(&motion) } else { motion }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let numbers = shapes::numbers(&mut bytes);
    let Some((a, at_a)) = shapes::drawn(&mut bytes, numbers) else { return };
    let Some((b, at_b)) = shapes::drawn(&mut bytes, numbers) else { return };
    let by = [motion(&mut bytes, numbers), motion(&mut bytes, numbers)];
    let way = shapes::vec2(&mut bytes, numbers);
    let rules = Meet {
        stop: [Stop::Touching, Stop::Overlapping][usize::from(bytes.below(2))],
        inside: [Inside::Hit, Inside::Hit, Inside::Skip, Inside::Exit][usize::from(bytes.below(4))],
        skin: if bytes.below(4) == 0 { bytes.extent(numbers) } else { 0.0 },
    };
    let slide = Slide {
        up: (bytes.below(2) == 0).then_some(Vec2::new(0.0, -1.0)),
        step: if bytes.below(2) == 0 { bytes.extent(numbers) } else { 0.0 },
        snap: if bytes.below(2) == 0 { bytes.extent(numbers) } else { 0.0 },
        skin: rules.skin,
        pace: [Pace::Project, Pace::Keep, Pace::Level][usize::from(bytes.below(3))],
        legs: bytes.below(20).into(),
        ..Slide::by(way.x, way.y)
    };
    // `SHOW=1 cargo fuzz run sweep FILE` prints the pair of a finding.
    if std::env::var_os("SHOW").is_some() {
        let words = [shapes::words(&a, at_a), shapes::words(&b, at_b)];
        eprintln!("a: {}\nb: {}\n{by:?}\n{way:?} {rules:?}\n{slide:?}", words[0], words[1]);
    }
    laws::in_world([(&a, at_a), (&b, at_b)], &by[0], rules, &slide);
    let (Ok(a), Ok(b)) = (a.place(at_a), b.place(at_b)) else { return };
    laws::moving(&a, &b, &by, way, rules);
});
