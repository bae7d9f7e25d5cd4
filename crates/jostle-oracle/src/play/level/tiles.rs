//! Maps of tiles: rooms with decks, slopes and low ceilings, level floors, and shafts.

use jostle_oracle::r#gen::Rng;

use super::super::form::{Form, Matrix, at, triangle};
use super::super::hero::Scale;
use super::super::op::{Body, Op};
use super::{Level, inserts, shuffled};

/// A map of tiles and where its top left corner is.
pub(crate) struct Map {
    rows: Vec<Vec<char>>,
    tile: f32,
    origin: [f32; 2],
}

impl Map {
    fn new(columns: usize, rows: usize, tile: f32, origin: [f32; 2]) -> Self {
        Self { rows: vec![vec!['.'; columns]; rows], tile, origin }
    }

    fn size(&self) -> [usize; 2] {
        [self.rows[0].len(), self.rows.len()]
    }

    fn fill(&mut self, [x, y]: [usize; 2], [w, h]: [usize; 2]) {
        for row in &mut self.rows[y..y + h] {
            row[x..x + w].fill('#');
        }
    }

    fn corner(&self, [x, y]: [usize; 2]) -> [f32; 2] {
        [self.origin[0] + x as f32 * self.tile, self.origin[1] + y as f32 * self.tile]
    }

    /// A tile as a shape: about its middle and placed there, or where it is.
    fn tile(&self, cell: [usize; 2], is_placed: bool) -> Option<(Form, Matrix)> {
        let (tile, corner) = (self.rows[cell[1]][cell[0]], self.corner(cell));
        let half = self.tile * 0.5;
        let middle = corner.map(|x| x + half);
        let (center, matrix) =
            if is_placed { ([0.0; 2], at(middle)) } else { (middle, at([0.0; 2])) };
        if tile == '#' {
            return Some((Form::Rect { center, half: [half; 2] }, matrix));
        }
        let points = triangle(tile)?;
        let place = |p: &[f32; 2]| [0, 1].map(|i| center[i] - half + p[i] * self.tile);
        Some((Form::convex(points.iter().map(place).collect()), matrix))
    }

    fn cells(&self) -> impl Iterator<Item = [usize; 2]> {
        let [w, h] = self.size();
        (0..h).flat_map(move |y| (0..w).map(move |x| [x, y]))
    }

    fn tiles(&self, is_placed: bool) -> Vec<(Form, Matrix)> {
        self.cells().filter_map(|cell| self.tile(cell, is_placed)).collect()
    }

    /// Runs of full cells along an axis as one box each, and the triangles.
    fn runs(&self, axis: usize) -> Vec<(Form, Matrix)> {
        let mut all = Vec::new();
        let size = self.size();
        let full = |x: usize, y: usize| self.rows[y][x] == '#';
        for j in 0..size[1 - axis] {
            let mut i = 0;
            while i < size[axis] {
                let cell = |i: usize| if axis == 0 { [i, j] } else { [j, i] };
                let is_full = |i: usize| full(cell(i)[0], cell(i)[1]);
                let first = i;
                while i < size[axis] && is_full(i) {
                    i += 1;
                }
                if i > first {
                    let end = cell(i - 1).map(|x| x + 1);
                    let form = Form::between(self.corner(cell(first)), self.corner(end));
                    all.push((form, at([0.0; 2])));
                } else {
                    all.extend(self.tile(cell(i), false));
                    i += 1;
                }
            }
        }
        all
    }

    /// All representations.
    fn level(&self, rng: &mut Rng, bottom: f32) -> Level {
        let placed = self.tiles(true);
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        let mut back = placed.clone();
        back.reverse();
        let parts = self.tiles(false).into_iter().map(|(form, _)| form).collect();
        let grid = Form::Grid { cell: self.tile, rows: rows.clone() };
        let mut forms = vec![
            ("tiles row by row", inserts(placed.clone())),
            ("tiles from the last", inserts(back)),
            ("tiles in any order", inserts(shuffled(rng, placed))),
            ("tiles where they are", inserts(self.tiles(false))),
            ("rows", inserts(self.runs(0))),
            ("columns", inserts(self.runs(1))),
            ("compound", inserts([(Form::Compound(parts), at([0.0; 2]))])),
            ("grid", inserts([(grid, at(self.origin))])),
        ];
        if !self.rows.iter().flatten().any(|tile| triangle(*tile).is_some()) {
            let [x, y] = self.origin;
            let mask = Form::Mask { rows };
            forms.push(("mask", inserts([(mask, [self.tile, 0.0, 0.0, self.tile, x, y])])));
        }
        let is_open =
            |[x, y]: [usize; 2]| (y..y + 3).all(|y| (x..x + 2).all(|x| self.rows[y][x] == '.'));
        let [w, h] = self.size();
        let open = self.cells().filter(|[x, y]| x + 2 <= w && y + 3 <= h);
        let open = open.filter(|cell| is_open(*cell));
        let starts = open.map(|[x, y]| {
            let [x, y] = self.corner([x, y]);
            [x + self.tile, y + 1.5 * self.tile]
        });
        Level { starts: starts.collect(), forms, bottom }
    }
}

