//! One convex set and a point or a ray: closed forms in `f64` that decide nearly all questions.
//!
//! A convex core is a ring of vertices thickened by a radius, and so is an ellipse or a skewed
//! capsule in coordinates that make it round: along the two axes of its rim, each scaled by the
//! other semi-axis. So one body serves a circle, a capsule, a rectangle, a polygon, their rounded
//! and their skewed forms. What is not certain is `None`, and the exact way decides it.
//!
//! Method: a ray is clipped to the edges, moved out by the radius (Cyrus and Beck, "Generalized
//! two- and three-dimensional clipping", 1978). Where it meets a moved edge beyond the edge's ends
//! it enters, if at all, through the disc of the nearer end. A point is compared with the edge that
//! it is furthest in front of, and outside of sharp corners with all edges that face it.
//!
//! Frame: relative to the body's origin, positions subtracted first. Error: [`ERROR`] times the sum
//! of all coordinates bounds a distance, as in [`ray_body`](crate::pair::casting::ray_body); each
//! time along a ray carries what that distance takes at its slope. Cost: O(n), no allocation.

use core::hint::select_unpredictable;
use core::slice::from_ref;

use smallvec::SmallVec;

use crate::math::{DVec2, greater, lesser, sqrt};
use crate::pair::answer::{GapF64, Verdict};
use crate::pair::casting::ray_body::{Crossing, RaySegment};
use crate::pair::convex;
use crate::pair::curved::ellipse;
use crate::pair::sat::points_segments::{points, segment_and_point};
use crate::pair::sat::{Separation, polygons};
use crate::shape::body::core::{RectFrame, Vertices};
use crate::shape::body::storage::LANES;
use crate::shape::{Body, Core, Curved, Kind};

/// In units of the coordinates that enter; see the module docs.
const ERROR: f64 = 64.0 * f64::EPSILON;

/// The rounding of a point to `f32`, in units of the coordinates, and more.
const ROUNDING: f64 = f32::EPSILON as f64;

/// Room for the vertices of a ring that are not stored as such.
type Room = [DVec2; LANES];

/// A convex set as a ring and a radius, in coordinates of its own.
struct RoundRing<'a> {
    /// In positive order; one vertex of a disc, two of a capsule, none of a rectangle without radius.
    ring: &'a [DVec2],
    /// The half extents of a rectangle.
    half: Option<DVec2>,
    radius: f64,
    /// A point's own coordinates are its products with these, which are square to each other.
    axes: [DVec2; 2],
    /// The length of the longer axis.
    scale: f64,
    /// Bounds the set's own coordinates.
    size: f64,
}

/// What a ray does, as far as that is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ClearWay {
    Misses,
    /// It starts outside. With the edge nearest to the entry if no other edge is close.
    Enters(Crossing, Option<u32>),
    /// It starts inside, and ends there if it does not leave.
    StartsInside(Option<Crossing>),
}

/// A place on the boundary, as a fraction of the way; `low` and `high` hold the true one.
#[derive(Clone, Copy)]
struct Time {
    at: f64,
    low: f64,
    high: f64,
    met: Met,
}

/// What is met: an edge, the disc around a vertex, or nothing yet.
#[derive(Clone, Copy)]
enum Met {
    Edge(usize),
    Disc(usize),
    Nothing,
}

/// Where a line enters and leaves; `None` if it certainly misses.
type Chord = Option<[Time; 2]>;

/// The ray in the coordinates of the ring.
#[derive(Clone, Copy)]
struct OwnWay {
    p: DVec2,
    way: DVec2,
    /// Bounds the error of a distance.
    doubt: f64,
}

impl Time {
    /// Before or after all others.
    const fn at_end(at: f64) -> Self {
        Self { at, low: at, high: at, met: Met::Nothing }
    }
}

/// Of an entry and an exit the part that both this and a new line allow.
#[inline(always)]
fn limit([enter, leave]: &mut [Time; 2], time: Time, enters: bool) {
    if enters {
        let high = greater(enter.high, time.high);
        *enter = Time { high, ..if time.at > enter.at { time } else { *enter } };
    } else {
        let low = lesser(leave.low, time.low);
        *leave = Time { low, ..if time.at < leave.at { time } else { *leave } };
    }
}

