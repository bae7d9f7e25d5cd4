//! One test for every line of CONVENTIONS.md.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use jostle::{
    Affine, Inside, Level, Placed, Relation, Rot, Shape, ShapeError, TransformParts, Vec2, Verdict,
    shape::{ChainEnds, Sidedness, TileCell, WeldSkip, weld},
};

fn place(shape: Result<Shape, ShapeError>) -> Placed {
    put(shape, Affine::IDENTITY)
}

fn put(shape: Result<Shape, ShapeError>, affine: Affine) -> Placed {
    shape.expect("a legal shape").place(affine).expect("a legal place")
}

fn square(x: f32, y: f32) -> Placed {
    put(Shape::rect_half((1.0, 1.0)), Affine::at((x, y)))
}

fn segment(a: (f32, f32), b: (f32, f32)) -> Placed {
    place(Shape::segment(a, b))
}

const ARROW: [(f32, f32); 4] = [(0.0, -20.0), (14.0, 16.0), (0.0, 8.0), (-14.0, 16.0)];

/// One of each kind, around the origin.
fn each_kind() -> Vec<Placed> {
    let hole = [(-1.0, 0.0), (1.0, 0.0), (0.0, 4.0)];
    let parts = [
        (Shape::rect_half((4.0, 1.0)).unwrap(), Affine::at((0.0, -2.0))),
        (Shape::circle(2.0).unwrap(), Affine::at((1.0, 0.0))),
    ];
    let rect = Shape::rect_half_at((0.0, 0.0), (3.0, 2.0), Rot::from_degrees(30.0));
    vec![
        place(Shape::point((0.25, 0.5))),
        segment((-3.0, 1.0), (2.0, -2.0)),
        place(Shape::circle(2.5)),
        place(Shape::capsule((-2.0, 0.0), (2.0, 1.0), 1.0)),
        place(rect.clone()),
        place(rect.and_then(|r| r.with_radius(0.5))),
        place(Shape::ellipse((3.0, 1.5))),
        place(Shape::triangle((-2.0, -2.0), (3.0, -1.0), (0.0, 3.0))),
        place(Shape::polygon(ARROW)),
        place(Shape::polygon_with_holes(ARROW, [hole])),
        place(Shape::chain(
            [(-3.0, 0.0), (0.0, 2.0), (3.0, 0.0)],
            ChainEnds::Open,
            Sidedness::Both,
        )),
        place(Shape::compound(parts)),
    ]
}

fn all_pairs(check: impl Fn(&Placed, &Placed)) {
    let offsets = [(0.5, 0.25), (4.0, 0.0), (3.0, -5.5), (0.0, 30.0)];
    for a in each_kind() {
        for b in each_kind() {
            for offset in offsets {
                check(&a, &b.moved(offset));
            }
        }
    }
}

#[test]
fn touching_counts_as_overlap_and_not_as_interior_overlap() {
    let (a, b) = (square(0.0, 0.0), square(2.0, 2.0));
    assert!(a.overlaps(&b) && !a.overlaps_interior(&b));
    assert_eq!(a.verdict(&b), Verdict::Touching);
}

#[test]
fn points_on_the_boundary_are_contained() {
    let room = place(Shape::polygon(ARROW));
    assert!(ARROW.iter().all(|corner| room.contains_point(*corner)));
    assert!(room.contains(&segment(ARROW[0], ARROW[1])));
}

#[test]
fn crossing_lines_overlap_while_collinear_and_end_contacts_touch() {
    let line = segment((0.0, 0.0), (4.0, 0.0));
    assert_eq!(line.verdict(&segment((2.0, -1.0), (2.0, 1.0))), Verdict::Overlapping);
    assert_eq!(line.verdict(&segment((1.0, 0.0), (9.0, 0.0))), Verdict::Touching);
    assert_eq!(line.verdict(&segment((2.0, 0.0), (2.0, 1.0))), Verdict::Touching);
}

#[test]
fn a_line_overlaps_an_area_when_it_reaches_the_interior() {
    let area = square(0.0, 0.0);
    assert!(area.overlaps_interior(&segment((0.0, 0.0), (9.0, 0.0))));
    assert!(!area.overlaps_interior(&segment((-1.0, 1.0), (1.0, 1.0))));
}

