//! Random grids, their cells as shapes of their own, maps and probes.

use std::collections::BTreeMap;

use jostle::{
    Affine, Placed, Shape, Vec2,
    shape::{ChainEnds, Sidedness, TileCell, weld},
};

/// SplitMix64.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// A multiple of a quarter.
    pub(crate) fn quarter(&mut self, low: i64, high: i64) -> f32 {
        self.between(4 * low, 4 * high) as f32 * 0.25
    }
}

/// Which of the tiles is a rectangle.
const HALF: u16 = 9;

/// Tiles in units of a cell.
pub(crate) fn tiles() -> Vec<Shape> {
    let outlines: [&[[f32; 2]]; 9] = [
        &[[0., 1.], [1., 0.], [1., 1.]],
        &[[0., 0.], [1., 1.], [0., 1.]],
        &[[0., 0.], [1., 0.], [1., 1.]],
        &[[0., 0.], [1., 0.], [0., 1.]],
        // Half of a long slope, and a roof with its tip on the side above.
        &[[0., 1.], [1., 0.5], [1., 1.]],
        &[[0., 1.], [0.5, 0.], [1., 1.]],
        // A notch, and two boxes that touch in a corner.
        &[[0., 0.], [0.5, 0.5], [1., 0.], [1., 1.], [0., 1.]],
        &[[0., 0.], [0.5, 0.], [0.5, 0.5], [1., 0.5], [1., 1.], [0.5, 1.], [0.5, 0.5], [0., 0.5]],
        &[[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]],
    ];
    let mut tiles: Vec<Shape> =
        outlines.iter().map(|o| Shape::polygon(o.iter().copied()).unwrap()).collect();
    tiles.push(Shape::rect_half_at((0.5, 0.75), (0.5, 0.25), jostle::Rot::IDENTITY).unwrap());
    let frame = [[0., 0.], [1., 0.], [1., 1.], [0., 1.]];
    let hole = [[0.25, 0.25], [0.75, 0.25], [0.75, 0.75], [0.25, 0.75]];
    tiles.push(Shape::polygon_with_holes(frame, [hole]).unwrap());
    tiles
}

/// A grid, its union by brute force, and something to ask about.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) grid: Placed,
    /// Each cell that is not empty, as a shape of its own.
    pub(crate) cells: Vec<Placed>,
    parts: Vec<(Shape, Affine)>,
    cell: [f32; 2],
    pub(crate) union: Placed,
    pub(crate) probe: Placed,
    /// Points of a thin probe.
    pub(crate) points: Vec<Vec2>,
    /// A ray, or a point and a way.
    pub(crate) ray: [[f32; 2]; 2],
    /// Whether all numbers are exact; else answers differ within rounding.
    pub(crate) exact: bool,
    pub(crate) size: f32,
    /// The smaller side of a placed cell.
    pub(crate) step: f32,
    /// What is left of the sides of all cells where two of them cancel.
    pub(crate) perimeter: f64,
    pub(crate) rows: Vec<String>,
    pub(crate) matrix: [f32; 6],
    /// For a world: the grid's shape, and the probe's with its place.
    pub(crate) shapes: [Shape; 2],
    pub(crate) spot: [f32; 2],
    /// The numbers of the cells that are not empty.
    pub(crate) numbers: Vec<u32>,
}

impl Case {
    pub(crate) fn new(draw: &mut Draw) -> Self {
        loop {
            if let Some(case) = Self::attempt(draw) {
                return case;
            }
        }
    }

