//! Bytes as a snapshot, as they are and under a header that fits them: an error, or a world that
//! goes on and is written back to the same bytes.
#![no_main]

use jostle::World;
use libfuzzer_sys::fuzz_target;

/// The bytes of the header: name, version, and length and hash of the body.
const HEADER: usize = 28;

fuzz_target!(init: {
    let saved = World::<u32>::new().snapshot().expect("no custom shapes");
    assert_eq!(sealed(&saved[HEADER..]), saved, "the form of snapshots is another one");
}, |data: &[u8]| {
    let mut world = World::<u32>::new();
    assert!(world.restore(data).is_err() || data.len() > HEADER);
    if world.restore(&sealed(data)).is_ok() {
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

/// Puts the header of a snapshot of version 1 before any bytes.
fn sealed(body: &[u8]) -> Vec<u8> {
    let header = [b"jostle\x1aw", &1_u32.to_le_bytes()[..]].concat();
    [&header, &(body.len() as u64).to_le_bytes()[..], &hash(body).to_le_bytes(), body].concat()
}

/// The hash of `world/state_hash.rs`.
fn hash(bytes: &[u8]) -> u64 {
    let mix =
        |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let hash = bytes.chunks(8).fold(mix(0, bytes.len() as u64), |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    });
    let x = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
