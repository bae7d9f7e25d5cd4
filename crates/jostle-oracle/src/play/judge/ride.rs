//! Decks that move take along what stands on them, and go through nothing.

use super::super::form::Form;
use super::super::plane::{P, add, dot, length, sub, wide};
use super::super::track::{Track, Wide};
use super::{APART, Finding, Frame, TOUCH};

/// 1 - cos 5°.
const DIP: f64 = 0.0039;

/// A platform at the last step and now.
pub(crate) struct Deck {
    key: u64,
    center: P,
    half: P,
    before: Wide,
    now: Wide,
    is_one_way: bool,
}

/// All platforms that are boxes.
pub(super) fn decks(track: &Track) -> Vec<Deck> {
    let deck = |(key, one): (&u64, &super::super::track::Tracked)| {
        let Some(Form::Rect { center, half }) = &one.body.form else { return None };
        let (before, now) = (track.world(*key, false)?, track.world(*key, true)?);
        let (center, half) = (wide(*center), wide(*half));
        let is_one_way = one.body.one_way.is_some();
        let deck = Deck { key: *key, center, half, before, now, is_one_way };
        one.body.is_platform.then_some(deck)
    };
    track.bodies.iter().filter_map(deck).collect()
}

impl Deck {
    /// A place in the frame of the deck's middle.
    fn local(&self, m: &Wide, p: P) -> P {
        let [x, y] = sub(p, [m[4], m[5]]);
        let det = m[0] * m[3] - m[1] * m[2];
        sub([(m[3] * x - m[2] * y) / det, (m[0] * y - m[1] * x) / det], self.center)
    }

    /// How far its linear part turned, about.
    fn turn(&self) -> f64 {
        (0..4).map(|i| (self.before[i] - self.now[i]).abs()).fold(0.0, f64::max)
    }

    /// The point of the frame that is at one place before and now; `None` if the deck does not turn.
    fn pivot(&self) -> Option<P> {
        let [a, b, c, d, x, y] = std::array::from_fn(|i| self.now[i] - self.before[i]);
        let det = a * d - b * c;
        let pivot = [(c * y - d * x) / det, (b * x - a * y) / det];
        (det.abs() > 1e-9).then(|| sub(pivot, self.center))
    }

    /// Where what goes from one place to another in the frame of the deck's middle crosses its line:
    /// on an arc about the pivot, as what stays in the world does.
    fn crossing(&self, then: P, now: P) -> f64 {
        let Some(pivot) = self.pivot() else {
            return then[0] + (now[0] - then[0]) * then[1] / (then[1] - now[1]);
        };
        let [from, to] = [then, now].map(|p| sub(p, pivot));
        let turn = libm::atan2(from[0] * to[1] - from[1] * to[0], dot(from, to));
        let start = libm::atan2(from[1], from[0]);
        let place = |t: f64| {
            let (angle, r) = (start + t * turn, length(from) + t * (length(to) - length(from)));
            add(pivot, [r * libm::cos(angle), r * libm::sin(angle)])
        };
        let all = (0..=64).map(|k| place(f64::from(k) / 64.0));
        all.min_by(|p, q| p[1].abs().total_cmp(&q[1].abs())).map_or(f64::INFINITY, |p| p[0])
    }

