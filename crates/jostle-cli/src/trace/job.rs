//! One input, from its bytes to its hitboxes.

use super::inputs::Input;
use super::options::{Together, Wishes};
use super::preview;
use crate::problem::Problem;
use jostle_tiled::Reach;
use jostle_trace::{
    Cut, Frames, Hitbox, Image, MAX_CUT_PIXELS, MAX_PICTURE_BYTES, MAX_SHEET_BYTES, MAX_SIDE, Mask,
    NamedHitbox, Origin, Picture, Sheet, Slice, Sprite, Tag, TraceError, intersection, union,
};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What became of an input.
pub(super) struct Done {
    pub(super) path: PathBuf,
    pub(super) sprite: Sprite,
    /// The pictures that a sheet names.
    pub(super) files: Vec<PathBuf>,
    /// The previews, which are not written yet.
    pub(super) previews: Vec<(PathBuf, Vec<u8>)>,
}

/// The background of a preview.
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
    /// What names the input's previews.
    label: &'a str,
    preview: Option<Preview<'a>>,
    files: Vec<PathBuf>,
    previews: Vec<(PathBuf, Vec<u8>)>,
    /// Hitboxes of frames, where each has its own.
    named: Vec<NamedHitbox>,
    /// Frames that are traced together, and their pixels in all.
    waiting: Vec<(Source, Cutout)>,
    pixels: u64,
}

/// A frame's solid pixels.
struct Cutout {
    mask: Mask,
    alpha: Vec<u8>,
    /// Width and height of the untrimmed frame.
    size: [u32; 2],
    origin: Origin,
}

/// Where previews go.
#[derive(Clone, Copy)]
pub(super) struct Preview<'a> {
    pub(super) file: &'a Path,
    /// True if this is the only input.
    pub(super) alone: bool,
}

/// Traces an input that lies within a reach, and draws its previews if they are wanted; what a sheet
/// names lies within another.
pub(super) fn trace(
    wishes: &Wishes,
    (input, within): (&Input, &Reach),
    named: &Reach,
    preview: Option<Preview<'_>>,
) -> Result<Done, Problem> {
    let bytes = read(&input.path, within, MAX_PICTURE_BYTES.max(MAX_SHEET_BYTES))?;
    let mut job = Job {
        wishes,
        slices: Vec::new(),
        label: &input.label,
        preview,
        files: Vec::new(),
        previews: Vec::new(),
        named: Vec::new(),
        waiting: Vec::new(),
        pixels: 0,
    };
    let sprite = if is_sheet(&bytes) {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Problem::new(format!("byte {at}"), "this is not UTF-8 text")
        })?;
        job.sheet(input, named, Sheet::parse(&text).map_err(problem)?)?
    } else {
        job.picture(input, Picture::decode(&bytes).map_err(problem)?)?
    };
    Ok(Done { path: input.path.clone(), sprite, files: job.files, previews: job.previews })
}

/// Returns `true` if this is text, as descriptions of sheets are, and no picture is.
fn is_sheet(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'<'))
}

