//! Cost against number, one picture a family of worlds, as SVG.

use crate::Failure;
use plotters::prelude::*;
use std::path::Path;

/// What one contestant took.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A picture with both axes logarithmic.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub(crate) title: String,
    across: &'static str,
    up: &'static str,
    pub(crate) curves: Vec<Curve>,
}

/// Colors that differ for most eyes (Okabe and Ito, "Color universal design", 2008), and black
/// first.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
    RGBColor(150, 150, 150),
];

impl Plot {
    pub(crate) fn new(title: &str, across: &'static str, up: &'static str) -> Self {
        Self { title: title.to_owned(), across, up, curves: Vec::new() }
    }

    pub(crate) fn add(&mut self, name: &str, x: f64, y: f64) {
        if !y.is_finite() || y <= 0.0 {
            return;
        }
        match self.curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push((x, y)),
            None => self.curves.push(Curve { name: name.to_owned(), points: vec![(x, y)] }),
        }
    }

    /// The file's name: the title in small letters and hyphens.
    pub(crate) fn file(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        format!("{}.svg", self.title.chars().map(plain).collect::<String>())
    }

    fn range(&self, pick: fn(&(f64, f64)) -> f64, room: f64) -> std::ops::Range<f64> {
        let all = self.curves.iter().flat_map(|curve| &curve.points).map(pick);
        let (low, high) = all.fold((f64::MAX, 0.0), |(low, high), v| {
            (if v < low { v } else { low }, if v > high { v } else { high })
        });
        low / room..high * room
    }

    pub(crate) fn save(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(self.file());
        let root = SVGBackend::new(&path, (900, 480)).into_drawing_area();
        root.fill(&WHITE)?;
        // Names stand beside the curves, where they hide none.
        let (left, right) = root.split_horizontally(680);
        let (across, up) = (self.range(|p| p.0, 1.2), self.range(|p| p.1, 1.3));
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(across.log_scale(), up.log_scale())?;
        chart
            .configure_mesh()
            .x_desc(self.across)
            .y_desc(self.up)
            .x_label_formatter(&|v| short(*v))
            .y_label_formatter(&|v| short(*v))
            .light_line_style(RGBColor(240, 240, 240))
            .draw()?;
        for (i, curve) in self.curves.iter().enumerate() {
            let own = i == 0 || curve.name == "jostle auto";
            let color = COLORS[i % COLORS.len()];
            let style = color.stroke_width(if own { 3 } else { 1 });
            chart.draw_series(LineSeries::new(curve.points.iter().copied(), style))?;
            // Colors repeat, and then the dots are hollow.
            let dot = |p: &(f64, f64)| match i < COLORS.len() {
                true => Circle::new(*p, 3, color.filled()),
                false => Circle::new(*p, 4, color.stroke_width(1)),
            };
            chart.draw_series(curve.points.iter().map(dot))?;
            let y = 50 + 22 * i as i32;
            right.draw(&PathElement::new([(0, y), (22, y)], style))?;
            match i < COLORS.len() {
                true => right.draw(&Circle::new((11, y), 3, color.filled()))?,
                false => right.draw(&Circle::new((11, y), 4, color.stroke_width(1)))?,
            }
            right.draw(&Text::new(curve.name.clone(), (30, y - 7), ("sans-serif", 14)))?;
        }
        root.present()?;
        Ok(())
    }
}

/// A number as axes have it: 500, 20k, 4M.
fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", v / 1e6),
        v if v >= 1e3 => format!("{}k", v / 1e3),
        v => format!("{v}"),
    }
}
