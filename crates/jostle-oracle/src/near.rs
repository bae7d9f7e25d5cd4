//! A fast judge of verdicts near touching: circles, capsules, boxes and triangles of integers.
//!
//! A shape is a ring of one to four integer points and an integer radius, under a map of integers
//! and a power of two, so that every number of a placed shape is exact in `f32` and in `i64`.
//! Distances are compared as fractions in `i128`. The second shape of a pair is put so that a point
//! of it lies about the sum of the radii from a point of the first one's boundary.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use jostle::{Affine, Placed, Shape, ShapeError, Vec2};
use jostle_oracle::r#gen::Rng;

/// Pairs of two shapes that stay the same while their places change.
pub(crate) const PLACES: u64 = 128;
/// Wrong pairs of a batch that are printed.
const SHOWN: u64 = 3;
/// One batch in this number is also judged as a list.
const LISTED: u64 = 512;
/// Batches between two lines.
const LINE: u64 = 200_000;

type Point = [i64; 2];

/// A placed shape in integers, before the power of two.
struct Set {
    ring: Vec<Point>,
    radius: i64,
}

/// A shape around its origin: what the library makes of it, and its integers.
struct Form {
    shape: Shape,
    ring: Vec<Point>,
    radius: i64,
}

/// Two placed sets, with the offsets that the library gets.
struct Pair {
    sets: [Set; 2],
    placed: [Placed; 2],
}

fn number(rng: &mut Rng, size: i64) -> i64 {
    rng.below(2 * size as u64 + 1) as i64 - size
}

fn point([x, y]: Point) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

impl Form {
    /// A shape with numbers up to a size.
    fn new(rng: &mut Rng, size: i64) -> Result<Self, ShapeError> {
        let radius = 1 + rng.below(size as u64) as i64;
        let mut place = || [number(rng, size), number(rng, size)];
        let (mut ring, radius, shape) = match [place(), place(), place()] {
            [[kind, _], p, _] if kind.rem_euclid(4) == 0 => {
                (vec![p], radius, Shape::circle_at(point(p), radius as f32)?)
            }
            [[kind, _], p, q] if kind.rem_euclid(4) == 1 => {
                (vec![p, q], radius, Shape::capsule(point(p), point(q), radius as f32)?)
            }
            [[kind, _], p, q] if kind.rem_euclid(4) == 2 => {
                let half = [q[0].abs() + 1, q[1].abs() + 1];
                let corner = |x: i64, y: i64| [p[0] + x * half[0], p[1] + y * half[1]];
                let ring = vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
                let rot = jostle::Rot::IDENTITY;
                (ring, 0, Shape::rect_half_at(point(p), point(half), rot)?)
            }
            [p, q, r] => (vec![p, q, r], 0, Shape::triangle(point(p), point(q), point(r))?),
        };
        ring.dedup();
        let is_flat = ring.len() < 3 || cross(ring[0], ring[1], ring[2]) == 0;
        if radius == 0 && is_flat {
            // A triangle without area is a line, which has other rules.
            return Self::new(rng, size);
        }
        Ok(Self { shape, ring, radius })
    }

    /// The set under a signed permutation and a translation.
    fn at(&self, [a, b, c, d]: [i64; 4], [x, y]: Point) -> Set {
        let mut ring: Vec<Point> =
            self.ring.iter().map(|[u, v]| [a * u + c * v + x, b * u + d * v + y]).collect();
        if ring.len() > 2 && cross(ring[0], ring[1], ring[2]) < 0 {
            ring.reverse();
        }
        Set { ring, radius: self.radius }
    }

    fn place(&self, [a, b, c, d]: [i64; 4], at: Point, unit: f32) -> Result<Placed, ShapeError> {
        let [a, b, c, d] = [a, b, c, d].map(|n| n as f32 * unit);
        let [tx, ty] = at.map(|n| n as f32 * unit);
        self.shape.place(Affine { a, b, c, d, tx, ty })
    }
}

/// The turns of the square.
const TURNS: [[i64; 4]; 8] = [
    [1, 0, 0, 1],
    [0, 1, -1, 0],
    [-1, 0, 0, -1],
    [0, -1, 1, 0],
    [1, 0, 0, -1],
    [0, 1, 1, 0],
    [-1, 0, 0, 1],
    [0, -1, -1, 0],
];

/// Twice the area of a triangle, positive to the left.
fn cross(p: Point, q: Point, r: Point) -> i128 {
    let d = |a: i64, b: i64| i128::from(a - b);
    d(q[0], p[0]) * d(r[1], p[1]) - d(q[1], p[1]) * d(r[0], p[0])
}

