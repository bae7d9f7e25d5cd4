//! Refuses, with MemoryError, questions whose answers the machine has no room for.
//!
//! Rust ends the program where memory is used up, and a notebook with it. So before a call whose answers may be many, the
//! pairs of boxes that meet are estimated from a sample of both lists, and room for them is reserved and given back. What is
//! certain to be small, which is nearly everything, costs nothing or a few microseconds. It is an estimate: a call that has
//! just enough room may be refused, and what other programs take meanwhile is not known.

use std::cell::OnceCell;

use jostle::{Aabb, Layers, Placed, Vec2, World};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Answers of fewer bytes are not estimated.
const SMALL: f64 = 256.0 * 1024.0 * 1024.0;
/// Boxes of a sample; a larger one is taken where a smaller one decides nothing.
const SAMPLES: [usize; 3] = [256, 1024, 4096];
/// Pairs of a sample that are enough for an estimate.
const ENOUGH: f64 = 64.0;

const NOWHERE: Aabb =
    Aabb { min: Vec2::new(f32::MAX, f32::MAX), max: Vec2::new(f32::MIN, f32::MIN) };

/// What decides whether colliders meet: the layers that one is on, those that it sees, and its team.
#[derive(Clone, Copy)]
struct Rules {
    layer: Layers,
    sees: Layers,
    team: u32,
}

impl Rules {
    fn meet(self, other: Self) -> bool {
        let yields = |one: Self, other: Self| one.sees == Layers::ALL && other.sees != Layers::NONE;
        let seen = match (self.sees.sees(other.layer), other.sees.sees(self.layer)) {
            (true, false) => !yields(self, other),
            (false, true) => !yields(other, self),
            (both, _) => both,
        };
        seen && (self.team == 0 || self.team != other.team)
    }
}

/// The box of a shape or of a question; what has no rules meets all.
#[derive(Clone, Copy)]
struct Entry {
    bounds: Aabb,
    rules: Option<Rules>,
}

impl Entry {
    fn meets(&self, other: &Self) -> bool {
        self.bounds.overlaps(other.bounds)
            && self.rules.zip(other.rules).is_none_or(|(a, b)| a.meet(b))
    }
}

/// Boxes of shapes or of questions, by their numbers.
pub(crate) struct Boxes<'a> {
    count: usize,
    entry: Box<dyn Fn(usize) -> Entry + 'a>,
}

impl<'a> Boxes<'a> {
    pub(crate) fn by(count: usize, bounds: impl Fn(usize) -> Aabb + 'a) -> Self {
        Self { count, entry: Box::new(move |i| Entry { bounds: bounds(i), rules: None }) }
    }

    pub(crate) fn of(placed: &'a [Placed]) -> Self {
        Self::by(placed.len(), |number| placed[number].bounds())
    }

    fn of_colliders(world: &'a World, entry: impl Fn(jostle::Key, Aabb) -> Entry + 'a) -> Self {
        let keys = OnceCell::new();
        let entry = move |number: usize| {
            let keys: &Vec<_> = keys.get_or_init(|| world.keys());
            // Groups meet nothing.
            let bounds = world.placed(keys[number]).map_or(NOWHERE, Placed::bounds);
            entry(keys[number], bounds)
        };
        Self { count: world.len(), entry: Box::new(entry) }
    }

    /// Those of a world, whichever layers they are on.
    pub(crate) fn of_world(world: &'a World) -> Self {
        Self::of_colliders(world, |_, bounds| Entry { bounds, rules: None })
    }

    /// Those of a world that meet as its colliders do.
    pub(crate) fn that_meet(world: &'a World) -> Self {
        Self::of_colliders(world, |key, bounds| {
            let layers = world.layer(key).zip(world.sees(key)).zip(world.team(key));
            let rules = layers.map(|((layer, sees), team)| Rules { layer, sees, team });
            Entry { bounds, rules }
        })
    }

    /// Those of a world that a filter of these layers lets pass.
    pub(crate) fn on(world: &'a World, layers: Layers) -> Self {
        Self::of_colliders(world, move |key, bounds| {
            let on = world.layer(key).is_some_and(|layer| layers.sees(layer));
            Entry { bounds: if on { bounds } else { NOWHERE }, rules: None }
        })
    }
}

/// Checks that there is room for `each` bytes for every pair of boxes that meet, of one list or of two.
pub(crate) fn check(left: &Boxes<'_>, right: Option<&Boxes<'_>>, each: usize) -> PyResult<()> {
    let all = match right {
        Some(right) => left.count as f64 * right.count as f64,
        None => left.count as f64 * left.count.saturating_sub(1) as f64 / 2.0,
    };
    let right = right.unwrap_or(left);
    if all * each as f64 <= SMALL {
        return Ok(());
    }
    let mut pairs = 0.0;
    for sample in SAMPLES {
        let [one, other] = [left, right].map(|list| taken(list, sample));
        // Of one list a box would meet itself.
        let own = if std::ptr::eq(left, right) { one.len() as f64 } else { 0.0 };
        let meets = |a: &Entry| other.iter().filter(|b| a.meets(b)).count();
        let met = one.iter().map(meets).sum::<usize>() as f64 - own;
        let looked = one.len() as f64 * other.len() as f64 - own;
        let share = |met: f64| if met < looked { met / looked * all } else { all };
        pairs = share(met);
        // Chance hardly makes it that few where there are more.
        if share(met + 3.0 * met.sqrt() + 3.0) * each as f64 <= SMALL {
            return Ok(());
        }
        if met >= ENOUGH || looked + own >= left.count as f64 * right.count as f64 {
            break;
        }
    }
    reserve(pairs, each)
}

/// Checks that there is room for so many answers of `each` bytes.
pub(crate) fn reserve(pairs: f64, each: usize) -> PyResult<()> {
    let bytes = pairs * each as f64;
    if bytes <= SMALL || Vec::<u8>::new().try_reserve_exact(bytes as usize).is_ok() {
        return Ok(());
    }
    let sentence = format!("about {pairs:.1e} answers may need some {bytes:.1e} bytes");
    Err(PyMemoryError::new_err(sentence))
}

/// Some of the boxes, as far apart in the list as can be.
fn taken(list: &Boxes<'_>, most: usize) -> Vec<Entry> {
    let count = list.count.min(most);
    (0..count).map(|i| (list.entry)(i * list.count / count)).collect()
}
