//! Shapes as bytes, bit for bit, for snapshots and state hashes.
//!
//! Little-endian. A byte names the kind, numbers are the bits of `f32`, lists begin with a `u32`
//! count. Reading calls the public constructors, so bytes cannot make a shape that they refuse, and
//! it never allocates more than the remaining bytes could fill.

use alloc::vec::Vec;

use crate::math::{Affine, Rot, Vec2};
use crate::shape::kinds::polygon::Polygon;
use crate::shape::outline::normalize::Outline;
use crate::shape::placing::region::Region;
use crate::shape::{ChainEnds, Shape, ShapeError, Sidedness, TileCell};

/// The depth of compounds within compounds, as in the JSON form.
const MAX_DEPTH: usize = 64;

/// A ring that meets itself nowhere. Not a kind of [`Reader::shape`], which proves that.
const PROVEN: u8 = 255;

/// A fault in bytes, and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    Word(&'static str),
    Shape(ShapeError),
}

/// Writes numbers behind each other.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, value: u64) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    pub(crate) fn vec2(&mut self, v: Vec2) {
        self.f32(v.x);
        self.f32(v.y);
    }

    pub(crate) fn affine(&mut self, m: Affine) {
        m.to_matrix().into_iter().for_each(|number| self.f32(number));
    }

    /// Appends a kind that is a fixed list of numbers.
    fn numbers(&mut self, kind: u8, vectors: &[Vec2], last: Option<f32>) {
        self.u8(kind);
        vectors.iter().for_each(|v| self.vec2(*v));
        last.into_iter().for_each(|number| self.f32(number));
    }

    fn points(&mut self, points: &[Vec2]) {
        self.u32(points.len() as u32);
        let bytes = |p: &Vec2| [p.x.to_le_bytes(), p.y.to_le_bytes()];
        self.bytes.extend(points.iter().flat_map(bytes).flatten());
    }

    /// Appends a shape like [`shape`](Self::shape), for [`Reader::proven_shape`].
    pub(crate) fn proven_shape(&mut self, shape: &Shape) -> bool {
        if let Shape::Polygon(polygon) = shape
            && let Some(ring) = polygon.region.lone_ring()
        {
            self.u8(PROVEN);
            self.points(ring);
            self.f32(polygon.radius);
            return true;
        }
        self.shape(shape)
    }

    /// Appends a shape; false for one that holds a custom shape, which is code.
    pub(crate) fn shape(&mut self, shape: &Shape) -> bool {
        let turn = |rot: Rot| Vec2::new(rot.cos, rot.sin);
        match shape {
            Shape::Point(s) => self.numbers(0, &[s.at], None),
            Shape::Segment(s) => self.numbers(1, &[s.a, s.b], None),
            Shape::Circle(s) => self.numbers(2, &[s.center], Some(s.radius)),
            Shape::Capsule(s) => self.numbers(3, &[s.a, s.b], Some(s.radius)),
            Shape::Rect(s) => {
                self.numbers(4, &[s.center, s.half, turn(s.rot)], Some(s.radius));
            }
            Shape::Ellipse(s) => self.numbers(5, &[s.center, s.radii, turn(s.rot)], None),
            Shape::HalfPlane(s) => self.numbers(6, &[s.normal], Some(s.offset)),
            Shape::Polygon(polygon) => {
                self.u8(7);
                self.u32(polygon.rings().len() as u32);
                polygon.rings().iter().for_each(|ring| self.points(ring));
                self.f32(polygon.radius);
            }
            Shape::Chain(chain) => {
                self.u8(8);
                self.points(&chain.points);
                self.u8(u8::from(chain.ends == ChainEnds::Closed));
                self.u8(u8::from(chain.sided == Sidedness::Left));
            }
            Shape::Compound(compound) => {
                self.u8(9);
                self.u32(compound.parts.len() as u32);
                for (part, affine) in &compound.parts {
                    self.affine(*affine);
                    if !self.shape(part) {
                        return false;
                    }
                }
            }
            Shape::Mask(mask) => {
                self.u8(10);
                let bits = &mask.bits;
                self.u32(bits.width);
                self.u32(bits.height);
                for y in 0..i64::from(bits.height) {
                    bits.row(y).iter().for_each(|word| self.u64(*word));
                }
            }
            Shape::Grid(grid) => {
                self.u8(11);
                let map = &grid.map;
                self.u32(map.columns);
                self.u32(map.rows);
                self.vec2(map.cell);
                self.u32(map.tiles.len() as u32);
                for tile in &map.tiles {
                    if !self.shape(&tile.shape) {
                        return false;
                    }
                }
                map.cells.iter().for_each(|cell| self.bytes.extend(cell.code().to_le_bytes()));
            }
            Shape::Custom(_) => return false,
        }
        true
    }
}

