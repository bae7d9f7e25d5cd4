//! The contents of a world.

use jostle::{Affine, Layers, TouchPolicy, WhyNot};

use crate::buffers::{Kind, REFUSED, bytes, out, refuse};
use crate::keys;
use crate::pair::gap_numbers;
use crate::placed::keep;
use crate::world::{Held, ask, detail_number, edit, numbers};

/// Counts of a world: colliders, pairs, steps, moved, candidates, tested, entered, exited, bytes,
/// strictness; the details of solids and sensors, 1 for stays.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_totals(world: u32) -> u32 {
    ask(world, |held| {
        let t = held.world.stats();
        let strict = held.world.touch_policy() == TouchPolicy::Ignored;
        out(|out| {
            out.extend([t.colliders, t.pairs].map(|n| n as f64));
            out.push(t.steps as f64);
            out.extend([t.moved, t.candidates, t.tested, t.entered, t.exited].map(|n| n as f64));
            out.extend([held.world.heap_bytes() as f64, f64::from(u8::from(strict))]);
            let options = held.world.step_options();
            let details = [options.solids, options.sensors].map(|d| detail_number(Some(d)));
            out.extend(details.map(f64::from));
            out.push(f64::from(u8::from(options.stays)));
        })
    })
}

/// 1 if the key is of a collider.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_has(world: u32, key: f64) -> u32 {
    ask(world, |held| u32::from(held.key(key).is_some()))
}

/// Keys: 0 all, 1 those of which a pair changed, 2 the children of one.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_keys(world: u32, which: u32, key: f64) -> u32 {
    ask(world, |held| match which {
        0 => numbers(&held.world.keys()),
        1 => numbers(held.world.changed()),
        _ => numbers(&held.key(key).map(|key| held.world.children(key)).unwrap_or_default()),
    })
}

/// Numbers of a collider, none for a key of nothing: its matrix, its matrix in the world, parent,
/// layer and sees in halves, team, sensor, enabled, detail.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_collider(world: u32, key: f64) -> u32 {
    ask(world, |held| {
        let world = &held.world;
        let matrix = |m: Option<Affine>| m.unwrap_or(Affine::IDENTITY).to_matrix().map(f64::from);
        let halves = |layers: Option<Layers>| {
            let bits = layers.unwrap_or_default().to_bits();
            [f64::from(bits as u32), f64::from((bits >> 32) as u32)]
        };
        let truth = |truth: Option<bool>| f64::from(u8::from(truth == Some(true)));
        out(|out| {
            let Some(key) = held.key(key) else { return };
            out.extend(matrix(world.transform(key)));
            out.extend(matrix(world.world_transform(key)));
            out.push(world.parent(key).map_or(0.0, keys::external));
            out.extend(halves(world.layer(key)));
            out.extend(halves(world.sees(key)));
            out.push(f64::from(world.team(key).unwrap_or_default()));
            out.extend([truth(world.is_sensor(key)), truth(world.is_enabled(key))]);
            out.push(f64::from(detail_number(world.detail(key))));
        })
    })
}

/// The bytes of a collider's shape; none for a group.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_shape(world: u32, key: f64) -> u32 {
    ask(world, |held| {
        let shape = held.key(key).and_then(|key| held.world.shape(key)?.to_bytes());
        bytes(|bytes| bytes.extend(shape.unwrap_or_default()))
    })
}

/// Copies the shape of a collider, as it is in the world, under a number of placed shapes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_placed(world: u32, key: f64, number: u32) -> u32 {
    ask(world, |held| {
        let placed = held.key(key).and_then(|key| held.world.placed(key));
        placed.map_or(REFUSED, |placed| keep(number, placed.clone()))
    })
}

/// No numbers, or four: the box around a collider and all below it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_bounds_below(world: u32, key: f64) -> u32 {
    ask(world, |held| {
        let found = held.key(key).and_then(|key| held.world.subtree_bounds(key));
        out(|out| {
            if let Some(found) = found {
                crate::one::bounds(out, found);
            }
        })
    })
}

/// What keeps two apart: the number of the rule, the key or team that it is about, for layers the
/// four sets in halves, for a gap its nine numbers.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_why_not(world: u32, a: f64, b: f64) -> u32 {
    ask(world, |held| {
        let (Some(a), Some(b)) = (held.key(a), held.key(b)) else {
            return out(|out| out.push(0.0));
        };
        out(|out| match held.world.why_not(a, b) {
            WhyNot::Unknown { .. } => out.push(0.0),
            WhyNot::Same => out.push(1.0),
            WhyNot::Disabled { key } => out.extend([2.0, keys::external(key)]),
            WhyNot::NoShape { key } => out.extend([3.0, keys::external(key)]),
            WhyNot::Team { team } => out.extend([4.0, f64::from(team)]),
            WhyNot::Layers { layer_a, sees_a, layer_b, sees_b } => {
                out.extend([5.0, 0.0]);
                for layers in [layer_a, sees_a, layer_b, sees_b] {
                    let bits = layers.to_bits();
                    out.extend([f64::from(bits as u32), f64::from((bits >> 32) as u32)]);
                }
            }
            WhyNot::Filter => out.push(6.0),
            WhyNot::Apart { gap } => {
                out.extend([7.0, 0.0]);
                gap_numbers(out, gap);
            }
            _ => out.push(8.0),
        })
    })
}

/// The hash of the state: the low half, the high half.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_hash(world: u32) -> u32 {
    ask(world, |held| {
        let hash = held.world.hash();
        out(|out| out.extend([f64::from(hash as u32), f64::from((hash >> 32) as u32)]))
    })
}

/// The bytes of a snapshot.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_snapshot(world: u32) -> u32 {
    ask(world, |held| match held.world.snapshot() {
        Ok(saved) => bytes(|bytes| bytes.extend(saved)),
        Err(error) => refuse(Kind::Snapshot, 0, None, &error.to_string()),
    })
}

/// Restores the snapshot in the input.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_restore(world: u32, length: u32) -> u32 {
    let saved = crate::buffers::input(length, <[u8]>::to_vec);
    edit(world, |held: &mut Held| match held.world.restore(&saved) {
        Ok(()) => {
            held.learn(&held.world.keys());
            0
        }
        Err(error) => refuse(Kind::Snapshot, 0, None, &error.to_string()),
    })
}
