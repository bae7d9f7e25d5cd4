//! What a ray does with one convex set.
//!
//! Method: the ray is clipped to the edges, moved out by the radius (Cyrus and Beck, "Generalized
//! two- and three-dimensional clipping", 1978). Where it meets a moved edge beyond the edge's ends
//! it enters, if at all, through the disc of the nearer end.
//!
//! Error: each time along a ray carries what the error of a distance takes at its slope.

use core::cmp::Ordering;
use core::slice::from_ref;

use smallvec::SmallVec;

use super::{ERROR, RoundRing, spread};
use crate::math::{DVec2, greater, lesser, sqrt};
use crate::pair::casting::ray_body::{Crossing, RaySegment};
use crate::shape::body::core::Vertices;
use crate::shape::body::storage::LANES;
use crate::shape::{Body, Core, Kind};

/// The rounding of a point to `f32`, in units of the coordinates, and more.
const TO_F32: f64 = f32::EPSILON as f64;

/// The exact way finds a place on a curve where the closed form has a wider bracket: the last place of
/// an `f32` fraction is 60 times as wide.
const NARROW: f64 = 1e-9;

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
pub(super) struct Time {
    pub(super) at: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) met: Met,
}

/// What is met: an edge, the disc around a vertex, or nothing yet.
#[derive(Clone, Copy)]
pub(super) enum Met {
    Edge(usize),
    Disc(usize),
    Nothing,
}

/// Where a line enters and leaves; `None` if it certainly misses.
pub(super) type Chord = Option<[Time; 2]>;

