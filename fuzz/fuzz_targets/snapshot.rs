//! Bytes as a snapshot, as they are and under a header that fits them: an error, or a world that
//! goes on and is written back to the same bytes.
#![no_main]

use jostle::World;
use jostle::testing::sealed;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut world = World::<u32>::new();
    assert!(world.restore(data).is_err() || data.len() > 28);
    let sealed = sealed(data);
    if world.restore(&sealed).is_ok() {
        let again = world.snapshot().expect("bytes hold no custom shapes");
        let mut other = World::<u32>::new();
        other.restore(&again).expect("what was written can be read");
        assert_eq!(other.hash(), world.hash());
        let _ = world.step();
        for key in world.keys() {
            world.remove(key);
        }
        let _ = world.step();
        assert_eq!((world.len(), world.stats().pairs), (0, 0));
    }
});
