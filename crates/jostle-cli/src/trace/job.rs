//! One input, from its bytes to its hitboxes.

use super::inputs::Input;
use super::options::Wishes;
use super::preview;
use crate::problem::Problem;
use jostle_trace::{
    Cut, Frames, Hitbox, Image, MAX_PICTURE_BYTES, MAX_SHEET_BYTES, Mask, NamedHitbox, Origin,
    Picture, Sheet, Slice, Sprite, Tag, TraceError,
};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What became of an input.
pub(super) struct Done {
    pub(super) path: PathBuf,
    pub(super) sprite: Sprite,
}

/// What a preview is drawn over.
pub(super) struct View {
    pub(super) image: Image,
    pub(super) mask: Mask,
    /// Where the picture lies in the untrimmed frame.
    pub(super) trim: [i32; 2],
}

/// A frame on its way.
struct Source {
    /// None for a still picture.
    name: Option<String>,
    file: Option<String>,
    milliseconds: u32,
    area: Option<[u32; 4]>,
    trim: [i32; 2],
    size: Option<[u32; 2]>,
    anchor: Option<[f64; 2]>,
}

struct Job<'a> {
    wishes: &'a Wishes,
    slices: Vec<Slice>,
    /// The input's name, which is in that of each preview.
    stem: &'a str,
    preview: Option<Preview<'a>>,
}

/// Where previews go.
#[derive(Clone, Copy)]
pub(super) struct Preview<'a> {
    pub(super) file: &'a Path,
    /// Whether this is the only input.
    pub(super) alone: bool,
}

/// Traces an input, and draws its previews where they are wanted.
pub(super) fn trace(
    wishes: &Wishes,
    input: &Input,
    preview: Option<Preview<'_>>,
) -> Result<Done, Problem> {
    let bytes = read(&input.path, MAX_PICTURE_BYTES.max(MAX_SHEET_BYTES))?;
    let mut job = Job { wishes, slices: Vec::new(), stem: &input.stem, preview };
    let sprite = if is_sheet(&bytes) {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Problem::new(format!("byte {at}"), "this is not UTF-8 text")
        })?;
        job.sheet(input, Sheet::parse(&text).map_err(problem)?)?
    } else {
        job.picture(input, Picture::decode(&bytes).map_err(problem)?)?
    };
    Ok(Done { path: input.path.clone(), sprite })
}

/// Whether this is text, as descriptions of sheets are, and no picture is.
fn is_sheet(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'<'))
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Problem> {
    let wrong = |error: std::io::Error| Problem::new("", error.to_string()).in_file(path);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(wrong)?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > limit {
        let message = format!("more than {} MiB, the limit for one file", limit >> 20);
        return Err(Problem::new("", message).in_file(path));
    }
    Ok(bytes)
}

fn problem(error: TraceError) -> Problem {
    Problem::new("", error.to_string())
}

