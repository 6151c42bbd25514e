//! Choices read off a string of bytes: who changes a byte changes a choice.
//!
//! Beyond the end every byte is zero, and zero stands for the plainest choice, so that a short input is a
//! small experiment and every string of bytes is one. The choices come from the front in the order in which
//! they are made, so that a change leaves those before it alone.

/// What is left of the bytes.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Choices off these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `n`, which is at least 1: of one byte, or of two where `n` is above 256.
    pub fn below(&mut self, n: usize) -> usize {
        let drawn = if n > 256 {
            self.pair()
        } else {
            self.byte().into()
        };
        usize::from(drawn) % n
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of `items`, of which there is at least one.
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// A share from 0 to 1, both included, in 65,536 steps.
    pub fn share(&mut self) -> f64 {
        f64::from(self.pair()) / f64::from(u16::MAX)
    }

    /// A number between two others, spread evenly over orders of magnitude if `log`.
    pub fn between(&mut self, min: f64, max: f64, log: bool) -> f64 {
        let share = self.share();
        let low = if log && min <= 0.0 {
            max.min(1.0) * 1e-3
        } else {
            min
        };
        let drawn = if log {
            low * libm::pow(max / low, share)
        } else {
            low + (max - low) * share
        };
        drawn.clamp(min, max)
    }

    fn pair(&mut self) -> u16 {
        u16::from_be_bytes([self.byte(), self.byte()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_the_end_is_the_plainest_choice() {
        let mut bytes = Bytes::new(&[7]);
        assert_eq!((bytes.byte(), bytes.byte()), (7, 0));
        assert_eq!((bytes.below(10), bytes.once_in(3)), (0, false));
        assert_eq!(*bytes.choose(&["first", "second"]), "first");
        assert_eq!(bytes.between(2.0, 8.0, true), 2.0);
    }

    #[test]
    fn shares_reach_both_ends() {
        let mut bytes = Bytes::new(&[0, 0, 255, 255, 255, 255]);
        assert_eq!((bytes.share(), bytes.share()), (0.0, 1.0));
        assert_eq!(bytes.between(0.0, 1e6, true), 1e6);
    }
}
