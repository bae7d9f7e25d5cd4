//! The laws that every pair of shapes obeys.
//!
//! Each asks a pair the same question in some other way and compares; only `depth` and `region` have
//! slow code of their own. A law that states nothing about a pair answers [`Outcome::Silent`]. An
//! error holds the numbers from which the pair can be built again.

mod answers;
mod compare;
mod invariance;
mod numbers;

use alloc::string::String;

use crate::testing::spec::Pair;

/// The result of a law on a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was asked and holds.
    Held,
    /// It states nothing about such a pair.
    Silent,
}

/// One law: its name and how to ask it.
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
/// use jostle::testing::{Kind, LAWS, Rng, pair};
/// let case = pair(&mut Rng::new(1), Kind::Rect, Kind::Circle);
/// assert!(LAWS.iter().all(|law| (law.ask)(&case).is_ok()));
/// ```
pub const LAWS: &[Law] = &[
    Law {
        name: "swap",
        says: "Swapping the arguments keeps verdict, separation and depth bit for bit, exchanges the witnesses and negates the normal.",
        ask: invariance::swap,
    },
    Law {
        name: "offset",
        says: "Moving both by an offset that is exact keeps verdict, separation and normal bit for bit; only where a curved shape touches within its bracket may boxes, rounded where they are, prove that the shapes are apart.",
        ask: invariance::offset,
    },
    Law {
        name: "quarter turn",
        says: "Turning both by a quarter keeps verdict and separation bit for bit; of curved and concave shapes the separation within rounding, and of curved ones the verdict beyond their bracket.",
        ask: invariance::quarter_turn,
    },
    Law {
        name: "motion",
        says: "Any rigid motion, mirrors too, keeps the verdict where the separation exceeds rounding, and the separation within it.",
        ask: invariance::motion,
    },
    Law {
        name: "scale",
        says: "Scaling both by a power of two scales the separation by it and keeps the normal, bit for bit.",
        ask: invariance::scale,
    },
    Law {
        name: "order",
        says: "Winding, first vertex, repeated vertices and the order of parts change nothing.",
        ask: invariance::order,
    },
    Law {
        name: "growth",
        says: "A radius more on one side is that much less separation: for all pairs that stay apart, and for convex ones that overlap.",
        ask: numbers::growth,
    },
    Law {
        name: "push",
        says: "After the push the depth is at most 1e-5 of the smaller size, or 4 ulp of the largest of push, sizes and offset.",
        ask: numbers::push,
    },
    Law {
        name: "depth",
        says: "For convex pairs the separation is within 1e-4 of the size of the best over all directions.",
        ask: numbers::depth,
    },
    Law {
        name: "witness",
        says: "Where the shapes are apart the witnesses lie on them, a separation apart, along the normal.",
        ask: numbers::witness,
    },
    Law {
        name: "sign",
        says: "Verdict, overlaps, overlaps_interior, contact and the sign of the separation agree.",
        ask: answers::sign,
    },
    Law {
        name: "relation",
        says: "The relation agrees with contains both ways and with the verdict; what is contained overlaps.",
        ask: answers::relation,
    },
    Law {
        name: "bounds",
        says: "Boxes that are apart mean shapes that are; what is contained has the smaller box.",
        ask: answers::bounds,
    },
    Law {
        name: "region",
        says: "The common area is no larger than either, the same both ways, all of what is contained, nothing of what does not overlap.",
        ask: answers::region,
    },
    Law {
        name: "manifold",
        says: "There is a manifold where there is a contact, as deep as it; swapping flips the names, moving both keeps them.",
        ask: answers::manifold,
    },
    Law {
        name: "names",
        says: "Along a relative motion below 1e-3 of the smaller size the names of a manifold of convex shapes change at most once.",
        ask: answers::names_stay,
    },
    Law {
        name: "stages",
        says: "What a stage is certain of is so; the last is always certain.",
        ask: answers::stages,
    },
    Law {
        name: "ray",
        says: "A ray hits what the segment that it runs along meets, on the shape, at 0 from inside.",
        ask: answers::ray,
    },
];
