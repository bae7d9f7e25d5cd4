//! jostle's own form, as JSON and as RON.

use super::{GENERATOR, Number, pixel};
use crate::{Frames, Hitbox, Report, Ring, Simple, Sprite, Tag};
use serde::{Serialize, Serializer};
use serde_json::Value;

#[derive(Serialize)]
struct Marked<T> {
    generator: &'static str,
    #[serde(flatten)]
    document: T,
}

impl<T> Marked<T> {
    fn new(document: T) -> Self {
        Self { generator: GENERATOR, document }
    }
}

#[derive(Serialize)]
struct Many<'a> {
    image: Size,
    frames: Vec<Named<'a>>,
    tags: Vec<Run<'a>>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    milliseconds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<usize>,
    #[serde(flatten)]
    document: Document,
}

#[derive(Serialize)]
struct Run<'a> {
    name: &'a str,
    from: u32,
    to: u32,
}

#[derive(Serialize)]
struct Document {
    image: Size,
    origin: Origin,
    rings: Vec<RingForm>,
    pieces: Vec<Vec<[Number; 2]>>,
    shape: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<&'static str>,
    report: ReportForm,
}

#[derive(Serialize)]
struct Size {
    width: u32,
    height: u32,
}

#[derive(Serialize)]
struct Origin {
    trim: [i32; 2],
    pivot: [Number; 2],
    anchor: [Number; 2],
}

#[derive(Serialize)]
struct RingForm {
    points: Vec<[Number; 2]>,
    hole: bool,
    parent: Option<usize>,
}

/// The report as every form and the report file have it.
#[derive(Serialize)]
struct ReportForm {
    rings: usize,
    vertices: usize,
    iou: Number,
    soft_iou: Number,
    deviation_outward: Number,
    deviation_inward: Number,
    area_error: Number,
    milliseconds: Number,
    dropped: Vec<DroppedForm>,
}

#[derive(Serialize)]
struct DroppedForm {
    hole: bool,
    at: [Number; 2],
    area: Number,
}

impl From<&Report> for ReportForm {
    fn from(report: &Report) -> Self {
        let dropped = report.dropped.iter().map(|ring| DroppedForm {
            hole: ring.hole,
            at: ring.at.map(Number),
            area: Number(ring.area),
        });
        Self {
            rings: report.rings,
            vertices: report.vertices,
            iou: Number(report.iou),
            soft_iou: Number(report.soft_iou),
            deviation_outward: Number(report.deviation_outward),
            deviation_inward: Number(report.deviation_inward),
            area_error: Number(report.area_error),
            milliseconds: Number(report.milliseconds),
            dropped: dropped.collect(),
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        ReportForm::from(self).serialize(to)
    }
}

impl From<&Hitbox> for Document {
    fn from(hitbox: &Hitbox) -> Self {
        let points = |points: &[crate::Point]| points.iter().map(|&p| pixel(p)).collect();
        let ring = |ring: &Ring| RingForm {
            points: points(&ring.points),
            hole: ring.hole,
            parent: ring.parent,
        };
        // Every traced shape has a form: it is made of polygons.
        let shape = hitbox.shape.as_ref().and_then(|shape| serde_json::to_value(shape).ok());
        let [width, height] = hitbox.size;
        Self {
            image: Size { width, height },
            origin: Origin {
                trim: hitbox.origin.trim,
                pivot: hitbox.origin.pivot.map(Number),
                anchor: hitbox.anchor().map(Number),
            },
            rings: hitbox.outline.rings.iter().map(ring).collect(),
            pieces: hitbox.pieces.iter().map(|piece| points(piece)).collect(),
            shape: shape.unwrap_or(Value::Null),
            fit: hitbox.fit.map(|simple| match simple {
                Simple::Circle => "circle",
                Simple::Rect => "rect",
                Simple::Capsule => "capsule",
                Simple::Ellipse => "ellipse",
                Simple::Hull => "hull",
            }),
            report: (&hitbox.report).into(),
        }
    }
}

fn many<'a>(sprite: &'a Sprite, frames: &'a [crate::NamedHitbox]) -> Many<'a> {
    let named = |frame: &'a crate::NamedHitbox| Named {
        name: &frame.name,
        milliseconds: frame.milliseconds,
        group: frame.group,
        document: (&frame.hitbox).into(),
    };
    let run = |tag: &'a Tag| Run { name: &tag.name, from: tag.from, to: tag.to };
    let [width, height] = sprite.size;
    Many {
        image: Size { width, height },
        frames: frames.iter().map(named).collect(),
        tags: sprite.tags.iter().map(run).collect(),
    }
}

/// Writes JSON, with one ring, piece or frame to a line at most.
pub(super) fn json(sprite: &Sprite) -> String {
    let text = match &sprite.frames {
        Frames::Still(hitbox) => serde_json::to_string(&Marked::new(Document::from(&**hitbox))),
        Frames::Many(frames) => serde_json::to_string(&Marked::new(many(sprite, frames))),
    };
    // Writing to memory does not fail.
    text.unwrap_or_default() + "\n"
}

/// Writes RON, whose readers may refuse keys that they do not know: the mark is a comment.
pub(super) fn ron(sprite: &Sprite) -> String {
    let text = match &sprite.frames {
        Frames::Still(hitbox) => ron::to_string(&Document::from(&**hitbox)),
        Frames::Many(frames) => ron::to_string(&many(sprite, frames)),
    };
    format!("// {GENERATOR}\n{}\n", text.unwrap_or_default())
}
