//! Every query, on the grid and by brute force.

use super::brute::{is_boundary, is_inside, is_side};
use super::draw::Case;
use jostle::{Inside, Placed, RayHit, Vec2, Verdict};

/// How often each thing was seen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    apart: u32,
    touching: u32,
    overlapping: u32,
    holding: u32,
    hit: u32,
    left: u32,
    crossed: u32,
    common: u32,
    inside: u32,
}

impl Seen {
    pub(crate) fn is_all(&self) -> bool {
        [
            self.apart,
            self.touching,
            self.overlapping,
            self.holding,
            self.hit,
            self.left,
            self.crossed,
            self.common,
            self.inside,
        ]
        .iter()
        .all(|n| *n > 0)
    }
}

/// Rounding of placed vertices, and of what is computed from them, relative to the size.
const ROUNDING: f32 = 4e-6;

type Checked = Result<(), String>;

fn same<T: PartialEq + std::fmt::Debug>(what: &str, got: T, want: T) -> Checked {
    if got == want { Ok(()) } else { Err(format!("{what}: {got:?}, brute force: {want:?}")) }
}

fn near(what: &str, got: f32, want: f32, within: f32) -> Checked {
    if got == want || (got - want).abs() <= within {
        Ok(())
    } else {
        Err(format!("{what}: {got:?}, brute force: {want:?}"))
    }
}

pub(crate) fn check(case: &Case, seen: &mut Seen) -> Checked {
    verdicts(case, seen)?;
    gap(case)?;
    point(case, seen)?;
    for inside in [Inside::Hit, Inside::Skip, Inside::Exit] {
        ray(case, inside, seen)?;
    }
    areas(case, seen)?;
    marks(case, seen)
}

fn far(case: &Case) -> f32 {
    ROUNDING * (case.size + case.matrix[4].abs() + case.matrix[5].abs())
}

/// Whether rounding may have changed a verdict.
fn close(case: &Case, other: &Placed) -> bool {
    let clear = |placed: &Placed| {
        let gap = placed.gap(other);
        gap.separation.abs() > far(case)
    };
    !(case.exact || clear(&case.grid) && clear(&case.union))
}

fn verdicts(case: &Case, seen: &mut Seen) -> Checked {
    let (grid, union, probe) = (&case.grid, &case.union, &case.probe);
    let verdict = grid.verdict(probe);
    match verdict {
        Verdict::Separated => seen.apart += 1,
        Verdict::Touching => seen.touching += 1,
        Verdict::Overlapping => seen.overlapping += 1,
    }
    same("swapped verdict", probe.verdict(grid), verdict)?;
    if close(case, probe) {
        return Ok(());
    }
    let any = |with: fn(&Placed, &Placed) -> bool| case.cells.iter().any(|cell| with(cell, probe));
    same("overlaps", grid.overlaps(probe), any(Placed::overlaps))?;
    same("overlaps_interior", grid.overlaps_interior(probe), union.overlaps_interior(probe))?;
    if case.points.iter().any(|p| is_inside(case, *p)) || any(Placed::overlaps_interior) {
        same("overlaps_interior", grid.overlaps_interior(probe), true)?;
    }
    let holds = grid.contains(probe);
    if case.exact {
        seen.holding += u32::from(holds);
        same("contains", holds, union.contains(probe))?;
        same("contained", probe.contains(grid), probe.contains(union))?;
    }
    Ok(())
}

fn gap(case: &Case) -> Checked {
    let (grid, probe) = (&case.grid, &case.probe);
    let gap = grid.gap(probe);
    let sign = match grid.verdict(probe) {
        Verdict::Separated => gap.separation > 0.0,
        Verdict::Touching => gap.separation == 0.0,
        Verdict::Overlapping => gap.separation < 0.0,
    };
    same("sign of the gap", sign, true)?;
    let cells = case.cells.iter().map(|cell| cell.gap(probe).separation);
    let least = cells.fold(f32::INFINITY, f32::min);
    if gap.separation >= 0.0 {
        return near("distance", gap.separation, least.max(0.0), far(case));
    }
    // No way out of the union is shorter than out of the worst of its convex cells.
    let moved = probe.moved(grid.contact(probe).map_or(Vec2::ZERO, |c| c.push_b()));
    let left = grid.gap(&moved).separation;
    if left < -far(case) {
        return Err(format!("{left} is left after the push {gap:?}"));
    }
    Ok(())
}

