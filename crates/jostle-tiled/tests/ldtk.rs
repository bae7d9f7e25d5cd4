//! Levels of LDtk: what becomes what, faults, and projects that others made.

use jostle::{Aabb, Layers, Vec2, World};
use jostle_tiled::ldtk::Project;
use jostle_tiled::{LayerKind, Map};
use std::path::{Path, PathBuf};

jostle::layers! { GROUND, WATER }

/// Cells of 8: two grounds and a water, in a layer that is 4 to the right.
const LEVEL: &str = r#"{"identifier": "A", "worldX": 64, "worldY": -8, "pxWid": 24, "pxHei": 16,
  "fieldInstances": [{"__identifier": "music", "__value": "cave"}], "layerInstances": [
    {"__identifier": "Things", "__type": "Entities", "layerDefUid": 2, "__gridSize": 16, "entityInstances": [
      {"__identifier": "Gate", "__pivot": [0.5, 1], "px": [12, 16], "width": 8, "height": 16, "fieldInstances": [
        {"__identifier": "sensor", "__value": true}, {"__identifier": "key", "__value": {"cx": 3, "cy": 1}},
        {"__identifier": "loot", "__value": ["a"]}, {"__identifier": "next", "__value": null}]},
      {"__identifier": "Coin", "__pivot": [0, 0], "px": [0, 4], "width": 4, "height": 4}]},
    {"__identifier": "Walls", "__type": "IntGrid", "layerDefUid": 1, "__gridSize": 8, "__cWid": 3, "__cHei": 2,
      "__pxTotalOffsetX": 4, "__tilesetDefUid": 7, "intGridCsv": [0, 0, 2, 1, 1, 5],
      "autoLayerTiles": [{"px": [8, 8], "src": [9, 1], "f": 1, "t": 1}]}]}"#;

fn text(level: &str) -> String {
    format!(
        r#"{{"jsonVersion": "1.5.3", "defaultGridSize": 16, "defs": {{
        "layers": [{{"uid": 1, "intGridValues": [{{"value": 1, "identifier": "ground"}},
          {{"value": 2, "identifier": "water"}}, {{"value": 5, "identifier": null}}]}}, {{"uid": 2}}],
        "entities": [{{"identifier": "Coin", "renderMode": "Ellipse"}}],
        "tilesets": [{{"uid": 7, "identifier": "T", "relPath": "t.png", "pxWid": 35, "tileGridSize": 8, "spacing": 0,
          "padding": 1}}]}}, "levels": [{level}]}}"#
    )
}

fn map() -> Map {
    Project::from_text(&text(LEVEL), "w/world.ldtk").unwrap().levels[0].map.clone()
}

#[test]
fn values_of_a_grid_become_one_grid_each_and_name_their_layer() {
    let project = Project::from_text(&text(LEVEL), "w/world.ldtk").unwrap();
    assert_eq!(project.levels[0].position, Vec2::new(64.0, -8.0));
    let map = project.level("A").unwrap();
    assert_eq!((map.properties.text("music"), map.size), (Some("cave"), [2, 1]));
    let grids = map.grids().unwrap();
    let rows: Vec<_> = grids.iter().map(|item| (&*item.class, item.bounds())).collect();
    assert_eq!(
        rows,
        [
            ("water", Aabb::xywh(20.0, 0.0, 8.0, 8.0)),
            ("ground", Aabb::xywh(4.0, 8.0, 16.0, 8.0)),
            ("5", Aabb::xywh(20.0, 8.0, 8.0, 8.0)),
        ]
    );
    let names = [("ground", GROUND), ("water", WATER)];
    let mut world = World::new();
    let ground = world.add(grids[1].collider_on((), &names).unwrap()).unwrap();
    assert_eq!((world.layer(ground), world.sees(ground)), (Some(GROUND), Some(Layers::ALL)));
    let cell = map.items.iter().find(|item| item.cell == Some([2, 0])).unwrap();
    assert_eq!((cell.properties.number("value"), &*cell.class), (Some(2.0), "water"));
}

#[test]
fn entities_are_rectangles_or_ellipses_around_their_pivots_with_fields() {
    let map = map();
    let layers: Vec<_> = map.layers.iter().map(|layer| (layer.name.as_str(), layer.kind)).collect();
    assert_eq!(layers, [("Walls", LayerKind::Tiles), ("Things", LayerKind::Objects)]);
    let gate = map.object("Gate").unwrap();
    assert_eq!(
        (gate.bounds(), gate.transform.translation()),
        (Aabb::xywh(8.0, 0.0, 8.0, 16.0), Vec2::new(12.0, 16.0))
    );
    assert!(gate.rules.sensor && gate.properties.get("loot").is_none());
    assert_eq!(gate.properties.class("key").unwrap().number("cx"), Some(3.0));
    let coin = map.object("Coin").unwrap();
    assert_eq!((coin.shape.kind(), coin.bounds()), ("circle", Aabb::xywh(0.0, 4.0, 4.0, 4.0)));
}

