//! Joins of two lists, and how the plane is cut for joins on many machines.

use jostle::{Aabb, Placed, Vec2};
use jostle_join::{
    Contacts, Contains, Cuts as Core, Overlaps, Question, Within, join_area, join_parallel, nearest,
};
use jostle_join::{JoinRow, reaching};
use numpy::ndarray::{Array2, ArrayView1};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::answers::check_box;
use crate::args::{column, same_length, table};
use crate::arrays::{Row, structured};
use crate::error::Refusal;
use crate::placed_list::PlacedList;
use crate::room::{Boxes, check, reserve};

/// Two lists, and the limits of their join.
struct Join<'a> {
    left: &'a [Placed],
    right: &'a [Placed],
    memory: usize,
    threads: usize,
    area: Option<Aabb>,
}

impl Join<'_> {
    fn run<Q: Question<Answer: Row>>(&self, py: Python<'_>, question: &Q) -> PyResult<Py<PyAny>> {
        // Of nearly every question a pair of boxes has one answer: as a candidate, in the rows of its tile, in
        // those of all, and in the array.
        let each = 3 * size_of::<JoinRow<Q::Answer>>() + 64;
        check(&Boxes::of(self.left), Some(&Boxes::of(self.right)), each)?;
        let rows = py.detach(|| -> PyResult<Vec<JoinRow<Q::Answer>>> {
            let Some(area) = self.area else {
                let join = || join_parallel(self.left, self.right, question, self.memory);
                return Ok(pool(self.threads)?.install(join));
            };
            let mut rows = Vec::new();
            join_area(area, self.left, self.right, question, &mut rows);
            Ok(rows)
        })?;
        Ok(structured(py, rows)?.unbind())
    }
}

/// Rows of a list that are worth a thread.
const WORTH_A_THREAD: usize = 256;

/// The threads of a join: as many as are asked for, but no more than the machine has, nor than there is work for.
fn threads(asked: Option<i64>, rows: usize) -> PyResult<usize> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let asked = match asked {
        None | Some(0) => cores,
        Some(asked) => usize::try_from(asked).map_err(|_| {
            let sentence =
                format!("threads is {asked}, which is negative; 0 stands for all of the machine");
            Refusal::new("negative", "threads", sentence)
        })?,
    };
    Ok(asked.min(cores).min(rows.div_ceil(WORTH_A_THREAD)).max(1))
}

fn pool(threads: usize) -> PyResult<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| Refusal::new("threads", "threads", error).into())
}

fn bounds([x0, y0, x1, y1]: [f32; 4]) -> Aabb {
    Aabb { min: Vec2::new(x0, y0), max: Vec2::new(x1, y1) }
}

#[pymethods]
impl PlacedList {
    /// Joins this list with another by tiles: all pairs for which a question has an answer, sorted.
    ///
    /// `question` is "overlaps", "contains" (this contains the other), "contacts", "within" a `distance`, or
    /// "nearest", which finds `count` items of the other list for each of this. Returns a structured array with
    /// the field `pair` and, for contacts, the fields of Contact; for "within" those of Gap; for "nearest"
    /// `distance`, nearest first. At most `memory` bytes of placed shapes are copied at a time, on at most `threads`
    /// threads, 0 or None for all of the machine; neither shows in the result. The result itself is not in `memory`:
    /// where there is hardly room for it, it raises MemoryError. The GIL is released.
    ///
    /// With `area`, (x_min, y_min, x_max, y_max), it finds the pairs that belong to a part of the plane, such as
    /// `Cuts` makes; not for "nearest".
    #[pyo3(signature = (
        other: "PlacedList",
        question: "jostle.types.Question" = "overlaps",
        *,
        distance: "float" = 0.0,
        count: "int" = 1,
        memory: "int" = 1 << 28,
        threads: "int | None" = 0,
        area: "tuple[float, float, float, float] | None" = None) -> "numpy.typing.NDArray[typing.Any]")]
    #[expect(clippy::too_many_arguments, reason = "the question and its limits")]
    fn join(
        &self,
        py: Python<'_>,
        other: &Self,
        question: &str,
        distance: f32,
        count: usize,
        memory: usize,
        threads: Option<i64>,
        area: Option<[f32; 4]>,
    ) -> PyResult<Py<PyAny>> {
        let (left, right) = (self.items(), other.items());
        let threads = self::threads(threads, left.len().max(right.len()))?;
        let area = area.map(bounds);
        area.map_or(Ok(()), |area| check_box(area, "area"))?;
        let join = Join { left, right, memory, threads, area };
        match question {
            "overlaps" => join.run(py, &Overlaps),
            "contains" => join.run(py, &Contains),
            "contacts" => join.run(py, &Contacts),
            "within" if distance >= 0.0 && distance.is_finite() => join.run(py, &Within(distance)),
            "within" => {
                let sentence = format!("distance is {distance}, not a finite number from 0");
                Err(Refusal::new("negative", "distance", sentence).into())
            }
            "nearest" if area.is_none() => {
                let rows = left.len() as f64 * count.min(right.len()) as f64;
                reserve(rows, 3 * size_of::<JoinRow<f32>>())?;
                let rows = py.detach(|| nearest(left, right, count, memory));
                Ok(structured(py, rows)?.unbind())
            }
            "nearest" => {
                let sentence = "rows that are nearest may lie in another area";
                Err(Refusal::new("word", "question", sentence).into())
            }
            other => {
                let known = "\"overlaps\", \"contains\", \"contacts\", \"within\", \"nearest\"";
                let sentence = format!("question is {other:?}, not one of {known}");
                Err(Refusal::new("word", "question", sentence).into())
            }
        }
    }
}

