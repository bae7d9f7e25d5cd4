//! The JSON form of the calls of a journal: one object a line.
//!
//! `{"op":"insert","key":1,"shape":{…},"transform":{…},"parent":2,"layer":[…],"sees":[…],"team":0,
//! "sensor":false,"enabled":true}`, `{"op":"set_transform","key":1,"transform":{…}}` and so on,
//! named as the variants of [`Op`]. What is left out is what [`Collider`](crate::Collider) starts
//! with. Layers are lists of names, or of bit numbers from 0 to 63; names get bits from 63 down, in
//! the order in which they are met.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use serde_json::{Value, json};

use crate::json::limits::MAX_SHAPES;
use crate::json::node::{Fields, Node, clip};
use crate::json::{JsonError, JsonErrorKind, affine, shape};
use crate::{Affine, Children, Layers, Shape, TouchPolicy, world::Op};

/// The names of a journal's layers, and the bits they have got.
///
/// ```
/// use jostle::{Layers, json::LayerNames};
/// let mut names = LayerNames::default();
/// assert_eq!(names.bit("hero"), Some(63));
/// assert_eq!(names.bit("coin"), Some(62));
/// assert_eq!(names.bit("hero"), Some(63));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LayerNames {
    bits: BTreeMap<String, u32>,
    /// Bits that were used as numbers.
    numbers: u64,
}

impl LayerNames {
    /// Returns the bit of a name, a new one for a new name; `None` when all are taken.
    ///
    /// ```
    /// let mut names = jostle::json::LayerNames::default();
    /// assert!((0..64).all(|i| names.bit(&i.to_string()).is_some()));
    /// assert_eq!(names.bit("one more"), None);
    /// ```
    pub fn bit(&mut self, name: &str) -> Option<u32> {
        if let Some(bit) = self.bits.get(name) {
            return Some(*bit);
        }
        let taken = self.bits.values().fold(self.numbers, |all, bit| all | 1 << bit);
        let bit = (0..64).rev().find(|bit| taken >> bit & 1 == 0)?;
        self.bits.insert(name.into(), bit);
        Some(bit)
    }

    /// Returns `true` if a number may be used as such: no name has got its bit.
    fn number(&mut self, bit: u32) -> bool {
        self.numbers |= 1 << bit;
        !self.bits.values().any(|other| *other == bit)
    }
}

impl Op {
    /// Reads a call; the names of layers get bits from `names`, which one journal shares.
    ///
    /// # Errors
    /// It is not the form of a call: the error has the place and a sentence.
    ///
    /// ```
    /// use jostle::{json::LayerNames, world::Op};
    /// let line = serde_json::json!({"op": "enable", "key": 7});
    /// assert!(matches!(Op::from_json(&line, &mut LayerNames::default())?, Op::Enable { key: 7 }));
    /// let line = serde_json::json!({"op": "enable", "kee": 7});
    /// let error = Op::from_json(&line, &mut LayerNames::default()).unwrap_err();
    /// assert_eq!(error.path(), "kee");
    /// # Ok::<(), jostle::json::JsonError>(())
    /// ```
    pub fn from_json(value: &Value, names: &mut LayerNames) -> Result<Self, JsonError> {
        read(&Node::root(value), names)
    }

    /// Writes the call; `None` for one with a custom shape, which has no form.
    ///
    /// ```
    /// use jostle::world::Op;
    /// assert_eq!(Op::Step.to_json(), Some(serde_json::json!({"op": "step"})));
    /// ```
    #[must_use]
    pub fn to_json(&self) -> Option<Value> {
        write(self)
    }

    /// Lists the words that `op` can be.
    ///
    /// ```
    /// assert!(jostle::world::Op::WORDS.contains(&"step"));
    /// ```
    pub const WORDS: [&'static str; 12] = [
        "world",
        "insert",
        "set_transform",
        "set_shape",
        "set_parent",
        "set_layers",
        "set_team",
        "set_sensor",
        "enable",
        "disable",
        "remove",
        "step",
    ];
}

