//! Things made of bytes, kept for bytes that come again.

use std::collections::HashMap;

/// Things that are kept at a time.
const KEPT: usize = 4096;
/// After this number without one that came again, none is kept any more.
const TRIED: usize = 256;

pub(crate) struct Known<T> {
    made: HashMap<Box<[u8]>, T>,
    tried: usize,
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self { made: HashMap::new(), tried: 0 }
    }
}

impl<T: Clone> Known<T> {
    /// Returns what was made of these bytes, or makes it.
    pub(crate) fn get<E>(
        &mut self,
        bytes: &[u8],
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if self.tried == TRIED {
            return make();
        }
        if let Some(known) = self.made.get(bytes) {
            self.tried = 0;
            return Ok(known.clone());
        }
        let made = make()?;
        self.tried += 1;
        if self.made.len() == KEPT {
            self.made.clear();
        }
        self.made.insert(bytes.into(), made.clone());
        Ok(made)
    }
}
