//! Hitboxes from pixels.

use jostle_trace::{
    Connectivity, Edges, Effort, Fill, Format, Frames, Goal, Hitbox as Core, Ignored, Image, Mask,
    Origin, Picture, Pieces, Point, Side, Solid, Sprite, Tracing, UNITS_PER_PIXEL,
};
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray3, PyReadonlyArray2, PyReadonlyArray3};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::affine::Affine;
use crate::error::{Refusal, refused};
use crate::record::record;
use crate::shape::Shape;
use crate::words::Word;

record! { "jostle.trace":
    /// Measured numbers of a hitbox, against the mask that it was traced from.
    Report {
        /// Rings of the outline, holes included.
        rings: usize,
        /// Points of all rings.
        vertices: usize,
        /// Area of the intersection of outline and mask over that of their union.
        iou: f64,
        /// The same with each pixel's alpha as its share.
        soft_iou: f64,
        /// The farthest that the outline's region reaches from the mask's, in pixels.
        deviation_outward: f64,
        /// The farthest that the mask's region reaches from the outline's, in pixels.
        deviation_inward: f64,
        /// The area where outline and mask differ, as a share of the mask's area.
        area_error: f64,
        /// The time that tracing took.
        milliseconds: f64,
    }
}

record! { "jostle.trace":
    /// A closed line of an outline, in pixels.
    Ring {
        /// The points.
        points: Vec<(f64, f64)>,
        /// True if the inside of the ring is empty.
        hole: bool,
        /// The number of the ring that this one lies in; None for a ring that lies in none.
        parent: Option<usize>,
    }
}

/// A traced picture; y runs down, pixel (x, y) is the unit square from (x, y).
#[pyclass(frozen, weakref, module = "jostle.trace")]
pub struct Hitbox(Core);

fn pixels([x, y]: Point) -> (f64, f64) {
    let unit = f64::from(UNITS_PER_PIXEL);
    (f64::from(x) / unit, f64::from(y) / unit)
}

#[pymethods]
impl Hitbox {
    /// Width and height of the picture.
    #[getter]
    fn size(&self) -> (u32, u32) {
        self.0.size.into()
    }

    /// The outline as a shape in pixels; None if nothing is solid.
    #[getter]
    fn shape(&self) -> Option<Shape> {
        self.0.shape.clone().map(Shape::from)
    }

    /// The kind of the simple shape, if one was requested and is good enough.
    #[getter]
    fn fit(&self) -> Option<&'static str> {
        self.0.fit.map(Word::word)
    }

    /// The rings of the outline.
    #[getter]
    fn outline(&self) -> Vec<Ring> {
        let ring = |ring: &jostle_trace::Ring| Ring {
            points: ring.points.iter().copied().map(pixels).collect(),
            hole: ring.hole,
            parent: ring.parent,
        };
        self.0.outline.rings.iter().map(ring).collect()
    }

    /// Convex pieces that make up the outline; empty unless requested.
    #[getter]
    fn pieces(&self) -> Vec<Vec<(f64, f64)>> {
        let piece = |piece: &Vec<Point>| piece.iter().copied().map(pixels).collect();
        self.0.pieces.iter().map(piece).collect()
    }

    /// The measured numbers.
    #[getter]
    fn report(&self) -> Report {
        let r = &self.0.report;
        Report {
            rings: r.rings,
            vertices: r.vertices,
            iou: r.iou,
            soft_iou: r.soft_iou,
            deviation_outward: r.deviation_outward,
            deviation_inward: r.deviation_inward,
            area_error: r.area_error,
            milliseconds: r.milliseconds,
        }
    }

    /// The point in pixels that the frame is placed by.
    #[getter]
    fn pivot(&self) -> (f64, f64) {
        self.0.origin.pivot.into()
    }

    /// Returns the hitbox with another pivot.
    fn with_pivot(&self, x: f64, y: f64) -> Self {
        let mut core = self.0.clone();
        core.origin.pivot = [x, y];
        Self(core)
    }

    /// Returns the map from pixels to the frame whose origin is the pivot; put it under the sprite's transform.
    fn to_pivot(&self) -> Affine {
        Affine(self.0.to_pivot())
    }

    /// Writes the hitbox as files, pairs of a name and a text. `format` is "json", "svg", "phaser", "tsx",
    /// "tres", "libgdx", "rube", "pixi", "ron" or "h"; `name` is the picture's without its ending.
    #[pyo3(signature = (format: "str", name: "str" = "sprite"))]
    fn export(&self, format: &str, name: &str) -> PyResult<Vec<(String, String)>> {
        let known = Format::parse(format).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            let sentence = format!("format is {format:?}, not one of {names}");
            PyErr::from(Refusal::new("word", "format", sentence))
        })?;
        Ok(known.write(&self.sprite(name)))
    }

    fn __repr__(&self) -> String {
        let report = &self.0.report;
        let [width, height] = self.0.size;
        let (rings, vertices, iou) = (report.rings, report.vertices, report.iou);
        format!(
            "<Hitbox of {width} x {height}: {vertices} vertices in {rings} rings, iou {iou:.4}>"
        )
    }

    /// Draws the outline and its pieces for a notebook.
    fn _repr_svg_(&self) -> Option<String> {
        Some(Format::Svg.write(&self.sprite("sprite")).swap_remove(0).1)
    }
}

impl Hitbox {
    fn sprite(&self, name: &str) -> Sprite {
        Sprite {
            name: name.into(),
            image: format!("{name}.png"),
            size: self.0.size,
            frames: Frames::Still(self.0.clone().into()),
            tags: Vec::new(),
        }
    }
}

