//! How a scene moves: velocities, spins and keyframes, all in units a frame.
//!
//! The place of a frame is computed from the frame's number alone, never from the frame before, so
//! nothing drifts and any frame can be looked at by itself.

use crate::problem::Problem;
use jostle::{Affine, Rot, Vec2};
use serde::Deserialize;

/// The keys of a motion, in a group or a collider.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MotionForm {
    velocity: Option<[f64; 2]>,
    spin: Option<f64>,
    keyframes: Option<Vec<Keyframe>>,
}

impl MotionForm {
    pub(super) fn of(
        velocity: Option<[f64; 2]>,
        spin: Option<f64>,
        keyframes: &Option<Vec<Keyframe>>,
    ) -> Self {
        Self { velocity, spin, keyframes: keyframes.clone() }
    }
}

/// What has been moved by a frame, relative to where the scene puts it.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keyframe {
    frame: u32,
    #[serde(default, rename = "move")]
    by: [f64; 2],
    #[serde(default)]
    turn: f64,
    #[serde(default = "one")]
    scale: f64,
}

fn one() -> f64 {
    1.0
}

/// Where something goes from frame to frame.
#[derive(Clone, Debug, Default)]
pub struct Motion {
    velocity: [f64; 2],
    spin: f64,
    /// Sorted by frame.
    keyframes: Vec<Keyframe>,
    /// The point that it turns and grows about, in the frame of its parent.
    about: Vec2,
}

impl Motion {
    /// Checks the numbers; the motion turns about `about`, in the frame of the parent.
    pub(super) fn read(form: MotionForm, about: Vec2, place: &str) -> Result<Self, Problem> {
        let finite = |value: f64, key: &str| {
            if (value as f32).is_finite() {
                return Ok(value);
            }
            let message = format!("{value} does not fit a finite 32-bit number");
            Err(Problem::new(format!("{place}.{key}"), message))
        };
        let velocity = form.velocity.unwrap_or_default();
        for (axis, part) in velocity.into_iter().enumerate() {
            finite(part, &format!("velocity[{axis}]"))?;
        }
        let spin = finite(form.spin.unwrap_or_default(), "spin")?;
        let keyframes = form.keyframes.unwrap_or_default();
        for (index, key) in keyframes.iter().enumerate() {
            for part in [key.by[0], key.by[1], key.turn, key.scale] {
                finite(part, &format!("keyframes[{index}]"))?;
            }
            if index > 0 && keyframes[index - 1].frame >= key.frame {
                let message = "the frames of keyframes must rise";
                return Err(Problem::new(format!("{place}.keyframes[{index}].frame"), message));
            }
        }
        Ok(Self { velocity, spin, keyframes, about })
    }

    /// Returns `true` if it stays where it is.
    #[must_use]
    pub fn is_still(&self) -> bool {
        self.velocity == [0.0; 2] && self.spin == 0.0 && self.keyframes.is_empty()
    }

    /// Returns the transform at a frame of what starts with the transform `start`.
    #[must_use]
    pub fn at(&self, start: Affine, frame: u32) -> Affine {
        let n = f64::from(frame);
        let key = self.keyed(frame);
        let by = [0, 1].map(|axis| self.velocity[axis] * n + key.by[axis]);
        let moved = |m: Affine| m.moved((by[0] as f32, by[1] as f32));
        let turn = self.spin * n + key.turn;
        if turn == 0.0 && key.scale == 1.0 {
            return moved(start);
        }
        let scale = key.scale as f32;
        let about = Affine::at((self.about.x, self.about.y))
            .rotated_by(Rot::from_degrees((turn % 360.0) as f32))
            .scaled(scale, scale)
            .pivoted(self.about);
        moved(start.under(&about))
    }

    /// Returns the degrees that it turns from the frame before to this one.
    #[must_use]
    pub fn turn_to(&self, frame: u32) -> f64 {
        let before = frame.saturating_sub(1);
        let keyed = self.keyed(frame).turn - self.keyed(before).turn;
        self.spin * f64::from(frame - before) + keyed
    }

    /// Between the keyframes around a frame, in proportion; from rest at frame 0 to the first, and
    /// as the last states after it.
    fn keyed(&self, frame: u32) -> Keyframe {
        let rest = Keyframe { frame: 0, by: [0.0; 2], turn: 0.0, scale: 1.0 };
        let next = self.keyframes.partition_point(|key| key.frame <= frame);
        let before = next.checked_sub(1).map_or(rest, |index| self.keyframes[index]);
        let Some(after) = self.keyframes.get(next) else { return before };
        let t = f64::from(frame - before.frame) / f64::from(after.frame - before.frame);
        let mix = |a: f64, b: f64| a + (b - a) * t;
        Keyframe {
            frame,
            by: [mix(before.by[0], after.by[0]), mix(before.by[1], after.by[1])],
            turn: mix(before.turn, after.turn),
            scale: mix(before.scale, after.scale),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion(text: &str) -> Motion {
        Motion::read(serde_json::from_str(text).unwrap(), Vec2::new(10.0, 0.0), "x").unwrap()
    }

    #[test]
    fn a_frame_is_where_velocity_and_spin_lead_from_the_start() {
        let start = Affine::at((10.0, 0.0));
        let m = motion(r#"{"velocity":[0.5,-1],"spin":45}"#);
        assert_eq!(m.at(start, 0), start);
        let there = m.at(start, 2);
        assert_eq!(there.transform_point((0.0, 0.0)), Vec2::new(11.0, -2.0));
        assert_eq!(there.transform_point((1.0, 0.0)), Vec2::new(11.0, -1.0));
    }

    #[test]
    fn keyframes_are_joined_by_straight_lines_and_the_last_one_holds() {
        let start = Affine::at((10.0, 0.0));
        let m = motion(r#"{"keyframes":[{"frame":10,"move":[20,0]},{"frame":20,"scale":3}]}"#);
        let at = |frame| m.at(start, frame).transform_point((1.0, 0.0)).x;
        assert_eq!([0, 5, 10, 15, 20, 99].map(at), [11.0, 21.0, 31.0, 22.0, 13.0, 13.0]);
    }

    #[test]
    fn keyframes_that_do_not_rise_are_a_problem_with_a_place() {
        let form = serde_json::from_str(r#"{"keyframes":[{"frame":3},{"frame":3}]}"#).unwrap();
        let problem = Motion::read(form, Vec2::ZERO, "colliders[0]").unwrap_err();
        assert_eq!(problem.place(), "colliders[0].keyframes[1].frame");
    }
}
