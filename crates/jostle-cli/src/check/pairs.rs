//! Which pairs of a scene touch.
//!
//! Sort and sweep: boxes sorted by where they begin along the longer side of the scene; each is
//! compared with those that have begun and not ended. O(n log n + pairs whose boxes meet along that
//! side). Half-planes have no box and meet everything. Rows come out in the order of the file.

use crate::problem::Problem;
use crate::scene::Scene;
use jostle::{Aabb, Contact, Manifold, Placed, Range, Relation};

/// A pair that touches; `a` comes before `b` in the file.
pub(super) struct Found {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) relation: Relation,
    pub(super) contact: Option<Contact>,
    pub(super) manifold: Option<Manifold>,
}

/// Places every collider of the scene.
pub(super) fn place(scene: &Scene) -> Result<Vec<Placed>, Problem> {
    let place = |collider: &crate::scene::Collider| {
        collider
            .shape
            .place(collider.world)
            .map_err(|error| Problem::new(format!("collider {:?}", collider.id), error.to_string()))
    };
    scene.colliders.iter().map(place).collect()
}

/// Finds the pairs that touch and that a filter does not keep apart.
pub(super) fn find(scene: &Scene, placed: &[Placed]) -> Vec<Found> {
    let mut found = Vec::new();
    for (a, b) in candidates(placed) {
        let filters = [&scene.colliders[a].filter, &scene.colliders[b].filter];
        if !filters[0].pairs_with(filters[1]) || !placed[a].overlaps(&placed[b]) {
            continue;
        }
        found.push(Found {
            a,
            b,
            relation: placed[a].relation(&placed[b]),
            contact: placed[a].contact(&placed[b]),
            manifold: placed[a].manifold(&placed[b]),
        });
    }
    found
}

/// The pairs whose boxes meet, sorted.
fn candidates(placed: &[Placed]) -> Vec<(usize, usize)> {
    let boxes: Vec<Aabb> = placed.iter().map(Placed::bounds).collect();
    let along = if longer_in_x(&boxes) { Aabb::x } else { Aabb::y };
    let range = |index: usize| -> Range { along(boxes[index]) };
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| range(a).min.total_cmp(&range(b).min));
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for index in order {
        let begin = range(index).min;
        open.retain(|&other| range(other).max >= begin);
        for &other in open.iter().filter(|&&other| boxes[other].overlaps(boxes[index])) {
            pairs.push(if other < index { (other, index) } else { (index, other) });
        }
        open.push(index);
    }
    pairs.sort_unstable();
    pairs
}

fn longer_in_x(boxes: &[Aabb]) -> bool {
    let mut bounded = boxes.iter().copied().filter(|b| is_bounded(*b));
    let Some(first) = bounded.next() else { return true };
    let half = bounded.fold(first, Aabb::combine).half();
    half.x >= half.y
}

pub(super) fn is_bounded(b: Aabb) -> bool {
    b.min.is_finite() && b.max.is_finite()
}
