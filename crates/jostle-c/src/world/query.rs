//! Asking a world: queries see every edit before them, without a step.

use jostle as j;

use super::{Asked, Filter, Key, World, known, read};
use crate::border::{Buffer, check, finite, out, vec2, word};
use crate::pair::{Placed, read_placed};
use crate::status::{Answer, Refusal, Status, guard};
use crate::values::{Aabb, Closest, Contact, Gap, Inside, Vec2};

/// A ray from `origin` over `translation`, thin or thick.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec2,
    /// From its start to its end.
    pub translation: Vec2,
    /// A `JostleInside`: the rule for a start inside a shape.
    pub inside: i32,
    /// Half its thickness; 0 for a line.
    pub radius: f32,
}

/// The hit of a ray.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldRayHit {
    /// The collider; 0 if a ray of a batch met nothing.
    pub key: Key,
    /// Fraction of the translation, in [0, 1].
    pub fraction: f32,
    /// Where the ray is then: of a thick one its middle.
    pub point: Vec2,
    /// Unit outward normal there.
    pub normal: Vec2,
    /// The number of the part of a compound, or of the cell of a grid; 0 for other shapes.
    pub part: u32,
    /// The number of the edge of that part that is nearest.
    pub edge: u32,
}

/// A collider near a point.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Whose it is.
    pub key: Key,
    /// From the point to the collider; 0 inside.
    pub distance: f32,
    /// The nearest point of the collider.
    pub point: Vec2,
    /// Unit vector from the collider to the point; inside, the shortest way out.
    pub normal: Vec2,
}

/// The two colliders that are nearest to each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPair {
    /// The one with the lesser key.
    pub a: Key,
    /// The other.
    pub b: Key,
    /// The gap from a to b.
    pub gap: Gap,
}

/// A contact of a shape with a collider.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderContact {
    /// The collider.
    pub key: Key,
    /// The contact from the shape to the collider.
    pub contact: Contact,
}

impl From<(j::Key, j::Contact)> for ColliderContact {
    fn from((key, contact): (j::Key, j::Contact)) -> Self {
        Self { key: key.to_bits(), contact: contact.into() }
    }
}

impl From<j::WorldRayHit> for WorldRayHit {
    fn from(f: j::WorldRayHit) -> Self {
        Self {
            key: f.key.to_bits(),
            fraction: f.fraction,
            point: f.point.into(),
            normal: f.normal.into(),
            part: f.part,
            edge: f.edge,
        }
    }
}

impl From<j::Nearest> for Nearest {
    fn from(n: j::Nearest) -> Self {
        Self {
            key: n.key.to_bits(),
            distance: n.distance,
            point: n.point.into(),
            normal: n.normal.into(),
        }
    }
}

/// A ray as the library has it; of a list it is that of the index.
pub(super) fn own_ray(ray: Ray, name: &'static str, index: Option<usize>) -> Answer<j::Ray> {
    check(&ray, name, index)?;
    if ray.radius < 0.0 {
        let what = j::shape::ValuePath { name, index, inner: None, axis: ".radius" };
        return Err(j::ShapeError::Negative { what, value: ray.radius }.into());
    }
    let inside = word(ray.inside, Inside::WORDS, "JostleInside")?;
    Ok(j::Ray::new(ray.origin, ray.translation).inside(inside).thick(ray.radius))
}

/// Returns a thin ray that hits the shapes it starts in.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_ray_new(origin: Vec2, translation: Vec2) -> Ray {
    Ray { origin, translation, inside: 0, radius: 0.0 }
}

