//! Which rings bound the solid pixels of a mask?
//!
//! Method: one scan over the lines between pixel rows, 64 vertices at a time. With the rows above
//! and below a line and both shifted by one pixel, a vertex is a corner exactly where a horizontal
//! and a vertical pixel edge meet, which is six operations on words. Along a line the corners are
//! left and right ends of horizontal edges by turns, so the nodes that are numbered `2k` and `2k +
//! 1` are the two ends of one edge and no link need be kept; a table of one entry a column links
//! the ends of vertical edges. Rings are then followed by turns through `n ^ 1` and the vertical
//! link. After Suzuki and Abe, *Topological structural analysis of digitized binary images by
//! border following* (1985), a ring's parent comes from the edge to the left of its first corner,
//! found by a bit scan of the same words.
//!
//! The core's mask shape walks its rings without this: it needs neither nesting nor a choice of
//! connectivity, nor this speed, and what this needs does not belong there.
//!
//! Where two solid pixels touch only at a corner, the vertex is two nodes, paired along the solid
//! or across it as the connectivity states. A ring that still comes back to a vertex is cut there
//! into two ([`split`]); all such vertices of one ring lie on one side of it, so the cut does not
//! depend on where the walk began.
//!
//! Frame: pixel (i, j) is the unit square from (i, j), y down; solid lies to the right of every
//! edge as seen on the screen. Error: none. Cost: words of the mask plus corners. Rejected:
//! following cracks pixel by pixel (twice the time on sprites, and it needs a visited map of
//! pixels).

mod split;
#[cfg(test)]
mod tests;

use crate::{Mask, Outline, Point, Ring, UNITS_PER_PIXEL};

/// Which solid pixels belong together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connectivity {
    /// Pixels that share an edge; empty pixels then belong together also across a corner.
    #[default]
    Four,
    /// Pixels that share an edge or a corner; empty pixels only across an edge.
    Eight,
}

/// The widest and highest part of a mask that is traced, in pixels: coordinates in 1/256 px and
/// their products then fit their integers.
const MAX_SIDE: u32 = 1 << 22;

/// No node, no ring.
const NONE: u32 = u32::MAX;
/// In [`Node::x`]: two solid pixels touch at this vertex, by the corner alone.
const DIAGONAL: u32 = 1 << 31;
/// In [`Node::x`]: the pixel to the lower right of this vertex is solid.
const SOLID: u32 = 1 << 30;
/// In [`Node::x`]: the coordinate.
const COLUMN: u32 = SOLID - 1;

/// One end of one horizontal edge; node `n ^ 1` is the other end.
#[derive(Clone, Copy)]
struct Node {
    /// Vertex x in pixels, and flags.
    x: u32,
    /// Vertex y in pixels.
    y: u32,
    /// The other end of the vertical edge at this node.
    across: u32,
    /// The upper end of the vertical edge nearest to the left in the pixel row below.
    left: u32,
}

/// A ring before it has its place: its points are a range of one buffer.
struct Loop {
    start: usize,
    end: usize,
    hole: bool,
    /// The node of its first vertex in reading order.
    first: u32,
}

/// Counts the vertices that [`outline`] will make, which bounds its time and memory.
///
/// ```
/// let mask = jostle_trace::Mask::from_fn(4, 4, |x, y| x == y);
/// assert_eq!(jostle_trace::corners(&mask), 16);
/// ```
#[must_use]
pub fn corners(mask: &Mask) -> u64 {
    let mut count = 0;
    for y in 0..=side(mask.height()) {
        for_each_word(mask, y, |_, around| {
            count += u64::from(around.corners().count_ones() + around.diagonals().count_ones());
        });
    }
    count
}