impl<'a> RoundRing<'a> {
    /// Returns `None` for a set of which only the support function is known.
    #[inline(always)]
    fn of_curved(curved: &Curved, room: &'a mut SmallVec<Room>) -> Option<Self> {
        let hull = curved.rounded_hull()?;
        let rim = hull.rim;
        let axes = [rim.long * rim.b, rim.long.left() * rim.a];
        let mut reach = 0.0;
        for v in &hull.vertices {
            room.push(DVec2::new(axes[0].dot(*v), axes[1].dot(*v)));
            reach = greater(reach, v.reach());
        }
        // What the axes may be off by, and the bracket's doubt: it has the same verdict.
        let size = 4.0 * rim.a * (2.0 * reach + rim.a);
        Some(Self { ring: room, half: None, radius: rim.a * rim.b, axes, scale: rim.a, size })
    }

    #[inline(always)]
    fn new(ring: &'a [DVec2], radius: f32) -> Self {
        let reach = ring.iter().fold(0.0, |most, v| greater(most, v.reach()));
        let (axes, radius) = ([DVec2::X, DVec2::X.left()], f64::from(radius));
        Self { ring, half: None, radius, axes, scale: 1.0, size: 2.0 * reach + radius }
    }

    /// Without a ring.
    #[inline(always)]
    fn rect(frame: &RectFrame, radius: f32) -> Self {
        let axis = frame.axis();
        let square = axis.dot(axis);
        let (half, scale) = (DVec2::from(frame.half) * square, sqrt(square));
        let radius = f64::from(radius) * scale;
        let (axes, size) = ([axis, axis.left()], 2.0 * half.reach() + radius);
        Self { ring: &[], half: Some(half), radius, axes, scale, size }
    }

    /// Returns `None` for what is not convex.
    #[inline(always)]
    fn of_core(core: &'a Core, room: &'a mut Room) -> Option<Self> {
        let ring: &[DVec2] = match (&core.vertices, core.kind) {
            (Vertices::Thin(two), Kind::Point) => &two[..1],
            (Vertices::Thin(two), Kind::Segment) if two[0] != two[1] => two,
            (Vertices::Rect(frame), Kind::Convex) => {
                let set = Self::rect(frame, core.radius);
                let DVec2 { x, y } = set.half?;
                let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
                for (own, (x, y)) in room.iter_mut().zip(corners) {
                    *own = DVec2::new(x, y);
                }
                return Some(Self { ring: &room[..4], ..set });
            }
            (Vertices::Four(ring), Kind::Convex) => ring.fill(room),
            (Vertices::Eight(ring), Kind::Convex) => ring.fill(room),
            (Vertices::Many(ring, _), Kind::Convex) => ring,
            _ => return None,
        };
        Some(Self::new(ring, core.radius))
    }

