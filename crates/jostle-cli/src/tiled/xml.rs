//! The XML form of Tiled's maps, tilesets and templates (`.tmx`, `.tsx`, `.tx`), read into the
//! model.

use super::model::{
    Chunk, Corner, Data, Grid, Layer, Map, Object, Properties, Template, Tile, Tileset,
};
use crate::problem::Problem;
use jostle::json::limits::MAX_DEPTH;
use roxmltree::{Document, Node, ParsingOptions};
use serde::de::IgnoredAny;
use std::str::FromStr;

/// Bounds the elements, attributes and texts of one file: its tree takes about 100 bytes for each.
const MAX_NODES: u32 = 8_000_000;

/// Reads a map.
pub(super) fn map(text: &str) -> Result<Map, Problem> {
    let document = parse(text)?;
    let map = root(&document, "map")?;
    Ok(Map {
        orientation: text_of(map, "orientation"),
        height: number(map, "height")?.unwrap_or(0),
        tilewidth: number(map, "tilewidth")?.unwrap_or(0.0),
        tileheight: number(map, "tileheight")?.unwrap_or(0.0),
        hexsidelength: number(map, "hexsidelength")?.unwrap_or(0.0),
        staggeraxis: text_of(map, "staggeraxis"),
        staggerindex: text_of(map, "staggerindex"),
        layers: layers(map, 0)?,
        tilesets: children(map, "tileset").map(tileset_of).collect::<Result<_, _>>()?,
    })
}

/// Reads an external tileset.
pub(super) fn tileset(text: &str) -> Result<Tileset, Problem> {
    tileset_of(root(&parse(text)?, "tileset")?)
}

/// Reads a template.
pub(super) fn template(text: &str) -> Result<Template, Problem> {
    let document = parse(text)?;
    let template = root(&document, "template")?;
    let object_node = child(template, "object")
        .ok_or_else(|| Problem::new(line(template), "the template has no object"))?;
    let tileset = child(template, "tileset").map(tileset_of).transpose()?;
    Ok(Template { tileset, object: object(object_node)? })
}

fn parse(text: &str) -> Result<Document<'_>, Problem> {
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let full = error.to_string();
        let sentence = full.rsplit_once(" at ").map_or(full.as_str(), |(sentence, _)| sentence);
        Problem::new(format!("line {}, column {}", at.row, at.col), sentence)
    })
}

fn root<'a, 'i>(document: &'a Document<'i>, name: &str) -> Result<Node<'a, 'i>, Problem> {
    let root = document.root_element();
    if root.has_tag_name(name) {
        return Ok(root);
    }
    let message = format!("expected <{name}>, found <{}>", root.tag_name().name());
    Err(Problem::new(line(root), message))
}

fn layers(parent: Node<'_, '_>, depth: usize) -> Result<Vec<Layer>, Problem> {
    if depth > MAX_DEPTH {
        let message = format!("groups nested deeper than {MAX_DEPTH} levels");
        return Err(Problem::new(line(parent), message));
    }
    let mut layers = Vec::new();
    for node in parent.children().filter(Node::is_element) {
        let mut layer = match node.tag_name().name() {
            "layer" => tile_layer(node)?,
            "objectgroup" => object_layer(node)?,
            "group" => Layer {
                kind: "group".to_owned(),
                layers: self::layers(node, depth + 1)?,
                ..Layer::default()
            },
            _ => continue,
        };
        layer.name = text_of(node, "name");
        layer.offsetx = number(node, "offsetx")?.unwrap_or(0.0);
        layer.offsety = number(node, "offsety")?.unwrap_or(0.0);
        layer.properties = properties(node);
        layers.push(layer);
    }
    Ok(layers)
}

fn object_layer(node: Node<'_, '_>) -> Result<Layer, Problem> {
    Ok(Layer {
        kind: "objectgroup".to_owned(),
        objects: children(node, "object").map(object).collect::<Result<_, _>>()?,
        ..Layer::default()
    })
}

fn tile_layer(node: Node<'_, '_>) -> Result<Layer, Problem> {
    let mut layer = Layer {
        kind: "tilelayer".to_owned(),
        width: number(node, "width")?.unwrap_or(0),
        height: number(node, "height")?.unwrap_or(0),
        ..Layer::default()
    };
    let Some(data) = child(node, "data") else { return Ok(layer) };
    layer.compression = data.attribute("compression").map(str::to_owned);
    // Without an encoding the cells are elements, and they are read to numbers here.
    layer.encoding = data.attribute("encoding").map(str::to_owned);
    for chunk in children(data, "chunk") {
        layer.chunks.push(Chunk {
            x: required(chunk, "x")?,
            y: required(chunk, "y")?,
            width: required(chunk, "width")?,
            height: required(chunk, "height")?,
            data: cells(chunk, layer.encoding.is_some())?,
        });
    }
    if layer.chunks.is_empty() {
        layer.data = Some(cells(data, layer.encoding.is_some())?);
    }
    Ok(layer)
}

