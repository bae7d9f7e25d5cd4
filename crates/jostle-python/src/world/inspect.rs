//! What a world holds and what its last step did.

use jostle::Aabb as Box;
use jostle::debug::DebugDrawOptions;
use jostle::world::Detail;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use super::{Event, Inner, World, key};
use crate::affine::Affine;
use crate::answers::{Aabb, Gap, Pair, pair};
use crate::args::extent;
use crate::placed::Placed;
use crate::record::record;
use crate::room::reserve;
use crate::shape::Shape;
use crate::svg;
use crate::words::Word;

record! {
    /// Counts of a world and of its last step.
    WorldStats {
        /// Colliders and groups.
        colliders: usize,
        /// Pairs that touch.
        pairs: usize,
        /// Steps done.
        steps: u64,
        /// Colliders that had moved.
        moved: usize,
        /// Pairs of boxes that overlap.
        candidates: usize,
        /// Pairs of shapes that were tested.
        tested: usize,
        /// Pairs that began to touch.
        entered: usize,
        /// Pairs that ended.
        exited: usize,
    }
}

record! {
    /// How much steps compute: a detail for solids and for sensors, and whether to report stays.
    StepOptions {
        /// "touch", "near" or "push".
        solids: String,
        /// "touch", "near" or "push".
        sensors: String,
        /// True if pairs that still touch are reported.
        stays: bool,
    }
}

record! {
    /// The first rule that keeps two colliders from touching.
    WhyNot {
        /// "unknown", "same", "disabled", "no_shape", "team", "layers", "filter", "apart" or "nothing".
        kind: String,
        /// A sentence.
        message: String,
        /// Their gap where they are apart.
        gap: Option<Gap>,
    }
}

/// Lines and texts that show a world.
#[pyclass(frozen, module = "jostle")]
pub struct DebugDraw {
    lines: Py<PyArray2<f32>>,
    colors: Py<PyArray2<u8>>,
    texts: Vec<(Pair, String)>,
}

#[pymethods]
impl DebugDraw {
    /// Rows of x and y of the start, x and y of the end.
    #[getter]
    fn lines(&self, py: Python<'_>) -> Py<PyAny> {
        self.lines.clone_ref(py).into_any()
    }

    /// Red, green, blue and alpha of each line, from 0 to 255.
    #[getter]
    fn colors(&self, py: Python<'_>) -> Py<PyAny> {
        self.colors.clone_ref(py).into_any()
    }

    /// Texts and their places.
    #[getter]
    fn texts(&self) -> Vec<(Pair, String)> {
        self.texts.clone()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let count = self.lines.bind(py).len()?;
        Ok(format!("<DebugDraw of {count} lines and {} texts>", self.texts.len()))
    }
}

impl Inner {
    fn bounds(&self) -> Option<Box> {
        let placed = self.core.keys().into_iter().filter_map(|key| self.core.placed(key));
        placed.map(jostle::Placed::bounds).filter(|bounds| bounds.is_finite()).reduce(Box::union)
    }
}

/// A line as it is listed, as the list grows, and in arrays.
const OF_A_LINE: usize = 160;
/// Outlines of this many colliders are counted, for an estimate of those of all.
const COUNTED: usize = 64;

impl Inner {
    /// About how many lines the outlines of a world have.
    fn lines(&self, tolerance: f32, window: Box) -> f64 {
        let keys = self.core.keys();
        let some = keys.iter().step_by(keys.len().div_ceil(COUNTED).max(1));
        let placed = some.clone().filter_map(|key| self.core.placed(*key));
        let outlines = placed.flat_map(|placed| placed.outline(tolerance, window));
        let points: usize = outlines.map(|outline| outline.points.len()).sum();
        points as f64 / some.len().max(1) as f64 * keys.len() as f64
    }
}

