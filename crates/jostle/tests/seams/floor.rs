//! What rests on a floor of tiles or slides over it has the normal of the floor.

use super::draw::Draw;
use jostle::{
    Affine, Placed, Rot, Shape,
    shape::{TileCell, weld},
};

/// A floor of full cells with what lies below it random, under any turn; a ball or a box rests on
/// it, a little in or just touching, over seams and elsewhere. Returns how many contacts there
/// were.
pub(crate) fn check(draw: &mut Draw) -> Result<u32, String> {
    // Now and then large enough to be looked at only where the probe is.
    let wide = if draw.below(8) == 0 { 30 } else { 0 };
    let (columns, rows) = (3 + draw.below(8) as u32 + wide, 2 + draw.below(3) as u32 + wide / 4);
    let cells: Vec<TileCell> = (0..columns * rows)
        .map(|n| if n < columns || draw.below(2) == 0 { TileCell::Full } else { TileCell::Empty })
        .collect();
    let size = [1.0, 16.0, 0.5][draw.below(3) as usize];
    let turn =
        [Rot::IDENTITY, Rot::from_degrees(90.0), Rot::from_degrees(20.0), Rot::from_degrees(-77.0)];
    let turn = turn[draw.below(4) as usize];
    let m = Affine::at((draw.quarter(-9, 9), draw.quarter(-9, 9))).rotated_by(turn);
    let none: [Shape; 0] = [];
    // The cells as tiles of their own; a turned one has no exact corners to weld.
    let tile = |n: usize| {
        let at = [n % columns as usize, n / columns as usize].map(|k| (k as f32 + 0.5) * size);
        Shape::rect_half((size * 0.5, size * 0.5))?.place(Affine::at(at).under(&m))
    };
    let full = cells.iter().enumerate().filter(|(_, cell)| **cell == TileCell::Full);
    let tiles: Result<Vec<_>, _> = full.map(|(n, _)| tile(n)).collect();
    let mut floors: Vec<Placed> = Vec::new();
    for one in weld(&tiles.map_err(|e| e.to_string())?).welds {
        // The first tile lies in the floor.
        if one.from[0] == 0 {
            floors.push(one.shape.place(Affine::IDENTITY).map_err(|e| e.to_string())?);
        }
    }
    let grid = Shape::grid_of_tiles(columns, rows, (size, size), none, cells);
    floors.push(grid.and_then(|g| g.place(m)).map_err(|e| e.to_string())?);
    let up = m.transform_vector((0.0, -1.0));
    let mut contacts = 0;
    // Slides over all seams but for the ends of the floor.
    let steps = 8;
    for step in steps..=(columns - 1) * steps {
        let x = step as f32 / steps as f32 * size;
        let half = size * 0.375;
        let depth = [0.0, 0.0625, 0.25][draw.below(3) as usize] * half;
        let at = Affine::at((x, depth - half)).under(&m);
        let shape =
            if draw.below(2) == 0 { Shape::circle(half) } else { Shape::rect_half((half, half)) };
        let probe = shape.and_then(|s| s.place(at)).map_err(|e| e.to_string())?;
        for floor in &floors {
            let faces = floor.contacts(&probe);
            if faces.len() > 1 || faces.iter().any(|c| (c.normal - up).length() > 1e-5) {
                return Err(format!("step {step}, depth {depth}: {faces:?}, not {up:?} alone"));
            }
            let Some(contact) = floor.contact(&probe) else { continue };
            contacts += 1;
            let off = (contact.normal - up).length();
            if off > 1e-5 {
                return Err(format!(
                    "step {step}, depth {depth}: {contact:?}, not {up:?}, off by {off}"
                ));
            }
            for point in floor.manifold(&probe).iter().flat_map(|m| m.points().to_vec()) {
                if point.depth > depth + size * 1e-4 {
                    return Err(format!("step {step} at depth {depth}: {point:?}"));
                }
            }
        }
    }
    Ok(contacts)
}
