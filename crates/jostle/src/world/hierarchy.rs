//! Parents and children of colliders, with their local transforms.
//!
//! Nothing is stored for slots beyond the last one that ever had a parent or a child: such a slot
//! is a root without children, and its local transform is its world transform.

use alloc::vec::Vec;

use crate::math::Affine;

pub(crate) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct HierarchyNode {
    parent: u32,
    /// The child that was put below last.
    child: u32,
    /// Its neighbors among the children of its parent.
    next: u32,
    prev: u32,
    /// Its transform in the frame of its parent; nothing that counts without one.
    local: Affine,
}

const ALONE: HierarchyNode =
    HierarchyNode { parent: NONE, child: NONE, next: NONE, prev: NONE, local: Affine::IDENTITY };

#[derive(Debug, Default)]
pub(crate) struct Hierarchy {
    kin: Vec<HierarchyNode>,
}

impl Hierarchy {
    /// Returns `true` if no collider ever had relatives.
    pub(crate) fn is_empty(&self) -> bool {
        self.kin.is_empty()
    }

    #[inline]
    fn of(&self, slot: usize) -> &HierarchyNode {
        self.kin.get(slot).unwrap_or(&ALONE)
    }

    fn entry(&mut self, slot: usize) -> &mut HierarchyNode {
        if self.kin.len() <= slot {
            self.kin.resize(slot + 1, ALONE);
        }
        &mut self.kin[slot]
    }

    /// The parent of a slot, or [`NONE`].
    #[inline]
    pub(crate) fn parent(&self, slot: usize) -> u32 {
        self.of(slot).parent
    }

    #[inline]
    pub(crate) fn has_children(&self, slot: usize) -> bool {
        self.of(slot).child != NONE
    }

    pub(crate) fn is_below(&self, slot: usize, above: usize) -> bool {
        let mut parents = core::iter::successors(Some(self.parent(slot)), |parent| {
            (*parent != NONE).then(|| self.parent(*parent as usize))
        });
        parents.any(|parent| parent as usize == above)
    }

    pub(crate) fn local(&self, slot: usize) -> Option<Affine> {
        let kin = self.of(slot);
        (kin.parent != NONE).then_some(kin.local)
    }

    /// Notes the transform of a slot in the frame of its parent; nothing for a root.
    #[inline]
    pub(crate) fn set_local(&mut self, slot: usize, local: Affine) {
        if let Some(kin) = self.kin.get_mut(slot) {
            kin.local = local;
        }
    }

    /// Hangs a slot below a parent, with its transform there, or makes it a root.
    pub(crate) fn hang(&mut self, slot: usize, parent: u32, local: Affine) {
        self.unhang(slot);
        if parent == NONE {
            return;
        }
        let above = self.entry(parent as usize);
        let first = core::mem::replace(&mut above.child, slot as u32);
        if first != NONE {
            self.entry(first as usize).prev = slot as u32;
        }
        let kin = self.entry(slot);
        (kin.parent, kin.next, kin.local) = (parent, first, local);
    }

    pub(crate) fn unhang(&mut self, slot: usize) {
        let HierarchyNode { parent, next, prev, .. } = *self.of(slot);
        if prev != NONE {
            self.entry(prev as usize).next = next;
        } else if parent != NONE {
            self.entry(parent as usize).child = next;
        }
        if next != NONE {
            self.entry(next as usize).prev = prev;
        }
        if let Some(kin) = self.kin.get_mut(slot) {
            (kin.parent, kin.next, kin.prev) = (NONE, NONE, NONE);
        }
    }

    pub(crate) fn forget(&mut self, slot: usize) {
        if let Some(kin) = self.kin.get_mut(slot) {
            *kin = ALONE;
        }
    }

    /// The children of a slot, in no particular order.
    pub(crate) fn children(&self, slot: usize) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.of(slot).child;
        core::iter::from_fn(move || {
            let child = (next != NONE).then_some(next as usize)?;
            next = self.of(child).next;
            Some(child)
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.kin.capacity() * size_of::<HierarchyNode>()
    }
}
