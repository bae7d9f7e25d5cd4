//! jostle's side of the comparison of tracers, and the one measure of all: run by
//! `crates/jostle-trace/corpus/compare.py`, which states how.
//!
//! `trace exact LIST` prints the exact outline of each picture, `trace soft LIST` the one with
//! edges from alpha, `trace imageproc LIST` imageproc's contours; `trace measure` reads outlines
//! from standard input and prints what the checker states of them; `trace simplify LIST GOAL
//! EFFORT` prints what the checker states of jostle's own; `trace time LIST ROUNDS` prints
//! milliseconds. Times are processor time of the thread. LIST is a file of paths, one a line; all
//! output is a line of JSON a picture.

#[path = "../../clock.rs"]
mod clock;
mod input;
mod simplified;

use input::{Sprite, outline_of, rings_json, sprites};
use jostle_trace::{
    Connectivity, Mask, Outline, deviation, iou, outline, soft_iou, soften, validity,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, Write};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["exact", list] => each(list, |s| rings_json(&exact(&s.mask))),
        ["soft", list] => each(list, |s| rings_json(&soft(s))),
        ["imageproc", list] => each(list, |s| input::imageproc_json(&s.mask)),
        ["measure"] => measured(),
        ["simplify", list, goal, effort] => simplified::simplified(list, goal, effort),
        ["time", list, rounds] => timed(list, rounds.parse()?),
        _ => {
            Err("exact LIST | soft LIST | imageproc LIST | measure | simplify LIST GOAL EFFORT | \
                  time LIST ROUNDS"
                .into())
        }
    }
}

fn each(list: &str, make: impl Fn(&Sprite) -> Value) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for sprite in sprites(list)? {
        writeln!(out, "{}", make(&sprite))?;
    }
    Ok(())
}

fn exact(mask: &Mask) -> Outline {
    outline(mask, Connectivity::Four)
}

fn soft(sprite: &Sprite) -> Outline {
    soften(&sprite.mask, &sprite.alpha, Connectivity::Four)
}

/// Answers lines of `{"path", "rings": [{"hole", "points"}], "deviation": bool}` in pixels.
fn measured() -> Result<(), Failure> {
    let mut known: BTreeMap<String, Sprite> = BTreeMap::new();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let path = asked["path"].as_str().ok_or("no path")?;
        if !known.contains_key(path) {
            known.insert(path.to_owned(), Sprite::read(path)?);
        }
        let sprite = &known[path];
        let traced = outline_of(&asked["rings"])?;
        let (width, height) = (sprite.mask.width(), sprite.mask.height());
        let mut line = json!({
            "vertices": traced.vertices(), "iou": iou(&traced, &sprite.mask),
            "soft_iou": soft_iou(&traced, width, height, &sprite.alpha),
        });
        if asked["deviation"] == true {
            let [outward, inward] = deviation(&traced, &sprite.mask);
            let found = validity(&traced);
            line["outward"] = json!(outward);
            line["inward"] = json!(inward);
            // Rivals do not give parents, so only rings and crossings are held against them.
            line["sound"] = json!(found.broken_rings + found.crossings == 0);
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Prints the least of `rounds` processor times over all pictures together, in milliseconds.
fn timed(list: &str, rounds: usize) -> Result<(), Failure> {
    let sprites: Vec<Sprite> = sprites(list)?.collect();
    let exacts: Vec<Outline> = sprites.iter().map(|s| exact(&s.mask)).collect();
    let least = |run: &dyn Fn()| {
        let times = (0..rounds).map(|_| {
            let (seconds, ()) = clock::time(run);
            seconds * 1e3
        });
        times.fold(f64::INFINITY, |a, b| if b < a { b } else { a })
    };
    let over = |run: &dyn Fn(&Sprite, &Outline)| {
        least(&|| sprites.iter().zip(&exacts).for_each(|(s, o)| run(s, o)))
    };
    let line = json!({
        "pixels": sprites.iter().map(|s| s.alpha.len()).sum::<usize>(),
        "corners": exacts.iter().map(Outline::vertices).sum::<usize>(),
        "outline_ms": over(&|s, _| { black_box(exact(black_box(&s.mask))); }),
        "soft_ms": over(&|s, _| { black_box(soft(black_box(s))); }),
        "imageproc_ms": over(&|s, _| { black_box(input::imageproc(black_box(&s.gray))); }),
        "iou_ms": over(&|s, o| { black_box(iou(black_box(o), &s.mask)); }),
        "deviation_ms": over(&|s, o| { black_box(deviation(black_box(o), &s.mask)); }),
        "validity_ms": over(&|_, o| { black_box(validity(black_box(o))); }),
    });
    println!("{line}");
    Ok(())
}
