//! A shape and its place as plain numbers, from which it can be built again: moved, scaled, grown,
//! or with its vertices in another order.

use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::math::sqrt;
use crate::{
    Affine, Gap, Placed, Rot, Shape, ShapeError,
    shape::{ChainEnds, Sidedness, SupportMap, TileCell},
};

/// The kinds of shapes that every law is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Point,
    Segment,
    Circle,
    Capsule,
    Rect,
    RoundedRect,
    Triangle,
    Convex,
    RoundedConvex,
    Concave,
    Holed,
    RoundedConcave,
    Ellipse,
    ShearedCircle,
    ShearedCapsule,
    ShearedRounded,
    HalfPlane,
    OpenChain,
    ClosedChain,
    LeftChain,
    Compound,
    Custom,
    Mask,
    Grid,
}

impl Kind {
    /// All kinds, in the order of the tables.
    pub const ALL: [Self; 24] = [
        Self::Point,
        Self::Segment,
        Self::Circle,
        Self::Capsule,
        Self::Rect,
        Self::RoundedRect,
        Self::Triangle,
        Self::Convex,
        Self::RoundedConvex,
        Self::Concave,
        Self::Holed,
        Self::RoundedConcave,
        Self::Ellipse,
        Self::ShearedCircle,
        Self::ShearedCapsule,
        Self::ShearedRounded,
        Self::HalfPlane,
        Self::OpenChain,
        Self::ClosedChain,
        Self::LeftChain,
        Self::Compound,
        Self::Custom,
        Self::Mask,
        Self::Grid,
    ];

    /// Returns the name in the tables.
    ///
    /// ```
    /// assert_eq!(jostle::testing::Kind::RoundedRect.name(), "rounded rect");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Segment => "segment",
            Self::Circle => "circle",
            Self::Capsule => "capsule",
            Self::Rect => "rect",
            Self::RoundedRect => "rounded rect",
            Self::Triangle => "triangle",
            Self::Convex => "convex",
            Self::RoundedConvex => "rounded convex",
            Self::Concave => "concave",
            Self::Holed => "holed",
            Self::RoundedConcave => "rounded concave",
            Self::Ellipse => "ellipse",
            Self::ShearedCircle => "sheared circle",
            Self::ShearedCapsule => "sheared capsule",
            Self::ShearedRounded => "sheared rounded",
            Self::HalfPlane => "half-plane",
            Self::OpenChain => "open chain",
            Self::ClosedChain => "closed chain",
            Self::LeftChain => "one-sided chain",
            Self::Compound => "compound",
            Self::Mask => "mask",
            Self::Grid => "grid",
            Self::Custom => "custom",
        }
    }

    /// Returns `true` if every shape of this kind is convex.
    ///
    /// ```
    /// use jostle::testing::Kind;
    /// assert!(Kind::Ellipse.is_convex() && !Kind::Holed.is_convex());
    /// ```
    #[must_use]
    pub fn is_convex(self) -> bool {
        !matches!(
            self,
            Self::Concave
                | Self::Holed
                | Self::RoundedConcave
                | Self::OpenChain
                | Self::ClosedChain
                | Self::LeftChain
                | Self::Compound
                | Self::Mask
                | Self::Grid
        )
    }

    /// Returns `true` if its sides are neither straight nor arcs of circles.
    pub(crate) fn is_curved(self) -> bool {
        matches!(
            self,
            Self::Ellipse
                | Self::ShearedCircle
                | Self::ShearedCapsule
                | Self::ShearedRounded
                | Self::Custom
        )
    }
}

/// A shape as plain numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// What the numbers mean.
    pub kind: Kind,
    /// Vertices, ends, or the center; the normal of a half-plane; the first corners of the solid
    /// pixels of a mask or of the cells of a grid.
    pub points: Vec<[f32; 2]>,
    /// Holes of a polygon; for each cell of a grid the outline of its tile, none for a full one.
    pub holes: Vec<Vec<[f32; 2]>>,
    /// Half extents or radii; the size of a pixel or cell.
    pub half: [f32; 2],
    /// Cosine and sine of a rectangle or an ellipse.
    pub turn: [f32; 2],
    /// Radius around everything; the offset of a half-plane.
    pub radius: f32,
    /// Parts of a compound.
    pub parts: Vec<Subject>,
}

