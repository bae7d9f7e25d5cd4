//! The picture of a hitbox: its outline, vertices and pieces over the enlarged sprite, and what the
//! outline adds (orange) and leaves out (blue).

use super::job::View;
use crate::output::marked_png;
use crate::problem::Problem;
use jostle_trace::{Connectivity, Hitbox, Point, UNITS_PER_PIXEL, outline};
use resvg::tiny_skia::{
    Color, FillRule, Paint, Path as Line, PathBuilder, Pixmap, PremultipliedColorU8, Stroke,
    Transform,
};
use std::path::{Path, PathBuf};

/// The longer side of a small sprite's picture, about; larger sprites are drawn smaller.
const LONG_SIDE: f32 = 1200.0;
/// The most that a pixel is enlarged.
const LARGEST: f32 = 32.0;
/// The pixels of the sprite that are shown around it.
const MARGIN: f32 = 1.5;
/// The side of a square of the pattern behind transparent pixels.
const SQUARE: u32 = 8;

const OUTLINE: [u8; 3] = [0x1a, 0x7f, 0x37];
const PIECES: [u8; 3] = [0x82, 0x50, 0xdf];
const ADDED: [u8; 3] = [0xf5, 0x7c, 0x00];
const LEFT_OUT: [u8; 3] = [0x0b, 0x6b, 0xff];

/// Draws a hitbox as a PNG file; the name, if there is one, goes before the extension.
pub(super) fn picture(
    file: &Path,
    name: Option<&str>,
    hitbox: &Hitbox,
    view: &View,
) -> Result<(PathBuf, Vec<u8>), Problem> {
    let target = name.map_or_else(
        || file.to_owned(),
        |name| {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            file.with_file_name(format!("{stem}-{}.png", name.replace(['/', '\\'], "_")))
        },
    );
    let png = draw(hitbox, view).map_err(|why| Problem::new("", why).in_file(&target))?;
    Ok((target, marked_png(png)))
}

/// From pixels of the untrimmed frame to pixels of the picture.
#[derive(Clone, Copy)]
struct Zoom(f32);

impl Zoom {
    fn at(self, [x, y]: Point) -> [f32; 2] {
        [x, y].map(|v| (v as f32 / UNITS_PER_PIXEL as f32 + MARGIN) * self.0)
    }

    fn path<'a>(self, rings: impl IntoIterator<Item = &'a [Point]>) -> Option<Line> {
        let mut path = PathBuilder::new();
        for ring in rings {
            for (index, &point) in ring.iter().enumerate() {
                let [x, y] = self.at(point);
                if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
        }
        path.finish()
    }
}

fn draw(hitbox: &Hitbox, view: &View) -> Result<Vec<u8>, String> {
    let [width, height] = hitbox.size.map(|side| side as f32 + 2.0 * MARGIN);
    let fit = LONG_SIDE / if width > height { width } else { height };
    // Whole multiples keep the pixels of a sprite square.
    let zoom = Zoom(if fit > LARGEST {
        LARGEST
    } else if fit > 1.0 {
        fit.floor()
    } else {
        fit
    });
    let sides = [width, height].map(|side| (side * zoom.0).ceil() as u32);
    let mut picture = Pixmap::new(sides[0], sides[1])
        .ok_or_else(|| format!("a picture of {} x {} pixels cannot be made", sides[0], sides[1]))?;
    sprite(&mut picture, view, zoom);
    differences(&mut picture, hitbox, view, zoom);

    let mut line = |rings: Vec<&[Point]>, color: [u8; 3], width: f32| {
        let Some(path) = zoom.path(rings) else { return };
        let stroke = Stroke { width, ..Stroke::default() };
        picture.stroke_path(&path, &paint(color, 255), &stroke, Transform::identity(), None);
    };
    line(hitbox.pieces.iter().map(|piece| &piece[..]).collect(), PIECES, 1.0);
    let rings: Vec<&[Point]> = hitbox.outline.rings.iter().map(|ring| &ring.points[..]).collect();
    line(rings.clone(), OUTLINE, 2.0);
    let mut dots = PathBuilder::new();
    for &point in rings.into_iter().flatten() {
        let [x, y] = zoom.at(point);
        dots.push_circle(x, y, 3.5);
    }
    if let Some(dots) = dots.finish() {
        let (rule, still) = (FillRule::Winding, Transform::identity());
        picture.fill_path(&dots, &paint([255, 255, 255], 255), rule, still, None);
        let stroke = Stroke { width: 1.5, ..Stroke::default() };
        picture.stroke_path(&dots, &paint(OUTLINE, 255), &stroke, still, None);
    }
    picture.encode_png().map_err(|error| error.to_string())
}

