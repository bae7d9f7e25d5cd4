//! Intersections of two boundary paths, and the stretches that they share.
//!
//! Method: edges of cores without radius are crossed exactly, other lines with rounding counted as
//! 0. A line and an ellipse are intersected in the frame in which the ellipse is the unit circle,
//! circles by their radical line. Of two other ellipses, one in the frame of the other is a
//! trigonometric polynomial in its own angle ([`Trig`]). Frame: the frame of the paths. Error:
//! within the tolerance at a clear crossing, and within its square root where two curves nearly
//! touch.

use alloc::vec::Vec;
use core::f64::consts::TAU;

use crate::analysis::crossings::paths::{Arc, Curve, Path};
use crate::analysis::crossings::trig_roots::{Trig, angle_from};
use crate::math::exact::Exact;
use crate::math::sort::sort_by;
use crate::math::{DVec2, direction, greater, sqrt};
use crate::pair::exact::edge_pairs::nearest_on_segment;
use crate::pair::exact::predicates::{
    Edge, EdgeRelation, ExactPoint, edge, ends_and_edges, meet, near, on_edge,
};

/// Edges at a smaller angle, as a sine, are crossed in exact numbers.
const STEEP: f64 = 1e-4;

/// What counts as rounding: lengths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerances {
    /// Of coordinates.
    pub(crate) rounding: f64,
    /// At the ends of paths, where the next path takes over.
    pub(crate) ends: f64,
    /// Points this close are one, and so are the ends of a shorter stretch.
    pub(crate) joined: f64,
}

/// A meeting point; a shared stretch gives one for each of its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) point: DVec2,
    /// Edge and fraction.
    pub(crate) at_a: (u32, f64),
    pub(crate) at_b: (u32, f64),
    /// Where the shared stretch leads from here: a unit vector.
    pub(crate) away: Option<DVec2>,
    /// How far it leads there if it is straight; else 0.
    pub(crate) straight: f64,
}

/// Adds where two paths whose boxes overlap within rounding meet.
pub(crate) fn intersect(a: &Path<'_>, b: &Path<'_>, slack: Tolerances, out: &mut Vec<Hit>) {
    let mut meet = PathPair { a, b, slack, out };
    match (&a.curve, &b.curve) {
        (Curve::Line(p), Curve::Line(q)) => meet.lines(*p, *q),
        (Curve::Line(line), Curve::Arc(arc)) | (Curve::Arc(arc), Curve::Line(line)) => {
            meet.line_and_arc(*line, arc);
        }
        (Curve::Arc(p), Curve::Arc(q)) => meet.arcs(p, q),
    }
}

struct PathPair<'a, 'b> {
    a: &'a Path<'b>,
    b: &'a Path<'b>,
    slack: Tolerances,
    out: &'a mut Vec<Hit>,
}

