//! The method of the rectangle test that people copy into SFML programs, in C++ on SFML's own
//! transforms, where SFML's headers were found when this was built.
#![cfg_attr(sfml, expect(unsafe_code, reason = "C++ is called through C"))]

use crate::contest::Side;
use crate::pairs::inputs::Pair;

/// True if SFML's headers were found.
pub(crate) const FOUND: bool = cfg!(sfml);

#[cfg(sfml)]
mod found {
    use super::{Pair, Side};
    use crate::pairs::inputs::{Form, Pose};
    use core::ffi::c_void;

    unsafe extern "C" {
        fn jostle_bench_sfml_new(numbers: *const f32, pairs: usize) -> *mut c_void;
        fn jostle_bench_sfml_overlaps(pairs: *mut c_void, hits: *mut u8);
        fn jostle_bench_sfml_delete(pairs: *mut c_void);
    }

    /// Owns the C++ side.
    pub(crate) struct Pairs(*mut c_void);

    fn numbers((form, pose): &(Form, Pose)) -> Option<[f32; 5]> {
        match form {
            Form::Rect([x, y]) => Some([2.0 * x, 2.0 * y, pose.at[0], pose.at[1], pose.degrees]),
            _ => None,
        }
    }

    impl Pairs {
        pub(crate) fn new(pairs: &[Pair]) -> Option<Self> {
            let each = pairs.iter().map(|p| Some([numbers(&p.a)?, numbers(&p.b)?].concat()));
            let numbers = each.collect::<Option<Vec<_>>>()?.concat();
            // SAFETY: ten numbers a pair, read before the call returns.
            Some(Self(unsafe { jostle_bench_sfml_new(numbers.as_ptr(), pairs.len()) }))
        }

        pub(crate) fn overlaps(&self) -> Side<'_, bool> {
            let mut raw = Vec::new();
            Side::peer("SFML snippet's method", move |hits| {
                raw.resize(hits.len(), 0_u8);
                // SAFETY: as many bytes as there are pairs, for the time of the call.
                unsafe { jostle_bench_sfml_overlaps(self.0, raw.as_mut_ptr()) };
                hits.iter_mut().zip(&raw).for_each(|(hit, raw)| *hit = *raw != 0);
            })
        }
    }

    impl Drop for Pairs {
        fn drop(&mut self) {
            // SAFETY: made by `new` and deleted once.
            unsafe { jostle_bench_sfml_delete(self.0) };
        }
    }
}

#[cfg(not(sfml))]
mod missing {
    use super::{Pair, Side};

    /// Nobody.
    pub(crate) enum Pairs {}

    impl Pairs {
        pub(crate) fn new(_: &[Pair]) -> Option<Self> {
            None
        }

        pub(crate) fn overlaps(&self) -> Side<'_, bool> {
            match *self {}
        }
    }
}

#[cfg(sfml)]
pub(crate) use found::Pairs;
#[cfg(not(sfml))]
pub(crate) use missing::Pairs;
