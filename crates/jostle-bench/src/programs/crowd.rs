//! A crowd of circles in clusters, each pushed by all that it touches: beside a grid written by hand.

use super::scenes::{Scene, clusters};
use super::{Player, race};
use crate::frames::Own;
use crate::peers::rapier::Rapier;
use crate::report::{Part, Row};
use crate::scene::Form;
use crate::{Failure, Options};

type Vector = [f32; 2];

fn add(push: &mut Vector, [x, y]: Vector) {
    push[0] += x;
    push[1] += y;
}

/// What a program has that knows of circles only: their numbers cell by cell, counted and filled in.
struct Grid {
    radii: Vec<f32>,
    /// The side of a cell, which no circle is wider than.
    cell: f32,
    starts: Vec<u32>,
    /// Number, middle and radius, in the order of cells.
    sorted: Vec<(u32, Vector, f32)>,
}

impl Grid {
    fn new(scene: &Scene) -> Self {
        let radius = |form: &Form| if let Form::Circle(radius) = form { *radius } else { 0.0 };
        let radii: Vec<f32> = scene.bodies.iter().map(|body| radius(&body.form)).collect();
        let cell = 2.0 * radii.iter().fold(0.0, |a: f32, b| if *b > a { *b } else { a });
        let sorted = vec![(0, [0.0; 2], 0.0); radii.len()];
        Self { radii, cell, starts: Vec::new(), sorted }
    }

    /// The number of pairs that touch, each of which pushes both apart.
    fn frame(&mut self, scene: &Scene, push: &mut [Vector]) -> usize {
        let poses = &scene.motion.poses;
        let (mut low, mut high) = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
        for pose in poses {
            for i in 0..2 {
                low[i] = if pose.at[i] < low[i] { pose.at[i] } else { low[i] };
                high[i] = if pose.at[i] > high[i] { pose.at[i] } else { high[i] };
            }
        }
        let scale = 1.0 / self.cell;
        let at = |x: f32, i: usize| ((x - low[i]) * scale) as usize;
        let (columns, rows) = (at(high[0], 0) + 2, at(high[1], 1) + 2);
        let cell = |[x, y]: Vector| at(y, 1) * columns + at(x, 0);
        self.starts.clear();
        self.starts.resize(columns * rows + 2, 0);
        poses.iter().for_each(|pose| self.starts[cell(pose.at) + 2] += 1);
        (1..self.starts.len()).for_each(|i| self.starts[i] += self.starts[i - 1]);
        for ((number, pose), radius) in (0..).zip(poses).zip(&self.radii) {
            let place = &mut self.starts[cell(pose.at) + 1];
            self.sorted[*place as usize] = (number, pose.at, *radius);
            *place += 1;
        }
        let mut touching = 0;
        for row in 0..rows - 1 {
            for column in 0..columns {
                let own = row * columns + column;
                let [start, end] = [own, own + 1].map(|i| self.starts[i] as usize);
                // Those after it in its cell, the cell to the right and the three above.
                let above = own + columns - usize::from(column > 0);
                let above = [above, own + columns + 2].map(|i| self.starts[i] as usize);
                let right = self.starts[own + 2] as usize;
                for i in start..end {
                    let a = self.sorted[i];
                    let near = self.sorted[i + 1..right].iter();
                    for b in near.chain(&self.sorted[above[0]..above[1]]) {
                        touching += usize::from(meet(&a, b, push));
                    }
                }
            }
        }
        touching
    }
}

fn meet(
    (i, p, r): &(u32, Vector, f32),
    (j, q, s): &(u32, Vector, f32),
    push: &mut [Vector],
) -> bool {
    let (d, sum) = ([q[0] - p[0], q[1] - p[1]], r + s);
    let square = d[0] * d[0] + d[1] * d[1];
    if square > sum * sum {
        return false;
    }
    let far = square.sqrt();
    let by = if far > 0.0 { d.map(|x| x * ((sum - far) / far)) } else { [sum, 0.0] };
    add(&mut push[*i as usize], by.map(|x| -x));
    add(&mut push[*j as usize], by);
    true
}

/// Measures the crowd.
pub(super) fn run(options: &Options) -> Result<Row, Failure> {
    let mut scene = clusters();
    let (bodies, poses) = (&scene.bodies, &scene.motion.poses);
    let mut own = Own::new(bodies, poses)?;
    let mut single = Own::new(bodies, poses)?;
    let mut rapier = Rapier::new(bodies, poses);
    let mut grid = Grid::new(&scene);
    let mut pushes = [(); 3].map(|()| vec![[0.0; 2]; scene.bodies.len()]);
    let [pushed, by_hand, by_rapier] = &mut pushes;
    let mut open = 0;
    let players: Vec<Player<'_>> = vec![
        (
            "jostle World::step",
            Part::Own,
            Box::new(|scene| {
                own.frame(&scene.motion.poses, &scene.motion.moved)?;
                pushed.fill([0.0; 2]);
                for touch in own.events.iter().filter_map(|event| event.touch()) {
                    let by = touch.push_b();
                    if let (Some(a), Some(b)) = (own.world.data(touch.a), own.world.data(touch.b)) {
                        add(&mut pushed[*a as usize], [-by.x, -by.y]);
                        add(&mut pushed[*b as usize], [by.x, by.y]);
                    }
                }
                Ok([own.world.stats().pairs, 0])
            }),
        ),
        (
            "a uniform grid by hand",
            Part::Peer,
            Box::new(|scene| {
                by_hand.fill([0.0; 2]);
                Ok([grid.frame(scene, by_hand), 0])
            }),
        ),
        (
            "rapier2d CollisionPipeline",
            Part::Peer,
            Box::new(|scene| {
                let [begun, ended] = rapier.frame(&scene.motion.poses, &scene.motion.moved);
                open = open + begun - ended;
                by_rapier.fill([0.0; 2]);
                rapier.pushes(by_rapier);
                Ok([open, 0])
            }),
        ),
    ];
    let frames = if options.quick { 8 } else { 40 };
    let title = "crowd: 20,000 circles in clusters push each other".to_owned();
    let mut pairs = Vec::new();
    race((title, Some(1.2)), &mut scene, players, frames, |scene| {
        single.put(&scene.motion.poses, &scene.motion.moved).ok()?;
        single.asked(&mut pairs);
        Some([pairs.len(), 0])
    })
}
