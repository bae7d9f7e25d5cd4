//! Where Tiled draws things: maps of four orientations, objects and tiles, as affine maps.
//!
//! The frame of the world is the map's pixels, y down. Source: Tiled's manual ("TMX Map Format",
//! "Working with Objects") and, for what it leaves open, what the editor shows: a tile stands with
//! its lower left corner in the cell's, a flipped tile fills the same box, an object turns about
//! its own position, and on isometric maps an object's own coordinates run along the tile edges.

use crate::error::MapError;
use crate::files::{Flips, TileUse};
use crate::model::{Map, Tileset};
use jostle::{Affine, Rot};

/// How cells and positions of a map become pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    layout: Layout,
    pub(crate) tile: [f64; 2],
}

#[derive(Clone, Copy, Debug)]
enum Layout {
    Orthogonal,
    /// Where the top corner of cell (0, 0) lies along x.
    Isometric {
        top: f64,
    },
    /// Staggered and hexagonal maps.
    Staggered {
        /// Lengths of the hexagon's straight sides along x and y.
        side: [f64; 2],
        along: Axis,
        /// The cells that are shifted: those with an odd or an even index.
        shifted: i64,
        hexagonal: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Axis {
    X,
    Y,
}

/// The longest side of a tile: as many tiles as a map may have are finite in `f32`.
const MAX_TILE: f64 = 1e28;

impl Grid {
    pub(crate) fn of(map: &Map) -> Result<Self, MapError> {
        let tile = [map.tilewidth, map.tileheight];
        if !tile.iter().all(|side| *side > 0.0 && *side <= MAX_TILE) {
            let [width, height] = tile;
            let bounds = format!("above 0 and at most {MAX_TILE:e}");
            let message = format!("the tile size is {width} x {height}, not {bounds}");
            return Err(MapError::new("", message));
        }
        let along = if map.staggeraxis == "x" { Axis::X } else { Axis::Y };
        let side = match (map.orientation.as_str(), along) {
            ("hexagonal", Axis::X) => [map.hexsidelength, 0.0],
            ("hexagonal", Axis::Y) => [0.0, map.hexsidelength],
            _ => [0.0, 0.0],
        };
        let layout = match map.orientation.as_str() {
            "" | "orthogonal" => Layout::Orthogonal,
            "isometric" => Layout::Isometric { top: f64::from(map.height) * tile[0] / 2.0 },
            "staggered" | "hexagonal" => Layout::Staggered {
                side,
                along,
                shifted: i64::from(map.staggerindex != "even"),
                hexagonal: map.orientation == "hexagonal",
            },
            other => {
                let known = "orthogonal, isometric, staggered and hexagonal maps are read";
                return Err(MapError::new("", format!("the orientation is {other:?}; {known}")));
            }
        };
        Ok(Self { layout, tile })
    }

    /// The lower left corner of the box of a cell.
    pub(crate) fn cell(&self, x: i64, y: i64) -> [f64; 2] {
        let [w, h] = self.tile;
        let (column, row) = (x as f64, y as f64);
        match self.layout {
            Layout::Orthogonal => [column * w, (row + 1.0) * h],
            Layout::Isometric { top } => {
                [(column - row - 1.0) * w / 2.0 + top, (column + row + 2.0) * h / 2.0]
            }
            Layout::Staggered { side: [sx, sy], along, shifted, .. } => {
                // A shifted row moves by half a period of the axis across the stagger.
                let (step_x, step_y) = ((w + sx) / 2.0, (h + sy) / 2.0);
                let shift = |index: i64| if index & 1 == shifted { 1.0 } else { 0.0 };
                match along {
                    Axis::X => [column * step_x, row * (h + sy) + shift(x) * step_y + h],
                    Axis::Y => [column * (w + sx) + shift(y) * step_x, row * step_y + h],
                }
            }
        }
    }

    /// The box of a tile as it is shown in a cell: the scale, and its size before that.
    pub(crate) fn shown(&self, tile: &TileUse, size: [f64; 2]) -> ([f64; 2], [f64; 2]) {
        let set = &tile.tileset;
        let (_, shown) = self.flip(tile.flips, size);
        let mut scale = [1.0, 1.0];
        if set.tilerendersize == "grid" && shown[0] > 0.0 && shown[1] > 0.0 {
            scale = [self.tile[0] / shown[0], self.tile[1] / shown[1]];
            if set.fillmode == "preserve-aspect-fit" {
                scale = [if scale[0] < scale[1] { scale[0] } else { scale[1] }; 2];
            }
        }
        (scale, shown)
    }

    /// The upper left corner of that box.
    pub(crate) fn corner(&self, tile: &TileUse, size: [f64; 2], [x, y]: [i64; 2]) -> [f64; 2] {
        let (scale, shown) = self.shown(tile, size);
        let ([left, bottom], offset) = (self.cell(x, y), tile.tileset.tileoffset);
        [left + offset.x, bottom - shown[1] * scale[1] + offset.y]
    }

    /// From the pixels of a tile to the pixels of the map, for the tile in a cell.
    pub(crate) fn cell_frame(&self, tile: &TileUse, size: [f64; 2], cell: [i64; 2]) -> Affine {
        let (flip, _) = self.flip(tile.flips, size);
        let ([sx, sy], _) = self.shown(tile, size);
        let scaled = Affine::IDENTITY.scaled(sx as f32, sy as f32);
        flip.under(&scaled).under(&at(self.corner(tile, size, cell)))
    }

    /// The upper left corner of a cell, where cells are the squares of one lattice.
    pub(crate) fn lattice(&self, [x, y]: [i64; 2]) -> Option<[f64; 2]> {
        let [w, h] = self.tile;
        matches!(self.layout, Layout::Orthogonal).then_some([x as f64 * w, y as f64 * h])
    }

    /// The position of an object in pixels.
    pub(crate) fn position(&self, x: f64, y: f64) -> [f64; 2] {
        match self.layout {
            Layout::Isometric { top } => {
                let ratio = self.tile[0] / self.tile[1];
                [(x - y) * ratio / 2.0 + top, (x + y) / 2.0]
            }
            _ => [x, y],
        }
    }

    /// What an object's own coordinates go through before it is turned.
    pub(crate) fn slant(&self) -> Affine {
        match self.layout {
            Layout::Isometric { .. } => slant(self.tile),
            _ => Affine::IDENTITY,
        }
    }

    /// Where a tile object has its position when its tileset does not say.
    pub(crate) fn default_anchor(&self) -> [f64; 2] {
        match self.layout {
            Layout::Isometric { .. } => [0.5, 1.0],
            _ => [0.0, 1.0],
        }
    }

    /// From the pixels of a tile of `size` to the box where it is shown: flips and turns. Returns
    /// the size of that box too.
    pub(crate) fn flip(&self, flips: Flips, [w, h]: [f64; 2]) -> (Affine, [f64; 2]) {
        if let Layout::Staggered { hexagonal: true, .. } = self.layout {
            let degrees = 60.0 * f32::from(u8::from(flips.diagonal))
                + 120.0 * f32::from(u8::from(flips.hexagonal));
            let turn = at([w / 2.0, h / 2.0]).rotated_by(Rot::from_degrees(degrees));
            let mirror = mirror(flips, [w, h]);
            return (mirror.under(&turn.pivoted(((w / 2.0) as f32, (h / 2.0) as f32))), [w, h]);
        }
        if !flips.diagonal {
            return (mirror(flips, [w, h]), [w, h]);
        }
        let swap = Affine::from_matrix([0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
        (swap.under(&mirror(flips, [h, w])), [h, w])
    }
}

/// Left to right and top to bottom within a box.
fn mirror(flips: Flips, [w, h]: [f64; 2]) -> Affine {
    let (sx, tx) = if flips.horizontal { (-1.0, w) } else { (1.0, 0.0) };
    let (sy, ty) = if flips.vertical { (-1.0, h) } else { (1.0, 0.0) };
    Affine::from_matrix([sx, 0.0, 0.0, sy, tx as f32, ty as f32])
}

/// From coordinates along the edges of isometric tiles to pixels.
fn slant([w, h]: [f64; 2]) -> Affine {
    let half = (w / h / 2.0) as f32;
    Affine::from_matrix([half, 0.5, -half, 0.5, 0.0, 0.0])
}

pub(crate) fn at([x, y]: [f64; 2]) -> Affine {
    Affine::at((x as f32, y as f32))
}

/// From what the editor of collision shapes stores to the pixels of the tile: isometric tilesets
/// store coordinates along the edges of one tile of their grid.
pub(crate) fn tile_frame(tileset: &Tileset, [_, tile_height]: [f64; 2]) -> Affine {
    let grid = &tileset.grid;
    if grid.orientation != "isometric" || grid.width <= 0.0 || grid.height <= 0.0 {
        return Affine::IDENTITY;
    }
    slant([grid.width, grid.height]).under(&at([grid.width / 2.0, tile_height - grid.height]))
}

/// Which point of a tile object's box is its position, as fractions of the box.
pub(crate) fn anchor(alignment: &str) -> Option<[f64; 2]> {
    Some(match alignment {
        "topleft" => [0.0, 0.0],
        "top" => [0.5, 0.0],
        "topright" => [1.0, 0.0],
        "left" => [0.0, 0.5],
        "center" => [0.5, 0.5],
        "right" => [1.0, 0.5],
        "bottomleft" => [0.0, 1.0],
        "bottom" => [0.5, 1.0],
        "bottomright" => [1.0, 1.0],
        _ => return None,
    })
}
