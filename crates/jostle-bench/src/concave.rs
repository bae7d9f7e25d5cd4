//! Concave outlines: stars, and combs whose teeth stand in each other's gaps.

use crate::clock;
use crate::contest::{self, Outcome, Side};
use crate::draw::Draw;
use crate::peers::{geo, i_overlay, parry};
use crate::report::{Entry, Part, Row, Section};
use crate::spread;
use crate::{Failure, Options};
use jostle::{Affine, Placed, Rot, Shape};
use jostle_oracle::{Set, Verdict, verdict};

type Outline = Vec<[f32; 2]>;

/// Two outlines in place.
pub(crate) struct Pair {
    pub(crate) a: Outline,
    pub(crate) b: Outline,
}

/// A star with points at uneven radii.
fn star(edges: usize, at: [f32; 2], draw: &mut Draw) -> Outline {
    let corner = |i: usize| {
        let turn = Rot::from_degrees(360.0 * i as f32 / edges as f32);
        let r = if i.is_multiple_of(2) { draw.between(0.8, 1.0) } else { draw.between(0.4, 0.6) };
        [at[0] + r * turn.cos, at[1] + r * turn.sin]
    };
    (0..edges).map(corner).collect()
}

/// A comb with teeth upwards, four edges a tooth; mirrored and moved if `down`, so that its teeth
/// stand in the gaps of the other and nothing touches.
fn comb(edges: usize, down: bool) -> Outline {
    let teeth = (edges - 2) / 4;
    let mut outline = vec![[0.0, 0.0], [teeth as f32 * 4.0, 0.0]];
    for tooth in (0..teeth).rev() {
        let x = tooth as f32 * 4.0;
        outline.extend([[x + 2.5, 1.0], [x + 2.5, 9.0], [x + 1.5, 9.0], [x + 1.5, 1.0]]);
    }
    if down {
        for p in &mut outline {
            *p = [p[0] + 2.0, 11.5 - p[1]];
        }
        // Mirroring turned it round, and parry2d takes one direction only.
        outline.reverse();
    }
    outline
}

/// The oracle states it, on the same corners.
fn meets(pair: &Pair) -> bool {
    let set = |outline: &Outline| Set::Polygon {
        origin: [0.0, 0.0],
        rings: vec![outline.clone()],
        radius: 0.0,
    };
    verdict(&set(&pair.a), &set(&pair.b)) != Verdict::Separated
}

/// Pairs of a row: for stars, half of them near enough to meet.
fn pairs(kind: &str, edges: usize, count: usize) -> Vec<Pair> {
    let draw = &mut Draw(41);
    let mut pair = || match kind {
        "stars" => {
            let angle = Rot::from_degrees(draw.between(0.0, 360.0));
            let far = draw.between(1.2, 2.0);
            let at = [far * angle.cos, far * angle.sin];
            Pair { a: star(edges, [0.0, 0.0], draw), b: star(edges, at, draw) }
        }
        _ => Pair { a: comb(edges, false), b: comb(edges, true) },
    };
    (0..count).map(|_| pair()).collect()
}

fn place(outline: &Outline) -> Result<Placed, Failure> {
    Ok(Shape::polygon(outline.iter().copied())?.place(Affine::IDENTITY)?)
}

/// jostle with shapes made once.
fn prepared(placed: &[(Placed, Placed)]) -> Side<'_, bool> {
    Side::own("jostle overlaps, placed before", |hits| {
        for ((a, b), hit) in placed.iter().zip(hits) {
            *hit = a.overlaps(b);
        }
    })
}

fn unprepared(pairs: &[Pair]) -> Side<'_, bool> {
    Side::own("jostle make both, overlaps", |hits| {
        for (pair, hit) in pairs.iter().zip(hits) {
            *hit = match (place(&pair.a), place(&pair.b)) {
                (Ok(a), Ok(b)) => a.overlaps(&b),
                _ => false,
            };
        }
    })
}

fn entries(outcomes: &[Outcome<bool>], truth: &[bool]) -> Vec<Entry> {
    let of = |outcome: &Outcome<bool>| {
        let said = outcome.answers.iter().zip(truth);
        outcome.entry(1e6, said.filter(|(hit, truth)| hit != truth).count())
    };
    outcomes.iter().map(of).collect()
}

