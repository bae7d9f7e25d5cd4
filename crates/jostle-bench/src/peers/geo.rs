//! geo: `Intersects` and `PreparedGeometry` of polygons in place.

use crate::concave::Pair as Concave;
use crate::contest::Side;
use crate::pairs::inputs::{Form, Pair, Pose};
use geo::{Coord, Intersects, LineString, Polygon, PreparedGeometry, Relate};

pub(crate) fn polygon(corners: impl Iterator<Item = [f32; 2]>) -> Polygon<f32> {
    let ring = corners.map(|[x, y]| Coord { x, y }).collect();
    Polygon::new(LineString::new(ring), Vec::new())
}

pub(crate) struct Pairs(Vec<(Polygon<f32>, Polygon<f32>)>);

fn place((form, pose): &(Form, Pose)) -> Option<Polygon<f32>> {
    match form {
        Form::Convex(points) => Some(polygon(points.iter().map(|p| pose.apply(*p)))),
        _ => None,
    }
}

impl Pairs {
    /// Polygons only: geo has no circles, and its rectangles do not turn.
    pub(crate) fn new(pairs: &[Pair]) -> Self {
        Self(pairs.iter().filter_map(|p| Some((place(&p.a)?, place(&p.b)?))).collect())
    }

    pub(crate) fn overlaps(&self) -> Option<Side<'_, bool>> {
        let ask = |hits: &mut [bool]| {
            for ((a, b), hit) in self.0.iter().zip(hits) {
                *hit = a.intersects(b);
            }
        };
        (!self.0.is_empty()).then(|| Side::peer("geo intersects", ask))
    }
}

fn both(pairs: &[Concave]) -> Vec<(Polygon<f32>, Polygon<f32>)> {
    let of = |outline: &[[f32; 2]]| polygon(outline.iter().copied());
    pairs.iter().map(|p| (of(&p.a), of(&p.b))).collect()
}

/// Outlines as they are.
pub(crate) struct Outlines(Vec<(Polygon<f32>, Polygon<f32>)>);

impl Outlines {
    pub(crate) fn new(pairs: &[Concave]) -> Self {
        Self(both(pairs))
    }

    pub(crate) fn overlaps(&self) -> Side<'_, bool> {
        Side::peer("geo intersects", |hits| {
            for ((a, b), hit) in self.0.iter().zip(hits) {
                *hit = a.intersects(b);
            }
        })
    }
}

type Ready = PreparedGeometry<'static, Polygon<f32>, f32>;

/// Outlines with their trees.
pub(crate) struct Prepared(Vec<(Ready, Ready)>);

impl Prepared {
    pub(crate) fn new(pairs: &[Concave]) -> Self {
        let ready = |(a, b)| (PreparedGeometry::from(a), PreparedGeometry::from(b));
        Self(both(pairs).into_iter().map(ready).collect())
    }

    pub(crate) fn overlaps(&self) -> Side<'_, bool> {
        Side::peer("geo PreparedGeometry", |hits| {
            for ((a, b), hit) in self.0.iter().zip(hits) {
                *hit = a.relate(b).is_intersects();
            }
        })
    }
}
