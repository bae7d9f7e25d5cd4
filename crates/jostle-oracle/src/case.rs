//! Two sets, lowered once, for all questions about them.

use crate::contain::{holds, holds_big};
use crate::lower::{Exact, Pair, lower};
use crate::set::{Set, Verdict};
use crate::verdict::decide;

/// Which of the two sets of a [`Case`] comes first in a question.
///
/// ```
/// use jostle_oracle::{Case, Order, Set};
/// let ball = |radius| Set::Circle { center: [0.0; 2], radius };
/// let case = Case::new(&ball(2.0), &ball(1.0));
/// assert_eq!(case.contains(Order::Given), Some(true));
/// assert_eq!(case.contains(Order::Swapped), Some(false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// a, b.
    Given,
    /// b, a.
    Swapped,
}

impl Order {
    pub(crate) fn of<T>(self, a: T, b: T) -> (T, T) {
        match self {
            Self::Given => (a, b),
            Self::Swapped => (b, a),
        }
    }
}

/// Two sets on one integer grid; answers what the functions of this crate answer, without lowering
/// the sets for every question.
///
/// ```
/// use jostle_oracle::{Case, Set, Verdict};
/// let ball = |x| Set::Circle { center: [x, 0.0], radius: 1.0 };
/// assert_eq!(Case::new(&ball(0.0), &ball(2.0)).verdict(), Verdict::Touching);
/// ```
pub struct Case {
    pub(crate) a: Exact,
    pub(crate) b: Exact,
    pub(crate) pair: Pair,
}

impl Case {
    /// Lowers both sets.
    #[must_use]
    pub fn new(a: &Set, b: &Set) -> Self {
        let (a, b) = (Exact::new(a), Exact::new(b));
        let pair = lower(&a, &b);
        Self { a, b, pair }
    }

    /// Decides how the sets lie; see [`verdict`](crate::verdict()).
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.pair {
            Pair::Small(a, b, _) => decide(a, b),
            Pair::Big(a, b) => decide(a, b),
        }
    }

    /// Decides whether the first set holds the second; see [`contains`](crate::contains()).
    #[must_use]
    pub fn contains(&self, order: Order) -> Option<bool> {
        match &self.pair {
            Pair::Small(a, b, _) => {
                let (a, b) = order.of(a, b);
                holds(a, b)
            }
            Pair::Big(p, q) => holds_big(order.of(&self.a, &self.b), order.of(p, q)),
        }
    }
}