    #[inline(always)]
    fn own(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.axes[0].dot(v), self.axes[1].dot(v))
    }

    /// The ends of edge i.
    #[inline(always)]
    fn edge(&self, i: usize) -> [DVec2; 2] {
        [self.ring[i], self.ring[if i + 1 == self.ring.len() { 0 } else { i + 1 }]]
    }

    /// Returns the signed separation of a point `d` from the origin; the lengths and points are those
    /// of the set's own coordinates.
    #[inline(always)]
    fn separation(&self, d: DVec2) -> Separation {
        let (p, error) = (self.own(d), ERROR * (self.size + self.scale * d.reach()));
        let near = match *self.ring {
            [v] => Separation { core_a: v, core_b: p, ..points(p - v, self.radius) },
            [v, w] => segment_and_point([v, w], p, self.radius),
            _ => return self.of_edges(p, error),
        };
        Separation { error, ..near }
    }

    /// The separation of a point and a ring with an interior.
    #[inline(never)]
    fn of_edges(&self, p: DVec2, error: f64) -> Separation {
        // The edge that the point is furthest in front of.
        let n = self.ring.len();
        let (mut height, mut edge, mut u) = (f64::NEG_INFINITY, 0, self.ring[n - 1]);
        for (i, v) in self.ring.iter().enumerate() {
            let e = *v - u;
            let out = (p - u).cross(e);
            let key = out.abs() * (out / e.dot(e));
            edge = select_unpredictable(key > height, i, edge);
            height = greater(height, key);
            u = *v;
        }
        edge = if edge == 0 { n - 1 } else { edge - 1 };
        let inside = height <= 0.0;
        // Beyond a sharp corner all edges may be nearly in line with a point far away.
        let error = if sqrt(height.abs()) > error { error } else { f64::INFINITY };
        // Along the boundary the distance falls to its minimum.
        let turns = if inside { 0 } else { n };
        let beyond = |edge: usize, back: bool| {
            let [u, v] = self.edge(edge);
            if back { (p - u).dot(v - u) < 0.0 } else { (p - v).dot(v - u) > 0.0 }
        };
        for back in [true, false] {
            for _ in 0..turns {
                let next = match back {
                    true => {
                        if edge == 0 {
                            n - 1
                        } else {
                            edge - 1
                        }
                    }
                    false => {
                        if edge + 1 == n {
                            0
                        } else {
                            edge + 1
                        }
                    }
                };
                if !beyond(edge, back) || beyond(next, !back) {
                    break;
                }
                edge = next;
            }
        }
        let near = segment_and_point(self.edge(edge), p, 0.0);
        let sign = select_unpredictable(inside, -1.0, 1.0);
        let separation = near.separation * sign - self.radius;
        Separation { separation, error, normal: near.normal * sign, ..near }
    }

    /// Returns what a ray does with the set around an origin.
    #[inline(always)]
    fn ray(&self, origin: DVec2, track: &RaySegment) -> Option<ClearWay> {
        let (p, way) = (track.from(origin), track.way);
        let far = |v: DVec2| v.x.abs() + v.y.abs();
        let rounding = ROUNDING * (DVec2::from(track.origin).reach() + way.reach());
        let doubt = ERROR * (self.size + self.scale * (far(p) + far(way)));
        let own = OwnWay { p: self.own(p), way: self.own(way), doubt };
        let chord = match self.half {
            _ if self.ring.len() == 1 => self.on_disc(&own, 0)?,
            Some(half) => self.clip_rect(&own, half)?,
            None => self.clip(&own)?,
        };
        let Some([enter, leave]) = chord else { return Some(ClearWay::Misses) };
        if enter.low > lesser(1.0, leave.high) || leave.high < 0.0 {
            return Some(ClearWay::Misses);
        }
        // False where a number overflowed, too.
        let crosses = enter.high < leave.low;
        if !crosses {
            return None;
        }
        if enter.low > 0.0 && enter.high <= 1.0 {
            let crossing = self.crossing(&own, &enter)?;
            return Some(ClearWay::Enters(crossing, self.clear_edge(&own, &enter, rounding)));
        }
        if !(enter.high < 0.0 && leave.low > 0.0) {
            return None;
        }
        if leave.low > 1.0 {
            return Some(ClearWay::StartsInside(None));
        }
        let found = (leave.high <= 1.0).then(|| self.crossing(&own, &leave)).flatten()?;
        Some(ClearWay::StartsInside(Some(found)))
    }

    /// Clips to the lines of all edges.
    fn clip(&self, own: &OwnWay) -> Option<Chord> {
        let mut chord = [f64::NEG_INFINITY, f64::INFINITY].map(Time::at_end);
        for edge in 0..self.ring.len() {
            let [u, v] = self.edge(edge);
            let e = v - u;
            let out = DVec2::new(e.y, -e.x);
            let slack = own.doubt * (e.x.abs() + e.y.abs());
            let moved = if self.radius > 0.0 { self.radius * e.length() } else { 0.0 };
            let (left, rate) = (out.dot(u - own.p) + moved, out.dot(own.way));
            if left < -slack && left - rate < -slack {
                return Some(None);
            }
            if rate.abs() <= slack {
                // Along the edge, all the way on one side of it.
                if left <= 2.0 * slack {
                    return None;
                }
                continue;
            }
            let at = left / rate;
            let off = (1.0 + at.abs()) * slack / rate.abs();
            let time = Time { at, low: at - off, high: at + off, met: Met::Edge(edge) };
            limit(&mut chord, time, rate < 0.0);
        }
        self.round_off(own, chord)
    }

    /// Clips to the two axes of a rectangle, whose ring starts at its least corner.
    #[inline(always)]
    fn clip_rect(&self, own: &OwnWay, half: DVec2) -> Option<Chord> {
        let (OwnWay { p, way, doubt: slack }, half) = (*own, [half.x, half.y]);
        let (mut at, mut off, mut against) =
            ([[f64::NEG_INFINITY; 2], [f64::INFINITY; 2]], [0.0; 2], [0; 2]);
        for (i, (p, way)) in [(p.x, way.x), (p.y, way.y)].into_iter().enumerate() {
            // As if it went along the axis.
            against[i] = usize::from(way < 0.0);
            let (p, way, half) = (p * 1.0_f64.copysign(way), way.abs(), half[i] + self.radius);
            if (p > half + slack) | (p + way < -half - slack) {
                return Some(None);
            }
            if way > slack {
                let inverse = 1.0 / way;
                (at[0][i], at[1][i]) = ((-half - p) * inverse, (half - p) * inverse);
                off[i] = (1.0 + greater(at[0][i].abs(), at[1][i].abs())) * slack * inverse;
            } else if p.abs() >= half - 2.0 * slack {
                return None;
            }
        }
        let [[x, y], [far_x, far_y]] = at;
        // Through a corner the edge with the lower number.
        let y_first = y > x || (y == x && against != [1, 1]);
        let y_last = far_y < far_x || (far_y == far_x && against != [0, 0]);
        let (first, last) = (usize::from(y_first), usize::from(y_last));
        // The later end of an entry and the earlier one of an exit count for both axes.
        let enter = Time {
            at: greater(x, y),
            low: greater(x, y) - off[first],
            high: greater(x + off[0], y + off[1]),
            met: Met::Edge([[3, 1], [0, 2]][first][against[first]]),
        };
        let leave = Time {
            at: lesser(far_x, far_y),
            low: lesser(far_x - off[0], far_y - off[1]),
            high: lesser(far_x, far_y) + off[last],
            met: Met::Edge([[1, 3], [2, 0]][last][against[last]]),
        };
        let chord = [enter, leave];
        self.round_off(own, chord)
    }

    /// The chord, moved to the discs of vertices where it ends beyond an edge.
    #[inline(always)]
    fn round_off(&self, own: &OwnWay, chord: [Time; 2]) -> Option<Chord> {
        if self.radius == 0.0 && self.ring.len() != 2 {
            return Some(Some(chord));
        }
        let enter = self.at_corner(own, &chord[0], 0)?;
        let leave = self.at_corner(own, &chord[1], 1)?;
        Some(enter.zip(leave).map(|(enter, leave)| [enter, leave]))
    }

    /// The same place, or where the disc around the end of the edge is met beyond which it lies; the
    /// inner `None` if that disc is missed, and so the set.
    fn at_corner(&self, own: &OwnWay, time: &Time, end: usize) -> Option<Option<Time>> {
        let (p, way) = (own.p, own.way);
        let corner = if let Met::Edge(edge) = time.met {
            let [u, v] = self.edge(edge);
            let e = v - u;
            let foot = (p - u + way * time.at).dot(e);
            let far = |v: DVec2| v.x.abs() + v.y.abs();
            let slack = (own.doubt + (time.high - time.low) * far(way)) * far(e);
            let length = e.dot(e);
            if foot > slack && foot < length - slack {
                return Some(Some(*time));
            }
            match (foot < -slack, foot > length + slack) {
                (true, _) => edge,
                (_, true) if edge + 1 == self.ring.len() => 0,
                (_, true) => edge + 1,
                _ => return None,
            }
        } else {
            // A way along a capsule: the vertex that is first or last on the way.
            let [v, w] = self.edge(0);
            usize::from(((w - v).dot(way) > 0.0) == (end == 1))
        };
        Some(self.on_disc(own, corner)?.map(|chord| chord[end]))
    }

    /// Clips to the disc around a vertex.
    #[inline(always)]
    fn on_disc(&self, own: &OwnWay, corner: usize) -> Option<Chord> {
        let OwnWay { p, way, doubt } = *own;
        let (square, q) = (way.dot(way), self.ring[corner] - p);
        let (speed, height) = (sqrt(square), way.cross(q));
        let reach = self.radius * speed;
        let root = (reach - height) * (reach + height);
        let off = 4.0 * doubt * speed * (reach + height.abs());
        // False for what overflows, too.
        if !(root.abs() > off + f64::MIN_POSITIVE && root < f64::MAX) {
            return None;
        }
        if root < 0.0 {
            return Some(None);
        }
        let (root, inverse) = (sqrt(root), 1.0 / square);
        let off = (doubt * speed + off / root) * inverse;
        let time = |root: f64| {
            let at = (q.dot(way) + root) * inverse;
            Time { at, low: at - off, high: at + off, met: Met::Disc(corner) }
        };
        Some(Some([time(-root), time(root)]))
    }

    #[inline(always)]
    fn crossing(&self, own: &OwnWay, time: &Time) -> Option<Crossing> {
        let n = match (time.met, self.half) {
            (Met::Edge(edge), Some(_)) => {
                [-DVec2::X.left(), DVec2::X, DVec2::X.left(), -DVec2::X][edge % 4]
            }
            (Met::Edge(edge), None) => {
                let [u, v] = self.edge(edge);
                DVec2::new(v.y - u.y, u.x - v.x)
            }
            (Met::Disc(corner), _) => own.p + own.way * time.at - self.ring[corner],
            (Met::Nothing, _) => return None,
        };
        let normal = (self.axes[0] * n.x + self.axes[1] * n.y).unit()?;
        Some(Crossing { at: time.at, normal })
    }

    /// The edge of an entry into a sharp ring, if it is four times as far from the lines of all others
    /// as `rounding` can move it from its own.
    #[inline(always)]
    fn clear_edge(&self, own: &OwnWay, time: &Time, rounding: f64) -> Option<u32> {
        let Met::Edge(edge) = time.met else { return None };
        if self.radius > 0.0 {
            return None;
        }
        let p = own.p + own.way * time.at;
        let room = 8.0 * rounding * self.scale + own.doubt;
        let mut is_clear = room > 8.0 * own.doubt;
        if let Some(half) = self.half {
            let (along, across) = if edge % 2 == 0 { (p.x, half) } else { (p.y, half.left()) };
            is_clear &= (across.x.abs() - along.abs() > room) & (across.y.abs() > room);
        } else {
            for i in 0..self.ring.len() {
                let [u, v] = self.edge(i);
                let e = v - u;
                is_clear &= (i == edge) | (e.cross(p - u) > room * (e.x.abs() + e.y.abs()));
            }
        }
        is_clear.then_some(edge as u32)
    }
}

