//! Where shapes meet that share corners, arcs and narrow wedges: verdicts, crossings and contacts.

use jostle::proof::Proof;
use jostle::shape::{ChainEnds, Sidedness, TileCell};
use jostle::{Affine, Cast, Collider, Filter, Placed, Ray, Shape, Vec2, Verdict, World};
use jostle_testing::Rng;

fn placed(shape: Shape) -> Placed {
    shape.place(Affine::IDENTITY).unwrap()
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    Shape::polygon(points.iter().copied()).unwrap()
}

fn line(points: &[(f32, f32)]) -> Placed {
    placed(Shape::chain(points.iter().copied(), ChainEnds::Open, Sidedness::Both).unwrap())
}

/// The points where two boundaries meet, by x and then y.
fn points(a: &Placed, b: &Placed) -> Vec<Vec2> {
    let mut all: Vec<Vec2> = a.crossings(b).iter().map(|c| c.point).collect();
    all.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    all
}

#[test]
fn lines_that_share_a_corner_cross_there_or_touch() {
    let a = line(&[(-4.0, 1.0), (0.0, 0.0), (4.0, 1.0)]);
    // The second of the two ends lies between the arms or not.
    for (end, want) in [
        ((0.0, 4.0), Verdict::Overlapping),
        ((1.0, 4.0), Verdict::Overlapping),
        ((-1.0, 4.0), Verdict::Overlapping),
        ((4.0, 0.5), Verdict::Touching),
        ((-4.0, 0.5), Verdict::Touching),
        ((3.0, -4.0), Verdict::Touching),
    ] {
        for start in [(0.0, -4.0), (1.0, -4.0), (-1.0, -4.0)] {
            let b = line(&[start, (0.0, 0.0), end]);
            assert_eq!((a.verdict(&b), b.verdict(&a)), (want, want), "{start:?} {end:?}");
        }
    }
}

/// The way of a, the way of b turned round, and whether a goes on to both sides.
type Place = ((f32, f32), (f32, f32), bool);

#[test]
fn contacts_at_four_places_leave_a_way_out_or_none() {
    // In each place a segment of a and one of b touch. The directions in which a may not move are
    // those from the way of a to the way of b turned round; `both` if a goes on to both sides.
    let meet = |places: &[Place]| {
        let segments = |of_a: bool| {
            let parts = (0..).zip(places).map(move |(i, ((px, py), (qx, qy), both))| {
                let x = 100.0 * i as f32;
                let (ends, begin) = match of_a {
                    true => ((x + px, *py), if *both { (x - px, -py) } else { (x, 0.0) }),
                    false => ((x - qx, -qy), (x, 0.0)),
                };
                (Shape::segment(begin, ends).unwrap(), Affine::IDENTITY)
            });
            placed(Shape::compound(parts).unwrap())
        };
        let (a, b) = (segments(true), segments(false));
        assert_eq!(a.verdict(&b), b.verdict(&a));
        a.verdict(&b)
    };
    // From 0° to 180°, 37° to 217°, 5° to 18°, 189° to 211°, 211° to 281°, 279° to 11°.
    let halves = [((6.0, 0.0), (0.0, 6.0), true), ((4.0, 3.0), (-4.0, 4.0), true)];
    let narrow = [((12.0, 1.0), (3.0, 1.0), false), ((-6.0, -1.0), (-5.0, -3.0), false)];
    let rest = [((-5.0, -3.0), (1.0, -5.0), false), ((1.0, -6.0), (5.0, 1.0), false)];
    let open: Vec<_> = halves.into_iter().chain(narrow).collect();
    assert_eq!(meet(&open), Verdict::Touching);
    let closed: Vec<_> = open.into_iter().chain(rest).collect();
    assert_eq!(meet(&closed), Verdict::Overlapping);
    assert_eq!(meet(&closed[1..]), Verdict::Touching);
}

#[test]
fn the_tip_of_a_narrow_wedge_between_parts_is_on_the_boundary() {
    // All around the origin but from 3° to 4°.
    let parts = [
        polygon(&[(0.0, 0.0), (4.0, 0.28), (4.0, 4.0), (-4.0, 4.0), (-4.0, 0.0)]),
        polygon(&[(-4.0, 0.0), (-4.0, -4.0), (4.0, -4.0), (4.0, 0.0)]),
        polygon(&[(0.0, 0.0), (4.0, 0.0), (4.0, 0.21)]),
    ];
    let parts = parts.map(|part| (part, Affine::IDENTITY));
    let block = placed(Shape::compound(parts).unwrap());
    let line = placed(Shape::segment((0.0, -9.0), (0.0, 9.0)).unwrap());
    let want = [(0.0, -4.0), (0.0, 0.0), (0.0, 4.0)].map(Vec2::from);
    assert_eq!(points(&block, &line), want);
    assert_eq!(points(&line, &block), want);
}

