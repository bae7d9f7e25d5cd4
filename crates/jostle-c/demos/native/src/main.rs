//! The collision study in a native window: one shape stands in the middle, another jumps to a
//! random place and rotation every half second; both are red while they collide and green while
//! they do not.
//!
//! C circles, R rectangles (at the start), Space starts and stops, O outline, M next method, Escape
//! ends. P opens a platform level, and closes it: the arrows left and right walk, up jumps.
//! `jostle-study [SEED]` prints a line for each change of state and for each stop.

mod level;

use jostle::query::{BuiltinMethod, OverlapMethod};
use jostle::{Affine, Placed, Shape, ShapeError, Vec2};
use macroquad::prelude as mq;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 480.0;
const JUMP_EVERY: f64 = 0.5;
const BOX_HALF: Vec2 = Vec2::new(45.0, 30.0);
const CHILD_HALF: Vec2 = Vec2::new(12.0, 12.0);
const RADIUS: f32 = 40.0;

const RED: [u8; 4] = [209, 36, 47, 255];
const GREEN: [u8; 4] = [26, 127, 55, 255];
const DARK: [u8; 4] = [31, 35, 40, 255];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Circles,
    Rectangles,
}

/// A body with a shape that sits beside its middle: the shape's place is the body's place plus the
/// offset, turned by the body. The shape itself stays upright, and so does its child.
struct Body {
    position: Vec2,
    rotation: f32,
    offset: Vec2,
    child: Vec2,
}

impl Body {
    fn frame(&self) -> Affine {
        Affine::at(self.position).rotated(self.rotation)
    }

    fn center(&self) -> Vec2 {
        self.frame().transform_point(self.offset)
    }

    fn child(&self) -> Vec2 {
        self.frame().transform_point(self.offset + self.child)
    }
}

