//! Grounds of straight slopes: valleys, crests, steps, flats, as polygons, columns and chains.

use jostle_oracle::r#gen::Rng;

use super::super::form::{Form, at};
use super::super::hero::Scale;
use super::{Level, inserts, shuffled};

/// The vertices of a ground from left to right.
struct Ground {
    points: Vec<[f32; 2]>,
    bottom: f32,
}

/// Rise over run of slopes that can be walked with a limit of 45 degrees, in quarters.
const SLOPES: [i32; 9] = [0, 0, 1, -1, 2, -2, 4, -4, 4];

/// Those of a limit of 60 degrees too.
const STEEP: [i32; 5] = [6, -6, 4, -4, 0];

/// Hills whose slopes are 1:4, 1:2, 1:1 and, with a limit of 60 degrees, 3:2.
pub(crate) fn hills(rng: &mut Rng, scale: Scale, is_steep: bool) -> Level {
    let tile = scale.tile;
    let mut y = [0.0, 0.0, 3.0 * tile, -20.0 * tile][rng.below(4) as usize];
    let mut x = -(tile * rng.below(30) as f32);
    let mut points = vec![[x, y - 6.0 * tile], [x, y]];
    let two_slopes = rng.one_in(3);
    for i in 0..14 {
        let slope = match (two_slopes, is_steep) {
            (true, _) => [4, -4][i % 2],
            (_, true) => STEEP[rng.below(5) as usize],
            _ => SLOPES[rng.below(9) as usize],
        };
        let run = (1 + rng.below(4)) as f32 * tile;
        x += run;
        y += slope as f32 * 0.25 * run;
        points.push([x, y]);
    }
    points.push([x, y - 6.0 * tile]);
    level(rng, scale, points)
}

/// Steps up and down by up to a height, on level treads.
pub(crate) fn stairs(rng: &mut Rng, scale: Scale, height: f32) -> Level {
    let tile = scale.tile;
    let mut y = [0.0, 0.0, 3.0 * tile][rng.below(3) as usize];
    let mut x = -(tile * rng.below(30) as f32);
    let mut points = vec![[x, y - 6.0 * tile], [x, y]];
    for _ in 0..14 {
        x += (0.25 * (2 + rng.below(12)) as f32) * tile;
        points.push([x, y]);
        y += [height, -height, height * 0.5, -height * 0.5][rng.below(4) as usize];
        points.push([x, y]);
    }
    x += 3.0 * tile;
    points.push([x, y]);
    points.push([x, y - 6.0 * tile]);
    level(rng, scale, points)
}

fn level(rng: &mut Rng, scale: Scale, points: Vec<[f32; 2]>) -> Level {
    let tile = scale.tile;
    let lowest = points.iter().fold(f32::MIN, |most, p| most.max(p[1]));
    let ground = Ground { points, bottom: lowest + 2.0 * tile };
    let columns = ground.columns();
    let mut outline = ground.points[1..ground.points.len() - 1].to_vec();
    let (first, last) = (outline[0], outline[outline.len() - 1]);
    // The walls at both ends are towers of their own, above all places where movers start.
    let top = ground.points.iter().fold(f32::MAX, |most, p| most.min(p[1])) - 6.0 * tile;
    let tower = |x: f32, out: f32| {
        let (low, high) = (x.min(x + out), x.max(x + out));
        Form::between([low, top], [high, ground.bottom])
    };
    let towers = [tower(first[0], -tile), tower(last[0], tile)];
    outline.extend([[last[0], ground.bottom], [first[0], ground.bottom]]);
    let pieces = columns.clone();
    let polygon = Form::Polygon { points: outline, pieces };
    let quads: Vec<Form> = columns.into_iter().map(Form::convex).collect();
    let home = at([0.0; 2]);
    let with_towers = |forms: Vec<Form>| {
        inserts(forms.into_iter().chain(towers.clone()).map(|form| (form, home)))
    };
    let mut back = quads.clone();
    back.reverse();
    let forms = vec![
        ("polygon", with_towers(vec![polygon])),
        ("columns", with_towers(quads.clone())),
        ("columns from the last", with_towers(back)),
        ("columns in any order", with_towers(shuffled(rng, quads.clone()))),
        ("compound", with_towers(vec![Form::Compound(quads)])),
        ("chain", with_towers(vec![ground.chain(false)])),
        ("one-sided chain", with_towers(vec![ground.chain(true)])),
    ];
    let starts = ground.points[1..ground.points.len() - 1].windows(2);
    let starts = starts.map(|p| [(p[0][0] + p[1][0]) * 0.5, p[0][1].min(p[1][1]) - 2.5 * tile]);
    let inner = |p: &[f32; 2]| p[0] > first[0] + tile && p[0] < last[0] - tile;
    Level { starts: starts.filter(inner).collect(), forms, bottom: ground.bottom + 3.0 * tile }
}

impl Ground {
    /// The ground below each slope.
    fn columns(&self) -> Vec<Vec<[f32; 2]>> {
        let inner = self.points[1..self.points.len() - 1].windows(2);
        let slopes = inner.filter(|p| p[0][0] < p[1][0]);
        slopes.map(|p| vec![p[0], p[1], [p[1][0], self.bottom], [p[0][0], self.bottom]]).collect()
    }

    /// The line of the ground from right to left, so that the upper side is its left.
    fn chain(&self, is_left: bool) -> Form {
        let mut points = self.points[1..self.points.len() - 1].to_vec();
        points.reverse();
        Form::Chain { points, is_left }
    }
}
