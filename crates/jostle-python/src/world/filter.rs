//! Which colliders a query sees.

use std::cell::RefCell;

use jostle::{Filter as CoreFilter, Key, Layers, World as Core};
use pyo3::prelude::*;
use pyo3::types::PyAny;
use pyo3::{PyTraverseError, PyVisit};

use super::{ALL, Inner, World, key, layers};

/// Which colliders a query sees: those on some of the layers, without those in `except_`, and of them those
/// for which `only(key, data)` returns a true value.
#[pyclass(frozen, module = "jostle")]
pub struct Filter {
    layers: Layers,
    except: Vec<Key>,
    only: Option<Py<PyAny>>,
}

#[pymethods]
impl Filter {
    #[new]
    #[pyo3(signature = (
        *,
        layers: "int" = ALL,
        except_: "collections.abc.Iterable[int]" = None,
        only: "collections.abc.Callable[[int, typing.Any], object] | None" = None))]
    fn new(
        layers: u64,
        except_: Option<&Bound<'_, PyAny>>,
        only: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let mut except = Vec::new();
        if let Some(keys) = except_ {
            for bits in keys.try_iter()? {
                except.push(key(bits?.extract()?)?);
            }
        }
        Ok(Self { layers: super::layers(layers), except, only })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.only.iter().try_for_each(|only| visit.call(only))
    }

    fn __repr__(&self) -> String {
        let only = if self.only.is_some() { ", only=…" } else { "" };
        let except: Vec<u64> = self.except.iter().copied().map(Key::to_bits).collect();
        format!("<Filter {}, except_={except:?}{only}>", self.layers)
    }
}

impl Filter {
    /// The layers whose colliders pass; `None` where a function decides.
    pub(super) fn passes(filter: Option<&Self>) -> Option<Layers> {
        match filter {
            None => Some(layers(ALL)),
            Some(filter) => filter.only.is_none().then_some(filter.layers),
        }
    }
}

/// Makes questions to worlds: methods whose last argument is a filter. Behind `as` is the type of an argument in
/// Python, where that of Rust does not show it; behind `;` are arguments that are given by name.
macro_rules! questions {
    ($($(#[$doc:meta])* fn $name:ident($this:ident, $py:ident, $filter:ident
        $(, $arg:ident: $type:ty $(as $hint:literal)? $(= $value:tt)?)*
        $(; $($key:ident: $key_type:ty $(as $key_hint:literal)? = $key_value:tt),*)?
    ) -> $answer:ty $(as $answer_hint:literal)? $body:block)*) => {
        #[pymethods]
        impl World {$(
            $(#[$doc])*
            #[pyo3(signature = (
                $($arg $(: $hint)? $(= $value)?,)*
                $(*, $($key $(: $key_hint)? = $key_value,)*)?
                filter: "Filter | None" = None) $(-> $answer_hint)?)]
            #[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
            fn $name<'py>(
                &$this,
                $py: Python<'py>,
                $($arg: $type,)*
                $($($key: $key_type,)*)?
                $filter: Option<&Filter>,
            ) -> PyResult<$answer> $body
        )*}
    };
}
pub(super) use questions;

impl Inner {
    /// Answers a query with a filter. The first exception of the filter's function is the answer.
    fn ask<R>(
        &self,
        py: Python<'_>,
        filter: Option<&Filter>,
        query: impl FnOnce(&Core, &CoreFilter<'_, ()>) -> R,
    ) -> PyResult<R> {
        let Some(Filter { layers, except, only }) = filter else {
            return Ok(query(&self.core, &CoreFilter::ANY));
        };
        let core = CoreFilter::ANY.layers(*layers).except(except);
        let Some(only) = only else { return Ok(query(&self.core, &core)) };
        let failed = RefCell::new(None);
        let passes = |key: Key, (): &()| {
            let call = || only.bind(py).call1((key.to_bits(), self.data(py, key)))?.is_truthy();
            failed.borrow().is_none()
                && call().unwrap_or_else(|error| {
                    failed.replace(Some(error));
                    false
                })
        };
        let answer = query(&self.core, &core.only(&passes));
        failed.into_inner().map_or(Ok(answer), Err)
    }
}

impl World {
    pub(super) fn ask<R>(
        &self,
        py: Python<'_>,
        filter: Option<&Filter>,
        query: impl FnOnce(&Core, &CoreFilter<'_, ()>) -> R,
    ) -> PyResult<R> {
        self.read()?.ask(py, filter, query)
    }

    /// Answers many questions: without the GIL, unless the filter calls Python.
    pub(super) fn ask_each<R: Send>(
        &self,
        py: Python<'_>,
        filter: Option<&Filter>,
        query: impl FnOnce(&Core, &CoreFilter<'_, ()>) -> R + Send,
    ) -> PyResult<R> {
        let inner = self.read()?;
        if filter.is_some_and(|filter| filter.only.is_some()) {
            return inner.ask(py, filter, query);
        }
        let (layers, except) = filter.map_or((layers(ALL), &[][..]), |f| (f.layers, &f.except));
        let core = &inner.core;
        Ok(py.detach(|| query(core, &CoreFilter::ANY.layers(layers).except(except))))
    }
}
