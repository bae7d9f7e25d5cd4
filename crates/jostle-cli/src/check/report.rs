//! The found pairs as a table for people and as JSON for programs.

use super::pairs::Found;
use crate::print::{plain, write_json};
use crate::scene::Scene;
use comfy_table::{CellAlignment, Table, presets};
use jostle::{Relation, Vec2, json::number};
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// The contact points that a row of the table spells out.
const SHOWN_POINTS: usize = 4;
/// The significant digits in the table; the JSON has them all.
const DIGITS: i32 = 6;

pub(super) fn table(out: &mut impl Write, scene: &Scene, found: &[Found]) -> io::Result<()> {
    if !found.is_empty() {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED);
        table.set_header(["a", "b", "relation", "depth", "normal", "contact points"]);
        for pair in found {
            table.add_row(row(scene, pair));
        }
        if let Some(depth) = table.column_mut(3) {
            depth.set_cell_alignment(CellAlignment::Right);
        }
        writeln!(out, "{table}")?;
    }
    let colliders = scene.colliders.len();
    writeln!(
        out,
        "{colliders} collider{}, {} pair{} touch{}",
        plural(colliders),
        found.len(),
        plural(found.len()),
        if found.len() == 1 { "es" } else { "" },
    )
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn row(scene: &Scene, pair: &Found) -> [String; 6] {
    let (depth, normal) = pair
        .contact
        .as_ref()
        .map_or_else(Default::default, |contact| (rounded(contact.depth), vector(contact.normal)));
    let points = points(pair);
    let mut text: Vec<String> = points.iter().take(SHOWN_POINTS).copied().map(vector).collect();
    if points.len() > SHOWN_POINTS {
        text.push(format!("and {} more", points.len() - SHOWN_POINTS));
    }
    [
        plain(&scene.colliders[pair.a].id),
        plain(&scene.colliders[pair.b].id),
        word(pair.relation).replace('_', " "),
        depth,
        normal,
        text.join(" "),
    ]
}

/// The contact points of a pair: of its manifold, or the one of its contact.
pub(super) fn points(pair: &Found) -> Vec<Vec2> {
    match (&pair.manifold, &pair.contact) {
        (Some(manifold), _) => manifold.points().iter().map(|point| point.point).collect(),
        (None, Some(contact)) => vec![contact.point],
        (None, None) => Vec::new(),
    }
}

/// The word for a relation in every output.
pub(crate) fn word(relation: Relation) -> &'static str {
    match relation {
        Relation::Apart => "apart",
        Relation::Touching => "touching",
        Relation::Overlapping => "overlapping",
        Relation::AInB => "a_in_b",
        Relation::BInA => "b_in_a",
        Relation::Same => "same",
    }
}

fn vector(v: Vec2) -> String {
    format!("({}, {})", rounded(v.x), rounded(v.y))
}

/// A number with few digits, for people.
fn rounded(x: f32) -> String {
    if x.is_infinite() {
        return "unbounded".to_owned();
    }
    // The scientific form has the exponent without a logarithm.
    let exponent = format!("{x:e}").split('e').nth(1).and_then(|e| e.parse().ok()).unwrap_or(0_i32);
    if !(-5..9).contains(&exponent) {
        return format!("{x:.4e}");
    }
    let decimals = (DIGITS - 1 - exponent).max(0) as usize;
    let text = format!("{x:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[derive(Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    depth: Value,
    normal: Value,
    push_a: Value,
    push_b: Value,
    points: Vec<Value>,
}

/// Writes `{"colliders":n,"pairs":[..],"notes":[..]}`, one pair to a line.
pub(super) fn json(out: &mut impl Write, scene: &Scene, found: &[Found]) -> io::Result<()> {
    write!(out, "{{\"colliders\":{},\"pairs\":[", scene.colliders.len())?;
    for (index, pair) in found.iter().enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        let contact = pair.contact.as_ref();
        let pushing = contact.filter(|contact| contact.depth.is_finite());
        let row = Row {
            a: &scene.colliders[pair.a].id,
            b: &scene.colliders[pair.b].id,
            relation: word(pair.relation),
            depth: contact.map_or(Value::Null, |contact| number(contact.depth)),
            normal: contact.map_or(Value::Null, |contact| pair_of(contact.normal)),
            push_a: pushing.map_or(Value::Null, |contact| pair_of(contact.push_a())),
            push_b: pushing.map_or(Value::Null, |contact| pair_of(contact.push_b())),
            points: points(pair).into_iter().map(pair_of).collect(),
        };
        write_json(&mut *out, &row)?;
    }
    out.write_all(if found.is_empty() { b"],\"notes\":" } else { b"\n],\"notes\":" })?;
    write_json(&mut *out, &scene.notes)?;
    writeln!(out, "}}")
}

/// A vector as JSON.
pub(crate) fn pair_of(v: Vec2) -> Value {
    Value::Array(vec![number(v.x), number(v.y)])
}