fn edges(ring: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let count = if ring.len() > 2 { ring.len() } else { ring.len() - 1 };
    (0..count).map(|i| [ring[i], ring[(i + 1) % ring.len()]])
}

/// Compares the distance of a point to a segment with a length.
fn near_edge(p: Point, [u, v]: [Point; 2], length: i64) -> Ordering {
    let d = |a: Point, b: Point| [i128::from(a[0] - b[0]), i128::from(a[1] - b[1])];
    let dot = |a: [i128; 2], b: [i128; 2]| a[0] * b[0] + a[1] * b[1];
    let square = i128::from(length) * i128::from(length);
    let (e, w) = (d(v, u), d(p, u));
    let (along, whole) = (dot(w, e), dot(e, e));
    if along <= 0 {
        dot(w, w).cmp(&square)
    } else if along >= whole {
        let w = d(p, v);
        dot(w, w).cmp(&square)
    } else {
        let height = cross(u, v, p);
        (height * height).cmp(&(square * whole))
    }
}

/// Compares the distance of two rings, of which one is no polygon or has a radius, with a length.
fn compare(p: &[Point], q: &[Point], length: i64) -> Ordering {
    let inside =
        |v: Point, ring: &[Point]| ring.len() > 2 && edges(ring).all(|[a, b]| cross(a, b, v) >= 0);
    if inside(p[0], q) || inside(q[0], p) {
        return Ordering::Less;
    }
    let crosses = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        let sign = |p, q, r| cross(p, q, r).signum();
        sign(a, b, c) * sign(a, b, d) < 0 && sign(c, d, a) * sign(c, d, b) < 0
    };
    if edges(p).any(|e| edges(q).any(|f| crosses(e, f))) {
        return Ordering::Less;
    }
    let point = |p: Point, ring: &[Point]| match *ring {
        [q] => near_edge(p, [q, q], length),
        _ => edges(ring).map(|e| near_edge(p, e, length)).min().unwrap_or(Ordering::Greater),
    };
    let all = p.iter().map(|v| point(*v, q)).chain(q.iter().map(|v| point(*v, p)));
    all.min().unwrap_or(Ordering::Greater)
}

/// Compares 0 with the largest gap between two polygons along the normals of their edges.
fn part(p: &[Point], q: &[Point]) -> Ordering {
    let gap = |p: &[Point], q: &[Point]| {
        let least = |[a, b]: [Point; 2]| q.iter().map(|v| -cross(a, b, *v)).min();
        edges(p).filter_map(least).max().unwrap_or(i128::MIN)
    };
    gap(p, q).max(gap(q, p)).cmp(&0)
}

impl Pair {
    /// `Greater` if they are apart, `Equal` if they touch.
    fn exact(&self) -> Ordering {
        let [a, b] = &self.sets;
        match a.radius + b.radius {
            0 => part(&a.ring, &b.ring),
            length => compare(&a.ring, &b.ring, length),
        }
    }
}

/// A vector of about a length, exactly that for Pythagorean triples.
fn vector(rng: &mut Rng, length: i64) -> Point {
    const TRIPLES: [[i64; 3]; 5] = [[3, 4, 5], [5, 12, 13], [8, 15, 17], [7, 24, 25], [1, 0, 1]];
    let [x, y, whole] = TRIPLES[rng.below(5) as usize];
    let [x, y] = [x, y].map(|n| (n * length + whole / 2) / whole);
    let [x, y] = if rng.one_in(2) { [x, y] } else { [y, x] };
    [x, y].map(|n| if rng.one_in(2) { n } else { -n })
}

/// The pairs of a batch.
fn batch(seed: u64, index: u64) -> Result<Vec<Pair>, ShapeError> {
    let rng = &mut Rng::new(seed, 77, index);
    let size = |rng: &mut Rng| [2, 8, 100, 5_000, 1 << 19, 1 << 22][rng.below(6) as usize];
    let (first, second) = (size(rng), size(rng));
    let forms = [Form::new(rng, first)?, Form::new(rng, second)?];
    // A power of two from 2^-20 on.
    let unit = f32::from_bits((107 + rng.below(40) as u32) << 23);
    let mut pairs = Vec::with_capacity(PLACES as usize);
    for _ in 0..PLACES {
        let turns = [TURNS[rng.below(8) as usize], TURNS[rng.below(8) as usize]];
        let far = [4, 1_000, 1 << 23][rng.below(3) as usize];
        let at = [number(rng, far), number(rng, far)];
        let a = forms[0].at(turns[0], at);
        // A point of an edge, or a vertex.
        let [u, v] = [0; 2].map(|_| a.ring[rng.below(a.ring.len() as u64) as usize]);
        let k = rng.below(5) as i64;
        let on = [0, 1].map(|i| u[i] + (v[i] - u[i]) * k / 4);
        let out = vector(rng, forms[0].radius + forms[1].radius);
        let off = [number(rng, 1), number(rng, 1)];
        let b = forms[1].at(turns[1], [0; 2]);
        let w = b.ring[rng.below(b.ring.len() as u64) as usize];
        let to = [0, 1].map(|i| on[i] + out[i] + off[i] - w[i]);
        let sets = [a, forms[1].at(turns[1], to)];
        // Beyond this `f32` has no halves, and what is placed is rounded.
        if sets.iter().flat_map(|set| &set.ring).flatten().any(|n| n.abs() > 1 << 23) {
            continue;
        }
        let placed = [forms[0].place(turns[0], at, unit)?, forms[1].place(turns[1], to, unit)?];
        pairs.push(Pair { sets, placed });
    }
    Ok(pairs)
}

