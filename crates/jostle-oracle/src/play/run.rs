//! One run of each kind: a ground, a mover, and six hundred frames.

use jostle_oracle::r#gen::Rng;

use super::compare::{Ground, compare};
use super::form::{Form, Turn, at};
use super::hero::{Pilot, Scale, extents, hero};
use super::judge::Finding;
use super::level::{Level, hills, tiles};
use super::op::{Ask, Op};
use super::session::Session;
use super::shrink::shrink;

/// How many frames a run has.
pub(crate) const FRAMES: u64 = 600;

/// The key of the mover.
const HERO: u64 = 1;

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Falls from anywhere onto level floors and hills.
    Drops,
    /// Walks and jumps on a level floor.
    Flat,
    /// Walks on slopes of at most 45 degrees.
    Hills,
    /// The same with a limit of 60 degrees.
    Steep,
    /// Stairs, with steps.
    Stairs,
    /// Rooms of tiles with decks, slopes and ceilings.
    Rooms,
    /// Pressed along walls of single tiles, corners on seams.
    Shafts,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] = [
        Self::Drops,
        Self::Flat,
        Self::Hills,
        Self::Steep,
        Self::Stairs,
        Self::Rooms,
        Self::Shafts,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Drops => "drops",
            Self::Flat => "flat",
            Self::Hills => "hills",
            Self::Steep => "steep",
            Self::Stairs => "stairs",
            Self::Rooms => "rooms",
            Self::Shafts => "shafts",
        }
    }
}

/// What was found in a run.
pub(crate) struct Found {
    pub(crate) frame: u64,
    pub(crate) finding: Finding,
    /// Short runs that show it: one, or the two that differ.
    pub(crate) journals: Vec<Vec<Op>>,
}

/// What a run tells.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) frames: u64,
    pub(crate) found: Vec<Found>,
}

/// Plays one run; journals are made for the findings that `wants` takes.
pub(crate) fn play(
    kind: Kind,
    seed: u64,
    index: u64,
    wants: &mut dyn FnMut(&'static str) -> bool,
) -> Told {
    let rng = &mut Rng::new(seed, 0x706C_6179 + kind as u64, index);
    let scale = Scale::draw(rng);
    let mut pilot = Pilot::new(rng, scale, matches!(kind, Kind::Rooms | Kind::Flat));
    let level = match kind {
        Kind::Drops if rng.one_in(2) => hills::hills(rng, scale, false),
        Kind::Drops | Kind::Flat => tiles::flat(rng, scale),
        Kind::Hills => hills::hills(rng, scale, false),
        Kind::Steep => hills::hills(rng, scale, true),
        Kind::Stairs => {
            let height = scale.tile * 0.25;
            pilot = pilot.with_step(height * 1.25);
            hills::stairs(rng, scale, height)
        }
        Kind::Rooms => tiles::room(rng, scale),
        Kind::Shafts => tiles::shafts(rng, scale),
    };
    if kind == Kind::Steep {
        pilot = pilot.with_max_slope(60.0);
    }
    let form = hero(rng, scale);
    let (name, ground) = &level.forms[rng.below(level.forms.len() as u64) as usize];
    let mut session = Session::new(true);
    for op in ground {
        session.apply(op.clone());
    }
    let mut run = Run { scale, form, level: &level, session, rng: rng.clone() };
    if !run.enter(kind) {
        return Told::default();
    }
    match kind {
        Kind::Drops => run.drops(&mut pilot),
        Kind::Shafts => run.presses(&pilot),
        _ => run.walks(&mut pilot),
    }
    run.tell(name, wants)
}

/// A run on its way.
struct Run<'a> {
    scale: Scale,
    form: Form,
    level: &'a Level,
    session: Session,
    rng: Rng,
}

