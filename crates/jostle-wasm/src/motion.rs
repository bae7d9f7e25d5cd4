//! Shapes that move: casts and sweeps of pairs and in worlds, and slides.

use jostle::world::{Footing, Pace, Response, Slid, Slide, SlideEnd};
use jostle::{Affine, Cast, CastFound, Key, Meet, Motion, Stop, Vec2};

use crate::buffers::{REFUSED, input_numbers, out, point};
use crate::calls::j_respond;
use crate::keys;
use crate::one::inside_of;
use crate::pair::points;
use crate::placed::{with, with_both};
use crate::query::filtered;
use crate::refusals::{refuse_edit, refuse_key};
use crate::world::{ask, edit_one, look};

/// Numbers of a leg of a motion.
const LEG: u32 = 16;

/// Reads the legs of a motion, innermost first, from a byte of the input on: translation, turn and
/// its kind (1 degrees, 2 radians), pivot and whether there is one, scale, transform at the start and
/// whether there is one.
fn motion(start: u32, legs: u32) -> Motion {
    let numbers = input_numbers(start, LEG * legs);
    let legs = numbers.as_chunks::<{ LEG as usize }>().0.iter().map(|n| {
        let f = |i: usize| n[i] as f32;
        let moved = Motion::by(f(0), f(1)).scaling(f(7), f(8));
        let turned = if n[3] == 2.0 { moved.turning(n[2]) } else { moved.turning_degrees(n[2]) };
        let about = if n[4] == 1.0 { turned.about((f(5), f(6))) } else { turned };
        if n[9] == 1.0 {
            about.starting_at(&Affine::from_matrix([f(10), f(11), f(12), f(13), f(14), f(15)]))
        } else {
            about
        }
    });
    legs.rev().reduce(|carried, own| own.under(&carried)).unwrap_or(Motion::NONE)
}

fn meet(stop: u32, inside: u32, skin: f32) -> Meet {
    let stop = if stop == 1 { Stop::Overlapping } else { Stop::Touching };
    Meet { stop, inside: inside_of(inside), skin }
}

/// No numbers, or seven: fraction, latest, whether it is certain, normal, point. The input has the
/// legs of a and then those of b.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_sweep(
    a: u32,
    b: u32,
    legs_a: u32,
    legs_b: u32,
    stop: u32,
    inside: u32,
    skin: f32,
) -> u32 {
    let (by_a, by_b) = (motion(0, legs_a), motion(8 * LEG * legs_a, legs_b));
    let found = with_both(a, b, |a, b| a.sweep(b, &by_a, &by_b, meet(stop, inside, skin)));
    found.map_or(REFUSED, |hit| {
        out(|out| {
            let Some(hit) = hit else { return };
            out.extend([f64::from(hit.fraction), f64::from(hit.latest)]);
            out.push(f64::from(u8::from(hit.certain)));
            points(out, &[hit.normal, hit.point]);
        })
    })
}

fn write_found(out: &mut Vec<f64>, found: &CastFound) {
    out.extend([keys::external(found.key), f64::from(found.fraction), f64::from(found.latest)]);
    out.push(f64::from(u8::from(found.certain)));
    points(out, &[found.normal, found.point]);
    out.extend([found.part, found.edge].map(f64::from));
}

/// A cast of a placed shape, whose legs are in the input before the filter. 0 the first, 1 all, 2
/// whether there is any; ten numbers a hit, or 1 or 0.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_cast_in(
    world: u32,
    shape: u32,
    legs: u32,
    which: u32,
    stop: u32,
    inside: u32,
    skin: f32,
    except: u32,
    only: u32,
) -> u32 {
    let motion = motion(0, legs);
    let answer = with(shape, |placed| {
        let cast = Cast { shape: placed, motion, meet: meet(stop, inside, skin) };
        filtered(world, 8 * LEG * legs, except, only, |held, filter| {
            let found = match which {
                0 => held.world.cast_first(&cast, filter).into_iter().collect(),
                1 => held.world.cast_all(&cast, filter),
                _ => return u32::from(held.world.cast_any(&cast, filter)),
            };
            out(|out| found.iter().for_each(|found| write_found(out, found)))
        })
    });
    answer.unwrap_or(REFUSED)
}

