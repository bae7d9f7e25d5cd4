//! Motions, rules of contact and slides in the form of query streams and journals.

use super::request::{QueryError, Request, finite, one_of};
use crate::check::pair_of;
use jostle::{Affine, ErrorKind, Hit, Meet, Motion, Pace, Slide, Stop, Vec2, json::number};
use serde_json::{Map, Value, json};

const PARTS: &str = "translation, degrees, radians, about, scale";

impl Request<'_> {
    /// The motion under `key` of what stands at `start`; no motion if it is left out.
    pub(crate) fn motion(&self, key: &str, start: &Affine) -> Result<Motion, QueryError> {
        let Some(value) = self.value(key)? else { return Ok(Motion::NONE) };
        let wrong = || QueryError::new(ErrorKind::Form, format!("{key}: expected an object"));
        let form: &Map<String, Value> = value.as_object().ok_or_else(wrong)?;
        let mut motion = Motion::NONE;
        if let Some(by) = form.get("translation") {
            let Vec2 { x, y } = vector_of(by, &format!("{key}.translation"))?;
            motion = Motion::by(x, y);
        }
        for (part, value) in form {
            let place = format!("{key}.{part}");
            motion = match part.as_str() {
                "translation" => motion,
                "degrees" => motion.turning_degrees(wide(value, &place)?),
                "radians" if form.contains_key("degrees") => {
                    return Err(QueryError::new(
                        ErrorKind::Form,
                        format!("{place}: degrees are given, too"),
                    ));
                }
                "radians" => motion.turning(wide(value, &place)?),
                "about" => motion.about(vector_of(value, &place)?),
                "scale" => {
                    let Vec2 { x, y } = match value.is_number() {
                        true => [finite(value, &place)?; 2].into(),
                        false => vector_of(value, &place)?,
                    };
                    motion.scaling(x, y)
                }
                other => return Err(one_of(key, PARTS, other)),
            };
        }
        Ok(motion.starting_at(start))
    }

    /// What counts as a contact: `stop`, `inside` and `skin`.
    pub(crate) fn meet(&self) -> Result<Meet, QueryError> {
        let stop = match self.word("stop")?.as_deref() {
            Some("touching") | None => Stop::Touching,
            Some("overlapping") => Stop::Overlapping,
            Some(other) => return Err(one_of("stop", "touching, overlapping", other)),
        };
        let skin = self.extent("skin")?.unwrap_or(0.0);
        Ok(Meet { stop, inside: self.inside()?, skin })
    }

    /// What a slide is asked to do, without its footing.
    pub(crate) fn slide(&self) -> Result<Slide, QueryError> {
        let Vec2 { x, y } = self.vector("translation")?;
        let mut slide = Slide::by(x, y);
        if self.value("up")?.is_some() {
            let up = self.vector("up")?;
            if up == Vec2::ZERO {
                return Err(QueryError::new(
                    ErrorKind::ZeroDirection,
                    "up: the zero vector is no direction",
                ));
            }
            slide.up = Some(up);
        }
        if let Some(degrees) = self.extent("max_slope_degrees")? {
            slide.max_slope = degrees.to_radians();
        }
        let length = |key: &str| Ok::<_, QueryError>(self.extent(key)?.unwrap_or(0.0));
        (slide.step, slide.snap, slide.skin) = (length("step")?, length("snap")?, length("skin")?);
        slide.pace = match self.word("pace")?.as_deref() {
            Some("project") | None => Pace::Project,
            Some("keep") => Pace::Keep,
            Some("level") => Pace::Level,
            Some(other) => return Err(one_of("pace", "project, keep, level", other)),
        };
        Ok(slide)
    }
}

/// A hit, or null for none.
pub(crate) fn hit_form(hit: Option<Hit>) -> Value {
    let Some(hit) = hit else { return Value::Null };
    json!({
        "fraction": number(hit.fraction),
        "latest": number(hit.latest),
        "certain": hit.certain,
        "normal": pair_of(hit.normal),
        "point": pair_of(hit.point),
    })
}

fn vector_of(value: &Value, place: &str) -> Result<Vec2, QueryError> {
    match value.as_array().map(Vec::as_slice) {
        Some([x, y]) => {
            Ok(Vec2::new(finite(x, &format!("{place}[0]"))?, finite(y, &format!("{place}[1]"))?))
        }
        _ => Err(QueryError::new(ErrorKind::Form, format!("{place}: expected two numbers"))),
    }
}

fn wide(value: &Value, place: &str) -> Result<f64, QueryError> {
    value
        .as_f64()
        .ok_or_else(|| QueryError::new(ErrorKind::Form, format!("{place}: expected a number")))
}
