//! Questions to colliders that stand still: the first thing that a ray meets, the nearest thing.

use crate::contest::{self, Outcome, Side};
use crate::draw::Draw;
use crate::peers::{box2d, obvhs, parry, rapier, rstar};
use crate::report::{Part, Row, Section};
use crate::{Failure, Options};
use jostle::{Aabb, Collider, Filter, Ray, Shape, Vec2, World, world::ResultLists};

/// Questions a round.
const ASKED: usize = 4_096;

/// Boxes that stand still, rays and points among them.
pub(crate) struct Scene {
    pub(crate) boxes: Vec<Aabb>,
    /// Origin and translation.
    pub(crate) rays: Vec<([f32; 2], [f32; 2])>,
    pub(crate) points: Vec<[f32; 2]>,
}

impl Scene {
    pub(crate) fn new(count: usize) -> Self {
        let draw = &mut Draw(21);
        // A box for every nine squares: rays pass some before they meet one.
        let side = (count as f32).sqrt() * 3.0;
        let boxes = (0..count).map(|_| {
            let at = Vec2::new(draw.unit() * side, draw.unit() * side);
            Aabb::new(at, (at.x + draw.between(0.5, 1.5), at.y + draw.between(0.5, 1.5)))
        });
        let boxes = boxes.collect();
        let rays = (0..ASKED).map(|_| {
            let from = [draw.unit() * side, draw.unit() * side];
            let to = [draw.unit() * side, draw.unit() * side];
            (from, [to[0] - from[0], to[1] - from[1]])
        });
        let rays = rays.collect();
        let points = (0..ASKED).map(|_| [draw.unit() * side, draw.unit() * side]).collect();
        Self { boxes, rays, points }
    }

    /// The fraction at which a ray enters a box, 0 inside, by slabs in `f64`.
    fn enters(b: &Aabb, (origin, translation): &([f32; 2], [f32; 2])) -> Option<f64> {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        let sides = [(b.min.x, b.max.x), (b.min.y, b.max.y)];
        for ((from, by), (low, high)) in origin.iter().zip(translation).zip(sides) {
            let [from, by, low, high] = [*from, *by, low, high].map(f64::from);
            if by == 0.0 {
                if from < low || from > high {
                    return None;
                }
                continue;
            }
            let (p, q) = ((low - from) / by, (high - from) / by);
            let (p, q) = if p < q { (p, q) } else { (q, p) };
            first = if p > first { p } else { first };
            last = if q < last { q } else { last };
        }
        (first <= last).then_some(first)
    }

    fn first(&self, ray: &([f32; 2], [f32; 2])) -> f64 {
        let all = self.boxes.iter().filter_map(|b| Self::enters(b, ray));
        all.fold(f64::INFINITY, |a, b| if b < a { b } else { a })
    }

    fn nearest(&self, [x, y]: [f32; 2]) -> f64 {
        let off = |v: f32, low: f32, high: f32| {
            let [v, low, high] = [v, low, high].map(f64::from);
            if v < low {
                low - v
            } else if v > high {
                v - high
            } else {
                0.0
            }
        };
        let of = |b: &Aabb| {
            let (dx, dy) = (off(x, b.min.x, b.max.x), off(y, b.min.y, b.max.y));
            (dx * dx + dy * dy).sqrt()
        };
        self.boxes.iter().map(of).fold(f64::INFINITY, |a, b| if b < a { b } else { a })
    }
}

/// jostle's world of rectangles, warmed up by a step.
struct Own {
    world: World<()>,
    rays: Vec<Ray>,
    points: Vec<Vec2>,
}

impl Own {
    fn new(scene: &Scene) -> Result<Self, Failure> {
        let mut world = World::new();
        for b in &scene.boxes {
            let middle = b.center();
            world.add(Collider::new((), Shape::rect_half(b.half_extents())?).at(middle))?;
        }
        let _ = world.step();
        let rays = scene.rays.iter().map(|(from, by)| Ray::new(*from, *by)).collect();
        let points = scene.points.iter().map(|p| Vec2::from(*p)).collect();
        Ok(Self { world, rays, points })
    }