/// Answers with a list.
pub(super) unsafe fn found<T: Copy, A: Into<T>>(
    world: World,
    filter: *const Filter,
    (to, capacity, count): (*mut T, usize, *mut usize),
    ask: impl FnOnce(&j::World<u64>, &j::Filter<'_, u64>) -> Answer<Vec<A>>,
) -> Status {
    guard(|| {
        // SAFETY: passed on.
        let (buffer, asked) =
            unsafe { (Buffer::new(to, capacity, count, "the buffer")?, Asked::new(filter)?) };
        let answers = ask(&read(world)?.world, &asked.filter())?;
        buffer.fill(answers.into_iter().map(Into::into))
    })
}

fn bits(keys: Vec<j::Key>) -> Vec<Key> {
    keys.into_iter().map(j::Key::to_bits).collect()
}

/// Finds the colliders that hold a point, boundaries included, sorted.
///
/// # Safety
/// `filter` is null or points at a filter; `out_keys` is null or may be written `capacity` times,
/// `out_count` once. So it is with all queries below.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_at_point(
    world: World,
    point: Vec2,
    filter: *const Filter,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_keys, capacity, out_count);
    // SAFETY: passed on.
    unsafe {
        found(world, filter, to, |world, f| {
            let point = vec2(point, "point")?;
            Ok(bits(world.at_point(point, f)))
        })
    }
}

/// Finds the colliders that share a point with a closed box.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_overlapping_aabb(
    world: World,
    bounds: Aabb,
    filter: *const Filter,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_keys, capacity, out_count);
    let ask = |world: &j::World<u64>, f: &j::Filter<'_, u64>| {
        Ok(bits(world.overlapping_aabb(finite(bounds, "bounds")?, f)))
    };
    // SAFETY: passed on.
    unsafe { found(world, filter, to, ask) }
}

/// Finds the colliders that share a point with a shape, which need not be in the world.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_overlapping(
    world: World,
    shape: Placed,
    filter: *const Filter,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_keys, capacity, out_count);
    let ask = |world: &j::World<u64>, f: &j::Filter<'_, u64>| {
        Ok(bits(world.overlapping(&*read_placed(shape)?, f)))
    };
    // SAFETY: passed on.
    unsafe { found(world, filter, to, ask) }
}

/// Finds the colliders that lie inside a shape, boundary contact allowed.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_contained_in(
    world: World,
    shape: Placed,
    filter: *const Filter,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_keys, capacity, out_count);
    let ask = |world: &j::World<u64>, f: &j::Filter<'_, u64>| {
        Ok(bits(world.contained_in(&*read_placed(shape)?, f)))
    };
    // SAFETY: passed on.
    unsafe { found(world, filter, to, ask) }
}

/// Finds the contacts of a shape, which need not be in the world, with colliders: one for each face,
/// by key, the deepest first.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_contacts_of(
    world: World,
    shape: Placed,
    filter: *const Filter,
    out_contacts: *mut ColliderContact,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_contacts, capacity, out_count);
    let ask = |world: &j::World<u64>, f: &j::Filter<'_, u64>| {
        Ok(world.contacts_of(&*read_placed(shape)?, f))
    };
    // SAFETY: passed on.
    unsafe { found(world, filter, to, ask) }
}

/// Finds the first collider that a ray meets; `NONE` if it meets nothing.
///
/// # Safety
/// `filter` is null or points at a filter; `out_found` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_first(
    world: World,
    ray: Ray,
    filter: *const Filter,
    out_found: *mut WorldRayHit,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_found, "out_found")?, Asked::new(filter)?) };
        let hit = read(world)?.world.ray_first(&own_ray(ray, "ray", None)?, &asked.filter());
        to.write(hit.ok_or(Refusal::NONE)?.into());
        Ok(())
    })
}

/// Finds all that a ray meets, each collider where it is met first, sorted by fraction.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_all(
    world: World,
    ray: Ray,
    filter: *const Filter,
    out_found: *mut WorldRayHit,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_found, capacity, out_count);
    let ask = |world: &j::World<u64>, f: &j::Filter<'_, u64>| {
        Ok(world.ray_all(&own_ray(ray, "ray", None)?, f))
    };
    // SAFETY: passed on.
    unsafe { found(world, filter, to, ask) }
}

