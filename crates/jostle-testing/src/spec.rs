//! A shape and its place as plain numbers, from which it can be built again: moved, scaled, grown,
//! or with its vertices in another order.

use std::cell::OnceCell;

use jostle::shape::{ChainEnds, Sidedness, SupportMap, TileCell};
use jostle::{Affine, Gap, Placed, Rot, Shape, ShapeError};

/// The kinds of shapes that every law is checked on.
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

/// The sides of a kind's shapes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    /// Convex, of straight edges and arcs of circles.
    Convex,
    /// Convex, with other curves.
    Curved,
    Concave,
}

/// Each kind with its name, its sides, and its kind when it is thickened.
const TABLE: [(Kind, &str, Sides, Option<Kind>); 24] = [
    (Kind::Point, "point", Sides::Convex, Some(Kind::Circle)),
    (Kind::Segment, "segment", Sides::Convex, Some(Kind::Capsule)),
    (Kind::Circle, "circle", Sides::Convex, Some(Kind::Circle)),
    (Kind::Capsule, "capsule", Sides::Convex, Some(Kind::Capsule)),
    (Kind::Rect, "rect", Sides::Convex, Some(Kind::RoundedRect)),
    (Kind::RoundedRect, "rounded rect", Sides::Convex, Some(Kind::RoundedRect)),
    (Kind::Triangle, "triangle", Sides::Convex, Some(Kind::RoundedConvex)),
    (Kind::Convex, "convex", Sides::Convex, Some(Kind::RoundedConvex)),
    (Kind::RoundedConvex, "rounded convex", Sides::Convex, Some(Kind::RoundedConvex)),
    (Kind::Concave, "concave", Sides::Concave, Some(Kind::RoundedConcave)),
    (Kind::Holed, "holed", Sides::Concave, Some(Kind::RoundedConcave)),
    (Kind::RoundedConcave, "rounded concave", Sides::Concave, Some(Kind::RoundedConcave)),
    (Kind::Ellipse, "ellipse", Sides::Curved, None),
    (Kind::ShearedCircle, "sheared circle", Sides::Curved, None),
    (Kind::ShearedCapsule, "sheared capsule", Sides::Curved, None),
    (Kind::ShearedRounded, "sheared rounded", Sides::Curved, None),
    (Kind::HalfPlane, "half-plane", Sides::Convex, None),
    (Kind::OpenChain, "open chain", Sides::Concave, None),
    (Kind::ClosedChain, "closed chain", Sides::Concave, None),
    (Kind::LeftChain, "one-sided chain", Sides::Concave, None),
    (Kind::Compound, "compound", Sides::Concave, None),
    (Kind::Custom, "custom", Sides::Curved, None),
    (Kind::Mask, "mask", Sides::Concave, None),
    (Kind::Grid, "grid", Sides::Concave, None),
];

impl Kind {
    /// All kinds, in the order of the tables.
    pub const ALL: [Self; 24] = {
        let mut all = [Self::Point; 24];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    /// Returns the name in the tables.
    ///
    /// ```
    /// assert_eq!(jostle_testing::Kind::RoundedRect.name(), "rounded rect");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    fn sides(self) -> Sides {
        TABLE[self as usize].2
    }

    /// Returns `true` if every shape of this kind is convex.
    ///
    /// ```
    /// use jostle_testing::Kind;
    /// assert!(Kind::Ellipse.is_convex() && !Kind::Holed.is_convex());
    /// ```
    #[must_use]
    pub fn is_convex(self) -> bool {
        self.sides() != Sides::Concave
    }

    /// Returns `true` if its sides are neither straight nor arcs of circles.
    pub(crate) fn is_curved(self) -> bool {
        self.sides() == Sides::Curved
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

/// Two shapes, and these placed in the world.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Pair {
    pub a: Subject,
    pub b: Subject,
    pub pa: Placed,
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
        let dot = |p: [f64; 2]| p[0] * x + p[1] * y;
        let points = self.points.iter().copied();
        let p = points.reduce(|b, p| if dot(p) > dot(b) { p } else { b }).unwrap_or_default();
        let length = libm::sqrt(x * x + y * y);
        let k = if length > 0.0 { self.radius / length } else { 0.0 };
        [p[0] + x * k, p[1] + y * k]
    }
}

impl Spec {
    /// Starts from a kind and its points; everything else is zero.
    ///
    /// ```
    /// use jostle_testing::{Kind, Spec};
    /// assert_eq!(Spec::new(Kind::Point, vec![[1.0, 2.0]]).radius, 0.0);
    /// ```
    #[must_use]
    pub fn new(kind: Kind, points: Vec<[f32; 2]>) -> Self {
        let (holes, parts) = (Vec::new(), Vec::new());
        Self { kind, points, holes, half: [0.0; 2], turn: [1.0, 0.0], radius: 0.0, parts }
    }

    pub(crate) fn at(&self, i: usize) -> [f32; 2] {
        self.points.get(i).copied().unwrap_or_default()
    }

