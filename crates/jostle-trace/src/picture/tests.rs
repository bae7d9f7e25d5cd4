use super::*;
use ::png as encoder;
use encoder::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder};

/// Encodes samples as they are.
fn png(width: u32, height: u32, color: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
    with(width, height, color, depth, data, |_| {})
}

fn with(
    width: u32,
    height: u32,
    color: ColorType,
    depth: BitDepth,
    data: &[u8],
    set: impl FnOnce(&mut Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    set(&mut encoder);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(data).expect("pixels");
    writer.finish().expect("an end");
    bytes
}

fn first(bytes: &[u8]) -> Image {
    Picture::decode(bytes).expect("a picture").into_frames().remove(0).image
}

#[test]
fn every_kind_of_png_becomes_the_same_four_bytes() {
    let rgba = png(1, 1, ColorType::Rgba, BitDepth::Eight, &[1, 2, 3, 4]);
    assert_eq!(first(&rgba).rgba(), [1, 2, 3, 4]);
    let rgb = png(1, 1, ColorType::Rgb, BitDepth::Eight, &[1, 2, 3]);
    assert_eq!(first(&rgb).rgba(), [1, 2, 3, 255]);
    let gray = png(1, 1, ColorType::Grayscale, BitDepth::Eight, &[7]);
    assert_eq!(first(&gray).rgba(), [7, 7, 7, 255]);
    let gray_alpha = png(1, 1, ColorType::GrayscaleAlpha, BitDepth::Eight, &[7, 9]);
    assert_eq!(first(&gray_alpha).rgba(), [7, 7, 7, 9]);
    let wide = png(1, 1, ColorType::Rgba, BitDepth::Sixteen, &[1, 99, 2, 99, 3, 99, 128, 0]);
    assert_eq!(first(&wide).rgba(), [1, 2, 3, 128]);
    let bits = png(3, 1, ColorType::Grayscale, BitDepth::One, &[0b1010_0000]);
    assert_eq!(first(&bits).pixel(0, 0), [255; 4]);
    assert_eq!(first(&bits).pixel(1, 0), [0, 0, 0, 255]);
}

#[test]
fn a_palette_and_its_transparency_are_looked_up() {
    let bytes = with(2, 1, ColorType::Indexed, BitDepth::Four, &[0x01], |encoder| {
        encoder.set_palette(vec![10, 20, 30, 40, 50, 60]);
        encoder.set_trns(vec![0, 200]);
    });
    assert_eq!(first(&bytes).rgba(), [10, 20, 30, 0, 40, 50, 60, 200]);
}

#[test]
fn a_palette_that_is_not_made_of_colors_is_refused() {
    // A file of 85 bytes on which the decoder panics: indexed, with a palette of 4 bytes.
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, data) in [
        (b"IHDR", &[0, 0, 0, 4, 0, 0, 0, 4, 8, 3, 0, 0, 0][..]),
        (b"PLTE", &[1, 2, 3, 4]),
        (b"IDAT", &[0x78, 0x9c, 0x63, 0x60, 0x20, 0x15, 0, 0, 0, 0x32, 0, 1]),
        (b"IEND", &[]),
    ] {
        let chunk = [&name[..], data].concat();
        bytes.extend((data.len() as u32).to_be_bytes());
        bytes.extend(&chunk);
        // The polynomial of PNG, bit by bit.
        let sum = chunk.iter().fold(u32::MAX, |sum, byte| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
                if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 }
            })
        });
        bytes.extend((!sum).to_be_bytes());
    }
    assert_eq!(bytes.len(), 85);
    let why = Picture::decode(&bytes).expect_err("refused").to_string();
    assert_eq!(why, "PNG, palette: its length is no multiple of 3");
}

#[test]
fn a_panic_of_a_decoder_is_an_error() {
    let failed = contained::<()>("PNG", || panic!("as decoders may"));
    assert_eq!(failed.expect_err("an error").to_string(), "PNG: the decoder failed on it");
}

#[test]
fn a_transparent_color_of_a_gray_png_is_transparent() {
    let bytes = with(2, 1, ColorType::Grayscale, BitDepth::Eight, &[5, 6], |encoder| {
        encoder.set_trns(vec![0, 5]);
    });
    assert_eq!(first(&bytes).rgba(), [5, 5, 5, 0, 6, 6, 6, 255]);
}

