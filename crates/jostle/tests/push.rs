//! Pushes out of concave shapes, where a first version stopped half way.

use jostle::{Affine, Ends, Placed, Shape, ShapeError, Sided, Verdict};

fn pushed_apart(a: &Placed, b: &Placed) -> bool {
    let Some(contact) = a.contact(b) else { return true };
    let after = a.gap(&b.moved(contact.push_b()));
    after.depth() <= 1e-5 * (contact.depth + 1.0)
}

#[test]
fn a_line_that_crosses_a_holed_arrow_is_pushed_all_the_way_out() -> Result<(), ShapeError> {
    let arrow = [(0.0, -20.0), (14.0, 16.0), (0.0, 8.0), (-14.0, 16.0)];
    let hole = [(-1.0, 0.0), (1.0, 0.0), (0.0, 4.0)];
    let a = Shape::polygon_with_holes(arrow, [hole])?.place(Affine::IDENTITY)?;
    let line = Shape::chain([(-3.0, 0.0), (0.0, 2.0), (3.0, 0.0)], Ends::Open, Sided::Both)?;
    for x in -24..=24 {
        for y in -24..=24 {
            let b = line.place(Affine::at(x as f32, y as f32))?;
            assert!(pushed_apart(&a, &b), "{x} {y}");
            assert!(pushed_apart(&b, &a), "{x} {y} swapped");
        }
    }
    Ok(())
}

#[test]
fn combs_are_pushed_out_of_each_other() -> Result<(), ShapeError> {
    let mut outline = vec![(0.0, 0.0), (20.0, 0.0)];
    for tooth in (0..5).rev() {
        let x = 4.0 * tooth as f32;
        outline.extend([(x + 2.0, 9.0), (x + 2.0, 1.0), (x, 1.0), (x, 9.0)]);
    }
    let comb = Shape::polygon(outline)?;
    let a = comb.place(Affine::IDENTITY)?;
    for step in 0..60 {
        let turn = step as f32 * 0.11;
        let b = comb.place(Affine::at(1.0 + 0.3 * step as f32, 4.0).turned(turn))?;
        assert!(pushed_apart(&a, &b), "{step}");
        if a.verdict(&b) == Verdict::Overlapping {
            assert!(a.gap(&b).separation < 0.0);
        }
    }
    Ok(())
}
