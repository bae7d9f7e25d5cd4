//! Points and lines on straight ways against lines without thickness, judged by integers: nothing thin
//! passes through, at corners, along edges and where ends meet included.
//!
//! The judge looks at the segment that a point sweeps in the frame of its way, and at a line across its way
//! at times between those at which a corner meets it. `JOSTLE_CASES=1000000` is the long run.
#![allow(clippy::disallowed_methods, reason = "tests compare with plain functions")]

use core::cmp::Ordering;

use jostle::{
    Affine, Collider, Hit, Meet, Placed, Response, Shape, Slide, Verdict, World,
    shape::{ChainEnds, Sidedness},
};
use jostle_testing::Rng;

fn cases() -> usize {
    std::env::var("JOSTLE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

fn below(rng: &mut Rng, n: u64) -> i128 {
    ((rng.bits() >> 16) % n) as i128
}

fn whole(rng: &mut Rng, most: u64) -> i128 {
    below(rng, 2 * most + 1) - most as i128
}

/// A point or a vector of integers.
type Spot = [i128; 2];

fn minus(p: Spot, q: Spot) -> Spot {
    [p[0] - q[0], p[1] - q[1]]
}

fn cross(p: Spot, q: Spot) -> i128 {
    p[0] * q[1] - p[1] * q[0]
}

fn dot(p: Spot, q: Spot) -> i128 {
    p[0] * q[0] + p[1] * q[1]
}

fn number(p: Spot) -> [f32; 2] {
    p.map(|x| x as f32)
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Time(i128, i128);

impl Time {
    fn new(p: i128, q: i128) -> Self {
        if q < 0 { Self(-p, -q) } else { Self(p, q) }
    }

    fn cmp(self, o: Self) -> Ordering {
        (self.0 * o.1).cmp(&(o.0 * self.1))
    }

    /// What starts on a line and leaves it across goes through it; what ends on one only touches.
    fn counts(self) -> bool {
        (0..self.1).contains(&self.0)
    }

    fn first(self, o: Option<Self>) -> Self {
        o.filter(|o| o.cmp(self).is_lt()).unwrap_or(self)
    }
}

struct Scene {
    /// The ends of a line, or twice the same point.
    mover: [Spot; 2],
    way: Spot,
    points: Vec<Spot>,
    is_closed: bool,
    is_one_sided: bool,
}

impl Scene {
    fn edges(&self) -> impl Iterator<Item = [Spot; 2]> + '_ {
        let n = self.points.len();
        let count = if self.is_closed { n } else { n - 1 };
        (0..count).map(move |i| [self.points[i], self.points[(i + 1) % n]])
    }

    fn is_along(&self) -> bool {
        cross(minus(self.mover[1], self.mover[0]), self.way) == 0
    }

    fn placed(&self) -> Option<[Placed; 2]> {
        let [p, q] = self.mover.map(number);
        let mover = if p == q { Shape::point(p) } else { Shape::segment(p, q) };
        Some([mover.ok()?, self.chain()?].map(|shape| shape.place(Affine::IDENTITY).unwrap()))
    }

    fn chain(&self) -> Option<Shape> {
        let ends = if self.is_closed { ChainEnds::Closed } else { ChainEnds::Open };
        let sided = if self.is_one_sided { Sidedness::Left } else { Sidedness::Both };
        Shape::chain(self.points.iter().map(|p| number(*p)), ends, sided).ok()
    }

    /// When interiors first meet.
    fn judged(&self) -> Option<Time> {
        if self.is_along() { self.judged_along() } else { self.judged_across() }
    }

    /// The front of the mover sweeps a segment.
    fn judged_along(&self) -> Option<Time> {
        let [p, q] = self.mover;
        let front = if dot(minus(q, p), self.way) > 0 { q } else { p };
        let seen = |p: Spot| {
            let p = minus(p, front);
            [dot(self.way, p), cross(self.way, p)]
        };
        let length = dot(self.way, self.way);
        let all = self.points.iter().map(|p| seen(*p)).collect::<Vec<_>>();
        let n = all.len();
        let mut first = None;
        let mut keep = |time: Time| first = Some(time.first(first));
        for edge in self.edges() {
            let [p, q] = edge.map(seen);
            let is_front = !self.is_one_sided || p[1] < q[1];
            if p[1].signum() * q[1].signum() < 0 && is_front {
                let time = Time::new(p[0] * q[1] - q[0] * p[1], (q[1] - p[1]) * length);
                if time.counts() {
                    keep(time);
                }
            }
        }
        // Runs of points on the way, each between two that are beside it.
        for i in 0..n {
            let before = if i > 0 { i - 1 } else { n - 1 };
            if all[i][1] != 0 || (i == 0 && !self.is_closed) {
                continue;
            }
            if self.is_one_sided {
                let next = (i + 1) % n;
                if (next == 0 && !self.is_closed) || !(0..length).contains(&all[i][0]) {
                    continue;
                }
                let [into, out] = [minus(all[i], all[before]), minus(all[next], all[i])];
                // In the frame of the way: against the front of a line, or along it up to here.
                let [p, q] = [into[1] > 0, out[1] > 0];
                let follows = [into[1] == 0 && into[0] > 0, out[1] == 0 && out[0] < 0];
                let goes_in = all[i][0] == 0 && (p || q) && cross(into, out) > 0;
                if (follows[0] || p) && q || p && follows[1] || goes_in {
                    keep(Time::new(all[i][0], length));
                }
                continue;
            }
            if all[before][1] == 0 {
                continue;
            }
            let (mut j, mut last) = (i, i);
            while all[j][1] == 0 && (j + 1 < n || self.is_closed) {
                (last, j) = (j, (j + 1) % n);
            }
            // Both ends of the run are passed.
            let ends = [all[i][0], all[last][0]];
            let first_end = i128::from(i != last);
            let is_passed = ends.iter().all(|end| (first_end..length).contains(end));
            if all[j][1].signum() * all[before][1].signum() < 0 && is_passed {
                keep(Time::new(ends[0].max(ends[1]), length));
            }
        }
        first
    }

    /// A line across its way against lines of two sides.
    fn judged_across(&self) -> Option<Time> {
        let mut first = None;
        for edge in self.edges() {
            if let Some(time) = self.meets_across(edge) {
                first = Some(time.first(first));
            }
        }
        first
    }

    fn meets_across(&self, [u, v]: [Spot; 2]) -> Option<Time> {
        let [p, q] = self.mover;
        let (m, e, w) = (minus(q, p), minus(v, u), self.way);
        if cross(m, e) == 0 {
            // On one line at one time.
            let time = Time::new(cross(m, minus(u, p)), cross(m, w));
            let at = |x: Spot, s: i128| dot(m, x) * time.1 + s * dot(m, w) * time.0;
            let sorted = |a: i128, b: i128| (a.min(b), a.max(b));
            let ((a, b), (c, d)) = (sorted(at(p, 1), at(q, 1)), sorted(at(u, 0), at(v, 0)));
            return (time.counts() && a.max(c) < b.min(d)).then_some(time);
        }
        // The times at which an end of one is on the line of the other.
        let mut times = vec![Time(0, 1), Time(1, 1)];
        times.extend([u, v].map(|x| Time::new(cross(m, minus(x, p)), cross(m, w))));
        if cross(e, w) != 0 {
            times.extend([p, q].map(|x| Time::new(cross(e, minus(u, x)), cross(e, w))));
        }
        times.retain(|t| (0..=t.1).contains(&t.0));
        times.sort_by(|s, t| s.cmp(*t));
        let crosses = |t: Time| {
            // Everything times the denominator.
            let grown =
                |x: Spot, s: i128| [x[0] * t.1 + s * w[0] * t.0, x[1] * t.1 + s * w[1] * t.0];
            let ([p, q], [u, v]) = ([grown(p, 1), grown(q, 1)], [grown(u, 0), grown(v, 0)]);
            let sides = |a: Spot, b: Spot, c: Spot| cross(minus(b, a), minus(c, a)).signum();
            sides(p, q, u) * sides(p, q, v) < 0 && sides(u, v, p) * sides(u, v, q) < 0
        };
        let found = times.windows(2).find(|pair| {
            let middle =
                Time(pair[0].0 * pair[1].1 + pair[1].0 * pair[0].1, 2 * pair[0].1 * pair[1].1);
            crosses(middle)
        });
        found.map(|pair| pair[0])
    }
}

fn scene(rng: &mut Rng, is_one_sided: bool) -> Option<Scene> {
    let n = 2 + below(rng, 5) as usize;
    let mut points = vec![[whole(rng, 6), whole(rng, 6)]];
    while points.len() < n {
        // Many edges in one direction.
        let last = points[points.len() - 1];
        let step = match below(rng, 3) {
            0 => [whole(rng, 3), 0],
            1 => [0, whole(rng, 3)],
            _ => [whole(rng, 6), whole(rng, 6)],
        };
        let next = [last[0] + step[0], last[1] + step[1]];
        if !points.contains(&next) {
            points.push(next);
        }
    }
    let is_closed = n > 2 && below(rng, 3) == 0;
    let mut way = match below(rng, 3) {
        0 => [whole(rng, 14), 0],
        1 => [0, whole(rng, 14)],
        _ => [whole(rng, 14), whole(rng, 14)],
    };
    if below(rng, 3) == 0 {
        let k = below(rng, n as u64) as usize;
        way = minus(points[(k + 1) % n], points[k]).map(|x| x * (1 + (k as i128) % 3));
    }
    let arm = match below(rng, 4) {
        0 => [0, 0],
        1 => way,
        2 => [whole(rng, 5), 0],
        _ => [whole(rng, 5), whole(rng, 5)],
    };
    let mut start = [whole(rng, 9), whole(rng, 9)];
    if below(rng, 2) == 0 {
        // The way goes through a corner.
        start = minus(points[below(rng, n as u64) as usize], way);
        way = way.map(|x| x * (1 + below(rng, 2)));
    }
    let mover = [minus(start, arm), start];
    Some(Scene { mover, way, points, is_closed, is_one_sided })
        .filter(|scene| scene.way != [0, 0] && scene.chain().is_some())
}

/// Returns `true` if a hit has a time in its bracket, of two steps of `f32` at most.
fn holds(hit: Option<Hit>, time: Option<Time>) -> bool {
    match (hit, time) {
        (None, None) => true,
        (Some(hit), Some(Time(p, q))) => {
            let [low, high] = [hit.fraction, hit.latest].map(f64::from);
            let (time, slack) = (p as f64 / q as f64, 1e-15);
            hit.certain
                && low <= time + slack
                && time <= high + slack
                && hit.latest <= hit.fraction.next_up()
        }
        _ => false,
    }
}

fn check_casts(seed: u64, is_one_sided: bool) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut misses, mut wrong) = (0, 0, Vec::new());
    for _ in 0..cases() {
        let Some(scene) = scene(&mut rng, is_one_sided) else { continue };
        // A line across its way meets fronts as solids do, which another test compares.
        let Some([mover, chain]) = scene.placed().filter(|_| !is_one_sided || scene.is_along())
        else {
            continue;
        };
        if mover.verdict(&chain) == Verdict::Overlapping {
            continue;
        }
        let time = scene.judged();
        let hit = mover.cast(&chain, number(scene.way), Meet::OVERLAP);
        let back = chain.cast(&mover, number(scene.way.map(|x| -x)), Meet::OVERLAP);
        let ends = |hit: Option<Hit>| hit.map(|hit| (hit.fraction, hit.latest, hit.normal));
        let is_same = ends(hit) == ends(back).map(|(p, q, normal)| (p, q, -normal));
        if !holds(hit, time) || !is_same {
            let Scene { mover, way, points, is_closed, .. } = &scene;
            wrong.push(format!(
                "{mover:?} by {way:?}, closed {is_closed} {points:?}: {time:?}\n {hit:?}\n {back:?}"
            ));
        }
        hits += usize::from(time.is_some());
        misses += usize::from(time.is_none());
    }
    let count = wrong.len();
    wrong.sort_by_key(String::len);
    wrong.truncate(8);
    assert!(count == 0, "{count} of {hits} hits, {misses} misses:\n{}", wrong.join("\n"));
    assert!(hits > cases() / 32 && misses > cases() / 16, "{hits} {misses}");
}

