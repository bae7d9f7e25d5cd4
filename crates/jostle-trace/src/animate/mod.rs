//! Frames of an animation: what all of them or any of them cover, and outlines that move.
//!
//! Coherent outlines have the same rings and as many vertices in every frame, vertex i of one frame
//! being vertex i of the next, so that hitboxes can be interpolated and swept.
//!
//! Method: rings are matched from frame to frame by nesting, place and size, and each ring's
//! outline is aligned with the one before (`align`). What is aligned makes columns, a place on the
//! outline in every frame; columns whose absence costs least, over all frames together, are taken
//! away until the goal would be missed in some frame (`thin`). Vertices are where lines meet that
//! were fitted to the outline between columns, frame by frame (`contour`). Every frame is measured
//! by the checker.
//!
//! Frames whose rings cannot be matched one to one with those of the frame before begin a new
//! group, and a group that cannot be within the goal in every frame is halved. Frame: pixels of the
//! picture, 1/256 px. Between frames a straight interpolation is not checked: its rings may cross
//! where a frame moves far.

mod align;
mod contour;
#[cfg(test)]
mod tests;
mod thin;

use std::ops::Range;

use crate::{
    Connectivity, Goal, Mask, Measured, Outline, Ring, Side, deviation, iou, measure, outline,
    validity,
};
use align::Track;
use contour::Contour;

/// Unites the solid pixels of all frames, each at the top left corner; empty without frames.
///
/// ```
/// use jostle_trace::{Mask, union};
/// let frames = [Mask::from_fn(3, 1, |x, _| x == 0), Mask::from_fn(3, 1, |x, _| x == 2)];
/// assert_eq!(union(&frames).area(), 2);
/// ```
#[must_use]
pub fn union(frames: &[Mask]) -> Mask {
    let width = frames.iter().map(Mask::width).max().unwrap_or(0);
    let height = frames.iter().map(Mask::height).max().unwrap_or(0);
    Mask::from_rows(width, height, |y, row| {
        for frame in frames {
            for (word, more) in row.iter_mut().zip(frame.row(y)) {
                *word |= more;
            }
        }
    })
}

/// Keeps the pixels that are solid in all frames, each at the top left corner; empty without
/// frames.
///
/// ```
/// use jostle_trace::{Mask, intersection};
/// let frames = [Mask::from_fn(3, 1, |x, _| x < 2), Mask::from_fn(3, 1, |x, _| x > 0)];
/// assert_eq!(intersection(&frames).area(), 1);
/// ```
#[must_use]
pub fn intersection(frames: &[Mask]) -> Mask {
    let width = frames.iter().map(Mask::width).min().unwrap_or(0);
    let height = frames.iter().map(Mask::height).min().unwrap_or(0);
    Mask::from_rows(width, height, |y, row| {
        row.fill(if frames.is_empty() { 0 } else { u64::MAX });
        for frame in frames {
            for (word, only) in row.iter_mut().zip(frame.row(y)) {
                *word &= only;
            }
        }
    })
}

/// Outlines of successive frames with vertices in correspondence.
#[derive(Clone, Debug)]
pub struct Coherent {
    /// Which of the frames.
    pub frames: Range<usize>,
    /// One outline a frame: the same rings, each with as many points.
    pub outlines: Vec<Outline>,
    /// The checker's numbers, one a frame.
    pub measured: Vec<Measured>,
    /// True if every frame is sound and within the goal.
    pub reached: bool,
}

impl Coherent {
    /// Makes the outline between the frames at `at`, counted from the first of the group: 1.5 is
    /// halfway from the second to the third. Beyond the ends, the first or the last.
    ///
    /// ```
    /// use jostle_trace::{Goal, Mask, coherent};
    /// let at = |k: u32| Mask::from_fn(20, 10, move |x, y| (2 + k..8 + k).contains(&x) && y > 3);
    /// let group = &coherent(&[at(0), at(4)], &Goal::iou(0.97))[0];
    /// let [first, middle] = [0.0, 0.5].map(|t| group.between(t).rings[0].points[0][0]);
    /// assert_eq!(middle - first, 2 * 256);
    /// ```
    #[must_use]
    pub fn between(&self, at: f64) -> Outline {
        let last = self.outlines.len().saturating_sub(1);
        let at = if at > 0.0 { at } else { 0.0 };
        let first = (at as usize).min(last);
        let share = if first == last { 0.0 } else { at - first as f64 };
        let (Some(a), Some(b)) =
            (self.outlines.get(first), self.outlines.get((first + 1).min(last)))
        else {
            return Outline::default();
        };
        let mut mixed = a.clone();
        for (ring, next) in mixed.rings.iter_mut().zip(&b.rings) {
            for (p, q) in ring.points.iter_mut().zip(&next.points) {
                *p = [0, 1].map(|k| {
                    let (u, v) = (f64::from(p[k]), f64::from(q[k]));
                    (u + (v - u) * share).round() as i32
                });
            }
        }
        mixed
    }
}

