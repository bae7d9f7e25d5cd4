//! The verdict on two bodies of any class.

use core::cmp::Ordering;

use crate::pair::answer::Verdict;
use crate::pair::bodies::curved;
use crate::pair::exact::seams;
use crate::pair::{canonical_order, convex, half_plane, mesh};
use crate::shape::{Body, Core};

pub(crate) fn bodies(a: &Body, b: &Body) -> Verdict {
    match (a, b) {
        (Body::Core(a), Body::Core(b)) => cores(a, b),
        (Body::Union(parts), other) | (other, Body::Union(parts)) => {
            let verdict = union(parts, other);
            if verdict == Verdict::Touching && seams::joined_overlap(a, b) {
                Verdict::Overlapping
            } else {
                verdict
            }
        }
        (Body::HalfPlane(plane), other) | (other, Body::HalfPlane(plane)) => {
            half_plane::verdict(plane, other)
        }
        // Brackets are computed in one order, so that swapping cannot move them.
        (Body::Curved(_), _) | (_, Body::Curved(_)) => match canonical_order::bodies(a, b) {
            Ordering::Greater => curved::verdict(b, a),
            _ => curved::verdict(a, b),
        },
    }
}

/// The strongest verdict of the parts.
fn union(parts: &[Body], other: &Body) -> Verdict {
    let bounds = other.bounds();
    let mut best = Verdict::Separated;
    for part in parts {
        if part.bounds().overlaps(bounds) {
            let verdict = bodies(part, other);
            if verdict == Verdict::Overlapping {
                return verdict;
            }
            if verdict > best {
                best = verdict;
            }
        }
    }
    best
}

/// Two cores: the ladder if both are convex.
pub(crate) fn cores(a: &Core, b: &Core) -> Verdict {
    convex::verdict(a, b).unwrap_or_else(|| mesh::verdict::verdict(a, b, bodies))
}
