//! The answers: one question of the library to one word of the stream.

use super::motion::hit_form;
use super::request::{KEYS, QueryError, Request, unknown_word};
use crate::check::{pair_of, relation_word};
use jostle::{Aabb, Contact, ErrorKind, Level, ManifoldPoint, Placed, Vec2, json::number};
use serde_json::{Value, json};

/// The queries about a pair, or about one shape.
pub(crate) const QUERIES: [&str; 15] = [
    "overlaps",
    "overlaps_interior",
    "contains",
    "test",
    "relation",
    "gap",
    "contact",
    "contacts",
    "manifold",
    "crossings",
    "region",
    "bounds",
    "ray",
    "cast",
    "sweep",
];

pub(super) fn answer(request: &Request<'_>) -> Result<Value, QueryError> {
    // The word first: which keys are wrong depends on it.
    let query = request.word("query")?;
    if let Some(query) = query.as_ref().filter(|query| !QUERIES.contains(&query.as_str())) {
        return Err(unknown_word("query", query, QUERIES));
    }
    request.check_keys(&KEYS)?;
    let query =
        query.ok_or_else(|| QueryError::new(ErrorKind::Form, "the key \"query\" is missing"))?;
    about_pair(&query, request)
}

/// Answers a question about a pair, or about one shape.
pub(crate) fn about_pair(query: &str, request: &Request<'_>) -> Result<Value, QueryError> {
    let one = || request.placed("a");
    let two = || Ok::<_, QueryError>((request.placed("a")?, request.placed("b")?));
    Ok(match query {
        "overlaps" => two().map(|(a, b)| json!({ "hit": a.overlaps(&b) }))?,
        "overlaps_interior" => two().map(|(a, b)| json!({ "hit": a.overlaps_interior(&b) }))?,
        "contains" => two().map(|(a, b)| json!({ "hit": a.contains(&b) }))?,
        "relation" => two().map(|(a, b)| json!({ "relation": relation_word(a.relation(&b)) }))?,
        "test" => {
            let (a, b) = two()?;
            let test = a.test_until(&b, request.level()?);
            let level = match test.level {
                Level::Bounds => "bounds",
                Level::Corners => "corners",
                Level::Exact => "exact",
            };
            json!({ "hit": test.hit, "certain": test.certain, "level": level })
        }
        "gap" => two().map(|(a, b)| gap(&a, &b))?,
        "contact" => two().map(|(a, b)| contact_form(a.contact(&b).as_ref()))?,
        "contacts" => {
            let (a, b) = two()?;
            a.contacts(&b).iter().map(|contact| contact_form(Some(contact))).collect()
        }
        "manifold" => two().map(|(a, b)| manifold(&a, &b))?,
        "crossings" => {
            let (a, b) = two()?;
            let points: Vec<Value> =
                a.crossings(&b).iter().map(|crossing| pair_of(crossing.point)).collect();
            json!({ "points": points })
        }
        "region" => {
            let (a, b) = two()?;
            region(&a, &b, request.extent("tolerance")?.unwrap_or(0.0))
        }
        "bounds" => bounds_form(one()?.bounds()),
        "ray" => {
            let a = one()?;
            let (origin, translation) = (request.vector("origin")?, request.vector("translation")?);
            match a.ray(origin, translation, request.inside()?) {
                None => Value::Null,
                Some(hit) => json!({
                    "fraction": number(hit.fraction),
                    "point": pair_of(hit.point),
                    "normal": pair_of(hit.normal),
                }),
            }
        }
        "cast" => {
            let (a, b) = two()?;
            hit_form(a.cast(&b, request.vector("translation")?, request.meet()?))
        }
        "sweep" => {
            let (a, b) = two()?;
            let by_a = request.motion("by_a", &request.transform("a")?)?;
            let by_b = request.motion("by_b", &request.transform("b")?)?;
            hit_form(a.sweep(&b, by_a, by_b, request.meet()?))
        }
        other => return Err(unknown_word("query", other, QUERIES)),
    })
}

fn gap(a: &Placed, b: &Placed) -> Value {
    let gap = a.gap(b);
    json!({
        "separation": number(gap.separation),
        "normal": pair_of(gap.normal),
        "on_a": pair_of(gap.on_a),
        "on_b": pair_of(gap.on_b),
    })
}

/// A contact as the library writes it, or null for none.
pub(crate) fn contact_form(contact: Option<&Contact>) -> Value {
    let form = contact.and_then(|contact| serde_json::to_value(contact).ok());
    form.map_or(Value::Null, short)
}

/// Numbers of 32 bits as the shortest text that reads back to them.
fn short(form: Value) -> Value {
    match form {
        Value::Number(wide) => number(wide.as_f64().map_or(f32::NAN, |wide| wide as f32)),
        Value::Array(items) => items.into_iter().map(short).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(key, field)| (key, short(field))).collect()
        }
        other => other,
    }
}

fn manifold(a: &Placed, b: &Placed) -> Value {
    let Some(manifold) = a.manifold(b) else { return Value::Null };
    let point = |p: &ManifoldPoint| json!({ "point": pair_of(p.point), "depth": number(p.depth), "id": p.id.to_bits() });
    let points: Vec<Value> = manifold.points().iter().map(point).collect();
    json!({ "normal": pair_of(manifold.normal), "points": points })
}

fn region(a: &Placed, b: &Placed, tolerance: f32) -> Value {
    let Some(region) = a.region(b, tolerance) else { return json!({ "unbounded": true }) };
    let ring = |points: &Vec<Vec2>| points.iter().copied().map(pair_of).collect::<Value>();
    let polygons: Vec<Value> = region
        .polygons()
        .iter()
        .map(|p| {
            let holes: Vec<Value> = p.holes.iter().map(ring).collect();
            json!({ "points": ring(&p.points), "holes": holes })
        })
        .collect();
    json!({ "area": number(region.area()), "polygons": polygons })
}

/// A box; null for everything.
pub(crate) fn bounds_form(b: Aabb) -> Value {
    if b == Aabb::UNBOUNDED {
        return Value::Null;
    }
    json!({ "min": pair_of(b.min), "max": pair_of(b.max) })
}
