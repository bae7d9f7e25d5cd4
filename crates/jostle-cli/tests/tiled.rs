//! Maps of Tiled as scenes of the program. What becomes of each thing in a map is tested in
//! `jostle-tiled`.

mod program;

use jostle::{Affine, WhyNot};
use jostle_cli::scene::Scene;
use std::path::{Path, PathBuf};

fn read(path: &Path) -> Scene {
    Scene::read(path).unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn a_fault_of_a_map_is_named_with_its_file_and_place() {
    let text = r#"<map tilewidth="1" tileheight="1"><tileset firstgid="1" source="no.tsx"/></map>"#;
    let path = program::root().join("examples/tiled/absent.tmx");
    let problem = Scene::from_text(text, &path).map(|_| ()).expect_err("no such tileset");
    assert!(problem.in_file(&path).to_string().contains("tiled/no.tsx: "));
    let text = "<map tilewidth='ten'/>";
    let problem = Scene::from_text(text, &path).map(|_| ()).expect_err("no number");
    assert_eq!(problem.place(), "line 1");
}

#[test]
fn properties_name_layers_and_what_they_see() {
    let text = r#"<map tilewidth="20" tileheight="12"><group name="g"><properties><property name="jostle.layer" value="solid"/>
            <property name="jostle.sees" value=""/></properties>
        <objectgroup name="o"><object id="1" x="0" y="0"/><object id="2" x="0" y="0"/>
        <object id="3" x="0" y="0"><properties><property name="jostle.layer" value="hero"/>
            <property name="jostle.sees" value=" solid , other"/></properties></object>
        </objectgroup></group></map>"#;
    let scene = Scene::from_text(text, Path::new("map.tmx")).expect("a map");
    let cast = scene.cast().expect("three points");
    let apart = |a: usize, b: usize| {
        let why = cast.world.why_not(cast.colliders[a], cast.colliders[b]);
        matches!(why, WhyNot::Layers { .. })
    };
    assert!(apart(0, 1) && !apart(0, 2) && !apart(2, 1));
}

#[test]
fn the_example_map_reads_alike_from_xml_and_json() {
    let folder = program::root().join("examples/tiled");
    let (xml, json) = (read(&folder.join("level.tmx")), read(&folder.join("level.tmj")));
    let found = |scene: &Scene| -> Vec<(String, &str, Affine)> {
        scene.colliders.iter().map(|c| (c.id.clone(), c.shape.kind(), c.world)).collect()
    };
    assert_eq!(found(&xml), found(&json));
    assert_eq!(xml.notes, json.notes);
    let filters = |scene: &Scene| -> Vec<_> {
        scene.colliders.iter().map(|collider| collider.filter.clone()).collect()
    };
    assert_eq!(filters(&xml), filters(&json));
    assert!(xml.colliders.len() > 30);
}

/// The examples of Debian's `tiled` package: maps that nothing here made.
const DEBIAN: &str = "/usr/share/doc/tiled/examples";

#[test]
fn every_map_of_debians_tiled_package_is_read() {
    let mut maps = Vec::new();
    collect(Path::new(DEBIAN), &mut maps);
    if maps.is_empty() {
        println!("skipped: the package `tiled` is not installed ({DEBIAN} is not there)");
        return;
    }
    maps.sort();
    let mut counts = Vec::new();
    for map in &maps {
        let output =
            program::jostle().args(["check", "--json"]).arg(map).output().expect("it runs");
        let complaint = program::text(&output.stderr);
        assert!(output.status.success(), "{}: {complaint}", map.display());
        let scene = read(map);
        let name = map.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        counts.push((name.trim_end_matches(".gz").to_owned(), scene.colliders.len()));
    }
    // Objects counted by hand in the files: none of these tilesets has collision shapes.
    let known = [
        ("island.tmx", 3),
        ("orthogonal-outside.tmx", 29),
        ("sandbox.tmx", 114),
        ("sandbox2.tmx", 103),
        ("title.json", 14),
        ("sewers.tmx", 0),
    ];
    for (name, count) in known {
        assert!(counts.contains(&(name.to_owned(), count)), "{name}: {count} of {counts:?}");
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

#[test]
fn the_map_of_the_playground_is_a_level_of_slopes_decks_and_things() {
    let path = program::root().join("examples/tiled/platformer.tmj");
    let scene = read(&path);
    let count = |start: &str| scene.colliders.iter().filter(|c| c.id.starts_with(start)).count();
    assert_eq!(
        ["things/coin", "things/crate", "things/lift", "things/hero", "things/rock"].map(count),
        [14, 2, 3, 1, 1]
    );
    let decks = scene.colliders.iter().filter(|c| c.one_way.is_some()).count();
    assert!(decks > 0 && decks == count("decks("));
    assert!(count("ground(") > 200);
}