#[test]
fn relation_gives_the_first_word_that_holds() {
    let a = square(0.0, 0.0);
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)];
    assert_eq!(a.relation(&place(Shape::polygon(corners))), Relation::Same);
    assert_eq!(
        a.relation(&put(Shape::rect_half((2.0, 1.0)), Affine::at((1.0, 0.0)))),
        Relation::AInB
    );
    assert_eq!(a.relation(&segment((-1.0, 1.0), (1.0, 1.0))), Relation::BInA);
    assert_eq!(a.relation(&square(1.0, 1.0)), Relation::Overlapping);
    assert_eq!(a.relation(&square(2.0, 1.0)), Relation::Touching);
    assert_eq!(a.relation(&square(2.0_f32.next_up(), 0.0)), Relation::Apart);
}

#[test]
fn winding_first_vertex_and_repetition_do_not_change_a_polygon() {
    let a = place(Shape::polygon(ARROW));
    let mut other = ARROW.to_vec();
    other.reverse();
    other.rotate_left(1);
    other.insert(2, other[2]);
    let b = place(Shape::polygon(other));
    assert_eq!(a.relation(&b), Relation::Same);
    let disc = put(Shape::circle(3.0), Affine::at((12.0, 3.0)));
    assert_eq!(a.gap(&disc), b.gap(&disc));
}

#[test]
fn a_polygon_may_touch_itself_and_fold() {
    let bow = [(0.0, 0.0), (2.0, 2.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0)];
    assert_eq!(place(Shape::polygon(bow)).area(), Some(8.0));
    let fold = place(Shape::polygon([(0.0, 0.0), (4.0, 0.0), (1.0, 0.0)]));
    assert_eq!(fold.relation(&segment((0.0, 0.0), (4.0, 0.0))), Relation::Same);
}

#[test]
fn a_spike_is_a_line_that_a_push_leads_out_of() {
    let spike =
        [(-2.0, -1.0), (0.0, -1.0), (0.0, 0.0), (5.0, 0.0), (0.0, 0.0), (0.0, 1.0), (-2.0, 1.0)];
    let shape = place(Shape::polygon(spike));
    let tip = square(5.0, 0.0);
    assert!(shape.overlaps_interior(&tip));
    let contact = shape.contact(&tip).expect("they overlap");
    assert_eq!(contact.depth, 1.0);
    assert!(!shape.overlaps_interior(&tip.moved(contact.push_b())));
    assert_eq!(shape.verdict(&segment((3.0, -1.0), (3.0, 1.0))), Verdict::Overlapping);
    let bend = [(3.0, -1.0), (3.0, 0.0), (3.5, 1.0)];
    let bend = place(Shape::chain(bend, ChainEnds::Open, Sidedness::Both));
    assert_eq!(shape.verdict(&bend), Verdict::Touching);
}

#[test]
fn a_hole_takes_away_what_lies_in_it_and_leaves_its_own_edges() {
    // A square whose outline folds inward along y = 4, into the hole by one of its corners.
    let outer =
        [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0), (0.0, 4.0), (4.0, 4.0), (0.0, 4.0)];
    let hole = [(2.0, 4.0), (4.0, 2.0), (6.0, 4.0), (4.0, 6.0)];
    let shape = place(Shape::polygon_with_holes(outer, [hole]));
    let tip = place(Shape::point((4.0, 4.0)));
    assert!(!shape.contains_point((4.0, 4.0)) && !shape.contains(&tip));
    assert_eq!(shape.verdict(&tip), Verdict::Separated);
    assert_eq!(shape.gap(&tip).separation, std::f32::consts::SQRT_2);
    assert!(shape.contains(&segment((4.0, 2.0), (6.0, 4.0))));
    assert_eq!(shape.area(), Some(56.0));
    let across = segment((3.0, 4.0), (5.0, 4.0));
    assert_eq!(shape.verdict(&across), Verdict::Separated);
    assert!(shape.crossings(&segment((3.5, 3.75), (3.5, 4.25))).is_empty());
}

#[test]
fn proper_crossings_are_refused_with_their_place() {
    let eight = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)];
    let error = Shape::polygon(eight).expect_err("edges 0 and 2 cross");
    assert!(matches!(error, ShapeError::Crossing { ring_a: 0, edge_a: 0, ring_b: 0, edge_b: 2 }));
}

