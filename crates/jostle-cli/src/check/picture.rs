//! What a picture of a scene shows, in the pixels of the picture.
//!
//! The view fits everything bounded, with a margin. All positions are turned into pixels in `f64`
//! before they are written, so scenes far from the origin, tiny or huge, draw in the same way; y points down.

use super::pairs::Found;
use super::report;
use crate::scene::Scene;
use jostle::{Aabb, Affine, Placed, Rot, Shape, Vec2, query::Outline, shape::ChainEnds};

/// The longer side of the picture.
const LONG_SIDE: f64 = 1000.0;
/// The space around the scene, as a part of its longer side.
const MARGIN: f64 = 0.05;
/// A scene much longer than it is wide still gets this part of the longer side.
const NARROWEST: f64 = 0.1;
/// How far a drawn curve may lie from the true one, in pixels.
const FLATNESS: f64 = 0.05;
/// Scenes with more colliders are drawn without their names.
const NAMED: usize = 60;
/// The length of a drawn normal.
const NORMAL: f64 = 16.0;

/// The width of a letter and the height of a line of a name, about.
const LETTER: f64 = 7.0;
const LINE: f64 = 13.0;

/// A position in pixels.
pub(super) type Pixel = [f64; 2];

pub(super) struct Picture {
    pub(super) size: [f64; 2],
    pub(super) outlines: Vec<Drawn>,
    /// What moves, between two frames.
    pub(super) on_the_way: Vec<Line>,
    /// Rings of the areas that two colliders share; holes are rings too.
    pub(super) regions: Vec<Vec<Vec<Pixel>>>,
    /// From a contact point along its normal.
    pub(super) normals: Vec<[Pixel; 2]>,
    pub(super) points: Vec<Pixel>,
    pub(super) names: Vec<(Pixel, String)>,
}

/// The outline of one collider.
pub(super) struct Drawn {
    pub(super) id: String,
    pub(super) touches: bool,
    pub(super) hollow: bool,
    pub(super) lines: Vec<Line>,
}

pub(super) struct Line {
    pub(super) points: Vec<Pixel>,
    pub(super) closed: bool,
}

/// Which part of the world a picture shows, and how large.
pub(crate) struct View {
    min: [f64; 2],
    scale: f64,
    size: [f64; 2],
    /// A box that is larger than the view, to cut half-planes with: its own edges stay outside.
    cut: Option<Placed>,
    tolerance: f32,
}

impl Picture {
    pub(super) fn of(
        scene: &Scene,
        placed: &[Placed],
        on_the_way: &[Placed],
        found: &[Found],
        view: &View,
    ) -> Self {
        let mut touches = vec![false; placed.len()];
        for pair in found {
            touches[pair.a] = true;
            touches[pair.b] = true;
        }
        let mut picture = Self {
            size: view.size,
            outlines: Vec::with_capacity(placed.len()),
            on_the_way: on_the_way.iter().flat_map(|shape| view.lines(shape)).collect(),
            regions: Vec::new(),
            normals: Vec::new(),
            points: Vec::new(),
            names: Vec::new(),
        };
        for ((collider, shape), touches) in scene.colliders.iter().zip(placed).zip(touches) {
            let lines = view.lines(shape);
            if scene.colliders.len() <= NAMED {
                picture.name(&collider.id, &lines);
            }
            let hollow = collider.shape.kind() == "chain";
            picture.outlines.push(Drawn { id: collider.id.clone(), touches, hollow, lines });
        }
        for pair in found {
            picture.pair(view, pair, &placed[pair.a], &placed[pair.b]);
        }
        picture
    }

    /// Puts a name below an outline, and below the names that are there already.
    fn name(&mut self, name: &str, lines: &[Line]) {
        let Some([x, mut y]) = name_at(lines, self.size) else { return };
        let half = |name: &str| name.chars().count() as f64 * LETTER / 2.0;
        for ([other_x, other_y], other) in &self.names {
            let beside = (x - other_x).abs() > half(name) + half(other);
            if !beside && (y - other_y).abs() < LINE {
                y = other_y + LINE;
            }
        }
        self.names.push(([x, y], name.to_owned()));
    }

