//! Filters of queries: the colliders that a query may return.

use core::fmt;

use crate::world::{Core, Key, Layers, World};

type Predicate<'f, T> = &'f dyn Fn(Key, &T) -> bool;

/// Narrows a query to some colliders; disabled ones and groups never match.
///
/// ```
/// use jostle::{Collider, Filter, Layers, Shape, Vec2, World};
/// let mut world = World::new();
/// let hero = world.add(Collider::new(1, Shape::circle(1.0)?).layer(Layers::bit(0)))?;
/// let wall = world.add(Collider::new(2, Shape::circle(1.0)?).layer(Layers::bit(1)))?;
/// let find = |filter: &Filter<'_, i32>| world.at_point(Vec2::ZERO, filter);
/// assert_eq!([find(&Layers::bit(1).into()), find(&Filter::ANY.except(&[wall]))], [[wall], [hero]]);
/// assert_eq!(find(&Filter::ANY.only(&|_, data| *data > 1)), [wall]);
/// # Ok::<(), jostle::Error>(())
/// ```
pub struct Filter<'f, T> {
    layers: Layers,
    except: &'f [Key],
    only: Option<Predicate<'f, T>>,
}

impl<T> Clone for Filter<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Filter<'_, T> {}

impl<T> Default for Filter<'_, T> {
    fn default() -> Self {
        Self::ANY
    }
}

/// Matches only what these layers see.
impl<T> From<Layers> for Filter<'_, T> {
    fn from(layers: Layers) -> Self {
        Self::ANY.layers(layers)
    }
}

impl<T> fmt::Debug for Filter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("layers", &self.layers)
            .field("except", &self.except)
            .field("only", &self.only.is_some())
            .finish()
    }
}

impl<'f, T> Filter<'f, T> {
    /// Leaves nothing out.
    pub const ANY: Self = Self { layers: Layers::ALL, except: &[], only: None };

    /// Matches only what these layers see.
    ///
    /// ```
    /// let _walls = jostle::Filter::<()>::ANY.layers(jostle::Layers::bit(1));
    /// ```
    #[must_use]
    pub fn layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// Leaves some colliders out; a long list is searched from its start.
    #[must_use]
    pub fn except(self, keys: &'f [Key]) -> Self {
        Self { except: keys, ..self }
    }

    /// Matches only colliders for which a function of their key and data returns `true`.
    #[must_use]
    pub fn only(self, predicate: Predicate<'f, T>) -> Self {
        Self { only: Some(predicate), ..self }
    }
}

impl Filter<'_, ()> {
    pub(crate) fn passes(&self, key: Key, layer: Layers) -> bool {
        self.layers.sees(layer) && !self.except.contains(&key) && self.picks(key)
    }

    /// Returns `true` if the predicate matches, or if there is none.
    pub(crate) fn picks(&self, key: Key) -> bool {
        self.only.is_none_or(|predicate| predicate(key, &()))
    }
}

impl<T> World<T> {
    /// Runs a query of the core with a filter that finds the data by key.
    #[inline]
    pub(crate) fn ask<R>(
        &self,
        &Filter { layers, except, only }: &Filter<'_, T>,
        query: impl FnOnce(&Core, &Filter<'_, ()>) -> R,
    ) -> R {
        let by_key = |key: Key, (): &()| {
            only.is_none_or(|only| self.user.of(key).is_some_and(|data| only(key, data)))
        };
        let only = only.map(|_| &by_key as Predicate<'_, ()>);
        query(&self.core, &Filter { layers, except, only })
    }
}