/// Returns whether a body holds a point, if that is certain. The ladder of verdicts has a first step for
/// a core with many edges.
#[inline(always)]
pub(crate) fn clearly_holds(body: &Body, p: DVec2) -> Option<bool> {
    let near = match body {
        Body::Core(core) => polygons::to_point(core, p - core.origin, f64::from(core.radius))?,
        Body::Curved(curved) => to_curve(curved, p)?,
        Body::HalfPlane(_) | Body::Union(_) => return None,
    };
    (near.separation.abs() > near.error).then_some(near.separation < 0.0)
}

#[inline(never)]
fn to_curve(curved: &Curved, p: DVec2) -> Option<Separation> {
    Some(RoundRing::of_curved(curved, &mut SmallVec::new())?.separation(p - curved.origin))
}

/// Returns the gap of a body and a point, if that is certain and has a closed form.
#[inline(always)]
pub(crate) fn clear_gap(body: &Body, p: DVec2) -> Option<GapF64> {
    let Body::Core(core) = body else { return to_ellipse(body, p) };
    let d = p - core.origin;
    let near = match polygons::to_point(core, d, f64::from(core.radius)) {
        Some(near) => near,
        None => to_ring(core, d)?,
    };
    let verdict = convex::verdict_if_certain(near.separation, near.error)?;
    Some(convex::with_radii(core.origin, [core.radius, 0.0], near, verdict))
}

