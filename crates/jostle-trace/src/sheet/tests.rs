use super::*;

/// A sheet whose pixels say where they are.
fn numbered(width: u32, height: u32) -> Image {
    let pixel = |index: u32| [(index % width) as u8, (index / width) as u8, 0, 255];
    Image::new(width, height, (0..width * height).flat_map(pixel).collect()).expect("a picture")
}

#[test]
fn a_turned_frame_is_turned_back() {
    // A frame of 3 x 2 pixels is packed as 2 x 3: turned clockwise, its bottom left is at the top
    // left.
    let packed = [[0, 1], [0, 0], [1, 1], [1, 0], [2, 1], [2, 0]];
    let rgba = packed.iter().flat_map(|[x, y]| [*x, *y, 0, 255]).collect();
    let sheet = Image::new(2, 3, rgba).expect("a picture");
    let cut = Cut { area: Some([0, 0, 2, 3]), turned: true, ..Cut::whole("a".to_owned()) };
    assert_eq!(cut.pixels(&sheet).expect("a frame"), numbered(3, 2));
}

#[test]
fn frames_of_an_object_keep_their_order() {
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "duration": 100}"#;
    let text = format!(r#"{{"frames": {{"hero 9": {frame}, "hero 10": {frame}, "a": {frame}}}}}"#);
    let sheet = Sheet::parse(&text).expect("a sheet");
    let names: Vec<&str> = sheet.cuts.iter().map(|cut| &cut.name[..]).collect();
    assert_eq!(names, ["hero 9", "hero 10", "a"]);
    assert_eq!(sheet.cuts[0].milliseconds, 100);
}

#[test]
fn a_list_of_frames_has_its_names_inside_and_an_anchor_is_kept() {
    let text = r#"{"frames": [{"filename": "a.png", "frame": {"x": 1, "y": 2, "w": 3, "h": 4},
        "rotated": false, "trimmed": true, "spriteSourceSize": {"x": 5, "y": 6, "w": 3, "h": 4},
        "sourceSize": {"w": 20, "h": 30}, "anchor": {"x": 0.5, "y": 0.25}}],
        "meta": {"image": "sheet.png", "scale": "1"}, "animations": {"run": ["a.png"]}}"#;
    let sheet = Sheet::parse(text).expect("a sheet");
    let want = Cut {
        area: Some([1, 2, 3, 4]),
        trim: [5, 6],
        size: Some([20, 30]),
        anchor: Some([0.5, 0.25]),
        ..Cut::whole("a.png".to_owned())
    };
    assert_eq!((sheet.cuts, sheet.images), (vec![want], vec!["sheet.png".to_owned()]));
}

#[test]
fn tags_and_slices_of_aseprite_are_kept() {
    let text = r##"{"frames": {"0": {"frame": {"x": 0, "y": 0, "w": 8, "h": 8}}},
        "meta": {"app": "https://www.aseprite.org/", "image": "hero.png",
        "frameTags": [{"name": "walk", "from": 0, "to": 3, "direction": "forward"}],
        "slices": [{"name": "hit", "color": "#0000ffff", "keys": [
            {"frame": 0, "bounds": {"x": 1, "y": 2, "w": 3, "h": 4}, "pivot": {"x": 1, "y": -1}}]}]}}"##;
    let sheet = Sheet::parse(text).expect("a sheet");
    assert_eq!(sheet.tags, [Tag { name: "walk".to_owned(), from: 0, to: 3 }]);
    assert_eq!(sheet.slices[0].keys[0].pivot, Some([1, -1]));
}

#[test]
fn tilesets_of_tiled_in_both_forms_are_the_same_grid() {
    let xml = r#"<?xml version="1.0" encoding="UTF-8"?>
        <tileset version="1.10" name="t" tilewidth="16" tileheight="8" spacing="2" margin="1"
                 tilecount="3" columns="2">
          <image source="tiles.png" width="36" height="20"/>
        </tileset>"#;
    let json = r#"{"type": "tileset", "tilewidth": 16, "tileheight": 8, "spacing": 2, "margin": 1,
        "tilecount": 3, "columns": 2, "image": "tiles.png", "imagewidth": 36, "imageheight": 20}"#;
    let sheet = Sheet::parse(xml).expect("a tileset");
    assert_eq!(sheet, Sheet::parse(json).expect("a tileset"));
    let areas: Vec<_> = sheet.cuts.iter().map(|cut| cut.area).collect();
    assert_eq!(areas, [Some([1, 1, 16, 8]), Some([19, 1, 16, 8]), Some([1, 11, 16, 8])]);
}

#[test]
fn a_tileset_of_single_pictures_has_one_for_each_tile() {
    let xml = r#"<tileset tilewidth="9" tileheight="9"><grid width="1"/>
        <tile id="4"><image source="a.png" width="3" height="4"/></tile>
        <tile id="7" x="1" y="2" width="3" height="4"><image source="b.png"/></tile></tileset>"#;
    let sheet = Sheet::parse(xml).expect("a tileset");
    assert_eq!(sheet.images, ["a.png", "b.png"]);
    assert_eq!((sheet.cuts[0].area, &sheet.cuts[0].name[..]), (None, "4"));
    assert_eq!((sheet.cuts[1].area, sheet.cuts[1].image), (Some([1, 2, 3, 4]), 1));
}

#[test]
fn what_is_wrong_in_a_sheet_is_said_with_its_place() {
    let said = |text: &str| Sheet::parse(text).expect_err(text).to_string();
    assert_eq!(said("{"), "sheet, line 1, column 1: EOF while parsing an object");
    assert!(said("{}").contains("no key \"frames\""));
    let far = r#"{"frames": {"a": {"frame": {"x": -1, "y": 0, "w": 1, "h": 1}}}}"#;
    assert_eq!(said(far), "sheet, frame \"a\": x is -1, not a whole number from 0 to 8192");
    let half = r#"{"frames": {"a": {"frame": {"x": 0.5, "y": 0, "w": 1, "h": 1}}}}"#;
    assert!(said(half).contains("x is 0.5"));
    assert!(said("<map/>").contains("expected <tileset>, found <map>"));
    assert!(said("<tileset tilewidth=\"x\"/>").starts_with("sheet, line 1: tilewidth"));
}

#[test]
fn an_area_beyond_the_picture_is_an_error() {
    let cut = Cut { area: Some([1, 0, 2, 1]), ..Cut::whole("a".to_owned()) };
    assert!(cut.pixels(&numbered(2, 2)).is_err());
    assert!(Cut { area: Some([0, 0, 2, 2]), ..cut }.pixels(&numbered(2, 2)).is_ok());
}

#[test]
fn a_grid_leaves_out_cells_that_are_not_wholly_inside() {
    let grid = |cell: [u32; 2]| Sheet::grid(&Grid { cell, ..Grid::default() }, [10, 10]);
    assert_eq!(grid([4, 5]).expect("cells").cuts.len(), 4);
    assert!(grid([11, 1]).is_err() && grid([0, 1]).is_err());
}
