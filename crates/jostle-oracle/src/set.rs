//! The exact point sets that the oracle speaks about, as plain numbers.

/// Names a closed point set by its `f32` numbers, each read as a real number.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// The points within `radius` of `center`; radius 0 is a point.
    Circle {
        /// The middle.
        center: [f32; 2],
        /// The radius, ≥ 0.
        radius: f32,
    },
    /// The points within `radius` of the segment a–b; radius 0 is a segment.
    Capsule {
        /// One end of the axis.
        a: [f32; 2],
        /// The other end.
        b: [f32; 2],
        /// The radius, ≥ 0.
        radius: f32,
    },
    /// { center + x·(c, s) + y·(−s, c) : |x| ≤ half.x, |y| ≤ half.y } ⊕ disc(radius), in reals.
    Rect {
        /// The middle.
        center: [f32; 2],
        /// The half extents, ≥ 0.
        half: [f32; 2],
        /// The stored pair (c, s); it need not be exactly unit.
        rot: [f32; 2],
        /// The radius, ≥ 0.
        radius: f32,
    },
    /// A solid polygon with vertices `origin + offset` (the sum is not rounded) ⊕ disc(radius).
    ///
    /// Ring 0 is the outline, the others are holes; rings may touch at vertices but must not cross,
    /// share stretches or have spikes, except that an outline of zero area is the line it is.
    Polygon {
        /// Added to every offset.
        origin: [f32; 2],
        /// The vertices of every ring, in either winding.
        rings: Vec<Vec<[f32; 2]>>,
        /// The radius, ≥ 0.
        radius: f32,
    },
    /// The hollow line through `origin + point`, closed or not.
    Chain {
        /// Added to every point.
        origin: [f32; 2],
        /// The vertices in order; at least one.
        points: Vec<[f32; 2]>,
        /// True if the last point joins the first.
        closed: bool,
    },
}

/// How two closed sets lie: the sign of their exact separation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The sets share no point.
    Separated,
    /// The sets meet, but arbitrarily small motions or both interiors' emptiness keep them apart.
    Touching,
    /// The sets meet with positive depth.
    Overlapping,
}
