//! How the plane is cut for a join.
//!
//! Method: a k-d tree over a sample of the boxes. A part is cut at the median of the centers, along the
//! side on which they spread wider, until it is estimated to fit, so crowded places get small
//! parts. A cut that most boxes would straddle is not made.
//! Cost: O(n log n) for n boxes of the sample.

use jostle::Aabb;

/// A part with fewer boxes is not cut.
const FEW: usize = 8;

/// Areas that cut the plane, or a part of it. Each is half-open, without its upper sides.
///
/// For programs that keep the rows of a join in files or on other machines: each row goes to the
/// areas that its box meets, and [`join_area`](crate::join_area) joins an area.
#[derive(Clone, Debug)]
pub struct Cuts {
    root: Node,
    areas: Vec<Aabb>,
}

#[derive(Clone, Debug)]
enum Node {
    Area(usize),
    Cut { along_x: bool, at: f32, halves: Box<[Self; 2]> },
}

/// Boxes, each with its cost.
type Sample = Vec<(Aabb, f64)>;

impl Cuts {
    /// Cuts an area until the boxes that meet a part cost at most `most` together, or there are `parts`.
    /// Boxes that are not finite do not count: they meet most parts anyway.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle_join::Cuts;
    /// assert_eq!(Cuts::new(Aabb::UNBOUNDED, Vec::new(), 0.0, 9).areas(), [Aabb::UNBOUNDED]);
    /// ```
    #[must_use]
    pub fn new(area: Aabb, mut sample: Vec<(Aabb, f64)>, most: f64, parts: usize) -> Self {
        sample.retain(|(bounds, _)| bounds.is_finite());
        let mut areas = Vec::new();
        let root = cut(area, sample, most, parts, &mut areas);
        Self { root, areas }
    }

    /// Returns the areas.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle_join::Cuts;
    /// assert_eq!(Cuts::new(Aabb::UNBOUNDED, Vec::new(), 0.0, 9).areas().len(), 1);
    /// ```
    #[must_use]
    pub fn areas(&self) -> &[Aabb] {
        &self.areas
    }

    /// Calls `each` with the index of each area that a box meets.
    ///
    /// ```
    /// use jostle::Aabb;
    /// use jostle_join::Cuts;
    /// let boxes = (0..100).map(|i| (Aabb::xywh(i as f32, 0.0, 0.5, 0.5), 1.0)).collect();
    /// let cuts = Cuts::new(Aabb::UNBOUNDED, boxes, 30.0, usize::MAX);
    /// let mut areas = Vec::new();
    /// cuts.visit(Aabb::xywh(10.0, 0.0, 20.0, 1.0), &mut |area| areas.push(area));
    /// assert_eq!((areas, cuts.areas().len()), (vec![0, 1], 4));
    /// ```
    pub fn visit(&self, bounds: Aabb, each: &mut dyn FnMut(usize)) {
        self.root.visit(bounds, each);
    }
}

impl Node {
    fn visit(&self, bounds: Aabb, each: &mut dyn FnMut(usize)) {
        match self {
            Self::Area(area) => each(*area),
            Self::Cut { along_x, at, halves } => {
                let [low, high] = ends(bounds, *along_x);
                if low < *at {
                    halves[0].visit(bounds, each);
                }
                if high >= *at {
                    halves[1].visit(bounds, each);
                }
            }
        }
    }
}

fn ends(bounds: Aabb, along_x: bool) -> [f32; 2] {
    if along_x { [bounds.min.x, bounds.max.x] } else { [bounds.min.y, bounds.max.y] }
}

fn cut(area: Aabb, sample: Sample, most: f64, parts: usize, areas: &mut Vec<Aabb>) -> Node {
    let cost: f64 = sample.iter().map(|(_, cost)| cost).sum();
    if cost > most && parts > 1 && sample.len() >= FEW {
        let centers = sample.iter().map(|(b, _)| Aabb { min: b.center(), max: b.center() });
        let spread = centers.reduce(Aabb::union).map(Aabb::size).unwrap_or_default();
        for along_x in [spread.x >= spread.y, spread.x < spread.y] {
            if let Some((at, [low, high])) = halves(area, &sample, along_x) {
                drop(sample);
                let [mut below, mut above] = [area; 2];
                if along_x {
                    (below.max.x, above.min.x) = (at, at);
                } else {
                    (below.max.y, above.min.y) = (at, at);
                }
                let low = cut(below, low, most, parts / 2, areas);
                let high = cut(above, high, most, parts / 2, areas);
                return Node::Cut { along_x, at, halves: Box::new([low, high]) };
            }
        }
    }
    areas.push(area);
    Node::Area(areas.len() - 1)
}

/// Cuts at the median of the centers; `None` if that does not make the halves much smaller.
fn halves(area: Aabb, sample: &Sample, along_x: bool) -> Option<(f32, [Sample; 2])> {
    let [low, high] = ends(area, along_x);
    let center = |b: &Aabb| if along_x { b.center().x } else { b.center().y };
    let mut centers: Vec<f32> = sample.iter().map(|(b, _)| center(b)).collect();
    let middle = centers.len() / 2;
    let at = *centers.select_nth_unstable_by(middle, f32::total_cmp).1;
    let part = |meets: &dyn Fn([f32; 2]) -> bool| -> Sample {
        sample.iter().filter(|(b, _)| meets(ends(*b, along_x))).copied().collect()
    };
    let (below, above) = (part(&|[low, _]| low < at), part(&|[_, high]| high >= at));
    let (all, larger) = (sample.len(), below.len().max(above.len()));
    let useful = larger * 10 < all * 9 && below.len() + above.len() <= all + all / 2;
    (useful && low < at && at < high).then_some((at, [below, above]))
}
