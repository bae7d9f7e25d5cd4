//! Edits a world. A refused edit changes nothing.

use jostle as j;

use super::{Children, Collider, Key, World, known, write};
use crate::border::{given, list, out, word};
use crate::shape::{Shape, shared};
use crate::status::{Answer, Refusal, Status, guard};
use crate::values::{Affine, Vec2};

fn own(world: &j::World<u64>, collider: &Collider) -> Answer<j::Collider<u64>> {
    let mut made = match collider.shape.id {
        0 => j::Collider::group(collider.data),
        _ => j::Collider::new(collider.data, shared(collider.shape)?),
    };
    made = made
        .transform(collider.transform.into())
        .layer(j::Layers::from_bits(collider.layer))
        .sees(j::Layers::from_bits(collider.sees))
        .team(collider.team);
    if collider.parent != 0 {
        made = made.parent(known(world, collider.parent)?);
    }
    if collider.sensor {
        made = made.sensor();
    }
    if let Some(detail) = super::step::detail(collider.detail)? {
        made = made.detail(detail);
    }
    Ok(if collider.disabled { made.disabled() } else { made })
}

/// A refusal of one of a list.
fn item(refusal: Refusal, name: &str, at: usize) -> Refusal {
    Refusal::new(refusal.status, format!("{name}[{at}]: {}", refusal.message))
}

/// Adds a collider or a group.
///
/// # Safety
/// `collider` is null or points at a collider; `out_key` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_add(
    world: World,
    collider: *const Collider,
    out_key: *mut Key,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (collider, to) = unsafe { (given(collider, "collider")?, out(out_key, "out_key")?) };
        let mut held = write(world)?;
        let collider = own(&held.world, collider)?;
        to.write(held.world.add(collider)?.to_bits());
        Ok(())
    })
}

/// Adds many colliders; all of them or, if one is refused, none. Parents have to be in the world.
///
/// # Safety
/// `colliders` is null or points at `count` colliders; `out_keys` is null or may be written `count`
/// times.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_add_all(
    world: World,
    colliders: *const Collider,
    count: usize,
    out_keys: *mut Key,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let colliders = unsafe { list(colliders, count, "colliders")? };
        let mut number = 0;
        // SAFETY: the same.
        let buffer =
            unsafe { crate::border::Buffer::new(out_keys, count, &raw mut number, "out_keys")? };
        let mut held = write(world)?;
        let place = |(at, c)| own(&held.world, c).map_err(|refusal| item(refusal, "colliders", at));
        let made: Vec<_> = colliders.iter().enumerate().map(place).collect::<Answer<_>>()?;
        let keys = held.world.add_all(made)?;
        buffer.fill(keys.into_iter().map(j::Key::to_bits))
    })
}

/// Removes a collider and all below it. Its open pairs end with the next step.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_remove(world: World, key: Key) -> Status {
    jostle_world_remove_with(world, key, Children::Remove as i32)
}

/// Removes a collider and states what becomes of its children, a `JostleChildren`.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_remove_with(world: World, key: Key, children: i32) -> Status {
    guard(|| {
        let words = [j::Children::Remove, j::Children::Release, j::Children::Adopt];
        let children = word(children, &words, "JostleChildren")?;
        let mut held = write(world)?;
        let key = known(&held.world, key)?;
        held.world.remove_with(key, children);
        Ok(())
    })
}

/// One edit of one collider, whose key the library judges.
pub(super) fn edit<T>(
    world: World,
    key: Key,
    edit: impl FnOnce(&mut j::World<u64>, j::Key) -> Result<T, j::WorldError>,
) -> Status {
    guard(|| {
        let mut held = write(world)?;
        let key = known(&held.world, key)?;
        edit(&mut held.world, key)?;
        Ok(())
    })
}

/// Sets the transform of a collider, in the frame of its parent or the world.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_transform(world: World, key: Key, transform: Affine) -> Status {
    edit(world, key, |world, key| world.set_transform(key, transform.into()))
}

