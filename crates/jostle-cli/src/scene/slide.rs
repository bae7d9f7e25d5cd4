//! Colliders of a scene that slide: their velocity is the slide of each frame.

use crate::problem::Problem;
use jostle::{Pace, Slide, Vec2};
use serde::Deserialize;

/// The value of the key `slide`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlideForm {
    up: Option<[f32; 2]>,
    max_slope_degrees: Option<f32>,
    #[serde(default)]
    step: f32,
    #[serde(default)]
    snap: f32,
    #[serde(default)]
    skin: f32,
    #[serde(default)]
    pace: Pace,
}

impl SlideForm {
    /// The slide of a frame, given the velocity.
    pub(super) fn read(self, velocity: Option<[f64; 2]>, place: &str) -> Result<Slide, Problem> {
        let Self { up, max_slope_degrees, step, snap, skin, pace } = self;
        let [x, y] = velocity.unwrap_or_default().map(|part| part as f32);
        let mut slide = Slide { by: Vec2::new(x, y), step, snap, skin, pace, ..Slide::default() };
        let problem = |key: &str, what: &str| Problem::new(format!("{place}.slide.{key}"), what);
        let lengths = [("step", step), ("snap", snap), ("skin", skin)];
        let angle = max_slope_degrees.map(|degrees| ("max_slope_degrees", degrees));
        for (key, value) in lengths.into_iter().chain(angle) {
            if !(value.is_finite() && value >= 0.0) {
                return Err(problem(key, &format!("{value} is not a finite number from 0 on")));
            }
        }
        if let Some(up) = up {
            if up == [0.0; 2] || !up.iter().all(|part| part.is_finite()) {
                return Err(problem("up", "expected a direction"));
            }
            slide.up = Some(up.into());
        }
        if let Some(degrees) = max_slope_degrees {
            slide.max_slope = degrees.to_radians();
        }
        Ok(slide)
    }
}
