//! `jostle check`: everything that touches in a scene, as a table, as JSON and as a picture.

mod pairs;
mod picture;
mod report;
pub(crate) mod svg;

use crate::args::{Failure, Outside, SOMETHING_TOUCHES};
use crate::output::{Force, Outputs, marked_png};
use crate::print::{complain, stdout};
use crate::problem::Problem;
use crate::scene::Scene;
pub(crate) use report::{pair_of, word as relation_word};

use jostle::Placed;
pub(crate) use pairs::{placed, touching};
use picture::Picture;
pub(crate) use picture::View;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scene file (JSON) or Tiled map (.tmx, .tmj, .json), plain or in gzip; - is standard input.
    file: PathBuf,
    /// Prints JSON instead of a table.
    #[arg(long)]
    json: bool,
    /// Draws the scene as an SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draws the scene as a PNG file.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Exits with 1 when something touches.
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let scene = Scene::read_within(&args.file, &args.outside.reach(&args.file))?;
    let mut cast = scene.cast().map_err(|problem| problem.in_file(&args.file))?;
    let found = pairs::find(&mut cast);
    let inputs = scene.files.iter().chain([&args.file]).cloned();
    let outputs = Outputs::new(&args.force, inputs);

    if args.svg.is_some() || args.png.is_some() {
        let placed = pairs::placed(&cast);
        let boxes = placed.iter().map(Placed::bounds);
        let text = draw(&scene, &placed, &[], &found, &View::around(boxes));
        if let Some(file) = &args.svg {
            outputs.save(file, text.as_bytes())?;
        }
        if let Some(file) = &args.png {
            let png = svg::render(&text).map_err(|why| Problem::new("", why).in_file(file))?;
            outputs.save(file, &marked_png(png))?;
        }
    }

    let mut out = BufWriter::new(stdout());
    if args.json {
        report::json(&mut out, &scene, &found)?;
    } else {
        report::table(&mut out, &scene, &found)?;
        for note in &scene.notes {
            complain(note);
        }
    }
    out.flush()?;
    outputs.report();
    let touches = args.exit_code && !found.is_empty();
    Ok(if touches { ExitCode::from(SOMETHING_TOUCHES) } else { ExitCode::SUCCESS })
}

/// Draws the scene as SVG, with outlines of what moved on its way here.
pub(crate) fn draw(
    scene: &Scene,
    placed: &[Placed],
    on_the_way: &[Placed],
    found: &[pairs::Found],
    view: &View,
) -> String {
    svg::write(&Picture::of(scene, placed, on_the_way, found, view))
}