/// Red, then a blue pixel over the right half, then the blue one gone.
fn animation(dispose: DisposeOp, blend: BlendOp) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 2, 1);
    encoder.set_color(ColorType::Rgba);
    encoder.set_animated(3, 0).expect("frames");
    encoder.set_frame_delay(1, 4).expect("a delay");
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&[255, 0, 0, 255, 255, 0, 0, 255]).expect("frame 0");
    writer.set_frame_dimension(1, 1).expect("a size");
    writer.set_frame_position(1, 0).expect("a place");
    writer.set_dispose_op(dispose).expect("a rule");
    writer.set_blend_op(blend).expect("a rule");
    writer.write_image_data(&[0, 0, 255, 0]).expect("frame 1");
    writer.set_frame_position(0, 0).expect("a place");
    writer.write_image_data(&[0, 255, 0, 255]).expect("frame 2");
    writer.finish().expect("an end");
    bytes
}

fn alphas(bytes: &[u8]) -> Vec<[u8; 2]> {
    let picture = Picture::decode(bytes).expect("an animation");
    assert!(picture.frames().iter().all(|frame| frame.milliseconds == 250));
    let alpha = |frame: &Frame| [frame.image.pixel(0, 0)[3], frame.image.pixel(1, 0)[3]];
    picture.frames().iter().map(alpha).collect()
}

#[test]
fn frames_of_an_apng_replace_or_cover_and_are_kept_cleared_or_undone() {
    use {BlendOp as B, DisposeOp as D};
    assert_eq!(alphas(&animation(D::None, B::Source)), [[255, 255], [255, 0], [255, 0]]);
    assert_eq!(alphas(&animation(D::None, B::Over)), [[255, 255], [255, 255], [255, 255]]);
    assert_eq!(alphas(&animation(D::Background, B::Over)), [[255, 255], [255, 255], [255, 0]]);
    assert_eq!(alphas(&animation(D::Previous, B::Source)), [[255, 255], [255, 0], [255, 255]]);
}

#[test]
fn a_picture_cut_off_anywhere_is_an_error() {
    let whole = png(4, 4, ColorType::Rgba, BitDepth::Eight, &[200; 64]);
    // The last 12 bytes are the chunk that states the end, and say nothing else.
    for end in 0..whole.len() - 12 {
        assert!(Picture::decode(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
    }
    let moving = animation(DisposeOp::None, BlendOp::Over);
    for end in 0..moving.len() - 12 {
        assert!(Picture::decode(&moving[..end]).is_err(), "{end} of {} bytes", moving.len());
    }
}

/// A PNG that states it is of this size and has next to no data.
fn header_only(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(1, 1, ColorType::Rgba, BitDepth::Eight, &[0; 4]);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// The checksum of PNG's specification, annex D.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |c, _| (c >> 1) ^ (0xEDB8_8320 * (c & 1)))
    })
}

#[test]
fn a_header_beyond_the_limits_is_refused_by_its_numbers() {
    let refused = Picture::decode(&header_only(100_000, 100_000)).expect_err("too large");
    let want = TraceError::TooLarge { what: "pixels along a side", found: 100_000, limit: 8192 };
    assert_eq!(refused, want);
    assert!(Picture::decode(&header_only(0, 4)).is_err(), "no pixels");
    assert!(Picture::decode(&header_only(4, 4)).is_err(), "too few pixels");
}

#[test]
fn pixels_in_memory_must_fill_the_picture() {
    let refused = Image::new(2, 2, vec![0; 15]).expect_err("a byte is missing");
    assert_eq!(refused, TraceError::PixelBytes { width: 2, height: 2, found: 15, want: 16 });
    assert_eq!(Image::new(0, 5, vec![]), Err(TraceError::NoPixels { width: 0, height: 5 }));
}

/// Red everywhere, then a transparent and a blue pixel in the right half.
fn moving_gif(dispose: ::gif::DisposalMethod) -> Vec<u8> {
    let mut bytes = Vec::new();
    let palette = [255, 0, 0, 0, 0, 255];
    let mut encoder = ::gif::Encoder::new(&mut bytes, 4, 1, &palette).expect("a header");
    let full = ::gif::Frame {
        width: 4,
        height: 1,
        buffer: vec![0; 4].into(),
        delay: 7,
        ..::gif::Frame::default()
    };
    encoder.write_frame(&full).expect("frame 0");
    let part = ::gif::Frame {
        left: 2,
        width: 2,
        height: 1,
        transparent: Some(0),
        buffer: vec![0, 1].into(),
        dispose,
        ..::gif::Frame::default()
    };
    encoder.write_frame(&part).expect("frame 1");
    let last =
        ::gif::Frame { width: 1, height: 1, buffer: vec![1].into(), ..::gif::Frame::default() };
    encoder.write_frame(&last).expect("frame 2");
    drop(encoder);
    bytes
}

