//! The laws that every pair of shapes obeys.
//!
//! Each compares the answers for a pair with those for the same pair in another form; only `depth`
//! and `region` have slow code of their own. A law that states nothing about a pair answers [`Outcome::Silent`]. An
//! error holds the numbers from which the pair can be built again.

mod answers;
mod compare;
mod invariance;
mod moves;
mod numbers;

use crate::spec::Pair;

/// The result of a law on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Held,
    /// It states nothing about such a pair.
    Silent,
}

/// One law: its name and its check.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The name in the tables.
    pub name: &'static str,
    /// The law as a sentence.
    pub says: &'static str,
    /// Checks the law on a pair.
    pub ask: fn(&Pair) -> Result<Outcome, String>,
}

/// All laws, in the order of the tables.
///
/// ```
/// use jostle_testing::{Kind, LAWS, Rng, pair};
/// let case = pair(&mut Rng::new(1), Kind::Rect, Kind::Circle);
/// assert!(LAWS.iter().all(|law| (law.ask)(&case).is_ok()));
/// ```
pub const LAWS: &[Law] = &[
    Law { name: "swap", says: invariance::SWAP, ask: invariance::swap },
    Law { name: "offset", says: invariance::OFFSET, ask: invariance::offset },
    Law { name: "quarter turn", says: invariance::QUARTER_TURN, ask: invariance::quarter_turn },
    Law { name: "motion", says: invariance::MOTION, ask: invariance::motion },
    Law { name: "scale", says: invariance::SCALE, ask: invariance::scale },
    Law { name: "order", says: invariance::ORDER, ask: invariance::order },
    Law { name: "growth", says: numbers::GROWTH, ask: numbers::growth },
    Law { name: "push", says: numbers::PUSH, ask: numbers::push },
    Law { name: "depth", says: numbers::DEPTH, ask: numbers::depth },
    Law { name: "witness", says: numbers::WITNESS, ask: numbers::witness },
    Law { name: "sign", says: answers::SIGN, ask: answers::sign },
    Law { name: "relation", says: answers::RELATION, ask: answers::relation },
    Law { name: "bounds", says: answers::BOUNDS, ask: answers::bounds },
    Law { name: "region", says: answers::REGION, ask: answers::region },
    Law { name: "manifold", says: answers::MANIFOLD, ask: answers::manifold },
    Law { name: "names", says: answers::NAMES_STAY, ask: answers::names_stay },
    Law { name: "stages", says: answers::STAGES, ask: answers::stages },
    Law { name: "ray", says: answers::RAY, ask: answers::ray },
    Law { name: "cast swap", says: moves::SWAP, ask: moves::swap },
    Law { name: "cast mirror", says: moves::MIRROR, ask: moves::mirror },
    Law { name: "cast scale", says: moves::SCALE, ask: moves::scale },
    Law { name: "cast static", says: moves::STATIC, ask: moves::at_rest },
    Law { name: "cast point", says: moves::POINT, ask: moves::point },
    Law { name: "cast split", says: moves::SPLIT, ask: moves::split },
];
