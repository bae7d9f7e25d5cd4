//! `jostle trace`: hitboxes from pictures, animations and sheets, with their measured error.

mod inputs;
mod job;
mod options;
mod preview;
mod progress;
mod report;

pub(crate) use options::{Wishes, detail, fill};

use crate::args::{BAD_INPUT, Failure, Outside};
use crate::output::{Force, Outputs};
use crate::print::{complain, stdout};
use crate::problem::Problem;
use inputs::{Found, Input};
use job::{Done, Preview};
use jostle_tiled::Reach;
use jostle_trace::{Format, Pieces, Sprite};
use progress::Progress;
use rayon::prelude::*;
use std::io::{BufWriter, Write};
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
    #[command(flatten)]
    force: Force,
}

fn format(name: &str) -> Result<Format, String> {
    Format::parse(name).ok_or_else(|| {
        let all: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
        format!("the formats are {}", all.join(", "))
    })
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let wishes = args.options.wishes()?;
    let of_pieces = args.formats.iter().find(|format| format.needs_pieces());
    if let (Pieces::None, Some(format)) = (wishes.tracing.pieces, of_pieces) {
        let why = format!("{} files consist of pieces; json and svg do not", format.name());
        return Err(Problem::new("--no-pieces", why).into());
    }
    let Found { inputs: found, passed_over } = inputs::find(&args.inputs, args.out.as_deref());
    let alone = found.len() == 1;
    let inputs = found.iter().flatten().map(|input| input.path.clone());
    let mut outputs = Outputs::new(&args.force, inputs);
    // A refusal that is certain should not wait for the tracing.
    args.report.as_deref().map(|file| outputs.check(file)).transpose()?;
    let preview = args.preview.as_deref().map(|file| Preview { file, alone });
    let progress = Progress::new(found.len());
    let done: Vec<Result<Done, Problem>> = found
        .into_par_iter()
        .map(|input| {
            let input = input?;
            progress.begin(&input.stem);
            let done = one(args, &wishes, &input, preview, &outputs)
                .map_err(|problem| problem.in_file(&input.path));
            progress.end();
            done
        })
        .collect();
    progress.finish();
    // Only now is it known which pictures the sheets name, and no preview may replace one.
    outputs.protect(done.iter().flatten().flat_map(|done| done.files.iter().cloned()));
    let drawn = |done: Done| {
        let mut previews = done.previews.iter();
        previews.try_for_each(|(file, png)| outputs.save_below(file, png)).map(|()| done)
    };
    let done: Vec<_> = done.into_iter().map(|result| result.and_then(drawn)).collect();

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
        outputs.save_below(file, report::lines(&done).as_bytes())?;
    }
    let mut out = BufWriter::new(stdout());
    report::table(&mut out, &done, wishes.tracing.edges, failed)?;
    out.flush()?;
    outputs.report();
    Ok(if failed > 0 { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS })
}

/// Traces one input and writes its files.
fn one(
    args: &Args,
    wishes: &Wishes,
    input: &Input,
    preview: Option<Preview<'_>>,
    outputs: &Outputs,
) -> Result<Done, Problem> {
    let reach = args.outside.reach(&input.path);
    let done = job::trace(wishes, (input, &Reach::Anywhere), &reach, preview)?;
    let folder = input.out.as_path();
    let texts = args.formats.iter().flat_map(|format| format.write(&done.sprite));
    let files: Vec<_> = texts.map(|(name, text)| (folder.join(name), text)).collect();
    // All of them or none.
    files.iter().try_for_each(|(file, _)| outputs.check(file))?;
    files.iter().try_for_each(|(file, text)| outputs.save_below(file, text.as_bytes()))?;
    Ok(done)
}

/// Traces a file that something else names; both it and what it names lie within the reach. Returns all of these
/// files, too.
pub(crate) fn sprite(
    wishes: &Wishes,
    path: &Path,
    reach: &Reach,
) -> Result<(Sprite, Vec<PathBuf>), Problem> {
    let input = inputs::input(path.to_owned(), Path::new(""), None)?;
    let traced = job::trace(wishes, (&input, reach), reach, None);
    let done = traced.map_err(|problem| problem.in_file(path))?;
    let mut files = done.files;
    files.push(path.to_owned());
    Ok((done.sprite, files))
}
