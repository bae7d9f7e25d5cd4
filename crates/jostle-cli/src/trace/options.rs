//! The options, and their meaning together.

use crate::problem::Problem;
use jostle_trace::{
    Connectivity, Detail, Edges, Effort, Fill, Goal, Grid, Ignored, Pieces, Side, Solid, Tracing,
};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The farthest that outline and pixels may be apart, in pixels, measured both ways.
    #[arg(long, value_name = "PX")]
    max_error: Option<f64>,
    /// The least area that outline and pixels have in common, as a share of what either covers.
    #[arg(long, value_name = "X")]
    iou: Option<f64>,
    /// The most vertices, over all rings.
    #[arg(long, value_name = "N")]
    vertices: Option<usize>,
    /// A level by name: less, more, optimal (15, 7.5, 1 % of the area may differ) or exact.
    #[arg(long, value_name = "NAME", value_parser = detail, conflicts_with_all = ["max_error", "iou", "vertices"])]
    detail: Option<Detail>,
    /// How much time may go into having few vertices: fast or best.
    #[arg(long, value_name = "NAME", default_value = "best", value_parser = effort)]
    effort: Effort,
    /// Keeps every solid pixel inside the outline.
    #[arg(long, conflicts_with = "inside")]
    cover: bool,
    /// Keeps every empty pixel outside the outline.
    #[arg(long)]
    inside: bool,
    /// Drops solid parts and holes of fewer pixels.
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_area: u64,
    /// What to make solid first: none, holes, or bays that eight rays find closed in.
    #[arg(long, value_name = "WHAT", default_value = "none", value_parser = fill)]
    fill: Fill,
    /// The least alpha of a solid pixel, 0 to 255.
    #[arg(long, value_name = "N", default_value_t = 128)]
    alpha: u8,
    /// A color that is empty, RRGGBBAA or RRGGBB for any alpha, ~TOL for those near it; repeatable.
    #[arg(long, alias = "ignore-color", value_name = "RRGGBBAA[~TOL]", value_parser = Ignored::parse)]
    ignore_color: Vec<Ignored>,
    /// True if solid pixels that share only a corner belong together (8) or not (4).
    #[arg(long, value_name = "4|8", default_value = "4", value_parser = connectivity)]
    connectivity: Connectivity,
    /// Lets the outline run between pixel edges, where the gradient of the alpha has the edge.
    #[arg(long)]
    soft: bool,
    /// The most vertices of a convex piece; 8 for Box2D.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    pieces: Option<u32>,
    /// Leaves the convex pieces out, for forms that do not consist of them: json, svg, ron and h.
    #[arg(long, conflicts_with = "pieces")]
    no_pieces: bool,
    /// Makes the shape a circle, rect, capsule, ellipse or hull if one keeps the goal.
    #[arg(long, conflicts_with_all = ["vertices", "soft"])]
    fit: bool,
    /// Of several frames: each by itself, their union, their intersection, or coherent (outlines
    /// with the same vertices, to blend between).
    #[arg(long, value_name = "HOW", default_value = "each", value_parser = together)]
    frames: Together,
    /// Cuts a picture into cells of this size, in pixels.
    #[arg(long, value_name = "WxH", value_parser = cell)]
    grid: Option<[u32; 2]>,
    /// Empty pixels around the cells of the grid.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "grid")]
    margin: u32,
    /// Empty pixels between the cells of the grid.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "grid")]
    spacing: u32,
    /// Takes only the frames of the tag of this name.
    #[arg(long, value_name = "NAME")]
    tag: Option<String>,
    /// Takes only the inside of the slice of this name.
    #[arg(long, value_name = "NAME")]
    slice: Option<String>,
}

/// What becomes of several frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Together {
    #[default]
    Each,
    Union,
    Intersection,
    Coherent,
}

/// The options, checked.
#[derive(Default)]
pub(crate) struct Wishes {
    pub(crate) solid: Solid,
    pub(crate) tracing: Tracing,
    pub(crate) together: Together,
    pub(crate) grid: Option<Grid>,
    pub(crate) tag: Option<String>,
    pub(crate) slice: Option<String>,
}

impl Options {
    fn goal(&self) -> Goal {
        Goal {
            max_deviation: self.max_error,
            min_iou: self.iou,
            max_vertices: self.vertices,
            side: match (self.cover, self.inside) {
                (true, _) => Side::Cover,
                (_, true) => Side::Inside,
                _ => Side::Free,
            },
            ..self.detail.map(Goal::detail).unwrap_or_default()
        }
    }

    pub(super) fn wishes(&self) -> Result<Wishes, Problem> {
        let cells = |cell: [u32; 2]| Grid {
            cell,
            margin: self.margin,
            spacing: self.spacing,
            ..Grid::default()
        };
        Ok(Wishes {
            solid: Solid { alpha: self.alpha, ignored: self.ignore_color.clone() },
            tracing: Tracing {
                connectivity: self.connectivity,
                min_area: self.min_area,
                fill: self.fill,
                goal: self.goal(),
                effort: self.effort,
                edges: if self.soft { Edges::Alpha } else { Edges::Pixels },
                fit: self.fit,
                pieces: match self.pieces {
                    _ if self.no_pieces => Pieces::None,
                    None => Pieces::Any,
                    Some(most) => Pieces::AtMost(most as usize),
                },
            },
            together: self.frames,
            grid: self.grid.map(cells),
            tag: self.tag.clone(),
            slice: self.slice.clone(),
        })
    }
}

fn together(name: &str) -> Result<Together, String> {
    match name {
        "each" => Ok(Together::Each),
        "union" => Ok(Together::Union),
        "intersection" => Ok(Together::Intersection),
        "coherent" => Ok(Together::Coherent),
        _ => Err("it is each, union, intersection or coherent".to_owned()),
    }
}

/// The level of a name.
pub(crate) fn detail(name: &str) -> Result<Detail, String> {
    match name {
        "less" => Ok(Detail::Less),
        "more" => Ok(Detail::More),
        "optimal" => Ok(Detail::Optimal),
        "exact" => Ok(Detail::Exact),
        _ => Err("the levels are less, more, optimal and exact".to_owned()),
    }
}

fn effort(name: &str) -> Result<Effort, String> {
    match name {
        "fast" => Ok(Effort::Fast),
        "best" => Ok(Effort::Best),
        _ => Err("it is fast or best".to_owned()),
    }
}

/// What a name states to fill.
pub(crate) fn fill(name: &str) -> Result<Fill, String> {
    match name {
        "none" => Ok(Fill::None),
        "holes" => Ok(Fill::Holes),
        "bays" => Ok(Fill::Bays),
        _ => Err("it is none, holes or bays".to_owned()),
    }
}

fn connectivity(text: &str) -> Result<Connectivity, String> {
    match text {
        "4" => Ok(Connectivity::Four),
        "8" => Ok(Connectivity::Eight),
        _ => Err("it is 4 or 8".to_owned()),
    }
}

fn cell(text: &str) -> Result<[u32; 2], String> {
    let wrong = || "it is a width and a height in pixels, such as 32x32".to_owned();
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    Ok([width.parse().map_err(|_| wrong())?, height.parse().map_err(|_| wrong())?])
}