fn read(node: &Node<'_>, names: &mut LayerNames) -> Result<Op, JsonError> {
    let Some(op) = node.object()?.get("op") else {
        return Err(node.error(JsonErrorKind::Form, "the key \"op\" is missing"));
    };
    let op_node = node.key("op", op);
    let fields = |own: &[&str]| node.fields(&[&["op"], own].concat());
    let key = |f: &Fields<'_>| whole(&f.require("key")?);
    Ok(match op_node.text()? {
        "world" => Op::World { touching: touching(&fields(&["touching"])?)? },
        "insert" => insert(node, names)?,
        "set_transform" => {
            let f = fields(&["key", "transform"])?;
            Op::SetTransform { key: key(&f)?, transform: affine::read(&f.require("transform")?)? }
        }
        "set_shape" => {
            let f = fields(&["key", "shape"])?;
            f.require("shape")?;
            Op::SetShape { key: key(&f)?, shape: shape_of(&f)? }
        }
        "set_parent" => {
            let f = fields(&["key", "parent"])?;
            f.require("parent")?;
            Op::SetParent { key: key(&f)?, parent: parent(&f)? }
        }
        "set_layers" => {
            let f = fields(&["key", "layer", "sees"])?;
            let (layer, sees) = (layers(&f, "layer", names)?, layers(&f, "sees", names)?);
            Op::SetLayers { key: key(&f)?, layer, sees }
        }
        "set_team" => {
            let f = fields(&["key", "team"])?;
            Op::SetTeam { key: key(&f)?, team: team(&f.require("team")?)? }
        }
        "set_sensor" => {
            let f = fields(&["key", "sensor"])?;
            Op::SetSensor { key: key(&f)?, sensor: f.require("sensor")?.truth()? }
        }
        "enable" => Op::Enable { key: key(&fields(&["key"])?)? },
        "disable" => Op::Disable { key: key(&fields(&["key"])?)? },
        "remove" => {
            let f = fields(&["key", "children"])?;
            Op::Remove { key: key(&f)?, children: children(&f)? }
        }
        "step" => {
            fields(&[])?;
            Op::Step
        }
        other => {
            let known = Op::WORDS.join(", ");
            let message = format!("unknown op {:?}; the ops are {known}", clip(other));
            return Err(op_node.error(JsonErrorKind::Form, message));
        }
    })
}

fn insert(node: &Node<'_>, names: &mut LayerNames) -> Result<Op, JsonError> {
    let f = node.fields(&[
        "op",
        "key",
        "shape",
        "transform",
        "parent",
        "layer",
        "sees",
        "team",
        "sensor",
        "enabled",
    ])?;
    let transform = f.get("transform").map(|t| affine::read(&t)).transpose()?;
    let truth = |key, default| f.get(key).map_or(Ok(default), |node| node.truth());
    Ok(Op::Insert {
        key: whole(&f.require("key")?)?,
        shape: shape_of(&f)?,
        transform: transform.unwrap_or(Affine::IDENTITY),
        parent: parent(&f)?,
        layer: layers(&f, "layer", names)?.unwrap_or(Layers::NONE),
        sees: layers(&f, "sees", names)?.unwrap_or(Layers::ALL),
        team: f.get("team").map_or(Ok(0), |node| team(&node))?,
        sensor: truth("sensor", false)?,
        enabled: truth("enabled", true)?,
    })
}

fn shape_of(f: &Fields<'_>) -> Result<Option<Arc<Shape>>, JsonError> {
    let Some(node) = f.get("shape").filter(|node| !node.is_null()) else { return Ok(None) };
    let mut budget = MAX_SHAPES;
    shape::read(&node, &mut budget).map(|shape| Some(Arc::new(shape)))
}

fn parent(f: &Fields<'_>) -> Result<Option<u64>, JsonError> {
    f.get("parent").filter(|node| !node.is_null()).map(|node| whole(&node)).transpose()
}

fn whole(node: &Node<'_>) -> Result<u64, JsonError> {
    node.whole()
}

fn team(node: &Node<'_>) -> Result<u32, JsonError> {
    let team = node.whole()?;
    team.try_into()
        .map_err(|_| node.error(JsonErrorKind::Number, format!("{team} is more than {}", u32::MAX)))
}

fn layers(
    f: &Fields<'_>,
    key: &'static str,
    names: &mut LayerNames,
) -> Result<Option<Layers>, JsonError> {
    f.get(key).map(|list| layer_set(&list, names)).transpose()
}

