//! Answers as structured arrays of NumPy.

use jostle::join::JoinRow;
use jostle::query::{Contact, Gap};
use jostle::{Nearest, PairContact, Vec2, WorldRayHit};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// A row of a structured array.
pub(crate) trait Row {
    /// Name, form and length of each field, without holes between them.
    const FIELDS: &'static [(&'static str, &'static str, usize)];

    fn write(&self, out: &mut Vec<u8>);
}

/// Makes a structured array of rows; its memory is the one that the rows were written to.
pub(crate) fn structured<'py, R: Row>(
    py: Python<'py>,
    rows: impl IntoIterator<Item = R>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::new();
    rows.into_iter().for_each(|row| row.write(&mut bytes));
    from_bytes::<R>(py, bytes)
}

pub(crate) fn from_bytes<R: Row>(py: Python<'_>, bytes: Vec<u8>) -> PyResult<Bound<'_, PyAny>> {
    static DTYPE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let dtype = DTYPE.import(py, "numpy", "dtype")?;
    let field = |&(name, form, count)| match count {
        1 => (name, form).into_pyobject(py).map(Bound::into_any),
        _ => (name, form, (count,)).into_pyobject(py).map(Bound::into_any),
    };
    let fields: Vec<_> = R::FIELDS.iter().map(field).collect::<PyResult<_>>()?;
    PyArray1::from_vec(py, bytes).call_method1("view", (dtype.call1((fields,))?,))
}

pub(crate) fn floats<const N: usize>(out: &mut Vec<u8>, numbers: [f32; N]) {
    numbers.iter().for_each(|number| out.extend_from_slice(&number.to_ne_bytes()));
}

pub(crate) fn points<const N: usize>(out: &mut Vec<u8>, points: [Vec2; N]) {
    points.iter().for_each(|point| floats(out, [point.x, point.y]));
}

/// Writes a contact; NaN everywhere where there is none.
pub(crate) fn contact(out: &mut Vec<u8>, contact: Option<&Contact>) {
    let Some(c) = contact else { return floats(out, [f32::NAN; 9]) };
    points(out, [c.normal]);
    floats(out, [c.depth]);
    points(out, [c.point, c.on_a, c.on_b]);
}

impl Row for Option<Contact> {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[
        ("normal", "f4", 2),
        ("depth", "f4", 1),
        ("point", "f4", 2),
        ("on_a", "f4", 2),
        ("on_b", "f4", 2),
    ];

    fn write(&self, out: &mut Vec<u8>) {
        contact(out, self.as_ref());
    }
}

impl Row for &PairContact {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[
        ("pair", "u4", 2),
        ("normal", "f4", 2),
        ("depth", "f4", 1),
        ("point", "f4", 2),
        ("on_a", "f4", 2),
        ("on_b", "f4", 2),
    ];

    fn write(&self, out: &mut Vec<u8>) {
        self.pair.iter().for_each(|index| out.extend_from_slice(&index.to_ne_bytes()));
        contact(out, Some(&self.contact));
    }
}

impl Row for Gap {
    const FIELDS: &'static [(&'static str, &'static str, usize)] =
        &[("separation", "f4", 1), ("normal", "f4", 2), ("on_a", "f4", 2), ("on_b", "f4", 2)];

    fn write(&self, out: &mut Vec<u8>) {
        floats(out, [self.separation]);
        points(out, [self.normal, self.on_a, self.on_b]);
    }
}

impl<A: JoinAnswer> Row for JoinRow<A> {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = A::FIELDS;

    fn write(&self, out: &mut Vec<u8>) {
        [self.left, self.right].iter().for_each(|row| out.extend_from_slice(&row.to_ne_bytes()));
        self.answer.write(out);
    }
}

/// What a join answers, behind the pair.
pub(crate) trait JoinAnswer {
    const FIELDS: &'static [(&'static str, &'static str, usize)];

    fn write(&self, out: &mut Vec<u8>);
}

impl JoinAnswer for () {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[("pair", "u4", 2)];

    fn write(&self, _: &mut Vec<u8>) {}
}

impl JoinAnswer for Contact {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = <&PairContact>::FIELDS;

    fn write(&self, out: &mut Vec<u8>) {
        contact(out, Some(self));
    }
}

impl JoinAnswer for Gap {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[
        ("pair", "u4", 2),
        ("separation", "f4", 1),
        ("normal", "f4", 2),
        ("on_a", "f4", 2),
        ("on_b", "f4", 2),
    ];

    fn write(&self, out: &mut Vec<u8>) {
        Row::write(self, out);
    }
}

/// An answer beside the number of its question.
pub(crate) struct Answered<R>(pub(crate) u32, pub(crate) R);

impl Row for Answered<WorldRayHit> {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[
        ("key", "u8", 1),
        ("question", "u4", 1),
        ("fraction", "f4", 1),
        ("point", "f4", 2),
        ("normal", "f4", 2),
        ("part", "u4", 1),
        ("edge", "u4", 1),
    ];

    fn write(&self, out: &mut Vec<u8>) {
        let hit = &self.1;
        out.extend_from_slice(&hit.key.to_bits().to_ne_bytes());
        out.extend_from_slice(&self.0.to_ne_bytes());
        floats(out, [hit.fraction]);
        points(out, [hit.point, hit.normal]);
        out.extend_from_slice(&hit.part.to_ne_bytes());
        out.extend_from_slice(&hit.edge.to_ne_bytes());
    }
}

impl Row for Answered<Nearest> {
    const FIELDS: &'static [(&'static str, &'static str, usize)] = &[
        ("key", "u8", 1),
        ("question", "u4", 1),
        ("distance", "f4", 1),
        ("point", "f4", 2),
        ("normal", "f4", 2),
    ];

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.1.key.to_bits().to_ne_bytes());
        out.extend_from_slice(&self.0.to_ne_bytes());
        floats(out, [self.1.distance]);
        points(out, [self.1.point, self.1.normal]);
    }
}

impl Row for Answered<jostle::Key> {
    const FIELDS: &'static [(&'static str, &'static str, usize)] =
        &[("key", "u8", 1), ("question", "u4", 1)];

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.1.to_bits().to_ne_bytes());
        out.extend_from_slice(&self.0.to_ne_bytes());
    }
}
