//! How long the questions take: `cargo bench -p jostle --bench pairs`.
//!
//! Medians of interleaved rounds over the same 1024 random pairs a row, in nanoseconds for one
//! call. `place` is the cost of putting one shape into the world. For the peers side by side see
//! `crates/jostle-bench`.

mod cases;
#[path = "cases/clock.rs"]
mod clock;
#[path = "cases/place.rs"]
mod place;

use jostle::{Placed, ShapeError};
use std::hint::black_box;

fn main() -> Result<(), ShapeError> {
    // `cargo test --benches` runs this too, with an argument; one short look is enough then.
    let short = std::env::args().any(|arg| arg == "--test");
    println!("{:<18} {:>9} {:>9} {:>9} {:>9}", "ns", "place", "overlaps", "gap", "contact");
    for case in cases::all() {
        let (a, b) = (place::shape(&case.a)?, place::shape(&case.b)?);
        let count = if short { 8 } else { case.pairs.len() };
        let affines = case.pairs.iter().take(count);
        let affines: Vec<_> =
            affines.map(|(p, q)| (place::affine(*p), place::affine(*q))).collect();
        let mut pairs = Vec::with_capacity(count);
        for (at_a, at_b) in &affines {
            pairs.push((a.place(*at_a)?, b.place(*at_b)?));
        }
        let each = |ask: &dyn Fn(&Placed, &Placed)| pairs.iter().for_each(|(a, b)| ask(a, b));
        let times = clock::medians(
            count,
            &mut [
                &mut || {
                    for (at, _) in &affines {
                        drop(black_box(a.place(*at)));
                    }
                },
                &mut || {
                    each(&|a, b| {
                        black_box(a.overlaps(b));
                    })
                },
                &mut || {
                    each(&|a, b| {
                        black_box(a.gap(b));
                    })
                },
                &mut || {
                    each(&|a, b| {
                        black_box(a.contact(b));
                    })
                },
            ],
        );
        print!("{:<18}", case.name);
        times.iter().for_each(|ns| print!(" {ns:>9.1}"));
        println!();
    }
    Ok(())
}
