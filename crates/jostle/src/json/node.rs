//! A JSON value together with its place, so that every error can say where.

use crate::ErrorKind;
use crate::json::JsonError;
use crate::json::limits::MAX_DEPTH;
use crate::{Rot, Vec2};
use alloc::string::{String, ToString};
use alloc::{format, vec::Vec};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The longest piece of a foreign text that a message quotes.
const QUOTED: usize = 40;

#[derive(Clone, Copy)]
enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

/// A value and the way to it. The way is a list on the stack and becomes text only in an error.
pub(crate) struct Node<'a> {
    value: &'a Value,
    above: Option<(&'a Node<'a>, Step<'a>)>,
    depth: usize,
}

impl<'a> Node<'a> {
    pub(crate) fn root(value: &'a Value) -> Self {
        Self { value, above: None, depth: 0 }
    }

    fn below<'b>(&'b self, step: Step<'b>, value: &'b Value) -> Node<'b> {
        Node { value, above: Some((self, step)), depth: self.depth + 1 }
    }

    fn path(&self) -> String {
        let Some((above, step)) = self.above else { return String::new() };
        let above = above.path();
        match step {
            Step::Key(key) if above.is_empty() => clip(key),
            Step::Key(key) => format!("{above}.{}", clip(key)),
            Step::Index(index) => format!("{above}[{index}]"),
        }
    }

    pub(crate) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> JsonError {
        JsonError { path: self.path(), kind, message: message.into() }
    }

    fn expected(&self, what: &str) -> JsonError {
        self.error(ErrorKind::Form, format!("expected {what}, found {}", describe(self.value)))
    }

    /// The fields of an object whose keys are all known.
    pub(crate) fn fields(&'a self, known: &[&str]) -> Result<Fields<'a>, JsonError> {
        let map = self.object()?;
        for (key, value) in map {
            if !known.contains(&key.as_str()) {
                let what = format!("unknown key; the keys here are {}", known.join(", "));
                return Err(self.key(key, value).error(ErrorKind::Form, what));
            }
        }
        Ok(Fields { node: self, map })
    }

    /// The word under `tag`, and the fields of an object that has the keys of this word in the
    /// table, and `also`.
    pub(crate) fn tagged(
        &'a self,
        tag: &'a str,
        also: &[&str],
        table: &[(&str, &[&str])],
    ) -> Result<(&'a str, Fields<'a>), JsonError> {
        let Some(word) = self.object()?.get(tag) else { return Err(self.missing(tag)) };
        let word = self.key(tag, word);
        let Some((_, own)) = table.iter().find(|(known, _)| word.value == known) else {
            let found = clip(word.text()?);
            let known: Vec<&str> = table.iter().map(|(known, _)| *known).collect();
            let what = format!("unknown {tag} {found:?}; the {tag}s are {}", known.join(", "));
            return Err(word.error(ErrorKind::Form, what));
        };
        Ok((word.text()?, self.fields(&[&[tag], also, own].concat())?))
    }

    fn missing(&self, key: &str) -> JsonError {
        self.error(ErrorKind::Form, format!("the key \"{key}\" is missing"))
    }

    pub(crate) fn object(&self) -> Result<&'a Map<String, Value>, JsonError> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested deeper than {MAX_DEPTH} levels");
            return Err(self.error(ErrorKind::TooMany, message));
        }
        self.value.as_object().ok_or_else(|| self.expected("an object"))
    }

    pub(crate) fn items(&self) -> Result<impl ExactSizeIterator<Item = Node<'_>>, JsonError> {
        let values = self.value.as_array().ok_or_else(|| self.expected("an array"))?;
        Ok(values.iter().enumerate().map(|(index, value)| self.below(Step::Index(index), value)))
    }

    pub(crate) fn key<'b>(&'b self, key: &'b str, value: &'b Value) -> Node<'b> {
        self.below(Step::Key(key), value)
    }

    pub(crate) fn text(&self) -> Result<&'a str, JsonError> {
        self.value.as_str().ok_or_else(|| self.expected("a text"))
    }

    pub(crate) fn truth(&self) -> Result<bool, JsonError> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    pub(crate) fn number(&self) -> Result<f32, JsonError> {
        let wide = self.value.as_f64().ok_or_else(|| self.expected("a number"))?;
        let narrow = wide as f32 + 0.0;
        if narrow.is_finite() {
            return Ok(narrow);
        }
        let message = format!("{} does not fit a finite 32-bit number", self.value);
        Err(self.error(ErrorKind::NotFinite, message))
    }

    pub(crate) fn whole(&self) -> Result<u64, JsonError> {
        self.value.as_u64().ok_or_else(|| self.expected("a whole number from 0 on"))
    }

    /// One of the words of an enum, which `known` lists.
    pub(crate) fn word<T: Deserialize<'a>>(&self, known: &str) -> Result<T, JsonError> {
        let word = clip(self.text()?);
        let unknown = |_| self.error(ErrorKind::Form, format!("expected {known}, found {word:?}"));
        T::deserialize(self.value).map_err(unknown)
    }

    pub(crate) fn value(&self) -> &'a Value {
        self.value
    }

    /// What `read` makes of the value, or `None` for null.
    pub(crate) fn nullable<T>(
        &self,
        read: impl FnOnce(&Self) -> Result<T, JsonError>,
    ) -> Result<Option<T>, JsonError> {
        if self.value.is_null() { Ok(None) } else { read(self).map(Some) }
    }

    pub(crate) fn numbers<const N: usize>(&self) -> Result<[f32; N], JsonError> {
        let values = self.items()?;
        if values.len() != N {
            let what = format!("expected {N} numbers, found {}", values.len());
            return Err(self.error(ErrorKind::Form, what));
        }
        let mut numbers = [0.0; N];
        for (number, value) in numbers.iter_mut().zip(values) {
            *number = value.number()?;
        }
        Ok(numbers)
    }

    pub(crate) fn vec2(&self) -> Result<Vec2, JsonError> {
        self.numbers::<2>().map(Vec2::from)
    }
}

