//! A box slides over a floor of tiles: on a pile of boxes it snags on the seams, on a grid it does
//! not.
//!
//! `cargo run -p jostle --example tile_floor`

use jostle::{Affine, Placed, Shape, ShapeError, Vec2, shape::weld};

/// Moves a box right over the floor, pushing it out of whatever it touches; returns how far it got.
fn slide(floor: &[Placed]) -> Result<f32, ShapeError> {
    let hero = Shape::rect_half((6.0, 6.0))?;
    let (mut at, step) = (Vec2::new(8.0, 26.0), Vec2::new(2.0, 4.0));
    for _ in 0..40 {
        at += step;
        for part in floor {
            // Gravity presses the box into the floor; the push takes it out again.
            if let Some(contact) = part.contact(&hero.place(Affine::at(at))?) {
                at += contact.push_b();
            }
        }
    }
    Ok(at.x)
}

fn main() -> Result<(), ShapeError> {
    // Six columns of tiles, 16 units each.
    let rows = ["......", "......", "######", "#.##.#"];
    let mut tiles = Vec::new();
    for (j, row) in (0_u8..).zip(rows) {
        for i in (0_u8..6).rev().filter(|i| row.as_bytes()[usize::from(*i)] == b'#') {
            let (x, y) = (f32::from(i) * 16.0 + 8.0, f32::from(j) * 16.0 + 8.0);
            tiles.push(Shape::rect_half((8.0, 8.0))?.place(Affine::at((x, y)))?);
        }
    }
    // The next tile ahead is nearer than the way up: the hero is pushed back at the first seam.
    let stuck = slide(&tiles)?;
    println!("a pile of {} boxes: the hero gets to x = {stuck}", tiles.len());
    assert!(stuck < 16.0);

    // The same tiles as one shape: what two of them share is no boundary.
    let cells = rows.concat().into_bytes().into_iter().map(|cell| cell == b'#');
    let grid = Shape::grid_of_tiles(6, 4, (16.0, 16.0), [], cells)?.place(Affine::IDENTITY)?;
    let smooth = slide(core::slice::from_ref(&grid))?;
    println!("a grid: x = {smooth}");
    assert_eq!(smooth, 88.0);

    // Tiles that are colliders already can be welded.
    let welded = weld(&tiles);
    let outline = welded.welds[0].shape.place(Affine::IDENTITY)?;
    assert_eq!(slide(core::slice::from_ref(&outline))?, smooth);
    println!("welded: {} tiles became 1 outline", welded.welds[0].from.len());
    Ok(())
}
