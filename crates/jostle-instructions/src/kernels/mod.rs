//! What is counted: the ways that games pay for, each on a fixed input.

mod worlds;

use crate::Failure;
use jostle::shape::SupportMap;
use jostle::{Affine, Inside, Meet, Motion, Placed, Rot, Shape, ShapeError, Vec2};
use std::hint::black_box;

/// The kernels by name, in the order of the table.
pub(crate) const NAMES: &[&str] = &[
    "place rects",
    "overlaps rects",
    "overlaps capsules",
    "overlaps triangles",
    "overlaps convex8",
    "contact rects",
    "contact ellipses",
    "contact ellipse convex8",
    "manifold rects",
    "manifold convex8",
    "gap convex8",
    "contact convex12",
    "overlaps convex32",
    "overlaps stars",
    "contact outlines",
    "contact touching outlines",
    "cast capsules",
    "cast outlines",
    "sweep rects",
    "slide on a grid",
    "broad frame",
    "world frame",
    "rays",
    "rays at an outline",
    "rays at a grid",
    "contact on a ground",
    "slide on a ground",
    "point circle",
    "point rect",
    "point capsule",
    "point rounded rect",
    "point ellipse",
    "point convex6",
    "point convex12",
    "point convex32",
    "point outline24",
    "ray circle",
    "ray rect",
    "ray capsule",
    "ray rounded rect",
    "ray ellipse",
    "ray convex6",
    "ray convex12",
    "closest circle",
    "closest rect",
    "closest capsule",
    "closest rounded rect",
    "closest ellipse",
    "closest convex6",
    "closest convex12",
    "closest convex32",
    "closest outline24",
    "world points",
    "place convex8",
    "contact outlines48",
    "contact compounds",
    "cast rects",
    "cast convex8",
    "cast ellipses",
    "cast rounded rects",
    "point rounded convex6",
    "point rounded outline24",
    "point custom",
    "closest custom",
    "frame of sensors",
    "rays among still colliders",
    "add and remove",
];

type Work = Box<dyn FnMut()>;

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct Draw(u64);

impl Draw {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f32 / (1 << 24) as f32
    }

    fn within(&mut self, side: f32) -> Vec2 {
        Vec2::new(self.unit() * side, self.unit() * side)
    }

    fn affine(&mut self, side: f32) -> Affine {
        let at = self.within(side);
        Affine::at(at).rotated(self.unit() * 6.0)
    }
}

/// Corners on two circles in turn.
fn ring(corners: u16, inner: f32) -> Result<Shape, ShapeError> {
    Shape::polygon((0..corners).map(|i| {
        let turn = Rot::from_degrees(360.0 * f32::from(i) / f32::from(corners));
        let r = if i.is_multiple_of(2) { 1.0 } else { inner };
        (r * turn.cos, r * turn.sin)
    }))
}

/// Pairs of which about half overlap.
fn pairs([a, b]: [&Shape; 2], count: usize) -> Result<Vec<(Placed, Placed)>, ShapeError> {
    let draw = &mut Draw(1);
    let mut pair = || Ok((a.place(draw.affine(3.0))?, b.place(draw.affine(3.0))?));
    (0..count).map(|_| pair()).collect()
}

/// Pairs a run.
const PAIRS: usize = 256;

fn asked<A: 'static>(
    shape: Result<Shape, ShapeError>,
    count: usize,
    ask: fn(&Placed, &Placed) -> A,
) -> Result<Work, Failure> {
    let shape = shape?;
    asked_of([&shape, &shape], count, ask)
}

fn asked_of<A: 'static>(
    shapes: [&Shape; 2],
    count: usize,
    ask: fn(&Placed, &Placed) -> A,
) -> Result<Work, Failure> {
    let pairs = pairs(shapes, count)?;
    Ok(Box::new(move || {
        for (a, b) in &pairs {
            black_box(ask(a, b));
        }
    }))
}

fn rounded() -> Result<Shape, ShapeError> {
    Shape::rect_half((0.8, 0.5))?.with_radius(0.2)
}

fn rect() -> Result<Shape, ShapeError> {
    Shape::rect_half((1.0, 0.7))
}

/// A cast or sweep past or onto the other shape of a pair.
fn met(a: &Placed, b: &Placed) -> (Vec2, bool) {
    let way = (b.bounds().center() - a.bounds().center()) * 0.5 + Vec2::new(0.0, 0.25);
    (way, !a.overlaps(b))
}

fn cast(a: &Placed, b: &Placed) -> Option<jostle::Hit> {
    let (way, apart) = met(a, b);
    a.cast(b, way, Meet::TOUCH).filter(|_| apart)
}

