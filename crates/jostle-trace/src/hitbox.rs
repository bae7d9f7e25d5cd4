//! The result: an outline with its shape, its pieces and its measured error.
//!
//! Frame: pixels of the untrimmed frame, x right, y down, (0, 0) its top left corner; [`Point`]s in
//! 1/256 of that.

use crate::{Outline, Point, Simple, TraceError, UNITS_PER_PIXEL};
use jostle::{Affine, Shape, Vec2};

/// Measured numbers of a hitbox, against the mask that it was traced from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Rings of the outline, holes included.
    pub rings: usize,
    /// Points of all rings.
    pub vertices: usize,
    /// Area of the intersection of outline and mask over that of their union; 1 when both are
    /// empty.
    pub iou: f64,
    /// The intersection over union with the picture's alpha as each pixel's share.
    pub soft_iou: f64,
    /// The farthest that the outline's region reaches from the mask's, in pixels.
    pub deviation_outward: f64,
    /// The farthest that the mask's region reaches from the outline's, in pixels; infinite when the
    /// outline is empty and the mask is not.
    pub deviation_inward: f64,
    /// The area where outline and mask differ, as a share of the mask's area.
    pub area_error: f64,
    /// The time that tracing took, in milliseconds, without reading the picture; 0 in WebAssembly,
    /// which has no clock.
    pub milliseconds: f64,
    /// Parts of the mask that the outline leaves out.
    pub dropped: Vec<Dropped>,
}

/// A ring of the exact outline that was left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// True if it was a hole, which is then filled.
    pub hole: bool,
    /// Its first point in pixels.
    pub at: [f64; 2],
    /// Its area in square pixels, with the parts inside it.
    pub area: f64,
}

/// Where a frame was before it was trimmed, and the point that it is placed by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Origin {
    /// Where the cut-out pixels lie in the untrimmed frame.
    pub trim: [i32; 2],
    /// The pivot in pixels of the untrimmed frame.
    pub pivot: [f64; 2],
}

/// A traced frame.
#[derive(Clone, Debug)]
pub struct Hitbox {
    /// Width and height of the untrimmed frame, in pixels.
    pub size: [u32; 2],
    /// Where its pixels were, and its pivot.
    pub origin: Origin,
    /// The rings.
    pub outline: Outline,
    /// Convex pieces that make up the outline; empty unless requested.
    pub pieces: Vec<Vec<Point>>,
    /// The outline as a shape in pixels; `None` if nothing is solid.
    pub shape: Option<Shape>,
    /// The kind of the simple shape, if one was requested and is good enough.
    pub fit: Option<Simple>,
    /// The measured numbers of the outline.
    pub report: Report,
}

impl Hitbox {
    /// Sets the way from the pixels to the frame whose origin is the pivot: place the shape with
    /// `Affine::at((x, y))…under(…)` of this, or put it before any other transform.
    ///
    /// ```
    /// use jostle_trace::{Mask, Origin, Tracing};
    /// let full = Mask::from_fn(4, 4, |_, _| true);
    /// let mut hitbox = Tracing::default().trace(&full, None).unwrap();
    /// hitbox.origin.pivot = [2.0, 4.0]; // the middle of the feet
    /// let standing = hitbox.to_pivot().under(&jostle::Affine::at((100.0, 50.0)));
    /// let placed = hitbox.shape.unwrap().place(standing).unwrap();
    /// assert_eq!(placed.bounds(), jostle::Aabb::new((98.0, 46.0), (102.0, 50.0)));
    /// ```
    #[must_use]
    pub fn to_pivot(&self) -> Affine {
        let [x, y] = self.origin.pivot;
        Affine::at((-(x as f32), -(y as f32)))
    }

