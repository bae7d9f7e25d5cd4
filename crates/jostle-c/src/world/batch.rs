//! Many questions in one call. The answers to question i end before `out_ends[i]` in the one list
//! of all answers, and begin where those to the question before it end.

use jostle as j;

use super::query::{Nearest, Ray, WorldRayHit, own_ray};
use super::{Asked, Filter, Key, World, read};
use crate::border::{Buffer, all_finite, list};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Status, guard};
use crate::values::{Aabb, Vec2};

/// The destination of the answers of a batch.
struct To<T> {
    ends: *mut usize,
    answers: *mut T,
    capacity: usize,
    count: *mut usize,
}

/// Answers many questions; the answers follow each other.
///
/// # Safety
/// `questions` is null or points at `count` questions, `filter` is null or at a filter; the places
/// to write to are null or may be written: `ends` `count` times, `answers` `capacity` times.
unsafe fn each<Q, A: Copy, T: Copy>(
    world: World,
    questions: *const Q,
    count: usize,
    filter: *const Filter,
    to: &To<T>,
    told: impl Fn(A) -> T,
    ask: impl FnOnce(&j::World<u64>, &[Q], &j::Filter<'_, u64>, &mut j::world::ResultLists<A>) -> Answer,
) -> Status {
    guard(|| {
        let mut number = 0_usize;
        // SAFETY: by the promise above.
        let (questions, answers, ends, asked) = unsafe {
            (
                list(questions, count, "the questions")?,
                Buffer::new(to.answers, to.capacity, to.count, "the answers")?,
                Buffer::new(to.ends, count, &raw mut number, "out_ends")?,
                Asked::new(filter)?,
            )
        };
        let mut batch = j::world::ResultLists::default();
        ask(&read(world)?.world, questions, &asked.filter(), &mut batch)?;
        let sum = |end: &mut usize, found: &[A]| {
            *end += found.len();
            Some(*end)
        };
        let all: Vec<usize> = batch.iter().scan(0, sum).collect();
        ends.fill(all.into_iter())?;
        let all: Vec<T> = batch.iter().flatten().map(|answer| told(*answer)).collect();
        answers.fill(all.into_iter())
    })
}

fn own_shapes(shapes: &[Placed]) -> Answer<Vec<j::Placed>> {
    shapes.iter().map(|shape| read_placed(*shape).map(|shape| shape.clone())).collect()
}

fn own_rays(rays: &[Ray]) -> Answer<Vec<j::Ray>> {
    rays.iter().enumerate().map(|(index, ray)| own_ray(*ray, "rays", Some(index))).collect()
}

/// Does as `jostle_world_at_point` for many points.
///
/// # Safety
/// `points` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
/// null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_at_point_each(
    world: World,
    points: *const Vec2,
    count: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_keys, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Vec2], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.at_point_each(&all_finite(all, "points")?, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, points, count, filter, &to, j::Key::to_bits, ask) }
}

/// Does as `jostle_world_overlapping_aabb` for many boxes.
///
/// # Safety
/// `boxes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is null
/// or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_overlapping_aabb_each(
    world: World,
    boxes: *const Aabb,
    count: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_keys, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Aabb], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.overlapping_aabb_each(&all_finite(all, "boxes")?, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, boxes, count, filter, &to, j::Key::to_bits, ask) }
}

/// Does as `jostle_world_overlapping` for many shapes.
///
/// # Safety
/// `shapes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
/// null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_overlapping_each(
    world: World,
    shapes: *const Placed,
    count: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_keys, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Placed], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.overlapping_each(&own_shapes(all)?, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, shapes, count, filter, &to, j::Key::to_bits, ask) }
}

/// Does as `jostle_world_contained_in` for many shapes.
///
/// # Safety
/// `shapes` is null or points at `count` values, `filter` is null or at a filter; `out_ends` is
/// null or may be written `count` times, `out_keys` `capacity` times, `out_count` once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_contained_in_each(
    world: World,
    shapes: *const Placed,
    count: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_keys, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Placed], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.contained_in_each(&own_shapes(all)?, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, shapes, count, filter, &to, j::Key::to_bits, ask) }
}

