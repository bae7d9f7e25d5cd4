import math

import numpy
import pytest

import jostle
from jostle import Affine, Shape

SHAPES = {
    "point": Shape.point((1, 2)),
    "segment": Shape.segment((0, 0), (4, 0)),
    "circle": Shape.circle_at((1, 1), 2),
    "capsule": Shape.capsule((0, -6), (0, 6), 3),
    "rect": Shape.rect_half_at((1, 0), (3, 2), math.pi / 6),
    "ellipse": Shape.ellipse_at((0, 0), (4, 2), 0.5),
    "half_plane": Shape.half_plane((0, 1), 3),
    "polygon": Shape.polygon([(0, -20), (14, 16), (0, 8), (-14, 16)], holes=[[(-1, 0), (1, 0), (0, 2)]]),
    "chain": Shape.chain([(0, 0), (5, 5), (9, 0)], ends="closed", sided="left"),
    "compound": Shape.compound([Shape.circle(2), (Shape.rect_size((3, 3)), (4, 0))]),
    "mask": Shape.mask([[1, 1, 0], [0, 1, 0]]),
    "grid": Shape.grid(numpy.eye(70, 3, dtype=bool), (16, 16)),
}


def test_every_kind_of_shape_is_made_and_named():
    assert {name: shape.kind for name, shape in SHAPES.items()} == {name: name for name in SHAPES}
    assert Shape.hull(numpy.float64([[0, 0], [4, 0], [0, 4], [1, 1]])).place().area == 8
    assert Shape.triangle((0, 0), (4, 0), (0, 4)).place().area == 8
    slope = Shape.polygon([(0, 1), (1, 0), (1, 1)])
    assert Shape.grid_of_tiles([[0, 2, 1], [2, 1, 1]], (2, 2), [slope]).place().area == 16
    assert Shape.rect_size((4, 2)).with_radius(1).place().bounds == jostle.Aabb((-3, -2), (3, 2))


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_answers_every_question_with_every_other(name):
    a = SHAPES[name].place((0.5, 0.25))
    for other in SHAPES.values():
        b = other.place(Affine.at(1, 1).rotated(0.3).scaled(1.5, -1))
        contact, gap = a.contact(b), a.gap(b)
        assert (contact is not None) == a.overlaps(b) == (gap.separation <= 0)
        assert a.test_until(b).hit == a.overlaps(b)
        assert (a.manifold(b) is not None) == bool(a.contacts(b)) == (contact is not None)
        assert a.why(b)["verdict"] == a.verdict(b)
        region = a.region(b)
        assert region is None or (region.area > 0) == bool(region.polygons)
        assert all(0 <= crossing.fraction_a <= 1 for crossing in a.crossings(b) if name != "half_plane")


def test_a_push_separates():
    a, b = SHAPES["polygon"].place((100, 50)), Shape.circle(12).place((118, 62))
    contact = a.contact(b)
    assert contact.depth > 0
    assert a.moved(contact.push_a).gap(b).depth < 1e-3
    assert a.gap(b.moved(contact.push_b)).depth < 1e-3
    assert contact.push_a == tuple(-v for v in contact.push_b)


def test_touching_counts_and_the_interior_does_not():
    a, b = (Shape.rect_size((2, 2)).place((x, 0)) for x in (0, 2))
    assert a.overlaps(b) and not a.overlaps_interior(b)
    assert (a.verdict(b), a.relation(b), a.contact(b).depth) == ("touching", "touching", 0)


def test_candidates_are_pairs_of_edges_whose_boxes_overlap_up_to_a_limit():
    comb = [(i, 40 * (i % 2)) for i in range(40)] + [(39, -1)]
    a = Shape.polygon(comb).place()
    b = Shape.polygon([(40 - y, x) for x, y in comb]).place()
    assert 1_000 < a.candidate_count(b, 10**9) <= 41 * 41
    assert (a.candidate_count(b, 100), a.candidate_count(a.moved((99, 0)), 9)) == (100, 0)


def test_rays_and_points_take_any_pair_of_numbers():
    ball = Shape.circle(1).place([4, 0])
    hit = ball.ray((0, 0), numpy.float32([6, 0]))
    assert (hit.fraction, hit.point, hit.normal) == (0.5, (3, 0), (-1, 0))
    assert ball.ray((4, 0), (9, 0), "skip") is None
    assert ball.ray((4, 0), (4, 0), inside="exit").fraction == 0.25
    assert ball.closest((6, 0)).separation == 1
    assert ball.contains_point((5, 0)) and not ball.contains_point((5.1, 0))
    with pytest.raises(TypeError, match="two numbers"):
        ball.contains_point("ab c")
    with pytest.raises(TypeError):
        ball.contains_point((1, 2, 3))


