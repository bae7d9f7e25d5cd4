//! Words that stand for the variants of an enum.

use jostle::query::Relation;
use jostle::shape::{ChainEnds, Sidedness};
use jostle::world::{Children, Detail, SeenBy, TouchPolicy};
use jostle::{ExitReason, Inside, Level, Pace, Response, SlideEnd, Stop, Verdict};
use jostle_trace::{Connectivity, Edges, Effort, Fill, Side, Simple};
use pyo3::prelude::*;

use crate::error::Refusal;

/// An enum with a word for each variant.
pub(crate) trait Word: Sized + Copy + PartialEq + 'static {
    /// What it is a word for, as errors state it.
    const WHAT: &'static str;
    const WORDS: &'static [(&'static str, Self)];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }

    fn parse(word: &str) -> PyResult<Self> {
        let found = Self::WORDS.iter().find(|(known, _)| *known == word);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<String> = Self::WORDS.iter().map(|(w, _)| format!("{w:?}")).collect();
            let sentence = format!("{} is {word:?}, not one of {}", Self::WHAT, known.join(", "));
            Refusal::new("word", Self::WHAT, sentence).into()
        })
    }
}

macro_rules! words {
    ($($type:ty, $what:literal: $($word:literal => $value:expr),*;)*) => {$(
        impl Word for $type {
            const WHAT: &'static str = $what;
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        }
    )*};
}

words! {
    Verdict, "verdict": "separated" => Self::Separated, "touching" => Self::Touching,
        "overlapping" => Self::Overlapping;
    Relation, "relation": "same" => Self::Same, "a_in_b" => Self::AInB, "b_in_a" => Self::BInA,
        "overlapping" => Self::Overlapping, "touching" => Self::Touching, "apart" => Self::Apart;
    Inside, "inside": "hit" => Self::Hit, "skip" => Self::Skip, "exit" => Self::Exit;
    Stop, "stop": "touching" => Self::Touching, "overlapping" => Self::Overlapping;
    Level, "level": "bounds" => Self::Bounds, "corners" => Self::Corners, "exact" => Self::Exact;
    Sidedness, "sided": "both" => Self::Both, "left" => Self::Left;
    ChainEnds, "ends": "open" => Self::Open, "closed" => Self::Closed;
    Detail, "detail": "touch" => Self::Touch, "near" => Self::Near, "push" => Self::Push;
    TouchPolicy, "touching": "counts" => Self::Counts, "ignored" => Self::Ignored;
    Children, "children": "remove" => Self::Remove, "release" => Self::Release,
        "adopt" => Self::Adopt;
    SeenBy, "seen_by": "a" => Self::A, "b" => Self::B, "both" => Self::Both;
    ExitReason, "reason": "removed" => Self::Removed, "disabled" => Self::Disabled,
        "filtered" => Self::Filtered, "reshaped" => Self::Reshaped, "separated" => Self::Separated;
    Response, "response": "slide" => Self::Slide, "stop" => Self::Stop, "bounce" => Self::Bounce,
        "cross" => Self::Cross, "ignore" => Self::Ignore;
    Pace, "pace": "project" => Self::Project, "keep" => Self::Keep, "level" => Self::Level;
    SlideEnd, "end": "done" => Self::Done, "stopped" => Self::Stopped, "stuck" => Self::Stuck,
        "out_of_legs" => Self::OutOfLegs;
    Side, "side": "free" => Self::Free, "cover" => Self::Cover, "inside" => Self::Inside;
    Effort, "effort": "fast" => Self::Fast, "best" => Self::Best;
    Edges, "edges": "pixels" => Self::Pixels, "alpha" => Self::Alpha;
    Fill, "fill": "none" => Self::None, "holes" => Self::Holes, "bays" => Self::Bays;
    Connectivity, "connectivity": "four" => Self::Four, "eight" => Self::Eight;
    Simple, "fit": "circle" => Self::Circle, "rect" => Self::Rect, "capsule" => Self::Capsule,
        "ellipse" => Self::Ellipse, "hull" => Self::Hull;
}
