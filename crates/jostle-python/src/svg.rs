//! Pictures for notebooks.

use std::fmt::Write as _;

use jostle::debug::{DebugColor, DebugDrawOptions};
use jostle::shape::ChainEnds;
use jostle::{Aabb, Placed, Vec2, World};

/// The longer side of a picture, in pixels.
const SIDE: f32 = 240.0;
/// Half the side of the window through which an unbounded shape is shown.
const WINDOW: f32 = 100.0;
const MARGIN: f32 = 0.05;

fn window(bounds: Option<Aabb>) -> Aabb {
    bounds
        .filter(|bounds| bounds.is_finite())
        .unwrap_or_else(|| Aabb::new((-WINDOW, -WINDOW), (WINDOW, WINDOW)))
}

/// Draws one shape.
pub(crate) fn placed(placed: &Placed) -> Option<String> {
    let window = window(Some(placed.bounds()));
    let mut path = String::new();
    for outline in placed.outline(0.0, window) {
        line(&mut path, &outline.points, outline.ends == ChainEnds::Closed);
    }
    let paths =
        format!("<path d=\"{path}\" fill=\"#1a7f3733\" fill-rule=\"evenodd\" stroke=\"#1a7f37\"/>");
    Some(page(window, &paths))
}

/// Draws the outlines and contacts of a world.
pub(crate) fn world<T>(world: &World<T>, bounds: Option<Aabb>) -> String {
    let window = window(bounds);
    let options =
        DebugDrawOptions { outlines: true, contacts: true, ..DebugDrawOptions::default() };
    let mut paths: Vec<(DebugColor, String)> = Vec::new();
    world.draw_with(&options, window, |drawn| {
        if paths.last().is_none_or(|(paint, _)| *paint != drawn.paint) {
            paths.push((drawn.paint, String::new()));
        }
        if let Some((_, path)) = paths.last_mut() {
            line(path, &[drawn.from, drawn.to], false);
        }
    });
    let mut all = String::new();
    for (paint, path) in paths {
        let [r, g, b, _] = paint.color();
        let _ = write!(all, "<path d=\"{path}\" fill=\"none\" stroke=\"#{r:02x}{g:02x}{b:02x}\"/>");
    }
    page(window, &all)
}

fn line(path: &mut String, points: &[Vec2], closed: bool) {
    for (i, point) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, point.x, point.y);
    }
    if points.len() == 1 {
        path.push_str("h0");
    }
    if closed {
        path.push('Z');
    }
}

fn page(window: Aabb, body: &str) -> String {
    let [width, height] = [window.max.x - window.min.x, window.max.y - window.min.y];
    let longer = if width > height { width } else { height };
    let longer = if longer > 0.0 { longer } else { 1.0 };
    let (margin, scale) = (longer * MARGIN, SIDE / longer);
    let (x, y) = (window.min.x - margin, window.min.y - margin);
    let (w, h) = (width + 2.0 * margin, height + 2.0 * margin);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{}\" \
         height=\"{}\"><g stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{body}</g></svg>",
        w * scale,
        h * scale,
        1.5 / scale
    )
}
