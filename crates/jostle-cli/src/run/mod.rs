//! `jostle run`: moves a scene and reports the pairs that begin to touch, still touch and end.
//!
//! Frame 0 is the scene as it stands; every frame is one step of its world and one line of output.
//! The journal of a run can be replayed, to the same hashes.

mod film;
mod swept;

use crate::args::{Broad, Failure, Outside};
use crate::check;
use crate::news::{self, Style};
use crate::output::{Draft, Force, Outputs};
use crate::print::{stdout, write_json};
use crate::problem::Problem;
use crate::replay::slid_form;
use crate::scene::{Cast, Scene};
use film::Film;
use indicatif::{ProgressBar, ProgressStyle};
use jostle::{Event, Placed, Response};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use swept::Swept;

/// The progress bar appears on runs that take longer.
const PATIENCE: Duration = Duration::from_millis(500);

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Scene file (JSON), plain or in gzip; - is standard input.
    file: PathBuf,
    /// How many frames.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    frames: u32,
    /// Writes the events (JSON lines) to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Writes the calls of the run as a journal for `jostle replay`.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draws the frames as an animated GIF.
    #[arg(long, value_name = "FILE")]
    gif: Option<PathBuf>,
    /// Draws each frame as an SVG file in a folder.
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Adds an event "through" for pairs that met only between two frames, and draws outlines between
    /// them.
    #[arg(long)]
    swept: bool,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    broad: Broad,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let in_file = |problem: Problem| problem.in_file(&args.file);
    let scene = Scene::read_within(&args.file, &args.outside.reach(&args.file))?;
    let mut cast = scene.cast_into(args.broad.world()).map_err(in_file)?;
    let inputs = scene.files.iter().chain([&args.file]).cloned();
    let outputs = Outputs::new(&args.force, inputs);
    let begin =
        |path: &Option<PathBuf>| path.as_deref().map(|path| outputs.begin(path)).transpose();
    let mut file = begin(&args.out)?;
    let mut stdout = BufWriter::new(stdout());
    let out: &mut dyn Write = match &mut file {
        Some(file) => file,
        None => &mut stdout,
    };
    let mut journal = begin(&args.record)?;
    let mut film = if args.gif.is_some() || args.svg.is_some() {
        let view = film::view(&scene, args.frames).map_err(in_file)?;
        Some(Film::new(view, args.gif.as_deref(), &outputs)?)
    } else {
        None
    };
    if journal.is_some() {
        cast.world.record();
    }
    let mut swept = args.swept.then(|| Swept::new(film.is_some()));
    let bar = progress(args.frames);
    for frame in 0..args.frames {
        if frame > 0 {
            advance(&scene, &mut cast, frame).map_err(in_file)?;
        }
        let line = step(&scene, &mut cast, frame, swept.as_mut());
        write_json(&mut *out, &line)?;
        out.write_all(b"\n")?;
        if let Some(journal) = &mut journal {
            for form in cast.world.drain_journal().filter_map(|op| op.to_json()) {
                write_json(&mut *journal, &form)?;
                journal.write_all(b"\n")?;
            }
        }
        if let Some(film) = &mut film {
            let on_the_way = swept.as_ref().map_or(&[][..], |swept| &swept.on_the_way);
            film.shoot(&scene, &cast, frame, on_the_way, args.svg.as_deref())?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    stdout.flush()?;
    for draft in [file, journal, film.map(Film::end).transpose()?.flatten()] {
        draft.map(Draft::finish).transpose()?;
    }
    outputs.report();
    Ok(ExitCode::SUCCESS)
}

fn progress(frames: u32) -> ProgressBar {
    let bar = ProgressBar::new(frames.into());
    // A template that is a constant is right or never was.
    if let Ok(style) = ProgressStyle::with_template("{bar:40} frame {pos} of {len}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(PATIENCE);
    bar
}

/// Puts everything where it is at a frame.
fn advance(scene: &Scene, cast: &mut Cast, frame: u32) -> Result<(), Problem> {
    for (key, start, node) in &cast.nodes {
        let node = &scene.nodes[*node];
        if node.motion.is_still() {
            continue;
        }
        let place = || format!("{:?} at frame {frame}", node.id);
        let moved = cast.world.set_transform(*key, node.motion.at(*start, frame));
        moved.map_err(|error| Problem::of_world(place(), &error))?;
    }
    // Then those that slide, among all that stand where they are in this frame.
    for (key, _, node) in &cast.nodes {
        let Some(slide) = scene.nodes[*node].slide else { continue };
        let slid = cast.slides.entry(*node).or_default();
        let slide = slide.footing(slid.footing);
        let done = cast.world.slide_into(*key, &slide, |_| Response::Slide, slid);
        let place = || format!("{:?} at frame {frame}", scene.nodes[*node].id);
        done.map_err(|error| Problem::of_world(place(), &error))?;
    }
    Ok(())
}

/// The line of a frame.
#[derive(Serialize)]
struct Line {
    events: Vec<Box<RawValue>>,
    frame: u32,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    slides: Option<Value>,
}

/// The news of a frame, pairs in the order of the file, exits before enters.
fn step(scene: &Scene, cast: &mut Cast, frame: u32, swept: Option<&mut Swept>) -> Line {
    let told = cast.world.step();
    let world = &cast.world;
    let numbers = |event: &Event<usize>| match event {
        Event::Exit(parting) => Some([parting.data_a, parting.data_b]),
        _ => {
            let [a, b] = event.keys().map(|key| world.data(key).copied());
            Some([a?, b?])
        }
    };
    let id = |index: usize| scene.colliders.get(index).map_or("", |collider| &collider.id).into();
    let mut events = news::list(world, &told, Style::Plain, numbers, id);
    if let Some(swept) = swept {
        events.extend(swept.through(scene, cast, frame).iter().filter_map(news::raw));
    }
    let hash = format!("{:016x}", cast.world.hash());
    let name = |key| world.data(key).map_or(Value::Null, |index| id(*index));
    let slides = cast.slides.iter().map(|(node, slid)| {
        let mut form = slid_form(slid, name);
        form["id"] = scene.nodes[*node].id.as_str().into();
        form
    });
    let slides = (!cast.slides.is_empty()).then(|| slides.collect());
    Line { events, frame, hash, slides }
}

/// The picture of one frame.
fn picture(scene: &Scene, cast: &Cast, on_the_way: &[Placed], view: &check::View) -> String {
    check::draw(scene, &check::placed(cast), on_the_way, &check::touching(cast), view)
}
