//! The questions of a journal: those of `jostle query`, in which the number of a collider may stand
//! for a shape, and those to the world.

use crate::check::pair_of;
use crate::news::turned;
use crate::query::{
    Colliders, KEYS, QUERIES, QueryError, Request, about_pair, bounds_form, one_of, unknown_word,
};
use jostle::{
    Aabb, Affine, Cast, CastFound, ErrorKind, Filter, Gap, Key, Layers, Placed, Ray, WhyNot,
    WorldRayHit,
    json::{LayerNames, number},
    world::{Op, Replay},
};
use serde_json::{Value, json};

/// The questions to a world, and the keys of each besides those of all.
const QUESTIONS: [(&str, &[&str]); 11] = [
    ("at", &["point"]),
    ("overlapping_aabb", &["min", "max"]),
    ("overlapping", &["a"]),
    ("inside", &["a"]),
    ("touching", &["key"]),
    ("ray", &["origin", "translation", "inside", "radius", "which"]),
    ("cast", &["a", "by", "translation", "stop", "inside", "skin", "which"]),
    ("nearest", &["point", "count"]),
    ("nearest_pair", &[]),
    ("subtree_bounds", &["key"]),
    ("why_not", &["a", "b"]),
];
/// The calls that are no operations of the library.
const OTHERS: [&str; 2] = ["slide", "query"];

impl Colliders for Replay {
    fn placed(&self, number: u64) -> Result<Placed, QueryError> {
        let key = known(self, number)?;
        let placed = self.world().placed(key).cloned();
        placed.ok_or_else(|| {
            QueryError::new(
                ErrorKind::Key,
                format!("the collider {number} is a group, it has no shape"),
            )
        })
    }

    fn transform(&self, number: u64) -> Result<Affine, QueryError> {
        let key = known(self, number)?;
        Ok(self.world().world_transform(key).unwrap_or(Affine::IDENTITY))
    }
}

pub(super) fn known(replay: &Replay, number: u64) -> Result<Key, QueryError> {
    let unknown = || QueryError::new(ErrorKind::Key, format!("no collider has the key {number}"));
    replay.key(number).ok_or_else(unknown)
}

/// Answers a line whose op is no call: `query` with a question under `query`, or the question
/// itself.
pub(super) fn answer(
    op: &str,
    line: &str,
    names: &mut LayerNames,
    replay: &Replay,
) -> Result<Value, QueryError> {
    let request = Request::read(line)?.among(replay);
    let asked = if op == "query" { request.word("query")? } else { Some(op.to_owned()) };
    let Some(asked) = asked else {
        return Err(QueryError::new(ErrorKind::Form, "the key \"query\" is missing"));
    };
    let ask = Ask { request: &request, replay };
    // A ray with a shape, and a cast with two, are those of a pair.
    let of_pair = QUERIES.contains(&asked.as_str())
        && match asked.as_str() {
            "ray" => request.value("a")?.is_some(),
            "cast" => request.value("b")?.is_some(),
            _ => true,
        };
    if of_pair {
        request.check_keys(&[&["op"], &KEYS[..]].concat())?;
        return about_pair(&asked, &request);
    }
    let Some((_, own)) = QUESTIONS.iter().find(|(question, _)| *question == asked) else {
        let queries = QUESTIONS.iter().map(|(question, _)| *question).chain(QUERIES);
        return Err(match op {
            "query" => unknown_word("query", &asked, queries),
            _ => unknown_word("op", &asked, Op::WORDS.into_iter().chain(OTHERS).chain(queries)),
        });
    };
    request.check_keys(&[&["op", "query", "id", "layers", "except"], *own].concat())?;
    let world = replay.world();
    let mut except = Vec::new();
    let filter = |names: &mut LayerNames, except: &mut Vec<Key>| {
        ask.except(except)?;
        ask.layers(names)
    };
    Ok(match asked.as_str() {
        "at" => {
            let layers = filter(names, &mut except)?;
            let found = world.at_point(request.vector("point")?, &narrow(layers, &except));
            ask.keys(&found)
        }
        "overlapping_aabb" => {
            let layers = filter(names, &mut except)?;
            let bounds = Aabb::new(request.vector("min")?, request.vector("max")?);
            ask.keys(&world.overlapping_aabb(bounds, &narrow(layers, &except)))
        }
        "touching" => {
            let key = ask.key("key")?;
            let others =
                world.touching(key).into_iter().map(|t| if t.a == key { t.b } else { t.a });
            ask.keys(&others.collect::<Vec<_>>())
        }
        "overlapping" | "inside" => {
            let layers = filter(names, &mut except)?;
            let (shape, filter) = (request.placed("a")?, narrow(layers, &except));
            ask.keys(&match asked.as_str() {
                "inside" => world.contained_in(&shape, &filter),
                _ => world.overlapping(&shape, &filter),
            })
        }
        "ray" => {
            let layers = filter(names, &mut except)?;
            ask.ray(&narrow(layers, &except))?
        }
        "cast" => {
            let layers = filter(names, &mut except)?;
            ask.cast(narrow(layers, &except))?
        }
        "nearest" => {
            let layers = filter(names, &mut except)?;
            let count = ask.count()?;
            let point = request.vector("point")?;
            let near = world.nearest(point, count, &narrow(layers, &except));
            let form = near.iter().map(|n| {
                json!({
                    "key": ask.number(n.key),
                    "distance": number(n.distance),
                    "point": pair_of(n.point),
                    "normal": pair_of(n.normal),
                })
            });
            json!({ "near": form.collect::<Vec<_>>() })
        }
        "nearest_pair" => {
            let layers = filter(names, &mut except)?;
            match world.nearest_pair(&narrow(layers, &except)) {
                None => Value::Null,
                Some(pair) => ask.pair(pair.a, pair.b, pair.gap),
            }
        }
        "subtree_bounds" => world.subtree_bounds(ask.key("key")?).map_or(Value::Null, bounds_form),
        // Nothing is left but `why_not`.
        _ => {
            let why = world.why_not(ask.key("a")?, ask.key("b")?);
            json!({ "rule": rule_word(&why), "message": ask.words(&why) })
        }
    })
}

