//! What is asked of worlds.

use super::{Draw, PAIRS, Work, ground, rect, top};
use crate::Failure;
use jostle::broad::{Auto, BroadPhase};
use jostle::shape::TileCell;
use jostle::{Aabb, Collider, Filter, Ray, Response, Shape, ShapeError, Slid, Slide, Vec2, World};
use std::hint::black_box;

/// A capsule that walks to and fro on uneven ground.
pub(super) fn slide() -> Result<Work, Failure> {
    let mut world = World::new();
    let tops: Vec<u32> = (0..200).map(|x| 2 + x / 7 % 3).collect();
    let cells = (0..5).flat_map(|y| tops.iter().map(move |top| TileCell::from(y < *top)));
    let ground = Shape::grid_of_tiles(200, 5, (1.0, 1.0), [], cells.collect::<Vec<_>>())?;
    world.add(Collider::new((), ground))?;
    let capsule = Shape::capsule((0.0, -0.4), (0.0, 0.4), 0.35)?;
    let hero = world.add(Collider::new((), capsule).at((30.5, 5.0)))?;
    let (mut pace, mut slid) = (0.09, Slid::default());
    Ok(Box::new(move || {
        for _ in 0..64 {
            let slide = Slide::by(pace, -0.125).up(0.0, 1.0).snap(0.2);
            // The key is this world's and the numbers finite.
            let _ = world.slide_into(hero, &slide, |_| Response::Slide, &mut slid);
            if slid.wall.is_some() {
                pace = -pace;
            }
        }
    }))
}

/// Rays past and into the cells of a grid of which every eighth is full.
pub(super) fn grid() -> Result<Work, Failure> {
    let draw = &mut Draw(8);
    let cells: Vec<_> = (0..128 * 128).map(|_| TileCell::from(draw.unit() < 0.125)).collect();
    let mut world = World::new();
    world.add(Collider::new((), Shape::grid_of_tiles(128, 128, (1.0, 1.0), [], cells)?))?;
    let ray =
        |draw: &mut Draw| Ray::new(draw.within(128.0), draw.within(64.0) - Vec2::new(32.0, 32.0));
    let rays: Vec<_> = (0..PAIRS).map(|_| ray(draw)).collect();
    Ok(Box::new(move || {
        for ray in &rays {
            black_box(world.ray_first(ray, &Filter::ANY));
        }
    }))
}

pub(super) fn walk() -> Result<Work, Failure> {
    let mut world = World::new();
    world.add(Collider::new((), ground()?))?;
    let capsule = Shape::capsule((0.0, -0.4), (0.0, 0.4), 0.35)?;
    let hero = world.add(Collider::new((), capsule).at((3000.0, top(3000) + 1.0)))?;
    let mut slid = Slid::default();
    Ok(Box::new(move || {
        for _ in 0..16 {
            let slide = Slide::by(0.09, -0.125).up(0.0, 1.0).snap(0.2);
            // The key is this world's and the numbers finite.
            let _ = world.slide_into(hero, &slide, |_| Response::Slide, &mut slid);
        }
    }))
}

/// Boxes in a square that makes about a pair each, and a small way for each.
fn boxes(count: usize) -> Vec<Aabb> {
    let draw = &mut Draw(3);
    let side = (count as f32 * 2.0).sqrt();
    let sized = |at: Vec2, size: Vec2| Aabb::new(at, at + size + Vec2::new(0.5, 0.5));
    (0..count).map(|_| sized(draw.within(side), draw.within(1.0))).collect()
}

