//! Box2D v3, through its safe bindings: bodies that a step of no time finds the contacts of.

use super::{CAPSULE, CIRCLE, Pose, RECT, TRIANGLE};
use boxdd::{
    BodyBuilder, BodyId, BodyType, Error, Foundation, Position, ShapeDef, Vec2, World,
    WorldBuilder, shapes,
};

pub(crate) struct Box2d {
    world: World,
    bodies: Vec<BodyId>,
}

impl Box2d {
    pub(crate) fn new(poses: &[Pose]) -> Result<Self, Error> {
        let foundation = Foundation::initialize_default()?;
        let still = WorldBuilder::from(foundation.world_def()).gravity(Vec2::new(0.0, 0.0));
        let mut world = foundation.create_world(still.build()?)?;
        let def = ShapeDef::builder().density(1.0).enable_contact_events(true).build()?;
        let [long, radius] = CAPSULE;
        let mut bodies = Vec::with_capacity(poses.len());
        for (i, [x, y, turn]) in poses.iter().enumerate() {
            // Contacts are for dynamic bodies only.
            let body = BodyBuilder::from(foundation.body_def())
                .body_type(BodyType::Dynamic)
                .enable_sleep(false)
                .position(Position::new(*x, *y))
                .angle(*turn)
                .build()?;
            let id = world.create_body(body)?;
            let mut body = world.body(id)?;
            match i % 4 {
                0 => body.create_circle(&def, &shapes::circle([0.0, 0.0], CIRCLE)?)?,
                1 => body.create_polygon(&def, &shapes::box_polygon(RECT[0], RECT[1])?)?,
                2 => {
                    let capsule = shapes::capsule([-long, 0.0], [long, 0.0], radius)?;
                    body.create_capsule(&def, &capsule)?
                }
                _ => body.create_polygon(&def, &shapes::polygon_from_points(TRIANGLE, 0.0)?)?,
            };
            bodies.push(id);
        }
        Ok(Self { world, bodies })
    }

    pub(crate) fn frame(&mut self, poses: &[Pose]) -> Result<[usize; 2], Error> {
        for (id, [x, y, turn]) in self.bodies.iter().zip(poses) {
            self.world.body(*id)?.set_position_and_rotation([*x, *y], *turn)?;
        }
        let done = self.world.step(0.0, 1)?;
        let events = done.contact_events()?;
        Ok([events.begin().len(), events.end().len()])
    }
}
