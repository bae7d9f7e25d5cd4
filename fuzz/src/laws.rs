//! What holds for every pair of placed shapes.

use jostle::{
    Aabb, Affine, Cast, Collider, Filter, Gap, Hit, Inside, Level, Meet, Motion, Placed, Relation,
    Response, Shape, Slide, SlideEnd, Vec2, Verdict, World, broad, query::StagedTest,
};

/// Checks every query about a pair; panics with the law that broke.
pub fn pair(a: &Placed, b: &Placed) {
    let areas = [alone(a), alone(b)];
    let (verdict, back) = (a.verdict(b), b.verdict(a));
    assert_eq!(verdict, back, "the verdict changes when the shapes are swapped");
    let gap = a.gap(b);
    finite(gap);
    if a.relation(b) == Relation::Same {
        // Nothing decides which of two equal sets is which, but the depth is one.
        assert_eq!(gap.separation.to_bits(), b.gap(a).separation.to_bits(), "{gap:?}");
    } else {
        swapped(gap, b.gap(a));
    }
    sign(gap.separation, verdict);
    assert_eq!(a.overlaps(b), verdict != Verdict::Separated, "overlaps against verdict");
    assert_eq!(a.overlaps_interior(b), verdict == Verdict::Overlapping, "interior against verdict");
    if a.overlaps(b) {
        assert!(a.bounds().overlaps(b.bounds()), "overlapping shapes with bounds apart");
    }
    contact(a, b, gap, verdict);
    relation(a, b, verdict);
    stages(a, b);
    assert_eq!(a.why(b).verdict, verdict, "why against verdict");
    manifold(a, b, verdict);
    boundary(a, b, verdict, areas);
    rays(a, b);
    rays(b, a);
}

/// Checks a cast by `way` and a sweep by two motions, both ways round.
pub fn moving(a: &Placed, b: &Placed, by: &[Motion; 2], way: Vec2, rules: Meet) {
    let asked = [
        (a.cast(b, way, rules), b.cast(a, -way, rules)),
        (a.sweep(b, &by[0], &by[1], rules), b.sweep(a, &by[1], &by[0], rules)),
    ];
    for (hit, back) in asked {
        let bits = |h: Hit| (h.fraction.to_bits(), h.latest.to_bits(), h.certain);
        // The boundary that counts after a start inside is b's.
        if rules.inside != Inside::Exit {
            assert_eq!(hit.map(bits), back.map(bits), "{hit:?} against {back:?}");
        }
        let Some(hit) = hit else { continue };
        let Hit { fraction, latest, normal, point, .. } = hit;
        assert!((0.0..=1.0).contains(&fraction) && fraction <= latest, "{hit:?}");
        assert!((normal.length() - 1.0).abs() < 1e-5 && !point.x.is_nan(), "{hit:?}");
        let apart = a.verdict(b) == Verdict::Separated
            && rules.skin == 0.0
            && ![a, b].into_iter().any(is_vast);
        assert!(!apart || latest > 0.0, "{hit:?} of shapes that are apart");
    }
}

/// A half-plane that a map flattens is a line that ends at 1e30: its hits, and those of rays from there, are guesses.
fn is_vast(placed: &Placed) -> bool {
    placed.bounds().is_finite() && placed.bounds().size().length() > 1e29
}