impl PathPair<'_, '_> {
    fn push(&mut self, point: DVec2, away: Option<DVec2>, straight: f64) {
        let at = |path: &Path<'_>| {
            let (_, part) = path.nearest(point);
            let part = match &path.curve {
                Curve::Line([u, _]) if (point - *u).length() <= self.slack.rounding => 0.0,
                Curve::Line([_, v]) if (point - *v).length() <= self.slack.rounding => 1.0,
                _ => part,
            };
            (path.edge, path.fraction(part))
        };
        let (at_a, at_b) = (at(self.a), at(self.b));
        self.out.push(Hit { point, at_a, at_b, away, straight });
    }

    /// The ends of a shared stretch, with the directions into it; window ends are none.
    fn stretch(&mut self, ends: [(DVec2, DVec2); 2], straight: f64) {
        for (point, away) in ends {
            let cut = |path: &Path<'_>| match &path.curve {
                Curve::Line(ends) if path.cut => {
                    ends.iter().any(|e| (point - *e).length() <= self.slack.rounding)
                }
                _ => false,
            };
            if !cut(self.a) && !cut(self.b) {
                self.push(point, Some(away), straight);
            }
        }
    }

    fn lines(&mut self, [p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) {
        let exact = self.a.exact.zip(self.b.exact);
        let exact = exact.map(|((a, i), (b, j))| (edge(a, i), edge(b, j)));
        let (on, crossing) = exact.map_or_else(
            || near_signs([p, q], [r, s], self.slack.rounding),
            |(e, f)| exact_signs(e, f),
        );
        let touching: Vec<DVec2> =
            [p, q, r, s].into_iter().zip(on).filter(|(_, on)| *on).map(|(v, _)| v).collect();
        let Some(first) = touching.first().copied() else {
            if crossing {
                let part =
                    exact.map_or_else(|| near_part([p, q], [r, s]), |(e, f)| exact_part(e, f));
                self.push(p + (q - p) * part.clamp(0.0, 1.0), None, 0.0);
            }
            return;
        };
        let farther =
            |p: DVec2, q: DVec2| if (q - first).length() > (p - first).length() { q } else { p };
        let last = touching.into_iter().fold(first, farther);
        let length = (last - first).length();
        match (last - first).unit() {
            Some(along) if length > self.slack.joined => {
                self.stretch([(first, along), (last, -along)], length);
            }
            _ => self.push(first, None, 0.0),
        }
    }

    fn line_and_arc(&mut self, [p, q]: [DVec2; 2], arc: &Arc) {
        let (start, along) = (arc.unit_frame(p), arc.unit_vector(q - p));
        let square = along.dot(along);
        let length = (q - p).length();
        let mut parts: Vec<f64> = Vec::new();
        if length <= self.slack.rounding {
            if (start.length() - 1.0).abs() <= self.slack.rounding / arc.shorter() {
                parts.push(0.0);
            }
        } else {
            let height = start.cross(along).abs() / sqrt(square);
            let middle = -start.dot(along) / square;
            // A height of 1 is a tangent, at this distance from the center.
            let [a, b, c, d] = arc.disc;
            let n = (q - p).left() * (1.0 / length);
            let support = DVec2::new(a * n.x + b * n.y, c * n.x + d * n.y).length();
            if (height - 1.0).abs() * support <= self.slack.rounding {
                parts.push(middle);
            } else if height < 1.0 {
                let half = sqrt((1.0 - height) * (1.0 + height) / square);
                parts.extend([middle - half, middle + half]);
            }
        }
        let ends = self.slack.ends / greater(length, self.slack.ends);
        for t in parts {
            if t >= -ends && t <= 1.0 + ends {
                let point = p + (q - p) * t.clamp(0.0, 1.0);
                if on_arc(arc, point, self.slack).is_some() {
                    self.push(point, None, 0.0);
                }
            }
        }
    }

    fn arcs(&mut self, p: &Arc, q: &Arc) {
        let points = match (p.radius(), q.radius()) {
            (Some(rp), Some(rq)) => circles((p.center, rp), (q.center, rq), self.slack.rounding),
            _ => ellipses(p, q, self.slack.rounding),
        };
        let Some(points) = points else {
            self.shared_arc(p, q);
            return;
        };
        for point in points {
            if on_arc(p, point, self.slack).is_some() && on_arc(q, point, self.slack).is_some() {
                self.push(point, None, 0.0);
            }
        }
    }

    /// Both are arcs of the same ellipse.
    fn shared_arc(&mut self, p: &Arc, q: &Arc) {
        if p.is_full() && q.is_full() {
            return;
        }
        let mut cuts = if p.is_full() { Vec::new() } else { Vec::from([0.0, p.sweep]) };
        if !q.is_full() {
            for angle in [0.0, q.sweep] {
                cuts.extend(on_arc(p, q.point(q.direction(angle)), self.slack));
            }
        }
        sort_by(&mut cuts, f64::total_cmp);
        if let (true, Some(first)) = (p.is_full(), cuts.first().copied()) {
            cuts.push(first + TAU);
        }
        let at = |angle: f64| p.point(p.direction(angle));
        let mut alone: Vec<DVec2> = cuts.iter().map(|t| at(*t)).collect();
        alone.retain(|v| on_arc(q, *v, self.slack).is_some());
        for ends in cuts.windows(2) {
            let middle = (ends[0] + ends[1]) * 0.5;
            let wide = (ends[1] - ends[0]) * p.shorter() > self.slack.joined;
            if !wide || on_arc(q, at(middle), self.slack).is_none() {
                continue;
            }
            let tangent = |t: f64| {
                let v = p.point(p.direction(t).left()) - p.center;
                v.unit().unwrap_or(DVec2::X)
            };
            let [u, v] = [ends[0], ends[1]].map(at);
            self.stretch([(u, tangent(ends[0])), (v, -tangent(ends[1]))], 0.0);
            alone.retain(|w| {
                (*w - u).length() > self.slack.ends && (*w - v).length() > self.slack.ends
            });
        }
        for point in alone {
            self.push(point, None, 0.0);
        }
    }
}

