//! Placing a shape again, as worlds do at every move.

use crate::math::{Aabb, Affine};
use crate::shape::error::ValuePath;
use crate::shape::{Body, Kind, Placed, Shape, ShapeError, validate};

/// Refuses a map that holds a number which is not finite, by its name.
pub(crate) fn check_affine(affine: &Affine) -> Result<(), ShapeError> {
    let names = ["a", "b", "c", "d", "tx", "ty"].map(ValuePath::field);
    let mut numbers = affine.to_matrix().into_iter().zip(names);
    numbers.try_for_each(|(value, what)| validate::number(value, what).map(drop))
}

/// Places a shape, or checks where a group without one is to be.
pub(crate) fn place_option(
    shape: Option<&Shape>,
    affine: Affine,
) -> Result<Option<Placed>, ShapeError> {
    match shape {
        Some(shape) => shape.place(affine).map(Some),
        None => check_affine(&affine).map(|()| None),
    }
}

impl Shape {
    /// Moves the same shape in place; `old` returns the map under which it stands there
    /// now, if the caller is sure of it. Returns its bounds where they are finite; they would be
    /// slow to read where they were just written.
    #[inline(always)]
    pub(crate) fn update_placement<'o>(
        &self,
        placed: &mut Option<Placed>,
        old: impl FnOnce() -> Option<&'o Affine>,
        affine: &Affine,
    ) -> Result<Option<Aabb>, ShapeError> {
        match self.place_fast(affine, || placed.take()?.take_octagon()) {
            Some((core, bounds)) => {
                *placed = Some(Placed::of_core(core, bounds));
                Ok(Some(bounds))
            }
            None => self.place_slowly_over(placed, old(), affine),
        }
    }

    #[inline(never)]
    fn place_slowly_over(
        &self,
        placed: &mut Option<Placed>,
        old: Option<&Affine>,
        affine: &Affine,
    ) -> Result<Option<Aabb>, ShapeError> {
        let again = self.replace_moved(placed.as_ref().zip(old), *affine)?;
        Ok(Some(placed.insert(again).bounds()).filter(|bounds| bounds.is_finite()))
    }

    /// Places like [`Shape::place`], given the last place of the same shape: outlines that only
    /// moved keep their vertices, which are offsets from an origin.
    pub(crate) fn replace_moved(
        &self,
        before: Option<(&Placed, &Affine)>,
        affine: Affine,
    ) -> Result<Placed, ShapeError> {
        if let (
            Self::Polygon(_) | Self::Chain(_) | Self::Mask(_) | Self::Grid(_),
            Some((placed, old)),
        ) = (self, before)
            && let Body::Core(core) = &placed.body
            && (core.mesh().is_some() || core.kind == Kind::Convex)
            && [old.a, old.b, old.c, old.d] == [affine.a, affine.b, affine.c, affine.d]
        {
            check_affine(&affine)?;
            let placed = Placed::new(Body::Core(core.translated(affine.origin())));
            if placed.body.fits() {
                return Ok(placed);
            }
        }
        self.place(affine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Random, Rot};
    use crate::shape::ChainEnds;
    use crate::shape::body::storage::Vertices;
    use alloc::format;

    #[test]
    fn an_outline_that_moved_is_the_one_placed_there() {
        let star = [(0., 3.), (-1., 1.), (-3., 0.), (-1., -1.), (0., -3.), (1., 0.5)];
        let shapes = [
            Shape::polygon(star).unwrap(),
            Shape::hull(star).unwrap(),
            Shape::triangle((0.1, 0.2), (3.0, 0.0), (1.0, 2.0)).unwrap(),
            Shape::polygon(star).unwrap().with_radius(0.25).unwrap(),
            Shape::chain(star, ChainEnds::Closed, crate::shape::Sidedness::Left).unwrap(),
        ];
        let old = Affine::at((0.1, 7.3)).rotated(0.7).scaled(-1.5, 1.5);
        for shape in shapes {
            let before = shape.place(old).unwrap();
            for (tx, ty) in [(5.5, -1e7), (0.3, 0.0), (-0.0, 1e-30)] {
                let to = Affine { tx, ty, ..old };
                let moved = shape.replace_moved(Some((&before, &old)), to).unwrap();
                let placed = shape.place(Affine::from_matrix(to.to_matrix())).unwrap();
                assert_eq!(format!("{moved:?}"), format!("{placed:?}"));
            }
            let far = Affine { tx: f32::MAX, ty: f32::INFINITY, ..old };
            assert!(shape.replace_moved(Some((&before, &old)), far).is_err());
        }
    }

    #[test]
    fn a_ring_that_moved_keeps_its_memory_and_one_that_cannot_stays() {
        let octagon = Shape::hull([
            (1.0, 0.0),
            (0.7, 0.7),
            (0.0, 1.0),
            (-0.7, 0.7),
            (-1.0, 0.0),
            (-0.7, -0.7),
            (0.0, -1.0),
            (0.7, -0.7),
        ])
        .unwrap();
        let old = Affine::at((1.0, 2.0)).rotated(0.3);
        let mut placed = Some(octagon.place(old).unwrap());
        let memory = |placed: &Option<Placed>| match &placed.as_ref().unwrap().body {
            Body::Core(core) => match &core.vertices {
                Vertices::Eight(eight) => core::ptr::from_ref(&**eight),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        let at_first = memory(&placed);
        let to = Affine::at((-3.0, 2.0)).rotated(1.3);
        let bounds = octagon.update_placement(&mut placed, || Some(&old), &to).unwrap();
        assert_eq!(bounds, Some(placed.as_ref().unwrap().bounds()));
        assert_eq!(memory(&placed), at_first);
        assert_eq!(format!("{placed:?}"), format!("{:?}", Some(octagon.place(to).unwrap())));

        let kept = placed.clone();
        octagon.update_placement(&mut placed, || Some(&to), &old).unwrap();
        assert_eq!((memory(&placed), memory(&kept) == at_first), (at_first, false));
        assert_eq!(format!("{kept:?}"), format!("{:?}", Some(octagon.place(to).unwrap())));

        let far = Affine { tx: f32::MAX, ..Affine::IDENTITY.scaled(3e38, 3e38) };
        let before = format!("{placed:?}");
        assert!(octagon.update_placement(&mut placed, || Some(&old), &far).is_err());
        assert_eq!(format!("{placed:?}"), before);
    }

    #[test]
    fn what_is_placed_at_once_is_what_care_places() {
        let mut random = Random(8);
        let shapes = [
            Shape::circle(0.7).unwrap(),
            Shape::circle_at((0.3, -2.0), 0.7).unwrap(),
            Shape::circle(0.0).unwrap(),
            Shape::rect_half((2.0, 0.3)).unwrap(),
            Shape::rect_half((2.0, 0.0)).unwrap(),
            Shape::rect_half((0.0, 0.0)).unwrap(),
            Shape::rect_half_at((1.0, 1.0), (2.0, 0.3), Rot::from_degrees(33.0)).unwrap(),
            Shape::capsule((-0.3, 0.0), (0.3, 0.1), 0.3).unwrap(),
            Shape::capsule((1e9, 0.0), (0.3, 0.1), 0.3).unwrap(),
            Shape::triangle((-0.4, -0.3), (0.6, -0.3), (-0.4, 0.7)).unwrap(),
            Shape::hull([(1., 0.), (0.5, 1.), (-0.5, 1.), (-1., 0.), (0., -1.)]).unwrap(),
            Shape::hull(
                (0..19).map(|i| Rot::from_degrees(19.0 * i as f32)).map(|r| (r.cos, r.sin)),
            )
            .unwrap(),
        ];
        for turn in 0..600 {
            let mut number = || random.within(-100.0, 100.0);
            let far = [1.0, 1e-6, 1e7][turn % 3];
            let at = Affine::at((number() * far, number() * far));
            let map = match turn / 3 % 5 {
                0 => at,
                1 => at.rotated_by(Rot::from_degrees(number())),
                2 => at.rotated_by(Rot::from_degrees(number())).scaled(1.3, 1.3),
                3 => at.rotated_by(Rot::from_degrees(90.0 * (turn % 4) as f32)).scaled(-1.0, 1.0),
                _ => at.rotated(number()).under(&Affine::at((number(), 0.1)).rotated(number())),
            };
            for shape in &shapes {
                let [once, care] = [shape.place(map), shape.place_general(&map)];
                assert_eq!(format!("{once:?}"), format!("{care:?}"), "{map:?}");
            }
        }
    }

    #[test]
    fn no_map_that_is_not_finite_is_taken() {
        let shapes = [
            Shape::circle(0.7).unwrap(),
            Shape::circle(0.0).unwrap(),
            Shape::rect_half((2.0, 0.3)).unwrap(),
            Shape::rect_half_at((0.0, 0.0), (2.0, 0.3), Rot::from_degrees(33.0)).unwrap(),
            Shape::capsule((-0.3, 0.0), (0.3, 0.1), 0.3).unwrap(),
            Shape::triangle((-0.4, -0.3), (0.6, -0.3), (-0.4, 0.7)).unwrap(),
        ];
        let numbers = [0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        for mut code in 0..6_usize.pow(6) {
            let map = Affine::from_matrix([(); 6].map(|()| {
                let number = numbers[code % 6];
                code /= 6;
                number
            }));
            for shape in &shapes {
                let taken = shape.update_placement(&mut None, || None, &map).is_ok();
                assert!(!taken || map.is_finite(), "{shape:?} {map:?}");
            }
        }
    }
}
