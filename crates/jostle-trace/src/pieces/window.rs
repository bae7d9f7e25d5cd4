//! How are a few neighboring pieces cut anew?
//!
//! Method: the pieces of a window are joined over all but the cuts that keep the window's boundary
//! one ring (for each hole in it a cut stays, which the ring runs along twice); that ring is cut into
//! the fewest pieces (`partition`). What sees what is found by walking from triangle to triangle
//! within the cone that is still open. Error: none. Cost: that of `partition`.

use super::cross;
use super::mesh::{Mesh, next, prev, twins};
use super::partition::partition;
use crate::Point;
use std::collections::VecDeque;

const NONE: u32 = u32::MAX;

fn half_edges(triangle: u32) -> [u32; 3] {
    [0, 1, 2].map(|corner| 3 * triangle + corner)
}

/// The root of a piece among those that are joined already.
fn root(into: &mut [u32], mut piece: u32) -> u32 {
    while into[piece as usize] != piece {
        into[piece as usize] = into[into[piece as usize] as usize];
        piece = into[piece as usize];
    }
    piece
}

/// What windows of one mesh share.
pub(super) struct Windows<'a> {
    mesh: &'a mut Mesh,
    /// The piece of each triangle in the window; [`NONE`] outside of it.
    piece: Vec<u32>,
    /// The place on the ring of each half-edge's start.
    place: Vec<u32>,
    /// What is left to grow windows from.
    fresh: Vec<bool>,
}

impl<'a> Windows<'a> {
    pub(super) fn new(mesh: &'a mut Mesh) -> Self {
        let count = mesh.origin.len();
        Self { piece: vec![NONE; count / 3], place: vec![0; count], fresh: Vec::new(), mesh }
    }

    /// Cuts windows anew that hold every piece of fewer than so many corners once, and takes cuts
    /// back. Cuts of low rank are given up first where some must stay.
    pub(super) fn pass(&mut self, corners: usize, start: usize, rank: &dyn Fn(&Mesh, u32) -> i64) {
        let count = self.piece.len();
        self.fresh = vec![true; count];
        for i in 0..count {
            let first = (i + start) % count;
            if self.fresh[first] {
                let window = self.grow(first as u32, corners);
                self.recut(&window, rank);
                for triangle in window {
                    self.piece[triangle as usize] = NONE;
                }
            }
        }
        self.mesh.merge();
    }

    /// The triangles of a piece and of those around it, as many pieces as fit.
    fn grow(&mut self, first: u32, corners: usize) -> Vec<u32> {
        let mut window = Vec::new();
        let mut border = VecDeque::from([first]);
        let mut number = 0;
        while let Some(triangle) = border.pop_front() {
            if !self.fresh[triangle as usize] {
                continue;
            }
            let start = window.len();
            let cuts = self.flood(triangle, number, corners, &mut window);
            if window.len() + 2 <= corners {
                number += 1;
                border.extend(cuts);
                continue;
            }
            // Too large: it stays as it is.
            for triangle in window.drain(start..) {
                self.fresh[triangle as usize] = true;
                self.piece[triangle as usize] = NONE;
            }
        }
        window
    }

    /// Adds the triangles of a piece until they are too many; returns those beyond its cuts.
    fn flood(
        &mut self,
        first: u32,
        number: u32,
        corners: usize,
        window: &mut Vec<u32>,
    ) -> Vec<u32> {
        let mut beyond = Vec::new();
        let mut i = window.len();
        window.push(first);
        self.fresh[first as usize] = false;
        while i < window.len() && window.len() + 2 <= corners {
            self.piece[window[i] as usize] = number;
            for h in half_edges(window[i]) {
                let Some(beside) = self.mesh.twin(h).map(|twin| twin / 3) else { continue };
                if !self.mesh.open[h as usize] {
                    beyond.push(beside);
                } else if self.fresh[beside as usize] {
                    self.fresh[beside as usize] = false;
                    window.push(beside);
                }
            }
            i += 1;
        }
        beyond
    }

    fn recut(&mut self, window: &[u32], rank: &dyn Fn(&Mesh, u32) -> i64) {
        let opened = self.joined(window, rank);
        if opened.is_empty() {
            return;
        }
        let (ring, reflex) = self.ring(window);
        if ring.is_empty() {
            return;
        }
        let points: Vec<Point> = ring.iter().map(|h| self.mesh.at(*h)).collect();
        let seen = |(h, reflex): (&u32, &bool)| if *reflex { self.seen(*h) } else { Vec::new() };
        let seen: Vec<Vec<u16>> = ring.iter().zip(&reflex).map(seen).collect();
        match partition(&points, &reflex, &seen).filter(|pieces| pieces.len() <= opened.len() + 1) {
            Some(pieces) => self.put(window, &ring, &pieces),
            None => opened.iter().for_each(|h| self.mesh.set_open(*h, false)),
        }
    }

