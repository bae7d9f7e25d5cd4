//! Lists of ids by cell: an open-addressed table of cells, and links between the ids of one.
//!
//! Linear probing with Fibonacci hashing (Knuth, The Art of Computer Programming 3, section 6.4). A
//! cell that has become empty keeps its place, so that probing never has to mend anything; when half
//! of the table is taken, only cells with someone in them move to a new one.

use alloc::vec::Vec;

/// Ends a list.
const END: u32 = u32::MAX;
/// Smallest table.
const LEAST: usize = 64;

/// Which cell: level, column and row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) level: u32,
    pub(super) row: i32,
    pub(super) column: i32,
}

impl Cell {
    fn hash(self) -> u64 {
        let place = u64::from(self.column as u32) << 32 | u64::from(self.row as u32);
        let mixed = place.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ u64::from(self.level);
        (mixed ^ (mixed >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    cell: Cell,
    head: u32,
    taken: Taken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Never,
    Once,
}

const FREE: Entry =
    Entry { cell: Cell { level: 0, row: 0, column: 0 }, head: END, taken: Taken::Never };

#[derive(Clone, Copy, Debug)]
struct Link {
    cell: Cell,
    next: u32,
    back: u32,
}

const LOST: Link = Link { cell: FREE.cell, next: END, back: END };

/// Ids by cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    table: Vec<Entry>,
    taken: usize,
    /// By id.
    links: Vec<Link>,
}

impl Cells {
    /// The entry of a cell, or the free one where it would be.
    fn find(&self, cell: Cell) -> usize {
        let last = self.table.len() - 1;
        let mut at = (cell.hash() >> 20) as usize & last;
        while self.table[at].taken == Taken::Once && self.table[at].cell != cell {
            at = (at + 1) & last;
        }
        at
    }

    fn make_room(&mut self) {
        if self.taken * 2 < self.table.len() {
            return;
        }
        let full = self.table.iter().filter(|entry| entry.head != END).count();
        let size = (full * 4).next_power_of_two();
        let size = if size > LEAST { size } else { LEAST };
        let old = core::mem::replace(&mut self.table, alloc::vec![FREE; size]);
        self.taken = full;
        for entry in old.into_iter().filter(|entry| entry.head != END) {
            let at = self.find(entry.cell);
            self.table[at] = entry;
        }
    }

    pub(super) fn add(&mut self, id: u32, cell: Cell) {
        self.make_room();
        if self.links.len() <= id as usize {
            self.links.resize(id as usize + 1, LOST);
        }
        let at = self.find(cell);
        let entry = &mut self.table[at];
        self.taken += usize::from(entry.taken == Taken::Never);
        let next = entry.head;
        *entry = Entry { cell, head: id, taken: Taken::Once };
        if let Some(next) = self.links.get_mut(next as usize) {
            next.back = id;
        }
        self.links[id as usize] = Link { cell, next, back: END };
    }

    pub(super) fn remove(&mut self, id: u32) {
        let Link { cell, next, back } = self.links[id as usize];
        if let Some(next) = self.links.get_mut(next as usize) {
            next.back = back;
        }
        if let Some(back) = self.links.get_mut(back as usize) {
            back.next = next;
        } else {
            let at = self.find(cell);
            self.table[at].head = next;
        }
    }

    /// The ids in a cell.
    pub(super) fn ids(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        let mut next = if self.table.is_empty() { END } else { self.table[self.find(cell)].head };
        core::iter::from_fn(move || {
            let id = next;
            next = self.links.get(id as usize)?.next;
            Some(id)
        })
    }

    /// The cells with someone in them, in no order that means anything.
    pub(super) fn full(&self) -> impl Iterator<Item = Cell> + '_ {
        self.table.iter().filter(|entry| entry.head != END).map(|entry| entry.cell)
    }

    pub(super) fn clear(&mut self) {
        self.table.fill(FREE);
        self.taken = 0;
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<Entry>() + self.links.capacity() * size_of::<Link>()
    }
}
