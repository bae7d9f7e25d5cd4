//! What a slide must have done. Each judge knows where everything is, and nothing of how the library slides.

mod floor;
mod free;
mod one_way;
mod ride;
mod walk;
mod wall;

use super::game::{Answer, End};
use super::op::Ask;
use super::plane::{P, Rounded, Side, add, dot, length, scale, sub, unit, wide};
use super::track::{Obstacle, Track};

/// A wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

/// What lies within this many units in the last place touches, for judges that need a contact.
const TOUCH: f64 = 16.0;

/// What lies farther than this many units in the last place does not touch.
const APART: f64 = 64.0;

/// How many units in the last place a slide may end beside the place that is computed.
const NEAR: f64 = 8.0;

/// What moves in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    /// One mover.
    One,
    /// Many movers.
    Many,
    /// Platforms too.
    All,
}

/// One slide of a mover among obstacles.
pub(crate) struct Frame<'a> {
    pub(crate) ask: &'a Ask,
    pub(crate) answer: &'a Answer,
    /// The slide before.
    pub(crate) last: Option<&'a (Ask, Answer)>,
    pub(crate) moves: Moves,
    /// One-way decks too.
    pub(crate) obstacles: Vec<Obstacle>,
    pub(crate) decks: Vec<ride::Deck>,
    /// The places of the slide itself, after all carrying and pushing.
    pub(crate) places: Vec<P>,
    pub(crate) by: P,
    pub(crate) up: Option<P>,
    /// The least height of the normal of a floor.
    pub(crate) least: f64,
    /// The convex pieces of the mover about its origin.
    pub(crate) core: Vec<Rounded>,
    /// The size of the mover about its origin.
    pub(crate) size: f64,
    /// A unit in the last place of the coordinates.
    pub(crate) ulp: f64,
}

/// Judges a slide. The track is as it was before.
pub(crate) fn judge(
    track: &mut Track,
    key: u64,
    ask: &Ask,
    answer: &Answer,
    moves: Moves,
) -> Vec<Finding> {
    let last = track.bodies.get(&key).and_then(|one| one.last.clone());
    let mut places: Vec<P> = answer.path.iter().copied().map(wide).collect();
    if places.is_empty() {
        places.push(wide(answer.to));
    }
    let size = track.size(key);
    let by = wide(ask.by);
    let up = ask.up.map(|up| unit(wide(up)));
    let (from, to) = (wide(answer.from), wide(answer.to));
    let reach = size + f64::from(ask.step + ask.snap) + length(by) + length(sub(to, from));
    let mut obstacles = track.obstacles(key, (from, to, reach), |one| one.body.form.is_some());
    let most = |p: P| p[0].abs().max(p[1].abs());
    let far = obstacles.iter().fold(most(from).max(most(to)) + size, |far, o| far.max(o.reach));
    let ulp = far * f64::from(f32::EPSILON);
    // What it was in lets it pass.
    for obstacle in obstacles.iter_mut().filter(|o| o.one_way.is_some()) {
        obstacle.is_open = track.was_in(key, obstacle.key, from, ulp);
    }
    let decks = ride::decks(track);
    let least = libm::cos(f64::from(ask.max_slope).to_radians());
    let last = last.as_ref();
    let core = track.core(key);
    let frame = Frame {
        ask,
        answer,
        last,
        moves,
        obstacles,
        decks,
        places,
        by,
        up,
        least,
        core,
        size,
        ulp,
    };
    let judges: [fn(&Frame<'_>) -> Option<Finding>; 17] = [
        free::overlap,
        free::through,
        free::hang,
        free::stuck_end,
        floor::fall,
        floor::lost,
        floor::groundless,
        walk::stuck,
        walk::short,
        walk::creep,
        walk::bits,
        wall::groundless,
        one_way::rise,
        one_way::fall,
        ride::side,
        ride::level,
        ride::tilted,
    ];
    judges.iter().filter_map(|judge| judge(&frame)).collect()
}

impl Frame<'_> {
    fn start(&self) -> P {
        self.places[0]
    }

    fn end(&self) -> P {
        self.places[self.places.len() - 1]
    }

    /// How far the slide itself went.
    fn went(&self) -> P {
        sub(self.end(), self.start())
    }

    /// The sides within a distance of a place.
    fn touching(&self, at: P, within: f64) -> impl Iterator<Item = Side> + '_ {
        let closed = self.obstacles.iter().filter(|o| !o.is_open);
        let sides = closed.map(move |o| o.around.side(at));
        sides.filter(move |side| side.distance <= within)
    }

    /// Returns `true` if a side is a floor whatever the last digits say.
    fn is_floor(&self, side: &Side) -> bool {
        let room = if side.is_edge { -2e-7 } else { 1e-4 };
        self.up.is_some_and(|up| dot(side.normal, up) >= self.least + room)
    }

    /// Returns `true` if a straight way enters nothing, not even a ledge thinner than a unit in the last place.
    fn is_free(&self, from: P, way: P) -> bool {
        let depth = 1e-3 * self.ulp;
        let mut closed = self.obstacles.iter().filter(|o| !o.is_open);
        closed.all(|o| o.around.entered(from, way, depth).is_none())
    }

    /// A place and those beside it, by some units in the last place across a direction: an answer that they share
    /// does not hang on the last digits.
    fn beside(&self, at: P, direction: P, ulps: f64) -> [P; 3] {
        let across = scale([-direction[1], direction[0]], ulps * self.ulp);
        [at, add(at, across), sub(at, across)]
    }

    /// How far below a place the ground is, up to a distance, and the sides that make it.
    fn drop(&self, at: P, far: f64) -> Option<(f64, Vec<Side>)> {
        let down = scale(self.up?, -1.0);
        let long = far + 0.01 * self.size + 1e3 * self.ulp;
        let way = scale(down, long);
        let enters = |o: &Obstacle| o.around.entered(at, way, NEAR * self.ulp);
        let all = self.obstacles.iter().filter(|o| !o.is_open);
        let hits: Vec<(f64, &Obstacle)> =
            all.filter_map(|o| Some((enters(o)? * long, o))).collect();
        let first = hits.iter().fold(f64::INFINITY, |first, (d, _)| first.min(*d));
        let near = hits.iter().filter(|(d, _)| *d <= first + NEAR * self.ulp);
        let sides = near.map(|(d, o)| o.around.side(add(at, scale(down, *d)))).collect();
        (first <= far).then_some((first, sides))
    }

    /// The parts of the asked: across up, and down.
    fn level_and_down(&self) -> Option<(P, f64)> {
        let up = self.up?;
        let height = dot(self.by, up);
        let level = sub(self.by, scale(up, height));
        Some((level, -height))
    }

    fn found(&self, kind: &'static str, text: &str) -> Option<Finding> {
        let Answer { from, to, path, carried, floor, wall, ceiling, end, .. } = self.answer;
        let by = self.ask.by;
        let detail = format!(
            "{text}; from {from:?} by {by:?} to {to:?}, carried {carried:?}, floor {floor:?}, wall \
             {wall:?}, ceiling {ceiling:?}, {end:?}, path {path:?}"
        );
        Some(Finding { kind, detail })
    }

    /// A distance in units in the last place.
    fn ulps(&self, distance: f64) -> String {
        format!("{:.1} ulp", distance / self.ulp)
    }

    fn is_stuck(&self) -> bool {
        self.answer.end == End::Stuck
    }
}

#[cfg(test)]
mod tests;