/// A shape in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The shape.
    pub spec: Spec,
    /// Its map into the world, as [`Affine::to_matrix`] has it.
    pub matrix: [f32; 6],
}

/// Two shapes in their places: what a law is asked about.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The first shape.
    pub a: Subject,
    /// The second shape.
    pub b: Subject,
    /// The first shape in the world.
    pub pa: Placed,
    /// The second shape in the world.
    pub pb: Placed,
    gap: OnceCell<Gap>,
}

/// A convex set of its own: the hull of some points, thickened.
#[derive(Debug)]
struct Blob {
    points: Vec<[f64; 2]>,
    radius: f64,
}

impl SupportMap for Blob {
    fn support(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let first = self.points.first().copied().unwrap_or_default();
        let dot = |p: [f64; 2]| p[0] * x + p[1] * y;
        let p = self.points.iter().fold(first, |b, p| if dot(*p) > dot(b) { *p } else { b });
        let length = sqrt(x * x + y * y);
        let k = if length > 0.0 { self.radius / length } else { 0.0 };
        [p[0] + x * k, p[1] + y * k]
    }
}

impl Spec {
    /// Starts from a kind and its points; everything else is zero.
    ///
    /// ```
    /// use jostle::testing::{Kind, Spec};
    /// assert_eq!(Spec::new(Kind::Point, vec![[1.0, 2.0]]).radius, 0.0);
    /// ```
    #[must_use]
    pub fn new(kind: Kind, points: Vec<[f32; 2]>) -> Self {
        let (holes, parts) = (Vec::new(), Vec::new());
        Self { kind, points, holes, half: [0.0; 2], turn: [1.0, 0.0], radius: 0.0, parts }
    }

    pub(super) fn at(&self, i: usize) -> [f32; 2] {
        self.points.get(i).copied().unwrap_or_default()
    }

    /// Makes the shape.
    ///
    /// # Errors
    /// The numbers are not those of such a shape.
    pub(crate) fn build(&self) -> Result<Shape, ShapeError> {
        let points = || self.points.iter().copied();
        let rot = Rot { cos: self.turn[0], sin: self.turn[1] };
        match self.kind {
            Kind::Point => Shape::point(self.at(0)),
            Kind::Segment => Shape::segment(self.at(0), self.at(1)),
            Kind::Circle | Kind::ShearedCircle => Shape::circle_at(self.at(0), self.radius),
            Kind::Capsule | Kind::ShearedCapsule => {
                Shape::capsule(self.at(0), self.at(1), self.radius)
            }
            Kind::Rect => Shape::rect_half_at(self.at(0), self.half, rot),
            Kind::RoundedRect => {
                Shape::rect_half_at(self.at(0), self.half, rot)?.with_radius(self.radius)
            }
            Kind::Triangle | Kind::Convex | Kind::Concave => Shape::polygon(points()),
            Kind::RoundedConvex | Kind::RoundedConcave | Kind::ShearedRounded => {
                Shape::polygon_with_holes(points(), self.holes.iter().cloned())?
                    .with_radius(self.radius)
            }
            Kind::Holed => Shape::polygon_with_holes(points(), self.holes.iter().cloned()),
            Kind::Ellipse => Shape::ellipse_at(self.at(0), self.half, rot),
            Kind::HalfPlane => Shape::half_plane(self.at(0), self.radius),
            Kind::OpenChain => Shape::chain(points(), ChainEnds::Open, Sidedness::Both),
            Kind::ClosedChain => Shape::chain(points(), ChainEnds::Closed, Sidedness::Both),
            Kind::LeftChain => Shape::chain(points(), ChainEnds::Open, Sidedness::Left),
            Kind::Compound => {
                let mut parts = Vec::new();
                for part in &self.parts {
                    parts.push((part.spec.build()?, Affine::from_matrix(part.matrix)));
                }
                Shape::compound(parts)
            }
            Kind::Mask => {
                let size = self.half;
                let at = |p: &[f32; 2]| [0, 1].map(|i| libm::rintf(p[i] / size[i]) as u32);
                let solid: Vec<[u32; 2]> = self.points.iter().map(at).collect();
                let end = |i: usize| solid.iter().map(|p| p[i] + 1).max().unwrap_or(0);
                let (width, height) = (end(0), end(1));
                let stride = width.div_ceil(64) as usize;
                let mut words = alloc::vec![0; stride * height as usize];
                for [x, y] in solid {
                    words[y as usize * stride + x as usize / 64] |= 1 << (x % 64);
                }
                let scale = Affine::from_matrix([size[0], 0.0, 0.0, size[1], 0.0, 0.0]);
                Shape::compound([(Shape::mask(width, height, words)?, scale)])
            }
            Kind::Grid => self.grid(),
            Kind::Custom => {
                let points = self.points.iter().map(|p| p.map(f64::from)).collect();
                Ok(Shape::custom(Blob { points, radius: f64::from(self.radius) }))
            }
        }
    }

