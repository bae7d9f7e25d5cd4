//! jostle's own, all that have a name.

use super::Contestant;
use super::worlds::World;
use crate::report::Part;
use jostle::broad::{BroadPhase, NAMES, named};

/// Looking at everything is left out above this.
const SMALL: usize = 1_000;

struct Own(Box<dyn BroadPhase>);

impl Contestant for Own {
    fn name(&self) -> String {
        format!("jostle {}", self.0.name())
    }

    /// The others are there to be chosen from; what one gets is `auto`.
    fn part(&self) -> Part {
        if self.0.name() == "auto" { Part::Own } else { Part::OwnAside }
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        for &id in &world.moved {
            self.0.update(id, world.boxes[id as usize]);
        }
        self.0.pairs(&world.moved, out);
    }
}

pub(crate) fn all(world: &World) -> Vec<Box<dyn Contestant>> {
    let n = world.boxes.len();
    let fitting = |name: &&&str| match **name {
        "brute" => n <= SMALL,
        _ => true,
    };
    let made = NAMES.iter().filter(fitting).filter_map(|name| named(name)).map(|mut broad| {
        for (id, bounds) in world.boxes.iter().enumerate() {
            broad.insert(id as u32, *bounds);
        }
        Box::new(Own(broad)) as Box<dyn Contestant>
    });
    made.collect()
}
