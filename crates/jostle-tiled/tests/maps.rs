//! What maps of Tiled become, feature by feature: encodings, flips, objects, tilesets, faults.

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use jostle::Aabb;
use jostle_tiled::{Map, MapError, Reach};
use std::fs;
use std::io::Write;
use tempfile::TempDir;

/// A tileset of one 20 x 12 tile (and an empty second one) whose collision box has a different
/// distance to each side: 2 left, 3 above, 13 right, 2 below.
const TILES: &str = r#"name="t" tilewidth="20" tileheight="12" tilecount="2" columns="2">
  <tile id="0"><objectgroup><object id="1" x="2" y="3" width="5" height="7"/></objectgroup></tile>"#;

fn map(attributes: &str, inner: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><map {attributes} width="4" height="2" tilewidth="20" tileheight="12">
        <tileset firstgid="1" {TILES}</tileset>{inner}</map>"#
    )
}

fn read(text: &str) -> Result<Map, MapError> {
    Map::from_text(text, "map.tmx")
}

fn made(text: &str) -> Map {
    read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn complaint(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("this was read: {text}"),
        Err(error) => error.to_string(),
    }
}

/// The id and the bounds of each item, rounded to 0.001.
fn found(map: &Map) -> Vec<(String, [f64; 4])> {
    let round = |v: f32| (f64::from(v) * 1000.0).round() / 1000.0 + 0.0;
    let row = |Aabb { min, max }: Aabb| [min.x, min.y, max.x, max.y].map(round);
    map.items.iter().map(|item| (item.id.clone(), row(item.bounds()))).collect()
}

fn boxes(text: &str) -> Vec<[f64; 4]> {
    found(&made(text)).into_iter().map(|(_, bounds)| bounds).collect()
}

fn layer(data: &str) -> String {
    format!(r#"<layer id="1" name="g" width="4" height="2">{data}</layer>"#)
}

fn objects(inner: &str) -> String {
    map("", &format!(r#"<objectgroup id="2" name="o">{inner}</objectgroup>"#))
}

fn cells() -> Vec<(String, [f64; 4])> {
    [
        ("g(0,0)", [2.0, 3.0, 7.0, 10.0]),
        ("g(2,0)", [53.0, 3.0, 58.0, 10.0]),
        ("g(2,1)", [42.0, 15.0, 47.0, 22.0]),
    ]
    .map(|(id, bounds)| (id.to_owned(), bounds))
    .to_vec()
}

#[test]
fn cells_read_alike_in_every_encoding() {
    let packed = [
        r#"<data encoding="csv">1,0,2147483649,2, 0,0,1,0</data>"#,
        r#"<data encoding="csv">1,0,2147483649,2,
            0,0,1,0,</data>"#,
        r#"<data encoding="base64"> AQAAAAAAAAABAACAAgAAAAAAAAAAAAAAAQAAAAAAAAA= </data>"#,
        r#"<data encoding="base64">AQAAAAAAAAABAACAAgAAAAAAAAAAAAAAAQAAAAAAAAA</data>"#,
        r#"<data encoding="base64" compression="zlib">eJxjZIAARgaGBiYGBGCE0gALCACG</data>"#,
        r#"<data encoding="base64" compression="gzip">H4sIAAAAAAACA2NkgABGBoYGJgYEYITSAJHeIl0gAAAA</data>"#,
        r#"<data encoding="base64" compression="zstd">KLUv/QRYxQAAgAEAAQAAgAIAAQAAAAAAAAACAGCXAWABOBHzEw==</data>"#,
        r#"<data><tile gid="1"/><tile/><tile gid="2147483649"/><tile gid="2"/><tile/><tile gid="0"/><tile gid="1"/><tile/></data>"#,
        r#"<data encoding="csv"><chunk x="2" y="0" width="2" height="2">2147483649,2,1,0</chunk>
            <chunk x="0" y="0" width="2" height="1">1,0</chunk></data>"#,
    ];
    for data in packed {
        let mut rows = found(&made(&map("", &layer(data))));
        rows.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(rows, cells(), "{data}");
    }
}

fn json_map(data: &str) -> String {
    format!(
        r#"{{"orientation":"orthogonal","width":4,"height":2,"tilewidth":20,"tileheight":12,"layers":[
        {{"type":"tilelayer","name":"g","width":4,"height":2,{data}}}],
        "tilesets":[{{"firstgid":1,"tilewidth":20,"tileheight":12,"tiles":[{{"id":0,"objectgroup":
        {{"type":"objectgroup","objects":[{{"id":1,"x":2,"y":3,"width":5,"height":7}}]}}}}]}}]}}"#
    )
}

