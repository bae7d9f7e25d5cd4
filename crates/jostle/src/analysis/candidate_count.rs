//! A bound on the work of a question about two shapes, before it is asked.

use crate::pair::exact::edge_pairs::near_edges;
use crate::shape::bvh::box_bvh::{BoxTree, DAabb};
use crate::shape::{Body, Placed};

impl Placed {
    /// Counts the candidates of two shapes up to a limit: pairs of edges whose boxes overlap.
    ///
    /// Questions about outlines take time in proportion to their edges and to this number, which
    /// grows with the square of the edges where long edges cross. Ask for it first where shapes
    /// come from others, and refuse a pair that reaches the limit. Two convex parts are one
    /// candidate, since their questions take linear time. `docs/trust.md` has the time per
    /// candidate of each question, and the questions that another number bounds.
    ///
    /// O(n + m + limit) for n and m edges.
    ///
    /// ```
    /// use jostle::{Affine, Rot, Shape, shape::{ChainEnds, Sidedness}};
    /// let (limit, zigzag) = (5_000, |i: usize| (i as f32, if i % 2 == 0 { 0.0 } else { 100.0 }));
    /// let line = Shape::chain((0..1_000).map(zigzag), ChainEnds::Open, Sidedness::Both)?;
    /// let a = line.place(Affine::IDENTITY)?;
    /// assert!(a.candidate_count(&a.moved((0.5, 0.0)), limit) < limit);
    /// let across = line.place(Affine::at((600.0, -450.0)).rotated_by(Rot::from_degrees(90.0)))?;
    /// assert_eq!(a.candidate_count(&across, limit), limit);
    /// # Ok::<(), jostle::ShapeError>(())
    /// ```
    #[must_use]
    pub fn candidate_count(&self, other: &Self, limit: usize) -> usize {
        let mut count = 0;
        let tree = BoxTree::new(other.body.parts().iter().map(|part| part.bounds().into()));
        for p in self.body.parts() {
            for q in tree.overlapping(p.bounds().into()).map(|i| &other.body.parts()[i]) {
                let mut visit = || {
                    count += 1;
                    count < limit
                };
                match (p, q) {
                    (Body::Core(p), Body::Core(q)) if !(p.is_convex() && q.is_convex()) => {
                        near_edges(p, q, |_, _| visit());
                    }
                    (Body::Core(core), curved) | (curved, Body::Core(core))
                        if !core.is_convex() =>
                    {
                        let bounds = DAabb::relative(curved.bounds(), core.origin);
                        core.edges_near(bounds.grown(core.radius.into()), &mut |_| visit());
                    }
                    _ => _ = visit(),
                }
                if count >= limit {
                    return limit;
                }
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use crate::{Aabb, Affine, Shape, Vec2};

    #[test]
    fn candidates_are_those_of_all_pairs_of_edges() {
        let ring = |n: u16, radius: f32| -> Vec<[f32; 2]> {
            let corner = |i: u16| {
                let turn = crate::Rot::from_degrees(360.0 * f32::from(i) / f32::from(n));
                let r = if i.is_multiple_of(2) { radius } else { 0.5 * radius };
                [r * turn.cos, r * turn.sin]
            };
            (0..n).map(corner).collect()
        };
        let shape = |ring: Vec<[f32; 2]>| Shape::polygon(ring).unwrap();
        let at = |x| Affine::at((x, 0.25));
        let star = shape(ring(60, 3.0)).place(at(0.0)).unwrap();
        let gear = shape(ring(40, 2.0)).place(at(2.0)).unwrap();
        let boxes = |ring: Vec<[f32; 2]>, x: f32| -> Vec<Aabb> {
            let point = |p: &[f32; 2]| Vec2::new(p[0] + x, p[1] + 0.25);
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            let around = |p: &_| Aabb::new(point(p), point(p));
            ends.map(|(p, q)| around(p).union(around(q))).collect()
        };
        let (own, other) = (boxes(ring(60, 3.0), 0.0), boxes(ring(40, 2.0), 2.0));
        let all = own.iter().flat_map(|a| other.iter().filter(|b| a.overlaps(**b))).count();
        let count = star.candidate_count(&gear, usize::MAX);
        assert!(all > 50 && (all..=all + 2).contains(&count), "{count} of {all}");
        assert_eq!(gear.candidate_count(&star, usize::MAX), count);
        assert_eq!([0, 1, 20].map(|limit| star.candidate_count(&gear, limit)), [0, 1, 20]);
        // An ellipse is one against each edge, and two convex shapes are one pair.
        let dot = Shape::ellipse((0.1, 0.2)).unwrap().place(Affine::at((3.0, 0.25))).unwrap();
        assert_eq!(star.candidate_count(&dot, 99), dot.candidate_count(&star, 99));
        assert!((1..6).contains(&star.candidate_count(&dot, 99)));
        assert_eq!(dot.candidate_count(&dot, 99), 1);
        let many =
            Shape::compound([0.0, 1.0, 9.0].map(|x| (shape(ring(4, 1.0)), Affine::at((x, 0.0)))));
        let many = many.unwrap().place(Affine::IDENTITY).unwrap();
        assert_eq!(many.candidate_count(&many, 99), many.candidate_count(&many, 1_000));
    }
}
