//! Transforms and parents: moves of one collider, of many, and of all that is below them.
//!
//! World transforms are composed when something moves, so that queries read plain arrays. A move
//! places shapes where they are stored, and puts them back if one of them is refused. O(size of the
//! subtree).
//!
//! Lists of moves in a world without parents run in blocks: the shapes of a block are placed, then
//! the broad phase gets its boxes. If the two took turns for each move, each would wait for what the
//! other has just written. On threads, a list in the order of slots is one block, in several pieces.

use alloc::{sync::Arc, vec::Vec};
use core::mem::{replace, take};

use crate::broad::parallel::Threads;
use crate::math::{Aabb, Affine};
use crate::shape::{Placed, Shape, ShapeError, check_affine};
use crate::world::journal::{Op, number};
use crate::world::storage::{BOUNDED, ENABLED, LISTED, MOVED, Meta, Slots};
use crate::world::{Core, Key, World, WorldError, hierarchy::NONE};

const BLOCK: usize = 64;
/// Fewer colliders are not worth a piece.
const FEW: usize = 256;

#[derive(Debug, Default)]
pub(crate) struct MoveResult {
    /// The boxes of those that are in the broad phase and stay.
    boxes: Vec<(u32, Aabb)>,
    /// Colliders that may enter the broad phase or leave it.
    others: Vec<u32>,
    /// Colliders that had not changed before.
    listed: Vec<u32>,
    /// The transforms before the moves of this and earlier blocks.
    before: Vec<Affine>,
    /// The error of the move that was refused, which is the last.
    error: Option<WorldError>,
}

impl MoveResult {
    pub(crate) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<(u32, Aabb)>()
            + self.before.capacity() * size_of::<Affine>()
            + (self.others.capacity() + self.listed.capacity()) * size_of::<u32>()
    }
}

/// Moves of some colliders, with the part of the arrays of slots that starts at slot `base`.
struct MovePiece<'p> {
    world: u8,
    transforms: &'p [(Key, Affine)],
    result: &'p mut MoveResult,
    base: usize,
    shapes: &'p [Option<Arc<Shape>>],
    metas: &'p mut [Meta],
    placed: &'p mut [Option<Placed>],
    worlds: &'p mut [Affine],
}

impl MovePiece<'_> {
    /// Moves all, or those before one that is refused.
    fn run(self) {
        let Self { world, transforms, result, base, shapes, metas, placed, worlds } = self;
        let MoveResult { boxes, others, listed, before, error } = result;
        boxes.clear();
        others.clear();
        listed.clear();
        boxes.reserve(transforms.len());
        before.reserve(transforms.len());
        *error = None;
        for &(key, affine) in transforms {
            let (slot, at) = (key.slot() as u32, key.slot().wrapping_sub(base));
            let meta = metas.get_mut(at).filter(|meta| key.world() == world && meta.is_of(key));
            let Some(meta) = meta else {
                *error = Some(WorldError::Unknown { key });
                return;
            };
            let bounds = match place_again(&shapes[at], &mut placed[at], &worlds[at], &affine) {
                Ok(bounds) => bounds,
                Err(fault) => {
                    *error = Some(WorldError::Shape { key: Some(key), error: fault });
                    return;
                }
            };
            before.push(replace(&mut worlds[at], affine));
            if !meta.has(LISTED) {
                listed.push(slot);
            }
            meta.flags |= MOVED | LISTED;
            match bounds {
                Some(bounds) if meta.has_all(ENABLED | BOUNDED) => boxes.push((slot, bounds)),
                _ => others.push(slot),
            }
        }
    }
}

/// Places a shape at a new transform, given the one that it was placed at; changes nothing if that
/// is refused. Returns its bounds, if it has finite ones.
#[inline(always)]
fn place_again(
    shape: &Option<Arc<Shape>>,
    placed: &mut Option<Placed>,
    old: &Affine,
    new: &Affine,
) -> Result<Option<Aabb>, ShapeError> {
    match shape {
        None => check_affine(new).map(|()| None),
        Some(shape) => shape.update_placement(placed, || Some(old), new),
    }
}

