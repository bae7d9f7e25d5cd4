//! Texts into the reader of scenes and Tiled maps: a problem with a place, or colliders.
#![no_main]

use jostle_cli::scene::Scene;
use libfuzzer_sys::fuzz_target;
use std::path::Path;

fuzz_target!(|text: &str| {
    // In a folder that does not exist, so that a map's relative references lead nowhere.
    match Scene::from_text(text, Path::new("no such folder/scene.json")) {
        Err(problem) => assert!(!problem.to_string().is_empty()),
        Ok(scene) => {
            for collider in &scene.colliders {
                assert!(
                    collider.world.is_finite() || collider.shape.place(collider.world).is_err()
                );
            }
        }
    }
});