/// Areas that cut the plane, for joins by parts: each gets the items whose boxes meet it, and
/// `PlacedList.join` with `area` then finds each pair once.
///
/// `bounds` are boxes of a sample, rows of x_min, y_min, x_max, y_max; an area is cut until those that meet it
/// are at most `most`. Crowded places get small areas.
///
/// >>> from jostle import Cuts
/// >>> cuts = Cuts([[x, 0, x + 0.5, 1] for x in range(100)], 30)
/// >>> len(cuts.areas())
/// 4
/// >>> rows, areas = cuts.assign([[10, 0, 30, 1]])
/// >>> rows.tolist(), areas.tolist()
/// ([0, 0], [0, 1])
#[pyclass(frozen, module = "jostle")]
pub struct Cuts {
    core: Core,
    /// The boxes and what an area may cost: what pickle keeps.
    sample: Vec<(Aabb, f64)>,
    most: f64,
}

/// Reads boxes, rows of x_min, y_min, x_max, y_max.
pub(crate) fn boxes(object: &Bound<'_, PyAny>, name: &'static str) -> PyResult<Vec<Aabb>> {
    let rows = table(object, name, &[4])?;
    let read = |(i, row): (usize, ArrayView1<'_, f32>)| {
        let sides = bounds([0, 1, 2, 3].map(|i| row[i]));
        check_box(sides, "the box").map_err(|refusal| PyErr::from(refusal.at(i)))?;
        Ok(sides)
    };
    rows.as_array().rows().into_iter().enumerate().map(read).collect()
}

/// Makes rows of x_min, y_min, x_max, y_max.
pub(crate) fn rows(py: Python<'_>, boxes: impl Iterator<Item = Aabb>) -> Bound<'_, PyArray2<f32>> {
    let numbers: Vec<f32> = boxes.flat_map(|b| [b.min.x, b.min.y, b.max.x, b.max.y]).collect();
    let shape = (numbers.len() / 4, 4);
    Array2::from_shape_vec(shape, numbers).unwrap_or_default().into_pyarray(py)
}

type Numbers<'py> = Bound<'py, PyArray1<i64>>;
type Reduced<'py> = (Bound<'py, PyArray2<f32>>, f64, Bound<'py, PyArray1<f64>>);

#[pymethods]
impl Cuts {
    #[new]
    #[pyo3(signature = (bounds: "jostle.types.Array", most: "float", costs: "numpy.typing.ArrayLike | None" = None))]
    fn new(
        bounds: &Bound<'_, PyAny>,
        most: f64,
        costs: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let boxes = boxes(bounds, "bounds")?;
        let costs = match costs {
            None => vec![1.0; boxes.len()],
            Some(costs) => column::<f64>(costs, "costs", "float64")?.as_array().to_vec(),
        };
        same_length("costs", costs.len(), boxes.len())?;
        let sample: Vec<(Aabb, f64)> = boxes.into_iter().zip(costs).collect();
        let core = Core::new(Aabb::UNBOUNDED, sample.clone(), most, usize::MAX);
        Ok(Self { core, sample, most })
    }

    #[pyo3(signature = () -> "tuple[type, tuple[object, ...]]")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Reduced<'py>) {
        let boxes = rows(py, self.sample.iter().map(|(bounds, _)| *bounds));
        let costs: Vec<f64> = self.sample.iter().map(|(_, cost)| *cost).collect();
        (py.get_type::<Self>(), (boxes, self.most, costs.into_pyarray(py)))
    }

    /// Returns the areas, rows of x_min, y_min, x_max, y_max; the outer ones have no end.
    #[pyo3(signature = () -> "numpy.typing.NDArray[numpy.float32]")]
    fn areas<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        rows(py, self.core.areas().iter().copied())
    }

    /// Finds the areas that boxes meet, grown by `reach`, which is the distance of "within" for the left list:
    /// the numbers of boxes, and of an area for each.
    #[pyo3(signature = (bounds: "jostle.types.Array", reach: "float" = 0.0)
        -> "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]")]
    fn assign<'py>(
        &self,
        py: Python<'py>,
        bounds: &Bound<'py, PyAny>,
        reach: f32,
    ) -> PyResult<(Numbers<'py>, Numbers<'py>)> {
        let (mut rows, mut areas) = (Vec::new(), Vec::new());
        for (row, bounds) in (0..).zip(boxes(bounds, "bounds")?) {
            self.core.visit(reaching(bounds, reach), &mut |area| {
                rows.push(row);
                areas.push(area as i64);
            });
        }
        Ok((rows.into_pyarray(py), areas.into_pyarray(py)))
    }

    fn __len__(&self) -> usize {
        self.core.areas().len()
    }

    fn __repr__(&self) -> String {
        format!("<Cuts into {} areas>", self.core.areas().len())
    }
}