/// Traces the pixel edges of a mask: outer rings, holes, islands in holes, each simple, corner
/// points only, with the exact area of the mask.
///
/// Rings may share points where solid pixels touch by a corner, and never cross. A ring begins at
/// its first point in reading order; rings come in the reading order of their first points, so
/// parents before children. The connectivity decides how rings run where two of them meet in
/// several corners: along the solid ([`Connectivity::Four`]) or along the empty
/// ([`Connectivity::Eight`]). Pixels beyond 4,194,304 a side are left out.
///
/// ```
/// use jostle_trace::{Connectivity, Mask, outline};
/// let frame = Mask::from_fn(3, 3, |x, y| (x, y) != (1, 1));
/// let outline = outline(&frame, Connectivity::Four);
/// assert_eq!(outline.rings.len(), 2);
/// assert_eq!(outline.rings[0].points, [[0, 0], [768, 0], [768, 768], [0, 768]]);
/// assert_eq!(outline.rings[1].points, [[256, 256], [256, 512], [512, 512], [512, 256]]);
/// assert!(outline.rings[1].hole && outline.rings[1].parent == Some(0));
/// assert_eq!(outline.doubled_area(), 2 * 8 * 65536);
/// ```
#[must_use]
pub fn outline(mask: &Mask, connectivity: Connectivity) -> Outline {
    let nodes = scan(mask, connectivity);
    let mut tracer =
        Tracer { ring: vec![NONE; nodes.len()], nodes, points: Vec::new(), loops: Vec::new() };
    tracer.points.reserve(tracer.nodes.len());
    let mut cuts = split::Cuts::default();
    for start in (0..tracer.nodes.len() as u32).step_by(2) {
        if tracer.ring[start as usize] == NONE && !tracer.follow(start) {
            split::follow(&mut tracer, &mut cuts, start);
        }
    }
    if cuts.happened() {
        tracer.sort();
    }
    tracer.finish()
}

fn side(length: u32) -> u32 {
    length.min(MAX_SIDE)
}

/// The pixels around 64 vertices of one line, one bit each.
#[derive(Clone, Copy)]
struct Around {
    nw: u64,
    ne: u64,
    sw: u64,
    se: u64,
}

impl Around {
    /// Vertices where a horizontal and a vertical edge meet.
    fn corners(self) -> u64 {
        let horizontal = (self.nw ^ self.sw) | (self.ne ^ self.se);
        let vertical = (self.nw ^ self.ne) | (self.sw ^ self.se);
        horizontal & vertical
    }

    /// Vertices where all four edges meet.
    fn diagonals(self) -> u64 {
        (self.nw ^ self.sw) & (self.ne ^ self.se) & (self.nw ^ self.ne)
    }
}

/// Gives every 64 vertices of line `y` to `take`, with the number of their word.
fn for_each_word(mask: &Mask, y: u32, mut take: impl FnMut(usize, Around)) {
    let height = side(mask.height());
    let above = if y > 0 { mask.row(y - 1) } else { &[] };
    let below = if y < height { mask.row(y) } else { &[] };
    let width = side(mask.width());
    let words = width as usize / 64 + 1;
    let keep = (1u64 << (width % 64)) - 1;
    let (mut above_carry, mut below_carry) = (0, 0);
    for word in 0..words {
        let cut = if word + 1 == words { keep } else { u64::MAX };
        let ne = above.get(word).map_or(0, |w| w & cut);
        let se = below.get(word).map_or(0, |w| w & cut);
        let around = Around { nw: ne << 1 | above_carry, ne, sw: se << 1 | below_carry, se };
        (above_carry, below_carry) = (ne >> 63, se >> 63);
        take(word, around);
    }
}

