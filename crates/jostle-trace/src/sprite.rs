//! The hitboxes of a file: one, or those of many frames with their names.

use crate::Hitbox;

/// All hitboxes of one input: a picture, an animation or a sheet.
#[derive(Clone, Debug)]
pub struct Sprite {
    /// The input's name without folder and extension.
    pub name: String,
    /// The picture's file name.
    pub image: String,
    /// Width and height of the picture.
    pub size: [u32; 2],
    /// The frames.
    pub frames: Frames,
    /// Names of runs of frames.
    pub tags: Vec<Tag>,
}

/// The frames of a [`Sprite`].
#[derive(Clone, Debug)]
pub enum Frames {
    /// A still picture, which is its own frame.
    Still(Box<Hitbox>),
    /// Frames of an animation or a sheet.
    Many(Vec<NamedHitbox>),
}

/// One frame among several.
#[derive(Clone, Debug)]
pub struct NamedHitbox {
    /// The frame's name: from the sheet, or its number.
    pub name: String,
    /// For how long it is shown; 0 if the file does not state it.
    pub milliseconds: u32,
    /// Frames of the same group have outlines in correspondence; `None` if each was traced by
    /// itself.
    pub group: Option<usize>,
    /// The file name of its own picture, if it is not in that of the sprite.
    pub file: Option<String>,
    /// Left, top, width and height of its pixels in the picture, if it is a part of it.
    pub area: Option<[u32; 4]>,
    /// The hitbox.
    pub hitbox: Hitbox,
}

/// A name for frames `from` to `to`, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The first frame.
    pub from: u32,
    /// The last frame.
    pub to: u32,
}

impl Sprite {
    /// Lists the hitboxes with the names that formats without frames know them by: the sprite's
    /// own, or the sprite's and the frame's with `-` between them.
    #[must_use]
    pub fn named(&self) -> Vec<(String, &Hitbox)> {
        match &self.frames {
            Frames::Still(hitbox) => vec![(self.name.clone(), hitbox)],
            Frames::Many(frames) => {
                let named = |frame: &NamedHitbox| format!("{}-{}", self.name, frame.name);
                frames.iter().map(|frame| (named(frame), &frame.hitbox)).collect()
            }
        }
    }
}
