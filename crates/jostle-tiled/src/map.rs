//! What a map has: layers, items with shapes, tiles to draw.

use crate::error::MapError;
use crate::files::{Flips, Tilesets};
use crate::grids::Footprint;
use crate::model;
use crate::place::Grid;
use crate::properties::{Properties, Rules};
use crate::{
    read,
    text::{self, Reach},
};
use jostle::json::limits::MAX_SHAPES;
use jostle::{Aabb, Affine, Collider, Layers, Shape, Vec2};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A map of Tiled, or a level of LDtk. Its frame is the pixels of the map, x right and y down.
#[derive(Clone, Debug)]
pub struct Map {
    /// Columns and rows; of an infinite map what its file states.
    pub size: [u32; 2],
    /// Width and height of a cell.
    pub tile_size: Vec2,
    /// The custom properties of the map.
    pub properties: Properties,
    /// The layers from the back to the front. Groups are no layers; what they state is in theirs.
    pub layers: Vec<Layer>,
    /// The pictures of tiles.
    pub tilesets: Vec<Tileset>,
    /// All that has a shape, one item for each object and each cell, in the order of the file.
    /// [`Map::grids`] joins cells.
    pub items: Vec<Item>,
    /// What the map has and the items leave out, one sentence each.
    pub notes: Vec<String>,
    /// The tilesets and templates that were read for it, from where the map was read; none of a level.
    pub files: Vec<PathBuf>,
    pub(crate) grid: Grid,
    pub(crate) numbers: Tilesets,
}

/// A layer of a map.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name, with the names of its groups in front: `world/ground`.
    pub name: String,
    /// The kind.
    pub kind: LayerKind,
    /// Where it is drawn, offsets of its groups included.
    pub offset: Vec2,
    /// Whether the editor shows it. Items of hidden layers count, because collision layers are often
    /// hidden.
    pub visible: bool,
    /// Its own custom properties.
    pub properties: Properties,
    /// What its properties and those of its groups state about colliders.
    pub rules: Arc<Rules>,
    /// The picture of an image layer, from where the map was read.
    pub image: Option<PathBuf>,
    pub(crate) blocks: Vec<Block>,
    /// The side of its cells where they are not those of the map.
    pub(crate) cell: Option<f64>,
    /// Tiles that lie in no block.
    pub(crate) drawn: Vec<Tile>,
}

/// The kinds of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Cells.
    Tiles,
    /// Objects.
    Objects,
    /// One picture.
    Image,
}

/// Cells in a rectangle of a tile layer, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) corner: [i64; 2],
    pub(crate) width: u32,
    pub(crate) gids: Vec<u32>,
}

/// The picture of tiles, or the pictures of a collection.
#[derive(Clone, Debug)]
pub struct Tileset {
    /// Its name.
    pub name: String,
    /// The picture, from where the map was read; `None` of a collection.
    pub image: Option<PathBuf>,
    pub(crate) model: Arc<model::Tileset>,
}

/// A cell to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Column and row.
    pub cell: [i64; 2],
    /// The tileset, of [`Map::tilesets`].
    pub tileset: usize,
    /// The number of the tile in its tileset.
    pub id: u32,
    /// Left, top, width and height in its picture.
    pub source: [f32; 4],
    /// Where it is drawn.
    pub area: Aabb,
    /// How it is flipped within that.
    pub flips: Flips,
}

/// What has a shape: an object, a cell, a grid of cells or a traced picture.
#[derive(Clone, Debug)]
pub struct Item {
    /// Names it: `layer/name#number` of an object, `layer(column,row)` of a cell, the name of the
    /// layer of a grid.
    pub id: String,
    /// Its layer, of [`Map::layers`].
    pub layer: usize,
    /// Column and row of a cell.
    pub cell: Option<[i64; 2]>,
    /// The number of an object.
    pub object: Option<u32>,
    /// The name of an object.
    pub name: String,
    /// The class of an object or, where it has none, of its tile; of a grid that of its cells, if they have
    /// the same.
    pub class: Arc<str>,
    /// The custom properties of an object, those of its tile included; of a cell, those of its tile.
    pub properties: Arc<Properties>,
    /// What they and those of its layer and groups state about colliders.
    pub rules: Arc<Rules>,
    /// The shape. The origin of an object is its position, for a rectangle its upper left corner.
    pub shape: Arc<Shape>,
    /// From the frame of the shape to that of the map.
    pub transform: Affine,
    pub(crate) footprint: Option<Arc<Footprint>>,
}