#[test]
fn a_chain_may_cross_itself() {
    let eight = [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)];
    let chain = place(Shape::chain(eight, ChainEnds::Closed, Sidedness::Both));
    assert!(chain.contains_point((1.0, 1.0)) && !chain.contains_point((1.0, 0.5)));
}

#[test]
fn bad_numbers_and_empty_lists_are_refused_by_name() {
    let said = |made: Result<Shape, ShapeError>| made.expect_err("refused").to_string();
    assert!(said(Shape::circle(f32::NAN)).contains("radius is NaN"));
    assert!(said(Shape::capsule((0.0, 0.0), (1.0, 0.0), -1.0)).contains("radius is -1"));
    assert!(said(Shape::polygon([(0.0, 0.0), (1.0, f32::INFINITY)])).contains("points[1].y"));
    assert!(said(Shape::polygon([(0.0, 0.0); 0])).contains("points is empty"));
    let nowhere = Shape::circle(1.0).unwrap().place(Affine::at((0.0, f32::NAN)));
    assert!(nowhere.expect_err("refused").to_string().contains("ty is NaN"));
}

#[test]
fn shapes_without_size_are_the_points_and_lines_they_are() {
    let point = place(Shape::point((0.0, 0.0)));
    assert_eq!(point.relation(&place(Shape::circle(0.0))), Relation::Same);
    assert_eq!(point.relation(&place(Shape::rect_half((0.0, 0.0)))), Relation::Same);
    assert_eq!(point.relation(&place(Shape::polygon([(0.0, 0.0)]))), Relation::Same);
    let flat = put(Shape::rect_half((2.0, 1.0)), Affine::IDENTITY.scaled(1.0, 0.0));
    assert_eq!(flat.relation(&segment((-2.0, 0.0), (2.0, 0.0))), Relation::Same);
}

#[test]
fn outlines_have_no_cap_on_vertices() {
    let teeth: Vec<_> = (0..5000).flat_map(|i| [(i as f32, 0.0), (i as f32, 1.0)]).collect();
    let chain = place(Shape::chain(teeth, ChainEnds::Open, Sidedness::Both));
    assert!(chain.contains_point((4000.0, 0.5)));
}

#[test]
fn seams_of_a_compound_are_not_boundary() {
    let tile = Shape::rect_half((1.0, 1.0)).unwrap();
    let floor =
        Shape::compound([(tile.clone(), Affine::at((-1.0, 0.0))), (tile, Affine::at((1.0, 0.0)))]);
    let floor = place(floor);
    assert!(floor.contains(&place(Shape::circle(1.0))));
    assert_eq!(floor.relation(&place(Shape::rect_half((2.0, 1.0)))), Relation::Same);
    assert_eq!((floor.area(), floor.perimeter()), (Some(8.0), Some(12.0)));
}

#[test]
fn a_mask_is_the_union_of_its_pixels() {
    // #.
    // ##
    let ell = place(Shape::mask(2, 2, [0b01, 0b11]));
    let same =
        Shape::polygon([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0)]);
    assert_eq!(ell.relation(&place(same)), Relation::Same);
    assert!(ell.contains(&place(Shape::circle_at((0.5, 1.5), 0.5))));
    let corners = place(Shape::mask(2, 2, [0b01, 0b10]));
    assert_eq!(corners.area(), Some(2.0));
    assert!(corners.contains_point((1.0, 1.0)) && !corners.contains_point((1.5, 0.5)));
    let verdict = |x, y| ell.verdict(&ell.moved((x, y)));
    assert_eq!(verdict(1.0, 0.0), Verdict::Overlapping);
    assert_eq!(verdict(2.0, 0.0), Verdict::Touching);
    assert_eq!(verdict(1.0, -1.0), Verdict::Touching);
    assert_eq!(verdict(2.0, -2.0), Verdict::Separated);
}

