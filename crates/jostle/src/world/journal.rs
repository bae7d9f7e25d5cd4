//! Journals: all calls of a run, as data that can be replayed.
//!
//! A world that records notes every edit and step that succeeded; queries change nothing and are
//! not noted. [`Replay`] repeats the calls in a world of its own and reaches the same hash.
//! Colliders are named by numbers: a recording uses their serial numbers, other journals any
//! numbers. The JSON form is that of [`Op::to_json`] (feature `serde`).

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::math::Affine;
use crate::shape::Shape;
use crate::world::hierarchy::NONE;
use crate::world::storage::{ENABLED, SENSOR};
use crate::world::{Children, Collider, Event, Key, Layers, TouchPolicy, World, WorldError};

/// One call.
///
/// ```
/// use jostle::{Collider, Shape, World, world::{Op, Replay}};
/// let mut world = World::new();
/// world.record();
/// let key = world.add(Collider::new((), Shape::circle(1.0)?))?;
/// world.step();
/// let ops = world.take_journal();
/// assert!(matches!(ops[..], [Op::World { .. }, Op::Insert { key: 1, .. }, Op::Step]));
///
/// let mut replay = Replay::new();
/// for op in &ops {
///     replay.apply(op)?;
/// }
/// assert_eq!(replay.world().hash(), world.hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Op {
    /// The settings of the world; only before all other calls.
    World {
        /// True if pairs that only touch count.
        touching: TouchPolicy,
    },
    /// [`World::add`].
    Insert {
        /// The number of the collider from here on.
        key: u64,
        /// Its shape; `None` for a group.
        shape: Option<Arc<Shape>>,
        /// Its transform.
        transform: Affine,
        /// Its parent.
        parent: Option<u64>,
        /// The layers that it is on.
        layer: Layers,
        /// The layers that it sees.
        sees: Layers,
        /// Its team; 0 is none.
        team: u32,
        /// True for a sensor.
        sensor: bool,
        /// True if it meets others.
        enabled: bool,
    },
    /// [`World::set_transform`].
    SetTransform {
        /// Whose.
        key: u64,
        /// The new one.
        transform: Affine,
    },
    /// [`World::set_shape`].
    SetShape {
        /// Whose.
        key: u64,
        /// The new one; `None` makes it a group.
        shape: Option<Arc<Shape>>,
    },
    /// [`World::set_parent`].
    SetParent {
        /// Whose.
        key: u64,
        /// The new one.
        parent: Option<u64>,
    },
    /// [`World::set_layers`].
    SetLayers {
        /// Whose.
        key: u64,
        /// The layers that it is on from now; `None` leaves them as they are.
        layer: Option<Layers>,
        /// The layers that it sees from now; `None` leaves them as they are.
        sees: Option<Layers>,
    },
    /// [`World::set_team`].
    SetTeam {
        /// Whose.
        key: u64,
        /// The new one; 0 is none.
        team: u32,
    },
    /// [`World::make_sensor`] or [`World::make_solid`].
    SetSensor {
        /// Whose.
        key: u64,
        /// True for a sensor.
        sensor: bool,
    },
    /// [`World::enable`].
    Enable {
        /// Which.
        key: u64,
    },
    /// [`World::disable`].
    Disable {
        /// Which.
        key: u64,
    },
    /// [`World::remove_with`].
    Remove {
        /// Which.
        key: u64,
        /// The fate of the children.
        children: Children,
    },
    /// [`World::step`].
    Step,
}

