//! The shapes of a level and of its movers, as plain numbers that the judges, the library and journals read.

use super::plane::{P, Rounded, wide};

/// The six numbers of a map: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
pub(crate) type Matrix = [f32; 6];

/// The map that moves only.
pub(crate) fn at([x, y]: [f32; 2]) -> Matrix {
    [1.0, 0.0, 0.0, 1.0, x, y]
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Form {
    Rect {
        center: [f32; 2],
        half: [f32; 2],
    },
    Circle {
        center: [f32; 2],
        radius: f32,
    },
    Capsule {
        a: [f32; 2],
        b: [f32; 2],
        radius: f32,
    },
    /// `pieces` are convex and cover the outline.
    Polygon {
        points: Vec<[f32; 2]>,
        pieces: Vec<Vec<[f32; 2]>>,
    },
    /// A line; one that is left blocks from its left only.
    Chain {
        points: Vec<[f32; 2]>,
        is_left: bool,
    },
    Compound(Vec<Self>),
    /// Rows of `#`, `.` and the four triangles of [`triangle`].
    Grid {
        cell: f32,
        rows: Vec<String>,
    },
    /// Rows of `#` and `.`; a pixel is a unit.
    Mask {
        rows: Vec<String>,
    },
}

/// The tiles of grids that are half a cell, in units of the cell: slopes that rise to the right and to the left, and
/// the same at ceilings.
pub(crate) fn triangle(tile: char) -> Option<[[f32; 2]; 3]> {
    Some(match tile {
        '/' => [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]],
        '\\' => [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        _ => return None,
    })
}

/// The corners of an upright box.
pub(crate) fn corners(center: [f32; 2], half: [f32; 2]) -> Vec<P> {
    let ([x, y], [w, h]) = (wide(center), wide(half));
    vec![[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]]
}

impl Form {
    /// A convex polygon.
    pub(crate) fn convex(points: Vec<[f32; 2]>) -> Self {
        Self::Polygon { pieces: vec![points.clone()], points }
    }

    /// An upright box between two corners.
    pub(crate) fn between(low: [f32; 2], high: [f32; 2]) -> Self {
        let half = [0, 1].map(|i| (high[i] - low[i]) * 0.5);
        Self::Rect { center: [0, 1].map(|i| low[i] + half[i]), half }
    }

    /// The convex pieces in the shape's own frame: corners and a radius.
    fn pieces(&self) -> Vec<(Vec<P>, f64)> {
        let all = |points: &[[f32; 2]]| points.iter().copied().map(wide).collect::<Vec<P>>();
        match self {
            Self::Rect { center, half } => vec![(corners(*center, *half), 0.0)],
            Self::Circle { center, radius } => vec![(vec![wide(*center)], f64::from(*radius))],
            Self::Capsule { a, b, radius } => {
                vec![(vec![wide(*a), wide(*b)], f64::from(*radius))]
            }
            Self::Polygon { pieces, .. } => pieces.iter().map(|p| (all(p), 0.0)).collect(),
            Self::Chain { points, .. } => points.windows(2).map(|p| (all(p), 0.0)).collect(),
            Self::Compound(parts) => parts.iter().flat_map(Self::pieces).collect(),
            Self::Grid { cell, rows } => cells(rows, *cell),
            Self::Mask { rows } => cells(rows, 1.0),
        }
    }

    /// The convex pieces under a map, which is a turn, a mirror or a uniform scale where pieces are round.
    pub(crate) fn placed(&self, m: &[f64; 6]) -> Vec<Rounded> {
        let map = |p: &P| [m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]];
        let scale = (m[0] * m[3] - m[1] * m[2]).abs().sqrt();
        let pieces = self.pieces().into_iter();
        pieces
            .map(|(points, radius)| {
                let points: Vec<P> = points.iter().map(map).collect();
                Rounded::new(&points, radius * scale)
            })
            .collect()
    }

    /// The shape under a mirror or a quarter turn, given by what it does to a point.
    pub(crate) fn turned(&self, turn: &Turn) -> Self {
        let list = |points: &[[f32; 2]]| {
            let mut all: Vec<_> = points.iter().map(|p| turn.apply(*p)).collect();
            if turn.is_mirror() {
                all.reverse();
            }
            all
        };
        match self {
            Self::Rect { center, half } => {
                Self::Rect { center: turn.apply(*center), half: turn.apply(*half).map(f32::abs) }
            }
            Self::Circle { center, radius } => {
                Self::Circle { center: turn.apply(*center), radius: *radius }
            }
            Self::Capsule { a, b, radius } => {
                Self::Capsule { a: turn.apply(*a), b: turn.apply(*b), radius: *radius }
            }
            Self::Polygon { points, pieces } => Self::Polygon {
                points: list(points),
                pieces: pieces.iter().map(|p| list(p)).collect(),
            },
            Self::Chain { points, is_left } => {
                Self::Chain { points: list(points), is_left: *is_left }
            }
            Self::Compound(parts) => {
                Self::Compound(parts.iter().map(|part| part.turned(turn)).collect())
            }
            Self::Grid { .. } | Self::Mask { .. } => self.clone(),
        }
    }

    /// The JSON of the shape in a journal.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Rect { center, half } => {
                format!(r#"{{"type":"rect","center":{},"half":{}}}"#, pair(center), pair(half))
            }
            Self::Circle { center, radius } => {
                format!(r#"{{"type":"circle","center":{},"radius":{radius}}}"#, pair(center))
            }
            Self::Capsule { a, b, radius } => {
                let (a, b) = (pair(a), pair(b));
                format!(r#"{{"type":"capsule","a":{a},"b":{b},"radius":{radius}}}"#)
            }
            Self::Polygon { points, .. } => {
                format!(r#"{{"type":"polygon","points":{}}}"#, list(points))
            }
            Self::Chain { points, is_left } => {
                let sided = if *is_left { "left" } else { "both" };
                format!(r#"{{"type":"chain","points":{},"sided":"{sided}"}}"#, list(points))
            }
            Self::Compound(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::json).collect();
                format!(r#"{{"type":"compound","parts":[{}]}}"#, parts.join(","))
            }
            Self::Grid { cell, rows } => {
                let tile = |tile: char| {
                    let points = triangle(tile).unwrap_or_default();
                    format!(
                        r#""{}":{{"type":"polygon","points":{}}}"#,
                        escaped(tile),
                        list(&points)
                    )
                };
                let tiles = format!("{},{}", tile('/'), tile('\\'));
                let rows = texts(rows);
                format!(
                    r#"{{"type":"grid","cell":[{cell},{cell}],"rows":{rows},"tiles":{{{tiles}}}}}"#
                )
            }
            Self::Mask { rows } => format!(r#"{{"type":"mask","rows":{}}}"#, texts(rows)),
        }
    }
}

fn escaped(tile: char) -> &'static str {
    if tile == '/' { "/" } else { "\\\\" }
}

fn cells(rows: &[String], cell: f32) -> Vec<(Vec<P>, f64)> {
    let mut all = Vec::new();
    for (j, row) in rows.iter().enumerate() {
        for (i, tile) in row.chars().enumerate() {
            let place = |p: [f32; 2]| {
                let [x, y] = wide(p);
                [(x + i as f64) * f64::from(cell), (y + j as f64) * f64::from(cell)]
            };
            if tile == '#' {
                all.push((
                    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(place).to_vec(),
                    0.0,
                ));
            } else if let Some(points) = triangle(tile) {
                all.push((points.map(place).to_vec(), 0.0));
            }
        }
    }
    all
}

pub(crate) fn pair([x, y]: &[f32; 2]) -> String {
    format!("[{x},{y}]")
}

fn list(points: &[[f32; 2]]) -> String {
    let all: Vec<String> = points.iter().map(pair).collect();
    format!("[{}]", all.join(","))
}

fn texts(rows: &[String]) -> String {
    let all: Vec<String> =
        rows.iter().map(|row| format!("\"{}\"", row.replace('\\', "\\\\"))).collect();
    format!("[{}]", all.join(","))
}

/// A mirror or a turn by quarters: whole numbers only, so that it changes no bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) name: &'static str,
    /// Where the two axes go.
    x: [f32; 2],
    y: [f32; 2],
}

impl Turn {
    /// The mirrors and turns under which a world must give the same bits.
    pub(crate) const ALL: [Self; 3] = [
        Self { name: "mirrored", x: [-1.0, 0.0], y: [0.0, 1.0] },
        Self { name: "turned by 90 degrees", x: [0.0, 1.0], y: [-1.0, 0.0] },
        Self { name: "turned by 180 degrees", x: [-1.0, 0.0], y: [0.0, -1.0] },
    ];

    fn is_mirror(&self) -> bool {
        self.x[0] * self.y[1] - self.x[1] * self.y[0] < 0.0
    }

    pub(crate) fn apply(&self, [x, y]: [f32; 2]) -> [f32; 2] {
        [0, 1].map(|i| self.x[i] * x + self.y[i] * y + 0.0)
    }

    /// The map between turned frames.
    pub(crate) fn matrix(&self, m: &Matrix) -> Matrix {
        // The columns of T·M·T⁻¹; the inverse of T is its transpose.
        let linear = |v: [f32; 2]| [0, 1].map(|i| m[i] * v[0] + m[2 + i] * v[1]);
        let back = |v: [f32; 2]| {
            [v[0] * self.x[0] + v[1] * self.x[1], v[0] * self.y[0] + v[1] * self.y[1]]
        };
        let [c0, c1] = [[1.0, 0.0], [0.0, 1.0]].map(|v| self.apply(linear(back(v))));
        let place = self.apply([m[4], m[5]]);
        [c0[0], c0[1], c1[0], c1[1], place[0], place[1]].map(|x| x + 0.0)
    }
}
