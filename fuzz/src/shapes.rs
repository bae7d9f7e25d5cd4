//! Placed shapes of every kind.

use crate::bytes::{Bytes, Numbers};
use jostle::{
    Affine, Rot, Shape, ShapeError, TransformParts, Vec2,
    shape::{ChainEnds, Sidedness, TileCell},
};

/// How the numbers of a pair are made.
pub fn numbers(bytes: &mut Bytes<'_>) -> Numbers {
    match bytes.below(8) {
        0..=3 => Numbers::Grid,
        4..=6 => Numbers::Near,
        _ => Numbers::Wide,
    }
}

/// A shape and where it is placed; `None` where a constructor refused.
pub fn drawn(bytes: &mut Bytes<'_>, numbers: Numbers) -> Option<(Shape, Affine)> {
    // Deeper compounds cost time and show nothing new: nested unions are flattened when placed.
    let shape = shape(bytes, numbers, 1).ok()?;
    Some((shape, affine(bytes, numbers)))
}

/// The JSON form with its transform, for reports.
pub fn words(shape: &Shape, affine: Affine) -> String {
    let mut form = shape.to_json().unwrap_or_default();
    form["transform"] = affine.to_json();
    form.to_string()
}

/// A shape of any kind; compounds nest `depth` levels.
pub fn shape(bytes: &mut Bytes<'_>, n: Numbers, depth: u8) -> Result<Shape, ShapeError> {
    let kind = bytes.byte();
    // An eighth of all draws; the rest keeps its meaning for the corpora there are.
    if kind >= 224 {
        return mask(bytes);
    }
    if kind >= 208 {
        return grid(bytes);
    }
    match kind % 14 {
        0 => Shape::point(vec2(bytes, n)),
        1 => Shape::segment(vec2(bytes, n), vec2(bytes, n)),
        2 => Shape::circle_at(vec2(bytes, n), bytes.extent(n)),
        3 => Shape::capsule(vec2(bytes, n), vec2(bytes, n), bytes.extent(n)),
        4 => Shape::rect_half_at(vec2(bytes, n), extents(bytes, n), rot(bytes, n)),
        5 => {
            let rect = Shape::rect_half_at(vec2(bytes, n), extents(bytes, n), rot(bytes, n))?;
            rect.with_radius(bytes.extent(n))
        }
        6 => Shape::ellipse_at(vec2(bytes, n), extents(bytes, n), rot(bytes, n)),
        7 => Shape::half_plane(vec2(bytes, n), bytes.number(n)),
        8 => Shape::triangle(vec2(bytes, n), vec2(bytes, n), vec2(bytes, n)),
        9 => Shape::hull(points(bytes, n, 10)),
        10 => polygon(bytes, n),
        11 => polygon(bytes, n)?.with_radius(bytes.extent(n)),
        12 => {
            let ends = if bytes.below(2) == 0 { ChainEnds::Open } else { ChainEnds::Closed };
            let sided = if bytes.below(2) == 0 { Sidedness::Both } else { Sidedness::Left };
            Shape::chain(points(bytes, n, 8), ends, sided)
        }
        _ if depth == 0 => Shape::circle(bytes.extent(n)),
        _ => {
            let count = 1 + bytes.below(3);
            let mut parts = Vec::new();
            for _ in 0..count {
                parts.push((shape(bytes, n, depth - 1)?, affine(bytes, n)));
            }
            Shape::compound(parts)
        }
    }
}

/// A list of 1 to `most` points.
pub fn points(bytes: &mut Bytes<'_>, n: Numbers, most: u8) -> Vec<Vec2> {
    let count = 1 + bytes.below(most);
    (0..count).map(|_| vec2(bytes, n)).collect()
}

/// A polygon, often with a hole; many are refused, the rest are concave, flat or folded.
pub fn polygon(bytes: &mut Bytes<'_>, n: Numbers) -> Result<Shape, ShapeError> {
    let outer = points(bytes, n, 10);
    let holes = if bytes.below(3) == 0 { vec![points(bytes, n, 5)] } else { Vec::new() };
    Shape::polygon_with_holes(outer, holes)
}

