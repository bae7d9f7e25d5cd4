//! Proofs that two shapes meet or do not meet, as data that anyone can check or draw.
//!
//! Every axis and every point is verified in exact arithmetic before it is returned. Each kind of
//! proof documents its claim about the exact sets that were placed (see [`Placed`]),
//! so that a checker with rational numbers needs nothing else. A proof does not distinguish
//! touching from overlapping; the verdict does, exactly.
//!
//! For separated outlines that no line separates, axes between runs of edges cover all pairs of
//! edges. Runs are halved until an axis exists.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::math::DVec2;
use crate::pair::answer::Verdict;
use crate::pair::bodies;
use crate::pair::bodies::brackets;
use crate::pair::boundary::point_in_body::corner_sum;
use crate::pair::half_plane::curved_below;
use crate::pair::proof::axis;
use crate::pair::proof::axis::{Corner, ProvenAxis};
use crate::pair::proof::common_point;
use crate::pair::proof::common_point::Witness;
use crate::shape::{Body, Core, HalfPlane, Placed};

/// A point given as exact sums of two numbers: `[[x_hi, x_lo], [y_hi, y_lo]]`.
pub type ExactPoint = [[f64; 2]; 2];

/// A corner given as exact sums of three numbers per coordinate: the position of its shape, and the
/// offset of the vertex (for a rectangle the two products that make it).
pub type ExactCorner = [[f64; 3]; 2];

/// A verdict with its proof.
///
/// ```
/// use jostle::{Affine, Shape, Verdict, proof::Proof};
/// let a = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at(3.0, 0.5))?;
/// let why = a.why(&b);
/// assert_eq!(why.verdict, Verdict::Separated);
/// let Proof::Axis(axis) = why.proof else { unreachable!() };
/// assert_eq!((axis.direction, axis.a, axis.b), ([1.0, 0.0], [-1.0, 1.0], [2.0, 4.0]));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ProvenVerdict {
    /// The verdict of [`Placed::verdict`].
    pub verdict: Verdict,
    /// The proof.
    pub proof: Proof,
}

/// A proof that two shapes meet, or that they do not; world frame.
///
/// ```
/// use jostle::{Affine, Shape, proof::Proof};
/// let a = Shape::circle(5.0)?.place(Affine::IDENTITY)?;
/// let why = a.why(&Shape::circle(5.0)?.place(Affine::at(6.0, 8.0))?);
/// assert_eq!(why.proof, Proof::Point([[3.0, 0.0], [4.0, 0.0]]));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Proof {
    /// Separated: the projections on one direction leave a gap.
    Axis(SeparatingAxis),
    /// Separated: no edge of a comes within r_a + r_b of one of b, and no ring of one lies inside
    /// the other.
    ///
    /// Every pair of an edge of a and an edge of b is covered by one of the axes, which parts the
    /// two runs of edges with their radii. The first vertex of every ring of one has winding number
    /// 0 in the other's outline, which is for the checker to count.
    Edges {
        /// All edges of a, by their ends.
        a: Vec<[ExactCorner; 2]>,
        /// All edges of b.
        b: Vec<[ExactCorner; 2]>,
        /// The axes between runs of both.
        axes: Vec<EdgeAxis>,
    },
    /// Separated: the proofs for all pairs of parts of two unions (a shape that is no union is its
    /// own part 0).
    Parts(Vec<PartProof>),
    /// They meet: the point is in both closed sets, exactly.
    Point(ExactPoint),
    /// They meet, where no such sum of two numbers was found: the closed edges between the corners
    /// (one corner named once stands for itself) are at most r_a + r_b apart, in real arithmetic.
    ///
    /// For a half-plane the list is empty, and the half-plane itself is meant.
    Meeting {
        /// An edge or vertex of a.
        a: Vec<ExactCorner>,
        /// An edge or vertex of b.
        b: Vec<ExactCorner>,
    },
    /// An ellipse, a sheared shape or a custom one takes part: the signed separation of the two (of
    /// a union the parts that decide) lies in [lo, hi]. Above 0 is separated, below 0 overlapping;
    /// a bracket around 0 is answered with touching.
    Bracket {
        /// Nothing below this is possible.
        lo: f64,
        /// Nothing above this is possible.
        hi: f64,
        /// Unit direction from a to b along which `hi` is attained.
        normal: [f64; 2],
    },
    /// Nothing of the above fits into `f64` numbers; the exact predicates behind
    /// [`Placed::verdict`] stand alone.
    Predicates,
}

