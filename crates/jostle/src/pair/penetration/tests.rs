use alloc::vec::Vec;

use super::coarse;
use crate::math::{Affine, DVec2, Random, unit_turn};
use crate::pair::boundary::pieces::Pieces;
use crate::shape::{Placed, Shape, ShapeError};

/// A star-shaped outline around the origin.
fn outline(random: &mut Random, corners: u64) -> Vec<DVec2> {
    let step = unit_turn(corners);
    let mut u = DVec2::X;
    (0..corners)
        .map(|i| {
            u = DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x);
            let reach = if i % 2 == 0 { random.within(8.0, 12.0) } else { random.within(4.0, 9.0) };
            (u * f64::from(reach)).round().into()
        })
        .collect()
}

fn shape(ring: &[DVec2]) -> Result<Shape, ShapeError> {
    Shape::polygon(ring.iter().map(|v| v.round()))
}

/// The triangles between the origin and the edges, moved.
fn triangles(ring: &[DVec2], by: DVec2) -> Vec<[DVec2; 3]> {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(v, w)| [by, by + *v, by + *w]).collect()
}

/// Between which distances along u two triangles overlap: by the axes of both, one by one.
fn overlap(a: &[DVec2; 3], b: &[DVec2; 3], u: DVec2) -> Option<[f64; 2]> {
    let [mut low, mut high] = [f64::NEG_INFINITY, f64::INFINITY];
    for (from, to, sign) in [(a, b, 1.0), (b, a, -1.0)] {
        for i in 0..3 {
            let n = -(from[(i + 1) % 3] - from[i]).left() * sign;
            let most = from.iter().map(|v| v.dot(n) * sign).fold(f64::NEG_INFINITY, f64::max);
            let least = to.iter().map(|v| v.dot(n) * sign).fold(f64::INFINITY, f64::min);
            let (depth, rate) = (most - least, n.dot(u));
            if rate > 0.0 {
                high = high.min(depth / rate);
            } else if rate < 0.0 {
                low = low.max(depth / rate);
            } else if depth <= 0.0 {
                return None;
            }
        }
    }
    (low < high).then_some([low, high])
}

/// The first distance along u at which no triangles overlap.
fn exit(a: &[[DVec2; 3]], b: &[[DVec2; 3]], u: DVec2) -> f64 {
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (p, q)));
    let mut all: Vec<[f64; 2]> = pairs.filter_map(|(p, q)| overlap(p, q, u)).collect();
    all.sort_by(|p, q| p[0].total_cmp(&q[0]));
    let joined = |s: f64, i: &[f64; 2]| if i[0] <= s + 1e-9 { s.max(i[1]) } else { s };
    all.iter().fold(0.0, joined)
}

/// The shortest way out over many directions.
fn shortest(a: &[[DVec2; 3]], b: &[[DVec2; 3]]) -> f64 {
    let step = unit_turn(720);
    let mut u = DVec2::X;
    let mut least = f64::INFINITY;
    for _ in 0..720 {
        u = DVec2::new(u.x * step.x - u.y * step.y, u.x * step.y + u.y * step.x);
        least = least.min(exit(a, b, u));
    }
    least
}

fn separates(a: &Placed, b: &Placed, push: crate::Vec2) -> bool {
    a.gap(&b.moved(push)).depth() <= 1e-5 * 8.0
}

#[test]
fn the_way_out_of_outlines_is_the_shortest_of_all_directions_but_for_few() -> Result<(), ShapeError>
{
    let random = &mut Random(11);
    let mut ratios = Vec::new();
    for round in 0..120_u32 {
        let corners = 10 + 2 * u64::from(round % 8);
        let (ring_a, ring_b) = (outline(random, corners), outline(random, corners));
        let reach: f64 = random.within(2.0, 19.0).into();
        let way = DVec2::new(random.within(-1.0, 1.0).into(), random.within(-1.0, 1.0).into());
        let by = DVec2::from((way.unit().unwrap_or(DVec2::X) * reach).round());
        let a = shape(&ring_a)?.place(Affine::IDENTITY)?;
        let b = shape(&ring_b)?.place(Affine::at((by.x as f32, by.y as f32)))?;
        if !a.overlaps_interior(&b) {
            continue;
        }
        let contact = a.contact(&b).unwrap();
        assert!(separates(&a, &b, contact.push_b()), "{round}: {contact:?}");
        let least = shortest(&triangles(&ring_a, DVec2::ZERO), &triangles(&ring_b, by));
        ratios.push(f64::from(contact.depth) / least);
    }
    ratios.sort_by(f64::total_cmp);
    let (median, high) = (ratios[ratios.len() / 2], ratios[ratios.len() * 95 / 100]);
    assert!(ratios.len() > 60 && median <= 1.001 && high <= 1.15, "{median} {high}");
    Ok(())
}

