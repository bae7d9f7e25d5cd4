//! Grounds that move: lifts, ferris wheels, decks that turn, ships, and arms that sweep.

use jostle_oracle::r#gen::Rng;

use super::super::form::{Form, Matrix, at};
use super::super::hero::Scale;
use super::super::op::{Body, Op};
use super::{GROUND, Level};

/// The key of the group that a ship or a wheel is.
pub(crate) const SHIP: u64 = 50;

/// How a deck goes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// To and fro along a line, or around; `jerks` jumps to places of it in any order.
    Ellipse { jerks: bool },
    /// It tilts about its middle.
    Tilt,
    /// A child of a group that goes as an ellipse does.
    Ship,
    /// A child of a group that turns, itself upright.
    Wheel,
    /// An arm that turns about its end.
    Arm,
}

/// A deck on its way.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    way: Way,
    /// Half the size of the deck.
    pub(crate) half: [f32; 2],
    radii: [f64; 2],
    /// Radians a frame.
    pub(crate) pace: f64,
    phase: f64,
    home: [f64; 2],
    one_way: bool,
}

/// A turn as the six numbers of a map.
fn turned(angle: f64, [x, y]: [f64; 2]) -> Matrix {
    let (c, s) = (libm::cos(angle) as f32, libm::sin(angle) as f32);
    [c, s, -s, c, x as f32, y as f32]
}

impl Machine {
    fn new(rng: &mut Rng, scale: Scale, way: Way) -> Self {
        let tile = f64::from(scale.tile);
        let half = [scale.length(rng.between(150.0, 500.0)), scale.length(rng.between(10.0, 60.0))];
        let mut radii = [0, 1].map(|_| rng.between(0.5, 8.0) * tile);
        if rng.one_in(2) {
            radii[rng.below(2) as usize] = 0.0;
        }
        let pace = rng.between(0.005, 0.4);
        let home = [0, 1].map(|_| (rng.signed() * 20.0).round() * tile);
        let phase = rng.between(0.0, 6.0);
        Self { way, half, radii, pace, phase, home, one_way: rng.one_in(3) }
    }

    /// A lift on a sine, a circle or an ellipse, or one that jerks.
    pub(crate) fn lift(rng: &mut Rng, scale: Scale) -> Self {
        let jerks = rng.one_in(4);
        Self::new(rng, scale, Way::Ellipse { jerks })
    }

    /// A deck that tilts by up to 25 degrees, slowly enough for gravity to follow.
    pub(crate) fn tilt(rng: &mut Rng, scale: Scale) -> Self {
        let pace = rng.between(0.005, 0.05);
        Self { pace, ..Self::new(rng, scale, Way::Tilt) }
    }

    /// A ship or a ferris wheel.
    pub(crate) fn ship(rng: &mut Rng, scale: Scale) -> Self {
        let way = if rng.one_in(3) { Way::Wheel } else { Way::Ship };
        let pace = rng.between(0.005, 0.08);
        Self { pace, ..Self::new(rng, scale, way) }
    }

    /// An arm that turns by 2 to 80 degrees a frame.
    pub(crate) fn arm(rng: &mut Rng, scale: Scale) -> Self {
        let pace = rng.between(0.035, 1.4) * if rng.one_in(2) { 1.0 } else { -1.0 };
        Self { pace, one_way: false, ..Self::new(rng, scale, Way::Arm) }
    }

    /// Returns `true` for a ship, whose crew are its children.
    pub(crate) fn is_ship(&self) -> bool {
        self.way == Way::Ship
    }

    fn has_ship(&self) -> bool {
        matches!(self.way, Way::Ship | Way::Wheel)
    }

    fn ellipse(&self, t: f64) -> [f64; 2] {
        let [a, b] = self.radii;
        [self.home[0] + a * libm::cos(t), self.home[1] + b * libm::sin(t)]
    }

    /// Where the deck, or what carries it, is in a frame, and the second of the two that move on a wheel.
    fn matrices(&self, rng: &mut Rng, frame: u64) -> Vec<(u64, Matrix)> {
        let t = self.phase + self.pace * frame as f64;
        let place = |p: [f64; 2]| at(p.map(|x| x as f32));
        match self.way {
            Way::Ellipse { jerks: true } => {
                vec![(GROUND, place(self.ellipse(rng.between(0.0, 6.0))))]
            }
            Way::Ellipse { .. } => vec![(GROUND, place(self.ellipse(t)))],
            Way::Tilt => vec![(GROUND, turned(0.43 * libm::sin(t), self.home))],
            Way::Ship => vec![(SHIP, place(self.ellipse(t)))],
            Way::Wheel => {
                let arm = [self.radii[0] + self.radii[1], 0.0];
                vec![(SHIP, turned(t, self.home)), (GROUND, turned(-t, arm))]
            }
            Way::Arm => vec![(GROUND, turned(t, self.home))],
        }
    }

    /// The calls that move the deck.
    pub(crate) fn ops(&self, rng: &mut Rng, frame: u64) -> Vec<Op> {
        let all = self.matrices(rng, frame).into_iter();
        all.map(|(key, matrix)| Op::Set { key, matrix }).collect()
    }

    /// The deck where it begins, and places above it.
    pub(crate) fn level(&self, rng: &mut Rng, scale: Scale) -> Level {
        let matrices = self.matrices(rng, 0);
        let find = |key: u64| matrices.iter().find(|(k, _)| *k == key).map(|(_, m)| *m);
        let mut ops = Vec::new();
        if self.has_ship() {
            let matrix = find(SHIP).unwrap_or(at([0.0; 2]));
            let body = Body { form: None, ..Body::new(Form::Compound(Vec::new()), matrix) };
            ops.push(Op::Insert { key: SHIP, body });
        }
        let is_arm = self.way == Way::Arm;
        let center = if is_arm { [self.half[0], 0.0] } else { [0.0; 2] };
        let deck = Form::Rect { center, half: self.half };
        let body = Body::new(deck, find(GROUND).unwrap_or(at([0.0; 2])));
        let parent = self.has_ship().then_some(SHIP);
        let one_way = self.one_way.then_some([0.0, -1.0]);
        ops.push(Op::Insert {
            key: GROUND,
            body: Body { parent, one_way, is_platform: true, ..body },
        });
        let tile = scale.tile;
        let [x, y] = self.home.map(|x| x as f32);
        let starts = if is_arm {
            // Ahead of the arm, most often by less than it turns.
            let start = |_| {
                let ahead = self.phase + self.pace * rng.between(0.3, 3.0);
                let far = f64::from(self.half[0]) * rng.between(0.5, 1.6);
                [x + (far * libm::cos(ahead)) as f32, y + (far * libm::sin(ahead)) as f32]
            };
            (0..12).map(start).collect()
        } else {
            vec![[x, y - self.radii[1] as f32 - 3.0 * tile]]
        };
        Level { forms: vec![("deck", ops)], starts, bottom: f32::INFINITY }
    }
}
