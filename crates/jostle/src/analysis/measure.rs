//! Area, perimeter and centroid of a placed shape.
//!
//! Method: polygons use the shoelace formula, in `f64` if that keeps 40 bits and else in exact
//! numbers, so that a sliver has the area it has. Rectangles and convex rounded forms have closed
//! forms, the latter by Steiner's formula (area of X ⊕ E is A(X) + Σ |e|·h_E(n_e) + A(E)),
//! perimeters of ellipses by the arithmetic-geometric mean. Custom shapes are flattened within 1e-6
//! of their size first, and so are unions and concave rounded outlines, part by part; see `union`.
//! Frame: relative to the body's origin. Cost: O(n), and the overlays of unions.

mod seam_gaps;
mod union;

use alloc::vec::Vec;

use crate::math::exact::{Exact, ExactNum, NVec2};
use crate::math::{DVec2, Vec2, greater, round_finite, sqrt};
use crate::pair::boundary::polygonize::{rings, sides, sides_of};
use crate::shape::body::principal_axes::PrincipalAxes;
use crate::shape::clipping::{Op, overlay};
use crate::shape::{Body, Core, Kind, Placed};

/// How finely shapes without a closed form are flattened, relative to their size.
const FLATTENED: f64 = 1e-6;

/// Area, boundary length, and the first moments of whichever of the two counts.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    area: f64,
    length: f64,
    /// Centroid relative to the body's origin.
    centroid: DVec2,
}

impl Placed {
    /// Measures the area; `None` for an unbounded shape, 0 for points and lines.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect_half((2.0, 1.0))?.place(Affine::at((7.0, 7.0)).rotated(0.3))?;
    /// assert!((a.area().unwrap() - 8.0).abs() < 1e-5);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> Option<f32> {
        Some(round_finite(measure(&self.body)?.area))
    }

    /// Measures the length of the boundary; of a line, its own length. `None` for an unbounded
    /// shape.
    #[must_use]
    pub fn perimeter(&self) -> Option<f32> {
        Some(round_finite(measure(&self.body)?.length))
    }

    /// Finds the centroid in the world: of the area, or of the length where there is none. `None`
    /// for an unbounded shape.
    #[must_use]
    pub fn centroid(&self) -> Option<Vec2> {
        Some((self.body.anchor() + measure(&self.body)?.centroid).round())
    }
}

impl Measure {
    fn with_centroid_of(self, body: &Body) -> Self {
        Self { centroid: flat(body).centroid, ..self }
    }

    fn moved(self, by: DVec2) -> Self {
        Self { centroid: self.centroid + by, ..self }
    }

    /// With the length as the sum of lengths and the centroid weighted by area, or by length where
    /// there is no area.
    fn sum(all: &[Self]) -> Self {
        let area: f64 = all.iter().map(|m| m.area).sum();
        let length: f64 = all.iter().map(|m| m.length).sum();
        let share = |m: &Self| match (area > 0.0, length > 0.0) {
            (true, _) => m.area / area,
            (_, true) => m.length / length,
            _ => 1.0 / all.len() as f64,
        };
        let centroid = all.iter().fold(DVec2::ZERO, |s, m| s + m.centroid * share(m));
        Self { area, length, centroid }
    }
}

