//! Conversions to and from the vectors and maps of other crates, each behind its feature.

macro_rules! from {
    ($($(#[$doc:meta])* $from:ty => $to:ty: |$value:pat_param| $made:expr;)*) => { $(
        $(#[$doc])*
        impl From<$from> for $to {
            fn from($value: $from) -> Self {
                $made
            }
        }
    )* };
}
pub(crate) use from;

/// The types of one version of glam. A flat map of its 3D types loses what is not in the plane.
macro_rules! glam {
    ($($feature:literal $name:ident),*) => { $(
        #[cfg(feature = $feature)]
        mod $name {
            use crate::math::{Affine, Vec2};
            use ::$name as glam;

            super::from! {
                glam::Vec2 => Vec2: |v| Self::new(v.x, v.y);
                Vec2 => glam::Vec2: |v| Self::new(v.x, v.y);
                glam::Affine2 => Affine: |m| Self::from_matrix(m.to_cols_array());
                Affine => glam::Affine2: |m| Self::from_cols_array(&m.to_matrix());
                /// Takes the third row as (0, 0, 1).
                glam::Mat3 => Affine: |m| {
                    let [a, b, _, c, d, _, x, y, _] = m.to_cols_array();
                    Self::from_matrix([a, b, c, d, x, y])
                };
                Affine => glam::Mat3: |m| {
                    let [a, b, c, d, x, y] = m.to_matrix();
                    Self::from_cols_array(&[a, b, 0.0, c, d, 0.0, x, y, 1.0])
                };
                /// Looks along z: takes what the map does to x and y, and leaves z out.
                glam::Affine3A => Affine: |m| {
                    let [a, b, _, c, d, _, _, _, _, x, y, _] = m.to_cols_array();
                    Self::from_matrix([a, b, c, d, x, y])
                };
            }

            #[cfg(test)]
            mod tests {
                use super::*;

                #[test]
                fn points_and_maps_go_there_and_back() {
                    let v = Vec2::new(3.0, -4.0);
                    let m = Affine::at((5.0, 6.0)).rotated(0.5).scaled(2.0, 3.0);
                    assert_eq!(Vec2::from(glam::Vec2::from(v)), v);
                    assert_eq!(Affine::from(glam::Affine2::from(m)), m);
                    assert_eq!(Affine::from(glam::Mat3::from(m)), m);
                    let there: Vec2 = glam::Affine2::from(m).transform_point2(v.into()).into();
                    assert!(there.distance(m.transform_point(v)) < 1e-5);
                    let in_space = glam::Affine3A::from_translation(glam::Vec3::new(1.0, 2.0, 3.0));
                    assert_eq!(Affine::from(in_space), Affine::at((1.0, 2.0)));
                }
            }
        }
    )* };
}
glam! {
    "glam-027" glam_027, "glam-028" glam_028, "glam-029" glam_029, "glam-030" glam_030,
    "glam-031" glam_031, "glam-032" glam_032, "glam-033" glam_033, "glam-034" glam_034
}

#[cfg(feature = "mint")]
mod mint {
    use crate::math::{Affine, Vec2};

    super::from! {
        mint::Vector2<f32> => Vec2: |v| Self::new(v.x, v.y);
        Vec2 => mint::Vector2<f32>: |v| Self { x: v.x, y: v.y };
        mint::Point2<f32> => Vec2: |p| Self::new(p.x, p.y);
        Vec2 => mint::Point2<f32>: |p| Self { x: p.x, y: p.y };
        /// Two rows of three: mint's rows are its columns.
        mint::RowMatrix2x3<f32> => Affine: |mint::RowMatrix2x3 { x, y }| {
            Self::from_matrix([x.x, y.x, x.y, y.y, x.z, y.z])
        };
        Affine => mint::RowMatrix2x3<f32>: |m| {
            let [a, b, c, d, x, y] = m.to_matrix();
            [[a, c, x], [b, d, y]].into()
        };
    }

    impl mint::IntoMint for Vec2 {
        type MintType = mint::Vector2<f32>;
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn vectors_and_points_go_there_and_back() {
            let v = Vec2::new(3.0, -4.0);
            assert_eq!(Vec2::from(mint::Vector2::from(v)), v);
            assert_eq!(Vec2::from(mint::Point2::from(v)), v);
            let x = mint::Vector3 { x: 1.0, y: 2.0, z: 3.0 };
            let y = mint::Vector3 { x: 4.0, y: 5.0, z: 6.0 };
            let m = Affine::from(mint::RowMatrix2x3 { x, y });
            assert_eq!(m.transform_point((1.0, 10.0)), Vec2::new(24.0, 60.0));
            assert_eq!(Affine::from(mint::RowMatrix2x3::from(m)), m);
        }
    }
}

#[cfg(feature = "bytemuck")]
#[expect(
    unsafe_code,
    reason = "bytemuck's promises about the layout of a type cannot be made safely"
)]
mod plain_bytes {
    use crate::math::{Aabb, Affine, Rot, Vec2};

    macro_rules! plain {
        ($($name:ident),*) => { $(
            // SAFETY: a `repr(C)` struct of `f32` alone has no padding, and any bits are a value.
            unsafe impl bytemuck::Zeroable for $name {}
            // SAFETY: as above; it is `Copy`, owns nothing and borrows nothing.
            unsafe impl bytemuck::Pod for $name {}
        )* };
    }
    plain!(Vec2, Rot, Affine, Aabb);

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn lists_are_plain_numbers() {
            let all = [Affine::at((5.0, 6.0)); 2];
            let numbers: &[f32] = bytemuck::cast_slice(&all);
            assert_eq!(numbers, [1.0, 0.0, 0.0, 1.0, 5.0, 6.0].repeat(2));
            let bounds = [Aabb::new((1.0, 2.0), (3.0, 4.0))];
            assert_eq!(bytemuck::cast_slice::<_, f32>(&bounds), [1.0, 2.0, 3.0, 4.0]);
            assert_eq!(bytemuck::cast::<_, Vec2>([7.0_f32, 8.0]), Vec2::new(7.0, 8.0));
        }
    }
}