/// Which of the ends of both lie on the other edge, and whether the edges properly cross.
fn exact_signs(e: Edge<'_>, f: Edge<'_>) -> ([bool; 4], bool) {
    let on = ends_and_edges(e, f).map(|(p, edge)| on_edge(p, edge));
    (on, meet(e, f) == EdgeRelation::Cross)
}

/// How far along the first edge the two cross, within a few ulp of 1 however flat the angle is.
fn exact_part([p, q]: Edge<'_>, [r, s]: Edge<'_>) -> f64 {
    let frame = p.0.origin;
    let way = |v, w| near(w, frame) - near(v, frame);
    let (u, v) = (way(p, q), way(r, s));
    let cross = u.cross(v);
    if cross.abs() > STEEP * ((u.x * v.y).abs() + (u.y * v.x).abs()) {
        return way(p, r).cross(v) / cross;
    }
    let way = |v, w| {
        let [v, w] = [v, w].map(|v| ExactPoint::At(v).exact::<Exact>(frame));
        w.minus(v)
    };
    let (u, v) = (way(p, q), way(r, s));
    way(p, r).cross(v).ratio(&u.cross(v))
}

/// How far along the first line they cross; its ends lie strictly on either side of the second.
fn near_part([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> f64 {
    let side = |w: DVec2| (s - r).cross(w - r);
    side(p) / (side(p) - side(q))
}

/// The same where distances within rounding count as 0.
fn near_signs([p, q]: [DVec2; 2], [r, s]: [DVec2; 2], rounding: f64) -> ([bool; 4], bool) {
    let on = |v: DVec2, u: DVec2, w: DVec2| (v - nearest_on_segment(v, u, w)).length() <= rounding;
    let side = |v: DVec2, u: DVec2, w: DVec2| (w - u).cross(v - u);
    let crossing = side(r, p, q) * side(s, p, q) < 0.0 && side(p, r, s) * side(q, r, s) < 0.0;
    ([on(p, r, s), on(q, r, s), on(r, p, q), on(s, p, q)], crossing)
}

/// The angle of a point of the ellipse within an arc; `None` beyond its ends.
fn on_arc(arc: &Arc, p: DVec2, slack: Tolerances) -> Option<f64> {
    let angle = angle_from(arc.from, arc.unit_frame(p));
    let near = |end: f64| (p - arc.point(arc.direction(end))).length() <= slack.ends;
    if angle <= arc.sweep {
        Some(angle)
    } else {
        [arc.sweep, 0.0].into_iter().find(|end| near(*end))
    }
}

/// Where two circles meet; `None` when they are the same.
fn circles((p, rp): (DVec2, f64), (q, rq): (DVec2, f64), rounding: f64) -> Option<Vec<DVec2>> {
    let d = q - p;
    let distance = d.length();
    let Some(along) = d.unit().filter(|_| distance > rounding) else {
        return if (rp - rq).abs() <= rounding { None } else { Some(Vec::new()) };
    };
    if (distance - (rp + rq)).abs() <= rounding {
        return Some([p + along * rp].into());
    }
    if (distance - (rp - rq).abs()).abs() <= rounding {
        let out = if rp > rq { rp } else { -rp };
        return Some([p + along * out].into());
    }
    let x = (distance + (rp - rq) * ((rp + rq) / distance)) * 0.5;
    let square = (rp - x) * (rp + x);
    if square <= 0.0 {
        return Some(Vec::new());
    }
    let across = along.left() * sqrt(square);
    Some([p + along * x - across, p + along * x + across].into())
}

/// Where two ellipses meet; `None` when they are the same.
fn ellipses(p: &Arc, q: &Arc, rounding: f64) -> Option<Vec<DVec2>> {
    let center = q.unit_frame(p.center);
    let [a, b, c, d] = p.disc;
    let (x, y) = (q.unit_vector(DVec2::new(a, b)), q.unit_vector(DVec2::new(c, d)));
    let (xx, yy) = (x.dot(x), y.dot(y));
    let trig = Trig {
        constant: center.dot(center) - 1.0 + (xx + yy) * 0.5,
        first: [2.0 * center.dot(x), 2.0 * center.dot(y)],
        second: [(xx - yy) * 0.5, x.dot(y)],
    };
    if trig.largest() <= 8.0 * rounding / q.shorter() {
        return None;
    }
    Some(trig.roots().into_iter().map(|t| p.point(direction(t))).collect())
}
