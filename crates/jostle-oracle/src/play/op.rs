//! The calls of a run, as a journal has them.

use super::form::{Form, Matrix, Turn, pair};

/// What a slide is asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ask {
    pub(crate) by: [f32; 2],
    /// `None` for a world that is seen from above.
    pub(crate) up: Option<[f32; 2]>,
    /// In degrees.
    pub(crate) max_slope: f32,
    pub(crate) step: f32,
    pub(crate) snap: f32,
    /// `project`, `keep` or `level`.
    pub(crate) pace: &'static str,
}

/// A collider, or a group if it has no shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    pub(crate) form: Option<Form>,
    pub(crate) matrix: Matrix,
    pub(crate) parent: Option<u64>,
    pub(crate) one_way: Option<[f32; 2]>,
    pub(crate) is_platform: bool,
}

impl Body {
    pub(crate) fn new(form: Form, matrix: Matrix) -> Self {
        Self { form: Some(form), matrix, parent: None, one_way: None, is_platform: false }
    }
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Op {
    Insert {
        key: u64,
        body: Body,
    },
    /// Sets the transform in the frame of the parent.
    Set {
        key: u64,
        matrix: Matrix,
    },
    Slide {
        key: u64,
        ask: Ask,
    },
    Step,
}

impl Op {
    pub(crate) fn insert(key: u64, form: Form, matrix: Matrix) -> Self {
        Self::Insert { key, body: Body::new(form, matrix) }
    }

    /// The same call in a mirrored or turned world.
    pub(crate) fn turned(&self, turn: &Turn) -> Self {
        match self {
            Self::Insert { key, body } => Self::Insert {
                key: *key,
                body: Body {
                    form: body.form.as_ref().map(|form| form.turned(turn)),
                    matrix: turn.matrix(&body.matrix),
                    one_way: body.one_way.map(|d| turn.apply(d)),
                    ..body.clone()
                },
            },
            Self::Set { key, matrix } => Self::Set { key: *key, matrix: turn.matrix(matrix) },
            Self::Slide { key, ask } => {
                let up = ask.up.map(|up| turn.apply(up));
                let ask = Ask { by: turn.apply(ask.by), up, ..ask.clone() };
                Self::Slide { key: *key, ask }
            }
            Self::Step => Self::Step,
        }
    }

    /// The line of a journal.
    pub(crate) fn json(&self) -> String {
        match self {
            Self::Insert { key, body } => {
                let mut line = format!(r#"{{"op":"insert","key":{key}"#);
                if let Some(form) = &body.form {
                    line += &format!(r#","shape":{}"#, form.json());
                }
                line += &format!(r#","transform":{}"#, transform(&body.matrix));
                if let Some(parent) = body.parent {
                    line += &format!(r#","parent":{parent}"#);
                }
                if let Some(direction) = body.one_way {
                    line += &format!(r#","one_way":{}"#, pair(&direction));
                }
                if body.is_platform {
                    line += r#","platform":true"#;
                }
                line + "}"
            }
            Self::Set { key, matrix } => {
                let transform = transform(matrix);
                format!(r#"{{"op":"set_transform","key":{key},"transform":{transform}}}"#)
            }
            Self::Slide { key, ask } => {
                let Ask { by, up, max_slope, step, snap, pace } = ask;
                let mut line = format!(r#"{{"op":"slide","key":{key},"translation":{}"#, pair(by));
                if let Some(up) = up {
                    line += &format!(r#","up":{},"max_slope_degrees":{max_slope}"#, pair(up));
                }
                format!(r#"{line},"step":{step},"snap":{snap},"pace":"{pace}"}}"#)
            }
            Self::Step => r#"{"op":"step"}"#.to_owned(),
        }
    }
}

fn transform(m: &Matrix) -> String {
    if m[..4] == [1.0, 0.0, 0.0, 1.0] {
        return format!(r#"{{"position":[{},{}]}}"#, m[4], m[5]);
    }
    let [a, b, c, d, x, y] = m;
    format!(r#"{{"matrix":[{a},{b},{c},{d},{x},{y}]}}"#)
}
