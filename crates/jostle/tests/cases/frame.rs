//! The ways in which one record is asked: swapped, mirrored, moved.

use jostle::{Affine, Placed};

use crate::read::{Case, Side};

/// One way to ask.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub(crate) swapped: bool,
    pub(crate) mirrored: bool,
    pub(crate) offset: [f32; 2],
}

/// The two shapes of a record in a frame, in the order in which they are asked.
pub(crate) struct Pair {
    pub(crate) a: Placed,
    pub(crate) b: Option<Placed>,
}

impl Frame {
    pub(crate) const PLAIN: Self = Self { swapped: false, mirrored: false, offset: [0.0; 2] };

    /// All frames in which the record's numbers stay exact.
    pub(crate) fn all(case: &Case, offsets: &[[f32; 2]]) -> Vec<Self> {
        let mut frames = vec![Self::PLAIN, Self { mirrored: true, ..Self::PLAIN }];
        let exact = offsets.iter().filter(|o| moves_exactly(case, **o));
        frames.extend(exact.map(|o| Self { offset: *o, ..Self::PLAIN }));
        if case.b.is_some() && case.query != "contains" {
            let swapped: Vec<_> = frames.iter().map(|f| Self { swapped: true, ..*f }).collect();
            frames.extend(swapped);
        }
        frames
    }

    pub(crate) fn is_moved(&self) -> bool {
        self.offset != [0.0; 2]
    }

    pub(crate) fn place(&self, case: &Case) -> Option<Pair> {
        let placed = |side: &Side| {
            let affine = self.map(side.affine);
            side.shape.as_ref().ok().and_then(|s| s.place(affine).ok())
        };
        let a = placed(&case.a)?;
        let b = case.b.as_ref().map(placed);
        Some(match b {
            Some(b) if self.swapped => Pair { a: b?, b: Some(a) },
            b => Pair { a, b: if let Some(b) = b { Some(b?) } else { None } },
        })
    }

    fn map(&self, affine: Affine) -> Affine {
        let mut affine = affine;
        if self.mirrored {
            affine = affine.under(&Affine::IDENTITY.scaled(-1.0, 1.0));
        }
        affine.moved(self.offset)
    }

    /// A point of the record in this frame.
    pub(crate) fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let x = if self.mirrored { -x } else { x };
        [x + f64::from(self.offset[0]), y + f64::from(self.offset[1])]
    }

    /// A direction from a to b in this frame.
    pub(crate) fn direction(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let x = if self.mirrored { -x } else { x };
        if self.swapped { [-x, -y] } else { [x, y] }
    }
}

/// Whether every point of the record, moved by the offset, is an `f32` pair again.
fn moves_exactly(case: &Case, offset: [f32; 2]) -> bool {
    let sum = |x: f32, y: f32| {
        let exact = f64::from(x) + f64::from(y);
        // The sum of two `f32` may need more than an f64 has; then it is not an `f32` either.
        let kept = exact - f64::from(x) == f64::from(y) && exact - f64::from(y) == f64::from(x);
        kept && f64::from(exact as f32) == exact
    };
    let sides = [Some(&case.a), case.b.as_ref()].into_iter().flatten();
    let mut points: Vec<[f32; 2]> = sides.flat_map(|s| s.points.iter().copied()).collect();
    points.extend(case.ray.map(|r| r[0]));
    points.iter().all(|p| sum(p[0], offset[0]) && sum(p[1], offset[1]))
}
