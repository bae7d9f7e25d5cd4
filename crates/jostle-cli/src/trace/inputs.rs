//! Which files the arguments name: files as they are, folders with all pictures in them, patterns.

use crate::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The extensions of the pictures that a folder is searched for.
const PICTURES: [&str; 6] = ["png", "apng", "gif", "webp", "aseprite", "ase"];

/// Those of pictures of other kinds, which are named when a folder has any.
const OTHER_PICTURES: [&str; 14] = [
    "jpg", "jpeg", "bmp", "tga", "tif", "tiff", "psd", "svg", "avif", "heic", "qoi", "dds", "kra",
    "xcf",
];

/// What the arguments name.
#[derive(Default)]
pub(super) struct Found {
    /// In the order of the arguments and by name within each; what cannot be read stays in its
    /// place as a problem.
    pub(super) inputs: Vec<Result<Input, Problem>>,
    /// Pictures in folders that are of no kind that can be read.
    pub(super) passed_over: Vec<PathBuf>,
}

/// A file to trace.
pub(super) struct Input {
    pub(super) path: PathBuf,
    /// The name of its files: that of the input without folder and extension, or with the extension where another
    /// picture or input has the same.
    pub(super) stem: String,
    /// The name of its previews, which all go to one folder: the stem, or the whole path where
    /// another input has the same stem.
    pub(super) label: String,
    /// The folder to write to.
    pub(super) out: PathBuf,
}

/// Finds all files.
pub(super) fn find(arguments: &[String], out: Option<&Path>) -> Found {
    let mut all = Found::default();
    for argument in arguments {
        let path = Path::new(argument);
        if path.is_dir() {
            let before = all.inputs.len();
            folder(path, Path::new(""), out, &mut all);
            if all.inputs.len() == before {
                let message = "no picture that can be read is in this folder";
                all.inputs.push(Err(Problem::new("", message).in_file(path)));
            }
        } else if path.exists() || !argument.contains(['*', '?', '[']) {
            all.inputs.push(input(path.to_owned(), Path::new(""), out));
        } else {
            pattern(argument, out, &mut all.inputs);
        }
    }
    keep_extensions(&mut all.inputs);
    refuse_collisions(&mut all.inputs);
    tell_apart(&mut all.inputs);
    all
}

fn pattern(argument: &str, out: Option<&Path>, found: &mut Vec<Result<Input, Problem>>) {
    let wrong = |why: String| Err(Problem::new("", why).in_file(Path::new(argument)));
    let before = found.len();
    match glob::glob(argument) {
        Err(error) => found.push(wrong(error.to_string())),
        Ok(paths) => {
            for path in paths {
                match path {
                    Ok(path) if path.is_dir() => {}
                    Ok(path) => found.push(input(path, Path::new(""), out)),
                    Err(error) => found.push(wrong(error.to_string())),
                }
            }
        }
    }
    if found.len() == before {
        found.push(wrong("no file has such a name".to_owned()));
    }
}

/// Takes the pictures of a folder and of those in it; `below` is the way from the outermost.
fn folder(path: &Path, below: &Path, out: Option<&Path>, all: &mut Found) {
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            all.inputs.push(Err(Problem::new("", error.to_string()).in_file(path)));
            return;
        }
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Links to folders are not followed: they may lead round in a circle.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folder(&path, &below.join(entry.file_name()), out, all);
        } else if has_extension(&path, &PICTURES) && !path.is_dir() {
            all.inputs.push(input(path, below, out));
        } else if has_extension(&path, &OTHER_PICTURES) {
            all.passed_over.push(path);
        }
    }
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|own| known.iter().any(|known| own.eq_ignore_ascii_case(known)))
}

/// Takes one file as it is.
pub(super) fn input(path: PathBuf, below: &Path, out: Option<&Path>) -> Result<Input, Problem> {
    path.metadata().map_err(|error| Problem::new("", error.to_string()).in_file(&path))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let beside = || path.parent().unwrap_or(Path::new("")).to_owned();
    let out = out.map_or_else(beside, |out| out.join(below));
    Ok(Input { path, label: stem.clone(), stem, out })
}

/// Names the files of hero.png and hero.aseprite apart: by their whole names, if both lie in a folder or are both
/// traced.
fn keep_extensions(found: &mut [Result<Input, Problem>]) {
    let mut counts: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for input in found.iter().flatten() {
        counts.entry(input.out.join(&input.stem)).or_default().insert(input.path.clone());
    }
    for input in found.iter_mut().flatten() {
        let same = counts.get(&input.out.join(&input.stem)).map_or(0, BTreeSet::len);
        if same > 1 || has_twin(&input.path) {
            let name = input.path.file_name().unwrap_or_default();
            input.stem = name.to_string_lossy().into_owned();
            input.label.clone_from(&input.stem);
        }
    }
}

/// Whether a picture of another kind has the same name beside this one.
fn has_twin(path: &Path) -> bool {
    let own = path.extension().unwrap_or_default();
    let others = PICTURES.iter().filter(|other| !own.eq_ignore_ascii_case(other));
    has_extension(path, &PICTURES)
        && others.map(|other| path.with_extension(other)).any(|p| p.exists())
}

/// Two inputs of the same name would write the same files: all but the first are refused.
fn refuse_collisions(found: &mut [Result<Input, Problem>]) {
    let mut first: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for slot in found {
        let Ok(input) = slot else { continue };
        let key = input.out.join(&input.stem);
        if let Some(other) = first.get(&key) {
            let message = format!(
                "its files would have the names of those of {}; trace it by itself, with another --out",
                other.display()
            );
            *slot = Err(Problem::new("", message).in_file(&input.path));
        } else {
            first.insert(key, input.path.clone());
        }
    }
}

/// Labels inputs of the same stem by their whole paths.
fn tell_apart(found: &mut [Result<Input, Problem>]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for input in found.iter().flatten() {
        *counts.entry(input.stem.clone()).or_default() += 1;
    }
    for input in found.iter_mut().flatten() {
        if counts.get(&input.stem).is_some_and(|&count| count > 1) {
            let path = input.path.with_extension("");
            input.label = path.to_string_lossy().trim_start_matches(['/', '\\']).to_owned();
        }
    }
}
