//! One long run of every shape, query and motion through the public API. It prints one hash of all
//! answers. The `run` beside it builds this program for every machine and compares the hashes.
//!
//! `jostle-bits STEPS THREADS`; 0 threads are plain steps.

#[path = "../../jostle/tests/world/shapes.rs"]
mod shapes;

use std::fmt::{self, Debug, Write as _};

use jostle::{
    Affine, Cast, Collider, Event, Filter, Inside, Level, Meet, Motion, Placed, Ray, Response,
    Shape, Slid, Slide, Vec2, World, world::Replay,
};
use jostle_testing::{Kind, Rng, pair};

/// A number in 0..n.
pub(crate) fn below(rng: &mut Rng, n: usize) -> usize {
    // In 64 bits, so that a machine of 32 draws the same.
    ((rng.bits() >> 16) % n as u64) as usize
}

fn vector(rng: &mut Rng, size: f32) -> Vec2 {
    let mut number = || shapes::signed(rng) * size;
    Vec2::new(number(), number())
}

/// The hash (FNV-1a) of all answers as text. The text of a number is the shortest that reads back as
/// the same bits, so other bits are another text.
struct Digest(u64);

impl fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Digest {
    fn note(&mut self, answer: impl Debug) {
        let _ = writeln!(self, "{answer:?}");
    }
}

/// The questions to two shapes, and to one by itself.
fn ask_pair(note: &mut Digest, rng: &mut Rng, a: &Placed, b: &Placed) {
    note.note((a.verdict(b), a.overlaps(b), a.overlaps_interior(b)));
    note.note((a.relation(b), a.contains(b), a.test_until(b, Level::Corners)));
    note.note((a.gap(b), a.contact(b), a.contacts(b), a.manifold(b)));
    note.note((a.why(b), a.crossings(b), a.bounds(), a.oriented_bounds()));
    if below(rng, 4) == 0 {
        // These take the most time.
        note.note((a.region(b, 0.1), a.area(), a.perimeter(), a.centroid()));
    }
    let (from, way) = (a.bounds().center(), (b.bounds().center() - a.bounds().center()) * 1.5);
    note.note((b.closest(from), b.contains_point(from), a.project(way)));
    for inside in [Inside::Hit, Inside::Skip, Inside::Exit] {
        note.note(b.ray(from, way, inside));
    }
    let turning = Motion::from(way).turning_degrees(shapes::signed(rng) * 180.0).about(from);
    let meet = [Meet::TOUCH, Meet::OVERLAP][below(rng, 2)];
    note.note((a.cast(b, way, meet), a.sweep(b, &turning, Motion::from(way * -0.5), meet)));
}

/// The questions to a world about a place, a way and a shape.
fn ask_world(note: &mut Digest, rng: &mut Rng, world: &World<u64>, shape: &Placed) {
    let (from, way, any) = (vector(rng, 12.0), vector(rng, 24.0), &Filter::ANY);
    let ray = Ray::new(from, way);
    note.note((world.ray_first(&ray, any), world.ray_all(&ray, any), world.ray_any(&ray, any)));
    note.note((world.ray_first(&ray.thick(0.5), any), world.line_of_sight(from, from + way, any)));
    note.note((world.at_point(from, any), world.nearest(from, 3, any), world.nearest_pair(any)));
    note.note((world.overlapping(shape, any), world.overlapping_aabb(shape.bounds(), any)));
    note.note((world.contained_in(shape, any), world.contacts_of(shape, any)));
    let turning = Motion::from(way).turning_degrees(shapes::signed(rng) * 90.0);
    note.note(world.cast_first(&Cast::of(shape, turning), any));
    note.note(world.cast_all(&Cast::of(shape, way), any));
}

/// A world with enough boxes that threads share the work of a step, and of moving them.
fn crowd(note: &mut Digest, rng: &mut Rng, threads: bool) {
    let mut world = World::new();
    let shape = std::sync::Arc::new(Shape::rect_half((0.5, 0.25)).unwrap());
    let mut place = || Affine::at(vector(rng, 25.0)).rotated(1.0);
    let colliders = (0..3000).map(|_| Collider::new(7, shape.clone()).transform(place()));
    let keys = world.add_all(colliders.collect::<Vec<_>>()).unwrap();
    note.note(step(&mut world, threads));
    let moves: Vec<_> = keys.iter().map(|key| (*key, place())).collect();
    #[cfg(feature = "rayon")]
    if threads {
        world.set_transforms_parallel(&moves).unwrap();
    }
    if !(cfg!(feature = "rayon") && threads) {
        world.set_transforms(&moves).unwrap();
    }
    note.note(step(&mut world, threads));
}