/// A direction on which two sets do not share a value.
///
/// The claim, in real arithmetic, with d = `direction` + `rest`: for all points p of a and q of b,
/// d·p < d·q. So with v over the vertices of a and w over those of b the smallest (w − v)·d is
/// above 0 and its square above (r_a + r_b)²·|d|².
///
/// ```
/// use jostle::{Affine, Shape, proof::Proof};
/// let floor = Shape::half_plane((0.0, 1.0), 0.0)?.place(Affine::IDENTITY)?;
/// let ball = Shape::circle(1.0)?.place(Affine::at(0.0, 3.0))?;
/// let Proof::Axis(axis) = floor.why(&ball).proof else { unreachable!() };
/// assert_eq!((axis.a[1], axis.b), (0.0, [2.0, 4.0]));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeparatingAxis {
    /// From a to b; not of unit length: an edge's normal as stored, if there is one.
    pub direction: [f64; 2],
    /// Added to `direction`; 0 but where two numbers cannot hold the exact normal.
    pub rest: [f64; 2],
    /// Smallest and largest d·p over a, radii included; rounded, infinite for half-planes.
    pub a: [f64; 2],
    /// The same over b.
    pub b: [f64; 2],
}

/// An axis between runs of edges; see [`Proof::Edges`].
///
/// ```
/// use jostle::{Affine, Shape, shape::{ChainEnds, Sidedness}, proof::Proof};
/// let points = [(0.0, 2.0), (0.0, 0.0), (2.0, 0.0), (2.0, 2.0)];
/// let cup = Shape::chain(points, ChainEnds::Open, Sidedness::Both)?;
/// let ball = Shape::circle(0.5)?.place(Affine::at(1.0, 1.0))?;
/// let Proof::Edges { a, axes, .. } = cup.place(Affine::IDENTITY)?.why(&ball).proof else {
///     unreachable!()
/// };
/// assert_eq!(a.len(), axes.iter().map(|axis| axis.a.len()).sum::<usize>());
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EdgeAxis {
    /// The run of a's edges.
    pub a: Range<usize>,
    /// The run of b's edges.
    pub b: Range<usize>,
    /// What parts the runs.
    pub axis: SeparatingAxis,
}

/// The proof for one pair of parts; see [`Proof::Parts`].
///
/// ```
/// use jostle::{Affine, Shape, proof::Proof};
/// let eye = Shape::ellipse((2.0, 1.0))?;
/// let both = [(eye.clone(), Affine::at(-4.0, 0.0)), (eye, Affine::at(4.0, 0.0))];
/// let eyes = Shape::compound(both)?.place(Affine::IDENTITY)?;
/// let nose = Shape::point((0.0, 0.0))?.place(Affine::IDENTITY)?;
/// let Proof::Parts(parts) = eyes.why(&nose).proof else { unreachable!() };
/// assert!(matches!(parts[1].proof, Proof::Bracket { lo, .. } if lo > 1.9));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartProof {
    /// The part of a, by its number.
    pub a: usize,
    /// The part of b.
    pub b: usize,
    /// Why the two do not meet.
    pub proof: Proof,
}

impl Placed {
    /// Proves the verdict: a separating axis, a common point, or what stands for them.
    ///
    /// ```
    /// use jostle::{Affine, Shape, proof::Proof};
    /// let a = Shape::segment((0.0, 0.0), (4.0, 4.0))?.place(Affine::IDENTITY)?;
    /// let b = Shape::segment((0.0, 4.0), (4.0, 0.0))?.place(Affine::IDENTITY)?;
    /// assert_eq!(a.why(&b).proof, Proof::Point([[2.0, 0.0], [2.0, 0.0]]));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn why(&self, other: &Self) -> ProvenVerdict {
        let verdict = self.verdict(other);
        let proof = if self.bounds().overlaps(other.bounds()) {
            match verdict {
                Verdict::Separated => apart(&self.body, &other.body),
                _ => meeting(&self.body, &other.body),
            }
        } else {
            boxes(self, other)
        };
        ProvenVerdict { verdict, proof }
    }
}

impl From<ProvenAxis> for SeparatingAxis {
    fn from(f: ProvenAxis) -> Self {
        Self { direction: pair(f.direction), rest: pair(f.rest), a: f.a, b: f.b }
    }
}

fn pair(v: DVec2) -> [f64; 2] {
    [v.x + 0.0, v.y + 0.0]
}

