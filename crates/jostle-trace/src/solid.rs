//! Which pixels of a picture are solid.
//!
//! A pixel is solid when its alpha reaches a threshold and its color is not one that is ignored.
//! The pixel (x, y) is the unit square from (x, y) to (x + 1, y + 1), x right, y down.

use crate::{Image, Mask};

/// A color that counts as empty, and every color near it.
///
/// ```
/// use jostle_trace::Ignored;
/// let pink = Ignored::parse("ff00ff~8").unwrap(); // a color key: any alpha
/// assert!(pink.matches([250, 3, 255, 255]) && !pink.matches([240, 0, 255, 255]));
/// let shadow = Ignored::parse("00000080").unwrap();
/// assert!(shadow.matches([0, 0, 0, 128]) && !shadow.matches([0, 0, 0, 255]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// The alpha, or `None` for a color key, which any alpha matches.
    pub alpha: Option<u8>,
    /// How far each channel may be off, in steps of 255.
    pub tolerance: u8,
}

impl Ignored {
    /// Reads `RRGGBBAA`, or `RRGGBB` for any alpha, and after it `~` with a tolerance if wanted.
    ///
    /// # Errors
    /// Returns the fault of the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (color, tolerance) = text.split_once('~').unwrap_or((text, "0"));
        let wrong =
            || format!("{text:?} is not RRGGBB or RRGGBBAA, with ~TOLERANCE behind it or not");
        let color = color.strip_prefix('#').unwrap_or(color);
        if !color.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let channel = |at: usize| {
            color.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).ok_or_else(wrong)
        };
        let alpha = match color.len() {
            6 => None,
            8 => Some(channel(6)?),
            _ => return Err(wrong()),
        };
        let tolerance = tolerance.parse().map_err(|_| {
            format!("the tolerance {tolerance:?} of {text:?} is not a number from 0 to 255")
        })?;
        Ok(Self { rgb: [channel(0)?, channel(2)?, channel(4)?], alpha, tolerance })
    }

    /// Returns `true` if a pixel has this color, or one within the tolerance in every channel.
    #[must_use]
    pub fn matches(&self, [r, g, b, a]: [u8; 4]) -> bool {
        let near = |x: u8, y: u8| x.abs_diff(y) <= self.tolerance;
        let [red, green, blue] = self.rgb;
        near(r, red) && near(g, green) && near(b, blue) && self.alpha.is_none_or(|own| near(a, own))
    }
}

/// The rule that makes a mask of a picture.
///
/// ```
/// use jostle_trace::{Image, Solid};
/// let image = Image::new(3, 1, [[9, 9, 9, 255], [9, 9, 9, 1], [0; 4]].concat()).unwrap();
/// assert_eq!(Solid::default().mask(&image).area(), 1); // alpha of 128 and more
/// assert_eq!(Solid { alpha: 1, ..Solid::default() }.mask(&image).area(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solid {
    /// The least alpha of a solid pixel; 1 takes all that is not fully transparent, 0 all there is.
    pub alpha: u8,
    /// Colors that are empty at any alpha.
    pub ignored: Vec<Ignored>,
}

impl Default for Solid {
    fn default() -> Self {
        Self { alpha: 128, ignored: Vec::new() }
    }
}

impl Solid {
    /// Returns `true` if a pixel of this color is solid.
    #[must_use]
    pub fn test(&self, pixel: [u8; 4]) -> bool {
        pixel[3] >= self.alpha && !self.ignored.iter().any(|ignored| ignored.matches(pixel))
    }

    /// Makes the mask of a picture.
    #[must_use]
    pub fn mask(&self, image: &Image) -> Mask {
        if self.ignored.is_empty() {
            let alphas = image.rgba();
            let width = image.width() as usize;
            let alpha = |x: u32, y: u32| alphas[(y as usize * width + x as usize) * 4 + 3];
            return Mask::from_fn(image.width(), image.height(), |x, y| alpha(x, y) >= self.alpha);
        }
        Mask::from_fn(image.width(), image.height(), |x, y| self.test(image.pixel(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_with_and_without_alpha_and_tolerance() {
        let key = Ignored { rgb: [255, 0, 128], alpha: None, tolerance: 0 };
        assert_eq!(Ignored::parse("#FF0080"), Ok(key));
        assert_eq!(
            Ignored::parse("ff008040~12"),
            Ok(Ignored { alpha: Some(64), tolerance: 12, ..key })
        );
        for wrong in ["", "ff", "ff00800", "gg0000", "ff0080~", "ff0080~256", "é00000", "+f0080"] {
            assert!(Ignored::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_ignored_color_is_empty_in_an_opaque_picture() {
        let (pink, green) = ([255, 0, 255, 255], [0, 255, 0, 255]);
        let image = Image::new(3, 1, [pink, green, pink].concat()).expect("a picture");
        let rule = Solid { ignored: vec![Ignored::parse("ff00ff").expect("a color")], alpha: 0 };
        let mask = rule.mask(&image);
        assert_eq!([mask.get(0, 0), mask.get(1, 0), mask.get(2, 0)], [false, true, false]);
    }
}
