//! The arrangement of the edges of an outline: their crossings, their contacts, and the winding
//! numbers on both sides of each piece.
//!
//! Method: a plane sweep over the end points in lexicographic order (M. I. Shamos and D. Hoey,
//! "Geometric intersection problems", 1976), with a status ordered by exact orientation. Testing new
//! neighbors finds every proper crossing. Edges that only touch do so at an end point, which is an
//! event: there, all edges through it are cut. Pieces that coincide become one piece. Winding numbers
//! are sums from below.
//!
//! "Above" is the left side of a piece seen from its lexicographically smaller end; for a vertical
//! one that is smaller x. Sign: an edge with weight w adds w to the winding on its left. Error:
//! none. Cost: O((n + cuts) log n).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::math::Vec2;
use crate::math::exact::orient2d::{cross_properly, lexicographic, orient2d};
use crate::math::sort::{Groups, sort_by, sort_points};

/// One number for the outer ring, one for the holes.
pub(crate) type PerClass = [i32; 2];

/// A directed edge to be arranged; its ends differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
    /// 0 for the outer ring, 1 for holes.
    pub(crate) class: usize,
    /// True if the area of its own ring lies on neither side.
    pub(crate) bare: bool,
    /// What a crossing is reported with.
    pub(crate) source: u32,
}

impl Link {
    /// An edge of an outer ring.
    pub(crate) fn new(a: Vec2, b: Vec2, source: u32) -> Self {
        Self { a, b, class: 0, bare: false, source }
    }
}

/// The edges of closed rings with their area on the left.
pub(crate) fn links<'a>(rings: impl IntoIterator<Item = &'a Vec<Vec2>>) -> Vec<Link> {
    let edges = rings.into_iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let edges = edges.filter(|(a, b)| a != b);
    edges.map(|(a, b)| Link::new(*a, *b, 0)).collect()
}

/// A maximal stretch of edges with no end point inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// Index of the lexicographically smaller end.
    pub(crate) lo: u32,
    pub(crate) hi: u32,
    /// Winding numbers on either side.
    pub(crate) below: PerClass,
    pub(crate) above: PerClass,
    /// How many edges run here.
    pub(crate) count: PerClass,
    /// How many of the holes that run here have their own area above.
    pub(crate) own: i32,
    /// One of the edges that run here, of a hole if there is any.
    pub(crate) source: u32,
}

/// The sources of two edges that cross properly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossing(pub(crate) u32, pub(crate) u32);

/// The planar graph of all edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrangement {
    /// Distinct end points in lexicographic order.
    pub(crate) points: Vec<Vec2>,
    pub(crate) pieces: Vec<Piece>,
}

/// Cuts edges at all end points that lie on them, and joins those that coincide.
pub(crate) fn arrange(links: &[Link]) -> Result<Arrangement, Crossing> {
    let mut points = Vec::with_capacity(2 * links.len());
    for link in links {
        points.extend_from_slice(&[link.a, link.b]);
    }
    sort_points(&mut points);
    points.dedup();
    let strands = strands(links, &points);
    let mut sweep = Sweep {
        points: &points,
        status: BTreeMap::new(),
        bundles: Vec::new(),
        pieces: Vec::with_capacity(links.len()),
        ended: Vec::new(),
        leaving: Vec::new(),
    };
    let groups = Groups::new(points.len(), strands.iter().map(|(lo, _)| *lo));
    for p in 0..points.len() {
        let starting = groups.of(p).iter().map(|i| strands[*i as usize].1);
        sweep.event(p as u32, starting)?;
    }
    let pieces = sweep.pieces;
    Ok(Arrangement { points, pieces })
}

/// Returns the index of a point in a sorted list.
pub(crate) fn index_of(points: &[Vec2], point: Vec2) -> Option<u32> {
    points.binary_search_by(|p| lexicographic(*p, point)).ok().map(|i| i as u32)
}

/// Returns the edges as (smaller end, rest).
fn strands(links: &[Link], points: &[Vec2]) -> Vec<(u32, Strand)> {
    let mut strands = Vec::with_capacity(links.len());
    for link in links {
        let (Some(a), Some(b)) = (index_of(points, link.a), index_of(points, link.b)) else {
            continue;
        };
        let rightward = a < b;
        let (lo, hi) = if rightward { (a, b) } else { (b, a) };
        let mut delta = [0; 2];
        let mut count = [0; 2];
        delta[link.class] = if rightward { 1 } else { -1 };
        count[link.class] = 1;
        let own = i32::from(rightward && link.class == 1 && !link.bare);
        if lo != hi {
            strands.push((lo, Strand { hi, delta, count, own, source: link.source }));
        }
    }
    strands
}

/// What remains of an edge to the right of the sweep; equal ones are summed up.
#[derive(Clone, Copy, Debug)]
struct Strand {
    hi: u32,
    /// What it adds to the winding numbers from below to above.
    delta: PerClass,
    count: PerClass,
    own: i32,
    source: u32,
}

impl Strand {
    fn absorb(&mut self, other: Self) {
        if self.count[1] == 0 && other.count[1] > 0 {
            self.source = other.source;
        }
        self.delta = sum(self.delta, other.delta);
        self.count = sum(self.count, other.count);
        self.own += other.own;
    }
}

fn sum(a: PerClass, b: PerClass) -> PerClass {
    [a[0] + b[0], a[1] + b[1]]
}

/// A segment in the status, ordered from below to above among those that the sweep line meets; with
/// `a == b` it is a probe, just below everything that contains the point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
}

