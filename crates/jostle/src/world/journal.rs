//! Journals: all calls of a run, as data that can be replayed.
//!
//! A world that records notes every edit and step that succeeded; queries change nothing and are
//! not noted. [`Replay`] repeats the calls in a world of its own and reaches the same hash.
//! Colliders are named by numbers; a recording uses their serial numbers. [`Op::to_json`] has the
//! JSON form (feature `serde`).

use alloc::{collections::BTreeMap, sync::Arc, vec::Vec};
use core::fmt;

use crate::math::{Affine, Vec2};
use crate::shape::Shape;
use crate::world::storage::{ENABLED, SENSOR};
use crate::world::{
    Children, Collider, Core, Detail, Event, Key, Layers, PairMember, Response, Slid, Slide,
    StepOptions, TouchPolicy, World, WorldError,
};

/// One call.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "op", rename_all = "snake_case"))]
#[non_exhaustive]
#[expect(missing_docs, reason = "fields are the arguments of the call that the variant names")]
pub enum Op {
    /// The settings of the world; only before all other calls.
    World { touching: TouchPolicy },
    /// [`World::add`]; `key` is the number of the collider from here on. Without a shape it is a
    /// group; team 0 is none.
    Insert {
        key: u64,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        shape: Option<Arc<Shape>>,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_identity"))]
        transform: Affine,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        parent: Option<u64>,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
        layer: Layers,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "sees_all"))]
        sees: Layers,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
        team: u32,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
        sensor: bool,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "bool::clone"))]
        enabled: bool,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        detail: Option<Detail>,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        one_way: Option<Vec2>,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
        platform: bool,
    },
    /// [`World::set_transform`].
    SetTransform { key: u64, transform: Affine },
    /// [`World::set_shape`], or [`World::remove_shape`] without one.
    SetShape { key: u64, shape: Option<Arc<Shape>> },
    /// [`World::set_parent`].
    SetParent { key: u64, parent: Option<u64> },
    /// [`World::set_layers`]; `None` leaves the layers as they are.
    SetLayers {
        key: u64,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        layer: Option<Layers>,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        sees: Option<Layers>,
    },
    /// [`World::set_team`]; 0 is none.
    SetTeam { key: u64, team: u32 },
    /// [`World::set_sensor`].
    SetSensor { key: u64, sensor: bool },
    /// [`World::set_detail`].
    SetDetail { key: u64, detail: Option<Detail> },
    /// [`World::set_one_way`].
    SetOneWay { key: u64, one_way: Option<Vec2> },
    /// [`World::set_platform`].
    SetPlatform { key: u64, platform: bool },
    /// [`World::set_step_options`].
    SetStepOptions {
        #[cfg_attr(feature = "serde", serde(flatten))]
        options: StepOptions,
    },
    /// [`World::set_enabled`] with `true`.
    Enable { key: u64 },
    /// [`World::set_enabled`] with `false`.
    Disable { key: u64 },
    /// [`World::remove_with`].
    Remove {
        key: u64,
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_default"))]
        children: Children,
    },
    /// [`World::step`].
    Step,
}

#[cfg(feature = "serde")]
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(feature = "serde")]
fn is_identity(affine: &Affine) -> bool {
    *affine == Affine::IDENTITY
}

#[cfg(feature = "serde")]
fn sees_all(sees: &Layers) -> bool {
    *sees == Layers::ALL
}

/// Reports why a call of a journal cannot be done; the world is as it was.
///
/// ```
/// use jostle::world::{Op, Replay, ReplayError};
/// let error = Replay::new().apply(&Op::Enable { key: 7 }).unwrap_err();
/// assert_eq!(error, ReplayError::UnknownKey { key: 7 });
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[expect(missing_docs, reason = "a key is the number in question")]
pub enum ReplayError {
    /// No collider has that number now.
    UnknownKey { key: u64 },
    /// A collider has that number already.
    KeyInUse { key: u64 },
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

impl From<WorldError> for ReplayError {
    fn from(error: WorldError) -> Self {
        Self::World(error)
    }
}

/// A world that is driven by a journal; its colliders carry their numbers as data.
///
/// ```
/// use jostle::{Collider, Shape, World, world::Replay};
/// let mut world = World::new();
/// world.record();
/// world.add_all((0..2).map(|i| Collider::new(i, Shape::circle(1.0).unwrap()))).unwrap();
/// world.step();
/// let mut replay = Replay::new();
/// for op in world.take_journal() {
///     let events = replay.apply(&op).unwrap().unwrap_or_default();
///     assert!(events.iter().all(|event| replay.key_numbers(event) == [1, 2]));
/// }
/// assert_eq!(replay.world().hash(), world.hash());
/// ```
#[derive(Debug, Default)]
pub struct Replay {
    world: World<u64>,
    keys: BTreeMap<u64, Key>,
    began: bool,
}

impl Replay {
    /// Makes a replay with an empty world.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a replay in an empty world of the caller's, for a broad phase of choice.
    #[must_use]
    pub fn in_world(world: World<u64>) -> Self {
        Self { world, ..Self::default() }
    }

    /// Looks at the world.
    #[must_use]
    pub fn world(&self) -> &World<u64> {
        &self.world
    }

    /// Returns the key of a number, while a collider has it.
    #[must_use]
    pub fn key(&self, number: u64) -> Option<Key> {
        self.keys.get(&number).copied()
    }

    /// Returns the numbers of a and b of an event, gone ones included.
    #[must_use]
    pub fn key_numbers(&self, event: &Event<u64>) -> [u64; 2] {
        match event {
            Event::Exit(parting) => [parting.data_a, parting.data_b],
            _ => event.keys().map(|key| self.world.data(key).copied().unwrap_or(0)),
        }
    }

