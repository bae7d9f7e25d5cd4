//! A scene as a world: groups and colliders with their parents, layers and first places.

use super::{Filter, Scene};
use crate::problem::Problem;
use jostle::{Affine, Collider, Key, Layers, Slid, World};
use std::collections::BTreeMap;

/// The most layers that a world distinguishes.
const MOST_LAYERS: u32 = 64;

/// A world that holds a scene. The data of a collider is its number in the scene, that of a group
/// is past all of them.
pub struct Cast {
    /// The world.
    pub world: World<usize>,
    /// The keys of the scene's colliders, in its order.
    pub colliders: Vec<Key>,
    /// What moves: the key, its transform at the start, and the node of the scene.
    pub nodes: Vec<(Key, Affine, usize)>,
    /// The last slide of each node that slides.
    pub slides: BTreeMap<usize, Slid>,
}

impl Scene {
    /// Puts everything into a world.
    ///
    /// # Errors
    /// A shape cannot be placed where it is, or there are more than 64 layers.
    pub fn cast(&self) -> Result<Cast, Problem> {
        self.cast_into(World::new())
    }

    /// Does as [`Scene::cast`], into an empty world of the caller's.
    ///
    /// # Errors
    /// As [`Scene::cast`].
    pub fn cast_into(&self, mut world: World<usize>) -> Result<Cast, Problem> {
        let mut keys: Vec<Option<Key>> = vec![None; self.nodes.len()];
        let mut colliders: Vec<Option<Key>> = vec![None; self.colliders.len()];
        // The collider that is a node itself; one that is put off its node gets a place below it.
        let mut own = vec![None; self.nodes.len()];
        for (index, collider) in self.colliders.iter().enumerate() {
            if let Some(node) = collider.node.filter(|_| collider.to_node == Affine::IDENTITY) {
                own[node] = Some(index);
            }
        }
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in self.parents_first() {
            let form = &self.nodes[node];
            let mut what = match own[node] {
                Some(index) => self.collider(index)?,
                None => Collider::group(self.colliders.len()),
            }
            .transform(form.local);
            if let Some(parent) = form.parent.and_then(|parent| keys[parent]) {
                what = what.parent(parent);
            }
            let key =
                world.add(what).map_err(|error| problem(own[node].is_some(), &form.id, &error))?;
            keys[node] = Some(key);
            nodes.push((key, form.local, node));
            if let Some(index) = own[node] {
                colliders[index] = Some(key);
            }
        }
        for (index, form) in self.colliders.iter().enumerate() {
            if colliders[index].is_some() {
                continue;
            }
            let mut what = self.collider(index)?.transform(form.world);
            if let Some(parent) = form.node.and_then(|node| keys[node]) {
                what = what.transform(form.to_node).parent(parent);
            }
            let key = world.add(what).map_err(|error| problem(true, &form.id, &error))?;
            colliders[index] = Some(key);
        }
        Ok(Cast {
            world,
            colliders: colliders.into_iter().flatten().collect(),
            nodes,
            slides: BTreeMap::new(),
        })
    }

    fn collider(&self, index: usize) -> Result<Collider<usize>, Problem> {
        let form = &self.colliders[index];
        let (layer, sees) = form.filter.layers()?;
        let mut what = Collider::new(index, form.shape.clone()).layer(layer).sees(sees);
        if let Some(direction) = form.one_way {
            what = what.one_way(direction);
        }
        Ok(if form.platform { what.platform() } else { what })
    }

    /// The nodes, each after its parent. The reader has refused circles.
    fn parents_first(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut done = vec![false; self.nodes.len()];
        let mut climb = Vec::new();
        for start in 0..self.nodes.len() {
            let mut next = Some(start);
            while let Some(node) = next.filter(|node| !done[*node]) {
                climb.push(node);
                done[node] = true;
                next = self.nodes[node].parent;
            }
            order.extend(climb.drain(..).rev());
        }
        order
    }
}

impl Filter {
    /// The layers that it is on and sees, as sets.
    fn layers(&self) -> Result<(Layers, Layers), Problem> {
        let bit = |number: u32| {
            if number < MOST_LAYERS {
                return Ok(Layers::bit(number));
            }
            Err(Problem::new("", format!("more than {MOST_LAYERS} layers")))
        };
        let sees = match &self.sees {
            None => Layers::ALL,
            Some(numbers) => numbers
                .iter()
                .try_fold(Layers::NONE, |all, number| Ok::<_, Problem>(all | bit(*number)?))?,
        };
        Ok((bit(self.layer)?, sees))
    }
}

fn problem(is_collider: bool, id: &str, error: &jostle::WorldError) -> Problem {
    let what = if is_collider { "collider" } else { "group" };
    Problem::of_world(format!("{what} {id:?}"), error)
}
