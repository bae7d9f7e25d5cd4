//! Pairs that met only between two frames, when what moves goes from the one place to the other.

use crate::scene::{Cast, Scene};
use jostle::json::number;
use jostle::{Affine, Key, Meet, Motion, Placed, WhyNot};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Where all colliders were at the last frame, and which touched.
#[derive(Default)]
pub(super) struct Swept {
    before: Vec<(Affine, Placed)>,
    touching: BTreeSet<(Key, Key)>,
}

impl Swept {
    /// The events of a frame, in the order of the file. Keeps what the next frame needs.
    pub(super) fn through(&mut self, scene: &Scene, cast: &Cast, frame: u32) -> Vec<Value> {
        let (world, keys) = (&cast.world, &cast.colliders);
        let place = |key: &Key| Some((world.world_transform(*key)?, world.placed(*key)?.clone()));
        let now: Vec<(Affine, Placed)> = keys.iter().filter_map(place).collect();
        let mut events = Vec::new();
        let motions: Vec<Motion> = self
            .before
            .iter()
            .zip(&now)
            .enumerate()
            .map(|(i, (then, now))| {
                let degrees = turn(scene, i, frame);
                Motion::between(&then.0, &now.0, degrees.to_radians())
            })
            .collect();
        for (i, a) in motions.iter().enumerate() {
            for (j, b) in motions.iter().enumerate().skip(i + 1) {
                let is_still = |k: usize| self.before[k].0 == now[k].0;
                let (p, q) = (keys[i].min(keys[j]), keys[i].max(keys[j]));
                if is_still(i) && is_still(j) || self.touching.contains(&(p, q)) {
                    continue;
                }
                let hit = self.before[i].1.sweep(&self.before[j].1, a, b, Meet::TOUCH);
                // They may be a pair, and are none now.
                if let Some(hit) = hit
                    && matches!(world.why_not(p, q), WhyNot::Apart { .. })
                {
                    let id = |k: usize| scene.colliders[k].id.as_str();
                    let fraction = number(hit.fraction);
                    events.push(json!({
                        "kind": "through", "a": id(i), "b": id(j), "fraction": fraction,
                    }));
                }
            }
        }
        self.before = now;
        self.touching = world.pairs().map(|pair| (pair.a, pair.b)).collect();
        events
    }
}

/// How far a collider turned since the frame before, its parents included.
fn turn(scene: &Scene, collider: usize, frame: u32) -> f64 {
    let start = scene.colliders[collider].node;
    let chain = std::iter::successors(start, |node| scene.nodes[*node].parent);
    chain.map(|node| scene.nodes[node].motion.turn_to(frame)).sum()
}