    fn rays(&self) -> Side<'_, f32> {
        Side::own("jostle ray_first", |hits| {
            for (ray, hit) in self.rays.iter().zip(hits) {
                *hit =
                    self.world.ray_first(ray, &Filter::ANY).map_or(f32::INFINITY, |f| f.fraction);
            }
        })
    }

    fn rays_at_once(&self) -> Side<'_, f32> {
        let mut found = Vec::new();
        Side::own("jostle ray_first_each", move |hits| {
            found.clear();
            self.world.ray_first_each(&self.rays, &Filter::ANY, &mut found);
            for (found, hit) in found.iter().zip(hits) {
                *hit = found.as_ref().map_or(f32::INFINITY, |f| f.fraction);
            }
        })
    }

    fn nearest(&self) -> Side<'_, f32> {
        let mut found = Vec::new();
        Side::own("jostle nearest_into", move |far| {
            for (point, far) in self.points.iter().zip(far) {
                found.clear();
                self.world.nearest_into(*point, 1, &Filter::ANY, &mut found);
                *far = found.first().map_or(f32::INFINITY, |n| n.distance);
            }
        })
    }

    fn nearest_at_once(&self) -> Side<'_, f32> {
        let mut batch = ResultLists::default();
        Side::own("jostle nearest_each", move |far| {
            self.world.nearest_each(&self.points, 1, &Filter::ANY, &mut batch);
            for (found, far) in batch.iter().zip(far) {
                *far = found.first().map_or(f32::INFINITY, |n| n.distance);
            }
        })
    }
}

/// All peers' structures over the boxes.
struct Field {
    parry: parry::Still,
    rapier: rapier::Still,
    box2d: box2d::Still,
    obvhs: obvhs::Still,
    rstar: rstar::Still,
}

impl Field {
    fn new(scene: &Scene) -> Self {
        Self {
            parry: parry::Still::new(scene),
            rapier: rapier::Still::new(scene),
            box2d: box2d::Still::new(&scene.boxes),
            obvhs: obvhs::Still::new(scene),
            rstar: rstar::Still::new(scene),
        }
    }

    fn rays<'a>(&'a self, scene: &'a Scene) -> Vec<Side<'a, f32>> {
        let box2d = Side::new("Box2D b2World_CastRayClosest", Part::Peer, |hits: &mut [f32]| {
            for ((from, by), hit) in scene.rays.iter().zip(hits) {
                *hit = self.box2d.ray(*from, *by).unwrap_or(f32::INFINITY);
            }
        });
        vec![self.obvhs.rays(), self.parry.rays(), self.rapier.rays(), box2d]
    }

    fn nearest(&self) -> Vec<Side<'_, f32>> {
        vec![self.parry.nearest(), self.rapier.nearest(), self.rstar.nearest()]
    }
}

/// Fractions and distances are right within this, of the length of a ray or a box.
const CLOSE: f64 = 1e-4;

fn row(title: String, goal: f64, outcomes: &[Outcome<f32>], truth: &[f64]) -> Row {
    let entries = outcomes.iter().map(|outcome| {
        let right =
            |(a, t): &(&f32, &f64)| f64::from(**a) == **t || (f64::from(**a) - **t).abs() <= CLOSE;
        let said = outcome.answers.iter().zip(truth);
        outcome.entry(1e9, said.filter(|pair| !right(pair)).count())
    });
    Row { title, unit: "ns", goal: Some(goal), entries: entries.collect() }
}

const ABOUT: &str = "Nanoseconds a question to rectangles that stand still, in random order of \
creation; rays run from anywhere to anywhere, which is far past the first hit. jostle answers with \
point, normal, part and edge, the others with what they have. Wrong are fractions and distances that \
are off by more than 0.0001 from looking at every box in 64 bits. Box2D leaves out shapes around the \
start of a ray by its convention.";

/// Measures questions to what stands still.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Rays and nearest, still rectangles", ABOUT);
    for (count, name) in [(10_000, "10k"), (100_000, "100k")] {
        let scene = Scene::new(count);
        let own = Own::new(&scene)?;
        let field = Field::new(&scene);
        let rays: Vec<f64> = scene.rays.iter().map(|ray| scene.first(ray)).collect();
        let nearest: Vec<f64> = scene.points.iter().map(|p| scene.nearest(*p)).collect();
        let hold = |own: Side<'_, f32>, others| {
            let mut sides = vec![own];
            sides.extend(others);
            contest::hold(sides, ASKED, &0.0, options.rounds)
        };
        for (own, goal, how) in [(own.rays(), 3.0, ""), (own.rays_at_once(), 5.0, ", in batches")] {
            let outcomes = hold(own, field.rays(&scene));
            section.rows.push(row(format!("ray, first hit, {name}{how}"), goal, &outcomes, &rays));
        }
        for (own, goal, how) in
            [(own.nearest(), 3.0, ""), (own.nearest_at_once(), 5.0, ", in batches")]
        {
            let outcomes = hold(own, field.nearest());
            section.rows.push(row(format!("nearest, {name}{how}"), goal, &outcomes, &nearest));
        }
        eprintln!("rays and nearest: {name}");
    }
    Ok(section)
}
