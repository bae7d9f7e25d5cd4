//! Maps as levels of a game: grids, rules of colliders, tiles to draw, and maps that others made.

use jostle::{Collider, Filter, Key, Response, Shape, Slide, Vec2, World};
use jostle_tiled::{LayerKind, Map, Value};
use std::path::{Path, PathBuf};

/// Tiles of 10: a full one, a slope up to the right, a disc, two boxes, and a deck that is one-way.
const TILES: &str = r#"<tileset firstgid="1" tilewidth="10" tileheight="10" columns="5">
  <image source="tiles.png" width="50" height="10"/>
  <tile id="0"><objectgroup><object id="1" x="0" y="0" width="10" height="10"/></objectgroup></tile>
  <tile id="1"><objectgroup><object id="1" x="0" y="10"><polygon points="0,0 10,-10 10,0"/></object></objectgroup></tile>
  <tile id="2" type="ball"><objectgroup><object id="1" x="0" y="0" width="10" height="10"><ellipse/></object></objectgroup></tile>
  <tile id="3"><objectgroup><object id="1" x="0" y="0" width="3" height="10"/><object id="2" x="7" y="0" width="3" height="10"/></objectgroup></tile>
  <tile id="4"><properties><property name="one_way" type="bool" value="true"/></properties>
    <objectgroup><object id="1" x="0" y="0" width="10" height="5"/></objectgroup></tile>
</tileset>"#;