fn narrow<'f>(layers: Layers, except: &'f [Key]) -> Filter<'f, u64> {
    Filter::ANY.layers(layers).except(except)
}

fn rule_word(why: &WhyNot) -> &'static str {
    match why {
        WhyNot::Unknown { .. } => "unknown",
        WhyNot::Same => "same",
        WhyNot::Disabled { .. } => "disabled",
        WhyNot::NoShape { .. } => "no_shape",
        WhyNot::Team { .. } => "team",
        WhyNot::Layers { .. } => "layers",
        WhyNot::Apart { .. } => "apart",
        WhyNot::Nothing => "nothing",
        _ => "filter",
    }
}

struct Ask<'a> {
    request: &'a Request<'a>,
    replay: &'a Replay,
}

impl Ask<'_> {
    fn number(&self, key: Key) -> u64 {
        self.replay.world().data(key).copied().unwrap_or(0)
    }

    /// A rule in words, with the journal's numbers for keys.
    fn words(&self, why: &WhyNot) -> String {
        match why {
            WhyNot::Disabled { key } => format!("{} is disabled", self.number(*key)),
            WhyNot::NoShape { key } => format!("{} is a group, it has no shape", self.number(*key)),
            other => other.to_string(),
        }
    }

    /// Keys as the journal's numbers, sorted.
    fn keys(&self, keys: &[Key]) -> Value {
        let mut numbers: Vec<u64> = keys.iter().map(|key| self.number(*key)).collect();
        numbers.sort_unstable();
        json!({ "keys": numbers })
    }

    fn key(&self, name: &str) -> Result<Key, QueryError> {
        let number = self.request.required(name)?.as_u64();
        let expected = || {
            QueryError::new(ErrorKind::Form, format!("{name}: expected the number of a collider"))
        };
        known(self.replay, number.ok_or_else(expected)?)
    }

    fn except(&self, keys: &mut Vec<Key>) -> Result<(), QueryError> {
        let Some(list) = self.request.value("except")? else { return Ok(()) };
        let wrong =
            || QueryError::new(ErrorKind::Form, "except: expected a list of numbers of colliders");
        for value in list.as_array().ok_or_else(wrong)? {
            keys.push(known(self.replay, value.as_u64().ok_or_else(wrong)?)?);
        }
        Ok(())
    }

    /// What the question sees, in the form of `sees`.
    fn layers(&self, names: &mut LayerNames) -> Result<Layers, QueryError> {
        let Some(list) = self.request.value("layers")? else { return Ok(Layers::ALL) };
        Layers::from_json(&list, names).map_err(|error| error.within("layers").into())
    }

    fn count(&self) -> Result<usize, QueryError> {
        let Some(value) = self.request.value("count")? else { return Ok(1) };
        let wrong = || QueryError::new(ErrorKind::Form, "count: expected a whole number from 0 on");
        let count = value.as_u64().ok_or_else(wrong)?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    fn pair(&self, a: Key, b: Key, gap: Gap) -> Value {
        let (first, second) = (self.number(a), self.number(b));
        let swapped = second < first;
        let normal = if swapped { turned(gap.normal) } else { gap.normal };
        let (on_a, on_b) = if swapped { (gap.on_b, gap.on_a) } else { (gap.on_a, gap.on_b) };
        let (a, b) = if swapped { (second, first) } else { (first, second) };
        json!({
            "a": a,
            "b": b,
            "separation": number(gap.separation),
            "normal": pair_of(normal),
            "on_a": pair_of(on_a),
            "on_b": pair_of(on_b),
        })
    }

    /// A cast of a shape, or of a collider, which meets what it may be a pair with.
    fn cast(&self, filter: Filter<'_, u64>) -> Result<Value, QueryError> {
        let (request, world) = (self.request, self.replay.world());
        let (shape, start) = (request.placed("a")?, request.transform("a")?);
        let motion = match request.value("translation")? {
            Some(_) => request.vector("translation")?.into(),
            None => request.motion("by", &start)?,
        };
        let own = request.required("a")?.as_u64().and_then(|number| self.replay.key(number));
        let moves_along = |key: Key| {
            let mut above = core::iter::successors(Some(key), |key| world.parent(*key));
            above.any(|above| Some(above) == own)
        };
        let may_meet = |key: Key, _: &u64| {
            own.is_none_or(|own| {
                let why = world.why_not(own, key);
                !matches!(
                    why,
                    WhyNot::Layers { .. } | WhyNot::Team { .. } | WhyNot::Disabled { .. }
                ) && !moves_along(key)
            })
        };
        let cast = Cast { shape: &shape, motion, meet: request.meet()? };
        let filter = filter.only(&may_meet);
        let hit = |hit: CastFound| {
            json!({
                "key": self.number(hit.key),
                "fraction": number(hit.fraction),
                "latest": number(hit.latest),
                "certain": hit.certain,
                "point": pair_of(hit.point),
                "normal": pair_of(hit.normal),
                "part": hit.part,
                "edge": hit.edge,
            })
        };
        match request.word("which")?.as_deref() {
            None | Some("first") => Ok(world.cast_first(&cast, &filter).map_or(Value::Null, hit)),
            Some("all") => {
                let hits: Vec<Value> =
                    world.cast_all(&cast, &filter).into_iter().map(hit).collect();
                Ok(json!({ "hits": hits }))
            }
            Some("any") => Ok(json!({ "hit": world.cast_any(&cast, &filter) })),
            Some(other) => Err(one_of("which", "first, all, any", other)),
        }
    }

    fn ray(&self, filter: &Filter<'_, u64>) -> Result<Value, QueryError> {
        let (request, world) = (self.request, self.replay.world());
        let ray = Ray::new(request.vector("origin")?, request.vector("translation")?)
            .inside(request.inside()?)
            .thick(request.extent("radius")?.unwrap_or(0.0));
        let hit = |hit: WorldRayHit| {
            json!({
                "key": self.number(hit.key),
                "fraction": number(hit.fraction),
                "point": pair_of(hit.point),
                "normal": pair_of(hit.normal),
                "part": hit.part,
                "edge": hit.edge,
            })
        };
        match request.word("which")?.as_deref() {
            None | Some("first") => Ok(world.ray_first(&ray, filter).map_or(Value::Null, hit)),
            Some("all") => {
                let hits: Vec<Value> = world.ray_all(&ray, filter).into_iter().map(hit).collect();
                Ok(json!({ "hits": hits }))
            }
            Some("any") => Ok(json!({ "hit": world.ray_any(&ray, filter) })),
            Some(other) => Err(one_of("which", "first, all, any", other)),
        }
    }
}
