//! A line of the query stream, taken apart: known keys, each once, with the text of its value.

use jostle::{Affine, ErrorKind, Inside, Level, Placed, Shape, Vec2, json::JsonError};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;

/// The keys of a query about a pair.
pub(crate) const KEYS: [&str; 13] = [
    "id",
    "query",
    "a",
    "b",
    "level",
    "origin",
    "translation",
    "inside",
    "tolerance",
    "by_a",
    "by_b",
    "stop",
    "skin",
];

/// Why a line cannot be answered: a kind for programs, a sentence for people.
#[derive(Debug, PartialEq)]
pub(crate) struct QueryError {
    pub(crate) kind: ErrorKind,
    pub(crate) message: String,
}

impl QueryError {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

impl From<JsonError> for QueryError {
    fn from(error: JsonError) -> Self {
        Self::new(error.kind(), error.to_string())
    }
}

/// For a whole value; what is wrong with its form is for its own reader to say.
impl From<serde_json::Error> for QueryError {
    fn from(error: serde_json::Error) -> Self {
        let sentence = position_free(&error);
        let kind = if sentence.starts_with("number out of range") {
            ErrorKind::NotFinite
        } else if sentence.starts_with("recursion limit") {
            ErrorKind::TooMany
        } else {
            ErrorKind::Json
        };
        Self::new(kind, sentence)
    }
}

/// A line whose keys are known; its values are still text.
pub(crate) struct Request<'a> {
    pub(super) id: Option<&'a RawValue>,
    fields: Fields<'a>,
    colliders: Option<&'a dyn Colliders>,
}

/// The shapes that numbers may stand for.
pub(crate) trait Colliders {
    /// The shape of a collider as it is in the world.
    fn placed(&self, number: u64) -> Result<Placed, QueryError>;

    /// Where a collider is in the world.
    fn transform(&self, number: u64) -> Result<Affine, QueryError>;
}

/// The keys of an object and the text of each value. Numbers stay as they are written, so `id` is
/// echoed to the digit.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Fields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Vec<(String, &'de RawValue)>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }
        }
        deserializer.deserialize_map(Pairs).map(Fields)
    }
}

