//! Tracing of pixels.

use std::cell::RefCell;

use jostle_trace::{
    Connectivity, Edges, Effort, Fill, Goal, Hitbox, Ignored, Image, Pieces, Side, Simple, Solid,
    TraceError, Tracing, UNITS_PER_PIXEL,
};

use crate::buffers::{Kind, REFUSED, bytes, input, input_numbers, out, refuse};
use crate::state::Slab;

/// Numbers of the options, in the order of `js/trace.js`; NaN for what is left out.
const OPTIONS: u32 = 14;

struct Options(Vec<f64>);

impl Options {
    fn get(&self, at: usize) -> Option<f64> {
        self.0.get(at).copied().filter(|number| !number.is_nan())
    }

    fn choice(&self, at: usize) -> u32 {
        self.get(at).unwrap_or_default() as u32
    }

    fn tracing(&self) -> Tracing {
        let goal = Goal {
            max_deviation: self.get(1),
            min_iou: self.get(2),
            max_area_error: self.get(3),
            max_vertices: self.get(4).map(|most| most as usize),
            side: match self.choice(5) {
                1 => Side::Cover,
                2 => Side::Inside,
                _ => Side::Free,
            },
        };
        Tracing {
            goal,
            connectivity: if self.choice(6) == 8 {
                Connectivity::Eight
            } else {
                Connectivity::Four
            },
            min_area: self.get(7).unwrap_or_default() as u64,
            fill: match self.choice(8) {
                1 => Fill::Holes,
                2 => Fill::Bays,
                _ => Fill::None,
            },
            effort: if self.choice(9) == 1 { Effort::Fast } else { Effort::Best },
            edges: if self.choice(10) == 1 { Edges::Alpha } else { Edges::Pixels },
            pieces: match self.choice(11) {
                0 => Pieces::None,
                1 => Pieces::Any,
                most => Pieces::AtMost(most as usize),
            },
            fit: self.choice(12) == 1,
        }
    }
}

thread_local! {
    /// What was traced and may be exported.
    static HITBOXES: RefCell<Slab<Hitbox>> = const { RefCell::new(Slab::new()) };
}

/// Traces a picture: in the input the options, five numbers for each ignored color (red, green,
/// blue, alpha or NaN, tolerance), and the pixels. Numbers: that of the hitbox, the fit, seven of
/// the report, the count of what was dropped and four numbers for each (hole, x, y, area), the
/// count of rings, for each whether it is a hole, its parent or -1, its length and points in
/// pixels, the count of pieces, for each its length and points. The bytes of the shape follow in
/// the bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_trace(width: u32, height: u32, length: u32, colors: u32) -> u32 {
    let numbers = input_numbers(0, OPTIONS + 5 * colors);
    let start = 8 * (OPTIONS + 5 * colors);
    let pixels =
        input(start + length, |bytes| bytes.get(start as usize..).unwrap_or_default().to_vec());
    let options = Options(numbers);
    match traced(&options, width, height, pixels) {
        Ok(count) => count,
        Err(error) => refuse(Kind::Trace, 0, None, &error.to_string()),
    }
}

fn traced(options: &Options, width: u32, height: u32, pixels: Vec<u8>) -> Result<u32, TraceError> {
    let image = Image::new(width, height, pixels)?;
    let colors = options.0.get(OPTIONS as usize..).unwrap_or_default();
    let ignored = colors.as_chunks::<5>().0.iter().map(|[r, g, b, a, tolerance]| Ignored {
        rgb: [*r as u8, *g as u8, *b as u8],
        alpha: (!a.is_nan()).then_some(*a as u8),
        tolerance: *tolerance as u8,
    });
    let solid =
        Solid { alpha: options.get(0).map_or(128, |a| a as u8), ignored: ignored.collect() };
    let mask = solid.mask(&image);
    let alpha: Vec<u8> = image.rgba().as_chunks::<4>().0.iter().map(|[_, _, _, a]| *a).collect();
    let hitbox = options.tracing().trace(&mask, Some(&alpha))?;
    HITBOXES.with_borrow_mut(|all| {
        let number = all.put(hitbox);
        Ok(all.get(number).map_or(REFUSED, |hitbox| write(number, hitbox)))
    })
}

fn write(number: u32, hitbox: &Hitbox) -> u32 {
    bytes(|bytes| {
        let shape = hitbox.shape.as_ref().and_then(jostle::Shape::to_bytes);
        bytes.extend(shape.unwrap_or_default());
    });
    let fit = hitbox.fit.and_then(|fit| Simple::ALL.iter().position(|one| *one == fit));
    let r = &hitbox.report;
    out(|out| {
        out.push(f64::from(number));
        out.push(fit.map_or(0.0, |fit| fit as f64 + 1.0));
        out.extend([r.rings, r.vertices].map(|n| n as f64));
        out.extend([r.iou, r.soft_iou, r.deviation_outward, r.deviation_inward, r.area_error]);
        out.push(r.dropped.len() as f64);
        for ring in &r.dropped {
            out.extend([f64::from(u8::from(ring.hole)), ring.at[0], ring.at[1], ring.area]);
        }
        out.push(hitbox.outline.rings.len() as f64);
        for ring in &hitbox.outline.rings {
            out.push(f64::from(u8::from(ring.hole)));
            out.push(ring.parent.map_or(-1.0, |parent| parent as f64));
            points(out, &ring.points);
        }
        out.push(hitbox.pieces.len() as f64);
        hitbox.pieces.iter().for_each(|piece| points(out, piece));
    })
}

/// Drops a hitbox.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_untrace(number: u32) {
    HITBOXES.with_borrow_mut(|all| all.drop(number));
}

/// A copy of a hitbox.
pub(crate) fn copy(number: u32) -> Option<Hitbox> {
    HITBOXES.with_borrow(|all| all.get(number).cloned())
}

fn points(out: &mut Vec<f64>, all: &[[i32; 2]]) {
    out.push(all.len() as f64);
    out.extend(all.as_flattened().iter().map(|v| f64::from(*v) / f64::from(UNITS_PER_PIXEL)));
}
