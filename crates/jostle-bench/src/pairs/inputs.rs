//! Pairs of shapes as plain numbers, so that all contestants get the same.

use crate::draw::Draw;
use jostle::Rot;

/// A shape around its own origin.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// Half extents.
    Rect([f32; 2]),
    Circle(f32),
    /// Half the length of the axis, which lies along x, and the radius.
    Capsule(f32, f32),
    /// Counter-clockwise where y is up.
    Convex(Vec<[f32; 2]>),
}

/// Where a shape is. Sine and cosine are given, so that nothing computes them within the
/// measurement and the rounding of them changes the question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pose {
    pub(crate) at: [f32; 2],
    pub(crate) rot: Rot,
    /// The angle of `rot`, for peers that take nothing else.
    #[cfg_attr(not(sfml), expect(dead_code, reason = "only SFML asks for it"))]
    pub(crate) degrees: f32,
}

impl Pose {
    /// Turns a local vector, rounded once.
    pub(crate) fn turned(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        let [x, y, cos, sin] = [x, y, self.rot.cos, self.rot.sin].map(f64::from);
        [(cos * x - sin * y) as f32, (sin * x + cos * y) as f32]
    }

    /// Where a local point is, rounded.
    pub(crate) fn apply(&self, p: [f32; 2]) -> [f32; 2] {
        let [x, y] = self.turned(p);
        [self.at[0] + x, self.at[1] + y]
    }

    /// Where another is, seen from here: offset and rotation.
    pub(crate) fn relative(&self, other: &Self) -> ([f32; 2], [f32; 2]) {
        let d = [other.at[0] - self.at[0], other.at[1] - self.at[1]];
        let (p, q) = (self.rot, other.rot);
        (
            [p.cos * d[0] + p.sin * d[1], p.cos * d[1] - p.sin * d[0]],
            [p.cos * q.cos + p.sin * q.sin, p.cos * q.sin - p.sin * q.cos],
        )
    }
}

/// Shape and place of both.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) a: (Form, Pose),
    pub(crate) b: (Form, Pose),
}

/// Which shapes a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kinds {
    Rects,
    CircleRect,
    Capsules,
    Triangles,
    Octagons,
}

impl Kinds {
    pub(crate) const ALL: [Self; 5] =
        [Self::Rects, Self::CircleRect, Self::Capsules, Self::Triangles, Self::Octagons];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Rects => "rect-rect",
            Self::CircleRect => "circle-rect",
            Self::Capsules => "capsule-capsule",
            Self::Triangles => "triangle-triangle",
            Self::Octagons => "convex8-convex8",
        }
    }
}

fn rect(draw: &mut Draw) -> Form {
    Form::Rect([draw.between(0.25, 1.0), draw.between(0.25, 1.0)])
}

/// Corners on a circle, at uneven angles.
fn inscribed(draw: &mut Draw, corners: u8) -> Form {
    let step = 360.0 / f32::from(corners);
    let radius = draw.between(0.5, 1.0);
    let corner = |i: u8| {
        let turn = Rot::from_degrees(step * (f32::from(i) + draw.between(-0.3, 0.3)));
        [radius * turn.cos, radius * turn.sin]
    };
    Form::Convex((0..corners).map(corner).collect())
}

fn form(kinds: Kinds, first: bool, draw: &mut Draw) -> Form {
    match kinds {
        Kinds::CircleRect if first => Form::Circle(draw.between(0.25, 1.0)),
        Kinds::Rects | Kinds::CircleRect => rect(draw),
        Kinds::Capsules => Form::Capsule(draw.between(0.2, 0.8), draw.between(0.1, 0.5)),
        Kinds::Triangles => inscribed(draw, 3),
        Kinds::Octagons => inscribed(draw, 8),
    }
}

fn pose(at: [f32; 2], draw: &mut Draw) -> Pose {
    let degrees = draw.between(0.0, 360.0);
    Pose { at, rot: Rot::from_degrees(degrees), degrees }
}

/// Draws pairs of which about half overlap, most of the others are near, anywhere within 20 units.
pub(crate) fn pairs(kinds: Kinds, count: usize) -> Vec<Pair> {
    let draw = &mut Draw(0x6a6f_7374 ^ kinds as u64);
    let mut pair = || {
        let (a, b) = (form(kinds, true, draw), form(kinds, false, draw));
        let at = draw.within(20.0);
        let off = draw.within(1.6);
        let (p, q) = (pose(at, draw), pose([at[0] + off[0], at[1] + off[1]], draw));
        Pair { a: (a, p), b: (b, q) }
    };
    (0..count).map(|_| pair()).collect()
}