/// A pixel mask, rarely wider than one word; each row is drawn, or as the one above.
pub fn mask(bytes: &mut Bytes<'_>) -> Result<Shape, ShapeError> {
    let (size, kind) = (bytes.byte(), bytes.byte());
    let (mut width, height) = (1 + u32::from(size & 15), 1 + u32::from(size >> 4));
    let wide = kind % 16 == 0;
    if wide {
        width += 60;
    }
    let mut words = Vec::new();
    let mut row = [0; 2];
    for _ in 0..height {
        row = match bytes.byte() {
            0..=31 => row,
            32..=47 => [u64::MAX; 2],
            // Blocks that a wide mask repeats.
            drawn => {
                let eight = u64::from(bytes.byte());
                let word = if wide { eight * 0x0101_0101 } else { eight | u64::from(drawn) << 8 };
                [word, word | 15 << 60]
            }
        };
        words.extend(&row[..width.div_ceil(64) as usize]);
    }
    Shape::mask(width, height, words)
}

/// A tile grid of up to 8 by 8 cells, with up to three tiles, of which some are refused.
pub fn grid(bytes: &mut Bytes<'_>) -> Result<Shape, ShapeError> {
    let (size, way) = (bytes.byte(), bytes.byte());
    let (columns, rows) = (1 + u32::from(size & 7), 1 + u32::from(size >> 4 & 7));
    let mut tiles = Vec::new();
    for _ in 0..way % 4 {
        let corners = 3 + bytes.byte() % 4;
        // Now and then one step outside of the cell.
        let mut step = || f32::from(bytes.byte() % 18) / 16.0;
        tiles.push(Shape::polygon((0..corners).map(|_| Vec2::new(step(), step())))?);
    }
    let cells: Vec<TileCell> = (0..columns * rows)
        .map(|_| match bytes.byte() % 8 {
            0..=2 => TileCell::Empty,
            tile @ 3..=5 if tiles.len() > usize::from(tile - 3) => {
                TileCell::Tile(u16::from(tile) - 3)
            }
            _ => TileCell::Full,
        })
        .collect();
    let cell = [1.0, 0.1][usize::from(way >> 4 & 1)];
    Shape::grid_of_tiles(columns, rows, (cell, 1.0), tiles, cells)
}

fn affine(bytes: &mut Bytes<'_>, n: Numbers) -> Affine {
    let at = vec2(bytes, n);
    let moved = Affine::at(at);
    match bytes.below(8) {
        0..=2 => Affine::IDENTITY,
        3 => moved,
        4 => moved.rotated_by(rot(bytes, n)),
        5 => moved.rotated_by(rot(bytes, n)).scaled(bytes.number(n), bytes.number(n)),
        6 => Affine::from_parts(TransformParts {
            position: at,
            rotation: bytes.number(n),
            scale: vec2(bytes, n),
            skew: vec2(bytes, n),
            pivot: vec2(bytes, n),
        }),
        _ => {
            let mut six = [0.0; 6];
            six.fill_with(|| bytes.number(n));
            Affine::from_matrix(six)
        }
    }
}

fn rot(bytes: &mut Bytes<'_>, n: Numbers) -> Rot {
    match bytes.below(4) {
        0 => Rot::IDENTITY,
        1 => Rot::from_degrees(f32::from(bytes.byte()) * 15.0),
        2 => Rot::from_radians(bytes.number(n)),
        _ => Rot { cos: bytes.number(n), sin: bytes.number(n) },
    }
}

fn extents(bytes: &mut Bytes<'_>, n: Numbers) -> Vec2 {
    Vec2::new(bytes.extent(n), bytes.extent(n))
}

pub fn vec2(bytes: &mut Bytes<'_>, n: Numbers) -> Vec2 {
    Vec2::new(bytes.number(n), bytes.number(n))
}