/// The ray in the coordinates of the ring.
#[derive(Clone, Copy)]
pub(super) struct OwnWay {
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

/// True if the way ends before the entry, starts behind the exit, or leaves before it enters.
#[inline(always)]
pub(super) fn is_missed(enter: &Time, leave: &Time) -> bool {
    enter.low > lesser(1.0, leave.high) || leave.high < 0.0
}

impl RoundRing<'_> {
    /// Returns what a ray does with the set around an origin.
    #[inline(always)]
    fn ray(&self, origin: DVec2, track: &RaySegment) -> Option<ClearWay> {
        let rounding = TO_F32 * (DVec2::from(track.origin).reach() + track.way.reach());
        let (own, chord) = self.chord([track.from(origin), track.way])?;
        let Some([enter, leave]) = chord else { return Some(ClearWay::Misses) };
        if is_missed(&enter, &leave) {
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

    /// Returns where the line of a way from a place enters and leaves.
    #[inline(always)]
    pub(super) fn chord(&self, [p, way]: [DVec2; 2]) -> Option<(OwnWay, Chord)> {
        let doubt = ERROR * (self.size + self.scale * (spread(p) + spread(way)));
        let own = OwnWay { p: self.own(p), way: self.own(way), doubt };
        let chord = match self.half {
            _ if self.ring.len() == 1 => self.on_disc(&own, 0)?,
            Some(half) => self.clip_rect(&own, half)?,
            None => self.clip(&own)?,
        };
        Some((own, chord))
    }

    /// Clips to the lines of all edges.
    fn clip(&self, own: &OwnWay) -> Option<Chord> {
        let mut chord = [f64::NEG_INFINITY, f64::INFINITY].map(Time::at_end);
        let mut runs_along = false;
        for edge in 0..self.ring.len() {
            let [u, v] = self.edge(edge);
            let e = v - u;
            let out = DVec2::new(e.y, -e.x);
            let slack = own.doubt * spread(e);
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
                runs_along = true;
                continue;
            }
            let at = left / rate;
            let off = (1.0 + at.abs()) * slack / rate.abs();
            let time = Time { at, low: at - off, high: at + off, met: Met::Edge(edge) };
            limit(&mut chord, time, rate < 0.0);
        }
        self.round_off(own, chord, runs_along)
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
        self.round_off(own, chord, way.x.abs() <= slack || way.y.abs() <= slack)
    }

    /// The chord, moved to the discs of vertices where it ends beyond an edge.
    #[inline(always)]
    fn round_off(&self, own: &OwnWay, chord: [Time; 2], runs_along: bool) -> Option<Chord> {
        if self.radius == 0.0 && self.ring.len() != 2 {
            return Some(Some(chord));
        }
        if is_missed(&chord[0], &chord[1]) {
            return Some(None);
        }
        let enter = self.at_corner(own, &chord[0], (0, runs_along))?;
        let leave = self.at_corner(own, &chord[1], (1, runs_along))?;
        Some(enter.zip(leave).map(|(enter, leave)| [enter, leave]))
    }

    /// The same place, or where the disc around the end of the edge is met beyond which it lies; the
    /// inner `None` if that disc is missed, and so the set.
    fn at_corner(
        &self,
        own: &OwnWay,
        time: &Time,
        (end, runs_along): (usize, bool),
    ) -> Option<Option<Time>> {
        let mut time = *time;
        if let (Met::Nothing, [v, w]) = (time.met, self.ring) {
            // A way along a capsule: the vertex that is first or last on the way.
            let corner = usize::from(((*w - *v).dot(own.way) > 0.0) == (end == 1));
            if let Some(Some(chord)) = self.on_disc(own, corner) {
                time = chord[end];
            }
        }
        if runs_along && !(time.low >= 0.0 && time.high <= 1.0) {
            // Edges along the way were not clipped to: they hold it, and not its whole line.
            let place = own.p + if end == 0 { DVec2::ZERO } else { own.way };
            let near = self.separation_of(place, own.doubt);
            return (near.separation < -near.error).then_some(Some(time));
        }
        let Met::Edge(edge) = time.met else { return Some(Some(time)) };
        let (corner, other) = match self.place_along(own, &time, edge)? {
            Ordering::Less => (edge, self.before(edge)),
            Ordering::Equal => return Some(Some(time)),
            Ordering::Greater => (self.after(edge), self.after(edge)),
        };
        // Two edges nearly in line are met together.
        let beyond = if corner == edge { Ordering::Greater } else { Ordering::Less };
        if self.place_along(own, &time, other)? != beyond {
            return None;
        }
        Some(self.on_disc(own, corner)?.map(|chord| chord[end]))
    }

    /// Compares a place on the way with the stretch beside an edge: before its start, along it, or
    /// beyond its end.
    #[inline(always)]
    fn place_along(&self, own: &OwnWay, time: &Time, edge: usize) -> Option<Ordering> {
        let [u, v] = self.edge(edge);
        let e = v - u;
        let foot = (own.p - u + own.way * time.at).dot(e);
        let slack = (own.doubt + (time.high - time.low) * spread(own.way)) * spread(e);
        let length = e.dot(e);
        match () {
            () if foot > slack && foot < length - slack => Some(Ordering::Equal),
            () if foot < -slack => Some(Ordering::Less),
            () => (foot > length + slack).then_some(Ordering::Greater),
        }
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
    pub(super) fn crossing(&self, own: &OwnWay, time: &Time) -> Option<Crossing> {
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
        if !self.is_curve {
            return Some(Crossing { at: time.at, normal });
        }
        // The end of the bracket that lies before the place, as the exact way has it.
        (time.high - time.low <= NARROW).then_some(Crossing { at: time.low, normal })
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
                is_clear &= (i == edge) | (e.cross(p - u) > room * spread(e));
            }
        }
        is_clear.then_some(edge as u32)
    }
}

/// Returns what a ray does with one convex set, if that is certain.
#[inline(always)]
pub(crate) fn clear_way(body: &Body, track: &RaySegment) -> Option<ClearWay> {
    let Body::Core(core) = body else { return way_of_curve(body, track) };
    // Those that most rays meet, each by itself.
    match (&core.vertices, core.kind) {
        (Vertices::Thin([middle, _]), Kind::Point) => {
            RoundRing::new(from_ref(middle), core.radius.into()).ray(core.origin, track)
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
