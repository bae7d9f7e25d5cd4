//! Hitboxes from pixels in memory.

use jostle_trace as t;

use crate::border::{given, list, out, word};
use crate::rings::{Rings, keep_traced};
use crate::shape::{Shape, keep};
use crate::status::{Answer, Refusal, Status, guard};

/// A level of detail by the share of the area that may differ, as SFMLCollision names them.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// 15 %.
    Less = 0,
    /// 7.5 %.
    More = 1,
    /// 1 %.
    Optimal = 2,
    /// Nothing: the exact outline of the pixels.
    Exact = 3,
}

const DETAILS: &[t::Detail] =
    &[t::Detail::Less, t::Detail::More, t::Detail::Optimal, t::Detail::Exact];

/// Which side of the exact outline a simplified one may be on.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Either.
    Free = 0,
    /// Outside or on it: no solid pixel is left out.
    Cover = 1,
    /// Inside or on it: no empty pixel is taken in.
    Inside = 2,
}

/// The empty pixels that become solid before tracing.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    None = 0,
    /// Empty pixels that are shut in.
    Holes = 1,
    /// Those, and bays that are deeper than wide.
    Bays = 2,
}

/// A color that is empty at any alpha.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Red, green, blue and alpha.
    pub rgba: [u8; 4],
    /// True if any alpha matches.
    pub any_alpha: bool,
    /// How much each channel may differ.
    pub tolerance: u8,
}

/// How to make a hitbox of pixels; begin with `jostle_trace_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Tracing {
    /// The least alpha of a solid pixel; 1 takes all that is not fully transparent.
    pub alpha: u8,
    /// True if pixels that share only a corner belong together.
    pub corners_join: bool,
    /// Colors that are empty.
    pub ignored: *const Ignored,
    /// How many there are.
    pub ignored_count: usize,
    /// A `JostleDetail`; the bounds below, where they are set, hold too.
    pub detail: i32,
    /// A `JostleSide`.
    pub side: i32,
    /// A `JostleFill`.
    pub fill: i32,
    /// The largest distance in pixels that the outlines may be apart; below 0 is not set.
    pub max_error: f64,
    /// The least share of the common area in the area of both; below 0 is not set.
    pub min_iou: f64,
    /// The most vertices; 0 is not set.
    pub max_vertices: usize,
    /// Parts of fewer pixels are dropped.
    pub min_area: u64,
    /// True if to stop at the first good outline, for pictures traced while a game runs.
    pub quick: bool,
}

/// Measured numbers of a traced outline.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Rings of the outline, holes included.
    pub rings: usize,
    /// Points of all rings.
    pub vertices: usize,
    /// Area in common with the pixels over the area of both.
    pub iou: f64,
    /// The area that differs, as a share of the pixels' area.
    pub area_error: f64,
    /// The farthest that the outline reaches from the pixels, in pixels.
    pub deviation_outward: f64,
    /// The farthest that the pixels reach from the outline, in pixels.
    pub deviation_inward: f64,
}

/// Returns the settings for the exact outline of the pixels with an alpha of at least 128.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_trace_default() -> Tracing {
    Tracing {
        alpha: 128,
        corners_join: false,
        ignored: core::ptr::null(),
        ignored_count: 0,
        detail: Detail::Exact as i32,
        side: Side::Free as i32,
        fill: Fill::None as i32,
        max_error: -1.0,
        min_iou: -1.0,
        max_vertices: 0,
        min_area: 0,
        quick: false,
    }
}

/// Traces RGBA pixels, row by row from the top left, four bytes each: writes the shape in pixels,
/// and the report. `NONE` if no pixel is solid. `out_rings` and `out_report` may be null.
///
/// # Safety
/// `rgba` is null or points at `width` · `height` · 4 bytes; `tracing` is null, for the default, or
/// points at settings; `out_shape`, `out_rings` and `out_report` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_trace_rgba(
    rgba: *const u8,
    width: u32,
    height: u32,
    tracing: *const Tracing,
    out_shape: *mut Shape,
    out_rings: *mut Rings,
    out_report: *mut Report,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_shape, "out_shape")? };
        let settings = if tracing.is_null() {
            jostle_trace_default()
        } else {
            // SAFETY: the same.
            unsafe { *given(tracing, "tracing")? }
        };
        let too_large = || Refusal::new(Status::TooMany, "the picture is larger than memory");
        let bytes = (width as usize).checked_mul(height as usize).and_then(|n| n.checked_mul(4));
        // SAFETY: the same.
        let pixels = unsafe { list(rgba, bytes.ok_or_else(too_large)?, "rgba")? };
        // SAFETY: the same.
        let ignored = unsafe { list(settings.ignored, settings.ignored_count, "ignored")? };
        let image = t::Image::new(width, height, pixels.to_vec())?;
        let solid = t::Solid { alpha: settings.alpha, ignored: ignored.iter().map(own).collect() };
        let mask = solid.mask(&image);
        let alpha: Vec<u8> = image.rgba().chunks_exact(4).map(|pixel| pixel[3]).collect();
        let hitbox = wish(&settings)?.trace(&mask, Some(&alpha))?;
        let shape = hitbox.shape.ok_or(Refusal::NONE)?;
        if !out_rings.is_null() {
            // SAFETY: the same.
            unsafe { out(out_rings, "out_rings")? }.write(keep_traced(&hitbox.outline)?);
        }
        if !out_report.is_null() {
            let report = &hitbox.report;
            // SAFETY: the same.
            unsafe { out(out_report, "out_report")? }.write(Report {
                rings: report.rings,
                vertices: report.vertices,
                iou: report.iou,
                area_error: report.area_error,
                deviation_outward: report.deviation_outward,
                deviation_inward: report.deviation_inward,
            });
        }
        to.write(keep(shape)?);
        Ok(())
    })
}

fn own(ignored: &Ignored) -> t::Ignored {
    let [r, g, b, a] = ignored.rgba;
    t::Ignored {
        rgb: [r, g, b],
        alpha: (!ignored.any_alpha).then_some(a),
        tolerance: ignored.tolerance,
    }
}

fn wish(settings: &Tracing) -> Answer<t::Tracing> {
    let sides = [t::Side::Free, t::Side::Cover, t::Side::Inside];
    let fills = [t::Fill::None, t::Fill::Holes, t::Fill::Bays];
    let above = |bound: f64| (bound >= 0.0).then_some(bound);
    let mut goal = t::Goal::detail(word(settings.detail, DETAILS, "JostleDetail")?);
    goal.max_deviation = above(settings.max_error);
    goal.min_iou = above(settings.min_iou);
    goal.max_vertices = (settings.max_vertices > 0).then_some(settings.max_vertices);
    goal.side = word(settings.side, &sides, "JostleSide")?;
    Ok(t::Tracing {
        connectivity: if settings.corners_join {
            t::Connectivity::Eight
        } else {
            t::Connectivity::Four
        },
        min_area: settings.min_area,
        fill: word(settings.fill, &fills, "JostleFill")?,
        goal,
        effort: if settings.quick { t::Effort::Fast } else { t::Effort::Best },
        ..t::Tracing::default()
    })
}
