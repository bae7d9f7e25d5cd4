//! A world that does everything the long way: no broad phase, and nothing kept but what it was told
//! and the verdicts of shapes that are the same in the same place.

use super::below;
use super::shapes;
use jostle::{
    Aabb, Affine, Cast, Children, Collider, Event, ExitReason, Filter, Inside, Key, Layers, Meet,
    Motion, Placed, Ray, SeenBy, Shape, TouchPair, Vec2, WhyNot, World, WorldError,
    world::{Detail, StepOptions},
};
use jostle_testing::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A collider as it was told to be.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    pub(crate) data: u64,
    pub(crate) shape: Option<Arc<Shape>>,
    pub(crate) local: Affine,
    pub(crate) parent: Option<Key>,
    pub(crate) layer: Layers,
    pub(crate) sees: Layers,
    pub(crate) team: u32,
    pub(crate) sensor: bool,
    pub(crate) enabled: bool,
    pub(crate) detail: Option<Detail>,
    pub(crate) reshaped: bool,
}

impl Own {
    pub(crate) fn collider(&self) -> Collider<u64> {
        let mut collider = Collider::group(self.data);
        if let Some(shape) = &self.shape {
            collider = Collider::new(self.data, shape.clone());
        }
        collider = collider.transform(self.local).layer(self.layer).sees(self.sees).team(self.team);
        if let Some(parent) = self.parent {
            collider = collider.parent(parent);
        }
        collider = if self.sensor { collider.sensor() } else { collider };
        collider = self.detail.into_iter().fold(collider, Collider::detail);
        if self.enabled { collider } else { collider.disabled() }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Model {
    all: BTreeMap<Key, Own>,
    keys: Vec<Key>,
    /// Data of those that are gone, for exits.
    gone: BTreeMap<Key, u64>,
    open: BTreeSet<(Key, Key)>,
    /// Shapes, where they are, and what they are there.
    there: BTreeMap<Key, (Arc<Shape>, Affine, Placed)>,
    /// Which of these overlap, whatever else keeps them apart.
    meet: BTreeSet<(Key, Key)>,
    pub(crate) options: StepOptions,
    pub(crate) steps: u64,
    pub(crate) pairs_seen: u64,
}

impl Model {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn any(&self, rng: &mut Rng) -> Key {
        self.keys[below(rng, self.keys.len())]
    }

    pub(crate) fn local(&self, key: Key) -> Affine {
        self.all[&key].local
    }

    pub(crate) fn add(&mut self, own: Own, done: Result<Key, WorldError>) {
        let key = done.expect("places here are finite");
        assert!(self.keys.last().is_none_or(|last| *last < key), "keys come in order");
        self.keys.push(key);
        self.all.insert(key, own);
    }

    pub(crate) fn replace(&mut self, key: Key, own: Own, done: Result<u64, WorldError>) {
        if own.parent.is_some_and(|parent| self.below(key).contains(&parent)) {
            assert!(matches!(done, Err(WorldError::Cycle { .. })), "{done:?}");
            return;
        }
        let old = self.own(key);
        assert_eq!(done, Ok(old.data));
        *old = Own { reshaped: old.reshaped || own.reshaped, ..own };
    }

    fn world(&self, key: Key) -> Affine {
        let own = &self.all[&key];
        match own.parent {
            Some(parent) => own.local.under(&self.world(parent)),
            None => own.local,
        }
    }

    fn placed(&self, key: Key) -> Option<&Placed> {
        self.there.get(&key).map(|(.., placed)| placed)
    }

    /// Places what is new, of another shape or elsewhere, and compares it with all. A verdict follows
    /// from the two shapes and their places alone, so those of the others stay.
    fn catch_up(&mut self) {
        let mut there = std::mem::take(&mut self.there);
        there.retain(|key, (shape, at, _)| {
            let now = self.all.get(key).and_then(|own| own.shape.as_ref());
            now.is_some_and(|now| Arc::ptr_eq(now, shape)) && self.world(*key) == *at
        });
        self.meet.retain(|(a, b)| there.contains_key(a) && there.contains_key(b));
        for key in &self.keys {
            let Some(shape) = self.all[key].shape.as_ref().filter(|_| !there.contains_key(key))
            else {
                continue;
            };
            let at = self.world(*key);
            let placed = shape.place(at).expect("places here are finite");
            for (other, (.., of_other)) in &there {
                if placed.bounds().overlaps(of_other.bounds()) && placed.overlaps(of_other) {
                    self.meet.insert((*key.min(other), *key.max(other)));
                }
            }
            there.insert(*key, (shape.clone(), at, placed));
        }
        self.there = there;
    }

    pub(crate) fn set_transform(&mut self, key: Key, to: Affine, done: Result<(), WorldError>) {
        done.expect("places here are finite");
        self.own(key).local = to;
    }

    fn own(&mut self, key: Key) -> &mut Own {
        self.all.get_mut(&key).expect("a live key")
    }

    fn below(&self, key: Key) -> BTreeSet<Key> {
        let mut all = BTreeSet::from([key]);
        loop {
            let more = |own: &Own| own.parent.is_some_and(|p| all.contains(&p));
            let found: Vec<Key> = self
                .all
                .iter()
                .filter(|(k, o)| !all.contains(k) && more(o))
                .map(|(k, _)| *k)
                .collect();
            if found.is_empty() {
                return all;
            }
            all.extend(found);
        }
    }

    pub(crate) fn remove(&mut self, key: Key, children: Children, data: Option<u64>) {
        assert_eq!(data, Some(self.all[&key].data));
        let own: Vec<Key> =
            self.all.iter().filter(|(_, o)| o.parent == Some(key)).map(|(k, _)| *k).collect();
        let above = self.all[&key].parent;
        for child in own {
            match children {
                Children::Remove => {}
                Children::Release => {
                    let world = self.world(child);
                    (self.own(child).local, self.own(child).parent) = (world, None);
                }
                Children::Adopt => self.own(child).parent = above,
            }
        }
        for key in self.below(key) {
            let own = self.all.remove(&key).expect("a live key");
            self.gone.insert(key, own.data);
        }
        self.keys.retain(|key| self.all.contains_key(key));
    }

    pub(crate) fn set_shape(
        &mut self,
        key: Key,
        shape: Option<Arc<Shape>>,
        done: Result<(), WorldError>,
    ) {
        done.expect("places here are finite");
        let own = self.own(key);
        (own.shape, own.reshaped) = (shape, true);
    }

    pub(crate) fn set_parent(
        &mut self,
        key: Key,
        parent: Option<Key>,
        done: Result<(), WorldError>,
    ) {
        if parent.is_some_and(|parent| self.below(key).contains(&parent)) {
            assert!(matches!(done, Err(WorldError::Cycle { .. })), "{done:?}");
            return;
        }
        done.expect("places here are finite");
        self.own(key).parent = parent;
    }

    pub(crate) fn set_layers(&mut self, key: Key, layer: Layers, sees: Layers) {
        let own = self.own(key);
        (own.layer, own.sees) = (layer, sees);
    }

    pub(crate) fn set_team(&mut self, key: Key, team: u32) {
        self.own(key).team = team;
    }

    pub(crate) fn set_enabled(&mut self, key: Key, enabled: bool) {
        self.own(key).enabled = enabled;
    }

    pub(crate) fn set_sensor(&mut self, key: Key, sensor: bool) {
        self.own(key).sensor = sensor;
    }

    pub(crate) fn set_detail(&mut self, key: Key, detail: Option<Detail>) {
        self.own(key).detail = detail;
    }

    /// What a step computes of two that touch.
    fn detail(&self, a: Key, b: Key) -> Detail {
        let (a, b) = (&self.all[&a], &self.all[&b]);
        match (a.detail, b.detail) {
            (Some(one), Some(other)) if one < other => other,
            (Some(own), _) | (None, Some(own)) => own,
            (None, None) if a.sensor || b.sensor => self.options.sensors,
            (None, None) => self.options.solids,
        }
    }

    fn check_contact(&self, touch: &TouchPair, pa: &Placed, pb: &Placed) {
        let convex = |key: Key| {
            let shape = self.all[&key].shape.as_ref().expect("it touches");
            ["point", "circle", "capsule", "rect", "ellipse", "half_plane"].contains(&shape.kind())
        };
        match (self.detail(touch.a, touch.b), touch.contact().copied()) {
            (Detail::Touch, contact) => assert_eq!(contact, None),
            (Detail::Near, Some(contact)) if !convex(touch.a) || !convex(touch.b) => {
                assert!((contact.normal.length() - 1.0).abs() < 1e-6, "{touch:?}");
                assert!(contact.depth >= 0.0, "{touch:?}");
            }
            (_, contact) => assert_eq!(contact, pa.contact(pb), "{touch:?}"),
        }
    }

    /// Who sees whom, if layers and teams let the two meet.
    fn seen(&self, a: Key, b: Key) -> Option<SeenBy> {
        let (a, b) = (&self.all[&a], &self.all[&b]);
        let sees =
            |x: &Own, y: &Own| x.sees == Layers::ALL || x.sees.to_bits() & y.layer.to_bits() != 0;
        if a.team != 0 && a.team == b.team {
            return None;
        }
        let names = |x: &Own| x.sees != Layers::ALL && x.sees != Layers::NONE;
        match (sees(a, b), sees(b, a)) {
            (true, true) => Some(SeenBy::Both),
            (true, false) if a.sees != Layers::ALL || !names(b) => Some(SeenBy::A),
            (false, true) if b.sees != Layers::ALL || !names(a) => Some(SeenBy::B),
            _ => None,
        }
    }

    fn all_placed(&self) -> Vec<(Key, &Placed)> {
        let enabled = self.keys.iter().filter(|key| self.all[key].enabled);
        enabled.filter_map(|key| Some((*key, self.placed(*key)?))).collect()
    }

    pub(crate) fn step(&mut self, world: &mut World<u64>, rng: &mut Rng) {
        let events = world.step();
        self.steps += 1;
        self.catch_up();
        let enabled = |(a, b): &&(Key, Key)| self.all[a].enabled && self.all[b].enabled;
        let meet = self.meet.iter().filter(enabled);
        let touching: BTreeMap<(Key, Key), SeenBy> =
            meet.filter_map(|&(a, b)| Some(((a, b), self.seen(a, b)?))).collect();
        self.pairs_seen += touching.len() as u64;
        let order: Vec<[Key; 2]> = events.iter().map(Event::keys).collect();
        assert!(order.windows(2).all(|two| two[0] < two[1]), "events are sorted, each pair once");
        let mut said = BTreeSet::new();
        for event in &events {
            let [a, b] = event.keys();
            said.insert((a, b));
            let was = self.open.contains(&(a, b));
            match (event, touching.get(&(a, b))) {
                (Event::Enter(touch) | Event::Stay(touch), Some(seen)) => {
                    assert_eq!(was, matches!(event, Event::Stay(_)), "{event:?}");
                    assert_eq!(touch.seen_by, *seen);
                    let sensor = self.all[&a].sensor || self.all[&b].sensor;
                    assert_eq!(touch.sensor, sensor);
                    if below(rng, 8) == 0 {
                        self.check_contact(touch, &self.there[&a].2, &self.there[&b].2);
                    }
                }
                (Event::Exit(parting), None) => {
                    assert!(was, "{event:?}");
                    assert_eq!(parting.reason, self.reason(a, b), "{event:?}");
                    assert_eq!(parting.data_a, self.data(a));
                    assert_eq!(parting.data_b, self.data(b));
                }
                other => panic!("{other:?}"),
            }
        }
        for pair in self.open.iter().chain(touching.keys()) {
            let stays = self.open.contains(pair) && touching.contains_key(pair);
            assert_eq!(said.contains(pair), self.options.stays || !stays, "of {pair:?}");
        }
        let touching: BTreeSet<(Key, Key)> = touching.into_keys().collect();
        let own: BTreeSet<(Key, Key)> = world.pairs().map(|touch| (touch.a, touch.b)).collect();
        assert_eq!(own, touching);
        let changed: BTreeSet<Key> =
            self.open.symmetric_difference(&touching).flat_map(|(a, b)| [*a, *b]).collect();
        assert_eq!(world.changed(), changed.into_iter().collect::<Vec<_>>());
        self.open = touching;
        self.gone.clear();
        self.all.values_mut().for_each(|own| own.reshaped = false);
        if self.len() > 0 {
            self.ask_of_pairs(world, rng);
        }
    }

    fn data(&self, key: Key) -> u64 {
        self.all.get(&key).map_or_else(|| self.gone[&key], |own| own.data)
    }

    fn reason(&self, a: Key, b: Key) -> ExitReason {
        let (Some(oa), Some(ob)) = (self.all.get(&a), self.all.get(&b)) else {
            return ExitReason::Removed;
        };
        if !oa.enabled || !ob.enabled {
            ExitReason::Disabled
        } else if self.seen(a, b).is_none() {
            ExitReason::Filtered
        } else if oa.reshaped || ob.reshaped {
            ExitReason::Reshaped
        } else {
            ExitReason::Separated
        }
    }

    /// Views on open pairs, right after a step.
    fn ask_of_pairs(&self, world: &World<u64>, rng: &mut Rng) {
        let key = self.any(rng);
        let others: Vec<(Key, Key)> =
            self.open.iter().filter(|(a, b)| *a == key || *b == key).copied().collect();
        let told: Vec<(Key, Key)> = world.touching(key).iter().map(|t| (t.a, t.b)).collect();
        assert_eq!(told, others);
        let other = self.any(rng);
        let pair = (key.min(other), key.max(other));
        let placed = self.placed(key).zip(self.placed(other));
        assert_eq!(world.overlaps(key, other), placed.map(|(a, b)| a.overlaps(b)));
        assert_eq!(world.contact(key, other), placed.and_then(|(a, b)| a.contact(b)));
        let nothing = world.why_not(key, other) == WhyNot::Nothing;
        assert_eq!(nothing, self.open.contains(&pair), "{pair:?} {:?}", world.why_not(key, other));
    }

    /// Questions, which must be current without a step.
    pub(crate) fn ask(
        &mut self,
        world: &World<u64>,
        rng: &mut Rng,
        room: f32,
        pool: &[Arc<Shape>],
    ) {
        self.catch_up();
        let placed = self.all_placed();
        let wanted = Layers::from_bits(1 << below(rng, 3));
        let odd = |_: Key, data: &u64| data % 2 == 1;
        let (except, by) = ([self.any(rng)], below(rng, 4));
        let filter = match by {
            0 => Filter::ANY,
            1 => Filter::ANY.layers(wanted),
            2 => Filter::ANY.except(&except),
            _ => Filter::ANY.only(&odd),
        };
        let passes = |key: &Key| match by {
            0 => true,
            1 => self.all[key].layer.to_bits() & wanted.to_bits() != 0,
            2 => *key != except[0],
            _ => self.all[key].data % 2 == 1,
        };
        let asked: Vec<&(Key, &Placed)> = placed.iter().filter(|(key, _)| passes(key)).collect();
        let has_long = asked.iter().any(|(_, placed)| is_long(placed.bounds()));
        let all = |says: &dyn Fn(&Placed) -> bool| -> Vec<Key> {
            asked.iter().filter(|(_, p)| says(p)).map(|(key, _)| *key).collect()
        };
        let place = |rng: &mut Rng| shapes::transform(rng, room).transform_point((0.0, 0.0));
        let (p, q) = (place(rng), place(rng));
        match below(rng, 9) {
            0 => assert_eq!(world.at_point(p, &filter), all(&|s| s.contains_point(p))),
            1 => {
                let bounds = Aabb::new(p, (p.x + 4.0, p.y + 2.0));
                let shape = bounds.to_placed().unwrap();
                assert_eq!(world.overlapping_aabb(bounds, &filter), all(&|s| s.overlaps(&shape)));
            }
            2 => {
                let shape = pool[below(rng, pool.len())].place(shapes::transform(rng, room));
                let shape = shape.unwrap();
                assert_eq!(world.overlapping(&shape, &filter), all(&|s| s.overlaps(&shape)));
                assert_eq!(world.contained_in(&shape, &filter), all(&|s| shape.contains(s)));
            }
            3 => self.ask_ray(world, rng, (p, q), &filter, &asked),
            4 => {
                let count = below(rng, 6);
                let mut near: Vec<(f32, Key, Vec2)> = asked
                    .iter()
                    .map(|(key, s)| (s.closest(p), *key))
                    .map(|(c, key)| {
                        (if c.separation > 0.0 { c.separation } else { 0.0 }, key, c.point)
                    })
                    .collect();
                near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                near.truncate(count);
                let told: Vec<(f32, Key, Vec2)> = world
                    .nearest(p, count, &filter)
                    .iter()
                    .map(|n| (n.distance, n.key, n.point))
                    .collect();
                assert_eq!(told, near);
            }
            7 => {
                let shape = pool[below(rng, pool.len())].place(shapes::transform(rng, room));
                let motion = random_motion(rng, (p, q));
                let inside = [Inside::Hit, Inside::Skip, Inside::Exit][below(rng, 3)];
                let shape = shape.unwrap();
                let cast = Cast::of(&shape, motion).inside(inside);
                self.ask_cast(world, &cast, &filter, &asked);
            }
            8 => {
                let (key, motion) = (self.any(rng), random_motion(rng, (p, q)));
                let found = world.cast_key(key, motion.clone(), &filter);
                let Some(own) = self.placed(key) else {
                    let refused =
                        matches!(found, Err(WorldError::Group { .. } | WorldError::Unknown { .. }));
                    return assert!(refused, "{found:?}");
                };
                let motion = motion.starting_at(&self.world(key));
                let moves_along = self.below(key);
                let mut met: Vec<(f32, Key)> = asked
                    .iter()
                    .filter(|(other, _)| !moves_along.contains(other))
                    .filter(|(other, _)| self.seen(key, *other).is_some())
                    .filter_map(|(other, s)| {
                        let hit = own.sweep(s, &motion, Motion::NONE, Meet::TOUCH)?;
                        hit.certain.then_some((hit.fraction, *other))
                    })
                    .collect();
                met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let found = found.unwrap();
                if !has_long && found.is_none_or(|hit| hit.certain) {
                    let found = found.map(|hit| (hit.fraction, hit.key));
                    assert_eq!(found, met.first().copied(), "{key:?} {motion:?}");
                }
            }
            5 if asked.len() <= 60 && !has_long => {
                let mut best: Option<(f32, Key, Key)> = None;
                for (i, (a, pa)) in asked.iter().enumerate() {
                    for (b, pb) in &asked[i + 1..] {
                        let distance = pa.gap(pb).distance();
                        if best.is_none_or(|b| distance < b.0) {
                            best = Some((distance, *a, *b));
                        }
                    }
                }
                let told = world.nearest_pair(&filter).map(|n| (n.gap.distance(), n.a, n.b));
                assert_eq!(told, best);
            }
            _ => {
                let key = self.any(rng);
                let below = self.below(key);
                let boxes = below.iter().filter_map(|key| Some(self.placed(*key)?.bounds()));
                assert_eq!(world.subtree_bounds(key), boxes.reduce(Aabb::union));
                let children = self.all.iter().filter(|(_, own)| own.parent == Some(key));
                assert_eq!(world.children(key), children.map(|(k, _)| *k).collect::<Vec<_>>());
            }
        }
    }

    fn ask_cast(
        &self,
        world: &World<u64>,
        cast: &Cast<'_>,
        filter: &Filter<'_, u64>,
        asked: &[&(Key, &Placed)],
    ) {
        // The world may leave out by its boxes what only comes near.
        let mut hits: Vec<(f32, Key, Vec2, Vec2)> = asked
            .iter()
            .filter_map(|(key, s)| {
                Some((cast.shape.sweep(s, &cast.motion, Motion::NONE, cast.meet)?, *key))
            })
            .filter(|(hit, _)| hit.certain)
            .map(|(hit, key)| (hit.fraction, key, hit.point, Vec2::ZERO - hit.normal))
            .collect();
        hits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let found = world.cast_all(cast, filter);
        let told = found.iter().filter(|hit| hit.certain);
        let told = told.map(|hit| (hit.fraction, hit.key, hit.point, hit.normal));
        assert_eq!(told.collect::<Vec<_>>(), hits, "{cast:?}");
        assert_eq!(world.cast_any(cast, filter), !found.is_empty());
        if asked.iter().any(|(_, placed)| is_long(placed.bounds())) {
            return;
        }
        assert_eq!(world.cast_first(cast, filter), found.first().copied());
        let mut each = Vec::new();
        world.cast_first_each(&vec![cast.clone(); 3], filter, &mut each);
        assert_eq!(each, [found.first().copied(); 3]);
    }

    fn ask_ray(
        &self,
        world: &World<u64>,
        rng: &mut Rng,
        (p, q): (Vec2, Vec2),
        filter: &Filter<'_, u64>,
        asked: &[&(Key, &Placed)],
    ) {
        let inside = [Inside::Hit, Inside::Skip, Inside::Exit][below(rng, 3)];
        let ray = Ray::new(p, (q.x - p.x, q.y - p.y)).inside(inside);
        let mut hits: Vec<(f32, Key, Vec2)> = asked
            .iter()
            .filter_map(|(key, s)| Some((s.ray(p, ray.translation, inside)?, *key)))
            .map(|(hit, key)| (hit.fraction, key, hit.normal))
            .collect();
        hits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let told: Vec<(f32, Key, Vec2)> = world
            .ray_all(&ray, filter)
            .iter()
            .map(|hit| (hit.fraction, hit.key, hit.normal))
            .collect();
        let boxes: Vec<Aabb> =
            hits.iter().filter_map(|h| Some(world.placed(h.1)?.bounds())).collect();
        assert_eq!(told, hits, "{ray:?} {boxes:?}");
        let first = world.ray_first(&ray, filter).map(|hit| (hit.fraction, hit.key, hit.normal));
        assert_eq!(first, hits.first().copied());
        assert_eq!(world.ray_any(&ray, filter), !hits.is_empty());
        // A thick ray meets what a capsule along it meets, unless it skips where it starts.
        let thick = ray.inside(Inside::Hit).thick(0.75);
        let path = Shape::capsule(p, (p.x + thick.translation.x, p.y + thick.translation.y), 0.75);
        let path = path.unwrap().place(Affine::IDENTITY).unwrap();
        let told: BTreeSet<Key> = world.ray_all(&thick, filter).iter().map(|hit| hit.key).collect();
        for (key, s) in asked {
            let separation = path.gap(s).separation;
            let one_sided = matches!(self.all[key].shape.as_deref(), Some(Shape::Chain(_)));
            // The end of the path is rounded, so the nearly touching are left out.
            if separation.abs() > 1e-4 && !one_sided {
                assert_eq!(told.contains(key), separation < 0.0, "{key:?} {separation}");
            }
        }
    }
}

/// Returns `true` for the box of a half-plane that a map flattens to a line of 2e30. Its gaps are guesses. A
/// turning shape meets it at an unknown time, so the world may report another first hit.
fn is_long(Aabb { min, max }: Aabb) -> bool {
    [min.x, min.y, max.x, max.y].iter().any(|x| x.is_finite() && x.abs() > 1e29)
}

/// A straight motion, or one that turns.
fn random_motion(rng: &mut Rng, (p, q): (Vec2, Vec2)) -> Motion {
    let straight = Motion::by(q.x - p.x, q.y - p.y);
    match below(rng, 3) {
        0 => straight.turning_degrees(45.0 * below(rng, 20) as f32 - 450.0),
        _ => straight,
    }
}
