//! The cells of a large placed grid that lie near a box, as an outline of their own.
//!
//! What lies in the box sees no difference: the cells around it are all there, and one more on each
//! side, so that where the outline is cut off is out of reach. Vertices are those of the whole, to
//! the bit. Cost: O(cells in the window).

use alloc::sync::Arc;

use crate::math::{DVec2, Vec2, greater, lesser, min_max};
use crate::shape::Body;
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::kinds::tile_grid::Map;
use crate::shape::kinds::tile_grid::lattice::Lattice;
use crate::shape::kinds::tile_grid::outline::Window;

/// Grids of fewer cells are used as a whole.
pub(crate) const WORTH_A_FIELD: usize = 100;

/// A placed grid whose cells can be looked at.
#[derive(Clone, Debug)]
pub(crate) struct PlacedGrid {
    pub(crate) map: Arc<Map>,
    pub(crate) lattice: Lattice,
}

/// Some of a set.
#[derive(Debug)]
pub(crate) enum Near<T> {
    /// All of it.
    Whole,
    /// Nothing of it is near.
    Nothing,
    Part(T),
}

impl PlacedGrid {
    /// The outline of the cells around a box, which is given relative to the origin.
    pub(crate) fn near(&self, origin: Vec2, bounds: DAabb) -> Near<Body> {
        let Some(window) = self.window(bounds) else { return Near::Whole };
        let outline = Arc::new(self.map.outline(&window));
        match self.lattice.body(origin, &outline, Vec2::ZERO) {
            _ if outline.rings.is_empty() => Near::Nothing,
            Ok(body) => Near::Part(body),
            // What was placed as a whole fits; all of it is an answer as well.
            Err(_) => Near::Whole,
        }
    }

    /// The cells around a box, if they are not all.
    pub(crate) fn window(&self, bounds: DAabb) -> Option<Window> {
        let (low, high) = (bounds.min, bounds.max);
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        let places = corners.map(|p| self.lattice.cell_of(p, self.map.steps));
        let mut window = self.map.everything();
        for axis in [0, 1] {
            let ends = places.iter().map(|place| place[axis]);
            let [from, to] = min_max(ends.flat_map(|(at, slack)| [at - slack, at + slack]));
            // Not a number where the map is all but flat.
            if !from.is_finite() || !to.is_finite() {
                return None;
            }
            let clamp = |x: f64| lesser(greater(x, 0.0), window.to[axis].into()) as u32;
            let ends = [clamp(libm::floor(from) - 1.0), clamp(libm::floor(to) + 2.0)];
            [window.from[axis], window.to[axis]] = ends;
        }
        (window != self.map.everything()).then_some(window)
    }
}