    /// The same questions about each outline into which the cells can be welded.
    pub(crate) fn welds(&self) -> Vec<Self> {
        if !self.exact {
            return Vec::new();
        }
        let m = Affine::from_matrix(self.matrix);
        let welds = weld(&self.cells).welds.into_iter();
        welds
            .map(|weld| {
                let pick = |i: &usize| self.parts[*i].clone();
                let parts: Vec<_> = weld.from.iter().map(pick).collect();
                let union = Shape::compound(parts.iter().cloned()).and_then(|s| s.place(m));
                Self {
                    grid: weld.shape.place(Affine::IDENTITY).expect("it was in the world before"),
                    cells: weld.from.iter().map(|i| self.cells[*i].clone()).collect(),
                    union: union.expect("as all of them"),
                    probe: self.probe.clone(),
                    points: self.points.clone(),
                    perimeter: perimeter(&parts, self.cell, &m),
                    parts,
                    rows: self.rows.clone(),
                    shapes: self.shapes.clone(),
                    numbers: Vec::new(),
                    ..*self
                }
            })
            .collect()
    }

    /// A compound of boxes on a lattice that overlap, hold each other or share seams, some only
    /// partly, against the grid of the cells that they cover.
    pub(crate) fn of_boxes(draw: &mut Draw) -> Self {
        loop {
            if let Some(case) = Self::attempt_boxes(draw) {
                return case;
            }
        }
    }

    fn attempt_boxes(draw: &mut Draw) -> Option<Self> {
        let sides = [2 + draw.below(6) as u32, 2 + draw.below(5) as u32];
        let size = [1.0, 16.0, 0.25][draw.below(3) as usize];
        let mut cells = vec![TileCell::Empty; (sides[0] * sides[1]) as usize];
        let mut boxes = Vec::new();
        for _ in 0..2 + draw.below(5) {
            let from = sides.map(|side| draw.below(side.into()) as u32);
            let to = [0, 1].map(|i| (from[i] + 1 + draw.below(4) as u32).min(sides[i]));
            for j in from[1]..to[1] {
                let row = (j * sides[0]) as usize;
                cells[row + from[0] as usize..row + to[0] as usize].fill(TileCell::Full);
            }
            boxes.push([from, to].map(|p| p.map(|k| k as f32 * size)));
        }
        let at = [draw.quarter(-8, 8) * size, draw.quarter(-8, 8) * size];
        let m = map(draw, true, at);
        let mut parts = Vec::new();
        for [from, to] in boxes {
            let corners = [[from[0], from[1]], [to[0], from[1]], to, [from[0], to[1]]];
            parts.push((Shape::polygon(corners).ok()?, Affine::IDENTITY));
        }
        Self::around(draw, sides, [size, size], (Vec::new(), cells), parts, (m, true))
    }

    fn attempt(draw: &mut Draw) -> Option<Self> {
        // Now and then large enough to be looked at only where the probe is.
        let (columns, rows) = match draw.below(16) {
            0 => (11 + draw.below(4) as u32, 10 + draw.below(3) as u32),
            _ => (1 + draw.below(6) as u32, 1 + draw.below(5) as u32),
        };
        let tiles = tiles();
        let way = draw.below(4);
        let cells: Vec<TileCell> = (0..columns * rows)
            .map(|_| match (way, draw.below(4)) {
                (0, k) if k > 0 => TileCell::Full,
                (1, 0) | (2, 0 | 1) => TileCell::Full,
                (1 | 3, 1) | (0 | 2, 2) => TileCell::Tile(draw.below(tiles.len() as u64) as u16),
                (3, 2) => TileCell::Full,
                _ => TileCell::Empty,
            })
            .collect();
        let exact = draw.below(4) > 0;
        let size = [1.0, 16.0, 0.25][draw.below(3) as usize];
        let cell = [size, size * [1.0, 2.0][draw.below(2) as usize]];
        let at = [draw.quarter(-8, 8) * size, draw.quarter(-8, 8) * size];
        let m = map(draw, exact, at);
        let parts = alone(columns, cell, &tiles, &cells)?;
        Self::around(draw, [columns, rows], cell, (tiles, cells), parts, (m, exact))
    }

