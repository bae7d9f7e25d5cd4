//! `jostle replay`: the calls of a journal, one JSON line each, done in a world.
//!
//! Every `step` answers with its events and the hash of the world, every query with its answer, and
//! every call that cannot be done with an error; nothing but the end of input stops the stream.
//! Other calls answer nothing. Answers are flushed whenever no further line is waiting.

mod questions;
mod slides;

use crate::Problem;
use crate::args::{Broad, Failure};
use crate::news;
pub use crate::news::Style;
use crate::print::{Named, stdin, stdout, write_json};
use crate::query::{QueryError, next_line, text_of};
use jostle::{
    World, WorldError,
    json::LayerNames,
    world::{Op, Replay, ReplayError},
};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use slides::Slides;
pub(crate) use slides::slid_form;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `jostle replay`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Journal (JSON lines); - or nothing is standard input.
    file: Option<PathBuf>,
    #[command(flatten)]
    broad: Broad,
    /// Adds contacts, sensors and touching parts to the events.
    #[arg(long)]
    contacts: bool,
}

pub(crate) fn main(args: &Args) -> Result<ExitCode, Failure> {
    let style = if args.contacts { Style::Contacts } else { Style::Plain };
    match args.file.as_deref().filter(|file| *file != Path::new("-")) {
        None => run(stdin(), stdout(), args.broad.world(), style)?,
        Some(file) => {
            let open = File::open(file);
            let open = open.map_err(|error| Problem::new("", error.to_string()).in_file(file))?;
            run(Named::new(file.display(), open), stdout(), args.broad.world(), style)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Does every line of `input` in the world, which should be empty, and answers on `output`.
///
/// # Errors
/// Only those of reading and writing.
pub fn run(
    input: impl Read,
    output: impl Write,
    world: World<u64>,
    style: Style,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::new(output);
    let mut player = Player::new(world, style);
    let mut line = Vec::new();
    for number in 1_u64.. {
        let Some(length) = next_line(&mut input, &mut line)? else { break };
        let answer = match text_of(&line, length).and_then(|text| player.line(text)) {
            Ok(Answer::Nothing) => None,
            Ok(Answer::Step(step)) => {
                write_json(&mut output, &step)?;
                output.write_all(b"\n")?;
                None
            }
            Ok(Answer::Query(ok)) => Some(json!({ "line": number, "ok": ok })),
            Err(QueryError { kind, message }) => Some(
                json!({ "line": number, "error": { "kind": kind.as_str(), "message": message } }),
            ),
        };
        if let Some(answer) = answer {
            write_json(&mut output, &answer)?;
            output.write_all(b"\n")?;
        }
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}

enum Answer {
    Nothing,
    Step(Step),
    Query(Value),
}

/// What a step answers.
#[derive(Serialize)]
struct Step {
    events: Vec<Box<RawValue>>,
    hash: String,
    step: u64,
}

struct Player {
    replay: Replay,
    names: LayerNames,
    style: Style,
    steps: u64,
    slides: Slides,
}

impl Player {
    fn new(world: World<u64>, style: Style) -> Self {
        Self {
            replay: Replay::in_world(world),
            names: LayerNames::default(),
            style,
            steps: 0,
            slides: Slides::default(),
        }
    }

    fn line(&mut self, text: &str) -> Result<Answer, QueryError> {
        if text.trim().is_empty() {
            return Ok(Answer::Nothing);
        }
        let value: Value = serde_json::from_str(text)?;
        let op = value.get("op").and_then(Value::as_str);
        if op == Some("slide") {
            return self.slides.slide(text, &mut self.names, &mut self.replay).map(Answer::Query);
        }
        if let Some(query) = op.filter(|op| !Op::WORDS.contains(op)) {
            return questions::answer(query, text, &mut self.names, &self.replay)
                .map(Answer::Query);
        }
        let op = Op::from_json(&value, &mut self.names)?;
        let Some(events) = self.replay.apply(&op).map_err(refused)? else {
            return Ok(Answer::Nothing);
        };
        self.steps += 1;
        let numbers = |event: &_| Some(self.replay.key_numbers(event));
        let events = news::list(self.replay.world(), &events, self.style, numbers, Value::from);
        let hash = format!("{:016x}", self.replay.world().hash());
        Ok(Answer::Step(Step { events, hash, step: self.steps }))
    }
}

pub(crate) fn refused(error: ReplayError) -> QueryError {
    let kind = error.kind();
    // Keys of the library say nothing to the author of a journal.
    let message = match error {
        ReplayError::World(WorldError::Shape { error, .. }) => error.to_string(),
        ReplayError::World(WorldError::Cycle { .. }) => {
            "the parent is the collider itself or below it".to_owned()
        }
        other => other.to_string(),
    };
    QueryError::new(kind, message)
}