    /// Puts a hitbox that was traced in cut-out pixels where they lie in the untrimmed frame.
    ///
    /// # Errors
    /// Refuses what [`shape_of`] refuses.
    ///
    /// ```
    /// use jostle_trace::{Mask, Origin, Tracing};
    /// let mut hitbox = Tracing::default().trace(&Mask::from_fn(2, 2, |_, _| true), None).unwrap();
    /// hitbox.put([16, 16], Origin { trim: [5, 6], pivot: [8.0, 16.0] }).unwrap();
    /// assert_eq!(hitbox.outline.rings[0].points[0], [5 * 256, 6 * 256]);
    /// assert_eq!(hitbox.anchor(), [0.5, 1.0]);
    /// ```
    pub fn put(&mut self, size: [u32; 2], origin: Origin) -> Result<(), TraceError> {
        let [x, y] = [0, 1].map(|axis: usize| {
            (origin.trim[axis] - self.origin.trim[axis]).saturating_mul(UNITS_PER_PIXEL)
        });
        self.size = size;
        self.origin = origin;
        if [x, y] == [0, 0] {
            return Ok(());
        }
        let rings = self.outline.rings.iter_mut().map(|ring| &mut ring.points);
        for point in rings.chain(&mut self.pieces).flatten() {
            *point = [point[0] + x, point[1] + y];
        }
        for dropped in &mut self.report.dropped {
            dropped.at = [
                dropped.at[0] + f64::from(x) / f64::from(UNITS_PER_PIXEL),
                dropped.at[1] + f64::from(y) / f64::from(UNITS_PER_PIXEL),
            ];
        }
        self.shape = match self.shape.take() {
            Some(simple) if self.fit.is_some() => {
                let [x, y] = [x, y].map(|v| v as f32 / UNITS_PER_PIXEL as f32);
                Some(Shape::compound([(simple, Affine::at((x, y)))]).map_err(TraceError::Shape)?)
            }
            _ => shape_of(&self.outline)?,
        };
        Ok(())
    }

    /// Sets the pivot as parts of the untrimmed size.
    #[must_use]
    pub fn anchor(&self) -> [f64; 2] {
        let [x, y] = self.origin.pivot;
        [x / f64::from(self.size[0].max(1)), y / f64::from(self.size[1].max(1))]
    }
}

/// Makes the shape of an outline: a polygon with holes, or a compound of several; none for an
/// outline without rings.
///
/// # Errors
/// Refuses rings that cross.
///
/// ```
/// use jostle_trace::{Connectivity, Mask, outline, shape_of};
/// let two = Mask::from_fn(3, 1, |x, _| x != 1);
/// let shape = shape_of(&outline(&two, Connectivity::Four)).unwrap().unwrap();
/// assert_eq!(shape.kind(), "compound");
/// ```
pub fn shape_of(outline: &Outline) -> Result<Option<Shape>, TraceError> {
    let mut polygons = Vec::new();
    // A parent stands before its children, so one pass finds the holes of each outer ring.
    let mut holes: Vec<Vec<Vec<Vec2>>> = vec![Vec::new(); outline.rings.len()];
    for ring in outline.rings.iter().filter(|ring| ring.hole) {
        if let Some(list) = ring.parent.and_then(|parent| holes.get_mut(parent)) {
            list.push(ring.points.iter().map(|&point| pixels(point)).collect());
        }
    }
    for (index, ring) in outline.rings.iter().enumerate().filter(|(_, ring)| !ring.hole) {
        let outer = ring.points.iter().map(|&point| pixels(point));
        let holes = std::mem::take(&mut holes[index]);
        polygons.push(Shape::polygon_with_holes(outer, holes).map_err(TraceError::Shape)?);
    }
    if polygons.len() > 1 {
        let parts = polygons.into_iter().map(|polygon| (polygon, Affine::IDENTITY));
        return Shape::compound(parts).map(Some).map_err(TraceError::Shape);
    }
    Ok(polygons.pop())
}

/// A point in pixels; exact.
pub(crate) fn pixels([x, y]: Point) -> Vec2 {
    let unit = UNITS_PER_PIXEL as f32;
    Vec2::new(x as f32 / unit, y as f32 / unit)
}