/// Finds all nodes and links the vertical edges.
fn scan(mask: &Mask, connectivity: Connectivity) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(4 * side(mask.height()) as usize);
    // For each column, the node whose vertical edge comes down to the line that is scanned.
    let mut open = vec![NONE; side(mask.width()) as usize + 1];
    for y in 0..=side(mask.height()) {
        // The vertical edge nearest to the left, of the words before.
        let mut last = NONE;
        for_each_word(mask, y, |word, around| {
            let mut corners = around.corners();
            let down = around.sw ^ around.se;
            let up = around.nw ^ around.ne;
            let base = word as u32 * 64;
            while corners != 0 {
                let bit = corners.trailing_zeros();
                corners &= corners - 1;
                let column = base + bit;
                let before = down & ((1 << bit) - 1);
                let left = if before == 0 { last } else { base + 63 - before.leading_zeros() };
                let left = if left == NONE { NONE } else { open[left as usize] };
                let solid = (around.se >> bit & 1) as u32 * SOLID;
                let node = nodes.len() as u32;
                let (down, up) = (down >> bit & 1 == 1, up >> bit & 1 == 1);
                let coming = open[column as usize];
                if !(down && up) {
                    // One of the two: the edge ends here or it begins here, linked to itself.
                    let across = if up { coming } else { node };
                    nodes.push(Node { x: column | solid, y, across, left });
                    nodes[across as usize].across = node;
                    open[column as usize] = node;
                    continue;
                }
                // Diagonal: the node of the edge to the left comes first. Along the solid, it goes
                // on upward exactly when the pixel to the upper left is solid.
                let falling = around.se >> bit & 1 == 1;
                let up_first = falling == (connectivity == Connectivity::Four);
                let (upper, lower) = if up_first { (node, node + 1) } else { (node + 1, node) };
                let x = column | solid | DIAGONAL;
                nodes.push(Node { x, y, across: node, left });
                nodes.push(Node { x, y, across: node + 1, left });
                nodes[upper as usize].across = coming;
                nodes[coming as usize].across = upper;
                open[column as usize] = lower;
            }
            if down != 0 {
                last = base + 63 - down.leading_zeros();
            }
        });
    }
    nodes
}

struct Tracer {
    nodes: Vec<Node>,
    /// The loop of the vertical edge at each node.
    ring: Vec<u32>,
    points: Vec<Point>,
    loops: Vec<Loop>,
}

impl Tracer {
    fn point(&self, node: u32) -> Point {
        let node = self.nodes[node as usize];
        [(node.x & COLUMN) as i32 * UNITS_PER_PIXEL, node.y as i32 * UNITS_PER_PIXEL]
    }

    /// Follows the ring whose first vertex is `start`; false, with nothing kept, if it meets a
    /// vertex that it could come back to.
    fn follow(&mut self, start: u32) -> bool {
        let id = self.loops.len() as u32;
        let begin = self.points.len();
        let hole = self.nodes[start as usize].x & SOLID == 0;
        let mut node = start;
        loop {
            let (a, b) = if hole {
                let below = self.nodes[node as usize].across;
                (node, below)
            } else {
                (node, node ^ 1)
            };
            let flags = self.nodes[a as usize].x | self.nodes[b as usize].x;
            if flags & DIAGONAL != 0 {
                self.points.truncate(begin);
                return false;
            }
            let (p, q) = (self.point(a), self.point(b));
            self.points.extend([p, q]);
            self.ring[a as usize] = id;
            self.ring[b as usize] = id;
            node = if hole { b ^ 1 } else { self.nodes[b as usize].across };
            if node == start {
                break;
            }
        }
        self.loops.push(Loop { start: begin, end: self.points.len(), hole, first: start });
        true
    }

    /// Puts the loops into the reading order of their first vertices.
    fn sort(&mut self) {
        let mut order: Vec<u32> = (0..self.loops.len() as u32).collect();
        let key = |&i: &u32| {
            let node = self.nodes[self.loops[i as usize].first as usize];
            (node.y, node.x & COLUMN)
        };
        order.sort_by_key(key);
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        for ring in &mut self.ring {
            *ring = place[*ring as usize];
        }
        let mut loops: Vec<(u32, Loop)> = place.into_iter().zip(self.loops.drain(..)).collect();
        loops.sort_by_key(|l| l.0);
        self.loops = loops.into_iter().map(|l| l.1).collect();
    }

    /// Gives every loop its points and its parent.
    fn finish(self) -> Outline {
        let mut rings: Vec<Ring> = Vec::with_capacity(self.loops.len());
        for traced in &self.loops {
            let left = self.nodes[traced.first as usize].left;
            // The edge to the left bounds what this ring lies in, or a sibling of this ring.
            let parent = if left == NONE {
                None
            } else {
                let beside = self.ring[left as usize] as usize;
                rings.get(beside).and_then(|ring: &Ring| {
                    if ring.hole == traced.hole { ring.parent } else { Some(beside) }
                })
            };
            let points = self.points[traced.start..traced.end].to_vec();
            rings.push(Ring { points, hole: traced.hole, parent });
        }
        Outline { rings }
    }
}
