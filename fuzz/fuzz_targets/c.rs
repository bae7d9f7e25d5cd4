//! Bytes into a sequence of calls of the C face: with handles that are alive, freed and made up, null
//! pointers, and callbacks that call back. No call answers `FAULT`, and a handle is freed once.
//!
//! A function is called by the types of its arguments, so the table below is all that names it. A list
//! has [`ROOM`] values and a count is at most that, so every pointer keeps the promise of its call.
#![no_main]

use core::any::Any;
use core::ffi::{CStr, c_char, c_void};
use core::mem::MaybeUninit;
use core::ptr::{null, null_mut};
use core::sync::atomic::{AtomicU64, Ordering};

use jostle_c::boxes::*;
use jostle_c::custom::*;
use jostle_c::motion::*;
use jostle_c::numbers::*;
use jostle_c::pair::*;
use jostle_c::pairs::*;
use jostle_c::rings::*;
use jostle_c::shape::*;
use jostle_c::status::*;
use jostle_c::texts::*;
use jostle_c::trace::*;
use jostle_c::values::*;
use jostle_c::world::{
    batch::*, draw::*, edit::*, look::*, motion::*, query::*, replay::*, save::*, step::*, *,
};
use jostle_fuzz::{Bytes as Input, bytes::Numbers};
use libfuzzer_sys::fuzz_target;

/// The values behind every pointer.
const ROOM: usize = 16;

/// What the calls have made so far, freed or not.
struct Calls<'a> {
    input: Input<'a>,
    /// Handles: shapes, placed shapes, worlds, rings, texts, replays; and keys.
    made: [Vec<u64>; 7],
    /// The length of the text before it, for the next count.
    length: Option<usize>,
    /// What follows the call: the answers are looked at, and the memory of the arguments goes.
    after: Vec<Box<dyn FnOnce(&mut Self)>>,
}

const KEYS: usize = 6;

impl Calls<'_> {
    fn number(&mut self) -> f32 {
        if self.input.below(16) == 0 { self.input.raw() } else { self.input.number(Numbers::Near) }
    }

    /// A handle or a key: mostly one that was made, of this kind.
    fn handle(&mut self, kind: usize) -> u64 {
        let (pick, count) = (self.input.byte(), self.made[kind].len());
        match pick {
            0..=7 => 0,
            8..=15 => u64::from(self.input.raw().to_bits()) << 32 | u64::from(pick & 3),
            // Late ones are more often alive.
            _ if count > 0 => self.made[kind][count - 1 - usize::from(pick) % count.min(12)],
            _ => 0,
        }
    }

    /// Bytes for a text or a snapshot, with a zero behind them.
    fn text(&mut self) -> Vec<u8> {
        let mut text = match self.input.byte() {
            0..=127 => {
                let bytes = Bytes { id: self.handle(4) };
                let (mut data, mut length) = (null(), 0);
                // SAFETY: both may be written.
                let status = unsafe { jostle_bytes_data(bytes, &raw mut data, &raw mut length) };
                match status {
                    // SAFETY: the bytes stay there until they are freed.
                    Status::Ok => {
                        unsafe { core::slice::from_raw_parts(data.cast(), length) }.to_vec()
                    }
                    _ => b"tree".to_vec(),
                }
            }
            128..=159 => jostle::broad::NAMES
                [usize::from(self.input.below(4)) % jostle::broad::NAMES.len()]
            .into(),
            160..=191 => br#"{"op":"step"}"#.to_vec(),
            192..=207 => {
                br#"{"op":"insert","key":1,"shape":{"type":"circle","radius":1}}"#.to_vec()
            }
            _ => (0..self.input.below(64)).map(|_| self.input.byte()).collect(),
        };
        if self.input.below(8) == 0 && !text.is_empty() {
            let at = usize::from(self.input.byte()) % text.len();
            text[at] = self.input.byte();
        }
        self.length = Some(text.len());
        text.push(0);
        text
    }

    fn done(&mut self, answer: &dyn Any) {
        if let Some(status) = answer.downcast_ref::<Status>() {
            // SAFETY: the message lives until the next failing call on this thread.
            let message = unsafe { CStr::from_ptr(jostle_last_error_message()) };
            assert!(*status != Status::Fault, "{message:?}");
        }
        for after in std::mem::take(&mut self.after) {
            after(self);
        }
        self.length = None;
    }
}