    fn pair(&mut self, view: &View, pair: &Found, a: &Placed, b: &Placed) {
        let region = a.region(b, view.tolerance).unwrap_or_default();
        for polygon in region.polygons() {
            let rings = std::iter::once(&polygon.points).chain(&polygon.holes);
            self.regions.push(rings.map(|ring| view.pixels(ring)).collect());
        }
        let points = report::points(pair);
        let normal = pair.contact.as_ref().map(|contact| contact.normal);
        for &point in &points {
            let [x, y] = view.pixel(point);
            self.points.push([x, y]);
            if let Some(n) = normal {
                let [nx, ny] = [f64::from(n.x) * NORMAL, f64::from(n.y) * NORMAL];
                self.normals.push([[x, y], [x + nx, y + ny]]);
            }
        }
    }
}

impl View {
    /// Shows all that is bounded, with a margin.
    pub(crate) fn around(boxes: impl IntoIterator<Item = Aabb>) -> Self {
        let bounded: Vec<Aabb> = boxes.into_iter().filter(|b| b.is_finite()).collect();
        // Half-planes alone have no place of their own; they are shown around the origin.
        let first = bounded.first().copied().unwrap_or(Aabb::new((-1.0, -1.0), (1.0, 1.0)));
        let all = bounded.into_iter().fold(first, Aabb::union);
        let [min_x, min_y, max_x, max_y] =
            [all.min.x, all.min.y, all.max.x, all.max.y].map(f64::from);
        let center = [(min_x + max_x) / 2.0, (min_y + max_y) / 2.0];
        let long = larger(max_x - min_x, max_y - min_y);
        // A single point has no size: show as much around it as it is far from the origin.
        let long =
            if long > 0.0 { long } else { larger(larger(center[0].abs(), center[1].abs()), 1.0) };
        let margin = 2.0 * MARGIN * long;
        let spans =
            [max_x - min_x, max_y - min_y].map(|span| larger(span, NARROWEST * long) + margin);
        let scale = LONG_SIDE / larger(spans[0], spans[1]);
        let tolerance = (FLATNESS / scale) as f32;
        let cut = Shape::rect_half_at(
            Vec2::new(center[0] as f32, center[1] as f32),
            spans.map(|span| (span * 0.6) as f32),
            Rot::IDENTITY,
        );
        Self {
            min: [center[0] - spans[0] / 2.0, center[1] - spans[1] / 2.0],
            scale,
            size: spans.map(|span| (span * scale).ceil()),
            cut: cut.and_then(|cut| cut.place(Affine::IDENTITY)).ok(),
            tolerance: if tolerance > 0.0 { tolerance } else { f32::MIN_POSITIVE },
        }
    }

    fn pixel(&self, point: Vec2) -> Pixel {
        [
            (f64::from(point.x) - self.min[0]) * self.scale,
            (f64::from(point.y) - self.min[1]) * self.scale,
        ]
    }

    fn pixels(&self, points: &[Vec2]) -> Vec<Pixel> {
        points.iter().map(|&point| self.pixel(point)).collect()
    }

    fn lines(&self, shape: &Placed) -> Vec<Line> {
        if shape.bounds().is_finite() {
            let lines = shape.outline(self.tolerance, Aabb::UNBOUNDED);
            let line = |line: &Outline| Line {
                points: self.pixels(&line.points),
                closed: line.ends == ChainEnds::Closed,
            };
            return lines.iter().map(line).collect();
        }
        let seen = self.cut.as_ref().and_then(|cut| cut.region(shape, self.tolerance));
        let polygons = seen.unwrap_or_default().into_polygons();
        polygons.iter().map(|p| Line { points: self.pixels(&p.points), closed: true }).collect()
    }
}

/// Below the middle of the outline, or the middle of the part of a half-plane that is seen.
fn name_at(lines: &[Line], [width, height]: [f64; 2]) -> Option<Pixel> {
    let points = || lines.iter().flat_map(|line| &line.points);
    let [mut low, mut high] = [*points().next()?; 2];
    for point in points() {
        for axis in 0..2 {
            low[axis] = if point[axis] < low[axis] { point[axis] } else { low[axis] };
            high[axis] = larger(point[axis], high[axis]);
        }
    }
    let inside = |v: f64, end: f64| v.clamp(0.0, end);
    let x = (inside(low[0], width) + inside(high[0], width)) / 2.0;
    let y = if high[1] + 16.0 < height { high[1] + 14.0 } else { height - 6.0 };
    Some([x, y])
}

fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
