//! From a mask to a hitbox, by the wishes of the caller.

use crate::{Connectivity, Hitbox, Mask, Origin, Report, TraceError, outline, shape_of};

impl Hitbox {
    /// Traces the pixel edges of a mask as they are.
    ///
    /// # Errors
    /// Refuses an outline of more vertices than a shape may have.
    ///
    /// ```
    /// use jostle_trace::{Hitbox, Mask};
    /// let frame = Mask::from_fn(5, 5, |x, y| x % 4 == 0 || y % 4 == 0);
    /// let hitbox = Hitbox::exact(&frame).unwrap();
    /// assert_eq!((hitbox.report.rings, hitbox.report.vertices), (2, 8));
    /// ```
    pub fn exact(mask: &Mask) -> Result<Self, TraceError> {
        let outline = outline(mask, Connectivity::Four);
        let shape = shape_of(&outline)?;
        Ok(Self {
            size: [mask.width(), mask.height()],
            origin: Origin::default(),
            pieces: Vec::new(),
            shape,
            report: Report {
                rings: outline.rings.len(),
                vertices: outline.vertices(),
                iou: 1.0,
                soft_iou: 1.0,
                ..Report::default()
            },
            outline,
        })
    }
}