/// What a call wrote: handles and keys are kept for later calls, lists are read.
fn look(value: &dyn Any, calls: &mut Calls<'_>) {
    let handles = [
        value
            .downcast_ref()
            .map(|v: &Shape| v.id)
            .or(value.downcast_ref().map(|v: &WeldGroup| v.shape.id)),
        value.downcast_ref().map(|v: &Placed| v.id),
        value.downcast_ref().map(|v: &World| v.id),
        value.downcast_ref().map(|v: &Rings| v.id),
        value.downcast_ref().map(|v: &Bytes| v.id),
        value.downcast_ref().map(|v: &Replay| v.id),
        value.downcast_ref().copied(),
    ];
    for (kind, handle) in handles.into_iter().enumerate() {
        let news = handle.filter(|handle| *handle != 0 && !calls.made[kind].contains(handle));
        calls.made[kind].extend(news);
    }
    // SAFETY of all below: pointers that a call wrote are good until the next call.
    if let Some(ring) = value.downcast_ref::<Ring>().filter(|ring| !ring.points.is_null()) {
        let points = unsafe { core::slice::from_raw_parts(ring.points, ring.count) };
        assert!(points.iter().all(|p| p.x.is_finite() && p.y.is_finite()), "{points:?}");
    }
    if let Some(slid) = value.downcast_ref::<Slid>().filter(|slid| slid.touch_count > 0) {
        let touches = unsafe { core::slice::from_raw_parts(slid.touches, slid.touch_count) };
        assert!(touches.iter().all(|touch| touch.key != 0));
    }
    if let Some(text) = value.downcast_ref::<*const c_char>().filter(|text| !text.is_null()) {
        let _ = unsafe { CStr::from_ptr(*text) }.to_bytes();
    }
}

/// A value in memory.
trait Value: Copy + 'static {
    fn draw(calls: &mut Calls<'_>) -> Self;
}

/// An argument of a call.
trait Argument {
    fn draw(calls: &mut Calls<'_>) -> Self;
}

impl<T: Value> Argument for T {
    fn draw(calls: &mut Calls<'_>) -> Self {
        T::draw(calls)
    }
}

/// A list, of which the first four are drawn and the others repeat them; rarely null.
impl<T: Value> Argument for *const T {
    fn draw(calls: &mut Calls<'_>) -> Self {
        if calls.input.below(16) == 0 {
            return null();
        }
        let some: Vec<T> = (0..1 + calls.input.below(4)).map(|_| T::draw(calls)).collect();
        let list: Box<[T]> = some.iter().cycle().take(ROOM).copied().collect();
        let at = list.as_ptr();
        calls.after.push(Box::new(move |_| drop(list)));
        at
    }
}

/// Room for answers, all zero; rarely null.
impl<T: 'static> Argument for *mut T {
    fn draw(calls: &mut Calls<'_>) -> Self {
        if calls.input.below(32) == 0 {
            return null_mut();
        }
        let mut room: Box<[MaybeUninit<T>]> = (0..ROOM).map(|_| MaybeUninit::zeroed()).collect();
        let at = room.as_mut_ptr().cast();
        calls.after.push(Box::new(move |calls| {
            // SAFETY: zeros are a value of every type of the face, and calls write whole values.
            room.iter().for_each(|value| look(unsafe { value.assume_init_ref() }, calls));
        }));
        at
    }
}

macro_rules! texts {
    ($($pointee:ty),*) => {$(impl Argument for *const $pointee {
        fn draw(calls: &mut Calls<'_>) -> Self {
            if calls.input.below(16) == 0 {
                return null();
            }
            let text = calls.text();
            let at = text.as_ptr().cast();
            calls.after.push(Box::new(move |_| drop(text)));
            at
        }
    })*};
}
texts!(c_char, c_void);

macro_rules! numbers {
    ($($type:ty: |$calls:ident| $draw:expr;)*) => {$(impl Value for $type {
        fn draw($calls: &mut Calls<'_>) -> Self {
            $draw
        }
    })*};
}

