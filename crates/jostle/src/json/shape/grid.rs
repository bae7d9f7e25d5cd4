//! The JSON form of a tile grid: rows of text, a character for each cell.
//!
//! `#` is a full cell, `.` or a space an empty one; any other character is a tile, whose shape
//! `tiles` gives under that character, in units of the cell.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value, json};

use crate::json::node::{Fields, Node};
use crate::json::number::number;
use crate::json::{JsonError, JsonErrorKind, shape};
use crate::shape::kinds::tile_grid;
use crate::shape::kinds::tile_grid::{MAX_CELLS, MAX_SIDE, MAX_TILES, Tile};
use crate::{Shape, ShapeError, shape::TileCell};

/// The first character for tiles beyond letters and digits.
const MORE_NAMES: u32 = 0x100;

pub(crate) fn read(
    node: &Node<'_>,
    f: &Fields<'_>,
    budget: &mut usize,
) -> Result<Shape, JsonError> {
    let size = f.require("cell")?.vec2()?;
    let mut tiles = Vec::new();
    let mut names = Vec::new();
    let mut numbers: BTreeMap<char, u16> = BTreeMap::new();
    if let Some(list) = f.get("tiles") {
        for (name, value) in list.object()? {
            let tile = list.key(name, value);
            let name = character(&tile, name)?;
            numbers.insert(name, tiles.len() as u16);
            names.push(name);
            if tiles.len() == MAX_TILES {
                return Err(
                    tile.error(JsonErrorKind::Limit, format!("more than {MAX_TILES} tiles"))
                );
            }
            tiles.push(shape::read(&tile, budget)?);
        }
    }
    let rows = f.require("rows")?;
    let list = rows.array()?;
    let mut columns = 0;
    let mut cells: Vec<TileCell> = Vec::new();
    for (y, value) in list.iter().enumerate() {
        let row = rows.at(y, value);
        let before = cells.len();
        for name in row.text()?.chars() {
            let cell = match name {
                '#' => TileCell::Full,
                '.' | ' ' => TileCell::Empty,
                _ => match numbers.get(&name) {
                    Some(tile) => TileCell::Tile(*tile),
                    None => {
                        let what = format!(
                            "{name:?} is no tile; a cell is \"#\" for full, \".\" or a space for \
                             empty, or a key of \"tiles\""
                        );
                        return Err(row.error(JsonErrorKind::Form, what));
                    }
                },
            };
            cells.push(cell);
        }
        let found = cells.len() - before;
        if y == 0 {
            columns = found;
        }
        if columns > MAX_SIDE as usize || y >= MAX_SIDE as usize {
            return Err(
                row.error(JsonErrorKind::Limit, format!("more than {MAX_SIDE} cells a side"))
            );
        }
        if cells.len() > MAX_CELLS {
            return Err(row.error(JsonErrorKind::Limit, format!("more than {MAX_CELLS} cells")));
        }
        if found != columns {
            let what = format!("expected {columns} cells as in the first row, found {found}");
            return Err(row.error(JsonErrorKind::Form, what));
        }
    }
    Shape::grid_of_tiles(columns as u32, list.len() as u32, size, tiles, cells).map_err(|error| {
        let what = match &error {
            // By its name: the number is only the order of the names.
            ShapeError::Tile { tile, cell, fault } => match (names.get(*tile), cell) {
                (Some(name), Some([x, y])) => {
                    format!("the tile {name:?}, first in rows[{y}] at column {x}, {fault}")
                }
                (Some(name), None) => format!("the tile {name:?} {fault}"),
                _ => error.to_string(),
            },
            _ => error.to_string(),
        };
        node.error(JsonErrorKind::Shape, what)
    })
}

/// The one character that names a tile.
fn character(tile: &Node<'_>, name: &str) -> Result<char, JsonError> {
    let mut all = name.chars();
    match (all.next(), all.next()) {
        (Some(one), None) if !matches!(one, '#' | '.' | ' ') => Ok(one),
        _ => {
            let what = "a tile is named by one character other than \"#\", \".\" and space";
            Err(tile.error(JsonErrorKind::Form, what))
        }
    }
}

pub(crate) fn write(map: &tile_grid::Map) -> Option<Value> {
    let names: Vec<char> = ('0'..='9')
        .chain('A'..='Z')
        .chain('a'..='z')
        .chain(
            (MORE_NAMES..)
                .map_while(|code| (code < 0xD800).then_some(code))
                .filter_map(char::from_u32),
        )
        .take(map.tiles.len())
        .collect();
    let name = |cell: &TileCell| match cell {
        TileCell::Empty => '.',
        TileCell::Full => '#',
        TileCell::Tile(tile) => names.get(usize::from(*tile)).copied().unwrap_or('#'),
    };
    let rows: Vec<String> =
        map.cells.chunks(map.columns as usize).map(|row| row.iter().map(name).collect()).collect();
    let mut form = json!({ "cell": [number(map.cell.x), number(map.cell.y)], "rows": rows });
    if !map.tiles.is_empty() {
        let mut tiles = Map::new();
        for (name, Tile { shape, .. }) in names.iter().zip(&map.tiles) {
            tiles.insert(name.to_string(), shape::write(shape)?);
        }
        form["tiles"] = Value::Object(tiles);
    }
    Some(form)
}
