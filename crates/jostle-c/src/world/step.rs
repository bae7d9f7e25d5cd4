//! Steps and their events, which are data: an array that stays until the next step.

use std::sync::Arc;

use jostle as j;

use super::{Key, World, read, write};
use crate::border::{out, word};
use crate::status::{Answer, Status, guard, value};
use crate::table::Table;
use crate::values::{Contact, Vec2};

/// Which of a pair sees the other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenBy {
    /// Only a sees b.
    A = 0,
    /// Only b sees a.
    B = 1,
    /// Each sees the other.
    Both = 2,
}

/// Two parts of compounds or cells of grids that touch.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartPair {
    /// The part of a, or the cell row · columns + column.
    pub a: u32,
    /// The part of b.
    pub b: u32,
}

/// Two colliders that touch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TouchPair {
    /// The collider that was added first.
    pub a: Key,
    /// The other.
    pub b: Key,
    /// Which of them sees the other.
    pub seen_by: SeenBy,
    /// True if one of them is a sensor.
    pub sensor: bool,
    /// True if the step computed a contact: for sensors and by another method than the exact one it
    /// computes none, unless a detail requires it.
    pub has_contact: bool,
    /// The contact from a to b at the step.
    pub contact: Contact,
    /// Parts that touch, of events; valid as long as the events are.
    pub parts: *const PartPair,
    /// How many there are.
    pub part_count: usize,
}

/// How much a step computes of a pair that touches. That of one collider counts for its pairs, of
/// two the greater; where neither has one, the step options do.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairDetail {
    /// That of the step options; of the options themselves what they start with.
    Default = 0,
    /// That the two touch. There is no contact.
    Touch = 1,
    /// A contact with the nearest boundary; the push of a concave shape may not separate.
    Near = 2,
    /// The contact whose push separates.
    Push = 3,
}

impl From<Option<j::world::Detail>> for PairDetail {
    fn from(detail: Option<j::world::Detail>) -> Self {
        match detail {
            None => Self::Default,
            Some(j::world::Detail::Touch) => Self::Touch,
            Some(j::world::Detail::Near) => Self::Near,
            Some(j::world::Detail::Push) => Self::Push,
        }
    }
}

/// The library's detail of a number; `None` for the default.
pub(super) fn detail(number: i32) -> Answer<Option<j::world::Detail>> {
    use j::world::Detail::{Near, Push, Touch};
    word(number, &[None, Some(Touch), Some(Near), Some(Push)], "JostlePairDetail")
}

/// What the steps of a world compute and report; begin with `jostle_step_options_default`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepOptions {
    /// A `JostlePairDetail` for pairs of two solids; at first the push.
    pub solids: i32,
    /// A `JostlePairDetail` for pairs with a sensor; at first the touch.
    pub sensors: i32,
    /// True if stays are reported. Enters and exits are always reported.
    pub stays: bool,
}

impl From<j::world::StepOptions> for StepOptions {
    fn from(options: j::world::StepOptions) -> Self {
        let [solids, sensors] =
            [options.solids, options.sensors].map(|detail| PairDetail::from(Some(detail)) as i32);
        Self { solids, sensors, stays: options.stays }
    }
}

/// Returns what steps compute and report at first: pushes of solids, touches of sensors, and stays.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_step_options_default() -> StepOptions {
    j::world::StepOptions::default().into()
}

/// Sets what the steps of a world compute and report. The next step decides all pairs again.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_world_set_step_options(world: World, options: StepOptions) -> Status {
    guard(|| {
        let start = j::world::StepOptions::default();
        let own = j::world::StepOptions {
            solids: detail(options.solids)?.unwrap_or(start.solids),
            sensors: detail(options.sensors)?.unwrap_or(start.sensors),
            stays: options.stays,
        };
        write(world)?.world.set_step_options(own);
        Ok(())
    })
}

/// What an event reports.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The two touch and did not at the last step.
    Enter = 0,
    /// The two touch and did at the last step.
    Stay = 1,
    /// The two touched at the last step and do not any more.
    Exit = 2,
}

/// Why two colliders do not touch any more; the first that holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// They do: the event is no exit.
    None = 0,
    /// One of them was removed.
    Removed = 1,
    /// One of them was disabled.
    Disabled = 2,
    /// Layers, teams or the filter keep them apart now.
    Filtered = 3,
    /// One of them got another shape, or lost it.
    Reshaped = 4,
    /// One of them moved.
    Separated = 5,
}

/// A change of one pair in a step: exactly one exit for every enter.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The kind.
    pub kind: EventKind,
    /// The reason of an exit.
    pub reason: ExitReason,
    /// The two, and their contact if they touch.
    pub touch: TouchPair,
    /// The data of a, even if it is removed.
    pub data_a: u64,
    /// The data of b.
    pub data_b: u64,
}

/// The events of the last step as C sees them, and as they are, which holds the lists of parts.
#[derive(Default)]
pub(crate) struct News {
    own: Vec<j::Event<u64>>,
    told: Vec<Event>,
}

// SAFETY: the pointers of `told` lead into `own`, and both change only together.
unsafe impl Send for News {}
// SAFETY: as above.
unsafe impl Sync for News {}

impl News {
    /// A list to write to: the one that is there, unless someone keeps it.
    pub(crate) fn fresh(list: &mut Arc<Self>) -> &mut Self {
        if Arc::get_mut(list).is_none() {
            *list = Arc::default();
        }
        Arc::get_mut(list).expect("nobody else has it")
    }

    /// Steps a world and keeps its events.
    fn step(&mut self, world: &mut j::World<u64>) {
        self.own.clear();
        world.step_into(&mut self.own);
        self.tell(|key| world.data(key).copied().unwrap_or(0));
    }