    /// Opens the cuts that join all pieces of a window.
    fn joined(&mut self, window: &[u32], rank: &dyn Fn(&Mesh, u32) -> i64) -> Vec<u32> {
        let mut cuts = Vec::new();
        let mut count = 0;
        for h in window.iter().flat_map(|triangle| half_edges(*triangle)) {
            let own = self.piece[h as usize / 3];
            count = count.max(own + 1);
            let twin = self.mesh.twin(h).filter(|twin| h < *twin && !self.mesh.open[h as usize]);
            let other = twin.map_or(NONE, |twin| self.piece[twin as usize / 3]);
            if other != NONE {
                cuts.push((rank(self.mesh, h), h, own, other));
            }
        }
        cuts.sort_unstable();
        let mut into: Vec<u32> = (0..count).collect();
        let mut opened = Vec::new();
        for (_, h, own, other) in cuts {
            let (a, b) = (root(&mut into, own), root(&mut into, other));
            if a != b {
                into[a as usize] = b;
                self.mesh.set_open(h, true);
                opened.push(h);
            }
        }
        opened
    }

    /// The half-edges around the window from a reflex corner, and which corners are reflex; empty if
    /// none is. Notes the place on the ring of each corner of the triangles.
    fn ring(&mut self, window: &[u32]) -> (Vec<u32>, Vec<bool>) {
        let mesh = &*self.mesh;
        let mut edges = window.iter().flat_map(|triangle| half_edges(*triangle));
        let Some(first) = edges.find(|h| !mesh.open[*h as usize]) else {
            return Default::default();
        };
        let mut ring = vec![first];
        loop {
            let h = mesh.onward(ring[ring.len() - 1]);
            if h == first {
                break;
            }
            ring.push(h);
        }
        let n = ring.len();
        let at = |i: usize| mesh.at(ring[i % n]);
        let mut reflex: Vec<bool> =
            (0..n).map(|i| cross(at(i + n - 1), at(i), at(i + 1)) < 0).collect();
        let Some(start) = reflex.iter().position(|reflex| *reflex) else {
            return Default::default();
        };
        ring.rotate_left(start);
        reflex.rotate_left(start);
        for (i, h) in ring.iter().enumerate() {
            let place = ((i + 1) % n) as u32;
            let mut edge = next(*h);
            self.place[edge as usize] = place;
            while mesh.open[edge as usize] {
                edge = next(mesh.twin[edge as usize]);
                self.place[edge as usize] = place;
            }
        }
        (ring, reflex)
    }

    /// The places that the start of a half-edge on the ring sees, without its neighbors.
    fn seen(&self, start: u32) -> Vec<u16> {
        let mesh = &*self.mesh;
        let eye = mesh.at(start);
        let mut seen = Vec::new();
        let mut stack = Vec::new();
        let mut h = start;
        loop {
            let (u, v) = (next(h), prev(h));
            stack.push((u, mesh.at(u), mesh.at(v)));
            while let Some((edge, right, left)) = stack.pop() {
                if !mesh.open[edge as usize] {
                    continue;
                }
                let twin = mesh.twin[edge as usize];
                let apex = prev(twin);
                let at = mesh.at(apex);
                let (of_right, of_left) = (cross(eye, right, at) > 0, cross(eye, at, left) > 0);
                if of_right && of_left {
                    seen.push(self.place[apex as usize] as u16);
                }
                if of_right {
                    stack.push((next(twin), right, if of_left { at } else { left }));
                }
                if of_left {
                    stack.push((apex, if of_right { at } else { right }, left));
                }
            }
            if !mesh.open[v as usize] {
                return seen;
            }
            seen.push(self.place[v as usize] as u16);
            h = mesh.twin[v as usize];
        }
    }

    /// Puts the pieces into the place of the window's triangles.
    fn put(&mut self, window: &[u32], ring: &[u32], pieces: &[Vec<[u32; 3]>]) {
        let origin: Vec<u32> = pieces.iter().flatten().flatten().copied().collect();
        let mut piece = Vec::with_capacity(window.len());
        for (number, triangles) in pieces.iter().enumerate() {
            piece.extend(triangles.iter().map(|_| number));
        }
        let inner = twins(&origin);
        let slot = |h: u32| 3 * window[h as usize / 3] + h % 3;
        // What lies beyond the ring: a place on it again, or a half-edge outside of the window.
        let beyond: Vec<(bool, u32)> = ring
            .iter()
            .map(|h| match self.mesh.twin(*h) {
                Some(twin) if self.piece[twin as usize / 3] != NONE => {
                    (true, self.place[twin as usize])
                }
                twin => (false, twin.unwrap_or(NONE)),
            })
            .collect();
        let vertices: Vec<u32> = ring.iter().map(|h| self.mesh.origin[*h as usize]).collect();
        let mut edges = vec![NONE; ring.len()];
        for h in 0..origin.len() as u32 {
            let to = slot(h) as usize;
            let twin = inner[h as usize];
            self.mesh.origin[to] = vertices[origin[h as usize] as usize];
            self.mesh.open[to] = twin != NONE && piece[h as usize / 3] == piece[twin as usize / 3];
            if twin == NONE {
                edges[origin[h as usize] as usize] = to as u32;
            } else {
                self.mesh.twin[to] = slot(twin);
            }
        }
        for (edge, (inside, twin)) in edges.iter().zip(beyond) {
            let twin = if inside { edges[twin as usize] } else { twin };
            self.mesh.twin[*edge as usize] = twin;
            if twin != NONE {
                self.mesh.twin[twin as usize] = *edge;
            }
        }
    }
}
