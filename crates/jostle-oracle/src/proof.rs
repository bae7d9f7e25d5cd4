//! Hands jostle's proofs to the oracle's checks.

use jostle::proof::{Proof, SeparatingAxis};
use jostle_oracle::{Case, Order, Run, SplitPoint, Verdict};

/// How many proofs of each kind were checked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Proofs {
    pub(crate) axes: u64,
    /// Axes whose direction needs two numbers a coordinate; counted among the axes.
    pub(crate) split: u64,
    pub(crate) edges: u64,
    pub(crate) points: u64,
    pub(crate) meetings: u64,
}

impl Proofs {
    pub(crate) fn add(&mut self, other: &Self) {
        self.axes += other.axes;
        self.split += other.split;
        self.edges += other.edges;
        self.points += other.points;
        self.meetings += other.meetings;
    }

    pub(crate) fn all(&self) -> u64 {
        self.axes + self.edges + self.points + self.meetings
    }
}

fn direction(axis: &SeparatingAxis) -> SplitPoint {
    [0, 1].map(|i| [axis.direction[i], axis.rest[i]])
}

/// Checks one proof of a verdict that is known to be right; the error states what is wrong with it.
pub(crate) fn check(
    case: &Case,
    order: Order,
    exact: Verdict,
    proof: &Proof,
    proofs: &mut Proofs,
) -> Result<(), &'static str> {
    let apart = matches!(proof, Proof::Axis(_) | Proof::Edges { .. });
    if apart != (exact == Verdict::Separated) {
        return Err("of the wrong kind");
    }
    let holds = match proof {
        Proof::Axis(axis) => {
            proofs.axes += 1;
            proofs.split += u64::from(axis.rest != [0.0; 2]);
            case.parted(order, direction(axis))
        }
        Proof::Edges { a, b, axes } => {
            proofs.edges += 1;
            let run = |run: &jostle::proof::EdgeAxis| Run {
                a: run.a.clone(),
                b: run.b.clone(),
                direction: direction(&run.axis),
            };
            case.edges_parted(order, a, b, &axes.iter().map(run).collect::<Vec<_>>())
        }
        Proof::Point(point) => {
            proofs.points += 1;
            case.shared(*point)
        }
        Proof::Meeting { a, b } => {
            proofs.meetings += 1;
            case.met(order, a, b)
        }
        _ => return Err("no proof"),
    };
    if holds { Ok(()) } else { Err("proves nothing") }
}