    /// The cells, each with its tile, under the frame that the points span.
    fn grid(&self) -> Result<Shape, ShapeError> {
        let size = self.half;
        let at = |p: &[f32; 2]| [0, 1].map(|i| libm::rintf(p[i] / size[i]) as u32);
        let places: Vec<[u32; 2]> = self.points.iter().map(at).collect();
        let end = |i: usize| places.iter().map(|p| p[i] + 1).max().unwrap_or(0);
        let (columns, rows) = (end(0), end(1));
        let mut cells = alloc::vec![TileCell::Empty; columns as usize * rows as usize];
        let mut tiles = Vec::new();
        for (n, [x, y]) in places.into_iter().enumerate() {
            let tile = self.holes.get(n).filter(|outline| !outline.is_empty());
            cells[y as usize * columns as usize + x as usize] = match tile {
                Some(outline) => {
                    let unit = outline.iter().map(|p| [p[0] / size[0], p[1] / size[1]]);
                    tiles.push(Shape::polygon(unit)?);
                    TileCell::Tile(tiles.len() as u16 - 1)
                }
                None => TileCell::Full,
            };
        }
        Shape::grid_of_tiles(columns, rows, size, tiles, cells)
    }

    /// Returns the same shape `k` times as large; exact for a power of two.
    #[must_use]
    pub(crate) fn scaled(&self, k: f32) -> Self {
        let scale = |ring: &Vec<[f32; 2]>| ring.iter().map(|p| p.map(|x| x * k)).collect();
        let normal = self.kind == Kind::HalfPlane;
        Self {
            points: if normal { self.points.clone() } else { scale(&self.points) },
            holes: self.holes.iter().map(scale).collect(),
            half: self.half.map(|x| x * k),
            radius: self.radius * k,
            parts: self.parts.iter().map(|p| p.scaled(k)).collect(),
            ..self.clone()
        }
    }

    /// Returns the same set from vertices in another order, some of them twice.
    #[must_use]
    pub(crate) fn reordered(&self) -> Self {
        let mut other = self.clone();
        if matches!(self.kind, Kind::HalfPlane | Kind::LeftChain) {
            return other;
        }
        if self.kind == Kind::Compound {
            other.parts.reverse();
            return other;
        }
        if self.kind == Kind::Grid {
            // Each cell keeps its tile, whose outline runs the other way.
            other.points.reverse();
            other.holes.reverse();
            other.holes.iter_mut().for_each(|outline| outline.reverse());
            return other;
        }
        let ring = self.kind != Kind::OpenChain;
        for points in core::iter::once(&mut other.points).chain(&mut other.holes) {
            points.reverse();
            if ring && points.len() > 2 {
                points.rotate_left(1);
            }
            if let (true, Some(&last)) = (points.len() > 2, points.last()) {
                points.push(last);
            }
        }
        other.holes.reverse();
        other
    }

    /// Returns the shape thickened by `r` more, where such a shape exists.
    pub(crate) fn grown(&self, r: f32) -> Option<Self> {
        let kind = match self.kind {
            Kind::Point => Kind::Circle,
            Kind::Segment => Kind::Capsule,
            Kind::Rect => Kind::RoundedRect,
            Kind::Triangle | Kind::Convex => Kind::RoundedConvex,
            Kind::Concave | Kind::Holed => Kind::RoundedConcave,
            Kind::Circle
            | Kind::Capsule
            | Kind::RoundedRect
            | Kind::RoundedConvex
            | Kind::RoundedConcave => self.kind,
            _ => return None,
        };
        Some(Self { kind, radius: self.radius + r, ..self.clone() })
    }
}