impl Layers {
    /// Reads a list of names or bit numbers of layers; names get bits from `names`.
    ///
    /// # Errors
    /// It is no list, a number is above 63, or there are more than 64 layers.
    ///
    /// ```
    /// use jostle::{Layers, json::LayerNames};
    /// let list = serde_json::json!([0, "hero"]);
    /// let layers = Layers::from_json(&list, &mut LayerNames::default())?;
    /// assert_eq!(layers, Layers::bit(0) | Layers::bit(63));
    /// # Ok::<(), jostle::json::JsonError>(())
    /// ```
    pub fn from_json(value: &Value, names: &mut LayerNames) -> Result<Self, JsonError> {
        layer_set(&Node::root(value), names)
    }
}

fn layer_set(list: &Node<'_>, names: &mut LayerNames) -> Result<Layers, JsonError> {
    let mut set = Layers::NONE;
    for (index, value) in list.array()?.iter().enumerate() {
        let node = list.at(index, value);
        let bit = match value {
            Value::String(name) => names.bit(name).ok_or_else(|| {
                node.error(JsonErrorKind::Limit, "more than 64 layers".to_string())
            })?,
            Value::Number(_) => {
                let number = node.whole()?;
                let bit = u32::try_from(number).ok().filter(|bit| *bit < 64);
                let bit = bit.ok_or_else(|| {
                    let what = format!("{number} is not the number of a layer, 0 to 63");
                    node.error(JsonErrorKind::Number, what)
                })?;
                if !names.number(bit) {
                    let what = format!("a name has got bit {bit}; use names or numbers");
                    return Err(node.error(JsonErrorKind::Form, what));
                }
                bit
            }
            _ => return Err(node.error(JsonErrorKind::Form, "expected a name or a number")),
        };
        set |= Layers::bit(bit);
    }
    Ok(set)
}

fn touching(f: &Fields<'_>) -> Result<TouchPolicy, JsonError> {
    let Some(node) = f.get("touching") else { return Ok(TouchPolicy::Counts) };
    match node.text()? {
        "counts" => Ok(TouchPolicy::Counts),
        "ignored" => Ok(TouchPolicy::Ignored),
        other => Err(one_of(&node, "\"counts\" or \"ignored\"", other)),
    }
}

fn children(f: &Fields<'_>) -> Result<Children, JsonError> {
    let Some(node) = f.get("children") else { return Ok(Children::Remove) };
    match node.text()? {
        "remove" => Ok(Children::Remove),
        "release" => Ok(Children::Release),
        "adopt" => Ok(Children::Adopt),
        other => Err(one_of(&node, "\"remove\", \"release\" or \"adopt\"", other)),
    }
}

fn one_of(node: &Node<'_>, known: &str, found: &str) -> JsonError {
    node.error(JsonErrorKind::Form, format!("expected {known}, found {:?}", clip(found)))
}

fn write(op: &Op) -> Option<Value> {
    let shape_form = |shape: &Option<Arc<Shape>>| match shape {
        Some(shape) => shape.to_json(),
        None => Some(Value::Null),
    };
    Some(match op {
        Op::World { touching } => {
            let ignored = *touching == TouchPolicy::Ignored;
            json!({ "op": "world", "touching": if ignored { "ignored" } else { "counts" } })
        }
        Op::Insert { key, shape, transform, parent, layer, sees, team, sensor, enabled } => {
            let mut form = json!({ "op": "insert", "key": key });
            let shape = shape_form(shape)?;
            if !shape.is_null() {
                form["shape"] = shape;
            }
            if *transform != Affine::IDENTITY {
                form["transform"] = transform.to_json();
            }
            if let Some(parent) = parent {
                form["parent"] = json!(parent);
            }
            if *layer != Layers::NONE {
                form["layer"] = bits(*layer);
            }
            if *sees != Layers::ALL {
                form["sees"] = bits(*sees);
            }
            if *team != 0 {
                form["team"] = json!(team);
            }
            if *sensor {
                form["sensor"] = json!(true);
            }
            if !enabled {
                form["enabled"] = json!(false);
            }
            form
        }
        Op::SetTransform { key, transform } => {
            json!({ "op": "set_transform", "key": key, "transform": transform.to_json() })
        }
        Op::SetShape { key, shape } => {
            json!({ "op": "set_shape", "key": key, "shape": shape_form(shape)? })
        }
        Op::SetParent { key, parent } => {
            json!({ "op": "set_parent", "key": key, "parent": parent })
        }
        Op::SetLayers { key, layer, sees } => {
            let mut form = json!({ "op": "set_layers", "key": key });
            for (name, layers) in [("layer", layer), ("sees", sees)] {
                if let Some(layers) = layers {
                    form[name] = bits(*layers);
                }
            }
            form
        }
        Op::SetTeam { key, team } => json!({ "op": "set_team", "key": key, "team": team }),
        Op::SetSensor { key, sensor } => {
            json!({ "op": "set_sensor", "key": key, "sensor": sensor })
        }
        Op::Enable { key } => json!({ "op": "enable", "key": key }),
        Op::Disable { key } => json!({ "op": "disable", "key": key }),
        Op::Remove { key, children } => {
            let mut form = json!({ "op": "remove", "key": key });
            match children {
                Children::Remove => {}
                Children::Release => form["children"] = json!("release"),
                Children::Adopt => form["children"] = json!("adopt"),
            }
            form
        }
        Op::Step => json!({ "op": "step" }),
    })
}

