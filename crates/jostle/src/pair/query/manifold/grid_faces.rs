//! The faces of a large tile grid, read off the cells near the other shape.

use alloc::vec::Vec;

use crate::math::DVec2;
use crate::pair::mesh::grid_window::near;
use crate::pair::query::manifold::support_features::{Face, faces};
use crate::shape::{Body, Core, bvh::box_bvh::DAabb, kinds::tile_grid::Near};

/// Adds the faces of a body along `u` to the other, which is no further away than `reach`.
pub(crate) fn faces_toward(
    body: &Body,
    other: &Body,
    base: DVec2,
    (u, reach): (DVec2, f64),
    out: &mut Vec<Face>,
) {
    // Only large tile grids are cut down; the box of the other is not computed for anything else.
    if let Body::Core(whole) = body
        && whole.field().is_some()
        && let Near::Part(part) = near(body, other.bounds(), reach)
        && let Body::Core(core) = &part
    {
        return faces(&part, base, u, &mut |mut face| {
            if renumber(&mut face, core, whole).is_some() {
                out.push(face);
            }
        });
    }
    faces(body, base, u, &mut |face| out.push(face));
}

/// Gives a face of a part the numbers it has in the whole; `None` if the part was cut off.
fn renumber(face: &mut Face, part: &Core, whole: &Core) -> Option<()> {
    if let Some(edge) = face.edge {
        let ends = part.edge(edge as usize).map(|v| part.offsets()[v]);
        let number = edge_along(whole, ends)?;
        face.edge = Some(number as u32);
        // An end that was cut off is out of reach; the edge's own end is as good.
        let [from, to] = whole.edge(number);
        let flipped = part.edge(edge as usize)[0] as u32 != face.vertices[0];
        face.vertices = if flipped { [to as u32, from as u32] } else { [from as u32, to as u32] };
        return Some(());
    }
    let at = part.offsets()[face.vertices[0] as usize];
    let mut found = None;
    whole.edges_near(DAabb::of([at, at]), &mut |i| {
        found = whole.edge(i).into_iter().find(|v| whole.offsets()[*v] == at);
        found.is_none()
    });
    face.vertices = [found? as u32; 2];
    Some(())
}

/// The edge of the whole on which a stretch of it lies.
fn edge_along(whole: &Core, [p, q]: [DVec2; 2]) -> Option<usize> {
    let middle = (p + q) * 0.5;
    let mut found = None;
    whole.edges_near(DAabb::of([middle, middle]), &mut |i| {
        let [u, v] = whole.edge(i).map(|k| whole.offsets()[k]);
        // Both are differences of points of one lattice: exact, but for the products.
        let e = v - u;
        let off =
            |x: DVec2| (x - u).cross(e).abs() <= 4.0 * f64::EPSILON * (x - u).reach() * e.reach();
        if off(p) && off(q) && e.dot(q - p) > 0.0 {
            found = Some(i);
        }
        found.is_none()
    });
    found
}
