//! Sets: all questions about one pair agree with each other.

use alloc::format;
use alloc::string::String;

use crate::testing::laws::Outcome;
use crate::testing::laws::Outcome::{Held, Silent};
use crate::testing::laws::compare::{broken, custom_doubt, size};
use crate::testing::spec::Pair;
use crate::{Relation, Verdict};

type Answer = Result<Outcome, String>;

pub(super) fn sign(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (verdict, gap, contact) = (a.verdict(b), pair.gap(), a.contact(b));
    let signs = match verdict {
        Verdict::Separated => gap.separation > 0.0,
        Verdict::Touching => gap.separation == 0.0,
        Verdict::Overlapping => gap.separation < 0.0,
    };
    let meets = verdict != Verdict::Separated;
    let flags = a.overlaps(b) == meets
        && a.overlaps_interior(b) == (verdict == Verdict::Overlapping)
        && contact.is_some() == meets;
    let depth = contact.is_none_or(|c| c.depth == gap.depth() && c.normal == gap.normal);
    if signs && flags && depth {
        Ok(Held)
    } else {
        Err(broken(pair, &format!("{verdict:?}, {gap:?}, {contact:?}")))
    }
}

pub(super) fn relation(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let relation = a.relation(b);
    let (holds, held, verdict) = (a.contains(b), b.contains(a), a.verdict(b));
    let right = match relation {
        Relation::Same => holds && held,
        Relation::AInB => held && !holds,
        Relation::BInA => holds && !held,
        Relation::Overlapping => !holds && !held && verdict == Verdict::Overlapping,
        Relation::Touching => !holds && !held && verdict == Verdict::Touching,
        Relation::Apart => !holds && !held && verdict == Verdict::Separated,
    };
    if right && b.relation(a) == relation.flipped() && a.contains(a) && b.contains(b) {
        return Ok(Held);
    }
    let own = (a.contains(a), b.contains(b));
    let what = format!("{relation:?}, {holds}, {held}, {verdict:?}, {:?}, {own:?}", b.relation(a));
    Err(broken(pair, &what))
}

pub(super) fn bounds(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    if !a.bounds().overlaps(b.bounds()) {
        let apart = a.verdict(b) == Verdict::Separated && pair.gap().separation > 0.0;
        return if apart { Ok(Held) } else { Err(broken(pair, "boxes are apart")) };
    }
    let doubt = custom_doubt(pair) as f32;
    for (p, q) in [(a, b), (b, a)] {
        let (outer, inner) = (p.bounds(), q.bounds());
        let ulp = |x: f32| if x.is_finite() { x.next_up().next_up() + doubt } else { x };
        let low = |x: f32| if x.is_finite() { x.next_down().next_down() - doubt } else { x };
        let fits = low(outer.min.x) <= inner.min.x
            && low(outer.min.y) <= inner.min.y
            && ulp(outer.max.x) >= inner.max.x
            && ulp(outer.max.y) >= inner.max.y;
        if p.contains(q) && !fits {
            return Err(broken(pair, &format!("{outer:?} for a set that holds {inner:?}")));
        }
    }
    Ok(Held)
}

pub(super) fn region(pair: &Pair) -> Answer {
    let (a, b) = (&pair.pa, &pair.pb);
    let (Some(there), Some(back)) = (a.region(b, 0.0), b.region(a, 0.0)) else {
        let both = a.area().is_none() && b.area().is_none();
        return if both { Ok(Held) } else { Err(broken(pair, "an unbounded region")) };
    };
    let (area, turned) = (f64::from(there.area()), f64::from(back.area()));
    // A square of the smaller shape is the unit for what flattening may lose.
    let side = if size(a) < size(b) { size(a) } else { size(b) };
    let slack = side * (2e-5 * side + custom_doubt(pair));
    if (area - turned).abs() > slack {
        return Err(broken(pair, &format!("areas {area:e} and {turned:e}, slack {slack:e}")));
    }
    let own = |p: &crate::Placed| p.area().map(f64::from);
    for whole in [own(a), own(b)].into_iter().flatten() {
        if area > whole + slack {
            return Err(broken(pair, &format!("{area:e} of {whole:e}")));
        }
    }
    let whole = if a.contains(b) {
        own(b)
    } else if b.contains(a) {
        own(a)
    } else {
        None
    };
    if let Some(whole) = whole
        && (area - whole).abs() > slack
    {
        return Err(broken(pair, &format!("{area:e} of {whole:e}, contained")));
    }
    let nothing = a.verdict(b) != Verdict::Overlapping;
    if nothing && area != 0.0 {
        return Err(broken(pair, &format!("{area:e} though they do not overlap")));
    }
    if nothing && size(a) == 0.0 { Ok(Silent) } else { Ok(Held) }
}