fn sweep(a: &Placed, b: &Placed) -> Option<jostle::Hit> {
    let (way, apart) = met(a, b);
    let motion = Motion::by(way.x, way.y).turning_degrees(40.0);
    a.sweep(b, motion, Motion::NONE, Meet::TOUCH).filter(|_| apart)
}

/// Outlines of which only tips overlap.
fn touching() -> Result<Work, Failure> {
    let (shape, draw) = (ring(24, 0.6)?, &mut Draw(6));
    let mut pairs = Vec::new();
    while pairs.len() < 64 {
        let way = Rot::from_degrees(draw.unit() * 360.0);
        let from = shape.place(Affine::IDENTITY.rotated(draw.unit() * 6.0))?;
        let to = Affine::at(Vec2::new(way.cos, way.sin) * (1.5 + 0.4 * draw.unit()));
        let to = shape.place(to.rotated(draw.unit() * 6.0))?;
        if from.contact(&to).is_some_and(|contact| contact.depth < 0.12) {
            pairs.push((from, to));
        }
    }
    Ok(Box::new(move || {
        for (a, b) in &pairs {
            black_box(a.contact(b));
        }
    }))
}

/// Rays aslant from around an outline to its other side.
fn outline() -> Result<Work, Failure> {
    let (star, draw) = (ring(100, 0.8)?.place(Affine::IDENTITY.rotated(0.3))?, &mut Draw(7));
    let rays: Vec<_> = (0..PAIRS)
        .map(|_| {
            let from = draw.within(6.0) - Vec2::new(3.0, 3.0);
            (from, draw.within(1.5) - from * 2.0)
        })
        .collect();
    Ok(Box::new(move || {
        for (from, by) in &rays {
            black_box(star.ray(*from, *by, Inside::Hit));
        }
    }))
}

/// How high the ground is, all of it one polygon of this many corners.
const GROUND: u16 = 10_000;

fn top(x: u16) -> f32 {
    let hill = i32::from(x % 600) - 300;
    20.0 - 0.0004 * (hill * hill) as f32 + 0.3 * f32::from(x % 5 * 7 % 5)
}

fn ground() -> Result<Shape, ShapeError> {
    let tops = (0..GROUND).map(|x| (f32::from(x), top(x)));
    Shape::polygon(tops.chain([(f32::from(GROUND), -500.0), (0.0, -500.0)]))
}

fn contact() -> Result<Work, Failure> {
    let (ground, disc) = (ground()?.place(Affine::IDENTITY)?, Shape::circle(0.5)?);
    let place = |i: u16| disc.place(Affine::at((f32::from(i) * 151.0 + 0.4, top(i * 151) + 0.3)));
    let discs: Vec<_> = (0..64).map(place).collect::<Result<_, _>>()?;
    Ok(Box::new(move || {
        for disc in &discs {
            black_box((ground.contact(disc), ground.manifold(disc)));
        }
    }))
}

fn place(shape: Result<Shape, ShapeError>) -> Result<Work, Failure> {
    let (shape, draw) = (shape?, &mut Draw(2));
    let all: Vec<_> = (0..PAIRS).map(|_| draw.affine(9.0)).collect();
    Ok(Box::new(move || {
        for at in &all {
            drop(black_box(shape.place(*at)));
        }
    }))
}

/// An ellipse, as a user writes it.
struct Oval;

impl SupportMap for Oval {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let long = (x * x + 0.36 * y * y).sqrt();
        [x / long, 0.36 * y / long]
    }
}

/// Two discs and what joins them.
fn compound() -> Result<Shape, ShapeError> {
    let (disc, arm) = (Shape::circle(0.5)?, Shape::rect_half((0.8, 0.2))?);
    let at = [-0.6, 0.6].map(|x| (disc.clone(), Affine::at((x, 0.0))));
    Shape::compound(at.into_iter().chain([(arm, Affine::IDENTITY)]))
}

/// A shape that points and rays are asked of.
fn alone(name: &str) -> Result<Shape, Failure> {
    Ok(match name {
        "circle" => Shape::circle(0.8)?,
        "rect" => rect()?,
        "capsule" => Shape::capsule((-0.8, 0.0), (0.8, 0.0), 0.4)?,
        "rounded rect" => rounded()?,
        "rounded convex6" => ring(6, 1.0)?.with_radius(0.2)?,
        "rounded outline24" => ring(24, 0.6)?.with_radius(0.2)?,
        "custom" => Shape::custom(Oval),
        "ellipse" => Shape::ellipse((1.0, 0.6))?,
        "convex6" => ring(6, 1.0)?,
        "convex12" => ring(12, 1.0)?,
        "convex32" => ring(32, 1.0)?,
        "outline24" => ring(24, 0.6)?,
        other => return Err(format!("no shape is called {other:?}").into()),
    })
}

