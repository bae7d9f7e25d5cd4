//! Compares what jostle answers with what a record expects.

use jostle::{
    Aabb, Affine, Gap, Inside, Level, Placed, Relation, Shape, Vec2, Verdict, query::Crossing,
};
use serde_json::Value;

use crate::frame::{Frame, Pair};
use crate::read::{Case, pair};

/// Rounding that a number computed from `f32` inputs may show, in `f32` ulp of the largest number:
/// the answer is rounded once, its witness points once more.
const ULPS: f64 = 2.0;
/// The same where the inputs were rounded to `f32` first, angles included.
const ROUNDED_ULPS: f64 = 8.0;
/// Inputs that were rounded decide nothing within this many ulp of the largest number.
const CLEAR_ULPS: f64 = 16.0;
/// How far a unit normal may be off.
const NORMAL: f64 = 1e-5;

/// Whether rounding of the inputs to `f32` leaves the answer as it is.
pub(crate) fn is_clear(case: &Case) -> bool {
    let slack = CLEAR_ULPS * f64::from(f32::EPSILON) * case.largest();
    case.exact || case.margin.is_none_or(|m| m.abs() > slack)
}

/// Why a shape of the record was not made.
pub(crate) fn refusal(case: &Case) -> Option<String> {
    let sides = [Some(&case.a), case.b.as_ref()].into_iter().flatten();
    sides.filter_map(|s| s.shape.as_ref().err().map(ToString::to_string)).next()
}

struct Asked<'a> {
    case: &'a Case,
    frame: &'a Frame,
    pair: &'a Pair,
    slack: f64,
}

/// Checks one record in one frame.
pub(crate) fn judge(case: &Case, frame: &Frame, pair: &Pair) -> Result<(), String> {
    let ulps = if case.exact { ULPS } else { ROUNDED_ULPS };
    let reach = case.largest() + frame.offset.iter().map(|x| f64::from(x.abs())).sum::<f64>();
    let slack = ulps * f64::from(f32::EPSILON) * reach;
    let asked = Asked { case, frame, pair, slack };
    match case.query.as_str() {
        "intersects" => asked.intersects(),
        "overlaps" => asked.flag(asked.pair.a.overlaps(asked.b()), "hit"),
        "overlaps_interior" => asked.flag(asked.pair.a.overlaps_interior(asked.b()), "hit"),
        "contains" => asked.contains(),
        "distance" | "contact" | "gap" => asked.numbers(),
        "manifold" => asked.manifold(),
        "relation" => asked.relation(),
        "bounds" => asked.bounds(asked.pair.a.bounds()),
        "common_bounds" => asked.common(),
        "test" => asked.test(),
        "area" => asked.area(),
        "crossings" => asked.crossings(),
        "oriented_bounds" => asked.oriented(),
        "raycast" | "ray" => asked.ray(),
        other => Err(format!("unknown query {other}")),
    }
}