/// Reads numbers behind each other.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn fault(&self, what: &'static str) -> Fault {
        Fault { at: self.at, what: What::Word(what) }
    }

    pub(crate) fn slice(&mut self, length: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| self.fault("the bytes end here"))?;
        let slice = &self.bytes[self.at..end];
        self.at = end;
        Ok(slice)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Fault> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, Fault> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, Fault> {
        self.u32().map(f32::from_bits)
    }

    /// A byte that states no or yes.
    pub(crate) fn truth(&mut self) -> Result<bool, Fault> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.fault("a byte that is neither 0 nor 1")),
        }
    }

    /// A count of things of which each takes at least `each` bytes, so it cannot be absurd.
    pub(crate) fn count(&mut self, each: usize) -> Result<usize, Fault> {
        let count = self.u32()? as usize;
        if count > self.left() / each {
            return Err(self.fault("a count of more than the bytes can hold"));
        }
        Ok(count)
    }

    #[inline(never)]
    pub(crate) fn vec2(&mut self) -> Result<Vec2, Fault> {
        Ok(Vec2::new(self.f32()?, self.f32()?))
    }

    pub(crate) fn affine(&mut self) -> Result<Affine, Fault> {
        let mut matrix = [0.0; 6];
        for number in &mut matrix {
            *number = self.f32()?;
        }
        Ok(Affine::from_matrix(matrix))
    }

    fn rot(&mut self) -> Result<Rot, Fault> {
        Ok(Rot { cos: self.f32()?, sin: self.f32()? })
    }

    fn points(&mut self) -> Result<Vec<Vec2>, Fault> {
        let count = self.count(8)?;
        let pairs = self.slice(8 * count)?.as_chunks().0.as_chunks().0.iter();
        Ok(pairs.map(|[x, y]| Vec2::new(f32::from_le_bytes(*x), f32::from_le_bytes(*y))).collect())
    }

    /// Reads a shape that `Writer::shape` wrote.
    pub(crate) fn shape(&mut self) -> Result<Shape, Fault> {
        self.nested(0)
    }

    /// Reads a shape that [`Writer::proven_shape`] wrote, and believes that a ring meets itself
    /// nowhere.
    pub(crate) fn proven_shape(&mut self) -> Result<Shape, Fault> {
        if self.bytes.get(self.at) != Some(&PROVEN) {
            return self.shape();
        }
        self.at += 1;
        let (ring, radius) = (self.points()?, self.f32()?);
        if ring.len() < 3 || !ring.iter().all(|p| p.is_finite()) {
            return Err(self.fault("a ring that is none"));
        }
        let region = Region::new(Outline::new(alloc::vec![ring], true));
        let shape = Shape::Polygon(Polygon::new(region)).with_radius(radius);
        shape.map_err(|error| Fault { at: self.at, what: What::Shape(error) })
    }

    fn nested(&mut self, depth: usize) -> Result<Shape, Fault> {
        let at = self.at;
        let made = match self.u8()? {
            0 => Shape::point(self.vec2()?),
            1 => Shape::segment(self.vec2()?, self.vec2()?),
            2 => Shape::circle_at(self.vec2()?, self.f32()?),
            3 => Shape::capsule(self.vec2()?, self.vec2()?, self.f32()?),
            4 => {
                let rect = Shape::rect_half_at(self.vec2()?, self.vec2()?, self.rot()?);
                let radius = self.f32()?;
                rect.and_then(|rect| rect.with_radius(radius))
            }
            7 => {
                let mut rings = (0..self.count(4)?).map(|_| self.points());
                let outer = rings.next().unwrap_or_else(|| Ok(Vec::new()))?;
                let holes = rings.collect::<Result<Vec<_>, _>>()?;
                let radius = self.f32()?;
                Shape::polygon_with_holes(outer, holes).and_then(|p| p.with_radius(radius))
            }
            kind => self.seldom(kind, depth, at)?,
        };
        made.map_err(|error| Fault { at, what: What::Shape(error) })
    }

    /// The kinds that worlds rarely hold, which web pages load later.
    #[inline(never)]
    fn seldom(
        &mut self,
        kind: u8,
        depth: usize,
        at: usize,
    ) -> Result<Result<Shape, ShapeError>, Fault> {
        Ok(match kind {
            5 => Shape::ellipse_at(self.vec2()?, self.vec2()?, self.rot()?),
            6 => Shape::half_plane(self.vec2()?, self.f32()?),
            8 => {
                let points = self.points()?;
                let ends = if self.truth()? { ChainEnds::Closed } else { ChainEnds::Open };
                let sided = if self.truth()? { Sidedness::Left } else { Sidedness::Both };
                Shape::chain(points, ends, sided)
            }
            9 if depth >= MAX_DEPTH => return Err(self.fault("compounds nested too deep")),
            9 => {
                let count = self.count(25)?;
                let mut parts = Vec::with_capacity(count);
                for _ in 0..count {
                    let affine = self.affine()?;
                    parts.push((self.nested(depth + 1)?, affine));
                }
                Shape::compound(parts)
            }
            10 => {
                let (width, height) = (self.u32()?, self.u32()?);
                let words = u64::from(width.div_ceil(64)) * u64::from(height);
                if words > self.left() as u64 / 8 {
                    return Err(self.fault("more pixels than the bytes can hold"));
                }
                let words: Result<Vec<u64>, Fault> = (0..words).map(|_| self.u64()).collect();
                Shape::mask(width, height, words?)
            }
            11 => {
                let (columns, rows, cell) = (self.u32()?, self.u32()?, self.vec2()?);
                let mut tiles = Vec::new();
                for _ in 0..self.count(1)? {
                    // A tile is no compound, nor another grid.
                    if !matches!(self.bytes.get(self.at), Some(4 | 7)) {
                        return Err(self.fault("a tile that is neither a rect nor a polygon"));
                    }
                    tiles.push(self.nested(MAX_DEPTH)?);
                }
                let count = u64::from(columns) * u64::from(rows);
                if count > self.left() as u64 / 2 {
                    return Err(self.fault("more cells than the bytes can hold"));
                }
                let cells: Result<Vec<TileCell>, Fault> = (0..count)
                    .map(|_| Ok(TileCell::of_code(u16::from_le_bytes(self.array()?))))
                    .collect();
                Shape::grid_of_tiles(columns, rows, cell, tiles, cells?)
            }
            _ => return Err(Fault { at, what: What::Word("a kind of shape that is not known") }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn all() -> Vec<Shape> {
        let star = [(0., 3.), (-1., 1.), (-3., 0.), (-1., -1.), (0., -3.), (1., 0.5)];
        let hole = [[(-0.5, 0.0), (0.0, 0.5), (0.25, 0.0)]];
        let circle = Shape::circle_at((1.0, 2.0), 3.0).unwrap();
        let parts = [(circle.clone(), Affine::at((1.0, 0.0)).rotated(1.0))];
        [
            Shape::point((1.0, -2.0)),
            Shape::segment((0.0, 1.0), (2.0, 3.0)),
            Ok(circle),
            Shape::capsule((0.0, 1.0), (2.0, 3.0), 4.0),
            Shape::rect_half_at((1.0, 2.0), (3.0, 4.0), Rot::from_degrees(30.0))
                .unwrap()
                .with_radius(0.5),
            Shape::ellipse_at((1.0, 2.0), (3.0, 4.0), Rot::from_degrees(30.0)),
            Shape::half_plane((0.0, 2.0), -1.0),
            Shape::polygon_with_holes(star, hole),
            Shape::polygon(star).unwrap().with_radius(0.25),
            Shape::chain(star, ChainEnds::Closed, Sidedness::Left),
            Shape::compound(parts),
            Shape::mask(3, 2, [0b101, 0b011]),
            Shape::grid_of_tiles(
                2,
                1,
                (4.0, 2.0),
                [Shape::polygon([(0., 1.), (1., 0.), (1., 1.)]).unwrap()],
                [TileCell::Tile(0), TileCell::Full],
            ),
        ]
        .map(Result::unwrap)
        .into()
    }

    #[test]
    fn every_kind_reads_back_to_the_bit() {
        for shape in all() {
            let mut writer = Writer::default();
            assert!(writer.shape(&shape), "{shape:?}");
            let mut reader = Reader::new(&writer.bytes);
            let read = reader.shape().unwrap();
            assert_eq!(reader.left(), 0);
            assert_eq!(format!("{read:?}"), format!("{shape:?}"));
        }
    }

    #[test]
    fn proven_shapes_read_back_without_a_proof_and_are_placed_to_the_same_bits() {
        let ring = [(0., 3.), (-1., 1.), (-3., 0.), (-1., -1.), (0., -3.), (1., 0.5)];
        let touching = [(0., 0.), (4., 0.), (4., 4.), (2., 0.), (0., 4.)];
        let more = [ring.to_vec(), touching.to_vec()].map(|ring| Shape::polygon(ring).unwrap());
        let mut proven = 0;
        for shape in all().into_iter().chain(more) {
            let mut writer = Writer::default();
            assert!(writer.proven_shape(&shape));
            proven += usize::from(writer.bytes[0] == PROVEN);
            let read = Reader::new(&writer.bytes).proven_shape().unwrap();
            let map = Affine::at((1.0, 2.0)).rotated(0.5);
            let placed = [read, shape].map(|s| format!("{:?}", s.place(map)));
            assert_eq!(placed[0], placed[1]);
        }
        assert_eq!(proven, 2);
        for bytes in [&[PROVEN][..], &[PROVEN, 0, 0, 0, 0, 0, 0, 0, 0], &[PROVEN, 9, 0, 0, 0, 1]] {
            assert!(Reader::new(bytes).proven_shape().is_err());
        }
    }

    #[test]
    fn cut_and_changed_bytes_are_faults_with_a_place() {
        for shape in all() {
            let mut writer = Writer::default();
            writer.shape(&shape);
            for end in 0..writer.bytes.len() {
                let fault = Reader::new(&writer.bytes[..end]).shape().unwrap_err();
                assert!(fault.at <= end, "{fault:?}");
            }
            for at in 0..writer.bytes.len() {
                for byte in [0, 0x7f, 0x80, 0xff] {
                    let mut changed = writer.bytes.clone();
                    changed[at] = byte;
                    // Must not panic, and not take forever.
                    let _ = Reader::new(&changed).shape();
                }
            }
        }
    }
}
