//! One run of each kind: a ground, its movers, and six hundred frames.

use jostle_oracle::r#gen::Rng;

use super::form::{Form, at};
use super::hero::{Pilot, Scale, extents, hero};
use super::judge::Moves;
use super::kind::Kind;
use super::level::machines::{Machine, SHIP};
use super::level::{GROUND, Level, hills, tiles};
use super::op::{Ask, Body, Op};
use super::session::Session;

/// How many frames a run has.
pub(crate) const FRAMES: u64 = 600;

/// The key of the first mover.
const HERO: u64 = 1;

/// A mover and who steers it.
struct Actor {
    key: u64,
    form: Form,
    pilot: Pilot,
    /// How many frames it is in the air.
    in_air: u64,
}

/// A run on its way.
pub(crate) struct Run {
    kind: Kind,
    scale: Scale,
    pub(crate) level: Level,
    /// Which of the representations is played.
    pub(crate) ground: usize,
    machine: Option<Machine>,
    actors: Vec<Actor>,
    pub(crate) session: Session,
    pub(crate) rng: Rng,
}

/// Plays a run; it is empty where no place for a mover was found.
pub(crate) fn run(kind: Kind, seed: u64, index: u64) -> Run {
    let rng = &mut Rng::new(seed, 0x706C_6179 + kind as u64, index);
    let scale = Scale::draw(rng);
    let machine = match kind {
        Kind::Lifts => Some(Machine::lift(rng, scale)),
        Kind::Tilts => Some(Machine::tilt(rng, scale)),
        Kind::Ships => Some(Machine::ship(rng, scale)),
        Kind::Arms => Some(Machine::arm(rng, scale)),
        _ => None,
    };
    let level = match &machine {
        Some(machine) => machine.level(rng, scale),
        None => still(kind, rng, scale),
    };
    let moves = match kind {
        Kind::Crowds => Moves::Many,
        _ if machine.is_some() => Moves::All,
        _ => Moves::One,
    };
    let ground = rng.below(level.forms.len() as u64) as usize;
    let mut session = Session::new(moves);
    for op in &level.forms[ground].1 {
        session.apply(op.clone());
    }
    let rng = rng.clone();
    let mut run = Run { kind, scale, level, ground, machine, actors: Vec::new(), session, rng };
    run.enter();
    match kind {
        Kind::Drops => run.drops(),
        Kind::Shafts => run.presses(),
        _ => run.walks(),
    }
    run
}

fn still(kind: Kind, rng: &mut Rng, scale: Scale) -> Level {
    match kind {
        Kind::Drops if rng.one_in(2) => hills::hills(rng, scale, false),
        Kind::Drops | Kind::Flat => tiles::flat(rng, scale),
        Kind::Steep => hills::hills(rng, scale, true),
        Kind::Stairs => hills::stairs(rng, scale, scale.tile * 0.25),
        Kind::Rooms | Kind::Crowds => tiles::room(rng, scale),
        Kind::Shafts => tiles::shafts(rng, scale),
        Kind::Decks => tiles::decks(rng, scale),
        _ => hills::hills(rng, scale, false),
    }
}

impl Run {
    fn actor(&mut self, key: u64) -> Actor {
        let (rng, scale) = (&mut self.rng, self.scale);
        let form = hero(rng, scale);
        let jumps = matches!(self.kind, Kind::Rooms | Kind::Flat | Kind::Decks | Kind::Crowds);
        let pilot = Pilot::new(rng, scale, jumps);
        let pilot = match self.kind {
            Kind::Steep => pilot.with_max_slope(60.0),
            Kind::Stairs => pilot.with_step(scale.tile * 0.25 * 1.25),
            Kind::Tilts => {
                let (_, half) = extents(&form);
                let turn = self.machine.as_ref().map_or(0.0, |m| m.pace) as f32 * 0.43;
                pilot.pressing(10.0 * (half[0] + 2.0 * half[1]) * turn)
            }
            _ => pilot,
        };
        Actor { key, form, pilot, in_air: 0 }
    }

    /// Puts the movers into the world where they overlap nothing.
    fn enter(&mut self) {
        let count = if self.kind == Kind::Crowds { 2 + self.rng.below(6) } else { 1 };
        for key in HERO..HERO + count {
            let actor = self.actor(key);
            let is_child =
                self.machine.as_ref().is_some_and(Machine::is_ship) && self.rng.one_in(2);
            for _ in 0..20 {
                let Some(place) = self.place(&actor.form) else { return };
                let parent = is_child.then_some(SHIP);
                let matrix = if is_child { self.aboard(&actor.form) } else { at(place) };
                let body = Body { parent, ..Body::new(actor.form.clone(), matrix) };
                let insert = Op::Insert { key, body };
                if self.is_free(key, &insert) {
                    self.session.apply(insert);
                    self.actors.push(actor);
                    break;
                }
            }
        }
        self.session.apply(Op::Step);
    }

    fn is_free(&self, key: u64, op: &Op) -> bool {
        let mut track = self.session.track.clone();
        track.note(op, None);
        track.is_free(key)
    }