/// The height of the top of a floor: most often 0.
fn ground(rng: &mut Rng, tile: f32) -> f32 {
    [0.0, 0.0, 0.0, -1.0, 7.0 * tile, -40.0 * tile][rng.below(6) as usize]
}

/// A room with walls all around, decks, pillars, low passages and slopes.
pub(crate) fn room(rng: &mut Rng, scale: Scale) -> Level {
    let (w, h) = (14 + rng.below(14) as usize, 9 + rng.below(6) as usize);
    let tile = scale.tile;
    let top = ground(rng, tile) - (h - 1) as f32 * tile;
    let left = -(tile * rng.below(w as u64) as f32);
    let mut map = Map::new(w, h, tile, [left, top]);
    map.fill([0, 0], [w, 1]);
    map.fill([0, h - 1], [w, 1]);
    map.fill([0, 0], [1, h]);
    map.fill([w - 1, 0], [1, h]);
    for _ in 0..4 + rng.below(7) {
        let long = 1 + rng.below(5) as usize;
        let x = 1 + rng.below((w - long - 1) as u64) as usize;
        let y = 3 + rng.below((h - 4) as u64) as usize;
        let high = if rng.one_in(3) { (h - y).min(1 + rng.below(4) as usize) } else { 1 };
        map.fill([x, y], [long, high]);
    }
    for _ in 0..rng.below(5) {
        slope(rng, &mut map);
    }
    map.level(rng, top + (h + 2) as f32 * tile)
}

/// A slope of one to three tiles on the ground or on a deck, where there is room.
fn slope(rng: &mut Rng, map: &mut Map) {
    let [w, h] = map.size();
    let x = 1 + rng.below(w as u64 - 2) as usize;
    let Some(y) = (2..h - 1).find(|y| map.rows[*y + 1][x] == '#' && map.rows[*y][x] == '.') else {
        return;
    };
    let rises = rng.one_in(2);
    for i in 0..1 + rng.below(3) as usize {
        let column = if rises { x + i } else { x.wrapping_sub(i) };
        if column == 0 || column >= w - 1 || y < i + 2 {
            return;
        }
        let top = y - i;
        if (top..=y).any(|row| map.rows[row][column] != '.') || map.rows[y + 1][column] != '#' {
            return;
        }
        map.rows[top][column] = if rises { '/' } else { '\\' };
        map.fill([column, top + 1], [1, i]);
    }
}

/// A level floor between two walls.
pub(crate) fn flat(rng: &mut Rng, scale: Scale) -> Level {
    hall(rng, scale, 6)
}

/// A level floor between two walls of some height.
fn hall(rng: &mut Rng, scale: Scale, h: usize) -> Level {
    let (w, tile) = (24 + rng.below(20) as usize, scale.tile);
    let top = ground(rng, tile) - (h - 1) as f32 * tile;
    let left = -(tile * rng.below(w as u64) as f32);
    let mut map = Map::new(w, h, tile, [left, top]);
    map.fill([0, h - 1], [w, 1]);
    map.fill([0, 0], [1, h]);
    map.fill([w - 1, 0], [1, h]);
    map.level(rng, top + (h + 3) as f32 * tile)
}

/// Shafts between walls of single tiles, and corridors.
pub(crate) fn shafts(rng: &mut Rng, scale: Scale) -> Level {
    let (w, h, tile) = (13, 14, scale.tile);
    let top = ground(rng, tile) - 13.0 * tile;
    let mut map = Map::new(w, h, tile, [-(tile * rng.below(13) as f32), top]);
    map.fill([0, h - 1], [w, 1]);
    map.fill([0, 0], [w, 1]);
    for x in [0, 3, 7, 10, 12] {
        map.fill([x, 0], [1, h]);
    }
    // Holes to pass through, ledges to hit.
    for _ in 0..rng.below(6) {
        let (x, y) = (1 + rng.below(11) as usize, 2 + rng.below(9) as usize);
        let tile = if rng.one_in(3) { '#' } else { '.' };
        map.rows[y][x] = tile;
        map.rows[y + 1][x] = tile;
    }
    map.level(rng, top + 17.0 * tile)
}

/// A floor with one-way decks above it, some beside a wall.
pub(crate) fn decks(rng: &mut Rng, scale: Scale) -> Level {
    let high = 18;
    let mut level = hall(rng, scale, high);
    let tile = scale.tile;
    let floor = level.bottom - 4.0 * tile;
    level.starts.retain(|start| start[1] > floor - 9.0 * tile);
    let decks: Vec<Op> = (0..8 + rng.below(8))
        .map(|i| {
            let near = level.starts[rng.below(level.starts.len() as u64) as usize];
            let x = near[0] + (rng.signed() * 2.0).round() as f32 * 0.5 * tile;
            let y = floor - (2 + rng.below(6)) as f32 * tile;
            let half = [tile * 0.5 * (1 + rng.below(4)) as f32, tile * 0.125];
            let body = Body::new(Form::Rect { center: [0.0; 2], half }, at([x, y]));
            Op::Insert { key: 20 + i, body: Body { one_way: Some([0.0, -1.0]), ..body } }
        })
        .collect();
    for (_, ops) in &mut level.forms {
        ops.extend(decks.iter().cloned());
    }
    level
}