pub(crate) struct Fields<'a> {
    node: &'a Node<'a>,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub(crate) fn get(&self, key: &'a str) -> Option<Node<'a>> {
        self.map.get(key).map(|value| self.node.below(Step::Key(key), value))
    }

    pub(crate) fn require(&self, key: &'a str) -> Result<Node<'a>, JsonError> {
        self.get(key).ok_or_else(|| self.node.missing(key))
    }

    pub(crate) fn vec2(&self, key: &'a str) -> Result<Vec2, JsonError> {
        self.require(key)?.vec2()
    }

    pub(crate) fn number(&self, key: &'a str) -> Result<f32, JsonError> {
        self.require(key)?.number()
    }

    /// What `read` makes of the value under `key`, or `default` if the key is left out.
    pub(crate) fn or<T>(
        &self,
        key: &'a str,
        default: T,
        read: impl FnOnce(&Node<'a>) -> Result<T, JsonError>,
    ) -> Result<T, JsonError> {
        self.get(key).map_or(Ok(default), |node| read(&node))
    }

    /// The one of two keys that is there; both at once are an error.
    pub(crate) fn either(
        &self,
        one: &'a str,
        other: &'a str,
    ) -> Result<(Option<Node<'a>>, Option<Node<'a>>), JsonError> {
        match (self.get(one), self.get(other)) {
            (Some(_), Some(second)) => {
                let what =
                    format!("\"{one}\" and \"{other}\" say the same thing; give one of them");
                Err(second.error(ErrorKind::Form, what))
            }
            found => Ok(found),
        }
    }

    /// The angle under `degrees` or `radians`; no turn without them.
    pub(crate) fn turn(&self) -> Result<Rot, JsonError> {
        Ok(match self.either("degrees", "radians")? {
            (Some(degrees), _) => Rot::from_degrees(degrees.number()?),
            (None, Some(radians)) => Rot::from_radians(radians.number()?),
            (None, None) => Rot::IDENTITY,
        })
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {:?}", clip(text)),
        Value::Array(_) => "an array".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// A foreign text, short enough for a message.
pub(crate) fn clip(text: &str) -> String {
    if text.chars().count() <= QUOTED {
        return text.into();
    }
    text.chars().take(QUOTED).chain("...".chars()).collect()
}