    /// Slides the collider of a number; see [`World::slide`].
    ///
    /// # Errors
    /// No collider has the number, or the world refuses the slide.
    ///
    /// ```
    /// use jostle::world::{Op, Replay, ReplayError};
    /// use jostle::{Response, Slide};
    /// let slid = Replay::new().slide(7, &Slide::by(1.0, 0.0), |_| Response::Slide);
    /// assert_eq!(slid.unwrap_err(), ReplayError::UnknownKey { key: 7 });
    /// ```
    pub fn slide(
        &mut self,
        key: u64,
        slide: &Slide,
        respond: impl FnMut(&PairMember<'_, u64>) -> Response,
    ) -> Result<Slid, ReplayError> {
        let own = self.key(key).ok_or(ReplayError::UnknownKey { key })?;
        let slid = self.world.slide(own, slide, respond)?;
        self.began = true;
        Ok(slid)
    }

    /// Does one call; a step answers with its events.
    ///
    /// # Errors
    /// The call names an unknown number, gives one twice, or the world refuses it.
    pub fn apply(&mut self, op: &Op) -> Result<Option<Vec<Event<u64>>>, ReplayError> {
        let told = self.edit(op)?;
        self.began = true;
        Ok(told)
    }

    fn edit(&mut self, op: &Op) -> Result<Option<Vec<Event<u64>>>, ReplayError> {
        let Self { world, keys, began } = self;
        let known = |key: u64| keys.get(&key).copied().ok_or(ReplayError::UnknownKey { key });
        match *op {
            Op::World { .. } if *began => return Err(ReplayError::LateWorld),
            Op::World { touching } => world.set_touch_policy(touching),
            Op::Insert {
                key,
                ref shape,
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
                if keys.contains_key(&key) {
                    return Err(ReplayError::KeyInUse { key });
                }
                let own = world.add(Collider {
                    data: key,
                    shape: shape.clone(),
                    transform,
                    parent: parent.map(known).transpose()?,
                    layer,
                    sees,
                    team,
                    sensor,
                    disabled: !enabled,
                    detail,
                    one_way,
                    platform,
                })?;
                keys.insert(key, own);
            }
            Op::SetTransform { key, transform } => world.set_transform(known(key)?, transform)?,
            Op::SetShape { key, ref shape } => world.core.set_shape(known(key)?, shape.clone())?,
            Op::SetParent { key, parent } => {
                world.set_parent(known(key)?, parent.map(known).transpose()?)?;
            }
            Op::SetLayers { key, layer, sees } => {
                let key = known(key)?;
                let layer = layer.or(world.layer(key)).unwrap_or_default();
                world.set_layers(key, layer, sees.or(world.sees(key)).unwrap_or_default())?;
            }
            Op::SetTeam { key, team } => world.set_team(known(key)?, team)?,
            Op::SetSensor { key, sensor } => world.set_sensor(known(key)?, sensor)?,
            Op::SetDetail { key, detail } => world.set_detail(known(key)?, detail)?,
            Op::SetOneWay { key, one_way } => world.set_one_way(known(key)?, one_way)?,
            Op::SetPlatform { key, platform } => world.set_platform(known(key)?, platform)?,
            Op::SetStepOptions { options } => world.set_step_options(options),
            Op::Enable { key } => world.set_enabled(known(key)?, true)?,
            Op::Disable { key } => world.set_enabled(known(key)?, false)?,
            Op::Remove { key, children } => {
                world.remove_with(known(key)?, children);
                keys.retain(|_, key| world.contains(*key));
            }
            Op::Step => return Ok(Some(world.step())),
        }
        Ok(None)
    }
}

/// # Record
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
        let mut ops = Vec::from([Op::World { touching: self.core.pairing.touching }]);
        if self.core.pairing.options != StepOptions::default() {
            ops.push(Op::SetStepOptions { options: self.core.pairing.options });
        }
        let keys = self.keys();
        ops.extend(keys.iter().filter_map(|key| self.core.insert_op(*key, None)));
        for key in keys {
            if let Some(parent) = self.parent(key) {
                let (key, parent) = (number(key), Some(number(parent)));
                ops.push(Op::SetParent { key, parent });
            }
        }
        self.core.journal = Some(ops);
    }

    /// Ends recording and returns what was noted; empty if nothing was recorded.
    #[must_use]
    pub fn take_journal(&mut self) -> Vec<Op> {
        self.core.journal.take().unwrap_or_default()
    }

    /// Returns what was noted since the last call and goes on recording, for journals that are
    /// written as the run goes on.
    pub fn drain_journal(&mut self) -> impl Iterator<Item = Op> + '_ {
        self.core.journal.iter_mut().flat_map(|ops| ops.drain(..))
    }
}

impl Core {
    pub(crate) fn note(&mut self, op: impl FnOnce() -> Op) {
        if let Some(ops) = &mut self.journal {
            ops.push(op());
        }
    }

    /// The call that adds a collider as it is, below this parent.
    pub(crate) fn insert_op(&self, key: Key, parent: Option<Key>) -> Option<Op> {
        let slot = self.slot(key)?;
        let meta = &self.slots.metas[slot];
        let listed = self.platform_of(key).ok()?;
        Some(Op::Insert {
            key: number(key),
            shape: self.slots.shapes[slot].clone(),
            transform: self.slots.local(slot),
            parent: parent.map(number),
            layer: meta.layer,
            sees: meta.sees,
            team: meta.team,
            sensor: meta.has(SENSOR),
            enabled: meta.has(ENABLED),
            detail: meta.detail,
            one_way: listed.one_way,
            platform: listed.is_platform,
        })
    }
}

/// Returns the number by which a recording names a collider.
pub(crate) fn number(key: Key) -> u64 {
    key.serial().into()
}
