//! jostle and its peers on the same input, in the same run: `cargo run --release -p jostle-bench`.
//!
//! README.md states the measurements and the method; `record/` keeps the last whole run.

mod alone;
mod broad;
mod build;
mod clock;
mod concave;
mod contest;
mod draw;
mod frames;
mod growth;
mod large;
mod machine;
mod matrix;
mod memory;
mod motion;
mod pairs;
mod peers;
mod plot;
mod programs;
mod rays;
mod report;
mod scene;
mod slides;
mod spread;

use broad::worlds::Class;
use clap::{Parser, ValueEnum};
use plot::Plot;
use report::{Report, Section};
use std::path::{Path, PathBuf};

type Failure = Box<dyn std::error::Error>;

/// Measures jostle beside its peers, and prints Markdown.
#[derive(Parser)]
struct Args {
    /// What to measure; all of it without a word.
    parts: Vec<Part>,
    /// Fewer rounds, and nothing that takes long.
    #[arg(long)]
    quick: bool,
    /// Writes everything as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draws cost against number into a folder, as SVG.
    #[arg(long, value_name = "FOLDER")]
    plot: Option<PathBuf>,
    /// Writes the Markdown of each part and the pictures into a folder, as parts are done, and a page with the
    /// rows of all parts that lie there.
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// Prints what one world keeps in memory: what the bench starts itself for.
    #[arg(long, hide = true, value_name = "WHO")]
    memory_of: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    Pairs,
    Concave,
    Broad,
    Still,
    Odd,
    Frames,
    Rays,
    Alone,
    Motion,
    Slides,
    Large,
    Memory,
    Build,
    Growth,
    Threads,
    Programs,
    Matrix,
}

pub(crate) struct Options {
    rounds: usize,
    quick: bool,
}

fn run(part: Part, options: &Options) -> Result<(Section, Vec<Plot>), Failure> {
    let plain = |section: Result<Section, Failure>| Ok((section?, Vec::new()));
    match part {
        Part::Pairs => plain(pairs::run(options)),
        Part::Concave => plain(concave::run(options)),
        Part::Broad => broad::run(Class::Moving, options),
        Part::Still => broad::run(Class::Still, options),
        Part::Odd => broad::run(Class::Odd, options),
        Part::Frames => plain(frames::run(options)),
        Part::Rays => plain(rays::run(options)),
        Part::Alone => plain(alone::run(options)),
        Part::Motion => plain(motion::run(options)),
        Part::Slides => plain(slides::run(options)),
        Part::Large => plain(large::run(options)),
        Part::Memory => plain(memory::run(options)),
        Part::Build => plain(build::run(options)),
        Part::Growth => growth::run(options),
        Part::Threads => plain(growth::threads(options)),
        Part::Programs => plain(programs::run(options)),
        Part::Matrix => plain(matrix::run(options)),
    }
}

fn name(part: Part) -> String {
    format!("{part:?}").to_lowercase()
}

/// The page of a record: the first table of each part that lies in its folder, with its date.
fn index(folder: &Path) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for part in Part::value_variants() {
        let Ok(text) = std::fs::read_to_string(folder.join(name(*part) + ".md")) else { continue };
        let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
        let (title, date) =
            (after("## ").unwrap_or_default(), after("- date: ").unwrap_or_default());
        let table = text.lines().skip_while(|line| !line.starts_with("| workload | unit"));
        let table: Vec<_> = table.take_while(|line| line.starts_with('|')).collect();
        if let [_, _, own @ ..] = &table[..] {
            rows.push(format!("| **{title}** ({date}) | | | | | | | |"));
            rows.extend(own.iter().map(|row| (*row).to_owned()));
        }
    }
    let head = "| workload | unit | jostle | best peer | | ratio | goal | |\n|---|---|---:|---:|---|---:|---:|---|";
    Ok(format!("{INDEX}\n{head}\n{}\n", rows.join("\n")))
}

const INDEX: &str = "\
# Records

The newest run of each part: its Markdown has all contestants, and names the machine and the commit.
`matrix.md` has every kind with every kind.
";

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    if let Some(who) = &args.memory_of {
        return memory::report_own(who);
    }
    let options = Options { rounds: if args.quick { 7 } else { 11 }, quick: args.quick };
    let machine = machine::describe();
    let mut report = Report { machine, sections: Vec::new() };
    print!("{}", report.heading());
    for part in Part::value_variants() {
        if !args.parts.is_empty() && !args.parts.contains(part) {
            continue;
        }
        let (section, plots) = run(*part, &options)?;
        print!("\n{}", section.markdown());
        if let Some(folder) = args.plot.as_ref().or(args.record.as_ref()) {
            std::fs::create_dir_all(folder)?;
            plots.iter().try_for_each(|plot| plot.save(folder))?;
        }
        if let Some(folder) = &args.record {
            let own = Report { machine: report.machine.clone(), sections: vec![section.clone()] };
            std::fs::write(folder.join(name(*part) + ".md"), own.markdown())?;
            std::fs::write(folder.join("README.md"), index(folder)?)?;
        }
        report.sections.push(section);
    }
    if let Some(file) = &args.json {
        std::fs::write(file, report.json_text()?)?;
    }
    Ok(())
}
