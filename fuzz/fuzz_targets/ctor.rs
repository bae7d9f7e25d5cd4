//! Any bit patterns into every constructor: refused by name, or a set with finite bounds.
#![no_main]

use jostle::{
    Affine, Rot, Shape, ShapeError, Vec2,
    shape::{ChainEnds, Sidedness},
};
use jostle_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let b = &mut Bytes::new(data);
    let kind = b.byte();
    let made = match kind % 14 {
        _ if kind >= 224 => mask(b),
        0 => Shape::point(vec2(b)),
        1 => Shape::segment(vec2(b), vec2(b)),
        2 => Shape::circle_at(vec2(b), b.raw()),
        3 => Shape::capsule(vec2(b), vec2(b), b.raw()),
        4 => Shape::rect_half_at(vec2(b), vec2(b), rot(b)),
        5 => Shape::ellipse_at(vec2(b), vec2(b), rot(b)),
        6 => Shape::half_plane(vec2(b), b.raw()),
        7 => Shape::triangle(vec2(b), vec2(b), vec2(b)),
        8 => Shape::hull(points(b)),
        9 => Shape::polygon(points(b)),
        10 => Shape::polygon_with_holes(points(b), [points(b)]),
        11 => Shape::chain(points(b), ChainEnds::Open, Sidedness::Both),
        12 => Shape::chain(points(b), ChainEnds::Closed, Sidedness::Left),
        _ => Shape::circle(b.raw()).and_then(|c| Shape::compound([(c, affine(b))])),
    };
    let radius = b.raw();
    let shapes = made.into_iter().flat_map(|shape| {
        let round = shape.with_radius(radius);
        core::iter::once(Ok(shape)).chain([round])
    });
    for shape in shapes.flatten() {
        for affine in [Affine::IDENTITY, affine(b)] {
            if std::env::var_os("SHOW").is_some() {
                eprintln!("{}", jostle_fuzz::shapes::words(&shape, affine));
            }
            let Ok(placed) = shape.place(affine) else { continue };
            let bounds = placed.bounds();
            assert!(bounds.min.x <= bounds.max.x && bounds.min.y <= bounds.max.y, "{bounds:?}");
            if !matches!(shape, Shape::HalfPlane(_)) {
                assert!(bounds.min.is_finite() && bounds.max.is_finite(), "{bounds:?}");
            }
            assert!(placed.area().is_none_or(|area| area >= 0.0));
            assert!(placed.overlaps(&placed) && placed.contains(&placed));
        }
    }
});

/// A size that is mostly small, and about as many words as it needs.
fn mask(b: &mut Bytes<'_>) -> Result<Shape, ShapeError> {
    let mut side = || match b.byte() {
        255 => b.raw().to_bits(),
        short => u32::from(short) % 70,
    };
    let (width, height) = (side(), side());
    let asked = u64::from(width.div_ceil(64)) * u64::from(height);
    let count = (asked + u64::from(b.below(16) == 1)).min(1 << 12);
    let pair = |b: &mut Bytes<'_>| u64::from(b.raw().to_bits());
    let words: Vec<u64> = (0..count).map(|_| pair(b) << 32 | pair(b)).collect();
    let solid = |x: u32, y: u32| {
        let word = words.get((y * width.div_ceil(64) + x / 64) as usize);
        word.is_some_and(|word| word >> (x % 64) & 1 == 1)
    };
    let made = Shape::mask(width, height, words.iter().copied())?;
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let area = pixels.filter(|&(x, y)| solid(x, y)).count() as f32;
    assert_eq!(made.place(Affine::IDENTITY)?.area(), Some(area), "the area of a mask");
    Ok(made)
}

fn points(b: &mut Bytes<'_>) -> Vec<Vec2> {
    let count = b.below(9);
    (0..count).map(|_| vec2(b)).collect()
}

fn vec2(b: &mut Bytes<'_>) -> Vec2 {
    Vec2::new(b.raw(), b.raw())
}

fn rot(b: &mut Bytes<'_>) -> Rot {
    Rot { cos: b.raw(), sin: b.raw() }
}

fn affine(b: &mut Bytes<'_>) -> Affine {
    let mut six = [0.0; 6];
    six.fill_with(|| b.raw());
    Affine::from_matrix(six)
}