#[pymethods]
impl World {
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.read()?.core.len())
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// True if a collider of this key is in the world.
    fn __contains__(&self, key: u64) -> PyResult<bool> {
        let inner = self.read()?;
        Ok(jostle::Key::from_bits(key).is_some_and(|key| inner.core.contains(key)))
    }

    /// Lists the keys of all colliders and groups, in the order in which they were added.
    fn keys(&self) -> PyResult<Vec<u64>> {
        Ok(super::query::bits(self.read()?.core.keys()))
    }

    /// Returns the data of a collider; None if it has none, or is not there.
    #[pyo3(signature = (key: "int") -> "typing.Any")]
    fn data<'py>(&self, py: Python<'py>, key: u64) -> PyResult<Bound<'py, PyAny>> {
        let inner = self.read()?;
        let data = inner.data.get(&super::key(key)?);
        Ok(data.map_or_else(|| py.None().into_bound(py), |data| data.bind(py).clone()))
    }

    /// Returns the shape of a collider.
    fn shape(&self, key: u64) -> PyResult<Option<Shape>> {
        Ok(self.read()?.core.shape(super::key(key)?).cloned().map(Shape::from))
    }

    /// Returns the placed shape of a collider.
    fn placed(&self, key: u64) -> PyResult<Option<Placed>> {
        let (inner, key) = (self.read()?, super::key(key)?);
        let known = || {
            let placed = inner.core.placed(key)?.clone();
            let shape = inner.core.shape(key)?.clone();
            Some(Placed::known(placed, shape, inner.core.world_transform(key)?))
        };
        Ok(known())
    }

    /// Returns the transform of a collider in the frame of its parent.
    fn transform(&self, key: u64) -> PyResult<Option<Affine>> {
        Ok(self.read()?.core.transform(super::key(key)?).map(Affine))
    }

    /// Returns the transform of a collider in the world.
    fn world_transform(&self, key: u64) -> PyResult<Option<Affine>> {
        Ok(self.read()?.core.world_transform(super::key(key)?).map(Affine))
    }

    /// Returns the key of the parent of a collider.
    fn parent(&self, key: u64) -> PyResult<Option<u64>> {
        Ok(self.read()?.core.parent(super::key(key)?).map(jostle::Key::to_bits))
    }

    /// Lists the keys of the children of a collider.
    fn children(&self, key: u64) -> PyResult<Vec<u64>> {
        Ok(super::query::bits(self.read()?.core.children(super::key(key)?)))
    }

    /// Returns the box around a collider and all below it.
    fn subtree_bounds(&self, key: u64) -> PyResult<Option<Aabb>> {
        Ok(self.read()?.core.subtree_bounds(super::key(key)?).map(Aabb::from))
    }

    /// Returns the layers that a collider is on.
    fn layer(&self, key: u64) -> PyResult<Option<u64>> {
        Ok(self.read()?.core.layer(super::key(key)?).map(jostle::Layers::to_bits))
    }

    /// Returns the layers that a collider sees.
    fn sees(&self, key: u64) -> PyResult<Option<u64>> {
        Ok(self.read()?.core.sees(super::key(key)?).map(jostle::Layers::to_bits))
    }

    /// Returns the team of a collider.
    fn team(&self, key: u64) -> PyResult<Option<u32>> {
        Ok(self.read()?.core.team(super::key(key)?))
    }

    /// Returns True if a collider is a sensor.
    fn is_sensor(&self, key: u64) -> PyResult<Option<bool>> {
        Ok(self.read()?.core.is_sensor(super::key(key)?))
    }

    /// Returns True if a collider is not disabled.
    fn is_enabled(&self, key: u64) -> PyResult<Option<bool>> {
        Ok(self.read()?.core.is_enabled(super::key(key)?))
    }

    /// Returns the detail of a collider; None if it follows the options of the step.
    #[pyo3(signature = (key: "int") -> "jostle.types.Detail | None")]
    fn detail(&self, key: u64) -> PyResult<Option<&'static str>> {
        Ok(self.read()?.core.detail(super::key(key)?).map(Word::word))
    }

    /// Lists the pairs of one collider that touched at the last step, as events of kind "stay".
    fn touching(&self, py: Python<'_>, key: u64) -> PyResult<Vec<Event>> {
        let inner = self.read()?;
        let pairs = inner.core.touching(super::key(key)?);
        Ok(pairs.iter().map(|pair| Event::touching(py, pair, &inner)).collect())
    }

    /// Lists all pairs that touched at the last step, as events of kind "stay".
    fn pairs(&self, py: Python<'_>) -> PyResult<Vec<Event>> {
        let inner = self.read()?;
        Ok(inner.core.pairs().map(|pair| Event::touching(py, &pair, &inner)).collect())
    }

    /// Lists the keys of the colliders that the last step found moved or changed.
    fn changed(&self) -> PyResult<Vec<u64>> {
        Ok(super::query::bits(self.read()?.core.changed().to_vec()))
    }

    /// Returns counts of the world and of its last step.
    fn stats(&self) -> PyResult<WorldStats> {
        let jostle::world::WorldStats {
            colliders,
            pairs,
            steps,
            moved,
            candidates,
            tested,
            entered,
            exited,
        } = self.read()?.core.stats();
        Ok(WorldStats { colliders, pairs, steps, moved, candidates, tested, entered, exited })
    }

    /// Returns the bytes of memory that the world holds, without Python's objects.
    fn heap_bytes(&self) -> PyResult<usize> {
        Ok(self.read()?.core.heap_bytes())
    }

    /// Returns the first rule that keeps two colliders from touching, with a sentence.
    fn why_not(&self, a: u64, b: u64) -> PyResult<WhyNot> {
        use jostle::WhyNot as Why;
        let why = self.read()?.core.why_not(key(a)?, key(b)?);
        let (kind, gap) = match &why {
            Why::Unknown { .. } => ("unknown", None),
            Why::Same => ("same", None),
            Why::Disabled { .. } => ("disabled", None),
            Why::NoShape { .. } => ("no_shape", None),
            Why::Team { .. } => ("team", None),
            Why::Layers { .. } => ("layers", None),
            Why::Filter => ("filter", None),
            Why::Apart { gap } => ("apart", Some((*gap).into())),
            _ => ("nothing", None),
        };
        Ok(WhyNot { kind: kind.into(), message: why.describe(jostle::Key::to_bits), gap })
    }

    /// Returns "counts", or "ignored" where shapes that only touch do not meet.
    #[pyo3(signature = () -> "jostle.types.TouchPolicy")]
    fn touch_policy(&self) -> PyResult<&'static str> {
        Ok(self.read()?.core.touch_policy().word())
    }

    /// Returns how much steps compute.
    fn step_options(&self) -> PyResult<StepOptions> {
        let options = self.read()?.core.step_options();
        let [solids, sensors] = [options.solids, options.sensors].map(|d| d.word().into());
        Ok(StepOptions { solids, sensors, stays: options.stays })
    }

    /// Sets how much steps compute.
    #[pyo3(signature = (
        *,
        solids: "jostle.types.Detail" = "push",
        sensors: "jostle.types.Detail" = "touch",
        stays: "bool" = true))]
    fn set_step_options(&self, solids: &str, sensors: &str, stays: bool) -> PyResult<()> {
        let (solids, sensors) = (Detail::parse(solids)?, Detail::parse(sensors)?);
        let options = jostle::world::StepOptions { solids, sensors, stays };
        self.write()?.core.set_step_options(options);
        Ok(())
    }

    /// The name of the broad phase.
    #[getter]
    fn broad_phase(&self) -> PyResult<String> {
        Ok(self.read()?.core.broad_phase().name().into())
    }

    /// Replaces the broad phase.
    #[pyo3(signature = (name: "jostle.types.BroadPhase"))]
    fn set_broad_phase(&self, name: &str) -> PyResult<()> {
        let broad = super::broad_phase(name)?;
        self.write()?.core.set_broad_phase(broad);
        Ok(())
    }

    /// Returns lines and texts that show the world. Half-planes are cut off at `window`, by default the box
    /// around all other colliders; `tolerance`, a length, is how far drawn curves may be off.
    #[pyo3(signature = (
        window: "Aabb | None" = None,
        *,
        outlines: "bool" = true,
        boxes: "bool" = false,
        contacts: "bool" = true,
        normals: "bool" = true,
        nodes: "bool" = false,
        keys: "bool" = false,
        tolerance: "float" = 0.0))]
    #[expect(clippy::too_many_arguments, reason = "each part is drawn or not")]
    #[expect(clippy::fn_params_excessive_bools, reason = "each part is drawn or not")]
    fn draw(
        &self,
        py: Python<'_>,
        window: Option<Aabb>,
        outlines: bool,
        boxes: bool,
        contacts: bool,
        normals: bool,
        nodes: bool,
        keys: bool,
        tolerance: f32,
    ) -> PyResult<DebugDraw> {
        let tolerance = extent(tolerance, "tolerance")?;
        let options =
            DebugDrawOptions { outlines, boxes, contacts, normals, nodes, keys, tolerance };
        let inner = self.read()?;
        let window = window.map(|window| window.checked("window")).transpose()?;
        let window = window.or_else(|| inner.bounds()).unwrap_or(Box::new((0., 0.), (0., 0.)));
        if outlines && tolerance > 0.0 {
            reserve(inner.lines(tolerance, window), OF_A_LINE)?;
        }
        let drawn = inner.core.draw(&options, window);
        let (mut lines, mut colors) = (Vec::new(), Vec::new());
        for line in &drawn.lines {
            lines.extend([line.from.x, line.from.y, line.to.x, line.to.y]);
            colors.extend(line.paint.color());
        }
        let rows = drawn.lines.len();
        let lines = Array2::from_shape_vec((rows, 4), lines).unwrap_or_default();
        let colors = Array2::from_shape_vec((rows, 4), colors).unwrap_or_default();
        Ok(DebugDraw {
            lines: lines.into_pyarray(py).unbind(),
            colors: colors.into_pyarray(py).unbind(),
            texts: drawn.texts.into_iter().map(|text| (pair(text.at), text.text)).collect(),
        })
    }

    /// Draws the world for a notebook.
    fn _repr_svg_(&self) -> PyResult<String> {
        let inner = self.read()?;
        Ok(svg::world(&inner.core, inner.bounds()))
    }

    fn __repr__(&self) -> String {
        let Ok(inner) = self.read() else { return "<World in use>".into() };
        let stats = inner.core.stats();
        let (colliders, pairs) = (stats.colliders, stats.pairs);
        format!("<World of {colliders} colliders, {pairs} pairs touch>")
    }
}
