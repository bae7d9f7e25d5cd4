//! Image layers as colliders: the outline of what is solid in their pictures.

use crate::error::MapError;
use crate::map::{Item, Map};
use crate::text::Reach;
use jostle::{Affine, Vec2};
use jostle_trace::{Goal, MAX_PICTURE_BYTES, Picture, shape_of_rgba};
use std::io::Read;
use std::sync::Arc;

impl Map {
    /// Traces the pictures of all image layers, read from files; a layer without a solid pixel has no
    /// item. `Goal` states how near the outline keeps to the pixels.
    ///
    /// # Errors
    /// A picture cannot be read or decoded, or the goal cannot be reached.
    pub fn traced(&self, goal: Goal) -> Result<Vec<Item>, MapError> {
        let mut items = Vec::new();
        for (layer, path) in
            self.layers.iter().enumerate().filter_map(|(layer, l)| Some((layer, l.image.as_ref()?)))
        {
            let mut bytes = Vec::new();
            let file = Reach::Anywhere.open(path);
            file.and_then(|file| file.take(MAX_PICTURE_BYTES + 1).read_to_end(&mut bytes))
                .map_err(|error| MapError::new("", error.to_string()).in_file(path))?;
            items.extend(self.trace(layer, &bytes, goal)?);
        }
        Ok(items)
    }

    /// Traces the picture of one layer from the bytes of its file: PNG, GIF or WebP. `None`
    /// if no pixel is solid. Repeated pictures count once.
    ///
    /// # Errors
    /// As [`Map::traced`], and there is no such layer.
    pub fn trace(&self, layer: usize, bytes: &[u8], goal: Goal) -> Result<Option<Item>, MapError> {
        let (index, count) = (layer, self.layers.len());
        let layer = self.layers.get(index).ok_or_else(|| {
            MapError::new("", format!("the map has {count} layers, and no number {index}"))
        })?;
        let fault = |error: jostle_trace::TraceError| {
            let error = MapError::new(format!("layer {:?}", layer.name), error.to_string());
            match &layer.image {
                Some(path) => error.in_file(path),
                None => error,
            }
        };
        let picture = Picture::decode(bytes).map_err(fault)?;
        let Some(frame) = picture.frames().first() else { return Ok(None) };
        let image = &frame.image;
        let size = [image.width(), image.height()];
        let Some(shape) = shape_of_rgba(size, image.rgba(), goal).map_err(fault)? else {
            return Ok(None);
        };
        let middle = Vec2::from(size.map(|side| side as f32 / 2.0));
        Ok(Some(Item {
            id: layer.name.clone(),
            layer: index,
            cell: None,
            object: None,
            name: layer.name.clone(),
            class: "".into(),
            properties: Arc::new(layer.properties.clone()),
            rules: Arc::clone(&layer.rules),
            shape: Arc::new(shape),
            transform: Affine::at(layer.offset + middle),
            footprint: None,
        }))
    }
}
