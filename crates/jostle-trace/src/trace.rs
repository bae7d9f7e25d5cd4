//! Traces a hitbox from a mask, by the options of the caller.
//!
//! Specks are dropped, then holes or bays are filled, then the outline is traced and simplified.
//! The checker measures the result against the mask, and `promise` compares it with the goal once
//! more. If the two disagree, the exact outline replaces the result, so the goal holds even if the
//! simplifier is wrong.

mod promise;
mod watch;

use crate::image::check;
use crate::{
    Connectivity, Dropped, Effort, Fill, Goal, Hitbox, Mask, Measured, Origin, Outline, Removed,
    RemovedKind, Report, Side, TraceError, coherent, corners, deviation, drop_small, filled, fit,
    measure, outline, pieces, shape_of, simplify, simplify_soft, soft_iou, soften,
};
use promise::Truth;
use watch::Watch;

/// The most vertices of an exact outline: as many as a shape's JSON form may have.
const MAX_VERTICES: u64 = 1_000_000;
#[cfg(feature = "export")]
const _: () = assert!(MAX_VERTICES == jostle::json::limits::MAX_VERTICES as u64);

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
    /// True if pixels that share only a corner belong together.
    pub connectivity: Connectivity,
    /// Parts of fewer pixels are dropped: solid ones and holes; 0 and 1 drop none.
    pub min_area: u64,
    /// The empty pixels that become solid before tracing.
    pub fill: Fill,
    /// The goal to reach with as few vertices as possible; by default the exact outline.
    pub goal: Goal,
    /// How much time that may take.
    pub effort: Effort,
    /// Where the outline runs.
    pub edges: Edges,
    /// True if to cut the outline into convex pieces, and how.
    pub pieces: Pieces,
    /// True if the shape may be a circle, rectangle, capsule, ellipse or hull if one keeps the
    /// bounds; not beside a vertex budget or an outline between pixel edges.
    pub fit: bool,
}

/// Where an outline runs before it is simplified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edges {
    /// Along the edges of pixels.
    #[default]
    Pixels,
    /// Between them, where the gradient of the alpha has the edge. IoU and area error are then held
    /// against the alpha, and a deviation counts from this outline; there are no sides.
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
    /// As few as possible with at most a given number of vertices each; 8 for Box2D.
    AtMost(usize),
}

