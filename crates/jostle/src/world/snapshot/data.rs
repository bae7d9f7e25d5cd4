//! The user's data as bytes, for snapshots.

use alloc::{string::String, vec::Vec};

/// Data of colliders that snapshots can hold.
///
/// ```
/// use jostle::world::Pack;
/// #[derive(Debug, PartialEq)]
/// struct Health(u16);
/// impl Pack for Health {
///     fn pack(&self, bytes: &mut Vec<u8>) {
///         self.0.pack(bytes);
///     }
///     fn unpack(bytes: &[u8]) -> Option<Self> {
///         u16::unpack(bytes).map(Self)
///     }
/// }
/// let mut bytes = Vec::new();
/// Health(7).pack(&mut bytes);
/// assert_eq!(Health::unpack(&bytes), Some(Health(7)));
/// ```
pub trait Pack: Sized {
    /// Appends the data.
    fn pack(&self, bytes: &mut Vec<u8>);

    /// Reads what `pack` appended, all of it; `None` for anything else.
    fn unpack(bytes: &[u8]) -> Option<Self>;
}

impl Pack for () {
    fn pack(&self, _: &mut Vec<u8>) {}

    fn unpack(bytes: &[u8]) -> Option<Self> {
        bytes.is_empty().then_some(())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Pack for $number {
            fn pack(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn unpack(bytes: &[u8]) -> Option<Self> {
                Some(Self::from_le_bytes(bytes.try_into().ok()?))
            }
        }
    )*};
}

numbers!(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128, f32, f64);

impl Pack for String {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self.as_bytes());
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        Self::from_utf8(bytes.into()).ok()
    }
}

impl Pack for Vec<u8> {
    fn pack(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(self);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        Some(bytes.into())
    }
}