/// The first shape moves in a world with the second: casts agree with each other, slides end free, and every broad
/// phase has the same bits.
pub fn in_world(shapes: [(&Shape, Affine); 2], motion: &Motion, rules: Meet, slide: &Slide) {
    let mut first = None;
    for name in broad::NAMES {
        let Some(broad) = broad::named(name) else { panic!("{name} is no broad phase") };
        let mut world = World::with_broad_phase(broad);
        let colliders = shapes.map(|(shape, at)| Collider::new((), shape.clone()).transform(at));
        let Ok(keys) = world.add_all(colliders) else { return };
        let Some(own) = world.placed(keys[0]) else { return };
        let cast =
            Cast::of(own, motion.clone()).stop(rules.stop).inside(rules.inside).skin(rules.skin);
        let others = Filter::ANY.except(&keys[..1]);
        let all = world.cast_all(&cast, &others);
        assert_eq!(world.cast_first(&cast, &others), all.first().copied(), "the first of all");
        assert_eq!(world.cast_any(&cast, &others), !all.is_empty(), "any of all");
        let hits: Vec<_> =
            all.iter().map(|hit| (hit.fraction.to_bits(), hit.latest.to_bits())).collect();

        let slid = world.slide(keys[0], slide, |_| Response::Slide);
        let [Some(own), Some(other)] = [0, 1].map(|i| world.placed(keys[i])) else { return };
        if let Ok(slid) = &slid {
            let vectors = [slid.moved, slid.pushed, slid.carried, slid.left];
            assert!(vectors.iter().all(|v| v.is_finite()), "{slid:?}");
            let is_free = !own.overlaps_interior(other);
            assert!(is_free || slid.end == SlideEnd::Stuck, "it ends in the other: {slid:?}");
        }
        let bounds = own.bounds();
        let bits = [bounds.min, bounds.max].map(|v| [v.x, v.y].map(f32::to_bits));
        let answers = (hits, slid.map(|slid| slid.end).ok(), bits);
        assert_eq!(*first.get_or_insert_with(|| answers.clone()), answers, "{name}");
    }
}

fn stages(a: &Placed, b: &Placed) {
    let overlaps = a.overlaps(b);
    for level in [Level::Bounds, Level::Corners, Level::Exact] {
        let test = a.test_until(b, level);
        assert!(!test.certain || test.hit == overlaps, "{test:?} is not the truth");
        let back = b.test_until(a, level);
        assert_eq!((test.hit, test.certain), (back.hit, back.certain), "{level:?} when swapped");
    }
    let StagedTest { hit, certain, .. } = a.test_until(b, Level::Exact);
    assert!(certain && hit == overlaps, "the last stage");
}

fn manifold(a: &Placed, b: &Placed, verdict: Verdict) {
    let manifold = a.manifold(b);
    assert_eq!(manifold.is_some(), verdict != Verdict::Separated, "manifold against verdict");
    let Some(manifold) = manifold else { return };
    assert!((manifold.normal.length() - 1.0).abs() < 1e-6, "{manifold:?}");
    for p in manifold.points() {
        assert!(p.point.is_finite() && !p.depth.is_nan(), "{manifold:?}");
    }
}

/// Crossings, and the region of bounded shapes of an ordinary size (clipping squares lengths).
fn boundary(a: &Placed, b: &Placed, verdict: Verdict, areas: [Option<f32>; 2]) {
    let crossings = a.crossings(b);
    assert!(verdict != Verdict::Separated || crossings.is_empty(), "crossings of shapes apart");
    // The edge of a half-plane is a line, with fractions of any size.
    let bounded = size(a.bounds()).is_finite() && size(b.bounds()).is_finite();
    let unit = |f: f32| f.is_finite() && (!bounded || (0.0..=1.0).contains(&f));
    for c in &crossings {
        assert!(c.point.is_finite() && unit(c.fraction_a) && unit(c.fraction_b), "{c:?}");
    }
    assert_eq!(crossings.len(), b.crossings(a).len(), "crossings when swapped");
    let Some(region) = a.region(b, 0.01 * smaller(a, b)) else { return };
    assert!(region.area() >= 0.0, "region {}", region.area());
    if verdict != Verdict::Overlapping {
        assert_eq!(region.area(), 0.0, "a region of shapes that do not overlap");
    }
    // The clipper may move every edge by two steps of its grid.
    let lengths: f32 = [a, b].iter().filter_map(|s| s.perimeter()).sum();
    let slack = smaller(a, b) * lengths * (1.0 / (1_u64 << 46) as f32) + f32::MIN_POSITIVE;
    for whole in areas.into_iter().flatten() {
        assert!(region.area() <= whole * 1.0001 + slack, "{} of {whole}", region.area());
    }
    for ring in region.polygons().iter().flat_map(|p| p.holes.iter().chain([&p.points])) {
        assert!(ring.len() >= 3 && ring.iter().all(|v| v.is_finite()), "{ring:?}");
    }
}

fn smaller(a: &Placed, b: &Placed) -> f32 {
    let (a, b) = (size(a.bounds()) as f32, size(b.bounds()) as f32);
    if a < b { a } else { b }
}

