//! A small deterministic generator (Steele, Lea and Flood, "Fast splittable pseudorandom number
//! generators", 2014: SplitMix64).

/// A stream of random bits.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts the stream that belongs to three numbers.
    #[must_use]
    pub fn new(seed: u64, lane: u64, index: u64) -> Self {
        let mut rng = Self(seed);
        let mixed = rng.bits() ^ lane.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        rng = Self(mixed);
        Self(rng.bits() ^ index.wrapping_mul(0xA076_1D64_78BD_642F))
    }

    /// Returns 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns an integer in 0..n; n > 0.
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// Returns true once in n times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// Returns a number in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }

    /// Returns a number in −1..1.
    pub fn signed(&mut self) -> f64 {
        self.unit() * 2.0 - 1.0
    }

    /// Returns a number in lo..hi.
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + self.unit() * (hi - lo)
    }
}
