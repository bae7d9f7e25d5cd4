//! A point, or a segment that goes along itself, across lines that meet in a vertex: it crosses them
//! together, but none of them.
//!
//! What such a mover covers is a segment, so the exact verdict on that decides. The time is found by
//! halving, in steps that are short numbers: few ends of the segment need rounding.

use core::cmp::Ordering;

use crate::math::DVec2;
use crate::pair::answer::Verdict;
use crate::pair::bodies;
use crate::pair::casting::first_contact::FirstContact;
use crate::pair::exact::predicates::{cross, dot, edge};
use crate::shape::{Body, Core, Kind, Sidedness};

/// Steps of a way.
const STEPS: f64 = (1_u32 << 24) as f64;

/// Returns the first time at which a thin body crosses a vertex of lines, if that is before `found`, the
/// first contact with one of their edges.
#[inline(never)]
pub(super) fn first_crossing(
    a: &Body,
    b: &Body,
    way: DVec2,
    found: Option<FirstContact>,
) -> Option<FirstContact> {
    let Body::Core(core) = a else { return found };
    let are_lines = b.parts().iter().all(|part| match part {
        Body::Core(core) => core.radius == 0.0 && !core.is_solid() && core.sided == Sidedness::Both,
        _ => false,
    });
    let Some([back, front]) = ends_along(core, way).filter(|_| are_lines) else { return found };
    let crosses = |step: u32| {
        let end = front + way * (f64::from(step) / STEPS);
        let path = Core::offset_segment(core.origin, back, end, 0.0);
        bodies::verdict(&Body::Core(path), b) == Verdict::Overlapping
    };
    let (mut low, mut high) = (0, (STEPS * found.map_or(1.0, |f| f64::from(f.bracket[0]))) as u32);
    if !crosses(high) {
        return found;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        (low, high) = if crosses(middle) { (low, middle) } else { (middle, high) };
    }
    let [at, latest] = [low, high].map(|step| f64::from(step) / STEPS);
    Some(FirstContact {
        start: if low > 0 { Ordering::Greater } else { Ordering::Equal },
        at,
        bracket: [at, latest].map(|t| t as f32),
        is_certain: true,
        normal: way.unit()?,
        point: core.origin + front + way * at,
    })
}

/// The ends of a point or of a segment along the way, the one in front last.
fn ends_along(core: &Core, way: DVec2) -> Option<[DVec2; 2]> {
    let ends = [0, core.vertex_count() - 1].map(|i| core.offset(i));
    match core.kind {
        Kind::Point => Some(ends),
        Kind::Segment => {
            let path = Core::offset_segment(core.origin, ends[0], ends[0] + way, 0.0);
            let [own, along] = [edge(core, 0), edge(&path, 0)];
            let [back, front] = ends;
            cross(own, along)
                .is_eq()
                .then(|| if dot(own, along).is_gt() { ends } else { [front, back] })
        }
        _ => None,
    }
}