#[inline(never)]
fn to_ring(core: &Core, d: DVec2) -> Option<Separation> {
    Some(RoundRing::of_core(core, &mut [DVec2::ZERO; LANES])?.separation(d))
}

#[inline(never)]
fn to_ellipse(body: &Body, p: DVec2) -> Option<GapF64> {
    let Body::Curved(curved) = body else { return None };
    let (d, hull) = (p - curved.origin, curved.rounded_hull()?);
    let [middle] = hull.vertices[..] else { return None };
    let side = to_curve(curved, p)?;
    let verdict = convex::verdict_if_certain(side.separation, side.error)?;
    let (separation, normal, on_a) = ellipse::nearest(&hull.rim, d - middle)?;
    let agrees = (separation > 0.0) == (verdict == Verdict::Separated);
    let on_a = curved.origin + middle + on_a;
    agrees.then_some(GapF64 { verdict, separation, normal, on_a, on_b: p })
}

/// Returns what a ray does with one convex set, if that is certain.
#[inline(always)]
pub(crate) fn clear_way(body: &Body, track: &RaySegment) -> Option<ClearWay> {
    let Body::Core(core) = body else { return way_of_curve(body, track) };
    // Those that most rays meet, each by itself.
    match (&core.vertices, core.kind) {
        (Vertices::Thin([middle, _]), Kind::Point) => {
            RoundRing::new(from_ref(middle), core.radius).ray(core.origin, track)
        }
        (Vertices::Rect(frame), Kind::Convex) if core.radius == 0.0 => {
            RoundRing::rect(frame, 0.0).ray(core.origin, track)
        }
        _ => way_of_ring(core, track),
    }
}

#[inline(never)]
fn way_of_ring(core: &Core, track: &RaySegment) -> Option<ClearWay> {
    RoundRing::of_core(core, &mut [DVec2::ZERO; LANES])?.ray(core.origin, track)
}

#[inline(never)]
fn way_of_curve(body: &Body, track: &RaySegment) -> Option<ClearWay> {
    let Body::Curved(curved) = body else { return None };
    RoundRing::of_curved(curved, &mut SmallVec::new())?.ray(curved.origin, track)
}

#[cfg(test)]
mod tests;
