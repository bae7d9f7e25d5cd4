//! From a mask to a hitbox, by the wishes of the caller.
//!
//! Specks are dropped, then holes or bays are filled, then the outline is traced and simplified. What
//! comes out is measured against the mask that was traced, by the checker, and compared with the
//! goal once more: where the two disagree the exact outline is given instead, so that what is
//! promised holds even if the simplifier is wrong.

use crate::picture::check;
use crate::{
    Connectivity, Dropped, Effort, Fill, Goal, Hitbox, Mask, Measured, Origin, Outline, Removed,
    RemovedKind, Report, Side, TraceError, corners, drop_small, filled, measure, outline, pieces,
    shape_of, simplify, soft_iou, soften,
};
use jostle::MAX_VERTICES;
use std::time::Instant;

/// How to make a hitbox of a mask.
///
/// ```
/// use jostle_trace::{Goal, Mask, Tracing};
/// let disc = Mask::from_fn(32, 32, |x, y| {
///     let (u, v) = (2 * x as i32 - 31, 2 * y as i32 - 31);
///     u * u + v * v < 900
/// });
/// let exact = Tracing::default().trace(&disc, None).unwrap();
/// assert_eq!(exact.report.iou, 1.0);
/// let tracing = Tracing { goal: Goal::deviation(1.0), ..Tracing::default() };
/// let report = tracing.trace(&disc, None).unwrap().report;
/// assert!(report.vertices < exact.report.vertices / 3);
/// assert!(report.deviation_outward <= 1.0 && report.deviation_inward <= 1.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tracing {
    /// Whether pixels that share only a corner belong together.
    pub connectivity: Connectivity,
    /// Parts of fewer pixels are dropped: solid ones and holes; 0 and 1 drop none.
    pub min_area: u64,
    /// What is made solid before tracing.
    pub fill: Fill,
    /// What to reach with as few vertices as possible; by default the exact outline.
    pub goal: Goal,
    /// How much time that may take.
    pub effort: Effort,
    /// Where the outline runs.
    pub edges: Edges,
    /// Whether to cut the outline into convex pieces, and how.
    pub pieces: Pieces,
}

/// Where an outline runs before it is simplified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// Along the edges of pixels.
    #[default]
    Pixels,
    /// Between them, where the gradient of the alpha has the edge.
    Alpha,
}

/// Which convex pieces to make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// None.
    #[default]
    None,
    /// As few as possible.
    Any,
    /// As few as possible with at most so many vertices each; 8 for Box2D.
    AtMost(usize),
}

impl Tracing {
    /// Traces a mask. `alpha` is each pixel's share of 255, row by row, for the soft IoU of the
    /// report; without it the mask stands for it.
    ///
    /// # Errors
    /// Refuses a goal that contradicts itself or cannot be reached, and a mask whose exact outline
    /// has more vertices than a shape may have.
    ///
    /// ```
    /// use jostle_trace::{Goal, Mask, TraceError, Tracing};
    /// let plus = Mask::from_fn(9, 9, |x, y| x / 3 == 1 || y / 3 == 1);
    /// let goal = Goal { max_vertices: Some(4), ..Goal::iou(1.0) };
    /// let refused = Tracing { goal, ..Tracing::default() }.trace(&plus, None);
    /// assert!(matches!(refused, Err(TraceError::Goal { .. })));
    /// ```
    pub fn trace(&self, mask: &Mask, alpha: Option<&[u8]>) -> Result<Hitbox, TraceError> {
        let start = Instant::now();
        possible(&self.goal)?;
        let (mut wanted, removed) = if self.min_area > 1 {
            drop_small(mask, self.min_area, self.connectivity)
        } else {
            (mask.clone(), Vec::new())
        };
        if self.fill != Fill::None {
            wanted = filled(&wanted, self.fill, self.connectivity);
        }
        check("vertices of the exact outline", corners(&wanted), MAX_VERTICES as u64)?;
        let exact = match (self.edges, alpha) {
            (Edges::Alpha, Some(alpha)) => soften(&wanted, alpha, self.connectivity),
            _ => outline(&wanted, self.connectivity),
        };
        let mut dropped: Vec<Dropped> = removed.iter().map(Dropped::from).collect();
        let mut traced = exact.clone();
        if self.goal != Goal::default() {
            let simple = simplify(&exact, &wanted, &self.goal, self.effort);
            traced = simple.outline;
            dropped.extend(simple.dropped.iter().filter_map(|&ring| Dropped::ring(&exact, ring)));
        }
        let mut found = measure(&traced, &wanted);
        if !holds(&self.goal, &found, error_share(&traced, &wanted, &found)) {
            traced = exact;
            found = measure(&traced, &wanted);
            dropped.truncate(removed.len());
        }
        if let Some(most) = self.goal.max_vertices.filter(|&most| found.vertices > most) {
            let why =
                format!("{most} are allowed, and {} is the least that was found", found.vertices);
            return Err(TraceError::Goal { what: "vertices", why });
        }
        let cut = match self.pieces {
            Pieces::None => Some(Vec::new()),
            Pieces::Any => pieces(&traced, None),
            Pieces::AtMost(most) => pieces(&traced, Some(most)),
        };
        let shape = shape_of(&traced)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let size = [mask.width(), mask.height()];
        let soft = alpha.map_or(found.iou, |alpha| soft_iou(&traced, size[0], size[1], alpha));
        let report = Report {
            rings: found.rings,
            vertices: found.vertices,
            iou: found.iou,
            soft_iou: soft,
            deviation_outward: found.outward,
            deviation_inward: found.inward,
            area_error: error_share(&traced, &wanted, &found),
            milliseconds,
            dropped,
        };
        // Rings that do not cross, as all traced ones, always fall into pieces.
        let pieces = cut.unwrap_or_default();
        Ok(Hitbox { size, origin: Origin::default(), outline: traced, pieces, shape, report })
    }
}

