//! Welding of live colliders: neighboring tiles of a layer become one collider each.

use alloc::vec::Vec;

use crate::math::sort::sort_by;
use crate::shape::outline::weld::weld;
use crate::world::{Collider, Detail, Key, Layers, World, WorldError};

/// The properties that welded colliders share: layers, what they see, team, sensor, detail.
type Kin = (Layers, Layers, u32, bool, Option<Detail>);

/// # Weld tiles
impl<T: Clone> World<T> {
    /// Welds the tiles and chains of some layers, as [`crate::shape::weld`] does: each group of
    /// neighbors is removed and one collider stands for it, so that nothing snags on its seams.
    ///
    /// Takes part what these layers see, is enabled and has neither parent nor children; welded is
    /// what has the same layers, sees the same, is of one team, is a sensor or is not, and has the
    /// same detail. A new collider has the data of the first, in the order of keys, that it stands for, and its shape
    /// in the world's frame. Pairs of the old ones end with the next step, removed. Returns the new
    /// keys; what could not be welded stays as it is.
    ///
    /// # Errors
    /// The world has no key left.
    ///
    /// ```
    /// use jostle::{Collider, Layers, Shape, World};
    /// let tile = std::sync::Arc::new(Shape::rect_half((8.0, 8.0)).unwrap());
    /// let mut world = World::new();
    /// world.add_all((0..100).map(|i| Collider::new((), tile.clone()).at((i as f32 * 16.0, 0.0)))).unwrap();
    /// assert_eq!((world.weld(Layers::ALL).unwrap().len(), world.len()), (1, 1));
    /// ```
    pub fn weld(&mut self, layers: Layers) -> Result<Vec<Key>, WorldError> {
        let keys = self.keys().into_iter();
        let kin = keys.filter_map(|key| Some((self.kin(key)?, key)));
        let mut all: Vec<(Kin, Key)> = kin.filter(|(kin, _)| layers.sees(kin.0)).collect();
        sort_by(&mut all, |a, b| a.0.cmp(&b.0));
        let mut made = Vec::new();
        for kin in all.chunk_by(|a, b| a.0 == b.0) {
            let (layer, sees, team, sensor, detail) = kin[0].0;
            let placed = kin.iter().filter_map(|(_, key)| self.placed(*key).cloned());
            let placed: Vec<_> = placed.collect();
            for one in weld(&placed).welds {
                let mut data = None;
                for (_, key) in one.from.iter().filter_map(|i| kin.get(*i)) {
                    let old = self.remove(*key);
                    data = data.or(old);
                }
                let Some(data) = data else { continue };
                let new = Collider::new(data, one.shape).layer(layer).sees(sees).team(team);
                made.push(self.add(Collider { sensor, detail, ..new })?);
            }
        }
        Ok(made)
    }

    fn kin(&self, key: Key) -> Option<Kin> {
        let free = self.parent(key).is_none() && self.children(key).is_empty();
        let placed = self.placed(key).is_some() && self.is_enabled(key)?;
        let (layer, sees) = (self.layer(key)?, self.sees(key)?);
        let kin = (layer, sees, self.team(key)?, self.is_sensor(key)?, self.detail(key));
        (free && placed).then_some(kin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, ExitReason, Shape};
    use alloc::sync::Arc;

    fn tiles(world: &mut World<u32>, count: u32, layer: Layers) {
        let tile = Arc::new(Shape::rect_half((8.0, 8.0)).unwrap());
        for i in 0..count {
            let at = 8.0 + 16.0 * i as f32;
            // They do not look at each other.
            let tile = Collider::new(i, tile.clone()).at((at, 8.0)).layer(layer);
            world.add(tile.sees(Layers::NONE)).unwrap();
        }
    }

    #[test]
    fn welded_tiles_leave_with_an_exit_and_the_weld_enters() {
        let mut world = World::new();
        tiles(&mut world, 10, Layers::bit(1));
        let ball = Collider::new(99, Shape::circle(2.0).unwrap()).at((16.0, -1.0));
        let ball = world.add(ball).unwrap();
        assert_eq!(world.step().len(), 2);
        let floor = world.weld(Layers::bit(1)).unwrap();
        assert_eq!((floor.len(), world.len(), world.data(floor[0])), (1, 2, Some(&0)));
        let events = world.step().to_vec();
        let removed = events
            .iter()
            .filter(|e| e.exit().map(|p| p.reason) == Some(ExitReason::Removed))
            .count();
        assert_eq!((events.len(), removed), (3, 2));
        assert_eq!(world.touching(ball).len(), 1);
    }

    #[test]
    fn only_free_colliders_of_the_layer_and_of_one_kind_are_welded() {
        let mut world = World::new();
        tiles(&mut world, 4, Layers::bit(1));
        tiles(&mut world, 4, Layers::bit(2));
        let keys = world.keys();
        world.set_sensor(keys[1], true).unwrap();
        world.set_enabled(keys[4], false).unwrap();
        assert_eq!(world.weld(Layers::bit(3)), Ok(Vec::new()));
        let made = world.weld(Layers::ALL).unwrap();
        assert_eq!((made.len(), world.len()), (2, 5));
        let area = |key: &Key| world.placed(*key).and_then(crate::Placed::area);
        assert_eq!(made.iter().map(area).collect::<Vec<_>>(), [Some(512.0), Some(768.0)]);
        assert!(world.transform(made[0]) == Some(Affine::IDENTITY));
    }
}