fn cells(node: Node<'_, '_>, encoded: bool) -> Result<Data, Problem> {
    if encoded {
        let text = node.children().filter_map(|child| child.text()).collect();
        return Ok(Data::Text(text));
    }
    let gids = children(node, "tile").map(|tile| Ok(number(tile, "gid")?.unwrap_or(0)));
    gids.collect::<Result<_, Problem>>().map(Data::Gids)
}

fn object(node: Node<'_, '_>) -> Result<Object, Problem> {
    let corners = |name| child(node, name).map(corners).transpose();
    Ok(Object {
        id: number(node, "id")?,
        name: node.attribute("name").map(str::to_owned),
        gid: number(node, "gid")?,
        x: number(node, "x")?.unwrap_or(0.0),
        y: number(node, "y")?.unwrap_or(0.0),
        width: number(node, "width")?,
        height: number(node, "height")?,
        rotation: number(node, "rotation")?,
        ellipse: child(node, "ellipse").is_some(),
        capsule: child(node, "capsule").is_some(),
        point: child(node, "point").is_some(),
        polygon: corners("polygon")?,
        polyline: corners("polyline")?,
        text: child(node, "text").map(|_| IgnoredAny),
        template: node.attribute("template").map(str::to_owned),
        properties: properties(node),
    })
}

fn corners(node: Node<'_, '_>) -> Result<Vec<Corner>, Problem> {
    let points = node.attribute("points").unwrap_or_default();
    let corner = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(Corner { x: x.parse().ok()?, y: y.parse().ok()? })
    };
    points
        .split_whitespace()
        .map(|pair| {
            let message = format!("the point {pair:?} is not two numbers with a comma");
            corner(pair).ok_or_else(|| Problem::new(line(node), message))
        })
        .collect()
}

fn tileset_of(node: Node<'_, '_>) -> Result<Tileset, Problem> {
    let mut tileset = Tileset {
        firstgid: number(node, "firstgid")?.unwrap_or(0),
        source: node.attribute("source").map(str::to_owned),
        tilewidth: number(node, "tilewidth")?.unwrap_or(0.0),
        tileheight: number(node, "tileheight")?.unwrap_or(0.0),
        objectalignment: text_of(node, "objectalignment"),
        tilerendersize: text_of(node, "tilerendersize"),
        fillmode: text_of(node, "fillmode"),
        tiles: children(node, "tile").map(tile).collect::<Result<_, _>>()?,
        ..Tileset::default()
    };
    if let Some(offset) = child(node, "tileoffset") {
        let (x, y) = (number(offset, "x")?, number(offset, "y")?);
        tileset.tileoffset = Corner { x: x.unwrap_or(0.0), y: y.unwrap_or(0.0) };
    }
    if let Some(grid) = child(node, "grid") {
        tileset.grid = Grid {
            orientation: text_of(grid, "orientation"),
            width: number(grid, "width")?.unwrap_or(0.0),
            height: number(grid, "height")?.unwrap_or(0.0),
        };
    }
    Ok(tileset)
}

fn tile(node: Node<'_, '_>) -> Result<Tile, Problem> {
    let mut tile = Tile {
        id: required(node, "id")?,
        width: number(node, "width")?.unwrap_or(0.0),
        height: number(node, "height")?.unwrap_or(0.0),
        objectgroup: child(node, "objectgroup").map(object_layer).transpose()?,
        properties: properties(node),
        ..Tile::default()
    };
    if let Some(image) = child(node, "image") {
        tile.imagewidth = number(image, "width")?.unwrap_or(0.0);
        tile.imageheight = number(image, "height")?.unwrap_or(0.0);
    }
    Ok(tile)
}

fn properties(node: Node<'_, '_>) -> Properties {
    let list = child(node, "properties");
    let texts = list.into_iter().flat_map(|list| children(list, "property")).filter_map(|node| {
        // A value of several lines stands between the tags.
        let value = node.attribute("value").or_else(|| node.text())?;
        let is_text = node.attribute("type").is_none_or(|kind| kind == "string" || kind == "bool");
        is_text.then(|| Some((node.attribute("name")?.to_owned(), value.to_owned())))?
    });
    Properties(texts.collect())
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    children(node, name).next()
}

fn children<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn text_of(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn number<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Option<T>, Problem> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| {
        let tag = node.tag_name().name();
        let message = format!("{name} of <{tag}> is {text:?}, which is not such a number");
        Problem::new(line(node), message)
    })
}

fn required<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<T, Problem> {
    number(node, name)?.ok_or_else(|| {
        let message = format!("<{}> has no {name}", node.tag_name().name());
        Problem::new(line(node), message)
    })
}

fn line(node: Node<'_, '_>) -> String {
    format!("line {}", node.document().text_pos_at(node.range().start).row)
}