/// Traces frames so that vertices correspond, with as few vertices as the goal allows in every
/// frame.
///
/// Groups follow each other; a new one begins where rings appear, vanish, part or join, and where
/// one group for all frames would miss the goal. A vertex budget of the goal is that of each group.
///
/// ```
/// use jostle_trace::{Goal, Mask, coherent};
/// let at = |k: u32| Mask::from_fn(30, 10, move |x, y| (2 + k..12 + k).contains(&x) && y > 3);
/// let frames = [at(0), at(3), at(9), Mask::from_fn(30, 10, |x, _| x % 9 < 3)];
/// let groups = coherent(&frames, &Goal::iou(0.97));
/// assert_eq!(groups.len(), 2);
/// assert_eq!((groups[0].frames.clone(), groups[0].reached), (0..3, true));
/// assert!(groups[0].outlines.iter().all(|o| o.vertices() == 4));
/// ```
#[must_use]
pub fn coherent(frames: &[Mask], goal: &Goal) -> Vec<Coherent> {
    let mut groups = Vec::new();
    let mut rest = 0..frames.len();
    // What is left of a part that was halved comes back before the frames behind it.
    let mut parts: Vec<Range<usize>> = Vec::new();
    while !rest.is_empty() {
        let found = run(frames, rest.clone(), goal);
        let Range { start, end } = found.frames;
        if !found.reached && end - start > 1 && goal.max_vertices.is_none() {
            parts.push(rest.clone());
            rest = start..start + (end - start) / 2;
            continue;
        }
        groups.push(found);
        rest.start = end;
        while rest.is_empty() {
            let Some(before) = parts.pop() else { break };
            rest = end..before.end;
        }
    }
    groups
}

/// The group of the frames that match from the start of a range on.
fn run(frames: &[Mask], range: Range<usize>, goal: &Goal) -> Coherent {
    let traced = outline(&frames[range.start], Connectivity::Four);
    // A frame alone is aligned with nothing, so it may have a column wherever it likes.
    let most = if range.len() > 1 { align::SAMPLES } else { align::ALONE };
    let track = |ring: &Ring| Track::new(Contour::of(ring), most);
    let mut tracks: Vec<Track> = traced.rings.iter().map(track).collect();
    let mut last = traced.rings.clone();
    let mut end = range.start + 1;
    while end < range.end {
        let next = outline(&frames[end], Connectivity::Four).rings;
        let Some(order) = align::matched(&last, &next) else { break };
        last = order.iter().map(|i| next[*i].clone()).collect();
        for (track, ring) in tracks.iter_mut().zip(&last) {
            track.add(Contour::of(ring));
        }
        end += 1;
    }
    group(frames, range.start..end, &traced.rings, &tracks, goal)
}

/// The fewest columns with which every frame is within the goal.
fn group(
    frames: &[Mask],
    range: Range<usize>,
    rings: &[Ring],
    tracks: &[Track],
    goal: &Goal,
) -> Coherent {
    let order = thin::order(tracks);
    let drawn = |vertices: usize, frame: usize| {
        let kept = order.kept(tracks, vertices);
        let of = |(k, ring): (usize, &Ring)| Ring {
            points: tracks[k].contours[frame].polygon(&tracks[k].places(&kept[k], frame)),
            hole: ring.hole,
            parent: ring.parent,
        };
        Outline { rings: rings.iter().enumerate().map(of).collect() }
    };
    let masks = &frames[range.clone()];
    // The frame that failed last fails first.
    let mut worst = 0;
    let mut fits = |vertices: usize| {
        let n = masks.len();
        let failed = (0..n).map(|k| (worst + k) % n.max(1)).find(|k| {
            let outline = drawn(vertices, *k);
            !within(&outline, &masks[*k], goal)
        });
        worst = failed.unwrap_or(worst);
        failed.is_none()
    };
    let bounded =
        goal.min_iou.is_some() || goal.max_deviation.is_some() || goal.max_area_error.is_some();
    let (mut low, mut high) = (order.least, order.most);
    if let (Some(budget), false) = (goal.max_vertices, bounded) {
        (low, high) = (high.min(budget).max(low), high.min(budget).max(low));
    }
    // From below, since more vertices are not always better; too few fail at the first look.
    let mut vertices = low;
    while vertices < high && !fits(vertices) {
        vertices = high.min(vertices + 1 + vertices / 24);
    }
    while vertices > low && vertices < high && fits(vertices - 1) {
        vertices -= 1;
    }
    let outlines: Vec<Outline> = (0..masks.len()).map(|k| drawn(vertices, k)).collect();
    let measured: Vec<Measured> = outlines.iter().zip(masks).map(|(o, m)| measure(o, m)).collect();
    let reached = outlines.iter().zip(masks).all(|(o, m)| within(o, m, goal))
        && goal.max_vertices.is_none_or(|most| vertices <= most);
    Coherent { frames: range, outlines, measured, reached }
}

/// Returns `true` if an outline is sound and within the bounds of a goal, by the checker.
fn within(outline: &Outline, mask: &Mask, goal: &Goal) -> bool {
    let sided = || match goal.side {
        Side::Free => true,
        Side::Cover => measure(outline, mask).uncovered == 0,
        Side::Inside => measure(outline, mask).overrun == 0,
    };
    let near = |most: f64| deviation(outline, mask).into_iter().all(|far| far <= most);
    let differs = |share: f64, most: f64| {
        // From IoU = I / U and the two areas: what differs is U − I.
        let solid = mask.area() as f64;
        let traced = outline.doubled_area() as f64 / (2.0 * 65536.0);
        let differing = (solid + traced) * (1.0 - share) / (1.0 + share);
        differing <= most * solid
    };
    let areas = || {
        let share = iou(outline, mask);
        goal.min_iou.is_none_or(|least| share >= least)
            && goal.max_area_error.is_none_or(|most| differs(share, most))
    };
    validity(outline).is_sound() && areas() && goal.max_deviation.is_none_or(near) && sided()
}
