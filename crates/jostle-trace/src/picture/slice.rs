//! Named parts of a picture; only Aseprite's files have them.

use jostle::{Shape, ShapeError};

/// A named part of the picture, such as a hit area or the place of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// What it is called.
    pub name: String,
    /// Its places; each is in force from its frame until that of the next.
    pub keys: Vec<SliceKey>,
}

/// Where a slice is from one frame on, in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceKey {
    /// The first frame.
    pub frame: u32,
    /// The left and top edge.
    pub at: [i32; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// The pivot, counted from the slice's left top corner.
    pub pivot: Option<[i32; 2]>,
}

impl Slice {
    /// Finds the key that is in force in a frame.
    ///
    /// ```
    /// use jostle_trace::{Slice, SliceKey};
    /// let key = |frame, x| SliceKey { frame, at: [x, 0], size: [4, 4], pivot: Some([1, 2]) };
    /// let hand = Slice { name: "hand".to_owned(), keys: vec![key(1, 10), key(3, 20)] };
    /// assert_eq!(hand.at(0), None);
    /// assert_eq!(hand.at(2).unwrap().at, [10, 0]);
    /// assert_eq!(hand.at(9).unwrap().pivot_in_frame(), Some([21.0, 2.0]));
    /// ```
    #[must_use]
    pub fn at(&self, frame: u32) -> Option<&SliceKey> {
        self.keys.iter().rfind(|key| key.frame <= frame)
    }
}

impl SliceKey {
    /// Returns `true` if a pixel of the frame is inside.
    #[must_use]
    pub fn contains(&self, pixel: [i32; 2]) -> bool {
        [0, 1].into_iter().all(|axis: usize| {
            let from = i64::from(pixel[axis]) - i64::from(self.at[axis]);
            (0..i64::from(self.size[axis])).contains(&from)
        })
    }

    /// Makes the slice a rectangle around the middle of a picture of that size, x right and y down, as
    /// [`shape_of_rgba`](crate::shape_of_rgba) places outlines: a hit area that goes with the sprite.
    ///
    /// ```
    /// use jostle::{Aabb, Affine};
    /// use jostle_trace::SliceKey;
    /// let key = SliceKey { frame: 0, at: [2, 4], size: [12, 4], pivot: None };
    /// let area = key.shape([16, 16])?.place(Affine::IDENTITY)?;
    /// assert_eq!(area.bounds(), Aabb::xywh(-6.0, -4.0, 12.0, 4.0));
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// None for slices that were read from a file; sizes near the largest numbers may not fit.
    pub fn shape(&self, picture: [u32; 2]) -> Result<Shape, ShapeError> {
        let [x, y] = [0, 1]
            .map(|axis: usize| (f64::from(self.at[axis]) - f64::from(picture[axis]) / 2.0) as f32);
        Shape::rect_xywh(x, y, self.size[0] as f32, self.size[1] as f32)
    }

    /// Sets the pivot in pixels of the frame.
    #[must_use]
    pub fn pivot_in_frame(&self) -> Option<[f64; 2]> {
        let pivot = self.pivot?;
        Some([0, 1].map(|axis: usize| f64::from(self.at[axis]) + f64::from(pivot[axis])))
    }
}
