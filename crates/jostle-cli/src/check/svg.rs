//! A picture as SVG text, and that text as PNG.

use super::picture::{Drawn, Picture, Pixel};
use jostle_trace::GENERATOR;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt::Write;
use svg::Document;
use svg::node::Comment;
use svg::node::element::{Circle, Group, Line, Path, Rectangle, Text, Title};

const RED: &str = "#d1242f";
const GREEN: &str = "#1a7f37";
const INK: &str = "#1f2328";
const GRAY: &str = "#8c959f";
const SHARED: &str = "#bf3989";

/// Writes the picture; all of its positions are pixels with two decimals.
pub(super) fn write(picture: &Picture) -> String {
    let [width, height] = picture.size;
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Comment::new(GENERATOR))
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"));
    if !picture.on_the_way.is_empty() {
        document = document.add(ways(&picture.on_the_way));
    }
    document = document.add(outlines(&picture.outlines)).add(regions(&picture.regions));
    document = document.add(contacts(picture));
    let mut names = Group::new()
        .set("font-family", "system-ui, sans-serif")
        .set("font-size", 12)
        .set("fill", "#59636e")
        .set("text-anchor", "middle");
    for (at, name) in &picture.names {
        names = names.add(Text::new(name.as_str()).set("x", short(at[0])).set("y", short(at[1])));
    }
    document.add(names).to_string()
}

fn ways(lines: &[super::picture::Line]) -> Group {
    let group = Group::new().set("stroke", GRAY).set("stroke-width", 0.75).set("fill", "none");
    lines.iter().fold(group, |group, line| {
        group.add(Path::new().set("d", path([(&line.points[..], line.closed)])))
    })
}

fn outlines(drawn: &[Drawn]) -> Group {
    let mut group = Group::new()
        .set("stroke-width", 1.75)
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round")
        .set("fill-rule", "evenodd")
        .set("fill-opacity", 0.08);
    for Drawn { id, touches, hollow, lines } in drawn {
        let color = if *touches { RED } else { GREEN };
        let fill = if *hollow { "none" } else { color };
        let mut shape = Group::new().set("stroke", color).add(Title::new(id.as_str()));
        let (closed, open): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.closed);
        if !closed.is_empty() {
            let rings = closed.iter().map(|line| (&line.points[..], true));
            shape = shape.add(Path::new().set("fill", fill).set("d", path(rings)));
        }
        for line in open {
            if let [at] = line.points[..] {
                shape = shape.add(dot(at, 3.0).set("fill", color).set("fill-opacity", 1));
            } else {
                let d = path([(&line.points[..], false)]);
                shape = shape.add(Path::new().set("fill", "none").set("d", d));
            }
        }
        group = group.add(shape);
    }
    group
}

fn regions(regions: &[Vec<Vec<Pixel>>]) -> Group {
    let mut group =
        Group::new().set("fill", SHARED).set("fill-opacity", 0.35).set("fill-rule", "evenodd");
    for rings in regions {
        let d = path(rings.iter().map(|ring| (&ring[..], true)));
        group = group.add(Path::new().set("d", d));
    }
    group
}

fn contacts(picture: &Picture) -> Group {
    let mut group = Group::new().set("stroke", INK).set("fill", INK).set("stroke-width", 1.25);
    for &[from, to] in &picture.normals {
        let line = Line::new()
            .set("x1", short(from[0]))
            .set("y1", short(from[1]))
            .set("x2", short(to[0]))
            .set("y2", short(to[1]));
        group = group.add(line).add(Path::new().set("stroke", "none").set("d", tip(from, to)));
    }
    for &at in &picture.points {
        group = group.add(dot(at, 2.5).set("stroke", "none"));
    }
    group
}

/// The head of an arrow.
fn tip(from: Pixel, to: Pixel) -> String {
    let along = [to[0] - from[0], to[1] - from[1]].map(|v| v * 0.3);
    let back = [to[0] - along[0], to[1] - along[1]];
    let side = [-along[1] * 0.5, along[0] * 0.5];
    let left = [back[0] + side[0], back[1] + side[1]];
    let right = [back[0] - side[0], back[1] - side[1]];
    path([(&[to, left, right][..], true)])
}

fn dot(at: Pixel, radius: f64) -> Circle {
    Circle::new().set("cx", short(at[0])).set("cy", short(at[1])).set("r", radius)
}

fn path<'a>(lines: impl IntoIterator<Item = (&'a [Pixel], bool)>) -> String {
    let mut d = String::new();
    for (points, closed) in lines {
        for (index, point) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            // Writing to a text cannot fail.
            let _ = write!(d, "{letter}{} {}", short(point[0]), short(point[1]));
        }
        if closed {
            d.push('Z');
        }
    }
    d
}

/// A pixel position with two decimals at most.
fn short(v: f64) -> String {
    let text = format!("{v:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Draws SVG text as PNG, at twice its size; names are left out, since that needs fonts.
pub(super) fn render(text: &str) -> Result<Vec<u8>, String> {
    pixels(text, ZOOM)?.encode_png().map_err(|error| error.to_string())
}

/// Draws SVG text as pixels, a multiple of its size.
pub(crate) fn pixels(text: &str, zoom: f32) -> Result<Pixmap, String> {
    let tree = Tree::from_str(text, &Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size();
    let (width, height) = (size.width() * zoom, size.height() * zoom);
    let mut pixmap = Pixmap::new(width.ceil() as u32, height.ceil() as u32)
        .ok_or_else(|| format!("a picture of {width} x {height} pixels cannot be made"))?;
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut pixmap.as_mut());
    Ok(pixmap)
}

const ZOOM: f32 = 2.0;