#[test]
fn what_a_rounded_push_leaves_beside_a_touching_corner_is_as_shallow_as_it_is()
-> Result<(), ShapeError> {
    // A line that rests on a tip and reaches into a slope by a rounding: along the line it would
    // have to leave the tip first.
    let tip = Shape::polygon([(0.0, 0.0), (-0.25, -0.5), (0.25, -0.5)])?;
    let slope = Shape::polygon([(-0.25, 1.0), (0.25, 0.25), (0.25, 1.0)])?;
    let parts = [(tip, Affine::IDENTITY), (slope, Affine::IDENTITY)];
    let a = Shape::compound(parts)?.place(Affine::IDENTITY)?;
    let deep = 1.0 / 1048576.0;
    let hook = [(-0.5, 0.0), (0.03125 + deep, 0.0), (0.03125 + deep, 0.578125)];
    let b = Shape::chain(hook, crate::shape::ChainEnds::Open, crate::shape::Sidedness::Both)?
        .place(Affine::IDENTITY)?;
    let gap = a.gap(&b);
    assert!(gap.depth() > 0.0 && gap.depth() < 8.0 * deep, "{gap:?}");
    Ok(())
}

#[test]
fn the_coarse_way_ends_where_the_last_pair_of_pieces_parts() -> Result<(), ShapeError> {
    let hook = [(0., 0.), (10., 0.), (10., 1.), (1., 1.), (1., 10.), (0., 10.)];
    let a = Shape::polygon(hook)?.place(Affine::IDENTITY)?;
    let piece = Shape::rect_half((1.0, 1.0))?;
    // Half a unit deep in one arm, a quarter in the other; the way out of the whole is far longer.
    for (x, y, normal, depth) in [(5.0, 1.5, DVec2::X.left(), 0.5), (1.75, 6.0, DVec2::X, 0.25)] {
        let b = piece.place(Affine::at((x, y)))?;
        let [mut of_a, mut of_b] = [Pieces::new(DVec2::ZERO), Pieces::new(DVec2::ZERO)];
        of_a.add(&a.body, None);
        of_b.add(&b.body, None);
        let way = coarse::push(&of_a, &of_b);
        assert_eq!((way.normal, way.separation), (normal, -depth));
    }
    Ok(())
}

/// The world is the same wherever a shape has its origin, so the push is, too.
#[test]
fn a_deep_push_does_not_depend_on_the_origins_of_the_shapes() -> Result<(), ShapeError> {
    let random = &mut Random(5);
    let (mut deep, mut others) = (0, 0);
    for _ in 0..60 {
        let rings = [outline(random, 14), outline(random, 16)];
        let by = DVec2::new(random.within(-6.0, 6.0).into(), random.within(-6.0, 6.0).into());
        let by = DVec2::from(by.round());
        let place = |ring: &[DVec2], at: DVec2, origin: DVec2| {
            // Multiples of 2^-12 move without rounding.
            let grid =
                |v: DVec2| DVec2::new((v.x * 4096.0).round(), (v.y * 4096.0).round()) / 4096.0;
            let ring: Vec<DVec2> = ring.iter().map(|v| grid(*v) - origin).collect();
            shape(&ring)?.place(Affine::at((grid(at) + origin).round()))
        };
        let near =
            [place(&rings[0], DVec2::ZERO, DVec2::ZERO)?, place(&rings[1], by, DVec2::ZERO)?];
        let Some(contact) = near[0].contact(&near[1]) else { continue };
        deep += u32::from(contact.depth > 4.0);
        for (x, y) in [(40.0, 0.0), (0.0, 25.0), (-33.0, -64.0)] {
            let far = place(&rings[0], DVec2::ZERO, DVec2::new(x, y))?;
            let again = far.contact(&near[1]).unwrap();
            others += u32::from((again.depth - contact.depth).abs() > 1e-4);
        }
    }
    // Rounding may choose between two ways that are about as long.
    assert!(deep > 30 && others <= 3, "{deep} {others}");
    Ok(())
}