fn paint([r, g, b]: [u8; 3], alpha: u8) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(r, g, b, alpha));
    paint.anti_alias = true;
    paint
}

/// Draws the enlarged pixels over the pattern that stands for nothing.
fn sprite(picture: &mut Pixmap, view: &View, zoom: Zoom) {
    let width = picture.width();
    for (index, pixel) in (0u32..).zip(picture.pixels_mut()) {
        let (u, v) = (index % width, index / width);
        let ground = if (u / SQUARE + v / SQUARE).is_multiple_of(2) { 255 } else { 232 };
        let [r, g, b, a] =
            source(view, zoom, u, v).map_or([0; 4], |[x, y]| view.image.pixel(x, y)).map(u32::from);
        // Faded, so that the lines over it are seen.
        let share = a * 3 / 5;
        let over = |c: u32| ((c * share + ground * (255 - share)) / 255) as u8;
        if let Some(color) = PremultipliedColorU8::from_rgba(over(r), over(g), over(b), 255) {
            *pixel = color;
        }
    }
}

/// The pixel of the cut-out sprite that is seen at a pixel of the picture.
fn source(view: &View, zoom: Zoom, u: u32, v: u32) -> Option<[u32; 2]> {
    let place = |at: u32, trim: i32| {
        let place = ((at as f32 + 0.5) / zoom.0 - MARGIN - trim as f32).floor();
        (place >= 0.0).then_some(place as u32)
    };
    Some([place(u, view.trim[0])?, place(v, view.trim[1])?])
}

/// Colors the area where outline and mask differ: the even-odd rule over both.
fn differences(picture: &mut Pixmap, hitbox: &Hitbox, view: &View, zoom: Zoom) {
    let exact = outline(&view.mask, Connectivity::Four);
    let move_by = view.trim.map(|trim| trim.saturating_mul(UNITS_PER_PIXEL));
    let moved: Vec<Vec<Point>> = exact
        .rings
        .iter()
        .map(|ring| ring.points.iter().map(|p| [p[0] + move_by[0], p[1] + move_by[1]]).collect())
        .collect();
    let own = hitbox.outline.rings.iter().map(|ring| &ring.points[..]);
    let both = zoom.path(own.chain(moved.iter().map(|ring| &ring[..])));
    let (Some(both), Some(mut area)) = (both, Pixmap::new(picture.width(), picture.height()))
    else {
        return;
    };
    area.fill_path(&both, &paint([0; 3], 255), FillRule::EvenOdd, Transform::identity(), None);
    let width = picture.width();
    for ((index, pixel), area) in (0u32..).zip(picture.pixels_mut()).zip(area.pixels()) {
        let share = u32::from(area.alpha()) * 4 / 5;
        if share == 0 {
            continue;
        }
        let solid = source(view, zoom, index % width, index / width)
            .is_some_and(|[x, y]| view.mask.get(x, y));
        let [r, g, b] = if solid { LEFT_OUT } else { ADDED };
        let over = |c: u8, below: u8| {
            ((u32::from(c) * share + u32::from(below) * (255 - share)) / 255) as u8
        };
        let mixed = [over(r, pixel.red()), over(g, pixel.green()), over(b, pixel.blue())];
        if let Some(color) = PremultipliedColorU8::from_rgba(mixed[0], mixed[1], mixed[2], 255) {
            *pixel = color;
        }
    }
}