    /// Returns `true` if no part of a mover lies where the deck reaches as it turns about its pivot,
    /// asked each ten degrees: between two of them its corners reach farther by [`DIP`].
    fn is_out_of_reach(&self, frame: &Frame<'_>) -> bool {
        let Some(pivot) = self.pivot() else { return false };
        let reach = length([0, 1].map(|i| pivot[i].abs() + self.half[i]));
        let [x, y] = add(pivot, self.center);
        let m = &self.now;
        let place = [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
        let place = sub(place, wide(frame.answer.to));
        frame.core.iter().all(|piece| piece.side(place).distance > reach * (1.0 - DIP))
    }

    fn is_upright(&self) -> bool {
        self.now[1].abs() < 1e-6 && self.now[2].abs() < 1e-6
    }
}

/// A mover stays on its side of a deck.
pub(super) fn side(frame: &Frame<'_>) -> Option<Finding> {
    let (_, last) = frame.last?;
    for deck in frame.decks.iter().filter(|deck| deck.before != deck.now) {
        let then = deck.local(&deck.before, wide(last.to));
        let now = deck.local(&deck.now, wide(frame.answer.to));
        let is_over = |p: P| p[0].abs() < 0.8 * deck.half[0] && p[1].abs() > 0.5 * deck.half[1];
        let was_above = then[1] < 0.0;
        // One-way decks hold what stands on them.
        let counts = !deck.is_one_way || (was_above && last.footing == Some(deck.key));
        let changes = is_over(then) && is_over(now) && (then[1] < 0.0) != (now[1] < 0.0);
        let is_round_the_end = deck.is_out_of_reach(frame);
        if counts
            && changes
            && !is_round_the_end
            && deck.crossing(then, now).abs() < 0.8 * deck.half[0]
        {
            let text = format!("from {then:?} to {now:?} in the frame of {}", deck.key);
            return frame.found("through-deck", &text);
        }
    }
    None
}

/// The deck on which a mover stood, if it has not jumped.
fn footing<'a>(frame: &'a Frame<'_>) -> Option<&'a Deck> {
    let (_, last) = frame.last?;
    let (_, down) = frame.level_and_down()?;
    let key = last.footing.filter(|_| down >= 0.0 && !frame.is_stuck())?;
    frame.decks.iter().find(|deck| deck.key == key)
}

/// On a deck that does not turn, the place is the old one on the deck and the level part of the asked, with a floor.
pub(super) fn level(frame: &Frame<'_>) -> Option<Finding> {
    let deck = footing(frame).filter(|deck| deck.turn() < 1e-6 && deck.is_upright())?;
    let (_, last) = frame.last?;
    let (level, _) = frame.level_and_down()?;
    let then = sub(wide(last.to), [deck.before[4], deck.before[5]]);
    let now = sub(wide(frame.answer.to), [deck.now[4], deck.now[5]]);
    let expected = add(then, level);
    // At an end its feet stand lower, if they are round.
    let is_off = |p: P| (p[0] - deck.center[0]).abs() > 0.98 * deck.half[0];
    if is_off(then) || is_off(expected) {
        return None;
    }
    let far = [4, 5].map(|i| deck.now[i].abs().max(deck.before[i].abs()));
    let ulp = frame.ulp.max((far[0].max(far[1]) + deck.half[0]) * f64::from(f32::EPSILON));
    let off = length(sub(now, expected));
    if off > APART * ulp {
        let text = format!("off by {} on the deck {}", frame.ulps(off), deck.key);
        return frame.found("ride-off", &text);
    }
    lost(frame, deck)
}

fn lost(frame: &Frame<'_>, deck: &Deck) -> Option<Finding> {
    if frame.answer.floor.is_some() && frame.answer.footing == Some(deck.key) {
        return None;
    }
    frame.found("ride-lost", &format!("no floor on the deck {}", deck.key))
}

/// On a deck that turns slowly a mover that is pressed keeps its floor.
pub(super) fn tilted(frame: &Frame<'_>) -> Option<Finding> {
    let deck = footing(frame).filter(|deck| deck.turn() >= 1e-6)?;
    let (level, down) = frame.level_and_down()?;
    let needed = 4.0 * frame.size * deck.turn() + 1.2 * length(level) + TOUCH * frame.ulp;
    let up = frame.up?;
    let normal = [-deck.now[2], -deck.now[3]];
    let steepest = libm::cos(libm::acos(frame.least) - 0.1);
    // Without a snap a walk downhill goes level, off the floor.
    let leaves = frame.ask.snap == 0.0 && dot(level, normal) > 0.0;
    if leaves || down < needed || dot(normal, up) < steepest {
        return None;
    }
    let now = deck.local(&deck.now, wide(frame.answer.to));
    if now[0].abs() > deck.half[0] - 2.0 * frame.size || now[1] > 0.0 {
        return None;
    }
    lost(frame, deck)
}
