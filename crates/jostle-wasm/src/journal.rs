//! The calls that a world noted, as bytes.
//!
//! For each call a byte for its kind, then its values: numbers of colliders as 64-bit floats,
//! layers as two 32-bit halves, matrices as six floats, shapes as their length and bytes; a length
//! of 0 is a group. Custom shapes, which have no bytes, cannot come from JavaScript.

use jostle::world::{Op, StepOptions};
use jostle::{Affine, Children, Layers, Shape, TouchPolicy, Vec2};

use crate::buffers::bytes;
use crate::world::{detail_number, edit};

fn key(out: &mut Vec<u8>, key: u64) {
    out.extend((key as f64).to_le_bytes());
}

fn word(out: &mut Vec<u8>, word: u32) {
    out.extend(word.to_le_bytes());
}

fn affine(out: &mut Vec<u8>, map: &Affine) {
    map.to_matrix().iter().for_each(|number| out.extend(number.to_le_bytes()));
}

fn layers(out: &mut Vec<u8>, layers: Layers) {
    out.extend(layers.to_bits().to_le_bytes());
}

/// Whether there is a direction, and its two floats.
fn direction(out: &mut Vec<u8>, direction: Option<Vec2>) {
    out.push(u8::from(direction.is_some()));
    let Vec2 { x, y } = direction.unwrap_or_default();
    [x, y].iter().for_each(|number| out.extend(number.to_le_bytes()));
}

fn shape(out: &mut Vec<u8>, shape: Option<&Shape>) {
    let form = shape.and_then(Shape::to_bytes).unwrap_or_default();
    word(out, form.len() as u32);
    out.extend(form);
}

fn write(out: &mut Vec<u8>, op: &Op) {
    match op {
        Op::World { touching } => out.extend([0, u8::from(*touching == TouchPolicy::Ignored)]),
        Op::Insert {
            key: own,
            shape: form,
            transform,
            parent,
            layer,
            sees,
            team,
            sensor,
            enabled,
            detail,
            one_way,
            platform,
        } => {
            out.push(1);
            key(out, *own);
            shape(out, form.as_deref());
            affine(out, transform);
            key(out, parent.unwrap_or(0));
            layers(out, *layer);
            layers(out, *sees);
            word(out, *team);
            out.extend([u8::from(*sensor), u8::from(*enabled), detail_number(*detail)]);
            direction(out, *one_way);
            out.push(u8::from(*platform));
        }
        Op::SetTransform { key: own, transform } => {
            out.push(2);
            key(out, *own);
            affine(out, transform);
        }
        Op::SetShape { key: own, shape: form } => {
            out.push(3);
            key(out, *own);
            shape(out, form.as_deref());
        }
        Op::SetParent { key: own, parent } => {
            out.push(4);
            key(out, *own);
            key(out, parent.unwrap_or(0));
        }
        Op::SetLayers { key: own, layer, sees } => {
            out.push(5);
            key(out, *own);
            layers(out, layer.unwrap_or_default());
            layers(out, sees.unwrap_or_default());
        }
        Op::SetTeam { key: own, team } => {
            out.push(6);
            key(out, *own);
            word(out, *team);
        }
        Op::SetSensor { key: own, sensor } => {
            out.push(7);
            key(out, *own);
            out.push(u8::from(*sensor));
        }
        Op::Enable { key: own } => {
            out.push(8);
            key(out, *own);
        }
        Op::Disable { key: own } => {
            out.push(9);
            key(out, *own);
        }
        Op::Remove { key: own, children } => {
            out.push(10);
            key(out, *own);
            out.push(match children {
                Children::Remove => 0,
                Children::Release => 1,
                Children::Adopt => 2,
            });
        }
        Op::SetDetail { key: own, detail } => {
            out.push(12);
            key(out, *own);
            out.push(detail_number(*detail));
        }
        Op::SetStepOptions { options: StepOptions { solids, sensors, stays } } => {
            let [solids, sensors] = [solids, sensors].map(|detail| detail_number(Some(*detail)));
            out.extend([13, solids, sensors, u8::from(*stays)]);
        }
        Op::SetOneWay { key: own, one_way } => {
            out.push(14);
            key(out, *own);
            direction(out, *one_way);
        }
        Op::SetPlatform { key: own, platform } => {
            out.push(15);
            key(out, *own);
            out.push(u8::from(*platform));
        }
        _ => out.push(11),
    }
}

/// Begins to note (0); or leaves what was noted in the bytes and ends (1) or goes on (2).
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_journal(world: u32, what: u32) -> u32 {
    edit(world, |held| {
        bytes(|out| match what {
            0 => held.world.record(),
            1 => held.world.take_journal().iter().for_each(|op| write(out, op)),
            _ => held.world.drain_journal().for_each(|op| write(out, &op)),
        })
    })
}
