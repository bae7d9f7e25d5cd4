//! Which pixels are solid, as one bit each in rows of 64-bit words.

/// A picture of solid and empty pixels.
///
/// Bit `x % 64` of word `x / 64` of row `y` is pixel (x, y), which is the unit square from (x, y)
/// to (x + 1, y + 1); y runs down. Bits beyond the width are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

impl Mask {
    /// Makes an empty mask; one of zero size has no pixels.
    ///
    /// ```
    /// let mut mask = jostle_trace::Mask::new(70, 2);
    /// mask.set(69, 1, true);
    /// assert!(mask.get(69, 1) && !mask.get(68, 1));
    /// assert_eq!(mask.area(), 1);
    /// ```
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        let stride = width.div_ceil(64) as usize;
        Self { width, height, words: vec![0; stride * height as usize] }
    }

    /// Makes a mask by asking for every pixel (x, y).
    ///
    /// ```
    /// let checker = jostle_trace::Mask::from_fn(4, 4, |x, y| (x + y) % 2 == 0);
    /// assert_eq!(checker.area(), 8);
    /// ```
    #[must_use]
    pub fn from_fn(width: u32, height: u32, mut solid: impl FnMut(u32, u32) -> bool) -> Self {
        let mut mask = Self::new(width, height);
        for y in 0..height {
            for x in 0..width {
                if solid(x, y) {
                    mask.set(x, y, true);
                }
            }
        }
        mask
    }

    /// Makes a mask row by row: `fill` gets the row's number and its words, all 0; bits beyond the
    /// width are dropped.
    ///
    /// ```
    /// let full = jostle_trace::Mask::from_rows(70, 2, |_, row| row.fill(u64::MAX));
    /// assert_eq!(full.area(), 140);
    /// ```
    #[must_use]
    pub fn from_rows(width: u32, height: u32, mut fill: impl FnMut(u32, &mut [u64])) -> Self {
        let mut mask = Self::new(width, height);
        let stride = mask.stride();
        for y in 0..height {
            let row = &mut mask.words[y as usize * stride..][..stride];
            fill(y, row);
            if let (Some(last), false) = (row.last_mut(), width.is_multiple_of(64)) {
                *last &= (1 << (width % 64)) - 1;
            }
        }
        mask
    }

    /// Makes the jostle shape of the mask: pixel-perfect, and fast against masks of the same grid.
    ///
    /// # Errors
    /// Nothing is solid, or the mask is larger than a shape may be.
    ///
    /// ```
    /// let shape = jostle_trace::Mask::from_fn(4, 4, |x, y| x >= y).to_shape()?;
    /// assert_eq!(shape.place(jostle::Affine::IDENTITY)?.area(), Some(10.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    pub fn to_shape(&self) -> Result<jostle::Shape, jostle::ShapeError> {
        jostle::Shape::mask(self.width, self.height, self.words.iter().copied())
    }

    /// Pixels a row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Words a row.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// The words of row `y`; none for a row outside.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u64] {
        if y >= self.height {
            return &[];
        }
        let stride = self.stride();
        &self.words[y as usize * stride..][..stride]
    }

    /// Returns `true` if pixel (x, y) is solid; outside the picture nothing is.
    #[must_use]
    pub fn get(&self, x: u32, y: u32) -> bool {
        x < self.width && self.row(y).get(x as usize / 64).is_some_and(|w| w >> (x % 64) & 1 == 1)
    }

    /// Makes pixel (x, y) solid or empty; a pixel outside the picture is left alone.
    pub fn set(&mut self, x: u32, y: u32, solid: bool) {
        if x >= self.width || y >= self.height {
            return;
        }
        let at = y as usize * self.stride() + x as usize / 64;
        let bit = 1u64 << (x % 64);
        if solid {
            self.words[at] |= bit;
        } else {
            self.words[at] &= !bit;
        }
    }

    /// Solid pixels.
    #[must_use]
    pub fn area(&self) -> u64 {
        self.words.iter().map(|w| u64::from(w.count_ones())).sum()
    }
}
