//! Area, perimeter and centroid of a placed shape.
//!
//! Polygons by the shoelace formula, convex rounded forms by Steiner's (area of X ⊕ E is
//! A(X) + Σ |e|·h_E(n_e) + A(E)), ellipses' perimeters by the arithmetic-geometric mean. Unions,
//! concave rounded outlines and custom shapes are flattened within 1e-6 of their size first.

use alloc::vec::Vec;

use super::gap::origin;
use super::kernel::rings::rings;
use crate::math::{D2, Vec2, sqrt};
use crate::shape::overlay::{Op, overlay};
use crate::shape::{Body, Core, CurvedForm, Kind, Placed};

/// How finely shapes without a closed form are flattened, relative to their size.
const FLATTENED: f64 = 1e-6;

/// Area, boundary length, and the first moments of whichever of the two counts.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    area: f64,
    length: f64,
    /// Centroid relative to the body's origin.
    centroid: D2,
}

impl Placed {
    /// Measures the area; `None` for an unbounded shape, 0 for points and lines.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let a = Shape::rect((2.0, 1.0))?.place(Affine::at(7.0, 7.0).turned(0.3))?;
    /// assert!((a.area().unwrap() - 8.0).abs() < 1e-5);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn area(&self) -> Option<f32> {
        Some(D2::new(measure(&self.body)?.area, 0.0).round().x)
    }

    /// Measures the length of the boundary; of a line, its own length. `None` for an unbounded
    /// shape.
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let s = Shape::segment((0.0, 0.0), (3.0, 4.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(s.perimeter(), Some(5.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn perimeter(&self) -> Option<f32> {
        Some(D2::new(measure(&self.body)?.length, 0.0).round().x)
    }

    /// Finds the centroid in the world: of the area, or of the length where there is none. `None`
    /// for an unbounded shape.
    ///
    /// ```
    /// use jostle::{Affine, Shape, Vec2};
    /// let t = Shape::triangle((0.0, 0.0), (3.0, 0.0), (0.0, 3.0))?.place(Affine::at(1.0, 0.0))?;
    /// assert_eq!(t.centroid(), Some(Vec2::new(2.0, 1.0)));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn centroid(&self) -> Option<Vec2> {
        Some((origin(&self.body) + measure(&self.body)?.centroid).round())
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
            let form = steiner(core.offsets(), [r, 0.0, 0.0, r]);
            let symmetric = core.kind != Kind::Convex || core.frame.is_some();
            Some(if symmetric { form } else { Measure { centroid: flat(body).centroid, ..form } })
        }
        Body::Curved(curved) => Some(match &curved.form {
            CurvedForm::Rounded { vertices, disc } => {
                let form = steiner(vertices, *disc);
                let symmetric = vertices.len() < 3;
                if symmetric { form } else { Measure { centroid: flat(body).centroid, ..form } }
            }
            CurvedForm::Custom { .. } => flat(body),
        }),
        Body::Union(parts) => {
            let bounded = !parts.iter().any(|p| matches!(p, Body::HalfPlane(_)));
            let form = flat(body);
            // Nothing but points and lines: lengths add up, common stretches and all.
            let thin = || {
                let lines: Option<Vec<_>> = parts
                    .iter()
                    .map(|p| measure(p).map(|m| (m, origin(p) - origin(body))))
                    .collect();
                let lines = lines.unwrap_or_default();
                let length: f64 = lines.iter().map(|(m, _)| m.length).sum();
                let sum = lines.iter().fold(D2::ZERO, |s, (m, o)| {
                    let weight =
                        if length > 0.0 { m.length / length } else { 1.0 / lines.len() as f64 };
                    s + (*o + m.centroid) * weight
                });
                Measure { area: 0.0, length, centroid: sum }
            };
            bounded.then(|| if form.area > 0.0 { form } else { thin() })
        }
        Body::Core(_) => Some(flat(body)),
    }
}

/// A polygon without radius; the sum over edges is relative to the first vertex.
fn solid(core: &Core) -> Measure {
    let v = core.offsets();
    let edges = (0..core.edge_count()).map(|i| core.edge(i).map(|k| v[k]));
    polygon(edges)
}

fn polygon(edges: impl Iterator<Item = [D2; 2]> + Clone) -> Measure {
    let first = edges.clone().next().map_or(D2::ZERO, |[u, _]| u);
    let (mut doubled, mut length, mut moment) = (0.0, 0.0, D2::ZERO);
    for [u, v] in edges {
        let (p, q) = (u - first, v - first);
        let cross = p.cross(q);
        doubled += cross;
        length += (q - p).length();
        moment += (p + q) * cross;
    }
    let centroid = if doubled == 0.0 { D2::ZERO } else { moment * (1.0 / (3.0 * doubled)) };
    // Rounding may leave a flat outline a little less than nothing.
    let area = if doubled > 0.0 { doubled * 0.5 } else { 0.0 };
    Measure { area, length, centroid: first + centroid }
}

fn line(core: &Core) -> Measure {
    let v = core.offsets();
    let (mut length, mut moment) = (0.0, D2::ZERO);
    for i in 0..core.edge_count() {
        let [u, w] = core.edge(i).map(|k| v[k]);
        let l = (w - u).length();
        length += l;
        moment += (u + w) * (0.5 * l);
    }
    let centroid =
        if length > 0.0 { moment * (1.0 / length) } else { v.first().copied().unwrap_or_default() };
    Measure { area: 0.0, length, centroid }
}

/// Convex vertices in positive order ⊕ M · unit disc.
fn steiner(vertices: &[D2], [a, b, c, d]: [f64; 4]) -> Measure {
    let n = vertices.len();
    let edges = (0..n).map(|i| [vertices[i], vertices[(i + 1) % n]]);
    let core = polygon(edges.clone());
    let mixed: f64 = edges
        .map(|[u, v]| {
            let out = -(v - u).left();
            D2::new(a * out.x + b * out.y, c * out.x + d * out.y).length()
        })
        .sum();
    let middle = vertices.iter().fold(D2::ZERO, |s, v| s + *v) * (1.0 / n as f64);
    Measure {
        area: core.area + mixed + core::f64::consts::PI * (a * d - b * c).abs(),
        length: core.length + ellipse_perimeter([a, b, c, d]),
        centroid: if n < 3 { middle } else { core.centroid },
    }
}

/// By the arithmetic-geometric mean (Adlaj, "An eloquent formula for the perimeter of an ellipse",
/// 2012): 2π·N(a²)/M(a), each step doubling the digits.
fn ellipse_perimeter([a, b, c, d]: [f64; 4]) -> f64 {
    // The half axes are the singular values of M.
    let (p, q) = (D2::new(a + d, b - c).length(), D2::new(a - d, b + c).length());
    let (major, minor) = ((p + q) * 0.5, (p - q).abs() * 0.5);
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

/// Whatever it is, as polygons.
fn flat(body: &Body) -> Measure {
    let base = origin(body);
    let bounds = body.bounds();
    let size = (D2::from(bounds.max) - D2::from(bounds.min)).reach();
    let mut all = Vec::new();
    if size.is_finite() {
        rings(body, base, FLATTENED * size, (D2::ZERO, D2::ZERO), &mut all);
    }
    let polygons = overlay(&all, &[], Op::Union);
    let outlines: Vec<&Vec<D2>> =
        polygons.iter().flat_map(|p| core::iter::once(&p.outer).chain(&p.holes)).collect();
    let edges = outlines
        .iter()
        .flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
    polygon(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_perimeter_of_an_ellipse_agrees_with_a_fine_polygon() {
        for (rx, ry) in [(1.0, 1.0), (3.0, 1.0), (100.0, 1.0), (1.0, 0.5)] {
            let n = 2_000_000;
            let at = |i: usize| {
                let (s, c) = libm::sincos(core::f64::consts::TAU * i as f64 / n as f64);
                D2::new(rx * c, ry * s)
            };
            let walked: f64 = (0..n).map(|i| (at(i + 1) - at(i)).length()).sum();
            let got = ellipse_perimeter([rx, 0.0, 0.0, ry]);
            assert!((got - walked).abs() < 1e-9 * walked, "{rx} {ry}: {got} {walked}");
        }
    }
}