#[test]
fn a_grid_is_the_union_of_its_cells() {
    // A ramp over two cells, and the floor behind it.
    let slope = Shape::polygon([(0.0, 1.0), (1.0, 0.0), (1.0, 1.0)]).unwrap();
    let (none, full, up) = (TileCell::Empty, TileCell::Full, TileCell::Tile(0));
    let cells = [none, up, full, up, full, full];
    let grid = Shape::grid_of_tiles(3, 2, (2.0, 2.0), [slope], cells).unwrap();
    let same = Shape::polygon([(0.0, 4.0), (4.0, 0.0), (6.0, 0.0), (6.0, 4.0)]).unwrap();
    for m in [Affine::IDENTITY, Affine::at((3.0, -5.0)).scaled(-1.0, 2.0)] {
        let [grid, same] = [&grid, &same].map(|shape| shape.place(m).unwrap());
        assert_eq!(grid.relation(&same), Relation::Same);
        assert_eq!((grid.area(), grid.perimeter()), (same.area(), same.perimeter()));
    }
    // Over the seam between the two cells of the ramp the normal is the ramp's, however it is
    // turned.
    let turned = Affine::at((7.0, 7.0)).rotated(0.7);
    let ball = Shape::circle(0.5).unwrap();
    let ball = ball.place(Affine::at((1.75, 1.75)).under(&turned)).unwrap();
    let normal = grid.place(turned).unwrap().contact(&ball).unwrap().normal;
    let out = turned.transform_vector((-0.5_f32.sqrt(), -0.5_f32.sqrt()));
    assert!((normal - out).length() < 1e-6, "{normal:?} {out:?}");
}

#[test]
fn welding_is_exact_and_says_what_it_leaves() {
    let tile = Shape::rect_half((1.0, 1.0)).unwrap();
    let place = |shape: &Shape, m: Affine| shape.place(m).unwrap();
    let tiles = [
        place(&tile, Affine::at((1.0, 1.0))),
        place(&tile, Affine::at((3.0, 2.0))),
        place(&tile, Affine::at((9.0, 9.0)).rotated(0.3)),
    ];
    let welded = weld(&tiles);
    assert_eq!(welded.left, [(2, WeldSkip::Rounded)]);
    assert_eq!(welded.welds[0].from, [0, 1]);
    let one = place(&welded.welds[0].shape, Affine::IDENTITY);
    assert_eq!((one.area(), one.perimeter()), (Some(8.0), Some(14.0)));
    assert!(one.contains(&tiles[0]) && one.contains(&tiles[1]));
}

#[test]
fn sides_of_a_chain_change_no_verdict_and_no_containment() {
    let points = [(-3.0, 0.0), (0.0, 2.0), (3.0, 0.0)];
    let both = place(Shape::chain(points, ChainEnds::Open, Sidedness::Both));
    let left = place(Shape::chain(points, ChainEnds::Open, Sidedness::Left));
    for b in each_kind() {
        for offset in [(0.0, 0.0), (1.0, 2.0), (0.0, 9.0)] {
            let b = b.moved(offset);
            assert_eq!(both.verdict(&b), left.verdict(&b));
            assert_eq!(both.contains(&b), left.contains(&b));
            assert_eq!(both.relation(&b), left.relation(&b));
            assert_eq!(both.gap(&b).distance(), left.gap(&b).distance());
        }
    }
}

#[test]
fn a_half_plane_has_no_bounds_and_no_measures() {
    let floor = place(Shape::half_plane((0.0, 1.0), 0.0));
    assert_eq!((floor.area(), floor.perimeter(), floor.centroid()), (None, None, None));
    assert_eq!(floor.bounds(), jostle::Aabb::UNBOUNDED);
    assert!(floor.region(&place(Shape::half_plane((1.0, 0.0), 0.0)), 0.0).is_none());
}

#[test]
fn positive_turns_go_from_x_toward_y() {
    let quarter = Affine::IDENTITY.rotated_by(Rot::from_degrees(90.0));
    assert_eq!(quarter.transform_point((1.0, 0.0)), Vec2::Y);
    assert_eq!(place(Shape::triangle((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))).area(), Some(0.5));
}

