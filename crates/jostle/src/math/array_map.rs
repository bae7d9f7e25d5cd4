//! The same done to each of a few things.
//!
//! `<[T; N]>::map` is a loop that can be left half way, which compilers must write out and then take apart again: 500
//! lines of LLVM's language for each call.

/// An array of a few things.
pub(crate) trait Each<T, const N: usize> {
    /// Does the same to each, the first first.
    fn each<R>(self, of: impl FnMut(T) -> R) -> [R; N];
}

macro_rules! each {
    ($($n:literal: $($thing:ident)*;)*) => {
        $(
            impl<T> Each<T, $n> for [T; $n] {
                #[inline(always)]
                fn each<R>(self, mut of: impl FnMut(T) -> R) -> [R; $n] {
                    let [$($thing),*] = self;
                    [$(of($thing)),*]
                }
            }
        )*
    };
}

each! {
    2: a b;
    3: a b c;
    4: a b c d;
    6: a b c d e f;
    8: a b c d e f g h;
}