impl<'a> Request<'a> {
    /// Takes a line apart. The error is for lines that have no `id` to answer to.
    pub(crate) fn read(line: &'a str) -> Result<Self, QueryError> {
        if line.trim().is_empty() {
            return Err(QueryError::new(ErrorKind::Json, "the line is blank"));
        }
        let fields: Fields<'a> = serde_json::from_str(line).map_err(|error| {
            let kind = if error.is_data() { ErrorKind::Form } else { ErrorKind::Json };
            QueryError::new(kind, position_free(&error))
        })?;
        let id = fields.0.iter().find(|(key, _)| key == "id").map(|(_, value)| *value);
        Ok(Self { id, fields, colliders: None })
    }

    /// Lets numbers of colliders stand for shapes.
    pub(crate) fn among(self, colliders: &'a dyn Colliders) -> Self {
        Self { colliders: Some(colliders), ..self }
    }

    /// Refuses unknown keys and keys that are given twice.
    pub(crate) fn check_keys(&self, known: &[&str]) -> Result<(), QueryError> {
        let fields = &self.fields.0;
        for (index, (key, _)) in fields.iter().enumerate() {
            let message = if !known.contains(&key.as_str()) {
                format!("unknown key; the keys here are {}", known.join(", "))
            } else if fields[..index].iter().any(|(earlier, _)| earlier == key) {
                "the key is given twice".to_owned()
            } else {
                continue;
            };
            let shown: String = key.chars().take(40).collect();
            return Err(QueryError::new(ErrorKind::Form, format!("{shown}: {message}")));
        }
        Ok(())
    }

    pub(crate) fn value(&self, key: &str) -> Result<Option<Value>, QueryError> {
        let Some((_, raw)) = self.fields.0.iter().find(|(name, _)| name == key) else {
            return Ok(None);
        };
        serde_json::from_str(raw.get()).map(Some).map_err(|error| {
            let QueryError { kind, message } = QueryError::from(error);
            QueryError::new(kind, format!("{key}: {message}"))
        })
    }

    pub(crate) fn required(&self, key: &str) -> Result<Value, QueryError> {
        self.value(key)?
            .ok_or_else(|| QueryError::new(ErrorKind::Form, format!("the key {key:?} is missing")))
    }

    /// The word under `key`.
    pub(crate) fn word(&self, key: &str) -> Result<Option<String>, QueryError> {
        match self.value(key)? {
            None => Ok(None),
            Some(Value::String(word)) => Ok(Some(word)),
            Some(_) => Err(QueryError::new(ErrorKind::Form, format!("{key}: expected a text"))),
        }
    }

    /// The placed shape under `key`.
    pub(crate) fn placed(&self, key: &str) -> Result<Placed, QueryError> {
        let value = self.required(key)?;
        if let (Some(colliders), Some(number)) = (self.colliders, value.as_u64()) {
            return colliders.placed(number);
        }
        let (shape, affine): (Shape, Affine) =
            Shape::from_json_with_transform(&value).map_err(|error| error.within(key))?;
        shape
            .place(affine)
            .map_err(|error| QueryError::new(error.kind(), format!("{key}: {error}")))
    }

    /// The transform of the shape under `key`.
    pub(crate) fn transform(&self, key: &str) -> Result<Affine, QueryError> {
        let value = self.required(key)?;
        if let (Some(colliders), Some(number)) = (self.colliders, value.as_u64()) {
            return colliders.transform(number);
        }
        let read = Shape::from_json_with_transform(&value);
        read.map(|(_, affine)| affine).map_err(|error| error.within(key).into())
    }

    /// The stage under `level`; all of them if it is left out.
    pub(super) fn level(&self) -> Result<Level, QueryError> {
        match self.word("level")?.as_deref() {
            Some("bounds") => Ok(Level::Bounds),
            Some("corners") => Ok(Level::Corners),
            Some("exact") | None => Ok(Level::Exact),
            Some(other) => Err(one_of("level", "bounds, corners, exact", other)),
        }
    }

    /// The vector under `key`.
    pub(crate) fn vector(&self, key: &str) -> Result<Vec2, QueryError> {
        let value = self.required(key)?;
        let [x, y] = match value.as_array().map(Vec::as_slice) {
            Some([x, y]) => [x, y],
            _ => {
                return Err(QueryError::new(
                    ErrorKind::Form,
                    format!("{key}: expected two numbers"),
                ));
            }
        };
        Ok(Vec2::new(finite(x, &format!("{key}[0]"))?, finite(y, &format!("{key}[1]"))?))
    }

    /// What a ray that starts inside does.
    pub(crate) fn inside(&self) -> Result<Inside, QueryError> {
        match self.word("inside")?.as_deref() {
            Some("hit") | None => Ok(Inside::Hit),
            Some("skip") => Ok(Inside::Skip),
            Some("exit") => Ok(Inside::Exit),
            Some(other) => Err(one_of("inside", "hit, skip, exit", other)),
        }
    }

    /// The number under `key`, not below 0.
    pub(crate) fn extent(&self, key: &str) -> Result<Option<f32>, QueryError> {
        let Some(value) = self.value(key)? else { return Ok(None) };
        let number = finite(&value, key)?;
        if number < 0.0 {
            return Err(QueryError::new(
                ErrorKind::Negative,
                format!("{key}: {number} is negative"),
            ));
        }
        Ok(Some(number))
    }
}

/// Refuses a word that is not one of the known ones.
pub(crate) fn one_of(key: &str, known: &str, found: &str) -> QueryError {
    let shown: String = found.chars().take(40).collect();
    QueryError::new(ErrorKind::Form, format!("{key}: expected one of {known}, found {shown:?}"))
}

/// Refuses what is asked for, or to be done, and lists what can be.
pub(crate) fn unknown_word<'w>(
    key: &str,
    found: &str,
    known: impl IntoIterator<Item = &'w str>,
) -> QueryError {
    let shown: String = found.chars().take(40).collect();
    let all: Vec<&str> = known.into_iter().collect();
    // ray and cast are questions about pairs as well as to worlds.
    let all: Vec<&str> = all
        .iter()
        .enumerate()
        .filter(|(i, word)| !all[..*i].contains(word))
        .map(|(_, w)| *w)
        .collect();
    let plural = if key == "op" { "ops" } else { "queries" };
    let message = format!("{key}: unknown {key} {shown:?}; the {plural} are {}", all.join(", "));
    QueryError::new(ErrorKind::Form, message)
}

pub(super) fn finite(value: &Value, place: &str) -> Result<f32, QueryError> {
    let number = value
        .as_f64()
        .ok_or_else(|| QueryError::new(ErrorKind::Form, format!("{place}: expected a number")))?;
    let narrow = number as f32 + 0.0;
    if narrow.is_finite() {
        return Ok(narrow);
    }
    let message = format!("{place}: {value} does not fit a finite 32-bit number");
    Err(QueryError::new(ErrorKind::NotFinite, message))
}

/// A message of the JSON reader; its line is always the first, so only the column states something.
fn position_free(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", " at column ")
}
