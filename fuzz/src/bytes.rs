//! Numbers from the fuzzer's bytes. Running out of bytes gives zeros, so every input means
//! something.

/// The bytes that are left, and the numbers made so far.
pub struct Bytes<'a> {
    rest: &'a [u8],
    seen: Vec<f32>,
}

/// Which numbers a shape is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Small whole numbers and halves: exact touching is common.
    Grid,
    /// Grid numbers, numbers used before, their neighbors, and special values.
    Near,
    /// Any finite bit pattern.
    Wide,
}

const SPECIAL: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    1.0 / 3.0,
    f32::MIN_POSITIVE,
    1.0e-45,
    f32::EPSILON,
    1.0e7,
    16_777_216.0,
    1.0e-20,
    1.0e19,
    1.0e30,
    f32::MAX,
    f32::MIN,
];

impl<'a> Bytes<'a> {
    pub fn new(rest: &'a [u8]) -> Self {
        Self { rest, seen: Vec::new() }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return 0 };
        self.rest = rest;
        *first
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    /// Any bit pattern: NaN and infinities too.
    pub fn raw(&mut self) -> f32 {
        f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    /// A finite number.
    pub fn number(&mut self, numbers: Numbers) -> f32 {
        let value = match numbers {
            Numbers::Grid => self.grid(),
            Numbers::Near => self.near(),
            Numbers::Wide => self.raw(),
        };
        let value = if value.is_finite() { value } else { 0.0 };
        self.seen.push(value);
        value
    }

    /// A finite number that is not negative.
    pub fn extent(&mut self, numbers: Numbers) -> f32 {
        self.number(numbers).abs()
    }

    fn grid(&mut self) -> f32 {
        f32::from(self.byte() as i8) * 0.5
    }

    fn near(&mut self) -> f32 {
        let tag = self.byte();
        let old = if self.seen.is_empty() {
            0.0
        } else {
            let index = usize::from(self.byte()) % self.seen.len();
            self.seen[index]
        };
        match tag % 8 {
            0 | 1 => self.grid(),
            2 => old,
            3 => old.next_up(),
            4 => old.next_down(),
            5 => -old,
            6 => SPECIAL[usize::from(self.below(16))],
            _ => {
                let (old, step) = (old, self.grid());
                old + step * f32::EPSILON
            }
        }
    }
}
