//! Objects that are no arrays: a derived form would take an array for its fields in their order.

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

/// A form that is an object.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(form: D) -> Result<Self, D::Error> {
        form.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

struct Fields<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

fn bare<T>(list: Vec<Object<T>>) -> Vec<T> {
    list.into_iter().map(|Object(form)| form).collect()
}

/// Reads a list of objects.
pub(super) fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    form: D,
) -> Result<Vec<T>, D::Error> {
    Vec::deserialize(form).map(bare)
}

/// Reads a list of objects, or none.
pub(super) fn some_list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    form: D,
) -> Result<Option<Vec<T>>, D::Error> {
    Ok(Option::deserialize(form)?.map(bare))
}

/// Reads an object, or none.
pub(super) fn some<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    form: D,
) -> Result<Option<T>, D::Error> {
    Ok(Option::deserialize(form)?.map(|Object(form)| form))
}