fn read(path: &Path, reach: &Reach, limit: u64) -> Result<Vec<u8>, Problem> {
    let wrong = |error: std::io::Error| Problem::new("", error.to_string()).in_file(path);
    let mut bytes = Vec::new();
    let file = reach.open(path).map_err(wrong)?;
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
            let mut still = Some((image, still));
            let gone = || Problem::new("", "a frame has no picture");
            return self.cuts(input, &sheet, 1, |_| still.take().ok_or_else(gone));
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
            let source = Source::whole(None, 0);
            let cutout = self.cutout(0, &source, &still.image)?;
            let hitbox = self.hitbox(&source, cutout, still.image)?;
            return Ok(sprite(Frames::Still(Box::new(hitbox)), tags));
        }
        let wanted = self.tagged(&tags, frames.len())?;
        for (index, frame) in frames.into_iter().enumerate() {
            if !wanted.contains(&index) {
                continue;
            }
            let source = Source::whole(Some(index.to_string()), frame.milliseconds);
            self.add(index, source, frame.image)?;
        }
        self.together(sprite(Frames::Many(Vec::new()), tags))
    }

    /// Which frames the tag needs.
    fn tagged(&self, tags: &[Tag], count: usize) -> Result<std::ops::Range<usize>, Problem> {
        let Some(name) = &self.wishes.tag else { return Ok(0..count) };
        let tag = tags.iter().find(|tag| tag.name == *name);
        let tag = tag.ok_or_else(|| Problem::new("", format!("there is no tag {name:?}")))?;
        Ok(tag.from as usize..(tag.to as usize + 1).min(count))
    }

    fn sheet(&mut self, input: &Input, reach: &Reach, sheet: Sheet) -> Result<Sprite, Problem> {
        self.slices.clone_from(&sheet.slices);
        let beside = input.path.parent().unwrap_or(Path::new(""));
        let mut images: Vec<PathBuf> = sheet.images.iter().map(PathBuf::from).collect();
        if images.is_empty() {
            // A description without a name is beside its picture, under the same name.
            images.push(PathBuf::from(file_name(&input.path.with_extension("png"))));
        }
        self.files = images.iter().map(|name| beside.join(name)).collect();
        let open = |index: usize| {
            let Some(name) = images.get(index) else {
                return Err(Problem::new("", "a frame has no picture"));
            };
            let path = beside.join(name);
            let picture = read(&path, reach, MAX_PICTURE_BYTES)
                .and_then(|bytes| Picture::decode(&bytes).map_err(|e| problem(e).in_file(&path)));
            let picture = picture.map_err(|problem| problem.named_by(&input.path))?;
            Ok((name.display().to_string(), picture.into_frames().remove(0).image))
        };
        self.cuts(input, &sheet, images.len(), open)
    }

    /// Cuts a sheet up; `open` reads one of its `count` pictures.
    fn cuts(
        &mut self,
        input: &Input,
        sheet: &Sheet,
        count: usize,
        mut open: impl FnMut(usize) -> Result<(String, Image), Problem>,
    ) -> Result<Sprite, Problem> {
        let wanted = self.tagged(&sheet.tags, sheet.cuts.len())?;
        // One picture at a time: there may be as many as frames.
        let mut current: Option<(usize, String, Image)> = None;
        let (mut read, mut first) = (0, None);
        for (index, cut) in sheet.cuts.iter().enumerate().filter(|(i, _)| wanted.contains(i)) {
            if current.as_ref().is_none_or(|(known, ..)| *known != cut.image) {
                // The picture before it is freed first.
                drop(current.take());
                let (name, image) = open(cut.image)?;
                read += u64::from(image.width()) * u64::from(image.height());
                if read > MAX_CUT_PIXELS {
                    let message = format!("more than {MAX_CUT_PIXELS} pixels in all pictures");
                    return Err(Problem::new("", message));
                }
                first.get_or_insert((name.clone(), [image.width(), image.height()]));
                current = Some((cut.image, name, image));
            }
            let Some((_, file, image)) = &current else { continue };
            let pixels = cut.pixels(image).map_err(problem)?;
            let source = Source::cut(cut, (count > 1).then(|| file.clone()));
            self.add(index, source, pixels)?;
        }
        let (image, size) = first.unwrap_or_default();
        let (name, tags) = (input.stem.clone(), sheet.tags.clone());
        self.together(Sprite { name, image, size, frames: Frames::Many(Vec::new()), tags })
    }

    /// Takes one frame of several: traces it, or keeps it for all together.
    fn add(&mut self, index: usize, source: Source, image: Image) -> Result<(), Problem> {
        let cutout = self.cutout(index, &source, &image)?;
        if self.wishes.together == Together::Each {
            let hitbox = self.hitbox(&source, cutout, image)?;
            self.named.push(source.named(hitbox, None));
            return Ok(());
        }
        let [width, height] = cutout.size;
        self.pixels += u64::from(width) * u64::from(height);
        if self.pixels > MAX_CUT_PIXELS {
            let message = format!("more than {MAX_CUT_PIXELS} pixels in frames to trace together");
            return Err(Problem::new("", message));
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(Problem::new("", format!("a frame of more than {MAX_SIDE} pixels a side")));
        }
        // Where the frames lie over each other they are untrimmed.
        let [left, top] = cutout.origin.trim;
        let at = |x: u32, from: i32| u32::try_from(i64::from(x) - i64::from(from)).ok();
        let mask = Mask::from_fn(width, height, |x, y| {
            at(x, left).zip(at(y, top)).is_some_and(|(x, y)| cutout.mask.get(x, y))
        });
        let origin = Origin { trim: [0, 0], ..cutout.origin };
        self.waiting.push((source, Cutout { mask, alpha: Vec::new(), origin, ..cutout }));
        Ok(())
    }

    /// Traces what waits, and makes the sprite whole.
    fn together(&mut self, mut sprite: Sprite) -> Result<Sprite, Problem> {
        let (sources, cutouts): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().unzip();
        let origin = cutouts.first().map(|cutout| cutout.origin).unwrap_or_default();
        let sizes: Vec<[u32; 2]> = cutouts.iter().map(|cutout| cutout.size).collect();
        let origins: Vec<Origin> = cutouts.iter().map(|cutout| cutout.origin).collect();
        let masks: Vec<Mask> = cutouts.into_iter().map(|cutout| cutout.mask).collect();
        let tracing = &self.wishes.tracing;
        let one = match self.wishes.together {
            Together::Each => {
                sprite.frames = Frames::Many(std::mem::take(&mut self.named));
                return Ok(sprite);
            }
            Together::Coherent => {
                let traced = tracing.trace_coherent(&masks).map_err(problem)?;
                let mut named = Vec::with_capacity(traced.len());
                let frames =
                    traced.into_iter().zip(masks).zip(sources.into_iter().zip(sizes).zip(origins));
                for (((group, mut hitbox), mask), ((source, size), origin)) in frames {
                    hitbox.put(size, origin).map_err(problem)?;
                    self.draw(source.name.as_deref(), &hitbox, &View::empty(mask)?)?;
                    named.push(source.named(hitbox, Some(group)));
                }
                sprite.frames = Frames::Many(named);
                return Ok(sprite);
            }
            Together::Union => union(&masks),
            Together::Intersection => intersection(&masks),
        };
        let mut hitbox = tracing.trace(&one, None).map_err(problem)?;
        hitbox.put(hitbox.size, origin).map_err(problem)?;
        if one.width() > 0 && one.height() > 0 {
            self.draw(None, &hitbox, &View::empty(one)?)?;
        }
        sprite.size = hitbox.size;
        sprite.frames = Frames::Still(Box::new(hitbox));
        Ok(sprite)
    }

    /// The solid pixels of a frame.
    fn cutout(&self, index: usize, source: &Source, image: &Image) -> Result<Cutout, Problem> {
        let solid = &self.wishes.solid;
        let mut mask = solid.mask(image);
        let trim = source.trim;
        let wanted = match &self.wishes.slice {
            None => None,
            Some(name) => {
                let slice = self.slices.iter().find(|slice| slice.name == *name);
                Some(slice.ok_or_else(|| Problem::new("", format!("no slice {name:?}")))?)
            }
        };
        let key = wanted.map(|slice| slice.at(index as u32));
        let inside = |x: u32, y: u32| {
            let at = || [x as i32 + trim[0], y as i32 + trim[1]];
            key.is_none_or(|key| key.is_some_and(|key| key.contains(at())))
        };
        if key.is_some() {
            let own = |x, y| mask.get(x, y) && inside(x, y);
            mask = Mask::from_fn(mask.width(), mask.height(), own);
        }
        let mut alpha = Vec::with_capacity(image.rgba().len() / 4);
        for y in 0..image.height() {
            for x in 0..image.width() {
                let pixel = image.pixel(x, y);
                // What is empty by its color or its place is empty altogether.
                let seen = inside(x, y) && !solid.ignored.iter().any(|own| own.matches(pixel));
                alpha.push(if seen { pixel[3] } else { 0 });
            }
        }
        let size = source.size.unwrap_or([image.width(), image.height()]);
        let pivot = match source.anchor {
            Some([x, y]) => [x * f64::from(size[0]), y * f64::from(size[1])],
            None => wanted
                .into_iter()
                .chain(&self.slices)
                .find_map(|slice| slice.at(index as u32)?.pivot_in_frame())
                .unwrap_or([0.0; 2]),
        };
        Ok(Cutout { mask, alpha, size, origin: Origin { trim, pivot } })
    }

    /// Traces one frame by itself.
    fn hitbox(&mut self, source: &Source, cutout: Cutout, image: Image) -> Result<Hitbox, Problem> {
        let place = source.name.as_ref().map_or_else(String::new, |name| format!("frame {name:?}"));
        let Cutout { mask, alpha, size, origin } = cutout;
        let wrong = |error| problem(error).within(&place);
        let mut hitbox = self.wishes.tracing.trace(&mask, Some(&alpha)).map_err(wrong)?;
        hitbox.put(size, origin).map_err(wrong)?;
        self.draw(source.name.as_deref(), &hitbox, &View { image, mask, trim: origin.trim })?;
        Ok(hitbox)
    }

    /// Draws the preview if one is wanted; `many` names a frame of several.
    fn draw(&mut self, many: Option<&str>, hitbox: &Hitbox, view: &View) -> Result<(), Problem> {
        let Some(Preview { file, alone }) = self.preview else { return Ok(()) };
        let name = match many {
            None if alone => None,
            None => Some(self.label.to_owned()),
            Some(name) => Some(format!("{}-{name}", self.label)),
        };
        self.previews.push(preview::picture(file, name.as_deref(), hitbox, view)?);
        Ok(())
    }
}

impl View {
    /// A view of solid pixels alone, for frames that were laid over each other.
    fn empty(mask: Mask) -> Result<Self, Problem> {
        let bytes = vec![0; mask.width() as usize * mask.height() as usize * 4];
        let image = Image::new(mask.width(), mask.height(), bytes).map_err(problem)?;
        Ok(Self { image, mask, trim: [0, 0] })
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

    fn named(self, hitbox: Hitbox, group: Option<usize>) -> NamedHitbox {
        let Self { name, file, milliseconds, area, .. } = self;
        let name = name.unwrap_or_default();
        NamedHitbox { name, group, file, milliseconds, area, hitbox }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
