//! Lengths that may be infinite, as `serde` writes them: null, because JSON has no infinity.

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