/// A question of a shape and two points around it; it holds about half of all points.
fn asked_at<A: 'static>(name: &str, ask: fn(&Placed, Vec2, Vec2) -> A) -> Result<Work, Failure> {
    let (shape, draw) = (alone(name)?, &mut Draw(8));
    let mut each = Vec::new();
    for _ in 0..PAIRS {
        let placed = shape.place(draw.affine(1.0))?;
        let mut near = || placed.bounds().center() + (draw.within(3.0) - Vec2::new(1.5, 1.5));
        let points = [near(), near()];
        each.push((placed, points));
    }
    Ok(Box::new(move || {
        for (placed, [p, q]) in &each {
            black_box(ask(placed, *p, *q));
        }
    }))
}

fn ray(placed: &Placed, from: Vec2, to: Vec2) -> Option<jostle::RayHit> {
    placed.ray(from * 2.0, (to - from) * 2.0, Inside::Hit)
}

/// Makes what a name stands for.
pub(crate) fn make(name: &str) -> Result<Work, Failure> {
    let ellipse = || Shape::ellipse((1.0, 0.6));
    let capsule = || Shape::capsule((-0.8, 0.0), (0.8, 0.0), 0.4);
    match name {
        "place rects" => place(rect()),
        "place convex8" => place(ring(8, 1.0)),
        "overlaps rects" => asked(rect(), PAIRS, Placed::overlaps),
        "overlaps capsules" => asked(capsule(), PAIRS, Placed::overlaps),
        "overlaps triangles" => asked(ring(3, 1.0), PAIRS, Placed::overlaps),
        "overlaps convex8" => asked(ring(8, 1.0), PAIRS, Placed::overlaps),
        "contact rects" => asked(rect(), PAIRS, Placed::contact),
        "contact ellipses" => asked(ellipse(), PAIRS, Placed::contact),
        "contact ellipse convex8" => {
            asked_of([&ellipse()?, &ring(8, 1.0)?], PAIRS, Placed::contact)
        }
        "manifold rects" => asked(rect(), PAIRS, Placed::manifold),
        "manifold convex8" => asked(ring(8, 1.0), PAIRS, Placed::manifold),
        "gap convex8" => asked(ring(8, 1.0), PAIRS, Placed::gap),
        "contact convex12" => asked(ring(12, 1.0), PAIRS, Placed::contact),
        "overlaps convex32" => asked(ring(32, 1.0), PAIRS, Placed::overlaps),
        "overlaps stars" => asked(ring(200, 0.5), 16, Placed::overlaps),
        "contact outlines" => asked(ring(24, 0.6), 64, Placed::contact),
        "contact outlines48" => asked(ring(48, 0.6), 16, Placed::contact),
        "contact compounds" => asked(compound(), 64, Placed::contact),
        "contact touching outlines" => touching(),
        "cast rects" => asked(rect(), PAIRS, cast),
        "cast convex8" => asked(ring(8, 1.0), PAIRS, cast),
        "cast ellipses" => asked(ellipse(), 64, cast),
        "cast rounded rects" => asked(rounded(), PAIRS, cast),
        "cast capsules" => asked(capsule(), PAIRS, cast),
        "cast outlines" => asked(ring(24, 0.6), 64, cast),
        "sweep rects" => asked(rect(), PAIRS, sweep),
        "slide on a grid" => worlds::slide(),
        "broad frame" => worlds::broad(),
        "world frame" => worlds::frame(false),
        "frame of sensors" => worlds::frame(true),
        "rays" => worlds::rays(0),
        "rays among still colliders" => worlds::rays(100),
        "add and remove" => worlds::add_and_remove(),
        "rays at an outline" => outline(),
        "rays at a grid" => worlds::grid(),
        "contact on a ground" => contact(),
        "slide on a ground" => worlds::walk(),
        "world points" => worlds::world_points(),
        other => match other.split_once(' ') {
            Some(("point", shape)) => asked_at(shape, |placed, p, _| placed.contains_point(p)),
            Some(("ray", shape)) => asked_at(shape, ray),
            Some(("closest", shape)) => asked_at(shape, |placed, p, _| placed.closest(p)),
            _ => Err(format!("no kernel is called {other:?}").into()),
        },
    }
}
