//! The reports: a table for people, JSON lines for programs.

use super::job::Done;
use crate::print::plain;
use crate::problem::Problem;
use comfy_table::{CellAlignment, Table, presets};
use jostle_trace::{Edges, Hitbox};
use serde_json::json;
use std::io::{self, Write};

/// Prints a row for each hitbox, and what they sum up to.
pub(super) fn table(
    out: &mut impl Write,
    done: &[Result<Done, Problem>],
    edges: Edges,
    failed: usize,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    // What the goal was held to.
    let iou = if edges == Edges::Alpha { "soft IoU" } else { "IoU" };
    table.set_header(["hitbox", "rings", "vertices", "pieces", iou, "outward", "inward", "ms"]);
    let (mut hitboxes, mut vertices, mut time) = (0, 0, 0.0);
    for (name, hitbox) in done.iter().flatten().flat_map(|done| done.sprite.named()) {
        table.add_row(row(&name, hitbox, edges));
        hitboxes += 1;
        vertices += hitbox.report.vertices;
        time += hitbox.report.milliseconds;
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    if hitboxes > 0 {
        writeln!(out, "{table}")?;
    }
    let mean = vertices as f64 / f64::from(hitboxes.max(1));
    let s = if hitboxes == 1 { "" } else { "es" };
    write!(out, "{hitboxes} hitbox{s}, {vertices} vertices ({mean:.1} each), {time:.1} ms")?;
    if failed > 0 {
        write!(out, ", {failed} input{} failed", if failed == 1 { "" } else { "s" })?;
    }
    writeln!(out)
}

fn row(name: &str, hitbox: &Hitbox, edges: Edges) -> [String; 8] {
    let report = &hitbox.report;
    let iou = if edges == Edges::Alpha { report.soft_iou } else { report.iou };
    [
        plain(name),
        report.rings.to_string(),
        report.vertices.to_string(),
        hitbox.pieces.len().to_string(),
        format!("{iou:.4}"),
        format!("{:.2}", report.deviation_outward),
        format!("{:.2}", report.deviation_inward),
        format!("{:.2}", report.milliseconds),
    ]
}

/// Writes a line for each hitbox, and one for each input that failed.
pub(super) fn lines(done: &[Result<Done, Problem>]) -> String {
    let mut text = String::new();
    for result in done {
        match result {
            Ok(done) => {
                for (name, hitbox) in done.sprite.named() {
                    let line = json!({
                        "input": done.path.display().to_string(),
                        "name": name,
                        "width": hitbox.size[0],
                        "height": hitbox.size[1],
                        "pieces": hitbox.pieces.len(),
                        "report": hitbox.report,
                    });
                    text += &format!("{line}\n");
                }
            }
            Err(problem) => text += &format!("{}\n", json!({"error": problem.to_string()})),
        }
    }
    text
}
