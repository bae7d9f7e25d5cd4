//! The JSON form of shapes and transforms, which scene files, the command line and other languages
//! use.
//!
//! ```
//! use jostle::Shape;
//! let value = serde_json::json!({"type": "circle", "radius": "big"});
//! let error = Shape::from_json(&value).unwrap_err();
//! assert_eq!(error.path(), "radius");
//! ```
//!
//! A shape is an object with a `type`; a transform is parts or a matrix. Every number is read as
//! `f64` and rounded once to the nearest `f32` (JavaScript's `Math.fround`), and numbers are
//! written as the shortest text that reads back to the same `f32`. Unknown keys, wrong types and
//! numbers that do not fit are errors that name the place. Reading never recurses deeper than
//! [`limits::MAX_DEPTH`] and stops at the other limits before it allocates more than the input's
//! own size.

pub(crate) mod answers;
mod error;
mod journal;
mod node;
mod shape;

pub use error::JsonError;
pub use journal::LayerNames;

use crate::{Affine, Shape};
use alloc::format;
use serde_json::{Number, Value};

/// The limits of readers of the JSON form.
///
/// ```
/// assert!(jostle::json::limits::MAX_DEPTH >= 16);
/// ```
pub mod limits {
    /// Bounds how deep objects and arrays may nest.
    pub const MAX_DEPTH: usize = 64;
    /// Bounds the bytes of one text that is read: a file, or a line of a stream. Readers of text
    /// apply it; [`Shape::from_json`](crate::Shape::from_json) gets a value that was already read.
    pub const MAX_BYTES: usize = 64 << 20;
    /// Bounds the shapes in one value: parts of compounds count, at any depth.
    pub const MAX_SHAPES: usize = 1_000_000;
    /// Bounds the vertices of one shape, holes included.
    pub const MAX_VERTICES: usize = 1_000_000;
}

use limits::MAX_SHAPES;

/// Returns a text without the byte order mark that some editors write before it. Every reader of the
/// files and lines that jostle takes calls this first.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Integers up to here are written without a fraction.
const LARGEST_INTEGER: f32 = 1e15;

/// Writes a number as the shortest JSON text that reads back to the same `f32`; `null` for an
/// infinity or NaN, which JSON does not have.
///
/// ```
/// assert_eq!(jostle::json::number(0.1).to_string(), "0.1");
/// assert_eq!(jostle::json::number(2.0).to_string(), "2");
/// assert_eq!(jostle::json::number(f32::INFINITY).to_string(), "null");
/// ```
#[must_use]
pub fn number(value: f32) -> Value {
    let value = value + 0.0;
    if value == libm::truncf(value) && value.abs() < LARGEST_INTEGER {
        return Value::from(value as i64);
    }
    let exact = f64::from(value);
    // The shortest text of the `f32` rarely needs all digits of the `f64`; the check covers the
    // rare text whose `f64` would round to a neighbor.
    let short = format!("{value:e}").parse().ok().filter(|short: &f64| *short as f32 == value);
    Number::from_f64(short.unwrap_or(exact)).map_or(Value::Null, Value::Number)
}

impl Shape {
    /// Reads the JSON form.
    ///
    /// # Errors
    /// Names the place and what is wrong there: a key, a type, a number that does not fit a finite
    /// `f32`, a limit, or what the constructor of the shape refuses.
    ///
    /// ```
    /// let disc = serde_json::json!({"type": "circle", "radius": 2});
    /// assert!(jostle::Shape::from_json(&disc).is_ok());
    /// let huge = serde_json::json!({"type": "polygon", "points": [[0, 0], [1e39, 0], [0, 1]]});
    /// assert_eq!(jostle::Shape::from_json(&huge).unwrap_err().path(), "points[1][0]");
    /// ```
    pub fn from_json(value: &Value) -> Result<Self, JsonError> {
        shape::read(&node::Node::root(value), &mut { MAX_SHAPES })
    }

    /// Reads the JSON form of a shape that may have a `transform` key beside its own keys: how
    /// parts of compounds and the arguments of queries are written.
    ///
    /// # Errors
    /// As [`Shape::from_json`].
    ///
    /// ```
    /// use jostle::{Affine, Shape};
    /// let part = serde_json::json!({"type": "point", "transform": {"position": [3, 4]}});
    /// assert_eq!(Shape::from_json_with_transform(&part).unwrap().1, Affine::at((3.0, 4.0)));
    /// ```
    pub fn from_json_with_transform(value: &Value) -> Result<(Self, Affine), JsonError> {
        shape::read_part(&node::Node::root(value), &mut { MAX_SHAPES })
    }

    /// Writes the JSON form; `None` for a custom shape, which is code and has none, and for a
    /// compound that holds one.
    #[must_use]
    pub fn to_json(&self) -> Option<Value> {
        shape::write(self)
    }
}

impl Affine {
    /// Reads the JSON form: parts that compose as in PixiJS, or a matrix.
    ///
    /// # Errors
    /// Names the place and what is wrong there.
    ///
    /// ```
    /// let form = serde_json::json!({"position": [5, 0], "degrees": 90});
    /// let turned = jostle::Affine::at((5.0, 0.0)).rotated_by(jostle::Rot::from_degrees(90.0));
    /// assert_eq!(jostle::Affine::from_json(&form), Ok(turned));
    /// ```
    pub fn from_json(value: &Value) -> Result<Self, JsonError> {
        shape::read_affine(&node::Node::root(value))
    }

    /// Writes the JSON form, as a matrix.
    #[must_use]
    pub fn to_json(self) -> Value {
        shape::write_affine(self)
    }
}

#[cfg(test)]
mod tests;
