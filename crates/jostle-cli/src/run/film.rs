//! The frames of a run as pictures: SVG files, or one animated GIF.

use super::{advance, picture};
use crate::check::{self, View, svg};
use crate::output::{Draft, Outputs, comment_of_gif};
use crate::problem::Problem;
use crate::scene::{Cast, Scene};
use gif::{Encoder, Frame, Repeat};
use std::path::{Path, PathBuf};

/// Hundredths of a second that a frame of a GIF is shown.
const DELAY: u16 = 4;
/// The size of a GIF relative to the SVG pictures.
const ZOOM: f32 = 0.6;
/// How hard the encoder looks for a palette, 1 (best) to 30.
const SPEED: i32 = 10;

/// Shows all places of all frames, so that the picture holds still.
pub(super) fn view(scene: &Scene, frames: u32) -> Result<View, Problem> {
    let mut cast = scene.cast()?;
    let mut boxes = Vec::new();
    for frame in 0..frames {
        if frame > 0 {
            advance(scene, &mut cast, frame)?;
        }
        boxes.extend(check::placed(&cast).iter().map(jostle::Placed::bounds));
        let all = boxes.iter().copied().filter(|b| b.is_finite());
        boxes = all.reduce(jostle::Aabb::union).into_iter().collect();
    }
    Ok(View::around(boxes))
}

/// Draws frames.
pub(super) struct Film<'a> {
    view: View,
    outputs: &'a Outputs,
    gif: Option<(PathBuf, Option<Encoder<Draft<'a>>>)>,
}

impl<'a> Film<'a> {
    pub(super) fn new(
        view: View,
        gif: Option<&Path>,
        outputs: &'a Outputs,
    ) -> Result<Self, Problem> {
        // The first frame begins it, since it has the size; a refusal should not wait for that.
        let allowed = |file: &Path| outputs.check(file).map(|()| (file.to_owned(), None));
        Ok(Self { view, outputs, gif: gif.map(allowed).transpose()? })
    }

    /// Draws the world as it is, as a frame.
    pub(super) fn shoot(
        &mut self,
        scene: &Scene,
        cast: &Cast,
        frame: u32,
        on_the_way: &[jostle::Placed],
        folder: Option<&Path>,
    ) -> Result<(), Problem> {
        let text = picture(scene, cast, on_the_way, &self.view);
        if let Some(folder) = folder {
            self.outputs
                .save_below(&folder.join(format!("frame-{frame:05}.svg")), text.as_bytes())?;
        }
        let Some((file, encoder)) = &mut self.gif else { return Ok(()) };
        let failed = |why: String| Problem::new("", why).in_file(file);
        let pixels = svg::pixels(&text, ZOOM).map_err(failed)?;
        let (width, height) = (pixels.width(), pixels.height());
        let sides = u16::try_from(width).ok().zip(u16::try_from(height).ok());
        let (width, height) = sides.ok_or_else(|| failed("too large for a GIF".to_owned()))?;
        // The picture is opaque, so premultiplied colors are plain ones.
        let mut image = Frame::from_rgba_speed(width, height, &mut pixels.take(), SPEED);
        image.delay = DELAY;
        if encoder.is_none() {
            let draft = self.outputs.begin(file)?;
            let new = Encoder::new(draft, width, height, &[]).and_then(|mut new| {
                new.set_repeat(Repeat::Infinite)?;
                comment_of_gif(&mut new)?;
                Ok(new)
            });
            *encoder = Some(new.map_err(|error| failed(error.to_string()))?);
        }
        if let Some(encoder) = encoder {
            encoder.write_frame(&image).map_err(|error| failed(error.to_string()))?;
        }
        Ok(())
    }

    /// The GIF, all of it written.
    pub(super) fn end(self) -> Result<Option<Draft<'a>>, Problem> {
        let Some((file, Some(encoder))) = self.gif else { return Ok(None) };
        let ended = encoder.into_inner().map(Some);
        ended.map_err(|error| Problem::new("", error.to_string()).in_file(&file))
    }
}
