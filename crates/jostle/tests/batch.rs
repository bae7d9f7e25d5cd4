//! Batches answer as single questions do, on nasty pairs of every kind, and allocate nothing.

use jostle::testing::{Kind, Rng, pair};
use jostle::{
    Affine, Collider, Placed, Shape, World,
    batch::{HitMask, ShapeBatch},
};

/// Pairs of all kinds with each other, drawn to touch, to be far away, to be huge or tiny.
fn drawn(seed: u64) -> (Vec<Placed>, Vec<Placed>) {
    let mut rng = Rng::new(seed);
    let kinds = Kind::ALL;
    let all = kinds.iter().flat_map(|a| kinds.iter().map(move |b| (*a, *b)));
    all.map(|(a, b)| pair(&mut rng, a, b)).map(|pair| (pair.pa, pair.pb)).unzip()
}

#[test]
fn batches_answer_as_single_questions_do_on_nasty_pairs_of_every_kind() {
    let rounds = std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
    let (mut hits, mut inner, mut found) = (HitMask::new(), HitMask::new(), Vec::new());
    let (mut columns, mut others) = (ShapeBatch::default(), ShapeBatch::default());
    for seed in 0..rounds {
        let (a, b) = drawn(seed);
        let (own, other) = (columns.refill(a.iter().map(Some)), others.refill(b.iter().map(Some)));
        own.overlaps_zip(&other, &mut hits);
        own.overlaps_interior_zip(&other, &mut inner);
        own.contacts_zip(&other, &mut found);
        let mut contacts = found.iter();
        for (i, (a, b)) in a.iter().zip(&b).enumerate() {
            let said = (hits.get(i), inner.get(i));
            assert_eq!(said, (a.overlaps(b), a.overlaps_interior(b)), "seed {seed}: {a:?} {b:?}");
            if let Some(contact) = a.contact(b) {
                assert_eq!(contacts.next(), Some(&(i as u32, contact)), "seed {seed} pair {i}");
            }
        }
        assert_eq!(contacts.next(), None);
        (columns, others) = (own.refill([]), other.refill([]));
    }
}

#[test]
fn colliders_of_a_world_are_asked_by_key_and_stale_keys_overlap_nothing() {
    let mut world = World::new();
    let ball = Shape::circle(1.0).unwrap();
    let mut add = |x: f32| world.add(Collider::new((), ball.clone()).at(x, 0.0)).unwrap();
    let keys = [add(0.0), add(1.0), add(9.0)];
    world.set_transform(keys[2], Affine::at(2.0, 0.0)).unwrap();
    world.remove(keys[0]).unwrap();
    let mut hits = HitMask::new();
    let columns = ShapeBatch::default().refill(keys.iter().map(|key| world.placed(*key)));
    columns.overlaps_pairs(&[[0, 1], [1, 2]], &mut hits).unwrap();
    assert_eq!(hits.ones().collect::<Vec<_>>(), [1]);
}
