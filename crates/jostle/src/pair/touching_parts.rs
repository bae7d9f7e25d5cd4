//! Which parts of two shapes touch?

use alloc::vec::Vec;

use super::crossings::parts;
use super::verdict::{self, Verdict};
use crate::shape::Placed;

impl Placed {
    /// The numbers of the parts that share a point, sorted, each pair once; `owners` says for each
    /// piece of a shape to which part it belongs. O(pieces of a · pieces of b) box tests.
    pub(crate) fn touching_parts(&self, other: &Self, owners: (&[u32], &[u32])) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        let owner = |of: &[u32], piece: usize| of.get(piece).or(of.last()).copied().unwrap_or(0);
        for (i, a) in parts(&self.body).iter().enumerate() {
            let bounds = a.bounds();
            if !bounds.overlaps(other.bounds()) {
                continue;
            }
            for (j, b) in parts(&other.body).iter().enumerate() {
                let pair = [owner(owners.0, i), owner(owners.1, j)];
                if found.last() != Some(&pair)
                    && bounds.overlaps(b.bounds())
                    && verdict::bodies(a, b) != Verdict::Separated
                {
                    found.push(pair);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