/// Why a call of a journal cannot be done; the world is as it was.
///
/// ```
/// use jostle::world::{Op, Replay, ReplayError};
/// let error = Replay::new().apply(&Op::Enable { key: 7 }).unwrap_err();
/// assert_eq!(error, ReplayError::UnknownKey { key: 7 });
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplayError {
    /// No collider has that number now.
    UnknownKey {
        /// The number.
        key: u64,
    },
    /// A collider has that number already.
    KeyInUse {
        /// The number.
        key: u64,
    },
    /// A setting of the world came after other calls.
    LateWorld,
    /// The world refuses the call.
    World(WorldError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKey { key } => write!(f, "no collider has the key {key}"),
            Self::KeyInUse { key } => write!(f, "a collider has the key {key} already"),
            Self::LateWorld => f.write_str("how the world is can only be said before all else"),
            Self::World(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ReplayError {}

/// A world that is driven by a journal; its colliders carry their numbers as data.
///
/// ```
/// use jostle::{Affine, Layers, Shape, world::{Op, Replay}};
/// let mut replay = Replay::new();
/// for key in [10, 5] {
///     replay.apply(&Op::Insert {
///         key,
///         shape: Some(Shape::circle(1.0)?.into()),
///         transform: Affine::IDENTITY,
///         parent: None,
///         layer: Layers::NONE,
///         sees: Layers::ALL,
///         team: 0,
///         sensor: false,
///         enabled: true,
///     })?;
/// }
/// let events = replay.apply(&Op::Step)?.unwrap();
/// assert_eq!(replay.key_numbers(&events[0]), [10, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Replay {
    world: World<u64>,
    keys: BTreeMap<u64, Key>,
    began: bool,
}

impl Replay {
    /// Makes a replay with an empty world.
    ///
    /// ```
    /// assert!(jostle::world::Replay::new().world().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a replay in an empty world of the caller's, for a broad phase of choice.
    ///
    /// ```
    /// use jostle::{World, broad::Brute, world::Replay};
    /// let replay = Replay::in_world(World::with_broad_phase(Brute::new()));
    /// assert!(replay.world().is_empty());
    /// ```
    #[must_use]
    pub fn in_world(world: World<u64>) -> Self {
        Self { world, ..Self::default() }
    }

    /// Looks at the world.
    ///
    /// ```
    /// assert_eq!(jostle::world::Replay::new().world().len(), 0);
    /// ```
    #[must_use]
    pub fn world(&self) -> &World<u64> {
        &self.world
    }

    /// Returns the key of a number, while a collider has it.
    ///
    /// ```
    /// assert_eq!(jostle::world::Replay::new().key(1), None);
    /// ```
    #[must_use]
    pub fn key(&self, number: u64) -> Option<Key> {
        self.keys.get(&number).copied()
    }

    /// Returns the numbers of a and b of an event, gone ones included.
    ///
    /// ```
    /// # use jostle::world::Replay;
    /// let mut replay = Replay::new();
    /// # let _ = &mut replay;
    /// ```
    #[must_use]
    pub fn key_numbers(&self, event: &Event<u64>) -> [u64; 2] {
        match event {
            Event::Exit(parting) => [parting.data_a, parting.data_b],
            _ => event.keys().map(|key| self.world.data(key).copied().unwrap_or(0)),
        }
    }

    /// Does one call; a step answers with its events.
    ///
    /// # Errors
    /// The call names an unknown number, gives one twice, or the world refuses it.
    ///
    /// ```
    /// use jostle::world::{Op, Replay};
    /// assert_eq!(Replay::new().apply(&Op::Step)?, Some(vec![]));
    /// # Ok::<(), jostle::world::ReplayError>(())
    /// ```
    pub fn apply(&mut self, op: &Op) -> Result<Option<Vec<Event<u64>>>, ReplayError> {
        let late = core::mem::replace(&mut self.began, true);
        let refused = ReplayError::World;
        match op {
            Op::World { .. } if late => return Err(ReplayError::LateWorld),
            Op::World { touching } => self.world.set_touch_policy(*touching),
            Op::Insert { key, .. } => {
                let collider = self.collider(op)?;
                let own = self.world.add(collider).map_err(refused)?;
                self.keys.insert(*key, own);
            }
            Op::SetTransform { key, transform } => {
                let key = self.known(*key)?;
                self.world.set_transform(key, *transform).map_err(refused)?;
            }
            Op::SetShape { key, shape } => {
                let key = self.known(*key)?;
                self.world.set_shape(key, shape.clone()).map_err(refused)?;
            }
            Op::SetParent { key, parent } => {
                let key = self.known(*key)?;
                let parent = parent.map(|parent| self.known(parent)).transpose()?;
                self.world.set_parent(key, parent).map_err(refused)?;
            }
            Op::SetLayers { key, layer, sees } => {
                let key = self.known(*key)?;
                let layer = layer.or(self.world.layer(key)).unwrap_or_default();
                let sees = sees.or(self.world.sees(key)).unwrap_or_default();
                self.world.set_layers(key, layer, sees).map_err(refused)?;
            }
            Op::SetTeam { key, team } => {
                let key = self.known(*key)?;
                self.world.set_team(key, *team).map_err(refused)?;
            }
            Op::SetSensor { key, sensor } => {
                let key = self.known(*key)?;
                let world = &mut self.world;
                let done = if *sensor { world.make_sensor(key) } else { world.make_solid(key) };
                done.map_err(refused)?;
            }
            Op::Enable { key } => {
                let key = self.known(*key)?;
                self.world.enable(key).map_err(refused)?;
            }
            Op::Disable { key } => {
                let key = self.known(*key)?;
                self.world.disable(key).map_err(refused)?;
            }
            Op::Remove { key, children } => {
                let key = self.known(*key)?;
                self.world.remove_with(key, *children);
                let world = &self.world;
                self.keys.retain(|_, key| world.contains(*key));
            }
            Op::Step => return Ok(Some(self.world.step())),
        }
        Ok(None)
    }

    fn known(&self, key: u64) -> Result<Key, ReplayError> {
        self.key(key).ok_or(ReplayError::UnknownKey { key })
    }

    fn collider(&self, op: &Op) -> Result<Collider<u64>, ReplayError> {
        let Op::Insert { key, shape, transform, parent, layer, sees, team, sensor, enabled } = op
        else {
            return Err(ReplayError::LateWorld);
        };
        if self.keys.contains_key(key) {
            return Err(ReplayError::KeyInUse { key: *key });
        }
        let parent = parent.map(|parent| self.known(parent)).transpose()?;
        Ok(Collider {
            shape: shape.clone(),
            transform: *transform,
            parent,
            layer: *layer,
            sees: *sees,
            team: *team,
            sensor: *sensor,
            disabled: !enabled,
            ..Collider::group(*key)
        })
    }
}

impl<T> World<T> {
    /// Begins to record: from now on every edit and step is noted, after what the world holds.
    ///
    /// Pairs that are open now enter again in the replay. Pair filters and methods are code and are
    /// not noted; so are custom shapes in the JSON form.
    ///
    /// ```
    /// let mut world = jostle::World::<()>::new();
    /// world.record();
    /// world.step();
    /// assert_eq!(world.take_journal().len(), 2);
    /// assert!(world.take_journal().is_empty(), "it was taken, and recording has ended");
    /// ```
    pub fn record(&mut self) {
        let mut ops = Vec::from([Op::World { touching: self.pairing.touching }]);
        let keys = self.keys();
        ops.extend(keys.iter().filter_map(|key| self.insert_op(*key, None)));
        for key in keys {
            if let Some(parent) = self.parent(key) {
                let (key, parent) = (number(key), Some(number(parent)));
                ops.push(Op::SetParent { key, parent });
            }
        }
        self.journal = Some(ops);
    }

    /// Ends recording and returns what was noted; nothing where nothing was recorded.
    ///
    /// ```
    /// assert!(jostle::World::<()>::new().take_journal().is_empty());
    /// ```
    #[must_use]
    pub fn take_journal(&mut self) -> Vec<Op> {
        self.journal.take().unwrap_or_default()
    }

    /// Returns what was noted since the last call and goes on recording, for journals that are
    /// written as the run goes on.
    ///
    /// ```
    /// let mut world = jostle::World::<()>::new();
    /// world.record();
    /// assert_eq!(world.drain_journal().count(), 1);
    /// world.step();
    /// assert_eq!(world.drain_journal().count(), 1);
    /// ```
    pub fn drain_journal(&mut self) -> impl Iterator<Item = Op> + '_ {
        self.journal.iter_mut().flat_map(|ops| ops.drain(..))
    }

    pub(crate) fn note(&mut self, op: impl FnOnce() -> Op) {
        if let Some(ops) = &mut self.journal {
            ops.push(op());
        }
    }

    /// The call that adds a collider as it is, below this parent.
    pub(crate) fn insert_op(&self, key: Key, parent: Option<Key>) -> Option<Op> {
        let slot = self.slot(key)?;
        let meta = &self.slots.metas[slot];
        Some(Op::Insert {
            key: number(key),
            shape: self.slots.shapes[slot].clone(),
            transform: self.slots.local(slot),
            parent: parent.map(number),
            layer: meta.layer,
            sees: meta.sees,
            team: self.slots.team(slot),
            sensor: meta.has(SENSOR),
            enabled: meta.has(ENABLED),
        })
    }

    /// Notes that a slot was added.
    pub(crate) fn note_insert(&mut self, key: Key, parent: u32) {
        if self.journal.is_some() {
            let parent = (parent != NONE).then(|| self.key(parent as usize)).flatten();
            if let Some(op) = self.insert_op(key, parent) {
                self.note(|| op);
            }
        }
    }
}

/// The number that a recording names a collider by.
pub(crate) fn number(key: Key) -> u64 {
    key.serial().into()
}