impl Run<'_> {
    /// A place for the origin of the mover, with its middle at a start.
    fn place(&mut self, kind: Kind) -> Option<[f32; 2]> {
        let starts = &self.level.starts;
        if starts.is_empty() {
            return None;
        }
        let [x, y] = starts[self.rng.below(starts.len() as u64) as usize];
        let (middle, half) = extents(&self.form);
        let tile = self.scale.tile;
        if kind == Kind::Shafts && self.rng.one_in(2) {
            // Flush with the wall at its left, its head on a seam.
            return Some([x - tile + half[0] - middle[0], y - 0.5 * tile + half[1] - middle[1]]);
        }
        let place = |rng: &mut Rng, x: f32, m: f32, off: f64| {
            self.scale.place(rng, f64::from(x - m) / f64::from(tile) + off)
        };
        let off = self.rng.signed() * 0.2;
        let high = if kind == Kind::Drops { -self.rng.between(0.0, 6.0) } else { 0.0 };
        Some([place(&mut self.rng, x, middle[0], off), place(&mut self.rng, y, middle[1], high)])
    }

    /// Puts the mover into the world at a place where it overlaps nothing.
    fn enter(&mut self, kind: Kind) -> bool {
        for _ in 0..20 {
            let Some(place) = self.place(kind) else { return false };
            let insert = Op::insert(HERO, self.form.clone(), at(place));
            let mut track = self.session.track.clone();
            track.note(&insert, None);
            if track.is_free(HERO) {
                self.session.apply(insert);
                self.session.apply(Op::Step);
                return true;
            }
        }
        false
    }

    fn slide(&mut self, ask: Ask) -> bool {
        let answer = self.session.apply(Op::Slide { key: HERO, ask });
        let Some(answer) = answer else { return false };
        let is_out = answer.to[1] > self.level.bottom;
        if is_out {
            self.session.note("fell-out", format!("at {:?}", answer.to));
        }
        !is_out
    }

    fn walks(&mut self, pilot: &mut Pilot) {
        for _ in 0..FRAMES {
            let ask = pilot.ask(&mut self.rng, self.session.answers.last());
            if !self.slide(ask) {
                return;
            }
            self.session.apply(Op::Step);
        }
    }

    /// Falls of a few frames each, from many places.
    fn drops(&mut self, pilot: &mut Pilot) {
        for i in 0..FRAMES {
            if i % 3 == 0 {
                let Some(place) = self.place(Kind::Drops) else { return };
                let set = Op::Set { key: HERO, matrix: at(place) };
                let mut track = self.session.track.clone();
                track.note(&set, None);
                if !track.is_free(HERO) {
                    continue;
                }
                self.session.apply(set);
                self.session.apply(Op::Step);
            }
            let far = self.rng.between(0.5, 12.0) as f32 * self.scale.tile;
            if !self.slide(pilot.slide([0.0, far], 0.0)) {
                return;
            }
        }
    }

    /// Pressed to a wall while it rises and falls.
    fn presses(&mut self, pilot: &Pilot) {
        let unit = self.scale.tile / 16.0;
        let mut by = [0.0; 2];
        for i in 0..FRAMES {
            if i % 12 == 0 {
                let mut part =
                    |most: u64| (self.rng.below(2 * most + 1) as f32 - most as f32) * unit;
                by = [part(4), part(4)];
            }
            if !self.slide(pilot.slide(by, 0.0)) {
                return;
            }
            self.session.apply(Op::Step);
        }
    }

    /// Compares the run with the same elsewhere, and gathers all that was found.
    fn tell(mut self, name: &'static str, wants: &mut dyn FnMut(&'static str) -> bool) -> Told {
        let ops = std::mem::take(&mut self.session.ops);
        let frame =
            |at: usize| ops[..at].iter().filter(|op| matches!(op, Op::Slide { .. })).count() as u64;
        let mut told = Told { frames: self.session.answers.len() as u64, found: Vec::new() };
        for (at, finding) in std::mem::take(&mut self.session.findings) {
            let kind = finding.kind;
            let mut journals = Vec::new();
            if wants(kind) && at < ops.len() {
                let fails = |ops: &[Op]| {
                    let found = Session::replay(ops, true).findings;
                    found.iter().any(|(at, f)| at + 1 == ops.len() && f.kind == kind)
                };
                journals.push(shrink(&ops, at, &fails));
            }
            told.found.push(Found { frame: frame(at), finding, journals });
        }
        let is_line = |name: &str| name.contains("chain");
        let mut differ = |kind, other: &dyn super::compare::Other| {
            if let Some((at, finding, short)) = compare(kind, &ops, other, wants(kind)) {
                let journals = short.into_iter().filter(|ops| !ops.is_empty()).collect();
                told.found.push(Found { frame: frame(at), finding, journals });
            }
            told.frames += self.session.answers.len() as u64;
        };
        if !["grid", "mask"].contains(&name) {
            differ("turned", &Turn::ALL[self.rng.below(3) as usize]);
        }
        let others = self.level.forms.iter().filter(|(other, _)| *other != name && !is_line(other));
        let others: Vec<_> = others.filter(|_| !is_line(name)).collect();
        for _ in 0..2.min(others.len()) {
            let (other, inserts) = others[self.rng.below(others.len() as u64) as usize];
            differ("other-ground", &Ground { name: other, inserts });
        }
        told
    }
}