fn bits(layers: Layers) -> Value {
    let numbers = (0..64_u32).filter(|bit| layers.to_bits() >> bit & 1 == 1);
    numbers.collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, names: &mut LayerNames) -> Result<Op, JsonError> {
        Op::from_json(&serde_json::from_str(text).unwrap(), names)
    }

    #[test]
    fn every_op_reads_back_as_it_was_written() {
        let lines = [
            r#"{"op":"world","touching":"ignored"}"#,
            r#"{"key":1,"op":"insert"}"#,
            r#"{"enabled":false,"key":2,"layer":[0,5],"op":"insert","parent":1,"sees":[],"sensor":true,"shape":{"center":[0,0],"radius":2,"type":"circle"},"team":3,"transform":{"matrix":[1,0,0,1,5,0.1]}}"#,
            r#"{"key":1,"op":"set_transform","transform":{"matrix":[0,1,-1,0,0,0]}}"#,
            r#"{"key":1,"op":"set_shape","shape":null}"#,
            r#"{"key":1,"op":"set_parent","parent":null}"#,
            r#"{"key":1,"op":"set_parent","parent":18446744073709551615}"#,
            r#"{"key":1,"layer":[63],"op":"set_layers"}"#,
            r#"{"key":1,"op":"set_team","team":4294967295}"#,
            r#"{"key":1,"op":"set_sensor","sensor":false}"#,
            r#"{"key":1,"op":"enable"}"#,
            r#"{"key":1,"op":"disable"}"#,
            r#"{"children":"adopt","key":1,"op":"remove"}"#,
            r#"{"op":"step"}"#,
        ];
        for line in lines {
            let op = read_text(line, &mut LayerNames::default()).unwrap();
            let sorted: BTreeMap<String, Value> =
                serde_json::from_value(op.to_json().unwrap()).unwrap();
            assert_eq!(serde_json::to_string(&sorted).unwrap(), line);
        }
    }

    #[test]
    fn layers_may_have_names_or_numbers_and_names_keep_their_bits() {
        let mut names = LayerNames::default();
        let op = read_text(r#"{"op":"set_layers","key":1,"sees":["a","b"]}"#, &mut names).unwrap();
        let Op::SetLayers { sees: Some(sees), layer: None, .. } = op else { panic!("{op:?}") };
        assert_eq!(sees, Layers::bit(63) | Layers::bit(62));
        let taken = read_text(r#"{"op":"set_layers","key":1,"sees":[63]}"#, &mut names);
        assert_eq!(taken.unwrap_err().path(), "sees[0]");
        let beyond = read_text(r#"{"op":"set_layers","key":1,"sees":[64]}"#, &mut names);
        assert_eq!(beyond.unwrap_err().kind(), JsonErrorKind::Number);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (line, path) in [
            (r#"{"key":1}"#, ""),
            (r#"{"op":"jump","key":1}"#, "op"),
            (r#"{"op":"insert"}"#, ""),
            (r#"{"op":"insert","key":-1}"#, "key"),
            (r#"{"op":"insert","key":1.5}"#, "key"),
            (r#"{"op":"insert","key":1,"shape":{"type":"circle"}}"#, "shape"),
            (r#"{"op":"insert","key":1,"layer":[true]}"#, "layer[0]"),
            (r#"{"op":"remove","key":1,"children":"eat"}"#, "children"),
            (r#"{"op":"step","key":1}"#, "key"),
        ] {
            let error = read_text(line, &mut LayerNames::default()).unwrap_err();
            assert_eq!(error.path(), path, "{line}: {error}");
        }
    }
}