/// Refuses goals that nothing can reach, or that say nothing.
fn possible(goal: &Goal) -> Result<(), TraceError> {
    let refuse = |what: &'static str, why: String| Err(TraceError::Goal { what, why });
    if let Some(pixels) = goal.max_deviation.filter(|d| !(*d >= 0.0 && d.is_finite())) {
        return refuse("deviation", format!("{pixels} pixels is no distance"));
    }
    if let Some(share) = goal.min_iou.filter(|share| !(0.0..=1.0).contains(share)) {
        return refuse("IoU", format!("{share} is not from 0 to 1"));
    }
    if let Some(share) = goal.max_area_error.filter(|share| share.is_nan() || *share < 0.0) {
        return refuse("area error", format!("{share} is not a share of an area"));
    }
    if let Some(count) = goal.max_vertices.filter(|&count| count < 3) {
        return refuse("vertices", format!("{count} are too few for any area"));
    }
    let bounded = goal.max_deviation.is_some()
        || goal.min_iou.is_some()
        || goal.max_area_error.is_some()
        || goal.max_vertices.is_some();
    if goal.side != Side::Free && !bounded {
        let why = "a side says where the outline may run, and not how near: a bound is wanted too";
        return refuse("side", why.to_owned());
    }
    Ok(())
}

/// Whether the checker agrees that a goal is reached; the vertices are asked apart.
fn holds(goal: &Goal, found: &Measured, share: f64) -> bool {
    // The checker's distances may be 0.0001 px too large.
    const SLACK: f64 = 1e-4;
    let side = match goal.side {
        Side::Free => true,
        Side::Cover => found.uncovered == 0,
        Side::Inside => found.overrun == 0,
    };
    side && found.validity.is_sound()
        && goal.max_deviation.is_none_or(|most| found.deviation() <= most + SLACK)
        && goal.min_iou.is_none_or(|least| found.iou >= least - f64::EPSILON)
        && goal.max_area_error.is_none_or(|most| share <= most + 1e-9)
}

/// The area where outline and mask differ over the mask's, from the measured IoU and the two exact
/// areas: with IoU = (M + D − X) / (M + D + X), X = (M + D)(1 − IoU) / (1 + IoU).
fn error_share(outline: &Outline, mask: &Mask, found: &Measured) -> f64 {
    let solid = mask.area() as f64;
    if solid == 0.0 {
        return if outline.rings.is_empty() { 0.0 } else { f64::INFINITY };
    }
    let unit = f64::from(crate::UNITS_PER_PIXEL);
    let traced = outline.doubled_area() as f64 / (2.0 * unit * unit);
    (solid + traced) * (1.0 - found.iou) / (1.0 + found.iou) / solid
}

impl From<&Removed> for Dropped {
    fn from(part: &Removed) -> Self {
        Self {
            hole: part.kind == RemovedKind::Hole,
            at: part.at.map(f64::from),
            area: part.area as f64,
        }
    }
}

impl Dropped {
    fn ring(exact: &Outline, index: usize) -> Option<Self> {
        let ring = exact.rings.get(index)?;
        let unit = f64::from(crate::UNITS_PER_PIXEL);
        Some(Self {
            hole: ring.hole,
            at: ring.points.first()?.map(|v| f64::from(v) / unit),
            area: (ring.doubled_area() as f64 / (2.0 * unit * unit)).abs(),
        })
    }
}

#[cfg(test)]
mod tests;
