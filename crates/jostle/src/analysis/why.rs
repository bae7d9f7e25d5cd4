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

use crate::analysis::proof::axis::{self, SeparatingAxis};
use crate::analysis::proof::common_point::{self, Witness};
use crate::math::{Aabb, DVec2, lesser};
use crate::pair::exact::predicates::{Vertex, vertices};
use crate::pair::{
    answer::Verdict, answer::Want, bodies, bodies::span, boundary::pieces::for_each_view,
    boundary::point_in_body::corner_sum, curved::separation, half_plane::curved_below,
};
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
/// let b = Shape::rect_half((1.0, 1.0))?.place(Affine::at((3.0, 0.5)))?;
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
/// let why = a.why(&Shape::circle(5.0)?.place(Affine::at((6.0, 8.0)))?);
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

/// An axis between runs of edges; see [`Proof::Edges`].
///
/// ```
/// use jostle::{Affine, Shape, shape::{ChainEnds, Sidedness}, proof::Proof};
/// let points = [(0.0, 2.0), (0.0, 0.0), (2.0, 0.0), (2.0, 2.0)];
/// let cup = Shape::chain(points, ChainEnds::Open, Sidedness::Both)?;
/// let ball = Shape::circle(0.5)?.place(Affine::at((1.0, 1.0)))?;
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
/// let both = [(eye.clone(), Affine::at((-4.0, 0.0))), (eye, Affine::at((4.0, 0.0)))];
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

impl Proof {
    fn flipped(self) -> Self {
        match self {
            Self::Axis(axis) => Self::Axis(axis.flipped()),
            Self::Bracket { lo, hi, normal } => {
                Self::Bracket { lo, hi, normal: normal.map(|x| 0.0 - x) }
            }
            Self::Meeting { a, b } => Self::Meeting { a: b, b: a },
            other => other,
        }
    }
}

/// The boxes, rounded outward, are apart along x or y.
fn boxes(a: &Placed, b: &Placed) -> Proof {
    let axis = |low: Aabb, high: Aabb, u: DVec2| {
        let [a, b] = [low, high].map(|x| [x.min, x.max].map(|v| DVec2::from(v).dot(u)));
        SeparatingAxis { direction: [u.x + 0.0, u.y + 0.0], rest: [0.0; 2], a, b }
    };
    let (p, q) = (a.bounds(), b.bounds());
    let both = |u: DVec2| [axis(p, q, u), axis(q, p, u).flipped()];
    let all = [DVec2::X, DVec2::X.left()].into_iter().flat_map(both);
    let widest = all.reduce(|p, q| if q.b[0] - q.a[1] > p.b[0] - p.a[1] { q } else { p });
    widest.map_or(Proof::Predicates, Proof::Axis)
}

/// All corners of a body that consists of cores only.
fn corners(body: &Body) -> Option<Vec<Vertex<'_>>> {
    let mut all = Vec::new();
    for part in body.parts() {
        let Body::Core(core) = part else { return None };
        all.extend(vertices(core));
    }
    Some(all)
}

fn apart(a: &Body, b: &Body) -> Proof {
    if let (Some(ca), Some(cb)) = (corners(a), corners(b))
        && let Some(found) = axis::axis(&ca, &cb)
    {
        return Proof::Axis(found);
    }
    match (a, b) {
        (Body::Union(_), _) | (_, Body::Union(_)) => parts_apart(a, b),
        (Body::Core(a), Body::Core(b)) => edges_apart(a, b),
        (Body::HalfPlane(plane), _) => plane_axis(plane, b),
        (_, Body::HalfPlane(_)) => apart(b, a).flipped(),
        _ => bracket(a, b),
    }
}

fn parts_apart(a: &Body, b: &Body) -> Proof {
    let pairs = |(i, p)| {
        b.parts().iter().enumerate().map(move |(j, q)| PartProof { a: i, b: j, proof: apart(p, q) })
    };
    Proof::Parts(a.parts().iter().enumerate().flat_map(pairs).collect())
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
    fn ends<'a>(core: &'a Core, run: &Range<usize>) -> Vec<Vertex<'a>> {
        run.clone().flat_map(|i| core.edge(i)).map(|v| (core, v)).collect()
    }
    if let Some(axis) = axis::axis(&ends(a, &ra), &ends(b, &rb)) {
        out.push(EdgeAxis { a: ra, b: rb, axis });
        return Some(());
    }
    let of_a = ra.len() >= rb.len();
    let Range { start, end } = if of_a { ra.clone() } else { rb.clone() };
    if end - start < 2 {
        return None;
    }
    let middle = start + (end - start) / 2;
    [start..middle, middle..end].into_iter().try_for_each(|half| {
        let (ra, rb) = if of_a { (half, rb.clone()) } else { (ra.clone(), half) };
        part_runs((a, ra), (b, rb), out)
    })
}