    /// Keeps events that were made elsewhere.
    pub(crate) fn keep(&mut self, events: Vec<j::Event<u64>>, data: impl Fn(j::Key) -> u64) {
        self.own = events;
        self.tell(data);
    }

    fn tell(&mut self, data: impl Fn(j::Key) -> u64) {
        self.told.clear();
        self.told.extend(self.own.iter().map(|event| told(event, &data)));
    }

    pub(crate) fn told(&self) -> &[Event] {
        &self.told
    }
}

fn seen_by(seen_by: j::SeenBy) -> SeenBy {
    match seen_by {
        j::SeenBy::A => SeenBy::A,
        j::SeenBy::B => SeenBy::B,
        j::SeenBy::Both => SeenBy::Both,
    }
}

impl TouchPair {
    /// A touch whose parts C may read as long as `touch` lives.
    fn with_parts(touch: &j::TouchPair) -> Self {
        let parts = touch.parts();
        // A `PartPair` is two numbers in a row.
        const { assert!(size_of::<[u32; 2]>() == size_of::<PartPair>()) };
        Self { parts: parts.as_ptr().cast(), part_count: parts.len(), ..Self::without_parts(touch) }
    }

    pub(crate) fn without_parts(touch: &j::TouchPair) -> Self {
        Self {
            a: touch.a.to_bits(),
            b: touch.b.to_bits(),
            seen_by: seen_by(touch.seen_by),
            sensor: touch.sensor,
            has_contact: touch.contact().is_some(),
            contact: touch.contact().copied().map(Contact::from).unwrap_or_default(),
            parts: core::ptr::null(),
            part_count: 0,
        }
    }
}

fn told(event: &j::Event<u64>, data: &impl Fn(j::Key) -> u64) -> Event {
    let touching = |kind, touch: &j::TouchPair| Event {
        kind,
        reason: ExitReason::None,
        touch: TouchPair::with_parts(touch),
        data_a: data(touch.a),
        data_b: data(touch.b),
    };
    match event {
        j::Event::Enter(touch) => touching(EventKind::Enter, touch),
        j::Event::Stay(touch) => touching(EventKind::Stay, touch),
        j::Event::Exit(parting) => Event {
            kind: EventKind::Exit,
            reason: match parting.reason {
                j::ExitReason::Removed => ExitReason::Removed,
                j::ExitReason::Disabled => ExitReason::Disabled,
                j::ExitReason::Filtered => ExitReason::Filtered,
                j::ExitReason::Reshaped => ExitReason::Reshaped,
                j::ExitReason::Separated => ExitReason::Separated,
            },
            touch: TouchPair {
                a: parting.a.to_bits(),
                b: parting.b.to_bits(),
                seen_by: seen_by(parting.seen_by),
                sensor: parting.sensor,
                has_contact: false,
                contact: Contact::default(),
                parts: core::ptr::null(),
                part_count: 0,
            },
            data_a: parting.data_a,
            data_b: parting.data_b,
        },
    }
}

/// Samples the state of a world, and writes what changed between its pairs since the last step: an
/// array that stays until the next step, or until the world is freed; `jostle_world_events` keeps it
/// longer. The world may be edited while the array is read.
///
/// # Safety
/// `out_events` and `out_count` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_step(
    world: World,
    out_events: *mut *const Event,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (events, count) =
            unsafe { (out(out_events, "out_events")?, out(out_count, "out_count")?) };
        let mut held = write(world)?;
        let held = &mut *held;
        News::fresh(&mut held.news).step(&mut held.world);
        events.write(held.news.told().as_ptr());
        count.write(held.news.told().len());
        Ok(())
    })
}

/// The events of a step, kept past the next one and past their world; free them with
/// `jostle_events_free`. An id of 0 is none.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Events {
    /// The handle.
    pub id: u64,
}

static EVENTS: Table<Arc<News>> = Table::new("list of events");

pub(crate) fn keep_events(news: &Arc<News>) -> Answer<Events> {
    Ok(Events { id: EVENTS.keep(news.clone())? })
}

/// Keeps the events of the last step: they are not copied, and the next step writes to another array.
///
/// # Safety
/// `out_events` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_world_events(world: World, out_events: *mut Events) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let to = unsafe { out(out_events, "out_events")? };
        to.write(keep_events(&read(world)?.news)?);
        Ok(())
    })
}

/// Writes where events that are kept are, and how many: an array that stays until they are freed.
///
/// # Safety
/// `out_events` and `out_count` are null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn jostle_events_data(
    events: Events,
    out_events: *mut *const Event,
    out_count: *mut usize,
) -> Status {
    guard(|| {
        // SAFETY: by the promise above.
        let (to, count) = unsafe { (out(out_events, "out_events")?, out(out_count, "out_count")?) };
        let news = EVENTS.read(events.id)?;
        to.write(news.told().as_ptr());
        count.write(news.told().len());
        Ok(())
    })
}

/// Frees events that are kept.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_events_free(events: Events) -> Status {
    guard(|| EVENTS.take(events.id).map(drop))
}

/// Returns the translation that moves a out of b; zero for sensors, which have no push.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_touch_pair_push_a(touch: TouchPair) -> Vec2 {
    push(touch, |contact| contact.push_a())
}

/// Returns the translation that moves b out of a; zero for sensors, which have no push.
#[unsafe(no_mangle)]
pub extern "C" fn jostle_touch_pair_push_b(touch: TouchPair) -> Vec2 {
    push(touch, |contact| contact.push_b())
}

fn push(touch: TouchPair, way: fn(&j::Contact) -> j::Vec2) -> Vec2 {
    if touch.sensor || !touch.has_contact {
        return Vec2::default();
    }
    value(Vec2::default(), || way(&touch.contact.into()).into())
}