#[test]
fn quarter_turns_in_degrees_are_exact() {
    let turns = [-360.0, -90.0, 180.0, 270.0, 450.0].map(Rot::from_degrees);
    let exact = [(1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
    assert_eq!(turns.map(|r| (r.cos, r.sin)), exact);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "checks within a tolerance")]
fn parts_of_a_transform_compose_as_in_pixijs() {
    let parts = TransformParts {
        position: Vec2::new(10.0, 20.0),
        rotation: 0.5,
        scale: Vec2::new(2.0, -3.0),
        skew: Vec2::new(0.25, -0.125),
        pivot: Vec2::new(4.0, 5.0),
    };
    let m = Affine::from_parts(parts).to_matrix().map(f64::from);
    let (a, b) = (2.0 * libm::cos(0.375), 2.0 * libm::sin(0.375));
    let (c, d) = (3.0 * libm::sin(0.25), -3.0 * libm::cos(0.25));
    let expected = [a, b, c, d, 10.0 - 4.0 * a - 5.0 * c, 20.0 - 4.0 * b - 5.0 * d];
    for (found, expected) in m.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-5, "{m:?} against {expected:?}");
    }
}

#[test]
fn parents_compose_to_any_depth_and_keep_shear() {
    let parent = Affine::IDENTITY.scaled(2.0, 1.0);
    let child = Affine::IDENTITY.rotated_by(Rot::from_degrees(45.0)).under(&parent);
    assert!((child.a * child.c + child.b * child.d).abs() > 1.0, "the axes stay skewed");
    let step = Affine::at((1.0, 0.0));
    let chain = (0..100).fold(Affine::IDENTITY, |m, _| step.under(&m));
    assert_eq!(chain, Affine::at((100.0, 0.0)));
}

#[test]
fn the_normal_has_unit_length_and_points_from_a_to_b() {
    all_pairs(|a, b| {
        let gap = a.gap(b);
        assert!((gap.normal.length() - 1.0).abs() < 1e-6, "{gap:?}");
        if gap.separation > 0.0 {
            assert!(gap.normal.dot(gap.on_b - gap.on_a) > 0.0, "{gap:?}");
        }
    });
}

#[test]
fn separation_is_signed_and_its_sign_is_the_verdict() {
    all_pairs(|a, b| {
        let (gap, verdict) = (a.gap(b), a.verdict(b));
        let sign = gap.separation.partial_cmp(&0.0).unwrap();
        let expected = match verdict {
            Verdict::Separated => core::cmp::Ordering::Greater,
            Verdict::Touching => core::cmp::Ordering::Equal,
            Verdict::Overlapping => core::cmp::Ordering::Less,
        };
        assert_eq!(sign, expected, "{gap:?}");
        assert!(gap.distance() >= 0.0 && gap.depth() >= 0.0);
        assert_eq!(gap.distance() - gap.depth(), gap.separation);
    });
}

fn pushes_separate(a: &Placed, b: &Placed) {
    let Some(contact) = a.contact(b) else { return };
    let bound = 1e-5 * 50.0;
    assert!(a.moved(contact.push_a()).gap(b).depth() <= bound, "{contact:?}");
    assert!(a.gap(&b.moved(contact.push_b())).depth() <= bound, "{contact:?}");
    assert_eq!(contact.push_a(), -contact.push_b());
}

#[test]
fn push_a_moves_a_out_and_push_b_moves_b_out() {
    all_pairs(|a, b| {
        let holed =
            |p: &Placed| p.bounds().half_extents().y == 18.0 && !p.contains_point(middle(p));
        let hollow = |p: &Placed| p.area() == Some(0.0);
        if !(holed(a) && hollow(b) || hollow(a) && holed(b)) {
            pushes_separate(a, b);
        }
    });
}

/// The middle of the hole of the polygon above, wherever it was moved.
fn middle(arrow: &Placed) -> Vec2 {
    arrow.bounds().center() + Vec2::new(0.0, 3.0)
}

#[test]
fn a_chain_is_pushed_out_of_a_polygon_with_a_hole() {
    all_pairs(pushes_separate);
}

#[test]
fn points_of_a_manifold_lie_between_the_faces_that_they_name() {
    // From those of sharp shapes half the depth leads to either boundary.
    let (a, b) = (
        square(0.0, 0.0),
        put(Shape::rect_half((1.0, 1.0)), Affine::at((0.5, 1.75)).rotated(0.05)),
    );
    let found = a.manifold(&b).expect("they overlap");
    assert_eq!(found.points().len(), 2);
    for p in found.points() {
        for (shape, way) in [(&a, p.depth), (&b, -p.depth)] {
            let at = place(Shape::point(p.point + found.normal * (0.5 * way)));
            assert!(shape.gap(&at).separation.abs() < 1e-6, "{p:?}");
        }
    }
    // The face of a capsule ends where its round end begins.
    let capsule = place(Shape::capsule((0.0, 5.0), (1.0, -5.0), 3.0));
    let rect = put(Shape::rect_half((4.0, 4.0)), Affine::at((5.0, -5.0)));
    let (found, contact) = (capsule.manifold(&rect).unwrap(), capsule.contact(&rect).unwrap());
    let end = 1.0 + 30.0 / 101.0_f32.sqrt();
    assert!((found.points()[0].point.x - (end + 1.0) / 2.0).abs() < 1e-6, "{found:?}");
    assert_eq!(found.points()[0].depth, contact.depth);
}

