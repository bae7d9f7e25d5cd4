//! The names of contact points under small motions.
//!
//! A name depends on the place alone, so along every motion from one feature to another there is a
//! place where it changes. Two things may change it: another way out becomes the shortest, and an
//! end of one face passes an end of another. Both are counted here over random pairs, many of which
//! are drawn to lie exactly there. The large run: `JOSTLE_CASES=1000000 cargo test --release -p
//! jostle --test names -- --nocapture`.

use jostle::{Manifold, Placed, Vec2, query::FeatureId};
use jostle_testing::{Kind, Rng, pair};

/// Share of contacts whose push may choose another way along a motion by 1e-3 of the smaller size:
/// one pair in eight is drawn in one place, where all ways are as long.
const OTHER_WAY: f64 = 0.08;
/// Share of contacts that may change a name though their push keeps its way.
const SAME_WAY: f64 = 0.005;
/// Normals with a sine above this are other ways: no motion turns a face by as much.
const TURNED: f32 = 0.02;

fn names(manifold: &Manifold) -> Vec<FeatureId> {
    manifold.points().iter().map(|p| p.id).collect()
}

fn extent(p: &Placed) -> f32 {
    let size = p.bounds().max - p.bounds().min;
    if size.x > size.y { size.x } else { size.y }
}

#[test]
fn a_small_motion_changes_the_names_of_few_contacts() {
    let cases = std::env::var("JOSTLE_CASES").ok().and_then(|v| v.parse().ok()).unwrap_or(8_000);
    let (mut asked, mut other_way, mut same_way) = (0_usize, 0_usize, 0_usize);
    for case in 0..cases {
        let mut rng = Rng::new(case);
        let kinds = [0; 2].map(|_| Kind::ALL[rng.bits() as usize % Kind::ALL.len()]);
        let drawn = pair(&mut rng, kinds[0], kinds[1]);
        let (a, b) = (&drawn.pa, &drawn.pb);
        let (sa, sb) = (extent(a), extent(b));
        let smaller = if sa < sb { sa } else { sb };
        // Far from the origin the place rounds to more than the motion.
        let far = |v: Vec2| v.x.is_finite() && v.x.abs() + v.y.abs() > 100.0 * smaller;
        if smaller == 0.0 || [a, b].iter().any(|p| far(p.bounds().min)) {
            continue;
        }
        let up = if rng.bits() & 1 == 0 { 0.8e-3 } else { -0.8e-3 };
        let moved = b.moved(Vec2::new(0.6e-3, up) * smaller);
        let (Some(before), Some(after)) = (a.manifold(b), a.manifold(&moved)) else { continue };
        asked += 1;
        let (n, m) = (before.normal, after.normal);
        let turned = (n.x * m.y - n.y * m.x).abs() > TURNED || n.x * m.x + n.y * m.y < 0.0;
        if turned {
            other_way += 1;
        } else if names(&before) != names(&after) {
            same_way += 1;
        }
    }
    println!("of {asked} contacts {other_way} choose another way, {same_way} others another name");
    let share = |n: usize| n as f64 / asked as f64;
    assert!(asked > 1_000);
    assert!(share(other_way) < OTHER_WAY, "{other_way} of {asked}");
    assert!(share(same_way) < SAME_WAY, "{same_way} of {asked}");
}
