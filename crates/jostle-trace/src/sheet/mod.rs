//! Sprite sheets: which part of which picture is which frame, and where it was before it was
//! trimmed and turned.
//!
//! Frame: pixels, x right, y down. A cut's `area` is where its pixels are in the sheet, in the
//! sheet's own orientation; `trim` is where the cut-out pixels lie in the untrimmed frame of
//! `size`. A hitbox is traced in the cut-out pixels and moved by `trim`, so that its coordinates
//! are those of the untrimmed frame whatever a packer did.
//!
//! Sources: the exporters' published forms (TexturePacker's JSON, hash and array, which PixiJS and
//! Phaser read too; Aseprite's `--data`; Tiled's TSX and TSJ tilesets).

mod atlas;
mod tiled;

use crate::image::check;
use crate::{Image, MAX_PIXELS, MAX_SIDE, Slice, Tag, TraceError};

/// The most bytes of a text that describes a sheet.
pub const MAX_SHEET_BYTES: u64 = 64 << 20;
/// The most frames of a sheet.
pub const MAX_CUTS: usize = 65_536;

/// The most pixels in all frames of a sheet together: frames may overlap, but not without end.
pub const MAX_CUT_PIXELS: u64 = 16 * MAX_PIXELS;

/// One frame of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Cut {
    /// The frame's name: its key, its file name, or its number.
    pub name: String,
    /// Which of the sheet's pictures it is in.
    pub image: usize,
    /// Left, top, width and height in that picture; `None` for all of it.
    pub area: Option<[u32; 4]>,
    /// True if the packer turned the frame by 90 degrees clockwise.
    pub turned: bool,
    /// Where the cut-out pixels lie in the untrimmed frame.
    pub trim: [i32; 2],
    /// Width and height of the untrimmed frame; `None` for that of the cut-out pixels.
    pub size: Option<[u32; 2]>,
    /// The point to place and turn the frame by, as parts of the untrimmed size: a pivot or anchor.
    pub anchor: Option<[f64; 2]>,
    /// For how long the frame is shown; 0 if the file does not state it.
    pub milliseconds: u32,
}

/// Cells of a regular grid, in pixels.
///
/// ```
/// use jostle_trace::{Grid, Sheet};
/// let grid = Grid { cell: [16, 16], margin: 1, spacing: 2, ..Grid::default() };
/// let sheet = Sheet::grid(&grid, [36, 18]).unwrap();
/// assert_eq!(sheet.cuts.len(), 2);
/// assert_eq!(sheet.cuts[1].area, Some([19, 1, 16, 16]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Width and height of a cell.
    pub cell: [u32; 2],
    /// Empty pixels around all cells.
    pub margin: u32,
    /// Empty pixels between cells.
    pub spacing: u32,
    /// Cells a row; `None` for as many as there is room for.
    pub columns: Option<u32>,
    /// Cells in all; `None` for as many as there is room for.
    pub count: Option<u32>,
}

/// A description of a sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The names of its pictures, relative to the description; none when it names none.
    pub images: Vec<String>,
    /// Its frames, in the order of the file.
    pub cuts: Vec<Cut>,
    /// Names of runs of frames.
    pub tags: Vec<Tag>,
    /// Named parts of the frames.
    pub slices: Vec<Slice>,
    /// The grid that the frames lie on, if any.
    pub grid: Option<Grid>,
}

impl Sheet {
    /// Reads a description: the JSON of TexturePacker (hash or array), PixiJS or Aseprite, or a
    /// Tiled tileset as XML or JSON.
    ///
    /// # Errors
    /// States the place and what is wrong there.
    ///
    /// ```
    /// let sheet = jostle_trace::Sheet::parse(r#"{"meta": {"image": "ships.png"}, "frames": {
    ///     "red": {"frame": {"x": 2, "y": 0, "w": 5, "h": 9}, "rotated": true, "trimmed": true,
    ///             "spriteSourceSize": {"x": 1, "y": 3, "w": 5, "h": 9},
    ///             "sourceSize": {"w": 8, "h": 16}, "pivot": {"x": 0.5, "y": 1}}}}"#).unwrap();
    /// assert_eq!(sheet.images, ["ships.png"]);
    /// assert_eq!(sheet.cuts[0].area, Some([2, 0, 9, 5])); // turned, so 9 wide in the sheet
    /// assert_eq!((sheet.cuts[0].trim, sheet.cuts[0].size), ([1, 3], Some([8, 16])));
    /// ```
    pub fn parse(text: &str) -> Result<Self, TraceError> {
        check("bytes of a sheet's description", text.len() as u64, MAX_SHEET_BYTES)?;
        let text = jostle::json::without_mark(text).trim_start();
        let sheet = if text.starts_with('<') { tiled::from_xml(text)? } else { atlas::read(text)? };
        check("frames of a sheet", sheet.cuts.len() as u64, MAX_CUTS as u64)?;
        let area = |cut: &Cut| cut.area.map_or(0, |[_, _, w, h]| u64::from(w) * u64::from(h));
        check(
            "pixels in all frames of a sheet",
            sheet.cuts.iter().map(area).sum(),
            MAX_CUT_PIXELS,
        )?;
        Ok(sheet)
    }

