//! The forms in which hitboxes leave: jostle's own JSON, and those that engines and editors read.
//!
//! Every form states points in pixels, x right and y down, from the untrimmed frame's top left
//! corner, but for those whose own frame differs: `libgdx` (y up, the width is 1), `rube` (y up,
//! from the pivot) and `pixi` (from the pivot). Formats without holes get the convex pieces, which
//! have none. A coordinate is a multiple of 1/256 px and is written exactly, but in `libgdx`.

mod document;
mod engines;
mod godot;
mod header;
mod svg;
mod tileset;

use crate::Sprite;
use serde::{Serialize, Serializer};

/// Marks a file as written by jostle. It is in a comment or in a key of every form, but for [`Format::Pixi`], which
/// has no place for it.
pub const GENERATOR: &str = "made by jostle";

/// A form to write hitboxes in.
///
/// ```
/// use jostle_trace::Format;
/// assert_eq!(Format::parse("phaser"), Some(Format::Phaser));
/// assert_eq!(Format::Json.file_name("hero"), "hero.hitbox.json");
/// assert_eq!(Format::Phaser.file_name("hero"), "hero.phaser.json");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// jostle's own JSON, with everything.
    Json,
    /// A drawing: the outline, and the pieces.
    Svg,
    /// What Phaser's `PhysicsEditorParser` makes a Matter body of.
    Phaser,
    /// A Tiled tileset with an object group for each tile.
    Tsx,
    /// A Godot 4 resource with a `ConvexPolygonShape2D` for each piece.
    Tres,
    /// The JSON of libGDX's physics-body-editor.
    Libgdx,
    /// The JSON of R.U.B.E.
    Rube,
    /// Point lists for `new Polygon(..)` as a `PixiJS` `hitArea`.
    Pixi,
    /// jostle's own form as RON.
    Ron,
    /// A header for C and C++.
    H,
}

/// A file to write: its name and its text.
pub type File = (String, String);

impl Format {
    /// All formats, in the order of their documentation.
    pub const ALL: [Self; 10] = [
        Self::Json,
        Self::Svg,
        Self::Phaser,
        Self::Tsx,
        Self::Tres,
        Self::Libgdx,
        Self::Rube,
        Self::Pixi,
        Self::Ron,
        Self::H,
    ];

    /// Returns `true` if a file of this format holds convex pieces in place of rings, of hitboxes with
    /// holes at least.
    ///
    /// ```
    /// use jostle_trace::Format;
    /// assert!(Format::Phaser.needs_pieces() && !Format::Json.needs_pieces());
    /// ```
    #[must_use]
    pub fn needs_pieces(self) -> bool {
        match self {
            Self::Json | Self::Svg | Self::Ron | Self::H => false,
            Self::Phaser | Self::Tsx | Self::Tres | Self::Libgdx | Self::Rube | Self::Pixi => true,
        }
    }

    /// Sets the name by which it is asked for.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Svg => "svg",
            Self::Phaser => "phaser",
            Self::Tsx => "tsx",
            Self::Tres => "tres",
            Self::Libgdx => "libgdx",
            Self::Rube => "rube",
            Self::Pixi => "pixi",
            Self::Ron => "ron",
            Self::H => "h",
        }
    }

    /// Finds the format of a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Names the file for an input of this name. Before the extension is `hitbox`, or the name of a JSON form that
    /// is not jostle's own: `hero.json` would be the sheet of a packer, and `hero.svg` or `hero.tsx` the drawing or
    /// the tileset of the picture `hero.png`.
    #[must_use]
    pub fn file_name(self, stem: &str) -> String {
        match self {
            Self::Phaser | Self::Libgdx | Self::Rube | Self::Pixi => {
                format!("{stem}.{}.json", self.name())
            }
            other => format!("{stem}.hitbox.{}", other.name()),
        }
    }

    /// Writes a sprite: one file, but one for each frame if the format holds a single picture.
    ///
    /// ```
    /// use jostle_trace::{Format, Frames, Mask, Sprite, Tracing};
    /// let full = Mask::from_fn(2, 2, |_, _| true);
    /// let hitbox = Tracing::default().trace(&full, None).unwrap();
    /// let frames = Frames::Still(Box::new(hitbox));
    /// let (name, image) = ("box".to_owned(), "box.png".to_owned());
    /// let sprite = Sprite { name, image, size: [2, 2], frames, tags: vec![] };
    /// let files = Format::Json.write(&sprite);
    /// assert_eq!(files[0].0, "box.hitbox.json");
    /// assert!(files[0].1.contains("[[0,0],[2,0],[2,2],[0,2]]"));
    /// ```
    #[must_use]
    pub fn write(self, sprite: &Sprite) -> Vec<File> {
        let text = match self {
            Self::Json => document::json(sprite),
            Self::Svg => return svg::files(sprite),
            Self::Phaser => engines::phaser(sprite),
            Self::Tsx => tileset::write(sprite),
            Self::Tres => godot::write(sprite),
            Self::Libgdx => engines::libgdx(sprite),
            Self::Rube => engines::rube(sprite),
            Self::Pixi => engines::pixi(sprite),
            Self::Ron => document::ron(sprite),
            Self::H => header::write(sprite),
        };
        vec![(self.file_name(&sprite.name), text)]
    }
}

/// A number, written without a fraction if it is whole.
#[derive(Clone, Copy, Debug)]
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let whole = self.0 as i64;
        // Beyond 2^53 not every whole number is an f64; nothing here comes near.
        if whole as f64 == self.0 && self.0.abs() < 9e15 {
            to.serialize_i64(whole)
        } else if self.0.is_finite() {
            to.serialize_f64(self.0)
        } else {
            to.serialize_none()
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // -0 is 0.
        write!(f, "{}", self.0 + 0.0)
    }
}

/// A point in pixels.
fn pixel(point: crate::Point) -> [Number; 2] {
    point.map(|v| Number(f64::from(v) / f64::from(crate::UNITS_PER_PIXEL)))
}

/// A name as an identifier, with `_` for what cannot be in one.
fn identifier(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let text: String = name.chars().map(letter).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) || text.is_empty() {
        format!("_{text}")
    } else {
        text
    }
}

/// Text in an XML attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML has no way to write most control characters.
            c if c.is_control() => out.push('_'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
