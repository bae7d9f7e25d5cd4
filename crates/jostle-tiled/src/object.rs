//! Objects that are no arrays: a derived form alone would take an array for its fields in their order.

/// Lets types with `#[serde(remote = "Self")]` be read from objects only.
macro_rules! objects {
    ($($of:ty),*) => {$(
        impl<'de> serde::Deserialize<'de> for $of {
            fn deserialize<D: serde::Deserializer<'de>>(form: D) -> Result<Self, D::Error> {
                struct Fields;
                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $of;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$of, A::Error> {
                        <$of>::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                    }
                }
                form.deserialize_map(Fields)
            }
        }
    )*};
}

pub(crate) use objects;
