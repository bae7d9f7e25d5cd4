//! The XML form of Tiled's maps, tilesets and templates (`.tmx`, `.tsx`, `.tx`), read into the
//! model.

use crate::error::MapError;
use crate::model::{Chunk, Corner, Data, Grid, Layer, Map, Object, Template, Tile, Tileset};
use crate::properties::{Properties, Value};
use jostle::json::limits::MAX_DEPTH;
use roxmltree::{Document, Node, ParsingOptions};
use serde::de::IgnoredAny;
use std::path::PathBuf;
use std::str::FromStr;

/// Bounds the elements, attributes and texts of one file: its tree takes about 100 bytes for each.
const MAX_NODES: u32 = 8_000_000;

/// Reads a map.
pub(crate) fn map(text: &str) -> Result<Map, MapError> {
    let document = parse(text)?;
    let map = root(&document, "map")?;
    Ok(Map {
        orientation: text_of(map, "orientation"),
        width: number(map, "width")?.unwrap_or(0),
        height: number(map, "height")?.unwrap_or(0),
        properties: properties(map)?,
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
pub(crate) fn tileset(text: &str) -> Result<Tileset, MapError> {
    tileset_of(root(&parse(text)?, "tileset")?)
}

/// Reads a template.
pub(crate) fn template(text: &str) -> Result<Template, MapError> {
    let document = parse(text)?;
    let template = root(&document, "template")?;
    let object_node = child(template, "object")
        .ok_or_else(|| MapError::new(line(template), "the template has no object"))?;
    let tileset = child(template, "tileset").map(tileset_of).transpose()?;
    Ok(Template { tileset, object: object(object_node)? })
}

/// Bounds the attributes of an element and the entities of a file: the parser compares all of them
/// with each other.
const MAX_NAMES: usize = 256;

/// Refuses elements and document types with too many names, before they are parsed.
fn check_names(text: &str) -> Result<(), MapError> {
    let refused = |at: usize, what: &str| {
        let line = text[..at].matches('\n').count() + 1;
        MapError::new(format!("line {line}"), format!("more than {MAX_NAMES} {what}"))
    };
    if let Some((at, _)) = text.match_indices("<!ENTITY").nth(MAX_NAMES) {
        return Err(refused(at, "entities in a file"));
    }
    let (mut in_tag, mut quote, mut names) = (false, None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (in_tag, quote, byte) {
            (false, _, b'<') if text.as_bytes().get(at + 1) != Some(&b'!') => {
                (in_tag, names) = (true, 0);
            }
            (true, None, b'>') => in_tag = false,
            (true, None, b'"' | b'\'') => {
                (quote, names) = (Some(byte), names + 1);
                if names > MAX_NAMES {
                    return Err(refused(at, "attributes of an element"));
                }
            }
            (true, Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    Ok(())
}

fn parse(text: &str) -> Result<Document<'_>, MapError> {
    check_names(text)?;
    let options =
        ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let full = error.to_string();
        let sentence = full.rsplit_once(" at ").map_or(full.as_str(), |(sentence, _)| sentence);
        MapError::new(format!("line {}, column {}", at.row, at.col), sentence)
    })
}

fn root<'a, 'i>(document: &'a Document<'i>, name: &str) -> Result<Node<'a, 'i>, MapError> {
    let root = document.root_element();
    if root.has_tag_name(name) {
        return Ok(root);
    }
    let message = format!("expected <{name}>, found <{}>", root.tag_name().name());
    Err(MapError::new(line(root), message))
}

fn layers(parent: Node<'_, '_>, depth: usize) -> Result<Vec<Layer>, MapError> {
    if depth > MAX_DEPTH {
        let message = format!("groups nested deeper than {MAX_DEPTH} levels");
        return Err(MapError::new(line(parent), message));
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
            "imagelayer" => {
                Layer { kind: "imagelayer".to_owned(), image: image(node), ..Layer::default() }
            }
            _ => continue,
        };
        layer.name = text_of(node, "name");
        layer.offsetx = number(node, "offsetx")?.unwrap_or(0.0);
        layer.offsety = number(node, "offsety")?.unwrap_or(0.0);
        layer.visible = node.attribute("visible").map(|text| text != "0");
        layer.properties = properties(node)?;
        layers.push(layer);
    }
    Ok(layers)
}

fn object_layer(node: Node<'_, '_>) -> Result<Layer, MapError> {
    Ok(Layer {
        kind: "objectgroup".to_owned(),
        objects: children(node, "object").map(object).collect::<Result<_, _>>()?,
        ..Layer::default()
    })
}

fn tile_layer(node: Node<'_, '_>) -> Result<Layer, MapError> {
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

fn cells(node: Node<'_, '_>, encoded: bool) -> Result<Data, MapError> {
    if encoded {
        let text = node.children().filter_map(|child| child.text()).collect();
        return Ok(Data::Text(text));
    }
    let gids = children(node, "tile").map(|tile| Ok(number(tile, "gid")?.unwrap_or(0)));
    gids.collect::<Result<_, MapError>>().map(Data::Gids)
}

fn object(node: Node<'_, '_>) -> Result<Object, MapError> {
    let corners = |name| child(node, name).map(corners).transpose();
    Ok(Object {
        id: number(node, "id")?,
        name: node.attribute("name").map(str::to_owned),
        class: class(node),
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
        properties: properties(node)?,
    })
}

fn corners(node: Node<'_, '_>) -> Result<Vec<Corner>, MapError> {
    let points = node.attribute("points").unwrap_or_default();
    let corner = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(Corner { x: x.parse().ok()?, y: y.parse().ok()? })
    };
    points
        .split_whitespace()
        .map(|pair| {
            let message = format!("the point {pair:?} is not two numbers with a comma");
            corner(pair).ok_or_else(|| MapError::new(line(node), message))
        })
        .collect()
}

fn tileset_of(node: Node<'_, '_>) -> Result<Tileset, MapError> {
    let mut tileset = Tileset {
        firstgid: number(node, "firstgid")?.unwrap_or(0),
        source: node.attribute("source").map(str::to_owned),
        name: text_of(node, "name"),
        image: image(node),
        columns: number(node, "columns")?.unwrap_or(0),
        margin: number(node, "margin")?.unwrap_or(0),
        spacing: number(node, "spacing")?.unwrap_or(0),
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

fn tile(node: Node<'_, '_>) -> Result<Tile, MapError> {
    let mut tile = Tile {
        id: required(node, "id")?,
        class: class(node).unwrap_or_default(),
        image: image(node),
        x: number(node, "x")?.unwrap_or(0.0),
        y: number(node, "y")?.unwrap_or(0.0),
        width: number(node, "width")?.unwrap_or(0.0),
        height: number(node, "height")?.unwrap_or(0.0),
        objectgroup: child(node, "objectgroup").map(object_layer).transpose()?,
        properties: properties(node)?,
        ..Tile::default()
    };
    if let Some(image) = child(node, "image") {
        tile.imagewidth = number(image, "width")?.unwrap_or(0.0);
        tile.imageheight = number(image, "height")?.unwrap_or(0.0);
    }
    Ok(tile)
}

fn image(node: Node<'_, '_>) -> PathBuf {
    child(node, "image").and_then(|node| node.attribute("source")).unwrap_or_default().into()
}

/// The class, which Tiled calls `type` but in version 1.9.
fn class(node: Node<'_, '_>) -> Option<String> {
    node.attribute("type").or_else(|| node.attribute("class")).map(str::to_owned)
}

fn properties(node: Node<'_, '_>) -> Result<Properties, MapError> {
    members(node, 0)
}

fn members(node: Node<'_, '_>, depth: usize) -> Result<Properties, MapError> {
    if depth > MAX_DEPTH {
        let message = format!("classes nested deeper than {MAX_DEPTH} levels");
        return Err(MapError::new(line(node), message));
    }
    let mut properties = Properties::default();
    let list = child(node, "properties");
    for node in list.into_iter().flat_map(|list| children(list, "property")) {
        let Some(name) = node.attribute("name") else { continue };
        // A value of several lines stands between the tags.
        let text = node.attribute("value").or_else(|| node.text());
        let value = match (node.attribute("type").unwrap_or("string"), text) {
            ("class", _) => Value::Class(members(node, depth + 1)?),
            (_, None) => continue,
            ("bool", Some(text)) => Value::Bool(text == "true"),
            ("int" | "float" | "object", _) => Value::Number(required(node, "value")?),
            (_, Some(text)) => Value::Text(text.to_owned()),
        };
        properties.insert(name.to_owned(), value);
    }
    Ok(properties)
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

fn number<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<Option<T>, MapError> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| {
        let tag = node.tag_name().name();
        let message = format!("{name} of <{tag}> is {text:?}, which is not such a number");
        MapError::new(line(node), message)
    })
}

fn required<T: FromStr>(node: Node<'_, '_>, name: &str) -> Result<T, MapError> {
    number(node, name)?.ok_or_else(|| {
        let message = format!("<{}> has no {name}", node.tag_name().name());
        MapError::new(line(node), message)
    })
}

fn line(node: Node<'_, '_>) -> String {
    format!("line {}", node.document().text_pos_at(node.range().start).row)
}