fn point(case: &Case, seen: &mut Seen) -> Checked {
    let p = case.ray[0];
    let got = case.grid.closest(p);
    if case.exact {
        let any = case.cells.iter().any(|cell| cell.contains_point(p));
        same("contains_point", case.grid.contains_point(p), any)?;
    }
    let least =
        case.cells.iter().map(|cell| cell.closest(p).separation).fold(f32::INFINITY, f32::min);
    if got.separation > 0.0 {
        return near("closest", got.separation, least, far(case));
    }
    if !case.exact {
        // Between cells that were rounded each by itself are slits, which the grid does not have.
        return Ok(());
    }
    seen.inside += 1;
    near("depth of a point", got.separation, case.union.closest(p).separation, far(case))
}

fn ray(case: &Case, inside: Inside, seen: &mut Seen) -> Checked {
    let [from, by] = case.ray;
    let got = case.grid.ray(from, by, inside);
    let at = |hit: Option<RayHit>| hit.map_or(f32::INFINITY, |hit| hit.fraction);
    let start = case.union.closest(from).separation;
    if !case.exact && start.abs() <= far(case) {
        return Ok(());
    }
    let want = match inside {
        Inside::Skip if start <= 0.0 => f32::INFINITY,
        Inside::Exit => at(case.union.ray(from, by, inside)),
        _ => {
            let cells = case.cells.iter().map(|cell| at(cell.ray(from, by, inside)));
            cells.fold(f32::INFINITY, f32::min)
        }
    };
    if want.is_finite() {
        match inside {
            Inside::Exit => seen.left += 1,
            _ => seen.hit += 1,
        }
    }
    if !case.exact {
        // A ray along a side may be rounded to either side of it, and end in a slit.
        return Ok(());
    }
    let length = by[0].hypot(by[1]);
    near("ray", at(got), want, far(case) / length.max(1e-3))
        .map_err(|why| format!("{inside:?} {why}"))?;
    if let Some(hit) = got {
        // A normal across a seam would lie along an edge of a cell inside the union.
        let ahead = hit.point + Vec2::new(hit.normal.x, hit.normal.y) * (case.step / 128.0);
        if hit.fraction > 0.0
            && is_side(case, hit.point)
            && case.union.closest(ahead).separation < -far(case)
        {
            return Err(format!("{inside:?}: the normal of {hit:?} points into the union"));
        }
    }
    Ok(())
}

fn areas(case: &Case, seen: &mut Seen) -> Checked {
    let (grid, union, probe) = (&case.grid, &case.union, &case.probe);
    let square = far(case) * case.size;
    near("area", grid.area().unwrap_or(-1.0), union.area().unwrap_or(-2.0), square)?;
    let length = grid.perimeter().unwrap_or(-1.0);
    near("perimeter", length, case.perimeter as f32, 40.0 * far(case))?;
    let whole = union.perimeter().unwrap_or(-2.0);
    near("perimeter of the union", length, whole, 40.0 * far(case))?;
    let [got, want] =
        [grid, union].map(|whole| whole.region(probe, 0.0).map_or(-1.0, |region| region.area()));
    seen.common += u32::from(got > 0.0);
    near("region", got, want, square)
}

fn marks(case: &Case, seen: &mut Seen) -> Checked {
    if !case.exact {
        return Ok(());
    }
    let points = |whole: &Placed| -> Vec<Vec2> {
        whole.crossings(&case.probe).iter().map(|c| c.point).collect()
    };
    let (got, want) = (points(&case.grid), points(&case.union));
    seen.crossed += u32::from(!got.is_empty());
    let close = |p: Vec2, q: Vec2| (p - q).length() <= 4.0 * far(case);
    let all = |some: &[Vec2], of: &[Vec2]| some.iter().all(|p| of.iter().any(|q| close(*p, *q)));
    // The same points, each once, and none but what bounds both.
    let edge = |p: Vec2| case.probe.closest(p).separation.abs() <= 4.0 * far(case);
    let bounds = got.iter().all(|p| is_boundary(case, *p) && edge(*p));
    if bounds && got.len() == want.len() && all(&got, &want) && all(&want, &got) {
        return Ok(());
    }
    Err(format!("crossings: {got:?}, brute force: {want:?}"))
}
