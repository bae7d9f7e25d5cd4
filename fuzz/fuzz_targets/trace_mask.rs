//! Any mask with any goal through the whole way: what is promised is what the checker measures, the
//! pieces make up the outline, and every form can be written.
#![no_main]

use jostle_trace::{
    Connectivity, Detail, Edges, Effort, Fill, Format, Frames, Goal, Mask, Pieces, Ring, Side,
    Sprite, TraceError, Tracing, measure,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((head, rest)) = bytes.split_at_checked(6) else { return };
    let (width, height) = (u32::from(head[0] % 40), u32::from(head[1] % 40));
    // Two bits a pixel make runs as well as noise: the high one states "as the one before".
    let mut last = false;
    let mask = Mask::from_fn(width, height, |x, y| {
        let index = (y * width + x) as usize;
        let bits = rest.get(index / 4).map_or(0, |byte| byte >> (index % 4 * 2));
        if bits & 2 == 0 {
            last = bits & 1 == 1;
        }
        last
    });
    let amount = f64::from(head[3]);
    let mut goal = match head[2] % 6 {
        0 => Goal::default(),
        1 => Goal::deviation(amount / 64.0),
        2 => Goal::iou(amount / 255.0),
        3 => Goal::vertices(3 + usize::from(head[3] % 40)),
        4 => Goal::detail([Detail::Less, Detail::More, Detail::Optimal][usize::from(head[3]) % 3]),
        _ => Goal { max_deviation: Some(1.5), ..Goal::iou(amount / 255.0) },
    };
    goal.side = [Side::Free, Side::Free, Side::Cover, Side::Inside][usize::from(head[4] & 3)];
    let tracing = Tracing {
        connectivity: [Connectivity::Four, Connectivity::Eight][usize::from(head[4] >> 2 & 1)],
        fill: [Fill::None, Fill::None, Fill::Holes, Fill::Bays][usize::from(head[4] >> 3 & 3)],
        min_area: u64::from(head[4] >> 5),
        effort: [Effort::Fast, Effort::Best][usize::from(head[5] & 1)],
        edges: [Edges::Pixels, Edges::Alpha][usize::from(head[5] >> 1 & 1)],
        pieces: [Pieces::Any, Pieces::AtMost(3 + usize::from(head[5] >> 3))]
            [usize::from(head[5] >> 2 & 1)],
        fit: false,
        goal,
    };
    let alpha: Vec<u8> = rest.iter().copied().cycle().take((width * height) as usize).collect();
    let alpha = (alpha.len() == (width * height) as usize).then_some(&alpha[..]);
    let hitbox = match tracing.trace(&mask, alpha) {
        Ok(hitbox) => hitbox,
        // Only what contradicts itself may be refused: a side without a bound, too few vertices, or
        // more in common with the alpha than a whole soft outline has.
        Err(TraceError::Goal { what, .. }) => {
            let excused = goal.side != Side::Free || goal.max_vertices.is_some();
            assert!(excused || what == "soft outline", "{tracing:?}");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let report = &hitbox.report;
    if tracing.fill == Fill::None && tracing.min_area <= 1 {
        let found = measure(&hitbox.outline, &mask);
        assert!(found.validity.is_sound(), "{:?}", found.validity);
        assert_eq!((found.iou, found.vertices), (report.iou, report.vertices));
        // A soft outline is held against the alpha, not against the solid pixels.
        if tracing.edges == Edges::Pixels {
            assert!(goal.max_deviation.is_none_or(|most| found.deviation() <= most + 1e-4));
            assert!(goal.min_iou.is_none_or(|least| found.iou >= least - 1e-9));
        }
        assert!(goal.max_vertices.is_none_or(|most| found.vertices <= most));
        assert!(goal.side != Side::Cover || found.uncovered == 0);
        assert!(goal.side != Side::Inside || found.overrun == 0);
    }
    let area =
        |points: &Vec<_>| Ring { points: points.clone(), hole: false, parent: None }.doubled_area();
    assert_eq!(hitbox.pieces.iter().map(area).sum::<i64>(), hitbox.outline.doubled_area());
    let sprite = Sprite {
        name: "a".to_owned(),
        image: "a.png".to_owned(),
        size: hitbox.size,
        frames: Frames::Still(Box::new(hitbox)),
        tags: Vec::new(),
    };
    for format in Format::ALL {
        assert!(format.write(&sprite).iter().all(|(_, text)| !text.is_empty()));
    }
});