    /// A place for the origin of a mover, with its middle at a start.
    fn place(&mut self, form: &Form) -> Option<[f32; 2]> {
        let starts = &self.level.starts;
        if starts.is_empty() {
            return None;
        }
        let [x, y] = starts[self.rng.below(starts.len() as u64) as usize];
        let (middle, half) = extents(form);
        let tile = self.scale.tile;
        if self.kind == Kind::Shafts && self.rng.one_in(2) {
            // Flush with the wall at its left, its head on a seam.
            return Some([x - tile + half[0] - middle[0], y - 0.5 * tile + half[1] - middle[1]]);
        }
        let (rng, scale) = (&mut self.rng, self.scale);
        let mut place = |x: f32, off: f64| scale.place(rng, f64::from(x) / f64::from(tile) + off);
        let high = if self.kind == Kind::Drops { -6.0 } else { 0.0 };
        Some([place(x - middle[0], 0.1), place(y - middle[1], high * 0.37)])
    }

    /// A place above the deck in the frame of what carries it.
    fn aboard(&self, form: &Form) -> [f32; 6] {
        let (middle, half) = extents(form);
        let deck = self.session.track.bodies.get(&GROUND).map_or([0.0; 6], |one| one.body.matrix);
        let top = self.machine.as_ref().map_or(0.0, |m| m.half[1]);
        let above = top + half[1] + 0.125 * self.scale.tile;
        at([deck[4] - middle[0], deck[5] - above - middle[1]])
    }

    /// One slide; `false` if the mover left the level.
    fn slide(&mut self, i: usize, ask: Ask) -> bool {
        let key = self.actors[i].key;
        let Some(answer) = self.session.apply(Op::Slide { key, ask }) else { return false };
        let in_air = &mut self.actors[i].in_air;
        *in_air = if answer.floor.is_some() { 0 } else { *in_air + 1 };
        let is_out = answer.to[1] > self.level.bottom;
        if is_out {
            self.session.note("fell-out", format!("at {:?}", answer.to));
        }
        !is_out
    }

    fn walks(&mut self) {
        let belt = if self.kind == Kind::Flat && self.rng.one_in(2) { 0.09 } else { 0.0 };
        for frame in 1..=FRAMES {
            if let Some(machine) = &self.machine {
                for op in machine.ops(&mut self.rng, frame) {
                    self.session.apply(op);
                }
                self.board();
            }
            for i in 0..self.actors.len() {
                let ask = self.ask(i, belt * self.scale.tile);
                if !self.slide(i, ask) {
                    return;
                }
            }
            self.session.apply(Op::Step);
        }
    }

    /// What a mover asks; an even tile is a belt.
    fn ask(&mut self, i: usize, belt: f32) -> Ask {
        let Actor { key, pilot, .. } = &mut self.actors[i];
        let last = self.session.track.bodies.get(key).and_then(|one| one.last.as_ref());
        let last = last.map(|(_, answer)| answer);
        if self.kind == Kind::Arms {
            return Ask { up: None, ..pilot.slide([0.0; 2], 0.0) };
        }
        let ask = pilot.ask(&mut self.rng, last);
        let is_on_belt = last.is_some_and(|last| last.footing.is_some_and(|key| key % 2 == 0));
        if is_on_belt { Pilot::pushed(ask, belt) } else { ask }
    }

    /// Puts a mover that left its deck back above it.
    fn board(&mut self) {
        for i in 0..self.actors.len() {
            if self.actors[i].in_air < 30 || self.kind == Kind::Arms {
                continue;
            }
            self.actors[i].in_air = 0;
            let Actor { key, form, .. } = &self.actors[i];
            let (key, form) = (*key, form.clone());
            let is_child =
                self.session.track.bodies.get(&key).is_some_and(|b| b.body.parent.is_some());
            let matrix = if is_child {
                self.aboard(&form)
            } else {
                let Some(deck) = self.session.track.world(GROUND, true) else { continue };
                let (middle, half) = extents(&form);
                let top = self.machine.as_ref().map_or(0.0, |m| m.half[1]);
                let far = self.machine.as_ref().map_or(0.0, |m| m.half[0]) * 0.45;
                let high = if self.kind == Kind::Tilts { far } else { 0.0 };
                let above = top + high + half[1] + 0.125 * self.scale.tile;
                at([deck[4] as f32 - middle[0], deck[5] as f32 - above - middle[1]])
            };
            self.session.apply(Op::Set { key, matrix });
        }
    }

    /// Falls of a few frames each, from many places.
    fn drops(&mut self) {
        let Some(Actor { key, form, pilot, .. }) = self.actors.first() else { return };
        let (key, form, pilot) = (*key, form.clone(), pilot.clone());
        for i in 0..FRAMES {
            if i % 3 == 0 {
                let Some(place) = self.place(&form) else { return };
                let off = [self.rng.signed() as f32 * self.scale.tile, 0.0];
                let place = if self.rng.one_in(2) { place } else { [place[0] + off[0], place[1]] };
                let set = Op::Set { key, matrix: at(place) };
                if !self.is_free(key, &set) {
                    continue;
                }
                self.session.apply(set);
                self.session.apply(Op::Step);
            }
            let far = self.rng.between(0.5, 12.0) as f32 * self.scale.tile;
            if !self.slide(0, pilot.slide([0.0, far], 0.0)) {
                return;
            }
        }
    }

    /// Pressed to a wall while it rises and falls.
    fn presses(&mut self) {
        let Some(Actor { pilot, .. }) = self.actors.first() else { return };
        let (pilot, unit) = (pilot.clone(), self.scale.tile / 16.0);
        let mut by = [0.0; 2];
        for i in 0..FRAMES {
            if i % 12 == 0 {
                by = [0, 1].map(|_| (self.rng.below(9) as f32 - 4.0) * unit);
            }
            if !self.slide(0, pilot.slide(by, 0.0)) {
                return;
            }
            self.session.apply(Op::Step);
        }
    }
}