fn measure(body: &Body) -> Option<Measure> {
    match body {
        Body::HalfPlane(_) => None,
        Body::Core(core) if core.radius == 0.0 => {
            Some(if core.is_solid() { solid(core) } else { line(core) })
        }
        Body::Core(core) if core.is_convex() => {
            let r = f64::from(core.radius);
            let inner = if core.is_solid() { solid(core) } else { Measure::default() };
            let form = steiner(inner, &core.offsets(), [r, 0.0, 0.0, r]);
            let symmetric = core.kind != Kind::Convex || core.frame().is_some();
            Some(if symmetric { form } else { form.with_centroid_of(body) })
        }
        Body::Core(core) => Some(union::rounded_outline(core)),
        Body::Curved(curved) => Some(match curved.rounded_hull() {
            Some(hull) => {
                let form = steiner(ring(&hull.vertices), &hull.vertices, hull.disc);
                if hull.vertices.len() < 3 { form } else { form.with_centroid_of(body) }
            }
            None => flat(body),
        }),
        Body::Union(parts) => {
            if parts.iter().any(|p| matches!(p, Body::HalfPlane(_))) {
                return None;
            }
            let base = body.anchor();
            let whole = union::parts(parts, base);
            if whole.area > 0.0 {
                return Some(whole);
            }
            // Only points and lines: lengths add up, common stretches and all.
            let place = |p: &Body| measure(p).map(|m| m.moved(p.anchor() - base));
            Some(Measure::sum(&parts.iter().filter_map(place).collect::<Vec<_>>()))
        }
    }
}

/// Digits that may be lost of a sum in `f64` before it is done exactly.
const LOST: f64 = 1.0 / (1_u64 << 40) as f64;

fn solid(core: &Core) -> Measure {
    if let (Some(frame), Kind::Convex) = (core.frame(), core.kind) {
        // Two sides along (c, s), two square to it, all of them times its length.
        let turn = DVec2::new(f64::from(frame.rot.cos), f64::from(frame.rot.sin));
        let (x, y) = (2.0 * f64::from(frame.half.x), 2.0 * f64::from(frame.half.y));
        let length = 2.0 * (x + y) * turn.length();
        return Measure { area: x * y * turn.dot(turn), length, centroid: DVec2::ZERO };
    }
    let near = polygon(core.sides());
    let whole = core.whole();
    let size = greater(whole.max.x - whole.min.x, whole.max.y - whole.min.y);
    // Each product is off by less than an ulp of the largest.
    let lost = 4.0 * f64::EPSILON * near.length * size;
    let form =
        if lost <= LOST * near.area { near } else { exact_polygon(core.sides(), near.length) };
    if core.kind == Kind::Convex { form } else { faithful(core, form, size) }
}

/// How many roundings wide an outline is on average before it is looked at more closely.
const WIDE: f64 = 1024.0;

/// If rounding made edges cross, the sum over edges counts some of the area twice or not at all.
/// Then the area of the clipper counts, if its error is small enough.
fn faithful(core: &Core, form: Measure, size: f64) -> Measure {
    let rounding = f64::from(f32::EPSILON) * core.whole().reach();
    if form.area > WIDE * rounding * form.length {
        return form;
    }
    let clipped = flat(&Body::Core(core.clone()));
    let doubt = union::GRID * size * form.length + LOST * clipped.area;
    if (form.area - clipped.area).abs() <= doubt { form } else { clipped }
}

/// The sum over edges in exact numbers; the vertices are `f32` numbers.
fn exact_polygon(edges: impl Iterator<Item = [DVec2; 2]>, length: f64) -> Measure {
    let (mut doubled, mut moment) = (Exact::of(0.0), NVec2::of(DVec2::ZERO));
    let mut middle = (DVec2::ZERO, 0.0);
    for [u, v] in edges {
        let weight = if length > 0.0 { (v - u).length() / length } else { 1.0 };
        middle = (middle.0 + (u + v) * (0.5 * weight), middle.1 + weight);
        let (p, q) = (NVec2::of(u), NVec2::of(v));
        let cross = p.cross(q);
        doubled = doubled.plus(cross);
        moment = moment.plus(p.plus(q).times(cross));
    }
    let area = doubled.value() * 0.5;
    if area <= 0.0 {
        let centroid = if middle.1 > 0.0 { middle.0 * (1.0 / middle.1) } else { DVec2::ZERO };
        return Measure { area: 0.0, length, centroid };
    }
    let thrice = doubled.times(Exact::of(3.0));
    let centroid = DVec2::new(moment.x.ratio(&thrice), moment.y.ratio(&thrice));
    Measure { area, length, centroid }
}