def test_measures_and_bounds():
    rect = Shape.rect_size((4, 2)).place(Affine.at(1, 1).rotated_degrees(90))
    assert (rect.area, rect.perimeter, rect.centroid) == (8, 12, (1, 1))
    assert rect.bounds == jostle.Aabb((0, -1), (2, 3)) and rect.bounds.size == (2, 4)
    assert len(rect.corners()) == 4 and rect.edge(9) is None and rect.project((1, 0)) == (0, 2)
    assert rect.oriented_bounds().half in ((2, 1), (1, 2))
    assert SHAPES["half_plane"].place().area is None
    outline = Shape.circle(1).place().outline(0.01)[0]
    assert outline.closed and all(abs(math.hypot(*point) - 1) < 0.02 for point in outline.points)


def test_free_functions():
    balls = [Shape.circle(4).place((6 * i, 0)) for i in range(4)]
    assert jostle.pairs(balls) == [(0, 1), (1, 2), (2, 3)]
    assert jostle.pairs_between(balls[:1], balls[1:]) == [(0, 0)]
    assert jostle.bounds_of(balls) == jostle.Aabb((-4, -4), (22, 4)) and jostle.bounds_of([]) is None
    assert jostle.intersect_segments(((0, 0), (4, 0)), ((1, -1), (1, 1))).on_a == 0.25
    assert jostle.intersect_lines(((0, 0), (1, 0)), ((0, 1), (1, 1))) is None
    assert jostle.project_edge(((0, 0), (3, 4)), (1, 0)) == (0, 3)
    tiles = [Shape.rect_size((2, 2)).place((x, 0)) for x in (1, 3)]
    report = jostle.weld([*tiles, balls[0]])
    assert report.welds[0].replaces == [0, 1] and report.left == [(2, "kind")]


def test_maps_compose():
    belt = Affine.at(10, 0).skewed(0.2, 0)
    map_ = Affine.at(150, 90).scaled(2, 1).under(belt)
    assert map_.inverse().under(map_).transform_point((3, 4)) == pytest.approx((3, 4), abs=1e-3)
    assert Affine(*map_.to_matrix()) == map_ == Affine.from_json(map_.to_json())
    assert Affine.from_parts(position=(5, 6), scale=(2, 2)) == Affine.at(5, 6).scaled(2, 2)
    assert Affine.at(0, 0).scaled(0, 1).inverse() is None
    assert Affine().transform_vector((1, 2)) == (1, 2) and hash(Affine()) == hash(Affine.at(0.0, -0.0))


def test_moving_shapes_meet():
    hero, wall = Shape.rect_half((1, 1)).place(), Shape.rect_half((1, 5)).place((6, 0))
    hit = hero.cast(wall, (8, 0))
    assert (hit.fraction, hit.latest, hit.certain, hit.normal) == (0.5, 0.5, True, (1, 0))
    assert hero.cast(wall, (3.9, 0)) is None and hero.cast(wall, (3.9, 0), skin=0.5) is not None
    floor = Shape.rect_half((9, 1)).place((0, 2))
    assert hero.cast(floor, (3, 0)).fraction == 0 and hero.cast(floor, (3, 0), stop="overlapping") is None
    shape, start = Shape.rect_half((2, 0.5)), Affine()
    motion = jostle.Motion.by(9, 0).turning_degrees(30)
    hit = shape.place(start).sweep(wall, motion, (-1, 0))
    assert 0 < hit.fraction < 0.5 and hit == shape.place(start).sweep(wall, motion, jostle.Motion.by(-1, 0))
    hit = shape.place(start).sweep(wall, motion)
    t = hit.safe(shape, start, motion, wall)
    assert not shape.place(motion.at(start, t)).overlaps_interior(wall) and t <= hit.fraction
    swing = jostle.Motion().turning(math.pi).about((1, 0))
    assert swing.at(Affine(), 1).transform_point((0, 0)) == pytest.approx((2, 0), abs=1e-6)
    assert jostle.Motion.between(Affine.at(1, 0), Affine.at(3, 0)).at(Affine.at(1, 0), 1) == Affine.at(3, 0)
    assert not jostle.Motion.by(math.nan, 0).is_finite() and jostle.Motion().under(motion) != jostle.Motion()
    with pytest.raises(jostle.JostleError, match="stop"):
        hero.cast(wall, (1, 0), stop="never")