fn response(code: u32) -> Response {
    match code {
        1 => Response::Stop,
        2 => Response::Bounce,
        3 => Response::Cross,
        4 => Response::Ignore,
        _ => Response::Slide,
    }
}

fn response_code(response: Response) -> f64 {
    match response {
        Response::Slide => 0.0,
        Response::Stop => 1.0,
        Response::Bounce => 2.0,
        Response::Cross => 3.0,
        Response::Ignore => 4.0,
    }
}

/// Computes a slide of a collider, and moves nothing: [`j_slid`] does. The input has: the translation,
/// whether there is an up and its two numbers, the steepest floor in radians (below 0: as it is),
/// step, snap, skin, pace, legs (0: as it is), the key of the footing (0: none) and its point. Returns
/// numbers: end, moved, pushed, carried, left, stepped, snapped, then for floor, wall and ceiling
/// whether there is one and its normal, the key of the footing and its point, and for each touch key,
/// response, fraction, point, normal.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_slide(world: u32, key: f64) -> u32 {
    let n = input_numbers(0, 14);
    let &[x, y, up, ux, uy, slope, step, snap, skin, pace, legs, on, fx, fy] = n.as_slice() else {
        return REFUSED;
    };
    ask(world, |held| {
        let mut slide = Slide::by(x as f32, y as f32);
        slide.up = (up == 1.0).then(|| Vec2::new(ux as f32, uy as f32));
        slide.max_slope = if slope >= 0.0 { slope as f32 } else { slide.max_slope };
        (slide.step, slide.snap, slide.skin) = (step as f32, snap as f32, skin as f32);
        slide.pace = [Pace::Project, Pace::Keep, Pace::Level][(pace as usize).min(2)];
        slide.legs = if legs > 0.0 { legs as u32 } else { slide.legs };
        let point = Vec2::new(fx as f32, fy as f32);
        slide.footing = held.key(on).map(|key| Footing { key, point });
        let Some(key) = held.key(key) else { return refuse_key(key, None) };
        let respond = |other: Key| response(j_respond(keys::external(other)));
        match held.world.slide_try(key, &slide, |other| respond(other.key)) {
            Ok(slid) => {
                held.slid.set(slid.transform);
                out(|out| write_slid(out, &slid))
            }
            Err(error) => refuse_edit(&error),
        }
    })
}

/// Moves a collider to where its slide, which was computed last, took it.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_slid(world: u32, key: f64) -> u32 {
    let to = look(world, |held| held.slid.get()).unwrap_or_default();
    let there = look(world, |held| held.key(key).and_then(|key| held.world.transform(key)));
    if there == Some(Some(to)) {
        0
    } else {
        edit_one(world, key, |world, key| world.set_transform(key, to))
    }
}

fn write_slid(out: &mut Vec<f64>, slid: &Slid) {
    out.push(match slid.end {
        SlideEnd::Done => 0.0,
        SlideEnd::Stopped => 1.0,
        SlideEnd::Stuck => 2.0,
        SlideEnd::OutOfLegs => 3.0,
    });
    points(out, &[slid.moved, slid.pushed, slid.carried, slid.left]);
    out.extend([slid.stepped, slid.snapped].map(f64::from));
    for normal in [slid.floor, slid.wall, slid.ceiling] {
        out.push(f64::from(u8::from(normal.is_some())));
        point(out, normal.unwrap_or_default());
    }
    let footing = slid.footing.map(|footing| (keys::external(footing.key), footing.point));
    let (key, at) = footing.unwrap_or((0.0, Vec2::ZERO));
    out.push(key);
    point(out, at);
    for touch in &slid.touches {
        out.extend([keys::external(touch.key), response_code(touch.response)]);
        out.push(f64::from(touch.fraction));
        points(out, &[touch.point, touch.normal]);
    }
}

/// Makes a collider block one way only, outward along a direction, or from all sides again.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_one_way(world: u32, key: f64, some: u32, x: f32, y: f32) -> u32 {
    let direction = (some == 1).then(|| Vec2::new(x, y));
    edit_one(world, key, |world, key| world.set_one_way(key, direction))
}

/// Makes a collider take along what stands on it, or no more.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_set_platform(world: u32, key: f64, platform: u32) -> u32 {
    edit_one(world, key, |world, key| world.set_platform(key, platform == 1))
}
