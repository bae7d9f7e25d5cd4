//! The JSON form of a pixel mask: rows of text, `#` for a solid pixel and `.` for an empty one.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Value, json};

use crate::Shape;
use crate::json::node::Node;
use crate::json::{JsonError, JsonErrorKind};
use crate::shape::kinds::mask::{Bits, MAX_SIDE};

/// Reads the list of rows; `node` is the shape, for what is wrong with all of it.
pub(crate) fn read(node: &Node<'_>, rows: &Node<'_>) -> Result<Shape, JsonError> {
    let list = rows.array()?;
    let mut width = 0;
    let mut words: Vec<u64> = Vec::new();
    for (y, value) in list.iter().enumerate() {
        let row = rows.at(y, value);
        let text = row.text()?;
        if y == 0 {
            width = text.len();
        }
        if width > MAX_SIDE as usize || y >= MAX_SIDE as usize {
            let what = format!("more than {MAX_SIDE} pixels a side");
            return Err(row.error(JsonErrorKind::Limit, what));
        }
        if text.len() != width {
            let what = format!("expected {width} pixels as in the first row, found {}", text.len());
            return Err(row.error(JsonErrorKind::Form, what));
        }
        for group in text.as_bytes().chunks(64) {
            let mut word = 0;
            for (x, pixel) in group.iter().enumerate() {
                match pixel {
                    b'#' => word |= 1 << x,
                    b'.' => {}
                    _ => {
                        let what = "a pixel is \"#\" for solid or \".\" for empty";
                        return Err(row.error(JsonErrorKind::Form, what));
                    }
                }
            }
            words.push(word);
        }
    }
    Shape::mask(width as u32, list.len() as u32, words)
        .map_err(|error| node.error(JsonErrorKind::Shape, error.to_string()))
}

pub(crate) fn write(bits: &Bits) -> Value {
    let pixel = |x: u32, y: u32| if bits.get(x.into(), y.into()) { '#' } else { '.' };
    let row = |y: u32| (0..bits.width).map(|x| pixel(x, y)).collect::<String>();
    json!({ "rows": (0..bits.height).map(row).collect::<Vec<_>>() })
}
