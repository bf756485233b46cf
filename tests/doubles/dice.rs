//! Numbers that seem to come at random, and are the same everywhere.

/// Marsaglia's xorshift, from a seed that is not 0.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn throw(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides as u64).expect("it is below a usize")
    }

    /// Puts them in another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.throw(last + 1));
        }
    }
}
