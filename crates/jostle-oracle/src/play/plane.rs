//! Convex sets with a radius, in `f64`: what a mover's origin must not enter.
//!
//! A mover with the core C and the radius r overlaps a piece P exactly if its origin lies in P − C, grown by both
//! radii. So every question about a mover is one about a point and a rounded convex polygon. The numbers are those of
//! `f32`; an error of `f64` is a hundred millionth of the units in the last place that the judges count in.

/// A point or a vector.
pub(crate) type P = [f64; 2];

pub(crate) fn add(a: P, b: P) -> P {
    [a[0] + b[0], a[1] + b[1]]
}

pub(crate) fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1]]
}

pub(crate) fn scale(a: P, k: f64) -> P {
    [a[0] * k, a[1] * k]
}

pub(crate) fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(crate) fn cross(a: P, b: P) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub(crate) fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// A vector of length 1; zero stays.
pub(crate) fn unit(a: P) -> P {
    let long = length(a);
    if long > 0.0 { scale(a, 1.0 / long) } else { a }
}

pub(crate) fn wide(p: [f32; 2]) -> P {
    p.map(f64::from)
}

/// The corners of a convex set, counter-clockwise where y points up, and a radius around them.
#[derive(Clone, Debug)]
pub(crate) struct Rounded {
    corners: Vec<P>,
    radius: f64,
    low: P,
    high: P,
}

/// The nearest boundary of a set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    /// Above 0 outside, below 0 inside.
    pub(crate) distance: f64,
    /// Outward.
    pub(crate) normal: P,
    /// It is a straight side, not a corner.
    pub(crate) is_edge: bool,
}

impl Rounded {
    /// The hull of points, grown by a radius.
    pub(crate) fn new(points: &[P], radius: f64) -> Self {
        let corners = hull(points.to_vec());
        let most = |i: usize, sign: f64| {
            corners.iter().map(|c| c[i] * sign).fold(f64::NEG_INFINITY, f64::max) + radius
        };
        let (low, high) = ([0, 1].map(|i| -most(i, -1.0)), [0, 1].map(|i| most(i, 1.0)));
        Self { corners, radius, low, high }
    }

    /// All places of an origin at which `core`, placed there, overlaps this set.
    pub(crate) fn around(&self, core: &Self) -> Self {
        let all = |a: &P| core.corners.iter().map(|c| sub(*a, *c)).collect::<Vec<P>>();
        let points: Vec<P> = self.corners.iter().flat_map(all).collect();
        Self::new(&points, self.radius + core.radius)
    }

    /// The largest coordinate.
    pub(crate) fn reach(&self) -> f64 {
        self.low.iter().chain(&self.high).fold(0.0, |most, x| f64::max(most, x.abs()))
    }

    /// Returns `true` if the box around two points, grown, meets the box of the set.
    pub(crate) fn is_near(&self, p: P, q: P, by: f64) -> bool {
        (0..2).all(|i| p[i].min(q[i]) - by <= self.high[i] && p[i].max(q[i]) + by >= self.low[i])
    }

    /// The boundary nearest to a point. The distance is convex along every line.
    pub(crate) fn side(&self, p: P) -> Side {
        let n = self.corners.len();
        let (mut inside, mut outside): (Option<Side>, Option<Side>) = (None, None);
        for (i, &a) in self.corners.iter().enumerate() {
            let b = self.corners[(i + 1) % n];
            let along = sub(b, a);
            let normal = unit([along[1], -along[0]]);
            let height = dot(sub(p, a), normal);
            if n > 2 && inside.is_none_or(|best| height > best.distance) {
                inside = Some(Side { distance: height, normal, is_edge: true });
            }
            let t = dot(sub(p, a), along) / dot(along, along);
            let is_edge = t > 0.0 && t < 1.0;
            let nearest = if is_edge {
                add(a, scale(along, t))
            } else if t >= 1.0 {
                b
            } else {
                a
            };
            let away = sub(p, nearest);
            let distance = length(away);
            if outside.is_none_or(|best| distance < best.distance) {
                let normal = if distance == 0.0 { normal } else { unit(away) };
                outside = Some(Side { distance, normal, is_edge });
            }
        }
        let best =
            match (inside, outside) {
                (Some(inside), _) if inside.distance <= 0.0 => inside,
                // Beyond one side only: the distance to its line has the fewest roundings.
                (Some(inside), Some(out))
                    if out.is_edge && dot(inside.normal, out.normal) > 0.0 =>
                {
                    if inside.distance < out.distance { out } else { inside }
                }
                (_, outside) => outside.expect("a set has a corner"),
            };
        Side { distance: best.distance - self.radius, ..best }
    }

    /// The place in [0, 1] of a straight way that lies deepest, and its distance.
    pub(crate) fn deepest(&self, p: P, way: P) -> (f64, f64) {
        let at = |t: f64| self.side(add(p, scale(way, t))).distance;
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..90 {
            let third = (high - low) / 3.0;
            if at(low + third) <= at(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        [0.0, low, 1.0]
            .map(|t| (t, at(t)))
            .into_iter()
            .fold((0.0, f64::INFINITY), |best, one| if one.1 < best.1 { one } else { best })
    }

    /// Where in [0, 1] a way that goes more than `depth` in crosses the boundary.
    pub(crate) fn entered(&self, p: P, way: P, depth: f64) -> Option<f64> {
        if !self.is_near(p, add(p, way), 0.0) {
            return None;
        }
        let (deepest, distance) = self.deepest(p, way);
        if distance >= -depth {
            return None;
        }
        let is_in = |t: f64| self.side(add(p, scale(way, t))).distance <= 0.0;
        if is_in(0.0) {
            return Some(0.0);
        }
        let (mut out, mut inside) = (0.0, deepest);
        for _ in 0..60 {
            let middle = (out + inside) * 0.5;
            if is_in(middle) {
                inside = middle;
            } else {
                out = middle;
            }
        }
        Some(inside)
    }
}

/// The convex hull (Andrew's monotone chain), without corners on straight sides.
fn hull(mut points: Vec<P>) -> Vec<P> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &P>| {
        let mut chain: Vec<P> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain[..] {
                let flat = 1e-12 * length(sub(b, a)) * length(sub(p, a));
                if cross(sub(b, a), sub(p, a)) > flat {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter());
    all.extend(half(&mut points.iter().rev()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_around_a_disc_is_a_rounded_box() {
        let tile = Rounded::new(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]], 0.0);
        let around = tile.around(&Rounded::new(&[[0.0, -1.0]], 1.0));
        assert_eq!(around.side([2.0, 0.0]).distance, 0.0);
        assert_eq!(around.side([2.0, 0.0]).normal, [0.0, -1.0]);
        assert_eq!(around.side([2.0, 1.0]).distance, -1.0);
        assert_eq!(around.side([-3.0, -3.0]).distance, 4.0);
        assert!(!around.side([-3.0, -3.0]).is_edge);
        let t = around.entered([2.0, -4.0], [0.0, 8.0], 0.0).unwrap();
        assert!((t - 0.5).abs() < 1e-12, "{t}");
        assert_eq!(
            around.entered([-1.0, -4.0], [0.0, 8.0], 1e-9),
            None,
            "it slides along the side"
        );
    }

    #[test]
    fn a_hull_has_corners_only() {
        let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0]];
        assert_eq!(hull(points.to_vec()).len(), 4);
        assert_eq!(hull(vec![[1.0, 1.0]; 3]).len(), 1);
    }
}