    /// The grid of some cells, its union as a compound of parts, and what to ask about both.
    fn around(
        draw: &mut Draw,
        [columns, rows]: [u32; 2],
        cell: [f32; 2],
        (tiles, cells): (Vec<Shape>, Vec<TileCell>),
        parts: Vec<(Shape, Affine)>,
        (m, exact): (Affine, bool),
    ) -> Option<Self> {
        let size = cell[0];
        let grid = Shape::grid_of_tiles(columns, rows, cell, tiles.clone(), cells.clone()).ok()?;
        let placed: Vec<Placed> = parts
            .iter()
            .map(|(shape, at)| shape.place(at.under(&m)))
            .collect::<Result<_, _>>()
            .ok()?;
        let spot = |draw: &mut Draw| {
            let local = [
                draw.quarter(-1, columns as i64 + 1) * cell[0],
                draw.quarter(-1, rows as i64 + 1) * cell[1],
            ];
            let p = m.transform_point(local);
            if draw.below(3) == 0 { [p.x + size * 0.0625, p.y] } else { [p.x, p.y] }
        };
        let [p, q] = [spot(draw), spot(draw)];
        let (probe, points) = probe(draw, size)?;
        let shapes = [grid.clone(), probe.clone()];
        let probe = probe.place(Affine::at(p)).ok()?;
        let points = points.into_iter().map(|q| q + Vec2::new(p[0], p[1])).collect();
        let perimeter = perimeter(&alone(columns, cell, &tiles, &cells)?, cell, &m);
        let text = cells.chunks(columns as usize).map(|row| {
            row.iter()
                .map(|cell| match cell {
                    TileCell::Empty => '.',
                    TileCell::Full => '#',
                    TileCell::Tile(t) => char::from(b'a' + *t as u8),
                })
                .collect()
        });
        let full = (0..).zip(&cells).filter(|(_, cell)| **cell != TileCell::Empty);
        Some(Self {
            numbers: full.map(|(number, _)| number).collect(),
            shapes,
            spot: p,
            grid: grid.place(m).ok()?,
            cells: placed,
            union: Shape::compound(parts.iter().cloned()).ok()?.place(m).ok()?,
            parts,
            cell,
            probe,
            points,
            ray: [q, [p[0] - q[0], p[1] - q[1]]],
            exact,
            size: size * columns.max(rows) as f32 * 4.0,
            step: size,
            perimeter,
            rows: text.collect(),
            matrix: m.to_matrix(),
        })
    }
}

/// Each cell that is not empty, as a shape of its own.
fn alone(
    columns: u32,
    cell: [f32; 2],
    tiles: &[Shape],
    cells: &[TileCell],
) -> Option<Vec<(Shape, Affine)>> {
    let full = Shape::rect_half_at((0.5, 0.5), (0.5, 0.5), jostle::Rot::IDENTITY).ok()?;
    let full = Shape::polygon(full.place(Affine::IDENTITY).ok()?.corners()?).ok()?;
    let half = Shape::polygon([(0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)]).ok()?;
    let mut parts = Vec::new();
    for (n, kind) in cells.iter().enumerate() {
        let shape = match kind {
            TileCell::Empty => continue,
            TileCell::Full => full.clone(),
            // A turned rectangle is stored by its angle; four corners stay where they are.
            TileCell::Tile(HALF) => half.clone(),
            TileCell::Tile(t) => tiles[usize::from(*t)].clone(),
        };
        let (i, j) = ((n as u32 % columns) as f32, (n as u32 / columns) as f32);
        let place = Affine::from_matrix([cell[0], 0., 0., cell[1], i * cell[0], j * cell[1]]);
        parts.push((shape, place));
    }
    Some(parts)
}

