//! The JSON form of the calls of a journal: one object a line.
//!
//! `{"op":"insert","key":1,"shape":{…},"transform":{…},"parent":2,"layer":[…],"sees":[…],"team":0,
//! "sensor":false,"enabled":true}`, `{"op":"set_transform","key":1,"transform":{…}}` and so on,
//! named as the variants of [`Op`]. What is left out is what [`Collider`](crate::Collider) starts
//! with. Layers are lists of names, or of bit numbers from 0 to 63; names get bits from 63 down, in
//! the order in which they are met.

use alloc::{collections::BTreeMap, format, string::String, sync::Arc};
use serde_json::Value;

use crate::ErrorKind;
use crate::json::limits::MAX_SHAPES;
use crate::json::node::Node;
use crate::json::{JsonError, shape};
use crate::world::{Detail, Op, StepOptions};
use crate::{Affine, Children, Layers, Shape, TouchPolicy};

/// The names of a journal's layers, and the bits they have got.
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
    /// assert_eq!(["hero", "coin", "hero"].map(|name| names.bit(name)), [Some(63), Some(62), Some(63)]);
    /// ```
    pub fn bit(&mut self, name: &str) -> Option<u32> {
        if let Some(bit) = self.bits.get(name) {
            return Some(*bit);
        }
        let taken = self.numbers | self.given();
        let bit = (0..64).rev().find(|bit| taken >> bit & 1 == 0)?;
        self.bits.insert(name.into(), bit);
        Some(bit)
    }

    /// Makes a call with the names, and takes back what it gave and noted if it is refused.
    ///
    /// # Errors
    /// Those of the call.
    ///
    /// ```
    /// let mut names = jostle::json::LayerNames::default();
    /// assert_eq!(names.attempt(|names| names.bit("hero").map_or(Ok(()), Err)), Err(63));
    /// assert_eq!(names.bit("coin"), Some(63));
    /// ```
    pub fn attempt<T, E>(&mut self, call: impl FnOnce(&mut Self) -> Result<T, E>) -> Result<T, E> {
        let numbers = self.numbers;
        let given = self.given();
        let made = call(self);
        if made.is_err() {
            self.numbers = numbers;
            self.bits.retain(|_, bit| given >> *bit & 1 == 1);
        }
        made
    }

    fn given(&self) -> u64 {
        self.bits.values().fold(0, |all, bit| all | 1 << bit)
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
    /// let op = Op::from_json(&line, &mut LayerNames::default()).unwrap();
    /// assert!(matches!(op, Op::Enable { key: 7 }));
    /// ```
    pub fn from_json(value: &Value, names: &mut LayerNames) -> Result<Self, JsonError> {
        names.attempt(|names| read(&Node::root(value), names))
    }

    /// Writes the call; `None` for one with a custom shape, which has no form.
    #[must_use]
    pub fn to_json(&self) -> Option<Value> {
        serde_json::to_value(self).ok()
    }

    /// Lists the words that `op` can be.
    ///
    /// ```
    /// assert!(jostle::world::Op::WORDS.contains(&"step"));
    /// ```
    pub const WORDS: [&'static str; 16] = {
        let mut words = [""; 16];
        let mut i = 0;
        while i < words.len() {
            words[i] = OPS[i].0;
            i += 1;
        }
        words
    };
}

const OPS: [(&str, &[&str]); 16] = [
    ("world", &["touching"]),
    ("insert", &INSERT),
    ("set_transform", &["key", "transform"]),
    ("set_shape", &["key", "shape"]),
    ("set_parent", &["key", "parent"]),
    ("set_layers", &["key", "layer", "sees"]),
    ("set_team", &["key", "team"]),
    ("set_sensor", &["key", "sensor"]),
    ("set_detail", &["key", "detail"]),
    ("set_one_way", &["key", "one_way"]),
    ("set_platform", &["key", "platform"]),
    ("set_step_options", &["solids", "sensors", "stays"]),
    ("enable", &["key"]),
    ("disable", &["key"]),
    ("remove", &["key", "children"]),
    ("step", &[]),
];
const INSERT: [&str; 12] = [
    "key",
    "shape",
    "transform",
    "parent",
    "layer",
    "sees",
    "team",
    "sensor",
    "enabled",
    "detail",
    "one_way",
    "platform",
];