/// What was counted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counts {
    pub(crate) apart: u64,
    pub(crate) touching: u64,
    pub(crate) overlapping: u64,
    pub(crate) wrong: u64,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.apart += other.apart;
        self.touching += other.touching;
        self.overlapping += other.overlapping;
        self.wrong += other.wrong;
    }

    pub(crate) fn pairs(&self) -> u64 {
        self.apart + self.touching + self.overlapping
    }
}

/// Judges a batch: both orders of each pair, singly and now and then as a list.
fn judge(seed: u64, index: u64) -> Result<Counts, ShapeError> {
    let mut counts = Counts::default();
    let pairs = batch(seed, index)?;
    // All shapes of a batch lie about one place, so that a list makes many pairs.
    let is_listed = index.is_multiple_of(LISTED);
    let mut listed = vec![false; pairs.len()];
    if is_listed {
        let list: Vec<Placed> = pairs.iter().flat_map(|pair| pair.placed.clone()).collect();
        let found = jostle::pairs(&list).into_iter().filter(|[i, j]| i / 2 == j / 2);
        found.for_each(|[i, _]| listed[i as usize / 2] = true);
    }
    for (pair, listed) in pairs.iter().zip(listed) {
        let exact = pair.exact();
        let [a, b] = &pair.placed;
        let want = match exact {
            Ordering::Greater => jostle::Verdict::Separated,
            Ordering::Equal => jostle::Verdict::Touching,
            Ordering::Less => jostle::Verdict::Overlapping,
        };
        match exact {
            Ordering::Greater => counts.apart += 1,
            Ordering::Equal => counts.touching += 1,
            Ordering::Less => counts.overlapping += 1,
        }
        let touches = want != jostle::Verdict::Separated;
        let said = [a.verdict(b), b.verdict(a)];
        let is_listed_right = !is_listed || listed == touches;
        if said != [want; 2] || !is_listed_right || a.overlaps(b) != touches {
            counts.wrong += 1;
            if counts.wrong <= SHOWN {
                println!(
                    "near --seed {seed} --batch {index}: {said:?}, in a list {listed}, exactly \
                     {want:?}: {a:?} {b:?}"
                );
            }
        }
    }
    Ok(counts)
}

/// Judges one batch aloud; returns the number of wrong pairs.
pub(crate) fn one(seed: u64, index: u64) -> Result<u64, ShapeError> {
    for pair in batch(seed, index)? {
        println!("{:?}: {:?}", pair.exact(), pair.placed);
    }
    Ok(judge(seed, index)?.wrong)
}

/// Judges batches from one on until a time is over or an end is reached; returns the number of the
/// next batch.
pub(crate) fn run(
    seed: u64,
    [from, end]: [u64; 2],
    time: Duration,
    threads: usize,
) -> Result<(u64, Counts), ShapeError> {
    let (start, mut first, mut counts) = (Instant::now(), from, Counts::default());
    while first < end && start.elapsed() < time {
        let last = end.min(first + LINE);
        let share = |t: usize| {
            (first + t as u64..last).step_by(threads).try_fold(
                Counts::default(),
                |mut sum, index| {
                    sum.add(judge(seed, index)?);
                    Ok(sum)
                },
            )
        };
        let parts: Vec<Result<Counts, ShapeError>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|t| scope.spawn(move || share(t))).collect();
            workers
                .into_iter()
                .map(|worker| {
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        });
        for part in parts {
            counts.add(part?);
        }
        first = last;
        let Counts { apart, touching, overlapping, wrong } = counts;
        println!(
            "near seed {seed} to batch {last}: {} pairs: {apart} separated, {touching} touching, \
             {overlapping} overlapping; {wrong} wrong; {:.0} a second",
            counts.pairs(),
            counts.pairs() as f64 / start.elapsed().as_secs_f64()
        );
    }
    Ok((first, counts))
}