#[test]
fn arrays_are_no_objects_in_json() {
    // Each holds what the fields of the form take, in their order.
    let set = |inner: &str| format!(r#"{{"tilesets":[{{{inner}}}]}}"#);
    let cases = [
        r#"["orthogonal",4,2,[],20,12,0,"","",[],[]]"#.to_owned(),
        r#"{"layers":[["objectgroup","g"]]}"#.to_owned(),
        r#"{"layers":[{"objects":[[1,"a"]]}]}"#.to_owned(),
        r#"{"layers":[{"objects":[{"polygon":[[0,0],[1,0],[0,1]]}]}]}"#.to_owned(),
        r#"{"properties":[["a",1]]}"#.to_owned(),
        r#"{"layers":[{"chunks":[[0,0,1,1,[1]]]}]}"#.to_owned(),
        r#"{"tilesets":[[1,null]]}"#.to_owned(),
        set(r#""tileoffset":[1,2]"#),
        set(r#""grid":["orthogonal",1,1]"#),
        set(r#""tiles":[[0,"a"]]"#),
    ];
    for text in cases {
        let error = complaint(&text);
        assert!(error.contains("invalid type: sequence, expected an object"), "{text}: {error}");
    }
}

#[test]
fn json_cells_read_alike_too() {
    let packed = [
        r#""data":[1,0,2147483649,2,0,0,1,0]"#,
        r#""encoding":"base64","compression":"zlib","data":"eJxjZIAARgaGBiYGBGCE0gALCACG""#,
        r#""encoding":"base64","compression":"","data":"AQAAAAAAAAABAACAAgAAAAAAAAAAAAAAAQAAAAAAAAA=""#,
        r#""chunks":[{"x":0,"y":0,"width":4,"height":2,"data":[1,0,2147483649,2,0,0,1,0]}]"#,
    ];
    for data in packed {
        assert_eq!(found(&made(&json_map(data))), cells(), "{data}");
    }
}

#[test]
fn flipped_tiles_fill_the_box_from_the_cells_lower_left_corner() {
    let cases = [
        (0, [2.0, 3.0, 7.0, 10.0]),
        (0x8000_0000_u32, [13.0, 3.0, 18.0, 10.0]),
        (0x4000_0000, [2.0, 2.0, 7.0, 9.0]),
        (0xC000_0000, [13.0, 2.0, 18.0, 9.0]),
        (0x2000_0000, [3.0, -6.0, 10.0, -1.0]),
        (0xA000_0000, [2.0, -6.0, 9.0, -1.0]),
        (0x6000_0000, [3.0, 5.0, 10.0, 10.0]),
        (0xE000_0000, [2.0, 5.0, 9.0, 10.0]),
    ];
    for (flags, bounds) in cases {
        let data = format!(r#"<data encoding="csv">{},0,0,0,0,0,0,0</data>"#, flags | 1);
        assert_eq!(boxes(&map("", &layer(&data))), [bounds], "{flags:x}");
    }
}

#[test]
fn chunks_may_have_negative_places() {
    let data =
        r#"<data encoding="csv"><chunk x="-2" y="-1" width="2" height="1">0,1</chunk></data>"#;
    let rows = found(&made(&map(r#"infinite="1""#, &layer(data))));
    assert_eq!(rows, [("g(-1,-1)".to_owned(), [-18.0, -9.0, -13.0, -2.0])]);
}

#[test]
fn objects_become_their_shapes() {
    let text = objects(
        r#"<object id="1" name="box" x="10" y="20" width="30" height="40"/>
        <object id="2" x="10" y="20" width="30" height="40" rotation="90"/>
        <object id="3" x="0" y="0" width="8" height="8"><ellipse/></object>
        <object id="4" x="0" y="0" width="8" height="4"><ellipse/></object>
        <object id="5" x="7" y="8"><point/></object>
        <object id="6" x="1" y="1"><polygon points="0,0 4,0 4,-3.5"/></object>
        <object id="7" x="1" y="1" rotation="180"><polyline points="0,0 4,0 4,3"/></object>
        <object id="8" x="0" y="0" width="10" height="4"><capsule/></object>
        <object id="9" x="5" y="5"/>
        <object id="10" x="0" y="0" width="9" height="9"><text>hello</text></object>"#,
    );
    let map = made(&text);
    let kinds: Vec<&str> = map.items.iter().map(|item| item.shape.kind()).collect();
    let want =
        ["rect", "rect", "circle", "ellipse", "point", "polygon", "chain", "capsule", "rect"];
    assert_eq!(kinds, want);
    let rows = found(&map);
    assert_eq!(rows[0].0, "o/box#1");
    assert_eq!(rows[1].0, "o/#2");
    let bounds: Vec<[f64; 4]> = rows.into_iter().map(|(_, bounds)| bounds).collect();
    assert_eq!(bounds[..3], [[10., 20., 40., 60.], [-30., 20., 10., 50.], [0., 0., 8., 8.]]);
    assert_eq!(
        bounds[4..],
        [
            [7., 8., 7., 8.],
            [1., -2.5, 5., 1.],
            [-3., -2., 1., 1.],
            [0., 0., 10., 4.],
            [5., 5., 5., 5.]
        ]
    );
    assert_eq!(map.notes, [r#"layer "o", object #10: a text has no shape"#]);
}

#[test]
fn tile_objects_stand_on_their_lower_left_corner_and_turn_about_it() {
    let rows = boxes(&objects(
        r#"<object id="1" gid="1" x="100" y="50" width="20" height="12"/>
        <object id="2" gid="1" x="100" y="50" width="40" height="12"/>
        <object id="3" gid="2147483649" x="100" y="50" width="20" height="12"/>
        <object id="4" gid="1" x="100" y="50" width="20" height="12" rotation="90"/>
        <object id="5" gid="2" x="100" y="50" width="20" height="12"/>
        <object id="6" gid="2" x="100" y="50" width="20" height="12" rotation="-90"/>"#,
    ));
    assert_eq!(
        rows,
        [
            [102., 41., 107., 48.],
            [104., 41., 114., 48.],
            [113., 41., 118., 48.],
            [102., 52., 109., 57.],
            [100., 38., 120., 50.],
            [88., 30., 100., 50.]
        ]
    );
}

#[test]
fn tilesets_align_and_shift_their_tiles() {
    let aligned = |extra: &str, inner: &str| {
        let object = r#"<object id="1" gid="1" x="100" y="50" width="20" height="12"/>"#;
        boxes(&format!(
            r#"<map tilewidth="20" tileheight="12"><tileset firstgid="1" {extra} {}{inner}</tileset>
            <objectgroup name="o">{object}</objectgroup></map>"#,
            TILES
        ))
    };
    assert_eq!(aligned(r#"objectalignment="topleft""#, ""), [[102., 53., 107., 60.]]);
    assert_eq!(aligned(r#"objectalignment="center""#, ""), [[92., 47., 97., 54.]]);
    assert_eq!(aligned("", r#"<tileoffset x="3" y="-2"/>"#), [[105., 39., 110., 46.]]);
}

#[test]
fn tiles_may_be_drawn_at_the_size_of_the_grid() {
    let drawn = |extra: &str| {
        boxes(&format!(
            r#"<map tilewidth="40" tileheight="36"><tileset firstgid="1" {extra} {TILES}</tileset>
            <layer name="g" width="1" height="1"><data encoding="csv">1</data></layer></map>"#
        ))
    };
    assert_eq!(drawn(""), [[2., 27., 7., 34.]]);
    assert_eq!(drawn(r#"tilerendersize="grid""#), [[4., 9., 14., 30.]]);
    let fit = r#"tilerendersize="grid" fillmode="preserve-aspect-fit""#;
    assert_eq!(drawn(fit), [[4., 18., 14., 32.]]);
}

#[test]
fn offsets_of_groups_and_layers_add_up_and_names_stack() {
    let text = map(
        "",
        r#"<group name="a" offsetx="100" offsety="10"><group name="b" offsetx="1000">
        <objectgroup name="c" offsetx="-5" offsety="0.5"><object id="4" name="n" x="1" y="2"/></objectgroup>
        </group></group>"#,
    );
    assert_eq!(found(&made(&text)), [("a/b/c/n#4".to_owned(), [1096., 12.5, 1096., 12.5])]);
}

#[test]
fn isometric_objects_lie_along_the_tile_edges() {
    let text = r#"<map orientation="isometric" width="3" height="4" tilewidth="64" tileheight="32">
        <objectgroup name="o"><object id="1" x="32" y="0" width="32" height="32"/></objectgroup></map>"#;
    // Cell (1, 0): its diamond has its top corner half a tile right of and below the map's.
    assert_eq!(boxes(text), [[128., 16., 192., 48.]]);
}

#[test]
fn staggered_rows_shift_by_half_a_tile() {
    let at = |attributes: &str| {
        boxes(&format!(
            r#"<map {attributes} tilewidth="20" tileheight="12"><tileset firstgid="1" {TILES}</tileset>
            <layer name="g" width="1" height="2"><data encoding="csv">0,1</data></layer></map>"#
        ))
    };
    assert_eq!(
        at(r#"orientation="staggered" staggeraxis="y" staggerindex="odd""#),
        [[12., 9., 17., 16.]]
    );
    assert_eq!(
        at(r#"orientation="staggered" staggeraxis="y" staggerindex="even""#),
        [[2., 9., 7., 16.]]
    );
    let hexagonal =
        r#"orientation="hexagonal" staggeraxis="y" staggerindex="odd" hexsidelength="4""#;
    assert_eq!(at(hexagonal), [[12., 11., 17., 18.]]);
}

fn files(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
    folder
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("packed")
}

#[test]
fn tilesets_and_templates_are_found_beside_the_file_that_names_them() {
    let tileset = format!("<tileset {TILES}</tileset>");
    let template = r#"<template><tileset firstgid="5" source="../sets/t.tsx"/>
        <object name="crate" gid="5" width="40" height="24"/></template>"#;
    let json_template =
        r#"{"type":"template","object":{"name":"zone","width":6,"height":7,"rotation":90}}"#;
    let map = r#"<map tilewidth="20" tileheight="12"><tileset firstgid="1" source="../sets/t.tsx"/>
        <objectgroup name="o"><object id="1" gid="1" x="0" y="0" width="20" height="12"/>
        <object id="2" template="../templates/crate.tx" x="100" y="0"/>
        <object id="3" template="../templates/crate.tx" name="mine" x="0" y="0" width="20" height="12"/>
        <object id="4" template="../templates/zone.tj" x="0" y="0"/></objectgroup></map>"#;
    for packed in [false, true] {
        let (name, bytes) = if packed {
            ("sets/t.tsx.gz", gzip(tileset.as_bytes()))
        } else {
            ("sets/t.tsx", tileset.clone().into_bytes())
        };
        let folder = files(&[
            ("maps/m.tmx", map.as_bytes()),
            (name, &bytes),
            ("templates/crate.tx", template.as_bytes()),
            ("templates/zone.tj", json_template.as_bytes()),
        ]);
        let map = Map::load(folder.path().join("maps/m.tmx"));
        let rows = found(&map.unwrap_or_else(|error| panic!("{error}")));
        let want = [
            ("o/#1", [2., -9., 7., -2.]),
            ("o/crate#2", [104., -18., 114., -4.]),
            ("o/mine#3", [2., -9., 7., -2.]),
            ("o/zone#4", [-7., 0., 0., 6.]),
        ];
        assert_eq!(rows, want.map(|(id, bounds)| (id.to_owned(), bounds)));
    }
}

#[test]
fn a_missing_or_broken_tileset_is_named() {
    let map = br#"<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="no.tsx"/></map>"#;
    let folder = files(&[("m.tmx", map)]);
    let complaint = |folder: &TempDir| match Map::load(folder.path().join("m.tmx")) {
        Ok(_) => panic!("it was read"),
        Err(error) => error.to_string(),
    };
    assert!(complaint(&folder).contains("no.tsx: "), "{}", complaint(&folder));
    fs::write(folder.path().join("no.tsx"), "<tileset>\n<tile id='x'/></tileset>")
        .expect("written");
    let text = complaint(&folder);
    assert!(text.contains(r#"no.tsx: line 2: id of <tile> is "x""#), "{text}");
}

#[test]
fn more_names_than_the_parser_compares_in_time_are_refused() {
    let attributes: String = (0..100_000).map(|i| format!("a{i}='1' ")).collect();
    let entities: String = (0..100_000).map(|i| format!("<!ENTITY e{i} 'x'>")).collect();
    for (text, what) in [
        (format!("<map {attributes}/>"), "line 1: more than 256 attributes of an element"),
        (
            format!("<!DOCTYPE map [\n{entities}]><map/>"),
            "line 2: more than 256 entities in a file",
        ),
    ] {
        let error = Map::from_text(&text, "m.tmx").map(|_| ()).expect_err("refused");
        assert_eq!(error.to_string(), what);
    }
}

#[test]
fn a_map_of_others_reads_within_a_reach() {
    let map =
        br#"<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="../t.tsx"/></map>"#;
    let folder = files(&[("maps/m.tmx", map), ("t.tsx", b"<tileset/>")]);
    let path = folder.path().join("maps/m.tmx");
    assert!(Map::load(&path).is_ok());
    assert!(Map::load_within(&path, &Reach::Below(folder.path().into())).is_ok());
    let error = Map::load_within(&path, &Reach::beside(&path)).map(|_| ()).expect_err("refused");
    assert!(error.to_string().contains("outside of the folder"), "{error}");
}

#[test]
fn bad_maps_are_refused_with_their_place() {
    let cases = [
        ("<map".to_owned(), "line 1, column"),
        ("<tileset/>".to_owned(), "line 1: expected <map>, found <tileset>"),
        ("<map/>".to_owned(), "the tile size is 0 x 0"),
        (map(r#"orientation="oblique""#, ""), r#"the orientation is "oblique""#),
        (
            map("", &layer(r#"<data encoding="csv">1,2</data>"#)),
            r#"layer "g": 2 cells where 4 x 2 belong"#,
        ),
        (
            map("", &layer(r#"<data encoding="csv">1,2,x,4,5,6,7,8</data>"#)),
            r#"layer "g": cell 2 is "x""#,
        ),
        (map("", &layer(r#"<data encoding="base64">***</data>"#)), "not base64"),
        (
            map("", &layer(r#"<data encoding="base64" compression="zlib">AAAA</data>"#)),
            "do not unpack",
        ),
        (map("", &layer(r#"<data encoding="base64" compression="zstd">AAAA</data>"#)), "zstd"),
        (
            map("", &layer(r#"<data encoding="base64" compression="lz4">AAAA</data>"#)),
            "unknown compression \"lz4\"",
        ),
        (map("", &layer(r#"<data encoding="morse">.-</data>"#)), "unknown encoding \"morse\""),
        (
            map(
                "",
                r#"<layer name="g" width="70000" height="70000"><data encoding="csv">1</data></layer>"#,
            ),
            "pass the limit of 16777216",
        ),
        (objects(r#"<object id="3" x="1" y="two"/>"#), "line 3: y of <object> is \"two\""),
        (objects(r#"<object id="3" x="nan" y="0"/>"#), r#"layer "o", object #3: NaN does not fit"#),
        (objects(r#"<object id="3" x="1e39" y="0"/>"#), "does not fit a finite 32-bit number"),
        (
            objects(
                r#"<object id="3" name="bow" x="0" y="0"><polygon points="0,0 4,4 4,0 0,4"/></object>"#,
            ),
            r#"layer "o", object bow#3: edge"#,
        ),
        (
            objects(r#"<object id="3" x="0" y="0"><polygon points="0,0 4;4"/></object>"#),
            r#"the point "4;4""#,
        ),
        (objects(r#"<object id="3" x="0" y="0" width="-1" height="1"/>"#), "negative"),
        (
            format!(
                r#"<map tilewidth="1" tileheight="1">{}{}</map>"#,
                "<group>".repeat(1000),
                "</group>".repeat(1000)
            ),
            "groups nested deeper than 64",
        ),
        (r#"{"layers":[],"tilewidth":1,"tileheight":"x"}"#.to_owned(), "line 1, column"),
    ];
    for (text, says) in cases {
        let found = complaint(&text);
        assert!(found.contains(says), "{found}\n{says}");
    }
}

#[test]
fn a_packed_layer_cannot_grow_past_its_own_size() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 100 << 20]).expect("packed");
    let bomb = encoder.finish().expect("packed");
    let bomb = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, bomb);
    let data = format!(r#"<data encoding="base64" compression="zlib">{bomb}</data>"#);
    assert!(complaint(&map("", &layer(&data))).contains("9 cells where 4 x 2 belong"));
}

#[test]
fn a_packed_file_cannot_grow_past_the_limit() {
    let folder = files(&[("m.tmx", &gzip(&vec![b' '; jostle::json::limits::MAX_BYTES + 1]))]);
    let error = Map::load(folder.path().join("m.tmx")).map(|_| ()).expect_err("too large");
    assert!(error.to_string().contains("64 MiB"), "{error}");
}

#[test]
fn a_map_whose_tiles_have_no_shapes_has_a_note() {
    let map = |shape: &str| {
        let text = format!(
            r#"<map width="2" height="1" tilewidth="8" tileheight="8">
            <tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="1" columns="1">
             <tile id="0">{shape}</tile>
            </tileset>
            <layer id="1" name="ground" width="2" height="1"><data encoding="csv">0,1</data></layer>
            </map>"#
        );
        Map::from_text(&text, "level.tmx").unwrap()
    };
    let bare = map("");
    assert!(bare.items.is_empty());
    assert_eq!(bare.notes, ["no tile of the layers has a collision shape, so no cell is solid"]);
    let solid = map(r#"<objectgroup><object id="1" width="8" height="8"/></objectgroup>"#);
    assert_eq!((solid.items.len(), solid.notes.len()), (1, 0));
}

#[test]
fn a_tile_too_large_for_finite_bounds_is_refused() {
    let map = |height: &str| {
        let text =
            format!(r#"<map width="2" height="0" tilewidth="8" tileheight="{height}"></map>"#);
        Map::from_text(&text, "map.tmx")
    };
    let error = map("5e38").unwrap_err().to_string();
    assert!(error.contains("the tile size is 8 x 5"), "{error}");
    assert!(map("1e28").unwrap().bounds().is_finite());
}
