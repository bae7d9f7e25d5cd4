//! The JSON forms of pixel masks and tile grids: rows of text, a character for each cell.
//!
//! In a mask `#` is a solid pixel and `.` an empty one. In a grid `#` is a full cell, `.` or a space
//! an empty one; any other character is a tile, whose shape `tiles` gives under that character, in
//! units of the cell.

use alloc::string::{String, ToString};
use alloc::{collections::BTreeMap, format, vec::Vec};
use serde_json::{Map, Value, json};

use crate::ErrorKind;
use crate::json::node::{Fields, Node};
use crate::json::{JsonError, shape};
use crate::shape::TileCell;
use crate::shape::kinds::mask::Bits;
use crate::shape::kinds::tile_grid::{self, MAX_CELLS, MAX_SIDE, MAX_TILES, Tile};
use crate::{Shape, ShapeError};

/// The first character for tiles beyond letters and digits.
const MORE_NAMES: u32 = 0x100;

/// Cells row by row, and how many of them there are in a row and in a column.
struct Rows<T> {
    width: u32,
    height: u32,
    cells: Vec<T>,
}

/// Reads a list of texts of one length, each character by `cell`, which returns what is wrong.
fn rows<T>(
    list: &Node<'_>,
    things: &str,
    most: usize,
    cell: impl Fn(char) -> Result<T, String>,
) -> Result<Rows<T>, JsonError> {
    let (mut width, mut cells) = (0, Vec::new());
    let rows = list.items()?;
    let height = rows.len() as u32;
    for (y, row) in rows.enumerate() {
        let text = row.text()?;
        let found = text.chars().count();
        let limit = |limit| row.error(ErrorKind::TooMany, format!("more than {limit}"));
        if y == 0 {
            width = found;
        }
        if width.max(y + 1) > MAX_SIDE as usize {
            return Err(limit(format!("{MAX_SIDE} {things} a side")));
        }
        if found != width {
            let what = format!("expected {width} {things} as in the first row, found {found}");
            return Err(row.error(ErrorKind::Form, what));
        }
        if cells.len() + width > most {
            return Err(limit(format!("{most} {things}")));
        }
        for character in text.chars() {
            cells.push(cell(character).map_err(|what| row.error(ErrorKind::Form, what))?);
        }
    }
    Ok(Rows { width: width as u32, height, cells })
}

pub(crate) fn read_mask(list: &Node<'_>) -> Result<Result<Shape, ShapeError>, JsonError> {
    let Rows { width, height, cells } =
        rows(list, "pixels", usize::MAX, |character| match character {
            '#' => Ok(1),
            '.' => Ok(0),
            _ => Err("a pixel is \"#\" for solid or \".\" for empty".to_string()),
        })?;
    let word = |pixels: &[u64]| pixels.iter().rev().fold(0, |word, pixel| word << 1 | pixel);
    let words = cells.chunks(width.max(1) as usize).flat_map(|row| row.chunks(64).map(word));
    Ok(Shape::mask(width, height, words))
}

pub(crate) fn write_mask(bits: &Bits) -> Value {
    let pixel = |x: u32, y: u32| if bits.get(x.into(), y.into()) { '#' } else { '.' };
    let row = |y: u32| (0..bits.width).map(|x| pixel(x, y)).collect::<String>();
    json!({ "rows": (0..bits.height).map(row).collect::<Vec<_>>() })
}

pub(crate) fn read_grid(
    node: &Node<'_>,
    f: &Fields<'_>,
    budget: &mut usize,
) -> Result<Shape, JsonError> {
    let size = f.vec2("cell")?;
    let (mut tiles, mut names) = (Vec::new(), Vec::new());
    let mut numbers: BTreeMap<char, u16> = BTreeMap::new();
    if let Some(list) = f.get("tiles") {
        for (name, value) in list.object()? {
            let tile = list.key(name, value);
            let name = tile_name(&tile, name)?;
            numbers.insert(name, tiles.len() as u16);
            names.push(name);
            if tiles.len() == MAX_TILES {
                let what = format!("more than {MAX_TILES} tiles");
                return Err(tile.error(ErrorKind::TooMany, what));
            }
            tiles.push(shape::read(&tile, budget)?);
        }
    }
    let cell = |name: char| match (name, numbers.get(&name)) {
        ('#', _) => Ok(TileCell::Full),
        ('.' | ' ', _) => Ok(TileCell::Empty),
        (_, Some(tile)) => Ok(TileCell::Tile(*tile)),
        (_, None) => Err(format!(
            "{name:?} is no tile; a cell is \"#\" for full, \".\" or a space for empty, or a key of \
             \"tiles\""
        )),
    };
    let Rows { width, height, cells } = rows(&f.require("rows")?, "cells", MAX_CELLS, cell)?;
    Shape::grid_of_tiles(width, height, size, tiles, cells).map_err(|error| {
        // A tile by its name: the number is only the order of the names.
        let what = match &error {
            ShapeError::Tile { tile, cell, fault } => match (names.get(*tile), cell) {
                (Some(name), Some([x, y])) => {
                    format!("the tile {name:?}, first in rows[{y}] at column {x}, {fault}")
                }
                (Some(name), None) => format!("the tile {name:?} {fault}"),
                _ => error.to_string(),
            },
            _ => error.to_string(),
        };
        node.error(error.kind(), what)
    })
}

fn tile_name(tile: &Node<'_>, name: &str) -> Result<char, JsonError> {
    let mut all = name.chars();
    match (all.next(), all.next()) {
        (Some(one), None) if !matches!(one, '#' | '.' | ' ') => Ok(one),
        _ => {
            let what = "a tile is named by one character other than \"#\", \".\" and space";
            Err(tile.error(ErrorKind::Form, what))
        }
    }
}

pub(crate) fn write_grid(map: &tile_grid::Map) -> Option<Value> {
    let more = (MORE_NAMES..0xD800).filter_map(char::from_u32);
    let names = ('0'..='9').chain('A'..='Z').chain('a'..='z').chain(more);
    let names: Vec<char> = names.take(map.tiles.len()).collect();
    let name = |cell: &TileCell| match cell {
        TileCell::Empty => '.',
        TileCell::Full => '#',
        TileCell::Tile(tile) => names.get(usize::from(*tile)).copied().unwrap_or('#'),
    };
    let rows = map.cells.chunks(map.columns as usize);
    let rows: Vec<String> = rows.map(|row| row.iter().map(name).collect()).collect();
    let mut form = json!({ "cell": shape::pair(map.cell), "rows": rows });
    if !map.tiles.is_empty() {
        let tile =
            |(name, tile): (&char, &Tile)| Some((name.to_string(), shape::write(&tile.shape)?));
        let tiles = names.iter().zip(&map.tiles).map(tile).collect::<Option<Map<_, _>>>()?;
        form["tiles"] = Value::Object(tiles);
    }
    Some(form)
}
