//! What happens between two frames, when what moves goes from the one place to the other: pairs that
//! met only then, and outlines on the way.

use crate::scene::{Cast, Scene};
use jostle::json::number;
use jostle::{Affine, Key, Meet, Motion, Placed, Slid, Vec2, WhyNot};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How many outlines a way has.
const OUTLINES: u32 = 12;

/// Where all colliders were at the last frame, and which touched.
#[derive(Default)]
pub(super) struct Swept {
    /// Whether pictures are drawn.
    is_drawn: bool,
    before: Vec<(Affine, Placed)>,
    touching: BTreeSet<(Key, Key)>,
    /// What moved, at some places on its way to this frame.
    pub(super) on_the_way: Vec<Placed>,
}

impl Swept {
    pub(super) fn new(is_drawn: bool) -> Self {
        Self { is_drawn, ..Self::default() }
    }

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
        if self.is_drawn {
            self.on_the_way = self.outlines(scene, cast, &now, &motions);
        }
        let slides = |i: usize| slide_of(scene, cast, i).is_some();
        for (i, a) in motions.iter().enumerate() {
            for (j, b) in motions.iter().enumerate().skip(i + 1) {
                let is_still = |k: usize| self.before[k].0 == now[k].0;
                // What slides does not go straight; it lists what it touches.
                if slides(i) || slides(j) {
                    continue;
                }
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

    /// Outlines of what moved: along its motion, or at the corners of its slide.
    fn outlines(
        &self,
        scene: &Scene,
        cast: &Cast,
        now: &[(Affine, Placed)],
        motions: &[Motion],
    ) -> Vec<Placed> {
        let mut outlines = Vec::new();
        for (i, motion) in motions.iter().enumerate() {
            let (from, to) = (self.before[i].0, now[i].0);
            let Some(shape) = cast.world.shape(cast.colliders[i]).filter(|_| from != to) else {
                continue;
            };
            let poses: Vec<Affine> = match slide_of(scene, cast, i) {
                Some(slid) => {
                    let corner = |p: &Vec2| Affine { tx: p.x, ty: p.y, ..to };
                    std::iter::once(from).chain(slid.path().iter().map(corner)).collect()
                }
                None => {
                    let time = |k: u32| k as f32 / OUTLINES as f32;
                    (0..=OUTLINES).map(|k| motion.at(&from, time(k))).collect()
                }
            };
            outlines.extend(poses.into_iter().filter_map(|pose| shape.place(pose).ok()));
        }
        outlines
    }
}

/// What a collider's last slide did, if it slides.
fn slide_of<'a>(scene: &Scene, cast: &'a Cast, collider: usize) -> Option<&'a Slid> {
    cast.slides.get(&scene.colliders[collider].node?)
}

/// How far a collider turned since the frame before, its parents included.
fn turn(scene: &Scene, collider: usize, frame: u32) -> f64 {
    let start = scene.colliders[collider].node;
    let chain = std::iter::successors(start, |node| scene.nodes[*node].parent);
    chain.map(|node| scene.nodes[node].motion.turn_to(frame)).sum()
}
