//! parry2d on concave outlines: triangles that fill them, and their edges alone.

use crate::concave::Pair;
use crate::contest::Side;
use parry2d::math::{Pose, Vector};
use parry2d::query;
use parry2d::shape::{Polyline, Shape, TriMesh};

/// The outline as triangles, by ear clipping.
pub(crate) fn mesh(outline: &[[f32; 2]]) -> Option<TriMesh> {
    TriMesh::from_polygon(outline.iter().map(|[x, y]| Vector::new(*x, *y)).collect())
}

pub(super) fn line(outline: &[[f32; 2]]) -> Polyline {
    let n = outline.len() as u32;
    let edges = (0..n).map(|i| [i, (i + 1) % n]).collect();
    Polyline::new(outline.iter().map(|[x, y]| Vector::new(*x, *y)).collect(), Some(edges))
}

pub(crate) struct Meshes {
    /// Empty where one of them cannot be filled.
    meshes: Vec<(TriMesh, TriMesh)>,
    lines: Vec<(Polyline, Polyline)>,
}

fn ask<S: Shape>(pairs: &[(S, S)], hits: &mut [bool]) {
    let at = Pose::identity();
    for ((a, b), hit) in pairs.iter().zip(hits) {
        *hit = query::intersection_test(&at, a, &at, b).is_ok_and(|i| i.intersecting);
    }
}

impl Meshes {
    pub(crate) fn new(pairs: &[Pair]) -> Self {
        let meshes = pairs.iter().map(|p| Some((mesh(&p.a)?, mesh(&p.b)?)));
        let lines = pairs.iter().map(|p| (line(&p.a), line(&p.b))).collect();
        Self { meshes: meshes.collect::<Option<_>>().unwrap_or_default(), lines }
    }

    pub(crate) fn all_filled(&self) -> bool {
        self.meshes.len() == self.lines.len()
    }

    pub(crate) fn overlaps(&self) -> Vec<Side<'_, bool>> {
        let mut sides = vec![Side::peer("parry2d Polyline", |hits| ask(&self.lines, hits))];
        if self.all_filled() {
            sides.push(Side::peer("parry2d TriMesh", |hits| ask(&self.meshes, hits)));
        }
        sides
    }
}
