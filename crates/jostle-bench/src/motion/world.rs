//! Discs that move among boxes that stand still.
#![expect(
    clippy::disallowed_methods,
    reason = "what is right is looked up in 64 bits, within a tolerance"
)]

use super::CLOSE;
use crate::contest::{self, Side};
use crate::peers::{box2d, rapier};
use crate::rays::Scene;
use crate::report::{Part, Row};
use crate::{Failure, Options};
use jostle::{Aabb, Affine, Cast, Collider, Filter, Motion, Placed, Shape, World};

/// The radius of the discs that are cast among boxes.
const DISC: f32 = 0.25;

/// When a disc on the way of a ray meets a box, by the box grown and its four corners.
fn meets(b: &Aabb, (origin, by): &([f32; 2], [f32; 2])) -> f64 {
    let [p, d] = [*origin, *by].map(|v| v.map(f64::from));
    let (low, high) = ([b.min.x, b.min.y].map(f64::from), [b.max.x, b.max.y].map(f64::from));
    let r = f64::from(DISC);
    let slab = |low: [f64; 2], high: [f64; 2]| {
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for i in 0..2 {
            let (s, t) = ((low[i] - p[i]) / d[i], (high[i] - p[i]) / d[i]);
            first = first.max(s.min(t));
            last = last.min(s.max(t));
        }
        if first <= last { first } else { f64::INFINITY }
    };
    let circle = |c: [f64; 2]| {
        let m = [p[0] - c[0], p[1] - c[1]];
        let (a, h) = (d[0] * d[0] + d[1] * d[1], m[0] * d[0] + m[1] * d[1]);
        let off = m[0] * m[0] + m[1] * m[1] - r * r;
        let square = h * h - a * off;
        if off <= 0.0 {
            return 0.0;
        }
        let t = (-h - square.max(0.0).sqrt()) / a;
        if square >= 0.0 && (0.0..=1.0).contains(&t) { t } else { f64::INFINITY }
    };
    let wide = slab([low[0] - r, low[1]], [high[0] + r, high[1]]);
    let tall = slab([low[0], low[1] - r], [high[0], high[1] + r]);
    let corners = [[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]];
    corners.into_iter().map(circle).fold(wide.min(tall), f64::min)
}

/// Discs among boxes that stand still.
pub(super) fn world(count: usize, name: &str, options: &Options) -> Result<Row, Failure> {
    let scene = Scene::new(count);
    let mut own = World::new();
    for b in &scene.boxes {
        own.add(Collider::new((), Shape::rect_half(b.half_extents())?).at(b.center()))?;
    }
    let _ = own.step();
    let disc = Shape::circle(DISC)?;
    let discs = scene.rays.iter().map(|(from, by)| Ok((disc.place(Affine::at(*from))?, *by)));
    let discs: Vec<(Placed, [f32; 2])> = discs.collect::<Result<_, Failure>>()?;
    let casts: Vec<Cast<'_>> = discs.iter().map(|(p, by)| Cast::of(p, *by)).collect();
    let turns: Vec<Cast<'_>> =
        discs.iter().map(|(p, by)| Cast::of(p, Motion::from(*by).turning_degrees(60.0))).collect();
    let (rapier, box2d) = (rapier::Still::new(&scene), box2d::Still::new(&scene.boxes));
    let first = |casts: &[Cast<'_>], hits: &mut [f32]| {
        for (cast, hit) in casts.iter().zip(hits) {
            *hit = own.cast_first(cast, &Filter::ANY).map_or(f32::INFINITY, |f| f.fraction);
        }
    };
    let sides = vec![
        Side::own("jostle cast_first", |hits| first(&casts, hits)),
        Side::new("jostle cast_first, turning", Part::OwnAside, |hits| first(&turns, hits)),
        rapier.discs(DISC),
        Side::new("Box2D b2World_CastShape", Part::Peer, |hits: &mut [f32]| {
            for ((from, by), hit) in scene.rays.iter().zip(hits) {
                *hit = box2d.disc(DISC, *from, *by);
            }
        }),
    ];
    let outcomes = contest::hold(sides, scene.rays.len(), &0.0, options.rounds);
    // Looking at every box takes its time.
    let step = count / 1_000;
    let truth: Vec<f64> = scene
        .rays
        .iter()
        .step_by(step)
        .map(|ray| scene.boxes.iter().map(|b| meets(b, ray)).fold(f64::INFINITY, f64::min))
        .collect();
    let entries = outcomes.iter().map(|outcome| {
        let said =
            outcome.answers.iter().step_by(step).zip(&truth).zip(scene.rays.iter().step_by(step));
        let wrong = said.filter(|((said, truth), (_, by))| {
            let long = f64::from(by[0]).hypot(f64::from(by[1]));
            let (said, truth) = (f64::from(**said), **truth);
            said != truth && (said - truth).abs() * long > 4.0 * CLOSE
        });
        let mut entry = outcome.entry(1e9, wrong.count());
        entry.wrong = entry.wrong.map(|(wrong, _)| (wrong, truth.len()));
        entry
    });
    let title = format!("world, disc among {name} rectangles");
    Ok(Row { title, unit: "ns", goal: Some(4.0), entries: entries.collect() })
}
