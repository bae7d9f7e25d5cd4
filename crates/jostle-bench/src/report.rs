//! The rows of the report, as Markdown and as JSON.

use serde_json::{Value, json};
use std::fmt::Write as _;

/// The role of a contestant in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// jostle's way that the row is about; of several the best counts.
    Own,
    /// Another way of jostle's, for comparison.
    OwnAside,
    /// A peer, with the goal of the row; of several that counts which is nearest to being missed.
    Peer,
    /// A peer with a goal of its own.
    PeerBy(f64),
    /// The time that jostle's way may take.
    Limit,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::OwnAside => "own, aside",
            Self::Peer | Self::PeerBy(_) => "peer",
            Self::Limit => "limit",
        }
    }
}

/// What one of them took.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) part: Part,
    pub(crate) median: f64,
    pub(crate) least: f64,
    /// How many answers were wrong, of how many; `None` where there is nothing to be wrong.
    pub(crate) wrong: Option<(usize, usize)>,
    pub(crate) note: String,
}

/// One workload.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) title: String,
    pub(crate) unit: &'static str,
    /// The ratio that is aimed at; `None` where a row is only looked at.
    pub(crate) goal: Option<f64>,
    pub(crate) entries: Vec<Entry>,
}

impl Entry {
    /// The time that jostle may take, as a contestant that it has to beat.
    pub(crate) fn limit(name: impl Into<String>, time: f64) -> Self {
        let (name, note) = (name.into(), String::new());
        Self { name, part: Part::Limit, median: time, least: time, wrong: None, note }
    }
}

impl Row {
    /// The ratio that is aimed at against one of the others.
    fn goal_against(&self, entry: &Entry) -> Option<f64> {
        match entry.part {
            Part::PeerBy(goal) => Some(goal),
            Part::Limit => Some(1.0),
            _ => self.goal,
        }
    }

    pub(crate) fn own(&self) -> Option<&Entry> {
        let of = self.entries.iter().filter(|e| e.part == Part::Own && e.median.is_finite());
        of.min_by(|a, b| a.median.total_cmp(&b.median))
    }

    /// The one that jostle has the least lead over, by the goal.
    pub(crate) fn peer(&self) -> Option<&Entry> {
        let is_other = |e: &&Entry| !matches!(e.part, Part::Own | Part::OwnAside);
        let of = self.entries.iter().filter(is_other).filter(|e| e.median.is_finite());
        let lead = |e: &Entry| e.median / self.goal_against(e).unwrap_or(1.0);
        of.min_by(|a, b| lead(a).total_cmp(&lead(b)))
    }

    /// The best peer's time over jostle's: above 1 jostle is ahead.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.peer()?.median / self.own()?.median)
    }

    /// The goal that is nearest to being missed.
    fn goal_shown(&self) -> Option<f64> {
        self.peer().map_or(self.goal, |e| self.goal_against(e))
    }

    /// How the row ended, in a word.
    fn outcome(&self) -> &'static str {
        let (Some(ratio), Some(own), Some(peer)) = (self.ratio(), self.own(), self.peer()) else {
            return "–";
        };
        let is_faster =
            |e: &Entry| matches!(e.part, Part::Peer | Part::PeerBy(_)) && e.median < own.median;
        match self.goal_shown() {
            _ if self.entries.iter().any(is_faster) => "lost",
            Some(goal) if ratio >= goal => "reached",
            Some(_) if peer.part == Part::Limit => "over the limit",
            Some(_) => "ahead, short of the goal",
            None => "ahead",
        }
    }
}

/// A group of rows, with an explanation.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) rows: Vec<Row>,
    pub(crate) grids: Vec<Grid>,
    /// What else was found out, one sentence each.
    pub(crate) notes: Vec<String>,
}

/// Figures of every kind with every kind.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) title: String,
    pub(crate) columns: Vec<&'static str>,
    pub(crate) rows: Vec<(&'static str, Vec<f64>)>,
}

impl Grid {
    fn markdown(&self, out: &mut String) {
        let _ = writeln!(out, "### {}\n\n|  | {} |", self.title, self.columns.join(" | "));
        let _ = writeln!(out, "|---|{}", "---:|".repeat(self.columns.len()));
        for (name, cells) in &self.rows {
            let cells: Vec<String> = cells.iter().map(|cell| figure(*cell)).collect();
            let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
        }
        out.push('\n');
    }
}

