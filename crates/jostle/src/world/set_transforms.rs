//! Moves of many colliders at once in a world without parents, as games do in every frame.
//!
//! Shapes are placed in blocks, then the broad phase gets the boxes of the block. One at a time,
//! each of the two would wait for what the other has just written.
//!
//! World transforms are stored last, if none was refused. Until then the old transforms stand, for
//! colliders that must be put back.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::math::{Aabb, Affine};
use crate::shape::{Placed, Shape, check_affine, place_option};
use crate::world::storage::{BOUNDED, ENABLED, LISTED, MOVED, Meta, Slots};
use crate::world::{Key, World, WorldError};

/// Colliders of a block.
const BLOCK: usize = 64;

/// Colliders with their part of the arrays.
pub(super) struct Piece<'p> {
    pub(super) world: u8,
    /// The slot of the first of each array.
    pub(super) base: usize,
    pub(super) transforms: &'p [(Key, Affine)],
    pub(super) shapes: &'p [Option<Arc<Shape>>],
    pub(super) metas: &'p mut [Meta],
    pub(super) placed: &'p mut [Option<Placed>],
    pub(super) worlds: &'p [Affine],
    pub(super) result: &'p mut MoveResult,
}

/// In the broad phase, to stay there.
const SWEPT: u32 = ENABLED | BOUNDED;

/// The result of a piece.
#[derive(Debug, Default)]
pub(crate) struct MoveResult {
    /// The boxes of those that are in the broad phase and stay.
    pub(super) boxes: Vec<(u32, Aabb)>,
    /// Colliders that may enter the broad phase or leave it.
    pub(super) others: Vec<u32>,
    /// Colliders that had not changed before.
    pub(super) listed: Vec<u32>,
    /// The first that was refused, and the error.
    pub(super) error: Option<(usize, WorldError)>,
}

impl MoveResult {
    #[cfg(feature = "rayon")]
    pub(crate) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<(u32, Aabb)>()
            + (self.others.capacity() + self.listed.capacity()) * size_of::<u32>()
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        self.others.clear();
        self.listed.clear();
        self.error = None;
    }
}

impl Piece<'_> {
    /// Places all, or those before one that is refused; notes nothing of where they are.
    pub(super) fn place(self) {
        let Self { world, base, transforms, shapes, metas, placed, worlds, result } = self;
        let MoveResult { boxes, others, listed, error } = result;
        let room = metas.len();
        let (shapes, placed, worlds) = (&shapes[..room], &mut placed[..room], &worlds[..room]);
        for (number, (key, affine)) in transforms.iter().enumerate() {
            let (slot, at) = (key.slot() as u32, key.slot().wrapping_sub(base));
            let meta = metas.get_mut(at).filter(|meta| key.world() == world && meta.is_of(*key));
            let Some(meta) = meta else {
                *error = Some((number, WorldError::Unknown { key: *key }));
                return;
            };
            let put = match &shapes[at] {
                None => check_affine(affine).map(|()| None),
                Some(shape) => {
                    // What moved may have been placed here under a map that is not noted yet.
                    let old = || if meta.has(MOVED) { None } else { Some(&worlds[at]) };
                    shape.update_placement(&mut placed[at], old, affine)
                }
            };
            let bounds = match put {
                Ok(bounds) => bounds,
                Err(refused) => {
                    let refused = WorldError::Shape { key: Some(*key), error: refused };
                    *error = Some((number, refused));
                    return;
                }
            };
            if !meta.has(LISTED) {
                listed.push(slot);
            }
            meta.flags |= MOVED | LISTED;
            match bounds {
                Some(bounds) if meta.flags & SWEPT == SWEPT => boxes.push((slot, bounds)),
                _ => others.push(slot),
            }
        }
    }
}

impl<T> World<T> {
    /// Sets transforms, in order, in a world without parents; all or none.
    pub(super) fn move_all(&mut self, transforms: &[(Key, Affine)]) -> Result<(), WorldError> {
        let mut result = MoveResult::default();
        for (number, block) in transforms.chunks(BLOCK).enumerate() {
            result.clear();
            let Slots { shapes, metas, placed, worlds, moved, .. } = &mut self.slots;
            let piece = Piece {
                world: self.id,
                base: 0,
                transforms: block,
                shapes,
                metas,
                placed,
                worlds,
                result: &mut result,
            };
            piece.place();
            moved.extend_from_slice(&result.listed);
            self.broad.update_all(&result.boxes);
            for slot in &result.others {
                self.sync(*slot as usize);
            }
            if let Some((at, error)) = result.error {
                let index = number * BLOCK + at;
                self.place_back(&transforms[..index]);
                return Err(error.at(index));
            }
        }
        for (key, affine) in transforms {
            self.slots.worlds[key.slot()] = *affine;
        }
        Ok(())
    }

    /// Puts those that were placed back to where they are by what is noted.
    #[cold]
    pub(super) fn place_back(&mut self, transforms: &[(Key, Affine)]) {
        for slot in transforms.iter().map(|(key, _)| key.slot()) {
            let world = self.slots.worlds[slot];
            if let Ok(placed) = place_option(self.slots.shapes[slot].as_deref(), world) {
                self.put(slot, world, placed);
            }
        }
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
            all.push(data.at(at[0], at[1]));
        }
        let keys = world.add_all(all).unwrap();
        (world, keys)
    }

    fn moves(keys: &[Key], by: f32) -> Vec<(Key, Affine)> {
        let at = |i: usize| Affine::at(by * (i % 7) as f32, i as f32).rotated(by);
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
            moves[at] = (key, Affine::at(bad, 0.0));
            let error = world.set_transforms(&moves).unwrap_err();
            assert!(alloc::format!("{error:?}").contains(&alloc::format!("{at}")), "{error:?}");
            assert_eq!(places(&world), before);
            assert_eq!(world.step().iter().filter(|e| e.exit().is_some()).count(), 0);
        }
    }
}
