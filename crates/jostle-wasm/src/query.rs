//! Questions to a world. The filter is in the input: two halves of layers and the keys left out, as
//! numbers, behind what is asked about; a function of JavaScript's is called as the query goes.

use jostle::{Aabb, Filter, Key, Ray, Vec2, WorldRayHit};

use crate::buffers::{REFUSED, floats, input_floats, input_numbers, out};
use crate::calls::j_only;
use crate::keys;
use crate::one::inside_of;
use crate::pair::{contact_numbers, gap_numbers, points};
use crate::placed::with;
use crate::world::{Held, ask, layers, numbers};

/// Reads the filter that begins at `start`, and asks with it. `except` counts keys; `only` is 1
/// where JavaScript has a function.
pub(crate) fn filtered(
    world: u32,
    start: u32,
    except: u32,
    only: u32,
    answer: impl FnOnce(&Held, &Filter<'_, ()>) -> u32,
) -> u32 {
    let n = input_numbers(start, 2 + except);
    ask(world, |held| {
        let half = |i: usize| n.get(i).copied().unwrap_or_default() as u32;
        let keys: Vec<Key> = n.iter().skip(2).filter_map(|number| held.key(*number)).collect();
        let agrees = |key: Key, (): &()| j_only(keys::external(key)) == 1;
        let filter = Filter::ANY.layers(layers(half(0), half(1))).except(&keys);
        answer(held, &if only == 1 { filter.only(&agrees) } else { filter })
    })
}

/// The keys of those at a point.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_at(world: u32, x: f32, y: f32, except: u32, only: u32) -> u32 {
    filtered(world, 0, except, only, |held, filter| numbers(&held.world.at_point((x, y), filter)))
}

/// The keys of those that share a point with a box, which is in the input before the filter.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_in_box(world: u32, except: u32, only: u32) -> u32 {
    let n = input_floats(0, 4);
    let &[x, y, u, v] = n.as_slice() else { return REFUSED };
    filtered(world, 16, except, only, |held, filter| {
        numbers(&held.world.overlapping_aabb(Aabb::new((x, y), (u, v)), filter))
    })
}

/// The keys of those that share a point with a placed shape (0) or lie within it (1).
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_overlapping(
    world: u32,
    shape: u32,
    which: u32,
    except: u32,
    only: u32,
) -> u32 {
    let Some(placed) = with(shape, Clone::clone) else { return REFUSED };
    filtered(world, 0, except, only, |held, filter| {
        let world = &held.world;
        let keys = if which == 0 {
            world.overlapping(&placed, filter)
        } else {
            world.contained_in(&placed, filter)
        };
        numbers(&keys)
    })
}

/// Fourteen numbers for each contact of a placed shape: the key, and those of the contact.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contacts_of(world: u32, shape: u32, except: u32, only: u32) -> u32 {
    let Some(placed) = with(shape, Clone::clone) else { return REFUSED };
    filtered(world, 0, except, only, |held, filter| {
        out(|out| {
            for (key, contact) in held.world.contacts_of(&placed, filter) {
                out.push(keys::external(key));
                contact_numbers(out, &contact);
            }
        })
    })
}

fn write_found(out: &mut Vec<f64>, found: &WorldRayHit) {
    out.extend([keys::external(found.key), f64::from(found.fraction)]);
    points(out, &[found.point, found.normal]);
    out.extend([found.part, found.edge].map(f64::from));
}

/// A ray in the input before the filter: origin, translation, radius. 0 the first, 1 all, 2 whether
/// there is any; eight numbers a hit, or 1 or 0.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_ray_in(
    world: u32,
    inside: u32,
    which: u32,
    except: u32,
    only: u32,
) -> u32 {
    let n = input_floats(0, 5);
    let &[x, y, dx, dy, radius] = n.as_slice() else { return REFUSED };
    let ray = Ray::new((x, y), (dx, dy)).inside(inside_of(inside)).thick(radius);
    filtered(world, 24, except, only, |held, filter| {
        let found = match which {
            0 => held.world.ray_first(&ray, filter).into_iter().collect(),
            1 => held.world.ray_all(&ray, filter),
            _ => return u32::from(held.world.ray_any(&ray, filter)),
        };
        out(|out| found.iter().for_each(|found| write_found(out, found)))
    })
}

