//! Tiled's tilesets: one picture with tiles on a grid, or a picture for each tile.

use super::atlas::json_problem;
use super::{Cut, Grid, Sheet, side};
use crate::TraceError;
use roxmltree::{Document, Node, ParsingOptions};
use serde::Deserialize;

/// Elements, attributes and texts of a tileset.
const MAX_NODES: u32 = 1_000_000;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Tileset {
    tilewidth: f64,
    tileheight: f64,
    margin: f64,
    spacing: f64,
    columns: f64,
    tilecount: f64,
    image: Option<String>,
    imagewidth: f64,
    imageheight: f64,
    tiles: Vec<Tile>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Tile {
    id: u32,
    image: Option<String>,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Reads a `.tsj` file.
pub(super) fn from_json(text: &str) -> Result<Sheet, TraceError> {
    let tileset: Tileset = serde_json::from_str(text).map_err(|error| json_problem(&error))?;
    sheet(tileset)
}

/// Reads a `.tsx` file.
pub(super) fn from_xml(text: &str) -> Result<Sheet, TraceError> {
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let place = format!("line {}, column {}", at.row, at.col);
        TraceError::Sheet { place, why: error.to_string() }
    })?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") {
        let why = format!("expected <tileset>, found <{}>", root.tag_name().name());
        return Err(TraceError::Sheet { place: line(root), why });
    }
    let image = root.children().find(|node| node.has_tag_name("image"));
    let mut tileset = Tileset {
        tilewidth: number(root, "tilewidth")?,
        tileheight: number(root, "tileheight")?,
        margin: number(root, "margin")?,
        spacing: number(root, "spacing")?,
        columns: number(root, "columns")?,
        tilecount: number(root, "tilecount")?,
        ..Tileset::default()
    };
    if let Some(image) = image {
        tileset.image = image.attribute("source").map(str::to_owned);
        tileset.imagewidth = number(image, "width")?;
        tileset.imageheight = number(image, "height")?;
    }
    for node in root.children().filter(|node| node.has_tag_name("tile")) {
        let image = node.children().find(|node| node.has_tag_name("image"));
        tileset.tiles.push(Tile {
            id: side(&line(node), "id", number(node, "id")?)?,
            image: image.and_then(|image| image.attribute("source")).map(str::to_owned),
            x: number(node, "x")?,
            y: number(node, "y")?,
            width: number(node, "width")?,
            height: number(node, "height")?,
        });
    }
    sheet(tileset)
}

fn sheet(tileset: Tileset) -> Result<Sheet, TraceError> {
    let place = "tileset";
    let number = |what: &str, number: f64| side(place, what, number);
    let Some(image) = tileset.image else { return collection(tileset.tiles) };
    let columns = number("columns", tileset.columns)?;
    let count = tileset.tilecount;
    let grid = Grid {
        cell: [number("tilewidth", tileset.tilewidth)?, number("tileheight", tileset.tileheight)?],
        margin: number("margin", tileset.margin)?,
        spacing: number("spacing", tileset.spacing)?,
        columns: (columns > 0).then_some(columns),
        count: (count >= 1.0 && count <= f64::from(u32::MAX)).then_some(count as u32),
    };
    let picture =
        [number("imagewidth", tileset.imagewidth)?, number("imageheight", tileset.imageheight)?];
    Ok(Sheet { images: vec![image], ..Sheet::grid(&grid, picture)? })
}

/// Tiles with a picture, or a part of one, for each.
fn collection(tiles: Vec<Tile>) -> Result<Sheet, TraceError> {
    let mut sheet = Sheet::default();
    for tile in tiles {
        let Some(image) = tile.image else { continue };
        let place = format!("tile {}", tile.id);
        let number = |what: &str, number: f64| side(&place, what, number);
        let [width, height] = [number("width", tile.width)?, number("height", tile.height)?];
        let area = [number("x", tile.x)?, number("y", tile.y)?, width, height];
        let index = sheet.images.len();
        let area = (width > 0 && height > 0).then_some(area);
        sheet.cuts.push(Cut { image: index, area, ..Cut::whole(tile.id.to_string()) });
        sheet.images.push(image);
    }
    if sheet.cuts.is_empty() {
        let why = "the tileset has no picture".to_owned();
        return Err(TraceError::Sheet { place: String::new(), why });
    }
    Ok(sheet)
}

/// An attribute as a number; 0 if it is left out.
fn number(node: Node<'_, '_>, name: &str) -> Result<f64, TraceError> {
    let Some(text) = node.attribute(name) else { return Ok(0.0) };
    let number: Option<f64> = text.trim().parse().ok();
    number.filter(|number| number.is_finite()).ok_or_else(|| TraceError::Sheet {
        place: line(node),
        why: format!("{name} of <{}> is {text:?}, which is no number", node.tag_name().name()),
    })
}

fn line(node: Node<'_, '_>) -> String {
    format!("line {}", node.document().text_pos_at(node.range().start).row)
}
