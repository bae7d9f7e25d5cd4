//! How good is an outline, measured by code that shares nothing with what made it?
//!
//! Areas come from exact coverage ([`area`]), distances from a certified search ([`deviation`]),
//! and soundness from exact tests ([`valid`]); each file states how. Everything is measured from
//! the points of the finished outline and the pixels, so that a fault anywhere before shows here.

mod area;
mod deviation;
mod frame;
mod grid;
mod near;
mod part;
#[cfg(test)]
mod tests;
mod valid;

pub use valid::{Validity, validity};

use crate::{Mask, Outline};
use frame::Frame;

/// What the checker found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Rings of the outline.
    pub rings: usize,
    /// Points of all its rings.
    pub vertices: usize,
    /// Common area over joint area of the outline and the solid pixels; 1 when both are empty.
    pub iou: f64,
    /// How far the outline's region reaches from the solid pixels, in pixels: an upper bound, less
    /// than 0.0001 too large. Infinite when there is no solid pixel to be near to.
    pub outward: f64,
    /// How far the solid pixels reach from the outline's region, with the bound of `outward`.
    pub inward: f64,
    /// The outline's area less that of the solid pixels, over the latter.
    pub area_error: f64,
    /// Empty pixels that the outline enters; exact.
    pub overrun: u64,
    /// Solid pixels that the outline does not hold whole; exact.
    pub uncovered: u64,
    /// True if the rings are what they should be.
    pub validity: Validity,
}

impl Measured {
    /// The larger of the two directed distances.
    ///
    /// ```
    /// use jostle_trace::{Connectivity, Mask, measure, outline};
    /// let mask = Mask::from_fn(9, 9, |x, _| x < 4);
    /// let found = measure(&outline(&mask, Connectivity::Four), &mask);
    /// assert_eq!((found.deviation(), found.iou), (0.0, 1.0));
    /// ```
    #[must_use]
    pub fn deviation(&self) -> f64 {
        if self.outward > self.inward { self.outward } else { self.inward }
    }
}

/// Measures an outline against the mask that it stands for.
///
/// An outline that leaves the picture so far that both together would take a grid of 4 pictures and
/// 64 million pixels has IoU 0 and infinite distances.
///
/// ```
/// use jostle_trace::{Mask, Outline, Ring, measure};
/// let mask = Mask::from_fn(4, 4, |_, _| true);
/// let points = vec![[0, 0], [512, 0], [512, 1024], [0, 1024]];
/// let half = Outline { rings: vec![Ring { points, hole: false, parent: None }] };
/// let found = measure(&half, &mask);
/// assert_eq!((found.iou, found.outward, found.inward), (0.5, 0.0, 2.0));
/// assert_eq!((found.area_error, found.uncovered), (-0.5, 8));
/// ```
#[must_use]
pub fn measure(outline: &Outline, mask: &Mask) -> Measured {
    let validity = validity(outline);
    let solid = mask.area() as f64;
    let traced = area::outline_area(outline);
    let area_error = if traced == solid { 0.0 } else { (traced - solid) / solid };
    let mut measured = Measured {
        rings: outline.rings.len(),
        vertices: outline.vertices(),
        iou: 0.0,
        outward: f64::INFINITY,
        inward: f64::INFINITY,
        area_error,
        overrun: u64::MAX,
        uncovered: u64::MAX,
        validity,
    };
    if let Some(frame) = Frame::new(outline, mask) {
        measured.iou = share(&frame, traced, solid);
        (measured.outward, measured.inward) = distances(&frame, outline);
        (measured.overrun, measured.uncovered) = frame.wrong_pixels();
    }
    measured
}

/// Measures only the IoU, by exact area coverage.
///
/// ```
/// use jostle_trace::{Connectivity, Mask, iou, outline};
/// let mask = Mask::from_fn(70, 9, |x, y| x % 9 > y);
/// assert_eq!(iou(&outline(&mask, Connectivity::Eight), &mask), 1.0);
/// ```
#[must_use]
pub fn iou(outline: &Outline, mask: &Mask) -> f64 {
    let (traced, solid) = (area::outline_area(outline), mask.area() as f64);
    Frame::new(outline, mask).map_or(0.0, |frame| share(&frame, traced, solid))
}

/// Measures only the two directed distances, outward and inward, in pixels, as
/// [`Measured::outward`] and [`Measured::inward`] say.
///
/// ```
/// use jostle_trace::{Mask, Outline, deviation};
/// let speck = Mask::from_fn(3, 3, |x, y| (x, y) == (1, 1));
/// assert_eq!(deviation(&Outline::default(), &speck), [0.0, f64::INFINITY]);
/// ```
#[must_use]
pub fn deviation(outline: &Outline, mask: &Mask) -> [f64; 2] {
    Frame::new(outline, mask).map_or([f64::INFINITY; 2], |frame| distances(&frame, outline).into())
}

/// Measures an outline against soft alpha: Σ min(c, a) / Σ max(c, a) over the pixels, where c is
/// the share of a pixel that the outline covers and a its alpha / 255.
///
/// `alpha` has `width` × `height` values by rows; missing ones are 0. An outline too far out has 0.
///
/// ```
/// use jostle_trace::{Outline, Ring, soft_iou};
/// let points = vec![[0, 0], [384, 0], [384, 256], [0, 256]];
/// let traced = Outline { rings: vec![Ring { points, hole: false, parent: None }] };
/// assert!(soft_iou(&traced, 2, 1, &[255, 128]) > 0.998);
/// ```
#[must_use]
pub fn soft_iou(outline: &Outline, width: u32, height: u32, alpha: &[u8]) -> f64 {
    let picture = Mask::new(width, height);
    Frame::new(outline, &picture).map_or(0.0, |frame| area::soft_iou(&frame, width, height, alpha))
}

fn share(frame: &Frame, traced: f64, solid: f64) -> f64 {
    let common = area::common(frame);
    let joint = solid + traced - common;
    if joint == 0.0 { 1.0 } else { (common / joint).clamp(0.0, 1.0) }
}

fn distances(frame: &Frame, outline: &Outline) -> (f64, f64) {
    let edges = frame.edges(outline);
    let corners = edges.iter().map(|e| e[0].map(|v| v as f64 / 256.0));
    let outward = deviation::outward(frame, corners);
    (outward, deviation::inward(frame, &edges))
}

/// The whole number below, without the call that `f64::floor` is on plain x86-64.
fn below(v: f64) -> i64 {
    let whole = v as i64;
    whole - i64::from(whole as f64 > v)
}

/// The lesser of two numbers; the first of equal ones.
fn lesser(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

/// The greater of two numbers; the first of equal ones.
fn greater(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