/// What making the structure takes, for one outline, in microseconds; the median of a few.
fn preparing(name: &str, part: Part, runs: usize, mut make: impl FnMut()) -> Entry {
    let times = (0..runs).map(|_| clock::time(&mut make).0 * 1e6).collect();
    let spread = spread::spread(times);
    let name = name.to_owned();
    Entry {
        name,
        part,
        median: spread.median,
        least: spread.least,
        wrong: None,
        note: String::new(),
    }
}

/// parry2d takes a second to prepare 10,000 edges, so it gets few of them; of small ones a given
/// number of that reading the clock does not count. All combs are the same.
fn count(kind: &str, edges: usize) -> usize {
    (20_000 / edges).clamp(if kind == "stars" { 6 } else { 1 }, 200)
}

fn rows(kind: &str, edges: usize, options: &Options, section: &mut Section) -> Result<(), Failure> {
    let pairs = pairs(kind, edges, count(kind, edges));
    let truth: Vec<bool> = pairs.iter().map(meets).collect();
    let placed = pairs.iter().map(|p| Ok((place(&p.a)?, place(&p.b)?)));
    let placed = placed.collect::<Result<Vec<_>, Failure>>()?;
    let meshes = parry::Meshes::new(&pairs);
    if !meshes.all_filled() {
        section.notes.push(format!("parry2d cannot fill an outline of {kind}, {edges} edges."));
    }
    let ready = geo::Prepared::new(&pairs);
    let mut sides = vec![prepared(&placed)];
    sides.extend(meshes.overlaps());
    sides.push(ready.overlaps());
    let rounds = if edges >= 10_000 { options.rounds.min(7) } else { options.rounds };
    let outcomes = contest::hold(sides, pairs.len(), &false, rounds);
    section.rows.push(Row {
        title: format!("{kind}, {edges} edges, prepared"),
        unit: "µs",
        goal: Some(2.0),
        entries: entries(&outcomes, &truth),
    });

    let outlines = geo::Outlines::new(&pairs);
    let mut sides = vec![unprepared(&pairs), outlines.overlaps()];
    sides.push(i_overlay::overlaps(&pairs));
    let outcomes = contest::hold(sides, pairs.len(), &false, rounds.min(5));
    section.rows.push(Row {
        title: format!("{kind}, {edges} edges, nothing prepared"),
        unit: "µs",
        goal: (edges == 10_000 && kind == "stars").then_some(100.0),
        entries: entries(&outcomes, &truth),
    });

    let first = &pairs[0].a;
    let runs = if edges >= 10_000 { 3 } else { 9 };
    let own = preparing("jostle polygon and place", Part::Own, runs, || {
        std::hint::black_box(place(first)).ok();
    });
    let small = Shape::circle(0.1)?.place(Affine::at((0.3, 0.2)))?;
    let pieces = preparing("jostle polygon and place, first contact", Part::OwnAside, runs, || {
        std::hint::black_box(place(first).map(|outline| outline.contact(&small))).ok();
    });
    let entries = vec![
        own,
        pieces,
        preparing("parry2d TriMesh::from_polygon", Part::Peer, runs.min(3), || {
            std::hint::black_box(parry::mesh(first));
        }),
    ];
    section.rows.push(Row {
        title: format!("{kind}, {edges} edges, preparing one"),
        unit: "µs",
        goal: None,
        entries,
    });
    Ok(())
}

const ABOUT: &str = "Microseconds a question whether two outlines share a point: stars of which about \
half meet, and combs whose teeth stand in each other's gaps without touching, so that boxes help \
nobody. `Prepared` asks what each makes once (jostle's placed shape, parry2d's triangles or polyline, \
geo's `PreparedGeometry`), `nothing prepared` starts from corners. parry2d's polyline is the edges \
alone and says nothing of one outline inside the other; such pairs are not among these. The first \
contact with an outline cuts it into convex pieces, which no question whether they share a point \
needs. The goal for preparing 10,000 edges is 1,000 µs.";

/// Measures concave outlines.
pub(crate) fn run(options: &Options) -> Result<Section, Failure> {
    let title = "Concave outlines";
    let mut section = Section::new(title, ABOUT);
    for kind in ["stars", "combs"] {
        for edges in [20, 100, 1_000, 10_000] {
            if options.quick && edges > 1_000 {
                continue;
            }
            rows(kind, edges, options, &mut section)?;
            eprintln!("concave: {kind} {edges}");
        }
    }
    Ok(section)
}