fn map(inner: &str) -> Map {
    let text =
        format!(r#"<map width="6" height="3" tilewidth="10" tileheight="10">{TILES}{inner}</map>"#);
    Map::from_text(&text, "maps/level.tmx").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn layer(cells: &str) -> String {
    format!(
        r#"<layer name="ground" width="6" height="3" offsetx="100"><data encoding="csv">{cells}</data></layer>"#
    )
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn a_grid_is_the_union_of_its_cells_and_what_no_grid_holds_stays() {
    let flipped = 2_u32 | 0x8000_0000;
    let map = map(&layer(&format!("0,0,0,0,3,4, 0,2,1,{flipped},0,0, 1,1,1,1,1,1")));
    let grids = map.grids().unwrap();
    let kinds: Vec<&str> = grids.iter().map(|item| item.shape.kind()).collect();
    assert_eq!(kinds, ["grid", "circle", "compound"]);
    assert_eq!((grids[0].id.as_str(), grids[1].id.as_str()), ("ground", "ground(4,0)"));
    assert_eq!(&*grids[1].class, "ball");
    let grid = grids[0].shape.place(grids[0].transform).unwrap();
    assert_eq!(grid.area(), Some(800.0));
    let cells: Vec<_> =
        map.items.iter().map(|item| item.shape.place(item.transform).unwrap()).collect();
    for i in 0..64 * 32 {
        let point = (100.0 + (i % 64) as f32, 9.5 + (i / 64) as f32 * 0.7);
        let in_cells = cells.iter().any(|cell| cell.contains_point(point));
        assert_eq!(
            grid.contains_point(point)
                || grids[1..].iter().any(|item| {
                    item.shape.place(item.transform).unwrap().contains_point(point)
                }),
            in_cells,
            "{point:?}"
        );
    }
}

#[test]
fn cells_too_far_apart_for_a_grid_are_an_error_that_names_the_layer() {
    let chunk = |x: i32| format!(r#"<chunk x="{x}" y="0" width="1" height="1">1</chunk>"#);
    let data = format!("{}{}", chunk(i32::MIN), chunk(i32::MAX));
    let map = map(&format!(r#"<layer name="far"><data encoding="csv">{data}</data></layer>"#));
    assert_eq!(map.items.len(), 2);
    let error = map.grids().unwrap_err().to_string();
    assert!(error.starts_with(r#"layer "far": "#), "{error}");
}

fn hero(world: &mut World<&'static str>, at: (f32, f32)) -> Key {
    world.add(Collider::new("hero", Shape::rect_size((4.0, 4.0)).unwrap()).at(at)).unwrap()
}

fn slide(world: &mut World<&'static str>, key: Key, by: (f32, f32)) -> Vec2 {
    let slide = Slide::by(by.0, by.1).up(0.0, -1.0);
    world.slide(key, &slide, |_| Response::Slide).unwrap();
    world.position(key).unwrap()
}

#[test]
fn one_way_tiles_let_a_hero_jump_through_and_hold_him_from_above() {
    // The second deck is upside down; the side that blocks is the map's.
    let map = map(&layer(&format!("0,0,0,0,0,0, 0,5,{},0,0,0, 1,1,1,1,1,1", 5_u32 | 0x4000_0000)));
    let mut world = World::new();
    let grids = map.grids().unwrap();
    assert_eq!(grids.len(), 2, "the floor and the decks have other rules");
    for item in &grids {
        world.add(item.collider("level")).unwrap();
    }
    for (x, top) in [(115.0, 10.0), (125.0, 15.0)] {
        let hero = hero(&mut world, (x, 17.0));
        world.set_position(hero, (x, 18.0)).unwrap();
        assert_eq!(slide(&mut world, hero, (0.0, -16.0)), Vec2::new(x, 2.0), "up through the deck");
        assert_eq!(slide(&mut world, hero, (0.0, 30.0)), Vec2::new(x, top - 2.0), "down onto it");
        world.remove(hero);
    }
    let hero = hero(&mut world, (105.0, 2.0));
    assert_eq!(slide(&mut world, hero, (0.0, 30.0)), Vec2::new(105.0, 18.0), "onto the floor");
}

#[test]
fn one_way_names_a_side_of_the_map_and_refuses_other_words() {
    let wall = |side: &str| {
        format!(
            r#"<objectgroup name="o"><object id="1" name="gate" x="20" y="0" width="4" height="30" rotation="0">
            <properties><property name="jostle.one_way" value="{side}"/></properties></object></objectgroup>"#
        )
    };
    for (side, right, left) in [("left", 18.0, 2.0), ("right", 40.0, 26.0), ("", 18.0, 26.0)] {
        let mut world = World::new();
        world.add(map(&wall(side)).items[0].collider("gate")).unwrap();
        let key = hero(&mut world, (2.0, 15.0));
        assert_eq!(slide(&mut world, key, (38.0, 0.0)).x, right, "{side} from the left");
        world.set_position(key, (40.0, 15.0)).unwrap();
        assert_eq!(slide(&mut world, key, (-38.0, 0.0)).x, left, "{side} from the right");
    }
    let text = format!(r#"<map tilewidth="1" tileheight="1">{}</map>"#, wall("sideways"));
    let error = Map::from_text(&text, "m.tmx").unwrap_err().to_string();
    assert_eq!(
        error,
        r#"layer "o", object gate#1, jostle.one_way: expected up, down, left, right, true or false, found "sideways""#
    );
}

#[test]
fn inner_rules_win_and_sensors_and_platforms_are_so_in_the_world() {
    let map = map(
        r#"<group name="g"><properties><property name="sensor" type="bool" value="true"/>
        <property name="layer" value="things"/></properties><objectgroup name="o">
        <object id="1" name="coin" x="0" y="0" width="1" height="1"/>
        <object id="2" name="lift" x="0" y="0" width="1" height="1"><properties>
          <property name="sensor" type="bool" value="false"/><property name="jostle.layer" value="lifts"/>
          <property name="layer" value="nothing to jostle"/>
          <property name="platform" type="bool" value="true"/></properties></object>
        </objectgroup></group>"#,
    );
    assert_eq!((map.layers[0].name.as_str(), map.layers[0].kind), ("g/o", LayerKind::Objects));
    let mut world = World::new();
    let [coin, lift] = [0, 1].map(|i| world.add(map.items[i].collider("thing")).unwrap());
    assert_eq!([coin, lift].map(|key| world.is_sensor(key)), [Some(true), Some(false)]);
    assert_eq!([coin, lift].map(|key| world.is_platform(key)), [Some(false), Some(true)]);
    let names = map.items.iter().map(|item| item.rules.layer.as_deref());
    assert_eq!(names.collect::<Vec<_>>(), [Some("things"), Some("lifts")]);
}

#[test]
fn properties_keep_their_types_in_both_forms() {
    let xml = map(
        r#"<objectgroup name="o"><object id="7" name="a" type="coin" x="0" y="0"><properties>
        <property name="worth" type="int" value="5"/><property name="speed" type="float" value="-0.5"/>
        <property name="is" type="bool" value="true"/><property name="say">two
lines</property><property name="boss" type="class" propertytype="Enemy"><properties>
          <property name="lives" type="int" value="3"/><property name="weapon" type="class"><properties>
            <property name="name" value="axe"/></properties></property></properties></property>
        <property name="none" type="class" propertytype="Enemy"/></properties></object></objectgroup>"#,
    );
    let json = r#"{"tilewidth":1,"tileheight":1,"layers":[{"type":"objectgroup","name":"o","objects":[
        {"id":7,"name":"a","type":"coin","x":0,"y":0,"properties":[{"name":"worth","type":"int","value":5},
        {"name":"speed","type":"float","value":-0.5},{"name":"is","type":"bool","value":true},
        {"name":"say","type":"string","value":"two\nlines"},
        {"name":"boss","type":"class","propertytype":"Enemy","value":{"lives":3,"weapon":{"name":"axe"}}},
        {"name":"none","type":"class","propertytype":"Enemy","value":{}}]}]}]}"#;
    let json = Map::from_text(json, "level.tmj").unwrap();
    for map in [&xml, &json] {
        let item = map.object("a").unwrap();
        assert_eq!((&*item.class, item.object), ("coin", Some(7)));
        let all = &item.properties;
        assert_eq!((all.number("worth"), all.number("speed")), (Some(5.0), Some(-0.5)));
        assert_eq!((all.is("is"), all.text("say")), (true, Some("two\nlines")));
        assert_eq!((all.get("worth"), all.text("worth")), (Some(&Value::Number(5.0)), None));
        let boss = all.class("boss").unwrap();
        assert_eq!(boss.number("lives"), Some(3.0));
        assert_eq!(boss.class("weapon").unwrap().text("name"), Some("axe"));
        assert_eq!((all.class("none").unwrap().iter().count(), all.class("worth")), (0, None));
        assert_eq!(all.iter().count(), 6);
    }
    let bad = r#"<map tilewidth="1" tileheight="1"><properties><property name="n" type="int" value="x"/>
        </properties></map>"#;
    let error = Map::from_text(bad, "m.tmx").unwrap_err().to_string();
    assert!(error.starts_with(r#"line 1: value of <property> is "x""#), "{error}");
}

#[test]
fn tiles_state_which_part_of_which_picture_goes_where() {
    let map = map(&layer(&format!("0,0,0,0,0,{}, 0,2,0,0,0,0, 0,0,0,0,0,0", 5_u32 | 0xA000_0000)));
    let tiles: Vec<_> = map.tiles(0).collect();
    assert_eq!(tiles.len(), 2);
    assert_eq!((tiles[0].cell, tiles[0].id, tiles[0].source), ([5, 0], 4, [40.0, 0.0, 10.0, 10.0]));
    assert_eq!(tiles[0].area, jostle::Aabb::xywh(150.0, 0.0, 10.0, 10.0));
    assert_eq!(tiles[0].flips.as_drawn(), (false, false, std::f32::consts::FRAC_PI_2));
    assert_eq!(tiles[1].flips.as_drawn(), (false, false, 0.0));
    assert_eq!(map.tilesets[0].image.as_deref(), Some(Path::new("maps/tiles.png")));
    assert_eq!(map.bounds(), jostle::Aabb::xywh(0.0, 0.0, 60.0, 30.0));
    assert_eq!(map.tiles(9).count(), 0);
}

#[test]
fn other_files_come_from_a_function_where_there_is_no_disk() {
    let text = r#"<map tilewidth="10" tileheight="10"><tileset firstgid="1" source="../sets/t.tsx"/>
        <layer name="g" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
    let set =
        r#"<tileset tilewidth="10" tileheight="10" columns="1"><image source="t.png"/></tileset>"#;
    let map = Map::from_text_with(text, "maps/m.tmx", |path| {
        assert_eq!(path, Path::new("maps/../sets/t.tsx"));
        Ok(set.to_owned())
    });
    let map = map.unwrap();
    assert_eq!(map.tilesets[0].image.as_deref(), Some(Path::new("maps/../sets/t.png")));
    assert_eq!(map.tiles(0).count(), 1);
    let absent = |_: &Path| Err(std::io::Error::other("no network"));
    let error = Map::from_text_with(text, "m.tmx", absent).unwrap_err();
    assert_eq!(error.to_string(), "../sets/t.tsx: no network (named by m.tmx)");
}

#[test]
fn the_level_of_the_platformer_is_three_items_and_things() {
    let map = Map::load(root().join("examples/tiled/platformer.tmj")).unwrap();
    let grids = map.grids().unwrap();
    let kinds: Vec<_> = grids.iter().map(|item| (&*item.id, item.shape.kind())).collect();
    assert_eq!(kinds, [("ground", "grid"), ("decks", "grid")]);
    let mut world = World::new();
    for item in &grids {
        world.add(item.collider(item.id.clone())).unwrap();
    }
    let start = map.object("hero").unwrap().center();
    assert!(world.at_point(start, &Filter::ANY).is_empty());
    assert!(!world.at_point(start + Vec2::new(0.0, 60.0), &Filter::ANY).is_empty());
    let coins = map.objects().filter(|item| &*item.class == "coin");
    assert_eq!(coins.count(), 14);
}

#[cfg(feature = "trace")]
#[test]
fn image_layers_are_traced() {
    use jostle_trace::Goal;
    let text = r#"<map tilewidth="10" tileheight="10"><imagelayer name="back" offsetx="7" offsety="30">
        <image source="tiles.png"/></imagelayer><imagelayer name="empty"/></map>"#;
    let map = Map::from_text(text, root().join("examples/tiled/level.tmx")).unwrap();
    let traced = map.traced(Goal::deviation(0.5)).unwrap();
    assert_eq!((traced.len(), traced[0].id.as_str()), (1, "back"));
    // Its first tile is full: 32 pixels, at the offset.
    let placed = traced[0].shape.place(traced[0].transform).unwrap();
    assert!(placed.contains_point((8.0, 31.0)) && !placed.contains_point((6.0, 31.0)));
    assert!(placed.contains_point((38.0, 61.0)) && !placed.contains_point((8.0, 63.0)));
    let error = map.trace(0, b"no picture", Goal::default()).unwrap_err();
    assert!(error.to_string().contains("tiles.png: layer \"back\": "), "{error}");
    assert!(map.trace(5, b"", Goal::default()).is_err());
    let absent = Map::from_text(text, "nowhere/level.tmx").unwrap();
    let error = absent.traced(Goal::default()).unwrap_err().to_string();
    assert!(error.starts_with("nowhere/tiles.png: "), "{error}");
}

/// The examples of Debian's `tiled` package: maps that others made.
#[test]
fn every_map_of_debians_tiled_package_is_read_and_joined() {
    let mut maps = Vec::new();
    collect(Path::new("/usr/share/doc/tiled/examples"), &mut maps);
    if maps.is_empty() {
        println!("skipped: the package `tiled` is not installed");
    }
    for path in maps {
        let map = Map::load(&path).unwrap_or_else(|error| panic!("{error}"));
        let grids = map.grids().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(grids.len() <= map.items.len());
        let drawn: usize = map.tile_layers().map(|layer| map.tiles(layer).count()).sum();
        assert!(drawn > 0 || map.tile_layers().count() == 0, "{}", path.display());
        for tile in map.tile_layers().flat_map(|layer| map.tiles(layer)) {
            assert!(map.tilesets[tile.tileset].image_of(tile.id).is_some());
        }
        #[cfg(feature = "trace")]
        for layer in map.layers.iter().filter(|layer| layer.image.is_some()) {
            println!("{}: {:?}", path.display(), layer.image);
        }
    }
}

fn collect(folder: &Path, maps: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        let name = path.to_string_lossy();
        let plain = name.trim_end_matches(".gz");
        if path.is_dir() {
            collect(&path, maps);
        } else if plain.ends_with(".tmx") || plain.ends_with(".json") {
            maps.push(path);
        }
    }
}
