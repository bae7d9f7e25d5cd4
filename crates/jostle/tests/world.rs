//! Worlds against a model that is slow and obviously right: random calls, checked after every step.
//!
//! `JOSTLE_OPS=1000000 cargo test --release -p jostle --test world -- --nocapture random_calls` makes
//! the long run, on `JOSTLE_THREADS` threads; `JOSTLE_SEED` begins elsewhere, and each run prints where
//! the next goes on, so that runs add up.

#[path = "world/model.rs"]
mod model;
#[path = "world/shapes.rs"]
mod shapes;

use jostle::broad::{NAMES, named};
use jostle::world::{Detail, StepOptions};
use jostle::{Children, Collider, Layers, World};
use jostle_testing::Rng;
use model::{Model, Own};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A number in 0..n.
pub(crate) fn below(rng: &mut Rng, n: usize) -> usize {
    (rng.bits() >> 16) as usize % n
}

#[test]
fn random_calls_agree_with_the_model_after_every_step() {
    let total = setting("JOSTLE_OPS", 12_000);
    let next = Mutex::new((setting("JOSTLE_SEED", 1), 0));
    let (steps, pairs) = (AtomicU64::new(0), AtomicU64::new(0));
    let worker = || {
        loop {
            let (seed, mut rng, size, ops);
            {
                let mut next = next.lock().expect("no panic in here");
                let left = total.saturating_sub(next.1);
                if left == 0 {
                    return;
                }
                seed = next.0;
                rng = Rng::new(seed);
                size = [5, 12, 40, 150, 600, 2000][below(&mut rng, 6)];
                ops = (300 + below(&mut rng, 1200) as u64 + size as u64 * 2).min(left + 100);
                *next = (seed + 1, next.1 + ops);
            }
            let mut run = Run::new(rng, size, seed);
            for _ in 0..ops {
                run.call();
            }
            run.model.step(&mut run.world, &mut run.rng);
            steps.fetch_add(run.model.steps, Ordering::Relaxed);
            pairs.fetch_add(run.model.pairs_seen, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..setting("JOSTLE_THREADS", 2) {
            scope.spawn(worker);
        }
    });
    let (seed, done) = next.into_inner().expect("no panic in there");
    let (steps, pairs) = (steps.into_inner(), pairs.into_inner());
    println!("{done} calls, {steps} steps, {pairs} pairs compared; go on with JOSTLE_SEED={seed}");
    assert!(pairs > 0, "nothing ever touched");
}

struct Run {
    rng: Rng,
    world: World<u64>,
    model: Model,
    pool: Vec<Arc<jostle::Shape>>,
    size: usize,
    /// The side of the square that things are in.
    room: f32,
    next: u64,
    seed: u64,
}

impl Drop for Run {
    /// A failure states how to have it again.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let broad = self.world.broad_phase().name();
            println!("JOSTLE_SEED={} ({} colliders, {broad})", self.seed, self.model.len());
        }
    }
}

impl Run {
    fn new(mut rng: Rng, size: usize, seed: u64) -> Self {
        let broad = named(NAMES[below(&mut rng, NAMES.len())]).expect("a known name");
        let world = World::with_broad_phase(broad);
        let room = (size as f32).sqrt() * 5.0;
        let pool = shapes::pool(&mut rng);
        Self { rng, world, model: Model::default(), pool, size, room, next: 0, seed }
    }

    fn number(&mut self, n: usize) -> usize {
        below(&mut self.rng, n)
    }

    fn transform(&mut self) -> jostle::Affine {
        shapes::transform(&mut self.rng, self.room)
    }

    fn layers(&mut self) -> Layers {
        match self.number(6) {
            0 => Layers::NONE,
            1 => Layers::bit(self.number(3) as u32),
            2 => Layers::from_bits(self.rng.bits() & 7),
            _ => Layers::ALL,
        }
    }

