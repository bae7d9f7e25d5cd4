//! Layers: who sees whom. Seeing is one-way, and a pair counts when either sees the other.

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

/// Says which layer a collider is on and which layers it sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Filter {
    layer: u32,
    sees: Option<Vec<u32>>,
}

impl Filter {
    /// Says whether a pair of colliders counts: one of them sees the other.
    pub fn pairs_with(&self, other: &Self) -> bool {
        self.sees(other) || other.sees(self)
    }

    fn sees(&self, other: &Self) -> bool {
        self.sees.as_ref().is_none_or(|layers| layers.binary_search(&other.layer).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn colliders_that_say_nothing_see_each_other() {
        let mut layers = Layers::default();
        let (a, b) = (layers.filter(None, None), layers.filter(None, None));
        assert!(a.pairs_with(&b));
    }

    #[test]
    fn one_way_sight_is_enough_for_a_pair() {
        let mut layers = Layers::default();
        let hero = layers.filter(Some("hero"), Some(&names(&["coin"])));
        let coin = layers.filter(Some("coin"), Some(&[]));
        let wall = layers.filter(Some("wall"), Some(&[]));
        assert!(hero.pairs_with(&coin) && coin.pairs_with(&hero));
        assert!(!hero.pairs_with(&wall) && !coin.pairs_with(&wall) && !coin.pairs_with(&coin));
    }

    #[test]
    fn a_collider_without_a_layer_is_on_the_default_layer() {
        let mut layers = Layers::default();
        let seer = layers.filter(Some("eye"), Some(&names(&[DEFAULT_LAYER])));
        let plain = layers.filter(None, Some(&[]));
        assert!(seer.pairs_with(&plain));
    }
}