numbers! {
    bool: |c| c.input.byte() & 1 == 1;
    i32: |c| i32::from(c.input.below(8)) - 1;
    u32: |c| if c.input.below(32) == 0 { c.input.raw().to_bits() } else { u32::from(c.input.below(10)) };
    u64: |c| match c.input.below(8) {
        0..=4 => c.handle(KEYS),
        5 => u64::MAX,
        _ => u64::from(c.input.raw().to_bits()) << 32 | u64::from(c.input.raw().to_bits()),
    };
    usize: |c| c.length.take().unwrap_or_else(|| usize::from(c.input.below(ROOM as u8 + 1)));
    f32: |c| c.number();
    f64: |c| f64::from(c.number());
    Shape: |c| Self { id: c.handle(0) };
    Placed: |c| Self { id: c.handle(1) };
    World: |c| {
        let id = c.handle(2);
        WORLD.store(id, Ordering::Relaxed);
        Self { id }
    };
    Rings: |c| Self { id: c.handle(3) };
    Bytes: |c| Self { id: c.handle(4) };
    Replay: |c| Self { id: c.handle(5) };
    TouchPair: |c| {
        // SAFETY: zeros are one.
        let zero: Self = unsafe { MaybeUninit::zeroed().assume_init() };
        Self { contact: Value::draw(c), ..zero }
    };
    Filter: |c| Self {
        except_count: c.input.below(4).into(),
        except: Argument::draw(c),
        only: (c.input.below(2) == 0).then_some(only),
        layers: Value::draw(c),
        user: null_mut(),
    };
    Points: |c| Self { points: Argument::draw(c), count: c.input.below(9).into() };
    Motion: |c| Self {
        translation: Value::draw(c),
        // Some turns at most: the work grows with them.
        radians: f64::from(c.number().clamp(-30.0, 30.0)),
        degrees: f64::from(c.number().clamp(-2000.0, 2000.0)),
        scale: Value::draw(c),
        pivot: Value::draw(c),
        start: Value::draw(c),
        end: Value::draw(c),
        has_pivot: Value::draw(c),
        has_start: Value::draw(c),
        has_end: Value::draw(c),
        parent: if c.input.below(4) == 0 { <*const Self>::draw(c).cast() } else { null() },
    };
    SupportMap: |c| (c.input.below(8) > 0).then_some(square);
    Respond: |c| (c.input.below(3) > 0).then_some(respond);
    PairFilter: |c| (c.input.below(3) > 0).then_some(allows);
}

macro_rules! fields {
    ($($type:ident { $($field:ident),* })*) => {$(impl Value for $type {
        fn draw(calls: &mut Calls<'_>) -> Self {
            Self { $($field: Value::draw(calls)),* }
        }
    })*};
}

fields! {
    Vec2 { x, y }
    Rot { cos, sin }
    Affine { a, b, c, d, tx, ty }
    TransformParts { position, rotation, scale, skew, pivot }
    Aabb { min, max }
    Interval { min, max }
    OrientedBox { center, half, rot }
    Contact { normal, depth, point, on_a, on_b }
    LocalBox { local, transform }
    Part { shape, transform }
    Meet { stop, inside, skin }
    Ray { origin, translation, inside, radius }
    Collider { shape, transform, parent, layer, sees, data, team, sensor, disabled, detail }
    StepOptions { solids, sensors, stays }
    DebugDrawOptions { outlines, boxes, contacts, normals, nodes, keys, tolerance }
    Footing { key, point }
    Slide { by, up, max_slope, step, snap, skin, pace, legs, footing }
}

/// The world of the current call, for callbacks that call back.
static WORLD: AtomicU64 = AtomicU64::new(0);

fn call_back(key: Key) {
    let world = World { id: WORLD.load(Ordering::Relaxed) };
    let mut count = 0;
    // SAFETY: the count may be written.
    let asked = unsafe { jostle_world_len(world, &raw mut count) };
    let edited = jostle_world_move_by(world, key, Vec2 { x: 1.0, y: 0.0 });
    assert!(asked != Status::Fault && edited != Status::Fault && edited != Status::Ok);
}

unsafe extern "C" fn only(key: Key, _: u64, _: *mut c_void) -> bool {
    call_back(key);
    key & 3 != 0
}

unsafe extern "C" fn respond(key: Key, _: u64, _: *mut c_void) -> i32 {
    call_back(key);
    (key % 7) as i32
}

unsafe extern "C" fn allows(a: Key, _: u64, b: Key, _: u64, _: *mut c_void) -> bool {
    (a ^ b) & 7 != 1
}

unsafe extern "C" fn square(x: f64, y: f64, point: *mut f64, _: *mut c_void) {
    // SAFETY: there is room for two doubles.
    unsafe {
        point.write(1.0_f64.copysign(x));
        point.add(1).write(1.0_f64.copysign(y));
    }
}

macro_rules! arities {
    ($($arity:ident: $($arg:ident)*;)*) => {
        $(#[allow(non_snake_case, reason = "named by their types")]
        fn $arity<$($arg: Argument,)* R: 'static>(
            calls: &mut Calls<'_>,
            function: unsafe extern "C" fn($($arg),*) -> R,
        ) {
            $(let $arg = $arg::draw(calls);)*
            // SAFETY: every pointer is null or has room, and all of it lives until `done`.
            let answer = unsafe { function($($arg),*) };
            calls.done(&answer);
        })*
    };
}