#[test]
fn tiles_are_drawn_where_the_editor_shows_them() {
    let map = map();
    let tiles: Vec<_> = map.tiles(0).collect();
    assert_eq!(tiles.len(), 1);
    assert_eq!((tiles[0].cell, tiles[0].source), ([1, 1], [9.0, 1.0, 8.0, 8.0]));
    assert_eq!((tiles[0].area, tiles[0].flips.horizontal), (Aabb::xywh(12.0, 8.0, 8.0, 8.0), true));
    let set = &map.tilesets[tiles[0].tileset];
    assert_eq!(set.image_of(1), Some(Path::new("w/t.png")));
    assert_eq!(set.source(1), tiles[0].source, "the number of the tile says the same");
    assert_eq!(map.tiles(1).count(), 0);
}

#[test]
fn levels_may_be_files_and_worlds_several() {
    let outer = r#"{"identifier": "A", "pxWid": 24, "pxHei": 16, "externalRelPath": "world/A.ldtkl", "layerInstances": null}"#;
    let project = Project::from_text_with(&text(outer), "w/world.ldtk", |path| {
        assert_eq!(path, Path::new("w/world/A.ldtkl"));
        Ok(LEVEL.to_owned())
    });
    assert_eq!(project.unwrap().level("A").unwrap().items.len(), 6);
    let worlds =
        text("").replace(r#""levels": []"#, &format!(r#""worlds": [{{"levels": [{LEVEL}]}}]"#));
    assert_eq!(Project::from_text(&worlds, "w.ldtk").unwrap().levels.len(), 1);
    let error = Project::from_text(&text(outer), "nowhere/world.ldtk").unwrap_err().to_string();
    assert!(error.starts_with("nowhere/world/A.ldtkl: "), "{error}");
}

#[test]
fn faults_name_the_level_and_the_layer() {
    let fault = |from: &str, to: &str| {
        let level = LEVEL.replace(from, to);
        assert_ne!(level, LEVEL);
        Project::from_text(&text(&level), "w.ldtk").unwrap_err().to_string()
    };
    let place = r#"level "A", layer "Walls": "#;
    assert_eq!(fault("1, 1, 5]", "1, 5]"), format!("{place}5 cells where 3 x 2 belong"));
    assert_eq!(fault("intGridCsv", "intGrid"), format!("{place}0 cells where 3 x 2 belong"));
    let old = text(LEVEL).replace("1.5.3", "0.7.2");
    let error = Project::from_text(&old, "w.ldtk").unwrap_err().to_string();
    assert_eq!(error, "jsonVersion: LDtk 0.7.2 wrote it; save it with 0.8 or later");
    let error = fault(r#""width": 4"#, r#""width": -4"#);
    assert!(error.starts_with(r#"level "A", layer "Things", Things/Coin#1: "#), "{error}");
    let error = fault(r#"{"__identifier": "music", "__value": "cave"}"#, r#"["music", "cave"]"#);
    assert!(error.contains("invalid type: sequence, expected an object"), "{error}");
    assert!(Project::from_text("{}", "w.ldtk").unwrap_err().place().starts_with("line 1"));
}

/// Projects of LDtk 0.7 to 1.5 that other packages bring; `ci` fetches them.
#[test]
fn projects_of_others_are_read_and_joined() {
    let Some(folders) = std::env::var_os("JOSTLE_LDTK") else {
        println!("skipped: JOSTLE_LDTK names no folders");
        return;
    };
    let mut read = 0;
    let files =
        std::env::split_paths(&folders).flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "ldtk"));
    files.sort();
    for path in files {
        let project = match Project::load(&path) {
            Ok(project) => project,
            Err(error) => {
                assert!(error.message().contains("LDtk 0.7"), "{}: {error}", path.display());
                continue;
            }
        };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for level in &project.levels {
            let grids = level.map.grids().unwrap();
            let tiles: usize =
                (0..level.map.layers.len()).map(|layer| level.map.tiles(layer).count()).sum();
            println!(
                "{name} {}: {} grids, {} objects, {tiles} tiles",
                level.name,
                grids.len(),
                level.map.objects().count()
            );
            if name.starts_with("game_") {
                let classes: Vec<&str> = grids.iter().map(|item| &*item.class).collect();
                assert!(classes.contains(&"ground"), "{name}: {classes:?}");
                assert_eq!(
                    level.map.objects().filter(|item| &*item.class == "Bird").count(),
                    4,
                    "{name}"
                );
                assert_eq!(level.map.bounds(), Aabb::xywh(0.0, 0.0, 368.0, 288.0));
            }
            for tile in (0..level.map.layers.len()).flat_map(|layer| level.map.tiles(layer)) {
                assert_eq!(level.map.tilesets[tile.tileset].source(tile.id), tile.source, "{name}");
            }
        }
        read += project.levels.len();
    }
    assert!(read >= 9, "{read} levels");
}