#[test]
fn frames_of_a_gif_cover_what_is_below_and_are_kept_cleared_or_undone() {
    let row = |bytes: &[u8], frame: usize| -> Vec<[u8; 4]> {
        let picture = Picture::decode(bytes).expect("a GIF");
        (0..4).map(|x| picture.frames()[frame].image.pixel(x, 0)).collect()
    };
    let (red, blue, none) = ([255, 0, 0, 255], [0, 0, 255, 255], [0; 4]);
    let kept = moving_gif(::gif::DisposalMethod::Keep);
    assert_eq!(row(&kept, 0), [red; 4]);
    assert_eq!(row(&kept, 1), [red, red, red, blue]);
    assert_eq!(row(&kept, 2), [blue, red, red, blue]);
    assert_eq!(row(&moving_gif(::gif::DisposalMethod::Background), 2), [blue, red, none, none]);
    assert_eq!(row(&moving_gif(::gif::DisposalMethod::Previous), 2), [blue, red, red, red]);
    assert_eq!(Picture::decode(&kept).expect("a GIF").frames()[0].milliseconds, 70);
}

#[test]
fn a_gif_cut_off_in_a_frame_is_an_error() {
    let whole = moving_gif(::gif::DisposalMethod::Keep);
    for end in 0..whole.len() - 1 {
        assert!(Picture::decode(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
    }
}

fn webp(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut bytes);
    encoder.encode(rgba, width, height, image_webp::ColorType::Rgba8).expect("a WebP");
    bytes
}

/// Two frames of a 4 × 1 picture: all red, then (2, 0) blue and (3, 0) transparent.
fn moving_webp(replace: u8, dispose: u8) -> Vec<u8> {
    let frame = |x: u8, flags: u8, picture: &[u8], width: u8| {
        let mut data = vec![x / 2, 0, 0, 0, 0, 0, width - 1, 0, 0, 0, 0, 0, 90, 0, 0, flags];
        data.extend(&picture[12..]);
        chunk(b"ANMF", &data)
    };
    let mut body = b"WEBP".to_vec();
    body.extend(chunk(b"VP8X", &[0x12, 0, 0, 0, 3, 0, 0, 0, 0, 0]));
    body.extend(chunk(b"ANIM", &[0; 6]));
    body.extend(frame(0, dispose, &webp(4, 1, &[255, 0, 0, 255].repeat(4)), 4));
    body.extend(frame(2, replace << 1, &webp(2, 1, &[0, 0, 255, 255, 0, 0, 0, 0]), 2));
    chunk(b"RIFF", &body)
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_vec();
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(data);
    bytes.extend(std::iter::repeat_n(0, data.len() % 2));
    bytes
}

#[test]
fn frames_of_a_webp_replace_or_cover_and_are_kept_or_cleared() {
    let still = webp(2, 1, &[1, 2, 3, 255, 0, 0, 0, 0]);
    assert_eq!(first(&still).rgba(), [1, 2, 3, 255, 0, 0, 0, 0]);
    let second = |bytes: &[u8]| -> Vec<u8> {
        let picture = Picture::decode(bytes).expect("an animation");
        assert_eq!(picture.frames()[1].milliseconds, 90);
        (0..4).map(|x| picture.frames()[1].image.pixel(x, 0)[3]).collect()
    };
    assert_eq!(second(&moving_webp(0, 0)), [255, 255, 255, 255]);
    assert_eq!(second(&moving_webp(1, 0)), [255, 255, 255, 0]);
    assert_eq!(second(&moving_webp(0, 1)), [0, 0, 255, 0]);
}

#[test]
fn a_webp_cut_off_or_with_a_picture_of_another_size_inside_is_an_error() {
    let whole = moving_webp(0, 0);
    for end in 0..whole.len() {
        assert!(Picture::decode(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
    }
    let mut lying = whole.clone();
    // The width in VP8X, less one.
    lying[24] = 1;
    assert!(Picture::decode(&lying).is_err(), "the frames are wider than the picture");
}

#[test]
fn what_no_decoder_knows_is_said_to_be_unknown() {
    for bytes in [&b""[..], b"GIF", b"RIFF....WAVE", b"\x89PNG", b"<svg/>", &[0; 64]] {
        assert_eq!(Picture::decode(bytes), Err(TraceError::UnknownPicture), "{bytes:?}");
    }
}
