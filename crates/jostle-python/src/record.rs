//! Classes of plain fields: they print, compare, pickle and match by position.

/// Writes a value as Python would.
pub(crate) trait Repr {
    fn repr(&self) -> String;
}

macro_rules! by_debug {
    ($($type:ty),*) => {$(
        impl Repr for $type {
            fn repr(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

by_debug!(f64, u8, u32, u64, usize, String);

impl Repr for &str {
    fn repr(&self) -> String {
        format!("{self:?}")
    }
}

/// The shortest text that reads back to the same `f32`.
impl Repr for f32 {
    fn repr(&self) -> String {
        if self.is_nan() { "nan".into() } else { format!("{self:?}") }
    }
}

impl Repr for bool {
    fn repr(&self) -> String {
        if *self { "True".into() } else { "False".into() }
    }
}

impl<T: Repr> Repr for Option<T> {
    fn repr(&self) -> String {
        self.as_ref().map_or_else(|| "None".into(), Repr::repr)
    }
}

impl<T: Repr> Repr for Vec<T> {
    fn repr(&self) -> String {
        let items: Vec<String> = self.iter().map(Repr::repr).collect();
        format!("[{}]", items.join(", "))
    }
}

impl<T: Repr, U: Repr> Repr for (T, U) {
    fn repr(&self) -> String {
        format!("({}, {})", self.0.repr(), self.1.repr())
    }
}

/// Makes a frozen class of fields.
macro_rules! record {
    ($(#[$meta:meta])* $name:ident { $($fields:tt)* }) => {
        $crate::record::record! { "jostle": $(#[$meta])* $name { $($fields)* } }
    };
    ($module:literal: $(#[$meta:meta])* $name:ident {
        $($(#[$doc:meta])* $field:ident: $type:ty),* $(,)?
    }) => {
        $(#[$meta])*
        #[pyo3::pyclass(frozen, eq, from_py_object, module = $module)]
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$doc])* #[pyo3(get)] pub(crate) $field: $type),* }

        #[pyo3::pymethods]
        impl $name {
            #[new]
            #[allow(clippy::too_many_arguments, reason = "one for each field")]
            fn new($($field: $type),*) -> Self {
                Self { $($field),* }
            }

            #[classattr]
            #[pyo3(name = "__match_args__")]
            fn match_args(py: pyo3::Python<'_>) -> pyo3::PyResult<pyo3::Bound<'_, pyo3::types::PyTuple>> {
                pyo3::types::PyTuple::new(py, [$(stringify!($field)),*])
            }

            #[allow(clippy::type_complexity, reason = "one for each field")]
            #[pyo3(signature = () -> "tuple[type, tuple[object, ...]]")]
            fn __reduce__<'py>(
                &self,
                py: pyo3::Python<'py>,
            ) -> (pyo3::Bound<'py, pyo3::types::PyType>, ($($type,)*)) {
                (py.get_type::<Self>(), ($(self.$field.clone(),)*))
            }

            fn __repr__(&self) -> String {
                $crate::record::Repr::repr(self)
            }
        }

        impl $crate::record::Repr for $name {
            fn repr(&self) -> String {
                let fields: &[String] = &[
                    $(format!("{}={}", stringify!($field), $crate::record::Repr::repr(&self.$field))),*
                ];
                format!("{}({})", stringify!($name), fields.join(", "))
            }
        }
    };
}

pub(crate) use record;