/// A ray from the middle of a to the middle of b.
fn rays(a: &Placed, b: &Placed) {
    let middle = |s: &Placed| {
        let bounds = s.bounds();
        let finite = bounds.min.is_finite() && bounds.max.is_finite();
        if finite { bounds.center() } else { Vec2::ZERO }
    };
    let (origin, end) = (middle(a), middle(b));
    let way = end - origin;
    if !way.is_finite() {
        return;
    }
    let closest = b.closest(origin);
    let inside = b.contains_point(origin);
    assert!(closest.point.is_finite() && closest.normal.is_finite(), "{closest:?}");
    // On the boundary of an ellipse or a custom shape, doubt is touching here and outside there.
    if closest.separation != 0.0 {
        assert_eq!(closest.separation < 0.0, inside, "{closest:?} against contains_point");
    }
    for mode in [Inside::Hit, Inside::Skip, Inside::Exit] {
        let Some(hit) = b.ray(origin, way, mode) else { continue };
        assert!((0.0..=1.0).contains(&hit.fraction), "{mode:?} {hit:?}");
        assert!(hit.point.is_finite() && (hit.normal.length() - 1.0).abs() < 1e-6, "{hit:?}");
        assert!(mode != Inside::Skip || !inside, "a ray from inside was not skipped");
    }
    let hit = b.ray(origin, way, Inside::Hit).is_some();
    // On a one-sided chain and on no interior, a ray may start on the wrong side.
    let start = Shape::point(origin).and_then(|p| p.place(Affine::IDENTITY));
    let within = start.is_ok_and(|p| p.overlaps_interior(b));
    assert!(hit || !within, "a ray from inside hits nothing");
    // Where the sum is exact, the ray is a segment; a one-sided chain is hit from its left only.
    let exact = exact(origin.x, way.x, end.x) && exact(origin.y, way.y, end.y);
    let segment = Shape::segment(origin, end).and_then(|s| s.place(Affine::IDENTITY));
    if let (true, Ok(segment)) = (exact && !is_vast(a) && !is_vast(b), segment) {
        assert!(!hit || segment.overlaps(b), "a ray hits what its segment does not");
    }
}

/// Whether a + b is the given sum, in real arithmetic.
fn exact(a: f32, b: f32, sum: f32) -> bool {
    let [a, b, sum] = [a, b, sum].map(f64::from);
    let back = sum - a;
    a + b == sum && (a - (sum - back)) + (b - back) == 0.0
}

/// What holds for one shape; returns its area.
fn alone(a: &Placed) -> Option<f32> {
    let bounds = a.bounds();
    assert!(ordered(bounds), "bounds {bounds:?}");
    let area = a.area();
    for measure in [area, a.perimeter()].into_iter().flatten() {
        assert!(measure >= 0.0, "a measure is {measure}");
    }
    assert!(a.centroid().is_none_or(Vec2::is_finite), "centroid {:?}", a.centroid());
    let corners = a.oriented_bounds().map(|b| b.corners());
    assert!(corners.is_none_or(|c| c.iter().all(|v| v.is_finite())), "corners {corners:?}");
    area
}

fn ordered(b: Aabb) -> bool {
    b.min.x <= b.max.x && b.min.y <= b.max.y
}

fn swapped(gap: Gap, back: Gap) {
    let bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
    assert_eq!(gap.separation.to_bits(), back.separation.to_bits(), "{gap:?} against {back:?}");
    assert_eq!(bits(gap.on_a), bits(back.on_b), "{gap:?} against {back:?}");
    assert_eq!(bits(gap.on_b), bits(back.on_a), "{gap:?} against {back:?}");
    assert!(gap.normal == -back.normal, "{gap:?} against {back:?}");
    finite(gap);
}

fn finite(gap: Gap) {
    let bits = |v: Vec2| (v.x.to_bits(), v.y.to_bits());
    for v in [gap.normal, gap.on_a, gap.on_b] {
        assert!(v.is_finite(), "{gap:?}");
        assert!(bits(v).0 != 1 << 31 && bits(v).1 != 1 << 31, "a negative zero: {gap:?}");
    }
    assert!((gap.normal.length() - 1.0).abs() < 1e-6, "{gap:?}");
}

