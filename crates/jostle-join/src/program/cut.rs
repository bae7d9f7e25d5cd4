//! Piles cut into parts that fit the memory.
//!
//! A sample of the rows decides where (`jostle_join::Cuts`); then all rows are dealt out. A part whose
//! estimate was wrong is cut again.

use crate::failure::Failure;
use crate::pile::{Pile, PileWriter};
use crate::work::Work;
use jostle::{Aabb, Vec2};
use jostle_join::{Cuts, reaching};

/// Rows of a pile that are looked at to cut it, about.
const SAMPLE: u64 = 1 << 16;
/// Parts of a cut, which are files that are open at a time.
const PARTS: usize = 256;

/// To which parts a row belongs.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// To all that its box meets, with this margin.
    Bounds(f32),
    /// To the one where its center is.
    Center,
}

impl By {
    fn place(self, bounds: Aabb) -> Aabb {
        match self {
            Self::Bounds(margin) => reaching(bounds, margin),
            // The center of what is unbounded is anywhere.
            Self::Center if !bounds.is_finite() => Aabb::new(Vec2::ZERO, Vec2::ZERO),
            Self::Center => Aabb { min: bounds.center(), max: bounds.center() },
        }
    }
}

fn sample(pile: &Pile, by: By, out: &mut Vec<(Aabb, f64)>) -> Result<(), Failure> {
    // Rows by a hash of their number, since tables repeat themselves at even steps.
    let share = (SAMPLE << 32) / pile.rows.max(1);
    let scale = pile.rows.max(SAMPLE) as f64 / SAMPLE as f64;
    let mut rows = pile.open()?;
    while let Some(row) = rows.next()? {
        if u64::from(row.number().wrapping_mul(0x9E37_79B1)) < share {
            out.push((by.place(row.bounds()), row.cost() as f64 * scale));
        }
    }
    Ok(())
}

/// A part of the plane, with its piles.
pub(crate) type Part<const N: usize> = (Aabb, [Pile; N]);

/// Cuts piles of one area together, each by its own rule, into parts that cost `most` about; `None`
/// if they stay whole. The parts have the piles in the same order.
pub(crate) fn cut<const N: usize>(
    area: Aabb,
    piles: [(&Pile, By); N],
    most: u64,
    memory: u64,
    work: &mut Work,
) -> Result<Option<Vec<Part<N>>>, Failure> {
    let mut boxes = Vec::new();
    for (pile, by) in piles {
        sample(pile, by, &mut boxes)?;
    }
    let cuts = Cuts::new(area, boxes, most as f64, PARTS);
    let areas = cuts.areas();
    if areas.len() == 1 {
        return Ok(None);
    }
    let buffer = (memory / 8 / (areas.len() * N) as u64).clamp(1 << 12, 1 << 18) as usize;
    let paths = piles.map(|_| areas.iter().map(|_| work.path("rows")).collect::<Vec<_>>());
    let deal =
        |(pile, by): (&Pile, By), paths: &[std::path::PathBuf]| -> Result<Vec<Pile>, Failure> {
            let parts: Result<Vec<_>, _> =
                paths.iter().map(|path| PileWriter::create(path, buffer)).collect();
            let (mut parts, mut rows) = (parts?, pile.open()?);
            while let Some(row) = rows.next()? {
                let mut done = Ok(());
                cuts.visit(by.place(row.bounds()), &mut |part| {
                    if done.is_ok() {
                        done = parts[part].push(row);
                    }
                });
                done?;
            }
            parts.into_iter().map(PileWriter::finish).collect()
        };
    let mut dealt = [const { None }; N];
    rayon::scope(|scope| {
        for ((place, pile), paths) in dealt.iter_mut().zip(piles).zip(&paths) {
            let deal = &deal;
            scope.spawn(move |_| *place = Some(deal(pile, paths)));
        }
    });
    let mut columns = Vec::new();
    for part in dealt.into_iter().flatten() {
        columns.push(part?.into_iter());
    }
    let mut rows = Vec::new();
    for area in areas {
        let parts: Vec<Pile> = columns.iter_mut().filter_map(Iterator::next).collect();
        rows.extend(parts.try_into().ok().map(|parts: [Pile; N]| (*area, parts)));
    }
    Ok(Some(rows))
}
