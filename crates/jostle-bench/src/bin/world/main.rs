//! A whole frame beside a peer: `cargo run --release -p jostle-bench --bin world`.
//!
//! Circles, rectangles, capsules and triangles in equal parts, all of which move and turn every
//! frame; a frame is what a game pays for: telling where everything is now, and getting all contacts
//! and who began and ceased to touch. The peers are rapier2d's `CollisionPipeline`, colliders without
//! bodies, everything switched on that reports, and a Box2D world of bodies that stand still but for
//! being put elsewhere. All take turns on the same positions in one process; times are processor time
//! of the thread, medians of frames. Enters and exits are compared frame by frame: Box2D counts pairs
//! that are about to touch, too. `--quick` leaves out the largest.

mod box2d;
mod rapier;

use jostle::{Affine, Collider, Key, Shape, World};
use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;

/// Frames before the ones that count.
const WARM: usize = 8;
/// The side of the square for each collider, so that about half of them touch something.
const ROOM: f32 = 1.7;

/// Where something is: x, y, and its turn in radians.
pub(crate) type Pose = [f32; 3];

/// Splits the colliders by number: circle, rectangle, capsule, triangle.
pub(crate) const CIRCLE: f32 = 0.5;
pub(crate) const RECT: [f32; 2] = [0.5, 0.4];
/// Half the length and the radius.
pub(crate) const CAPSULE: [f32; 2] = [0.3, 0.3];
pub(crate) const TRIANGLE: [[f32; 2]; 3] = [[-0.4, -0.3], [0.6, -0.3], [-0.4, 0.7]];

fn seconds() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A linear congruential generator (Knuth, MMIX), upper bits.
struct Draw(u64);

impl Draw {
    fn unit(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 16_777_216.0
    }
}

struct Ours {
    world: World<u32>,
    keys: Vec<Key>,
    moves: Vec<(Key, Affine)>,
    events: Vec<jostle::Event<u32>>,
}

impl Ours {
    fn new(poses: &[Pose]) -> Result<Self, Box<dyn std::error::Error>> {
        let [a, b, c] = TRIANGLE;
        let [long, radius] = CAPSULE;
        let shapes: [Arc<Shape>; 4] = [
            Shape::circle(CIRCLE)?.into(),
            Shape::rect(RECT)?.into(),
            Shape::capsule((-long, 0.0), (long, 0.0), radius)?.into(),
            Shape::triangle(a, b, c)?.into(),
        ];
        let mut world = World::new();
        let all = (0_u32..).zip(poses).map(|(i, [x, y, turn])| {
            Collider::new(i, shapes[i as usize % 4].clone())
                .transform(Affine::at(*x, *y).turned(*turn))
        });
        let keys = world.add_all(all)?;
        Ok(Self { world, keys, moves: Vec::new(), events: Vec::new() })
    }

    /// The numbers of enters and exits.
    fn frame(&mut self, poses: &[Pose]) -> Result<[usize; 2], jostle::WorldError> {
        self.moves.clear();
        let to = |[x, y, turn]: &Pose| Affine::at(*x, *y).turned(*turn);
        self.moves.extend(self.keys.iter().zip(poses).map(|(key, pose)| (*key, to(pose))));
        self.world.set_transforms(&self.moves)?;
        self.world.step_into(&mut self.events);
        let totals = self.world.totals();
        Ok([totals.entered, totals.exited])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let quick = std::env::args().any(|word| word == "--quick");
    println!(
        "| colliders | pairs | jostle ms | rapier2d ms | ratio | differ | Box2D ms | ratio | differ | bytes a collider |"
    );
    println!("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for count in [1_000_usize, 10_000, 100_000] {
        if quick && count > 10_000 {
            continue;
        }
        let side = (count as f32).sqrt() * ROOM;
        let mut draw = Draw(7);
        let mut poses: Vec<Pose> = (0..count)
            .map(|_| [draw.unit() * side, draw.unit() * side, draw.unit() * 6.0])
            .collect();
        let speeds: Vec<[f32; 2]> =
            (0..count).map(|_| [draw.unit() * 0.2 - 0.1, draw.unit() * 0.2 - 0.1]).collect();
        let mut ours = Ours::new(&poses)?;
        let mut rapier = rapier::Rapier::new(&poses);
        let mut box2d = box2d::Box2d::new(&poses)?;
        let frames = (1_500_000 / count).clamp(9, 60);
        let mut times: [Vec<f64>; 3] = Default::default();
        let mut differ = [0; 2];
        for frame in 0..WARM + frames {
            for (pose, speed) in poses.iter_mut().zip(&speeds) {
                *pose = [pose[0] + speed[0], pose[1] + speed[1], pose[2] + 0.02];
            }
            let mut clock = [seconds(); 4];
            let told = ours.frame(&poses)?;
            clock[1] = seconds();
            let rapiers = rapier.frame(&poses);
            clock[2] = seconds();
            let box2ds = box2d.frame(&poses)?;
            clock[3] = seconds();
            if frame >= WARM {
                for (times, ends) in times.iter_mut().zip(clock.windows(2)) {
                    times.push(ends[1] - ends[0]);
                }
                differ[0] += usize::from(told != rapiers);
                differ[1] += usize::from(told != box2ds);
            }
        }
        let [own, rapier, box2d] = times.each_mut().map(|times| median(times) * 1e3);
        let (pairs, bytes) = (ours.world.totals().pairs, ours.world.bytes() / count);
        println!(
            "| {count} | {pairs} | {own:.2} | {rapier:.2} | {:.2} | {} of {frames} | {box2d:.2} | {:.2} | {} of {frames} | {bytes} |",
            rapier / own,
            differ[0],
            box2d / own,
            differ[1],
        );
    }
    Ok(())
}
