//! Two placed shapes: every query answers, finite and by the laws.
#![no_main]

use jostle_fuzz::{Bytes, laws, shapes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let numbers = shapes::numbers(&mut bytes);
    let Some((a, at_a)) = shapes::drawn(&mut bytes, numbers) else { return };
    let Some((b, at_b)) = shapes::drawn(&mut bytes, numbers) else { return };
    // `SHOW=1 cargo fuzz run pair FILE` prints the pair of a finding.
    if std::env::var_os("SHOW").is_some() {
        eprintln!("a: {}\nb: {}", shapes::words(&a, at_a), shapes::words(&b, at_b));
    }
    let (Ok(a), Ok(b)) = (a.place(at_a), b.place(at_b)) else { return };
    laws::pair(&a, &b);
    if bytes.below(4) == 0 {
        laws::pair(&a, &a);
    }
});