/// # Move by transform, and set parents
impl<T> World<T> {
    /// Sets the transform of a collider, in the frame of its parent or the world; all below move
    /// along.
    ///
    /// # Errors
    /// The key is unknown, or a shape cannot be placed there; nothing has changed then.
    ///
    /// ```
    /// use jostle::{Affine, Collider, Filter, Shape, World};
    /// let mut world = World::new();
    /// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
    /// world.set_transform(key, Affine::at((50.0, 0.0)))?;
    /// assert_eq!(world.at_point((50.0, 0.5), &Filter::ANY), [key]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_transform(&mut self, key: Key, transform: Affine) -> Result<(), WorldError> {
        self.core.set_transform(key, transform)
    }

    /// Sets many transforms, in order; all of them or, if one is refused, none.
    ///
    /// Lists of some hundred stay in the nearest caches: for many more, give them in pieces.
    ///
    /// # Errors
    /// As [`World::set_transform`], with the place of the one that is refused.
    pub fn set_transforms(&mut self, transforms: &[(Key, Affine)]) -> Result<(), WorldError> {
        self.core.set_transforms_on(Threads::One, transforms)
    }

    /// Sets transforms like [`World::set_transforms`], on the threads of the current `rayon` pool.
    ///
    /// Threads are used if the keys are in the order of their slots, each once, and nothing in the
    /// world has a parent.
    ///
    /// # Errors
    /// As [`World::set_transforms`].
    #[cfg(feature = "rayon")]
    pub fn set_transforms_parallel(
        &mut self,
        transforms: &[(Key, Affine)],
    ) -> Result<(), WorldError> {
        self.core.set_transforms_on(Threads::Pool, transforms)
    }

    /// Composes a map with the transform of a collider: first its transform, then `map`, both in
    /// the frame of its parent or the world.
    ///
    /// # Errors
    /// As [`World::set_transform`].
    pub fn apply_transform(&mut self, key: Key, map: &Affine) -> Result<(), WorldError> {
        let slot = self.core.known(key)?;
        self.core.set_transform(key, self.core.slots.local(slot).under(map))
    }

    /// Puts a collider below a parent, or below none; its own transform stays as it is, now in the
    /// frame of the new parent.
    ///
    /// # Errors
    /// A key is unknown, the parent is the collider or below it, or a shape cannot be placed there;
    /// nothing has changed then.
    pub fn set_parent(&mut self, key: Key, parent: Option<Key>) -> Result<(), WorldError> {
        self.core.set_parent(key, parent)
    }
}