#[test]
fn small_edges_at_a_tiny_angle_cross_where_they_cross() {
    let mut rng = Rng::new(3);
    for scale in [1.0, 1.0 / 1024.0, 1.0 / (1 << 20) as f32, 1.0 / (1 << 30) as f32] {
        for _ in 0..40 {
            // Both reach a little beyond the origin, and lie there nearly at the same height.
            let mut tip = || scale * (1 + rng.bits() % 255) as f32 / (1 << 24) as f32;
            let (p, q, high) = (tip(), tip(), scale / (1_u64 << 37) as f32);
            let a = placed(Shape::segment((-scale, -scale), (p, p + high)).unwrap());
            let b = placed(Shape::segment((-q, high - q), (scale, scale)).unwrap());
            let x = scale * (p - q) / (2.0 * scale + p + q);
            let [c] = a.crossings(&b)[..] else { panic!("{scale}") };
            let off = c.point - Vec2::new(x, x + high);
            assert!(off.length() < 1e-9 * scale, "{scale} {p} {q}: {:?}", c.point);
        }
    }
}

#[test]
fn the_normal_of_a_proof_goes_from_the_first_to_the_second() {
    let floor = placed(Shape::half_plane((0.0, 1.0), 0.0).unwrap());
    let egg =
        Shape::ellipse((3.0, 1.0)).unwrap().place(Affine::at((5.0, 2.0)).rotated(0.3)).unwrap();
    let normal = |a: &Placed, b: &Placed| match a.why(b).proof {
        Proof::Bracket { normal, .. } => normal,
        other => panic!("{other:?}"),
    };
    assert_eq!(normal(&floor, &egg), [0.0, 1.0]);
    assert_eq!(normal(&egg, &floor), [0.0, -1.0]);
}

#[test]
fn a_cast_from_a_hole_names_the_edge_of_the_hole() {
    // The holes lie in the boxes of the outer edges, which come first.
    let outer = [(0.0, -100.0), (100.0, 0.0), (0.0, 100.0), (-100.0, 0.0)];
    let middles =
        (0..36).map(|i| Vec2::new((i % 6) as f32 * 15.0 - 37.0, (i / 6) as f32 * 15.0 - 38.0));
    let middles: Vec<Vec2> = middles.collect();
    let corners = [(-2.0, -2.5), (-2.5, 2.0), (2.0, 2.5), (2.5, -2.0)].map(Vec2::from);
    let holes: Vec<Vec<Vec2>> =
        middles.iter().map(|middle| corners.map(|corner| *middle + corner).into()).collect();
    let shape = Shape::polygon_with_holes(outer, holes).unwrap();
    let mut world = World::new();
    world.add(Collider::new((), shape)).unwrap();
    let dot = Shape::circle(0.01).unwrap();
    let mut edges = Vec::new();
    for from in middles {
        let moving = dot.place(Affine::at(from)).unwrap();
        for way in [(5.0, 0.3), (-5.0, 0.3), (0.3, 5.0), (0.3, -5.0)] {
            let hit = world.cast_first(&Cast::of(&moving, way), &Filter::ANY).unwrap();
            let seen = world.ray_first(&Ray::new(from, way), &Filter::ANY).unwrap();
            assert_eq!(hit.edge, seen.edge, "{from:?} {way:?}");
            edges.push(hit.edge);
        }
    }
    edges.sort_unstable();
    assert!(edges.iter().copied().eq(4..4 + 36 * 4), "each edge of each hole once");
}

#[test]
fn a_lower_cell_of_a_large_grid_is_floor_too() {
    // Beyond a hole of one cell.
    let low = Shape::rect_corners((0.0, 0.0), (1.0, 1.0 - 1.0 / 256.0)).unwrap();
    let cells = (0..200).map(|i| match i {
        186 => TileCell::Empty,
        187 => TileCell::Tile(0),
        _ => TileCell::Full,
    });
    let grid = placed(Shape::grid_of_tiles(20, 10, (1.0, 1.0), [low], cells).unwrap());
    let crate_ = Shape::rect_half((1.0, 1.0)).unwrap().place(Affine::at((6.5, 11.0))).unwrap();
    let manifold = grid.manifold(&crate_).unwrap();
    let xs: Vec<f32> = manifold.points().iter().map(|p| p.point.x).collect();
    assert_eq!(xs, [5.5, 7.5]);
}

#[test]
fn of_tips_equally_near_the_first_by_coordinates_counts() {
    // Whichever way the outline runs past them.
    for way in [1.0, -1.0] {
        let mut ring = vec![(-9.0, 0.0), (9.0, 0.0)];
        ring.extend((-4..=4).rev().flat_map(|i| {
            let x = 2.0 * i as f32;
            [(x + 0.75, 3.0), (x, 10.0), (x - 0.75, 3.0)]
        }));
        let comb = Shape::polygon(ring.iter().map(|(x, y)| (way * x, way * y))).unwrap();
        let comb = placed(comb);
        let wall =
            Shape::rect_half((30.0, 1.0)).unwrap().place(Affine::at((0.0, way * 14.0))).unwrap();
        let (gap, back) = (comb.gap(&wall), wall.gap(&comb));
        assert_eq!(
            (gap.separation, gap.on_a, gap.on_b),
            (3.0, Vec2::new(-8.0, way * 10.0), Vec2::new(-8.0, way * 13.0))
        );
        assert_eq!((back.separation, back.on_a, back.on_b), (3.0, gap.on_b, gap.on_a));
    }
}