#[test]
fn touching_shapes_have_a_contact_of_depth_zero() {
    let contact = square(0.0, 0.0).contact(&square(2.0, 0.0)).expect("touching is a contact");
    assert_eq!((contact.depth, contact.push_b()), (0.0, Vec2::ZERO));
}

#[test]
fn a_pair_that_no_translation_separates_has_infinite_depth_and_no_push() {
    let left = place(Shape::half_plane((1.0, 0.0), 0.0));
    let below = place(Shape::half_plane((0.0, 1.0), 0.0));
    let contact = left.contact(&below).expect("they overlap");
    assert_eq!((contact.depth, contact.push_a()), (f32::INFINITY, Vec2::ZERO));
}

#[test]
fn swapping_keeps_numbers_exchanges_witnesses_and_negates_the_normal() {
    all_pairs(|a, b| {
        assert_eq!(a.verdict(b), b.verdict(a));
        assert_eq!(a.relation(b), b.relation(a).flipped());
        let (g, h) = (a.gap(b), b.gap(a));
        assert_eq!(g.separation.to_bits(), h.separation.to_bits());
        assert_eq!((g.on_a, g.on_b, g.normal), (h.on_b, h.on_a, -h.normal));
    });
}

#[test]
fn two_copies_of_a_circle_part_along_x() {
    let disc = place(Shape::circle(2.0));
    let gap = disc.gap(&disc.clone());
    assert_eq!((gap.separation, gap.normal), (-4.0, Vec2::X));
}

#[test]
fn moving_both_along_the_grid_changes_no_bit() {
    let by = Vec2::new(1024.0, -512.0);
    let (a, b) = (square(0.0, 0.0), put(Shape::circle(1.5), Affine::at((3.0, 1.25))));
    let (here, there) = (a.gap(&b), a.moved(by).gap(&b.moved(by)));
    assert_eq!((here.separation, here.normal), (there.separation, there.normal));
    let (a, b) = (place(Shape::polygon(ARROW)), b.moved((9.0, 2.0)));
    let (here, there) = (a.gap(&b), a.moved(by).gap(&b.moved(by)));
    assert_eq!((here.separation, here.normal), (there.separation, there.normal));
}

#[test]
fn doubling_both_doubles_every_length_and_no_angle() {
    let twice = Affine::IDENTITY.scaled(2.0, 2.0);
    for x in [0.5, 2.5, 3.0, 7.25] {
        let shapes = [Shape::rect_half((1.0, 2.0)), Shape::circle(1.5)];
        let [a, b] = shapes.map(|shape| shape.unwrap());
        let at = Affine::at((x, 0.75));
        let gap = put(Ok(a.clone()), Affine::IDENTITY).gap(&put(Ok(b.clone()), at));
        let double = put(Ok(a), twice).gap(&put(Ok(b), at.under(&twice)));
        assert_eq!((double.separation, double.normal), (2.0 * gap.separation, gap.normal));
    }
}

#[test]
fn one_ulp_decides_at_every_scale() {
    for power in [-100, -20, 0, 20, 60] {
        let unit = f32::from_bits(((127 + power) as u32) << 23);
        let a = place(Shape::rect_half((unit, unit)));
        let at = |x: f32| put(Shape::rect_half((unit, unit)), Affine::at((x, 0.0)));
        let edge = 2.0 * unit;
        assert_eq!(a.verdict(&at(edge)), Verdict::Touching);
        assert_eq!(a.verdict(&at(edge.next_up())), Verdict::Separated);
        assert_eq!(a.verdict(&at(edge.next_down())), Verdict::Overlapping);
    }
}