#[test]
fn thin_movers_cross_lines_where_exact_arithmetic_says() {
    check_casts(31, false);
}

#[test]
fn thin_movers_cross_lines_of_one_side_where_exact_arithmetic_says() {
    check_casts(32, true);
}

/// The height of a line of points in the order of x.
fn height(points: &[Spot], x: f64) -> f64 {
    let k = (1..points.len() - 1).find(|k| x < points[*k][0] as f64).unwrap_or(points.len() - 1);
    let [[a, b], [c, d]] = [points[k - 1], points[k]].map(|p| p.map(|x| x as f64));
    b + (x - a) * (d - b) / (c - a)
}

#[test]
fn thin_movers_slide_on_no_line_to_its_other_side() {
    let mut rng = Rng::new(33);
    let (mut moved, mut stopped, mut wrong) = (0, 0, Vec::new());
    for _ in 0..cases() / 4 {
        let is_one_sided = below(&mut rng, 2) == 0;
        let mut points = vec![[-400, whole(&mut rng, 2)]];
        for k in -3..=3 {
            points.push([6 * k + whole(&mut rng, 2), whole(&mut rng, 6) * below(&mut rng, 2)]);
        }
        points.push([400, whole(&mut rng, 2)]);
        let k = 1 + below(&mut rng, 7) as usize;
        let x = if below(&mut rng, 2) == 0 { points[k][0] } else { whole(&mut rng, 12) };
        let arm =
            [below(&mut rng, 2) * below(&mut rng, 4), below(&mut rng, 2) * -below(&mut rng, 3)];
        let way = if below(&mut rng, 2) == 0 {
            [0, 1 + below(&mut rng, 30)]
        } else {
            [whole(&mut rng, 12), whole(&mut rng, 20)]
        };
        // Up is to smaller y; the left of a line is in front.
        let start = [x, -7 - below(&mut rng, 8)];
        let mut ends = points.clone();
        if is_one_sided {
            ends.reverse();
        }
        let sided = if is_one_sided { Sidedness::Left } else { Sidedness::Both };
        let chain = Shape::chain(ends.iter().map(|p| number(*p)), ChainEnds::Open, sided).unwrap();
        let [p, q] = [arm.map(|x| -x), arm].map(number);
        let mover = if p == q { Shape::point(p) } else { Shape::segment(p, q) }.unwrap();
        let mut world = World::new();
        let hero = world.add(Collider::new((), mover).at(number(start))).unwrap();
        world.add(Collider::new((), chain)).unwrap();
        let mut slide = Slide::by(way[0] as f32, way[1] as f32);
        if below(&mut rng, 2) == 0 {
            slide = slide.up(0.0, -1.0);
        }
        let mut place = number(start);
        for frame in 0..3 {
            let slid = world.slide(hero, &slide, |_| Response::Slide).unwrap();
            place = [slid.transform.tx, slid.transform.ty];
            let is_above = [p, q].iter().all(|end| {
                let [x, y] = [0, 1].map(|i| f64::from(place[i]) + f64::from(end[i]));
                y <= height(&points, x) + 1e-12
            });
            if !is_above {
                let case = format!("{arm:?} at {start:?} by {way:?}, {is_one_sided} {points:?}");
                wrong.push(format!("frame {frame}: {case} {place:?} {slid:?}"));
                break;
            }
        }
        moved += usize::from(place != number(start));
        stopped += usize::from(place[1] < start[1] as f32 + 3.0 * way[1] as f32);
    }
    let count = wrong.len();
    wrong.sort_by_key(String::len);
    wrong.truncate(5);
    assert!(count == 0, "{count} of {moved}, {stopped}:\n{}", wrong.join("\n"));
    assert!(moved > cases() / 8 && stopped > cases() / 16, "{moved} {stopped}");
}