/// Does as `jostle_world_nearest` for many points.
///
/// # Safety
/// As `jostle_world_at_point_each`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_nearest_each(
    world: World,
    points: *const Vec2,
    count: usize,
    most: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_near: *mut Nearest,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_near, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Vec2], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.nearest_each(&all_finite(all, "points")?, most, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, points, count, filter, &to, |near: j::Nearest| near.into(), ask) }
}

/// Does as `jostle_world_ray_all` for many rays.
///
/// # Safety
/// As `jostle_world_at_point_each`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_all_each(
    world: World,
    rays: *const Ray,
    count: usize,
    filter: *const Filter,
    out_ends: *mut usize,
    out_found: *mut WorldRayHit,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = To { ends: out_ends, answers: out_found, capacity, count: out_count };
    let ask = |world: &j::World<u64>, all: &[Ray], f: &j::Filter<'_, u64>, batch: &mut _| {
        world.ray_all_each(&own_rays(all)?, f, batch);
        Ok(())
    };
    // SAFETY: passed on.
    unsafe { each(world, rays, count, filter, &to, |found: j::WorldRayHit| found.into(), ask) }
}

/// Casts many rays like `jostle_world_ray_first`: writes `count` answers, with a key of 0 for rays
/// that meet nothing.
///
/// # Safety
/// `rays` is null or points at `count` rays, `filter` is null or at a filter; `out_found` is null
/// or may be written `count` times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_first_each(
    world: World,
    rays: *const Ray,
    count: usize,
    filter: *const Filter,
    out_found: *mut WorldRayHit,
) -> Status {
    let nothing = WorldRayHit {
        key: 0,
        fraction: 1.0,
        point: Vec2::default(),
        normal: Vec2::default(),
        part: 0,
        edge: 0,
    };
    let ask = |world: &j::World<u64>, rays: &[j::Ray], f: &j::Filter<'_, u64>| {
        let mut found = Vec::new();
        world.ray_first_each(rays, f, &mut found);
        found.into_iter().map(|hit| hit.map_or(nothing, WorldRayHit::from)).collect()
    };
    // SAFETY: passed on.
    unsafe { one_each(world, rays, count, filter, out_found, ask) }
}

/// Casts many rays like `jostle_world_ray_any`: writes `count` answers.
///
/// # Safety
/// As `jostle_world_ray_first_each`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_any_each(
    world: World,
    rays: *const Ray,
    count: usize,
    filter: *const Filter,
    out_hits: *mut bool,
) -> Status {
    let ask = |world: &j::World<u64>, rays: &[j::Ray], f: &j::Filter<'_, u64>| {
        let mut hits = Vec::new();
        world.ray_any_each(rays, f, &mut hits);
        hits
    };
    // SAFETY: passed on.
    unsafe { one_each(world, rays, count, filter, out_hits, ask) }
}

/// Casts many rays, with one answer each.
///
/// # Safety
/// As `jostle_world_ray_first_each`.
unsafe fn one_each<T: Copy>(
    world: World,
    rays: *const Ray,
    count: usize,
    filter: *const Filter,
    to: *mut T,
    ask: impl FnOnce(&j::World<u64>, &[j::Ray], &j::Filter<'_, u64>) -> Vec<T>,
) -> Status {
    guard(|| {
        let mut number = 0_usize;
        // SAFETY: by the promise above.
        let (rays, answers, asked) = unsafe {
            (
                list(rays, count, "rays")?,
                Buffer::new(to, count, &raw mut number, "the answers")?,
                Asked::new(filter)?,
            )
        };
        let found = ask(&read(world)?.world, &own_rays(rays)?, &asked.filter());
        answers.fill(found.into_iter())
    })
}
