//! `jostle trace`: hitboxes from pictures, animations and sheets, with their measured error.

mod inputs;
mod job;
mod options;
mod preview;
mod report;

pub(crate) use options::{Wishes, detail, fill};

use crate::args::{BAD_INPUT, Failure, Outside};
use crate::files::{self, complain};
use crate::problem::Problem;
use indicatif::{ProgressBar, ProgressStyle};
use inputs::{Found, Input};
use job::{Done, Preview};
use jostle_tiled::Reach;
use jostle_trace::{Format, Sprite};
use rayon::prelude::*;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Pictures (PNG, APNG, GIF, WebP, Aseprite), sheets (JSON of TexturePacker, PixiJS or
    /// Aseprite; Tiled's .tsx and .tsj), folders of pictures, or patterns such as 'art/*.png'.
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<String>,
    #[command(flatten)]
    options: options::Options,
    /// A form to write, once for each: json, svg, phaser, tsx, tres, libgdx, rube, pixi, ron, h.
    #[arg(long = "format", value_name = "FORMAT", value_parser = format, default_value = "json")]
    formats: Vec<Format>,
    /// The folder to write to, created if missing; else beside each input.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draws the hitbox over the enlarged sprite as a PNG file; of several, the name goes before
    /// the extension.
    #[arg(long, value_name = "FILE")]
    preview: Option<PathBuf>,
    /// Writes the reports of all hitboxes as JSON lines.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    outside: Outside,
}

fn format(name: &str) -> Result<Format, String> {
    Format::parse(name).ok_or_else(|| {
        let all: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("the formats are {}", all.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let wishes = args.options.wishes()?;
    let Found { inputs: found, passed_over } = inputs::find(&args.inputs, args.out.as_deref());
    let alone = found.len() == 1;
    let preview = args.preview.as_deref().map(|file| Preview { file, alone });
    let progress = ProgressBar::new(found.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}") {
        progress.set_style(style);
    }
    let done: Vec<Result<Done, Problem>> = found
        .into_par_iter()
        .map(|input| {
            let input = input?;
            let done =
                one(args, &wishes, &input, preview).map_err(|problem| problem.in_file(&input.path));
            progress.set_message(input.stem.clone());
            progress.inc(1);
            done
        })
        .collect();
    progress.finish_and_clear();

    let failed = done.iter().filter(|result| result.is_err()).count();
    for problem in done.iter().filter_map(|result| result.as_ref().err()) {
        complain(problem);
    }
    if let Some(first) = passed_over.first() {
        let (count, first) = (passed_over.len(), first.display());
        let kinds = "passed over pictures of kinds that are not read";
        complain(format_args!("{kinds}: {count}, the first is {first}"));
    }
    if let Some(file) = &args.report {
        save(file, report::lines(&done).as_bytes())?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    report::table(&mut out, &done, wishes.tracing.edges, failed)?;
    out.flush()?;
    Ok(if failed > 0 { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS })
}

/// Traces one input and writes its files.
fn one(
    args: &Args,
    wishes: &Wishes,
    input: &Input,
    preview: Option<Preview<'_>>,
) -> Result<Done, Problem> {
    let reach = args.outside.reach(&input.path);
    let done = job::trace(wishes, (input, &Reach::Anywhere), &reach, preview)?;
    let folder = input.out.as_path();
    for format in &args.formats {
        for (name, text) in format.write(&done.sprite) {
            let file = folder.join(name);
            if fs::canonicalize(&file).is_ok_and(|known| known == input.canonical) {
                let message = "this would be written over its own input; say where with --out";
                return Err(Problem::new("", message).in_file(&file));
            }
            save(&file, text.as_bytes())?;
        }
    }
    Ok(done)
}

/// Traces a file that something else names; both it and what it names lie within the reach.
pub(crate) fn sprite(wishes: &Wishes, path: &Path, reach: &Reach) -> Result<Sprite, Problem> {
    let input = inputs::input(path.to_owned(), Path::new(""), None)?;
    let traced = job::trace(wishes, (&input, reach), reach, None);
    let done = traced.map_err(|problem| problem.in_file(path))?;
    Ok(done.sprite)
}

/// Writes a file, and creates the folder for it if missing.
fn save(file: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let folder = file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .map_err(|error| Problem::new("", error.to_string()).in_file(file))?;
    files::save(file, bytes)
}
