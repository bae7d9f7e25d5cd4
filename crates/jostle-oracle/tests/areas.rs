//! The area that two straight-edged shapes share, against exact rational clipping.
//!
//! Random pairs of rectangles and polygons, a third of these concave and a tenth with holes, on the
//! dyadic grid and over the whole range of `f32`. The large run:
//! `JOSTLE_BATCHES=2000 cargo test --release -p jostle-oracle --test areas -- --nocapture`.

use jostle::{Affine, Placed, Shape, ShapeError};
use jostle_oracle::r#gen::{Class, Numbers, batch};
use jostle_oracle::{Set, overlap_area};

/// Largest error, relative to the smaller of the two areas.
const BOUND: f64 = 1e-5;
/// Batches of ten pairs for each pair of classes and kind of numbers that always run.
const SHARE: u64 = 12;

fn sharp(set: Set) -> Set {
    match set {
        Set::Rect { center, half, rot, .. } => Set::Rect { center, half, rot, radius: 0.0 },
        Set::Polygon { origin, rings, .. } => Set::Polygon { origin, rings, radius: 0.0 },
        other => other,
    }
}

fn placed(set: &Set) -> Result<Option<Placed>, ShapeError> {
    let shape = match set {
        Set::Rect { center, half, rot: [c, s], .. } => Shape::rect_half(*half)?
            .place(Affine::from_matrix([*c, *s, -*s, *c, center[0], center[1]]))?,
        Set::Polygon { origin, rings, .. } => {
            Shape::polygon_with_holes(rings[0].clone(), rings[1..].iter().cloned())?
                .place(Affine::at(*origin))?
        }
        _ => return Ok(None),
    };
    Ok(Some(shape))
}

#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    shared: usize,
    holed: usize,
    worst: f64,
}

fn check(sa: &Set, sb: &Set, tally: &mut Tally) -> Result<(), ShapeError> {
    let (Some(a), Some(b)) = (placed(sa)?, placed(sb)?) else { return Ok(()) };
    let exact = |x: &Set, y: &Set| overlap_area(x, y).unwrap_or(f64::NAN);
    let (common, [own_a, own_b]) = (exact(sa, sb), [exact(sa, sa), exact(sb, sb)]);
    let own = if own_a < own_b { own_a } else { own_b };
    // Areas that no f32 holds have no area to be compared with.
    if own > f64::from(f32::MAX) || own < f64::from(f32::MIN_POSITIVE) {
        return Ok(());
    }
    let Some(region) = a.region(&b, 0.0) else { panic!("{sa:?} {sb:?} are bounded") };
    let off = (f64::from(region.area()) - common).abs() / own;
    assert!(off <= BOUND, "{off:e}: {:e} for {common:e}\n{sa:?}\n{sb:?}", region.area());
    tally.asked += 1;
    tally.shared += usize::from(common > 0.0);
    let holes = |s: &Set| matches!(s, Set::Polygon { rings, .. } if rings.len() > 1);
    tally.holed += usize::from(common > 0.0 && (holes(sa) || holes(sb)));
    if off > tally.worst {
        tally.worst = off;
    }
    Ok(())
}

#[test]
fn common_areas_agree_with_exact_clipping() -> Result<(), ShapeError> {
    let batches = std::env::var("JOSTLE_BATCHES").ok().and_then(|v| v.parse().ok());
    let batches = batches.unwrap_or(SHARE);
    for numbers in [Numbers::Grid, Numbers::Wide] {
        let mut tally = Tally::default();
        for classes in [
            (Class::Rect, Class::Rect),
            (Class::Rect, Class::Polygon),
            (Class::Polygon, Class::Polygon),
        ] {
            for index in 0..batches {
                for (a, b) in batch(numbers, classes, 23, index) {
                    check(&sharp(a), &sharp(b), &mut tally)?;
                }
            }
        }
        println!("{numbers:?}: {tally:?}");
        assert!(tally.shared * 8 > tally.asked && tally.holed > 0, "{tally:?}");
    }
    Ok(())
}