pub(super) fn broad() -> Result<Work, Failure> {
    let mut boxes = boxes(2_000);
    let all: Vec<u32> = (0..2_000).collect();
    let (mut broad, mut out) = (Auto::new(), Vec::new());
    for (id, bounds) in (0..).zip(&boxes) {
        broad.insert(id, *bounds);
    }
    broad.pairs(&all, &mut out);
    Ok(Box::new(move || {
        for (id, bounds) in (0..).zip(&mut boxes) {
            let by = Vec2::new(0.0625, if id % 2 == 0 { 0.125 } else { -0.125 });
            *bounds = Aabb::new(bounds.min + by, bounds.max + by);
            broad.update(id, *bounds);
        }
        out.clear();
        broad.pairs(&all, &mut out);
    }))
}

/// A frame in which all move and turn.
pub(super) fn frame(sensors: bool) -> Result<Work, Failure> {
    let draw = &mut Draw(4);
    let shapes = [Shape::circle(0.5)?, rect()?, Shape::capsule((-0.3, 0.0), (0.3, 0.0), 0.3)?];
    let mut world = World::new();
    let mut moves = Vec::new();
    for i in 0..1_000_usize {
        let at = draw.affine(54.0);
        let one = Collider::new((), shapes[i % 3].clone()).transform(at);
        moves.push((world.add(if sensors { one.sensor() } else { one })?, at));
    }
    let mut events = Vec::new();
    world.step_into(&mut events);
    Ok(Box::new(move || {
        for (_, at) in &mut moves {
            *at = at.moved((0.0625, -0.03125));
        }
        // The keys are this world's and the numbers finite, so nothing is refused.
        let _ = world.set_transforms(&moves);
        world.step_into(&mut events);
    }))
}

/// Rays among what stands still, of which some has moved since it was looked at.
pub(super) fn rays(moved: usize) -> Result<Work, Failure> {
    let mut world = World::new();
    let mut keys = Vec::new();
    for b in boxes(2_000) {
        let shape = Shape::rect_half(b.half_extents() * 0.3)?;
        keys.push(world.add(Collider::new((), shape).at(b.center()))?);
    }
    let _ = world.step();
    for key in &keys[..moved] {
        world
            .set_position(*key, world.position(*key).unwrap_or_default() + Vec2::new(0.5, 0.25))?;
        let _ = world.step();
    }
    let draw = &mut Draw(5);
    let ray = |draw: &mut Draw| Ray::new(draw.within(63.0), draw.within(63.0) - draw.within(63.0));
    let rays: Vec<_> = (0..PAIRS).map(|_| ray(draw)).collect();
    Ok(Box::new(move || {
        for ray in &rays {
            black_box(world.ray_first(ray, &Filter::ANY));
        }
    }))
}

/// Boxes that are added, looked at and removed.
pub(super) fn add_and_remove() -> Result<Work, Failure> {
    let (mut world, mut events) = (World::new(), Vec::new());
    let collider =
        |b: Aabb| Ok(Collider::new((), Shape::rect_half(b.half_extents())?).at(b.center()));
    let all = boxes(1_000).into_iter().map(collider).collect::<Result<Vec<_>, ShapeError>>()?;
    Ok(Box::new(move || {
        // The numbers are finite, so nothing is refused.
        let keys = world.add_all(all.iter().cloned()).unwrap_or_default();
        world.step_into(&mut events);
        world.remove_all(&keys);
        world.step_into(&mut events);
    }))
}

/// What lies at points of a world of circles and capsules.
pub(super) fn world_points() -> Result<Work, Failure> {
    let draw = &mut Draw(7);
    let shapes = [Shape::circle(1.0)?, Shape::capsule((-0.8, 0.0), (0.8, 0.0), 0.4)?];
    let mut world = World::new();
    for i in 0..1_000_usize {
        let at = draw.affine(40.0);
        world.add(Collider::new((), shapes[i % 2].clone()).transform(at))?;
    }
    let _ = world.step();
    let points: Vec<_> = (0..PAIRS).map(|_| draw.within(40.0)).collect();
    let mut found = Vec::new();
    Ok(Box::new(move || {
        for point in &points {
            world.at_point_into(*point, &Filter::ANY, &mut found);
            black_box(&found);
        }
    }))
}