/// A half-plane before everything else that is no union, along its normal.
fn plane_axis(plane: &HalfPlane, other: &Body) -> Proof {
    let (n, offset) = (DVec2::from(plane.normal), f64::from(plane.offset));
    let a = [f64::NEG_INFINITY, offset];
    let direction = [n.x + 0.0, n.y + 0.0];
    let along = |b: [f64; 2]| Proof::Axis(SeparatingAxis { direction, rest: [0.0; 2], a, b });
    match other {
        Body::Core(_) => along(span(other, DVec2::ZERO, n)),
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
            (below.lo, below.hi, below.normal)
        }
        (Body::Curved(_), Body::HalfPlane(_)) => return bracket(b, a).flipped(),
        _ => {
            let first = (f64::INFINITY, f64::INFINITY, DVec2::X);
            let (mut least, offset) = (first, b.anchor() - a.anchor());
            for_each_view(a, &mut |a| {
                for_each_view(b, &mut |b| {
                    let next = separation::bracket(a, b, offset, Want::Gap);
                    let low = lesser(least.0, next.lo);
                    let closer = next.hi < least.1;
                    let (hi, normal) =
                        if closer { (next.hi, next.normal) } else { (least.1, least.2) };
                    least = (low, hi, normal);
                });
            });
            least
        }
    };
    Proof::Bracket { lo, hi, normal: [normal.x + 0.0, normal.y + 0.0] }
}

fn meeting(a: &Body, b: &Body) -> Proof {
    match (a, b) {
        (Body::Union(_), _) | (_, Body::Union(_)) => {
            let near = |p: &Body, q: &Body| p.bounds().overlaps(q.bounds());
            let near = |p| b.parts().iter().filter(move |q| near(p, q)).map(move |q| (p, q));
            let pairs = a.parts().iter().flat_map(near);
            // A line in a seam overlaps the union and touches each part: any part that meets will
            // do, and the first that overlaps is best.
            let mut best = (Verdict::Separated, None);
            for (p, q) in pairs {
                let verdict = bodies::verdict(p, q);
                best = if verdict > best.0 { (verdict, Some((p, q))) } else { best };
                if verdict == Verdict::Overlapping {
                    break;
                }
            }
            best.1.map_or(Proof::Predicates, |(p, q)| meeting(p, q))
        }
        (Body::Core(a), Body::Core(b)) => witnessed(common_point::cores(a, b), Some(a), b),
        (Body::HalfPlane(plane), Body::Core(core)) => {
            witnessed(common_point::half_plane(plane, core), None, core)
        }
        (Body::Core(_), Body::HalfPlane(_)) => meeting(b, a).flipped(),
        (Body::HalfPlane(a), Body::HalfPlane(b)) => {
            let none = Proof::Meeting { a: Vec::new(), b: Vec::new() };
            common_point::half_planes(a, b).map_or(none, Proof::Point)
        }
        (Body::Curved(_), _) | (_, Body::Curved(_)) => bracket(a, b),
    }
}

/// A half-plane, which is no core, has no corners.
fn witnessed(found: Option<Witness>, a: Option<&Core>, b: &Core) -> Proof {
    let corners = |core: &Core, [u, v]: [usize; 2]| {
        let mut all = vec![corner_sum(core, u), corner_sum(core, v)];
        all.truncate(if u == v { 1 } else { 2 });
        all
    };
    match found {
        Some(Witness::Point(p)) => Proof::Point(p),
        Some(Witness::Edges(ea, eb)) => {
            Proof::Meeting { a: a.map_or(Vec::new(), |a| corners(a, ea)), b: corners(b, eb) }
        }
        None => Proof::Predicates,
    }
}

#[cfg(test)]
mod tests;
