//! Choices read from bytes: a changed byte changes a choice.
//!
//! Every byte after the end is zero, and zero is the simplest choice. So each sequence of bytes is an experiment, and a
//! short one is a small experiment. Choices are read from the start, so that a change does not affect earlier choices.

/// Remaining bytes of an input.
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Creates a reader of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    /// Returns the next byte; 0 after the end.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// Returns a number below `n`, which is at least 1, from one byte, or from two if `n` is above 256.
    pub fn below(&mut self, n: usize) -> usize {
        let drawn = if n > 256 {
            self.pair()
        } else {
            self.byte().into()
        };
        usize::from(drawn) % n
    }

    /// Returns true for one of `n` values.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// Returns one of `items`, which must not be empty.
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        &items[self.below(items.len())]
    }

    /// Returns a number from 0 to 1, both included, in 65,536 steps.
    pub fn share(&mut self) -> f64 {
        f64::from(self.pair()) / f64::from(u16::MAX)
    }

    /// Returns a number from `min` to `max`; with `log`, uniform over orders of magnitude.
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
    fn bytes_after_the_end_give_the_simplest_choice() {
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
