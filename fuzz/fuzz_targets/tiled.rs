//! Bytes as a map of Tiled and as a project of LDtk, with the files that they name: an error with words,
//! or items that can be placed. Zero bytes part the files.
#![no_main]

use jostle_tiled::ldtk::Project;
use jostle_tiled::{Item, Map, MapError, read_text_from};
use libfuzzer_sys::fuzz_target;
use std::io;
use std::path::Path;

fuzz_target!(|data: &[u8]| {
    // Text never starts with these bytes: packed as a whole, a map may contain zero bytes.
    let is_packed = data.starts_with(&[0x1f, 0x8b]);
    let mut parts = data.split(|byte| *byte == 0 && !is_packed);
    let first = read_text_from(parts.next().unwrap_or_default());
    let others: Vec<&[u8]> = parts.collect();
    let Ok(text) = first else { return };
    let mut asked = 0;
    let mut read = |_: &Path| {
        asked += 1;
        let bytes =
            others.get(asked - 1).ok_or_else(|| io::Error::other("there is no such file"))?;
        String::from_utf8(bytes.to_vec()).map_err(io::Error::other)
    };
    match Map::from_text_with(&text, "maps/level.tmx", &mut read) {
        Ok(map) => check(&map),
        Err(error) => has_words(&error),
    }
    match Project::from_text_with(&text, "maps/world.ldtk", &mut read) {
        Ok(project) => project.levels.iter().for_each(|level| check(&level.map)),
        Err(error) => has_words(&error),
    }
});

fn check(map: &Map) {
    map.items.iter().for_each(place);
    match map.grids() {
        Ok(grids) => grids.iter().for_each(place),
        Err(error) => has_words(&error),
    }
    for layer in map.tile_layers() {
        for tile in map.tiles(layer) {
            let set = &map.tilesets[tile.tileset];
            let _ = (set.source(tile.id), set.image_of(tile.id), tile.flips.as_drawn());
        }
    }
    let bounds = map.bounds();
    assert!(!bounds.min.x.is_nan() && !bounds.max.y.is_nan(), "{bounds:?}");
}

fn place(item: &Item) {
    let Ok(placed) = item.shape.place(item.transform) else { return };
    let bounds = placed.bounds();
    assert!(bounds.min.x <= bounds.max.x && bounds.min.y <= bounds.max.y, "{item:?}");
    let _ = (item.one_way(), item.bounds(), item.center(), item.collider(()));
}

fn has_words(error: &MapError) {
    assert!(!error.to_string().is_empty());
}
