//! Answers as structured arrays of NumPy.

use jostle::query::{Contact, Gap};
use jostle::{Key, Nearest, Vec2, WorldRayHit};
use jostle_join::JoinRow;
use numpy::PyArray1;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Name, form and length of a field.
pub(crate) type Field = (&'static str, &'static str, usize);

/// A row of a structured array.
pub(crate) trait Row {
    /// Returns the fields, without holes between them.
    fn fields() -> Vec<Field>;

    fn write(&self, out: &mut Vec<u8>);
}

/// Makes a structured array of rows; its memory is the one that the rows were written to.
pub(crate) fn structured<'py, R: Row>(
    py: Python<'py>,
    rows: impl IntoIterator<Item = R>,
) -> PyResult<Bound<'py, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let mut bytes = Vec::new();
    let widest = 16 + R::fields().len() * 16;
    for row in rows {
        if bytes.capacity() - bytes.len() < widest && bytes.try_reserve(widest).is_err() {
            return Err(PyMemoryError::new_err("there is no room for the rows of the answer"));
        }
        row.write(&mut bytes);
    }
    let dtype = DTYPE.import(py, "numpy", "dtype")?;
    let field = |(name, form, count): Field| match count {
        1 => (name, form).into_pyobject(py).map(Bound::into_any),
        _ => (name, form, (count,)).into_pyobject(py).map(Bound::into_any),
    };
    let fields: Vec<_> = R::fields().into_iter().map(field).collect::<PyResult<_>>()?;
    PyArray1::from_vec(py, bytes).call_method1("view", (dtype.call1((fields,))?,))
}

/// A number or point in the bytes of a row.
pub(crate) trait Bytes {
    fn write(&self, out: &mut Vec<u8>);
}

impl Bytes for f32 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_ne_bytes());
    }
}

impl Bytes for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_ne_bytes());
    }
}

impl Bytes for Vec2 {
    fn write(&self, out: &mut Vec<u8>) {
        Bytes::write(&self.x, out);
        Bytes::write(&self.y, out);
    }
}

impl Bytes for Key {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_bits().to_ne_bytes());
    }
}

/// Makes rows of structs: for each field its name in Python, which is that of the struct, and its form.
macro_rules! rows {
    ($($type:ty { $($field:ident: $form:literal $count:literal),* })*) => {$(
        impl Row for $type {
            fn fields() -> Vec<Field> {
                vec![$((stringify!($field), $form, $count)),*]
            }

            fn write(&self, out: &mut Vec<u8>) {
                $(Bytes::write(&self.$field, out);)*
            }
        }
    )*};
}

rows! {
    Contact { normal: "f4" 2, depth: "f4" 1, point: "f4" 2, on_a: "f4" 2, on_b: "f4" 2 }
    Gap { separation: "f4" 1, normal: "f4" 2, on_a: "f4" 2, on_b: "f4" 2 }
    WorldRayHit { key: "u8" 1, fraction: "f4" 1, point: "f4" 2, normal: "f4" 2, part: "u4" 1, edge: "u4" 1 }
    Nearest { key: "u8" 1, distance: "f4" 1, point: "f4" 2, normal: "f4" 2 }
}

impl Row for () {
    fn fields() -> Vec<Field> {
        Vec::new()
    }

    fn write(&self, _: &mut Vec<u8>) {}
}

/// The distance of a row that is near.
impl Row for f32 {
    fn fields() -> Vec<Field> {
        vec![("distance", "f4", 1)]
    }

    fn write(&self, out: &mut Vec<u8>) {
        Bytes::write(self, out);
    }
}

impl Row for Key {
    fn fields() -> Vec<Field> {
        vec![("key", "u8", 1)]
    }

    fn write(&self, out: &mut Vec<u8>) {
        Bytes::write(self, out);
    }
}

/// NaN everywhere where there is none.
impl Row for Option<Contact> {
    fn fields() -> Vec<Field> {
        Contact::fields()
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Some(contact) => contact.write(out),
            None => (0..9).for_each(|_| Bytes::write(&f32::NAN, out)),
        }
    }
}

/// A pair, and what is answered about it.
impl<A: Row> Row for JoinRow<A> {
    fn fields() -> Vec<Field> {
        [("pair", "u4", 2)].into_iter().chain(A::fields()).collect()
    }

    fn write(&self, out: &mut Vec<u8>) {
        Bytes::write(&self.left, out);
        Bytes::write(&self.right, out);
        self.answer.write(out);
    }
}

/// An answer that begins with a key, and behind the key the number of its question.
pub(crate) struct Answered<R>(pub(crate) u32, pub(crate) R);

impl<R: Row> Row for Answered<R> {
    fn fields() -> Vec<Field> {
        let mut fields = R::fields();
        fields.insert(1, ("question", "u4", 1));
        fields
    }

    fn write(&self, out: &mut Vec<u8>) {
        let behind_key = out.len() + size_of::<u64>();
        self.1.write(out);
        out.splice(behind_key..behind_key, self.0.to_ne_bytes());
    }
}
