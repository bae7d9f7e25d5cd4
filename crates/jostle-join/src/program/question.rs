//! The questions, and their answers as columns of numbers.

use jostle::query::{Contact, Gap};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Question {
    Overlaps,
    Contacts,
    Contains,
    Within(f32),
    Nearest(u32),
}

impl Question {
    /// The columns of the result behind `left` and `right`.
    pub(crate) fn columns(self) -> &'static [&'static str] {
        match self {
            Self::Overlaps | Self::Contains => &[],
            Self::Contacts => &["depth", "normal_x", "normal_y", "x", "y"],
            Self::Within(_) => {
                &["separation", "normal_x", "normal_y", "left_x", "left_y", "right_x", "right_y"]
            }
            Self::Nearest(_) => &["distance"],
        }
    }

    /// The bytes of a row in a run: the numbers of the two rows, then the columns.
    pub(crate) fn row_bytes(self) -> usize {
        8 + 4 * self.columns().len()
    }

    pub(crate) fn reach(self) -> f32 {
        if let Self::Within(distance) = self { distance } else { 0.0 }
    }
}

/// An answer as numbers.
pub(crate) trait Answer: Copy + Send {
    fn write(&self, out: &mut Vec<u8>);
}

fn floats<const N: usize>(out: &mut Vec<u8>, numbers: [f32; N]) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
}

impl Answer for () {
    fn write(&self, _: &mut Vec<u8>) {}
}

impl Answer for f32 {
    fn write(&self, out: &mut Vec<u8>) {
        floats(out, [*self]);
    }
}

impl Answer for Contact {
    fn write(&self, out: &mut Vec<u8>) {
        floats(out, [self.depth, self.normal.x, self.normal.y, self.point.x, self.point.y]);
    }
}

impl Answer for Gap {
    fn write(&self, out: &mut Vec<u8>) {
        let [a, b] = [self.on_a, self.on_b];
        floats(out, [self.separation, self.normal.x, self.normal.y, a.x, a.y, b.x, b.y]);
    }
}
