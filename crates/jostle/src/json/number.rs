//! Numbers as text: the shortest that reads back to the same `f32`.

use alloc::format;
use serde_json::{Number, Value};

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
    // The shortest text of the `f32` seldom needs all digits of the `f64`; the check covers the
    // rare text whose `f64` would round to a neighbor.
    let short = format!("{value:e}").parse().ok().filter(|short: &f64| *short as f32 == value);
    Number::from_f64(short.unwrap_or(exact)).map_or(Value::Null, Value::Number)
}
