//! Refuses, with MemoryError, questions whose answers the machine has no room for.
//!
//! Rust ends the program where memory is used up, and a notebook with it. So before a call whose answers may be many, the
//! pairs of boxes that meet are estimated from a sample of both lists, and room for them is reserved and given back. What is
//! certain to be small, which is nearly everything, costs nothing or a few microseconds. It is an estimate: a call that has
//! just enough room may be refused, and what other programs take meanwhile is not known.

use std::cell::OnceCell;

use jostle::{Aabb, Placed, Vec2, World};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// Answers of fewer bytes are not estimated.
const SMALL: f64 = 256.0 * 1024.0 * 1024.0;
/// Boxes of a sample; a larger one is taken where a smaller one decides nothing.
const SAMPLES: [usize; 3] = [256, 1024, 4096];
/// Pairs of a sample that are enough for an estimate.
const ENOUGH: f64 = 64.0;

/// Boxes of shapes, by their numbers.
pub(crate) struct Boxes<'a> {
    count: usize,
    bounds: Box<dyn Fn(usize) -> Aabb + 'a>,
}

impl<'a> Boxes<'a> {
    pub(crate) fn of(placed: &'a [Placed]) -> Self {
        Self { count: placed.len(), bounds: Box::new(|number| placed[number].bounds()) }
    }

    /// Those of a world; groups meet nothing.
    pub(crate) fn of_world(world: &'a World) -> Self {
        const NOWHERE: Aabb =
            Aabb { min: Vec2::new(f32::MAX, f32::MAX), max: Vec2::new(f32::MIN, f32::MIN) };
        let keys = OnceCell::new();
        let bounds = move |number: usize| {
            let keys: &Vec<_> = keys.get_or_init(|| world.keys());
            world.placed(keys[number]).map_or(NOWHERE, Placed::bounds)
        };
        Self { count: world.len(), bounds: Box::new(bounds) }
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
        let meets = |a: &Aabb| other.iter().filter(|b| a.overlaps(**b)).count();
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
    let bytes = pairs * each as f64;
    if bytes <= SMALL || Vec::<u8>::new().try_reserve_exact(bytes as usize).is_ok() {
        return Ok(());
    }
    let sentence =
        format!("about {pairs:.1e} pairs of boxes meet: their answers need some {bytes:.1e} bytes");
    Err(PyMemoryError::new_err(sentence))
}

/// Some of the boxes, as far apart in the list as can be.
fn taken(list: &Boxes<'_>, most: usize) -> Vec<Aabb> {
    let count = list.count.min(most);
    (0..count).map(|i| (list.bounds)(i * list.count / count)).collect()
}
