//! Moves of many colliders on threads (feature `rayon`).
//!
//! If slots ascend and no collider has relatives, as in a move of everything, colliders are cut
//! into pieces. A piece places its shapes in its part of the arrays, on any thread. The broad phase
//! gets the lists of boxes afterwards, on the same threads, because memory that another core wrote
//! is slow to read.

use alloc::vec::Vec;
use core::mem::take;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::broad::parallel::Threads;
use crate::math::{Aabb, Affine};
use crate::world::set_transforms::{MoveResult, Piece};
use crate::world::storage::Slots;
use crate::world::{Key, World, WorldError};

/// Fewer colliders are not worth handing out.
const FEW: usize = 256;

impl<T> World<T> {
    /// Sets transforms like [`World::set_transforms`], on the threads of the current `rayon` pool.
    ///
    /// Shapes are placed side by side where the keys come in the order of [`World::keys`], each
    /// once, and nothing in the world has a parent; else one after the other.
    ///
    /// # Errors
    /// As [`World::set_transforms`].
    ///
    /// ```
    /// use jostle::{Affine, Collider, World};
    /// let mut world = World::<()>::new();
    /// let keys = world.add_all((0..3).map(|_| Collider::group(())))?;
    /// let moves: Vec<_> = keys.iter().map(|k| (*k, Affine::at(1.0, 2.0))).collect();
    /// world.set_transforms_parallel(&moves)?;
    /// assert_eq!(world.transform(keys[2]), Some(Affine::at(1.0, 2.0)));
    /// # Ok::<(), jostle::WorldError>(())
    /// ```
    pub fn set_transforms_parallel(
        &mut self,
        transforms: &[(Key, Affine)],
    ) -> Result<(), WorldError> {
        let many = Threads::Pool.pieces(transforms.len(), FEW);
        let most = transforms.len().div_ceil(many).max(1);
        if !self.slots.family.is_empty() || !self.is_in_order(transforms, most) {
            return self.set_transforms(transforms);
        }
        let mut move_results = take(&mut self.steps.move_results);
        move_results.resize_with(transforms.len().div_ceil(most), MoveResult::default);
        move_results.iter_mut().for_each(MoveResult::clear);
        Threads::Pool.share(self.pieces(transforms, most, &mut move_results), Piece::place);
        let fault = if move_results.iter().all(|result| result.error.is_none()) {
            self.put_all(transforms, most);
            self.update_broad_phase(&move_results);
            self.note_transforms(transforms);
            Ok(())
        } else {
            self.put_back(transforms, most, &mut move_results)
        };
        self.steps.move_results = move_results;
        fault
    }

    /// Returns `true` if slots ascend and all are known.
    fn is_in_order(&self, transforms: &[(Key, Affine)], most: usize) -> bool {
        let ascend = |p: &(Key, Affine), q: &(Key, Affine)| p.0.slot() < q.0.slot();
        let ends = transforms.chunks(most).zip(transforms.chunks(most).skip(1));
        let mut ends = ends.map(|(p, q)| p.last().zip(q.first()));
        let fault = AtomicBool::new(!ends.all(|ends| ends.is_some_and(|(p, q)| ascend(p, q))));
        let (slots, world) = (&self.slots.metas, self.id);
        Threads::Pool.share(transforms.chunks(most), |piece| {
            let known = |key: Key| {
                key.world() == world && slots.get(key.slot()).is_some_and(|meta| meta.is_of(key))
            };
            if !piece.is_sorted_by(ascend) || !piece.iter().all(|(key, _)| known(*key)) {
                fault.store(true, Ordering::Relaxed);
            }
        });
        !fault.into_inner()
    }

    /// Notes the moves for the step and updates the broad phase.
    fn update_broad_phase(&mut self, move_results: &[MoveResult]) {
        for MoveResult { listed, .. } in move_results {
            self.slots.moved.extend_from_slice(listed);
        }
        let lists: Vec<&[(u32, Aabb)]> = move_results.iter().map(|t| &t.boxes[..]).collect();
        self.broad.update_parallel(&lists);
        for slot in move_results.iter().flat_map(|result| &result.others) {
            self.sync(*slot as usize);
        }
    }

    /// Notes where all are.
    fn put_all(&mut self, transforms: &[(Key, Affine)], most: usize) {
        let (mut rest, mut base, mut parts) = (&mut self.slots.worlds[..], 0, Vec::new());
        for transforms in transforms.chunks(most) {
            let (own, end) = (base, transforms.last().map_or(base, |(key, _)| key.slot() + 1));
            let worlds;
            (worlds, rest) = take(&mut rest).split_at_mut(end - base);
            parts.push((own, worlds, transforms));
            base = end;
        }
        Threads::Pool.share(parts, |(base, worlds, transforms)| {
            for (key, affine) in transforms {
                worlds[key.slot() - base] = *affine;
            }
        });
    }

    /// Puts all back that was placed; states why.
    fn put_back(
        &mut self,
        transforms: &[(Key, Affine)],
        most: usize,
        move_results: &mut [MoveResult],
    ) -> Result<(), WorldError> {
        let mut fault = Ok(());
        let lists = transforms.chunks(most).zip(move_results);
        for (number, (transforms, MoveResult { listed, error, .. })) in lists.enumerate() {
            self.slots.moved.extend_from_slice(listed);
            let (placed, refused) =
                error.take().map_or((transforms.len(), Ok(())), |(at, error)| {
                    (at, Err(error.at(number * most + at)))
                });
            self.place_back(&transforms[..placed]);
            fault = fault.and(refused);
        }
        fault
    }

    /// Cuts the arrays of slots into pieces.
    fn pieces<'p>(
        &'p mut self,
        transforms: &'p [(Key, Affine)],
        most: usize,
        move_results: &'p mut [MoveResult],
    ) -> Vec<Piece<'p>> {
        let world = self.id;
        let Slots { shapes, metas, placed, worlds, .. } = &mut self.slots;
        let (mut shapes, mut metas, mut placed) = (&shapes[..], &mut metas[..], &mut placed[..]);
        let (mut worlds, mut base, mut pieces) = (&worlds[..], 0, Vec::new());
        for (transforms, result) in transforms.chunks(most).zip(move_results) {
            let count = transforms.last().map_or(0, |(key, _)| key.slot() + 1 - base);
            let (own_shapes, own_metas, own_placed, own_worlds);
            (own_shapes, shapes) = shapes.split_at(count);
            (own_metas, metas) = take(&mut metas).split_at_mut(count);
            (own_placed, placed) = take(&mut placed).split_at_mut(count);
            (own_worlds, worlds) = worlds.split_at(count);
            pieces.push(Piece {
                world,
                base,
                transforms,
                shapes: own_shapes,
                metas: own_metas,
                placed: own_placed,
                worlds: own_worlds,
                result,
            });
            base += count;
        }
        pieces
    }
}
