//! Lengths that may have no end, as `serde` writes them: null, since texts like JSON have no word for it.
//!
//! The depth where nothing separates, and the separation of the same.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number that is null where it has no end.
macro_rules! endless {
    ($name:ident, $end:expr) => {
        pub(crate) mod $name {
            use super::{Deserialize, Deserializer, Serialize, Serializer};

            pub(crate) fn serialize<S: Serializer>(x: &f32, to: S) -> Result<S::Ok, S::Error> {
                Some(*x).filter(|x| x.is_finite()).serialize(to)
            }

            pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
                Ok(Option::deserialize(from)?.unwrap_or($end))
            }
        }
    };
}

endless!(depth, f32::INFINITY);
endless!(separation, f32::NEG_INFINITY);
