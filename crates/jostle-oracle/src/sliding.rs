//! Asks jostle for slides in rooms and checks in integers where they end and which way they went.
#![expect(clippy::disallowed_methods, reason = "measures carry a tolerance")]

use jostle::{Affine, Collider, Key, Response, ShapeError, Slid, Slide, SlideEnd, World};
use jostle_oracle::r#gen::{Ask, Room};
use jostle_oracle::motion::Straight;
use jostle_oracle::{Case, Set, Verdict};

use crate::judge::Judge;
use crate::moving::Report;

/// How far a leg may end before what stops it, in units in the last place of the coordinates: the
/// steps of `f32` beside the end on both axes.
const SHORT: f64 = 8.0;

struct Scene<'r> {
    room: &'r Room,
    world: World<()>,
    hero: Key,
}

/// The shape of a mover at a place.
fn at(mover: &Set, place: [f32; 2]) -> Set {
    let mut set = mover.clone();
    match &mut set {
        Set::Circle { center, .. } | Set::Rect { center, .. } => *center = place,
        Set::Polygon { origin, .. } => *origin = place,
        _ => unreachable!("movers are placed by one point"),
    }
    set
}

fn asked(Ask { by: [x, y], has_up, step, snap }: &Ask) -> Slide {
    let slide = Slide::by(*x, *y).step(*step).snap(*snap);
    if *has_up { slide.up(0.0, -1.0) } else { slide }
}

/// Runs all slides of a room. A report counts slides that met something as hits, and those that used up
/// their legs as uncertain.
pub(crate) fn slides(judge: &mut Judge, room: &Room) -> Report {
    let mut report = Report::default();
    match Scene::new(judge, room) {
        Ok(mut scene) => scene.run(&mut report),
        Err(error) => report.wrong("refused", error.to_string()),
    }
    report
}

impl<'r> Scene<'r> {
    fn new(judge: &mut Judge, room: &'r Room) -> Result<Self, ShapeError> {
        let mut world = World::new();
        let mut add = |set: &Set| {
            let (shape, transform) = judge.shape(set)?;
            let collider = Collider::new((), shape).transform(transform);
            Ok::<_, ShapeError>(world.add(collider).expect("a shape that can be placed"))
        };
        let hero = add(&room.mover)?;
        room.blockers.iter().try_for_each(|set| add(set).map(|_| ()))?;
        Ok(Self { room, world, hero })
    }

    fn place(&self) -> [f32; 2] {
        let Affine { tx, ty, .. } = self.world.transform(self.hero).expect("the hero stays");
        [tx, ty]
    }

    fn run(&mut self, report: &mut Report) {
        for (i, ask) in self.room.asks.iter().enumerate() {
            let slide = asked(ask);
            let from = self.place();
            let slid = self.slide(&slide);
            let to = self.place();
            let said = || format!("slide {i}: {ask:?} from {from:?} to {to:?}: {slid:?}");
            if slid.end == SlideEnd::Stuck {
                if from != to {
                    report.wrong("stuck", said());
                }
                return;
            }
            report.hits += u64::from(!slid.touches.is_empty());
            report.uncertain += u64::from(slid.end == SlideEnd::OutOfLegs);
            let mover = at(&self.room.mover, to);
            let overlaps = |set: &&Set| Case::new(&mover, set).verdict() == Verdict::Overlapping;
            if self.room.blockers.iter().any(|set| overlaps(&set)) {
                report.wrong("overlaps", said());
            }
            self.check(report, ask, &slid, &said);
        }
    }

    fn slide(&mut self, slide: &Slide) -> Slid {
        self.world.slide(self.hero, slide, |_| Response::Slide).expect("good numbers")
    }

    fn check(&self, report: &mut Report, ask: &Ask, slid: &Slid, said: &dyn Fn() -> String) {
        let legs: Vec<[f32; 2]> = slid.path().iter().map(|p| [p.x, p.y]).collect();
        let to = self.place();
        let ulp = to.iter().chain(&legs[0]).fold(4.0, |most: f64, x| most.max(f64::from(x.abs())))
            * f64::from(f32::EPSILON);
        if legs.last() != Some(&to) {
            report.wrong("other path", said());
            return;
        }
        let [x, y] = ask.by.map(f64::from);
        for pair in legs.windows(2) {
            let [p, q] = [pair[0], pair[1]];
            let start = at(&self.room.mover, p);
            let enters = |set: &&Set| {
                Straight::between(&start, set, [p, q], 0.0).until(1.0) == Verdict::Overlapping
            };
            if self.room.blockers.iter().any(|set| enters(&set)) {
                report.wrong("enters", format!("{p:?} to {q:?}: {}", said()));
            }
            let [dx, dy] = [0, 1].map(|i| f64::from(q[i]) - f64::from(p[i]));
            // Floors take what is asked downward, so that only the level part counts on them.
            let least = -2.0 * ulp * x.hypot(y);
            let is_back = dx * x + dy * y < least && !(ask.has_up && y >= 0.0 && dx * x >= least);
            if is_back && slid.stepped == 0.0 && slid.snapped == 0.0 {
                report.wrong("back", format!("{p:?} to {q:?}: {}", said()));
            }
        }
        if !ask.has_up && slid.end == SlideEnd::Done {
            self.is_far(report, ask.by, &legs, ulp, said);
        }
    }

    /// Checks that the first leg ends where something is in the way.
    fn is_far(
        &self,
        report: &mut Report,
        by: [f32; 2],
        legs: &[[f32; 2]],
        ulp: f64,
        said: &dyn Fn() -> String,
    ) {
        let start = at(&self.room.mover, legs[0]);
        let until = |t: f32| {
            let most = |set| Straight::new(&start, set, by, 0.0).until(t);
            self.room.blockers.iter().map(most).max()
        };
        let [x, y] = by.map(f64::from);
        let square = x * x + y * y;
        let end = legs.get(1).unwrap_or(&legs[0]);
        let went = [0, 1].map(|i| f64::from(end[i]) - f64::from(legs[0][i]));
        let spent = if square > 0.0 { (went[0] * x + went[1] * y) / square } else { 1.0 };
        let allowed = (spent + SHORT * ulp / square.sqrt()).min(1.0) as f32;
        let is_turned = (went[0] * y - went[1] * x).abs() > SHORT * ulp * square.sqrt();
        // A slide that touches at once goes along what it touches in its first leg.
        if square > 0.0 && !is_turned && spent < 1.0 && until(allowed) < Some(Verdict::Overlapping)
        {
            let whole = until(1.0) < Some(Verdict::Overlapping);
            let far = SHORT * ulp / square.sqrt();
            if !(whole && spent > 1.0 - far) {
                report.wrong("short", format!("{spent} of the first leg: {}", said()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_slides_keeps_its_promises() {
        let mut judge = Judge::default();
        let mut hits = 0;
        for i in 0..60 {
            let report = slides(&mut judge, &jostle_oracle::r#gen::room(3, i));
            let kinds: Vec<_> = report.findings.iter().map(|f| (f.kind, &f.detail)).collect();
            assert!(kinds.is_empty(), "{i}: {kinds:#?}");
            hits += report.hits;
        }
        assert!(hits > 100, "{hits}");
    }
}