impl Subject {
    /// Puts the shape into the world.
    ///
    /// # Errors
    /// The numbers are not those of a shape, or do not fit.
    ///
    /// ```
    /// use jostle::testing::{Kind, Spec, Subject};
    /// let spec = Spec::new(Kind::Segment, vec![[0.0, 0.0], [2.0, 0.0]]);
    /// let at = |y| Subject { spec: spec.clone(), matrix: [1.0, 0.0, 0.0, 1.0, 0.0, y] };
    /// assert!(at(3.0).place().unwrap().contains_point((1.0, 3.0)));
    /// ```
    pub fn place(&self) -> Result<Placed, ShapeError> {
        self.spec.build()?.place(self.affine())
    }

    /// Returns the map into the world.
    #[must_use]
    pub(crate) fn affine(&self) -> Affine {
        Affine::from_matrix(self.matrix)
    }

    /// Returns the shape and its place `k` times as large; exact for a power of two.
    #[must_use]
    pub(crate) fn scaled(&self, k: f32) -> Self {
        let [a, b, c, d, x, y] = self.matrix;
        Self { spec: self.spec.scaled(k), matrix: [a, b, c, d, x * k, y * k] }
    }

    /// Returns the shape under one more map.
    #[must_use]
    pub(crate) fn under(&self, parent: &Affine) -> Self {
        Self { spec: self.spec.clone(), matrix: self.affine().under(parent).to_matrix() }
    }
}

impl Pair {
    /// Places both; `None` where one of them cannot be.
    ///
    /// ```
    /// use jostle::testing::{Kind, Pair, Spec, Subject};
    /// let spec = Spec::new(Kind::Segment, vec![[0.0, 0.0], [2.0, 0.0]]);
    /// let at = |y| Subject { spec: spec.clone(), matrix: [1.0, 0.0, 0.0, 1.0, 0.0, y] };
    /// assert!(Pair::new(at(0.0), at(f32::NAN)).is_none());
    /// ```
    #[must_use]
    pub fn new(a: Subject, b: Subject) -> Option<Self> {
        let (pa, pb) = (a.place().ok()?, b.place().ok()?);
        Some(Self { a, b, pa, pb, gap: OnceCell::new() })
    }

    /// Returns the gap from a to b, computed once.
    ///
    /// ```
    /// use jostle::testing::{Kind, Pair, Spec, Subject};
    /// let spec = Spec::new(Kind::Segment, vec![[0.0, 0.0], [2.0, 0.0]]);
    /// let at = |y| Subject { spec: spec.clone(), matrix: [1.0, 0.0, 0.0, 1.0, 0.0, y] };
    /// assert_eq!(Pair::new(at(0.0), at(3.0)).unwrap().gap().separation, 3.0);
    /// ```
    #[must_use]
    pub fn gap(&self) -> Gap {
        *self.gap.get_or_init(|| self.pa.gap(&self.pb))
    }

    /// Picks one of several ways to ask, by the numbers of the pair.
    pub(crate) fn pick<T: Copy, const N: usize>(&self, ways: [T; N]) -> T {
        let numbers = self.b.matrix.iter().chain(self.a.spec.points.iter().flatten());
        let mixed = numbers.fold(7u32, |h, x| (h ^ x.to_bits()).wrapping_mul(0x9E37_79B1));
        ways[(mixed >> 16) as usize % N]
    }

    /// Returns `true` if both shapes are convex.
    #[must_use]
    pub(crate) fn is_convex(&self) -> bool {
        self.a.spec.kind.is_convex() && self.b.spec.kind.is_convex()
    }

    /// Returns the same pair after a change of both.
    pub(crate) fn map(&self, change: impl Fn(&Subject) -> Subject) -> Option<Self> {
        Self::new(change(&self.a), change(&self.b))
    }
}
