//! How much of an outline and of a picture is common to both?
//!
//! Method: Green's theorem by pixel rows. The area of outline ∩ mask is the sum over the edges of
//! ∫ P(x) dy, where P(x) counts the solid part of the row to the left of x: a prefix count of bits,
//! so an edge costs the pixels that it crosses and no others. Against soft alpha each pixel's exact
//! coverage is needed: edges add to their pixel and to all to the left, summed once along the row.
//! Areas of outline and mask alone are whole numbers. Frame: pixels. Error: a few 2^-53 of the area
//! a piece; none for edges on pixel borders, so that an exact outline measures exactly 1. Cost: the
//! pixels crossed, plus words (plus pixels for soft alpha).

use super::frame::{Frame, Piece};
use super::{greater, lesser};
use crate::{Outline, UNITS_PER_PIXEL};

/// The area of an outline in square pixels.
pub(super) fn outline_area(outline: &Outline) -> f64 {
    let units = f64::from(UNITS_PER_PIXEL);
    outline.doubled_area() as f64 / (2.0 * units * units)
}

/// The area of outline ∩ mask in square pixels.
pub(super) fn common(frame: &Frame) -> f64 {
    let mut sum = 0.0;
    let mut before = vec![0u32; frame.stride];
    for row in 0..frame.rows {
        let pieces = frame.pieces(row);
        if pieces.is_empty() {
            continue;
        }
        let words = &frame.solid[row as usize * frame.stride..][..frame.stride];
        let mut total = 0;
        for (count, word) in before.iter_mut().zip(words) {
            *count = total;
            total += word.count_ones();
        }
        for piece in pieces {
            sum += strip(piece, words, &before);
        }
    }
    sum
}

/// ∫ P(x) dy along one piece of a row whose solid pixels before each word are counted.
fn strip(piece: &Piece, words: &[u64], before: &[u32]) -> f64 {
    let (word, bit) = (piece.first as usize / 64, piece.first % 64);
    // P at the left border of a pixel; it grows by the pixel.
    let mut left = f64::from(before[word] + (words[word] & ((1 << bit) - 1)).count_ones());
    let mut sum = 0.0;
    each_cell(piece, |column, middle, dy| {
        let solid = (words[column as usize / 64] >> (column % 64) & 1) as f64;
        sum += dy * (left + solid * (middle - f64::from(column)));
        left += solid;
    });
    sum
}

/// Gives every pixel that a piece crosses, with the middle of the part in it and its signed height.
fn each_cell(piece: &Piece, mut take: impl FnMut(u32, f64, f64)) {
    let ([ax, ay], [bx, by]) = (piece.from, piece.to);
    if ay == by {
        return;
    }
    if piece.end <= piece.first + 1 {
        // Also a piece on a border between two pixels, which crosses none.
        take(piece.first, (ax + bx) / 2.0, by - ay);
        return;
    }
    let slope = (by - ay) / (bx - ax);
    let (mut low, high) = (lesser(ax, bx), greater(ax, bx));
    let slope = if bx < ax { -slope } else { slope };
    for column in piece.first..piece.end {
        let right = if column + 1 == piece.end { high } else { f64::from(column) + 1.0 };
        take(column, (low + right) / 2.0, (right - low) * slope);
        low = right;
    }
}

/// Σ min(c, a) / Σ max(c, a), where c is the outline's coverage of a pixel and a its alpha as a
/// share; pixels outside the picture have alpha 0.
pub(super) fn soft_iou(frame: &Frame, width: u32, height: u32, alpha: &[u8]) -> f64 {
    let (mut least, mut most) = (0.0, 0.0);
    // What the edges add to their own pixel, and to every pixel left of it.
    let mut own = vec![0.0; frame.columns as usize + 1];
    let mut left = own.clone();
    for row in 0..frame.rows {
        own.fill(0.0);
        left.fill(0.0);
        for piece in frame.pieces(row) {
            each_cell(piece, |column, middle, dy| {
                own[column as usize] += dy * (middle - f64::from(column));
                left[column as usize] += dy;
            });
        }
        let y = i64::from(row) + frame.origin[1];
        let mut covered: f64 = 0.0;
        for column in (0..frame.columns as usize).rev() {
            let share = (covered + own[column]).clamp(0.0, 1.0);
            covered += left[column];
            let x = column as i64 + frame.origin[0];
            let inside = (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y);
            let at = if inside { y as usize * width as usize + x as usize } else { usize::MAX };
            let alpha = alpha.get(at).map_or(0.0, |&a| f64::from(a) / 255.0);
            least += lesser(share, alpha);
            most += greater(share, alpha);
        }
    }
    if most == 0.0 { 1.0 } else { least / most }
}
