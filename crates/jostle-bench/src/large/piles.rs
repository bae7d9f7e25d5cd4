//! Piles in one place whose layers or teams forbid every pair: there is nothing to find.

use crate::report::{Entry, Part, Row};
use crate::{Failure, Options, clock, spread};
use jostle::{Affine, Collider, Layers, Shape, World};
use std::sync::Arc;

/// How many, and the most milliseconds that a step may take.
const PILES: [(usize, Option<f64>); 3] = [(1_000, None), (8_000, Some(2.0)), (20_000, None)];

type Rule = fn(Collider<()>) -> Collider<()>;

const RULES: [(&str, Rule); 2] = [
    ("layers", |one| one.layer(Layers::bit(0)).sees(Layers::bit(1))),
    ("teams", |one| one.team(7)),
];

fn pile(count: usize, rule: Rule, options: &Options) -> Result<Entry, Failure> {
    let (mut world, disc) = (World::new(), Arc::new(Shape::circle(1.0)?));
    let at = |i: usize, frame: usize| {
        let off = ((i * 7 + frame * 3) % 64) as f32 / 256.0;
        Affine::at((off, 0.25 - off))
    };
    let all = (0..count).map(|i| rule(Collider::new((), disc.clone()).transform(at(i, 0))));
    let keys = world.add_all(all)?;
    let (mut moves, mut events, mut times, mut wrong) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for frame in 0..2 + options.rounds {
        moves.clear();
        moves.extend(keys.iter().zip(0..).map(|(key, i)| (*key, at(i, frame))));
        let (spent, done) = clock::time(|| {
            world.set_transforms(&moves)?;
            world.step_into(&mut events);
            Ok::<_, Failure>(())
        });
        done?;
        wrong += usize::from(!events.is_empty());
        if frame >= 2 {
            times.push(spent);
        }
    }
    let spread = spread::spread(times);
    Ok(Entry {
        name: "jostle set_transforms, step".to_owned(),
        part: Part::Own,
        median: spread.median * 1e3,
        least: spread.least * 1e3,
        wrong: Some((wrong, 2 + options.rounds)),
        note: format!("{} candidates", world.stats().candidates),
    })
}

/// Measures steps in which all of a pile moves.
pub(super) fn rows(options: &Options) -> Result<Vec<Row>, Failure> {
    let mut rows = Vec::new();
    for (name, rule) in RULES {
        for (count, most) in PILES {
            let mut entries = vec![pile(count, rule, options)?];
            entries.extend(most.map(|most| Entry::limit("limit", most)));
            let title = format!("a pile of {count} that {name} keep apart, a step");
            rows.push(Row { title, unit: "ms", goal: None, entries });
        }
        eprintln!("large shapes: piles, {name}");
    }
    Ok(rows)
}
