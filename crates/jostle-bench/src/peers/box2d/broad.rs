//! Box2D's dynamic tree, as its worlds drive it: boxes are kept a little larger, those that left
//! theirs are enlarged, the tree is rebuilt in part, and each that moved asks.

use crate::broad::worlds::World;
use crate::broad::{Contestant, flags, report};
use boxdd_sys::ffi;
use core::ffi::c_void;
use jostle::Aabb;

pub(crate) struct Tree {
    tree: ffi::b2DynamicTree,
    proxies: Vec<i32>,
    /// The boxes that the tree has.
    fat: Vec<Aabb>,
    moved: Vec<bool>,
}

fn bounds(b: Aabb) -> ffi::b2AABB {
    ffi::b2AABB {
        lowerBound: super::vector([b.min.x, b.min.y]),
        upperBound: super::vector([b.max.x, b.max.y]),
    }
}

/// Box2D's own margin for shapes that move.
const MARGIN: f32 = 0.1;

fn fattened(b: Aabb) -> Aabb {
    Aabb::new((b.min.x - MARGIN, b.min.y - MARGIN), (b.max.x + MARGIN, b.max.y + MARGIN))
}

/// What a question collects.
struct Asked<'a> {
    id: u32,
    own: Aabb,
    boxes: &'a [Aabb],
    moved: &'a [bool],
    out: &'a mut Vec<(u32, u32)>,
}

/// Takes the hits of the tree; the boxes themselves decide, so that all contestants have the same
/// pairs.
unsafe extern "C" fn met(_: i32, user: u64, context: *mut c_void) -> bool {
    // SAFETY: the context is the `Asked` of the call that asks, which nothing else has meanwhile.
    let asked = unsafe { &mut *context.cast::<Asked<'_>>() };
    let other = user as u32;
    if other != asked.id && asked.boxes[other as usize].overlaps(asked.own) {
        report(asked.id, other, asked.moved, asked.out);
    }
    true
}

impl Tree {
    pub(crate) fn new(world: &World) -> Self {
        // SAFETY: the tree is a value that its functions change in place and `drop` destroys.
        let mut tree = unsafe { ffi::b2DynamicTree_Create(world.boxes.len() as i32) };
        let fat: Vec<_> = world.boxes.iter().map(|b| fattened(*b)).collect();
        let add = |(id, b): (usize, &Aabb)| unsafe {
            // SAFETY: as above.
            ffi::b2DynamicTree_CreateProxy(&mut tree, bounds(*b), 1, id as u64)
        };
        let proxies = fat.iter().enumerate().map(add).collect();
        Self { tree, proxies, fat, moved: flags(world) }
    }
}

impl Contestant for Tree {
    fn name(&self) -> String {
        "Box2D b2DynamicTree".into()
    }

    fn frame(&mut self, world: &World, out: &mut Vec<(u32, u32)>) {
        let all = world.everybody_moves();
        for &id in &world.moved {
            let (own, fat) = (world.boxes[id as usize], &mut self.fat[id as usize]);
            if !(fat.contains(own.min) && fat.contains(own.max)) {
                *fat = fattened(own);
                let proxy = self.proxies[id as usize];
                // SAFETY: the proxy is one of this tree.
                unsafe {
                    if all {
                        ffi::b2DynamicTree_EnlargeProxy(&mut self.tree, proxy, bounds(*fat));
                    } else {
                        ffi::b2DynamicTree_MoveProxy(&mut self.tree, proxy, bounds(*fat));
                    }
                }
            }
        }
        if all {
            // SAFETY: the tree is this one.
            unsafe { ffi::b2DynamicTree_Rebuild(&mut self.tree, false) };
        }
        for &id in &world.moved {
            let own = world.boxes[id as usize];
            let mut asked = Asked { id, own, boxes: &world.boxes, moved: &self.moved, out };
            let context = (&raw mut asked).cast();
            // SAFETY: the context outlives the call.
            unsafe { ffi::b2DynamicTree_Query(&self.tree, bounds(own), 1, Some(met), context) };
        }
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: made by `new`, destroyed once.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) };
    }
}
