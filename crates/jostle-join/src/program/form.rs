//! The forms of tables, by the endings of their names.

use crate::failure::Failure;
use std::path::Path;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    Parquet,
    Arrow,
    Csv,
    JsonLines,
}

const ENDINGS: [(&str, Form); 7] = [
    ("parquet", Form::Parquet),
    ("arrow", Form::Arrow),
    ("ipc", Form::Arrow),
    ("feather", Form::Arrow),
    ("csv", Form::Csv),
    ("jsonl", Form::JsonLines),
    ("ndjson", Form::JsonLines),
];

/// Returns the form that the ending of a name means.
pub(crate) fn of(path: &Path) -> Result<Form, Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let known = ENDINGS.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
    known.map(|(_, form)| *form).ok_or_else(|| {
        let known = ENDINGS.map(|(ending, _)| format!(".{ending}")).join(", ");
        Failure::file(path, format!("the name of a table ends in one of {known}"))
    })
}