/// The boxes, rounded outward, are apart along x or y.
fn boxes(a: &Placed, b: &Placed) -> Proof {
    let (p, q) = (a.bounds(), b.bounds());
    let sides = |min: f32, max: f32| [f64::from(min), f64::from(max)];
    let x = (sides(p.min.x, p.max.x), sides(q.min.x, q.max.x), DVec2::X);
    let y = (sides(p.min.y, p.max.y), sides(q.min.y, q.max.y), DVec2::X.left());
    let turned = |s: [f64; 2]| [-s[1] + 0.0, -s[0] + 0.0];
    let gap = |s: &([f64; 2], [f64; 2], DVec2)| s.1[0] - s.0[1];
    let all = [x, (turned(x.0), turned(x.1), -DVec2::X), y, (turned(y.0), turned(y.1), -y.2)];
    let first = all[0];
    let (a, b, d) = all.into_iter().fold(first, |p, q| if gap(&q) > gap(&p) { q } else { p });
    Proof::Axis(SeparatingAxis { direction: pair(d), rest: [0.0; 2], a, b })
}

/// All corners of a body that consists of cores only.
fn corners(body: &Body) -> Option<Vec<Corner<'_>>> {
    match body {
        Body::Core(core) => Some(axis::corners(core)),
        Body::Union(parts) => {
            let all: Option<Vec<_>> = parts.iter().map(corners).collect();
            Some(all?.concat())
        }
        Body::Curved(_) | Body::HalfPlane(_) => None,
    }
}

fn apart(a: &Body, b: &Body) -> Proof {
    if let (Some(ca), Some(cb)) = (corners(a), corners(b))
        && let Some(found) = axis::axis(&ca, &cb)
    {
        return Proof::Axis(found.into());
    }
    match (a, b) {
        (Body::Union(_), _) | (_, Body::Union(_)) => parts_apart(a, b),
        (Body::Core(a), Body::Core(b)) => edges_apart(a, b),
        (Body::HalfPlane(plane), _) => plane_axis(plane, b),
        (_, Body::HalfPlane(plane)) => match plane_axis(plane, a) {
            Proof::Axis(f) => {
                let turned = |s: [f64; 2]| [-s[1] + 0.0, -s[0] + 0.0];
                let direction = f.direction.map(|x| 0.0 - x);
                Proof::Axis(SeparatingAxis {
                    direction,
                    rest: f.rest,
                    a: turned(f.b),
                    b: turned(f.a),
                })
            }
            Proof::Bracket { lo, hi, normal } => {
                Proof::Bracket { lo, hi, normal: normal.map(|x| 0.0 - x) }
            }
            other => other,
        },
        _ => bracket(a, b),
    }
}

fn parts_apart(a: &Body, b: &Body) -> Proof {
    let mut out = Vec::new();
    for (i, p) in a.parts().iter().enumerate() {
        for (j, q) in b.parts().iter().enumerate() {
            out.push(PartProof { a: i, b: j, proof: apart(p, q) });
        }
    }
    Proof::Parts(out)
}

fn edges_apart(a: &Core, b: &Core) -> Proof {
    let mut axes = Vec::new();
    if part_runs((a, 0..a.edge_count()), (b, 0..b.edge_count()), &mut axes).is_none() {
        return Proof::Predicates;
    }
    let list = |core: &Core| {
        (0..core.edge_count()).map(|i| core.edge(i).map(|v| corner_sum(core, v))).collect()
    };
    Proof::Edges { a: list(a), b: list(b), axes }
}

/// Parts two runs of edges, by one axis or by halving the longer run.
fn part_runs(
    (a, ra): (&Core, Range<usize>),
    (b, rb): (&Core, Range<usize>),
    out: &mut Vec<EdgeAxis>,
) -> Option<()> {
    let ends = |core, run: &Range<usize>| {
        let mut ends = Vec::with_capacity(2 * run.len());
        for i in run.clone() {
            ends.extend_from_slice(&Core::edge(core, i).map(|index| Corner { core, index }));
        }
        ends
    };
    if let Some(found) = axis::axis(&ends(a, &ra), &ends(b, &rb)) {
        out.push(EdgeAxis { a: ra, b: rb, axis: found.into() });
        return Some(());
    }
    let halves = |r: &Range<usize>| {
        let middle = r.start + r.len() / 2;
        [r.start..middle, middle..r.end]
    };
    if ra.len() < 2 && rb.len() < 2 {
        None
    } else if ra.len() >= rb.len() {
        halves(&ra).into_iter().try_for_each(|half| part_runs((a, half), (b, rb.clone()), out))
    } else {
        halves(&rb).into_iter().try_for_each(|half| part_runs((a, ra.clone()), (b, half), out))
    }
}

