//! What slides remember, as bytes: the time of slides and the last slide of each mover.

use alloc::vec::Vec;

use crate::math::Affine;
use crate::shape::codec::{Fault, Reader, Writer};
use crate::world::platform::{LastSlide, Platforms, Pressed};
use crate::world::snapshot::{list, read_key};
use crate::world::{Core, SnapshotError};

impl Platforms {
    pub(super) fn write_slides(&self, out: &mut Writer) {
        out.u64(self.time);
        out.u32(self.slides.len() as u32);
        for last in &self.slides {
            out.u32(last.slot);
            out.u64(last.time);
            out.u32(last.parent);
            out.affine(last.above);
            out.u32(last.pressed.len() as u32);
            for pressed in &last.pressed {
                out.u64(pressed.key.to_bits());
                out.affine(pressed.before);
            }
        }
    }
}

pub(super) fn read_place(reader: &mut Reader<'_>) -> Result<Affine, Fault> {
    let place = reader.affine()?;
    if place.is_finite() { Ok(place) } else { Err(reader.fault("a place that cannot be")) }
}

/// Reads the time of slides and the last slides of movers.
pub(super) fn read_slides(
    reader: &mut Reader<'_>,
    core: &Core,
) -> Result<(u64, Vec<LastSlide>), SnapshotError> {
    let time = reader.u64()?;
    let slides: Vec<LastSlide> = list(reader, 44, |r| {
        let (slot, time) = (r.u32()?, r.u64()?);
        let (parent, above) = (r.u32()?, read_place(r)?);
        let pressed = list(r, 32, |r| Ok(Pressed { key: read_key(r)?, before: read_place(r)? }))?;
        Ok(LastSlide { slot, time, parent, above, pressed })
    })?;
    let is_sound = slides.is_sorted_by(|a, b| a.slot < b.slot)
        && slides.iter().all(|last| core.key(last.slot as usize).is_some());
    if is_sound { Ok((time, slides)) } else { Err(reader.fault("slides of nothing").into()) }
}
