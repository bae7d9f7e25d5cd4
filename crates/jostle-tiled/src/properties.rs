//! Custom properties: values by name, and those that set rules of colliders.

use crate::error::MapError;
use crate::object::objects;
use jostle::Vec2;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// A value of a custom property. Colors and names of files are texts, and objects are their numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A text.
    Text(String),
    /// True or false.
    Bool(bool),
    /// A number, whole or not.
    Number(f64),
    /// The members of a value of a class. Tiled writes those that differ from the defaults of the class, which
    /// the project file has.
    Class(Properties),
}

/// The custom properties of a map, a layer, a tile or an object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(BTreeMap<String, Value>);

impl Properties {
    /// Returns a property by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Returns a property that is a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        if let Some(Value::Text(text)) = self.get(name) { Some(text) } else { None }
    }

    /// Returns a property that is a number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        if let Some(Value::Number(number)) = self.get(name) { Some(*number) } else { None }
    }

    /// Returns the members of a property that is a value of a class.
    ///
    /// ```
    /// # let text = r#"<map tilewidth="8" tileheight="8"><properties>
    /// #   <property name="boss" type="class" propertytype="Enemy"><properties>
    /// #     <property name="lives" type="int" value="3"/></properties></property></properties></map>"#;
    /// let map = jostle_tiled::Map::from_text(text, "level.tmx")?;
    /// let boss = map.properties.class("boss").expect("the map has a boss");
    /// assert_eq!(boss.number("lives"), Some(3.0));
    /// # Ok::<(), jostle_tiled::MapError>(())
    /// ```
    #[must_use]
    pub fn class(&self, name: &str) -> Option<&Properties> {
        if let Some(Value::Class(members)) = self.get(name) { Some(members) } else { None }
    }

    /// Returns `true` if a property is there and true.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.get(name) == Some(&Value::Bool(true))
    }

    /// Lists all by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub(crate) fn insert(&mut self, name: String, value: Value) {
        self.0.insert(name, value);
    }

    /// Takes over all of another list; they win.
    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a rule: `jostle.layer`, or `layer`, which other programs may mean otherwise.
    fn rule(&self, name: &'static str) -> Option<&Value> {
        self.get(name).or_else(|| self.get(name.strip_prefix("jostle.")?))
    }
}

const LAYER: &str = "jostle.layer";
const SEES: &str = "jostle.sees";
const ONE_WAY: &str = "jostle.one_way";
const SENSOR: &str = "jostle.sensor";
const PLATFORM: &str = "jostle.platform";

/// What properties state about a collider; an inner one wins over an outer one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    /// The name of the layer that it is on, of the property `layer`.
    pub layer: Option<String>,
    /// The names of the layers that it sees, of the property `sees`: `"hero, shot"`.
    pub sees: Option<Vec<String>>,
    /// The direction of the one side that blocks, in the frame of the map, of the property `one_way`:
    /// `up`, `down`, `left`, `right`, or true for `up`.
    pub one_way: Option<Vec2>,
    /// Whether it reports touches and blocks nothing, of the property `sensor`.
    pub sensor: bool,
    /// Whether it takes along what stands on it, of the property `platform`.
    pub platform: bool,
}

impl Rules {
    /// Takes over what properties state.
    pub(crate) fn apply(&mut self, properties: &Properties) -> Result<(), MapError> {
        if let Some(Value::Text(layer)) = properties.rule(LAYER) {
            self.layer = Some(layer.clone());
        }
        if let Some(Value::Text(sees)) = properties.rule(SEES) {
            let names = sees.split(',').map(str::trim).filter(|name| !name.is_empty());
            self.sees = Some(names.map(str::to_owned).collect());
        }
        if let Some(value) = properties.rule(ONE_WAY) {
            self.one_way = side(value)?;
        }
        for (name, rule) in [(SENSOR, &mut self.sensor), (PLATFORM, &mut self.platform)] {
            if let Some(Value::Bool(is)) = properties.rule(name) {
                *rule = *is;
            }
        }
        Ok(())
    }
}

fn side(value: &Value) -> Result<Option<Vec2>, MapError> {
    let name = match value {
        Value::Text(text) => text.as_str(),
        Value::Bool(true) => "up",
        Value::Bool(false) => "",
        Value::Number(_) => "a number",
        Value::Class(_) => "a class",
    };
    Ok(match name {
        "up" | "true" => Some(Vec2::new(0.0, -1.0)),
        "down" => Some(Vec2::new(0.0, 1.0)),
        "left" => Some(Vec2::new(-1.0, 0.0)),
        "right" => Some(Vec2::new(1.0, 0.0)),
        "" | "false" => None,
        other => {
            let known = "up, down, left, right, true or false";
            return Err(MapError::new(ONE_WAY, format!("expected {known}, found {other:?}")));
        }
    })
}

impl<'de> Deserialize<'de> for Properties {
    /// Reads a list, or the object from name to value that Tiled wrote before 1.2.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(remote = "Self")]
        struct Property {
            name: String,
            value: serde_json::Value,
        }
        objects!(Property);
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Properties;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of properties")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Properties, A::Error> {
                let mut properties = Properties::default();
                while let Some(Property { name, value }) = list.next_element()? {
                    insert(&mut properties, name, value);
                }
                Ok(properties)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Properties, A::Error> {
                let mut properties = Properties::default();
                while let Some((name, value)) = object.next_entry()? {
                    insert(&mut properties, name, value);
                }
                Ok(properties)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Inserts a value of JSON; lists and nulls are left out.
pub(crate) fn insert(properties: &mut Properties, name: String, value: serde_json::Value) {
    let value = match value {
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Bool(is) => Value::Bool(is),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::Object(members) => {
            let mut class = Properties::default();
            for (name, value) in members {
                insert(&mut class, name, value);
            }
            Value::Class(class)
        }
        _ => return,
    };
    properties.insert(name, value);
}
