//! Telling where many colliders are at once.
//!
//! Where slots ascend and nobody has relatives, which is what moving everything is, colliders are taken
//! by the piece, which places its shapes in its part of the arrays, so that any thread can; the broad
//! phase is told after that. Else it goes one by one.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::journal::{Op, number};
use super::slots::{Meta, Slots};
use super::{Key, World, WorldError};
use crate::math::Affine;
use crate::shape::{Placed, Shape, check_affine};

/// Colliders of a piece: few enough that their shapes are still near when the broad phase is told.
pub(crate) const PIECE: usize = 256;

/// Colliders whose slots ascend, with their part of the arrays.
pub(crate) struct Piece<'p> {
    world: u8,
    /// The slot of the first of each array.
    base: usize,
    transforms: &'p [(Key, Affine)],
    metas: &'p [Meta],
    shapes: &'p [Option<Arc<Shape>>],
    placed: &'p mut [Option<Placed>],
    worlds: &'p mut [Affine],
    /// Where each was.
    before: &'p mut [Affine],
}

impl Piece<'_> {
    /// Places all; returns how many were before one that was refused.
    pub(crate) fn place(self) -> (usize, Option<WorldError>) {
        let Self { world, base, transforms, metas, shapes, placed, worlds, before } = self;
        for (done, ((key, affine), before)) in transforms.iter().zip(before).enumerate() {
            let at = key.slot() - base;
            let known = key.world() == world && metas.get(at).is_some_and(|m| m.is_of(*key));
            if !known {
                return (done, Some(WorldError::Unknown { key: *key }));
            }
            let put = match &shapes[at] {
                None => check_affine(affine),
                Some(shape) => shape.place_over(&mut placed[at], &worlds[at], *affine),
            };
            if let Err(error) = put {
                return (done, Some(WorldError::Shape { key: Some(*key), error }));
            }
            *before = core::mem::replace(&mut worlds[at], *affine);
        }
        (transforms.len(), None)
    }
}

/// What became of a piece: how many were placed, and why the next one was not.
pub(crate) type Placing = (usize, Option<WorldError>);

impl<T> World<T> {
    /// Sets many transforms, so many at a time; `place` places pieces in any order and answers in theirs.
    pub(crate) fn set_many(
        &mut self,
        transforms: &[(Key, Affine)],
        lot: usize,
        place: impl Fn(Vec<Piece<'_>>) -> Vec<Placing>,
    ) -> Result<(), WorldError> {
        let ascend = transforms.is_sorted_by(|(p, _), (q, _)| p.slot() < q.slot());
        let mut before = Vec::with_capacity(transforms.len());
        let done = if ascend && self.slots.family.is_empty() {
            let mut lots = transforms.chunks(lot);
            lots.try_for_each(|lot| self.set_lot(lot, &mut before, &place))
        } else {
            transforms.iter().try_for_each(|(key, transform)| {
                let slot = self.known(*key)?;
                before.push(self.set_local(slot, *transform)?);
                Ok(())
            })
        };
        if let Err(error) = done {
            let index = before.len();
            for ((key, _), old) in transforms.iter().zip(before).rev() {
                // It was there before, so it can be placed there.
                let _ = self.known(*key).and_then(|slot| self.set_local(slot, old));
            }
            return Err(error.at(index));
        }
        if let Some(ops) = &mut self.journal {
            let op = |(key, transform): &(Key, Affine)| Op::SetTransform {
                key: number(*key),
                transform: *transform,
            };
            ops.extend(transforms.iter().map(op));
        }
        Ok(())
    }

    /// Sets transforms of slots that ascend and have no relatives; those before the one that is refused.
    fn set_lot(
        &mut self,
        transforms: &[(Key, Affine)],
        before: &mut Vec<Affine>,
        place: &impl Fn(Vec<Piece<'_>>) -> Vec<Placing>,
    ) -> Result<(), WorldError> {
        let start = before.len();
        before.resize(start + transforms.len(), Affine::IDENTITY);
        let answers = place(self.pieces(transforms, &mut before[start..]));
        let mut fault = None;
        let lists = transforms.chunks(PIECE).zip(before[start..].chunks(PIECE));
        for (at, ((transforms, before), (done, error))) in lists.zip(answers).enumerate() {
            for ((key, _), old) in transforms.iter().zip(before).take(done) {
                if fault.is_some() {
                    let _ = self.set_local(key.slot(), *old);
                } else {
                    self.sync(key.slot());
                }
            }
            fault = fault.or(error.map(|error| (at * PIECE + done, error)));
        }
        let Some((done, error)) = fault else { return Ok(()) };
        before.truncate(start + done);
        Err(error)
    }

    /// Cuts the arrays of slots into pieces.
    fn pieces<'p>(
        &'p mut self,
        transforms: &'p [(Key, Affine)],
        before: &'p mut [Affine],
    ) -> Vec<Piece<'p>> {
        let Slots { metas, shapes, placed, worlds, .. } = &mut self.slots;
        let (mut metas, mut shapes) = (&metas[..], &shapes[..]);
        let (mut placed, mut worlds) = (&mut placed[..], &mut worlds[..]);
        let (mut base, mut pieces) = (0, Vec::new());
        for (transforms, before) in transforms.chunks(PIECE).zip(before.chunks_mut(PIECE)) {
            let last = transforms.last().map_or(0, |(key, _)| key.slot());
            let count = (last + 1 - base).min(metas.len());
            let (own_metas, own_shapes);
            let (own_placed, own_worlds);
            (own_metas, metas) = metas.split_at(count);
            (own_shapes, shapes) = shapes.split_at(count);
            (own_placed, placed) = core::mem::take(&mut placed).split_at_mut(count);
            (own_worlds, worlds) = core::mem::take(&mut worlds).split_at_mut(count);
            pieces.push(Piece {
                world: self.id,
                base,
                transforms,
                metas: own_metas,
                shapes: own_shapes,
                placed: own_placed,
                worlds: own_worlds,
                before,
            });
            base += count;
        }
        pieces
    }
}