fn step(world: &mut World<u64>, threads: bool) -> Vec<Event<u64>> {
    #[cfg(feature = "rayon")]
    if threads {
        return world.step_parallel();
    }
    assert!(!threads, "built without threads");
    world.step()
}

/// The hash of all answers.
fn run(steps: usize, threads: bool) -> u64 {
    let (mut rng, mut note) = (Rng::new(2028), Digest(0xcbf2_9ce4_8422_2325));
    let pool = shapes::pool(&mut rng);
    let mut world = World::new();
    world.record();
    let mut keys = Vec::new();
    let mut heroes = Vec::new();
    for (number, shape) in [3, 6, 7, 9].into_iter().enumerate() {
        let hero = Collider::new(number as u64, pool[shape].clone());
        heroes.push((world.add(hero.at((number as f32 * 4.0, -14.0))).unwrap(), Slid::default()));
    }
    for number in 0..steps {
        for _ in 0..3 {
            let shape = pool[below(&mut rng, pool.len())].clone();
            let transform = shapes::transform(&mut rng, 24.0);
            if keys.len() < 24 {
                let collider = Collider::new(10 + number as u64, shape).transform(transform);
                let collider = match below(&mut rng, 8) {
                    0 => collider.platform(),
                    1 => collider.one_way((0.0, -1.0)),
                    2 => collider.sensor(),
                    3 => collider.team(1 + number as u32 % 2),
                    _ => collider,
                };
                keys.push(world.add(collider).unwrap());
                continue;
            }
            let place = below(&mut rng, keys.len());
            match below(&mut rng, 8) {
                0 => {
                    world.remove(keys.swap_remove(place));
                    keys.retain(|key| world.contains(*key));
                }
                1 => world.set_shape(keys[place], shape).unwrap(),
                2 => {
                    let parent = keys[below(&mut rng, keys.len())];
                    note.note(world.set_parent(keys[place], Some(parent)));
                }
                3 => note.note(world.set_parent(keys[place], None)),
                4 => note.note(world.apply_transform(keys[place], &Affine::at((0.25, -0.125)))),
                _ => world.set_transform(keys[place], transform).unwrap(),
            }
        }
        let (hero, slid) = &mut heroes[number % 4];
        let by = vector(&mut rng, 3.0);
        let slide = Slide::by(by.x, by.y).footing(slid.footing);
        let slide =
            if number.is_multiple_of(3) { slide } else { slide.up(0.0, -1.0).snap(0.5).step(0.5) };
        world.slide_into(*hero, &slide, |_| Response::Slide, slid).unwrap();
        note.note((&*slid, slid.path()));
        match number % 8 {
            0 => {
                let kind = |i: usize| Kind::ALL[i % Kind::ALL.len()];
                let nasty = pair(&mut rng, kind(number / 8), kind(number / 8 / Kind::ALL.len()));
                ask_pair(&mut note, &mut rng, &nasty.pa, &nasty.pb);
            }
            4 => {
                let [a, b] = [0; 2].map(|_| world.placed(keys[below(&mut rng, keys.len())]));
                let [a, b] = [a.unwrap(), b.unwrap()];
                ask_pair(&mut note, &mut rng, a, b);
                ask_world(&mut note, &mut rng, &world, a);
            }
            _ => {}
        }
        note.note((step(&mut world, threads), world.hash()));
        if number % 2500 == 100 {
            crowd(&mut note, &mut rng, threads);
        }
    }
    let mut replay = Replay::new();
    for op in world.take_journal() {
        replay.apply(&op).unwrap();
    }
    note.note((replay.world().hash(), world.hash() == replay.world().hash()));
    note.0
}

/// What a page or Node calls.
#[cfg(target_family = "wasm")]
#[expect(unsafe_code, reason = "a name that JavaScript finds")]
#[unsafe(no_mangle)]
pub extern "C" fn bits(steps: u32) -> u64 {
    run(steps as usize, false)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (steps, threads) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(0));
    #[cfg(feature = "rayon")]
    let hash = {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run(steps, threads > 0))
    };
    #[cfg(not(feature = "rayon"))]
    let hash = run(steps, threads > 0);
    println!("{hash:016x}");
}