arities! {
    none: ;
    one: A;
    two: A B;
    three: A B C;
    four: A B C D;
    five: A B C D E;
    six: A B C D E F;
    seven: A B C D E F G;
    eight: A B C D E F G H;
    nine: A B C D E F G H I;
}

macro_rules! table {
    ($($arity:ident: $($function:ident)*;)*) => {
        const TABLE: &[(&str, fn(&mut Calls<'_>))] =
            &[$($((stringify!($function), |calls| $arity(calls, $function))),*),*];
    };
}

// By the number of arguments.
table! {
    none: jostle_collider_default jostle_filter_any jostle_step_options_default;
    one: jostle_vec2_length jostle_rot_from_radians jostle_rot_from_degrees
        jostle_degrees_to_radians jostle_interval_sorted jostle_interval_length jostle_aabb_center
        jostle_aabb_half_extents jostle_affine_from_parts jostle_affine_is_finite
        jostle_contact_push_a jostle_contact_push_b jostle_placed_free jostle_rings_free
        jostle_shape_free jostle_bytes_free jostle_world_free jostle_replay_free jostle_world_record
        jostle_touch_pair_push_a jostle_touch_pair_push_b;
    two: jostle_box_place jostle_motion_by jostle_vec2_dot jostle_vec2_cross
        jostle_vec2_project_onto jostle_interval_overlaps jostle_interval_union
        jostle_interval_extend jostle_interval_clamp jostle_aabb_new jostle_aabb_overlaps
        jostle_aabb_overlaps_interior jostle_aabb_union jostle_aabb_contains jostle_affine_at
        jostle_affine_rotated jostle_affine_rotated_by jostle_affine_under jostle_affine_moved
        jostle_affine_transform_point jostle_affine_transform_vector jostle_affine_inverse
        jostle_affine_to_json jostle_oriented_box_corners jostle_bounds jostle_oriented_bounds
        jostle_corners jostle_area jostle_perimeter jostle_centroid jostle_placed_clone
        jostle_rings_count jostle_shape_point jostle_shape_circle jostle_shape_rect_half
        jostle_shape_rect_size jostle_shape_ellipse jostle_shape_to_json jostle_shape_kind
        jostle_shape_clone jostle_world_remove jostle_world_make_sensor jostle_world_make_solid
        jostle_world_enable jostle_world_disable jostle_world_len jostle_world_step_options
        jostle_world_stats jostle_world_heap_bytes jostle_world_hash jostle_world_set_method
        jostle_slide_by jostle_ray_new jostle_replay_new jostle_replay_world jostle_world_snapshot
        jostle_world_take_journal jostle_world_drain_journal jostle_world_set_step_options;
    three: jostle_box_overlaps jostle_box_overlaps_interior jostle_box_relation jostle_box_contact
        jostle_box_gap jostle_shape_custom jostle_interval_intersection jostle_aabb_intersection
        jostle_affine_scaled jostle_affine_skewed jostle_affine_pivoted jostle_affine_from_json
        jostle_project_edge jostle_intersect_segments jostle_intersect_lines jostle_overlaps
        jostle_overlaps_interior jostle_verdict jostle_relation jostle_contains
        jostle_contains_point jostle_gap jostle_contact jostle_manifold jostle_closest jostle_why
        jostle_bounds_of jostle_edge jostle_project jostle_placed_moved jostle_rings_get
        jostle_shape_segment jostle_shape_circle_at jostle_shape_half_plane jostle_shape_polygon
        jostle_shape_hull jostle_shape_compound jostle_shape_from_json jostle_shape_with_radius
        jostle_shape_place jostle_bytes_data jostle_world_add jostle_world_remove_with
        jostle_world_set_transform jostle_world_apply_transform jostle_world_move_by
        jostle_world_set_shape jostle_world_set_parent jostle_world_set_team jostle_world_set_detail
        jostle_world_set_data jostle_world_contains jostle_world_data jostle_world_shape
        jostle_world_placed jostle_world_transform jostle_world_world_transform jostle_world_parent
        jostle_world_subtree_bounds jostle_world_layer jostle_world_sees jostle_world_team
        jostle_world_detail jostle_world_is_sensor jostle_world_is_enabled jostle_world_new
        jostle_world_set_pair_filter jostle_world_set_one_way jostle_world_set_platform
        jostle_world_one_way jostle_world_is_platform jostle_world_nearest_pair jostle_replay_key
        jostle_world_restore jostle_world_step;
    four: jostle_candidate_count jostle_box_test_until jostle_motion_at jostle_test_until jostle_hit jostle_outline
        jostle_shape_capsule jostle_shape_rect_half_at jostle_shape_ellipse_at jostle_shape_triangle
        jostle_shape_from_json_with_transform jostle_world_add_all jostle_world_set_transforms
        jostle_world_set_layers jostle_world_keys jostle_world_pairs jostle_world_changed
        jostle_world_ray_first jostle_world_ray_any jostle_world_overlaps jostle_world_contact
        jostle_world_gap jostle_world_closest;
    five: jostle_cast jostle_contacts jostle_crossings jostle_region jostle_ray jostle_weld
        jostle_pairs jostle_pair_contacts jostle_shape_polygon_with_holes jostle_shape_chain
        jostle_shape_mask jostle_world_ray_first_each jostle_world_ray_any_each jostle_world_weld
        jostle_world_children jostle_world_touching jostle_world_why_not jostle_world_cast_key
        jostle_replay_apply;
    six: jostle_sweep jostle_shape_grid jostle_world_cast_first jostle_world_cast_any
        jostle_world_slide jostle_world_slide_try jostle_world_at_point
        jostle_world_overlapping_aabb jostle_world_overlapping jostle_world_contained_in
        jostle_world_contacts_of jostle_world_ray_all;
    seven: jostle_pairs_between jostle_pair_contacts_between jostle_world_nearest;
    eight: jostle_shape_grid_of_tiles jostle_world_at_point_each jostle_world_overlapping_aabb_each
        jostle_world_overlapping_each jostle_world_contained_in_each jostle_world_ray_all_each
        jostle_world_cast_all;
    nine: jostle_world_nearest_each jostle_world_draw;
}

/// Pixels of a size, whose list depends on it.
fn trace(calls: &mut Calls<'_>) {
    let [width, height] = [0; 2].map(|_| u32::from(calls.input.below(7)));
    let rgba: Vec<u8> = (0..width * height * 4).map(|_| calls.input.byte()).collect();
    let c = &mut *calls;
    let ignored = Ignored {
        rgba: [0; 4].map(|_| c.input.byte()),
        any_alpha: Value::draw(c),
        tolerance: c.input.byte(),
    };
    let tracing = Tracing {
        alpha: c.input.byte(),
        corners_join: Value::draw(c),
        ignored: &raw const ignored,
        ignored_count: c.input.below(2).into(),
        detail: Value::draw(c),
        side: Value::draw(c),
        fill: Value::draw(c),
        max_error: Value::draw(c),
        min_iou: Value::draw(c),
        max_vertices: Value::draw(c),
        min_area: Value::draw(c),
        quick: Value::draw(c),
    };
    let (shape, rings, report) = (Argument::draw(c), Argument::draw(c), Argument::draw(c));
    // SAFETY: the pixels are width times height; the rest is null or has room.
    let status = unsafe {
        jostle_trace_rgba(rgba.as_ptr(), width, height, &raw const tracing, shape, rings, report)
    };
    calls.done(&status);
}

fuzz_target!(init: {
    let header = include_str!("../../crates/jostle-c/include/jostle/jostle.h");
    for line in header.lines().filter(|line| !line.starts_with(" *") && !line.contains("(*")) {
        let Some((before, _)) = line.split_once('(') else { continue };
        let name = before.rsplit([' ', '*']).next().unwrap_or_default();
        let by_hand = ["jostle_last_error_message", "jostle_trace_rgba", "jostle_trace_default"];
        let is_known = by_hand.contains(&name) || TABLE.iter().any(|(known, _)| *known == name);
        assert!(is_known || !name.starts_with("jostle_"), "{name} is not in the table");
    }
}, |data: &[u8]| {
    let mut calls = Calls { input: Input::new(data), made: Default::default(), length: None, after: Vec::new() };
    let show = std::env::var_os("SHOW").is_some();
    for _ in 0..data.len().min(400) / 4 {
        let number = usize::from(calls.input.byte());
        match TABLE.get(number) {
            Some((name, call)) => {
                if show {
                    eprintln!("{name}");
                }
                call(&mut calls);
            }
            None => trace(&mut calls),
        }
    }
    let frees: [fn(u64) -> Status; KEYS] = [
        |id| jostle_shape_free(Shape { id }),
        |id| jostle_placed_free(Placed { id }),
        |id| jostle_world_free(World { id }),
        |id| jostle_rings_free(Rings { id }),
        |id| jostle_bytes_free(Bytes { id }),
        |id| jostle_replay_free(Replay { id }),
    ];
    for (free, handles) in frees.into_iter().zip(&calls.made) {
        for handle in handles {
            free(*handle);
            assert_eq!(free(*handle), Status::Handle, "freed twice");
        }
    }
});
