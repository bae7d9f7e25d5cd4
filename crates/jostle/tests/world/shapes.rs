//! Shapes of every kind that bytes can hold, and places for them.

use crate::below;
use jostle::{
    Affine, Rot, Shape,
    shape::{ChainEnds, Sidedness, TileCell},
};
use jostle_testing::Rng;
use std::sync::Arc;

/// A number in −1..1, often on a coarse grid so that things touch exactly.
pub(crate) fn signed(rng: &mut Rng) -> f32 {
    if below(rng, 2) == 0 {
        (below(rng, 17) as f32 - 8.0) / 8.0
    } else {
        (rng.bits() >> 40) as f32 / 8_388_608.0 - 1.0
    }
}

pub(crate) fn transform(rng: &mut Rng, room: f32) -> Affine {
    let (x, y) = (signed(rng) * room / 2.0, signed(rng) * room / 2.0);
    let at = match below(rng, 3) {
        0 => Affine::at((x.round(), y.round())),
        _ => Affine::at((x, y)),
    };
    match below(rng, 8) {
        0 => at.rotated(signed(rng) * 3.0),
        1 => at.rotated_by(Rot::from_degrees(90.0)),
        2 => at.scaled(1.0 + signed(rng), 1.0 - signed(rng) * 0.5),
        3 => at.rotated(1.0).skewed(0.4, -0.2),
        _ => at,
    }
}

/// Some of each kind; the first has no bounds.
pub(crate) fn pool(rng: &mut Rng) -> Vec<Arc<Shape>> {
    let mut size = || 0.25 + (below(rng, 16) as f32) / 8.0;
    let star = [(0., 1.5), (-0.5, 0.5), (-1.5, 0.), (-0.5, -0.5), (0., -1.5), (1., 0.25)];
    let square = [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)];
    let hole = [[(-1., -1.), (1., -1.), (1., 1.), (-1., 1.)]];
    let bar = Shape::rect_half((size(), 0.25)).unwrap();
    let cross = [(bar.clone(), Affine::IDENTITY), (bar, Affine::at((0.25, 0.5)).rotated(1.5))];
    let mixed = [
        (Shape::circle(size()).unwrap(), Affine::at((-1.0, 0.0))),
        (Shape::polygon(star).unwrap(), Affine::at((1.0, 0.5))),
    ];
    let slope = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]).unwrap();
    let (none, full, up) = (TileCell::Empty, TileCell::Full, TileCell::Tile(0));
    let shapes = [
        Shape::half_plane((0.0, 1.0), -60.0),
        Shape::point((0.0, 0.0)),
        Shape::segment((-1.0, 0.0), (size(), 1.0)),
        Shape::circle(size()),
        Shape::circle(size()),
        Shape::circle(1.0),
        Shape::capsule((-1.0, 0.0), (1.0, size()), 0.5),
        Shape::rect_half((size(), size())),
        Shape::rect_half((size(), size())),
        Shape::rect_half((0.5, 0.5)),
        Shape::rect_half((1.0, 0.5)).unwrap().with_radius(0.25),
        Shape::ellipse((size(), size())),
        Shape::triangle((0.0, 0.0), (size(), 0.0), (0.0, 1.0)),
        Shape::hull([(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.75, 0.75)]),
        Shape::polygon(star),
        Shape::polygon(star).unwrap().with_radius(0.25),
        Shape::polygon_with_holes(square, hole),
        Shape::chain(star, ChainEnds::Open, Sidedness::Both),
        Shape::chain(star, ChainEnds::Closed, Sidedness::Left),
        Shape::compound(cross),
        Shape::compound(mixed),
        Shape::mask(3, 3, [0b101, 0b111, 0b010]),
        Shape::grid_of_tiles(3, 2, (1.0, 0.75), [slope], [none, up, full, up, full, none]),
        // Enough cells to be looked at only where the other is.
        Shape::grid(
            12,
            9,
            (0.25, 0.375),
            [0xfff, 0x0f3, 0x301, 0xfff, 0xa5a, 0xfff, 0x0, 0x7fe, 0x3],
        ),
    ];
    shapes.into_iter().map(|shape| Arc::new(shape.unwrap())).collect()
}