/// A half-plane before everything else that is no union, along its normal.
fn plane_axis(plane: &HalfPlane, other: &Body) -> Proof {
    let (n, offset) = (DVec2::from(plane.normal), f64::from(plane.offset));
    let a = [f64::NEG_INFINITY, offset];
    let along =
        |b: [f64; 2]| Proof::Axis(SeparatingAxis { direction: pair(n), rest: [0.0; 2], a, b });
    match other {
        Body::Core(core) => {
            let length = n.length();
            let o = n.dot(core.origin.into());
            let r = f64::from(core.radius) * length;
            let mut span = [f64::INFINITY, f64::NEG_INFINITY];
            for s in core.offsets().iter().map(|v| v.dot(n)) {
                if s < span[0] {
                    span[0] = s;
                }
                if s > span[1] {
                    span[1] = s;
                }
            }
            along([o + span[0] - r, o + span[1] + r])
        }
        Body::HalfPlane(second) => {
            let m = DVec2::from(second.normal);
            along([-f64::from(second.offset) * (n.length() / m.length()), f64::INFINITY])
        }
        Body::Curved(_) | Body::Union(_) => bracket(&Body::HalfPlane(*plane), other),
    }
}

/// The bracket of the separation, for pairs in which a curved set takes part.
fn bracket(a: &Body, b: &Body) -> Proof {
    let (lo, hi, normal) = match (a, b) {
        (Body::HalfPlane(plane), Body::Curved(curved)) => {
            let below = curved_below(plane, curved);
            (below.separation - below.error, below.separation + below.error, below.normal)
        }
        (Body::Curved(curved), Body::HalfPlane(plane)) => {
            let below = curved_below(plane, curved);
            (below.separation - below.error, below.separation + below.error, -below.normal)
        }
        _ => {
            let first = (f64::INFINITY, f64::INFINITY, DVec2::X);
            brackets(a, b).iter().fold(first, |(lo, hi, normal), next| {
                let low = if next.lo < lo { next.lo } else { lo };
                if next.hi < hi { (low, next.hi, next.normal) } else { (low, hi, normal) }
            })
        }
    };
    Proof::Bracket { lo, hi, normal: pair(normal) }
}

fn meeting(a: &Body, b: &Body) -> Proof {
    match (a, b) {
        (Body::Union(_), _) | (_, Body::Union(_)) => {
            let pairs = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (p, q)));
            // A line in a seam overlaps the union and touches each part: any part that meets will
            // do.
            let mut best: Option<(Verdict, &Body, &Body)> = None;
            for (p, q) in pairs {
                let verdict = bodies::verdict(p, q);
                if verdict > best.map_or(Verdict::Separated, |b| b.0) {
                    best = Some((verdict, p, q));
                }
            }
            best.map_or(Proof::Predicates, |(_, p, q)| meeting(p, q))
        }
        (Body::Core(a), Body::Core(b)) => {
            witnessed(common_point::cores(a, b), |edges| (named(a, edges.0), named(b, edges.1)))
        }
        (Body::HalfPlane(plane), Body::Core(core)) => {
            let found = common_point::half_plane(plane, core);
            witnessed(found, |edges| (Vec::new(), named(core, edges.1)))
        }
        (Body::Core(core), Body::HalfPlane(plane)) => {
            let found = common_point::half_plane(plane, core);
            witnessed(found, |edges| (named(core, edges.1), Vec::new()))
        }
        (Body::HalfPlane(a), Body::HalfPlane(b)) => {
            let none = Proof::Meeting { a: Vec::new(), b: Vec::new() };
            common_point::half_planes(a, b).map_or(none, Proof::Point)
        }
        (Body::Curved(_), _) | (_, Body::Curved(_)) => bracket(a, b),
    }
}

fn named(core: &Core, [u, v]: [usize; 2]) -> Vec<ExactCorner> {
    if u == v { vec![corner_sum(core, u)] } else { vec![corner_sum(core, u), corner_sum(core, v)] }
}

fn witnessed(
    found: Option<Witness>,
    name: impl Fn(([usize; 2], [usize; 2])) -> (Vec<ExactCorner>, Vec<ExactCorner>),
) -> Proof {
    match found {
        Some(Witness::Point(p)) => Proof::Point(p),
        Some(Witness::Edges(ea, eb)) => {
            let (a, b) = name((ea, eb));
            Proof::Meeting { a, b }
        }
        None => Proof::Predicates,
    }
}

#[cfg(test)]
mod tests;
