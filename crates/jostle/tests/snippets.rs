//! The Rust that the playground shows beside its scenes runs.

mod snippets {
    macro_rules! shown {
        ($($name:ident)*) => {$(
            pub(crate) mod $name {
                include!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/../../playground/snippets/",
                    stringify!($name),
                    ".rs"
                ));

                #[test]
                fn runs() {
                    main().expect("the snippet runs");
                }
            }
        )*};
    }

    shown! { stages containers oriented fixed swarm zoo platformer paper }
}