    /// Makes the frames of a grid over a picture of this size, numbered row by row; a cell that is
    /// not wholly inside is left out.
    ///
    /// # Errors
    /// Refuses cells without pixels, and a grid that has no or too many cells in the picture.
    pub fn grid(grid: &Grid, picture: [u32; 2]) -> Result<Self, TraceError> {
        let wrong = |why: String| TraceError::Sheet { place: "grid".to_owned(), why };
        let [width, height] = grid.cell;
        if width == 0 || height == 0 {
            return Err(wrong(format!("cells of {width} x {height} pixels have none")));
        }
        let fit = |room: u32, cell: u32| {
            // Margins stand on both sides; the last cell has no spacing behind it.
            let room = u64::from(room) + u64::from(grid.spacing);
            let step = u64::from(cell) + u64::from(grid.spacing);
            room.saturating_sub(2 * u64::from(grid.margin)) / step
        };
        let columns = grid.columns.map_or_else(|| fit(picture[0], width), u64::from);
        let rows = fit(picture[1], height);
        let count = (columns * rows).min(grid.count.map_or(u64::MAX, u64::from));
        check("frames of a sheet", count, MAX_CUTS as u64)?;
        if count == 0 {
            let [w, h] = picture;
            return Err(wrong(format!("no cell of {width} x {height} fits into {w} x {h} pixels")));
        }
        let at = |cell: u64, size: u32| {
            u64::from(grid.margin) + cell * (u64::from(size) + u64::from(grid.spacing))
        };
        let mut cuts = Vec::with_capacity(count as usize);
        for index in 0..count {
            let (x, y) = (at(index % columns, width), at(index / columns, height));
            let inside = x + u64::from(width) <= u64::from(picture[0])
                && y + u64::from(height) <= u64::from(picture[1]);
            if inside {
                let area = Some([x as u32, y as u32, width, height]);
                cuts.push(Cut { area, ..Cut::whole(index.to_string()) });
            }
        }
        Ok(Self { cuts, grid: Some(grid.clone()), ..Self::default() })
    }
}

impl Cut {
    /// Makes a frame of all of the first picture.
    #[must_use]
    pub fn whole(name: String) -> Self {
        Self {
            name,
            image: 0,
            area: None,
            turned: false,
            trim: [0, 0],
            size: None,
            anchor: None,
            milliseconds: 0,
        }
    }

    /// Cuts the frame's pixels out of the sheet and turns them back; trimmed borders stay off.
    ///
    /// # Errors
    /// Refuses an area that reaches beyond the picture or has no pixels.
    ///
    /// ```
    /// use jostle_trace::{Cut, Image};
    /// let sheet = Image::new(2, 1, vec![1, 1, 1, 255, 2, 2, 2, 255]).unwrap();
    /// let cut = Cut { area: Some([0, 0, 2, 1]), turned: true, ..Cut::whole("a".to_owned()) };
    /// let frame = cut.pixels(&sheet).unwrap();
    /// // What is at the right in the sheet was at the top.
    /// assert_eq!((frame.width(), frame.height(), frame.pixel(0, 0)[0]), (1, 2, 2));
    /// ```
    pub fn pixels(&self, sheet: &Image) -> Result<Image, TraceError> {
        let [x, y, width, height] = self.area.unwrap_or([0, 0, sheet.width(), sheet.height()]);
        let beyond =
            |at: u32, size: u32, room: u32| u64::from(at) + u64::from(size) > u64::from(room);
        if beyond(x, width, sheet.width()) || beyond(y, height, sheet.height()) {
            let why = format!(
                "{width} x {height} pixels at ({x}, {y}) reach beyond the picture of {} x {}",
                sheet.width(),
                sheet.height()
            );
            return Err(TraceError::Sheet { place: format!("frame {:?}", self.name), why });
        }
        let (out_width, out_height) = if self.turned { (height, width) } else { (width, height) };
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for j in 0..out_height {
            for i in 0..out_width {
                // Turned clockwise, the frame's left column is the sheet's top row.
                let (u, v) = if self.turned { (width - 1 - j, i) } else { (i, j) };
                rgba.extend(sheet.pixel(x + u, y + v));
            }
        }
        Image::new(out_width, out_height, rgba)
    }

    /// Sets the size of the untrimmed frame, given that of the cut-out pixels.
    #[must_use]
    pub fn full_size(&self, cut: [u32; 2]) -> [u32; 2] {
        self.size.unwrap_or(cut)
    }
}

/// Refuses numbers that no picture can have.
fn side(place: &str, what: &str, number: f64) -> Result<u32, TraceError> {
    if number >= 0.0 && number <= f64::from(MAX_SIDE) && number == number.trunc() {
        Ok(number as u32)
    } else {
        let why = format!("{what} is {number}, not a whole number from 0 to {MAX_SIDE}");
        Err(TraceError::Sheet { place: place.to_owned(), why })
    }
}

#[cfg(test)]
mod tests;
