//! Questions about two placed shapes.

use jostle::{
    Contact, Gap, Level, Placed, Vec2,
    query::{Feature, FeatureId},
};

use crate::buffers::{REFUSED, out, point};
use crate::placed::with_both;

fn ask(a: u32, b: u32, answer: impl FnOnce(&Placed, &Placed) -> u32) -> u32 {
    with_both(a, b, answer).unwrap_or(REFUSED)
}

/// 0 separated, 1 touching, 2 overlapping.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_verdict(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| match a.verdict(b) {
        jostle::Verdict::Separated => 0,
        jostle::Verdict::Touching => 1,
        jostle::Verdict::Overlapping => 2,
    })
}

/// 1 or 0.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_overlaps(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| u32::from(a.overlaps(b)))
}

/// The hit, twice whether it is certain, four times the level, which counts from 0.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_test(a: u32, b: u32, level: u32) -> u32 {
    let levels = [Level::Bounds, Level::Corners, Level::Exact];
    let level = levels.get(level as usize).copied().unwrap_or(Level::Exact);
    ask(a, b, |a, b| {
        let test = a.test_until(b, level);
        let stage = levels.iter().position(|level| *level == test.level).unwrap_or(2) as u32;
        u32::from(test.hit) | u32::from(test.certain) << 1 | stage << 2
    })
}

/// 0 same, 1 a in b, 2 b in a, 3 overlapping, 4 touching, 5 apart.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_relation(a: u32, b: u32) -> u32 {
    use jostle::Relation::{AInB, Apart, BInA, Overlapping, Same, Touching};
    ask(a, b, |a, b| match a.relation(b) {
        Same => 0,
        AInB => 1,
        BInA => 2,
        Overlapping => 3,
        Touching => 4,
        Apart => 5,
    })
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_candidate_count(a: u32, b: u32, limit: u32) -> u32 {
    ask(a, b, |a, b| a.candidate_count(b, limit as usize) as u32)
}

/// 1 or 0: b within a.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contains(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| u32::from(a.contains(b)))
}

/// Nine numbers: separation, distance, depth, normal, on a, on b.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_gap(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| out(|out| gap_numbers(out, a.gap(b))))
}

pub(crate) fn gap_numbers(out: &mut Vec<f64>, gap: Gap) {
    out.extend([gap.separation, gap.distance(), gap.depth()].map(f64::from));
    points(out, &[gap.normal, gap.on_a, gap.on_b]);
}

/// No numbers, or thirteen: normal, depth, point, on a, on b, push a, push b.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contact(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| {
        out(|out| {
            if let Some(contact) = a.contact(b) {
                contact_numbers(out, &contact);
            }
        })
    })
}

/// Thirteen numbers for each contact, as in `j_contact`.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_contacts(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| {
        out(|out| a.contacts(b).iter().for_each(|contact| contact_numbers(out, contact)))
    })
}

pub(crate) fn contact_numbers(out: &mut Vec<f64>, contact: &Contact) {
    let Contact { normal: n, depth, point: p, on_a: a, on_b: b, .. } = *contact;
    let (to_a, to_b) = (contact.push_a(), contact.push_b());
    let numbers = [n.x, n.y, depth, p.x, p.y, a.x, a.y, b.x, b.y, to_a.x, to_a.y, to_b.x, to_b.y];
    out.extend_from_slice(&numbers.map(f64::from));
}

/// No numbers, or the normal and for each point its place, its depth and its feature id.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_manifold(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| {
        out(|out| {
            let Some(manifold) = a.manifold(b) else { return };
            point(out, manifold.normal);
            for p in manifold.points() {
                point(out, p.point);
                out.extend([f64::from(p.depth), id_number(p.id)]);
            }
        })
    })
}

/// 52 bits, so a number of JavaScript's holds it.
fn id_number(id: FeatureId) -> f64 {
    debug_assert!(id.to_bits() < 1 << 53 && matches!(id.a, Feature::Vertex(_) | Feature::Edge(_)));
    id.to_bits() as f64
}

/// For each crossing its point, the edges of a and b, the fractions on them.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_crossings(a: u32, b: u32) -> u32 {
    ask(a, b, |a, b| {
        out(|out| {
            for c in a.crossings(b) {
                point(out, c.point);
                out.extend([f64::from(c.edge_a), f64::from(c.edge_b)]);
                out.extend([c.fraction_a, c.fraction_b].map(f64::from));
            }
        })
    })
}

/// No numbers if it is unbounded; else the area, and for each polygon the count of its rings,
/// for each ring the count of its points, and these.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn j_region(a: u32, b: u32, tolerance: f32) -> u32 {
    ask(a, b, |a, b| {
        let region = a.region(b, tolerance);
        out(|out| {
            let Some(region) = region else { return };
            out.push(f64::from(region.area()));
            for polygon in region.polygons() {
                out.push(polygon.holes.len() as f64 + 1.0);
                for ring in std::iter::once(&polygon.points).chain(&polygon.holes) {
                    out.push(ring.len() as f64);
                    points(out, ring);
                }
            }
        })
    })
}

pub(crate) fn points(out: &mut Vec<f64>, all: &[Vec2]) {
    all.iter().for_each(|p| point(out, *p));
}
