use jostle::*;
#[test]
fn zz() {
    for (x, y) in [(0.0f32, 0.0f32), (1000.0, -7.0)] {
        let at = |s: Shape| s.place(Affine::at((x, y))).unwrap();
        let a = at(Shape::capsule((-0.5, 0.5), (-0.5, 3.75), 0.5).unwrap());
        let b = at(Shape::circle_at((1.5, 0.5), 1.5).unwrap());
        for d in [-1.0, -5.0, 1.0, -90.0] {
            let m = Motion::NONE.turning_degrees(d).about((x, y + 0.5));
            println!("{d} {:?}", a.sweep(&b, &m, Motion::NONE, Meet::OVERLAP));
        }
    }
}
