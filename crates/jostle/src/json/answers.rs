//! The forms that `serde` writes (feature `serde`), in addition to derived ones.
//!
//! Shapes and transforms have their JSON forms. Points are `[x, y]`, rotations `[cos, sin]`, keys
//! their 64 bits, sets of layers lists of numbers, and kinds words in snake case. An infinite length
//! is null (`math::infinite_as_null`).

use alloc::{format, string::String, vec::Vec};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::{Affine, Contact, Key, Layers, Manifold, ManifoldPoint, Rot, Shape, Vec2};

/// Implements `Serialize` and `Deserialize` of a type by another form of it. `Err` of the two
/// functions is a sentence.
macro_rules! serde_by_form {
    ($type:ty, $form:ty, $to_form:expr, $from_form:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let to_form: fn(&$type) -> Result<$form, &str> = $to_form;
                to_form(self).map_err(serde::ser::Error::custom)?.serialize(to)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let from_form: fn($form) -> Result<$type, String> = $from_form;
                from_form(Deserialize::deserialize(from)?).map_err(D::Error::custom)
            }
        }
    };
}

serde_by_form!(
    Shape,
    Value,
    |shape| shape.to_json().ok_or("a custom shape has no JSON form"),
    |form| Shape::from_json(&form).map_err(|error| format!("{error}"))
);
serde_by_form!(Affine, Value, |affine| Ok(affine.to_json()), |form| Affine::from_json(&form)
    .map_err(|error| format!("{error}")));
serde_by_form!(Rot, [f32; 2], |rot| Ok([rot.cos, rot.sin]), |[cos, sin]| Ok(Rot { cos, sin }));
serde_by_form!(Key, u64, |key| Ok(key.to_bits()), |bits| Key::from_bits(bits)
    .ok_or("0 is no key".into()));
serde_by_form!(
    Layers,
    Vec<u32>,
    |layers| Ok((0..64).filter(|bit| layers.to_bits() >> bit & 1 != 0).collect()),
    |bits| match bits.iter().find(|bit| **bit > 63) {
        Some(bit) => Err(format!("layer {bit}: layers are numbered 0 to 63")),
        None => Ok(bits.into_iter().fold(Layers::NONE, |set, bit| set | Layers::bit(bit))),
    }
);
serde_by_form!(
    Manifold,
    ManifoldForm,
    |all| Ok(ManifoldForm { normal: all.normal, points: all.points().to_vec() }),
    |ManifoldForm { normal, points }| {
        Manifold::of(normal, &points).ok_or("a manifold has one point or two".into())
    }
);

serde_by_form!(
    Contact,
    ContactForm,
    |contact| {
        let &Contact { normal, depth, point, on_a, on_b } = contact;
        let [push_a, push_b] =
            [contact.push_a(), contact.push_b()].map(|push| depth.is_finite().then_some(push));
        Ok(ContactForm { normal, depth, point, on_a, on_b, push_a, push_b })
    },
    |ContactForm { normal, depth, point, on_a, on_b, .. }| Ok(Contact {
        normal,
        depth,
        point,
        on_a,
        on_b
    })
);

/// The pushes follow from the rest, and are written for those who read.
#[derive(Serialize, Deserialize)]
struct ContactForm {
    normal: Vec2,
    #[serde(with = "crate::math::infinite_as_null::depth")]
    depth: f32,
    point: Vec2,
    on_a: Vec2,
    on_b: Vec2,
    #[serde(skip_deserializing)]
    push_a: Option<Vec2>,
    #[serde(skip_deserializing)]
    push_b: Option<Vec2>,
}

#[derive(Serialize, Deserialize)]
struct ManifoldForm {
    normal: Vec2,
    points: Vec<ManifoldPoint>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Affine, Collider, Event, Inside, Shape, World,
        query::{Feature, FeatureId},
    };
    use alloc::string::ToString;
    use serde::de::DeserializeOwned;
    use serde_json::{from_str, json, to_string, to_value};

    fn back<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(value: &T) {
        let text = to_string(value).unwrap();
        assert_eq!(&from_str::<T>(&text).unwrap(), value, "{text}");
    }

    #[test]
    fn answers_are_read_back_as_they_were() {
        let square = Shape::rect_half((2.0, 1.0)).unwrap().place(Affine::IDENTITY).unwrap();
        let other = Shape::rect_half((1.0, 1.0)).unwrap();
        let other = other.place(Affine::at((2.5, 0.3)).rotated(0.7)).unwrap();
        back(&square.gap(&other));
        back(&square.contact(&other).unwrap());
        back(&square.manifold(&other).unwrap());
        back(&square.crossings(&other));
        back(&square.region(&other, 0.1).unwrap());
        back(&square.relation(&other));
        back(&square.verdict(&other));
        back(&square.why(&other));
        back(&square.why(&other.moved((9.0, 0.0))));
        back(&square.bounds());
        back(&square.closest((9.0, 9.0)));
        back(&square.ray((-9.0, 0.0), (20.0, 0.0), Inside::Hit).unwrap());
        back(&square.oriented_bounds().unwrap());
        back(&square.outline(0.1, square.bounds()));
    }

    #[test]
    fn a_push_without_an_end_is_null_in_json() {
        let below = Shape::half_plane((0.0, 1.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
        let left = Shape::half_plane((1.0, 0.0), 0.0).unwrap().place(Affine::IDENTITY).unwrap();
        let contact = below.contact(&left).unwrap();
        let form = to_value(contact).unwrap();
        assert_eq!([&form["depth"], &form["push_a"], &form["push_b"]], [&json!(null); 3]);
        assert_eq!(to_value(below.gap(&left)).unwrap()["separation"], json!(null));
        back(&contact);
        back(&below.gap(&left));
    }

    #[test]
    fn events_are_read_back_with_keys_and_parts() {
        let ball = Shape::circle(1.0).unwrap();
        let two = [(ball.clone(), Affine::at((-5.0, 0.0))), (ball.clone(), Affine::at((5.0, 0.0)))];
        let mut world = World::new();
        world.add(Collider::new(1, Shape::compound(two).unwrap())).unwrap();
        let b = world.add(Collider::new(2, ball).at((6.0, 0.0))).unwrap();
        let enter = world.step();
        assert_eq!(enter[0].touch().unwrap().parts(), [[1, 0]]);
        back(&enter);
        back(&world.why_not(enter[0].keys()[0], b));
        back(&world.stats());
        world.remove(b);
        let exit: Vec<Event<i32>> = world.step();
        assert_eq!(to_value(&exit).unwrap()[0]["reason"], json!("removed"));
        back(&exit);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(from_str::<Key>("0").unwrap_err().to_string().contains("no key"));
        assert!(from_str::<Layers>("[64]").unwrap_err().to_string().contains("layer 64"));
        let id = FeatureId { a: Feature::Vertex(0), b: Feature::Edge(1) };
        let point = ManifoldPoint { point: Vec2::ZERO, depth: 0.0, id };
        let form =
            |n| json!({"normal": [1, 0], "points": to_value(alloc::vec![point; n]).unwrap()});
        for (n, sound) in [(0, false), (1, true), (2, true), (3, false)] {
            assert_eq!(from_str::<Manifold>(&form(n).to_string()).is_ok(), sound, "{n}");
        }
    }
}
