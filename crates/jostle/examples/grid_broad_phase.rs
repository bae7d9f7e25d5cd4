//! A broad phase of one's own: a hash grid with one cell size.
//!
//! A box is in every cell that it overlaps (Ericson, Real-Time Collision Detection, 2005, section
//! 7.1). This suits worlds whose boxes have about one size. Large boxes fill many cells, so boxes
//! that overlap more than `MOST_CELLS` are in a list of their own.
#![expect(clippy::disallowed_methods, reason = "the sign of a zero does not matter here")]

use jostle::broad::{BroadPhase, Brute, SweptBox};
use jostle::{Aabb, Affine, Collider, Shape, Vec2, World};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

const MOST_CELLS: f32 = 64.0;

type Cell = (i32, i32);

#[derive(Default)]
struct HashGrid {
    side: f32,
    boxes: BTreeMap<u32, Aabb>,
    cells: HashMap<Cell, Vec<u32>>,
    large: BTreeSet<u32>,
}

impl HashGrid {
    fn new(side: f32) -> Self {
        Self { side, ..Self::default() }
    }

    /// Returns the cells that a box overlaps; `None` if they are too many.
    fn cells_of(&self, bounds: Aabb) -> Option<Vec<Cell>> {
        let [low, high] = [bounds.min, bounds.max]
            .map(|corner| [(corner.x / self.side).floor(), (corner.y / self.side).floor()]);
        let count = (high[0] - low[0] + 1.0) * (high[1] - low[1] + 1.0);
        let limit = i32::MAX as f32 / 2.0;
        let is_near = low.iter().chain(&high).all(|line| line.abs() < limit);
        // False also for infinite and empty boxes.
        (is_near && count <= MOST_CELLS).then(|| {
            let [x, y] = [0, 1].map(|axis| low[axis] as i32..=high[axis] as i32);
            x.flat_map(|x| y.clone().map(move |y| (x, y))).collect()
        })
    }

    /// Returns the ids of boxes that overlap `bounds`, in ascending order.
    fn candidates(&self, bounds: Aabb) -> BTreeSet<u32> {
        let ids: Vec<u32> = match self.cells_of(bounds) {
            Some(cells) => {
                let in_cells = cells.iter().filter_map(|cell| self.cells.get(cell)).flatten();
                in_cells.chain(&self.large).copied().collect()
            }
            None => self.boxes.keys().copied().collect(),
        };
        ids.into_iter().filter(|id| self.boxes[id].overlaps(bounds)).collect()
    }
}

/// Returns the squared distance between two boxes.
fn square_distance(a: Aabb, b: Aabb) -> f64 {
    let gap = |low: f32, high: f32| (f64::from(low) - f64::from(high)).max(0.0);
    let x = gap(a.min.x, b.max.x).max(gap(b.min.x, a.max.x));
    let y = gap(a.min.y, b.max.y).max(gap(b.min.y, a.max.y));
    x * x + y * y
}

impl BroadPhase for HashGrid {
    fn insert(&mut self, id: u32, bounds: Aabb) {
        self.remove(id);
        if !bounds.overlaps(bounds) {
            return; // A box with NaN holds no point.
        }
        self.boxes.insert(id, bounds);
        match self.cells_of(bounds) {
            Some(cells) => cells.iter().for_each(|c| self.cells.entry(*c).or_default().push(id)),
            None => drop(self.large.insert(id)),
        }
    }

    fn remove(&mut self, id: u32) {
        let Some(bounds) = self.boxes.remove(&id) else { return };
        self.large.remove(&id);
        for cell in self.cells_of(bounds).unwrap_or_default() {
            if let Some(ids) = self.cells.get_mut(&cell) {
                ids.retain(|other| *other != id);
            }
        }
    }

    fn update(&mut self, id: u32, bounds: Aabb) {
        if self.boxes.contains_key(&id) {
            self.insert(id, bounds);
        }
    }

    fn pairs(&mut self, moved: &[u32], out: &mut Vec<(u32, u32)>) {
        for &id in moved {
            let Some(&bounds) = self.boxes.get(&id) else { continue };
            for other in self.candidates(bounds) {
                // Of two boxes that moved, the one with the smaller id reports the pair.
                if other > id || other < id && moved.binary_search(&other).is_err() {
                    out.push((id.min(other), id.max(other)));
                }
            }
        }
    }

    fn overlapping(&self, bounds: Aabb, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) {
        let _ = self.candidates(bounds).into_iter().try_for_each(visit);
    }

    // The box of the whole segment is enough: the caller tests the shapes.
    fn cast_segment(&self, swept: SweptBox, visit: &mut dyn FnMut(u32) -> f32) {
        let SweptBox { origin, translation, half } = swept;
        let segment = Aabb::new(origin, origin + translation);
        let reach = [segment.min, segment.max].map(|p| p.x.abs().max(p.y.abs()));
        let rounding = 4.0 * f32::EPSILON * (reach[0].max(reach[1]) + half.x.max(half.y));
        let half = half + Vec2::new(rounding, rounding);
        for id in self.candidates(Aabb::new(segment.min - half, segment.max + half)) {
            if visit(id) < 0.0 {
                return;
            }
        }
    }

    fn nearest(&self, from: Aabb, visit: &mut dyn FnMut(u32) -> f64) {
        let mut sorted: Vec<(f64, u32)> =
            self.boxes.iter().map(|(id, bounds)| (square_distance(from, *bounds), *id)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut bound = f64::INFINITY;
        for (square, id) in sorted {
            if square > bound || bound < 0.0 {
                return;
            }
            bound = visit(id);
        }
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }
}

/// Returns the data of all pairs with an event in a world of falling circles and boxes after some
/// steps.
fn contacts(mut world: World<u32>) -> Vec<[u32; 2]> {
    let shapes = [
        Shape::circle(0.6).expect("a radius"),
        Shape::rect_half((0.5, 0.3)).expect("half extents"),
        Shape::rect_half((40.0, 1.0)).expect("half extents"),
    ];
    let keys: Vec<_> = (0..120_u32)
        .map(|i| {
            let shape = &shapes[if i == 0 { 2 } else { i as usize % 2 }];
            let (x, y) = ((i * 37 % 60) as f32 - 30.0, (i * 13 % 40) as f32);
            world.add(Collider::new(i, shape.clone()).at((x, y))).expect("a valid collider")
        })
        .collect();
    let mut found = Vec::new();
    for _ in 0..20 {
        for key in &keys[1..] {
            let by = Affine::at((0.1, -0.25));
            world.apply_transform(*key, &by).expect("a live collider");
        }
        let keys = world.step().into_iter().map(|event| event.keys());
        found.extend(keys.map(|keys| keys.map(|key| *world.data(key).expect("a live collider"))));
    }
    found
}

fn main() {
    let own = contacts(World::with_broad_phase(HashGrid::new(2.0)));
    let all = contacts(World::with_broad_phase(Brute::new()));
    assert!(!all.is_empty());
    assert_eq!(own, all, "both broad phases lead to the same events");
    println!("{} events, with a hash grid and without", own.len());
}