fn ring(vertices: &[DVec2]) -> Measure {
    polygon(sides_of(vertices))
}

/// The sum over edges, relative to the first vertex.
fn polygon(edges: impl Iterator<Item = [DVec2; 2]>) -> Measure {
    let mut first = None;
    let (mut doubled, mut length, mut moment) = (0.0, 0.0, DVec2::ZERO);
    for [u, v] in edges {
        let first = *first.get_or_insert(u);
        let (p, q) = (u - first, v - first);
        let cross = p.cross(q);
        doubled += cross;
        length += (q - p).length();
        moment += (p + q) * cross;
    }
    let centroid = if doubled > 0.0 { moment * (1.0 / (3.0 * doubled)) } else { DVec2::ZERO };
    // Rounding may leave a flat outline a little less than nothing.
    let area = if doubled > 0.0 { doubled * 0.5 } else { 0.0 };
    Measure { area, length, centroid: first.unwrap_or_default() + centroid }
}

fn line(core: &Core) -> Measure {
    let (mut length, mut moment) = (0.0, DVec2::ZERO);
    for [u, w] in core.sides() {
        length += (w - u).length();
        moment += (u + w) * (0.5 * (w - u).length());
    }
    let centroid = if length > 0.0 { moment * (1.0 / length) } else { core.offset(0) };
    Measure { area: 0.0, length, centroid }
}

/// Convex vertices in positive order, measured alone as `inner`, ⊕ M · unit disc.
fn steiner(inner: Measure, vertices: &[DVec2], [a, b, c, d]: [f64; 4]) -> Measure {
    let n = vertices.len();
    let (mut length, mut mixed) = (0.0, 0.0);
    // A segment has two sides, a point none.
    for [u, v] in sides_of(vertices) {
        let out = -(v - u).left();
        length += out.length();
        mixed += DVec2::new(a * out.x + b * out.y, c * out.x + d * out.y).length();
    }
    let middle = vertices.iter().fold(DVec2::ZERO, |s, v| s + *v) * (1.0 / n as f64);
    Measure {
        area: inner.area + mixed + core::f64::consts::PI * (a * d - b * c).abs(),
        length: length + ellipse_perimeter([a, b, c, d]),
        centroid: if n < 3 { middle } else { inner.centroid },
    }
}

/// By the arithmetic-geometric mean (Adlaj, "An eloquent formula for the perimeter of an ellipse",
/// 2012): 2π·N(a²)/M(a), each step doubling the digits.
fn ellipse_perimeter(disc: [f64; 4]) -> f64 {
    let PrincipalAxes { a: major, b: minor, .. } = PrincipalAxes::of_matrix(disc);
    if major == 0.0 {
        return 0.0;
    }
    if minor <= major * 1e-12 {
        return 4.0 * major;
    }
    let (mut x, mut y) = (1.0, minor / major);
    let mut sum = 1.0 - 0.5 * (1.0 - y * y);
    let mut power = 0.25;
    for _ in 0..12 {
        let half = (x - y) * 0.5;
        (x, y) = ((x + y) * 0.5, sqrt(x * y));
        power *= 2.0;
        sum -= power * 2.0 * half * half;
    }
    core::f64::consts::TAU * major * sum / x
}

/// A bounded body as polygons, flattened within a part of its size.
fn flat(body: &Body) -> Measure {
    let all = rings(body, body.anchor(), FLATTENED * body.bounds().longest_side(), None);
    match &all[..] {
        [one] if body.is_convex() => ring(one),
        _ => overlaid(&all, &[], Op::Union),
    }
}

fn overlaid(a: &[Vec<DVec2>], b: &[Vec<DVec2>], op: Op) -> Measure {
    polygon(sides(&overlay(a, b, op)).into_iter())
}

#[cfg(test)]
mod tests;
