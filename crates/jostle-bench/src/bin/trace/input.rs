//! Pictures and outlines in and out.

use super::Failure;
use image::{GrayImage, Luma};
use imageproc::contours::{BorderType, Contour, find_contours};
use jostle_trace::{Mask, Outline, Picture, Ring, Solid};
use serde_json::{Value, json};

/// A picture, ready for every tracer.
pub(super) struct Sprite {
    pub(super) mask: Mask,
    pub(super) alpha: Vec<u8>,
    /// The mask as imageproc reads it.
    pub(super) gray: GrayImage,
}

impl Sprite {
    pub(super) fn read(path: &str) -> Result<Self, Failure> {
        let picture = Picture::decode(&std::fs::read(path)?)?;
        let frame = picture.frames().first().ok_or("no frame")?;
        let image = &frame.image;
        let mask = Solid::default().mask(image);
        let alpha = image.rgba().chunks(4).map(|p| p[3]).collect();
        let gray = GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
            Luma([if mask.get(x, y) { 255 } else { 0 }])
        });
        Ok(Self { mask, alpha, gray })
    }
}

/// The pictures of a list of paths, which are relative to it.
pub(super) fn sprites(list: &str) -> Result<impl Iterator<Item = Sprite>, Failure> {
    let folder = std::path::Path::new(list).parent().unwrap_or(std::path::Path::new("."));
    let text = std::fs::read_to_string(list)?;
    let mut read = Vec::new();
    for line in text.lines() {
        let path = folder.join(line);
        read.push(Sprite::read(&path.to_string_lossy()).map_err(|e| format!("{line}: {e}"))?);
    }
    Ok(read.into_iter())
}

/// Rings in pixels.
pub(super) fn rings_json(outline: &Outline) -> Value {
    let ring = |ring: &Ring| {
        let points = ring.points.iter().map(|p| p.map(|v| f64::from(v) / 256.0));
        json!({"hole": ring.hole, "points": points.collect::<Vec<_>>()})
    };
    json!(outline.rings.iter().map(ring).collect::<Vec<_>>())
}

/// An outline of rings in pixels, turned to suit their kinds; parents are not known.
pub(super) fn outline_of(rings: &Value) -> Result<Outline, Failure> {
    let mut outline = Outline::default();
    for ring in rings.as_array().ok_or("no rings")? {
        let mut points = Vec::new();
        for point in ring["points"].as_array().ok_or("no points")? {
            let at = |i: usize| point[i].as_f64().map(|v| (v * 256.0).round() as i32);
            points.push([at(0).ok_or("no x")?, at(1).ok_or("no y")?]);
        }
        let hole = ring["hole"] == true;
        let mut ring = Ring { points, hole, parent: None };
        if (ring.doubled_area() < 0) != hole {
            ring.points.reverse();
        }
        outline.rings.push(ring);
    }
    Ok(outline)
}

pub(super) fn imageproc(gray: &GrayImage) -> Vec<Contour<i32>> {
    find_contours(gray)
}

/// imageproc's contours through pixel centers, of a picture with one empty pixel around it, as its
/// documentation needs.
pub(super) fn imageproc_json(mask: &Mask) -> Value {
    let gray = GrayImage::from_fn(mask.width() + 2, mask.height() + 2, |x, y| {
        Luma([if x > 0 && y > 0 && mask.get(x - 1, y - 1) { 255 } else { 0 }])
    });
    let ring = |contour: &Contour<i32>| {
        let center = |v: i32| f64::from(v) - 0.5;
        let points = contour.points.iter().map(|p| [center(p.x), center(p.y)]);
        let hole = contour.border_type == BorderType::Hole;
        json!({"hole": hole, "points": points.collect::<Vec<_>>()})
    };
    json!(imageproc(&gray).iter().map(ring).collect::<Vec<_>>())
}