#[test]
fn far_from_the_origin_nothing_is_lost() {
    let far = Affine::at((1e7, -1e7));
    let near = place(Shape::circle(1.0)).gap(&put(Shape::circle(1.0), Affine::at((3.0, 4.0))));
    let away = put(Shape::circle(1.0), far);
    let gap = away.gap(&put(Shape::circle(1.0), far.moved((3.0, 4.0))));
    assert_eq!((gap.separation, gap.normal), (near.separation, near.normal));
}

#[test]
fn a_circle_stays_a_circle_under_turns_and_becomes_an_ellipse_under_skew() {
    let turned = put(Shape::circle(1.0), Affine::IDENTITY.rotated(0.3).rotated(1.1));
    let bounds = turned.bounds();
    assert_eq!(bounds.max.x.to_bits(), bounds.max.y.to_bits());
    let wide = put(Shape::circle(1.0), Affine::IDENTITY.scaled(2.0, 1.0));
    let diagonal = (core::f32::consts::FRAC_1_SQRT_2, core::f32::consts::FRAC_1_SQRT_2);
    assert!(wide.contains_point((2.0 * diagonal.0 - 1e-6, diagonal.1 - 1e-6)));
    assert!(!wide.contains_point((2.0 * diagonal.0 + 1e-6, diagonal.1 + 1e-6)));
}

#[test]
fn one_argument_decides_about_rays_that_start_inside() {
    let disc = put(Shape::circle(2.0), Affine::at((1.0, 0.0)));
    let ray = |inside| disc.ray((2.0, 0.0), (4.0, 0.0), inside);
    let hit = ray(Inside::Hit).expect("solid");
    assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::X));
    assert_eq!(ray(Inside::Exit).map(|hit| hit.fraction), Some(0.25));
    assert_eq!(ray(Inside::Skip), None);
    let from_boundary = disc.ray((3.0, 0.0), (-4.0, 0.0), Inside::Exit);
    assert_eq!(from_boundary.map(|hit| hit.fraction), Some(0.0));
    assert_eq!(Inside::default(), Inside::Hit);
}

#[test]
fn one_sided_chains_are_hit_from_their_left() {
    let wall = [(0.0, -1.0), (0.0, 1.0)];
    let wall = place(Shape::chain(wall, ChainEnds::Open, Sidedness::Left));
    let hit = wall.ray((-2.0, 0.0), (4.0, 0.0), Inside::Hit).expect("the left is toward −x");
    assert_eq!((hit.fraction, hit.normal), (0.5, -Vec2::X));
    assert_eq!(wall.ray((2.0, 0.0), (-4.0, 0.0), Inside::Hit), None);
}

#[test]
fn stages_say_whether_they_are_certain() {
    let (a, b) = (square(0.0, 0.0), square(5.0, 0.0));
    let test = a.test_until(&b, Level::Bounds);
    assert!(!test.hit && test.certain, "boxes that are apart decide");
    let disc = put(Shape::circle(1.0), Affine::at((1.9, 1.9)));
    let test = a.test_until(&disc, Level::Bounds);
    assert!(test.hit && !test.certain, "boxes that overlap do not");
    let test = a.test_until(&disc, Level::Exact);
    assert!(!test.hit && test.certain, "the last stage always decides");
}

#[test]
fn no_answer_shows_a_negative_zero() {
    all_pairs(|a, b| {
        let gap = a.gap(b);
        for v in [gap.normal, gap.on_a, gap.on_b, Vec2::new(gap.separation, 0.0)] {
            let bits = [v.x.to_bits(), v.y.to_bits()];
            assert!(!bits.contains(&(1 << 31)), "{gap:?}");
        }
    });
}

/// The number is the same on every machine; it changes only with the meaning of a verdict.
#[test]
fn verdicts_of_a_fixed_stream_hash_to_one_number() {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((state >> 40) as i64 % 1000) - 500) as f32 * 0.015_625
    };
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for _ in 0..200 {
        let turn = Affine::at((next(), next())).rotated(next());
        for a in each_kind().iter().filter(|a| a.contains_point((0.25, 0.5))) {
            for shape in [Shape::rect_half((2.0, 1.0)), Shape::circle(1.5), Shape::polygon(ARROW)] {
                hash ^= put(shape, turn).verdict(a) as u64;
                hash = hash.wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    assert_eq!(hash, 2_138_527_877_439_305_293);
}