/// Six numbers for each of the nearest: key, distance, point, normal.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_nearest(
    world: u32,
    x: f32,
    y: f32,
    count: u32,
    except: u32,
    only: u32,
) -> u32 {
    filtered(world, 0, except, only, |held, filter| {
        let found = held.world.nearest((x, y), count as usize, filter);
        out(|out| {
            for near in found {
                out.extend([keys::external(near.key), f64::from(near.distance)]);
                points(out, &[near.point, near.normal]);
            }
        })
    })
}

/// No numbers, or a, b and the nine of their gap.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_nearest_pair(world: u32, except: u32, only: u32) -> u32 {
    filtered(world, 0, except, only, |held, filter| {
        let found = held.world.nearest_pair(filter);
        out(|out| {
            if let Some(pair) = found {
                out.extend([keys::external(pair.a), keys::external(pair.b)]);
                gap_numbers(out, pair.gap);
            }
        })
    })
}

/// The keys for each of `count` points (2 floats) or boxes (4) in the input, all behind each other,
/// and behind them where the keys of each end.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_keys_each(
    world: u32,
    count: u32,
    width: u32,
    except: u32,
    only: u32,
) -> u32 {
    let all = input_floats(0, count * width);
    filtered(world, (4 * count * width).next_multiple_of(8), except, only, |held, filter| {
        let (mut all_found, mut found) = (Vec::new(), Vec::new());
        let mut ends = Vec::with_capacity(count as usize);
        for floats in all.chunks_exact(width as usize) {
            match *floats {
                [x, y] => held.world.at_point_into((x, y), filter, &mut found),
                [x, y, u, v] => {
                    held.world.overlapping_aabb_into(Aabb::new((x, y), (u, v)), filter, &mut found);
                }
                _ => {}
            }
            all_found.extend_from_slice(&found);
            ends.push(all_found.len() as f64);
        }
        out(|out| {
            out.extend(all_found.iter().map(|key| keys::external(*key)));
            out.extend(ends);
        })
    })
}

/// For each of `count` rays (4 floats) in the input its first hit: keys among the numbers, 0 for
/// none; among the floats the fraction, the point and the normal. Or (`which` 2) 1 or 0 among the
/// numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_rays(
    world: u32,
    count: u32,
    inside: u32,
    which: u32,
    except: u32,
    only: u32,
) -> u32 {
    let all = input_floats(0, 4 * count);
    filtered(world, 16 * count, except, only, |held, filter| {
        let rays = all
            .as_chunks::<4>()
            .0
            .iter()
            .map(|[x, y, dx, dy]| Ray::new((*x, *y), (*dx, *dy)).inside(inside_of(inside)));
        if which == 2 {
            let any: Vec<bool> = rays.map(|ray| held.world.ray_any(&ray, filter)).collect();
            return out(|out| out.extend(any.into_iter().map(|any| f64::from(u8::from(any)))));
        }
        let found: Vec<Option<WorldRayHit>> =
            rays.map(|ray| held.world.ray_first(&ray, filter)).collect();
        floats(|floats| {
            for hit in &found {
                let none = (0.0, Vec2::ZERO, Vec2::ZERO);
                let (fraction, p, n) =
                    hit.as_ref().map_or(none, |hit| (hit.fraction, hit.point, hit.normal));
                floats.extend([fraction, p.x, p.y, n.x, n.y]);
            }
        });
        out(|out| {
            let key =
                |hit: &Option<WorldRayHit>| hit.as_ref().map_or(0.0, |hit| keys::external(hit.key));
            out.extend(found.iter().map(key));
        })
    })
}
