use crate::Picture;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

fn chunk(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = (data.len() as u32 + 6).to_le_bytes().to_vec();
    bytes.extend(kind.to_le_bytes());
    bytes.extend(data);
    bytes
}

fn text(text: &str) -> Vec<u8> {
    let mut bytes = (text.len() as u16).to_le_bytes().to_vec();
    bytes.extend(text.bytes());
    bytes
}

fn layer(flags: u8, kind: u8, level: u8, opacity: u8) -> Vec<u8> {
    let mut data = vec![flags, 0, kind, 0, level, 0, 0, 0, 0, 0, 0, 0, opacity, 0, 0, 0];
    data.extend(text("layer"));
    if kind == 2 {
        data.extend([0; 4]);
    }
    chunk(0x2004, &data)
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// A cel at (x, 0) of `kind`, whose own data follow.
fn cel(layer: u8, x: i8, opacity: u8, kind: u8, data: &[u8]) -> Vec<u8> {
    let [low, high] = i16::from(x).to_le_bytes();
    let mut bytes = vec![layer, 0, low, high, 0, 0, opacity, kind, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend(data);
    chunk(0x2005, &bytes)
}

fn raw(width: u8, pixels: &[u8]) -> Vec<u8> {
    [&[width, 0, 1, 0], pixels].concat()
}

/// A file of 4 × 1 pixels with these chunks in its frames.
fn file(depth: u8, frames: &[&[Vec<u8>]]) -> Vec<u8> {
    let mut body = Vec::new();
    for chunks in frames {
        let data = chunks.concat();
        body.extend((data.len() as u32 + 16).to_le_bytes());
        body.extend([0xFA, 0xF1, chunks.len() as u8, 0, 80, 0, 0, 0, 0, 0, 0, 0]);
        body.extend(data);
    }
    let mut bytes = (body.len() as u32 + 128).to_le_bytes().to_vec();
    bytes.extend([0xE0, 0xA5, frames.len() as u8, 0, 4, 0, 1, 0, depth, 0, 1, 0, 0, 0, 100, 0]);
    bytes.resize(128, 0);
    bytes.extend(body);
    bytes
}

fn alphas(bytes: &[u8], frame: usize) -> Vec<u8> {
    let picture = Picture::decode(bytes).expect("an Aseprite file");
    (0..4).map(|x| picture.frames()[frame].image.pixel(x, 0)[3]).collect()
}

const RED: [u8; 4] = [255, 0, 0, 255];

#[test]
fn cels_raw_packed_and_linked_are_put_where_they_are() {
    let packed = [&[2, 0, 1, 0], &zip(&[RED, RED].concat())[..]].concat();
    let bytes = file(
        32,
        &[
            &[
                layer(1, 0, 0, 255),
                layer(1, 0, 0, 255),
                cel(0, -1, 255, 0, &raw(2, &[RED, RED].concat())),
            ],
            &[cel(1, 2, 255, 2, &packed), cel(0, -1, 255, 1, &[0, 0])],
        ],
    );
    assert_eq!(alphas(&bytes, 0), [255, 0, 0, 0]);
    assert_eq!(alphas(&bytes, 1), [255, 0, 255, 255]);
    assert_eq!(Picture::decode(&bytes).expect("a file").frames()[0].milliseconds, 80);
}

#[test]
fn hidden_layers_layers_in_hidden_groups_and_reference_layers_show_nothing() {
    let seen = |group: u8, flags: u8| {
        let cel = cel(1, 0, 255, 0, &raw(1, &RED));
        alphas(&file(32, &[&[layer(group, 1, 0, 255), layer(flags, 0, 1, 255), cel]]), 0)[0]
    };
    assert_eq!([seen(1, 1), seen(1, 0), seen(0, 1), seen(1, 65)], [255, 0, 0, 0]);
}

#[test]
fn opacities_of_layer_and_cel_multiply() {
    let bytes = file(32, &[&[layer(1, 0, 0, 128), cel(0, 0, 128, 0, &raw(1, &RED))]]);
    assert_eq!(alphas(&bytes, 0), [64, 0, 0, 0]);
}

#[test]
fn the_transparent_color_of_a_palette_is_transparent_but_on_the_background() {
    let mut palette = vec![2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    palette.extend([0, 0, 9, 9, 9, 255, 0, 0, 8, 8, 8, 255]);
    let palette = chunk(0x2019, &palette);
    let of = |flags: u8| {
        let cel = cel(0, 0, 255, 0, &raw(2, &[0, 1]));
        alphas(&file(8, &[&[palette.clone(), layer(flags, 0, 0, 255), cel]]), 0)
    };
    assert_eq!(of(1), [0, 255, 0, 0]);
    assert_eq!(of(1 + 8), [255, 255, 0, 0]);
}

#[test]
fn tiles_are_looked_up_and_flipped() {
    // Tile 0 is empty, tile 1 is red on the left.
    let pixels = zip(&[[0; 4], [0; 4], RED, [0; 4]].concat());
    let mut tileset = vec![0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 1, 0];
    tileset.extend([0; 16]);
    tileset.extend(text("tiles"));
    tileset.extend((pixels.len() as u32).to_le_bytes());
    tileset.extend(pixels);
    let mut tiles = vec![2, 0, 1, 0, 32, 0];
    for mask in [0x1FFF_FFFFu32, 0x8000_0000, 0x4000_0000, 0x2000_0000] {
        tiles.extend(mask.to_le_bytes());
    }
    tiles.extend([0; 10]);
    tiles.extend(zip(&[1u32.to_le_bytes(), 0x8000_0001u32.to_le_bytes()].concat()));
    let bytes =
        file(32, &[&[chunk(0x2023, &tileset), layer(1, 2, 0, 255), cel(0, 0, 255, 3, &tiles)]]);
    assert_eq!(alphas(&bytes, 0), [255, 0, 0, 255]);
}

#[test]
fn tags_and_slices_are_kept() {
    let mut tag = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 5, 0];
    tag.extend([0; 13]);
    tag.extend(text("walk"));
    let mut slice = vec![1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
    slice.extend(text("hand"));
    for word in [0i32, -1, 2, 3, 4, 5, 6] {
        slice.extend(word.to_le_bytes());
    }
    let first: &[_] = &[chunk(0x2018, &tag), chunk(0x2022, &slice)];
    let picture = Picture::decode(&file(32, &[first, &[], &[], &[], &[], &[]])).expect("a file");
    assert_eq!(
        (&picture.tags()[0].name[..], picture.tags()[0].from, picture.tags()[0].to),
        ("walk", 2, 5)
    );
    let key = &picture.slices()[0].keys[0];
    assert_eq!((key.at, key.size, key.pivot), ([-1, 2], [3, 4], Some([5, 6])));
    let said = Picture::decode(&file(32, &[first, &[]])).expect_err("no frame 5").to_string();
    assert!(said.ends_with(r#"tag "walk" is for frames 2 to 5, and there are 2"#), "{said}");
}

#[test]
fn a_cut_off_or_contradicting_file_is_an_error_with_its_place() {
    let whole = file(32, &[&[layer(1, 0, 0, 255), cel(0, 0, 255, 0, &raw(2, &[7; 8]))]]);
    assert!(Picture::decode(&whole).is_ok());
    for end in 0..whole.len() {
        assert!(Picture::decode(&whole[..end]).is_err(), "{end} of {} bytes", whole.len());
    }
    let linked = file(32, &[&[layer(1, 0, 0, 255), cel(0, 0, 255, 1, &[3, 0])]]);
    let said = Picture::decode(&linked).expect_err("no frame 3").to_string();
    assert_eq!(said, "Aseprite, frame 0: a cel is linked to frame 3, which has none");
    let bomb = [&[0xFF, 0xFF, 0xFF, 0xFF][..], &zip(&[])].concat();
    assert!(
        Picture::decode(&file(32, &[&[layer(1, 0, 0, 255), cel(0, 0, 255, 2, &bomb)]])).is_err()
    );
}