    fn detail(&mut self) -> Option<Detail> {
        [None, Some(Detail::Touch), Some(Detail::Near), Some(Detail::Push)][self.number(4)]
    }

    fn shape(&mut self) -> Arc<jostle::Shape> {
        // The first is a half-plane, which meets everything.
        let rare = self.number(60) == 0;
        let place = if rare { 0 } else { 1 + self.number(self.pool.len() - 1) };
        self.pool[place].clone()
    }

    fn call(&mut self) {
        let live = self.model.len();
        let adds = if live < self.size { 6 } else { 1 };
        let choice = self.number(32 + adds);
        if live == 0 || choice >= 32 {
            self.add();
            return;
        }
        let key = self.model.any(&mut self.rng);
        match choice {
            0..=9 => {
                let transform = self.transform();
                let to = if self.number(3) == 0 {
                    transform
                } else {
                    let near = self.model.local(key);
                    near.moved((shapes::signed(&mut self.rng), shapes::signed(&mut self.rng)))
                };
                let local = self.model.local(key);
                let (to, done) = match self.number(4) {
                    0 => {
                        let to = local.with_translation(to.translation());
                        (to, self.world.set_position(key, to.translation()))
                    }
                    1 => {
                        let by = to.translation() - local.translation();
                        (local.moved(by), self.world.move_by(key, by))
                    }
                    2 => {
                        let mut refused = Vec::new();
                        let nowhere = (key, jostle::Affine::at((f32::NAN, 0.0)));
                        self.world.set_transforms_lossy(&[nowhere, (key, to)], &mut refused);
                        assert_eq!(
                            refused.iter().map(|(index, _)| *index).collect::<Vec<_>>(),
                            [0]
                        );
                        (to, Ok(()))
                    }
                    _ => (to, self.world.set_transform(key, to)),
                };
                self.model.set_transform(key, to, done);
            }
            10 => {
                let children = [Children::Remove, Children::Release, Children::Adopt];
                let children = children[self.number(3)];
                let data = self.world.remove_with(key, children);
                self.model.remove(key, children, data);
            }
            11 => {
                let shape = if self.number(8) == 0 { None } else { Some(self.shape()) };
                let done = match shape.clone() {
                    Some(shape) => self.world.set_shape(key, shape),
                    None => self.world.remove_shape(key),
                };
                self.model.set_shape(key, shape, done);
            }
            12 => {
                let parent =
                    if self.number(3) == 0 { None } else { Some(self.model.any(&mut self.rng)) };
                let done = self.world.set_parent(key, parent);
                self.model.set_parent(key, parent, done);
            }
            13 => {
                let (layer, sees) = (self.layers(), self.layers());
                self.world.set_layers(key, layer, sees).expect("a live key");
                self.model.set_layers(key, layer, sees);
            }
            14 => {
                let team = self.number(3) as u32;
                self.world.set_team(key, team).expect("a live key");
                self.model.set_team(key, team);
            }
            15 => {
                let on = self.number(2) == 0;
                let done = self.world.set_enabled(key, on);
                done.expect("a live key");
                self.model.set_enabled(key, on);
            }
            16 => {
                let on = self.number(2) == 0;
                let done = self.world.set_sensor(key, on);
                done.expect("a live key");
                self.model.set_sensor(key, on);
            }
            17 if self.number(4) == 0 => self.save_and_load(),
            29 => {
                let own = self.own();
                // A world that was restored has shapes of its own.
                let is_same = match (self.world.shape(key), &own.shape) {
                    (Some(old), Some(new)) => Arc::ptr_eq(old, new),
                    (old, new) => old.is_none() && new.is_none(),
                };
                let done = self.world.replace(key, own.collider());
                self.model.replace(key, Own { reshaped: !is_same, ..own }, done);
            }
            30 => {
                let detail = self.detail();
                self.world.set_detail(key, detail).expect("a live key");
                self.model.set_detail(key, detail);
            }
            31 => {
                let [solids, sensors] = [(); 2].map(|()| self.detail());
                let (plain, stays) = (StepOptions::default(), self.number(3) != 0);
                let (solids, sensors) =
                    (solids.unwrap_or(plain.solids), sensors.unwrap_or(plain.sensors));
                self.model.options = StepOptions { solids, sensors, stays };
                self.world.set_step_options(self.model.options);
            }
            18..=24 => self.model.ask(&self.world, &mut self.rng, self.room, &self.pool),
            _ => self.model.step(&mut self.world, &mut self.rng),
        }
    }

