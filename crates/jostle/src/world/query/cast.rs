//! Casts of shapes through a world: the first contact, all, or any.

use alloc::vec::Vec;

use crate::broad::SweptBox;
use crate::math::motion::Path;
use crate::math::{Aabb, DVec2, Motion, Vec2, greater};
use crate::pair::casting::{boxes_on_path, turning::TOLERANCE};
use crate::pair::query::cast::sweep;
use crate::pair::query::{Hit, Inside, Meet, Stop};
use crate::shape::bvh::box_bvh::DAabb;
use crate::shape::{Placed, ShapeError, ValuePath};
use crate::world::narrow_phase::seen_of;
use crate::world::query::along::{Along, Way};
use crate::world::query::{ResultLists, list_query};
use crate::world::{Core, Filter, Key, World, WorldError};

/// A shape that moves through a world in which all else stands still.
///
/// ```
/// use jostle::{Affine, Cast, Shape, Stop};
/// let bullet = Shape::circle(0.5)?.place(Affine::IDENTITY)?;
/// let cast = Cast::of(&bullet, (100.0, 0.0)).stop(Stop::Overlapping).skin(0.25);
/// assert_eq!((cast.meet.stop, cast.meet.skin), (Stop::Overlapping, 0.25));
/// # Ok::<(), jostle::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cast<'a> {
    /// The shape where it starts.
    pub shape: &'a Placed,
    /// How it moves. What is not finite finds nothing.
    pub motion: Motion,
    /// What counts as a contact.
    pub meet: Meet,
}

impl<'a> Cast<'a> {
    /// Makes a cast that stops at the first shared point.
    #[must_use]
    pub fn of(shape: &'a Placed, motion: impl Into<Motion>) -> Self {
        Self { shape, motion: motion.into(), meet: Meet::TOUCH }
    }

    /// Sets what stops it.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.meet.stop = stop;
        self
    }

    /// Sets what happens where it starts inside a shape.
    #[must_use]
    pub fn inside(mut self, inside: Inside) -> Self {
        self.meet.inside = inside;
        self
    }

    /// Sets the width by which all others are grown.
    #[must_use]
    pub fn skin(mut self, skin: f32) -> Self {
        self.meet.skin = skin;
        self
    }
}

/// What a cast met, and where; world frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CastFound {
    /// The collider that it met.
    pub key: Key,
    /// No contact with it before this fraction of the motion; rounded down.
    pub fraction: f32,
    /// A contact lies in `[fraction, latest]` where `certain`; rounded up.
    pub latest: f32,
    /// `false` if the shapes come nearer than the tolerance, but no contact was proven.
    pub certain: bool,
    /// A point of the collider's boundary at the contact, rounded once.
    pub point: Vec2,
    /// Unit normal there, outward of the collider: against [`Hit::normal`].
    pub normal: Vec2,
    /// The number of the part, as [`WorldRayHit::part`](crate::WorldRayHit::part).
    pub part: u32,
    /// The number of the edge of that part, as [`WorldRayHit::edge`](crate::WorldRayHit::edge).
    pub edge: u32,
}

impl Along for Cast<'_> {
    type Ready = ();
    type Hit = Hit;
    type Found = CastFound;

    fn ready(&self) -> Option<((), Way)> {
        let is_sound = self.motion.is_finite() && self.meet.is_valid();
        is_sound.then(|| ((), way_of(self.shape, &self.motion, self.meet.skin)))
    }

    fn meet(&self, (): &(), placed: &Placed) -> Option<Hit> {
        sweep(self.shape, placed, &self.motion, &Motion::NONE, self.meet)
    }

    fn fraction(hit: &Hit) -> f32 {
        hit.fraction
    }

    fn found(&self, core: &Core, key: Key, hit: &Hit) -> CastFound {
        let Hit { fraction, latest, certain, normal, point } = *hit;
        let (part, edge) = core.part_and_edge(key, point, None);
        let normal = Vec2::ZERO - normal;
        CastFound { key, fraction, latest, certain, point, normal, part, edge }
    }

    fn rank(found: &CastFound) -> (f32, Key) {
        (found.fraction, found.key)
    }
}

/// The boxes that a shape may meet on its way, in order: those that its own box meets, or the disc
/// about its pivot if it turns. All within a box around everything that it sweeps if it stretches
/// or a parent carries it.
fn way_of(shape: &Placed, motion: &Motion, skin: f32) -> Way {
    let bounds = shape.bounds();
    let near = DAabb::from(bounds);
    let path = Path::new(motion, shape.body.anchor(), DVec2::ZERO);
    let moved = match motion.straight() {
        Some(by) => Some((near, by)),
        None => path
            .disc([near.min, near.max])
            .map(|([from, to], radius)| (DAabb { min: from, max: from }.grown(radius), to - from)),
    };
    if let Some((all, by)) = moved.filter(|_| bounds.is_finite()) {
        let (center, rounded) = (((all.min + all.max) * 0.5).round(), by.round());
        let o = DVec2::from(center);
        let (low, high) = (o - all.min, all.max - o);
        // Curved sets are met where they come near; bounds count that, roughly.
        let near = 4.0 * TOLERANCE * (all.min.reach() + all.max.reach() + by.reach());
        let room = f64::from(skin) + near + (DVec2::from(rounded) - by).reach();
        let half = [greater(low.x, high.x), greater(low.y, high.y)];
        let half = half.map(|half| ((half + room) as f32).next_up());
        if center.is_finite() && rounded.is_finite() && half.iter().all(|half| half.is_finite()) {
            let (origin, translation, half) = (center, rounded, half.into());
            return Way::Straight(SweptBox { origin, translation, half });
        }
    }
    let all = boxes_on_path::region(&path, near).grown(f64::from(skin) * (1.0 + f64::EPSILON));
    let is_bounded = bounds.is_finite() && all.is_finite();
    Way::Within(if is_bounded { Aabb::outward(all.min, all.max) } else { Aabb::UNBOUNDED })
}

