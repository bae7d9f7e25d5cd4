//! `jostle check`: everything that touches in a scene, as a table and as JSON.

mod pairs;
mod report;

use crate::args::{Failure, SOMETHING_TOUCHES};
use crate::scene::Scene;
pub(crate) use report::{pair_of, word as relation_word};

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scene file (JSON) or Tiled map (.tmx, .tmj, .json), plain or in gzip; - is standard input.
    file: PathBuf,
    /// Prints JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Exits with 1 when something touches.
    #[arg(long)]
    exit_code: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let scene = Scene::read(&args.file)?;
    let placed = pairs::place(&scene).map_err(|problem| problem.in_file(&args.file))?;
    let found = pairs::find(&scene, &placed);

    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        report::json(&mut out, &scene, &found)?;
    } else {
        report::table(&mut out, &scene, &found)?;
        for note in &scene.notes {
            // A closed standard error is no reason to keep the table back.
            let _ = writeln!(io::stderr(), "jostle: {note}");
        }
    }
    out.flush()?;
    let touches = args.exit_code && !found.is_empty();
    Ok(if touches { ExitCode::from(SOMETHING_TOUCHES) } else { ExitCode::SUCCESS })
}
