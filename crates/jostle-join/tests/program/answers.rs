//! What is found is what the library finds, whatever the form, the memory and the threads.

use crate::tables::{join, shapes, write, write_batch, write_boxes};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int64Type};
use arrow_array::{ArrayRef, BinaryArray, Float64Array, Int64Array, RecordBatch, StringArray};
use jostle::query::{Contact, Gap};
use jostle::{Affine, Placed, Shape};
use jostle_join::{Contacts, Contains, JoinRow, Overlaps, Question, Within, nearest};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn placed(forms: &[String]) -> Vec<Placed> {
    let place = |form: &String| {
        let form = serde_json::from_str(form).unwrap();
        let (shape, map) = Shape::from_json_with_transform(&form).unwrap();
        shape.place(map).unwrap()
    };
    forms.iter().map(place).collect()
}

/// The rows of the library as lines of CSV.
fn lines<A>(rows: &[JoinRow<A>], numbers: impl Fn(&A) -> Vec<f32>) -> Vec<String> {
    let line = |row: &JoinRow<A>| {
        let numbers: String = numbers(&row.answer).iter().map(|n| format!(",{n}")).collect();
        format!("{},{}{numbers}", row.left, row.right)
    };
    rows.iter().map(line).collect()
}

fn all<Q: Question>(
    a: &[Placed],
    b: &[Placed],
    question: &Q,
    numbers: impl Fn(&Q::Answer) -> Vec<f32>,
) -> Vec<String> {
    let mut rows = Vec::new();
    for (left, x) in (0..).zip(a) {
        for (right, y) in (0..).zip(b) {
            rows.extend(question.ask(x, y).map(|answer| JoinRow { left, right, answer }));
        }
    }
    lines(&rows, numbers)
}

fn contact(c: &Contact) -> Vec<f32> {
    vec![c.depth, c.normal.x, c.normal.y, c.point.x, c.point.y]
}

fn gap(g: &Gap) -> Vec<f32> {
    vec![g.separation, g.normal.x, g.normal.y, g.on_a.x, g.on_a.y, g.on_b.x, g.on_b.y]
}

fn csv(path: &Path) -> Vec<String> {
    fs::read_to_string(path).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn every_question_answers_as_the_library_about_all_pairs_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (a, b) = (shapes(1, 400, 60.0), shapes(2, 300, 60.0));
    for ending in ["parquet", "arrow", "csv", "jsonl"] {
        write(&here.join(format!("a.{ending}")), &a);
        write(&here.join(format!("b.{ending}")), &b);
    }
    let (left, right) = (placed(&a), placed(&b));
    let none = |(): &()| Vec::new();
    let far = nearest(&left[..], &right[..], 3, usize::MAX);
    for (inputs, question, expected) in [
        ("a.parquet b.csv", "overlaps", all(&left, &right, &Overlaps, none)),
        ("a.csv b.jsonl", "contains", all(&left, &right, &Contains, none)),
        ("a.jsonl b.arrow", "contacts", all(&left, &right, &Contacts, contact)),
        ("a.arrow b.parquet", "within --distance 1.5", all(&left, &right, &Within(1.5), gap)),
        ("a.parquet b.jsonl", "nearest --count 3", lines(&far, |distance| vec![*distance])),
    ] {
        assert!(expected.len() > 50, "{question}: {}", expected.len());
        join(here, &format!("{inputs} --question {question} --out out.csv"));
        assert!(csv(&here.join("out.csv")) == expected, "{inputs} {question}");
    }
}

#[test]
fn no_memory_limit_and_no_number_of_threads_shows_in_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write_boxes(&here.join("a.parquet"), 3, 120_000, 500.0);
    write_boxes(&here.join("b.parquet"), 4, 110_000, 500.0);
    for question in ["overlaps", "contacts", "within --distance 0.25", "nearest --count 2"] {
        let run = |limits: &str, out: &str| {
            join(here, &format!("a.parquet b.parquet --question {question} {limits} --out {out}"));
            fs::read(here.join(out)).unwrap()
        };
        let expected = run("--memory 2G --threads 1", "one.csv");
        assert!(expected.len() > 1_000_000);
        for (limits, out) in [
            ("--memory 16M --threads 1", "small.csv"),
            ("--memory 16M --threads 5", "many.csv"),
            ("--memory 64M --threads 2", "two.csv"),
        ] {
            assert!(run(limits, out) == expected, "{question} {limits}");
        }
    }
}

