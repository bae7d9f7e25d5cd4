//! The cells that events and rays of a world name.

use super::draw::Case;
use jostle::{Affine, Collider, Filter, Inside, Placed, Ray, Verdict, World};

/// Compares the cells named with those that brute force finds. Returns how many were named.
pub(crate) fn check(case: &Case) -> Result<usize, String> {
    let mut world = World::new();
    let [grid, probe] = case.shapes.clone();
    let grid = Collider::new((), grid).transform(Affine::from_matrix(case.matrix));
    let grid = world.add(grid).map_err(|e| e.to_string())?;
    let touching = |cell: &Placed| cell.verdict(&case.probe) != Verdict::Separated;
    let all = case.numbers.iter().zip(&case.cells);
    let want: Vec<u32> = all.clone().filter(|(_, cell)| touching(cell)).map(|(n, _)| *n).collect();
    let ray = Ray::new(case.ray[0], case.ray[1]).inside(Inside::Skip);
    let found = world.ray_first(&ray, &Filter::ANY);
    world
        .add(Collider::new((), probe).at((case.spot[0], case.spot[1])))
        .map_err(|e| e.to_string())?;
    let event = world.step().first().and_then(|event| event.touch().cloned());
    let got: Vec<u32> = event.iter().flat_map(|touch| touch.parts()).map(|pair| pair[0]).collect();
    if case.exact && got != want {
        return Err(format!("cells {got:?}, brute force: {want:?}"));
    }
    let Some(hit) = found else { return Ok(got.len()) };
    let on = |cell: &Placed| cell.closest(hit.point).separation.abs() <= 1e-5 * case.size;
    let first = all.clone().find(|(_, cell)| on(cell)).map(|(number, _)| *number);
    if hit.key != grid || case.exact && Some(hit.part) != first || first.is_none() {
        return Err(format!("the ray hits {hit:?}, brute force: cell {first:?}"));
    }
    Ok(got.len() + 1)
}