impl Asked<'_> {
    fn b(&self) -> &Placed {
        self.pair.b.as_ref().unwrap_or(&self.pair.a)
    }

    fn expected(&self, key: &str) -> &Value {
        &self.case.expected[key]
    }

    fn flag(&self, got: bool, key: &str) -> Result<(), String> {
        let want = self.expected(key);
        if want.is_null() || *want == got { Ok(()) } else { Err(format!("{key} is {got}")) }
    }

    fn number(&self, got: f64, key: &str) -> Result<(), String> {
        let Some(want) = self.expected(key).as_f64() else { return Ok(()) };
        // Lengths do not grow with the offset; points do, and have their own check.
        let scale = self.case.largest();
        let slack =
            if self.case.exact { ULPS } else { ROUNDED_ULPS } * f64::from(f32::EPSILON) * scale;
        let sign =
            if self.case.exact { (got == 0.0) == (want == 0.0) && got * want >= 0.0 } else { true };
        let near = (got - want).abs() <= slack;
        if near && sign { Ok(()) } else { Err(format!("{key} is {got:e}, expected {want:e}")) }
    }

    fn point(&self, got: Vec2, want: [f64; 2], key: &str) -> Result<(), String> {
        let far = (f64::from(got.x) - want[0]).abs().max((f64::from(got.y) - want[1]).abs());
        if far <= self.slack { Ok(()) } else { Err(format!("{key} is {got:?}, expected {want:?}")) }
    }

    fn intersects(&self) -> Result<(), String> {
        let (a, b) = (&self.pair.a, self.b());
        self.flag(a.overlaps(b), "inclusive")?;
        self.flag(a.overlaps_interior(b), "exclusive")?;
        self.signs()
    }

    /// All questions about the pair give the same verdict.
    fn signs(&self) -> Result<(), String> {
        let (a, b) = (&self.pair.a, self.b());
        let (gap, verdict) = (a.gap(b), a.verdict(b));
        let sign = match verdict {
            Verdict::Separated => gap.separation > 0.0,
            Verdict::Touching => gap.separation == 0.0,
            Verdict::Overlapping => gap.separation < 0.0,
        };
        let contact = a.contact(b).is_some() == (verdict != Verdict::Separated);
        if sign && contact { Ok(()) } else { Err(format!("{verdict:?}, but {gap:?}")) }
    }

    fn contains(&self) -> Result<(), String> {
        let (a, b) = (&self.pair.a, self.b());
        self.flag(a.contains(b), "inclusive")?;
        self.flag(a.contains(b), "hit")?;
        // Strictly inside can be asked for points: they overlap the interior.
        let point = b.bounds().min == b.bounds().max;
        if point { self.flag(a.overlaps_interior(b), "strict") } else { Ok(()) }
    }

    fn numbers(&self) -> Result<(), String> {
        let (a, b) = (&self.pair.a, self.b());
        let gap = a.gap(b);
        self.signs()?;
        self.flag(a.overlaps(b), "overlap_inclusive")?;
        self.number(f64::from(gap.distance()), "distance")?;
        self.number(f64::from(gap.separation), "separation")?;
        self.number(f64::from(gap.depth()), "depth")?;
        for (key, got) in [("on_a", gap.on_a), ("on_b", gap.on_b)] {
            let key =
                if self.frame.swapped { if key == "on_a" { "on_b" } else { "on_a" } } else { key };
            if !self.expected(key).is_null() {
                let want = pair(self.expected(key)).map(f64::from);
                self.point(got, self.frame.point(want), key)?;
            }
        }
        self.witnesses(&gap)?;
        self.normal(gap.normal)
    }

    /// Each witness lies on its shape, and they are a separation apart along the normal. A witness of
    /// a shape that no translation separates has no such place.
    fn witnesses(&self, gap: &Gap) -> Result<(), String> {
        let far = |v: Vec2| f64::from(v.x).abs().max(f64::from(v.y).abs());
        let slack =
            2.0 * self.slack + 4.0 * f64::from(f32::EPSILON) * far(gap.on_a).max(far(gap.on_b));
        if !gap.separation.is_finite() {
            return Ok(());
        }
        for (shape, at) in [(&self.pair.a, gap.on_a), (self.b(), gap.on_b)] {
            let point = Shape::point(at).and_then(|p| p.place(Affine::IDENTITY));
            let off = point.map_or(0.0, |p| f64::from(shape.gap(&p).distance()));
            if off > slack {
                return Err(format!("{gap:?}: the witness {at:?} is {off:e} off its shape"));
            }
        }
        let along = |p: f32, q: f32, n: f32| {
            (f64::from(q) - f64::from(p) - f64::from(n) * f64::from(gap.separation)).abs()
        };
        let off = along(gap.on_a.x, gap.on_b.x, gap.normal.x).max(along(
            gap.on_a.y,
            gap.on_b.y,
            gap.normal.y,
        ));
        if off <= slack { Ok(()) } else { Err(format!("{gap:?}: the witnesses are {off:e} off")) }
    }

    /// The manifold is that of the contact: the same normal, the same depth.
    fn manifold(&self) -> Result<(), String> {
        let (a, b) = (&self.pair.a, self.b());
        let (Some(found), Some(contact)) = (a.manifold(b), a.contact(b)) else {
            return Err("they do not touch".into());
        };
        let deepest = found.points().iter().map(|p| p.depth).fold(0.0, f32::max);
        if found.normal != contact.normal || deepest != contact.depth {
            return Err(format!("{found:?} for {contact:?}"));
        }
        self.number(f64::from(deepest), "depth")?;
        self.normal(found.normal)
    }

    fn normal(&self, got: Vec2) -> Result<(), String> {
        let unit = |v: &Value| [v[0].as_f64().unwrap_or(0.0), v[1].as_f64().unwrap_or(0.0)];
        let off = |want: [f64; 2]| {
            let [x, y] = self.frame.direction(want);
            (f64::from(got.x) - x).hypot(f64::from(got.y) - y)
        };
        let length = f64::from(got.x).hypot(f64::from(got.y));
        if (length - 1.0).abs() > 1e-6 {
            return Err(format!("normal {got:?} has length {length}"));
        }
        if let Some(cone) = self.expected("normals_cone").as_object() {
            let half = cone.get("half_angle").and_then(Value::as_f64).unwrap_or(0.0);
            let center = cone.get("center").map(unit).unwrap_or_default();
            if off(center) <= 2.0 * (half * 0.5).sin() + NORMAL {
                return Ok(());
            }
        }
        let any = self.expected("normals_any").as_array();
        let single = Some(self.expected("normal")).filter(|n| n.is_array());
        let wanted: Vec<&Value> = any.into_iter().flatten().chain(single).collect();
        if wanted.is_empty() || wanted.iter().any(|n| off(unit(n)) <= NORMAL) {
            Ok(())
        } else {
            Err(format!("normal {got:?}, expected one of {wanted:?}"))
        }
    }

    fn relation(&self) -> Result<(), String> {
        let relation = self.pair.a.relation(self.b());
        let relation = if self.frame.swapped { relation.flipped() } else { relation };
        let got = match relation {
            Relation::Same => "same",
            Relation::AInB => "a_in_b",
            Relation::BInA => "b_in_a",
            Relation::Overlapping => "overlapping",
            Relation::Touching => "touching",
            Relation::Apart => "apart",
        };
        if *self.expected("relation") == *got { Ok(()) } else { Err(format!("relation is {got}")) }
    }

    fn bounds(&self, got: Aabb) -> Result<(), String> {
        let corner = |key: &str| self.frame.point(pair(self.expected(key)).map(f64::from));
        let (p, q) = (corner("min"), corner("max"));
        let want = [0, 1].map(|i| (p[i].min(q[i]), p[i].max(q[i])));
        self.point(got.min, want.map(|w| w.0), "min")?;
        self.point(got.max, want.map(|w| w.1), "max")?;
        let holds = f64::from(got.min.x) <= want[0].0 && f64::from(got.max.x) >= want[0].1;
        let tall = f64::from(got.min.y) <= want[1].0 && f64::from(got.max.y) >= want[1].1;
        if holds && tall { Ok(()) } else { Err(format!("{got:?} is not rounded outward")) }
    }

    /// The box that two boxes have in common.
    fn common(&self) -> Result<(), String> {
        let common = self.pair.a.bounds().intersection(self.b().bounds());
        match (common, self.case.expected.is_null()) {
            (None, true) => Ok(()),
            (Some(got), false) => self.bounds(got),
            (got, _) => Err(format!("common is {got:?}")),
        }
    }

    fn test(&self) -> Result<(), String> {
        let level = match self.case.level.as_deref() {
            Some("bounds") => Level::Bounds,
            Some("corners") => Level::Corners,
            Some("exact") => Level::Exact,
            other => return Err(format!("unknown level {other:?}")),
        };
        let test = self.pair.a.test_until(self.b(), level);
        self.flag(test.hit, "hit")?;
        self.flag(test.certain, "certain")?;
        let name = match test.level {
            Level::Bounds => "bounds",
            Level::Corners => "corners",
            Level::Exact => "exact",
        };
        if *self.expected("level") == *name { Ok(()) } else { Err(format!("level is {name}")) }
    }

    fn area(&self) -> Result<(), String> {
        let got = f64::from(self.pair.a.area().ok_or("no area")?);
        let want = self.expected("area").as_f64().unwrap_or_default();
        let relative = self.expected("relative").as_f64();
        let slack = relative.unwrap_or(4.0 * f64::from(f32::EPSILON)) * want;
        if (got - want).abs() <= slack { Ok(()) } else { Err(format!("area is {got:e}")) }
    }

    fn crossings(&self) -> Result<(), String> {
        let found = self.pair.a.crossings(self.b());
        let unit = |f: f32| (0.0..=1.0).contains(&f);
        let sound = |c: &Crossing| c.point.is_finite() && unit(c.fraction_a) && unit(c.fraction_b);
        let count = self.expected("count").as_u64();
        if count.is_none_or(|n| n == found.len() as u64) && found.iter().all(sound) {
            Ok(())
        } else {
            Err(format!("{found:?}"))
        }
    }

    fn oriented(&self) -> Result<(), String> {
        let found = self.pair.a.oriented_bounds().ok_or("no box")?;
        let corners = found.corners();
        let middle = self.pair.a.bounds().center();
        let placed = Shape::polygon(corners).and_then(|p| p.place(Affine::IDENTITY));
        let holds = placed.is_ok_and(|p| p.contains_point(middle));
        let finite = corners.iter().all(|c| c.is_finite());
        if finite && holds { Ok(()) } else { Err(format!("{found:?}")) }
    }

    fn ray(&self) -> Result<(), String> {
        let Some([origin, dir]) = self.case.ray else { return Err("no ray".into()) };
        let dir = if self.frame.mirrored { [-dir[0], dir[1]] } else { dir };
        let start = self.frame.point(origin.map(f64::from)).map(|x| x as f32);
        // A power of two keeps the direction exact; the ray without end outruns every number here.
        let times = self.case.ray_max.unwrap_or(4096.0);
        let way = dir.map(|x| (f64::from(x) * times) as f32);
        let a = &self.pair.a;
        self.flag(a.contains_point(start), "start_inside")?;
        let solid = a.ray(start, way, Inside::Hit);
        self.flag(solid.is_some(), "hit")?;
        if let Some(hit) = solid {
            self.fraction(f64::from(hit.fraction), times, dir, "t")?;
            if !self.expected("start_inside").as_bool().unwrap_or(false) {
                self.normal(hit.normal)?;
            }
        }
        if self.expected("hollow_t").is_null() {
            return Ok(());
        }
        let Some(hit) = a.ray(start, way, Inside::Exit) else { return Err("no way out".into()) };
        // A start on the boundary is the first boundary point; the records differ on that.
        let start = Shape::point(start).and_then(|p| p.place(Affine::IDENTITY));
        if start.is_ok_and(|p| !a.overlaps_interior(&p)) {
            return if hit.fraction == 0.0 { Ok(()) } else { Err(format!("{hit:?}")) };
        }
        self.fraction(f64::from(hit.fraction), times, dir, "hollow_t")
    }

    /// A fraction is off by what rounding moves the hit along the ray.
    fn fraction(&self, got: f64, times: f64, dir: [f32; 2], key: &str) -> Result<(), String> {
        let Some(want) = self.expected(key).as_f64() else { return Ok(()) };
        let length = f64::from(dir[0]).hypot(f64::from(dir[1]));
        let slack = self.slack / length + f64::from(f32::EPSILON) * want;
        if (got * times - want).abs() <= slack {
            Ok(())
        } else {
            Err(format!("{key} is {:e}, expected {want:e}", got * times))
        }
    }
}
