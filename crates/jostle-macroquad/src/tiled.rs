//! Levels of Tiled: read like other assets, from files or from a web server, and drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use jostle_tiled::{Map, MapError, Tile};
use macroquad::prelude::*;

/// A map of Tiled with its pictures.
///
/// ```no_run
/// use jostle::prelude::*;
/// use jostle_macroquad::TiledLevel;
/// use macroquad::prelude::*;
///
/// #[macroquad::main("level")]
/// async fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let level = TiledLevel::load("level.tmj").await?;
///     let mut world = World::new();
///     for item in level.map.grids()? {
///         world.add(item.collider("ground"))?;
///     }
///     loop {
///         clear_background(WHITE);
///         level.draw();
///         next_frame().await;
///     }
/// }
/// ```
#[derive(Debug)]
pub struct TiledLevel {
    /// The map, whose items become colliders.
    pub map: Map,
    pictures: BTreeMap<PathBuf, Texture2D>,
    tiles: Vec<Vec<Tile>>,
}

impl TiledLevel {
    /// Loads a map, its tilesets and their pictures by macroquad, so that it works on web pages too.
    ///
    /// # Errors
    /// A file cannot be loaded, or the map cannot be read.
    pub async fn load(path: &str) -> Result<Self, TiledError> {
        let text = load_string(path).await?;
        // What the map names is not there at first; each round loads one file more.
        let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
        let map = loop {
            let mut wanted = None;
            let read = |path: &Path| {
                texts.get(path).cloned().ok_or_else(|| {
                    wanted = Some(path.to_owned());
                    io::ErrorKind::NotFound.into()
                })
            };
            match (Map::from_text_with(&text, path, read), wanted) {
                (Ok(map), _) => break map,
                (Err(_), Some(path)) => {
                    let text = load_string(&path.to_string_lossy()).await?;
                    texts.insert(path, text);
                }
                (Err(error), None) => return Err(TiledError::Map(error)),
            }
        };
        Self::from_map(map).await
    }

    /// Loads the pictures of a map that was read before, such as a level of LDtk.
    ///
    /// # Errors
    /// A picture cannot be loaded.
    pub async fn from_map(map: Map) -> Result<Self, TiledError> {
        let tiles: Vec<Vec<Tile>> =
            (0..map.layers.len()).map(|layer| map.tiles(layer).collect()).collect();
        let of_tile = |tile: &Tile| map.tilesets[tile.tileset].image_of(tile.id);
        let mut images: BTreeSet<&Path> = tiles.iter().flatten().filter_map(of_tile).collect();
        images.extend(map.layers.iter().filter_map(|layer| layer.image.as_deref()));
        let mut pictures = BTreeMap::new();
        for image in images {
            let picture = load_texture(&image.to_string_lossy()).await?;
            picture.set_filter(FilterMode::Nearest);
            pictures.insert(image.to_owned(), picture);
        }
        Ok(Self { map, pictures, tiles })
    }

    /// Draws all layers that are visible in the editor, from the back to the front: tiles and pictures.
    pub fn draw(&self) {
        for layer in 0..self.map.layers.len() {
            if self.map.layers[layer].visible {
                self.draw_layer(layer);
            }
        }
    }

    /// Draws the tiles or the picture of one layer.
    pub fn draw_layer(&self, layer: usize) {
        for tile in self.tiles.get(layer).into_iter().flatten() {
            let image = self.map.tilesets[tile.tileset].image_of(tile.id);
            let Some(picture) = image.and_then(|image| self.pictures.get(image)) else { continue };
            let ([x, y, w, h], area) = (tile.source, tile.area);
            let (flip_x, flip_y, rotation) = tile.flips.as_drawn();
            let (center, mut size) = (Vec2::from(area.center()), Vec2::from(area.size()));
            if rotation != 0.0 {
                // What is turned by a quarter fills the area afterwards.
                size = vec2(size.y, size.x);
            }
            let params = DrawTextureParams {
                dest_size: Some(size),
                source: Some(Rect::new(x, y, w, h)),
                rotation,
                flip_x,
                flip_y,
                pivot: None,
            };
            draw_texture_ex(
                picture,
                center.x - size.x / 2.0,
                center.y - size.y / 2.0,
                WHITE,
                params,
            );
        }
        let Some(layer) = self.map.layers.get(layer) else { return };
        if let Some(picture) = layer.image.as_ref().and_then(|image| self.pictures.get(image)) {
            draw_texture(picture, layer.offset.x, layer.offset.y, WHITE);
        }
    }
}

/// A level cannot be loaded.
#[derive(Debug)]
pub enum TiledError {
    /// The map cannot be read.
    Map(MapError),
    /// A file cannot be loaded.
    File(macroquad::Error),
}

impl fmt::Display for TiledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Map(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TiledError {}

impl From<macroquad::Error> for TiledError {
    fn from(error: macroquad::Error) -> Self {
        Self::File(error)
    }
}
