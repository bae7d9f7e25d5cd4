//! Large concave shapes: a disc on one ground, a grid against its tiles; and piles.

mod grid;
mod ground;
mod piles;

use crate::contest::Outcome;
use crate::report::{Row, Section};
use crate::{Failure, Options};

pub(crate) type Outline = Vec<[f32; 2]>;

/// Wrong are answers that are not those of the last side within a ten-thousandth.
fn row(title: &str, goal: Option<f64>, outcomes: &[Outcome<f32>]) -> Row {
    let truth = &outcomes[outcomes.len() - 1].answers;
    let entries = outcomes.iter().map(|outcome| {
        let is_off = |(p, q): &(&f32, &f32)| **p != **q && (**p - **q).abs() > 1e-4;
        outcome.entry(1e9, outcome.answers.iter().zip(truth).filter(is_off).count())
    });
    Row { title: title.into(), unit: "ns", goal, entries: entries.collect() }
}

const ABOUT: &str = "Nanoseconds a question to large concave shapes. A disc meets one ground of so many vertices in its middle, as the upper \
side of a solid (rapier2d and parry2d have a line); wrong are those that a slide leaves more than 0.01 within it. A grid \
of 320 by 320 cells is one shape or as many boxes. Piles of discs all move, and nothing may meet. Wrong are other \
answers that differ from the last one's by more than 0.0001; a limit is a time that was set.";

/// Measures questions to large concave shapes.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let mut section = Section::new("Large concave shapes", ABOUT);
    section.rows.extend(ground::rows(options)?);
    section.rows.extend(grid::rows(options)?);
    section.rows.extend(piles::rows(options)?);
    Ok(section)
}
