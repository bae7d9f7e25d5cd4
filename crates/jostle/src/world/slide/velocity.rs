//! Which velocity the blockers that touch allow.
//!
//! The allowed velocities are a cone with at most two sides that count in the plane. The nearest to
//! a given one is that one itself, its projection on one side, or zero.

use smallvec::SmallVec;

use crate::math::{DVec2, greater};
use crate::world::slide::{Pace, Slide};

/// How far a tangent of a slope is turned away from it, because its normal is rounded.
const AWAY: f64 = 1.0 / (1 << 22) as f64;

/// How deep into a blocker a velocity may go and count as along it; above [`AWAY`].
const ALONG: f64 = 1.0 / (1 << 20) as f64;

/// A blocker that touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// Outward.
    pub(super) normal: DVec2,
    /// How often its tangent was blocked by itself.
    pub(super) again: u32,
}

pub(super) type Planes = SmallVec<[Plane; 6]>;

/// What a slide knows about its ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) up: Option<DVec2>,
    /// The least height of the normal of a floor.
    least: f64,
    pace: Pace,
    follows: bool,
}

impl Ground {
    pub(super) fn new(slide: &Slide) -> Self {
        let up = slide.up.and_then(|up| DVec2::from(up).unit());
        let slope = crate::math::direction(f64::from(slide.max_slope)).x;
        let least = slope - 4.0 * f64::from(f32::EPSILON);
        Self { up, least: greater(least, 0.0), pace: slide.pace, follows: slide.snap > 0.0 }
    }

    pub(super) fn is_floor(&self, normal: DVec2) -> bool {
        self.up.is_some_and(|up| normal.dot(up) >= self.least && normal.dot(up) > 0.0)
    }

    pub(super) fn is_ceiling(&self, normal: DVec2) -> bool {
        self.up.is_some_and(|up| -normal.dot(up) >= self.least && normal.dot(up) < 0.0)
    }

    /// The part of a vector across up.
    pub(super) fn level(&self, v: DVec2) -> DVec2 {
        self.up.map_or(v, |up| v - up * v.dot(up))
    }

    /// The height of a vector; 0 without up.
    pub(super) fn height(&self, v: DVec2) -> f64 {
        self.up.map_or(0.0, |up| v.dot(up))
    }

    /// The velocity nearest to what is asked that no plane forbids.
    pub(super) fn velocity(&self, asked: DVec2, planes: &Planes) -> DVec2 {
        // Of several floors the one that the level motion goes into the most: in a valley the slope
        // that rises.
        let level = self.level(asked);
        let into = |plane: &&Plane| level.dot(plane.normal);
        let floors = planes.iter().filter(|plane| self.is_floor(plane.normal));
        let floor = floors.min_by(|p, q| into(p).total_cmp(&into(q)));
        let wish = match floor {
            Some(floor) if self.height(asked) <= 0.0 => self.laid(level, floor.normal),
            _ => asked,
        };
        let mut found = nearest(wish, planes);
        // Something that is no floor lifts, also off a slope that rises to it.
        let lifts = |v: DVec2| {
            let slack = ALONG * v.length();
            let bears = |p: &Plane| self.is_floor(p.normal) && p.normal.dot(v) <= slack;
            let highest = greater(self.height(asked), 0.0);
            v != wish && self.height(v) > highest + slack && !planes.iter().any(bears)
        };
        if lifts(found) {
            // It counts as a wall, too.
            let mut with_walls = planes.clone();
            let steep = planes.iter().filter(|p| !self.is_floor(p.normal));
            let walls = steep.filter_map(|p| self.level(p.normal).unit());
            with_walls.extend(walls.map(|normal| Plane { normal, again: 0 }));
            found = nearest(wish, &with_walls);
        }
        // A wall that leans over a slope would lead back.
        let is_back = wish != asked && found.dot(self.level(asked)) < 0.0;
        let goes_on = found.dot(wish) > 0.0 && !is_back && !lifts(found);
        if goes_on { found } else { DVec2::ZERO }
    }

    /// A level velocity on a floor.
    fn laid(&self, level: DVec2, floor: DVec2) -> DVec2 {
        let into = level.dot(floor);
        if into == 0.0 || (into > 0.0 && !self.follows) {
            return level;
        }
        let along = level - floor * into;
        let (long, short) = (level.length(), along.length());
        match self.pace {
            Pace::Project => along,
            Pace::Keep if short > 0.0 => along * (long / short),
            Pace::Level if short * 4.0 > long => {
                // cos² of the slope is short / long.
                along * ((long / short) * (long / short))
            }
            Pace::Level if short > 0.0 => along * (4.0 * long / short),
            _ => along,
        }
    }
}

fn nearest(wish: DVec2, planes: &Planes) -> DVec2 {
    let allowed = |v: DVec2| planes.iter().all(|p| v.dot(p.normal) >= -ALONG * v.length());
    let is_free = |p: &Plane| {
        let into = wish.dot(p.normal);
        let room = if is_upright(p.normal) { 0.0 } else { AWAY * wish.length() };
        p.again == 0 && into >= room
    };
    if planes.iter().all(is_free) {
        return wish;
    }
    let mut best: Option<(f64, DVec2)> = None;
    for plane in planes {
        let n = plane.normal;
        let mut along = wish - n * wish.dot(n);
        if !is_upright(n) || plane.again > 0 {
            let times = (1_u64 << (2 * plane.again)) as f64;
            along = along + n * (along.length() * AWAY * times);
        }
        let lost = (wish - along).length();
        if allowed(along) && best.is_none_or(|(least, _)| lost < least) {
            best = Some((lost, along));
        }
    }
    best.map_or(DVec2::ZERO, |(_, v)| v)
}

/// Returns `true` for a normal along an axis, whose tangents are exact.
fn is_upright(normal: DVec2) -> bool {
    normal.x == 0.0 || normal.y == 0.0
}