impl Map {
    /// Reads a map file, XML (`.tmx`) or JSON (`.tmj`, `.json`); tilesets and templates are looked for
    /// beside the file that names them, wherever that leads. For maps of others see
    /// [`Map::load_within`].
    ///
    /// # Errors
    /// A file cannot be read, or is no map; the error names the file and the place in it.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, MapError> {
        Self::load_within(path, &Reach::Anywhere)
    }

    /// Reads a map file that may name files within a reach only, such as `Reach::beside(path)`.
    ///
    /// # Errors
    /// As [`Map::load`], and a file is out of reach.
    pub fn load_within(path: impl AsRef<Path>, reach: &Reach) -> Result<Self, MapError> {
        let path = path.as_ref();
        text::load(path, |text| Self::from_text_within(text, path, reach))
    }

    /// Reads the text of a map that was found at `path`.
    ///
    /// ```
    /// use jostle_tiled::Map;
    /// let map = Map::from_text(r#"<map tilewidth="16" tileheight="16"><objectgroup name="things">
    ///     <object id="1" class="coin" x="40" y="8" width="8" height="8"><ellipse/></object>
    /// </objectgroup></map>"#, "level.tmx")?;
    /// assert_eq!(&*map.items[0].class, "coin");
    /// assert_eq!(map.items[0].center(), jostle::Vec2::new(44.0, 12.0));
    /// # Ok::<(), jostle_tiled::MapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Map::load`].
    pub fn from_text(text: &str, path: impl AsRef<Path>) -> Result<Self, MapError> {
        Self::from_text_within(text, path, &Reach::Anywhere)
    }

    /// Reads the text of a map that may name files within a reach only.
    ///
    /// # Errors
    /// As [`Map::load_within`].
    pub fn from_text_within(
        text: &str,
        path: impl AsRef<Path>,
        reach: &Reach,
    ) -> Result<Self, MapError> {
        read::map(text, path.as_ref(), &mut |path: &Path| reach.read_text(path))
    }

    /// Reads the text of a map; the function returns the text of each other file, for programs that
    /// have no files, such as web pages.
    ///
    /// # Errors
    /// As [`Map::load`].
    pub fn from_text_with(
        text: &str,
        path: impl AsRef<Path>,
        mut read: impl FnMut(&Path) -> io::Result<String>,
    ) -> Result<Self, MapError> {
        let mut read =
            |path: &Path| read(path).map_err(|error| MapError::new("", error.to_string()));
        read::map(text, path.as_ref(), &mut read)
    }

    pub(crate) fn push(&mut self, item: Item) -> Result<(), MapError> {
        if self.items.len() == MAX_SHAPES {
            return Err(MapError::new("", format!("more than {MAX_SHAPES} colliders")));
        }
        self.items.push(item);
        Ok(())
    }

    /// Finds a layer by its name.
    #[must_use]
    pub fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }

    /// Lists the items that are objects.
    pub fn objects(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.cell.is_none())
    }

    /// Finds the first object of a name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&Item> {
        self.objects().find(|item| item.name == name)
    }

    /// Returns the rectangle of all cells.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        let [columns, rows] = self.size.map(|count| count as f32);
        Aabb::xywh(0.0, 0.0, columns * self.tile_size.x, rows * self.tile_size.y)
    }
}

impl Item {
    /// Describes the collider of the item, with the sides, sensors and platforms of its rules.
    /// Layers by name need [`Item::collider_on`].
    pub fn collider<T>(&self, data: T) -> Collider<T> {
        let mut collider = Collider::new(data, Arc::clone(&self.shape)).transform(self.transform);
        if let Some(side) = self.one_way() {
            collider = collider.one_way(side);
        }
        if self.rules.sensor {
            collider = collider.sensor();
        }
        if self.rules.platform {
            collider = collider.platform();
        }
        collider
    }

    /// Describes the collider of the item, on the layers that its rules name.
    ///
    /// ```
    /// use jostle_tiled::Map;
    /// jostle::layers! { HERO, SOLID }
    /// let map = Map::from_text(r#"<map tilewidth="16" tileheight="16"><objectgroup name="o">
    ///     <properties><property name="layer" value="solid"/><property name="sees" value=""/></properties>
    ///     <object id="1" x="0" y="0" width="8" height="8"/></objectgroup></map>"#, "level.tmx")?;
    /// let wall = map.items[0].collider_on("wall", &[("hero", HERO), ("solid", SOLID)])?;
    /// let mut world = jostle::World::new();
    /// let wall = world.add(wall)?;
    /// assert_eq!((world.layer(wall), world.sees(wall)), (Some(SOLID), Some(jostle::Layers::NONE)));
    /// assert!(map.items[0].collider_on("wall", &[("hero", HERO)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A name of its rules is not among the names.
    pub fn collider_on<T>(
        &self,
        data: T,
        names: &[(&str, Layers)],
    ) -> Result<Collider<T>, MapError> {
        let find = |name: &String| {
            let found = names.iter().find(|(known, _)| known == name);
            found.map(|(_, layers)| *layers).ok_or_else(|| {
                MapError::new(self.id.as_str(), format!("no layer has the name {name:?}"))
            })
        };
        let layer = self.rules.layer.as_ref().map(find).transpose()?;
        let sees =
            self.rules.sees.as_ref().map(|all| all.iter().map(find).collect()).transpose()?;
        let collider = self.collider(data).layer(layer.unwrap_or(Layers::NONE));
        Ok(collider.sees(sees.unwrap_or(Layers::ALL)))
    }

    /// Returns the direction of the one side that blocks, in the frame of the shape. A tile may be
    /// turned or flipped; the side is the map's.
    #[must_use]
    pub fn one_way(&self) -> Option<Vec2> {
        let back = self.transform.inverse()?;
        self.rules.one_way.map(|side| back.transform_vector(side))
    }

    /// Returns its box in the map; an empty one at its origin where it does not fit finite numbers.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        let origin = self.transform.translation();
        self.shape
            .place(self.transform)
            .map_or(Aabb { min: origin, max: origin }, |placed| placed.bounds())
    }

    /// Returns the middle of its box.
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.bounds().center()
    }
}