impl Tracing {
    /// Traces a mask. `alpha` is each pixel's share of 255, row by row; without it, or where it is
    /// too short, the mask stands for it.
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
        let start = Watch::start();
        promise::possible(&self.goal)?;
        let (wanted, removed) = self.prepared(mask);
        check("vertices of the exact outline", corners(&wanted), MAX_VERTICES)?;
        let alpha = shares(mask, &wanted, alpha);
        let mut traced = match self.edges {
            Edges::Pixels => self.pixel_edges(&wanted)?,
            Edges::Alpha => self.alpha_edges(&wanted, &alpha)?,
        };
        traced.dropped.splice(..0, removed.iter().map(Dropped::from));
        let mut hitbox = self.finished(traced, &wanted, &alpha, start)?;
        if self.fit && self.edges == Edges::Pixels && self.goal.max_vertices.is_none() {
            if let Some(simple) = fit(&wanted, &self.goal) {
                hitbox.fit = Some(simple.kind);
                hitbox.shape = Some(simple.shape);
            }
            hitbox.report.milliseconds = start.milliseconds();
        }
        Ok(hitbox)
    }

    /// Traces the frames of an animation so that their outlines have the same rings with the same
    /// number of points, in correspondence, and can be blended. Groups follow each other where one
    /// outline cannot do for all; each hitbox comes with the number of its group.
    ///
    /// # Errors
    /// As [`Tracing::trace`].
    ///
    /// ```
    /// use jostle_trace::{Goal, Mask, Tracing};
    /// let at = |k: u32| Mask::from_fn(20, 10, move |x, y| (2 + k..8 + k).contains(&x) && y > 3);
    /// let tracing = Tracing { goal: Goal::iou(0.97), ..Tracing::default() };
    /// let frames = tracing.trace_coherent(&[at(0), at(4)]).unwrap();
    /// assert_eq!((frames[0].0, frames[1].0), (0, 0));
    /// assert_eq!(frames[0].1.outline.vertices(), frames[1].1.outline.vertices());
    /// ```
    pub fn trace_coherent(&self, frames: &[Mask]) -> Result<Vec<(usize, Hitbox)>, TraceError> {
        let start = Watch::start();
        promise::possible(&self.goal)?;
        let mut wanted = Vec::with_capacity(frames.len());
        let mut dropped = Vec::with_capacity(frames.len());
        for frame in frames {
            let (mask, removed) = self.prepared(frame);
            check("vertices of the exact outline", corners(&mask), MAX_VERTICES)?;
            wanted.push(mask);
            dropped.push(removed);
        }
        let mut traced = Vec::with_capacity(frames.len());
        for (number, group) in coherent(&wanted, &self.goal).into_iter().enumerate() {
            if !group.reached {
                let [first, last] = [group.frames.start, group.frames.end.saturating_sub(1)];
                let why = format!("no outline for frames {first} to {last} keeps it");
                return Err(TraceError::Goal { what: "goal", why });
            }
            for (index, outline) in group.frames.zip(group.outlines) {
                let Some(mask) = wanted.get(index) else { continue };
                let alpha = shares(mask, mask, None);
                let removed = dropped.get(index).into_iter().flatten();
                let dropped = removed.map(Dropped::from).collect();
                let found = measure(&outline, mask);
                let frame = Traced { outline, found, dropped };
                traced.push((number, self.finished(frame, mask, &alpha, start)?));
            }
        }
        // The frames share the time.
        let each = start.milliseconds() / traced.len().max(1) as f64;
        traced.iter_mut().for_each(|(_, hitbox)| hitbox.report.milliseconds = each);
        Ok(traced)
    }

    /// The traced part of a mask, and the dropped parts.
    fn prepared(&self, mask: &Mask) -> (Mask, Vec<Removed>) {
        let (mut wanted, removed) = if self.min_area > 1 {
            drop_small(mask, self.min_area, self.connectivity)
        } else {
            (mask.clone(), Vec::new())
        };
        if self.fill != Fill::None {
            wanted = filled(&wanted, self.fill, self.connectivity);
        }
        (wanted, removed)
    }

    fn pixel_edges(&self, wanted: &Mask) -> Result<Traced, TraceError> {
        let exact = outline(wanted, self.connectivity);
        if self.goal == Goal::default() {
            return Ok(Traced::whole(exact, wanted));
        }
        let simple = simplify(&exact, wanted, &self.goal, self.effort);
        let found = measure(&simple.outline, wanted);
        let share = Truth::Pixels(wanted).error_share(&simple.outline, found.iou);
        let traced = if promise::holds(&self.goal, &found, found.iou, share, 0.0) {
            let lost = simple.dropped.iter().filter_map(|&ring| Dropped::ring(&exact, ring));
            Traced { outline: simple.outline, found, dropped: lost.collect() }
        } else {
            Traced::whole(exact, wanted)
        };
        self.few_enough(&traced.outline)?;
        Ok(traced)
    }

    fn alpha_edges(&self, wanted: &Mask, alpha: &[u8]) -> Result<Traced, TraceError> {
        if self.goal.side != Side::Free {
            let why = "sides are for whole pixels, and this outline runs between their edges";
            return Err(TraceError::Goal { what: "side", why: why.to_owned() });
        }
        let soft = soften(wanted, alpha, self.connectivity);
        if self.goal == Goal::default() {
            return Ok(Traced::whole(soft, wanted));
        }
        let [outward, inward] = deviation(&soft, wanted);
        let slack = if outward > inward { outward } else { inward };
        let simple = simplify_soft(&soft, wanted, alpha, &self.goal, self.effort);
        let kept = |outline: &Outline| {
            let found = measure(outline, wanted);
            let iou = soft_iou(outline, wanted.width(), wanted.height(), alpha);
            let share = Truth::Shares(alpha).error_share(outline, iou);
            (promise::holds(&self.goal, &found, iou, share, slack), found, iou)
        };
        if let (true, found, _) = kept(&simple.outline) {
            self.few_enough(&simple.outline)?;
            let lost = simple.dropped.iter().filter_map(|&ring| Dropped::ring(&soft, ring));
            return Ok(Traced { dropped: lost.collect(), outline: simple.outline, found });
        }
        match kept(&soft) {
            (true, found, _) => {
                self.few_enough(&soft)?;
                Ok(Traced { outline: soft, found, dropped: Vec::new() })
            }
            (false, _, iou) => {
                let why =
                    format!("the whole outline between pixel edges has a soft IoU of {iou:.4}");
                Err(TraceError::Goal { what: "soft outline", why })
            }
        }
    }

    fn few_enough(&self, outline: &Outline) -> Result<(), TraceError> {
        let found = outline.vertices();
        let Some(most) = self.goal.max_vertices.filter(|&most| found > most) else { return Ok(()) };
        let why = format!("{most} are allowed, and {found} is the least that was found");
        Err(TraceError::Goal { what: "vertices", why })
    }

    /// Cuts and shapes an outline, and reports on it.
    fn finished(
        &self,
        traced: Traced,
        wanted: &Mask,
        alpha: &[u8],
        start: Watch,
    ) -> Result<Hitbox, TraceError> {
        let Traced { outline, found, dropped } = traced;
        let cut = match self.pieces {
            Pieces::None => Some(Vec::new()),
            Pieces::Any => pieces(&outline, None),
            Pieces::AtMost(most) => pieces(&outline, Some(most)),
        };
        let shape = shape_of(&outline)?;
        let milliseconds = start.milliseconds();
        let report = Report {
            rings: found.rings,
            vertices: found.vertices,
            iou: found.iou,
            soft_iou: soft_iou(&outline, wanted.width(), wanted.height(), alpha),
            deviation_outward: found.outward,
            deviation_inward: found.inward,
            area_error: Truth::Pixels(wanted).error_share(&outline, found.iou),
            milliseconds,
            dropped,
        };
        Ok(Hitbox {
            size: [wanted.width(), wanted.height()],
            origin: Origin::default(),
            outline,
            // Rings that do not cross, as all traced ones, always fall into pieces.
            pieces: cut.unwrap_or_default(),
            shape,
            fit: None,
            report,
        })
    }
}

/// An outline with the measures of the checker.
struct Traced {
    outline: Outline,
    found: Measured,
    dropped: Vec<Dropped>,
}

impl Traced {
    /// With no ring dropped.
    fn whole(outline: Outline, wanted: &Mask) -> Self {
        Self { found: measure(&outline, wanted), outline, dropped: Vec::new() }
    }
}

/// Each pixel's share of 255 where specks were dropped and holes filled.
fn shares(mask: &Mask, wanted: &Mask, alpha: Option<&[u8]>) -> Vec<u8> {
    let mut shares = Vec::with_capacity(mask.width() as usize * mask.height() as usize);
    for y in 0..mask.height() {
        for x in 0..mask.width() {
            let solid = wanted.get(x, y);
            let own = alpha.and_then(|alpha| alpha.get(shares.len()).copied());
            shares.push(match own {
                Some(own) if mask.get(x, y) == solid => own,
                _ => 255 * u8::from(solid),
            });
        }
    }
    shares
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