/// Reads "none", "any", or the most vertices of a piece.
fn pieces(wanted: &Bound<'_, PyAny>) -> PyResult<Pieces> {
    if wanted.is_none() {
        return Ok(Pieces::None);
    }
    match wanted.extract::<usize>() {
        Ok(most) if most >= 3 => Ok(Pieces::AtMost(most)),
        Err(_) if wanted.extract::<&str>().is_ok_and(|word| word == "any") => Ok(Pieces::Any),
        _ => {
            let sentence = format!("pieces is {wanted}, not None, \"any\" or a number from 3");
            Err(Refusal::new("word", "pieces", sentence).into())
        }
    }
}

/// Traces a picture: an array of shape (height, width, 4) of bytes, red, green, blue and alpha. A picture of
/// truth values has the shape (height, width).
#[pyfunction]
#[pyo3(signature = (
    picture: "numpy.typing.NDArray[numpy.uint8] | numpy.typing.NDArray[numpy.bool]",
    *,
    alpha: "int" = 128,
    ignored: "collections.abc.Sequence[str]" = Vec::new(),
    max_error: "float | None" = None,
    iou: "float | None" = None,
    max_area_error: "float | None" = None,
    max_vertices: "int | None" = None,
    side: "jostle.types.Side" = "free",
    connectivity: "jostle.types.Connectivity" = "four",
    min_area: "int" = 0,
    fill: "jostle.types.Fill" = "none",
    effort: "jostle.types.Effort" = "best",
    edges: "jostle.types.Edges" = "pixels",
    pieces: "int | str | None" = None,
    fit: "bool" = false,
    pivot: "tuple[float, float]" = (0.0, 0.0)))]
#[expect(clippy::too_many_arguments, reason = "the options of the tracer")]
pub(crate) fn trace(
    py: Python<'_>,
    picture: &Bound<'_, PyAny>,
    alpha: u8,
    ignored: Vec<String>,
    max_error: Option<f64>,
    iou: Option<f64>,
    max_area_error: Option<f64>,
    max_vertices: Option<usize>,
    side: &str,
    connectivity: &str,
    min_area: u64,
    fill: &str,
    effort: &str,
    edges: &str,
    pieces: Option<&Bound<'_, PyAny>>,
    fit: bool,
    pivot: (f64, f64),
) -> PyResult<Hitbox> {
    let goal = Goal {
        max_deviation: max_error,
        min_iou: iou,
        max_area_error,
        max_vertices,
        side: Side::parse(side)?,
    };
    let tracing = Tracing {
        goal,
        connectivity: Connectivity::parse(connectivity)?,
        min_area,
        fill: Fill::parse(fill)?,
        effort: Effort::parse(effort)?,
        edges: Edges::parse(edges)?,
        pieces: pieces.map_or(Ok(Pieces::None), self::pieces)?,
        fit,
    };
    let (mask, alphas) = match picture.extract::<PyReadonlyArray2<'_, bool>>() {
        Ok(truths) => {
            let truths = truths.as_array();
            let (rows, columns) = truths.dim();
            let solid = |x: u32, y: u32| truths[[y as usize, x as usize]];
            (Mask::from_fn(columns as u32, rows as u32, solid), None)
        }
        Err(_) => {
            let color = |(i, text): (usize, &String)| {
                let wrong = |fault| Refusal::new("color", format!("ignored[{i}]"), fault);
                Ignored::parse(text).map_err(wrong)
            };
            let ignored = ignored.iter().enumerate().map(color).collect::<Result<_, _>>()?;
            let image = image(picture)?;
            let alphas = image.rgba().iter().skip(3).step_by(4).copied().collect::<Vec<u8>>();
            (Solid { alpha, ignored }.mask(&image), Some(alphas))
        }
    };
    let traced = py.detach(|| tracing.trace(&mask, alphas.as_deref()));
    let mut hitbox = traced.map_err(refused)?;
    hitbox.origin = Origin { pivot: pivot.into(), ..hitbox.origin };
    Ok(Hitbox(hitbox))
}

fn image(picture: &Bound<'_, PyAny>) -> PyResult<Image> {
    let wrong = || {
        let shape = picture.getattr("shape").map_or_else(|_| "none".into(), |s| s.to_string());
        let sentence = format!("picture has the shape {shape}, not (height, width, 4) of bytes");
        PyErr::from(Refusal::new("wrong_length", "picture", sentence))
    };
    let rows: PyReadonlyArray3<'_, u8> = picture.extract().map_err(|_| wrong())?;
    let rows = rows.as_array();
    let (height, width, channels) = rows.dim();
    if channels != 4 {
        return Err(wrong());
    }
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let (width, height) = size.ok_or_else(wrong)?;
    Image::new(width, height, rows.iter().copied().collect()).map_err(refused)
}

/// Decodes a picture file, PNG, APNG, GIF, WebP or Aseprite: for each frame an array of shape (height, width,
/// 4) and its duration in milliseconds.
#[pyfunction]
#[pyo3(signature = (
    file: "bytes") -> "list[tuple[numpy.typing.NDArray[numpy.uint8], int]]")]
pub(crate) fn decode<'py>(
    py: Python<'py>,
    file: &[u8],
) -> PyResult<Vec<(Bound<'py, PyArray3<u8>>, u32)>> {
    let picture = py.detach(|| Picture::decode(file)).map_err(refused)?;
    let frame = |frame: &jostle_trace::Frame| {
        let shape = (frame.image.height() as usize, frame.image.width() as usize, 4);
        let rows = Array3::from_shape_vec(shape, frame.image.rgba().to_vec()).unwrap_or_default();
        (rows.into_pyarray(py), frame.milliseconds)
    };
    Ok(picture.frames().iter().map(frame).collect())
}
