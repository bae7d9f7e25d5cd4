use super::*;
use crate::r#gen::{Class, Numbers, Rng, batch};

fn rect(center: [f32; 2], half: [f32; 2]) -> Set {
    Set::Rect { center, half, rot: [1.0, 0.0], radius: 0.0 }
}

#[test]
fn an_axis_proves_no_more_than_what_is_so() {
    let a = rect([0.0; 2], [1.0, 1.0]);
    let b = rect([2.0, 0.0], [1.0, 1.0]);
    assert!(!check_axis(&a, &b, [1.0, 0.0]));
    let c = rect([2.0_f32.next_up(), 0.0], [1.0, 1.0]);
    assert!(check_axis(&a, &c, [1.0, 0.0]) && check_axis(&c, &a, [1e300, 0.0]));
    assert!(!check_axis(&a, &c, [0.0, 0.0]) && !check_axis(&a, &c, [1.0, 1e-3]));
    assert!(check_axis(&a, &c, [1.0, 1e-300]));
}

#[test]
fn edges_that_are_not_the_set_s_own_prove_nothing() {
    let a = Set::Capsule { a: [0.0; 2], b: [4.0, 0.0], radius: 0.0 };
    let b = Set::Capsule { a: [0.0, 3.0], b: [4.0, 3.0], radius: 0.0 };
    let case = Case::new(&a, &b);
    let edge = |x: f64, y: f64| [[[0.0; 3], [y, 0.0, 0.0]], [[x, 0.0, 0.0], [y, 0.0, 0.0]]];
    let up = [[0.0; 2], [1.0, 0.0]];
    let run = [Run { a: 0..1, b: 0..1, direction: up }];
    let given = |a, b| case.edges_parted(Order::Given, &[a], &[b], &run);
    assert!(given(edge(4.0, 0.0), edge(4.0, 3.0)));
    assert!(!given(edge(3.0, 0.0), edge(4.0, 3.0)));
    assert!(!given(edge(4.0, 0.0), edge(4.0, 4.0)));
    assert!(!case.met(Order::Given, &edge(4.0, 0.0), &edge(4.0, 3.0)));
    let c = Case::new(&a, &Set::Capsule { a: [1.0, 1.0], b: [1.0, 3.0], radius: 1.0 });
    let upright = [[[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], [[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]];
    assert!(c.met(Order::Given, &edge(4.0, 0.0), &upright));
    assert!(!c.met(Order::Given, &edge(5.0, 0.0), &upright));
    assert!(!c.met(Order::Swapped, &edge(4.0, 0.0), &upright));
}

#[test]
fn rounded_claims_agree_with_big_integers() {
    let mut rng = Rng::new(5, 0, 0);
    let (mut held, mut parted) = (0, 0);
    for classes in Class::pairs() {
        for index in 0..20 {
            for (a, b) in batch(Numbers::Grid, classes, 23, index) {
                let case = Case::new(&a, &b);
                let (p, q, _) = lower_big(&case.a, &case.b, &[], 0);
                let r = p.radius.clone() + &q.radius;
                let (near, far) = (crate::measure::features(&a, [0.0; 2]), rng.unit() * 6.3);
                let corner = near.edges[0][0];
                for digits in [0.0, 1e-19] {
                    let direction =
                        [[libm::cos(far), digits * libm::sin(far)], [libm::sin(far), digits]];
                    let big = parted_big((&ends(&p), &ends(&q)), &r, direction);
                    parted += u32::from(big);
                    assert_eq!(case.parted(Order::Given, direction), big, "{a:?} {b:?}");
                    let point = [0, 1].map(|i| [corner[i] + rng.signed() * 0.1, digits]);
                    let sums =
                        point.map(|[x, y]| [Term::from_f64(x), Term::from_f64(y), Term::ZERO]);
                    let (p, q, c) = lower_big(&case.a, &case.b, &[sums], 0);
                    let big = p.within(&c[0], &p.radius) && q.within(&c[0], &q.radius);
                    held += u32::from(big);
                    assert_eq!(case.shared(point), big, "{point:?} {a:?} {b:?}");
                }
            }
        }
    }
    assert!(held > 100 && parted > 100, "{held} {parted}");
}