impl Core {
    pub(crate) fn set_parent(&mut self, key: Key, parent: Option<Key>) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        let above = parent.map_or(Ok(NONE), |parent| self.known(parent).map(|s| s as u32))?;
        let above_slot = above as usize;
        if above_slot == slot || self.slots.family.is_below(above_slot, slot) {
            return Err(WorldError::Cycle { key, parent: parent.unwrap_or(key) });
        }
        self.hang(slot, above)?;
        self.note(|| Op::SetParent { key: number(key), parent: parent.map(number) });
        Ok(())
    }

    pub(crate) fn set_transform(&mut self, key: Key, transform: Affine) -> Result<(), WorldError> {
        let slot = self.known(key)?;
        self.set_local(slot, transform)?;
        self.note(|| Op::SetTransform { key: number(key), transform });
        Ok(())
    }

    fn set_transforms_on(
        &mut self,
        threads: Threads,
        transforms: &[(Key, Affine)],
    ) -> Result<(), WorldError> {
        let is_flat = self.slots.family.is_empty();
        let ascend = |p: &(Key, Affine), q: &(Key, Affine)| p.0.slot() < q.0.slot();
        let is_known = |(key, _): &(Key, Affine)| key.slot() < self.slots.len();
        let mark = self.slots.mark();
        let done = if is_flat
            && !matches!(threads, Threads::One)
            && transforms.last().is_some_and(is_known)
            && transforms.is_sorted_by(ascend)
        {
            self.move_blocks(threads, transforms, transforms.len())
        } else if is_flat {
            self.move_blocks(Threads::One, transforms, BLOCK)
        } else {
            self.move_each(transforms)
        };
        if done.is_err() {
            self.slots.take_back(mark);
            return done;
        }
        if let Some(ops) = &mut self.journal {
            ops.extend(transforms.iter().map(|(key, transform)| Op::SetTransform {
                key: number(*key),
                transform: *transform,
            }));
        }
        Ok(())
    }

    /// Sets transforms in a world without parents, in blocks of this size.
    fn move_blocks(
        &mut self,
        threads: Threads,
        transforms: &[(Key, Affine)],
        block: usize,
    ) -> Result<(), WorldError> {
        let most = block.div_ceil(threads.pieces(block, FEW));
        let pieces = block.div_ceil(most);
        let mut results = take(&mut self.steps.move_results);
        results.resize_with(pieces, MoveResult::default);
        results.iter_mut().for_each(|result| result.before.clear());
        let mut refused = false;
        for transforms in transforms.chunks(block) {
            threads.share(self.pieces(transforms, most, &mut results), MovePiece::run);
            self.update_broad_phase(&results);
            refused = results.iter().any(|result| result.error.is_some());
            if refused {
                break;
            }
        }
        let mut done = Ok(());
        if refused {
            let own = if pieces == 1 { transforms.len() } else { most };
            for (number, result) in results.iter_mut().enumerate() {
                let (first, moved) = (number * own, result.before.len());
                self.take_back(&transforms[first..first + moved], &result.before);
                let error = result.error.take().map(|error| error.at(first + moved));
                done = done.and(error.map_or(Ok(()), Err));
            }
        }
        self.steps.move_results = results;
        done
    }

    /// Cuts a block into pieces of at most this number of moves, with their parts of the arrays.
    fn pieces<'p>(
        &'p mut self,
        transforms: &'p [(Key, Affine)],
        most: usize,
        results: &'p mut [MoveResult],
    ) -> impl Iterator<Item = MovePiece<'p>> {
        let (world, slots) = (self.id, self.slots.len());
        let Slots { shapes, metas, placed, worlds, .. } = &mut self.slots;
        let (mut shapes, mut metas) = (&shapes[..], &mut metas[..]);
        let (mut placed, mut worlds, mut base) = (&mut placed[..], &mut worlds[..], 0);
        let is_one = transforms.len() <= most;
        transforms.chunks(most).zip(results).map(move |(transforms, result)| {
            // Only several pieces need an order of slots.
            let last = transforms.last().filter(|_| !is_one);
            let count = last.map_or(slots, |(key, _)| key.slot() + 1) - base;
            base += count;
            MovePiece {
                world,
                transforms,
                result,
                base: base - count,
                shapes: shapes.split_off(..count).unwrap_or_default(),
                metas: metas.split_off_mut(..count).unwrap_or_default(),
                placed: placed.split_off_mut(..count).unwrap_or_default(),
                worlds: worlds.split_off_mut(..count).unwrap_or_default(),
            }
        })
    }

    /// Notes the moves for the step and updates the broad phase.
    fn update_broad_phase(&mut self, results: &[MoveResult]) {
        for result in results {
            self.slots.moved.extend_from_slice(&result.listed);
        }
        match results {
            [result] => self.broad.update_all(&[&result.boxes]),
            _ => {
                let lists: Vec<_> = results.iter().map(|result| &result.boxes[..]).collect();
                self.broad.update_all(&lists);
            }
        }
        for slot in results.iter().flat_map(|result| &result.others) {
            self.sync(*slot as usize);
        }
    }

    /// Sets transforms one by one, parents or not.
    fn move_each(&mut self, transforms: &[(Key, Affine)]) -> Result<(), WorldError> {
        let mut before = Vec::with_capacity(transforms.len());
        for (index, (key, transform)) in transforms.iter().enumerate() {
            match self.known(*key).and_then(|slot| self.set_local(slot, *transform)) {
                Ok(old) => before.push(old),
                Err(error) => {
                    self.take_back(transforms, &before);
                    return Err(error.at(index));
                }
            }
        }
        Ok(())
    }

    /// Puts those that were moved back to where they were, so that they can be placed.
    #[cold]
    fn take_back(&mut self, transforms: &[(Key, Affine)], before: &[Affine]) {
        for ((key, _), old) in transforms.iter().zip(before).rev() {
            let _ = self.known(*key).and_then(|slot| self.set_local(slot, *old));
        }
    }

    /// Puts a slot below a parent, with the transform that it has.
    pub(crate) fn hang(&mut self, slot: usize, parent: u32) -> Result<(), WorldError> {
        let local = self.slots.local(slot);
        self.move_subtree(slot, self.under(local, parent))?;
        self.slots.family.hang(slot, parent, local);
        Ok(())
    }

    /// A transform below the given parent, in the world.
    pub(crate) fn under(&self, local: Affine, parent: u32) -> Affine {
        match self.slots.worlds.get(parent as usize) {
            Some(world) if parent != NONE => local.under(world),
            _ => local,
        }
    }

    /// Gives a slot a transform in its own frame and returns the one that it had.
    #[inline]
    fn set_local(&mut self, slot: usize, transform: Affine) -> Result<Affine, WorldError> {
        let local = self.slots.local(slot);
        self.move_subtree(slot, self.under(transform, self.slots.family.parent(slot)))?;
        self.slots.family.set_local(slot, transform);
        Ok(local)
    }

    /// Moves a slot to a transform in the world and all below along; all or none.
    #[inline]
    fn move_subtree(&mut self, slot: usize, world: Affine) -> Result<(), WorldError> {
        if self.slots.family.has_children(slot) {
            self.move_family(slot, world)
        } else {
            self.move_slot(slot, world)
        }
    }

    /// Moves a slot and all below it, or puts all back.
    fn move_family(&mut self, slot: usize, world: Affine) -> Result<(), WorldError> {
        let (mark, old) = (self.slots.mark(), self.slots.worlds[slot]);
        self.move_slot(slot, world)?;
        let subtree = self.slots.subtree(slot);
        let mut done = Ok(());
        let all = subtree[1..].iter().take_while(|child| {
            done = self.follow(**child);
            done.is_ok()
        });
        let moved = all.count();
        if done.is_err() {
            let _ = self.move_slot(slot, old);
            for child in &subtree[1..=moved] {
                let _ = self.follow(*child);
            }
            self.slots.take_back(mark);
        }
        done
    }

    /// Moves a slot to where its parent is.
    fn follow(&mut self, slot: usize) -> Result<(), WorldError> {
        self.move_slot(slot, self.under(self.slots.local(slot), self.slots.family.parent(slot)))
    }

    #[inline]
    fn move_slot(&mut self, slot: usize, world: Affine) -> Result<(), WorldError> {
        let Slots { shapes, placed, worlds, .. } = &mut self.slots;
        let bounds = place_again(&shapes[slot], &mut placed[slot], &worlds[slot], &world)
            .map_err(|error| WorldError::Shape { key: self.key(slot), error })?;
        self.slots.worlds[slot] = world;
        self.sync_at(slot, bounds);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Collider;

    fn filled() -> (World<u32>, Vec<Key>) {
        let shapes = [
            Shape::circle(1.0),
            Shape::half_plane((0.0, 1.0), -9.0),
            Shape::polygon([(0.0, 0.0), (2.0, 0.0), (0.7, 0.7), (0.0, 2.0)]),
        ];
        let shapes = shapes.map(|shape| Arc::new(shape.unwrap()));
        let mut world = World::new();
        let mut all = Vec::new();
        for i in 0..200_u32 {
            let at = [i % 20, i / 20].map(|v| v as f32 * 1.7);
            let data = match i % 5 {
                3 => Collider::group(i),
                4 => Collider::new(i, shapes[0].clone()).disabled(),
                kind => Collider::new(i, shapes[kind as usize].clone()),
            };
            all.push(data.at(at));
        }
        let keys = world.add_all(all).unwrap();
        (world, keys)
    }

    fn moves(keys: &[Key], by: f32) -> Vec<(Key, Affine)> {
        let at = |i: usize| Affine::at((by * (i % 7) as f32, i as f32)).rotated(by);
        keys.iter().enumerate().map(|(i, key)| (*key, at(i))).collect()
    }

    #[test]
    fn moving_all_is_moving_each() {
        let ((mut all, keys), (mut each, others)) = (filled(), filled());
        for frame in 0..30_u8 {
            let by = f32::from(frame) * 0.3;
            all.set_transforms(&moves(&keys, by)).unwrap();
            for (key, transform) in moves(&others, by) {
                each.set_transform(key, transform).unwrap();
            }
            let told = |world: &mut World<u32>| {
                let events = world.step();
                let pairs = events.iter().map(|e| (e.keys().map(Key::serial), e.is_enter()));
                (pairs.collect::<Vec<_>>(), world.hash())
            };
            assert_eq!(told(&mut all), told(&mut each));
        }
    }

    #[test]
    fn the_last_of_several_moves_of_one_counts() {
        let ((mut all, keys), (mut each, others)) = (filled(), filled());
        // An outline that is turned and turned back within one list.
        let there_and_back = |keys: &[Key]| [moves(keys, 0.6), moves(keys, 0.0)].concat();
        for world in [&mut all, &mut each] {
            let _ = world.step();
        }
        for _ in 0..2 {
            all.set_transforms(&there_and_back(&keys)).unwrap();
            for (key, transform) in there_and_back(&others) {
                each.set_transform(key, transform).unwrap();
            }
            let bounds = |(world, keys): (&World<u32>, &[Key])| {
                let bounds = |key: &Key| world.placed(*key).map(Placed::bounds);
                keys.iter().map(bounds).collect::<Vec<_>>()
            };
            assert_eq!(bounds((&all, &keys)), bounds((&each, &others)));
            assert_eq!(all.hash(), each.hash());
            assert_eq!(all.step().len(), each.step().len());
        }
    }

    #[test]
    fn where_one_is_refused_all_are_put_back() {
        let (mut world, keys) = filled();
        let places = |world: &World<u32>| -> Vec<_> {
            let place = |key: &Key| {
                (
                    world.transform(*key),
                    world.placed(*key).map(Placed::bounds),
                    world.is_enabled(*key),
                )
            };
            keys.iter().map(place).collect()
        };
        let (before, _) = (places(&world), world.step());
        let foreign = filled().1[150];
        for (at, key, bad) in
            [(150, keys[150], f32::NAN), (70, foreign, 0.0), (3, keys[3], 1.0 / 0.0)]
        {
            let mut moves = moves(&keys, 1.5);
            moves[at] = (key, Affine::at((bad, 0.0)));
            let error = world.set_transforms(&moves).unwrap_err();
            assert!(alloc::format!("{error:?}").contains(&alloc::format!("{at}")), "{error:?}");
            assert_eq!(places(&world), before);
            assert_eq!(world.step().iter().filter(|e| e.exit().is_some()).count(), 0);
        }
    }
}
