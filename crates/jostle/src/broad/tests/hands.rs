//! Many hands do as one.

use crate::broad::tests::worlds::{Rng, WORLDS, nudged, pairs_stay_few};
use crate::broad::tests::{empty, everyone, overlapping};
use alloc::vec;
use alloc::vec::Vec;

/// Enough boxes for several pieces.
const COUNT: usize = 6000;

#[test]
fn many_hands_set_boxes_and_list_pairs_in_the_order_in_which_one_does() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for broad in everyone().filter(|broad| broad.name() == "auto" || broad.name() == "sweep") {
        for world in (0..WORLDS.len()).filter(|world| pairs_stay_few(*world)) {
            let rng = &mut Rng::new(world as u64);
            let (title, draw) = WORLDS[world];
            let (mut one, mut many) = (empty(&*broad), empty(&*broad));
            let mut boxes = draw(rng, COUNT);
            for (id, bounds) in (0..).zip(&boxes) {
                one.insert(id, *bounds);
                many.insert(id, *bounds);
            }
            let mut lists = vec![Vec::new()];
            for frame in 0..6 {
                let most = [100, 100, 100, 50, 2, 100][frame];
                let moved: Vec<u32> = (0..COUNT as u32).filter(|_| rng.below(100) < most).collect();
                let elsewhere = draw(rng, 10);
                for id in &moved {
                    let own = &mut boxes[*id as usize];
                    let jumps = rng.below(300) == 0;
                    *own = if jumps { elsewhere[rng.below(10)] } else { nudged(rng, *own) };
                }
                let set: Vec<_> = moved.iter().map(|id| (*id, boxes[*id as usize])).collect();
                set.iter().for_each(|(id, bounds)| one.update(*id, *bounds));
                let parts: Vec<_> = set.chunks(700).chain([&[][..]]).collect();
                pool.install(|| many.update_all(&parts));
                let asked = boxes[rng.below(COUNT)];
                assert_eq!(overlapping(&*one, asked), overlapping(&*many, asked), "{title}");
                let mut out = Vec::new();
                one.pairs(&moved, &mut out);
                lists.iter_mut().for_each(Vec::clear);
                pool.install(|| many.pairs_parallel(&moved, &mut lists));
                assert!(out == lists.concat(), "{title}, frame {frame}");
                assert_eq!(overlapping(&*one, asked), overlapping(&*many, asked), "{title}");
            }
        }
    }
}
