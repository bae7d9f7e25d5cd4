//! The rings that boundary edges form, and the polygon that each hole lies in.
//!
//! Method: at its end an edge continues with the first edge clockwise from the way back, which
//! follows the inside around the point. So a walk runs along one connected part of the inside, and
//! parts that only touch at a point stay apart. A walk that passes a point twice is cut into simple
//! rings. The walk of a polygon's outer ring begins with an edge that has the inside above it; any
//! other walk belongs to the polygon of the boundary edge below its first edge.
//! Cost: O(n), and O(d²) at a point where d walks touch.

use crate::math::{DVec2, sort::Groups};
use crate::shape::clipping::OverlayPolygon;
use crate::shape::clipping::snap_grid::{P, SnapGrid, orient};
use crate::shape::clipping::winding_sweep::{Edge, NONE};
use alloc::vec::Vec;

/// Links the boundary edges, numbered as the sweep does.
pub(crate) fn polygons(points: &[P], edges: &[Edge], grid: &SnapGrid) -> Vec<OverlayPolygon> {
    let leaving = Groups::new(points.len(), edges.iter().map(|edge| edge.from));
    let mut polygons: Vec<OverlayPolygon> = Vec::new();
    let mut polygon_of = alloc::vec![NONE; edges.len()];
    let mut place = alloc::vec![NONE; points.len()];
    for first in 0..edges.len() {
        if polygon_of[first] != NONE {
            continue;
        }
        let inside_above = edges[first].from < edges[first].to;
        let parent = polygon_of.get(edges[first].under as usize).copied();
        let polygon = match parent {
            Some(parent) if !inside_above => parent,
            _ => {
                polygons.push(OverlayPolygon::default());
                polygons.len() as u32 - 1
            }
        };
        let mut ring: Vec<u32> = Vec::new();
        let mut add = |ring: Vec<u32>| {
            let Some(corners) = corners(points, &ring, grid) else { return };
            let target = &mut polygons[polygon as usize];
            if is_positive(points, &ring) {
                target.outer = corners;
            } else {
                target.holes.push(corners);
            }
        };
        let mut edge = first;
        while polygon_of[edge] == NONE {
            polygon_of[edge] = polygon;
            let v = edges[edge].from;
            if let Some(closed) = ring.get(place[v as usize] as usize..) {
                let closed = closed.to_vec();
                ring.truncate(ring.len() - closed.len());
                closed.iter().for_each(|&w| place[w as usize] = NONE);
                add(closed);
            }
            place[v as usize] = ring.len() as u32;
            ring.push(v);
            edge = after(edge, points, edges, &leaving);
        }
        ring.iter().for_each(|&w| place[w as usize] = NONE);
        add(ring);
    }
    polygons
}

/// The ring without vertices that lie straight between their neighbors, from its smallest one on;
/// `None` when that leaves no ring.
fn corners(points: &[P], ring: &[u32], grid: &SnapGrid) -> Option<Vec<DVec2>> {
    let at = |i: usize| points[ring[i % ring.len()] as usize];
    let start = (0..ring.len()).min_by_key(|&i| ring[i])?;
    let corners: Vec<DVec2> = (start..start + ring.len())
        .filter(|&i| orient(at(i + ring.len() - 1), at(i), at(i + 1)) != 0)
        .map(|i| grid.point(at(i)))
        .collect();
    (corners.len() >= 3).then_some(corners)
}

fn is_positive(points: &[P], ring: &[u32]) -> bool {
    let spoke = |v: u32| points[v as usize] - points[ring[0] as usize];
    // The sum fits; what it passes through on the way need not.
    ring.windows(2).fold(0, |s: i128, e| s.wrapping_add(spoke(e[0]).cross(spoke(e[1])))) > 0
}

/// The edge with which the walk goes on: the first one clockwise from the way back, of those that
/// leave the end.
fn after(edge: usize, points: &[P], edges: &[Edge], leaving: &Groups) -> usize {
    let Edge { from, to, .. } = edges[edge];
    let (tail, tip) = (points[from as usize], points[to as usize]);
    let way = |e: u32| points[edges[e as usize].to as usize] - tip;
    let back = tail - tip;
    // Clockwise angles below, at and above a half turn.
    let half = |d: P| back.cross(d).signum();
    let first = |b: u32, e: u32| {
        let (d, other) = (way(e), way(b));
        if (half(d), d.cross(other)) < (half(other), 0) { e } else { b }
    };
    leaving.of(to as usize).iter().copied().reduce(first).map_or(edge, |e| e as usize)
}