    fn add(&mut self) {
        let own = self.own();
        let done = self.world.add(own.collider());
        self.model.add(own, done);
    }

    fn own(&mut self) -> Own {
        let data = self.next;
        self.next += 1;
        let few = self.number(3) == 0;
        let own = Own {
            data,
            shape: if self.number(12) == 0 { None } else { Some(self.shape()) },
            local: self.transform(),
            parent: None,
            layer: if few { self.layers() } else { Layers::NONE },
            sees: if few { self.layers() } else { Layers::ALL },
            team: if self.number(10) == 0 { 1 + self.number(2) as u32 } else { 0 },
            sensor: self.number(8) == 0,
            enabled: self.number(20) != 0,
            detail: if few { self.detail() } else { None },
            reshaped: false,
        };
        let child = self.model.len() > 0 && self.number(10) == 0;
        let parent = if child { Some(self.model.any(&mut self.rng)) } else { None };
        Own { parent, ..own }
    }

    fn save_and_load(&mut self) {
        let saved = self.world.snapshot().expect("no custom shapes here");
        let hash = self.world.hash();
        let broad = named(NAMES[self.number(NAMES.len())]).expect("a known name");
        let mut other = World::with_broad_phase(broad);
        other.restore(&saved).unwrap_or_else(|e| panic!("seed {}: {e}", self.seed));
        assert_eq!(other.hash(), hash, "seed {}", self.seed);
        assert_eq!(other.snapshot().as_ref(), Ok(&saved), "seed {}", self.seed);
        self.world = other;
    }
}

#[test]
fn memory_stays_flat_while_colliders_come_and_go() {
    let mut world = World::new();
    let ball = Arc::new(jostle::Shape::circle(1.0).unwrap());
    let mut rng = Rng::new(9);
    let mut keys = Vec::new();
    let mut events = Vec::new();
    let mut most = 0;
    for round in 0..3000 {
        while keys.len() < 200 {
            let (x, y) = (below(&mut rng, 30) as f32, below(&mut rng, 30) as f32);
            keys.push(world.add(Collider::new(round, ball.clone()).at((x, y))).unwrap());
        }
        for _ in 0..50 {
            let place = below(&mut rng, keys.len());
            assert!(world.remove(keys.swap_remove(place)).is_some());
        }
        world.step_into(&mut events);
        if round == 1000 {
            most = world.heap_bytes();
        }
        assert!(round <= 1000 || world.heap_bytes() <= most + most / 4, "round {round}");
    }
    // Without steps nothing may pile up either.
    let before = world.heap_bytes();
    for _ in 0..20_000 {
        let key = world.add(Collider::new(0, ball.clone())).unwrap();
        world.remove(key);
    }
    assert!(world.heap_bytes() <= before + before / 4);
}

#[test]
fn what_platforms_remember_counts_as_memory() {
    let bytes = |is_platform: bool| {
        let mut world = World::new();
        for i in 0..1000 {
            let collider = Collider::new(i, jostle::Shape::circle(1.0).unwrap());
            world.add(if is_platform { collider.platform() } else { collider }).unwrap();
        }
        world.heap_bytes()
    };
    // Each remembers at least its transform.
    assert!(bytes(true) >= bytes(false) + 1000 * size_of::<jostle::Affine>());
}