struct Study {
    kind: Kind,
    methods: [(&'static str, Box<dyn OverlapMethod>); 4],
    method: usize,
    moving: bool,
    outlined: bool,
    colliding: bool,
    color: [u8; 4],
    still: Body,
    jumper: Body,
}

impl Study {
    fn new() -> Self {
        let deep = |a: &Placed, b: &Placed| a.gap(b).depth() > 8.0;
        let body = |position, offset, child| Body { position, rotation: 0.0, offset, child };
        Self {
            kind: Kind::Rectangles,
            methods: [
                ("exact", Box::new(BuiltinMethod::Exact)),
                ("circles", Box::new(BuiltinMethod::Circles)),
                ("bounds", Box::new(BuiltinMethod::Bounds)),
                ("deep", Box::new(deep)), // one's own
            ],
            method: 0,
            moving: true,
            outlined: false,
            colliding: false,
            color: GREEN,
            still: body(Vec2::new(WIDTH / 2.0, HEIGHT / 2.0), Vec2::ZERO, Vec2::ZERO),
            jumper: body(Vec2::new(120.0, 120.0), Vec2::new(30.0, 0.0), Vec2::new(70.0, 0.0)),
        }
    }

    fn placed(&self, body: &Body) -> Result<Placed, ShapeError> {
        let shape = match self.kind {
            Kind::Circles => Shape::circle(RADIUS)?,
            Kind::Rectangles => Shape::rect_half(BOX_HALF)?,
        };
        let at = body.center();
        shape.place(Affine::at(at))
    }

    /// Color and state begin again when the shapes are others.
    fn become_kind(&mut self, kind: Kind) {
        self.kind = kind;
        self.colliding = false;
        self.color = GREEN;
    }

    fn jump(&mut self) {
        let place = |length: f32| mq::rand::gen_range(80.0, length - 80.0);
        self.jumper.position = Vec2::new(place(WIDTH), place(HEIGHT));
        self.jumper.rotation = mq::rand::gen_range(0.0, core::f32::consts::TAU);
    }

    /// The color changes only in the frame in which the state does.
    fn look(&mut self) -> Result<(), ShapeError> {
        let (a, b) = (self.placed(&self.still)?, self.placed(&self.jumper)?);
        let now = self.methods[self.method].1.hit(&a, &b);
        if now != self.colliding {
            self.colliding = now;
            self.color = if now { RED } else { GREEN };
            self.say(if now { "collides" } else { "parts" });
        }
        Ok(())
    }

    fn say(&self, what: &str) {
        let kind = if self.kind == Kind::Circles { "circles" } else { "rectangles" };
        let (a, b) = (self.still.center(), self.jumper.center());
        let method = self.methods[self.method].0;
        println!("{what} {kind} {method} a {:.3} {:.3} b {:.3} {:.3}", a.x, a.y, b.x, b.y);
    }

    fn draw(&self) {
        let rect = |at: Vec2, half: Vec2, paint| {
            let (x, y) = (at.x - half.x, at.y - half.y);
            mq::draw_rectangle(x, y, 2.0 * half.x, 2.0 * half.y, color(paint));
        };
        mq::clear_background(color([246, 248, 250, 255]));
        for body in [&self.still, &self.jumper] {
            let at = body.center();
            for (rim, paint) in [(3.0, DARK), (0.0, self.color)] {
                if rim > 0.0 && !self.outlined {
                    continue;
                }
                match self.kind {
                    Kind::Circles => mq::draw_circle(at.x, at.y, RADIUS + rim, color(paint)),
                    Kind::Rectangles => rect(at, BOX_HALF + Vec2::new(rim, rim), paint),
                }
            }
        }
        rect(self.jumper.child(), CHILD_HALF, DARK);
    }
}

fn color([r, g, b, a]: [u8; 4]) -> mq::Color {
    mq::Color::from_rgba(r, g, b, a)
}

/// A frame of the level, by the keys that are held down.
fn play(level: &mut level::Level) -> Result<(), jostle::Error> {
    let held = |key| if mq::is_key_down(key) { 1.0 } else { 0.0 };
    let walk = held(mq::KeyCode::Right) - held(mq::KeyCode::Left);
    level.step(walk, mq::is_key_down(mq::KeyCode::Up))?;
    level.draw();
    Ok(())
}

fn window() -> mq::Conf {
    mq::Conf {
        window_title: "jostle: the study".to_owned(),
        window_width: WIDTH as i32,
        window_height: HEIGHT as i32,
        window_resizable: false,
        ..mq::Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    mq::rand::srand(seed.unwrap_or_else(|| mq::miniquad::date::now() as u64));
    let mut study = Study::new();
    study.say("begins");
    let mut jumped = mq::get_time();
    let mut level = None;
    while !mq::is_key_pressed(mq::KeyCode::Escape) {
        let mut again = false;
        for key in mq::get_keys_pressed() {
            match key {
                mq::KeyCode::C => study.become_kind(Kind::Circles),
                mq::KeyCode::R => study.become_kind(Kind::Rectangles),
                mq::KeyCode::O => study.outlined = !study.outlined,
                mq::KeyCode::M => study.method = (study.method + 1) % study.methods.len(),
                mq::KeyCode::Space => study.moving = !study.moving,
                mq::KeyCode::P => {
                    level = if level.is_some() { None } else { level::Level::new().ok() };
                }
                _ => continue,
            }
            again = true;
        }
        if let Some(level) = &mut level {
            if let Err(error) = play(level) {
                eprintln!("{error}");
                return;
            }
            mq::next_frame().await;
            continue;
        }
        if study.moving && mq::get_time() - jumped >= JUMP_EVERY {
            study.jump();
            jumped = mq::get_time();
        }
        if let Err(error) = study.look() {
            eprintln!("{error}");
            return;
        }
        if again {
            study.say(if study.moving { "moves" } else { "stands" });
        }
        study.draw();
        mq::next_frame().await;
    }
}
