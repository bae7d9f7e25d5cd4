//! Paths seen from a frame that moves with one of them, or with both.
//!
//! When two bodies meet does not depend on the frame. What turns together only goes straight in the
//! frame of the turn, and a disc about the pivot of another body's turn rests in that body's frame.

use crate::math::DVec2;
use crate::math::motion::{Path, apply};
use crate::pair::casting::first_contact::FirstContact;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Body, Core, Kind};

/// Two paths in a frame, and how the frame moves.
pub(super) struct Framed {
    pub(super) paths: [Path; 2],
    frame: Path,
}

impl Framed {
    /// Seen from the frame that both share, or from that of one about whose pivot the other is a disc.
    pub(super) fn new(bodies: [&Body; 2], mut paths: [Path; 2], base: DVec2) -> Self {
        let spots = bodies.map(|body| Spot::new(body, base));
        for (path, spot) in paths.iter_mut().zip(&spots) {
            if spot.is_disc {
                path.drop_turn_about(spot.center);
            }
        }
        let mut frame = Path::default();
        let [a, b] = &mut paths;
        while let Some(shared) = Path::pop_shared(a, b) {
            frame.push_inner(shared);
        }
        for i in 0..2 {
            let (own, other) = (&spots[i], &spots[1 - i]);
            if other.is_disc
                && paths[1 - i].is_still()
                && let Some(leg) = paths[i].pop_turn(own.center, own.reach, other.center)
            {
                paths[1 - i].push_inverse(&leg);
                frame.push_inner(leg);
                break;
            }
        }
        Self { paths, frame }
    }

    /// A contact in the frame, seen from the world.
    pub(super) fn in_world(&self, found: FirstContact, base: DVec2) -> FirstContact {
        if self.frame.is_still() {
            return found;
        }
        let pose = self.frame.pose(found.at);
        // A tangent goes with the points.
        let tangent = apply(pose.linear, found.normal.left());
        let normal = (-tangent.left()).unit().unwrap_or(found.normal);
        FirstContact { normal, point: base + pose.point(found.point - base), ..found }
    }
}

/// Where a body is.
struct Spot {
    center: DVec2,
    reach: f64,
    /// A turn about its center leaves it as it is.
    is_disc: bool,
}

impl Spot {
    fn new(body: &Body, base: DVec2) -> Self {
        if let Body::Core(core @ Core { kind: Kind::Point, .. }) = body {
            let center = core.origin + core.offset(0) - base;
            return Self { center, reach: 0.0, is_disc: true };
        }
        let DAabb { min, max } = DAabb::from(body.bounds()).moved(-base);
        Self { center: (min + max) * 0.5, reach: (max - min).length() * 0.5, is_disc: false }
    }
}