fn sign(separation: f32, verdict: Verdict) {
    let agrees = match verdict {
        Verdict::Separated => separation > 0.0 && separation.is_finite(),
        Verdict::Touching => separation.to_bits() == 0,
        Verdict::Overlapping => separation < 0.0,
    };
    assert!(agrees, "separation {separation} against {verdict:?}");
}

fn contact(a: &Placed, b: &Placed, gap: Gap, verdict: Verdict) {
    let contact = a.contact(b);
    assert_eq!(contact.is_some(), verdict != Verdict::Separated, "contact against verdict");
    let Some(contact) = contact else { return };
    assert_eq!(contact.depth.to_bits(), gap.depth().to_bits(), "contact against gap");
    assert_eq!(contact.normal, gap.normal, "contact against gap");
    assert!(contact.point.is_finite() && contact.push_a().is_finite(), "{contact:?}");
    separates(a, b, gap, contact.push_b());
}

/// After the push the depth is a rounding of what takes part.
fn separates(a: &Placed, b: &Placed, gap: Gap, push: Vec2) {
    let (size_a, size_b) = (size(a.bounds()), size(b.bounds()));
    let smaller = if size_a < size_b { size_a } else { size_b };
    if gap.separation == f32::NEG_INFINITY {
        assert!(smaller.is_infinite(), "no push for a bounded shape");
        return;
    }
    // `moved` rounds the position, so offsets count whatever the push is.
    let largest = [a.bounds(), b.bounds()]
        .into_iter()
        .flat_map(|s| [s.min.x, s.min.y, s.max.x, s.max.y])
        .chain([push.x, push.y])
        .map(|x| f64::from(x.abs()))
        .filter(|x| x.is_finite())
        .fold(f64::from(f32::MIN_POSITIVE), |m, x| if x > m { x } else { m });
    let ulps = 16.0 * f64::from(f32::EPSILON) * largest;
    let share = if smaller.is_finite() { 1e-5 * smaller } else { 0.0 };
    let bound = if share > ulps { share } else { ulps };
    if largest > 1e37 {
        return; // the moved shape may saturate
    }
    // Solids thinner than that rounding all along: it may put them back, wherever the push leads.
    let thin = |s: &Placed, size: f64| {
        s.area().is_some_and(|area| area > 0.0 && f64::from(area) <= ulps * size)
    };
    if thin(a, size_a) && thin(b, size_b) {
        return;
    }
    // A moved half-plane rounds its offset, in units of its normal: move the other.
    let apart = |push: Vec2| {
        if size_b.is_finite() { a.gap(&b.moved(push)) } else { a.moved(-push).gap(b) }
    };
    let left = f64::from(apart(push).depth());
    // Where rounding leaves a hair, its way out may be another and a long one: to the left of a
    // chain only, or among the few that are tried for concave shapes. Then the hair must be gone a
    // little further on.
    let on = |x: f32, n: f32| (f64::from(x) + f64::from(n) * bound) as f32;
    let further = Vec2::new(on(push.x, gap.normal.x), on(push.y, gap.normal.y));
    assert!(
        left <= bound || apart(further).separation >= 0.0,
        "the push {push:?} of {gap:?} leaves a depth of {left}, above {bound}"
    );
}

fn size(b: Aabb) -> f64 {
    let (x, y) = (f64::from(b.max.x) - f64::from(b.min.x), f64::from(b.max.y) - f64::from(b.min.y));
    if x > y { x } else { y }
}

fn relation(a: &Placed, b: &Placed, verdict: Verdict) {
    let (holds, held) = (a.contains(b), b.contains(a));
    if holds || held {
        assert!(verdict != Verdict::Separated, "contains without overlap");
    }
    let relation = a.relation(b);
    assert_eq!(relation.flipped(), b.relation(a), "relation changes when swapped");
    let expected = match (verdict, held, holds) {
        (Verdict::Separated, ..) => Relation::Apart,
        (_, true, true) => Relation::Same,
        (_, true, false) => Relation::AInB,
        (_, false, true) => Relation::BInA,
        (Verdict::Overlapping, ..) => Relation::Overlapping,
        (Verdict::Touching, ..) => Relation::Touching,
    };
    assert_eq!(relation, expected, "relation against verdict and contains");
}
