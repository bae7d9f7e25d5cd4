//! The rows of the report, as Markdown and as JSON.

use serde_json::{Value, json};
use std::fmt::Write as _;

/// The role of a contestant in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// jostle's way that the row is about; of several the best counts.
    Own,
    /// Another way of jostle's, for comparison.
    OwnAside,
    /// A peer; of several the best counts.
    Peer,
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::OwnAside => "own, aside",
            Self::Peer => "peer",
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

impl Row {
    /// The least median among those of a kind.
    fn best(&self, part: Part) -> Option<&Entry> {
        let of = self.entries.iter().filter(|e| e.part == part && e.median.is_finite());
        of.min_by(|a, b| a.median.total_cmp(&b.median))
    }

    pub(crate) fn own(&self) -> Option<&Entry> {
        self.best(Part::Own)
    }

    pub(crate) fn peer(&self) -> Option<&Entry> {
        self.best(Part::Peer)
    }

    /// The best peer's time over jostle's: above 1 jostle is ahead.
    pub(crate) fn ratio(&self) -> Option<f64> {
        Some(self.peer()?.median / self.own()?.median)
    }

    /// How the row ended, in a word.
    fn outcome(&self) -> &'static str {
        match (self.ratio(), self.goal) {
            (Some(ratio), Some(goal)) if ratio >= goal => "reached",
            (Some(ratio), Some(_)) if ratio >= 1.0 => "ahead, short of the goal",
            (Some(ratio), None) if ratio >= 1.0 => "ahead",
            (Some(_), _) => "lost",
            (None, _) => "–",
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
                row.goal.map_or("–".to_owned(), figure),
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
                "title": r.title, "unit": r.unit, "goal": r.goal, "ratio": r.ratio(),
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
