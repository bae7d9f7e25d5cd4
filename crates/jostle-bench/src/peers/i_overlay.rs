//! i_overlay: `intersects` of outlines, on a grid of integers of its own.

use crate::concave::Pair;
use crate::contest::Side;
use i_overlay::float::relate::FloatRelate;

pub(crate) fn overlaps(pairs: &[Pair]) -> Side<'_, bool> {
    Side::peer("i_overlay intersects", |hits| {
        for (pair, hit) in pairs.iter().zip(hits) {
            *hit = pair.a.intersects(&pair.b);
        }
    })
}
