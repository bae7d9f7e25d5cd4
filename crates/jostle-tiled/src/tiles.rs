//! Cells to draw: which part of which picture goes where.

use crate::map::{Map, Tile, Tileset};
use crate::model;
use jostle::Aabb;
use std::path::Path;

impl Map {
    /// Lists the cells of a layer with a tile, from the top left, as they are drawn.
    ///
    /// ```
    /// # let text = r#"<map width="2" height="1" tilewidth="16" tileheight="16">
    /// #   <tileset firstgid="1" tilewidth="16" tileheight="16" columns="8">
    /// #   <image source="tiles.png"/></tileset>
    /// #   <layer name="ground" width="2" height="1"><data encoding="csv">0,11</data></layer></map>"#;
    /// let map = jostle_tiled::Map::from_text(text, "level.tmx")?;
    /// for tile in map.tiles(0) {
    ///     // Draw this part of the picture `map.tilesets[tile.tileset].image` there.
    ///     assert_eq!(tile.source, [32.0, 16.0, 16.0, 16.0]);
    ///     assert_eq!(tile.area, jostle::Aabb::xywh(16.0, 0.0, 16.0, 16.0));
    /// }
    /// # Ok::<(), jostle_tiled::MapError>(())
    /// ```
    pub fn tiles(&self, layer: usize) -> impl Iterator<Item = Tile> {
        let layer = self.layers.get(layer);
        let blocks =
            layer.into_iter().flat_map(|layer| layer.blocks.iter().map(move |b| (layer, b)));
        let cells = blocks.flat_map(|(layer, block)| {
            let [left, top] = block.corner;
            let rows = (top..).zip(block.gids.chunks(block.width.max(1) as usize));
            rows.flat_map(move |(y, row)| {
                (left..).zip(row).map(move |(x, gid)| (layer, [x, y], *gid))
            })
        });
        let in_blocks = cells.filter_map(|(layer, cell, gid)| {
            // A number without a tileset was refused when the layer was read.
            let tile = self.numbers.tile(gid).ok()??;
            let size = tile.size();
            let (scale, [width, height]) = self.grid.shown(&tile, size);
            let [x, y] = self.grid.corner(&tile, size, cell);
            let [width, height] = [width * scale[0], height * scale[1]].map(|side| side as f32);
            let [x, y] = [x as f32 + layer.offset.x, y as f32 + layer.offset.y];
            Some(Tile {
                cell,
                tileset: tile.index,
                id: tile.id,
                source: self.tilesets.get(tile.index)?.source(tile.id),
                area: Aabb::xywh(x, y, width, height),
                flips: tile.flips,
            })
        });
        in_blocks.chain(layer.into_iter().flat_map(|layer| layer.drawn.iter().cloned()))
    }
}

impl Tileset {
    /// Returns the part of the picture that shows a tile: left, top, width and height in pixels.
    #[must_use]
    pub fn source(&self, id: u32) -> [f32; 4] {
        let set = &*self.model;
        let size = model::size_of(set, self.own(id));
        let (margin, spacing) = (f64::from(set.margin), f64::from(set.spacing));
        let columns = set.columns.max(1);
        let place = match self.own(id) {
            Some(tile) if self.image.is_none() => [tile.x, tile.y],
            _ => [id % columns, id / columns].map(f64::from),
        };
        let corner = match self.image {
            Some(_) => [0, 1].map(|axis| margin + place[axis] * (size[axis] + spacing)),
            None => place,
        };
        [corner[0], corner[1], size[0], size[1]].map(|v| v as f32)
    }

    /// Returns the picture that shows a tile: its own in a collection.
    #[must_use]
    pub fn image_of(&self, id: u32) -> Option<&Path> {
        let own = self.own(id).map(|tile| tile.image.as_path());
        own.filter(|image| !image.as_os_str().is_empty()).or(self.image.as_deref())
    }

    fn own(&self, id: u32) -> Option<&model::Tile> {
        self.model.tiles.iter().find(|tile| tile.id == id)
    }
}