/// The length of the sides of cells, in sixteenths, that no other cell has the
/// other way round.
fn perimeter(parts: &[(Shape, Affine)], cell: [f32; 2], m: &Affine) -> f64 {
    let mut left: BTreeMap<[[i32; 2]; 2], u32> = BTreeMap::new();
    for (shape, at) in parts {
        let form = shape.to_json().expect("a polygon or a rect");
        let list = |key: &str| form.get(key).cloned().unwrap_or_default();
        let mut rings: Vec<Vec<[f32; 2]>> =
            serde_json::from_value(list("holes")).unwrap_or_default();
        rings.extend(serde_json::from_value::<Vec<[f32; 2]>>(list("points")));
        if rings.is_empty() {
            rings.push([[0., 0.5], [1., 0.5], [1., 1.], [0., 1.]].into());
        }
        let step = |p: &[f32; 2]| {
            let p = at.transform_point(*p);
            [(p.x / cell[0] * 16.0) as i32, (p.y / cell[1] * 16.0) as i32]
        };
        for ring in &rings {
            for (p, q) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                let (p, q) = (step(p), step(q));
                let by = [0, 1].map(|i| q[i] - p[i]);
                // Sides that may be shared lie along an axis; they are cut into sixteenths.
                let count = if by[0] == 0 || by[1] == 0 { by[0].abs().max(by[1].abs()) } else { 1 };
                let part = |k: i32| [0, 1].map(|i| p[i] + by[i] / count * k);
                for ends in (0..count).map(|k| [part(k), part(k + 1)]) {
                    match left.get_mut(&[ends[1], ends[0]]) {
                        Some(n) if *n > 0 => *n -= 1,
                        _ => *left.entry(ends).or_default() += 1,
                    }
                }
            }
        }
    }
    let length = |[p, q]: &[[i32; 2]; 2]| {
        let along = |i: usize| (q[i] - p[i]) as f32 / 16.0 * cell[i];
        let v = m.transform_vector([along(0), along(1)]);
        f64::from(v.x).hypot(f64::from(v.y))
    };
    left.iter().map(|(edge, n)| f64::from(*n) * length(edge)).sum()
}

/// A map whose products are exact, or any.
fn map(draw: &mut Draw, exact: bool, [x, y]: [f32; 2]) -> Affine {
    if exact {
        let linear = [
            [1., 0., 0., 1.],
            [1., 0., 0., 1.],
            [2., 0., 0., -1.],
            [0., 1., -1., 0.],
            [0., 0.5, 1., 0.],
            [1., 0., 1., 1.],
            [1., 1., -1., 1.],
            [1., 0.5, -2., 3.],
        ];
        let [a, b, c, d] = linear[draw.below(8) as usize];
        return Affine::from_matrix([a, b, c, d, x, y]);
    }
    let turned = Affine::at((x, y)).rotated(draw.quarter(-3, 3) + 0.1);
    match draw.below(3) {
        0 => turned.scaled(1.1, -0.7),
        1 => turned.skewed(0.3, 0.1),
        _ => turned,
    }
}

/// A shape, and points along it if it is thin.
fn probe(draw: &mut Draw, size: f32) -> Option<(Shape, Vec<Vec2>)> {
    let s = size * [0.25, 0.5, 1.0, 1.75][draw.below(4) as usize];
    let corners = |all: &[[f32; 2]]| {
        let pairs = all.windows(2).map(|pair| [pair[0], pair[1]].map(Vec2::from));
        let along = |[p, q]: [Vec2; 2]| (0..=16).map(move |k| p + (q - p) * (k as f32 / 16.0));
        pairs.flat_map(along).collect::<Vec<_>>()
    };
    let line = [[0.0, 0.0], [s * 2.0, s]];
    let hook = [[0.0, 0.0], [s, 0.0], [s, s]];
    Some(match draw.below(7) {
        0 => (Shape::circle(s).ok()?, Vec::new()),
        1 => (Shape::rect_half((s, s * 0.5)).ok()?, Vec::new()),
        2 => (Shape::segment(line[0], line[1]).ok()?, corners(&line)),
        3 => {
            let dent = [(0.0, 0.0), (s, 0.0), (s, s), (s * 0.5, s * 0.25)];
            (Shape::polygon(dent).ok()?, Vec::new())
        }
        4 => (Shape::capsule((0.0, 0.0), (s, 0.0), size * 0.25).ok()?, Vec::new()),
        5 => (Shape::chain(hook, ChainEnds::Open, Sidedness::Both).ok()?, corners(&hook)),
        _ => (Shape::rect_half((s, s)).ok()?, Vec::new()),
    })
}
