//! The call `slide` of a journal: it moves a collider and answers what it did.

use super::{questions::known, refused};
use crate::check::pair_of;
use crate::query::{QueryError, Request, one_of};
use jostle::json::{LayerNames, number};
use jostle::world::{Footing, Replay};
use jostle::{ErrorKind, Key, Layers, Response, Slid, SlideEnd, Vec2};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const KEYS: [&str; 12] = [
    "op",
    "id",
    "key",
    "translation",
    "up",
    "max_slope_degrees",
    "step",
    "snap",
    "skin",
    "pace",
    "respond",
    "try",
];

/// The footings that slides hand on, by the number of the collider.
#[derive(Default)]
pub(super) struct Slides {
    footings: BTreeMap<u64, Footing>,
}

impl Slides {
    pub(super) fn slide(
        &mut self,
        line: &str,
        names: &mut LayerNames,
        replay: &mut Replay,
    ) -> Result<Value, QueryError> {
        let request = Request::read(line)?;
        request.check_keys(&KEYS)?;
        let number = request.required("key")?.as_u64();
        let expected =
            || QueryError::new(ErrorKind::Form, "key: expected the number of a collider");
        let number = number.ok_or_else(expected)?;
        let key = known(replay, number)?;
        let responses = responses(&request, names, replay)?;
        let footing = self.footings.get(&number).copied();
        let slide = jostle::Slide { footing, ..request.slide()? };
        let respond = |other: &jostle::world::PairMember<'_, u64>| {
            responses.get(&other.key).copied().unwrap_or_default()
        };
        let only_tries = match request.value("try")? {
            None => false,
            Some(Value::Bool(only)) => only,
            Some(_) => return Err(QueryError::new(ErrorKind::Form, "try: expected true or false")),
        };
        if only_tries {
            let slid = replay.world().slide_try(key, &slide, respond);
            return slid.map(|slid| form(&slid, replay)).map_err(|error| refused(error.into()));
        }
        let slid = replay.slide(number, &slide, respond).map_err(refused)?;
        match slid.footing {
            Some(footing) => _ = self.footings.insert(number, footing),
            None => _ = self.footings.remove(&number),
        }
        Ok(form(&slid, replay))
    }
}

/// What each collider on a layer that `respond` names does.
fn responses(
    request: &Request<'_>,
    names: &mut LayerNames,
    replay: &Replay,
) -> Result<BTreeMap<Key, Response>, QueryError> {
    let mut found = BTreeMap::new();
    let Some(value) = request.value("respond")? else { return Ok(found) };
    let wrong =
        || QueryError::new(ErrorKind::Form, "respond: expected an object of layers and words");
    let world = replay.world();
    for (layer, word) in value.as_object().ok_or_else(wrong)? {
        let response = match word.as_str() {
            Some("slide") => Response::Slide,
            Some("stop") => Response::Stop,
            Some("bounce") => Response::Bounce,
            Some("cross") => Response::Cross,
            Some("ignore") => Response::Ignore,
            other => {
                let known = "slide, stop, bounce, cross, ignore";
                return Err(one_of(&format!("respond.{layer}"), known, other.unwrap_or("no text")));
            }
        };
        let bit = layer.parse().map_or_else(|_| json!([layer]), |bit: u64| json!([bit]));
        let layer = Layers::from_json(&bit, names).map_err(|error| error.within("respond"))?;
        let on = |key: &Key| {
            let own = world.layer(*key).unwrap_or_default();
            own.to_bits() & layer.to_bits() != 0
        };
        found.extend(world.keys().into_iter().filter(on).map(|key| (key, response)));
    }
    Ok(found)
}

fn form(slid: &Slid, replay: &Replay) -> Value {
    slid_form(slid, |key| replay.world().data(key).copied().unwrap_or(0).into())
}

/// A slide, with a form for each key.
pub(crate) fn slid_form(slid: &Slid, name: impl Fn(Key) -> Value) -> Value {
    let normal = |normal: Option<Vec2>| normal.map_or(Value::Null, pair_of);
    let touches = slid.touches.iter().map(|touch| {
        json!({
            "key": name(touch.key),
            "response": match touch.response {
                Response::Slide => "slide",
                Response::Stop => "stop",
                Response::Bounce => "bounce",
                Response::Cross => "cross",
                Response::Ignore => "ignore",
            },
            "fraction": number(touch.fraction),
            "point": pair_of(touch.point),
            "normal": pair_of(touch.normal),
        })
    });
    json!({
        "moved": pair_of(slid.moved),
        "pushed": pair_of(slid.pushed),
        "carried": pair_of(slid.carried),
        "left": pair_of(slid.left),
        "stepped": number(slid.stepped),
        "snapped": number(slid.snapped),
        "floor": normal(slid.floor),
        "wall": normal(slid.wall),
        "ceiling": normal(slid.ceiling),
        "touches": touches.collect::<Vec<_>>(),
        "footing": slid.footing.map(|f| json!({ "key": name(f.key), "point": pair_of(f.point) })),
        "end": match slid.end {
            SlideEnd::Done => "done",
            SlideEnd::Stopped => "stopped",
            SlideEnd::Stuck => "stuck",
            SlideEnd::OutOfLegs => "out_of_legs",
        },
    })
}