impl Key {
    pub(crate) fn probe(point: Vec2) -> Self {
        Self { a: point, b: point }
    }

    pub(crate) fn contains(&self, point: Vec2) -> bool {
        orient2d(self.a, self.b, point) == Ordering::Equal
    }

    /// Compares with a segment or probe that starts at or to the right of this segment's start.
    fn below(&self, later: &Self) -> Ordering {
        match orient2d(self.a, self.b, later.a).reverse() {
            Ordering::Equal if later.a == later.b => Ordering::Greater,
            Ordering::Equal => orient2d(self.a, self.b, later.b).reverse(),
            side => side,
        }
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let self_is_later = self.a == self.b || lexicographic(self.a, other.a) == Ordering::Greater;
        if self_is_later && other.a != other.b {
            other.below(self).reverse()
        } else {
            self.below(other)
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Key {}

/// Collinear strands that run together from one point on.
#[derive(Debug)]
struct Bundle {
    lo: u32,
    below: PerClass,
    above: PerClass,
    /// The strand that reaches farthest.
    longest: Strand,
    shorter: Vec<Strand>,
}

struct Sweep<'a> {
    points: &'a [Vec2],
    /// The numbers of bundles: one map is compiled for all sweeps.
    status: BTreeMap<Key, usize>,
    bundles: Vec<Bundle>,
    pieces: Vec<Piece>,
    ended: Vec<Key>,
    leaving: Vec<Strand>,
}

impl Sweep<'_> {
    fn event(&mut self, p: u32, starting: impl Iterator<Item = Strand>) -> Result<(), Crossing> {
        let at = self.points[p as usize];
        self.leaving.clear();
        self.end(p, at)?;
        self.leaving.extend(starting);
        let points = self.points;
        let far = |strand: &Strand| points[strand.hi as usize];
        sort_by(&mut self.leaving, |a, b| {
            orient2d(at, far(a), far(b)).reverse().then_with(|| a.hi.cmp(&b.hi))
        });
        let probe = Key::probe(at);
        let bundle = |(key, number): (&Key, &usize)| (*key, &self.bundles[*number]);
        let source = |(key, bundle): (Key, &Bundle)| (key, bundle.longest.source);
        let below = self.status.range(..probe).next_back().map(bundle);
        let above = self.status.range(probe..).next().map(bundle).map(source);
        let mut winding = below.map_or([0; 2], |(_, bundle)| bundle.above);
        let mut neighbor = below.map(source);
        let mut first = 0;
        while let Some(strand) = self.leaving.get(first) {
            let direction = far(strand);
            let together = |other: &Strand| orient2d(at, direction, far(other)) == Ordering::Equal;
            let count = self.leaving[first..].iter().take_while(|s| together(s)).count();
            let (key, bundle) = self.bundle(p, first..first + count, winding);
            // Only the lowest can cross the one below: the others start at the same point.
            if first == 0 {
                check(neighbor, Some((key, bundle.longest.source)))?;
            }
            winding = bundle.above;
            neighbor = Some((key, bundle.longest.source));
            self.status.insert(key, self.bundles.len());
            self.bundles.push(bundle);
            first += count;
        }
        check(neighbor, above)
    }

    /// Ends all bundles at a point. Those that reach beyond it start again there.
    fn end(&mut self, p: u32, at: Vec2) -> Result<(), Crossing> {
        let range = self.status.range(Key::probe(at)..).map(|(key, _)| *key);
        self.ended.clear();
        self.ended.extend(range.take_while(|key| key.contains(at)));
        let mut through: Option<u32> = None;
        for key in &self.ended {
            let Some(number) = self.status.remove(key) else { continue };
            let bundle = &self.bundles[number];
            self.pieces.push(bundle.piece(p));
            if bundle.longest.hi != p {
                // Two bundles are never collinear, so these two cross in the point itself.
                if let Some(other) = through {
                    return Err(Crossing(other, bundle.longest.source));
                }
                through = Some(bundle.longest.source);
                self.leaving.push(bundle.longest);
                self.leaving.extend(bundle.shorter.iter().filter(|strand| strand.hi != p));
            }
        }
        Ok(())
    }

    /// Bundles strands that leave a point in one direction, sorted by length.
    fn bundle(&self, lo: u32, range: Range<usize>, below: PerClass) -> (Key, Bundle) {
        let mut longest = self.leaving[range.start];
        let mut shorter = Vec::new();
        let mut above = sum(below, longest.delta);
        for strand in &self.leaving[range.start + 1..range.end] {
            above = sum(above, strand.delta);
            if strand.hi == longest.hi {
                longest.absorb(*strand);
            } else {
                shorter.push(longest);
                longest = *strand;
            }
        }
        let key = Key { a: self.points[lo as usize], b: self.points[longest.hi as usize] };
        (key, Bundle { lo, below, above, longest, shorter })
    }
}

impl Bundle {
    fn piece(&self, hi: u32) -> Piece {
        let mut all = self.longest;
        self.shorter.iter().for_each(|strand| all.absorb(*strand));
        let Self { lo, below, above, .. } = *self;
        Piece { lo, hi, below, above, count: all.count, own: all.own, source: all.source }
    }
}

fn check(below: Option<(Key, u32)>, above: Option<(Key, u32)>) -> Result<(), Crossing> {
    match (below, above) {
        (Some((p, from)), Some((q, to))) if cross_properly(p.a, p.b, q.a, q.b) => {
            Err(Crossing(from, to))
        }
        _ => Ok(()),
    }
}