fn read(node: &Node<'_>, names: &mut LayerNames) -> Result<Op, JsonError> {
    let (word, f) = node.tagged("op", &[], &OPS)?;
    let key = || f.require("key")?.whole();
    let mut layers = |key| f.or(key, None, |node| layer_set(node, names).map(Some));
    Ok(match word {
        "world" => {
            let word = |node: &Node<'_>| node.word("\"counts\" or \"ignored\"");
            Op::World { touching: f.or("touching", TouchPolicy::Counts, word)? }
        }
        "insert" => Op::Insert {
            transform: f.or("transform", Affine::IDENTITY, shape::read_affine)?,
            key: key()?,
            shape: f.or("shape", None, shape_of)?,
            parent: f.or("parent", None, |node| node.nullable(Node::whole))?,
            layer: layers("layer")?.unwrap_or(Layers::NONE),
            sees: layers("sees")?.unwrap_or(Layers::ALL),
            team: f.or("team", 0, team)?,
            sensor: f.or("sensor", false, Node::truth)?,
            enabled: f.or("enabled", true, Node::truth)?,
            detail: f.or("detail", None, |node| node.nullable(detail))?,
            one_way: f.or("one_way", None, |node| node.nullable(Node::vec2))?,
            platform: f.or("platform", false, Node::truth)?,
        },
        "set_transform" => Op::SetTransform {
            key: key()?,
            transform: shape::read_affine(&f.require("transform")?)?,
        },
        "set_shape" => Op::SetShape { key: key()?, shape: shape_of(&f.require("shape")?)? },
        "set_parent" => {
            Op::SetParent { key: key()?, parent: f.require("parent")?.nullable(Node::whole)? }
        }
        "set_layers" => {
            let (layer, sees) = (layers("layer")?, layers("sees")?);
            Op::SetLayers { key: key()?, layer, sees }
        }
        "set_team" => Op::SetTeam { key: key()?, team: team(&f.require("team")?)? },
        "set_sensor" => Op::SetSensor { key: key()?, sensor: f.require("sensor")?.truth()? },
        "set_detail" => {
            Op::SetDetail { key: key()?, detail: f.require("detail")?.nullable(detail)? }
        }
        "set_one_way" => {
            Op::SetOneWay { key: key()?, one_way: f.require("one_way")?.nullable(Node::vec2)? }
        }
        "set_platform" => {
            Op::SetPlatform { key: key()?, platform: f.require("platform")?.truth()? }
        }
        "set_step_options" => {
            let StepOptions { solids, sensors, stays } = StepOptions::default();
            let solids = f.or("solids", solids, detail)?;
            let sensors = f.or("sensors", sensors, detail)?;
            let stays = f.or("stays", stays, Node::truth)?;
            Op::SetStepOptions { options: StepOptions { solids, sensors, stays } }
        }
        "enable" => Op::Enable { key: key()? },
        "disable" => Op::Disable { key: key()? },
        "remove" => {
            let word = |node: &Node<'_>| node.word("\"remove\", \"release\" or \"adopt\"");
            Op::Remove { key: key()?, children: f.or("children", Children::Remove, word)? }
        }
        _ => Op::Step,
    })
}

fn shape_of(node: &Node<'_>) -> Result<Option<Arc<Shape>>, JsonError> {
    node.nullable(|node| shape::read(node, &mut { MAX_SHAPES }).map(Arc::new))
}

fn detail(node: &Node<'_>) -> Result<Detail, JsonError> {
    node.word("\"touch\", \"near\" or \"push\"")
}

fn team(node: &Node<'_>) -> Result<u32, JsonError> {
    let team = node.whole()?;
    team.try_into()
        .map_err(|_| node.error(ErrorKind::OutOfRange, format!("{team} is more than {}", u32::MAX)))
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
    /// let layers = Layers::from_json(&list, &mut LayerNames::default()).unwrap();
    /// assert_eq!(layers, Layers::bit(0) | Layers::bit(63));
    /// ```
    pub fn from_json(value: &Value, names: &mut LayerNames) -> Result<Self, JsonError> {
        names.attempt(|names| layer_set(&Node::root(value), names))
    }
}

fn layer_set(list: &Node<'_>, names: &mut LayerNames) -> Result<Layers, JsonError> {
    let mut set = Layers::NONE;
    for node in list.items()? {
        let bit = match node.value() {
            Value::String(name) => {
                let full = || node.error(ErrorKind::TooMany, "more than 64 layers");
                names.bit(name).ok_or_else(full)?
            }
            Value::Number(_) => {
                let number = node.whole()?;
                let bit = u32::try_from(number).ok().filter(|bit| *bit < 64);
                let bit = bit.ok_or_else(|| {
                    let what = format!("{number} is not the number of a layer, 0 to 63");
                    node.error(ErrorKind::OutOfRange, what)
                })?;
                if !names.number(bit) {
                    let what = format!("a name has got bit {bit}; use names or numbers");
                    return Err(node.error(ErrorKind::Form, what));
                }
                bit
            }
            _ => return Err(node.error(ErrorKind::Form, "expected a name or a number")),
        };
        set |= Layers::bit(bit);
    }
    Ok(set)
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
            r#"{"detail":"near","key":1,"op":"set_detail"}"#,
            r#"{"detail":null,"key":1,"op":"set_detail"}"#,
            r#"{"op":"set_step_options","sensors":"near","solids":"touch","stays":false}"#,
            r#"{"detail":"push","key":1,"op":"insert"}"#,
            r#"{"key":1,"one_way":[0.0,-1.0],"op":"set_one_way"}"#,
            r#"{"key":1,"one_way":null,"op":"set_one_way"}"#,
            r#"{"key":1,"op":"set_platform","platform":true}"#,
            r#"{"key":1,"one_way":[0.0,-1.0],"op":"insert","platform":true}"#,
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
        assert_eq!(beyond.unwrap_err().kind(), ErrorKind::OutOfRange);
    }

    #[test]
    fn a_refused_line_gives_no_name_a_bit_and_uses_no_number() {
        let mut names = LayerNames::default();
        let late =
            read_text(r#"{"op":"set_layers","key":1,"layer":["a", 62],"sees":[9,99]}"#, &mut names);
        assert_eq!(late.unwrap_err().path(), "sees[1]");
        let list = serde_json::json!(["b", 61, true]);
        assert!(Layers::from_json(&list, &mut names).is_err());
        assert_eq!(["c", "d", "e"].map(|name| names.bit(name)), [Some(63), Some(62), Some(61)]);
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