/// Sets many transforms, in order; all of them or, if one is refused, none.
///
/// # Safety
/// `keys` and `transforms` are null or point at `count` values each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_set_transforms(
    world: World,
    keys: *const Key,
    transforms: *const Affine,
    count: usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (keys, maps) =
            unsafe { (list(keys, count, "keys")?, list(transforms, count, "transforms")?) };
        let mut held = write(world)?;
        let pair = |(at, (key, map)): (usize, (&Key, &Affine))| {
            let refused = |refusal| item(refusal, "keys", at);
            Ok((known(&held.world, *key).map_err(refused)?, j::Affine::from(*map)))
        };
        let moves: Vec<_> = keys.iter().zip(maps).enumerate().map(pair).collect::<Answer<_>>()?;
        Ok(held.world.set_transforms(&moves)?)
    })
}

/// Composes a map with the transform of a collider: first its transform, then the map.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_apply_transform(world: World, key: Key, map: Affine) -> Status {
    edit(world, key, |world, key| world.apply_transform(key, &map.into()))
}

/// Moves a collider by a vector in the frame of its parent or the world: how a push is done.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_move_by(world: World, key: Key, offset: Vec2) -> Status {
    edit(world, key, |world, key| world.move_by(key, offset))
}

/// Gives a collider another shape; an id of 0 takes its shape away.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_shape(world: World, key: Key, shape: Shape) -> Status {
    guard(|| {
        let shape = if shape.id == 0 { None } else { Some(shared(shape)?) };
        let mut held = write(world)?;
        let key = known(&held.world, key)?;
        Ok(match shape {
            Some(shape) => held.world.set_shape(key, shape),
            None => held.world.remove_shape(key),
        }?)
    })
}

/// Puts a collider below a parent, or below none with a parent of 0; its transform stays as it is.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_parent(world: World, key: Key, parent: Key) -> Status {
    guard(|| {
        let mut held = write(world)?;
        let key = known(&held.world, key)?;
        let parent = if parent == 0 { None } else { Some(known(&held.world, parent)?) };
        Ok(held.world.set_parent(key, parent)?)
    })
}

/// Sets the layers that a collider is on and those that it sees.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_layers(world: World, key: Key, layer: u64, sees: u64) -> Status {
    let [layer, sees] = [layer, sees].map(j::Layers::from_bits);
    edit(world, key, |world, key| world.set_layers(key, layer, sees))
}

/// Puts a collider into a team, whose members never meet; 0 is no team.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_team(world: World, key: Key, team: u32) -> Status {
    edit(world, key, |world, key| world.set_team(key, team))
}

/// Makes a collider a sensor, which takes no push.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_make_sensor(world: World, key: Key) -> Status {
    edit(world, key, |world, key| world.set_sensor(key, true))
}

/// Makes a sensor solid again.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_make_solid(world: World, key: Key) -> Status {
    edit(world, key, |world, key| world.set_sensor(key, false))
}

/// Sets how much steps compute of the pairs of a collider, a `JostlePairDetail`.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_detail(world: World, key: Key, detail: i32) -> Status {
    guard(|| {
        let detail = super::step::detail(detail)?;
        let mut held = write(world)?;
        let key = known(&held.world, key)?;
        Ok(held.world.set_detail(key, detail)?)
    })
}

/// Lets a collider meet others and be found again.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_enable(world: World, key: Key) -> Status {
    edit(world, key, |world, key| world.set_enabled(key, true))
}

/// Keeps a collider from meeting others and from being found.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_disable(world: World, key: Key) -> Status {
    edit(world, key, |world, key| world.set_enabled(key, false))
}

/// Sets the data of a collider; pairs are asked of the pair filter again.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_data(world: World, key: Key, data: u64) -> Status {
    edit(world, key, |world, key| {
        if let Some(held) = world.data_mut(key) {
            *held = data;
        }
        Ok(())
    })
}

/// Welds the tiles and chains of some layers into one collider for each group of neighbors; writes
/// how many new colliders there are, and their keys as far as there is room.
///
/// # Safety
/// `out_keys` is null or may be written `capacity` times; `out_count` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_weld(
    world: World,
    layers: u64,
    out_keys: *mut Key,
    capacity: usize,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let count = unsafe { out(out_count, "out_count")? };
        let mut number = 0_usize;
        // SAFETY: the same.
        let buffer =
            unsafe { crate::border::Buffer::new(out_keys, capacity, &raw mut number, "out_keys")? };
        let keys = write(world)?.world.weld(j::Layers::from_bits(layers))?;
        count.write(keys.len());
        // The keys can be listed again, so too little room is no reason to call this refused.
        let room = keys.len().min(capacity);
        buffer.fill(keys[..room].iter().map(|key| key.to_bits()))
    })
}