/// # Cast shapes
impl<T> World<T> {
    /// Finds what a shape meets first on its way; of several at the same fraction the one with the
    /// least key.
    ///
    /// The shape need not be in the world; use [`World::cast_key`] for one that is. A motion
    /// visits colliders along the way of its box, or along that of the disc about its pivot if it
    /// turns; one that stretches, or that a parent carries, visits all near what it sweeps.
    ///
    /// ```
    /// use jostle::{Affine, Cast, Collider, Filter, Shape, Vec2, World};
    /// let mut world = World::new();
    /// let wall = world.add(Collider::new((), Shape::rect_half((1.0, 5.0))?).at((9.0, 0.0)))?;
    /// let hero = Shape::rect_half((1.0, 1.0))?.place(Affine::IDENTITY)?;
    /// let found = world.cast_first(&Cast::of(&hero, (14.0, 0.0)), &Filter::ANY).unwrap();
    /// assert_eq!((found.key, found.fraction, found.point), (wall, 0.5, Vec2::new(8.0, 0.0)));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn cast_first(&self, cast: &Cast<'_>, filter: &Filter<'_, T>) -> Option<CastFound> {
        self.ask(filter, |core, filter| core.first_along(cast, filter))
    }

    /// Casts like [`World::cast_first`], for many casts; the list has one result for each.
    pub fn cast_first_each(
        &self,
        casts: &[Cast<'_>],
        filter: &Filter<'_, T>,
        found: &mut Vec<Option<CastFound>>,
    ) {
        self.ask(filter, |core, filter| core.first_along_each(casts, filter, found));
    }

    list_query! {
        /// Finds all that a shape meets on its way, each collider where it is met first, sorted by
        /// fraction, then by key.
        pub fn cast_all(cast: &Cast<'_>) -> Vec<CastFound>;
        pub fn cast_all_into("&jostle::Cast::of(&jostle::Aabb::UNBOUNDED.to_placed()?, (1.0, 0.0))");
        pub fn cast_all_each(casts: &[Cast<'_>], |cast|);
        Core::all_along(cast)
    }

    /// Returns `true` if a shape meets anything on its way.
    #[must_use]
    pub fn cast_any(&self, cast: &Cast<'_>, filter: &Filter<'_, T>) -> bool {
        self.ask(filter, |core, filter| core.any_along(cast, filter))
    }

    /// Casts like [`World::cast_any`], for many casts; the list has one result for each.
    pub fn cast_any_each(&self, casts: &[Cast<'_>], filter: &Filter<'_, T>, found: &mut Vec<bool>) {
        found.clear();
        found.extend(casts.iter().map(|cast| self.cast_any(cast, filter)));
    }

    /// Finds what a collider would meet first if it moved while all else stands still.
    ///
    /// It meets what it may be a pair with: layers, teams and the pair filter decide, then `filter`.
    /// It does not meet itself and those below it, which move along. The motion is in the world's
    /// frame; unless it states another start, it turns about the origin of the collider's transform.
    /// Nothing moves.
    ///
    /// # Errors
    /// The key is unknown or a group's, or the motion is not finite.
    pub fn cast_key(
        &self,
        key: Key,
        motion: impl Into<Motion>,
        filter: &Filter<'_, T>,
    ) -> Result<Option<CastFound>, WorldError> {
        let slot = self.core.known(key)?;
        let shape = self.core.slots.placed(slot).ok_or(WorldError::Group { key })?;
        let motion = motion.into().starting_at(&self.core.slots.worlds[slot]);
        if !motion.is_finite() {
            let error = ShapeError::NotFinite { what: ValuePath::field("motion"), value: f32::NAN };
            return Err(WorldError::Shape { key: Some(key), error });
        }
        let cast = Cast::of(shape, motion);
        Ok(self.ask(filter, |core, filter| {
            let may_meet = |other: Key, (): &()| {
                core.may_meet(slot, other.slot())
                    && self.user.allows(key, other)
                    && filter.picks(other)
            };
            core.first_along(&cast, &filter.only(&may_meet))
        }))
    }
}

impl Core {
    /// Returns `true` if two slots may be a pair and the second does not move along with the first.
    pub(crate) fn may_meet(&self, slot: usize, other: usize) -> bool {
        let (own, met) = (&self.slots.metas[slot], &self.slots.metas[other]);
        slot != other && seen_of(own, met).is_some() && !self.slots.family.is_below(other, slot)
    }
}