    /// Makes the shape, if the numbers are those of one.
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
            Kind::Rect | Kind::RoundedRect => {
                Shape::rect_half_at(self.at(0), self.half, rot)?.with_radius(self.radius)
            }
            Kind::Triangle
            | Kind::Convex
            | Kind::RoundedConvex
            | Kind::ShearedRounded
            | Kind::Concave
            | Kind::RoundedConcave
            | Kind::Holed => Shape::polygon_with_holes(points(), self.holes.iter().cloned())?
                .with_radius(self.radius),
            Kind::Ellipse => Shape::ellipse_at(self.at(0), self.half, rot),
            Kind::HalfPlane => Shape::half_plane(self.at(0), self.radius),
            Kind::OpenChain => Shape::chain(points(), ChainEnds::Open, Sidedness::Both),
            Kind::ClosedChain => Shape::chain(points(), ChainEnds::Closed, Sidedness::Both),
            Kind::LeftChain => Shape::chain(points(), ChainEnds::Open, Sidedness::Left),
            Kind::Compound => {
                let part = |part: &Subject| part.spec.build().map(|shape| (shape, part.affine()));
                Shape::compound(self.parts.iter().map(part).collect::<Result<Vec<_>, _>>()?)
            }
            Kind::Mask => {
                let ([width, height], cells) = self.cells();
                let stride = width.div_ceil(64) as usize;
                let mut words = vec![0; stride * height as usize];
                for [x, y] in cells {
                    words[y as usize * stride + x as usize / 64] |= 1 << (x % 64);
                }
                let [x, y] = self.half;
                let mask = Shape::mask(width, height, words)?;
                Shape::compound([(mask, Affine::IDENTITY.scaled(x, y))])
            }
            Kind::Grid => self.grid(),
            Kind::Custom => {
                let points = self.points.iter().map(|p| p.map(f64::from)).collect();
                Ok(Shape::custom(Blob { points, radius: f64::from(self.radius) }))
            }
        }
    }

    /// The columns and rows of a mask or a grid, and where each of its points is in them.
    fn cells(&self) -> ([u32; 2], Vec<[u32; 2]>) {
        let at = |p: &[f32; 2]| [0, 1].map(|i| libm::rintf(p[i] / self.half[i]) as u32);
        let cells: Vec<[u32; 2]> = self.points.iter().map(at).collect();
        let end = |i: usize| cells.iter().map(|p| p[i] + 1).max().unwrap_or(0);
        ([end(0), end(1)], cells)
    }

    /// The cells, each with its tile, under the frame that the points span.
    fn grid(&self) -> Result<Shape, ShapeError> {
        let size = self.half;
        let ([columns, rows], places) = self.cells();
        let mut cells = vec![TileCell::Empty; columns as usize * rows as usize];
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
    pub(crate) fn reordered(&self) -> Self {
        let mut other = self.clone();
        if matches!(self.kind, Kind::HalfPlane | Kind::LeftChain) {
            return other;
        }
        other.parts.reverse();
        other.holes.reverse();
        for points in std::iter::once(&mut other.points).chain(&mut other.holes) {
            points.reverse();
            // Each cell of a grid keeps its tile.
            if self.kind == Kind::Grid || points.len() < 3 {
                continue;
            }
            if self.kind != Kind::OpenChain {
                points.rotate_left(1);
            }
            points.extend(points.last().copied());
        }
        other
    }

    pub(crate) fn grown(&self, r: f32) -> Option<Self> {
        let kind = TABLE[self.kind as usize].3?;
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
    /// let spec = jostle_testing::Spec::new(jostle_testing::Kind::Point, vec![[1.0, 0.0]]);
    /// let subject = jostle_testing::Subject { spec, matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 3.0] };
    /// assert!(subject.place().unwrap().contains_point((1.0, 3.0)));
    /// ```
    pub fn place(&self) -> Result<Placed, ShapeError> {
        self.spec.build()?.place(self.affine())
    }

    pub(crate) fn affine(&self) -> Affine {
        Affine::from_matrix(self.matrix)
    }

    /// Returns the shape and its place `k` times as large; exact for a power of two.
    pub(crate) fn scaled(&self, k: f32) -> Self {
        let [a, b, c, d, x, y] = self.matrix;
        Self { spec: self.spec.scaled(k), matrix: [a, b, c, d, x * k, y * k] }
    }

    pub(crate) fn under(&self, parent: &Affine) -> Self {
        Self { spec: self.spec.clone(), matrix: self.affine().under(parent).to_matrix() }
    }
}

impl Pair {
    /// Places both; `None` if one of them cannot be placed.
    ///
    /// ```
    /// use jostle_testing::{Kind, Pair, Spec, Subject};
    /// let spec = Spec::new(Kind::Point, vec![[f32::NAN, 0.0]]);
    /// let lost = Subject { spec, matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0] };
    /// assert!(Pair::new(lost.clone(), lost).is_none());
    /// ```
    #[must_use]
    pub fn new(a: Subject, b: Subject) -> Option<Self> {
        let (pa, pb) = (a.place().ok()?, b.place().ok()?);
        Some(Self { a, b, pa, pb, gap: OnceCell::new() })
    }

    /// Returns the gap from a to b, computed once.
    ///
    /// ```
    /// use jostle_testing::{Kind, Rng, pair};
    /// let pair = pair(&mut Rng::new(1), Kind::Rect, Kind::Circle);
    /// assert_eq!(pair.gap(), pair.pa.gap(&pair.pb));
    /// ```
    #[must_use]
    pub fn gap(&self) -> Gap {
        *self.gap.get_or_init(|| self.pa.gap(&self.pb))
    }

    /// Picks one of several values by the numbers of the pair.
    pub(crate) fn pick<T: Copy, const N: usize>(&self, ways: [T; N]) -> T {
        let numbers = self.b.matrix.iter().chain(self.a.spec.points.iter().flatten());
        let mixed = numbers.fold(7u32, |h, x| (h ^ x.to_bits()).wrapping_mul(0x9E37_79B1));
        ways[(mixed >> 16) as usize % N]
    }

    pub(crate) fn is_convex(&self) -> bool {
        self.a.spec.kind.is_convex() && self.b.spec.kind.is_convex()
    }

    pub(crate) fn map(&self, change: impl Fn(&Subject) -> Subject) -> Option<Self> {
        Self::new(change(&self.a), change(&self.b))
    }
}
