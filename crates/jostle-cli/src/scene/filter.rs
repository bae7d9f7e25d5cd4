//! Layers: the one that a collider is on, and those that it sees.

use std::collections::BTreeMap;

/// Names the layer of a collider that names none.
const DEFAULT_LAYER: &str = "default";

/// Numbers the names of layers.
#[derive(Default)]
pub struct Layers {
    numbers: BTreeMap<String, u32>,
}

impl Layers {
    /// Makes the filter of a collider; no `sees` sees everything, an empty one sees nothing.
    pub fn filter(&mut self, layer: Option<&str>, sees: Option<&[String]>) -> Filter {
        let layer = self.number(layer.unwrap_or(DEFAULT_LAYER));
        let sees = sees.map(|names| {
            let mut numbers: Vec<u32> = names.iter().map(|name| self.number(name)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        });
        Filter { layer, sees }
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        // At most one layer a collider, and colliders are bounded far below `u32`.
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

/// Returns which layer a collider is on and which layers it sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    pub(super) layer: u32,
    pub(super) sees: Option<Vec<u32>>,
}