#[test]
fn results_have_the_same_rows_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(&here.join("a.jsonl"), &shapes(5, 200, 40.0));
    for out in ["out.csv", "out.jsonl", "out.arrow", "out.parquet"] {
        join(here, &format!("a.jsonl a.jsonl --question contacts --out {out}"));
    }
    let expected = csv(&here.join("out.csv"));
    let json = fs::read_to_string(here.join("out.jsonl")).unwrap();
    let names = ["left", "right", "depth", "normal_x", "normal_y", "x", "y"];
    let of_json = json.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        names
            .map(|name| if row[name].is_null() { "inf".into() } else { row[name].to_string() })
            .join(",")
    });
    // serde_json writes whole numbers with ".0".
    let plain = |line: String| {
        line.split(',')
            .map(|n| n.strip_suffix(".0").unwrap_or(n).to_owned())
            .collect::<Vec<_>>()
            .join(",")
    };
    let numbers =
        |line: &String| -> Vec<f32> { line.split(',').map(|n| n.parse().unwrap()).collect() };
    let of_json: Vec<Vec<f32>> = of_json.map(|line| numbers(&plain(line))).collect();
    assert_eq!(of_json, expected.iter().map(numbers).collect::<Vec<_>>());

    let file = |name: &str| fs::File::open(here.join(name)).unwrap();
    let arrow = arrow_ipc::reader::FileReader::try_new(file("out.arrow"), None).unwrap();
    let arrow: Vec<RecordBatch> = arrow.map(Result::unwrap).collect();
    let parquet =
        parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file("out.parquet"));
    let parquet: Vec<RecordBatch> = parquet.unwrap().build().unwrap().map(Result::unwrap).collect();
    for batches in [arrow, parquet] {
        let mut rows = Vec::new();
        for batch in batches {
            for row in 0..batch.num_rows() {
                let whole =
                    |i: usize| batch.column(i).as_primitive::<Int64Type>().value(row) as f32;
                let number = |i: usize| batch.column(i).as_primitive::<Float32Type>().value(row);
                rows.push(vec![
                    whole(0),
                    whole(1),
                    number(2),
                    number(3),
                    number(4),
                    number(5),
                    number(6),
                ]);
            }
        }
        assert_eq!(rows, of_json);
    }
}

#[test]
fn transforms_in_columns_place_shapes_as_those_in_forms() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let ship = r#"{"type":"polygon","points":[[0,-2],[1.4,1.6],[0,0.8],[-1.4,1.6]]}"#;
    let column = |numbers: Vec<f64>| -> ArrayRef { Arc::new(Float64Array::from(numbers)) };
    let bytes = Shape::from_json(&serde_json::from_str(ship).unwrap()).unwrap().to_bytes().unwrap();
    let shape: ArrayRef = Arc::new(BinaryArray::from_iter_values([&bytes; 3]));
    let batch = RecordBatch::try_from_iter([
        ("shape", shape),
        ("x", Arc::new(Int64Array::from(vec![0, 3, 30])) as ArrayRef),
        ("y", column(vec![0.1, 0.2, 0.3])),
        ("degrees", column(vec![0.0, 90.0, 45.5])),
        ("scale_x", column(vec![1.0, 2.0, -1.0])),
    ])
    .unwrap();
    write_batch(&here.join("a.parquet"), &batch);
    let form = |x: f64, y: f64, degrees: f64, sx: f64| {
        ship.replace(
            "]]}",
            &format!(
                r#"]],"transform":{{"position":[{x},{y}],"degrees":{degrees},"scale":[{sx},1]}}}}"#
            ),
        )
    };
    let forms = [form(0.0, 0.1, 0.0, 1.0), form(3.0, 0.2, 90.0, 2.0), form(30.0, 0.3, 45.5, -1.0)];
    write(&here.join("b.jsonl"), &forms);
    let same = all(&placed(&forms), &placed(&forms), &Contacts, contact);
    for inputs in ["a.parquet a.parquet", "a.parquet b.jsonl"] {
        join(here, &format!("{inputs} --question contacts --out out.csv"));
        assert_eq!(csv(&here.join("out.csv")), same, "{inputs}");
    }
    // A transform as text, under the one of the numbers.
    let moved = r#"{"matrix":[1,0,0,1,5,0]}"#;
    let text: ArrayRef = Arc::new(StringArray::from_iter_values([moved]));
    let batch = RecordBatch::try_from_iter([
        (
            "shape",
            Arc::new(StringArray::from_iter_values([r#"{"type":"point","at":[1,0]}"#])) as ArrayRef,
        ),
        ("transform", text),
        ("x", column(vec![10.0])),
        ("y", column(vec![0.0])),
    ])
    .unwrap();
    write_batch(&here.join("c.arrow"), &batch);
    let point = Shape::point((16.0, 0.0)).unwrap().place(Affine::IDENTITY).unwrap();
    assert!(point.bounds().contains((16.0, 0.0)));
    fs::write(
        here.join("d.csv"),
        "min_x,min_y,max_x,max_y\n15.5,0,16,1\n16,-1,17,0\n16.1,-1,17,0\n",
    )
    .unwrap();
    join(here, "c.arrow d.csv --out out.csv");
    assert_eq!(csv(&here.join("out.csv")), ["0,0", "0,1"]);
}

#[test]
fn empty_tables_give_an_empty_result() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    write(&here.join("a.jsonl"), &[]);
    write(&here.join("b.parquet"), &shapes(1, 10, 9.0));
    for question in ["overlaps", "nearest --count 2"] {
        join(here, &format!("a.jsonl b.parquet --question {question} --out out.csv"));
        assert!(csv(&here.join("out.csv")).is_empty());
        join(here, &format!("b.parquet a.jsonl --question {question} --out out.parquet"));
        join(here, &format!("b.parquet a.jsonl --question {question} --out out.csv"));
        assert!(csv(&here.join("out.csv")).is_empty());
    }
}

#[test]
fn tables_of_text_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let box_of = "min_x,min_y,max_x,max_y\n0,0,1,1\n";
    fs::write(here.join("a.csv"), format!("\u{feff}{box_of}")).unwrap();
    fs::write(here.join("b.jsonl"), "\u{feff}{\"type\":\"point\"}\n").unwrap();
    join(here, "a.csv b.jsonl --out out.csv");
    assert_eq!(csv(&here.join("out.csv")), ["0,0"]);
}