impl Job<'_> {
    fn picture(&mut self, input: &Input, picture: Picture) -> Result<Sprite, Problem> {
        self.slices = picture.slices().to_vec();
        let tags = picture.tags().to_vec();
        let mut frames = picture.into_frames();
        let first = &frames[0].image;
        let size = [first.width(), first.height()];
        let image = file_name(&input.path);
        if let Some(grid) = &self.wishes.grid {
            if frames.len() > 1 {
                let message = "a grid is for a still picture, and this one has several frames";
                return Err(Problem::new("", message));
            }
            let sheet = Sheet::grid(grid, size).map_err(problem)?;
            let still = frames.remove(0).image;
            return self.cuts(input, sheet, &[(image, still)]);
        }
        let sprite = |frames, tags| Sprite {
            name: input.stem.clone(),
            image: image.clone(),
            size,
            frames,
            tags,
        };
        if frames.len() == 1 {
            let still = frames.remove(0);
            self.tagged(&tags, 1)?;
            let hitbox = self.frame(0, &Source::whole(None, 0), still.image)?;
            return Ok(sprite(Frames::Still(Box::new(hitbox)), tags));
        }
        let wanted = self.tagged(&tags, frames.len())?;
        let mut named = Vec::new();
        for (index, frame) in frames.into_iter().enumerate() {
            if !wanted.contains(&index) {
                continue;
            }
            let source = Source::whole(Some(index.to_string()), frame.milliseconds);
            let hitbox = self.frame(index, &source, frame.image)?;
            named.push(source.named(hitbox));
        }
        Ok(sprite(Frames::Many(named), tags))
    }

    /// Which frames the tag asks for.
    fn tagged(&self, tags: &[Tag], count: usize) -> Result<std::ops::Range<usize>, Problem> {
        let Some(name) = &self.wishes.tag else { return Ok(0..count) };
        let tag = tags.iter().find(|tag| tag.name == *name);
        let tag = tag.ok_or_else(|| Problem::new("", format!("there is no tag {name:?}")))?;
        Ok(tag.from as usize..(tag.to as usize + 1).min(count))
    }

    fn sheet(&mut self, input: &Input, sheet: Sheet) -> Result<Sprite, Problem> {
        self.slices.clone_from(&sheet.slices);
        let mut images = Vec::new();
        for name in &sheet.images {
            let path = input.path.parent().unwrap_or(Path::new("")).join(name);
            let bytes = read(&path, MAX_PICTURE_BYTES)?;
            let picture = Picture::decode(&bytes).map_err(|e| problem(e).in_file(&path))?;
            let still = picture.into_frames().remove(0).image;
            images.push((name.clone(), still));
        }
        if images.is_empty() {
            // A description without a name is beside its picture, under the same name.
            let path = input.path.with_extension("png");
            let bytes = read(&path, MAX_PICTURE_BYTES)?;
            let picture = Picture::decode(&bytes).map_err(|e| problem(e).in_file(&path))?;
            images.push((file_name(&path), picture.into_frames().remove(0).image));
        }
        self.cuts(input, sheet, &images)
    }

    fn cuts(
        &mut self,
        input: &Input,
        sheet: Sheet,
        images: &[(String, Image)],
    ) -> Result<Sprite, Problem> {
        let wanted = self.tagged(&sheet.tags, sheet.cuts.len())?;
        let mut named = Vec::new();
        for (index, cut) in sheet.cuts.iter().enumerate().filter(|(i, _)| wanted.contains(i)) {
            let Some((file, image)) = images.get(cut.image) else {
                return Err(Problem::new(format!("frame {:?}", cut.name), "it has no picture"));
            };
            let pixels = cut.pixels(image).map_err(problem)?;
            let source = Source::cut(cut, (images.len() > 1).then(|| file.clone()));
            let hitbox = self.frame(index, &source, pixels)?;
            named.push(source.named(hitbox));
        }
        let (image, size) = match images.first() {
            Some((name, image)) => (name.clone(), [image.width(), image.height()]),
            None => (String::new(), [0, 0]),
        };
        let (name, frames) = (input.stem.clone(), Frames::Many(named));
        Ok(Sprite { name, image, size, frames, tags: sheet.tags })
    }

    /// Traces one frame.
    fn frame(&mut self, index: usize, source: &Source, image: Image) -> Result<Hitbox, Problem> {
        let place = source.name.as_ref().map_or_else(String::new, |name| format!("frame {name:?}"));
        let mut mask = self.wishes.solid.mask(&image);
        let trim = source.trim;
        if let Some(name) = &self.wishes.slice {
            let slice = self.slices.iter().find(|slice| slice.name == *name);
            let slice = slice.ok_or_else(|| Problem::new("", format!("no slice {name:?}")))?;
            let key = slice.at(index as u32);
            let inside = |x: u32, y: u32| {
                key.is_some_and(|key| key.contains([x as i32 + trim[0], y as i32 + trim[1]]))
            };
            let own = |x, y| mask.get(x, y) && inside(x, y);
            mask = Mask::from_fn(mask.width(), mask.height(), own);
        }
        let alpha: Vec<u8> = image.rgba().iter().skip(3).step_by(4).copied().collect();
        let tracing = &self.wishes.tracing;
        let mut hitbox =
            tracing.trace(&mask, Some(&alpha)).map_err(|e| problem(e).within(&place))?;
        let size = source.size.unwrap_or([image.width(), image.height()]);
        let pivot = match source.anchor {
            Some([x, y]) => [x * f64::from(size[0]), y * f64::from(size[1])],
            None => self
                .slices
                .iter()
                .find_map(|slice| slice.at(index as u32)?.pivot_in_frame())
                .unwrap_or([0.0; 2]),
        };
        hitbox.put(size, Origin { trim, pivot }).map_err(|e| problem(e).within(&place))?;
        if let Some(Preview { file, alone }) = self.preview {
            let many = source.name.as_deref();
            let name = match many {
                None if alone => None,
                None => Some(self.stem.to_owned()),
                Some(name) => Some(format!("{}-{name}", self.stem)),
            };
            let view = View { image, mask, trim };
            preview::save(file, name.as_deref(), &hitbox, &view)?;
        }
        Ok(hitbox)
    }
}

impl Source {
    fn whole(name: Option<String>, milliseconds: u32) -> Self {
        Self { name, file: None, milliseconds, area: None, trim: [0, 0], size: None, anchor: None }
    }

    fn cut(cut: &Cut, file: Option<String>) -> Self {
        Self {
            name: Some(cut.name.clone()),
            file,
            milliseconds: cut.milliseconds,
            area: cut.area,
            trim: cut.trim,
            size: cut.size,
            anchor: cut.anchor,
        }
    }

    fn named(self, hitbox: Hitbox) -> NamedHitbox {
        let Self { name, file, milliseconds, area, .. } = self;
        let name = name.unwrap_or_default();
        NamedHitbox { name, file, milliseconds, area, hitbox }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
