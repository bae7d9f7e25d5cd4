//! Bytes read from the front, little end first, with the place where they end too early.

use crate::TraceError;

#[derive(Clone)]
pub(super) struct Bytes<'a> {
    format: &'static str,
    all: &'a [u8],
    at: usize,
    /// Where `all` begins in the file.
    offset: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(format: &'static str, all: &'a [u8]) -> Self {
        Self { format, all, at: 0, offset: 0 }
    }

    pub(super) fn left(&self) -> usize {
        self.all.len() - self.at
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], TraceError> {
        match self.at.checked_add(count).and_then(|end| self.all.get(self.at..end)) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => {
                Err(self.broken(&format!("{count} bytes are wanted and {} are left", self.left())))
            }
        }
    }

    /// The next bytes as a reader that keeps its position in the file.
    pub(super) fn part(&mut self, count: usize) -> Result<Self, TraceError> {
        let offset = self.offset + self.at;
        Ok(Self { format: self.format, all: self.take(count)?, at: 0, offset })
    }

    pub(super) fn rest(&mut self) -> &'a [u8] {
        let rest = &self.all[self.at..];
        self.at = self.all.len();
        rest
    }

    pub(super) fn skip(&mut self, count: usize) -> Result<(), TraceError> {
        self.take(count).map(|_| ())
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], TraceError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn u8(&mut self) -> Result<u8, TraceError> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, TraceError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn i16(&mut self) -> Result<i16, TraceError> {
        self.array().map(i16::from_le_bytes)
    }

    pub(super) fn u24(&mut self) -> Result<u32, TraceError> {
        self.array().map(|[a, b, c]| u32::from_le_bytes([a, b, c, 0]))
    }

    pub(super) fn u32(&mut self) -> Result<u32, TraceError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, TraceError> {
        self.array().map(i32::from_le_bytes)
    }

    /// A complaint about this place.
    pub(super) fn broken(&self, why: &str) -> TraceError {
        TraceError::Picture {
            format: self.format,
            place: format!("byte {}", self.offset + self.at),
            why: why.to_owned(),
        }
    }
}