/// Returns `true` if a ray meets anything: a line of sight.
///
/// # Safety
/// `filter` is null or points at a filter; `out_hit` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_ray_any(
    world: World,
    ray: Ray,
    filter: *const Filter,
    out_hit: *mut bool,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_hit, "out_hit")?, Asked::new(filter)?) };
        to.write(read(world)?.world.ray_any(&own_ray(ray, "ray", None)?, &asked.filter()));
        Ok(())
    })
}

/// Finds the `most` colliders nearest to a point, sorted by distance.
///
/// # Safety
/// As `jostle_world_at_point`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_nearest(
    world: World,
    point: Vec2,
    most: usize,
    filter: *const Filter,
    out_near: *mut Nearest,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    let to = (out_near, capacity, out_count);
    // SAFETY: passed on.
    unsafe {
        found(world, filter, to, |world, f| {
            let point = vec2(point, "point")?;
            Ok(world.nearest(point, most, f))
        })
    }
}

/// Finds the two colliders with the least distance; `NONE` if there are not two.
///
/// # Safety
/// `filter` is null or points at a filter; `out_pair` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_nearest_pair(
    world: World,
    filter: *const Filter,
    out_pair: *mut NearestPair,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, asked) = unsafe { (out(out_pair, "out_pair")?, Asked::new(filter)?) };
        let pair = read(world)?.world.nearest_pair(&asked.filter()).ok_or(Refusal::NONE)?;
        let (a, b) = (pair.a.to_bits(), pair.b.to_bits());
        to.write(NearestPair { a, b, gap: pair.gap.into() });
        Ok(())
    })
}

/// Answers about the colliders of two keys; `NONE` where the library has no answer.
unsafe fn of_two<T>(
    world: World,
    [a, b]: [Key; 2],
    to: *mut T,
    what: &str,
    ask: impl FnOnce(&j::World<u64>, j::Key, j::Key) -> Answer<Option<T>>,
) -> Status {
    guard(|| {
        // SAFETY: passed on: null or writable.
        let to = unsafe { out(to, what)? };
        let held = read(world)?;
        let (a, b) = (known(&held.world, a)?, known(&held.world, b)?);
        to.write(ask(&held.world, a, b)?.ok_or(Refusal::NONE)?);
        Ok(())
    })
}

/// Writes if two colliders share a point; `NONE` for a group. Layers, teams and filters do not
/// matter.
///
/// # Safety
/// `out_overlap` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_overlaps(
    world: World,
    a: Key,
    b: Key,
    out_overlap: *mut bool,
) -> Status {
    let overlaps = |world: &j::World<u64>, a, b| Ok(world.overlaps(a, b));
    // SAFETY: passed on.
    unsafe { of_two(world, [a, b], out_overlap, "out_overlap", overlaps) }
}

/// Computes the contact of two colliders; `NONE` if they are apart, and for a group.
///
/// # Safety
/// `out_contact` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_contact(
    world: World,
    a: Key,
    b: Key,
    out_contact: *mut Contact,
) -> Status {
    let contact = |world: &j::World<u64>, a, b| Ok(world.contact(a, b).map(Contact::from));
    // SAFETY: passed on.
    unsafe { of_two(world, [a, b], out_contact, "out_contact", contact) }
}

/// Measures the gap of two colliders; `NONE` for a group.
///
/// # Safety
/// `out_gap` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_gap(
    world: World,
    a: Key,
    b: Key,
    out_gap: *mut Gap,
) -> Status {
    let gap = |world: &j::World<u64>, a, b| Ok(world.gap(a, b).map(Gap::from));
    // SAFETY: passed on.
    unsafe { of_two(world, [a, b], out_gap, "out_gap", gap) }
}

/// Finds the point of a collider that is nearest to a point; `NONE` for a group.
///
/// # Safety
/// `out_closest` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_closest(
    world: World,
    key: Key,
    point: Vec2,
    out_closest: *mut Closest,
) -> Status {
    let closest = |world: &j::World<u64>, key, _| {
        let point = vec2(point, "point")?;
        Ok(world.closest(key, point).map(Closest::from))
    };
    // SAFETY: passed on.
    unsafe { of_two(world, [key, key], out_closest, "out_closest", closest) }
}
