//! Values that the first caller computes, once.

/// A value that the first access computes, on any thread; computed at once without
/// `std`, which threads need to agree on the one that computes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lazy<T> {
    #[cfg(feature = "std")]
    made: std::sync::OnceLock<T>,
    #[cfg(not(feature = "std"))]
    made: T,
}

#[cfg(feature = "std")]
impl<T> Lazy<T> {
    pub(crate) fn new(_: impl FnOnce() -> T) -> Self {
        Self { made: std::sync::OnceLock::new() }
    }

    /// The value; `make` must be what `new` was given.
    pub(crate) fn get(&self, make: impl FnOnce() -> T) -> &T {
        self.made.get_or_init(make)
    }

    /// The value, if it is made.
    pub(crate) fn made(&self) -> Option<&T> {
        self.made.get()
    }

    /// Takes the value out, if it is made; the next access computes another one.
    pub(crate) fn take(&mut self) -> Option<T> {
        self.made.take()
    }
}

#[cfg(not(feature = "std"))]
impl<T> Lazy<T> {
    pub(crate) fn new(make: impl FnOnce() -> T) -> Self {
        Self { made: make() }
    }

    pub(crate) fn get(&self, _: impl FnOnce() -> T) -> &T {
        &self.made
    }

    pub(crate) fn made(&self) -> Option<&T> {
        Some(&self.made)
    }
}

impl<T> From<T> for Lazy<T> {
    /// A value that is made.
    fn from(made: T) -> Self {
        Self { made: made.into() }
    }
}
