//! Telling where many colliders are by many hands (feature `rayon`).
//!
//! Where slots ascend and nobody has relatives, which is what moving everything is, colliders are taken
//! by the piece, which places its shapes in its part of the arrays, so that any thread can. The broad
//! phase is told after that, from a list of boxes: what another core wrote is slow to come by, and half
//! of the shapes would have to (which made frames of 10,000 longer than on one thread).

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use rayon::prelude::*;

use super::slots::Slots;
use super::{Key, World, WorldError};
use crate::math::{Aabb, Affine};
use crate::shape::{Placed, Shape, check_affine};

/// Colliders of a piece.
const PIECE: usize = 256;

/// Colliders whose slots ascend, with their part of the arrays.
struct Piece<'p> {
    /// The slot of the first of each array.
    base: usize,
    transforms: &'p [(Key, Affine)],
    shapes: &'p [Option<Arc<Shape>>],
    placed: &'p mut [Option<Placed>],
    worlds: &'p mut [Affine],
    /// Where each was.
    before: &'p mut [Affine],
    /// The boxes that they have now.
    boxes: &'p mut [Option<Aabb>],
}

impl Piece<'_> {
    /// Places all; returns how many were before one that was refused.
    fn place(self) -> Placing {
        let Self { base, transforms, shapes, placed, worlds, before, boxes } = self;
        let each = transforms.iter().zip(before).zip(boxes).enumerate();
        for (done, (((key, affine), before), bounds)) in each {
            let at = key.slot() - base;
            let put = match &shapes[at] {
                None => check_affine(affine),
                Some(shape) => shape.place_over(&mut placed[at], &worlds[at], *affine),
            };
            if let Err(error) = put {
                return (done, Some(WorldError::Shape { key: Some(*key), error }));
            }
            *before = core::mem::replace(&mut worlds[at], *affine);
            *bounds = placed[at].as_ref().map(Placed::bounds);
        }
        (transforms.len(), None)
    }
}

/// What became of a piece: how many were placed, and why the next one was not.
type Placing = (usize, Option<WorldError>);

impl<T> World<T> {
    /// Does as [`World::set_transforms`] on the threads of the current `rayon` pool.
    ///
    /// Shapes are placed side by side where the keys come in the order of [`World::keys`], each once,
    /// and nothing in the world has a parent; else one after the other.
    ///
    /// # Errors
    /// As [`World::set_transforms`].
    ///
    /// ```
    /// use jostle::{Affine, Collider, World};
    /// let mut world = World::<()>::new();
    /// let keys = world.add_all((0..3).map(|_| Collider::group(())))?;
    /// let moves: Vec<_> = keys.iter().map(|k| (*k, Affine::at(1.0, 2.0))).collect();
    /// world.set_transforms_in_parallel(&moves)?;
    /// assert_eq!(world.transform(keys[2]), Some(Affine::at(1.0, 2.0)));
    /// # Ok::<(), jostle::WorldError>(())
    /// ```
    pub fn set_transforms_in_parallel(
        &mut self,
        transforms: &[(Key, Affine)],
    ) -> Result<(), WorldError> {
        let alone = self.slots.family.is_empty()
            && transforms.is_sorted_by(|(p, _), (q, _)| p.slot() < q.slot())
            && transforms.iter().all(|(key, _)| self.slot(*key).is_some());
        if !alone {
            return self.set_transforms(transforms);
        }
        let mut before = vec![Affine::IDENTITY; transforms.len()];
        let mut boxes = vec![None; transforms.len()];
        let pieces = self.pieces(transforms, &mut before, &mut boxes);
        let placings: Vec<Placing> = pieces.into_par_iter().map(Piece::place).collect();
        if placings.iter().all(|(_, error)| error.is_none()) {
            for ((key, _), bounds) in transforms.iter().zip(boxes) {
                self.sync_at(key.slot(), bounds);
            }
            self.note_transforms(transforms);
            return Ok(());
        }
        let mut fault = Ok(());
        let lists = transforms.chunks(PIECE).zip(before.chunks(PIECE));
        for (at, ((transforms, before), (done, error))) in lists.zip(placings).enumerate() {
            for ((key, _), old) in transforms.iter().zip(before).take(done) {
                // It was there before, so it can be placed there.
                let _ = self.set_local(key.slot(), *old);
            }
            fault = fault.and(error.map_or(Ok(()), |error| Err(error.at(at * PIECE + done))));
        }
        fault
    }

    /// Cuts the arrays of slots into pieces.
    fn pieces<'p>(
        &'p mut self,
        transforms: &'p [(Key, Affine)],
        before: &'p mut [Affine],
        boxes: &'p mut [Option<Aabb>],
    ) -> Vec<Piece<'p>> {
        let Slots { shapes, placed, worlds, .. } = &mut self.slots;
        let (mut shapes, mut placed) = (&shapes[..], &mut placed[..]);
        let (mut worlds, mut base, mut pieces) = (&mut worlds[..], 0, Vec::new());
        let lists = transforms.chunks(PIECE).zip(before.chunks_mut(PIECE));
        for ((transforms, before), boxes) in lists.zip(boxes.chunks_mut(PIECE)) {
            let count = transforms.last().map_or(0, |(key, _)| key.slot() + 1 - base);
            let (own_shapes, own_placed, own_worlds);
            (own_shapes, shapes) = shapes.split_at(count);
            (own_placed, placed) = core::mem::take(&mut placed).split_at_mut(count);
            (own_worlds, worlds) = core::mem::take(&mut worlds).split_at_mut(count);
            pieces.push(Piece {
                base,
                transforms,
                shapes: own_shapes,
                placed: own_placed,
                worlds: own_worlds,
                before,
                boxes,
            });
            base += count;
        }
        pieces
    }
}