/// All that was measured.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub(crate) machine: Vec<(&'static str, String)>,
    pub(crate) sections: Vec<Section>,
}

/// Three figures, or whole numbers from 1000 on.
pub(crate) fn figure(value: f64) -> String {
    match value.abs() {
        _ if !value.is_finite() => "–".to_owned(),
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

fn wrong(entry: &Entry) -> String {
    match entry.wrong {
        Some((wrong, of)) => format!("{wrong} of {of}"),
        None => "–".to_owned(),
    }
}

impl Section {
    pub(crate) fn new(title: &'static str, about: &'static str) -> Self {
        Self { title, about, rows: Vec::new(), grids: Vec::new(), notes: Vec::new() }
    }

    /// A line a row: jostle, the best peer, the ratio and the goal.
    fn table(&self, out: &mut String) {
        let _ = writeln!(out, "| workload | unit | jostle | best peer | | ratio | goal | |");
        let _ = writeln!(out, "|---|---|---:|---:|---|---:|---:|---|");
        for row in &self.rows {
            let own = row.own().map_or(f64::NAN, |e| e.median);
            let peer = row.peer();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} | {} |",
                row.title,
                row.unit,
                figure(own),
                peer.map_or("–".to_owned(), |e| figure(e.median)),
                peer.map_or("", |e| &e.name),
                row.ratio().map_or("–".to_owned(), figure),
                row.goal_shown().map_or("–".to_owned(), figure),
                row.outcome(),
            );
        }
    }

    /// Everybody in every row.
    fn details(&self, out: &mut String) {
        let _ = writeln!(out, "| workload | who | median | least | wrong | |");
        let _ = writeln!(out, "|---|---|---:|---:|---:|---|");
        for row in &self.rows {
            for (i, entry) in row.entries.iter().enumerate() {
                let title =
                    if i == 0 { format!("{} ({})", row.title, row.unit) } else { "".into() };
                let (median, least) = (figure(entry.median), figure(entry.least));
                let _ = writeln!(
                    out,
                    "| {title} | {} | {median} | {least} | {} | {} |",
                    entry.name,
                    wrong(entry),
                    entry.note
                );
            }
        }
    }

    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("## {}\n\n{}\n\n", self.title, self.about);
        if !self.rows.is_empty() {
            if self.rows.iter().any(|row| row.ratio().is_some()) {
                self.table(&mut out);
                out.push('\n');
            }
            self.details(&mut out);
            out.push('\n');
        }
        self.grids.iter().for_each(|grid| grid.markdown(&mut out));
        for note in &self.notes {
            let _ = writeln!(out, "- {note}");
        }
        out
    }

    fn json(&self) -> Value {
        let entry = |e: &Entry| {
            json!({
                "name": e.name, "part": e.part.word(), "median": e.median, "least": e.least,
                "wrong": e.wrong.map(|(wrong, _)| wrong), "asked": e.wrong.map(|(_, of)| of),
                "note": e.note,
            })
        };
        let row = |r: &Row| {
            json!({
                "title": r.title, "unit": r.unit, "goal": r.goal_shown(), "ratio": r.ratio(),
                "outcome": r.outcome(), "entries": r.entries.iter().map(entry).collect::<Vec<_>>(),
            })
        };
        let grid = |g: &Grid| json!({ "title": g.title, "columns": g.columns, "rows": g.rows });
        json!({
            "title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
            "grids": self.grids.iter().map(grid).collect::<Vec<_>>(), "notes": self.notes,
        })
    }
}

impl Report {
    /// What all of it was measured on.
    pub(crate) fn heading(&self) -> String {
        let mut out = "# jostle beside its peers\n\n".to_owned();
        for (what, value) in &self.machine {
            let _ = writeln!(out, "- {what}: {value}");
        }
        out
    }

    pub(crate) fn markdown(&self) -> String {
        let mut out = self.heading();
        for section in &self.sections {
            out.push('\n');
            out.push_str(&section.markdown());
        }
        out
    }

    fn json(&self) -> Value {
        let machine = self.machine.iter().map(|(k, v)| ((*k).to_owned(), json!(v))).collect();
        json!({
            "machine": Value::Object(machine),
            "sections": self.sections.iter().map(Section::json).collect::<Vec<_>>(),
        })
    }

    pub(crate) fn json_text(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(&self.json())? + "\n")
    }
}
